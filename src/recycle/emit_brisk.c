// emit_brisk.c - the brisk form of a program: its flow, acts and options as one list of beats.
//
// Every instruction has beats; what does not come in small pieces is one beat
// that leaves it to the machine. An instruction that may find itself without
// luck after it has changed something is always such a one, since only the
// machine can go back. Jumps to instructions are written as their complement
// and turned into beats at the end.
#include "recycle/brisk.h"
#include "recycle/emit.h"

enum { most_repeated = 4096, dealt_at_once = 64, unresolved = INT32_MIN };

typedef struct beater {
    emitter *e;
    rcy_beat *beats;
    int count, room;
    uint32_t pc;
    uint32_t cost;      // of nodes that are no beat of their own: the next beat pays
    int players[2];     // the variables that hold a player here, the outer and the inner
    int player_count;
    int lets;           // that are open here
    const rcy_node *picked;  // the `any` whose card still lies where it was picked, or NULL
    bool in_repeat;
    uint64_t times;     // that a beat written here may run in one go
    uint64_t longest;
} beater;

static rcy_beat *write(beater *w, rcy_beat_op op, const rcy_node *n)
{
    static rcy_beat spare;
    w->beats = rcy_emit_grow(w->e, w->beats, w->count, &w->room, sizeof *w->beats);
    if (w->e->failed) return &spare;
    rcy_beat *b = &w->beats[w->count++];
    *b = (rcy_beat){ .op = (uint8_t)op, .cost = (uint16_t)w->cost, .pc = w->pc, .node = n };
    w->longest += w->cost * w->times;
    w->cost = 0;
    return b;
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

static bool fits(int64_t value)
{
    return value > INT32_MIN && value <= INT32_MAX;
}

static bool owned(const beater *w, const rcy_node *n, uint8_t *owner)
{
    switch ((rcy_mode)n->mode) {
    case mode_fixed: *owner = owner_none; return true;
    case mode_current: *owner = owner_current; return true;
    case mode_var:
        for (int i = 0; i < w->player_count; i++) {
            *owner = (uint8_t)(owner_outer + i);
            if (w->players[i] == n->var) return true;
        }
        return false;
    case mode_owner: *owner = owner_next; return n->x->op == OP_NEXT;
    default: return false;
    }
}

// The next player is found out by a beat before the one that needs to know; who it is may change
// from one act to the next.
static void find_next(beater *w, uint8_t owner)
{
    if (owner == owner_next) write(w, beat_next, NULL);
}

// --- questions ---

static bool compares(const rcy_node *n)
{
    return n->op >= OP_LESS && n->op <= OP_UNEQUAL;
}

static bool is_storage(const rcy_node *n)
{
    return n->op == OP_STO_FIXED || n->op == OP_STO_CURRENT || n->op == OP_STO;
}

// Beats that jump if the condition is `when`; where to is left open.
static void ask(beater *w, const rcy_node *n, bool when)
{
    rcy_beat *b;
    uint8_t owner, other;
    if (n->op == OP_NOT) {
        ask(w, n->x, !when);
        return;
    }
    if ((n->op == OP_AND && !when) || (n->op == OP_OR && when)) {
        for (int32_t i = 0; i < n->count; i++) ask(w, n->list[i], when);
        return;
    }
    if ((n->op == OP_EQUAL || n->op == OP_UNEQUAL) && n->x->op == OP_STR && n->y->op == OP_CONST &&
        owned(w, n->x, &owner)) {
        find_next(w, owner);
        b = write(w, beat_str_is, n);
        b->a = n->x->a;
        b->who = owner;
        b->c = (int32_t)n->y->value;
        b->flag = when == (n->op == OP_EQUAL);
    } else if ((n->op == OP_STO_EQUALS || n->op == OP_STR_EQUALS) && fits(n->value)) {
        b = write(w, n->op == OP_STO_EQUALS ? beat_sto_is : beat_str_is, n);
        b->a = n->a;
        b->c = (int32_t)n->value;
        b->flag = when != n->flag;
    } else if (n->op == OP_SIZE_EQUALS && fits(n->value) && owned(w, n->x, &owner)) {
        find_next(w, owner);
        b = write(w, beat_size, n);
        b->a = n->x->a;
        b->who = owner;
        b->b = rcy_holds_for[OP_EQUAL - OP_LESS];
        b->c = (int32_t)n->value;
        b->flag = when != n->flag;
    } else if (compares(n) && n->x->op == OP_SIZE_PLACE && n->y->op == OP_CONST &&
               fits(n->y->value) && owned(w, n->x->x, &owner)) {
        find_next(w, owner);
        b = write(w, beat_size, n);
        b->a = n->x->x->a;
        b->who = owner;
        b->b = rcy_holds_for[n->op - OP_LESS];
        b->c = (int32_t)n->y->value;
        b->flag = when;
    } else if (compares(n) && n->x->op == OP_SIZE_BOUND && n->y->op == OP_CONST &&
               fits(n->y->value)) {
        b = write(w, beat_size_bound, n);
        b->a = n->x->x->var;
        b->b = rcy_holds_for[n->op - OP_LESS];
        b->c = (int32_t)n->y->value;
        b->flag = when;
    } else if (n->op == OP_TOP_HAS && owned(w, n->x, &owner)) {
        find_next(w, owner);
        b = write(w, beat_top_has, n);
        b->a = n->x->a;
        b->who = owner;
        b->b = n->a * w->e->p->cards;
        b->c = (int32_t)n->value;
        b->flag = when != n->flag;
    } else if (compares(n) && is_storage(n->x) && is_storage(n->y) &&
               owned(w, n->x, &owner) && owned(w, n->y, &other)) {
        if (owner == owner_next || other == owner_next) find_next(w, owner_next);
        b = write(w, beat_sto_and_sto, n);
        b->a = n->x->a;
        b->who = owner;
        b->b = n->y->a;
        b->whose = other;
        b->c = rcy_holds_for[n->op - OP_LESS];
        b->flag = when;
    } else if (compares(n) && n->y->op == OP_CONST && fits(n->y->value) &&
               is_storage(n->x) && owned(w, n->x, &owner)) {
        find_next(w, owner);
        b = write(w, beat_sto_against, n);
        b->a = n->x->a;
        b->who = owner;
        b->b = rcy_holds_for[n->op - OP_LESS];
        b->c = (int32_t)n->y->value;
        b->flag = when;
    } else {
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

static bool write_storage(beater *w, const rcy_node *n)
{
    uint8_t owner, other;
    rcy_beat_op op;
    int64_t value = n->z->value;
    if (!owned(w, n, &owner)) return false;
    if (n->op != OP_SET_STR && is_storage(n->z) && owned(w, n->z, &other)) {
        if (owner == owner_next || other == owner_next) find_next(w, owner_next);
        w->cost++;
        rcy_beat *b = write(w, n->op == OP_ADD ? beat_add_sto : beat_set_sto, n);
        b->a = n->a;
        b->who = owner;
        b->b = n->z->a;
        b->whose = other;
        b->flag = n->op == OP_ADD && n->flag;
        return true;
    }
    if (n->op == OP_SET_STR && n->z->op == OP_ATTRIBUTE_VAR) {
        find_next(w, owner);
        w->cost++;
        rcy_beat *b = write(w, beat_say_attribute, n);
        b->a = n->a;
        b->who = owner;
        b->b = n->z->a * w->e->p->cards;
        b->c = n->z->var;
        return true;
    }
    if (n->op == OP_ADD && n->z->op == OP_DIE && !n->flag) {
        op = beat_add_die;
        value = n->z->a;
    } else if (n->z->op != OP_CONST || !fits(value)) {
        return false;
    } else if (n->op == OP_SET_STR) {
        op = beat_say;
    } else {
        op = n->op == OP_ADD ? beat_add : beat_set;
        if (n->op == OP_ADD && n->flag) value = -value;
    }
    find_next(w, owner);
    w->cost++;
    rcy_beat *b = write(w, op, n);
    b->a = n->a;
    b->who = owner;
    b->c = (int32_t)value;
    return true;
}

static bool write_map(beater *w, const rcy_node *n)
{
    uint8_t owner;
    const rcy_program *p = w->e->p;
    if (p->words > 0 || p->awards > 0 || !owned(w, n, &owner)) return false;
    find_next(w, owner);
    w->cost++;
    rcy_beat *b = write(w, beat_map, n);
    b->a = n->a;
    b->who = owner;
    b->c = (int32_t)n->value + 1;
    return true;
}

static bool is_from_top(const beater *w, const rcy_node *n, uint8_t *from, uint8_t *to)
{
    return n->op == OP_MOVE && n->quick && n->x->op == OP_TOP_PLACE && owned(w, n->x->x, from) &&
           owned(w, n->y, to);
}

// Nothing was moved since the card was picked from a place, so it is known where it lies.
static bool lies_as_picked(const beater *w, const rcy_node *move, uint8_t *from)
{
    if (!w->picked || w->picked->var != move->x->var || !move->origin) return false;
    const rcy_node *place = w->picked->x->op == OP_FILTER ? w->picked->x->x : w->picked->x;
    return place->a == move->origin->a && place->mode == move->origin->mode &&
           place->var == move->origin->var && owned(w, move->origin, from);
}

static bool write_move(beater *w, const rcy_node *n)
{
    uint8_t from = 0, to;
    if (!n->quick || !owned(w, n->y, &to)) return false;
    bool held = n->x->op == OP_VAR, picked = held && lies_as_picked(w, n, &from);
    if (!held && !is_from_top(w, n, &from, &to)) return false;
    if (from == owner_next || to == owner_next) find_next(w, owner_next);
    w->cost++;
    rcy_beat *b = write(w, picked ? beat_move_picked : held ? beat_move_var : beat_move, n);
    b->a = picked ? n->origin->a : held ? 0 : n->x->x->a;
    w->picked = NULL;
    b->who = from;
    b->b = n->y->a;
    b->whose = to;
    b->c = held ? n->x->var : 0;
    return true;
}

static bool write_shuffle(beater *w, const rcy_node *n)
{
    uint8_t owner;
    if (n->x->op != OP_PLACE || !owned(w, n->x, &owner)) return false;
    find_next(w, owner);
    w->cost++;
    rcy_beat *b = write(w, beat_shuffle, n);
    b->a = n->x->a;
    b->who = owner;
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
    rcy_beat *b = write(w, n->a ? beat_cycle_named : beat_cycle, n);
    b->a = n->a;
    b->flag = n->flag;
}

// Everyone's top card goes to one place.
static bool write_sweep(beater *w, const rcy_node *n)
{
    const rcy_node *move = n->y;
    uint8_t to;
    int players = w->e->p->players;
    bool swept = move->op == OP_MOVE && move->quick && move->x->op == OP_TOP_PLACE &&
                 move->x->x->mode == mode_var && move->x->x->var == n->var && players <= 64 &&
                 move->y->mode != mode_var && owned(w, move->y, &to) &&
                 move->y->a >= move->x->x->a + players;
    if (!swept) return false;
    find_next(w, to);
    w->cost += 1 + (uint32_t)players;
    rcy_beat *b = write(w, beat_sweep, n);
    b->a = move->x->x->a;
    b->b = move->y->a;
    b->whose = to;
    w->picked = NULL;
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
    uint8_t from, to;
    if (n->x->op != OP_CONST || n->x->value < 1 || n->x->value > most_repeated) return false;
    int32_t times = (int32_t)n->x->value;
    w->picked = NULL;
    if (times <= dealt_at_once && is_from_top(w, n->y, &from, &to) && n->y->x->x->a != n->y->y->a) {
        if (from == owner_next || to == owner_next) find_next(w, owner_next);
        w->cost += 1 + (uint32_t)times;
        rcy_beat *b = write(w, beat_deal, n);
        b->a = n->y->x->x->a;
        b->who = from;
        b->b = n->y->y->a;
        b->whose = to;
        b->c = times;
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
    uint8_t from, to;
    if (!is_from_top(w, n->y, &from, &to) || n->y->x->x->a == n->y->y->a) return false;
    if (from == owner_next || to == owner_next) find_next(w, owner_next);
    w->cost++;
    rcy_beat *b = write(w, beat_drain, n);
    b->a = n->y->x->x->a;
    b->who = from;
    b->b = n->y->y->a;
    b->whose = to;
    w->picked = NULL;
    w->longest += (uint64_t)w->e->p->cards * w->times;
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
        if (!write_sweep(w, n)) write_each(w, n);
        return;
    case OP_LET: done = write_let(w, n); break;
    case OP_REPEAT: done = write_repeat(w, n); break;
    case OP_DRAIN: done = write_drain(w, n); break;
    case OP_SET_INT: case OP_ADD: case OP_SET_STR: done = write_storage(w, n); break;
    case OP_SET_MAP: done = write_map(w, n); break;
    case OP_MOVE: done = write_move(w, n); break;
    case OP_CYCLE: write_cycle(w, n); return;
    case OP_PASS: w->cost++; return;
    default: break;
    }
    if (!done) write_plainly(w, n);
}

static bool saves(const rcy_node *n)
{
    switch ((rcy_op)n->op) {
    case OP_SAVE: return true;
    case OP_IF: case OP_LET: case OP_ALL: case OP_ANY: case OP_REPEAT: case OP_DRAIN:
        return saves(n->y);
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

static void write_step(beater *w, const rcy_insn *i)
{
    const rcy_node *n = i->x;
    if (saves(n)) {
        write(w, beat_hand_over, n);
    } else if (!n->draws) {
        write_act(w, n);
    } else if (begins_with_throw(w, n)) {
        write_throw(w, n);
    } else if (n->op == OP_CYCLE) {
        write_cycle(w, n);
    } else if (n->op != OP_SHUFFLE || !write_shuffle(w, n)) {
        write(w, beat_step, n);
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
        if (i->flag) break;
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
        if (i->flag) break;
        write(w, beat_leave, NULL);
        return;
    case OP_CHOOSE:
        if (w->e->choices[i->choice].let_draws) break;
        write(w, beat_choose, NULL);
        return;
    case OP_FINISH: write(w, beat_finish, NULL); return;
    default: break;
    }
    write(w, beat_hand_over, NULL);
}

// --- options ---

static void write_pick(beater *w, const rcy_node *n)
{
    uint8_t owner;
    const rcy_node *over = n->x;
    bool last = !n->y->picks;
    w->cost++;
    if (last && over->op == OP_PLACE && owned(w, over, &owner) && owner != owner_next) {
        rcy_beat *b = write(w, beat_pick_place, n);
        b->a = over->a;
        b->who = owner;
        b->c = n->var;
        w->picked = n;
    } else if (last && over->op == OP_FILTER && over->sieve && over->safe &&
               over->x->op == OP_PLACE) {
        write(w, beat_pick_filter, n)->c = n->var;
        w->picked = n;
    } else {
        bool player = w->player_count < 2 && (over->op == OP_OTHERS || over->op == OP_PLAYERS);
        rcy_beat *b = write(w, beat_pick, n);
        b->c = n->var;
        b->flag = player;
        b->who = (uint8_t)(owner_outer + w->player_count);
        if (player) w->players[w->player_count++] = n->var;
    }
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
    write_act(w, n);
    settle(w);
    resolve(w, first);
    w->player_count = 0;
    w->picked = NULL;
    write(w, beat_chosen, NULL)->jump = ~(int)(w->pc + 1);
    return w->e->failed ? -1 : first;
}

static void write_options(beater *w, rcy_choice *c)
{
    int32_t *beats = rcy_emit_room(w->e, (size_t)c->count + 1, sizeof *beats);
    for (int k = 0; k < c->count && !w->e->failed; k++) beats[k] = write_option(w, c->acts[k]);
    c->beats = beats;
}

// --- rounds of dice ---

// A stage that is one die thrown, added to a storage, and another storage counted up to the end.
static bool is_tally(const rcy_insn *i, int at, int left)
{
    if (left < 2 || i->op != OP_STEP || !i->throws || i[1].op != OP_AGAIN || i[1].flag) return false;
    const rcy_node *n = i->x, *end = i[1].x;
    if (i[1].jump != at) return false;
    if (n->op != OP_DO || n->count != 3 || end->op != OP_STO_EQUALS || end->flag) return false;
    const rcy_node *sum = n->list[1], *count = n->list[2];
    return sum->op == OP_ADD && sum->z->op == OP_DIE && sum->z->a == n->list[0]->a &&
           count->op == OP_ADD && count->mode == mode_fixed && count->z->op == OP_CONST &&
           count->a == end->a && sum->a != count->a && end->value == (int32_t)end->value;
}

static void make_tally(beater *w, const rcy_insn *i)
{
    const rcy_node *n = i->x, *sum = n->list[1], *count = n->list[2];
    rcy_beat *b = &w->beats[i->beat];
    b->op = beat_tally;
    b->cost = 0;
    b->a = n->list[0]->a;
    b->who = sum->mode == mode_current ? owner_current : owner_none;
    b->b = (int32_t)(count->flag ? -count->z->value : count->z->value);
    b->c = w->e->dice[n->list[0]->a].faces[0];
    b->jump = i[2].beat;
}

static bool only_counts(const beater *w, const rcy_insn *i)
{
    for (int b = i->beat; b < i[1].beat; b++) {
        if (w->beats[b].op != beat_set && w->beats[b].op != beat_add) return false;
    }
    return true;
}

// A tally with a stage around it that counts and saves the round and passes the turn on.
static bool is_lap(const beater *w, const rcy_insn *i, int before, int left)
{
    static const uint8_t form[] = { OP_ENTER, OP_SKIP_IF, OP_STEP, OP_AGAIN, OP_LEAVE, OP_STEP,
                                    OP_STEP, OP_STEP, OP_AGAIN };
    enum { length = sizeof form };
    if (before < 2 || left < length - 2) return false;
    for (int k = 0; k < length; k++) {
        if (i[k - 2].op != form[k] || i[k - 2].flag) return false;
    }
    return i[3].quick && !i[3].throws && only_counts(w, &i[3]) && i[4].x->op == OP_SAVE &&
           i[5].x->op == OP_CYCLE && i[5].x->a != 0 && i[6].jump == before - 2 &&
           i[-1].x->op == OP_STO_EQUALS && i[6].x->op == OP_STO_EQUALS && i[5].ahead;
}

static void find_tallies(beater *w)
{
    const rcy_program *p = w->e->p;
    for (int k = 0; k < p->code_count; k++) {
        const rcy_insn *i = &w->e->code[k];
        if (!is_tally(i, k, p->code_count - k)) continue;
        make_tally(w, i);
        if (is_lap(w, i, k, p->code_count - k)) w->beats[i->beat].op = beat_lap;
    }
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
    for (int k = 0; k < p->code_count && !e->failed; k++) {
        w.pc = (uint32_t)k;
        if (e->code[k].op == OP_CHOOSE) write_options(&w, &e->choices[e->code[k].choice]);
    }
    if (e->failed) return;
    for (int b = 0; b < w.count; b++) {
        if (w.beats[b].jump < 0) w.beats[b].jump = e->code[~w.beats[b].jump].beat;
    }
    find_tallies(&w);
    // A program whose beats could burn all fuel in one go is left to the machine, which counts.
    if (w.longest >= rcy_most_fuel / 2) return;
    p->longest = (uint32_t)w.longest + 1;
    p->beats = w.beats;
}
