# run_doc_pages.sh - runs what a page of the documentation tells its readers to type. Source it after cli.sh.
#
#   follow docs/how-to/play-a-game.md
#
# Every block between ```sh and ``` is run as it is printed, one after another, in a folder that is
# empty at first, with nobody at the keyboard. A block of ```rcy is what the reader puts into the
# file that was named last, as in: Make a file `climb.rcy`. What the page says of the output is
# compared by marks that readers do not see, each about the block above it:
#
#   <!-- prints: wins of seat 0 .* lower -->   some line of what it prints, blanks and line breaks
#                                              as one blank, matches this expression (sed -E)
#   <!-- leaves: bred/variant-01.rcy -->       there is such a file now, and something in it
#   <!-- holds: cmp one.json eight.json -->    this command succeeds there; $seen is a file with what the
#                                              block printed
#   <!-- needs: library -->                    at the top: the reader is told to be in the checkout
#
# A block that runs dado and has no mark is an error: what comes out is always compared with something.
# So is one that types a verb or a flag by its old name.
# What is left of a page is in the folder $work/NAME.

# Splits a page into $folder/.page: 01.sh, 02.rcy, 02.name, 03.marks and so on, by the order of blocks.
split_page() {  # PAGE FOLDER
    awk -v to="$2" '
        function file(kind) { return sprintf("%s/%02d.%s", to, count, kind) }
        !inside && /^```(sh|rcy)$/ { inside = substr($0, 4); count++; printf "" >file(inside)
                                     if (inside == "rcy") print named >file("name"); next }
        inside && /^```$/ { inside = ""; next }
        inside { print >file(inside); next }
        /^```/ { other = !other; next }
        !other && /^<!-- (prints|leaves|holds): .* -->$/ && count {
            sub(/^<!-- /, ""); sub(/ -->$/, ""); print >file("marks"); next }
        !other && match($0, /`[A-Za-z0-9_-]+\.rcy`/) { named = substr($0, RSTART + 1, RLENGTH - 2) }
    ' "$1"
}

check_marks() {  # PAGE MARKS OUTPUT
    while IFS= read -r mark; do
        wanted=${mark#*: }
        case "$mark" in
        prints:*)
            tr -s ' \n' '  ' <"$3" | grep -E -q -- "$wanted" || {
                tail -30 "$3" >&2
                fail "$1 says that this is printed, and it is not: $wanted"
            }
            ;;
        holds:*)
            seen=$3 sh -eu -c "$wanted" >/dev/null 2>"$3.why" </dev/null || {
                tail -5 "$3.why" >&2
                fail "$1 says what does not hold: $wanted"
            }
            ;;
        leaves:*) [ -s "$wanted" ] || fail "$1 says that $wanted is there, and it is not" ;;
        esac
    done <"$2"
}

follow() {  # PAGE
    name=$(basename "$1" .md)
    folder=$work/$name
    mkdir -p "$folder" "$work/.bin" "$work/.$name"
    [ -e "$work/.bin/dado" ] || ln -s "$DADO" "$work/.bin/dado"
    split_page "$here/$1" "$work/.$name"
    ls "$work/.$name"/*.sh >/dev/null 2>&1 || fail "$1 has no commands"
    ! grep -q '^<!-- needs: library -->$' "$here/$1" || ln -s "$here/library" "$folder/library"
    (
        cd "$folder"
        PATH=$work/.bin:$PATH
        for block in "$work/.$name"/*; do
            case "$block" in
            *.rcy) cp "$block" "$(cat "${block%.rcy}.name")" ;;
            *.sh)
                sh -eu "$block" >"$block.out" 2>"$block.err" </dev/null || {
                    tail -5 "$block.err" >&2
                    fail "a command of $1 fails: $(cat "$block")"
                }
                ! grep -F 'works for one more release' "$block.err" >&2 ||
                    fail "$1 uses an old name: $(cat "$block")"
                cat "$block.err" >>"$block.out"
                if [ -e "${block%.sh}.marks" ]; then
                    check_marks "$1" "${block%.sh}.marks" "$block.out"
                elif grep -q '^dado ' "$block"; then
                    fail "$1 compares nothing with what this prints: $(cat "$block")"
                fi
                ;;
            esac
        done
    ) || exit 1
    echo "$1: $(ls "$work/.$name"/*.sh | wc -l) blocks of commands"
}
