// symmetry.c - finds the symmetries of a board under which positions play alike.
//
// A board may be reflected or rotated. The image plays alike if nothing in the rules
// distinguishes the two, and this is proved here. First the text is read. It may use only
// the forms below, which give the image of their result when all their inputs are images.
// Where the order of a list could matter, it must be one that the transform does not
// change. The text also determines which names must stay as they are. Then each transform
// of the board is tested on the tables of the board: neighbours, steps, lines, distances,
// and the rows and columns that are used. What passes is a symmetry of the game.
//
// Names of directions turn with the board, so a game in which stones fall south keeps the
// reflection that leaves south as it is. Games with cards, dice, chance, hidden
// information, teams or saved rows are not analysed. Limits of the machine are ignored: a
// game that reaches them is broken, in one image as in another.
#include <string.h>

#include "recycle/emitter.h"
#include "recycle/symmetry.h"

// Kinds of storage, as bits.
enum { kind_sto = 1, kind_str = 2, kind_flag = 4, kind_who = 8 };

typedef struct rule_scan {
    bool other;          // something may not map to its own image
    bool rows, columns;  // whether rows or columns are used
    bool groups;
    bool *fixed;            // by string: whether it must stay as it is
    const rcy_tree **list;  // constant lists whose order does not matter
    int lists, room;
    int looped;  // number of lists around whose elements are visited in any order
    int choosing;
} rule_scan;

static void look(rule_scan *v, const rcy_tree *t);

static void look_at_kids(rule_scan *v, const rcy_tree *t)
{
    for (int i = 0; i < t->count; i++) look(v, t->kids[i]);
}

// ---- the order of lists

static void fix_all(rule_scan *v, const rcy_tree *strings)
{
    for (int i = 0; i < strings->count; i++) v->fixed[strings->kids[i]->name] = true;
}

static bool is_let(const rcy_binding *b)
{
    return b->by && (b->by->form == form_let || b->by->form == form_let_act);
}

// Returns whether each element of a list maps to its image at the same index. Constant
// strings do if they are fixed, so this marks them as fixed.
static bool keeps_order(rule_scan *v, const rcy_tree *t)
{
    switch ((rcy_form)t->form) {
    case form_players:
    case form_other:
    case form_range:
    case form_list: return true;
    case form_strings: fix_all(v, t); return true;
    case form_filter:
    case form_best_of:
    case form_while:
    case form_distinct:
    case form_map:
    case form_call: return keeps_order(v, t->kids[0]);
    case form_let: return keeps_order(v, t->kids[1]);
    case form_either: return keeps_order(v, t->kids[1]) && keeps_order(v, t->kids[2]);
    case form_step: return t->code == keyword_ray;
    case form_var:
        return t->binding && t->binding->from && (t->binding->declared || is_let(t->binding)) &&
               keeps_order(v, t->binding->from);
    default: return false;
    }
}

// What is done for each element of a list: which kinds of storage it sets, adds to and
// reads.
typedef struct effects {
    const rcy_binding *of;  // the element
    unsigned sets, adds, reads;
    bool other;
} effects;

static unsigned kind_of(const rcy_tree *t)
{
    switch ((rcy_form)t->form) {
    case form_sto: return kind_sto;
    case form_str: return kind_str;
    case form_flag: return kind_flag;
    case form_who_of: return kind_who;
    default: return 0;
    }
}

static unsigned reads_of(const rcy_tree *t)
{
    if (!t) return 0;
    unsigned reads = kind_of(t);
    for (int i = 0; i < t->count; i++) reads |= reads_of(t->kids[i]);
    if (t->form == form_var && t->binding && is_let(t->binding)) {
        reads |= reads_of(t->binding->from);
    }
    return reads;
}

static bool is_element(const rcy_tree *t, const rcy_binding *of)
{
    if (t->form != form_var || !t->binding) return false;
    return t->binding == of || (is_let(t->binding) && is_element(t->binding->from, of));
}

static void note_effects(effects *d, const rcy_tree *t)
{
    if (!t) return;
    switch ((rcy_form)t->form) {
    case form_do:
    case form_label:
    case form_call:
        for (int i = 0; i < t->count; i++) note_effects(d, t->kids[i]);
        return;
    case form_if:
    case form_either_act:
        d->reads |= reads_of(t->kids[0]);
        for (int i = 1; i < t->count; i++) note_effects(d, t->kids[i]);
        return;
    case form_let_act:
        d->reads |= reads_of(t->kids[0]);
        note_effects(d, t->kids[1]);
        return;
    case form_set:
    case form_add: {
        const rcy_tree *slot = t->kids[0];
        if (!kind_of(slot)) break;
        if (t->form == form_add) d->adds |= kind_of(slot);
        else d->sets |= kind_of(slot);
        if (t->form == form_set && !is_element(slot->kids[1], d->of)) break;
        d->reads |= reads_of(slot->kids[0]) | reads_of(slot->kids[1]);
        for (int i = 1; i < t->count; i++) d->reads |= reads_of(t->kids[i]);
        return;
    }
    case form_pass: return;
    default: break;
    }
    d->other = true;
}

// Returns whether the order of the elements does not matter: each sets only what belongs
// to it or adds to something, and nothing that is written is read.
static bool in_any_order(const rcy_tree *t)
{
    effects d = { .of = t->binding };
    if (!d.of) return false;
    note_effects(&d, t->kids[1]);
    return !d.other && !(d.sets & d.adds) && !((d.sets | d.adds) & d.reads);
}

// ---- forms

static bool is_list(const rcy_tree *t)
{
    return t->type == type_strs || t->type == type_ints || t->type == type_players ||
           t->type == type_lists;
}

static void look_inside(rule_scan *v, const rcy_tree *t)
{
    look(v, t->kids[0]);
    v->looped++;
    look(v, t->kids[1]);
    v->looped--;
    for (int i = 2; i < t->count; i++) look(v, t->kids[i]);
}

// Records a form that may fail. If it failed for some elements of a list only, the error
// would show which came first.
static void may_fail(rule_scan *v, bool fails)
{
    if (fails && v->looped > 0) v->other = true;
}

static void note_list(rule_scan *v, const rcy_tree *strings)
{
    if (v->lists == v->room) v->other = true;
    else v->list[v->lists++] = strings;
}

static void look_at_variable(rule_scan *v, const rcy_tree *t)
{
    const rcy_binding *b = t->binding;
    if (!b || b->fixed) v->other = true;
    else if (b->declared) look(v, b->from);
}

static void look_at_arithmetic(rule_scan *v, const rcy_tree *t)
{
    int64_t by;
    bool plain = t->code == op_add || t->code == op_subtract || t->code == op_multiply;
    if (!plain) may_fail(v, t->count != 2 || !rcy_constant(t->kids[1], &by) || by == 0);
    look_at_kids(v, t);
}

// Looks at a comparison. Lists are compared element by element, so their order would
// matter.
static void look_at_comparison(rule_scan *v, const rcy_tree *t)
{
    if (is_list(t->kids[0])) v->other = true;
    look_at_kids(v, t);
}

static void look_at_value(rule_scan *v, const rcy_tree *t)
{
    int64_t number;
    switch ((rcy_form)t->form) {
    case form_int:
    case form_truth:
    case form_nobody:
    case form_players:
    case form_game: return;
    case form_name: v->fixed[t->name] = true; return;
    case form_var: look_at_variable(v, t); return;
    case form_strings: note_list(v, t); return;
    case form_who:
        if (t->flag) v->other = true;
        return;
    case form_nth:
        if (t->flag || !rcy_constant(t->kids[0], &number)) v->other = true;
        return;
    case form_arithmetic: look_at_arithmetic(v, t); return;
    case form_equal:
    case form_in: look_at_comparison(v, t); return;
    case form_compare:
    case form_chain:
    case form_and:
    case form_or:
    case form_not:
    case form_extreme:
    case form_either:
    case form_other:
    case form_list:
    case form_let:
    case form_size:
    case form_set_operation:
    case form_range:
    case form_distance:
    case form_near: look_at_kids(v, t); return;
    case form_groups:
        v->groups = true;
        look_at_kids(v, t);
        return;
    case form_sto:
    case form_str:
    case form_flag:
    case form_who_of:
    case form_neighbour:
        may_fail(v, rcy_may_be_nobody(t->kids[0]));
        look_at_kids(v, t);
        return;
    case form_filter:
    case form_quantifier:
    case form_map:
    case form_best_of:
    case form_reach: look_inside(v, t); return;
    case form_while:
        if (!keeps_order(v, t->kids[0])) v->other = true;
        look_inside(v, t);
        return;
    case form_distinct:
        if (t->type == type_lists || t->count > 1) v->other = true;
        look_at_kids(v, t);
        return;
    case form_extreme_of:
    case form_end:
    case form_index: {
        bool shows = t->form != form_extreme_of;
        may_fail(v, true);
        if (shows && !keeps_order(v, t->kids[t->form == form_index])) v->other = true;
        look_at_kids(v, t);
        return;
    }
    case form_index_of:
        if (is_list(t->kids[0]) || !keeps_order(v, t->kids[1])) v->other = true;
        look_at_kids(v, t);
        return;
    case form_coordinate:
        if (t->code == keyword_row) v->rows = true;
        else v->columns = true;
        look_at_kids(v, t);
        return;
    case form_step:  // of several directions, the first that leads on is taken
        if (is_list(t->kids[0]) && !keeps_order(v, t->kids[0])) v->other = true;
        look_at_kids(v, t);
        return;
    case form_lines:
        if (!rcy_constant(t->kids[0], &number)) v->other = true;
        look_at_kids(v, t);
        return;
    default: v->other = true;
    }
}

static void look_at_act(rule_scan *v, const rcy_tree *t)
{
    switch ((rcy_form)t->form) {
    case form_if:
    case form_either_act:
    case form_do:
    case form_let_act:
    case form_label:
    case form_cycle:
    case form_repeat:
    case form_repeat_while:
    case form_block: look_at_kids(v, t); return;
    case form_pass:
    case form_stop: return;
    case form_set:
    case form_add:
        if (!kind_of(t->kids[0])) v->other = true;
        look_at_kids(v, t);
        return;
    case form_each:
        if (t->flag && !v->choosing) v->other = true;
        if (!t->flag && !in_any_order(t) && !keeps_order(v, t->kids[0])) v->other = true;
        look_at_kids(v, t);
        return;
    case form_choice:
        for (int i = 0; i < t->count; i++) {
            v->choosing += i < t->value;
            look(v, t->kids[i]);
            v->choosing -= i < t->value;
        }
        return;
    case form_stage:
        if (t->code != keyword_player) v->other = true;
        look_at_kids(v, t);
        return;
    default: v->other = true;
    }
}

static void look(rule_scan *v, const rcy_tree *t)
{
    if (!t || v->other) return;
    if (t->type == type_card || t->type == type_cards || t->type == type_colls ||
        t->type == type_points || t->type == type_team || t->type == type_teams) {
        v->other = true;
    } else if (t->form == form_call || t->form == form_scoring) {
        look_at_kids(v, t);
    } else if (t->form >= form_if && t->form <= form_together) {
        look_at_act(v, t);
    } else {
        look_at_value(v, t);
    }
}

// ---- transforms of a board

// Where every space, direction and other name goes.
typedef struct transform {
    const rcy_boards *b;
    int16_t *space;  // by space: its image
    int16_t direction[rcy_most_directions];
    int32_t *name;  // by string: its image
} transform;

enum { flip_across = 1, flip_down = 2, swap_both = 4, ways_to_turn = 8 };

static bool turn_spaces(transform *t, int way)
{
    const rcy_boards *b = t->b;
    const rcy_board_panel *panel = &b->panel[0];
    if ((way & swap_both) && panel->columns != panel->rows) return false;
    for (int i = 0; i < b->spaces; i++) {
        int x = way & flip_across ? panel->columns - 1 - b->across[i] : b->across[i];
        int y = way & flip_down ? panel->rows - 1 - b->down[i] : b->down[i];
        int across = way & swap_both ? y : x, down = way & swap_both ? x : y;
        t->space[i] = -1;
        for (int k = 0; k < b->spaces; k++) {
            if (b->across[k] == across && b->down[k] == down) t->space[i] = (int16_t)k;
        }
        if (t->space[i] < 0) return false;
    }
    return true;
}

static int step(const rcy_boards *b, int direction, int space)
{
    return b->step[direction * rcy_most_spaces + space];
}

static bool leads_alike(const transform *t, int from, int to)
{
    for (int i = 0; i < t->b->spaces; i++) {
        int there = step(t->b, from, i);
        if (step(t->b, to, t->space[i]) != (there < 0 ? -1 : t->space[there])) return false;
    }
    return true;
}

// Finds for each direction the one that leads from image to image; the direction itself,
// if it does.
static bool turn_directions(transform *t)
{
    bool taken[rcy_most_directions] = { false };
    for (int i = 0; i < t->b->directions; i++) {
        t->direction[i] = -1;
        if (leads_alike(t, i, i)) t->direction[i] = (int16_t)i, taken[i] = true;
    }
    for (int i = 0; i < t->b->directions; i++) {
        for (int k = 0; k < t->b->directions && t->direction[i] < 0; k++) {
            if (taken[k] || !leads_alike(t, i, k)) continue;
            t->direction[i] = (int16_t)k;
            taken[k] = true;
        }
        if (t->direction[i] < 0) return false;
    }
    return true;
}

static bool turn_names(transform *t, int strings)
{
    const rcy_boards *b = t->b;
    for (int i = 0; i < strings; i++) t->name[i] = i;
    for (int i = 0; i < b->spaces; i++) t->name[b->name[i]] = b->name[t->space[i]];
    for (int i = 0; i < b->directions; i++) {
        // a space and a direction have the same name
        if (rcy_space_of(b, b->direction[i]) >= 0) return false;
        t->name[b->direction[i]] = b->direction[t->direction[i]];
    }
    return true;
}

static bool is_among(int32_t name, const int32_t *names, int count)
{
    for (int i = 0; i < count; i++) {
        if (names[i] == name) return true;
    }
    return false;
}

static bool same_neighbours(const transform *t)
{
    const rcy_boards *b = t->b;
    for (int i = 0; i < b->spaces; i++) {
        int from = b->near_from[i], count = b->near_from[i + 1] - from;
        int to = b->near_from[t->space[i]], there = b->near_from[t->space[i] + 1] - to;
        if (count != there) return false;
        for (int k = 0; k < count; k++) {
            if (!is_among(t->name[b->near[from + k]], b->near + to, there)) return false;
        }
    }
    return true;
}

// Returns whether every neighbour of a space has the space as its neighbour too.
// Otherwise connected parts would depend on where one begins.
static bool neighbours_are_mutual(const rcy_boards *b)
{
    for (int i = 0; i < b->spaces; i++) {
        for (int k = b->near_from[i]; k < b->near_from[i + 1]; k++) {
            int to = rcy_space_of(b, b->near[k]), from = b->near_from[to];
            if (!is_among(b->name[i], b->near + from, b->near_from[to + 1] - from)) return false;
        }
    }
    return true;
}

static bool is_line(const transform *t, const rcy_line_table *lines, const int32_t *names)
{
    int first = rcy_space_of(t->b, t->name[names[0]]);
    for (int i = lines->through_from[first]; i < lines->through_from[first + 1]; i++) {
        const int32_t *line = lines->names + lines->through[i] * lines->length;
        int found = 0;
        for (int k = 0; k < lines->length; k++) {
            found += is_among(t->name[names[k]], line, lines->length);
        }
        if (found == lines->length) return true;
    }
    return false;
}

static bool same_lines(const transform *t)
{
    for (int i = 0; i < t->b->table_count; i++) {
        const rcy_line_table *lines = &t->b->table[i];
        for (int k = 0; k < lines->count; k++) {
            if (!is_line(t, lines, lines->names + k * lines->length)) return false;
        }
    }
    return true;
}

static bool same_measures(const transform *t, const rule_scan *v)
{
    const rcy_boards *b = t->b;
    for (int i = 0; i < b->spaces; i++) {
        int to = t->space[i];
        if (v->rows && b->row[i] != b->row[to]) return false;
        if (v->columns && b->column[i] != b->column[to]) return false;
        for (int k = 0; b->distance && k < b->spaces; k++) {
            if (b->distance[i * b->spaces + k] != b->distance[to * b->spaces + t->space[k]]) {
                return false;
            }
        }
    }
    return true;
}

static int times_in(const rcy_tree *strings, int32_t name)
{
    int times = 0;
    for (int i = 0; i < strings->count; i++) times += strings->kids[i]->name == name;
    return times;
}

static bool same_names(const transform *t, const rule_scan *v, int strings)
{
    for (int i = 0; i < strings; i++) {
        if (v->fixed[i] && t->name[i] != i) return false;
    }
    for (int i = 0; i < v->lists; i++) {
        const rcy_tree *list = v->list[i];
        for (int k = 0; k < list->count; k++) {
            int32_t name = list->kids[k]->name;
            if (t->name[name] != name && times_in(list, t->name[name]) != times_in(list, name)) {
                return false;
            }
        }
    }
    return true;
}

// ---- what a transform does to a state

static bool turn_slots(const transform *t, const rcy_place_info *slots, int count, int32_t *to)
{
    for (int i = 0; i < count; i++) {
        int32_t name = t->name[slots[i].name];
        to[i] = i;
        if (name == slots[i].name) continue;
        for (to[i] = 0; to[i] < count; to[i]++) {
            const rcy_place_info *there = &slots[to[i]];
            if (there->name == name && there->owner == slots[i].owner &&
                there->kind == slots[i].kind)
                break;
        }
        if (to[i] == count) return false;
    }
    return true;
}

// Returns whether the flow keeps values that may be names, and not only numbers and
// players.
static bool keeps_names(const rcy_program *p)
{
    for (int i = 0; i < p->code_count; i++) {
        const rcy_insn *c = &p->code[i];
        if (c->op == OP_KEEP && c->holds != type_int && c->holds != type_bool &&
            c->holds != type_player)
            return true;
    }
    return false;
}

static bool scan_rules(rule_scan *v, const rcy_tree *game)
{
    for (int i = game->value + 1; i < game->count; i++) look(v, game->kids[i]);
    return !v->other;
}

static bool add_way(rcy_program *p, const rule_scan *v, int way, rcy_board_symmetry *image,
                    dado_region *region)
{
    transform t = { .b = p->boards };
    size_t mark = dado_region_mark(region);
    t.space = dado_new(region, int16_t, p->boards->spaces + 1);
    t.name = dado_new(region, int32_t, p->strings + 1);
    int32_t *sto = dado_new(region, int32_t, p->stos + 1);
    int32_t *str = dado_new(region, int32_t, p->strs + 1);
    int32_t *byte = dado_new(region, int32_t, p->bytes + 1);
    bool fits = t.space && t.name && sto && str && byte && turn_spaces(&t, way) &&
                turn_directions(&t) && turn_names(&t, p->strings) && same_neighbours(&t) &&
                same_lines(&t) && same_measures(&t, v) && same_names(&t, v, p->strings) &&
                turn_slots(&t, p->sto_info, p->stos, sto) &&
                turn_slots(&t, p->str_info, p->strs, str) &&
                turn_slots(&t, p->byte_info, p->bytes, byte);
    if (fits) *image = (rcy_board_symmetry){ .sto = sto, .str = str, .byte = byte, .name = t.name };
    else dado_region_rewind(region, mark);
    return fits;
}

// Returns whether a transform changes nothing or is known already. A board that is one
// space wide stays the same when it is reflected, and some transforms are equal.
static bool is_known(const rcy_board_symmetry *symmetries, int count, const int32_t *name,
                     int strings)
{
    bool still = true, known = false;
    for (int i = 0; i < strings && still; i++) still = name[i] == i;
    for (int k = 0; k < count && !known; k++) {
        known = memcmp(symmetries[k].name, name, sizeof *name * (size_t)strings) == 0;
    }
    return still || known;
}

// Returns whether applying two transforms always gives one of them. Otherwise the
// canonical image would depend on where one begins.
static bool is_group(const rcy_board_symmetry *symmetries, int count, int strings, int32_t *twice)
{
    for (int a = 0; a < count; a++) {
        for (int b = 0; b < count; b++) {
            for (int i = 0; i < strings; i++) twice[i] = symmetries[b].name[symmetries[a].name[i]];
            if (!is_known(symmetries, count, twice, strings)) return false;
        }
    }
    return true;
}

bool rcy_find_symmetries(rcy_program *p, const rcy_source *s, const rcy_tree *game,
                         dado_region *region)
{
    const rcy_boards *b = p->boards;
    bool bare = p->cards == 0 && p->dice_count == 0 && p->mems == 0 && p->map_slots == 0 &&
                p->teams_count <= 1 && !p->together && !p->shows && !p->saves && p->places <= 1;
    if (!b || b->panels != 1 || b->spaces < 2 || !bare || keeps_names(p)) return true;
    rule_scan v = { .room = 4096 };
    v.fixed = dado_new(region, bool, s->names.count + 1);
    v.list = dado_new(region, const rcy_tree *, v.room);
    rcy_board_symmetry *symmetries = dado_new(region, rcy_board_symmetry, ways_to_turn);
    int32_t *twice = dado_new(region, int32_t, p->strings + 1);
    if (!v.fixed || !v.list || !symmetries || !twice) return false;
    if (!scan_rules(&v, game) || (v.groups && !neighbours_are_mutual(b))) return true;
    int count = 0;
    for (int way = 1; way < ways_to_turn; way++) {
        bool fits = add_way(p, &v, way, &symmetries[count], region);
        count += fits && !is_known(symmetries, count, symmetries[count].name, p->strings);
    }
    if (!is_group(symmetries, count, p->strings, twice)) return true;
    p->symmetries = symmetries;
    p->symmetry_count = count;
    return true;
}

void rcy_symmetry_apply(const rcy_program *p, int way, const void *state, void *image)
{
    const rcy_board_symmetry *by = &p->symmetries[way];
    const unsigned char *from = state;
    unsigned char *to = image;
    memcpy(to, from, p->state_size);
    const int32_t *sto = (const int32_t *)(const void *)(from + p->at_sto);
    const uint16_t *str = (const uint16_t *)(const void *)(from + p->at_str);
    int32_t *sto_to = (int32_t *)(void *)(to + p->at_sto);
    uint16_t *str_to = (uint16_t *)(void *)(to + p->at_str);
    for (int i = 0; i < p->stos; i++) sto_to[by->sto[i]] = sto[i];
    for (int i = 0; i < p->strs; i++) str_to[by->str[i]] = (uint16_t)by->name[str[i]];
    const unsigned char *byte = from + p->at_byte;
    unsigned char *byte_to = to + p->at_byte;
    for (int i = 0; i < p->bytes; i++) byte_to[by->byte[i]] = byte[i];
}

void rcy_symmetry_canonical(const rcy_program *p, void *state)
{
    unsigned char seen[rcy_most_state], turned[rcy_most_state];
    memcpy(seen, state, p->state_size);
    for (int way = 0; way < p->symmetry_count; way++) {
        rcy_symmetry_apply(p, way, seen, turned);
        if (memcmp(turned, state, p->state_size) < 0) memcpy(state, turned, p->state_size);
    }
}
