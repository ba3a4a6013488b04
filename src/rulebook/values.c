// values.c - phrases for expressions: numbers, words, variables, and by way of the other
// files players, cards and spaces.
#include <ctype.h>
#include <string.h>

#include "rulebook/writer.h"

// --- variables ---

// Whether a value is the same wherever it is read, so that it can stand for its variable.
static bool is_fixed(const rcy_tree *t)
{
    switch (t->form) {
    case form_name:
    case form_int:
    case form_var:
    case form_strings:
    case form_players:
    case form_teams:
    case form_nobody:
    case form_truth: return true;
    case form_who: return t->code == keyword_current;
    case form_nth: return is_fixed(t->kids[0]);
    case form_neighbour: return is_fixed(t->kids[0]);
    case form_place:
        return is_fixed(t->kids[1]) && (t->kids[0]->form == form_game || is_fixed(t->kids[0]));
    default: return false;
    }
}

// A value inside an expression can be written out, since nothing changes meanwhile; one
// that acts see keeps its variable, unless it cannot change.
bool rulebook_is_written_out(const rcy_binding *b)
{
    if (!b || !b->from) return false;
    if (b->declared) return b->from->form == form_int || b->from->form == form_name;
    if (b->by->form == form_let) return b->from->form != form_random;
    return b->by->form == form_let_act && is_fixed(b->from);
}

// Whether it asks if a seat is another: then the answer is known.
static bool compares_seats(const rcy_tree *t, bool *same)
{
    int64_t a, b;
    if (t->form != form_equal) return false;
    const rcy_tree *x = rulebook_resolve(t->kids[0]), *y = rulebook_resolve(t->kids[1]);
    if (x->form != form_nth || y->form != form_nth || x->flag != y->flag) return false;
    if (!rcy_constant(x->kids[0], &a) || !rcy_constant(y->kids[0], &b)) return false;
    *same = (a == b) == (t->code == op_equal);
    return true;
}

const rcy_tree *rulebook_resolve(const rcy_tree *t)
{
    bool same;
    for (;;) {
        if (t->form == form_var && rulebook_is_written_out(t->binding)) t = t->binding->from;
        else if (t->form == form_let && t->kids[0]->form != form_random) t = t->kids[1];
        else if (t->form == form_actual) t = t->kids[0];
        else if (t->form == form_either && compares_seats(t->kids[0], &same))
            t = t->kids[same ? 1 : 2];
        else return t;
    }
}

static bool is_taken(const rulebook_writer *w, const char *name)
{
    for (int i = 0; i < w->takes; i++) {
        if (strcmp(w->taken[i], name) == 0) return true;
    }
    return false;
}

static bool is_in_description(const rulebook_writer *w, char letter)
{
    for (const char *at = w->s->text; (at = strchr(at, letter)); at++) {
        bool begins = at == w->s->text || !isalnum((unsigned char)at[-1]);
        if (begins && !isalnum((unsigned char)at[1])) return true;
    }
    return false;
}

const char *rulebook_free_name(const rulebook_writer *w, const rcy_tree *by)
{
    static const char letters[][2] = { "A", "B", "C", "D", "E", "F", "G", "H", "I",
                                       "J", "K", "L", "M", "N", "O", "P", "Q", "R",
                                       "S", "T", "U", "V", "W", "X", "Y", "Z" };
    enum { count = sizeof letters / sizeof *letters };
    const char *own = rcy_text(w->s, by->name);
    if (!is_taken(w, own)) return own;
    int first = own[0] >= 'A' && own[0] <= 'Z' ? own[0] - 'A' : 0;
    for (int i = 1; i < count; i++) {
        const char *letter = letters[(first + i) % count];
        if (!is_taken(w, letter) && !is_in_description(w, letter[0])) return letter;
    }
    return own;
}

void rulebook_take_name(rulebook_writer *w, const rcy_binding *variable, const char *name)
{
    if (variable && w->aliases < most_aliases) {
        w->alias[w->aliases++] = (rulebook_alias){ variable, name };
    }
    if (w->takes < most_aliases) w->taken[w->takes++] = name;
}

const char *rulebook_variable(rulebook_writer *w, const rcy_tree *t)
{
    const rcy_binding *b = t->binding;
    const char *text = rcy_text(w->s, t->name);
    for (int i = w->aliases - 1; i >= 0; i--) {
        if (w->alias[i].binding == b) text = w->alias[i].name;
    }
    if (!b) return text;
    if (b->declared) return text;
    bool element = b->by->form != form_let && b->by->form != form_let_act;
    rulebook_noun noun = element && b->from ? rulebook_noun_of(w, b->from) : noun_item;
    if (element && b->from) return rulebook_noun_phrase(w, noun, noun_the, text);
    switch (b->type) {
    case type_int: return rulebook_noun_phrase(w, noun_number, noun_the, text);
    case type_card: return rulebook_noun_phrase(w, noun_card, noun_the, text);
    case type_player: return rulebook_noun_phrase(w, noun_player, noun_the, text);
    case type_team: return rulebook_noun_phrase(w, noun_team, noun_the, text);
    case type_cards: return rulebook_noun_phrase(w, noun_group, noun_the, text);
    case type_str: return text;
    default: return rulebook_fill(w, say_list_of, text);
    }
}

// --- numbers ---

static const char *operand(rulebook_writer *w, const rcy_tree *t)
{
    const char *words = rulebook_phrase(w, t);
    const rcy_tree *plain = rulebook_resolve(t);
    if (plain->form != form_arithmetic) return words;
    return rulebook_fill(w, say_bracketed, words);
}

static const char *arithmetic(rulebook_writer *w, const rcy_tree *t)
{
    static const char *const signs[] = {
        " + ", " \u2212 ", " \u00d7 ", " \u00f7 ", " mod ", " ^ "
    };
    int64_t zero, known;
    if (rcy_constant(t, &known)) return rulebook_number(w, known);
    if (t->code == op_subtract && t->kids[0]->form == form_int && rcy_constant(t->kids[0], &zero) &&
        zero == 0) {
        return rulebook_join(w, (const char *const[]){ "\u2212", operand(w, t->kids[1]) }, 2, "",
                             "");
    }
    const char *parts[2] = { operand(w, t->kids[0]), operand(w, t->kids[1]) };
    if (t->code == op_divide) return rulebook_fill(w, say_whole_part, parts[0], parts[1]);
    return rulebook_join(w, parts, 2, "", signs[t->code]);
}

static const char *dice_total(rulebook_writer *w, const rcy_tree *t)
{
    if (w->dice_storages > 1) {
        return rulebook_fill(w, say_named_dice_show, rulebook_name(w, t->name));
    }
    return rulebook_word(w, w->dice_in_storage > 1 ? say_dice_show : say_die_shows);
}

static const char *size(rulebook_writer *w, const rcy_tree *t)
{
    const rcy_tree *of = rulebook_resolve(t->kids[0]);
    rulebook_noun noun = rulebook_noun_of(w, of);
    if (rulebook_is_pile(of) || (of->form == form_set_operation && of->type == type_cards)) {
        return rulebook_fill(w, say_size_in, rulebook_noun_phrase(w, noun, noun_many, ""),
                             rulebook_collection(w, of));
    }
    if (of->form == form_var) return rulebook_fill(w, say_size_group, rulebook_phrase(w, of));
    if (of->form == form_players || of->form == form_teams) {
        return rulebook_fill(w, say_size_of, rulebook_noun_phrase(w, noun, noun_many, ""));
    }
    if (of->form == form_filter) {
        const char *members = rulebook_element(w, of, of, noun_many);
        return rulebook_fill(w, say_size_of, rulebook_fill(w, say_bracketed, members));
    }
    return rulebook_fill(w, say_size_of, rulebook_collection(w, of));
}

const char *rulebook_worth(rulebook_writer *w, const rcy_tree *points)
{
    if (points->form == form_key) return rulebook_key_name(w, points->name);
    if (points->form != form_points || points->kids[1]->form != form_name) {
        return rulebook_quote(w, points);
    }
    return rulebook_fill(w, say_worth, rulebook_name(w, points->kids[1]->name));
}

static const char *quantified(rulebook_writer *w, const rcy_tree *t)
{
    if (t->type == type_bool) return rulebook_condition(w, t, true);
    if (t->type != type_int) return rulebook_collection(w, t);
    const char *over = rulebook_element(w, t->kids[0], t, noun_alone);
    return rulebook_fill(w, say_sum_for, operand(w, t->kids[1]), over);
}

static const char *number(rulebook_writer *w, const rcy_tree *t)
{
    switch (t->form) {
    case form_int: return rulebook_number(w, t->value);
    case form_arithmetic: return arithmetic(w, t);
    case form_tri: return rulebook_fill(w, say_triangular, rulebook_phrase(w, t->kids[0]));
    case form_fib: return rulebook_fill(w, say_fibonacci, rulebook_phrase(w, t->kids[0]));
    case form_random:
        if (t->count == 1) return rulebook_fill(w, say_random_to, rulebook_phrase(w, t->kids[0]));
        return rulebook_fill(w, say_random_from, rulebook_phrase(w, t->kids[0]),
                             rulebook_phrase(w, t->kids[1]));
    case form_sum:
        return rulebook_fill(w, say_sum_of, rulebook_worth(w, t->kids[1]),
                             rulebook_collection(w, t->kids[0]));
    case form_score:
        return rulebook_fill(w, say_score_of, rulebook_worth(w, t->kids[1]),
                             rulebook_phrase(w, t->kids[0]));
    case form_size: return size(w, t);
    case form_dievalue: return dice_total(w, t);
    case form_extreme:
        return rulebook_fill(w, t->flag ? say_smaller : say_larger, rulebook_phrase(w, t->kids[0]),
                             rulebook_phrase(w, t->kids[1]));
    case form_extreme_of:
        return rulebook_fill(w, t->flag ? say_smallest : say_largest,
                             rulebook_collection(w, t->kids[0]));
    case form_index_of:
        return rulebook_fill(w, say_position_of, rulebook_phrase(w, t->kids[0]),
                             rulebook_collection(w, t->kids[1]));
    default: return NULL;
    }
}

// --- words and the rest ---

static const char *attribute(rulebook_writer *w, const rcy_tree *t)
{
    const rcy_tree *key = rulebook_resolve(t->kids[0]);
    const char *name =
        key->form == form_name ? rulebook_key_name(w, key->name) : rulebook_phrase(w, key);
    return rulebook_fill(w, say_key_of_m, name, rulebook_phrase(w, t->kids[1]));
}

// (if b x b y z) as a value.
static const char *either(rulebook_writer *w, const rcy_tree *t)
{
    const rcy_tree *rest = rulebook_resolve(t->kids[2]);
    const char *last = rest->form == form_either ? either(w, rest) : rulebook_phrase(w, rest);
    return rulebook_fill(w, say_otherwise_value, rulebook_condition(w, t->kids[0], true),
                         rulebook_phrase(w, t->kids[1]), last);
}

static bool is_condition(const rcy_tree *t)
{
    switch (t->form) {
    case form_compare:
    case form_equal:
    case form_and:
    case form_or:
    case form_not:
    case form_truth:
    case form_in:
    case form_chain: return true;
    case form_after: return t->type == type_bool;
    default: return false;
    }
}

const char *rulebook_phrase(rulebook_writer *w, const rcy_tree *t)
{
    t = rulebook_resolve(t);
    if (is_condition(t)) return rulebook_condition(w, t, true);
    const char *words = rulebook_player(w, t);
    if (!words) words = number(w, t);
    if (!words) words = rulebook_board_phrase(w, t);
    if (words) return words;
    switch (t->form) {
    case form_name: return rulebook_value_name(w, NULL, t->name);
    case form_var: return rulebook_variable(w, t);
    case form_sto:
    case form_str:
    case form_flag:
    case form_who_of: return rulebook_storage(w, t);
    case form_cardatt:
    case form_value: return attribute(w, t);
    case form_either: return rulebook_fill(w, say_bracketed, either(w, t));
    case form_quantifier: return quantified(w, t);
    case form_let:
        return rulebook_fill(w, say_where, rulebook_phrase(w, t->kids[1]), rcy_text(w->s, t->name),
                             rulebook_phrase(w, t->kids[0]));
    case form_after:
        return rulebook_fill(w, say_would_be, rulebook_tried(w, t->kids[0]),
                             rulebook_phrase(w, t->kids[1]));
    case form_where: return rulebook_fill(w, say_place_name, rulebook_phrase(w, t->kids[0]));
    default: return rulebook_collection(w, t);
    }
}

const char *rulebook_list(rulebook_writer *w, const rcy_tree *t, int from)
{
    enum { most = 200 };
    const char *parts[most];
    int count = 0;
    for (int i = from; i < t->count && count < most; i++) {
        parts[count++] = rulebook_phrase(w, t->kids[i]);
    }
    return rulebook_join(w, parts, count, ", ", ", ");
}
