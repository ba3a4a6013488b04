// option_worth_recording_format.c - see option_worth_recording_format.h.
#include "judge/option_worth_recording_format.h"

#include "core/match_record.h"

enum { format = 1, most_items = 1 << 24 };

// ---- packing ----

static void pack_worth(const dado_option_worth *worth, int count, bool halves,
                       dado_byte_writer *out)
{
    for (int i = 0; i < count; i++) {
        dado_pack_real(out, worth[i].share[0]);
        dado_pack_real(out, worth[i].margin[0]);
        if (!halves) continue;
        dado_pack_real(out, worth[i].share[1]);
        dado_pack_real(out, worth[i].margin[1]);
        dado_pack_real(out, worth[i].error);
    }
}

static const dado_option_worth *unpack_worth(int count, bool halves, dado_byte_reader *in,
                                             dado_region *region)
{
    dado_option_worth *worth = dado_new(region, dado_option_worth, count);
    for (int i = 0; worth && i < count; i++) {
        dado_option_worth *w = &worth[i];
        w->share[0] = w->share[1] = dado_unpack_real(in);
        w->margin[0] = w->margin[1] = dado_unpack_real(in);
        if (!halves) continue;
        w->share[1] = dado_unpack_real(in);
        w->margin[1] = dado_unpack_real(in);
        w->error = dado_unpack_real(in);
    }
    return worth;
}

static bool has_halves(const dado_option_worth *worth, int count)
{
    for (int i = 0; i < count; i++) {
        const dado_option_worth *w = &worth[i];
        if (w->share[0] != w->share[1] || w->margin[0] != w->margin[1] || w->error != 0) {
            return true;
        }
    }
    return false;
}

enum { has_known = 1, has_actual = 2, known_halves = 4, actual_halves = 8, same_worth = 16 };

static unsigned flags_of(const dado_recorded_decision *d, int values)
{
    unsigned flags = 0;
    bool same = d->known && d->known == d->actual;
    if (d->known) flags |= has_known | (has_halves(d->known, values) ? known_halves : 0);
    if (same) flags |= has_actual | same_worth;
    else if (d->actual) {
        flags |= has_actual | (has_halves(d->actual, values) ? actual_halves : 0);
    }
    return flags;
}

void dado_recorded_decision_pack(const dado_recorded_decision *d, int players,
                                 dado_byte_writer *out)
{
    int values = d->count * players;
    unsigned flags = flags_of(d, values);
    dado_pack_signed(out, d->match);
    dado_pack_number(out, (uint64_t)d->step);
    dado_pack_number(out, (uint64_t)d->seat);
    dado_pack_number(out, (uint64_t)d->kind);
    dado_pack_number(out, (uint64_t)d->count);
    dado_pack_signed(out, d->taken);
    dado_pack_real(out, d->weight);
    dado_pack_number(out, flags);
    for (int i = 0; i < d->count; i++) {
        dado_pack_text(out, d->options[i].words);
        dado_pack_number(out, (uint64_t)d->options[i].alternative);
    }
    if (flags & has_known) pack_worth(d->known, values, flags & known_halves, out);
    if ((flags & has_actual) && !(flags & same_worth)) {
        pack_worth(d->actual, values, flags & actual_halves, out);
    }
}

bool dado_recorded_decision_unpack(dado_recorded_decision *d, int players, dado_byte_reader *in,
                                   dado_region *region)
{
    *d = (dado_recorded_decision){ .match = dado_unpack_signed(in) };
    d->step = (int32_t)dado_unpack_number(in);
    d->seat = (int32_t)dado_unpack_number(in);
    d->kind = (int32_t)dado_unpack_number(in);
    uint64_t count = dado_unpack_number(in);
    d->taken = (int32_t)dado_unpack_signed(in);
    d->weight = dado_unpack_real(in);
    unsigned flags = (unsigned)dado_unpack_number(in);
    in->broken = in->broken || count > most_items / 64 || d->seat < 0 || d->seat >= players;
    if (in->broken) return false;
    d->count = (int32_t)count;
    dado_recorded_option *options = dado_new(region, dado_recorded_option, count);
    for (int i = 0; options && i < d->count; i++) {
        options[i].words = dado_unpack_text(in, region);
        options[i].alternative = (int32_t)dado_unpack_number(in);
    }
    d->options = options;
    int values = d->count * players;
    if (flags & has_known) d->known = unpack_worth(values, flags & known_halves, in, region);
    if (flags & same_worth) d->actual = d->known;
    else if (flags & has_actual) {
        d->actual = unpack_worth(values, flags & actual_halves, in, region);
    }
    return !in->broken && options && (d->known || !(flags & has_known)) &&
           (d->actual || !(flags & has_actual));
}

static void pack_chances(const double *const half[2], int players, dado_byte_writer *out)
{
    for (int h = 0; h < 2; h++) {
        for (int p = 0; p < players; p++) dado_pack_real(out, half[h][p]);
    }
}

static bool unpack_chances(const double *half[2], int players, dado_byte_reader *in,
                           dado_region *region)
{
    double *values = dado_new(region, double, 2 * players);
    for (int i = 0; values && i < 2 * players; i++) values[i] = dado_unpack_real(in);
    half[0] = values;
    half[1] = values ? values + players : NULL;
    return values && !in->broken;
}

void dado_recorded_graph_pack(const dado_recorded_graph *g, int players, dado_byte_writer *out)
{
    dado_pack_signed(out, g->match);
    dado_pack_number(out, (uint64_t)g->count);
    pack_chances(g->before, players, out);
    for (int i = 0; i < g->count; i++) {
        const dado_recorded_step *s = &g->steps[i];
        dado_pack_signed(out, s->actor);
        dado_pack_number(out, (uint64_t)s->at);
        dado_pack_number(out, (uint64_t)s->round);
        pack_chances(s->half, players, out);
    }
}

bool dado_recorded_graph_unpack(dado_recorded_graph *g, int players, dado_byte_reader *in,
                                dado_region *region)
{
    *g = (dado_recorded_graph){ .match = dado_unpack_signed(in) };
    uint64_t count = dado_unpack_number(in);
    in->broken = in->broken || count > most_items;
    if (in->broken || !unpack_chances(g->before, players, in, region)) return false;
    dado_recorded_step *steps = dado_new(region, dado_recorded_step, count + 1);
    for (uint64_t i = 0; steps && i < count; i++) {
        steps[i].actor = (int32_t)dado_unpack_signed(in);
        steps[i].at = (int32_t)dado_unpack_number(in);
        steps[i].round = (int32_t)dado_unpack_number(in);
        if (!unpack_chances(steps[i].half, players, in, region)) return false;
    }
    g->steps = steps;
    g->count = (int)count;
    return steps && !in->broken;
}

void dado_recorded_variance_pack(const dado_recorded_variance *v, dado_byte_writer *out)
{
    dado_pack_number(out, v->looked_at);
    dado_pack_real(out, v->total);
    if (!v->looked_at) return;
    dado_pack_real(out, v->first_luck);
    dado_pack_real(out, v->own);
    dado_pack_real(out, v->others);
}

static void unpack_variance(dado_recorded_variance *v, dado_byte_reader *in)
{
    v->looked_at = dado_unpack_number(in) != 0;
    v->total = dado_unpack_real(in);
    if (!v->looked_at) return;
    v->first_luck = dado_unpack_real(in);
    v->own = dado_unpack_real(in);
    v->others = dado_unpack_real(in);
}

void dado_recording_pack_head(const dado_recording *r, dado_byte_writer *out)
{
    dado_pack_number(out, format);
    dado_pack_number(out, (uint64_t)r->players);
    dado_pack_number(out, (unsigned)r->exact | (unsigned)r->random << 1);
    dado_pack_text(out, r->player);
    dado_pack_number(out, (uint64_t)r->times);
    dado_pack_number(out, (uint64_t)r->matches);
    dado_pack_number(out, r->positions);
    dado_pack_number(out, (uint64_t)r->kind_count);
    for (int i = 0; i < r->kind_count; i++) {
        dado_pack_number(out, (uint64_t)r->kinds[i].choice);
        dado_pack_number(out, r->kinds[i].alternatives);
        dado_pack_number(out, (uint64_t)r->kinds[i].met);
    }
}

void dado_recording_pack(const dado_recording *r, dado_byte_writer *out)
{
    dado_recording_pack_head(r, out);
    dado_pack_number(out, (uint64_t)r->decision_count);
    for (int i = 0; i < r->decision_count; i++) {
        dado_recorded_decision_pack(&r->decisions[i], r->players, out);
    }
    dado_pack_number(out, (uint64_t)r->graph_count);
    for (int i = 0; i < r->graph_count; i++) {
        dado_recorded_graph_pack(&r->graphs[i], r->players, out);
    }
    dado_pack_number(out, (uint64_t)r->variance_count);
    for (int i = 0; i < r->variance_count; i++) dado_recorded_variance_pack(&r->variances[i], out);
}

// Reads a count of things that take at least one byte each.
static int unpack_count(dado_byte_reader *in)
{
    uint64_t count = dado_unpack_number(in);
    if (count > in->size) in->broken = true;
    return in->broken ? 0 : (int)count;
}

static bool unpack_head(dado_recording *r, dado_byte_reader *in, dado_region *region)
{
    *r = (dado_recording){ 0 };
    bool fits = dado_unpack_number(in) == format;
    uint64_t players = dado_unpack_number(in), flags = dado_unpack_number(in);
    if (!fits || players < 1 || players > 255 || in->broken) return false;
    r->players = (int)players;
    r->exact = flags & 1;
    r->random = flags >> 1 & 1;
    r->player = dado_unpack_text(in, region);
    r->times = (int)dado_unpack_number(in);
    r->matches = (int64_t)dado_unpack_number(in);
    r->positions = dado_unpack_number(in);
    r->kind_count = unpack_count(in);
    dado_decision_kind *kinds = dado_new(region, dado_decision_kind, r->kind_count + 1);
    for (int i = 0; kinds && i < r->kind_count; i++) {
        kinds[i].choice = (int32_t)dado_unpack_number(in);
        kinds[i].alternatives = dado_unpack_number(in);
        kinds[i].met = (int64_t)dado_unpack_number(in);
    }
    r->kinds = kinds;
    return kinds && !in->broken;
}

static bool unpack_body(dado_recording *r, dado_byte_reader *in, dado_region *region)
{
    r->decision_count = unpack_count(in);
    dado_recorded_decision *d = dado_new(region, dado_recorded_decision, r->decision_count + 1);
    for (int i = 0; d && i < r->decision_count; i++) {
        if (!dado_recorded_decision_unpack(&d[i], r->players, in, region)) return false;
    }
    r->decisions = d;
    r->graph_count = unpack_count(in);
    dado_recorded_graph *g = dado_new(region, dado_recorded_graph, r->graph_count + 1);
    for (int i = 0; g && i < r->graph_count; i++) {
        if (!dado_recorded_graph_unpack(&g[i], r->players, in, region)) return false;
    }
    r->graphs = g;
    r->variance_count = unpack_count(in);
    dado_recorded_variance *v = dado_new(region, dado_recorded_variance, r->variance_count + 1);
    for (int i = 0; v && i < r->variance_count; i++) unpack_variance(&v[i], in);
    r->variances = v;
    return d && g && v && !in->broken;
}

bool dado_recording_unpack(dado_recording *recording, dado_byte_reader *in, dado_region *region,
                           dado_error *err)
{
    return (unpack_head(recording, in, region) && unpack_body(recording, in, region)) ||
           dado_fail(
               err, DADO_INVALID,
               "the stored recording of decisions is damaged, or another version of dado wrote it");
}

// ---- summing up ----

int dado_best_option(const dado_option_worth *worth, int count, int players, int seat)
{
    int best = 0;
    for (int i = 1; i < count; i++) {
        if (worth[i * players + seat].share[0] > worth[best * players + seat].share[0]) best = i;
    }
    return best;
}

double dado_decision_stakes_of(const dado_recorded_decision *d, int players)
{
    const dado_option_worth *worth = d->known ? d->known : d->actual;
    if (!worth) return DADO_NONE;
    double mean = 0;
    for (int i = 0; i < d->count; i++) mean += worth[i * players + d->seat].share[1] / d->count;
    int best = dado_best_option(worth, d->count, players, d->seat);
    return worth[best * players + d->seat].share[1] - mean;
}

// Limits a share to 0 to 1 and removes rounding errors.
static double within(double share)
{
    return share < 1e-12 ? 0 : share > 1 - 1e-12 ? 1 : share;
}

// Returns a part as a share of the whole. Both are means over matches. Their errors are
// taken as independent, because the whole is known from many more matches.
static dado_interval share_of(const dado_moments *part, const dado_moments *whole, double level)
{
    double share = part->mean / whole->mean;
    double error = dado_moments_error(part) / whole->mean;
    double whole_error = share * dado_moments_error(whole) / whole->mean;
    double freedom = part->count > 2 ? (double)part->count - 1 : 1;
    double half =
        dado_t_quantile(0.5 + level / 2, freedom) * sqrt(error * error + whole_error * whole_error);
    return (dado_interval){ within(share), within(share - half), within(share + half) };
}

static dado_interval rest_of(dado_interval part)
{
    return (dado_interval){ 1 - part.value, 1 - part.high, 1 - part.low };
}

static dado_interval point(double value)
{
    return (dado_interval){ value, value, value };
}

static dado_luck_and_choice exact_luck(const dado_recorded_variance *v)
{
    dado_luck_and_choice l = { .exact = true, .known = v->total > 1e-12 };
    if (!l.known) return l;
    double choice = (v->own + v->others) / v->total, first = v->first_luck / v->total;
    l.choice = point(within(choice));
    l.luck = point(within(1 - choice));
    l.first_luck = point(within(first));
    l.later_luck = point(within(1 - choice - first));
    l.own = point(within(v->own / v->total));
    l.others = point(within(v->others / v->total));
    return l;
}

dado_luck_and_choice dado_recording_luck(const dado_recording *r, double level)
{
    enum { least_matches = 4 };
    dado_moments whole = { 0 }, own = { 0 }, others = { 0 }, first = { 0 }, choice = { 0 };
    dado_moments later = { 0 };
    dado_luck_and_choice l = { 0 };
    if (r->exact && r->variance_count == 1) l = exact_luck(&r->variances[0]);
    l.matches = r->matches;
    for (int i = 0; i < r->decision_count; i++) l.decisions += r->decisions[i].match >= 0;
    if (r->exact || !r->random) return l;
    for (int i = 0; i < r->variance_count; i++) {
        const dado_recorded_variance *v = &r->variances[i];
        dado_moments_add(&whole, v->total);
        if (!v->looked_at) continue;
        dado_moments_add(&own, v->own);
        dado_moments_add(&others, v->others);
        dado_moments_add(&choice, v->own + v->others);
        dado_moments_add(&first, v->first_luck);
        dado_moments_add(&later, v->own + v->others + v->first_luck);
    }
    l.known = choice.count >= least_matches && whole.mean > 1e-12;
    if (!l.known) return l;
    l.choice = share_of(&choice, &whole, level);
    l.luck = rest_of(l.choice);
    l.first_luck = share_of(&first, &whole, level);
    l.later_luck = rest_of(share_of(&later, &whole, level));
    l.own = share_of(&own, &whole, level);
    l.others = share_of(&others, &whole, level);
    return l;
}
