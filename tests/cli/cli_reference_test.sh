# The reference in docs is what the program says today.
. tests/support/cli.sh

# The page is that of a program with everything built in.
"$DADO" help studio >/dev/null 2>&1 || { echo "skipped: built without the studio"; exit 77; }
ends_with 0 "$DADO" help --markdown
cmp -s "$out" docs/reference/cli.md ||
    fail "docs/reference/cli.md is not what the program says; write it anew with: ./dev reference"
