// enemy_item_templates.h - the kinds of enemies and items that generators place, by name.
#pragma once

#include "worlds/dungeon/map.h"

enum { DADO_TEMPLATES_MOST = 64, DADO_TEMPLATE_NAME = 32 };

typedef struct dado_enemy_template {
    char name[DADO_TEMPLATE_NAME];
    dado_map_enemy enemy;  // the coordinates in it are not used
    double weight;
} dado_enemy_template;

typedef struct dado_item_template {
    char name[DADO_TEMPLATE_NAME];
    dado_map_item item;
    double weight;
} dado_item_template;

typedef struct dado_templates {
    dado_enemy_template enemies[DADO_TEMPLATES_MOST];
    dado_item_template items[DADO_TEMPLATES_MOST];
    int enemy_count, item_count;
} dado_templates;

// Fills in the shipped templates; library/scripts/enemies.lua and items.lua hold the
// same.
void dado_templates_shipped(dado_templates *templates);

enum { DADO_SHIPPED_ENEMIES = 5, DADO_SHIPPED_ITEMS = 4 };

// Returns the number of the shipped template that has these values; -1 if none has.
int dado_shipped_enemy(const dado_map_enemy *enemy);
int dado_shipped_item(const dado_map_item *item);
const char *dado_shipped_enemy_name(int number);
const char *dado_shipped_item_name(int number);

// Reads weights such as "rat:3,ogre:1". Templates that are not named get weight 0. An
// empty text leaves the weights unchanged.
bool dado_templates_set_weights(dado_templates *templates, const char *enemies, const char *items,
                                dado_error *err);

// Returns -1 if there is none.
int dado_template_enemy(const dado_templates *templates, const char *name);
// Returns -1 if there is none.
int dado_template_item(const dado_templates *templates, const char *name);
