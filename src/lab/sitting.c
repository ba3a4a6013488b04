// sitting.c - see sitting.h.
#include "lab/sitting.h"

#include <stdlib.h>
#include <string.h>

#include "core/grow.h"

static size_t rounded(size_t bytes)
{
    return (bytes + 15) & ~(size_t)15;
}

static unsigned char *present(const dado_sitting *s)
{
    return s->moments + (size_t)s->steps * s->moment_size;
}

static dado_rng *luck_of(const dado_sitting *s, int seat)  // DADO_CHANCE is a seat here
{
    return (dado_rng *)(present(s) + s->luck_at) + (seat + 1);
}

bool dado_sitting_is_person(const dado_sitting *s, int seat)
{
    return seat >= 0 && strcmp(s->players[seat].kind->name, "human") == 0;
}

static bool open_agents(dado_sitting *s, dado_error *err)
{
    size_t scratch = 1;
    size_t at = s->self_at;
    for (int p = 0; p < s->game.players; p++) {
        s->self_of[p] = at;
        if (dado_sitting_is_person(s, p)) continue;
        if (!dado_agent_open(&s->agents[p], s->players[p].kind, &s->game, p,
                             &s->players[p].options, &s->arena, err)) {
            return false;
        }
        at += rounded(s->agents[p].self_size);
        if (s->agents[p].scratch_size > scratch) scratch = s->agents[p].scratch_size;
    }
    s->moment_size = at;
    s->scratch = dado_new(&s->arena, unsigned char, scratch);
    return s->scratch || dado_fail(err, DADO_LIMIT, "no memory left for the players");
}

static bool grow(dado_sitting *s, dado_error *err)
{
    const dado_grown arrays[] = { { &s->moments, s->moment_size },
                                  { &s->path, sizeof *s->path },
                                  { &s->places, sizeof *s->places } };
    int room = (int)dado_grow(s->room, s->steps + 2, arrays, 3);
    if (room) s->room = room;
    return room || dado_fail(err, DADO_LIMIT, "no memory left for so long a match");
}

static void draw_luck(dado_sitting *s, uint64_t seed, uint64_t chance, uint64_t match)
{
    *luck_of(s, DADO_CHANCE) = dado_rng_stream(chance, match, DADO_LANE_CHANCE);
    for (int p = 0; p < s->game.players; p++) {
        *luck_of(s, p) = dado_rng_stream(seed, match, (uint16_t)(DADO_LANE_SEAT + p));
    }
}

void dado_sitting_deal(dado_sitting *s, uint64_t seed, uint64_t chance, uint64_t match)
{
    assert(s->steps == 0);
    s->dealt = true;
    draw_luck(s, seed, chance, match);
}

bool dado_sitting_begin(dado_sitting **sitting, const dado_source *source,
                        const dado_player *players, uint64_t seed, dado_error *err)
{
    dado_sitting *s = *sitting = calloc(1, sizeof *s);
    if (!s) return dado_fail(err, DADO_LIMIT, "no memory left for a match");
    s->source = source;
    s->seed = seed;
    if (!dado_source_open(source, &s->game, &s->arena, err)) return false;
    size_t seats = (size_t)s->game.players, moves = (size_t)s->game.max_moves;
    s->luck_at = rounded(s->game.state_size);
    s->effort_at = s->luck_at + rounded((seats + 1) * sizeof(dado_rng));
    s->self_at = s->effort_at + rounded(seats * sizeof(uint64_t));
    s->players = dado_new(&s->arena, dado_player, seats);
    s->agents = dado_new(&s->arena, dado_agent, seats);
    s->self_of = dado_new(&s->arena, size_t, seats);
    s->view = dado_new(&s->arena, unsigned char, s->game.view_size);
    s->moves = dado_new(&s->arena, dado_move, moves);
    s->weights = dado_new(&s->arena, uint32_t, moves);
    if (!s->players || !s->agents || !s->self_of || !s->view || !s->moves || !s->weights) {
        return dado_fail(err, DADO_LIMIT, "no memory left for a match");
    }
    memcpy(s->players, players, sizeof *players * seats);
    if (!open_agents(s, err) || !grow(s, err)) return false;
    memset(present(s), 0, s->moment_size);
    s->game.rules->start(&s->game, present(s));
    // The seeds are those of a plan of one match, so that the lab's replay of the record agrees.
    dado_plan plan = { .instance_count = 1, .lineup_count = 1, .matches = 1, .seed = s->seed };
    draw_luck(s, dado_plan_seed(&plan, 0, 0), dado_plan_chance_seed(&plan, 0, 0), 0);
    return true;
}

void dado_sitting_end(dado_sitting *s)
{
    if (!s) return;
    for (int p = 0; s->agents && p < s->game.players; p++) dado_agent_close(&s->agents[p]);
    dado_arena_free(&s->arena);
    free(s->moments);
    free(s->path);
    free(s->places);
    free(s);
}

int dado_sitting_actor(const dado_sitting *s)
{
    return s->game.rules->actor(&s->game, present(s));
}

int dado_sitting_moves(dado_sitting *s, const dado_move **moves)
{
    *moves = s->moves;
    return s->game.rules->legal(&s->game, present(s), s->moves);
}

bool dado_sitting_asks(dado_sitting *s)
{
    const dado_move *moves;
    if (!dado_sitting_is_person(s, dado_sitting_actor(s))) return false;
    return dado_sitting_moves(s, &moves) > 1 || moves[0] != DADO_NOTHING;
}

// The next moment begins as a copy of the present one. What luck and agents change before a move
// belongs to it.
static bool begin_step(dado_sitting *s, dado_error *err)
{
    if (!grow(s, err)) return false;
    memcpy(present(s) + s->moment_size, present(s), s->moment_size);
    s->steps++;
    return true;
}

// And the move is played in it.
static bool take_step(dado_sitting *s, dado_move move, int actor, int options, int place)
{
    s->path[s->steps - 1] = (dado_step){ move, actor, (uint32_t)options };
    s->places[s->steps - 1] = place;
    s->decisions += actor >= 0;
    s->game.rules->apply(&s->game, present(s), move);
    return true;
}

static int ask(dado_sitting *s, const dado_agent *agent, int seat, int count, unsigned char *self)
{
    dado_observe(&s->game, present(s), seat, s->view);
    dado_turn turn = {
        .game = &s->game,
        .seat = seat,
        .view = s->view,
        .moves = s->moves,
        .count = count,
        .decision = s->decisions,
        .luck = luck_of(s, seat),
        .effort = (uint64_t *)(present(s) + s->effort_at) + seat,
        .self = self,
        .scratch = s->scratch,
        .stop = s->stop,
    };
    return agent->kind->choose(agent, &turn);
}

bool dado_sitting_advance(dado_sitting *s, dado_error *err)
{
    int actor = dado_sitting_actor(s), listed;
    assert(actor != DADO_NOBODY && !dado_sitting_is_person(s, actor));
    if (!begin_step(s, err)) return false;
    if (actor == DADO_CHANCE) {
        dado_rng *luck = luck_of(s, DADO_CHANCE);
        dado_move move = dado_chance(&s->game, present(s), s->moves, s->weights, luck, &listed);
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
    return dado_fail(err, DADO_MEANING, "%s gave up", s->players[actor].typed);
}

bool dado_sitting_play(dado_sitting *s, int place, dado_error *err)
{
    int actor = dado_sitting_actor(s);
    int count = s->game.rules->legal(&s->game, present(s), s->moves);
    assert(place >= 0 && place < count);
    return begin_step(s, err) && take_step(s, s->moves[place], actor, count, place);
}

bool dado_sitting_repeat(dado_sitting *s, const dado_step *step, dado_error *err)
{
    s->dealt = true;
    return begin_step(s, err) && take_step(s, step->move, step->actor, (int)step->options, -1);
}

static void go_back(dado_sitting *s, int to)
{
    for (; s->steps > to; s->steps--) s->decisions -= s->path[s->steps - 1].actor >= 0;
}

bool dado_sitting_undo(dado_sitting *s)
{
    int to = s->steps - 1;
    while (to >= s->first && !(dado_sitting_is_person(s, s->path[to].actor) &&
                               dado_step_decides(&s->path[to]))) {
        to--;
    }
    if (to < s->first) return false;
    go_back(s, to);
    return true;
}

void dado_sitting_take(dado_sitting *s, int steps, int seat)
{
    go_back(s, steps);
    s->first = steps;
    s->players[seat] = (dado_player){ .typed = "human", .kind = dado_agent_named("human") };
}

int dado_sitting_hint(dado_sitting *s, const dado_player *player, dado_error *err)
{
    int seat = dado_sitting_actor(s);
    int count = s->game.rules->legal(&s->game, present(s), s->moves);
    size_t mark = dado_arena_mark(&s->arena);
    unsigned char *usual = s->scratch;
    dado_agent agent;
    int answer = -1;
    dado_rng luck = *luck_of(s, seat);
    if (dado_agent_open(&agent, player->kind, &s->game, seat, &player->options, &s->arena, err)) {
        s->scratch = dado_new(&s->arena, unsigned char, agent.scratch_size + 1);
        unsigned char *self = dado_new(&s->arena, unsigned char, agent.self_size + 1);
        if (s->scratch && self) answer = ask(s, &agent, seat, count, self);
        else dado_fail(err, DADO_LIMIT, "no memory left for a hint");
        dado_agent_close(&agent);
    }
    *luck_of(s, seat) = luck;  // asking for a hint changes nothing
    s->scratch = usual;
    dado_arena_rewind(&s->arena, mark);
    return answer;
}

static bool write_record(const dado_sitting *s, int seat, dado_player *player, dado_arena *arena)
{
    dado_text moves = { 0 };
    for (int i = 0; i < s->steps; i++) {
        if (s->path[i].actor != seat) continue;
        dado_text_addf(&moves, "%s%d", moves.length ? "." : "", (int)s->places[i]);
    }
    dado_option *options = dado_new(arena, dado_option, 2);
    const char *typed = s->players[seat].typed;
    const char *text = dado_arena_copy(arena, dado_text_string(&moves), moves.length);
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

bool dado_sitting_plan(const dado_sitting *s, const char *command, dado_arena *arena,
                       dado_plan *plan, dado_error *err)
{
    dado_player *players = dado_new(arena, dado_player, s->game.players);
    dado_lineup *lineup = dado_new(arena, dado_lineup, 1);
    bool fine = players && lineup;
    if (s->dealt) {
        return dado_fail(err, DADO_MEANING, "a match that another run began is not kept again");
    }
    for (int p = 0; fine && p < s->game.players; p++) fine = write_record(s, p, &players[p], arena);
    if (!fine) return dado_fail(err, DADO_LIMIT, "no memory left to keep the match");
    *lineup = (dado_lineup){ .name = "played", .players = players,
                             .count = s->game.players };
    *plan = (dado_plan){
        .instances = s->source,
        .instance_count = 1,
        .lineups = lineup,
        .lineup_count = 1,
        .matches = 1,
        .seed = s->seed,
        .keep_moves = true,
        .move_limit = dado_sitting_actor(s) == DADO_NOBODY ? 0 : s->steps,
        .command = command,
    };
    return true;
}
