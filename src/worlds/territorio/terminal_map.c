// terminal_map.c - draws the hexagonal map in a terminal.
//
// A tile is six characters wide and two lines high. Odd columns begin one line lower, so
// every tile touches its six neighbours. The background has the colour of the terrain,
// units and buildings have the colour of their owner, and the second line shows who owns
// the tile and to what share.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "worlds/territorio/territorio.h"

enum { wide = 6, high = 2, fog_ground = 238, fog_ink = 242, ink = 16, white = 231 };

typedef struct screen_cell {
    char letter;
    uint8_t ground, ink;
    bool bold;
} screen_cell;

typedef struct screen {
    screen_cell *spots;
    int columns, lines;
} screen;

static const uint8_t seat_colours[8] = { 25, 166, 29, 132, 136, 31, 98, 60 };

static uint8_t ground_of(const dado_terr *w, int terrain)
{
    static const struct {
        const char *name;
        uint8_t colour;
    } known[] = {
        { "grass", 107 }, { "sand", 186 }, { "forest", 65 }, { "water", 110 }, { "mountain", 144 }
    };
    if (terrain == DADO_TERR_UNKNOWN) return fog_ground;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(w->terrain[terrain].name, known[i].name) == 0) return known[i].colour;
    }
    return (uint8_t)(245 + terrain % 6);
}

// Finds a two-letter name for a kind of unit that no earlier kind has: its first letter,
// and the next of its letters that makes the pair unique.
static void short_name(const dado_terr *w, int type, char two[2])
{
    char taken[DADO_TERR_KINDS][2];
    for (int i = 0; i <= type; i++) {
        const char *name = w->unit[i].name;
        taken[i][0] = name[0] >= 'a' && name[0] <= 'z' ? (char)(name[0] - 32) : name[0];
        taken[i][1] = name[1] ? name[1] : ' ';
        for (int at = 1; name[at]; at++) {
            bool used = false;
            for (int j = 0; j < i; j++) {
                used = used || (taken[j][0] == taken[i][0] && taken[j][1] == name[at]);
            }
            if (used) continue;
            taken[i][1] = name[at];
            break;
        }
    }
    memcpy(two, taken[type], 2);
}

static void put(const screen *s, int column, int line, const char *letters, int count,
                uint8_t ground, uint8_t colour, bool bold)
{
    for (int i = 0; i < count; i++) {
        s->spots[line * s->columns + column + i] =
            (screen_cell){ letters[i], ground, colour, bold };
    }
}

// Returns the unit shown for a tile: the most expensive one on it.
static const dado_terr_unit *first_of(const dado_terr_board *b, int cell)
{
    int seat = b->pieces[cell].holder - 1;
    const dado_terr_unit *best = NULL;
    for (int k = 0; k < b->seats[seat].units; k++) {
        const dado_terr_unit *unit = dado_terr_unit_at(b, seat, k);
        if (unit->cell != cell) continue;
        if (!best || b->world->unit[unit->type].cost > b->world->unit[best->type].cost) best = unit;
    }
    return best;
}

static void draw_pieces(const screen *s, const dado_terr_board *b, int cell, int column, int line,
                        uint8_t ground)
{
    const dado_terr_piece *piece = &b->pieces[cell];
    const dado_terr_unit *unit = piece->holder ? first_of(b, cell) : NULL;
    if (unit) {
        char text[4] = { ' ', ' ', ' ', 0 };
        short_name(b->world, unit->type, text);
        if (piece->count > 1) text[2] = piece->count > 9 ? '+' : (char)('0' + piece->count);
        put(s, column + 1, line, text, 3, seat_colours[(piece->holder - 1) % 8], white, true);
    }
    if (piece->building) {
        put(s, column + 4, line, "#", 1, seat_colours[(piece->building - 1) % 8], white, true);
    }
    double best = 0;
    int master = -1;
    for (int p = 0; p < b->world->players; p++) {
        double share = dado_terr_share(b, p, cell);
        if (share > best) best = share, master = p;
    }
    if (master < 0) return;
    char text[8];
    int count = snprintf(text, sizeof text, "%3d%c", (int)(100 * best + 0.5), 'a' + master);
    put(s, column + 1, line + 1, text, count, ground, seat_colours[master % 8], true);
}

static void draw_tiles(const screen *s, const dado_terr_board *b)
{
    const dado_terr *w = b->world;
    for (int cell = 0; cell < w->tiles; cell++) {
        int x = dado_terr_x(w, cell), y = dado_terr_y(w, cell);
        int column = x * wide, line = y * high + x % 2;
        bool unknown = b->terrain[cell] == DADO_TERR_UNKNOWN;
        uint8_t ground = ground_of(w, b->terrain[cell]);
        char letter = unknown ? '?' : w->terrain[b->terrain[cell]].letter;
        for (int l = 0; l < high; l++) {
            put(s, column, line + l, "      ", wide, ground, unknown ? fog_ink : ink, false);
        }
        put(s, column, line, &letter, 1, ground, unknown ? fog_ink : ink, false);
        if (!unknown) draw_pieces(s, b, cell, column, line, ground);
    }
}

static void write_screen(const screen *s, dado_text *out)
{
    for (int line = 0; line < s->lines; line++) {
        int last = -1;
        if (line % high == 0 && line / high < s->lines / high) {
            dado_text_addf(out, "%3d ", line / high);
        } else {
            dado_text_add(out, "    ");
        }
        for (int column = 0; column < s->columns; column++) {
            const screen_cell *at = &s->spots[line * s->columns + column];
            int look = at->ground << 9 | at->ink << 1 | at->bold;
            if (look != last && at->ground) {
                dado_text_addf(out, "\033[%d;48;5;%d;38;5;%dm", at->bold, at->ground, at->ink);
            } else if (look != last) {
                dado_text_add(out, "\033[0m");
            }
            last = look;
            dado_text_char(out, at->letter ? at->letter : ' ');
        }
        dado_text_add(out, "\033[0m\n");
    }
}

static void write_seats(const dado_terr_board *b, int eyes, dado_text *out)
{
    const dado_terr *w = b->world;
    for (int p = 0; p < w->players; p++) {
        dado_text_addf(out, "\033[1;48;5;%d;38;5;%dm P%d \033[0m ", seat_colours[p % 8], white,
                       p + 1);
        if (b->seats[p].fell) dado_text_add(out, "is out");
        else {
            dado_text_addf(out, "units %d, buildings %d, domain %.1f, material %.0f",
                           b->seats[p].units, b->seats[p].buildings, dado_terr_domain(b, p),
                           dado_terr_material(b, p));
        }
        if (eyes >= 0 && eyes != p && w->fog) dado_text_add(out, ", as far as seen");
        dado_text_char(out, '\n');
    }
}

bool dado_terr_draw_terminal(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    const dado_terr *w = game->data;
    void *kept = malloc(game->state_size);
    screen s = { .columns = w->width * wide, .lines = w->height * high + 1 };
    s.spots = calloc((size_t)s.columns * (size_t)s.lines, sizeof *s.spots);
    bool fine = kept && s.spots;
    if (fine) {
        if (eyes < 0) memcpy(kept, state, game->state_size);
        else dado_observe(game, state, eyes, kept);
        dado_terr_board b = dado_terr_board_of(w, kept);
        fine = b.state->phase != DADO_TERR_UNBORN;
        if (fine) {
            dado_text_addf(out, "round %d, ", (int)b.state->round);
            if (b.state->phase == DADO_TERR_OVER) dado_text_add(out, "over");
            else dado_text_addf(out, "P%d to move", b.state->to_move + 1);
            if (eyes >= 0) dado_text_addf(out, ", seen by P%d", eyes + 1);
            dado_text_add(out, "\n    ");
            for (int x = 0; x < w->width; x++) dado_text_addf(out, "%-*d", wide, x);
            dado_text_char(out, '\n');
            draw_tiles(&s, &b);
            write_screen(&s, out);
            write_seats(&b, eyes, out);
        }
    }
    free(kept);
    free(s.spots);
    return fine;
}
