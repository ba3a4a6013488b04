// format_junit.c - writes verdicts, assertions and diagnostics as test cases, for
// continuous integration.
//
// Failures are verdicts that raise an alarm, assertions that do not hold and errors in a
// text. Warnings are failures if nothing else made the answer fail. Everything else
// passes. Services that read JUnit's XML show them as tests.
#include <string.h>

#include "report/format.h"

typedef struct suite {
    dado_text cases;
    int count, failures;
    const char *group;
} suite;

static void add_case(suite *s, const char *name, const char *failure, const char *evidence)
{
    dado_text_add(&s->cases, "    <testcase classname=\"");
    dado_text_html(&s->cases, s->group);
    dado_text_add(&s->cases, "\" name=\"");
    dado_text_html(&s->cases, name);
    s->count++;
    if (!failure) {
        dado_text_add(&s->cases, "\"/>\n");
        return;
    }
    s->failures++;
    dado_text_add(&s->cases, "\">\n      <failure message=\"");
    dado_text_html(&s->cases, failure);
    dado_text_add(&s->cases, "\">");
    dado_text_html(&s->cases, evidence);
    dado_text_add(&s->cases, "</failure>\n    </testcase>\n");
}

static void add_verdicts(suite *s, const dado_part *part)
{
    for (int i = 0; i < part->count; i++) {
        const dado_verdict *v = &part->verdicts[i];
        bool alarm = v->tone == DADO_WARN || v->tone == DADO_BAD;
        add_case(s, v->topic ? v->topic : "verdict", alarm ? v->claim : NULL, v->evidence);
    }
}

static void add_promises(suite *s, const dado_part *part)
{
    for (int row = 0; row < dado_part_rows(part); row++) {
        const dado_entry *entry = &part->entries[row * part->field_count];
        DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
        dado_text_addf(&words, "asserted: %s", entry[0].words);
        add_case(s, dado_text_string(&words), entry[1].flag ? NULL : entry[2].words, "");
    }
}

static void add_remarks(suite *s, const dado_part *part, bool failed)
{
    for (int i = 0; i < part->count; i++) failed = failed && part->remarks[i].warning;
    for (int i = 0; i < part->count; i++) {
        const dado_diagnostic *r = &part->remarks[i];
        DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
        const char *file = r->error.place.source ? r->error.place.source : "";
        dado_text_addf(&name, "%s:%d %s", file, r->error.place.line, r->error.code);
        add_case(s, dado_text_string(&name), r->warning && !failed ? NULL : r->error.text, "");
    }
    if (part->count == 0) add_case(s, "check", NULL, "");
}

static void write_junit(const dado_document *document, const dado_terminal_style *look,
                        dado_text *out)
{
    (void)look;
    suite s = { .group = document->job ? document->job : "dado" };
    for (const dado_part *part = document->first; part; part = part->next) {
        if (dado_part_has_verdicts(part)) add_verdicts(&s, part);
        else if (part->kind == DADO_PART_DIAGNOSTICS) add_remarks(&s, part, document->failed);
        else if (part->kind == DADO_PART_TABLE && strcmp(part->name, "asserted") == 0) {
            add_promises(&s, part);
        }
    }
    if (document->failed && s.failures == 0) {
        add_case(&s, "result", "what was asked about does not hold", "");
    }
    dado_text_add(out,
                  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"");
    dado_text_html(out, document->command ? document->command : s.group);
    dado_text_addf(out, "\" tests=\"%d\" failures=\"%d\">\n", s.count, s.failures);
    dado_text_add(out, dado_text_string(&s.cases));
    dado_text_add(out, "  </testsuite>\n</testsuites>\n");
    dado_text_free(&s.cases);
}

const dado_format dado_format_junit = {
    .name = "junit",
    .ending = ".junit.xml",
    .about = "test cases, for continuous integration",
    .write = write_junit,
};
