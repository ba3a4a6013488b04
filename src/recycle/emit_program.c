// emit_program.c - compiles a checked tree to a program: slots, flow, and the layout of
// the state.
//
// Flow is flat: a stage is a jump back, and a condition between elements is a jump ahead.
// Whatever is inside loops and `let`s is one instruction, since a state pauses only
// between instructions. Every name becomes a slot here; later no string is looked up,
// unless a name is computed.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "recycle/emitter.h"

void rcy_emit_fail(emitter *e, const rcy_tree *t, const char *format, ...)
{
    if (e->failed) return;
    e->failed = true;
    char text[300];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (t)
        dado_fail_at(e->err, DADO_LIMIT, rcy_source_location(e->s, t->token, t->last), "%s", text);
    else dado_fail(e->err, DADO_LIMIT, "%s", text);
}

void *rcy_emit_room(emitter *e, size_t count, size_t size)
{
    if (e->failed) return NULL;
    void *memory = dado_region_alloc(e->region, count, size);
    if (!memory) rcy_emit_fail(e, NULL, "no memory left for the game in %s", e->s->file);
    return memory;
}

void *rcy_emit_grow(emitter *e, void *items, int count, int *room, size_t size)
{
    if (count < *room) return items;
    int more = *room ? *room * 2 : 32;
    void *moved = rcy_emit_room(e, (size_t)more, size);
    if (!moved) return items;
    if (count) memcpy(moved, items, size * (size_t)count);
    *room = more;
    return moved;
}

static void slot_info(emitter *e, int kind, int32_t name, rcy_class owner, int count, int *first)
{
    rcy_program *p = e->p;
    for (int i = 0; i < count && !e->failed; i++) {
        rcy_place_info info = { name,
                                (int8_t)(owner == class_game   ? -1
                                         : owner == class_team ? -2 - i
                                                               : i),
                                (uint8_t)kind };
        rcy_place_info **list;
        int *used, *room;
        switch (kind) {
        case slot_sto:
            list = &e->sto_info;
            used = &p->stos;
            room = &e->sto_room;
            break;
        case slot_str:
            list = &e->str_info;
            used = &p->strs;
            room = &e->str_room;
            break;
        case slot_flag:
        case slot_who:
            list = &e->byte_info;
            used = &p->bytes;
            room = &e->byte_room;
            break;
        case place_mem:
            list = &e->mem;
            used = &p->mems;
            room = &e->mem_room;
            break;
        default:
            list = &e->place;
            used = &p->places;
            room = &e->place_room;
            break;
        }
        if (i == 0) *first = *used;
        *list = rcy_emit_grow(e, *list, *used, room, sizeof **list);
        if (!e->failed) (*list)[(*used)++] = info;
        if (*used <= 60000) continue;
        rcy_emit_fail(e, NULL, "the names of %s need too much storage", e->s->file);
    }
}

int rcy_emit_slot(emitter *e, int kind, int32_t name, rcy_class owner)
{
    rcy_program *p = e->p;
    if (e->failed) return 0;
    int32_t *slot = &e->slot_of[(kind * p->strings + name) * class_count + (int)owner];
    if (*slot >= 0) return *slot;
    int count = owner == class_game ? 1 : owner == class_player ? p->players : p->most_teams;
    int first = 0;
    if (kind == slot_points) {
        first = p->map_slots;
        p->map_slots += count;
    } else {
        slot_info(e, kind, name, owner, count, &first);
    }
    *slot = first;
    return first;
}

int rcy_emit_coverage_point(emitter *e, const rcy_tree *t, char kind)
{
    rcy_program *p = e->p;
    if (e->tried) return -1;  // what is only tried is not executed
    // All calls of a definition share one coverage point.
    for (int i = 0; e->s->define_count + e->s->effect_count > 0 && i < p->coverage_count; i++) {
        const rcy_coverage_point *c = &e->coverage[i];
        if (c->token == t->token && c->last == t->last && c->kind == kind) return i;
    }
    e->coverage =
        rcy_emit_grow(e, e->coverage, p->coverage_count, &e->coverage_room, sizeof *e->coverage);
    if (e->failed) return -1;
    e->coverage[p->coverage_count] = (rcy_coverage_point){ t->token, t->last, kind };
    return p->coverage_count++;
}

// Adds coverage points for several trees with consecutive numbers, and returns the first
// number.
int rcy_emit_coverage_points(emitter *e, rcy_tree *const *trees, int count, char kind)
{
    int first = count > 0 ? rcy_emit_coverage_point(e, trees[0], kind) : e->p->coverage_count;
    for (int i = 1; i < count; i++) rcy_emit_coverage_point(e, trees[i], kind);
    return first;
}

rcy_insn *rcy_emit_instruct(emitter *e, rcy_op op, const rcy_tree *t)
{
    rcy_program *p = e->p;
    e->code = rcy_emit_grow(e, e->code, p->code_count, &e->code_room, sizeof *e->code);
    if (e->failed) return &e->spare_insn;
    rcy_insn *i = &e->code[p->code_count++];
    *i = (rcy_insn){ .op = (uint8_t)op,
                     .at_cycle = (uint32_t)e->depth * 2,
                     .at_team_cycle = (uint32_t)e->team_depth * 2,
                     .token = t->token,
                     .kept = -1,
                     .level = e->kept,
                     .stop_turn = e->stage,
                     .stop_stage = e->stage };
    return i;
}

// Returns whether an instruction may run out of random bits after it has changed
// something.
bool rcy_changes_first(const emitter *e, const rcy_node *n)
{
    if (!n->draws) return false;
    switch (n->op) {
    case OP_SHUFFLE: return e->p->listed;
    case OP_MOVE: return n->lazy_pile;
    case OP_IF:
    case OP_LET:
    case OP_LABEL: return rcy_changes_first(e, n->y);
    case OP_EITHER_ACT: return rcy_changes_first(e, n->y) || (n->z && rcy_changes_first(e, n->z));
    case OP_REPEAT_WHILE: return true;
    case OP_DO:
    case OP_ALL:
    case OP_ANY:
    case OP_REPEAT:
    case OP_DRAIN: return true;
    default: return false;
    }
}

// Returns whether an act is a throw of one die, or a sum or assignment of known storages,
// of which rounds of dice games consist.
static bool is_quick(const emitter *e, const rcy_node *n)
{
    if (n->op == OP_THROW) {
        const rcy_dice *dice = &e->dice[n->a];
        return dice->count == 1 && dice->faces[0] > 1;
    }
    if ((n->op != OP_ADD && n->op != OP_SET_INT) || n->mode > mode_current) return false;
    if (n->op == OP_ADD && n->z->op == OP_DIE && !n->flag) return true;
    return n->z->op == OP_CONST && n->z->value > INT32_MIN && n->z->value <= INT32_MAX;
}

// Marks an instruction as quick if only its first act may need random bits; if there are
// none, it has done nothing yet.
static void find_quick_steps(const emitter *e, rcy_insn *i)
{
    const rcy_node *const *acts = i->x->op == OP_DO ? i->x->list : &i->x;
    int count = i->x->op == OP_DO ? i->x->count : 1;
    i->quick = count > 0;
    for (int k = 0; k < count; k++) {
        if (!is_quick(e, acts[k]) || (k > 0 && acts[k]->draws)) i->quick = false;
    }
    i->throws = i->quick && acts[0]->op == OP_THROW;
}

// Joins quick steps that follow each other, as long as only the first act may need random
// bits.
static bool join_steps(emitter *e, rcy_insn *into, const rcy_insn *next, const rcy_tree *t)
{
    const rcy_node *a = into->x, *b = next->x;
    if (!into->quick || !next->quick || b->draws) return false;
    int count = a->op == OP_DO ? a->count : 1, more = b->op == OP_DO ? b->count : 1;
    rcy_node *all = rcy_emit_node(e, OP_DO, t);
    const rcy_node **list = rcy_emit_room(e, (size_t)count + (size_t)more, sizeof *list);
    if (e->failed) return false;
    for (int k = 0; k < count; k++) list[k] = a->op == OP_DO ? a->list[k] : a;
    for (int k = 0; k < more; k++) list[count + k] = b->op == OP_DO ? b->list[k] : b;
    all->list = list;
    all->count = count + more;
    all->draws = a->draws;
    all->sure = a->sure || b->sure;
    into->x = all;
    find_quick_steps(e, into);
    return true;
}

// Returns whether a form is a `repeat` that is known to run once.
static bool runs_once(const rcy_tree *t)
{
    int64_t times;
    return t->form == form_repeat && t->count == 2 && rcy_constant(t->kids[0], &times) &&
           times == 1;
}

void rcy_emit_flow_act(emitter *e, const rcy_tree *t)
{
    if (e->failed) return;
    if (runs_once(t)) {
        rcy_emit_flow_act(e, t->kids[1]);
    } else if (t->form == form_do) {
        int joined = -1;  // the step that the next one may join
        for (int i = 0; i < t->count && !e->failed; i++) {
            int at = e->p->code_count;
            rcy_emit_flow_act(e, t->kids[i]);
            bool one = !e->failed && e->p->code_count == at + 1 && e->code[at].op == OP_STEP;
            if (one && joined >= 0 && join_steps(e, &e->code[joined], &e->code[at], t)) {
                e->p->code_count--;
            } else {
                joined = one ? at : -1;
            }
        }
    } else if (t->form == form_if) {
        int at = e->p->code_count;
        int coverage = rcy_emit_coverage_point(e, t->kids[0], 'c');
        const rcy_node *test = rcy_emit_value(e, t->kids[0]);
        rcy_insn *i = rcy_emit_instruct(e, OP_UNLESS, t);
        if (e->failed) return;
        i->x = test;
        i->choice = coverage;
        rcy_emit_flow_act(e, t->kids[1]);
        if (!e->failed) e->code[at].jump = e->p->code_count;
    } else if (t->form == form_either_act) {
        int at = e->p->code_count, coverage = rcy_emit_coverage_point(e, t->kids[0], 'c');
        const rcy_node *test = rcy_emit_value(e, t->kids[0]);
        rcy_insn *i = rcy_emit_instruct(e, OP_UNLESS, t);
        if (e->failed) return;
        i->x = test;
        i->choice = coverage;
        rcy_emit_flow_act(e, t->kids[1]);
        int jump = e->p->code_count;
        rcy_emit_instruct(e, OP_JUMP, t);
        if (e->failed) return;
        e->code[at].jump = e->p->code_count;
        rcy_emit_flow_act(e, t->kids[2]);
        if (!e->failed) e->code[jump].jump = e->p->code_count;
    } else {
        const rcy_node *act = rcy_emit_act(e, t);
        rcy_insn *i = rcy_emit_instruct(e, OP_STEP, t);
        if (e->failed) return;
        i->x = act;
        i->copies = rcy_changes_first(e, act);
        find_quick_steps(e, i);
    }
}

static bool asks_for_team(const rcy_tree *t)
{
    if (t->type == type_team || t->type == type_teams) return true;
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i] && asks_for_team(t->kids[i])) return true;
    }
    return false;
}

static void find_score_slots(rcy_program *p)
{
    const rcy_node *n = p->scoring;
    p->score_slot = p->minus_slot = -1;
    if (!n || p->plain) return;
    if (n->op == OP_STO_CURRENT) p->score_slot = n->a;
    if (n->op != OP_SUBTRACT || n->x->op != OP_STO_CURRENT || n->y->op != OP_STO_CURRENT) return;
    p->score_slot = n->x->a;
    p->minus_slot = n->y->a;
}

static void find_sides(emitter *e, const rcy_tree *scoring)
{
    rcy_program *p = e->p;
    const rcy_teams *teams = &e->teams[0];
    if (teams->count == p->players || !asks_for_team(scoring)) return;
    p->side = rcy_emit_room(e, (size_t)p->players, 1);
    if (p->side) memcpy(p->side, teams->of, (size_t)p->players);
}

static uint32_t take(uint32_t *at, int count, uint32_t size)
{
    uint32_t here = *at;
    *at += (uint32_t)count * size;
    return here;
}

static void layout_state(emitter *e, int mems)
{
    rcy_program *p = e->p;
    uint32_t at = sizeof(rcy_pause);
    p->at_option = take(&at, p->together ? p->players : 0, 8);
    p->at_fact = take(&at, p->tells ? p->players * p->cards : 0, 8);
    p->recall_room = p->mems == 0 ? 0 : mems > 0 ? mems : p->cards > 0 ? p->cards : 1;
    p->at_score = take(&at, p->players, 4);
    p->at_sto = take(&at, p->stos, 4);
    p->at_die = take(&at, p->dice_count, 4);
    p->at_award = take(&at, p->map_slots * p->awards, 4);
    p->at_exchange = p->exchanges ? take(&at, 1, sizeof(rcy_exchange)) : 0;
    p->at_kept = take(&at, p->kept, 4);
    p->at_str = take(&at, p->strs, 2);
    p->at_map = take(&at, p->map_slots, 2);
    p->at_word = take(&at, p->map_slots * p->words, 2);
    p->at_order = take(&at, p->cards, 2);
    p->at_from = take(&at, p->places + 1, 2);
    p->at_recall = take(&at, p->recall_room, 2);
    p->at_recall_from = take(&at, p->mems + 1, 2);
    p->at_lazy_pile = take(&at, p->any_lazy_pile ? p->places : 0, 2);
    p->at_cycle = take(&at, p->depth, 2);
    p->at_team_cycle = take(&at, p->team_depth, 2);
    p->at_made = take(&at, p->deck_count, 1);
    p->at_byte = take(&at, p->bytes, 1);
    p->at_side = take(&at, p->sided, 1);
    p->at_place = take(&at, p->placed ? p->players : 0, 1);
    p->at_chooser = take(&at, p->chosen_by ? 1 : 0, 1);
    p->at_chosen = take(&at, p->together ? 1 : 0, 1);
    p->at_mark = take(&at, p->shows ? (p->players * p->cards + 7) / 8 : 0, 1);
    p->state_size = (at + 7) / 8 * 8;
    p->view_size = p->state_size + (uint32_t)(p->cards + 63) / 64 * 8;
    if (p->state_size > rcy_most_state) {
        rcy_emit_fail(e, NULL, "the state of this game takes %u bytes, more than the limit of %d",
                      p->state_size, rcy_most_state);
    }
}

static void write_initial_state(emitter *e)
{
    rcy_program *p = e->p;
    p->initial_state = rcy_emit_room(e, p->state_size, 1);
    if (!p->initial_state) return;
    uint16_t *order = (uint16_t *)(void *)(p->initial_state + p->at_order);
    uint16_t *from = (uint16_t *)(void *)(p->initial_state + p->at_from);
    int laid = 0;
    for (int place = 0; place < p->places; place++) {
        from[place] = (uint16_t)laid;
        for (int card = 0; card < p->cards; card++) {
            if (e->home[card] == place) order[laid++] = (uint16_t)card;
        }
    }
    from[p->places] = (uint16_t)laid;
    for (int i = 0; i < p->depth; i++) {
        p->initial_state[p->at_cycle + (uint32_t)i * 2 + 1] = i == 0 ? rcy_nobody_queued : 0;
    }
    if (p->team_depth > 0) p->initial_state[p->at_team_cycle + 1] = rcy_nobody_queued;
    for (int i = 0; i < p->bytes; i++) {
        if (e->byte_info[i].kind == slot_who)
            p->initial_state[p->at_byte + (uint32_t)i] = rcy_nobody;
    }
    ((rcy_pause *)(void *)p->initial_state)->pc = 0;
    if (p->exchanges) {
        *(rcy_exchange *)(void *)(p->initial_state + p->at_exchange) =
            (rcy_exchange){ .change = p->luck_change };
    }
}

// Returns the most elements that a collection can have, as far as that is known.
static int64_t most_held(const emitter *e, const rcy_node *over, int64_t limit)
{
    int64_t sum = 0, other;
    switch ((rcy_op)over->op) {
    case OP_FILTER:
    case OP_BEST_OF:
    case OP_WHILE_OF:
    case OP_DISTINCT:
    case OP_EACH: return most_held(e, over->x, limit);
    case OP_PLACE:
    case OP_MEM: return e->p->cards;
    case OP_PLAYERS:
    case OP_OTHERS: return e->p->players;
    case OP_STRINGS: return over->a;
    case OP_RANGE:
        if (over->x->op == OP_CONST && over->y->op == OP_CONST) {
            return over->y->value - over->x->value + 1;
        }
        return limit;
    case OP_NEAR:
    case OP_RAY:
    case OP_REACH:
    case OP_PARTS: return e->s->boards->spaces;
    case OP_LIST: return over->count;
    case OP_JOIN:
        for (int i = 0; i < over->count && sum < limit; i++) {
            sum += most_held(e, over->list[i], limit);
        }
        return sum;
    case OP_EITHER_GATHER:
        sum = most_held(e, over->y, limit);
        other = most_held(e, over->z, limit);
        return sum > other ? sum : other;
    case OP_LET_GATHER: return most_held(e, over->y, limit);
    case OP_SUBSETS:
        sum = over->x->op == OP_PLACE && e->p->cards < 16 ? (int64_t)1 << e->p->cards : limit;
        return sum < limit ? sum : limit;
    default: return limit;
    }
}

// Returns a bound on the number of options: the product of the sizes of all `any` lists,
// summed over alternatives.
static int64_t most_paths(const emitter *e, const rcy_node *n, int64_t limit)
{
    int64_t most = 1, held;
    switch (n->op) {
    case OP_IF:
    case OP_LET:
    case OP_ALL:
    case OP_REPEAT:
    case OP_DRAIN:
    case OP_LABEL:
    case OP_REPEAT_WHILE:
        most = most_paths(e, n->y, limit);
        return n->op == OP_ALL || n->op == OP_REPEAT || n->op == OP_REPEAT_WHILE
                   ? (most > 1 ? limit : 1)
                   : most;
    case OP_EITHER_ACT:
        most = most_paths(e, n->y, limit);
        held = n->z ? most_paths(e, n->z, limit) : 1;
        return most > held ? most : held;
    case OP_DO:
        for (int i = 0; i < n->count && most < limit; i++) most *= most_paths(e, n->list[i], limit);
        return most < limit ? most : limit;
    case OP_ANY: break;
    default: return 1;
    }
    held = most_held(e, n->x, limit);
    if (held < 1) held = 1;
    if (held >= limit) return limit;
    most = held * most_paths(e, n->y, limit);
    return most < limit ? most : limit;
}

static void count_moves(emitter *e, int most)
{
    rcy_program *p = e->p;
    int64_t moves = 1;
    for (int i = 0; i < p->choice_count; i++) {
        int64_t sum = 0;
        for (int k = 0; k < e->choices[i].count && sum < most; k++) {
            sum += most_paths(e, e->choices[i].acts[k], most);
        }
        if (sum > moves) moves = sum;
    }
    if (p->listed && moves < 128) moves = 128;
    p->most_moves = moves < most ? (int)moves : most;
}

// Returns whether an instruction may run between saving a row of scores and the pause for
// it: it must not save, ask a player, or fail half done. A throw may, since without
// random bits it does nothing.
static bool runs_ahead(const rcy_insn *i)
{
    switch ((rcy_op)i->op) {
    case OP_STEP: return i->throws || (i->x->op == OP_CYCLE && i->x->a != turn_worked_out);
    case OP_UNLESS:
    case OP_ENTER:
    case OP_SKIP_IF:
    case OP_LEAVE: return true;
    case OP_AGAIN: return i->kept < 0;
    default: return false;
    }
}

// Makes the tables that are indexed by the number of a name.
static void make_name_tables(emitter *e)
{
    rcy_source *s = e->s;
    size_t strings = (size_t)e->p->strings;
    e->value_name = rcy_emit_room(e, strings, sizeof *e->value_name);
    e->key_of = rcy_emit_room(e, strings, sizeof *e->key_of);
    e->slot_of = rcy_emit_room(e, slot_kinds * strings * class_count, sizeof *e->slot_of);
    if (e->failed) return;
    for (int i = 0; s->boards && i < s->boards->spaces; i++) {
        e->value_name[s->boards->name[i]] = true;
    }
    for (size_t i = 0; i < strings; i++) e->key_of[i] = -1;
    for (size_t i = 0; i < slot_kinds * strings * class_count; i++) e->slot_of[i] = -1;
}

// Completes the instructions with what is known once the state has its layout.
static void place_instructions(emitter *e)
{
    rcy_program *p = e->p;
    uint32_t *asked_at = rcy_emit_room(e, (size_t)p->code_count, sizeof *asked_at);
    const rcy_choice **choice_at = rcy_emit_room(e, (size_t)p->code_count, sizeof *choice_at);
    for (int i = 0; i < p->code_count && !e->failed; i++) {
        rcy_insn *code = &e->code[i];
        code->ahead = runs_ahead(code);
        code->at_cycle += p->at_cycle;
        code->at_team_cycle += p->at_team_cycle;
        asked_at[i] = code->op == OP_CHOOSE && code->x ? p->at_chooser : code->at_cycle;
        if (code->op != OP_CHOOSE && code->op != OP_TOGETHER) continue;
        choice_at[i] = &e->choices[code->choice];
        e->choices[code->choice].at_cycle = code->at_cycle;
    }
    p->asked_at = asked_at;
    p->choice_at = choice_at;
}

// Copies what was compiled to the program.
static void fill_program(const emitter *e)
{
    rcy_program *p = e->p;
    p->code = e->code;
    p->choices = e->choices;
    p->key_of = e->key_of;
    p->deck_of = e->deck_of;
    p->slot_of = e->slot_of;
    p->maps = e->maps;
    p->teams = e->teams;
    p->dice = e->dice;
    p->decks = e->decks;
    p->place = e->place;
    p->mem = e->mem;
    p->sto_info = e->sto_info;
    p->str_info = e->str_info;
    p->byte_info = e->byte_info;
    p->labels = e->labels;
    p->boards = e->s->boards;
    p->coverage = e->coverage;
}

bool rcy_emit(rcy_program *p, rcy_source *s, rcy_tree *game, int most_moves, int mems,
              dado_region *region, dado_error *err)
{
    emitter *e = dado_new(region, emitter, 1);
    if (!e) return dado_fail(err, DADO_LIMIT, "no memory left for the game in %s", s->file);
    *e = (emitter){ .p = p, .s = s, .game = game, .region = region, .err = err };
    rcy_name(&s->names, "DEFAULT", 7);
    p->source = s;
    p->strings = s->play_names > 0 ? s->play_names : s->names.count;
    if (p->strings > 60000) rcy_emit_fail(e, NULL, "%s has too many names", s->file);
    p->depth = p->team_depth = 1;
    make_name_tables(e);
    if (e->failed) return false;
    rcy_emit_lazy_piles(e);
    int unborn = 0;
    slot_info(e, place_hloc, 0, class_game, 1, &unborn);
    rcy_emit_decks(e, game);
    if (!e->failed) rcy_emit_initial_placement(e, game);
    if (!e->failed) rcy_emit_numbers(e);
    int scoring = game->count - 1;
    for (int i = (int)game->value + 1; i < scoring; i++) rcy_emit_element(e, game->kids[i]);
    rcy_emit_instruct(e, OP_FINISH, game->kids[scoring]);
    if (!e->failed) rcy_emit_scoring(e, game->kids[scoring]);
    if (!e->failed) rcy_emit_fixed_awards(e);
    if (!e->failed) find_sides(e, game->kids[scoring]);
    find_score_slots(p);
    if (!e->failed) rcy_emit_identical_cards(e);
    if (!e->failed) rcy_emit_ranks(e);
    if (!e->failed) rcy_emit_key_scores(e);
    if (!e->failed) rcy_emit_facts(e);
    if (!e->failed) layout_state(e, mems);
    if (!e->failed) write_initial_state(e);
    if (!e->failed) count_moves(e, most_moves);
    place_instructions(e);
    p->attribute = e->attribute;
    if (!e->failed && !p->plain) rcy_emit_bytecode(e);
    if (!e->failed && !p->plain) rcy_emit_option_plans(e);
    fill_program(e);
    return !e->failed;
}
