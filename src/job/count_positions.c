// count_positions.c - counts the plays and positions of a game, to compare a description with
// published figures.
#include "job/job_run.h"
#include "lab/game_source.h"
#include "solve/count_positions.h"

enum { most_moves = 1000 };

static bool go_on(void *to, int moves, uint64_t done, uint64_t all)
{
    enum { seldom = 256 };
    if (done % seldom == 0) {
        dado_job_run_report_progress(to, (int64_t)done, (int64_t)all, "positions", "move %d",
                                     moves);
    }
    return !dado_job_run_is_stopped(to);
}

static void put_rows(dado_document *answer, const dado_position_count_row *rows, int count)
{
    dado_part *part = dado_table(
        answer, "rows", DADO_FIELD(NUMBER, "moves", "moves"), DADO_FIELD(NUMBER, "plays", "plays"),
        DADO_FIELD(NUMBER, "over", "over", .about = "Plays of that length that are over then"),
        DADO_FIELD(NUMBER, "positions", "positions", .about = "Distinct ones after so many moves"));
    for (int i = 1; i <= count; i++) {
        dado_put(part, i, (int64_t)rows[i].plays, (int64_t)rows[i].over,
                 (int64_t)rows[i].positions);
    }
}

static bool run(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    dado_game_source source;
    dado_game game;
    dado_position_count count;
    dado_position_count_config plan = { .most = (int)dado_job_run_int(job_run, "count"),
                                        .seed = dado_job_run_seed(job_run),
                                        .memory = (size_t)dado_job_run_int(job_run, "memory") << 20,
                                        .report = go_on,
                                        .to = job_run };
    dado_position_count_row *rows =
        dado_job_run_new(job_run, dado_position_count_row, plan.most + 1);
    if (!rows || !dado_job_run_find_game(job_run, dado_job_run_text(job_run, "game"), &source) ||
        !dado_game_source_open(&source, &game, job_run->region, job_run->err) ||
        !dado_count_positions(&game, &plan, rows, &count, job_run->err)) {
        return false;
    }
    answer->title = dado_document_copy(answer, game.rules->title);
    answer->said = dado_document_copyf(
        answer, game.luck ? "plays counted, luck as dealt by seed %llu" : "plays counted",
        (unsigned long long)plan.seed);
    put_rows(answer, rows, count.moves);
    dado_part *facts = dado_document_facts(answer, "facts");
    dado_fact(facts, "ended", "plays that are over by then", (int64_t)count.ended);
    dado_fact(facts, "positions", "distinct positions, the first among them",
              (int64_t)count.positions);
    dado_fact(facts, "complete", "no play goes on", count.complete);
    return true;
}

const dado_job dado_job_count = {
    .name = "count",
    .verb = "solve",
    .aspect = "size",
    .about = "counts the plays and positions of a game, to check a description by",
    .details =
        "How many plays of one, two, three moves a game has is known for many games, and a rule "
        "that was described wrongly changes these numbers. Positions that are the same are "
        "followed once, with the number of plays that lead to them.\n\n"
        "A game without luck is counted as it is. Any other is counted as one seed deals it: luck "
        "hangs on the seed and the number of the move, and is the same for all plays.",
    .params = { DADO_PARAMS(DADO_PARAM_THE_GAME,
                            DADO_PARAM(WHOLE, "count", 'n', .typed = "moves", .usual = "4",
                                       .least = 1, .most = most_moves,
                                       .about = "How many moves of the players are followed."),
                            DADO_PARAM(WHOLE, "seed", 's', .usual = "1", .least = 0,
                                       .most = 9007199254740992.0,
                                       .about = "Deals the luck of a game that has any."),
                            DADO_PARAM(WHOLE, "memory", .usual = "1024", .least = 1,
                                       .most = 1048576, .value = "MIB",
                                       .about = "Mebibytes that positions may take.")),
                dado_params_game },
    .examples = DADO_EXAMPLES(
        { "dado solve threeinarow size -n 9", "All plays of noughts and crosses: 255,168." },
        { "dado solve fourinarow size -n 6 --json", "As programs for the game are checked." }),
    .run = run,
};
