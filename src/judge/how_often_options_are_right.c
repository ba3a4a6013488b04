// how_often_options_are_right.c - see how_often_options_are_right.h.
#include "judge/how_often_options_are_right.h"

#include <math.h>
#include <string.h>

#include "judge/decision_summary.h"
#include "measure/number_format.h"
#include "measure/ratio_estimate.h"

enum { most_distinct = 40 };  // an alternative with more values is not listed value by value

static const double same = 1e-9;  // exact values that differ by less count as equal

// ---- collecting the options ----

typedef struct option_sums {
    int32_t choice, alternative;
    const char *words;  // NULL: all options of the alternative
    // For a whole alternative: the words of its first option, how many leading words all
    // its options share, and how many different values there are.
    const char *first;
    size_t prefix;
    int distinct;
    double weight;
    dado_ratio shares[3], costs, gains;
    // Sums of the current match.
    double match[3], match_weight, match_cost, match_cost_weight, match_gain;
    int64_t decisions;
    bool never, lost;
} option_sums;

typedef struct option_list {
    const dado_recording *r;
    option_sums *sums;
    int count, room;
    bool more;
} option_list;

static option_sums *find(option_list *l, int32_t choice, int32_t alternative, const char *words)
{
    for (int i = 0; i < l->count; i++) {
        option_sums *o = &l->sums[i];
        if (o->choice != choice || o->alternative != alternative || !o->words != !words) continue;
        if (!words || strcmp(o->words, words) == 0) return o;
    }
    if (l->count == l->room) {
        l->more = true;
        return NULL;
    }
    option_sums *o = &l->sums[l->count++];
    *o = (option_sums){
        .choice = choice, .alternative = alternative, .words = words, .never = true, .lost = true
    };
    return o;
}

static size_t common_length(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i]) i++;
    return i;
}

static void list_option(option_list *l, int32_t choice, const dado_recorded_option *o)
{
    int before = l->count;
    option_sums *whole = find(l, choice, o->alternative, NULL);
    if (!whole) return;
    if (l->count > before) {
        whole->first = o->words;
        whole->prefix = strlen(o->words);
    }
    size_t common = common_length(whole->first, o->words);
    if (common < whole->prefix) whole->prefix = common;
    before = l->count;
    if (whole->distinct <= most_distinct && find(l, choice, o->alternative, o->words)) {
        whole->distinct += l->count > before;
    }
}

static void list_options(option_list *l)
{
    const dado_recording *r = l->r;
    for (int i = 0; i < r->decision_count; i++) {
        const dado_recorded_decision *d = &r->decisions[i];
        for (int k = 0; dado_decision_counts(r, d) && k < d->count; k++) {
            list_option(l, r->kinds[d->kind].choice, &d->options[k]);
        }
    }
}

// ---- judging the options of one decision ----

typedef enum standing { is_best, is_together, is_worse } standing;

typedef struct judged_option {
    standing standing;
    double gap;   // the best option minus this one
    double gain;  // this one minus the best other one
    double share;
} judged_option;

// Returns how far an option must lie below the best one to count as worse: 0 if values
// are exact.
static double doubt(const dado_recording *r, const dado_option_worth *w, double z)
{
    if (r->exact) return same;
    double least = 2.0 / r->times;  // one rollout of a half
    return z * sqrt(w->error * w->error + least * least);
}

// Returns this option's value minus the best of the others, which is chosen by the first
// half.
static double gain_of(const dado_recording *r, const dado_recorded_decision *d, int option)
{
    int rival = -1;
    for (int i = 0; i < d->count; i++) {
        const dado_option_worth *w = &d->known[i * r->players + d->seat];
        if (i == option) continue;
        if (rival < 0 || w->share[0] > d->known[rival * r->players + d->seat].share[0]) rival = i;
    }
    return d->known[option * r->players + d->seat].share[1] -
           d->known[rival * r->players + d->seat].share[1];
}

static void judge_decision(const dado_recording *r, const dado_recorded_decision *d, double level,
                           judged_option *to)
{
    int best = dado_best_option(d->known, d->count, r->players, d->seat), rivals = 0;
    double z = dado_normal_quantile(1 - (1 - level) / d->count);
    double top = d->known[best * r->players + d->seat].share[1];
    for (int i = 0; i < d->count; i++) {
        const dado_option_worth *w = &d->known[i * r->players + d->seat];
        double gap = i == best ? 0 : top - w->share[1];
        bool worse = i != best && gap > doubt(r, w, z);
        to[i] = (judged_option){ worse ? is_worse : is_together, fmax(gap, 0), gain_of(r, d, i),
                                 (w->share[0] + w->share[1]) / 2 };
        rivals += !worse;
    }
    if (rivals == 1) to[best].standing = is_best;
}

static void count(option_sums *o, const judged_option *j, double weight)
{
    o->match[j->standing] += weight;
    o->match_weight += weight;
    o->match_gain += weight * j->gain;
    if (j->standing == is_worse) {
        o->match_cost += weight * j->gap;
        o->match_cost_weight += weight;
    }
    o->decisions++;
    o->weight += weight;
    o->never = o->never && j->standing == is_worse;
    o->lost = o->lost && j->share < same;
}

static void close_match(option_list *l)
{
    for (int i = 0; i < l->count; i++) {
        option_sums *o = &l->sums[i];
        for (int k = 0; k < 3; k++) {
            dado_ratio_add(&o->shares[k], o->match[k], o->match_weight);
            o->match[k] = 0;
        }
        dado_ratio_add(&o->costs, o->match_cost, o->match_cost_weight);
        dado_ratio_add(&o->gains, o->match_gain, o->match_weight);
        o->match_weight = o->match_cost = o->match_cost_weight = o->match_gain = 0;
    }
}

// Returns the best option of an alternative; it stands for all of them.
static const judged_option *best_of(const dado_recorded_decision *d, const judged_option *judged,
                                    int first)
{
    const judged_option *found = &judged[first];
    for (int i = first + 1; i < d->count; i++) {
        if (d->options[i].alternative != d->options[first].alternative) continue;
        bool better = judged[i].standing < found->standing ||
                      (judged[i].standing == found->standing && judged[i].gap < found->gap);
        if (better) found = &judged[i];
    }
    return found;
}

static bool is_first_of_alternative(const dado_recorded_decision *d, int option)
{
    for (int i = 0; i < option; i++) {
        if (d->options[i].alternative == d->options[option].alternative) return false;
    }
    return true;
}

static void add_decision(option_list *l, const dado_recorded_decision *d,
                         const judged_option *judged)
{
    int32_t choice = l->r->kinds[d->kind].choice;
    for (int i = 0; i < d->count; i++) {
        const dado_recorded_option *o = &d->options[i];
        option_sums *whole = find(l, choice, o->alternative, NULL);
        if (!whole) continue;
        if (is_first_of_alternative(d, i)) count(whole, best_of(d, judged, i), d->weight);
        if (whole->distinct > most_distinct) continue;
        option_sums *own = find(l, choice, o->alternative, o->words);
        if (own) count(own, &judged[i], d->weight);
    }
}

// ---- summing up ----

static dado_interval share_of(const option_sums *o, int which, bool exact, double level)
{
    double mean = o->shares[which].value / o->shares[which].weight;
    dado_interval i = { mean, mean, mean };
    if (exact || !dado_ratio_interval(&o->shares[which], 1, level, &i)) return i;
    return (dado_interval){ i.value, fmax(i.low, 0), fmin(i.high, 1) };
}

static dado_interval mean_of(const dado_ratio *r, bool exact, double level)
{
    double mean = r->value / r->weight;
    dado_interval i = { mean, mean, mean };
    if (!exact) dado_ratio_interval(r, 1, level, &i);
    return i;
}

// Names a whole alternative by the leading words that all its options share.
static const char *name_of(const option_sums *o, dado_region *region)
{
    static const char apart[] = " :,";
    size_t length = o->prefix;
    if (o->words) return o->words;
    if (!strchr(apart, o->first[length])) {
        while (length > 0 && !strchr(apart, o->first[length - 1])) length--;
    }
    while (length > 0 && strchr(apart, o->first[length - 1])) length--;
    return length > 0 ? dado_region_copy(region, o->first, length) : "any of them";
}

static bool is_listed(const option_list *l, const option_sums *o)
{
    if (o->decisions == 0) return false;
    if (!o->words) return o->distinct > 1;
    for (int i = 0; i < l->count; i++) {  // too many values to list one by one
        const option_sums *w = &l->sums[i];
        if (!w->words && w->choice == o->choice && w->alternative == o->alternative) {
            return w->distinct <= most_distinct;
        }
    }
    return true;
}

static void fill_in(const option_list *l, double level, double matches, dado_region *region,
                    dado_option_values *to)
{
    for (int i = 0; i < l->count; i++) {
        const option_sums *o = &l->sums[i];
        if (!is_listed(l, o)) continue;
        dado_option_value *v = &to->options[to->count++];
        *v = (dado_option_value){ .name = name_of(o, region),
                                  .whole = !o->words,
                                  .offered = o->weight / matches,
                                  .decisions = o->decisions,
                                  .best = share_of(o, is_best, to->exact, level),
                                  .together = share_of(o, is_together, to->exact, level),
                                  .worse = share_of(o, is_worse, to->exact, level),
                                  .gain = mean_of(&o->gains, to->exact, level),
                                  .cost_known = o->costs.weight > 0,
                                  .never_right = o->never,
                                  .loses_at_once = o->never && o->lost };
        if (v->cost_known) v->cost = mean_of(&o->costs, to->exact, level);
    }
}

bool dado_option_values_of(const dado_recording *r, double level, dado_region *region,
                           dado_option_values *to, dado_error *err)
{
    option_list l = { .r = r, .room = DADO_OPTION_VALUES };
    int most = 1, looked_at = 0;
    for (int i = 0; i < r->decision_count; i++) {
        most = r->decisions[i].count > most ? r->decisions[i].count : most;
    }
    l.sums = dado_new(region, option_sums, l.room);
    judged_option *judged = dado_new(region, judged_option, most);
    *to = (dado_option_values){ .exact = r->exact, .player = r->player };
    to->options = dado_new(region, dado_option_value, l.room);
    if (!l.sums || !judged || !to->options) {
        return dado_fail(err, DADO_LIMIT, "no memory left to compare options");
    }
    list_options(&l);
    int64_t match = -2;
    for (int i = 0; i < r->decision_count; i++) {
        const dado_recorded_decision *d = &r->decisions[i];
        if (!dado_decision_counts(r, d)) continue;
        if (match != -2 && (d->match != match || r->exact)) close_match(&l);
        match = d->match;
        judge_decision(r, d, level, judged);
        add_decision(&l, d, judged);
        to->decisions++;
    }
    close_match(&l);
    for (int i = 0; i < r->variance_count; i++) looked_at += r->variances[i].looked_at;
    fill_in(&l, level, r->exact || looked_at == 0 ? 1 : looked_at, region, to);
    to->more = l.more;
    return true;
}

// ---- verdicts ----

static void say_how(const dado_option_values *values, const dado_option_value *o, dado_verdict *v)
{
    if (values->exact) {
        dado_verdict_evidence(v, " All positions were worked out; everybody plays on at random.");
    } else {
        dado_verdict_evidence(v, " %s decisions were looked at; all play on as %s players do.",
                              dado_string_count(o->decisions).s, values->player);
    }
}

static void judge_never(dado_verdicts *to, const dado_option_values *values,
                        const dado_option_value *o)
{
    dado_verdict *v = dado_verdict_add(to, "options", DADO_WARN);
    if (o->loses_at_once) dado_verdict_claim(v, "\"%.80s\" is a trap: it loses.", o->name);
    else dado_verdict_claim(v, "\"%.80s\" is never right.", o->name);
    dado_verdict_evidence(v,
                          "Wherever it is offered another option is better, by %.1f points of the "
                          "share of the win on average.",
                          100 * o->cost.value);
    say_how(values, o, v);
    dado_verdict_set_figure(v, o->cost, 0.99, o->decisions);
}

static void judge_always(dado_verdicts *to, const dado_option_values *values,
                         const dado_option_value *o)
{
    dado_verdict *v = dado_verdict_add(to, "options", DADO_WARN);
    dado_verdict_claim(v, "\"%.80s\" is always right.", o->name);
    dado_verdict_evidence(v,
                          "Wherever it is offered nothing is better, and who always takes it wins "
                          "%.1f points more than who never does (%.1f to %.1f).",
                          100 * o->advantage.value, 100 * o->advantage.low,
                          100 * o->advantage.high);
    say_how(values, o, v);
    dado_verdict_set_figure(v, o->advantage, 0.99, o->decisions);
}

int dado_option_verdicts(const dado_option_values *values,
                         dado_verdict verdicts[DADO_OPTION_VERDICTS])
{
    dado_verdicts to = { .list = verdicts, .most = DADO_OPTION_VERDICTS };
    for (int i = 0; i < values->count; i++) {
        const dado_option_value *o = &values->options[i];
        bool enough = values->exact || o->decisions >= DADO_NEVER_RIGHT_DECISIONS;
        if (o->never_right && enough && o->cost_known) judge_never(&to, values, o);
    }
    for (int i = 0; i < values->count; i++) {
        if (values->options[i].always_right) judge_always(&to, values, &values->options[i]);
    }
    if (to.count > 0) return to.count;
    dado_verdict *v = dado_verdict_add(&to, "options", DADO_PLAIN);
    if (values->decisions == 0) {
        dado_verdict_claim(v, "Nobody has anything to choose.");
        return to.count;
    }
    dado_verdict_claim(v, values->exact && !values->more
                              ? "Every option is right somewhere."
                              : "No option was seen to be wrong everywhere.");
    dado_verdict_evidence(v,
                          "%s decisions were looked at, in which all play on as %s players "
                          "do.",
                          dado_string_count(values->decisions).s,
                          values->player ? values->player : "random");
    return to.count;
}
