// emit_bytecode.c - writes the bytecode form of a program: its flow, acts and options as
// one list of bytecodes.
//
// Every instruction has bytecodes. What cannot be split into small ones becomes a single
// bytecode that leaves it to the machine. An instruction that may run out of random bits
// after it has changed something is always left to the machine, since only the machine
// can undo it. Jumps to instructions are written as their complement and resolved at the
// end.
#include "recycle/bytecode_interpreter.h"
#include "recycle/emitter.h"

enum { most_repeated = 4096, unresolved = INT32_MIN };

typedef struct bytecode_writer {
    emitter *e;
    rcy_bytecode *bytecodes;
    int count, room;
    rcy_bytecode spare;  // returned after a failure; it is never executed
    uint32_t pc;
    uint32_t cost;   // fuel of nodes without a bytecode of their own; the next bytecode adds it
    int players[2];  // the variables that hold a player here, the outer and the inner one
    int player_count;
    int lets;                // number of open `let`s
    const rcy_node *picked;  // the `any` whose card is still where it was picked, or NULL
    bool in_repeat;
    uint64_t times;  // how often a bytecode written here may run before the next pause
    uint64_t longest;
    // by instruction: its bytecodes for the case that a row waits to be read, or 0
    int32_t *row_at;
} bytecode_writer;

// A slot, and whom it belongs to.
typedef struct owned_slot {
    int32_t slot;
    uint8_t owner;
    const rcy_node *found_by;  // the node that computes the owner, where it must be found
} owned_slot;

static const owned_slot nowhere = { 0, owner_none, NULL };

static rcy_bytecode *write(bytecode_writer *w, rcy_bytecode_op op, const rcy_node *n)
{
    w->bytecodes = rcy_emit_grow(w->e, w->bytecodes, w->count, &w->room, sizeof *w->bytecodes);
    if (w->e->failed) return &w->spare;
    rcy_bytecode *b = &w->bytecodes[w->count++];
    *b = (rcy_bytecode){
        .op = (uint8_t)op, .cost = (uint16_t)w->cost, .pc = w->pc, .node = n, .jump = w->count
    };
    w->longest += w->cost * w->times;
    w->cost = 0;
    return b;
}

static bool is_team_of(const rcy_node *n, rcy_op whose)
{
    return n->op == OP_TEAM_OF && n->x->op == whose;
}

// Writes bytecodes that compute the owners of slots. The next player and the owner of the
// best card may change from one act to another, so they are computed right before they
// are used.
static void find_owners(bytecode_writer *w, owned_slot one, owned_slot other)
{
    const rcy_node *by = one.owner == owner_found ? one.found_by : other.found_by;
    bool next = by && is_team_of(by, OP_NEXT);
    if (next || one.owner == owner_next || other.owner == owner_next) write(w, bytecode_next, NULL);
    if (!by) return;
    if (by->op == OP_TEAM_OF) {
        write(w, bytecode_find_team, by)->who = next ? owner_next : owner_current;
    } else {
        write(w, bytecode_find_best, by);
    }
}

// Writes a bytecode with one or two slots whose owners are known.
static rcy_bytecode *write_for(bytecode_writer *w, rcy_bytecode_op op, const rcy_node *n,
                               owned_slot one, owned_slot other)
{
    rcy_bytecode *b = write(w, op, n);
    b->a = one.slot;
    b->who = one.owner;
    b->b = other.slot;
    b->whose = other.owner;
    return b;
}

static rcy_bytecode *write_at(bytecode_writer *w, rcy_bytecode_op op, const rcy_node *n,
                              owned_slot one, owned_slot other)
{
    find_owners(w, one, other);
    return write_for(w, op, n, one, other);
}

// Writes a bytecode that adds the fuel counted so far, so that it belongs to this branch
// only.
static void settle(bytecode_writer *w)
{
    if (w->cost > 0) write(w, bytecode_nothing, NULL);
}

// Lets all unresolved jumps from a bytecode on lead to the next one.
static void resolve(bytecode_writer *w, int from)
{
    for (int i = from; i < w->count; i++) {
        if (w->bytecodes[i].jump == unresolved) w->bytecodes[i].jump = w->count;
    }
}

// Returns whether cards have sides. What a card shows is then part of the state, and not
// constant.
static bool sided(const bytecode_writer *w)
{
    return w->e->p->looks > w->e->p->cards;
}

static bool fits(int64_t value)
{
    return value > INT32_MIN && value <= INT32_MAX;
}

// Finds the slot of a storage or place; returns false if only the machine can find it.
static bool find_owned_slot(const bytecode_writer *w, const rcy_node *n, owned_slot *found)
{
    *found = (owned_slot){ n->a, owner_none, NULL };
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

static bool find_storage(const bytecode_writer *w, const rcy_node *n, owned_slot *found)
{
    bool storage = n->op == OP_STO_FIXED || n->op == OP_STO_CURRENT || n->op == OP_STO;
    return storage && find_owned_slot(w, n, found);
}

// --- conditions ---

// Writes the comparison of a number with a constant, and returns its first bytecode; NULL
// if there is none for it.
static rcy_bytecode *compare(bytecode_writer *w, const rcy_node *n)
{
    owned_slot at;
    rcy_bytecode *b;
    if (n->y->op != OP_CONST || !fits(n->y->value)) return NULL;
    if (n->x->op == OP_SIZE_PLACE && find_owned_slot(w, n->x->x, &at)) {
        b = write_at(w, bytecode_size, n, at, nowhere);
    } else if (n->x->op == OP_SIZE_BOUND) {
        b = write(w, bytecode_size_bound, n);
        b->a = n->x->x->var;
    } else if (find_storage(w, n->x, &at)) {
        b = write_at(w, bytecode_sto_against, n, at, nowhere);
    } else {
        return NULL;
    }
    b->b = rcy_holds_for[n->op - OP_LESS];
    b->c = (int32_t)n->y->value;
    return b;
}

static rcy_bytecode *ask_comparison(bytecode_writer *w, const rcy_node *n, bool when)
{
    owned_slot x, y;
    rcy_bytecode *b = NULL;
    if (n->x->op == OP_STR && n->y->op == OP_CONST && find_owned_slot(w, n->x, &x)) {
        b = write_at(w, bytecode_str_is, n, x, nowhere);
        b->c = (int32_t)n->y->value;
        b->flag = when == (n->op == OP_EQUAL);
        return b;
    }
    if (find_storage(w, n->x, &x) && find_storage(w, n->y, &y)) {
        b = write_at(w, bytecode_sto_and_sto, n, x, y);
        b->c = rcy_holds_for[n->op - OP_LESS];
    } else {
        b = compare(w, n);
    }
    if (b) b->flag = when;
    return b;
}

// Writes a test for one value; the node may be negated.
static rcy_bytecode *ask_equality(bytecode_writer *w, const rcy_node *n, bool when)
{
    owned_slot at;
    rcy_bytecode *b = NULL;
    if (!fits(n->value)) return NULL;
    if (n->op == OP_STO_EQUALS || n->op == OP_STR_EQUALS) {
        b = write(w, n->op == OP_STO_EQUALS ? bytecode_sto_is : bytecode_str_is, n);
        b->a = n->a;
    } else if (n->op == OP_SIZE_EQUALS && find_owned_slot(w, n->x, &at)) {
        b = write_at(w, bytecode_size, n, at, nowhere);
        b->b = rcy_holds_for[OP_EQUAL - OP_LESS];
    } else if (n->op == OP_TOP_HAS && !sided(w) && find_owned_slot(w, n->x, &at)) {
        b = write_at(w, bytecode_top_has, n, at, nowhere);
        b->b = n->a * w->e->p->looks;
    } else {
        return NULL;
    }
    b->c = (int32_t)n->value;
    b->flag = when != n->flag;
    return b;
}

// Writes bytecodes that jump if the condition equals `when`. The target of the jump is
// left open.
static void ask(bytecode_writer *w, const rcy_node *n, bool when)
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
    rcy_bytecode *b = compares ? ask_comparison(w, n, when) : ask_equality(w, n, when);
    if (!b) {
        b = write(w, bytecode_holds, n);
        b->flag = when;
    }
    b->jump = unresolved;
}

// --- acts ---

static void write_act(bytecode_writer *w, const rcy_node *n);

// Writes an act for the machine, which counts its own fuel.
static void write_plainly(bytecode_writer *w, const rcy_node *n)
{
    write(w, bytecode_act, n);
    w->picked = NULL;
}

// Finds the slot that an act sets. Its owner may have to be found first, by the best card
// or as a team.
static bool find_target(const bytecode_writer *w, const rcy_node *n, owned_slot *found)
{
    if (find_owned_slot(w, n, found)) return true;
    bool known =
        n->mode == mode_owner &&
        (n->x->op == OP_OWNER_OF_BEST || is_team_of(n->x, OP_NEXT) || is_team_of(n->x, OP_CURRENT));
    *found = (owned_slot){ n->a, owner_found, n->x };
    return known;
}

// Sets a slot to a number that a bytecode of its own computes. So nothing is computed
// twice if the number does not fit, which matters because chance may have decided whose
// slot it is.
static void write_worked_out(bytecode_writer *w, const rcy_node *n, owned_slot to)
{
    const rcy_node *z = n->z;
    owned_slot x, y;
    w->cost++;
    find_owners(w, to, nowhere);
    if ((z->op == OP_ADD_ || z->op == OP_SUBTRACT) && find_storage(w, z->x, &x) &&
        find_storage(w, z->y, &y)) {
        write_at(w, bytecode_sum, n, x, y)->flag = z->op == OP_SUBTRACT;
    } else {
        write(w, bytecode_work_out, n);
    }
    rcy_bytecode_op op = n->op == OP_SET_STR ? bytecode_set_string_value
                         : n->op == OP_ADD   ? bytecode_add_value
                                             : bytecode_set_value;
    write_for(w, op, n, to, nowhere)->flag = n->op == OP_ADD && n->flag;
}

static bool write_storage(bytecode_writer *w, const rcy_node *n)
{
    owned_slot to, from = nowhere;
    rcy_bytecode_op op;
    int64_t value = n->z->value;
    bool string = n->op == OP_SET_STR, adds = n->op == OP_ADD;
    if (!find_target(w, n, &to)) return false;
    bool drawn = to.owner == owner_found && to.found_by->draws;
    if (adds && drawn) {
        write_worked_out(w, n, to);
        return true;
    }
    if (!string && find_storage(w, n->z, &from)) {
        op = adds ? bytecode_add_sto : bytecode_set_sto;
        value = 0;
    } else if (string && n->z->op == OP_ATTRIBUTE_VAR && !sided(w)) {
        op = bytecode_set_string_attribute;
        from.slot = n->z->a * w->e->p->looks;
        value = n->z->var;
    } else if (adds && n->z->op == OP_DIE && !n->flag) {
        op = bytecode_add_die;
        value = n->z->a;
    } else if (n->z->op == OP_CONST && fits(value)) {
        op = string ? bytecode_set_string : adds ? bytecode_add : bytecode_set;
        if (adds && n->flag) value = -value;
    } else {
        write_worked_out(w, n, to);
        return true;
    }
    w->cost++;
    rcy_bytecode *b = write_at(w, op, n, to, from);
    b->c = (int32_t)value;
    b->flag = adds && n->flag;
    return true;
}

static bool write_map(bytecode_writer *w, const rcy_node *n)
{
    owned_slot at;
    if (w->e->p->awards > 0 || !find_owned_slot(w, n, &at)) return false;
    if (w->e->p->words > 0 && !n->quick) return false;
    w->cost++;
    rcy_bytecode_op op = w->e->p->words > 0 ? bytecode_map_words : bytecode_map;
    write_at(w, op, n, at, nowhere)->c = (int32_t)n->value + 1;
    return true;
}

static bool is_from_top(const bytecode_writer *w, const rcy_node *n, owned_slot *from,
                        owned_slot *to)
{
    if (w->e->p->shows) return false;  // a move hides what was shown
    return n->op == OP_MOVE && n->quick && n->x->op == OP_TOP_PLACE &&
           find_owned_slot(w, n->x->x, from) && find_owned_slot(w, n->y, to);
}

// Returns whether no card has moved since a card was picked from a place, so that its
// position is known.
static bool lies_as_picked(const bytecode_writer *w, const rcy_node *move, owned_slot *from)
{
    if (!w->picked || w->picked->var != move->x->var || !move->origin) return false;
    const rcy_node *place = w->picked->x->op == OP_FILTER ? w->picked->x->x : w->picked->x;
    return place->a == move->origin->a && place->mode == move->origin->mode &&
           place->var == move->origin->var && find_owned_slot(w, move->origin, from);
}

static bool write_move(bytecode_writer *w, const rcy_node *n)
{
    owned_slot from = nowhere, to;
    rcy_bytecode_op op;
    if (is_from_top(w, n, &from, &to)) {
        op = bytecode_move;
    } else if (!w->e->p->shows && n->quick && n->x->op == OP_VAR && find_owned_slot(w, n->y, &to)) {
        op = lies_as_picked(w, n, &from) ? bytecode_move_picked : bytecode_move_var;
    } else {
        return false;
    }
    w->cost++;
    w->picked = NULL;
    write_at(w, op, n, from, to)->c = n->x->var;
    return true;
}

static bool write_shuffle(bytecode_writer *w, const rcy_node *n)
{
    owned_slot at;
    if (w->e->p->shows || n->x->op != OP_PLACE || !find_owned_slot(w, n->x, &at)) return false;
    w->cost++;
    write_at(w, bytecode_shuffle, n, at, nowhere);
    return true;
}

static bool can_be_thrown(const bytecode_writer *w, const rcy_node *n)
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

static void write_cycle(bytecode_writer *w, const rcy_node *n)
{
    w->cost++;
    rcy_bytecode *b = write(w,
                            n->a != turn_worked_out        ? bytecode_cycle_named
                            : n->x->op == OP_OWNER_OF_BEST ? bytecode_cycle_best
                                                           : bytecode_cycle,
                            n);
    b->a = n->a;
    b->flag = n->flag;
}

// Writes a bytecode that moves everyone's top card to one place, if the loop does just
// that.
static bool write_sweep(bytecode_writer *w, const rcy_node *n)
{
    const rcy_node *move = n->y;
    owned_slot from = nowhere, to;
    int players = w->e->p->players;
    bool swept = !w->e->p->shows && move->op == OP_MOVE && move->quick &&
                 move->x->op == OP_TOP_PLACE && move->x->x->mode == mode_var &&
                 move->x->x->var == n->var && players <= rcy_most_dealt &&
                 move->y->mode != mode_var && find_owned_slot(w, move->y, &to) &&
                 to.slot >= move->x->x->a + players;
    if (!swept) return false;
    from.slot = move->x->x->a;
    w->cost += 1 + (uint32_t)players;
    w->picked = NULL;
    write_at(w, bytecode_sweep, n, from, to);
    return true;
}

// Returns whether a slot belongs to the player in the variable of a loop over all
// players.
static bool is_of_each(const rcy_node *all, const rcy_node *slot)
{
    return slot->mode == mode_var && slot->var == all->var;
}

// Returns whether a move can be done for all players at once: top cards of one place, or
// of everyone's, go to the tops of everyone's places that come later.
static bool moves_at_once(const bytecode_writer *w, const rcy_node *all, const rcy_node *n)
{
    owned_slot from;
    int players = w->e->p->players;
    if (w->e->p->shows || n->op != OP_MOVE || !n->quick || n->x->op != OP_TOP_PLACE) return false;
    const rcy_node *place = n->x->x;
    if (players > rcy_most_dealt || !is_of_each(all, n->y)) return false;
    if (is_of_each(all, place)) return place->a + players <= n->y->a;
    return place->mode == mode_fixed && find_owned_slot(w, place, &from) && from.slot < n->y->a;
}

static bool sets_at_once(const rcy_node *all, const rcy_node *n)
{
    return n->op == OP_SET_INT && is_of_each(all, n) && n->z->op == OP_CONST && fits(n->z->value);
}

// Writes a loop over players that sets storages and moves one card for each as acts for
// all at once. The cards go first, because that can fail; neither depends on the other.
static bool write_at_once(bytecode_writer *w, const rcy_node *n)
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
        rcy_bytecode *b = write(w, own ? bytecode_move_each : bytecode_deal_each, n);
        b->a = move->x->x->a;
        b->b = move->y->a;
        b->c = cost;
        b->jump = unresolved;
        w->picked = NULL;
    }
    for (int i = 0; i < count; i++) {
        if (acts[i] == move) continue;
        rcy_bytecode *b = write(w, bytecode_set_each, n);
        b->a = acts[i]->a;
        b->c = (int32_t)acts[i]->z->value;
    }
    settle(w);
    resolve(w, from);
    return true;
}

static void write_each(bytecode_writer *w, const rcy_node *n)
{
    uint8_t owner = (uint8_t)(owner_outer + w->player_count);
    uint64_t times = w->times;
    w->picked = NULL;
    w->cost++;
    rcy_bytecode *b = write(w, bytecode_each, n);
    b->c = n->var;
    b->who = owner;
    int body = w->count;
    w->players[w->player_count++] = n->var;
    w->times *= (uint64_t)w->e->p->players;
    write_act(w, n->y);
    settle(w);
    w->times = times;
    w->player_count--;
    b = write(w, bytecode_next_each, n);
    b->c = n->var;
    b->who = owner;
    b->jump = body;
}

static bool write_repeat(bytecode_writer *w, const rcy_node *n)
{
    owned_slot from, to;
    if (n->x->op != OP_CONST || n->x->value < 1 || n->x->value > most_repeated) return false;
    int32_t times = (int32_t)n->x->value;
    w->picked = NULL;
    if (times <= rcy_most_dealt && is_from_top(w, n->y, &from, &to)) {
        w->cost += 1 + (uint32_t)times;
        write_at(w, bytecode_deal, n, from, to)->c = times;
        return true;
    }
    if (w->in_repeat) return false;
    uint64_t before = w->times;
    w->cost++;
    write(w, bytecode_repeat, n)->c = times;
    int body = w->count;
    w->in_repeat = true;
    w->times *= (uint64_t)times;
    write_act(w, n->y);
    settle(w);
    w->times = before;
    w->in_repeat = false;
    write(w, bytecode_next_repeat, n)->jump = body;
    return true;
}

// Writes a bytecode that moves all cards of one place to another.
static bool write_drain(bytecode_writer *w, const rcy_node *n)
{
    owned_slot from, to;
    if (!is_from_top(w, n->y, &from, &to)) return false;
    w->cost++;
    w->picked = NULL;
    w->longest += (uint64_t)w->e->p->cards * w->times;
    write_at(w, bytecode_drain, n, from, to);
    return true;
}

static bool write_let(bytecode_writer *w, const rcy_node *n)
{
    if (w->lets == rcy_most_lets) return false;
    w->cost++;
    write(w, bytecode_let, n)->a = w->lets++;
    write_act(w, n->y);
    settle(w);
    w->lets--;
    write(w, bytecode_end_let, n)->a = w->lets;
    return true;
}

// Writes an act that needs no random bits, in bytecodes as small as possible.
static void write_act(bytecode_writer *w, const rcy_node *n)
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
    case OP_SET_INT:
    case OP_ADD:
    case OP_SET_STR: done = write_storage(w, n); break;
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
    case OP_IF:
    case OP_LET:
    case OP_ALL:
    case OP_ANY:
    case OP_REPEAT:
    case OP_DRAIN:
    case OP_LABEL:
    case OP_REPEAT_WHILE: return saves(n->y);
    case OP_EITHER_ACT: return saves(n->y) || (n->z && saves(n->z));
    case OP_DO:
        for (int i = 0; i < n->count; i++) {
            if (saves(n->list[i])) return true;
        }
        return false;
    default: return false;
    }
}

// Returns whether an act begins with a throw of dice, and nothing after it needs random
// bits.
static bool begins_with_throw(const bytecode_writer *w, const rcy_node *n)
{
    if (n->op == OP_THROW) return can_be_thrown(w, n);
    if (n->op != OP_DO || n->count == 0 || n->list[0]->op != OP_THROW) return false;
    for (int i = 1; i < n->count; i++) {
        if (n->list[i]->draws) return false;
    }
    return can_be_thrown(w, n->list[0]);
}

static void write_throw(bytecode_writer *w, const rcy_node *n)
{
    write(w, bytecode_luck, n);
    if (n->op == OP_DO) w->cost++;
    w->cost++;
    const rcy_node *thrown = n->op == OP_DO ? n->list[0] : n;
    write(w, bytecode_throw, thrown)->a = thrown->a;
    for (int i = 1; n->op == OP_DO && i < n->count; i++) write_act(w, n->list[i]);
}

static bool sets_storage(const rcy_node *n)
{
    return n->op == OP_SET_INT || n->op == OP_ADD || n->op == OP_SET_STR;
}

static void write_step(bytecode_writer *w, const rcy_insn *i)
{
    const rcy_node *n = i->x;
    if (n->op == OP_SAVE) {
        w->cost++;
        write(w, bytecode_save, n)->a = n->a;
    } else if (saves(n)) {
        write(w, bytecode_fall_back, n);
    } else if (!n->draws) {
        write_act(w, n);
    } else if (begins_with_throw(w, n)) {
        write_throw(w, n);
    } else if (n->op == OP_CYCLE) {
        write_cycle(w, n);
    } else if (sets_storage(n) && write_storage(w, n)) {
        // Its random bits are drawn before anything is changed.
    } else if (n->op != OP_SHUFFLE || !write_shuffle(w, n)) {
        rcy_bytecode *b = write(w, bytecode_step, n);
        b->flag = i->copies;
    }
    settle(w);
}

// --- flow ---

static void write_instruction(bytecode_writer *w, const rcy_insn *i)
{
    int from = w->count, next = ~(int)(w->pc + 1), leads = ~i->jump;
    switch ((rcy_op)i->op) {
    case OP_STEP: write_step(w, i); return;
    case OP_UNLESS:
    case OP_SKIP_IF:
        ask(w, i->x, i->op == OP_SKIP_IF);
        for (int k = from; k < w->count; k++) w->bytecodes[k].jump = leads;
        return;
    case OP_AGAIN:
        if (i->flag || w->e->p->kept > 0 || !i->x) break;
        if (i->x->op == OP_STO_EQUALS && fits(i->x->value)) {
            w->cost++;
            rcy_bytecode *b = write(w, bytecode_until, NULL);
            b->a = i->x->a;
            b->c = (int32_t)i->x->value;
            b->flag = !i->x->flag;
            b->jump = leads;
            return;
        }
        ask(w, i->x, true);
        for (int k = from; k < w->count; k++) w->bytecodes[k].jump = next;
        w->cost++;
        write(w, bytecode_round, NULL)->jump = leads;
        return;
    case OP_ENTER:
        if (i->flag) break;
        write(w, bytecode_enter, NULL);
        return;
    case OP_LEAVE:
        if (i->flag || w->e->p->kept > 0) break;
        write(w, bytecode_leave, NULL);
        return;
    case OP_CHOOSE:
        if (w->e->choices[i->choice].let_draws || i->otherwise || i->x) break;
        write(w, bytecode_choose, NULL);
        return;
    case OP_FINISH: write(w, bytecode_finish, NULL); return;
    default: break;
    }
    write(w, bytecode_fall_back, NULL);
}

// --- rows of scores that wait to be read ---

// Writes the bytecodes of an instruction once more, for the case that a pause is due:
// execution then continues only up to the first instruction that must not run before the
// pause. Returns where the instruction begins in this form.
static int write_ahead(bytecode_writer *w, int pc)
{
    const rcy_insn *i = &w->e->code[pc];
    if (w->row_at[pc] || w->e->failed) return w->row_at[pc];
    bool has_seed = w->bytecodes[i->bytecode].op == bytecode_luck;
    int first = w->count;
    w->row_at[pc] = first;
    w->pc = (uint32_t)pc;
    if (!i->ahead || has_seed) {
        write(w, i->ahead ? bytecode_row_and_luck : bytecode_row, NULL);
        return first;
    }
    for (int b = i->bytecode; b < i[1].bytecode; b++) {
        rcy_bytecode copy = w->bytecodes[b];
        if (copy.jump >= i->bytecode && copy.jump <= i[1].bytecode)
            copy.jump += first - i->bytecode;
        w->cost = copy.cost;
        *write(w, (rcy_bytecode_op)copy.op, copy.node) = copy;
    }
    int end = w->count, next = write_ahead(w, pc + 1);
    if (next < end) write(w, bytecode_chosen, NULL)->jump = next;
    for (int b = first; b < end && !w->e->failed; b++) {
        if (w->bytecodes[b].jump < 0) {
            int to = write_ahead(w, ~w->bytecodes[b].jump);
            w->bytecodes[b].jump = to;
        }
    }
    return first;
}

// --- options ---

// Returns whether a filter of a place compares only the looks of cards with strings.
static bool asks_by_look(const rcy_node *filter)
{
    const rcy_node *place = filter->x;
    for (int i = 0; i < filter->card_filter->count; i++) {
        if (filter->card_filter->card_test[i].condition) return false;
    }
    return place->mode == mode_fixed || place->mode == mode_current || place->mode == mode_var;
}

static void write_pick(bytecode_writer *w, const rcy_node *n)
{
    owned_slot at;
    const rcy_node *over = n->x;
    bool last = !n->y->picks;
    rcy_bytecode *b;
    w->cost++;
    if (last && over->op == OP_PLACE && find_owned_slot(w, over, &at)) {
        b = write_at(w, bytecode_pick_place, n, at, nowhere);
        w->picked = n;
    } else if (last && over->op == OP_FILTER && over->card_filter && over->safe &&
               over->x->op == OP_PLACE) {
        b = write(w, asks_by_look(over) ? bytecode_pick_by_look : bytecode_pick_filter, n);
        w->picked = n;
    } else {
        b = write(w, bytecode_pick, n);
        b->who = (uint8_t)(owner_outer + w->player_count);
        b->flag = w->player_count < 2 && (over->op == OP_OTHERS || over->op == OP_PLAYERS);
        if (b->flag) w->players[w->player_count++] = n->var;
    }
    b->c = n->var;
}

// Continues after an option. If nothing else follows there, it tests at once whether the
// stage is over, since most options lead there.
static void go_on(bytecode_writer *w, bool walked)
{
    if (w->e->failed) return;
    const uint32_t pc = w->pc++;
    const rcy_insn *next = &w->e->code[w->pc];
    if (!walked && next->op == OP_AGAIN && w->bytecodes[next->bytecode].op == bytecode_until) {
        write_instruction(w, next);
        w->pc++;
    }
    write(w, bytecode_chosen, NULL)->jump = ~(int)w->pc;
    w->pc = pc;
}

static int write_option(bytecode_writer *w, const rcy_node *n)
{
    int first = w->count;
    if (n->draws || saves(n)) return -1;
    // The option was listed, so the conditions it begins with hold. Those that can fail
    // with an error are evaluated again, so that the error is reported.
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
    if (walks) write(w, bytecode_walk, NULL);
    write_act(w, n);
    settle(w);
    resolve(w, first);
    w->player_count = 0;
    w->picked = NULL;
    go_on(w, walks);
    return w->e->failed ? -1 : first;
}

static void write_options(bytecode_writer *w, const rcy_insn *i)
{
    rcy_choice *c = &w->e->choices[i->choice];
    if (c->count == 0 || c->let_draws || i->x) return;
    int32_t *bytecodes = rcy_emit_room(w->e, (size_t)c->count, sizeof *bytecodes);
    for (int k = 0; k < c->count && !w->e->failed; k++) {
        bytecodes[k] = write_option(w, c->acts[k]);
        c->picks = c->picks || c->acts[k]->picks;
    }
    c->bytecodes = bytecodes;
}

// --- putting it together ---

// Fills a table of the first bytecode of each option, for choices whose options can be
// found without a division.
static void find_first(bytecode_writer *w, rcy_choice *c)
{
    if (!c->bytecodes || c->count > UINT16_MAX) return;
    const rcy_bytecode **first = rcy_emit_room(w->e, (size_t)c->count, sizeof *first);
    for (int k = 0; first && k < c->count; k++) {
        first[k] = c->bytecodes[k] < 0 ? NULL : w->bytecodes + c->bytecodes[k];
    }
    c->first = first;
    if (c->picks) c->inverse = rcy_inverse((uint32_t)c->count);
}

void rcy_emit_bytecode(emitter *e)
{
    rcy_program *p = e->p;
    bytecode_writer w = { .e = e, .times = 1 };
    if (p->listed) return;
    for (int k = 0; k < p->code_count && !e->failed; k++) {
        w.pc = (uint32_t)k;
        e->code[k].bytecode = w.count;
        write_instruction(&w, &e->code[k]);
    }
    w.row_at = rcy_emit_room(e, (size_t)p->code_count, sizeof *w.row_at);
    for (int k = 0; k < p->code_count && !e->failed; k++) {
        int b = e->code[k].bytecode;
        if (w.bytecodes[b].op != bytecode_save) continue;
        int ahead = write_ahead(&w, k + 1);
        w.bytecodes[b].jump = ahead;
    }
    for (int k = 0; k < p->code_count && !e->failed; k++) {
        w.pc = (uint32_t)k;
        if (e->code[k].op == OP_CHOOSE) write_options(&w, &e->code[k]);
    }
    if (e->failed) return;
    for (int b = 0; b < w.count; b++) {
        if (w.bytecodes[b].jump < 0) w.bytecodes[b].jump = e->code[~w.bytecodes[b].jump].bytecode;
    }
    rcy_bytecode_link(w.bytecodes, w.count);
    // If the bytecodes could use up all fuel before a pause, the program is left to the
    // machine, which counts fuel.
    if (w.longest >= rcy_most_fuel / 2) {
        for (int k = 0; k < p->choice_count; k++) e->choices[k].bytecodes = NULL;
        return;
    }
    for (int k = 0; k < p->choice_count; k++) find_first(&w, &e->choices[k]);
    p->longest = (uint32_t)w.longest + 1;
    p->bytecodes = w.bytecodes;
    p->bytecode_count = w.count;
}
