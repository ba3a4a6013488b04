// brisk.c - flow without a machine, for the stretches of a play that are only dice and storage.
//
// A round of a dice game is a handful of small instructions, and setting up a
// machine to run them costs more than they do. Instructions that need nothing
// but the state and a generator are marked when a program is made; here they
// are run with everything in locals. At the first that needs more, the play is
// handed to `run` as it stands. Whatever is done here, `run` would do the same.
#include <string.h>

#include "recycle/brisk.h"
#include "recycle/machine.h"

typedef enum brisk_op {
    brisk_never,   // leave it to the machine
    brisk_stage,   // a whole stage, whose body is one quick step
    brisk_tally,   // the same: throw a die, add it to a storage, count, until the count is reached
    brisk_step, brisk_save, brisk_cycle, brisk_unless, brisk_enter, brisk_skip, brisk_again,
    brisk_leave, brisk_finish,
    brisk_lap,     // a tally and what comes after it until the same tally is due again
} brisk_op;

// --- what can be run here ---

static bool is_plain(const rcy_node *n)
{
    return n->op == OP_CONST || n->op == OP_DIE || n->op == OP_STO_CURRENT || n->op == OP_STO_FIXED;
}

static bool is_plain_test(const rcy_node *n)
{
    switch ((rcy_op)n->op) {
    case OP_STO_EQUALS: return true;
    case OP_LESS: case OP_MORE: case OP_MOST: case OP_LEAST: case OP_EQUAL: case OP_UNEQUAL:
        return is_plain(n->x) && is_plain(n->y);
    default: return false;
    }
}

// One die thrown, added to a storage, and another storage counted up to where the stage ends.
static bool is_tally(const rcy_insn *i)
{
    const rcy_quick *q = i->quick;
    const rcy_node *end = i[1].x;
    return i->quick_count == 3 && q[0].op == quick_throw && q[1].op == quick_add_die &&
           q[1].value == q[0].slot && q[2].op == quick_add && q[2].current == 0 &&
           q[2].slot == end->a && !end->flag && q[1].slot != q[2].slot;
}

static brisk_op brisk_form(const rcy_program *p, const rcy_insn *i)
{
    if (p->listed) return brisk_never;
    switch ((rcy_op)i->op) {
    case OP_STEP:
        if (i->quick_count > 0) return !i->alone ? brisk_step : is_tally(i) ? brisk_tally : brisk_stage;
        if (i->x->op == OP_SAVE) return brisk_save;
        return i->x->op == OP_CYCLE && i->x->a != 0 ? brisk_cycle : brisk_never;
    case OP_UNLESS: return is_plain_test(i->x) ? brisk_unless : brisk_never;
    case OP_ENTER: return i->flag ? brisk_never : brisk_enter;
    case OP_SKIP_IF: return is_plain_test(i->x) ? brisk_skip : brisk_never;
    case OP_AGAIN: return is_plain_test(i->x) && !i->flag ? brisk_again : brisk_never;
    case OP_LEAVE: return i->flag ? brisk_never : brisk_leave;
    case OP_FINISH: return is_plain(p->scoring) ? brisk_finish : brisk_never;
    default: return brisk_never;
    }
}

// Everyone throws, the round is counted and saved, and the next begins: games of nothing but
// rounds are this and no more, so it is worth going through without a look at each instruction.
static bool is_lap(const rcy_program *p, const rcy_insn *code, int at)
{
    static const uint8_t form[] = { brisk_enter, brisk_skip, brisk_tally, brisk_again, brisk_leave,
                                    brisk_step, brisk_save, brisk_cycle, brisk_again };
    enum { before = 2, length = sizeof form };
    if (at < before || at - before + length > p->code_count) return false;
    const rcy_insn *first = code + at - before;
    for (int i = 0; i < length; i++) {
        if (first[i].brisk != form[i]) return false;
    }
    return !first[5].throws && first[8].jump == at - before &&
           first[1].x->op == OP_STO_EQUALS && first[8].x->op == OP_STO_EQUALS;
}

void rcy_mark_brisk(const rcy_program *p, rcy_insn *code)
{
    for (int i = 0; i < p->code_count; i++) {
        code[i].brisk = (uint8_t)brisk_form(p, &code[i]);
        code[i].ahead = rcy_runs_ahead(&code[i]);
    }
    for (int i = 0; i < p->code_count; i++) {
        if (code[i].brisk == brisk_tally && is_lap(p, code, i)) code[i].brisk = brisk_lap;
    }
}

// --- running it ---

static inline int64_t worth(const rcy_brisk *b, const uint8_t *cycle, const rcy_node *n)
{
    switch ((rcy_op)n->op) {
    case OP_CONST: return n->value;
    case OP_DIE: return b->die[n->a];
    case OP_STO_CURRENT: return b->sto[n->a + cycle[0]];
    default: return b->sto[n->a];
    }
}

static inline bool holds(const rcy_brisk *b, const uint8_t *cycle, const rcy_node *n)
{
    if (n->op == OP_STO_EQUALS) return (b->sto[n->a] == n->value) != n->flag;
    int64_t x = worth(b, cycle, n->x), y = worth(b, cycle, n->y);
    switch ((rcy_op)n->op) {
    case OP_LESS: return x < y;
    case OP_MORE: return x > y;
    case OP_MOST: return x <= y;
    case OP_LEAST: return x >= y;
    case OP_EQUAL: return x == y;
    default: return x != y;
    }
}

static inline void advance(uint8_t *cycle, int count)
{
    int next = cycle[1] != rcy_nobody_queued ? cycle[1] : cycle[0] + 1;
    cycle[0] = (uint8_t)(next == count ? 0 : next);
    cycle[1] = rcy_nobody_queued;
}

// A sum does not fit: the play has stopped.
static bool stop(rcy_brisk *b, const rcy_node *act)
{
    b->rest->kind = rest_stopped;
    b->rest->fault = 607;
    b->rest->pc = (uint32_t)act->token;
    return false;
}

static inline bool acts(rcy_brisk *b, const rcy_insn *i, const uint8_t *cycle)
{
    for (const rcy_quick *q = i->quick, *end = q + i->quick_count; q < end; q++) {
        if (q->op == quick_throw) {
            b->die[q->slot] = 1 + (int32_t)dado_quick_below(&b->luck, (uint32_t)q->value);
            continue;
        }
        int32_t *slot = b->sto + q->slot + (cycle[0] & q->current);
        int32_t before = q->op == quick_set ? 0 : *slot;
        int32_t value = q->op == quick_add_die ? b->die[q->value] : q->value;
        if (__builtin_add_overflow(before, value, slot)) {
            *slot = before;
            return stop(b, q->act);
        }
    }
    return true;
}

// Passes of a stage until it ends. False once the play has stopped; `fuel` past the most there
// may be says that the machine must take over at the end test.
static bool passes(rcy_brisk *b, const rcy_insn *body, uint8_t *cycle)
{
    const rcy_node *end = body[1].x;
    uint32_t each = (uint32_t)body->quick_count + 1;
    for (;;) {
        if (!acts(b, body, cycle)) return false;
        if ((b->sto[end->a] == end->value) != end->flag) return true;
        if (b->fuel + each > rcy_most_fuel) {
            b->fuel = rcy_most_fuel;
            return true;
        }
        b->fuel += each;
        advance(cycle, b->p->players);
    }
}

// All in locals, and written back once: a die then costs little more than its draw.
static RCY_COLD bool tally(rcy_brisk *b, const rcy_insn *body, uint8_t *cycle)
{
    const rcy_quick *q = body->quick;
    const uint32_t faces = (uint32_t)q[0].value;
    const int32_t step = q[2].value, wanted = (int32_t)body[1].x->value;
    const int players = b->p->players, mask = q[1].current;
    int32_t *own = b->sto + q[1].slot, thrown, count = b->sto[q[2].slot];
    int who = cycle[0], queued = cycle[1];
    dado_quick luck = b->luck;
    uint32_t fuel = b->fuel;
    bool fits = true;
    for (;;) {
        int32_t *slot = own + (who & mask);
        int32_t sum;
        thrown = 1 + (int32_t)dado_quick_below(&luck, faces);
        if (__builtin_add_overflow(*slot, thrown, &sum)) {
            fits = stop(b, q[1].act);
            break;
        }
        *slot = sum;
        if (__builtin_add_overflow(count, step, &sum)) {
            fits = stop(b, q[2].act);
            break;
        }
        count = sum;
        if (count == wanted) break;
        if (fuel + 4 > rcy_most_fuel) {
            fuel = rcy_most_fuel;
            break;
        }
        fuel += 4;
        int next = queued != rcy_nobody_queued ? queued : who + 1;
        who = next == players ? 0 : next;
        queued = rcy_nobody_queued;
    }
    cycle[0] = (uint8_t)who;
    cycle[1] = (uint8_t)queued;
    b->die[q[0].slot] = thrown;
    b->sto[q[2].slot] = count;
    b->luck = luck;
    b->fuel = fuel;
    return fits;
}

// The row of the round before goes as soon as the play goes on; as a rule another takes its place.
static inline void drop_row(rcy_brisk *b)
{
    if (b->stale) memset(b->score, 0, sizeof *b->score * (size_t)b->p->players);
    b->stale = false;
}

static inline void save(rcy_brisk *b, const rcy_node *n)
{
    const int32_t *sto = b->sto + n->a;
    if (b->p->lowest_wins) {
        for (int i = 0; i < b->p->players; i++) {
            b->score[i] = sto[i] == INT32_MIN ? INT32_MAX : -sto[i];
        }
    } else if (b->p->players == 4) {
        memcpy(b->score, sto, sizeof *sto * 4);
    } else {
        for (int i = 0; i < b->p->players; i++) b->score[i] = sto[i];
    }
    b->stale = false;
    b->rest->rounds++;
}

static inline uint8_t named_player(const rcy_node *n, const uint8_t *cycle, int players)
{
    int who = cycle[0];
    if (n->a == 2) who = cycle[1] != rcy_nobody_queued ? cycle[1] : who + 1 == players ? 0 : who + 1;
    if (n->a == 3) who = who == 0 ? players - 1 : who - 1;
    return (uint8_t)who;
}

// False if a score does not fit, and nothing was done.
static bool finish(rcy_brisk *b)
{
    const rcy_program *p = b->p;
    int32_t row[64];
    for (int i = 0; i < p->players; i++) {
        uint8_t fresh[2] = { (uint8_t)i, rcy_nobody_queued };
        int64_t score = worth(b, fresh, p->scoring);
        if (p->lowest_wins) score = -score;
        if (score != (int32_t)score) return false;
        row[i] = (int32_t)score;
    }
    b->stale = false;
    memcpy(b->score, row, sizeof *row * (size_t)p->players);
    b->rest->kind = rest_over;
    b->rest->pc = 0;
    memset(b->state + p->at_cycle, 0, (size_t)(p->depth + p->team_depth) * 2);
    return true;
}

static bool rest(rcy_brisk *b, rcy_rest_kind kind, uint32_t pc)
{
    drop_row(b);
    b->rest->kind = (uint8_t)kind;
    b->rest->pc = pc;
    return true;
}

// The machine goes on from here.
static bool hand_over(rcy_brisk *b, uint32_t pc)
{
    drop_row(b);
    b->rest->pc = pc;
    return false;
}

// What comes after the tally of a lap: the same as instruction by instruction. Answers where to
// go on; the tally itself means that the play rests, before it or for good.
static inline uint32_t come_round(rcy_brisk *b, uint32_t pc, uint8_t **cycle)
{
    const rcy_insn *i = &b->p->code[pc];
    const int players = b->p->players;
    uint8_t *own = *cycle;
    const rcy_node *over = i[6].x, *skip = i[-1].x, *turn = i[5].x;
    own[0] = own[1] = 0;
    own -= 2;
    *cycle = own;
    if (!acts(b, &i[3], own)) return pc;
    save(b, i[4].x);
    b->lucky = false;
    b->row = true;
    own[turn->flag ? 0 : 1] = named_player(turn, own, players);
    b->fuel += (uint32_t)i[3].quick_count + 2;
    if ((b->sto[over->a] == over->value) != over->flag) return pc + 7;
    b->fuel++;
    advance(own, players);
    own[2] = own[0];
    own[3] = rcy_nobody_queued;
    *cycle = own + 2;
    if ((b->sto[skip->a] == skip->value) != skip->flag) return (uint32_t)i[-1].jump;
    b->rest->kind = rest_round_and_luck;
    b->rest->pc = pc;
    return pc;
}

bool rcy_run_briskly(rcy_brisk *b)
{
    const rcy_program *p = b->p;
    uint32_t pc = b->rest->pc;
    uint8_t *cycle = b->state + p->at_cycle + p->code[pc].depth * 2u;
    for (;;) {
        const rcy_insn *i = &p->code[pc];
        if (b->row && !i->ahead) return rest(b, rest_round, pc);
        switch ((brisk_op)i->brisk) {
        case brisk_lap:
        case brisk_tally:
        case brisk_stage:
            if (i->throws && !b->lucky) {
                return rest(b, b->row ? rest_round_and_luck : rest_luck, pc);
            }
            if (!(i->brisk == brisk_stage ? passes(b, i, cycle) : tally(b, i, cycle))) {
                drop_row(b);
                return true;
            }
            if (b->fuel == rcy_most_fuel) return hand_over(b, pc + 1);
            if (i->brisk == brisk_lap && b->fuel + (uint32_t)i[3].quick_count + 3 < rcy_most_fuel) {
                uint32_t next = come_round(b, pc, &cycle);
                if (next == pc) {
                    drop_row(b);
                    return true;
                }
                pc = next;
            } else {
                pc += 2;
            }
            break;
        case brisk_step:
            if (i->throws && !b->lucky) {
                return rest(b, b->row ? rest_round_and_luck : rest_luck, pc);
            }
            b->fuel += (uint32_t)i->quick_count;
            if (!acts(b, i, cycle)) {
                drop_row(b);
                return true;
            }
            pc++;
            break;
        case brisk_save:
            if (b->fuel >= rcy_most_fuel) return hand_over(b, pc);
            b->fuel++;
            save(b, i->x);
            pc++;
            if (!p->code[pc].ahead) return rest(b, rest_round, pc);
            b->lucky = false;
            b->row = true;
            break;
        case brisk_cycle:
            if (b->fuel >= rcy_most_fuel) return hand_over(b, pc);
            b->fuel++;
            cycle[i->x->flag ? 0 : 1] = named_player(i->x, cycle, p->players);
            pc++;
            break;
        case brisk_unless: pc = holds(b, cycle, i->x) ? pc + 1 : (uint32_t)i->jump; break;
        case brisk_enter:
            cycle[2] = cycle[0];
            cycle[3] = rcy_nobody_queued;
            cycle += 2;
            pc++;
            break;
        case brisk_skip: pc = holds(b, cycle, i->x) ? (uint32_t)i->jump : pc + 1; break;
        case brisk_again:
            if (holds(b, cycle, i->x)) {
                pc++;
                break;
            }
            if (b->fuel >= rcy_most_fuel) return hand_over(b, pc);
            b->fuel++;
            advance(cycle, p->players);
            pc = (uint32_t)i->jump;
            break;
        case brisk_leave:
            cycle[0] = cycle[1] = 0;
            cycle -= 2;
            pc++;
            break;
        case brisk_finish:
            if (!finish(b)) return hand_over(b, pc);
            return true;
        case brisk_never: return hand_over(b, pc);
        }
    }
}
