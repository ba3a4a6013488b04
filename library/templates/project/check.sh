#!/bin/sh
# check.sh - fails where the game breaks a promise; what is promised stands here.
set -eu
cd "$(dirname "$0")"
dado check --strict game.rcy
dado format --check game.rcy
dado sim game.rcy -n 2000 --target target.expect --assert 'ends,fairness,ties<20%,quality>=0.2'
