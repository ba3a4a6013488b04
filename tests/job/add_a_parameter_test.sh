# Adding a parameter takes one row: it is a flag, help, manual, completion, reference and schema at
# once, and its values are checked.
. tests/support/scratch_build.sh

sed 's/^    \.params = { DADO_PARAMS(/&\
        DADO_PARAM(WHOLE, "sheen", '"'z'"', .usual = "3", .least = 1, .most = 9,\
                   .about = "How much it shines."),\
        /' src/job/list_catalog.c >"$work/src/job/list_catalog.c"
touched 1 "$work"/src/*/*
[ "$(grep -c sheen "$work/src/job/list_catalog.c")" = 1 ] || fail "no row was added"
build_program "$work/src/job/list_catalog.c"

ends_with 0 "$program" list agents --sheen 4 -q
ends_with 0 "$program" list agents -z 4 --json
grep -q '"parameters":{"sheen":4,"what":"agents"}' "$out" || fail "$(head -c 200 "$out")"
grep -q '"command":"dado list agents -z 4"' "$out" || fail "$(head -c 200 "$out")"
ends_with 0 "$program" list agents --json
grep -q '"sheen":3[,}]' "$out" || fail "what is usual is not told"
ends_with 2 "$program" list agents --sheen 10
complains "--sheen must be a whole number from 1 to 9, not \"10\""
ends_with 2 "$program" list --shen 1
complains "did you mean --sheen?"
for way in "list --help" "help --man list" "help --completion bash" "help --markdown" \
    "help --schema list"; do
    # shellcheck disable=SC2086 # words are meant to be split
    ends_with 0 "$program" $way
    grep -q sheen "$out" || fail "not told by dado $way"
done
