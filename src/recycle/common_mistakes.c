// common_mistakes.c - recognises words and symbols of other languages and common
// beginners' mistakes, and names the right form.
//
// People who write `count` where the language says `size` know what they want. A message
// that gives the right word helps them at once; a list of what the parser expected does
// not.
#include "recycle/parser_helpers.h"

typedef struct remedy {
    const char *typed, *meant;
} remedy;

static const remedy words[] = {
    { "append", "cards are put on top with (move card (top place))" },
    { "array", "a list is (list 1 2) or (A, B)" },
    { "attack", "what an act does is written out with move, set, inc and dec" },
    { "begin", "several acts are (do (act act)), several elements (block element element)" },
    { "bool", "truth is stored with flag: (game flag NAME)" },
    { "break", "(stop stage) leaves a stage, (stop turn) ends a turn" },
    { "call", "what is defined is called by its name alone: (NAME operand)" },
    { "card", "a card is a variable bound to one, 'C, or (top place)" },
    { "case", "one of several is (if condition value condition value otherwise)" },
    { "cond", "one of several is (if condition value condition value otherwise)" },
    { "count", "how many there are is (size collection)" },
    { "deal", "a hand of three is (repeat 3 (move (top (game hloc STOCK)) (top ('P iloc HAND))))" },
    { "decrement", "to subtract, write (dec (game sto NAME) 1)" },
    { "def", "a definition is (define NAME ('A) body), above the setup" },
    { "die", "dice are made by (create dice (game vloc CUP) 2 (sides (FACE (1 .. 6))))" },
    { "discard", "a discard is a move: (move 'C (top (game vloc DISCARDS)))" },
    { "div", "whole division is //: (// 7 2)" },
    { "draw", "a card is drawn with (move (top (game hloc STOCK)) (top ('P iloc HAND)))" },
    { "elif", "further conditions stand in the same if: (if condition act condition act act)" },
    { "elseif", "further conditions stand in the same if: (if condition act condition act act)" },
    { "empty", "a collection is empty if (== (size collection) 0)" },
    { "eq", "comparing is ==: (== a b)" },
    { "exit", "the play ends with (stop game)" },
    { "flip", "a card with sides is turned with (set (cardatt KEY card) VALUE)" },
    { "float", "numbers are whole; (game sto NAME) holds one" },
    { "for", "for each is (all collection 'V act)" },
    { "foreach", "for each is (all collection 'V act)" },
    { "function", "a definition is (define NAME ('A) body), above the setup" },
    { "global", "what belongs to the table is (game sto NAME)" },
    { "goto", "there are no jumps; stages repeat, and (stop stage) leaves one" },
    { "hand", "a hand is a place that its owner sees: ('P iloc HAND)" },
    { "hide", "what is hidden lies in an iloc or hloc" },
    { "increment", "to add, write (inc (game sto NAME) 1)" },
    { "int", "a number is stored with sto: (game sto NAME)" },
    { "lambda", "a definition is (define NAME ('A) body), above the setup" },
    { "len", "how many there are is (size collection)" },
    { "length", "how many there are is (size collection)" },
    { "loop", "a loop is (repeat 3 act) or (repeat while condition act)" },
    { "lose", "who wins is said by (scoring win condition)" },
    { "map", "what each becomes is (each collection 'V value); a map of places is a board" },
    { "nil", "no player is nobody, no string is \"\"" },
    { "none", "no player is nobody, no string is \"\"" },
    { "null", "no player is nobody, no string is \"\"" },
    { "num", "a number is stored with sto: (game sto NAME)" },
    { "number", "a number is stored with sto: (game sto NAME)" },
    { "print", "text for players is a label: (label \"text\" act)" },
    { "push", "cards are put on top with (move card (top place))" },
    { "pop", "a card is taken from the top with (move (top place) (top other place))" },
    { "rand", "chance is (random 1 .. 6), or dice: see throw" },
    { "return", "a definition is its body's value: (define NAME ('A) value)" },
    { "reveal", "cards are shown with (show cards player), or by a move into a vloc" },
    { "roll", "dice are thrown with (throw (game vloc CUP))" },
    { "round", "rounds are counted in storage: (inc (game sto ROUND) 1), (game sto ROUND)" },
    { "rounds", "a stage of so many turns is (stage player (turns 12) ...)" },
    { "skip", "nothing is done by (turn pass)" },
    { "start", "play begins with the first element behind the setup" },
    { "string", "a string is stored with str: (game str NAME)" },
    { "switch", "one of several is (if condition value condition value otherwise)" },
    { "take", "a card is taken with (move card (top ('P iloc HAND)))" },
    { "then", "an if has no then: (if condition act otherwise)" },
    { "until", "a stage lasts until its (end condition); see also (repeat while condition act)" },
    { "var", "storage is (game sto NAME); a name for a while is (let value 'V act)" },
    { "variable", "storage is (game sto NAME); a name for a while is (let value 'V act)" },
    { "winner", "who wins is said by (scoring max number) or (scoring win condition)" },
    { "xor", "exclusive or is (!= a b)" },
};

const char *rcy_hint_for_word(const char *typed)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i].typed, typed) == 0) return words[i].meant;
    }
    return NULL;
}

static const remedy signs[] = {
    { "\xE2\x89\xA5", "at least is written >=" },
    { "\xE2\x89\xA4", "at most is written <=" },
    { "\xE2\x89\xA0", "not equal is written !=" },
    { "\xC3\x97", "times is written *" },
    { "\xC3\xB7", "whole division is written //" },
    { "\xE2\x88\x92", "minus is written -" },
    { "\xE2\x80\x93", "minus is written -" },
    { "\xE2\x80\x94", "minus is written -" },
    { "\xE2\x80\x98", "a variable begins with a straight quote: 'CARD" },
    { "\xE2\x80\x99", "a variable begins with a straight quote: 'CARD" },
    { "\xE2\x80\x9C", "text stands between straight quotes: \"text\"" },
    { "\xE2\x80\x9D", "text stands between straight quotes: \"text\"" },
    { "\xE2\x80\xA6", "a range has two points: 1 .. 5" },
    { "\xC2\xA0", "this is not a plain space; type it again" },
    { "&&", "two conditions are joined by (and a b)" },
    { "||", "one of two conditions is (or a b)" },
    { "[", "a list is (list 1 2) or (A, B)" },
    { "]", "a list is (list 1 2) or (A, B)" },
    { "{", "acts are grouped by parentheses: (do (act act))" },
    { "}", "acts are grouped by parentheses: (do (act act))" },
    { "#", "a comment begins with two semicolons: ;;" },
};

const char *rcy_hint_for_sign(const char *text, size_t left, size_t *length)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        *length = strlen(signs[i].typed);
        if (*length <= left && memcmp(text, signs[i].typed, *length) == 0) return signs[i].meant;
    }
    return NULL;
}

// Returns the opening parenthesis around a token, or -1 if there is none.
static int around(const rcy_source *s, int at)
{
    for (int i = at - 1; i >= 0; i--) {
        const rcy_token *t = &s->tokens[i];
        if (t->kind == TOKEN_CLOSE && t->match >= 0) i = t->match;
        else if (t->kind == TOKEN_OPEN) return i;
    }
    return -1;
}

bool rcy_is_reported(const rcy_source *s, int at)
{
    for (int i = around(s, at) + 1; i < s->count; i++) {
        const rcy_token *t = &s->tokens[i];
        if (t->kind == TOKEN_BAD || t->guessed) return true;
        if (t->kind == TOKEN_CLOSE || i > at) return false;
        if (t->kind == TOKEN_OPEN && t->match > i) i = t->match;
    }
    return false;
}

// Returns the first word of the parentheses around the current token, or NULL.
static const char *head_of(const parser *r)
{
    int open = around(r->s, r->at);
    if (open < 0 || r->s->tokens[open + 1].kind != TOKEN_KEYWORD) return NULL;
    return rcy_keyword_text((rcy_keyword)r->s->tokens[open + 1].code);
}

static bool is_storage(const parser *r)
{
    const rcy_token *t = peek(r, 0);
    if (t->kind != TOKEN_KEYWORD) return false;
    return t->code == keyword_sto || t->code == keyword_str || t->code == keyword_flag ||
           t->code == keyword_who || t->code == keyword_vloc || t->code == keyword_iloc ||
           t->code == keyword_hloc || t->code == keyword_oloc || t->code == keyword_mem ||
           t->code == keyword_points;
}

void rcy_error_unclosed(parser *r)
{
    char buffer[64];
    const char *first = head_of(r), *here = said(r, buffer, sizeof buffer);
    int open = around(r->s, r->at);
    rcy_keyword word = first ? (rcy_keyword)r->s->tokens[open + 1].code : keyword_none;
    if (word == keyword_random && is(r, 0, TOKEN_INT)) {
        lose(r, "E110", "the numbers of random have two points between them: (random 1 .. 6)");
    } else if (is_storage(r) &&
               (word == keyword_current || word == keyword_next || word == keyword_previous)) {
        lose(r, "E110", "the owner has parentheses of its own: ((%s player) %s NAME)", first, here);
    } else if (word == keyword_game && !is(r, 0, TOKEN_END)) {
        lose(r, "E110", "the scoring ends the game; this belongs before it");
    } else if (first && !is(r, 0, TOKEN_END)) {
        lose(r, "E110",
             "%s is complete before this; remove %s%s, or close the parenthesis before it", first,
             here, is(r, 0, TOKEN_OPEN) ? "...)" : "");
    } else {
        expected(r, "a closing parenthesis");
    }
}

static bool told_of_cards(parser *r)
{
    if (!is_word(r, 0, keyword_cards)) return false;
    lose(r, "E110",
         "cards are those of a place: (game vloc NAME), ('P iloc NAME); a deck out of a file is "
         "(create deck place (cards \"market.csv\"))");
    return true;
}

void rcy_error_else(parser *r)
{
    lose(r, "E110",
         "an if has no word for otherwise; what holds then comes last: (if condition x otherwise)");
}

void rcy_error_missing(parser *r)
{
    if (told_of_cards(r)) return;
    if (is_word(r, 0, keyword_else)) {
        rcy_error_else(r);
        return;
    }
    if (is_storage(r)) {
        char buffer[64];
        lose(r, "E110",
             "an owner and its storage have parentheses around them: ((current player) %s NAME)",
             said(r, buffer, sizeof buffer));
        return;
    }
    const char *first = head_of(r);
    int open = around(r->s, r->at);
    bool pair = open >= 0 && r->s->tokens[open + 1].kind == TOKEN_OPEN &&
                r->s->tokens[open + 1].match == r->at - 1;
    if (is(r, 0, TOKEN_CLOSE) && pair) {
        lose(r, "E110", "these parentheses hold nothing but another pair; take one pair away");
    } else if (is(r, 0, TOKEN_CLOSE) && first) {
        lose(r, "E110", "%s needs more than this; something is missing before the parenthesis",
             first);
    } else {
        expected(r, "an expression");
    }
}

void rcy_error_word_form(parser *r)
{
    bool all = is_word(r, 0, keyword_player) || is_word(r, 0, keyword_team);
    if (told_of_cards(r)) return;
    r->at++;
    bool owned = all && is_storage(r);
    r->at--;
    if (owned) {
        lose(r, "E110",
             "%s is all of them; whose is meant? ((current player) sto NAME), or "
             "('P sto NAME) inside (all player 'P ...)",
             rcy_keyword_text((rcy_keyword)peek(r, 0)->code));
    } else {
        expected(r, "an expression");
    }
}

void rcy_error_act(parser *r)
{
    if (is_word(r, 0, keyword_declare) || is_word(r, 0, keyword_define) ||
        is_word(r, 0, keyword_setup) || is_word(r, 0, keyword_about) ||
        is_word(r, 0, keyword_look)) {
        lose(r, "E110",
             "%s must come earlier; the order in a game is: about, look, declare..., define..., "
             "setup, elements, scoring",
             rcy_keyword_text((rcy_keyword)peek(r, 0)->code));
    } else {
        expected(r, "an act");
    }
}
