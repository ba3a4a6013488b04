// template.h - the kinds of enemies and items that generators put on maps, by name.
#pragma once

#include "worlds/dungeon/map.h"

enum { DADO_TEMPLATES_MOST = 64, DADO_TEMPLATE_NAME = 32 };

typedef struct dado_enemy_template {
    char name[DADO_TEMPLATE_NAME];
    dado_map_enemy enemy;  // its place is not used
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

// The shipped ones: library/scripts/enemies.lua and items.lua say the same.
void dado_templates_shipped(dado_templates *templates);

// Takes weights from "rat:3,ogre:1"; what is not named then has none. Empty leaves them as they
// are.
bool dado_templates_weigh(dado_templates *templates, const char *enemies, const char *items,
                          dado_error *err);

int dado_template_enemy(const dado_templates *templates, const char *name);  // or -1
int dado_template_item(const dado_templates *templates, const char *name);   // or -1
