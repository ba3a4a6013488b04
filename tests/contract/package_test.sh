# What is packaged runs from where it is put, with what it ships, and knows nothing of where it was
# built.
. tests/support/cli.sh

build=$(dirname "$DADO")
playground=
[ ! -f build-playground/engine.wasm ] || ! command -v npm >/dev/null || playground=build-playground
ends_with 0 sh tools/make_packages.sh "$build" "$work/packages" $playground
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
if command -v dpkg-deb >/dev/null; then
    mkdir "$work/root"
    for deb in "$work"/packages/*.deb; do dpkg-deb -x "$deb" "$work/root"; done
    ends_with 0 run "$work/root/usr/bin/dado" sim hearts -n 50 --no-store
    dpkg-deb -f "$work"/packages/dado_*.deb Depends | grep -q libc6 || fail "the package needs nothing"
    [ -s "$work/root/usr/share/doc/dado-doc/tutorial/python.md" ] || fail "no documentation"
    if [ -f "$build/libdado.so" ]; then
        lib=$(dirname "$(echo "$work"/root/usr/lib/*/libdado.so.2)")
        dpkg-deb -f "$work"/packages/python3-dado_*.deb Depends | grep -q libdado2 || fail "python3-dado needs no library"
        # A sanitizer's library cannot be loaded into programs that were built without it.
        if command -v pkg-config >/dev/null && ! ldd "$build/libdado.so" | grep -q asan; then
            flags=$(PKG_CONFIG_PATH=$lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$work/root pkg-config --cflags --libs dado)
            # shellcheck disable=SC2086 # words are meant to be split
            ends_with 0 cc docs/examples/library.c $flags -o "$work/example"
            ends_with 0 run env LD_LIBRARY_PATH="$lib" DADO_LIBRARY="$work/root/usr/share/dado/library" "$work/example"
            ends_with 0 run env LD_LIBRARY_PATH="$lib" PYTHONPATH="$work/root/usr/lib/python3/dist-packages" \
                /usr/bin/python3 -c 'import dado, sys; assert "root/usr" in dado.__file__
assert dado.sim("hearts", matches=20)["complete"]; assert "root/usr/share" in __import__("os").environ["DADO_LIBRARY"]'
        fi
    fi
    if command -v lintian >/dev/null; then
        lintian "$work"/packages/*.deb >"$work/lintian" 2>/dev/null || :
        ! grep -q '^[EW]:' "$work/lintian" || { cat "$work/lintian"; fail "lintian complains"; }
    fi
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
