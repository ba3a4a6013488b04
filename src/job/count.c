// count.c - plays and positions of a game, to hold a description against published figures.
#include "job/errand.h"
#include "lab/open.h"
#include "solve/count.h"

enum { most_moves = 1000 };

static bool go_on(void *to, int moves, uint64_t done, uint64_t all)
{
    enum { seldom = 256 };
    if (done % seldom == 0) {
        dado_errand_working(to, (int64_t)done, (int64_t)all, "positions", "move %d", moves);
    }
    return !dado_errand_stopped(to);
}

static void put_rows(dado_document *answer, const dado_count_row *rows, int count)
{
    dado_part *part = dado_table(answer, "rows",
        DADO_FIELD(NUMBER, "moves", "moves"),
        DADO_FIELD(NUMBER, "plays", "plays"),
        DADO_FIELD(NUMBER, "over", "over", .about = "Plays of that length that are over then"),
        DADO_FIELD(NUMBER, "positions", "positions", .about = "Distinct ones after so many moves"));
    for (int i = 1; i <= count; i++) {
        dado_put(part, i, (int64_t)rows[i].plays, (int64_t)rows[i].over,
                 (int64_t)rows[i].positions);
    }
}

static bool run(dado_errand *errand)
{
    dado_document *answer = errand->answer;
    dado_source source;
    dado_game game;
    dado_count count;
    dado_count_plan plan = { .most = (int)dado_errand_whole(errand, "count"),
                             .seed = (uint64_t)dado_errand_whole(errand, "seed"),
                             .memory = (size_t)dado_errand_whole(errand, "memory") << 20,
                             .report = go_on, .to = errand };
    dado_count_row *rows = dado_errand_new(errand, dado_count_row, plan.most + 1);
    if (!rows || !dado_errand_game(errand, dado_errand_text(errand, "game"), &source) ||
        !dado_source_open(&source, &game, errand->arena, errand->err) ||
        !dado_count_plays(&game, &plan, rows, &count, errand->err)) {
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
    .about = "counts the plays and positions of a game, to check a description by",
    .details =
        "How many plays of one, two, three moves a game has is known for many games, and a rule "
        "that was described wrongly changes these numbers. Positions that are the same are "
        "followed once, with the number of plays that lead to them.\n\n"
        "A game without luck is counted as it is. Any other is counted as one seed deals it: luck "
        "hangs on the seed and the number of the move, and is the same for all plays.",
    .params = { DADO_PARAMS(
        DADO_PARAM_THE_GAME,
        DADO_PARAM(WHOLE, "count", 'n', .usual = "4", .least = 1, .most = most_moves,
                   .about = "How many moves of the players are followed."),
        DADO_PARAM(WHOLE, "seed", 's', .usual = "1", .least = 0, .most = 9007199254740992.0,
                   .about = "Deals the luck of a game that has any."),
        DADO_PARAM(WHOLE, "memory", .usual = "1024", .least = 1, .most = 1048576, .value = "MIB",
                   .about = "Mebibytes that positions may take.")),
                dado_params_game },
    .examples = DADO_EXAMPLES(
        { "dado count threeinarow -n 9", "All plays of noughts and crosses: 255,168." },
        { "dado count fourinarow -n 6 --json", "As programs for the game are checked." }),
    .run = run,
};
