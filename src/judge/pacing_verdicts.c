// pacing_verdicts.c - see pacing_verdicts.h.
#include "judge/pacing_verdicts.h"

#include <math.h>

#include "measure/number_format.h"

static const double early = 0.5;          // share of a match: it is decided before half time
static const double long_without = 0.25;  // share of a match that is played without hope
static const double long_out = 0.2;       // share of the rounds of a match
static const double carried = 0.05;       // share of the win that a lead itself brings
static const double often = 0.02;         // share of matches with a kingmaking decision
static const double mostly_last = 0.5;    // share of what decides a match

static const char *whose_play(const dado_pacing *p)
{
    return p->player ? p->player : "random";
}

static void rest_on(dado_verdict *v, const dado_pacing *p, const dado_pacing_figure *f)
{
    dado_verdict_set_figure(v, f->value, p->level, f->count);
}

static void judge_decided(dado_verdicts *to, const dado_pacing *p)
{
    const dado_pacing_figure *f = &p->decided;
    if (!f->known || f->value.high >= early) return;
    dado_verdict *v = dado_verdict_add(to, "decided", DADO_WARN);
    dado_verdict_claim(v, "Matches are decided early.");
    dado_verdict_evidence(
        v,
        "After %s of a match one player's chance stays above 95 %%, in %s matches "
        "among %s players.",
        dado_string_share(f->value).s, dado_string_count(f->count).s, whose_play(p));
    rest_on(v, p, f);
}

static void judge_no_hope(dado_verdicts *to, const dado_pacing *p)
{
    int worst = -1;
    for (int s = 0; s < p->players; s++) {
        const dado_pacing_figure *f = &p->seats[s].no_hope;
        if (!f->known || f->value.low <= long_without) continue;
        if (worst < 0 || f->value.low > p->seats[worst].no_hope.value.low) worst = s;
    }
    if (worst < 0) return;
    const dado_pacing_figure *f = &p->seats[worst].no_hope;
    dado_verdict *v = dado_verdict_add(to, "hope", DADO_WARN);
    dado_verdict_claim(v, "Somebody plays on who has lost: P%d.", worst + 1);
    dado_verdict_evidence(v,
                          "P%d still decides during %s of a match in which its chance stays below "
                          "2 %%, in %s matches among %s players.",
                          worst + 1, dado_string_share(f->value).s, dado_string_count(f->count).s,
                          whose_play(p));
    rest_on(v, p, f);
}

static void judge_sitting_out(dado_verdicts *to, const dado_pacing *p)
{
    int worst = -1;
    for (int s = 0; s < p->players; s++) {
        const dado_pacing_figure *f = &p->seats[s].sitting_out;
        if (!f->known || f->value.low <= long_out * p->rounds) continue;
        if (worst < 0 || f->value.low > p->seats[worst].sitting_out.value.low) worst = s;
    }
    if (worst < 0) return;
    const dado_pacing_figure *f = &p->seats[worst].sitting_out;
    dado_verdict *v = dado_verdict_add(to, "sitting_out", DADO_WARN);
    dado_verdict_claim(v, "Players sit out: P%d most.", worst + 1);
    dado_verdict_evidence(v,
                          "After its last decision P%d watches %.2f rounds of %.1f (%.2f to %.2f), "
                          "in %s matches among %s players.",
                          worst + 1, f->value.value, p->rounds, f->value.low, f->value.high,
                          dado_string_count(f->count).s, whose_play(p));
    rest_on(v, p, f);
}

static void judge_half_time(dado_verdicts *to, const dado_pacing *p)
{
    const dado_pacing_figure *lead = &p->lead, *snow = &p->snowball;
    if (lead->known && lead->value.high < 0) {
        dado_verdict *v = dado_verdict_add(to, "catch_up", DADO_WARN);
        dado_verdict_claim(v, "Catching up goes too far.");
        dado_verdict_evidence(v,
                              "Alone in front at half time one wins %s, last %s, in %s matches "
                              "among %s players.",
                              dado_string_share(p->ahead.value).s,
                              dado_string_share(p->behind.value).s,
                              dado_string_count(lead->count).s, whose_play(p));
        rest_on(v, p, lead);
        return;
    }
    if (!snow->known || snow->value.low <= carried) return;
    dado_verdict *v = dado_verdict_add(to, "snowball", DADO_WARN);
    dado_verdict_claim(v, "A lead grows by itself.");
    dado_verdict_evidence(
        v,
        "Alone in front at half time one wins %s: %.1f points more (%.1f to %.1f) "
        "than with the same lead and the second half of another match, in %s "
        "matches among %s players.",
        dado_string_share(p->ahead.value).s, 100 * snow->value.value, 100 * snow->value.low,
        100 * snow->value.high, dado_string_count(snow->count).s, whose_play(p));
    rest_on(v, p, snow);
}

static void judge_kingmaking(dado_verdicts *to, const dado_pacing *p)
{
    const dado_kingmaking_summary *k = &p->kingmaking;
    if (!p->recorded || p->players < 3 || k->share.low < often) return;
    dado_verdict *v = dado_verdict_add(to, "kingmaking", DADO_WARN);
    dado_verdict_claim(v, "Players who cannot win decide among the others who does.");
    dado_verdict_evidence(v, "In %s%s of %s matches among %s players: \"%.40s\" or \"%.40s\".",
                          p->exact ? "" : "at least ", dado_string_share(k->share).s,
                          dado_string_count(k->matches).s, whose_play(p), k->words[0], k->words[1]);
    dado_verdict_set_figure(v, k->share, p->level, k->matches);
}

// Judges luck at the end. In a game without decisions it is no flaw of pace.
static void judge_last_luck(dado_verdicts *to, const dado_pacing *p)
{
    const dado_pacing_figure *f = &p->last_luck;
    if (!f->known || f->value.low <= mostly_last || !p->options.known) return;
    dado_verdict *v = dado_verdict_add(to, "last_luck", DADO_WARN);
    dado_verdict_claim(v, "The last piece of luck settles most.");
    dado_verdict_evidence(v,
                          "It is %s of all that luck and choice decide, in %s matches among %s "
                          "players.",
                          dado_string_share(f->value).s, dado_string_count(f->count).s,
                          whose_play(p));
    rest_on(v, p, f);
}

static bool straddles(const dado_pacing_figure *f, double line)
{
    return f->known && f->value.low <= line && f->value.high >= line;
}

// Tells whether the interval of some figure crosses its limit.
static bool is_open(const dado_pacing *p)
{
    bool open = straddles(&p->decided, early) || straddles(&p->snowball, carried) ||
                straddles(&p->lead, 0) ||
                (p->options.known && straddles(&p->last_luck, mostly_last));
    for (int s = 0; s < p->players; s++) {
        open = open || straddles(&p->seats[s].no_hope, long_without) ||
               (p->rounds > 0 && straddles(&p->seats[s].sitting_out, long_out * p->rounds));
    }
    return open || !p->recorded || (p->players > 2 && p->kingmaking.share.high >= often);
}

int dado_pacing_verdicts(const dado_pacing *p, dado_verdict verdicts[DADO_PACING_VERDICTS])
{
    dado_verdicts to = { .list = verdicts, .most = DADO_PACING_VERDICTS };
    judge_kingmaking(&to, p);
    judge_half_time(&to, p);
    judge_decided(&to, p);
    judge_no_hope(&to, p);
    judge_sitting_out(&to, p);
    judge_last_luck(&to, p);
    if (to.count > 0) return to.count;
    bool open = is_open(p);
    dado_verdict *v = dado_verdict_add(&to, "pacing", open ? DADO_UNSURE : DADO_GOOD);
    dado_verdict_claim(v, open ? "No flaw of pace was seen, but there may be one."
                               : "The pace has none of the flaws that are looked for.");
    dado_verdict_evidence(v, "%s matches, and chances along %s of them, among %s players.",
                          dado_string_count(p->matches).s, dado_string_count(p->graphs).s,
                          whose_play(p));
    return to.count;
}
