#!/bin/sh
# make_packages.sh - what is built, as packages: an archive that runs from where it is unpacked, packages
# for Debian (dado, dado-doc; with libdado, libdado2, libdado-dev, python3-dado; with MPI, dado-mpi), and
# the browser's engine for npm.
#
# usage: tools/make_packages.sh BUILD OUT [PLAYGROUND]
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
# The same sources make the same bytes: every file is as old as the commit, and may be read by all.
umask 022
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH

# Everything below one folder: the program, what it ships, manuals, completion, editors, licence.
usr=$work/usr
mkdir -p "$usr/bin" "$usr/share/dado" "$usr/share/man/man1" "$usr/share/doc/dado" \
    "$usr/share/bash-completion/completions" "$usr/share/zsh/vendor-completions" \
    "$usr/share/fish/vendor_completions.d"
cp "$dado" "$usr/bin/dado"
strip --strip-unneeded "$usr/bin/dado"
cp -r library "$usr/share/dado/library"
cp -r editors "$usr/share/dado/editors"
cp LICENSE CHANGELOG.md README.md "$usr/share/doc/dado/"
cp -r docs/tutorial docs/how-to docs/reference docs/explanation "$usr/share/doc/dado/"
cmake --install "$build" --prefix "$usr" --component plugin_headers >/dev/null
"$dado" help --man | gzip -9n >"$usr/share/man/man1/dado.1.gz"
verbs=$("$dado" help --completion bash | sed -n 's/^    "\([a-z][a-z]*\)").*/\1/p')
for verb in $verbs; do
    "$dado" help --man "$verb" | gzip -9n >"$usr/share/man/man1/dado-$verb.1.gz"
done
"$dado" help --completion bash >"$usr/share/bash-completion/completions/dado"
"$dado" help --completion fish >"$usr/share/fish/vendor_completions.d/dado.fish"
{ echo "#compdef dado"; "$dado" help --completion zsh; } >"$usr/share/zsh/vendor-completions/_dado"

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
find "$work/$name" -type d -exec chmod 755 {} +
tar -C "$work" --owner=0 --group=0 --sort=name --mtime="@$SOURCE_DATE_EPOCH" --format=gnu -cf - "$name" | gzip -9n >"$out/$name.tar.gz"
echo "$out/$name.tar.gz"

# --- packages for Debian: one folder each below $work/deb, and a control file
arch=$(dpkg --print-architecture)
triplet=$(cc -print-multiarch 2>/dev/null || uname -m)-linux-gnu
case $triplet in *-linux-gnu-linux-gnu) triplet=${triplet%-linux-gnu} ;; esac
stamp=$(date -R -u -d "@$SOURCE_DATE_EPOCH")

# Which packages a file of ours needs, as dpkg-shlibdeps finds it.
needs_of() {  # FILE
    mkdir -p "$work/shlibs/debian"
    : >"$work/shlibs/debian/control"
    (cd "$work/shlibs" && dpkg-shlibdeps -O -e"$1" 2>/dev/null) | sed -n 's/^shlibs:Depends=//p'
}

# What every package has: its licence and its changes.
add_papers() {  # PACKAGE
    papers=$work/deb/$1/usr/share/doc/$1
    mkdir -p "$papers"
    {
        echo "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
        echo "Upstream-Name: dado"
        echo
        echo "Files: *"
        sed -n 's/^Copyright (c) /Copyright: /p' LICENSE
        echo "License: MIT"
        sed '1,/^Copyright/d' LICENSE | sed '/./,$!d' | sed 's/^$/./; s/^/ /'
    } >"$papers/copyright"
    {
        echo "dado ($version) unstable; urgency=medium"
        echo
        echo "  * See CHANGELOG.md in the package dado-doc."
        echo
        echo " -- dado maintainers <maintainers@dado.invalid>  $stamp"
    } | gzip -9n >"$papers/changelog.gz"
}

# Fields that differ come on standard input; the description is the last of them.
make_deb() {  # PACKAGE ARCHITECTURE SECTION
    tree=$work/deb/$1
    add_papers "$1"
    mkdir -p "$tree/DEBIAN"
    {
        echo "Package: $1"
        echo "Source: dado"
        echo "Version: $version"
        echo "Architecture: $2"
        echo "Maintainer: dado maintainers <maintainers@dado.invalid>"
        echo "Section: $3"
        echo "Priority: optional"
        echo "Installed-Size: $(du -sk --exclude=DEBIAN "$tree" | cut -f1)"
        cat
    } >"$tree/DEBIAN/control"
    if [ -f "packaging/lintian/$1" ]; then
        mkdir -p "$tree/usr/share/lintian/overrides"
        cp "packaging/lintian/$1" "$tree/usr/share/lintian/overrides/$1"
    fi
    find "$tree" -type d -exec chmod 755 {} +
    find "$tree" -type f ! -perm -100 -exec chmod 644 {} +
    find "$tree" -type f -perm -100 -exec chmod 755 {} +
    find "$tree" -type f -name "*.so*" -exec chmod 644 {} +
    (cd "$tree" && find usr -type f -exec md5sum {} + | LC_ALL=C sort -k2 >DEBIAN/md5sums)
    dpkg-deb --root-owner-group --build "$tree" "$out/$1_${version}_$2.deb" >/dev/null
    echo "$out/$1_${version}_$2.deb"
}

what=" Plays card, dice and board games, dungeons, platform levels and strategy
 games thousands of times, measures what happened, says what that means in
 plain words, and searches for something better."

mkdir -p "$work/deb/dado/usr/share" "$work/deb/dado-doc/usr/share/doc/dado-doc"
cp -r "$usr/bin" "$work/deb/dado/usr/"
mkdir -p "$work/deb/dado/usr/include"
cp -r "$usr/include/dado" "$work/deb/dado/usr/include/"  # for plug-ins
cp -r "$usr/share/man" "$usr/share/bash-completion" "$usr/share/zsh" "$usr/share/fish" "$usr/share/dado" "$work/deb/dado/usr/share/"
for verb in sim $verbs; do
    [ -s "$work/deb/dado/usr/share/man/man1/dado-$verb.1.gz" ] || { echo "no manual for $verb" >&2; exit 1; }
done
make_deb dado "$arch" science <<TXT
Depends: $(needs_of "$usr/bin/dado")
Suggests: dado-doc, dado-mpi, gcc
Description: automated playtesting laboratory
$what
TXT

cp -r docs/tutorial docs/how-to docs/reference docs/explanation docs/examples docs/images README.md \
    CHANGELOG.md "$work/deb/dado-doc/usr/share/doc/dado-doc/"
make_deb dado-doc all doc <<TXT
Recommends: dado
Description: automated playtesting laboratory, documentation
$what
 .
 Tutorials, guides and the reference, as Markdown.
TXT

if [ -f "$build/libdado.so" ]; then
    lib=$work/deb/libdado2/usr/lib/$triplet
    dev=$work/deb/libdado-dev/usr
    python=$work/deb/python3-dado/usr/lib/python3/dist-packages
    mkdir -p "$lib" "$work/deb/libdado2/DEBIAN" "$dev/lib/$triplet/pkgconfig" "$dev/include" \
        "$dev/share/man/man3" "$python/dado"
    real=$(basename "$(readlink -f "$build/libdado.so")")
    cp "$build/$real" "$lib/"
    strip --strip-unneeded "$lib/$real"
    ln -s "$real" "$lib/libdado.so.2"
    echo "libdado 2 libdado2 (>= $version)" >"$work/deb/libdado2/DEBIAN/shlibs"
    echo "activate-noawait ldconfig" >"$work/deb/libdado2/DEBIAN/triggers"
    make_deb libdado2 "$arch" libs <<TXT
Depends: $(needs_of "$lib/$real")
Recommends: dado (= $version)
Multi-Arch: same
Description: automated playtesting laboratory, shared library
$what
 .
 The shared library. The games that it finds by name are in the package dado.
TXT
    ln -s libdado.so.2 "$dev/lib/$triplet/libdado.so"
    cp include/dado.h "$dev/include/"
    gzip -9n <docs/man/libdado.3 >"$dev/share/man/man3/libdado.3.gz"
    sed "s|^prefix=.*|prefix=/usr|; s|^libdir=.*|libdir=\${prefix}/lib/$triplet|" "$build/dado.pc" \
        >"$dev/lib/$triplet/pkgconfig/dado.pc"
    make_deb libdado-dev "$arch" libdevel <<TXT
Depends: libdado2 (= $version)
Multi-Arch: same
Description: automated playtesting laboratory, development files
$what
 .
 The header, the manual and what pkg-config needs.
TXT
    cp python/dado/*.py python/dado/*.pyi python/dado/py.typed "$python/dado/"
    cp library/kits/python/dado.py "$python/dado/agent.py"
    make_deb python3-dado all python <<TXT
Depends: python3 (>= 3.9), libdado2 (>= $version), dado (>= $version)
Recommends: python3-numpy
Suggests: python3-pandas
Description: automated playtesting laboratory, for Python
$what
 .
 Every job as a function, and many games at once as arrays.
TXT
fi

if [ -f "$build/dado-mpi.so" ]; then
    mkdir -p "$work/deb/dado-mpi/usr/lib/dado"
    cp "$build/dado-mpi.so" "$work/deb/dado-mpi/usr/lib/dado/"
    strip --strip-unneeded "$work/deb/dado-mpi/usr/lib/dado/dado-mpi.so"
    make_deb dado-mpi "$arch" science <<TXT
Depends: dado (= $version), $(needs_of "$work/deb/dado-mpi/usr/lib/dado/dado-mpi.so")
Recommends: mpi-default-bin
Description: automated playtesting laboratory, on several machines
$what
 .
 The module that lets dado --mpi play on several machines.
TXT
else
    echo "no dado-mpi: $build has no dado-mpi.so (MPI was not found when it was configured)" >&2
fi

[ -n "${3:-}" ] || exit 0
playground=$(cd "$3" && pwd)
(cd web && node package.mjs "$out" "$playground" "$version" >/dev/null 2>"$work/npm" || { cat "$work/npm" >&2; exit 1; })
echo "$out/dado-engine-$version.tgz"
