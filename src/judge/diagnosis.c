// diagnosis.c - what a check-up means; see checkup.h.
#include "judge/checkup.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/ends.h"
#include "measure/words.h"

static const double is_the_goal = 0.80;       // of positions in which a move ends the match
static const double wrong_options = 0.01;     // of games that hear so of any option by mistake
static const double idle_if_even = 30;        // takings expected of a move nobody takes
static const double is_settled = 0.90;        // how often the likeliest outcome comes about
static const double is_open = 0.75;
static const double stands_out = 0.10;        // more of the outcome than another source
static const double felt_bias = 0.10;         // of a fair share: less is nothing to players
static const double chance_decides = 0.80;    // share of the outcome that is mostly luck

// Asked a second time of the same game, with fewer matches, the question must be
// answered more clearly, or two looks would give alarm more often than one may.
static void be_surer(dado_verdict *v, const dado_findings *f)
{
    static const double margin = 1.25;  // of the half width of the interval
    bool alarm = v->tone == DADO_BAD || v->tone == DADO_WARN;
    double fair = 1.0 / f->seat_count, half = (v->figure.high - v->figure.low) / 2;
    if (!alarm || fabs(v->figure.value - fair) > margin * half) return;
    v->tone = DADO_UNSURE;
    dado_claim(v, "A seat may be better; more matches would tell.");
}

static void add_verdicts(dado_verdicts *s, const dado_findings *f, const char *who,
                         bool fairness_only)
{
    dado_verdict verdicts[DADO_VERDICTS];
    int count = dado_verdicts_of(f, verdicts);
    for (int i = 0; i < count; i++) {
        bool outcome = strcmp(verdicts[i].topic, "fairness") == 0 ||
                       strcmp(verdicts[i].topic, "success") == 0 ||
                       strcmp(verdicts[i].topic, "winners") == 0;
        if (fairness_only && !outcome) continue;
        dado_symptom *one = dado_about(s, verdicts[i].topic, verdicts[i].tone);
        *one = verdicts[i];
        if (!who) continue;
        one->thinking = true;
        be_surer(one, f);
        char plain[sizeof verdicts[i].claim];
        memcpy(plain, one->claim, sizeof plain);
        dado_claim(one, "%s: %s", who, plain);
    }
}

// What samples say of seats is true of those who played, and no fault of the game.
static void make_room_for_proof(dado_verdicts *s)
{
    for (int i = 0; i < s->count; i++) {
        dado_verdict *v = &s->list[i];
        if (strcmp(v->topic, "fairness") != 0) continue;
        if (v->tone == DADO_BAD || v->tone == DADO_WARN || strstr(v->claim, "wins a little")) {
            dado_claim(v, "Between players who %s seats differ; what best play makes of it is "
                          "proved.", v->thinking ? "think" : "choose at random");
        }
        v->tone = DADO_PLAIN;
    }
}

// The same where something is hidden: seats, moves nobody needs, and what it costs to be read.
static void judge_secret(dado_verdicts *s, const dado_secret_play *p)
{
    double low = p->low - p->even, high = p->high - p->even;
    bool decided = low > 0 || high < 0;
    double worth = (low + high) / 2, size = worth < 0 ? -worth : worth;
    dado_symptom *one = dado_about(s, "proof", decided ? DADO_PLAIN : DADO_GOOD);
    if (decided) {
        dado_claim(one, "With best play seat %d gets %s %s more than even a match.",
                   low > 0 ? 0 : 1, dado_said_real(size).s, p->unit);
    } else {
        dado_claim(one, "With best play neither seat is better off.");
    }
    one->figure.value = (p->low + p->high) / 2;
    dado_evidence(one, "Proved: seat 0 gets between %.4f and %.4f, over %s information sets and %s "
                       "lines of play; up to %s are walked.",
                  fabs(p->low) < 5e-5 ? 0 : p->low, fabs(p->high) < 5e-5 ? 0 : p->high,
                  dado_said_count(p->sets).s, dado_said_count((int64_t)p->lines).s,
                  dado_said_count((int64_t)p->bound).s);
    if (p->idle > 0) {
        one = dado_about(s, "idle moves", DADO_PLAIN);
        dado_claim(one, "Best play can do without %d of %d moves.", p->idle, p->moves);
        one->figure.value = p->idle;
        dado_evidence(one,
                      "Never made where it is reached, by play that is sure of the value: ");
        for (int i = 0; i < p->idle && i < DADO_IDLE_MOVES; i++) {
            dado_evidence(one, "%s%s", i ? ", " : "", p->idle_move[i]);
        }
        dado_evidence(one, p->idle > DADO_IDLE_MOVES ? " and more." : ".");
    }
    bool vary = p->readable > 2 * p->gap;
    one = dado_about(s, "bluffing", vary ? DADO_GOOD : DADO_PLAIN);
    dado_claim(one, vary ? "It does not pay to be read: players should vary."
                         : "Players need not vary what they do to play their best.");
    one->figure.value = p->readable;
    dado_evidence(one, "Proved: always making the likeliest move gives away %s %s a match; best "
                       "play, as it was found, varies in %u of %u information sets.",
                  dado_said_real(p->readable).s, p->unit, p->mixed, p->sets);
}

// A proof outranks what samples say of seats.
static void judge_proof(dado_verdicts *s, const dado_best_play *p)
{
    if (p->players < 2) return;
    int winner = dado_best_play_winner(p);
    double fair = 1.0 / p->players, share = winner < 0 ? fair : p->value.share[winner];
    // Without luck best play has one end, and somebody may well win it. With luck a seat that has
    // more than its share is a fault, and no sample is needed to see it.
    bool unfair = p->luck && share > (1 + felt_bias) * fair;
    dado_tone tone = unfair ? DADO_BAD : winner < 0 ? DADO_GOOD : DADO_PLAIN;
    dado_symptom *one = dado_about(s, "proof", tone);
    if (winner < 0) {
        dado_claim(one, p->luck ? "With best play the leading seats win equally often."
                                : "With best play it is a draw.");
    } else if (p->luck) {
        dado_claim(one, "With best play seat %d wins %s.", winner,
                   unfair ? "too often" : "a little more often");
    } else {
        dado_claim(one, "With best play seat %d wins.", winner);
    }
    one->figure.value = share;
    dado_evidence(one, "Proved");
    for (int i = 0; p->luck && i < p->players && i < 6; i++) {
        dado_evidence(one, "%s seat %d %s", i ? "," : ":", i,
                      dado_said_percent(p->value.share[i]).s);
    }
    dado_evidence(one, " over %s positions; up to %s are looked at.",
                  dado_said_count((int64_t)p->positions).s, dado_said_count((int64_t)p->bound).s);
    if (p->options > 1) {
        dado_evidence(one, " Of %d first moves %d keep%s it.", p->options, p->best,
                      p->best == 1 ? "s" : "");
    }
}

// A share of the points there are, or points a match where these are what is won.
static void tell_rung(dado_symptom *one, const dado_ladder *l, const dado_rung *r)
{
    bool points = l->points && !l->together;
    dado_evidence(one, "%s%s", points ? dado_said_mean(r->share).s : dado_said_share(r->share).s,
                  l->together ? " more matches won" : l->points ? " points a match" : "");
}

static void judge_ladder(dado_verdicts *s, const dado_ladder *l)
{
    if (l->count == 0) return;
    static const double much = 0.60;  // a share that would be skill, if it were so
    double worth_seeing = l->points ? 0 : l->together ? much - 0.5 : much;
    bool open_question = l->better == 0 && l->rungs[0].share.high > worth_seeing;
    dado_tone tone = l->fallen ? DADO_WARN : l->better ? DADO_GOOD
                     : open_question ? DADO_UNSURE : DADO_PLAIN;
    dado_symptom *one = dado_about(s, "skill", tone);
    if (l->fallen) {
        dado_claim(one, "Thinking harder makes players worse somewhere.");
    } else if (l->climbed == l->count) {
        dado_claim(one, "Thinking harder wins more at every rung.");
    } else if (l->climbed > 0) {
        dado_claim(one, "Thinking pays, up to a point: %d of %d rungs.", l->climbed, l->count);
    } else if (l->better > 0) {
        dado_claim(one, "Thinking pays, where it is hard enough: %d of %d rungs.", l->better,
                   l->count);
    } else {
        dado_claim(one, open_question ? "It is not clear whether thinking pays."
                                      : "Thinking does not pay: it wins no more than chance.");
    }
    int64_t matches = 0;
    for (int i = 0; i < l->count; i++) {
        const dado_rung *r = &l->rungs[i];
        dado_evidence(one, "%s%s against %s: ", i ? "; " : "", r->above, r->below);
        tell_rung(one, l, r);
        dado_evidence(one, l->points || l->together ? ", %s of them" : " of %s",
                      dado_said_count(r->matches).s);
        matches += r->matches;
    }
    dado_evidence(one, ".");
    dado_rest_on(one, l->rungs[0].share, l->level, matches);
}

static void judge_greed(dado_verdicts *s, const dado_ladder *l)
{
    if (l->count == 0) return;
    const dado_rung *r = &l->rungs[0];
    static const char *const claims[] = {
        [DADO_NOT_SURE] = "Taking what pays at once is not seen to be better than chance.",
        [DADO_FIRST_BETTER] = "Greed loses to chance: what pays at once costs later.",
        [DADO_SECOND_BETTER] = "Taking what pays at once beats chance.",
    };
    dado_symptom *one = dado_about(s, "greed", DADO_PLAIN);
    dado_claim(one, "%s", claims[r->sure]);
    tell_rung(one, l, r);
    dado_evidence(one, "%s%s players who choose at random; %s matches.",
                  l->points || l->together ? "" : " of the points",
                  l->together ? " than" : " against", dado_said_count(r->matches).s);
    dado_rest_on(one, r->share, l->level, r->matches);
}

// Alone, thinking pays where it brings more points than chance.
static void judge_points(dado_verdicts *s, const dado_findings *chance,
                         const dado_findings *thinking)
{
    static const double level = 0.975;  // of each, so that both hold in 19 games of 20
    dado_interval before = dado_points_alone(chance, level);
    dado_interval after = dado_points_alone(thinking, level);
    bool above = after.low > before.high, below = after.high < before.low;
    bool more = thinking->lowest_wins ? below : above, less = thinking->lowest_wins ? above : below;
    dado_symptom *v = dado_about(s, "skill", more ? DADO_GOOD : less ? DADO_WARN : DADO_UNSURE);
    dado_claim(v, more   ? "Thinking pays: it gets better scores than chance."
                  : less ? "Thinking makes the player worse: chance gets better scores."
                         : "It is not clear whether thinking pays.");
    dado_rest_on(v, after, level, thinking->matches);
    dado_evidence(v, "%s points a match, and %s at random; %s matches and %s.",
                  dado_said_mean(after).s, dado_said_mean(before).s,
                  dado_said_count(thinking->matches).s, dado_said_count(chance->matches).s);
}

// How far apart options are: no less than not at all, whatever a sample of two halves says.
static dado_interval distance(const dado_moments *gap, double level)
{
    dado_interval i = dado_mean_interval(gap, level);
    return (dado_interval){ fmax(i.value, 0), fmax(i.low, 0), fmax(i.high, 0) };
}

// Between more than two a choice that does nothing for oneself may still make another win.
static void judge_kingmaking(dado_verdicts *s, dado_interval own, dado_interval others,
                             int64_t decisions, double level)
{
    dado_symptom *one = dado_about(s, "kingmaking", DADO_WARN);
    dado_claim(one, "Choices decide among the others who wins.");
    dado_rest_on(one, others, level, decisions);
    dado_evidence(one,
                  "Tried out, another player's best option beats the worst by %s of the way "
                  "from last place to first, and for who chooses by %s; %s decisions.",
                  dado_said_share(others).s, dado_said_percent(own.value).s,
                  dado_said_count(decisions).s);
}

// What hangs on a choice, in shares of the way from last place to first.
static void judge_spread(dado_verdicts *s, const dado_spread *spread, bool success, bool pays)
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
    dado_symptom *one = dado_about(s, "stakes", idle    ? (pays ? DADO_PLAIN : DADO_WARN)
                                         : heavy ? DADO_GOOD
                                         : some  ? DADO_PLAIN
                                                 : DADO_UNSURE);
    dado_claim(one, idle && pays ? "One choice does little; choosing well throughout does more."
                    : idle       ? "It hardly matters what is chosen."
                    : heavy      ? "Much hangs on a choice."
                    : some       ? "Something hangs on a choice."
                                 : "Nothing is seen to hang on a choice; more decisions would "
                                   "tell.");
    dado_rest_on(one, gap, level, spread->decisions);
    dado_evidence(one,
                  "Tried out, the best option is better than the worst by %s of %s; %s decisions.",
                  dado_said_share(gap).s,
                  success ? "matches won" : "the way from last place to first",
                  dado_said_count(spread->decisions).s);
}

static void judge_luck(dado_verdicts *s, const dado_luck_share *l)
{
    if (!l->known || !(l->asked & DADO_LUCK_TABLE)) return;
    bool mostly = l->chance.low > chance_decides;
    dado_symptom *one = dado_about(s, "luck", DADO_PLAIN);
    dado_claim(one, mostly ? "Once the luck is known, the outcome is nearly settled."
                    : l->chance.high < 0.2
                        ? "Knowing the luck in advance says little about who wins."
                        : "Knowing the luck in advance says something of who wins.");
    dado_rest_on(one, l->chance, 0.95, l->matches);
    dado_evidence(one,
                  "%s of who comes where stays when the same deal and dice, in the same "
                  "order, are played again with other random choices; %s pairs of matches.",
                  dado_said_share(l->chance).s, dado_said_count(l->matches).s);
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
static void judge_sources(dado_verdicts *s, const dado_luck_share *l)
{
    if (!l->known) return;
    const dado_interval *part = l->sources;
    dado_symptom *one = dado_about(s, "sources", DADO_PLAIN);
    dado_claim(one, "%s", weightiest(l));
    dado_rest_on(one, l->table, 0.95, l->matches);
    for (int i = 0; i < DADO_LUCK_SOURCES; i++) {
        if (!(l->asked >> i & 1)) continue;
        dado_evidence(one, "%s%s %s", one->evidence[0] ? ", " : "", dado_luck_names[i],
                      dado_said_share(part[i]).s);
    }
    dado_evidence(one, " of how matches at random differ");
    if (l->asked & DADO_LUCK_TABLE && l->asked & DADO_LUCK_CHOICES) {
        dado_evidence(one, "; luck together %s", dado_said_share(l->table).s);
    }
    dado_evidence(one, "; %s of them, %d times each.", dado_said_count(l->matches).s,
                  l->variations);
    if (one->evidence[0] >= 'a') one->evidence[0] += 'A' - 'a';
}

// What an option does where it is offered, compared with the others there.
static void judge_effects(dado_verdicts *s, const dado_effects *e)
{
    for (int i = 0; i < e->count; i++) {
        const dado_effect *one = &e->items[i];
        double level = 1 - wrong_options / (2 * e->asked);
        dado_interval gain = dado_mean_interval(&one->gain, level);
        dado_interval loss = dado_mean_interval(&one->loss, level);
        // What ends a match is what it is played for.
        bool goal = one->ending > is_the_goal * one->positions;
        bool heavy = gain.low > DADO_DECIDES_TOO_MUCH && !goal;
        bool best = gain.low > DADO_BEST_BY && loss.high < DADO_NOTHING_LOST &&
                    (double)one->offered > DADO_MAIN_CHOICE * (double)e->decisions;
        if (!heavy && !best) continue;
        dado_symptom *v = dado_about(s, best ? "dominance" : "balance", DADO_WARN);
        dado_claim(v, best ? "\"%.60s\" is best wherever it is offered."
                           : "\"%.60s\" decides too much.", one->words);
        dado_rest_on(v, gain, level, one->positions);
        dado_evidence(v, "Where it is offered, playing it wins %s of a match more than the other "
                         "options do", dado_said_share(gain).s);
        if (best) {
            dado_evidence(v, ", and always playing it costs at most %s",
                          dado_said_percent(loss.high > 0 ? loss.high : 0).s);
        }
        dado_evidence(v, "; %d positions, ", one->positions);
        if (e->times) dado_evidence(v, "each option played on %d times in each", e->times);
        else dado_evidence(v, "each option proved");
        dado_evidence(v, "; offered in %s of %s decisions.", dado_said_count(one->offered).s,
                      dado_said_count(e->decisions).s);
    }
}

// How open the outcome is on the way: measured by playing on, and not read off the points.
static void judge_open(dado_verdicts *s, const dado_chances *c, const char *who, bool success)
{
    enum { enough = 12 };
    dado_interval at[DADO_CHANCES_LOOKS];
    for (int i = 0; i < DADO_CHANCES_LOOKS; i++) {
        if (c->settled[i].count < enough) return;
        at[i] = dado_figure_interval(dado_figure_measure(DADO_RATIO, &c->settled[i], 0.99));
    }
    bool early = at[0].low > is_settled, midway = at[1].low > is_settled;
    bool late = at[2].low > is_settled, open = at[2].high < is_open;
    bool clear = at[2].low > is_open && at[2].high < is_settled;
    // That weak players lose is settled early too, where nobody else would win.
    dado_symptom *v = dado_about(s, "openness", early    ? (success ? DADO_PLAIN : DADO_WARN)
                                         : midway ? DADO_PLAIN
                                         : late || open ? DADO_GOOD
                                         : clear  ? DADO_PLAIN
                                                  : DADO_UNSURE);
    v->thinking = who != NULL;
    dado_claim(v, "%s%s", who ? "Between players who think: " : "",
               early    ? "The outcome is settled early in a match."
               : midway ? "The outcome is settled midway through a match."
               : late   ? "The outcome is settled late in a match."
               : open   ? "The outcome stays open for long."
               : clear  ? "The outcome is likely, and not settled, late in a match."
                        : "How late the outcome becomes clear is hard to say.");
    dado_rest_on(v, at[early ? 0 : midway ? 1 : 2], 0.99, c->matches);
    static const char *const when[] = { "after a quarter of a match", "halfway",
                                        "after three quarters" };
    dado_evidence(v, "Played on by the same players, the likeliest outcome comes about ");
    for (int i = 0; i < DADO_CHANCES_LOOKS; i++) {
        dado_evidence(v, "%s%s in %s", i ? ", " : "", when[i], dado_said_share(at[i]).s);
    }
    dado_evidence(v, "; %s matches, %d times each.", dado_said_count(c->matches).s, c->times);
}

static void judge_idle(dado_verdicts *s, const dado_uses *u)
{
    enum { most_told = 5 };
    for (int i = 0, idle = 0; i < u->count && idle < most_told; i++) {
        const dado_use *use = &u->items[i];
        if (use->taken > 0 || use->even < idle_if_even) continue;
        dado_symptom *one = dado_about(s, "idle", DADO_WARN);
        dado_claim(one, "Nobody who thinks ever plays \"%.60s\".", use->words);
        dado_evidence(one,
                      "It was offered %s times, and would have been played about "
                      "%s times if all moves were alike; %s matches.",
                      dado_said_count(use->offered).s, dado_said_fixed(use->even, 0).s,
                      dado_said_count(u->matches).s);
        one->count = u->matches;
        idle++;
    }
}

static void judge_counts(dado_verdicts *s, const dado_count_uses *u)
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
            dado_text_addf(&list, "%s%s %s (%s against %s)", found > 1 ? ", " : "",
                           use->difference.value > 0 ? "more" : "less", use->measure->title,
                           dado_said_real(use->winners.mean).s, dado_said_real(use->others.mean).s);
        }
    }
    if (found == 0) return;
    dado_symptom *one = dado_about(s, "winning", DADO_PLAIN);
    dado_claim(one, "%d of %d things the game counts go with winning.", found, u->count);
    dado_evidence(one, "Winners have %s%s; %s matches.", names,
                  found > most_told ? " and others" : "", dado_said_count(u->matches).s);
    one->count = u->matches;
}

static void judge_rules(dado_verdicts *s, const dado_coverage *c, const char *text)
{
    for (int i = 0; i < c->count; i++) {
        const dado_rule_use *r = &c->rules[i];
        if (r->state == DADO_RULE_LIVE) continue;
        bool condition = strcmp(r->kind, "condition") == 0;
        // An act behind a dead condition goes without saying.
        bool told = i > 0 && c->rules[i - 1].state == DADO_RULE_NEVER &&
                    r->state == DADO_RULE_NEVER && !condition;
        if (told) continue;
        dado_tone tone = r->state == DADO_RULE_NEVER ? DADO_WARN : DADO_PLAIN;
        dado_symptom *one = dado_about(s, "rules", tone);
        dado_verdict_points_at(one, r->place, text);
        dado_claim(one, "T%.58s.", dado_rule_words(r) + 1);
        dado_evidence(one, "Line %d; looked at over %s matches.", r->place.line,
                      dado_said_count(c->matches).s);
        one->count = c->matches;
    }
}

static void put_instead(char *text, size_t room, const char *words, const char *others)
{
    const char *at = strstr(text, words);
    if (!at) return;
    dado_draft whole = { 0 };
    dado_text_addf(&whole, "%.*s%s%s", (int)(at - text), text, others, at + strlen(words));
    snprintf(text, room, "%s", dado_text_string(&whole));
}

// Nobody comes in before another where all win or lose together.
static void speak_of_success(dado_verdicts *s)
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
    const dado_findings *r = &c->at_random;
    dado_verdicts s = { .list = symptoms, .most = DADO_SYMPTOMS };
    bool success = r->seat_count == 1;  // alone, or together
    bool alone = c->thinking.players == 1;
    add_verdicts(&s, r, NULL, false);
    add_verdicts(&s, &c->thinking, alone ? "If the player thinks" : "Between players who think",
                 true);
    if (c->thinking.only_points) judge_points(&s, r, &c->thinking);
    if (c->proof.known || c->secret.known) make_room_for_proof(&s);
    if (c->proof.known) judge_proof(&s, &c->proof);
    if (c->secret.known) judge_secret(&s, &c->secret);
    judge_ladder(&s, &c->ladder);
    judge_greed(&s, &c->greedy);
    judge_spread(&s, &c->spread, success, c->ladder.better || c->greedy.better);
    judge_luck(&s, &c->luck);
    judge_sources(&s, &c->luck);
    judge_open(&s, &c->open, NULL, success);
    judge_open(&s, &c->open_thinking, "players who think", success);
    judge_effects(&s, &c->effects);
    // Where best play is known, what it can do without is known too.
    if (!c->secret.known) judge_idle(&s, &c->uses);
    judge_counts(&s, &c->counts);
    // Where no match comes to an end, what never happened goes without saying.
    if (r->left_out < r->matches) judge_rules(&s, &c->coverage, r->rules_text);
    if (c->together) speak_of_success(&s);
    sort_worst_first(symptoms, s.count);
    return s.count;
}
