// rule_coverage.h - hooks that count which clauses are executed or hold; see
// rule_coverage.c.
#pragma once

#include "recycle/program.h"

typedef struct rcy_coverage_counter {
    rcy_hooks hooks;
    int64_t *held, *failed;  // by clause: how often it held or was executed, and how often not
} rcy_coverage_counter;

rcy_coverage_counter rcy_coverage_counter_make(int64_t *held, int64_t *failed);

// Hook functions that do nothing.
void rcy_ignore_act(rcy_hooks *hooks, const rcy_machine *m, const rcy_node *n);
void rcy_ignore_clause(rcy_hooks *hooks, int coverage, bool held);
void rcy_ignore_pick(rcy_hooks *hooks, const rcy_machine *m, const rcy_node *n, const rcy_coll *c,
                     int k);

// Returns hooks that do nothing but count the work.
rcy_hooks rcy_null_hooks(void);

// Reports the conditions of options to the hooks, including options that were not chosen;
// these are tested only while options are listed. `moves` has room for all options.
void rcy_report_options(const rcy_program *p, const void *state, dado_move *moves,
                        rcy_hooks *hooks);

const char *rcy_clause_kind(char kind);

void rcy_count_coverage(const dado_game *game, void *state, dado_move move,
                        dado_clause_counts *witness);
bool rcy_clause(const dado_game *game, int which, dado_clause *clause);
