// print_components.c - see print_components.h.
#include "report/print_components.h"

#include <stdlib.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "report/scene_changes_in_words.h"
#include "report/scene_layout.h"

static bool is_tile(const dado_scene_item *item)
{
    return item->kind == DADO_ITEM_TILE || item->kind == DADO_ITEM_HEX;
}

static const dado_scene_item *parent_of(const dado_scene *scene, const dado_scene_item *item)
{
    return item->parent < 0 ? NULL : &scene->things[item->parent];
}

// --- cards

static void add_card(dado_print_kit *kit, uint32_t id, int front, int back)
{
    if (kit->card_count == DADO_PRINT_CARDS) {
        kit->cut = true;
        return;
    }
    kit->cards[kit->card_count++] =
        (dado_print_card){ .id = id, .front = (uint16_t)front, .back = (uint16_t)back };
}

// Adds a card. One with several sides has another of them on its back; if there are more than
// two sides, it becomes several cards.
static void add_sides(dado_print_kit *kit, const dado_scene_item *item)
{
    bool (*side)(const dado_game *, uint32_t, int, dado_scene_item *) =
        dado_game_extra(kit->game, side);
    dado_scene_item front, back;
    if (!side || !item->id || !side(kit->game, item->id, 0, &front) ||
        !side(kit->game, item->id, 1, &back)) {
        add_card(kit, item->id, item->look, 0);
        return;
    }
    for (int i = 0; i < DADO_PRINT_SIDES && side(kit->game, item->id, i, &front); i += 2) {
        bool two = side(kit->game, item->id, i + 1, &back);
        add_card(kit, item->id, front.look, two ? back.look : 0);
    }
}

// --- dice

static void add_die(dado_print_kit *kit, const dado_print_die *die)
{
    for (int i = 0; i < kit->dice_count; i++) {
        dado_print_die *known = &kit->dice[i];
        if (known->sides != die->sides ||
            memcmp(known->value, die->value, sizeof die->value) != 0) {
            continue;
        }
        known->count++;
        return;
    }
    if (kit->dice_count < DADO_PRINT_DICE) kit->dice[kit->dice_count++] = *die;
    else kit->cut = true;
}

// Adds a die, or the dice that one item stands for.
static void add_dice(dado_print_kit *kit, const dado_scene_item *item)
{
    bool (*side)(const dado_game *, uint32_t, int, dado_scene_item *) =
        dado_game_extra(kit->game, side);
    dado_print_die die = { .count = 1 };
    dado_scene_item shown;
    int number = 0;
    for (int i = 0; side && side(kit->game, item->id, i, &shown); i++) {
        if (shown.at != number) {
            add_die(kit, &die);
            die = (dado_print_die){ .count = 1 };
            number = shown.at;
        }
        if (die.sides < DADO_PRINT_SIDES) die.value[die.sides++] = shown.value;
        else kit->cut = true;
    }
    add_die(kit, &die);
}

// --- tokens

static void count_token(dado_print_kit *kit, const dado_scene_item *item)
{
    int pieces = item->kind == DADO_ITEM_TOKEN && item->value > 1 ? item->value : 1;
    for (int i = 0; i < kit->token_count; i++) {
        dado_print_token *token = &kit->tokens[i];
        if (token->item.kind != item->kind || token->item.owner != item->owner ||
            token->item.look != item->look) {
            continue;
        }
        token->now += pieces;
        if (token->now > token->most) token->most = token->now;
        return;
    }
    if (kit->token_count == DADO_PRINT_TOKENS) {
        kit->cut = true;
        return;
    }
    dado_print_token made = { .item = *item, .most = pieces, .now = pieces };
    made.item.lit = made.item.dim = false;
    made.item.value = item->kind == DADO_ITEM_UNIT ? 1000 : 1;
    kit->tokens[kit->token_count++] = made;
}

// --- what players write down

// Whether an item is inside the area of a player.
static bool of_player(const dado_scene *scene, const dado_scene_item *item)
{
    for (item = parent_of(scene, item); item; item = parent_of(scene, item)) {
        if (item->kind == DADO_ITEM_PLACE && item->owner) return true;
    }
    return false;
}

// Whether the look shows a number of this name: as on the table, and the score besides.
static bool is_drawn(const dado_game_look *look, const char *name, bool score)
{
    if (dado_look_find(look, DADO_LOOK_HIDE, NULL, name)) return false;
    return look->count == 0 || score || dado_look_find(look, DADO_LOOK_SHOW, NULL, name) ||
           dado_look_find(look, DADO_LOOK_NAME, NULL, name);
}

// Takes in a line such as "COINS 12", "YELLOW open" or "YELLOW".
static bool add_line(dado_print_kit *kit, const dado_scene *scene, const dado_scene_item *item)
{
    const char *words = dado_text_string(&scene->words) + item->value;
    const char *last = strrchr(words, ' ');
    dado_game_look look = dado_game_look_of(kit->game);
    int64_t number;
    bool is_number = last && dado_read_int(last + 1, &number);
    bool open = last && strcmp(last, " open") == 0;
    size_t length = is_number || open ? (size_t)(last - words) : strlen(words);
    if (last && !is_number && !open) return true;  // a word that changes, not a figure
    DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
    dado_text_add_bytes(&name, words, length);
    if (!is_drawn(&look, dado_text_string(&name), item->dim)) return true;
    for (int i = 0; i < kit->line_count; i++) {
        if (strcmp(dado_text_string(&kit->lines[i].name), dado_text_string(&name)) == 0)
            return true;
    }
    if (kit->line_count == DADO_PRINT_LINES) {
        kit->cut = true;
        return true;
    }
    dado_print_line *line = &kit->lines[kit->line_count++];
    *line = (dado_print_line){ .name = name, .tick = !is_number };
    bool whole = !name.cut;
    name = (dado_text){ 0 };
    return whole;
}

// --- positions

static void mark_on_board(dado_print_kit *kit, uint32_t id)
{
    for (int i = 0; i < kit->card_count && id; i++) {
        if (kit->cards[i].id == id) kit->cards[i].on_board = true;
    }
}

static bool watch_scene(dado_print_kit *kit, const dado_scene *scene)
{
    for (int i = 0; i < kit->token_count; i++) kit->tokens[i].now = 0;
    for (int i = 0; i < scene->count; i++) {
        const dado_scene_item *item = &scene->things[i], *parent = parent_of(scene, item);
        bool on_tile = parent && is_tile(parent);
        switch ((dado_scene_item_kind)item->kind) {
        case DADO_ITEM_TOKEN:
        case DADO_ITEM_UNIT: count_token(kit, item); break;
        case DADO_ITEM_CARD:
            if (on_tile) mark_on_board(kit, item->id);
            break;
        case DADO_ITEM_TEXT:
            if (of_player(scene, item) && !on_tile && !add_line(kit, scene, item)) return false;
            break;
        default: break;
        }
    }
    return true;
}

static void list_boards(dado_print_kit *kit, const dado_scene *scene)
{
    for (int i = 0; i < scene->count; i++) {
        const dado_scene_item *item = &scene->things[i], *parent = parent_of(scene, item);
        if (!is_tile(item) || (parent && parent->kind != DADO_ITEM_PLACE)) continue;
        bool listed = false;
        for (int b = 0; b < kit->board_count; b++) listed |= kit->boards[b] == item->parent;
        if (listed) continue;
        if (kit->board_count == DADO_PRINT_BOARDS) kit->cut = true;
        else kit->boards[kit->board_count++] = item->parent;
    }
}

static void list_first(dado_print_kit *kit)
{
    for (int i = 0; i < kit->first.count; i++) {
        const dado_scene_item *item = &kit->first.things[i];
        if (item->kind == DADO_ITEM_CARD && !item->dim && item->look) add_sides(kit, item);
        if (item->kind == DADO_ITEM_DIE) add_dice(kit, item);
    }
    list_boards(kit, &kit->first);
}

const dado_scene *dado_print_board_scene(const dado_print_kit *kit)
{
    return kit->board_scene.things ? &kit->board_scene : &kit->first;
}

bool dado_print_kit_begin(dado_print_kit *kit, const dado_game *game, const void *state,
                          dado_error *err)
{
    *kit = (dado_print_kit){ .game = game };
    kit->cards = calloc(DADO_PRINT_CARDS, sizeof *kit->cards);
    kit->tokens = calloc(DADO_PRINT_TOKENS, sizeof *kit->tokens);
    kit->dice = calloc(DADO_PRINT_DICE, sizeof *kit->dice);
    kit->lines = calloc(DADO_PRINT_LINES, sizeof *kit->lines);
    if (!kit->cards || !kit->tokens || !kit->dice || !kit->lines ||
        !dado_scene_capture(game, state, DADO_NOBODY, &kit->first)) {
        return dado_fail(err, DADO_LIMIT, "there is no memory to list the components");
    }
    list_first(kit);
    return watch_scene(kit, &kit->first) ||
           dado_fail(err, DADO_LIMIT, "there is no memory to list the components");
}

void dado_print_kit_free(dado_print_kit *kit)
{
    for (int i = 0; i < kit->line_count; i++) dado_text_free(&kit->lines[i].name);
    free(kit->cards);
    free(kit->tokens);
    free(kit->dice);
    free(kit->lines);
    dado_scene_free(&kit->first);
    dado_scene_free(&kit->board_scene);
    *kit = (dado_print_kit){ 0 };
}

bool dado_print_watch(dado_print_kit *kit, const void *state, dado_error *err)
{
    DADO_CLEANUP(dado_scene_free) dado_scene scene = { 0 };
    if (!dado_scene_capture(kit->game, state, DADO_NOBODY, &scene) || !watch_scene(kit, &scene)) {
        return dado_fail(err, DADO_LIMIT, "there is no memory to list the components");
    }
    if (kit->board_count == 0) {
        list_boards(kit, &scene);
        if (kit->board_count) {
            kit->board_scene = scene;
            scene = (dado_scene){ 0 };
        }
    }
    return true;
}
