// script.h - users' Lua in a box: what it may do is counted, and it sees nothing it was not given.
//
// A script is Lua 5.4 without files, clock, network, random numbers, coroutines
// or loading of code. Steps and memory are limited; what a script did in the
// time allowed is the same everywhere: `pairs` goes through a table in one
// order, and no address shows in `tostring`. A script that runs on, eats memory
// or fails is stopped with an error that has its file and line. Behind the steps
// stands a clock, of the time its thread has had, that only a script meets which found something
// slow that costs no steps: what it stops is marked L_CLOCK and may not repeat.
//
// Only this room knows Lua. Others offer functions to a script and read what it
// answers through the calls below. Values stand on a stack: `give` puts one on
// top, `into` stores the top one in the table below it, places count from 1 for
// the arguments of an offered function, from -1 downward from the top. All of
// that happens inside `dado_script_do` or inside an offered function: there,
// what goes wrong (also: memory running out) ends the work and is reported.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/text.h"

typedef struct dado_script dado_script;

enum { DADO_SCRIPT_MEMORY = 64 << 20 };      // bytes, for most uses
enum { DADO_SCRIPT_TEXT_MOST = 256 << 10 };  // of one string

// A box with at most `memory` bytes for everything inside; NULL and why.
dado_script *dado_script_new(size_t memory, dado_error *err);
void dado_script_free(dado_script *script);  // NULL is nothing

// From now on the work ends soon after `stopped(flag)` says so; NULL: nobody is asked.
void dado_script_heed(dado_script *script, bool (*stopped)(const void *flag), const void *flag);

// Runs a text as Lua. `source` names it in errors and is borrowed. Codes: L_SYNTAX,
// L_RUNTIME, L_BUDGET, L_MEMORY, L_CLOCK, L_STOP, or what an offered function raised.
bool dado_script_run(dado_script *script, const char *source, const char *text, int64_t steps,
                     dado_error *err);

// Does `work` with the script, at most `steps` steps of Lua in it; false and why it ended early.
bool dado_script_do(dado_script *script, void (*work)(dado_script *script, void *context),
                    void *context, int64_t steps, dado_error *err);

// What the script printed so far, cut at a few thousand letters.
const char *dado_script_printed(const dado_script *script);

// Inside `do` only, from here on.

// Calls a function of the script, with the `given` values on top as its
// arguments; leaves `results` values on top, nil where it answered fewer.
void dado_script_call(dado_script *script, const char *function, int given, int results);
bool dado_script_has(dado_script *script, const char *function);
int dado_script_line(dado_script *script, const char *function);  // where it begins; 0 if it is not

// A function offered to scripts: answers how many values on top are its results.
typedef int (*dado_script_function)(dado_script *script, void *context);

typedef struct dado_script_method {
    const char *name;  // NULL ends a list
    dado_script_function call;
} dado_script_method;

void dado_script_offer(dado_script *script, const char *name, dado_script_function function,
                       void *context);

void dado_script_give_nil(dado_script *script);
void dado_script_give_bool(dado_script *script, bool value);
void dado_script_give_int(dado_script *script, int64_t value);
void dado_script_give_real(dado_script *script, double value);
void dado_script_give_text(dado_script *script, const char *text);
void dado_script_give_table(dado_script *script);
void dado_script_give_copy(dado_script *script, int place);
// A table whose fields are these functions, to be called as object:name(...). Their
// arguments count from 1 after the object itself.
void dado_script_give_object(dado_script *script, const dado_script_method *methods, void *context);
void dado_script_give_global(dado_script *script, const char *name);
void dado_script_into(dado_script *script, const char *field);
void dado_script_into_item(dado_script *script, int64_t item);
void dado_script_into_global(dado_script *script, const char *name);
void dado_script_drop(dado_script *script, int count);

// A value kept between calls, by a number from 1 up; 0 is none. `keep` takes the top one.
int dado_script_keep(dado_script *script);
void dado_script_give_kept(dado_script *script, int kept);
void dado_script_let_go(dado_script *script, int kept);

typedef enum dado_script_kind {
    DADO_SCRIPT_NIL,
    DADO_SCRIPT_BOOL,
    DADO_SCRIPT_NUMBER,
    DADO_SCRIPT_STRING,
    DADO_SCRIPT_TABLE,
    DADO_SCRIPT_FUNCTION
} dado_script_kind;

int dado_script_count(dado_script *script);  // arguments of this call
dado_script_kind dado_script_kind_of(dado_script *script, int place);
bool dado_script_is_true(dado_script *script, int place);                  // all but nil and false
bool dado_script_get_int(dado_script *script, int place, int64_t *value);  // a whole number only
bool dado_script_get_real(dado_script *script, int place, double *value);
const char *dado_script_get_text(dado_script *script, int place);  // a string, or NULL
size_t dado_script_length(dado_script *script, int place);

// Puts a field of a table on top; false if it is nil, which is put there too.
bool dado_script_field(dado_script *script, int place, const char *name);
bool dado_script_item(dado_script *script, int place, int64_t item);
// Puts a list of a table's keys on top, in the order of `pairs`; answers how many.
int dado_script_keys(dado_script *script, int place);

// The same, for arguments: what is not as expected is the script's error, with `what` in it.
int64_t dado_script_want_int(dado_script *script, int place, const char *what, int64_t least,
                             int64_t most);
double dado_script_want_real(dado_script *script, int place, const char *what);
const char *dado_script_want_text(dado_script *script, int place, const char *what);

// Ends the work with an error of this code at the line the script is in. Does not return.
_Noreturn void dado_script_raise(dado_script *script, const char *code, const char *format, ...)
    DADO_PRINTF(3, 4);

// Counts `steps` more against the limit: for offered functions that do much at once.
void dado_script_charge(dado_script *script, int64_t steps);
