// rules.c - see rules.h.
#include "report/rules.h"

#include <inttypes.h>
#include <string.h>

// The line a place names, as it stands in the text.
static const char *line_of(const char *text, int line, int *length)
{
    *length = 0;
    for (; text && line > 1; line--) {
        text = strchr(text, '\n');
        if (text) text++;
    }
    if (!text) return "";
    while (*text == ' ' || *text == '\t') text++;
    *length = (int)strcspn(text, "\r\n");
    return text;
}

static void say_head(const dado_coverage *c, dado_text *out)
{
    dado_text_addf(out, "%d of %d rules never fired and %d conditions were always true", c->never,
                   c->count, c->always);
    dado_text_addf(out, ", in %" PRId64 " matches", c->matches);
}

void dado_rules_print(const dado_coverage *c, const char *text, dado_text *out)
{
    enum { most_shown = 12 };
    if (c->never + c->always == 0) return;
    say_head(c, out);
    dado_text_add(out, ":\n");
    int shown = 0;
    for (int i = 0; i < c->count && shown < most_shown; i++) {
        const dado_rule_use *r = &c->rules[i];
        if (r->state == DADO_RULE_LIVE) continue;
        int length;
        const char *line = line_of(text, r->place.line, &length);
        dado_text_addf(out, "  %s:%d:%d: %s\n    %.*s\n", r->place.source, r->place.line,
                       r->place.column, dado_rule_words(r), length, line);
        shown++;
    }
    int rest = c->never + c->always - shown;
    if (rest > 0) dado_text_addf(out, "  ... and %d more; the report lists them all\n", rest);
}

void dado_rules_json(const dado_coverage *c, dado_text *out)
{
    dado_text_char(out, '[');
    for (int i = 0; i < c->count; i++) {
        static const char *const states[] = { "live", "never", "always" };
        const dado_rule_use *r = &c->rules[i];
        dado_text_addf(out,
                       "%s{\"kind\":\"%s\",\"line\":%d,\"column\":%d,\"held\":%" PRId64
                       ",\"failed\":%" PRId64 ",\"state\":\"%s\"}",
                       i ? "," : "", r->kind, r->place.line, r->place.column, r->held, r->failed,
                       states[r->state]);
    }
    dado_text_char(out, ']');
}

void dado_rules_section(const dado_coverage *c, const char *text, dado_page *page)
{
    static const dado_column columns[] = {
        { "Line", true, NULL },         { "Rule", false, NULL }, { "Held", true, NULL },
        { "Did not hold", true, NULL }, { "Verdict", false, NULL },
    };
    if (c->count == 0) return;
    dado_page_section(page, "Rules at work");
    dado_text head = { 0 };
    say_head(c, &head);
    dado_text_char(&head, '.');
    dado_page_paragraph(page, dado_text_string(&head));
    dado_page_table_begin(page, NULL, columns, 5);
    for (int i = 0; i < c->count; i++) {
        const dado_rule_use *r = &c->rules[i];
        int length;
        const char *line = line_of(text, r->place.line, &length);
        dado_page_cell_count(page, r->place.line);
        dado_text_clear(&head);
        dado_text_addf(&head, "%s: %.*s", r->kind, length > 90 ? 90 : length, line);
        dado_page_cell(page, dado_text_string(&head));
        dado_page_cell_count(page, r->held);
        dado_page_cell_count(page, r->failed);
        dado_page_cell(page, r->state == DADO_RULE_LIVE ? "" : dado_rule_words(r));
    }
    dado_page_table_end(page);
    dado_text_free(&head);
}
