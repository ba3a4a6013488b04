// verdicts_by_topic.c - decides which claims the findings support; see
// verdicts_by_topic.h.
//
// `dado_verdicts_of` asks all questions. It first counts how many the findings allow and
// divides the probability of a false alarm among them (Bonferroni: coarse, but valid
// whatever the questions have to do with each other). The limits that a figure must pass
// are named here, once, or are in a claim_scale. They are our judgement about games, not
// facts; docs/how-to/read-a-report.md lists them.
#include "judge/verdicts_by_topic.h"

#include <string.h>

#include "judge/contradictions.h"
#include "measure/number_format.h"

// probability of a false alarm in all verdicts of a run together
static const double false_alarms = 0.05;
static const double felt_bias = 0.10;     // of a fair share: players do not feel less
static const double beyond_doubt = 1e-4;  // p-value below which a bias is certain
static const double many_ties = 0.15;     // share of matches
// share of matches in which somebody is ahead before the end
static const double scores_tell = 0.50;

typedef struct verdict_context {
    const dado_findings *findings;
    dado_verdicts said;
    double level;  // of each interval, after correction
} verdict_context;

const dado_topic dado_topics[] = {
    { "completion", true }, { "fairness", true },    { "strength", true }, { "winners", true },
    { "ties", true },       { "success", true },     { "points", true },   { "length", true },
    { "expected", true },   { "drama", true },       { "lead", true },     { "runaway", true },
    { "suspense", true },   { "uncertainty", true }, { "choices", true },  { "quality", true },
    { "proof", false },     { "bluffing", false },   { "skill", false },   { "greed", false },
    { "stakes", false },    { "kingmaking", false }, { "luck", false },    { "openness", false },
    { "balance", false },   { "idle", false },       { "winning", false }, { "rules", false },
    { NULL, false },
};

static const dado_interval no_figure = { DADO_NONE, DADO_NONE, DADO_NONE };

dado_verdict *dado_verdict_add(dado_verdicts *to, const char *topic, dado_tone tone)
{
    dado_verdict *v = to->count < to->most ? &to->list[to->count++] : &to->lost;
    *v = (dado_verdict){ .topic = topic, .tone = tone, .figure = no_figure };
    return v;
}

void dado_verdict_claim(dado_verdict *v, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(v->claim, sizeof v->claim, format, args);
    va_end(args);
}

void dado_verdict_evidence(dado_verdict *v, const char *format, ...)
{
    size_t used = strlen(v->evidence);
    va_list args;
    va_start(args, format);
    vsnprintf(v->evidence + used, sizeof v->evidence - used, format, args);
    va_end(args);
}

void dado_verdict_set_place(dado_verdict *v, dado_place place, const char *text)
{
    int length;
    const char *words = dado_line_text(text, place.line, &length);
    v->place = place;
    v->characters = dado_place_columns(&place, text, DADO_CODE_POINTS);
    v->utf16 = dado_place_columns(&place, text, DADO_UTF16);
    if (place.line > 0) snprintf(v->line, sizeof v->line, "%.*s", length, words);
}

void dado_verdict_set_figure(dado_verdict *v, dado_interval figure, double level, int64_t count)
{
    v->figure = figure;
    v->level = level;
    v->count = count;
}

// Adds a verdict; the caller writes its words.
static dado_verdict *verdict(verdict_context *c, const char *topic, dado_tone tone, int64_t count,
                             dado_interval shown)
{
    dado_verdict *v = dado_verdict_add(&c->said, topic, tone);
    dado_verdict_set_figure(v, shown, c->level, count);
    return v;
}

static dado_interval mean_interval(const verdict_context *c, const dado_finding *f)
{
    return dado_estimate_interval(dado_finding_figure(f, c->level));
}

static dado_interval share_interval(const verdict_context *c, int64_t hits, int64_t of)
{
    return dado_share_interval((double)hits, (double)of, c->level);
}

static bool same_agents(const dado_findings *f)
{
    for (int p = 1; p < f->seat_count; p++) {
        const char *a = f->seats[0].agent, *b = f->seats[p].agent;
        if (a != b && (!a || !b || strcmp(a, b) != 0)) return false;
    }
    return true;
}

static int first_word(const char *words)
{
    size_t length = strcspn(words, " ");
    return length < 60 ? (int)length : 60;
}

// Returns the length of an agent's name with its first setting: "ismcts iterations=40".
static int first_words(const char *agent)
{
    size_t name = strcspn(agent, " "), length = name;
    if (agent[name]) length += 1 + strcspn(agent + name + 1, " ");
    return length < 60 ? (int)length : 60;
}

// Writes how many matches there were and, if all players are of one kind, who played
// them.
static void name_matches(const verdict_context *c, dado_verdict *v, int64_t matches)
{
    const dado_findings *f = c->findings;
    const char *agent = f->seat_count > 0 ? f->seats[0].agent : NULL;
    dado_verdict_evidence(v, "%s match%s", dado_string_count(matches).s, matches == 1 ? "" : "es");
    if (agent && !f->seen_elsewhere && same_agents(f)) {
        static const char recorded[] = "recorded who=";  // played before, by whom it says
        bool random = strcmp(agent, "random") == 0, one = f->players == 1;
        if (random)
            dado_verdict_evidence(v, " %s", one ? "of a random player" : "between random players");
        else if (strncmp(agent, recorded, sizeof recorded - 1) == 0)
            dado_verdict_evidence(v, " of %.*s", first_word(agent + sizeof recorded - 1),
                                  agent + sizeof recorded - 1);
        else
            dado_verdict_evidence(v, " %s %.*s", one ? "of" : "between", first_words(agent), agent);
    }
}

static void end_on(const verdict_context *c, dado_verdict *v, int64_t matches, const char *end)
{
    dado_verdict_evidence(v, "; ");
    name_matches(c, v, matches);
    dado_verdict_evidence(v, "%s", end);
}

// Returns how many matches would make the half width of an interval as small as `wanted`.
static dado_number_string needed(const verdict_context *c, double variance, double wanted)
{
    double z = dado_normal_quantile(0.5 + c->level / 2);
    double needed = variance * z * z / (wanted * wanted), power = 1;
    while (needed / power >= 100) power *= 10;
    return dado_string_count((int64_t)(ceil(needed / power) * power));
}

// --- does it end? ---

static void completion(verdict_context *c)
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
        dado_verdict_claim(v, "Every match comes to an end.");
        dado_verdict_evidence(v, "All ");
        name_matches(c, v, f->matches);
        dado_verdict_evidence(v, " did, so at most %s can fail to.",
                              dado_string_percent(share.high).s);
    } else {
        dado_verdict_claim(v, none && broken
                                  ? "No match comes to an end: a rule cannot be carried out."
                              : none   ? "No match ends within the limit of moves."
                              : broken ? "Some matches run into a rule that cannot be carried out."
                                       : "Some matches do not end within the limit of moves.");
        if (broken) dado_verdict_evidence(v, "%s broke off", dado_string_count(broken).s);
        if (broken && stopped) dado_verdict_evidence(v, " and ");
        if (stopped)
            dado_verdict_evidence(v, "%s hit the limit of moves", dado_string_count(stopped).s);
        dado_verdict_evidence(v, ": %s", dado_string_share(share).s);
        end_on(c, v, f->matches, none ? "." : ". They are left out of all other figures.");
        if (f->broken) {
            dado_verdict_evidence(v, " The first: %s%s%.160s.", f->broken->code,
                                  f->broken->code[0] ? ", " : "", f->broken->text);
            dado_verdict_set_place(v, f->broken->place, f->rules_text);
        }
    }
    if (forfeited)
        dado_verdict_evidence(v, " In %s a player gave up.", dado_string_count(forfeited).s);
}

// --- is it fair? ---

// Returns the number of matches that ended: wins and ties are counted in these.
static int64_t ended(const dado_findings *f)
{
    return f->matches - f->left_out;
}

// Returns the number of ended matches that somebody won.
static int64_t won(const dado_findings *f)
{
    return ended(f) - f->nobody;
}

// Returns a seat's share of wins, with ties split, and its interval at the corrected
// level. The spread is that of a seat's credit per match; shared wins make it smaller
// than that of all or nothing.
static dado_interval seat_share(const verdict_context *c, int seat)
{
    const dado_findings *f = c->findings;
    double ranked = (double)won(f);
    return dado_split_share_interval(f->seats[seat].share.value, f->seats[seat].variance, ranked,
                                     c->level);
}

// Returns the p-value of the seats' shares under fairness. The sum of squared deviations
// from an even split, divided by the variance of luck alone, is chi-square with players -
// 1 degrees of freedom. If wins are never shared, this is Pearson's test.
static double fairness_p(const dado_findings *f)
{
    double n = f->seat_count, matches = (double)won(f);
    double spread = f->credit_squares / matches / n - 1 / (n * n);  // variance of one seat's credit
    double sum = 0;
    for (int p = 0; p < f->seat_count; p++) {
        double off = f->seats[p].share.value - 1 / n;
        sum += off * off;
    }
    if (!(spread > 1e-12)) return sum > 1e-12 ? 0 : 1;
    double statistic = matches * sum * (n - 1) / (n * spread);
    return 1 - dado_chi2_cdf(statistic, n - 1);
}

// Returns the seat furthest from an even share; of two equally far, the one that wins
// more.
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

static void fairness(verdict_context *c)
{
    const dado_findings *f = c->findings;
    double fair = 1.0 / f->seat_count, p = fairness_p(f);
    int seat = furthest_seat(f);
    dado_interval share = seat_share(c, seat);
    double off = share.value - fair;
    bool biased = p < 1 - c->level;
    bool felt = share.low > (1 + felt_bias) * fair || share.high < (1 - felt_bias) * fair;
    bool slight = share.low > (1 - felt_bias) * fair && share.high < (1 + felt_bias) * fair;
    bool blind = !biased && !slight;
    dado_tone tone = biased  ? (felt     ? DADO_BAD
                                : slight ? DADO_PLAIN
                                         : DADO_UNSURE)
                     : blind ? DADO_UNSURE
                             : DADO_GOOD;
    dado_verdict *v = verdict(c, "fairness", tone, won(f), share);
    if (biased && felt) {
        dado_verdict_claim(v, "%s wins too %s.", dado_findings_seat_name(f, seat).s,
                           off > 0 ? "often" : "rarely");
    } else if (biased && slight) {
        dado_verdict_claim(v, "Seats are almost even: there is a bias, too small to feel.");
    } else if (biased) {
        const char *often = off > 0 ? "more often" : "less often";
        dado_verdict_claim(v,
                           p < beyond_doubt ? "%s wins %s; whether one feels it is not clear."
                                            : "%s may win %s; more matches would tell.",
                           dado_findings_seat_name(f, seat).s, often);
    } else {
        dado_verdict_claim(v, blind ? "No seat is seen to be better, but the matches are few."
                                    : "No seat is better than another.");
    }
    dado_verdict_evidence(
        v, "%s has %s of the wins, ties split; %s is fair. All seats together: p %s%s",
        dado_findings_seat_name(f, seat).s, dado_string_share(share).s, dado_string_percent(fair).s,
        p < 1e-12 ? "" : "= ", dado_string_probability(p).s);
    end_on(c, v, won(f), ".");
    if (blind) {
        dado_verdict_evidence(v, " A bias of a tenth would show in about %s.",
                              needed(c, fair * (1 - fair), felt_bias * fair).s);
    }
}

// If different agents play, who wins says something about the agents and not about the
// seats.
static void strength(verdict_context *c)
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
    int name = (int)strcspn(agent, " :");  // settings follow the name
    if (better) {
        dado_verdict_claim(v, "%.*s in seat %d wins most.", name < 60 ? name : 60, agent, best + 1);
    } else {
        dado_verdict_claim(v, "No player is seen to be stronger.");
    }
    dado_verdict_evidence(v, "%.60s in seat %d has %s of the wins; %s would be even", agent,
                          best + 1, dado_string_share(share).s, dado_string_percent(fair).s);
    end_on(c, v, won(f), ". Seats differ in who plays, so this says nothing about the seats.");
}

static void alone(verdict_context *c, const dado_finding *win)
{
    dado_interval share = share_interval(c, win->nonzero, win->count);
    bool rarely = share.high < 0.05, always = win->nonzero == win->count;
    dado_verdict *v = verdict(c, "success", rarely ? DADO_WARN : DADO_PLAIN, win->count, share);
    bool several = c->findings->players > 1;
    const char *who = several ? "s" : "", *does = several ? "" : "s";
    dado_verdict_claim(v, "The player%s %s%s%s.", who,
                       rarely             ? "hardly ever succeed"
                       : share.low > 0.95 ? "nearly always succeed"
                                          : "succeed",
                       does,
                       rarely || share.low > 0.95 ? ""
                       : win->nonzero == 0        ? " in none of these matches"
                       : always                   ? " in each of these matches"
                                                  : " in some matches");
    dado_verdict_evidence(v, "%s", dado_string_share(share).s);
    end_on(c, v, win->count, ".");
}

// For a single player who only counts points: the words do not speak of winning.
static void points_alone(verdict_context *c)
{
    dado_interval points = dado_findings_solo_points(c->findings, c->level);
    dado_verdict *v = verdict(c, "points", DADO_PLAIN, ended(c->findings), points);
    dado_verdict_claim(v, "There is nothing to win or lose: points are counted.");
    dado_verdict_evidence(v, "A match ends with %s of them", dado_string_mean(points).s);
    end_on(c, v, ended(c->findings), ".");
}

// For games in which reaching a goal wins: several players may win, or none.
static void winners(verdict_context *c)
{
    const dado_findings *f = c->findings;
    dado_interval none = share_interval(c, f->nobody, ended(f));
    dado_interval several = share_interval(c, f->ties, ended(f));
    dado_tone tone = none.low > 0.95 ? DADO_WARN : DADO_PLAIN;
    dado_verdict *v = verdict(c, "winners", tone, ended(f), none);
    dado_verdict_claim(v, none.low > 0.95  ? "Hardly any match is won by anybody."
                          : none.low > 0.5 ? "In most matches nobody wins."
                          : f->nobody > 0  ? "In some matches nobody wins."
                          : f->ties > 0    ? "Somebody wins every match, and sometimes several do."
                                           : "One wins every match.");
    dado_verdict_evidence(v, "Nobody wins %s of matches, and more than one %s",
                          dado_string_share(none).s, dado_string_share(several).s);
    end_on(c, v, ended(f), ".");
}

static void ties(verdict_context *c)
{
    const dado_findings *f = c->findings;
    dado_interval share = share_interval(c, f->ties, ended(f));
    bool many = share.low > many_ties, few = share.high < many_ties;
    dado_tone tone = many ? DADO_WARN : few ? DADO_GOOD : DADO_UNSURE;
    dado_verdict *v = verdict(c, "ties", tone, ended(f), share);
    dado_verdict_claim(v, many                  ? "Many matches end in a tie."
                          : few && f->ties == 0 ? "No match ends in a tie."
                          : few                 ? "Ties are rare enough."
                                                : "Ties may or may not be too many.");
    dado_verdict_evidence(v,
                          "First place is shared in %s of matches; from %s on they would be many",
                          dado_string_share(share).s, dado_string_percent(many_ties).s);
    end_on(c, v, ended(f), ".");
}

// --- how long does it take? ---

static void length(verdict_context *c, const dado_finding *rounds)
{
    const char *what = c->findings->turns ? "turn" : "round";
    bool drags = rounds->ninetieth > 3 * rounds->median && rounds->median > 0;
    dado_interval mean = mean_interval(c, rounds);
    dado_verdict *v = verdict(c, "length", drags ? DADO_WARN : DADO_PLAIN, rounds->count, mean);
    if (rounds->most == 0) {
        dado_verdict_claim(v, "Matches are over before a %s is.", what);
        dado_verdict_evidence(v, "No %s was finished in any of them", what);
    } else if (rounds->least == rounds->most) {
        dado_verdict_claim(v, "Every match lasts %.0f %s%s.", rounds->most, what,
                           rounds->most == 1 ? "" : "s");
        dado_verdict_evidence(v, "No match was shorter or longer");
    } else {
        dado_verdict_claim(v,
                           drags ? "One match in ten drags on." : "Matches have a usual length.");
        dado_verdict_evidence(
            v,
            "%s %ss on average, half of them within %s, nine in ten within %s, the "
            "longest %s",
            dado_string_real(rounds->mean).s, what, dado_string_real(rounds->median).s,
            dado_string_real(rounds->ninetieth).s, dado_string_real(rounds->most).s);
    }
    end_on(c, v, rounds->count, ".");
}

// --- is it as long as it was meant to be? ---

// Formats a limit that is a fifth below a whole number or a quarter above it, with as few
// decimals as possible.
static dado_number_string bound(double value)
{
    int decimals = 0;
    for (double scale = 1; decimals < 2; decimals++, scale *= 10) {
        if (fabs(value * scale - round(value * scale)) < 1e-6) break;
    }
    return dado_string_fixed(value, decimals);
}

static void judge_designer_range(verdict_context *c, const dado_finding *measure,
                                 dado_designer_range hope, const char *what)
{
    static const double about = 1.25;  // an expected 30 means 24 to 37.5
    bool one = hope.low == hope.high;
    double low = one ? hope.low / about : hope.low, high = one ? hope.high * about : hope.high;
    dado_interval mean = mean_interval(c, measure);
    bool outside = mean.high < low || mean.low > high;
    bool inside = mean.low >= low && mean.high <= high;
    dado_tone tone = outside ? DADO_WARN : inside ? DADO_GOOD : DADO_UNSURE;
    dado_verdict *v = verdict(c, "expected", tone, measure->count, mean);
    char hoped[60];
    dado_text words = dado_text_in_buffer(hoped, sizeof hoped);
    dado_print_real(&words, hope.low);
    if (!one) dado_text_addf(&words, " to %s", dado_string_real(hope.high).s);
    if (outside) {
        dado_verdict_claim(v, "You expected %s %s; it takes %s.", hoped, what,
                           dado_string_real(mean.value).s);
    } else {
        dado_verdict_claim(v,
                           inside ? "It takes as many %s as you expected."
                                  : "It may or may not take as many %s as you expected.",
                           what);
    }
    dado_verdict_evidence(v, "%s %s a match; the description says %s", dado_string_mean(mean).s,
                          what, hoped);
    if (one) dado_verdict_evidence(v, ", and %s to %s would do", bound(low).s, bound(high).s);
    end_on(c, v, measure->count, ".");
}

// --- is it a race? ---

// Judges a figure by two limits: below one it is poor, above the other it is good.
typedef struct claim_scale {
    const char *topic, *measure;
    double poor, good;
    bool percent, fewer_is_better;
    bool hits;     // the figure is the share of matches in which the value is not zero
    bool neither;  // never good or bad: it is about points, but players play for places
    const char *when_poor, *when_good, *between;
    const char *figure, *unit;  // words before and after the number
} claim_scale;

static void judge_scale(verdict_context *c, const claim_scale *w, const dado_finding *found)
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
    dado_verdict_claim(v, "%s", poor ? w->when_poor : good ? w->when_good : w->between);
    if (tone == DADO_UNSURE) {
        dado_verdict_claim(v, "Hard to say: %c%s", w->between[0] + ('a' - 'A'), w->between + 1);
    }
    dado_verdict_evidence(v, "%s %s%s", w->figure,
                          w->percent ? dado_string_share(i).s : dado_string_mean(i).s, w->unit);
    end_on(c, v, count, ".");
    if (tone != DADO_UNSURE) return;
    double line = fabs(i.value - w->poor) < fabs(i.value - w->good) ? w->poor : w->good;
    dado_verdict_evidence(v, " Too close to %s to say more.",
                          w->percent ? dado_string_percent(line).s : dado_string_real(line).s);
}

// Measures of who is ahead, and when. They are read from the scores, in matches where
// scores tell.
enum { early_leads = 2, races = 5 };
// clang-format off
static const claim_scale race_words[races] = {
    { .topic = "drama", .measure = "from_behind", .percent = true, .hits = true,
      .poor = 0.25, .good = 0.50,  // share of matches whose winner was behind at some time
      .when_poor = "Winners are rarely behind: there is little drama.",
      .when_good = "Winners have usually been behind: there is drama.",
      .between = "Some winners have been behind.",
      .figure = "The winner was behind another in points at some time in",
      .unit = " of matches" },
    { .topic = "lead", .measure = "lead_change",
      .poor = 0.20, .good = 0.40,  // lead change, from 0 to 1
      .when_poor = "The lead hardly ever changes hands.",
      .when_good = "The lead changes hands often, and among many.",
      .between = "The lead changes hands now and then.",
      .figure = "Lead change, where 0 is never and 1 is every round and everyone:", .unit = "" },
    { .topic = "runaway", .measure = "early_lead", .percent = true, .hits = true,
      .fewer_is_better = true,
      .poor = 0.75, .good = 0.60,  // share of matches won by the early leader
      .when_poor = "Who leads early mostly wins.",
      .when_good = "An early lead is not the end of the race.",
      .between = "Who leads early wins more often than not.",
      .figure = "Who was alone in front after a quarter of a match won",
      .unit = " of matches" },
    { .topic = "suspense", .measure = "time_of_decision", .percent = true, .neither = true,
      .poor = 0.35, .good = 0.60,  // share of a match
      .when_poor = "The winner is in front for good early in a match.",
      .when_good = "The winner is in front for good late in a match.",
      .between = "The winner is in front for good midway through a match.",
      .figure = "The winner takes the lead in points for good after",
      .unit = " of a match on average" },
    { .topic = "uncertainty", .measure = "uncertainty_entropy", .neither = true,
      .poor = 0.40, .good = 0.75,  // entropy; 1 if it is equal for all
      .when_poor = "Points are far from evenly shared.",
      .when_good = "Points stay evenly shared for long.",
      .between = "Points are neither evenly nor very unevenly shared.",
      .figure = "Entropy of the players' shares of points, where 1 is the same for all:",
      .unit = "" },
};
// clang-format on

static const claim_scale options = {
    .topic = "choices",
    .percent = true,
    .poor = 0.25,
    .good = 0.25,  // share of decisions with more than one option
    .when_poor = "Players seldom have a choice.",
    .when_good = "Players have choices to make.",
    .between = "Players sometimes have a choice.",
    .figure = "There is more than one option in",
    .unit = " of decisions",
};

// Returns how often the early leader would win by an even chance, with ties left out.
static double even_chance(const dado_findings *f)
{
    double decided = ended(f) > 0 ? 1 - (double)f->ties / (double)ended(f) : 1;
    return decided / f->seat_count;
}

// Tells whether being ahead early helps (1), hurts (-1) or makes no clear difference (0).
static int lead_helps(const verdict_context *c, const dado_finding *early)
{
    double even = even_chance(c->findings);
    if (!early) return 0;
    dado_interval won = share_interval(c, early->nonzero, early->count);
    return won.low > (1 + felt_bias) * even ? 1 : won.high < (1 - felt_bias) * even ? -1 : 0;
}

// Tells whether the early leader, with all ties counted as wins, might win as often as
// the limit says.
static bool ties_matter(const dado_findings *f, const dado_finding *early)
{
    if (!early || early->count == 0) return false;
    int64_t others = early->count - early->nonzero, ties = f->ties < others ? f->ties : others;
    return (double)(early->nonzero + ties) >= race_words[early_leads].good * (double)early->count;
}

// Corrects claims about the race that are wrong if a lead does not help, or if ties
// explain them.
static void temper_race(verdict_context *c, const dado_finding *early)
{
    int helps = lead_helps(c, early);
    bool shared = ties_matter(c->findings, early);
    for (int i = 0; i < c->said.count; i++) {
        dado_verdict *v = &c->said.list[i];
        if (strcmp(v->topic, "runaway") == 0 && helps < 0) {
            v->tone = DADO_WARN;
            dado_verdict_claim(v, "Who leads early seldom wins: an early lead does harm.");
        } else if (strcmp(v->topic, "runaway") == 0 && helps == 0 && v->tone == DADO_GOOD) {
            v->tone = DADO_PLAIN;
            dado_verdict_claim(v, "An early lead is not seen to help.");
        } else if (strcmp(v->topic, "runaway") == 0 && shared && v->tone == DADO_GOOD) {
            v->tone = DADO_PLAIN;
            dado_verdict_claim(v, "Who leads early wins some matches and shares others.");
        } else if (strcmp(v->topic, "drama") == 0 && helps <= 0 && v->tone == DADO_GOOD) {
            v->tone = DADO_PLAIN;
            dado_verdict_claim(v, "Winners have usually been behind; an early lead means little.");
        }
    }
}

static bool one_seat_wins(const dado_findings *f)
{
    for (int p = 0; p < f->seat_count; p++) {
        if (f->seats[p].share.low > race_words[early_leads].good) return true;
    }
    return false;
}

// Only matches with a winner are counted: in a tie nobody is ahead at the end.
static void points_are_level(verdict_context *c, const dado_finding *told)
{
    const dado_findings *f = c->findings;
    int64_t decided = won(f) - f->ties;
    if (decided <= 0) return;
    dado_interval share = share_interval(c, told->count, decided);
    const char *last = f->turns ? "turn" : "round";
    dado_verdict *v = verdict(c, "uncertainty", DADO_PLAIN, decided, share);
    dado_verdict_claim(v, "The scores do not tell who is ahead.");
    if (told->count == 0) {
        dado_verdict_evidence(v, "Nobody has more points than all others before the last %s", last);
    } else {
        dado_verdict_evidence(
            v, "Somebody has more points than all others before the last %s in %s of matches only",
            last, dado_string_share(share).s);
    }
    end_on(c, v, decided, ", ties left out. So nothing is said about leads.");
}

// --- is it played? ---

static void nothing_to_decide(verdict_context *c, const dado_finding *found, dado_interval shown,
                              const char *seen, const char *so)
{
    dado_verdict *v = verdict(c, "choices", DADO_WARN, found->count, shown);
    dado_verdict_claim(v, "Players have nothing to decide.");
    dado_verdict_evidence(v, "%s", seen);
    end_on(c, v, found->count, so);
}

static void choices(verdict_context *c, const dado_finding *share, const dado_finding *branching)
{
    if (share->most == 0) {
        nothing_to_decide(c, share, mean_interval(c, share), "No decision had more than one option",
                          ": it plays itself.");
        return;
    }
    judge_scale(c, &options, share);
    if (!branching || branching->count == 0) return;
    dado_verdict_evidence(&c->said.list[c->said.count - 1], " Options a decision: %s on average.",
                          dado_string_real(branching->mean).s);
}

// --- is it what was wished for? ---

static void quality(verdict_context *c)
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
    dado_verdict_claim(v, "Quality %.3f: %d of %d expectations met.", f->quality, met, wished);
    dado_verdict_evidence(
        v, "By %.80s. Furthest off: %.80s, %s where %s was the target",
        f->expectations ? f->expectations : "the expectations given", worst->title,
        dado_string_real(dado_is_none(worst->across) ? worst->mean : worst->across).s,
        dado_string_interval(worst->fit->low, worst->fit->high).s);
    end_on(c, v, f->matches, ".");
}

// Returns the measure if it has values, or NULL.
static const dado_finding *valued(const dado_findings *f, const char *name)
{
    const dado_finding *found = dado_finding_named(f, name);
    return found && found->count > 0 ? found : NULL;
}

int dado_verdicts_of(const dado_findings *findings, dado_verdict verdicts[DADO_VERDICTS])
{
    const dado_findings *f = findings;
    if (f->matches <= 0) return 0;
    verdict_context c = { f, { .list = verdicts, .most = DADO_VERDICTS }, 1 - false_alarms };
    // An imported table is one match, however often it is read, and says nothing about
    // seats.
    bool seen = !f->seen_elsewhere, race = seen && f->seat_count > 1 && ended(f) > 0;
    // Scores show who is ahead only if being ahead is how to win.
    const dado_finding *time = race && !f->goal ? dado_finding_named(f, "time_of_decision") : NULL;
    bool told = time && (double)time->count > scores_tell * (double)(ended(f) - f->ties);
    const dado_finding *ahead[races];
    // If players may not see the scores, there is no race. Nor do scores between two
    // moves count, unless everybody has moved by the end of the first quarter of a match.
    const dado_finding *lasts = dado_finding_named(f, "rounds");
    bool level = !f->turns || (lasts && lasts->least >= 4 * f->players);
    bool seen_race = told && !f->hidden && level;
    for (int i = 0; i < races; i++) ahead[i] = seen_race ? valued(f, race_words[i].measure) : NULL;
    // If one seat wins most matches anyway, a verdict about early leads would add nothing.
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
    if (rounds && f->designed_rounds.high > 0)
        judge_designer_range(&c, rounds, f->designed_rounds, "rounds");
    if (decisions && f->designed_decisions.high > 0) {
        judge_designer_range(&c, decisions, f->designed_decisions, "decisions");
    }
    for (int i = 0; i < races; i++) judge_scale(&c, &race_words[i], ahead[i]);
    if (seen_race && !one_seat_wins(f)) temper_race(&c, ahead[early_leads]);
    // With a single round nobody can be ahead before the end.
    if (race && time && !told && rounds && rounds->most > 1) points_are_level(&c, time);
    if (share) choices(&c, share, valued(f, "branching"));
    if (luck_alone) {
        nothing_to_decide(&c, decisions, no_figure, "Nobody was asked for a move",
                          ": it is luck alone.");
    }
    if (f->judged) quality(&c);
    return dado_verdicts_drop_contradictions(verdicts, c.said.count);
}

const char *dado_tone_name(dado_tone tone)
{
    static const char *const names[] = { "good", "plain", "unsure", "warn", "bad" };
    return names[tone];
}
