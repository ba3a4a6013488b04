// Scenarios of Território: whatever is read is refused with a reason, or runs its script and plays.
#include "territorio_play.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) abort();
    memcpy(text, data, size);
    text[size] = '\0';
    dado_region region;
    dado_region_init(&region, (size_t)1 << 26);
    dado_option file = { "file", text, { "fuzz", 1, 1, 1 } };
    dado_options options = { &file, 1 };
    dado_game game;
    dado_error err = { 0 };
    if (dado_game_open(&game, &dado_world_territorio, &options, &region, &err)) {
        dado_rng luck = dado_rng_stream(1, 1, 0);
        void *state = dado_region_alloc(&region, 1, game.state_size);
        dado_text answers = { 0 }, log = { 0 };
        if (state) {
            dado_terr_scenario_run(&game, "fuzz", text, &luck, state, &region, &answers, &log,
                                   &err);
        }
        dado_text_free(&answers);
        dado_text_free(&log);
        fuzz_play(&game, data, size);
    } else if (!err.text[0]) {
        abort();
    }
    dado_region_free(&region);
    free(text);
    return 0;
}
