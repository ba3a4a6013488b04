# page.awk - makes a shell script of a page, which does what a reader would do, in the order of the
# text: what stands in a block of rcy or csv is written into the file named last before it, what stands in
# a block of sh is run, and each line of a block of text must be in what that printed, blanks aside.
function quoted(text) { gsub(/'/, "'\\''", text); return "'" text "'" }
/^```(rcy|expect|csv)$/ { kind = "file"; print "cat >" quoted(file) " <<'END OF PAGE'"; next }
/^```sh$/ { kind = "run"; print "("; next }
/^```text$/ { kind = "seen"; next }
/^```/ && kind != "" {
    if (kind == "file") print "END OF PAGE"
    if (kind == "run") print ") >seen 2>&1 || { cat seen >&2; echo " quoted("fails before line " NR) " >&2; exit 1; }"
    if (kind == "run") print "! grep -F " quoted("works for one more release") " seen >&2 || exit 1"
    kind = ""
    next
}
/^```/ { kind = "other"; next }
kind == "file" || kind == "run" { print; next }
kind == "seen" && NF > 0 {
    line = $0
    gsub(/[ \t]+/, " ", line)
    sub(/^ /, "", line)
    sub(/ $/, "", line)
    print "tr -s ' \\t' '  ' <seen | grep -qF -e " quoted(line) " || { cat seen >&2; echo " \
        quoted("line " NR " is not what is seen: " line) " >&2; exit 1; }"
}
kind == "" {
    text = $0
    while (match(text, /`[a-z0-9-]+\.(rcy|expect|csv)`/)) {
        file = substr(text, RSTART + 1, RLENGTH - 2)
        text = substr(text, RSTART + RLENGTH)
    }
}
