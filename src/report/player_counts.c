// player_counts.c - shows what a checkup found with each number of players, side by side.
#include <string.h>

#include "report/report_functions.h"

static bool is_alarm(const dado_symptom *s)
{
    return s->tone == DADO_WARN || s->tone == DADO_BAD;
}

// Returns the worst symptom about a topic with this number of players; or NULL.
static const dado_symptom *about(const dado_player_count *one, const char *topic)
{
    for (int i = 0; i < one->count; i++) {
        if (strcmp(one->symptoms[i].topic, topic) == 0) return &one->symptoms[i];
    }
    return NULL;
}

static bool was_listed(const dado_player_count *counts, int before, int upto, const char *topic)
{
    for (int c = 0; c < before; c++) {
        if (about(&counts[c], topic)) return true;
    }
    for (int i = 0; i < upto; i++) {
        if (strcmp(counts[before].symptoms[i].topic, topic) == 0) return true;
    }
    return false;
}

// One row for a topic: the tone with each number of players, and
// whether only some give alarm.
static void add_row(dado_part *part, const dado_player_count *counts, int count, const char *topic)
{
    int alarms = 0, looked_at = 0;
    dado_put(part, topic);
    for (int c = 0; c < count; c++) {
        if (counts[c].refused) continue;
        const dado_symptom *s = about(&counts[c], topic);
        alarms += s && is_alarm(s);
        looked_at++;
        dado_put(part, s ? dado_tone_name(s->tone) : NULL);
    }
    bool some = alarms > 0 && alarms < looked_at;
    dado_put(part, some);
}

static void add_topics(dado_document *answer, const dado_player_count *counts, int count)
{
    dado_part *part = dado_table(answer, DADO_PART("counts", .heading = "By number of players"),
                                 DADO_FIELD(WORDS, "topic", "About"));
    for (int c = 0; c < count; c++) {
        if (counts[c].refused) continue;
        const char *name = dado_document_copyf(answer, "players_%d", counts[c].players);
        const char *title = dado_document_copyf(answer, "%d players", counts[c].players);
        dado_column(part, WORDS, name, title);
    }
    dado_column(part, FLAG, "some", "Alarm with some only");
    for (int c = 0; c < count; c++) {
        for (int i = 0; i < counts[c].count; i++) {
            const char *topic = counts[c].symptoms[i].topic;
            if (!was_listed(counts, c, i, topic)) add_row(part, counts, count, topic);
        }
    }
}

// Adds the claims for each number of players; terminals show only the alarms.
static void add_claims(dado_document *answer, const dado_player_count *counts, int count)
{
    dado_part *part = dado_table(
        answer, DADO_PART("claims", .heading = "What is said"),
        DADO_FIELD(NUMBER, "players", "Players"), DADO_FIELD(WORDS, "topic", "About"),
        DADO_FIELD(WORDS, "tone", "Tone"), DADO_FIELD(WORDS, "claim", "Claim", .whole = true),
        DADO_FIELD(WORDS, "evidence", "Evidence", .reader = DADO_FOR_PAGES));
    for (int c = 0; c < count; c++) {
        for (int i = 0; i < counts[c].count; i++) {
            const dado_symptom *s = &counts[c].symptoms[i];
            dado_put(part, counts[c].players);
            if (!is_alarm(s)) dado_put_row_hidden(part);
            dado_put(part, s->topic, dado_tone_name(s->tone), (const char *)s->claim,
                     (const char *)s->evidence);
        }
    }
}

static void add_verdict(dado_document *answer, const dado_player_count *counts, int count)
{
    dado_verdict v;
    dado_verdicts to = { .list = &v, .most = 1 };
    int with = 0, looked_at = 0;
    dado_verdict_add(&to, "counts", DADO_PLAIN);
    for (int c = 0; c < count; c++) {
        int own = 0;
        if (counts[c].refused) continue;
        for (int i = 0; i < counts[c].count; i++) own += is_alarm(&counts[c].symptoms[i]);
        dado_verdict_evidence(&v, "%s%d alarm%s with %d players", v.evidence[0] ? ", " : "", own,
                              own == 1 ? "" : "s", counts[c].players);
        with += own > 0;
        looked_at++;
    }
    dado_verdict_evidence(&v, ".");
    v.tone = with ? DADO_WARN : DADO_GOOD;
    if (with == 0) dado_verdict_claim(&v, "No number of players gives alarm.");
    else if (with == looked_at) dado_verdict_claim(&v, "Every number of players gives alarm.");
    else dado_verdict_claim(&v, "Some numbers of players give alarm, and others do not.");
    dado_document_verdicts(answer, DADO_PART("verdicts", .large = true), &v, 1);
}

void dado_report_player_counts(dado_document *answer, const dado_player_count *counts, int count)
{
    add_verdict(answer, counts, count);
    add_topics(answer, counts, count);
    add_claims(answer, counts, count);
}
