// nim.c - Nim: players take matches from heaps, and whoever takes the last one wins or
// loses.
//
// In one turn a player takes any number of matches from one heap. The game has been
// solved since 1901: a player wins by leaving heaps whose binary sizes cancel by
// exclusive or. An option says whether taking the last match wins or loses (misere).
#include <string.h>

#include "core/game_extras.h"
#include "worlds/shelf.h"

enum { most_heaps = 8, largest = 31 };

typedef struct board {
    uint8_t heap[most_heaps];
    bool misere;
} board;

typedef struct table {
    uint8_t heap[most_heaps];
    uint8_t mover;
} table;
_Static_assert(sizeof(table) == 9, "no padding: states are compared as bytes");

// Reads heap sizes such as "3,4,5" and returns how many there are, or 0 if the text is
// wrong.
static int read_heaps(const char *text, uint8_t *heap)
{
    int count = 0;
    for (const char *s = text;; s++) {
        int number = 0, digits = 0;
        while (*s >= '0' && *s <= '9' && digits++ < 3) number = number * 10 + (*s++ - '0');
        if (digits == 0 || number < 1 || number > largest || count == most_heaps) return 0;
        heap[count++] = (uint8_t)number;
        if (*s == '\0') return count;
        if (*s != ',') return 0;
    }
}

static bool open(dado_game *game, const dado_options *options, dado_region *region, dado_error *err)
{
    dado_option_reader ask = dado_option_reader_begin(options);
    const char *text = dado_option_text(&ask, "heaps", "3,4,5");
    bool misere = dado_option_bool(&ask, "misere", false);
    board b = { .misere = misere };
    if (!read_heaps(text, b.heap)) {
        dado_option_invalid(&ask, "heaps",
                            "heaps are one to %d numbers from 1 to %d, as in 3,4,5, "
                            "not \"%.40s\"",
                            most_heaps, largest, text);
    }
    if (!dado_option_reader_end(&ask, region, &game->options, err)) return false;
    board *kept = dado_new(region, board, 1);
    if (!kept) return dado_fail(err, DADO_LIMIT, "out of memory while setting up the heaps");
    *kept = b;
    game->data = kept;
    game->players = 2;
    game->max_moves = most_heaps * largest;
    game->state_size = sizeof(table);
    return true;
}

static void start(const dado_game *game, void *state)
{
    const board *b = game->data;
    table *t = state;
    memcpy(t->heap, b->heap, sizeof t->heap);
    t->mover = 0;
}

static bool all_gone(const table *t)
{
    for (int h = 0; h < most_heaps; h++) {
        if (t->heap[h]) return false;
    }
    return true;
}

static int actor(const dado_game *game, const void *state)
{
    (void)game;
    const table *t = state;
    return all_gone(t) ? DADO_NOBODY : t->mover;
}

static int legal(const dado_game *game, const void *state, dado_move *moves)
{
    (void)game;
    const table *t = state;
    int count = 0;
    for (int h = 0; h < most_heaps; h++) {
        for (int n = t->heap[h]; n >= 1; n--) moves[count++] = (dado_move)(h << 8 | n);
    }
    return count;
}

static void apply(const dado_game *game, void *state, dado_move move)
{
    (void)game;
    table *t = state;
    t->heap[move >> 8] = (uint8_t)(t->heap[move >> 8] - (move & 255));
    t->mover = !t->mover;
}

static void scores(const dado_game *game, const void *state, int32_t *scores)
{
    const board *b = game->data;
    const table *t = state;
    scores[0] = scores[1] = 0;
    if (all_gone(t)) scores[b->misere ? t->mover : !t->mover] = 1;
}

static void print(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    (void)eyes;
    const board *b = game->data;
    const table *t = state;
    for (int h = 0; h < most_heaps && b->heap[h]; h++) {
        dado_text_addf(out, "heap %d  ", h + 1);
        for (int n = 0; n < t->heap[h]; n++) dado_text_char(out, '|');
        dado_text_char(out, '\n');
    }
}

static void print_move(const dado_game *game, const void *state, dado_move move, dado_text *out)
{
    (void)game;
    (void)state;
    dado_text_addf(out, "%d from %d", (int)(move & 255), (int)(move >> 8) + 1);
}

// Sorts the heaps by size, since their order does not matter.
static void canonicalize(const dado_game *game, void *state)
{
    (void)game;
    uint8_t *heap = ((table *)state)->heap;
    for (int i = 1; i < most_heaps; i++) {
        for (int j = i; j > 0 && heap[j] > heap[j - 1]; j--) {
            uint8_t kept = heap[j];
            heap[j] = heap[j - 1];
            heap[j - 1] = kept;
        }
    }
}

// Returns the scene number of a match. A move touches the last match that it takes.
static uint32_t match_id(int heap, int place)
{
    return (uint32_t)(100 + heap * 40 + place);
}

static void scene(const dado_game *game, const void *state, int eyes, dado_scene *out)
{
    (void)eyes;
    const board *b = game->data;
    const table *t = state;
    for (int h = 0; h < most_heaps && b->heap[h]; h++) {
        int heap = dado_scene_add(out, (dado_scene_item){ .id = (uint32_t)(1 + h),
                                                          .parent = -1,
                                                          .at = h,
                                                          .kind = DADO_ITEM_PLACE,
                                                          .look = (uint16_t)(2 + h) });
        for (int n = 0; n < t->heap[h]; n++) {
            dado_scene_add(out, (dado_scene_item){ .id = match_id(h, n),
                                                   .parent = heap,
                                                   .at = n,
                                                   .kind = DADO_ITEM_TOKEN,
                                                   .look = 1,
                                                   .value = 1 });
        }
    }
}

static void look(const dado_game *game, int look, dado_text *out)
{
    (void)game;
    if (look == 1) dado_text_add(out, "match");
    else dado_text_addf(out, "heap %d", look - 1);
}

static int touch(const dado_game *game, const void *state, dado_move move, uint32_t *ids, int most)
{
    (void)game;
    int heap = (int)(move >> 8), left = ((const table *)state)->heap[heap] - (int)(move & 255);
    if (most > 0) ids[0] = match_id(heap, left);
    return 1;
}

static bool feature(const dado_game *game, int which, dado_feature *out)
{
    (void)game;
    static const dado_feature heaps = { "heaps", "matches in each heap", DADO_FEATURE_WHOLE,
                                        1,       { most_heaps },         0,
                                        largest };
    return dado_feature_at(&heaps, 1, which, out);
}

static void features(const dado_game *game, const void *view, int seat, float *values)
{
    (void)game;
    (void)seat;
    for (int h = 0; h < most_heaps; h++) values[h] = ((const table *)view)->heap[h];
}

static int actions(const dado_game *game)
{
    (void)game;
    return most_heaps * largest;
}

// Numbers the moves heap by heap, from taking one match to taking the largest number.
static void action(const dado_game *game, const void *view, int seat, const dado_move *moves,
                   int count, int32_t *out)
{
    (void)game;
    (void)view;
    (void)seat;
    for (int i = 0; i < count; i++) {
        out[i] = (int32_t)(moves[i] >> 8) * largest + (int32_t)(moves[i] & 255) - 1;
    }
}

static const dado_game_extras extras = { .size = sizeof(dado_game_extras),
                                         .scene = scene,
                                         .look = look,
                                         .touch = touch,
                                         .feature = feature,
                                         .features = features,
                                         .actions = actions,
                                         .action = action };

const dado_rules dado_world_nim = {
    .size = sizeof(dado_rules),
    .name = "nim",
    .title = "Nim",
    .about = "Take any number from one heap; whoever takes the last match wins.",
    .open = open,
    .start = start,
    .actor = actor,
    .legal = legal,
    .apply = apply,
    .scores = scores,
    .print = print,
    .print_move = print_move,
    .canonicalize = canonicalize,
    .extras = &extras,
};
