// conditions.c - phrases for conditions, and for their opposites.
#include "rulebook/writer.h"

static const char *both(rulebook_writer *w, rulebook_pattern pattern, const rcy_tree *t)
{
    return rulebook_fill(w, pattern, rulebook_phrase(w, t->kids[0]),
                         rulebook_phrase(w, t->kids[1]));
}

// Whether a comparison asks if there is something at all: size > 0, size == 0, ...
static bool asks_for_any(const rcy_tree *t, bool *some)
{
    int64_t number;
    const rcy_tree *size = rulebook_resolve(t->kids[0]), *than = rulebook_resolve(t->kids[1]);
    if (size->form != form_size || than->form != form_int || !rcy_constant(than, &number)) {
        return false;
    }
    *some = t->code == op_more || t->code == op_unequal || t->code == op_least;
    if (t->code == op_least || t->code == op_less) return number == 1;
    return number == 0 && t->code != op_least && t->code != op_less;
}

static const char *any_there(rulebook_writer *w, const rcy_tree *size, bool some)
{
    const rcy_tree *of = rulebook_resolve(rulebook_resolve(size)->kids[0]);
    rulebook_noun noun = rulebook_noun_of(w, of);
    if (of->form == form_filter) {
        rulebook_noun_form form = some                                ? noun_a
                                  : w->language == DADO_RULES_ENGLISH ? noun_no
                                                                      : noun_alone;
        return rulebook_fill(w, some ? say_some_such : say_none_such,
                             rulebook_element(w, of, of, form));
    }
    const char *many = rulebook_noun_phrase(w, noun, noun_many, "");
    return rulebook_fill(w, some ? say_some_in : say_none_in, many, rulebook_collection(w, of));
}

static const char *equality(rulebook_writer *w, const rcy_tree *t, bool holds)
{
    const rcy_tree *a = rulebook_resolve(t->kids[0]), *b = rulebook_resolve(t->kids[1]);
    bool same = (t->code == op_equal) == holds;
    if (a->form == form_who_of && b->form == form_nobody) {
        return rulebook_fill(w, same ? say_nobody_noted : say_somebody_noted, rulebook_note(w, a));
    }
    if (a->form == form_who && a->code == keyword_current && w->reader == reader_you && !a->flag) {
        return both(w, same ? say_you_are : say_you_are_not, t);
    }
    if (b->form == form_truth) return rulebook_condition(w, a, same == (b->value != 0));
    if (a->type == type_int) return both(w, same ? say_equals : say_equals_not, t);
    return both(w, same ? say_is : say_is_not, t);
}

static const char *comparison(rulebook_writer *w, const rcy_tree *t, bool holds)
{
    static const rulebook_pattern yes[] = { say_less, say_more, say_at_most, say_at_least };
    static const rulebook_pattern no[] = { say_at_least, say_at_most, say_more, say_less };
    int which = t->code - op_less;
    return both(w, holds ? yes[which] : no[which], t);
}

static const char *chain(rulebook_writer *w, const rcy_tree *t)
{
    enum { most = 32 };
    static const char *const signs[] = { " < ", " > ", " \u2264 ", " \u2265 " };
    const char *parts[most];
    int count = t->count < most ? t->count : most;
    for (int i = 0; i < count; i++) parts[i] = rulebook_phrase(w, t->kids[i]);
    const char *sign = signs[t->code - op_less];
    return rulebook_join(w, parts, count, sign, sign);
}

// Whether its phrase has a condition of its own in it, whose end could not be seen.
static bool has_condition_inside(const rcy_tree *t)
{
    if (!t) return false;
    t = rulebook_resolve(t);
    if (t->form == form_filter || t->form == form_quantifier) return true;
    for (int i = 0; i < t->count; i++) {
        if (has_condition_inside(t->kids[i])) return true;
    }
    return false;
}

// (and ...) and (or ...). The opposite of one is the other, of opposites.
static const char *connected(rulebook_writer *w, const rcy_tree *t, bool holds)
{
    enum { most = 32 };
    const char *parts[most];
    bool all = (t->form == form_and) == holds;
    int count = t->count < most ? t->count : most;
    for (int i = 0; i < count; i++) {
        const rcy_tree *kid = rulebook_resolve(t->kids[i]);
        const char *words = rulebook_condition(w, kid, holds);
        bool nested = kid->form == form_and || kid->form == form_or || has_condition_inside(kid);
        parts[i] = nested ? rulebook_fill(w, say_bracketed, words) : words;
    }
    const char *word = rulebook_word(w, all ? say_and : say_or);
    return rulebook_join(w, parts, count, word, word);
}

static const char *quantifier(rulebook_writer *w, const rcy_tree *t, bool holds)
{
    if (t->flag) {
        bool english = w->language == DADO_RULES_ENGLISH;
        rulebook_noun_form form = holds ? noun_a : english ? noun_no : noun_alone;
        const char *element = rulebook_element(w, t->kids[0], t, form);
        return rulebook_fill(w, holds ? say_exists : say_exists_not, element,
                             rulebook_condition(w, t->kids[1], true));
    }
    const char *element = rulebook_element(w, t->kids[0], t, holds ? noun_alone : noun_a);
    return rulebook_fill(w, holds ? say_for_all : say_exists, element,
                         rulebook_condition(w, t->kids[1], holds));
}

const char *rulebook_condition(rulebook_writer *w, const rcy_tree *t, bool holds)
{
    bool some;
    t = rulebook_resolve(t);
    switch (t->form) {
    case form_compare:
        if (asks_for_any(t, &some)) return any_there(w, t->kids[0], some == holds);
        return comparison(w, t, holds);
    case form_equal:
        if (asks_for_any(t, &some)) return any_there(w, t->kids[0], some == holds);
        return equality(w, t, holds);
    case form_and:
    case form_or: return connected(w, t, holds);
    case form_not: return rulebook_condition(w, t->kids[0], !holds);
    case form_quantifier: return quantifier(w, t, holds);
    case form_flag:
        return rulebook_fill(w, holds ? say_raised : say_lowered, rulebook_storage(w, t));
    case form_in:
        return rulebook_fill(w, holds ? say_among : say_not_among, rulebook_phrase(w, t->kids[0]),
                             rulebook_collection(w, t->kids[1]));
    case form_after:
        return rulebook_fill(w, say_would_hold, rulebook_tried(w, t->kids[0]),
                             rulebook_condition(w, t->kids[1], holds));
    case form_truth: return rulebook_word(w, (t->value != 0) == holds ? say_always : say_never);
    case form_chain:
        if (holds) return chain(w, t);
        return rulebook_fill(w, say_not, chain(w, t));
    default:
        if (holds) return rulebook_phrase(w, t);
        return rulebook_fill(w, say_not, rulebook_phrase(w, t));
    }
}
