// sheet.c - see sheet.h.
#include "solve/sheet.h"

#include <stdlib.h>
#include <string.h>

static const double hardly = 0.0005;  // odds this near to none are none

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
    bool *met[DADO_SOLVE_SEATS];
    uint32_t left_out;
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
        dado_text_addf(out, "%s ", line->moves[best]);
        dado_say_odds(out, line->odds[best]);
    }
    free(done);
}

static bool meet(void *to, const dado_met *met, dado_error *err)
{
    writer *w = to;
    const dado_game *game = w->sets->game;
    const dado_sets *of = &w->sets->sets[met->player];
    if (w->met[met->player][met->set]) return true;
    w->met[met->player][met->set] = true;
    if (w->count == w->most) {
        w->left_out++;
        return true;
    }
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

// Whether a word of a line is the same in all sets of a player; `alike` tells whether these lines
// have as many words each, so that they can be compared word by word.
static bool says_nothing(const writer *w, const dado_sheet_line *mine, int row, int word,
                         bool *alike)
{
    size_t length, long_, there;
    const char *line = nth_line(mine->sees, row, &length);
    const char *own = nth_word(line, length, word, &long_);
    int count = words_in(line, length);
    bool same = true;
    *alike = true;
    for (int i = 0; i < w->count; i++) {
        if (w->lines[i].player != mine->player) continue;
        size_t size;
        const char *other = nth_line(w->lines[i].sees, row, &size);
        *alike = *alike && words_in(other, size) == count;
        const char *its = nth_word(other, size, word, &there);
        same = same && there == long_ && memcmp(own, its, there) == 0;
    }
    return same;
}

// What of a line tells something: words that differ from set to set, each behind the word before
// it, and whom the line is about. A line whose shape changes is kept as it is.
static void say_line(writer *w, const dado_sheet_line *mine, int row)
{
    size_t length, size;
    const char *line = nth_line(mine->sees, row, &length);
    int count = words_in(line, length), told = -1;
    bool alike = true, any = false;
    for (int i = 0; i < count; i++) any |= !says_nothing(w, mine, row, i, &alike);
    if (count == 0 || !any) return;
    if (w->words.length) dado_text_add(&w->words, "; ");
    for (int i = 0; i < count; i++) {
        bool still;
        bool next = i + 1 < count && !says_nothing(w, mine, row, i + 1, &still);
        if (alike && i > 0 && !next && says_nothing(w, mine, row, i, &still)) continue;
        const char *word = nth_word(line, length, i, &size);
        if (told >= 0) dado_text_char(&w->words, ' ');
        dado_text_add_bytes(&w->words, word, size);
        told = i;
    }
}

static bool shorten(writer *w, const char **shorter, dado_error *err)
{
    for (int i = 0; i < w->count; i++) {
        size_t length;
        dado_text_clear(&w->words);
        for (int row = 0; *nth_line(w->lines[i].sees, row, &length); row++) {
            say_line(w, &w->lines[i], row);
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
                     int most, dado_arena *arena, dado_error *err)
{
    writer w = { .sets = sets, .strategy = strategy, .arena = arena, .most = most };
    w.lines = dado_new(arena, dado_sheet_line, most);
    const char **shorter = dado_new(arena, const char *, most);
    bool fine = w.lines && shorter;
    for (int p = 0; p < sets->players; p++) {
        w.met[p] = calloc(sets->sets[p].count + (size_t)1, sizeof(bool));
        fine = fine && w.met[p];
    }
    fine = (fine || full(err)) && dado_infosets_visit(sets, meet, &w, err);
    if (fine) qsort(w.lines, (size_t)w.count, sizeof *w.lines, by_player);
    fine = fine && shorten(&w, shorter, err);
    for (int i = 0; fine && i < w.count; i++) w.lines[i].sees = shorter[i];
    for (int p = 0; p < sets->players; p++) free(w.met[p]);
    dado_text_free(&w.words);
    *sheet = (dado_sheet){ .lines = w.lines, .count = w.count, .left_out = w.left_out };
    return fine;
}
