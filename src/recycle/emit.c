// emit.c - a checked tree into a program: slots, flow, and the layout of the state.
//
// Flow is flat: a stage is a jump back, a condition at element level a jump
// ahead. What stands inside loops and lets is one instruction, since a state
// rests only between instructions. Every name met becomes a slot here; after
// that no string is looked at again, unless a name is computed.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "recycle/emit.h"

void rcy_emit_fail(emitter *e, const rcy_tree *t, const char *format, ...)
{
    if (e->failed) return;
    e->failed = true;
    char text[300];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (t) dado_fail_at(e->err, DADO_LIMIT, rcy_place(e->s, t->token, t->last), "%s", text);
    else dado_fail(e->err, DADO_LIMIT, "%s", text);
}

void *rcy_emit_room(emitter *e, size_t count, size_t size)
{
    if (e->failed) return NULL;
    void *memory = dado_arena_take(e->arena, count, size);
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
        rcy_place_info info = { name, (int8_t)(owner == class_game ? -1 : owner == class_team
                                                                       ? -2 - i : i),
                                (uint8_t)kind };
        rcy_place_info **list;
        int *used, *room;
        switch (kind) {
        case slot_sto: list = &e->sto_info; used = &p->stos; room = &e->sto_room; break;
        case slot_str: list = &e->str_info; used = &p->strs; room = &e->str_room; break;
        case place_mem: list = &e->mem; used = &p->mems; room = &e->mem_room; break;
        default: list = &e->place; used = &p->places; room = &e->place_room; break;
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

int rcy_emit_cover(emitter *e, const rcy_tree *t, char kind)
{
    rcy_program *p = e->p;
    e->cover = rcy_emit_grow(e, e->cover, p->cover_count, &e->cover_room, sizeof *e->cover);
    if (e->failed) return -1;
    e->cover[p->cover_count] = (rcy_cover){ t->token, t->last, kind };
    return p->cover_count++;
}

static rcy_strings list_strings(emitter *e, const rcy_tree *list)
{
    int32_t *items = rcy_emit_room(e, (size_t)list->count + 1, sizeof *items);
    if (!items) return (rcy_strings){ 0 };
    for (int i = 0; i < list->count; i++) items[i] = list->kids[i]->name;
    return (rcy_strings){ .count = list->count, .items = items };
}

static void attribute_values(const rcy_tree *t, int32_t key, int32_t *items, int *count, int room)
{
    if (t->form == form_attribute && t->name == key) {
        for (int g = 0; g < t->count; g++) {
            const rcy_tree *values = rcy_constant_strings(t->kids[g]->kids[0]);
            for (int v = 0; values && v < values->count && *count < room; v++) {
                items[(*count)++] = values->kids[v]->name;
            }
        }
    }
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) attribute_values(t->kids[i], key, items, count, room);
    }
}

rcy_strings rcy_strings_of(emitter *e, const rcy_tree *t)
{
    rcy_strings unknown = { .any = true };
    int32_t key;
    if (t->form == form_cardatt && rcy_constant_string(t->kids[0], &key)) {
        enum { most_values = 4096 };
        int32_t *items = rcy_emit_room(e, most_values, sizeof *items);
        int count = 0;
        if (items) attribute_values(e->game, key, items, &count, most_values);
        return count < most_values ? (rcy_strings){ .count = count, .items = items } : unknown;
    }
    if (t->form != form_var || !t->binding) return unknown;
    const rcy_binding *b = t->binding;
    if (b->by->form == form_let || b->by->form == form_let_act) return rcy_strings_of(e, b->from);
    const rcy_tree *over = b->from;
    while (over->form == form_filter) over = over->kids[0];
    const rcy_tree *list = rcy_constant_strings(over);
    return list ? list_strings(e, list) : unknown;
}

static rcy_insn *instruct(emitter *e, rcy_op op, const rcy_tree *t)
{
    rcy_program *p = e->p;
    e->code = rcy_emit_grow(e, e->code, p->code_count, &e->code_room, sizeof *e->code);
    if (e->failed) return &e->spare_insn;
    rcy_insn *i = &e->code[p->code_count++];
    *i = (rcy_insn){ .op = (uint8_t)op, .at_cycle = (uint32_t)e->depth * 2,
                     .at_team_cycle = (uint32_t)e->team_depth * 2, .token = t->token };
    return i;
}

// Whether the instruction may find itself without luck after it has changed something.
static bool changes_first(const emitter *e, const rcy_node *n)
{
    if (!n->draws) return false;
    switch (n->op) {
    case OP_SHUFFLE: return e->p->listed;
    case OP_IF: case OP_LET: return changes_first(e, n->y);
    case OP_DO: case OP_ALL: case OP_ANY: case OP_REPEAT: case OP_DRAIN: return true;
    default: return false;
    }
}

// Throws of one die, sums and sets of storages that are known: what a round of dice is made of.
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

// Only the first act may draw: then an instruction that finds no luck has done nothing yet.
static void find_quick(const emitter *e, rcy_insn *i)
{
    const rcy_node *const *acts = i->x->op == OP_DO ? i->x->list : &i->x;
    int count = i->x->op == OP_DO ? i->x->count : 1;
    i->quick = count > 0;
    for (int k = 0; k < count; k++) {
        if (!is_quick(e, acts[k]) || (k > 0 && acts[k]->draws)) i->quick = false;
    }
    i->throws = i->quick && acts[0]->op == OP_THROW;
}

// Quick steps that follow each other become one, as long as only its first act may draw.
static bool join_steps(emitter *e, rcy_insn *into, const rcy_insn *next, const rcy_tree *t)
{
    const rcy_node *a = into->x, *b = next->x;
    if (!into->quick || !next->quick || b->draws) return false;
    int count = a->op == OP_DO ? a->count : 1, more = b->op == OP_DO ? b->count : 1;
    rcy_node *all = rcy_emit_node(e, OP_DO, t);
    const rcy_node **list = rcy_emit_room(e, (size_t)(count + more), sizeof *list);
    if (e->failed) return false;
    for (int k = 0; k < count; k++) list[k] = a->op == OP_DO ? a->list[k] : a;
    for (int k = 0; k < more; k++) list[count + k] = b->op == OP_DO ? b->list[k] : b;
    all->list = list;
    all->count = count + more;
    all->draws = a->draws;
    all->sure = a->sure || b->sure;
    into->x = all;
    find_quick(e, into);
    return true;
}

// `repeat` that is known to run once is what it repeats.
static bool runs_once(const rcy_tree *t)
{
    int64_t times;
    return t->form == form_repeat && t->count == 2 && rcy_constant(t->kids[0], &times) &&
           times == 1;
}

static void flow_act(emitter *e, const rcy_tree *t)
{
    if (e->failed) return;
    if (runs_once(t)) {
        flow_act(e, t->kids[1]);
    } else if (t->form == form_do) {
        int joined = -1;  // the step that the next one may join
        for (int i = 0; i < t->count && !e->failed; i++) {
            int at = e->p->code_count;
            flow_act(e, t->kids[i]);
            bool one = !e->failed && e->p->code_count == at + 1 && e->code[at].op == OP_STEP;
            if (one && joined >= 0 && join_steps(e, &e->code[joined], &e->code[at], t)) {
                e->p->code_count--;
            } else {
                joined = one ? at : -1;
            }
        }
    } else if (t->form == form_if) {
        int at = e->p->code_count;
        int cover = rcy_emit_cover(e, t->kids[0], 'c');
        const rcy_node *test = rcy_emit_value(e, t->kids[0]);
        rcy_insn *i = instruct(e, OP_UNLESS, t);
        if (e->failed) return;
        i->x = test;
        i->choice = cover;
        flow_act(e, t->kids[1]);
        if (!e->failed) e->code[at].jump = e->p->code_count;
    } else {
        const rcy_node *act = rcy_emit_act(e, t);
        rcy_insn *i = instruct(e, OP_STEP, t);
        if (e->failed) return;
        i->x = act;
        i->copies = changes_first(e, act);
        find_quick(e, i);
    }
}

static bool only_passes(const rcy_node *n)
{
    switch (n->op) {
    case OP_PASS: return true;
    case OP_IF: case OP_LET: return only_passes(n->y);
    case OP_DO:
        for (int i = 0; i < n->count; i++) {
            if (!only_passes(n->list[i])) return false;
        }
        return true;
    default: return false;
    }
}

static void choice(emitter *e, const rcy_tree *t, const rcy_node **lets, int let_count)
{
    rcy_program *p = e->p;
    e->choices = rcy_emit_grow(e, e->choices, p->choice_count, &e->choice_room, sizeof *e->choices);
    const rcy_node **acts = rcy_emit_room(e, (size_t)t->count, sizeof *acts);
    uint16_t *order = rcy_emit_room(e, (size_t)t->count, sizeof *order);
    if (e->failed) return;
    int cover = p->cover_count;
    for (int i = 0; i < t->count; i++) rcy_emit_cover(e, t->kids[i], 'o');
    // What a let above the choice found out may have hung on hidden cards as well.
    rcy_choice made = { .count = t->count, .acts = acts, .order = order, .lets = let_count,
                        .let = lets, .token = t->token, .cover = cover,
                        .peeks = t->flag || let_count > 0 };
    for (int i = 0; i < let_count; i++) made.let_draws = made.let_draws || lets[i]->draws;
    bool copies = false;
    for (int i = 0; i < t->count; i++) {
        acts[i] = rcy_emit_act(e, t->kids[i]);
        if (e->failed) return;
        copies = copies || changes_first(e, acts[i]);
    }
    int listed = 0;
    for (int passing = 0; passing < 2; passing++) {
        for (int k = 0; k < t->count; k++) {
            if (only_passes(acts[k]) == passing) order[listed++] = (uint16_t)k;
        }
    }
    rcy_insn *i = instruct(e, OP_CHOOSE, t);
    if (e->failed) return;
    i->choice = p->choice_count;
    i->copies = copies;
    e->choices[p->choice_count++] = made;
}

static bool leads_to_choice(const rcy_tree *t)
{
    while (t->form == form_let_act) t = t->kids[1];
    return t->form == form_choice;
}

static void choice_in_lets(emitter *e, const rcy_tree *t)
{
    int count = 0;
    for (const rcy_tree *l = t; l->form == form_let_act; l = l->kids[1]) count++;
    const rcy_node **lets = rcy_emit_room(e, (size_t)count + 1, sizeof *lets);
    if (!lets) return;
    for (int i = 0; i < count; i++, t = t->kids[1]) {
        rcy_node *n = rcy_emit_node(e, OP_LET, t);
        if (e->failed) return;
        rcy_emit_let(e, t, n);
        if (e->failed) return;
        n->draws = n->x->draws;
        lets[i] = n;
    }
    choice(e, t, lets, count);
    e->vars -= count;
}

static void element(emitter *e, const rcy_tree *t);

static void stage(emitter *e, const rcy_tree *t)
{
    rcy_program *p = e->p;
    bool team = t->code == word_team;
    int cover = rcy_emit_cover(e, t, 's');
    rcy_insn *i = instruct(e, OP_ENTER, t);
    if (e->failed) return;
    i->flag = team;
    if (team) e->team_depth++;
    else e->depth++;
    if (e->depth >= 250 || e->team_depth >= 250) rcy_emit_fail(e, t, "stages are nested too deep");
    if (e->depth + 1 > p->depth) p->depth = e->depth + 1;
    if (e->team_depth + 1 > p->team_depth) p->team_depth = e->team_depth + 1;
    int cover_end = rcy_emit_cover(e, t->kids[0], 'c');
    const rcy_node *end = rcy_emit_value(e, t->kids[0]);
    int skip = p->code_count;
    i = instruct(e, OP_SKIP_IF, t->kids[0]);
    if (e->failed) return;
    i->x = end;
    i->choice = cover_end;
    i->flag = team;
    int body = p->code_count;
    for (int k = 1; k < t->count; k++) element(e, t->kids[k]);
    i = instruct(e, OP_AGAIN, t->kids[0]);
    if (e->failed) return;
    i->x = end;
    i->choice = cover_end;
    i->jump = body;
    i->flag = team;
    e->code[skip].jump = p->code_count;
    e->code[skip - 1].choice = cover;
    i = instruct(e, OP_LEAVE, t);
    i->flag = team;
    if (team) e->team_depth--;
    else e->depth--;
}

static void element(emitter *e, const rcy_tree *t)
{
    if (e->failed) return;
    if (t->form == form_stage) stage(e, t);
    else if (t->form == form_choice) choice(e, t, NULL, 0);
    else if (t->form == form_let_act && leads_to_choice(t)) choice_in_lets(e, t);
    else flow_act(e, t);
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

static void lay_state(emitter *e, int mems)
{
    rcy_program *p = e->p;
    uint32_t at = sizeof(rcy_rest);
    p->recall_room = p->mems == 0 ? 0 : mems > 0 ? mems : p->cards > 0 ? p->cards : 1;
    p->at_score = take(&at, p->players, 4);
    p->at_sto = take(&at, p->stos, 4);
    p->at_die = take(&at, p->dice_count, 4);
    p->at_award = take(&at, p->map_slots * p->awards, 4);
    p->at_str = take(&at, p->strs, 2);
    p->at_map = take(&at, p->map_slots, 2);
    p->at_word = take(&at, p->map_slots * p->words, 2);
    p->at_order = take(&at, p->cards, 2);
    p->at_from = take(&at, p->places + 1, 2);
    p->at_recall = take(&at, p->recall_room, 2);
    p->at_recall_from = take(&at, p->mems + 1, 2);
    p->at_cycle = take(&at, p->depth, 2);
    p->at_team_cycle = take(&at, p->team_depth, 2);
    p->at_made = take(&at, p->deck_count, 1);
    p->state_size = (at + 7) / 8 * 8;
    p->view_size = p->state_size + (uint32_t)(p->cards + 63) / 64 * 8;
    if (p->state_size > rcy_most_state) {
        rcy_emit_fail(e, NULL, "the state of this game takes %u bytes; %d is the most there may be",
                      p->state_size, rcy_most_state);
    }
}

static void draw_image(emitter *e)
{
    rcy_program *p = e->p;
    p->image = rcy_emit_room(e, p->state_size, 1);
    if (!p->image) return;
    uint16_t *order = (uint16_t *)(void *)(p->image + p->at_order);
    uint16_t *from = (uint16_t *)(void *)(p->image + p->at_from);
    int laid = 0;
    for (int place = 0; place < p->places; place++) {
        from[place] = (uint16_t)laid;
        for (int card = 0; card < p->cards; card++) {
            if (e->home[card] == place) order[laid++] = (uint16_t)card;
        }
    }
    from[p->places] = (uint16_t)laid;
    for (int i = 0; i < p->depth; i++) {
        p->image[p->at_cycle + (uint32_t)i * 2 + 1] = i == 0 ? rcy_nobody_queued : 0;
    }
    if (p->team_depth > 0) p->image[p->at_team_cycle + 1] = rcy_nobody_queued;
    ((rcy_rest *)(void *)p->image)->pc = 0;
}

// The product of what each `any` can hold, summed over alternatives: no choice lists more.
static int64_t most_paths(const emitter *e, const rcy_node *n, int64_t limit)
{
    int64_t most = 1, held;
    switch (n->op) {
    case OP_IF: case OP_LET: case OP_ALL: case OP_REPEAT: case OP_DRAIN:
        most = most_paths(e, n->y, limit);
        return n->op == OP_ALL || n->op == OP_REPEAT ? (most > 1 ? limit : 1) : most;
    case OP_DO:
        for (int i = 0; i < n->count && most < limit; i++) most *= most_paths(e, n->list[i], limit);
        return most < limit ? most : limit;
    case OP_ANY: break;
    default: return 1;
    }
    const rcy_node *over = n->x;
    while (over->op == OP_FILTER) over = over->x;
    switch (over->op) {
    case OP_PLACE: case OP_MEM: held = e->p->cards; break;
    case OP_PLAYERS: case OP_OTHERS: held = e->p->players; break;
    case OP_STRINGS: held = over->a; break;
    case OP_RANGE:
        held = limit;
        if (over->x->op == OP_CONST && over->y->op == OP_CONST) {
            held = over->y->value - over->x->value + 1;
        }
        break;
    default: held = limit; break;
    }
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

// What may run between a saved row and its rest: nothing that saves, asks a player, or could fail
// half done. A throw may, for it finds no luck and does nothing.
static bool runs_ahead(const rcy_insn *i)
{
    switch ((rcy_op)i->op) {
    case OP_STEP: return i->throws || (i->x->op == OP_CYCLE && i->x->a != turn_worked_out);
    case OP_UNLESS: case OP_ENTER: case OP_SKIP_IF: case OP_AGAIN: case OP_LEAVE: return true;
    default: return false;
    }
}

bool rcy_emit(rcy_program *p, rcy_source *s, rcy_tree *game, int most_moves, int mems,
              dado_arena *arena, dado_error *err)
{
    emitter *e = dado_new(arena, emitter, 1);
    if (!e) return dado_fail(err, DADO_LIMIT, "no memory left for the game in %s", s->file);
    *e = (emitter){ .p = p, .s = s, .game = game, .arena = arena, .err = err };
    rcy_name(&s->names, "DEFAULT", 7);
    p->source = s;
    p->strings = s->names.count;
    if (p->strings > 60000) rcy_emit_fail(e, NULL, "%s has too many names", s->file);
    p->depth = p->team_depth = 1;
    size_t strings = (size_t)p->strings;
    e->value_name = rcy_emit_room(e, strings, sizeof *e->value_name);
    e->key_of = rcy_emit_room(e, strings, sizeof *e->key_of);
    e->slot_of = rcy_emit_room(e, slot_kinds * strings * class_count, sizeof *e->slot_of);
    if (e->failed) return false;
    for (size_t i = 0; i < strings; i++) e->key_of[i] = -1;
    for (size_t i = 0; i < slot_kinds * strings * class_count; i++) e->slot_of[i] = -1;
    int unborn = 0;
    slot_info(e, place_hloc, 0, class_game, 1, &unborn);
    rcy_emit_decks(e, game);
    if (!e->failed) rcy_emit_lay_out(e, game);
    int scoring = game->count - 1;
    for (int i = (int)game->value + 1; i < scoring; i++) element(e, game->kids[i]);
    instruct(e, OP_FINISH, game->kids[scoring]);
    if (!e->failed) p->scoring = rcy_emit_value(e, game->kids[scoring]->kids[0]);
    p->lowest_wins = game->kids[scoring]->flag;
    if (!e->failed) find_sides(e, game->kids[scoring]);
    find_score_slots(p);
    if (!e->failed) rcy_emit_twins(e);
    if (!e->failed) rcy_emit_ranks(e);
    if (!e->failed) lay_state(e, mems);
    if (!e->failed) draw_image(e);
    if (!e->failed) count_moves(e, most_moves);
    for (int i = 0; i < p->code_count; i++) {
        rcy_insn *code = &e->code[i];
        code->ahead = runs_ahead(code);
        code->at_cycle += p->at_cycle;  // known only now that the state is laid out
        code->at_team_cycle += p->at_team_cycle;
    }
    p->attribute = e->attribute;
    if (!e->failed && !p->plain) rcy_emit_brisk(e);
    if (!e->failed && !p->plain) rcy_emit_plans(e);
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
    p->cover = e->cover;
    return !e->failed;
}
