// emit_possible_strings.c - finds which strings an expression can have as its value.
//
// A computed name needs a slot for every string that it can be, so the set must be known
// when the game is opened, and should be small. For the forms of the base language the
// method must not change, since slots are bytes of the state. Newer forms are followed
// through lists, boards and storages.
#include <string.h>

#include "recycle/emitter.h"

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

static rcy_strings strings_of_base(emitter *e, const rcy_tree *t)
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
    if (b->by->form == form_let || b->by->form == form_let_act) return strings_of_base(e, b->from);
    const rcy_tree *over = b->from;
    while (over->form == form_filter) over = over->kids[0];
    const rcy_tree *list = rcy_constant_strings(over);
    return list ? list_strings(e, list) : unknown;
}

typedef struct collector {
    emitter *e;
    bool *seen;      // by string: whether it is possible
    bool *followed;  // by name: storages whose values were added already
    bool any;
} collector;

static void add_string(collector *c, const rcy_tree *t);
static void add_list(collector *c, const rcy_tree *t);

static void add_spaces(collector *c)
{
    const rcy_boards *b = c->e->s->boards;
    for (int i = 0; b && i < b->spaces; i++) c->seen[b->name[i]] = true;
}

static void add_values(collector *c, const rcy_tree *t, int32_t key)
{
    if (t->form == form_attribute && t->name == key) {
        for (int g = 0; g < t->count; g++) {
            const rcy_tree *values = rcy_constant_strings(t->kids[g]->kids[0]);
            for (int v = 0; values && v < values->count; v++) c->seen[values->kids[v]->name] = true;
        }
    }
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) add_values(c, t->kids[i], key);
    }
}

// Adds all values that are ever stored in a string storage with this name.
static void add_set(collector *c, const rcy_tree *t, int32_t name)
{
    int32_t set = -1;
    if (t->form == form_set && t->kids[0]->form == form_str &&
        (!rcy_constant_string(t->kids[0]->kids[1], &set) || set == name)) {
        add_string(c, t->kids[1]);
    }
    for (int i = 0; i < t->count && !c->any; i++) {
        if (t->kids[i]) add_set(c, t->kids[i], name);
    }
}

static void add_bound(collector *c, const rcy_tree *t, void (*add)(collector *, const rcy_tree *))
{
    const rcy_binding *b = t->binding;
    if (!b) c->any = true;
    else if (b->by->form == form_reach) add_spaces(c);
    else if (b->declared || b->by->form == form_let || b->by->form == form_let_act) add(c, b->from);
    else add_list(c, b->from);
}

// Adds the names that two keys make.
static void add_pair(collector *c, const rcy_tree *t)
{
    emitter *e = c->e;
    int32_t name = 0;
    rcy_constant_string(t->kids[0], &name);
    if (t->kids[1]->type == type_player) {
        for (int i = 0; i < e->p->players; i++) c->seen[rcy_paired_name(e->s, name, 0, i)] = true;
        return;
    }
    rcy_strings keys = rcy_strings_of(e, t->kids[1]);
    for (int i = 0; i < keys.count; i++) {
        c->seen[rcy_paired_name(e->s, name, keys.items[i], -1)] = true;
    }
    for (int i = 1; keys.any && i < e->s->unpaired_names; i++) {
        if (e->value_name[i]) c->seen[rcy_paired_name(e->s, name, i, -1)] = true;
    }
}

static void add_string(collector *c, const rcy_tree *t)
{
    int32_t name;
    if (rcy_constant_string(t, &name)) {
        c->seen[name] = true;
        return;
    }
    switch (t->form) {
    case form_cardatt:
        if (rcy_constant_string(t->kids[0], &name)) add_values(c, c->e->game, name);
        else c->any = true;
        break;
    case form_var: add_bound(c, t, add_string); break;
    case form_either:
        add_string(c, t->kids[1]);
        add_string(c, t->kids[2]);
        break;
    case form_let: add_string(c, t->kids[1]); break;
    case form_end: add_list(c, t->kids[0]); break;
    case form_index: add_list(c, t->kids[1]); break;
    case form_step: add_spaces(c); break;
    case form_pair: add_pair(c, t); break;
    case form_str:
        if (!rcy_constant_string(t->kids[1], &name)) {
            c->any = true;
        } else if (!c->followed[name]) {
            c->followed[name] = true;
            add_set(c, c->e->game, name);
        }
        break;
    default: c->any = true; break;
    }
}

// Adds the strings of a list, or of a list of lists.
static void add_list(collector *c, const rcy_tree *t)
{
    const rcy_tree *list = rcy_constant_strings(t);
    if (list) {
        for (int i = 0; i < list->count; i++) c->seen[list->kids[i]->name] = true;
        return;
    }
    switch (t->form) {
    case form_filter:
    case form_best_of:
    case form_while:
    case form_distinct:
    case form_end: add_list(c, t->kids[0]); break;
    case form_let:
    case form_index: add_list(c, t->kids[1]); break;
    case form_either:
        add_list(c, t->kids[1]);
        add_list(c, t->kids[2]);
        break;
    case form_set_operation:
        for (int i = 0; i < t->count; i++) add_list(c, t->kids[i]);
        break;
    case form_list:
        for (int i = 0; i < t->count; i++) add_string(c, t->kids[i]);
        break;
    case form_map:
        if (t->type == type_strs) add_string(c, t->kids[1]);
        else add_list(c, t->kids[1]);
        break;
    case form_near:
    case form_step:
    case form_lines:
    case form_groups:
    case form_reach: add_spaces(c); break;
    case form_var: add_bound(c, t, add_list); break;
    default: c->any = true; break;
    }
}

rcy_strings rcy_strings_of(emitter *e, const rcy_tree *t)
{
    if (!e->s->next_edition) return strings_of_base(e, t);
    int strings = e->p->strings, count = 0;
    collector c = { .e = e };
    c.seen = rcy_emit_room(e, (size_t)strings, sizeof *c.seen);
    c.followed = rcy_emit_room(e, (size_t)strings, sizeof *c.followed);
    int32_t *items = rcy_emit_room(e, (size_t)strings, sizeof *items);
    if (e->failed) return (rcy_strings){ 0 };
    add_string(&c, t);
    if (c.any) return (rcy_strings){ .any = true };
    for (int i = 1; i < strings; i++) {
        if (c.seen[i]) items[count++] = i;
    }
    return (rcy_strings){ .count = count, .items = items };
}
