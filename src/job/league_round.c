// league_round.c - see league_season.h: plays the rounds of a league.
#define _GNU_SOURCE
#include <string.h>

#include "core/referee_notes.h"
#include "core/scope_cleanup.h"
#include "job/league_season.h"
#include "lab/match.h"
#include "lab/replay.h"
#include "lab/thread_pool.h"

typedef struct round_play {
    dado_league_season *season;
    const dado_league_play_how *how;
    const dado_league_log *log;
    const int *open;  // matches that have no result yet
    int count;
    pthread_mutex_t lock;  // of what follows
    int played;
    bool failed;
    dado_error error;
} round_play;

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left for a match");
}

static bool is_stopped(const round_play *p)
{
    return p->how->stop && atomic_load_explicit(p->how->stop, memory_order_relaxed);
}

// A match at a table of its own, with its players.
typedef struct table {
    const dado_league_season *season;
    const dado_league_log *log;
    const dado_league_match *match;
    dado_agent agents[DADO_LEAGUE_SEATS];
    bool opened[DADO_LEAGUE_SEATS];
    dado_league_match result;
    dado_text notes;
    dado_region region;
} table;

// Opens the players. One that cannot be opened gives the match up.
static bool open_players(table *t, const atomic_int *stop)
{
    bool all = true;
    for (int s = 0; s < t->log->seats; s++) {
        dado_player player;
        dado_error why = { 0 };
        const dado_league_submission *one = &t->log->submissions[t->match->who[s]];
        dado_stop_signal signal = { .stop = stop };
        t->opened[s] = dado_league_player(t->season, t->match->who[s], one->player, &player,
                                          &t->region, &why) &&
                       dado_agent_open_stoppable(&t->agents[s], player.kind, &t->season->game, s,
                                                 &player.options, signal, &t->region, &why);
        if (t->opened[s]) continue;
        all = false;
        t->result.gave_up[s] = true;
        dado_note note = { .kind = DADO_NOTE_FORFEIT,
                           .seat = s,
                           .why = "start",
                           .words = why.text,
                           .length = (int)strlen(why.text) };
        dado_note_write(&note, &t->notes);
    }
    return all;
}

static void close_players(table *t)
{
    enum { most_notes = 16384 };
    for (int s = 0; s < t->log->seats; s++) {
        if (!t->opened[s]) continue;
        const dado_agent *agent = &t->agents[s];
        if (agent->kind->notes) {
            dado_notes_copy(agent->kind->notes(agent), 0, s, most_notes, &t->notes);
        }
        dado_agent_close(&t->agents[s]);
    }
}

// Names the teams that play, for the replay.
static const char **name_players(table *t)
{
    const char **names = dado_new(&t->region, const char *, t->log->seats);
    for (int s = 0; names && s < t->log->seats; s++) {
        const dado_league_submission *one = &t->log->submissions[t->match->who[s]];
        DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
        dado_text_add(&name, t->log->teams[one->team].name);
        if (!t->log->teams[one->team].house) dado_text_addf(&name, " (%d)", one->number);
        names[s] = dado_region_copy(&t->region, dado_text_string(&name), name.length);
        if (!names[s]) return NULL;
    }
    return names;
}

static bool pack_replay(table *t, const dado_trace *trace, const unsigned char **bytes,
                        size_t *size, dado_error *err)
{
    // Its seed is nobody's business: replays are shown to everybody.
    dado_replay replay = { .source = t->season->source,
                           .options = t->season->game.options,
                           .agents = name_players(t),
                           .match = (uint64_t)(t->match - t->log->matches) + 1,
                           .log = *trace };
    if (!replay.agents) return no_memory(err);
    return dado_replay_pack(&replay, &t->region, bytes, size, err);
}

static bool store_result(round_play *p, table *t, int which, const unsigned char *replay,
                         size_t size, dado_error *err)
{
    dado_league_result result = { .match = &t->result,
                                  .seats = t->log->seats,
                                  .replay = replay,
                                  .replay_size = size,
                                  .notes = dado_text_string(&t->notes) };
    pthread_mutex_lock(&p->season->lock);
    bool fine = dado_league_put_result(p->season->store, which, &result, err);
    pthread_mutex_unlock(&p->season->lock);
    return fine;
}

// Places those who could not be opened behind the others.
static void place_absent(table *t)
{
    int absent = 0;
    for (int s = 0; s < t->log->seats; s++) absent += t->result.gave_up[s];
    t->result.end = DADO_FORFEITED;
    for (int s = 0; s < t->log->seats; s++) {
        t->result.places[s] = t->result.gave_up[s] ? t->log->seats - absent : 0;
    }
}

static bool play_table(round_play *p, table *t, int which, dado_error *err)
{
    dado_match_workspace *space = dado_new(&t->region, dado_match_workspace, 1);
    const unsigned char *replay = NULL;
    size_t size = 0;
    if (!space) return no_memory(err);
    if (!open_players(t, p->how->stop)) {
        close_players(t);
        if (is_stopped(p)) return true;
        place_absent(t);
        return store_result(p, t, which, NULL, 0, err);
    }
    dado_match_settings rules = { .move_limit = (int)p->season->settings.moves,
                                  .path = true,
                                  .checks = true };
    bool fine =
        dado_match_workspace_init(space, &p->season->game, t->agents, rules, &t->region, err);
    if (fine) {
        space->turn.stop = p->how->stop;
        const dado_trace *trace = dado_match_play(space, dado_league_player_seed(t->log, t->match),
                                                  dado_league_chance_seed(t->log, t->match), 0);
        t->result.end = trace->end;
        for (int s = 0; s < t->log->seats; s++) {
            t->result.places[s] = trace->places[s];
            t->result.gave_up[s] = space->gave_up[s] != 0;
        }
        fine = is_stopped(p) || pack_replay(t, trace, &replay, &size, err);
    }
    close_players(t);
    return fine && (is_stopped(p) || store_result(p, t, which, replay, size, err));
}

static void play_match(void *context, int i, int worker)
{
    (void)worker;
    round_play *p = context;
    pthread_mutex_lock(&p->lock);
    bool over = p->failed || is_stopped(p);
    pthread_mutex_unlock(&p->lock);
    if (over) return;
    table t = { .season = p->season, .log = p->log, .match = &p->log->matches[p->open[i]] };
    dado_error err = { 0 };
    bool fine = play_table(p, &t, p->open[i], &err);
    dado_text_free(&t.notes);
    dado_region_free(&t.region);
    pthread_mutex_lock(&p->lock);
    if (!fine && !p->failed) p->error = err;
    p->failed = p->failed || !fine;
    p->played += fine && !is_stopped(p);
    pthread_mutex_unlock(&p->lock);
}

// Lists the matches without a result.
static const int *open_matches(const dado_league_log *log, int *count, dado_region *region)
{
    int *open = dado_new(region, int, log->match_count + 1);
    *count = 0;
    for (int m = 0; open && m < log->match_count; m++) {
        if (!log->matches[m].played) open[(*count)++] = m;
    }
    return open;
}

static bool begin_round(dado_league_season *season, const dado_league_log *log, dado_region *region,
                        dado_error *err)
{
    int *entrants = dado_new(region, int, log->team_count + 1);
    const dado_league_match *matches;
    int count;
    if (!entrants) return no_memory(err);
    dado_league_round round = { entrants, dado_league_entrants(
                                              log, (int)season->settings.pause_after, entrants) };
    if (!dado_league_pair(log, log->round_count, &round, &matches, &count, region, err)) {
        return false;
    }
    pthread_mutex_lock(&season->lock);
    bool fine = dado_league_add_round(season->store, log->round_count, &round, matches, count,
                                      log->seats, err);
    pthread_mutex_unlock(&season->lock);
    return fine;
}

bool dado_league_play_round(dado_league_season *season, const dado_league_play_how *how,
                            bool *whole, dado_error *err)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    DADO_CLEANUP(dado_thread_pool_cleanup) dado_thread_pool *pool = NULL;
    dado_league_log log;
    *whole = false;
    round_play p = { .season = season, .how = how, .log = &log };
    if (!dado_league_season_log(season, &log, &region, err)) return false;
    p.open = open_matches(&log, &p.count, &region);
    if (p.open && p.count == 0) {
        if (!begin_round(season, &log, &region, err) ||
            !dado_league_season_log(season, &log, &region, err)) {
            return false;
        }
        p.open = open_matches(&log, &p.count, &region);
    }
    if (!p.open) return no_memory(err);
    if (!dado_thread_pool_open(&pool, how->threads, err)) return false;
    pthread_mutex_init(&p.lock, NULL);
    dado_thread_pool_run(pool, p.count, 1, play_match, &p);
    pthread_mutex_destroy(&p.lock);
    *whole = p.played == p.count;
    if (p.failed) *err = p.error;
    return !p.failed;
}
