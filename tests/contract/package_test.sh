# What is packaged runs from where it is put, with what it ships, and knows nothing of where it was
# built.
. tests/support/cli.sh

build=$(dirname "$DADO")
playground=
[ ! -f build-playground/engine.wasm ] || ! command -v npm >/dev/null || playground=build-playground
ends_with 0 sh tools/package.sh "$build" "$work/packages" $playground
archive=$(grep 'tar.gz$' "$out")
mkdir "$work/place" && tar -C "$work/place" -xzf "$archive"
run() { (cd "$work/place" && env -i HOME="$work" PATH=/usr/bin:/bin TERM=dumb "$@"); }
put=$(echo "$work"/place/dado-*)
cp library/dice/pig.rcy "$put/share/dado/library/dice/onlyhere.rcy"
mv "$put" "$work/place/moved"
put=$work/place/moved
ends_with 0 run "$put/bin/dado" check onlyhere
ends_with 0 run "$put/bin/dado" sim onlyhere -n 200 --no-store
ends_with 0 run "$put/bin/dado" new trick mine
ends_with 0 run "$put/bin/dado" sim mine.rcy -n 200 --report page.html
[ -s "$work/place/page.html" ] || fail "no page"
ends_with 0 run "$put/bin/dado" map eval lair -n 5 --no-store
gzip -dc "$put/share/man/man1/dado-sim.1.gz" | grep -q '^.TH' || fail "no manual"
if deb=$(ls "$work"/packages/*.deb 2>/dev/null); then
    mkdir "$work/root" && dpkg-deb -x "$deb" "$work/root"
    ends_with 0 run "$work/root/usr/bin/dado" sim hearts -n 50 --no-store
    dpkg-deb -f "$deb" Depends | grep -q libc6 || fail "the package needs nothing"
fi
[ ! -x "$build/dado_static" ] || {
    ! readelf -d "$put/bin/dado" | grep -q NEEDED || fail "the archive's program needs libraries"
    ends_with 1 run "$put/bin/dado" sim hearts -n 20 --native=yes --no-store
    complains 'static program'
    ends_with 0 run env FONTCONFIG_FILE="$put/share/dado/fonts/fonts.conf" "$put/bin/dado" level export first -o first.png
    [ -s "$work/place/first.png" ] || fail "no picture"
}
[ -z "$playground" ] || {
    mkdir "$work/npm" && cd "$work/npm"
    echo '{ "type": "module" }' >package.json
    npm install --offline --no-audit --no-fund --loglevel=error "$work"/packages/dado-engine-*.tgz >/dev/null
    cat >try.mjs <<'JS'
import { Dado, DadoError } from "@dado/engine";
const dado = await Dado.open();
console.log(JSON.stringify(dado.run("sim", { game: "hearts.rcy", matches: 200 }).document));
try { dado.run("sim", { game: "nowhere.rcy" }); process.exit(1); } catch (why) { if (!(why instanceof DadoError)) throw why; }
JS
    ends_with 0 node try.mjs
    cp "$here/library/cards/hearts.rcy" .
    "$DADO" sim hearts.rcy -n 200 --no-store --json >command.json
    python3 -c 'import json, sys
a, b = json.load(open(sys.argv[1])), json.load(open(sys.argv[2]))
sys.exit(a != b)' "$out" command.json || fail "the engine of the package says something else than the command"
    grep -q 'run(job: string' node_modules/@dado/engine/package.d.ts || fail "no types"
}
