#!/bin/sh
# install_test.sh - what is installed is enough: pkg-config, CMake, and a wheel in an environment of its own.
set -eu
. tests/support/libdado.sh
build=$(dirname "$DADO")
[ -z "$before" ] || skip "a library with a sanitizer in it is not what anybody installs"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/root" >/dev/null
pc=$(dirname "$(find "$work/root" -name dado.pc)")
libs=$(dirname "$pc")
[ -f "$work/root/share/man/man3/libdado.3" ]

# The example, with nothing but cc and pkg-config; in C and in C++.
flags=$(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs dado)
# shellcheck disable=SC2086
cc -std=c17 -Wall -Wextra -Werror docs/examples/library.c $flags -o "$work/c"
LD_LIBRARY_PATH=$libs DADO_LIBRARY= "$work/c" >"$work/out"
grep -q '^1000 matches of Kuhn poker' "$work/out"
if command -v c++ >/dev/null; then
    # shellcheck disable=SC2086
    c++ -x c++ -Wall -Wextra -Werror docs/examples/library.c $flags -o "$work/cpp"
    LD_LIBRARY_PATH=$libs "$work/cpp" | cmp - "$work/out"
fi

# The same with CMake.
mkdir "$work/project"
cp docs/examples/library.c "$work/project"
cat >"$work/project/CMakeLists.txt" <<'TXT'
cmake_minimum_required(VERSION 3.20)
project(mine C)
find_package(dado REQUIRED)
add_executable(mine library.c)
target_link_libraries(mine PRIVATE dado::dado)
TXT
cmake -S "$work/project" -B "$work/made" -DCMAKE_PREFIX_PATH="$work/root" >/dev/null
cmake --build "$work/made" >/dev/null
LD_LIBRARY_PATH=$libs "$work/made/mine" | cmp - "$work/out"

# The package as Debian has it.
py=/usr/bin/python3
[ -x "$py" ] || skip "there is no $py; the rest holds"
(cd "$work" && DADO_LIB=$libs/libdado.so PYTHONPATH=$work/root/lib/python3/dist-packages "$py" -c '
import dado, dado.agent
assert dado.agent.play and dado.sim("kuhn", matches=10)["complete"]')

# A wheel, built and installed without a network; its games come along.
"$py" -m venv "$work/venv" 2>/dev/null || skip "python3-venv is not installed; the rest holds"
"$work/venv/bin/python" -m pip install --quiet --no-index --disable-pip-version-check --config-settings library="$build/libdado.so" . 2>"$work/pip" ||
    { cat "$work/pip"; exit 1; }
(cd "$work" && env -u DADO_LIB -u PYTHONPATH "$work/venv/bin/python" -c '
import dado
assert "venv" in dado.__file__
assert dado.Table("hearts", 2).title == "Hearts"
assert "library" in __import__("os").environ["DADO_LIBRARY"]
assert len(dado.sim("hearts", matches=20).table("seats")) == 4')
