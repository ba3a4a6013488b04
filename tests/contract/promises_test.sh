#!/bin/sh
# promises_test.sh - docs/reference/promises.md names the numbers that the program has.
set -eu
page=docs/reference/promises.md
wrong=0
says() {  # WHAT NUMBER
    grep -q -- "$1 $2 |" "$page" || { echo "$page does not say: $1 $2"; wrong=1; }
}
number() { sed -n "$1" "$2" | head -1; }
says '`document`' "$("$DADO" list games --json | sed -n 's/^{"document":\([0-9]*\).*/\1/p')"
says '`DADO_ABI`' "$(number 's/^#define DADO_ABI \([0-9]*\).*/\1/p' include/dado.h)"
says '| contract' "$("$DADO" --version | sed -n 's/.*contract \([0-9]*\).*/\1/p')"
says '`user_version`' "$(number 's/^ *schema_version = \([0-9]*\),.*/\1/p' src/lab/results_store.c)"
grep -q "libdado.so.$(number 's/^#define DADO_ABI \([0-9]*\).*/\1/p' include/dado.h)" "$page" || { echo "another library"; wrong=1; }
exit $wrong
