// features.h - what a learner reads of a described game, and how its moves are numbered.
#pragma once

#include "core/face.h"
#include "recycle/print.h"

enum { rcy_most_blocks = 12 };

// Worked out once, when a game is opened.
typedef struct rcy_learned {
    int blocks, size;
    dado_feature block[rcy_most_blocks];
    uint8_t part[rcy_most_blocks];  // what each is made of
    int block_size[rcy_most_blocks];
    int kinds;                      // of cards, told apart by what they show
    const uint16_t *kind;           // by look
    const int32_t *look_of_kind;
    int words;                      // names that storages may hold, and one for all others
    const int32_t *word;            // by name: which of them, or -1
    const int32_t *name_of_word;
    int rows, tops, flags, whos;
    const int32_t *row_of, *top_of;  // by place, counted from who looks: its rows, or -1
    const int32_t *flag_of, *who_of; // by byte
    const uint8_t *seen;             // [player][place]: whether its cards are
    int actions;                    // 0: moves have no numbers
    const int32_t *action_from;     // by choice: where its own begin
} rcy_learned;

// Works out both. False: no memory.
bool rcy_learn(rcy_program *p, dado_arena *arena);

// See core/face.h.
bool rcy_feature(const dado_game *game, int which, dado_feature *out);
void rcy_feature_entry(const dado_game *game, int which, int entry, dado_text *out);
void rcy_features(const dado_game *game, const void *view, int seat, float *values);
int rcy_actions(const dado_game *game);
void rcy_action(const dado_game *game, const void *view, int seat, const dado_move *moves,
                int count, int32_t *out);

// actions.c, for rcy_learn: numbers all moves of a program whose `words` are known.
bool rcy_number_moves(const rcy_program *p, rcy_learned *l, dado_arena *arena);

// The name that stands for all those no storage is known to hold.
static inline int rcy_word_of(const rcy_learned *l, int32_t name)
{
    return l->word[name] < 0 ? l->words - 1 : l->word[name];
}
