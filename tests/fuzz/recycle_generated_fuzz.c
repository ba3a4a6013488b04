// recycle_generated_fuzz.c - random valid descriptions, written from the fuzzer's bytes, and
// played.
//
// Bytes steer a grammar that knows the types, so nearly every text passes the
// checker and the machine is reached. What is played must keep the promises of
// a game: listing leaves no trace, moves repeat, copies go on alike, redeals
// show the same view and list the same moves, every listed move can be played,
// and nothing comes out otherwise in the same game opened to be played plainly, nor when
// somebody listens. With DADO_NATIVE=yes every game is compiled first, and judged the same.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../recycle/null_hooks.h"
#include "lab/native_compiler.h"
#include "recycle/recycle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct writer {
    const uint8_t *data;
    size_t size, at;
    dado_text out;
    int depth;
    int vars;       // bound so far; they are called 'VA, 'VB, ...
    char type[40];  // of each: i number, c card, s string, p player, C cards
    bool choosing;
} writer;

static unsigned take(writer *w, unsigned below)
{
    if (w->at >= w->size || below < 2) return 0;
    return w->data[w->at++] % below;
}

static void say(writer *w, const char *format, ...) DADO_PRINTF(2, 3);

static void say(writer *w, const char *format, ...)
{
    char piece[2400];
    va_list args;
    va_start(args, format);
    vsnprintf(piece, sizeof piece, format, args);
    va_end(args);
    dado_text_add(&w->out, piece);
}

static int find_var(writer *w, char type)
{
    int found = -1;
    for (int i = 0; i < w->vars; i++) {
        if (w->type[i] == type && (found < 0 || take(w, 2))) found = i;
    }
    return found;
}

static const char *const places[] = { "vloc A",   "vloc B",   "iloc HAND", "hloc STOCK",
                                      "oloc HAT", "vloc CUP", "iloc CUP" };
static const char *const names[] = { "X", "Y", "Z" };

static void open_var(writer *w, char type);
static void number(writer *w);
static void truth(writer *w);
static void cards(writer *w);
static void string(writer *w);

static void player(writer *w)
{
    static const char *const who[] = { "(current player)",
                                       "(next player)",
                                       "(previous player)",
                                       "(0 player)",
                                       "(1 player)",
                                       "(next (current player))",
                                       "(previous (0 player))",
                                       "(game who X)",
                                       "(whose (top (game vloc CUP)))" };
    int var = find_var(w, 'p');
    if (var >= 0 && take(w, 2)) say(w, "'V%c", 'A' + var);
    else say(w, "%s", who[take(w, take(w, 4) ? 7 : 9)]);
}

static void owner(writer *w)
{
    if (take(w, 2)) player(w);
    else say(w, "game");
}

static void second_key(writer *w)
{
    if (w->at % 5 == 1) {
        say(w, " ");
        player(w);
    } else if (w->at % 5 == 3) {
        say(w, " ");
        string(w);
    }
}

static void place(writer *w)
{
    say(w, "(");
    owner(w);
    say(w, " %s)", places[take(w, 7)]);
}

static void string(writer *w)
{
    static const char *const strings[] = { "RED", "BLUE", "ONE", "TWO",  "NONE",
                                           "A1",  "B2",   "R3",  "\"\"", "\"any text\"" };
    static const char *const ways[] = { "N", "ON", "(E, ON)", "OUT" };
    int var = find_var(w, 's');
    unsigned kind = take(w, 7);
    if (++w->depth < 8 && kind == 5) {
        say(w, "(%s %s ", "step", ways[take(w, 4)]);
        string(w);
        say(w, ")");
    } else if (w->depth < 8 && kind == 6) {
        say(w, "(if ");
        truth(w);
        say(w, " ");
        string(w);
        say(w, " ");
        string(w);
        say(w, ")");
    } else if (var >= 0 && kind == 0) {
        say(w, "'V%c", 'A' + var);
    } else if (kind == 4) {
        say(w, "(");
        player(w);
        say(w, " str X)");
    } else if (kind == 1) {
        say(w, "(game str %s)", names[take(w, 3)]);
    } else if (kind == 2 && find_var(w, 'c') >= 0) {
        say(w, "(cardatt COLOUR 'V%c)", 'A' + find_var(w, 'c'));
    } else {
        say(w, "%s", strings[take(w, 10)]);
    }
    w->depth--;
}

// A list of spaces.
static void spaces(writer *w)
{
    if (++w->depth > 7 || w->vars > 20) {
        say(w, "(spaces B)");
        w->depth--;
        return;
    }
    switch (take(w, 9)) {
    case 0:
        say(w, "(near ");
        string(w);
        say(w, ")");
        break;
    case 1:
        say(w, "(ray N ");
        string(w);
        say(w, ")");
        break;
    case 2:
        say(w, "(filter (spaces B)");
        open_var(w, 's');
        truth(w);
        say(w, ")");
        w->vars--;
        break;
    case 3:
        say(w, "(reach ");
        string(w);
        open_var(w, 's');
        truth(w);
        say(w, ")");
        w->vars--;
        break;
    case 4:
        say(w, "(union (spaces R) ");
        spaces(w);
        say(w, ")");
        break;
    case 5:
        say(w, "(union (lines 2 ");
        string(w);
        say(w, "))");
        break;
    case 6:
        say(w, "(list ");
        string(w);
        say(w, " ");
        string(w);
        say(w, ")");
        break;
    case 7:
        say(w, "(union (groups ");
        spaces(w);
        say(w, "))");
        break;
    default: say(w, "(spaces %s)", take(w, 2) ? "B" : "R"); break;
    }
    w->depth--;
}

static void card(writer *w)
{
    int var = find_var(w, 'c');
    if (++w->depth > 8) {
        say(w, "(top (game vloc A))");
    } else if (var >= 0 && take(w, 3)) {
        say(w, "'V%c", 'A' + var);
    } else {
        switch (take(w, 4)) {
        case 0:
            say(w, "(top ");
            cards(w);
            say(w, ")");
            break;
        case 1:
            say(w, "(bottom ");
            cards(w);
            say(w, ")");
            break;
        case 2:
            say(w, "(");
            number(w);
            say(w, " ");
            cards(w);
            say(w, ")");
            break;
        default:
            say(w, "(max ");
            cards(w);
            say(w, " using (game points P))");
            break;
        }
    }
    w->depth--;
}

static void open_var(writer *w, char type)
{
    say(w, " 'V%c ", 'A' + w->vars);
    w->type[w->vars++] = type;
}

static void cards(writer *w)
{
    if (++w->depth > 8 || w->vars > 20) {
        place(w);
        w->depth--;
        return;
    }
    int var = find_var(w, 'C');
    if (var >= 0 && take(w, 3) == 0) {
        say(w, "'V%c", 'A' + var);
        w->depth--;
        return;
    }
    switch (take(w, 17)) {
    case 0:
        say(w, "(filter ");
        cards(w);
        open_var(w, 'c');
        truth(w);
        say(w, ")");
        w->vars--;
        break;
    case 1:
        say(w, "(union ");
        cards(w);
        say(w, " ");
        cards(w);
        say(w, ")");
        break;
    case 2:
        say(w, "(intersect ");
        cards(w);
        say(w, " ");
        cards(w);
        say(w, ")");
        break;
    case 3:
        say(w, "(disjunction ");
        cards(w);
        say(w, " ");
        cards(w);
        say(w, ")");
        break;
    case 4:
        say(w, "(top ");
        number(w);
        say(w, " ");
        cards(w);
        say(w, ")");
        break;
    case 5:
        say(w, "(sort ");
        cards(w);
        say(w, " using (game points P))");
        break;
    case 6:
        say(w, "(union (all player");
        open_var(w, 'p');
        place(w);
        say(w, "))");
        w->vars--;
        break;
    case 7:
        say(w, "(top (partition COLOUR ");
        cards(w);
        say(w, "))");
        break;
    case 8:
        say(w, "(union (tuples 2 ");
        cards(w);
        say(w, " using (game points P)))");
        break;
    case 9:
        say(w, "(run top 2 ");
        cards(w);
        say(w, " using (game points P))");
        break;
    case 10:
        say(w, "(distinct FACE ");
        cards(w);
        say(w, ")");
        break;
    case 11:
        say(w, "(best ");
        cards(w);
        open_var(w, 'c');
        number(w);
        say(w, ")");
        w->vars--;
        break;
    case 12:
        say(w, "(if ");
        truth(w);
        say(w, " ");
        cards(w);
        say(w, " ");
        cards(w);
        say(w, ")");
        break;
    case 13:
        say(w, "(sort ");
        cards(w);
        say(w, " using FACE)");
        break;
    case 14:
        say(w, "(while ");
        cards(w);
        open_var(w, 'c');
        truth(w);
        say(w, ")");
        w->vars--;
        break;
    default: place(w); break;
    }
    w->depth--;
}

// A number, declared or not, or one out of a table.
static void constant(writer *w, unsigned which)
{
    static const char *const declared[] = {
        "'K", "(1 'T)", "(value RED 'W)", "(value (game str X) 'W)", "(index 2 'T)", "(max (4, 7))"
    };
    if (which < 6) say(w, "%u", which);
    else say(w, "%s", declared[which - 6]);
}

static void number(writer *w)
{
    if (++w->depth > 8) {
        say(w, "%u", take(w, 4));
        w->depth--;
        return;
    }
    int var = find_var(w, 'i');
    if (var >= 0 && take(w, 3) == 0) {
        say(w, "'V%c", 'A' + var);
        w->depth--;
        return;
    }
    switch (take(w, 24)) {
    case 13:
        say(w, "(value FACE ");
        card(w);
        say(w, ")");
        break;
    case 14:
        say(w, "(sum ");
        cards(w);
        say(w, " using FACE)");
        break;
    case 15:
        say(w, "(size ");
        spaces(w);
        say(w, ")");
        break;
    case 16:
        say(w, "(index ");
        string(w);
        say(w, " ");
        spaces(w);
        say(w, ")");
        break;
    case 17:
        say(w, "(max ");
        number(w);
        say(w, " ");
        number(w);
        say(w, " 2)");
        break;
    case 18:
        say(w, "(if ");
        truth(w);
        say(w, " ");
        number(w);
        say(w, " ");
        number(w);
        say(w, ")");
        break;
    case 19:
        say(w, "(DOUBLE ");
        number(w);
        say(w, ")");
        break;
    case 20:
        say(w, "(distance ");
        string(w);
        say(w, " A1)");
        break;
    case 21:
        say(w, "(row ");
        string(w);
        say(w, ")");
        break;
    case 22:
        say(w, "(size (lines 2 ");
        spaces(w);
        say(w, "))");
        break;
    case 0:
    case 1:
        say(w, "(size ");
        cards(w);
        say(w, ")");
        break;
    case 2:
        say(w, "(+ ");
        number(w);
        say(w, " ");
        number(w);
        say(w, ")");
        break;
    case 3:
        say(w, "(- ");
        number(w);
        say(w, " ");
        number(w);
        say(w, ")");
        break;
    case 4:
        say(w, "(* ");
        number(w);
        say(w, " ");
        number(w);
        say(w, ")");
        break;
    case 5:
        say(w, "(%% ");
        number(w);
        say(w, " ");
        number(w);
        say(w, ")");
        break;
    case 6:
        say(w, "(sum ");
        cards(w);
        say(w, " using (game points P))");
        break;
    case 7:
        say(w, "(score ");
        card(w);
        say(w, " using (game points P))");
        break;
    case 8:
        say(w, "(");
        owner(w);
        say(w, " sto %s", names[take(w, 3)]);
        second_key(w);
        say(w, ")");
        break;
    case 9: say(w, "(dievalue 'D)"); break;
    case 10: say(w, "(random %u)", take(w, 4)); break;
    case 11:
        say(w, "(size (subsets (top 3 ");
        cards(w);
        say(w, ")))");
        break;
    case 12:
        say(w, "(all player");
        open_var(w, 'p');
        number(w);
        say(w, ")");
        w->vars--;
        break;
    default: constant(w, take(w, 12)); break;
    }
    w->depth--;
}

// An act that can be tried: without luck, ends and choices.
static void tried(writer *w)
{
    if (++w->depth > 7) {
        say(w, "(inc (game sto X) 1)");
    } else if (w->at % 4 == 0) {
        say(w, "(do (");
        tried(w);
        say(w, " ");
        tried(w);
        say(w, "))");
    } else if (w->at % 4 == 1) {
        say(w, "(move ");
        card(w);
        say(w, " (top ");
        place(w);
        say(w, "))");
    } else if (w->at % 4 == 2) {
        say(w, "(set (game who ");
        string(w);
        say(w, ") ");
        player(w);
        say(w, ")");
    } else {
        say(w, "(");
        truth(w);
        say(w, " (inc (game sto %s) 1))", names[take(w, 3)]);
    }
    w->depth--;
}

static void truth(writer *w)
{
    if (++w->depth > 8) {
        say(w, "(== 1 1)");
        w->depth--;
        return;
    }
    switch (take(w, 17)) {
    case 16:
        say(w, "(after ");
        tried(w);
        say(w, " ");
        truth(w);
        say(w, ")");
        break;
    case 8:
        say(w, "(");
        owner(w);
        say(w, " flag %s)", names[take(w, 3)]);
        break;
    case 9:
        say(w, "(MINE ");
        string(w);
        say(w, ")");
        break;
    case 10:
        say(w, "(in ");
        string(w);
        say(w, " ");
        spaces(w);
        say(w, ")");
        break;
    case 11:
        say(w, "(any ");
        spaces(w);
        open_var(w, 's');
        truth(w);
        say(w, ")");
        w->vars--;
        break;
    case 12:
        say(w, "(< ");
        number(w);
        say(w, " ");
        number(w);
        say(w, " ");
        number(w);
        say(w, ")");
        break;
    case 13:
        say(w, "(== (game who ");
        string(w);
        say(w, ") nobody)");
        break;
    case 14:
        say(w, "(all (lines 2 ");
        string(w);
        say(w, ") 'L (any 'L 'T (MINE 'T)))");
        break;
    case 0:
        say(w, "(== ");
        number(w);
        say(w, " ");
        number(w);
        say(w, ")");
        break;
    case 1:
        say(w, "(< ");
        number(w);
        say(w, " ");
        number(w);
        say(w, ")");
        break;
    case 2:
        say(w, "(and ");
        truth(w);
        say(w, " ");
        truth(w);
        say(w, ")");
        break;
    case 3:
        say(w, "(not ");
        truth(w);
        say(w, ")");
        break;
    case 4:
        say(w, "(== ");
        string(w);
        say(w, " ");
        string(w);
        say(w, ")");
        break;
    case 5:
        say(w, "(== (cardatt COLOUR ");
        card(w);
        say(w, ") RED)");
        break;
    case 6:
        say(w, "(any player");
        open_var(w, 'p');
        truth(w);
        say(w, ")");
        w->vars--;
        break;
    case 7:
        say(w, "(== ");
        card(w);
        say(w, " ");
        card(w);
        say(w, ")");
        break;
    default:
        say(w, "(> (size ");
        place(w);
        say(w, ") 0)");
        break;
    }
    w->depth--;
}

static void set_or_add(writer *w, const char *verb)
{
    say(w, "(%s (", verb);
    owner(w);
    say(w, " sto %s", names[take(w, 3)]);
    second_key(w);
    say(w, ") ");
    number(w);
    say(w, ")");
}

static void act(writer *w)
{
    if (++w->depth > 7 || w->vars > 20) {
        say(w, "(turn pass)");
        w->depth--;
        return;
    }
    switch (take(w, 37)) {
    case 21:
        say(w, "(set (");
        owner(w);
        say(w, " flag %s) ", names[take(w, 3)]);
        truth(w);
        say(w, ")");
        break;
    case 22:
        say(w, "(set (game who ");
        string(w);
        say(w, ") ");
        player(w);
        say(w, ")");
        break;
    case 23:
        say(w, "(throw ");
        cards(w);
        say(w, ")");
        break;
    case 24:
        say(w, "(set (cardatt FACE ");
        card(w);
        say(w, ") %u)", 1 + take(w, 4));
        break;
    case 25:
        say(w, "(label \"step %u\" ", take(w, 3));
        act(w);
        say(w, ")");
        break;
    case 26:
        say(w, "(if ");
        truth(w);
        say(w, " ");
        act(w);
        say(w, " ");
        act(w);
        say(w, ")");
        break;
    case 27:
        say(w, "(any ");
        spaces(w);
        open_var(w, 's');
        say(w, "(label \"{V%c}\" ", 'A' + w->vars - 1);
        act(w);
        say(w, "))");
        w->vars--;
        break;
    case 28:
        say(w, "(any (distinct FACE (subsets (top 3 ");
        cards(w);
        say(w, ")))");
        open_var(w, 'C');
        act(w);
        say(w, ")");
        w->vars--;
        break;
    case 36:
        say(w, "(perform ");
        card(w);
        say(w, ")");
        break;
    case 29:
        say(w, "%s ", w->at % 2 ? "(show" : w->at % 4 ? "(tell COLOUR" : "(tell RANK TWO");
        cards(w);
        say(w, " ");
        player(w);
        say(w, ")");
        break;
    case 30: say(w, "(stop game)"); break;
    case 31:
        say(w, "(repeat while (and (< (game sto Y) 3) ");
        truth(w);
        say(w, ") (do ((inc (game sto Y) 1) ");
        act(w);
        say(w, ")))");
        break;
    case 32:
        say(w, "(GIVE ");
        card(w);
        say(w, ")");
        break;
    case 33:
        say(w, "(let ");
        string(w);
        open_var(w, 's');
        act(w);
        say(w, ")");
        w->vars--;
        break;
    case 34:
        say(w, "(set (game sto ");
        string(w);
        say(w, ") ");
        number(w);
        say(w, ")");
        break;
    case 0:
        say(w, "(");
        truth(w);
        say(w, " ");
        act(w);
        say(w, ")");
        break;
    case 1:
        say(w, "(do (");
        act(w);
        act(w);
        say(w, "))");
        break;
    case 2:
        say(w, "(any ");
        cards(w);
        open_var(w, 'c');
        act(w);
        say(w, ")");
        w->vars--;
        break;
    case 3:
        say(w, "(all ");
        cards(w);
        open_var(w, 'c');
        act(w);
        say(w, ")");
        w->vars--;
        break;
    case 4:
        say(w, "(any (range 0 .. 3)");
        open_var(w, 'i');
        act(w);
        say(w, ")");
        w->vars--;
        break;
    case 5:
        say(w, "(let ");
        cards(w);
        open_var(w, 'C');
        act(w);
        say(w, ")");
        w->vars--;
        break;
    case 6: set_or_add(w, "set"); break;
    case 7: set_or_add(w, "inc"); break;
    case 8:
        say(w, "(set (game str %s) ", names[take(w, 3)]);
        string(w);
        say(w, ")");
        break;
    case 9:
    case 10:
    case 11:
        say(w, "(move ");
        card(w);
        say(w, " (%s ", take(w, 2) ? "top" : "bottom");
        place(w);
        say(w, "))");
        break;
    case 12:
        say(w, "(shuffle ");
        place(w);
        say(w, ")");
        break;
    case 13:
        say(w, "(cycle %s ", take(w, 2) ? "next" : "current");
        player(w);
        say(w, ")");
        break;
    case 14: say(w, "(throwalldice 'D)"); break;
    case 15:
        say(w, "(repeat %u ", take(w, 4));
        act(w);
        say(w, ")");
        break;
    case 16:
        say(w, "(repeat all (move (top ");
        cards(w);
        say(w, ") (top ");
        place(w);
        say(w, ")))");
        break;
    case 17:
        say(w, "(all player");
        open_var(w, 'p');
        act(w);
        say(w, ")");
        w->vars--;
        break;
    case 18:
        say(w, "(any (other player)");
        open_var(w, 'p');
        act(w);
        say(w, ")");
        w->vars--;
        break;
    case 19:
        say(w, "(any (partition COLOUR ");
        cards(w);
        say(w, ")");
        open_var(w, 'C');
        act(w);
        say(w, ")");
        w->vars--;
        break;
    case 20:
        say(w, "(set (");
        player(w);
        say(w, " str X) ");
        string(w);
        say(w, ")");
        break;
    default:
        say(w, "(remember ");
        card(w);
        say(w, " (top (game mem M)))");
        break;
    }
    w->depth--;
}

static void element(writer *w, int depth)
{
    switch (take(w, depth > 2 ? 7 : 13)) {
    case 3:
        say(w,
            "(together (choice ((any ((current player) iloc HAND) 'VX"
            " (move 'VX (top ((current player) vloc B))))"
            " (inc ((current player) sto Z) %u)\n",
            take(w, 3));
        if (take(w, 2)) say(w, "(throw ((current player) iloc CUP))");
        say(w, ")))\n");
        break;
    case 4:
        say(w, "(choice (");
        act(w);
        act(w);
        say(w, ") else ");
        act(w);
        say(w, ")\n");
        break;
    case 5:
        say(w, "(choice ");
        player(w);
        say(w, " (");
        act(w);
        act(w);
        say(w, "))\n");
        break;
    case 6:
        say(w, "(");
        truth(w);
        say(w, " ");
        element(w, depth + 1);
        say(w, ")\n");
        break;
    case 8:
        say(w, "(stage player (turns %u) (only (not ((current player) flag Z)))\n", 1 + take(w, 5));
        element(w, depth + 1);
        element(w, depth + 1);
        if (take(w, 3) == 0) say(w, "(stop %s)", take(w, 2) ? "turn" : "stage");
        say(w, ")\n");
        break;
    case 12:
        say(w, "(all %s", w->at % 2 ? "player" : "(other player)");
        open_var(w, 'p');
        say(w, "(choice 'V%c (", 'A' + w->vars - 1);
        act(w);
        act(w);
        say(w, ")))\n");
        w->vars--;
        break;
    case 9:
        say(w, "(repeat %u ", take(w, 4));
        element(w, depth + 1);
        say(w, ")\n");
        break;
    case 10:
        say(w, "(let ");
        switch (take(w, 3)) {
        case 0:
            number(w);
            open_var(w, 'i');
            break;
        case 1:
            string(w);
            open_var(w, 's');
            break;
        default:
            place(w);
            open_var(w, 'C');
            break;
        }
        say(w, "(block ");
        element(w, depth + 1);
        element(w, depth + 1);
        say(w, "))\n");
        w->vars--;
        break;
    case 11:
        say(w, "(if ");
        truth(w);
        say(w, " ");
        element(w, depth + 1);
        say(w, " ");
        element(w, depth + 1);
        say(w, ")\n");
        break;
    case 0:
        say(w, "(do (");
        act(w);
        act(w);
        say(w, "))\n");
        break;
    case 1:
    case 2:
        say(w, "(choice (");
        act(w);
        act(w);
        act(w);
        say(w, "))\n");
        break;
    case 7:
        say(w, "(let ");
        cards(w);
        open_var(w, 'C');
        say(w, "(choice (");
        act(w);
        act(w);
        say(w, ")))\n");
        w->vars--;
        break;
    default:
        say(w, "(stage player (end (or (> (game sto TURN) %u) ", 3 + take(w, 10));
        truth(w);
        say(w, "))\n");
        element(w, depth + 1);
        element(w, depth + 1);
        say(w, "(do ((inc (game sto TURN) 1)");
        if (take(w, 3) == 0) say(w, " (saveturnstats X roundnumber TURN)");
        say(w, ")))\n");
        break;
    }
}

// A look of a few entries, rarely with a wrong one, or none. The last bytes decide, so that what
// the others mean stays the same.
static void look(writer *w)
{
    static const char *const entries[] = {
        "(NAME RED \"red\" \"reds\")",
        "(COLOUR (COLOUR : RED) RED)",
        "(COLOUR BLUE \"#0000ff\")",
        "(HIDE STOCK X)",
        "(PLACE STOCK LEFT)",
        "(PLACE HAND FRONT)",
        "(TITLE RANK)",
        "(ICON A1 \"a\")",
        "(IMAGE R3 \"r/3.svg\")",
        "(SHOW Z CUP)",
        "(NAME (FACE : 2) \"two\")",
        "(COST RANK)",
    };
    size_t count = w->size > 0 ? w->data[w->size - 1] % 6 : 0;
    if (count == 0) return;
    say(w, "(look");
    unsigned first = w->size > 1 ? w->data[w->size - 2] : 0;
    for (unsigned i = 0; i < count; i++) say(w, " %s", entries[(first + i) % 12]);
    if (first == 255) say(w, " (COST NOTHING)");
    say(w, ")\n");
}

static char *write_game(const uint8_t *data, size_t size)
{
    writer w = { .data = data, .size = size };
    say(&w, "(game\n");
    look(&w);
    say(&w,
        "(declare (3, 1, 2) 'T) (declare (RED : 2, BLUE : (+ 2 (0 'T))) 'W)\n"
        "(declare (if (and (== (size 'T) 3) (> (value BLUE 'W) 4)) 2 9) 'K)\n"
        "(define DOUBLE ('N) (+ 'N 'N))\n"
        "(define MINE ('S) (== (game who 'S) (current player)))\n"
        "(define GIVE ('C) (move 'C (top ((current player) vloc A))))\n"
        "(setup (create players %u)\n"
        "(create board B (grid 3 2)) (create board R (ring 4) (line OUT IN (B2, R2)))\n"
        "(create dice (game vloc CUP) 2 (sides (FACE (1 .. (+ 'K 2)))))\n"
        "(all player 'P (create dice ('P iloc CUP) 1 (sides (FACE (1 .. 3)) (HUE (RED, BLUE)))))\n"
        "(create deck (game hloc STOCK) (deck (COLOUR ('W)) (RANK (ONE, TWO, THREE)))\n"
        "  (effects RANK 'E (ONE (inc (game sto X) 1))\n"
        "    (TWO (any (0, 1, 2) 'N (set (game sto Y) 'N)))\n"
        "    (THREE (move 'E (top (game vloc B))))))\n"
        "(create dicestorage 'D (6) (4)))\n",
        2 + take(&w, 3));
    say(&w,
        "(do ((set (game points P) (((RANK : ONE) 1) ((RANK : TWO) 2) ((COLOUR : RED) 5)))\n"
        "(shuffle (game hloc STOCK)) (repeat %u (all player 'Q ((> (size (game hloc STOCK)) 0)"
        " (move (top (game hloc STOCK)) (top ('Q iloc HAND))))))))\n",
        take(&w, 4));
    for (int i = 0; i < 4; i++) element(&w, 0);
    if (take(&w, 4) == 0) {
        say(&w, "(scoring win ");
        truth(&w);
        say(&w, " max ((current player) sto Z)))\n");
        return w.out.data;
    }
    say(&w, "(scoring %s (+ ((current player) sto X) ", take(&w, 2) ? "max" : "min");
    number(&w);
    say(&w, ")%s))\n", take(&w, 2) ? " min ((current player) sto Y)" : "");
    return w.out.data;
}

static void expect(bool kept, const char *promise, const char *text)
{
    if (kept) return;
    fprintf(stderr, "broken promise: %s\n%s\n", promise, text);
    abort();
}

// One step: what must hold before a move, and after it.
static void check_choice(const dado_game *g, const unsigned char *state, int actor, int count,
                         const dado_move *moves, dado_rng *rng, const char *text)
{
    unsigned char *view = malloc(g->view_size), *again = malloc(g->view_size);
    unsigned char *dealt = malloc(g->state_size);
    dado_move *listed = malloc(sizeof *listed * (size_t)g->max_moves);
    dado_observe(g, state, actor, view);
    dado_redeal(g, view, actor, rng, dealt);
    dado_observe(g, dealt, actor, again);
    expect(memcmp(view, again, g->view_size) == 0, "a redeal has the same view", text);
    expect(g->rules->legal(g, dealt, listed) == count, "a redeal lists as many moves", text);
    expect(memcmp(listed, moves, sizeof *listed * (size_t)count) == 0, "the same moves", text);
    free(view);
    free(again);
    free(dealt);
    free(listed);
}

// The plain way, and the one that is taken when somebody listens, list the same moves...
static void check_listing(const dado_game *g, const dado_game *judge, const unsigned char *state,
                          int count, const dado_move *moves, const char *text)
{
    rcy_hooks hooks = null_hooks();
    dado_move *listed = malloc(sizeof *listed * (size_t)g->max_moves);
    int all = rcy_list_moves(g->data, state, listed, NULL, &hooks);
    expect(all == count, "as many moves the long way", text);
    expect(memcmp(listed, moves, sizeof *listed * (size_t)count) == 0, "the same moves", text);
    all = judge->rules->legal(judge, state, listed);
    expect(all == count, "as many moves plainly", text);
    expect(memcmp(listed, moves, sizeof *listed * (size_t)count) == 0, "the same plainly", text);
    free(listed);
}

// ... and leave the same bytes after one.
static void check_way(const dado_game *g, const dado_game *judge, const unsigned char *before,
                      dado_move move, const unsigned char *after, const char *text)
{
    rcy_hooks hooks = null_hooks();
    unsigned char *state = malloc(g->state_size);
    memcpy(state, before, g->state_size);
    rcy_apply(g->data, state, move, &hooks);
    expect(memcmp(state, after, g->state_size) == 0, "the long way leads to the same state", text);
    memcpy(state, before, g->state_size);
    judge->rules->apply(judge, state, move);
    expect(memcmp(state, after, g->state_size) == 0, "so does the plain one", text);
    free(state);
}

static void play(const dado_game *g, const dado_game *judge, uint64_t seed, const char *text)
{
    unsigned char *state = malloc(g->state_size), *copy = malloc(g->state_size);
    dado_move *moves = malloc(sizeof *moves * (size_t)g->max_moves);
    dado_fast_rng luck = dado_fast_rng_seed(seed);
    dado_rng rng = dado_rng_stream(seed, 0, 1);
    int32_t scores[64];
    judge->rules->start(judge, copy);
    g->rules->start(g, state);
    expect(g->state_size == judge->state_size && memcmp(copy, state, g->state_size) == 0,
           "both begin alike", text);
    for (int step = 0; step < 40; step++) {
        int actor = g->rules->actor(g, state);
        if (actor == DADO_NOBODY) break;
        memcpy(copy, state, g->state_size);
        int count = g->rules->legal(g, state, moves);
        expect(memcmp(copy, state, g->state_size) == 0, "listing leaves no trace", text);
        expect(count <= g->max_moves, "no more moves than promised", text);
        expect(actor == DADO_CHANCE || count >= 1, "a player has a move", text);
        if (actor >= 0) check_choice(g, state, actor, count, moves, &rng, text);
        if (actor >= 0) check_listing(g, judge, state, count, moves, text);
        // Every listed move can be played; one of them is.
        for (int i = 0; i < count && i < 20; i++) {
            memcpy(copy, state, g->state_size);
            g->rules->apply(g, copy, moves[i]);
            if (i < 4) check_way(g, judge, state, moves[i], copy, text);
        }
        dado_move move =
            count ? moves[dado_fast_rng_below(&luck, (uint32_t)count)] : dado_fast_rng_next(&luck);
        dado_text words = { 0 };
        g->rules->print_move(g, state, move, &words);
        dado_text_free(&words);
        memcpy(copy, state, g->state_size);
        g->rules->apply(g, copy, move);
        check_way(g, judge, state, move, copy, text);
        memcpy(copy, state, g->state_size);
        g->rules->apply(g, state, move);
        g->rules->apply(g, copy, move);
        expect(memcmp(copy, state, g->state_size) == 0, "moves repeat", text);
        g->rules->scores(g, state, scores);
        if (g->rules->canonicalize) g->rules->canonicalize(g, copy);
    }
    free(state);
    free(copy);
    free(moves);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 4) return 0;
    char *text = write_game(data + 1, size - 1);
    if (!text) return 0;
    dado_region region;
    dado_game game, judge;
    dado_error err = { 0 };
    dado_region_init(&region, (size_t)64 << 20);
    dado_option items[] = { { "file", text, { "made.rcy", 1, 1, 1 } },
                            { "luck", data[0] & 1 ? "listed" : "word", { 0 } },
                            { "options", "500", { 0 } },
                            { "ways", "plain", { 0 } } };
    dado_options options = { items, 3 }, plainly = { items, 4 };
    if (dado_game_open(&game, &dado_recycle, &options, &region, &err) &&
        dado_game_open(&judge, &dado_recycle, &plainly, &region, &err)) {
        dado_native native;
        bool compiled = dado_native_read(NULL, &native) && native == DADO_NATIVE_YES;
        if (compiled && !(data[0] & 1)) {
            bool made = dado_native_build_now(&game, NULL, &err);
            expect(made || strstr(err.text, "cannot be written"), "it compiles", text);
        }
        play(&game, &judge, data[1], text);
    } else if (getenv("DADO_FUZZ_SHOW")) {
        fprintf(stderr, "%s %d:%d %s\n%s\n", err.code, err.place.line, err.place.column, err.text,
                text);
    }
    dado_region_free(&region);
    free(text);
    return 0;
}
