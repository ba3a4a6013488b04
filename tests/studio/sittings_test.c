// sittings_test.c - tables that are laid for pages hear when the studio closes.
#define _XOPEN_SOURCE 700
#include "support/folder.h"

#include "job/errand.h"
#include "job/request.h"
#include "studio/sittings.h"

// A run of one match whose moves are not kept, so that it is seen again by playing it again.
static void keep_a_run(const char *store)
{
    char text[300];
    dado_arena arena;
    dado_request request;
    dado_error err = { 0 };
    dado_document answer;
    dado_arena_init_generous(&arena);
    dado_document_init(&answer);
    snprintf(text, sizeof text,
             "{\"job\":\"sim\",\"parameters\":{\"game\":\"noughts\",\"matches\":1,"
             "\"agents\":\"uct:iterations=50\",\"store\":\"%s\"}}", store);
    assert_true(dado_request_read(&request, text, strlen(text), &arena, &err));
    dado_errand errand = { .job = request.job, .given = request.given,
                           .given_count = request.given_count, .arena = &arena };
    if (!dado_errand_run(&errand, &answer, &err)) fail_msg("%s", err.text);
    dado_document_free(&answer);
    dado_arena_free(&arena);
}

static void a_kept_match_is_not_played_again_once_the_studio_closes(void **state)
{
    (void)state;
    static const char asked[] = "{\"run\":1,\"match\":0,\"lineup\":0,\"instance\":0}";
    char home[] = "/tmp/dado-test.XXXXXX", store[60];
    dado_folder folder;
    dado_error err = { 0 };
    dado_text told = { 0 };
    assert_non_null(mkdtemp(home));
    snprintf(store, sizeof store, "%s/runs.db", home);
    keep_a_run(store);
    assert_true(dado_folder_open(&folder, home, &err));
    dado_sittings *sittings = dado_sittings_open(&folder, store);
    assert_non_null(sittings);
    if (!dado_sittings_begin(sittings, asked, strlen(asked), &told, &err)) {
        fail_msg("%s", err.text);
    }
    assert_non_null(strstr(dado_text_string(&told), "\"watched\":true"));

    dado_sittings_leave(sittings);
    assert_false(dado_sittings_begin(sittings, asked, strlen(asked), &told, &err));
    assert_non_null(strstr(err.text, "stopped while a match was played again"));
    dado_sittings_close(sittings);
    dado_folder_close(&folder);
    dado_text_free(&told);
    dado_test_remove(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kept_match_is_not_played_again_once_the_studio_closes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
