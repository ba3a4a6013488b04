// lua_sandbox.h - runs Lua scripts of users in a sandbox, with limits on what they can
// do.
//
// A script is Lua 5.4 without files, clock, network, random numbers, coroutines or
// loading of code. Steps and memory are limited. Within these limits a script gives the
// same results everywhere: `pairs` visits tables in a fixed order, and `tostring` shows
// no addresses. A script that runs too long, uses too much memory or fails is stopped
// with an error that has its file and line. As a last resort, a clock of the thread's
// processor time stops scripts that do slow work at few steps; such an error has the code
// L_CLOCK and may not be reproducible.
//
// Only this room knows Lua. Other rooms register functions for scripts and read results
// through the calls below. Values are on a stack: the push functions put one on top, the
// set functions store the top value. Indices count from 1 for the arguments of a
// registered function, and from -1 downward from the top. All of this must happen inside
// `dado_script_pcall` or inside a registered function; errors there, including lack of
// memory, end the work and are reported.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/text.h"

typedef struct dado_script dado_script;

enum { DADO_SCRIPT_MEMORY = 64 << 20 };      // default limit in bytes
enum { DADO_SCRIPT_TEXT_MOST = 256 << 10 };  // most bytes of one string

// Creates a sandbox with at most `memory` bytes for everything in it. Returns NULL and
// sets `err` on failure.
dado_script *dado_script_new(size_t memory, dado_error *err);
void dado_script_free(dado_script *script);  // accepts NULL

// Makes running scripts end soon after `stopped(flag)` returns true; NULL removes the
// check.
void dado_script_set_stop_check(dado_script *script, bool (*stopped)(const void *flag),
                                const void *flag);

// Runs a text as Lua. `source` is its name in errors and must stay valid. Error codes:
// L_SYNTAX, L_RUNTIME, L_BUDGET, L_MEMORY, L_CLOCK, L_STOP, or the code that a registered
// function raised.
bool dado_script_run(dado_script *script, const char *source, const char *text, int64_t steps,
                     dado_error *err);

// Calls `work` with the script, with at most `steps` steps of Lua in it. Returns false
// and sets `err` if it ended early.
bool dado_script_pcall(dado_script *script, void (*work)(dado_script *script, void *context),
                       void *context, int64_t steps, dado_error *err);

// Returns what the script has printed so far, cut off after a few thousand characters.
const char *dado_script_printed(const dado_script *script);

// The functions from here on may be called only inside `dado_script_pcall`.

// Calls a function of the script with the `given` top values as its arguments. Leaves
// `results` values on top, nil if it returned fewer.
void dado_script_call(dado_script *script, const char *function, int given, int results);
bool dado_script_has_function(dado_script *script, const char *function);
// Returns the line where a function begins; 0 if there is no such function.
int dado_script_function_line(dado_script *script, const char *function);

// A C function for scripts. It returns how many values on top of the stack are its
// results.
typedef int (*dado_script_function)(dado_script *script, void *context);

typedef struct dado_script_method {
    const char *name;  // NULL ends the list
    dado_script_function call;
} dado_script_method;

void dado_script_register(dado_script *script, const char *name, dado_script_function function,
                          void *context);

void dado_script_push_nil(dado_script *script);
void dado_script_push_bool(dado_script *script, bool value);
void dado_script_push_int(dado_script *script, int64_t value);
void dado_script_push_real(dado_script *script, double value);
void dado_script_push_text(dado_script *script, const char *text);
void dado_script_push_table(dado_script *script);
void dado_script_push_copy(dado_script *script, int place);
// Pushes a table whose fields are these functions, to be called as object:name(...).
// Their arguments count from 1 after the object itself.
void dado_script_push_object(dado_script *script, const dado_script_method *methods, void *context);
void dado_script_push_global(dado_script *script, const char *name);
void dado_script_set_field(dado_script *script, const char *field);
void dado_script_set_item(dado_script *script, int64_t item);
void dado_script_set_global(dado_script *script, const char *name);
void dado_script_pop(dado_script *script, int count);

// Keeps a value between calls under a number from 1 up; 0 is none. dado_script_ref takes
// the top value.
int dado_script_ref(dado_script *script);
void dado_script_push_ref(dado_script *script, int kept);
void dado_script_unref(dado_script *script, int kept);

typedef enum dado_script_type {
    DADO_SCRIPT_NIL,
    DADO_SCRIPT_BOOL,
    DADO_SCRIPT_NUMBER,
    DADO_SCRIPT_STRING,
    DADO_SCRIPT_TABLE,
    DADO_SCRIPT_FUNCTION
} dado_script_type;

int dado_script_argument_count(dado_script *script);  // number of arguments of this call
dado_script_type dado_script_type_of(dado_script *script, int place);
// True for all values but nil and false.
bool dado_script_is_true(dado_script *script, int place);
// Whole numbers only.
bool dado_script_get_int(dado_script *script, int place, int64_t *value);
bool dado_script_get_real(dado_script *script, int place, double *value);
// NULL if it is not a string.
const char *dado_script_get_text(dado_script *script, int place);
size_t dado_script_length(dado_script *script, int place);

// Pushes a field of a table; if it is nil, pushes nil and returns false.
bool dado_script_push_field(dado_script *script, int place, const char *name);
bool dado_script_push_item(dado_script *script, int place, int64_t item);
// Pushes a list of a table's keys, in the order of `pairs`; returns how many there are.
int dado_script_push_keys(dado_script *script, int place);

// Read an argument of a registered function. If it is not as expected, they raise an
// error that names it by `what`.
int64_t dado_script_check_int(dado_script *script, int place, const char *what, int64_t least,
                              int64_t most);
double dado_script_check_real(dado_script *script, int place, const char *what);
const char *dado_script_check_text(dado_script *script, int place, const char *what);

// Ends the script with an error of this code at its current line. Does not return.
_Noreturn void dado_script_raise(dado_script *script, const char *code, const char *format, ...)
    DADO_PRINTF(3, 4);

// Charges `steps` against the limit, for registered functions that do much work at once.
void dado_script_charge_steps(dado_script *script, int64_t steps);
