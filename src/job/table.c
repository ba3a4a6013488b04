// table.c - the table of a game as it stands after some steps, drawn and in words.

#include "job/errand.h"
#include "report/scene.h"

// Plays at random until so many decisions were made and somebody is to decide; or to the end.
static void play_on(const dado_game *game, void *state, int64_t decisions, dado_rng *luck,
                    dado_move *moves, uint32_t *weights)
{
    for (int64_t made = 0;;) {
        int actor = game->rules->actor(game, state), listed;
        if (actor == DADO_NOBODY || (actor >= 0 && made >= decisions)) return;
        if (actor == DADO_CHANCE) {
            dado_move fell = dado_chance(game, state, moves, weights, luck, &listed);
            game->rules->apply(game, state, fell);
            continue;
        }
        uint64_t count = (uint64_t)game->rules->legal(game, state, moves);
        game->rules->apply(game, state, moves[dado_rng_next(luck) % count]);
        made++;
    }
}

static bool draw(dado_errand *errand, const dado_game *game)
{
    void *state = dado_errand_take(errand, 1, game->state_size);
    dado_move *moves = dado_errand_new(errand, dado_move, game->max_moves);
    uint32_t *weights = dado_errand_new(errand, uint32_t, game->max_moves);
    if (!state || !moves || !weights) return false;
    int64_t eyes = dado_errand_given(errand, "eyes") ? dado_errand_whole(errand, "eyes")
                                                     : DADO_NOBODY;
    if (eyes >= game->players) {
        return dado_errand_misused(errand, "nobody sits at seat %d: there are %d", (int)eyes,
                                   game->players);
    }
    dado_rng luck = dado_rng_stream((uint64_t)dado_errand_whole(errand, "seed"), 0,
                                    DADO_LANE_CHANCE);
    game->rules->start(game, state);
    play_on(game, state, dado_errand_whole(errand, "decisions"), &luck, moves, weights);
    dado_draft svg = { 0 }, words = { 0 };
    bool fine = dado_scene_svg(game, state, (int)eyes, dado_errand_real(errand, "width"), false,
                               &svg, errand->err);
    game->rules->print(game, state, (int)eyes, &words);
    if (fine) {
        dado_part *facts =
            dado_document_facts(errand->answer, DADO_PART("about", .reader = DADO_FOR_PROGRAMS));
        dado_fact(facts, "players", "players", game->players);
        dado_document_picture(errand->answer, "table", dado_text_string(&svg),
                              dado_text_string(&words));
    }
    return fine;
}

static bool run(dado_errand *errand)
{
    dado_document *answer = errand->answer;
    dado_source source;
    dado_game game;
    if (!dado_errand_game(errand, dado_errand_text(errand, "game"), &source) ||
        !dado_errand_open(errand, &source, &game)) {
        return false;
    }
    answer->title = dado_document_copy(answer, game.rules->title);
    answer->about = dado_document_copy(answer, game.rules->about);
    answer->rules = dado_source_hash(&source);
    return draw(errand, &game);
}

const dado_job dado_job_table = {
    .name = "table",
    .about = "draws the table of a game as it stands",
    .details = "Plays so many decisions at random, and the luck between them, and shows what is "
               "then to be seen, with the eyes of a seat or with everything open: printed in a "
               "terminal, drawn on a page.",
    .params = { DADO_PARAMS(
        DADO_PARAM_THE_GAME,
        DADO_PARAM(WHOLE, "decisions", 'n', .usual = "0", .least = 0, .most = 1e6,
                   .about = "How many decisions were made before, at random."),
        DADO_PARAM(WHOLE, "eyes", .value = "SEAT", .least = 0, .most = 1000,
                   .unset = "everything lies open", .about = "Whose eyes it is seen with."),
        DADO_PARAM(REAL, "width", .usual = "700", .least = 100, .most = 4000,
                   .about = "How wide the drawing may be."),
        DADO_PARAM_SEED),
                dado_params_game },
    .examples = DADO_EXAMPLES(
        { "dado table hearts --eyes 2", "A dealt table as seat 2 sees it." },
        { "dado table noughts -n 4 --report table.html", "After four moves, as a drawing." }),
    .run = run,
};
