// seat_sessions_test.c - tables that are laid for pages hear when the studio closes.
#define _XOPEN_SOURCE 700
#include "support/temp_folder.h"

#include "job/job_run.h"
#include "job/json_request.h"
#include "studio/seat_sessions.h"

// A run of one match whose moves are not kept, so that it is seen again by playing it again.
static void keep_a_run(const char *store)
{
    char text[300];
    dado_region region;
    dado_json_request request;
    dado_error err = { 0 };
    dado_document answer;
    dado_region_init_large(&region);
    dado_document_init(&answer);
    snprintf(text, sizeof text,
             "{\"job\":\"sim\",\"parameters\":{\"game\":\"noughts\",\"matches\":1,"
             "\"agents\":\"uct:iterations=50\",\"store\":\"%s\"}}",
             store);
    assert_true(dado_json_request_read(&request, text, strlen(text), &region, &err));
    dado_job_run job_run = { .job = request.job,
                             .given = request.given,
                             .given_count = request.given_count,
                             .region = &region };
    if (!dado_job_run_execute(&job_run, &answer, &err)) fail_msg("%s", err.text);
    dado_document_free(&answer);
    dado_region_free(&region);
}

static void a_kept_match_is_not_played_again_once_the_studio_closes(void **state)
{
    (void)state;
    static const char asked[] = "{\"run\":1,\"match\":0,\"lineup\":0,\"instance\":0}";
    char home[] = "/tmp/dado-test.XXXXXX", store[60];
    dado_confined_folder folder;
    dado_error err = { 0 };
    dado_text told = { 0 };
    assert_non_null(mkdtemp(home));
    snprintf(store, sizeof store, "%s/runs.db", home);
    keep_a_run(store);
    assert_true(dado_confined_folder_open(&folder, home, &err));
    dado_seat_sessions *sittings = dado_seat_sessions_open(&folder, store);
    assert_non_null(sittings);
    if (!dado_seat_sessions_begin(sittings, asked, strlen(asked), &told, &err)) {
        fail_msg("%s", err.text);
    }
    assert_non_null(strstr(dado_text_string(&told), "\"watched\":true"));

    dado_seat_sessions_stop(sittings);
    assert_false(dado_seat_sessions_begin(sittings, asked, strlen(asked), &told, &err));
    assert_non_null(strstr(err.text, "stopped on request while a match was replayed"));
    dado_seat_sessions_close(sittings);
    dado_confined_folder_close(&folder);
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
