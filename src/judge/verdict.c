// verdict.c - what may be claimed; see verdict.h.
//
// Questions are asked in one place, `dado_judge`, which first counts how many
// the findings allow and divides the chance of a false alarm among them
// (Bonferroni: blunt, and right whatever the questions have to do with each
// other). The lines that a figure must cross are named here, once. They are
// judgements of ours about games, not facts; docs/how-to/read-a-report.md
// lists them.
#include "judge/verdict.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "measure/stats.h"
#include "measure/words.h"

static const double false_alarms = 0.05;   // in all verdicts of a run together
static const double felt_bias = 0.10;      // of a fair share: less is nothing to players
static const double many_ties = 0.15;      // of matches
static const double few_comebacks = 0.25;  // of matches with a winner who was once behind
static const double many_comebacks = 0.50;
static const double still_lead = 0.20;  // lead change, from 0 to 1
static const double lively_lead = 0.40;
static const double leads_last = 0.75;  // of matches that who leads early wins
static const double leads_pass = 0.60;
static const double scores_tell = 0.50;  // of matches in which somebody is ahead before the end
static const double settled_early = 0.35;  // of a match
static const double settled_late = 0.60;
static const double even_points = 0.75;  // entropy, 1 is the same for all
static const double uneven_points = 0.40;
static const double few_choices = 0.25;  // of decisions with more than one option

typedef struct court {
    const dado_findings *findings;
    dado_verdict *verdicts;
    int count;
    double level;  // of each interval, after correction
} court;

// Opens a verdict about `topic`; its words are to be written by the caller.
static dado_verdict *verdict(court *c, const char *topic, dado_tone tone, int64_t count,
                             dado_interval shown)
{
    dado_verdict *v = &c->verdicts[c->count < DADO_VERDICTS ? c->count++ : DADO_VERDICTS - 1];
    *v = (dado_verdict){ .topic = topic,
                         .tone = tone,
                         .count = count,
                         .level = c->level,
                         .value = shown.value,
                         .low = shown.low,
                         .high = shown.high };
    return v;
}

static void claim(dado_verdict *v, const char *sentence)
{
    dado_text out = dado_text_over(v->claim, sizeof v->claim);
    dado_text_add(&out, sentence);
}

static dado_text evidence(dado_verdict *v)
{
    return dado_text_over(v->evidence, sizeof v->evidence);
}

static const dado_interval no_interval = { DADO_NONE, DADO_NONE, DADO_NONE };

static dado_interval mean_interval(const court *c, const dado_finding *f)
{
    dado_figure mean = dado_finding_figure(f, c->level);
    if (!dado_figure_has_interval(mean)) return (dado_interval){ f->mean, f->mean, f->mean };
    return (dado_interval){ mean.value, mean.low, mean.high };
}

static dado_interval share_interval(const court *c, int64_t hits, int64_t of)
{
    return dado_share_interval((double)hits, (double)of, c->level);
}

// "27.4 % (26.1 to 28.7 %)"
static void say_share(dado_text *out, dado_interval i)
{
    dado_say_share_within(out, i.value, i.low, i.high);
}

static void say_mean(dado_text *out, dado_interval i)
{
    dado_say_mean_within(out, i.value, i.low, i.high);
}

static void say_matches(dado_text *out, int64_t count)
{
    dado_text_add(out, "; ");
    dado_say_count(out, count);
    dado_text_add(out, count == 1 ? " match" : " matches");
}

// How many matches would make the half width of an interval as small as `wanted`.
static void say_needed(dado_text *out, const court *c, double variance, double wanted)
{
    double z = dado_normal_quantile(0.5 + c->level / 2);
    double needed = variance * z * z / (wanted * wanted), power = 1;
    while (needed / power >= 100) power *= 10;
    dado_say_count(out, (int64_t)(ceil(needed / power) * power));
}

// --- does it end? ---

static void completion(court *c)
{
    const dado_findings *f = c->findings;
    int64_t broken = f->ended[DADO_BROKEN], stopped = f->ended[DADO_STOPPED];
    int64_t forfeited = f->ended[DADO_FORFEITED], failed = broken + stopped;
    bool none = failed == f->matches;
    dado_interval share = share_interval(c, failed, f->matches);
    dado_tone tone = broken             ? DADO_BAD
                     : failed == 0      ? DADO_GOOD
                     : share.low > 0.01 ? DADO_BAD
                                        : DADO_WARN;
    dado_verdict *v = verdict(c, "completion", tone, f->matches, share);
    dado_text out = evidence(v);
    if (failed == 0) {
        claim(v, "Every match comes to an end.");
        dado_text_add(&out, "All ");
        dado_say_count(&out, f->matches);
        dado_text_add(&out, " did, so at most ");
        dado_say_percent(&out, share.high);
        dado_text_add(&out, " of matches can fail to.");
    } else {
        claim(v, none && broken ? "No match comes to an end: a rule cannot be carried out."
                 : none         ? "No match ends within the limit of moves."
                 : broken       ? "Some matches run into a rule that cannot be carried out."
                                : "Some matches do not end within the limit of moves.");
        if (broken) dado_say_count(&out, broken), dado_text_add(&out, " broke off");
        if (broken && stopped) dado_text_add(&out, " and ");
        if (stopped) dado_say_count(&out, stopped), dado_text_add(&out, " hit the limit of moves");
        dado_text_add(&out, ": ");
        say_share(&out, share);
        say_matches(&out, f->matches);
        dado_text_add(&out, none ? "." : ". They are left out of all other figures.");
    }
    if (forfeited) {
        dado_text_add(&out, " In ");
        dado_say_count(&out, forfeited);
        dado_text_add(&out, " a player gave up.");
    }
}

// --- is it fair? ---

// Matches that came to an end: those that wins and ties are counted in.
static int64_t ended(const dado_findings *f)
{
    return f->matches - f->left_out;
}

// Those of them that somebody won.
static int64_t won(const dado_findings *f)
{
    return ended(f) - f->nobody;
}

static bool same_agents(const dado_findings *f)
{
    for (int p = 1; p < f->seat_count; p++) {
        const char *a = f->seats[0].agent, *b = f->seats[p].agent;
        if (a != b && (!a || !b || strcmp(a, b) != 0)) return false;
    }
    return true;
}

// A seat's share of wins, ties split, with an interval at the corrected level. The spread is that
// of what a match gives to a seat, which shared wins make smaller than that of all or nothing.
static dado_interval seat_share(const court *c, int seat)
{
    const dado_findings *f = c->findings;
    double ranked = (double)won(f);
    return dado_share_interval(f->seats[seat].share * ranked, ranked, c->level);
}

// Sum of squared deviations from an even split, over what luck alone would give:
// chi-square with players - 1 degrees of freedom if no seat is better than another.
// Where wins are never shared this is Pearson's test.
static double fairness_p(const dado_findings *f)
{
    double n = f->seat_count, matches = (double)won(f);
    double spread = f->credit_squares / matches / n - 1 / (n * n);  // of one seat's credit
    double sum = 0;
    for (int p = 0; p < f->seat_count; p++) {
        double off = f->seats[p].share - 1 / n;
        sum += off * off;
    }
    if (!(spread > 1e-12)) return sum > 1e-12 ? 0 : 1;
    double statistic = matches * sum * (n - 1) / (n * spread);
    return 1 - dado_chi2_cdf(statistic, n - 1);
}

// The seat furthest from an even share; of two equally far, the one that wins more.
static int furthest_seat(const dado_findings *f)
{
    int furthest = 0;
    double fair = 1.0 / f->seat_count;
    for (int p = 1; p < f->seat_count; p++) {
        double here = f->seats[p].share - fair, there = f->seats[furthest].share - fair;
        double further = fabs(here) - fabs(there);
        if (further > 1e-9 || (further > -1e-9 && here > there)) furthest = p;
    }
    return furthest;
}

static void fairness(court *c)
{
    const dado_findings *f = c->findings;
    double fair = 1.0 / f->seat_count, p = fairness_p(f);
    int seat = furthest_seat(f);
    dado_interval share = seat_share(c, seat);
    double off = share.value - fair, reach = (share.high - share.low) / 2;
    bool biased = p < 1 - c->level;
    bool felt = share.low > (1 + felt_bias) * fair || share.high < (1 - felt_bias) * fair;
    bool slight = share.low > (1 - felt_bias) * fair && share.high < (1 + felt_bias) * fair;
    bool blind = !biased && reach > felt_bias * fair;
    dado_tone tone = biased  ? (felt     ? DADO_BAD
                                : slight ? DADO_PLAIN
                                         : DADO_UNSURE)
                     : blind ? DADO_UNSURE
                             : DADO_GOOD;
    dado_verdict *v = verdict(c, "fairness", tone, won(f), share);
    if (biased && felt) {
        snprintf(v->claim, sizeof v->claim, "%s %d wins too %s.", dado_seat_word(f), seat,
                 off > 0 ? "often" : "rarely");
    } else if (biased && slight) {
        claim(v, "Seats are almost even: there is a bias, too small to feel.");
    } else if (biased) {
        snprintf(v->claim, sizeof v->claim, "%s %d wins a little %s; whether one feels it is not "
                 "clear.", dado_seat_word(f), seat, off > 0 ? "more often" : "less often");
    } else {
        claim(v, blind ? "No seat is seen to be better, but the matches are few."
                       : "No seat is better than another.");
    }
    dado_text out = evidence(v);
    dado_text_addf(&out, "%s %d has ", dado_seat_word(f), seat);
    say_share(&out, share);
    dado_text_add(&out, " of the wins, ties split; ");
    dado_say_percent(&out, fair);
    dado_text_add(&out, " is fair. All seats together: p ");
    dado_text_add(&out, p < 1e-12 ? "" : "= ");
    dado_say_probability(&out, p);
    say_matches(&out, won(f));
    dado_text_add(&out, ".");
    if (blind) {
        dado_text_add(&out, " A bias of a tenth would show in about ");
        say_needed(&out, c, fair * (1 - fair), felt_bias * fair);
        dado_text_add(&out, ".");
    }
}

// Where different agents play, who wins says something about them and not about the seats.
static void strength(court *c)
{
    const dado_findings *f = c->findings;
    int best = 0;
    for (int p = 1; p < f->seat_count; p++) {
        if (f->seats[p].share > f->seats[best].share) best = p;
    }
    dado_interval share = seat_share(c, best);
    double fair = 1.0 / f->seat_count;
    bool better = share.low > fair;
    dado_verdict *v = verdict(c, "strength", better ? DADO_PLAIN : DADO_UNSURE, won(f), share);
    const char *agent = f->seats[best].agent ? f->seats[best].agent : "the player";
    int name = (int)strcspn(agent, " :");  // settings follow
    if (better)
        snprintf(v->claim, sizeof v->claim, "%.*s in seat %d wins most.", name < 60 ? name : 60,
                 agent, best);
    else claim(v, "No player is seen to be stronger.");
    dado_text out = evidence(v);
    dado_text_addf(&out, "%.60s in seat %d has ", agent, best);
    say_share(&out, share);
    dado_text_add(&out, " of the wins; ");
    dado_say_percent(&out, fair);
    dado_text_add(&out, " would be even");
    say_matches(&out, won(f));
    dado_text_add(&out, ". Seats differ in who plays, so this says nothing about the seats.");
}

static void alone(court *c, const dado_finding *win)
{
    dado_interval share = share_interval(c, win->nonzero, win->count);
    dado_verdict *v = verdict(c, "success", DADO_PLAIN, win->count, share);
    bool several = c->findings->players > 1;
    snprintf(v->claim, sizeof v->claim, "The player%s %s.", several ? "s" : "",
             share.high < 0.05  ? (several ? "hardly ever succeed" : "hardly ever succeeds")
             : share.low > 0.95 ? (several ? "nearly always succeed" : "nearly always succeeds")
             : several          ? "succeed in some matches"
                                : "succeeds in some matches");
    dado_text out = evidence(v);
    say_share(&out, share);
    say_matches(&out, win->count);
    dado_text_add(&out, ".");
}

// One who counts points, with nothing to reach: no word of winning.
static void points_alone(court *c)
{
    dado_interval points = dado_points_alone(c->findings, c->level);
    dado_verdict *v = verdict(c, "points", DADO_PLAIN, ended(c->findings), points);
    claim(v, "There is nothing to win or lose: points are counted.");
    dado_text out = evidence(v);
    dado_text_add(&out, "A match ends with ");
    say_mean(&out, points);
    dado_text_add(&out, " of them");
    say_matches(&out, ended(c->findings));
    dado_text_char(&out, '.');
}

// Where who reaches something wins, several may, and nobody may.
static void winners(court *c)
{
    const dado_findings *f = c->findings;
    dado_interval none = share_interval(c, f->nobody, ended(f));
    dado_interval several = share_interval(c, f->ties, ended(f));
    dado_verdict *v = verdict(c, "winners", DADO_PLAIN, ended(f), none);
    claim(v, none.low > 0.95    ? "Hardly any match is won by anybody."
             : none.low > 0.5   ? "In most matches nobody wins."
             : f->nobody > 0    ? "In some matches nobody wins."
             : f->ties > 0      ? "Somebody wins every match, and sometimes several do."
                                : "One wins every match.");
    dado_text out = evidence(v);
    dado_text_add(&out, "Nobody wins ");
    say_share(&out, none);
    dado_text_add(&out, " of matches, and more than one ");
    say_share(&out, several);
    say_matches(&out, ended(f));
    dado_text_char(&out, '.');
}

static void ties(court *c)
{
    const dado_findings *f = c->findings;
    dado_interval share = share_interval(c, f->ties, ended(f));
    bool many = share.low > many_ties, few = share.high < many_ties;
    dado_verdict *v = verdict(c, "ties",
                              many  ? DADO_WARN
                              : few ? DADO_GOOD
                                    : DADO_UNSURE,
                              ended(f), share);
    claim(v, many                  ? "Many matches end in a tie."
             : few && f->ties == 0 ? "No match ends in a tie."
             : few                 ? "Ties are rare enough."
                                   : "Ties may or may not be too many.");
    dado_text out = evidence(v);
    dado_text_add(&out, "First place is shared in ");
    say_share(&out, share);
    dado_text_add(&out, " of matches; from ");
    dado_say_percent(&out, many_ties);
    dado_text_add(&out, " on they would be many");
    say_matches(&out, ended(f));
    dado_text_add(&out, ".");
}

// --- how long does it take? ---

static void length(court *c, const dado_finding *rounds)
{
    bool drags = rounds->ninetieth > 3 * rounds->median && rounds->median > 0;
    dado_interval mean = mean_interval(c, rounds);
    dado_verdict *v = verdict(c, "length", drags ? DADO_WARN : DADO_PLAIN, rounds->count, mean);
    dado_text out = evidence(v);
    if (rounds->most == 0) {
        claim(v, "Matches are over before a round is.");
        dado_text_add(&out, "No round was finished in any of them");
    } else if (rounds->least == rounds->most) {
        snprintf(v->claim, sizeof v->claim, "Every match lasts %.0f round%s.", rounds->most,
                 rounds->most == 1 ? "" : "s");
        dado_text_add(&out, "No match was shorter or longer");
    } else {
        claim(v, drags ? "One match in ten drags on." : "Matches have a usual length.");
        dado_say_real(&out, rounds->mean);
        dado_text_add(&out, " rounds on average, half of them within ");
        dado_say_real(&out, rounds->median);
        dado_text_add(&out, ", nine in ten within ");
        dado_say_real(&out, rounds->ninetieth);
        dado_text_add(&out, ", the longest ");
        dado_say_real(&out, rounds->most);
    }
    say_matches(&out, rounds->count);
    dado_text_add(&out, ".");
}

// --- is it as long as it was meant to be? ---

static void as_hoped(court *c, const dado_finding *measure, dado_hope hope, const char *what)
{
    static const double about = 1.25;  // who says 30 means from 24 to 37.5
    bool one = hope.low == hope.high;
    double low = one ? hope.low / about : hope.low, high = one ? hope.high * about : hope.high;
    dado_interval mean = mean_interval(c, measure);
    bool outside = mean.high < low || mean.low > high;
    bool inside = mean.low >= low && mean.high <= high;
    dado_verdict *v = verdict(c, "expected", outside  ? DADO_WARN
                                             : inside ? DADO_GOOD
                                                      : DADO_UNSURE, measure->count, mean);
    dado_text says = dado_text_over(v->claim, sizeof v->claim), out = evidence(v);
    if (outside) {
        dado_text_add(&says, "You expected ");
        dado_say_real(&says, hope.low);
        if (!one) dado_text_add(&says, " to ");
        if (!one) dado_say_real(&says, hope.high);
        dado_text_addf(&says, " %s; it takes ", what);
        dado_say_real(&says, mean.value);
        dado_text_add(&says, ".");
    } else {
        dado_text_addf(&says, inside ? "It takes as many %s as you expected."
                                     : "It may or may not take as many %s as you expected.", what);
    }
    say_mean(&out, mean);
    dado_text_addf(&out, " %s a match; the description says ", what);
    dado_say_real(&out, hope.low);
    if (!one) dado_text_add(&out, " to ");
    if (!one) dado_say_real(&out, hope.high);
    if (one) {
        dado_text_add(&out, ", and ");
        dado_say_real(&out, low);
        dado_text_add(&out, " to ");
        dado_say_real(&out, high);
        dado_text_add(&out, " would do");
    }
    say_matches(&out, measure->count);
    dado_text_add(&out, ".");
}

// --- is it a race? ---

// A figure against two lines: below the one it is poor, above the other good.
typedef struct scale_of_words {
    const char *topic;
    double poor, good;
    bool percent, fewer_is_better;
    bool neither;  // good nor bad: it speaks of points, and players play for places
    const char *when_poor, *when_good, *between;
    const char *figure, *unit;  // the words around the number
} scale_of_words;

static void weigh(court *c, const scale_of_words *w, dado_interval i, int64_t count)
{
    bool good = w->fewer_is_better ? i.high < w->good : i.low > w->good;
    bool poor = w->fewer_is_better ? i.low > w->poor : i.high < w->poor;
    bool inside = w->fewer_is_better ? i.low > w->good && i.high < w->poor
                                     : i.low > w->poor && i.high < w->good;
    dado_tone tone = poor ? DADO_WARN : good ? DADO_GOOD : inside ? DADO_PLAIN : DADO_UNSURE;
    if (w->neither && (poor || good)) tone = DADO_PLAIN;
    if (w->poor == w->good && !poor && !good) tone = DADO_UNSURE;
    dado_verdict *v = verdict(c, w->topic, tone, count, i);
    claim(v, poor ? w->when_poor : good ? w->when_good : w->between);
    if (tone == DADO_UNSURE) {
        snprintf(v->claim, sizeof v->claim, "Hard to say: %c%s", w->between[0] + ('a' - 'A'),
                 w->between + 1);
    }
    dado_text out = evidence(v);
    dado_text_add(&out, w->figure);
    dado_text_char(&out, ' ');
    if (w->percent) say_share(&out, i);
    else say_mean(&out, i);
    dado_text_add(&out, w->unit);
    say_matches(&out, count);
    dado_text_add(&out, ".");
    if (tone != DADO_UNSURE) return;
    bool lower = fabs(i.value - w->poor) < fabs(i.value - w->good);
    dado_text_add(&out, " Too close to ");
    if (w->percent) dado_say_percent(&out, lower ? w->poor : w->good);
    else dado_say_real(&out, lower ? w->poor : w->good);
    dado_text_add(&out, " to say more.");
}

static void comebacks(court *c, const dado_finding *comeback)
{
    const scale_of_words words = {
        .topic = "drama",
        .poor = few_comebacks,
        .good = many_comebacks,
        .percent = true,
        .when_poor = "Winners are rarely behind: there is little drama.",
        .when_good = "Winners have usually been behind: there is drama.",
        .between = "Some winners have been behind.",
        .figure = "The winner had fewer points than another at some time in",
        .unit = " of matches",
    };
    weigh(c, &words, share_interval(c, comeback->nonzero, comeback->count), comeback->count);
}

static void lead_changes(court *c, const dado_finding *changes)
{
    const scale_of_words words = {
        .topic = "lead",
        .poor = still_lead,
        .good = lively_lead,
        .when_poor = "The lead hardly ever changes hands.",
        .when_good = "The lead changes hands often, and among many.",
        .between = "The lead changes hands now and then.",
        .figure = "Lead change, where 0 is never and 1 is every round and everyone:",
        .unit = "",
    };
    weigh(c, &words, mean_interval(c, changes), changes->count);
}

static bool one_seat_wins(const dado_findings *f)
{
    for (int p = 0; p < f->seat_count; p++) {
        if (f->seats[p].low > leads_pass) return true;
    }
    return false;
}

static void early_leads(court *c, const dado_finding *lead)
{
    const scale_of_words words = {
        .topic = "runaway",
        .poor = leads_last,
        .good = leads_pass,
        .percent = true,
        .fewer_is_better = true,
        .when_poor = "Who leads early mostly wins.",
        .when_good = "An early lead is not the end of the race.",
        .between = "Who leads early wins more often than not.",
        .figure = "Who was alone in front after a quarter of a match came in first in",
        .unit = " of matches",
    };
    weigh(c, &words, share_interval(c, lead->nonzero, lead->count), lead->count);
}

// Read off the points, and so it speaks of points.
static void decision_time(court *c, const dado_finding *time)
{
    const scale_of_words words = {
        .topic = "suspense",
        .poor = settled_early,
        .good = settled_late,
        .percent = true,
        .neither = true,
        .when_poor = "The winner is in front for good early in a match.",
        .when_good = "The winner is in front for good late in a match.",
        .between = "The winner is in front for good midway through a match.",
        .figure = "The winner takes the lead in points for good after",
        .unit = " of a match on average",
    };
    weigh(c, &words, mean_interval(c, time), time->count);
}

static void points_are_level(court *c, const dado_finding *told)
{
    dado_interval share = share_interval(c, told->count, ended(c->findings));
    dado_verdict *v = verdict(c, "uncertainty", DADO_PLAIN, ended(c->findings), share);
    claim(v, "The scores do not tell who is ahead.");
    dado_text out = evidence(v);
    if (told->count == 0) {
        dado_text_add(&out, "Nobody has more points than all others before the last round");
    } else {
        dado_text_add(&out, "Somebody has more points than all others before the last round in ");
        say_share(&out, share);
        dado_text_add(&out, " of matches only");
    }
    say_matches(&out, ended(c->findings));
    dado_text_add(&out, ". So nothing is said about leads.");
}

static void uncertainty(court *c, const dado_finding *entropy)
{
    const scale_of_words words = {
        .topic = "uncertainty",
        .poor = uneven_points,
        .good = even_points,
        .neither = true,
        .when_poor = "Points are far from evenly shared.",
        .when_good = "Points stay evenly shared for long.",
        .between = "Points are neither evenly nor very unevenly shared.",
        .figure = "Entropy of the players' shares of points, where 1 is the same for all:",
        .unit = "",
    };
    weigh(c, &words, mean_interval(c, entropy), entropy->count);
}

// --- is it played? ---

static void choices(court *c, const dado_finding *share, const dado_finding *branching)
{
    dado_interval i = mean_interval(c, share);
    if (share->most == 0) {
        dado_verdict *v = verdict(c, "choices", DADO_WARN, share->count, i);
        claim(v, "Players have nothing to decide.");
        dado_text out = evidence(v);
        dado_text_add(&out, "No decision had more than one option");
        say_matches(&out, share->count);
        dado_text_add(&out, ": it plays itself.");
        return;
    }
    const scale_of_words words = {
        .topic = "choices",
        .poor = few_choices,
        .good = few_choices,
        .percent = true,
        .when_poor = "Players seldom have a choice.",
        .when_good = "Players have choices to make.",
        .between = "Players sometimes have a choice.",
        .figure = "There is more than one option in",
        .unit = " of decisions",
    };
    weigh(c, &words, i, share->count);
    if (!branching || branching->count == 0) return;
    dado_verdict *v = &c->verdicts[c->count - 1];
    dado_text out = { .data = v->evidence,
                      .length = strlen(v->evidence),
                      .capacity = sizeof v->evidence,
                      .borrowed = true };
    dado_text_add(&out, " Options a decision: ");
    dado_say_real(&out, branching->mean);
    dado_text_add(&out, " on average.");
}

static void no_decisions(court *c, const dado_finding *decisions)
{
    dado_verdict *v = verdict(c, "choices", DADO_WARN, decisions->count, no_interval);
    claim(v, "Players have nothing to decide.");
    dado_text out = evidence(v);
    dado_text_add(&out, "Nobody was asked for a move");
    say_matches(&out, decisions->count);
    dado_text_add(&out, ": it is luck alone.");
}

// --- is it what was wished for? ---

static void quality(court *c)
{
    const dado_findings *f = c->findings;
    const dado_finding *worst = NULL;
    int wished = 0, met = 0;
    for (int i = 0; i < f->measure_count; i++) {
        const dado_finding *m = &f->measures[i];
        if (!m->expected) continue;
        wished++;
        met += m->quality >= 0.5;
        if (!worst || m->quality < worst->quality) worst = m;
    }
    if (!worst) return;
    dado_tone tone = met == wished ? DADO_GOOD : met * 2 >= wished ? DADO_PLAIN : DADO_WARN;
    dado_verdict *v = verdict(c, "quality", tone, f->matches, no_interval);
    v->value = f->quality;
    snprintf(v->claim, sizeof v->claim, "Quality %.3f: %d of %d expectations met.", f->quality, met,
             wished);
    dado_text out = evidence(v);
    dado_text_addf(&out, "By %.80s. Furthest off: %.80s, ",
                   f->expectations ? f->expectations : "the expectations given", worst->title);
    dado_say_real(&out, dado_is_none(worst->across) ? worst->mean : worst->across);
    dado_text_add(&out, " where ");
    dado_say_interval(&out, worst->window_low, worst->window_high);
    dado_text_add(&out, " was wished");
    say_matches(&out, f->matches);
    dado_text_add(&out, ".");
}

// A measure that has values, or NULL.
static const dado_finding *valued(const dado_findings *f, const char *name)
{
    const dado_finding *found = dado_finding_named(f, name);
    return found && found->count > 0 ? found : NULL;
}

int dado_verdicts_of(const dado_findings *findings, dado_verdict verdicts[DADO_VERDICTS])
{
    const dado_findings *f = findings;
    if (f->matches <= 0) return 0;
    court c = { .findings = f, .verdicts = verdicts, .level = 1 - false_alarms };
    // A table written down elsewhere is one match, however often it is read, and no word on seats.
    bool seen = !f->seen_elsewhere, race = seen && f->seat_count > 1 && ended(f) > 0;
    // Points say who is ahead only where being ahead is how to win.
    const dado_finding *time = race && !f->goal ? dado_finding_named(f, "time_of_decision") : NULL;
    bool told = time && (double)time->count > scores_tell * (double)ended(f);
    const dado_finding *comeback = told ? valued(f, "from_behind") : NULL;
    const dado_finding *change = told ? valued(f, "lead_change") : NULL;
    const dado_finding *entropy = told ? valued(f, "uncertainty_entropy") : NULL;
    // Where one seat wins most matches, whoever leads: that says all there is to say.
    const dado_finding *lead = told && !one_seat_wins(f) ? valued(f, "early_lead") : NULL;
    const dado_finding *win = f->seat_count > 1 || f->only_points ? NULL : valued(f, "win");
    bool points = seen && f->only_points && f->seat_count == 1 && ended(f) > 0;
    bool fair = race && won(f) > 0;
    const dado_finding *rounds = valued(f, "rounds");
    const dado_finding *share = seen ? valued(f, "decision_share") : NULL;
    const dado_finding *decisions = seen ? valued(f, "decisions") : NULL;
    bool luck_alone = !share && decisions && decisions->most == 0;

    int asked = seen + race + fair + !!comeback + !!change + !!entropy + !!lead + told + !!win +
                !!share;
    if (asked) c.level = 1 - false_alarms / asked;
    if (seen) completion(&c);
    if (fair && same_agents(f)) fairness(&c);
    else if (fair) strength(&c);
    if (race && f->goal) winners(&c);
    else if (race) ties(&c);
    if (win) alone(&c, win);
    if (points) points_alone(&c);
    if (rounds) length(&c, rounds);
    if (rounds && f->hoped_rounds.high > 0) as_hoped(&c, rounds, f->hoped_rounds, "rounds");
    if (decisions && f->hoped_decisions.high > 0) {
        as_hoped(&c, decisions, f->hoped_decisions, "decisions");
    }
    if (comeback) comebacks(&c, comeback);
    if (change) lead_changes(&c, change);
    if (lead) early_leads(&c, lead);
    if (told) decision_time(&c, time);
    if (entropy) uncertainty(&c, entropy);
    // With one round there is no time before the end in which somebody could be ahead.
    if (race && time && !told && rounds && rounds->most > 1) points_are_level(&c, time);
    if (share) choices(&c, share, valued(f, "branching"));
    if (luck_alone) no_decisions(&c, decisions);
    if (f->judged) quality(&c);
    return c.count;
}

const char *dado_tone_name(dado_tone tone)
{
    static const char *const names[] = { "good", "plain", "unsure", "warn", "bad" };
    return names[tone];
}
