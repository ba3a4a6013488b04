# The pages that teach the language are followed to the letter, each in an empty folder, and what
# they show of the output is what comes out.
. tests/support/cli.sh

for page in docs/tutorial/first-game docs/tutorial/board-game docs/pt/first-game \
    docs/how-to/language-recipes; do
    name=$(basename "$page")
    rm -rf "${work:?}/$name"
    mkdir "$work/$name"
    {
        printf 'set -eu\ndado() { "%s" "$@"; }\n' "$DADO"
        awk -f tests/support/doc_page_to_script.awk "$page.md"
    } >"$work/$name.sh"
    grep -q '^dado ' "$work/$name.sh" || fail "$page has no commands"
    (cd "$work/$name" && sh "../$name.sh") 2>"$work/$name.err" || {
        tail -30 "$work/$name.err" >&2
        fail "$page.md is not as it is printed"
    }
    # Nothing it makes is refused or warned of.
    for file in "$work/$name"/*.rcy; do
        "$DADO" check --strict "$file" >"$work/checked" 2>&1 || {
            cat "$work/checked" >&2
            fail "$page.md: $(basename "$file") has warnings"
        }
    done
done
