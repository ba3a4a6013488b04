# Scenarios are played and held to what they expect; one bad file costs that file; generators that
# fail say why, wherever they are used.
. tests/support/cli.sh

ends_with 0 "$DADO" check library/territorio/*.territorio
grep -q 'OK NO_MOVES OK OK' "$out" || fail "the duel is not as expected"
sed 's/"NO_MOVES", "OK", "OK"\]/"OK", "OK", "OK"]/' library/territorio/duel.territorio \
    >"$work/wrong.territorio"
printf 'nothing\n' >"$work/bad.territorio"
ends_with 3 "$DADO" check "$work/bad.territorio" "$work/wrong.territorio" \
    library/territorio/duel.territorio --json
grep -q 'the answer to this command was NO_MOVES, not OK' "$out" || fail "the first difference is not named"
grep -q 'duel.territorio' "$out" || fail "a bad file costs the others"

ends_with 1 "$DADO" check "$work/nowhere.territorio" library/territorio/duel.territorio
grep -q 'OK NO_MOVES OK OK' "$out" || fail "a file that is not there costs the others"

cat >"$work/broken.lua" <<'LUA'
function generate(map, p, rng)
    error("oh no")
end
LUA
for verb in "gen" "eval" "range" "compare rooms" "illuminate"; do
    # shellcheck disable=SC2086 # two words
    ends_with 1 "$DADO" map $verb "$work/broken.lua"
    grep -q 'broken.lua:2: L_RUNTIME: oh no' "$err" || {
        cat "$err" >&2
        fail "map $verb does not say code, file and line"
    }
done
