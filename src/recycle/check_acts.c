// check_acts.c - checks acts, elements and the setup: whether each can be executed.
#include <stdio.h>
#include <string.h>

#include "recycle/board.h"

enum { most_players = 64, most_faces = 1000000000 };

void rcy_need_dice(checker *c, const rcy_tree *t)
{
    const char *known[64];
    int count = 0;
    for (int i = 0; i < c->dice_count; i++) {
        if (c->dice[i] == t->name) return;
        if (count < 64) known[count++] = rcy_text(c->s, c->dice[i]);
    }
    const char *name = rcy_text(c->s, t->name), *near = dado_nearest_name(name, known, count);
    if (near) {
        rcy_diagnose_tree(c->s, "E210", t, "no dice storage is named %s; did you mean %s?", name,
                          near);
    } else {
        rcy_diagnose_tree(c->s, "E210", t,
                          "no dice storage is named %s; make one: (create dicestorage '%s (6))",
                          name, name);
    }
}

// Returns whether `t` is a position where a card can be put or taken, and sets the kind
// of its place.
static bool position(const rcy_tree *t, rcy_hold *hold)
{
    if (t->form == form_end || t->form == form_index) {
        *hold = rcy_hold_of(t->kids[t->form == form_index]);
        return t->type == type_card;
    }
    *hold = hold_place;
    if (t->form == form_var) return t->type == type_card;
    return false;
}

static void destination(checker *c, rcy_tree **slot, bool into_memory, const char *verb)
{
    rcy_hold hold;
    if (rcy_need(c, slot, type_card, verb) == type_none) return;
    rcy_tree *t = *slot;
    if (t->type == type_none) return;
    bool fits = position(t, &hold);
    if (!fits || hold == hold_virtual) {
        rcy_diagnose_tree(
            c->s, "E304", t,
            "%s needs a position in a place, like (top (game vloc PILE)); nothing can be put "
            "into a computed collection",
            verb);
    } else if (into_memory && (hold != hold_mem || t->form == form_var)) {
        rcy_diagnose_tree(c->s, "E305", t, "remember needs a memory: (top (game mem NAME))");
    } else if (!into_memory && hold == hold_mem) {
        rcy_diagnose_tree(c->s, "E305", t,
                          "cards cannot be moved into a memory; use remember, or another place");
    }
}

static void source_of_move(checker *c, rcy_tree **slot)
{
    rcy_hold hold;
    if (rcy_need(c, slot, type_card, "move") == type_none) return;
    if (position(*slot, &hold) && hold == hold_mem) {
        rcy_diagnose_tree(c->s, "E305", *slot,
                          "a memory holds no real cards to move; (actual ...) gives the card "
                          "itself");
    }
}

static void forget(checker *c, rcy_tree *t)
{
    rcy_hold hold;
    if (rcy_need(c, &t->kids[0], type_card, "forget") == type_none) return;
    rcy_tree *what = t->kids[0];
    if (!position(what, &hold) || what->form == form_var || hold != hold_mem) {
        rcy_diagnose_tree(c->s, "E305", what, "forget needs a memory: (top (game mem NAME))");
    }
}

static void whole_place(checker *c, rcy_tree **slot, const char *verb)
{
    if (rcy_need(c, slot, type_cards, verb) == type_none) return;
    if ((*slot)->type == type_none) return;
    rcy_hold hold = rcy_hold_of(*slot);
    if (hold == hold_virtual) {
        rcy_diagnose_tree(c->s, "E304", *slot,
                          "%s needs a place, like (game iloc STOCK), not a computed collection",
                          verb);
    } else if (hold == hold_mem) {
        rcy_diagnose_tree(c->s, "E305", *slot, "%s needs a place that holds cards, not a memory",
                          verb);
    }
}

static void storage_target(checker *c, rcy_tree *t, bool add)
{
    rcy_tree *target = t->kids[0];
    rcy_infer(c, target);
    if (target->form == form_sto) {
        rcy_need(c, &t->kids[1], type_int, add ? "inc and dec" : "set");
    } else if (target->form == form_str && !add) {
        rcy_need(c, &t->kids[1], type_str, "set");
    } else if (target->form == form_flag && !add) {
        rcy_need(c, &t->kids[1], type_bool, "set");
    } else if (target->form == form_who_of && !add) {
        rcy_need(c, &t->kids[1], type_player, "set");
    } else if (target->type != type_none) {
        rcy_infer(c, t->kids[1]);
        bool call = target->form == form_call;
        rcy_diagnose_tree(
            c->s, "E303", target,
            call  ? "set needs the storage itself, not a call: (set (game sto NAME) value)"
            : add ? "only a stored number can be increased or decreased: (game sto NAME)"
                  : "only storage can be set: (game sto NAME), (game str NAME), "
                    "(game flag NAME), (game who NAME) or (game points NAME)");
    }
}

static void awards(checker *c, rcy_tree *t)
{
    rcy_infer(c, t->kids[0]);
    if (t->flag) {
        rcy_diagnose_tree(c->s, "W415", t, "an old spelling; write: (set (game points %s) ...)",
                          rcy_text(c->s, t->kids[0]->kids[1]->name));
    }
    for (int i = 1; i < t->count; i++) {
        rcy_tree *award = t->kids[i];
        for (int k = 0; k < award->count - 1; k++) {
            rcy_tree *test = award->kids[k];
            if (test->form != form_test || test->count < 2) continue;
            rcy_need(c, &test->kids[0], type_str, "the key of a test");
            rcy_need(c, &test->kids[1], type_str, "a test");
        }
        if (award->count) rcy_need(c, &award->kids[award->count - 1], type_int, "an award");
    }
}

static void teams(checker *c, rcy_tree *t)
{
    bool seen[most_players] = { false };
    for (int i = 0; i < t->count; i++) {
        rcy_tree *list = t->kids[i];
        for (int k = 0; k < list->count; k++) {
            int64_t p = list->kids[k]->value;
            if (c->players == 0) continue;
            if (p < 0 || p >= c->players) {
                rcy_diagnose_tree(c->s, "E405", list->kids[k],
                                  "there is no player %lld; they are numbered 0 to %d",
                                  (long long)p, c->players - 1);
            } else if (seen[p]) {
                rcy_diagnose_tree(c->s, "E405", list->kids[k], "player %lld is in two teams",
                                  (long long)p);
            } else {
                seen[p] = true;
            }
        }
    }
}

static bool has_range(const rcy_tree *values)
{
    for (int i = 0; i < values->count; i++) {
        if (values->kids[i]->form == form_range) return true;
    }
    return false;
}

static void attribute(checker *c, rcy_tree *t)
{
    for (int i = 0; i < t->count; i++) {
        rcy_tree *group = t->kids[i];
        if (group->form != form_group || group->count == 0) continue;
        if (group->kids[0]->form == form_var) {
            rcy_type type = rcy_need(c, &group->kids[0], type_strs, "a deck");
            if (type == type_strs && !rcy_constant_strings(group->kids[0])) {
                rcy_diagnose_tree(c->s, "E408", group->kids[0],
                                  "a deck can only use lists that are known before play, and "
                                  "this one is not");
            }
        } else {
            if (has_range(group->kids[0])) rcy_expand_ranges(c, group->kids[0]);
            rcy_infer(c, group->kids[0]);
        }
        for (int k = 1; k < group->count; k++) attribute(c, group->kids[k]);
    }
}

// Reads a number of the setup, which must be a constant.
static bool fixed_number(checker *c, rcy_tree **slot, const char *what, int64_t *value)
{
    if (rcy_need(c, slot, type_int, what) != type_int) return false;
    if ((*slot)->type == type_none) return false;
    if (rcy_constant(*slot, value)) return true;
    if (rcy_make_plain(c, slot) && rcy_constant(*slot, value)) return true;
    rcy_diagnose_tree(c->s, "E408", *slot,
                      "%s must be known before play, but this is not a constant", what);
    return false;
}

// Returns how many combinations of values these attributes have.
static int64_t combinations(rcy_tree *const *attributes, int count)
{
    enum { enough = 100000 };
    int64_t all = 1;
    for (int i = 0; i < count && all < enough; i++) {
        int64_t sum = 0;
        for (int g = 0; g < attributes[i]->count; g++) {
            const rcy_tree *group = attributes[i]->kids[g];
            const rcy_tree *values = group->count ? rcy_constant_strings(group->kids[0]) : NULL;
            int64_t nested = combinations(group->kids + 1, group->count - 1);
            if (values) sum += values->count * nested;
        }
        all *= sum;
    }
    return all;
}

static const rcy_tree *with_key(const rcy_tree *t, int32_t key)
{
    if (t->form == form_attribute && t->name == key) return t;
    for (int i = 0; i < t->count; i++) {
        const rcy_tree *found = t->kids[i] ? with_key(t->kids[i], key) : NULL;
        if (found) return found;
    }
    return NULL;
}

static void fixed_or_shown(checker *c, const rcy_tree *deck, const rcy_tree *t)
{
    if (t->form == form_attribute) {
        for (int i = 2; i < deck->count && deck->kids[i]->form == form_attribute; i++) {
            if (!with_key(deck->kids[i], t->name)) continue;
            rcy_diagnose_tree(c->s, "E409", t,
                              "%s is already an attribute of the card; give the attributes of "
                              "its sides other names",
                              rcy_text(c->s, t->name));
        }
    }
    for (int i = 0; i < t->count; i++) fixed_or_shown(c, deck, t->kids[i]);
}

static void sides(checker *c, rcy_tree *deck, rcy_tree *t)
{
    enum { most_sides = 127 };
    for (int i = 0; i < t->count; i++) attribute(c, t->kids[i]);
    fixed_or_shown(c, deck, t);
    int64_t count = combinations(t->kids, t->count);
    if (count > most_sides) {
        rcy_diagnose_tree(c->s, "E406", t, "a component has at most %d sides, not %lld", most_sides,
                          (long long)count);
    }
}

// Returns whether `t` is a variable of a loop over players or names in the setup, so that
// the place is the same in every match.
static bool is_made_for_each(const rcy_tree *t)
{
    return t->form == form_var && t->binding && t->binding->by->form == form_for_each;
}

static void deck(checker *c, rcy_tree *t, bool in_setup)
{
    if (t->count < 2) return;
    if (t->kids[0]) {
        rcy_type type = rcy_need(c, &t->kids[0], type_str, "the name of a deck");
        int32_t name;
        if (type == type_str && !rcy_constant_string(t->kids[0], &name)) {
            rcy_diagnose_tree(c->s, "E408", t->kids[0],
                              "the name of a deck must be known before play");
        }
    }
    whole_place(c, &t->kids[1], "create deck");
    if (in_setup && t->kids[1]->form == form_place) {
        rcy_tree *who = t->kids[1]->kids[0];
        int32_t name;
        rcy_tree *called = t->kids[1]->kids[1];
        bool fixed = (rcy_constant_string(called, &name) || is_made_for_each(called)) &&
                     (who->form == form_game || who->form == form_nth || who->form == form_who ||
                      is_made_for_each(who));
        if (!fixed && t->kids[1]->type != type_none) {
            rcy_diagnose_tree(c->s, "E408", t->kids[1],
                              "the place where a deck is created must be known before play");
        }
    }
    for (int i = 2; i < t->count; i++) {
        if (t->kids[i]->form == form_attribute) attribute(c, t->kids[i]);
        if (t->kids[i]->form == form_sides) sides(c, t, t->kids[i]);
    }
    int64_t dice;
    if (t->flag && fixed_number(c, &t->kids[3], "the number of dice", &dice) && dice < 0) {
        rcy_diagnose_tree(c->s, "E406", t->kids[3], "there cannot be %lld dice", (long long)dice);
    }
}

static void act(checker *c, rcy_tree *t);

static void each(checker *c, rcy_tree *t)
{
    rcy_type over = rcy_need_collection(c, t->kids[0], t->flag ? "any" : "all");
    if (t->flag && !c->in_choice && !c->tried) {
        rcy_diagnose_tree(c->s, "W410", t->kids[0],
                          "nobody chooses here, so any does the same as all; write all");
    }
    rcy_bind(c, t, t->kids[0], rcy_element_type(over), false);
    act(c, t->kids[1]);
    rcy_unbind(c, t);
}

static void repeat_all(checker *c, rcy_tree *t)
{
    rcy_tree *inner = t->kids[0];
    act(c, inner);
    if (inner->form == form_bad) return;
    rcy_tree *from = inner->form == form_move || inner->form == form_forget ? inner->kids[0] : NULL;
    bool drains = from && (from->form == form_end || from->form == form_index);
    if (!drains) {
        rcy_diagnose_tree(
            c->s, "E401", t,
            "repeat all needs an act that empties a collection: (move (top X) ...) or (forget "
            "(top X))");
    }
}

static void cycle(checker *c, rcy_tree *t)
{
    if (t->code != keyword_none || t->count == 0) return;
    rcy_type type = rcy_infer(c, t->kids[0]);
    if (type != type_none && type != type_player) {
        rcy_diagnose_tree(c->s, "E306", t->kids[0],
                          "the turn can only go to a player, but this is %s", rcy_type_name(type));
    }
}

static rcy_type act_in_call(checker *c, rcy_tree *t)
{
    act(c, t);
    return type_none;
}

static void choice(checker *c, rcy_tree *t)
{
    int at = (int)t->value;
    bool before = c->in_choice;
    c->in_choice = true;
    for (int i = 0; i < at; i++) act(c, t->kids[i]);
    c->in_choice = before;
    if (t->name & rcy_choice_else) act(c, t->kids[at++]);
    if (t->name & rcy_choice_by) {
        if (rcy_infer(c, t->kids[at]) != type_player && t->kids[at]->type != type_none) {
            rcy_diagnose_tree(c->s, "E306", t->kids[at], "only a player can choose, but this is %s",
                              rcy_type_name((rcy_type)t->kids[at]->type));
        }
    }
}

static void stage(checker *c, rcy_tree *t)
{
    int at = (int)t->value + 1;
    if (t->kids[0]) rcy_need(c, &t->kids[0], type_bool, "the end of a stage");
    if (t->name & rcy_stage_turns) rcy_need(c, &t->kids[at++], type_int, "turns");
    if (t->name & rcy_stage_only) rcy_need(c, &t->kids[at], type_bool, "only");
    c->stages++;
    for (int i = 1; i <= t->value; i++) act(c, t->kids[i]);
    c->stages--;
}

// Finds the variables named in the text of a label and adds them as children after its
// act, in the order of the text.
static void label(checker *c, rcy_tree *t)
{
    const char *text = rcy_text(c->s, t->name);
    rcy_tree *kids[64];
    int count = 0;
    act(c, t->kids[0]);
    for (const char *at = strchr(text, '{'); at; at = strchr(at + 1, '{')) {
        size_t length = strspn(at + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
        if (length == 0 || at[length + 1] != '}' || count == 63) {
            rcy_diagnose(c->s, "E425", (int)t->value, (int)t->value,
                         "a brace in a label needs a variable that is bound here: {N}");
            return;
        }
        rcy_tree *variable = dado_new(c->s->region, rcy_tree, 1);
        int name = variable ? rcy_name(&c->s->names, at + 1, length) : -1;
        if (name < 0) {
            c->s->no_memory = true;
            return;
        }
        *variable = (rcy_tree){
            .form = form_var, .name = name, .token = (int)t->value, .last = (int)t->value
        };
        bool found = false;
        for (const rcy_binding *b = c->scope; b && !found; b = b->outer) found = b->name == name;
        if (!found) {
            rcy_diagnose(
                c->s, "E425", (int)t->value, (int)t->value,
                "no variable is called '%.*s here; a label can show variables bound by let, any "
                "or all",
                (int)length, at + 1);
            return;
        }
        rcy_infer(c, variable);
        kids[count++] = variable;
    }
    rcy_tree **all = dado_new(c->s->region, rcy_tree *, count + 1);
    if (!all) {
        c->s->no_memory = true;
        return;
    }
    all[0] = t->kids[0];
    memcpy(all + 1, kids, sizeof *kids * (size_t)count);
    t->kids = all;
    t->count = count + 1;
}

bool rcy_reads_face(const rcy_tree *t)
{
    switch (t->form) {
    case form_cardatt:
    case form_value:
    case form_score:
    case form_sum:
    case form_best:
    case form_sort:
    case form_tuples:
    case form_partition:
    case form_runs:
    case form_run: return true;
    case form_var:
        return t->binding && !t->binding->declared && t->binding->from &&
               rcy_reads_face(t->binding->from);
    default: break;
    }
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i] && rcy_reads_face(t->kids[i])) return true;
    }
    return false;
}

// Returns whether a thrown thing is an unbound name; dice of the older kind and unbound
// names are common mistakes.
static bool is_unbound(checker *c, const rcy_tree *t, const char *what)
{
    if (t->form != form_var) return false;
    for (const rcy_binding *b = c->scope; b; b = b->outer) {
        if (b->name == t->name) return false;
    }
    rcy_diagnose_tree(c->s, "E201", t,
                      "no variable is called '%s here; %s takes what lies in a place, "
                      "(%s (game vloc CUP)), and the dice of a dicestorage are thrown with "
                      "(throwalldice '%s)",
                      rcy_text(c->s, t->name), what, what, rcy_text(c->s, t->name));
    return true;
}

static void cards_or_card(checker *c, rcy_tree *t, const char *what)
{
    if (is_unbound(c, t, what)) return;
    rcy_type type = rcy_infer(c, t);
    if (type == type_none || type == type_card || type == type_cards) return;
    rcy_diagnose_tree(c->s, "E301", t, "%s needs cards or dice here, but this is %s%s", what,
                      rcy_type_name(type),
                      type == type_str ? "; the dice of a place are (game vloc NAME)" : "");
    t->type = type_none;
}

static bool side_has(const rcy_tree *t, int32_t key, bool inside)
{
    if (t->form == form_attribute && t->name == key && inside) return true;
    inside = inside || t->form == form_sides;
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i] && side_has(t->kids[i], key, inside)) return true;
    }
    return false;
}

// Checks turning a card over. `flag` records whether chance or hidden information may
// influence the side it shows.
static void turn_card(checker *c, rcy_tree *t)
{
    int32_t key;
    rcy_infer(c, t->kids[0]);
    rcy_type type = rcy_infer(c, t->kids[1]);
    if (type != type_none && type != type_str && type != type_int) {
        rcy_diagnose_tree(c->s, "E301", t->kids[1],
                          "a side is chosen by a string or a number, but this is %s",
                          rcy_type_name(type));
    }
    const rcy_tree *shown = t->kids[0];
    if (rcy_constant_string(shown->kids[0], &key) && !side_has(c->game, key, false)) {
        rcy_diagnose_tree(c->s, "E311", t, "no side of any component has a %s to turn to",
                          rcy_text(c->s, key));
    }
    t->flag = c->in_choice || c->faced > 0 || rcy_reads_face(t->kids[1]) ||
              rcy_reads_face(shown->kids[1]);
}

static bool has_value(const rcy_tree *t, int32_t key, int32_t value)
{
    for (int g = 0; t->form == form_attribute && t->name == key && g < t->count; g++) {
        const rcy_tree *group = t->kids[g];
        const rcy_tree *values = group->count ? rcy_constant_strings(group->kids[0]) : NULL;
        for (int v = 0; values && v < values->count; v++) {
            if (values->kids[v]->name == value) return true;
        }
    }
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i] && has_value(t->kids[i], key, value)) return true;
    }
    return false;
}

static void show(checker *c, rcy_tree *t)
{
    cards_or_card(c, t->kids[0], "show");
    rcy_type type = rcy_infer(c, t->kids[1]);
    if (type != type_none && type != type_player && type != type_players && type != type_team) {
        rcy_diagnose_tree(c->s, "E306", t->kids[1],
                          "cards can only be shown to players, but this is %s",
                          rcy_type_name(type));
    }
}

// Checks a `tell` act: it names a fixed attribute that cards have, and one of its values.
static void tell(checker *c, rcy_tree *t)
{
    int32_t key, value;
    const rcy_tree *at = t->kids[0];
    cards_or_card(c, t->kids[1], "tell");
    rcy_type type = rcy_infer(c, t->kids[2]);
    if (type != type_none && type != type_player && type != type_players && type != type_team) {
        rcy_diagnose_tree(c->s, "E306", t->kids[2], "tell needs players here, but this is %s",
                          rcy_type_name(type));
    }
    if (rcy_need(c, &t->kids[0], type_str, "tell") != type_str) return;
    bool fixed = rcy_constant_string(at, &key);
    if (fixed && side_has(c->game, key, false)) {
        rcy_diagnose_tree(c->s, "E258", at,
                          "%s belongs to sides, which can turn; only fixed attributes can be told",
                          rcy_text(c->s, key));
    } else if (!fixed || !with_key(c->game, key)) {
        rcy_diagnose_tree(c->s, "E258", at,
                          fixed ? "no card has an attribute %s that could be told"
                                : "tell needs the name of an attribute%.0s",
                          fixed ? rcy_text(c->s, key) : "");
    }
    if (t->count < 4 || !fixed || !with_key(c->game, key)) return;
    type = rcy_infer(c, t->kids[3]);
    if (type != type_none && type != type_str && type != type_int) {
        rcy_diagnose_tree(c->s, "E301", t->kids[3], "tell needs a value of %s, but this is %s",
                          rcy_text(c->s, key), rcy_type_name(type));
    } else if (rcy_constant_string(t->kids[3], &value) && !has_value(c->game, key, value)) {
        rcy_diagnose_tree(c->s, "E258", t->kids[3], "no card has the value %s for %s",
                          rcy_text(c->s, value), rcy_text(c->s, key));
    }
}

// Checks a `let` around several elements. Its value is kept in the state, which has no
// room for a collection.
static void kept_let(checker *c, const rcy_tree *t)
{
    const rcy_tree *inside = t, *value = t->kids[0];
    while (inside->form == form_let_act) inside = inside->kids[1];
    if (inside->form == form_choice || inside->form == form_together || rcy_is_act(inside)) return;
    bool list = rcy_element_type((rcy_type)value->type) != type_none && value->type != type_team;
    if (!list || rcy_constant_strings(value)) return;
    if (value->type == type_cards && rcy_hold_of(value) == hold_place) return;
    rcy_diagnose_tree(c->s, "E424", t->kids[0],
                      "a let around several elements can hold a single value or a place, not %s; "
                      "compute it where it is used, in a define",
                      rcy_type_name((rcy_type)value->type));
}

// Checks a loop over elements: between two of its passes play pauses, so its list must stay
// what it is.
static void loop_of_elements(checker *c, rcy_tree *t)
{
    rcy_tree *element = t->kids[1]->kids[0];
    rcy_tree **lists[] = { &t->kids[0]->kids[0], &element->kids[0]->kids[0]->kids[0],
                           &element->kids[1] };
    for (int i = 0; i < 3; i++) {
        const rcy_tree *list = *lists[i];
        if (list->form == form_players || list->form == form_other || list->type == type_none) {
            continue;
        }
        if (rcy_make_plain(c, lists[i])) continue;
        rcy_diagnose_tree(c->s, "E424", list,
                          "people decide between the passes of this all, so it goes over player, "
                          "(other player) or a list that is known before play; put a condition "
                          "into it: (all player 'P (condition element))");
        return;
    }
}

// Checks an act under a condition, and records whether the condition reads what cards
// show.
static void under(checker *c, rcy_tree *condition, rcy_tree *t)
{
    bool faced = rcy_reads_face(condition);
    c->faced += faced;
    act(c, t);
    c->faced -= faced;
}

static void act(checker *c, rcy_tree *t)
{
    switch (t->form) {
    case form_if:
        rcy_need(c, &t->kids[0], type_bool, "a condition");
        under(c, t->kids[0], t->kids[1]);
        break;
    case form_do:
        for (int i = 0; i < t->count; i++) act(c, t->kids[i]);
        break;
    case form_each: each(c, t); break;
    case form_let_act: {
        rcy_type type = rcy_infer(c, t->kids[0]);
        if (type == type_points) {
            rcy_diagnose_tree(c->s, "E301", t->kids[0], "a point map cannot be bound");
            t->kids[0]->type = type_none;
        }
        rcy_bind(c, t, t->kids[0], (rcy_type)t->kids[0]->type, false);
        act(c, t->kids[1]);
        rcy_unbind(c, t);
        kept_let(c, t);
        break;
    }
    case form_choice: choice(c, t); break;
    case form_stage: stage(c, t); break;
    case form_call: rcy_check_call(c, t, act_in_call); break;
    case form_either_act:
        rcy_need(c, &t->kids[0], type_bool, "a condition");
        for (int i = 1; i < t->count; i++) under(c, t->kids[0], t->kids[i]);
        break;
    case form_repeat_while:
        rcy_need(c, &t->kids[0], type_bool, "repeat while");
        under(c, t->kids[0], t->kids[1]);
        break;
    case form_throw_cards: cards_or_card(c, t->kids[0], "throw"); break;
    case form_turn_card: turn_card(c, t); break;
    case form_show: show(c, t); break;
    case form_tell: tell(c, t); break;
    case form_together:
        if (t->count > 1) rcy_need(c, &t->kids[1], type_bool, "only");
        choice(c, t->kids[0]);
        if (c->s->errors == 0) rcy_check_simultaneous(c, t->kids[0]);
        break;
    case form_block:
        for (int i = 0; i < t->count; i++) act(c, t->kids[i]);
        break;
    case form_label: label(c, t); break;
    case form_stop:
        if (c->stages == 0 && t->code != keyword_game) {
            rcy_diagnose_tree(c->s, "E422", t,
                              "this is not inside a stage, so there is no %s to stop",
                              t->code == keyword_turn ? "turn" : "course");
        }
        break;
    case form_set: storage_target(c, t, false); break;
    case form_add: storage_target(c, t, true); break;
    case form_set_points: awards(c, t); break;
    case form_move:
        source_of_move(c, &t->kids[0]);
        destination(c, &t->kids[1], false, "move");
        break;
    case form_remember:
        rcy_need(c, &t->kids[0], type_card, "remember");
        destination(c, &t->kids[1], true, "remember");
        break;
    case form_forget: forget(c, t); break;
    case form_shuffle: whole_place(c, &t->kids[0], "shuffle"); break;
    case form_faro:
        whole_place(c, &t->kids[0], "shuffle faro");
        whole_place(c, &t->kids[1], "shuffle faro");
        break;
    case form_cycle: cycle(c, t); break;
    case form_repeat:
        rcy_need(c, &t->kids[0], type_int, "repeat");
        act(c, t->kids[1]);
        if (t->flag) loop_of_elements(c, t);
        break;
    case form_repeat_all: repeat_all(c, t); break;
    case form_deck: deck(c, t, false); break;
    case form_teams_act: teams(c, t); break;
    case form_throw: rcy_need_dice(c, t); break;
    default: break;
    }
}

void rcy_check_act(checker *c, rcy_tree *t)
{
    act(c, t);
}

static void declares(checker *c, rcy_tree *game)
{
    for (int i = 0; i < game->value; i++) {
        rcy_tree *t = game->kids[i];
        if (t->form != form_declare || t->count == 0) continue;
        rcy_type type = rcy_infer(c, t->kids[0]);
        bool constant = type == type_none || rcy_make_plain(c, &t->kids[0]);
        if (!constant || type == type_bool) {
            rcy_diagnose_tree(
                c->s, "E408", t->kids[0],
                "a declared value is a number, a name, a list or a table that is known before "
                "play");
            type = type_none;
        }
        rcy_bind(c, t, t->kids[0], type, true);
    }
    c->declared = c->scope;
}

static void component(checker *c, rcy_tree *t)
{
    int64_t number = 1;
    if (t->form == form_for_each && t->count == 2) {
        rcy_type type = rcy_infer(c, t->kids[0]);
        bool players = t->kids[0]->form == form_players;
        if (type == type_strs) rcy_make_plain(c, &t->kids[0]);
        if (!players && (type != type_strs || !rcy_constant_strings(t->kids[0]))) {
            rcy_diagnose_tree(
                c->s, "E408", t->kids[0],
                "components can only be made for each player, or for each name of a list that is "
                "known before play");
            type = type_none;
        }
        rcy_bind(c, t, t->kids[0], rcy_element_type(type), false);
        component(c, t->kids[1]);
        rcy_unbind(c, t);
        return;
    }
    if (t->form == form_repeat && t->count == 2) {
        if (fixed_number(c, &t->kids[0], "how often a component is made", &number) &&
            number > 100000) {
            rcy_diagnose_tree(c->s, "E408", t->kids[0], "this many components do not fit");
        }
        component(c, t->kids[1]);
        if (t->kids[1]->form == form_dice && number != 1) {
            rcy_diagnose_tree(c->s, "E211", t,
                              "repeating this would make a second dice storage of the same name; "
                              "list the dice instead: (6) (6)");
        }
    } else if (t->form == form_deck) {
        deck(c, t, true);
    } else if (t->form == form_dice) {
        if (t->flag) rcy_diagnose_tree(c->s, "W415", t, "an old spelling; write: dicestorage");
        for (int i = 0; i < c->dice_count; i++) {
            if (c->dice[i] != t->name) continue;
            rcy_diagnose_tree(c->s, "E211", t, "there is a dice storage named %s already",
                              rcy_text(c->s, t->name));
        }
        for (int i = 0; i < t->count; i++) {
            if (!fixed_number(c, &t->kids[i], "the number of faces", &number)) continue;
            if (number >= 1 && number <= most_faces) continue;
            rcy_diagnose_tree(c->s, "E406", t->kids[i], "a die has 1 to %d faces, not %lld",
                              most_faces, (long long)number);
        }
        c->dice[c->dice_count++] = t->name;
    }
}

static void setup(checker *c, rcy_tree *t)
{
    int64_t players;
    rcy_tree *made = t->kids[0];
    if (made->count && fixed_number(c, &made->kids[0], "the number of players", &players)) {
        if (players < 1 || players > most_players) {
            rcy_diagnose_tree(c->s, "E408", made->kids[0], "a game has 1 to %d players, not %lld",
                              most_players, (long long)players);
        } else {
            c->players = (int)players;
        }
    }
    rcy_make_boards(c, t);
    for (int i = 1; i < t->count; i++) {
        if (t->kids[i]->form == form_teams_act) teams(c, t->kids[i]);
        else component(c, t->kids[i]);
    }
}

// Returns how many teams a list makes: those listed, and one for each player who is not
// listed.
static int teams_made(const checker *c, const rcy_tree *t)
{
    int listed = 0;
    for (int i = 0; i < t->count; i++) listed += t->kids[i]->count;
    return t->count + (c->players > listed ? c->players - listed : 0);
}

static void count_teams(checker *c, const rcy_tree *t)
{
    if (t->form == form_teams_act) {
        int made = teams_made(c, t);
        if (made > c->most_teams) c->most_teams = made;
        return;
    }
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) count_teams(c, t->kids[i]);
    }
}

bool rcy_check(rcy_source *s, rcy_tree *game)
{
    checker c = { .s = s, .game = game };
    int storages = 0;
    for (int i = 0; i < s->count; i++) {
        const rcy_token *t = &s->tokens[i];
        storages += t->kind == TOKEN_KEYWORD &&
                    (t->code == keyword_dicestorage || t->code == keyword_diestorage);
    }
    c.dice = dado_new(s->region, int32_t, storages + 1);
    if (!c.dice) {
        s->no_memory = true;
        return false;
    }
    declares(&c, game);
    if (game->value < game->count) {
        rcy_tree *made = game->kids[game->value];
        if (made->form == form_setup && made->count) setup(&c, made);
        bool listed = false;
        for (int i = 0; i < made->count; i++) {
            listed = listed || (made->kids[i] && made->kids[i]->form == form_teams_act);
        }
        c.most_teams = listed ? 0 : c.players;
        count_teams(&c, game);
    }
    for (int i = (int)game->value + 1; i < game->count; i++) {
        rcy_tree *t = game->kids[i];
        if (t->form == form_scoring) {
            for (int k = 0; k < t->count - (t->name != 0); k++) {
                rcy_need(&c, &t->kids[k], type_int, "scoring");
            }
            if (t->name && t->count) rcy_need(&c, &t->kids[t->count - 1], type_bool, "scoring win");
        } else {
            act(&c, t);
        }
    }
    for (int i = (int)game->value - 1; i >= 0; i--) rcy_unbind(&c, game->kids[i]);
    return s->errors == 0 && !s->no_memory;
}
