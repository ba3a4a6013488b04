// strategy_in_words.c - see strategy_in_words.h.
#include "solve/strategy_in_words.h"

#include <stdlib.h>
#include <string.h>

#include "solve/view_items.h"

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

typedef struct item_kind {  // a kind of item in the views of one player; see view_items.h
    uint64_t key;           // 0 marks a free slot
    uint64_t value;         // hash of the first value met
    uint32_t rows;          // rows that have an item of this kind
    bool varies;            // whether its value differs from row to row
    bool own, cards, count;
    bool dropped;
} item_kind;

typedef struct writer {
    const dado_infosets *sets;
    const dado_merged_infosets *merged;  // or NULL
    const dado_strategy *strategy;
    dado_region *region;
    dado_strategy_row *rows;  // a row for each set; `sees` is the printed view at first
    int count, most;
    const volatile int *halt;
    int since;  // positions visited since the stop was requested
    bool enough;
    int *row_of[DADO_SOLVE_PLAYERS_MAX];   // of each set: 1 + its row; 0 if it has none
    int from[DADO_SOLVE_PLAYERS_MAX + 1];  // first row of each player
    item_kind *kinds;
    size_t mask;                             // slots of `kinds` - 1
    unsigned parts[DADO_SOLVE_PLAYERS_MAX];  // attributes of cards that are left out
    // Work space while kinds are chosen for one player: the items of each row.
    struct {
        item_kind *kind;
        uint64_t hash;
    } * items;
    size_t *first_item;  // of each row of the player, and one more
    uint64_t *history;   // work space: a hash of each row's own choices
    uint64_t *slots;     // work space: hash table of texts
    uint32_t *identity;
    size_t slot_mask;
    dado_text words;
} writer;

static bool full(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "out of memory for the table of the strategy");
}

static const char *keep_words(writer *w)
{
    return dado_region_copy(w->region, dado_text_string(&w->words), w->words.length);
}

// ---- a row for each set

static bool add_infoset(void *to, const dado_infoset_visit *met, dado_error *err)
{
    writer *w = to;
    const dado_game *game = w->sets->game;
    const dado_player_infosets *of = &w->sets->sets[met->player];
    if (w->halt && *w->halt) w->since++;
    w->enough = w->count == w->most || w->since > positions_after_stop;
    if (w->enough) return false;
    int *row_of = &w->row_of[met->player][met->set];
    if (*row_of) return true;
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
    dado_strategy_row *row = &w->rows[w->count];
    *row = (dado_strategy_row){ .player = met->player,
                                .set = met->set,
                                .sees = keep_words(w),
                                .moves = moves,
                                .odds = odds,
                                .count = count,
                                .like = 1 };
    *row_of = ++w->count;
    row->reach = w->strategy->reach[met->player][of->parent[met->set]];
    return row->sees || full(err);
}

static int by_player(const void *a, const void *b)
{
    const dado_strategy_row *x = a, *y = b;
    if (x->player != y->player) return x->player < y->player ? -1 : 1;
    return (x->set > y->set) - (x->set < y->set);
}

static void sort_rows(writer *w)
{
    qsort(w->rows, (size_t)w->count, sizeof *w->rows, by_player);
    int p = 0;
    for (int i = 0; i < w->count; i++) {
        while (p <= w->rows[i].player) w->from[p++] = i;
        w->row_of[w->rows[i].player][w->rows[i].set] = i + 1;
    }
    while (p <= w->sets->players) w->from[p++] = w->count;
}

// Finds the player's previous choice: its row and the index of the move. Returns NULL if
// there was none.
static const dado_strategy_row *choice_before(const writer *w, const dado_strategy_row *row,
                                              int *move)
{
    const dado_player_infosets *of = &w->sets->sets[row->player];
    uint32_t sequence = of->parent[row->set], low = 0, high = row->set;
    if (sequence == 0) return NULL;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (of->first[middle] <= sequence) low = middle;
        else high = middle;
    }
    *move = (int)(sequence - of->first[low]);
    int at = w->row_of[row->player][low];
    return at ? &w->rows[at - 1] : NULL;
}

// ---- what is left out: kinds of items, and attributes of cards

static item_kind *kind_of(const writer *w, const dado_view_item *item, int player)
{
    uint64_t key = dado_view_item_kind(item, player);
    size_t at = key >> 16 & w->mask;
    while (w->kinds[at].key && w->kinds[at].key != key) at = (at + 1) & w->mask;
    w->kinds[at].key = key;
    return &w->kinds[at];
}

static uint64_t hash_value(const dado_view_item *item, unsigned parts, uint64_t seed)
{
    return dado_hash_without_parts(item->piece, item->length, parts, seed);
}

static bool list_kinds(writer *w)
{
    dado_view_item item;
    size_t items = 0;
    for (int i = 0; i < w->count; i++) {
        size_t here = 0;
        for (dado_view_reader r = { .at = w->rows[i].sees }; dado_view_item_next(&r, &item);)
            here++;
        items += here;
    }
    w->mask = 63;
    while (w->mask < 2 * items) w->mask = w->mask * 2 + 1;
    w->kinds = calloc(w->mask + 1, sizeof *w->kinds);
    if (!w->kinds) return false;
    for (int i = 0; i < w->count; i++) {
        int player = w->rows[i].player;
        for (dado_view_reader r = { .at = w->rows[i].sees }; dado_view_item_next(&r, &item);) {
            item_kind *kind = kind_of(w, &item, player);
            uint64_t value = hash_value(&item, 0, 0);
            if (kind->rows == 0) {
                kind->value = value;
                kind->own = dado_view_item_is_of(&item, player);
                kind->count = true;
            }
            kind->varies = kind->varies || value != kind->value;
            kind->cards = kind->cards || dado_view_item_has_cards(&item);
            kind->count = kind->count && dado_view_item_is_count(&item);
            kind->rows++;
        }
    }
    return true;
}

static uint32_t identity_of(const writer *w, const dado_strategy_row *row)
{
    return w->merged ? w->merged->set[row->player][row->set] : row->set;
}

// Returns whether two moves of a row that differ would read alike.
static bool moves_read_alike(const writer *w, const dado_strategy_row *row, unsigned parts)
{
    enum { few = 64 };
    uint64_t hash[few];
    uint32_t first = w->sets->sets[row->player].first[row->set];
    if (row->count > few) return true;
    for (int i = 0; i < row->count; i++) {
        hash[i] = dado_hash_without_parts(row->moves[i], strlen(row->moves[i]), parts, 0);
        for (int k = 0; k < i; k++) {
            if (hash[k] != hash[i]) continue;
            const uint32_t *to = w->merged ? w->merged->sequence[row->player] : NULL;
            if (!to || to[first + (uint32_t)i] != to[first + (uint32_t)k]) return true;
        }
    }
    return false;
}

static uint64_t hash_choices(const writer *w, int at, unsigned parts)
{
    int move;
    const dado_strategy_row *before = choice_before(w, &w->rows[at], &move);
    if (!before) return 0;
    const char *words = before->moves[move];
    return dado_hash_without_parts(words, strlen(words), parts, w->history[before - w->rows]);
}

static uint64_t mix_item(uint64_t hash, const item_kind *kind, uint64_t value)
{
    return (hash ^ kind->key ^ value) * 0x9E3779B97F4A7C15u ^ hash >> 29;
}

static uint64_t hash_row(const writer *w, int at, unsigned parts)
{
    const dado_strategy_row *row = &w->rows[at];
    dado_view_item item;
    uint64_t hash = 1;
    if (w->items) {
        int own = at - w->from[row->player];
        for (size_t i = w->first_item[own]; i < w->first_item[own + 1]; i++) {
            const item_kind *kind = w->items[i].kind;
            if (!kind->dropped) hash = mix_item(hash, kind, w->items[i].hash);
        }
    } else {
        for (dado_view_reader r = { .at = row->sees }; dado_view_item_next(&r, &item);) {
            const item_kind *kind = kind_of(w, &item, row->player);
            if (!kind->dropped) hash = mix_item(hash, kind, hash_value(&item, parts, 0));
        }
        w->history[at] = hash_choices(w, at, parts);
    }
    return (hash ^ w->history[at] * 0x9E3779B97F4A7C15u) | 1;
}

// Reads the items of all rows of a player once, so that rows are quick to compare.
// `history` stays as the last call of hash_row for each row left it.
static bool list_items(writer *w, int player)
{
    int rows = w->from[player + 1] - w->from[player];
    dado_view_item item;
    size_t count = 0;
    for (int pass = 0; pass < 2; pass++) {
        count = 0;
        for (int i = 0; i < rows; i++) {
            const char *sees = w->rows[w->from[player] + i].sees;
            if (pass) w->first_item[i] = count;
            for (dado_view_reader r = { .at = sees }; dado_view_item_next(&r, &item); count++) {
                if (!pass) continue;
                w->items[count].kind = kind_of(w, &item, player);
                w->items[count].hash = hash_value(&item, w->parts[player], 0);
            }
        }
        if (pass) break;
        w->items = calloc(count + 1, sizeof *w->items);
        w->first_item = calloc((size_t)rows + 1, sizeof *w->first_item);
        if (!w->items || !w->first_item) return false;
    }
    w->first_item[rows] = count;
    return true;
}

// Counts the rows of a player that read like a row of another identity.
static int count_alike(writer *w, int player, unsigned parts)
{
    int alike = 0;
    memset(w->slots, 0, (w->slot_mask + 1) * sizeof *w->slots);
    for (int i = w->from[player]; i < w->from[player + 1]; i++) {
        uint64_t hash = hash_row(w, i, parts);
        size_t at = hash >> 16 & w->slot_mask;
        while (w->slots[at] && w->slots[at] != hash) at = (at + 1) & w->slot_mask;
        uint32_t identity = identity_of(w, &w->rows[i]);
        if (!w->slots[at]) w->identity[at] = identity;
        w->slots[at] = hash;
        alike += w->identity[at] != identity;
    }
    return alike;
}

// Leaves out attributes of cards that make no difference to the game.
static void drop_parts(writer *w, int player, int alike)
{
    enum { most_parts = 8 };
    int most = 0;
    for (int i = w->from[player]; i < w->from[player + 1]; i++) {
        int parts = dado_count_parts(w->rows[i].sees);
        if (parts > most) most = parts;
    }
    for (int part = most < most_parts ? most : most_parts; part-- > 0;) {
        unsigned parts = w->parts[player] | 1u << part;
        bool fine = count_alike(w, player, parts) <= alike;
        for (int i = w->from[player]; i < w->from[player + 1] && fine; i++) {
            fine = !moves_read_alike(w, &w->rows[i], parts);
        }
        if (fine) w->parts[player] = parts;
    }
}

static int by_importance(const void *a, const void *b)
{
    const item_kind *x = *(item_kind *const *)a, *y = *(item_kind *const *)b;
    if (x->count != y->count) return x->count ? -1 : 1;
    if (x->own != y->own) return x->own ? 1 : -1;
    return (x->key > y->key) - (x->key < y->key);
}

// Leaves out kinds of items that follow from the rest: counts first, then words about the
// player's own choices, which the line ends with. Cards and what others did stay.
static bool drop_kinds(writer *w, int player)
{
    size_t count = 0, all = w->first_item[w->from[player + 1] - w->from[player]];
    item_kind **order = calloc(all + 1, sizeof *order);
    if (!order) return false;
    for (size_t i = 0; i < all; i++) {
        item_kind *kind = w->items[i].kind;
        if (kind->dropped) continue;
        kind->dropped = true;
        order[count++] = kind;
    }
    for (size_t i = 0; i < count; i++) {
        bool everywhere = order[i]->rows == w->sets->sets[player].count;
        order[i]->dropped = everywhere && !order[i]->varies;
    }
    qsort(order, count, sizeof *order, by_importance);
    int alike = count_alike(w, player, w->parts[player]);
    for (size_t i = 0; i < count; i++) {
        item_kind *kind = order[i];
        if (w->halt && *w->halt) break;
        if (kind->dropped || kind->cards || (!kind->count && !kind->own)) continue;
        kind->dropped = true;
        kind->dropped = count_alike(w, player, w->parts[player]) <= alike;
    }
    free(order);
    return true;
}

// Chooses what is left out of the rows of one player.
static bool choose_for(writer *w, int player)
{
    int alike = count_alike(w, player, 0);
    if (w->merged) drop_parts(w, player, alike);
    count_alike(w, player, w->parts[player]);  // leaves `history` with these parts
    bool fine = list_items(w, player) && drop_kinds(w, player);
    free(w->items);
    free(w->first_item);
    w->items = NULL;
    w->first_item = NULL;
    return fine;
}

static bool choose_what_to_print(writer *w)
{
    w->slot_mask = 63;
    while (w->slot_mask < 2 * (size_t)w->count) w->slot_mask = w->slot_mask * 2 + 1;
    w->history = calloc((size_t)w->count + 1, sizeof *w->history);
    w->slots = calloc(w->slot_mask + 1, sizeof *w->slots);
    w->identity = calloc(w->slot_mask + 1, sizeof *w->identity);
    bool fine = w->history && w->slots && w->identity && list_kinds(w);
    for (int p = 0; p < w->sets->players && fine; p++) {
        // Something may differ in sets that have no row, so nothing is left out then.
        int rows = w->from[p + 1] - w->from[p];
        if (rows == 0 || (uint32_t)rows < w->sets->sets[p].count) continue;
        fine = choose_for(w, p);
    }
    free(w->history);
    free(w->slots);
    free(w->identity);
    return fine;
}

// ---- the words of a row

// Prints the items of a view that are not left out, grouped by owner. `own` selects the
// player's own items or those of the others.
static void print_items(writer *w, const dado_strategy_row *row, unsigned parts, bool own)
{
    const char *last = NULL;
    dado_view_item item;
    for (dado_view_reader r = { .at = row->sees }; dado_view_item_next(&r, &item);) {
        if (dado_view_item_is_of(&item, row->player) != own) continue;
        if (item.length == 0 || kind_of(w, &item, row->player)->dropped) continue;
        bool same = last && strncmp(last, item.owner, item.owner_length + 1) == 0;
        if (w->words.length) dado_text_add(&w->words, same ? ", " : "; ");
        if (!same && !own) {
            dado_text_add_bytes(&w->words, item.owner, item.owner_length);
            dado_text_char(&w->words, ' ');
        }
        dado_print_without_parts(&w->words, item.piece, item.length, parts);
        last = item.owner;
    }
}

// Prints what the player holds: the first of the own items that are not left out, cards
// before others.
static const char *print_hand(writer *w, const dado_strategy_row *row, unsigned parts)
{
    dado_view_item item, held = { 0 };
    for (dado_view_reader r = { .at = row->sees }; dado_view_item_next(&r, &item);) {
        if (!dado_view_item_is_of(&item, row->player) || item.length == 0) continue;
        if (kind_of(w, &item, row->player)->dropped) continue;
        bool better =
            !held.piece || (dado_view_item_has_cards(&item) && !dado_view_item_has_cards(&held));
        if (better) held = item;
    }
    dado_text_clear(&w->words);
    if (held.piece) dado_print_without_parts(&w->words, held.piece, held.length, parts);
    return keep_words(w);
}

// Prints the player's own choices on the way to a set, the earliest first, and returns
// how many there were.
static int print_choices(writer *w, const dado_strategy_row *row, unsigned parts)
{
    int move;
    const dado_strategy_row *before = choice_before(w, row, &move);
    if (!before) return 0;
    int earlier = print_choices(w, before, parts);
    dado_text_add(&w->words, earlier ? ", " : w->words.length ? "; after " : "after ");
    dado_print_without_parts(&w->words, before->moves[move], strlen(before->moves[move]), parts);
    return earlier + 1;
}

static const char *describe(writer *w, const dado_strategy_row *row, unsigned parts)
{
    dado_text_clear(&w->words);
    print_items(w, row, parts, true);
    print_items(w, row, parts, false);
    print_choices(w, row, parts);
    return keep_words(w);
}

// Prints what the player saw at earlier choices, the latest first. This distinguishes
// sets that read the same otherwise.
static void print_views_before(writer *w, const dado_strategy_row *row, const char *const *texts)
{
    int move;
    for (const dado_strategy_row *before; (before = choice_before(w, row, &move)); row = before) {
        dado_text_addf(&w->words, "; before %s: %s", before->moves[move], texts[before - w->rows]);
    }
}

// A text to be told apart from the texts of other rows of the same player.
typedef struct wording {
    const char *sees;
    const dado_strategy_row *row;  // the row, or the first row that a line stands for
} wording;

static int compare_words(const wording *x, const wording *y)
{
    if (x->row->player != y->row->player) return x->row->player < y->row->player ? -1 : 1;
    return strcmp(x->sees, y->sees);
}

static int by_words(const void *a, const void *b)
{
    const wording *x = *(wording *const *)a, *y = *(wording *const *)b;
    int words = compare_words(x, y);
    return words ? words : (x->row->set > y->row->set) - (x->row->set < y->row->set);
}

// Extends texts that read the same: with what was seen earlier or, if `numbered`, with a
// number. The number is for sets that differ only in what happened between the player's
// own choices. Returns whether any text was extended.
static bool part_equal_texts(writer *w, wording *list, int count, const char *const *texts,
                             bool numbered)
{
    wording **order = calloc((size_t)count + 1, sizeof *order);
    bool any = false;
    if (!order) return false;
    for (int i = 0; i < count; i++) order[i] = &list[i];
    qsort(order, (size_t)count, sizeof *order, by_words);
    for (int i = 0, end = 0; i < count; i = end) {
        const char *words = order[i]->sees;
        for (end = i + 1; end < count && compare_words(order[end], order[i]) == 0;) end++;
        for (int k = i; end - i > 1 && k < end; k++) {
            dado_text_clear(&w->words);
            dado_text_add(&w->words, words);
            if (numbered) dado_text_addf(&w->words, "; way %d of %d there", k - i + 1, end - i);
            else print_views_before(w, order[k]->row, texts);
            const char *longer = keep_words(w);
            if (longer) order[k]->sees = longer;
            any = true;
        }
    }
    free(order);
    return any;
}

static void part_texts(writer *w, wording *list, int count, const char *const *texts)
{
    if (part_equal_texts(w, list, count, texts, false)) {
        part_equal_texts(w, list, count, texts, true);
    }
}

// ---- lines: sets that are merged share one

// Merges moves of a line that read alike, and adds up their odds.
static bool merge_moves(writer *w, dado_strategy_row *line, unsigned parts)
{
    const char **moves = dado_new(w->region, const char *, line->count);
    double *odds = dado_new(w->region, double, line->count);
    int count = 0;
    if (!moves || !odds) return false;
    for (int i = 0; i < line->count; i++) {
        dado_text_clear(&w->words);
        dado_print_without_parts(&w->words, line->moves[i], strlen(line->moves[i]), parts);
        int at = 0;
        while (at < count && (!parts || strcmp(moves[at], dado_text_string(&w->words)) != 0)) at++;
        if (at == count) {
            moves[count] = keep_words(w);
            odds[count] = 0;
            if (!moves[count++]) return false;
        }
        odds[at] += line->odds[i];
    }
    line->moves = moves;
    line->odds = odds;
    line->count = count;
    return true;
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

static bool finish_line(writer *w, dado_strategy_row *line)
{
    unsigned parts = w->parts[line->player];
    if (!merge_moves(w, line, parts)) return false;
    dado_text_clear(&w->words);
    print_moves(line, &w->words);
    line->does = keep_words(w);
    if (w->merged) {
        uint32_t sequence = w->sets->sets[line->player].parent[line->set];
        line->reach /= w->merged->share[line->player][sequence];
    }
    return line->does != NULL;
}

// Makes a line of the first row of each identity, and counts the rows that it stands for.
static bool make_lines(writer *w, dado_strategy_row *lines, int *line_count)
{
    int count = 0;
    for (int p = 0; p < w->sets->players; p++) {
        int *line_of = calloc((size_t)w->sets->sets[p].count + 1, sizeof *line_of);
        if (!line_of) return false;
        for (int i = w->from[p]; i < w->from[p + 1]; i++) {
            int *at = &line_of[identity_of(w, &w->rows[i])];
            if (*at == 0) {
                lines[count] = w->rows[i];
                lines[count].like = 0;
                lines[count].line = i;
                *at = ++count;
            }
            lines[*at - 1].like++;
            w->rows[i].line = *at - 1;
        }
        free(line_of);
    }
    *line_count = count;
    return true;
}

typedef struct line_rank {
    dado_strategy_row *line;
    int hand;  // place of its hand, the same for all players
    int at;
} line_rank;

static int by_hand(const void *a, const void *b)
{
    const line_rank *x = a, *y = b;
    if (x->line->player != y->line->player) return x->line->player < y->line->player ? -1 : 1;
    if (x->hand != y->hand) return x->hand < y->hand ? -1 : 1;
    return x->at - y->at;
}

// Gives each line the place of its hand: the order in which hands are met first.
static bool rank_hands(line_rank *ranks, int count)
{
    size_t mask = 63;
    while (mask < 2 * (size_t)count) mask = mask * 2 + 1;
    int *slot = calloc(mask + 1, sizeof *slot);
    if (!slot) return false;
    for (int i = 0; i < count; i++) {
        const dado_strategy_row *line = ranks[i].line;
        uint64_t hash = dado_hash_without_parts(line->hand, strlen(line->hand), 0, 0);
        size_t at = (hash ^ hash >> 29) & mask;
        for (; slot[at]; at = (at + 1) & mask) {
            const line_rank *other = &ranks[slot[at] - 1];
            if (strcmp(other->line->hand, line->hand) == 0) break;
        }
        if (!slot[at]) slot[at] = i + 1;
        ranks[i].hand = slot[at] - 1;
        ranks[i].at = i;
    }
    free(slot);
    return true;
}

// Sorts lines by hand, and renumbers the lines of the rows.
static bool sort_lines(writer *w, dado_strategy_row *lines, int count)
{
    line_rank *ranks = calloc((size_t)count + 1, sizeof *ranks);
    dado_strategy_row *sorted = calloc((size_t)count + 1, sizeof *sorted);
    int *place = calloc((size_t)count + 1, sizeof *place);
    bool fine = ranks && sorted && place;
    for (int i = 0; i < count && fine; i++) ranks[i].line = &lines[i];
    fine = fine && rank_hands(ranks, count);
    if (fine) {
        qsort(ranks, (size_t)count, sizeof *ranks, by_hand);
        for (int i = 0; i < count; i++) {
            sorted[i] = *ranks[i].line;
            place[ranks[i].at] = i;
        }
        memcpy(lines, sorted, (size_t)count * sizeof *lines);
        for (int i = 0; i < w->count; i++) w->rows[i].line = place[w->rows[i].line];
    }
    free(ranks);
    free(sorted);
    free(place);
    return fine;
}

// Writes the words of all rows, and of the lines with cards as short as they may be.
static bool write_texts(writer *w, dado_strategy_row *lines, int count)
{
    const char **whole = dado_new(w->region, const char *, w->count + 1);
    const char **brief = dado_new(w->region, const char *, w->count + 1);
    wording *list = calloc((size_t)w->count + 1, sizeof *list);
    bool fine = whole && brief && list;
    for (int i = 0; i < w->count && fine; i++) {
        unsigned parts = w->parts[w->rows[i].player];
        whole[i] = describe(w, &w->rows[i], 0);
        brief[i] = parts ? describe(w, &w->rows[i], parts) : whole[i];
        w->rows[i].hand = print_hand(w, &w->rows[i], parts);
        fine = whole[i] && brief[i] && w->rows[i].hand;
    }
    if (fine) {
        for (int i = 0; i < count; i++) {
            lines[i].hand = w->rows[lines[i].line].hand;
            list[i] = (wording){ brief[lines[i].line], &w->rows[lines[i].line] };
        }
        part_texts(w, list, count, brief);
        for (int i = 0; i < count; i++) lines[i].sees = list[i].sees;
        for (int i = 0; i < w->count; i++) list[i] = (wording){ whole[i], &w->rows[i] };
        part_texts(w, list, w->count, whole);
        for (int i = 0; i < w->count; i++) w->rows[i].sees = list[i].sees;
    }
    free(list);
    return fine;
}

static bool make_table(writer *w, dado_strategy_table *sheet)
{
    int count = 0;
    sort_rows(w);
    dado_strategy_row *lines = dado_new(w->region, dado_strategy_row, w->count + 1);
    bool fine = lines && choose_what_to_print(w) && make_lines(w, lines, &count) &&
                write_texts(w, lines, count);
    for (int i = 0; i < count && fine; i++) fine = finish_line(w, &lines[i]);
    fine = fine && sort_lines(w, lines, count);
    *sheet = (dado_strategy_table){
        .lines = lines, .count = count, .sets = w->rows, .set_count = w->count
    };
    return fine;
}

bool dado_strategy_table_make(dado_strategy_table *sheet, const dado_infosets *sets,
                              const dado_merged_infosets *merged, const dado_strategy *strategy,
                              int most, const volatile int *halt, dado_region *region,
                              dado_error *err)
{
    writer w = { .sets = sets,
                 .merged = merged && merged->any ? merged : NULL,
                 .strategy = strategy,
                 .region = region,
                 .most = most,
                 .halt = halt };
    w.rows = dado_new(region, dado_strategy_row, most + 1);
    bool fine = w.rows != NULL;
    for (int p = 0; p < sets->players; p++) {
        w.row_of[p] = calloc(sets->sets[p].count + (size_t)1, sizeof *w.row_of[p]);
        fine = fine && w.row_of[p];
    }
    fine = (fine || full(err)) && (dado_infosets_visit(sets, add_infoset, &w, err) || w.enough) &&
           (make_table(&w, sheet) || full(err));
    for (int p = 0; p < sets->players; p++) free(w.row_of[p]);
    free(w.kinds);
    dado_text_free(&w.words);
    sheet->left_out = dado_infosets_count(sets) - (uint32_t)w.count;
    return fine;
}
