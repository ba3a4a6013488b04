// brisk.c - the quick way through a play: beats, one after the other.
//
// Walking the trees of a program costs more than what most of them do. So a
// program has a second form, one flat list of small beats for flow and acts
// alike, with operands that are numbers already. A beat does only what is
// usual; at anything else, a pile that is empty or a sum that does not fit, it
// leaves the act to the machine, which knows what to say. Whatever is done
// here, the machine would do the same: it does so when somebody listens.
#include <string.h>

#include "core/spree.h"
#include "recycle/beats.h"

// --- rounds of dice ---

// The count of a round: sums and sets of storages, which need no luck.
static inline bool count_round(rcy_machine *m, const rcy_beat *b, const rcy_beat *end)
{
    for (; b < end; b++) {
        int32_t *slot = m->sto + b->a + (b->who == owner_current ? m->cycle[0] : 0);
        if (b->op == beat_set) {
            *slot = b->c;
        } else if (!rcy_add(slot, b->c)) {
            rcy_fault(m, 607, b->node->token);
            return false;
        }
        m->fuel += b->cost;
    }
    return true;
}

// The rest of a round that is counted: it is saved, and the next begins. The play rests, or goes on
// with a row that was saved.
static void close_round(rcy_machine *m, const rcy_beat *b)
{
    const rcy_insn *i = &m->p->code[b->pc];
    const rcy_node *over = i[lap_over].x, *skip = i[lap_skip].x, *turn = i[lap_turn].x;
    const int players = m->p->players;
    uint8_t *own = m->cycle;
    rcy_save_row(m, i[lap_save].x->a);
    own[turn->flag ? 0 : 1] = rcy_named_player(turn->a, own, players);
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

// Everyone throws, the round is counted and saved, and the next begins: games of nothing but rounds
// are this and no more, so what comes after the tally until the same tally is due again is gone
// through without a look at each beat.
static void come_round(rcy_machine *m, const rcy_beat *b)
{
    const rcy_insn *i = &m->p->code[b->pc];
    const rcy_beat *beats = m->p->beats;
    m->cycle[0] = m->cycle[1] = 0;
    m->cycle -= 2;
    if (count_round(m, beats + i[lap_count].beat, beats + i[lap_save].beat)) close_round(m, b);
    else rcy_give_up(m);
}

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

// Rolls a tally or a lap. False if the play rests.
static inline bool roll(rcy_pace *f, const rcy_beat *b)
{
    rcy_machine *m = f->m;
    if (!m->lucky) {
        rcy_rest_for_luck(m, b->pc);
        return false;
    }
    rcy_pace_settle(f, b);
    switch (tally(m, b)) {
    case tally_failed: rcy_give_up(m); return false;
    case tally_slow: rcy_go_on(m, b->pc + 1, NULL); return false;
    case tally_done: break;
    }
    if (b->op == beat_lap) {
        come_round(m, b);
        return false;
    }
    rcy_pace_look(f);
    return true;
}

// --- laps one after the other ---

enum { most_counts = 8 };

typedef struct watch {  // of one of those who throw: whether the points are, or are not, a number
    int who;            // or -1
    int64_t value;
    bool flag;
} watch;

// What all laps of a play have in common: nothing of it changes from one to the next.
typedef struct course {
    const rcy_beat *b;
    int32_t *sto, *own, *counter;  // own: the points of those who throw, which are the row as well
    int players;
    int32_t from, wanted;          // the counter as a lap begins, and as the throws end
    uint32_t fuel;                 // of a lap
    int64_t end;                   // the lap that closes the round otherwise
    watch over, skip;              // so does one that leaves somebody with such points
    int counts;
    struct {
        int32_t *slot, kept, more;  // all bits of what is there are kept, or none
        int64_t reach;              // how far a lap moves it at most
    } each[most_counts];
} course;

// Laps that may follow, of so many, before anything could be too large or too small.
static int laps_that_fit(const course *c, int most)
{
    int64_t furthest = 0, step = c->b->c;
    for (int p = 0; p < c->players; p++) furthest = c->own[p] > furthest ? c->own[p] : furthest;
    for (int i = 0; i < c->counts; i++) {
        int64_t at = c->each[i].kept ? *c->each[i].slot : 0, by = c->each[i].reach;
        at = at < 0 ? -at : at;
        furthest = at > furthest ? at : furthest;
        step = by > step ? by : step;
    }
    int64_t room = INT32_MAX - furthest;
    return step * most <= room ? most : (int)(room / step);
}

static bool is_own(const course *c, const int32_t *slot)
{
    return slot >= c->own && slot < c->own + c->players;
}

// What a lap does to a storage, with what it did before.
static bool add_count(course *c, int32_t *slot, int32_t kept, int32_t more)
{
    int k = 0;
    while (k < c->counts && c->each[k].slot != slot) k++;
    if (k == most_counts || is_own(c, slot)) return false;
    if (k == c->counts) {
        c->each[k].slot = slot;
        c->each[k].kept = -1;
        c->each[k].more = 0;
        c->each[k].reach = 0;
        c->counts++;
    }
    c->each[k].kept &= kept;
    int64_t sum = (int64_t)(c->each[k].more & kept) + more;
    c->each[k].more = (int32_t)sum;
    c->each[k].reach += more < 0 ? -(int64_t)more : more;
    return sum == (int32_t)sum;
}

// False where what is counted of a round is somebody's own.
static bool find_counts(course *c, const rcy_beat *count, const rcy_beat *save)
{
    c->counts = 0;
    if (!add_count(c, c->counter, 0, c->wanted)) return false;
    for (const rcy_beat *b = count; b < save; b++) {
        int32_t kept = b->op == beat_set ? 0 : -1;
        if (b->who == owner_current || !add_count(c, c->sto + b->a, kept, b->c)) return false;
        c->fuel += b->cost;
    }
    return true;
}

// After which lap, from 1, it is first so that a storage is, or is not, a number.
static int64_t foresee(const course *c, const rcy_node *n, watch *own)
{
    const int64_t never = INT64_MAX;
    const int32_t *slot = c->sto + n->a;
    *own = (watch){ is_own(c, slot) ? (int)(slot - c->own) : -1, n->value, n->flag };
    if (own->who >= 0) return never;
    int64_t start = *slot, step = 0;
    for (int k = 0; k < c->counts; k++) {
        if (c->each[k].slot != slot) continue;
        start = *slot & c->each[k].kept;
        step = c->each[k].more;
        if (!c->each[k].kept) start = step, step = 0;
    }
    if (n->flag) return start + step != n->value ? 1 : step ? 2 : never;
    if (step == 0) return start == n->value ? 1 : never;
    int64_t laps = step == 1 ? n->value - start : (n->value - start) / step;
    return laps > 0 && start + laps * step == n->value ? laps : never;
}

// Whether the same player begins every round: the turn that is passed on comes back.
static bool begins_with_the_same(const rcy_node *turn, const uint8_t *around, int players)
{
    uint8_t own[2] = { around[0], around[1] };
    own[turn->flag ? 0 : 1] = rcy_named_player(turn->a, own, players);
    rcy_advance(own, players);
    return own[0] == around[0] && own[1] == around[1];
}

// False unless a lap begins where the play rests, as it usually does: the first player throws, and
// everyone once, round after round.
static bool find_course(course *c, const rcy_machine *m)
{
    const rcy_program *p = m->p;
    const rcy_insn *body = &p->code[m->rest->pc];
    c->b = p->beats + body->beat;
    if (body->op == OP_CHOOSE || c->b->op != beat_lap || c->b->who != owner_current) return false;
    const uint8_t *cycle = m->cycle;
    bool first = cycle[0] == 0 && cycle[1] == rcy_nobody_queued && cycle[-2] == 0;
    if (!first || !begins_with_the_same(body[lap_turn].x, cycle - 2, p->players)) return false;
    c->sto = m->sto;
    c->own = m->sto + body->x->list[1]->a;
    c->counter = m->sto + body->x->list[2]->a;
    c->players = p->players;
    c->from = *c->counter;
    c->wanted = (int32_t)body[1].x->value;
    c->fuel = (uint32_t)p->players * ((uint32_t)body->x->count + 2) - 1;
    if (body[lap_save].x->a != body->x->list[1]->a) return false;
    const rcy_beat *count = p->beats + body[lap_count].beat;
    if (!find_counts(c, count, p->beats + body[lap_save].beat)) return false;
    int64_t over = foresee(c, body[lap_over].x, &c->over);
    int64_t skip = foresee(c, body[lap_skip].x, &c->skip);
    c->end = over < skip ? over : skip;
    return c->wanted - (int64_t)c->from == (int64_t)p->players * c->b->b &&
           c->fuel + p->longest <= rcy_most_fuel;
}

static inline bool is_met(const watch *w, const int32_t *points)
{
    return w->who >= 0 && (points[w->who] == w->value) != w->flag;
}

// Throws for some laps, a row of points each, until one leaves somebody with points that close the
// round. How many there were. `players` is a constant where they are four, and so is whether
// anybody watches the points.
static inline int throw_laps(const course *c, const uint32_t *shown, int most, const int players,
                             const bool watched, bool lowest_wins, int32_t *row, bool *closes)
{
    int32_t points[rcy_most_throws], sign = lowest_wins ? -1 : 0;
    int laps = 0;
    for (int p = 0; p < players; p++) points[p] = c->own[p];
    for (; laps < most && !(watched && *closes); laps++, shown += players, row += players) {
        for (int p = 0; p < players; p++) points[p] += 1 + (int32_t)shown[p];
        for (int p = 0; p < players; p++) row[p] = (points[p] ^ sign) - sign;
        if (watched) *closes = is_met(&c->over, points) || is_met(&c->skip, points);
    }
    for (int p = 0; p < players; p++) c->own[p] = points[p];
    return laps;
}

// The same with the words to come.
static inline int play_ahead(const rcy_machine *m, const course *c, dado_rng *chance, int most,
                             int32_t *row, dado_step *path, bool *closes)
{
    const int players = c->players;
    const bool low = m->p->lowest_wins;
    uint64_t words[DADO_RNG_BULK];
    uint32_t shown[DADO_RNG_BULK * rcy_most_throws];
    int ahead = dado_rng_peek(chance, words);
    if (most < ahead) ahead = most;
    dado_quick_dice(words, ahead, (uint32_t)c->b->c, players, shown);
    bool watched = c->over.who >= 0 || c->skip.who >= 0;
    int laps = players == 4 && !watched
                   ? throw_laps(c, shown, ahead, 4, false, low, row, closes)
                   : throw_laps(c, shown, ahead, players, watched, low, row, closes);
    for (int i = 0; path && i < laps; i++) path[i] = (dado_step){ words[i], DADO_CHANCE, 0 };
    m->die[c->b->a] = 1 + (int32_t)shown[laps * players - 1];
    chance->drawn += (uint64_t)laps;
    return laps;
}

// In a browser, where every byte is fetched, the beats throw all dice.
#if defined(__wasm__)
enum { plays_ahead = 0 };
#else
enum { plays_ahead = 1 };
#endif

// How many laps at most can be played from where the play rests, and on what course; 0: none.
static int set_course(const rcy_program *p, void *state, const dado_spree *s, rcy_machine *m,
                      rcy_scratch *scratch, course *c)
{
    const rcy_rest *r = state;
    if (!p->beats || s->checks) return 0;
    if (r->span | r->luck | r->pending || r->outcomes) return 0;
    if (r->kind != rest_luck && r->kind != rest_round_and_luck) return 0;
    rcy_machine_begin(m, scratch, p, state);
    if (p->players > rcy_most_throws || !find_course(c, m)) return 0;
    int most = laps_that_fit(c, s->limit - s->steps);
    if (c->each[0].more != c->from && most > 1) most = 1;  // the counter does not come back
    return c->end < most ? (int)c->end : most;
}

static void run_course(rcy_machine *m, const course *c, int most, dado_spree *s, dado_rng *chance)
{
    const rcy_program *p = m->p;
    int32_t *row = s->rows + (int64_t)(s->rounds + 1) * c->players;
    dado_step *path = s->path ? s->path + s->steps : NULL;
    int laps = 0;
    bool closes = false;
    while (laps < most && !closes) {
        if (s->stop && atomic_load_explicit(s->stop, memory_order_relaxed)) break;
        laps += play_ahead(m, c, chance, most - laps, row + (int64_t)laps * c->players,
                           path ? path + laps : NULL, &closes);
    }
    if (laps == 0) return;
    closes = closes || laps == c->end;
    for (int k = 0; k < c->counts; k++) {
        int32_t kept = c->each[k].kept;
        *c->each[k].slot = (*c->each[k].slot & kept) + c->each[k].more * (kept ? laps : 1);
    }
    row += (int64_t)(laps - 1) * c->players;
    m->rest->rounds += (uint32_t)(laps - closes);
    s->steps += laps;
    s->rounds += laps;
    s->row_is_last = true;
    if (closes) {
        m->cycle[0] = m->cycle[1] = 0;
        m->cycle -= 2;
        m->fuel = c->fuel;
        close_round(m, c->b);
        rcy_scores(p, m->state, row);
    } else {
        m->rest->kind = rest_round_and_luck;
        memcpy(m->state + p->at_score, row, sizeof *row * (size_t)c->players);
    }
}

void rcy_laps(const rcy_program *p, void *state, dado_spree *s)
{
    rcy_machine m;
    rcy_scratch scratch;
    course c;
    if (!plays_ahead) return;
    int most = set_course(p, state, s, &m, &scratch, &c);
    if (most > 0) run_course(&m, &c, most, s, &s->luck[c.players]);
}

int rcy_matches_of_laps(const rcy_program *p, void *state, dado_spree *s, int count,
                        bool (*rest)(void *context, int which), void *context)
{
    rcy_machine m, first;
    rcy_scratch scratch;
    course c;
    if (!plays_ahead) return 0;
    int most = set_course(p, state, s, &m, &scratch, &c), played = 0;
    if (most == 0) return 0;
    dado_rng *chance = &s->luck[c.players];
    first = m;
    run_course(&m, &c, most, s, chance);
    while (rest(context, played) && ++played < count) {
        for (int i = 0; i <= c.players; i++) dado_rng_turn(&s->luck[i]);
        memcpy(state, p->image, p->state_size);
        m = first;
        run_course(&m, &c, most, &s[played], chance);
    }
    return played;
}

// --- beats ---

// The option is not as it was listed, and nothing was done yet: the machine takes it.
static void option_plainly(rcy_machine *m, const rcy_beat *b, dado_move move)
{
    m->trap = trap_none;
    m->trap_token = 0;
    m->fuel = 0;
    rcy_go_on(m, b->pc, &move);
}

static void trapped_at(rcy_machine *m, const rcy_beat *b)
{
    if (m->trap == trap_stop) {
        m->walk = walk_none;
        rcy_go_on(m, rcy_stopped_at(m, &m->p->code[b->pc]), NULL);
        return;
    }
    if (m->row) {
        rcy_rest_with_row(m, b->pc);
        return;
    }
    m->rest->pc = b->pc;
    rcy_give_up(m);
}

// An instruction that may find itself without luck after it has changed something goes back then.
static inline void step_at(rcy_pace *f, const rcy_beat *b)
{
    rcy_pace_settle(f, b);
    rcy_step(f->m, &f->m->p->code[b->pc]);
    rcy_pace_look(f);
}

// Where a play goes on from in the midst of it: at a beat, with a machine and what is at hand. Or
// nothing is played, and what is wanted is the code of every kind of beat.
typedef struct midst {
    const rcy_beat *b;
    rcy_machine *m;
    const rcy_pace *f;
    const void *const **codes;
} midst;

// The rest of a machine that was laid out as far as light beats need it.
static RCY_COLD void complete(rcy_machine *m, rcy_scratch *scratch)
{
    rcy_machine_complete(m, scratch);
    m->team_cycle = m->state + m->p->code[m->rest->pc].at_team_cycle;  // it has not rested since
}

// The beats of an option, or NULL if it has no brisk form or what stands around it fails. Lets take
// a whole machine.
static inline const rcy_beat *begin_option(rcy_machine *m, rcy_scratch *scratch, dado_move move,
                                           bool *whole)
{
    const rcy_choice *c = m->p->choice_at[m->rest->pc];
    uint64_t path = rcy_divide(move, c->inverse);
    if (move > UINT16_MAX) {
        if (move > UINT32_MAX) return NULL;
        path = c->inverse ? (uint32_t)move / (uint32_t)c->count : 0;
    }
    uint64_t which = move - path * (uint64_t)c->count;
    if (!c->first || which >= (uint64_t)c->count) return NULL;
    m->cycle = m->state + c->at_cycle;
    m->path = path;
    if (c->lets > 0) {
        complete(m, scratch);
        *whole = true;
        if (!rcy_lets(m, c)) return NULL;
    }
    return c->first[which];
}

// The beats a play goes on with from any other rest, or NULL if it takes the long way: luck is
// listed or left over.
static inline const rcy_beat *begin_rested(rcy_machine *m, dado_move move)
{
    const rcy_program *p = m->p;
    const rcy_rest *r = m->rest;
    if (!p->beats || r->kind == rest_over || r->kind == rest_stopped) return NULL;
    if (r->span | r->luck | r->pending) return NULL;
    const rcy_insn *i = &p->code[r->pc];
    if (i->op == OP_CHOOSE) return NULL;  // for the option in hand, even if that is number 0
    m->cycle = m->state + i->at_cycle;
    m->path = 0;
    if (r->kind != rest_luck) rcy_forget_row(m);
    rcy_take_luck(m, move);
    return p->beats + i->beat;
}

// Every beat leads to the next by a jump of its own, which a processor foresees better than one
// that all have in common.
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"  // labels that are values
#endif

// Goes on to the next rest: from where the play rests, or from a beat in the midst of it. What is
// at hand stays in registers: nobody else is given it. A machine is completed at the first beat
// that is not light, or where anything is unusual.
static void run(const rcy_program *p, void *state, dado_move move, const midst *from)
{
    static const void *const codes[] = {
#define LIGHT(kind, name) &&on_##name,
#define HEAVY(kind, name) &&on_##name,
#include "recycle/beats.def"
    };
    rcy_machine machine, *const m = from ? from->m : &machine;
    rcy_scratch scratch;
    rcy_held held;
    rcy_pace f;
    const rcy_beat *b;
    bool whole = false;
    if (!from) {
        rcy_machine_sketch(m, &scratch, p, state);
        b = m->rest->kind == rest_choice ? begin_option(m, &scratch, move, &whole)
                                         : begin_rested(m, move);
        if (!b) goto long_way;
        rcy_pace_begin(&f, m, &held);
    } else if (from->codes) {
        *from->codes = codes;
        return;
    } else {
        f = *from->f;
        f.m = m;
        b = from->b;
        whole = true;
    }
    f.fuel += b->cost - b->spent;
// The jumps are told apart by a name, or a compiler would make one of them again.
#define GO(here) \
    do { \
        const void *on = b->on; \
        __asm__ volatile("# " here : "+r"(on)); \
        goto *on; \
    } while (0)
#define NEXT(here) do { b++; GO(here " goes on"); } while (0)
#define JUMP(here) do { f.fuel += b->toll; b = b->to; GO(here " jumps"); } while (0)
#define COMPLETE() do { if (!whole) complete(m, &scratch); whole = true; } while (0)
    GO("first");
#define LIGHT(kind, name) on_##name: kind(name)
#define HEAVY(kind, name) on_##name: COMPLETE(); kind(name)
#define SURE(name) rcy_beat_##name(&f, b); NEXT(#name);
#define ASKS(name) if (rcy_beat_##name(&f, b)) JUMP(#name); NEXT(#name);
#define DARES(name) if (!rcy_beat_##name(&f, b)) goto unusual; NEXT(#name);
#define PICKS(name) if (!rcy_beat_##name(&f, b)) goto plain_option; NEXT(#name);
#define LUCKY(name) if (!rcy_beat_##name(&f, b)) goto no_luck; NEXT(#name);
#define FITS(name) if (!rcy_beat_##name(&f, b)) goto unfit; NEXT(#name);
#define TRAPS(name) rcy_beat_##name(&f, b); if (m->trap != trap_none) goto trapped; NEXT(#name);
#define FLOW(name) goto flow_##name;
#include "recycle/beats.def"
flow_until:
    if (!rcy_beat_until(&f, b)) NEXT("until");
flow_round:
    if (rcy_beat_round(&f, b)) JUMP("round");
    COMPLETE();
    rcy_pace_settle(&f, b);
    rcy_go_on(m, (uint32_t)p->code[b->pc].jump, NULL);
    return;
flow_choose:
    rcy_beat_choose(&f, b);
    return;
flow_finish:
    if (rcy_finish_plainly(m)) return;
    COMPLETE();
    rcy_finish(m);
    if (m->trap != trap_none) goto trapped;
    return;
flow_hand_over:
    rcy_pace_settle(&f, b);
    rcy_go_on(m, b->pc, NULL);
    return;
flow_save:
    rcy_beat_save(&f, b);
    JUMP("save");
flow_row:
    rcy_beat_row(&f, b);
    return;
flow_row_and_luck:
    rcy_beat_row_and_luck(&f, b);
    return;
flow_holds: {
    bool so = rcy_holds(m, b->node);
    if (m->trap != trap_none) goto trapped;
    if (so == b->flag) JUMP("holds");
    NEXT("holds");
}
flow_chosen:
    m->walk = walk_none;
    JUMP("chosen");
flow_lap:
flow_tally:
    if (roll(&f, b)) JUMP("tally");
    return;
flow_step:
    if (b->flag && !m->lucky) step_at(&f, b);
    else rcy_beat_act(&f, b);
    if (m->trap != trap_none) goto trapped;
    NEXT("step");
unusual:
    COMPLETE();
    rcy_beat_act(&f, b);
    if (m->trap != trap_none) goto trapped;
    JUMP("unusual");
unfit:
    COMPLETE();
    rcy_fault(m, 607, b->node->token);
    trapped_at(m, b);
    return;
no_luck:
    rcy_rest_for_luck(m, b->pc);
    return;
plain_option:  // nothing was done yet
    COMPLETE();
    option_plainly(m, b, move);
    return;
trapped:
    trapped_at(m, b);
    return;
long_way:
    rcy_apply_plainly(p, state, move, NULL);
#undef SURE
#undef ASKS
#undef DARES
#undef PICKS
#undef LUCKY
#undef FITS
#undef TRAPS
#undef FLOW
#undef GO
#undef NEXT
#undef JUMP
#undef COMPLETE
}

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

void rcy_apply_briskly(const rcy_program *p, void *state, dado_move move)
{
    run(p, state, move, NULL);
}

void rcy_make_brisk(rcy_beat *beats, int count)
{
    const void *const *codes;
    uint32_t spent = 0;
    run(NULL, NULL, 0, &(midst){ .codes = &codes });
    for (int i = 0; i < count; i++) beats[i].spent = spent += beats[i].cost;
    for (int i = 0; i < count; i++) {
        rcy_beat *b = &beats[i];
        b->on = codes[b->op];
        b->to = beats + (b->jump < count ? b->jump : i);  // nothing comes after the last
        b->toll = b->spent - (b->to->spent - b->to->cost);
    }
}

void rcy_leave_off(rcy_machine *m, rcy_pace *f, rcy_left left, uint32_t beat, dado_move move)
{
    const rcy_beat *b = &m->p->beats[beat];
    const rcy_insn *i = &m->p->code[b->pc];
    m->cycle = m->state + i->at_cycle - (i->op == OP_TOGETHER ? 2 : 0);  // one more while it asks
    m->team_cycle = m->state + i->at_team_cycle;
    f->held->who[owner_none] = 0;
    f->fuel -= b->spent;  // native code counts every beat
    rcy_pace_look(f);
    switch (left) {
    case left_option: option_plainly(m, b, move); return;
    case left_round:
        rcy_pace_settle(f, b);
        rcy_go_on(m, (uint32_t)m->p->code[b->pc].jump, NULL);
        return;
    case left_unusual: rcy_beat_act(f, b); break;
    case left_unfit: rcy_fault(m, 607, b->node->token); break;
    case left_trapped: case left_to_take: break;
    }
    if (m->trap != trap_none) {
        trapped_at(m, b);
        return;
    }
    f->fuel += b->spent;
    midst here = { .b = left == left_unusual ? b->to : b, .m = m, .f = f };
    run(m->p, m->state, move, &here);
}
