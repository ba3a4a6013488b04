// solve.c - the job `solve`: finds the value of a game, or of all boards of a size.
//
// A game that is small enough is solved from its start, and its line of best play is
// printed or drawn. `dado solve GAME` chooses the method: other jobs compute equilibria,
// exact odds and the size of a game. If a game lists its boards, all of them can be
// solved, and the answer says whether they are fair.
#define _DEFAULT_SOURCE  // sysconf of free memory
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/game_extras.h"
#include "core/match_loop.h"
#include "job/job_run.h"
#include "lab/solve_all_boards.h"
#include "measure/number_format.h"
#include "report/report_functions.h"
#include "solve/solution_tree.h"

enum { least_mebibytes = 64, most_mebibytes = 4096 };  // default limits of memory
enum { most_drawn = 5000 };                            // limit on the positions in a picture
enum { most_sizes = 64 };

extern const dado_job dado_job_solve;  // chooses the method that fits the game

// ---- other jobs

// Tells whether a flag belongs to perfect play only.
static bool is_of_perfect_play(const char *name)
{
    return strcmp(name, "objective") == 0 || strcmp(name, "tree") == 0 ||
           strcmp(name, "export") == 0;
}

// Runs another job with the parameters of this job_run that it knows. Some parameters
// belong to solving only.
static bool run_other_job(dado_job_run *job_run, const char *name, const char *why)
{
    const dado_job *job = dado_job_named(name);
    dado_argument *given = dado_job_run_new(job_run, dado_argument, job_run->given_count + 1);
    if (!given) return false;
    int count = 0;
    for (int i = 0; i < job_run->given_count; i++) {
        const char *param_name = job_run->given[i].param->name;
        const dado_param *param = dado_job_param_named(job, param_name);
        if (param) given[count++] = (dado_argument){ param, job_run->given[i].value };
        else if (is_of_perfect_play(param_name)) {
            return dado_job_run_usage_error(job_run, "--%s %s; see dado solve %s --help",
                                            param_name, why, job->aspect);
        }
    }
    dado_job_run other = *job_run;
    other.job = job;
    other.given = given;
    other.given_count = count;
    bool fine = dado_job_run_execute(&other, job_run->answer, job_run->err);
    job_run->is_usage_error = other.is_usage_error;
    job_run->kept = other.kept;
    job_run->stopped_where = other.stopped_where;
    job_run->source_with_error = other.source_with_error;
    return fine;
}

// ---- one game

typedef struct task {
    dado_job_run *job_run;
    dado_document *answer;
    const dado_game *game;
    dado_solver *solver;
    dado_text words;  // the line of best play
    dado_part *line;
} task;

static bool on_report(void *to, const dado_solve_stats *stats)
{
    enum { seldom = 1 << 14 };
    const dado_job_run *job_run = to;
    if (dado_job_run_is_stopped(job_run)) return false;
    if (stats->positions % seldom == 0) {
        dado_job_run_report_progress(job_run, (int64_t)(stats->bytes >> 20),
                                     (int64_t)(stats->limit >> 20), "MiB", "%s positions",
                                     dado_string_count(stats->positions).s);
    }
    return true;
}

static void put_step(void *to, const dado_solution_tree_step *step)
{
    task *t = to;
    dado_solution_tree_print(step, &t->words);
    dado_report_best_line_step(t->line, step);
}

// Adds the result of the solver in the requested form.
static bool fill_answer(task *t, const void *state, const dado_value *value)
{
    dado_job_run *job_run = t->job_run;
    if (dado_job_run_is_given(job_run, "export")) {
        if (!dado_solution_tree_dot(t->solver, state, most_drawn, &t->words, job_run->err))
            return false;
        dado_document_source(t->answer, "graph", dado_text_string(&t->words));
        return true;
    }
    dado_report_solved_game(t->answer, t->solver, t->game, value);
    bool tree = dado_job_run_is_given(job_run, "tree"),
         deep = dado_job_run_is_given(job_run, "depth");
    int depth = !tree ? 1 : deep ? (int)dado_job_run_int(job_run, "depth") : INT32_MAX;
    t->line = dado_report_best_line(t->answer, t->game);
    if (!dado_solution_tree_walk(t->solver, state, depth, put_step, t, job_run->err)) return false;
    const char *heading = tree ? "Best play" : "First moves";
    dado_document_source(t->answer, DADO_PART("walk", .heading = heading),
                         dado_text_string(&t->words));
    return true;
}

static bool find_best_play(dado_job_run *job_run, const dado_game *game, dado_objective by,
                           size_t memory)
{
    dado_value value;
    dado_solve_config plan = {
        .objective = by, .memory = memory, .report = on_report, .to = job_run
    };
    task t = { .job_run = job_run, .answer = job_run->answer, .game = game };
    void *state = dado_job_run_alloc(job_run, 1, game->state_size);
    if (!state) return false;
    t.solver = dado_solver_new(game, &plan, job_run->err);
    bool fine = t.solver != NULL;
    if (fine) {
        game->rules->start(game, state);
        fine = dado_solve(t.solver, state, &value, job_run->err) && fill_answer(&t, state, &value);
    }
    if (!fine && t.solver && dado_job_run_is_stopped(job_run)) {
        dado_job_run_record_stop(job_run, "after %s positions",
                                 dado_string_count(dado_solver_stats(t.solver).positions).s);
        fine = true;
    }
    dado_solver_free(t.solver);
    dado_text_free(&t.words);
    return fine;
}

// ---- what fits a game

// Returns in *found whether any player had a choice in some random matches.
static bool look_for_decisions(dado_job_run *job_run, const dado_game *game, bool *found)
{
    enum { matches = 20, longest = 2000 };
    int seats = game->players;
    void *state = dado_job_run_alloc(job_run, 1, game->state_size);
    dado_random_players players = {
        .luck = dado_job_run_new(job_run, dado_rng, seats + 1),
        .moves = dado_job_run_new(job_run, dado_move, game->max_moves + 1),
        .weights = dado_job_run_new(job_run, uint32_t, game->max_moves + 1),
    };
    if (!state || !players.luck || !players.moves || !players.weights) return false;
    players.chance = &players.luck[seats];
    *found = false;
    for (int match = 0; match < matches && !*found; match++) {
        for (int i = 0; i <= seats; i++) {
            dado_rng_begin(&players.luck[i], 1, (uint64_t)match, (uint16_t)i);
        }
        dado_match_loop loop = { .limit = longest };
        game->rules->start(game, state);
        dado_match_play_random(game, state, &loop, &players);
        *found = loop.options > (uint64_t)loop.decisions;
    }
    return true;
}

// Counts the positions of a game that could not be solved, and adds why not to the answer.
static bool count_instead(dado_job_run *job_run)
{
    dado_error why = *job_run->err;
    *job_run->err = (dado_error){ 0 };
    dado_job_run_message(job_run, "it cannot be solved as it is, so its positions are counted");
    if (!run_other_job(job_run, "count", "is no part of counting")) return false;
    dado_document_textf(
        job_run->answer, "instead",
        "Only the first moves are counted, because the whole game is out of reach: %s.", why.text);
    return true;
}

// dado solve GAME: computes exact odds if nobody decides anything, an equilibrium if
// something is hidden, and perfect play otherwise. Counts the positions of a game that
// none of these can finish.
static bool solve_as_fits(dado_job_run *job_run, const dado_game *game, dado_objective by,
                          size_t memory)
{
    bool decided, fine;
    if (!look_for_decisions(job_run, game, &decided)) return false;
    if (!decided && dado_job_named("exact"))  // the browser's engine has no such job
        fine = run_other_job(job_run, "exact", "is for games with choices");
    else if (game->secrets)
        fine = run_other_job(job_run, "equilibrium", "is for games that hide nothing");
    else fine = find_best_play(job_run, game, by, memory);
    bool refused = !fine && !job_run->is_usage_error && dado_job_named("count") &&
                   (job_run->err->status == DADO_LIMIT || job_run->err->status == DADO_INVALID);
    for (int i = 0; refused && i < job_run->given_count; i++) {
        refused = !is_of_perfect_play(job_run->given[i].param->name);
    }
    return refused ? count_instead(job_run) : fine;
}

static bool solve_game(dado_job_run *job_run, const dado_game_source *source, dado_objective by,
                       size_t memory)
{
    dado_game game;
    if (!dado_game_source_open_chance(source, "listed", NULL, &game, job_run->region,
                                      job_run->err)) {
        job_run->source_with_error = dado_game_source_error_text(source, job_run->err);
        return false;
    }
    if (job_run->job == &dado_job_solve) return solve_as_fits(job_run, &game, by, memory);
    return find_best_play(job_run, &game, by, memory);
}

static bool not_stopped(void *to)
{
    return !dado_job_run_is_stopped(to);
}

static void on_layer(void *to, int done, int all)
{
    dado_job_run_report_progress(to, done, all, "layers", "found first, then valued");
}

// Solves a board that has too many positions to store.
static bool solve_large_board(dado_job_run *job_run, const dado_game_source *source,
                              const char *board, dado_objective by, size_t memory)
{
    dado_document *answer = job_run->answer;
    dado_board_solution worth;
    dado_board_solver_config plan = {
        .rules = source->rules, .options = source->options, .by = by, .memory = memory
    };
    dado_work_control leave = { .given = not_stopped, .heard = on_layer, .to = job_run };
    if (!dado_solve_all_one_board(&plan, board, dado_job_run_threads(job_run), leave, &worth,
                                  job_run->err)) {
        return false;
    }
    double first = worth.score[0], second = worth.score[1];
    answer->title = dado_document_copy(answer, source->rules->title);
    answer->said = dado_document_copyf(answer, "board %s, by %s: %s, %.0f-%.0f", board,
                                       dado_objective_names[by],
                                       first > second   ? "the first player wins"
                                       : first < second ? "the second player wins"
                                                        : "a draw",
                                       first, second);
    dado_part *facts = dado_document_facts(answer, "facts");
    dado_fact(facts, "score1", "points of the first", (int64_t)first);
    dado_fact(facts, "score2", "points of the second", (int64_t)second);
    dado_fact(facts, "positions", "positions", (int64_t)worth.states);
    dado_fact(facts, "finals", "ends", (int64_t)worth.finals);
    dado_fact(facts, "shapes", "shapes walked", (int64_t)worth.shapes);
    dado_document_textf(answer, DADO_PART("more", .reader = DADO_FOR_TERMINALS),
                        "%stree shows moves, and keeps every position.", job_run->flag_prefix);
    return true;
}

// ---- all boards

typedef struct survey {  // solving all boards of some sizes
    dado_job_run *job_run;
    dado_solve_all_plan plan;
    dado_experiment_settings how;
    const char *title;                   // title of the game
    char name[DADO_SOLVED_BOARDS_NAME];  // name of the current boards
    dado_options sizes[most_sizes];
    dado_solved_boards *solutions;
    int count;
    int64_t done, all;  // boards of this part
} survey;

// Reads one size, as "3x4", into an option per axis, and moves `text` behind it.
static bool read_size(dado_job_run *job_run, const dado_board_enumerator *extras, int axes,
                      const char **text, dado_option *items)
{
    const char *at = *text;
    for (int i = 0; i < axes; i++) {
        bool crossed = i == 0 || *at == 'x';
        if (i > 0 && crossed) at++;
        size_t digits = crossed ? strspn(at, "0123456789") : 0;
        bool ends_well = i < axes - 1 || !at[digits] || at[digits] == ',';
        if (digits == 0 || !ends_well) {
            return dado_fail(job_run->err, DADO_INVALID,
                             "sizes are %s%s%s, separated by commas, as in 2x4,3x2, not \"%.20s\"",
                             extras->size[0], axes > 1 ? " x " : "",
                             axes > 1 ? extras->size[1] : "", *text);
        }
        const char *number = dado_job_run_copy(job_run, at, digits);
        if (!number) return false;
        items[i] = (dado_option){ .name = extras->size[i], .text = number };
        at += digits;
    }
    *text = *at == ',' ? at + 1 : at;
    return true;
}

// Reads "2x2,3x4" as settings of the options for the size of boards.
static bool read_sizes(survey *t, const dado_board_enumerator *extras, const char *text)
{
    const dado_options *given = &t->plan.source.options;
    dado_job_run *job_run = t->job_run;
    int axes = 0;
    while (axes < DADO_BOARD_SIZES && extras->size[axes]) {
        if (dado_options_find(given, extras->size[axes])) {
            return dado_job_run_usage_error(job_run, "give --sizes or %s, not both",
                                            extras->size[axes]);
        }
        axes++;
    }
    while (*text) {
        if (t->count == most_sizes) {
            return dado_fail(job_run->err, DADO_LIMIT,
                             "at most %d sizes can be solved at a time; give fewer", most_sizes);
        }
        dado_option *items = dado_job_run_new(job_run, dado_option, axes);
        if (!items || !read_size(job_run, extras, axes, &text, items)) return false;
        dado_options size = { items, axes };
        if (!dado_options_join(&t->sizes[t->count++], given, &size, job_run->region,
                               job_run->err)) {
            return false;
        }
    }
    return t->count > 0 ||
           dado_fail(job_run->err, DADO_INVALID, "no size is given; try --sizes 2x2,3x2");
}

static void on_progress(void *to, const dado_progress *progress)
{
    const survey *t = to;
    dado_job_run_report_progress(t->job_run, progress->done, progress->all, "boards", "%s",
                                 t->name);
}

// A part of the boards proves nothing, so only their number is reported.
static void say_stopped(survey *t, const dado_solve_all *found)
{
    dado_document *answer = t->job_run->answer;
    answer->said = dado_document_copyf(answer, "stopped after %s boards of %s",
                                       dado_string_count(found->solved).s, t->name);
    dado_job_run_record_stop(t->job_run, "after %s of %s boards of %s",
                             dado_string_count(found->solved).s,
                             dado_string_count(found->field.count).s, t->name);
    if (!t->how.store)
        dado_job_run_message(t->job_run, "with --journal FILE it could go on from there");
}

static bool solve_all_of_size(survey *t, int number, bool *finished)
{
    dado_solve_all none = { 0 };
    DADO_CLEANUP(dado_solve_all_free) dado_solve_all found = { 0 };
    dado_solve_all_plan plan = t->plan;
    plan.source.options = t->sizes[number];
    if (!dado_solve_all_prepare(&none.field, &plan, t->job_run->region, t->job_run->err))
        return false;
    t->title = none.field.game.rules->title;
    snprintf(t->name, sizeof t->name, "%s", dado_solved_boards_of(&none).name);
    if (!dado_solve_all_run(&plan, &t->how, &found, t->job_run->err)) return false;
    *finished = !found.interrupted;
    if (found.found) {
        dado_job_run_message(t->job_run, "%s boards of %s were kept already",
                             dado_string_count(found.found).s, t->name);
    }
    t->done += (int64_t)(found.solved - found.first);
    t->all += (int64_t)(found.end - found.first);
    if (t->how.parts) return true;
    if (!*finished) {
        say_stopped(t, &found);
        return true;
    }
    t->solutions[number] = dado_solved_boards_of(&found);
    if (dado_job_run_is_given(t->job_run, "csv")) {
        dado_report_boards(t->job_run->answer, &found, t->count > 1 ? t->name : "boards");
    }
    return true;
}

static bool solve_all_sizes(survey *t)
{
    dado_document *answer = t->job_run->answer;
    bool finished = true;
    for (int i = 0; finished && i < t->count; i++) {
        if (!solve_all_of_size(t, i, &finished)) return false;
    }
    if (dado_job_run_report_part(t->job_run, t->done, t->all, "boards", !finished)) return true;
    answer->title = dado_document_copy(answer, t->title);
    if (!finished) return true;
    answer->said = dado_document_copyf(answer, "%sboards of %s by %s", t->plan.sample ? "" : "all ",
                                       t->count > 1 ? "several sizes" : t->solutions->name,
                                       dado_objective_names[t->plan.by]);
    if (!dado_job_run_is_given(t->job_run, "csv"))
        dado_report_solved_boards(answer, t->solutions, t->count);
    return true;
}

static bool solve_all_boards(dado_job_run *job_run, const dado_game_source *source,
                             dado_objective by, size_t memory)
{
    survey t = {
        .job_run = job_run,
        .plan = { .source = *source,
                  .by = by,
                  .memory = memory,
                  .sample = (uint64_t)dado_job_run_int(job_run, "sample"),
                  .seed = dado_job_run_seed(job_run) },
        .how = { .threads = dado_job_run_threads(job_run),
                 .cluster = job_run->cluster,
                 .stop = job_run->stop,
                 .context = &t,
                 .progress = on_progress },
    };
    const char *sizes = dado_job_run_text(job_run, "sizes");
    const dado_game bare = { .rules = source->rules };
    const dado_board_enumerator *extras = dado_game_extra(&bare, boards);
    if (!extras) {
        return dado_job_run_usage_error(job_run,
                                        "--all, --sizes and --sample are for games that list their "
                                        "boards, such as bigpoints; solve %.40s without them",
                                        source->name);
    }
    if (!sizes) t.sizes[t.count++] = source->options;
    else if (!read_sizes(&t, extras, sizes)) return false;
    t.solutions = dado_job_run_new(job_run, dado_solved_boards, t.count);
    if (!t.solutions || !dado_job_run_parse_part(job_run, &t.how.part, &t.how.parts)) return false;
    if (t.how.parts &&
        (dado_job_run_is_given(job_run, "journal") || dado_job_run_is_given(job_run, "csv"))) {
        return dado_job_run_usage_error(
            job_run, "a part is stored in the file of --part-file, not in --journal; dado runs "
                     "merge makes a journal of all parts");
    }
    if (!dado_job_run_open_store(job_run, DADO_STORE_WRITE)) return false;
    t.how.store = job_run->opened;
    return solve_all_sizes(&t);
}

// ---- reading the request ----

static const dado_param option_params[] = {
    DADO_PARAM(TEXT, "board", .value = "ROW",
               .about = "A board of Big Points, start first: digits 1 to 5, W and K."),
    DADO_PARAM(WHOLE, "colours", .about = "Colours of the board."),
    DADO_PARAM(WHOLE, "discs", .about = "Discs of each colour on the path."),
    DADO_PARAM(WHOLE, "white", .unset = "0", .about = "White discs on the path."),
    DADO_PARAM(WHOLE, "black", .unset = "0", .about = "Black discs on the path."),
    DADO_PARAM(WHOLE, "players", .unset = "as the game says", .about = "Players at the table."),
    DADO_PARAM(FLAG, "loose", .about = "A step may collect nothing, as a variant allows."),
    { 0 },
};

// Collects the options of -D, and those that have a parameter of their own here.
static bool gather_options(dado_job_run *job_run, dado_options *options)
{
    dado_options given;
    dado_option *items =
        dado_job_run_new(job_run, dado_option, sizeof option_params / sizeof *option_params);
    int count = 0;
    for (const dado_param *own = option_params; items && own->name; own++) {
        const char *text = dado_job_run_text(job_run, own->name);
        if (text) items[count++] = (dado_option){ .name = own->name, .text = *text ? text : "yes" };
    }
    if (!items) return false;
    dado_options flags = { items, count };
    return dado_job_run_options(job_run, &given) &&
           dado_options_join(options, &given, &flags, job_run->region, job_run->err);
}

// Returns the default memory in bytes: half of the free memory, divided among the
// threads.
static size_t available_memory(int parts)
{
    long pages = sysconf(_SC_AVPHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    size_t least = (size_t)least_mebibytes << 20;
    size_t spare = pages > 0 && size > 0 ? (size_t)pages / 2 * (size_t)size / (size_t)parts : least;
    size_t most = (size_t)most_mebibytes << 20;
    return spare < least ? least : spare > most ? most : spare;
}

static bool run(dado_job_run *job_run)
{
    if (dado_job_run_is_given(job_run, "count")) {
        return run_other_job(job_run, "count", "is no part of counting");
    }
    static const char *const of_many[] = { "csv", "journal", "mpi", "part", "out" };
    bool all = dado_job_run_is_given(job_run, "all") || dado_job_run_is_given(job_run, "sizes") ||
               dado_job_run_is_given(job_run, "sample");
    for (size_t i = 0; !all && i < sizeof of_many / sizeof *of_many; i++) {
        if (dado_job_run_is_given(job_run, of_many[i])) {
            return dado_job_run_usage_error(job_run, "--%s goes with --all or --sizes", of_many[i]);
        }
    }
    dado_objective by = (dado_objective)dado_job_run_choice_index(job_run, "objective");
    size_t memory = (size_t)dado_job_run_int(job_run, "memory") << 20;
    int threads = dado_job_run_threads(job_run);
    if (threads <= 0) threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (memory == 0) memory = available_memory(all && threads > 1 ? threads : 1);
    dado_options options;
    dado_game_source source;
    if (!gather_options(job_run, &options) ||
        !dado_job_run_find_game_with(job_run, dado_job_run_text(job_run, "game"), &options,
                                     &source)) {
        return false;
    }
    if (all) return solve_all_boards(job_run, &source, by, memory);
    const dado_option *board = dado_options_find(&source.options, "board");
    if (board && !dado_job_run_is_given(job_run, "tree") &&
        !dado_job_run_is_given(job_run, "export") &&
        dado_board_is_large(source.rules, &source.options, board->text)) {
        return solve_large_board(job_run, &source, board->text, by, memory);
    }
    return solve_game(job_run, &source, by, memory);
}

static const dado_param board_params[] = {
    DADO_PARAM(FLAG, "all", 'a', .about = "Solves every board of the size."),
    DADO_PARAM(TEXT, "sizes", .value = "LIST",
               .about = "Solves every board of several sizes: 2x2,2x3,3x2."),
    DADO_PARAM(WHOLE, "sample", .least = 1, .most = 10000000,
               .about = "Solves so many boards drawn at random, where all would be too many."),
    DADO_PARAM(WHOLE, "seed", 's', .usual = "1", .about = "Which boards are drawn."),
    DADO_PARAM(FLAG, "csv", .typed = "lines",
               .about = "Answers with a line for each board, as CSV: the board, scores, states."),
    DADO_PARAM(FILE, "journal", .beside = true,
               .about = "Keeps solved boards in this store as they come, and goes on from what it "
                        "holds: a killed run loses nothing."),
    { 0 },
};

static const dado_param solve_params[] = {
    DADO_PARAM_THE_GAME,
    DADO_PARAM(CHOICE, "objective", .value = "ORDER", .choices = "margin outcome draft win points",
               .usual = "margin",
               .about = "By what players choose: margin, outcome, draft, win, which looks no "
                        "further than the outcome, or points, whoever wins."),
    DADO_PARAM(WHOLE, "memory", .value = "MIB", .least = 1, .most = 1 << 24,
               .unset = "half of what is free, at most 4096", .beside = true,
               .about = "Mebibytes that positions may take; with --all, for each thread."),
    DADO_PARAM(WHOLE, "threads", 'j', .least = 1, .most = 1024,
               .unset = "$DADO_THREADS, or one a core", .beside = true,
               .about = "How many to solve at a time; results do not depend on it."),
    DADO_PARAM(FLAG, "tree",
               .about = "Walks the line of best play, with the value of every alternative."),
    DADO_PARAM(WHOLE, "depth", .least = 1, .most = 1000000, .unset = "all",
               .about = "Moves of the line to show."),
    DADO_PARAM(WHOLE, "count", .typed = "size", .rare = true, .least = 1, .most = 1000,
               .about = "Counts plays of 1 to N moves and distinct positions instead, as dado "
                        "solve GAME size does."),
    DADO_PARAM(CHOICE, "export", .value = "FORM", .choices = "dot",
               .about = "Answers with the graph of all positions for Graphviz."),
    { 0 },
};

#define SOLVE_PARAMS \
    { \
        solve_params, option_params, board_params, dado_params_game, dado_params_parts \
    }

const dado_job dado_job_solve = {
    .name = "solve",
    .about = "proves who wins when nobody errs",
    .details =
        "Chooses what fits the game: exact odds where nobody decides anything, an equilibrium "
        "where something is hidden, perfect play otherwise, and where none of these can finish, "
        "its size and the reason. "
        "dado solve GAME play, equilibrium, odds or size asks for one of them. For perfect play "
        "GAME must end and list its luck; every position it can come to is looked at once. The "
        "value is what everyone gets with best play, an expectation where luck is left."
        "\n\n"
        "Where a game lists its boards, as bigpoints does, --all and --sizes solve every one, and "
        "say whether the game is fair. That can be done in parts: what dado runs merge makes of "
        "them is a journal.",
    .params = SOLVE_PARAMS,
    .examples =
        DADO_EXAMPLES({ "dado solve bigpoints --board 1212 --tree",
                        "Who wins, and how, with every alternative." },
                      { "dado solve bigpoints --colours 3 --discs 3 --all --json",
                        "All 1,680 boards of a size." },
                      { "dado solve bigpoints --sizes 2x2,2x3,2x4,3x2,3x3 --report balance.html",
                        "Does it get fairer with size?" },
                      { "dado solve nim -D heaps=3,4,5", "Any small game will do." }),
    .run = run,
};

const dado_job dado_job_solve_play = {
    .name = "solve play",
    .verb = "solve",
    .aspect = "play",
    .about = "proves who wins when nobody errs, in a game that hides nothing",
    .details = "GAME must end, hide nothing and list its luck; every position it can come to is "
               "looked at once. The value is what everyone gets with best play, an expectation "
               "where luck is left.",
    .params = SOLVE_PARAMS,
    .examples = DADO_EXAMPLES({ "dado solve bigpoints play --board 1212 --tree",
                                "Who wins, and how, with every alternative." }),
    .run = run,
};
