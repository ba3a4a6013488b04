// solve.c - proves what a game is worth, or all boards of a size.
//
// Any game that is small enough is solved from its start, and its line of best play is walked or
// drawn. A game that hides something is handed on to the job for equilibria. Of games with many
// boards all can be solved, and then it is said whether they are fair.
#define _DEFAULT_SOURCE  // sysconf of free memory
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/face.h"
#include "job/errand.h"
#include "lab/survey.h"
#include "measure/words.h"
#include "report/report.h"
#include "solve/tree.h"

enum { least_mebibytes = 64, most_mebibytes = 4096 };  // memory unless told
enum { most_drawn = 5000 };                            // positions in a picture
enum { most_sizes = 64 };

// ---- other jobs

// What another job answers is asked there, with what that understands of this errand. Some
// parameters are of solving alone.
static bool hand_on(dado_errand *errand, const char *name, const char *why)
{
    const dado_job *job = dado_job_named(name);
    dado_given *given = dado_errand_new(errand, dado_given, errand->given_count + 1);
    if (!given) return false;
    int count = 0;
    for (int i = 0; i < errand->given_count; i++) {
        const char *param_name = errand->given[i].param->name;
        const dado_param *param = dado_job_param_named(job, param_name);
        if (param) given[count++] = (dado_given){ param, errand->given[i].value };
        else if (strcmp(param_name, "objective") == 0 || strcmp(param_name, "tree") == 0 ||
                 strcmp(param_name, "export") == 0) {
            return dado_errand_misused(errand, "--%s %s; see dado %s --help", param_name, why,
                                       name);
        }
    }
    dado_errand other = *errand;
    other.job = job;
    other.given = given;
    other.given_count = count;
    bool fine = dado_errand_run(&other, errand->answer, errand->err);
    errand->misused = other.misused;
    errand->kept = other.kept;
    errand->stopped_where = other.stopped_where;
    errand->blamed = other.blamed;
    return fine;
}

// ---- one game

typedef struct task {
    dado_errand *errand;
    dado_document *answer;
    const dado_game *game;
    dado_solver *solver;
    dado_text words;  // of the line of best play
    dado_part *line;
} task;

static bool on_report(void *to, const dado_solve_stats *stats)
{
    enum { seldom = 1 << 14 };
    const dado_errand *errand = to;
    if (dado_errand_stopped(errand)) return false;
    if (stats->positions % seldom == 0) {
        dado_errand_working(errand, (int64_t)(stats->bytes >> 20), (int64_t)(stats->limit >> 20),
                            "MiB", "%s positions", dado_said_count(stats->positions).s);
    }
    return true;
}

static const char *outcome_words(const dado_game *game, const dado_value *value)
{
    static const char *const wins[] = { "the first player wins", "the second player wins",
                                        "the third player wins", "the fourth player wins" };
    if (game->players == 1) return value->share[0] == 1 ? "won" : "lost";
    for (int p = 0; p < game->players; p++) {
        if (value->share[p] == 1) return p < 4 ? wins[p] : "a later player wins";
    }
    return game->luck ? "luck has a say" : game->players == 2 ? "a draw" : "the win is shared";
}

static void put_seats(const task *t, const dado_value *value)
{
    dado_part *part = dado_table(t->answer, "seats",
        DADO_FIELD(NUMBER, "seat", "seat"),
        DADO_FIELD(NUMBER, "score", "points"),
        DADO_FIELD(NUMBER, "margin", "margin", .about = "Over the best rival; more is better"),
        DADO_FIELD(NUMBER, "share", "of the win"));
    for (int p = 0; p < t->game->players; p++) {
        dado_put(part, p + 1, dado_value_points(t->game, value, p),
                 dado_value_tidy(value->margin[p]),
                 dado_figure_share(dado_value_tidy(value->share[p])));
    }
}

static void put_facts(const task *t)
{
    dado_solve_stats stats = dado_solver_stats(t->solver);
    dado_part *facts = dado_document_facts(t->answer, "facts");
    if (t->game->options[0]) dado_fact(facts, "options", "options", t->game->options);
    dado_fact(facts, "positions", "positions", (int64_t)stats.positions);
    dado_fact(facts, "looked_up", "met again", (int64_t)stats.looked_up);
    dado_fact(facts, "values", "different values", (int64_t)stats.values);
    dado_fact(facts, "deepest", "moves deep", (int64_t)stats.deepest);
    dado_fact(facts, "key_bits", "bits of a key", (int64_t)stats.key_bits);
    dado_fact(facts, "slot_bytes", "bytes a position", (int64_t)stats.slot_bytes);
    dado_fact(facts, "kib", "KiB", (int64_t)(stats.bytes >> 10));
}

// The line of best play for programs: a row for each alternative.
static dado_part *begin_line(const task *t)
{
    dado_part *part = dado_table(t->answer, "line",
        DADO_FIELD(NUMBER, "step", "step"),
        DADO_FIELD(NUMBER, "player", "player", .about = "None where luck decides"),
        DADO_FIELD(WORDS, "move", "move"),
        DADO_FIELD(FLAG, "followed", "followed"),
        DADO_FIELD(FLAG, "as_good", "as good"),
        DADO_FIELD(NUMBER, "chance", "chance"),
        DADO_FIELD(WORDS, "value", "value"));
    int players = t->game->players;
    for (int i = 0; i < 2 * players; i++) {
        char name[16];
        snprintf(name, sizeof name, i < players ? "score%d" : "share%d", i % players + 1);
        dado_column(part, NUMBER, name, name);
    }
    part->reader = DADO_FOR_PROGRAMS;
    return part;
}

static void put_step(void *to, const dado_tree_step *step)
{
    task *t = to;
    dado_draft words = { 0 };
    dado_tree_say(step, &t->words);
    for (int i = 0; i < step->count; i++) {
        dado_text_clear(&words);
        step->game->rules->print_move(step->game, step->state, step->moves[i], &words);
        dado_put(t->line, step->number, step->chances ? DADO_NONE : step->actor + 1,
                 dado_text_string(&words), (bool)(i == step->followed), step->as_good[i],
                 dado_figure_share(step->chances ? step->chances[i] : DADO_NONE));
        dado_text_clear(&words);
        dado_value_say(step->game, &step->values[i], &words);
        dado_put(t->line, dado_text_string(&words));
        for (int p = 0; p < step->game->players; p++) {
            dado_put(t->line, dado_value_points(step->game, &step->values[i], p));
        }
        for (int p = 0; p < step->game->players; p++) {
            dado_put(t->line, dado_figure_share(dado_value_tidy(step->values[i].share[p])));
        }
    }
}

// What the solver found, in the form that was asked for.
static bool tell(task *t, const void *state, const dado_value *value)
{
    dado_errand *errand = t->errand;
    if (dado_errand_given(errand, "export")) {
        if (!dado_tree_dot(t->solver, state, most_drawn, &t->words, errand->err)) return false;
        dado_document_source(t->answer, "graph", dado_text_string(&t->words));
        return true;
    }
    dado_draft said = { 0 };
    dado_value_say(t->game, value, &said);
    t->answer->title = dado_document_copy(t->answer, t->game->rules->title);
    t->answer->said = dado_document_copyf(
        t->answer, "by %s: %s, %s", dado_objective_names[dado_solver_objective(t->solver)],
        outcome_words(t->game, value), dado_text_string(&said));
    put_facts(t);
    put_seats(t, value);
    bool tree = dado_errand_given(errand, "tree"), deep = dado_errand_given(errand, "depth");
    int depth = !tree ? 1 : deep ? (int)dado_errand_whole(errand, "depth") : INT32_MAX;
    t->line = begin_line(t);
    if (!dado_tree_walk(t->solver, state, depth, put_step, t, errand->err)) return false;
    const char *heading = tree ? "Best play" : "First moves";
    dado_document_source(t->answer, DADO_PART("walk", .heading = heading),
                         dado_text_string(&t->words));
    return true;
}

static bool solve_game(dado_errand *errand, const dado_source *source, dado_objective by,
                       size_t memory)
{
    dado_game game;
    dado_value value;
    if (!dado_source_open_luck(source, "listed", NULL, &game, errand->arena, errand->err)) {
        errand->blamed = dado_source_of_error(source, errand->err);
        return false;
    }
    if (game.secrets) return hand_on(errand, "equilibrium", "is for games that hide nothing");
    dado_solve_plan plan = { .objective = by, .memory = memory, .report = on_report, .to = errand };
    task t = { .errand = errand, .answer = errand->answer, .game = &game };
    void *state = dado_errand_take(errand, 1, game.state_size);
    if (!state) return false;
    t.solver = dado_solver_new(&game, &plan, errand->err);
    bool fine = t.solver != NULL;
    if (fine) {
        game.rules->start(&game, state);
        fine = dado_solve(t.solver, state, &value, errand->err) && tell(&t, state, &value);
    }
    if (!fine && t.solver && dado_errand_stopped(errand)) {
        dado_errand_stop_at(errand, "after %s positions",
                            dado_said_count(dado_solver_stats(t.solver).positions).s);
        fine = true;
    }
    dado_solver_free(t.solver);
    dado_text_free(&t.words);
    return fine;
}

static bool not_stopped(void *to)
{
    return !dado_errand_stopped(to);
}

static void on_layer(void *to, int done, int all)
{
    dado_errand_working(to, done, all, "layers", "found first, then valued");
}

// A board whose positions are too many to keep.
static bool solve_large_board(dado_errand *errand, const dado_source *source, const char *board,
                              dado_objective by, size_t memory)
{
    dado_document *answer = errand->answer;
    dado_board_worth worth;
    dado_board_plan plan = { .rules = source->rules, .options = source->options, .by = by,
                             .memory = memory };
    dado_leave leave = { .given = not_stopped, .heard = on_layer, .to = errand };
    if (!dado_survey_board(&plan, board, dado_errand_threads(errand), leave, &worth, errand->err)) {
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
                        "%stree shows moves, and keeps every position.", errand->mark);
    return true;
}

// ---- all boards

typedef struct survey {  // of all boards of some sizes
    dado_errand *errand;
    dado_survey_plan plan;
    dado_experiment_how how;
    const char *title;  // of the game
    char name[DADO_SOLUTION_NAME];  // of the boards in hand
    dado_options sizes[most_sizes];
    dado_solution *solutions;
    int count;
    int64_t done, all;  // boards, of the part
} survey;

// Reads "2x2,3x4" as settings of the options that say how large boards are.
static bool read_sizes(survey *t, const dado_board_face *face, const char *text)
{
    const dado_options *given = &t->plan.source.options;
    dado_errand *errand = t->errand;
    int axes = 0;
    while (axes < DADO_BOARD_SIZES && face->size[axes]) {
        if (dado_options_find(given, face->size[axes])) {
            return dado_errand_misused(errand, "say --sizes, or %s", face->size[axes]);
        }
        axes++;
    }
    while (*text) {
        dado_option *items = dado_errand_new(errand, dado_option, axes);
        const char *at = text;
        int read = 0;
        for (; items && read < axes && (read == 0 || *at++ == 'x'); read++) {
            size_t digits = strspn(at, "0123456789");
            items[read] = (dado_option){ .name = face->size[read],
                                         .text = dado_errand_copy(errand, at, digits) };
            if (!items[read].text) return false;
            if (digits == 0) break;
            at += digits;
        }
        if (!items) return false;
        if (read < axes || (*at && *at != ',') || t->count == most_sizes) {
            return dado_fail(errand->err, DADO_MEANING,
                             "sizes are %s%s%s, parted by commas, as in 2x4,3x2, not \"%.20s\"",
                             face->size[0], axes > 1 ? " x " : "", axes > 1 ? face->size[1] : "",
                             text);
        }
        dado_options size = { items, axes };
        if (!dado_options_join(&t->sizes[t->count++], given, &size, errand->arena, errand->err)) {
            return false;
        }
        text = at + (*at == ',');
    }
    return t->count > 0 ||
           dado_fail(errand->err, DADO_MEANING, "no size is given; say --sizes 2x2,3x2");
}

static void on_progress(void *to, const dado_progress *progress)
{
    const survey *t = to;
    dado_errand_working(t->errand, progress->done, progress->all, "boards", "%s", t->name);
}

// Half of the boards prove nothing, so nothing is said of them but how many there are.
static void say_stopped(survey *t, const dado_survey *found)
{
    dado_document *answer = t->errand->answer;
    answer->said = dado_document_copyf(answer, "stopped after %s boards of %s",
                                       dado_said_count(found->solved).s, t->name);
    dado_errand_stop_at(t->errand, "after %s of %s boards of %s",
                        dado_said_count(found->solved).s, dado_said_count(found->field.count).s,
                        t->name);
    if (!t->how.store) dado_errand_say(t->errand, "with --journal FILE it could go on from there");
}

static bool survey_size(survey *t, int number, bool *finished)
{
    dado_survey none = { 0 };
    DADO_ENDS(dado_survey_free) dado_survey found = { 0 };
    dado_survey_plan plan = t->plan;
    plan.source.options = t->sizes[number];
    if (!dado_survey_look(&none.field, &plan, t->errand->arena, t->errand->err)) return false;
    t->title = none.field.game.rules->title;
    snprintf(t->name, sizeof t->name, "%s", dado_solution_of(&none).name);
    if (!dado_survey_run(&plan, &t->how, &found, t->errand->err)) return false;
    *finished = !found.interrupted;
    if (found.found) {
        dado_errand_say(t->errand, "%s boards of %s were kept already",
                        dado_said_count(found.found).s, t->name);
    }
    t->done += (int64_t)(found.solved - found.first);
    t->all += (int64_t)(found.end - found.first);
    if (t->how.parts) return true;
    if (!*finished) {
        say_stopped(t, &found);
        return true;
    }
    t->solutions[number] = dado_solution_of(&found);
    if (dado_errand_given(t->errand, "csv")) {
        dado_report_boards(t->errand->answer, &found, t->count > 1 ? t->name : "boards");
    }
    return true;
}

static bool survey_sizes(survey *t)
{
    dado_document *answer = t->errand->answer;
    bool finished = true;
    for (int i = 0; finished && i < t->count; i++) {
        if (!survey_size(t, i, &finished)) return false;
    }
    if (dado_errand_told_part(t->errand, t->done, t->all, "boards", !finished)) return true;
    answer->title = dado_document_copy(answer, t->title);
    if (!finished) return true;
    answer->said = dado_document_copyf(answer, "%sboards of %s by %s",
                                       t->plan.sample ? "" : "all ",
                                       t->count > 1 ? "several sizes" : t->solutions->name,
                                       dado_objective_names[t->plan.by]);
    if (!dado_errand_given(t->errand, "csv")) dado_report_solutions(answer, t->solutions, t->count);
    return true;
}

static bool survey_boards(dado_errand *errand, const dado_source *source, dado_objective by,
                          size_t memory)
{
    survey t = {
        .errand = errand,
        .plan = { .source = *source, .by = by, .memory = memory,
                  .sample = (uint64_t)dado_errand_whole(errand, "sample"),
                  .seed = (uint64_t)dado_errand_whole(errand, "seed") },
        .how = { .threads = dado_errand_threads(errand), .fleet = errand->fleet,
                 .stop = errand->stop, .context = &t, .progress = on_progress },
    };
    const char *sizes = dado_errand_text(errand, "sizes");
    const dado_game bare = { .rules = source->rules };
    const dado_board_face *face = dado_face_of(&bare, boards);
    if (!face) {
        return dado_errand_misused(errand,
                                   "--all, --sizes and --sample are for games that list their "
                                   "boards, such as bigpoints; solve %.40s without them",
                                   source->name);
    }
    if (!sizes) t.sizes[t.count++] = source->options;
    else if (!read_sizes(&t, face, sizes)) return false;
    t.solutions = dado_errand_new(errand, dado_solution, t.count);
    if (!t.solutions || !dado_errand_part(errand, &t.how.part, &t.how.parts)) return false;
    if (t.how.parts &&
        (dado_errand_given(errand, "journal") || dado_errand_given(errand, "csv"))) {
        return dado_errand_misused(errand, "a part is kept in the file of --out; dado merge makes "
                                   "a journal of all of them, and --journal shows it");
    }
    if (!dado_errand_store(errand, DADO_STORE_WRITE)) return false;
    t.how.store = errand->opened;
    return survey_sizes(&t);
}

// ---- what was asked

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

// The options of -D, and those that have a parameter of their own here.
static bool gather_options(dado_errand *errand, dado_options *options)
{
    dado_options given;
    dado_option *items =
        dado_errand_new(errand, dado_option, sizeof option_params / sizeof *option_params);
    int count = 0;
    for (const dado_param *own = option_params; items && own->name; own++) {
        const char *text = dado_errand_text(errand, own->name);
        if (text) items[count++] = (dado_option){ .name = own->name, .text = *text ? text : "yes" };
    }
    if (!items) return false;
    dado_options flags = { items, count };
    return dado_errand_options(errand, &given) &&
           dado_options_join(options, &given, &flags, errand->arena, errand->err);
}

// Bytes by default: half of what the machine has to spare, parted among threads that solve apart.
static size_t spare_memory(int parts)
{
    long pages = sysconf(_SC_AVPHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    size_t least = (size_t)least_mebibytes << 20;
    size_t spare = pages > 0 && size > 0 ? (size_t)pages / 2 * (size_t)size / (size_t)parts : least;
    size_t most = (size_t)most_mebibytes << 20;
    return spare < least ? least : spare > most ? most : spare;
}

static bool run(dado_errand *errand)
{
    if (dado_errand_given(errand, "count")) {
        return hand_on(errand, "count", "is no part of counting");
    }
    static const char *const of_many[] = { "csv", "journal", "mpi", "part", "out" };
    bool all = dado_errand_given(errand, "all") || dado_errand_given(errand, "sizes") ||
               dado_errand_given(errand, "sample");
    for (size_t i = 0; !all && i < sizeof of_many / sizeof *of_many; i++) {
        if (dado_errand_given(errand, of_many[i])) {
            return dado_errand_misused(errand, "--%s goes with --all or --sizes", of_many[i]);
        }
    }
    dado_objective by = (dado_objective)dado_errand_choice(errand, "objective");
    size_t memory = (size_t)dado_errand_whole(errand, "memory") << 20;
    int threads = dado_errand_threads(errand);
    if (threads <= 0) threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (memory == 0) memory = spare_memory(all && threads > 1 ? threads : 1);
    dado_options options;
    dado_source source;
    if (!gather_options(errand, &options) ||
        !dado_errand_find(errand, dado_errand_text(errand, "game"), &options, &source)) {
        return false;
    }
    if (all) return survey_boards(errand, &source, by, memory);
    const dado_option *board = dado_options_find(&source.options, "board");
    if (board && !dado_errand_given(errand, "tree") && !dado_errand_given(errand, "export") &&
        dado_board_is_large(source.rules, &source.options, board->text)) {
        return solve_large_board(errand, &source, board->text, by, memory);
    }
    return solve_game(errand, &source, by, memory);
}

static const dado_param board_params[] = {
    DADO_PARAM(FLAG, "all", .about = "Solves every board of the size."),
    DADO_PARAM(TEXT, "sizes", .value = "LIST",
               .about = "Solves every board of several sizes: 2x2,2x3,3x2."),
    DADO_PARAM(WHOLE, "sample", .least = 1, .most = 10000000,
               .about = "Solves so many boards drawn at random, where all would be too many."),
    DADO_PARAM(WHOLE, "seed", 's', .usual = "1", .about = "Which boards are drawn."),
    DADO_PARAM(FLAG, "csv",
               .about = "Answers with a line for each board, as CSV: the board, scores, states."),
    DADO_PARAM(FILE, "journal", .beside = true,
               .about = "Keeps solved boards in this store as they come, and goes on from what it "
                        "holds: a killed run loses nothing."),
    { 0 },
};

const dado_job dado_job_solve = {
    .name = "solve",
    .about = "proves who wins when nobody errs",
    .details =
        "GAME must end, hide nothing and list its luck; every position it can come to is looked at "
        "once. The value is what everyone gets with best play, an expectation where luck is left. "
        "A game that hides something is answered as dado equilibrium does. Players and seats are "
        "counted from 1 here: the first is the one that tables call p0."
        "\n\n"
        "Where a game lists its boards, as bigpoints does, --all and --sizes solve every one, and "
        "say whether the game is fair. That can be done in parts: what dado merge makes of them is "
        "a journal.",
    .params = { DADO_PARAMS(
        DADO_PARAM_THE_GAME,
        DADO_PARAM(CHOICE, "objective", .value = "ORDER", .choices = "margin outcome draft win",
                   .usual = "margin",
                   .about = "By what players choose: margin, outcome, draft, or win, which looks "
                            "no further than the outcome."),
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
        DADO_PARAM(WHOLE, "count", .least = 1, .most = 1000,
                   .about = "Counts plays of 1 to N moves and distinct positions instead; see dado "
                            "count."),
        DADO_PARAM(CHOICE, "export", .value = "FORM", .choices = "dot",
                   .about = "Answers with the graph of all positions for Graphviz.")),
                option_params, board_params, dado_params_game, dado_params_parts },
    .examples = DADO_EXAMPLES(
        { "dado solve bigpoints --board 1212 --tree",
          "Who wins, and how, with every alternative." },
        { "dado solve bigpoints --colours 3 --discs 3 --all --json",
          "All 1,680 boards of a size." },
        { "dado solve bigpoints --sizes 2x2,2x3,2x4,3x2,3x3 --report balance.html",
          "Does it get fairer with size?" },
        { "dado solve nim -D heaps=3,4,5", "Any small game will do." }),
    .run = run,
};
