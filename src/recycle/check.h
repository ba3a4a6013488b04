// check.h - what the files that check a tree share.
#pragma once

#include <string.h>

#include "recycle/tree.h"

typedef struct checker {
    rcy_source *s;
    rcy_binding *scope;
    int players;     // 0 where it could not be made out
    int most_teams;  // of all team lists, at least `players` where there are none
    int32_t *dice;   // names of the storages made
    int dice_count;
    bool in_choice;
    int stages;      // around where we are
    int faced;       // conditions around it that read what cards show
    const rcy_tree *game;
    rcy_binding *declared;  // the scope that definitions see
} checker;

// What a `cards` expression denotes: a virtual collection, a place, or a memory.
typedef enum rcy_hold { hold_virtual, hold_place, hold_mem } rcy_hold;
rcy_hold rcy_hold_of(const rcy_tree *t);

rcy_type rcy_element_type(rcy_type type);
rcy_type rcy_infer(checker *c, rcy_tree *t);
rcy_type rcy_need(checker *c, rcy_tree **slot, rcy_type wanted, const char *where);
rcy_type rcy_need_collection(checker *c, rcy_tree *t, const char *where);
void rcy_need_name(checker *c, rcy_tree *t);
void rcy_need_dice(checker *c, const rcy_tree *t);
void rcy_bind(checker *c, rcy_tree *by, rcy_tree *from, rcy_type type, bool declared);
void rcy_unbind(checker *c, rcy_tree *by);

// Checks a call with `body` for what it was written out to, and leaves only that.
rcy_type rcy_check_call(checker *c, rcy_tree *t, rcy_type (*body)(checker *, rcy_tree *));
rcy_type rcy_infer_more(checker *c, rcy_tree *t);
// What is done together has to be the chooser's own.
void rcy_check_together(checker *c, const rcy_tree *t);
bool rcy_reads_face(const rcy_tree *t);  // of any card
bool rcy_is_act(const rcy_tree *t);      // an element that is an act

// --- sense.c and sense_more.c ---
bool rcy_reads_unseen(const rcy_tree *t);  // faces that who chooses does not see
void rcy_sense_more(rcy_source *s, const rcy_tree *game);

// What a variable declared once for all stands for; other expressions stand for themselves.
const rcy_tree *rcy_declared(const rcy_tree *t);
