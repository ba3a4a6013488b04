// doctor_cards.c - the job `doctor GAME cards`: measures what each card of a game is worth.
#include <string.h>

#include "core/game_extras.h"
#include "job/assertion.h"
#include "job/command_to_show_match.h"
#include "measure/number_format.h"
#include "report/report_functions.h"

// Reads the number that each card has for an attribute.
static bool read_costs(dado_job_run *job_run, const dado_game *game, const char *attribute,
                       const dado_card_worths *worths, double *cost)
{
    bool any = false;
    bool (*tell)(const dado_game *, int, int, dado_text *, dado_text *) =
        dado_game_extra(game, attribute);
    for (int i = 0; i < worths->count; i++) {
        cost[i] = DADO_NONE;
        bool more = tell != NULL;
        for (int k = 0; more; k++) {
            DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
            DADO_CLEANUP(dado_text_free) dado_text value = { 0 };
            more = tell(game, worths->cards[i].look, k, &name, &value);
            if (!more || strcmp(dado_text_string(&name), attribute) != 0) continue;
            double number;
            if (!dado_read_real(dado_text_string(&value), &number)) continue;
            cost[i] = number;
            any = true;
        }
    }
    return any || dado_job_run_usage_error(job_run,
                                           "no card has a number as its %s; --cost needs an "
                                           "attribute whose values are numbers",
                                           attribute);
}

// Returns the command that draws a match with its luck changed.
static const char *command_with(dado_job_run *job_run, const dado_matchup *bout,
                                const dado_luck_change *change, int64_t match)
{
    DADO_CLEANUP(dado_text_free) dado_text set = { 0 };
    dado_text_addf(&set, change->forced.thrown ? "side=" : "exchange=");
    dado_luck_change_print(change, &set);
    return dado_match_command(job_run, bout->plan.matches, match, dado_text_string(&set));
}

// Returns for every card the command that draws the match with the other card in its place.
static const char *const *write_commands(dado_job_run *job_run, const dado_matchup *bout,
                                         const dado_card_worths *worths)
{
    const char **show = dado_job_run_new(job_run, const char *, worths->count + 1);
    for (int i = 0; show && i < worths->count; i++) {
        const dado_card_worth *c = &worths->cards[i];
        if (c->example_match < 0) continue;
        show[i] = command_with(job_run, bout, &c->example, c->example_match);
        if (!show[i]) return NULL;
    }
    return show;
}

// Reports what pairs of cards are worth together.
static bool report_pairs(dado_job_run *job_run, const dado_matchup *bout,
                         const dado_card_pairs *pairs)
{
    const char *show[DADO_CARD_PAIRS] = { NULL };
    for (int i = 0; i < pairs->count; i++) {
        const dado_card_pair *p = &pairs->pairs[i];
        if (p->example_match < 0) continue;
        show[i] = command_with(job_run, bout, &p->example, p->example_match);
        if (!show[i]) return false;
    }
    dado_report_card_pairs(job_run->answer, pairs, show);
    return true;
}

static bool report(dado_job_run *job_run, const dado_matchup *bout, const dado_card_worths *worths)
{
    dado_document *answer = job_run->answer;
    const char *attribute = dado_job_run_text(job_run, "cost");
    dado_cost_line line;
    double *cost = dado_job_run_new(job_run, double, worths->count + 1);
    if (!cost) return false;
    if (attribute && (!read_costs(job_run, &bout->game, attribute, worths, cost) ||
                      !dado_cost_line_fit(worths, cost, job_run->region, &line, job_run->err))) {
        return false;
    }
    const char *const *show = write_commands(job_run, bout, worths);
    if (!show) return false;
    const char *player = dado_lineup_player(&bout->lineup, 0)->typed;
    answer->said = dado_document_copyf(
        answer, "%s matches and %s exchanges among %s players, seed %llu",
        dado_string_count(worths->matches).s, dado_string_count(worths->exchanges).s, player,
        (unsigned long long)bout->plan.seed);
    dado_report_card_worth(answer, worths, attribute ? &line : NULL, attribute, show,
                           job_run->region);
    return true;
}

static bool run(dado_job_run *job_run)
{
    static const double moves[] = { 1e7, 1e8, 1e9 };  // by effort
    dado_document *answer = job_run->answer;
    dado_matchup bout;
    dado_experiment_settings how;
    dado_card_worths worths;
    if (!dado_job_run_matchup(job_run, answer->command, &bout) ||
        !dado_job_run_experiment_how(job_run, &how)) {
        return false;
    }
    answer->title =
        dado_document_copyf(answer, "What the cards of %s are worth", bout.game.rules->title);
    answer->rules = dado_game_source_hash(&bout.source);
    dado_card_worth_config config = {
        .play = &bout.plan,
        .precision = dado_job_run_real(job_run, "precision") / 100,
        .most_moves = moves[dado_job_run_choice_index(job_run, "effort")],
        .level = 0.95,
    };
    if (!dado_card_worth_measure(&config, &how, job_run->region, &worths, job_run->err)) {
        return false;
    }
    if (worths.interrupted) {
        dado_job_run_record_stop(job_run, "after %s matches", dado_string_count(worths.matches).s);
    }
    if (worths.matches > 0 && !report(job_run, &bout, &worths)) return false;
    if (worths.interrupted || !dado_job_run_is_given(job_run, "pairs")) return true;
    dado_card_pairs pairs;
    dado_card_pairs_config paired = { .play = &bout.plan,
                                      .most_moves = config.most_moves,
                                      .level = 0.95 };
    if (!dado_card_pairs_measure(&paired, &how, job_run->region, &pairs, job_run->err))
        return false;
    if (pairs.interrupted) dado_job_run_record_stop(job_run, "before all pairs were looked at");
    return report_pairs(job_run, &bout, &pairs);
}

const dado_job dado_job_doctor_cards = {
    .name = "doctor cards",
    .verb = "doctor",
    .aspect = "cards",
    .about = "says what each card is worth to the seat that draws it",
    .details =
        "Plays matches and, wherever a seat draws a card from a shuffled pile that nobody has "
        "seen, plays the match again with another card of that pile in its place, on the same "
        "luck. The worth of a card is the mean difference of that seat's share of the win. "
        "Intervals hold for all cards together. Cards that come by choice or by way of the table "
        "have no worth of this kind.\n\n"
        "With --cost, worth is compared with a number on the cards: a card above the line of all "
        "cards is too cheap, one below it too dear. With --pairs, two cards of one hand are "
        "exchanged one by one and together, which shows what they are worth beyond the two.\n\n"
        "Of dice with sides, the sides are measured: the match is played again with that throw "
        "drawn anew.",
    .params = { DADO_PARAMS(
                    DADO_PARAM_THE_GAME,
                    DADO_PARAM(TEXT, "cost", .value = "ATTRIBUTE",
                               .about = "The attribute of the cards that is their cost."),
                    DADO_PARAM(FLAG, "pairs",
                               .about = "Also measures which two cards are worth more, or less, "
                                        "together than apart."),
                    DADO_PARAM(CHOICE, "effort", 'e', .choices = "quick normal long",
                               .usual = "normal",
                               .about = "How thorough to be: at most 10 million moves, 100 million "
                                        "or a billion."),
                    DADO_PARAM(REAL, "precision", .value = "POINTS", .usual = "1", .most = 100,
                               .about = "Stops once every worth is known to so many points of a "
                                        "hundred, up or down; 0 never stops for that."),
                    DADO_PARAM(WHOLE, "matches", 'n', .usual = "20000", .least = 1, .most = 1e6,
                               .about = "How many matches to play at most, before exchanges."),
                    DADO_PARAM_SEED, DADO_PARAM_THREADS, DADO_PARAM_LIMIT),
                dado_params_game, dado_params_seats, dado_params_assert },
    .examples = DADO_EXAMPLES(
        { "dado doctor hearts cards", "What each card of Hearts is worth among random players." },
        { "dado doctor homestead cards --cost COST --report cards.html",
          "Which cards cost too little or too much." },
        { "dado doctor agram cards --pairs", "Which two cards belong together." },
        { "dado doctor agram cards --assert cards", "For continuous integration." }),
    .run = run,
};
