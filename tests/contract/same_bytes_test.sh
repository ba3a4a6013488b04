# Packages that are made twice of the same build have the same bytes, whatever the time and the umask; what
# ./dev release prints as notes is the section of this version.
. tests/support/cli.sh
command -v dpkg-deb >/dev/null || { echo "skipped: dpkg-deb is not installed"; exit 77; }
if [ -n "${DADO_LONG:-}" ]; then  # packing takes a while
    build=$(dirname "$DADO")
    ends_with 0 sh tools/make_packages.sh "$build" "$work/first"
    sleep 1
    (umask 027 && sh tools/make_packages.sh "$build" "$work/second" >/dev/null 2>&1)
    for file in "$work"/first/*; do same "$file" "$work/second/$(basename "$file")"; done
    [ "$(ls "$work/first" | wc -l)" -ge 3 ] || fail "too few packages"
fi
sed -n '/^print_notes() {/,/^}/p' tools/release.sh >"$work/notes.sh"
version=$(sed -n 's/^project(dado VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
export version
(. "$work/notes.sh" && print_notes) >"$work/notes"
head -1 "$work/notes" | grep -q -x "# dado $version" || fail "no title"
[ "$(grep -c '^- ' "$work/notes")" -gt 20 ] || fail "the notes have no changes"
! grep -q '^## ' "$work/notes" || fail "the notes have another version's changes"
