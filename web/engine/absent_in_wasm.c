// absent_in_wasm.c - what WebAssembly has not, in a page or in node: programs, plug-ins, scripts, a store and native
// code.
//
// Whoever asks for these is told so. The engine is otherwise the program's own files.
#include <stdint.h>
#include <stdlib.h>

#include "agents/agent.h"
#include "lab/file.h"
#include "lab/native_compiler.h"
#include "lab/results_store.h"
#include "lab/worker_cpu_affinity.h"
#include "recycle/native_codegen.h"
#include "solve/exact_equilibrium.h"

// --- players that need a process, a script or a library of their own

static bool not_here(dado_agent *agent, const dado_options *options, dado_region *region,
                     dado_error *err)
{
    (void)agent, (void)options, (void)region;
    return dado_fail(err, DADO_MISSING,
                     "this player is a program, a plug-in or a script, which cannot run here; "
                     "install dado for it");
}

#define ABSENT(kind) \
    const dado_agent_kind dado_agent_##kind = { \
        .name = #kind, .title = #kind, .about = "Not in WebAssembly.", .open = not_here \
    }
ABSENT(process);
ABSENT(lua);
ABSENT(plugin);
ABSENT(dungeon_lua);

// --- which program this is: it keeps no runs that would have to be told apart

const char *dado_build_id(char text[48])
{
    text[0] = '\0';
    return text;
}

// --- the store

const char *dado_store_path(void)
{
    return NULL;
}

bool dado_store_open(dado_store **store, const char *path, dado_store_mode mode, dado_error *err)
{
    (void)path, (void)mode;
    *store = NULL;
    return dado_fail(err, DADO_MISSING,
                     "nothing is stored here: WebAssembly has no store; install dado for one");
}

void dado_store_close(dado_store *store)
{
    (void)store;
}

// --- native code: there is no compiler, and bytecode goes on

bool dado_native_read(const char *word, dado_native *native)
{
    (void)word;
    *native = DADO_NATIVE_NO;
    return true;
}

dado_native_build *dado_native_build_begin(const dado_game *game, bool only_kept, dado_error *err)
{
    (void)game, (void)only_kept;
    dado_fail(err, DADO_MISSING, "there is no compiler in WebAssembly");
    return NULL;
}

bool dado_confined(void)
{
    return false;
}

void dado_thread_keep_to_share(int number, int workers)  // there is one thread
{
    (void)number;
    (void)workers;
}

void dado_native_build_end(dado_native_build *forge)
{
    (void)forge;
}

bool rcy_native_prepare(rcy_program *p, dado_region *region)
{
    p->native_link = dado_new(region, rcy_native_link, 1);
    return p->native_link != NULL;
}

bool rcy_native_write_c(const dado_game *game, dado_text *out)
{
    (void)game, (void)out;
    return false;
}

bool rcy_native_attach(const dado_game *game, const void *made, dado_error *err)
{
    (void)game, (void)made;
    return dado_fail(err, DADO_MISSING, "there is no compiler in WebAssembly");
}

// --- equilibria as fractions: they need numbers of any length, and are found as decimals alone

bool dado_exact_equilibrium_find(dado_exact_equilibrium *exact, const dado_infosets *sets,
                                 const dado_strategy *near, const dado_exact_limits *limits,
                                 dado_error *err)
{
    (void)sets, (void)near, (void)limits, (void)err;
    *exact = (dado_exact_equilibrium){ 0 };
    return true;
}

void dado_exact_equilibrium_free(dado_exact_equilibrium *exact)
{
    (void)exact;
}
