// live_match.c - see live_match.h.
#include "lab/live_match.h"

#include <stdlib.h>
#include <string.h>

#include "core/array_grow.h"

static size_t rounded(size_t bytes)
{
    return (bytes + 15) & ~(size_t)15;
}

static unsigned char *present(const dado_live_match *s)
{
    return s->snapshots + (size_t)s->steps * s->snapshot_size;
}

static dado_rng *rng_of(const dado_live_match *s, int seat)  // DADO_CHANCE counts as a seat here
{
    return (dado_rng *)(present(s) + s->rng_offset) + (seat + 1);
}

bool dado_live_match_is_person(const dado_live_match *s, int seat)
{
    return seat >= 0 && strcmp(s->players[seat].kind->name, "human") == 0;
}

static bool open_agents(dado_live_match *s, dado_error *err)
{
    size_t scratch = 1;
    size_t at = s->self_offset;
    for (int p = 0; p < s->game.players; p++) {
        s->self_of[p] = at;
        if (dado_live_match_is_person(s, p)) continue;
        if (!dado_agent_open(&s->agents[p], s->players[p].kind, &s->game, p, &s->players[p].options,
                             &s->region, err)) {
            return false;
        }
        at += rounded(s->agents[p].self_size);
        if (s->agents[p].scratch_size > scratch) scratch = s->agents[p].scratch_size;
    }
    s->snapshot_size = at;
    s->scratch = dado_new(&s->region, unsigned char, scratch);
    return s->scratch || dado_fail(err, DADO_LIMIT, "no memory left for the players");
}

static bool grow(dado_live_match *s, dado_error *err)
{
    const dado_growing_array arrays[] = { { &s->snapshots, s->snapshot_size },
                                          { &s->path, sizeof *s->path },
                                          { &s->places, sizeof *s->places } };
    int room = (int)dado_arrays_grow(s->room, s->steps + 2, arrays, 3);
    if (room) s->room = room;
    return room || dado_fail(err, DADO_LIMIT, "no memory left for so long a match");
}

static void seed_streams(dado_live_match *s, uint64_t seed, uint64_t chance, uint64_t match)
{
    *rng_of(s, DADO_CHANCE) = dado_rng_stream(chance, match, DADO_STREAM_CHANCE);
    for (int p = 0; p < s->game.players; p++) {
        uint64_t own = dado_match_seat_seed(s->players[p].kind, 0, seed, match, p);
        *rng_of(s, p) = dado_rng_stream(own, match, (uint16_t)(DADO_STREAM_SEAT + p));
    }
}

void dado_live_match_set_seeds(dado_live_match *s, uint64_t seed, uint64_t chance, uint64_t match)
{
    assert(s->steps == 0);
    s->dealt = true;
    seed_streams(s, seed, chance, match);
}

static bool begin_in_region(dado_live_match **sitting, void (*init_region)(dado_region *region),
                            const dado_game_source *source, const dado_player *players,
                            uint64_t seed, dado_error *err)
{
    dado_live_match *s = *sitting = calloc(1, sizeof *s);
    if (!s) return dado_fail(err, DADO_LIMIT, "no memory left for a match");
    init_region(&s->region);
    s->source = source;
    s->seed = seed;
    if (!dado_game_source_open(source, &s->game, &s->region, err)) return false;
    size_t seats = (size_t)s->game.players, moves = (size_t)s->game.max_moves;
    s->rng_offset = rounded(s->game.state_size);
    s->effort_offset = s->rng_offset + rounded((seats + 1) * sizeof(dado_rng));
    s->self_offset = s->effort_offset + rounded(seats * sizeof(uint64_t));
    s->players = dado_new(&s->region, dado_player, seats);
    s->agents = dado_new(&s->region, dado_agent, seats);
    s->self_of = dado_new(&s->region, size_t, seats);
    s->view = dado_new(&s->region, unsigned char, s->game.view_size);
    s->moves = dado_new(&s->region, dado_move, moves);
    s->weights = dado_new(&s->region, uint32_t, moves);
    if (!s->players || !s->agents || !s->self_of || !s->view || !s->moves || !s->weights) {
        return dado_fail(err, DADO_LIMIT, "no memory left for a match");
    }
    memcpy(s->players, players, sizeof *players * seats);
    if (!open_agents(s, err) || !grow(s, err)) return false;
    memset(present(s), 0, s->snapshot_size);
    s->game.rules->start(&s->game, present(s));
    // The seeds are those of a plan of one match, so that the replay of the recorded
    // match agrees.
    dado_plan plan = { .instance_count = 1, .lineup_count = 1, .matches = 1, .seed = s->seed };
    seed_streams(s, dado_plan_seed(&plan, 0, 0), dado_plan_chance_seed(&plan, 0, 0), 0);
    return true;
}

void dado_live_match_end(dado_live_match *s)
{
    if (!s) return;
    for (int p = 0; s->agents && p < s->game.players; p++) dado_agent_close(&s->agents[p]);
    dado_region_free(&s->region);
    free(s->snapshots);
    free(s->path);
    free(s->places);
    free(s);
}

// Begins a match. It reserves little address space, since a server holds many matches; if
// that is not enough, as for players with large tables, it tries again with more.
bool dado_live_match_begin(dado_live_match **sitting, const dado_game_source *source,
                           const dado_player *players, uint64_t seed, dado_error *err)
{
    dado_error first = { 0 };
    if (begin_in_region(sitting, dado_region_init_small, source, players, seed, &first)) {
        return true;
    }
    if (first.status == DADO_LIMIT) {
        dado_live_match_end(*sitting);
        return begin_in_region(sitting, dado_region_init_large, source, players, seed, err);
    }
    if (err) *err = first;
    return false;
}

int dado_live_match_actor(const dado_live_match *s)
{
    return s->game.rules->actor(&s->game, present(s));
}

int dado_live_match_moves(dado_live_match *s, const dado_move **moves)
{
    *moves = s->moves;
    return s->game.rules->legal(&s->game, present(s), s->moves);
}

bool dado_live_match_awaits_person(dado_live_match *s)
{
    const dado_move *moves;
    if (!dado_live_match_is_person(s, dado_live_match_actor(s))) return false;
    return dado_live_match_moves(s, &moves) > 1 || moves[0] != DADO_NO_CHOICE;
}

// Begins the next snapshot as a copy of the current one. What chance and agents change
// before a move belongs to it.
static bool begin_step(dado_live_match *s, dado_error *err)
{
    if (!grow(s, err)) return false;
    memcpy(present(s) + s->snapshot_size, present(s), s->snapshot_size);
    s->steps++;
    return true;
}

// Plays the move in the new snapshot.
static bool take_step(dado_live_match *s, dado_move move, int actor, int options, int place)
{
    s->path[s->steps - 1] = (dado_step){ move, actor, (uint32_t)options };
    s->places[s->steps - 1] = place;
    s->decisions += actor >= 0;
    s->game.rules->apply(&s->game, present(s), move);
    return true;
}

static int ask(dado_live_match *s, const dado_agent *agent, int seat, int count,
               unsigned char *self)
{
    dado_observe(&s->game, present(s), seat, s->view);
    dado_turn turn = {
        .game = &s->game,
        .seat = seat,
        .view = s->view,
        .moves = s->moves,
        .count = count,
        .decision = s->decisions,
        .luck = rng_of(s, seat),
        .effort = (uint64_t *)(present(s) + s->effort_offset) + seat,
        .self = self,
        .scratch = s->scratch,
        .stop = s->stop,
    };
    int chosen = agent->kind->choose(agent, &turn);
    // People think for long, so another switch of processes costs nothing here.
    if (agent->kind->pause) agent->kind->pause(agent, DADO_PAUSE_ALL_US);
    return chosen;
}

bool dado_live_match_advance(dado_live_match *s, dado_error *err)
{
    int actor = dado_live_match_actor(s), listed;
    assert(actor != DADO_NOBODY && !dado_live_match_is_person(s, actor));
    if (!begin_step(s, err)) return false;
    if (actor == DADO_CHANCE) {
        dado_rng *luck = rng_of(s, DADO_CHANCE);
        dado_move move =
            dado_draw_outcome(&s->game, present(s), s->moves, s->weights, luck, &listed);
        return take_step(s, move, actor, listed, -1);
    }
    int count = s->game.rules->legal(&s->game, present(s), s->moves);
    int chosen = ask(s, &s->agents[actor], actor, count, present(s) + s->self_of[actor]);
    bool stopped = s->stop && atomic_load_explicit(s->stop, memory_order_relaxed);
    if (!stopped && chosen >= 0 && chosen < count) {
        return take_step(s, s->moves[chosen], actor, count, chosen);
    }
    s->steps--;
    if (stopped) return dado_fail(err, DADO_LIMIT, "%s was interrupted", s->players[actor].typed);
    return dado_fail(err, DADO_INVALID, "the player %s gave up the match", s->players[actor].typed);
}

bool dado_live_match_play(dado_live_match *s, int place, dado_error *err)
{
    int actor = dado_live_match_actor(s);
    int count = s->game.rules->legal(&s->game, present(s), s->moves);
    assert(place >= 0 && place < count);
    return begin_step(s, err) && take_step(s, s->moves[place], actor, count, place);
}

bool dado_live_match_replay_step(dado_live_match *s, const dado_step *step, dado_error *err)
{
    s->dealt = true;
    return begin_step(s, err) && take_step(s, step->move, step->actor, (int)step->options, -1);
}

static void go_back(dado_live_match *s, int to)
{
    for (; s->steps > to; s->steps--) s->decisions -= s->path[s->steps - 1].actor >= 0;
}

bool dado_live_match_undo(dado_live_match *s)
{
    int to = s->steps - 1;
    while (to >= s->first && !(dado_live_match_is_person(s, s->path[to].actor) &&
                               dado_step_is_decision(&s->path[to]))) {
        to--;
    }
    if (to < s->first) return false;
    go_back(s, to);
    return true;
}

void dado_live_match_take_seat(dado_live_match *s, int steps, int seat)
{
    go_back(s, steps);
    s->first = steps;
    s->players[seat] = (dado_player){ .typed = "human", .kind = dado_agent_named("human") };
}

int dado_live_match_hint(dado_live_match *s, const dado_player *player, dado_error *err)
{
    int seat = dado_live_match_actor(s);
    int count = s->game.rules->legal(&s->game, present(s), s->moves);
    size_t mark = dado_region_mark(&s->region);
    unsigned char *usual = s->scratch;
    dado_agent agent;
    int answer = -1;
    dado_rng luck = *rng_of(s, seat);
    if (dado_agent_open(&agent, player->kind, &s->game, seat, &player->options, &s->region, err)) {
        s->scratch = dado_new(&s->region, unsigned char, agent.scratch_size + 1);
        unsigned char *self = dado_new(&s->region, unsigned char, agent.self_size + 1);
        if (s->scratch && self) answer = ask(s, &agent, seat, count, self);
        else dado_fail(err, DADO_LIMIT, "no memory left for a hint");
        dado_agent_close(&agent);
    }
    *rng_of(s, seat) = luck;  // a hint must not change the random stream
    s->scratch = usual;
    dado_region_rewind(&s->region, mark);
    return answer;
}

static bool write_record(const dado_live_match *s, int seat, dado_player *player,
                         dado_region *region)
{
    dado_text moves = { 0 };
    for (int i = 0; i < s->steps; i++) {
        if (s->path[i].actor != seat) continue;
        dado_text_addf(&moves, "%s%d", moves.length ? "." : "", (int)s->places[i]);
    }
    dado_option *options = dado_new(region, dado_option, 2);
    const char *typed = s->players[seat].typed;
    const char *text = dado_region_copy(region, dado_text_string(&moves), moves.length);
    dado_text_free(&moves);
    if (!options || !text) return false;
    options[0] = (dado_option){ .name = "who", .text = typed };
    options[1] = (dado_option){ .name = "moves", .text = text };
    *player = (dado_player){
        .typed = typed,
        .kind = dado_agent_named("recorded"),
        .options = { options, 2 },
    };
    return true;
}

bool dado_live_match_plan(const dado_live_match *s, const char *command, dado_region *region,
                          dado_plan *plan, dado_error *err)
{
    dado_player *players = dado_new(region, dado_player, s->game.players);
    dado_lineup *lineup = dado_new(region, dado_lineup, 1);
    bool fine = players && lineup;
    if (s->dealt) {
        return dado_fail(err, DADO_INVALID,
                         "a match that continues another run cannot be "
                         "stored");
    }
    for (int p = 0; fine && p < s->game.players; p++)
        fine = write_record(s, p, &players[p], region);
    if (!fine) return dado_fail(err, DADO_LIMIT, "no memory left to keep the match");
    *lineup = (dado_lineup){ .name = "played", .players = players, .count = s->game.players };
    *plan = (dado_plan){
        .instances = s->source,
        .instance_count = 1,
        .lineups = lineup,
        .lineup_count = 1,
        .matches = 1,
        .seed = s->seed,
        .keep_moves = true,
        .move_limit = dado_live_match_actor(s) == DADO_NOBODY ? 0 : s->steps,
        .command = command,
    };
    return true;
}
