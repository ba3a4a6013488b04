# Adding a job takes one file and one line, and it is a verb, a manual page, a completion, a page
# of the reference and a request in JSON at once.
. tests/support/scratch.sh

cat >"$work/src/job/weigh.c" <<'C'
// weigh.c - how many bytes a state of a game has.
#include "job/errand.h"

static bool run(dado_errand *errand, dado_document *answer, dado_error *err)
{
    dado_source source;
    dado_game game;
    if (!dado_errand_game(errand, dado_errand_text(errand, "game"), &source, err) ||
        !dado_errand_open(errand, &source, &game, err)) {
        return false;
    }
    answer->title = dado_document_copy(answer, game.rules->title);
    dado_part *facts = dado_document_facts(answer, "weight");
    dado_fact_figure(facts, "bytes", "bytes a state", dado_figure_whole((int64_t)game.state_size));
    return true;
}

static const dado_param params[] = {
    { .name = "game", .kind = DADO_PARAM_GAME, .word = true, .needed = true, .about = "A game." },
    { 0 },
};

static const dado_example examples[] = { { "dado weigh kuhn", "A small one." }, { 0 } };

const dado_job dado_job_weigh = {
    .name = "weigh",
    .about = "says how many bytes a state has",
    .params = { params, dado_params_game },
    .examples = examples,
    .run = run,
};
C
{ cat src/job/shelf.def; echo 'JOB(weigh)'; } >"$work/src/job/shelf.def"
touched 2 "$work"/src/*/*
build_program src/job/job.c "$work/src/job/weigh.c"

ends_with 0 "$program" weigh kuhn
grep -q '^Kuhn poker$' "$out" || fail "$(cat "$out")"
grep -q '^  bytes a state  [0-9]' "$out" || fail "$(cat "$out")"
ends_with 0 "$program" weigh kuhn --json
grep -q '"job":"weigh","parameters":{"game":"kuhn"}.*"bytes":{"label":"bytes a state","value":' "$out" ||
    fail "$(cat "$out")"
ends_with 0 "$program" weigh kuhn --report "$work/page.html"
grep -q 'bytes a state' "$work/page.html" || fail "not on the page"
ends_with 2 "$program" weigh
complains "it takes a GAME"
ends_with 1 "$program" weigh kuhm
complains "did you mean kuhn"
ends_with 0 "$program" weigh --help
grep -q -- '--set NAME=VALUE' "$out" || fail "no help"
ends_with 0 "$program" help --man weigh
grep -q 'DADO-WEIGH' "$out" || fail "no manual page"
ends_with 0 "$program" help --completion bash
grep -q '"weigh") ' "$out" || fail "no completion"
ends_with 0 "$program" help --markdown
grep -q '^## dado weigh' "$out" || fail "no page of the reference"
ends_with 0 "$program" help --schema weigh
grep -q '"const":"weigh"' "$out" || fail "no schema of requests"
