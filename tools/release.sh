#!/bin/sh
# release.sh - everything that a release has, built twice from a fresh clone; both must have the same bytes.
#
# usage: tools/release.sh OUT
#
# OUT gets the packages, archives, wheel, packages for npm, the sources, a file for containers, SHA256SUMS
# and NOTES.md. Nothing is published.
set -eu
cd "$(dirname "$0")/.."
out=$1
root=$PWD
version=$(sed -n 's/^project(dado VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
say() { printf 'release: %s\n' "$*" >&2; }

[ -z "$(git status --porcelain)" ] || { say "there are changes that are not committed; a release is made of a commit"; exit 1; }
mkdir -p "$out"
out=$(cd "$out" && pwd)
# Both are built at the same place: a program knows where its sources were, and says so where nothing is installed.
place=$root/build-release
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC

build_into() {  # FOLDER
    rm -rf "$place" "$1"
    mkdir -p "$1"
    git clone --quiet --local "$root" "$place"
    # What the page is made of is the same by its lock; a network is not needed where it is here already.
    [ ! -d web/node_modules ] || ! cmp -s web/package-lock.json "$place/web/package-lock.json" || cp -a web/node_modules "$place/web/"
    (
        cd "$place"
        ./dev package "$1" >&2
        ./dev npm build-npm >&2
        ./dev vscode >&2
        cp build-npm/dado-*.tgz build-vscode/dado-recycle-*.vsix packaging/Containerfile "$1/"
        git archive --format=tar --prefix="dado-$version/" HEAD | gzip -9n >"$1/dado-$version.tar.gz"
        PYTHONPATH=python/backend PYTHONDONTWRITEBYTECODE=1 python3 -c "import sys, dado_backend
dado_backend.build_wheel(sys.argv[1], {'library': 'build/libdado.so'})" "$1"
    )
}

# Prints the section of this version: what CHANGELOG.md says above it stays, and what has changed.
print_notes() {
    echo "# dado $version"
    echo
    sed -n '/^What is promised/,/^## /p' CHANGELOG.md | sed '$d'
    sed -n "/^## $version/,/^## /p" CHANGELOG.md | sed '1d;$d'
    echo "How to install each file is in docs/how-to/install.md; what may change, and how, in docs/reference/promises.md."
}

say "first build, from a fresh clone of $(git rev-parse --short HEAD)"
build_into "$root/build-release-1"
say "second build"
build_into "$root/build-release-2"
wrong=0
for file in build-release-1/* build-release-2/*; do
    name=$(basename "$file")
    cmp -s "build-release-1/$name" "build-release-2/$name" || { say "$name is not the same in both builds"; wrong=1; }
done
[ "$wrong" = 0 ] || exit 1
rm -rf "${out:?}"/*
cp build-release-1/* "$out/"
print_notes >"$out/NOTES.md"
(cd "$out" && sha256sum -- * >"$root/build-release/SHA256SUMS" && mv "$root/build-release/SHA256SUMS" .)
rm -rf "$place" build-release-1 build-release-2
say "dado $version is in $out: $(find "$out" -type f | wc -l) files, the same bytes twice"
