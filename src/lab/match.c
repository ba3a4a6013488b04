// match.c - see match.h.
//
// This is where luck is drawn: rules only say what an outcome does. The loop is
// the hottest of the house, so it asks the game nothing twice, and agents of
// open games read the state itself, which is the view.
#include "lab/match.h"

#include <string.h>

#include "core/face.h"

static bool lay_leaves(dado_table *t, dado_arena *arena)
{
    size_t players = (size_t)t->game->players, limit = (size_t)t->rules.move_limit;
    size_t tallies = (size_t)t->tally_count;
    int count = t->rules.leaves > 1 ? t->rules.leaves : 1;
    t->leaves = dado_new(arena, dado_leaf, count);
    for (int i = 0; t->leaves && i < count; i++) {
        dado_leaf *s = &t->leaves[i];
        s->scores = dado_new(arena, int32_t, players * (limit + 1));
        s->result = dado_new(arena, int32_t, players);
        s->places = dado_new(arena, int32_t, players);
        s->counts = dado_new(arena, double, players *tallies + 1);
        s->effort = dado_new(arena, uint64_t, players);
        if (t->rules.path) s->path = dado_new(arena, dado_step, limit);
        if (t->rules.checks) s->checks = dado_new(arena, uint32_t, limit + 1);
        if (!s->scores || !s->result || !s->places || !s->counts || !s->effort) return false;
        if ((t->rules.path && !s->path) || (t->rules.checks && !s->checks)) return false;
    }
    return t->leaves != NULL;
}

void dado_table_take_leaf(dado_table *t, int leaf)
{
    const dado_leaf *s = &t->leaves[leaf];
    t->on = *s;
    t->trace.scores = s->scores;
    t->trace.result = s->result;
    t->trace.places = s->places;
    t->trace.counts = s->counts;
    t->trace.effort = s->effort;
    t->trace.path = s->path;
    t->trace.checks = s->checks;
}

bool dado_table_lay(dado_table *table, const dado_game *game, const dado_agent *agents,
                    dado_match_rules rules, dado_arena *arena, dado_error *err)
{
    if (rules.move_limit == 0) rules.move_limit = DADO_MOVE_LIMIT;
    size_t players = (size_t)game->players;
    int tallies = game->rules->tally ? dado_game_tallies(game) : 0;
    *table = (dado_table){ .game = game, .agents = agents, .rules = rules, .tally_count = tallies };
    table->state = dado_new(arena, unsigned char, game->state_size);
    table->view =
        game->rules->observe ? dado_new(arena, unsigned char, game->view_size) : table->state;
    table->moves = dado_new(arena, dado_move, game->max_moves);
    // Chance must not write into a list that the next is made from.
    table->outcomes =
        game->rules->relist ? dado_new(arena, dado_move, game->max_moves) : table->moves;
    table->memo = dado_new(arena, unsigned char, game->memo_size + 1);
    table->weights = dado_new(arena, uint32_t, game->max_moves);
    table->self = dado_new(arena, unsigned char *, players);
    table->luck = dado_new(arena, dado_rng, players + 1);
    table->gave_up = dado_new(arena, int32_t, players);
    table->closed_up = dado_new(arena, int32_t, players);
    bool fine = table->state && table->view && table->moves && table->outcomes && table->memo &&
                table->weights && table->self && table->luck && table->gave_up &&
                table->closed_up && lay_leaves(table, arena);
    size_t scratch = 1;
    table->all_random = true;
    for (size_t p = 0; fine && p < players; p++) {
        table->self[p] = dado_new(arena, unsigned char, agents[p].self_size + 1);
        table->all_random = table->all_random && agents[p].kind == &dado_agent_random;
        if (agents[p].scratch_size > scratch) scratch = agents[p].scratch_size;
        fine = table->self[p] != NULL;
    }
    table->scratch = dado_new(arena, unsigned char, scratch);
    table->trace = (dado_trace){
        .players = game->players,
        .tallies = table->tally_count,
        .side = game->side,
    };
    if (fine) dado_table_take_leaf(table, 0);
    table->turn = (dado_turn){ .game = game, .moves = table->moves, .scratch = table->scratch };
    if (fine && table->scratch) return true;
    return dado_fail(err, DADO_LIMIT,
                     "no memory left for the table of a match; lower --limit (now %d moves)",
                     rules.move_limit);
}

// How many are still in it: seats, or sides with a seat left.
static int still_in(const dado_table *t)
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

// The first view of a match is taken whole, the others from the one before.
static void look(dado_table *t, int seat)
{
    const dado_game *game = t->game;
    bool follow = t->followed && game->rules->follow;
    (follow ? game->rules->follow : game->rules->observe)(game, t->state, seat, t->view);
    t->followed = true;
}

// The move of a seat; false once nobody is left to play against.
static bool ask_seat(dado_table *t, int seat, dado_move *move, uint32_t *options)
{
    const dado_game *game = t->game;
    int count = game->rules->relist ? game->rules->relist(game, t->state, t->memo, t->moves)
                                    : game->rules->legal(game, t->state, t->moves);
    *options = (uint32_t)count;
    int question = t->asked++;
    if (count > 1 || t->moves[0] != DADO_NOTHING) {
        t->trace.decisions++;
        t->trace.options += (uint64_t)count;
        t->trace.forced += count == 1;
    }
    const dado_agent *agent = &t->agents[seat];
    if (agent->kind == &dado_agent_random) {
        *move = t->moves[dado_spree_draw(t->luck, game->players, seat, (uint64_t)count)];
        return true;
    }
    *move = t->moves[count - 1];
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
    int chosen = agent->kind->choose(agent, turn);
    if (chosen >= 0 && chosen < count) {
        *move = t->moves[chosen];
        return true;
    }
    t->gave_up[seat] = ++t->quitters;
    return still_in(t) > 1;
}

static void write_row(dado_table *t, int round)
{
    const dado_game *game = t->game;
    game->rules->scores(game, t->state, t->on.scores + (int64_t)round * game->players);
    if (t->on.checks) t->on.checks[round] = (uint32_t)dado_state_hash(game, t->state);
}

// Luck on the way begins once somebody has moved, or a round is over.
static inline void set_out(dado_rng *chance, uint64_t way)
{
    if (chance->seed != way) *chance = dado_rng_stream(way, chance->match, DADO_LANE_CHANCE);
}

// Scores at the end, which are those of the last row if nothing was played since.
static void note_result(dado_table *t, bool row_is_last)
{
    const dado_game *game = t->game;
    const int32_t *row = dado_trace_row(&t->trace, t->trace.rounds);
    if (!row_is_last) game->rules->scores(game, t->state, t->on.result);
    for (int p = 0; row_is_last && p < game->players; p++) t->on.result[p] = row[p];
}

static dado_end play_moves(dado_table *t, uint64_t way, int before)
{
    const dado_game *game = t->game;
    const dado_rules *rules = game->rules;
    dado_rng *chance = &t->luck[game->players];
    void *state = t->state;
    int limit = t->rules.move_limit, steps = 0, rounds = 0;
    bool in_hand = false;  // a player has moved since the last row
    bool ended = false;    // the state is that of the last row
    dado_end end = DADO_FINISHED;
    int actor = rules->actor(game, state);
    while (actor != DADO_NOBODY) {
        if (steps == limit || dado_turn_stopped(&t->turn)) {
            end = DADO_STOPPED;
            break;
        }
        dado_move move;
        uint32_t options;
        if (actor == DADO_CHANCE) {
            int listed;
            move = dado_chance(game, state, t->outcomes, t->weights, chance, &listed);
            options = (uint32_t)listed;
        } else if (ask_seat(t, actor, &move, &options)) {
            in_hand = true;
            set_out(chance, way);
        } else {
            end = DADO_FORFEITED;
            break;
        }
        if (t->on.path) t->on.path[steps] = (dado_step){ move, actor, options };
        rules->apply(game, state, move);
        steps++;
        actor = rules->actor(game, state);
        ended = rules->round ? rules->round(game, state) - before > rounds
                              : in_hand && actor != DADO_CHANCE;
        if (ended) {
            write_row(t, ++rounds);
            in_hand = false;
            set_out(chance, way);
        }
    }
    t->trace.steps = steps;
    t->trace.rounds = rounds;
    note_result(t, ended);
    return end;
}

// What is noted of a match that nobody was asked in.
static void take_spree(dado_table *t, const dado_spree *s)
{
    t->asked = s->asked;
    t->trace.steps = s->steps;
    t->trace.rounds = s->rounds;
    t->trace.decisions = s->decisions;
    t->trace.forced = s->forced;
    t->trace.options = s->options;
    note_result(t, s->row_is_last);
}

// The same where nobody thinks: without asking anybody, and by the game itself if it can.
static dado_end play_randomly(dado_table *t, int before)
{
    const dado_game *game = t->game;
    const dado_rules *rules = game->rules;
    dado_spree s = { .luck = t->luck, .moves = t->moves, .weights = t->weights,
                     .limit = t->rules.move_limit, .stop = t->turn.stop, .rows = t->on.scores,
                     .path = t->on.path, .checks = t->on.checks, .before = before };
    void (*own)(const dado_game *, void *, dado_spree *) = dado_face_of(game, spree);
    if (own) {
        own(game, t->state, &s);
    } else {
        dado_spree_play(game, t->state, &s, rules->actor, rules->legal, rules->apply,
                        rules->scores, rules->round);
    }
    take_spree(t, &s);
    return s.finished ? DADO_FINISHED : DADO_STOPPED;
}

// Those who gave up come after all who stayed, the first of them last.
static void place_quitters(dado_table *t)
{
    int players = t->game->players;
    if (t->quitters == 0) return;
    // Stayers close up: those who left before them are counted out.
    for (int p = 0; p < players; p++) {
        t->closed_up[p] = 0;
        for (int q = 0; q < players; q++) {
            t->closed_up[p] += !t->gave_up[q] && t->on.places[q] < t->on.places[p];
        }
    }
    for (int p = 0; p < players; p++) {
        t->on.places[p] = t->gave_up[p] ? players - t->gave_up[p] : t->closed_up[p];
    }
    if (players == 1) t->on.places[0] = 1;
}

static void settle(dado_table *t, dado_end end)
{
    const dado_game *game = t->game;
    // As good as empty: clearing all its text would take longer than many a match.
    t->error.status = DADO_OK;
    t->error.place = (dado_place){ 0 };
    t->error.code[0] = t->error.text[0] = '\0';
    if (end == DADO_FINISHED && game->rules->sound &&
        !game->rules->sound(game, t->state, &t->error)) {
        end = DADO_BROKEN;
    }
    if (end == DADO_FINISHED && game->rules->rank) {
        game->rules->rank(game, t->state, t->on.places);
    } else {
        dado_places_by_score(t->on.result, game->players, t->on.places);
        if (end != DADO_FINISHED && game->players == 1) t->on.places[0] = 1;
    }
    place_quitters(t);
    for (int p = 0; t->tally_count && p < game->players; p++) {
        game->rules->tally(game, t->state, p, t->on.counts + (int64_t)p * t->tally_count);
    }
    t->trace.end = end;
}

const dado_trace *dado_match_play(dado_table *t, uint64_t seed, uint64_t chance_seed,
                                  uint64_t match)
{
    dado_match_luck luck = { { chance_seed, chance_seed, seed, seed }, 0 };
    return dado_match_play_on(t, &luck, match);
}

bool dado_match_is_random(const dado_table *t, const dado_match_luck *luck)
{
    return t->all_random && luck->seeds[DADO_LUCK_START] == luck->seeds[DADO_LUCK_WAY];
}

dado_rng *dado_match_lanes(dado_table *t, const dado_match_luck *luck, uint64_t match)
{
    int players = t->game->players;
    for (int p = 0; p < players; p++) {
        uint64_t seed = luck->seeds[p == luck->looked_at ? DADO_LUCK_OWN : DADO_LUCK_OTHERS];
        dado_rng_begin(&t->luck[p], seed, match, (uint16_t)(DADO_LANE_SEAT + p));
    }
    dado_rng_begin(&t->luck[players], luck->seeds[DADO_LUCK_START], match, DADO_LANE_CHANCE);
    return t->luck;
}

// What everybody begins with: luck, no memories, an empty trace.
static void sit_down(dado_table *t, const dado_match_luck *luck, uint64_t match)
{
    const dado_game *game = t->game;
    int players = game->players;
    bool all_draw = t->asked > 0;  // as they did in the match before, so they will in this
    t->quitters = 0;
    t->asked = 0;
    t->followed = false;
    memset(t->memo, 0, game->memo_size);
    dado_match_lanes(t, luck, match);
    for (int p = 0; p < players; p++) {
        t->on.effort[p] = 0;
        t->gave_up[p] = 0;
        if (t->agents[p].self_size) memset(t->self[p], 0, t->agents[p].self_size);
    }
    if (all_draw && t->all_random) dado_rng_ahead_of_all(t->luck, players + 1);
    t->trace.decisions = t->trace.forced = 0;
    t->trace.options = 0;
}

// From the state on the table to the end; `before` is how many rounds it has behind it.
static const dado_trace *play_out(dado_table *t, const dado_match_luck *luck, int before)
{
    write_row(t, 0);
    uint64_t way = luck->seeds[DADO_LUCK_WAY];
    settle(t, dado_match_is_random(t, luck) ? play_randomly(t, before)
                                            : play_moves(t, way, before));
    for (int p = 0; p < t->game->players; p++) {
        const dado_agent *agent = &t->agents[p];
        if (agent->kind->over) agent->kind->over(agent, t->self[p], &t->trace);
    }
    return &t->trace;
}

const dado_trace *dado_match_play_on(dado_table *t, const dado_match_luck *luck, uint64_t match)
{
    sit_down(t, luck, match);
    t->game->rules->start(t->game, t->state);
    return play_out(t, luck, 0);
}

// Several matches on their way, and where their traces go.
typedef struct batch {
    dado_table *t;
    const dado_spree *sprees;
    dado_trace *traces;
} batch;

static void keep_one(void *context, int k)
{
    const batch *b = context;
    dado_table *t = b->t;
    dado_table_take_leaf(t, k);
    for (int p = 0; p < t->game->players; p++) t->on.effort[p] = 0;
    take_spree(t, &b->sprees[k]);
    settle(t, DADO_FINISHED);
    b->traces[k] = t->trace;
}

int dado_match_play_some(dado_table *t, const dado_match_luck *luck, uint64_t first, int count,
                         dado_trace *traces)
{
    enum { most = 16 };
    const dado_game *game = t->game;
    int (*sprees)(const dado_game *, void *, dado_spree *, int, void (*)(void *, int), void *) =
        dado_face_of(game, sprees);
    if (t->one_by_one || count > most || !dado_match_is_random(t, luck)) return 0;
    t->one_by_one = !sprees;
    if (!sprees) return 0;
    size_t row = sizeof *t->on.scores * (size_t)game->players;
    dado_spree each[most];
    sit_down(t, luck, first);
    game->rules->start(game, t->state);
    dado_table_take_leaf(t, 0);
    write_row(t, 0);
    for (int k = 0; k < count; k++) {
        const dado_leaf *leaf = &t->leaves[k];
        each[k] = (dado_spree){ .luck = t->luck, .moves = t->moves, .weights = t->weights,
                                .limit = t->rules.move_limit, .rows = leaf->scores,
                                .path = leaf->path, .checks = leaf->checks };
        if (k > 0) memcpy(leaf->scores, t->on.scores, row);
    }
    batch b = { t, each, traces };
    int played = sprees(game, t->state, each, count, keep_one, &b);
    t->one_by_one = played == 0;
    return played;
}

const dado_trace *dado_match_play_from(dado_table *t, const void *state,
                                       const dado_match_luck *luck, uint64_t match)
{
    const dado_game *game = t->game;
    sit_down(t, luck, match);
    memcpy(t->state, state, game->state_size);
    return play_out(t, luck, game->rules->round ? game->rules->round(game, state) : 0);
}
