// guests.c - agents of the shelf in a hall: to be asked, or to play a seat. See include/dado.h.
//
// A guest draws from the lane of its seat in the match, as it would in the lab.
// Agents that are programs of their own live through one match at a time, and
// a hall plays many at once, so these are turned away.
#include "library/hall.h"

#include <stdio.h>
#include <string.h>

static unsigned char *self_of(const dado_hall *hall, const guest *g, int k, int seat)
{
    return g->selves + ((size_t)k * (size_t)hall->game.players + (size_t)seat) * g->self_stride;
}

static dado_rng *luck_of(const dado_hall *hall, const guest *g, int k)
{
    return g->luck + (size_t)k * (size_t)hall->game.players;
}

static void sit_down(const dado_hall *hall, const guest *g, int k)
{
    size_t players = (size_t)hall->game.players;
    dado_rng *luck = luck_of(hall, g, k);
    memset(self_of(hall, g, k, 0), 0, players * g->self_stride);
    for (size_t p = 0; p < players; p++) {
        luck[p] = dado_rng_stream(hall->seed, hall->all[k].match, (uint16_t)(DADO_LANE_SEAT + p));
    }
}

void hall_welcome(dado_hall *hall, int k)
{
    for (int g = 0; g < hall->guest_count; g++) sit_down(hall, &hall->guests[g], k);
}

int hall_ask(dado_hall *hall, const guest *asked, int k)
{
    const dado_game *game = &hall->game;
    const place *p = &hall->all[k];
    const dado_agent *agent = &asked->agents[p->actor];
    const void *view = state_of(hall, k);
    uint64_t effort = 0;
    if (game->rules->observe && !agent->kind->blind) {
        game->rules->observe(game, view, p->actor, hall->view);
        view = hall->view;
    }
    dado_turn turn = { .game = game,
                       .seat = p->actor,
                       .view = agent->kind->blind ? NULL : view,
                       .moves = moves_of(hall, k),
                       .count = p->count,
                       .decision = p->decisions,
                       .luck = &luck_of(hall, asked, k)[p->actor],
                       .effort = &effort,
                       .self = self_of(hall, asked, k, p->actor),
                       .scratch = asked->scratch };
    return agent->kind->choose(agent, &turn);
}

static bool open_guest(dado_hall *hall, const char *typed, dado_error *err)
{
    const dado_game *game = &hall->game;
    guest *g = &hall->guests[hall->guest_count];
    size_t players = (size_t)game->players, scratch = 1;
    dado_player player;
    if (hall->guest_count == most_guests) {
        return dado_fail(err, DADO_LIMIT, "a hall has at most %d agents", most_guests);
    }
    if (!dado_player_parse(&player, typed, &hall->arena, err)) return false;
    if (player.kind->over || strcmp(player.kind->name, "human") == 0) {
        return dado_fail(err, DADO_MEANING, "%s plays one match at a time, and a hall plays many; "
                         "send it into dado arena", typed);
    }
    *g = (guest){ .agents = dado_new(&hall->arena, dado_agent, players), .self_stride = 1 };
    if (!g->agents) return dado_fail(err, DADO_LIMIT, "no memory left for %s", typed);
    for (int p = 0; p < game->players; p++) {
        if (!dado_agent_open(&g->agents[p], player.kind, game, p, &player.options, &hall->arena,
                             err)) {
            while (p-- > 0) dado_agent_close(&g->agents[p]);
            return false;
        }
        if (g->agents[p].self_size > g->self_stride) g->self_stride = g->agents[p].self_size;
        if (g->agents[p].scratch_size > scratch) scratch = g->agents[p].scratch_size;
    }
    g->self_stride = (g->self_stride + 15) / 16 * 16;
    g->selves = hall_room(hall, unsigned char, (size_t)hall->places * players, g->self_stride);
    g->luck = hall_room(hall, dado_rng, hall->places, players);
    g->scratch = hall_room(hall, unsigned char, 1, scratch);
    hall->guest_count++;  // closed with the hall from here on
    if (!g->selves || !g->luck || !g->scratch) {
        return dado_fail(err, DADO_LIMIT, "no memory left for %s", typed);
    }
    for (int k = 0; k < hall->places; k++) sit_down(hall, g, k);
    return true;
}

int dado_hall_agent(dado_hall *hall, const char *agent, char *why, size_t room)
{
    dado_error err = { 0 };
    if (open_guest(hall, agent, &err)) return hall->guest_count - 1;
    if (why && room) snprintf(why, room, "%s", err.text);
    return -1;
}

void dado_hall_ask(dado_hall *hall, int agent, int32_t *choices)
{
    for (int k = 0; k < hall->places; k++) {
        choices[k] = agent < 0 || agent >= hall->guest_count
                         ? -1 : hall_ask(hall, &hall->guests[agent], k);
        if (choices[k] >= hall->all[k].count) choices[k] = -1;
    }
}

size_t hall_guest_bytes(const dado_hall *hall)
{
    size_t bytes = 0, players = (size_t)hall->game.players;
    for (int g = 0; g < hall->guest_count; g++) {
        bytes += players * (hall->guests[g].self_stride + sizeof(dado_rng));
    }
    return bytes;
}

void hall_guests_save(const dado_hall *hall, int k, unsigned char *bytes)
{
    size_t players = (size_t)hall->game.players;
    for (int i = 0; i < hall->guest_count; i++) {
        const guest *g = &hall->guests[i];
        memcpy(bytes, self_of(hall, g, k, 0), players * g->self_stride);
        bytes += players * g->self_stride;
        memcpy(bytes, luck_of(hall, g, k), players * sizeof(dado_rng));
        bytes += players * sizeof(dado_rng);
    }
}

void hall_guests_restore(dado_hall *hall, int k, const unsigned char *bytes)
{
    size_t players = (size_t)hall->game.players;
    for (int i = 0; i < hall->guest_count; i++) {
        const guest *g = &hall->guests[i];
        memcpy(self_of(hall, g, k, 0), bytes, players * g->self_stride);
        bytes += players * g->self_stride;
        memcpy(luck_of(hall, g, k), bytes, players * sizeof(dado_rng));
        bytes += players * sizeof(dado_rng);
    }
}

int dado_hall_sit(dado_hall *hall, int seat, int agent)
{
    int players = hall->game.players, left = 0;
    if (seat < 0 || seat >= players || agent < -1 || agent >= hall->guest_count) return 1;
    int32_t before = hall->seated[seat];
    hall->seated[seat] = agent;
    for (int p = 0; p < players; p++) left += hall->seated[p] < 0;
    if (left == 0) {
        hall->seated[seat] = before;
        return 1;
    }
    hall_begin_all(hall);
    return 0;
}
