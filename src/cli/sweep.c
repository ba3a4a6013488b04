// sweep.c - dado sweep: turns one or two dials of a game and shows what the measures do.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <string.h>

#include "cli/session.h"
#include "cli/tables.h"
#include "judge/sweep.h"
#include "lab/file.h"
#include "lab/library.h"
#include "measure/words.h"
#include "report/sweep.h"

typedef struct request {
    dado_call *call;
    dado_sweep_plan plan;
    dado_dial dials[DADO_DIALS];
    dado_options fixed;
    dado_lineup lineup;
    dado_sweep sweep;
    int *measures;
    int measure_count;
} request;

// Options with one value are set; those with several are dials.
static bool read_dials(request *r, dado_error *err)
{
    dado_call *call = r->call;
    dado_option *fixed = dado_new(call->arena, dado_option, call->given_count + 1);
    if (!fixed) return dado_fail(err, DADO_LIMIT, "no memory left for options");
    int count = 0;
    for (int i = 0; i < call->given_count; i++) {
        if (strcmp(call->given[i].param->name, "set") != 0) continue;
        bool is_dial;
        dado_dial dial;
        if (!dado_dial_parse(&dial, call->given[i].value, &is_dial, call->arena, err)) return false;
        if (!is_dial) {
            if (!dado_option_parse(&fixed[count++], call->given[i].value, call->arena, err)) {
                return false;
            }
        } else if (r->plan.dial_count == DADO_DIALS) {
            return dado_fail(err, DADO_MEANING, "no more than %d dials at a time", DADO_DIALS);
        } else {
            r->dials[r->plan.dial_count++] = dial;
        }
    }
    r->fixed = (dado_options){ fixed, count };
    if (r->plan.dial_count == 0) {
        return dado_fail(err, DADO_MEANING,
                         "nothing to turn: give an option several values, as in -D ROUNDS=5..50:5 "
                         "or -D DIE=4,6,8");
    }
    return true;
}

// True if one player takes every seat, however many there are.
static bool one_for_all(dado_call *call)
{
    const char *agents = dado_given_text(call, "agents");
    const dado_player *named;
    int count = 1;
    if (dado_given_text(call, "seat")) return false;
    return !agents || (dado_players_parse(&named, &count, agents, call->arena, NULL) && count == 1);
}

// One for all may sit at tables of any size. Else the line-up is that of the first point, and the
// dials may not change how many sit down.
static bool seat_players(request *r, dado_error *err)
{
    dado_call *call = r->call;
    if (one_for_all(call)) return dado_errand_lineup(&call->errand, 1, NULL, &r->lineup, err);
    dado_option first[DADO_DIALS];
    for (int d = 0; d < r->plan.dial_count; d++) {
        first[d] = (dado_option){ .name = r->dials[d].name, .text = r->dials[d].values[0] };
    }
    dado_options dials = { first, r->plan.dial_count }, all;
    dado_source source;
    dado_game game;
    size_t mark = dado_arena_mark(call->arena);
    if (!dado_options_join(&all, &r->fixed, &dials, call->arena, err) ||
        !dado_source_find(&source, call->words[0], &all, call->arena, err) ||
        !dado_source_open(&source, &game, call->arena, err)) {
        return false;
    }
    int players = game.players;
    dado_arena_rewind(call->arena, mark);
    return dado_errand_lineup(&call->errand, players, NULL, &r->lineup, err);
}

static bool choose_measures(request *r, dado_error *err)
{
    const dado_measures *list = &r->sweep.measures;
    const char *typed = dado_given_text(r->call, "measures");
    r->measures = dado_new(r->call->arena, int, list->count + 1);
    if (!r->measures) return dado_fail(err, DADO_LIMIT, "no memory left for measures");
    if (!typed) {
        for (int m = 0; m < list->count && m < DADO_SIX; m++) r->measures[r->measure_count++] = m;
        return true;
    }
    while (*typed) {
        size_t length = strcspn(typed, ",");
        char name[100];
        snprintf(name, sizeof name, "%.*s", (int)length, typed);
        int m = dado_measures_find(list, name);
        if (m < 0) {
            const char *near = dado_measures_nearest(list, name);
            return dado_fail(err, DADO_MISSING, "there is no measure %s%s%s%s", name,
                             near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
        }
        if (r->measure_count < list->count) r->measures[r->measure_count++] = m;
        typed += length + (typed[length] == ',');
    }
    return true;
}

static void print_table(const request *r, dado_text *out)
{
    const dado_sweep *s = &r->sweep;
    dado_sheet_column *columns =
        dado_new(r->call->arena, dado_sheet_column, r->measure_count + DADO_DIALS + 3);
    if (!columns) return;
    int used = 0;
    for (int d = 0; d < s->dial_count; d++) {
        columns[used++] = (dado_sheet_column){ s->dials[d].name, true, 0 };
    }
    bool judged = r->plan.expect_text != NULL;
    columns[used++] = (dado_sheet_column){ "matches", true, 9 };
    if (judged) columns[used++] = (dado_sheet_column){ "quality", true, 0 };
    for (int m = 0; m < r->measure_count; m++) {
        columns[used++] =
            (dado_sheet_column){ s->measures.items[r->measures[m]]->name, true, m < 2 ? 0 : m };
    }
    dado_sheet *sheet = dado_sheet_new(columns, used);
    for (int i = 0; i < s->count; i++) {
        const dado_point *point = &s->points[i];
        for (int d = 0; d < s->dial_count; d++) {
            dado_sheet_cell(sheet, s->dials[d].values[point->place[d]]);
        }
        dado_sheet_cellf(sheet, "%" PRId64 "%s", point->matches, point->dropped ? " -" : "");
        if (judged) {
            if (dado_is_none(point->quality)) dado_sheet_cell(sheet, "");
            else dado_sheet_cellf(sheet, "%.6f%s", point->quality, i == s->best ? " *" : "");
        }
        for (int m = 0; m < r->measure_count; m++) {
            dado_text *cell = dado_sheet_begin(sheet);
            dado_figure v = dado_point_value(s, point, r->measures[m]);
            if (point->error.status != DADO_OK) dado_text_add(cell, "error");
            else if (dado_is_none(v.value)) dado_text_char(cell, '-');
            else if (dado_is_none(v.low)) dado_say_real(cell, v.value);
            else dado_say_estimate(cell, v.value, v.low, v.high);
        }
    }
    dado_sheet_print(sheet, r->call->columns, r->call->colour, out);
    dado_sheet_free(sheet);
    for (int i = 0; i < s->count; i++) {
        if (s->points[i].error.status == DADO_OK) continue;
        dado_text_addf(out, "point %d could not be opened: %s\n", i + 1, s->points[i].error.text);
        break;
    }
    if (s->best >= 0) {
        dado_text_add(out, "\nThe best point is");
        for (int d = 0; d < s->dial_count; d++) {
            dado_text_addf(out, " %s=%s", s->dials[d].name,
                           s->dials[d].values[s->points[s->best].place[d]]);
        }
        dado_text_addf(out, ", with a quality of %.6f.\n", s->points[s->best].quality);
    }
}

static void write_point(const request *r, const dado_point *point, dado_text *out)
{
    const dado_sweep *s = &r->sweep;
    dado_text_add(out, "{\"at\":{");
    for (int d = 0; d < s->dial_count; d++) {
        if (d) dado_text_char(out, ',');
        dado_text_json(out, s->dials[d].name);
        dado_text_char(out, ':');
        dado_text_json(out, s->dials[d].values[point->place[d]]);
    }
    dado_text_addf(out, "},\"matches\":%" PRId64 ",\"dropped\":%s,\"quality\":", point->matches,
                   point->dropped ? "true" : "false");
    dado_text_json_real(out, point->quality);
    dado_text_add(out, ",\"measures\":{");
    for (int m = 0; m < r->measure_count; m++) {
        dado_figure v = dado_point_value(s, point, r->measures[m]);
        if (m) dado_text_char(out, ',');
        dado_text_json(out, s->measures.items[r->measures[m]]->name);
        dado_text_add(out, ":{\"value\":");
        dado_text_json_real(out, v.value);
        dado_text_add(out, ",\"low\":");
        dado_text_json_real(out, v.low);
        dado_text_add(out, ",\"high\":");
        dado_text_json_real(out, v.high);
        dado_text_char(out, '}');
    }
    dado_text_add(out, "},\"error\":");
    if (point->error.status == DADO_OK) dado_text_add(out, "null");
    else dado_text_json(out, point->error.text);
    dado_text_char(out, '}');
}

static void print_json(const request *r, dado_text *out)
{
    dado_text_add(out, "{\"game\":");
    dado_text_json(out, r->call->words[0]);
    dado_text_addf(out, ",\"seed\":%" PRIu64 ",\"best\":%d,\"points\":[", r->plan.seed,
                   r->sweep.best);
    for (int i = 0; i < r->sweep.count; i++) {
        if (i) dado_text_char(out, ',');
        write_point(r, &r->sweep.points[i], out);
    }
    dado_text_add(out, "]}\n");
}

static int show(request *r)
{
    dado_call *call = r->call;
    dado_error err = { 0 };
    if (!choose_measures(r, &err)) return dado_call_fail(call, &err, NULL);
    dado_text out = { 0 };
    if (dado_given_flag(call, "json")) print_json(r, &out);
    else print_table(r, &out);
    bool fine = dado_call_print(call, &out);
    const char *page = dado_given_text(call, "report");
    if (fine && page) {
        dado_text_clear(&out);
        dado_sweep_page(&r->sweep, call->words[0], call->command, r->measures, r->measure_count,
                        &out);
        fine = dado_file_write(page, out.data, out.length, &err);
        if (!fine) dado_call_fail(call, &err, NULL);
        else dado_call_say(call, "wrote %s", page);
    }
    dado_text_free(&out);
    if (r->sweep.interrupted) {
        int64_t matches = 0;
        for (int i = 0; i < r->sweep.count; i++) matches += r->sweep.points[i].matches;
        return dado_call_interrupted(call, !dado_given_flag(call, "no-store"),
                                     "after %" PRId64 " matches", matches);
    }
    return fine ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
}

// Only the text: what is expected is read anew for the measures of every instance.
static bool read_expectations(request *r, dado_error *err)
{
    const char *name = dado_given_text(r->call, "expect");
    if (!name) return true;
    r->plan.expect_path = dado_library_file(name, "expect/games", ".expect", r->call->arena, err);
    return r->plan.expect_path && dado_file_read(r->plan.expect_path, DADO_FILE_MOST,
                                                 r->call->arena, &r->plan.expect_text, err);
}

static int run(dado_call *call)
{
    request r = { .call = call };
    r.plan = (dado_sweep_plan){
        .game = call->words[0], .options = &r.fixed, .dials = r.dials, .lineup = &r.lineup,
        .matches = dado_given_int(call, "matches", 1000, 1, 1000000000),
        .seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX),
        .move_limit = (int)dado_given_int(call, "limit", DADO_MOVE_LIMIT, 1, 100000000),
        .adaptive = dado_given_flag(call, "adaptive"),
        .command = call->command,
    };
    dado_plan metrics = { 0 };
    dado_errand_plan(&call->errand, &metrics);
    r.plan.reading = metrics.reading;
    r.plan.six_only = metrics.six_only;
    dado_given_int(call, "threads", 0, 1, 1024);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    dado_error err = { 0 };
    dado_store *store = NULL;
    bool fine = read_dials(&r, &err) && seat_players(&r, &err) && read_expectations(&r, &err) &&
                dado_errand_store(&call->errand, DADO_STORE_WRITE, &store, &err);
    if (fine) {
        dado_experiment_how how = { .store = store };
        dado_watch watch;
        dado_watch_begin(&watch, call, &how);
        fine = dado_sweep_play(&r.plan, &how, &r.sweep, &err);
        dado_watch_end(&watch);
    }
    int code = fine ? show(&r) : dado_call_fail(call, &err, r.plan.expect_text);
    dado_sweep_free(&r.sweep);
    dado_store_close(store);
    return code;
}

static const dado_param flags[] = {
    { .name = "measures", .letter = 'm', .kind = DADO_PARAM_METRIC, .value = "LIST",
      .unset = "the six published ones", .about = "Which measures to show, parted by commas." },
    { .name = "expect", .kind = DADO_PARAM_FILE, .value = "FILE",
      .about = "Finds the point that comes nearest to what is wished for: a file, or casual, tense "
               "or " "strategic." },
    { .name = "adaptive", .kind = DADO_PARAM_FLAG,
      .about = "With --expect: plays a little everywhere, then more where it is good." },
    { .name = "report", .kind = DADO_PARAM_FILE, .value = "FILE",
      .about = "Writes a page with a chart of every measure." },
    { 0 },
};

static const dado_example examples[] = {
    { "dado sweep dicepoints -D ROUNDS=2..20 -m drama_points --report drama.html",
      "drama against the number of rounds, with a chart" },
    { "dado sweep dicepoints -D ROUNDS=5,10,20 -D FACES=4,6,8,10 --expect tense.expect --adaptive",
      "two dials, and the best point of them" },
    { 0 },
};

const dado_verb dado_verb_sweep = {
    .name = "sweep",
    .words = "GAME",
    .about = "turns one or two dials of a game and shows what the measures do",
    .details = "An option with several values is a dial: -D ROUNDS=5..50, -D ROUNDS=5..50:5 or "
               "-D DIE=4,6,8. One or two dials may be turned; the rest stays as it is set.",
    .offer = DADO_PARAM_GAME,
    .least = 1,
    .most = 1,
    .flags = { flags, dado_params_game, dado_params_seats, dado_params_play, dado_params_metrics,
               dado_params_store, dado_params_json },
    .examples = examples,
    .run = run,
};
