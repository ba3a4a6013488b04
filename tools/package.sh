#!/bin/sh
# package.sh - what is built, as packages: an archive that runs from where it is unpacked, a .deb, and
# the browser's engine for npm.
#
# usage: tools/package.sh BUILD OUT [PLAYGROUND]
#
# The archive has the static program, where BUILD has one; the npm package needs a playground.
set -eu
cd "$(dirname "$0")/.."
build=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
dado=$build/dado
version=$("$dado" --version | sed -n 's/^dado \([0-9.]*\).*/\1/p')
name=dado-$version-linux-$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Everything below one folder: the program, what it ships, manuals, completion, editors, licence.
usr=$work/usr
mkdir -p "$usr/bin" "$usr/share/dado" "$usr/share/man/man1" "$usr/share/doc/dado" \
    "$usr/share/bash-completion/completions"
cp "$dado" "$usr/bin/dado"
strip --strip-unneeded "$usr/bin/dado"
cp -r library "$usr/share/dado/library"
cp -r editors "$usr/share/dado/editors"
cp LICENSE CHANGELOG.md README.md "$usr/share/doc/dado/"
cp -r docs/tutorial docs/how-to docs/reference docs/explanation "$usr/share/doc/dado/"
"$dado" help --man | gzip -9n >"$usr/share/man/man1/dado.1.gz"
for verb in $("$dado" --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p'); do
    "$dado" help --man "$verb" | gzip -9n >"$usr/share/man/man1/dado-$verb.1.gz"
done
"$dado" help --completion bash >"$usr/share/bash-completion/completions/dado"

# The archive brings what a bare system may lack: a font for pictures, and no need of any library.
cp -r "$usr" "$work/$name"
if [ -x "$build/dado_static" ]; then
    cp "$build/dado_static" "$work/$name/bin/dado"
    strip --strip-unneeded "$work/$name/bin/dado"
fi
font=/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
if [ -f "$font" ]; then
    fonts=$work/$name/share/dado/fonts
    mkdir -p "$fonts"
    cp "$font" "$fonts/"
    cp /usr/share/doc/fonts-dejavu-core/copyright "$fonts/DejaVuSans.copyright" 2>/dev/null || true
    cp packaging/fonts.conf "$fonts/"
fi
tar -C "$work" --owner=0 --group=0 --sort=name -czf "$out/$name.tar.gz" "$name"
echo "$out/$name.tar.gz"

deb=$work/deb
mkdir -p "$deb/DEBIAN" "$work/shlibs/debian"
cp -r "$usr" "$deb/usr"
: >"$work/shlibs/debian/control"
needs="libc6"
if command -v dpkg-shlibdeps >/dev/null; then
    needs=$(cd "$work/shlibs" && dpkg-shlibdeps -O -e"$usr/bin/dado" 2>/dev/null |
        sed -n 's/^shlibs:Depends=//p')
fi
cat >"$deb/DEBIAN/control" <<TXT
Package: dado
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: dado maintainers <maintainers@dado.invalid>
Section: games
Priority: optional
Depends: $needs
Suggests: gcc, mpi-default-bin
Installed-Size: $(du -sk "$usr" | cut -f1)
Description: automated playtesting laboratory
 Plays card, dice and board games, dungeons, platform levels and strategy
 games thousands of times, measures what happened, says what that means in
 plain words, and searches for something better.
TXT
dpkg-deb --root-owner-group --build "$deb" "$out/dado_${version}_$(dpkg --print-architecture).deb" \
    >/dev/null
echo "$out/dado_${version}_$(dpkg --print-architecture).deb"

[ -n "${3:-}" ] || exit 0
playground=$(cd "$3" && pwd)
(cd web && node package.mjs "$out" "$playground" "$version" >/dev/null 2>"$work/npm" || { cat "$work/npm" >&2; exit 1; })
echo "$out/dado-engine-$version.tgz"
