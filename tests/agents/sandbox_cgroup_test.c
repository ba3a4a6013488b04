// sandbox_cgroup_test.c - where control groups are found, on systems of several kinds.
#include "support/test.h"

#include "agents/sandbox_cgroup.h"

static char mount[4096], own[4096];

static void a_system_with_version_2_alone_has_them_at_the_usual_place(void **state)
{
    (void)state;
    assert_true(dado_cgroup_find(
        "22 1 8:1 / / rw shared:1 - ext4 /dev/sda1 rw\n"
        "30 22 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n",
        "0::/user.slice/user-1000.slice/session-2.scope\n", mount, own));
    assert_string_equal(mount, "/sys/fs/cgroup");
    assert_string_equal(own, "/user.slice/user-1000.slice/session-2.scope");
}

static void beside_version_1_only_the_tree_of_version_2_counts(void **state)
{
    (void)state;
    assert_true(dado_cgroup_find("31 22 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
                                 "32 22 0:28 / /sys/fs/cgroup/unified rw - cgroup2 cgroup rw\n",
                                 "4:memory:/limited/here\n1:cpu:/\n0::/\n", mount, own));
    assert_string_equal(mount, "/sys/fs/cgroup/unified");
    assert_string_equal(own, "/");
}

// A container may have a part of the tree mounted: groups are named from the top all the same.
static void a_part_of_the_tree_is_named_from_where_it_is_mounted(void **state)
{
    (void)state;
    static const char part[] = "40 22 0:26 /box/7 /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
    assert_true(dado_cgroup_find(part, "0::/box/7/shell\n", mount, own));
    assert_string_equal(own, "/shell");
    assert_true(dado_cgroup_find(part, "0::/box/7\n", mount, own));
    assert_string_equal(own, "/");
    assert_false(dado_cgroup_find(part, "0::/box/77\n", mount, own));
    assert_false(dado_cgroup_find(part, "0::/other\n", mount, own));
}

static void what_lies_outside_or_is_not_there_is_not_found(void **state)
{
    (void)state;
    static const char usual[] = "30 22 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
    assert_false(dado_cgroup_find(usual, "0::/../other\n", mount, own));
    assert_false(dado_cgroup_find(usual, "4:memory:/\n", mount, own));
    assert_false(dado_cgroup_find(usual, "", mount, own));
    assert_false(dado_cgroup_find("", "0::/\n", mount, own));
    assert_false(dado_cgroup_find("30 22 0:26 / /tmp/cgroup2 rw - tmpfs cgroup2 rw\n", "0::/\n",
                                  mount, own));
    assert_false(dado_cgroup_find("30 22\n-\n   \n30 22 0:26 / /x rw\n", "0::/\n", mount, own));
}

// Where a group can be made it freezes; where not, it says why. Both ways nothing is left.
static void a_group_is_made_or_says_why_not(void **state)
{
    (void)state;
    dado_sandbox_cgroup group;
    dado_cgroup_limits limits = { .memory_mb = 64, .processes = 8 };
    dado_sandbox_cgroup_open(&group, &limits);
    bool counts = (group.powers & (DADO_CGROUP_MEMORY | DADO_CGROUP_PROCESSES)) ==
                  (DADO_CGROUP_MEMORY | DADO_CGROUP_PROCESSES);
    assert_true(counts == (group.missing == NULL));
    if (group.folder >= 0) {
        assert_true(dado_sandbox_cgroup_freeze(&group, true));
        assert_true(dado_sandbox_cgroup_freeze(&group, false));
    } else {
        assert_false(dado_sandbox_cgroup_freeze(&group, true));
    }
    dado_sandbox_cgroup_close(&group);
    assert_int_equal(group.above, -1);
    assert_int_equal(group.folder, -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_system_with_version_2_alone_has_them_at_the_usual_place),
        cmocka_unit_test(beside_version_1_only_the_tree_of_version_2_counts),
        cmocka_unit_test(a_part_of_the_tree_is_named_from_where_it_is_mounted),
        cmocka_unit_test(what_lies_outside_or_is_not_there_is_not_found),
        cmocka_unit_test(a_group_is_made_or_says_why_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
