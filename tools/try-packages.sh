#!/bin/sh
# try-packages.sh - the packages on bare systems: each is put on one and follows the first tutorials there.
#
# usage: tools/try-packages.sh PACKAGES SUITE...      (as root; bookworm, trixie; needs debootstrap)
#
# What a package depends on is fetched when it is installed. What is tried after that has no network.
set -eu
cd "$(dirname "$0")/.."
packages=$(cd "$1" && pwd)
shift
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Runs a script inside, without network.
inside() {  # ROOT SCRIPT
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb LANG=C.UTF-8 \
        unshare --net --fork --pid --mount-proc="$1/proc" chroot "$1" sh -euc "$2"
}

try() {  # ROOT NAME DADO
    mkdir -p "$1/tried"
    cp -r docs tests/support "$1/tried/"
    mkdir -p "$1/tried/tests"
    mv "$1/tried/support" "$1/tried/tests/support"
    began=$(date +%s%N)
    inside "$1" "$3 --version >/dev/null"
    start=$((($(date +%s%N) - began) / 1000000))
    inside "$1" "cd /tried; DADO=$3; export DADO; . tests/support/cli.sh; . tests/support/run_doc_pages.sh
        follow docs/tutorial/a-first-finding.md; follow docs/tutorial/first-game.md
        cd /root; \$DADO level export first -o first.png >/dev/null; [ -s first.png ]"
    echo "$suite, $2: runs; chroot and start-up $start ms"
}

for suite in "$@"; do
    root=$work/$suite
    debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$work/log" 2>&1 || { tail -5 "$work/log"; exit 1; }
    cp -a "$root" "$root-deb"
    tar -C "$root/opt" -xzf "$packages"/dado-*-linux-*.tar.gz
    try "$root" archive "/$(cd "$root" && echo opt/dado-*/bin/dado)"
    cp "$packages"/dado_*.deb "$root-deb/tmp/"
    chroot "$root-deb" sh -euc 'apt-get -qq update; before=$(dpkg-query -W | wc -l)
        DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends /tmp/dado_*.deb >/tmp/log 2>&1 || { tail -5 /tmp/log; exit 1; }
        echo "installed $(($(dpkg-query -W | wc -l) - before)) packages"'
    try "$root-deb" .deb /usr/bin/dado
done
