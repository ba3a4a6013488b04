// replay_test.c - a match that does not come out as recorded is found, and told from one that
// cannot be read.
#define _XOPEN_SOURCE 700
#include "support/folder.h"

#include "job/errand.h"
#include "job/request.h"
#include "lab/replay.h"

typedef struct desk {
    char home[64], file[100];
    dado_arena arena;
    dado_document answer;
    dado_error err;
} desk;

static bool ask(desk *d, const char *format, ...) DADO_PRINTF(2, 3);

static bool ask(desk *d, const char *format, ...)
{
    char text[600];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    dado_request request;
    d->err = (dado_error){ 0 };
    if (!dado_request_read(&request, text, strlen(text), &d->arena, &d->err)) {
        fail_msg("%s: %s", text, d->err.text);
    }
    dado_errand errand = { .job = request.job, .given = request.given,
                           .given_count = request.given_count, .arena = &d->arena };
    dado_document_free(&d->answer);
    dado_document_init(&d->answer);
    return dado_errand_run(&errand, &d->answer, &d->err);
}

static void set_up(desk *d)
{
    *d = (desk){ .home = "/tmp/dado-test.XXXXXX" };
    dado_arena_init_generous(&d->arena);
    assert_non_null(mkdtemp(d->home));
    snprintf(d->file, sizeof d->file, "%s/odd.replay", d->home);
    assert_true(ask(d, "{\"job\":\"sim\",\"parameters\":{\"game\":\"nim\",\"matches\":5,"
                       "\"keep\":\"moves\",\"store\":\"%s/runs.db\"}}", d->home));
    assert_true(ask(d, "{\"job\":\"replay\",\"parameters\":{\"run\":\"1\",\"out\":\"%s\","
                       "\"store\":\"%s/runs.db\"}}", d->file, d->home));
}

static void tear_down(desk *d)
{
    dado_document_free(&d->answer);
    dado_arena_free(&d->arena);
    dado_test_remove(d->home);
}

// The match in the file, with one bit of what it was checked by turned over.
static void forge(desk *d)
{
    dado_replay replay;
    const unsigned char *bytes;
    size_t size;
    assert_true(dado_file_read_bytes(d->file, 1 << 20, &d->arena, &bytes, &size, &d->err));
    assert_true(dado_replay_unpack(&replay, d->file, bytes, size, &d->arena, &d->err));
    ((uint32_t *)(uintptr_t)replay.log.checks)[2] ^= 1;
    assert_true(dado_replay_pack(&replay, &d->arena, &bytes, &size, &d->err));
    assert_true(dado_file_write(d->file, (const char *)bytes, size, &d->err));
}

static void what_comes_out_otherwise_is_found(void **state)
{
    (void)state;
    desk d;
    set_up(&d);
    assert_true(ask(&d, "{\"job\":\"replay\",\"parameters\":{\"run\":\"%s\",\"check\":true}}",
                    d.file));
    assert_false(d.answer.failed);
    forge(&d);
    assert_true(ask(&d, "{\"job\":\"replay\",\"parameters\":{\"run\":\"%s\",\"check\":true}}",
                    d.file));
    assert_true(d.answer.failed);
    assert_non_null(dado_document_part(&d.answer, "checked"));
    // To be shown it would have to come out.
    assert_false(ask(&d, "{\"job\":\"replay\",\"parameters\":{\"run\":\"%s\"}}", d.file));
    tear_down(&d);
}

static void what_cannot_be_read_is_no_finding(void **state)
{
    (void)state;
    desk d;
    set_up(&d);
    assert_true(dado_file_write(d.file, "dado replay\n and no more", 24, &d.err));
    assert_false(ask(&d, "{\"job\":\"replay\",\"parameters\":{\"run\":\"%s\",\"check\":true}}",
                     d.file));
    tear_down(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_comes_out_otherwise_is_found),
        cmocka_unit_test(what_cannot_be_read_is_no_finding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
