# The package for npm, unpacked in an empty folder without a network: the command on WebAssembly. It follows
# the first tutorial and answers as the program does, in the same bytes.
. tests/support/cli.sh
tarball=$(ls build-npm/dado-*.tgz 2>/dev/null) || { echo "skipped: there is no package for npm (./dev npm)"; exit 77; }
command -v npm >/dev/null || { echo "skipped: npm is not installed"; exit 77; }

mkdir "$work/empty" && cd "$work/empty"
export npm_config_cache="$work/cache" npm_config_offline=true npm_config_update_notifier=false
npm install --no-audit --no-fund --loglevel=error "$here/$tarball" >/dev/null
npx dado --version >"$out"
"$DADO" --version | cut -d' ' -f1,2 >"$work/version"
grep -q -x -F "$(cat "$work/version")" <<TXT || fail "another version"
$(cut -d' ' -f1,2 "$out")
TXT
# What npx finds, without the half second that npx takes to find it.
node=$work/empty/node_modules/.bin/dado
[ -x "$node" ] || fail "the package has no command"

# ---- the first tutorial, as it is printed
cd "$here"
mkdir "$work/tutorial"
{
    printf 'set -eu\ndado() { "%s" "$@"; }\n' "$node"
    awk -f tests/support/doc_page_to_script.awk docs/tutorial/first-game.md
} >"$work/tutorial.sh"
(cd "$work/tutorial" && sh "$work/tutorial.sh") 2>"$work/tutorial.err" || {
    tail -30 "$work/tutorial.err" >&2
    fail "the first tutorial is not as it is printed"
}

# ---- the same documents
wrong_use=
agree() {  # WORDS
    code=0 other=0
    "$DADO" "$@" >"$work/program" 2>"$work/program.err" || code=$?
    "$node" "$@" >"$work/node" 2>"$work/node.err" || other=$?
    [ "$code" != 2 ] || [ "$wrong_use" = allowed ] || { cat "$work/program.err" >&2; fail "the program refuses: $*"; }
    [ "$code" = "$other" ] || { cat "$work/node.err" >&2; fail "exit code $other, not $code: $*"; }
    cmp -s "$work/program" "$work/node" || {
        diff "$work/program" "$work/node" | cut -c1-300 | head -5 >&2 || true
        fail "node answers otherwise: $*"
    }
}
export DADO_LIBRARY="$here/library" DADO_STORE="$work/store.db"
games="library/cards/hearts.rcy library/dice/pig.rcy library/boards/threeinarow.rcy"
[ -z "${DADO_LONG:-}" ] || games=$(find library -name '*.rcy' | LC_ALL=C sort)
count=0
for game in $games; do
    agree check "$game" --json
    agree format "$game" --check
    agree sim "$game" -n 40 --seed 5 --json --no-store
    agree rulebook "$game"
    count=$((count + 1))
done
echo "$count games: the same documents"
first=$(echo $games | cut -d' ' -f1)
agree sim hearts -n 400 --json --no-store
cp "$work/node" "$work/all-cores"
"$node" sim hearts -n 400 --json --no-store --threads 1 >"$work/one"
"$node" sim hearts -n 400 --json --no-store --threads 3 >"$work/three"
for some in one three; do
    sed 's/ --threads [13]//; s/"threads":[13],*//' "$work/$some" >"$work/$some.plain"
    cmp -s "$work/$some.plain" "$work/all-cores" || fail "threads show in the answer ($some)"
done
agree diff library/dice/pig.rcy library/tutorial/lanterns.rcy --json
agree sweep library/dice/pig.rcy -D GOAL=20..40:20 -n 100 --json --no-store
agree solve library/boards/threeinarow.rcy --json
agree check "$first" --format sarif
agree explain E101
wrong_use=allowed
agree sim nowhere
agree sim hearts -n nine
wrong_use=
printf '1\n1\nquit\n' >"$work/typed"
"$DADO" play pig --seed 1 --no-store <"$work/typed" >"$work/program" 2>&1
"$node" play pig --seed 1 --no-store <"$work/typed" >"$work/node" 2>&1
same "$work/program" "$work/node"
[ -z "${DADO_LONG:-}" ] || agree doctor library/dice/pig.rcy --effort quick --json

# ---- an editor
message() { printf 'Content-Length: %d\r\n\r\n%s' "$(printf %s "$1" | wc -c)" "$1"; }
{
    message '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
    message '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///x.rcy","languageId":"recycle","version":1,"text":"(game"}}}'
    message '{"jsonrpc":"2.0","id":2,"method":"shutdown"}'
    message '{"jsonrpc":"2.0","method":"exit"}'
} >"$work/typed"
"$DADO" lsp <"$work/typed" >"$work/program"
"$node" lsp <"$work/typed" >"$work/node"
same "$work/program" "$work/node"
grep -q publishDiagnostics "$work/node" || fail "the editor is not told what is wrong"

# ---- the studio's page, and nothing else
"$node" studio --port 0 >"$work/studio" &
studio=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do [ -s "$work/studio" ] && break; sleep 0.5; done
address=$(sed -n 's/.*\(http:[^ ]*\) .*/\1/p' "$work/studio")
node -e '
const ask = async (path, method = "GET") => { const a = await fetch(process.argv[1] + path, { method }); return [a.status, (await a.arrayBuffer()).byteLength]; };
for (const name of ["", "app.js", "engine.wasm", "library.json"]) { const [status, size] = await ask(name); if (status !== 200 || size < 100) throw name; }
for (const name of ["../package.json", "%2e%2e/package.json", "nothing"]) if ((await ask(name))[0] !== 404) throw name;
if ((await ask("", "POST"))[0] !== 405) throw "POST";' --input-type=module "$address" || fail "the studio does not serve its page"
kill -INT "$studio"
wait "$studio" || true

# ---- what it has not, it says
for words in "agent check x" "runs" "replay 1" "print pig" "solve pig odds" "mcp" "sim pig -n 10 --mpi" "sim pig -n 10 --part 1/2 --part-file x.part"; do
    # shellcheck disable=SC2086 # words
    ends_with 1 "$node" $words
    complains "install dado"
done
ends_with 2 "$node" studio somewhere

# ---- Ctrl-C ends it, workers and all
"$node" sim hearts -n 100000000 >/dev/null 2>&1 &
busy=$!
sleep 2
began=$(date +%s)
kill -INT "$busy"
wait "$busy" || true
[ $(($(date +%s) - began)) -le 2 ] || fail "Ctrl-C is not heard"
