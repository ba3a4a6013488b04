// document.c - see document.h.
#include "report/document.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lab/library.h"

void dado_document_init(dado_document *document)
{
    *document = (dado_document){ .title = "", .version = dado_version };
    dado_arena_init_generous(&document->arena);
}

void dado_document_free(dado_document *document)
{
    dado_arena_free(&document->arena);
    *document = (dado_document){ 0 };
}

static void *take(dado_document *document, int count, size_t size)
{
    void *taken = dado_arena_take(&document->arena, (size_t)(count > 0 ? count : 1), size);
    if (!taken) document->cut = true;
    return taken;
}

static void *keep(dado_document *document, const void *from, int count, size_t size)
{
    if (!from || count <= 0) return NULL;
    void *kept = take(document, count, size);
    if (kept) memcpy(kept, from, (size_t)count * size);
    return kept;
}

static const char *copy_bytes(dado_document *document, const char *text, size_t length)
{
    const char *copy = dado_arena_copy(&document->arena, text, length);
    if (!copy) document->cut = true;
    return copy;
}

const char *dado_document_copy(dado_document *document, const char *text)
{
    return text ? copy_bytes(document, text, strlen(text)) : NULL;
}

DADO_PRINTF(2, 0)
static const char *copy_formatted(dado_document *document, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    char *copy = length < 0 ? NULL : take(document, length + 1, 1);
    if (copy) vsnprintf(copy, (size_t)length + 1, format, again);
    va_end(again);
    return copy;
}

const char *dado_document_copyf(dado_document *document, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *copy = copy_formatted(document, format, args);
    va_end(args);
    return copy;
}

const dado_part *dado_document_part(const dado_document *document, const char *name)
{
    for (const dado_part *part = document->first; part; part = part->next) {
        if (strcmp(part->name, name) == 0) return part;
    }
    return NULL;
}

static dado_part *add_part(dado_document *document, dado_part_kind kind, const char *name)
{
    assert(!dado_document_part(document, name));
    dado_part *part = take(document, 1, sizeof *part);
    const char *kept = dado_document_copy(document, name);
    if (!part || !kept) {
        document->lost = (dado_part){ .kind = kind, .name = "", .document = document };
        return &document->lost;
    }
    *part = (dado_part){ .kind = kind, .name = kept, .document = document };
    if (document->last) document->last->next = part;
    else document->first = part;
    document->last = part;
    return part;
}

dado_part *dado_document_text(dado_document *document, const char *name, const char *words)
{
    dado_part *part = add_part(document, DADO_PART_TEXT, name);
    part->words = dado_document_copy(document, words);
    return part;
}

dado_part *dado_document_textf(dado_document *document, const char *name, const char *format, ...)
{
    dado_part *part = add_part(document, DADO_PART_TEXT, name);
    va_list args;
    va_start(args, format);
    part->words = copy_formatted(document, format, args);
    va_end(args);
    return part;
}

dado_part *dado_document_source(dado_document *document, const char *name, const char *text)
{
    dado_part *part = add_part(document, DADO_PART_SOURCE, name);
    part->words = dado_document_copy(document, text);
    return part;
}

dado_part *dado_document_picture(dado_document *document, const char *name, const char *svg,
                                 const char *words)
{
    dado_part *part = add_part(document, DADO_PART_PICTURE, name);
    part->svg = dado_document_copy(document, svg);
    part->words = dado_document_copy(document, words);
    return part;
}

dado_part *dado_document_facts(dado_document *document, const char *name)
{
    return add_part(document, DADO_PART_FACTS, name);
}

dado_part *dado_document_diagnostics(dado_document *document, const char *name)
{
    return add_part(document, DADO_PART_DIAGNOSTICS, name);
}

dado_part *dado_document_links(dado_document *document, const char *name)
{
    return add_part(document, DADO_PART_LINKS, name);
}

dado_part *dado_document_verdicts(dado_document *document, const char *name,
                                  const dado_verdict *verdicts, int count)
{
    dado_part *part = add_part(document, DADO_PART_VERDICTS, name);
    part->verdicts = keep(document, verdicts, count, sizeof *verdicts);
    part->count = part->verdicts ? count : 0;
    for (int i = 0; i < part->count; i++) {
        part->verdicts[i].topic = dado_document_copy(document, verdicts[i].topic);
        part->verdicts[i].place.source =
            dado_document_copy(document, verdicts[i].place.source);
    }
    return part;
}

// --- charts ---

static const char *const *copy_labels(dado_document *document, const char *const *labels, int count)
{
    const char **kept = keep(document, labels, count, sizeof *labels);
    for (int i = 0; kept && i < count; i++) kept[i] = dado_document_copy(document, labels[i]);
    return kept;
}

static dado_axis copy_axis(dado_document *document, const dado_axis *axis)
{
    dado_axis kept = *axis;
    kept.title = dado_document_copy(document, axis->title);
    kept.labels = copy_labels(document, axis->labels, axis->label_count);
    if (!kept.labels) kept.label_count = 0;
    return kept;
}

static void copy_series(dado_document *document, dado_series *series)
{
    const double **columns[] = { &series->x, &series->y, &series->x_end, &series->low,
                                 &series->high };
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        *columns[i] = keep(document, *columns[i], series->count, sizeof(double));
    }
    series->name = dado_document_copy(document, series->name);
}

dado_part *dado_document_chart(dado_document *document, const char *name, const dado_chart *chart)
{
    dado_part *part = add_part(document, DADO_PART_CHART, name);
    dado_chart *kept = &part->drawn.chart;
    part->shape = DADO_SHAPE_CHART;
    *kept = *chart;
    kept->title = dado_document_copy(document, chart->title);
    kept->about = dado_document_copy(document, chart->about);
    kept->x = copy_axis(document, &chart->x);
    kept->y = copy_axis(document, &chart->y);
    dado_series *series = keep(document, chart->series, chart->count, sizeof *series);
    dado_rule *rules = keep(document, chart->rules, chart->rule_count, sizeof *rules);
    kept->series = series;
    kept->rules = rules;
    kept->count = series ? chart->count : 0;
    kept->rule_count = rules ? chart->rule_count : 0;
    for (int i = 0; i < kept->count; i++) copy_series(document, &series[i]);
    for (int i = 0; i < kept->rule_count; i++) {
        rules[i].label = dado_document_copy(document, rules[i].label);
    }
    return part;
}

dado_part *dado_document_estimates(dado_document *document, const char *name, dado_mark mark,
                                   const char *const *labels, const dado_interval *estimates,
                                   int count, dado_chart chart)
{
    double *y = take(document, 3 * count, sizeof *y), *low = y + count, *high = low + count;
    if (!y) count = 0;
    for (int i = 0; i < count; i++) {
        y[i] = estimates[i].value;
        low[i] = estimates[i].low;
        high[i] = estimates[i].high;
    }
    dado_series series = { .mark = mark, .count = count, .y = y, .low = low, .high = high };
    chart.x.labels = labels;
    chart.x.label_count = count;
    chart.series = &series;
    chart.count = 1;
    return dado_document_chart(document, name, &chart);
}

dado_part *dado_document_heat(dado_document *document, const char *name, const dado_heat *heat)
{
    dado_part *part = add_part(document, DADO_PART_CHART, name);
    dado_heat *kept = &part->drawn.heat;
    part->shape = DADO_SHAPE_HEAT;
    *kept = *heat;
    kept->title = dado_document_copy(document, heat->title);
    kept->about = dado_document_copy(document, heat->about);
    kept->row_title = dado_document_copy(document, heat->row_title);
    kept->column_title = dado_document_copy(document, heat->column_title);
    kept->value_title = dado_document_copy(document, heat->value_title);
    kept->row_labels = copy_labels(document, heat->row_labels, heat->rows);
    kept->column_labels = copy_labels(document, heat->column_labels, heat->columns);
    kept->values = keep(document, heat->values, heat->rows * heat->columns, sizeof(double));
    kept->marks = keep(document, heat->marks, heat->rows * heat->columns, 1);
    if (!kept->values) kept->rows = kept->columns = 0;
    return part;
}

void dado_part_draw(const dado_part *part, bool alone, dado_text *out)
{
    dado_chart chart = part->drawn.chart;
    dado_heat heat = part->drawn.heat;
    chart.alone = heat.alone = alone;
    if (part->kind == DADO_PART_PICTURE) dado_text_add(out, part->svg);
    else if (part->shape == DADO_SHAPE_CHART) dado_chart_draw(&chart, out);
    else dado_heat_draw(&heat, out);
}

// --- tables ---

// Twice the room, in a new place: an arena gives nothing back, and a document does not live long.
static void *more_room(dado_document *document, const void *from, int used, int *room, size_t size)
{
    int wanted = *room ? 2 * *room : 16;
    void *larger = take(document, wanted, size);
    if (!larger) return NULL;
    if (used) memcpy(larger, from, (size_t)used * size);
    *room = wanted;
    return larger;
}

void dado_put_field(dado_part *part, dado_field field)
{
    dado_document *document = part->document;
    assert(part->entry_count == 0);
    if (part->field_count == part->room) {
        dado_field *larger =
            more_room(document, part->fields, part->field_count, &part->room, sizeof *larger);
        if (!larger) return;
        part->fields = larger;
    }
    field.name = dado_document_copy(document, field.name);
    field.title = dado_document_copy(document, field.title);
    field.about = dado_document_copy(document, field.about);
    part->fields[part->field_count++] = field;
}

dado_part *dado_document_table(dado_document *document, const char *name, const dado_field *fields,
                               int count)
{
    dado_part *part = add_part(document, DADO_PART_TABLE, name);
    for (int i = 0; i < count; i++) dado_put_field(part, fields[i]);
    return part;
}

int dado_part_rows(const dado_part *part)
{
    return part->field_count ? part->entry_count / part->field_count : 0;
}

static void put(dado_part *part, dado_entry entry)
{
    if (part->field_count == 0) return;  // there was no memory for it
    if (part->entry_count == part->entry_room) {
        int rows = part->entry_room / part->field_count, room = rows;
        bool *aside = more_room(part->document, part->aside, rows, &room, sizeof *aside);
        int entries = rows * part->field_count;
        dado_entry *larger = take(part->document, room * part->field_count, sizeof *larger);
        if (!aside || !larger) return;
        if (entries) memcpy(larger, part->entries, (size_t)entries * sizeof *larger);
        part->aside = aside;
        part->entries = larger;
        part->entry_room = room * part->field_count;
    }
    part->entries[part->entry_count++] = entry;
}

dado_entry dado_entry_words(const char *words)
{
    return (dado_entry){ .kind = words ? DADO_ENTRY_WORDS : DADO_ENTRY_NONE, .words = words };
}

dado_entry dado_entry_flag(bool flag)
{
    return (dado_entry){ .kind = DADO_ENTRY_FLAG, .flag = flag };
}

dado_entry dado_entry_figure(dado_figure figure)
{
    bool none = dado_figure_is_none(figure);
    return (dado_entry){ .kind = none ? DADO_ENTRY_NONE : DADO_ENTRY_FIGURE, .figure = figure };
}

dado_entry dado_entry_whole(int64_t value)
{
    return dado_entry_figure(dado_figure_whole(value));
}

dado_entry dado_entry_real(double value)
{
    return dado_entry_figure(dado_figure_real(value));
}

// What is borrowed becomes the document's; what there is no memory for is none.
static dado_entry kept_entry(dado_document *document, dado_entry entry)
{
    bool link = entry.kind == DADO_ENTRY_LINK, words = link || entry.kind == DADO_ENTRY_WORDS;
    entry.words = dado_document_copy(document, entry.words);
    entry.target = dado_document_copy(document, entry.target);
    entry.figure.unit = dado_document_copy(document, entry.figure.unit);
    entry.curve = keep(document, entry.curve, entry.curve_count, sizeof *entry.curve);
    bool lost = (words && !entry.words) || (link && !entry.target) ||
                (entry.kind == DADO_ENTRY_CURVE && !entry.curve);
    return lost ? dado_entry_words(NULL) : entry;
}

void dado_put_entries(dado_part *part, const dado_entry *entries, int count)
{
    for (int i = 0; i < count; i++) put(part, kept_entry(part->document, entries[i]));
}

static void put_one(dado_part *part, dado_entry entry)
{
    dado_put_entries(part, &entry, 1);
}

void dado_put_wordsf(dado_part *part, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put(part, dado_entry_words(copy_formatted(part->document, format, args)));
    va_end(args);
}

void dado_put_curve(dado_part *part, const double *values, int count)
{
    put_one(part, (dado_entry){ .kind = DADO_ENTRY_CURVE, .curve = values, .curve_count = count });
}

void dado_put_link_to(dado_part *part, const char *words, const char *target)
{
    put_one(part, (dado_entry){ .kind = DADO_ENTRY_LINK, .words = words, .target = target });
}

void dado_put_none(dado_part *part)
{
    put_one(part, dado_entry_words(NULL));
}

void dado_put_aside(dado_part *part)
{
    assert(part->entry_count > 0 || part->document->cut);
    if (part->entry_count) part->aside[(part->entry_count - 1) / part->field_count] = true;
}

// --- facts, diagnostics, links ---

void dado_put_fact(dado_part *part, const char *name, const char *label, dado_entry entry)
{
    dado_document *document = part->document;
    if (part->count == part->room) {
        dado_fact *larger =
            more_room(document, part->facts, part->count, &part->room, sizeof *larger);
        if (!larger) return;
        part->facts = larger;
    }
    part->facts[part->count++] = (dado_fact){ .name = dado_document_copy(document, name),
                                              .label = dado_document_copy(document, label),
                                              .entry = kept_entry(document, entry) };
}

void dado_fact_about(dado_part *part, const char *about)
{
    assert(part->count > 0 || part->document->cut);
    if (part->count) part->facts[part->count - 1].about = dado_document_copy(part->document, about);
}

void dado_fact_aboutf(dado_part *part, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    dado_fact_about(part, copy_formatted(part->document, format, args));
    va_end(args);
}

void dado_put_remark(dado_part *part, const dado_error *error, bool warning, const char *text)
{
    dado_document *document = part->document;
    if (part->count == part->room) {
        dado_remark *larger =
            more_room(document, part->remarks, part->count, &part->room, sizeof *larger);
        if (!larger) return;
        part->remarks = larger;
    }
    // Remarks about one text share its copy.
    const dado_remark *last = part->count ? &part->remarks[part->count - 1] : NULL;
    bool same = last && last->text && text && strcmp(last->text, text) == 0;
    dado_remark *remark = &part->remarks[part->count++];
    *remark = (dado_remark){ .error = *error,
                             .warning = warning,
                             .text = same ? last->text : dado_document_copy(document, text) };
    remark->error.place.source = dado_document_copy(document, error->place.source);
}

void dado_put_link(dado_part *part, const char *label, const char *target)
{
    dado_document *document = part->document;
    if (part->count == part->room) {
        dado_link *larger =
            more_room(document, part->links, part->count, &part->room, sizeof *larger);
        if (!larger) return;
        part->links = larger;
    }
    part->links[part->count++] = (dado_link){ .label = dado_document_copy(document, label),
                                              .target = dado_document_copy(document, target) };
}
