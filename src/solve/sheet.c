// sheet.c - see sheet.h.
#include "solve/sheet.h"

#include <stdlib.h>
#include <string.h>

static const double hardly = 0.0005;  // odds this near to none are none
static const int patience = 20000;    // positions looked at after a stop: what it has is shown

void dado_say_odds(dado_text *out, double odds)
{
    if (odds >= 1 - hardly) {
        dado_text_add(out, "always");
        return;
    }
    if (odds <= hardly) {
        dado_text_add(out, "never");
        return;
    }
    for (int of = 2; of <= 6; of++) {
        for (int part = 1; part < of; part++) {
            double off = odds - (double)part / of;
            if (off < 2 * hardly && off > -2 * hardly) {
                dado_text_addf(out, "%d in %d", part, of);
                return;
            }
        }
    }
    dado_text_addf(out, "%.1f %%", 100 * odds);
}

typedef struct writer {
    const dado_infosets *sets;
    const dado_strategy *strategy;
    dado_arena *arena;
    dado_sheet_line *lines;
    int count, most;
    const volatile int *halt;
    int since;  // it was asked to end, positions met
    bool enough;
    bool *met[DADO_SOLVE_SEATS];
    dado_text words;
} writer;

static bool full(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left for the table of what is played");
}

// The likeliest first, among equals as listed.
static void say_does(const dado_sheet_line *line, dado_text *out)
{
    int said = 0;
    bool *done = calloc((size_t)line->count, sizeof *done);
    if (!done) return;
    for (int k = 0; k < line->count; k++) {
        int best = -1;
        for (int i = 0; i < line->count; i++) {
            if (!done[i] && (best < 0 || line->odds[i] > line->odds[best] + 1e-9)) best = i;
        }
        done[best] = true;
        if (line->odds[best] <= hardly && said > 0) continue;
        if (said++) dado_text_add(out, ", ");
        const char *move = line->moves[best];
        size_t end = strlen(move);
        bool number = end && move[end - 1] >= '0' && move[end - 1] <= '9';
        dado_text_addf(out, "%s%s ", move, number ? ":" : "");
        dado_say_odds(out, line->odds[best]);
    }
    free(done);
}

static bool meet(void *to, const dado_met *met, dado_error *err)
{
    writer *w = to;
    const dado_game *game = w->sets->game;
    const dado_sets *of = &w->sets->sets[met->player];
    if (w->halt && *w->halt) w->since++;
    w->enough = w->count == w->most || w->since > patience;
    if (w->enough) return false;
    if (w->met[met->player][met->set]) return true;
    w->met[met->player][met->set] = true;
    uint32_t first = of->first[met->set];
    int count = (int)(of->first[met->set + 1] - first);
    const char **moves = dado_new(w->arena, const char *, count);
    double *odds = dado_new(w->arena, double, count);
    if (!moves || !odds) return full(err);
    dado_strategy_odds(w->sets, w->strategy, met->player, met->set, odds);
    for (int i = 0; i < count; i++) {
        dado_text_clear(&w->words);
        game->rules->print_move(game, met->state, of->move[first + (uint32_t)i], &w->words);
        moves[i] = dado_arena_copy(w->arena, dado_text_string(&w->words), w->words.length);
        if (!moves[i]) return full(err);
    }
    dado_text_clear(&w->words);
    game->rules->print(game, met->state, met->player, &w->words);
    const char *sees = dado_arena_copy(w->arena, dado_text_string(&w->words), w->words.length);
    dado_sheet_line *line = &w->lines[w->count++];
    *line = (dado_sheet_line){ .player = met->player, .set = met->set, .sees = sees,
                               .moves = moves, .odds = odds, .count = count };
    line->reach = w->strategy->reach[met->player][of->parent[met->set]];
    dado_text_clear(&w->words);
    say_does(line, &w->words);
    line->does = dado_arena_copy(w->arena, dado_text_string(&w->words), w->words.length);
    return (sees && line->does) || full(err);
}

// The n-th line of a text, and the n-th word of a line; length 0 where there is none.
static const char *nth_line(const char *text, int n, size_t *length)
{
    for (; n > 0 && *text; n--) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    *length = strcspn(text, "\n");
    return text;
}

static const char *nth_word(const char *line, size_t left, int n, size_t *length)
{
    for (;; n--) {
        while (left > 0 && *line == ' ') {
            line++;
            left--;
        }
        *length = 0;
        while (*length < left && line[*length] != ' ') (*length)++;
        if (n == 0 || *length == 0) return line;
        line += *length;
        left -= *length;
    }
}

static int words_in(const char *line, size_t length)
{
    size_t one;
    int count = 0;
    while (nth_word(line, length, count, &one), one > 0) count++;
    return count;
}

// What all sets of one player have in common, line by line, as the first of them says it.
typedef struct common {
    int words;    // in this line
    bool alike;   // this line has as many words in every set: they are compared word by word
    bool *same;   // this word is the same in every set
} common;

static void compare_line(common *line, const char *first, size_t length, const char *other,
                         size_t size)
{
    size_t mine, its;
    line->alike = line->alike && words_in(other, size) == line->words;
    for (int i = 0; i < line->words; i++) {
        const char *own = nth_word(first, length, i, &mine);
        const char *there = nth_word(other, size, i, &its);
        line->same[i] = line->same[i] && mine == its && memcmp(own, there, its) == 0;
    }
}

// What the sets of the lines from `first` to `end`, all of one player, have in common; lines that
// the first of them does not have are in common to nobody. NULL if there is no memory.
static common *compare_sets(const writer *w, int first, int end, int *rows)
{
    size_t length, size;
    const char *sees = w->lines[first].sees;
    *rows = 0;
    while (*nth_line(sees, *rows, &length)) ++*rows;
    common *lines = dado_new(w->arena, common, *rows + 1);
    for (int row = 0; lines && row < *rows; row++) {
        const char *line = nth_line(sees, row, &length);
        int words = words_in(line, length);
        lines[row] = (common){ words, true, dado_new(w->arena, bool, words + 1) };
        if (!lines[row].same) return NULL;
        memset(lines[row].same, true, (size_t)words);
        for (int i = first + 1; i < end; i++) {
            const char *other = nth_line(w->lines[i].sees, row, &size);
            compare_line(&lines[row], line, length, other, size);
        }
    }
    return lines;
}

// What of a line tells something: words that differ from set to set, each behind the word before
// it, and whom the line is about. A line whose shape changes is kept as it is.
static void say_line(writer *w, const char *line, size_t length, const common *with)
{
    size_t size;
    int count = words_in(line, length), told = -1;
    bool alike = with && with->alike, any = false;
    for (int i = 0; i < count; i++) any |= !with || i >= with->words || !with->same[i];
    if (count == 0 || !any) return;
    if (w->words.length) dado_text_add(&w->words, "; ");
    for (int i = 0; i < count; i++) {
        bool next = alike && i + 1 < count && !with->same[i + 1];
        if (alike && i > 0 && !next && with->same[i]) continue;
        const char *word = nth_word(line, length, i, &size);
        if (told >= 0) dado_text_char(&w->words, ' ');
        dado_text_add_bytes(&w->words, word, size);
        told = i;
    }
}

static bool shorten(writer *w, const char **shorter, dado_error *err)
{
    const common *lines = NULL;
    int rows = 0, end = 0;
    for (int i = 0; i < w->count; i++) {
        if (i == end) {
            while (end < w->count && w->lines[end].player == w->lines[i].player) end++;
            lines = compare_sets(w, i, end, &rows);
            if (!lines) return full(err);
        }
        size_t length;
        const char *line;
        dado_text_clear(&w->words);
        for (int row = 0; *(line = nth_line(w->lines[i].sees, row, &length)); row++) {
            say_line(w, line, length, row < rows ? &lines[row] : NULL);
        }
        shorter[i] = dado_arena_copy(w->arena, dado_text_string(&w->words), w->words.length);
        if (!shorter[i]) return full(err);
    }
    return true;
}

static int by_player(const void *a, const void *b)
{
    const dado_sheet_line *x = a, *y = b;
    if (x->player != y->player) return x->player < y->player ? -1 : 1;
    return x->set < y->set ? -1 : x->set > y->set;
}

bool dado_sheet_make(dado_sheet *sheet, const dado_infosets *sets, const dado_strategy *strategy,
                     int most, const volatile int *halt, dado_arena *arena, dado_error *err)
{
    writer w = { .sets = sets, .strategy = strategy, .arena = arena, .most = most, .halt = halt };
    w.lines = dado_new(arena, dado_sheet_line, most);
    const char **shorter = dado_new(arena, const char *, most);
    bool fine = w.lines && shorter;
    for (int p = 0; p < sets->players; p++) {
        w.met[p] = calloc(sets->sets[p].count + (size_t)1, sizeof(bool));
        fine = fine && w.met[p];
    }
    fine = (fine || full(err)) && (dado_infosets_visit(sets, meet, &w, err) || w.enough);
    if (fine) qsort(w.lines, (size_t)w.count, sizeof *w.lines, by_player);
    fine = fine && shorten(&w, shorter, err);
    for (int i = 0; fine && i < w.count; i++) w.lines[i].sees = shorter[i];
    for (int p = 0; p < sets->players; p++) free(w.met[p]);
    dado_text_free(&w.words);
    *sheet = (dado_sheet){ .lines = w.lines, .count = w.count };
    sheet->left_out = dado_infosets_count(sets) - (uint32_t)w.count;
    return fine;
}
