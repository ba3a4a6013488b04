// parse_card_file.c - makes a deck from a spreadsheet: (cards "market.csv").
//
// The first line names attributes, and every other line is a kind of card. A row becomes
// what a person would write: a value of the first attribute that has the others as nested
// attributes. So nothing after the parser knows about files.
#include "recycle/parser_helpers.h"

enum { most_columns = 32, most_rows = 5000, longest_cell = 200, most_copies = 1000 };

typedef struct card_file {
    parser *r;
    const char *file;  // its name, for messages
    const char *at;    // the text that is not read yet
    char separator;
    int row;     // number of the line, from 1
    int string;  // token of its name
    int32_t key[most_columns];
    int columns, count_column;  // one column may give the number of copies; -1: none
} card_file;

DADO_PRINTF(3, 4)
static void refuse(card_file *f, const char *code, const char *format, ...)
{
    char text[300];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    f->r->lost = true;
    if (f->row) {
        rcy_diagnose(f->r->s, code, f->string, f->string, "%.80s, row %d: %s", f->file, f->row,
                     text);
    } else {
        rcy_diagnose(f->r->s, code, f->string, f->string, "%.80s %s", f->file, text);
    }
}

// Returns the separator of cells: the first comma, semicolon or tab in the first line.
static char separator_of(const char *text)
{
    bool quoted = false;
    for (; *text && (quoted || *text != '\n'); text++) {
        if (*text == '"') quoted = !quoted;
        if (!quoted && (*text == ',' || *text == ';' || *text == '\t')) return *text;
    }
    return ',';
}

static bool ends_line(char c)
{
    return c == '\0' || c == '\n' || c == '\r';
}

// Reads the next cell of a row, without blanks around it. `more` is set if another
// follows in the row.
static bool read_cell(card_file *f, char cell[longest_cell + 1], bool *more)
{
    size_t length = 0;
    const char *c = f->at;
    while (*c == ' ' || (*c == '\t' && f->separator != '\t')) c++;
    bool quoted = *c == '"';
    if (quoted) c++;
    for (;; c++) {
        if (quoted && c[0] == '"' && c[1] == '"') c++;
        else if (quoted ? *c == '"' || *c == '\0' : *c == f->separator || ends_line(*c)) break;
        if ((unsigned char)*c < ' ' || *c == 0x7F) {
            refuse(f, "E257", "a cell has a line break or another control character");
            return false;
        }
        if (length == longest_cell) {
            refuse(f, "E257", "a cell has more than %d bytes", longest_cell);
            return false;
        }
        cell[length++] = *c;
    }
    if (quoted && *c == '"') c++;
    else if (quoted) refuse(f, "E257", "a quoted cell does not end");
    while (*c == ' ') c++;
    while (!quoted && length > 0 && cell[length - 1] == ' ') length--;
    cell[length] = '\0';
    if (!f->r->lost && *c != f->separator && !ends_line(*c)) {
        refuse(f, "E257", "something follows a quoted cell");
    }
    *more = *c == f->separator;
    f->at = *more ? c + 1 : c;
    return !f->r->lost;
}

// Goes to the next line that is not empty; returns false at the end.
static bool next_row(card_file *f)
{
    for (;;) {
        while (*f->at == '\r') f->at++;
        if (*f->at == '\n') {
            f->at++;
            f->row++;
            continue;
        }
        const char *c = f->at;
        while (*c == ' ' || *c == f->separator || *c == '\r') c++;
        if (*c != '\n') return *c != '\0';
        f->at = c;
    }
}

// Turns a column title like "Card name" into CARD_NAME. Returns false, with a report, if
// it cannot be the name of an attribute.
static bool name_column(card_file *f, char *name, int column)
{
    bool fits = (name[0] >= 'A' && name[0] <= 'Z') || (name[0] >= 'a' && name[0] <= 'z');
    for (char *c = name; *c; c++) {
        if (*c >= 'a' && *c <= 'z') *c = (char)(*c - 'a' + 'A');
        if (*c == ' ' || *c == '-') *c = '_';
        bool letter = *c >= 'A' && *c <= 'Z', digit = *c >= '0' && *c <= '9';
        fits = fits && (letter || digit || *c == '_');
    }
    if (!fits) {
        refuse(f, "E257",
               "column %d is headed \"%.40s\"; the name of an attribute has letters, "
               "digits and _, and begins with a letter",
               column + 1, name);
    }
    return fits;
}

static int32_t intern(card_file *f, const char *text)
{
    int32_t name = rcy_name(&f->r->s->names, text, strlen(text));
    if (name >= 0) return name;
    f->r->s->no_memory = f->r->lost = true;
    return 0;
}

static bool read_header(card_file *f)
{
    char cell[longest_cell + 1];
    f->count_column = -1;
    if (!next_row(f)) {
        f->row = 0;
        refuse(f, "E256", "is empty; its first line names attributes: NAME,COST,COUNT");
        return false;
    }
    for (bool more = true; more && f->columns < most_columns; f->columns++) {
        if (!read_cell(f, cell, &more) || !name_column(f, cell, f->columns)) return false;
        f->key[f->columns] = intern(f, cell);
        if (strcmp(cell, "COUNT") == 0) f->count_column = f->columns;
        for (int i = 0; i < f->columns; i++) {
            if (f->key[i] != f->key[f->columns]) continue;
            refuse(f, "E257", "two columns are called %.40s", cell);
            return false;
        }
    }
    if (!ends_line(*f->at)) refuse(f, "E256", "there are more than %d columns", most_columns);
    if (f->count_column == 0 && f->columns == 1) {
        refuse(f, "E256", "there are no attributes beside COUNT");
    }
    return !f->r->lost;
}

// Makes the group (KEY (VALUE)) for one value.
static rcy_tree *group_of(card_file *f, int32_t value)
{
    parser *r = f->r;
    rcy_tree *group = form(r, form_group), *list = form(r, form_strings),
             *name = form(r, form_name);
    int mark = r->height;
    name->name = value;
    push(r, name);
    adopt(r, list, mark);
    push(r, list);
    adopt(r, group, mark);
    return group;
}

static int64_t copies_in(card_file *f, const char *cell)
{
    int64_t count = 1;
    bool number = !*cell || dado_read_int(cell, &count);
    if (number && count >= 0 && count <= most_copies) return count;
    refuse(f, "E257", "COUNT must be 0 to %d, not \"%.40s\"", most_copies, cell);
    return 0;
}

// Reads a row as a group: the value of the first attribute, with the others as its nested
// attributes. All copies of it are pushed.
static void read_row(card_file *f)
{
    parser *r = f->r;
    char cell[longest_cell + 1];
    int mark = r->height, column = 0;
    int64_t copies = 1;
    int first = f->count_column == 0 ? 1 : 0;
    rcy_tree *group = NULL;
    for (bool more = true; more; column++) {
        if (!read_cell(f, cell, &more)) return;
        if (column >= f->columns && *cell) {
            refuse(f, "E257", "there are more cells than columns, beginning with \"%.40s\"", cell);
            return;
        }
        if (column >= f->columns) continue;
        if (column == f->count_column) {
            copies = copies_in(f, cell);
        } else if (column == first) {
            if (!*cell)
                refuse(f, "E257", "the first column, %s, is empty", rcy_text(r->s, f->key[first]));
            else group = group_of(f, intern(f, cell));
            if (!r->lost) push(r, group->kids[0]);
        } else if (*cell) {
            rcy_tree *attribute = form(r, form_attribute);
            int kids = r->height;
            attribute->name = f->key[column];
            push(r, group_of(f, intern(f, cell)));
            adopt(r, attribute, kids);
            push(r, attribute);
        }
        if (r->lost) return;
    }
    if (!group) {
        refuse(f, "E257", "there are fewer cells than columns");
        return;
    }
    adopt(r, group, mark);
    for (int64_t i = 0; i < copies && !r->lost; i++) push(r, group);
}

// Parses (cards "market.csv") and returns its cards as an attribute.
rcy_tree *rcy_parse_card_file(parser *r)
{
    rcy_tree *t = form(r, form_attribute), *whole = form(r, form_bad);
    int mark = r->height, start = r->at;
    r->s->next_edition = true;
    r->at += 2;
    if (!is(r, 0, TOKEN_STRING)) {
        expected(r, "the name of a file in quotes: (cards \"market.csv\")");
        return t;
    }
    const char *file = rcy_text(r->s, peek(r, 0)->name);
    const dado_option *given = r->s->options ? dado_options_find(r->s->options, file) : NULL;
    card_file f = { .r = r, .file = file, .string = r->at };
    r->at++;
    close(r, whole);
    if (r->lost) return t;
    int behind = r->at;
    if (!dado_recycle_is_card_file(file)) {
        refuse(&f, "E256",
               "is not a valid file of cards: it must end in .csv and lie beside the description");
    } else if (!given) {
        refuse(&f, "E256", "is not beside the description, or cannot be read");
    }
    if (r->lost) return t;
    f.at = given->text;
    f.separator = separator_of(given->text);
    f.row = 1;
    r->at = start;  // the trees made here get the position of the form
    if (read_header(&f)) {
        t->name = f.key[f.count_column == 0 ? 1 : 0];
        while (!r->lost && next_row(&f)) {
            read_row(&f);
            if (!r->lost && r->height - mark > most_rows) {
                refuse(&f, "E256", "there are more than %d cards", most_rows);
            }
        }
        if (!r->lost && r->height == mark) {
            f.row = 0;
            refuse(&f, "E256", "names attributes but has no cards");
        }
    }
    if (r->lost) return t;
    r->at = behind;
    adopt(r, t, mark);
    t->token = start;
    t->last = behind - 1;
    return t;
}

// --- for code that reads files ---

bool dado_recycle_is_card_file(const char *name)
{
    size_t length = strlen(name);
    if (length < 5 || length > 120 || strcmp(name + length - 4, ".csv") != 0) return false;
    return name[0] != '/' && !strstr(name, "..") && !strchr(name, '\\') && !strchr(name, ':');
}

int dado_recycle_card_files(const char *text, const char **names, int most, dado_region *region)
{
    int found = 0, count = 0;
    if (!strstr(text, "cards")) return 0;
    const dado_token *t = dado_recycle_tokens(text, &count, region);
    for (int i = 0; t && i + 2 < count && found < most; i++) {
        bool form = text[t[i].start] == '(' && t[i + 1].length == 5 &&
                    memcmp(text + t[i + 1].start, "cards", 5) == 0 && t[i + 2].length > 2 &&
                    text[t[i + 2].start] == '"';
        if (!form) continue;
        const char *name =
            dado_region_copy(region, text + t[i + 2].start + 1, (size_t)t[i + 2].length - 2);
        if (name && dado_recycle_is_card_file(name)) names[found++] = name;
    }
    return found;
}
