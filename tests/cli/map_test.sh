# dado map: the same bytes on any number of threads and after being killed, and clear refusals.
. tests/support/cli.sh

maps=$here/library/maps

same_on_any_number_of_threads map eval rooms "$maps/treasury.map" --maps 3 -n 12 --target casual
killed_anywhere_it_resumes 2 map eval caves --maps 8 -n 600 --types explorer,smart,brave

# The CSV has a line a game, the columns of the specification and the outcome of each.
head=$(head -1 "$work/threads-1/csv")
[ "$head" = "map,profile,game,seed,outcome,moves,attacks,turns,time_s,items,items_recover,items_attr,gold,enemies_seen,enemies_defeated,seen_pct,defeated_pct,win,explored,damage_taken,damage_dealt,hp_end,hp_min,hp_exit,backtrack,efficiency,overheal,exit_seen_turn,drought,replans" ] ||
    fail "the head of the CSV is $head"
[ "$(wc -l <"$work/threads-1/csv")" = 289 ] || fail "the CSV has not a line a game"

# A profile plays the same games whoever else plays.
ends_with 0 "$DADO" map eval "$maps/treasury.map" -n 5 -q --no-store --csv "$work/all"
ends_with 0 "$DADO" map eval "$maps/treasury.map" -n 5 -q --no-store --csv "$work/one" --types smart
grep ',smart,' "$work/all" >"$work/all-smart"
grep ',smart,' "$work/one" >"$work/one-smart"
same "$work/all-smart" "$work/one-smart"

# What is shipped as a file plays as what is built in, and a copy may be changed.
ends_with 0 "$DADO" map eval "$maps/treasury.map" -n 5 --no-store --types library/profiles/brave.profile
sed 's/^greed_gold .*/greed_gold = 99/' library/profiles/brave.profile >"$work/mine.profile"
ends_with 0 "$DADO" map eval "$maps/treasury.map" -n 5 --no-store --types "$work/mine.profile"
printf 'extra = 3\ngreed_gol = 1\n' >"$work/wrong.profile"
ends_with 1 "$DADO" map eval "$maps/treasury.map" -n 5 --no-store --types "$work/wrong.profile"
complains 'wrong.profile:2:1: there is no option greed_gol here; did you mean greed_gold?'

# A map that does not load is reported in its place, and the rest goes on.
printf '0.0\n2-1\n1:0 1:0\n' >"$work/bad.map"
ends_with 1 "$DADO" map eval "$work/bad.map" nowhere.map romos corridor -n 3 --no-store --types runner
grep -q 'E_NO_EXIT' "$out" || fail "the code of the bad map is missing"
grep -q 'error: nowhere.map: there is no file' "$out" || fail "a file that is not there is not told"
grep -q 'did you mean rooms' "$out" || fail "a name that was mistyped is not told"
grep -q '^  corridor.map  *100 %' "$out" || fail "the good map was not played"

# A map nobody can win says so wherever it is judged, first, and is worth little.
printf '0.0\n4-2\n1:1 1:1 0:0 2:4\n1:1 1:1 0:0 0:0\n' >"$work/shut.map"
printf 'metric death = 0\n' >"$work/alive.expect"
for form in text json html; do
    ends_with 0 "$DADO" map eval "$work/shut.map" -n 5 --no-store --types runner --format $form \
        --target "$work/alive.expect"
    grep -q 'Nobody can win shut.map' "$out" || fail "$form: nobody is told that nobody can win"
done
ends_with 0 "$DADO" map eval "$work/shut.map" -n 5 --no-store --types runner --target "$work/alive.expect"
[ "$(sed -n 3p "$out")" = '  ✗ Nobody can win shut.map.' ] || fail "it does not begin with what is wrong"
grep -q '^  shut.map  *0.1000 ' "$out" || fail "the quality is not capped"
grep -q '^  runner  .* 0.1000 .* 0.1000 ' "$out" || fail "the quality of all games is not capped"
grep -q 'The quality of a measure is the chance' "$out" || fail "quality is not explained"
tr -s ' \n' ' ' <"$out" | grep -q 'runner gave games up, first on shut.map: at (0, 0) it has seen all' ||
    fail "the runner does not say why it gives up"
ends_with 0 "$DADO" doctor "$work/shut.map" --effort quick
sed -n 1,4p "$out" | grep -q 'W_EXIT_UNREACHABLE' || fail "doctor does not begin with the exit"
ends_with 0 "$DADO" check "$work/shut.map"
grep -q 'W_EXIT_UNREACHABLE' "$out" || fail "check does not say that nobody can win"
ends_with 3 "$DADO" check "$work/shut.map" --strict

# Heat maps are the same way up in the terminal as on the page, with scale and axes.
ends_with 0 "$DADO" map eval lair -n 5 --no-store --types brave --heat visits --report "$work/lair.html"
grep -q 'y ↓, x →' "$out" || fail "the axes of a heat map are not named"
grep -q 'turns: ░ ' "$out" || fail "a heat map has no scale"
grep -q 'y ↓   x →' "$work/lair.html" || fail "the page has another way up"
ends_with 1 "$DADO" map show "$work/bad.map"
complains 'bad.map:3' 4
complains 'E_NO_EXIT' 4
printf '0.0\n2-1\n1:0 \0002:0\n' >"$work/zero.map"
ends_with 1 "$DADO" map show "$work/zero.map"
complains 'E_ENCODING' 4

# Wishes: presets, files, and what is wrong with them.
printf 'metric gold = 60\nmetric gld = 3\n' >"$work/w.expect"
ends_with 1 "$DADO" map eval rooms --maps 1 -n 2 --no-store --target "$work/w.expect"
complains 'X_UNKNOWN_METRIC'
complains 'w.expect:2'
printf 'metric gold = ignore\n' >"$work/w.expect"
ends_with 1 "$DADO" map eval rooms --maps 1 -n 2 --no-store --target "$work/w.expect"
complains 'Q_NO_METRICS'

# Scripts that loop, eat or reach out are stopped, and the evaluation goes on without them.
printf 'function decide()\n  while true do end\nend\n' >"$work/loop.lua"
ends_with 0 "$DADO" map eval "$maps/corridor.map" -n 2 --no-store --types "$work/loop.lua,runner"
complains 'loop.lua:2: L_BUDGET' 9
grep -q 'runner  *100 %' "$out" || fail "the runner was not played"
printf 'function generate(map)\n  os.remove("x")\nend\n' >"$work/reach.lua"
ends_with 1 "$DADO" map eval "$work/reach.lua" "$maps/corridor.map" --maps 2 -n 2 --no-store --types runner
grep -q 'L_RUNTIME' "$out" || fail "the failed generator is not reported"
printf 'function generate(map)\n  local t = {}\n  while true do t[#t + 1] = {} end\nend\n' >"$work/eat.lua"
ends_with 1 "$DADO" map gen "$work/eat.lua"
complains 'L_MEMORY' 4

# Names: what was meant.
ends_with 1 "$DADO" map gen romos
complains 'did you mean rooms'
ends_with 1 "$DADO" map eval rooms --types bravo --no-store
complains 'did you mean brave'
ends_with 1 "$DADO" map gen rooms -D colls=3
complains 'colls'

# The shipped generator script and templates; a generator's maps are files that load.
ends_with 0 "$DADO" map gen caves --maps 3 --seed 5 -o "$work/made"
[ "$(ls "$work/made" | wc -l)" = 3 ] || fail "three maps were asked for"
ends_with 0 "$DADO" map show "$work/made/caves-1.map"
ends_with 0 "$DADO" map gen rooms -D templates=@library/scripts/enemies.lua
ends_with 0 "$DADO" map gen gentest -D inner=miners -D min_path=40
complains 'attempts'
ends_with 0 "$DADO" map gen gentest -D min_quality=0.2 --target casual --types smart -n 5

# Export and import: what goes out as letters or JSON comes back.
for form in ascii json svg png map; do
    ends_with 0 "$DADO" map export "$maps/crossroads.map" --to $form -o "$work/x.$form"
    [ -s "$work/x.$form" ] || fail "$form is empty"
done
[ "$(head -c 4 "$work/x.png" | tail -c 3)" = PNG ] || fail "what is called png is none"
same "$work/x.map" "$maps/crossroads.map"
ends_with 0 "$DADO" map import "$work/x.ascii" -o "$work/back.map"
ends_with 0 "$DADO" map export "$work/back.map" --to ascii
same "$out" "$work/x.ascii"

cat >"$work/t.tmx" <<'TMX'
<?xml version="1.0" encoding="UTF-8"?>
<!-- a map -->
<map version="1.10" width="4" height="2" tilewidth="16" tileheight="16">
 <tileset firstgid="1" name="t"/>
 <layer id="1" name="id" width="4" height="2">
  <data encoding="csv">
2,2,2,3,
1,2,2,1
</data>
 </layer>
 <objectgroup id="2" name="things">
  <object id="1" type="start" x="0" y="0" width="16" height="16"/>
  <object id="2" type="rat" x="32" y="16" width="16" height="16"/>
 </objectgroup>
</map>
TMX
ends_with 0 "$DADO" map import "$work/t.tmx"
printf '0.0\n4-2\n1:1 1:1 1:1 2:4\n0:0 1:1 1:1 0:0\nEnemy:\n2,1,4,3,0,4,150,2,0\n' >"$work/expected"
same "$out" "$work/expected"
cat >"$work/t.json" <<'JSON'
{"width":4,"height":2,"tilewidth":16,"tileheight":16,"tilesets":[{"firstgid":1}],
"layers":[{"type":"objectgroup","objects":[{"type":"start","x":0,"y":0},{"type":"rat","x":32,"y":16}]},
{"type":"tilelayer","data":[2,2,2,3,1,2,2,1]}]}
JSON
ends_with 0 "$DADO" map import "$work/t.json"
same "$out" "$work/expected"
printf '1 1 1 2\n0 1 7 0\n' >"$work/t.num"
printf '7 = 1 rat\n' >"$work/legend"
ends_with 0 "$DADO" map import "$work/t.num" --legend "$work/legend"
complains 'there is no start: put at'
printf '7 = 1 dragon\n' >"$work/bad.legend"
ends_with 1 "$DADO" map import "$work/t.num" --legend "$work/bad.legend"
complains 'no template is called "dragon"'
printf '9 1 1 2\n0 1 7 0\n' >"$work/t.num"
printf '7 = 1 rat\n9 = 1 start\n' >"$work/legend"
ends_with 0 "$DADO" map import "$work/t.num" --legend "$work/legend"
same "$out" "$work/expected"
sed 's/csv/base64/' "$work/t.tmx" >"$work/u.tmx"
ends_with 1 "$DADO" map import "$work/u.tmx"
complains 'u.tmx:6'

# Generators looked at: range, comparison, illumination on any number of threads.
ends_with 0 "$DADO" map range bsp --maps 60 --csv "$work/range.csv" --svg "$work/range.svg"
grep -q '</svg>' "$work/range.svg" || fail "the range is not drawn"
ends_with 0 "$DADO" map compare rooms caves --maps 40
grep -q 'floor_ratio' "$out" || fail "the comparison has no measures"
ends_with 0 "$DADO" map compare rooms caves --maps 10 -n 3 --types smart,brave -q
grep -q 'damage_taken' "$out" || fail "the comparison has no measures of games"
ends_with 0 "$DADO" map range rooms --maps 12 -n 2 --types brave --x gold --y win -q
for threads in 1 2; do
    ends_with 0 "$DADO" map illuminate caves --first 8 --batch 4 --batches 2 -n 2 --types brave \
        --threads $threads --csv "$work/elites-$threads" --svg "$work/elites.svg"
done
same "$work/elites-1" "$work/elites-2"

# A campaign is a progression; a page and pictures are made.
ends_with 0 "$DADO" map eval "$maps/corridor.map" "$maps/lair.map" -n 3 --no-store --campaign \
    --types brave --report "$work/page.html" --pictures "$work/pictures"
grep -q 'much harder' "$out" || fail "the step up is not told"
grep -q '<svg' "$work/page.html" || fail "the page has no picture"
[ -s "$work/pictures/lair.map-brave-deaths.svg" ] || fail "a heat map is missing"
printf '####\n#@##\n##>#\n####\n' >"$work/shut.txt"
ends_with 0 "$DADO" map import "$work/shut.txt" -o "$work/shut2.map"
[ "$(head -1 "$err")" = 'nobody can win this map: no exit can be reached from the start' ] ||
    fail "what spoils the map is not said first: $(cat "$err")"

# A map of a million cells is walked through in less than a second; far more than that is given here.
awk 'BEGIN {
    n = 1024
    printf "1.1\n%d-%d\n", n, n
    for (y = 0; y < n; y++) {
        line = ""
        for (x = 0; x < n; x++) {
            edge = x == 0 || y == 0 || x == n - 1 || y == n - 1
            wall = edge || (x % 16 == 0 && y % 16 != 8) || (y % 16 == 0 && x % 16 != 8)
            id = x == n - 2 && y == n - 2 ? 2 : wall ? 0 : 1
            line = line (x ? " " : "") id ":" id
        }
        print line
    }
}' >"$work/rooms.map"
for profile in runner explorer; do
    (ulimit -t 30 && "$DADO" sim "$work/rooms.map" -n 1 --limit 200000 \
        --agents profile:profile=$profile --no-store -q >"$out") ||
        fail "a map of a million cells takes the $profile longer than thirty seconds"
    grep -q '^  win  *100 %' "$out" || fail "the $profile does not find through a large map"
done
grep -q '^  explored  *1 ' "$out" || fail "the explorer does not see all of a large map"
