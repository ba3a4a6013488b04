// emit_lists_and_boards.c - compiles forms beyond the base language: lists of anything,
// boards, labels, components that turn, and branches.
#include <string.h>

#include "recycle/emitter.h"

static rcy_node *made(emitter *e, rcy_op op, const rcy_tree *t)
{
    return rcy_emit_node(e, op, t);
}

// --- expressions that may be nobody ---

static bool list_may_have_nobody(const rcy_tree *t)
{
    switch (t->form) {
    case form_players:
    case form_teams:
    case form_other: return false;
    case form_filter:
    case form_best_of:
    case form_while:
    case form_distinct: return list_may_have_nobody(t->kids[0]);
    case form_let: return list_may_have_nobody(t->kids[1]);
    case form_either: return list_may_have_nobody(t->kids[1]) || list_may_have_nobody(t->kids[2]);
    case form_map: return rcy_may_be_nobody(t->kids[1]);
    case form_list:
    case form_set_operation:
        for (int i = 0; i < t->count; i++) {
            bool list = t->form == form_set_operation;
            if (list ? list_may_have_nobody(t->kids[i]) : rcy_may_be_nobody(t->kids[i]))
                return true;
        }
        return false;
    case form_var: return !t->binding || list_may_have_nobody(t->binding->from);
    default: return t->type != type_team;
    }
}

bool rcy_may_be_nobody(const rcy_tree *t)
{
    switch (t->form) {
    case form_nobody:
    case form_who_of:
    case form_whose: return true;
    case form_either: return rcy_may_be_nobody(t->kids[1]) || rcy_may_be_nobody(t->kids[2]);
    case form_let: return rcy_may_be_nobody(t->kids[1]);
    case form_end: return list_may_have_nobody(t->kids[0]);
    case form_index: return list_may_have_nobody(t->kids[1]);
    case form_var: {
        const rcy_binding *b = t->binding;
        if (!b || b->fixed) return !b;
        if (b->by->form == form_let || b->by->form == form_let_act) {
            return rcy_may_be_nobody(b->from);
        }
        return b->from->type != type_team && list_may_have_nobody(b->from);
    }
    default: return false;
    }
}

// --- values ---

static const rcy_node *constant(emitter *e, const rcy_tree *t, int64_t value)
{
    rcy_node *n = made(e, OP_CONST, t);
    if (!e->failed) n->value = value;
    return n;
}

static const rcy_node *either(emitter *e, const rcy_tree *t, rcy_op op,
                              const rcy_node *(*emit)(emitter *, const rcy_tree *))
{
    rcy_node *n = made(e, op, t);
    if (e->failed) return n;
    n->x = rcy_emit_value(e, t->kids[0]);
    n->y = emit(e, t->kids[1]);
    n->z = emit(e, t->kids[2]);
    return rcy_emit_finish(n);
}

static void list_of(emitter *e, const rcy_tree *t, rcy_node *n,
                    const rcy_node *(*emit)(emitter *, const rcy_tree *))
{
    const rcy_node **list = rcy_emit_room(e, (size_t)t->count + 1, sizeof *list);
    if (!list) return;
    for (int i = 0; i < t->count; i++) list[i] = emit(e, t->kids[i]);
    n->list = list;
    n->count = t->count;
}

static const rcy_node *several(emitter *e, const rcy_tree *t, rcy_op op,
                               const rcy_node *(*emit)(emitter *, const rcy_tree *))
{
    rcy_node *n = made(e, op, t);
    if (e->failed) return n;
    list_of(e, t, n, emit);
    return rcy_emit_finish(n);
}

static const rcy_node *chain(emitter *e, const rcy_tree *t)
{
    static const uint8_t ops[] = {
        [op_less] = OP_LESS, [op_more] = OP_MORE, [op_most] = OP_MOST, [op_least] = OP_LEAST
    };
    rcy_node *n = (rcy_node *)(uintptr_t)several(e, t, OP_CHAIN, rcy_emit_value);
    if (!e->failed) n->a = ops[t->code];
    return n;
}

static const rcy_node *two(emitter *e, const rcy_tree *t, rcy_op op)
{
    rcy_node *n = made(e, op, t);
    if (e->failed) return n;
    n->flag = t->flag;
    n->x = rcy_emit_value(e, t->kids[0]);
    if (t->count > 1) n->y = rcy_emit_value(e, t->kids[1]);
    return rcy_emit_finish(n);
}

static bool is_scalar(const rcy_tree *t)
{
    return t->type == type_int || t->type == type_bool || t->type == type_str ||
           t->type == type_card || t->type == type_player || t->type == type_team;
}

static const rcy_node *member(emitter *e, const rcy_tree *t)
{
    rcy_node *n = made(e, t->form == form_in ? OP_IN : OP_INDEX_OF, t);
    if (e->failed) return n;
    n->flag = !is_scalar(t->kids[0]);
    n->x = n->flag ? rcy_emit_gather(e, t->kids[0]) : rcy_emit_value(e, t->kids[0]);
    n->y = rcy_emit_gather(e, t->kids[1]);
    return rcy_emit_finish(n);
}

// Compiles an element of a list that is not a list of cards.
static const rcy_node *item(emitter *e, const rcy_tree *t)
{
    rcy_node *n = made(e, OP_ITEM, t);
    if (e->failed) return n;
    n->flag = t->form == form_index ? to_index : t->flag ? to_bottom : to_top;
    if (t->form == form_index) n->y = rcy_emit_value(e, t->kids[0]);
    n->x = rcy_emit_gather(e, t->kids[t->form == form_index]);
    return rcy_emit_finish(n);
}

// Returns the number of an attribute key, or -2 if it is computed by `*computed`.
static int32_t key_of(emitter *e, const rcy_tree *t, const rcy_node **computed)
{
    int32_t name;
    if (rcy_constant_string(t, &name)) return e->key_of[name];
    *computed = rcy_emit_value(e, t);
    return -2;
}

static const rcy_node *number(emitter *e, const rcy_tree *t)
{
    rcy_node *n = made(e, OP_NUMBER, t);
    if (e->failed) return n;
    n->a = key_of(e, t->kids[0], &n->x);
    n->y = rcy_emit_value(e, t->kids[1]);
    return rcy_emit_finish(n);
}

static const rcy_node *neighbour(emitter *e, const rcy_tree *t)
{
    rcy_node *n = (rcy_node *)(uintptr_t)two(e, t, OP_NEIGHBOUR);
    if (!e->failed) n->a = t->kids[0]->type == type_team;
    return n;
}

static const rcy_node *step(emitter *e, const rcy_tree *t)
{
    rcy_node *n = made(e, t->code == keyword_step ? OP_STEP_TO : OP_RAY, t);
    if (e->failed) return n;
    n->flag = t->kids[0]->type == type_strs;
    n->x = n->flag ? rcy_emit_gather(e, t->kids[0]) : rcy_emit_value(e, t->kids[0]);
    n->y = rcy_emit_value(e, t->kids[1]);
    if (t->count > 2) n->z = rcy_emit_value(e, t->kids[2]);
    return rcy_emit_finish(n);
}

// Compiles a variable whose value is kept in the state.
static const rcy_node *kept(emitter *e, const rcy_tree *t, rcy_op op)
{
    rcy_node *n = made(e, op, t);
    if (e->failed) return n;
    n->a = t->binding->kept - 1;
    n->flag = t->type == type_card;  // stored plus 1, since 0 means nothing
    return rcy_emit_finish(n);
}

// Compiles a name of two keys: a table has the name for each second key.
static const rcy_node *paired(emitter *e, const rcy_tree *t)
{
    rcy_program *p = e->p;
    int32_t name = 0;
    bool seats = t->kids[1]->type == type_player;
    int count = seats ? p->players : p->strings, plain = seats ? count : e->s->unpaired_names;
    rcy_node *n = made(e, OP_PAIRED, t);
    e->joined = rcy_emit_grow(e, e->joined, p->joined_count, &e->joined_room, sizeof *e->joined);
    int32_t *names = rcy_emit_room(e, (size_t)count + 1, sizeof *names);
    if (e->failed) return n;
    rcy_constant_string(t->kids[0], &name);
    for (int i = seats ? 0 : 1; i < plain; i++) {
        names[i] = rcy_paired_name(e->s, name, i, seats ? i : -1);
        if (names[i] < 0 || names[i] >= p->strings) rcy_emit_fail(e, t, "there are too many names");
    }
    n->b = seats;
    n->a = p->joined_count;
    e->joined[p->joined_count++] = names;
    p->joined = e->joined;
    n->x = rcy_emit_value(e, t->kids[1]);
    return rcy_emit_finish(n);
}

static const rcy_node *after(emitter *e, const rcy_tree *t)
{
    rcy_node *n = made(e, OP_AFTER, t);
    if (e->failed) return n;
    e->tried++;
    n->x = rcy_emit_act(e, t->kids[0]);
    n->y = rcy_emit_value(e, t->kids[1]);
    e->tried--;
    return rcy_emit_finish(n);
}

const rcy_node *rcy_emit_extended_value(emitter *e, const rcy_tree *t)
{
    switch (t->form) {
    case form_truth: return constant(e, t, t->value);
    case form_nobody: return constant(e, t, rcy_nobody);
    case form_passes_left:
    case form_var: return kept(e, t, OP_KEPT);
    case form_flag:
    case form_who_of: return rcy_emit_storage(e, t);
    case form_either: return either(e, t, OP_EITHER, rcy_emit_value);
    case form_chain: return chain(e, t);
    case form_extreme: return two(e, t, OP_EXTREME);
    case form_extreme_of: {
        rcy_node *n = made(e, OP_EXTREME_OF, t);
        if (e->failed) return n;
        n->flag = t->flag;
        n->x = rcy_emit_gather(e, t->kids[0]);
        return rcy_emit_finish(n);
    }
    case form_end:
    case form_index: return item(e, t);
    case form_index_of:
    case form_in: return member(e, t);
    case form_value: return number(e, t);
    case form_where: return two(e, t, OP_WHERE);
    case form_whose: return two(e, t, OP_WHOSE);
    case form_neighbour: return neighbour(e, t);
    case form_coordinate: {
        rcy_node *n = (rcy_node *)(uintptr_t)two(e, t, OP_COORDINATE);
        if (!e->failed) n->flag = t->code == keyword_column;
        return n;
    }
    case form_distance: return two(e, t, OP_DISTANCE);
    case form_after: return after(e, t);
    case form_pair: return paired(e, t);
    case form_step: return step(e, t);
    default: rcy_emit_fail(e, t, "this is no value"); return constant(e, t, 0);
    }
}

// --- lists ---

static const rcy_node *binder(emitter *e, const rcy_tree *t, rcy_op op)
{
    rcy_node *n = made(e, op, t);
    if (e->failed) return n;
    n->x = rcy_emit_gather(e, t->kids[0]);
    n->var = (uint16_t)rcy_emit_bind(e, t);
    bool gathers = op == OP_EACH_LIST || op == OP_GROUPS;
    n->y = gathers ? rcy_emit_gather(e, t->kids[1]) : rcy_emit_value(e, t->kids[1]);
    e->vars--;
    n->flag = op == OP_EACH && t->type == type_cards;
    return rcy_emit_finish(n);
}

static const rcy_node *distinct(emitter *e, const rcy_tree *t)
{
    rcy_node *n = made(e, OP_DISTINCT, t);
    if (e->failed) return n;
    n->x = rcy_emit_gather(e, t->kids[0]);
    n->a = -2;
    if (t->count > 1) {
        n->a = key_of(e, t->kids[1], &n->y);
        if (!n->y) n->y = constant(e, t, 0);
    }
    return rcy_emit_finish(n);
}

static const rcy_node *one_or_more(emitter *e, const rcy_tree *t, rcy_node *n)
{
    n->flag = t->type == type_strs;
    return n->flag ? rcy_emit_gather(e, t) : rcy_emit_value(e, t);
}

static const rcy_node *near(emitter *e, const rcy_tree *t)
{
    rcy_node *n = made(e, OP_NEAR, t);
    if (e->failed) return n;
    n->x = rcy_emit_value(e, t->kids[0]);
    if (t->count > 1) n->y = rcy_emit_gather(e, t->kids[1]);
    return rcy_emit_finish(n);
}

static const rcy_node *lines(emitter *e, const rcy_tree *t)
{
    rcy_node *n = made(e, OP_LINES, t);
    if (e->failed) return n;
    n->x = rcy_emit_value(e, t->kids[0]);
    n->y = one_or_more(e, t->kids[1], n);
    return rcy_emit_finish(n);
}

static const rcy_node *reach(emitter *e, const rcy_tree *t)
{
    rcy_node *n = made(e, OP_REACH, t);
    if (e->failed) return n;
    n->x = one_or_more(e, t->kids[0], n);
    if (t->count > 2) n->z = rcy_emit_value(e, t->kids[2]);
    n->var = (uint16_t)rcy_emit_bind(e, t);
    n->y = rcy_emit_value(e, t->kids[1]);
    e->vars--;
    return rcy_emit_finish(n);
}

const rcy_node *rcy_emit_extended_gather(emitter *e, const rcy_tree *t)
{
    rcy_node *n;
    switch (t->form) {
    case form_var: return kept(e, t, OP_KEPT_PLACE);
    case form_either: return either(e, t, OP_EITHER_GATHER, rcy_emit_gather);
    case form_list:
        n = (rcy_node *)(uintptr_t)several(e, t, OP_LIST, rcy_emit_value);
        if (!e->failed) n->flag = t->type == type_cards;
        return n;
    case form_map:
        return binder(e, t,
                      t->type == type_colls   ? OP_GROUPS
                      : t->type == type_lists ? OP_EACH_LIST
                                              : OP_EACH);
    case form_best_of: return binder(e, t, OP_BEST_OF);
    case form_while: return binder(e, t, OP_WHILE_OF);
    case form_distinct: return distinct(e, t);
    case form_set_operation:
        n = (rcy_node *)(uintptr_t)several(e, t, OP_JOIN, rcy_emit_gather);
        if (!e->failed) n->a = t->code;
        return n;
    case form_near: return near(e, t);
    case form_step: return step(e, t);
    case form_lines: return lines(e, t);
    case form_groups:
        n = made(e, OP_PARTS, t);
        if (!e->failed) n->x = rcy_emit_gather(e, t->kids[0]);
        return rcy_emit_finish(n);
    case form_reach: return reach(e, t);
    default: rcy_emit_fail(e, t, "this is no collection"); return constant(e, t, 0);
    }
}

// Compiles what cards are scored by: a point map, or an attribute that is a number.
const rcy_node *rcy_emit_points(emitter *e, const rcy_tree *t)
{
    if (t->form != form_key) return rcy_emit_storage(e, t);
    rcy_node *n = made(e, OP_KEY, t);
    if (!e->failed) n->a = e->key_of[t->name];
    return n;
}

// --- acts ---

bool rcy_is_act(const rcy_tree *t)
{
    switch (t->form) {
    case form_stage:
    case form_choice:
    case form_together:
    case form_block: return false;
    case form_repeat:
        if (t->flag) return false;
        return rcy_is_act(t->kids[1]);
    case form_if:
    case form_let_act:
    case form_repeat_while: return rcy_is_act(t->kids[1]);
    case form_either_act: return rcy_is_act(t->kids[1]) && (t->count < 3 || rcy_is_act(t->kids[2]));
    default: return true;
    }
}

static const rcy_node *branches(emitter *e, const rcy_tree *t)
{
    rcy_node *n = made(e, OP_EITHER_ACT, t);
    if (e->failed) return n;
    n->coverage = rcy_emit_coverage_point(e, t->kids[0], 'c');
    n->x = rcy_emit_value(e, t->kids[0]);
    n->y = rcy_emit_act(e, t->kids[1]);
    if (t->count > 2) n->z = rcy_emit_act(e, t->kids[2]);
    if (e->failed) return n;
    n->draws = n->x->draws || n->y->draws || (n->z && n->z->draws);
    n->picks = n->y->picks || (n->z && n->z->picks);
    n->sure = n->y->sure && n->z && n->z->sure;
    return n;
}

static const rcy_node *label(emitter *e, const rcy_tree *t)
{
    rcy_program *p = e->p;
    rcy_node *n = made(e, OP_LABEL, t);
    e->labels = rcy_emit_grow(e, e->labels, p->label_count, &e->label_room, sizeof *e->labels);
    int count = t->count - 1;
    const rcy_node **values = rcy_emit_room(e, (size_t)count + 1, sizeof *values);
    uint8_t *types = rcy_emit_room(e, (size_t)count + 1, 1);
    if (e->failed) return n;
    for (int i = 0; i < count; i++) {
        const rcy_tree *variable = t->kids[i + 1];
        types[i] = variable->type;
        values[i] =
            is_scalar(variable) ? rcy_emit_value(e, variable) : rcy_emit_gather(e, variable);
    }
    n->a = p->label_count;
    e->labels[p->label_count++] = (rcy_label){ t->name, count, values, types };
    n->y = rcy_emit_act(e, t->kids[0]);
    if (e->failed) return n;
    n->draws = n->y->draws;
    n->picks = n->y->picks;
    n->sure = n->y->sure;
    return n;
}

static const rcy_node *repeat_while(emitter *e, const rcy_tree *t)
{
    rcy_node *n = made(e, OP_REPEAT_WHILE, t);
    if (e->failed) return n;
    n->coverage = rcy_emit_coverage_point(e, t->kids[0], 'c');
    n->x = rcy_emit_value(e, t->kids[0]);
    n->y = rcy_emit_act(e, t->kids[1]);
    if (e->failed) return n;
    n->draws = n->x->draws || n->y->draws;
    n->picks = n->y->picks;
    return n;
}

static const rcy_node *throw_cards(emitter *e, const rcy_tree *t)
{
    rcy_node *n = made(e, OP_THROW_CARDS, t);
    if (e->failed) return n;
    n->flag = t->kids[0]->type == type_cards;
    n->x = n->flag ? rcy_emit_gather(e, t->kids[0]) : rcy_emit_value(e, t->kids[0]);
    n->draws = true;
    return n;
}

static const rcy_node *turn_card(emitter *e, const rcy_tree *t)
{
    rcy_node *n = made(e, OP_TURN_CARD, t);
    const rcy_tree *shown = t->kids[0];
    if (e->failed) return n;
    n->a = key_of(e, shown->kids[0], &n->y);
    n->x = rcy_emit_value(e, shown->kids[1]);
    n->z = rcy_emit_value(e, t->kids[1]);
    n->mode = t->kids[1]->type == type_int;  // a number stands for the text of its digits
    n->flag = t->flag;
    n->draws = n->x->draws || n->z->draws || (n->y && n->y->draws);
    return n;
}

static rcy_node *show(emitter *e, const rcy_tree *t)
{
    rcy_node *n = made(e, OP_SHOW, t);
    if (e->failed) return n;
    bool cards = t->kids[0]->type == type_cards, players = t->kids[1]->type != type_player;
    n->flag = cards;
    n->mode = players;
    n->x = cards ? rcy_emit_gather(e, t->kids[0]) : rcy_emit_value(e, t->kids[0]);
    n->y = players ? rcy_emit_gather(e, t->kids[1]) : rcy_emit_value(e, t->kids[1]);
    n->draws = n->x->draws || n->y->draws;
    e->p->shows = true;
    return n;
}

static rcy_node *tell(emitter *e, const rcy_tree *t)
{
    rcy_node *n = made(e, OP_TELL, t);
    if (e->failed) return n;
    bool cards = t->kids[1]->type == type_cards, players = t->kids[2]->type != type_player;
    const rcy_node *computed = NULL;
    n->a = key_of(e, t->kids[0], &computed);
    n->flag = cards;
    n->mode = players;
    n->x = cards ? rcy_emit_gather(e, t->kids[1]) : rcy_emit_value(e, t->kids[1]);
    n->y = players ? rcy_emit_gather(e, t->kids[2]) : rcy_emit_value(e, t->kids[2]);
    if (t->count > 3) n->z = rcy_emit_value(e, t->kids[3]);
    n->b = t->count > 3 && t->kids[3]->type == type_int;
    n->draws = n->x->draws || n->y->draws || (n->z && n->z->draws);
    e->p->shows = e->p->tells = true;
    return n;
}

const rcy_node *rcy_emit_extended_act(emitter *e, const rcy_tree *t)
{
    switch (t->form) {
    case form_either_act: return branches(e, t);
    case form_label: return label(e, t);
    case form_repeat_while: return repeat_while(e, t);
    default: break;
    }
    rcy_node *n;
    switch (t->form) {
    case form_throw_cards: n = (rcy_node *)(uintptr_t)throw_cards(e, t); break;
    case form_turn_card: n = (rcy_node *)(uintptr_t)turn_card(e, t); break;
    case form_show: n = show(e, t); break;
    case form_tell: n = tell(e, t); break;
    case form_stop:
        n = made(e, OP_STOP, t);
        if (!e->failed) n->a = t->code;
        break;
    default: return NULL;
    }
    if (e->failed) return n;
    n->sure = true;
    n->coverage = rcy_emit_coverage_point(e, t, 'a');
    return n;
}

// --- scores ---

// Compiles the scoring. The first key is the score that is shown; without keys, the
// winner has 1.
void rcy_emit_scoring(emitter *e, const rcy_tree *t)
{
    rcy_program *p = e->p;
    int keys = t->count - (t->name != 0);
    const rcy_node **list = rcy_emit_room(e, (size_t)keys + 1, sizeof *list);
    if (!list) return;
    for (int i = 0; i < keys && !e->failed; i++) list[i] = rcy_emit_value(e, t->kids[i]);
    if (t->name && !e->failed) {
        p->win = rcy_emit_value(e, t->kids[keys]);
    }
    p->one_side = (p->win || p->players > 1) && rcy_score_is_shared(t);
    p->scoring = keys > 0 ? list[0] : p->win;
    p->ranked_by = list;
    p->key_count = keys;
    p->least_first = (uint32_t)t->value;
    p->lowest_wins = t->flag;
    p->placed = keys > 1 || p->win;
    // all players are on side 0
    if (p->one_side) p->side = rcy_emit_room(e, (size_t)p->players, 1);
}

static bool reads_as_number(const char *text, int64_t *value)
{
    return dado_read_int(text, value) && *value == (int32_t)*value;
}

void rcy_emit_numbers(emitter *e)
{
    rcy_program *p = e->p;
    if (!e->s->next_edition) return;
    int32_t *number = rcy_emit_room(e, (size_t)p->strings, sizeof *number);
    const int64_t **scores = rcy_emit_room(e, (size_t)p->keys + 1, sizeof *scores);
    if (e->failed) return;
    for (int i = 0; i < p->strings; i++) {
        int64_t value;
        if (reads_as_number(rcy_text(e->s, i), &value)) number[i] = (int32_t)value;
    }
    p->number_of = number;
    p->key_score = scores;
    for (int k = 0; k < p->keys; k++) {
        int64_t *score = rcy_emit_room(e, (size_t)p->looks + 1, sizeof *score);
        scores[k] = score;  // filled in when all looks are known; see rcy_emit_key_scores
    }
}

void rcy_emit_key_scores(emitter *e)
{
    const rcy_program *p = e->p;
    for (int k = 0; p->key_score && k < p->keys; k++) {
        int64_t *score = (int64_t *)(uintptr_t)p->key_score[k];
        for (int look = 0; look < p->looks; look++) {
            score[look] = p->number_of[e->attribute[k * p->looks + look]];
        }
    }
}
