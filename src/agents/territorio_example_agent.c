// territorio_example_agent.c - the example player of the research: a finite-state machine
// per unit.
//
// Units act one by one, in the order they were made: found a city if there is none near,
// equip an item, influence with a probability of the unit's influence, attack while
// possible, then wander. Idle buildings produce lieutenants. It is careless on purpose:
// other players are compared with it.
#include "agents/agent.h"
#include "worlds/territorio/territorio.h"

typedef enum stage { found_city, put_on, decide_influence, influence, attack, wander, done } stage;

typedef struct mind {
    int32_t round;  // the turn that this is about, plus 1; 0 before the first
    int32_t at;     // the current unit, by its index among the living
    uint32_t id;    // its id: it may have died and another taken its index
    int32_t stage;
    int32_t place;  // where its moves began in the last list
} mind;

static bool open(dado_agent *agent, const dado_options *options, dado_region *region,
                 dado_error *err)
{
    dado_option_reader ask = dado_option_reader_begin(options);
    agent->self_size = sizeof(mind);
    return dado_option_reader_end(&ask, region, &agent->options, err);
}

// The moves of one unit or building are adjacent in the list, from `first` up to `end`.
typedef struct span {
    int first, end;
} span;

static bool is_of(const dado_turn *turn, int place, uint32_t id)
{
    return dado_terr_id_of(turn->moves[place]) == id;
}

// Finds the moves of a unit. Units that are done have no moves left, so those of the
// current unit are near the front. Usually they are where they were in the last list, or
// follow those of the unit before.
static span moves_of(const dado_turn *turn, uint32_t id, int32_t *place)
{
    int from = *place < turn->count ? *place : 0;
    if (from > 0 && is_of(turn, from - 1, id)) from = 0;
    span s = { from, from };
    while (s.first < turn->count && !is_of(turn, s.first, id)) s.first++;
    if (s.first == turn->count) {
        s.first = 0;
        while (s.first < from && !is_of(turn, s.first, id)) s.first++;
        if (s.first == from) s.first = turn->count;
    }
    if (s.first < turn->count) *place = s.first;
    s.end = s.first;
    while (s.end < turn->count && dado_terr_id_of(turn->moves[s.end]) == id) s.end++;
    return s;
}

// Returns the index of a move in the list, or -1.
static int place_of(const dado_turn *turn, span among, dado_move move)
{
    for (int i = among.first; i < among.end; i++) {
        if (turn->moves[i] == move) return i;
    }
    return -1;
}

// Returns the first listed move with this verb, or -1.
static int first_of(const dado_turn *turn, span among, dado_terr_verb verb)
{
    for (int i = among.first; i < among.end; i++) {
        if (dado_terr_verb_of(turn->moves[i]) == verb) return i;
    }
    return -1;
}

static bool building_near(const dado_terr_board *b, int cell)
{
    if (b->pieces[cell].building) return true;
    for (int d = 0; d < 6; d++) {
        int next = b->world->near[cell][d];
        if (next >= 0 && b->pieces[next].building) return true;
    }
    return false;
}

static int try_influence(const dado_terr_board *b, const dado_turn *turn, span among)
{
    for (int i = among.first; i < among.end; i++) {
        if (dado_terr_verb_of(turn->moves[i]) != DADO_TERR_INFLUENCE) continue;
        if (dado_terr_share(b, turn->seat, dado_terr_what_of(turn->moves[i])) < 1) return i;
    }
    return -1;
}

// Which neighbours are free is unpredictable, so they are counted without branches.
static int try_wander(const dado_terr_board *b, const dado_turn *turn, span among,
                      const dado_terr_unit *unit)
{
    const dado_terr *w = b->world;
    const uint8_t *step = w->step[w->unit[unit->type].class];
    int open_cells[6], count = 0, target = -1, own = turn->seat + 1;
    for (int d = 0; d < 6; d++) {
        int next = w->near[unit->cell][d];
        if (next < 0) continue;
        dado_terr_piece piece = b->pieces[next];
        bool is_open = (step[b->terrain[next]] != DADO_TERR_FAR) &
                       ((piece.holder == 0) | (piece.holder == own));
        if (is_open & (piece.building != 0) & (piece.building != own) & (target < 0)) target = next;
        open_cells[count] = next;
        count += is_open;
    }
    if (count == 0) return -1;
    if (target < 0) target = open_cells[dado_rng_below(turn->luck, (uint64_t)count)];
    return place_of(turn, among, dado_terr_move(DADO_TERR_MOVE, unit->id, target));
}

// Returns the current unit's next action, or -1 when it is done.
static int next_action(const dado_terr_board *b, const dado_turn *turn, const dado_terr_unit *unit,
                       mind *m)
{
    const dado_terr *w = b->world;
    // All stages after deciding need moves; without any the list need not be read.
    if (unit->moves == 0 && m->stage > decide_influence) m->stage = done;
    if (m->stage == done) return -1;
    span own = moves_of(turn, unit->id, &m->place);
    int move = -1;
    for (; m->stage < done && move < 0;) {
        switch ((stage)m->stage) {
        case found_city:
            if (w->unit[unit->type].builds && !building_near(b, unit->cell)) {
                move = first_of(turn, own, DADO_TERR_FOUND);
            }
            m->stage = put_on;
            break;
        case put_on:
            if (b->pieces[unit->cell].building) {
                move = first_of(turn, own, DADO_TERR_EQUIP);
            }
            m->stage = decide_influence;
            break;
        case decide_influence: {
            double will = dado_terr_influence(w, unit);
            bool yes = will > 0 && dado_rng_unit(turn->luck) < will;
            m->stage = yes ? influence : attack;
            break;
        }
        case influence:
            if (unit->moves > 0) move = try_influence(b, turn, own);
            if (move < 0) m->stage = attack;
            break;
        case attack:
            if (unit->moves > 0) move = first_of(turn, own, DADO_TERR_ATTACK);
            if (move < 0) m->stage = wander;
            break;
        case wander:
            if (unit->moves > 0) move = try_wander(b, turn, own, unit);
            if (move < 0) m->stage = done;
            break;
        case done: break;
        }
    }
    return move;
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    const dado_terr *w = agent->game->data;
    dado_terr_board b = dado_terr_board_of(w, turn->view);
    mind *m = turn->self;
    if (m->round != b.state->round + 1) *m = (mind){ .round = b.state->round + 1 };
    if (turn->count == 1) return 0;
    int units = b.seats[turn->seat].units;
    while (m->at < units) {
        const dado_terr_unit *unit = dado_terr_unit_at(&b, turn->seat, m->at);
        if (m->id != unit->id) {
            m->id = unit->id;
            m->stage = found_city;
        }
        int move = next_action(&b, turn, unit, m);
        if (move >= 0) return move;
        m->at++;
    }
    enum { lieutenant = 3 };  // its number in the rulebook's table, whatever the settings
    for (int k = 0; k < b.seats[turn->seat].buildings; k++) {
        const dado_terr_building *building = dado_terr_building_at(&b, turn->seat, k);
        if (building->production) continue;
        int move = place_of(
            turn, moves_of(turn, building->id, &m->place),
            dado_terr_move(DADO_TERR_PRODUCE, building->id, dado_terr_made_unit(lieutenant)));
        if (move >= 0) return move;
    }
    return turn->count - 1;
}

const dado_agent_kind dado_agent_territorio_example = {
    .size = sizeof(dado_agent_kind),
    .name = "territorio_example",
    .title = "Território's example",
    .about = "The research's finite-state player: unit by unit, careless, makes lieutenants.",
    .game = "territorio",
    .open = open,
    .choose = choose,
};
