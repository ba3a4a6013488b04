# ./dev test names the tests that ctest skipped, and no others. ctest itself writes the log.
set -eu
fail() {
    echo "failed: $*"
    exit 1
}

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Three tests: one passes, and those named here are skipped or fail.
log_of() {  # STATUS OF room/second, STATUS OF room/third
    cat >CTestTestfile.cmake <<TXT
add_test([=[room/first]=] "/bin/sh" "-c" "exit 0")
add_test([=[room/second]=] "/bin/sh" "-c" "exit $1")
set_tests_properties([=[room/second]=] PROPERTIES SKIP_RETURN_CODE "77")
add_test([=[room/third]=] "/bin/sh" "-c" "exit $2")
set_tests_properties([=[room/third]=] PROPERTIES SKIP_RETURN_CODE "77")
TXT
    ctest -O log >/dev/null 2>&1 || true
    awk -f "$root/tools/skipped_tests.awk" log
}

[ "$(log_of 0 0)" = "" ] || fail "something is named where nothing was skipped"
[ "$(log_of 77 77)" = "room/second room/third" ] || fail "two were skipped: $(cat log)"
[ "$(log_of 77 1)" = "room/second" ] || fail "one was skipped and one failed: $(cat log)"

# The line itself, and what it promises: `all` installs, and leaves no test out.
grep -q 'awk -f tools/skipped_tests.awk build/quick_tests.log' "$root/dev" || fail "./dev test asks nobody"
sed -n '/^    all)/,/;;/p' "$root/dev" >all
grep -q 'need $TEST_PACKAGES' all || fail "./dev test all installs nothing"
sed -n '/^TEST_PACKAGES=/,/"$/p' "$root/dev" >packages
for package in chromium clang-tidy openmpi-bin neovim python3-pandas; do
    grep -qw -- "$package" packages || fail "./dev test all does not install $package"
done
grep -qx '        run_tests build ""' all || fail "./dev test all leaves tests out"
