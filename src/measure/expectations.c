// expectations.c - reads and writes expectation files; see expectations.h.
//
// A file is written by hand and has one line for each expectation. Comments begin with
// `#`, blanks are free, and an error names its line and column.
#include "measure/expectations.h"

#include <string.h>

typedef struct reader {
    const char *source;
    const dado_measures *measures;
    dado_region *region;
    dado_error *err;
    dado_expectations *expect;
    const char *line;  // start of the current line
    const char *at;
    const char *end;  // end of the current line without its comment and trailing blanks
    int number;
} reader;

static dado_place place_of(const reader *r, const char *at, const char *end)
{
    int length = (int)(end - at);
    return (dado_place){ r->source, r->number, (int)(at - r->line) + 1, length > 0 ? length : 1 };
}

static bool refuse(const reader *r, const char *code, const char *at, const char *end,
                   const char *why)
{
    dado_fail_at(r->err, DADO_SYNTAX, place_of(r, at, end), "%s", why);
    return dado_fail_code(r->err, code);
}

static bool no_memory(const reader *r)
{
    return dado_fail(r->err, DADO_LIMIT,
                     "out of memory while reading the expectations in "
                     "%s",
                     r->source);
}

static void skip_blanks(reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t')) r->at++;
}

// Reads a run of letters, digits, `_`, `-` and `.`; the result is empty if there is none.
static const char *word(reader *r, size_t *length)
{
    skip_blanks(r);
    const char *start = r->at;
    while (r->at < r->end &&
           (strchr("_-.", *r->at) || (*r->at >= '0' && *r->at <= '9') ||
            (*r->at >= 'a' && *r->at <= 'z') || (*r->at >= 'A' && *r->at <= 'Z'))) {
        if (*r->at == '\0') break;
        r->at++;
    }
    *length = (size_t)(r->at - start);
    return start;
}

static bool is_word(const char *start, size_t length, const char *wanted)
{
    return strlen(wanted) == length && memcmp(start, wanted, length) == 0;
}

static bool take_equals(reader *r)
{
    skip_blanks(r);
    if (r->at < r->end && *r->at == '=') {
        r->at++;
        skip_blanks(r);
        return true;
    }
    return refuse(r, "X_SYNTAX", r->at, r->at, "an equals sign is missing here");
}

static bool take_number(reader *r, double *value)
{
    char digits[64];
    skip_blanks(r);
    const char *start = r->at;
    while (r->at < r->end && *r->at != ' ' && *r->at != '\t') r->at++;
    size_t length = (size_t)(r->at - start);
    if (length > 0 && length < sizeof digits) {
        memcpy(digits, start, length);
        digits[length] = '\0';
        if (dado_read_real(digits, value)) return true;
    }
    return refuse(r, "X_SYNTAX", start, r->at, "expected a number here, such as 80 or 0.25");
}

// Reads a number that must not be negative or, if `above_zero`, must be greater than 0.
static bool take_bounded(reader *r, double *value, bool above_zero)
{
    const char *start = (skip_blanks(r), r->at);
    if (!take_number(r, value)) return false;
    if (above_zero ? *value > 0.0 : *value >= 0.0) return true;
    return refuse(r, "Q_BAD_WINDOW", start, r->at,
                  above_zero ? "a weight must be greater than 0" : "a window must not be negative");
}

static bool at_end(reader *r)
{
    skip_blanks(r);
    if (r->at >= r->end) return true;
    return refuse(r, "X_SYNTAX", r->at, r->end,
                  "unexpected text at the end of the line; "
                  "remove it");
}

static bool read_settings(reader *r, dado_expectation *wish)
{
    for (skip_blanks(r); r->at < r->end; skip_blanks(r)) {
        size_t length;
        const char *start = word(r, &length);
        double *value = is_word(start, length, "window")   ? &wish->window
                        : is_word(start, length, "abs")    ? &wish->half
                        : is_word(start, length, "weight") ? &wish->weight
                                                           : NULL;
        if (!value) {
            return refuse(r, "X_SYNTAX", start, length ? r->at : r->end,
                          "only window=, abs= and weight= may follow the wanted value");
        }
        if (!dado_is_none(*value)) {
            return refuse(r, "X_SYNTAX", start, r->at,
                          "this setting is given twice on this "
                          "line; remove one");
        }
        if (!take_equals(r) || !take_bounded(r, value, value == &wish->weight)) return false;
    }
    return true;
}

// Finds the measure that an expectation names, and fails if the file already has an
// expectation for it.
static bool name_wish(reader *r, dado_expectation *wish, const char *start, size_t length)
{
    wish->name = dado_region_copy(r->region, start, length);
    if (!wish->name) return no_memory(r);
    dado_place place = place_of(r, start, start + length);
    for (int i = 0; i < r->expect->count; i++) {
        if (strcmp(r->expect->wishes[i].name, wish->name) != 0) continue;
        dado_fail_at(r->err, DADO_INVALID, place,
                     "there is already an expectation for %.60s, "
                     "in line %d; remove one",
                     wish->name, r->expect->wishes[i].line);
        return dado_fail_code(r->err, "X_DUPLICATE_METRIC");
    }
    if (!r->measures) return true;
    int found = dado_measures_find(r->measures, wish->name);
    if (found >= 0) {
        wish->measure = r->measures->items[found];
        return true;
    }
    const char *near = dado_measures_nearest(r->measures, wish->name);
    dado_fail_at(r->err, DADO_MISSING, place, "there is no measure called %.60s%s", wish->name,
                 dado_did_you_mean(near).s);
    return dado_fail_code(r->err, "X_UNKNOWN_METRIC");
}

static bool read_wish(reader *r)
{
    dado_expectation wish = {
        .window = DADO_NONE, .half = DADO_NONE, .weight = DADO_NONE, .line = r->number
    };
    size_t length;
    const char *start = word(r, &length);
    if (length == 0) {
        return refuse(r, "X_SYNTAX", start, start, "the name of a measure is missing here");
    }
    if (!name_wish(r, &wish, start, length) || !take_equals(r)) return false;
    const char *value = r->at;
    const char *spelled = word(r, &length);
    wish.ignored = is_word(spelled, length, "ignore");
    if (wish.ignored) {
        if (!at_end(r)) return false;
    } else {
        r->at = value;
        if (!take_number(r, &wish.target) || !read_settings(r, &wish)) return false;
    }
    r->expect->wishes[r->expect->count++] = wish;
    return true;
}

static bool read_name(reader *r, const char *key, const char *key_end)
{
    if (r->expect->name)
        return refuse(r, "X_SYNTAX", key, key_end,
                      "the name is given twice; "
                      "remove one of the lines");
    if (!take_equals(r)) return false;
    r->expect->name = dado_region_copy(r->region, r->at, (size_t)(r->end - r->at));
    r->at = r->end;
    return r->expect->name || no_memory(r);
}

static bool read_sigma(reader *r, const char *key, const char *key_end)
{
    if (r->expect->sigma >= 0) {
        return refuse(r, "X_SYNTAX", key, key_end,
                      "sigma is given twice; remove one of the "
                      "lines");
    }
    if (!take_equals(r)) return false;
    size_t length;
    const char *start = word(r, &length);
    if (is_word(start, length, "sample")) r->expect->sigma = DADO_SIGMA_SAMPLE;
    else if (is_word(start, length, "sem")) r->expect->sigma = DADO_SIGMA_SEM;
    else return refuse(r, "X_SYNTAX", start, r->at, "sigma is either sample or sem");
    return at_end(r);
}

static bool read_window(reader *r, const char *key, const char *key_end)
{
    if (!dado_is_none(r->expect->window)) {
        return refuse(r, "X_SYNTAX", key, key_end,
                      "the window is given twice; remove one of "
                      "the lines");
    }
    return take_equals(r) && take_bounded(r, &r->expect->window, false) && at_end(r);
}

static bool read_line(reader *r)
{
    size_t length;
    const char *key = word(r, &length);
    if (r->at >= r->end && length == 0) return true;
    if (is_word(key, length, "metric")) return read_wish(r);
    if (is_word(key, length, "name")) return read_name(r, key, r->at);
    if (is_word(key, length, "window")) return read_window(r, key, r->at);
    if (is_word(key, length, "sigma")) return read_sigma(r, key, r->at);
    return refuse(r, "X_SYNTAX", key, length ? r->at : r->end,
                  "a line must begin with metric, name, window or sigma, such as: metric "
                  "rounds = 10");
}

bool dado_expectations_read(dado_expectations *expect, const char *source, const char *text,
                            const dado_measures *measures, dado_region *region, dado_error *err)
{
    *expect = (dado_expectations){ .window = DADO_NONE, .sigma = -1 };
    reader r = {
        .source = source, .measures = measures, .region = region, .err = err, .expect = expect
    };
    size_t lines = 1;
    for (const char *s = text; *s; s++) lines += *s == '\n';
    if (lines > 1000000) {
        return dado_fail(err, DADO_LIMIT,
                         "%s has more than 1,000,000 lines; is it an "
                         "expectation file?",
                         source);
    }
    expect->wishes = dado_new(region, dado_expectation, lines);
    if (!expect->wishes) return no_memory(&r);
    while (*text) {
        size_t length = strcspn(text, "\n");
        r.number++;
        r.line = r.at = text;
        r.end = text + strcspn(text, "#\r\n");
        while (r.end > r.at && (r.end[-1] == ' ' || r.end[-1] == '\t')) r.end--;
        if (!read_line(&r)) return false;
        text += length + (text[length] == '\n');
    }
    return true;
}

static void write_setting(dado_text *out, const char *name, double value)
{
    if (dado_is_none(value)) return;
    dado_text_addf(out, " %s=", name);
    dado_text_real(out, value);
}

void dado_expectations_write(const dado_expectations *expect, dado_text *out)
{
    if (expect->name) dado_text_addf(out, "name = %s\n", expect->name);
    if (!dado_is_none(expect->window)) {
        dado_text_add(out, "window = ");
        dado_text_real(out, expect->window);
        dado_text_char(out, '\n');
    }
    if (expect->sigma >= 0) {
        dado_text_addf(out, "sigma = %s\n", expect->sigma == DADO_SIGMA_SEM ? "sem" : "sample");
    }
    for (int i = 0; i < expect->count; i++) {
        const dado_expectation *wish = &expect->wishes[i];
        dado_text_addf(out, "metric %s = ", wish->name);
        if (wish->ignored) dado_text_add(out, "ignore");
        else dado_text_real(out, wish->target);
        write_setting(out, "window", wish->window);
        write_setting(out, "abs", wish->half);
        write_setting(out, "weight", wish->weight);
        dado_text_char(out, '\n');
    }
}

bool dado_expectations_check(const dado_expectations *expect, dado_error *err)
{
    int chosen = 0;
    bool bad = expect->window < 0.0;
    for (int i = 0; i < expect->count; i++) {
        const dado_expectation *wish = &expect->wishes[i];
        chosen += !wish->ignored;
        bad = bad || wish->window < 0.0 || wish->half < 0.0 || wish->weight <= 0.0;
    }
    if (bad) {
        dado_fail(err, DADO_INVALID,
                  "a window must not be negative, and a weight must be "
                  "greater than 0");
        return dado_fail_code(err, "Q_BAD_WINDOW");
    }
    if (chosen > 0) return true;
    dado_fail(err, DADO_INVALID,
              "there is no expectation for any measure; add a line "
              "such as: metric rounds = 10");
    return dado_fail_code(err, "Q_NO_METRICS");
}
