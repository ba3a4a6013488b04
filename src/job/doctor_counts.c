// doctor_counts.c - the job `doctor GAME counts`: does the game work as well with two players
// as with five?
#include <string.h>

#include "core/game_extras.h"
#include "job/assertion.h"
#include "judge/doctor_checkup.h"
#include "measure/number_format.h"
#include "report/report_functions.h"

enum { most_counts = 12, usual_least = 2, usual_most = 6 };

// Finds the option that sets the number of players: one that a description declares, or a
// world's own.
static const char *option_of(const dado_game *game)
{
    static const char *const names[] = { "PLAYERS", "players" };
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(names[i]);
        for (const char *at = game->options; (at = strstr(at, names[i])); at += length) {
            bool begins = at == game->options || at[-1] == ' ';
            if (begins && at[length] == '=') return names[i];
        }
    }
    return NULL;
}

// Lists the numbers of players that the user asked for, or those that the game allows, or
// two to six.
static int list_counts(dado_job_run *job_run, const dado_game *game, dado_player_count *counts)
{
    int asked = dado_job_run_arg_count(job_run, "players"), count = 0;
    for (int i = 0; i < asked && count < most_counts; i++) {
        int64_t players;
        if (dado_read_int(dado_job_run_nth_arg(job_run, "players", i), &players)) {
            counts[count++].players = (int)players;
        }
    }
    int64_t low = usual_least, high = usual_most;
    if (asked == 0) dado_game_expects(game, "players", &low, &high);
    for (int64_t n = low; asked == 0 && n <= high && count < most_counts; n++) {
        counts[count++].players = (int)n;
    }
    return count;
}

static void say(void *job_run, const char *sentence)
{
    dado_job_run_message(job_run, "%s", sentence);
}

static bool find_with(dado_job_run *job_run, const char *option, int players,
                      dado_game_source *source)
{
    dado_options given, all;
    dado_option with = { .name = option, .text = dado_job_run_copyf(job_run, "%d", players) };
    dado_options more = { .items = &with, .count = 1 };
    return with.text && dado_job_run_options(job_run, &given) &&
           dado_options_join(&all, &given, &more, job_run->region, job_run->err) &&
           dado_job_run_find_game_with(job_run, dado_job_run_text(job_run, "game"), &all, source);
}

// Examines the game with this number of players. A number that the game refuses is no
// failure.
static bool look_at(dado_job_run *job_run, const char *option, const dado_experiment_settings *how,
                    dado_player_count *one)
{
    dado_game_source source;
    dado_game game;
    dado_checkup checkup = { 0 };
    one->refused = !find_with(job_run, option, one->players, &source) ||
                   !dado_job_run_open_game(job_run, &source, &game) || game.players != one->players;
    if (one->refused) {
        *job_run->err = (dado_error){ 0 };
        job_run->source_with_error = NULL;
        return true;
    }
    dado_job_run_message(job_run, "with %d players:", one->players);
    dado_checkup_config config = {
        .game = &source,
        .effort = (dado_effort)dado_job_run_choice_index(job_run, "effort"),
        .seed = dado_job_run_seed(job_run),
        .limit = (int)dado_job_run_int(job_run, "limit"),
        .command = job_run->answer->command,
        .context = job_run,
        .say = say,
    };
    one->symptoms = dado_job_run_new(job_run, dado_symptom, DADO_SYMPTOMS);
    bool fine =
        one->symptoms && dado_checkup_run(&config, how, job_run->region, &checkup, job_run->err);
    if (fine && checkup.at_random.matches) one->count = dado_diagnose(&checkup, one->symptoms);
    dado_checkup_free(&checkup);
    return fine;
}

static bool run(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    dado_player_count counts[most_counts] = { { 0 } };
    dado_game_source source;
    dado_game game;
    dado_experiment_settings how;
    if (!dado_job_run_find_game(job_run, dado_job_run_text(job_run, "game"), &source) ||
        !dado_job_run_open_game(job_run, &source, &game) ||
        !dado_job_run_experiment_how(job_run, &how)) {
        return false;
    }
    const char *option = option_of(&game);
    if (!option) {
        return dado_fail(job_run->err, DADO_INVALID,
                         "%s always has %d players; a description that declares 'PLAYERS can be "
                         "examined with other numbers",
                         source.name, game.players);
    }
    int count = list_counts(job_run, &game, counts), looked_at = 0;
    for (int c = 0; c < count && !dado_job_run_is_stopped(job_run); c++) {
        if (!look_at(job_run, option, &how, &counts[c])) return false;
        looked_at += !counts[c].refused;
    }
    if (dado_job_run_is_stopped(job_run)) {
        dado_job_run_record_stop(job_run, "before all was looked at");
        return true;
    }
    if (looked_at == 0) {
        return dado_fail(job_run->err, DADO_INVALID,
                         "%s cannot be played with any of these "
                         "numbers of players",
                         source.name);
    }
    answer->title = dado_document_copyf(answer, "%s by number of players", game.rules->title);
    answer->rules = dado_game_source_hash(&source);
    dado_report_player_counts(answer, counts, count);
    return true;
}

const dado_job dado_job_doctor_counts = {
    .name = "doctor counts",
    .verb = "doctor",
    .aspect = "counts",
    .about = "says what is right and wrong with a game for each number of players, side by side",
    .details =
        "Looks at the game as dado doctor does, once for every number of players that it takes: "
        "those its description names, or two to six. A row is a topic, a column a number of "
        "players. No alarm is no proof: it may take more effort to see one.",
    .params = { DADO_PARAMS(
                    DADO_PARAM_THE_GAME,
                    DADO_PARAM(WHOLE, "players", .many = true, .least = 1, .most = 64,
                               .unset = "all that the game takes",
                               .about = "Players at the table; may be given more than "
                                        "once."),
                    DADO_PARAM(CHOICE, "effort", 'e', .choices = "quick normal long",
                               .usual = "quick",
                               .about = "How thorough to be: quick, normal or long."),
                    DADO_PARAM_SEED, DADO_PARAM_THREADS,
                    DADO_PARAM(WHOLE, "limit", .rare = true, .usual = "20000", .least = 1,
                               .most = 1e8,
                               .about = "A match that takes more moves is taken not to end.")),
                dado_params_game, dado_params_assert },
    .examples = DADO_EXAMPLES(
        { "dado doctor president counts", "President with three players up to six." },
        { "dado doctor mine.rcy counts --players 2 --players 5", "Only these two, side by side." }),
    .run = run,
};
