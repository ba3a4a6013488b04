// bigpoints_rows.c - see bigpoints.h: reading, listing and counting rows.
#include "worlds/bigpoints.h"

#include <string.h>

int dado_row_length(dado_row_size size)
{
    return size.colours * size.discs + size.white + size.black;
}

char dado_row_letter(int kind)
{
    return "12345WK"[kind];
}

static int kind_of(char letter)
{
    if (letter >= '1' && letter <= '5') return letter - '1';
    if (letter == 'W' || letter == 'w') return DADO_BIGPOINTS_WHITE;
    if (letter == 'K' || letter == 'k') return DADO_BIGPOINTS_BLACK;
    return -1;
}

static bool measure_row(dado_row *row, const int *count, dado_error *err)
{
    int colours = 0;
    for (int c = 0; c < DADO_BIGPOINTS_COLOURS; c++) {
        if (count[c]) colours = c + 1;
    }
    if (colours < 2) {
        return dado_fail(err, DADO_MEANING, "a board has at least two colours, as in 1122");
    }
    for (int c = 0; c < colours; c++) {
        if (count[c] != count[0]) {
            return dado_fail(err, DADO_MEANING,
                             "a board has equally many discs of each colour, but this one has %d "
                             "of colour 1 and %d of colour %d",
                             count[0], count[c], c + 1);
        }
    }
    if (count[0] > DADO_BIGPOINTS_DISCS) {
        return dado_fail(err, DADO_LIMIT, "a board has at most %d discs of a colour, not %d",
                         DADO_BIGPOINTS_DISCS, count[0]);
    }
    int white = count[DADO_BIGPOINTS_WHITE], black = count[DADO_BIGPOINTS_BLACK];
    if (white > DADO_BIGPOINTS_SPECIALS || black > DADO_BIGPOINTS_SPECIALS) {
        return dado_fail(err, DADO_LIMIT, "a board has at most %d white and %d black discs",
                         DADO_BIGPOINTS_SPECIALS, DADO_BIGPOINTS_SPECIALS);
    }
    row->size = (dado_row_size){ colours, count[0], white, black };
    return true;
}

bool dado_row_read(dado_row *row, const char *text, dado_error *err)
{
    int count[DADO_BIGPOINTS_KINDS] = { 0 };
    *row = (dado_row){ 0 };
    for (const char *s = text; *s; s++) {
        int kind = kind_of(*s);
        if (kind < 0) {
            return dado_fail(err, DADO_SYNTAX,
                             "a board is written with the digits 1 to 5, W and K, not \"%c\" "
                             "(disc %d)",
                             *s, (int)(s - text) + 1);
        }
        if (row->length == DADO_BIGPOINTS_LONGEST) {
            return dado_fail(err, DADO_LIMIT, "a board has at most %d discs",
                             DADO_BIGPOINTS_LONGEST);
        }
        row->disc[row->length++] = (uint8_t)kind;
        count[kind]++;
    }
    return measure_row(row, count, err);
}

void dado_row_write(const dado_row *row, char *text)
{
    for (int i = 0; i < row->length; i++) text[i] = dado_row_letter(row->disc[i]);
    text[row->length] = '\0';
}

dado_row dado_row_first(dado_row_size size)
{
    dado_row row = { .size = size };
    for (int c = 0; c < size.colours; c++) {
        for (int k = 0; k < size.discs; k++) row.disc[row.length++] = (uint8_t)c;
    }
    for (int k = 0; k < size.white; k++) row.disc[row.length++] = DADO_BIGPOINTS_WHITE;
    for (int k = 0; k < size.black; k++) row.disc[row.length++] = DADO_BIGPOINTS_BLACK;
    return row;
}

bool dado_row_next(dado_row *row)
{
    uint8_t *disc = row->disc;
    int i = row->length - 2;
    while (i >= 0 && disc[i] >= disc[i + 1]) i--;
    if (i < 0) return false;
    int j = row->length - 1;
    while (disc[j] <= disc[i]) j--;
    uint8_t kept = disc[i];
    disc[i] = disc[j];
    disc[j] = kept;
    for (int a = i + 1, b = row->length - 1; a < b; a++, b--) {
        kept = disc[a];
        disc[a] = disc[b];
        disc[b] = kept;
    }
    return true;
}

bool dado_row_stands_for_class(const dado_row *row)
{
    int seen = 0;
    for (int i = 0; i < row->length; i++) {
        int kind = row->disc[i];
        if (kind >= DADO_BIGPOINTS_COLOURS || kind < seen) continue;
        if (kind > seen) return false;
        seen++;
    }
    return true;
}

uint64_t dado_row_class_size(dado_row_size size)
{
    uint64_t orders = 1;
    for (int c = 2; c <= size.colours; c++) orders *= (uint64_t)c;
    return orders;
}

// Ways to lay `added` equal discs among `before` others; 0 once it no longer fits.
static uint64_t lay_among(uint64_t before, int added)
{
    uint64_t ways = 1;
    for (int k = 1; k <= added; k++) {
        uint64_t factor = before + (uint64_t)k;
        if (ways > UINT64_MAX / factor) return 0;
        ways = ways * factor / (uint64_t)k;  // exact: a binomial coefficient at every step
    }
    return ways;
}

uint64_t dado_row_count(dado_row_size size)
{
    int groups[DADO_BIGPOINTS_COLOURS + 2];
    int parts = 0;
    for (int c = 0; c < size.colours; c++) groups[parts++] = size.discs;
    groups[parts++] = size.white;
    groups[parts++] = size.black;
    uint64_t rows = 1, laid = 0;
    for (int g = 0; g < parts; g++) {
        uint64_t ways = lay_among(laid, groups[g]);
        if (ways == 0 || rows > UINT64_MAX / ways) return 0;
        rows *= ways;
        laid += (uint64_t)groups[g];
    }
    return rows;
}
