// bigpoints_boards.c - reads, lists and counts rows of discs; see bigpoints_boards.h.
#include "worlds/bigpoints_boards.h"

#include <string.h>

int dado_bigpoints_row_length(dado_bigpoints_row_size size)
{
    return size.colours * size.discs + size.white + size.black;
}

char dado_bigpoints_row_letter(int kind)
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

static bool measure_row(dado_bigpoints_row *row, const int *count, dado_error *err)
{
    int colours = 0;
    for (int c = 0; c < DADO_BIGPOINTS_COLOURS; c++) {
        if (count[c]) colours = c + 1;
    }
    if (colours < 2) {
        return dado_fail(err, DADO_INVALID,
                         "a board needs at least two colours, as in 1122; this one has fewer");
    }
    for (int c = 0; c < colours; c++) {
        if (count[c] != count[0]) {
            return dado_fail(err, DADO_INVALID,
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
    row->size = (dado_bigpoints_row_size){ colours, count[0], white, black };
    return true;
}

bool dado_bigpoints_row_read(dado_bigpoints_row *row, const char *text, dado_error *err)
{
    int count[DADO_BIGPOINTS_KINDS] = { 0 };
    *row = (dado_bigpoints_row){ 0 };
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

void dado_bigpoints_row_write(const dado_bigpoints_row *row, char *text)
{
    for (int i = 0; i < row->length; i++) text[i] = dado_bigpoints_row_letter(row->disc[i]);
    text[row->length] = '\0';
}

dado_bigpoints_row dado_bigpoints_row_first(dado_bigpoints_row_size size)
{
    dado_bigpoints_row row = { .size = size };
    for (int c = 0; c < size.colours; c++) {
        for (int k = 0; k < size.discs; k++) row.disc[row.length++] = (uint8_t)c;
    }
    for (int k = 0; k < size.white; k++) row.disc[row.length++] = DADO_BIGPOINTS_WHITE;
    for (int k = 0; k < size.black; k++) row.disc[row.length++] = DADO_BIGPOINTS_BLACK;
    return row;
}

bool dado_bigpoints_row_next(dado_bigpoints_row *row)
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

uint64_t dado_bigpoints_row_class_size(dado_bigpoints_row_size size)
{
    uint64_t orders = 1;
    for (int c = 2; c <= size.colours; c++) orders *= (uint64_t)c;
    return orders;
}

// Returns the number of ways to mix `added` equal discs into a row of `before` others, or
// 0 if the number does not fit into 64 bits.
static uint64_t interleavings(uint64_t before, int added)
{
    uint64_t ways = 1;
    for (int k = 1; k <= added; k++) {
        uint64_t factor = before + (uint64_t)k;
        if (ways > UINT64_MAX / factor) return 0;
        // The division is exact: `ways` is a binomial coefficient after every step.
        ways = ways * factor / (uint64_t)k;
    }
    return ways;
}

// Returns the number of different rows that can be made of groups of equal discs, with
// `groups[g]` discs in group g, or 0 if it does not fit into 64 bits.
static uint64_t arrangements(const int *groups, int parts)
{
    uint64_t rows = 1, laid = 0;
    for (int g = 0; g < parts; g++) {
        uint64_t ways = interleavings(laid, groups[g]);
        if (ways == 0 || rows > UINT64_MAX / ways) return 0;
        rows *= ways;
        laid += (uint64_t)groups[g];
    }
    return rows;
}

// The discs of each kind that are still to be laid, and how many colours the row so far
// has and lacks.
typedef struct rest {
    int left[DADO_BIGPOINTS_KINDS];
    int seen, unseen;
} rest;

static rest all_of(dado_bigpoints_row_size size)
{
    rest r = { .unseen = size.colours };
    for (int c = 0; c < size.colours; c++) r.left[c] = size.discs;
    r.left[DADO_BIGPOINTS_WHITE] = size.white;
    r.left[DADO_BIGPOINTS_BLACK] = size.black;
    return r;
}

// Returns the number of rows that the remaining discs can make. If only canonical rows
// count, colours must first appear in ascending order, so only one order of the unseen
// colours counts.
static uint64_t rows_of(const rest *r, bool canonical)
{
    uint64_t rows = arrangements(r->left, DADO_BIGPOINTS_KINDS);
    for (int c = 2; canonical && c <= r->unseen; c++) rows /= (uint64_t)c;
    return rows;
}

uint64_t dado_bigpoints_row_count(dado_bigpoints_row_size size)
{
    rest r = all_of(size);
    return rows_of(&r, false);
}

// Lays a disc of the given kind. Returns false if none is left, or if the row would not
// be canonical.
static bool lay(rest *r, int kind, bool canonical)
{
    bool colour = kind < DADO_BIGPOINTS_COLOURS;
    if (r->left[kind] == 0 || (canonical && colour && kind > r->seen)) return false;
    r->left[kind]--;
    if (colour && kind == r->seen) {
        r->seen++;
        r->unseen--;
    }
    return true;
}

dado_bigpoints_row dado_bigpoints_row_numbered(dado_bigpoints_row_size size, bool canonical,
                                               uint64_t number)
{
    dado_bigpoints_row row = { .size = size, .length = dado_bigpoints_row_length(size) };
    rest r = all_of(size);
    for (int i = 0; i < row.length; i++) {
        for (int kind = 0; kind < DADO_BIGPOINTS_KINDS; kind++) {
            rest then = r;
            if (!lay(&then, kind, canonical)) continue;
            uint64_t rows = rows_of(&then, canonical);
            row.disc[i] = (uint8_t)kind;
            if (number < rows) {
                r = then;
                break;
            }
            number -= rows;
        }
    }
    return row;
}

uint64_t dado_bigpoints_row_number(const dado_bigpoints_row *row, bool canonical)
{
    uint64_t number = 0;
    rest r = all_of(row->size);
    for (int i = 0; i < row->length; i++) {
        for (int kind = 0; kind < row->disc[i]; kind++) {
            rest then = r;
            if (lay(&then, kind, canonical)) number += rows_of(&then, canonical);
        }
        lay(&r, row->disc[i], canonical);
    }
    return number;
}

void dado_bigpoints_row_rename(dado_bigpoints_row *row)
{
    int name[DADO_BIGPOINTS_KINDS] = {
        -1, -1, -1, -1, -1, DADO_BIGPOINTS_WHITE, DADO_BIGPOINTS_BLACK
    };
    int seen = 0;
    for (int i = 0; i < row->length; i++) {
        int kind = row->disc[i];
        if (name[kind] < 0) name[kind] = seen++;
        row->disc[i] = (uint8_t)name[kind];
    }
}

// ---- the interface that lists all boards of the game

// Returns the number of rows of a size, rounded, also where it has more than 64 bits.
static double rounded_row_count(dado_bigpoints_row_size size)
{
    rest r = all_of(size);
    double rows = 1;
    int laid = 0;
    for (int kind = 0; kind < DADO_BIGPOINTS_KINDS; kind++) {
        for (int i = 1; i <= r.left[kind]; i++) rows = rows * ++laid / i;
    }
    return rows;
}

static bool list_boards(dado_board_list *list, const dado_options *options, dado_region *region,
                        dado_error *err)
{
    dado_option_reader ask = dado_option_reader_begin(options);
    dado_bigpoints_row_size *size = dado_new(region, dado_bigpoints_row_size, 1);
    if (!size) return dado_fail(err, DADO_LIMIT, "out of memory while listing boards");
    size->colours = (int)dado_option_int(&ask, "colours", 0, 2, DADO_BIGPOINTS_COLOURS);
    size->discs = (int)dado_option_int(&ask, "discs", 0, 1, DADO_BIGPOINTS_DISCS);
    size->white = (int)dado_option_int(&ask, "white", 0, 0, DADO_BIGPOINTS_SPECIALS);
    size->black = (int)dado_option_int(&ask, "black", 0, 0, DADO_BIGPOINTS_SPECIALS);
    dado_option_int(&ask, "players", 2, 2, DADO_BIGPOINTS_PLAYERS);
    dado_option_bool(&ask, "loose", false);
    if (!dado_option_reader_end(&ask, region, NULL, err)) return false;
    if (!size->colours || !size->discs) {
        return dado_fail(err, DADO_INVALID,
                         "the size of the boards is missing; set colours and discs, as "
                         "in -D colours=3 -D discs=3");
    }
    *list = (dado_board_list){ .count = dado_bigpoints_row_count(*size),
                               .self = size,
                               .about = rounded_row_count(*size) };
    list->classes = list->count / dado_bigpoints_row_class_size(*size);
    return true;
}

static void write_row(const dado_bigpoints_row *row, dado_text *out)
{
    char text[DADO_BIGPOINTS_LONGEST + 1];
    dado_bigpoints_row_write(row, text);
    dado_text_add(out, text);
}

static void write_board(const dado_board_list *list, bool canonical, uint64_t number,
                        dado_text *out)
{
    dado_bigpoints_row row = dado_bigpoints_row_numbered(
        *(const dado_bigpoints_row_size *)list->self, canonical, number);
    write_row(&row, out);
}

static uint64_t class_of(const dado_board_list *list, const char *board)
{
    dado_bigpoints_row row;
    (void)list;
    if (!dado_bigpoints_row_read(&row, board, NULL)) return 0;
    dado_bigpoints_row_rename(&row);
    return dado_bigpoints_row_number(&row, true);
}

static void draw_board(const dado_board_list *list, bool canonical, dado_rng *luck, dado_text *out)
{
    dado_bigpoints_row row = dado_bigpoints_row_first(*(const dado_bigpoints_row_size *)list->self);
    for (int k = row.length - 1; k > 0; k--) {
        int other = (int)dado_rng_below(luck, (uint64_t)k + 1);
        uint8_t kept = row.disc[k];
        row.disc[k] = row.disc[other];
        row.disc[other] = kept;
    }
    if (canonical) dado_bigpoints_row_rename(&row);
    write_row(&row, out);
}

const dado_board_enumerator dado_bigpoints_boards = {
    .option = "board",
    .size = { "colours", "discs" },
    .list = list_boards,
    .write = write_board,
    .class_of = class_of,
    .draw = draw_board,
};
