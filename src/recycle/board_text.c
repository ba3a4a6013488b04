// board_text.c - prints boards as text: rows with numbers, and columns with letters.
//
// A space shows what the state holds under its name: its owner, an amount, pieces, and
// the players who have stored the name as their position. A hexagonal board leans to the
// right, and its empty spaces show their names, since it has no straight columns. Spaces
// without coordinates are listed, each with what it holds.
#include <stdio.h>
#include <string.h>

#include "recycle/board.h"
#include "recycle/state_text.h"

enum { widest_cell = 14, widest_line = 76 };

int rcy_space_drawn(const rcy_program *p, const rcy_place_info *info)
{
    return p->boards && info->owner == -1 ? rcy_space_of(p->boards, info->name) : -1;
}

int rcy_maker(const rcy_program *p, int card)
{
    return p->whose && p->whose[card] != rcy_nobody ? p->whose[card] : -1;
}

static void add_part(dado_text *out, size_t from, const char *text)
{
    if (out->length > from) dado_text_char(out, '/');
    dado_text_add(out, text);
}

// Prints pieces by their owners or, without owners, by what they show. Equal neighbours
// are counted.
static void add_pieces(const rcy_program *p, const unsigned char *s, int place, int eyes,
                       dado_text *out, size_t from)
{
    const uint16_t *order = (const uint16_t *)(const void *)(s + p->at_order);
    const uint16_t *first = (const uint16_t *)(const void *)(s + p->at_from);
    dado_text last = { 0 }, next = { 0 };
    int same = 0;
    for (int at = first[place]; at <= first[place + 1]; at++) {
        next.length = 0;
        if (at < first[place + 1]) {
            int card = order[at];
            bool seen = rcy_sees(p, place, eyes) || rcy_is_shown(p, s, card, eyes);
            if (!seen) dado_text_char(&next, '?');
            else if (rcy_maker(p, card) >= 0) dado_text_addf(&next, "p%d", rcy_maker(p, card));
            else rcy_print_card(p, s, card, &next);
        }
        bool equal = strcmp(dado_text_string(&last), dado_text_string(&next)) == 0;
        if (same > 0 && next.length > 0 && equal) {
            same++;
            continue;
        }
        if (same > 0) {
            if (out->length > from) dado_text_char(out, '/');
            if (same > 1) dado_text_addf(out, "%d", same);
            dado_text_add(out, dado_text_string(&last));
        }
        last.length = 0;
        dado_text_add(&last, dado_text_string(&next));
        same = 1;
    }
    dado_text_free(&last);
    dado_text_free(&next);
}

// Prints what the state holds under the name of a space; nothing if it holds nothing.
static void add_content(const rcy_program *p, const unsigned char *s, int space, int eyes,
                        dado_text *out)
{
    const int32_t *sto = (const int32_t *)(const void *)(s + p->at_sto);
    const uint16_t *str = (const uint16_t *)(const void *)(s + p->at_str);
    const uint16_t *first = (const uint16_t *)(const void *)(s + p->at_from);
    const uint8_t *byte = s + p->at_byte;
    size_t from = out->length;
    char text[64];
    for (int i = 1; i < p->places; i++) {
        if (rcy_space_drawn(p, &p->place[i]) != space || first[i] == first[i + 1]) continue;
        add_pieces(p, s, i, eyes, out, from);
    }
    for (int i = 0; i < p->bytes; i++) {
        bool who = p->byte_info[i].kind == slot_who;
        if (rcy_space_drawn(p, &p->byte_info[i]) != space) continue;
        if (byte[i] == (who ? rcy_nobody : 0)) continue;
        snprintf(text, sizeof text, who ? "p%d" : "*", byte[i]);
        add_part(out, from, text);
    }
    for (int i = 0; i < p->stos; i++) {
        int owner = p->sto_info[i].owner;
        if (sto[i] == 0 || rcy_space_of(p->boards, p->sto_info[i].name) != space) continue;
        if (owner >= 0) snprintf(text, sizeof text, "p%d:%d", owner, sto[i]);
        else snprintf(text, sizeof text, "%d", sto[i]);
        if (owner >= -1) add_part(out, from, text);
    }
    for (int i = 0; i < p->strs; i++) {
        if (rcy_space_drawn(p, &p->str_info[i]) == space && str[i] != 0) {
            add_part(out, from, rcy_text(p->source, str[i]));
        }
        // A player whose string storage holds this space is on it.
        if (p->str_info[i].owner >= 0 && str[i] != 0 && rcy_space_of(p->boards, str[i]) == space) {
            snprintf(text, sizeof text, "@p%d", p->str_info[i].owner);
            add_part(out, from, text);
        }
    }
}

static void cell_of(const rcy_program *p, const unsigned char *s, int space, int eyes,
                    dado_text *out)
{
    const rcy_board_panel *panel = &p->boards->panel[p->boards->panel_of[space]];
    const char *name = rcy_text(p->source, p->boards->name[space]);
    bool rows = panel->shape == keyword_grid || panel->placed, hex = panel->shape == keyword_hex;
    out->length = 0;
    if (!rows && !hex) dado_text_addf(out, "%s ", name);
    size_t before = out->length;
    add_content(p, s, space, eyes, out);
    if (out->length == before) dado_text_add(out, hex ? name : ".");
    if (out->length > widest_cell) out->length = widest_cell;
}

static void pad(dado_text *out, int columns)
{
    for (; columns > 0; columns--) dado_text_char(out, ' ');
}

static void end_line(dado_text *out)
{
    while (out->length > 0 && out->data[out->length - 1] == ' ') out->length--;
    dado_text_char(out, '\n');
}

static void add_cell(dado_text *out, const dado_text *cell, int wide)
{
    dado_text_addf(out, "%.*s", (int)cell->length, cell->data);
    pad(out, wide - (int)cell->length);
}

// Prints the rows of a grid, or of a board whose names give coordinates: A1 is in row 1.
static void print_rows(const rcy_program *p, const unsigned char *s, int panel, int eyes, int wide,
                       dado_text *out)
{
    const rcy_boards *b = p->boards;
    const rcy_board_panel *t = &b->panel[panel];
    dado_text cell = { 0 };
    for (int row = 0; row < t->rows; row++) {
        bool labelled = false;
        for (int column = 0, at = 0; column < t->columns; column++) {
            for (int i = 0; i < b->spaces; i++) {
                if (b->panel_of[i] != panel || b->down[i] != row || b->across[i] != column)
                    continue;
                const char *name = rcy_text(p->source, b->name[i]), *digits = name + strlen(name);
                while (digits > name && digits[-1] >= '0' && digits[-1] <= '9') digits--;
                if (!labelled) dado_text_addf(out, "%3s ", digits);
                labelled = true;
                pad(out, (column - at) * (wide + 1));
                cell_of(p, s, i, eyes, &cell);
                dado_text_char(out, ' ');
                add_cell(out, &cell, wide);
                at = column + 1;
            }
        }
        if (labelled) end_line(out);
    }
    dado_text_add(out, "    ");
    for (int column = 0; column < t->columns; column++) {
        char letters[64] = "";
        for (int i = 0; i < b->spaces; i++) {
            if (b->panel_of[i] != panel || b->across[i] != column) continue;
            snprintf(letters, sizeof letters, "%s", rcy_text(p->source, b->name[i]));
            letters[strcspn(letters, "0123456789")] = '\0';
            break;
        }
        const char *last = strrchr(letters, '_');
        dado_text_addf(out, " %-*.*s", wide, wide, last ? last + 1 : letters);
    }
    end_line(out);
    dado_text_free(&cell);
}

static void print_hexes(const rcy_program *p, const unsigned char *s, int panel, int eyes, int wide,
                        dado_text *out)
{
    const rcy_boards *b = p->boards;
    dado_text cell = { 0 };
    // even, so that rows can be shifted by half of it
    int highest = 0, leftmost = 1 << 20, step = (wide + 2) / 2 * 2;
    for (int i = 0; i < b->spaces; i++) {
        if (b->panel_of[i] != panel) continue;
        int x = 2 * b->column[i] + b->row[i];
        if (b->row[i] > highest) highest = b->row[i];
        if (x < leftmost) leftmost = x;
    }
    for (int row = highest; row > 0; row--) {
        int at = 0;
        for (int i = 0; i < b->spaces; i++) {  // spaces are in the order of columns
            if (b->panel_of[i] != panel || b->row[i] != row) continue;
            int x = (2 * b->column[i] + row - leftmost) * step / 2;
            cell_of(p, s, i, eyes, &cell);
            pad(out, 2 + x - at);
            add_cell(out, &cell, step - 2);
            at = x + (int)(cell.length > (size_t)step - 2 ? cell.length : (size_t)step - 2) + 2;
        }
        end_line(out);
    }
    dado_text_free(&cell);
}

static void print_list(const rcy_program *p, const unsigned char *s, int panel, int eyes, int wide,
                       dado_text *out)
{
    const rcy_boards *b = p->boards;
    dado_text cell = { 0 };
    int in_line = 0, most = widest_line / (wide + 2);
    for (int i = 0; i < b->spaces; i++) {
        if (b->panel_of[i] != panel) continue;
        cell_of(p, s, i, eyes, &cell);
        dado_text_add(out, "  ");
        add_cell(out, &cell, wide);
        if (++in_line % most == 0) end_line(out);
    }
    if (in_line % most) end_line(out);
    dado_text_free(&cell);
}

void rcy_print_boards(const rcy_program *p, const unsigned char *s, int eyes, dado_text *out)
{
    const rcy_boards *b = p->boards;
    dado_text cell = { 0 };
    for (int panel = 0; b && panel < b->panels; panel++) {
        const rcy_board_panel *t = &b->panel[panel];
        int wide = 1;
        for (int i = 0; i < b->spaces; i++) {
            if (b->panel_of[i] != panel) continue;
            cell_of(p, s, i, eyes, &cell);
            if ((int)cell.length > wide) wide = (int)cell.length;
        }
        if (t->columns == 0) continue;
        if (b->panels > 1) {
            dado_text_addf(out, "%s\n", rcy_text(p->source, b->board[t->board].name));
        }
        if (t->shape == keyword_hex) print_hexes(p, s, panel, eyes, wide, out);
        else if (t->shape == keyword_grid || t->placed) print_rows(p, s, panel, eyes, wide, out);
        else print_list(p, s, panel, eyes, wide, out);
    }
    dado_text_free(&cell);
}
