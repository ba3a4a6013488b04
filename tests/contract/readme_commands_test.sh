# README.md can be followed: its commands run in an empty folder, and what it shows is what comes out.
. tests/support/cli.sh
. tests/support/run_doc_pages.sh

# A block that begins with "$ dado ..." is what that command prints, word by word. A line with
# nothing but an ellipsis stands for lines that are left out.
awk -v to="$work/shown" '
    /^```text$/ { inside = 1; next }
    /^```$/ { inside = 0 }
    inside && sub(/^\$ dado /, "") { count++; print >(to "." count ".command"); next }
    inside && count { print >(to "." count) }
' README.md
[ -s "$work/shown.1" ] || fail "README.md shows no output of a command"
for command in "$work"/shown.*.command; do
    # shellcheck disable=SC2046 # the words of a command
    ends_with 0 "$DADO" $(cat "$command")
    awk 'NR == FNR { printed[++count] = $0; next }
         /^ *…$/ { free = 1; next }
         { from = at + 1
           do at++; while (at <= count && printed[at] != $0)
           if (at > count || (at > from && !free)) { print "README.md: " $0; exit 1 }
           free = 0 }
         END { if (at < count && !free) exit 1 }' "$out" "${command%.command}" || {
        cat "$out" >&2
        fail "README.md does not show what dado $(cat "$command") prints"
    }
done

follow README.md

# Whoever has only the README finds every page and picture that it points to.
grep -o '](\([^)]*\))' README.md | sed 's/^](//; s/)$//' | while read -r path; do
    [ -e "$path" ] || fail "README.md points to $path, which is not there"
done || exit 1
picture=$(sed -n 's/^!\[.*](\(.*\))$/\1/p' README.md)
[ "$(wc -c <"$picture")" -le 204800 ] || fail "$picture has more than 200 KB"
[ "$(wc -l <README.md)" -le 100 ] || fail "README.md has $(wc -l <README.md) lines"
