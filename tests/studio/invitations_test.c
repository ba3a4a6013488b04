// invitations_test.c - links and cookies of guests are good for one seat, and end by themselves.
#include "support/test.h"

#include <stdio.h>

#include "studio/invitations.h"

enum { hour = 3600, day = 24 * hour };

static bool knows(dado_invitations *invitations, const char *cookie)
{
    char header[DADO_TOKEN_SIZE + 20];
    dado_guest guest;
    snprintf(header, sizeof header, "dado_seat=%s", cookie);
    return dado_invitations_find(invitations, header, &guest) && guest.sitting == 7 &&
           guest.seat == 2;
}

static bool join(dado_invitations *invitations, const char *token, char cookie[DADO_TOKEN_SIZE])
{
    dado_guest guest;
    return dado_invitations_join(invitations, token, cookie, &guest, NULL);
}

static void a_link_ends_after_a_day(void **state)
{
    (void)state;
    char token[DADO_TOKEN_SIZE], cookie[DADO_TOKEN_SIZE];
    dado_invitations *invitations = dado_invitations_open();
    assert_true(dado_invitations_make(invitations, 7, 2, token, NULL));
    dado_invitations_age(invitations, day + 1);
    assert_false(join(invitations, token, cookie));
    dado_invitations_close(invitations);
}

static void a_cookie_ends_after_a_day(void **state)
{
    (void)state;
    char token[DADO_TOKEN_SIZE], cookie[DADO_TOKEN_SIZE];
    dado_invitations *invitations = dado_invitations_open();
    assert_true(dado_invitations_make(invitations, 7, 2, token, NULL));
    dado_invitations_age(invitations, day - hour);
    assert_true(join(invitations, token, cookie));
    dado_invitations_age(invitations, day - hour);
    assert_true(knows(invitations, cookie));
    dado_invitations_age(invitations, hour + 1);
    assert_false(knows(invitations, cookie));
    dado_invitations_close(invitations);
}

static void a_cookie_ends_an_hour_after_the_match(void **state)
{
    (void)state;
    char token[DADO_TOKEN_SIZE], cookie[DADO_TOKEN_SIZE];
    dado_invitations *invitations = dado_invitations_open();
    assert_true(dado_invitations_make(invitations, 7, 2, token, NULL));
    assert_true(join(invitations, token, cookie));
    dado_invitations_match_is_over(invitations, 6);  // another table's
    dado_invitations_age(invitations, hour + 1);
    assert_true(knows(invitations, cookie));
    dado_invitations_match_is_over(invitations, 7);
    dado_invitations_age(invitations, hour - 1);
    dado_invitations_match_is_over(invitations, 7);  // said again, it gives no more time
    assert_true(knows(invitations, cookie));
    dado_invitations_age(invitations, 2);
    assert_false(knows(invitations, cookie));
    dado_invitations_close(invitations);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_link_ends_after_a_day),
        cmocka_unit_test(a_cookie_ends_after_a_day),
        cmocka_unit_test(a_cookie_ends_an_hour_after_the_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
