// lua_enemies_and_items.c - reads the enemies and items that users define in Lua.
#include <stdio.h>
#include <string.h>

#include "script/lua_sandbox.h"
#include "worlds/dungeon/lua_definitions.h"

enum { steps_most = 10000000 };

typedef struct template_reader {
    dado_templates *templates;
    int enemies, items;  // number of enemies and items defined so far
} template_reader;

static int whole(dado_script *s, const char *name, int least)
{
    int64_t value = least;
    if (dado_script_push_field(s, 1, name)) {
        value = dado_script_check_int(s, -1, name, least, DADO_MAP_FIELD_MOST);
    }
    dado_script_pop(s, 1);
    return (int)value;
}

static void sprite(dado_script *s, int *x, int *y)
{
    *x = *y = 0;
    if (dado_script_push_field(s, 1, "sprite")) {
        if (dado_script_type_of(s, -1) != DADO_SCRIPT_TABLE) {
            dado_script_raise(s, "L_TEMPLATE", "sprite must be a pair, as {2, 0}");
        }
        dado_script_push_item(s, -1, 1);
        dado_script_push_item(s, -2, 2);
        *x = (int)dado_script_check_int(s, -2, "sprite column", 0, DADO_MAP_FIELD_MOST);
        *y = (int)dado_script_check_int(s, -1, "sprite row", 0, DADO_MAP_FIELD_MOST);
        dado_script_pop(s, 2);
    }
    dado_script_pop(s, 1);
}

static double weight(dado_script *s)
{
    double value = 1;
    if (dado_script_push_field(s, 1, "weight")) {
        value = dado_script_check_real(s, -1, "weight");
        if (!(value >= 0 && value <= 1e6)) {
            dado_script_raise(s, "L_TEMPLATE", "weight must be a number from 0 to a million");
        }
    }
    dado_script_pop(s, 1);
    return value;
}

// Rejects unknown fields, because a misspelled one would otherwise be ignored.
static void check_fields(dado_script *s, const char *const *known, int count)
{
    if (dado_script_argument_count(s) < 1 || dado_script_type_of(s, 1) != DADO_SCRIPT_TABLE) {
        dado_script_raise(s, "L_TEMPLATE", "a template is a table: enemy { id = \"rat\", ... }");
    }
    int keys = dado_script_push_keys(s, 1);
    for (int i = 1; i <= keys; i++) {
        dado_script_push_item(s, -1, i);
        const char *name = dado_script_get_text(s, -1);
        bool found = false;
        for (int k = 0; name && k < count; k++) found |= strcmp(name, known[k]) == 0;
        if (!found) {
            const char *near = name ? dado_nearest_name(name, known, count) : NULL;
            dado_script_raise(s, "L_TEMPLATE", "a template has no field %s%s%s",
                              name ? name : "of that kind", near ? "; did you mean " : "",
                              near ? near : "");
        }
        dado_script_pop(s, 1);
    }
    dado_script_pop(s, 1);
}

static void read_name(dado_script *s, const template_reader *sh, char name[DADO_TEMPLATE_NAME])
{
    if (!dado_script_push_field(s, 1, "id")) {
        dado_script_raise(s, "L_TEMPLATE", "a template needs a name: id = \"rat\"");
    }
    const char *id = dado_script_check_text(s, -1, "id");
    size_t length = strlen(id);
    if (length == 0 || length >= DADO_TEMPLATE_NAME || strpbrk(id, " ,:\t\n")) {
        dado_script_raise(s, "L_TEMPLATE", "\"%.40s\" is not a valid name of a template", id);
    }
    snprintf(name, DADO_TEMPLATE_NAME, "%s", id);
    for (int i = 0; i < sh->enemies; i++) {
        if (strcmp(sh->templates->enemies[i].name, name) == 0) {
            dado_script_raise(s, "L_TEMPLATE", "%s is defined twice", name);
        }
    }
    for (int i = 0; i < sh->items; i++) {
        if (strcmp(sh->templates->items[i].name, name) == 0) {
            dado_script_raise(s, "L_TEMPLATE", "%s is defined twice", name);
        }
    }
    dado_script_pop(s, 1);
}

static int define_enemy(dado_script *s, void *context)
{
    static const char *const known[] = { "id",    "hp",   "atk",    "def",
                                         "range", "cost", "sprite", "weight" };
    template_reader *sh = context;
    check_fields(s, known, sizeof known / sizeof *known);
    if (sh->enemies == DADO_TEMPLATES_MOST) {
        dado_script_raise(s, "L_TEMPLATE", "too many enemies are defined; %d is the most",
                          DADO_TEMPLATES_MOST);
    }
    dado_enemy_template t = { .weight = weight(s) };
    read_name(s, sh, t.name);
    t.enemy.hp = whole(s, "hp", 1);
    t.enemy.atk = whole(s, "atk", 0);
    t.enemy.def = whole(s, "def", 0);
    t.enemy.range = whole(s, "range", 0);
    t.enemy.cost = whole(s, "cost", 1);
    sprite(s, &t.enemy.sprite_x, &t.enemy.sprite_y);
    sh->templates->enemies[sh->enemies++] = t;
    return 0;
}

static int define_item(dado_script *s, void *context)
{
    static const char *const known[] = {
        "id", "kind", "hp", "mp", "atk", "def", "sprite", "weight"
    };
    template_reader *sh = context;
    check_fields(s, known, sizeof known / sizeof *known);
    if (sh->items == DADO_TEMPLATES_MOST) {
        dado_script_raise(s, "L_TEMPLATE", "too many items are defined; %d is the most",
                          DADO_TEMPLATES_MOST);
    }
    dado_item_template t = { .weight = weight(s) };
    read_name(s, sh, t.name);
    dado_script_push_field(s, 1, "kind");
    const char *kind = dado_script_get_text(s, -1);
    if (!kind || (strcmp(kind, "recover") != 0 && strcmp(kind, "attribute") != 0)) {
        dado_script_raise(s, "L_TEMPLATE", "the kind of an item is recover or attribute");
    }
    t.item.buff = kind[0] == 'r';
    dado_script_pop(s, 1);
    t.item.hp = whole(s, "hp", 0);
    t.item.mp = whole(s, "mp", 0);
    t.item.atk = whole(s, "atk", 0);
    t.item.def = whole(s, "def", 0);
    sprite(s, &t.item.sprite_x, &t.item.sprite_y);
    sh->templates->items[sh->items++] = t;
    return 0;
}

static void offer(dado_script *s, void *context)
{
    dado_script_register(s, "enemy", define_enemy, context);
    dado_script_register(s, "item", define_item, context);
}

bool dado_lua_templates(const char *text, const char *source, dado_templates *templates,
                        dado_error *err)
{
    dado_templates defined = *templates;
    template_reader sh = { &defined, 0, 0 };
    dado_script *s = dado_script_new(DADO_SCRIPT_MEMORY, err);
    if (!s) return false;
    bool fine = dado_script_pcall(s, offer, &sh, steps_most, err) &&
                dado_script_run(s, source, text, steps_most, err);
    dado_script_free(s);
    if (!fine) return false;
    if (sh.enemies) defined.enemy_count = sh.enemies;
    if (sh.items) defined.item_count = sh.items;
    *templates = defined;
    return true;
}
