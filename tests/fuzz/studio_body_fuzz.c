// studio_body_fuzz.c - any bytes as the body of a request: jobs as they are read, words at a table.
//
// The first byte says whose body it is. Nothing is played for jobs; a table is laid once and spoken
// at, and must go on answering.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "job/json_request.h"
#include "studio/seat_sessions.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_request(const char *bytes, size_t size)
{
    dado_region region;
    dado_json_request request;
    dado_error err = { 0 };
    dado_region_init(&region, (size_t)16 << 20);
    if (!dado_json_request_read(&request, bytes, size, &region, &err) && !err.text[0]) abort();
    dado_region_free(&region);
}

static void speak(const char *bytes, size_t size)
{
    static dado_confined_folder folder;
    static dado_seat_sessions *tables;
    static const char pig[] = "{\"game\":\"pig\",\"seats\":\"human,random\",\"seed\":1}";
    dado_error err = { 0 };
    dado_text out = { 0 };
    if (!tables) {
        if (!dado_confined_folder_open(&folder, "/tmp", &err)) abort();
        tables = dado_seat_sessions_open(&folder, NULL);
        if (!tables || !dado_seat_sessions_begin(tables, pig, strlen(pig), &out, &err)) abort();
        dado_text_clear(&out);
    }
    if (!dado_seat_sessions_request(tables, 1, bytes, size, &out, &err) && !err.text[0]) abort();
    dado_text_clear(&out);
    err = (dado_error){ 0 };
    if (!dado_seat_sessions_request(tables, 1, "{}", 2, &out, &err)) abort();
    dado_text_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > 4096) return 0;
    char *bytes = malloc(size);
    if (!bytes) return 0;
    memcpy(bytes, data + 1, size - 1);
    if (data[0] % 2) speak(bytes, size - 1);
    else read_request(bytes, size - 1);
    free(bytes);
    return 0;
}
