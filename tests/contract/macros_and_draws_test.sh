# Two habits that are not wanted in src/: a macro with the name of a function, which hides what is
# called; and a draw by the remainder of a division, which favours small numbers.
set -eu
fail() {
    echo "failed: $*"
    exit 1
}

# A function that a macro hides is defined with its name in brackets.
hidden() { grep -rnE '^[a-z][a-z_0-9 ]*[ *]\([a-z_0-9]+\)\(' --include='*.[ch]' "$@" || true; }
biased() { grep -rnE 'rng_next\([^()]*\) *%' --include='*.[ch]' "$@" || true; }
[ -z "$(hidden src)" ] || fail "a macro has the name of a function: $(hidden src)"
[ -z "$(biased src)" ] || fail "draw with dado_rng_below: $(biased src)"

# And it would be noticed.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/odd.c" <<'C'
dado_part *(dado_document_add)(dado_document *document)
{
    return parts + dado_rng_next(luck) % count;
}
C
[ -n "$(hidden "$work")" ] || fail "a hidden function would not be noticed"
[ -n "$(biased "$work")" ] || fail "a biased draw would not be noticed"
