// print_state.c - writes the state of a dungeon as text for people and as JSON for
// programs.
//
// Each cell is one character: # wall, . visible floor, , remembered floor, > exit, $
// gold, ! an item that heals, + an item that strengthens, @ the hero, and a letter for an
// enemy. Cells never seen are blank.
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "worlds/dungeon/dungeon.h"
#include "worlds/dungeon/dungeon_internal.h"

static const char *const end_words[] = { "playing", "win", "death", "timeout", "walled in" };

typedef struct visible_map {
    const dado_dungeon *d;
    const void *state;
    const uint64_t *visible, *seen;
} visible_map;

static visible_map visible_map_of(const dado_game *game, const void *state, int eyes,
                                  uint64_t *room)
{
    const dado_dungeon *d = dado_dungeon_of(game);
    const dado_dungeon_state *s = state;
    bool all = eyes == DADO_NOBODY || !d->rules.fog;
    return (visible_map){ d, state, all ? d->inside : dado_dungeon_sight(d, s->cell, room),
                          all ? d->inside : dado_dungeon_seen(d, state) };
}

static int enemy_on(const visible_map *sc, int cell)
{
    if (!dado_bit(sc->visible, cell)) return -1;
    const dado_dungeon_enemy *enemies = dado_dungeon_enemies(sc->d, sc->state);
    for (int i = 0; i < sc->d->map.enemy_count; i++) {
        if (enemies[i].hp > 0 && enemies[i].cell == cell) return i;
    }
    return -1;
}

static char sign_of(const visible_map *sc, int cell)
{
    const dado_dungeon *d = sc->d;
    if (((const dado_dungeon_state *)sc->state)->cell == cell) return '@';
    if (!dado_bit(sc->seen, cell)) return ' ';
    int enemy = enemy_on(sc, cell);
    if (enemy >= 0) return (char)('a' + enemy % 26);
    int item = d->item_at[cell], pile = d->gold_at[cell];
    if (item >= 0 && !dado_bit(dado_dungeon_item_taken(d, sc->state), item)) {
        return d->map.items[item].buff ? '!' : '+';
    }
    if (pile >= 0 && !dado_bit(dado_dungeon_gold_taken(d, sc->state), pile)) return '$';
    if (d->kind[cell] == DADO_CELL_EXIT) return '>';
    if (d->kind[cell] == DADO_CELL_WALL) return '#';
    return dado_bit(sc->visible, cell) ? '.' : ',';
}

void dado_dungeon_print(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    uint64_t room[DADO_DUNGEON_SIGHT_WORDS];
    visible_map sc = visible_map_of(game, state, eyes, room);
    const dado_dungeon *d = sc.d;
    const dado_dungeon_state *s = state;
    for (int y = 0; y < d->map.height; y++) {
        for (int x = 0; x < d->map.width; x++) {
            dado_text_char(out, sign_of(&sc, dado_bit_grid_cell(&d->board, x, y)));
        }
        dado_text_char(out, '\n');
    }
    dado_text_addf(
        out, "turn %d  hp %" PRId64 "/%d  atk %" PRId64 "  def %" PRId64 "  gold %" PRId64 "  %s\n",
        dado_dungeon_turns(s), s->hp, d->rules.hp, s->atk, s->def, s->gold, end_words[s->end]);
    const dado_dungeon_enemy *enemies = dado_dungeon_enemies(d, state);
    for (int i = 0; i < d->map.enemy_count; i++) {
        if (enemies[i].hp <= 0 || !dado_bit(sc.visible, enemies[i].cell)) continue;
        const dado_map_enemy *e = &d->map.enemies[i];
        dado_text_addf(out, "  %c  hp %d  atk %d  def %d  range %d  cost %d\n", 'a' + i % 26,
                       enemies[i].hp, e->atk, e->def, e->range, e->cost);
    }
}

void dado_dungeon_print_move(const dado_game *game, const void *state, dado_move move,
                             dado_text *out)
{
    (void)game;
    (void)state;
    dado_text_add(out, dado_dungeon_direction_names[move]);
}

// The directions as people call them.
static const char *const ways[8] = { "north",     "east",      "south",     "west",
                                     "northeast", "southeast", "southwest", "northwest" };

void dado_dungeon_caption(const dado_game *game, const void *state, dado_move move, dado_text *out)
{
    (void)game;
    (void)state;
    dado_text_addf(out, "go %s", ways[move]);
}

static void enemies_json(const visible_map *sc, dado_text *out)
{
    const dado_dungeon *d = sc->d;
    const dado_dungeon_enemy *enemies = dado_dungeon_enemies(d, sc->state);
    const char *comma = "";
    for (int i = 0; i < d->map.enemy_count; i++) {
        if (enemies[i].hp <= 0 || !dado_bit(sc->visible, enemies[i].cell)) continue;
        const dado_map_enemy *e = &d->map.enemies[i];
        dado_text_addf(out,
                       "%s{\"id\":%d,\"x\":%d,\"y\":%d,\"hp\":%d,\"atk\":%d,\"def\":%d,"
                       "\"range\":%d,\"cost\":%d}",
                       comma, i, dado_dungeon_x(d, enemies[i].cell),
                       dado_dungeon_y(d, enemies[i].cell), enemies[i].hp, e->atk, e->def, e->range,
                       e->cost);
        comma = ",";
    }
}

// Lists the exits seen so far. In the rows of the map, a thing or the hero may hide them.
static void exits_json(const visible_map *sc, dado_text *out)
{
    const dado_dungeon *d = sc->d;
    const char *comma = "";
    for (int w = 0; w < d->board.words; w++) {
        for (uint64_t bits = d->exits[w] & sc->seen[w]; bits; bits &= bits - 1) {
            int cell = w * 64 + __builtin_ctzll(bits);
            dado_text_addf(out, "%s{\"x\":%d,\"y\":%d}", comma, dado_dungeon_x(d, cell),
                           dado_dungeon_y(d, cell));
            comma = ",";
        }
    }
}

void dado_dungeon_view_json(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    uint64_t room[DADO_DUNGEON_SIGHT_WORDS];
    visible_map sc = visible_map_of(game, state, eyes, room);
    const dado_dungeon *d = sc.d;
    const dado_dungeon_state *s = state;
    dado_text_addf(out,
                   "{\"turn\":%d,\"x\":%d,\"y\":%d,\"hp\":%" PRId64 ",\"hp_max\":%d,\"mp\":%" PRId64
                   ",\"atk\":%" PRId64 ",\"def\":%" PRId64 ",\"gold\":%" PRId64
                   ",\"idle\":%d,\"end\":\"%s\",\"rows\":[",
                   dado_dungeon_turns(s), dado_dungeon_x(d, s->cell), dado_dungeon_y(d, s->cell),
                   s->hp, d->rules.hp, s->mp, s->atk, s->def, s->gold, s->idle, end_words[s->end]);
    for (int y = 0; y < d->map.height; y++) {
        dado_text_add(out, y ? ",\"" : "\"");
        for (int x = 0; x < d->map.width; x++) {
            dado_text_char(out, sign_of(&sc, dado_bit_grid_cell(&d->board, x, y)));
        }
        dado_text_char(out, '"');
    }
    dado_text_add(out, "],\"enemies\":[");
    enemies_json(&sc, out);
    dado_text_add(out, "],\"exits\":[");
    exits_json(&sc, out);
    dado_text_add(out, "]}");
}

void dado_dungeon_move_json(const dado_game *game, const void *state, dado_move move,
                            dado_text *out)
{
    const dado_dungeon *d = dado_dungeon_of(game);
    const dado_dungeon_state *s = state;
    int cell = s->cell + d->step[move];
    const dado_dungeon_enemy *enemies = dado_dungeon_enemies(d, state);
    dado_text_addf(out, "{\"step\":\"%s\",\"x\":%d,\"y\":%d", dado_dungeon_direction_names[move],
                   dado_dungeon_x(d, cell), dado_dungeon_y(d, cell));
    for (int i = 0; i < d->map.enemy_count; i++) {
        if (enemies[i].hp <= 0 || enemies[i].cell != cell) continue;
        dado_text_addf(out, ",\"attacks\":%d,\"damage\":%" PRId64, i,
                       dado_dungeon_damage(d, s->atk, d->map.enemies[i].def));
    }
    int pile = dado_dungeon_known_gold(d, state, cell);
    int item = dado_dungeon_known_item(d, state, cell);
    if (pile >= 0) dado_text_addf(out, ",\"gold\":%d", d->map.gold[pile].amount);
    if (item >= 0) dado_text_addf(out, ",\"item\":%d", item);
    dado_text_char(out, '}');
}

void dado_dungeon_refuse(const dado_game *game, const void *state, const char *words,
                         dado_text *out)
{
    const dado_dungeon *d = dado_dungeon_of(game);
    const dado_dungeon_state *s = state;
    while (isspace((unsigned char)*words)) words++;
    size_t length = strlen(words);
    while (length && isspace((unsigned char)words[length - 1])) length--;
    for (int dir = 0; dir < 8; dir++) {
        const char *word = dado_dungeon_direction_names[dir];
        if (strlen(word) != length || strncmp(word, words, length) != 0) continue;
        if (dir >= d->directions) {
            dado_text_add(out, "steps here go n, e, s and w; neighbourhood = 8 allows diagonals");
        } else if (!dado_bit(d->passable, s->cell + d->step[dir])) {
            dado_text_addf(out, "there is a wall to the %s", ways[dir]);
        } else {
            dado_text_add(out, "a diagonal step may not cut a corner");
        }
        return;
    }
    dado_text_addf(out, "a step is %s",
                   d->directions == 8 ? "n, e, s, w, ne, se, sw or nw" : "n, e, s or w");
}
