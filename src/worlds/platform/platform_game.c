// platform_game.c - a platform level as a game with the interface of core/game.h.
//
// The game has one player, no chance and no hidden information: the creatures were drawn
// when the level was made. A move is a set of buttons held for `hold` ticks. All 32 sets
// are always legal, even useless ones, so that recorded plays can be replayed.
#include "worlds/platform/platform_game.h"

#include <inttypes.h>
#include <string.h>

#include "core/game_extras.h"
#include "worlds/platform/level_format.h"

#define TALLY(place, word, said, what, sort) [place] = { word, said, what, sort, false }

static const dado_measure own_tallies[DADO_PLATFORM_OWN] = {
    TALLY(DADO_PLATFORM_COMPLETION, "completion", "Completion",
          "How far the hero got, as a share of the way to the exit.", DADO_RATIO),
    TALLY(DADO_PLATFORM_TICKS, "ticks", "Ticks", "Ticks played; 33 are about a second.",
          DADO_COUNT),
    TALLY(DADO_PLATFORM_CLOCK, "clock_left", "Seconds left", "Seconds left on the clock.",
          DADO_REAL),
    TALLY(DADO_PLATFORM_COINS, "coins", "Coins", "Coins collected.", DADO_COUNT),
    TALLY(DADO_PLATFORM_KILLS, "kills", "Kills", "Creatures got rid of, in all ways.", DADO_COUNT),
    TALLY(DADO_PLATFORM_STOMPS, "stomps", "Stomps", "Creatures jumped upon.", DADO_COUNT),
    TALLY(DADO_PLATFORM_SHELL_KILLS, "shell_kills", "Killed by shells",
          "Creatures hit by a sliding shell.", DADO_COUNT),
    TALLY(DADO_PLATFORM_FIRE_KILLS, "fire_kills", "Killed by fire", "Creatures hit by fire.",
          DADO_COUNT),
    TALLY(DADO_PLATFORM_FALL_KILLS, "fall_kills", "Fallen", "Creatures that fell into a pit.",
          DADO_COUNT),
    TALLY(DADO_PLATFORM_JUMPS, "jumps", "Jumps", "Jumps begun.", DADO_COUNT),
    TALLY(DADO_PLATFORM_HURTS, "hurts", "Hurts",
          "Ticks in touch with something that hurts, protected or not.", DADO_COUNT),
    TALLY(DADO_PLATFORM_LIVES, "lives", "Lives gained", "Lives found.", DADO_COUNT),
    TALLY(DADO_PLATFORM_SIZE, "size", "Size", "0 small, 1 large, 2 with fire, at the end.",
          DADO_COUNT),
    TALLY(DADO_PLATFORM_CELLS, "cells", "Cells visited", "Different tiles the hero was in.",
          DADO_COUNT),
    TALLY(DADO_PLATFORM_LOST, "lost", "Lost", "1 if the hero fell or was hurt while small.",
          DADO_RATE),
    TALLY(DADO_PLATFORM_TIMEOUT, "timeout", "Out of time", "1 if the clock ran out.", DADO_RATE),
};

// The level that opens if none is given: five patterns.
static const char example_genome[] = "0 5 20 4 27";

static bool out_of_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "out of memory while opening this level");
}

// Returns the name that error messages use for an option's text: its file, or the
// option's name.
static const char *source_of(const dado_options *options, const char *name)
{
    const dado_option *option = dado_options_find(options, name);
    return option && option->place.source ? option->place.source : name;
}

static bool read_level(dado_platform *p, const dado_options *options, const char *file,
                       const char *genome, const char *patterns, const char *table, uint64_t seed,
                       dado_region *region, dado_error *err)
{
    if (!dado_patterns_read(&p->patterns, source_of(options, "patterns"), patterns, region, err) ||
        !dado_pattern_score_read(&p->score, &p->patterns, source_of(options, "table"), table,
                                 region, err)) {
        return false;
    }
    if (file) return dado_level_read(&p->level, source_of(options, "file"), file, region, err);
    return dado_genes_read(&p->patterns, source_of(options, "genome"), genome, p->genes,
                           DADO_GENES_MOST, &p->gene_count, err) &&
           dado_level_build(&p->level, &p->patterns, p->genes, p->gene_count, seed, region, err);
}

static const dado_measure *list_tallies(int lives, dado_region *region)
{
    static const dado_measure attempts = { "attempts", "Attempts",
                                           "Times the level was begun in a sitting.", DADO_COUNT,
                                           false };
    dado_measure *all = dado_new(region, dado_measure, DADO_PLATFORM_OWN + DADO_LEVEL_TALLIES + 2);
    if (!all) return NULL;
    if (lives > 1) all[DADO_PLATFORM_OWN + DADO_LEVEL_TALLIES] = attempts;
    memcpy(all, own_tallies, sizeof own_tallies);
    memcpy(all + DADO_PLATFORM_OWN, dado_level_measures,
           DADO_LEVEL_TALLIES * sizeof dado_level_measures[0]);
    return all;
}

static bool open(dado_game *game, const dado_options *options, dado_region *region, dado_error *err)
{
    dado_option_reader ask = dado_option_reader_begin(options);
    const char *file = dado_option_text(&ask, "file", NULL);
    const char *genome = dado_option_text(&ask, "genome", file ? NULL : example_genome);
    const char *patterns = dado_option_text(&ask, "patterns", dado_patterns_classic);
    const char *table = dado_option_text(&ask, "table", dado_score_table_classic);
    uint64_t seed = (uint64_t)dado_option_int(&ask, "seed", 1, 0, INT64_MAX);
    int hold = (int)dado_option_int(&ask, "hold", 1, 1, 60);
    // `lives` is read only if it is given, so that games without it keep their option
    // text.
    int lives =
        dado_options_find(options, "lives") ? (int)dado_option_int(&ask, "lives", 1, 1, 99) : 1;
    if (file && genome) {
        dado_option_invalid(&ask, "genome",
                            "a level is given by its file or by its genome, not both");
    }
    if (!dado_option_reader_end(&ask, region, &game->options, err)) return false;
    dado_platform *p = dado_new(region, dado_platform, 1);
    if (!p) return out_of_memory(err);
    p->hold = hold;
    p->lives = lives;
    if (!read_level(p, options, file, genome, patterns, table, seed, region, err) ||
        !dado_course_init(&p->course, &p->level, region, err)) {
        return false;
    }
    for (int i = 0; i < DADO_LEVEL_TALLIES; i++) p->fixed[i] = DADO_NONE;
    dado_level_measure_all(&p->level, p->fixed);
    if (!file) {
        dado_genes_measure_all(&p->patterns, &p->score, p->genes, p->gene_count, p->fixed);
    }
    p->world_size = dado_world_size(&p->course);
    p->visited_words = (p->level.width * DADO_LEVEL_ROWS + 63) / 64;
    game->data = p;
    game->tallies = list_tallies(p->lives, region);
    if (!game->tallies) return out_of_memory(err);
    game->players = 1;
    game->goal = true;
    game->max_moves = DADO_BUTTON_SETS;
    game->state_size = p->world_size + (size_t)p->visited_words * sizeof(uint64_t) +
                       (p->lives > 1 ? sizeof(dado_lives_state) : 0);
    return true;
}

static uint64_t *visited_of(const dado_platform *p, const void *state)
{
    return (uint64_t *)((uintptr_t)state + p->world_size);
}

static dado_lives_state *lives_state_of(const dado_platform *p, const void *state)
{
    return p->lives > 1 ? (dado_lives_state *)(visited_of(p, state) + p->visited_words) : NULL;
}

static void visit(const dado_platform *p, void *state)
{
    const dado_world_head *w = state;
    int column = (int)(w->hero.x / 16), row = (int)(w->hero.y / 16);
    if (column < 0 || column >= p->level.width || row < 0 || row >= DADO_LEVEL_ROWS) return;
    int cell = column * DADO_LEVEL_ROWS + row;
    visited_of(p, state)[cell >> 6] |= (uint64_t)1 << (cell & 63);
}

static void start(const dado_game *game, void *state)
{
    const dado_platform *p = dado_platform_of(game);
    memset(state, 0, game->state_size);
    dado_world_start(&p->course, state);
    visit(p, state);
}

static int actor(const dado_game *game, const void *state)
{
    (void)game;
    return ((const dado_world_head *)state)->status == DADO_PLAYING ? 0 : DADO_NOBODY;
}

// Lists all sets of buttons, with the empty set last.
static int legal(const dado_game *game, const void *state, dado_move *moves)
{
    (void)game;
    (void)state;
    for (int i = 0; i < DADO_BUTTON_SETS; i++) moves[i] = (dado_move)(DADO_BUTTON_SETS - 1 - i);
    return DADO_BUTTON_SETS;
}

// Restarts the level after a failed attempt, as long as a life is left; each heart found
// is a life too. The counts of the match continue.
static void start_next_life(const dado_platform *p, void *state)
{
    dado_lives_state *sitting = lives_state_of(p, state);
    dado_world_head *w = state, was = *w;
    bool failed = w->status == DADO_LOST || w->status == DADO_TIMED_OUT;
    if (!sitting || !failed) return;
    if (w->hero.x > sitting->furthest) sitting->furthest = w->hero.x;
    if (++sitting->lost >= p->lives + w->lives) return;
    memset(state, 0, p->world_size);
    dado_world_start(&p->course, state);
    w->coins = was.coins;
    w->lives = was.lives;
    w->jumps = was.jumps;
    w->hurts = was.hurts;
    w->stomps = was.stomps;
    w->shell_kills = was.shell_kills;
    w->fire_kills = was.fire_kills;
    w->fall_kills = was.fall_kills;
    visit(p, state);
}

static void apply(const dado_game *game, void *state, dado_move move)
{
    const dado_platform *p = dado_platform_of(game);
    for (int i = 0; i < p->hold; i++) {
        dado_world_tick(&p->course, state, (int)move);
        visit(p, state);
    }
    start_next_life(p, state);
}

static void scores(const dado_game *game, const void *state, int32_t *out)
{
    (void)game;
    out[0] = (int32_t)((const dado_world_head *)state)->hero.x;
}

static void rank(const dado_game *game, const void *state, int32_t *places)
{
    (void)game;
    places[0] = ((const dado_world_head *)state)->status != DADO_WON;
}

// Clears counts that cannot affect what may still happen, so that such states become
// equal.
static void canonicalize(const dado_game *game, void *state)
{
    const dado_platform *p = dado_platform_of(game);
    dado_world_head *w = state;
    w->coins = (uint16_t)(w->coins % 100);
    w->lives = w->jumps = w->hurts = 0;
    w->stomps = w->shell_kills = w->fire_kills = w->fall_kills = 0;
    memset(visited_of(p, state), 0, (size_t)p->visited_words * sizeof(uint64_t));
    if (p->lives > 1) lives_state_of(p, state)->furthest = 0;
}

static int count_visited(const dado_platform *p, const void *state)
{
    const uint64_t *words = visited_of(p, state);
    int count = 0;
    for (int i = 0; i < p->visited_words; i++) {
        for (uint64_t rest = words[i]; rest; rest &= rest - 1) count++;
    }
    return count;
}

static void tally(const dado_game *game, const void *state, int player, double *values)
{
    (void)player;
    const dado_platform *p = dado_platform_of(game);
    const dado_world_head *w = state;
    values[DADO_PLATFORM_COMPLETION] = dado_world_completion(&p->course, w);
    values[DADO_PLATFORM_TICKS] = w->tick;
    values[DADO_PLATFORM_CLOCK] = w->clock > 0 ? w->clock / 1000.0 : 0;
    values[DADO_PLATFORM_COINS] = w->coins;
    values[DADO_PLATFORM_KILLS] = w->stomps + w->shell_kills + w->fire_kills + w->fall_kills;
    values[DADO_PLATFORM_STOMPS] = w->stomps;
    values[DADO_PLATFORM_SHELL_KILLS] = w->shell_kills;
    values[DADO_PLATFORM_FIRE_KILLS] = w->fire_kills;
    values[DADO_PLATFORM_FALL_KILLS] = w->fall_kills;
    values[DADO_PLATFORM_JUMPS] = w->jumps;
    values[DADO_PLATFORM_HURTS] = w->hurts;
    values[DADO_PLATFORM_LIVES] = w->lives;
    values[DADO_PLATFORM_SIZE] = w->size;
    values[DADO_PLATFORM_CELLS] = count_visited(p, state);
    values[DADO_PLATFORM_LOST] = w->status == DADO_LOST;
    values[DADO_PLATFORM_TIMEOUT] = w->status == DADO_TIMED_OUT;
    memcpy(values + DADO_PLATFORM_OWN, p->fixed, sizeof p->fixed);
    const dado_lives_state *sitting = lives_state_of(p, state);
    if (!sitting) return;
    double furthest = (double)sitting->furthest / (16.0 * p->level.exit_column);
    if (furthest > values[DADO_PLATFORM_COMPLETION]) values[DADO_PLATFORM_COMPLETION] = furthest;
    bool over = w->status == DADO_LOST || w->status == DADO_TIMED_OUT;
    values[DADO_PLATFORM_OWN + DADO_LEVEL_TALLIES] = sitting->lost + !over;
}

static char body_letter(const dado_body *b)
{
    switch (b->kind) {
    case DADO_BODY_SHELL: return 's';
    case DADO_BODY_CAP: return 'c';
    case DADO_BODY_HEART: return 'h';
    case DADO_BODY_EMBER: return 'f';
    case DADO_BODY_FIREBALL: return '\'';
    case DADO_BODY_BULLET: return '=';
    case DADO_BODY_SNAPPER: return 'V';
    default: break;
    }
    char c = dado_creature_letters[b->kind];
    return b->flags & DADO_BODY_WINGED ? (char)(c - 'a' + 'A') : c;
}

// Fills `grid` with the letters of `across` columns from column `from` on, bodies
// included.
static void window(const dado_platform *p, const dado_world_head *w, int from, int across,
                   char (*grid)[DADO_LEVEL_ROWS])
{
    for (int x = 0; x < across; x++) {
        for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
            grid[x][row] = dado_tiles[dado_world_tile(&p->course, w, from + x, row)].text;
        }
    }
    int exit = p->level.exit_column - from;
    if (exit >= 0 && exit < across) grid[exit][p->level.exit_row] = 'F';
    const dado_body *bodies = dado_world_bodies(&p->course, w);
    for (int i = 0; i <= w->bodies; i++) {
        const dado_body *b = i < w->bodies ? &bodies[i] : &w->hero;
        int x = (int)(b->x / 16) - from, row = (int)(b->y / 16);
        if (x < 0 || x >= across || row < 0 || row >= DADO_LEVEL_ROWS) continue;
        grid[x][row] = i < w->bodies ? body_letter(b) : w->size == DADO_SMALL ? '@' : '&';
    }
}

enum { window_most = 72 };

static int place_window(const dado_platform *p, const dado_world_head *w, int *across)
{
    *across = p->level.width < window_most ? p->level.width : window_most;
    int from = (int)(w->hero.x / 16) - *across / 3;
    if (from > p->level.width - *across) from = p->level.width - *across;
    return from < 0 ? 0 : from;
}

static const char *const status_words[] = { "playing", "won", "lost", "out of time" };
static const char *const size_words[] = { "small", "large", "fire" };

static void print(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    (void)eyes;
    const dado_platform *p = dado_platform_of(game);
    const dado_world_head *w = state;
    char grid[window_most][DADO_LEVEL_ROWS], line[window_most + 1];
    int across, from = place_window(p, w, &across);
    window(p, w, from, across, grid);
    for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
        for (int x = 0; x < across; x++) line[x] = grid[x][row] == '-' ? ' ' : grid[x][row];
        line[across] = '\n';
        dado_text_add_bytes(out, line, (size_t)across + 1);
    }
    dado_text_addf(out, "%s, %s; column %d of %d, %d s left, coins %d", status_words[w->status],
                   size_words[w->size], (int)(w->hero.x / 16), p->level.exit_column,
                   w->clock > 0 ? w->clock / 1000 : 0, w->coins);
    const dado_lives_state *sitting = lives_state_of(p, state);
    if (sitting) dado_text_addf(out, ", lives left %d", p->lives + w->lives - sitting->lost);
    dado_text_char(out, '\n');
}

static const char *const button_words[] = { "left", "right", "down", "run", "jump" };

static void print_move(const dado_game *game, const void *state, dado_move move, dado_text *out)
{
    (void)game;
    (void)state;
    if (move == 0) dado_text_add(out, "wait");
    bool first = true;
    for (int i = 0; i < 5; i++) {
        if (!(move >> i & 1)) continue;
        dado_text_addf(out, "%s%s", first ? "" : "+", button_words[i]);
        first = false;
    }
}

static void tell_body(const dado_body *b, const char *kind, dado_text *out)
{
    dado_text_addf(out, "{\"kind\":\"%s\",\"x\":", kind);
    dado_text_real(out, (double)b->x);
    dado_text_add(out, ",\"y\":");
    dado_text_real(out, (double)b->y);
    dado_text_add(out, ",\"vx\":");
    dado_text_real(out, (double)b->vx);
    dado_text_add(out, ",\"vy\":");
    dado_text_real(out, (double)b->vy);
    dado_text_addf(out, ",\"facing\":%d,\"ground\":%s,\"winged\":%s}", b->facing,
                   b->flags & DADO_BODY_GROUND ? "true" : "false",
                   b->flags & DADO_BODY_WINGED ? "true" : "false");
}

static const char *const body_words[] = {
    "crawler", "green shellback", "red shellback", "spiker", "snapper", "shell",
    "cap",     "heart",           "ember",         "fire",   "bullet",  "hero",
};

// Writes one JSON object on one line: the hero, the other bodies, and the tiles in the
// window.
static void write_json(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    (void)eyes;
    const dado_platform *p = dado_platform_of(game);
    const dado_world_head *w = state;
    dado_text_addf(out,
                   "{\"status\":\"%s\",\"tick\":%d,\"clock\":%d,\"size\":\"%s\",\"coins\":%d,"
                   "\"exit\":%d,\"hero\":",
                   status_words[w->status], w->tick, w->clock, size_words[w->size], w->coins,
                   p->level.exit_column);
    tell_body(&w->hero, "hero", out);
    dado_text_add(out, ",\"bodies\":[");
    const dado_body *bodies = dado_world_bodies(&p->course, w);
    for (int i = w->bodies - 1; i >= 0; i--) {
        tell_body(&bodies[i], body_words[bodies[i].kind], out);
        if (i > 0) dado_text_char(out, ',');
    }
    char grid[window_most][DADO_LEVEL_ROWS];
    int across, from = place_window(p, w, &across);
    window(p, w, from, across, grid);
    dado_text_addf(out, "],\"from\":%d,\"rows\":[", from);
    for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
        char line[window_most + 1];
        for (int x = 0; x < across; x++) line[x] = grid[x][row];
        line[across] = '\0';
        if (row) dado_text_char(out, ',');
        dado_text_json(out, line);
    }
    dado_text_add(out, "]}");
}

char dado_buttons_digit(int buttons)
{
    return (char)(buttons < 10 ? '0' + buttons : 'a' + buttons - 10);
}

int dado_buttons_of_digit(char digit)
{
    if (digit >= '0' && digit <= '9') return digit - '0';
    return digit >= 'a' && digit <= 'v' ? digit - 'a' + 10 : -1;
}

static void odd(const char *source, const char *text, dado_lint_reporter *hear, void *context)
{
    dado_region region;
    dado_level level;
    dado_region_init(&region, (size_t)256 << 20);
    dado_level_notes *notes = dado_new(&region, dado_level_notes, 1);
    bool read = notes && dado_level_read_noting(&level, source, text, &region, notes, NULL);
    for (int i = 0; read && i < notes->count && i < DADO_LEVEL_NOTES_MOST; i++) {
        const dado_level_note *n = &notes->list[i];
        dado_error err = { 0 };
        dado_fail_at(&err, DADO_INVALID, (dado_place){ source, n->line, n->column, 1 }, "%s",
                     n->text);
        hear(context, &err);
    }
    dado_region_free(&region);
}

static const dado_game_extras extras = {
    .size = sizeof(dado_game_extras),
    .scene = dado_platform_scene,
    .look = dado_platform_look,
    .feature = dado_platform_feature,
    .feature_entry = dado_platform_feature_entry,
    .features = dado_platform_features,
    .actions = dado_platform_actions,
    .bred_of_generator = "level",
    .bred_of_name = "level",
    .odd = odd,
    .ground = &dado_platform_ground,
};

const dado_rules dado_world_platform = {
    .size = sizeof(dado_rules),
    .name = "platform",
    .title = "Platform level",
    .about = "A hero runs and jumps through a level of pits, pipes and creatures to its exit.",
    .suffix = ".level",
    .open = open,
    .start = start,
    .actor = actor,
    .legal = legal,
    .apply = apply,
    .scores = scores,
    .print = print,
    .print_move = print_move,
    .rank = rank,
    .canonicalize = canonicalize,
    .tally = tally,
    .write_json = write_json,
    .extras = &extras,
};
