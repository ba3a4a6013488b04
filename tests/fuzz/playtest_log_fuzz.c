// playtest_log_fuzz.c - whatever a line of a log holds: it is refused in words, or played, and what
// passes the check for keeping comes back the same.
#include <stdlib.h>
#include <string.h>

#include "lab/game_source.h"
#include "lab/playtest_record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must_say_why(bool fine, const dado_error *err)
{
    if (!fine && !err->text[0]) abort();
}

static void comes_back(const dado_playtest_record *record, dado_region *region)
{
    dado_text line = { 0 }, again = { 0 };
    dado_playtest_record second;
    dado_error err = { 0 };
    bool fine = dado_playtest_record_write_checked(record, &line, &err);
    must_say_why(fine, &err);
    if (fine) {
        if (!dado_playtest_record_read(&second, line.data, line.length, (dado_place){ 0 }, region,
                                       &err)) {
            abort();
        }
        dado_playtest_record_write(&second, true, &again);
        if (strcmp(dado_text_string(&line), dado_text_string(&again)) != 0) abort();
    }
    dado_text_free(&line);
    dado_text_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dado_region region;
    dado_region_init(&region, (size_t)256 << 20);
    dado_playtest_record record;
    dado_error err = { 0 };
    bool fine = dado_playtest_record_read(&record, (const char *)data, size, (dado_place){ 0 },
                                          &region, &err);
    must_say_why(fine, &err);
    if (fine) {
        dado_game_source source;
        dado_game game;
        comes_back(&record, &region);
        if (!dado_game_source_find(&source, "noughts", NULL, &region, &err) ||
            !dado_game_source_open(&source, &game, &region, &err)) {
            abort();
        }
        err = (dado_error){ 0 };
        must_say_why(dado_playtest_record_play(&record, &game, NULL, &region, NULL, &err), &err);
    }
    dado_region_free(&region);
    return 0;
}
