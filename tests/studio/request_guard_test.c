// request_guard_test.c - who gets in, and that nobody else does.
#include "support/test.h"

#include "studio/request_guard.h"

static dado_request_guard guard_of_two_names(void)
{
    dado_request_guard guard = { .most_body = 1000 };
    assert_true(dado_request_guard_make_token(&guard, NULL));
    dado_request_guard_add_host(&guard, "127.0.0.1", 8080);
    dado_request_guard_add_host(&guard, "::1", 8080);
    return guard;
}

static int asked(const dado_request_guard *guard, dado_request_head caller)
{
    const char *why = NULL;
    int status = dado_request_guard_check(guard, &caller, &why);
    assert_non_null(why);
    return status;
}

static dado_request_head page(void)
{
    return (
        dado_request_head){ .method = "GET", .path = "/", .host = "127.0.0.1:8080", .body = -1 };
}

static dado_request_head post(const dado_request_guard *guard)
{
    return (dado_request_head){
        .method = "POST",
        .path = "/api/jobs",
        .host = "127.0.0.1:8080",
        .token = guard->token,
        .origin = "http://127.0.0.1:8080",
        .fetch_site = "same-origin",
        .content_type = "application/json",
        .body = 10,
    };
}

static void tokens_are_long_and_never_the_same(void **state)
{
    (void)state;
    dado_request_guard one = guard_of_two_names(), other = guard_of_two_names();
    assert_int_equal(strlen(one.token), DADO_TOKEN_SIZE - 1);
    assert_string_not_equal(one.token, other.token);
}

static void guests_reach_two_paths_without_the_token(void **state)
{
    (void)state;
    dado_request_guard guard = guard_of_two_names();
    dado_request_head caller = post(&guard);
    caller.token = NULL;
    caller.path = "/api/seat";
    assert_int_equal(asked(&guard, caller), 0);
    caller.path = "/api/seat/join";
    assert_int_equal(asked(&guard, caller), 0);
    caller.body = DADO_GUEST_BODY + 1;
    guard.most_body = 1 << 20;
    assert_int_equal(asked(&guard, caller), 413);
    caller.body = 10;
    static const char *const others[] = { "/api/seats",        "/api/seat/",      "/api/seat/1",
                                          "/api/seat/join/x",  "/api/sea",        "/api/jobs",
                                          "/api/seat/../jobs", "/api/invitations" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        caller.path = others[i];
        assert_int_equal(asked(&guard, caller), 401);
    }
    caller.path = "/api/seat";
    caller.method = "GET";
    assert_int_equal(asked(&guard, caller), 405);
    caller.method = "POST";
    caller.origin = "https://127.0.0.1:8080";  // no proxy is known
    assert_int_equal(asked(&guard, caller), 403);
    assert_true(dado_request_guard_add_address(&guard, "https://play.example.org", NULL));
    caller.host = "play.example.org";
    caller.origin = "https://play.example.org";
    assert_int_equal(asked(&guard, caller), 0);
    caller.origin = "http://elsewhere.example";
    assert_int_equal(asked(&guard, caller), 403);
    assert_false(dado_request_guard_add_address(&guard, "ftp://play.example.org", NULL));
}

static void the_page_itself_needs_no_token(void **state)
{
    (void)state;
    dado_request_guard guard = guard_of_two_names();
    assert_int_equal(asked(&guard, page()), 0);
    dado_request_head caller = page();
    caller.host = "[::1]:8080";
    assert_int_equal(asked(&guard, caller), 0);
    caller.fetch_site = "none";  // typed into the address bar
    assert_int_equal(asked(&guard, caller), 0);
    caller.method = "POST";
    assert_int_equal(asked(&guard, caller), 405);
}

static void a_foreign_name_for_this_machine_is_refused(void **state)
{
    (void)state;
    dado_request_guard guard = guard_of_two_names();
    static const char *const names[] = { "evil.example:8080",           "127.0.0.1", "127.0.0.1:80",
                                         "127.0.0.1:8080.evil.example", "",          NULL };
    for (int i = 0; i < 6; i++) {
        dado_request_head caller = page();
        caller.host = names[i];
        assert_int_equal(asked(&guard, caller), 403);
    }
}

static void other_sites_are_refused_even_with_the_token(void **state)
{
    (void)state;
    dado_request_guard guard = guard_of_two_names();
    assert_int_equal(asked(&guard, post(&guard)), 0);
    static const char *const origins[] = { "null", "http://evil.example", "https://127.0.0.1:8080",
                                           "http://127.0.0.1:9090", "http://127.0.0.1:8080/" };
    for (int i = 0; i < 5; i++) {
        dado_request_head caller = post(&guard);
        caller.origin = origins[i];
        assert_int_equal(asked(&guard, caller), 403);
    }
    dado_request_head caller = post(&guard);
    caller.fetch_site = "cross-site";
    assert_int_equal(asked(&guard, caller), 403);
    caller.fetch_site = "same-site";
    assert_int_equal(asked(&guard, caller), 403);
}

static void nothing_but_the_page_goes_without_the_token(void **state)
{
    (void)state;
    dado_request_guard guard = guard_of_two_names();
    char nearly[DADO_TOKEN_SIZE];
    memcpy(nearly, guard.token, sizeof nearly);
    nearly[0] = nearly[0] == '0' ? '1' : '0';
    const char *tokens[] = { NULL, "", "x", nearly };
    for (int i = 0; i < 4; i++) {
        dado_request_head caller = post(&guard);
        caller.token = tokens[i];
        assert_int_equal(asked(&guard, caller), 401);
        caller.method = "GET";
        assert_int_equal(asked(&guard, caller), 401);
    }
}

static void bodies_are_json_and_not_too_long(void **state)
{
    (void)state;
    dado_request_guard guard = guard_of_two_names();
    static const char *const types[] = { NULL, "text/plain", "application/x-www-form-urlencoded",
                                         "multipart/form-data", "application/jsonp" };
    for (int i = 0; i < 5; i++) {
        dado_request_head caller = post(&guard);
        caller.content_type = types[i];
        assert_int_equal(asked(&guard, caller), 415);
    }
    dado_request_head caller = post(&guard);
    caller.content_type = "application/json; charset=utf-8";
    assert_int_equal(asked(&guard, caller), 0);
    caller.body = 1001;
    assert_int_equal(asked(&guard, caller), 413);
    caller.body = -1;
    assert_int_equal(asked(&guard, caller), 411);
    caller.method = "PATCH";
    assert_int_equal(asked(&guard, caller), 405);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_are_long_and_never_the_same),
        cmocka_unit_test(guests_reach_two_paths_without_the_token),
        cmocka_unit_test(the_page_itself_needs_no_token),
        cmocka_unit_test(a_foreign_name_for_this_machine_is_refused),
        cmocka_unit_test(other_sites_are_refused_even_with_the_token),
        cmocka_unit_test(nothing_but_the_page_goes_without_the_token),
        cmocka_unit_test(bodies_are_json_and_not_too_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
