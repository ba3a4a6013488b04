// emit_brisk.c - the brisk form of a program: its flow, acts and options as one list of beats.
//
// Every instruction has beats; what does not come in small pieces is one beat
// that leaves it to the machine. An instruction that may find itself without
// luck after it has changed something is always such a one, since only the
// machine can go back. Jumps to instructions are written as their complement
// and turned into beats at the end.
#include "recycle/brisk.h"
#include "recycle/emit.h"

enum { most_repeated = 4096, unresolved = INT32_MIN };

typedef struct beater {
    emitter *e;
    rcy_beat *beats;
    int count, room;
    rcy_beat spare;     // handed out once something failed; nobody runs it
    uint32_t pc;
    uint32_t cost;      // of nodes that are no beat of their own: the next beat pays
    int players[2];     // the variables that hold a player here, the outer and the inner
    int player_count;
    int lets;           // that are open here
    const rcy_node *picked;  // the `any` whose card still lies where it was picked, or NULL
    bool in_repeat;
    uint64_t times;     // that a beat written here may run in one go
    uint64_t longest;
    int32_t *row_at;    // by instruction: its beats while a row waits to be read, or 0
} beater;

// A slot, and whom it is counted from.
typedef struct spot {
    int32_t slot;
    uint8_t owner;
    const rcy_node *found_by;  // what works the owner out, where it is found
} spot;

static const spot nowhere = { 0, owner_none, NULL };

static rcy_beat *write(beater *w, rcy_beat_op op, const rcy_node *n)
{
    w->beats = rcy_emit_grow(w->e, w->beats, w->count, &w->room, sizeof *w->beats);
    if (w->e->failed) return &w->spare;
    rcy_beat *b = &w->beats[w->count++];
    *b = (rcy_beat){ .op = (uint8_t)op, .cost = (uint16_t)w->cost, .pc = w->pc, .node = n,
                     .jump = w->count };
    w->longest += w->cost * w->times;
    w->cost = 0;
    return b;
}

static bool is_team_of(const rcy_node *n, rcy_op whose)
{
    return n->op == OP_TEAM_OF && n->x->op == whose;
}

// Who is next may change from one act to another, and so may whoever has the best card: that is
// found out by a beat before those that need to know.
static void find_owners(beater *w, spot one, spot other)
{
    const rcy_node *by = one.owner == owner_found ? one.found_by : other.found_by;
    bool next = by && is_team_of(by, OP_NEXT);
    if (next || one.owner == owner_next || other.owner == owner_next) write(w, beat_next, NULL);
    if (!by) return;
    if (by->op == OP_TEAM_OF) {
        write(w, beat_find_team, by)->who = next ? owner_next : owner_current;
    } else {
        write(w, beat_find_best, by);
    }
}

// A beat on one slot or two, whose owners are known.
static rcy_beat *write_for(beater *w, rcy_beat_op op, const rcy_node *n, spot one, spot other)
{
    rcy_beat *b = write(w, op, n);
    b->a = one.slot;
    b->who = one.owner;
    b->b = other.slot;
    b->whose = other.owner;
    return b;
}

static rcy_beat *write_at(beater *w, rcy_beat_op op, const rcy_node *n, spot one, spot other)
{
    find_owners(w, one, other);
    return write_for(w, op, n, one, other);
}

// What was counted belongs to this branch, and to nothing that comes after it.
static void settle(beater *w)
{
    if (w->cost > 0) write(w, beat_nothing, NULL);
}

// Jumps that were left open from a beat on lead to the next one.
static void resolve(beater *w, int from)
{
    for (int i = from; i < w->count; i++) {
        if (w->beats[i].jump == unresolved) w->beats[i].jump = w->count;
    }
}

// What a card shows is in the state then, and no constant.
static bool sided(const beater *w)
{
    return w->e->p->looks > w->e->p->cards;
}

static bool fits(int64_t value)
{
    return value > INT32_MIN && value <= INT32_MAX;
}

// Where a storage or place is; false if only the machine can tell.
static bool find_spot(const beater *w, const rcy_node *n, spot *found)
{
    *found = (spot){ n->a, owner_none, NULL };
    switch ((rcy_mode)n->mode) {
    case mode_fixed: return true;
    case mode_current: found->owner = owner_current; return true;
    case mode_var:
        for (int i = 0; i < w->player_count; i++) {
            found->owner = (uint8_t)(owner_outer + i);
            if (w->players[i] == n->var) return true;
        }
        return false;
    case mode_owner: found->owner = owner_next; return n->x->op == OP_NEXT;
    default: return false;
    }
}

static bool find_storage(const beater *w, const rcy_node *n, spot *found)
{
    bool storage = n->op == OP_STO_FIXED || n->op == OP_STO_CURRENT || n->op == OP_STO;
    return storage && find_spot(w, n, found);
}

// --- questions ---

// A comparison of a number with one that is known: the first beat for it, or NULL if it has none.
static rcy_beat *compare(beater *w, const rcy_node *n)
{
    spot at;
    rcy_beat *b;
    if (n->y->op != OP_CONST || !fits(n->y->value)) return NULL;
    if (n->x->op == OP_SIZE_PLACE && find_spot(w, n->x->x, &at)) {
        b = write_at(w, beat_size, n, at, nowhere);
    } else if (n->x->op == OP_SIZE_BOUND) {
        b = write(w, beat_size_bound, n);
        b->a = n->x->x->var;
    } else if (find_storage(w, n->x, &at)) {
        b = write_at(w, beat_sto_against, n, at, nowhere);
    } else {
        return NULL;
    }
    b->b = rcy_holds_for[n->op - OP_LESS];
    b->c = (int32_t)n->y->value;
    return b;
}

static rcy_beat *ask_comparison(beater *w, const rcy_node *n, bool when)
{
    spot x, y;
    rcy_beat *b = NULL;
    if (n->x->op == OP_STR && n->y->op == OP_CONST && find_spot(w, n->x, &x)) {
        b = write_at(w, beat_str_is, n, x, nowhere);
        b->c = (int32_t)n->y->value;
        b->flag = when == (n->op == OP_EQUAL);
        return b;
    }
    if (find_storage(w, n->x, &x) && find_storage(w, n->y, &y)) {
        b = write_at(w, beat_sto_and_sto, n, x, y);
        b->c = rcy_holds_for[n->op - OP_LESS];
    } else {
        b = compare(w, n);
    }
    if (b) b->flag = when;
    return b;
}

// A question for one value, which the node may ask the other way round.
static rcy_beat *ask_equality(beater *w, const rcy_node *n, bool when)
{
    spot at;
    rcy_beat *b = NULL;
    if (!fits(n->value)) return NULL;
    if (n->op == OP_STO_EQUALS || n->op == OP_STR_EQUALS) {
        b = write(w, n->op == OP_STO_EQUALS ? beat_sto_is : beat_str_is, n);
        b->a = n->a;
    } else if (n->op == OP_SIZE_EQUALS && find_spot(w, n->x, &at)) {
        b = write_at(w, beat_size, n, at, nowhere);
        b->b = rcy_holds_for[OP_EQUAL - OP_LESS];
    } else if (n->op == OP_TOP_HAS && !sided(w) && find_spot(w, n->x, &at)) {
        b = write_at(w, beat_top_has, n, at, nowhere);
        b->b = n->a * w->e->p->looks;
    } else {
        return NULL;
    }
    b->c = (int32_t)n->value;
    b->flag = when != n->flag;
    return b;
}

// Beats that jump if the condition is `when`; where to is left open.
static void ask(beater *w, const rcy_node *n, bool when)
{
    if (n->op == OP_NOT) {
        ask(w, n->x, !when);
        return;
    }
    if ((n->op == OP_AND && !when) || (n->op == OP_OR && when)) {
        for (int32_t i = 0; i < n->count; i++) ask(w, n->list[i], when);
        return;
    }
    bool compares = n->op >= OP_LESS && n->op <= OP_UNEQUAL;
    rcy_beat *b = compares ? ask_comparison(w, n, when) : ask_equality(w, n, when);
    if (!b) {
        b = write(w, beat_holds, n);
        b->flag = when;
    }
    b->jump = unresolved;
}

// --- acts ---

static void write_act(beater *w, const rcy_node *n);

// A beat for the machine counts its own fuel.
static void write_plainly(beater *w, const rcy_node *n)
{
    write(w, beat_act, n);
    w->picked = NULL;
}

// The slot an act sets, of somebody who may have to be found first: by the best card, or a team.
static bool find_target(const beater *w, const rcy_node *n, spot *found)
{
    if (find_spot(w, n, found)) return true;
    bool known = n->mode == mode_owner &&
                 (n->x->op == OP_OWNER_OF_BEST || is_team_of(n->x, OP_NEXT) ||
                  is_team_of(n->x, OP_CURRENT));
    *found = (spot){ n->a, owner_found, n->x };
    return known;
}

// Sets a slot to a number that is worked out by itself, so that nothing is worked out again where
// it does not fit: whose slot it is may have been drawn.
static void write_worked_out(beater *w, const rcy_node *n, spot to)
{
    const rcy_node *z = n->z;
    spot x, y;
    w->cost++;
    find_owners(w, to, nowhere);
    if ((z->op == OP_ADD_ || z->op == OP_SUBTRACT) && find_storage(w, z->x, &x) &&
        find_storage(w, z->y, &y)) {
        write_at(w, beat_sum, n, x, y)->flag = z->op == OP_SUBTRACT;
    } else {
        write(w, beat_work_out, n);
    }
    rcy_beat_op op = n->op == OP_SET_STR ? beat_say_value
                     : n->op == OP_ADD   ? beat_add_value : beat_set_value;
    write_for(w, op, n, to, nowhere)->flag = n->op == OP_ADD && n->flag;
}

static bool write_storage(beater *w, const rcy_node *n)
{
    spot to, from = nowhere;
    rcy_beat_op op;
    int64_t value = n->z->value;
    bool string = n->op == OP_SET_STR, adds = n->op == OP_ADD;
    if (!find_target(w, n, &to)) return false;
    bool drawn = to.owner == owner_found && to.found_by->draws;
    if (adds && drawn) {
        write_worked_out(w, n, to);
        return true;
    }
    if (!string && find_storage(w, n->z, &from)) {
        op = adds ? beat_add_sto : beat_set_sto;
        value = 0;
    } else if (string && n->z->op == OP_ATTRIBUTE_VAR && !sided(w)) {
        op = beat_say_attribute;
        from.slot = n->z->a * w->e->p->looks;
        value = n->z->var;
    } else if (adds && n->z->op == OP_DIE && !n->flag) {
        op = beat_add_die;
        value = n->z->a;
    } else if (n->z->op == OP_CONST && fits(value)) {
        op = string ? beat_say : adds ? beat_add : beat_set;
        if (adds && n->flag) value = -value;
    } else {
        write_worked_out(w, n, to);
        return true;
    }
    w->cost++;
    rcy_beat *b = write_at(w, op, n, to, from);
    b->c = (int32_t)value;
    b->flag = adds && n->flag;
    return true;
}

static bool write_map(beater *w, const rcy_node *n)
{
    spot at;
    if (w->e->p->awards > 0 || !find_spot(w, n, &at)) return false;
    if (w->e->p->words > 0 && !n->quick) return false;
    w->cost++;
    rcy_beat_op op = w->e->p->words > 0 ? beat_map_words : beat_map;
    write_at(w, op, n, at, nowhere)->c = (int32_t)n->value + 1;
    return true;
}

static bool is_from_top(const beater *w, const rcy_node *n, spot *from, spot *to)
{
    if (w->e->p->shows) return false;  // a move takes back what was shown
    return n->op == OP_MOVE && n->quick && n->x->op == OP_TOP_PLACE &&
           find_spot(w, n->x->x, from) && find_spot(w, n->y, to);
}

// Nothing was moved since the card was picked from a place, so it is known where it lies.
static bool lies_as_picked(const beater *w, const rcy_node *move, spot *from)
{
    if (!w->picked || w->picked->var != move->x->var || !move->origin) return false;
    const rcy_node *place = w->picked->x->op == OP_FILTER ? w->picked->x->x : w->picked->x;
    return place->a == move->origin->a && place->mode == move->origin->mode &&
           place->var == move->origin->var && find_spot(w, move->origin, from);
}

static bool write_move(beater *w, const rcy_node *n)
{
    spot from = nowhere, to;
    rcy_beat_op op;
    if (is_from_top(w, n, &from, &to)) {
        op = beat_move;
    } else if (!w->e->p->shows && n->quick && n->x->op == OP_VAR && find_spot(w, n->y, &to)) {
        op = lies_as_picked(w, n, &from) ? beat_move_picked : beat_move_var;
    } else {
        return false;
    }
    w->cost++;
    w->picked = NULL;
    write_at(w, op, n, from, to)->c = n->x->var;
    return true;
}

static bool write_shuffle(beater *w, const rcy_node *n)
{
    spot at;
    if (w->e->p->shows || n->x->op != OP_PLACE || !find_spot(w, n->x, &at)) return false;
    w->cost++;
    write_at(w, beat_shuffle, n, at, nowhere);
    return true;
}

static bool can_be_thrown(const beater *w, const rcy_node *n)
{
    const rcy_dice *dice = &w->e->dice[n->a];
    int64_t sum = 0;
    bool draws = false;
    for (int i = 0; i < dice->count; i++) {
        sum += dice->faces[i];
        draws = draws || dice->faces[i] > 1;
    }
    return draws && sum <= INT32_MAX;
}

static void write_cycle(beater *w, const rcy_node *n)
{
    w->cost++;
    rcy_beat *b = write(w, n->a != turn_worked_out          ? beat_cycle_named
                           : n->x->op == OP_OWNER_OF_BEST ? beat_cycle_best : beat_cycle, n);
    b->a = n->a;
    b->flag = n->flag;
}

// Everyone's top card goes to one place.
static bool write_sweep(beater *w, const rcy_node *n)
{
    const rcy_node *move = n->y;
    spot from = nowhere, to;
    int players = w->e->p->players;
    bool swept = !w->e->p->shows && move->op == OP_MOVE && move->quick &&
                 move->x->op == OP_TOP_PLACE && move->x->x->mode == mode_var &&
                 move->x->x->var == n->var && players <= rcy_most_dealt &&
                 move->y->mode != mode_var && find_spot(w, move->y, &to) &&
                 to.slot >= move->x->x->a + players;
    if (!swept) return false;
    from.slot = move->x->x->a;
    w->cost += 1 + (uint32_t)players;
    w->picked = NULL;
    write_at(w, beat_sweep, n, from, to);
    return true;
}

// A slot of everyone's, by the variable of a loop over players.
static bool is_of_each(const rcy_node *all, const rcy_node *slot)
{
    return slot->mode == mode_var && slot->var == all->var;
}

// A move that can be done for everyone at once: of top cards of one place, or of everyone's, to
// tops of everyone's that lie behind those.
static bool moves_at_once(const beater *w, const rcy_node *all, const rcy_node *n)
{
    spot from;
    int players = w->e->p->players;
    if (w->e->p->shows || n->op != OP_MOVE || !n->quick || n->x->op != OP_TOP_PLACE) return false;
    const rcy_node *place = n->x->x;
    if (players > rcy_most_dealt || !is_of_each(all, n->y)) return false;
    if (is_of_each(all, place)) return place->a + players <= n->y->a;
    return place->mode == mode_fixed && find_spot(w, place, &from) && from.slot < n->y->a;
}

static bool sets_at_once(const rcy_node *all, const rcy_node *n)
{
    return n->op == OP_SET_INT && is_of_each(all, n) && n->z->op == OP_CONST && fits(n->z->value);
}

// For everyone storages are set, and a card is moved: the cards first, which may not go, then the
// storages, and neither depends on the other.
static bool write_at_once(beater *w, const rcy_node *n)
{
    const rcy_node *const *acts = n->y->op == OP_DO ? n->y->list : &n->y, *move = NULL;
    const int count = n->y->op == OP_DO ? n->y->count : 1;
    for (int i = 0; i < count; i++) {
        if (sets_at_once(n, acts[i])) continue;
        if (move || !moves_at_once(w, n, acts[i])) return false;
        move = acts[i];
    }
    const int from = w->count;
    const int cost = 1 + w->e->p->players * (count + (n->y->op == OP_DO));
    w->cost += (uint32_t)cost;
    if (move) {
        bool own = is_of_each(n, move->x->x);
        rcy_beat *b = write(w, own ? beat_move_each : beat_deal_each, n);
        b->a = move->x->x->a;
        b->b = move->y->a;
        b->c = cost;
        b->jump = unresolved;
        w->picked = NULL;
    }
    for (int i = 0; i < count; i++) {
        if (acts[i] == move) continue;
        rcy_beat *b = write(w, beat_set_each, n);
        b->a = acts[i]->a;
        b->c = (int32_t)acts[i]->z->value;
    }
    settle(w);
    resolve(w, from);
    return true;
}

static void write_each(beater *w, const rcy_node *n)
{
    uint8_t owner = (uint8_t)(owner_outer + w->player_count);
    uint64_t times = w->times;
    w->picked = NULL;
    w->cost++;
    rcy_beat *b = write(w, beat_each, n);
    b->c = n->var;
    b->who = owner;
    int body = w->count;
    w->players[w->player_count++] = n->var;
    w->times *= (uint64_t)w->e->p->players;
    write_act(w, n->y);
    settle(w);
    w->times = times;
    w->player_count--;
    b = write(w, beat_next_each, n);
    b->c = n->var;
    b->who = owner;
    b->jump = body;
}

static bool write_repeat(beater *w, const rcy_node *n)
{
    spot from, to;
    if (n->x->op != OP_CONST || n->x->value < 1 || n->x->value > most_repeated) return false;
    int32_t times = (int32_t)n->x->value;
    w->picked = NULL;
    if (times <= rcy_most_dealt && is_from_top(w, n->y, &from, &to)) {
        w->cost += 1 + (uint32_t)times;
        write_at(w, beat_deal, n, from, to)->c = times;
        return true;
    }
    if (w->in_repeat) return false;
    uint64_t before = w->times;
    w->cost++;
    write(w, beat_repeat, n)->c = times;
    int body = w->count;
    w->in_repeat = true;
    w->times *= (uint64_t)times;
    write_act(w, n->y);
    settle(w);
    w->times = before;
    w->in_repeat = false;
    write(w, beat_next_repeat, n)->jump = body;
    return true;
}

// All of a place goes to another.
static bool write_drain(beater *w, const rcy_node *n)
{
    spot from, to;
    if (!is_from_top(w, n->y, &from, &to)) return false;
    w->cost++;
    w->picked = NULL;
    w->longest += (uint64_t)w->e->p->cards * w->times;
    write_at(w, beat_drain, n, from, to);
    return true;
}

static bool write_let(beater *w, const rcy_node *n)
{
    if (w->lets == rcy_most_lets) return false;
    w->cost++;
    write(w, beat_let, n)->a = w->lets++;
    write_act(w, n->y);
    settle(w);
    w->lets--;
    write(w, beat_end_let, n)->a = w->lets;
    return true;
}

// An act that does not draw, in pieces as small as they come.
static void write_act(beater *w, const rcy_node *n)
{
    if (w->e->failed) return;
    bool done = false;
    switch ((rcy_op)n->op) {
    case OP_DO:
        w->cost++;
        for (int i = 0; i < n->count; i++) write_act(w, n->list[i]);
        return;
    case OP_IF: {
        int from = w->count;
        w->cost++;
        ask(w, n->x, false);
        write_act(w, n->y);
        settle(w);
        resolve(w, from);
        return;
    }
    case OP_ALL:
        if (n->x->op != OP_PLAYERS || w->player_count == 2) break;
        if (!write_sweep(w, n) && !write_at_once(w, n)) write_each(w, n);
        return;
    case OP_LET: done = write_let(w, n); break;
    case OP_REPEAT: done = write_repeat(w, n); break;
    case OP_DRAIN: done = write_drain(w, n); break;
    case OP_SET_INT: case OP_ADD: case OP_SET_STR: done = write_storage(w, n); break;
    case OP_SET_MAP: done = write_map(w, n); break;
    case OP_MOVE: done = write_move(w, n); break;
    case OP_CYCLE: write_cycle(w, n); return;
    case OP_PASS: w->cost++; return;
    case OP_LABEL:
        w->cost++;
        write_act(w, n->y);
        return;
    default: break;
    }
    if (!done) write_plainly(w, n);
}

static bool saves(const rcy_node *n)
{
    switch ((rcy_op)n->op) {
    case OP_SAVE: return true;
    case OP_IF: case OP_LET: case OP_ALL: case OP_ANY: case OP_REPEAT: case OP_DRAIN:
    case OP_LABEL: case OP_REPEAT_WHILE: return saves(n->y);
    case OP_EITHER_ACT: return saves(n->y) || (n->z && saves(n->z));
    case OP_DO:
        for (int i = 0; i < n->count; i++) {
            if (saves(n->list[i])) return true;
        }
        return false;
    default: return false;
    }
}

// A throw that comes before anything else, and is the only one to draw.
static bool begins_with_throw(const beater *w, const rcy_node *n)
{
    if (n->op == OP_THROW) return can_be_thrown(w, n);
    if (n->op != OP_DO || n->count == 0 || n->list[0]->op != OP_THROW) return false;
    for (int i = 1; i < n->count; i++) {
        if (n->list[i]->draws) return false;
    }
    return can_be_thrown(w, n->list[0]);
}

static void write_throw(beater *w, const rcy_node *n)
{
    write(w, beat_luck, n);
    if (n->op == OP_DO) w->cost++;
    w->cost++;
    const rcy_node *thrown = n->op == OP_DO ? n->list[0] : n;
    write(w, beat_throw, thrown)->a = thrown->a;
    for (int i = 1; n->op == OP_DO && i < n->count; i++) write_act(w, n->list[i]);
}

static bool sets_storage(const rcy_node *n)
{
    return n->op == OP_SET_INT || n->op == OP_ADD || n->op == OP_SET_STR;
}

static void write_step(beater *w, const rcy_insn *i)
{
    const rcy_node *n = i->x;
    if (n->op == OP_SAVE) {
        w->cost++;
        write(w, beat_save, n)->a = n->a;
    } else if (saves(n)) {
        write(w, beat_hand_over, n);
    } else if (!n->draws) {
        write_act(w, n);
    } else if (begins_with_throw(w, n)) {
        write_throw(w, n);
    } else if (n->op == OP_CYCLE) {
        write_cycle(w, n);
    } else if (sets_storage(n) && write_storage(w, n)) {
        // what is drawn for it is drawn before anything is done
    } else if (n->op != OP_SHUFFLE || !write_shuffle(w, n)) {
        rcy_beat *b = write(w, beat_step, n);
        b->flag = i->copies;
    }
    settle(w);
}

// --- flow ---

static void write_instruction(beater *w, const rcy_insn *i)
{
    int from = w->count, next = ~(int)(w->pc + 1), leads = ~i->jump;
    switch ((rcy_op)i->op) {
    case OP_STEP: write_step(w, i); return;
    case OP_UNLESS:
    case OP_SKIP_IF:
        ask(w, i->x, i->op == OP_SKIP_IF);
        for (int k = from; k < w->count; k++) w->beats[k].jump = leads;
        return;
    case OP_AGAIN:
        if (i->flag || w->e->p->kept > 0 || !i->x) break;
        if (i->x->op == OP_STO_EQUALS && fits(i->x->value)) {
            w->cost++;
            rcy_beat *b = write(w, beat_until, NULL);
            b->a = i->x->a;
            b->c = (int32_t)i->x->value;
            b->flag = !i->x->flag;
            b->jump = leads;
            return;
        }
        ask(w, i->x, true);
        for (int k = from; k < w->count; k++) w->beats[k].jump = next;
        w->cost++;
        write(w, beat_round, NULL)->jump = leads;
        return;
    case OP_ENTER:
        if (i->flag) break;
        write(w, beat_enter, NULL);
        return;
    case OP_LEAVE:
        if (i->flag || w->e->p->kept > 0) break;
        write(w, beat_leave, NULL);
        return;
    case OP_CHOOSE:
        if (w->e->choices[i->choice].let_draws || i->otherwise || i->x) break;
        write(w, beat_choose, NULL);
        return;
    case OP_FINISH: write(w, beat_finish, NULL); return;
    default: break;
    }
    write(w, beat_hand_over, NULL);
}

// --- rows that wait to be read ---

// What runs ahead of a rest that is due is written once more, for there the play goes on only to
// the first instruction that may not. Answers where an instruction begins in this form.
static int write_ahead(beater *w, int pc)
{
    const rcy_insn *i = &w->e->code[pc];
    if (w->row_at[pc] || w->e->failed) return w->row_at[pc];
    bool lucky = w->beats[i->beat].op == beat_luck;
    int first = w->count;
    w->row_at[pc] = first;
    w->pc = (uint32_t)pc;
    if (!i->ahead || lucky) {
        write(w, i->ahead ? beat_row_and_luck : beat_row, NULL);
        return first;
    }
    for (int b = i->beat; b < i[1].beat; b++) {
        rcy_beat copy = w->beats[b];
        if (copy.jump >= i->beat && copy.jump <= i[1].beat) copy.jump += first - i->beat;
        w->cost = copy.cost;
        *write(w, (rcy_beat_op)copy.op, copy.node) = copy;
    }
    int end = w->count, next = write_ahead(w, pc + 1);
    if (next < end) write(w, beat_chosen, NULL)->jump = next;
    for (int b = first; b < end && !w->e->failed; b++) {
        if (w->beats[b].jump < 0) {
            int to = write_ahead(w, ~w->beats[b].jump);
            w->beats[b].jump = to;
        }
    }
    return first;
}

// --- options ---

// Whether a filter of a place takes no more than a look at cards and strings.
static bool asks_by_look(const rcy_node *filter)
{
    const rcy_node *place = filter->x;
    for (int i = 0; i < filter->sieve->count; i++) {
        if (filter->sieve->trait[i].condition) return false;
    }
    return place->mode == mode_fixed || place->mode == mode_current || place->mode == mode_var;
}

static void write_pick(beater *w, const rcy_node *n)
{
    spot at;
    const rcy_node *over = n->x;
    bool last = !n->y->picks;
    rcy_beat *b;
    w->cost++;
    if (last && over->op == OP_PLACE && find_spot(w, over, &at)) {
        b = write_at(w, beat_pick_place, n, at, nowhere);
        w->picked = n;
    } else if (last && over->op == OP_FILTER && over->sieve && over->safe &&
               over->x->op == OP_PLACE) {
        b = write(w, asks_by_look(over) ? beat_pick_by_look : beat_pick_filter, n);
        w->picked = n;
    } else {
        b = write(w, beat_pick, n);
        b->who = (uint8_t)(owner_outer + w->player_count);
        b->flag = w->player_count < 2 && (over->op == OP_OTHERS || over->op == OP_PLAYERS);
        if (b->flag) w->players[w->player_count++] = n->var;
    }
    b->c = n->var;
}

// Goes on behind an option. Whether the stage is over is asked at once, where nothing else is to be
// done there: that is where most options lead.
static void go_on(beater *w, bool walked)
{
    if (w->e->failed) return;
    const uint32_t pc = w->pc++;
    const rcy_insn *next = &w->e->code[w->pc];
    if (!walked && next->op == OP_AGAIN && w->beats[next->beat].op == beat_until) {
        write_instruction(w, next);
        w->pc++;
    }
    write(w, beat_chosen, NULL)->jump = ~(int)w->pc;
    w->pc = pc;
}

static int write_option(beater *w, const rcy_node *n)
{
    int first = w->count;
    if (n->draws || saves(n)) return -1;
    // The option was listed, so the conditions it begins with hold; those that may fail are met
    // again, and say so.
    for (; n->op == OP_IF && n->x->safe; n = n->y) w->cost++;
    while (n->op == OP_ANY || n->op == OP_IF) {
        if (n->op == OP_ANY) {
            write_pick(w, n);
        } else {
            w->cost++;
            ask(w, n->x, false);
        }
        n = n->y;
    }
    const bool walks = n->picks;
    if (walks) write(w, beat_walk, NULL);
    write_act(w, n);
    settle(w);
    resolve(w, first);
    w->player_count = 0;
    w->picked = NULL;
    go_on(w, walks);
    return w->e->failed ? -1 : first;
}

static void write_options(beater *w, const rcy_insn *i)
{
    rcy_choice *c = &w->e->choices[i->choice];
    if (c->count == 0 || c->let_draws || i->x) return;
    int32_t *beats = rcy_emit_room(w->e, (size_t)c->count, sizeof *beats);
    for (int k = 0; k < c->count && !w->e->failed; k++) {
        beats[k] = write_option(w, c->acts[k]);
        c->picks = c->picks || c->acts[k]->picks;
    }
    c->beats = beats;
}

// --- putting it together ---

// The options of a choice, for numbers that are told apart without a division.
static void find_first(beater *w, rcy_choice *c)
{
    if (!c->beats || c->count > UINT16_MAX) return;
    const rcy_beat **first = rcy_emit_room(w->e, (size_t)c->count, sizeof *first);
    for (int k = 0; first && k < c->count; k++) {
        first[k] = c->beats[k] < 0 ? NULL : w->beats + c->beats[k];
    }
    c->first = first;
    if (c->picks) c->inverse = rcy_inverse((uint32_t)c->count);
}

void rcy_emit_brisk(emitter *e)
{
    rcy_program *p = e->p;
    beater w = { .e = e, .times = 1 };
    if (p->listed) return;
    for (int k = 0; k < p->code_count && !e->failed; k++) {
        w.pc = (uint32_t)k;
        e->code[k].beat = w.count;
        write_instruction(&w, &e->code[k]);
    }
    w.row_at = rcy_emit_room(e, (size_t)p->code_count, sizeof *w.row_at);
    for (int k = 0; k < p->code_count && !e->failed; k++) {
        int b = e->code[k].beat;
        if (w.beats[b].op != beat_save) continue;
        int ahead = write_ahead(&w, k + 1);
        w.beats[b].jump = ahead;
    }
    for (int k = 0; k < p->code_count && !e->failed; k++) {
        w.pc = (uint32_t)k;
        if (e->code[k].op == OP_CHOOSE) write_options(&w, &e->code[k]);
    }
    if (e->failed) return;
    for (int b = 0; b < w.count; b++) {
        if (w.beats[b].jump < 0) w.beats[b].jump = e->code[~w.beats[b].jump].beat;
    }
    rcy_emit_laps(e, w.beats);
    rcy_make_brisk(w.beats, w.count);
    // A program whose beats could burn all fuel in one go is left to the machine, which counts.
    if (w.longest >= rcy_most_fuel / 2) {
        for (int k = 0; k < p->choice_count; k++) e->choices[k].beats = NULL;
        return;
    }
    for (int k = 0; k < p->choice_count; k++) find_first(&w, &e->choices[k]);
    p->longest = (uint32_t)w.longest + 1;
    p->beats = w.beats;
    p->beat_count = w.count;
}
