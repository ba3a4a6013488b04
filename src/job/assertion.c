// assertion.c - checks an answer against assertions and fails the job if one does not hold: for
// continuous integration.
//
// An assertion is either the topic of a verdict ("fairness") or a figure and a bound
// ("ties<15%"). A topic fails if its verdict is an alarm; a bound fails if the figure is beyond
// it. The answer's own verdicts are checked, whichever job made them.
#include "job/assertion.h"

#include <string.h>

#include "report/format.h"

typedef struct assertion {
    char text[80], name[48];
    char sign[3];  // "" if the verdict decides
    double bound;
} assertion;

const dado_param dado_params_assert[] = {
    { .name = "assert",
      .kind = DADO_PARAM_TEXT,
      .value = "WHAT",
      .many = true,
      .about =
          "Fails (exit code 3) where something is not so. WHAT is a list parted by commas: fine "
          "(no verdict gives alarm), a topic (ends, fairness, ties ...: its verdict gives no "
          "alarm), or a figure with a bound: ties<15%, decisions>=20, quality>=0.5. A figure "
          "is held to the bound as it was measured; what is said shows its interval." },
    { 0 },
};

static bool is_in_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

// Reads the assertion at the start of `text`. Returns the text behind it, or NULL with the reason
// in `err`.
static const char *parse_one(const char *text, assertion *p, dado_error *err)
{
    *p = (assertion){ 0 };
    text += strspn(text, " ");
    size_t whole = strcspn(text, ",");
    snprintf(p->text, sizeof p->text, "%.*s", (int)(whole < 79 ? whole : 79), text);
    size_t length = 0;
    while (is_in_name(text[length])) length++;
    const char *at = text + length + strspn(text + length, " ");
    bool fits = length > 0 && length < sizeof p->name && whole < sizeof p->text;
    if (fits) memcpy(p->name, text, length);
    if (fits && (*at == '<' || *at == '>' || *at == '=')) {
        p->sign[0] = *at++;
        if (*at == '=') p->sign[1] = *at++;
        char digits[40] = "";
        at += strspn(at, " ");
        size_t some = strspn(at, "+-.0123456789eE");
        snprintf(digits, sizeof digits, "%.*s", (int)(some < 39 ? some : 39), at);
        fits = dado_read_real(digits, &p->bound);
        at += some;
        if (*at == '%') {
            p->bound /= 100;
            at++;
        }
    }
    at += strspn(at, " ");
    if (!fits || (*at && *at != ',')) {
        dado_fail(err, DADO_INVALID,
                  "\"%s\" is not an assertion; write a topic, or a figure with a bound: "
                  "fairness, ties<15%%",
                  p->text);
        return NULL;
    }
    return *at ? at + 1 : at;
}

bool dado_assertions_parse(dado_job_run *job_run)
{
    for (int i = 0; i < dado_job_run_arg_count(job_run, "assert"); i++) {
        const char *text = dado_job_run_nth_arg(job_run, "assert", i);
        assertion p;
        do {
            text = parse_one(text, &p, job_run->err);
            if (!text) {
                job_run->is_usage_error = true;
                return false;
            }
        } while (*text);
    }
    return true;
}

static bool is_alarm(const dado_verdict *v)
{
    return v->tone == DADO_WARN || v->tone == DADO_BAD;
}

static const char *topic_of(const char *name)
{
    return strcmp(name, "ends") == 0 ? "completion" : name;
}

// Verdicts that only programs see, or that stand below others on a page, do not count.
static bool is_shown(const dado_part *part)
{
    return part->kind == DADO_PART_VERDICTS && dado_is_for(part->reader, DADO_FOR_TERMINALS);
}

// Returns true if the job looks at this topic, even if it found nothing to report about it.
static bool is_looked_at(const dado_job_run *job_run, const char *name)
{
    bool doctor = strcmp(job_run->job->name, "doctor") == 0;
    bool sim = strcmp(job_run->job->name, "sim") == 0;
    for (const dado_topic *t = dado_topics; t->name; t++) {
        if (strcmp(t->name, topic_of(name)) == 0) return doctor || (sim && t->in_sim);
    }
    return strcmp(name, "fine") == 0;
}

// A proof of what each seat gets with best play also counts as a verdict on fairness.
static bool is_about(const dado_verdict *v, const char *name)
{
    if (!v->topic) return false;
    bool proved = strcmp(name, "fairness") == 0 && strcmp(v->topic, "proof") == 0;
    return proved || strcmp(v->topic, topic_of(name)) == 0;
}

// Returns the verdict about a topic; of several, the one that is an alarm. For "fine", returns
// any alarm.
static const dado_verdict *verdict_about(const dado_document *answer, const char *name)
{
    const dado_verdict *found = NULL;
    bool any = strcmp(name, "fine") == 0;
    for (const dado_part *part = answer->first; part; part = part->next) {
        for (int i = 0; is_shown(part) && i < part->count; i++) {
            const dado_verdict *v = &part->verdicts[i];
            if (!any && !is_about(v, name)) continue;
            if (!found || (is_alarm(v) && !is_alarm(found))) found = v;
        }
    }
    return found;
}

static int field_named(const dado_part *part, const char *name)
{
    for (int i = 0; i < part->field_count; i++) {
        if (strcmp(part->fields[i].name, name) == 0) return i;
    }
    return -1;
}

static bool figure_in_table(const dado_part *part, const char *name, dado_estimate *figure)
{
    static const char *const columns[] = { "mean", "value", "after" };
    int names = field_named(part, "name"), values = -1;
    for (size_t i = 0; i < 3 && values < 0; i++) values = field_named(part, columns[i]);
    if (names < 0 || values < 0) return false;
    for (int row = 0; row < dado_part_rows(part); row++) {
        const dado_entry *key = &part->entries[row * part->field_count + names];
        const dado_entry *value = &part->entries[row * part->field_count + values];
        if (key->kind == DADO_ENTRY_TEXT && strcmp(key->words, name) == 0 &&
            value->kind == DADO_ENTRY_ESTIMATE) {
            *figure = value->figure;
            return true;
        }
    }
    return false;
}

// Finds a figure by the name of a measure, of a verdict or of a fact. Figures with an interval
// are found first.
static bool figure_of(const dado_document *answer, const char *name, dado_estimate *figure)
{
    const dado_verdict *v = verdict_about(answer, name);
    for (const dado_part *part = answer->first; part; part = part->next) {
        if (part->kind == DADO_PART_TABLE && figure_in_table(part, name, figure)) return true;
    }
    if (v && !dado_is_none(v->figure.value)) {
        *figure = dado_estimate_between(v->figure, DADO_ESTIMATE_REAL, v->count, v->level);
        return true;
    }
    for (const dado_part *part = answer->first; part; part = part->next) {
        for (int i = 0; part->kind == DADO_PART_FACTS && i < part->count; i++) {
            const dado_fact *fact = &part->facts[i];
            if (strcmp(fact->name, name) == 0 && fact->entry.kind == DADO_ENTRY_ESTIMATE) {
                *figure = fact->entry.figure;
                return true;
            }
        }
    }
    return false;
}

static bool holds(const assertion *p, double value)
{
    bool equal = p->sign[1] == '=' || p->sign[0] == '=';
    if (equal && value == p->bound) return true;
    return p->sign[0] == '<' ? value < p->bound : p->sign[0] == '>' ? value > p->bound : false;
}

static void list_topics(const dado_document *answer, dado_text *out)
{
    for (const dado_part *part = answer->first; part; part = part->next) {
        for (int i = 0; is_shown(part) && i < part->count; i++) {
            const char *topic = part->verdicts[i].topic;
            if (topic && !strstr(dado_text_string(out), topic)) {
                dado_text_addf(out, "%s%s", out->length ? ", " : "", topic);
            }
        }
    }
}

// Adds in words what was found about an assertion. Returns false if nothing was found.
static bool evaluate(const dado_job_run *job_run, const assertion *p, bool *kept, dado_text *found)
{
    const dado_document *answer = job_run->answer;
    if (p->sign[0]) {
        dado_estimate figure;
        if (!figure_of(answer, p->name, &figure)) return false;
        *kept = holds(p, figure.value);
        if (figure.kind == DADO_ESTIMATE_REAL && strchr(p->text, '%')) {
            figure.kind = DADO_ESTIMATE_SHARE;  // in percent, as the assertion was written
        }
        dado_estimate_print(figure, found);
        DADO_CLEANUP(dado_text_free) dado_text interval = { 0 };
        dado_estimate_print_interval(figure, &interval);
        if (interval.length) dado_text_addf(found, " (%s)", dado_text_string(&interval));
        return true;
    }
    const dado_verdict *v = verdict_about(answer, p->name);
    if (!v && !is_looked_at(job_run, p->name)) return false;
    *kept = !v || !is_alarm(v);
    if (!v) {
        dado_text_add(found, "There is nothing to say about it.");
        return true;
    }
    bool all = strcmp(p->name, "fine") == 0 && *kept;
    dado_text_add(found, all ? "No verdict gives alarm." : v->claim);
    return true;
}

bool dado_assertions_check(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    int lists = dado_job_run_arg_count(job_run, "assert");
    if (lists == 0 || job_run->stopped_where) return true;
    dado_part *table =
        dado_table(answer, "asserted", { .name = "asserted", .title = "asserted" },
                   DADO_FIELD(FLAG, "kept", "so"), { .name = "found", .title = "found" });
    for (int i = 0; i < lists; i++) {
        const char *text = dado_job_run_nth_arg(job_run, "assert", i);
        while (text && *text) {
            assertion p;
            DADO_CLEANUP(dado_text_free) dado_text found = { 0 }, topics = { 0 };
            bool kept = false;
            text = parse_one(text, &p, job_run->err);
            if (text && !evaluate(job_run, &p, &kept, &found)) {
                list_topics(answer, &topics);
                dado_job_run_usage_error(job_run,
                                         "nothing in this answer is called %s; its verdicts "
                                         "are about %s, and measures and facts have names, too",
                                         p.name,
                                         topics.length ? dado_text_string(&topics) : "nothing");
                text = NULL;
            } else if (text) {
                dado_put(table, p.text, kept, dado_text_string(&found));
                if (!kept) {
                    answer->failed = true;
                    dado_job_run_message(job_run, "asserted, and not so: %s: %s", p.text,
                                         dado_text_string(&found));
                }
            }
        }
        if (!text) return false;
    }
    return true;
}
