// level_tiled.c - writes levels for the editor Tiled; see level_format.h.
//
// Tiles are a layer. Creatures, the start and the exit are objects, with the names that
// dado gives them. The tiles are numbered as in `dado_tile`, so that the sheet of tiles
// has one column for each.
#include <string.h>

#include "worlds/platform/level_format.h"

static void write_tiles(const dado_level *level, dado_text *out)
{
    dado_text_addf(out,
                   " <layer id=\"1\" name=\"tiles\" width=\"%d\" height=\"%d\">\n"
                   "  <data encoding=\"csv\">\n",
                   level->width, DADO_LEVEL_ROWS);
    for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
        for (int column = 0; column < level->width; column++) {
            bool last = row == DADO_LEVEL_ROWS - 1 && column == level->width - 1;
            int tile = dado_level_tile(level, column, row);
            // Tiled numbers cells from 1; 0 is nothing, as air is.
            dado_text_addf(out, "%d%s", tile == DADO_TILE_AIR ? 0 : tile + 1, last ? "" : ",");
        }
        dado_text_char(out, '\n');
    }
    dado_text_add(out, "</data>\n </layer>\n");
}

static void write_object(int number, const char *kind, int column, int row, bool winged,
                         dado_text *out)
{
    dado_text_addf(out,
                   "  <object id=\"%d\" name=\"%s\" type=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" "
                   "height=\"%d\"%s>\n",
                   number, kind, kind, column * DADO_LEVEL_TILE, row * DADO_LEVEL_TILE,
                   DADO_LEVEL_TILE, DADO_LEVEL_TILE, winged ? "" : "/");
    if (!winged) return;
    dado_text_add(out, "   <properties>\n    <property name=\"winged\" type=\"bool\" "
                       "value=\"true\"/>\n   </properties>\n  </object>\n");
}

void dado_level_write_tiled(const dado_level *level, const char *sheet, dado_text *out)
{
    int columns = DADO_TILES + DADO_CREATURES;
    dado_text_addf(out,
                   "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                   "<map version=\"1.10\" orientation=\"orthogonal\" renderorder=\"right-down\" "
                   "width=\"%d\" height=\"%d\" tilewidth=\"%d\" tileheight=\"%d\" "
                   "infinite=\"0\" nextlayerid=\"3\" nextobjectid=\"%d\">\n",
                   level->width, DADO_LEVEL_ROWS, DADO_LEVEL_TILE, DADO_LEVEL_TILE,
                   level->spawn_count + 3);
    if (level->route) {
        dado_text_addf(out,
                       " <properties>\n  <property name=\"route\" value=\"%s\"/>\n"
                       " </properties>\n",
                       level->route);
    }
    dado_text_addf(out,
                   " <tileset firstgid=\"1\" name=\"level\" tilewidth=\"%d\" tileheight=\"%d\" "
                   "tilecount=\"%d\" columns=\"%d\">\n  <image source=\"",
                   DADO_LEVEL_TILE, DADO_LEVEL_TILE, columns * DADO_LEVEL_ROWS, columns);
    dado_text_html(out, sheet);
    dado_text_addf(out, "\" width=\"%d\" height=\"%d\"/>\n", columns * DADO_LEVEL_TILE,
                   DADO_LEVEL_ROWS * DADO_LEVEL_TILE);
    for (int tile = 1; tile < DADO_TILES; tile++) {
        dado_text_addf(out, "  <tile id=\"%d\" type=\"%s\"/>\n", tile, dado_tiles[tile].name);
    }
    dado_text_add(out, " </tileset>\n");
    write_tiles(level, out);
    dado_text_add(out, " <objectgroup id=\"2\" name=\"things\">\n");
    write_object(1, "start", level->start_column, level->start_row, false, out);
    write_object(2, "exit", level->exit_column, level->exit_row, false, out);
    for (int i = 0; i < level->spawn_count; i++) {
        const dado_spawn *s = &level->spawns[i];
        write_object(i + 3, dado_creature_names[s->creature], s->column, s->row, s->winged, out);
    }
    dado_text_add(out, " </objectgroup>\n</map>\n");
}

bool dado_level_sheet(dado_level *level, dado_region *region, dado_error *err)
{
    if (!dado_level_init(level, DADO_TILES + DADO_CREATURES, DADO_CREATURES, region, err))
        return false;
    memset(level->tiles, DADO_TILE_AIR, (size_t)level->width * DADO_LEVEL_ROWS);
    for (int tile = 0; tile < DADO_TILES; tile++) {
        level->tiles[tile * DADO_LEVEL_ROWS] = (uint8_t)tile;
    }
    for (int i = 0; i < DADO_CREATURES; i++) {
        level->spawns[level->spawn_count++] =
            (dado_spawn){ (int16_t)(DADO_TILES + i), 0, (uint8_t)i, false };
    }
    level->start_column = 0;
    level->exit_column = 1;
    level->start_row = level->exit_row = DADO_LEVEL_ROWS - 1;
    return true;
}
