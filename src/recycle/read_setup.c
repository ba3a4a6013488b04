// read_setup.c - what a game is made of: facts about it, decks, dice, boards, teams.
#include "recycle/reader.h"

static rcy_tree *attribute(reader *r);

// A number as the text of its digits.
static rcy_tree *digits(reader *r, int64_t number)
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

rcy_tree *rcy_read_digits(reader *r)
{
    rcy_tree *t = digits(r, ahead(r, 0)->value);
    r->s->next_edition = true;
    r->at++;
    return t;
}

static bool at_negative(const reader *r)
{
    return is(r, 0, TOKEN_OPERATOR) && ahead(r, 0)->code == op_subtract && is(r, 1, TOKEN_INT) &&
           ahead(r, 1)->offset == ahead(r, 0)->offset + 1;
}

// NAME, "any text", 7 or 2 .. 10: the last stands for all numbers from one to the other.
static void attribute_value(reader *r, const char *what)
{
    enum { most_numbers = 1000 };
    if (r->lost) return;
    if (is(r, 0, TOKEN_NAME) || is(r, 0, TOKEN_STRING)) {
        push(r, leaf(r, form_name));
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
    int64_t first = sign * ahead(r, 0)->value, last = first;
    r->at++;
    if (is(r, 0, TOKEN_DOTS)) {
        r->at++;
        if (!is(r, 0, TOKEN_INT)) {
            expected(r, "the last number of the range");
            return;
        }
        last = ahead(r, 0)->value;
        r->at++;
    }
    if (last < first || last - first >= most_numbers) {
        lose(r, "E407", "a range of values goes up, and has at most %d of them", most_numbers);
        return;
    }
    for (int64_t n = first; n <= last && !r->lost; n++) push(r, digits(r, n));
}

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

// (sides attribute ...): what a component can show.
static rcy_tree *sides(reader *r)
{
    rcy_tree *t = form(r, form_sides);
    int mark = r->height;
    r->s->next_edition = true;
    open(r);
    word(r, word_sides);
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) lose(r, "E113", "sides have at least one attribute");
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, attribute(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

// After `create deck`: a name or none, a place, what the cards are, and what they show.
rcy_tree *rcy_read_deck(reader *r, rcy_tree *t)
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
    if (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, sides(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

// After `create dice`: a name or none, a place, how many, and their sides. Dice are a deck of
// components with nothing but sides.
static rcy_tree *dice(reader *r, rcy_tree *t)
{
    int mark = r->height, items = rcy_items_left(r);
    t->form = form_deck;
    if (items < 3 || items > 4) {
        lose(r, "E110",
             "dice are made so: (create dice (game vloc CUP) 5 (sides (FACE (1 .. 6))))");
        return t;
    }
    push(r, items == 4 ? rcy_read_expression(r) : NULL);
    push(r, rcy_read_expression(r));
    rcy_tree *count = rcy_read_expression(r);
    push(r, sides(r));
    push(r, count);
    t->flag = true;
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *board_part(reader *r)
{
    rcy_tree *t = form(r, form_part);
    int mark = r->height;
    open(r);
    t->code = ahead(r, 0)->kind == TOKEN_WORD ? ahead(r, 0)->code : word_none;
    switch (t->code) {
    case word_grid: case word_hex: case word_track: case word_ring: case word_line:
    case word_without: break;
    default: expected(r, "a part of a board: grid, hex, track, ring, line or without");
    }
    if (r->lost) return t;
    r->at++;
    // Numbers and lists are operands; names are prefixes of spaces, or the directions of a line.
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, rcy_read_expression(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *board(reader *r, rcy_tree *t)
{
    int mark = r->height;
    t->form = form_board;
    r->s->next_edition = true;
    t->name = take_name(r, TOKEN_NAME, "a name for the board");
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) {
        lose(r, "E113", "a board has at least one part: (grid 3 3), (ring 12), (line (A, B))");
    }
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, board_part(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

rcy_tree *rcy_read_teams(reader *r, rcy_tree *t)
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
    } else if (!r->lost && is_word(r, 0, word_all)) {
        r->at++;
        r->s->next_edition = true;
        t->form = form_for_each;
        int mark = r->height;
        push(r, rcy_read_expression(r));
        t->name = take_name(r, TOKEN_VAR, "a variable, like 'P");
        t->value = r->at - 1;
        if (!r->lost) push(r, component(r));
        adopt(r, t, mark);
        close(r, t);
    } else {
        word(r, word_create);
        if (!r->lost && is_word(r, 0, word_deck)) {
            r->at++;
            rcy_read_deck(r, t);
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
        } else if (!r->lost && is_word(r, 0, word_dice)) {
            r->at++;
            dice(r, t);
        } else if (!r->lost && is_word(r, 0, word_board)) {
            r->at++;
            board(r, t);
        } else if (!r->lost) {
            expected(r, "deck, dice, board or dicestorage");
        }
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

rcy_tree *rcy_read_setup(reader *r)
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
        push(r, rcy_read_teams(r, made));
    }
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, component(r));
    close(r, &inner);
    adopt(r, t, mark);
    return t;
}

// (about (KEY fact ...) ...): facts for tools, kept with the source.
void rcy_read_about(reader *r)
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
