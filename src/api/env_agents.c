// env_agents.c - built-in agents in a hall: to be asked for a move, or to play a seat.
// See include/dado.h.
//
// An agent draws from the random numbers of its seat in the match, as in the lab. An
// agent that is a program of its own plays one match at a time, but a hall plays many at
// once, so such agents are refused.
#include "api/batch_env.h"

#include <stdio.h>
#include <string.h>

static unsigned char *self_of(const dado_hall *hall, const env_agent *g, int k, int seat)
{
    return g->selves + ((size_t)k * (size_t)hall->game.players + (size_t)seat) * g->self_stride;
}

static dado_rng *rng_of(const dado_hall *hall, const env_agent *g, int k)
{
    return g->luck + (size_t)k * (size_t)hall->game.players;
}

static void begin_agent_match(const dado_hall *hall, const env_agent *g, int k)
{
    size_t players = (size_t)hall->game.players;
    dado_rng *luck = rng_of(hall, g, k);
    memset(self_of(hall, g, k, 0), 0, players * g->self_stride);
    for (size_t p = 0; p < players; p++) {
        uint64_t match = hall->all[k].match;
        uint64_t seed = dado_match_seat_seed(g->agents[p].kind, 0, hall->seed, match, (int)p);
        luck[p] = dado_rng_stream(seed, match, (uint16_t)(DADO_STREAM_SEAT + p));
    }
}

void env_agents_begin_match(dado_hall *hall, int k)
{
    for (int g = 0; g < hall->env_agent_count; g++)
        begin_agent_match(hall, &hall->env_agents[g], k);
}

int env_agent_choose(dado_hall *hall, const env_agent *asked, int k)
{
    const dado_game *game = &hall->game;
    const place *p = &hall->all[k];
    const dado_agent *agent = &asked->agents[p->actor];
    const void *view = state_of(hall, k);
    uint64_t effort = 0;
    if (game->rules->observe && !agent->kind->blind) {
        game->rules->observe(game, view, p->actor, hall->scratch[0].view);
        view = hall->scratch[0].view;
    }
    dado_turn turn = { .game = game,
                       .seat = p->actor,
                       .view = agent->kind->blind ? NULL : view,
                       .moves = moves_of(hall, k),
                       .count = p->count,
                       .decision = p->decisions,
                       .luck = &rng_of(hall, asked, k)[p->actor],
                       .effort = &effort,
                       .self = self_of(hall, asked, k, p->actor),
                       .scratch = asked->scratch };
    return agent->kind->choose(agent, &turn);
}

static bool open_env_agent(dado_hall *hall, const char *typed, dado_error *err)
{
    const dado_game *game = &hall->game;
    env_agent *g = &hall->env_agents[hall->env_agent_count];
    size_t players = (size_t)game->players, scratch = 1;
    dado_player player;
    if (hall->env_agent_count == most_env_agents) {
        return dado_fail(err, DADO_LIMIT, "too many agents (at most %d)", most_env_agents);
    }
    if (!dado_player_parse(&player, typed, &hall->region, err)) return false;
    if (player.kind->over || strcmp(player.kind->name, "human") == 0) {
        return dado_fail(err, DADO_INVALID,
                         "%s plays one match at a time and cannot play many at once; "
                         "use dado arena",
                         typed);
    }
    *g = (env_agent){ .agents = dado_new(&hall->region, dado_agent, players), .self_stride = 1 };
    if (!g->agents) return dado_fail(err, DADO_LIMIT, "no memory left for %s", typed);
    for (int p = 0; p < game->players; p++) {
        if (!dado_agent_open(&g->agents[p], player.kind, game, p, &player.options, &hall->region,
                             err)) {
            while (p-- > 0) dado_agent_close(&g->agents[p]);
            return false;
        }
        if (g->agents[p].self_size > g->self_stride) g->self_stride = g->agents[p].self_size;
        if (g->agents[p].scratch_size > scratch) scratch = g->agents[p].scratch_size;
    }
    g->self_stride = (g->self_stride + 15) / 16 * 16;
    g->selves = env_alloc(hall, unsigned char, (size_t)hall->places *players, g->self_stride);
    g->luck = env_alloc(hall, dado_rng, hall->places, players);
    g->scratch = env_alloc(hall, unsigned char, 1, scratch);
    hall->env_agent_count++;  // from here on it is closed with the hall
    if (!g->selves || !g->luck || !g->scratch) {
        return dado_fail(err, DADO_LIMIT, "no memory left for %s", typed);
    }
    for (int k = 0; k < hall->places; k++) begin_agent_match(hall, g, k);
    return true;
}

int dado_hall_agent(dado_hall *hall, const char *agent, char *why, size_t room)
{
    dado_error err = { 0 };
    if (open_env_agent(hall, agent, &err)) return hall->env_agent_count - 1;
    if (why && room) snprintf(why, room, "%s", err.text);
    return -1;
}

void dado_hall_ask(dado_hall *hall, int agent, int32_t *choices)
{
    for (int k = 0; k < hall->places; k++) {
        choices[k] = agent < 0 || agent >= hall->env_agent_count || hall->all[k].actor < 0
                         ? -1
                         : env_agent_choose(hall, &hall->env_agents[agent], k);
        if (choices[k] >= hall->all[k].count) choices[k] = -1;
    }
}

size_t env_agents_bytes(const dado_hall *hall)
{
    size_t bytes = 0, players = (size_t)hall->game.players;
    for (int g = 0; g < hall->env_agent_count; g++) {
        bytes += players * (hall->env_agents[g].self_stride + sizeof(dado_rng));
    }
    return bytes;
}

void env_agents_save(const dado_hall *hall, int k, unsigned char *bytes)
{
    size_t players = (size_t)hall->game.players;
    for (int i = 0; i < hall->env_agent_count; i++) {
        const env_agent *g = &hall->env_agents[i];
        memcpy(bytes, self_of(hall, g, k, 0), players * g->self_stride);
        bytes += players * g->self_stride;
        memcpy(bytes, rng_of(hall, g, k), players * sizeof(dado_rng));
        bytes += players * sizeof(dado_rng);
    }
}

void env_agents_restore(dado_hall *hall, int k, const unsigned char *bytes)
{
    size_t players = (size_t)hall->game.players;
    for (int i = 0; i < hall->env_agent_count; i++) {
        const env_agent *g = &hall->env_agents[i];
        memcpy(self_of(hall, g, k, 0), bytes, players * g->self_stride);
        bytes += players * g->self_stride;
        memcpy(rng_of(hall, g, k), bytes, players * sizeof(dado_rng));
        bytes += players * sizeof(dado_rng);
    }
}

int dado_hall_sit(dado_hall *hall, int seat, int agent)
{
    int players = hall->game.players, left = 0;
    if (seat < 0 || seat >= players || agent < -1 || agent >= hall->env_agent_count) return 1;
    int32_t before = hall->seated[seat];
    hall->seated[seat] = agent;
    for (int p = 0; p < players; p++) left += hall->seated[p] < 0;
    if (left == 0) {
        hall->seated[seat] = before;
        return 1;
    }
    env_begin_all(hall);
    return 0;
}
