// try_act_test.c - (after act value): the options of two games that try their moves are those
// that programs of their own list, which know nothing of descriptions.
//
// Breathing Room is judged by flooding groups on an array. Little Siege is judged by looking
// outwards from the king, while its description looks at what each piece covers.
#include "recycle/open_and_play.h"

enum { side = 5, spaces = 25, most_names = 128, name_size = 40 };

typedef struct names {
    char text[most_names][name_size];
    int count;
} names;

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void sort(names *n)
{
    qsort(n->text, (size_t)n->count, name_size, by_text);
}

static void space_name(int at, char *out)
{
    snprintf(out, 8, "%c%d", 'A' + at % side, at / side + 1);
}

static int space_at(const char *name)
{
    return (name[1] - '1') * side + (name[0] - 'A');
}

typedef struct judge {
    int board[spaces];  // 0, or a piece: see below
    int turn;
    void (*list)(const struct judge *j, names *out);
    void (*play)(struct judge *j, const char *move);
} judge;

// --- Breathing Room: 1 and 2 are stones ---

static bool breathes(const int *board, int at)
{
    bool seen[spaces] = { false };
    int stack[spaces], height = 0;
    stack[height++] = at;
    seen[at] = true;
    while (height > 0) {
        int here = stack[--height];
        static const int across[] = { 1, -1, 0, 0 }, up[] = { 0, 0, 1, -1 };
        for (int d = 0; d < 4; d++) {
            int x = here % side + across[d], y = here / side + up[d];
            if (x < 0 || x >= side || y < 0 || y >= side) continue;
            int to = y * side + x;
            if (board[to] == 0) return true;
            if (board[to] != board[at] || seen[to]) continue;
            seen[to] = true;
            stack[height++] = to;
        }
    }
    return false;
}

static void list_stones(const judge *j, names *out)
{
    for (int at = 0; at < spaces; at++) {
        int board[spaces];
        bool fine = j->board[at] == 0;
        memcpy(board, j->board, sizeof board);
        board[at] = j->turn + 1;
        for (int k = 0; k < spaces && fine; k++) fine = board[k] == 0 || breathes(board, k);
        char name[8];
        space_name(at, name);
        if (fine) snprintf(out->text[out->count++], name_size, "stone on %s", name);
    }
}

static void lay_stone(judge *j, const char *move)
{
    j->board[space_at(move + strlen("stone on "))] = j->turn + 1;
}

// --- Little Siege: pieces are 1 king, 2 rook, 3 knight; negative those of the second player ---

static int piece_of(const int *board, int x, int y)
{
    return x < 0 || x >= side || y < 0 || y >= side ? 99 : board[y * side + x];
}

// Looks outwards from the king of a side for what attacks it.
static bool in_check(const int *board, int sign)
{
    int king = 0;
    while (board[king] != sign) king++;
    int x = king % side, y = king / side;
    for (int dx = -2; dx <= 2; dx++) {
        for (int dy = -2; dy <= 2; dy++) {
            int there = piece_of(board, x + dx, y + dy), away = dx * dx + dy * dy;
            if (away == 5 && there == -3 * sign) return true;
            if ((away == 1 || away == 2) && there == -sign) return true;
        }
    }
    for (int d = 0; d < 4; d++) {
        int dx = d == 0 ? 1 : d == 1 ? -1 : 0, dy = d == 2 ? 1 : d == 3 ? -1 : 0, far = 1;
        while (piece_of(board, x + far * dx, y + far * dy) == 0) far++;
        if (piece_of(board, x + far * dx, y + far * dy) == -2 * sign) return true;
    }
    return false;
}

static bool reaches(const int *board, int from, int to)
{
    int dx = to % side - from % side, dy = to / side - from / side, away = dx * dx + dy * dy;
    switch (abs(board[from])) {
    case 1: return away == 1 || away == 2;
    case 3: return away == 5;
    default: break;
    }
    if (away == 0 || (dx != 0 && dy != 0)) return false;
    int step = dx > 0 ? 1 : dx < 0 ? -1 : dy > 0 ? side : -side;
    for (int at = from + step; at != to; at += step) {
        if (board[at] != 0) return false;
    }
    return true;
}

static const char *const pieces[] = { "", "KING", "ROOK", "KNIGHT" };

static void list_sorties(const judge *j, names *out)
{
    int sign = j->turn == 0 ? 1 : -1;
    for (int from = 0; from < spaces; from++) {
        for (int to = 0; j->board[from] * sign > 0 && to < spaces; to++) {
            int board[spaces];
            if (j->board[to] * sign > 0 || !reaches(j->board, from, to)) continue;
            memcpy(board, j->board, sizeof board);
            board[to] = board[from];
            board[from] = 0;
            if (board[to] * sign <= 0 || in_check(board, sign)) continue;
            char a[8], b[8];
            space_name(from, a);
            space_name(to, b);
            snprintf(out->text[out->count++], name_size, "%s from %s to %s", pieces[abs(board[to])],
                     a, b);
        }
    }
}

static void march(judge *j, const char *move)
{
    const char *from = strstr(move, "from ") + 5, *to = strstr(move, "to ") + 3;
    j->board[space_at(to)] = j->board[space_at(from)];
    j->board[space_at(from)] = 0;
}

// --- both against their descriptions ---

static void named_move(described *d, dado_move move, char *out)
{
    dado_text text = { 0 };
    d->game.rules->print_move(&d->game, d->state, move, &text);
    snprintf(out, name_size, "%s", dado_text_string(&text));
    dado_text_free(&text);
}

// Plays matches at random, and compares the options of every choice. Returns how many choices
// there were.
static int compare(const char *file, const judge *begin, int matches, const char *const *options)
{
    char *text = dado_test_read(file);
    described d = describe_with(file, text, options);
    const dado_game *g = &d.game;
    int choices = 0;
    assert_true(d.opened);
    for (int match = 0; match < matches; match++) {
        dado_rng rng = dado_rng_stream(5, (uint64_t)match, DADO_STREAM_SEAT);
        judge j = *begin;
        g->rules->start(g, d.state);
        while (g->rules->actor(g, d.state) >= 0) {
            names listed = { .count = g->rules->legal(g, d.state, d.moves) }, wanted = { 0 };
            assert_int_equal(g->rules->actor(g, d.state), j.turn);
            for (int i = 0; i < listed.count; i++) named_move(&d, d.moves[i], listed.text[i]);
            int chosen = (int)dado_rng_below(&rng, (uint64_t)listed.count);
            dado_move move = d.moves[chosen];
            char words[name_size];
            snprintf(words, sizeof words, "%s", listed.text[chosen]);
            begin->list(&j, &wanted);
            sort(&listed);
            sort(&wanted);
            assert_int_equal(listed.count, wanted.count);
            for (int i = 0; i < wanted.count; i++) {
                assert_string_equal(listed.text[i], wanted.text[i]);
            }
            begin->play(&j, words);
            j.turn = 1 - j.turn;
            g->rules->apply(g, d.state, move);
            choices++;
        }
        // The match ends where the judge finds no option, or by the number of turns.
        names left = { 0 };
        begin->list(&j, &left);
        dado_error why = { 0 };
        assert_true(g->rules->sound(g, d.state, &why));
        int32_t scores[2];
        g->rules->scores(g, d.state, scores);
        if (scores[0] != scores[1]) assert_int_equal(left.count, 0);
    }
    free_described(&d);
    free(text);
    return choices;
}

static const char *const plainly[] = { "ways", "plain", NULL };

static int doses(int few, int many)
{
    return getenv("DADO_LONG") ? many : few;
}

static void stones_that_leave_groups_without_breath_are_not_offered(void **state)
{
    (void)state;
    judge begin = { .list = list_stones, .play = lay_stone };
    int choices = compare("library/boards/breathing.rcy", &begin, doses(12, 4000), NULL);
    assert_in_range(choices, doses(12, 4000) * 16, doses(12, 4000) * 25);
    compare("library/boards/breathing.rcy", &begin, doses(4, 1000), plainly);
}

static void pieces_never_leave_their_king_in_check(void **state)
{
    (void)state;
    judge begin = { .list = list_sorties, .play = march };
    begin.board[space_at("A1")] = 2;
    begin.board[space_at("C1")] = 1;
    begin.board[space_at("E1")] = 3;
    begin.board[space_at("E5")] = -2;
    begin.board[space_at("C5")] = -1;
    begin.board[space_at("A5")] = -3;
    int choices = compare("library/boards/littlesiege.rcy", &begin, doses(8, 2000), NULL);
    assert_in_range(choices, doses(8, 2000) * 10, doses(8, 2000) * 30);
    compare("library/boards/littlesiege.rcy", &begin, doses(2, 300), plainly);
}

// What an act does while it is tried leaves no trace: not in storage, places, turns, collections
// that are bound, nor in what players are told.
static void nothing_remains_of_what_is_tried(void **state)
{
    (void)state;
    static const char text[] =
        "(game (setup (create players 2) (create deck (game vloc A) (deck (N (1 .. 6)))))\n"
        "(let (filter (game vloc A) 'C (> (value N 'C) 2)) 'BIG\n"
        "  (do ((set ((0 player) sto SEEN)\n"
        "         (after (do ((repeat 3 (move (top 'BIG) (top (game vloc B))))\n"
        "                     (set (game str MARK) HIGH) (set (game flag UP) true)\n"
        "                     (set (game who BOSS) (1 player)) (cycle next current)\n"
        "                     (inc (game sto SUM) 40)))\n"
        "           (+ (size (game vloc B)) (* 10 (size 'BIG)) (game sto SUM)\n"
        "              (if (and (== (game str MARK) HIGH) (game flag UP)\n"
        "                       (== (next player) (current player))) 100 0))))\n"
        "       (set ((1 player) sto SEEN)\n"
        "         (+ (size (game vloc B)) (* 10 (size 'BIG)) (game sto SUM)\n"
        "            (if (or (== (game str MARK) HIGH) (game flag UP)) 100 0)\n"
        "            (if (== (next player) (current player)) 1000 0)))))) \n"
        "(scoring max ((current player) sto SEEN)))";
    for (int plain = 0; plain < 2; plain++) {
        described d = describe_with("test.rcy", text, plain ? plainly : NULL);
        assert_true(d.opened);
        played r = play_random(&d, 1, 0, 10);
        assert_true(r.ended && r.sound);
        // Three of the four cards above 2 are moved, one is left: 3 + 10 + 40 + 100.
        assert_int_equal(r.scores[0], 153);
        assert_int_equal(r.scores[1], 40);
        free_described(&d);
    }
}

// An act that cannot be done stops the play there, as it does outside.
static void an_act_that_fails_while_it_is_tried_stops_the_play(void **state)
{
    (void)state;
    described d = describe("(game (setup (create players 1))\n"
                           "((after (move (top (game vloc A)) (top (game vloc B))) true)\n"
                           " (inc (game sto X) 1)) (scoring max (game sto X)))");
    assert_true(d.opened);
    played r = play_random(&d, 1, 0, 10);
    assert_true(r.ended);
    assert_false(r.sound);
    free_described(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stones_that_leave_groups_without_breath_are_not_offered),
        cmocka_unit_test(pieces_never_leave_their_king_in_check),
        cmocka_unit_test(nothing_remains_of_what_is_tried),
        cmocka_unit_test(an_act_that_fails_while_it_is_tried_stops_the_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
