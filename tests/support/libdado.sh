# libdado.sh - for tests of libdado: where it is, and what has to be loaded before it.
skip() { echo "skipped: $1"; exit 77; }
lib=$(dirname "$DADO")/libdado.so
[ -f "$lib" ] || skip "libdado was not built (./dev library)"
# A library with the sanitizer in it wants that loaded first; what programs that were built without
# it, such as Python, never give back is no leak of ours.
before=$(ldd "$lib" | sed -n 's/^[[:space:]]*libasan[^=]*=> \([^ ]*\).*/\1/p')
[ -z "$before" ] || export ASAN_OPTIONS=detect_leaks=0
