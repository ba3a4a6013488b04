// scene.c - the table as things: an area for every owner, and in it places, cards, dice and counts.
//
// A card is seen where its place lets it be seen, as in a view. One that is not
// has neither number nor face here, so that nobody can follow it through a
// shuffle. What a move takes hold of is found as its words are: by walking its
// path and noting what is picked, where that lies and where it goes.
#include "core/face.h"
#include "recycle/board.h"
#include "recycle/scene.h"

enum { id_card = 1, id_place = 1 << 20, id_number = 2 << 20, id_word = 3 << 20, id_die = 4 << 20,
       id_area = 5 << 20, id_byte = 6 << 20, id_space = 7 << 20, id_pawn = 8 << 20 };
enum { most_empty_places = 64 };  // beyond, only places with something in them are things

// Looks are numbered: cards by their kind, then places, memories, owners, spaces and boards.
static int look_of_place(const rcy_program *p, int place) { return 1 + p->looks + place; }
static int look_of_mem(const rcy_program *p, int mem) { return look_of_place(p, p->places) + mem; }
static int look_of_owner(const rcy_program *p, int owner)
{
    return look_of_mem(p, p->mems) + owner + 1 + p->most_teams;
}

static int look_of_space(const rcy_program *p, int space)
{
    return look_of_owner(p, p->players) + space;
}

static int look_of_board(const rcy_program *p, int board)
{
    return look_of_space(p, p->boards ? p->boards->spaces : 0) + board;
}

void rcy_look_name(const dado_game *game, int look, dado_text *out)
{
    const rcy_program *p = game->data;
    int place = look - look_of_place(p, 0), mem = look - look_of_mem(p, 0);
    int owner = look - look_of_owner(p, -1 - p->most_teams);
    if (look < 1) dado_text_add(out, "hidden");
    else if (place < 0) rcy_print_look(p, look - 1, out);
    else if (mem < 0) dado_text_add(out, rcy_text(p->source, p->place[place].name));
    else if (owner < 0) dado_text_add(out, rcy_text(p->source, p->mem[mem].name));
    else if (look < look_of_space(p, 0)) rcy_print_owner(owner - 1 - p->most_teams, out);
    else if (look < look_of_board(p, 0)) {
        dado_text_add(out, rcy_text(p->source, p->boards->name[look - look_of_space(p, 0)]));
    } else {
        dado_text_add(out, rcy_text(p->source, p->boards->board[look - look_of_board(p, 0)].name));
    }
}

// Cards that nothing tells apart look the same, by the side they show.
static int look_of_card(const rcy_program *p, const unsigned char *s, int card)
{
    return 1 + (p->look_kind ? p->look_kind[rcy_shown_look(p, s, card)] : p->twin[card]);
}

static const uint16_t *halfwords(const unsigned char *s, uint32_t at)
{
    return (const uint16_t *)(const void *)(s + at);
}

// A place is a thing if something lies in it, or might be put there by a person's hand.
static bool is_thing(const rcy_program *p, const uint16_t *from, int place)
{
    return from[place] < from[place + 1] || p->places <= most_empty_places;
}

// A component that has nothing but a number on each side is a die.
static bool is_die(const rcy_program *p, const unsigned char *s, int card, int64_t *shows)
{
    if (!p->look_from || p->side_count[card] < 2) return false;
    int look = rcy_shown_look(p, s, card), words = 0;
    for (int k = 0; k < p->keys; k++) {
        int value = p->attribute[k * p->looks + look];
        if (value == 0) continue;
        if (words++ || !dado_read_int(rcy_text(p->source, value), shows)) return false;
    }
    return words == 1 && *shows >= 0 && *shows <= INT32_MAX;
}

static void add_cards(const rcy_program *p, const unsigned char *s, int place, int eyes, int parent,
                      dado_scene *out)
{
    const uint16_t *order = halfwords(s, p->at_order), *from = halfwords(s, p->at_from);
    for (int at = from[place]; at < from[place + 1]; at++) {
        int card = order[at];
        bool seen = rcy_sees(p, place, eyes) || rcy_is_shown(p, s, card, eyes);
        int64_t shows = 0;
        if (seen && is_die(p, s, card, &shows)) {
            dado_scene_add(out, (dado_thing){ .id = (uint32_t)(id_card + card), .parent = parent,
                                              .kind = DADO_THING_DIE, .at = at - from[place],
                                              .value = (int32_t)shows });
            continue;
        }
        dado_scene_add(out, (dado_thing){ .id = seen ? (uint32_t)(id_card + card) : 0,
                               .kind = DADO_THING_CARD,
                               .parent = parent,
                               .at = at - from[place],
                               .look = (uint16_t)(seen ? look_of_card(p, s, card) : 0),
                               .back = !seen });
    }
}

static void add_memory(const rcy_program *p, const unsigned char *s, int mem, int parent,
                       dado_scene *out)
{
    const uint16_t *recall = halfwords(s, p->at_recall), *from = halfwords(s, p->at_recall_from);
    for (int at = from[mem]; at < from[mem + 1]; at++) {
        dado_scene_add(out, (dado_thing){ .kind = DADO_THING_CARD,
                                          .parent = parent,
                                          .at = at - from[mem],
                                          .look = (uint16_t)look_of_card(p, s, recall[at]),
                                          .dim = true });
    }
}

// What an owner counts and names: a line of words each.
static void add_storage(const rcy_program *p, const unsigned char *s, int owner, int parent,
                        int *at, dado_scene *out)
{
    const int32_t *sto = (const int32_t *)(const void *)(s + p->at_sto);
    const uint16_t *str = halfwords(s, p->at_str);
    for (int i = 0; i < p->stos; i++) {
        if (p->sto_info[i].owner != owner || sto[i] == 0) continue;
        if (rcy_space_drawn(p, &p->sto_info[i]) >= 0) continue;
        dado_scene_say(out, (uint32_t)(id_number + i), parent, (*at)++, "%s %d",
                       rcy_text(p->source, p->sto_info[i].name), sto[i]);
    }
    const uint8_t *byte = s + p->at_byte;
    for (int i = 0; i < p->bytes; i++) {
        const rcy_place_info *info = &p->byte_info[i];
        bool who = info->kind == slot_who;
        if (info->owner != owner || byte[i] == (who ? rcy_nobody : 0)) continue;
        if (rcy_space_drawn(p, info) >= 0) continue;
        const char *name = rcy_text(p->source, info->name);
        uint32_t id = (uint32_t)(id_byte + i);
        if (who) dado_scene_say(out, id, parent, (*at)++, "%s p%d", name, byte[i]);
        else dado_scene_say(out, id, parent, (*at)++, "%s", name);
    }
    for (int i = 0; i < p->strs; i++) {
        if (p->str_info[i].owner != owner || str[i] == 0) continue;
        if (rcy_space_drawn(p, &p->str_info[i]) >= 0) continue;
        dado_scene_say(out, (uint32_t)(id_word + i), parent, (*at)++, "%s %s",
                       rcy_text(p->source, p->str_info[i].name), rcy_text(p->source, str[i]));
    }
}

static void add_dice(const rcy_program *p, const unsigned char *s, int parent, int *at,
                     dado_scene *out)
{
    const int32_t *die = (const int32_t *)(const void *)(s + p->at_die);
    for (int d = 0; d < p->dice_count; d++) {
        dado_scene_add(out, (dado_thing){ .id = (uint32_t)(id_die + d), .kind = DADO_THING_DIE,
                               .parent = parent, .at = (*at)++, .value = die[d],
                               .dim = die[d] == 0 });
    }
}

static void add_token(dado_scene *out, uint32_t id, int tile, int at, int look, int value)
{
    dado_scene_add(out, (dado_thing){ .id = id, .kind = DADO_THING_TOKEN, .parent = tile, .at = at,
                                      .value = value, .look = (uint16_t)look });
}

// Pieces are tokens if they are somebody's, so that equal ones of two players can be told apart;
// other cards lie there as cards.
static void add_pieces(const rcy_program *p, const unsigned char *s, int place, int eyes, int tile,
                       int *at, dado_scene *out)
{
    const uint16_t *order = halfwords(s, p->at_order), *from = halfwords(s, p->at_from);
    for (int k = from[place]; k < from[place + 1]; k++) {
        int card = order[k];
        bool seen = rcy_sees(p, place, eyes) || rcy_is_shown(p, s, card, eyes);
        if (seen && rcy_maker(p, card) >= 0) {
            add_token(out, (uint32_t)(id_card + card), tile, (*at)++,
                      look_of_owner(p, rcy_maker(p, card)), 1);
            continue;
        }
        dado_scene_add(out, (dado_thing){ .id = seen ? (uint32_t)(id_card + card) : 0,
                                          .kind = DADO_THING_CARD, .parent = tile, .at = (*at)++,
                                          .look = (uint16_t)(seen ? look_of_card(p, s, card) : 0),
                                          .back = !seen });
    }
}

// What the table has by the name of a space, and who is there.
static void add_standing(const rcy_program *p, const unsigned char *s, int space, int eyes,
                         int tile, dado_scene *out)
{
    const int32_t *sto = (const int32_t *)(const void *)(s + p->at_sto);
    const uint16_t *str = halfwords(s, p->at_str);
    const uint8_t *byte = s + p->at_byte;
    const rcy_boards *b = p->boards;
    int at = 0, board = look_of_board(p, b->sheet[b->sheet_of[space]].board);
    for (int i = 1; i < p->places; i++) {
        if (rcy_space_drawn(p, &p->place[i]) == space) add_pieces(p, s, i, eyes, tile, &at, out);
    }
    for (int i = 0; i < p->bytes; i++) {
        bool who = p->byte_info[i].kind == slot_who;
        if (rcy_space_drawn(p, &p->byte_info[i]) != space) continue;
        if (byte[i] == (who ? rcy_nobody : 0)) continue;
        add_token(out, (uint32_t)(id_byte + i), tile, at++,
                  who ? look_of_owner(p, byte[i]) : board, 1);
    }
    for (int i = 0; i < p->stos; i++) {
        int owner = p->sto_info[i].owner;
        if (sto[i] <= 0 || owner < -1 || rcy_space_of(b, p->sto_info[i].name) != space) continue;
        add_token(out, owner < 0 ? (uint32_t)(id_number + i) : 0, tile, at++,
                  owner < 0 ? board : look_of_owner(p, owner), sto[i]);
    }
    for (int i = 0; i < p->strs; i++) {
        if (str[i] == 0) continue;
        if (rcy_space_drawn(p, &p->str_info[i]) == space) {
            dado_scene_say(out, (uint32_t)(id_word + i), tile, at++, "%s",
                           rcy_text(p->source, str[i]));
        }
        if (p->str_info[i].owner >= 0 && rcy_space_of(b, str[i]) == space) {
            add_token(out, (uint32_t)(id_pawn + i), tile, at++,
                      look_of_owner(p, p->str_info[i].owner), 1);
        }
    }
}

static void add_boards(const rcy_program *p, const unsigned char *s, int eyes, int parent, int *at,
                       dado_scene *out)
{
    const rcy_boards *b = p->boards;
    for (int sheet = 0; b && sheet < b->sheets; sheet++) {
        const rcy_sheet *t = &b->sheet[sheet];
        if (t->columns == 0) continue;
        int here =
            dado_scene_add(out, (dado_thing){ .kind = DADO_THING_PLACE,
                                              .parent = parent,
                                              .at = (*at)++,
                                              .value = t->columns,
                                              .look = (uint16_t)look_of_board(p, t->board) });
        for (int i = 0; i < b->spaces; i++) {
            if (b->sheet_of[i] != sheet) continue;
            bool hex = t->shape == word_hex;
            int tile = dado_scene_add(out, (dado_thing){
                           .id = (uint32_t)(id_space + i), .parent = here,
                           .kind = hex ? DADO_THING_HEX : DADO_THING_TILE, .value = 1,
                           .at = b->down[i] * t->columns + b->across[i],
                           .look = (uint16_t)look_of_space(p, i) });
            add_standing(p, s, i, eyes, tile, out);
        }
    }
}

void rcy_scene(const dado_game *game, const void *state, int eyes, dado_scene *out)
{
    const rcy_program *p = game->data;
    const unsigned char *s = state;
    const uint16_t *from = halfwords(s, p->at_from), *recalled = halfwords(s, p->at_recall_from);
    int actor = game->rules->actor(game, state), areas = 0;
    for (int owner = -1 - p->most_teams; owner < p->players; owner++) {
        int at = 0;
        int area =
            dado_scene_add(out, (dado_thing){ .id = (uint32_t)(id_area + owner + 1 + p->most_teams),
                                              .kind = DADO_THING_PLACE,
                                              .parent = -1,
                                              .at = areas,
                                              .look = (uint16_t)look_of_owner(p, owner),
                                              .lit = owner >= 0 && owner == actor });
        if (owner == -1) add_boards(p, s, eyes, area, &at, out);
        for (int place = 1; place < p->places; place++) {
            if (p->place[place].owner != owner || !is_thing(p, from, place)) continue;
            if (rcy_space_drawn(p, &p->place[place]) >= 0) continue;
            int here = dado_scene_add(out, (dado_thing){ .id = (uint32_t)(id_place + place),
                                              .kind = DADO_THING_PLACE, .parent = area,
                                              .at = at++,
                                              .look = (uint16_t)look_of_place(p, place) });
            add_cards(p, s, place, eyes, here, out);
        }
        for (int mem = 0; mem < p->mems; mem++) {
            if (p->mem[mem].owner != owner || recalled[mem] == recalled[mem + 1]) continue;
            int here = dado_scene_add(out, (dado_thing){ .kind = DADO_THING_PLACE,
                                                         .parent = area,
                                                         .at = at++,
                                                         .look = (uint16_t)look_of_mem(p, mem),
                                                         .dim = true });
            add_memory(p, s, mem, here, out);
        }
        if (owner == -1) add_dice(p, s, area, &at, out);
        add_storage(p, s, owner, area, &at, out);
        if (at == 0 && owner < 0 && area >= 0) out->count = area;  // nothing is there: no area
        else areas++;
    }
}

typedef struct touching {
    rcy_ear ear;
    int eyes;
    uint32_t *ids;
    int count, most;
} touching;

static void take(touching *hand, uint32_t id)
{
    for (int i = 0; i < hand->count && i < hand->most; i++) {
        if (hand->ids[i] == id) return;
    }
    if (hand->count < hand->most) hand->ids[hand->count] = id;
    hand->count++;
}

static void take_place(touching *hand, const rcy_machine *m, int place)
{
    int space = place > 0 ? rcy_space_drawn(m->p, &m->p->place[place]) : -1;
    if (space >= 0) take(hand, (uint32_t)(id_space + space));
    else if (place > 0 && is_thing(m->p, m->from, place)) take(hand, (uint32_t)(id_place + place));
}

// A card that is seen is taken hold of itself; of others, the place they lie in.
static void take_card(touching *hand, const rcy_machine *m, int card)
{
    int32_t place;
    rcy_where(m, card, &place);
    bool seen = rcy_sees(m->p, place, hand->eyes) || rcy_is_shown(m->p, m->state, card, hand->eyes);
    if (place > 0 && seen) take(hand, (uint32_t)(id_card + card));
    else take_place(hand, m, place);
}

static void picks(rcy_ear *ear, const rcy_machine *m, const rcy_node *n, const rcy_coll *c, int k)
{
    touching *hand = (touching *)(void *)ear;
    const rcy_var *var = &m->var[n->var];
    if (n->flag == type_card) take_card(hand, m, (int)var->value);
    if (n->flag == type_cards && var->coll.kind == coll_cards) {
        for (int i = 0; i < var->coll.count; i++) take_card(hand, m, var->coll.cards[i]);
    }
    int space = n->flag == type_str && m->p->boards ? rcy_space_of(m->p->boards, var->value) : -1;
    if (space >= 0) take(hand, (uint32_t)(id_space + space));
    if (n->flag == type_player) {
        take(hand, (uint32_t)(id_area + var->value + 1 + m->p->most_teams));
    }
    (void)c;
    (void)k;
}

// The first move of an option says where it goes; what comes after follows from that.
static void acts(rcy_ear *ear, const rcy_machine *m, const rcy_node *n)
{
    touching *hand = (touching *)(void *)ear;
    if (n->op != OP_MOVE || n->y->op != OP_PLACE || n->y->mode == mode_named) return;
    take_place(hand, m, rcy_slot((rcy_machine *)(uintptr_t)m, n->y, n->y->b));
    ear->act = rcy_ignore_act;
}

int rcy_touch(const dado_game *game, const void *state, dado_move move, uint32_t *ids, int most)
{
    touching hand = { .ear = { .act = acts, .fired = rcy_ignore_clause, .picked = picks },
                  .ids = ids, .most = most,
                  .eyes = game->rules->actor(game, state) };
    if (hand.eyes < 0) return 0;
    rcy_walk_option(game->data, state, move, &hand.ear);
    return hand.count;
}
