// regret_minimisation.c - see regret_minimisation.h.
#include "solve/regret_minimisation.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

const char *const dado_regret_names[] = { "predictive", "plus", "discounted", NULL };

struct dado_regret {
    const dado_infosets *sets;
    dado_regret_method method;
    dado_parallel parallel;
    uint64_t iterations;
    dado_strategy now;                       // the strategies of the current iteration
    double *regret[DADO_SOLVE_PLAYERS_MAX];  // regret of each sequence
    double *sum[DADO_SOLVE_PLAYERS_MAX];     // weighted sum of the strategies of all iterations
    double *odds[DADO_SOLVE_PLAYERS_MAX];    // current probability of each move within its set
    double *gain;                            // work space for one player
    double *memory;                          // regrets, sums and odds in one block
    size_t sequences;                        // sequences of all players together
};

void dado_regret_free(dado_regret *r)
{
    if (!r) return;
    dado_strategy_free(&r->now);
    free(r->gain);
    free(r->memory);
    free(r);
}

dado_regret *dado_regret_new(const dado_infosets *sets, dado_regret_method method,
                             const dado_parallel *parallel, dado_error *err)
{
    dado_regret *r = calloc(1, sizeof *r);
    if (r) {
        *r = (dado_regret){ .sets = sets, .method = method };
        if (parallel) r->parallel = *parallel;
        for (int p = 0; p < sets->players; p++) r->sequences += sets->sets[p].sequences;
        r->gain = calloc(r->sequences, sizeof(double));
        r->memory = calloc(r->sequences * 3, sizeof(double));
    }
    bool fine = r && r->gain && r->memory && dado_strategy_make(&r->now, sets, NULL);
    if (!fine) {
        dado_regret_free(r);
        dado_fail(err, DADO_LIMIT, "out of memory while opening the solver");
        return NULL;
    }
    double *next = r->memory;
    for (int p = 0; p < sets->players; p++) {
        r->regret[p] = next;
        r->sum[p] = next + r->sequences;
        r->odds[p] = next + 2 * r->sequences;
        const dado_player_infosets *of = &sets->sets[p];
        for (uint32_t i = 0; i < of->count; i++) {
            uint32_t first = of->first[i], last = of->first[i + 1];
            for (uint32_t s = first; s < last; s++) r->odds[p][s] = 1.0 / (last - first);
        }
        next += sets->sets[p].sequences;
    }
    return r;
}

uint64_t dado_regret_iterations(const dado_regret *r)
{
    return r->iterations;
}

typedef struct discount_weights {  // how the past is discounted
    double gains, losses;          // factors for old regrets above and below 0
    double past;                   // factor for the sum of old strategies
    double guess;                  // how often the newest regret is counted once more
} discount_weights;

// Returns the factors of iteration t, counted from 0. It uses square roots, since the C
// standard makes them exact, and not powers.
static discount_weights discount_weights_of(dado_regret_method method, double t)
{
    double of = t / (t + 1);
    switch (method) {
    case DADO_REGRET_PREDICTIVE: return (discount_weights){ 1, 0, of * of, 1 };
    case DADO_REGRET_PLUS: return (discount_weights){ 1, 0, of, 0 };
    case DADO_REGRET_DISCOUNTED: break;
    }
    double root = t * __builtin_sqrt(t);
    return (discount_weights){ t > 0 ? root / (root + 1) : 1, 0.5, of * of, 0 };
}

// Updates regrets from the last set to the first: computes what each set is worth with
// the current strategy, adds the regrets, and sets the odds of the next iteration.
static void update_strategy(const dado_regret *r, int player, discount_weights f)
{
    const dado_player_infosets *of = &r->sets->sets[player];
    double *regret = r->regret[player], *odds = r->odds[player], *gain = r->gain;
    for (uint32_t i = of->count; i-- > 0;) {
        uint32_t first = of->first[i], last = of->first[i + 1];
        double worth = 0, liked = 0;
        for (uint32_t s = first; s < last; s++) worth += odds[s] * gain[s];
        gain[of->parent[i]] += worth;
        for (uint32_t s = first; s < last; s++) {
            double more = gain[s] - worth, kept = regret[s];
            kept = more + (kept > 0 ? kept * f.gains : kept * f.losses);
            if (f.losses == 0 && kept < 0) kept = 0;
            regret[s] = kept;
            double guess = kept + f.guess * more;
            odds[s] = guess > 0 ? guess : 0;
            liked += odds[s];
        }
        double even = 1.0 / (last - first), part = liked > 0 ? 1 / liked : 0;
        for (uint32_t s = first; s < last; s++) odds[s] = liked > 0 ? odds[s] * part : even;
    }
}

// Updates the strategy from the first set to the last: computes how often the new odds
// reach each sequence, and adds that to the sum.
static void play(const dado_regret *r, int player, double past)
{
    const dado_player_infosets *of = &r->sets->sets[player];
    const double *odds = r->odds[player];
    double *reach = r->now.reach[player], *sum = r->sum[player];
    sum[0] = sum[0] * past + 1;
    for (uint32_t i = 0; i < of->count; i++) {
        double above = reach[of->parent[i]];
        for (uint32_t s = of->first[i]; s < of->first[i + 1]; s++) {
            reach[s] = above * odds[s];
            sum[s] = sum[s] * past + reach[s];
        }
    }
}

void dado_regret_iterate(dado_regret *r, uint64_t times)
{
    for (; times > 0; times--, r->iterations++) {
        discount_weights f = discount_weights_of(r->method, (double)r->iterations);
        for (int p = 0; p < r->sets->players; p++) {
            dado_strategy_gain(r->sets, &r->now, p, r->gain, &r->parallel);
            update_strategy(r, p, f);
            play(r, p, f.past);
        }
    }
}

void dado_regret_average(const dado_regret *r, dado_strategy *strategy)
{
    for (int p = 0; p < r->sets->players; p++) {
        const double *sum = r->sum[p];
        for (uint32_t s = 0; s < r->sets->sets[p].sequences; s++) {
            strategy->reach[p][s] = sum[0] > 0 ? sum[s] / sum[0] : r->now.reach[p][s];
        }
    }
}

bool dado_regret_run(dado_regret *r, double gap, uint64_t most, dado_regret_progress *watch,
                     void *to, dado_strategy *strategy, dado_equilibrium_gap *proof,
                     dado_error *err)
{
    enum { first_look = 64 };
    for (;;) {
        dado_regret_average(r, strategy);
        if (!dado_equilibrium_gap_find(r->sets, strategy, proof, err)) return false;
        if (watch && !watch(to, r->iterations, proof)) return true;
        if (proof->gap <= gap || r->iterations >= most) return true;
        // The iterations at which the gap is computed do not depend on whether the run
        // was interrupted.
        uint64_t next = first_look;
        while (next <= r->iterations) next += next / 4;
        if (next > most) next = most;
        do dado_regret_iterate(r, 1);
        while (r->iterations < next && (!watch || watch(to, r->iterations, NULL)));
    }
}

// ---- saving and loading

typedef struct header {
    uint64_t magic, game, method, iterations, sequences, bytes;
} header;

static const uint64_t magic = 0x3172676572646164u;  // "dadregr1" in ASCII

// Returns a hash of the game: its settings, its payoffs and all tables of information
// sets.
static uint64_t fingerprint(const dado_infosets *sets)
{
    XXH3_state_t *hash = XXH3_createState();
    if (!hash) return 0;
    XXH3_64bits_reset(hash);
    XXH3_64bits_update(hash, sets->game->options, strlen(sets->game->options));
    XXH3_64bits_update(hash, &sets->payoff, sizeof sets->payoff);
    for (int p = 0; p < sets->players; p++) {
        const dado_player_infosets *of = &sets->sets[p];
        XXH3_64bits_update(hash, of->parent, of->count * sizeof *of->parent);
        XXH3_64bits_update(hash, of->first, (of->count + (size_t)1) * sizeof *of->first);
        XXH3_64bits_update(hash, sets->rows[p].pay, sets->ends * sizeof(double));
        XXH3_64bits_update(hash, sets->rows[p].other,
                           sets->ends * (size_t)(sets->players - 1) * sizeof(uint32_t));
    }
    uint64_t digest = XXH3_64bits_digest(hash);
    XXH3_freeState(hash);
    return digest;
}

size_t dado_regret_size(const dado_regret *r)
{
    return sizeof(header) + r->sequences * 3 * sizeof(double);
}

void dado_regret_save(const dado_regret *r, void *bytes)
{
    header h = { magic,         fingerprint(r->sets), (uint64_t)r->method,
                 r->iterations, r->sequences,         dado_regret_size(r) };
    memcpy(bytes, &h, sizeof h);
    memcpy((char *)bytes + sizeof h, r->memory, r->sequences * 3 * sizeof(double));
}

bool dado_regret_load(dado_regret *r, const void *bytes, size_t size, dado_error *err)
{
    header h;
    if (size < sizeof h)
        return dado_fail(err, DADO_SYNTAX,
                         "this is not a saved state of the "
                         "equilibrium solver: it is too short; name another file");
    memcpy(&h, bytes, sizeof h);
    if (h.magic != magic || h.bytes != size) {
        return dado_fail(err, DADO_SYNTAX,
                         "this is not a saved state of the equilibrium solver, or it is "
                         "incomplete; remove it to "
                         "start again");
    }
    if (h.game != fingerprint(r->sets) || h.sequences != r->sequences ||
        h.method != (uint64_t)r->method || size != dado_regret_size(r)) {
        return dado_fail(err, DADO_INVALID,
                         "this file was saved for another game, other settings or another "
                         "method; name "
                         "another file to start again");
    }
    r->iterations = h.iterations;
    memcpy(r->memory, (const char *)bytes + sizeof h, r->sequences * 3 * sizeof(double));
    for (int p = 0; p < r->sets->players; p++) {
        dado_strategy_set(r->sets, &r->now, p, r->odds[p]);
    }
    return true;
}
