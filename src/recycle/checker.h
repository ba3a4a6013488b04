// checker.h - types and functions that the files of the checker share.
#pragma once

#include <string.h>

#include "recycle/syntax_tree.h"

typedef struct checker {
    rcy_source *s;
    rcy_binding *scope;
    int players;     // number of players; 0 if it is not known
    int most_teams;  // most teams of all team lists; at least `players` if there are none
    int32_t *dice;   // names of the dice storages that were created
    int dice_count;
    bool in_choice;
    int tried;   // number of `after`s around the current form
    int stages;  // number of stages around the current form
    int faced;   // number of conditions around it that read what cards show
    const rcy_tree *game;
    rcy_binding *declared;  // the scope that definitions see
} checker;

// What an expression of type `cards` refers to: a computed collection, a place, or a
// memory.
typedef enum rcy_hold { hold_virtual, hold_place, hold_mem } rcy_hold;
rcy_hold rcy_hold_of(const rcy_tree *t);

rcy_type rcy_element_type(rcy_type type);
rcy_type rcy_infer(checker *c, rcy_tree *t);
rcy_type rcy_need(checker *c, rcy_tree **slot, rcy_type wanted, const char *where);
rcy_type rcy_need_collection(checker *c, rcy_tree *t, const char *where);
void rcy_need_name(checker *c, rcy_tree *t);
void rcy_check_act(checker *c, rcy_tree *t);
void rcy_need_dice(checker *c, const rcy_tree *t);
void rcy_bind(checker *c, rcy_tree *by, rcy_tree *from, rcy_type type, bool declared);
void rcy_unbind(checker *c, rcy_tree *by);

// Checks a call with the function `body`, and replaces the call by what it expands to.
rcy_type rcy_check_call(checker *c, rcy_tree *t, rcy_type (*body)(checker *, rcy_tree *));
rcy_type rcy_infer_list_or_board(checker *c, rcy_tree *t);

// --- check_constants.c ---
bool rcy_is_plain(const rcy_tree *t);  // a constant in the form that later steps know
// Replaces an expression that depends only on constants by a plain constant. Its types
// must be known. Returns false if it depends on play or chance, or has no value.
bool rcy_make_plain(checker *c, rcy_tree **slot);
rcy_type rcy_check_table(checker *c, rcy_tree *t);
// the table of a variable, or NULL
const rcy_tree *rcy_table_of(const checker *c, const rcy_tree *t);
rcy_type rcy_read_table(checker *c, rcy_tree *t, const rcy_tree *table);
void rcy_expand_ranges(checker *c, rcy_tree *values);

// Checks that what players do simultaneously affects only things of their own.
void rcy_check_simultaneous(checker *c, const rcy_tree *t);
bool rcy_reads_face(const rcy_tree *t);  // whether it reads what any card shows
bool rcy_is_act(const rcy_tree *t);      // whether it is an element that is an act

// --- lint.c and lint_labels_and_about.c ---
bool rcy_reads_unseen(const rcy_tree *t);  // whether it reads faces that the chooser cannot see
bool rcy_score_is_shared(const rcy_tree *scoring);  // whether it is the same for all players
void rcy_lint_labels_and_about(rcy_source *s, const rcy_tree *game);

// Returns what a globally declared variable stands for; other expressions stand for
// themselves.
const rcy_tree *rcy_declared(const rcy_tree *t);
