# Every command of every how-to works as it is printed, in an empty folder, and does what is said.
. tests/support/cli.sh
. tests/support/run_doc_pages.sh

# Those on adding to dado itself are followed by tests of their own, which build what they add.
for page in docs/how-to/*.md; do
    case "$page" in *add-a-* | *language-recipes*) continue ;; esac  # cli/language_pages follows that
    ! grep -q '^```sh$' "$page" || follow "$page"
done

cd "$work/export-results"
for file in found again; do sed 's/.*"parts"://' $file.json >$file.parts; done
same found.parts again.parts
for page in balance odds; do
    [ -n "$(find "$work" -name $page.html)" ] || fail "there is no $page.html"
done
