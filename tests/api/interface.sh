#!/bin/sh
# interface.sh - prints what programs that were compiled against dado.h rely on: its number, every
# declaration without its comments, and what the library exports.  interface.sh HEADER LIBRARY
set -eu
sed -n 's/^#define DADO_ABI \([0-9]*\).*/abi \1/p' "$1"
cc -E -P "$1" | sed 's/__attribute__((visibility("default")))//g' | tr -s ' \n' '  ' |
    sed 's/.*\( int dado_abi(void);\)/\1/; s/; */;\n/g; s/{ */{\n/g' | sed 's/^ *//; s/ *$//; /^$/d'
nm -D --defined-only "$2" | awk '$2 ~ /[TDBR]/ { print "exports " $3 }' | LC_ALL=C sort
