// sweep.c - turns one or two dials of a game and shows what the measures do.
#include <string.h>

#include "job/errand.h"
#include "measure/words.h"
#include "report/report.h"

typedef struct request {
    dado_errand *errand;
    dado_sweep_plan plan;
    dado_dial dials[DADO_DIALS];
    dado_options fixed;
    dado_lineup lineup;
    dado_sweep sweep;
    int *measures, measure_count;  // to show
} request;

// Options with one value are set; those with several are dials.
static bool read_dials(request *r)
{
    dado_errand *errand = r->errand;
    int given = dado_errand_count(errand, "set"), count = 0;
    dado_option *fixed = dado_errand_new(errand, dado_option, given + 1);
    if (!fixed) return false;
    for (int i = 0; i < given; i++) {
        const char *typed = dado_errand_nth(errand, "set", i);
        bool is_dial;
        dado_dial dial;
        if (!dado_dial_parse(&dial, typed, &is_dial, errand->arena, errand->err)) return false;
        bool twice = false;
        for (int d = 0; d < r->plan.dial_count; d++) {
            twice = twice || strcmp(r->dials[d].name, dial.name) == 0;
        }
        for (int o = 0; o < count; o++) twice = twice || strcmp(fixed[o].name, dial.name) == 0;
        if (twice) return dado_errand_misused(errand, "%s is set twice", dial.name);
        if (!is_dial) {
            if (!dado_option_parse(&fixed[count++], typed, errand->arena, errand->err))
                return false;
        } else if (r->plan.dial_count == DADO_DIALS) {
            return dado_fail(errand->err, DADO_MEANING, "no more than %d dials at a time",
                             DADO_DIALS);
        } else {
            r->dials[r->plan.dial_count++] = dial;
        }
    }
    r->fixed = (dado_options){ fixed, count };
    return r->plan.dial_count > 0 ||
           dado_fail(errand->err, DADO_MEANING,
                     "nothing to turn: give an option several values, as in -D ROUNDS=5..50:5 "
                     "or -D DIE=4,6,8");
}

// True if one player takes every seat, however many there are.
static bool one_for_all(dado_errand *errand)
{
    const dado_player *named;
    int count = 1;
    return !dado_errand_given(errand, "seat") &&
           dado_players_parse(&named, &count, dado_errand_text(errand, "agents"), errand->arena,
                              NULL) &&
           count == 1;
}

// One for all may sit at tables of any size. Else the line-up is that of the first point, and the
// dials may not change how many sit down.
static bool seat_players(request *r)
{
    dado_errand *errand = r->errand;
    if (one_for_all(errand)) return dado_errand_lineup(errand, 1, &r->lineup);
    dado_option first[DADO_DIALS];
    for (int d = 0; d < r->plan.dial_count; d++) {
        first[d] = (dado_option){ .name = r->dials[d].name, .text = r->dials[d].values[0] };
    }
    dado_options dials = { first, r->plan.dial_count }, all;
    dado_source source;
    dado_game game;
    size_t mark = dado_arena_mark(errand->arena);
    if (!dado_options_join(&all, &r->fixed, &dials, errand->arena, errand->err) ||
        !dado_errand_find(errand, r->plan.game, &all, &source) ||
        !dado_errand_open(errand, &source, &game)) {
        return false;
    }
    int players = game.players;
    dado_arena_rewind(errand->arena, mark);
    return dado_errand_lineup(errand, players, &r->lineup);
}

// Those of all -m together, each once; without any, the published six.
static bool choose_measures(void *context, const dado_measures *list, dado_error *err)
{
    request *r = context;
    (void)err;  // the errand's
    int given = dado_errand_count(r->errand, "measures");
    bool *chosen = dado_errand_new(r->errand, bool, list->count);
    r->measures = dado_errand_new(r->errand, int, list->count + 1);
    if (!chosen || !r->measures) return false;
    while (!given && r->measure_count < list->count && r->measure_count < DADO_SIX) {
        r->measures[r->measure_count] = r->measure_count;
        r->measure_count++;
    }
    for (int i = 0; i < given; i++) {
        const char *typed = dado_errand_nth(r->errand, "measures", i);
        while (*typed) {
            const char *name = dado_arena_word(r->errand->arena, &typed);
            if (!name) return dado_fail(r->errand->err, DADO_LIMIT, "no memory left");
            int found = dado_measures_find(list, name);
            if (found < 0) {
                const char *near = dado_measures_nearest(list, name);
                return dado_errand_misused(r->errand, "there is no measure %s%s", name,
                                           dado_did_you_mean(near).s);
            }
            if (!chosen[found]) r->measures[r->measure_count++] = found;
            chosen[found] = true;
        }
    }
    return true;
}

// A file of whoever asks is read once for all points, as dado_errand_find would. Of what is
// expected only the text: it is read anew for the measures of every instance.
static bool read_texts(request *r)
{
    dado_errand *errand = r->errand;
    const char *game = r->plan.game, *wish = dado_errand_text(errand, "expect");
    bool file = errand->files && strchr(game, '.');
    if (file && !dado_errand_read(errand, game, &r->plan.text)) r->plan.text = NULL;
    return !wish || dado_errand_read_file(errand, wish, "expect/games", ".expect",
                                          &r->plan.expect_path, &r->plan.expect_text, NULL);
}

static bool turn(request *r)
{
    dado_experiment_how how;
    if (!dado_errand_how(r->errand, &how)) return false;
    if (how.parts && r->plan.adaptive) {
        return dado_errand_misused(r->errand, "where points are added as it goes, as with "
                                   "--adaptive, nobody knows what a part is");
    }
    if (!dado_sweep_play(&r->plan, &how, &r->sweep, r->errand->err)) {
        r->errand->blamed = r->plan.expect_text;
        return dado_errand_failed(r->errand);
    }
    int64_t matches = 0;
    for (int i = 0; i < r->sweep.count; i++) matches += r->sweep.points[i].matches;
    if (dado_errand_told_part(r->errand, matches, r->sweep.planned, "matches",
                              r->sweep.interrupted)) {
        return true;
    }
    dado_report_sweep(r->errand->answer, &r->sweep, r->plan.game, r->measures, r->measure_count);
    dado_source source;  // of the rules with what stays as it is set; the dials stand beside
    if (dado_errand_find(r->errand, r->plan.game, &r->fixed, &source)) {
        r->errand->answer->rules = dado_source_hash(&source);
    }
    if (!r->sweep.interrupted) return true;
    dado_errand_stop_at(r->errand, "after %s matches", dado_said_count(matches).s);
    return true;
}

static bool run(dado_errand *errand)
{
    request r = { .errand = errand };
    r.plan = (dado_sweep_plan){
        .game = dado_errand_text(errand, "game"), .options = &r.fixed, .dials = r.dials,
        .adaptive = dado_errand_given(errand, "adaptive"), .context = &r, .ready = choose_measures,
        .play = { .lineups = &r.lineup, .lineup_count = 1, .command = errand->answer->command },
    };
    dado_errand_plan(errand, &r.plan.play);
    bool fine = read_dials(&r) && seat_players(&r) && read_texts(&r) &&
                dado_errand_store(errand, DADO_STORE_WRITE) && turn(&r);
    dado_sweep_free(&r.sweep);
    return fine;
}

const dado_job dado_job_sweep = {
    .name = "sweep",
    .about = "turns one or two dials of a game and shows what the measures do",
    .details = "An option with several values is a dial: -D ROUNDS=5..50, -D ROUNDS=5..50:5 or "
               "-D DIE=4,6,8. One or two dials may be turned; the rest stays as it is set.",
    .params = { DADO_PARAMS(
        DADO_PARAM_THE_GAME,
        DADO_PARAM(METRIC, "measures", 'm', .value = "LIST", .many = true,
                   .unset = "the six published ones",
                   .about = "Which measures to show, parted by commas or given one by one."),
        DADO_PARAM(FILE, "expect",
                   .about = "Finds the point that comes nearest to what is wished for: a file, or "
                            "casual, tense or strategic."),
        DADO_PARAM(FLAG, "adaptive",
                   .about = "With --expect: plays a little everywhere, then more where it is "
                            "good.")),
                dado_params_game, dado_params_seats, dado_params_play, dado_params_metrics,
                dado_params_store, dado_params_parts },
    .examples = DADO_EXAMPLES(
        { "dado sweep dicepoints -D ROUNDS=2..20 -m drama_points --report drama.html",
          "drama against the number of rounds, with a chart" },
        { "dado sweep dicepoints -D ROUNDS=5,10,20 -D FACES=4,6,8,10 --expect tense --adaptive",
          "two dials, and the best point of them" }),
    .ordered = true,
    .run = run,
};
