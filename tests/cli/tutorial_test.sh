# Every tutorial can be followed as it is printed, in an empty folder, and comes out as it says.
. tests/support/cli.sh
. tests/support/pages.sh

for page in docs/tutorial/*.md; do
    case "$page" in
    *first-game.md | *board-game.md) continue ;;  # cli/language_pages follows them
    *levels.md) continue ;;  # evolve/level_tutorial follows it, and compares what it bred
    *agents.md) [ -x /usr/bin/python3 ] || continue ;;
    esac
    ! grep -q '^```sh$' "$page" || follow "$page"
done
grep -q saveturnstats "$work/mend-a-game/bred/variant-01.rcy" || fail "what measures was bred away"
printf 'e\nw\n' | (cd "$work/dungeon" && "$DADO" play vault.map --no-store) >"$out" 2>&1 || true
grep -q 'turn 0' "$out" || fail "the map cannot be played"
