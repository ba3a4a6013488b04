// acts.c - the rules of acts: what is done, to whom, and under which condition.
//
// An act that contains one other act makes one sentence with it: "If ..., move ...". One that
// contains several is a rule that ends with a colon, and they are the rules below it.
#include <string.h>

#include "core/scope_cleanup.h"
#include "core/text.h"
#include "rulebook/writer.h"

void rulebook_count(rulebook_writer *w, int before)
{
    w->clauses++;
    w->quoted += w->unknown > before;
}

// --- acts without acts inside ---

static const char *note(rulebook_writer *w, const rcy_tree *t)
{
    const rcy_tree *who = rulebook_resolve(t->kids[1]);
    const char *what = rulebook_note(w, t->kids[0]);
    bool you = who->form == form_who && who->code == keyword_current && w->reader == reader_you;
    if (you) return rulebook_fill(w, say_note_you, what);
    if (who->form == form_nobody) return rulebook_fill(w, say_note_nobody, what);
    return rulebook_fill(w, say_note_player, what, rulebook_phrase(w, who));
}

static const char *set(rulebook_writer *w, const rcy_tree *t)
{
    const rcy_tree *value = rulebook_resolve(t->kids[1]);
    if (t->kids[0]->form == form_who_of) return note(w, t);
    const char *what = rulebook_storage(w, t->kids[0]);
    if (t->kids[0]->form == form_flag) {
        if (value->form == form_truth) {
            return rulebook_fill(w, value->value ? say_raise : say_lower, what);
        }
        return rulebook_fill(w, say_raise_if, what, rulebook_condition(w, value, true));
    }
    if (value->form == form_name && !*rcy_text(w->s, value->name)) {
        return rulebook_fill(w, say_clear_word, what);
    }
    return rulebook_fill(w, say_set, what, rulebook_phrase(w, value));
}

static const char *award(rulebook_writer *w, const rcy_tree *t)
{
    enum { most = 16 };
    const char *tests[most];
    int count = 0;
    for (int i = 0; i < t->count - 1 && count < most; i++) {
        const rcy_tree *test = t->kids[i], *key = rulebook_resolve(test->kids[0]);
        const rcy_tree *value = rulebook_resolve(test->kids[1]);
        const char *name =
            key->form == form_name ? rulebook_key_name(w, key->name) : rulebook_phrase(w, key);
        const char *is = value->form == form_name && key->form == form_name
                             ? rulebook_value_name(w, rcy_text(w->s, key->name), value->name)
                             : rulebook_phrase(w, value);
        tests[count++] = rulebook_fill(w, say_key_value, name, is);
    }
    const char *all = rulebook_join(w, tests, count, ", ", rulebook_word(w, say_and));
    return rulebook_fill(w, say_award, rulebook_phrase(w, t->kids[t->count - 1]), all);
}

static const char *points(rulebook_writer *w, const rcy_tree *t)
{
    enum { most = 200 };
    const char *parts[most];
    int count = 0;
    const rcy_tree *name = t->kids[0]->kids[1];
    if (name->form != form_name) return NULL;
    for (int i = 1; i < t->count && count < most; i++) {
        int before = w->unknown;
        parts[count++] = award(w, t->kids[i]);
        rulebook_count(w, before);
    }
    return rulebook_fill(w, say_values_are, rulebook_name(w, name->name),
                         rulebook_join(w, parts, count, ", ", ", "));
}

static const char *move(rulebook_writer *w, const rcy_tree *t)
{
    const rcy_tree *to = rulebook_resolve(t->kids[1]);
    const char *card = rulebook_phrase(w, t->kids[0]);
    if (to->form == form_end) {
        return rulebook_fill(w, to->flag ? say_move_under : say_move, card,
                             rulebook_collection(w, to->kids[0]));
    }
    if (to->form == form_index) {
        return rulebook_fill(w, say_move_at, card, rulebook_collection(w, to->kids[1]),
                             rulebook_phrase(w, to->kids[0]));
    }
    return rulebook_fill(w, say_move_beside, card, rulebook_phrase(w, to));
}

static const char *turned_over(rulebook_writer *w, const rcy_tree *t)
{
    static const rcy_tree current = { .form = form_who, .code = keyword_current };
    static const rcy_tree next = { .form = form_who, .code = keyword_next };
    static const rcy_tree previous = { .form = form_who, .code = keyword_previous };
    if (t->code == keyword_current && !t->flag && w->reader == reader_you) {
        return rulebook_word(w, say_again);
    }
    const rcy_tree *who = t->code == keyword_current    ? &current
                          : t->code == keyword_next     ? &next
                          : t->code == keyword_previous ? &previous
                                                        : t->kids[0];
    rulebook_pattern pattern = w->reader == reader_round
                                   ? (t->flag ? say_round_now : say_next_round)
                               : w->reader == reader_starter ? say_start_now
                               : t->flag                     ? say_turn_now
                                                             : say_next_turn;
    who = rulebook_resolve(who);
    bool is_next = who->form == form_who && who->code == keyword_next && !who->flag;
    return rulebook_fill(w, pattern,
                         is_next ? rulebook_word(w, say_next_player) : rulebook_phrase(w, who));
}

static const char *told(rulebook_writer *w, const rcy_tree *t)
{
    const rcy_tree *key = rulebook_resolve(t->kids[0]);
    const char *name =
        key->form == form_name ? rulebook_key_name(w, key->name) : rulebook_phrase(w, key);
    const char *cards = rulebook_phrase(w, t->kids[1]), *who = rulebook_phrase(w, t->kids[2]);
    if (t->count < 4) return rulebook_fill(w, say_tell_key, cards, who, name);
    bool pile = rulebook_resolve(t->kids[1])->type == type_cards;
    return rulebook_fill(w, pile ? say_tell_value : say_tell_card, cards, who, name,
                         rulebook_phrase(w, t->kids[3]));
}

static const char *thrown(rulebook_writer *w, const rcy_tree *t)
{
    if (w->dice_storages > 1) return rulebook_fill(w, say_throw_named, rulebook_name(w, t->name));
    return rulebook_word(w, w->dice_in_storage > 1 ? say_throw_dice : say_throw_die);
}

static const char *small_act(rulebook_writer *w, const rcy_tree *t)
{
    switch (t->form) {
    case form_add:
        return rulebook_fill(w, t->flag ? say_take : say_add, rulebook_storage(w, t->kids[0]),
                             rulebook_phrase(w, t->kids[1]));
    case form_set: return set(w, t);
    case form_set_points: return points(w, t);
    case form_move: return move(w, t);
    case form_remember:
        return rulebook_fill(w, say_remember, rulebook_phrase(w, t->kids[0]),
                             rulebook_phrase(w, t->kids[1]->kids[0]));
    case form_forget: return rulebook_fill(w, say_forget, rulebook_phrase(w, t->kids[0]));
    case form_shuffle: return rulebook_fill(w, say_shuffle, rulebook_collection(w, t->kids[0]));
    case form_faro:
        return rulebook_fill(w, say_weave, rulebook_collection(w, t->kids[0]),
                             rulebook_collection(w, t->kids[1]));
    case form_cycle: return turned_over(w, t);
    case form_pass: return rulebook_word(w, say_pass);
    case form_throw: return thrown(w, t);
    case form_throw_cards:
        return rulebook_fill(w, rulebook_is_pile(t->kids[0]) ? say_throw_pile : say_throw_cards,
                             rulebook_collection(w, t->kids[0]));
    case form_turn_card: {
        const rcy_tree *key = rulebook_resolve(t->kids[0]->kids[0]);
        const char *name =
            key->form == form_name ? rulebook_key_name(w, key->name) : rulebook_phrase(w, key);
        return rulebook_fill(w, say_turn_side, rulebook_phrase(w, t->kids[0]->kids[1]), name,
                             rulebook_phrase(w, t->kids[1]));
    }
    case form_show:
        return rulebook_fill(w, say_show_to, rulebook_phrase(w, t->kids[0]),
                             rulebook_phrase(w, t->kids[1]));
    case form_tell: return told(w, t);
    case form_stop:
        return rulebook_word(w, t->code == keyword_turn    ? say_stop_turn
                                : t->code == keyword_stage ? say_stop_stage
                                                           : say_stop_game);
    case form_save: return rulebook_fill(w, say_round_over, rulebook_name(w, t->name));
    case form_teams_act: return rulebook_teams(w, t);
    case form_deck: return rulebook_deck(w, t);
    default: return NULL;
    }
}

// The words of an act without acts inside; a quotation if there are none.
static const char *simple(rulebook_writer *w, const rcy_tree *t)
{
    int before = w->unknown;
    const char *words = small_act(w, t);
    if (!words) words = rulebook_fill(w, say_clause, rulebook_quote(w, t));
    rulebook_count(w, before);
    return words;
}

// --- acts with acts inside ---

static bool is_transparent(const rcy_tree *t)  // adds nothing to the act inside
{
    if (t->form == form_label) return true;
    if (t->form == form_do || t->form == form_block) return t->count == 1;
    return t->form == form_let_act && (t->flag || rulebook_is_written_out(t->binding));
}

static const rcy_tree *inside(const rcy_tree *t)
{
    while (is_transparent(t)) t = t->kids[t->form == form_let_act];
    return t;
}

// Whether an act has one act inside, and a head before it.
static bool is_headed(const rcy_tree *t)
{
    switch (t->form) {
    case form_if:
    case form_each:
    case form_repeat:
    case form_repeat_all:
    case form_repeat_while: return true;
    default: return false;
    }
}

static bool is_flow(const rcy_tree *t)
{
    return t->form == form_stage || t->form == form_choice || t->form == form_together;
}

static bool is_single(const rcy_tree *t)
{
    t = inside(t);
    if (is_headed(t)) return is_single(t->kids[t->count - 1]);
    return t->form != form_do && t->form != form_block && t->form != form_either_act &&
           t->form != form_let_act && !is_flow(t);
}

static const char *head(rulebook_writer *w, const rcy_tree *t)
{
    int before = w->unknown;
    const char *words;
    switch (t->form) {
    case form_if:
        words = rulebook_fill(w, w->gates ? say_only_if : say_if,
                              rulebook_condition(w, t->kids[0], true));
        break;
    case form_each:
        if (t->flag && w->in_choice) {
            words = rulebook_fill(w, say_choose, rulebook_element(w, t->kids[0], t, noun_a));
        } else {
            words = rulebook_fill(w, say_for_every, rulebook_element(w, t->kids[0], t, noun_alone));
        }
        break;
    case form_repeat: {
        int64_t times;
        if (t->flag) {
            const rcy_tree *let = t->kids[1], *list = let->kids[0]->kids[1];
            words = rulebook_fill(w, say_for_every, rulebook_element(w, list, let, noun_alone));
            break;
        }
        bool once = rcy_constant(t->kids[0], &times) && times == 1;
        words = once ? rulebook_word(w, say_once)
                     : rulebook_fill(w, say_times, rulebook_phrase(w, t->kids[0]));
        break;
    }
    case form_repeat_while:
        words = rulebook_fill(w, say_as_long, rulebook_condition(w, t->kids[0], true));
        break;
    default: {
        const rcy_tree *moved = t->kids[0]->form == form_move ? t->kids[0]->kids[0] : NULL;
        const rcy_tree *from = moved ? rulebook_resolve(moved) : NULL;
        words = from && from->form == form_end
                    ? rulebook_fill(w, say_until_empty, rulebook_collection(w, from->kids[0]))
                    : rulebook_fill(w, say_until_empty, rulebook_quote(w, t->kids[0]));
    }
    }
    rulebook_count(w, before);
    return words;
}

// What is inside of these is done beside other things, so a condition there takes no
// option away.
static bool keeps_gates(const rcy_tree *t)
{
    return t->form == form_if || (t->form == form_each && t->flag);
}

static const char *one_sentence(rulebook_writer *w, const rcy_tree *t)
{
    t = inside(t);
    if (!is_headed(t)) return simple(w, t);
    const char *first = head(w, t);
    bool comma = t->form == form_if && !w->gates, gates = w->gates;
    w->gates = gates && keeps_gates(t);
    const char *rest = one_sentence(w, t->kids[t->count - 1]);
    w->gates = gates;
    return rulebook_fill(w, comma ? say_join_if : say_join, first, rest);
}

static void rules_below(rulebook_writer *w, const rcy_tree *t)
{
    rulebook_deeper(w);
    rulebook_act(w, t);
    rulebook_higher(w);
}

// Whether "otherwise" behind this act could be read as belonging to a condition in it.
static bool begins_with_if(const rcy_tree *t)
{
    t = inside(t);
    if (!is_headed(t)) return false;
    return t->form == form_if || begins_with_if(t->kids[t->count - 1]);
}

// (if b a b a a): a rule for each case.
static void cases(rulebook_writer *w, const rcy_tree *t)
{
    bool gates = w->gates;
    w->gates = false;
    for (rulebook_pattern pattern = say_if; t; pattern = say_otherwise_if) {
        bool last = t->form != form_either_act && t->form != form_if;
        int before = w->unknown;
        const char *first =
            last ? rulebook_word(w, say_otherwise)
                 : rulebook_fill(w, pattern, rulebook_condition(w, t->kids[0], true));
        if (!last) rulebook_count(w, before);
        const rcy_tree *act = last ? t : t->kids[1];
        if (is_single(act) && !begins_with_if(act)) {
            const char *rest = one_sentence(w, act);
            rulebook_add(w, t, rulebook_fill(w, say_join_if, first, rest), false);
        } else {
            rulebook_add(w, t, first, true);
            rules_below(w, act);
        }
        t = last || t->count < 3 ? NULL : t->kids[2];
    }
    w->gates = gates;
}

static void let(rulebook_writer *w, const rcy_tree *t)
{
    int before = w->unknown;
    const rcy_tree variable = { .form = form_var, .name = t->name, .binding = t->binding };
    const char *words =
        rulebook_fill(w, say_let, rulebook_variable(w, &variable), rulebook_phrase(w, t->kids[0]));
    rulebook_count(w, before);
    rulebook_add(w, t->kids[0], words, false);
    rulebook_act(w, t->kids[1]);
}

void rulebook_act(rulebook_writer *w, const rcy_tree *t)
{
    t = inside(t);
    if (rulebook_flow(w, t)) return;
    if (t->form == form_do || t->form == form_block) {
        bool gates = w->gates;
        w->gates = false;
        for (int i = 0; i < t->count; i++) rulebook_act(w, t->kids[i]);
        w->gates = gates;
    } else if (t->form == form_either_act) {
        cases(w, t);
    } else if (t->form == form_let_act) {
        let(w, t);
    } else if (is_single(t)) {
        rulebook_add(w, t, one_sentence(w, t), false);
    } else {
        const char *first = head(w, t);
        rulebook_add(w, t, first, true);
        bool gates = w->gates;
        w->gates = gates && keeps_gates(t);
        rules_below(w, t->kids[t->count - 1]);
        w->gates = gates;
    }
}

// --- acts that are only tried ---

// An act with all that is inside as one phrase.
static const char *whole_act(rulebook_writer *w, const rcy_tree *t)
{
    enum { most = 32 };
    const char *parts[most];
    t = inside(t);
    if (t->form == form_do || t->form == form_block) {
        int count = 0;
        for (; count < t->count && count < most; count++) {
            parts[count] = whole_act(w, t->kids[count]);
        }
        return rulebook_join(w, parts, count, rulebook_word(w, say_and_then),
                             rulebook_word(w, say_and_then));
    }
    if (t->form == form_either_act) {
        int before = w->unknown;
        const char *asked = rulebook_fill(w, say_if, rulebook_condition(w, t->kids[0], true));
        rulebook_count(w, before);
        const char *then = rulebook_fill(w, say_join_if, asked, whole_act(w, t->kids[1]));
        if (t->count < 3) return then;
        return rulebook_fill(w, say_or_else, then, whole_act(w, t->kids[2]));
    }
    if (t->form == form_let_act) {
        const rcy_tree variable = { .form = form_var, .name = t->name, .binding = t->binding };
        parts[0] = rulebook_fill(w, say_let, rulebook_variable(w, &variable),
                                 rulebook_phrase(w, t->kids[0]));
        parts[1] = whole_act(w, t->kids[1]);
        return rulebook_join(w, parts, 2, rulebook_word(w, say_and_then),
                             rulebook_word(w, say_and_then));
    }
    if (!is_headed(t)) return simple(w, t);
    const char *first = head(w, t);
    return rulebook_fill(w, say_join_if, first, whole_act(w, t->kids[t->count - 1]));
}

const char *rulebook_tried(rulebook_writer *w, const rcy_tree *t)
{
    bool chose = w->in_choice, gates = w->gates;
    w->in_choice = w->gates = false;
    const char *words = whole_act(w, t);
    w->in_choice = chose;
    w->gates = gates;
    return words;
}

// --- options ---

// The label of an option, on the way to the first thing that it does; or NULL.
static const rcy_tree *label_of(const rcy_tree *t)
{
    for (;;) {
        if (t->form == form_label) return t;
        bool on = t->form == form_if || t->form == form_let_act || t->form == form_each ||
                  (t->form == form_do && t->count == 1);
        if (!on) return NULL;
        t = t->kids[t->count - 1];
    }
}

static const char *label_words(rulebook_writer *w, const rcy_tree *label)
{
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    for (const char *at = rcy_text(w->s, label->name); *at; at++) {
        if (*at != '{' && *at != '}') dado_text_char(&out, *at);
    }
    return rulebook_fill(w, say_labelled, rulebook_copy(w, dado_text_string(&out)));
}

void rulebook_option(rulebook_writer *w, const rcy_tree *t)
{
    bool chose = w->in_choice, gated = w->gates;
    const rcy_tree *label = label_of(t), *act = inside(t);
    w->in_choice = w->gates = true;
    const char *words = label ? label_words(w, label) : NULL;
    if (is_single(act)) {
        const char *does = one_sentence(w, act);
        rulebook_add(w, t, words ? rulebook_fill(w, say_join, words, does) : does, false);
    } else if (is_headed(act)) {
        const char *first = head(w, act);
        rulebook_add(w, t, words ? rulebook_fill(w, say_join, words, first) : first, true);
        w->gates = keeps_gates(act);
        rules_below(w, act->kids[act->count - 1]);
    } else {
        const char *first = rulebook_word(w, say_do_all);
        rulebook_add(w, t, words ? rulebook_fill(w, say_join, words, first) : first, true);
        rules_below(w, act);
    }
    w->in_choice = chose;
    w->gates = gated;
}
