# layout.awk - says which lines of sources are laid out badly: longer than 100 characters, with
# tabs, or with blanks at the end. Fails if there are any. awk -f tools/check_whitespace.awk FILES

function bad(why) {
    printf "%s:%d: %s\n", FILENAME, FNR, why
    found++
}

{
    line = $0
    gsub(/[\200-\277]/, "", line)  # a character of several bytes counts once
    if (length(line) > 100) bad(length(line) " characters, and 100 is the most")
    if (/\t/) bad("a tab")
    if (/[ \t]$/) bad("blanks at the end")
}

FNR == 1 && !/^\/\// { bad("a file opens with a comment that says what it is for") }

END {
    if (found) printf "%d lines to mend\n", found
    exit found > 0
}
