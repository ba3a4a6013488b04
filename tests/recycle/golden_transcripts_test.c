// golden_transcripts_test.c - whole matches as a person would read them, the same for ever.
//
// A change in these transcripts is a change in what replays mean: the same
// seed no longer plays the same match. DADO_GOLDEN=write makes them anew.
#include "recycle/open_and_play.h"

static void write_match(described *d, uint64_t seed, dado_text *out)
{
    const dado_game *g = &d->game;
    dado_rng chance = dado_rng_stream(seed, 0, DADO_STREAM_CHANCE);
    dado_rng choice = dado_rng_stream(seed, 0, DADO_STREAM_SEAT);
    g->rules->start(g, d->state);
    for (int step = 0; step < 400; step++) {
        int actor = g->rules->actor(g, d->state);
        if (actor == DADO_NOBODY) break;
        if (actor == DADO_CHANCE) {
            dado_move move = dado_draw_outcome(g, d->state, d->moves, d->weights, &chance, NULL);
            g->rules->apply(g, d->state, move);
            continue;
        }
        int count = g->rules->legal(g, d->state, d->moves);
        dado_move move = d->moves[dado_rng_below(&choice, (uint64_t)count)];
        g->rules->print(g, d->state, actor, out);
        dado_text_addf(out, "p%d chooses among %d: ", actor, count);
        g->rules->print_move(g, d->state, move, out);
        dado_text_add(out, "\n\n");
        g->rules->apply(g, d->state, move);
    }
    int32_t scores[64];
    g->rules->print(g, d->state, DADO_NOBODY, out);
    g->rules->scores(g, d->state, scores);
    dado_text_add(out, "scores");
    for (int p = 0; p < g->players; p++) dado_text_addf(out, " %d", scores[p]);
    dado_text_addf(out, "\nhash %016llx\n", (unsigned long long)dado_state_hash(g, d->state));
}

static void compare(const char *game, const char *name)
{
    char path[200], golden[200];
    snprintf(path, sizeof path, "library/%s", game);
    snprintf(golden, sizeof golden, "tests/golden/recycle/%s.txt", name);
    char *text = dado_test_read(path);
    assert_non_null(text);
    described d = describe_with(path, text, NULL);
    assert_true(d.opened);
    dado_text out = { 0 };
    dado_text_addf(&out, "%s, seed 7, random players\n\n", d.game.rules->title);
    write_match(&d, 7, &out);
    const char *write = getenv("DADO_GOLDEN");
    if (write && strcmp(write, "write") == 0) {
        FILE *file = fopen(golden, "wb");
        assert_non_null(file);
        fputs(dado_text_string(&out), file);
        fclose(file);
    }
    char *expected = dado_test_read(golden);
    if (!expected) fail_msg("there is no %s", golden);
    assert_string_equal(dado_text_string(&out), expected);
    free(expected);
    free(text);
    dado_text_free(&out);
    free_described(&d);
}

static void matches_are_played_as_they_always_were(void **state)
{
    (void)state;
    compare("cards/agram.rcy", "agram");
    compare("cards/leduc.rcy", "leduc");
    compare("cards/blackjack.rcy", "blackjack");
    compare("cards/nothankyou.rcy", "nothankyou");
    compare("dice/delve.rcy", "delve");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(matches_are_played_as_they_always_were) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
