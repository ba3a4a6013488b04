// scene.c - see scene.h: measured from the leaves up, drawn from the table down.
#include "report/scene.h"

#include <stdlib.h>

#include "report/story.h"
#include "report/svg.h"

enum {
    gap = 6, pad = 8, head = 16,            // between things, inside places, for a place's name
    card_wide = 46, card_high = 62, die_size = 36, token_size = 26, line_high = 18, bar_wide = 80,
    tile_size = 40, tile_least = 12,        // as large as the width allows
};

typedef struct box {
    double x, y, w, h;     // x and y within the parent
    int first, last, next; // children, and the next child of the same parent; -1: none
} box;

typedef struct picture {
    const dado_game *game;
    const dado_scene *scene;
    box *boxes;
    double width;
    dado_text *out;
} picture;

static const char scene_style[] = {
#include "scene.css.h"
    0
};

void dado_scene_style(dado_text *out)
{
    dado_text_add(out, scene_style);
}

static void name_of(const picture *p, const dado_thing *thing, dado_text *out)
{
    void (*look)(const dado_game *, int, dado_text *) = dado_face_of(p->game, look);
    if (thing->kind == DADO_THING_WORDS) {
        dado_text_add(out, dado_text_string(&p->scene->words) + thing->value);
    } else if (look && thing->look) {
        look(p->game, thing->look, out);
    }
}

static double text_wide(const picture *p, const dado_thing *thing)
{
    dado_draft name = { 0 };
    name_of(p, thing, &name);
    return dado_svg_text_width(dado_text_string(&name), 12);
}

static bool is_cell(const dado_thing *thing)
{
    return thing->kind == DADO_THING_TILE || thing->kind == DADO_THING_HEX;
}

// Tiles and hexes lie where their number says, and are as large as there is room for.
static void lay_grid(picture *p, box *b, int columns)
{
    double right = 0, bottom = 0, most = 0;
    bool hexes = p->scene->things[b->first].kind == DADO_THING_HEX;
    for (int c = b->first; c >= 0; c = p->boxes[c].next) {
        most = fmax(most, 1 + p->scene->things[c].at % columns);
    }
    double step = hexes ? 0.87 : 1;  // from column to column, in sides
    double side = fmin(tile_size, fmax(tile_least, (p->width - 2 * pad) / (most * step)));
    for (int c = b->first; c >= 0; c = p->boxes[c].next) {
        int at = p->scene->things[c].at, column = at % columns, row = at / columns;
        box *cell = &p->boxes[c];
        cell->w = cell->h = side;
        cell->x = pad + column * side * step;
        cell->y = head + row * side + (hexes && column % 2 ? side / 2 : 0);
        right = fmax(right, cell->x + cell->w);
        bottom = fmax(bottom, cell->y + cell->h);
    }
    b->w = right + pad;
    b->h = bottom + pad;
}

static void lay_row(picture *p, const dado_thing *thing, box *b)
{
    double x = pad, y = thing->kind == DADO_THING_PLACE ? head : 0, high = 0, right = 0;
    double step = 0;
    int cards = 0;
    for (int c = b->first; c >= 0; c = p->boxes[c].next) {
        cards += p->scene->things[c].kind == DADO_THING_CARD;
    }
    // Many cards lie over each other.
    double room = p->width * 0.8 - 4 * pad - card_wide;
    if (cards > 1) step = fmin(card_wide + 4, room / (cards - 1));
    for (int c = b->first; c >= 0; c = p->boxes[c].next) {
        box *child = &p->boxes[c];
        bool card = p->scene->things[c].kind == DADO_THING_CARD;
        if (!card && x > pad && x + child->w > p->width - 2 * pad) {
            x = pad;
            y += high + gap;
            high = 0;
        }
        child->x = x;
        child->y = y;
        right = fmax(right, x + child->w);
        high = fmax(high, child->h);
        x += card && child->next >= 0 ? step : child->w + gap;
    }
    b->w = fmax(right + pad, text_wide(p, thing) + 2 * pad);
    b->h = y + fmax(high, 8) + pad;
}

static void measure(picture *p, int which)
{
    const dado_thing *thing = &p->scene->things[which];
    box *b = &p->boxes[which];
    for (int c = b->first; c >= 0; c = p->boxes[c].next) measure(p, c);
    switch ((dado_thing_kind)thing->kind) {
    case DADO_THING_PLACE:
        if (b->first >= 0 && is_cell(&p->scene->things[b->first])) {
            int columns = thing->value > 0 ? thing->value : 1 << 20;
            lay_grid(p, b, columns);
        } else {
            lay_row(p, thing, b);
        }
        break;
    case DADO_THING_CARD:
        b->w = card_wide;
        b->h = card_high;
        break;
    case DADO_THING_DIE:
        b->w = b->h = die_size;
        break;
    case DADO_THING_TOKEN: case DADO_THING_UNIT:
        b->w = b->h = token_size;
        break;
    case DADO_THING_TILE: case DADO_THING_HEX:
        b->w = b->h = tile_size;  // until it is laid in its grid
        break;
    case DADO_THING_BAR:
        b->w = bar_wide;
        b->h = 10;
        break;
    case DADO_THING_WORDS:
        b->w = text_wide(p, thing) + 4;
        b->h = line_high;
        break;
    }
}

static const char *sign_of(const char *word, bool *red)
{
    static const char *const suits[][2] = { { "HEARTS", "♥" }, { "DIAMONDS", "♦" },
                                            { "CLUBS", "♣" }, { "SPADES", "♠" } };
    for (int i = 0; i < 4; i++) {
        *red = i < 2;
        if (strcmp(word, suits[i][0]) == 0) return suits[i][1];
    }
    *red = false;
    return word;
}

// A card's words one below the other, as far as they fit; the four suits as their signs.
static void draw_card_words(const picture *p, const dado_thing *thing, double x, double y)
{
    enum { lines = 4, letters = 7 };
    dado_draft name = { 0 };
    name_of(p, thing, &name);
    const char *at = dado_text_string(&name);
    for (int line = 0; line < lines && *at; line++) {
        char word[64];
        bool red;
        size_t length = strcspn(at, "-");
        size_t shown = length < sizeof word ? length : sizeof word - 1;
        memcpy(word, at, shown);
        word[shown] = '\0';
        at += length + (at[length] == '-');
        const char *sign = sign_of(word, &red);
        if (sign == word) {
            while (dado_text_width(word, strlen(word)) > letters) word[strlen(word) - 1] = '\0';
        }
        dado_svg_text(p->out, red ? "small red" : "small", x + 4, y + 14 * (line + 1), sign);
    }
}

static void draw_die(const picture *p, const dado_thing *thing, double x, double y)
{
    // Which of nine spots a die of six shows.
    static const uint16_t spots[] = { 0, 0x010, 0x101, 0x111, 0x145, 0x155, 0x16d };
    dado_svg_rect(p->out, "card", x, y, die_size, die_size);
    if (thing->value >= 1 && thing->value <= 6 && !thing->look) {
        for (int i = 0; i < 9; i++) {
            if (!(spots[thing->value] >> i & 1)) continue;
            dado_svg_circle(p->out, "pip", x + 8 + 10 * (i % 3), y + 8 + 10 * (int)(i / 3), 3);
        }
        return;
    }
    char number[16];
    snprintf(number, sizeof number, "%d", thing->value);
    dado_svg_text(p->out, "head mid", x + die_size / 2.0, y + die_size / 2.0 + 5, number);
}

static void draw_hex(const picture *p, const char *look, const box *b, double x, double y)
{
    static const double across[] = { 1, 0.5, -0.5, -1, -0.5, 0.5 };
    static const double down[] = { 0, 0.87, 0.87, 0, -0.87, -0.87 };
    const double r = b->w / 2;
    dado_svg_path_begin(p->out, look);
    for (int i = 0; i < 6; i++) {
        dado_svg_path_to(p->out, i > 0, x + r + r * across[i] * 1.15, y + r + r * down[i] * 1.15);
    }
    dado_svg_path_end(p->out, true);
}

// Tiles have the colour of what their name begins with, or one of eight. What looks like a brick is
// drawn as one, and what is hidden as air.
static void ground_of(const picture *p, const dado_thing *thing, char *look, size_t size)
{
    static const char *const grounds[] = { "unseen", "wall", "floor", "exit", "grass", "sand",
                                           "forest", "water", "mountain", "air", "ground", "rock",
                                           "brick", "power-up", "coin", "life", "used", "pipe",
                                           "one-way", "cannon", "hidden" };
    dado_draft name = { 0 };
    name_of(p, thing, &name);
    bool named = thing->value == 1;
    snprintf(look, size, thing->look && !named ? "tile tint c%d" : "tile",
             thing->look % DADO_COLOURS);
    const char *words = dado_text_string(&name);
    if (strstr(words, " like a brick")) words = "brick";
    size_t length = strcspn(words, " ,");
    for (size_t i = 0; i < sizeof grounds / sizeof *grounds; i++) {
        if (strlen(grounds[i]) == length && memcmp(words, grounds[i], length) == 0) {
            snprintf(look, size, "tile on-%s%s", grounds[i],
                     strstr(words, " block") ? " on-block" : "");
        }
    }
}

static void draw_token(const picture *p, const dado_thing *thing, double x, double y)
{
    char look[40], number[16];
    snprintf(look, sizeof look, "token fill c%d", thing->look % DADO_COLOURS);
    dado_svg_circle(p->out, look, x + token_size / 2.0, y + token_size / 2.0, token_size / 2.0 - 1);
    if (thing->kind == DADO_THING_UNIT) {
        dado_svg_rect(p->out, "pip", x + 2, y + token_size - 4,
                      (token_size - 4) * thing->value / 1000.0, 3);
    } else if (thing->value > 1) {
        snprintf(number, sizeof number, "%d", thing->value);
        dado_svg_text(p->out, "small mid ondark", x + token_size / 2.0, y + token_size / 2.0 + 4,
                      number);
    }
}

// The name of a space, at its foot, cut to what fits.
static void draw_tile_name(const picture *p, const dado_thing *thing, const box *b, double x,
                           double y)
{
    dado_draft name = { 0 };
    name_of(p, thing, &name);
    bool hex = thing->kind == DADO_THING_HEX;
    while (name.length > 0 && dado_svg_text_width(dado_text_string(&name), 9) > b->w - 2) {
        name.data[--name.length] = '\0';
    }
    dado_svg_text(p->out, hex ? "tiny soft mid" : "tiny soft", hex ? x + b->w / 2 : x + 2,
                  y + b->h - (hex ? 0 : 2), dado_text_string(&name));
}

static void draw_shape(const picture *p, const dado_thing *thing, const box *b, double x, double y)
{
    dado_draft name = { 0 };
    char ground[40];
    switch ((dado_thing_kind)thing->kind) {
    case DADO_THING_PLACE:
        dado_svg_rect(p->out, thing->parent < 0 ? "area" : "place", x, y, b->w, b->h);
        name_of(p, thing, &name);
        dado_svg_text(p->out, "small soft", x + pad, y + 12, dado_text_string(&name));
        break;
    case DADO_THING_CARD:
        dado_svg_rect(p->out, thing->back ? "back" : "card", x, y, b->w, b->h);
        if (!thing->back) draw_card_words(p, thing, x, y);
        break;
    case DADO_THING_DIE:
        draw_die(p, thing, x, y);
        break;
    case DADO_THING_TILE: case DADO_THING_HEX:
        ground_of(p, thing, ground, sizeof ground);
        if (thing->kind == DADO_THING_HEX) draw_hex(p, ground, b, x, y);
        else dado_svg_rect(p->out, ground, x, y, b->w, b->h);
        if (thing->value == 1) draw_tile_name(p, thing, b, x, y);
        break;
    case DADO_THING_TOKEN: case DADO_THING_UNIT:
        draw_token(p, thing, x, y);
        break;
    case DADO_THING_BAR:
        dado_svg_rect(p->out, "tile", x, y, b->w, b->h);
        dado_svg_rect(p->out, "fill c0", x, y, b->w * thing->value / 1000.0, b->h);
        break;
    case DADO_THING_WORDS:
        name_of(p, thing, &name);
        dado_svg_text(p->out, "", x + 2, y + 13, dado_text_string(&name));
        break;
    }
}

static void draw(const picture *p, int which, double x, double y);

// What stands on a tile stands in its middle, each a little beside the one before, and fits; on one
// with a name it leaves the foot free.
static void draw_standing(const picture *p, const dado_thing *tile, const box *cell, double x,
                          double y)
{
    int at = 0;
    if (tile->value == 1) y -= 4;
    for (int c = cell->first; c >= 0; c = p->boxes[c].next, at++) {
        const box *b = &p->boxes[c];
        double scale = fmin(1, (tile->value == 1 ? 0.7 : 0.85) * cell->w / fmax(b->w, b->h));
        dado_text_add(p->out, "<g transform=\"translate(");
        dado_svg_number(p->out, x + (cell->w - b->w * scale) / 2 + 3 * at);
        dado_text_char(p->out, ' ');
        dado_svg_number(p->out, y + (cell->h - b->h * scale) / 2 - 3 * at);
        dado_text_add(p->out, ") scale(");
        dado_svg_number(p->out, scale);
        dado_text_add(p->out, ")\">");
        draw(p, c, 0, 0);
        dado_text_add(p->out, "</g>");
    }
}

// A thing in a group of its own: its number for whoever clicks, its name for whoever listens.
static void draw(const picture *p, int which, double x, double y)
{
    const dado_thing *thing = &p->scene->things[which];
    const box *b = &p->boxes[which];
    dado_text_addf(p->out, "<g class=\"thing%s%s\"", thing->lit ? " lit" : "",
                   thing->dim ? " dim" : "");
    if (thing->id) dado_text_addf(p->out, " data-id=\"%u\"", thing->id);
    dado_text_add(p->out, ">");
    if (thing->look && thing->kind != DADO_THING_PLACE) {
        dado_draft name = { 0 };
        name_of(p, thing, &name);
        dado_text_add(p->out, "<title>");
        dado_text_html(p->out, dado_text_string(&name));
        dado_text_add(p->out, "</title>");
    }
    draw_shape(p, thing, b, x, y);
    if (is_cell(thing)) draw_standing(p, thing, b, x, y);
    else {
        for (int c = b->first; c >= 0; c = p->boxes[c].next) {
            draw(p, c, x + p->boxes[c].x, y + p->boxes[c].y);
        }
    }
    dado_text_add(p->out, "</g>");
}

static void join_families(picture *p)
{
    for (int i = 0; i < p->scene->count; i++) {
        p->boxes[i].first = p->boxes[i].last = p->boxes[i].next = -1;
    }
    for (int i = 0; i < p->scene->count; i++) {
        int parent = p->scene->things[i].parent;
        if (parent < 0) continue;
        box *above = &p->boxes[parent];
        if (above->last >= 0) p->boxes[above->last].next = i;
        else above->first = i;
        above->last = i;
    }
}

static void draw_all(picture *p, bool alone)
{
    double y = 0, right = 0;
    for (int i = 0; i < p->scene->count; i++) {
        if (p->scene->things[i].parent >= 0) continue;
        measure(p, i);
        p->boxes[i].y = y;
        y += p->boxes[i].h + gap;
        right = fmax(right, p->boxes[i].w);
    }
    dado_svg_begin(p->out, right, y, "the table", "the table as drawn", alone);
    if (alone) {
        dado_draft style = { 0 };
        dado_scene_style(&style);
        dado_text_add(p->out, "<style>");
        dado_text_html(p->out, dado_text_string(&style));
        dado_text_add(p->out, "</style>\n");
    }
    dado_text_add(p->out, "<g class=\"scene\">");
    for (int i = 0; i < p->scene->count; i++) {
        if (p->scene->things[i].parent < 0) draw(p, i, 0, p->boxes[i].y);
    }
    dado_text_add(p->out, "</g>");
    dado_svg_end(p->out);
}

// A game that shows no things is drawn in the words it prints, a line each.
static void words_for_all(const dado_game *game, const void *state, int eyes, dado_scene *scene)
{
    dado_text printed = { 0 };
    game->rules->print(game, state, eyes, &printed);
    for (char *line = printed.data; line && *line && scene->count < scene->room;) {
        char *end = strchr(line, '\n');
        if (end) *end = '\0';
        scene->things[scene->count] = (dado_thing){ .kind = DADO_THING_WORDS, .parent = -1,
                                                    .at = scene->count,
                                                    .value = (int32_t)scene->words.length };
        scene->count++;
        dado_text_add_bytes(&scene->words, line, strlen(line) + 1);
        line = end ? end + 1 : NULL;
    }
    dado_text_free(&printed);
}

bool dado_scene_svg(const dado_game *game, const void *state, int eyes, double width, bool alone,
                    dado_text *out, dado_error *err)
{
    DADO_ENDS(dado_scene_free) dado_scene scene = { 0 };
    box *boxes = calloc(DADO_SCENE_ROOM, sizeof *boxes);
    bool fine = dado_scene_take(game, state, eyes, &scene) && boxes;
    if (fine) {
        if (!dado_face_of(game, scene)) words_for_all(game, state, eyes, &scene);
        picture p = { game, &scene, boxes, width, out };
        join_families(&p);
        draw_all(&p, alone);
    }
    free(boxes);
    return fine || dado_fail(err, DADO_LIMIT, "there is no memory to draw the table");
}
