// seat_sessions_test.c - tables that are laid for pages hear when the studio closes.
#define _XOPEN_SOURCE 700
#include "support/temp_folder.h"

#include "job/job_run.h"
#include "job/json_request.h"
#include "lab/playtest_store.h"
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

typedef struct studio {
    char home[40], store[60];
    dado_confined_folder folder;
    dado_seat_sessions *tables;
    dado_text told;  // the last answer
    dado_error err;
} studio;

static void open_studio(studio *s)
{
    *s = (studio){ .home = "/tmp/dado-test.XXXXXX" };
    assert_non_null(mkdtemp(s->home));
    snprintf(s->store, sizeof s->store, "%s/runs.db", s->home);
    assert_true(dado_confined_folder_open(&s->folder, s->home, &s->err));
    s->tables = dado_seat_sessions_open(&s->folder, s->store);
    assert_non_null(s->tables);
}

static void close_studio(studio *s)
{
    dado_seat_sessions_close(s->tables);
    dado_confined_folder_close(&s->folder);
    dado_text_free(&s->told);
    dado_test_remove(s->home);
}

static const char *begin(studio *s, const char *json)
{
    dado_text_clear(&s->told);
    if (!dado_seat_sessions_begin(s->tables, json, strlen(json), &s->told, &s->err)) {
        fail_msg("%s", s->err.text);
    }
    return dado_text_string(&s->told);
}

static bool ask(studio *s, int table, const char *json)
{
    dado_text_clear(&s->told);
    s->err = (dado_error){ 0 };
    return dado_seat_sessions_request(s->tables, table, json, strlen(json), &s->told, &s->err);
}

static int kept_matches(studio *s, bool delete)
{
    dado_region region = { 0 };
    dado_store *store = NULL;
    const dado_kept_playtest *kept;
    dado_playtest_deletion done;
    int count = 0;
    assert_true(dado_store_open(&store, s->store, DADO_STORE_WRITE, &s->err));
    assert_true(dado_store_playtests(store, 0, &kept, &count, &region, &s->err));
    assert_true(!delete || dado_store_playtest_delete(store, "Ada", &region, &done, &s->err));
    dado_store_close(store);
    dado_region_free(&region);
    return count;
}

// A person who is deleted while the table is open does not come back by what is said there.
static void a_deleted_match_is_not_kept_again(void **state)
{
    (void)state;
    studio s;
    open_studio(&s);
    begin(&s, "{\"game\":\"noughts\",\"seats\":\"human,random\",\"seed\":1,"
              "\"people\":[{\"seat\":0,\"name\":\"Ada\",\"agrees\":true}]}");
    while (!strstr(dado_text_string(&s.told), "\"over\":true")) {
        assert_true(ask(&s, 1, "{\"play\":0}"));
    }
    assert_int_equal(kept_matches(&s, true), 1);
    assert_true(ask(&s, 1, "{\"answers\":{\"fun\":4}}"));
    assert_int_equal(kept_matches(&s, false), 0);
    assert_true(dado_seat_sessions_end(s.tables, 1, &s.err));
    assert_int_equal(kept_matches(&s, false), 0);
    close_studio(&s);
}

static bool invite(studio *s, const char *json)
{
    dado_text links = { 0 };
    s->err = (dado_error){ 0 };
    bool fine =
        dado_seat_sessions_invite(s->tables, json, strlen(json), "http://x", &links, &s->err);
    dado_text_free(&links);
    return fine;
}

// The seed of a page does not say what guests are dealt.
static void guests_have_luck_of_their_own(void **state)
{
    (void)state;
    static const char wanted[] = "{\"game\":\"hearts\",\"seats\":\"human\",\"seed\":5}";
    studio s;
    open_studio(&s);
    begin(&s, wanted);
    assert_true(ask(&s, 1, "{\"seat\":0}"));
    char *before = strdup(strstr(dado_text_string(&s.told), "\"svg\":"));
    assert_true(invite(&s, "{\"sitting\":1,\"seats\":[1]}"));
    assert_true(ask(&s, 1, "{\"seat\":0}"));
    assert_string_not_equal(before, strstr(dado_text_string(&s.told), "\"svg\":"));
    assert_null(strstr(dado_text_string(&s.told), "\"seed\""));
    free(before);
    const char *actor = strstr(begin(&s, wanted), "\"actor\":");
    char move[60];
    snprintf(move, sizeof move, "{\"seat\":%d,\"play\":0}", atoi(actor + strlen("\"actor\":")));
    assert_true(ask(&s, 2, move));
    assert_false(invite(&s, "{\"sitting\":2}"));
    assert_non_null(strstr(s.err.text, "before the first move"));
    close_studio(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kept_match_is_not_played_again_once_the_studio_closes),
        cmocka_unit_test(a_deleted_match_is_not_kept_again),
        cmocka_unit_test(guests_have_luck_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
