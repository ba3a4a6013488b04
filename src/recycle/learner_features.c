// learner_features.c - turns a view of a described game into numbers, block by block.
//
// A card is read only where its place, or an act that shows it, makes it visible, and
// nothing else of a state is hidden. So no number depends on hidden information, whether
// a view or the state itself is read. Owners are counted from the seat that looks, so
// that what one seat learns is useful for the others: its own places come first, then
// those of its left neighbour. Left out are the order of cards below the top one, and the
// numbers that the flow of the rules keeps.
#include <math.h>
#include <string.h>

#include "recycle/learner_features.h"

enum part {
    part_turn,
    part_choice,
    part_cards,
    part_sizes,
    part_tops,
    part_memories,
    part_numbers,
    part_words,
    part_flags,
    part_whos,
    part_dice,
};
enum { most_in_a_block = 1 << 22 };

static const uint16_t *halfwords(const unsigned char *s, uint32_t at)
{
    return (const uint16_t *)(const void *)(s + at);
}

// ---- finding out which features there are

// Marks names that nodes below `n` may store.
static void note_names(const rcy_program *p, const rcy_node *n, bool put, int32_t *word)
{
    if (!n) return;
    bool strings = n->op == OP_STRINGS;
    if (put && n->op == OP_CONST && n->value > 0 && n->value < p->strings) word[n->value] = 0;
    for (int i = 0; strings && i < n->a; i++) {
        int32_t name = ((const int32_t *)(const void *)n->list)[i];
        if (name > 0 && name < p->strings) word[name] = 0;
    }
    note_names(p, n->x, put, word);
    note_names(p, n->y, put, word);
    note_names(p, n->z, put || n->op == OP_SET_STR, word);
    for (int i = 0; !strings && n->list && i < n->count; i++) {
        note_names(p, n->list[i], put, word);
    }
}

static bool number_words(const rcy_program *p, rcy_feature_layout *l, dado_region *region)
{
    int32_t *word = dado_new(region, int32_t, p->strings + 1);
    int32_t *names = dado_new(region, int32_t, p->strings + 1);
    if (!word || !names) return false;
    for (int i = 0; i <= p->strings; i++) word[i] = -1;
    for (int i = 0; i < p->keys * p->looks; i++) word[p->attribute[i]] = 0;
    for (int i = 0; p->boards && i < p->boards->spaces; i++) word[p->boards->name[i]] = 0;
    for (int i = 0; i < p->code_count; i++) note_names(p, p->code[i].x, false, word);
    for (int i = 0; i < p->choice_count; i++) {
        const rcy_choice *c = &p->choices[i];
        for (int k = 0; k < c->count; k++) note_names(p, c->acts[k], false, word);
        for (int k = 0; k < c->lets; k++) note_names(p, c->let[k], false, word);
    }
    word[0] = -1;
    for (int i = 1; i < p->strings; i++) {
        if (word[i] == 0) names[word[i] = l->words++] = i;
    }
    l->words++;
    l->word = word;
    l->name_of_word = names;
    return true;
}

static bool number_kinds(const rcy_program *p, rcy_feature_layout *l, dado_region *region)
{
    uint16_t *kind = dado_new(region, uint16_t, p->looks + 1);
    int32_t *look = dado_new(region, int32_t, p->looks + 1);
    if (!kind || !look) return false;
    for (int i = 0; i < p->looks; i++) {
        int first = p->look_kind ? p->look_kind[i] : p->identical_to[i];
        if (first == i) look[l->kinds++] = i;
        kind[i] = first == i ? (uint16_t)(l->kinds - 1) : kind[first];
    }
    l->kind = kind;
    l->look_of_kind = look;
    return true;
}

// Marks places of which the rules take a card by its position.
static void note_order(const rcy_program *p, const rcy_node *n, bool asks, uint8_t *ordered)
{
    if (!n) return;
    switch ((rcy_op)n->op) {
    case OP_TOP:
    case OP_TOP_PLACE:
    case OP_TOP_HAS:
    case OP_BOTTOM:
    case OP_INDEX:
    case OP_ENDS: asks = true; break;
    case OP_TOP_BOUND:
    case OP_KEPT_PLACE: ordered[0] = 1; break;  // the place is not known
    case OP_PLACE:
        if (n->mode == mode_named) ordered[0] = 1;
        for (int i = 1; asks && n->mode != mode_named && i < p->places; i++) {
            const rcy_place_info *named = &p->place[n->a];
            ordered[i] |= p->place[i].name == named->name && p->place[i].kind == named->kind;
        }
        break;
    case OP_BOUND: ordered[0] |= asks; break;
    default: break;
    }
    note_order(p, n->x, asks, ordered);
    note_order(p, n->y, asks, ordered);
    note_order(p, n->z, asks, ordered);
    for (int i = 0; n->op != OP_STRINGS && n->list && i < n->count; i++) {
        note_order(p, n->list[i], asks, ordered);
    }
}

static void note_all_orders(const rcy_program *p, uint8_t *ordered)
{
    for (int i = 0; i < p->code_count; i++) note_order(p, p->code[i].x, false, ordered);
    for (int i = 0; i < p->choice_count; i++) {
        const rcy_choice *c = &p->choices[i];
        for (int k = 0; k < c->count; k++) note_order(p, c->acts[k], false, ordered);
        for (int k = 0; k < c->lets; k++) note_order(p, c->let[k], false, ordered);
    }
    note_order(p, p->scoring, false, ordered);
    note_order(p, p->win, false, ordered);
    for (int i = 1; ordered[0] && i < p->places; i++) ordered[i] = 1;
}

static bool number_rows(const rcy_program *p, rcy_feature_layout *l, dado_region *region)
{
    int32_t *row = dado_new(region, int32_t, p->places + 1);
    int32_t *top = dado_new(region, int32_t, p->places + 1);
    int32_t *flag = dado_new(region, int32_t, p->bytes + 1);
    int32_t *who = dado_new(region, int32_t, p->bytes + 1);
    uint8_t *ordered = dado_new(region, uint8_t, p->places + 1);
    uint8_t *seen = dado_new(region, uint8_t, (size_t)p->places * (size_t)p->players);
    if (!row || !top || !flag || !who || !ordered || !seen) return false;
    note_all_orders(p, ordered);
    for (int i = 0; i < p->places * p->players; i++) {
        seen[i] = i % p->places && rcy_sees(p, i % p->places, i / p->places);
    }
    // Rows are counted from the player who looks, as if that were seat 0.
    for (int i = 1; i < p->places; i++) {
        row[i] = p->shows || seen[i] ? l->rows++ : -1;
        top[i] = row[i] >= 0 && ordered[i] && !p->unordered[i] ? l->tops++ : -1;
    }
    l->row_of = row;
    l->seen = seen;
    for (int i = 0; i < p->bytes; i++) {
        bool holds_player = p->byte_info[i].kind == slot_who;
        flag[i] = holds_player ? -1 : l->flags++;
        who[i] = holds_player ? l->whos++ : -1;
    }
    l->top_of = top;
    l->flag_of = flag;
    l->who_of = who;
    return true;
}

static void add_block(rcy_feature_layout *l, int part, const char *name, const char *about,
                      dado_feature block)
{
    block.name = name;
    block.about = about;
    int64_t size = 1;
    for (int a = 0; a < block.axes; a++) size *= block.shape[a];
    if (size == 0 || size > most_in_a_block) return;
    l->part[l->blocks] = (uint8_t)part;
    l->block_size[l->blocks] = (int)size;
    l->block[l->blocks++] = block;
    l->size += (int)size;
}

static int most_pips(const rcy_program *p)
{
    int64_t most = 0;
    for (int d = 0; d < p->dice_count; d++) {
        int64_t sum = 0;
        for (int i = 0; i < p->dice[d].count; i++) sum += p->dice[d].faces[i];
        if (sum > most) most = sum;
    }
    return most < INT32_MAX ? (int)most : INT32_MAX;
}

// Adds blocks of features of cards and places.
static void add_card_blocks(const rcy_program *p, rcy_feature_layout *l)
{
    dado_feature_kind flag = DADO_FEATURE_FLAG, whole = DADO_FEATURE_WHOLE;
    float cards = (float)p->cards;
    add_block(
        l, part_cards, "cards", "seen cards of each kind in each place",
        (dado_feature){ .kind = whole, .axes = 2, .shape = { l->rows, l->kinds }, .most = cards });
    add_block(
        l, part_sizes, "sizes", "cards in each place, seen or not",
        (dado_feature){ .kind = whole, .axes = 1, .shape = { p->places - 1 }, .most = cards });
    add_block(l, part_tops, "tops", "the top card of places whose order matters",
              (dado_feature){ .kind = flag, .axes = 2, .shape = { l->tops, l->kinds }, .most = 1 });
    float recalled = (float)p->recall_room;
    add_block(l, part_memories, "memories", "cards of each kind in each memory",
              (dado_feature){
                  .kind = whole, .axes = 2, .shape = { p->mems, l->kinds }, .most = recalled });
}

// Adds blocks of features of storages and dice.
static void add_storage_blocks(const rcy_program *p, rcy_feature_layout *l)
{
    dado_feature_kind flag = DADO_FEATURE_FLAG, whole = DADO_FEATURE_WHOLE;
    add_block(
        l, part_numbers, "numbers", "storages of numbers",
        (dado_feature){
            .kind = whole, .axes = 1, .shape = { p->stos }, .least = -INFINITY, .most = INFINITY });
    add_block(l, part_words, "words", "which name each storage of names holds",
              (dado_feature){ .kind = flag, .axes = 2, .shape = { p->strs, l->words }, .most = 1 });
    add_block(l, part_flags, "flags", "storages of yes and no",
              (dado_feature){ .kind = flag, .axes = 1, .shape = { l->flags }, .most = 1 });
    add_block(
        l, part_whos, "players", "which player each storage of players holds",
        (dado_feature){ .kind = flag, .axes = 2, .shape = { l->whos, p->players }, .most = 1 });
    float pips = (float)most_pips(p);
    add_block(l, part_dice, "dice", "what the dice show, 0 before a throw",
              (dado_feature){ .kind = whole, .axes = 1, .shape = { p->dice_count }, .most = pips });
}

bool rcy_feature_layout_make(rcy_program *p, dado_region *region)
{
    rcy_feature_layout *l = dado_new(region, rcy_feature_layout, 1);
    if (!l || !number_kinds(p, l, region) || !number_words(p, l, region) ||
        !number_rows(p, l, region) || !rcy_number_moves(p, l, region)) {
        return false;
    }
    p->feature_layout = l;
    dado_feature_kind flag = DADO_FEATURE_FLAG;
    add_block(l, part_turn, "turn", "who is to choose, counted from who looks",
              (dado_feature){ .kind = flag, .axes = 1, .shape = { p->players }, .most = 1 });
    add_block(l, part_choice, "choice", "which choice of the rules it is",
              (dado_feature){ .kind = flag, .axes = 1, .shape = { p->choice_count }, .most = 1 });
    add_card_blocks(p, l);
    add_storage_blocks(p, l);
    return true;
}

// ---- reading a view

typedef struct reader {
    const rcy_program *p;
    const rcy_feature_layout *l;
    const unsigned char *s;
    const uint8_t *seen;  // by place: whether it is visible
    int seat, team, teams;
} reader;

// Returns the row of an owner's slot, counted from the seat; slots of one name lie side
// by side.
static inline int row_of(const reader *r, int slot, int owner)
{
    if (owner >= 0) return slot - owner + dado_relative_seat(owner, r->seat, r->p->players);
    int team = -2 - owner;
    if (owner == -1 || team >= r->teams) return slot;
    return slot - team + dado_relative_seat(team, r->team, r->teams);
}

static inline int kind_of(const reader *r, int card)
{
    return r->l->kind[r->p->look_from ? rcy_shown_look(r->p, r->s, card) : card];
}

// Writes the features of cards, sizes and top cards in one pass over the places. `cards`
// and `tops` may be NULL.
static void write_places(const reader *r, float *cards, float *sizes, float *tops)
{
    const rcy_program *p = r->p;
    const rcy_feature_layout *l = r->l;
    const uint16_t *order = halfwords(r->s, p->at_order), *from = halfwords(r->s, p->at_from);
    for (int place = 1; place < p->places; place++) {
        int at = from[place], end = from[place + 1];
        if (at == end) continue;
        int slot = row_of(r, place, p->place[place].owner);
        sizes[slot - 1] = (float)(end - at);
        bool seen = r->seen[place];
        if (!cards || (!seen && !p->shows)) continue;
        float *row = cards + l->row_of[slot] * l->kinds;
        bool top = seen || rcy_is_shown(p, r->s, order[end - 1], r->seat);
        if (tops && top && l->top_of[slot] >= 0) {
            tops[l->top_of[slot] * l->kinds + kind_of(r, order[end - 1])] = 1;
        }
        if (seen && !p->look_from && !p->any_identical) {  // no look occurs twice
            for (; at < end; at++) row[l->kind[order[at]]] = 1;
            continue;
        }
        for (; at < end; at++) {
            if (!seen && !rcy_is_shown(p, r->s, order[at], r->seat)) continue;
            row[kind_of(r, order[at])] += 1;
        }
    }
}

static void write_memories(const reader *r, float *values)
{
    const rcy_program *p = r->p;
    const uint16_t *recall = halfwords(r->s, p->at_recall);
    const uint16_t *from = halfwords(r->s, p->at_recall_from);
    for (int mem = 0; mem < p->mems; mem++) {
        float *row = values + row_of(r, mem, p->mem[mem].owner) * r->l->kinds;
        for (int at = from[mem]; at < from[mem + 1]; at++) row[kind_of(r, recall[at])] += 1;
    }
}

static void write_numbers(const reader *r, float *values)
{
    const rcy_program *p = r->p;
    const int32_t *sto = (const int32_t *)(const void *)(r->s + p->at_sto);
    for (int i = 0; i < p->stos; i++) {
        values[row_of(r, i, p->sto_info[i].owner)] = (float)sto[i];
    }
}

static void write_words(const reader *r, float *values)
{
    const rcy_program *p = r->p;
    const uint16_t *str = halfwords(r->s, p->at_str);
    for (int i = 0; i < p->strs; i++) {
        if (str[i] == 0) continue;
        int row = row_of(r, i, p->str_info[i].owner);
        values[row * r->l->words + rcy_feature_name_of(r->l, str[i])] = 1;
    }
}

static void write_flags(const reader *r, float *values)
{
    const rcy_program *p = r->p;
    const uint8_t *byte = r->s + p->at_byte;
    for (int i = 0; i < p->bytes; i++) {
        if (r->l->flag_of[i] < 0 || !byte[i]) continue;
        values[r->l->flag_of[row_of(r, i, p->byte_info[i].owner)]] = 1;
    }
}

static void write_whos(const reader *r, float *values)
{
    const rcy_program *p = r->p;
    const uint8_t *byte = r->s + p->at_byte;
    for (int i = 0; i < p->bytes; i++) {
        if (r->l->who_of[i] < 0 || byte[i] >= p->players) continue;
        int row = r->l->who_of[row_of(r, i, p->byte_info[i].owner)];
        values[row * p->players + dado_relative_seat(byte[i], r->seat, p->players)] = 1;
    }
}

static void write_dice(const reader *r, float *values)
{
    const int32_t *die = (const int32_t *)(const void *)(r->s + r->p->at_die);
    for (int d = 0; d < r->p->dice_count; d++) values[d] = (float)die[d];
}

static void write_turn(const reader *r, int actor, float *values)
{
    if (actor >= 0) values[dado_relative_seat(actor, r->seat, r->p->players)] = 1;
}

static void write_choice(const reader *r, int actor, float *values)
{
    if (actor >= 0) values[r->p->code[((const rcy_pause *)(const void *)r->s)->pc].choice] = 1;
}

void rcy_features(const dado_game *game, const void *view, int seat, float *values)
{
    const rcy_program *p = game->data;
    const rcy_feature_layout *l = p->feature_layout;
    reader r = { .p = p, .l = l, .s = view, .seat = seat, .seen = l->seen + seat * p->places };
    if (p->teams_count > 0) {
        const rcy_teams *teams = &p->teams[((const rcy_pause *)view)->teams];
        r.teams = teams->count;
        r.team = teams->of ? teams->of[seat] : 0;
    }
    int actor = game->rules->actor(game, view);
    float *cards = NULL, *sizes = NULL, *tops = NULL;
    memset(values, 0, sizeof *values * (size_t)l->size);
    for (int i = 0; i < l->blocks; i++) {
        switch ((enum part)l->part[i]) {
        case part_turn: write_turn(&r, actor, values); break;
        case part_choice: write_choice(&r, actor, values); break;
        case part_cards: cards = values; break;
        case part_sizes: sizes = values; break;
        case part_tops: tops = values; break;
        case part_memories: write_memories(&r, values); break;
        case part_numbers: write_numbers(&r, values); break;
        case part_words: write_words(&r, values); break;
        case part_flags: write_flags(&r, values); break;
        case part_whos: write_whos(&r, values); break;
        case part_dice: write_dice(&r, values); break;
        }
        values += l->block_size[i];
    }
    if (sizes) write_places(&r, cards, sizes, tops);
}

bool rcy_feature(const dado_game *game, int which, dado_feature *out)
{
    const rcy_feature_layout *l = ((const rcy_program *)game->data)->feature_layout;
    return dado_feature_at(l->block, l->blocks, which, out);
}

// ---- naming

static void name_slot(const rcy_program *p, const rcy_place_info *info, dado_text *out)
{
    // Players are counted from the one who looks: 0 is that seat itself.
    if (info->owner >= 0) dado_text_addf(out, "+%d ", info->owner);
    else if (info->owner < -1) dado_text_addf(out, "team +%d ", -2 - info->owner);
    dado_text_add(out, rcy_text(p->source, info->name));
}

// Returns the slot that belongs to a row.
static int slot_of_row(const int32_t *row_of, int count, int row)
{
    for (int i = 0; i < count; i++) {
        if (row_of[i] == row) return i;
    }
    return 0;
}

void rcy_feature_entry(const dado_game *game, int which, int entry, dado_text *out)
{
    const rcy_program *p = game->data;
    const rcy_feature_layout *l = p->feature_layout;
    switch ((enum part)l->part[which]) {
    case part_turn: dado_text_addf(out, "+%d", entry); break;
    case part_choice: dado_text_addf(out, "choice %d", entry + 1); break;
    case part_sizes: name_slot(p, &p->place[entry + 1], out); break;
    case part_cards:
    case part_tops: {
        const int32_t *rows = l->part[which] == part_cards ? l->row_of : l->top_of;
        int place = 1 + slot_of_row(rows + 1, p->places - 1, entry);
        name_slot(p, &p->place[place], out);
        break;
    }
    case part_memories: name_slot(p, &p->mem[entry], out); break;
    case part_numbers: name_slot(p, &p->sto_info[entry], out); break;
    case part_words: name_slot(p, &p->str_info[entry], out); break;
    case part_flags:
    case part_whos: {
        const int32_t *rows = l->part[which] == part_flags ? l->flag_of : l->who_of;
        name_slot(p, &p->byte_info[slot_of_row(rows, p->bytes, entry)], out);
        break;
    }
    case part_dice: dado_text_add(out, rcy_text(p->source, p->dice[entry].name)); break;
    }
}
