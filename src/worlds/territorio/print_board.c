// print_board.c - prints the board as text for people and as JSON for programs. Programs
// get the ids of units and buildings; people see what stands where.
//
// Both forms are made from the viewer's view, never from the full state, so they cannot
// reveal more. Odd columns of the map lie half a tile lower, so a row of tiles takes two
// lines of text.
#include <stdlib.h>
#include <string.h>

#include "worlds/territorio/territorio.h"

// Returns the board as `eyes` sees it. The caller frees *kept, which is NULL if memory is
// short.
static dado_terr_board view_of(const dado_game *game, const void *state, int eyes, void **kept)
{
    *kept = malloc(game->state_size);
    if (!*kept) return (dado_terr_board){ 0 };
    if (eyes < 0) memcpy(*kept, state, game->state_size);
    else dado_terr_observe(game, state, eyes, *kept);
    return dado_terr_board_of(game->data, *kept);
}

static char letter_of(const dado_terr_board *b, int cell)
{
    int terrain = b->terrain[cell];
    return terrain == DADO_TERR_UNKNOWN ? '?' : b->world->terrain[terrain].letter;
}

// Returns the seat with the largest share as a lower-case letter, a dot for nobody, or an
// equals sign for a tie.
static char owner_letter(const dado_terr_board *b, int cell)
{
    double best = 0;
    char letter = '.';
    for (int p = 0; p < b->world->players; p++) {
        double share = dado_terr_share(b, p, cell);
        if (share > best) letter = (char)('a' + p);
        else if (share > 0 && share == best) letter = '=';
        if (share > best) best = share;
    }
    return letter;
}

enum { tile_width = 7 };

static void draw_tile(const dado_terr_board *b, int cell, char *at)
{
    const dado_terr_piece *piece = &b->pieces[cell];
    at[0] = letter_of(b, cell);
    if (at[0] == '?') return;
    at[1] = owner_letter(b, cell);
    int owner = piece->holder ? piece->holder : piece->building;
    if (owner) at[2] = (char)('A' + owner - 1);
    if (piece->count) at[3] = piece->count > 9 ? '+' : (char)('0' + piece->count);
    if (piece->building) at[4] = '*';
}

static void print_map(const dado_terr_board *b, dado_text *out)
{
    const dado_terr *w = b->world;
    char line[DADO_TERR_SIDE * tile_width + 8];
    dado_text_add(out, "     ");
    for (int x = 0; x < w->width; x++) dado_text_addf(out, "%-*d", tile_width, x);
    dado_text_char(out, '\n');
    for (int y = 0; y < w->height; y++) {
        for (int odd = 0; odd < 2; odd++) {
            memset(line, ' ', sizeof line);
            for (int x = odd; x < w->width; x += 2) {
                draw_tile(b, dado_terr_cell(w, x, y), line + x * tile_width);
            }
            int length = w->width * tile_width;
            while (length > 0 && line[length - 1] == ' ') length--;
            line[length] = '\0';
            if (odd) dado_text_addf(out, "     %s\n", line);
            else dado_text_addf(out, "%3d  %s\n", y, line);
        }
    }
}

static void print_unit(const dado_terr_board *b, int seat, const dado_terr_unit *unit, int eyes,
                       dado_text *out)
{
    const dado_terr *w = b->world;
    dado_text_addf(out, "  %s (%d,%d) health ", w->unit[unit->type].name,
                   dado_terr_x(w, unit->cell), dado_terr_y(w, unit->cell));
    dado_text_real(out, unit->health);
    dado_text_char(out, '/');
    dado_text_real(out, dado_terr_max_health(w, unit));
    bool shown = !w->basic || eyes < 0 || eyes == seat;
    if (shown) dado_text_addf(out, " moves %d/%d", unit->moves, unit->full_moves);
    for (int i = 0; i < w->items; i++) {
        if (unit->items >> i & 1) dado_text_addf(out, " +%s", w->item[i].name);
    }
    dado_text_char(out, '\n');
}

static void print_building(const dado_terr_board *b, int seat, const dado_terr_building *building,
                           int eyes, dado_text *out)
{
    const dado_terr *w = b->world;
    dado_text_addf(out, "  %s (%d,%d)", w->house[building->type].name,
                   dado_terr_x(w, building->cell), dado_terr_y(w, building->cell));
    if (!w->basic || eyes < 0 || eyes == seat) {
        if (building->production) {
            const dado_terr_kind *kind = dado_terr_made_kind(w, building->production);
            dado_text_addf(out, " makes %s %d/%d", kind->name, building->progress, kind->cost);
        } else {
            dado_text_add(out, " idle");
        }
        for (int i = 0; i < w->items; i++) {
            if (building->stock[i]) {
                dado_text_addf(out, " %dx%s", building->stock[i], w->item[i].name);
            }
        }
    }
    dado_text_char(out, '\n');
}

void dado_terr_print(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    void *kept;
    dado_terr_board b = view_of(game, state, eyes, &kept);
    if (!kept) return;
    const dado_terr *w = b.world;
    if (b.state->phase == DADO_TERR_UNBORN) {
        dado_text_add(out, "the world is not drawn yet\n");
        free(kept);
        return;
    }
    dado_text_addf(out, "round %d, ", b.state->round);
    if (b.state->phase == DADO_TERR_OVER) dado_text_add(out, "over\n");
    else dado_text_addf(out, "%c to move\n", 'A' + b.state->to_move);
    print_map(&b, out);
    dado_text_add(out, "tile: terrain, master of the domain, owner and number of units, "
                       "* building\n");
    for (int seat = 0; seat < w->players; seat++) {
        dado_text_addf(out, "%c%s%s\n", 'A' + seat, seat == eyes ? " (you)" : "",
                       b.seats[seat].fell ? " is out" : "");
        for (int t = 0; t < w->techs; t++) {
            if (b.seats[seat].techs >> t & 1) {
                dado_text_addf(out, "  knows %s\n", w->item[w->items + t].name);
            }
        }
        for (int k = 0; k < b.seats[seat].buildings; k++) {
            print_building(&b, seat, dado_terr_building_at(&b, seat, k), eyes, out);
        }
        for (int k = 0; k < b.seats[seat].units; k++) {
            print_unit(&b, seat, dado_terr_unit_at(&b, seat, k), eyes, out);
        }
    }
    free(kept);
}

// ---- JSON for programs

void dado_terr_shares_json(const dado_terr_board *b, int cell, dado_text *out)
{
    const char *comma = "";
    dado_text_char(out, '{');
    for (int p = 0; p < b->world->players; p++) {
        double share = dado_terr_share(b, p, cell);
        if (share == 0) continue;
        dado_text_addf(out, "%s\"%d\":", comma, p);
        dado_text_real(out, share);
        comma = ",";
    }
    dado_text_char(out, '}');
}

void dado_terr_path_json(const dado_terr *w, const uint16_t *path, int length, dado_text *out)
{
    dado_text_char(out, '[');
    for (int i = 0; i < length; i++) {
        dado_text_addf(out, "%s[%d,%d]", i ? "," : "", dado_terr_x(w, path[i]),
                       dado_terr_y(w, path[i]));
    }
    dado_text_char(out, ']');
}

static void terrain_json(const dado_terr_board *b, dado_text *out)
{
    const dado_terr *w = b->world;
    dado_text_add(out, "\"terrain\":[");
    for (int y = 0; y < w->height; y++) {
        char row[DADO_TERR_SIDE + 1];
        for (int x = 0; x < w->width; x++) row[x] = letter_of(b, dado_terr_cell(w, x, y));
        row[w->width] = '\0';
        if (y) dado_text_char(out, ',');
        dado_text_json(out, row);
    }
    dado_text_char(out, ']');
}

static void domain_json(const dado_terr_board *b, dado_text *out)
{
    const dado_terr *w = b->world;
    const char *comma = "";
    dado_text_add(out, ",\"domain\":[");
    for (int cell = 0; cell < w->tiles; cell++) {
        bool neutral = true;
        for (int p = 0; p < w->players; p++) neutral &= dado_terr_share(b, p, cell) == 0;
        if (neutral) continue;
        dado_text_addf(out, "%s[%d,%d,", comma, dado_terr_x(w, cell), dado_terr_y(w, cell));
        dado_terr_shares_json(b, cell, out);
        dado_text_char(out, ']');
        comma = ",";
    }
    dado_text_char(out, ']');
}

static void unit_json(const dado_terr_board *b, int seat, const dado_terr_unit *unit, bool shown,
                      dado_text *out)
{
    const dado_terr *w = b->world;
    dado_text_addf(out, "{\"id\":%u,\"owner\":%d,\"type\":\"%s\",\"x\":%d,\"y\":%d,\"health\":",
                   (unsigned)unit->id, seat, w->unit[unit->type].name, dado_terr_x(w, unit->cell),
                   dado_terr_y(w, unit->cell));
    dado_text_real(out, unit->health);
    if (shown) dado_text_addf(out, ",\"moves\":%d", unit->moves);
    dado_text_add(out, ",\"items\":[");
    const char *comma = "";
    for (int i = 0; i < w->items; i++) {
        if (!(unit->items >> i & 1)) continue;
        dado_text_addf(out, "%s\"%s\"", comma, w->item[i].name);
        comma = ",";
    }
    dado_text_char(out, ']');
    if (shown) dado_text_addf(out, ",\"last_action\":%d", unit->last_action);
    dado_text_char(out, '}');
}

static void building_json(const dado_terr_board *b, int seat, const dado_terr_building *building,
                          bool shown, dado_text *out)
{
    const dado_terr *w = b->world;
    dado_text_addf(out, "{\"id\":%u,\"owner\":%d,\"type\":\"%s\",\"x\":%d,\"y\":%d",
                   (unsigned)building->id, seat, w->house[building->type].name,
                   dado_terr_x(w, building->cell), dado_terr_y(w, building->cell));
    if (shown) {
        dado_text_add(out, ",\"production\":");
        if (building->production) {
            dado_text_json(out, dado_terr_made_kind(w, building->production)->name);
        } else {
            dado_text_add(out, "null");
        }
        dado_text_addf(out, ",\"progress\":%d,\"stock\":[", building->progress);
        const char *comma = "";
        for (int i = 0; i < w->items; i++) {
            for (int n = 0; n < building->stock[i]; n++) {
                dado_text_addf(out, "%s\"%s\"", comma, w->item[i].name);
                comma = ",";
            }
        }
        dado_text_char(out, ']');
    }
    dado_text_char(out, '}');
}

// Writes all units of a tile, in the order of their arrival.
static void stack_json(const dado_terr_board *b, int cell, int eyes, const char **comma,
                       dado_text *out)
{
    int seat = b->pieces[cell].holder - 1;
    bool shown = !b->world->basic || eyes < 0 || eyes == seat;
    for (int rank = 0; rank < b->pieces[cell].count; rank++) {
        for (int k = 0; k < b->seats[seat].units; k++) {
            const dado_terr_unit *unit = dado_terr_unit_at(b, seat, k);
            if (unit->cell != cell || unit->stack != rank) continue;
            dado_text_add(out, *comma);
            unit_json(b, seat, unit, shown, out);
            *comma = ",";
        }
    }
}

// Writes the technologies of the viewing seat, or of every seat for a viewer who sees
// everything.
static void techs_json(const dado_terr_board *b, int eyes, dado_text *out)
{
    const dado_terr *w = b->world;
    dado_text_add(out, "\"techs\":{");
    for (int seat = 0, told = 0; seat < w->players; seat++) {
        if (eyes >= 0 && eyes != seat) continue;
        dado_text_addf(out, "%s\"%d\":[", told++ ? "," : "", seat);
        const char *comma = "";
        for (int t = 0; t < w->techs; t++) {
            if (!(b->seats[seat].techs >> t & 1)) continue;
            dado_text_add(out, comma);
            dado_text_json(out, w->item[w->items + t].name);
            comma = ",";
        }
        dado_text_char(out, ']');
    }
    dado_text_add(out, "},");
}

void dado_terr_view_json(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    void *kept;
    dado_terr_board b = view_of(game, state, eyes, &kept);
    if (!kept) return;
    const dado_terr *w = b.world;
    dado_text_addf(out, "{\"round\":%d,\"seat\":", b.state->round);
    if (eyes < 0) dado_text_addf(out, "null,\"to_move\":%d", b.state->to_move);
    else dado_text_addf(out, "%d", eyes);
    dado_text_add(out, ",\"alive\":[");
    const char *comma = "";
    for (int p = 0; p < w->players; p++) {
        if (b.seats[p].fell) continue;
        dado_text_addf(out, "%s%d", comma, p);
        comma = ",";
    }
    dado_text_add(out, "],");
    if (w->techs) techs_json(&b, eyes, out);
    terrain_json(&b, out);
    domain_json(&b, out);
    dado_text_add(out, ",\"units\":[");
    comma = "";
    for (int cell = 0; cell < w->tiles; cell++) {
        if (b.pieces[cell].holder) stack_json(&b, cell, eyes, &comma, out);
    }
    dado_text_add(out, "],\"buildings\":[");
    comma = "";
    for (int cell = 0; cell < w->tiles; cell++) {
        const dado_terr_building *building = dado_terr_building_on(&b, cell);
        if (!building) continue;
        int seat = b.pieces[cell].building - 1;
        dado_text_add(out, comma);
        building_json(&b, seat, building, !w->basic || eyes < 0 || eyes == seat, out);
        comma = ",";
    }
    dado_text_add(out, "]}");
    free(kept);
}
