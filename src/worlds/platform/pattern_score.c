// pattern_score.c - reads the table of scores and computes a genome's fitness; see
// pattern_score.h.
#include "worlds/platform/pattern_score.h"

#include <string.h>

#include "worlds/platform/table_line_reader.h"

typedef struct reader {
    dado_tokenizer words;
    const dado_patterns *patterns;
    dado_pattern_score *score;
    int32_t *cells;
    dado_error *err;
    // The class of each column, once the line `classes` was read.
    int columns[DADO_CLASSES_MOST];
    int column_count;
    bool row_given[DADO_CLASSES_MOST];
    bool spread;  // true once all cells are filled, so that single cells may be changed
    bool share_given, penalty_given;
} reader;

// Reads a number with up to three decimals, in thousandths.
static bool thousandths(const char *text, int32_t *value)
{
    const char *s = text;
    bool negative = *s == '-';
    if (negative) s++;
    int64_t whole = 0, part = 0;
    int digits = 0, decimals = 0;
    for (; *s >= '0' && *s <= '9' && digits < 7; s++, digits++) whole = whole * 10 + (*s - '0');
    if (digits == 0) return false;
    if (*s == '.') {
        for (s++; *s >= '0' && *s <= '9' && decimals < 4; s++, decimals++) {
            part = part * 10 + (*s - '0');
        }
        if (decimals == 0 || decimals > 3) return false;
    }
    if (*s || whole > 1000000) return false;
    for (; decimals < 3; decimals++) part *= 10;
    int64_t all = whole * DADO_PATTERN_SCORE_UNIT + part;
    *value = (int32_t)(negative ? -all : all);
    return true;
}

static bool read_number(reader *r, int word, int32_t *value)
{
    if (word < r->words.count && thousandths(r->words.word[word].text, value)) return true;
    return dado_fail_at(r->err, DADO_SYNTAX, dado_tokenizer_place(&r->words, word),
                        "expected a number of at most a million, with at most three decimals%s%s",
                        word < r->words.count ? ", not " : "",
                        word < r->words.count ? r->words.word[word].text : "");
}

static bool too_many(reader *r, int expected)
{
    if (r->words.count <= expected) return true;
    return dado_fail_at(r->err, DADO_SYNTAX, dado_tokenizer_place(&r->words, expected),
                        "unexpected text at the end of this line; remove it");
}

static int class_of_word(reader *r, int word)
{
    const char *text = r->words.word[word].text;
    int found = dado_patterns_class(r->patterns, text);
    if (found >= 0) return found;
    const char *near = dado_nearest_name(text, r->patterns->classes, r->patterns->class_count);
    dado_fail_at(r->err, DADO_INVALID, dado_tokenizer_place(&r->words, word),
                 "no pattern is of the class %s%s%s%s", text, near ? "; did you mean " : "",
                 near ? near : "", near ? "?" : "");
    return -1;
}

static bool read_heading(reader *r)
{
    if (r->column_count || r->spread) {
        return dado_fail_at(r->err, DADO_INVALID, dado_tokenizer_place(&r->words, 0),
                            "this table has its scores twice; keep one \"classes\" or \"matrix\"");
    }
    for (int i = 1; i < r->words.count; i++) {
        int found = class_of_word(r, i);
        if (found < 0) return false;
        for (int j = 0; j < r->column_count; j++) {
            if (r->columns[j] == found) {
                return dado_fail_at(r->err, DADO_INVALID, dado_tokenizer_place(&r->words, i),
                                    "the class %s stands twice in this line; name each class once",
                                    r->words.word[i].text);
            }
        }
        r->columns[r->column_count++] = found;
    }
    if (r->column_count == r->patterns->class_count) return true;
    return dado_fail_at(r->err, DADO_INVALID, dado_tokenizer_place(&r->words, 0),
                        "this line must name all %d classes of the patterns, but names %d",
                        r->patterns->class_count, r->column_count);
}

static bool all_rows_given(const reader *r)
{
    for (int i = 0; i < r->patterns->class_count; i++) {
        if (!r->row_given[i]) return false;
    }
    return true;
}

// Reads one row of the class table and sets the scores of all pairs of patterns of the
// two classes.
static bool read_class_row(reader *r, int left_class)
{
    if (r->row_given[left_class]) {
        return dado_fail_at(r->err, DADO_INVALID, dado_tokenizer_place(&r->words, 0),
                            "the table has two rows for %s; remove one", r->words.word[0].text);
    }
    for (int i = 0; i < r->column_count; i++) {
        int32_t value;
        if (!read_number(r, 1 + i, &value)) return false;
        for (int left = 0; left < r->patterns->count; left++) {
            if (r->patterns->items[left].class_index != left_class) continue;
            for (int right = 0; right < r->patterns->count; right++) {
                if (r->patterns->items[right].class_index != r->columns[i]) continue;
                r->cells[left * r->score->stride + right] = value;
            }
        }
    }
    if (!too_many(r, 1 + r->column_count)) return false;
    r->row_given[left_class] = true;
    r->spread = all_rows_given(r);
    return true;
}

static bool read_matrix(reader *r)
{
    if (r->column_count || r->spread) {
        return dado_fail_at(r->err, DADO_INVALID, dado_tokenizer_place(&r->words, 0),
                            "this table has its scores twice; keep one \"classes\" or \"matrix\"");
    }
    if (!too_many(r, 1)) return false;
    for (int left = 0; left < r->patterns->count; left++) {
        if (!dado_tokenizer_next_line(&r->words, r->err)) return false;
        if (r->words.count == 0) {
            return dado_fail_at(r->err, DADO_SYNTAX, dado_tokenizer_place(&r->words, 0),
                                "the matrix has only %d of its %d lines; add the missing ones",
                                left, r->patterns->count);
        }
        for (int right = 0; right < r->patterns->count; right++) {
            if (!read_number(r, right, &r->cells[left * r->score->stride + right])) return false;
        }
        if (!too_many(r, r->patterns->count)) return false;
    }
    r->spread = true;
    return true;
}

static bool read_cell(reader *r)
{
    int found[2] = { 0, 0 };
    const char *names[DADO_PATTERNS_MOST];
    for (int i = 0; i < r->patterns->count; i++) names[i] = r->patterns->items[i].name;
    if (!r->spread) {
        return dado_fail_at(r->err, DADO_INVALID, dado_tokenizer_place(&r->words, 0),
                            "a line \"cell\" must come after all scores of the table");
    }
    for (int i = 0; i < 2; i++) {
        const char *text = 1 + i < r->words.count ? r->words.word[1 + i].text : "";
        found[i] = dado_patterns_find(r->patterns, text);
        if (found[i] >= 0) continue;
        const char *near = dado_nearest_name(text, names, r->patterns->count);
        return dado_fail_at(r->err, DADO_INVALID, dado_tokenizer_place(&r->words, 1 + i),
                            "expected cell LEFT RIGHT SCORE; no pattern is named \"%s\"%s%s%s",
                            text, near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    }
    return read_number(r, 3, &r->cells[found[0] * r->score->stride + found[1]]) && too_many(r, 4);
}

static bool read_share(reader *r)
{
    int32_t value;
    if (!read_number(r, 1, &value)) return false;
    if (value < 0 || value > 100 * DADO_PATTERN_SCORE_UNIT || value % DADO_PATTERN_SCORE_UNIT) {
        return dado_fail_at(r->err, DADO_INVALID, dado_tokenizer_place(&r->words, 1),
                            "share is a whole number of percent, from 0 to 100");
    }
    r->score->share = value / DADO_PATTERN_SCORE_UNIT;
    r->share_given = true;
    return too_many(r, 2);
}

static bool read_line(reader *r)
{
    const char *first = r->words.word[0].text;
    int class_index = dado_patterns_class(r->patterns, first);
    if (strcmp(first, "classes") == 0) return read_heading(r);
    if (strcmp(first, "matrix") == 0) return read_matrix(r);
    if (strcmp(first, "cell") == 0) return read_cell(r);
    if (strcmp(first, "share") == 0 && !r->share_given) return read_share(r);
    if (strcmp(first, "penalty") == 0 && !r->penalty_given) {
        r->penalty_given = true;
        return read_number(r, 1, &r->score->penalty) && too_many(r, 2);
    }
    if (class_index >= 0 && r->column_count) return read_class_row(r, class_index);
    const char *known[DADO_CLASSES_MOST + 5] = { "classes", "matrix", "cell", "share", "penalty" };
    for (int i = 0; i < r->patterns->class_count; i++) known[5 + i] = r->patterns->classes[i];
    const char *near = dado_nearest_name(first, known, 5 + r->patterns->class_count);
    bool again = near && strcmp(near, first) == 0;
    return dado_fail_at(r->err, DADO_SYNTAX, dado_tokenizer_place(&r->words, 0),
                        again ? "%s cannot stand here, or is given twice%s%s%s"
                              : "a line begins with classes, matrix, a class, cell, share or "
                                "penalty, not %s%s%s%s",
                        first, near && !again ? "; did you mean " : "", near && !again ? near : "",
                        near && !again ? "?" : "");
}

bool dado_pattern_score_read(dado_pattern_score *score, const dado_patterns *patterns,
                             const char *source, const char *text, dado_region *region,
                             dado_error *err)
{
    *score = (dado_pattern_score){
        .count = patterns->count, .stride = 1, .share = 15, .penalty = 2 * DADO_PATTERN_SCORE_UNIT
    };
    while (score->stride < patterns->count) {
        score->stride *= 2;
        score->shift++;
    }
    reader *r = dado_new(region, reader, 1);
    int32_t *cells = dado_new(region, int32_t, score->stride * score->stride);
    if (!r || !cells)
        return dado_fail(err, DADO_LIMIT, "out of memory while reading the table of scores");
    r->patterns = patterns;
    r->score = score;
    r->cells = cells;
    r->err = err;
    score->cells = cells;
    dado_tokenizer_begin(&r->words, source, text);
    for (;;) {
        if (!dado_tokenizer_next_line(&r->words, err)) return false;
        if (r->words.count == 0) break;
        if (!read_line(r)) return false;
    }
    if (r->spread) return true;
    for (int i = 0; r->column_count && i < patterns->class_count; i++) {
        if (r->row_given[i]) continue;
        return dado_fail_at(err, DADO_INVALID, (dado_place){ source, r->words.line, 1, 1 },
                            "the table has no row for the class %s; add one", patterns->classes[i]);
    }
    return dado_fail_at(err, DADO_INVALID, (dado_place){ source, 1, 1, 1 },
                        "this table has no scores: it needs a line that begins with classes");
}

int64_t dado_pattern_score_neighbours(const dado_pattern_score *score, const uint8_t *genes,
                                      int count)
{
    const int32_t *cells = score->cells;
    int shift = score->shift;
    int64_t even = 0, odd = 0;
    int i = 0;
    for (; i + 2 < count; i += 2) {
        even += cells[(genes[i] << shift) + genes[i + 1]];
        odd += cells[(genes[i + 1] << shift) + genes[i + 2]];
    }
    if (i + 1 < count) even += cells[(genes[i] << shift) + genes[i + 1]];
    return even + odd;
}

int64_t dado_pattern_score_penalty(const dado_pattern_score *score, const uint8_t *genes, int count)
{
    // Two arrays of counters take turns, so that repeated patterns need not wait for the
    // write before.
    uint16_t even[DADO_PATTERNS_MOST], odd[DADO_PATTERNS_MOST];
    size_t bytes = (size_t)score->count * sizeof even[0];
    memset(even, 0, bytes);
    memset(odd, 0, bytes);
    int i = 0;
    for (; i + 1 < count; i += 2) {
        even[genes[i]]++;
        odd[genes[i + 1]]++;
    }
    if (i < count) even[genes[i]]++;
    int too_often = score->share * count;
    int copies = 0;
    for (int p = 0; p < score->count; p++) {
        int n = even[p] + odd[p];
        copies += 100 * n > too_often ? n : 0;
    }
    return (int64_t)copies * score->penalty;
}

// Computes the fitness of at most 255 patterns in one pass. Counters of one byte suffice
// for these, and two arrays of counters take turns.
static int64_t short_fitness(const dado_pattern_score *score, const uint8_t *genes, int count)
{
    uint8_t even[DADO_PATTERNS_MOST], odd[DADO_PATTERNS_MOST];
    int patterns = (score->count + 31) & ~31;
    memset(even, 0, (size_t)patterns);
    memset(odd, 0, (size_t)patterns);
    const int32_t *cells = score->cells;
    int shift = score->shift;
    int64_t first = 0, second = 0;
    unsigned left = genes[0];
    even[left]++;
    int i = 1;
    for (; i + 1 < count; i += 2) {
        unsigned middle = genes[i], right = genes[i + 1];
        first += cells[(left << shift) + middle];
        odd[middle]++;
        second += cells[(middle << shift) + right];
        even[right]++;
        left = right;
    }
    if (i < count) {
        first += cells[(left << shift) + genes[i]];
        odd[genes[i]]++;
    }
    // Penalizes patterns whose share exceeds the limit: 100 * n > share * count.
    unsigned most = (unsigned)(score->share * count / 100), copies = 0;
    for (int part = 0; part < patterns; part += 32) {
        uint8_t over[32];
        for (int p = 0; p < 32; p++) {
            uint8_t n = (uint8_t)(even[part + p] + odd[part + p]);
            over[p] = n > (uint8_t)most ? n : 0;
        }
        for (int p = 0; p < 32; p++) copies += over[p];
    }
    return first + second - (int64_t)copies * score->penalty;
}

int64_t dado_pattern_score_fitness(const dado_pattern_score *score, const uint8_t *genes, int count)
{
    if (count > 0 && count <= 255) return short_fitness(score, genes, count);
    return dado_pattern_score_neighbours(score, genes, count) -
           dado_pattern_score_penalty(score, genes, count);
}
