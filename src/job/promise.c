// promise.c - what an answer must say, or the job fails: for continuous integration.
//
// A promise is a topic of a verdict ("fairness"), which is broken where the verdict gives alarm,
// or a figure and a bound ("ties<15%"), which is broken where the figure is beyond it. Promises
// are held against the document that the job answers with, whichever job it is.
#include "job/promise.h"

#include <string.h>

#include "report/format.h"

typedef struct promise {
    char text[80], name[48];
    char sign[3];  // "" where the verdict decides
    double bound;
} promise;

const dado_param dado_params_promises[] = {
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

// Reads the promise that `text` begins with; what follows it, or NULL and why.
static const char *read_one(const char *text, promise *p, dado_error *err)
{
    *p = (promise){ 0 };
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
        dado_fail(err, DADO_MEANING, "\"%s\" asserts nothing that can be read; it is a topic, or a "
                  "figure and a bound: fairness, ties<15%%", p->text);
        return NULL;
    }
    return *at ? at + 1 : at;
}

bool dado_promises_read(dado_errand *errand)
{
    for (int i = 0; i < dado_errand_count(errand, "assert"); i++) {
        const char *text = dado_errand_nth(errand, "assert", i);
        promise p;
        do {
            text = read_one(text, &p, errand->err);
            if (!text) {
                errand->misused = true;
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

// The verdict about a topic; of several the one that gives alarm. Of "fine", any that does.
static const dado_verdict *verdict_about(const dado_document *answer, const char *name)
{
    const dado_verdict *found = NULL;
    bool any = strcmp(name, "fine") == 0;
    for (const dado_part *part = answer->first; part; part = part->next) {
        for (int i = 0; part->kind == DADO_PART_VERDICTS && i < part->count; i++) {
            const dado_verdict *v = &part->verdicts[i];
            if (!any && (!v->topic || strcmp(v->topic, topic_of(name)) != 0)) continue;
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

static bool figure_in_table(const dado_part *part, const char *name, dado_figure *figure)
{
    static const char *const columns[] = { "mean", "value", "after" };
    int names = field_named(part, "name"), values = -1;
    for (size_t i = 0; i < 3 && values < 0; i++) values = field_named(part, columns[i]);
    if (names < 0 || values < 0) return false;
    for (int row = 0; row < dado_part_rows(part); row++) {
        const dado_entry *key = &part->entries[row * part->field_count + names];
        const dado_entry *value = &part->entries[row * part->field_count + values];
        if (key->kind == DADO_ENTRY_WORDS && strcmp(key->words, name) == 0 &&
            value->kind == DADO_ENTRY_FIGURE) {
            *figure = value->figure;
            return true;
        }
    }
    return false;
}

// A figure by the name of a measure, of the verdict that rests on it, or of a fact: those that have
// an interval first.
static bool figure_of(const dado_document *answer, const char *name, dado_figure *figure)
{
    const dado_verdict *v = verdict_about(answer, name);
    for (const dado_part *part = answer->first; part; part = part->next) {
        if (part->kind == DADO_PART_TABLE && figure_in_table(part, name, figure)) return true;
    }
    if (v && !dado_is_none(v->figure.value)) {
        *figure = dado_figure_between(v->figure, DADO_FIGURE_REAL, v->count, v->level);
        return true;
    }
    for (const dado_part *part = answer->first; part; part = part->next) {
        for (int i = 0; part->kind == DADO_PART_FACTS && i < part->count; i++) {
            const dado_fact *fact = &part->facts[i];
            if (strcmp(fact->name, name) == 0 && fact->entry.kind == DADO_ENTRY_FIGURE) {
                *figure = fact->entry.figure;
                return true;
            }
        }
    }
    return false;
}

static bool is_kept(const promise *p, double value)
{
    bool equal = p->sign[1] == '=' || p->sign[0] == '=';
    if (equal && value == p->bound) return true;
    return p->sign[0] == '<' ? value < p->bound : p->sign[0] == '>' ? value > p->bound : false;
}

static void list_topics(const dado_document *answer, dado_text *out)
{
    for (const dado_part *part = answer->first; part; part = part->next) {
        for (int i = 0; part->kind == DADO_PART_VERDICTS && i < part->count; i++) {
            const char *topic = part->verdicts[i].topic;
            if (topic && !strstr(dado_text_string(out), topic)) {
                dado_text_addf(out, "%s%s", out->length ? ", " : "", topic);
            }
        }
    }
}

// What was found of a promise, in words; false where nothing was.
static bool look(const dado_document *answer, const promise *p, bool *kept, dado_text *found)
{
    if (p->sign[0]) {
        dado_figure figure;
        if (!figure_of(answer, p->name, &figure)) return false;
        *kept = is_kept(p, figure.value);
        if (figure.kind == DADO_FIGURE_REAL && strchr(p->text, '%')) {
            figure.kind = DADO_FIGURE_SHARE;  // as it was asked for
        }
        dado_figure_say(figure, found);
        dado_draft interval = { 0 };
        dado_figure_say_interval(figure, &interval);
        if (interval.length) dado_text_addf(found, " (%s)", dado_text_string(&interval));
        return true;
    }
    const dado_verdict *v = verdict_about(answer, p->name);
    if (!v) return false;
    *kept = !is_alarm(v);
    bool all = strcmp(p->name, "fine") == 0 && *kept;
    dado_text_add(found, all ? "No verdict gives alarm." : v->claim);
    return true;
}

bool dado_promises_keep(dado_errand *errand)
{
    dado_document *answer = errand->answer;
    int lists = dado_errand_count(errand, "assert");
    if (lists == 0 || errand->stopped_where) return true;
    dado_part *table = dado_table(answer, "asserted",
        { .name = "asserted", .title = "asserted" },
        DADO_FIELD(FLAG, "kept", "so"),
        { .name = "found", .title = "found" });
    for (int i = 0; i < lists; i++) {
        const char *text = dado_errand_nth(errand, "assert", i);
        while (text && *text) {
            promise p;
            dado_draft found = { 0 }, topics = { 0 };
            bool kept = false;
            text = read_one(text, &p, errand->err);
            if (text && !look(answer, &p, &kept, &found)) {
                list_topics(answer, &topics);
                dado_errand_misused(errand,
                                    "nothing in this answer is called %s; its verdicts "
                                    "are about %s, and measures and facts have names, too",
                                    p.name, topics.length ? dado_text_string(&topics) : "nothing");
                text = NULL;
            } else if (text) {
                dado_put(table, p.text, kept, dado_text_string(&found));
                if (!kept) {
                    answer->failed = true;
                    dado_errand_say(errand, "asserted, and not so: %s: %s", p.text,
                                    dado_text_string(&found));
                }
            }
        }
        if (!text) return false;
    }
    return true;
}
