// evaluate_boards.c - evaluates expressions about boards: steps, neighbours, lines,
// connected parts. A name that is not a space has none of these, and that is not an
// error.
#include "recycle/machine_inlines.h"

static void make_names(rcy_coll *out, const int32_t *names, int32_t count)
{
    *out = (rcy_coll){ .kind = coll_items, .count = count, .items = names };
}

// The directions of a step: one, or a list of which the first that leads to a space is
// taken.
typedef struct ways {
    int32_t count;
    int32_t one;
    const int32_t *names;
} ways;

static ways ways_of(rcy_machine *m, const rcy_node *n)
{
    ways w = { .count = 1 };
    if (!n->flag) {
        w.one = (int32_t)rcy_value(m, n->x);
        return w;
    }
    rcy_coll c;
    rcy_gather(m, n->x, &c);
    w.count = c.count;
    w.names = c.items;
    return w;
}

static int step_once(const rcy_boards *b, const ways *w, int space)
{
    for (int32_t i = 0; i < w->count; i++) {
        int way = rcy_direction_of(b, w->names ? w->names[i] : w->one);
        int to = way < 0 ? -1 : b->step[way * rcy_most_spaces + space];
        if (to >= 0) return to;
    }
    return -1;
}

static int64_t step_to(rcy_machine *m, const rcy_node *n)
{
    const rcy_boards *b = m->p->boards;
    rcy_mark mark = rcy_mark_of(m);
    ways w = ways_of(m, n);
    int64_t name = rcy_value(m, n->y), times = n->z ? rcy_value(m, n->z) : 1;
    int space = rcy_space_of(b, name);
    for (int64_t i = 0; i < times && space >= 0 && m->trap == trap_none; i++) {
        rcy_spend(m, 1);
        space = step_once(b, &w, space);
    }
    rcy_rewind(m, mark);
    if (times <= 0) return name;
    return space < 0 || m->trap != trap_none ? 0 : b->name[space];
}

static void ray(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    const rcy_boards *b = m->p->boards;
    uint64_t passed[rcy_most_spaces / 64] = { 0 };
    ways w = ways_of(m, n);
    int start = rcy_space_of(b, rcy_value(m, n->y)), space = start;
    int64_t most = n->z ? rcy_value(m, n->z) : rcy_most_spaces;
    int32_t *names = rcy_take_items(m, b->spaces, n->token), count = 0;
    if (start >= 0) passed[start / 64] |= (uint64_t)1 << (start % 64);
    while (count < most && space >= 0 && m->trap == trap_none) {
        rcy_spend(m, 1);
        space = step_once(b, &w, space);
        if (space < 0 || passed[space / 64] >> (space % 64) & 1) break;
        passed[space / 64] |= (uint64_t)1 << (space % 64);
        names[count++] = b->name[space];
    }
    make_names(out, names, m->trap == trap_none ? count : 0);
}

static void near(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    const rcy_boards *b = m->p->boards;
    int space = rcy_space_of(b, rcy_value(m, n->x));
    if (!n->y) {
        int from = space < 0 ? 0 : b->near_from[space];
        make_names(out, b->near + from, space < 0 ? 0 : b->near_from[space + 1] - from);
        return;
    }
    rcy_coll directions;
    rcy_gather(m, n->y, &directions);
    int32_t *names = rcy_take_items(m, directions.count, n->token), count = 0;
    for (int32_t i = 0; i < directions.count && space >= 0 && m->trap == trap_none; i++) {
        ways w = { .count = 1, .one = directions.items[i] };
        int to = step_once(b, &w, space);
        bool known = to < 0;
        for (int32_t k = 0; k < count && !known; k++) known = names[k] == b->name[to];
        if (!known) names[count++] = b->name[to];
    }
    make_names(out, names, m->trap == trap_none ? count : 0);
}

static const rcy_line_table *lines_of_length(const rcy_boards *b, int64_t length)
{
    for (int i = 0; i < b->table_count; i++) {
        if (b->table[i].length == length) return &b->table[i];
    }
    return NULL;
}

static void add_line(rcy_machine *m, const rcy_line_table *t, int line, int token)
{
    *rcy_take_group(m, token) =
        (rcy_group){ .items = t->names + line * t->length, .count = t->length };
}

static void set_bits(const rcy_boards *b, const rcy_coll *names, uint64_t *bits)
{
    for (int32_t i = 0; i < names->count; i++) {
        int space = rcy_space_of(b, names->items[i]);
        if (space >= 0) bits[space / 64] |= (uint64_t)1 << (space % 64);
    }
}

static void lines(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    const rcy_boards *b = m->p->boards;
    int64_t length = rcy_value(m, n->x);
    int32_t first = m->groups_out;
    const rcy_line_table *t = lines_of_length(b, length);
    if (length < 2) rcy_fault(m, 604, n->token);
    if (n->flag) {
        rcy_coll within;
        uint64_t bits[rcy_most_spaces / 64] = { 0 };
        rcy_gather(m, n->y, &within);
        set_bits(b, &within, bits);
        for (int i = 0; t && i < t->count && m->trap == trap_none; i++) {
            bool whole = true;
            for (int k = 0; k < t->length && whole; k++) {
                int space = rcy_space_of(b, t->names[i * t->length + k]);
                whole = bits[space / 64] >> (space % 64) & 1;
            }
            if (whole) add_line(m, t, i, n->token);
        }
        rcy_spend(m, t ? t->count : 0);
    } else {
        int space = rcy_space_of(b, rcy_value(m, n->y));
        int from = t && space >= 0 ? t->through_from[space] : 0;
        int to = t && space >= 0 ? t->through_from[space + 1] : 0;
        for (int i = from; i < to && m->trap == trap_none; i++) {
            add_line(m, t, t->through[i], n->token);
        }
        rcy_spend(m, to - from);
    }
    *out = (rcy_coll){ .kind = coll_lists,
                       .groups = m->group + first,
                       .count = m->trap == trap_none ? m->groups_out - first : 0 };
}

// Finds the connected parts of a list of spaces, in the order in which they are found.
static void parts(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    const rcy_boards *b = m->p->boards;
    uint64_t left[rcy_most_spaces / 64] = { 0 };
    rcy_coll list;
    rcy_gather(m, n->x, &list);
    set_bits(b, &list, left);
    int32_t first = m->groups_out;
    for (int32_t i = 0; i < list.count && m->trap == trap_none; i++) {
        int space = rcy_space_of(b, list.items[i]);
        if (space < 0 || !(left[space / 64] >> (space % 64) & 1)) continue;
        int32_t *names = rcy_take_items(m, b->spaces, n->token), count = 0, head = 0;
        if (m->trap != trap_none) break;
        names[count++] = b->name[space];
        left[space / 64] &= ~((uint64_t)1 << (space % 64));
        while (head < count) {
            int at = rcy_space_of(b, names[head++]);
            rcy_spend(m, 1);
            for (int k = b->near_from[at]; k < b->near_from[at + 1]; k++) {
                int to = rcy_space_of(b, b->near[k]);
                if (!(left[to / 64] >> (to % 64) & 1)) continue;
                left[to / 64] &= ~((uint64_t)1 << (to % 64));
                names[count++] = b->near[k];
            }
        }
        m->items_out -= b->spaces - count;
        *rcy_take_group(m, n->token) = (rcy_group){ .items = names, .count = count };
    }
    *out = (rcy_coll){ .kind = coll_lists,
                       .groups = m->group + first,
                       .count = m->trap == trap_none ? m->groups_out - first : 0 };
}

typedef struct reacher {
    rcy_machine *m;
    const rcy_node *n;
    const rcy_boards *b;
    uint64_t asked[rcy_most_spaces / 64];
    int32_t *names;
    int32_t count;
} reacher;

// Adds a space if the condition holds there and it was not tested before.
static void try_space(reacher *r, int32_t name)
{
    rcy_machine *m = r->m;
    int space = rcy_space_of(r->b, name);
    if (space < 0 || r->asked[space / 64] >> (space % 64) & 1 || m->trap != trap_none) return;
    r->asked[space / 64] |= (uint64_t)1 << (space % 64);
    rcy_mark mark = rcy_mark_of(m);
    rcy_spend(m, 1);
    m->var[r->n->var].value = name;
    bool holds = rcy_value(m, r->n->y) != 0;
    rcy_rewind(m, mark);
    if (holds && m->trap == trap_none) r->names[r->count++] = name;
}

static void reach(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    reacher r = { .m = m, .n = n, .b = m->p->boards };
    rcy_coll from = { .kind = coll_items, .count = 1 };
    int32_t one = 0;
    if (n->flag) {
        rcy_gather(m, n->x, &from);
    } else {
        one = (int32_t)rcy_value(m, n->x);
        from.items = &one;
    }
    int64_t most = n->z ? rcy_value(m, n->z) : rcy_most_spaces;
    r.names = rcy_take_items(m, r.b->spaces, n->token);
    for (int32_t i = 0; i < from.count; i++) try_space(&r, from.items[i]);
    int32_t head = 0;
    for (int64_t step = 0; step < most && head < r.count && m->trap == trap_none; step++) {
        for (int32_t end = r.count; head < end; head++) {
            int at = rcy_space_of(r.b, r.names[head]);
            for (int k = r.b->near_from[at]; k < r.b->near_from[at + 1]; k++) {
                try_space(&r, r.b->near[k]);
            }
        }
    }
    make_names(out, r.names, m->trap == trap_none ? r.count : 0);
}

void rcy_board_gather(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    switch ((rcy_op)n->op) {
    case OP_NEAR: near(m, n, out); break;
    case OP_RAY: ray(m, n, out); break;
    case OP_LINES: lines(m, n, out); break;
    case OP_PARTS: parts(m, n, out); break;
    case OP_REACH: reach(m, n, out); break;
    default: make_names(out, m->item, 0); break;
    }
}

// Returns whether some line through a space belongs entirely to one owner.
static int64_t some_line(rcy_machine *m, const rcy_line_test *t)
{
    int space = rcy_space_of(m->p->boards, rcy_value(m, t->space));
    int64_t owner = rcy_value(m, t->owner);
    if (space < 0) return 0;
    const int32_t *slot = t->slots + t->from[space] * t->length;
    rcy_spend(m, t->from[space + 1] - t->from[space]);
    for (int i = t->from[space]; i < t->from[space + 1]; i++, slot += t->length) {
        bool all = true;
        for (int k = 0; k < t->length && all; k++) all = m->byte[slot[k]] == owner;
        if (all) return 1;
    }
    return 0;
}

int64_t rcy_board_value(rcy_machine *m, const rcy_node *n)
{
    const rcy_boards *b = m->p->boards;
    int space, other;
    switch ((rcy_op)n->op) {
    case OP_SOME_LINE: return some_line(m, n->lines);
    case OP_STEP_TO: return step_to(m, n);
    case OP_COORDINATE:
        space = rcy_space_of(b, rcy_value(m, n->x));
        return space < 0 ? 0 : n->flag ? b->column[space] : b->row[space];
    case OP_DISTANCE:
        space = rcy_space_of(b, rcy_value(m, n->x));
        other = rcy_space_of(b, rcy_value(m, n->y));
        return space < 0 || other < 0 ? -1 : b->distance[space * b->spaces + other];
    default: return 0;
    }
}
