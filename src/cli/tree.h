// tree.h - all verbs there are.
#ifndef DADO_CLI_TREE_H
#define DADO_CLI_TREE_H

#include "cli/verb.h"

// Ended by NULL, with those below them; NULL where there is no memory.
const dado_verb *const *dado_verb_tree(dado_arena *arena);

// One of a list that NULL ends, which may be NULL itself; or NULL.
const dado_verb *dado_verb_named(const dado_verb *const *verbs, const char *name);

#endif
