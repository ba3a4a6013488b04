// draw_position.c - the job `play --show`: draws a position of a game after some random moves.

#include "job/job_run.h"
#include "job/random_moves.h"
#include "recycle/recycle.h"
#include "report/scene_svg.h"

static bool draw(dado_job_run *job_run, const dado_game *game, bool described)
{
    void *state = dado_job_run_alloc(job_run, 1, game->state_size);
    dado_move *moves = dado_job_run_new(job_run, dado_move, game->max_moves);
    uint32_t *weights = dado_job_run_new(job_run, uint32_t, game->max_moves);
    if (!state || !moves || !weights) return false;
    int64_t eyes =
        dado_job_run_is_given(job_run, "eyes") ? dado_job_run_int(job_run, "eyes") : DADO_NOBODY;
    if (eyes >= game->players) {
        return dado_job_run_usage_error(job_run, "there is no seat %d: the game has %d", (int)eyes,
                                        game->players);
    }
    dado_rng luck = dado_rng_stream(dado_job_run_seed(job_run), 0, DADO_STREAM_CHANCE);
    game->rules->start(game, state);
    dado_play_random_moves(game, state, dado_job_run_int(job_run, "decisions"), &luck, moves,
                           weights);
    DADO_CLEANUP(dado_text_free) dado_text svg = { 0 }, words = { 0 };
    bool fine = dado_scene_svg(game, state, (int)eyes, dado_job_run_real(job_run, "width"), false,
                               &svg, job_run->err);
    dado_table_words(game, state, (int)eyes, &words);
    if (fine) {
        dado_part *facts =
            dado_document_facts(job_run->answer, DADO_PART("about", .reader = DADO_FOR_PROGRAMS));
        dado_fact(facts, "players", "players", game->players);
        dado_document_picture(job_run->answer, DADO_PART("table", .wrapped = described),
                              dado_text_string(&svg), dado_text_string(&words));
    }
    return fine;
}

static bool run(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    dado_game_source source;
    dado_game game;
    if (!dado_job_run_find_game(job_run, dado_job_run_text(job_run, "game"), &source) ||
        !dado_job_run_open_game(job_run, &source, &game)) {
        return false;
    }
    answer->title = dado_document_copy(answer, game.rules->title);
    answer->about = dado_document_copy(answer, game.rules->about);
    answer->rules = dado_game_source_hash(&source);
    return draw(job_run, &game, source.rules == &dado_recycle);
}

const dado_job dado_job_table = {
    .name = "table",
    .verb = "play",
    .aspect = "--show",
    .about = "draws the table of a game as it stands",
    .details = "Plays so many decisions at random, and the luck between them, and shows what is "
               "then to be seen, with the eyes of a seat or with everything open: printed in a "
               "terminal, drawn on a page.",
    .params = { DADO_PARAMS(
                    DADO_PARAM_THE_GAME,
                    DADO_PARAM(WHOLE, "decisions", 'n', .usual = "0", .least = 0, .most = 1e6,
                               .about = "How many decisions were made before, at random."),
                    DADO_PARAM(
                        WHOLE, "eyes", .seat = true, .value = "SEAT", .least = 0, .most = 1000,
                        .unset = "everything lies open", .about = "Whose eyes it is seen with.",
                        .in_requests = "Whose eyes it is seen with: a seat, counted from 0."),
                    DADO_PARAM(REAL, "width", .usual = "700", .least = 100, .most = 4000,
                               .about = "How wide the drawing may be."),
                    DADO_PARAM_SEED),
                dado_params_game },
    .examples = DADO_EXAMPLES(
        { "dado play hearts --show --eyes 2", "A dealt table as the second player sees it." },
        { "dado play noughts --show -n 4 --report table.html", "After four moves, as a drawing." }),
    .run = run,
};
