// solve.c - dado solve: proves what a game is worth, or all boards of a size.
//
// Two jobs share the verb. Any game that is small enough is solved from its
// start, and its line of best play can be walked or drawn. Big Points has many
// boards, and --all solves every one of a size; what it can say about balance
// comes from there.
#define _DEFAULT_SOURCE  // sysconf of free memory
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/session.h"
#include "lab/file.h"
#include "lab/open.h"
#include "lab/survey.h"
#include "measure/words.h"
#include "report/solution.h"
#include "report/verdict_lines.h"
#include "solve/tree.h"

extern const dado_rules dado_world_bigpoints;  // whose boards can be listed

enum { most_sizes = 64, least_mebibytes = 64, most_mebibytes = 4096 };  // memory unless told
enum { small_board = 9 };  // discs up to which a board's first moves are shown unasked

static bool is_bigpoints(const dado_call *call)
{
    return dado_rules_named(call->words[0]) == &dado_world_bigpoints;
}

// The options of -D, and those that have a flag of their own here.
static bool gather_options(dado_call *call, dado_options *options, dado_error *err)
{
    static const char *const own[] = { "board", "colours", "discs", "white", "black", "players" };
    dado_options given, flags;
    dado_option *items = dado_new(call->arena, dado_option, 8);
    if (!items) return dado_fail(err, DADO_LIMIT, "no memory left for options");
    int count = 0;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        const char *text = dado_given_text(call, own[i]);
        if (text) items[count++] = (dado_option){ .name = own[i], .text = text };
    }
    if (dado_given_flag(call, "loose"))
        items[count++] = (dado_option){ .name = "loose", .text = "yes" };
    flags = (dado_options){ items, count };
    return dado_errand_options(&call->errand, &given, err) &&
           dado_options_join(options, &given, &flags, call->arena, err);
}

// ---- all boards of a size

typedef struct watch {
    dado_call *call;
    const char *size;
    bool drawn;
    double last_line;
} watch;

static void on_progress(void *to, const dado_survey_progress *p)
{
    watch *w = to;
    bool terminal = w->call->terminal_log;
    if (p->seconds < 1 || (!terminal && p->seconds - w->last_line < 10)) return;
    w->last_line = p->seconds;
    uint64_t fresh = p->solved - p->found;
    dado_text line = { 0 };
    dado_text_addf(&line, "%s: ", w->size);
    dado_say_count(&line, (int64_t)p->solved);
    dado_text_add(&line, " of ");
    dado_say_count(&line, (int64_t)p->all);
    dado_text_add(&line, " boards");
    if (fresh > 0 && p->solved < p->all) {
        double left = p->seconds * (double)(p->all - p->solved) / (double)fresh;
        dado_text_addf(&line, ", %.0f s left", left);
    }
    fprintf(w->call->log, terminal ? "\r%s\033[K" : "%s\n", dado_text_string(&line));
    fflush(w->call->log);
    w->drawn = terminal;
    dado_text_free(&line);
}

static bool write_piece(void *to, const dado_text *piece)
{
    return dado_call_print(to, piece);
}

// Surveys one size. Below 0: failed, and `err` says why unless that has been said; else whether
// it was finished.
static int survey_size(dado_call *call, const dado_survey_plan *plan, const char *journal,
                       const volatile sig_atomic_t *stop, dado_solution *solution, dado_error *err)
{
    char name[DADO_SOLUTION_NAME];
    dado_solution_name(plan, name);
    watch w = { .call = call, .size = name };
    dado_survey_how how = {
        .threads = (int)dado_given_int(call, "threads", 0, 0, 1024),
        .journal = journal,
        .stop = stop,
        .to = &w,
        .progress = dado_given_flag(call, "quiet") ? NULL : on_progress,
    };
    dado_survey survey;
    bool fine = dado_survey_run(plan, &how, &survey, err);
    if (w.drawn) fputs("\r\033[K", call->log);
    if (fine) {
        *solution = dado_solution_of(&survey);
        if (dado_given_flag(call, "csv")) fine = dado_survey_csv(&survey, write_piece, call);
    }
    bool finished = !survey.interrupted;
    dado_survey_free(&survey);
    return fine ? finished : -1;
}

// Reads "2x2,3x4".
static bool read_sizes(const char *text, dado_row_size like, dado_row_size *sizes, int *count,
                       dado_error *err)
{
    *count = 0;
    while (*text) {
        char *end;
        long colours = strtol(text, &end, 10), discs = 0;
        if (*end == 'x') discs = strtol(end + 1, &end, 10);
        bool fine = colours >= 2 && colours <= DADO_BIGPOINTS_COLOURS && discs >= 1 &&
                    discs <= DADO_BIGPOINTS_DISCS && (*end == ',' || *end == '\0');
        if (!fine || *count == most_sizes) {
            return dado_fail(err, DADO_MEANING,
                             "sizes are colours x discs, as in 2x4,3x2, with 2 to "
                             "%d colours and 1 to %d discs, not \"%.20s\"",
                             DADO_BIGPOINTS_COLOURS, DADO_BIGPOINTS_DISCS, text);
        }
        like.colours = (int)colours;
        like.discs = (int)discs;
        sizes[(*count)++] = like;
        text = *end ? end + 1 : end;
    }
    return *count > 0 || dado_fail(err, DADO_MEANING, "no size is given; say --sizes 2x2,3x2");
}

// What is to be surveyed, from options and flags.
static bool read_plan(dado_call *call, dado_survey_plan *plan, dado_row_size *sizes, int *count,
                      dado_error *err)
{
    dado_options options;
    if (!gather_options(call, &options, err)) return false;
    dado_ask ask = dado_ask_begin(&options);
    const char *list = dado_given_text(call, "sizes");
    plan->size.colours = (int)dado_ask_int(&ask, "colours", 0, 2, DADO_BIGPOINTS_COLOURS);
    plan->size.discs = (int)dado_ask_int(&ask, "discs", 0, 1, DADO_BIGPOINTS_DISCS);
    plan->size.white = (int)dado_ask_int(&ask, "white", 0, 0, DADO_BIGPOINTS_SPECIALS);
    plan->size.black = (int)dado_ask_int(&ask, "black", 0, 0, DADO_BIGPOINTS_SPECIALS);
    plan->players = (int)dado_ask_int(&ask, "players", 2, 2, DADO_BIGPOINTS_PLAYERS);
    plan->loose = dado_ask_bool(&ask, "loose", false);
    if (!dado_ask_end(&ask, call->arena, NULL, err)) return false;
    bool sized = plan->size.colours || plan->size.discs;
    if (list) {
        if (sized) return dado_fail(err, DADO_MEANING, "say --sizes, or --colours and --discs");
        return read_sizes(list, plan->size, sizes, count, err);
    }
    if (!plan->size.colours || !plan->size.discs) {
        return dado_fail(err, DADO_MEANING, "all boards of which size? Say --colours 3 --discs 3");
    }
    sizes[0] = plan->size;
    *count = 1;
    return true;
}

static int show_surveys(dado_call *call, const dado_solution *solutions, int count)
{
    dado_text out = { 0 };
    bool json = dado_given_flag(call, "json"), many = dado_given_flag(call, "sizes");
    if (json && many) dado_text_add(&out, "{\"sizes\":[");
    for (int i = 0; i < count && !dado_given_flag(call, "csv"); i++) {
        if (json && i) dado_text_char(&out, ',');
        if (json) dado_solution_json(&solutions[i], &out);
        else dado_solution_print(&solutions[i], call->columns, call->colour, &out);
        if (!json) dado_text_char(&out, '\n');
    }
    if (json && many) dado_text_add(&out, "]}");
    if (json) dado_text_char(&out, '\n');
    if (!json && !dado_given_flag(call, "csv")) {
        dado_verdict verdicts[DADO_VERDICTS];
        int judged = dado_solution_trend(solutions, count, verdicts);
        dado_verdicts_print(verdicts, judged, call->columns, call->colour, &out);
    }
    bool fine = dado_call_print(call, &out);
    dado_text_free(&out);
    const char *report = dado_given_text(call, "report");
    if (!fine || !report) return fine ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
    dado_error err = { 0 };
    dado_solution_page(solutions, count, call->command, &out);
    fine = dado_file_write(report, dado_text_string(&out), out.length, &err);
    dado_text_free(&out);
    return fine ? DADO_EXIT_FINE : dado_call_fail(call, &err, NULL);
}

// Surveys the sizes one after the other, each with a journal of its own.
static int survey_sizes(dado_call *call, dado_survey_plan plan, const dado_row_size *sizes,
                        int count, const volatile sig_atomic_t *stop, dado_solution *solutions)
{
    dado_error err = { 0 };
    const char *journal = dado_given_text(call, "journal");
    for (int i = 0; i < count; i++) {
        plan.size = sizes[i];
        dado_text path = { 0 };
        if (journal) dado_text_add(&path, journal);
        if (journal && count > 1) dado_text_addf(&path, ".%dx%d", sizes[i].colours, sizes[i].discs);
        int finished = survey_size(call, &plan, journal ? dado_text_string(&path) : NULL, stop,
                                   &solutions[i], &err);
        dado_text_free(&path);
        if (finished < 0) {
            return err.status == DADO_OK ? DADO_EXIT_FAILED : dado_call_fail(call, &err, NULL);
        }
        if (!finished) {
            dado_call_say(call, "stopped after %" PRIu64 " boards of %dx%d%s", solutions[i].boards,
                          plan.size.colours, plan.size.discs,
                          journal ? "; the same command goes on from there"
                                  : "; with --journal FILE it could go on from there");
            return DADO_EXIT_INTERRUPTED;
        }
    }
    return DADO_EXIT_FINE;
}

static int survey(dado_call *call, dado_objective by, size_t memory)
{
    dado_error err = { 0 };
    dado_row_size sizes[most_sizes];
    int count = 0;
    dado_survey_plan plan = { .by = by, .memory = memory };
    plan.sample = (uint64_t)dado_given_int(call, "sample", 0, 1, 10000000);
    plan.seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX);
    if (!is_bigpoints(call)) {
        return dado_call_misused(call,
                                 "--all and --sizes are for bigpoints, whose boards can be "
                                 "listed; solve %.40s without them",
                                 call->words[0]);
    }
    if (!read_plan(call, &plan, sizes, &count, &err)) return dado_call_fail(call, &err, NULL);
    dado_solution *solutions = dado_new(call->arena, dado_solution, count);
    if (!solutions) {
        dado_fail(&err, DADO_LIMIT, "no memory left for %d sizes", count);
        return dado_call_fail(call, &err, NULL);
    }
    const volatile sig_atomic_t *stop = dado_interrupt_catch();
    int code = survey_sizes(call, plan, sizes, count, stop, solutions);
    dado_interrupt_release();
    return code == DADO_EXIT_FINE ? show_surveys(call, solutions, count) : code;
}

// ---- one game

typedef struct progress {
    dado_call *call;
    const volatile sig_atomic_t *stop;
} progress;

static bool on_report(void *to, const dado_solve_stats *stats)
{
    const progress *p = to;
    dado_call *call = p->call;
    enum { seldom = 1 << 20 };
    if (*p->stop) return false;
    if (call->terminal_log && !dado_given_flag(call, "quiet") && stats->positions % seldom == 0) {
        fprintf(call->log, "\r%" PRIu64 " positions, %zu MiB of %zu\033[K", stats->positions,
                stats->bytes >> 20, stats->limit >> 20);
        fflush(call->log);
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

static void tell_value(const char *name, const double *numbers, int count, dado_text *out)
{
    dado_text_addf(out, ",\"%s\":[", name);
    for (int p = 0; p < count; p++) {
        if (p) dado_text_char(out, ',');
        dado_text_json_real(out, numbers[p]);
    }
    dado_text_char(out, ']');
}

// One board of Big Points whose positions are too many to keep. Ctrl-C ends it as any program:
// there is nothing to save, and nothing to say.
static int solve_large_board(dado_call *call, const dado_row *row, dado_objective by, size_t memory)
{
    dado_error err = { 0 };
    dado_board_value value;
    int threads = (int)dado_given_int(call, "threads", 0, 0, 1024);
    if (!dado_survey_board(row, by, memory, threads, &value, &err)) {
        return dado_call_fail(call, &err, NULL);
    }
    char board[DADO_BIGPOINTS_LONGEST + 1];
    dado_row_write(row, board);
    dado_text out = { 0 };
    if (dado_given_flag(call, "json")) {
        dado_text_addf(&out,
                       "{\"game\":\"bigpoints\",\"board\":\"%s\",\"objective\":\"%s\","
                       "\"scores\":[%d,%d],\"positions\":%" PRIu64 ",\"finals\":%" PRIu64
                       ",\"shapes\":%" PRIu64 "}\n",
                       board, dado_objective_names[by], value.first, value.second, value.states,
                       value.finals, value.shapes);
    } else {
        dado_text_addf(&out, "Big Points, board %s, by %s: %s, %d-%d\n  ", board,
                       dado_objective_names[by],
                       value.first > value.second   ? "the first player wins"
                       : value.first < value.second ? "the second player wins"
                                                    : "a draw",
                       value.first, value.second);
        dado_say_count(&out, (int64_t)value.states);
        dado_text_add(&out, " positions and ");
        dado_say_count(&out, (int64_t)value.finals);
        dado_text_add(&out, " ends, by ");
        dado_say_count(&out, (int64_t)value.shapes);
        dado_text_add(&out, " shapes; --tree shows moves, and keeps every position\n");
    }
    bool printed = dado_call_print(call, &out);
    dado_text_free(&out);
    return printed ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
}

static void say_stats(const dado_solve_stats *stats, int columns, dado_text *out)
{
    dado_text said = { 0 };
    dado_say_count(&said, (int64_t)stats->positions);
    dado_text_addf(&said, " position%s in %zu KiB: %zu bits of key, %zu bytes each, ",
                   stats->positions == 1 ? "" : "s", stats->bytes >> 10, stats->key_bits,
                   stats->slot_bytes);
    dado_say_count(&said, (int64_t)stats->looked_up);
    dado_text_addf(&said, " met again; %zu different values, %zu moves deep\n", stats->values,
                   stats->deepest);
    dado_text_add(out, "  ");
    dado_text_wrap(out, dado_text_string(&said), 2, columns, 2);
    dado_text_free(&said);
}

static void tell_solution(const dado_game *game, const dado_value *value, dado_objective by,
                          const dado_solve_stats *stats, dado_text *out)
{
    dado_text_add(out, "{\"game\":");
    dado_text_json(out, game->rules->name);
    dado_text_add(out, ",\"options\":");
    dado_text_json(out, game->options);
    dado_text_addf(out, ",\"objective\":\"%s\"", dado_objective_names[by]);
    tell_value("scores", value->score, game->players, out);
    tell_value("margins", value->margin, game->players, out);
    tell_value("shares", value->share, game->players, out);
    dado_text_addf(out, ",\"positions\":%" PRIu64 ",\"key_bits\":%zu,\"deepest\":%zu",
                   stats->positions, stats->key_bits, stats->deepest);
}

// What the solver found, in the form that was asked for.
static bool write_solution(dado_call *call, dado_solver *solver, const void *state,
                           const dado_value *value, dado_text *out, dado_error *err)
{
    const dado_game *game = dado_solver_game(solver);
    dado_objective by = dado_solver_objective(solver);
    dado_solve_stats stats = dado_solver_stats(solver);
    int depth =
        dado_given_flag(call, "tree") ? (int)dado_given_int(call, "depth", 1000, 1, 1000000) : 1;
    if (dado_given_text(call, "export")) return dado_tree_dot(solver, state, 5000, out, err);
    if (dado_given_flag(call, "json")) {
        tell_solution(game, value, by, &stats, out);
        dado_text_add(out, ",\"line\":");
        bool told = dado_tree_tell(solver, state, depth, out, err);
        dado_text_add(out, "}\n");
        return told;
    }
    dado_text head = { 0 };
    dado_text_add(&head, game->rules->title);
    if (game->options[0]) dado_text_addf(&head, " (%s)", game->options);
    dado_text_addf(&head, " by %s: %s, ", dado_objective_names[by], outcome_words(game, value));
    dado_value_say(game, value, &head);
    dado_text_wrap(out, dado_text_string(&head), 4, call->columns, 0);
    dado_text_char(out, '\n');
    dado_text_free(&head);
    say_stats(&stats, call->columns, out);
    dado_text_char(out, '\n');
    return dado_tree_say(solver, state, depth, out, err);
}

// What another job answers is asked there, with what that understands of this call. Some flags are
// of solving alone.
static int hand_on(dado_call *call, const char *name, const char *why)
{
    const dado_job *job = dado_job_named(name);
    dado_given *given = dado_new(call->arena, dado_given, call->given_count + 1);
    if (!given) return DADO_EXIT_FAILED;
    int count = 0;
    given[count++] = (dado_given){ dado_job_param_named(job, "game"), call->words[0] };
    for (int i = 0; i < call->given_count; i++) {
        const char *flag = call->given[i].param->name;
        const dado_param *param = dado_job_param_named(job, flag);
        if (param && !param->word) given[count++] = (dado_given){ param, call->given[i].value };
        else if (strcmp(flag, "objective") == 0 || strcmp(flag, "tree") == 0 ||
                 strcmp(flag, "export") == 0) {
            return dado_call_misused(call, "--%s %s; see dado %s --help", flag, why, name);
        }
    }
    call->errand.job = job;
    call->errand.given = given;
    call->errand.given_count = count;
    return dado_call_job(call);
}

static int solve_secrets(dado_call *call)
{
    return hand_on(call, "equilibrium", "is for games that hide nothing");
}

static int solve_game(dado_call *call, const dado_source *source, dado_objective by, size_t memory)
{
    dado_error err = { 0 };
    dado_game game;
    dado_value value;
    dado_text out = { 0 };
    if (!dado_source_open_listed(source, NULL, &game, call->arena, &err)) {
        return dado_call_fail(call, &err, dado_source_of_error(source, &err));
    }
    if (game.secrets) return solve_secrets(call);
    progress watched = { .call = call, .stop = dado_interrupt_catch() };
    dado_solve_plan plan = { .objective = by, .memory = memory, .report = on_report,
                             .to = &watched };
    void *state = dado_arena_take(call->arena, 1, game.state_size);
    dado_solver *solver = state ? dado_solver_new(&game, &plan, &err) : NULL;
    bool fine = solver != NULL;
    if (fine) {
        game.rules->start(&game, state);
        fine = dado_solve(solver, state, &value, &err);
        if (call->terminal_log) fputs("\r\033[K", call->log);
        fine = fine && write_solution(call, solver, state, &value, &out, &err);
    }
    dado_solver_free(solver);
    dado_interrupt_release();
    bool stopped = !fine && *watched.stop;
    fine = fine && dado_call_print(call, &out);
    dado_text_free(&out);
    if (fine) return DADO_EXIT_FINE;
    if (stopped) {
        dado_call_say(call, "%s, and of a single game nothing is kept", err.text);
        return DADO_EXIT_INTERRUPTED;
    }
    return err.status == DADO_OK ? DADO_EXIT_FAILED : dado_call_fail(call, &err, NULL);
}

// True where the board is one for the solver by shapes: large, plain, and no moves asked for.
static bool is_large_board(dado_call *call, const dado_options *options, dado_row *row)
{
    const dado_option *board = dado_options_find(options, "board");
    const dado_option *players = dado_options_find(options, "players");
    if (!is_bigpoints(call) || !board || dado_options_find(options, "loose")) return false;
    if (players && strcmp(players->text, "2") != 0) return false;
    if (dado_given_flag(call, "tree") || dado_given_text(call, "export")) return false;
    return dado_row_read(row, board->text, NULL) && dado_boards_able(row->size, NULL) &&
           row->length > small_board && row->size.colours > 2;
}

static int solve_one(dado_call *call, dado_objective by, size_t memory)
{
    dado_error err = { 0 };
    dado_options options;
    dado_source source;
    dado_row row;
    if (!gather_options(call, &options, &err) ||
        !dado_source_find(&source, call->words[0], &options, call->arena, &err)) {
        return dado_call_fail(call, &err, NULL);
    }
    if (is_large_board(call, &options, &row)) return solve_large_board(call, &row, by, memory);
    return solve_game(call, &source, by, memory);
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

static int run(dado_call *call)
{
    static const char *const formats[] = { "dot", NULL };
    dado_objective by =
        (dado_objective)dado_given_word(call, "objective", dado_objective_names, DADO_BY_MARGIN);
    size_t memory = (size_t)dado_given_int(call, "memory", 0, 1, 1 << 24) << 20;
    int threads = (int)dado_given_int(call, "threads", 0, 1, 1024);
    dado_given_int(call, "depth", 1000, 1, 1000000);
    dado_given_word(call, "export", formats, 0);
    dado_given_int(call, "sample", 0, 1, 10000000);
    dado_given_int(call, "seed", 1, 0, INT64_MAX);
    dado_given_int(call, "count", 0, 1, 1000);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    if (dado_given_text(call, "count")) return hand_on(call, "count", "is no part of counting");
    bool all = dado_given_flag(call, "all") || dado_given_text(call, "sizes") ||
               dado_given_text(call, "sample");
    if (!all && (dado_given_flag(call, "csv") || dado_given_text(call, "report") ||
                 dado_given_text(call, "journal"))) {
        return dado_call_misused(call, "--csv, --report and --journal go with --all or --sizes");
    }
    if (threads == 0) threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (memory == 0) memory = spare_memory(all && threads > 1 ? threads : 1);
    return all ? survey(call, by, memory) : solve_one(call, by, memory);
}

static const dado_param flags[] = {
    { .name = "objective", .kind = DADO_PARAM_TEXT, .value = "ORDER", .unset = "margin",
      .about = "By what players choose: margin, outcome, draft, or win, which looks no further "
               "than the " "outcome." },
    { .name = "memory", .kind = DADO_PARAM_TEXT, .value = "MIB",
      .unset = "half of what is free, at most 4096",
      .about = "Mebibytes that positions may take; with --all, for each thread." },
    { .name = "threads", .letter = 'j', .kind = DADO_PARAM_TEXT, .value = "N",
      .unset = "one a core", .about = "How many to solve at a time; results do not depend on it." },
    { .name = "tree", .kind = DADO_PARAM_FLAG,
      .about = "Walks the line of best play, with the value of every alternative." },
    { .name = "depth", .kind = DADO_PARAM_TEXT, .value = "N", .unset = "all",
      .about = "Moves of the line to show." },
    { .name = "count", .kind = DADO_PARAM_TEXT, .value = "N",
      .about = "Counts plays of 1 to N moves and distinct positions instead; see dado count." },
    { .name = "export", .kind = DADO_PARAM_TEXT, .value = "dot",
      .about = "Prints the graph of all positions for Graphviz." },
    { 0 },
};

static const dado_param board_flags[] = {
    { .name = "board", .kind = DADO_PARAM_TEXT, .value = "ROW",
      .about = "A board of Big Points, start first: digits 1 to 5, W and K." },
    { .name = "colours", .kind = DADO_PARAM_TEXT, .value = "N", .about = "Colours of the board." },
    { .name = "discs", .kind = DADO_PARAM_TEXT, .value = "N",
      .about = "Discs of each colour on the path." },
    { .name = "white", .kind = DADO_PARAM_TEXT, .value = "N", .unset = "0",
      .about = "White discs on the path." },
    { .name = "black", .kind = DADO_PARAM_TEXT, .value = "N", .unset = "0",
      .about = "Black discs on the path." },
    { .name = "players", .kind = DADO_PARAM_TEXT, .value = "N", .unset = "2",
      .about = "Players at the table." },
    { .name = "loose", .kind = DADO_PARAM_FLAG,
      .about = "A step may collect nothing, as a variant allows." },
    { .name = "all", .kind = DADO_PARAM_FLAG, .about = "Solves every board of the size." },
    { .name = "sizes", .kind = DADO_PARAM_TEXT, .value = "LIST",
      .about = "Solves every board of several sizes: 2x2,2x3,3x2." },
    { .name = "sample", .kind = DADO_PARAM_TEXT, .value = "N",
      .about = "Solves so many boards drawn at random, where all would be too many." },
    { .name = "seed", .letter = 's', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "1",
      .about = "Which boards are drawn." },
    { .name = "csv", .kind = DADO_PARAM_FLAG,
      .about = "Prints a line for each board: the board, scores, states." },
    { .name = "journal", .kind = DADO_PARAM_FILE, .value = "FILE",
      .about = "Keeps solved boards there as they come, and goes on from what it holds: a killed "
               "run loses " "nothing." },
    { .name = "report", .kind = DADO_PARAM_FILE, .value = "FILE",
      .about = "Writes a page with verdicts, and charts over the sizes." },
    { 0 },
};

static const dado_example examples[] = {
    { "dado solve bigpoints --board 1212 --tree", "Who wins, and how, with every alternative." },
    { "dado solve bigpoints --colours 3 --discs 3 --all --json", "All 1,680 boards of a size." },
    { "dado solve bigpoints --sizes 2x2,2x3,2x4,3x2,3x3 --report balance.html",
      "Does it get fairer with size?" },
    { "dado solve nim -D heaps=3,4,5", "Any small game will do." },
    { 0 },
};

const dado_verb dado_verb_solve = {
    .name = "solve",
    .words = "GAME",
    .about = "proves who wins when nobody errs",
    .details =
        "GAME must end, hide nothing and list its luck; every position it can come to is looked at "
        "once. The value is what everyone gets with best play, an expectation where luck is left."
        "\n\n"
        "For bigpoints, --all and --sizes solve every board, and say whether the game is fair.",
    .offer = DADO_PARAM_GAME,
    .least = 1,
    .most = 1,
    .flags = { dado_params_game, flags, board_flags, dado_params_json },
    .examples = examples,
    .run = run,
};
