// lines.c - see lines.h.
//
// A node is a run of cells: who draws and of how many, then where each number leads, which is
// another node, the end of a line, or nowhere yet. Luck that comes as a word is a node that seeds a
// generator, and a node for each number that the rules draw from it.
#include "lab/lines.h"

#include "core/face.h"
#include "core/spree.h"

enum { most_cells = 1 << 14, most_draws = 16, most_odds = 1 << 16 };

// Who draws, beside seats, which are their numbers.
enum { by_word = 0xFFFF, by_generator = 0xFFFE, by_chance = 0xFFFD, most_seats = 0xFFF };

static const uint32_t nowhere = 0, end_of_line = 0x80000000u;

static uint32_t head(int who, uint32_t count)
{
    return (uint32_t)who << 16 | count;
}

bool dado_lines_open(dado_lines *lines, const dado_game *game, dado_arena *arena)
{
    *lines = (dado_lines){ .game = game, .used = 1 };  // the first cell leads to the first node
    lines->given_up = game->rules->weigh || game->players > most_seats;
    lines->cells = dado_new(arena, uint32_t, most_cells);
    lines->state = dado_new(arena, unsigned char, game->state_size);
    lines->moves = dado_new(arena, dado_move, game->max_moves);
    lines->bounds = dado_new(arena, uint32_t, most_draws);
    return lines->cells && lines->state && lines->moves && lines->bounds;
}

// A sixteenth of all should be found, once there were enough to tell: that many are where there is
// room for the lines of a game and all are as likely. Where few are likely to come again, that
// shows sooner.
static bool is_worth_it(const dado_lines *l)
{
    enum { soon = 64, enough_to_tell = 128 };
    if (l->asked >= soon && l->unlikely > l->asked / 2) return false;
    return l->asked < enough_to_tell || l->found > l->asked / 16;
}

static void halve_counts(dado_lines *l)
{
    l->asked /= 2;
    l->found /= 2;
    l->unlikely /= 2;
}

static uint32_t follow(const dado_lines *l, dado_rng *luck)
{
    const uint32_t *cells = l->cells;
    const int players = l->game->players;
    dado_quick generator = { { 0 } };
    uint32_t at = cells[0];
    while (at && !(at & end_of_line)) {
        uint32_t who = cells[at] >> 16, count = cells[at] & 0xFFFF;
        uint64_t k = 0;
        if (who < most_seats) k = dado_spree_draw(luck, players, (int)who, count);
        else if (who == by_generator) k = dado_quick_below(&generator, count);
        else if (who == by_chance) k = dado_rng_below(&luck[players], count);
        else generator = dado_quick_seed(dado_rng_next(&luck[players]));
        at = cells[at + 1 + k];
    }
    return at;
}

int dado_lines_find(dado_lines *l, dado_rng *luck)
{
    if (l->given_up) return -1;
    if (!is_worth_it(l)) {
        l->given_up = true;
        return -1;
    }
    if (l->asked == INT32_MAX) halve_counts(l);
    l->asked++;
    if (l->used > 1) dado_rng_ahead_of_all(luck, l->game->players + 1);
    uint32_t at = follow(l, luck);
    if (!at) return -1;
    l->found++;
    return (int)(at & ~end_of_line);
}

// A match on its way through the tree.
typedef struct way {
    dado_lines *l;
    uint32_t at;    // the cell that leads on; 0 once it is off the tree
    uint64_t odds;  // one in so many matches comes here
} way;

// Comes to the node for such a draw, which is made if nobody was here before. False if it is too
// unlikely that somebody will be again, or there is no room.
static bool come_to(way *w, int who, uint32_t count)
{
    dado_lines *l = w->l;
    w->odds *= count;
    if (w->odds > most_odds) {
        l->unlikely++;
        return false;
    }
    if (l->cells[w->at] == nowhere) {
        if ((uint32_t)(most_cells - l->used) < count + 1) return false;
        l->cells[w->at] = (uint32_t)l->used;
        l->cells[l->used] = head(who, count);
        l->used += (int)count + 1;
    }
    w->at = l->cells[w->at];
    return true;
}

static void take(way *w, uint64_t k)
{
    w->at += 1 + (uint32_t)k;
}

// Luck that is a word: all that comes of it hangs on the numbers that the rules draw.
static bool play_word(way *w, dado_move word)
{
    dado_lines *l = w->l;
    int (*draws)(const dado_game *, void *, dado_move, uint32_t *, int) =
        dado_face_of(l->game, draws);
    int count = draws ? draws(l->game, l->state, word, l->bounds, most_draws) : -1;
    if (count < 0) l->unlikely++;
    if (count < 0 || !come_to(w, by_word, 1)) return false;
    take(w, 0);
    dado_quick generator = dado_quick_seed(word);
    for (int i = 0; i < count; i++) {
        if (!come_to(w, by_generator, l->bounds[i])) return false;
        take(w, dado_quick_below(&generator, l->bounds[i]));
    }
    return true;
}

static bool play_listed(way *w, int who, int count, dado_rng *luck)
{
    dado_lines *l = w->l;
    const dado_game *game = l->game;
    uint64_t k = 0;
    if (who >= 0 || count > 1) {  // luck that can fall one way only draws nothing
        if (!come_to(w, who < 0 ? by_chance : who, (uint32_t)count)) return false;
        k = who < 0 ? dado_rng_below(&luck[game->players], (uint64_t)count)
                    : dado_spree_draw(luck, game->players, who, (uint64_t)count);
        take(w, k);
    }
    game->rules->apply(game, l->state, l->moves[k]);
    return true;
}

int dado_lines_note(dado_lines *l, dado_rng *luck)
{
    enum { long_enough = 8 * DADO_LINES_MOST };  // what did not come in so many matches is rare
    if (l->given_up || l->count == DADO_LINES_MOST || l->asked > long_enough) return -1;
    const dado_game *game = l->game;
    way w = { l, 0, 1 };
    game->rules->start(game, l->state);
    for (int steps = 0;; steps++) {
        int who = game->rules->actor(game, l->state);
        if (who == DADO_NOBODY) break;
        int count = game->rules->legal(game, l->state, l->moves);
        bool on = count > 0 ? play_listed(&w, who, count, luck)
                            : play_word(&w, dado_rng_next(&luck[game->players]));
        // Where the first luck of all is too wide, so it is in every match.
        if (!on && steps == 0) l->given_up = true;
        if (!on) return -1;
    }
    l->cells[w.at] = end_of_line | (uint32_t)l->count;
    return l->count++;
}
