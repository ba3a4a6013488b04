# docs/reference/flags.md lists every flag with its one meaning, and every verb keeps to it: no flag
# is missing, none is there that no verb has, and a name has one letter and takes a value everywhere
# or nowhere.
. tests/support/cli.sh

# Lines of LETTER NAME VALUE, "-" for none, of a list of heads such as "-n, --matches N".
split_heads() {
    sed -E 's/^(-(.), )?--([a-z-]+) ?(.*)$/\2|\3|\4/; s/^\|/-|/; s/\|$/|-/'
}
sed -n 's/^| `\(-.*\)` | .*/\1/p' docs/reference/flags.md | split_heads | sort >"$work/table"
[ "$(wc -l <"$work/table")" -ge 100 ] || fail "the table is short"
[ "$(cut -d'|' -f2 "$work/table" | sort | uniq -d | wc -l)" -eq 0 ] || fail "a flag is there twice"
# -n is how many of whatever the verb makes or plays; every other letter is one flag's.
letters=$(cut -d'|' -f1 "$work/table" | grep -v '^[-n]' | sort | uniq -d)
[ -z "$letters" ] || fail "letters that mean two things: $letters"

"$DADO" help --markdown >"$work/reference"
sed -n 's/^#* dado \(.*\)/\1/p' "$work/reference" >"$work/paths"
[ "$(wc -l <"$work/paths")" -ge 45 ] || fail "few verbs"
while read -r path; do
    # A head is parted from what it does by two blanks or by the end of the line.
    # shellcheck disable=SC2086 # the words of a verb
    "$DADO" $path --help all | sed -n '/^options:/,/^$/p' | grep -E '^  (-., |    )--' |
        sed -E 's/^ *//; s/  .*//' | split_heads | sed "s/\$/|$path/" >>"$work/used"
done <"$work/paths"
[ "$(wc -l <"$work/used")" -ge 500 ] || fail "few flags were read: $(wc -l <"$work/used")"
awk -F'|' '
    NR == FNR { letter[$2] = $1; value[$2] = $3; next }
    !($2 in value) { print "dado " $4 ": --" $2 " is not in the table"; next }
    { seen[$2] = 1 }
    $1 != letter[$2] { print "dado " $4 ": the letter of --" $2 " is " $1 ", not " letter[$2] }
    {
        found = $3 == value[$2]
        count = split(value[$2], words, " or ")
        for (i = 1; i <= count; i++) found = found || words[i] == $3
        if (!found) print "dado " $4 ": the value of --" $2 " is " $3 ", not " value[$2]
    }
    END { for (name in value) if (!(name in seen)) print "no verb has --" name }
' "$work/table" "$work/used" >"$work/wrong"
[ ! -s "$work/wrong" ] || {
    head -10 "$work/wrong" >&2
    fail "$(wc -l <"$work/wrong") flags differ from docs/reference/flags.md"
}

# One word for each of these, and the old ones are nobody's names any more.
for old in out expect toward profiles picture as; do
    ! grep -q "|$old|" "$work/used" || fail "--$old is still a flag"
done
