# No code above the agents knows a world by its name: what a world adds hangs on its rules, and
# only lab/game_source.c looks names up. A literal that is a world's name, compared or looked up, is found
# here; names in examples, help and other words are none of this.
set -eu
fail() {
    echo "failed: $*"
    exit 1
}

own=$(sed -n 's/^GAME(\(.*\))$/\1/p' src/worlds/shelf.def | tr '\n' '|')
[ -n "$own" ] || fail "no worlds on the shelf"
rooms="src/lab src/arena src/judge src/evolve src/report src/job src/cli"
for room in src/studio src/library; do [ ! -d "$room" ] || rooms="$rooms $room"; done

# A comparison or a lookup with the name as a literal in it.
search() {  # FOLDERS...
    grep -rnE "(strcmp|strncmp|dado_world_named|dado_rules_named|is_named)\([^;]*\"(${own%|}|recycle)\"" \
        --include='*.[ch]' "$@" | grep -v '^src/lab/open\.c:\|strcmp(typed, ' || true
}

# shellcheck disable=SC2086 # rooms are meant to be split
found=$(search $rooms)
[ -z "$found" ] || fail "a world is known by its name:
$found"

# And it would be noticed.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf 'bool odd(const dado_game *g) { return strcmp(g->rules->name, "kuhn") == 0; }\n' >"$work/odd.c"
[ -n "$(search "$work")" ] || fail "a name would not be noticed"
