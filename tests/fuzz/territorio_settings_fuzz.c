// Settings of Território: whatever is read is refused with a reason, or opens a game that plays.
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
    dado_options options;
    dado_game game;
    dado_error err = { 0 };
    if (dado_options_read(&options, "fuzz", text, &region, &err)) {
        if (dado_game_open(&game, &dado_world_territorio, &options, &region, &err)) {
            fuzz_play(&game, data, size);
        } else if (!err.text[0]) {
            abort();
        }
    }
    dado_region_free(&region);
    free(text);
    return 0;
}
