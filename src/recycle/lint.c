// lint.c - reports what is allowed but surely not intended.
//
// One pass records which places, storages and maps are read and which are written; what
// is only read is probably misspelt. A second pass looks at stages and choices: ends that
// can never come, and options that depend on what the chooser cannot see.
#include <stdio.h>
#include <string.h>

#include "recycle/checker.h"

// smaller numbers: rcy_place_kind
enum { fact_sto = 5, fact_str, fact_points, fact_flag, fact_who };

typedef struct fact {
    uint8_t kind;
    bool player;  // owned by players; else by the table or a team
    bool team;
    bool write;
    int32_t name;   // -1: computed, so it may be any name
    int32_t value;  // a string that is set or compared with; -1: unknown; 0: it does not matter
    const rcy_tree *at;
} fact;

typedef struct linter {
    rcy_source *s;
    const rcy_tree *game;
    fact *facts;
    int count, room;
} linter;

static void note(linter *x, const rcy_tree *storage, int kind, bool write, int32_t value)
{
    if (x->count == x->room) {
        int room = x->room ? x->room * 2 : 256;
        fact *facts = dado_new(x->s->region, fact, room);
        if (!facts) {
            x->s->no_memory = true;
            return;
        }
        if (x->count) memcpy(facts, x->facts, sizeof *facts * (size_t)x->count);
        x->facts = facts;
        x->room = room;
    }
    int32_t name = -1;
    rcy_constant_string(storage->kids[1], &name);
    const rcy_tree *owner = storage->kids[0];
    x->facts[x->count++] = (fact){
        .kind = (uint8_t)kind,
        .player = owner->form != form_game && owner->type != type_team,
        .team = owner->type == type_team,
        .write = write,
        .name = name,
        .value = value,
        .at = storage,
    };
}

static int fact_kind(const rcy_tree *t)
{
    switch (t->form) {
    case form_sto: return fact_sto;
    case form_str: return fact_str;
    case form_points: return fact_points;
    case form_flag: return fact_flag;
    case form_who_of: return fact_who;
    default: return t->code;
    }
}

static bool is_storage(const rcy_tree *t)
{
    return t->form == form_place || t->form == form_sto || t->form == form_str ||
           t->form == form_points || t->form == form_flag || t->form == form_who_of;
}

// Returns the place of a position or of a bound place; or NULL.
static const rcy_tree *place_behind(const rcy_tree *t)
{
    while (t) {
        if (t->form == form_place) return t;
        if (t->form == form_end) t = t->kids[0];
        else if (t->form == form_index || t->form == form_let) t = t->kids[1];
        else if (t->form == form_var && t->binding && t->binding->by &&
                 t->binding->by->form != form_declare) {
            t = t->binding->from;
        } else {
            return NULL;
        }
    }
    return NULL;
}

static void collect(linter *x, const rcy_tree *t);

static void collect_kids(linter *x, const rcy_tree *t, int from)
{
    for (int i = from; i < t->count; i++) {
        if (t->kids[i]) collect(x, t->kids[i]);
    }
}

static void collect_owner(linter *x, const rcy_tree *storage)
{
    collect(x, storage->kids[0]);
    collect(x, storage->kids[1]);
}

static void fill(linter *x, const rcy_tree *destination)
{
    const rcy_tree *place = place_behind(destination);
    if (!place) return;
    note(x, place, place->code, true, 0);
    collect_owner(x, place);
    if (destination->form == form_index) collect(x, destination->kids[0]);
}

static void collect(linter *x, const rcy_tree *t)
{
    int32_t value = -1;
    if (is_storage(t)) {
        note(x, t, fact_kind(t), false, -1);
        collect_owner(x, t);
        return;
    }
    switch (t->form) {
    case form_set:
        if (t->kids[0]->form == form_str) rcy_constant_string(t->kids[1], &value);
        note(x, t->kids[0], fact_kind(t->kids[0]), true, value);
        collect_owner(x, t->kids[0]);
        collect(x, t->kids[1]);
        break;
    case form_add:
    case form_set_points:
        note(x, t->kids[0], fact_kind(t->kids[0]), true, 0);
        collect_owner(x, t->kids[0]);
        collect_kids(x, t, 1);
        break;
    case form_move:
    case form_remember:
        collect(x, t->kids[0]);
        fill(x, t->kids[1]);
        break;
    case form_deck: fill(x, t->kids[1]); break;
    case form_faro:
        fill(x, t->kids[0]);
        collect(x, t->kids[1]);
        break;
    default: collect_kids(x, t, 0); break;
    }
}

static bool same_owner(const fact *a, const fact *b)
{
    return a->player == b->player && a->team == b->team;
}

static const char *near_name(linter *x, const fact *f, bool write)
{
    const char *known[128];
    int count = 0;
    for (int i = 0; i < x->count && count < 128; i++) {
        const fact *o = &x->facts[i];
        if (o->write == write && o->kind == f->kind && o->name > 0 && o->name != f->name) {
            known[count++] = rcy_text(x->s, o->name);
        }
    }
    return dado_nearest_name(rcy_text(x->s, f->name), known, count);
}

static void tell_unfilled(linter *x, const fact *f)
{
    static const char *const kinds[] = { "vloc", "iloc", "hloc", "oloc", "mem" };
    const char *name = rcy_text(x->s, f->name), *near = near_name(x, f, true);
    if (f->kind == fact_points) {
        rcy_diagnose_tree(x->s, "W222", f->at,
                          "the point map %s is never set, so all score 0%s%s%s", name,
                          near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
        return;
    }
    if (f->kind == fact_sto || f->kind == fact_str || f->kind >= fact_flag) {
        rcy_diagnose_tree(x->s, "W221", f->at, "the storage %s is read but never written%s%s%s",
                          name, near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
        return;
    }
    const fact *other = NULL;
    for (int i = 0; i < x->count && !other; i++) {
        const fact *o = &x->facts[i];
        if (o->write && o->kind < fact_sto && o->name == f->name) other = o;
    }
    if (other) {
        rcy_diagnose_tree(x->s, "W220", f->at,
                          "nothing is ever put into the %s %s %s; cards are put into a %s %s of "
                          "the same name",
                          f->player ? "player's" : "table's", kinds[f->kind], name,
                          other->player ? "player's" : "table's", kinds[other->kind]);
    } else if (near) {
        rcy_diagnose_tree(x->s, "W220", f->at,
                          "nothing is ever put into a location named %s; did you mean %s?", name,
                          near);
    } else {
        rcy_diagnose_tree(x->s, "W220", f->at, "nothing is ever put into %s", name);
    }
}

static void unfilled(linter *x)
{
    for (int i = 0; i < x->count; i++) {
        const fact *f = &x->facts[i];
        bool told = false, filled = false;
        if (f->write || f->name < 0) continue;
        for (int k = 0; k < i && !told; k++) {
            const fact *o = &x->facts[k];
            told = !o->write && o->kind == f->kind && o->name == f->name && same_owner(o, f);
        }
        for (int k = 0; k < x->count && !filled; k++) {
            const fact *o = &x->facts[k];
            filled = o->write && o->kind == f->kind && (o->name == f->name || o->name < 0) &&
                     same_owner(o, f);
        }
        if (!told && !filled) tell_unfilled(x, f);
    }
}

// --- attributes ---

static bool has_key(const rcy_tree *t, int32_t key)
{
    if (t->form == form_attribute && t->name == key) return true;
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i] && has_key(t->kids[i], key)) return true;
    }
    return false;
}

static bool has_value(const rcy_tree *t, int32_t key, int32_t value)
{
    if (t->form == form_attribute && t->name == key) {
        for (int g = 0; g < t->count; g++) {
            const rcy_tree *values = rcy_constant_strings(t->kids[g]->kids[0]);
            for (int v = 0; values && v < values->count; v++) {
                if (values->kids[v]->name == value) return true;
            }
        }
    }
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i] && has_value(t->kids[i], key, value)) return true;
    }
    return false;
}

static int gather_names(const rcy_source *s, const rcy_tree *t, int32_t key, const char **names,
                        int count, int room)
{
    if (t->form == form_attribute) {
        if (key < 0 && count < room) names[count++] = rcy_text(s, t->name);
        for (int g = 0; key >= 0 && t->name == key && g < t->count; g++) {
            const rcy_tree *values = rcy_constant_strings(t->kids[g]->kids[0]);
            for (int v = 0; values && v < values->count && count < room; v++) {
                names[count++] = rcy_text(s, values->kids[v]->name);
            }
        }
    }
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) count = gather_names(s, t->kids[i], key, names, count, room);
    }
    return count;
}

static void need_key(linter *x, const rcy_tree *key)
{
    int32_t name;
    if (!rcy_constant_string(key, &name) || has_key(x->game, name)) return;
    const char *known[64];
    int count = gather_names(x->s, x->game, -1, known, 0, 64);
    const char *near = dado_nearest_name(rcy_text(x->s, name), known, count);
    rcy_diagnose_tree(x->s, "W223", key, "no card has an attribute %s%s%s%s", rcy_text(x->s, name),
                      near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

static void need_value(linter *x, const rcy_tree *key, const rcy_tree *value)
{
    int32_t k, v;
    if (!rcy_constant_string(key, &k) || !rcy_constant_string(value, &v)) return;
    if (!has_key(x->game, k) || has_value(x->game, k, v)) return;
    const char *known[128];
    int count = gather_names(x->s, x->game, k, known, 0, 128);
    const char *near = dado_nearest_name(rcy_text(x->s, v), known, count);
    rcy_diagnose_tree(x->s, "W224", value, "no card has %s for its %s%s%s%s", rcy_text(x->s, v),
                      rcy_text(x->s, k), near ? "; did you mean " : "", near ? near : "",
                      near ? "?" : "");
}

static bool set_to(const linter *x, const rcy_tree *storage, int32_t value, bool *known)
{
    int32_t name = -1;
    *known = rcy_constant_string(storage->kids[1], &name);
    bool written = false, found = false;
    for (int i = 0; i < x->count; i++) {
        const fact *o = &x->facts[i];
        if (!o->write || o->kind != fact_str) continue;
        if (o->name >= 0 && o->name != name) continue;
        if (o->name < 0 || o->value < 0) *known = false;
        written = true;
        found = found || o->value == value;
    }
    if (!written) *known = false;  // it is reported as never written
    return found;
}

static void comparison(linter *x, const rcy_tree *t)
{
    for (int side = 0; side < 2; side++) {
        const rcy_tree *a = t->kids[side], *b = t->kids[1 - side];
        int32_t value;
        bool known;
        if (a->form == form_cardatt) need_value(x, a->kids[0], b);
        if (a->form == form_str && rcy_constant_string(b, &value) && !set_to(x, a, value, &known) &&
            known) {
            rcy_diagnose_tree(x->s, "W225", b, "%s is never set to %s",
                              rcy_text(x->s, a->kids[1]->name), rcy_text(x->s, value));
        }
    }
}

static void attributes(linter *x, const rcy_tree *t)
{
    if (t->form == form_cardatt || t->form == form_partition) need_key(x, t->kids[0]);
    if (t->form == form_test) {
        need_key(x, t->kids[0]);
        need_value(x, t->kids[0], t->kids[1]);
    }
    if (t->form == form_equal) comparison(x, t);
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) attributes(x, t->kids[i]);
    }
}

// --- stages ---

static bool any_form(const rcy_tree *t, bool (*fits)(const rcy_tree *))
{
    if (fits(t)) return true;
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i] && any_form(t->kids[i], fits)) return true;
    }
    return false;
}

static bool moves_by_itself(const rcy_tree *t)
{
    return t->form == form_who || t->form == form_other || t->form == form_random ||
           t->form == form_best;
}

static bool moves_cards(const rcy_tree *t)
{
    return t->form == form_move || t->form == form_deck || t->form == form_faro ||
           t->form == form_shuffle || t->form == form_remember || t->form == form_forget;
}

static bool throws(const rcy_tree *t)
{
    return t->form == form_throw;
}

static bool turns(const rcy_tree *t)
{
    return t->form == form_throw_cards || t->form == form_turn_card;
}

static bool sets(const rcy_tree *body, const rcy_tree *storage)
{
    if ((body->form == form_set || body->form == form_add || body->form == form_set_points) &&
        body->kids[0]->form == storage->form) {
        int32_t a, b;
        bool fixed = rcy_constant_string(body->kids[0]->kids[1], &a) &&
                     rcy_constant_string(storage->kids[1], &b);
        if (!fixed || a == b) return true;
    }
    for (int i = 0; i < body->count; i++) {
        if (body->kids[i] && sets(body->kids[i], storage)) return true;
    }
    return false;
}

// Returns whether the body changes something that the condition reads.
static bool may_change(const rcy_tree *condition, const rcy_tree *stage)
{
    for (int k = 1; k <= stage->value; k++) {
        const rcy_tree *body = stage->kids[k];
        bool storage = is_storage(condition) && condition->form != form_place;
        if (storage && sets(body, condition)) return true;
        if (condition->form == form_place && any_form(body, moves_cards)) return true;
        if (condition->form == form_dievalue && any_form(body, throws)) return true;
        bool face = condition->form == form_cardatt || condition->form == form_value ||
                    condition->form == form_sum || condition->form == form_score;
        if (face && any_form(body, turns)) return true;
    }
    for (int i = 0; i < condition->count; i++) {
        if (condition->kids[i] && may_change(condition->kids[i], stage)) return true;
    }
    return false;
}

static bool stops_it(const rcy_tree *t)
{
    return t->form == form_stop && t->code != keyword_turn;
}

static void stages(linter *x, const rcy_tree *t)
{
    bool counted = t->form == form_stage && t->name & rcy_stage_turns;
    bool stops = t->form == form_stage && any_form(t, stops_it);
    if (t->form == form_stage && t->count && t->kids[0] && !counted && !stops &&
        !any_form(t->kids[0], moves_by_itself) && !may_change(t->kids[0], t)) {
        rcy_diagnose_tree(
            x->s, "W412", t->kids[0],
            "nothing in this stage changes what its end depends on, so it never ends");
    }
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) stages(x, t->kids[i]);
    }
}

// --- choices ---

typedef enum sight { seen, unknown, hidden } sight;

// Returns what a variable of a `let`, or a parameter, stands for.
static const rcy_tree *bound_to(const rcy_tree *t)
{
    while (t->form == form_var && t->binding && t->binding->from &&
           (t->binding->by->form == form_let || t->binding->by->form == form_let_act)) {
        t = t->binding->from;
    }
    return t;
}

// Returns whether two expressions always stand for the same player.
static bool is_same_player(const rcy_tree *a, const rcy_tree *b)
{
    int64_t one, two;
    if (a->form == form_var && b->form == form_var) return a->binding && a->binding == b->binding;
    return a->form == form_nth && b->form == form_nth && rcy_constant(a->kids[0], &one) &&
           rcy_constant(b->kids[0], &two) && one == two;
}

// Returns whether the chooser sees the cards of an expression. `chooser` is the player
// named to choose; NULL stands for the current player.
static sight sight_of(const rcy_tree *chooser, const rcy_tree *t)
{
    sight worst = seen, s;
    const rcy_tree *owner;
    switch (t->form) {
    case form_place:
        owner = bound_to(t->kids[0]);
        if (t->code == place_vloc || t->code == place_mem) return seen;
        if (t->code == place_hloc) return hidden;
        if (chooser && is_same_player(owner, bound_to(chooser))) {
            return t->code == place_iloc ? seen : hidden;
        }
        if (owner->form == form_game) return t->code == place_iloc ? hidden : seen;
        if (owner->form == form_who && owner->code == keyword_current && !owner->flag) {
            return t->code == place_iloc ? seen : hidden;
        }
        if (owner->form == form_who) return t->code == place_iloc ? hidden : seen;
        return t->code == place_iloc ? hidden : unknown;
    case form_var:
        if (!t->binding || !t->binding->from || t->binding->declared) return seen;
        return sight_of(chooser, t->binding->from);
    case form_filter:
    case form_quantifier:
    case form_let: return sight_of(chooser, t->kids[t->form == form_filter ? 0 : 1]);
    case form_best_of:
    case form_while:
    case form_distinct: return sight_of(chooser, t->kids[0]);
    case form_map: return sight_of(chooser, t->kids[1]);
    case form_either:
        s = sight_of(chooser, t->kids[1]);
        worst = sight_of(chooser, t->kids[2]);
        return s > worst ? s : worst;
    case form_list:
        for (int i = 0; i < t->count; i++) {
            s = sight_of(chooser, t->kids[i]);
            if (s > worst) worst = s;
        }
        return worst;
    case form_index:
    case form_ends:
    case form_tuples:
    case form_runs:
    case form_run: return sight_of(chooser, t->kids[1]);
    case form_set_operation:
    case form_partition:
        for (int i = t->form == form_partition; i < t->count; i++) {
            s = sight_of(chooser, t->kids[i]);
            if (s > worst) worst = s;
        }
        return worst;
    case form_end:
    case form_actual:
    case form_best:
    case form_sort:
    case form_subsets: return sight_of(chooser, t->kids[0]);
    default: return seen;
    }
}

// Returns the worst case of all faces that an expression reads: visible, unknown or
// hidden.
static sight peeks(const rcy_tree *chooser, const rcy_tree *t, const rcy_tree **where)
{
    sight worst = seen, s = seen;
    switch (t->form) {
    case form_cardatt:
    case form_value: s = sight_of(chooser, t->kids[1]); break;
    case form_where: s = sight_of(chooser, t->kids[0]); break;
    case form_distinct:
        if (t->type == type_cards || t->type == type_colls) s = sight_of(chooser, t->kids[0]);
        break;
    case form_in:
    case form_index_of:
        if (t->kids[1]->type == type_cards) s = sight_of(chooser, t->kids[1]);
        break;
    case form_score:
    case form_sum:
    case form_best:
    case form_sort:
    case form_owner: s = sight_of(chooser, t->kids[0]); break;
    case form_tuples:
    case form_runs:
    case form_run: s = sight_of(chooser, t->kids[1]); break;
    case form_partition: s = sight_of(chooser, t); break;
    case form_equal:
        if (t->kids[0]->type == type_card) {
            s = sight_of(chooser, t->kids[0]);
            if (sight_of(chooser, t->kids[1]) > s) s = sight_of(chooser, t->kids[1]);
        }
        break;
    case form_set_operation:
        if (t->code != keyword_union) s = sight_of(chooser, t);
        break;
    default: break;
    }
    if (s > worst) {
        worst = s;
        *where = t;
    }
    for (int i = 0; i < t->count; i++) {
        const rcy_tree *inner = t;
        s = t->kids[i] ? peeks(chooser, t->kids[i], &inner) : seen;
        if (s > worst) {
            worst = s;
            *where = inner;
        }
    }
    return worst;
}

bool rcy_reads_unseen(const rcy_tree *t)
{
    const rcy_tree *where = t;
    return peeks(NULL, t, &where) == hidden;
}

static bool is_offered(const rcy_tree *t)
{
    return t->form == form_each && t->flag;
}

// What the reader of an option has seen so far. What an option does after it has acted
// does not affect the list of options, unless another `any` follows.
typedef struct option_reader {
    const rcy_tree *chooser;  // or NULL: the current player
    bool offers;              // whether there is an `any` in the option
    bool acted;
} option_reader;

static void told_by_hidden(linter *x, option_reader *o, const rcy_tree *t)
{
    const rcy_tree *where = t;
    bool decides = t->form == form_if || is_offered(t), listed = o->offers || !o->acted;
    if (decides && listed && peeks(o->chooser, t->kids[0], &where) == hidden) {
        rcy_diagnose_tree(x->s, "W418", where,
                          "the options depend on cards that the player who chooses does not see");
    }
    for (int i = decides && where != t ? 1 : 0; i < t->count; i++) {
        if (!t->kids[i]) continue;
        told_by_hidden(x, o, t->kids[i]);
        bool certain = t->kids[i]->form != form_if && t->kids[i]->form != form_each;
        if (t->form == form_do && certain) o->acted = true;
    }
}

static bool draws_here(const rcy_tree *t)
{
    return t->form == form_shuffle || t->form == form_throw || t->form == form_random ||
           t->form == form_throw_cards;
}

// Returns whether an `any` follows something that needs chance, in the order of the text.
static bool any_after_draw(linter *x, const rcy_tree *t, bool *drawn)
{
    if (t->form == form_each && t->flag && *drawn) {
        rcy_diagnose_tree(x->s, "W413", t,
                          "luck has been used in this option, so nobody can choose here: one is "
                          "picked at random");
        return true;
    }
    if (t->form == form_do || t->form == form_if || t->form == form_each ||
        t->form == form_let_act || t->form == form_repeat || t->form == form_either_act ||
        t->form == form_label || t->form == form_repeat_while) {
        for (int i = 0; i < t->count; i++) {
            if (t->kids[i] && any_after_draw(x, t->kids[i], drawn)) return true;
        }
    } else if (any_form(t, draws_here)) {
        *drawn = true;
    }
    return false;
}

static void choices(linter *x, rcy_tree *t)
{
    if (t->form == form_choice) {
        const rcy_tree *where = t;
        int done = (int)t->value + ((t->name & rcy_choice_else) != 0);
        const rcy_tree *chooser = t->count > done ? t->kids[done] : NULL;
        for (int i = 0; i < t->value; i++) {
            bool drawn = false;
            option_reader o = { chooser, any_form(t->kids[i], is_offered), false };
            told_by_hidden(x, &o, t->kids[i]);
            any_after_draw(x, t->kids[i], &drawn);
        }
        t->flag = peeks(NULL, t, &where) != seen;
        return;
    }
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) choices(x, t->kids[i]);
    }
}

// Reports several saves in one element. A loop around elements does not count as a loop
// of acts, and of what a choice offers with `any` only one is executed.
static void saves(linter *x, const rcy_tree *t, bool inside, bool offered)
{
    if (t->form == form_save && inside) {
        rcy_diagnose_tree(x->s, "W419", t,
                          "a round ends only once per element; of several saves here only the "
                          "last counts");
    }
    offered = offered || t->form == form_choice;
    if (t->form == form_block || t->form == form_stage || t->form == form_choice) inside = false;
    bool loop = t->form == form_repeat || t->form == form_repeat_while ||
                (t->form == form_each && !(offered && t->flag));
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) saves(x, t->kids[i], inside || loop, offered);
    }
}

static void saved_storage(linter *x, const rcy_tree *t)
{
    if (t->form == form_save) {
        for (int which = 0; which < 2; which++) {
            int32_t name = which ? (int32_t)t->value : t->name;
            bool written = false;
            for (int i = 0; i < x->count && !written; i++) {
                const fact *o = &x->facts[i];
                written = o->write && o->kind == fact_sto && (o->name == name || o->name < 0) &&
                          (which ? !o->player && !o->team : o->player);
            }
            if (written) continue;
            rcy_diagnose_tree(x->s, "W221", t,
                              "the storage %s of the %s is saved but never written",
                              rcy_text(x->s, name), which ? "game" : "players");
        }
    }
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) saved_storage(x, t->kids[i]);
    }
}

static bool may_differ_by_player(const rcy_tree *t)
{
    return t->form == form_who || t->form == form_other || t->form == form_random;
}

bool rcy_score_is_shared(const rcy_tree *scoring)
{
    return !any_form(scoring, may_differ_by_player);
}

// Returns whether a game is cooperative on purpose: it has one player or one team.
static bool is_cooperative(const rcy_tree *game)
{
    const rcy_tree *setup = game->kids[game->value];
    int64_t players = 0;
    if (setup->count == 0 || !rcy_constant(setup->kids[0]->kids[0], &players)) return false;
    bool teams = setup->count > 1 && setup->kids[1]->form == form_teams_act;
    return players == 1 || (teams && setup->kids[1]->count == 1);
}

void rcy_lint(rcy_source *s, rcy_tree *game)
{
    linter x = { .s = s, .game = game };
    for (int i = (int)game->value; i < game->count; i++) collect(&x, game->kids[i]);
    unfilled(&x);
    attributes(&x, game);
    for (int i = (int)game->value + 1; i < game->count; i++) {
        stages(&x, game->kids[i]);
        choices(&x, game->kids[i]);
        saves(&x, game->kids[i], false, false);
        saved_storage(&x, game->kids[i]);
    }
    rcy_tree *scoring = game->kids[game->count - 1];
    bool shared = scoring->form == form_scoring && rcy_score_is_shared(scoring);
    if (shared && !scoring->name && !is_cooperative(game)) {
        rcy_diagnose_tree(s, "W417", scoring,
                          "the score does not mention (current player), so all players win or "
                          "lose together; if this is meant, put all of them into one team: "
                          "(create teams (0, 1, ...))");
    }
    rcy_lint_labels_and_about(s, game);
}
