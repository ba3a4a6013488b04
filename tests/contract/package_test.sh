# What is packaged runs from where it is put, with what it ships, and knows nothing of where it was
# built.
. tests/support/cli.sh

build=$(dirname "$DADO")
ends_with 0 sh tools/package.sh "$build" "$work/packages"
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
