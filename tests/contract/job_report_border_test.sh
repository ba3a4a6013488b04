# The border between job and report: what a room below found out is shown by report. Jobs, and the
# rooms above them, make no charts, no heat maps, no verdicts and no columns of estimates. Tables
# that list what a job read or wrote may be made there, in the files named here.
# See docs/decisions/09-jobs-and-documents.md.
set -eu
fail() {
    echo "failed: $*"
    exit 1
}

named='
src/job/agent_check_new.c          what a program under test answered
src/job/assertion.c                what was asserted, and whether it holds
src/job/count_positions.c          numbers of positions, counted
src/job/diff_versions.c            matches to look at
src/job/explain.c                  keywords and errors, explained
src/job/format_source.c            files that were laid out
src/job/level_evolve.c             levels that were bred
src/job/level_show_export_repair.c files that were read and written
src/job/list_catalog.c             what the shelves hold
src/job/map_generate_compare.c     parameters of a generator
src/job/map_import_export.c        files that were read and written
src/job/map_show.c                 what is true of a map
src/job/new_from_template.c        templates, and files that were written
src/job/print.c                    pages that were made
src/job/replay.c                   seats and steps of one match
src/job/rule_worth.c               rules, and what judge said of each
src/job/stored_runs.c              runs of a store
src/job/check_territorio_scenarios.c      scripts that were played
src/job/witness_example_matches.c  matches to look at
src/cli/shell_completion.c         a table of shells, not of a document
src/cli/doctor_watch.c               what changed since the last look
'
above='src/job src/cli src/studio src/api src/lsp src/mcp'

# doctor_watch prints again what a job answered, verdicts too.
figures() {
    grep -rnE 'dado_document_(chart|heatmap|verdicts|estimates)\(|dado_add_(chart|heatmap|verdicts|estimates)\(|DADO_FIELD(_|\()ESTIMATE|dado_put_(series|point|range|estimate)\(' \
        --include='*.[ch]' "$@" | grep -vE '^src/cli/doctor_watch\.c' || true
}
tables() { grep -rlE 'dado_table\(|dado_(document|add)_table\(' --include='*.[ch]' "$@" | LC_ALL=C sort; }

# shellcheck disable=SC2086 # folders are meant to be split
found=$(figures $above)
[ -z "$found" ] || fail "figures are shown by report, not by these:
$found"
expected=$(echo "$named" | awk 'NF { print $1 }' | LC_ALL=C sort)
# shellcheck disable=SC2086
found=$(tables $above)
[ "$found" = "$expected" ] || fail "tables are made in files that are not those named here:
$(work=$(mktemp -d); echo "$expected" >"$work/a"; echo "$found" | diff "$work/a" - || true; rm -rf "$work")"

# And it would be noticed.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf 'void f(void) { dado_table(d, "x", DADO_FIELD(ESTIMATE, "won", "won")); }\n' >"$work/odd.c"
[ -n "$(figures "$work")" ] && [ -n "$(tables "$work")" ] || fail "a table would not be noticed"
