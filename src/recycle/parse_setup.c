// parse_setup.c - parses what a game is made of: facts about it, decks, dice, boards,
// teams.
#include "recycle/parser_helpers.h"

static rcy_tree *attribute(parser *r);

// Makes a name from the digits of a number.
static rcy_tree *digits(parser *r, int64_t number)
{
    char text[24];
    rcy_tree *t = form(r, form_name);
    int length = snprintf(text, sizeof text, "%lld", (long long)number);
    t->name = rcy_name(&r->s->names, text, (size_t)length);
    if (t->name < 0) {
        r->s->no_memory = r->lost = true;
        t->name = 0;
    }
    return t;
}

rcy_tree *rcy_parse_digits(parser *r)
{
    rcy_tree *t = digits(r, peek(r, 0)->value);
    r->s->next_edition = true;
    r->at++;
    return t;
}

static bool at_negative(const parser *r)
{
    return is(r, 0, TOKEN_OPERATOR) && peek(r, 0)->code == op_subtract && is(r, 1, TOKEN_INT) &&
           peek(r, 1)->offset == peek(r, 0)->offset + 1;
}

// Returns whether a bound of a range is computed, as in 'N or (+ 'N 1).
static bool at_computed(const parser *r)
{
    return is(r, 0, TOKEN_VAR) || is(r, 0, TOKEN_OPEN);
}

// Parses a range first .. last of which one is not a plain number; the checker computes
// it.
static void computed_range(parser *r, rcy_tree *first)
{
    rcy_tree *t = form(r, form_range);
    int mark = r->height;
    r->s->next_edition = true;
    push(r, first);
    if (!is(r, 0, TOKEN_DOTS)) expected(r, "two points and the last number: 1 .. 'N");
    else r->at++;
    push(r, rcy_parse_expression(r));
    t->token = first->token;
    t->last = r->at - 1;
    adopt(r, t, mark);
    push(r, t);
}

// Parses NAME, "any text", 7 or 2 .. 10; the last stands for all numbers from the first
// to the second.
static void attribute_value(parser *r, const char *what)
{
    enum { most_numbers = 1000 };
    if (r->lost) return;
    if (is(r, 0, TOKEN_NAME) || is(r, 0, TOKEN_STRING)) {
        push(r, leaf(r, form_name));
        return;
    }
    if (at_computed(r)) {
        computed_range(r, rcy_parse_expression(r));
        return;
    }
    int64_t sign = 1;
    if (at_negative(r)) {
        sign = -1;
        r->at++;
    }
    if (!is(r, 0, TOKEN_INT)) {
        expected(r, what);
        return;
    }
    r->s->next_edition = true;
    int64_t first = sign * peek(r, 0)->value, last = first;
    r->at++;
    if (is(r, 0, TOKEN_DOTS)) {
        r->at++;
        if (at_computed(r)) {
            rcy_tree *from = form(r, form_int);
            from->value = first;
            r->at--;
            computed_range(r, from);
            return;
        }
        if (!is(r, 0, TOKEN_INT)) {
            expected(r, "the last number of the range");
            return;
        }
        last = peek(r, 0)->value;
        r->at++;
    }
    if (last < first || last - first >= most_numbers) {
        lose(r, "E407", "a range of values must go up and have at most %d values", most_numbers);
        return;
    }
    for (int64_t n = first; n <= last && !r->lost; n++) push(r, digits(r, n));
}

static rcy_tree *value_group(parser *r)
{
    rcy_tree *t = form(r, form_group);
    int mark = r->height;
    open(r);
    if (r->lost) return t;
    if (is(r, 0, TOKEN_VAR) && !is(r, 1, TOKEN_DOTS)) {
        push(r, leaf(r, form_var));
        adopt(r, t, mark);
        close(r, t);
        return t;
    }
    rcy_tree *list = form(r, form_strings);
    int values = r->height;
    attribute_value(r, "a value of the attribute, or a variable with its values");
    while (!r->lost && is(r, 0, TOKEN_COMMA)) {
        r->at++;
        attribute_value(r, "a value after the comma");
    }
    adopt(r, list, values);
    push(r, list);
    while (!r->lost && is(r, 0, TOKEN_OPEN)) push(r, attribute(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *attribute(parser *r)
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
                 rcy_text(r->s, peek(r, 0)->name));
            break;
        }
        push(r, value_group(r));
    }
    r->depth--;
    adopt(r, t, mark);
    close(r, t);
    return t;
}

// Parses (sides attribute ...), which lists what a component can show.
static rcy_tree *sides(parser *r)
{
    rcy_tree *t = form(r, form_sides);
    int mark = r->height;
    r->s->next_edition = true;
    open(r);
    word(r, keyword_sides);
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) lose(r, "E113", "sides need at least one attribute");
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, attribute(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

// Parses what may follow the cards of a deck.
static void sides_and_effects(parser *r)
{
    if (!r->lost && !is(r, 0, TOKEN_CLOSE) && !rcy_at_effects(r)) push(r, sides(r));
    while (rcy_at_effects(r)) rcy_parse_effects(r);
}

// Parses a deck after `create deck`: an optional name, a place, the cards, and what they
// show.
rcy_tree *rcy_parse_deck(parser *r, rcy_tree *t)
{
    int mark = r->height;
    t->form = form_deck;
    rcy_tree *first = rcy_parse_expression(r);
    bool file = is_word(r, 1, keyword_cards);
    if (!r->lost && is(r, 0, TOKEN_OPEN) && (is_word(r, 1, keyword_deck) || file)) {
        push(r, NULL);
        push(r, first);
    } else {
        push(r, first);
        push(r, rcy_parse_expression(r));
    }
    if (!r->lost && is(r, 0, TOKEN_OPEN) && is_word(r, 1, keyword_cards)) {
        push(r, rcy_parse_card_file(r));
        sides_and_effects(r);
        adopt(r, t, mark);
        close(r, t);
        return t;
    }
    open(r);
    word(r, keyword_deck);
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) lose(r, "E113", "a deck needs at least one attribute");
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, attribute(r));
    close(r, t);
    sides_and_effects(r);
    adopt(r, t, mark);
    close(r, t);
    return t;
}

// Parses dice after `create dice`: an optional name, a place, their number, and their
// sides. Dice are a deck of components that have only sides.
static rcy_tree *dice(parser *r, rcy_tree *t)
{
    int mark = r->height, items = rcy_items_left(r);
    t->form = form_deck;
    if (items < 3 || items > 4) {
        lose(r, "E110",
             "dice are made like this: (create dice (game vloc CUP) 5 (sides (FACE (1 .. 6))))");
        return t;
    }
    push(r, items == 4 ? rcy_parse_expression(r) : NULL);
    push(r, rcy_parse_expression(r));
    rcy_tree *count = rcy_parse_expression(r);
    push(r, sides(r));
    push(r, count);
    t->flag = true;
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *board_part(parser *r)
{
    rcy_tree *t = form(r, form_part);
    int mark = r->height;
    open(r);
    t->code = peek(r, 0)->kind == TOKEN_KEYWORD ? peek(r, 0)->code : keyword_none;
    switch (t->code) {
    case keyword_grid:
    case keyword_hex:
    case keyword_track:
    case keyword_ring:
    case keyword_line:
    case keyword_without: break;
    default: expected(r, "a part of a board: grid, hex, track, ring, line or without");
    }
    if (r->lost) return t;
    r->at++;
    // Numbers and lists are operands; names are prefixes of spaces, or the directions of
    // a line.
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, rcy_parse_expression(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *board(parser *r, rcy_tree *t)
{
    int mark = r->height;
    t->form = form_board;
    r->s->next_edition = true;
    t->name = take_name(r, TOKEN_NAME, "a name for the board");
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) {
        lose(r, "E113", "a board needs at least one part: (grid 3 3), (ring 12), (line (A, B))");
    }
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, board_part(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

rcy_tree *rcy_parse_teams(parser *r, rcy_tree *t)
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

static rcy_tree *component(parser *r);

// Parses (repeat N COMPONENT), after its word.
static void repeated_component(parser *r, rcy_tree *t)
{
    t->form = form_repeat;
    int mark = r->height;
    push(r, rcy_parse_expression(r));
    if (!r->lost) push(r, component(r));
    adopt(r, t, mark);
    close(r, t);
}

// Parses (all LIST 'P COMPONENT), after its word.
static void component_for_each(parser *r, rcy_tree *t)
{
    r->s->next_edition = true;
    t->form = form_for_each;
    int mark = r->height;
    push(r, rcy_parse_expression(r));
    t->name = take_name(r, TOKEN_VAR, "a variable, like 'P");
    t->value = r->at - 1;
    if (!r->lost) push(r, component(r));
    adopt(r, t, mark);
    close(r, t);
}

// Parses (create dicestorage 'DICE (FACES) ...), after its words.
static void dice_storage(parser *r, rcy_tree *t)
{
    t->form = form_dice;
    t->name = take_name(r, TOKEN_VAR, "a name for the dice, like 'DICE");
    int mark = r->height;
    do {
        rcy_tree inner = { 0 };
        open(r);
        if (!r->lost) push(r, rcy_parse_expression(r));
        close(r, &inner);
    } while (!r->lost && !is(r, 0, TOKEN_CLOSE));
    adopt(r, t, mark);
    close(r, t);
}

static void created_component(parser *r, rcy_tree *t)
{
    word(r, keyword_create);
    if (r->lost) return;
    if (is_word(r, 0, keyword_deck)) {
        r->at++;
        rcy_parse_deck(r, t);
    } else if (is_word(r, 0, keyword_dicestorage) || is_word(r, 0, keyword_diestorage)) {
        t->flag = is_word(r, 0, keyword_diestorage);
        r->at++;
        dice_storage(r, t);
    } else if (is_word(r, 0, keyword_dice)) {
        r->at++;
        dice(r, t);
    } else if (is_word(r, 0, keyword_board)) {
        r->at++;
        board(r, t);
    } else {
        expected(r, "deck, dice, board or dicestorage");
    }
}

static rcy_tree *component(parser *r)
{
    rcy_tree *t = form(r, form_bad);
    int start = r->at, height = r->height;
    open(r);
    if (!r->lost && r->depth >= deepest) lose(r, "E110", "nested too deep");
    r->depth++;
    if (!r->lost && is_word(r, 0, keyword_repeat)) {
        r->at++;
        repeated_component(r, t);
    } else if (!r->lost && is_word(r, 0, keyword_all)) {
        r->at++;
        component_for_each(r, t);
    } else {
        created_component(r, t);
    }
    r->depth--;
    if (r->lost && !r->s->no_memory && r->s->tokens[start].match >= 0) {
        r->height = height;
        t->form = form_bad;
        t->count = 0;
        r->at = r->s->tokens[start].match + 1;
        r->lost = false;
    }
    return t;
}

rcy_tree *rcy_parse_setup(parser *r)
{
    rcy_tree *t = form(r, form_setup);
    rcy_tree inner = { 0 };
    int mark = r->height;
    r->in_setup = true;
    open(r);
    word(r, keyword_setup);
    rcy_tree *players = form(r, form_players_made);
    open(r);
    word(r, keyword_create);
    word(r, keyword_players);
    int count = r->height;
    push(r, rcy_parse_expression(r));
    adopt(r, players, count);
    close(r, players);
    push(r, players);
    if (!r->lost && is(r, 0, TOKEN_OPEN) && is_word(r, 1, keyword_create) &&
        is_word(r, 2, keyword_teams)) {
        rcy_tree *made = form(r, form_teams_act);
        r->at += 3;
        push(r, rcy_parse_teams(r, made));
    }
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, component(r));
    close(r, &inner);
    adopt(r, t, mark);
    r->in_setup = false;
    return t;
}

// Parses (about (KEY fact ...) ...): facts for tools, which are kept with the source.
void rcy_parse_about(parser *r)
{
    rcy_tree *t = form(r, form_about);
    int start = r->at, mark = r->height;
    r->s->next_edition = true;
    r->at += 2;
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) {
        rcy_tree *fact = form(r, form_fact);
        int facts = r->height;
        open(r);
        fact->name = take_name(r, TOKEN_NAME, "what the fact is about: TITLE, PLAYERS, MINUTES");
        while (!r->lost && (r->height == facts || !is(r, 0, TOKEN_CLOSE))) {
            if (is(r, 0, TOKEN_STRING) || is(r, 0, TOKEN_NAME)) push(r, leaf(r, form_name));
            else if (is(r, 0, TOKEN_INT)) push(r, leaf(r, form_int));
            else expected(r, "a string, a name or a number");
            if (is(r, 0, TOKEN_DOTS)) r->at++;
        }
        adopt(r, fact, facts);
        close(r, fact);
        push(r, fact);
    }
    adopt(r, t, mark);
    close(r, t);
    if (!r->lost) r->s->about = t;
    int match = r->s->tokens[start].match;
    r->height = mark;
    r->at = match >= 0 ? match + 1 : r->s->count - 1;
    r->lost = r->s->no_memory;
}
