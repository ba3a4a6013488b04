// diagnosis.c - see diagnosis.h.
#include "judge/diagnosis.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "measure/words.h"

static const double decides_too_much = 0.25;  // of a win more than by other options
static const double is_the_goal = 0.80;       // of positions in which a move ends the match
static const double best_by = 0.05;           // of a win, and more, for an option to be the best
static const double nothing_lost = 0.03;      // of a win, and less
static const double main_choice = 0.50;       // of decisions, and more, that offer it
static const double wrong_options = 0.01;     // of games that hear so of any option by mistake
static const double idle_if_even = 30;        // takings expected of a move nobody takes
static const double is_settled = 0.90;        // how often the likeliest outcome comes about
static const double is_open = 0.75;
static const double stands_out = 0.10;        // more of the outcome than another source
static const double felt_bias = 0.10;         // of a fair share: less is nothing to players
static const double chance_decides = 0.80;    // share of the outcome that is mostly luck

typedef struct chart_sheet {
    dado_symptom *list;
    int count;
} chart_sheet;

static dado_symptom *add(chart_sheet *s, const char *topic, dado_tone tone)
{
    dado_symptom *one = &s->list[s->count < DADO_SYMPTOMS ? s->count++ : DADO_SYMPTOMS - 1];
    *one = (dado_symptom){ .topic = topic, .tone = tone, .value = DADO_NONE, .low = DADO_NONE,
                           .high = DADO_NONE };
    return one;
}

// The figure a claim rests on.
static void rest_on(dado_symptom *one, dado_interval figure, double level, int64_t count)
{
    one->value = figure.value;
    one->low = figure.low;
    one->high = figure.high;
    one->level = level;
    one->count = count;
}

// "27.4 % (26.1 to 28.7 %)"
static void say_share(dado_text *out, dado_interval i)
{
    dado_say_share_within(out, i.value, i.low, i.high);
}

// "26.7 (25.6 to 27.8)"
static void say_mean(dado_text *out, dado_interval i)
{
    dado_say_mean_within(out, i.value, i.low, i.high);
}

static dado_text evidence_of(dado_symptom *one)
{
    return dado_text_over(one->evidence, sizeof one->evidence);
}

// Asked a second time of the same game, with fewer matches, the question must be
// answered more clearly, or two looks would give alarm more often than one may.
static void be_surer(dado_verdict *v, const dado_findings *f)
{
    static const double margin = 1.25;  // of the half width of the interval
    bool alarm = v->tone == DADO_BAD || v->tone == DADO_WARN;
    double fair = 1.0 / f->seat_count, half = (v->high - v->low) / 2;
    if (!alarm || fabs(v->value - fair) > margin * half) return;
    v->tone = DADO_UNSURE;
    snprintf(v->claim, sizeof v->claim, "A seat may be better; more matches would tell.");
}

static void add_verdicts(chart_sheet *s, const dado_findings *f, const char *who,
                         bool fairness_only)
{
    dado_verdict verdicts[DADO_VERDICTS];
    int count = dado_verdicts_of(f, verdicts);
    for (int i = 0; i < count; i++) {
        bool outcome = strcmp(verdicts[i].topic, "fairness") == 0 ||
                       strcmp(verdicts[i].topic, "success") == 0 ||
                       strcmp(verdicts[i].topic, "winners") == 0;
        if (fairness_only && !outcome) continue;
        dado_symptom *one = add(s, verdicts[i].topic, verdicts[i].tone);
        *one = verdicts[i];
        if (!who) continue;
        one->thinking = true;
        be_surer(one, f);
        char plain[sizeof verdicts[i].claim];
        memcpy(plain, one->claim, sizeof plain);
        dado_text claim = dado_text_over(one->claim, sizeof one->claim);
        dado_text_addf(&claim, "%s: %s", who, plain);
    }
}

// What samples say of seats is true of those who played, and no fault of the game.
static void make_room_for_proof(chart_sheet *s)
{
    for (int i = 0; i < s->count; i++) {
        dado_verdict *v = &s->list[i];
        if (strcmp(v->topic, "fairness") != 0) continue;
        if (v->tone == DADO_BAD || v->tone == DADO_WARN || strstr(v->claim, "wins a little")) {
            snprintf(v->claim, sizeof v->claim,
                     "Between players who %s seats differ; what best play makes of it is proved.",
                     v->thinking ? "think" : "choose at random");
        }
        v->tone = DADO_PLAIN;
    }
}

// The same where something is hidden: seats, moves nobody needs, and what it costs to be read.
static void judge_secret(chart_sheet *s, const dado_secret_play *p)
{
    double low = p->low - p->even, high = p->high - p->even;
    bool decided = low > 0 || high < 0;
    double worth = (low + high) / 2, size = worth < 0 ? -worth : worth;
    dado_symptom *one = add(s, "proof", decided ? DADO_PLAIN : DADO_GOOD);
    dado_text claim = dado_text_over(one->claim, sizeof one->claim);
    if (decided) {
        dado_text_addf(&claim, "With best play seat %d gets ", low > 0 ? 0 : 1);
        dado_say_real(&claim, size);
        dado_text_addf(&claim, " %s more than even a match.", p->unit);
    } else {
        dado_text_add(&claim, "With best play neither seat is better off.");
    }
    one->value = (p->low + p->high) / 2;
    dado_text out = evidence_of(one);
    dado_text_addf(&out, "Proved: seat 0 gets between %.4f and %.4f, over ",
                   fabs(p->low) < 5e-5 ? 0 : p->low, fabs(p->high) < 5e-5 ? 0 : p->high);
    dado_say_count(&out, p->sets);
    dado_text_add(&out, " information sets and ");
    dado_say_count(&out, (int64_t)p->lines);
    dado_text_add(&out, " lines of play; up to ");
    dado_say_count(&out, (int64_t)p->bound);
    dado_text_add(&out, " are walked.");
    if (p->idle > 0) {
        one = add(s, "idle moves", DADO_PLAIN);
        snprintf(one->claim, sizeof one->claim, "Best play can do without %d of %d moves.",
                 p->idle, p->moves);
        one->value = p->idle;
        out = evidence_of(one);
        dado_text_add(&out, "Never made where it is reached, by play that is sure of the value: ");
        for (int i = 0; i < p->idle && i < DADO_IDLE_MOVES; i++) {
            dado_text_addf(&out, "%s%s", i ? ", " : "", p->idle_move[i]);
        }
        dado_text_add(&out, p->idle > DADO_IDLE_MOVES ? " and more." : ".");
    }
    one = add(s, "bluffing", p->readable > 2 * p->gap ? DADO_GOOD : DADO_PLAIN);
    snprintf(one->claim, sizeof one->claim, "%s",
             p->readable > 2 * p->gap ? "It does not pay to be read: players should vary."
                                      : "Players need not vary what they do to play their best.");
    one->value = p->readable;
    out = evidence_of(one);
    dado_text_add(&out, "Proved: always making the likeliest move gives away ");
    dado_say_real(&out, p->readable);
    dado_text_addf(&out, " %s a match; best play, as it was found, varies in %u of %u information "
                         "sets.", p->unit, p->mixed, p->sets);
}

// A proof outranks what samples say of seats.
static void judge_proof(chart_sheet *s, const dado_best_play *p)
{
    if (p->players < 2) return;
    int winner = dado_best_play_winner(p);
    double fair = 1.0 / p->players, share = winner < 0 ? fair : p->value.share[winner];
    // Without luck best play has one end, and somebody may well win it. With luck a seat that has
    // more than its share is a fault, and no sample is needed to see it.
    bool unfair = p->luck && share > (1 + felt_bias) * fair;
    dado_symptom *one = add(s, "proof", unfair ? DADO_BAD : winner < 0 ? DADO_GOOD : DADO_PLAIN);
    if (winner < 0) {
        snprintf(one->claim, sizeof one->claim, "%s",
                 p->luck ? "With best play the leading seats win equally often."
                         : "With best play it is a draw.");
    } else if (p->luck) {
        snprintf(one->claim, sizeof one->claim, "With best play seat %d wins %s.", winner,
                 unfair ? "too often" : "a little more often");
    } else {
        snprintf(one->claim, sizeof one->claim, "With best play seat %d wins.", winner);
    }
    one->value = share;
    dado_text out = evidence_of(one);
    dado_text_add(&out, "Proved");
    for (int i = 0; p->luck && i < p->players && i < 6; i++) {
        dado_text_addf(&out, "%s seat %d ", i ? "," : ":", i);
        dado_say_percent(&out, p->value.share[i]);
    }
    dado_text_add(&out, " over ");
    dado_say_count(&out, (int64_t)p->positions);
    dado_text_add(&out, " positions; up to ");
    dado_say_count(&out, (int64_t)p->bound);
    dado_text_add(&out, " are looked at.");
    if (p->options > 1) {
        dado_text_addf(&out, " Of %d first moves %d keep%s it.", p->options, p->best,
                       p->best == 1 ? "s" : "");
    }
}

// A share of the points there are, or points a match where these are what is won.
static void say_rung(const dado_ladder *l, const dado_rung *r, dado_text *out)
{
    const dado_interval share = { r->share, r->low, r->high };
    if (l->points && !l->together) say_mean(out, share);
    else say_share(out, share);
    dado_text_add(out, l->together ? " more matches won" : l->points ? " points a match" : "");
}

static void judge_ladder(chart_sheet *s, const dado_ladder *l)
{
    if (l->count == 0) return;
    static const double worth_seeing = 0.60;  // a share that would be skill, if it were so
    bool open_question = l->better == 0 && (l->points     ? l->rungs[0].high > 0
                                          : l->together ? l->rungs[0].high > worth_seeing - 0.5
                                                        : l->rungs[0].high > worth_seeing);
    dado_tone tone = l->fallen ? DADO_WARN : l->better ? DADO_GOOD
                     : open_question ? DADO_UNSURE : DADO_PLAIN;
    dado_symptom *one = add(s, "skill", tone);
    dado_verdict *v = one;
    if (l->fallen) {
        snprintf(v->claim, sizeof v->claim, "Thinking harder makes players worse somewhere.");
    } else if (l->climbed == l->count) {
        snprintf(v->claim, sizeof v->claim, "Thinking harder wins more at every rung.");
    } else if (l->climbed > 0) {
        snprintf(v->claim, sizeof v->claim, "Thinking pays, up to a point: %d of %d rungs.",
                 l->climbed, l->count);
    } else if (l->better > 0) {
        snprintf(v->claim, sizeof v->claim,
                 "Thinking pays, where it is hard enough: %d of %d rungs.", l->better, l->count);
    } else if (open_question) {
        snprintf(v->claim, sizeof v->claim, "It is not clear whether thinking pays.");
    } else {
        snprintf(v->claim, sizeof v->claim, "Thinking does not pay: it wins no more than chance.");
    }
    dado_text out = evidence_of(one);
    for (int i = 0; i < l->count; i++) {
        const dado_rung *r = &l->rungs[i];
        dado_text_addf(&out, "%s%s against %s: ", i ? "; " : "", r->above, r->below);
        say_rung(l, r, &out);
        dado_text_addf(&out, l->points || l->together ? ", %" PRId64 " of them" : " of %" PRId64,
                       r->matches);
        v->count += r->matches;
    }
    dado_text_char(&out, '.');
    const dado_rung *first = &l->rungs[0];
    rest_on(v, (dado_interval){ first->share, first->low, first->high }, l->level, v->count);
}

static void judge_greed(chart_sheet *s, const dado_ladder *l)
{
    if (l->count == 0) return;
    const dado_rung *r = &l->rungs[0];
    static const char *const claims[] = {
        [DADO_NOT_SURE] = "Taking what pays at once is not seen to be better than chance.",
        [DADO_FIRST_BETTER] = "Greed loses to chance: what pays at once costs later.",
        [DADO_SECOND_BETTER] = "Taking what pays at once beats chance.",
    };
    dado_symptom *one = add(s, "greed", DADO_PLAIN);
    snprintf(one->claim, sizeof one->claim, "%s", claims[r->sure]);
    dado_text out = evidence_of(one);
    say_rung(l, r, &out);
    dado_text_addf(&out, "%s%s players who choose at random; %" PRId64 " matches.",
                   l->points || l->together ? "" : " of the points",
                   l->together ? " than" : " against", r->matches);
    rest_on(one, (dado_interval){ r->share, r->low, r->high }, l->level, r->matches);
}

// Alone, thinking pays where it brings more points than chance.
static void judge_points(chart_sheet *s, const dado_findings *chance, const dado_findings *thinking)
{
    static const double level = 0.975;  // of each, so that both hold in 19 games of 20
    dado_interval before = dado_points_alone(chance, level);
    dado_interval after = dado_points_alone(thinking, level);
    bool above = after.low > before.high, below = after.high < before.low;
    bool more = thinking->lowest_wins ? below : above, less = thinking->lowest_wins ? above : below;
    dado_symptom *v = add(s, "skill", more ? DADO_GOOD : less ? DADO_WARN : DADO_UNSURE);
    snprintf(v->claim, sizeof v->claim, "%s",
             more   ? "Thinking pays: it gets better scores than chance."
             : less ? "Thinking makes the player worse: chance gets better scores."
                    : "It is not clear whether thinking pays.");
    rest_on(v, after, level, thinking->matches);
    dado_text out = evidence_of(v);
    say_mean(&out, after);
    dado_text_add(&out, " points a match, and ");
    say_mean(&out, before);
    dado_text_addf(&out, " at random; %" PRId64 " matches and %" PRId64 ".", thinking->matches,
                   chance->matches);
}

// How far apart options are: no less than not at all, whatever a sample of two halves says.
static dado_interval distance(const dado_moments *gap, double level)
{
    dado_interval i = dado_mean_interval(gap, level);
    return (dado_interval){ fmax(i.value, 0), fmax(i.low, 0), fmax(i.high, 0) };
}

// Between more than two a choice that does nothing for oneself may still make another win.
static void judge_kingmaking(chart_sheet *s, dado_interval own, dado_interval others,
                             int64_t decisions, double level)
{
    dado_symptom *one = add(s, "kingmaking", DADO_WARN);
    snprintf(one->claim, sizeof one->claim, "Choices decide among the others who wins.");
    rest_on(one, others, level, decisions);
    dado_text out = evidence_of(one);
    dado_text_add(&out, "Tried out, another player's best option beats the worst by ");
    say_share(&out, others);
    dado_text_add(&out, " of the way from last place to first, and for who chooses by ");
    dado_say_percent(&out, own.value);
    dado_text_addf(&out, "; %" PRId64 " decisions.", decisions);
}

// What hangs on a choice, in shares of the way from last place to first.
static void judge_spread(chart_sheet *s, const dado_spread *spread, bool success, bool pays)
{
    enum { enough = 20 };
    static const double nothing = 0.015, much = 0.10, level = 0.99;
    if (spread->gap.count < enough) return;
    dado_interval gap = distance(&spread->gap, level), others = distance(&spread->others, level);
    if (!success && spread->others.count >= enough && gap.high < much && others.low > much &&
        others.low > 2 * gap.high) {
        judge_kingmaking(s, gap, others, spread->decisions, level);
        return;
    }
    dado_interval squares = dado_mean_interval(&spread->squares, level);
    bool idle = gap.high < nothing && squares.high < nothing * nothing;
    bool heavy = gap.low > much, some = gap.low > 0;
    dado_symptom *one = add(s, "stakes", idle    ? (pays ? DADO_PLAIN : DADO_WARN)
                                         : heavy ? DADO_GOOD
                                         : some  ? DADO_PLAIN
                                                 : DADO_UNSURE);
    snprintf(one->claim, sizeof one->claim, "%s",
             idle && pays ? "One choice does little; choosing well throughout does more."
             : idle ? "It hardly matters what is chosen."
             : heavy ? "Much hangs on a choice."
             : some  ? "Something hangs on a choice."
                     : "Nothing is seen to hang on a choice; more decisions would tell.");
    rest_on(one, gap, level, spread->decisions);
    dado_text out = evidence_of(one);
    dado_text_add(&out, "Tried out, the best option is better than the worst by ");
    say_share(&out, gap);
    dado_text_addf(&out, " of %s; %" PRId64 " decisions.",
                   success ? "matches won" : "the way from last place to first",
                   spread->decisions);
}

static void judge_luck(chart_sheet *s, const dado_luck_share *l)
{
    if (!l->known || !(l->asked & DADO_LUCK_TABLE)) return;
    bool mostly = l->chance.low > chance_decides;
    dado_symptom *one = add(s, "luck", DADO_PLAIN);
    snprintf(one->claim, sizeof one->claim, "%s",
             mostly ? "Once the luck is known, the outcome is nearly settled."
             : l->chance.high < 0.2 ? "Knowing the luck in advance says little about who wins."
                                    : "Knowing the luck in advance says something of who wins.");
    rest_on(one, l->chance, 0.95, l->matches);
    dado_text out = evidence_of(one);
    say_share(&out, l->chance);
    dado_text_addf(&out,
                   " of who comes where stays when the same deal and dice, in the same order, are "
                   "played again with other random choices; %" PRId64 " pairs of matches.",
                   l->matches);
}

// Luck is compared with choice as a whole, and one with the other only where the interval is on
// one side. Parts of luck are told apart where their intervals are.
static const char *weightiest(const dado_luck_share *l)
{
    static const char *const equal =
        "In who wins, luck and what players choose weigh about the same.";
    const dado_interval *start = &l->sources[DADO_LUCK_START], *way = &l->sources[DADO_LUCK_WAY];
    bool about_half = l->table.low > 0.5 - stands_out && l->table.high < 0.5 + stands_out;
    if (l->table.high < 0.5) return "What players choose weighs most in who wins.";
    if (l->table.low <= 0.5) {
        return about_half ? equal
                          : "Whether luck or choice weighs more in who wins is not clear.";
    }
    if (start->low > way->high) return "Luck at the start, the deal, weighs most in who wins.";
    if (way->low > start->high) return "Luck on the way, dice and draws, weighs most in who wins.";
    return "Luck weighs more than what players choose in who wins.";
}

// The parts of all sources, which together are the whole.
static void judge_sources(chart_sheet *s, const dado_luck_share *l)
{
    if (!l->known) return;
    const dado_interval *part = l->sources;
    dado_symptom *one = add(s, "sources", DADO_PLAIN);
    snprintf(one->claim, sizeof one->claim, "%s", weightiest(l));
    rest_on(one, l->table, 0.95, l->matches);
    dado_text out = evidence_of(one);
    bool begun = false;
    for (int i = 0; i < DADO_LUCK_SOURCES; i++) {
        if (!(l->asked >> i & 1)) continue;
        dado_text_addf(&out, "%s%s ", begun ? ", " : "", dado_luck_names[i]);
        say_share(&out, part[i]);
        begun = true;
    }
    dado_text_add(&out, " of how matches at random differ");
    if (l->asked & DADO_LUCK_TABLE && l->asked & DADO_LUCK_CHOICES) {
        dado_text_add(&out, "; luck together ");
        say_share(&out, l->table);
    }
    dado_text_addf(&out, "; %" PRId64 " of them, %d times each.", l->matches, l->variations);
    if (one->evidence[0] >= 'a') one->evidence[0] += 'A' - 'a';
}

// What an option does where it is offered, compared with the others there.
static void judge_effects(chart_sheet *s, const dado_effects *e)
{
    for (int i = 0; i < e->count; i++) {
        const dado_effect *one = &e->items[i];
        double level = 1 - wrong_options / (2 * e->asked);
        dado_interval gain = dado_mean_interval(&one->gain, level);
        dado_interval loss = dado_mean_interval(&one->loss, level);
        // What ends a match is what it is played for.
        bool goal = one->ending > is_the_goal * one->positions;
        bool heavy = gain.low > decides_too_much && !goal;
        bool best = gain.low > best_by && loss.high < nothing_lost &&
                    (double)one->offered > main_choice * (double)e->decisions;
        if (!heavy && !best) continue;
        dado_symptom *v = add(s, best ? "dominance" : "balance", DADO_WARN);
        snprintf(v->claim, sizeof v->claim, best ? "\"%.60s\" is best wherever it is offered."
                                                 : "\"%.60s\" decides too much.", one->words);
        rest_on(v, gain, level, one->positions);
        dado_text out = evidence_of(v);
        dado_text_add(&out, "Where it is offered, playing it wins ");
        say_share(&out, gain);
        dado_text_add(&out, " of a match more than the other options do");
        if (best) {
            dado_text_add(&out, ", and always playing it costs at most ");
            dado_say_percent(&out, loss.high > 0 ? loss.high : 0);
        }
        dado_text_addf(&out, "; %d positions, ", one->positions);
        if (e->times) dado_text_addf(&out, "each option played on %d times in each", e->times);
        else dado_text_add(&out, "each option proved");
        dado_text_addf(&out, "; offered in %" PRId64 " of %" PRId64 " decisions.", one->offered,
                       e->decisions);
    }
}

// How open the outcome is on the way: measured by playing on, and not read off the points.
static void judge_open(chart_sheet *s, const dado_chances *c, const char *who, bool success)
{
    enum { enough = 12 };
    dado_figure at[DADO_CHANCES_LOOKS];
    for (int i = 0; i < DADO_CHANCES_LOOKS; i++) {
        if (c->settled[i].count < enough) return;
        at[i] = dado_figure_measure(DADO_RATIO, &c->settled[i], 0.99);
    }
    bool early = at[0].low > is_settled, midway = at[1].low > is_settled;
    bool late = at[2].low > is_settled, open = at[2].high < is_open;
    bool clear = at[2].low > is_open && at[2].high < is_settled;
    // That weak players lose is settled early too, where nobody else would win.
    dado_symptom *v = add(s, "openness", early    ? (success ? DADO_PLAIN : DADO_WARN)
                                         : midway ? DADO_PLAIN
                                         : late || open ? DADO_GOOD
                                         : clear  ? DADO_PLAIN
                                                  : DADO_UNSURE);
    v->thinking = who != NULL;
    dado_text claim = dado_text_over(v->claim, sizeof v->claim);
    dado_text_addf(&claim, "%s%s", who ? "Between players who think: " : "",
                   early    ? "The outcome is settled early in a match."
                   : midway ? "The outcome is settled midway through a match."
                   : late   ? "The outcome is settled late in a match."
                   : open   ? "The outcome stays open for long."
                   : clear  ? "The outcome is likely, and not settled, late in a match."
                            : "How late the outcome becomes clear is hard to say.");
    int shown = early ? 0 : midway ? 1 : 2;
    rest_on(v, (dado_interval){ at[shown].value, at[shown].low, at[shown].high }, 0.99, c->matches);
    static const char *const when[] = { "after a quarter of a match", "halfway",
                                        "after three quarters" };
    dado_text out = evidence_of(v);
    dado_text_add(&out, "Played on by the same players, the likeliest outcome comes about ");
    for (int i = 0; i < DADO_CHANCES_LOOKS; i++) {
        dado_text_addf(&out, "%s%s in ", i ? ", " : "", when[i]);
        say_share(&out, (dado_interval){ at[i].value, at[i].low, at[i].high });
    }
    dado_text_addf(&out, "; %" PRId64 " matches, %d times each.", c->matches, c->times);
}

static void judge_idle(chart_sheet *s, const dado_uses *u)
{
    enum { most_told = 5 };
    for (int i = 0, idle = 0; i < u->count && idle < most_told; i++) {
        const dado_use *use = &u->items[i];
        if (use->taken > 0 || use->even < idle_if_even) continue;
        dado_symptom *one = add(s, "idle", DADO_WARN);
        snprintf(one->claim, sizeof one->claim,
                 "Nobody who thinks ever plays \"%.60s\".", use->words);
        dado_text out = evidence_of(one);
        dado_text_addf(&out,
                       "It was offered %" PRId64 " times, and would have been played about %.0f "
                       "times if all moves were alike; %" PRId64 " matches.",
                       use->offered, use->even, u->matches);
        one->count = u->matches;
        idle++;
    }
}

static void judge_counts(chart_sheet *s, const dado_count_uses *u)
{
    enum { most_told = 3 };
    static const double sure = 0.01;
    int found = 0;
    char names[200] = "";
    dado_text list = dado_text_over(names, sizeof names);
    for (int i = 0; i < u->count; i++) {
        const dado_count_use *use = &u->items[i];
        if (use->p >= sure) continue;
        if (found++ < most_told) {
            dado_text_addf(&list, "%s%s %s (", found > 1 ? ", " : "",
                           use->difference.value > 0 ? "more" : "less", use->measure->title);
            dado_say_real(&list, use->winners.mean);
            dado_text_add(&list, " against ");
            dado_say_real(&list, use->others.mean);
            dado_text_char(&list, ')');
        }
    }
    if (found == 0) return;
    dado_symptom *one = add(s, "winning", DADO_PLAIN);
    snprintf(one->claim, sizeof one->claim,
             "%d of %d things the game counts go with winning.", found, u->count);
    dado_text out = evidence_of(one);
    dado_text_addf(&out, "Winners have %s%s; %" PRId64 " matches.", names,
                   found > most_told ? " and others" : "", u->matches);
    one->count = u->matches;
}

// Line `number` of a text, without what it is indented by.
static void copy_line(const char *text, int number, char *line, size_t size)
{
    for (int n = 1; text && n < number; n++) {
        text = strchr(text, '\n');
        if (text) text++;
    }
    if (!text) return;
    text += strspn(text, " \t");
    snprintf(line, size, "%.*s", (int)strcspn(text, "\r\n"), text);
}

static void judge_rules(chart_sheet *s, const dado_coverage *c, const char *text)
{
    for (int i = 0; i < c->count; i++) {
        const dado_rule_use *r = &c->rules[i];
        if (r->state == DADO_RULE_LIVE) continue;
        bool condition = strcmp(r->kind, "condition") == 0;
        // An act behind a dead condition goes without saying.
        bool told = i > 0 && c->rules[i - 1].state == DADO_RULE_NEVER &&
                    r->state == DADO_RULE_NEVER && !condition;
        if (told) continue;
        dado_symptom *one = add(s, "rules", r->state == DADO_RULE_NEVER ? DADO_WARN : DADO_PLAIN);
        one->place = r->place;
        copy_line(text, r->place.line, one->line, sizeof one->line);
        char words[60];
        snprintf(words, sizeof words, "%s", dado_rule_words(r));
        words[0] = 'T';
        snprintf(one->claim, sizeof one->claim, "%s.", words);
        dado_text out = evidence_of(one);
        dado_text_addf(&out, "Line %d; looked at over %" PRId64 " matches.", r->place.line,
                       c->matches);
        one->count = c->matches;
    }
}

static void put_instead(char *text, size_t room, const char *words, const char *others)
{
    char whole[sizeof ((dado_verdict *)0)->evidence];
    char *at = strstr(text, words);
    if (!at) return;
    snprintf(whole, sizeof whole, "%.*s%s%s", (int)(at - text), text, others, at + strlen(words));
    snprintf(text, room, "%s", whole);
}

// Nobody comes in before another where all win or lose together.
static void speak_of_success(chart_sheet *s)
{
    for (int i = 0; i < s->count; i++) {
        dado_verdict *v = &s->list[i];
        put_instead(v->claim, sizeof v->claim, "who wins", "whether it is won");
        put_instead(v->evidence, sizeof v->evidence, "who comes where", "how it ends");
    }
}

static int weight(dado_tone tone)
{
    static const int weights[] = { [DADO_BAD] = 0, [DADO_WARN] = 1, [DADO_UNSURE] = 2,
                                   [DADO_PLAIN] = 3, [DADO_GOOD] = 4 };
    return weights[tone];
}

static void sort_worst_first(dado_symptom *list, int count)
{
    for (int i = 1; i < count; i++) {  // stable: equals stay in the order they were found
        dado_symptom one = list[i];
        int at = i;
        while (at > 0 && weight(list[at - 1].tone) > weight(one.tone)) {
            list[at] = list[at - 1];
            at--;
        }
        list[at] = one;
    }
}

int dado_diagnose(const dado_checkup *c, dado_symptom symptoms[DADO_SYMPTOMS])
{
    chart_sheet s = { symptoms, 0 };
    bool success = c->at_random && c->at_random->seat_count == 1;  // alone, or together
    if (c->at_random) add_verdicts(&s, c->at_random, NULL, false);
    if (c->thinking) {
        bool alone = c->thinking->players == 1;
        add_verdicts(&s, c->thinking, alone ? "If the player thinks" : "Between players who think",
                     true);
        if (c->thinking->only_points) judge_points(&s, c->at_random, c->thinking);
    }
    if (c->proof) {
        make_room_for_proof(&s);
        judge_proof(&s, c->proof);
    }
    if (c->secret) {
        make_room_for_proof(&s);
        judge_secret(&s, c->secret);
    }
    if (c->ladder) judge_ladder(&s, c->ladder);
    if (c->greedy) judge_greed(&s, c->greedy);
    bool pays = (c->ladder && c->ladder->better) || (c->greedy && c->greedy->better);
    if (c->spread) judge_spread(&s, c->spread, success, pays);
    if (c->luck) judge_luck(&s, c->luck);
    if (c->luck) judge_sources(&s, c->luck);
    if (c->open) judge_open(&s, c->open, NULL, success);
    if (c->open_thinking) judge_open(&s, c->open_thinking, "players who think", success);
    if (c->effects) judge_effects(&s, c->effects);
    // Where best play is known, what it can do without is known too.
    if (c->uses && !c->secret) judge_idle(&s, c->uses);
    if (c->counts) judge_counts(&s, c->counts);
    if (c->coverage) judge_rules(&s, c->coverage, c->at_random ? c->at_random->rules_text : NULL);
    if (c->together) speak_of_success(&s);
    sort_worst_first(symptoms, s.count);
    return s.count;
}

dado_tone dado_worst(const dado_symptom *symptoms, int count)
{
    return count ? symptoms[0].tone : DADO_PLAIN;
}
