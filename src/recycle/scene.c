// scene.c - describes the table as a scene for drawing: an area for every owner, with
// places, cards, dice and counts in it.
//
// A card is visible where its place makes it visible, as in a view. A hidden card has
// neither number nor face here, so that nobody can follow it through a shuffle. What a
// move touches is found like its words: by walking its path and recording what is picked,
// where that lies and where it goes.
#include <stdlib.h>

#include "core/game_extras.h"
#include "recycle/board.h"
#include "recycle/scene.h"

enum {
    id_card = 1,
    id_place = 1 << 20,
    id_number = 2 << 20,
    id_word = 3 << 20,
    id_die = 4 << 20,
    id_area = 5 << 20,
    id_byte = 6 << 20,
    id_space = 7 << 20,
    id_pawn = 8 << 20
};
// if there are more places, only those with something in them are shown
enum { most_empty_places = 64 };

// Looks are numbered: first cards by their kind, then places, memories, owners, spaces
// and boards.
static int look_of_place(const rcy_program *p, int place)
{
    return 1 + p->looks + place;
}
static int look_of_mem(const rcy_program *p, int mem)
{
    return look_of_place(p, p->places) + mem;
}
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

dado_game_look rcy_described_look(const dado_game *game)
{
    const rcy_program *p = game->data;
    return p->source->looks;
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

bool rcy_card_attribute(const dado_game *game, int look, int which, dado_text *name,
                        dado_text *value)
{
    const rcy_program *p = game->data;
    if (look < 1 || look > p->looks) return false;
    for (int k = 0; k < p->keys; k++) {
        int word = p->attribute[k * p->looks + look - 1];
        if (word == 0 || which-- > 0) continue;
        dado_text_add(name, rcy_key_text(p, k));
        dado_text_add(value, rcy_text(p->source, word));
        return true;
    }
    return false;
}

// Returns the look of a card by the side it shows; identical cards have the same.
static int look_of_card(const rcy_program *p, const unsigned char *s, int card)
{
    return 1 + (p->look_kind ? p->look_kind[rcy_shown_look(p, s, card)] : p->identical_to[card]);
}

static const uint16_t *halfwords(const unsigned char *s, uint32_t at)
{
    return (const uint16_t *)(const void *)(s + at);
}

// Returns whether a place is shown: if something lies in it, or if there are few enough
// places to show empty ones too.
static bool is_thing(const rcy_program *p, const uint16_t *from, int place)
{
    return from[place] < from[place + 1] || p->places <= most_empty_places;
}

// Returns whether a side of a component shows a number and nothing else.
static bool is_number_side(const rcy_program *p, int look, int64_t *shows)
{
    int words = 0;
    for (int k = 0; k < p->keys; k++) {
        int value = p->attribute[k * p->looks + look];
        if (value == 0) continue;
        if (words++ || !dado_read_int(rcy_text(p->source, value), shows)) return false;
    }
    return words == 1 && *shows >= 0 && *shows <= INT32_MAX;
}

// Returns whether a component shows only a number and has several sides, so that it is a die.
static bool is_die(const rcy_program *p, const unsigned char *s, int card, int64_t *shows)
{
    if (!p->look_from || p->side_count[card] < 2) return false;
    return is_number_side(p, rcy_shown_look(p, s, card), shows);
}

bool rcy_component_side(const dado_game *game, uint32_t id, int which, dado_scene_item *out)
{
    const rcy_program *p = game->data;
    int die = (int)id - id_die, card = (int)id - id_card;
    int64_t shows = 0;
    *out = (dado_scene_item){ .id = id, .kind = DADO_ITEM_DIE };
    if (die >= 0 && die < p->dice_count) {
        for (; out->at < p->dice[die].count; out->at++) {
            out->value = which + 1;
            if (which < p->dice[die].faces[out->at]) return true;
            which -= p->dice[die].faces[out->at];
        }
        return false;
    }
    if (card < 0 || card >= p->cards || which < 0) return false;
    if (which >= (p->look_from ? p->side_count[card] : 1)) return false;
    int look = p->look_from ? p->look_from[card] + which : card;
    if (p->look_from && p->side_count[card] >= 2 && is_number_side(p, look, &shows)) {
        out->value = (int32_t)shows;
        return true;
    }
    out->kind = DADO_ITEM_CARD;
    out->look = (uint16_t)(1 + (p->look_kind ? p->look_kind[look] : p->identical_to[card]));
    return true;
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
            dado_scene_add(out, (dado_scene_item){ .id = (uint32_t)(id_card + card),
                                                   .parent = parent,
                                                   .kind = DADO_ITEM_DIE,
                                                   .at = at - from[place],
                                                   .value = (int32_t)shows });
            continue;
        }
        dado_scene_add(out,
                       (dado_scene_item){ .id = seen ? (uint32_t)(id_card + card) : 0,
                                          .kind = DADO_ITEM_CARD,
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
        dado_scene_add(out, (dado_scene_item){ .kind = DADO_ITEM_CARD,
                                               .parent = parent,
                                               .at = at - from[mem],
                                               .look = (uint16_t)look_of_card(p, s, recall[at]),
                                               .dim = true });
    }
}

// Returns whether a number is all of a player's score, so that it is shown as the score.
static bool is_score(const rcy_program *p, int number)
{
    const rcy_place_info *info = &p->sto_info[number];
    return p->score_slot >= 0 && p->minus_slot < 0 && info->owner >= 0 &&
           info->name == p->sto_info[p->score_slot].name;
}

// Returns whether the flags of a player are boxes of a sheet, so that unticked ones are
// shown too.
static bool is_sheet(const rcy_program *p, int owner)
{
    enum { fewest = 3 };
    int flags = 0;
    for (int i = 0; i < p->bytes && owner >= 0; i++) {
        flags += p->byte_info[i].owner == owner && p->byte_info[i].kind != slot_who;
    }
    return flags >= fewest;
}

// Returns whether a number is shown: one that is 0 only where the look says so.
static bool is_shown(const rcy_program *p, int number, int32_t value)
{
    const char *name = rcy_text(p->source, p->sto_info[number].name);
    return value != 0 || dado_look_find(&p->source->looks, DADO_LOOK_SHOW, NULL, name);
}

// Returns whether a number is drawn as a token on the space of its name.
static bool is_on_board(const rcy_program *p, const rcy_place_info *info)
{
    return info->owner >= -1 && p->boards && rcy_space_of(p->boards, info->name) >= 0;
}

// Adds the numbers and words that an owner stores, one line each.
static void add_storage(const rcy_program *p, const unsigned char *s, int owner, int parent,
                        int *at, dado_scene *out)
{
    const int32_t *sto = (const int32_t *)(const void *)(s + p->at_sto);
    const uint16_t *str = halfwords(s, p->at_str);
    for (int i = 0; i < p->stos; i++) {
        if (p->sto_info[i].owner != owner || !is_shown(p, i, sto[i])) continue;
        if (is_on_board(p, &p->sto_info[i])) continue;
        int last = out->count;
        dado_scene_add_text(out, (uint32_t)(id_number + i), parent, (*at)++, "%s %d",
                            rcy_text(p->source, p->sto_info[i].name), sto[i]);
        if (out->count > last) out->things[last].dim = is_score(p, i);
    }
    const uint8_t *byte = s + p->at_byte;
    for (int i = 0; i < p->bytes; i++) {
        const rcy_place_info *info = &p->byte_info[i];
        bool who = info->kind == slot_who;
        bool box = !who && is_sheet(p, owner);
        if (info->owner != owner || (!box && byte[i] == (who ? rcy_nobody : 0))) continue;
        if (rcy_space_drawn(p, info) >= 0) continue;
        const char *name = rcy_text(p->source, info->name);
        uint32_t id = (uint32_t)(id_byte + i);
        if (who) dado_scene_add_text(out, id, parent, (*at)++, "%s P%d", name, byte[i] + 1);
        else dado_scene_add_text(out, id, parent, (*at)++, byte[i] ? "%s" : "%s open", name);
    }
    for (int i = 0; i < p->strs; i++) {
        if (p->str_info[i].owner != owner || str[i] == 0) continue;
        if (rcy_space_drawn(p, &p->str_info[i]) >= 0) continue;
        dado_scene_add_text(out, (uint32_t)(id_word + i), parent, (*at)++, "%s %s",
                            rcy_text(p->source, p->str_info[i].name), rcy_text(p->source, str[i]));
    }
}

static void add_dice(const rcy_program *p, const unsigned char *s, int parent, int *at,
                     dado_scene *out)
{
    const int32_t *die = (const int32_t *)(const void *)(s + p->at_die);
    for (int d = 0; d < p->dice_count; d++) {
        dado_scene_add(out, (dado_scene_item){ .id = (uint32_t)(id_die + d),
                                               .kind = DADO_ITEM_DIE,
                                               .parent = parent,
                                               .at = (*at)++,
                                               .value = die[d],
                                               .dim = die[d] == 0 });
    }
}

// Adds a token. `owner` is a player, or negative if nobody owns it.
static void add_token(dado_scene *out, uint32_t id, int tile, int at, int look, int value,
                      int owner)
{
    dado_scene_add(out, (dado_scene_item){ .id = id,
                                           .owner = (uint8_t)(owner >= 0 ? owner + 1 : 0),
                                           .kind = DADO_ITEM_TOKEN,
                                           .parent = tile,
                                           .at = at,
                                           .value = value,
                                           .look = (uint16_t)look });
}

// Adds the pieces of a place: as tokens if they have owners, so that those of two players
// look different, and else as cards.
static void add_pieces(const rcy_program *p, const unsigned char *s, int place, int eyes, int tile,
                       int *at, dado_scene *out)
{
    const uint16_t *order = halfwords(s, p->at_order), *from = halfwords(s, p->at_from);
    for (int k = from[place]; k < from[place + 1]; k++) {
        int card = order[k];
        bool seen = rcy_sees(p, place, eyes) || rcy_is_shown(p, s, card, eyes);
        if (seen && rcy_maker(p, card) >= 0) {
            add_token(out, (uint32_t)(id_card + card), tile, (*at)++,
                      look_of_owner(p, rcy_maker(p, card)), 1, rcy_maker(p, card));
            continue;
        }
        dado_scene_add(out,
                       (dado_scene_item){ .id = seen ? (uint32_t)(id_card + card) : 0,
                                          .kind = DADO_ITEM_CARD,
                                          .parent = tile,
                                          .at = (*at)++,
                                          .look = (uint16_t)(seen ? look_of_card(p, s, card) : 0),
                                          .back = !seen });
    }
}

// Adds what the table holds under the name of a space, and who is there.
static void add_standing(const rcy_program *p, const unsigned char *s, int space, int eyes,
                         int tile, dado_scene *out)
{
    const int32_t *sto = (const int32_t *)(const void *)(s + p->at_sto);
    const uint16_t *str = halfwords(s, p->at_str);
    const uint8_t *byte = s + p->at_byte;
    const rcy_boards *b = p->boards;
    int at = 0, board = look_of_board(p, b->panel[b->panel_of[space]].board);
    for (int i = 1; i < p->places; i++) {
        if (rcy_space_drawn(p, &p->place[i]) == space) add_pieces(p, s, i, eyes, tile, &at, out);
    }
    for (int i = 0; i < p->bytes; i++) {
        bool who = p->byte_info[i].kind == slot_who;
        if (rcy_space_drawn(p, &p->byte_info[i]) != space) continue;
        if (byte[i] == (who ? rcy_nobody : 0)) continue;
        add_token(out, (uint32_t)(id_byte + i), tile, at++, who ? look_of_owner(p, byte[i]) : board,
                  1, who ? byte[i] : -1);
    }
    for (int i = 0; i < p->stos; i++) {
        int owner = p->sto_info[i].owner;
        if (sto[i] <= 0 || owner < -1 || rcy_space_of(b, p->sto_info[i].name) != space) continue;
        add_token(out, owner < 0 ? (uint32_t)(id_number + i) : 0, tile, at++,
                  owner < 0 ? board : look_of_owner(p, owner), sto[i], owner);
    }
    for (int i = 0; i < p->strs; i++) {
        if (str[i] == 0) continue;
        if (rcy_space_drawn(p, &p->str_info[i]) == space) {
            dado_scene_add_text(out, (uint32_t)(id_word + i), tile, at++, "%s",
                                rcy_text(p->source, str[i]));
        }
        if (p->str_info[i].owner >= 0 && rcy_space_of(b, str[i]) == space) {
            add_token(out, (uint32_t)(id_pawn + i), tile, at++,
                      look_of_owner(p, p->str_info[i].owner), 1, p->str_info[i].owner);
        }
    }
}

// Returns whether the spaces of a panel have no coordinates; whoever draws the panel must
// place them by their connections.
static bool is_graph(const rcy_board_panel *t)
{
    return t->shape == keyword_line && !t->placed;
}

// Returns the index of a space in its panel.
static int space_at(const rcy_boards *b, int space)
{
    const rcy_board_panel *t = &b->panel[b->panel_of[space]];
    if (!is_graph(t)) return b->down[space] * t->columns + b->across[space];
    int at = 0;
    for (int i = 0; i < space; i++) at += b->panel_of[i] == b->panel_of[space];
    return at;
}

static void add_link(const rcy_boards *b, int from, int to, int owner, int place, dado_scene *out)
{
    dado_scene_add(out, (dado_scene_item){ .kind = DADO_ITEM_LINK,
                                           .parent = place,
                                           .at = space_at(b, from),
                                           .value = space_at(b, to),
                                           .owner = (uint8_t)(owner + 1),
                                           .lit = owner >= 0 });
}

// Adds the connections between spaces, where they do not follow from the positions.
static void add_links(const rcy_boards *b, int panel, int place, dado_scene *out)
{
    uint8_t shape = b->panel[panel].shape;
    if (shape == keyword_grid || shape == keyword_hex) return;
    for (int i = 0; i < b->spaces; i++) {
        if (b->panel_of[i] != panel) continue;
        for (int32_t k = b->near_from[i]; k < b->near_from[i + 1]; k++) {
            int other = rcy_space_of(b, b->near[k]);
            if (other > i && b->panel_of[other] == panel) add_link(b, i, other, -1, place, out);
        }
    }
}

// Returns the player whose mark or piece is on a space; -1 if there is none.
static int holder_of(const rcy_program *p, const unsigned char *s, int space)
{
    const uint16_t *order = halfwords(s, p->at_order), *from = halfwords(s, p->at_from);
    const uint8_t *byte = s + p->at_byte;
    for (int i = 0; i < p->bytes; i++) {
        if (p->byte_info[i].kind != slot_who || byte[i] == rcy_nobody) continue;
        if (rcy_space_drawn(p, &p->byte_info[i]) == space) return byte[i];
    }
    for (int i = 1; i < p->places; i++) {
        if (from[i] == from[i + 1] || rcy_space_drawn(p, &p->place[i]) != space) continue;
        return rcy_maker(p, order[from[i + 1] - 1]);
    }
    return -1;
}

// Returns the only winner of a match that is over; -1 if nobody or several won.
static int only_winner(const dado_game *game, const void *state)
{
    int winner = -1, winners = 0;
    if (game->rules->actor(game, state) != DADO_NOBODY || game->players < 2) return -1;
    int32_t *scores = calloc((size_t)game->players, 2 * sizeof *scores);
    if (!scores) return -1;
    game->rules->scores(game, state, scores);
    dado_places_of(game, state, true, scores, scores + game->players);
    for (int i = 0; i < game->players; i++) {
        if (scores[game->players + i] != 0) continue;
        winner = i;
        winners++;
    }
    free(scores);
    return winners == 1 ? winner : -1;
}

// Returns the player who holds every space of a line; -1 if there is none.
static int line_holder(const int *holders, const rcy_boards *b, const rcy_line_table *t, int line)
{
    const int32_t *names = t->names + (size_t)line * (size_t)t->length;
    int holder = holders[rcy_space_of(b, names[0])];
    for (int i = 1; i < t->length; i++) {
        if (holders[rcy_space_of(b, names[i])] != holder) return -1;
    }
    return holder;
}

// Adds the complete lines of the winner, of a length that the rules use. They are shown
// only if no other player has such a line, since otherwise lines do not decide the match.
static void add_won_lines(const dado_game *game, const unsigned char *s, int panel, int place,
                          dado_scene *out)
{
    enum { shortest = 3 };
    const rcy_program *p = game->data;
    const rcy_boards *b = p->boards;
    int winner = only_winner(game, s), from = out->count;
    int *holders = winner >= 0 ? calloc((size_t)b->spaces + 1, sizeof *holders) : NULL;
    for (int i = 0; holders && i < b->spaces; i++) holders[i] = holder_of(p, s, i);
    for (int i = 0; holders && i < b->table_count; i++) {
        const rcy_line_table *t = &b->table[i];
        for (int line = 0; t->length >= shortest && line < t->count; line++) {
            int holder = line_holder(holders, b, t, line);
            const int32_t *names = t->names + (size_t)line * (size_t)t->length;
            int first = rcy_space_of(b, names[0]), last = rcy_space_of(b, names[t->length - 1]);
            if (holder < 0 || b->panel_of[first] != panel) continue;
            if (holder != winner) {
                out->count = from;
                free(holders);
                return;
            }
            add_link(b, first, last, winner, place, out);
        }
    }
    free(holders);
}

static void add_boards(const dado_game *game, const unsigned char *s, int eyes, int parent, int *at,
                       dado_scene *out)
{
    const rcy_program *p = game->data;
    const rcy_boards *b = p->boards;
    for (int panel = 0; b && panel < b->panels; panel++) {
        const rcy_board_panel *t = &b->panel[panel];
        if (t->columns == 0) continue;
        int here =
            dado_scene_add(out, (dado_scene_item){ .kind = DADO_ITEM_PLACE,
                                                   .parent = parent,
                                                   .at = (*at)++,
                                                   .value = is_graph(t) ? 0 : t->columns,
                                                   .look = (uint16_t)look_of_board(p, t->board) });
        for (int i = 0; i < b->spaces; i++) {
            if (b->panel_of[i] != panel) continue;
            bool hex = t->shape == keyword_hex;
            int tile =
                dado_scene_add(out, (dado_scene_item){ .id = (uint32_t)(id_space + i),
                                                       .parent = here,
                                                       .kind = hex ? DADO_ITEM_HEX : DADO_ITEM_TILE,
                                                       .value = 1,
                                                       .at = space_at(b, i),
                                                       .look = (uint16_t)look_of_space(p, i) });
            add_standing(p, s, i, eyes, tile, out);
        }
        add_links(b, panel, here, out);
        add_won_lines(game, s, panel, here, out);
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
        int area = dado_scene_add(
            out, (dado_scene_item){ .id = (uint32_t)(id_area + owner + 1 + p->most_teams),
                                    .kind = DADO_ITEM_PLACE,
                                    .parent = -1,
                                    .at = areas,
                                    .look = (uint16_t)look_of_owner(p, owner),
                                    .owner = (uint8_t)(owner >= 0 ? owner + 1 : 0),
                                    .lit = owner >= 0 && owner == actor });
        if (owner == -1) add_boards(game, s, eyes, area, &at, out);
        for (int place = 1; place < p->places; place++) {
            if (p->place[place].owner != owner || !is_thing(p, from, place)) continue;
            if (rcy_space_drawn(p, &p->place[place]) >= 0) continue;
            int here =
                dado_scene_add(out, (dado_scene_item){ .id = (uint32_t)(id_place + place),
                                                       .kind = DADO_ITEM_PLACE,
                                                       .parent = area,
                                                       .at = at++,
                                                       .own = p->place[place].kind == place_iloc,
                                                       .look = (uint16_t)look_of_place(p, place) });
            add_cards(p, s, place, eyes, here, out);
        }
        for (int mem = 0; mem < p->mems; mem++) {
            if (p->mem[mem].owner != owner || recalled[mem] == recalled[mem + 1]) continue;
            int here = dado_scene_add(out, (dado_scene_item){ .kind = DADO_ITEM_PLACE,
                                                              .parent = area,
                                                              .at = at++,
                                                              .look = (uint16_t)look_of_mem(p, mem),
                                                              .dim = true });
            add_memory(p, s, mem, here, out);
        }
        if (owner == -1) add_dice(p, s, area, &at, out);
        add_storage(p, s, owner, area, &at, out);
        // the area is empty, so it is removed
        if (at == 0 && owner < 0 && area >= 0) out->count = area;
        else areas++;
    }
}

typedef struct touched_things {
    rcy_hooks hooks;
    int eyes;
    uint32_t *ids;
    int count, most;
} touched_things;

static void take(touched_things *touched, uint32_t id)
{
    for (int i = 0; i < touched->count && i < touched->most; i++) {
        if (touched->ids[i] == id) return;
    }
    if (touched->count < touched->most) touched->ids[touched->count] = id;
    touched->count++;
}

static void take_place(touched_things *touched, const rcy_machine *m, int place)
{
    int space = place > 0 ? rcy_space_drawn(m->p, &m->p->place[place]) : -1;
    if (space >= 0) take(touched, (uint32_t)(id_space + space));
    else if (place > 0 && is_thing(m->p, m->from, place))
        take(touched, (uint32_t)(id_place + place));
}

// Records a touched card: the card itself if it is visible, else the place where it lies.
static void take_card(touched_things *touched, const rcy_machine *m, int card)
{
    int32_t place;
    rcy_find_card(m, card, &place);
    bool seen =
        rcy_sees(m->p, place, touched->eyes) || rcy_is_shown(m->p, m->state, card, touched->eyes);
    if (place > 0 && seen) take(touched, (uint32_t)(id_card + card));
    else take_place(touched, m, place);
}

// Records a box of the chooser's own sheet, by its name.
static void take_box(touched_things *touched, const rcy_program *p, int64_t name)
{
    for (int i = 0; i < p->bytes && is_sheet(p, touched->eyes); i++) {
        const rcy_place_info *info = &p->byte_info[i];
        if (info->owner != touched->eyes || info->kind == slot_who || info->name != name) continue;
        take(touched, (uint32_t)(id_byte + i));
    }
}

static void picks(rcy_hooks *hooks, const rcy_machine *m, const rcy_node *n, const rcy_coll *c,
                  int k)
{
    touched_things *touched = (touched_things *)(void *)hooks;
    const rcy_var *var = &m->var[n->var];
    if (n->flag == type_card) take_card(touched, m, (int)var->value);
    if (n->flag == type_cards && var->coll.kind == coll_cards) {
        for (int i = 0; i < var->coll.count; i++) take_card(touched, m, var->coll.cards[i]);
    }
    int space = n->flag == type_str && m->p->boards ? rcy_space_of(m->p->boards, var->value) : -1;
    if (space >= 0) take(touched, (uint32_t)(id_space + space));
    else if (n->flag == type_str) take_box(touched, m->p, var->value);
    if (n->flag == type_player) {
        take(touched, (uint32_t)(id_area + var->value + 1 + m->p->most_teams));
    }
    (void)c;
    (void)k;
}

// Records where the first move of an option goes; the rest follows from that.
static void acts(rcy_hooks *hooks, const rcy_machine *m, const rcy_node *n)
{
    touched_things *touched = (touched_things *)(void *)hooks;
    if (n->op != OP_MOVE || n->y->op != OP_PLACE || n->y->mode == mode_named) return;
    take_place(touched, m, rcy_slot((rcy_machine *)(uintptr_t)m, n->y, n->y->b));
    hooks->act = rcy_ignore_act;
}

int rcy_move_things(const dado_game *game, const void *state, dado_move move, uint32_t *ids,
                    int most)
{
    touched_things touched = {
        .hooks = { .act = acts, .fired = rcy_ignore_clause, .picked = picks },
        .ids = ids,
        .most = most,
        .eyes = game->rules->actor(game, state)
    };
    if (touched.eyes < 0) return 0;
    rcy_replay_option(game->data, state, move, &touched.hooks);
    return touched.count;
}
