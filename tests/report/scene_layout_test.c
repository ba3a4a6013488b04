// scene_layout_test.c - where things lie: seats around, nothing over the edge, and drawings agree.
#include "support/test.h"

#include "lab/game_source.h"
#include "report/scene_changes_in_words.h"
#include "report/scene_layout.h"
#include "report/scene_svg.h"

typedef struct table {
    dado_region region;
    dado_game game;
    unsigned char *state;
    dado_scene scene;
    dado_scene_layout layout;
} table;

static void play(table *t, int steps)
{
    dado_move *moves = calloc((size_t)t->game.max_moves + 1, sizeof *moves);
    uint32_t *weights = calloc((size_t)t->game.max_moves + 1, sizeof *weights);
    dado_rng rng = dado_rng_stream(11, 0, 0);
    t->game.rules->start(&t->game, t->state);
    for (int i = 0; i < steps; i++) {
        int actor = t->game.rules->actor(&t->game, t->state);
        if (actor == DADO_NOBODY) break;
        dado_move move =
            actor == DADO_CHANCE
                ? dado_draw_outcome(&t->game, t->state, moves, weights, &rng, NULL)
                : moves[dado_rng_below(&rng,
                                       (uint64_t)t->game.rules->legal(&t->game, t->state, moves))];
        t->game.rules->apply(&t->game, t->state, move);
    }
    free(moves);
    free(weights);
}

static table lay(const char *name, int steps, int eyes, double width)
{
    table t = { 0 };
    dado_game_source source;
    dado_error err = { 0 };
    dado_region_init_large(&t.region);
    if (!dado_game_source_find(&source, name, NULL, &t.region, &err) ||
        !dado_game_source_open(&source, &t.game, &t.region, &err)) {
        fail_msg("%s", err.text);
    }
    t.state = calloc(1, t.game.state_size);
    play(&t, steps);
    assert_true(dado_scene_capture(&t.game, t.state, eyes, &t.scene));
    t.layout = (dado_scene_layout){
        .game = &t.game,
        .scene = &t.scene,
        .boxes = calloc((size_t)t.scene.count + 1, sizeof *t.layout.boxes),
    };
    dado_scene_lay_out(&t.layout, eyes, width);
    return t;
}

static void clear(table *t)
{
    free(t->layout.boxes);
    dado_scene_free(&t->scene);
    free(t->state);
    dado_region_free(&t->region);
}

static const dado_scene_box *box_of(const table *t, int which)
{
    return &t->layout.boxes[which];
}

static int area_of(const table *t, int seat)
{
    for (int i = 0; i < t->scene.count; i++) {
        if (t->scene.things[i].parent < 0 && t->scene.things[i].owner == seat + 1) return i;
    }
    fail_msg("seat %d has no area", seat);
    return -1;
}

// Whoever looks sits at the bottom, and four sit around: left, top, right.
static void seats_sit_clockwise_from_whoever_looks(void **unused)
{
    (void)unused;
    for (int eyes = 0; eyes < 4; eyes++) {
        table t = lay("hearts", 6, eyes, 1000);
        const dado_scene_box *me = box_of(&t, area_of(&t, eyes));
        const dado_scene_box *left = box_of(&t, area_of(&t, (eyes + 1) % 4));
        const dado_scene_box *top = box_of(&t, area_of(&t, (eyes + 2) % 4));
        const dado_scene_box *right = box_of(&t, area_of(&t, (eyes + 3) % 4));
        assert_true(left->x + left->w < top->x && top->x + top->w < right->x);
        assert_true(me->y > left->y + left->h - 1 && me->y > top->y + top->h - 1);
        clear(&t);
    }
}

// Everything is on the drawing, whatever the game and however narrow the screen.
static void nothing_lies_beyond_the_edge(void **unused)
{
    (void)unused;
    static const char *const names[] = { "hearts",     "pig",       "gofish",        "workers",
                                         "fourinarow", "bridges",   "expedition",    "threesheets",
                                         "provinces",  "president", "concentration", "kuhn",
                                         "bigpoints",  "noughts",   "territorio",    "nim" };
    static const double widths[] = { 330, 700, 1100 };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (int w = 0; w < 3; w++) {
            table t = lay(names[i], 25, 0, widths[w]);
            assert_true(t.layout.width <= widths[w] + 0.5);
            for (int k = 0; k < t.scene.count; k++) {
                const dado_scene_box *b = box_of(&t, k);
                if (t.scene.things[k].kind == DADO_ITEM_TOKEN) assert_true(b->w > 4);
                if (b->x < -1 || b->y < -1 || b->x + b->w > t.layout.width + 1 ||
                    b->y + b->h > t.layout.height + 1) {
                    fail_msg("%s at %g: thing %d of kind %d at %g %g, %g by %g, of %g by %g",
                             names[i], widths[w], k, t.scene.things[k].kind, b->x, b->y, b->w, b->h,
                             t.layout.width, t.layout.height);
                }
            }
            clear(&t);
        }
    }
}

// One's own hand goes up from face to face, and lies from left to right in that order.
static void a_hand_is_sorted(void **unused)
{
    (void)unused;
    table t = lay("hearts", 6, 2, 1000);
    int hand = -1, cards = 0;
    for (int i = 0; i < t.scene.count; i++) {
        const dado_scene_item *thing = &t.scene.things[i];
        if (thing->own && thing->parent == area_of(&t, 2)) hand = i;
    }
    assert_true(hand >= 0 && box_of(&t, hand)->first >= 0);
    for (int c = box_of(&t, hand)->first; box_of(&t, c)->next >= 0; c = box_of(&t, c)->next) {
        int next = box_of(&t, c)->next;
        assert_true(t.scene.things[c].look < t.scene.things[next].look);
        assert_true(box_of(&t, c)->x < box_of(&t, next)->x);
        cards++;
    }
    assert_true(cards > 8);
    clear(&t);
}

// The drawing puts every thing that has a number where the layout says, and nowhere else.
static void a_drawing_shows_the_boxes(void **unused)
{
    (void)unused;
    static const char *const names[] = { "hearts", "fourinarow", "threesheets", "expedition" };
    for (int i = 0; i < 4; i++) {
        table t = lay(names[i], 30, 0, 900);
        dado_text svg = { 0 };
        int compared = 0;
        assert_true(dado_scene_svg(&t.game, t.state, 0, 900, false, &svg, NULL));
        for (int k = 0; k < t.scene.count; k++) {
            char mark[40];
            double x, y;
            snprintf(mark, sizeof mark, "data-id=\"%u\"", t.scene.things[k].id);
            const char *at = t.scene.things[k].id ? strstr(dado_text_string(&svg), mark) : NULL;
            if (!at) continue;
            const char *moved = strstr(at, "translate(");
            assert_int_equal(sscanf(moved, "translate(%lf %lf)", &x, &y), 2);
            assert_true(fabs(x - box_of(&t, k)->x) < 0.01 && fabs(y - box_of(&t, k)->y) < 0.01);
            compared++;
        }
        assert_true(compared > 5);
        dado_text_free(&svg);
        clear(&t);
    }
}

// Every attribute of a card that lies open is written on it.
static void all_that_is_printed_on_a_card_can_be_read(void **unused)
{
    (void)unused;
    table t = lay("tests/report/market.rcy", 8, 0, 900);
    dado_text svg = { 0 };
    assert_true(dado_scene_svg(&t.game, t.state, 0, 900, false, &svg, NULL));
    int open = 0;
    for (int i = 0; i < t.scene.count; i++) {
        const dado_scene_item *card = &t.scene.things[i];
        if (card->kind != DADO_ITEM_CARD || card->back) continue;
        char mark[40];
        snprintf(mark, sizeof mark, "data-id=\"%u\"", card->id);
        const char *at = strstr(dado_text_string(&svg), mark);
        assert_non_null(at);
        const char *end = strstr(at, "class=\"thing");
        const char *const wanted[] = { ">Cost ", ">Points " };
        for (int k = 0; k < 2; k++) {
            const char *found = strstr(at, wanted[k]);
            assert_true(found && (!end || found < end));
        }
        open++;
    }
    assert_int_equal(open, 5);
    dado_text_free(&svg);
    clear(&t);
}

// A piece wears the colour of its player's plate.
static void a_player_has_one_colour(void **unused)
{
    (void)unused;
    table t = lay("fourinarow", 9, 0, 900);
    dado_text svg = { 0 };
    assert_true(dado_scene_svg(&t.game, t.state, 0, 900, false, &svg, NULL));
    for (int i = 0; i < t.scene.count; i++) {
        const dado_scene_item *piece = &t.scene.things[i];
        if (piece->kind != DADO_ITEM_TOKEN) continue;
        char mark[40], colour[24];
        snprintf(mark, sizeof mark, "data-id=\"%u\"", piece->id);
        snprintf(colour, sizeof colour, "disc s%d\"", piece->owner);
        assert_true(piece->owner == 1 || piece->owner == 2);
        const char *at = strstr(dado_text_string(&svg), mark), *disc = strstr(at, "class=\"disc");
        assert_true(strncmp(disc + 7, colour, strlen(colour)) == 0);
    }
    dado_text_free(&svg);
    clear(&t);
}

// What the description says of looks: names, what is shown, what is hidden.
static void a_description_names_and_hides(void **unused)
{
    (void)unused;
    table t = lay("tests/report/market.rcy", 8, 0, 900);
    dado_text svg = { 0 };
    assert_true(dado_scene_svg(&t.game, t.state, 0, 900, false, &svg, NULL));
    const char *drawn = dado_text_string(&svg);
    assert_non_null(strstr(drawn, ">on offer<"));
    assert_non_null(strstr(drawn, ">★ renown<"));  // its icon and its name, below how many
    assert_null(strstr(drawn, "Stock"));
    int numbers = 0, chips = 0;
    for (int i = 0; i < t.scene.count; i++) numbers += t.scene.things[i].kind == DADO_ITEM_TEXT;
    for (const char *at = drawn; (at = strstr(at, "class=\"cell\"")); at++) chips++;
    assert_true(chips > 0 && chips < numbers);  // what it only counts with is not shown
    dado_text_free(&svg);
    clear(&t);
}

// Two spaces of a board, by the names they have; -1: none.
static int space_called(const table *t, const char *wanted)
{
    for (int i = 0; i < t->scene.count; i++) {
        dado_text name = { 0 };
        const dado_scene_item *thing = &t->scene.things[i];
        if (thing->kind != DADO_ITEM_TILE && thing->kind != DADO_ITEM_HEX) continue;
        dado_scene_item_name(&t->game, &t->scene, thing, &name);
        bool same = strcmp(dado_text_string(&name), wanted) == 0;
        dado_text_free(&name);
        if (same) return i;
    }
    return -1;
}

static int lit_links(const table *t)
{
    int count = 0;
    for (int i = 0; i < t->scene.count; i++) {
        count += t->scene.things[i].kind == DADO_ITEM_LINK && t->scene.things[i].lit;
    }
    return count;
}

static void play_words(table *t, const char *const *words, int count)
{
    dado_move *moves = calloc((size_t)t->game.max_moves + 1, sizeof *moves);
    t->game.rules->start(&t->game, t->state);
    for (int i = 0; i < count; i++) {
        int legal = t->game.rules->legal(&t->game, t->state, moves), found = -1;
        for (int k = 0; k < legal; k++) {
            dado_text said = { 0 };
            t->game.rules->print_move(&t->game, t->state, moves[k], &said);
            if (strcmp(dado_text_string(&said), words[i]) == 0) found = k;
            dado_text_free(&said);
        }
        if (found < 0) fail_msg("no move is called %s", words[i]);
        t->game.rules->apply(&t->game, t->state, moves[found]);
    }
    free(moves);
}

static void look_again(table *t, double width)
{
    dado_scene_free(&t->scene);
    free(t->layout.boxes);
    assert_true(dado_scene_capture(&t->game, t->state, 0, &t->scene));
    t->layout = (dado_scene_layout){
        .game = &t->game,
        .scene = &t->scene,
        .boxes = calloc((size_t)t->scene.count + 1, sizeof *t->layout.boxes),
    };
    dado_scene_lay_out(&t->layout, 0, width);
}

// Once a line has won, it is drawn from its first space to its last, above the pieces; before that
// and after a draw there is none.
static void the_winning_line_is_drawn(void **unused)
{
    (void)unused;
    static const char *const won[] = { "mark A1", "mark B1", "mark A2", "mark B2", "mark A3" };
    static const char *const drawn[] = { "mark A1", "mark B1", "mark C1", "mark B2", "mark A2",
                                         "mark C2", "mark B3", "mark A3", "mark C3" };
    table t = lay("threeinarow", 0, 0, 900);
    play_words(&t, won, 4);
    look_again(&t, 900);
    assert_int_equal(lit_links(&t), 0);
    play_words(&t, won, 5);
    look_again(&t, 900);
    assert_int_equal(lit_links(&t), 1);
    const dado_scene_box *from = box_of(&t, space_called(&t, "A1")), *line = NULL;
    const dado_scene_box *to = box_of(&t, space_called(&t, "A3"));
    for (int i = 0; i < t.scene.count; i++) {
        if (t.scene.things[i].kind == DADO_ITEM_LINK) line = box_of(&t, i);
    }
    double y[] = { from->y + from->h / 2, to->y + to->h / 2 };
    assert_true(fabs(line->x - (from->x + from->w / 2)) < 0.01 && fabs(line->w) < 0.01);
    assert_true(fabs(fmin(line->y, line->y + line->h) - fmin(y[0], y[1])) < 0.01);
    assert_true(fabs(fmax(line->y, line->y + line->h) - fmax(y[0], y[1])) < 0.01);
    dado_text svg = { 0 };
    assert_true(dado_scene_svg(&t.game, t.state, 0, 900, false, &svg, NULL));
    const char *above = strstr(dado_text_string(&svg), "class=\"won ");
    assert_true(above && !strstr(above, "class=\"disc s1\" cx=\"20"));
    dado_text_free(&svg);
    play_words(&t, drawn, 9);
    look_again(&t, 900);
    assert_int_equal(lit_links(&t), 0);
    clear(&t);
}

// Spaces that are joined lie nearer to each other than most, none lies on another, and each link
// begins and ends in the middle of a space.
static void a_graph_is_spread_out(void **unused)
{
    (void)unused;
    static const double widths[] = { 340, 700, 1000 };
    for (int w = 0; w < 3; w++) {
        table t = lay("provinces", 4, 0, widths[w]);
        int links = 0, tiles[16], count = 0;
        for (int i = 0; i < t.scene.count; i++) {
            links += t.scene.things[i].kind == DADO_ITEM_LINK;
            if (t.scene.things[i].kind == DADO_ITEM_TILE) tiles[count++] = i;
        }
        assert_int_equal(count, 7);
        assert_int_equal(links, 9);
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < i; k++) {
                const dado_scene_box *a = box_of(&t, tiles[i]), *b = box_of(&t, tiles[k]);
                if (fabs(a->x - b->x) < a->w && fabs(a->y - b->y) < a->h) {
                    fail_msg("at %g, spaces %d and %d lie on each other", widths[w], i, k);
                }
            }
        }
        for (int i = 0; i < t.scene.count; i++) {
            const dado_scene_item *link = &t.scene.things[i];
            if (link->kind != DADO_ITEM_LINK) continue;
            const dado_scene_box *from = box_of(&t, tiles[link->at]), *box = box_of(&t, i);
            const dado_scene_box *to = box_of(&t, tiles[link->value]);
            assert_true(fabs(from->x + from->w / 2 - box->x) < 0.01);
            assert_true(fabs(to->y + to->h / 2 - box->y - box->h) < 0.01);
        }
        clear(&t);
    }
}

// A hand is held as a fan: turned more towards its ends, its middle highest, and a wider step where
// the suit changes.
static void a_hand_is_fanned_with_gaps_between_suits(void **unused)
{
    (void)unused;
    table t = lay("hearts", 6, 2, 1100);
    int hand = -1, wide = 0, narrow = 0;
    double least = 1e9;
    for (int i = 0; i < t.scene.count; i++) {
        const dado_scene_item *thing = &t.scene.things[i];
        if (thing->own && thing->parent == area_of(&t, 2)) hand = i;
    }
    const dado_scene_box *first = box_of(&t, box_of(&t, hand)->first), *last = first;
    for (int c = box_of(&t, hand)->first; c >= 0; c = box_of(&t, c)->next) {
        const dado_scene_box *card = box_of(&t, c);
        if (card != first) {
            assert_true(card->turn > last->turn);
            least = fmin(least, card->x - last->x);
        }
        last = card;
    }
    assert_true(first->turn < -3 && fabs(first->turn + last->turn) < 0.01);
    assert_true(fabs(first->y - last->y) < 0.01);
    for (int c = box_of(&t, hand)->first; box_of(&t, c)->next >= 0; c = box_of(&t, c)->next) {
        int next = box_of(&t, c)->next, suits[2];
        int cards[] = { c, next };
        for (int k = 0; k < 2; k++) {
            dado_text name = { 0 };
            dado_scene_item_name(&t.game, &t.scene, &t.scene.things[cards[k]], &name);
            suits[k] = dado_text_string(&name)[0];
            dado_text_free(&name);
        }
        double step = box_of(&t, next)->x - box_of(&t, c)->x;
        if (suits[0] == suits[1]) narrow += fabs(step - least) < 0.01;
        else wide += step > least + 5;
    }
    assert_int_equal(wide, 3);
    assert_int_equal(narrow + wide, box_of(&t, hand)->count - 1);
    clear(&t);
}

// A score sheet: five boxes a player, ticked or open. The score is on the plate and not among them.
static void a_sheet_is_cells(void **unused)
{
    (void)unused;
    table t = lay("threesheets", 30, 0, 900);
    dado_text svg = { 0 };
    assert_true(dado_scene_svg(&t.game, t.state, 0, 900, false, &svg, NULL));
    const char *drawn = dado_text_string(&svg);
    int boxes = 0, ticked = 0, flags = 0;
    for (const char *at = drawn; (at = strstr(at, "class=\"cellname")); at++) boxes++;
    for (const char *at = drawn; (at = strstr(at, ">✓<")); at++) ticked++;
    for (int i = 0; i < t.scene.count; i++) {
        if (t.scene.things[i].kind != DADO_ITEM_TEXT) continue;
        const char *words = dado_text_string(&t.scene.words) + t.scene.things[i].value;
        flags += strchr(words, ' ') == NULL;
    }
    assert_int_equal(boxes, 2 * 5);
    assert_true(ticked > 0 && ticked < 10 && ticked == flags);
    assert_null(strstr(drawn, ">Score<"));
    dado_text_free(&svg);
    clear(&t);
}

// What the description says of cards and places: the price in a corner, a picture, what lies where.
static void a_description_places_and_prices(void **unused)
{
    (void)unused;
    table t = lay("tests/report/placed.rcy", 3, 0, 900);
    dado_text svg = { 0 };
    assert_true(dado_scene_svg(&t.game, t.state, 0, 900, false, &svg, NULL));
    const char *drawn = dado_text_string(&svg);
    int prices = 0, pictures = 0;
    for (const char *at = drawn; (at = strstr(at, "class=\"pricenumber\"")); at++) prices++;
    for (const char *at = drawn; (at = strstr(at, "class=\"icon\"")); at++) pictures++;
    assert_int_equal(prices, 4);
    assert_int_equal(pictures, 4);
    assert_non_null(strstr(drawn, ">🐂<"));
    assert_null(strstr(drawn, ">Price"));
    assert_non_null(strstr(drawn, ">pulls the plough<"));  // text, without the attribute's name
    const dado_scene_box *row[4] = { NULL };
    static const char *const names[] = { "LEFTOVERS", "MARKET", "STOCK", "RIVER" };
    for (int i = 0; i < t.scene.count; i++) {
        dado_text name = { 0 };
        dado_scene_item_name(&t.game, &t.scene, &t.scene.things[i], &name);
        for (int k = 0; k < 4; k++) {
            if (strcmp(dado_text_string(&name), names[k]) == 0) row[k] = box_of(&t, i);
        }
        dado_text_free(&name);
    }
    assert_true(row[0]->x < row[1]->x && row[1]->x < row[2]->x);  // left, middle, right
    assert_true(row[3]->y > row[1]->y + row[1]->h - 1);           // at the bottom
    dado_text_free(&svg);
    clear(&t);
}

// Open cards that are alike and do not fit side by side are one stack with a count, which lies
// where its top card lies.
static void cards_alike_are_stacked(void **unused)
{
    (void)unused;
    table t = lay("tinker", 1, 0, 900);
    int road = -1, tops = 0, cards = 0;
    for (int i = 0; i < t.scene.count; i++) {
        dado_text name = { 0 };
        dado_scene_item_name(&t.game, &t.scene, &t.scene.things[i], &name);
        if (strcmp(dado_text_string(&name), "ROAD") == 0) road = i;
        dado_text_free(&name);
    }
    assert_true(road >= 0);
    for (int c = box_of(&t, road)->first; c >= 0; c = box_of(&t, c)->next) {
        bool covered = box_of(&t, c)->style == DADO_BOX_COVERED;
        tops += !covered;
        if (!covered) cards += 1 + box_of(&t, c)->count;
        for (int d = box_of(&t, road)->first; covered && d != c; d = box_of(&t, d)->next) {
            if (t.scene.things[d].look != t.scene.things[c].look) continue;
            assert_true(box_of(&t, d)->x == box_of(&t, c)->x);
        }
    }
    assert_int_equal(tops, 6);  // lamp, map, mule, silver, stall, inn
    assert_int_equal(cards, 8 + 6 + 6 + 6 + 6 + 5);
    dado_text svg = { 0 };
    assert_true(dado_scene_svg(&t.game, t.state, 0, 900, false, &svg, NULL));
    assert_non_null(strstr(dado_text_string(&svg), ">×8<"));
    dado_text_free(&svg);
    clear(&t);
}

// Prices of several kinds are discs in the colours of their kinds, without those that are 0; a
// number that is to be shown is there when it is 0, too.
static void several_prices_are_discs(void **unused)
{
    (void)unused;
    table t = lay("merchants", 1, 0, 900);
    dado_text svg = { 0 };
    assert_true(dado_scene_svg(&t.game, t.state, 0, 900, false, &svg, NULL));
    const char *drawn = dado_text_string(&svg);
    int discs = 0, stones = 0;
    for (const char *at = drawn; (at = strstr(at, "class=\"kind\"")); at++) discs++;
    for (const char *at = drawn; (at = strstr(at, "rubies<")); at++) stones++;
    assert_true(discs >= 5 && discs <= 15);  // five cards of one to three prices
    assert_null(strstr(drawn, ">0♦<"));
    assert_int_equal(stones, 3);  // of three players, all at 0
    dado_text_free(&svg);
    clear(&t);
}

// The boxes of one's own sheet are what a move begins with; the words of a move name a card by
// its title.
static void moves_take_hold_of_boxes_and_titles(void **unused)
{
    (void)unused;
    int (*touch)(const dado_game *, const void *, dado_move, uint32_t *, int);
    table t = lay("lamplighters", 1, 0, 900);
    dado_move *moves = calloc((size_t)t.game.max_moves + 1, sizeof *moves);
    int count = t.game.rules->legal(&t.game, t.state, moves), held = 0;
    touch = dado_game_extra(&t.game, touch);
    for (int i = 0; i < count; i++) {
        uint32_t id = 0;
        if (touch(&t.game, t.state, moves[i], &id, 1) < 1) continue;
        for (int k = 0; k < t.scene.count; k++) held += t.scene.things[k].id == id;
    }
    assert_true(count >= 2);
    assert_int_equal(held, count - 1);  // all but letting the dice pass
    free(moves);
    clear(&t);
    t = lay("homestead", 1, 0, 900);
    moves = calloc((size_t)t.game.max_moves + 1, sizeof *moves);
    count = t.game.rules->legal(&t.game, t.state, moves);
    for (int i = 0; i < count; i++) {
        dado_text words = { 0 };
        t.game.rules->print_move(&t.game, t.state, moves[i], &words);
        assert_null(strchr(dado_text_string(&words), '-'));  // "build Mill", not "build Mill-6-3-3"
        dado_text_free(&words);
    }
    free(moves);
    clear(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_alike_are_stacked),
        cmocka_unit_test(several_prices_are_discs),
        cmocka_unit_test(moves_take_hold_of_boxes_and_titles),
        cmocka_unit_test(seats_sit_clockwise_from_whoever_looks),
        cmocka_unit_test(nothing_lies_beyond_the_edge),
        cmocka_unit_test(a_hand_is_sorted),
        cmocka_unit_test(a_drawing_shows_the_boxes),
        cmocka_unit_test(all_that_is_printed_on_a_card_can_be_read),
        cmocka_unit_test(a_player_has_one_colour),
        cmocka_unit_test(a_description_names_and_hides),
        cmocka_unit_test(the_winning_line_is_drawn),
        cmocka_unit_test(a_graph_is_spread_out),
        cmocka_unit_test(a_hand_is_fanned_with_gaps_between_suits),
        cmocka_unit_test(a_description_places_and_prices),
        cmocka_unit_test(a_sheet_is_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
