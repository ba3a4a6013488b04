// check_lists_and_boards.c - types of lists, tables, boards and calls, the forms beyond
// the base language.
#include <stdio.h>
#include <string.h>

#include <stdio.h>

#include "recycle/board.h"

// --- calls ---

// Binds the remaining parameters of a call, and then checks its body.
static rcy_type bound(checker *c, rcy_tree *t, int left, rcy_type (*body)(checker *, rcy_tree *))
{
    if (left == 0) return body(c, t);
    rcy_bind(c, t, t->kids[0], (rcy_type)t->kids[0]->type, false);
    rcy_type type = bound(c, t->kids[1], left - 1, body);
    rcy_unbind(c, t);
    t->type = (uint8_t)type;
    return type;
}

// Checks a call. Its operands see the caller's variables; its body sees only the
// parameters and declarations. Afterwards the call is replaced by the body it expands to.
rcy_type rcy_check_call(checker *c, rcy_tree *t, rcy_type (*body)(checker *, rcy_tree *))
{
    rcy_tree *nest = t->kids[0], *let = nest;
    int left = (int)t->value, line = c->s->call_line;
    for (int i = 0; i < left; i++, let = let->kids[1]) {
        rcy_type type = rcy_infer(c, let->kids[0]);
        if (t->flag && type != type_card && type != type_none) {
            rcy_diagnose_tree(c->s, "E301", let->kids[0],
                              "only a card can be performed, but this is %s", rcy_type_name(type));
            let->kids[0]->type = type_none;
        }
        if (type != type_points && type != type_game) continue;
        rcy_diagnose_tree(c->s, "E301", let->kids[0], "%s cannot be an operand of a call",
                          rcy_type_name(type));
        let->kids[0]->type = type_none;
    }
    rcy_binding *scope = c->scope;
    c->scope = c->declared;
    c->s->call_line = c->s->tokens[t->token].line;
    rcy_type type = bound(c, nest, left, body);
    c->s->call_line = line;
    c->scope = scope;
    *t = *nest;
    t->type = (uint8_t)type;
    return type;
}

// --- values ---

static rcy_type either(checker *c, rcy_tree *t)
{
    rcy_need(c, &t->kids[0], type_bool, "the condition of an if");
    rcy_type a = rcy_infer(c, t->kids[1]), b = rcy_infer(c, t->kids[2]);
    if (a == type_none) return b;
    if (b == type_none || a == b) return a;
    rcy_diagnose_tree(c->s, "E310", t,
                      "the values of an if must have one type: this is %s, but another is %s",
                      rcy_type_name(a), rcy_type_name(b));
    return type_none;
}

static rcy_type list_type(rcy_type element)
{
    switch (element) {
    case type_int: return type_ints;
    case type_str: return type_strs;
    case type_player: return type_players;
    case type_team: return type_teams;
    case type_card: return type_cards;
    default: return type_none;
    }
}

static rcy_type list(checker *c, rcy_tree *t)
{
    rcy_type first = type_none;
    for (int i = 0; i < t->count; i++) {
        rcy_type type = rcy_infer(c, t->kids[i]);
        if (type == type_none) return type_none;
        if (i == 0) first = type;
        if (type != first) {
            rcy_diagnose_tree(c->s, "E309", t->kids[i], "a list has one type: this is %s among %s",
                              rcy_type_name(type), rcy_type_name(list_type(first)));
            return type_none;
        }
    }
    if (list_type(first) == type_none) {
        rcy_diagnose_tree(c->s, "E309", t,
                          "a list is of numbers, strings, players, teams or cards, not of %s",
                          rcy_type_name(first));
    }
    return list_type(first);
}

static rcy_type over_of(rcy_type over)
{
    return over == type_team ? type_players : over;
}

static rcy_type map(checker *c, rcy_tree *t)
{
    rcy_type over = rcy_need_collection(c, t->kids[0], "each");
    rcy_bind(c, t, t->kids[0], rcy_element_type(over), false);
    rcy_type body = rcy_infer(c, t->kids[1]);
    rcy_unbind(c, t);
    if (body == type_none) return type_none;
    if (body == type_cards) return type_colls;
    if (body == type_strs) return type_lists;
    if (list_type(body) == type_none) {
        rcy_diagnose_tree(c->s, "E301", t->kids[1], "each cannot make a list of %s",
                          rcy_type_name(body));
    }
    return list_type(body);
}

static rcy_type kept(checker *c, rcy_tree *t, const char *what, rcy_type wanted)
{
    rcy_type over = rcy_need_collection(c, t->kids[0], what);
    rcy_bind(c, t, t->kids[0], rcy_element_type(over), false);
    rcy_need(c, &t->kids[1], wanted, what);
    rcy_unbind(c, t);
    return over_of(over);
}

static rcy_type distinct(checker *c, rcy_tree *t)
{
    rcy_type over = rcy_need_collection(c, t->kids[0], "distinct");
    if (t->count > 1) {
        rcy_need(c, &t->kids[1], type_str, "the key of distinct");
        if (over != type_none && over != type_cards && over != type_colls) {
            rcy_diagnose_tree(c->s, "E301", t->kids[0],
                              "only cards can be distinct by an attribute, but these are %s",
                              rcy_type_name(over));
        }
    }
    return over_of(over);
}

static rcy_type member(checker *c, rcy_tree *t, rcy_type result)
{
    rcy_type x = rcy_infer(c, t->kids[0]);
    rcy_type over = rcy_need_collection(c, t->kids[1], t->form == form_in ? "in" : "index");
    if (x == type_none || over == type_none || x == rcy_element_type(over)) return result;
    rcy_diagnose_tree(c->s, "E302", t,
                      "only an element of the same type can be found in %s, not %s",
                      rcy_type_name(over), rcy_type_name(x));
    return result;
}

static rcy_type neighbour(checker *c, rcy_tree *t)
{
    rcy_type type = rcy_infer(c, t->kids[0]);
    if (type == type_none || type == type_player || type == type_team) return type;
    rcy_diagnose_tree(c->s, "E306", t->kids[0], "next needs a player or a team, but this is %s",
                      rcy_type_name(type));
    return type_none;
}

// --- boards ---

static rcy_type spaces(checker *c, rcy_tree *t)
{
    const rcy_boards *b = c->s->boards;
    const char *known[64];
    int count = b ? b->count : 0, listed = 0;
    for (int i = 0; i < count; i++) {
        if (b->board[i].name == t->name) {
            int32_t token = t->token, last = t->last;
            *t = *b->board[i].spaces;
            t->token = token;
            t->last = last;
            return type_strs;
        }
        if (listed < 64) known[listed++] = rcy_text(c->s, b->board[i].name);
    }
    const char *name = rcy_text(c->s, t->name), *near = dado_nearest_name(name, known, listed);
    rcy_diagnose_tree(c->s, "E240", t, "no board is named %s%s%s%s", name,
                      near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    return type_none;
}

static bool need_board(checker *c, const rcy_tree *t)
{
    if (c->s->boards) return true;
    if (c->s->errors == 0) {
        rcy_diagnose_tree(c->s, "E240", t,
                          "this game has no board; (create board B (grid 3 3)) "
                          "makes one");
    }
    return false;
}

static void need_space(checker *c, rcy_tree **slot, const char *where)
{
    int32_t name;
    if (rcy_need(c, slot, type_str, where) != type_str) return;
    if (!rcy_constant_string(*slot, &name) || name == 0) return;
    if (rcy_space_of(c->s->boards, name) >= 0) return;
    rcy_diagnose_tree(c->s, "W244", *slot, "no board has a space %s", rcy_text(c->s, name));
}

// Checks for a string or a list of strings, and returns whether it is a list.
static bool one_or_more(checker *c, rcy_tree *t, const char *where)
{
    rcy_type type = rcy_infer(c, t);
    if (type == type_none || type == type_str || type == type_strs) return type == type_strs;
    rcy_diagnose_tree(c->s, "E301", t,
                      "%s needs a string or a list of strings here, but this is %s", where,
                      rcy_type_name(type));
    t->type = type_none;
    return false;
}

static void known_direction(checker *c, const rcy_tree *t, int32_t name)
{
    const rcy_boards *b = c->s->boards;
    const char *known[rcy_most_directions];
    if (rcy_direction_of(b, name) >= 0) return;
    for (int i = 0; i < b->directions; i++) known[i] = rcy_text(c->s, b->direction[i]);
    const char *text = rcy_text(c->s, name), *near = dado_nearest_name(text, known, b->directions);
    char all[200];
    dado_text list = dado_text_in_buffer(all, sizeof all);
    for (int i = 0; i < b->directions && i < 12; i++) {
        dado_text_addf(&list, "%s%s", i ? " " : "", known[i]);
    }
    if (near) {
        rcy_diagnose_tree(c->s, "E243", t, "no board has a direction %s; did you mean %s?", text,
                          near);
    } else {
        rcy_diagnose_tree(c->s, "E243", t, "no board has a direction %s; there are %s", text,
                          b->directions ? all : "none");
    }
}

static void need_direction(checker *c, rcy_tree *t, bool list)
{
    int32_t name;
    if (list && t->type == type_none) return;
    const rcy_tree *names = rcy_constant_strings(t);
    if (names) {
        for (int i = 0; i < names->count; i++) known_direction(c, t, names->kids[i]->name);
    } else if (rcy_constant_string(t, &name)) {
        known_direction(c, t, name);
    }
}

static rcy_type near(checker *c, rcy_tree *t)
{
    if (!need_board(c, t)) return type_none;
    need_space(c, &t->kids[0], "near");
    if (t->count > 1) {
        rcy_need(c, &t->kids[1], type_strs, "the directions of near");
        need_direction(c, t->kids[1], true);
    }
    return type_strs;
}

static rcy_type step(checker *c, rcy_tree *t)
{
    const char *what = rcy_keyword_text((rcy_keyword)t->code);
    if (!need_board(c, t)) return type_none;
    bool list = one_or_more(c, t->kids[0], what);
    need_direction(c, t->kids[0], list);
    need_space(c, &t->kids[1], what);
    if (t->count > 2) rcy_need(c, &t->kids[2], type_int, "the number of steps");
    return t->code == keyword_step ? type_str : type_strs;
}

static rcy_type lines(checker *c, rcy_tree *t)
{
    int64_t length;
    if (!need_board(c, t)) return type_none;
    rcy_need(c, &t->kids[0], type_int, "the length of lines");
    if (!one_or_more(c, t->kids[1], "lines")) need_space(c, &t->kids[1], "lines");
    bool known = rcy_constant(t->kids[0], &length);
    int longest = rcy_longest_line(c->s->boards);
    for (int n = 2; n <= longest; n++) {
        if (known && n != length) continue;
        if (rcy_lines_of(c->s->boards, n) || c->s->errors > 0) continue;
        rcy_diagnose_tree(c->s, "E245", t, "too many lines of one length; there may be at most %d",
                          rcy_most_lines);
    }
    return type_lists;
}

static rcy_type reach(checker *c, rcy_tree *t)
{
    if (!need_board(c, t)) return type_none;
    if (!one_or_more(c, t->kids[0], "reach")) need_space(c, &t->kids[0], "reach");
    if (t->count > 2) rcy_need(c, &t->kids[2], type_int, "the steps of reach");
    rcy_bind(c, t, t->kids[0], type_str, false);
    rcy_need(c, &t->kids[1], type_bool, "reach");
    rcy_unbind(c, t);
    return type_strs;
}

static rcy_type distance(checker *c, rcy_tree *t)
{
    if (!need_board(c, t)) return type_none;
    need_space(c, &t->kids[0], "distance");
    need_space(c, &t->kids[1], "distance");
    if (!rcy_measure_distances(c->s->boards)) c->s->no_memory = true;
    return type_int;
}

int rcy_paired_name(rcy_source *s, int32_t name, int32_t key, int seat)
{
    char text[400];
    int length = seat < 0
                     ? snprintf(text, sizeof text, "%s %s", rcy_text(s, name), rcy_text(s, key))
                     : snprintf(text, sizeof text, "%s P%d", rcy_text(s, name), seat + 1);
    return rcy_name(&s->names, text, (size_t)(length < 399 ? length : 399));
}

// Checks a name with two keys, and makes the names that it may become: whatever string the
// second key is, it is among the names of the text.
static rcy_type pair(checker *c, rcy_tree *t)
{
    rcy_source *s = c->s;
    int32_t name;
    if (rcy_need(c, &t->kids[0], type_str, "the name of a storage") != type_str) return type_none;
    rcy_type type = rcy_infer(c, t->kids[1]);
    if (type != type_none && type != type_str && type != type_player) {
        rcy_diagnose_tree(
            s, "E308", t->kids[1], "a second key is a name or a player, but this is %s%s",
            rcy_type_name(type),
            type == type_int ? "; a number that a card has is (cardatt KEY card)" : "");
        return type_none;
    }
    if (!rcy_constant_string(t->kids[0], &name)) {
        rcy_diagnose_tree(s, "E308", t->kids[0],
                          "the first of two keys is written out: (game sto NAME key)");
        return type_none;
    }
    if (s->unpaired_names == 0) s->unpaired_names = s->names.count;
    int last = type == type_player ? c->players : s->unpaired_names;
    for (int i = type == type_player ? 0 : 1; i < last; i++) {
        if (rcy_paired_name(s, name, i, type == type_player ? i : -1) < 0) s->no_memory = true;
    }
    return type_str;
}

// Reports the first part of an act that cannot be tried: it would end something, save a
// round, make cards, need luck, or be chosen.
static bool refuse_to_try(checker *c, const rcy_tree *t)
{
    const char *why = NULL;
    switch ((rcy_form)t->form) {
    case form_shuffle:
    case form_throw:
    case form_throw_cards:
    case form_random: why = "luck cannot be tried: it falls when it is played"; break;
    case form_stop:
    case form_save: why = "an end cannot be tried; ask the condition for it instead"; break;
    case form_deck:
    case form_teams_act: why = "nothing can be created by an act that is only tried"; break;
    case form_show:
    case form_tell: why = "nobody learns anything from an act that is only tried"; break;
    case form_each:
        if (t->flag) why = "nobody chooses in an act that is tried; write all";
        break;
    default: break;
    }
    if (why) rcy_diagnose_tree(c->s, "E259", t, "%s", why);
    for (int i = 0; i < t->count && !why; i++) {
        if (t->kids[i] && refuse_to_try(c, t->kids[i])) return true;
    }
    return why != NULL;
}

// Checks (after act value): the act is tried on a copy, and the value is read from it.
static rcy_type after(checker *c, rcy_tree *t)
{
    enum { most_nested = 3 };
    bool choosing = c->in_choice;
    int errors = c->s->errors;
    c->in_choice = false;
    c->tried++;
    rcy_check_act(c, t->kids[0]);
    rcy_type type = rcy_infer(c, t->kids[1]);
    c->tried--;
    c->in_choice = choosing;
    if (c->s->errors == errors) refuse_to_try(c, t->kids[0]);
    if (c->tried >= most_nested) {
        rcy_diagnose_tree(c->s, "E259", t, "an after may stand in at most two others");
    }
    bool single = type == type_int || type == type_bool || type == type_str ||
                  type == type_player || type == type_team;
    if (single || type == type_none) return type;
    rcy_diagnose_tree(c->s, "E259", t->kids[1],
                      "after gives a number, a condition, a string or a player, but this is %s; "
                      "ask for its size, or a condition about it",
                      rcy_type_name(type));
    return type_none;
}

static rcy_type all_need(checker *c, rcy_tree *t, rcy_type wanted, const char *where,
                         rcy_type result)
{
    for (int i = 0; i < t->count; i++) rcy_need(c, &t->kids[i], wanted, where);
    return result;
}

rcy_type rcy_infer_list_or_board(checker *c, rcy_tree *t)
{
    switch (t->form) {
    case form_call: return rcy_check_call(c, t, rcy_infer);
    case form_truth: return type_bool;
    case form_nobody: return type_player;
    case form_either: return either(c, t);
    case form_chain: return all_need(c, t, type_int, "a comparison", type_bool);
    case form_extreme: return all_need(c, t, type_int, t->flag ? "min" : "max", type_int);
    case form_extreme_of:
        return all_need(c, t, type_ints, t->flag ? "min of a list" : "max of a list", type_int);
    case form_list: return list(c, t);
    case form_map: return map(c, t);
    case form_best_of: return kept(c, t, "best", type_int);
    case form_while: return kept(c, t, "while", type_bool);
    case form_distinct: return distinct(c, t);
    case form_index_of: return member(c, t, type_int);
    case form_in: return member(c, t, type_bool);
    case form_value:
        if (rcy_table_of(c, t->kids[1])) return rcy_read_table(c, t, rcy_table_of(c, t->kids[1]));
        rcy_need(c, &t->kids[0], type_str, "the key of value");
        rcy_need(c, &t->kids[1], type_card, "value");
        return type_int;
    case form_where: return all_need(c, t, type_card, "where", type_str);
    case form_whose: return all_need(c, t, type_card, "whose", type_player);
    case form_neighbour: return neighbour(c, t);
    case form_key: return type_points;
    case form_spaces: return spaces(c, t);
    case form_coordinate:
        if (!need_board(c, t)) return type_none;
        need_space(c, &t->kids[0], rcy_keyword_text((rcy_keyword)t->code));
        return type_int;
    case form_distance: return distance(c, t);
    case form_near: return near(c, t);
    case form_step: return step(c, t);
    case form_lines: return lines(c, t);
    case form_groups:
        if (!need_board(c, t)) return type_none;
        return all_need(c, t, type_strs, "groups", type_lists);
    case form_reach: return reach(c, t);
    case form_after: return after(c, t);
    case form_passes_left: return type_int;
    case form_pair: return pair(c, t);
    default: return type_none;
    }
}
