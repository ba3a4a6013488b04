// dungeon_map_fuzz.c - any bytes as a `.map`: read, opened, written again and played a little.
#include <stdlib.h>
#include <string.h>

#include "worlds/dungeon/dungeon.h"
#include "worlds/shelf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds) abort();
}

static void play(const char *text)
{
    dado_option file = { .name = "file", .text = text };
    dado_options options = { &file, 1 };
    dado_region region;
    dado_region_init(&region, (size_t)64 << 20);
    dado_game game;
    dado_error err = { 0 };
    if (dado_game_open(&game, dado_world_named("dungeon"), &options, &region, &err)) {
        void *state = dado_region_alloc(&region, 1, game.state_size);
        dado_rng luck = dado_rng_stream(1, 2, 3);
        dado_move moves[8];
        if (state) game.rules->start(&game, state);
        for (int i = 0; state && i < 30 && game.rules->actor(&game, state) == 0; i++) {
            int count = game.rules->legal(&game, state, moves);
            must(count > 0);
            game.rules->apply(&game, state, moves[dado_rng_below(&luck, (uint64_t)count)]);
        }
    }
    dado_region_free(&region);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 20000) return 0;
    dado_region region;
    dado_region_init(&region, (size_t)64 << 20);
    dado_map map, again;
    dado_map_warnings warnings;
    dado_error err = { 0 };
    if (dado_map_read(&map, "f.map", (const char *)data, size, &region, &warnings, &err)) {
        dado_text first = { 0 }, second = { 0 };
        dado_map_write(&map, &first);
        must(dado_map_read(&again, "f.map", first.data, first.length, &region, NULL, &err));
        dado_map_write(&again, &second);
        must(strcmp(dado_text_string(&first), dado_text_string(&second)) == 0);
        if (map.width * map.height <= 4096) play(dado_text_string(&first));
        dado_text_free(&first);
        dado_text_free(&second);
    } else {
        must(err.code[0] && err.text[0] && err.place.line > 0);
    }
    dado_region_free(&region);
    return 0;
}
