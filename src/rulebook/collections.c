// collections.c - phrases for cards, groups and lists, and for one element of them.
#include <string.h>

#include "rulebook/writer.h"

// --- nouns ---

static const rcy_tree *setup_of(const rulebook_writer *w)
{
    return w->game->kids[w->game->value];
}

// Whether dice are made in a place of this name.
static bool makes_dice_in(const rcy_tree *t, int32_t name)
{
    if (!t) return false;
    if (t->form == form_deck && t->flag) {
        const rcy_tree *place = t->kids[1];
        return place->form == form_place && place->kids[1]->form == form_name &&
               place->kids[1]->name == name;
    }
    if (t->form != form_setup && t->form != form_repeat && t->form != form_for_each) return false;
    for (int i = 0; i < t->count; i++) {
        if (makes_dice_in(t->kids[i], name)) return true;
    }
    return false;
}

static bool holds_dice(const rulebook_writer *w, const rcy_tree *t)
{
    t = rulebook_resolve(t);
    switch (t->form) {
    case form_place: {
        const rcy_tree *name = rulebook_resolve(t->kids[1]);
        return name->form == form_name && makes_dice_in(setup_of(w), name->name);
    }
    case form_var: return t->binding && t->binding->from && holds_dice(w, t->binding->from);
    case form_filter:
    case form_distinct:
    case form_subsets:
    case form_set_operation:
    case form_sort:
    case form_end:
    case form_index:
    case form_best_of:
    case form_while: return holds_dice(w, t->kids[t->form == form_index]);
    case form_quantifier: return holds_dice(w, t->kids[1]);
    default: return false;
    }
}

// Whether the strings of a list are spaces of a board.
static bool holds_spaces(const rulebook_writer *w, const rcy_tree *t)
{
    t = rulebook_resolve(t);
    switch (t->form) {
    case form_strings:
        return t->count > 0 && t->kids[0]->form == form_name &&
               rulebook_is_space(w, t->kids[0]->name);
    case form_either: return holds_spaces(w, t->kids[1]);
    case form_near:
    case form_step:
    case form_reach:
    case form_lines:
    case form_groups: return true;
    case form_var: return t->binding && t->binding->from && holds_spaces(w, t->binding->from);
    case form_filter:
    case form_distinct:
    case form_while:
    case form_best_of:
    case form_end:
    case form_set_operation: return holds_spaces(w, t->kids[0]);
    default: return false;
    }
}

rulebook_noun rulebook_noun_of(const rulebook_writer *w, const rcy_tree *collection)
{
    const rcy_tree *t = rulebook_resolve(collection);
    switch (t->type) {
    case type_cards: return holds_dice(w, t) ? noun_die : noun_card;
    case type_players:
    case type_team: return noun_player;
    case type_teams: return noun_team;
    case type_ints: return noun_number;
    case type_strs: return holds_spaces(w, t) ? noun_space : noun_item;
    case type_colls:
    case type_lists: return noun_group;
    default:
        return t->form == form_players ? noun_player
               : t->form == form_teams ? noun_team
                                       : noun_item;
    }
}

const char *rulebook_noun_phrase(rulebook_writer *w, rulebook_noun noun, rulebook_noun_form form,
                                 const char *name)
{
    static const rulebook_pattern nouns[][6] = {
        [noun_card] = { say_card, say_card_a, say_card_the, say_cards_the, say_card_no, say_cards },
        [noun_die] = { say_die, say_die_a, say_die_the, say_dice_the, say_die_no, say_dice },
        [noun_player] = { say_player, say_player_a, say_player_the, say_players_the, say_player_no,
                          say_players },
        [noun_team] = { say_team, say_team_a, say_team_the, say_teams_the, say_team_no, say_teams },
        [noun_number] = { say_number, say_number_a, say_number_the, say_numbers_the, say_number_no,
                          say_numbers },
        [noun_space] = { say_space, say_space_a, say_space_the, say_spaces_the, say_space_no,
                         say_spaces },
        [noun_group] = { say_group, say_group_a, say_group_the, say_groups_the, say_group_no,
                         say_groups },
        [noun_item] = { say_item, say_item_a, say_item_the, say_items_the, say_item_no, say_items },
    };
    const char *words = rulebook_fill(w, nouns[noun][form], name);
    if (form == noun_the || !*name) return words;
    return rulebook_join(w, (const char *const[]){ words, name }, 2, "", " ");
}

// --- one element ---

bool rulebook_is_pile(const rcy_tree *t)
{
    t = rulebook_resolve(t);
    return t->form == form_place;
}

// "a card C of your hand"; the members of a filter are called by the name of the variable
// that stands for the element.
static const char *element(rulebook_writer *w, const rcy_tree *t, const char *name,
                           rulebook_noun_form form)
{
    t = rulebook_resolve(t);
    const char *noun = rulebook_noun_phrase(w, rulebook_noun_of(w, t), form, name);
    bool many = form == noun_many || form == noun_all;
    switch (t->form) {
    case form_filter: {
        const char *whole = element(w, t->kids[0], name, form);
        int aliases = w->aliases, takes = w->takes;
        rulebook_take_name(w, t->binding, *name ? name : rcy_text(w->s, t->name));
        const char *such = rulebook_condition(w, t->kids[1], true);
        w->aliases = aliases;
        w->takes = takes;
        return rulebook_fill(w, many ? say_such_many : say_such, whole, such);
    }
    case form_distinct: {
        const char *whole = element(w, t->kids[0], name, form);
        if (t->count < 2) return rulebook_fill(w, say_alike_once, whole);
        return rulebook_fill(w, say_alike_key_once, whole, rulebook_key_name(w, t->kids[1]->name));
    }
    case form_players:
    case form_teams: return noun;
    case form_range:
        return rulebook_fill(w, say_element_from, noun, rulebook_phrase(w, t->kids[0]),
                             rulebook_phrase(w, t->kids[1]));
    case form_place:
    case form_set_operation:
        return rulebook_fill(w, say_element_of, noun, rulebook_collection(w, t));
    default: break;
    }
    const char *board = rulebook_board_name(w, t);
    if (board)
        return rulebook_fill(w, say_element_of, noun, rulebook_fill(w, say_the_board, board));
    return rulebook_fill(w, say_element_among, noun, rulebook_collection(w, t));
}

const char *rulebook_element(rulebook_writer *w, const rcy_tree *collection, const rcy_tree *by,
                             rulebook_noun_form form)
{
    // What is said of the members of a filter ends with it; a variable of other forms goes on.
    const char *name =
        by->form == form_filter ? rulebook_free_name(w, by) : rcy_text(w->s, by->name);
    int takes = w->takes;
    rulebook_take_name(w, NULL, name);
    const char *words = element(w, collection, name, form);
    w->takes = takes;
    return words;
}

// --- cards ---

static const char *end_of(rulebook_writer *w, const rcy_tree *t)
{
    const rcy_tree *of = rulebook_resolve(t->kids[0]);
    const char *words = rulebook_collection(w, of);
    if (of->type != type_cards)
        return rulebook_fill(w, t->flag ? say_last_of : say_first_of, words);
    if (rulebook_noun_of(w, of) == noun_die) {
        return rulebook_fill(w, t->flag ? say_bottom_die : say_top_die, words);
    }
    return rulebook_fill(w, t->flag ? say_bottom_card : say_top_card, words);
}

// "2: 5, 3: 4": the rows of a table.
const char *rulebook_table_rows(rulebook_writer *w, const rcy_tree *keys, const rcy_tree *values)
{
    enum { most = 100 };
    const char *parts[most];
    int count = 0;
    for (int i = 0; i < keys->count && i < values->count && count < most; i++) {
        const char *pair[] = { rulebook_phrase(w, keys->kids[i]),
                               rulebook_phrase(w, values->kids[i]) };
        parts[count++] = rulebook_join(w, pair, 2, "", ": ");
    }
    return rulebook_join(w, parts, count, ", ", ", ");
}

// The name of the declared list or table that has these values; NULL: it has none.
static const char *declared_name(rulebook_writer *w, const rcy_tree *values)
{
    const rcy_token *token = &w->s->tokens[values->token];
    if (token->kind == TOKEN_VAR) return rcy_text(w->s, token->name);
    for (int i = 0; i < w->game->value; i++) {
        const rcy_tree *declare = w->game->kids[i];
        if (declare->form != form_declare || declare->count == 0) continue;
        const rcy_tree *value = declare->kids[0];
        if (value->form == form_table && value->kids[1] == values) {
            return rcy_text(w->s, declare->name);
        }
    }
    return NULL;
}

static const char *listed(rulebook_writer *w, const rcy_tree *t)
{
    const char *name = declared_name(w, t);
    return name ? name : rulebook_list(w, t, 0);
}

static bool is_listed(const rcy_tree *t)
{
    return t->form == form_strings || t->form == form_list;
}

static const char *nth(rulebook_writer *w, const rcy_tree *t)
{
    const rcy_tree *at = t->kids[0], *of = rulebook_resolve(t->kids[1]);
    if (at->form == form_index_of && is_listed(at->kids[1]) && is_listed(of)) {
        const char *name = declared_name(w, of), *rows = rulebook_table_rows(w, at->kids[1], of);
        const rcy_tree *row = rulebook_resolve(at->kids[0]), *keys = at->kids[1];
        for (int i = 0; i < keys->count && i < of->count; i++) {
            const rcy_tree *key = keys->kids[i];
            bool same =
                key->form == row->form && ((key->form == form_int && key->value == row->value) ||
                                           (key->form == form_name && key->name == row->name));
            if (!same) continue;
            return rulebook_fill(w, say_table_found, rulebook_phrase(w, of->kids[i]), rows);
        }
        return rulebook_fill(w, say_table_entry, rulebook_phrase(w, row), name ? name : rows);
    }
    return rulebook_fill(w, of->type == type_cards ? say_nth_card : say_nth_item,
                         rulebook_phrase(w, at), rulebook_collection(w, of));
}

static const char *with_worth(rulebook_writer *w, rulebook_pattern pattern, const rcy_tree *t)
{
    return rulebook_fill(w, pattern, rulebook_phrase(w, t->kids[0]),
                         rulebook_collection(w, t->kids[1]), rulebook_worth(w, t->kids[2]));
}

static const char *set_operation(rulebook_writer *w, const rcy_tree *t)
{
    const rcy_tree *only = rulebook_resolve(t->kids[0]);
    if (t->count == 1 && only->form == form_quantifier && t->code == keyword_union) {
        const char *piles = rulebook_every_pile(w, only);
        if (piles) return piles;
        return rulebook_fill(w, say_together_all, rulebook_collection(w, only->kids[1]),
                             rulebook_element(w, only->kids[0], only, noun_alone));
    }
    enum { most = 32 };
    const char *parts[most];
    int count = t->count < most ? t->count : most;
    for (int i = 0; i < count; i++) parts[i] = rulebook_collection(w, t->kids[i]);
    const char *list = rulebook_join(w, parts, count, ", ", rulebook_word(w, say_and));
    return rulebook_fill(w,
                         t->code == keyword_union       ? say_union
                         : t->code == keyword_intersect ? say_intersection
                                                        : say_difference,
                         list);
}

static const char *part_of(rulebook_writer *w, const rcy_tree *t)
{
    if (t->form == form_map) {
        return rulebook_fill(w, say_for_each_one, rulebook_phrase(w, t->kids[1]),
                             rulebook_element(w, t->kids[0], t, noun_alone));
    }
    const char *name = rulebook_free_name(w, t), *of = rulebook_collection(w, t->kids[0]);
    const char *each = rulebook_noun_phrase(w, rulebook_noun_of(w, t->kids[0]), noun_alone, name);
    int aliases = w->aliases, takes = w->takes;
    bool best = t->form == form_best_of;
    rulebook_take_name(w, t->binding, name);
    const char *body =
        best ? rulebook_phrase(w, t->kids[1]) : rulebook_condition(w, t->kids[1], true);
    w->aliases = aliases;
    w->takes = takes;
    return rulebook_fill(w, best ? say_best_of : say_beginning, each, of, body);
}

static const char *groups(rulebook_writer *w, const rcy_tree *t)
{
    switch (t->form) {
    case form_partition: {
        const rcy_tree *key = rulebook_resolve(t->kids[0]);
        const char *name =
            key->form == form_name ? rulebook_key_name(w, key->name) : rulebook_phrase(w, key);
        return rulebook_fill(w, say_same_key, name, rulebook_collection(w, t->kids[1]));
    }
    case form_tuples: return with_worth(w, say_tuples, t);
    case form_subsets: return rulebook_fill(w, say_subsets, rulebook_collection(w, t->kids[0]));
    case form_runs: return with_worth(w, t->flag ? say_runs_all : say_runs_longest, t);
    case form_run: return with_worth(w, t->flag ? say_run_bottom : say_run_top, t);
    case form_quantifier:
        return rulebook_fill(w, say_for_each_one, rulebook_collection(w, t->kids[1]),
                             rulebook_element(w, t->kids[0], t, noun_alone));
    default: return rulebook_quote(w, t);
    }
}

const char *rulebook_collection(rulebook_writer *w, const rcy_tree *t)
{
    t = rulebook_resolve(t);
    const char *words = rulebook_player(w, t);
    if (!words) words = rulebook_board_phrase(w, t);
    if (words) return words;
    switch (t->form) {
    case form_place: return rulebook_storage(w, t);
    case form_var: return rulebook_variable(w, t);
    case form_end: return end_of(w, t);
    case form_ends:
        return rulebook_fill(w, t->flag ? say_bottom_cards : say_top_cards,
                             rulebook_phrase(w, t->kids[0]), rulebook_collection(w, t->kids[1]));
    case form_index: return nth(w, t);
    case form_best:
        return rulebook_fill(w, t->flag ? say_lowest : say_highest, rulebook_worth(w, t->kids[1]),
                             rulebook_collection(w, t->kids[0]));
    case form_sort:
        return rulebook_fill(w, say_sorted, rulebook_worth(w, t->kids[1]),
                             rulebook_collection(w, t->kids[0]));
    case form_filter:
    case form_distinct: {
        const rcy_tree *named = t->form == form_filter ? t : rulebook_resolve(t->kids[0]);
        bool bound = named->form == form_filter;
        const char *members =
            bound ? rulebook_element(w, t, named, noun_all) : element(w, t, "", noun_all);
        return bound ? rulebook_fill(w, say_bracketed, members) : members;
    }
    case form_set_operation: return set_operation(w, t);
    case form_strings:
    case form_list: return listed(w, t);
    case form_range:
        return rulebook_fill(w, say_numbers_from, rulebook_phrase(w, t->kids[0]),
                             rulebook_phrase(w, t->kids[1]));
    case form_map:
    case form_best_of:
    case form_while: return part_of(w, t);
    case form_either:
    case form_who_of:
    case form_cardatt: return rulebook_phrase(w, t);
    default: return groups(w, t);
    }
}
