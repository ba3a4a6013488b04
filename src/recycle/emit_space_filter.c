// emit_space_filter.c - compiles conditions on the spaces of a board to tables.
//
// A filter of spaces tests the same few things for each: its owner, what lies one step
// further, its row. Steps and rows are constants, so each test becomes a list of slots to
// read, or of results, one for each space. The condition becomes a table of the results
// that pass. A line that belongs to one owner is looked for in the slots of its spaces.
// Only conditions that cannot fail are compiled in this way.
#include "recycle/emitter.h"

typedef struct filter_builder {
    emitter *e;
    const rcy_node *list;  // the strings that are filtered
    int var;
    const rcy_node *let[4];  // the `let`s around the current condition: what names stand for
    int lets;
    const rcy_node *asked[rcy_most_filter_tests];
    rcy_space_filter made;
} filter_builder;

static const int32_t *names_of(const rcy_node *strings)
{
    return (const int32_t *)(const void *)strings->list;
}

static bool is_own(const filter_builder *s, const rcy_node *n)
{
    return n->op == OP_VAR && n->var == s->var;
}

// Returns the name that an expression over the variable has for a space; -1 if it is not
// known.
static int32_t name_for(const filter_builder *s, const rcy_node *n, int32_t name)
{
    const rcy_boards *b = s->e->s->boards;
    if (is_own(s, n)) return name;
    for (int i = s->lets - 1; n->op == OP_VAR && i >= 0; i--) {
        if (s->let[i]->var == n->var) return name_for(s, s->let[i]->x, name);
    }
    if (n->op == OP_CONST) return (int32_t)n->value;
    if (n->op != OP_STEP_TO || !b || (n->z && n->z->op != OP_CONST)) return -1;
    if (n->flag ? n->x->op != OP_STRINGS : n->x->op != OP_CONST) return -1;
    int32_t from = name_for(s, n->y, name);
    if (from < 0) return -1;
    int64_t times = n->z ? n->z->value : 1;
    if (times > rcy_most_spaces) return -1;
    if (times <= 0) return from;
    int space = rcy_space_of(b, from), ways = n->flag ? n->x->a : 1;
    for (int64_t i = 0; i < times && space >= 0; i++) {
        int to = -1;
        for (int w = 0; w < ways && to < 0; w++) {
            int32_t way = n->flag ? names_of(n->x)[w] : (int32_t)n->x->value;
            int number = rcy_direction_of(b, way);
            if (number >= 0) to = b->step[number * rcy_most_spaces + space];
        }
        space = to;
    }
    return space < 0 ? 0 : b->name[space];
}

// Returns the slots of a storage of the game whose name depends on the space, one for
// each space; -1 where there is no such name, so the value is as at the start. NULL if it
// is not that simple.
static const int32_t *slots_for(filter_builder *s, const rcy_node *n)
{
    emitter *e = s->e;
    if (n->mode != mode_named || n->class_ != class_game || !n->quick) return NULL;
    int32_t *slots = rcy_emit_room(e, (size_t)s->list->a + 1, sizeof *slots);
    for (int i = 0; slots && i < s->list->a; i++) {
        int32_t name = name_for(s, n->y, names_of(s->list)[i]);
        if (name < 0) return NULL;
        slots[i] = e->slot_of[(n->b * e->p->strings + name) * class_count + class_game];
        if (slots[i] < 0 && name != 0) return NULL;
    }
    return slots;
}

static bool add(filter_builder *s, const rcy_node *n, rcy_space_test test)
{
    if (s->made.count == rcy_most_filter_tests) return false;
    s->asked[s->made.count] = n;
    s->made.test[s->made.count++] = test;
    return true;
}

// Compiles the comparison of a byte of a space with a number or the current player.
static bool ask_byte(filter_builder *s, const rcy_node *n, const rcy_node *byte,
                     const rcy_node *with)
{
    bool current = with->op == OP_CURRENT;
    if (byte->op != OP_BYTE || (!current && with->op != OP_CONST)) return false;
    const int32_t *slots = slots_for(s, byte);
    if (!slots) return false;
    return add(s, n,
               (rcy_space_test){ .bytes = slots,
                                 .current = current,
                                 .value = current ? 0 : (int32_t)with->value,
                                 .missing = byte->b == slot_who ? rcy_nobody : 0 });
}

static bool ask_count(filter_builder *s, const rcy_node *n)
{
    const rcy_node *number = n->x, *with = n->y;
    if (with->op != OP_CONST || with->value != (int32_t)with->value) return false;
    uint8_t holds = rcy_holds_bits(n->op);
    if (number->op == OP_STO) {
        const int32_t *slots = slots_for(s, number);
        return slots &&
               add(s, n,
                   (rcy_space_test){
                       .numbers = slots, .holds_for = holds, .value = (int32_t)with->value });
    }
    if (number->op != OP_COORDINATE || !is_own(s, number->x)) return false;
    uint8_t *fixed = rcy_emit_room(s->e, (size_t)s->list->a + 1, 1);
    const rcy_boards *b = s->e->s->boards;
    for (int i = 0; fixed && i < s->list->a; i++) {
        int space = rcy_space_of(b, names_of(s->list)[i]);
        int64_t x = space < 0 ? 0 : number->flag ? b->column[space] : b->row[space];
        fixed[i] = holds >> ((x >= with->value) + (x > with->value)) & 1;
    }
    return fixed && add(s, n, (rcy_space_test){ .fixed = fixed });
}

static bool take_apart(filter_builder *s, const rcy_node *n)
{
    if (s->e->failed || n->draws) return false;
    if (n->op == OP_NOT) return take_apart(s, n->x);
    if (n->op == OP_LET_VALUE) {
        if (!n->flag || s->lets == 4) return false;
        s->let[s->lets++] = n;
        bool taken = take_apart(s, n->y);
        s->lets--;
        return taken;
    }
    if (n->op == OP_AND || n->op == OP_OR) {
        for (int i = 0; i < n->count; i++) {
            if (!take_apart(s, n->list[i])) return false;
        }
        return true;
    }
    if (n->op == OP_EQUAL || n->op == OP_UNEQUAL) {
        if (ask_byte(s, n, n->x, n->y) || ask_byte(s, n, n->y, n->x)) return true;
    }
    if (n->op >= OP_LESS && n->op <= OP_UNEQUAL && ask_count(s, n)) return true;
    if (n->op == OP_BYTE && n->b == slot_flag) {
        const int32_t *slots = slots_for(s, n);
        if (slots) return add(s, n, (rcy_space_test){ .bytes = slots, .value = 1 });
    }
    bool same = n->safe && !rcy_mentions(n, s->var);
    for (int i = 0; i < s->lets; i++) same = same && !rcy_mentions(n, s->let[i]->var);
    return same && add(s, n, (rcy_space_test){ .condition = n });
}

// Evaluates the condition for a pattern of results, which were found in this order.
static bool worked_out(const filter_builder *s, const rcy_node *n, unsigned bits, int *next)
{
    if (*next < s->made.count && s->asked[*next] == n) {
        bool bit = bits >> *next & 1;
        const rcy_space_test *t = &s->made.test[(*next)++];
        return t->bytes && n->op == OP_UNEQUAL ? !bit : bit;
    }
    if (n->op == OP_NOT) return !worked_out(s, n->x, bits, next);
    if (n->op == OP_LET_VALUE) return worked_out(s, n->y, bits, next);
    bool all = true, some = false;
    for (int i = 0; i < n->count; i++) {
        bool one = worked_out(s, n->list[i], bits, next);
        all = all && one;
        some = some || one;
    }
    return n->op == OP_AND ? all : some;
}

// Finds whether the slots of a test are consecutive bytes in the order of the spaces.
// Returns false if they are not.
static bool in_a_run(rcy_space_test *t, int size)
{
    int last = -1;
    for (int k = 0; k < size; k++) {
        if (t->bytes[k] < 0) continue;
        if (!t->set) {
            t->first = k;
            t->slot = t->bytes[k];
        }
        if (t->bytes[k] - t->slot != k - t->first) return false;
        t->set |= (uint64_t)1 << k;
        last = k;
    }
    t->span = t->set ? last + 1 - t->first : 0;
    return t->value == (uint8_t)t->value;
}

// Decides whether all passing spaces are computed at once as sets of bits, which works
// where spaces are few.
static void make_sets(rcy_space_filter *made)
{
    if (made->size > rcy_most_masked) return;
    for (int i = 0; i < made->count; i++) {
        rcy_space_test *t = &made->test[i];
        if (t->bytes && !in_a_run(t, made->size)) return;
        for (int k = 0; t->fixed && k < made->size; k++) {
            t->set |= (uint64_t)(t->fixed[k] != 0) << k;
        }
    }
    made->terms = rcy_emit_terms(made->count, made->truth, made->term);
}

const rcy_space_filter *rcy_emit_space_filter(emitter *e, const rcy_node *list,
                                              const rcy_node *test, int var)
{
    filter_builder s = { .e = e, .list = list, .var = var };
    if (e->failed || e->p->plain || list->op != OP_STRINGS || !e->s->next_edition ||
        !take_apart(&s, test) || e->failed) {
        return NULL;
    }
    rcy_space_filter *made = rcy_emit_room(e, 1, sizeof *made);
    if (!made) return NULL;
    *made = s.made;
    made->names = names_of(list);
    made->size = list->a;
    for (unsigned bits = 0; bits < 1u << made->count; bits++) {
        int next = 0;
        if (worked_out(&s, test, bits, &next)) made->truth |= (uint64_t)1 << bits;
    }
    make_sets(made);
    return made;
}

// Compiles (any (lines n S) 'L (all 'L 'T (== (game who 'T) P))): is there a line through
// S that belongs entirely to P? `n` is the node of the whole form.
const rcy_line_test *rcy_emit_line_test(emitter *e, const rcy_node *n)
{
    const rcy_node *lines = n->x, *all = n->y;
    if (e->failed || e->p->plain || n->op != OP_ANY_TRUE || lines->op != OP_LINES || lines->flag ||
        lines->x->op != OP_CONST || !lines->y->safe || all->op != OP_ALL_TRUE ||
        all->x->op != OP_BOUND || all->x->var != n->var || all->y->op != OP_EQUAL) {
        return NULL;
    }
    const rcy_node *byte = all->y->x, *with = all->y->y;
    if (byte->op != OP_BYTE) {
        byte = all->y->y;
        with = all->y->x;
    }
    bool own = byte->op == OP_BYTE && byte->mode == mode_named && byte->class_ == class_game &&
               byte->y->op == OP_VAR && byte->y->var == all->var;
    if (!own || !with->safe || rcy_mentions(with, all->var) || rcy_mentions(with, n->var)) {
        return NULL;
    }
    const rcy_boards *b = e->s->boards;
    const rcy_line_table *table = NULL;
    for (int i = 0; i < b->table_count; i++) {
        if (b->table[i].length == lines->x->value) table = &b->table[i];
    }
    rcy_line_test *made = rcy_emit_room(e, 1, sizeof *made);
    if (!made || !table) return NULL;
    int count = table->through_from[b->spaces] * table->length;
    int32_t *slots = rcy_emit_room(e, (size_t)count + 1, sizeof *slots);
    if (!slots) return NULL;
    for (int i = 0; i < table->through_from[b->spaces]; i++) {
        const int32_t *names = table->names + table->through[i] * table->length;
        for (int k = 0; k < table->length; k++) {
            int32_t slot = e->slot_of[(byte->b * e->p->strings + names[k]) * class_count];
            if (slot < 0) return NULL;
            slots[i * table->length + k] = slot;
        }
    }
    *made = (rcy_line_test){ .length = table->length,
                             .from = table->through_from,
                             .slots = slots,
                             .space = lines->y,
                             .owner = with };
    return made;
}
