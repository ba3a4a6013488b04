// document_test.c - a document holds what was put in, and every format says all that is in it.
#define _POSIX_C_SOURCE 200809L
#include "support/sample_findings.h"
#include "support/json_schema.h"
#include "support/test.h"
#include "support/xml_well_formed.h"

#include "report/format.h"

static const char schema_path[] = "docs/reference/document.schema.json";

static const dado_field fields[] = {
    { .name = "place", .title = "place", .kind = DADO_FIELD_WORDS, .group = true },
    { .name = "who", .title = "who", .kind = DADO_FIELD_WORDS },
    { .name = "wins", .title = "wins", .kind = DADO_FIELD_ESTIMATE },
    { .name = "score", .title = "score", .kind = DADO_FIELD_NUMBER, .rank = 2 },
    { .name = "p", .title = "p", .kind = DADO_FIELD_NUMBER },
    { .name = "best", .title = "best", .kind = DADO_FIELD_FLAG, .rank = 3 },
    { .name = "form", .title = "form", .kind = DADO_FIELD_CURVE },
};
enum { field_count = sizeof fields / sizeof *fields };

static void put_row(dado_part *table, const char *place, const char *who, double hits)
{
    const double form[] = { 1, 3, 2 };
    dado_put(table, place);
    dado_put(table, who);
    dado_put(table, dado_estimate_proportion(hits, 100, 0.95));
    dado_put(table, hits / 3);
    dado_put(table, dado_estimate_p_value(0.03125));
    dado_put(table, (bool)(hits > 50));
    dado_put_curve(table, form, 3);
}

// Rows that name their columns may leave some out, and take them in any order.
static void a_row_by_names_is_the_row_by_places(void **state)
{
    (void)state;
    dado_document d;
    dado_document_init(&d);
    dado_part *table = dado_document_table(&d, "rows", fields, field_count);
    put_row(table, "here", "somebody", 62);
    dado_put_row(table);
    dado_put_named(table, "score", 7);
    dado_put_named(table, fields[1].name, "another");
    dado_put_row(table);
    assert_int_equal(dado_part_rows(table), 3);
    const dado_entry *second = table->entries + field_count, *third = second + field_count;
    for (int i = 0; i < field_count; i++) {
        dado_entry_kind kind = i == 1   ? DADO_ENTRY_TEXT
                               : i == 3 ? DADO_ENTRY_ESTIMATE
                                        : DADO_ENTRY_NONE;
        assert_int_equal(second[i].kind, kind);
        assert_int_equal(third[i].kind, DADO_ENTRY_NONE);
    }
    assert_string_equal(second[1].words, "another");
    assert_true(second[3].figure.value == 7);
    dado_document_free(&d);
}

// One of everything, called what `name` says.
static void fill(dado_document *d, const char *name)
{
    dado_document_init(d);
    d->title = dado_document_copy(d, name);
    d->job = "sample";
    d->command = dado_document_copyf(d, "dado sample '%s'", name);
    dado_document_text(d, "words", name)->heading = "Words";
    dado_part *facts = dado_document_facts(d, "facts");
    dado_fact(facts, "called", name, name);
    dado_fact(facts, "share", "share", dado_estimate_proportion(62, 100, 0.95));
    dado_fact(facts, "nothing", "nothing", dado_estimate_none());
    dado_fact(facts, "over", "over", true);
    dado_part *table = dado_document_table(d, "rows", fields, field_count);
    put_row(table, "here", name, 62);
    put_row(table, "here", "second", 38);
    dado_part *aside = dado_document_table(d, "aside", fields, field_count);
    put_row(aside, "here", "kept", 1);
    put_row(aside, "here", "unsaid", 2);
    dado_put_row_hidden(aside);
    dado_verdict verdict = { .topic = "fairness",
                             .tone = DADO_WARN,
                             .figure = { 0.6, 0.5, 0.7 },
                             .count = 100,
                             .level = 0.95 };
    snprintf(verdict.claim, sizeof verdict.claim, "%s wins.", name);
    dado_document_verdicts(d, "verdicts", &verdict, 1);
    const double y[] = { 1, DADO_NONE, 3 };
    const char *labels[] = { name, "b", "c" };
    dado_series series = { .name = name, .mark = DADO_BARS, .count = 3, .y = y };
    dado_reference_line rule = { .at = 2, .label = name };
    dado_document_chart(d, "bars",
                        &(dado_chart){ .title = name,
                                       .about = name,
                                       .x = { .labels = labels, .label_count = 3 },
                                       .series = &series,
                                       .count = 1,
                                       .rules = &rule,
                                       .rule_count = 1 });
    const double heat[] = { 1, 2, 3, DADO_NONE };
    dado_document_heatmap(
        d, "heat",
        &(dado_heatmap){ .title = name, .about = name, .rows = 2, .columns = 2, .values = heat });
    dado_document_picture(d, "picture", NULL, name);
    dado_document_source(d, "source", name);
    dado_part *remarks = dado_document_diagnostics(d, "remarks");
    dado_error err = { 0 };
    dado_fail_at(&err, DADO_SYNTAX, (dado_place){ name, 1, 2, 1 }, "odd");
    dado_put_diagnostic(remarks, &err, false, name);
    dado_put_link(dado_document_links(d, "links"), name, name);
    assert_false(d->cut);
}

static dado_text rendered(const char *format, const char *name, int columns)
{
    dado_document d;
    fill(&d, name);
    dado_text out = { 0 };
    dado_format_named(format)->write(&d, &(dado_terminal_style){ .columns = columns, .seen = true },
                                     &out);
    dado_document_free(&d);
    assert_false(out.cut);
    return out;
}

static void a_row_takes_its_entries_by_their_types(void **state)
{
    (void)state;
    static const dado_field columns[] = {
        DADO_FIELD(WORDS, "who", "Who"),        DADO_FIELD(WORDS, "what", "What"),
        DADO_FIELD(NUMBER, "many", "Many"),     DADO_FIELD(NUMBER, "much", "Much", .rank = 2),
        DADO_FIELD(ESTIMATE, "share", "Share"), DADO_FIELD(FLAG, "over", "Over"),
    };
    dado_document one, other;
    dado_document *documents[] = { &one, &other };
    dado_part *parts[2];
    for (int i = 0; i < 2; i++) {
        dado_document_init(documents[i]);
        documents[i]->job = "sample";
        parts[i] = dado_document_table(documents[i], "rows", columns, 6);
    }
    const char *nothing = NULL;
    char who[8] = "kim";
    const bool over = true;
    dado_put(parts[0], who, nothing, (int64_t)1 << 40, 0.25,
             dado_estimate_proportion(62, 100, 0.95), over);
    const dado_entry same[] = {
        dado_entry_text("kim"),
        dado_entry_text(NULL),
        dado_entry_integer((int64_t)1 << 40),
        dado_entry_real(0.25),
        dado_entry_estimate(dado_estimate_proportion(62, 100, 0.95)),
        dado_entry_flag(true),
    };
    dado_put_entries(parts[1], same, 6);
    memset(who, 'x', sizeof who - 1);  // what is put is copied
    assert_int_equal(dado_part_rows(parts[0]), 1);
    assert_int_equal(columns[3].rank, 2);
    assert_true(dado_document_hash(&one) == dado_document_hash(&other));
    dado_put(parts[0], "sam", "", 2, DADO_NONE, dado_estimate_none(), (bool)false);
    assert_int_equal(parts[0]->entries[9].kind, DADO_ENTRY_NONE);
    assert_int_equal(parts[0]->entries[8].figure.kind, DADO_ESTIMATE_INTEGER);
    for (int i = 0; i < 2; i++) dado_document_free(documents[i]);
}

static void estimates_are_drawn_with_their_intervals(void **state)
{
    (void)state;
    dado_document d;
    dado_document_init(&d);
    dado_part *part =
        dado_document_estimates(&d, "shares", DADO_DOTS, 3, (dado_chart){ .title = "Shares" });
    dado_put_estimate(part, (dado_interval){ 0.5, 0.4, 0.6 }, "first");
    dado_put_estimate(part, (dado_interval){ 0.25, 0.2, 0.3 }, "second");
    const dado_chart *chart = &part->drawn.chart;
    assert_int_equal(chart->count, 1);
    assert_int_equal(chart->x.label_count, 2);
    assert_int_equal(chart->series[0].count, 2);
    assert_string_equal(chart->x.labels[1], "second");
    assert_true(chart->series[0].y[1] == 0.25 && chart->series[0].low[0] == 0.4);
    assert_true(chart->series[0].high[1] == 0.3 && chart->series[0].mark == DADO_DOTS);
    dado_document_free(&d);
}

static void a_part_is_given_its_heading_and_its_points(void **state)
{
    (void)state;
    dado_document d;
    dado_document_init(&d);
    dado_part *part =
        dado_document_chart(&d, DADO_PART("curve", .heading = "Curves", .reader = DADO_FOR_PAGES),
                            &(dado_chart){ .title = "Curve" });
    dado_put_series(part, 2, (dado_series){ .name = "bare" });
    for (int i = 0; i < 3; i++) dado_put_point(part, 10 * i, i);  // of which the last has no room
    dado_put_series(part, 2, (dado_series){ .mark = DADO_DOTS });
    dado_put_range(part, DADO_NONE, (dado_interval){ 5, 4, 6 });
    assert_string_equal(part->name, "curve");
    assert_string_equal(part->heading, "Curves");
    assert_int_equal(part->reader, DADO_FOR_PAGES);
    const dado_series *series = part->drawn.chart.series;
    assert_int_equal(part->drawn.chart.count, 2);
    assert_int_equal(series[0].count, 2);
    assert_true(series[0].x[1] == 10 && series[0].y[1] == 1 && !series[0].low && !series[0].high);
    assert_true(!series[1].x && series[1].y[0] == 5 && series[1].low[0] == 4);
    assert_true(series[1].high[0] == 6 && series[1].count == 1);
    dado_document_free(&d);
}

static void json_keeps_to_its_schema_whatever_the_names(void **state)
{
    (void)state;
    const char *names[] = { "plain", dado_hostile_text, "", "\xff\x01" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        dado_text json = rendered("json", names[i], 80);
        char why[400];
        if (!dado_schema_file_holds(schema_path, json.data, why, sizeof why)) fail_msg("%s", why);
        dado_text_free(&json);
    }
}

static void the_schema_refuses_what_is_not_a_document(void **state)
{
    (void)state;
    dado_text json = rendered("json", "plain", 80);
    static const char *const spoilt[][2] = {
        { "\"kind\":\"table\"", "\"kind\":\"tably\"" },
        { "\"document\":1", "\"document\":2" },
        { "\"title\":\"who\"", "\"ttile\":\"who\"" },
        { "\"value\":0.62", "\"value\":\"x\"" },
    };
    for (size_t i = 0; i < sizeof spoilt / sizeof *spoilt; i++) {
        char *copy = strdup(json.data), *at = strstr(copy, spoilt[i][0]), why[400];
        assert_non_null(at);
        memcpy(at, spoilt[i][1], strlen(spoilt[i][1]));
        assert_false(dado_schema_file_holds(schema_path, copy, why, sizeof why));
        free(copy);
    }
    dado_text_free(&json);
}

static void programs_find_figures_by_name(void **state)
{
    (void)state;
    dado_text json = rendered("json", "plain", 80);
    json_t *read = json_loads(json.data, 0, NULL), *rows, *parts = json_object_get(read, "parts");
    rows = json_object_get(json_object_get(parts, "rows"), "rows");
    assert_int_equal(json_array_size(rows), 2);
    json_t *wins = json_object_get(json_array_get(rows, 0), "wins");
    assert_true(json_number_value(json_object_get(wins, "value")) == 0.62);
    assert_true(json_number_value(json_object_get(wins, "low")) > 0.52);
    assert_int_equal(json_integer_value(json_object_get(wins, "count")), 100);
    assert_string_equal(json_string_value(json_object_get(wins, "kind")), "share");
    rows = json_object_get(json_object_get(parts, "aside"), "rows");
    assert_int_equal(json_array_size(rows), 2);
    json_decref(read);
    dado_text_free(&json);
}

static void spreadsheets_get_every_row_and_both_ends_of_intervals(void **state)
{
    (void)state;
    dado_text csv = rendered("csv", "a,b", 80);
    assert_non_null(strstr(csv.data, "# rows\nplace,who,wins,wins_low,wins_high,score,p,best,form\n"
                                     "here,\"a,b\",0.62,0.52"));
    assert_non_null(strstr(csv.data, "\n\n# aside\n"));
    assert_non_null(strstr(csv.data, "here,unsaid,0.02,"));
    dado_text_free(&csv);
}

static void a_narrow_terminal_gets_lines_and_loses_no_figure(void **state)
{
    (void)state;
    dado_text wide = rendered("text", "plain", 100), narrow = rendered("text", "plain", 30);
    assert_non_null(strstr(wide.data, "52.2 to 70.9 %"));
    assert_non_null(strstr(wide.data, "score"));
    assert_non_null(strstr(narrow.data, "52.2"));   // what the share rests on
    assert_null(strstr(wide.data, "unsaid"));       // goes without saying
    assert_non_null(strstr(narrow.data, "0.031"));  // the p-value next to the claim
    assert_non_null(strstr(narrow.data, "plain wins."));
    for (const char *line = narrow.data; *line;) {
        size_t length = strcspn(line, "\n");
        assert_true(dado_text_width(line, length) <= 30);
        line += length + (line[length] == '\n');
    }
    dado_text_free(&wide);
    dado_text_free(&narrow);
}

static void groups_are_named_where_there_are_two(void **state)
{
    (void)state;
    dado_document d;
    dado_document_init(&d);
    dado_part *table = dado_document_table(&d, "rows", fields, field_count);
    put_row(table, "here", "a", 1);
    dado_text out = { 0 };
    dado_format_named("text")->write(&d, &(dado_terminal_style){ .columns = 80, .seen = true },
                                     &out);
    assert_null(strstr(out.data, "here"));
    put_row(table, "there", "b", 1);
    dado_text_clear(&out);
    dado_format_named("text")->write(&d, &(dado_terminal_style){ .columns = 80, .seen = true },
                                     &out);
    assert_non_null(strstr(out.data, "here\n"));
    assert_non_null(strstr(out.data, "\nthere\n"));
    dado_text_free(&out);
    dado_document_free(&d);
}

static void names_stay_words_on_a_page(void **state)
{
    (void)state;
    dado_text page = rendered("html", dado_hostile_text, 80);
    assert_null(strstr(page.data, "<script"));
    assert_null(strstr(page.data, "<img"));
    assert_true(dado_occurrences(page.data, "&lt;script&gt;") > 8);
    assert_non_null(strstr(page.data, "How this was made"));
    dado_text_free(&page);
}

static void the_hash_is_of_what_is_said(void **state)
{
    (void)state;
    dado_document a, b;
    fill(&a, "plain");
    fill(&b, "plain");
    b.version = "another";
    b.command = "dado otherwise";
    assert_true(dado_document_hash(&a) == dado_document_hash(&b));
    dado_document_text(&b, "more", "words");
    assert_true(dado_document_hash(&a) != dado_document_hash(&b));
    dado_document_free(&a);
    dado_document_free(&b);
}

// However little memory there is, what does not fit is said to be cut, and nothing breaks.
static void without_memory_it_is_cut(void **state)
{
    (void)state;
    bool whole = false;
    for (size_t limit = 64; limit < 1 << 20 && !whole; limit = limit * 5 / 4) {
        dado_document d = { .title = "" };
        dado_region_init(&d.region, limit);
        dado_part *table = dado_document_table(&d, "rows", fields, field_count);
        for (int i = 0; i < 40; i++) put_row(table, "here", "who", i);
        dado_put_row_hidden(table);
        dado_part *facts = dado_document_facts(&d, "facts");
        dado_fact(facts, "a", "a", "b");
        dado_fact_about(facts, "c");
        whole = !d.cut;
        dado_document_free(&d);
    }
    assert_true(whole);
}

static void a_file_names_its_format(void **state)
{
    (void)state;
    assert_string_equal(dado_format_of_file("a/b.html")->name, "html");
    assert_string_equal(dado_format_of_file("a.json")->name, "json");
    assert_null(dado_format_of_file("html"));
    assert_null(dado_format_named("htm"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_by_names_is_the_row_by_places),
        cmocka_unit_test(a_row_takes_its_entries_by_their_types),
        cmocka_unit_test(estimates_are_drawn_with_their_intervals),
        cmocka_unit_test(a_part_is_given_its_heading_and_its_points),
        cmocka_unit_test(json_keeps_to_its_schema_whatever_the_names),
        cmocka_unit_test(the_schema_refuses_what_is_not_a_document),
        cmocka_unit_test(programs_find_figures_by_name),
        cmocka_unit_test(spreadsheets_get_every_row_and_both_ends_of_intervals),
        cmocka_unit_test(a_narrow_terminal_gets_lines_and_loses_no_figure),
        cmocka_unit_test(groups_are_named_where_there_are_two),
        cmocka_unit_test(names_stay_words_on_a_page),
        cmocka_unit_test(the_hash_is_of_what_is_said),
        cmocka_unit_test(without_memory_it_is_cut),
        cmocka_unit_test(a_file_names_its_format),
    };
    return cmocka_run_group_tests_name("document", tests, NULL, NULL);
}
