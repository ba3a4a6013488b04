// lines.c - see lines.h.
//
// A node is a run of cells: which draw, and of how many, then where each number leads, which is
// another node, the end of a line, or nowhere yet. Luck that comes as a word is a node that seeds a
// generator, and a node for each number that the rules draw from it. The end of a line leads to
// itself, as nowhere does: so all matches of a batch take a step at a time, without a jump that
// nobody could foresee.
#include "lab/lines.h"

#include "core/face.h"
#include "core/spree.h"

enum { most_cells = 1 << 14, most_draws = 32, most_numbers = 16, most_odds = 1 << 16 };

// In place of a draw: a number of the generator that was seeded last.
enum { of_generator = 0xFFFF };

// The first cells are nowhere, then comes the one that leads to the first node.
enum { nowhere = 0, root = 2, first_free = 3 };

// Of how many is 0 where the draw is a word that seeds the generator.
static uint32_t head(int draw, uint32_t count)
{
    return (uint32_t)draw << 16 | count;
}

static const uint32_t end = 1;  // the head of one: of what can fall one way only there is no node

bool dado_lines_open(dado_lines *lines, const dado_game *game, dado_arena *arena)
{
    *lines = (dado_lines){ .game = game, .used = first_free };
    lines->given_up = game->rules->weigh != NULL;  // whose draws do not tell what was drawn
    lines->cells = dado_new(arena, uint32_t, most_cells);
    lines->draws = dado_new(arena, dado_rng, most_draws);
    lines->words = dado_new(arena, uint64_t, most_draws *DADO_LINES_BATCH);
    lines->state = dado_new(arena, unsigned char, game->state_size);
    lines->moves = dado_new(arena, dado_move, game->max_moves);
    lines->counts = dado_new(arena, uint32_t, most_numbers);
    if (lines->cells) lines->cells[nowhere] = end;
    return lines->cells && lines->draws && lines->words && lines->state && lines->moves &&
           lines->counts;
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

// Where a match goes from a node. A word that would have to be drawn again is let go: hardly one in
// 2^48 is.
static inline uint32_t step(const uint32_t *cells, uint32_t at, const uint64_t *words,
                            dado_quick *generator)
{
    uint32_t draw = cells[at] >> 16, count = cells[at] & 0xFFFF;
    if (draw == of_generator) return cells[at + 1 + dado_quick_below(generator, count)];
    uint64_t word = words[draw * DADO_LINES_BATCH];
    if (count == 0) {
        *generator = dado_quick_seed(word);
        return cells[at + 1];
    }
    dado_wide product = (dado_wide)word * count;
    if ((uint64_t)product < count) return nowhere;
    return cells[at + 1 + (uint32_t)(product >> 64)];
}

// Where the matches of a batch end.
static void follow(const dado_lines *l, int matches, uint32_t *at)
{
    dado_quick generators[DADO_LINES_BATCH];
    for (int i = 0; i < matches; i++) at[i] = l->cells[root];
    for (int taken = 0; taken < l->longest; taken++) {
        for (int i = 0; i < matches; i++) {
            at[i] = step(l->cells, at[i], l->words + i, &generators[i]);
        }
    }
}

void dado_lines_find(dado_lines *l, uint64_t first, int matches, int32_t *line)
{
    if (!is_worth_it(l)) l->given_up = true;
    if (l->asked > INT32_MAX / 2) halve_counts(l);
    for (int i = 0; i < matches; i++) line[i] = -1;
    if (l->given_up) return;
    for (int d = 0; d < l->draw_count; d++) {
        l->draws[d].match = first;
        dado_rng_across(&l->draws[d], matches, l->words + d * DADO_LINES_BATCH);
    }
    uint32_t at[DADO_LINES_BATCH];
    follow(l, matches, at);
    l->asked += matches;
    for (int i = 0; i < matches; i++) {
        if (at[i] == nowhere || l->cells[at[i]] != end) continue;  // or longer than all noted
        line[i] = (int32_t)l->cells[at[i] + 2];
        l->found++;
    }
}

// A match on its way through the tree.
typedef struct way {
    dado_lines *l;
    uint32_t at;    // the cell that leads on
    uint64_t odds;  // one in so many matches comes here
    int nodes;      // passed so far
} way;

// Another node where the way leads to; false if there is no room.
static bool add_node(way *w, int draw, uint32_t count, int size)
{
    dado_lines *l = w->l;
    if (most_cells - l->used < size) return false;
    l->cells[w->at] = (uint32_t)l->used;
    l->cells[l->used] = head(draw, count);
    l->used += size;
    return true;
}

// The number of the draw that a lane makes next, or -1 if there are too many.
static int number_of_draw(dado_lines *l, const dado_rng *lane)
{
    int d = 0;
    while (d < l->draw_count &&
           (l->draws[d].drawn != lane->drawn || l->draws[d].seed != lane->seed)) {
        d++;
    }
    if (d == most_draws) return -1;
    if (d == l->draw_count) l->draws[l->draw_count++] = *lane;
    return d;
}

// Comes to the node for such a draw, which is made if nobody was here before. False if it is too
// unlikely that somebody will be again, or there is no room.
static bool come_to(way *w, int draw, uint32_t count)
{
    dado_lines *l = w->l;
    w->odds *= count ? count : 1;
    if (draw < 0 || w->odds > most_odds) {
        l->unlikely++;
        return false;
    }
    bool there = l->cells[w->at] != nowhere;
    if (!there && !add_node(w, draw, count, 1 + (int)(count ? count : 1))) return false;
    w->at = l->cells[w->at];
    w->nodes++;
    return true;
}

static void take(way *w, uint64_t k)
{
    w->at += 1 + (uint32_t)k;
}

// Luck that is a word: all that comes of it hangs on the numbers that the rules draw.
static bool play_word(way *w, dado_rng *chance)
{
    dado_lines *l = w->l;
    int draw = number_of_draw(l, chance);
    dado_move word = dado_rng_next(chance);
    int (*draws)(const dado_game *, void *, dado_move, uint32_t *, int) =
        dado_face_of(l->game, draws);
    int count = draws ? draws(l->game, l->state, word, l->counts, most_numbers) : -1;
    if (!come_to(w, count < 0 ? -1 : draw, 0)) return false;
    take(w, 0);
    dado_quick generator = dado_quick_seed(word);
    for (int i = 0; i < count; i++) {
        if (!come_to(w, of_generator, l->counts[i])) return false;
        take(w, dado_quick_below(&generator, l->counts[i]));
    }
    return true;
}

// What can fall one way only is no draw, though a seat's lane goes on.
static bool play_listed(way *w, int who, int count, dado_rng *luck)
{
    dado_lines *l = w->l;
    const dado_game *game = l->game;
    const int players = game->players, lane = who < 0 ? players : who;
    uint64_t k = 0;
    if (count > 1 && !come_to(w, number_of_draw(l, &luck[lane]), (uint32_t)count)) return false;
    if (who >= 0) k = dado_spree_draw(luck, players, who, (uint64_t)count);
    else if (count > 1) k = dado_rng_below(&luck[lane], (uint64_t)count);
    if (count > 1) take(w, k);
    game->rules->apply(game, l->state, l->moves[k]);
    return true;
}

// The number of the line that ends where the way leads to, a new one if none did yet.
static int end_line(way *w)
{
    dado_lines *l = w->l;
    if (l->cells[w->at] != nowhere) return (int)l->cells[l->cells[w->at] + 2];
    if (!add_node(w, 0, 1, 3)) return -1;
    uint32_t at = l->cells[w->at];
    l->cells[at + 1] = at;
    l->cells[at + 2] = (uint32_t)l->count;
    if (w->nodes > l->longest) l->longest = w->nodes;
    return l->count++;
}

int dado_lines_note(dado_lines *l, dado_rng *luck)
{
    enum { long_enough = 8 * DADO_LINES_MOST };  // what did not come in so many matches is rare
    if (l->given_up || l->count == DADO_LINES_MOST || l->asked > long_enough) return -1;
    const dado_game *game = l->game;
    way w = { .l = l, .at = root, .odds = 1 };
    game->rules->start(game, l->state);
    for (int steps = 0;; steps++) {
        int who = game->rules->actor(game, l->state);
        if (who == DADO_NOBODY) break;
        int count = game->rules->legal(game, l->state, l->moves);
        bool on = count > 0 ? play_listed(&w, who, count, luck)
                            : play_word(&w, &luck[game->players]);
        // Where the first luck of all is too wide, so it is in every match.
        if (!on && steps == 0) l->given_up = true;
        if (!on) return -1;
    }
    return end_line(&w);
}
