// chart_fuzz.c - whatever a user names things and whatever the numbers, drawings are well-formed.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/chart.h"
#include "report/format.h"
#include "support/xml_well_formed.h"

enum { most_points = 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must_be_sound(dado_text *out)
{
    char why[200];
    if (!dado_xml_is_well_formed(dado_text_string(out), why, sizeof why)) {
        fprintf(stderr, "%s\n", why);
        abort();
    }
    dado_text_free(out);
}

// The first byte chooses the drawing, the next few its numbers as raw doubles, the rest is names.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    unsigned kind = data[0], form = data[1];
    data += 2;
    size -= 2;
    double numbers[3 * most_points] = { 0 };
    size_t bytes = size / 2 / sizeof(double) * sizeof(double);
    if (bytes > sizeof numbers) bytes = sizeof numbers;
    memcpy(numbers, data, bytes);
    int count = (int)(bytes / sizeof(double) / 3);
    char name[200];
    size_t length = size - bytes < sizeof name - 1 ? size - bytes : sizeof name - 1;
    memcpy(name, data + bytes, length);
    name[length] = '\0';
    const char *labels[most_points];
    for (int i = 0; i < most_points; i++) labels[i] = name;

    dado_text out = { 0 };
    if (kind % 8 < 6) {
        dado_series s = { .name = name,
                          .mark = (dado_mark)(kind % 4),
                          .count = count,
                          .x = form & 1 ? numbers : NULL,
                          .y = numbers + count,
                          .low = form & 2 ? numbers : NULL,
                          .high = form & 2 ? numbers + 2 * (size_t)count : NULL,
                          .x_end = form & 4 ? numbers + 2 * (size_t)count : NULL };
        dado_reference_line rule = { .at = numbers[0], .upright = form & 8, .label = name };
        dado_chart chart = { .title = name,
                             .about = name,
                             .series = &s,
                             .count = 1,
                             .rules = &rule,
                             .rule_count = 1,
                             .flat = form & 16,
                             .alone = form & 32,
                             .y = { .logarithm = form & 64, .title = name },
                             .x = { .labels = form & 128 ? labels : NULL,
                                    .title = name,
                                    .label_count = count ? count : 1 } };
        dado_chart_draw(&chart, &out);
    } else if (kind % 8 == 6) {
        if (count == 0) return 0;
        dado_heatmap_draw(&(dado_heatmap){ .title = name,
                                           .rows = 3,
                                           .columns = count,
                                           .values = numbers,
                                           .row_labels = labels,
                                           .column_labels = labels,
                                           .numbers = form & 1,
                                           .diverging = form & 2,
                                           .alone = true },
                          &out);
    } else {
        dado_sparkline_draw(numbers, count, name, &out);
    }
    must_be_sound(&out);
    return 0;
}
