// enemy_item_templates.c - the shipped templates and their weights; see
// enemy_item_templates.h.
#include "worlds/dungeon/enemy_item_templates.h"

#include <stdio.h>
#include <string.h>

static const dado_enemy_template shipped_enemies[DADO_SHIPPED_ENEMIES] = {
    { "rat", { 0, 0, 4, 3, 0, 4, 150, 2, 0 }, 4 },
    { "goblin", { 0, 0, 8, 4, 1, 5, 150, 1, 0 }, 3 },
    { "wolf", { 0, 0, 6, 4, 0, 6, 120, 0, 0 }, 2 },
    { "ogre", { 0, 0, 14, 6, 2, 5, 200, 3, 0 }, 2 },
    { "troll", { 0, 0, 24, 8, 2, 6, 200, 4, 0 }, 0 },
};
static const dado_item_template shipped_items[DADO_SHIPPED_ITEMS] = {
    { "potion", { 0, 0, 1, 8, 0, 0, 0, 1, 2 }, 4 },
    { "elixir", { 0, 0, 1, 16, 4, 0, 0, 2, 2 }, 1 },
    { "sword", { 0, 0, 0, 0, 0, 1, 0, 0, 1 }, 2 },
    { "shield", { 0, 0, 0, 0, 0, 0, 1, 1, 1 }, 2 },
};
void dado_templates_shipped(dado_templates *templates)
{
    *templates = (dado_templates){ 0 };
    templates->enemy_count = DADO_SHIPPED_ENEMIES;
    templates->item_count = DADO_SHIPPED_ITEMS;
    memcpy(templates->enemies, shipped_enemies, sizeof shipped_enemies);
    memcpy(templates->items, shipped_items, sizeof shipped_items);
}

int dado_shipped_enemy(const dado_map_enemy *enemy)
{
    for (int i = 0; i < DADO_SHIPPED_ENEMIES; i++) {
        const dado_map_enemy *known = &shipped_enemies[i].enemy;
        if (known->hp == enemy->hp && known->atk == enemy->atk && known->def == enemy->def &&
            known->range == enemy->range && known->cost == enemy->cost) {
            return i;
        }
    }
    return -1;
}

int dado_shipped_item(const dado_map_item *item)
{
    for (int i = 0; i < DADO_SHIPPED_ITEMS; i++) {
        const dado_map_item *known = &shipped_items[i].item;
        if (known->buff == item->buff && known->hp == item->hp && known->mp == item->mp &&
            known->atk == item->atk && known->def == item->def) {
            return i;
        }
    }
    return -1;
}

const char *dado_shipped_enemy_name(int number)
{
    return shipped_enemies[number].name;
}
const char *dado_shipped_item_name(int number)
{
    return shipped_items[number].name;
}

int dado_template_enemy(const dado_templates *templates, const char *name)
{
    for (int i = 0; i < templates->enemy_count; i++) {
        if (strcmp(templates->enemies[i].name, name) == 0) return i;
    }
    return -1;
}

int dado_template_item(const dado_templates *templates, const char *name)
{
    for (int i = 0; i < templates->item_count; i++) {
        if (strcmp(templates->items[i].name, name) == 0) return i;
    }
    return -1;
}

static bool param(dado_error *err, const char *option, const char *why, const char *word)
{
    dado_fail(err, DADO_INVALID, "%s: %s \"%.40s\"; write a list like rat:3,ogre:1", option, why,
              word);
    return dado_fail_code(err, "G_PARAM");
}

// Reads one list of weights for enemies or items. Templates that it does not name get
// weight 0.
static bool weigh(dado_templates *t, const char *list, bool enemies, dado_error *err)
{
    const char *option = enemies ? "enemy_weights" : "item_weights";
    if (!list || !*list) return true;
    for (int i = 0; enemies && i < t->enemy_count; i++) t->enemies[i].weight = 0;
    for (int i = 0; !enemies && i < t->item_count; i++) t->items[i].weight = 0;
    while (*list) {
        char word[80];
        size_t length = strcspn(list, ",");
        if (length >= sizeof word) return param(err, option, "this entry is too long:", list);
        snprintf(word, sizeof word, "%.*s", (int)length, list);
        list += length + (list[length] == ',');
        char *colon = strchr(word, ':');
        double weight;
        if (!colon) return param(err, option, "there is no weight in", word);
        *colon = '\0';
        if (!dado_read_real(colon + 1, &weight) || weight < 0 || weight > 1e6) {
            return param(err, option, "a weight is a number from 0 up, not", colon + 1);
        }
        int found = enemies ? dado_template_enemy(t, word) : dado_template_item(t, word);
        if (found < 0) return param(err, option, "no template is called", word);
        if (enemies) t->enemies[found].weight = weight;
        else t->items[found].weight = weight;
    }
    return true;
}

bool dado_templates_set_weights(dado_templates *templates, const char *enemies, const char *items,
                                dado_error *err)
{
    return weigh(templates, enemies, true, err) && weigh(templates, items, false, err);
}
