#!/bin/sh
# civetweb.sh - libcivetweb.a, which Debian does not package, from Debian's own sources of it.
#
# usage: tools/build_civetweb.sh OUT
#
# Sources are asked for in lists of our own: what the machine's apt knows stays as it is.
set -eu
mkdir -p "$1"
cd "$1"
[ ! -s libcivetweb.a ] || exit 0
mkdir -p lists/partial source
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -f "$list" ] || sed -n 's/^deb /deb-src /p' "$list"
done >source/all.list
for list in /etc/apt/sources.list.d/*.sources; do
    [ ! -f "$list" ] || { sed 's/^Types: .*/Types: deb-src/' "$list"; echo; }
done >source/all.sources
here=$PWD
get() {
    apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$here/source" \
        -o Dir::State::lists="$here/lists" -o APT::Sandbox::User= "$@"
}
get update
get source --download-only civetweb
rm -rf civetweb
dpkg-source --no-check -x civetweb_*.dsc civetweb >/dev/null
# As Debian compiles it, without what the studio does not use: files, programs and encryption.
"${CC:-cc}" -O2 -DNDEBUG -DNO_SSL -DNO_CGI -DNO_FILES -DNO_CACHING -Icivetweb/include \
    -c civetweb/src/civetweb.c -o civetweb.o
ar rcs libcivetweb.a civetweb.o
