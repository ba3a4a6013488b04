# Exit codes tell what was found (3) from what could not be done (1), and the reference lists them.
. tests/support/cli.sh
cd "$work"

"$DADO" help --markdown >reference
for code in 0 1 2 3 130; do
    grep -q "^| $code | " reference || fail "the reference does not list exit code $code"
done

printf '(game\n' >open.rcy
cp "$here/library/dice/pig.rcy" pig.rcy
printf '(game   (setup))\n' >loose.rcy
ends_with 0 "$DADO" check pig.rcy
ends_with 3 "$DADO" check open.rcy
ends_with 3 "$DADO" check open.rcy pig.rcy --json
ends_with 1 "$DADO" check nowhere.rcy
ends_with 1 "$DADO" check nowhere.rcy open.rcy
ends_with 2 "$DADO" check --stricter pig.rcy

cases=$here/tests/judge/cases
ends_with 0 "$DADO" doctor "$cases/dead-rule.rcy" --effort quick -q
ends_with 3 "$DADO" doctor "$cases/dead-rule.rcy" --effort quick --assert fine -q
ends_with 1 "$DADO" doctor nowhere.rcy --effort quick --assert fine -q

# The others of the list; replay --check is in tests/job/replay_check_test.c.
ends_with 3 "$DADO" format --check loose.rcy
ends_with 0 "$DADO" sim kuhn -n 50 --no-store -q --assert 'ties<100%'
ends_with 3 "$DADO" sim kuhn -n 50 --no-store -q --assert 'decisions>=20'
ends_with 0 "$DADO" sim dicepoints -D ROUNDS=2 -n 2000 --store odds.db -q
ends_with 0 "$DADO" solve dicepoints odds -D ROUNDS=2 --against last --store odds.db
ends_with 3 "$DADO" solve dicepoints odds -D ROUNDS=3 --against last --store odds.db
printf 'metric drama_points = 0\n' >flat.expect
ends_with 3 "$DADO" diff dicepoints -D ROUNDS=2 -A ROUNDS=30 -n 400 --target flat.expect --fail-if worse -q
ends_with 0 "$DADO" diff dicepoints -D ROUNDS=30 -A ROUNDS=2 -n 400 --target flat.expect --fail-if worse -q
printf 'function choose(turn) error("no") end\n' >bad.lua
ends_with 3 "$DADO" agent check ./bad.lua
ends_with 0 "$DADO" agent check random

# A file that cannot be read is not a finding; the others are looked at all the same.
printf 'no map\n' >bad.map
ends_with 1 "$DADO" map eval bad.map corridor -n 1 --no-store --types runner -q
grep -q corridor "$out" || fail "the good map was not looked at"

# What a variable says must make sense as well.
ends_with 2 env DADO_NATIVE=perhaps "$DADO" sim kuhn -n 1 --no-store
complains 'DADO_NATIVE must be auto, yes or no'
ends_with 2 env DADO_THREADS=many "$DADO" sim kuhn -n 1 --no-store
ends_with 0 env DADO_NATIVE=no "$DADO" sim kuhn -n 1 --no-store -q

# A store whose tables are not ours is damaged, whatever is asked of it.
command -v sqlite3 >/dev/null || { echo "skipped: no sqlite3 to damage a store with"; exit 0; }
ends_with 0 "$DADO" sim kuhn -n 10 -q
for damage in 'ALTER TABLE run RENAME COLUMN plan TO plans' 'DROP TABLE clock' \
    'ALTER TABLE block RENAME TO blocks' \
    "PRAGMA writable_schema=ON; UPDATE sqlite_master SET sql = 'CREATE TABLE run (' WHERE name = 'run'"; do
    sqlite3 dado.db ".backup damaged.db"
    sqlite3 damaged.db "$damage"
    for verb in runs 'runs show 1' 'sim kuhn -n 5 -q' 'runs verify 1' 'replay 1'; do
        # shellcheck disable=SC2086
        ends_with 1 "$DADO" $verb --store damaged.db
        complains 'is damaged'
    done
    rm -f damaged.db*
done
