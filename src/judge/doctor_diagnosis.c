// doctor_diagnosis.c - says what the results of a check-up mean; see doctor_checkup.h.
#include "judge/doctor_checkup.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "judge/contradictions.h"
#include "judge/decision_summary.h"
#include "measure/number_format.h"

static const double is_the_goal = 0.80;  // share of positions in which a move ends the match
// share of games that get such a claim about an option by mistake
static const double wrong_options = 0.01;
// times that random players would have taken a move nobody takes
static const double unused_if_expected = 30;
static const double is_settled = 0.90;  // how often the likeliest outcome happens
static const double is_open = 0.75;
// how much more of the outcome one source decides than another
static const double stands_out = 0.10;
static const double felt_bias = 0.10;        // of a fair share: players do not feel less
static const double seen_range = 0.0005;     // in shares: a smaller range does not show in percent
static const double next_to_nothing = 0.02;  // share of what decides a match

// The same question was already asked of the random matches. A second answer, from fewer
// matches, must be clearer, so that two looks do not raise more false alarms than one.
static void be_surer(dado_verdict *v, const dado_findings *f)
{
    static const double margin = 1.25;  // times the half width of the interval
    bool alarm = v->tone == DADO_BAD || v->tone == DADO_WARN;
    if (strcmp(v->topic, "fairness") != 0) return;
    double fair = 1.0 / f->seat_count, half = (v->figure.high - v->figure.low) / 2;
    if (!alarm || fabs(v->figure.value - fair) > margin * half) return;
    v->tone = DADO_UNSURE;
    dado_verdict_claim(v, "A seat may be better; more matches would tell.");
}

static bool is_about_outcome(const dado_verdict *v)
{
    static const char *const topics[] = { "fairness", "success", "winners", "ties" };
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++) {
        if (strcmp(v->topic, topics[i]) == 0) return true;
    }
    return false;
}

static void add_named(dado_verdicts *s, const dado_verdict *v, const char *who)
{
    dado_symptom *one = dado_verdict_add(s, v->topic, v->tone);
    *one = *v;
    if (who) dado_verdict_claim(one, "%s: %s", who, v->claim);
}

// Adds the verdicts about matches between thinking players.
static void add_thinking(dado_verdicts *s, const dado_findings *f, const char *who)
{
    dado_verdict verdicts[DADO_VERDICTS];
    int count = dado_verdicts_of(f, verdicts);
    for (int i = 0; i < count; i++) {
        if (!is_about_outcome(&verdicts[i])) continue;
        verdicts[i].thinking = true;
        be_surer(&verdicts[i], f);
        add_named(s, &verdicts[i], who);
    }
}

static bool is_alarm(const dado_verdict *v)
{
    return v->tone == DADO_BAD || v->tone == DADO_WARN;
}

// How often anybody wins is told without a line that too few matches could leave open. So
// an answer from few matches counts only if it is another one: the intervals are apart.
static bool is_another(const dado_verdict *answer, const dado_verdict *at_random)
{
    bool often = strcmp(answer->topic, "success") == 0 || strcmp(answer->topic, "winners") == 0;
    return !often || is_alarm(answer) || answer->figure.low > at_random->figure.high ||
           answer->figure.high < at_random->figure.low;
}

// Tells whether there is a verdict on the same topic from thinking players.
static bool is_answered(const dado_verdicts *s, const dado_verdict *at_random)
{
    for (int i = 0; i < s->count; i++) {
        const dado_verdict *v = &s->list[i];
        if (v->thinking && strcmp(v->topic, at_random->topic) == 0) {
            return v->tone != DADO_UNSURE && is_another(v, at_random);
        }
    }
    return false;
}

// Adds the verdicts about random matches. A verdict on who wins holds for random players
// only. It becomes a remark if better players or a proof answer the same question.
static void add_random(dado_verdicts *s, const dado_findings *f, const char *who, bool proved)
{
    dado_verdict verdicts[DADO_VERDICTS];
    int count = dado_verdicts_of(f, verdicts);
    for (int i = 0; i < count; i++) {
        dado_verdict *v = &verdicts[i];
        bool outcome = is_about_outcome(v);
        if (outcome && (is_answered(s, v) || (proved && strcmp(v->topic, "fairness") == 0)))
            v->tone = DADO_PLAIN;
        add_named(s, v, outcome ? who : NULL);
    }
}

// Verdicts from samples about seats are true of the players of the sample. A proof
// replaces them.
static void make_room_for_proof(dado_verdicts *s)
{
    for (int i = 0; i < s->count; i++) {
        if (s->list[i].thinking && strcmp(s->list[i].topic, "fairness") == 0) {
            s->list[i].tone = DADO_PLAIN;
        }
    }
}

// Judges a game with hidden information: its seats, moves that best play never needs, and
// the cost of being predictable.
static void judge_equilibrium(dado_verdicts *s, const dado_equilibrium_play *p)
{
    double low = p->low - p->even, high = p->high - p->even;
    bool decided = low > 0 || high < 0;
    double worth = (low + high) / 2, size = worth < 0 ? -worth : worth;
    dado_symptom *one = dado_verdict_add(s, "proof", DADO_PLAIN);
    if (decided) {
        dado_verdict_claim(one, "With best play the %s gets %s %s more than even a match.",
                           dado_seat_words(low > 0 ? 0 : 1).s, dado_string_real(size).s, p->unit);
    } else {
        dado_verdict_claim(one, "With best play neither seat is better off.");
    }
    one->figure.value = (p->low + p->high) / 2;
    dado_verdict_evidence(
        one,
        "Proved: the first player gets between %.4f and %.4f, over %s information sets and %s "
        "lines of play; up to %s are walked.",
        fabs(p->low) < 5e-5 ? 0 : p->low, fabs(p->high) < 5e-5 ? 0 : p->high,
        dado_string_count(p->sets).s, dado_string_count((int64_t)p->lines).s,
        dado_string_count((int64_t)p->bound).s);
    if (p->idle > 0) {
        one = dado_verdict_add(s, "idle", DADO_PLAIN);
        dado_verdict_claim(one, "Best play can do without %d of %d moves.", p->idle, p->moves);
        one->figure.value = p->idle;
        dado_verdict_evidence(
            one, "Never made where it is reached, by play that is sure of the value: ");
        for (int i = 0; i < p->idle && i < DADO_UNUSED_MOVES; i++) {
            dado_verdict_evidence(one, "%s%s", i ? ", " : "", p->unused_move[i]);
        }
        dado_verdict_evidence(one, p->idle > DADO_UNUSED_MOVES ? " and more." : ".");
    }
    bool vary = p->readable > 2 * p->gap;
    one = dado_verdict_add(s, "bluffing", vary ? DADO_GOOD : DADO_PLAIN);
    dado_verdict_claim(one, vary ? "It does not pay to be read: players should vary."
                                 : "Players need not vary what they do to play their best.");
    one->figure.value = p->readable;
    dado_verdict_evidence(one,
                          "Proved: always making the likeliest move gives away %s %s a match; best "
                          "play, as it was found, varies in %u of %u information sets.",
                          dado_string_real(p->readable).s, p->unit, p->mixed, p->sets);
}

// Writes what all best plays have in common. Sets `unfair` if a seat has too much.
static void claim_best_play(dado_symptom *one, const dado_perfect_play *p, bool *unfair)
{
    int winner = dado_perfect_play_winner(p);
    double least = 0, most = 0;  // of all seats together; 1 where players are rivals
    bool open = false;
    for (int i = 0; i < p->players; i++) {
        least += p->goal ? p->low[i] : 1.0 / p->players;
        most += p->goal ? p->high[i] : 1.0 / p->players;
        open = open || p->high[i] - p->low[i] > seen_range;
    }
    // Without luck, best play always ends the same way, and somebody may well win. With
    // luck, a seat with more than its share is a fault, and no sample is needed to see
    // it.
    int last = 0;
    for (int i = 1; i < p->players; i++) last = p->high[i] < p->high[last] ? i : last;
    bool often = winner >= 0 && p->luck && p->low[winner] > (1 + felt_bias) * most / p->players;
    bool rarely = !often && p->luck && p->high[last] < (1 - felt_bias) * least / p->players;
    *unfair = often || rarely;
    if (most < 1e-9) {
        dado_verdict_claim(one, "With best play nobody wins.");
    } else if (rarely) {
        dado_verdict_claim(one, "With best play the %s wins too rarely.", dado_seat_words(last).s);
    } else if (winner >= 0 && p->luck) {
        dado_verdict_claim(one, "With best play the %s wins %s.", dado_seat_words(winner).s,
                           often ? "too often" : "more often than others");
    } else if (winner >= 0 && p->low[winner] > 1 - 1e-9) {
        dado_verdict_claim(one, "With best play the %s wins.", dado_seat_words(winner).s);
    } else if (open) {
        dado_verdict_claim(one,
                           "Best play does not settle who wins: several ways to play are best.");
    } else if (p->goal && least > p->players - 1e-9) {
        dado_verdict_claim(one, "With best play everybody wins.");
    } else if (p->luck) {
        dado_verdict_claim(one, "With best play no seat wins more often than all others.");
    } else {
        dado_verdict_claim(one, p->players == 2 ? "With best play it is a draw."
                                                : "With best play several share the win.");
    }
}

// A proof outranks what samples say about seats.
static void judge_perfect_play(dado_verdicts *s, const dado_perfect_play *p)
{
    if (p->players < 2) return;
    bool unfair, open = false;
    int winner = dado_perfect_play_winner(p);
    dado_symptom *one = dado_verdict_add(s, "proof", DADO_PLAIN);
    claim_best_play(one, p, &unfair);
    if (unfair) one->tone = DADO_BAD;
    if (winner >= 0)
        one->figure = (dado_interval){ p->low[winner], p->low[winner], p->high[winner] };
    for (int i = 0; i < p->players; i++) open = open || p->high[i] - p->low[i] > seen_range;
    dado_verdict_evidence(one, "Proved");
    for (int i = 0; (p->luck || open) && i < p->players && i < 6; i++) {
        dado_verdict_evidence(one, "%s the %s %s", i ? "," : ":", dado_seat_words(i).s,
                              p->high[i] - p->low[i] > seen_range
                                  ? dado_string_percents(p->low[i], p->high[i]).s
                                  : dado_string_percent(p->low[i]).s);
    }
    dado_verdict_evidence(one, " over %s positions; up to %s are looked at.",
                          dado_string_count((int64_t)p->positions).s,
                          dado_string_count((int64_t)p->bound).s);
    if (p->options > 1 && !open) {
        dado_verdict_evidence(one, " Of %d first moves %d keep%s it.", p->options, p->best,
                              p->best == 1 ? "s" : "");
    }
}

// Writes the result of a rung: a share of the points, or points per match where points
// are what is won.
static void describe_rung(dado_symptom *one, const dado_skill_ladder *l, const dado_skill_rung *r)
{
    bool points = l->points && !l->together;
    dado_verdict_evidence(one, "%s%s",
                          points ? dado_string_mean(r->share).s : dado_string_share(r->share).s,
                          l->together ? " more matches won"
                          : l->points ? " points a match"
                                      : "");
}

// `secrets`: the game hides something. The players of the ladder then guess hidden things
// from what they see; they conclude nothing from what others did or did not do.
static void judge_ladder(dado_verdicts *s, const dado_skill_ladder *l, bool secrets)
{
    if (l->count == 0) return;
    static const double much = 0.60;  // a share this large would mean skill, if it were certain
    double worth_seeing = l->points ? 0 : l->together ? much - 0.5 : much;
    bool open_question = l->better == 0 && l->rungs[0].share.high > worth_seeing;
    dado_tone tone = l->fallen       ? DADO_WARN
                     : l->better     ? DADO_GOOD
                     : open_question ? DADO_UNSURE
                                     : DADO_PLAIN;
    dado_symptom *one = dado_verdict_add(s, "skill", tone);
    if (l->fallen) {
        dado_verdict_claim(one, "Thinking harder makes players worse somewhere.");
    } else if (l->climbed == l->count) {
        dado_verdict_claim(one, "Thinking harder wins more at every rung.");
    } else if (l->climbed > 0) {
        dado_verdict_claim(one, "Thinking pays, up to a point: %d of %d rungs.", l->climbed,
                           l->count);
    } else if (l->better > 0) {
        dado_verdict_claim(one, "Thinking pays, where it is hard enough: %d of %d rungs.",
                           l->better, l->count);
    } else {
        dado_verdict_claim(one, open_question ? "It is not clear whether thinking pays."
                                : secrets ? "Thinking does not pay players who conclude nothing "
                                            "from what others do."
                                          : "Thinking does not pay: it wins no more than chance.");
    }
    int64_t matches = 0;
    for (int i = 0; i < l->count; i++) {
        const dado_skill_rung *r = &l->rungs[i];
        dado_verdict_evidence(one, "%s%s against %s: ", i ? "; " : "", r->above, r->below);
        describe_rung(one, l, r);
        dado_verdict_evidence(one, l->points || l->together ? ", %s of them" : " of %s",
                              dado_string_count(r->matches).s);
        matches += r->matches;
    }
    dado_verdict_evidence(one, ".");
    if (secrets && l->better == 0) {
        dado_verdict_evidence(one, " They guess hidden cards by what they see, and not by what was "
                                   "played.");
    }
    dado_verdict_set_figure(one, l->rungs[0].share, l->level, matches);
}

static void judge_greed(dado_verdicts *s, const dado_skill_ladder *l)
{
    if (l->count == 0) return;
    const dado_skill_rung *r = &l->rungs[0];
    static const char *const claims[] = {
        [DADO_UNDECIDED] = "Taking what pays at once is not seen to be better than chance.",
        [DADO_FIRST_BETTER] = "Greed loses to chance: what pays at once costs later.",
        [DADO_SECOND_BETTER] = "Taking what pays at once beats chance.",
    };
    dado_symptom *one = dado_verdict_add(s, "greed", DADO_PLAIN);
    dado_verdict_claim(one, "%s", claims[r->sure]);
    describe_rung(one, l, r);
    dado_verdict_evidence(one, "%s%s players who choose at random; %s matches.",
                          l->points || l->together ? "" : " of the points",
                          l->together ? " than" : " against", dado_string_count(r->matches).s);
    dado_verdict_set_figure(one, r->share, l->level, r->matches);
}

// For a single player, thinking pays if it scores more points than random play.
static void judge_points(dado_verdicts *s, const dado_findings *chance,
                         const dado_findings *thinking)
{
    static const double level = 0.975;  // per interval, so that both hold in 19 of 20 games
    dado_interval before = dado_findings_solo_points(chance, level);
    dado_interval after = dado_findings_solo_points(thinking, level);
    bool above = after.low > before.high, below = after.high < before.low;
    bool more = thinking->lowest_wins ? below : above, less = thinking->lowest_wins ? above : below;
    dado_symptom *v = dado_verdict_add(s, "skill",
                                       more   ? DADO_GOOD
                                       : less ? DADO_WARN
                                              : DADO_UNSURE);
    dado_verdict_claim(v, more   ? "Thinking pays: it gets better scores than chance."
                          : less ? "Thinking makes the player worse: chance gets better scores."
                                 : "It is not clear whether thinking pays.");
    dado_verdict_set_figure(v, after, level, thinking->matches);
    dado_verdict_evidence(v, "%s points a match, and %s at random; %s matches and %s.",
                          dado_string_mean(after).s, dado_string_mean(before).s,
                          dado_string_count(thinking->matches).s,
                          dado_string_count(chance->matches).s);
}

static void describe_recording(dado_symptom *one, const dado_recording *r, int64_t decisions)
{
    if (r->exact) {
        dado_verdict_evidence(one,
                              "; worked out exactly for players who choose at random, over %s "
                              "positions.",
                              dado_string_count((int64_t)r->positions).s);
    } else {
        dado_verdict_evidence(one, "; %s decisions, every option played on %d times at random.",
                              dado_string_count(decisions).s, r->times);
    }
}

// In games of more than two players, a choice that does nothing for the chooser may still
// make another player win.
static void judge_kingmaking(dado_verdicts *s, const dado_recording *r)
{
    static const double often = 0.02, level = 0.99;
    dado_kingmaking_summary k = dado_summarize_kingmaking(r, level);
    if (r->players < 3 || k.share.low < often) return;
    dado_symptom *one = dado_verdict_add(s, "kingmaking", DADO_WARN);
    dado_verdict_claim(one, "Players who cannot win decide among the others who does.");
    dado_verdict_set_figure(one, k.share, level, k.matches);
    dado_verdict_evidence(
        one,
        "In %s%s of %s matches at random somebody whose own chance is below 5 %% whatever "
        "they choose moves another's by 25 points or more, first by \"%.40s\" or \"%.40s\"",
        r->exact ? "" : "at least ", dado_string_share(k.share).s, dado_string_count(k.matches).s,
        k.words[0], k.words[1]);
    describe_recording(one, r, r->decision_count);
}

// Tells whether choices matter next to nothing to anybody, in every kind of decision.
static bool is_idle(const dado_stakes_summary *stakes, const dado_luck_and_choice *l)
{
    static const double nothing = 0.0075;  // the best option minus the mean option
    bool moves_nobody = !l->known || l->choice.high < next_to_nothing;
    return moves_nobody && stakes->stakes.high < nothing && stakes->highest.high < 4 * nothing;
}

// Judges how much depends on a choice between random players, as a share of a win.
static void judge_stakes(dado_verdicts *s, const dado_recording *r, bool pays)
{
    enum { enough = 20 };
    // `much` is a little above the limit itself
    static const double much = 0.05 + 1e-9, level = 0.99;
    dado_stakes_summary k = dado_summarize_stakes(r, level);
    dado_luck_and_choice l = dado_recording_luck(r, level);
    if (k.decisions == 0 || (!k.exact && k.decisions < enough)) return;
    bool idle = is_idle(&k, &l), heavy = k.stakes.low > much, some = k.stakes.low > 0;
    bool rare = !heavy && k.highest_kind >= 0 && k.highest.low > much;
    dado_symptom *one = dado_verdict_add(s, "stakes",
                                         idle              ? (pays ? DADO_PLAIN : DADO_WARN)
                                         : heavy || rare   ? DADO_GOOD
                                         : some || k.exact ? DADO_PLAIN
                                                           : DADO_UNSURE);
    dado_verdict_claim(one, idle && pays
                                ? "One choice does little; choosing well throughout does more."
                            : idle  ? "It hardly matters what is chosen."
                            : heavy ? "Much hangs on a choice."
                            : rare  ? "Much hangs on some choices, and little on most."
                            : some  ? "Something hangs on a choice."
                                    : "Nothing is seen to hang on a choice for who makes it.");
    dado_verdict_set_figure(one, k.stakes, level, k.decisions);
    dado_verdict_evidence(one, "The best option wins %s of a match more than a random one",
                          dado_string_share(k.stakes).s);
    if (rare) {
        dado_verdict_evidence(one, ", and %s where \"%.40s\" and \"%.40s\" are offered",
                              dado_string_share(k.highest).s, k.words[0], k.words[1]);
    }
    describe_recording(one, r, k.decisions);
}

// Compares luck with choice as a whole. A claim is made only if the intervals lie apart.
static const char *weightiest(const dado_luck_and_choice *l, bool luck, bool choices)
{
    bool about_half = l->luck.low > 0.5 - stands_out && l->luck.high < 0.5 + stands_out;
    if (!luck) return "What players choose decides who wins: there is no luck.";
    if (!choices || (l->exact && l->choice.value < 1e-9)) return "Luck alone decides who wins.";
    if (l->choice.high < next_to_nothing) {
        return "Luck decides who wins, and choices next to nothing of it.";
    }
    if (l->luck.high < 0.5) return "What players choose weighs most in who wins.";
    if (l->luck.low <= 0.5) {
        return about_half ? "In who wins, luck and what players choose weigh about the same."
                          : "Whether luck or choice weighs more in who wins is not clear.";
    }
    if (l->first_luck.low > fmax(l->later_luck.high, l->choice.high)) {
        return "Luck before the first choice weighs most in who wins.";
    }
    if (l->later_luck.low > fmax(l->first_luck.high, l->choice.high)) {
        return "Luck after the first choice weighs most in who wins.";
    }
    return "Luck weighs more than what players choose in who wins.";
}

// Each part is estimated by itself and kept between 0 and 1, so with few decisions the
// parts may add up to more or less than the whole. Such parts are not reported.
static bool parts_add_up(const dado_luck_and_choice *l)
{
    const double slack = 0.002;
    return fabs(l->first_luck.value + l->later_luck.value - l->luck.value) < slack &&
           fabs(l->own.value + l->others.value - l->choice.value) < slack;
}

static void describe_luck_parts(dado_symptom *one, const dado_luck_and_choice *l)
{
    bool parts = parts_add_up(l);
    dado_verdict_evidence(one, "Between players who choose at random luck makes %s of the",
                          dado_string_share(l->luck).s);
    dado_verdict_evidence(one, " difference");
    if (parts) {
        dado_verdict_evidence(one, " (before the first choice %s, after it %s)",
                              dado_string_percent(l->first_luck.value).s,
                              dado_string_percent(l->later_luck.value).s);
    }
    dado_verdict_evidence(one, ", choices %s", dado_string_share(l->choice).s);
    if (parts) {
        dado_verdict_evidence(one, " (one's own %s, the others' %s)",
                              dado_string_percent(l->own.value).s,
                              dado_string_percent(l->others.value).s);
    }
}

// Judges what moves the chances of random players: steps of luck, or decisions.
static void judge_luck(dado_verdicts *s, const dado_checkup *c)
{
    const dado_recording *r = &c->recording;
    const dado_finding *decisions = dado_finding_named(&c->at_random, "decisions");
    bool choices = decisions && decisions->most > 0, luck = c->results[0].game.luck;
    dado_luck_and_choice l = { 0 };
    if (c->recorded) l = dado_recording_luck(r, 0.95);
    if (!l.known) return;
    dado_symptom *one = dado_verdict_add(s, "luck", DADO_PLAIN);
    if (!luck) l.luck = (dado_interval){ 0, 0, 0 };
    dado_stakes_summary k = dado_summarize_stakes(r, 0.99);
    bool blind = c->results[0].game.secrets && k.stakes.low <= 0 && k.highest.low <= 0;
    bool chosen = luck && choices && l.luck.high < 0.5;
    dado_verdict_claim(one, "%s",
                       blind && chosen ? "What players choose blindly weighs most in who wins."
                                       : weightiest(&l, luck, choices));
    dado_verdict_set_figure(one, l.luck, l.exact ? 1 : 0.95, l.exact ? 0 : l.matches);
    if (!luck || !choices) {
        dado_verdict_evidence(one, luck ? "Nobody has a decision to make"
                                        : "Nothing in the game is left to chance");
        dado_verdict_evidence(one, "; %s matches.", dado_string_count(l.matches).s);
        return;
    }
    describe_luck_parts(one, &l);
    if (!l.exact) dado_verdict_evidence(one, "; %s matches", dado_string_count(l.matches).s);
    describe_recording(one, r, l.decisions);
}

// Judges what an option does in the positions that offer it, compared with the other
// options there.
static void judge_effects(dado_verdicts *s, const dado_move_effects *e)
{
    for (int i = 0; i < e->count; i++) {
        const dado_move_effect *one = &e->items[i];
        double level = 1 - wrong_options / e->asked;
        dado_interval gain = dado_mean_interval(&one->gain, level);
        // A move that ends the match in most positions is the goal of the game, not a
        // flaw.
        bool goal = one->ending > is_the_goal * one->positions;
        if (goal || gain.low <= DADO_EFFECT_TOO_LARGE) continue;
        dado_symptom *v = dado_verdict_add(s, "balance", DADO_WARN);
        dado_verdict_claim(v, "\"%.60s\" decides too much.", one->words);
        dado_verdict_set_figure(v, gain, level, one->positions);
        dado_verdict_evidence(
            v,
            "Where it is offered, playing it wins %s of a match more than the other "
            "options do; %d positions, ",
            dado_string_share(gain).s, one->positions);
        if (e->times) {
            dado_verdict_evidence(v,
                                  "each option played on %d times in each by players who "
                                  "think a little",
                                  e->times);
        } else {
            dado_verdict_evidence(v, "each option proved with best play");
        }
        dado_verdict_evidence(v, "; offered in %s of %s decisions.",
                              dado_string_count(one->offered).s, dado_string_count(e->decisions).s);
    }
}

// Judges how open the outcome is before the end. This is measured by rollouts, not read
// from the scores.
static void judge_predictability(dado_verdicts *s, const dado_predictability *c, const char *who,
                                 bool success)
{
    enum { enough = 12 };
    dado_interval at[DADO_PREDICTABILITY_POINTS];
    for (int i = 0; i < DADO_PREDICTABILITY_POINTS; i++) {
        if (c->settled[i].count < enough) return;
        at[i] = dado_estimate_interval(dado_estimate_measure(DADO_RATIO, &c->settled[i], 0.99));
    }
    bool early = at[0].low > is_settled, midway = at[1].low > is_settled;
    bool late = at[2].low > is_settled, open = at[2].high < is_open;
    bool clear = at[2].low > is_open && at[2].high < is_settled;
    // Without rivals an early settled outcome is no warning: weak players may always lose.
    dado_symptom *v = dado_verdict_add(s, "openness",
                                       early          ? (success ? DADO_PLAIN : DADO_WARN)
                                       : midway       ? DADO_PLAIN
                                       : late || open ? DADO_GOOD
                                       : clear        ? DADO_PLAIN
                                                      : DADO_UNSURE);
    v->thinking = who != NULL;
    dado_verdict_claim(v, "%s%s", who ? "Between players who think: " : "",
                       early    ? "The outcome is settled early in a match."
                       : midway ? "The outcome is settled midway through a match."
                       : late   ? "The outcome is settled late in a match."
                       : open   ? "The outcome stays open for long."
                       : clear  ? "The outcome is likely, and not settled, late in a match."
                                : "How late the outcome becomes clear is hard to say.");
    dado_verdict_set_figure(v, at[early ? 0 : midway ? 1 : 2], 0.99, c->matches);
    static const char *const when[] = { "after a quarter of a match", "halfway",
                                        "after three quarters" };
    dado_verdict_evidence(v,
                          "Matches %s are played on by the same players. The outcome that half of "
                          "the ways show most often comes about in the others ",
                          who ? "of players who think" : "at random");
    for (int i = 0; i < DADO_PREDICTABILITY_POINTS; i++) {
        dado_verdict_evidence(v, "%s%s in %s", i ? ", " : "", when[i], dado_string_share(at[i]).s);
    }
    dado_verdict_evidence(v, "; %s matches, %d times each.", dado_string_count(c->matches).s,
                          c->times);
}

static void judge_unused_moves(dado_verdicts *s, const dado_move_stats *u)
{
    enum { most_told = 5 };
    for (int i = 0, idle = 0; i < u->count && idle < most_told; i++) {
        const dado_move_stat *use = &u->items[i];
        if (use->taken > 0 || use->even < unused_if_expected) continue;
        dado_symptom *one = dado_verdict_add(s, "idle", DADO_WARN);
        dado_verdict_claim(one, "Nobody who thinks ever plays \"%.60s\".", use->words);
        dado_verdict_evidence(one,
                              "It was offered %s times, and would have been played about "
                              "%s times if all moves were alike; %s matches.",
                              dado_string_count(use->offered).s, dado_string_fixed(use->even, 0).s,
                              dado_string_count(u->matches).s);
        one->count = u->matches;
        idle++;
    }
}

static void judge_counts(dado_verdicts *s, const dado_count_stats *u)
{
    enum { most_told = 3 };
    static const double sure = 0.01;
    int found = 0;
    char names[200] = "";
    dado_text list = dado_text_in_buffer(names, sizeof names);
    for (int i = 0; i < u->count; i++) {
        const dado_count_stat *use = &u->items[i];
        if (use->p >= sure) continue;
        if (found++ < most_told) {
            dado_text_addf(&list, "%s%s %s (%s against %s)", found > 1 ? ", " : "",
                           use->difference.value > 0 ? "more" : "less", use->measure->title,
                           dado_string_real(use->winners.mean).s,
                           dado_string_real(use->others.mean).s);
        }
    }
    if (found == 0) return;
    dado_symptom *one = dado_verdict_add(s, "winning", DADO_PLAIN);
    dado_verdict_claim(one, "%d of %d things the game counts go with winning.", found, u->count);
    dado_verdict_evidence(one, "Winners have %s%s; %s matches of players who think.", names,
                          found > most_told ? " and others" : "", dado_string_count(u->matches).s);
    one->count = u->matches;
}

// If no match ends, only conditions that were never true are reported, because they may
// be the cause. Other rules that never ran are not reported then.
static void judge_rules(dado_verdicts *s, const dado_rule_coverage *c, const char *text,
                        bool endless)
{
    for (int i = 0; i < c->count; i++) {
        const dado_rule_use *r = &c->rules[i];
        if (r->state == DADO_RULE_LIVE) continue;
        bool condition = strcmp(r->kind, "condition") == 0;
        if (endless && (!condition || r->state != DADO_RULE_NEVER)) continue;
        // An act below a condition that was never true is not reported: the condition
        // already is.
        bool told = i > 0 && c->rules[i - 1].state == DADO_RULE_NEVER &&
                    r->state == DADO_RULE_NEVER && !condition;
        if (told) continue;
        dado_tone tone = r->state == DADO_RULE_NEVER ? DADO_WARN : DADO_PLAIN;
        dado_symptom *one = dado_verdict_add(s, "rules", tone);
        dado_verdict_set_place(one, r->place, text);
        dado_verdict_claim(one, "T%.58s.", dado_rule_coverage_message(r) + 1);
        dado_verdict_evidence(one, "Line %d; looked at over %s matches at random.", r->place.line,
                              dado_string_count(c->matches).s);
        one->count = c->matches;
    }
}

static void put_instead(char *text, size_t room, const char *words, const char *others)
{
    const char *at = strstr(text, words);
    if (!at) return;
    DADO_CLEANUP(dado_text_free) dado_text whole = { 0 };
    dado_text_addf(&whole, "%.*s%s%s", (int)(at - text), text, others, at + strlen(words));
    snprintf(text, room, "%s", dado_text_string(&whole));
}

// If all win or lose together, nobody comes in before another, so the words speak of
// success.
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
    static const int weights[] = {
        [DADO_BAD] = 0, [DADO_WARN] = 1, [DADO_UNSURE] = 2, [DADO_PLAIN] = 3, [DADO_GOOD] = 4
    };
    return weights[tone];
}

static void sort_worst_first(dado_symptom *list, int count)
{
    // stable sort: equal symptoms stay in the order they were found
    for (int i = 1; i < count; i++) {
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
    bool success = r->seat_count == 1;  // a single player, or all together
    bool alone = c->thinking.players == 1;
    const dado_finding *decisions = dado_finding_named(r, "decision_share");
    bool choices = decisions && decisions->count > 0 && decisions->most > 0;
    bool proved = c->proof.known || c->secret.known;
    // Proofs come first, then thinking players, then random ones; the sort keeps this
    // order among equals.
    if (c->proof.known) judge_perfect_play(&s, &c->proof);
    if (c->secret.known) judge_equilibrium(&s, &c->secret);
    add_thinking(&s, &c->thinking, alone ? "If the player thinks" : "Between players who think");
    if (proved) make_room_for_proof(&s);
    add_random(&s, r,
               !choices          ? NULL
               : r->players == 1 ? "If the player chooses at random"
                                 : "Between players who choose at random",
               proved);
    if (c->thinking.only_points) judge_points(&s, r, &c->thinking);
    judge_ladder(&s, &c->ladder, c->results[0].game.secrets);
    judge_greed(&s, &c->greedy);
    if (c->recorded) judge_stakes(&s, &c->recording, c->ladder.better || c->greedy.better);
    if (c->recorded && !success) judge_kingmaking(&s, &c->recording);
    judge_luck(&s, c);
    judge_predictability(&s, &c->open, NULL, success);
    judge_predictability(&s, &c->predictability_thinking, "players who think", success);
    judge_effects(&s, &c->effects);
    // If best play is known, the moves it can do without are known too.
    if (!c->secret.known) judge_unused_moves(&s, &c->uses);
    judge_counts(&s, &c->counts);
    bool endless = r->left_out == r->matches, broken = r->ended[DADO_BROKEN] > 0;
    if (!endless || !broken) judge_rules(&s, &c->coverage, r->rules_text, endless);
    if (c->together) speak_of_success(&s);
    sort_worst_first(symptoms, s.count);
    return dado_verdicts_drop_contradictions(symptoms, s.count);
}
