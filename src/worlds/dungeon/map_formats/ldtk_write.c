// ldtk_write.c - writes a map as an LDtk project with one level: a grid of ids, and
// entities.
//
// LDtk files contain every field, even those that carry no information. Such fields are
// listed in tables here, in the editor's order, so that the meaningful ones stand out in
// the code.
#include <stdio.h>
#include <string.h>

#include "core/json_writer.h"
#include "worlds/dungeon/map_formats/import_canvas.h"
#include "worlds/dungeon/map_formats/ldtk_write.h"

enum { cell = 16, grid_uid = 1, types_uid = 2, things_uid = 3, entity_uid = 10, level_uid = 0 };

typedef struct constant_field {
    const char *key, *value;  // the value as JSON text
} constant_field;

static void say(dado_json *json, const constant_field *list)
{
    for (; list->key; list++) dado_json_raw(json, list->key, list->value);
}

static void write_iid(dado_json *json, const char *key, int kind, int number)
{
    char iid[48];
    snprintf(iid, sizeof iid, "dad0%04x-0000-11ec-9cd7-%012x", (unsigned)kind & 0xFFFF,
             (unsigned)number);
    dado_json_string(json, key, iid);
}

static const constant_field project_head[] = {
    { "jsonVersion", "\"1.5.3\"" },
    { "appBuildId", "473703" },
    { "nextUid", "100" },
    { "identifierStyle", "\"Free\"" },
    { "toc", "[]" },
    { "worldLayout", "\"Free\"" },
    { "worldGridWidth", "256" },
    { "worldGridHeight", "256" },
    { "defaultLevelWidth", "256" },
    { "defaultLevelHeight", "256" },
    { "defaultPivotX", "0" },
    { "defaultPivotY", "0" },
    { "defaultGridSize", "16" },
    { "defaultEntityWidth", "16" },
    { "defaultEntityHeight", "16" },
    { "bgColor", "\"#40465B\"" },
    { "defaultLevelBgColor", "\"#696A79\"" },
    { "minifyJson", "false" },
    { "externalLevels", "false" },
    { "exportTiled", "false" },
    { "simplifiedExport", "false" },
    { "imageExportMode", "\"None\"" },
    { "exportLevelBg", "true" },
    { "pngFilePattern", "null" },
    { "backupOnSave", "false" },
    { "backupLimit", "10" },
    { "backupRelPath", "null" },
    { "levelNamePattern", "\"Level_%idx\"" },
    { "tutorialDesc", "null" },
    { "customCommands", "[]" },
    { "flags", "[]" },
    { 0 },
};

static const constant_field header[] = {
    { "fileType", "\"LDtk Project JSON\"" },
    { "app", "\"LDtk\"" },
    { "doc", "\"https://ldtk.io/json\"" },
    { "schema", "\"https://ldtk.io/files/JSON_SCHEMA.json\"" },
    { "appAuthor", "\"dado\"" },
    { "appVersion", "\"1.5.3\"" },
    { "url", "\"https://ldtk.io\"" },
    { 0 },
};

static const constant_field layer_def_middle[] = {
    { "doc", "null" },
    { "uiColor", "null" },
    { "gridSize", "16" },
    { "guideGridWid", "0" },
    { "guideGridHei", "0" },
    { "displayOpacity", "1" },
    { "inactiveOpacity", "1" },
    { "hideInList", "false" },
    { "hideFieldsWhenInactive", "false" },
    { "canSelectWhenInactive", "true" },
    { "renderInWorldView", "true" },
    { "pxOffsetX", "0" },
    { "pxOffsetY", "0" },
    { "parallaxFactorX", "0" },
    { "parallaxFactorY", "0" },
    { "parallaxScaling", "true" },
    { "requiredTags", "[]" },
    { "excludedTags", "[]" },
    { "autoTilesKilledByOtherLayerUid", "null" },
    { "uiFilterTags", "[]" },
    { "useAsyncRender", "false" },
    { 0 },
};

static const constant_field layer_def_tail[] = {
    { "intGridValuesGroups", "[]" },
    { "autoRuleGroups", "[]" },
    { "autoSourceLayerDefUid", "null" },
    { "tilesetDefUid", "null" },
    { "tilePivotX", "0" },
    { "tilePivotY", "0" },
    { "biomeFieldUid", "null" },
    { 0 },
};

static const constant_field entity_def_middle[] = {
    { "tags", "[]" },
    { "exportToToc", "false" },
    { "allowOutOfBounds", "false" },
    { "doc", "null" },
    { "width", "16" },
    { "height", "16" },
    { "resizableX", "false" },
    { "resizableY", "false" },
    { "minWidth", "null" },
    { "maxWidth", "null" },
    { "minHeight", "null" },
    { "maxHeight", "null" },
    { "keepAspectRatio", "false" },
    { "tileOpacity", "1" },
    { "fillOpacity", "1" },
    { "lineOpacity", "1" },
    { "hollow", "false" },
    { "color", "\"#94D9B3\"" },
    { "renderMode", "\"Rectangle\"" },
    { "showName", "true" },
    { "tilesetId", "null" },
    { "tileRenderMode", "\"FitInside\"" },
    { "tileRect", "null" },
    { "uiTileRect", "null" },
    { "nineSliceBorders", "[]" },
    { "maxCount", "0" },
    { "limitScope", "\"PerLevel\"" },
    { "limitBehavior", "\"MoveLastOne\"" },
    { "pivotX", "0" },
    { "pivotY", "0" },
    { 0 },
};

static const constant_field field_def_tail[] = {
    { "type", "\"F_Int\"" },
    { "isArray", "false" },
    { "canBeNull", "true" },
    { "arrayMinLength", "null" },
    { "arrayMaxLength", "null" },
    { "editorDisplayMode", "\"Hidden\"" },
    { "editorDisplayScale", "1" },
    { "editorDisplayPos", "\"Above\"" },
    { "editorLinkStyle", "\"StraightArrow\"" },
    { "editorDisplayColor", "null" },
    { "editorAlwaysShow", "false" },
    { "editorShowInWorld", "true" },
    { "editorCutLongValues", "true" },
    { "editorTextSuffix", "null" },
    { "editorTextPrefix", "null" },
    { "useForSmartColor", "false" },
    { "exportToToc", "false" },
    { "searchable", "false" },
    { "min", "0" },
    { "max", "999999" },
    { "regex", "null" },
    { "acceptFileTypes", "null" },
    { "defaultOverride", "null" },
    { "textLanguageMode", "null" },
    { "symmetricalRef", "false" },
    { "autoChainRef", "true" },
    { "allowOutOfLevelRef", "true" },
    { "allowedRefs", "\"OnlySame\"" },
    { "allowedRefsEntityUid", "null" },
    { "allowedRefTags", "[]" },
    { "tilesetUid", "null" },
    { 0 },
};

static const constant_field level_middle[] = {
    { "__bgColor", "\"#696A79\"" },
    { "bgColor", "null" },
    { "useAutoIdentifier", "false" },
    { "bgRelPath", "null" },
    { "bgPos", "null" },
    { "bgPivotX", "0.5" },
    { "bgPivotY", "0.5" },
    { "__smartColor", "\"#ADADB5\"" },
    { "__bgPos", "null" },
    { "externalRelPath", "null" },
    { "fieldInstances", "[]" },
    { 0 },
};

static const char *const kinds[] = { "Start", "Gold", "Item", "Enemy" };

static void value_name(int id, char *name, size_t size)
{
    static const char *const words[] = { "wall", "floor", "exit" };
    if (id < 3) snprintf(name, size, "%s", words[id]);
    else snprintf(name, size, "id_%d", id);
}

// Defines the values of a grid. They are one more than ids, because 0 means empty in
// LDtk.
static void define_values(dado_json *json, const uint16_t *cells, int count)
{
    uint8_t used[8192] = { 0 };
    for (int i = 0; i < count; i++) used[cells[i] >> 3] |= (uint8_t)(1 << (cells[i] & 7));
    dado_json_array(json, "intGridValues");
    for (int id = 0; cells && id <= DADO_MAP_CODE_MOST; id++) {
        char name[24], colour[12];
        if (!(used[id >> 3] >> (id & 7) & 1)) continue;
        value_name(id, name, sizeof name);
        snprintf(colour, sizeof colour, "#%06X", (unsigned)(id * 2654435761u >> 8) & 0xFFFFFFu);
        dado_json_object(json, NULL);
        dado_json_int(json, "value", id + 1);
        dado_json_string(json, "identifier", name);
        dado_json_string(json, "color", colour);
        dado_json_null(json, "tile");
        dado_json_int(json, "groupUid", 0);
        dado_json_end(json);
    }
    dado_json_end(json);
}

static void define_layer(dado_json *json, const char *type, const char *name, int uid,
                         const uint16_t *cells, int count)
{
    dado_json_object(json, NULL);
    dado_json_string(json, "__type", type);
    dado_json_string(json, "identifier", name);
    dado_json_string(json, "type", type);
    dado_json_int(json, "uid", uid);
    say(json, layer_def_middle);
    define_values(json, cells, count);
    say(json, layer_def_tail);
    dado_json_end(json);
}

static void define_entity(dado_json *json, int kind)
{
    dado_json_object(json, NULL);
    dado_json_string(json, "identifier", kinds[kind]);
    dado_json_int(json, "uid", entity_uid + kind);
    say(json, entity_def_middle);
    dado_json_array(json, "fieldDefs");
    for (int i = 0; kind && i < DADO_THING_STATS; i++) {
        dado_json_object(json, NULL);
        dado_json_string(json, "identifier", dado_thing_stat_names[i]);
        dado_json_null(json, "doc");
        dado_json_string(json, "__type", "Int");
        dado_json_int(json, "uid", 20 + kind * DADO_THING_STATS + i);
        say(json, field_def_tail);
        dado_json_end(json);
    }
    dado_json_end(json);
    dado_json_end(json);
}

static void begin_layer(dado_json *json, const dado_map *map, const char *type, const char *name,
                        int uid)
{
    dado_json_object(json, NULL);
    dado_json_string(json, "__identifier", name);
    dado_json_string(json, "__type", type);
    dado_json_int(json, "__cWid", map->width);
    dado_json_int(json, "__cHei", map->height);
    dado_json_int(json, "__gridSize", cell);
    static const constant_field totals[] = {
        { "__opacity", "1" },          { "__pxTotalOffsetX", "0" },    { "__pxTotalOffsetY", "0" },
        { "__tilesetDefUid", "null" }, { "__tilesetRelPath", "null" }, { 0 }
    };
    say(json, totals);
    write_iid(json, "iid", 2, uid);
    dado_json_int(json, "levelId", level_uid);
    dado_json_int(json, "layerDefUid", uid);
    static const constant_field places[] = { { "pxOffsetX", "0" },
                                             { "pxOffsetY", "0" },
                                             { "visible", "true" },
                                             { "optionalRules", "[]" },
                                             { 0 } };
    say(json, places);
}

static void layer_middle(dado_json *json)
{
    static const constant_field middle[] = { { "autoLayerTiles", "[]" },
                                             { "seed", "1" },
                                             { "overrideTilesetUid", "null" },
                                             { "gridTiles", "[]" },
                                             { 0 } };
    say(json, middle);
}

static void grid_layer(dado_json *json, const dado_map *map, const char *name, int uid,
                       const uint16_t *cells)
{
    begin_layer(json, map, "IntGrid", name, uid);
    dado_json_array(json, "intGridCsv");
    for (int i = 0; i < map->width * map->height; i++) dado_json_int(json, NULL, cells[i] + 1);
    dado_json_end(json);
    layer_middle(json);
    dado_json_raw(json, "entityInstances", "[]");
    dado_json_end(json);
}

static void entity(dado_json *json, int kind, int number, int x, int y,
                   const dado_thing_stats *figures)
{
    dado_json_object(json, NULL);
    dado_json_string(json, "__identifier", kinds[kind]);
    dado_json_pair(json, "__grid", x, y);
    dado_json_pair(json, "__pivot", 0, 0);
    dado_json_raw(json, "__tags", "[]");
    dado_json_null(json, "__tile");
    dado_json_string(json, "__smartColor", "#94D9B3");
    write_iid(json, "iid", 3, number);
    dado_json_int(json, "width", cell);
    dado_json_int(json, "height", cell);
    dado_json_int(json, "defUid", entity_uid + kind);
    dado_json_pair(json, "px", x * cell, y * cell);
    dado_json_array(json, "fieldInstances");
    for (int i = 0; kind && i < DADO_THING_STATS; i++) {
        dado_json_object(json, NULL);
        dado_json_string(json, "__identifier", dado_thing_stat_names[i]);
        dado_json_string(json, "__type", "Int");
        if (figures->value[i] < 0) dado_json_null(json, "__value");
        else dado_json_int(json, "__value", figures->value[i]);
        dado_json_null(json, "__tile");
        dado_json_int(json, "defUid", 20 + kind * DADO_THING_STATS + i);
        dado_json_array(json, "realEditorValues");
        if (figures->value[i] >= 0) {
            dado_json_object(json, NULL);
            dado_json_string(json, "id", "V_Int");
            dado_json_array(json, "params");
            dado_json_int(json, NULL, figures->value[i]);
            dado_json_end(json);
            dado_json_end(json);
        }
        dado_json_end(json);
        dado_json_end(json);
    }
    dado_json_end(json);
    dado_json_end(json);
}

static void things_layer(dado_json *json, const dado_map *map)
{
    int number = 0;
    dado_thing_stats f = dado_thing_stats_none();
    begin_layer(json, map, "Entities", "things", things_uid);
    dado_json_raw(json, "intGridCsv", "[]");
    layer_middle(json);
    dado_json_array(json, "entityInstances");
    entity(json, 0, number++, map->start_x, map->start_y, &f);
    for (int i = 0; i < map->golds; i++) {
        f = dado_thing_stats_of_gold(&map->gold[i]);
        entity(json, 1, number++, map->gold[i].x, map->gold[i].y, &f);
    }
    for (int i = 0; i < map->item_count; i++) {
        f = dado_thing_stats_of_item(&map->items[i]);
        entity(json, 2, number++, map->items[i].x, map->items[i].y, &f);
    }
    for (int i = 0; i < map->enemy_count; i++) {
        f = dado_thing_stats_of_enemy(&map->enemies[i]);
        entity(json, 3, number++, map->enemies[i].x, map->enemies[i].y, &f);
    }
    dado_json_end(json);
    dado_json_end(json);
}

static void definitions(dado_json *json, const dado_map *map)
{
    int count = map->width * map->height;
    dado_json_object(json, "defs");
    dado_json_array(json, "layers");
    define_layer(json, "Entities", "things", things_uid, NULL, 0);
    define_layer(json, "IntGrid", "type", types_uid, map->type, count);
    define_layer(json, "IntGrid", "id", grid_uid, map->id, count);
    dado_json_end(json);
    dado_json_array(json, "entities");
    for (int kind = 0; kind < 4; kind++) define_entity(json, kind);
    dado_json_end(json);
    static const constant_field rest[] = { { "tilesets", "[]" },
                                           { "enums", "[]" },
                                           { "externalEnums", "[]" },
                                           { "levelFields", "[]" },
                                           { 0 } };
    say(json, rest);
    dado_json_end(json);
}

static void level(dado_json *json, const dado_map *map)
{
    dado_json_object(json, NULL);
    dado_json_string(json, "identifier", "Level_0");
    write_iid(json, "iid", 1, level_uid);
    dado_json_int(json, "uid", level_uid);
    static const constant_field place[] = {
        { "worldX", "0" }, { "worldY", "0" }, { "worldDepth", "0" }, { 0 }
    };
    say(json, place);
    dado_json_int(json, "pxWid", map->width * cell);
    dado_json_int(json, "pxHei", map->height * cell);
    say(json, level_middle);
    dado_json_array(json, "layerInstances");
    things_layer(json, map);
    grid_layer(json, map, "type", types_uid, map->type);
    grid_layer(json, map, "id", grid_uid, map->id);
    dado_json_end(json);
    dado_json_raw(json, "__neighbours", "[]");
    dado_json_end(json);
}

void dado_ldtk_write(const dado_map *map, dado_text *out)
{
    dado_json json = dado_json_to(out);
    dado_json_object(&json, NULL);
    dado_json_object(&json, "__header__");
    say(&json, header);
    dado_json_end(&json);
    write_iid(&json, "iid", 0, 0);
    say(&json, project_head);
    definitions(&json, map);
    dado_json_array(&json, "levels");
    level(&json, map);
    dado_json_end(&json);
    dado_json_raw(&json, "worlds", "[]");
    write_iid(&json, "dummyWorldIid", 4, 0);
    dado_json_end(&json);
    dado_text_char(out, '\n');
}
