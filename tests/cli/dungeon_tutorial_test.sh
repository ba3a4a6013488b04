# The tutorial on dungeons is followed word for word, from the drawing to the heat map.
. tests/support/cli.sh

page=$here/docs/tutorial/dungeon.md
mkdir "$work/bin" "$work/desk"
ln -s "$DADO" "$work/bin/dado"
sed -n '/^```sh$/,/^```$/p' "$page" | grep -v '^```' >"$work/commands"
[ "$(grep -c '^dado ' "$work/commands")" -ge 7 ] || fail "the commands are gone"
cd "$work/desk"
PATH=$work/bin:$PATH
export PATH
sh -eu "$work/commands" >"$work/said" 2>"$work/log" || {
    tail -5 "$work/log" >&2
    fail "a command of the tutorial does not work"
}
grep -q '^  path  *29 ' "$work/said" || fail "the exit is not 29 steps away, as the page says"
grep -q '^  runner  *100 %' "$work/said" || fail "the runner does not always get out, as the page says"
grep -q '</html>' vault.html || fail "there is no page"
[ -s pictures/vault.map-greedy-deaths.svg ] || fail "there is no heat map"
printf 'e\nw\n' | dado play vault.map >"$work/played" 2>&1 || true
grep -q 'turn 0' "$work/played" || fail "the map cannot be played"
