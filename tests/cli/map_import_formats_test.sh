# Maps that others made with other tools: every file is imported and played, or refused with a
# reason; docs/reference/map-forms.md says which, and says so rightly. With DADO_TABLE=1 the table
# is printed instead.
. tests/support/cli.sh

# Each form has a row there.
for form in tmx tiled ldtk ogmo pcg des xp octile griddly overcooked vglc numbers ascii; do
    grep -q "^| \`$form\` |" docs/reference/map-forms.md || fail "$form is not in the reference"
done

# Tiled itself opens what is exported for it, and what it saves comes back.
if command -v tiled >/dev/null && command -v timeout >/dev/null; then
    ends_with 0 "$DADO" map export library/maps/treasury.map -o "$work/t.tmx"
    export QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR="$work" HOME="$work"
    timeout 60 tiled --export-map "$work/t.tmx" "$work/t.json" >/dev/null 2>"$err" ||
        fail "Tiled does not open what is exported for it: $(cat "$err")"
    ends_with 0 "$DADO" map import "$work/t.json" -o "$work/t.map"
    same "$work/t.map" library/maps/treasury.map
else
    echo "tiled is not installed: its own reading of the export is not tried" >&2
fi
# Loops within loops end after a fixed number of steps.
{
    printf 'LEVEL: "m"\nMAP\n-----\n|...|\n-----\nENDMAP\n'
    for _ in 1 2 3 4 5 6; do echo 'LOOP[100] {'; done
    echo 'OBJECT:random'
    for _ in 1 2 3 4 5 6; do echo '}'; done
} >"$work/loops.des"
(ulimit -t 30 && "$DADO" map import "$work/loops.des" -o "$work/loops.map" 2>"$err") ||
    fail "loops within loops do not end"

ends_with 0 "$DADO" map export library/maps/lair.map -o "$work/t.ldtk"
ends_with 0 "$DADO" map import "$work/t.ldtk" -o "$work/t.map"
same "$work/t.map" library/maps/lair.map

corpus=$here/../shared/corpus/maps
[ -f "$corpus/SOURCES.tsv" ] || {
    echo "SKIPPED: ../shared/corpus/maps is not here" >&2
    exit 77
}
imported=0
cut -f1 "$corpus/SOURCES.tsv" | tail -n +2 >"$work/files"
while read -r file; do
    stem=$(basename "${file%.*}")
    legend=tests/worlds/legends/${file%%/*}/$stem.legend
    set -- "$file"
    with=""
    if [ -f "$legend" ]; then
        set -- "$file" --legend "$here/$legend"
        with=" with a legend"
    fi
    if (cd "$corpus" && "$DADO" map import "$@" -o "$work/m.map") 2>"$err"; then
        imported=$((imported + 1))
        losses=$(wc -l <"$err")
        size=$(sed -n '2s/-/ × /p' "$work/m.map")
        "$DADO" map eval "$work/m.map" -n 10 --types explorer --no-store --csv "$work/games" \
            >/dev/null 2>"$err" || fail "$file is imported but cannot be played: $(cat "$err")"
        wins=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "win") w = i; next }
            { n += $w } END { print n + 0 }' "$work/games")
        echo "| \`$file\` | imported$with | $size | $losses | $wins of 10 |"
    else
        reason=$(sed -n '1s/^dado map import: [^ ]*: //p' "$err")
        [ -n "$reason" ] || fail "$file is refused without a reason: $(cat "$err")"
        echo "| \`$file\` | refused: $reason | | | |"
    fi
done <"$work/files" >"$work/table"
if [ -n "${DADO_TABLE:-}" ]; then
    cat "$work/table"
    exit 0
fi
[ "$(grep -c imported "$work/table")" -ge 30 ] || fail "fewer than thirty files are imported"
grep '^| `[a-z]*/' docs/reference/map-forms.md >"$work/stated" || fail "the reference has no table"
same "$work/table" "$work/stated"
