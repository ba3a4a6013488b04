// arena.c - dado arena: lets players meet fairly, and says who is better and by how much.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <string.h>

#include "arena/tournament.h"
#include "cli/session.h"
#include "report/sheet.h"
#include "lab/file.h"
#include "measure/stats.h"
#include "measure/words.h"
#include "report/league.h"

static void list_ratings(const dado_league *l, const dado_player *players, const int *order,
                         dado_sheet *sheet)
{
    for (int i = 0; i < l->players; i++) {
        const dado_rating *r = &l->ratings[order[i]];
        dado_sheet_cellf(sheet, "%d", i + 1);
        dado_sheet_cell(sheet, players[order[i]].typed);
        dado_sheet_cellf(sheet, "%.0f", r->points);
        dado_sheet_cellf(sheet, "%.0f to %.0f", r->low, r->high);
        dado_sheet_cellf(sheet, "%.1f %%",
                         r->comparisons ? 100 * r->wins / (double)r->comparisons : 0);
        dado_sheet_cellf(sheet, "%" PRId64, r->matches);
        dado_sheet_cellf(sheet, "%" PRId64, r->firsts);
        dado_sheet_cellf(sheet, "%.0f", r->elo);
    }
}

static void cross_table(const dado_league *l, const dado_player *players, const int *order,
                        const dado_call *call, dado_text *out)
{
    enum { most_columns = 12 };
    int shown = l->players < most_columns ? l->players : most_columns;
    dado_sheet_column columns[most_columns + 2] = {
        { "#", true, 0 }, { "share won by", false, 0 }
    };
    char numbers[most_columns][8];
    for (int j = 0; j < shown; j++) {
        snprintf(numbers[j], sizeof numbers[j], "%d", j + 1);
        columns[j + 2] = (dado_sheet_column){ numbers[j], true, 0 };
    }
    dado_sheet *sheet = dado_sheet_new(columns, shown + 2);
    for (int i = 0; i < l->players; i++) {
        dado_sheet_cellf(sheet, "%d", i + 1);
        dado_sheet_cell(sheet, players[order[i]].typed);
        for (int j = 0; j < shown; j++) {
            double won = l->table[order[i] * l->players + order[j]];
            double lost = l->table[order[j] * l->players + order[i]];
            if (won + lost > 0) dado_sheet_cellf(sheet, "%.1f %%", 100 * won / (won + lost));
            else dado_sheet_cell(sheet, "");
        }
    }
    dado_sheet_print(sheet, call->columns, call->colour, false, out);
    dado_sheet_free(sheet);
}

static void say_seats(const dado_league *l, dado_text *out)
{
    dado_text_add(out, "\nWins by seat, whoever sat there:");
    for (int s = 0; s < l->seats; s++) {
        dado_interval share =
            dado_share_interval(l->edges[s].wins, (double)l->edges[s].matches, 0.95);
        dado_text_addf(out, "%s seat %d ", s ? "," : "", s);
        dado_say_percent(out, share.value);
        dado_text_add(out, " (");
        dado_say_percents(out, share.low, share.high);
        dado_text_char(out, ')');
    }
    dado_text_add(out, ".\n");
}

// Only those of whom a referee had something to say.
static void say_conduct(const dado_league *l, const dado_player *players, const int *order,
                        dado_text *out)
{
    for (int i = 0; i < l->players; i++) {
        const int64_t *noted = l->conduct[order[i]].noted;
        if (!noted[DADO_NOTE_REFUSED] && !noted[DADO_NOTE_STRIKE] && !noted[DADO_NOTE_FORFEIT]) {
            continue;
        }
        dado_text_addf(out,
                       "Referees on %s: refused %" PRId64 ", strikes %" PRId64 ", gave up %" PRId64
                       ".\n",
                       players[order[i]].typed, noted[DADO_NOTE_REFUSED], noted[DADO_NOTE_STRIKE],
                       noted[DADO_NOTE_FORFEIT]);
    }
}

static void say_sure(const dado_league *l, const dado_player *players, dado_text *out)
{
    double low, high;
    dado_duel_judge(&l->duel, &low, &high);
    if (l->sure == DADO_NOT_SURE) dado_text_add(out, "\nNot sure yet who is better: ");
    else {
        dado_text_addf(out, "\n%s is better, at a level of %g: ",
                       players[l->sure == DADO_FIRST_BETTER ? 0 : 1].typed, l->duel.level);
    }
    dado_text_addf(out, "%s has ", players[0].typed);
    dado_say_percents(out, low, high);
    dado_text_addf(out, " of the points after %" PRId64 " matches.\n", l->matches);
}

static void sort_by_points(const dado_league *l, int *order)
{
    for (int i = 0; i < l->players; i++) {
        int at = i;
        while (at > 0 && l->ratings[order[at - 1]].points < l->ratings[i].points) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
}

static void print_league(const dado_call *call, const dado_tournament *t, const dado_league *l,
                         const int *order, dado_text *out)
{
    static const dado_sheet_column columns[] = {
        { "#", true, 0 },       { "player", false, 0 },  { "rating", true, 0 },
        { "95 %", false, 1 },   { "won", true, 0 },      { "matches", true, 2 },
        { "firsts", true, 3 },  { "Elo", true, 4 },
    };
    dado_say_count(out, l->matches);
    dado_text_addf(out, " matches of %s, seed %" PRIu64 "\n\n", t->game->name, t->seed);
    dado_sheet *sheet = dado_sheet_new(columns, 8);
    list_ratings(l, t->players, order, sheet);
    dado_sheet_print(sheet, call->columns, call->colour, false, out);
    dado_sheet_free(sheet);
    dado_text_char(out, '\n');
    cross_table(l, t->players, order, call, out);
    if (l->seats > 1) say_seats(l, out);
    if (t->until_sure) say_sure(l, t->players, out);
    int64_t odd = l->ends[DADO_FORFEITED] + l->ends[DADO_STOPPED] + l->ends[DADO_BROKEN];
    if (odd) {
        dado_text_addf(out,
                       "%" PRId64 " forfeited, %" PRId64 " stopped by the limit, %" PRId64
                       " broken.\n",
                       l->ends[DADO_FORFEITED], l->ends[DADO_STOPPED], l->ends[DADO_BROKEN]);
    }
    say_conduct(l, t->players, order, out);
}

static void json_league(const dado_tournament *t, const dado_league *l, const int *order,
                        dado_text *out)
{
    dado_text_add(out, "{\"game\":");
    dado_text_json(out, t->game->name);
    dado_text_addf(out, ",\"seed\":%" PRIu64 ",\"matches\":%" PRId64 ",\"ratings\":[", t->seed,
                   l->matches);
    for (int i = 0; i < l->players; i++) {
        const dado_rating *r = &l->ratings[order[i]];
        const int64_t *noted = l->conduct[order[i]].noted;
        dado_text_addf(out, "%s{\"player\":", i ? "," : "");
        dado_text_json(out, t->players[order[i]].typed);
        const struct {
            const char *name;
            double value;
        } numbers[] = { { "rating", r->points }, { "low", r->low },   { "high", r->high },
                        { "elo", r->elo },       { "won", r->wins } };
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
            dado_text_addf(out, ",\"%s\":", numbers[k].name);
            dado_text_json_real(out, numbers[k].value);
        }
        dado_text_addf(out,
                       ",\"comparisons\":%" PRId64 ",\"matches\":%" PRId64 ",\"firsts\":%" PRId64
                       ",\"refused\":%" PRId64 ",\"strikes\":%" PRId64 ",\"gave_up\":%" PRId64
                       ",\"against\":[",
                       r->comparisons, r->matches, r->firsts, noted[DADO_NOTE_REFUSED],
                       noted[DADO_NOTE_STRIKE], noted[DADO_NOTE_FORFEIT]);
        for (int j = 0; j < l->players; j++) {
            if (j) dado_text_char(out, ',');
            dado_text_json_real(out, l->table[order[i] * l->players + order[j]]);
        }
        dado_text_add(out, "]}");
    }
    dado_text_add(out, "],\"seats\":[");
    for (int s = 0; s < l->seats; s++) {
        dado_text_addf(out, "%s{\"seat\":%d,\"wins\":", s ? "," : "", s);
        dado_text_json_real(out, l->edges[s].wins);
        dado_text_addf(out, ",\"matches\":%" PRId64 "}", l->edges[s].matches);
    }
    dado_text_addf(out,
                   "],\"finished\":%" PRId64 ",\"forfeited\":%" PRId64 ",\"stopped\":%" PRId64
                   ",\"broken\":%" PRId64,
                   l->ends[DADO_FINISHED], l->ends[DADO_FORFEITED], l->ends[DADO_STOPPED],
                   l->ends[DADO_BROKEN]);
    if (t->until_sure) {
        static const char *const words[] = { "unsure", "first", "second" };
        dado_text_addf(out, ",\"better\":\"%s\"", words[l->sure]);
    }
    dado_text_add(out, "}\n");
}

static bool write_page(dado_call *call, const dado_tournament *t, const dado_league *l,
                       const int *order)
{
    const char *path = dado_given_text(call, "report");
    if (!path) return true;
    dado_text out = { 0 };
    dado_error err = { 0 };
    bool fine = dado_league_page(t, l, order, &out, &err) &&
                dado_file_write(path, dado_text_string(&out), out.length, &err);
    dado_text_free(&out);
    if (fine) dado_call_say(call, "wrote %s", path);
    else dado_call_fail(call, &err, NULL);
    return fine;
}

static int show(dado_call *call, const dado_tournament *t, const dado_league *l)
{
    int *order = dado_new(call->arena, int, l->players);
    if (!order) return DADO_EXIT_FAILED;
    sort_by_points(l, order);
    dado_text out = { 0 };
    if (dado_given_flag(call, "json")) json_league(t, l, order, &out);
    else print_league(call, t, l, order, &out);
    bool printed = dado_call_print(call, &out);
    dado_text_free(&out);
    printed = write_page(call, t, l, order) && printed;
    if (l->interrupted) {
        return dado_call_interrupted(call, !dado_given_flag(call, "no-store"),
                                     "after %" PRId64 " matches", l->matches);
    }
    return printed ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
}

static bool read_players(dado_call *call, dado_tournament *t, dado_error *err)
{
    t->count = call->word_count - 1;
    dado_player *players = dado_new(call->arena, dado_player, t->count);
    if (!players) return dado_fail(err, DADO_LIMIT, "no memory left for the players");
    for (int i = 0; i < t->count; i++) {
        if (!dado_player_parse(&players[i], call->words[i + 1], call->arena, err) ||
            !dado_errand_trust(&call->errand, &players[i], err)) {
            return false;
        }
    }
    t->players = players;
    return true;
}

static int run(dado_call *call)
{
    dado_source source;
    dado_tournament t = { .game = &source, .command = call->command };
    static const char *const keeps[] = { "results", "moves", NULL };
    t.until_sure = dado_given_flag(call, "until-sure");
    t.matches = dado_given_int(call, "matches", t.until_sure ? 50 : 100, 1, 1000000000);
    t.seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX);
    t.swiss = (int)dado_given_int(call, "swiss", 0, 0, 1000);
    t.level = dado_given_real(call, "level", 0.05, 1e-9, 0.5);
    t.most = dado_given_int(call, "most", 100000, 1, 1000000000);
    t.move_limit = (int)dado_given_int(call, "limit", DADO_MOVE_LIMIT, 1, 100000000);
    t.keep_moves = dado_given_word(call, "keep", keeps, 0) == 1;
    dado_given_int(call, "threads", 0, 1, 1024);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    if (!dado_call_game(call, 0, &source)) return DADO_EXIT_FAILED;
    dado_error err = { 0 };
    dado_store *store = NULL;
    if (!read_players(call, &t, &err) ||
        !dado_errand_store(&call->errand, DADO_STORE_WRITE, &store, &err)) {
        return dado_call_fail(call, &err, NULL);
    }
    dado_experiment_how how = { .store = store };
    dado_watch watch;
    dado_league league;
    dado_watch_begin(&watch, call, &how);
    bool fine = dado_tournament_play(&t, &how, &league, &err);
    dado_watch_end(&watch);
    int code = fine ? show(call, &t, &league)
                    : dado_call_fail(call, &err, dado_source_of_error(&source, &err));
    dado_league_free(&league);
    dado_store_close(store);
    return code;
}

static const dado_param flags[] = {
    { .name = "swiss", .kind = DADO_PARAM_TEXT, .value = "ROUNDS",
      .about = "Plays so many rounds between neighbours in the standing instead of " "everybody "
               "against everybody; for tables of two." },
    { .name = "until-sure", .kind = DADO_PARAM_FLAG,
      .about = "With two players: plays until it is clear who is better." },
    { .name = "level", .kind = DADO_PARAM_TEXT, .value = "SHARE", .unset = "0.05",
      .about = "How often --until-sure may be wrong." },
    { .name = "report", .kind = DADO_PARAM_FILE, .value = "FILE",
      .about = "Writes a page with ratings, who beat whom, seats and referees' notes." },
    { .name = "most", .kind = DADO_PARAM_TEXT, .value = "N", .unset = "100000",
      .about = "Matches after which --until-sure gives up." },
    DADO_PARAM_UNSAFE,
    { 0 },
};

static const dado_example examples[] = {
    { "dado arena kuhn random greedy ismcts:iterations=200 -n 200",
      "Everybody against everybody, both ways round, 200 matches each." },
    { "dado arena kuhn random greedy ismcts --report arena.html",
      "The same as a page with charts." },
    { "dado arena kuhn ./my_agent.py random --until-sure",
      "Is my program better than chance? Stops once that is clear." },
    { "dado arena bigpoints random pimc uct:iterations=500 --swiss 3 --json",
      "Three Swiss rounds, as JSON." },
    { 0 },
};

const dado_verb dado_verb_arena = {
    .name = "arena",
    .words = "GAME PLAYER...",
    .about = "lets players meet in a tournament and rates them",
    .details =
        "Every group of players that fits the table meets in every order of seats, on the same "
        "luck. Ratings are a Bradley-Terry fit over all matches, so their order does not matter; "
        "400 points are odds of ten to one and the mean is 1500. Elo, played through in order, "
        "stands beside it.\n\n"
        "A player is an agent (see dado list agents), a program that speaks JSON lines "
        "(./my_agent.py), a Lua script (./my_agent.lua) or a shared object (./my_agent.so). "
        "Programs run confined: no network, no files but their own.",
    .offer = DADO_PARAM_AGENT,
    .least = 2,
    .most = -1,
    .flags = { flags, dado_params_game, dado_params_play, dado_params_store, dado_params_json },
    .examples = examples,
    .run = run,
};
