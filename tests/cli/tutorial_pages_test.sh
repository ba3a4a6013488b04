# Every tutorial can be followed as it is printed, in an empty folder, and comes out as it says.
. tests/support/cli.sh
. tests/support/run_doc_pages.sh

for page in docs/tutorial/*.md; do
    case "$page" in
    *first-game.md | *board-game.md) continue ;;  # cli/language_pages follows them
    *levels.md) continue ;;  # evolve/level_tutorial follows it, and compares what it bred
    *agents.md) [ -x /usr/bin/python3 ] || continue ;;
    esac
    ! grep -q '^```sh$' "$page" || follow "$page"
done

# A page in Portuguese has the commands and files of its page in English, and is followed too. (The one
# about a first game is followed by cli/language_pages.)
blocks() { awk '/^```/ { inside = !inside; print; next } inside || /^<!--/' "$1"; }
for page in docs/pt/*.md; do
    name=$(basename "$page")
    blocks "$page" >"$work/portuguese"
    blocks "docs/tutorial/$name" >"$work/english"
    same "$work/english" "$work/portuguese"
    case "$name" in
    first-game.md) continue ;;
    agents.md) [ -x /usr/bin/python3 ] || continue ;;
    esac
    rm -rf "${work:?}/${name%.md}" "$work/.${name%.md}"
    follow "$page"
done
grep -q saveturnstats "$work/mend-a-game/bred/variant-01.rcy" || fail "what measures was bred away"
printf 'e\nw\n' | (cd "$work/dungeon" && "$DADO" play vault.map --no-store) >"$out" 2>&1 || true
grep -q 'turn 0' "$out" || fail "the map cannot be played"
