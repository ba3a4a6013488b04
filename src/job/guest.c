// guest.c - see guest.h.
#include "job/guest.h"

#include <stdlib.h>
#include <string.h>

#include "core/ends.h"
#include "core/json.h"
#include "lab/sitting.h"
#include "report/scene.h"
#include "report/story.h"
#include "solve/solve.h"

enum { log_shown = 60, story_most = 6, touch_most = 16 };

typedef struct entry {
    int step;   // how many steps had been taken
    int actor;
    char **told;  // by seat, and last to those who watch; NULL where nobody is told
} entry;

struct dado_guest {
    dado_arena arena;
    dado_sitting *sitting;
    const dado_game *game;
    entry *log;
    int entries, room;
    int looked_at;  // steps, where it is watched; -1: the present
    const dado_step *kept;  // what is followed; NULL: whoever sits there plays
    int kept_steps;
    dado_solver *solver;  // once somebody asked a player that never errs
    double *worth;        // of each move that may be made now: the mover's share of the win
    int worth_count;      // 0: nobody knows
};

bool dado_guest_begin(dado_guest **guest, const dado_source *source, const char *seats,
                      uint64_t seed, dado_error *err)
{
    dado_guest *g = calloc(1, sizeof *g);
    *guest = g;
    if (!g) return dado_fail(err, DADO_LIMIT, "there is no memory for another table");
    dado_game game;
    const dado_player *players;
    int count;
    if (!dado_source_open(source, &game, &g->arena, err) ||
        !dado_players_parse(&players, &count, seats, &g->arena, err)) {
        return false;
    }
    if (count != 1 && count != game.players) {
        return dado_fail(err, DADO_MEANING, "%d players are named for a table of %d", count,
                         game.players);
    }
    dado_player *all = dado_new(&g->arena, dado_player, (size_t)game.players);
    if (!all) return dado_fail(err, DADO_LIMIT, "there is no memory for another table");
    for (int p = 0; p < game.players; p++) all[p] = players[count == 1 ? 0 : p];
    if (!dado_sitting_begin(&g->sitting, source, all, seed, err)) return false;
    g->game = &g->sitting->game;
    g->looked_at = -1;
    return true;
}

void dado_guest_deal(dado_guest *guest, const dado_guest_match *match)
{
    int numbers[] = { 0, match->lineup };
    dado_plan plan = { .lineup_count = 2, .numbers = numbers, .seed = match->seed,
                       .paired = match->paired };
    dado_sitting_deal(guest->sitting, dado_plan_seed(&plan, 0, 1),
                      dado_plan_chance_seed(&plan, 0, 1), match->match);
}

void dado_guest_follow(dado_guest *guest, const dado_step *path, int steps)
{
    guest->kept = path;
    guest->kept_steps = steps;
}

static void drop_entry(dado_guest *g)
{
    entry *last = &g->log[--g->entries];
    for (int p = 0; p <= g->game->players; p++) free(last->told[p]);
    free(last->told);
}

void dado_guest_end(dado_guest *guest)
{
    if (!guest) return;
    while (guest->entries) drop_entry(guest);
    free(guest->log);
    free(guest->worth);
    dado_solver_free(guest->solver);
    dado_sitting_end(guest->sitting);
    dado_arena_free(&guest->arena);
    free(guest);
}

static bool is_person(const dado_guest *guest, int seat)
{
    return seat >= 0 && seat < guest->game->players &&
           dado_sitting_is_person(guest->sitting, seat);
}

int dado_guest_first(const dado_guest *guest)
{
    for (int p = 0; p < guest->game->players; p++) {
        if (dado_sitting_is_person(guest->sitting, p)) return p;
    }
    return DADO_NOBODY;
}

bool dado_guest_is_watched(const dado_guest *guest)
{
    return dado_guest_first(guest) == DADO_NOBODY;
}

// --- the log: every step as each person saw it

static bool out_of_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "there is no memory for what happened");
}

static bool begin_entry(dado_guest *g, int actor, entry **made, dado_error *err)
{
    if (g->entries == g->room) {
        int room = g->room ? 2 * g->room : 64;
        entry *more = realloc(g->log, sizeof *more * (size_t)room);
        if (!more) return out_of_memory(err);
        g->log = more;
        g->room = room;
    }
    char **told = calloc((size_t)g->game->players + 1, sizeof *told);
    if (!told) return out_of_memory(err);
    *made = &g->log[g->entries++];
    **made = (entry){ g->sitting->steps, actor, told };
    return true;
}

// Takes a step by `go` and writes down what every person saw of it. `words`, unless NULL, is the
// actor's own name for it, which the actor alone is told.
typedef bool dado_go(dado_guest *guest, int place, dado_error *err);

static bool go_on(dado_guest *g, int place, dado_error *err)
{
    (void)place;
    return dado_sitting_advance(g->sitting, err);
}

static bool go_by_hand(dado_guest *g, int place, dado_error *err)
{
    return dado_sitting_play(g->sitting, place, err);
}

static bool go_along(dado_guest *g, int place, dado_error *err)
{
    (void)place;
    return dado_sitting_repeat(g->sitting, &g->kept[g->sitting->steps], err);
}

// Whose eyes the seats of the log are: those who watch see everything. DADO_CHANCE: nobody's.
static int eyes_of(const dado_guest *g, int seat)
{
    if (seat == g->game->players) return dado_guest_is_watched(g) ? DADO_NOBODY : DADO_CHANCE;
    return is_person(g, seat) ? seat : DADO_CHANCE;
}

static bool step(dado_guest *g, dado_go *go, int place, const char *words, dado_error *err)
{
    int players = g->game->players, actor = dado_sitting_actor(g->sitting);
    g->worth_count = 0;
    dado_scene *before = calloc((size_t)players + 1, sizeof *before);
    entry *made = NULL;
    if (!before || !begin_entry(g, actor, &made, err)) {
        free(before);
        return before ? false : out_of_memory(err);
    }
    bool fine = true;
    for (int p = 0; p <= players && fine; p++) {
        int eyes = eyes_of(g, p);
        if (eyes == DADO_CHANCE) continue;
        fine = dado_scene_take(g->game, dado_sitting_state(g->sitting), eyes, &before[p]) ||
               out_of_memory(err);
    }
    fine = fine && go(g, place, err);
    for (int p = 0; p <= players && fine; p++) {
        int eyes = eyes_of(g, p);
        if (eyes == DADO_CHANCE) continue;
        DADO_ENDS(dado_scene_free) dado_scene after = { 0 };
        dado_text told = { 0 };
        if (p == actor && words) dado_text_add(&told, words);
        fine = dado_scene_take(g->game, dado_sitting_state(g->sitting), eyes, &after) ||
               out_of_memory(err);
        if (fine) {
            if (told.length) dado_text_add(&told, ": ");
            size_t empty = told.length;
            dado_scene_story(g->game, &before[p], &after, story_most, &told);
            if (told.length == empty && empty) told.data[empty - 2] = '\0';
        }
        made->told[p] = told.data;
    }
    for (int p = 0; p <= players; p++) dado_scene_free(&before[p]);
    free(before);
    if (!fine) drop_entry(g);
    return fine;
}

bool dado_guest_advance(dado_guest *guest, int steps, bool *more, dado_error *err)
{
    for (*more = true; *more; steps--) {
        int actor = dado_sitting_actor(guest->sitting);
        *more = guest->kept ? guest->sitting->steps < guest->kept_steps
                            : actor != DADO_NOBODY && !dado_sitting_asks(guest->sitting);
        if (*more && steps <= 0) return true;
        // Who has nothing to choose is not asked.
        dado_go *go = guest->kept ? go_along
                      : is_person(guest, actor) ? go_by_hand : go_on;
        if (*more && !step(guest, go, 0, NULL, err)) return false;
    }
    return true;
}

bool dado_guest_play(dado_guest *guest, int seat, int place, dado_error *err)
{
    const dado_move *moves;
    if (!is_person(guest, seat) || dado_sitting_actor(guest->sitting) != seat) {
        return dado_fail(err, DADO_MEANING, "it is not the turn of seat %d", seat);
    }
    int count = dado_sitting_moves(guest->sitting, &moves);
    if (place < 0 || place >= count) {
        return dado_fail(err, DADO_MEANING, "there are %d moves here, and none is number %d", count,
                         place);
    }
    dado_draft words = { 0 };
    guest->game->rules->print_move(guest->game, dado_sitting_state(guest->sitting), moves[place],
                                   &words);
    return step(guest, go_by_hand, place, dado_text_string(&words), err);
}

static void forget_later(dado_guest *g)
{
    int steps = g->sitting->steps;
    while (g->entries && g->log[g->entries - 1].step >= steps) drop_entry(g);
}

bool dado_guest_undo(dado_guest *guest, dado_error *err)
{
    if (!dado_sitting_undo(guest->sitting)) {
        return dado_fail(err, DADO_MEANING, "nobody has decided anything yet");
    }
    forget_later(guest);
    guest->worth_count = 0;
    return true;
}

// --- watching

static int looked_at(const dado_guest *g)
{
    int steps = g->sitting->steps;
    return g->looked_at < 0 || g->looked_at > steps ? steps : g->looked_at;
}

void dado_guest_look(dado_guest *guest, int steps)
{
    guest->looked_at = dado_guest_is_watched(guest) && steps >= 0 ? steps : -1;
}

// What the eyes that saw everything were told is not for somebody who plays on.
bool dado_guest_take(dado_guest *guest, int seat, dado_error *err)
{
    if (!dado_guest_is_watched(guest) || seat < 0 || seat >= guest->game->players) {
        return dado_fail(err, DADO_MEANING, "nobody can sit down at seat %d here", seat);
    }
    if (guest->kept) {
        return dado_fail(err, DADO_MEANING, "a match that was kept is watched, not played on");
    }
    dado_sitting_take(guest->sitting, looked_at(guest), seat);
    guest->looked_at = -1;
    forget_later(guest);
    return true;
}

// Best play, and what every move is worth by it.
static bool solve(dado_guest *g, int seat, int *place, dado_error *err)
{
    dado_solve_plan plan = { .objective = DADO_BY_MARGIN, .memory = (size_t)256 << 20 };
    const dado_move *moves;
    int count = dado_sitting_moves(g->sitting, &moves);
    if (!g->solver) g->solver = dado_solver_new(g->game, &plan, err);
    if (!g->solver) return false;
    dado_value *values = malloc(sizeof *values * (size_t)(count + 1));
    double *worth = realloc(g->worth, sizeof *worth * (size_t)(count + 1));
    if (worth) g->worth = worth;
    bool fine = values && worth;
    if (!fine) dado_fail(err, DADO_LIMIT, "there is no memory for what moves are worth");
    *place = fine ? dado_solve_best(g->solver, dado_sitting_state(g->sitting), moves, count,
                                    values, err)
                  : -1;
    fine = *place >= 0;
    for (int i = 0; fine && i < count; i++) worth[i] = values[i].share[seat];
    g->worth_count = fine ? count : 0;
    free(values);
    return fine;
}

bool dado_guest_hint(dado_guest *guest, int seat, const char *agent, int *place, dado_error *err)
{
    dado_player player;
    if (!is_person(guest, seat) || dado_sitting_actor(guest->sitting) != seat) {
        return dado_fail(err, DADO_MEANING, "it is not the turn of seat %d", seat);
    }
    if (strcmp(agent, "perfect") == 0) return solve(guest, seat, place, err);
    size_t mark = dado_arena_mark(&guest->arena);
    bool fine = dado_player_parse(&player, agent, &guest->arena, err);
    *place = fine ? dado_sitting_hint(guest->sitting, &player, err) : -1;
    dado_arena_rewind(&guest->arena, mark);
    return fine && *place >= 0;
}

bool dado_guest_plan(dado_guest *guest, const char *command, dado_arena *arena, dado_plan *plan,
                     dado_error *err)
{
    return dado_sitting_plan(guest->sitting, command, arena, plan, err);
}

// --- what a person is told

static const void *shown_state(const dado_guest *g)
{
    return dado_sitting_state_after(g->sitting, looked_at(g));
}

static void tell_moves(dado_guest *g, int seat, dado_json *json)
{
    const dado_move *moves;
    const void *state = dado_sitting_state(g->sitting);
    int (*touch)(const dado_game *, const void *, dado_move, uint32_t *, int) =
        dado_face_of(g->game, touch);
    void (*caption)(const dado_game *, const void *, dado_move, dado_text *) =
        dado_face_of(g->game, caption);
    bool asked = dado_sitting_actor(g->sitting) == seat && is_person(g, seat);
    int count = asked ? dado_sitting_moves(g->sitting, &moves) : 0;
    dado_json_array(json, "moves");
    for (int i = 0; i < count; i++) {
        dado_draft words = { 0 };
        uint32_t ids[touch_most];
        if (caption) caption(g->game, state, moves[i], &words);
        else g->game->rules->print_move(g->game, state, moves[i], &words);
        int touched = touch ? touch(g->game, state, moves[i], ids, touch_most) : 0;
        dado_json_object(json, NULL);
        dado_json_string(json, "words", dado_text_string(&words));
        if (i < g->worth_count) dado_json_real(json, "worth", g->worth[i]);
        dado_json_array(json, "touch");
        for (int k = 0; k < touched && k < touch_most; k++) dado_json_whole(json, NULL, ids[k]);
        dado_json_end(json);
        dado_json_end(json);
    }
    dado_json_end(json);
}

static void tell_standing(dado_guest *g, bool over, dado_json *json)
{
    const dado_game *game = g->game;
    const void *state = shown_state(g);
    int32_t *row = calloc((size_t)game->players, sizeof *row);
    if (!row) return;
    game->rules->scores(game, state, row);
    dado_json_array(json, "scores");
    for (int p = 0; p < game->players; p++) {
        dado_json_whole(json, NULL, game->lowest_wins ? -(int64_t)row[p] : row[p]);
    }
    dado_json_end(json);
    if (over) {
        dado_rank(game, state, row);
        dado_json_array(json, "places");
        for (int p = 0; p < game->players; p++) dado_json_whole(json, NULL, row[p]);
        dado_json_end(json);
    }
    free(row);
}

static void tell_log(const dado_guest *g, int seat, dado_json *json)
{
    dado_json_array(json, "log");
    int place = seat == DADO_NOBODY ? g->game->players : seat, end = g->entries;
    while (end && g->log[end - 1].step >= looked_at(g)) end--;
    for (int i = end > log_shown ? end - log_shown : 0; i < end; i++) {
        const entry *e = &g->log[i];
        if (!e->told[place] || !*e->told[place]) continue;
        dado_json_object(json, NULL);
        dado_json_whole(json, "step", e->step);
        dado_json_whole(json, "actor", e->actor);
        dado_json_string(json, "words", e->told[place]);
        dado_json_end(json);
    }
    dado_json_end(json);
}

bool dado_guest_tell(dado_guest *guest, int seat, double width, dado_text *out, dado_error *err)
{
    bool watched = dado_guest_is_watched(guest);
    bool may_see = watched ? seat == DADO_NOBODY || (seat >= 0 && seat < guest->game->players)
                           : is_person(guest, seat);
    if (!may_see) {
        return dado_fail(err, DADO_MEANING, "nobody sits at seat %d who could be told", seat);
    }
    const dado_game *game = guest->game;
    const void *state = shown_state(guest);
    int actor = game->rules->actor(game, state);
    bool over = actor == DADO_NOBODY;
    dado_draft svg = { 0 };
    if (!dado_scene_svg(game, state, over ? DADO_NOBODY : seat, width, false, &svg, err)) {
        return false;
    }
    dado_json json = dado_json_to(out);
    dado_json_object(&json, NULL);
    dado_json_string(&json, "title", game->rules->title);
    dado_json_whole(&json, "players", game->players);
    dado_json_whole(&json, "seat", seat);
    dado_json_whole(&json, "actor", actor);
    dado_json_flag(&json, "person", is_person(guest, actor));
    dado_json_flag(&json, "over", over);
    dado_json_flag(&json, "watched", watched);
    dado_json_whole(&json, "steps", guest->sitting->steps);
    dado_json_whole(&json, "step", looked_at(guest));
    dado_json_flag(&json, "lowest_wins", game->lowest_wins);
    tell_standing(guest, over, &json);
    tell_moves(guest, seat, &json);
    tell_log(guest, seat, &json);
    dado_json_string(&json, "svg", dado_text_string(&svg));
    dado_json_end(&json);
    return true;
}
