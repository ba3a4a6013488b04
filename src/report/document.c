// document.c - see document.h.
#include "report/document.h"

#include <string.h>

#include "lab/file.h"

void dado_document_init(dado_document *document)
{
    *document = (dado_document){ .title = "", .version = dado_version };
}

void dado_document_free(dado_document *document)
{
    dado_region_free(&document->region);
    *document = (dado_document){ 0 };
}

static void *take(dado_document *document, int count, size_t size)
{
    void *taken = dado_region_alloc(&document->region, (size_t)(count > 0 ? count : 1), size);
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

const char *dado_document_copy(dado_document *document, const char *text)
{
    const char *copy = text ? dado_region_copy(&document->region, text, strlen(text)) : NULL;
    document->cut = document->cut || (text && !copy);
    return copy;
}

const char *dado_document_copyf(dado_document *document, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    char *copy = length < 0 ? NULL : take(document, length + 1, 1);
    if (copy) vsnprintf(copy, (size_t)length + 1, format, again);
    va_end(again);
    va_end(args);
    return copy;
}

const dado_part *dado_document_part(const dado_document *document, const char *name)
{
    for (const dado_part *part = document->first; part; part = part->next) {
        if (name && strcmp(part->name, name) == 0) return part;
    }
    return NULL;
}

const dado_part *dado_part_from_spec(const dado_part *part, dado_part *room)
{
    (void)room;
    return part;
}

const dado_part *dado_part_from_name(const char *name, dado_part *room)
{
    room->name = name;
    return room;
}

dado_part *dado_add_part(dado_document *document, const dado_part *spec, dado_part_kind kind,
                         const char *words)
{
    assert(!dado_document_part(document, spec->name));
    dado_part *part = keep(document, spec, 1, sizeof *spec);
    const char *name = dado_document_copy(document, spec->name);
    if (!part || !name) {
        document->lost = (dado_part){ .kind = kind, .name = "", .document = document };
        return &document->lost;
    }
    part->kind = kind;
    part->name = name;
    part->document = document;
    part->words = dado_document_copy(document, words);
    if (document->last) document->last->next = part;
    else document->first = part;
    document->last = part;
    return part;
}

dado_part *dado_add_picture(dado_document *document, const dado_part *spec, const char *svg,
                            const char *words)
{
    dado_part *part = dado_add_part(document, spec, DADO_PART_PICTURE, words);
    part->svg = dado_document_copy(document, svg);
    return part;
}

// Copies borrowed texts into the document.
#define own(document, ...) own_texts(document, (const char **const[]){ __VA_ARGS__, NULL })
static void own_texts(dado_document *document, const char **const *texts)
{
    for (; *texts; texts++) **texts = dado_document_copy(document, **texts);
}

dado_part *dado_add_verdicts(dado_document *document, const dado_part *spec,
                             const dado_verdict *verdicts, int count)
{
    dado_part *part = dado_add_part(document, spec, DADO_PART_VERDICTS, NULL);
    part->verdicts = keep(document, verdicts, count, sizeof *verdicts);
    part->count = part->verdicts ? count : 0;
    for (int i = 0; i < part->count; i++) {
        own(document, &part->verdicts[i].topic, &part->verdicts[i].place.source);
    }
    return part;
}

// --- items ---

// Returns room for one more item, or NULL if memory has run out. A full list moves to a place
// twice as large. The region frees nothing, which is fine: a document does not live long.
static void *one_more(dado_document *document, void **items, int *count, int *room, size_t size)
{
    if (*count == *room) {
        int wanted = *room ? 2 * *room : 16;
        void *larger = take(document, wanted, size);
        if (!larger) return NULL;
        if (*count) memcpy(larger, *items, (size_t)*count * size);
        *items = larger;
        *room = wanted;
    }
    return (char *)*items + (size_t)(*count)++ * size;
}

static void *new_item(dado_part *part, size_t size)
{
    return one_more(part->document, &part->items, &part->count, &part->room, size);
}

// --- charts ---

static const char *const *copy_labels(dado_document *document, const char *const *labels, int count)
{
    const char **kept = keep(document, labels, count, sizeof *labels);
    for (int i = 0; kept && i < count; i++) kept[i] = dado_document_copy(document, labels[i]);
    return kept;
}

static void own_axis(dado_document *document, dado_axis *axis)
{
    own(document, &axis->title);
    axis->labels = copy_labels(document, axis->labels, axis->label_count);
    if (!axis->labels) axis->label_count = 0;
}

void dado_put_series(dado_part *part, int most, dado_series series)
{
    dado_series *kept = new_item(part, sizeof *kept);
    double *room = take(part->document, 4 * most, sizeof *room);  // x, y, low, high
    part->entry_room = kept && room ? most : 0;
    if (!kept) return;
    const double **columns[] = { &series.x, &series.y, &series.x_end, &series.low, &series.high };
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        *columns[i] = keep(part->document, *columns[i], series.count, sizeof(double));
    }
    own(part->document, &series.name);
    if (part->entry_room) series.y = room + most;
    *kept = series;
    part->drawn.chart.series = part->items;
    part->drawn.chart.count = part->count;
}

dado_part *dado_add_chart(dado_document *document, const dado_part *spec, const dado_chart *chart)
{
    dado_part *part = dado_add_part(document, spec, DADO_PART_CHART, NULL);
    dado_chart *kept = &part->drawn.chart;
    part->shape = DADO_SHAPE_CHART;
    *kept = *chart;
    own(document, &kept->title, &kept->about);
    own_axis(document, &kept->x);
    own_axis(document, &kept->y);
    dado_reference_line *rules = keep(document, chart->rules, chart->rule_count, sizeof *rules);
    kept->rules = rules;
    kept->rule_count = rules ? chart->rule_count : 0;
    for (int i = 0; i < kept->rule_count; i++) own(document, &rules[i].label);
    kept->count = 0;
    for (int i = 0; i < chart->count; i++) dado_put_series(part, 0, chart->series[i]);
    return part;
}

static void put_point(dado_part *part, double x, dado_interval y, bool ranges)
{
    int most = part->entry_room;
    dado_series *series = most ? (dado_series *)part->items + part->count - 1 : NULL;
    if (!series || series->count == most) return;  // there was no memory for this series
    double *at = (double *)series->y + series->count++;
    at[0] = y.value;
    if (!dado_is_none(x)) at[-most] = x, series->x = series->y - most;
    if (!ranges) return;
    at[most] = y.low;
    at[2 * most] = y.high;
    series->low = series->y + most;
    series->high = series->low + most;
}

void dado_put_point(dado_part *part, double x, double y)
{
    put_point(part, x, (dado_interval){ .value = y }, false);
}

void dado_put_range(dado_part *part, double x, dado_interval y)
{
    put_point(part, x, y, true);
}

dado_part *dado_add_estimates(dado_document *document, const dado_part *spec, dado_mark mark,
                              int most, dado_chart chart)
{
    dado_part *part = dado_add_chart(document, spec, &chart);
    part->drawn.chart.x.labels = take(document, most, sizeof(char *));
    dado_put_series(part, part->drawn.chart.x.labels ? most : 0, (dado_series){ .mark = mark });
    return part;
}

void dado_put_estimate(dado_part *part, dado_interval estimate, const char *label)
{
    dado_axis *x = &part->drawn.chart.x;
    if (x->label_count == part->entry_room) return;  // there was no memory for this label
    ((const char **)x->labels)[x->label_count++] = dado_document_copy(part->document, label);
    put_point(part, DADO_NONE, estimate, true);
}

dado_part *dado_add_heatmap(dado_document *document, const dado_part *spec,
                            const dado_heatmap *heat)
{
    dado_part *part = dado_add_part(document, spec, DADO_PART_CHART, NULL);
    dado_heatmap *kept = &part->drawn.heat;
    part->shape = DADO_SHAPE_HEATMAP;
    *kept = *heat;
    own(document, &kept->title, &kept->about, &kept->row_title, &kept->column_title,
        &kept->value_title);
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
    dado_heatmap heat = part->drawn.heat;
    chart.alone = heat.alone = alone;
    if (part->kind == DADO_PART_PICTURE) dado_text_add(out, part->svg);
    else if (part->shape == DADO_SHAPE_CHART) dado_chart_draw(&chart, out);
    else dado_heatmap_draw(&heat, out);
}

// --- tables ---

void dado_put_field(dado_part *part, dado_field field)
{
    assert(part->entry_count == 0);
    own(part->document, &field.name, &field.title, &field.about);
    dado_field *item = new_item(part, sizeof *item);
    if (item) *item = field;
}

dado_part *dado_add_table(dado_document *document, const dado_part *spec, const dado_field *fields,
                          int count)
{
    dado_part *part = dado_add_part(document, spec, DADO_PART_TABLE, NULL);
    for (int i = 0; i < count; i++) dado_put_field(part, fields[i]);
    return part;
}

int dado_part_rows(const dado_part *part)
{
    return part->field_count ? part->entry_count / part->field_count : 0;
}

dado_entry dado_entry_text(const char *words)
{
    return (dado_entry){ .kind = words ? DADO_ENTRY_TEXT : DADO_ENTRY_NONE, .words = words };
}

dado_entry dado_entry_flag(bool flag)
{
    return (dado_entry){ .kind = DADO_ENTRY_FLAG, .flag = flag };
}

dado_entry dado_entry_estimate(dado_estimate figure)
{
    bool none = dado_estimate_is_none(figure);
    return (dado_entry){ .kind = none ? DADO_ENTRY_NONE : DADO_ENTRY_ESTIMATE, .figure = figure };
}

dado_entry dado_entry_integer(int64_t value)
{
    return dado_entry_estimate(dado_estimate_integer(value));
}

dado_entry dado_entry_real(double value)
{
    return dado_entry_estimate(dado_estimate_real(value));
}

// Copies borrowed texts of an entry into the document. Without memory the entry is empty.
static dado_entry kept_entry(dado_document *document, dado_entry entry)
{
    bool link = entry.kind == DADO_ENTRY_LINK, words = link || entry.kind == DADO_ENTRY_TEXT;
    own(document, &entry.words, &entry.target, &entry.figure.unit);
    entry.curve = keep(document, entry.curve, entry.curve_count, sizeof *entry.curve);
    bool lost = (words && !entry.words) || (link && !entry.target) ||
                (entry.kind == DADO_ENTRY_CURVE && !entry.curve);
    return lost ? dado_entry_text(NULL) : entry;
}

void dado_put_entries(dado_part *part, const dado_entry *entries, int count)
{
    void *held = part->entries;
    for (int i = 0; part->field_count && i < count; i++) {  // a table without fields had no memory
        dado_entry *entry =
            one_more(part->document, &held, &part->entry_count, &part->entry_room, sizeof *entry);
        part->entries = held;
        if (entry) *entry = kept_entry(part->document, entries[i]);
    }
}

void dado_put_row(dado_part *part)
{
    assert(!part->field_count || part->entry_count % part->field_count == 0);
    dado_entry none = dado_entry_text(NULL);
    for (int i = 0; i < part->field_count; i++) dado_put_entries(part, &none, 1);
}

void dado_put_in_column(dado_part *part, const char *column, dado_entry entry)
{
    int field = 0;
    while (field < part->field_count && strcmp(part->fields[field].name, column) != 0) field++;
    assert(field < part->field_count || part->document->cut);
    int row = dado_part_rows(part) - 1;
    if (field == part->field_count || row < 0) return;  // there was no memory for this row
    part->entries[row * part->field_count + field] = kept_entry(part->document, entry);
}

void dado_put_curve(dado_part *part, const double *values, int count)
{
    dado_entry curve = { .kind = DADO_ENTRY_CURVE, .curve = values, .curve_count = count };
    dado_put_entries(part, &curve, 1);
}

void dado_put_link_to(dado_part *part, const char *words, const char *target)
{
    dado_entry link = { .kind = DADO_ENTRY_LINK, .words = words, .target = target };
    dado_put_entries(part, &link, 1);
}

void dado_put_row_hidden(dado_part *part)
{
    assert(part->entry_count > 0 || part->document->cut);
    int row = part->entry_count ? (part->entry_count - 1) / part->field_count : 0;
    if (part->entry_count) part->entries[row * part->field_count].aside = true;
}

// --- facts, diagnostics, links ---

void dado_put_fact(dado_part *part, const char *name, const char *label, dado_entry entry)
{
    dado_fact *fact = new_item(part, sizeof *fact);
    if (!fact) return;
    *fact = (dado_fact){ name, label, kept_entry(part->document, entry), NULL };
    own(part->document, &fact->name, &fact->label);
}

void dado_fact_about(dado_part *part, const char *about)
{
    assert(part->count > 0 || part->document->cut);
    if (part->count) part->facts[part->count - 1].about = dado_document_copy(part->document, about);
}

void dado_put_diagnostic(dado_part *part, const dado_error *error, bool warning, const char *text)
{
    dado_diagnostic *remark = new_item(part, sizeof *remark);
    if (!remark) return;
    *remark = (dado_diagnostic){ .error = *error, .warning = warning, .text = text };
    // Consecutive remarks about the same text share one copy of it.
    const char *last = part->count > 1 ? remark[-1].text : NULL;
    if (last && text && strcmp(last, text) == 0) remark->text = last;
    else own(part->document, &remark->text);
    own(part->document, &remark->error.place.source);
}

void dado_put_link(dado_part *part, const char *label, const char *target)
{
    dado_link *link = new_item(part, sizeof *link);
    if (!link) return;
    *link = (dado_link){ label, target };
    own(part->document, &link->label, &link->target);
}
