# Adding an output format takes one file and one line, and every answer can be had in it.
. tests/support/scratch_build.sh

cat >"$work/src/report/format_names.c" <<'C'
// format_names.c - the names of a document's parts, one a line.
#include "report/format.h"

static void write_names(const dado_document *document, const dado_terminal_style *look, dado_text *out)
{
    (void)look;
    for (const dado_part *part = document->first; part; part = part->next) {
        dado_text_addf(out, "%s\n", part->name);
    }
}

const dado_format dado_format_names = {
    .name = "names", .ending = ".names", .about = "names of parts", .write = write_names
};
C
{ cat src/report/formats.def; echo 'FORMAT(names)'; } >"$work/src/report/formats.def"
touched 2 "$work"/src/*/*
build_program src/report/format.c "$work/src/report/format_names.c"

ends_with 0 "$program" sim kuhn -n 50 --no-store --format names
grep -q '^seats$' "$out" && grep -q '^verdicts$' "$out" || fail "$(cat "$out")"
ends_with 0 "$program" list agents --format names
[ "$(cat "$out")" = agents ] || fail "$(cat "$out")"
ends_with 0 "$program" diff walk -A steps=8 -n 50 --report "$work/a.names" --quiet
grep -q '^measures$' "$work/a.names" || fail "not by the ending of a file"
ends_with 2 "$program" list agents --format nmaes
complains "github or names"
