// read_acts.c - acts, elements, the setup, and the game as a whole.
//
// After an error the reader goes on behind the parenthesis that closes the act,
// element or component in hand, so that a second mistake further down is found
// in the same pass.
#include "recycle/reader.h"

static rcy_tree *act(reader *r, bool may_choose);

// A collection, or a value, a variable, and an act in its scope.
static rcy_tree *binder(reader *r, rcy_tree *t, bool may_choose)
{
    int mark = r->height;
    push(r, rcy_read_expression(r));
    t->name = take_name(r, TOKEN_VAR, "a variable, like 'CARD");
    t->value = r->at - 1;  // where the variable was written
    if (!r->lost) push(r, act(r, may_choose));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

// A key and the string it is compared with, in any of the dialects' spellings.
static rcy_tree *award_test(reader *r)
{
    rcy_tree *t = form(r, form_test);
    int mark = r->height;
    open(r);
    if (r->lost) return t;
    if (is(r, 0, TOKEN_NAME)) push(r, leaf(r, form_name));
    else push(r, leaf(r, form_var));
    if (is(r, 0, TOKEN_COLON)) {
        r->at++;
        push(r, rcy_read_expression(r));
    } else if (is(r, 0, TOKEN_OPEN) && !is_word(r, 1, word_cardatt)) {
        r->at++;
        push(r, rcy_read_expression(r));
        close(r, t);
    } else {
        push(r, rcy_read_expression(r));
    }
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static bool at_test(const reader *r)
{
    if (!is(r, 0, TOKEN_OPEN)) return false;
    return is(r, 1, TOKEN_NAME) || (is(r, 1, TOKEN_VAR) && is(r, 2, TOKEN_COLON));
}

static rcy_tree *award(reader *r)
{
    rcy_tree *t = form(r, form_award);
    int mark = r->height;
    open(r);
    if (!r->lost && !at_test(r)) expected(r, "a test, like (SUIT : HEARTS)");
    while (!r->lost && at_test(r)) push(r, award_test(r));
    if (!r->lost) push(r, rcy_read_expression(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static void awards(reader *r)
{
    rcy_tree ends_here = { 0 };
    open(r);
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) lose(r, "E113", "a point map needs at least one award");
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, award(r));
    close(r, &ends_here);
}

static rcy_tree *attribute(reader *r);

static rcy_tree *value_group(reader *r)
{
    rcy_tree *t = form(r, form_group);
    int mark = r->height;
    open(r);
    if (r->lost) return t;
    if (is(r, 0, TOKEN_VAR)) {
        push(r, leaf(r, form_var));
        adopt(r, t, mark);
        close(r, t);
        return t;
    }
    if (!is(r, 0, TOKEN_NAME)) {
        expected(r, "a value of the attribute, or a variable with its values");
        return t;
    }
    rcy_tree *list = form(r, form_strings);
    int values = r->height;
    push(r, leaf(r, form_name));
    while (!r->lost && is(r, 0, TOKEN_COMMA)) {
        r->at++;
        if (is(r, 0, TOKEN_NAME)) push(r, leaf(r, form_name));
        else expected(r, "a value after the comma");
    }
    adopt(r, list, values);
    push(r, list);
    while (!r->lost && is(r, 0, TOKEN_OPEN)) push(r, attribute(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *attribute(reader *r)
{
    rcy_tree *t = form(r, form_attribute);
    int mark = r->height;
    open(r);
    if (!r->lost && r->depth >= deepest) lose(r, "E110", "nested too deep");
    t->name = take_name(r, TOKEN_NAME, "the name of an attribute");
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) {
        lose(r, "E407", "the attribute %s has no values; give some: (%s (A, B))",
             rcy_text(r->s, t->name), rcy_text(r->s, t->name));
    }
    r->depth++;
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) {
        if (is(r, 0, TOKEN_NAME)) {
            lose(r, "E407", "values stand in parentheses: (%s (%s))", rcy_text(r->s, t->name),
                 rcy_text(r->s, ahead(r, 0)->name));
            break;
        }
        push(r, value_group(r));
    }
    r->depth--;
    adopt(r, t, mark);
    close(r, t);
    return t;
}

// After `create deck`: a name or none, a place, and what the cards are.
static rcy_tree *deck(reader *r, rcy_tree *t)
{
    int mark = r->height;
    t->form = form_deck;
    rcy_tree *first = rcy_read_expression(r);
    if (!r->lost && is(r, 0, TOKEN_OPEN) && is_word(r, 1, word_deck)) {
        push(r, NULL);
        push(r, first);
    } else {
        push(r, first);
        push(r, rcy_read_expression(r));
    }
    open(r);
    word(r, word_deck);
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) lose(r, "E113", "a deck needs at least one attribute");
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, attribute(r));
    close(r, t);
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *teams(reader *r, rcy_tree *t)
{
    int mark = r->height;
    t->form = form_teams_act;
    do {
        rcy_tree *list = form(r, form_strings);
        int members = r->height;
        open(r);
        for (bool more = true; more && !r->lost;) {
            if (is(r, 0, TOKEN_INT)) push(r, leaf(r, form_int));
            else expected(r, "the number of a player, from 0");
            more = is(r, 0, TOKEN_COMMA);
            if (more) r->at++;
        }
        adopt(r, list, members);
        close(r, list);
        push(r, list);
    } while (!r->lost && !is(r, 0, TOKEN_CLOSE));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *set(reader *r, rcy_tree *t)
{
    int mark = r->height;
    rcy_tree *target = rcy_read_expression(r);
    push(r, target);
    if (target->form == form_points) {
        t->form = form_set_points;
        awards(r);
    } else {
        t->form = form_set;
        push(r, rcy_read_expression(r));
    }
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *put_points(reader *r, rcy_tree *t)
{
    t->form = form_set_points;
    t->flag = true;
    word(r, word_points);
    if (r->lost || !is(r, 0, TOKEN_VAR)) {
        expected(r, "the name of a map, like 'SCORE");
        return t;
    }
    int mark = r->height;
    rcy_tree *points = form(r, form_points);
    int parts = r->height;
    push(r, game_owner(r, r->at));
    push(r, leaf(r, form_name));
    adopt(r, points, parts);
    push(r, points);
    awards(r);
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *cycle(reader *r, rcy_tree *t)
{
    int mark = r->height;
    t->form = form_cycle;
    t->code = word_none;
    if (is_word(r, 0, word_next) || is_word(r, 0, word_current)) {
        t->flag = is_word(r, 0, word_current);
        r->at++;
    } else {
        expected(r, "next or current");
    }
    if (!r->lost) {
        const rcy_token *to = ahead(r, 0);
        bool plain = to->kind == TOKEN_WORD && (to->code == word_next || to->code == word_current ||
                                                to->code == word_previous);
        if (plain) {
            t->code = to->code;
            r->at++;
        } else {
            push(r, rcy_read_expression(r));
        }
    }
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *repeat(reader *r, rcy_tree *t)
{
    int mark = r->height;
    if (is_word(r, 0, word_all)) {
        r->at++;
        t->form = form_repeat_all;
    } else {
        t->form = form_repeat;
        push(r, rcy_read_expression(r));
    }
    if (!r->lost) push(r, act(r, false));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *create_act(reader *r, rcy_tree *t)
{
    if (is_word(r, 0, word_deck)) {
        r->at++;
        return deck(r, t);
    }
    if (is_word(r, 0, word_teams)) {
        r->at++;
        return teams(r, t);
    }
    expected(r, "deck or teams; dice and players are made in setup");
    return t;
}

static rcy_tree *save(reader *r, rcy_tree *t)
{
    t->form = form_save;
    t->name = take_name(r, TOKEN_NAME, "the name of the players' storage to save");
    word(r, word_roundnumber);
    t->value = take_name(r, TOKEN_NAME, "the name of the storage that counts rounds");
    close(r, t);
    return t;
}

static rcy_tree *acts_in(reader *r, rcy_tree *t, const char *what)
{
    int mark = r->height;
    rcy_tree inner = { 0 };
    open(r);
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) {
        lose(r, "E113", "an empty %s does nothing; write at least one act in it", what);
    }
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, act(r, false));
    close(r, &inner);
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *act_of_word(reader *r, rcy_tree *t, rcy_word w, bool may_choose)
{
    t->code = (uint8_t)w;
    r->at++;
    switch (w) {
    case word_do: t->form = form_do; return acts_in(r, t, "do");
    case word_choice:
        t->form = form_choice;
        if (!may_choose) {
            rcy_notice(r->s, "E402", r->at - 1, r->at - 1,
                       "a choice stands among the elements of a stage or of the game, or in a "
                       "let there; it cannot be part of an act");
        }
        return acts_in(r, t, "choice");
    case word_all: t->form = form_each; return binder(r, t, false);
    case word_any: t->form = form_each; t->flag = true; return binder(r, t, false);
    case word_let: t->form = form_let_act; return binder(r, t, may_choose);
    case word_set: return set(r, t);
    case word_put: return put_points(r, t);
    case word_inc: t->form = form_add; return rcy_read_kids(r, t, 2);
    case word_dec: t->form = form_add; t->flag = true; return rcy_read_kids(r, t, 2);
    case word_move: t->form = form_move; return rcy_read_kids(r, t, 2);
    case word_remember: t->form = form_remember; return rcy_read_kids(r, t, 2);
    case word_forget: t->form = form_forget; return rcy_read_kids(r, t, 1);
    case word_shuffle:
        t->form = form_shuffle;
        if (is_word(r, 0, word_faro)) {
            r->at++;
            t->form = form_faro;
            return rcy_read_kids(r, t, 2);
        }
        return rcy_read_kids(r, t, 1);
    case word_cycle: return cycle(r, t);
    case word_turn:
        t->form = form_pass;
        word(r, word_pass);
        close(r, t);
        return t;
    case word_repeat: return repeat(r, t);
    case word_create: return create_act(r, t);
    case word_throwalldice:
        t->form = form_throw;
        t->name = take_name(r, TOKEN_VAR, "the name of a dice storage, like 'DICE");
        close(r, t);
        return t;
    case word_saveturnstats: return save(r, t);
    default: r->at--; expected(r, "an act"); return t;
    }
}

// Gives up what began at `start` and goes on behind it.
static void recover(reader *r, int start)
{
    if (!r->lost || r->s->no_memory) return;
    int match = r->s->tokens[start].match;
    r->at = match >= 0 ? match + 1 : r->s->count - 1;
    r->lost = false;
}

static rcy_tree *act(reader *r, bool may_choose)
{
    rcy_tree *t = form(r, form_bad);
    if (r->lost) return t;
    int start = r->at, height = r->height;
    if (!is(r, 0, TOKEN_OPEN)) {
        expected(r, "an act, in parentheses");
        return t;
    }
    if (r->depth >= deepest) {
        lose(r, "E110", "nested too deep: %d parentheses are open", r->depth);
        return t;
    }
    r->depth++;
    r->at++;
    const rcy_token *next = ahead(r, 0);
    if (next->kind == TOKEN_OPEN || next->kind == TOKEN_VAR) {
        int mark = r->height;
        t->form = form_if;
        push(r, rcy_read_expression(r));
        if (!r->lost) push(r, act(r, false));
        adopt(r, t, mark);
        close(r, t);
    } else if (next->kind == TOKEN_WORD) {
        t = act_of_word(r, t, (rcy_word)next->code, may_choose);
        t->token = start;
    } else if (next->kind == TOKEN_CLOSE) {
        lose(r, "E113", "empty parentheses say nothing; an act was expected");
    } else {
        expected(r, "an act");
    }
    r->depth--;
    if (r->lost && !r->s->no_memory && r->s->tokens[start].match >= 0) {
        r->height = height;
        t->form = form_bad;
        t->count = 0;
        recover(r, start);
    }
    return t;
}

static rcy_tree *element(reader *r)
{
    rcy_tree *t = form(r, form_bad);
    int start = r->at;
    if (!is(r, 0, TOKEN_OPEN)) {
        expected(r, "an element: a stage, choice, do, all, any or let");
        return t;
    }
    const rcy_token *next = ahead(r, 1);
    if (next->kind != TOKEN_WORD || next->code != word_stage) {
        bool fits = next->kind == TOKEN_WORD &&
                    (next->code == word_choice || next->code == word_do || next->code == word_all ||
                     next->code == word_any || next->code == word_let);
        if (!fits && (next->kind == TOKEN_WORD || next->kind == TOKEN_OPEN ||
                      next->kind == TOKEN_VAR)) {
            rcy_notice(r->s, "E403", start, start + 1,
                       "an act cannot stand alone here; wrap it: (do ( ... ))");
        }
        return act(r, true);
    }
    if (r->depth >= deepest) {
        lose(r, "E110", "nested too deep: %d parentheses are open", r->depth);
        return t;
    }
    r->depth++;
    r->at += 2;
    int mark = r->height;
    t->form = form_stage;
    if (is_word(r, 0, word_player) || is_word(r, 0, word_team)) t->code = ahead(r, 0)->code;
    else expected(r, "player or team");
    if (!r->lost) r->at++;
    rcy_tree inner = { 0 };
    open(r);
    word(r, word_end);
    push(r, rcy_read_expression(r));
    close(r, &inner);
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) {
        lose(r, "E113", "a stage without elements does nothing");
    }
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, element(r));
    adopt(r, t, mark);
    close(r, t);
    r->depth--;
    if (r->lost && !r->s->no_memory && r->s->tokens[start].match >= 0) {
        r->height = mark;
        t->form = form_bad;
        t->count = 0;
        recover(r, start);
    }
    return t;
}

static rcy_tree *component(reader *r)
{
    rcy_tree *t = form(r, form_bad);
    int start = r->at, height = r->height;
    open(r);
    if (!r->lost && r->depth >= deepest) lose(r, "E110", "nested too deep");
    r->depth++;
    if (!r->lost && is_word(r, 0, word_repeat)) {
        r->at++;
        t->form = form_repeat;
        int mark = r->height;
        push(r, rcy_read_expression(r));
        if (!r->lost) push(r, component(r));
        adopt(r, t, mark);
        close(r, t);
    } else {
        word(r, word_create);
        if (!r->lost && is_word(r, 0, word_deck)) {
            r->at++;
            deck(r, t);
        } else if (!r->lost &&
                   (is_word(r, 0, word_dicestorage) || is_word(r, 0, word_diestorage))) {
            t->flag = is_word(r, 0, word_diestorage);
            r->at++;
            t->form = form_dice;
            t->name = take_name(r, TOKEN_VAR, "a name for the dice, like 'DICE");
            int mark = r->height;
            do {
                rcy_tree inner = { 0 };
                open(r);
                if (!r->lost) push(r, rcy_read_expression(r));
                close(r, &inner);
            } while (!r->lost && !is(r, 0, TOKEN_CLOSE));
            adopt(r, t, mark);
            close(r, t);
        } else if (!r->lost) {
            expected(r, "deck or dicestorage");
        }
    }
    r->depth--;
    if (r->lost && !r->s->no_memory && r->s->tokens[start].match >= 0) {
        r->height = height;
        t->form = form_bad;
        t->count = 0;
        recover(r, start);
    }
    return t;
}

static rcy_tree *setup(reader *r)
{
    rcy_tree *t = form(r, form_setup);
    rcy_tree inner = { 0 };
    int mark = r->height;
    open(r);
    word(r, word_setup);
    rcy_tree *players = form(r, form_players_made);
    open(r);
    word(r, word_create);
    word(r, word_players);
    int count = r->height;
    push(r, rcy_read_expression(r));
    adopt(r, players, count);
    close(r, players);
    push(r, players);
    if (!r->lost && is(r, 0, TOKEN_OPEN) && is_word(r, 1, word_create) &&
        is_word(r, 2, word_teams)) {
        rcy_tree *made = form(r, form_teams_act);
        r->at += 3;
        push(r, teams(r, made));
    }
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) {
        lose(r, "E113", "a setup needs a deck or dice: (create deck (game iloc STOCK) (deck ...))");
    }
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, component(r));
    close(r, &inner);
    adopt(r, t, mark);
    return t;
}

static rcy_tree *declare(reader *r)
{
    rcy_tree *t = form(r, form_declare);
    int mark = r->height, start = r->at;
    r->at += 2;
    push(r, rcy_read_expression(r));
    t->name = take_name(r, TOKEN_VAR, "a variable to declare, like 'ROUNDS");
    t->value = r->at - 1;
    adopt(r, t, mark);
    close(r, t);
    if (r->lost) {
        r->height = mark;
        t->form = form_bad;
        t->count = 0;
        recover(r, start);
    }
    return t;
}

static rcy_tree *scoring(reader *r)
{
    rcy_tree *t = form(r, form_scoring);
    int mark = r->height;
    r->at += 2;
    if (is_word(r, 0, word_min) || is_word(r, 0, word_max)) {
        t->flag = is_word(r, 0, word_min);
        r->at++;
    } else {
        expected(r, "min or max: which score is better");
    }
    push(r, rcy_read_expression(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static bool first_on_line(const rcy_source *s, int i)
{
    return i == 0 || s->tokens[i - 1].line < s->tokens[i].line;
}

// The open parenthesis that was most likely forgotten: the first one whose text stands under or
// left of it on a later line; else the one left over.
static int forgotten(rcy_source *s, int left_over)
{
    int32_t *stack = dado_new(s->arena, int32_t, s->count + 1);
    int depth = 0;
    for (int i = 0; stack && i < s->count; i++) {
        const rcy_token *t = &s->tokens[i];
        if (t->kind == TOKEN_CLOSE && depth > 0) depth--;
        if (t->kind != TOKEN_OPEN) continue;
        if (depth > 0 && first_on_line(s, i)) {
            const rcy_token *outer = &s->tokens[stack[depth - 1]];
            if (outer->line < t->line && outer->column >= t->column &&
                first_on_line(s, stack[depth - 1])) {
                return stack[depth - 1];
            }
        }
        stack[depth++] = i;
    }
    return left_over;
}

// An unclosed parenthesis is told with the place of the one that was left open.
static bool tell_unbalanced(reader *r)
{
    rcy_source *s = r->s;
    for (int i = 0; i < s->count; i++) {
        if (s->tokens[i].kind != TOKEN_OPEN || s->tokens[i].match >= 0) continue;
        int last = s->count - 1, open_one = forgotten(s, i);
        rcy_notice(s, "E111", last, last,
                   "the file ends while a parenthesis is open: the one in line %d, column %d",
                   s->tokens[open_one].line, s->tokens[open_one].column);
        return true;
    }
    return false;
}

static bool at_word_form(const reader *r, rcy_word w)
{
    return is(r, 0, TOKEN_OPEN) && is_word(r, 1, w);
}

rcy_tree *rcy_read(rcy_source *s)
{
    reader r = { .s = s };
    rcy_tree *t = form(&r, form_game_whole);
    int mark = r.height;
    if (is(&r, 0, TOKEN_END)) {
        lose(&r, "E110", "there is no game in this text; it begins: (game (setup ...");
        return NULL;
    }
    if (tell_unbalanced(&r)) return NULL;  // whatever else is wrong follows from that
    open(&r);
    word(&r, word_game);
    while (!r.lost && at_word_form(&r, word_declare)) push(&r, declare(&r));
    t->value = r.height - mark;
    if (!r.lost && !at_word_form(&r, word_setup)) {
        expected(&r, "the setup: (setup (create players 2) ...)");
    }
    int start = r.at;
    rcy_tree *made = setup(&r);
    push(&r, made);
    if (r.lost && s->tokens[start].match >= 0) {
        made->form = form_bad;
        made->count = 0;
        recover(&r, start);
    }
    int elements = r.height;
    while (!r.lost && !is(&r, 0, TOKEN_CLOSE) && !at_word_form(&r, word_scoring)) {
        push(&r, element(&r));
    }
    if (!r.lost && r.height == elements) {
        lose(&r, "E113", "a game without elements is not played; write at least one stage or do");
        if (is(&r, 0, TOKEN_OPEN)) r.lost = false;
    }
    start = r.at;
    if (!r.lost && !at_word_form(&r, word_scoring)) {
        expected(&r, "the scoring: (scoring max ((current player) sto SCORE))");
    } else if (!r.lost) {
        rcy_tree *last = scoring(&r);
        if (r.lost) {
            last->count = 0;  // what was read of it is no expression
            recover(&r, start);
        }
        push(&r, last);
    }
    adopt(&r, t, mark);
    close(&r, t);
    if (!r.lost && !is(&r, 0, TOKEN_END)) {
        rcy_notice(s, "W112", r.at, r.at, "what follows the end of the game is ignored");
    }
    return s->no_memory ? NULL : t;
}

