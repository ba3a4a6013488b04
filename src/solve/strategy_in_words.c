// strategy_in_words.c - see strategy_in_words.h.
#include "solve/strategy_in_words.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

// probabilities this close to 0 or 1 count as never or always
static const double negligible = 0.0005;
// After a stop, this many positions are still visited, so that the first information sets
// are shown.
static const int positions_after_stop = 20000;

void dado_print_odds(dado_text *out, double odds)
{
    if (odds >= 1 - negligible) {
        dado_text_add(out, "always");
        return;
    }
    if (odds <= negligible) {
        dado_text_add(out, "never");
        return;
    }
    for (int of = 2; of <= 6; of++) {
        for (int part = 1; part < of; part++) {
            double off = odds - (double)part / of;
            if (off < 2 * negligible && off > -2 * negligible) {
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
    dado_region *region;
    dado_strategy_row *lines;
    int count, most;
    const volatile int *halt;
    int since;  // positions visited since the stop was requested
    bool enough;
    int *line_of[DADO_SOLVE_PLAYERS_MAX];  // of each set: 1 + its line; 0 if it has none
    dado_text words;
} writer;

static bool full(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "out of memory for the table of the strategy");
}

// Writes the moves of a line with their odds, the likeliest first; equal ones as listed.
static void print_moves(const dado_strategy_row *line, dado_text *out)
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
        if (line->odds[best] <= negligible && said > 0) continue;
        if (said++) dado_text_add(out, ", ");
        const char *move = line->moves[best];
        size_t end = strlen(move);
        bool number = end && move[end - 1] >= '0' && move[end - 1] <= '9';
        dado_text_addf(out, "%s%s ", move, number ? ":" : "");
        dado_print_odds(out, line->odds[best]);
    }
    free(done);
}

static const char *keep_words(writer *w)
{
    return dado_region_copy(w->region, dado_text_string(&w->words), w->words.length);
}

static bool add_infoset(void *to, const dado_infoset_visit *met, dado_error *err)
{
    writer *w = to;
    const dado_game *game = w->sets->game;
    const dado_player_infosets *of = &w->sets->sets[met->player];
    if (w->halt && *w->halt) w->since++;
    w->enough = w->count == w->most || w->since > positions_after_stop;
    if (w->enough) return false;
    int *line_of = &w->line_of[met->player][met->set];
    if (*line_of) return true;
    uint32_t first = of->first[met->set];
    int count = (int)(of->first[met->set + 1] - first);
    const char **moves = dado_new(w->region, const char *, count);
    double *odds = dado_new(w->region, double, count);
    if (!moves || !odds) return full(err);
    dado_strategy_odds(w->sets, w->strategy, met->player, met->set, odds);
    for (int i = 0; i < count; i++) {
        dado_text_clear(&w->words);
        dado_move_words(game, met->state, of->move[first + (uint32_t)i], &w->words);
        moves[i] = keep_words(w);
        if (!moves[i]) return full(err);
    }
    dado_text_clear(&w->words);
    dado_table_words(game, met->state, met->player, &w->words);
    dado_strategy_row *line = &w->lines[w->count];
    *line = (dado_strategy_row){ .player = met->player,
                                 .set = met->set,
                                 .sees = keep_words(w),
                                 .moves = moves,
                                 .odds = odds,
                                 .count = count };
    *line_of = ++w->count;
    line->reach = w->strategy->reach[met->player][of->parent[met->set]];
    dado_text_clear(&w->words);
    print_moves(line, &w->words);
    line->does = keep_words(w);
    return (line->sees && line->does) || full(err);
}

// ---- splitting a printed view into items
//
// A printed view has one line per owner: "P1 IN 3, MOVE RAISE", "P2  card ?  in the pot
// 1", "game BOARD: KING-HEARTS". An item is the owner and one of the pieces of that line.
typedef struct item {
    const char *owner, *piece;
    size_t owner_length, length;
} item;

typedef struct item_reader {
    const char *at;     // the part of the view that is not read yet
    const char *owner;  // owner named in the current line
    size_t owner_length;
    const char *parted_by;  // what separates the pieces of that line; NULL: it is one piece
} item_reader;

// Begins to read the line at `at`. A list of cards after a colon is one piece, even with
// commas in it.
static void begin_line(item_reader *r)
{
    size_t length = strcspn(r->at, "\n");
    r->owner = r->at;
    r->owner_length = strcspn(r->at, " \n");
    const char *gap = strstr(r->at, "  "), *comma = strstr(r->at, ", ");
    bool list = memchr(r->at, ':', length) != NULL;
    if (gap && gap < r->at + length) r->parted_by = "  ";
    else if (!list && comma && comma < r->at + length) r->parted_by = ", ";
    else r->parted_by = NULL;
    r->at += r->owner_length;
    while (*r->at == ' ') r->at++;
}

static bool next_item(item_reader *r, item *found)
{
    while (*r->at == '\n') r->at++;
    if (!*r->at) return false;
    if (r->at == r->owner || !r->owner || r->at[-1] == '\n') begin_line(r);
    size_t rest = strcspn(r->at, "\n"), length = rest, skip = 0;
    const char *end = r->parted_by ? strstr(r->at, r->parted_by) : NULL;
    if (end && end < r->at + rest) {
        length = (size_t)(end - r->at);
        skip = strlen(r->parted_by);
    }
    *found = (item){ r->owner, r->at, r->owner_length, length };
    r->at += length + skip;
    while (*r->at == ' ') r->at++;
    return true;
}

static uint64_t hash_item(const item *i, int player)
{
    uint64_t owner = XXH3_64bits_withSeed(i->owner, i->owner_length, (uint64_t)player);
    return XXH3_64bits_withSeed(i->piece, i->length, owner) | 1;
}

// Counts in how many sets of a player each item occurs. An item that occurs in all of
// them carries no information.
typedef struct item_counts {
    uint64_t *hash;  // hash of each item; 0 marks a free slot
    uint32_t *sets;
    size_t slots;  // number of slots, a power of two
} item_counts;

static uint32_t *count_of(const item_counts *c, uint64_t hash)
{
    size_t at = hash & (c->slots - 1);
    while (c->hash[at] && c->hash[at] != hash) at = (at + 1) & (c->slots - 1);
    c->hash[at] = hash;
    return &c->sets[at];
}

static bool count_items(const writer *w, item_counts *c)
{
    item found;
    size_t items = 0;
    for (int i = 0; i < w->count; i++) {
        for (item_reader r = { .at = w->lines[i].sees }; next_item(&r, &found);) items++;
    }
    c->slots = 64;
    while (c->slots < 2 * items) c->slots *= 2;
    c->hash = calloc(c->slots, sizeof *c->hash);
    c->sets = calloc(c->slots, sizeof *c->sets);
    if (!c->hash || !c->sets) return false;
    for (int i = 0; i < w->count; i++) {
        for (item_reader r = { .at = w->lines[i].sees }; next_item(&r, &found);) {
            ++*count_of(c, hash_item(&found, w->lines[i].player));
        }
    }
    return true;
}

// Returns whether an item belongs to the player whose view it is; such items are printed
// first.
static bool is_own(const item *i, int player)
{
    char name[24];
    int length = snprintf(name, sizeof name, "P%d", player + 1);
    return i->owner_length == (size_t)length && memcmp(i->owner, name, i->owner_length) == 0;
}

// Prints the items of a view that do not occur in all sets of the player, grouped by
// owner. `own` selects the player's own items or those of the others.
static void print_items(writer *w, const dado_strategy_row *line, const item_counts *c, bool own)
{
    const char *last = NULL;
    item found;
    uint32_t all = w->sets->sets[line->player].count;
    for (item_reader r = { .at = line->sees }; next_item(&r, &found);) {
        if (is_own(&found, line->player) != own) continue;
        if (found.length == 0 || *count_of(c, hash_item(&found, line->player)) == all) continue;
        bool same = last && strncmp(last, found.owner, found.owner_length + 1) == 0;
        if (w->words.length) dado_text_add(&w->words, same ? ", " : "; ");
        if (!same && !own) {
            dado_text_add_bytes(&w->words, found.owner, found.owner_length);
            dado_text_char(&w->words, ' ');
        }
        dado_text_add_bytes(&w->words, found.piece, found.length);
        last = found.owner;
    }
}

// Finds the player's previous choice: its information set and the index of the move.
// Returns false if there was none.
static bool choice_before(const writer *w, const dado_strategy_row *line, uint32_t *set, int *move)
{
    const dado_player_infosets *of = &w->sets->sets[line->player];
    uint32_t sequence = of->parent[line->set], low = 0, high = line->set;
    if (sequence == 0) return false;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (of->first[middle] <= sequence) low = middle;
        else high = middle;
    }
    *set = low;
    *move = (int)(sequence - of->first[low]);
    return true;
}

// Prints the player's own choices on the way to a set, the earliest first, and returns
// how many there were.
static int print_choices(writer *w, const dado_strategy_row *line)
{
    uint32_t set;
    int move, at;
    if (!choice_before(w, line, &set, &move)) return 0;
    at = w->line_of[line->player][set];
    if (!at) return 0;
    int earlier = print_choices(w, &w->lines[at - 1]);
    const char *link = earlier ? ", " : w->words.length ? "; after " : "after ";
    dado_text_addf(&w->words, "%s%s", link, w->lines[at - 1].moves[move]);
    return earlier + 1;
}

// Prints what the player saw at earlier choices, the latest first. This distinguishes
// sets that read the same otherwise.
static void print_views_before(writer *w, const dado_strategy_row *line,
                               const char *const *short_of)
{
    uint32_t set;
    int move;
    while (choice_before(w, line, &set, &move) && w->line_of[line->player][set]) {
        int at = w->line_of[line->player][set] - 1;
        dado_text_addf(&w->words, "; before %s: %s", w->lines[at].moves[move], short_of[at]);
        line = &w->lines[at];
    }
}

static const char *describe(writer *w, const dado_strategy_row *line, const item_counts *c)
{
    dado_text_clear(&w->words);
    print_items(w, line, c, true);
    print_items(w, line, c, false);
    print_choices(w, line);
    return keep_words(w);
}

static int compare_rows(const dado_strategy_row *x, const dado_strategy_row *y)
{
    if (x->player != y->player) return x->player < y->player ? -1 : 1;
    return strcmp(x->sees, y->sees);
}

static int by_words(const void *a, const void *b)
{
    const dado_strategy_row *const *x = a, *const *y = b;
    int words = compare_rows(*x, *y);
    return words ? words : ((*x)->set > (*y)->set) - ((*x)->set < (*y)->set);
}

static int by_player(const void *a, const void *b)
{
    const dado_strategy_row *x = a, *y = b;
    if (x->player != y->player) return x->player < y->player ? -1 : 1;
    return (x->set > y->set) - (x->set < y->set);
}

// Extends lines that read the same: with what was seen earlier or, if `numbered`, with a
// number. The number is for sets that differ only in what happened between the player's
// own choices. Returns whether any line was extended.
static bool part_equal_lines(writer *w, const char *const *short_of, bool numbered)
{
    dado_strategy_row **order = calloc((size_t)w->count + 1, sizeof *order);
    bool any = false;
    if (!order) return false;
    for (int i = 0; i < w->count; i++) order[i] = &w->lines[i];
    qsort(order, (size_t)w->count, sizeof *order, by_words);
    for (int i = 0, end = 0; i < w->count; i = end) {
        const char *words = order[i]->sees;
        for (end = i + 1; end < w->count && compare_rows(order[end], order[i]) == 0;) end++;
        for (int k = i; end - i > 1 && k < end; k++) {
            dado_text_clear(&w->words);
            dado_text_add(&w->words, words);
            if (numbered) dado_text_addf(&w->words, "; way %d of %d there", k - i + 1, end - i);
            else print_views_before(w, order[k], short_of);
            const char *longer = keep_words(w);
            if (longer) order[k]->sees = longer;
            any = true;
        }
    }
    free(order);
    return any;
}

// Replaces the printed views by what distinguishes the sets of a player.
static bool shorten_views(writer *w, dado_error *err)
{
    item_counts counts = { 0 };
    const char **shorter = dado_new(w->region, const char *, w->count + 1);
    bool fine = shorter && count_items(w, &counts);
    for (int i = 0; fine && i < w->count; i++) {
        shorter[i] = describe(w, &w->lines[i], &counts);
        fine = shorter[i] != NULL;
    }
    free(counts.hash);
    free(counts.sets);
    if (!fine) return full(err);
    for (int i = 0; i < w->count; i++) w->lines[i].sees = shorter[i];
    if (part_equal_lines(w, shorter, false)) part_equal_lines(w, shorter, true);
    return true;
}

bool dado_strategy_table_make(dado_strategy_table *sheet, const dado_infosets *sets,
                              const dado_strategy *strategy, int most, const volatile int *halt,
                              dado_region *region, dado_error *err)
{
    writer w = { .sets = sets, .strategy = strategy, .region = region, .most = most, .halt = halt };
    w.lines = dado_new(region, dado_strategy_row, most + 1);
    bool fine = w.lines != NULL;
    for (int p = 0; p < sets->players; p++) {
        w.line_of[p] = calloc(sets->sets[p].count + (size_t)1, sizeof *w.line_of[p]);
        fine = fine && w.line_of[p];
    }
    fine = (fine || full(err)) && (dado_infosets_visit(sets, add_infoset, &w, err) || w.enough) &&
           shorten_views(&w, err);
    if (fine) qsort(w.lines, (size_t)w.count, sizeof *w.lines, by_player);
    for (int p = 0; p < sets->players; p++) free(w.line_of[p]);
    dado_text_free(&w.words);
    *sheet = (dado_strategy_table){ .lines = w.lines, .count = w.count };
    sheet->left_out = dado_infosets_count(sets) - (uint32_t)w.count;
    return fine;
}
