// scenario.c - plays the script of a Território scenario and holds the answers against what it
// expects.

#include "job/errand.h"
#include "worlds/territorio/territorio.h"

static int count_lines(const dado_text *text)
{
    int lines = 0;
    for (size_t i = 0; i < text->length; i++) lines += text->data[i] == '\n';
    return lines;
}

// One file. What is wrong with it is a remark, and costs the others nothing.
static bool play(dado_errand *errand, const char *file, dado_part *table, dado_part *remarks,
                 dado_text *log)
{
    const char *text = NULL;
    dado_source source;
    dado_game game;
    dado_draft answers = { 0 };
    dado_rng luck = dado_rng_stream((uint64_t)dado_errand_whole(errand, "seed"), 0,
                                    DADO_LANE_CHANCE);
    bool fine = dado_errand_read(errand, file, &text) && dado_errand_game(errand, file, &source) &&
                dado_errand_open(errand, &source, &game);
    if (fine && game.rules != &dado_world_territorio) {
        fine = dado_fail(errand->err, DADO_MEANING, "%s is no scenario of Território", file);
    }
    if (fine) {
        void *state = dado_errand_take(errand, 1, game.state_size);
        fine = state && dado_terr_scenario_run(&game, file, text, &luck, state, errand->arena,
                                               &answers, log, errand->err);
    }
    if (!fine) dado_put_remark(remarks, errand->err, false, text);
    if (!text) errand->answer->lacking = true;
    int commands = count_lines(&answers);
    for (size_t i = 0; i < answers.length; i++) {
        if (answers.data[i] == '\n') answers.data[i] = i + 1 < answers.length ? ' ' : '\0';
    }
    dado_put(table, file, fine, commands, dado_text_string(&answers));
    return fine;
}

static bool run(dado_errand *errand)
{
    dado_document *answer = errand->answer;
    int count = dado_errand_count(errand, "file");
    dado_draft log = { 0 };
    answer->title = "Scenarios";
    dado_part *table = dado_table(answer, "scenarios",
        DADO_FIELD(WORDS, "file", "file"),
        DADO_FIELD(FLAG, "fine", "as expected"),
        DADO_FIELD(NUMBER, "commands", "commands"),
        DADO_FIELD(WORDS, "answers", "answers"));
    dado_part *remarks = dado_document_diagnostics(answer, "wrong");
    for (int i = 0; i < count; i++) {
        const char *file = dado_errand_nth(errand, "file", i);
        if (!play(errand, file, table, remarks, &log)) answer->failed = true;
    }
    if (log.length && dado_errand_given(errand, "events")) {
        dado_document_source(answer, "events", dado_text_string(&log));
    }
    return true;
}

const dado_job dado_job_scenario = {
    .name = "scenario",
    .about = "plays the script of a Território scenario and checks what it expects",
    .details =
        "The commands under \"script\" are given to the referee one by one; its answers, OK or "
        "a code, are held against \"expect\", if there is such a list. The first that differs "
        "is named with its line. A file that cannot be read costs the others nothing. The exit "
        "code is 3 if anything is not as expected, 1 if a file cannot be read.",
    .params = { DADO_PARAMS(
        DADO_PARAM(FILE, "file", .value = "FILE.territorio", .word = true, .needed = true,
                   .many = true, .about = "Scenarios, each with a script."),
        DADO_PARAM(WHOLE, "seed", 's', .usual = "1",
                   .about = "Where draws come from that the settings leave to luck."),
        DADO_PARAM(FLAG, "events", .about = "Shows what the commands brought about.")),
                dado_params_game },
    .examples = DADO_EXAMPLES(
        { "dado scenario library/territorio/duel.territorio --events",
          "A battle of the rulebook, blow by blow." },
        { "dado scenario library/territorio/*.territorio", "All that are shipped." }),
    .run = run,
};
