// solved_game.c - shows what a game is worth under perfect play, and its line of best play.
#include <stdio.h>

#include "report/report_functions.h"

static const char *outcome_words(const dado_game *game, const dado_value *value)
{
    static const char *const wins[] = { "the first player wins", "the second player wins",
                                        "the third player wins", "the fourth player wins" };
    int certain = 0, lost = 0, winner = 0;
    for (int p = game->players - 1; p >= 0; p--) {
        certain += value->share[p] == 1;
        lost += value->share[p] == 0;
        if (value->share[p] == 1) winner = p;
    }
    if (!dado_game_can_be_won(game)) return "points are counted";
    if (game->players == 1 || dado_game_is_cooperative(game)) {
        return certain ? "won" : lost ? "lost" : "luck has a say";
    }
    if (game->goal && certain > 1) return certain == game->players ? "all win" : "several win";
    if (game->goal && lost == game->players) return "nobody wins";
    if (game->side && certain > 0) return winner == 0 ? "the first side wins" : "another side wins";
    if (certain > 0) return winner < 4 ? wins[winner] : "a later player wins";
    return game->luck ? "luck has a say" : game->players == 2 ? "a draw" : "the win is shared";
}

static void put_seats(dado_document *d, const dado_game *game, const dado_value *value)
{
    dado_part *part = dado_table(
        d, "seats", DADO_FIELD(NUMBER, "seat", "seat"), DADO_FIELD(NUMBER, "score", "points"),
        DADO_FIELD(NUMBER, "margin", "margin", .about = "Over the best rival; more is better"),
        DADO_FIELD(NUMBER, "share", "of the win"));
    for (int p = 0; p < game->players; p++) {
        dado_put(part, p + 1, dado_value_points(game, value, p),
                 dado_value_round_off(value->margin[p]),
                 dado_estimate_share(dado_value_round_off(value->share[p])));
    }
}

static void put_facts(dado_document *d, const dado_solver *solver, const dado_game *game)
{
    dado_solve_stats stats = dado_solver_stats(solver);
    dado_part *facts = dado_document_facts(d, "facts");
    DADO_CLEANUP(dado_text_free) dado_text options = { 0 };
    dado_options_words(game->options, &options);
    const char *shown = dado_document_copy(d, dado_text_string(&options));
    if (options.length) dado_fact(facts, "options", "options", shown);
    dado_fact(facts, "positions", "positions", (int64_t)stats.positions);
    dado_fact(facts, "looked_up", "met again", (int64_t)stats.looked_up);
    dado_fact(facts, "values", "different values", (int64_t)stats.values);
    dado_fact(facts, "deepest", "moves deep", (int64_t)stats.deepest);
    dado_fact(facts, "key_bits", "bits of a key", (int64_t)stats.key_bits);
    dado_fact(facts, "slot_bytes", "bytes a position", (int64_t)stats.slot_bytes);
    dado_fact(facts, "kib", "KiB", (int64_t)(stats.bytes >> 10));
}

dado_part *dado_report_best_line(dado_document *d, const dado_game *game)
{
    dado_part *part =
        dado_table(d, "line", DADO_FIELD(NUMBER, "step", "step"),
                   DADO_FIELD(NUMBER, "player", "player", .about = "None where luck decides"),
                   DADO_FIELD(WORDS, "move", "move"), DADO_FIELD(FLAG, "followed", "followed"),
                   DADO_FIELD(FLAG, "as_good", "as good"), DADO_FIELD(NUMBER, "chance", "chance"),
                   DADO_FIELD(WORDS, "value", "value"));
    int players = game->players;
    for (int i = 0; i < 2 * players; i++) {
        char name[16];
        snprintf(name, sizeof name, i < players ? "score%d" : "share%d", i % players + 1);
        dado_column(part, NUMBER, name, name);
    }
    part->reader = DADO_FOR_PROGRAMS;
    return part;
}

void dado_report_best_line_step(dado_part *line, const dado_solution_tree_step *step)
{
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    for (int i = 0; i < step->count; i++) {
        dado_text_clear(&words);
        step->game->rules->print_move(step->game, step->state, step->moves[i], &words);
        dado_put(line, step->number, step->chances ? DADO_NONE : step->actor + 1,
                 dado_text_string(&words), (bool)(i == step->followed), step->as_good[i],
                 dado_estimate_share(step->chances ? step->chances[i] : DADO_NONE));
        dado_text_clear(&words);
        dado_value_print(step->game, &step->values[i], &words);
        dado_put(line, dado_text_string(&words));
        for (int p = 0; p < step->game->players; p++) {
            dado_put(line, dado_value_points(step->game, &step->values[i], p));
        }
        for (int p = 0; p < step->game->players; p++) {
            dado_put(line, dado_estimate_share(dado_value_round_off(step->values[i].share[p])));
        }
    }
}

void dado_report_solved_game(dado_document *d, const dado_solver *solver, const dado_game *game,
                             const dado_value *value)
{
    DADO_CLEANUP(dado_text_free) dado_text said = { 0 };
    dado_value_print(game, value, &said);
    d->title = dado_document_copy(d, game->rules->title);
    d->said = dado_document_copyf(d, "by %s: %s, %s%s",
                                  dado_objective_names[dado_solver_objective(solver)],
                                  outcome_words(game, value), dado_text_string(&said),
                                  game->lowest_wins ? ", and fewer points are better" : "");
    put_facts(d, solver, game);
    put_seats(d, game, value);
}
