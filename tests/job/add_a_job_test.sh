# The example of docs/how-to/add-a-job.md does what the page says: one file and one line, and it is a verb, a manual page, a completion, a page
# of the reference and a request in JSON at once.
. tests/support/scratch_build.sh

page=docs/how-to/add-a-job.md

# The n-th fenced block of the page.
block() {
    awk -v wanted="$1" '/^```/ { inside = !inside; if (inside) n++; next }
                        inside && n == wanted' "$page"
}

block 1 >"$work/src/job/weigh.c"
{ cat src/job/shelf.def; block 2; } >"$work/src/job/shelf.def"
touched 2 "$work"/src/*/*
build_program src/job/job.c "$work/src/job/weigh.c"

ends_with 0 "$program" weigh kuhn
grep -q '^Kuhn poker$' "$out" || fail "$(cat "$out")"
grep -q '^  bytes a state  [0-9]' "$out" || fail "$(cat "$out")"
ends_with 0 "$program" weigh kuhn --json
grep -q '"job":"weigh","parameters":{"game":"kuhn"}.*"bytes":{"label":"bytes a state","value":' "$out" ||
    fail "$(cat "$out")"
ends_with 0 "$program" weigh kuhn --report "$work/page.html"
grep -q 'bytes a state' "$work/page.html" || fail "not on the page"
ends_with 2 "$program" weigh
complains "GAME is missing: dado weigh GAME"
ends_with 1 "$program" weigh kuhm
complains "did you mean kuhn"
ends_with 0 "$program" weigh --help
grep -q -- '--set NAME=VALUE' "$out" || fail "no help"
ends_with 0 "$program" help --man weigh
grep -q 'DADO-WEIGH' "$out" || fail "no manual page"
ends_with 0 "$program" help --completion bash
grep -q '"weigh") ' "$out" || fail "no completion"
ends_with 0 "$program" help --markdown
grep -q '^## dado weigh' "$out" || fail "no page of the reference"
ends_with 0 "$program" help --schema weigh
grep -q '"const":"weigh"' "$out" || fail "no schema of requests"
