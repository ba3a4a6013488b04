// parse_acts.c - parses acts, elements, the setup, and the game as a whole.
//
// After an error the parser continues after the parenthesis that closes the current act,
// element or component. So one pass also finds a second mistake further down.
#include "recycle/parser_helpers.h"

static rcy_tree *act(parser *r);
static rcy_tree *element(parser *r);

static rcy_tree *part(parser *r, rcy_wanted wanted)
{
    return wanted == wanted_element ? element(r) : act(r);
}

// Parses a collection, a variable, and an act in its scope.
static rcy_tree *binder(parser *r, rcy_tree *t)
{
    int mark = r->height;
    push(r, rcy_parse_expression(r));
    t->name = take_name(r, TOKEN_VAR, "a variable, like 'CARD");
    t->value = r->at - 1;  // token where the variable is written
    if (!r->lost) push(r, act(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

// Parses (let value 'V value 'W ... body) as nested `let`s.
static rcy_tree *let(parser *r, rcy_tree *t, rcy_wanted wanted)
{
    int mark = r->height;
    t->form = form_let_act;
    push(r, rcy_parse_expression(r));
    t->name = take_name(r, TOKEN_VAR, "a variable, like 'CARD");
    t->value = r->at - 1;
    if (!r->lost && rcy_items_left(r) > 1) {
        rcy_tree *inner = form(r, form_bad);
        push(r, let(r, inner, wanted));
        adopt(r, t, mark);
        return t;
    }
    if (!r->lost) push(r, part(r, wanted));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

// Parses an attribute key and the string it is compared with, in the spelling of any
// dialect.
static rcy_tree *award_test(parser *r)
{
    rcy_tree *t = form(r, form_test);
    int mark = r->height;
    open(r);
    if (r->lost) return t;
    if (is(r, 0, TOKEN_NAME)) push(r, leaf(r, form_name));
    else push(r, leaf(r, form_var));
    if (is(r, 0, TOKEN_COLON)) {
        r->at++;
        push(r, is(r, 0, TOKEN_INT) ? rcy_parse_digits(r) : rcy_parse_expression(r));
    } else if (is(r, 0, TOKEN_OPEN) && !is_word(r, 1, keyword_cardatt)) {
        r->at++;
        push(r, rcy_parse_expression(r));
        close(r, t);
    } else {
        push(r, rcy_parse_expression(r));
    }
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static bool at_test(const parser *r)
{
    if (!is(r, 0, TOKEN_OPEN)) return false;
    return is(r, 1, TOKEN_NAME) || (is(r, 1, TOKEN_VAR) && is(r, 2, TOKEN_COLON));
}

static rcy_tree *award(parser *r)
{
    rcy_tree *t = form(r, form_award);
    int mark = r->height;
    open(r);
    if (!r->lost && !at_test(r)) expected(r, "a test, like (SUIT : HEARTS)");
    while (!r->lost && at_test(r)) push(r, award_test(r));
    if (!r->lost) push(r, rcy_parse_expression(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static void awards(parser *r)
{
    rcy_tree ends_here = { 0 };
    open(r);
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) lose(r, "E113", "a point map needs at least one award");
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, award(r));
    close(r, &ends_here);
}

// Parses (tell KEY cards players) or (tell KEY VALUE cards players). In the tree the
// value comes last.
static rcy_tree *tell(parser *r, rcy_tree *t)
{
    int mark = r->height, items = rcy_items_left(r);
    t->form = form_tell;
    r->s->next_edition = true;
    if (items < 3 || items > 4) {
        lose(r, "E110",
             "write (tell COLOUR RED cards players) to tell whether they are RED, or (tell "
             "COLOUR cards players) to tell which they are");
        return t;
    }
    push(r, rcy_parse_expression(r));
    rcy_tree *value = items == 4 ? rcy_parse_expression(r) : NULL;
    push(r, rcy_parse_expression(r));
    push(r, rcy_parse_expression(r));
    if (value) push(r, value);
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *set(parser *r, rcy_tree *t)
{
    int mark = r->height;
    rcy_tree *target = rcy_parse_expression(r);
    push(r, target);
    if (target->form == form_points) {
        t->form = form_set_points;
        awards(r);
    } else if (target->form == form_cardatt) {
        t->form = form_turn_card;
        r->s->next_edition = true;
        push(r, is(r, 0, TOKEN_INT) ? rcy_parse_digits(r) : rcy_parse_expression(r));
    } else {
        t->form = form_set;
        push(r, rcy_parse_expression(r));
    }
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *put_points(parser *r, rcy_tree *t)
{
    t->form = form_set_points;
    t->flag = true;
    word(r, keyword_points);
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

static rcy_tree *cycle(parser *r, rcy_tree *t)
{
    int mark = r->height;
    t->form = form_cycle;
    t->code = keyword_none;
    if (is_word(r, 0, keyword_next) || is_word(r, 0, keyword_current)) {
        t->flag = is_word(r, 0, keyword_current);
        r->at++;
    } else {
        expected(r, "next or current");
    }
    if (!r->lost) {
        const rcy_token *to = peek(r, 0);
        bool plain =
            to->kind == TOKEN_KEYWORD && (to->code == keyword_next || to->code == keyword_current ||
                                          to->code == keyword_previous);
        if (plain) {
            t->code = to->code;
            r->at++;
        } else {
            push(r, rcy_parse_expression(r));
        }
    }
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *repeat(parser *r, rcy_tree *t, rcy_wanted wanted)
{
    int mark = r->height;
    if (is_word(r, 0, keyword_all)) {
        r->at++;
        t->form = form_repeat_all;
        wanted = wanted_act;
    } else if (is_word(r, 0, keyword_while)) {
        r->at++;
        t->form = form_repeat_while;
        r->s->next_edition = true;
        push(r, rcy_parse_expression(r));
    } else {
        t->form = form_repeat;
        push(r, rcy_parse_expression(r));
    }
    if (!r->lost) push(r, part(r, wanted));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *create_act(parser *r, rcy_tree *t)
{
    if (is_word(r, 0, keyword_deck)) {
        r->at++;
        return rcy_parse_deck(r, t);
    }
    if (is_word(r, 0, keyword_teams)) {
        r->at++;
        return rcy_parse_teams(r, t);
    }
    expected(r, "deck or teams; dice and players are made in setup");
    return t;
}

static rcy_tree *save(parser *r, rcy_tree *t)
{
    t->form = form_save;
    t->name = take_name(r, TOKEN_NAME, "the name of the players' storage to save");
    word(r, keyword_roundnumber);
    t->value = take_name(r, TOKEN_NAME, "the name of the storage that counts rounds");
    close(r, t);
    return t;
}

// Reports missing parentheses at the first act of a `do` or `choice`, as in (do (move
// ...)).
static void need_list(parser *r, const char *what)
{
    if (r->lost || !is(r, 0, TOKEN_KEYWORD)) return;
    lose(r, "E110", "the acts of a %s have parentheses of their own: (%s ((%s ...)))", what, what,
         rcy_keyword_text((rcy_keyword)peek(r, 0)->code));
}

static rcy_tree *acts_in(parser *r, rcy_tree *t, const char *what)
{
    int mark = r->height;
    rcy_tree inner = { 0 };
    open(r);
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) {
        lose(r, "E113", "an empty %s does nothing; write at least one act in it", what);
    }
    need_list(r, what);
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, act(r));
    close(r, &inner);
    adopt(r, t, mark);
    close(r, t);
    return t;
}

// Parses (if b a b a ... a) as nested branches. Without a last act, nothing is done else.
static rcy_tree *either(parser *r, rcy_tree *t, rcy_wanted wanted)
{
    int mark = r->height, items = rcy_items_left(r);
    r->s->next_edition = true;
    if (items < 2) {
        lose(r, "E110", "an if needs a condition and an act: (if condition act)");
        return t;
    }
    t->form = items == 2 ? form_if : form_either_act;
    push(r, rcy_parse_expression(r));
    push(r, part(r, wanted));
    if (!r->lost && items > 3) {
        rcy_tree *rest = form(r, form_bad);
        push(r, either(r, rest, wanted));
        adopt(r, t, mark);
        return t;
    }
    if (items == 3) push(r, part(r, wanted));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *label(parser *r, rcy_tree *t)
{
    int mark = r->height;
    t->form = form_label;
    r->s->next_edition = true;
    t->value = r->at;
    t->name = take_name(r, TOKEN_STRING, "the text of a label, in quotes: (label \"bid {N}\" ...)");
    if (!r->lost) push(r, act(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *stop(parser *r, rcy_tree *t)
{
    t->form = form_stop;
    r->s->next_edition = true;
    if (is_word(r, 0, keyword_turn) || is_word(r, 0, keyword_stage) ||
        is_word(r, 0, keyword_game)) {
        t->code = peek(r, 0)->code;
        r->at++;
    } else {
        expected(r, "turn, stage or game: what is stopped");
    }
    close(r, t);
    return t;
}

// Parses (choice [player] (act ...) [else act]). The children are the alternatives, what
// is done else, and who chooses; `value` is the number of alternatives.
static rcy_tree *choice(parser *r, rcy_tree *t)
{
    int mark = r->height, items = rcy_items_left(r);
    rcy_tree *chooser = NULL, inner = { 0 };
    t->form = form_choice;
    t->name = 0;
    bool list = is(r, 0, TOKEN_OPEN) && (rcy_is_act_word(peek(r, 1)) ||
                                         is_word(r, 1, keyword_any) || is_word(r, 1, keyword_all));
    if ((items == 2 || items == 4) && !list) {
        chooser = rcy_parse_expression(r);
        r->s->next_edition = true;
    }
    open(r);
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) {
        lose(r, "E113", "an empty choice does nothing; write at least one act in it");
    }
    need_list(r, "choice");
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, act(r));
    close(r, &inner);
    t->value = r->height - mark;
    if (!r->lost && is_word(r, 0, keyword_else)) {
        r->at++;
        r->s->next_edition = true;
        push(r, act(r));
        t->name |= rcy_choice_else;
    }
    if (chooser) {
        push(r, chooser);
        t->name |= rcy_choice_by;
    }
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *act_of_word(parser *r, rcy_tree *t, rcy_keyword w)
{
    t->code = (uint8_t)w;
    r->at++;
    switch (w) {
    case keyword_do: t->form = form_do; return acts_in(r, t, "do");
    case keyword_all: t->form = form_each; return binder(r, t);
    case keyword_any:
        t->form = form_each;
        t->flag = true;
        return binder(r, t);
    case keyword_let: return let(r, t, wanted_act);
    case keyword_if: return either(r, t, wanted_act);
    case keyword_label: return label(r, t);
    case keyword_stop: return stop(r, t);
    case keyword_throw:
        t->form = form_throw_cards;
        r->s->next_edition = true;
        return rcy_parse_kids(r, t, 1);
    case keyword_show:
        t->form = form_show;
        r->s->next_edition = true;
        return rcy_parse_kids(r, t, 2);
    case keyword_tell: return tell(r, t);
    case keyword_perform: return rcy_parse_perform(r, t, wanted_act);
    case keyword_set: return set(r, t);
    case keyword_put: return put_points(r, t);
    case keyword_inc: t->form = form_add; return rcy_parse_kids(r, t, 2);
    case keyword_dec:
        t->form = form_add;
        t->flag = true;
        return rcy_parse_kids(r, t, 2);
    case keyword_move: t->form = form_move; return rcy_parse_kids(r, t, 2);
    case keyword_remember: t->form = form_remember; return rcy_parse_kids(r, t, 2);
    case keyword_forget: t->form = form_forget; return rcy_parse_kids(r, t, 1);
    case keyword_shuffle:
        t->form = form_shuffle;
        if (is_word(r, 0, keyword_faro)) {
            r->at++;
            t->form = form_faro;
            return rcy_parse_kids(r, t, 2);
        }
        return rcy_parse_kids(r, t, 1);
    case keyword_cycle: return cycle(r, t);
    case keyword_turn:
        t->form = form_pass;
        word(r, keyword_pass);
        close(r, t);
        return t;
    case keyword_repeat: return repeat(r, t, wanted_act);
    case keyword_create: return create_act(r, t);
    case keyword_throwalldice:
        t->form = form_throw;
        t->name = take_name(r, TOKEN_VAR, "the name of a dice storage, like 'DICE");
        close(r, t);
        return t;
    case keyword_saveturnstats: return save(r, t);
    case keyword_while:
        r->at--;
        lose(r, "E110", "a loop of acts is written (repeat while condition act)");
        return t;
    default:
        r->at--;
        rcy_error_act(r);
        return t;
    }
}

// Gives up the form that began at `start` and continues after it.
static void recover(parser *r, int start)
{
    if (!r->lost || r->s->no_memory) return;
    int match = r->s->tokens[start].match;
    r->at = match >= 0 ? match + 1 : r->s->count - 1;
    r->lost = false;
}

// Gives up a whole act or element; what was read of it is dropped.
static void recover_whole(parser *r, rcy_tree *t, int start, int height)
{
    if (!r->lost || r->s->no_memory || r->s->tokens[start].match < 0) return;
    r->height = height;
    t->form = form_bad;
    t->count = 0;
    recover(r, start);
}

static bool begins_condition(const rcy_token *t)
{
    return t->kind == TOKEN_OPEN || t->kind == TOKEN_VAR ||
           (t->kind == TOKEN_KEYWORD && (t->code == keyword_true || t->code == keyword_false));
}

static rcy_tree *conditional(parser *r, rcy_tree *t, rcy_wanted wanted)
{
    int mark = r->height;
    t->form = form_if;
    push(r, rcy_parse_expression(r));
    if (!r->lost) push(r, part(r, wanted));
    adopt(r, t, mark);
    if (!r->lost && is(r, 0, TOKEN_OPEN)) {
        lose(r, "E110",
             "one act follows a condition; several go into a do: (condition (do (act "
             "act)))");
    }
    close(r, t);
    return t;
}

static bool is_element_word(const rcy_token *t)
{
    return t->kind == TOKEN_KEYWORD && (t->code == keyword_choice || t->code == keyword_stage ||
                                        t->code == keyword_together || t->code == keyword_block);
}

static rcy_tree *act(parser *r)
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
    const rcy_token *next = peek(r, 1);
    if (is_element_word(next)) {
        rcy_diagnose(r->s, "E402", r->at + 1, r->at + 1,
                     "a %s must be an element of a stage or of the game, or stand in a let, if, "
                     "repeat or block there; it cannot be part of an act",
                     rcy_keyword_text((rcy_keyword)next->code));
        return element(r);
    }
    r->depth++;
    r->at++;
    if (begins_condition(next)) {
        t = conditional(r, t, wanted_act);
    } else if (next->kind == TOKEN_NAME) {
        t = rcy_parse_call(r, t, wanted_act);
    } else if (next->kind == TOKEN_KEYWORD) {
        t = act_of_word(r, t, (rcy_keyword)next->code);
        t->token = start;
    } else if (next->kind == TOKEN_CLOSE) {
        lose(r, "E113", "empty parentheses mean nothing; an act was expected");
    } else {
        expected(r, "an act");
    }
    r->depth--;
    recover_whole(r, t, start, height);
    return t;
}

// Parses one of (end b), (turns n) and (only b).
static void clause(parser *r, rcy_tree **clauses)
{
    rcy_tree inner = { 0 };
    open(r);
    rcy_keyword w = (rcy_keyword)peek(r, 0)->code;
    int which = w == keyword_end ? 0 : w == keyword_turns ? 1 : 2;
    if (!r->lost && clauses[which]) {
        lose(r, "E420", "this stage has an (%s ...) already", rcy_keyword_text(w));
    }
    if (which > 0) r->s->next_edition = true;
    r->at++;
    rcy_tree *t = rcy_parse_expression(r);
    close(r, &inner);
    clauses[which] = t;
}

static bool at_clause(const parser *r)
{
    return is(r, 0, TOKEN_OPEN) && (is_word(r, 1, keyword_end) || is_word(r, 1, keyword_turns) ||
                                    is_word(r, 1, keyword_only));
}

// Parses a stage. Its children are its end or NULL, its elements, the number of turns,
// and who has a turn; `value` is the number of elements.
static rcy_tree *stage(parser *r, rcy_tree *t)
{
    int mark = r->height;
    rcy_tree *clauses[3] = { NULL, NULL, NULL };
    t->form = form_stage;
    t->name = 0;
    if (is_word(r, 0, keyword_player) || is_word(r, 0, keyword_team)) t->code = peek(r, 0)->code;
    else expected(r, "player or team");
    if (!r->lost) r->at++;
    while (!r->lost && at_clause(r)) clause(r, clauses);
    if (!r->lost && !clauses[0] && !clauses[1]) {
        lose(r, "E420", "a stage needs an end: (end condition) or (turns number)");
    }
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) {
        lose(r, "E113", "a stage without elements does nothing");
    }
    push(r, clauses[0]);
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, element(r));
    t->value = r->height - mark - 1;
    if (clauses[1]) {
        push(r, clauses[1]);
        t->name |= rcy_stage_turns;
    }
    if (clauses[2]) {
        push(r, clauses[2]);
        t->name |= rcy_stage_only;
    }
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *block(parser *r, rcy_tree *t)
{
    int mark = r->height;
    t->form = form_block;
    r->s->next_edition = true;
    if (is(r, 0, TOKEN_CLOSE)) lose(r, "E113", "an empty block does nothing");
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, element(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

// Parses a simultaneous choice. Its children are the choice, and who takes part.
static rcy_tree *together(parser *r, rcy_tree *t)
{
    int mark = r->height;
    rcy_tree *clauses[3] = { NULL, NULL, NULL };
    t->form = form_together;
    r->s->next_edition = true;
    if (is(r, 0, TOKEN_OPEN) && is_word(r, 1, keyword_only)) clause(r, clauses);
    rcy_tree *made = form(r, form_bad);
    open(r);
    word(r, keyword_choice);
    if (!r->lost) push(r, choice(r, made));
    if (!r->lost && made->name != 0) {
        lose(r, "E110", "a choice made together cannot have an else or a chooser");
    }
    if (clauses[2]) push(r, clauses[2]);
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *element_of_word(parser *r, rcy_tree *t, rcy_keyword w)
{
    r->at += 2;
    switch (w) {
    case keyword_stage: return stage(r, t);
    case keyword_choice: return choice(r, t);
    case keyword_together: return together(r, t);
    case keyword_block: return block(r, t);
    case keyword_if: return either(r, t, wanted_element);
    case keyword_let: return let(r, t, wanted_element);
    case keyword_perform: return rcy_parse_perform(r, t, wanted_element);
    case keyword_all: return rcy_parse_loop_of_elements(r, t);
    default: return repeat(r, t, wanted_element);
    }
}

static rcy_tree *element(parser *r)
{
    rcy_tree *t = form(r, form_bad);
    int start = r->at, height = r->height;
    if (r->lost) return t;
    if (!is(r, 0, TOKEN_OPEN)) {
        expected(r, "an element: a stage, a choice or an act");
        return t;
    }
    const rcy_token *next = peek(r, 1);
    bool own = is_element_word(next) ||
               (next->kind == TOKEN_KEYWORD &&
                (next->code == keyword_if || next->code == keyword_let ||
                 next->code == keyword_repeat || next->code == keyword_perform)) ||
               rcy_at_loop_of_elements(r);
    if (!own && !begins_condition(next) && next->kind != TOKEN_NAME) {
        bool base =
            next->kind == TOKEN_KEYWORD &&
            (next->code == keyword_do || next->code == keyword_all || next->code == keyword_any);
        if (!base) r->s->next_edition = true;
        return act(r);
    }
    if (r->depth >= deepest) {
        lose(r, "E110", "nested too deep: %d parentheses are open", r->depth);
        return t;
    }
    r->depth++;
    if (own) {
        t = element_of_word(r, t, (rcy_keyword)next->code);
    } else {
        r->at++;
        r->s->next_edition = true;
        t = next->kind == TOKEN_NAME ? rcy_parse_call(r, t, wanted_element)
                                     : conditional(r, t, wanted_element);
    }
    t->token = start;
    r->depth--;
    recover_whole(r, t, start, height);
    return t;
}

rcy_tree *rcy_parse_act(parser *r)
{
    return act(r);
}

rcy_tree *rcy_parse_element(parser *r)
{
    return element(r);
}

static rcy_tree *declare(parser *r)
{
    rcy_tree *t = form(r, form_declare);
    int mark = r->height, start = r->at;
    r->at += 2;
    push(r, rcy_parse_declared_value(r));
    t->name = take_name(r, TOKEN_VAR, "a variable behind the value: (declare 10 'ROUNDS)");
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

// Parses the scoring. Its children are the keys, and who wins, if that is given; `value`
// has a bit for each key of which less is better.
static rcy_tree *scoring(parser *r)
{
    enum { most_keys = 32 };
    rcy_tree *t = form(r, form_scoring);
    int mark = r->height;
    rcy_tree *win = NULL;
    r->at += 2;
    if (is_word(r, 0, keyword_win)) {
        r->at++;
        r->s->next_edition = true;
        win = rcy_parse_expression(r);
    } else if (!is_word(r, 0, keyword_min) && !is_word(r, 0, keyword_max)) {
        expected(r, "min or max: which score is better");
    }
    while (!r->lost && (is_word(r, 0, keyword_min) || is_word(r, 0, keyword_max))) {
        int keys = r->height - mark;
        if (keys > 0) r->s->next_edition = true;
        if (keys == most_keys) lose(r, "E110", "there are too many keys to rank by");
        if (is_word(r, 0, keyword_min)) t->value |= (int64_t)1 << keys;
        r->at++;
        push(r, rcy_parse_expression(r));
    }
    t->flag = t->value & 1;
    t->name = win != NULL;
    if (win) push(r, win);
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static bool first_on_line(const rcy_source *s, int i)
{
    return i == 0 || s->tokens[i - 1].line < s->tokens[i].line;
}

// Returns the open parenthesis whose partner was most likely forgotten: the first one
// with text below or left of it on a later line; else the one that is left over.
static int forgotten(rcy_source *s, int left_over)
{
    int32_t *stack = dado_new(s->region, int32_t, s->count + 1);
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

// Reports a parenthesis that is not closed, with the place where it was opened.
static bool tell_unbalanced(parser *r)
{
    rcy_source *s = r->s;
    for (int i = 0; i < s->count; i++) {
        if (s->tokens[i].kind != TOKEN_OPEN || s->tokens[i].match >= 0) continue;
        int last = s->count - 1, open_one = forgotten(s, i);
        rcy_diagnose(s, "E111", last, last,
                     "the file ends while a parenthesis is open: the one in line %d, column %d",
                     s->tokens[open_one].line, s->tokens[open_one].column);
        return true;
    }
    return false;
}

static bool at_word_form(const parser *r, rcy_keyword w)
{
    return is(r, 0, TOKEN_OPEN) && is_word(r, 1, w);
}

// Skips (look ...), which is read after everything else was checked; see look.c.
static void skip_look(parser *r)
{
    rcy_source *s = r->s;
    if (s->look) {
        rcy_diagnose(s, "E253", r->at, r->at + 1,
                     "a game has only one look, and there is one in line %d already",
                     s->tokens[s->look].line);
    } else {
        s->look = r->at;
    }
    r->at = s->tokens[r->at].match + 1;
}

// What may stand before the setup.
static void declarations(parser *r)
{
    while (!r->lost) {
        if (at_word_form(r, keyword_declare)) push(r, declare(r));
        else if (at_word_form(r, keyword_about)) rcy_parse_about(r);
        else if (at_word_form(r, keyword_define)) rcy_parse_define(r);
        else if (at_word_form(r, keyword_look)) skip_look(r);
        else break;
    }
}

rcy_tree *rcy_parse(rcy_source *s)
{
    parser r = { .s = s };
    rcy_tree *t = form(&r, form_game_whole);
    int mark = r.height;
    if (is(&r, 0, TOKEN_END)) {
        lose(&r, "E110", "there is no game in this text; it begins: (game (setup ...");
        return NULL;
    }
    if (tell_unbalanced(&r)) return NULL;  // all other errors would only follow from this one
    open(&r);
    word(&r, keyword_game);
    declarations(&r);
    t->value = r.height - mark;
    r.calls_below = s->define_count;
    if (s->define_count > 0) rcy_check_defines(&r);
    if (!r.lost && !at_word_form(&r, keyword_setup)) {
        expected(&r, "the setup: (setup (create players 2) ...)");
    }
    int start = r.at;
    rcy_tree *made = rcy_parse_setup(&r);
    push(&r, made);
    if (r.lost && s->tokens[start].match >= 0) {
        made->form = form_bad;
        made->count = 0;
        recover(&r, start);
    }
    int elements = r.height;
    while (!r.lost && !is(&r, 0, TOKEN_CLOSE) && !at_word_form(&r, keyword_scoring)) {
        push(&r, element(&r));
    }
    if (!r.lost && r.height == elements) {
        lose(&r, "E113", "a game needs elements to play; write at least one stage or do");
        if (is(&r, 0, TOKEN_OPEN)) r.lost = false;
    }
    start = r.at;
    if (!r.lost && !at_word_form(&r, keyword_scoring)) {
        expected(&r, "the scoring: (scoring max ((current player) sto SCORE))");
    } else if (!r.lost) {
        rcy_tree *last = scoring(&r);
        if (r.lost) {
            last->count = 0;  // what was read of it is not an expression
            recover(&r, start);
        }
        push(&r, last);
    }
    adopt(&r, t, mark);
    close(&r, t);
    rcy_warn_unused_defines(s);
    if (!r.lost && !is(&r, 0, TOKEN_END)) {
        rcy_diagnose(s, "W112", r.at, r.at, "text after the end of the game is ignored");
    }
    return s->no_memory ? NULL : t;
}
