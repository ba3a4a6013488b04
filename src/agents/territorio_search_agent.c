// territorio_search_agent.c - a Território player that tries its options on a model
// before it acts.
//
// It deals worlds that fit its view: seen terrain stays, remembered buildings stand where
// they stood, and rivals are assumed to have grown as much as itself. On these it
// searches twice. Every few rounds, once a rival is in sight, it plays each of a few
// policies some rounds ahead, all with the same luck, and follows the one with the best
// result. And before a fighter near the enemy acts, it tries the fighter's other actions,
// then the rest of the turn and the replies, with every random draw at its middle value.
// Rivals in the model follow the baseline's policy. It uses nothing of the match but the
// view; steps of the model count as effort.
#include <string.h>

#include "agents/agent.h"
#include "agents/territorio_policy.h"

static const dado_terr_policy book[] = {
    // spacing, army_from, army_every, guard, barracks_every, patience, courage
    { 1, 6, 3, 3, 1, 14, 0.6 },    // expands late, with strong fighters: used while nobody is near
    { 1, 6, 3, 3, 1, 14, 0.3 },    // keeps a distance
    { 1, 6, 3, 0, 1, 14, 1.2 },    // attacks
    { 1, 6, 3, 0, 1, 14, 9.0 },    // attacks with everything, whatever it costs
    { 1, 6, 3, 999, 1, 14, 1.2 },  // everybody defends
    { 1, 0, 1, 3, 1, 14, 0.6 },    // stops growing: every building makes fighters
    { 1, 0, 1, 0, 1, 5, 1.2 },     // the same, with fighters that are made quickly
};
enum { policy_count = sizeof book / sizeof *book };

typedef struct searcher {
    int every, ahead, worlds;
    int tries, reply;  // actions tried for a fighter near the enemy, and rounds played after each
} searcher;

typedef struct search_memory {
    int32_t thought_in;  // the round of the last search, plus 1
    int32_t policy;
} search_memory;

// What is in `self` and `scratch`, one after the other.
typedef struct workspace {
    search_memory *search_memory;
    dado_terr_policy_state *mind;
    void *memory;
    unsigned char *copy, *world, *model;
    unsigned char *minds;
    size_t mind_size;
} workspace;

static workspace workspace_of(const dado_terr *w, const dado_turn *turn)
{
    size_t mind = dado_terr_policy_state_size(w);
    unsigned char *self = turn->self, *scratch = turn->scratch;
    return (workspace){
        .search_memory = (search_memory *)(void *)self,
        .mind = (dado_terr_policy_state *)(void *)(self + sizeof(search_memory)),
        .memory = self + sizeof(search_memory) + mind,
        .copy = scratch,
        .world = scratch + w->state_size,
        .model = scratch + 2 * w->state_size,
        .minds = scratch + 3 * w->state_size,
        .mind_size = mind,
    };
}

static bool open(dado_agent *agent, const dado_options *options, dado_region *region,
                 dado_error *err)
{
    const dado_terr *w = agent->game->data;
    searcher *s = dado_new(region, searcher, 1);
    if (!s) return dado_fail(err, DADO_LIMIT, "no memory left for the searching player");
    dado_option_reader ask = dado_option_reader_begin(options);
    s->every = (int)dado_option_int(&ask, "every", 2, 1, 1000);
    s->ahead = (int)dado_option_int(&ask, "ahead", 8, 1, 1000);
    s->worlds = (int)dado_option_int(&ask, "worlds", 2, 1, 1000);
    s->tries = (int)dado_option_int(&ask, "tries", 8, 0, 1000);
    s->reply = (int)dado_option_int(&ask, "reply", 2, 1, 100);
    agent->data = s;
    size_t mind = dado_terr_policy_state_size(w);
    agent->self_size = sizeof(search_memory) + mind + dado_tactics_memory_size(w);
    agent->scratch_size = 3 * w->state_size + mind * (size_t)w->players;
    return dado_option_reader_end(&ask, region, &agent->options, err);
}

// ---- dealing a world ----

// Returns the unseen, free, buildable cell nearest to another; -1 if there is none.
static int find_hiding_place(const dado_terr_board *b, int seat, int base)
{
    const dado_terr *w = b->world;
    int best = -1, least = 1 << 20;
    for (int cell = 0; cell < w->tiles; cell++) {
        if (dado_terr_sees(b, seat, cell) || !w->terrain[b->terrain[cell]].buildings) continue;
        if (b->pieces[cell].building || b->pieces[cell].holder) continue;
        int apart = dado_terr_cells_apart(w, cell, base);
        if (apart >= least) continue;
        least = apart;
        best = cell;
    }
    return best;
}

static bool has_room(const dado_terr_board *b, int seat)
{
    return b->seats[seat].units + b->seats[seat].buildings < b->world->elements;
}

// Puts the rival's remembered buildings where they were, then gives it as many buildings
// and fighters as this player has.
static void add_expected_growth(const dado_terr_board *b, int seat, int rival, const void *memory)
{
    const dado_terr *w = b->world;
    const uint8_t *house = (const uint8_t *)memory + w->tiles;
    for (int cell = 0; cell < w->tiles; cell++) {
        bool hidden = house[cell] == rival + 1 && !dado_terr_sees(b, seat, cell) &&
                      !b->pieces[cell].building && !b->pieces[cell].holder;
        if (hidden && has_room(b, rival) && w->terrain[b->terrain[cell]].buildings) {
            dado_terr_add_building(b, rival, 0, cell, dado_terr_new_id(b));
        }
    }
    if (b->seats[rival].buildings == 0) return;
    int base = dado_terr_building_at(b, rival, 0)->cell;
    while (b->seats[rival].buildings < b->seats[seat].buildings && has_room(b, rival)) {
        int cell = find_hiding_place(b, seat, base);
        if (cell < 0) break;
        dado_terr_add_building(b, rival, 0, cell, dado_terr_new_id(b));
    }
    for (int k = b->seats[rival].units; k < b->seats[seat].units && has_room(b, rival); k++) {
        int type = dado_terr_unit_at(b, seat, k)->type;
        int cell = find_hiding_place(b, seat, base);
        bool stands = cell >= 0 && w->terrain[b->terrain[cell]].admits[w->unit[type].class];
        if (stands) dado_terr_add_unit(b, rival, type, cell, dado_terr_new_id(b));
    }
}

static void sample_world(const dado_turn *turn, const workspace *t)
{
    const dado_terr *w = turn->game->data;
    memcpy(t->copy, turn->view, w->state_size);
    dado_terr_board view = dado_terr_board_of(w, t->copy);
    const uint8_t *terrain = t->memory;
    for (int cell = 0; cell < w->tiles; cell++) {
        if (view.terrain[cell] == DADO_TERR_UNKNOWN && terrain[cell]) {
            view.terrain[cell] = (uint8_t)(terrain[cell] - 1);
        }
    }
    dado_redeal(turn->game, t->copy, turn->seat, turn->luck, t->world);
    dado_terr_board b = dado_terr_board_of(w, t->world);
    for (int p = 0; p < w->players; p++) {
        if (p != turn->seat && !b.seats[p].fell) add_expected_growth(&b, turn->seat, p, t->memory);
    }
}

// ---- playing it out ----

static double material_of(const dado_terr_board *b, int seat)
{
    const dado_terr *w = b->world;
    enum { foresight = 12 };  // a building is worth this many rounds of its work
    double worth = dado_terr_material(b, seat) + 2 * dado_terr_domain(b, seat);
    for (int k = 0; k < b->seats[seat].buildings; k++) {
        worth += foresight * w->house[dado_terr_building_at(b, seat, k)->type].rate;
    }
    return worth;
}

// Returns a value from 0, everything lost, to 1, everything won.
static double evaluate(const dado_terr_board *b, int seat)
{
    double own = material_of(b, seat), all = 0;
    for (int p = 0; p < b->world->players; p++) all += material_of(b, p);
    if (b->state->phase == DADO_TERR_OVER) {
        int32_t places[DADO_TERR_SEATS];
        dado_terr_rank(b, places);
        return places[seat] == 0;
    }
    return b->seats[seat].fell || all <= 0 ? 0 : own / all;
}

static dado_terr_policy_state *mind_of(const workspace *t, int seat)
{
    return (dado_terr_policy_state *)(void *)(t->minds + t->mind_size * (size_t)seat);
}

// Plays the model until that round has begun. Without luck every draw has its middle
// value.
static double play_on(const dado_turn *turn, const workspace *t, const dado_terr_policy *own,
                      int until, dado_fast_rng *luck)
{
    const dado_game *game = turn->game;
    const uint64_t middling = (uint64_t)1 << 63;
    dado_terr_board b = dado_terr_board_of(game->data, t->model);
    int actor;
    while ((actor = game->rules->actor(game, t->model)) != DADO_NOBODY && b.state->round < until) {
        dado_move move;
        if (actor == DADO_CHANCE) {
            int listed = game->rules->legal(game, t->model, &move);
            if (listed == 0) move = luck ? dado_fast_rng_next(luck) : middling;
        } else {
            const dado_terr_policy *d = actor == turn->seat ? own : &dado_terr_policy_baseline;
            move = dado_terr_policy_next(&b, actor, d, mind_of(t, actor));
            ++*turn->effort;
        }
        dado_terr_play(&b, move, NULL);
    }
    return evaluate(&b, turn->seat);
}

static double play_out(const dado_turn *turn, const workspace *t, const dado_terr_policy *own,
                       int ahead, uint64_t seed)
{
    const dado_terr *w = turn->game->data;
    memcpy(t->model, t->world, w->state_size);
    memset(t->minds, 0, t->mind_size * (size_t)w->players);
    dado_fast_rng luck = dado_fast_rng_seed(seed);
    int round = ((const dado_terr_state *)(const void *)t->model)->round;
    return play_on(turn, t, own, round + ahead, &luck);
}

static int search(const dado_turn *turn, const searcher *s, const workspace *t)
{
    double hope[policy_count] = { 0 };
    for (int world = 0; world < s->worlds && !dado_turn_stopped(turn); world++) {
        sample_world(turn, t);
        uint64_t seed = dado_rng_next(turn->luck);
        for (int i = 0; i < policy_count; i++)
            hope[i] += play_out(turn, t, &book[i], s->ahead, seed);
    }
    // The current policy is kept unless another is clearly better, because changing has a
    // cost.
    int best = t->search_memory->policy;
    double bar = hope[best] + 0.005 * s->worlds;
    for (int i = 0; i < policy_count; i++) {
        if (hope[i] <= bar) continue;
        bar = hope[i];
        best = i;
    }
    return best;
}

// If no rival is in sight, there is nothing to search.
static bool anybody_near(const dado_terr_board *b, int seat)
{
    for (int p = 0; p < b->world->players; p++) {
        if (p != seat && b->seats[p].units + b->seats[p].buildings > 0) return true;
    }
    return false;
}

// ---- one fighter's next action ----

static const dado_move stay = ~(dado_move)0;

// Lists a fighter's other actions: none, any attack, some of its marches.
static int list_tries(const dado_turn *turn, uint32_t id, dado_move proposed, int most,
                      dado_move *tries)
{
    int count = 0, marches = 0;
    tries[count++] = proposed;
    tries[count++] = stay;
    for (int i = 0; i < turn->count; i++) {
        if (dado_terr_id_of(turn->moves[i]) != id) continue;
        dado_terr_verb verb = dado_terr_verb_of(turn->moves[i]);
        marches += verb == DADO_TERR_MOVE;
        if (verb != DADO_TERR_ATTACK || turn->moves[i] == proposed || count >= most) continue;
        tries[count++] = turn->moves[i];
    }
    int left = most - count, stride = left > 0 ? (marches + left - 1) / left : 0;
    for (int i = 0, k = 0; i < turn->count && stride > 0 && count < most; i++) {
        if (dado_terr_id_of(turn->moves[i]) != id) continue;
        if (dado_terr_verb_of(turn->moves[i]) != DADO_TERR_MOVE) continue;
        if (k++ % stride == 0 && turn->moves[i] != proposed) tries[count++] = turn->moves[i];
    }
    return count;
}

static bool needs_playouts(const dado_terr_board *b, const dado_turn *turn, dado_move proposed)
{
    enum { near_enough = 5 };
    dado_terr_verb verb = dado_terr_verb_of(proposed);
    if (verb != DADO_TERR_MOVE && verb != DADO_TERR_ATTACK) return false;
    const dado_terr_unit *unit = dado_terr_find_unit(b, turn->seat, dado_terr_id_of(proposed));
    if (!unit || b->world->unit[unit->type].attack <= 0) return false;
    int enemy = dado_tactics_nearest_enemy(b, turn->seat, unit->cell);
    return enemy >= 0 && dado_terr_cells_apart(b->world, enemy, unit->cell) <= near_enough;
}

// Plays each of the actions, then the rest of the turn and the replies; returns the best
// action.
static dado_move weigh(const dado_turn *turn, const searcher *s, const workspace *t,
                       dado_move proposed)
{
    enum { most_tries = 1000 };
    const dado_terr *w = turn->game->data;
    const dado_terr_policy *own = &book[t->search_memory->policy];
    dado_move tries[most_tries + 2];
    double hope[most_tries + 2] = { 0 };
    int count = list_tries(turn, dado_terr_id_of(proposed), proposed, s->tries, tries);
    for (int world = 0; world < s->worlds && !dado_turn_stopped(turn); world++) {
        sample_world(turn, t);
        for (int i = 0; i < count; i++) {
            memcpy(t->model, t->world, w->state_size);
            memset(t->minds, 0, t->mind_size * (size_t)w->players);
            memcpy(mind_of(t, turn->seat), t->mind, t->mind_size);
            dado_terr_board b = dado_terr_board_of(w, t->model);
            int until = b.state->round + s->reply;
            if (tries[i] == stay) dado_terr_policy_skip(mind_of(t, turn->seat));
            else dado_terr_play(&b, tries[i], NULL);
            hope[i] += play_on(turn, t, own, until, NULL);
        }
    }
    int best = 0;
    // The proposed action is taken unless another is clearly better.
    double bar = hope[0] + 0.001 * s->worlds;
    for (int i = 1; i < count; i++) {
        if (hope[i] <= bar) continue;
        bar = hope[i];
        best = i;
    }
    return tries[best];
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    const dado_terr *w = agent->game->data;
    const searcher *s = agent->data;
    workspace t = workspace_of(w, turn);
    dado_terr_board view = dado_terr_board_of(w, turn->view);
    dado_tactics_remember(&view, turn->seat, t.memory);
    int round = view.state->round;
    if (round + 1 >= t.search_memory->thought_in + s->every) {
        t.search_memory->policy = anybody_near(&view, turn->seat) ? search(turn, s, &t) : 0;
        t.search_memory->thought_in = round + 1;
    }
    memcpy(t.copy, turn->view, w->state_size);
    dado_terr_board b = dado_terr_board_of(w, t.copy);
    dado_tactics_recall(&b, turn->seat, t.memory);
    for (;;) {
        dado_move move =
            dado_terr_policy_next(&b, turn->seat, &book[t.search_memory->policy], t.mind);
        if (s->tries > 2 && needs_playouts(&view, turn, move)) {
            move = weigh(turn, s, &t, move);
            memcpy(t.copy, turn->view, w->state_size);  // dealing worlds has overwritten it
            dado_tactics_recall(&b, turn->seat, t.memory);
            if (move == stay) {
                dado_terr_policy_skip(t.mind);
                continue;
            }
        }
        for (int i = 0; i < turn->count; i++) {
            if (turn->moves[i] == move) return i;
        }
        if (t.mind->at >= b.seats[turn->seat].units) return turn->count - 1;
        dado_terr_policy_skip(t.mind);
    }
}

const dado_agent_kind dado_agent_territorio_search = {
    .size = sizeof(dado_agent_kind),
    .name = "territorio_search",
    .title = "Território's searcher",
    .about = "Tries several plans on worlds that fit its view, and follows the best for a while.",
    .game = "territorio",
    .open = open,
    .choose = choose,
};
