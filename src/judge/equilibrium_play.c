// equilibrium_play.c - see equilibrium_play.h.
#include "judge/equilibrium_play.h"

#include <stdlib.h>
#include <string.h>

#include "solve/equilibrium_search.h"

enum { most_iterations = 3000, most_words = 200 };
static const double wanted = 0.001;      // the search ends when the gap is this small
static const double negligible = 0.002;  // probabilities below this count as zero

typedef struct word {
    char text[48];
    double most;  // its highest probability in any information set that is reached
} word;

typedef struct move_odds_scan {
    const dado_infosets *sets;
    const dado_strategy *strategy;
    word *words;
    int count;
    dado_text said;
} move_odds_scan;

static bool may_walk_on(void *context, const dado_infosets_stats *stats)
{
    const volatile sig_atomic_t *const *stop = context;
    (void)stats;
    return !(*stop && **stop);
}

static bool may_iterate_on(void *context, uint64_t iterations, const dado_equilibrium_gap *proof)
{
    (void)iterations;
    (void)proof;
    return may_walk_on(context, NULL);
}

// Notes how likely each move is, by its words, in information sets that the player's own
// moves reach.
static bool scan_infoset(void *to, const dado_infoset_visit *met, dado_error *err)
{
    move_odds_scan *r = to;
    (void)err;
    const dado_player_infosets *of = &r->sets->sets[met->player];
    const double *reach = r->strategy->reach[met->player];
    double above = reach[of->parent[met->set]];
    if (above < negligible) return true;
    for (uint32_t s = of->first[met->set]; s < of->first[met->set + 1]; s++) {
        dado_text_clear(&r->said);
        dado_move_words(r->sets->game, met->state, of->move[s], &r->said);
        const char *text = dado_text_string(&r->said);
        int at = 0;
        size_t room = sizeof r->words->text - 1;
        while (at < r->count && strncmp(r->words[at].text, text, room) != 0) at++;
        if (at == most_words) continue;
        if (at == r->count) {
            snprintf(r->words[at].text, sizeof r->words[at].text, "%s", text);
            r->words[r->count++].most = 0;
        }
        if (reach[s] / above > r->words[at].most) r->words[at].most = reach[s] / above;
    }
    return true;
}

static bool find_unused_moves(const dado_infosets *sets, const dado_strategy *strategy,
                              dado_equilibrium_play *proof, dado_error *err)
{
    move_odds_scan r = { .sets = sets, .strategy = strategy };
    r.words = calloc(most_words, sizeof *r.words);
    bool fine = r.words ? dado_infosets_visit(sets, scan_infoset, &r, err)
                        : dado_fail(err, DADO_LIMIT, "no memory left for a proof");
    proof->moves = r.count;
    for (int i = 0; i < r.count; i++) {
        if (r.words[i].most >= negligible) continue;
        if (proof->idle < DADO_UNUSED_MOVES) {
            memcpy(proof->unused_move[proof->idle], r.words[i].text, sizeof r.words[i].text);
        }
        proof->idle++;
    }
    dado_text_free(&r.said);
    free(r.words);
    return fine;
}

// Computes what a player gives away, against the value of the seat, by always making the
// likeliest move.
static bool find_readable(const dado_infosets *sets, const dado_strategy *strategy,
                          dado_equilibrium_play *proof, dado_error *err)
{
    dado_strategy pure;
    dado_equilibrium_gap known;
    double *odds = NULL;
    bool fine = dado_strategy_make(&pure, sets, err);
    for (int p = 0; p < 2 && fine; p++) {
        const dado_player_infosets *of = &sets->sets[p];
        odds = calloc(of->sequences, sizeof *odds);
        fine = odds || dado_fail(err, DADO_LIMIT, "no memory left for a proof");
        for (uint32_t i = 0; i < of->count && fine; i++) {
            const double *reach = strategy->reach[p];
            uint32_t first = of->first[i], best = first;
            double sum = 0;
            for (uint32_t s = first; s < of->first[i + 1]; s++) {
                if (reach[s] > reach[best]) best = s;
                sum += reach[s];
            }
            odds[best] = 1;
            proof->mixed += sum >= negligible && reach[best] < (1 - 10 * negligible) * sum;
        }
        if (fine) dado_strategy_set(sets, &pure, p, odds);
        free(odds);
    }
    fine = fine && dado_equilibrium_gap_find(sets, &pure, &known, err);
    // One best response against the first seat, one against the second; the values of the
    // seats cancel out.
    if (fine) proof->readable = (known.high - known.low) / 2;
    if (proof->readable < 1e-12) proof->readable = 0;  // a rounding error stands for no gain
    dado_strategy_free(&pure);
    return fine;
}

static bool solve(const dado_infosets *sets, const volatile sig_atomic_t *stop,
                  dado_equilibrium_play *proof, dado_error *err)
{
    dado_strategy strategy = { 0 };
    dado_equilibrium_gap found;
    dado_equilibrium_search search;
    bool fine = dado_equilibrium_search_open(&search, sets, DADO_REGRET_PREDICTIVE, NULL, err) &&
                dado_strategy_make(&strategy, sets, err) &&
                dado_equilibrium_search_run(&search, wanted, most_iterations, may_iterate_on, &stop,
                                            &strategy, &found, err);
    if (fine && may_walk_on(&stop, NULL)) {  // a search that was stopped proves nothing
        proof->known = true;
        proof->low = found.low;
        proof->high = found.high;
        proof->gap = found.gap;
        proof->even = sets->sum / 2;
        proof->sets = dado_infosets_count(sets);
        proof->lines = sets->stats.lines;
        proof->unit = sets->payoff == DADO_PAY_MARGIN ? "points of margin" : "points";
        fine = find_unused_moves(sets, &strategy, proof, err) &&
               find_readable(sets, &strategy, proof, err);
    }
    dado_strategy_free(&strategy);
    dado_equilibrium_search_close(&search);
    return fine;
}

bool dado_equilibrium_play_find(const dado_game *game, uint64_t bound,
                                const volatile sig_atomic_t *stop, dado_equilibrium_play *proof,
                                dado_error *err)
{
    *proof = (dado_equilibrium_play){ .bound = bound };
    if (!game->secrets || game->players != 2) return true;
    dado_infosets sets;
    dado_infosets_config plan = { .watch = true,
                                  .exact = true,
                                  .memory = (size_t)256 << 20,
                                  .lines = bound,
                                  .report = may_walk_on,
                                  .to = &stop };
    dado_error why = { 0 };
    // too large or not suitable: nothing is proved
    if (!dado_infosets_make(&sets, game, &plan, &why)) return true;
    bool fine = !sets.constant || solve(&sets, stop, proof, err);
    dado_infosets_free(&sets);
    return fine;
}
