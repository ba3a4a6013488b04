// fast_paths.h - optional functions of a game that make it faster to play.
//
// Rules alone are enough to play a game. This table belongs to the rules and is optional,
// as is every entry; the text in brackets says what happens without it. A fast path never
// changes a result: the same moves leave the same bytes.
//
// The table begins with its own size, and new entries go to its end. Read it through
// dado_fast_path, which gives NULL for an entry that a game does not have.
#pragma once

#include "core/match_loop.h"

typedef void dado_random_match_function(const dado_game *game, void *state, dado_match_loop *loop,
                                        dado_random_players *players);

struct dado_fast_paths {
    size_t size;  // size of the table that the game was built with: sizeof(dado_fast_paths)

    // dado_match_loop_random with the game's functions inlined. [The same loop, calling
    // the rules.]
    dado_random_match_function *random_match;

    // Lists moves like `legal`, for a caller that asks at every move of a match. `memo`,
    // of memo_size bytes and all zero before the first call, and `moves` must be as the
    // last call left them, so that only changes are written. The list is the same.
    // [`legal`.]
    int (*legal_update)(const dado_game *game, const void *state, void *memo, dado_move *moves);

    // Updates the view made at the last question, whoever was asked: only what can have
    // changed since is written, and the bytes are the same as with `observe`.
    // [`observe`.]
    void (*observe_update)(const dado_game *game, const void *state, int player, void *view);

    // The first function writes the game as C code for a compiler; the second attaches
    // the compiled object, which defines `dado_native`. It may be attached while others
    // play. [The game cannot be compiled.]
    bool (*write_native)(const dado_game *game, dado_text *out);
    bool (*load_native)(const dado_game *game, const void *made, dado_error *err);

    // Writes the game as a match unit: C code that plays whole matches of random players by
    // itself; see recycle/match_unit.h. Returns false if it cannot be written so, with one
    // line for each reason. [It cannot.]
    bool (*write_match_unit)(const dado_game *game, dado_text *out, dado_text *reasons);
};

// An entry of a game's table, or 0 if there is none: dado_fast_path(game, random_match).
#define dado_fast_path(game, entry) \
    (dado_fast_paths_reach((game)->rules, \
                           offsetof(dado_fast_paths, entry) + sizeof((game)->rules->fast->entry)) \
         ? (game)->rules->fast->entry \
         : 0)

static inline bool dado_fast_paths_reach(const dado_rules *rules, size_t end)
{
    return rules->fast && rules->fast->size >= end;
}
