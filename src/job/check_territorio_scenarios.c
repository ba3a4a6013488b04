// check_territorio_scenarios.c - plays the script of a Território scenario and compares the
// results with those it expects.

#include "job/job_run.h"
#include "worlds/territorio/territorio.h"

static int count_lines(const dado_text *text)
{
    int lines = 0;
    for (size_t i = 0; i < text->length; i++) lines += text->data[i] == '\n';
    return lines;
}

// Plays one file. An error in it becomes a remark, and the other files are still played.
static bool play(dado_job_run *job_run, const char *file, dado_part *table, dado_part *remarks,
                 dado_text *log)
{
    const char *text = NULL;
    dado_game_source source;
    dado_game game;
    DADO_CLEANUP(dado_text_free) dado_text answers = { 0 };
    dado_rng luck = dado_rng_stream(dado_job_run_seed(job_run), 0, DADO_STREAM_CHANCE);
    bool fine = dado_job_run_read(job_run, file, &text) &&
                dado_job_run_find_game(job_run, file, &source) &&
                dado_job_run_open_game(job_run, &source, &game);
    if (fine && game.rules != &dado_world_territorio) {
        fine = dado_fail(job_run->err, DADO_INVALID, "%s is not a Território scenario", file);
    }
    if (fine) {
        void *state = dado_job_run_alloc(job_run, 1, game.state_size);
        fine = state && dado_terr_scenario_run(&game, file, text, &luck, state, job_run->region,
                                               &answers, log, job_run->err);
    }
    if (!fine) dado_put_diagnostic(remarks, job_run->err, false, text);
    if (!text) job_run->answer->partly_failed = true;
    int commands = count_lines(&answers);
    for (size_t i = 0; i < answers.length; i++) {
        if (answers.data[i] == '\n') answers.data[i] = i + 1 < answers.length ? ' ' : '\0';
    }
    dado_put(table, file, fine, commands, dado_text_string(&answers));
    return fine;
}

static bool run(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    int count = dado_job_run_arg_count(job_run, "file");
    DADO_CLEANUP(dado_text_free) dado_text log = { 0 };
    answer->title = "Scenarios";
    dado_part *table = dado_table(answer, "scenarios", DADO_FIELD(WORDS, "file", "file"),
                                  DADO_FIELD(FLAG, "fine", "as expected"),
                                  DADO_FIELD(NUMBER, "commands", "commands"),
                                  DADO_FIELD(WORDS, "answers", "answers"));
    dado_part *remarks = dado_document_diagnostics(answer, "wrong");
    for (int i = 0; i < count; i++) {
        const char *file = dado_job_run_nth_arg(job_run, "file", i);
        if (!play(job_run, file, table, remarks, &log)) answer->failed = true;
    }
    if (log.length && dado_job_run_is_given(job_run, "events")) {
        dado_document_source(answer, "events", dado_text_string(&log));
    }
    return true;
}

const dado_job dado_job_scenario = {
    .name = "scenario",
    .verb = "check",
    .about = "plays the script of a Território scenario and checks what it expects",
    .details =
        "The commands under \"script\" are given to the referee one by one; its answers, OK or "
        "a code, are held against \"expect\", if there is such a list. The first that differs "
        "is named with its line. A file that cannot be read costs the others nothing. The exit "
        "code is 3 if anything is not as expected, 1 if a file cannot be read.",
    .params = { DADO_PARAMS(
                    DADO_PARAM(FILE, "file", .value = "FILE.territorio", .word = true,
                               .needed = true, .many = true,
                               .about = "Scenarios, each with a script."),
                    DADO_PARAM(WHOLE, "seed", 's', .usual = "1",
                               .about = "Where draws come from that the settings leave to luck."),
                    DADO_PARAM(FLAG, "events", .typed = "show",
                               .about = "Shows what the commands brought about.")),
                dado_params_game },
    .examples =
        DADO_EXAMPLES({ "dado check library/territorio/duel.territorio --show",
                        "A battle of the rulebook, blow by blow." },
                      { "dado check library/territorio/*.territorio", "All that are shipped." }),
    .run = run,
};
