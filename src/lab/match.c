// match.c - see match.h.
//
// Chance events are drawn here; rules only say what an outcome does. This loop takes most
// of the time of a run, so it asks the game nothing twice, and agents of games without
// hidden information read the state itself as their view.
#include "lab/match.h"

#include <string.h>

#include "core/clock.h"
#include "core/fast_paths.h"
#include "core/keyed_hash.h"

// Allocates what a trace points to.
static bool init_trace(dado_match_workspace *t, dado_region *region)
{
    size_t players = (size_t)t->game->players, limit = (size_t)t->rules.move_limit;
    dado_trace_buffer *s = &t->on;
    s->scores = dado_new(region, int32_t, players * (limit + 1));
    s->result = dado_new(region, int32_t, players);
    s->places = dado_new(region, int32_t, players);
    s->counts = dado_new(region, double, players *(size_t)t->tally_count + 1);
    s->effort = dado_new(region, uint64_t, players);
    if (t->rules.path) s->path = dado_new(region, dado_step, limit);
    if (t->rules.checks) s->checks = dado_new(region, uint32_t, limit + 1);
    t->trace = (dado_trace){ .players = t->game->players,
                             .tallies = t->tally_count,
                             .side = t->game->side,
                             .scores = s->scores,
                             .result = s->result,
                             .places = s->places,
                             .counts = s->counts,
                             .effort = s->effort,
                             .path = s->path,
                             .checks = s->checks };
    return s->scores && s->result && s->places && s->counts && s->effort &&
           (s->path || !t->rules.path) && (s->checks || !t->rules.checks);
}

// Pauses all players except the one whose turn it is.
static void pause_others(void *match, int64_t lasted_us)
{
    dado_match_workspace *t = match;
    for (int p = 0; p < t->game->players; p++) {
        const dado_agent *agent = &t->agents[p];
        if (p != t->turn.seat && agent->kind->pause) agent->kind->pause(agent, lasted_us);
    }
}

bool dado_match_workspace_init(dado_match_workspace *table, const dado_game *game,
                               const dado_agent *agents, dado_match_settings rules,
                               dado_region *region, dado_error *err)
{
    if (rules.move_limit == 0) rules.move_limit = DADO_MOVE_LIMIT;
    size_t players = (size_t)game->players;
    int tallies = game->rules->tally ? dado_game_tallies(game) : 0;
    *table = (dado_match_workspace){
        .game = game, .agents = agents, .rules = rules, .tally_count = tallies
    };
    table->state = dado_new(region, unsigned char, game->state_size);
    table->view =
        game->rules->observe ? dado_new(region, unsigned char, game->view_size) : table->state;
    table->moves = dado_new(region, dado_move, game->max_moves);
    // Chance must not write into a list from which the next list is made.
    table->outcomes = dado_fast_path(game, legal_update)
                          ? dado_new(region, dado_move, game->max_moves)
                          : table->moves;
    table->memo = dado_new(region, unsigned char, game->memo_size + 1);
    table->weights = dado_new(region, uint32_t, game->max_moves);
    table->self = dado_new(region, unsigned char *, players);
    table->luck = dado_new(region, dado_rng, players + 1);
    table->gave_up = dado_new(region, int32_t, players);
    table->slow = dado_new(region, bool, players);
    table->places_of_stayers = dado_new(region, int32_t, players);
    bool fine = table->state && table->view && table->moves && table->outcomes && table->memo &&
                table->weights && table->self && table->luck && table->gave_up && table->slow &&
                table->places_of_stayers && init_trace(table, region);
    size_t scratch = 1;
    table->all_random = true;
    for (size_t p = 0; fine && p < players; p++) {
        table->self[p] = dado_new(region, unsigned char, agents[p].self_size + 1);
        table->all_random = table->all_random && agents[p].kind == &dado_agent_random;
        table->can_pause = table->can_pause || agents[p].kind->pause;
        if (agents[p].scratch_size > scratch) scratch = agents[p].scratch_size;
        fine = table->self[p] != NULL;
    }
    table->scratch = dado_new(region, unsigned char, scratch);
    table->turn = (dado_turn){ .game = game, .moves = table->moves, .scratch = table->scratch };
    table->turn.pause_others = table->can_pause ? pause_others : NULL;
    table->turn.match = table;
    if (fine && table->scratch) return true;
    return dado_fail(err, DADO_LIMIT,
                     "no memory left for the table of a match; lower --limit (now %d moves)",
                     rules.move_limit);
}

// Returns how many have not given up: seats, or sides with at least one seat left.
static int still_in(const dado_match_workspace *t)
{
    int count = 0;
    for (int p = 0; p < t->game->players; p++) {
        bool counts = !t->gave_up[p];
        for (int q = 0; t->game->side && q < p; q++) {
            if (!t->gave_up[q] && t->game->side[q] == t->game->side[p]) counts = false;
        }
        count += counts;
    }
    return count;
}

// Makes the view of a seat. The first view of a match is made as a whole, later ones by
// updating the previous one.
static void look(dado_match_workspace *t, int seat)
{
    const dado_game *game = t->game;
    void (*update)(const dado_game *, const void *, int, void *) =
        t->followed ? dado_fast_path(game, observe_update) : NULL;
    (update ? update : game->rules->observe)(game, t->state, seat, t->view);
    t->followed = true;
}

// Asks an agent at a table where some players can be paused. A program pauses the others
// itself while it is waited for. Other agents cannot; if one of them was slow once,
// everybody else is paused while it thinks from then on.
static int ask_beside_programs(dado_match_workspace *t, const dado_agent *agent)
{
    dado_turn *turn = &t->turn;
    if (agent->kind->pause) return agent->kind->choose(agent, turn);
    if (t->slow[turn->seat]) pause_others(t, DADO_PAUSE_ALL_US);
    int64_t began = dado_nanoseconds();
    int chosen = agent->kind->choose(agent, turn);
    if (dado_nanoseconds() - began > DADO_PAUSE_ALL_US * INT64_C(1000)) t->slow[turn->seat] = true;
    return chosen;
}

// Asks a seat for its move; returns false once nobody is left to play against.
static bool ask_seat(dado_match_workspace *t, int seat, dado_step *step)
{
    const dado_game *game = t->game;
    int (*update)(const dado_game *, const void *, void *, dado_move *) =
        dado_fast_path(game, legal_update);
    int count = update ? update(game, t->state, t->memo, t->moves)
                       : game->rules->legal(game, t->state, t->moves);
    step->options = (uint32_t)count;
    int question = t->asked++;
    const dado_agent *agent = &t->agents[seat];
    if (agent->kind == &dado_agent_random) {
        step->move = t->moves[dado_random_choice(t->luck, game->players, seat, (uint64_t)count)];
        return true;
    }
    step->move = t->moves[count - 1];
    if (t->quitters && t->gave_up[seat]) return true;
    dado_turn *turn = &t->turn;
    bool blind = agent->kind->blind;
    if (game->rules->observe && !blind) look(t, seat);
    turn->seat = seat;
    turn->view = blind ? NULL : t->view;
    turn->count = count;
    turn->decision = question;
    turn->luck = &t->luck[seat];
    turn->effort = &t->on.effort[seat];
    turn->self = t->self[seat];
    int chosen = t->can_pause ? ask_beside_programs(t, agent) : agent->kind->choose(agent, turn);
    if (chosen >= 0 && chosen < count) {
        step->move = t->moves[chosen];
        return true;
    }
    t->gave_up[seat] = ++t->quitters;
    return still_in(t) > 1;
}

static void write_row(dado_match_workspace *t, int round)
{
    const dado_game *game = t->game;
    game->rules->scores(game, t->state, t->on.scores + (int64_t)round * game->players);
    if (t->on.checks) t->on.checks[round] = (uint32_t)dado_state_hash(game, t->state);
}

// Writes the final scores. They are those of the last row if nothing was played since.
static void note_result(dado_match_workspace *t, bool row_is_last)
{
    const dado_game *game = t->game;
    const int32_t *row = dado_trace_row(&t->trace, t->trace.rounds);
    if (!row_is_last) game->rules->scores(game, t->state, t->on.result);
    for (int p = 0; row_is_last && p < game->players; p++) t->on.result[p] = row[p];
}

// The players of a match, and the seed of chance after the start.
typedef struct seated_players {
    dado_match_workspace *t;
    uint64_t way;
} seated_players;

// Chooses the next step. The second seed of chance applies once a player has moved or a
// round is over.
static bool choose_step(void *players, const dado_game *game, const void *state,
                        dado_legal_function *legal, int who, int rounds, dado_step *step)
{
    (void)legal;
    const seated_players *seated = players;
    dado_match_workspace *t = seated->t;
    if (who >= 0) return ask_seat(t, who, step);
    dado_rng *chance = &t->luck[game->players];
    if (chance->seed != seated->way && (t->asked > 0 || rounds > 0)) {
        *chance = dado_rng_stream(seated->way, chance->match, DADO_STREAM_CHANCE);
    }
    int listed;
    step->move = dado_draw_outcome(game, state, t->outcomes, t->weights, chance, &listed);
    step->options = (uint32_t)listed;
    return true;
}

static void play_moves(dado_match_workspace *t, uint64_t way, dado_match_loop *loop)
{
    const dado_game *game = t->game;
    const dado_rules *rules = game->rules;
    seated_players players = { t, way };
    dado_match_loop_run(game, t->state, loop, rules->actor, rules->legal, rules->apply,
                        rules->scores, rules->round, choose_step, &players);
}

// Plays a match of random players only, without calling agents.
static void play_randomly(dado_match_workspace *t, dado_match_loop *loop)
{
    const dado_game *game = t->game;
    dado_random_players players = {
        .luck = t->luck, .chance = &t->luck[game->players], .moves = t->moves, .weights = t->weights
    };
    dado_match_play_random(game, t->state, loop, &players);
    t->asked = loop->asked;
}

// The steps of a match that was played elsewhere, and how many of them were made.
typedef struct given_path {
    const dado_step *path;
    int made;
} given_path;

static bool choose_given(void *players, const dado_game *game, const void *state,
                         dado_legal_function *legal, int who, int rounds, dado_step *step)
{
    (void)game, (void)state, (void)legal, (void)who, (void)rounds;
    given_path *given = players;
    *step = given->path[given->made++];
    return true;
}

// Takes over what the loop has counted, and writes the final scores.
static void note_loop(dado_match_workspace *t, const dado_match_loop *loop)
{
    t->trace.steps = loop->steps;
    t->trace.rounds = loop->rounds.rounds;
    t->trace.decisions = loop->decisions;
    t->trace.forced = loop->forced;
    t->trace.options = loop->options;
    note_result(t, loop->row_is_last);
}

// Plays from the current state to the end of the match; `before` rounds are already over.
static dado_match_end play_to_end(dado_match_workspace *t, const dado_match_seeds *luck, int before)
{
    dado_match_loop loop = { .limit = t->rules.move_limit,
                             .stop = t->turn.stop,
                             .rows = t->on.scores,
                             .path = t->on.path,
                             .checks = t->on.checks,
                             .rounds = { .before = before } };
    if (dado_match_is_random(t, luck)) play_randomly(t, &loop);
    else play_moves(t, luck->seeds[DADO_LUCK_WAY], &loop);
    note_loop(t, &loop);
    return loop.finished ? DADO_FINISHED : loop.gave_up ? DADO_FORFEITED : DADO_STOPPED;
}

// Places those who gave up after all who stayed; the first to give up is last.
static void place_quitters(dado_match_workspace *t)
{
    int players = t->game->players;
    if (t->quitters == 0) return;
    // Those who stayed move up past those who left.
    for (int p = 0; p < players; p++) {
        t->places_of_stayers[p] = 0;
        for (int q = 0; q < players; q++) {
            t->places_of_stayers[p] += !t->gave_up[q] && t->on.places[q] < t->on.places[p];
        }
    }
    for (int p = 0; p < players; p++) {
        t->on.places[p] = t->gave_up[p] ? players - t->gave_up[p] : t->places_of_stayers[p];
    }
    if (players == 1) t->on.places[0] = 1;
}

static void finish_match(dado_match_workspace *t, dado_match_end end)
{
    const dado_game *game = t->game;
    // Only these fields are cleared, since clearing the whole text would take longer than
    // many a match.
    t->error.status = DADO_OK;
    t->error.place = (dado_place){ 0 };
    t->error.code[0] = t->error.text[0] = '\0';
    if (end == DADO_FINISHED && game->rules->sound &&
        !game->rules->sound(game, t->state, &t->error)) {
        end = DADO_BROKEN;
    }
    dado_places_of(game, t->state, end == DADO_FINISHED, t->on.result, t->on.places);
    place_quitters(t);
    for (int p = 0; t->tally_count && p < game->players; p++) {
        game->rules->tally(game, t->state, p, t->on.counts + (int64_t)p * t->tally_count);
    }
    t->trace.end = end;
}

const dado_trace *dado_match_play(dado_match_workspace *t, uint64_t seed, uint64_t chance_seed,
                                  uint64_t match)
{
    dado_match_seeds luck = { .seeds = { chance_seed, chance_seed, seed, seed } };
    return dado_match_play_seeded(t, &luck, match);
}

bool dado_match_is_random(const dado_match_workspace *t, const dado_match_seeds *luck)
{
    return t->all_random && luck->seeds[DADO_LUCK_START] == luck->seeds[DADO_LUCK_WAY];
}

uint64_t dado_match_seat_seed(const dado_agent_kind *kind, int luck_version, uint64_t seed,
                              uint64_t match, int seat)
{
    static const uint64_t second_key = 0x6461646f73656174;
    if (luck_version == 1 || !kind || !kind->outside_code) return seed;
    // the match and the seat, with the lowest byte first on every machine
    unsigned char which[16];
    for (int i = 0; i < 8; i++) {
        which[i] = (unsigned char)(match >> 8 * i);
        which[8 + i] = (unsigned char)((uint64_t)seat >> 8 * i);
    }
    return dado_keyed_hash(seed, second_key, which, sizeof which);
}

dado_rng *dado_match_streams(dado_match_workspace *t, const dado_match_seeds *luck, uint64_t match)
{
    int players = t->game->players;
    for (int p = 0; p < players; p++) {
        uint64_t seed = luck->seeds[p == luck->focal_seat ? DADO_LUCK_OWN : DADO_LUCK_OTHERS];
        seed = dado_match_seat_seed(t->agents[p].kind, luck->luck_version, seed, match, p);
        dado_rng_begin(&t->luck[p], seed, match, (uint16_t)(DADO_STREAM_SEAT + p));
    }
    dado_rng_begin(&t->luck[players], luck->seeds[DADO_LUCK_START], match, DADO_STREAM_CHANCE);
    return t->luck;
}

// Begins a match: seeds random streams, clears memories and the trace.
static void begin_match(dado_match_workspace *t, const dado_match_seeds *luck, uint64_t match)
{
    const dado_game *game = t->game;
    int players = game->players;
    // if all players drew random numbers in the last match, they will in this one
    bool all_draw = t->asked > 0;
    t->quitters = 0;
    t->asked = 0;
    t->followed = false;
    if (game->memo_size) memset(t->memo, 0, game->memo_size);
    dado_match_streams(t, luck, match);
    for (int p = 0; p < players; p++) {
        t->on.effort[p] = 0;
        t->gave_up[p] = 0;
        if (t->agents[p].self_size) memset(t->self[p], 0, t->agents[p].self_size);
    }
    if (all_draw && t->all_random) dado_rng_refill_all(t->luck, players + 1);
}

// Plays from the current state to the end; `before` is the number of rounds already over.
static const dado_trace *play_out(dado_match_workspace *t, const dado_match_seeds *luck, int before)
{
    write_row(t, 0);
    finish_match(t, play_to_end(t, luck, before));
    for (int p = 0; !t->all_random && p < t->game->players; p++) {
        const dado_agent *agent = &t->agents[p];
        if (agent->kind->over) agent->kind->over(agent, t->self[p], &t->trace);
    }
    return &t->trace;
}

const dado_trace *dado_match_play_seeded(dado_match_workspace *t, const dado_match_seeds *luck,
                                         uint64_t match)
{
    begin_match(t, luck, match);
    t->game->rules->start(t->game, t->state);
    return play_out(t, luck, 0);
}

const dado_trace *dado_match_play_path(dado_match_workspace *t, const dado_step *path, int steps)
{
    const dado_game *game = t->game;
    const dado_rules *rules = game->rules;
    dado_match_seeds luck = { .seeds = { 0 } };
    begin_match(t, &luck, 0);
    rules->start(game, t->state);
    write_row(t, 0);
    given_path given = { path, 0 };
    dado_match_loop loop = { .limit = steps < t->rules.move_limit ? steps : t->rules.move_limit,
                             .stop = t->turn.stop,
                             .rows = t->on.scores,
                             .path = t->on.path,
                             .checks = t->on.checks };
    dado_match_loop_run(game, t->state, &loop, rules->actor, rules->legal, rules->apply,
                        rules->scores, rules->round, choose_given, &given);
    note_loop(t, &loop);
    finish_match(t, loop.finished ? DADO_FINISHED : DADO_STOPPED);
    return &t->trace;
}

const dado_trace *dado_match_play_from(dado_match_workspace *t, const void *state,
                                       const dado_match_seeds *luck, uint64_t match)
{
    const dado_game *game = t->game;
    begin_match(t, luck, match);
    memcpy(t->state, state, game->state_size);
    return play_out(t, luck, game->rules->round ? game->rules->round(game, state) : 0);
}
