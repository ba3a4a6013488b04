// match_unit_test.c - match units play as the plain evaluator does: the same state before
// every choice, the same options, the same moves, and the same scores after every round.
#include <dirent.h>
#include <dlfcn.h>
#include <fnmatch.h>
#include <unistd.h>

#include "core/scope_cleanup.h"
#include "lab/match.h"
#include "recycle/match_unit.h"
#include "recycle/program.h"
#include "support/execution_modes.h"
#include "support/test.h"

enum { most_rounds = 20000, limit = 20000, most_players = 64 };

// As the unit declares it.
typedef struct unit_watch {
    int32_t pc, who, steps;
    uint32_t options;
    uint64_t move;
    const int32_t *sto, *die, *kept;
    const uint16_t *str, *map;
    const uint8_t *byte;
    const void *nx, *bt;
} unit_watch;

typedef struct unit_result {
    int32_t rounds, steps, decisions, forced, result[most_players];
} unit_result;

typedef int watched_play(uint64_t chance_key, uint64_t seat_key, uint64_t match, int32_t most,
                         int32_t *rows, int32_t room, int64_t stride, void *out,
                         void (*watch)(void *, const unit_watch *, int), void *context);

// The evaluator, which plays the same match beside the unit.
typedef struct beside {
    const char *name;
    uint64_t match;
    dado_test_opened *judge;
    const rcy_program *p;
    dado_rng chance, seats[most_players];
    int steps;
    int64_t choices;
} beside;

#define SAME(b, what, one, other) \
    do { \
        long long one_ = (long long)(one), other_ = (long long)(other); \
        if (one_ != other_) \
            fail_msg("%s, match %llu, step %d: %s is %lld in the unit, %lld by the evaluator", \
                     (b)->name, (unsigned long long)(b)->match, (b)->steps, what, one_, other_); \
    } while (0)

static int card_at(const beside *b, const void *cards, int i)
{
    return b->p->cards > 254 ? ((const uint16_t *)cards)[i] : ((const uint8_t *)cards)[i];
}

static void compare_cards(const beside *b, const unit_watch *seen)
{
    const rcy_program *p = b->p;
    int none = p->cards > 254 ? 65535 : 255;
    const uint16_t *order = (const uint16_t *)(void *)(b->judge->state + p->at_order);
    const uint16_t *from = (const uint16_t *)(void *)(b->judge->state + p->at_from);
    for (int place = 0; place < p->places; place++) {
        int card = card_at(b, seen->bt, place);
        for (int i = from[place]; i < from[place + 1]; i++) {
            SAME(b, "a card", card, order[i]);
            card = card_at(b, seen->nx, card);
        }
        SAME(b, "the end of a place", card, none);
    }
}

static void compare_state(const beside *b, const unit_watch *seen)
{
    const rcy_program *p = b->p;
    const unsigned char *s = b->judge->state;
    const int32_t *sto = (const int32_t *)(const void *)(s + p->at_sto);
    const int32_t *die = (const int32_t *)(const void *)(s + p->at_die);
    const int32_t *kept = (const int32_t *)(const void *)(s + p->at_kept);
    const uint16_t *str = (const uint16_t *)(const void *)(s + p->at_str);
    const uint16_t *map = (const uint16_t *)(const void *)(s + p->at_map);
    for (int i = 0; i < p->stos; i++) SAME(b, "a storage", seen->sto[i], sto[i]);
    for (int i = 0; i < p->dice_count; i++) SAME(b, "a die", seen->die[i], die[i]);
    for (int i = 0; i < p->kept; i++) SAME(b, "a counter", seen->kept[i], kept[i]);
    for (int i = 0; i < p->strs; i++) SAME(b, "a string", seen->str[i], str[i]);
    for (int i = 0; i < p->map_slots; i++) SAME(b, "a point map", seen->map[i], map[i]);
    for (int i = 0; i < p->bytes; i++) SAME(b, "a flag or owner", seen->byte[i], s[p->at_byte + i]);
    compare_cards(b, seen);
}

// Draws what chance has to until a player is to choose, or the match is over.
static int go_on(beside *b)
{
    const dado_game *game = &b->judge->game;
    int who;
    while ((who = game->rules->actor(game, b->judge->state)) == DADO_CHANCE) {
        dado_move move = dado_draw_outcome(game, b->judge->state, b->judge->moves,
                                           b->judge->weights, &b->chance, NULL);
        game->rules->apply(game, b->judge->state, move);
        b->steps++;
    }
    return who;
}

static void watch(void *context, const unit_watch *seen, int after)
{
    beside *b = context;
    const dado_game *game = &b->judge->game;
    dado_move *moves = b->judge->moves;
    if (!after) {
        int who = go_on(b);
        SAME(b, "who chooses", seen->who, who);
        SAME(b, "the choice", seen->pc, ((const rcy_pause *)(void *)b->judge->state)->pc);
        SAME(b, "the number of steps", seen->steps, b->steps + 1);
        compare_state(b, seen);
        int count = game->rules->legal(game, b->judge->state, moves);
        bool none = count == 1 && moves[0] == DADO_NO_CHOICE;
        SAME(b, "the number of options", seen->options, none ? 0 : count);
        b->choices++;
        return;
    }
    int count = game->rules->legal(game, b->judge->state, moves);
    dado_rng *own = &b->seats[seen->who];
    uint64_t drawn = count == 1 ? (own->drawn++, 0) : dado_rng_below(own, (uint64_t)count);
    SAME(b, "the move", seen->move, moves[drawn]);
    game->rules->apply(game, b->judge->state, moves[drawn]);
    b->steps++;
}

static watched_play *compile_unit(const dado_text *text, void **handle)
{
    static int number;
    char path[200], object[200], command[600];
    snprintf(path, sizeof path, "%s/unit%d.c", dado_test_cache(), ++number);
    snprintf(object, sizeof object, "%s/unit%d.so", dado_test_cache(), number);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(dado_text_string(text), file);
    fputs("int watched(u64 c, u64 s, u64 m, i32 l, i32 *rows, i32 room, i64 stride, "
          "unit_result *out WATCHED) { return unit_play(c, s, m, l, rows, room, stride, out, "
          "watch, context); }\n",
          file);
    fclose(file);
    snprintf(command, sizeof command, "cc -O1 -w -std=c17 -fPIC -shared -DDADO_WATCH -o %s %s",
             object, path);
    if (system(command) != 0) fail_msg("%s could not be compiled", path);
    *handle = dlopen(object, RTLD_NOW | RTLD_LOCAL);
    assert_non_null(*handle);
    return (watched_play *)(uintptr_t)dlsym(*handle, "watched");
}

static void compare_result(const beside *b, const dado_trace *trace, const unit_result *result,
                           const int32_t *rows)
{
    int players = b->p->players;
    SAME(b, "how the match ended", DADO_FINISHED, trace->end);
    SAME(b, "the number of rounds", result->rounds, trace->rounds);
    SAME(b, "the number of steps", result->steps, trace->steps);
    SAME(b, "the number of decisions", result->decisions, trace->decisions);
    SAME(b, "the number of forced moves", result->forced, trace->forced);
    uint64_t options;
    size_t at = (sizeof(int32_t) * (size_t)(4 + players) + 7) / 8 * 8;
    memcpy(&options, (const char *)result + at, sizeof options);
    SAME(b, "the number of options", options, trace->options);
    for (int i = 0; i < players; i++) SAME(b, "a score", result->result[i], trace->result[i]);
    for (int i = players; i < (trace->rounds + 1) * players; i++)
        SAME(b, "a score of a round", rows[i], trace->scores[i]);
}

// Plays matches with the unit and the evaluator beside it. Returns how many the unit gave up.
static int64_t play_beside(const char *name, watched_play *play, dado_test_opened *judge,
                           int matches)
{
    static int32_t rows[(most_rounds + 1) * 8];
    dado_region region = { 0 };
    dado_error err = { 0 };
    dado_agent agents[most_players];
    dado_match_workspace table;
    dado_region_init(&region, (size_t)256 << 20);
    for (int p = 0; p < judge->game.players; p++) {
        assert_true(
            dado_agent_open(&agents[p], &dado_agent_random, &judge->game, p, NULL, &region, &err));
    }
    assert_true(dado_match_workspace_init(
        &table, &judge->game, agents, (dado_match_settings){ .move_limit = limit }, &region, &err));
    int64_t given_up = 0;
    const uint64_t seed = 0x123456789ABCDEF, chance_seed = 0xFEDCBA987654321;
    for (int m = 0; m < matches; m++) {
        beside b = { .name = name, .match = (uint64_t)m, .judge = judge, .p = judge->game.data };
        unit_result result = { 0 };
        b.chance = dado_rng_stream(chance_seed, b.match, DADO_STREAM_CHANCE);
        for (int p = 0; p < judge->game.players; p++)
            b.seats[p] = dado_rng_stream(seed, b.match, (uint16_t)(DADO_STREAM_SEAT + p));
        judge->game.rules->start(&judge->game, judge->state);
        int room = most_rounds * 8 / judge->game.players;
        if (play(chance_seed, seed, b.match, limit, rows, room, 1, &result, watch, &b)) {
            given_up++;
            continue;
        }
        SAME(&b, "who acts at the end", DADO_NOBODY, go_on(&b));
        SAME(&b, "the number of steps", result.steps, b.steps);
        compare_result(&b, dado_match_play(&table, seed, chance_seed, b.match), &result, rows);
    }
    dado_region_free(&region);
    return given_up;
}

// Returns whether the game is accepted; says why not.
static bool play_game(const char *name, int matches)
{
    dado_test_opened judge = { 0 };
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    DADO_CLEANUP(dado_text_free) dado_text reasons = { 0 };
    dado_test_open(&judge, name, NULL, true);
    bool accepted = rcy_match_unit_write(&judge.game, &text, &reasons);
    if (!accepted) {
        print_message("%s: refused: %s", name, dado_text_string(&reasons));
        assert_true(reasons.length > 0);
    } else {
        void *handle;
        watched_play *play = compile_unit(&text, &handle);
        int64_t given_up = play_beside(name, play, &judge, matches);
        if (given_up)
            print_message("%s: the unit gave up %lld of %d matches\n", name, (long long)given_up,
                          matches);
        dlclose(handle);
    }
    dado_region_free(&judge.region);
    return accepted;
}

static void games_are_played_as_the_evaluator_plays_them(void **state)
{
    (void)state;
    static const char *const games[] = { "hearts",
                                         "library/cards/kuhn.rcy",
                                         "library/cards/leduc.rcy",
                                         "gofish",
                                         "fourinarow",
                                         "threeinarow",
                                         "spades",
                                         "euchre",
                                         "crazyeights",
                                         "blackjack",
                                         "library/dice/pig.rcy",
                                         "whist",
                                         "dicepoints" };
    dado_test_skip_without_compiler();
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        assert_true(play_game(games[i], dado_test_repeats(100, 2000)));
}

static void all_games_of_the_library_are_played_or_refused_with_reasons(void **state)
{
    (void)state;
    static const char *const folders[] = { "library/cards", "library/dice", "library/small",
                                           "library/boards", "library/tutorial" };
    const char *wanted = getenv("DADO_GAMES");
    int accepted = 0, all = 0;
    if (!dado_test_repeats(0, 1)) skip();
    dado_test_skip_without_compiler();
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++) {
        DIR *folder = opendir(folders[f]);
        assert_non_null(folder);
        for (struct dirent *e; (e = readdir(folder));) {
            char path[400];
            if (fnmatch("*.rcy", e->d_name, 0) != 0) continue;
            if (wanted && fnmatch(wanted, e->d_name, 0) != 0) continue;
            snprintf(path, sizeof path, "%s/%s", folders[f], e->d_name);
            all++;
            accepted += play_game(path, 10000);
        }
        closedir(folder);
    }
    print_message("%d of %d games accepted\n", accepted, all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_played_as_the_evaluator_plays_them),
        cmocka_unit_test(all_games_of_the_library_are_played_or_refused_with_reasons),
    };
    return cmocka_run_group_tests(tests, dado_test_cache_make, dado_test_cache_remove);
}
