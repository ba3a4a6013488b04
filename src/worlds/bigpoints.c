// bigpoints.c - the game Big Points, by Brigitte and Wolfgang Ditt.
//
// All players share the pawns. Whoever moves a pawn walks it to the next disc of its
// colour on the path and picks up a neighbouring disc. A pawn that finds no disc of its
// colour ahead climbs the ladder. The earlier a colour's pawn reaches the ladder, the
// more points its discs are worth. The complete game has five colours of ten discs, five
// white discs and five black discs. Smaller boards keep every rule and can be solved.
//
// If the option `board` gives the row of discs as text, the game has no chance nodes.
// Otherwise chance deals the row disc by disc, with the same probabilities as a shuffle.
// The state stores the second player's discs and the mover although both could be
// computed from the rest on plain boards: the state then stays canonical, and spent black
// discs leave no other trace.
#include "worlds/bigpoints_boards.h"

#include <inttypes.h>
#include <string.h>

#include "core/game_extras.h"
#include "worlds/shelf.h"

enum {
    most_colours = DADO_BIGPOINTS_COLOURS,
    most_players = DADO_BIGPOINTS_PLAYERS,
    kinds = DADO_BIGPOINTS_KINDS,
    white = DADO_BIGPOINTS_WHITE,
    black = DADO_BIGPOINTS_BLACK,
    // Pawn positions: 0 at the start, 1 + i on disc i, path length + 1 on the ladder.
    at_start = 0,
};

// A move encodes the colour of the pawn, what its mover collects, and two flags.
enum { take_behind, take_ahead, climb, take_nothing };
enum { take_shift = 3, back_bit = 1 << 5, extra_bit = 1 << 6, decline = extra_bit | 7 };

typedef struct board {
    dado_bigpoints_row_size size;
    int length;
    bool dealt_by_chance, loose;
    // Bit sets: the places of the discs of each kind, if the row was given.
    uint64_t lie[kinds];
} board;

typedef struct table {
    uint64_t path;  // bit set of the discs that are still on the path
    uint8_t pawn[most_colours];
    // 1 + colour of each pawn on the ladder, in the order of arrival
    uint8_t arrival[most_colours];
    uint8_t hand[most_players][kinds];
    uint8_t extras[most_players];  // number of extra movements each player has made
    uint8_t mover, pending, climbed, dealt;
    uint16_t turns;  // turns taken so far, from which the round is computed
    uint64_t lie[];  // bit sets like board.lie, used if chance deals the row
} table;
_Static_assert(sizeof(table) == 64, "no padding: states are compared as bytes");

static const dado_measure tallies[] = {
    { "extra_movements", "Extra movements", "Extra movements paid with black discs.", DADO_COUNT,
      false },
    { "colours_held", "Colours held", "Different colours in hand; black is one, white is not.",
      DADO_COUNT, false },
    { "white_discs", "White discs", "White discs in hand.", DADO_COUNT, false },
    { "black_discs", "Black discs", "Black discs in hand, not spent.", DADO_COUNT, false },
    { 0 },
};

static int lowest_bit(uint64_t bits)
{
    return __builtin_ctzll(bits);
}

static int highest_bit(uint64_t bits)
{
    return 63 - __builtin_clzll(bits);
}

static uint64_t bit(int place)
{
    return (uint64_t)1 << place;
}

// Reads a size option. If a board is given too, both must have the same size.
static int ask_or_take_from_board(dado_option_reader *ask, const char *name,
                                  const dado_bigpoints_row *given, int of_board, int by_default,
                                  int least, int most)
{
    int value = (int)dado_option_int(ask, name, given ? of_board : by_default, least, most);
    if (given && value != of_board) {
        dado_option_invalid(ask, name, "the board has %s=%d, not %d; leave one of the two out",
                            name, of_board, value);
    }
    return value;
}

static bool open(dado_game *game, const dado_options *options, dado_region *region, dado_error *err)
{
    dado_option_reader ask = dado_option_reader_begin(options);
    dado_bigpoints_row row = { 0 };
    const dado_bigpoints_row *given = NULL;
    const char *text = dado_option_text(&ask, "board", NULL);
    if (text) {
        dado_error why = { 0 };
        if (dado_bigpoints_row_read(&row, text, &why)) {
            given = &row;
        } else {
            dado_option_invalid(&ask, "board", "%s", why.text);
        }
    }
    dado_bigpoints_row_size *size = &row.size;
    size->colours = ask_or_take_from_board(&ask, "colours", given, size->colours, most_colours, 2,
                                           most_colours);
    size->discs = ask_or_take_from_board(&ask, "discs", given, size->discs, DADO_BIGPOINTS_DISCS, 1,
                                         DADO_BIGPOINTS_DISCS);
    bool complete = size->colours == most_colours && size->discs == DADO_BIGPOINTS_DISCS;
    int specials = complete ? DADO_BIGPOINTS_SPECIALS : 0;
    size->white = ask_or_take_from_board(&ask, "white", given, size->white, specials, 0,
                                         DADO_BIGPOINTS_SPECIALS);
    size->black = ask_or_take_from_board(&ask, "black", given, size->black, specials, 0,
                                         DADO_BIGPOINTS_SPECIALS);
    row.length = dado_bigpoints_row_length(*size);
    int players = (int)dado_option_int(&ask, "players", 2, 2, most_players);
    bool loose = dado_option_bool(&ask, "loose", false);
    if (!dado_option_reader_end(&ask, region, &game->options, err)) return false;
    board *b = dado_new(region, board, 1);
    if (!b) return dado_fail(err, DADO_LIMIT, "out of memory while setting up the board");
    *b = (board){ .size = *size, .length = row.length, .dealt_by_chance = !given, .loose = loose };
    for (int i = 0; given && i < row.length; i++) b->lie[row.disc[i]] |= bit(i);
    game->data = b;
    game->tallies = tallies;
    game->players = players;
    game->max_moves = 4 * most_colours + 1;
    game->luck = !given;
    game->state_size = sizeof(table) + (given ? 0 : sizeof b->lie);
    return true;
}

static bool arrived(const board *b, const table *t, int colour)
{
    return t->pawn[colour] == b->length + 1;
}

static const uint64_t *starting_path_of(const board *b, const table *t)
{
    return b->dealt_by_chance ? t->lie : b->lie;
}

static int kind_at(const board *b, const table *t, int place)
{
    const uint64_t *lie = starting_path_of(b, t);
    int kind = 0;
    while (!(lie[kind] & bit(place))) kind++;
    return kind;
}

static void start(const dado_game *game, void *state)
{
    const board *b = game->data;
    table *t = state;
    memset(t, 0, game->state_size);
    if (b->dealt_by_chance) return;
    t->dealt = (uint8_t)b->length;
    t->path = ((uint64_t)1 << b->length) - 1;
}

static int actor(const dado_game *game, const void *state)
{
    const board *b = game->data;
    const table *t = state;
    if (t->dealt < b->length) return DADO_CHANCE;
    return t->climbed == b->size.colours ? DADO_NOBODY : t->mover;
}

// The place that a movement brings a pawn to, and the discs its mover may collect there.
typedef struct landing {
    // Index of a disc, or -1: the pawn climbs the ladder, or cannot move if it went back.
    int place;
    int ahead, behind;  // indices of the discs that may be collected, or -1
} landing;

static landing land(const board *b, const table *t, int colour, bool back)
{
    int from = t->pawn[colour];
    uint64_t own = starting_path_of(b, t)[colour] & t->path, occupied = 0;
    for (int c = 0; c < b->size.colours; c++) {
        int at = t->pawn[c];
        if (c != colour && at != at_start && at <= b->length) occupied |= bit(at - 1);
    }
    uint64_t reach = back ? (from ? own & (bit(from - 1) - 1) : 0) : own & ~(bit(from) - 1);
    if (!reach) return (landing){ -1, -1, -1 };
    int place = back ? highest_bit(reach) : lowest_bit(reach);
    uint64_t available = t->path & ~occupied & ~bit(place);
    uint64_t behind = available & (bit(place) - 1), ahead = available & ~(bit(place) - 1);
    return (landing){ place, ahead ? lowest_bit(ahead) : -1, behind ? highest_bit(behind) : -1 };
}

static dado_move movement(int colour, int take, bool back, bool extra)
{
    return (dado_move)(colour | take << take_shift | (back ? back_bit : 0) |
                       (extra ? extra_bit : 0));
}

// Lists the movements of one pawn that collect a disc or climb the ladder.
static int list_pickups(const board *b, const table *t, int colour, bool back, dado_move *moves)
{
    landing to = land(b, t, colour, back);
    int count = 0;
    if (to.place < 0) {
        if (!back) moves[count++] = movement(colour, climb, false, t->pending);
        return count;
    }
    if (to.behind >= 0) moves[count++] = movement(colour, take_behind, back, t->pending);
    if (to.ahead >= 0) moves[count++] = movement(colour, take_ahead, back, t->pending);
    return count;
}

static int list_compulsory(const board *b, const table *t, dado_move *moves)
{
    int count = 0;
    dado_move empty[most_colours];
    int empties = 0;
    for (int c = 0; c < b->size.colours; c++) {
        if (arrived(b, t, c)) continue;
        int found = list_pickups(b, t, c, false, moves + count);
        if (found == 0) {
            empty[empties++] = movement(c, take_nothing, false, false);
            if (b->loose) moves[count++] = empty[empties - 1];
        }
        count += found;
    }
    if (count == 0) {
        for (int i = 0; i < empties; i++) moves[count++] = empty[i];
    }
    return count;
}

static int list_extra(const board *b, const table *t, dado_move *moves)
{
    int count = 0;
    for (int c = 0; c < b->size.colours; c++) {
        if (arrived(b, t, c)) continue;
        count += list_pickups(b, t, c, false, moves + count);
        count += list_pickups(b, t, c, true, moves + count);
    }
    moves[count++] = decline;
    return count;
}

// Counts the discs of each kind that chance has not dealt yet.
static void count_undealt(const board *b, const table *t, int *left)
{
    for (int k = 0; k < kinds; k++) left[k] = k < b->size.colours ? b->size.discs : 0;
    left[white] = b->size.white;
    left[black] = b->size.black;
    for (int k = 0; k < kinds; k++) left[k] -= __builtin_popcountll(t->lie[k]);
}

static int legal(const dado_game *game, const void *state, dado_move *moves)
{
    const board *b = game->data;
    const table *t = state;
    if (t->dealt == b->length) {
        return t->pending ? list_extra(b, t, moves) : list_compulsory(b, t, moves);
    }
    int left[kinds], count = 0;
    count_undealt(b, t, left);
    for (int k = 0; k < kinds; k++) {
        if (left[k]) moves[count++] = (dado_move)k;
    }
    return count;
}

static void weigh(const dado_game *game, const void *state, uint32_t *weights)
{
    int left[kinds], count = 0;
    count_undealt(game->data, state, left);
    for (int k = 0; k < kinds; k++) {
        if (left[k]) weights[count++] = (uint32_t)left[k];
    }
}

static void move_pawn(const board *b, table *t, dado_move move)
{
    int colour = (int)(move & 7), take = (int)(move >> take_shift & 3);
    uint8_t *hand = t->hand[t->mover];
    if (take == climb) {
        t->pawn[colour] = (uint8_t)(b->length + 1);
        t->arrival[t->climbed++] = (uint8_t)(colour + 1);
        hand[colour]++;
        return;
    }
    landing to = land(b, t, colour, (move & back_bit) != 0);
    t->pawn[colour] = (uint8_t)(to.place + 1);
    if (take == take_nothing) return;
    int taken = take == take_ahead ? to.ahead : to.behind;
    t->path &= ~bit(taken);
    hand[kind_at(b, t, taken)]++;
}

static void apply(const dado_game *game, void *state, dado_move move)
{
    const board *b = game->data;
    table *t = state;
    if (t->dealt < b->length) {
        t->path |= bit(t->dealt);
        t->lie[move] |= bit(t->dealt++);
        return;
    }
    uint8_t *hand = t->hand[t->mover];
    bool may_go_on = !t->pending && hand[black] > 0;
    if (move != decline) move_pawn(b, t, move);
    if (t->pending && move != decline) {
        hand[black]--;
        t->extras[t->mover]++;
    }
    t->pending = may_go_on && t->climbed < b->size.colours;
    if (t->pending) return;
    t->mover = (uint8_t)((t->mover + 1) % game->players);
    t->turns++;
}

static int colours_held(const board *b, const uint8_t *hand)
{
    int held = hand[black] > 0;
    for (int c = 0; c < b->size.colours; c++) held += hand[c] > 0;
    return held;
}

static void scores(const dado_game *game, const void *state, int32_t *scores)
{
    const board *b = game->data;
    const table *t = state;
    for (int p = 0; p < game->players; p++) {
        const uint8_t *hand = t->hand[p];
        int32_t sum = hand[white] * colours_held(b, hand);
        for (int i = 0; i < t->climbed; i++) {
            sum += (b->size.colours - 1 - i) * hand[t->arrival[i] - 1];
        }
        scores[p] = sum;
    }
}

static int round_of(const dado_game *game, const void *state)
{
    const board *b = game->data;
    const table *t = state;
    bool over = t->climbed == b->size.colours;
    return (t->turns + (over ? game->players - 1 : 0)) / game->players;
}

// Renames the colours in the order in which they first lie on the path, so that boards
// that differ only in colour names become equal. Boards given as text keep their colour
// names.
static void rename_colours(const board *b, table *t)
{
    // New name to old name, old name to new name.
    uint8_t from[most_colours], name[most_colours];
    int count = 0;
    for (int c = 0; c < b->size.colours; c++) {
        int at = count++;
        // 0 means that no disc of colour c is dealt yet, and sorts last
        uint64_t first = t->lie[c] & -t->lie[c];
        while (at > 0) {
            uint64_t other = t->lie[from[at - 1]] & -t->lie[from[at - 1]];
            if (other - 1 <= first - 1) break;
            from[at] = from[at - 1];
            at--;
        }
        from[at] = (uint8_t)c;
    }
    table old = *t;
    uint64_t lie[most_colours];
    memcpy(lie, t->lie, sizeof lie);
    for (int c = 0; c < count; c++) {
        name[from[c]] = (uint8_t)c;
        t->pawn[c] = old.pawn[from[c]];
        t->lie[c] = lie[from[c]];
        for (int p = 0; p < most_players; p++) t->hand[p][c] = old.hand[p][from[c]];
    }
    for (int i = 0; i < t->climbed; i++) t->arrival[i] = (uint8_t)(name[old.arrival[i] - 1] + 1);
}

static void canonicalize(const dado_game *game, void *state)
{
    const board *b = game->data;
    table *t = state;
    memset(t->extras, 0, sizeof t->extras);
    t->turns = 0;
    if (b->dealt_by_chance) rename_colours(b, t);
}

static void tally(const dado_game *game, const void *state, int player, double *values)
{
    const table *t = state;
    const uint8_t *hand = t->hand[player];
    values[0] = t->extras[player];
    values[1] = colours_held(game->data, hand);
    values[2] = hand[white];
    values[3] = hand[black];
}

static void print_path(const board *b, const table *t, dado_text *out)
{
    dado_text_add(out, "path    ");
    for (int i = 0; i < t->dealt; i++) {
        dado_text_char(out, t->path & bit(i) ? dado_bigpoints_row_letter(kind_at(b, t, i)) : '.');
    }
    dado_text_add(out, "\npawns   ");
    int last = 0;
    for (int i = 0; i < t->dealt; i++) {
        for (int c = 0; c < b->size.colours; c++) {
            if (t->pawn[c] != i + 1) continue;
            for (; last < i; last++) dado_text_char(out, ' ');
            dado_text_char(out, '^');
            last++;
        }
    }
    dado_text_add(out, "\nstart   ");
    for (int c = 0; c < b->size.colours; c++) {
        if (t->pawn[c] == at_start) dado_text_char(out, dado_bigpoints_row_letter(c));
    }
    dado_text_add(out, "\nladder ");
    for (int i = 0; i < b->size.colours; i++) {
        char who = t->arrival[i] ? dado_bigpoints_row_letter(t->arrival[i] - 1) : '-';
        dado_text_addf(out, " %d:%c", b->size.colours - 1 - i, who);
    }
    dado_text_char(out, '\n');
}

static void print(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    (void)eyes;
    const board *b = game->data;
    const table *t = state;
    int32_t points[most_players];
    scores(game, state, points);
    print_path(b, t, out);
    for (int p = 0; p < game->players; p++) {
        dado_text_addf(out, "hand %d ", p + 1);
        for (int k = 0; k < kinds; k++) {
            for (int n = 0; n < t->hand[p][k]; n++)
                dado_text_char(out, dado_bigpoints_row_letter(k));
        }
        dado_text_addf(out, " (%" PRId32 ")\n", points[p]);
    }
    if (t->pending)
        dado_text_addf(out, "player %d may pay K for an extra movement\n", t->mover + 1);
}

static void print_move(const dado_game *game, const void *state, dado_move move, dado_text *out)
{
    const board *b = game->data;
    const table *t = state;
    if (t->dealt < b->length) {
        dado_text_addf(out, "deal %c", dado_bigpoints_row_letter((int)move));
        return;
    }
    if (move & extra_bit) dado_text_char(out, '+');
    if (move == decline) {
        dado_text_char(out, '.');
        return;
    }
    dado_text_char(out, dado_bigpoints_row_letter((int)(move & 7)));
    if (move & back_bit) dado_text_char(out, 'b');
    dado_text_char(out, "<>^-"[move >> take_shift & 3]);
}

static void tell_pawns(const board *b, const table *t, dado_text *out)
{
    dado_text_add(out, ",\"pawns\":[");
    for (int c = 0; c < b->size.colours; c++) {
        if (c) dado_text_char(out, ',');
        if (t->pawn[c] == at_start) dado_text_add(out, "\"start\"");
        else if (arrived(b, t, c)) dado_text_add(out, "\"ladder\"");
        else dado_text_addf(out, "%d", t->pawn[c] - 1);
    }
    dado_text_add(out, "],\"ladder\":[");
    for (int i = 0; i < t->climbed; i++) {
        dado_text_addf(out, "%s%d", i ? "," : "", t->arrival[i]);
    }
    dado_text_char(out, ']');
}

// Writes the state as JSON. Disc indices count from 0; each hand lists the numbers of
// discs of the kinds 1 to 5, W and K, in this order.
static void write_json(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    (void)eyes;
    const board *b = game->data;
    const table *t = state;
    dado_text_add(out, "{\"row\":\"");
    for (int i = 0; i < t->dealt; i++)
        dado_text_char(out, dado_bigpoints_row_letter(kind_at(b, t, i)));
    dado_text_add(out, "\",\"path\":\"");
    for (int i = 0; i < t->dealt; i++) {
        dado_text_char(out, t->path & bit(i) ? dado_bigpoints_row_letter(kind_at(b, t, i)) : '.');
    }
    dado_text_char(out, '"');
    tell_pawns(b, t, out);
    dado_text_add(out, ",\"hands\":[");
    for (int p = 0; p < game->players; p++) {
        dado_text_add(out, p ? ",[" : "[");
        for (int k = 0; k < kinds; k++) dado_text_addf(out, "%s%d", k ? "," : "", t->hand[p][k]);
        dado_text_char(out, ']');
    }
    int32_t points[most_players];
    scores(game, state, points);
    dado_text_add(out, "],\"scores\":[");
    for (int p = 0; p < game->players; p++) {
        dado_text_addf(out, "%s%" PRId32, p ? "," : "", points[p]);
    }
    dado_text_addf(out, "],\"mover\":%d,\"extra\":%s}", t->mover, t->pending ? "true" : "false");
}

static void refuse(const dado_game *game, const void *state, const char *words, dado_text *out)
{
    const board *b = game->data;
    const table *t = state;
    if (words[0] == '+' && !t->pending) {
        dado_text_add(out, "NO_EXTRA: an extra movement needs a black disc held before the turn");
        return;
    }
    if (words[0] != '+' && t->pending) {
        dado_text_add(out, "EXTRA_PENDING: move again with +, or decline with +.");
        return;
    }
    words += words[0] == '+';
    int colour = words[0] - '1';
    if (colour < 0 || colour >= b->size.colours) {
        dado_text_add(out, "NO_PAWN: a move is a colour and one of < > ^, such as 2<");
        return;
    }
    bool back = words[1] == 'b' || words[1] == 'B';
    if (back && !t->pending) {
        dado_text_add(out, "NO_WAY_BACK: only an extra movement goes back");
        return;
    }
    landing to = land(b, t, colour, back);
    if (arrived(b, t, colour)) {
        dado_text_add(out, "ON_LADDER: this pawn has arrived");
    } else if (to.place < 0) {
        dado_text_add(out, back ? "NO_WAY_BACK: none of its discs lies behind this pawn"
                                : "MUST_CLIMB: no disc of this colour lies ahead; play ^");
    } else if (words[1 + back] == '^') {
        dado_text_add(out, "MAY_NOT_CLIMB: a disc of this colour still lies ahead");
    } else {
        dado_text_add(out, "NOTHING_THERE: no disc to collect on that side");
    }
}

// ---- the scene: the path as tiles with discs and pawns, the ladder, each player's discs

enum { id_tile = 1, id_disc = 100, id_pawn = 200, id_ladder = 250, id_hand = 260, id_held = 300 };
enum {
    look_disc = 1,
    look_pawn = look_disc + kinds,
    look_path = look_pawn + most_colours,
    look_ladder,
    look_hand
};

static void show_pawns(const board *b, const table *t, int place, int parent, dado_scene *out)
{
    for (int c = 0; c < b->size.colours; c++) {
        if (t->pawn[c] != place) continue;
        dado_scene_add(out, (dado_scene_item){ .id = (uint32_t)(id_pawn + c),
                                               .parent = parent,
                                               .at = c,
                                               .kind = DADO_ITEM_UNIT,
                                               .value = 1000,
                                               .look = (uint16_t)(look_pawn + c) });
    }
}

static void scene(const dado_game *game, const void *state, int eyes, dado_scene *out)
{
    (void)eyes;
    const board *b = game->data;
    const table *t = state;
    int path = dado_scene_add(
        out, (dado_scene_item){
                 .id = 90, .kind = DADO_ITEM_PLACE, .parent = -1, .value = 14, .look = look_path });
    for (int i = 0; i <= t->dealt; i++) {
        int tile = dado_scene_add(out, (dado_scene_item){ .id = (uint32_t)(id_tile + i),
                                                          .at = i,
                                                          .kind = DADO_ITEM_TILE,
                                                          .parent = path,
                                                          .dim = i == 0 });
        if (i > 0 && t->path >> (i - 1) & 1) {
            dado_scene_add(
                out, (dado_scene_item){ .id = (uint32_t)(id_disc + i),
                                        .parent = tile,
                                        .kind = DADO_ITEM_TOKEN,
                                        .value = 1,
                                        .look = (uint16_t)(look_disc + kind_at(b, t, i - 1)) });
        }
        show_pawns(b, t, i, tile, out);
    }
    int ladder = dado_scene_add(
        out,
        (dado_scene_item){
            .id = id_ladder, .kind = DADO_ITEM_PLACE, .parent = -1, .at = 1, .look = look_ladder });
    show_pawns(b, t, b->length + 1, ladder, out);
    int mover = actor(game, state);
    for (int p = 0; p < game->players; p++) {
        int hand = dado_scene_add(out, (dado_scene_item){ .id = (uint32_t)(id_hand + p),
                                                          .parent = -1,
                                                          .at = 2 + p,
                                                          .kind = DADO_ITEM_PLACE,
                                                          .look = (uint16_t)(look_hand + p),
                                                          .owner = (uint8_t)(p + 1),
                                                          .lit = mover == p });
        for (int k = 0; k < kinds; k++) {
            if (!t->hand[p][k]) continue;
            dado_scene_add(out, (dado_scene_item){ .id = (uint32_t)(id_held + p * kinds + k),
                                                   .kind = DADO_ITEM_TOKEN,
                                                   .parent = hand,
                                                   .at = k,
                                                   .look = (uint16_t)(look_disc + k),
                                                   .value = t->hand[p][k] });
        }
    }
}

static void look(const dado_game *game, int look, dado_text *out)
{
    (void)game;
    if (look < look_pawn)
        dado_text_addf(out, "disc %c", dado_bigpoints_row_letter(look - look_disc));
    else if (look < look_path)
        dado_text_addf(out, "pawn %c", dado_bigpoints_row_letter(look - look_pawn));
    else if (look == look_path) dado_text_add(out, "path");
    else if (look == look_ladder) dado_text_add(out, "ladder");
    else dado_text_addf(out, "hand of P%d", look - look_hand + 1);
}

// Lists the scene items that a move touches: the pawn, and the disc it collects or the
// ladder it climbs.
static int touch(const dado_game *game, const void *state, dado_move move, uint32_t *ids, int most)
{
    const board *b = game->data;
    const table *t = state;
    if (t->dealt < b->length || move == decline) return 0;
    int colour = (int)(move & 7), take = (int)(move >> take_shift & 3), count = 0;
    uint32_t touched[2];
    touched[count++] = (uint32_t)(id_pawn + colour);
    if (take == climb) touched[count++] = id_ladder;
    if (take == take_ahead || take == take_behind) {
        landing to = land(b, t, colour, (move & back_bit) != 0);
        touched[count++] = (uint32_t)(id_disc + 1 + (take == take_ahead ? to.ahead : to.behind));
    }
    for (int i = 0; i < count && i < most; i++) ids[i] = touched[i];
    return count;
}

// ---- the features that learning agents read

static bool feature(const dado_game *game, int which, dado_feature *out)
{
    const board *b = game->data;
    int colours = b->size.colours;
    const dado_feature blocks[] = {
        { "path",
          "discs still there: colours, white, black",
          DADO_FEATURE_FLAG,
          2,
          { kinds, b->length },
          0,
          1 },
        { "pawns",
          "where each pawn is: at the start, on a disc, on the ladder",
          DADO_FEATURE_FLAG,
          2,
          { colours, b->length + 2 },
          0,
          1 },
        { "arrivals",
          "which place each colour has on the ladder",
          DADO_FEATURE_FLAG,
          2,
          { colours, colours },
          0,
          1 },
        { "hands",
          "discs of each kind in each hand, counted from who looks",
          DADO_FEATURE_WHOLE,
          2,
          { game->players, kinds },
          0,
          DADO_BIGPOINTS_LONGEST + 1 },
        { "turn",
          "who is to move, counted from who looks, and whether it is an extra movement",
          DADO_FEATURE_FLAG,
          1,
          { game->players + 1 },
          0,
          1 },
    };
    return dado_feature_at(blocks, sizeof blocks / sizeof *blocks, which, out);
}

static void features(const dado_game *game, const void *view, int seat, float *values)
{
    const board *b = game->data;
    const table *t = view;
    const uint64_t *lie = starting_path_of(b, t);
    int colours = b->size.colours, players = game->players;
    for (int k = 0; k < kinds; k++) {
        for (int i = 0; i < b->length; i++) *values++ = lie[k] >> i & t->path >> i & 1;
    }
    for (int c = 0; c < colours; c++) {
        for (int i = 0; i < b->length + 2; i++) *values++ = t->pawn[c] == i;
    }
    for (int c = 0; c < colours; c++) {
        for (int i = 0; i < colours; i++) *values++ = t->arrival[i] == c + 1;
    }
    for (int p = 0; p < players; p++) {
        const uint8_t *hand = t->hand[(p + seat) % players];
        for (int k = 0; k < kinds; k++) *values++ = hand[k];
    }
    int mover = actor(game, view);
    for (int p = 0; p < players; p++) *values++ = mover == (p + seat) % players;
    *values = t->pending != 0;
}

// A move has seven bits, so it serves as its own action number.
static int actions(const dado_game *game)
{
    (void)game;
    return 1 << 7;
}

static const dado_game_extras extras = { .size = sizeof(dado_game_extras),
                                         .scene = scene,
                                         .look = look,
                                         .touch = touch,
                                         .feature = feature,
                                         .features = features,
                                         .actions = actions,
                                         .boards = &dado_bigpoints_boards };

const dado_rules dado_world_bigpoints = {
    .size = sizeof(dado_rules),
    .name = "bigpoints",
    .title = "Big Points",
    .about = "Shared pawns walk a path of discs; colours that climb first are worth most.",
    .open = open,
    .start = start,
    .actor = actor,
    .legal = legal,
    .apply = apply,
    .scores = scores,
    .print = print,
    .print_move = print_move,
    .round = round_of,
    .weigh = weigh,
    .canonicalize = canonicalize,
    .tally = tally,
    .write_json = write_json,
    .refuse = refuse,
    .extras = &extras,
};
