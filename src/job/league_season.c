// league_season.c - see league_season.h: the folder and its settings.
#define _GNU_SOURCE
#include "job/league_season.h"

#include <string.h>

#include "core/scope_cleanup.h"
#include "lab/file.h"

bool dado_league_write_settings(const char *folder, const char *name, const char *game,
                                const dado_options *options, dado_error *err)
{
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    DADO_CLEANUP(dado_text_free) dado_text path = { 0 };
    dado_text_addf(&text,
                   "# The settings of this league. They may be changed while nobody plays.\n"
                   "name = \"%s\"\n"
                   "game = \"%s\"\n\n"
                   "[limits]\n"
                   "time_ms = 2000           # processor time of a turn\n"
                   "memory_mb = 1024         # memory of a player\n"
                   "build_seconds = 60       # how long a submission may take to build\n"
                   "moves = 20000            # after so many moves a match is stopped\n"
                   "pause_after = 6          # who gives up so many matches in a row sits out\n"
                   "submissions_a_day = 20   # of each team\n",
                   name, game);
    if (options->count) dado_text_add(&text, "\n[options]\n");
    for (int i = 0; i < options->count; i++) {
        dado_text_addf(&text, "%s = \"%s\"\n", options->items[i].name, options->items[i].text);
    }
    dado_text_addf(&path, "%s/league.ini", folder);
    return dado_file_write(dado_text_string(&path), dado_text_string(&text), text.length, err);
}

// Splits the settings into those of the game, below [options], and the rest.
static bool split(const dado_options *all, dado_options *own, dado_options *game,
                  dado_region *region, dado_error *err)
{
    static const char section[] = "options.";
    size_t length = sizeof section - 1;
    dado_option *mine = dado_new(region, dado_option, all->count + 1);
    dado_option *its = dado_new(region, dado_option, all->count + 1);
    if (!mine || !its) return dado_fail(err, DADO_LIMIT, "no memory left for the league");
    *own = (dado_options){ mine, 0 };
    *game = (dado_options){ its, 0 };
    for (int i = 0; i < all->count; i++) {
        dado_option option = all->items[i];
        if (strncmp(option.name, section, length) == 0) {
            option.name += length;
            its[game->count++] = option;
        } else {
            mine[own->count++] = option;
        }
    }
    return true;
}

static bool read_settings(dado_league_season *season, dado_options *options, dado_error *err)
{
    dado_league_settings *s = &season->settings;
    dado_options all, own;
    const char *text;
    char *path = NULL;
    DADO_CLEANUP(dado_text_free) dado_text whole = { 0 };
    dado_text_addf(&whole, "%s/league.ini", season->folder);
    path = dado_region_copy(&season->region, dado_text_string(&whole), whole.length);
    if (!path) return dado_fail(err, DADO_LIMIT, "no memory left for the league");
    if (!dado_file_exists(path)) {
        return dado_fail(err, DADO_MISSING,
                         "%.150s has no league.ini; dado league new begins a league",
                         season->folder);
    }
    if (!dado_file_read(path, DADO_FILE_MOST, &season->region, &text, err) ||
        !dado_options_read(&all, path, text, &season->region, err) ||
        !split(&all, &own, options, &season->region, err)) {
        return false;
    }
    dado_option_reader ask = dado_option_reader_begin(&own);
    s->name = dado_option_text(&ask, "name", "League");
    s->game = dado_option_text(&ask, "game", NULL);
    s->time_ms = dado_option_int(&ask, "limits.time_ms", 2000, 10, 600000);
    s->memory_mb = dado_option_int(&ask, "limits.memory_mb", 1024, 16, 1 << 20);
    s->build_seconds = dado_option_int(&ask, "limits.build_seconds", 60, 1, 3600);
    s->moves = dado_option_int(&ask, "limits.moves", 20000, 1, 100000000);
    s->pause_after = dado_option_int(&ask, "limits.pause_after", 6, 0, 1000000);
    s->submissions_a_day = dado_option_int(&ask, "limits.submissions_a_day", 20, 1, 1000000);
    return dado_option_reader_end(&ask, &season->region, NULL, err) &&
           (s->game || dado_fail(err, DADO_INVALID, "%.150s names no game", path));
}

// Finds the game: a file in the league's folder, or a game by its name.
static bool find_game(dado_league_season *season, const dado_options *options, dado_error *err)
{
    const char *name = season->settings.game;
    DADO_CLEANUP(dado_text_free) dado_text path = { 0 };
    dado_text_addf(&path, "%s/%s", season->folder, name);
    if (strchr(name, '.') && !strchr(name, '/') && dado_file_exists(dado_text_string(&path))) {
        name = dado_region_copy(&season->region, dado_text_string(&path), path.length);
        if (!name) return dado_fail(err, DADO_LIMIT, "no memory left for the league");
    }
    return dado_game_source_find(&season->source, name, options, &season->region, err) &&
           dado_game_source_preopen(&season->source, &season->region, err) &&
           dado_game_source_open(&season->source, &season->game, &season->region, err);
}

bool dado_league_season_open(dado_league_season *season, const char *folder, dado_error *err)
{
    *season = (dado_league_season){ .folder = folder };
    pthread_mutex_init(&season->lock, NULL);
    season->has_lock = true;
    dado_options options;
    dado_league_log log;
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    DADO_CLEANUP(dado_text_free) dado_text path = { 0 };
    dado_text_addf(&path, "%s/league.db", folder);
    if (!read_settings(season, &options, err) || !find_game(season, &options, err)) return false;
    if (!dado_file_exists(dado_text_string(&path))) {
        return dado_fail(err, DADO_MISSING,
                         "%.150s has no league.db, the log of the league; restore it from a copy",
                         folder);
    }
    if (!dado_store_open(&season->store, dado_text_string(&path), DADO_STORE_WRITE, err) ||
        !dado_league_read(season->store, &log, &region, err)) {
        return false;
    }
    return log.seats == season->game.players ||
           dado_fail(err, DADO_INVALID,
                     "the league was begun for %d seats, and its game has %d now; undo the change "
                     "in league.ini",
                     log.seats, season->game.players);
}

void dado_league_season_close(dado_league_season *season)
{
    dado_store_close(season->store);
    if (season->has_lock) pthread_mutex_destroy(&season->lock);
    dado_region_free(&season->region);
    *season = (dado_league_season){ 0 };
}

bool dado_league_season_end(dado_league_season *season, dado_job_run *job_run, bool fine)
{
    if (!fine) dado_job_run_keep_error_path(job_run);
    dado_league_season_close(season);
    return fine;
}

bool dado_league_season_log(dado_league_season *season, dado_league_log *log, dado_region *region,
                            dado_error *err)
{
    pthread_mutex_lock(&season->lock);
    bool fine = dado_league_read(season->store, log, region, err);
    pthread_mutex_unlock(&season->lock);
    return fine;
}

int dado_league_season_team(const dado_league_log *log, const char *name, dado_error *err)
{
    for (int t = 0; t < log->team_count; t++) {
        if (strcmp(log->teams[t].name, name) == 0 && !log->teams[t].house) return t;
    }
    dado_fail(err, DADO_MISSING, "there is no team called %.60s; dado league team adds one", name);
    return -1;
}
