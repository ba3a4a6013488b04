#!/bin/sh
# one_version_test.sh - CMakeLists.txt says which version this is, and everything else agrees.
set -eu
version=$(sed -n 's/^project(dado VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[ -n "$version" ] || { echo "CMakeLists.txt names no version"; exit 1; }
wrong=0
agrees() { # WHAT SAID
    [ "$2" = "$version" ] || { echo "$1 says \"$2\", and CMakeLists.txt $version"; wrong=1; }
}
agrees "dado --version" "$("$DADO" --version | sed -n 's/^dado \([0-9.]*\).*/\1/p')"
agrees CHANGELOG.md "$(sed -n 's/^## \([0-9.]*\).*/\1/p' CHANGELOG.md | head -1)"
agrees CITATION.cff "$(sed -n 's/^version: //p' CITATION.cff)"
agrees editors/vscode/package.json "$(sed -n 's/^ *"version": "\(.*\)",*/\1/p' editors/vscode/package.json)"
agrees docs/how-to/install.md "$(sed -n 's/.*dado_\([0-9.]*\)_amd64\.deb.*/\1/p' docs/how-to/install.md | sort -u)"
agrees include/dado.h "$(sed -n 's/.*dado_release(void); \/\* "\([0-9.]*\)" .*/\1/p' include/dado.h)"
exit $wrong
