// pacing.c - see report_functions.h.
#include "report/report_functions.h"

static dado_estimate estimate_of(const dado_pacing *p, const dado_pacing_figure *f, bool share)
{
    if (!f->known) return dado_estimate_none();
    return dado_estimate_between(f->value, share ? DADO_ESTIMATE_SHARE : DADO_ESTIMATE_REAL,
                                 f->count, p->level);
}

static dado_estimate difference_of(const dado_pacing *p, const dado_pacing_figure *f)
{
    if (!f->known) return dado_estimate_none();
    return dado_estimate_between(f->value, DADO_ESTIMATE_SHARE_DIFFERENCE, f->count, p->level);
}

static void add(dado_part *part, const char *name, const char *title, dado_estimate value)
{
    dado_put(part, name, title, value);
}

static void add_figures(dado_document *d, const dado_pacing *p)
{
    const dado_kingmaking_summary *k = &p->kingmaking;
    dado_estimate none = dado_estimate_none();
    dado_part *part = dado_table(d, DADO_PART("pacing", .heading = "How a match goes"),
                                 DADO_FIELD(WORDS, "name", "name", .reader = DADO_FOR_PROGRAMS),
                                 DADO_FIELD(WORDS, "title", "Figure", .measures = true),
                                 DADO_FIELD(ESTIMATE, "value", "Value", .steady = true));
    add(part, "decided", "Decided after (share of a match)", estimate_of(p, &p->decided, true));
    add(part, "snowball", "Snowball", difference_of(p, &p->snowball));
    add(part, "ahead_at_half_time", "Wins if alone in front at half time",
        estimate_of(p, &p->ahead, true));
    add(part, "behind_at_half_time", "Wins if last at half time", estimate_of(p, &p->behind, true));
    add(part, "lead_at_half_time", "The first less the second", difference_of(p, &p->lead));
    add(part, "kingmaking", "Matches with a king made",
        p->recorded && k->matches > 0
            ? dado_estimate_between(k->share, DADO_ESTIMATE_SHARE, k->matches, p->level)
            : none);
    add(part, "last_luck", "Settled by the last luck", estimate_of(p, &p->last_luck, true));
    bool stakes = p->recorded && p->stakes.decisions > 0;
    add(part, "stakes", "At stake in a decision",
        stakes ? dado_estimate_between(p->stakes.stakes, DADO_ESTIMATE_SHARE_DIFFERENCE,
                                       p->stakes.decisions, p->level)
               : none);
    add(part, "nothing", "Decisions with less than a point at stake",
        stakes ? dado_estimate_share(p->stakes.nothing) : none);
    add(part, "options", "Options in a decision", estimate_of(p, &p->options, false));
    add(part, "decisions_per_turn", "Decisions in a turn", estimate_of(p, &p->per_turn, false));
    add(part, "growth", "Options in the second half less the first",
        estimate_of(p, &p->growth, false));
}

static void add_seats(dado_document *d, const dado_pacing *p)
{
    dado_part *part = dado_table(
        d, DADO_PART("seats", .heading = "Seat by seat"),
        DADO_FIELD(NUMBER, "seat", "Seat", .seat = true),
        DADO_FIELD(ESTIMATE, "no_hope", "No hope left",
                   .about = "Share of a match in which it still plays and its chance stays below "
                            "2 %"),
        DADO_FIELD(ESTIMATE, "sitting_out", "Sitting out",
                   .about = "Rounds from its last decision to the end"),
        DADO_FIELD(ESTIMATE, "waiting", "Waiting", .rank = 1,
                   .about = "Decisions of others between two of its own"),
        DADO_FIELD(NUMBER, "waiting_options", "Options meanwhile", .rank = 2,
                   .about = "Options in such a decision"));
    for (int s = 0; s < p->players; s++) {
        const dado_seat_pacing *seat = &p->seats[s];
        dado_put(part, s, estimate_of(p, &seat->no_hope, true),
                 estimate_of(p, &seat->sitting_out, false), estimate_of(p, &seat->waiting, false),
                 estimate_of(p, &seat->waiting_options, false));
    }
}

static void add_examples(dado_document *d, const dado_pacing *p, const char *const *show)
{
    dado_part *part = dado_table(d, DADO_PART("examples", .heading = "Matches that show it"),
                                 DADO_FIELD(WORDS, "name", "name", .reader = DADO_FOR_PROGRAMS),
                                 DADO_FIELD(WORDS, "title", "What it shows"),
                                 DADO_FIELD(NUMBER, "match", "Match"),
                                 DADO_FIELD(WORDS, "show", "Command", .whole = true));
    if (show[0]) {
        dado_put(part, "decided", "Decided earliest", p->decided_match, show[0]);
    }
    if (show[1]) {
        dado_put(part, "no_hope");
        dado_put_textf(part, "Longest without hope: P%d", p->hopeless_seat + 1);
        dado_put(part, p->hopeless_match, show[1]);
    }
    if (show[2]) {
        dado_put(part, "kingmaking", "A king is made", p->kingmaking.match, show[2]);
    }
}

void dado_report_pacing(dado_document *d, const dado_pacing *p, const char *const *show)
{
    dado_verdict verdicts[DADO_PACING_VERDICTS];
    int count = dado_pacing_verdicts(p, verdicts);
    dado_document_verdicts(d, DADO_PART("verdicts", .large = true), verdicts, count);
    add_figures(d, p);
    add_seats(d, p);
    add_examples(d, p, show);
    dado_document_textf(
        d, DADO_PART("note", .attached = true, .small = true),
        "Each interval is of %.0f %%. Chances are %s. A figure without a value does "
        "not apply here, or was not measured.",
        100 * p->level, p->exact ? "exact" : "estimated by playing on from each position");
}
