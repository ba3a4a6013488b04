// learner_features.h - the features that a learner reads of a described game, and the numbers of
// its moves.
#pragma once

#include "core/game_extras.h"
#include "recycle/state_text.h"

enum { rcy_most_blocks = 12 };

// The layout of the features, computed once when a game is opened.
typedef struct rcy_feature_layout {
    int blocks, size;
    dado_feature block[rcy_most_blocks];
    uint8_t part[rcy_most_blocks];  // which part of the state each block describes
    int block_size[rcy_most_blocks];
    int kinds;             // number of kinds of cards; cards that show the same are of one kind
    const uint16_t *kind;  // kind of each look
    const int32_t *look_of_kind;
    int words;            // number of names that storages may hold, and one more for all others
    const int32_t *word;  // by name: its index among these, or -1
    const int32_t *name_of_word;
    int rows, tops, flags, whos;
    const int32_t *row_of, *top_of;   // by place, counted from the player who looks: its row, or -1
    const int32_t *flag_of, *who_of;  // by byte: its row, or -1
    const uint8_t *seen;              // [player][place]: whether the player sees its cards
    int actions;                      // number of actions; 0: moves have no numbers
    const int32_t *action_from;       // by choice: its first action
} rcy_feature_layout;

// Computes the layout of the features and the numbers of the moves. Returns false if
// there is no memory.
bool rcy_feature_layout_make(rcy_program *p, dado_region *region);

// See core/game_extras.h.
bool rcy_feature(const dado_game *game, int which, dado_feature *out);
void rcy_feature_entry(const dado_game *game, int which, int entry, dado_text *out);
void rcy_features(const dado_game *game, const void *view, int seat, float *values);
int rcy_actions(const dado_game *game);
void rcy_action(const dado_game *game, const void *view, int seat, const dado_move *moves,
                int count, int32_t *out);

// Numbers all moves of a program whose `words` are known; in action_numbers.c, called by
// rcy_feature_layout_make.
bool rcy_number_moves(const rcy_program *p, rcy_feature_layout *l, dado_region *region);

// Returns the index of a name; all names that no storage is known to hold share the last
// index.
static inline int rcy_feature_name_of(const rcy_feature_layout *l, int32_t name)
{
    return l->word[name] < 0 ? l->words - 1 : l->word[name];
}
