// sprites.c - see sprites.h.
#include "report/sprites.h"

#include <string.h>

#include "core/options.h"

static const char *const names[DADO_SPRITES] = { "floor",       "wall",  "exit",   "gold", "heals",
                                                 "strengthens", "enemy", "strong", "hero" };

// Reads "3,0 4,0": places on the sheet, separated by blanks.
static bool read_places(const dado_option *option, dado_sprite_places *places, dado_error *err)
{
    const char *at = option->text;
    places->count = 0;
    for (;;) {
        int place[2];
        at += strspn(at, " \t");
        if (!*at) break;
        const char *end = dado_scan_ints(at, ',', 2, 9999, place);
        bool fine = end && (!*end || strchr(" \t", *end)) && places->count < DADO_SPRITE_PLACES;
        if (!fine) break;
        places->x[places->count] = (uint16_t)place[0];
        places->y[places->count++] = (uint16_t)place[1];
        at = end;
    }
    if (!*at && places->count) return true;
    return dado_fail_at(err, DADO_SYNTAX, option->place,
                        "%.40s needs up to %d places on the sheet, as column,row from 0,0: 3,1 4,1",
                        option->name, DADO_SPRITE_PLACES);
}

// Reads "item.3.1": a word, and as many numbers as come with it.
static bool numbered(const char *name, const char *word, int count, int *numbers)
{
    size_t length = strlen(word);
    if (strncmp(name, word, length) != 0) return false;
    const char *end = dado_scan_ints(name + length, '.', count, 99999, numbers);
    return end && !*end;
}

static int own_name(const char *name, dado_sprite_own *own)
{
    int numbers[2] = { 0 };
    if (numbered(name, "type.", 1, numbers)) own->of = DADO_OWN_TYPE;
    else if (numbered(name, "item.", 2, numbers)) own->of = DADO_OWN_ITEM;
    else if (numbered(name, "enemy.", 2, numbers)) own->of = DADO_OWN_ENEMY;
    else return 0;
    own->a = numbers[0];
    own->b = numbers[1];
    return 1;
}

static bool read_option(dado_sprites *s, const dado_option *o, dado_error *err)
{
    if (strcmp(o->name, "sheet") == 0) {
        s->file = o->text;
        return true;
    }
    if (strcmp(o->name, "tile") == 0) {
        int64_t tile;
        if (dado_read_int(o->text, &tile) && tile >= 1 && tile <= 256) {
            s->tile = (int)tile;
            return true;
        }
        return dado_fail_at(err, DADO_SYNTAX, o->place,
                            "a tile must have 1 to 256 pixels per "
                            "side");
    }
    for (int i = 0; i < DADO_SPRITES; i++) {
        if (strcmp(o->name, names[i]) == 0) return read_places(o, &s->thing[i], err);
    }
    dado_sprite_own *own = &s->own[s->own_count];
    if (own_name(o->name, own)) {
        s->own_count++;
        return read_places(o, &own->places, err);
    }
    return dado_fail_at(err, DADO_INVALID, o->place,
                        "there is no %.40s here; there are sheet, tile, floor, wall, exit, gold, "
                        "heals, strengthens, enemy, strong, hero, type.N, item.X.Y and enemy.X.Y",
                        o->name);
}

bool dado_sprites_read(dado_sprites *sprites, const char *source, const char *legend,
                       dado_region *region, dado_error *err)
{
    dado_options options;
    *sprites = (dado_sprites){ .tile = 16 };
    if (!dado_options_read(&options, source, legend, region, err)) return false;
    sprites->own = dado_new(region, dado_sprite_own, options.count + 1);
    if (!sprites->own) return dado_fail(err, DADO_LIMIT, "no memory left for a legend");
    for (int i = 0; i < options.count; i++) {
        if (!read_option(sprites, &options.items[i], err)) return false;
    }
    if (!sprites->file) {
        return dado_fail(err, DADO_INVALID,
                         "%.80s names no sheet; add a line: sheet = "
                         "FILE.png",
                         source);
    }
    for (int i = 0; i < DADO_SPRITES; i++) {
        if (sprites->thing[i].count) continue;
        if (i == DADO_SPRITE_STRONG) sprites->thing[i] = sprites->thing[DADO_SPRITE_ENEMY];
        else {
            return dado_fail(err, DADO_INVALID,
                             "%.80s has no place for %s; add a line: %s = "
                             "COLUMN,ROW",
                             source, names[i], names[i]);
        }
    }
    return true;
}

static bool on_sheet(const dado_sprites *s, const dado_sprite_places *p)
{
    for (int i = 0; i < p->count; i++) {
        if ((p->x[i] + 1) * s->tile > s->sheet.width) return false;
        if ((p->y[i] + 1) * s->tile > s->sheet.height) return false;
    }
    return true;
}

bool dado_sprites_sheet(dado_sprites *s, const char *bytes, size_t size, dado_error *err)
{
    if (!dado_sprite_sheet_open(&s->sheet, bytes, size)) {
        return dado_fail(err, DADO_SYNTAX, "%.120s is not a PNG file", s->file);
    }
    bool fine = true;
    for (int i = 0; fine && i < DADO_SPRITES; i++) fine = on_sheet(s, &s->thing[i]);
    for (int i = 0; fine && i < s->own_count; i++) fine = on_sheet(s, &s->own[i].places);
    return fine || dado_fail(err, DADO_INVALID,
                             "the legend names a place outside the sheet %.80s, which has %d by "
                             "%d tiles of %d pixels",
                             s->file, s->sheet.width / s->tile, s->sheet.height / s->tile, s->tile);
}

// ---- drawing

typedef struct canvas {
    const dado_sprites *s;
    const dado_map *map;
    dado_picture *p;
} canvas;

// Picks one of several places by a hash, so that it looks random but is always the same.
static void put(const canvas *e, const dado_sprite_places *places, int x, int y)
{
    uint32_t mixed = (uint32_t)x * 2654435761u ^ (uint32_t)y * 2246822519u;
    int which = (int)((mixed >> 16) % (uint32_t)places->count);
    int tile = e->s->tile;
    dado_picture_sprite(e->p, places->x[which] * tile, places->y[which] * tile, tile, x * tile,
                        y * tile);
}

static const dado_sprite_places *look_up(const dado_sprites *s, int of, int a, int b,
                                         dado_sprite otherwise)
{
    for (int i = 0; i < s->own_count; i++) {
        const dado_sprite_own *own = &s->own[i];
        bool same = (int)own->of == of && own->a == a && (of == DADO_OWN_TYPE || own->b == b);
        if (same) return &own->places;
    }
    return &s->thing[otherwise];
}

static bool is_open(const dado_map *map, int x, int y)
{
    return dado_map_inside(map, x, y) && dado_map_id(map, x, y) != DADO_CELL_WALL;
}

// Rock is drawn only next to floor.
static void put_cell(const canvas *e, int x, int y)
{
    const dado_map *map = e->map;
    int id = dado_map_id(map, x, y), type = map->type[y * map->width + x];
    if (id == DADO_CELL_WALL) {
        bool near = false;
        for (int d = 0; d < 8; d++) near |= is_open(map, x + dado_step_x[d], y + dado_step_y[d]);
        if (near) put(e, look_up(e->s, DADO_OWN_TYPE, type, 0, DADO_SPRITE_WALL), x, y);
        return;
    }
    put(e, &e->s->thing[DADO_SPRITE_FLOOR], x, y);
    if (id == DADO_CELL_EXIT) put(e, &e->s->thing[DADO_SPRITE_EXIT], x, y);
    else if (type) {
        const dado_sprite_places *own = look_up(e->s, DADO_OWN_TYPE, type, 0, DADO_SPRITE_FLOOR);
        if (own != &e->s->thing[DADO_SPRITE_FLOOR]) put(e, own, x, y);
    }
}

void dado_sprites_map(const dado_sprites *sprites, const dado_map *map, dado_picture *picture)
{
    canvas e = { sprites, map, picture };
    *picture = dado_picture_begin(map->width * sprites->tile, map->height * sprites->tile,
                                  DADO_RGB(0x14161c));
    picture->sheet = &sprites->sheet;
    for (int i = 0; i < map->width * map->height; i++) {
        put_cell(&e, i % map->width, i / map->width);
    }
    for (int i = 0; i < map->golds; i++) {
        put(&e, &sprites->thing[DADO_SPRITE_GOLD], map->gold[i].x, map->gold[i].y);
    }
    for (int i = 0; i < map->item_count; i++) {
        const dado_map_item *t = &map->items[i];
        dado_sprite usual = t->buff ? DADO_SPRITE_HEALS : DADO_SPRITE_STRENGTHENS;
        put(&e, look_up(sprites, DADO_OWN_ITEM, t->sprite_x, t->sprite_y, usual), t->x, t->y);
    }
    for (int i = 0; i < map->enemy_count; i++) {
        const dado_map_enemy *t = &map->enemies[i];
        dado_sprite usual = t->hp * (int64_t)t->atk > 60 ? DADO_SPRITE_STRONG : DADO_SPRITE_ENEMY;
        put(&e, look_up(sprites, DADO_OWN_ENEMY, t->sprite_x, t->sprite_y, usual), t->x, t->y);
    }
    put(&e, &sprites->thing[DADO_SPRITE_HERO], map->start_x, map->start_y);
}
