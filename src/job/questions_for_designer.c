// questions_for_designer.c - the job `check --questions`: what descriptions leave open,
// or what seldom happens in play, as questions for the designer.
#include "job/job_run.h"
#include "judge/questions_for_designer.h"
#include "recycle/recycle.h"
#include "report/report_functions.h"

// Asks about one description. Returns false if the job cannot go on; a file that cannot be
// played is reported in `wrong`.
static bool ask_about(dado_job_run *job_run, const char *name, dado_part *wrong, int *asked)
{
    enum { most_moves = 20000 };
    dado_game_source source;
    dado_recycle_diagnostics found;
    dado_rulebook book;
    dado_game game;
    if (!dado_job_run_find_game(job_run, name, &source)) return false;
    if (source.rules != &dado_recycle || !source.text) {
        return dado_job_run_usage_error(job_run, "%s has no description to ask about", name);
    }
    if (!dado_recycle_check(source.path, source.text, &source.options, job_run->region, &found)) {
        for (int i = 0; i < found.count; i++) {
            dado_put_diagnostic(wrong, &found.items[i].error, found.items[i].warning, source.text);
        }
        job_run->answer->failed = true;
        return true;
    }
    dado_lineup lineup;
    if (!dado_job_run_open_game(job_run, &source, &game) ||
        !dado_job_run_lineup(job_run, game.players, &lineup) ||
        !dado_rulebook_write(source.path, source.text, &source.options, DADO_RULES_ENGLISH,
                             job_run->region, &book, job_run->err)) {
        return false;
    }
    dado_plan plan = { .instances = &source,
                       .instance_count = 1,
                       .lineups = &lineup,
                       .lineup_count = 1,
                       .command = "check --questions" };
    dado_job_run_fill_plan(job_run, &plan);
    plan.move_limit = most_moves;
    dado_experiment_settings how = { 0 };
    dado_questions questions;
    if (!dado_job_run_experiment_how(job_run, &how) ||
        !dado_questions_collect(&plan, &book, &found, &how, job_run->region, &questions,
                                job_run->err)) {
        return false;
    }
    dado_report_questions(job_run->answer, name, &questions);
    *asked += questions.count;
    return true;
}

static bool run(dado_job_run *job_run)
{
    int files = dado_job_run_arg_count(job_run, "game"), asked = 0, done = 0;
    dado_part *wrong = dado_document_diagnostics(job_run->answer, "diagnostics");
    for (; done < files && !dado_job_run_is_stopped(job_run); done++) {
        const char *name = dado_job_run_nth_arg(job_run, "game", done);
        if (!ask_about(job_run, name, wrong, &asked)) return false;
    }
    if (dado_job_run_is_stopped(job_run)) {
        dado_job_run_record_stop(job_run, "in file %d of %d", done, files);
        job_run->answer->unfinished = true;
    }
    dado_job_run_message(job_run, "%d file%s: %d question%s", done, done == 1 ? "" : "s", asked,
                         asked == 1 ? "" : "s");
    return true;
}

const dado_job dado_job_questions = {
    .name = "questions",
    .verb = "check",
    .aspect = "--questions",
    .about = "asks what a description leaves open, and what seldom happens",
    .details =
        "Players who choose at random play matches. Where a match stops, nobody has an option, "
        "players are equal at the end, a match does not end, or a rule is never, always or seldom "
        "used, a question names the rule in words and says what the description does, and how "
        "often it happened. Warnings about the text become questions, too.",
    .params = { DADO_PARAMS(DADO_PARAM(GAME, "game", .word = true, .needed = true, .many = true,
                                       .about = "Described games by name, or their files."),
                            DADO_PARAM(WHOLE, "matches", 'n', .usual = "1000", .least = 1,
                                       .most = 1e9, .about = "How many matches to play."),
                            DADO_PARAM_SEED),
                dado_params_game },
    .examples = DADO_EXAMPLES({ "dado check mygame.rcy --questions",
                                "What the designer of a description should decide." }),
    .run = run,
};
