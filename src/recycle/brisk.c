// brisk.c - the quick way through a play: beats, one after the other.
//
// Walking the trees of a program costs more than what most of them do. So a
// program has a second form, one flat list of small beats for flow and acts
// alike, with operands that are numbers already. A beat does only what is
// usual; at anything else, a pile that is empty or a sum that does not fit, it
// leaves the act to the machine, which knows what to say. Whatever is done
// here, the machine would do the same: it does so when somebody listens.
#include <string.h>

#include "recycle/brisk.h"

// --- rounds of dice ---

typedef enum tally_end { tally_done, tally_failed, tally_slow } tally_end;

// One die thrown, added to a storage, and another storage counted up until the stage ends: all in
// locals and written back once, for then a die costs little more than its draw.
static RCY_COLD tally_end tally(rcy_machine *m, const rcy_beat *b)
{
    const rcy_insn *body = &m->p->code[b->pc];
    const rcy_node *const *acts = body->x->list;
    const uint32_t faces = (uint32_t)b->c, each = (uint32_t)body->x->count + 2;
    const uint32_t enough = rcy_most_fuel - m->p->longest;
    const int32_t step = b->b, wanted = (int32_t)body[1].x->value;
    const int players = m->p->players, mask = b->who == owner_current ? 255 : 0;
    int32_t *own = m->sto + acts[1]->a, thrown, count = m->sto[acts[2]->a];
    int who = m->cycle[0], queued = m->cycle[1];
    dado_quick luck = m->luck;
    uint32_t fuel = m->fuel;
    tally_end end = tally_done;
    for (;;) {
        int32_t *slot = own + (who & mask), sum;
        thrown = 1 + (int32_t)dado_quick_below(&luck, faces);
        if (__builtin_add_overflow(*slot, thrown, &sum)) {
            rcy_fault(m, 607, acts[1]->token);
            end = tally_failed;
            break;
        }
        *slot = sum;
        if (__builtin_add_overflow(count, step, &sum)) {
            rcy_fault(m, 607, acts[2]->token);
            end = tally_failed;
            break;
        }
        count = sum;
        if (count == wanted) break;
        if (fuel > enough) {
            end = tally_slow;
            break;
        }
        fuel += each;
        int next = queued != rcy_nobody_queued ? queued : who + 1;
        who = next == players ? 0 : next;
        queued = rcy_nobody_queued;
    }
    m->cycle[0] = (uint8_t)who;
    m->cycle[1] = (uint8_t)queued;
    m->die[b->a] = thrown;
    m->sto[acts[2]->a] = count;
    m->luck = luck;
    m->fuel = fuel + each - 1;
    return end;
}

static inline void save(rcy_machine *m, const rcy_node *n)
{
    const rcy_program *p = m->p;
    const int32_t *sto = m->sto + n->a;
    int32_t *score = (int32_t *)(void *)(m->state + p->at_score);
    if (p->lowest_wins) {
        for (int i = 0; i < p->players; i++) score[i] = sto[i] == INT32_MIN ? INT32_MAX : -sto[i];
    } else {
        for (int i = 0; i < p->players; i++) score[i] = sto[i];
    }
    m->rest->rounds++;
}

static inline uint8_t named_player(int name, const uint8_t *cycle, int players)
{
    int who = cycle[0];
    if (name == turn_next) {
        int after = who + 1 == players ? 0 : who + 1;
        who = cycle[1] != rcy_nobody_queued ? cycle[1] : after;
    }
    if (name == turn_previous) who = who == 0 ? players - 1 : who - 1;
    return (uint8_t)who;
}

// False if a sum does not fit, and nothing was done about it.
static inline bool add(int32_t *slot, int32_t value)
{
    int32_t sum;
    if (__builtin_add_overflow(*slot, value, &sum)) return false;
    *slot = sum;
    return true;
}

// The count of a round: sums and sets of storages, which need no luck.
static inline bool count_round(rcy_machine *m, const rcy_beat *b, const rcy_beat *end)
{
    for (; b < end; b++) {
        int32_t *slot = m->sto + b->a + (b->who == owner_current ? m->cycle[0] : 0);
        if (b->op == beat_set) {
            *slot = b->c;
        } else if (!add(slot, b->c)) {
            rcy_fault(m, 607, b->node->token);
            return false;
        }
        m->fuel += b->cost;
    }
    return true;
}

// Everyone throws, the round is counted and saved, and the next begins: games of nothing but rounds
// are this and no more, so what comes after the tally until the same tally is due again is gone
// through without a look at each beat. The play rests, or goes on with a row that was saved.
static void come_round(rcy_machine *m, const rcy_beat *b)
{
    const rcy_insn *i = &m->p->code[b->pc];
    const rcy_beat *beats = m->p->beats;
    const rcy_node *over = i[lap_over].x, *skip = i[lap_skip].x, *turn = i[lap_turn].x;
    const int players = m->p->players;
    uint8_t *own = m->cycle;
    own[0] = own[1] = 0;
    m->cycle = own -= 2;
    if (!count_round(m, beats + i[lap_count].beat, beats + i[lap_save].beat)) {
        rcy_give_up(m);
        return;
    }
    save(m, i[lap_save].x);
    m->lucky = false;
    m->row = true;
    own[turn->flag ? 0 : 1] = named_player(turn->a, own, players);
    if ((m->sto[over->a] == over->value) != over->flag) {
        rcy_go_on(m, b->pc + lap_after, NULL);
        return;
    }
    rcy_advance(own, players);
    own[2] = own[0];
    own[3] = rcy_nobody_queued;
    m->cycle = own + 2;
    if ((m->sto[skip->a] == skip->value) != skip->flag) {
        rcy_go_on(m, (uint32_t)i[lap_skip].jump, NULL);
        return;
    }
    m->rest->kind = rest_round_and_luck;
    m->rest->pc = b->pc;
}

// --- cards ---

static RCY_COLD void deal(rcy_machine *m, int32_t from, int32_t to, int32_t count)
{
    uint16_t *order = m->order;
    int32_t end = m->from[from + 1], target = m->from[to + 1];
    uint16_t held[rcy_most_dealt];
    for (int32_t i = 0; i < count; i++) held[i] = order[end - 1 - i];
    if (from < to) {
        memmove(order + end - count, order + end, sizeof *order * (size_t)(target - end));
        memcpy(order + target - count, held, sizeof *order * (size_t)count);
        for (int32_t p = from + 1; p <= to; p++) m->from[p] = (uint16_t)(m->from[p] - count);
    } else {
        memmove(order + target + count, order + target,
                sizeof *order * (size_t)(end - count - target));
        memcpy(order + target, held, sizeof *order * (size_t)count);
        for (int32_t p = to + 1; p <= from; p++) m->from[p] = (uint16_t)(m->from[p] + count);
    }
}

// The top cards of a place that every player has go to another, one after the other. In a trick
// everyone has played a card: then they lie next to each other, and go as they lie. False, and
// nothing was done, if it is not so.
static RCY_COLD bool sweep(rcy_machine *m, int32_t first, int32_t to)
{
    uint16_t *order = m->order, held[rcy_most_dealt];
    int32_t players = m->p->players, from = m->from[first], target = m->from[to + 1];
    for (int32_t i = 1; i <= players; i++) {
        if (m->from[first + i] != from + i) return false;
    }
    int32_t between = target - from - players;
    if (between > 0) {
        memcpy(held, order + from, sizeof *order * (size_t)players);
        memmove(order + from, order + from + players, sizeof *order * (size_t)between);
        memcpy(order + target - players, held, sizeof *order * (size_t)players);
    }
    for (int32_t i = 1; i <= players; i++) m->from[first + i] = (uint16_t)from;
    for (int32_t p = first + players + 1; p <= to; p++) {
        m->from[p] = (uint16_t)(m->from[p] - players);
    }
    return true;
}

static RCY_COLD void shuffle(rcy_machine *m, int32_t place)
{
    uint16_t *cards = m->order + m->from[place];
    dado_quick luck = m->luck;
    for (int32_t i = rcy_place_size(m, place) - 1; i >= 1; i--) {
        uint32_t k = dado_quick_below(&luck, (uint32_t)i + 1);
        uint16_t card = cards[i];
        cards[i] = cards[k];
        cards[k] = card;
    }
    m->luck = luck;
}

static RCY_COLD void throw(rcy_machine *m, int32_t which)
{
    const rcy_dice *dice = &m->p->dice[which];
    int32_t sum = 0;
    for (int i = 0; i < dice->count; i++) {
        uint32_t faces = (uint32_t)dice->faces[i];
        sum += 1 + (faces > 1 ? (int32_t)dado_quick_below(&m->luck, faces) : 0);
    }
    m->die[which] = sum;
}

static RCY_COLD int32_t nth(rcy_machine *m, const rcy_node *filter, uint64_t k)
{
    return rcy_nth_of_filter(m, filter, k);
}

// The element an option names. False if there is none, or it could not be found out.
static RCY_COLD bool pick(rcy_machine *m, const rcy_beat *b)
{
    const rcy_node *over = b->node->x;
    rcy_var *var = &m->var[b->node->var];
    rcy_coll c;
    if (over->op == OP_OTHERS) {
        uint64_t others = (uint64_t)m->p->players - 1;
        if (others == 0) return false;
        var->value = (int64_t)(m->path % others);
        var->value += var->value >= m->cycle[0];
        m->path /= others;
        return true;
    }
    bool parted = rcy_parts_plainly(m, over);
    if (!parted) rcy_gather(m, over, &c);
    int32_t count = parted ? rcy_count_parts(m, over) : rcy_count(m, &c);
    if (m->trap != trap_none || count == 0) return false;
    int32_t k = (int32_t)(m->path % (uint64_t)count);
    m->path /= (uint64_t)count;
    if (parted) rcy_gather_part(m, over, k, &var->coll);
    else rcy_element(m, &c, k, var);
    return m->trap == trap_none;
}

// --- beats ---

static void rest_for_luck(rcy_machine *m, uint32_t pc)
{
    m->rest->kind = rest_luck;
    m->rest->outcomes = 0;
    m->rest->pc = pc;
}

void rcy_run_briskly(rcy_machine *m, const rcy_beat *at, dado_move move)
{
    const rcy_program *const p = m->p;
    const rcy_beat *const beats = p->beats;
    int32_t *const sto = m->sto;
    int32_t who[owner_kinds] = { [owner_current] = m->cycle[0] };
    int32_t left = 0;  // passes of the repeat at hand
    rcy_mark marks[rcy_most_lets];
    uint32_t fuel = 0;  // since it was last written to the machine
    for (;;) {
        const rcy_beat *const b = at;
        fuel += b->cost;
        switch ((rcy_beat_op)b->op) {
        case beat_enter: {
            uint8_t *cycle = m->cycle;
            cycle[2] = cycle[0];
            cycle[3] = rcy_nobody_queued;
            m->cycle = cycle + 2;
            break;
        }
        case beat_leave:
            m->cycle[0] = m->cycle[1] = 0;
            m->cycle -= 2;
            who[owner_current] = m->cycle[0];
            break;
        case beat_until:
            if ((sto[b->a] == b->c) == b->flag) {
                fuel--;
                break;
            }
            // fall through
        case beat_round:
            rcy_advance(m->cycle, p->players);
            who[owner_current] = m->cycle[0];
            m->fuel += fuel;
            fuel = 0;
            if (m->fuel + p->longest > rcy_most_fuel) {
                rcy_go_on(m, (uint32_t)p->code[b->pc].jump, NULL);
                return;
            }
            goto jump;
        case beat_choose:
            m->rest->kind = rest_choice;
            m->rest->pc = b->pc;
            return;
        case beat_finish:
            rcy_finish(m);
            if (m->trap != trap_none) goto trapped;
            return;
        case beat_step:
            m->fuel += fuel;
            fuel = 0;
            rcy_step(m, &p->code[b->pc]);
            if (m->trap != trap_none) goto trapped;
            who[owner_current] = m->cycle[0];
            break;
        case beat_hand_over:
            m->fuel += fuel;
            rcy_go_on(m, b->pc, NULL);
            return;

        case beat_sto_is:
            if ((sto[b->a] == b->c) == b->flag) goto jump;
            break;
        case beat_str_is:
            if ((m->str[b->a + who[b->who]] == b->c) == b->flag) goto jump;
            break;
        case beat_sto_against: {
            int32_t x = sto[b->a + who[b->who]];
            if ((b->b >> ((x >= b->c) + (x > b->c)) & 1) == b->flag) goto jump;
            break;
        }
        case beat_sto_and_sto: {
            int32_t x = sto[b->a + who[b->who]], y = sto[b->b + who[b->whose]];
            if ((b->c >> ((x >= y) + (x > y)) & 1) == b->flag) goto jump;
            break;
        }
        case beat_size: {
            int32_t size = rcy_place_size(m, b->a + who[b->who]);
            if ((b->b >> ((size >= b->c) + (size > b->c)) & 1) == b->flag) goto jump;
            break;
        }
        case beat_size_bound: {
            int32_t size = rcy_count(m, &m->var[b->a].coll);
            if ((b->b >> ((size >= b->c) + (size > b->c)) & 1) == b->flag) goto jump;
            break;
        }
        case beat_top_has: {
            int32_t top = rcy_top(m, b->a + who[b->who]);
            int32_t string = top < 0 ? 0 : p->attribute[b->b + top];
            if ((string == b->c) == b->flag) goto jump;
            break;
        }
        case beat_holds: {
            bool held = rcy_holds(m, b->node);
            if (m->trap != trap_none) goto trapped;
            if (held == b->flag) goto jump;
            break;
        }

        case beat_nothing: break;
        case beat_set: sto[b->a + who[b->who]] = b->c; break;
        case beat_set_sto: sto[b->a + who[b->who]] = sto[b->b + who[b->whose]]; break;
        case beat_add_sto: {
            int32_t value = sto[b->b + who[b->whose]];
            if (value == INT32_MIN) goto unusual;
            if (!add(&sto[b->a + who[b->who]], b->flag ? -value : value)) goto unusual;
            break;
        }
        case beat_add:
            if (!add(&sto[b->a + who[b->who]], b->c)) goto unusual;
            break;
        case beat_add_die:
            if (!add(&sto[b->a + who[b->who]], m->die[b->c])) goto unusual;
            break;
        case beat_say: m->str[b->a + who[b->who]] = (uint16_t)b->c; break;
        case beat_say_attribute:
            m->str[b->a + who[b->who]] = p->attribute[b->b + m->var[b->c].value];
            break;
        case beat_map: rcy_maps(m)[b->a + who[b->who]] = (uint16_t)b->c; break;
        case beat_move: {
            int32_t from = b->a + who[b->who], to = b->b + who[b->whose];
            if (rcy_place_size(m, from) == 0) goto unusual;
            rcy_transfer(m, m->from[from + 1] - 1, from, to, rcy_place_size(m, to) - (from == to));
            break;
        }
        case beat_move_picked: {
            int32_t from = b->a + who[b->who], to = b->b + who[b->whose];
            rcy_transfer(m, m->picked, from, to, rcy_place_size(m, to) - (from == to));
            break;
        }
        case beat_move_var: {
            int32_t from, to = b->b + who[b->whose];
            int32_t card = (int32_t)m->var[b->c].value, at_card = rcy_find(m, b->node, card, &from);
            rcy_transfer(m, at_card, from, to, rcy_place_size(m, to) - (from == to));
            break;
        }
        case beat_deal: {
            int32_t from = b->a + who[b->who], to = b->b + who[b->whose];
            if (rcy_place_size(m, from) >= b->c && from != to) {
                deal(m, from, to, b->c);
                break;
            }
            fuel -= 1 + (uint32_t)b->c;  // the act counts its own
            goto unusual;
        }
        case beat_drain: {
            int32_t from = b->a + who[b->who], to = b->b + who[b->whose], all;
            if (from == to) {
                fuel--;
                goto unusual;
            }
            while ((all = rcy_place_size(m, from)) > 0) {
                int32_t now = all < rcy_most_dealt ? all : rcy_most_dealt;
                deal(m, from, to, now);
                fuel += (uint32_t)now;
            }
            break;
        }
        case beat_sweep:
            if (sweep(m, b->a, b->b + who[b->whose])) break;
            fuel -= 1 + (uint32_t)p->players;  // the act counts its own
            goto unusual;
        case beat_shuffle: {
            int32_t place = b->a + who[b->who];
            if (rcy_place_size(m, place) < 2) break;
            if (!m->lucky) {
                rest_for_luck(m, b->pc);
                return;
            }
            shuffle(m, place);
            break;
        }
        case beat_luck:
            if (m->lucky) break;
            rest_for_luck(m, b->pc);
            return;
        case beat_throw: throw(m, b->a); break;
        case beat_cycle: {
            int64_t player = rcy_value(m, b->node->x);
            if (m->trap != trap_none) goto trapped;
            m->cycle[b->flag ? 0 : 1] = (uint8_t)player;
            who[owner_current] = m->cycle[0];
            break;
        }
        case beat_cycle_named:
            m->cycle[b->flag ? 0 : 1] = named_player(b->a, m->cycle, p->players);
            who[owner_current] = m->cycle[0];
            break;
        case beat_next: who[owner_next] = named_player(turn_next, m->cycle, p->players); break;
        case beat_each: who[b->who] = 0; m->var[b->c].value = 0; break;
        case beat_next_each:
            if (++who[b->who] == p->players) break;
            m->var[b->c].value = who[b->who];
            goto jump;
        case beat_let:
            marks[b->a] = rcy_mark_of(m);
            rcy_bind_let(m, b->node);
            if (m->trap != trap_none) goto trapped;
            break;
        case beat_end_let: rcy_rewind(m, marks[b->a]); break;
        case beat_repeat: left = b->c; break;
        case beat_next_repeat:
            if (--left > 0) goto jump;
            break;

        case beat_pick_place: {
            int32_t place = b->a + who[b->who], at_card = m->from[place] + (int32_t)m->path;
            if (m->path >= (uint64_t)rcy_place_size(m, place)) goto plain_option;
            m->picked = at_card;
            m->var[b->c].value = m->order[at_card];
            break;
        }
        case beat_pick_filter: {
            int32_t at_card = nth(m, b->node->x, m->path);
            if (at_card < 0) goto plain_option;
            m->picked = at_card;
            m->var[b->c].value = m->order[at_card];
            break;
        }
        case beat_pick:
            if (!pick(m, b)) goto plain_option;
            if (b->flag) who[b->who] = (int32_t)m->var[b->c].value;
            break;
        case beat_chosen: m->walk = walk_none; goto jump;

        case beat_lap:
        case beat_tally:
            if (!m->lucky) {
                rest_for_luck(m, b->pc);
                return;
            }
            m->fuel += fuel;
            fuel = 0;
            switch (tally(m, b)) {
            case tally_failed: rcy_give_up(m); return;
            case tally_slow: rcy_go_on(m, b->pc + 1, NULL); return;
            case tally_done: break;
            }
            if (b->op == beat_lap) {
                come_round(m, b);
                return;
            }
            who[owner_current] = m->cycle[0];
            goto jump;
        unusual:
        case beat_act:
            m->fuel += fuel;
            fuel = 0;
            rcy_act(m, b->node);
            if (m->trap != trap_none) goto trapped;
            who[owner_current] = m->cycle[0];
            break;
        default: __builtin_unreachable();
        }
        at++;
        continue;
    jump:
        at = beats + b->jump;
        continue;
    plain_option:  // nothing was done yet
        m->trap = trap_none;
        m->trap_token = 0;
        m->fuel = 0;
        rcy_go_on(m, b->pc, &move);
        return;
    trapped:
        m->rest->pc = b->pc;
        rcy_give_up(m);
        return;
    }
}
