# The reference in docs is what the program says today.
. tests/support/cli.sh

ends_with 0 "$DADO" help --markdown
cmp -s "$out" docs/reference/cli.md ||
    fail "docs/reference/cli.md is not what the program says; write it anew with: ./dev reference"
