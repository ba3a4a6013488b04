// seat_session.c - see seat_session.h.
#include "job/seat_session.h"

#include <stdlib.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "core/json_writer.h"
#include "lab/live_match.h"
#include "report/scene_before_cards_are_taken.h"
#include "report/scene_public_view.h"
#include "report/scene_svg.h"
#include "report/scene_changes_in_words.h"
#include "solve/perfect_info_solver.h"

enum { log_shown = 60, changes_most = 6, touch_most = 16, frames_most = 8 };

typedef struct entry {
    int step;  // number of steps taken before it
    int actor;
    char **told;  // what changed, per seat, and last for spectators; NULL: they see nothing
} entry;

struct dado_seat_session {
    dado_region region;
    dado_live_match *sitting;
    const dado_game *game;
    entry *log;
    int entries, room;
    int viewed_step;        // for spectators: the step shown; -1: the present
    int *shown_steps;       // per seat: number of steps at its last answer; -1: never
    const dado_step *kept;  // steps of a stored match to follow; NULL: the players play
    int kept_steps;
    dado_solver *solver;  // set once perfect play was requested
    double *worth;        // per legal move: the mover's share of the win
    int worth_count;      // 0: the values are unknown
};

bool dado_seat_session_begin(dado_seat_session **seat_session, const dado_game_source *source,
                             const char *seats, uint64_t seed, dado_error *err)
{
    dado_seat_session *g = calloc(1, sizeof *g);
    *seat_session = g;
    if (!g) return dado_fail(err, DADO_LIMIT, "there is no memory for another table");
    dado_region_init_small(&g->region);
    dado_game game;
    const dado_player *players;
    int count;
    if (!dado_game_source_open(source, &game, &g->region, err) ||
        !dado_players_parse(&players, &count, seats, &g->region, err)) {
        return false;
    }
    if (count > game.players) {
        return dado_fail(err, DADO_INVALID, "%d players are named, but the table has %d seats",
                         count, game.players);
    }
    dado_player *all = dado_new(&g->region, dado_player, (size_t)game.players);
    if (!all) return dado_fail(err, DADO_LIMIT, "there is no memory for another table");
    for (int p = 0; p < game.players; p++) all[p] = players[p < count ? p : count - 1];
    if (!dado_live_match_begin(&g->sitting, source, all, seed, err)) return false;
    g->game = &g->sitting->game;
    g->viewed_step = -1;
    g->shown_steps = dado_new(&g->region, int, (size_t)game.players);
    for (int p = 0; g->shown_steps && p < game.players; p++) g->shown_steps[p] = -1;
    return g->shown_steps || dado_fail(err, DADO_LIMIT, "there is no memory for another table");
}

void dado_seat_session_set_match(dado_seat_session *seat_session,
                                 const dado_seat_session_match *match)
{
    int numbers[] = { 0, match->lineup };
    dado_plan plan = {
        .lineup_count = 2, .numbers = numbers, .seed = match->seed, .paired = match->paired
    };
    dado_live_match_set_seeds(seat_session->sitting, dado_plan_seed(&plan, 0, 1),
                              dado_plan_chance_seed(&plan, 0, 1), match->match);
}

void dado_seat_session_replay(dado_seat_session *seat_session, const dado_step *path, int steps)
{
    seat_session->kept = path;
    seat_session->kept_steps = steps;
}

static void drop_entry(dado_seat_session *g)
{
    entry *last = &g->log[--g->entries];
    for (int p = 0; p <= g->game->players; p++) free(last->told[p]);
    free(last->told);
}

void dado_seat_session_end(dado_seat_session *seat_session)
{
    if (!seat_session) return;
    while (seat_session->entries) drop_entry(seat_session);
    free(seat_session->log);
    free(seat_session->worth);
    dado_solver_free(seat_session->solver);
    dado_live_match_end(seat_session->sitting);
    dado_region_free(&seat_session->region);
    free(seat_session);
}

static bool is_person(const dado_seat_session *seat_session, int seat)
{
    return seat >= 0 && seat < seat_session->game->players &&
           dado_live_match_is_person(seat_session->sitting, seat);
}

int dado_seat_session_first_person(const dado_seat_session *seat_session)
{
    for (int p = 0; p < seat_session->game->players; p++) {
        if (dado_live_match_is_person(seat_session->sitting, p)) return p;
    }
    return DADO_NOBODY;
}

bool dado_seat_session_is_watched(const dado_seat_session *seat_session)
{
    return dado_seat_session_first_person(seat_session) == DADO_NOBODY;
}

// --- the log: every step as each person saw it ---

static bool out_of_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left for the log of the match");
}

static bool begin_entry(dado_seat_session *g, int actor, entry **made, dado_error *err)
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
    **made = (entry){ .step = g->sitting->steps, .actor = actor, .told = told };
    return true;
}

// Takes a step by `go` and logs what every person saw of it.
typedef bool dado_session_step(dado_seat_session *seat_session, int place, dado_error *err);

static bool advance_step(dado_seat_session *g, int place, dado_error *err)
{
    (void)place;
    return dado_live_match_advance(g->sitting, err);
}

static bool play_step(dado_seat_session *g, int place, dado_error *err)
{
    return dado_live_match_play(g->sitting, place, err);
}

static bool replay_step(dado_seat_session *g, int place, dado_error *err)
{
    (void)place;
    return dado_live_match_replay_step(g->sitting, &g->kept[g->sitting->steps], err);
}

// Returns whose eyes this column of the log belongs to. Watchers see everything. DADO_CHANCE:
// nobody's.
static int viewer_of(const dado_seat_session *g, int seat)
{
    if (seat == g->game->players)
        return dado_seat_session_is_watched(g) ? DADO_NOBODY : DADO_CHANCE;
    return is_person(g, seat) ? seat : DADO_CHANCE;
}

static bool step(dado_seat_session *g, dado_session_step *go, int place, dado_error *err)
{
    int players = g->game->players, actor = dado_live_match_actor(g->sitting);
    g->worth_count = 0;
    dado_scene *before = calloc((size_t)players + 1, sizeof *before);
    entry *made = NULL;
    if (!before || !begin_entry(g, actor, &made, err)) {
        free(before);
        return before ? false : out_of_memory(err);
    }
    bool fine = true;
    for (int p = 0; p <= players && fine; p++) {
        int eyes = viewer_of(g, p);
        if (eyes == DADO_CHANCE) continue;
        fine = dado_scene_capture(g->game, dado_live_match_state(g->sitting), eyes, &before[p]) ||
               out_of_memory(err);
    }
    fine = fine && go(g, place, err);
    for (int p = 0; p <= players && fine; p++) {
        int eyes = viewer_of(g, p);
        if (eyes == DADO_CHANCE) continue;
        DADO_CLEANUP(dado_scene_free) dado_scene after = { 0 };
        dado_text told = { 0 };
        fine = dado_scene_capture(g->game, dado_live_match_state(g->sitting), eyes, &after) ||
               out_of_memory(err);
        if (fine) dado_scene_diff(g->game, &before[p], &after, changes_most, &told);
        made->told[p] = told.data;
    }
    for (int p = 0; p <= players; p++) dado_scene_free(&before[p]);
    free(before);
    if (!fine) drop_entry(g);
    return fine;
}

bool dado_seat_session_advance(dado_seat_session *seat_session, int steps, bool *more,
                               dado_error *err)
{
    for (*more = true; *more; steps--) {
        int actor = dado_live_match_actor(seat_session->sitting);
        *more = seat_session->kept
                    ? seat_session->sitting->steps < seat_session->kept_steps
                    : actor != DADO_NOBODY && !dado_live_match_awaits_person(seat_session->sitting);
        if (*more && steps <= 0) return true;
        // A player with only one move is not asked.
        dado_session_step *go = seat_session->kept               ? replay_step
                                : is_person(seat_session, actor) ? play_step
                                                                 : advance_step;
        if (*more && !step(seat_session, go, 0, err)) return false;
    }
    return true;
}

bool dado_seat_session_play(dado_seat_session *seat_session, int seat, int place, dado_error *err)
{
    const dado_move *moves;
    if (!is_person(seat_session, seat) || dado_live_match_actor(seat_session->sitting) != seat) {
        return dado_fail(err, DADO_INVALID, "it is not the turn of seat %d", seat);
    }
    int count = dado_live_match_moves(seat_session->sitting, &moves);
    if (place < 0 || place >= count) {
        return dado_fail(err, DADO_INVALID,
                         "there are %d moves here, but none has the number "
                         "%d",
                         count, place);
    }
    return step(seat_session, play_step, place, err);
}

static void drop_later_entries(dado_seat_session *g)
{
    int steps = g->sitting->steps;
    while (g->entries && g->log[g->entries - 1].step >= steps) drop_entry(g);
}

bool dado_seat_session_undo(dado_seat_session *seat_session, dado_error *err)
{
    if (!dado_live_match_undo(seat_session->sitting)) {
        return dado_fail(err, DADO_INVALID, "there is no decision to take back yet");
    }
    drop_later_entries(seat_session);
    seat_session->worth_count = 0;
    for (int p = 0; p < seat_session->game->players; p++) {
        int *shown = &seat_session->shown_steps[p];
        if (*shown > seat_session->sitting->steps) *shown = seat_session->sitting->steps;
    }
    return true;
}

// --- watching

static int viewed_step(const dado_seat_session *g)
{
    int steps = g->sitting->steps;
    return g->viewed_step < 0 || g->viewed_step > steps ? steps : g->viewed_step;
}

void dado_seat_session_view_step(dado_seat_session *seat_session, int steps)
{
    seat_session->viewed_step =
        dado_seat_session_is_watched(seat_session) && steps >= 0 ? steps : -1;
}

// A watcher who takes a seat loses the log of what all eyes saw.
bool dado_seat_session_take_seat(dado_seat_session *seat_session, int seat, dado_error *err)
{
    if (!dado_seat_session_is_watched(seat_session) || seat < 0 ||
        seat >= seat_session->game->players) {
        return dado_fail(err, DADO_INVALID, "nobody can sit down at seat %d here", seat);
    }
    if (seat_session->kept) {
        return dado_fail(err, DADO_INVALID, "a stored match can only be watched");
    }
    dado_live_match_take_seat(seat_session->sitting, viewed_step(seat_session), seat);
    seat_session->viewed_step = -1;
    drop_later_entries(seat_session);
    return true;
}

// Finds the best move and the value of every move by perfect play.
static bool solve(dado_seat_session *g, int seat, int *place, dado_error *err)
{
    dado_solve_config plan = { .objective = DADO_BY_MARGIN, .memory = (size_t)256 << 20 };
    const dado_move *moves;
    int count = dado_live_match_moves(g->sitting, &moves);
    if (!g->solver) g->solver = dado_solver_new(g->game, &plan, err);
    if (!g->solver) return false;
    dado_value *values = malloc(sizeof *values * (size_t)(count + 1));
    double *worth = realloc(g->worth, sizeof *worth * (size_t)(count + 1));
    if (worth) g->worth = worth;
    bool fine = values && worth;
    if (!fine) dado_fail(err, DADO_LIMIT, "no memory left for the values of moves");
    *place = fine ? dado_solve_best(g->solver, dado_live_match_state(g->sitting), moves, count,
                                    values, err)
                  : -1;
    fine = *place >= 0;
    for (int i = 0; fine && i < count; i++) worth[i] = values[i].share[seat];
    g->worth_count = fine ? count : 0;
    free(values);
    return fine;
}

bool dado_seat_session_hint(dado_seat_session *seat_session, int seat, const char *agent,
                            int *place, dado_error *err)
{
    dado_player player;
    if (!is_person(seat_session, seat) || dado_live_match_actor(seat_session->sitting) != seat) {
        return dado_fail(err, DADO_INVALID, "it is not the turn of seat %d", seat);
    }
    if (strcmp(agent, "perfect") == 0) return solve(seat_session, seat, place, err);
    size_t mark = dado_region_mark(&seat_session->region);
    bool fine = dado_player_parse(&player, agent, &seat_session->region, err);
    *place = fine ? dado_live_match_hint(seat_session->sitting, &player, err) : -1;
    dado_region_rewind(&seat_session->region, mark);
    return fine && *place >= 0;
}

bool dado_seat_session_plan(dado_seat_session *seat_session, const char *command,
                            dado_region *region, dado_plan *plan, dado_error *err)
{
    return dado_live_match_plan(seat_session->sitting, command, region, plan, err);
}

// --- what a person gets ---

static const void *shown_state(const dado_seat_session *g)
{
    return dado_live_match_state_after(g->sitting, viewed_step(g));
}

static void write_move_words(const dado_seat_session *g, const void *state, dado_move move,
                             dado_text *words)
{
    void (*caption)(const dado_game *, const void *, dado_move, dado_text *) =
        dado_game_extra(g->game, caption);
    if (caption) caption(g->game, state, move, words);
    else g->game->rules->print_move(g->game, state, move, words);
}

static void write_moves(dado_seat_session *g, int seat, dado_json *json)
{
    const dado_move *moves;
    const void *state = dado_live_match_state(g->sitting);
    int (*touch)(const dado_game *, const void *, dado_move, uint32_t *, int) =
        dado_game_extra(g->game, touch);
    bool asked = dado_live_match_actor(g->sitting) == seat && is_person(g, seat);
    int count = asked ? dado_live_match_moves(g->sitting, &moves) : 0;
    dado_json_array(json, "moves");
    for (int i = 0; i < count; i++) {
        DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
        uint32_t ids[touch_most];
        write_move_words(g, state, moves[i], &words);
        int touched = touch ? touch(g->game, state, moves[i], ids, touch_most) : 0;
        dado_json_object(json, NULL);
        dado_json_string(json, "words", dado_text_string(&words));
        if (i < g->worth_count) dado_json_real(json, "worth", g->worth[i]);
        dado_json_array(json, "touch");
        for (int k = 0; k < touched && k < touch_most; k++) dado_json_int(json, NULL, ids[k]);
        dado_json_end(json);
        dado_json_end(json);
    }
    dado_json_end(json);
}

// Returns whether a score can be told to `eyes`; to the public screen, if every seat knows it.
static bool score_is_known(const dado_seat_session *g, const void *state, int seat, int eyes)
{
    if (eyes != DADO_PUBLIC_SCREEN) return dado_game_score_is_known(g->game, state, seat, eyes);
    for (int p = 0; p < g->game->players; p++) {
        if (!dado_game_score_is_known(g->game, state, seat, p)) return false;
    }
    return true;
}

// Writes the scores, null for one that this seat cannot know: it would tell what is hidden.
static void write_standing(dado_seat_session *g, int seat, bool over, dado_json *json)
{
    const dado_game *game = g->game;
    const void *state = shown_state(g);
    int32_t *row = calloc((size_t)game->players, 2 * sizeof *row);
    if (!row) return;
    int32_t *places = row + game->players;
    game->rules->scores(game, state, row);
    dado_json_array(json, "scores");
    for (int p = 0; p < game->players; p++) {
        bool known = over || dado_seat_session_is_watched(g) || score_is_known(g, state, p, seat);
        if (known) dado_json_int(json, NULL, game->lowest_wins ? -(int64_t)row[p] : row[p]);
        else dado_json_null(json, NULL);
    }
    dado_json_end(json);
    if (over) {
        dado_places_of(game, state, true, row, places);
        dado_json_array(json, "places");
        for (int p = 0; p < game->players; p++) dado_json_int(json, NULL, places[p]);
        dado_json_end(json);
    }
    free(row);
}

// Returns true if `seat` may read the words of a move made in state `before`: its own, and what
// was chosen openly. Elsewhere words could give away a secret.
static bool may_read_move(const dado_seat_session *g, int seat, const void *before,
                          const dado_step *step)
{
    return dado_step_is_decision(step) && (step->actor == seat || seat == DADO_NOBODY ||
                                           dado_game_choice_is_open(g->game, before));
}

// Returns what everybody saw of a step; NULL if people saw different things, or if something is
// hidden and only one person is there to ask.
static const char *told_to_all(const dado_seat_session *g, const entry *e)
{
    const char *told = NULL;
    int people = 0;
    for (int p = 0; p < g->game->players; p++) {
        if (!is_person(g, p)) continue;
        const char *own = e->told[p] ? e->told[p] : "";
        if (people++ && strcmp(told, own) != 0) return NULL;
        told = own;
    }
    return people > 1 || !g->game->secrets ? told : NULL;
}

static const char *told_of(const dado_seat_session *g, const entry *e, int seat)
{
    const char *told = seat == DADO_PUBLIC_SCREEN
                           ? told_to_all(g, e)
                           : e->told[seat == DADO_NOBODY ? g->game->players : seat];
    return told ? told : "";
}

static void write_log(const dado_seat_session *g, int seat, dado_json *json)
{
    dado_json_array(json, "log");
    int end = g->entries;
    while (end && g->log[end - 1].step >= viewed_step(g)) end--;
    for (int i = end > log_shown ? end - log_shown : 0; i < end; i++) {
        const entry *e = &g->log[i];
        const char *told = told_of(g, e, seat);
        const dado_step *made = &g->sitting->path[e->step];
        const void *before = dado_live_match_state_after(g->sitting, e->step);
        DADO_CLEANUP(dado_text_free) dado_text label = { 0 }, events = { 0 };
        if (may_read_move(g, seat, before, made)) write_move_words(g, before, made->move, &label);
        bool open = seat != DADO_PUBLIC_SCREEN || !g->game->secrets;
        if (open && dado_step_is_decision(made)) {
            int eyes = seat == DADO_PUBLIC_SCREEN ? DADO_NOBODY : seat;
            dado_add_move_events(g->game, before, made->move, eyes, "", &events);
        }
        if (!*told && !label.length && !events.length) continue;
        dado_json_object(json, NULL);
        dado_json_int(json, "step", e->step);
        dado_json_int(json, "actor", e->actor);
        if (label.length) dado_json_string(json, "label", dado_text_string(&label));
        if (events.length) dado_json_string(json, "events", dado_text_string(&events));
        dado_json_string(json, "words", told);
        dado_json_end(json);
    }
    dado_json_end(json);
}

static void write_frame(const dado_seat_session *g, int seat, const dado_scene *scene, double width,
                        bool reveal, int actor, dado_json *json)
{
    DADO_CLEANUP(dado_text_free) dado_text svg = { 0 };
    if (!dado_scene_draw(g->game, scene, seat, width, false, &svg, NULL)) return;
    dado_json_object(json, NULL);
    dado_json_bool(json, "reveal", reveal);
    dado_json_int(json, "actor", actor);
    dado_json_string(json, "svg", dado_text_string(&svg));
    dado_json_end(json);
}

// Draws the table after a step, and before that a card that appeared and was removed within the
// step.
static void write_step_frames(const dado_seat_session *g, int seat, int step, double width,
                              dado_json *json)
{
    DADO_CLEANUP(dado_scene_free) dado_scene before = { 0 }, after = { 0 };
    const void *state = dado_live_match_state_after(g->sitting, step - 1);
    const dado_step *taken = &g->sitting->path[step - 1];
    if (!dado_scene_capture(g->game, state, seat, &before) ||
        !dado_scene_capture(g->game, dado_live_match_state_after(g->sitting, step), seat, &after)) {
        return;
    }
    if (g->game->rules->actor(g->game, state) >= 0 &&
        dado_scene_reveal(g->game, state, taken->move, &before, &after)) {
        write_frame(g, seat, &before, width, true, taken->actor, json);
    }
    if (step < g->sitting->steps) {
        write_frame(g, seat, &after, width, false, taken->actor, json);
    }
}

// Draws what happened since this seat's last answer, step by step, without the present position.
// Steps that changed nothing for this seat have no frame.
static void write_frames(dado_seat_session *g, int seat, double width, dado_json *json)
{
    int steps = g->sitting->steps, from = seat >= 0 ? g->shown_steps[seat] : -1;
    if (seat < 0 || dado_seat_session_is_watched(g)) return;
    g->shown_steps[seat] = steps;
    if (from < 0 || !dado_game_extra(g->game, scene)) return;
    dado_json_array(json, "frames");
    int seen = 0, first = g->entries;
    while (first > 0 && g->log[first - 1].step >= from && seen < frames_most) {
        const char *told = g->log[--first].told[seat];
        seen += told && *told;
    }
    for (int i = first; i < g->entries; i++) {
        const char *told = g->log[i].told[seat];
        if (told && *told) write_step_frames(g, seat, g->log[i].step + 1, width, json);
    }
    dado_json_end(json);
}

bool dado_seat_session_json(dado_seat_session *seat_session, int seat, double width, dado_text *out,
                            dado_error *err)
{
    bool watched = dado_seat_session_is_watched(seat_session);
    bool may_see =
        seat == DADO_PUBLIC_SCREEN ||
        (watched ? seat == DADO_NOBODY || (seat >= 0 && seat < seat_session->game->players)
                 : is_person(seat_session, seat));
    if (!may_see) {
        return dado_fail(err, DADO_INVALID, "no person plays in seat %d", seat);
    }
    const dado_game *game = seat_session->game;
    const void *state = shown_state(seat_session);
    int actor = game->rules->actor(game, state);
    bool over = actor == DADO_NOBODY;
    DADO_CLEANUP(dado_text_free) dado_text svg = { 0 };
    bool drawn =
        seat == DADO_PUBLIC_SCREEN && !over
            ? dado_scene_public_svg(game, state, width, &svg, err)
            : dado_scene_svg(game, state, over ? DADO_NOBODY : seat, width, false, &svg, err);
    if (!drawn) return false;
    dado_json json = dado_json_to(out);
    dado_json_object(&json, NULL);
    dado_json_string(&json, "title", game->rules->title);
    dado_json_string(&json, "world", game->rules->name);
    dado_json_int(&json, "players", game->players);
    dado_json_int(&json, "seat", seat);
    dado_json_int(&json, "actor", actor);
    dado_json_bool(&json, "person", is_person(seat_session, actor));
    dado_json_bool(&json, "over", over);
    dado_json_bool(&json, "watched", watched);
    dado_json_int(&json, "steps", seat_session->sitting->steps);
    dado_json_int(&json, "step", viewed_step(seat_session));
    dado_json_bool(&json, "lowest_wins", game->lowest_wins);
    dado_game_look look = dado_game_look_of(game);
    if (look.count) dado_look_json(&look, "look", &json);
    write_standing(seat_session, seat, over, &json);
    write_moves(seat_session, seat, &json);
    write_log(seat_session, seat, &json);
    write_frames(seat_session, seat, width, &json);
    dado_json_string(&json, "svg", dado_text_string(&svg));
    dado_json_end(&json);
    return true;
}

// --- for a record of the match ---

bool dado_seat_session_is_person(const dado_seat_session *seat_session, int seat)
{
    return is_person(seat_session, seat);
}

const char *dado_seat_session_player(const dado_seat_session *seat_session, int seat)
{
    return seat_session->sitting->players[seat].typed;
}

int dado_seat_session_steps(const dado_seat_session *seat_session)
{
    return seat_session->sitting->steps;
}

int dado_seat_session_players(const dado_seat_session *seat_session)
{
    return seat_session->game->players;
}

bool dado_seat_session_is_over(const dado_seat_session *seat_session)
{
    return dado_live_match_actor(seat_session->sitting) == DADO_NOBODY;
}

int dado_seat_session_awaits(const dado_seat_session *seat_session)
{
    int actor = dado_live_match_actor(seat_session->sitting);
    return is_person(seat_session, actor) ? actor : DADO_NOBODY;
}

bool dado_seat_session_record(const dado_seat_session *seat_session, const double *seconds,
                              int *moves_before, dado_playtest_record *record, dado_region *region,
                              dado_error *err)
{
    const dado_live_match *sitting = seat_session->sitting;
    const dado_game *game = seat_session->game;
    int32_t *scores = dado_new(region, int32_t, (size_t)game->players);
    record->result = dado_new(region, double, (size_t)game->players);
    if (!scores || !record->result) return out_of_memory(err);
    record->left = !dado_seat_session_is_over(seat_session);
    game->rules->scores(game, dado_live_match_state(sitting), scores);
    for (int p = 0; p < game->players; p++) {
        record->result[p] = game->lowest_wins ? -(double)scores[p] : scores[p];
    }
    record->result_count = record->left ? 0 : game->players;
    return dado_playtest_record_from_path(
        record, game, (dado_playtest_path){ sitting->path, sitting->steps, seconds, moves_before },
        region, err);
}
