// verdict.c - what may be claimed; see verdict.h.
//
// Questions are asked in one place, `dado_judge`, which first counts how many
// the findings allow and divides the chance of a false alarm among them
// (Bonferroni: blunt, and right whatever the questions have to do with each
// other). The lines that a figure must cross are named here, once, or stand in a
// scale of words. They are judgements of ours about games, not facts;
// docs/how-to/read-a-report.md lists them.
#include "judge/verdict.h"

#include <string.h>

#include "measure/words.h"

static const double false_alarms = 0.05;   // in all verdicts of a run together
static const double felt_bias = 0.10;      // of a fair share: less is nothing to players
static const double many_ties = 0.15;      // of matches
static const double scores_tell = 0.50;  // of matches in which somebody is ahead before the end

typedef struct court {
    const dado_findings *findings;
    dado_verdicts said;
    double level;  // of each interval, after correction
} court;

static const dado_interval no_figure = { DADO_NONE, DADO_NONE, DADO_NONE };

dado_verdict *dado_about(dado_verdicts *to, const char *topic, dado_tone tone)
{
    dado_verdict *v = to->count < to->most ? &to->list[to->count++] : &to->lost;
    *v = (dado_verdict){ .topic = topic, .tone = tone, .figure = no_figure };
    return v;
}

void dado_claim(dado_verdict *v, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(v->claim, sizeof v->claim, format, args);
    va_end(args);
}

void dado_evidence(dado_verdict *v, const char *format, ...)
{
    size_t used = strlen(v->evidence);
    va_list args;
    va_start(args, format);
    vsnprintf(v->evidence + used, sizeof v->evidence - used, format, args);
    va_end(args);
}

void dado_verdict_points_at(dado_verdict *v, dado_place place, const char *text)
{
    int length;
    const char *words = dado_words_of_line(text, place.line, &length);
    v->place = place;
    if (place.line > 0) snprintf(v->line, sizeof v->line, "%.*s", length, words);
}

void dado_rest_on(dado_verdict *v, dado_interval figure, double level, int64_t count)
{
    v->figure = figure;
    v->level = level;
    v->count = count;
}

// Opens a verdict; its words are to be written by the caller.
static dado_verdict *verdict(court *c, const char *topic, dado_tone tone, int64_t count,
                             dado_interval shown)
{
    dado_verdict *v = dado_about(&c->said, topic, tone);
    dado_rest_on(v, shown, c->level, count);
    return v;
}

static dado_interval mean_interval(const court *c, const dado_finding *f)
{
    return dado_figure_interval(dado_finding_figure(f, c->level));
}

static dado_interval share_interval(const court *c, int64_t hits, int64_t of)
{
    return dado_share_interval((double)hits, (double)of, c->level);
}

static void end_on(dado_verdict *v, int64_t matches, const char *end)
{
    dado_evidence(v, "; %s match%s%s", dado_said_count(matches).s, matches == 1 ? "" : "es", end);
}

// How many matches would make the half width of an interval as small as `wanted`.
static dado_said needed(const court *c, double variance, double wanted)
{
    double z = dado_normal_quantile(0.5 + c->level / 2);
    double needed = variance * z * z / (wanted * wanted), power = 1;
    while (needed / power >= 100) power *= 10;
    return dado_said_count((int64_t)(ceil(needed / power) * power));
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
    if (failed == 0) {
        dado_claim(v, "Every match comes to an end.");
        dado_evidence(v, "All %s did, so at most %s of matches can fail to.",
                      dado_said_count(f->matches).s, dado_said_percent(share.high).s);
    } else {
        dado_claim(v, none && broken ? "No match comes to an end: a rule cannot be carried out."
                      : none         ? "No match ends within the limit of moves."
                      : broken       ? "Some matches run into a rule that cannot be carried out."
                                     : "Some matches do not end within the limit of moves.");
        if (broken) dado_evidence(v, "%s broke off", dado_said_count(broken).s);
        if (broken && stopped) dado_evidence(v, " and ");
        if (stopped) dado_evidence(v, "%s hit the limit of moves", dado_said_count(stopped).s);
        dado_evidence(v, ": %s", dado_said_share(share).s);
        end_on(v, f->matches, none ? "." : ". They are left out of all other figures.");
        if (f->broken) {
            dado_evidence(v, " The first: %s%s%.160s.", f->broken->code,
                          f->broken->code[0] ? ", " : "", f->broken->text);
            dado_verdict_points_at(v, f->broken->place, f->rules_text);
        }
    }
    if (forfeited) dado_evidence(v, " In %s a player gave up.", dado_said_count(forfeited).s);
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
    return dado_share_interval(f->seats[seat].share.value * ranked, ranked, c->level);
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
        double off = f->seats[p].share.value - 1 / n;
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
        double here = f->seats[p].share.value - fair;
        double there = f->seats[furthest].share.value - fair;
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
        dado_claim(v, "%s %d wins too %s.", dado_seat_word(f), seat, off > 0 ? "often" : "rarely");
    } else if (biased && slight) {
        dado_claim(v, "Seats are almost even: there is a bias, too small to feel.");
    } else if (biased) {
        dado_claim(v, "%s %d wins a little %s; whether one feels it is not clear.",
                   dado_seat_word(f), seat, off > 0 ? "more often" : "less often");
    } else {
        dado_claim(v, blind ? "No seat is seen to be better, but the matches are few."
                            : "No seat is better than another.");
    }
    dado_evidence(v, "%s %d has %s of the wins, ties split; %s is fair. All seats together: p %s%s",
                  dado_seat_word(f), seat, dado_said_share(share).s, dado_said_percent(fair).s,
                  p < 1e-12 ? "" : "= ", dado_said_probability(p).s);
    end_on(v, won(f), ".");
    if (blind) {
        dado_evidence(v, " A bias of a tenth would show in about %s.",
                      needed(c, fair * (1 - fair), felt_bias * fair).s);
    }
}

// Where different agents play, who wins says something about them and not about the seats.
static void strength(court *c)
{
    const dado_findings *f = c->findings;
    int best = 0;
    for (int p = 1; p < f->seat_count; p++) {
        if (f->seats[p].share.value > f->seats[best].share.value) best = p;
    }
    dado_interval share = seat_share(c, best);
    double fair = 1.0 / f->seat_count;
    bool better = share.low > fair;
    dado_verdict *v = verdict(c, "strength", better ? DADO_PLAIN : DADO_UNSURE, won(f), share);
    const char *agent = f->seats[best].agent ? f->seats[best].agent : "the player";
    int name = (int)strcspn(agent, " :");  // settings follow
    if (better) {
        dado_claim(v, "%.*s in seat %d wins most.", name < 60 ? name : 60, agent, best);
    } else {
        dado_claim(v, "No player is seen to be stronger.");
    }
    dado_evidence(v, "%.60s in seat %d has %s of the wins; %s would be even", agent, best,
                  dado_said_share(share).s, dado_said_percent(fair).s);
    end_on(v, won(f), ". Seats differ in who plays, so this says nothing about the seats.");
}

static void alone(court *c, const dado_finding *win)
{
    dado_interval share = share_interval(c, win->nonzero, win->count);
    dado_verdict *v = verdict(c, "success", DADO_PLAIN, win->count, share);
    bool several = c->findings->players > 1;
    const char *who = several ? "s" : "", *does = several ? "" : "s";
    if (share.high < 0.05) dado_claim(v, "The player%s hardly ever succeed%s.", who, does);
    else if (share.low > 0.95) dado_claim(v, "The player%s nearly always succeed%s.", who, does);
    else dado_claim(v, "The player%s succeed%s in some matches.", who, does);
    dado_evidence(v, "%s", dado_said_share(share).s);
    end_on(v, win->count, ".");
}

// One who counts points, with nothing to reach: no word of winning.
static void points_alone(court *c)
{
    dado_interval points = dado_points_alone(c->findings, c->level);
    dado_verdict *v = verdict(c, "points", DADO_PLAIN, ended(c->findings), points);
    dado_claim(v, "There is nothing to win or lose: points are counted.");
    dado_evidence(v, "A match ends with %s of them", dado_said_mean(points).s);
    end_on(v, ended(c->findings), ".");
}

// Where who reaches something wins, several may, and nobody may.
static void winners(court *c)
{
    const dado_findings *f = c->findings;
    dado_interval none = share_interval(c, f->nobody, ended(f));
    dado_interval several = share_interval(c, f->ties, ended(f));
    dado_verdict *v = verdict(c, "winners", DADO_PLAIN, ended(f), none);
    dado_claim(v, none.low > 0.95  ? "Hardly any match is won by anybody."
                  : none.low > 0.5 ? "In most matches nobody wins."
                  : f->nobody > 0  ? "In some matches nobody wins."
                  : f->ties > 0    ? "Somebody wins every match, and sometimes several do."
                                   : "One wins every match.");
    dado_evidence(v, "Nobody wins %s of matches, and more than one %s", dado_said_share(none).s,
                  dado_said_share(several).s);
    end_on(v, ended(f), ".");
}

static void ties(court *c)
{
    const dado_findings *f = c->findings;
    dado_interval share = share_interval(c, f->ties, ended(f));
    bool many = share.low > many_ties, few = share.high < many_ties;
    dado_tone tone = many ? DADO_WARN : few ? DADO_GOOD : DADO_UNSURE;
    dado_verdict *v = verdict(c, "ties", tone, ended(f), share);
    dado_claim(v, many                  ? "Many matches end in a tie."
                  : few && f->ties == 0 ? "No match ends in a tie."
                  : few                 ? "Ties are rare enough."
                                        : "Ties may or may not be too many.");
    dado_evidence(v, "First place is shared in %s of matches; from %s on they would be many",
                  dado_said_share(share).s, dado_said_percent(many_ties).s);
    end_on(v, ended(f), ".");
}

// --- how long does it take? ---

static void length(court *c, const dado_finding *rounds)
{
    bool drags = rounds->ninetieth > 3 * rounds->median && rounds->median > 0;
    dado_interval mean = mean_interval(c, rounds);
    dado_verdict *v = verdict(c, "length", drags ? DADO_WARN : DADO_PLAIN, rounds->count, mean);
    if (rounds->most == 0) {
        dado_claim(v, "Matches are over before a round is.");
        dado_evidence(v, "No round was finished in any of them");
    } else if (rounds->least == rounds->most) {
        dado_claim(v, "Every match lasts %.0f round%s.", rounds->most,
                   rounds->most == 1 ? "" : "s");
        dado_evidence(v, "No match was shorter or longer");
    } else {
        dado_claim(v, drags ? "One match in ten drags on." : "Matches have a usual length.");
        dado_evidence(v, "%s rounds on average, half of them within %s, nine in ten within %s, the "
                         "longest %s", dado_said_real(rounds->mean).s,
                      dado_said_real(rounds->median).s, dado_said_real(rounds->ninetieth).s,
                      dado_said_real(rounds->most).s);
    }
    end_on(v, rounds->count, ".");
}

// --- is it as long as it was meant to be? ---

// A fifth off a whole number or a quarter onto it, with no more decimals than that leaves.
static dado_said bound(double value)
{
    int decimals = 0;
    for (double scale = 1; decimals < 2; decimals++, scale *= 10) {
        if (fabs(value * scale - round(value * scale)) < 1e-6) break;
    }
    return dado_said_fixed(value, decimals);
}

static void as_hoped(court *c, const dado_finding *measure, dado_hope hope, const char *what)
{
    static const double about = 1.25;  // who says 30 means from 24 to 37.5
    bool one = hope.low == hope.high;
    double low = one ? hope.low / about : hope.low, high = one ? hope.high * about : hope.high;
    dado_interval mean = mean_interval(c, measure);
    bool outside = mean.high < low || mean.low > high;
    bool inside = mean.low >= low && mean.high <= high;
    dado_tone tone = outside ? DADO_WARN : inside ? DADO_GOOD : DADO_UNSURE;
    dado_verdict *v = verdict(c, "expected", tone, measure->count, mean);
    char hoped[60];
    dado_text words = dado_text_over(hoped, sizeof hoped);
    dado_say_real(&words, hope.low);
    if (!one) dado_text_addf(&words, " to %s", dado_said_real(hope.high).s);
    if (outside) {
        dado_claim(v, "You expected %s %s; it takes %s.", hoped, what,
                   dado_said_real(mean.value).s);
    } else {
        dado_claim(v, inside ? "It takes as many %s as you expected."
                             : "It may or may not take as many %s as you expected.", what);
    }
    dado_evidence(v, "%s %s a match; the description says %s", dado_said_mean(mean).s, what, hoped);
    if (one) dado_evidence(v, ", and %s to %s would do", bound(low).s, bound(high).s);
    end_on(v, measure->count, ".");
}

// --- is it a race? ---

// A figure against two lines: below the one it is poor, above the other good.
typedef struct scale_of_words {
    const char *topic, *measure;
    double poor, good;
    bool percent, fewer_is_better;
    bool hits;     // matches in which it is not zero are counted
    bool neither;  // good nor bad: it speaks of points, and players play for places
    const char *when_poor, *when_good, *between;
    const char *figure, *unit;  // the words around the number
} scale_of_words;

static void weigh(court *c, const scale_of_words *w, const dado_finding *found)
{
    if (!found) return;
    int64_t count = found->count;
    dado_interval i = w->hits ? share_interval(c, found->nonzero, count) : mean_interval(c, found);
    bool good = w->fewer_is_better ? i.high < w->good : i.low > w->good;
    bool poor = w->fewer_is_better ? i.low > w->poor : i.high < w->poor;
    bool inside = w->fewer_is_better ? i.low > w->good && i.high < w->poor
                                     : i.low > w->poor && i.high < w->good;
    dado_tone tone = poor ? DADO_WARN : good ? DADO_GOOD : inside ? DADO_PLAIN : DADO_UNSURE;
    if (w->neither && (poor || good)) tone = DADO_PLAIN;
    if (w->poor == w->good && !poor && !good) tone = DADO_UNSURE;
    dado_verdict *v = verdict(c, w->topic, tone, count, i);
    dado_claim(v, "%s", poor ? w->when_poor : good ? w->when_good : w->between);
    if (tone == DADO_UNSURE) {
        dado_claim(v, "Hard to say: %c%s", w->between[0] + ('a' - 'A'), w->between + 1);
    }
    dado_evidence(v, "%s %s%s", w->figure, w->percent ? dado_said_share(i).s : dado_said_mean(i).s,
                  w->unit);
    end_on(v, count, ".");
    if (tone != DADO_UNSURE) return;
    double line = fabs(i.value - w->poor) < fabs(i.value - w->good) ? w->poor : w->good;
    dado_evidence(v, " Too close to %s to say more.",
                  w->percent ? dado_said_percent(line).s : dado_said_real(line).s);
}

// Who is ahead, and when: read off the points, in matches in which these tell.
enum { early_leads = 2, races = 5 };
static const scale_of_words race_words[races] = {
    { .topic = "drama", .measure = "from_behind", .percent = true, .hits = true,
      .poor = 0.25, .good = 0.50,  // of matches with a winner who was once behind
      .when_poor = "Winners are rarely behind: there is little drama.",
      .when_good = "Winners have usually been behind: there is drama.",
      .between = "Some winners have been behind.",
      .figure = "The winner had fewer points than another at some time in",
      .unit = " of matches" },
    { .topic = "lead", .measure = "lead_change",
      .poor = 0.20, .good = 0.40,  // lead change, from 0 to 1
      .when_poor = "The lead hardly ever changes hands.",
      .when_good = "The lead changes hands often, and among many.",
      .between = "The lead changes hands now and then.",
      .figure = "Lead change, where 0 is never and 1 is every round and everyone:", .unit = "" },
    { .topic = "runaway", .measure = "early_lead", .percent = true, .hits = true,
      .fewer_is_better = true,
      .poor = 0.75, .good = 0.60,  // of matches that who leads early wins
      .when_poor = "Who leads early mostly wins.",
      .when_good = "An early lead is not the end of the race.",
      .between = "Who leads early wins more often than not.",
      .figure = "Who was alone in front after a quarter of a match came in first in",
      .unit = " of matches" },
    { .topic = "suspense", .measure = "time_of_decision", .percent = true, .neither = true,
      .poor = 0.35, .good = 0.60,  // of a match
      .when_poor = "The winner is in front for good early in a match.",
      .when_good = "The winner is in front for good late in a match.",
      .between = "The winner is in front for good midway through a match.",
      .figure = "The winner takes the lead in points for good after",
      .unit = " of a match on average" },
    { .topic = "uncertainty", .measure = "uncertainty_entropy", .neither = true,
      .poor = 0.40, .good = 0.75,  // entropy, 1 is the same for all
      .when_poor = "Points are far from evenly shared.",
      .when_good = "Points stay evenly shared for long.",
      .between = "Points are neither evenly nor very unevenly shared.",
      .figure = "Entropy of the players' shares of points, where 1 is the same for all:",
      .unit = "" },
};

static const scale_of_words options = {
    .topic = "choices", .percent = true,
    .poor = 0.25, .good = 0.25,  // of decisions with more than one option
    .when_poor = "Players seldom have a choice.",
    .when_good = "Players have choices to make.",
    .between = "Players sometimes have a choice.",
    .figure = "There is more than one option in", .unit = " of decisions",
};

static bool one_seat_wins(const dado_findings *f)
{
    for (int p = 0; p < f->seat_count; p++) {
        if (f->seats[p].share.low > race_words[early_leads].good) return true;
    }
    return false;
}

static void points_are_level(court *c, const dado_finding *told)
{
    dado_interval share = share_interval(c, told->count, ended(c->findings));
    dado_verdict *v = verdict(c, "uncertainty", DADO_PLAIN, ended(c->findings), share);
    dado_claim(v, "The scores do not tell who is ahead.");
    if (told->count == 0) {
        dado_evidence(v, "Nobody has more points than all others before the last round");
    } else {
        dado_evidence(v, "Somebody has more points than all others before the last round in %s of "
                         "matches only", dado_said_share(share).s);
    }
    end_on(v, ended(c->findings), ". So nothing is said about leads.");
}

// --- is it played? ---

static void nothing_to_decide(court *c, const dado_finding *found, dado_interval shown,
                              const char *seen, const char *so)
{
    dado_verdict *v = verdict(c, "choices", DADO_WARN, found->count, shown);
    dado_claim(v, "Players have nothing to decide.");
    dado_evidence(v, "%s", seen);
    end_on(v, found->count, so);
}

static void choices(court *c, const dado_finding *share, const dado_finding *branching)
{
    if (share->most == 0) {
        nothing_to_decide(c, share, mean_interval(c, share), "No decision had more than one option",
                          ": it plays itself.");
        return;
    }
    weigh(c, &options, share);
    if (!branching || branching->count == 0) return;
    dado_evidence(&c->said.list[c->said.count - 1], " Options a decision: %s on average.",
                  dado_said_real(branching->mean).s);
}

// --- is it what was wished for? ---

static void quality(court *c)
{
    const dado_findings *f = c->findings;
    const dado_finding *worst = NULL;
    int wished = 0, met = 0;
    for (int i = 0; i < f->measure_count; i++) {
        const dado_finding *m = &f->measures[i];
        if (!m->fit) continue;
        wished++;
        met += m->fit->q >= 0.5;
        if (!worst || m->fit->q < worst->fit->q) worst = m;
    }
    if (!worst) return;
    dado_tone tone = met == wished ? DADO_GOOD : met * 2 >= wished ? DADO_PLAIN : DADO_WARN;
    dado_verdict *v = verdict(c, "quality", tone, f->matches, no_figure);
    v->figure.value = f->quality;
    dado_claim(v, "Quality %.3f: %d of %d expectations met.", f->quality, met, wished);
    dado_evidence(v, "By %.80s. Furthest off: %.80s, %s where %s was wished",
                  f->expectations ? f->expectations : "the expectations given", worst->title,
                  dado_said_real(dado_is_none(worst->across) ? worst->mean : worst->across).s,
                  dado_said_interval(worst->fit->low, worst->fit->high).s);
    end_on(v, f->matches, ".");
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
    court c = { f, { .list = verdicts, .most = DADO_VERDICTS }, 1 - false_alarms };
    // A table written down elsewhere is one match, however often it is read, and no word on seats.
    bool seen = !f->seen_elsewhere, race = seen && f->seat_count > 1 && ended(f) > 0;
    // Points say who is ahead only where being ahead is how to win.
    const dado_finding *time = race && !f->goal ? dado_finding_named(f, "time_of_decision") : NULL;
    bool told = time && (double)time->count > scores_tell * (double)ended(f);
    const dado_finding *ahead[races];
    for (int i = 0; i < races; i++) ahead[i] = told ? valued(f, race_words[i].measure) : NULL;
    // Where one seat wins most matches, whoever leads: that says all there is to say.
    if (one_seat_wins(f)) ahead[early_leads] = NULL;
    const dado_finding *win = f->seat_count > 1 || f->only_points ? NULL : valued(f, "win");
    bool points = seen && f->only_points && f->seat_count == 1 && ended(f) > 0;
    bool fair = race && won(f) > 0;
    const dado_finding *rounds = valued(f, "rounds");
    const dado_finding *share = seen ? valued(f, "decision_share") : NULL;
    const dado_finding *decisions = seen ? valued(f, "decisions") : NULL;
    bool luck_alone = !share && decisions && decisions->most == 0;

    int asked = seen + race + fair + !!win + !!share;
    for (int i = 0; i < races; i++) asked += ahead[i] != NULL;
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
    for (int i = 0; i < races; i++) weigh(&c, &race_words[i], ahead[i]);
    // With one round there is no time before the end in which somebody could be ahead.
    if (race && time && !told && rounds && rounds->most > 1) points_are_level(&c, time);
    if (share) choices(&c, share, valued(f, "branching"));
    if (luck_alone) {
        nothing_to_decide(&c, decisions, no_figure, "Nobody was asked for a move",
                          ": it is luck alone.");
    }
    if (f->judged) quality(&c);
    return c.said.count;
}

const char *dado_tone_name(dado_tone tone)
{
    static const char *const names[] = { "good", "plain", "unsure", "warn", "bad" };
    return names[tone];
}
