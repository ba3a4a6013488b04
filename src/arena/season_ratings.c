// season_ratings.c - reads the tournaments of a store and rates them; see
// season_ratings.h.
#include "arena/season_ratings.h"

#include <stdlib.h>
#include <string.h>

#include "core/scope_cleanup.h"

typedef struct season_reader {
    dado_seasons *seasons;
    dado_region *region;
    int player_room;
    // The results of all seasons so far. Each has `seats` players and places, from index
    // `at` on.
    struct entry {
        int64_t at, luck;
        int32_t seats, season;
    } * entries;
    int64_t count, room;
    int32_t *who, *places;
    int64_t used, cells;
    // The plan of the run that is being read.
    const dado_plan *plan;
    int64_t lucks;  // of the runs before it
} season_reader;

typedef struct candidate {  // a run that may belong to a season
    dado_run run;
    dado_plan *plan;
    uint64_t rules;
} candidate;

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "out of memory while reading the seasons");
}

static bool is_tournament(const dado_run *run)
{
    static const char verb[] = "dado arena ";
    return run->command && strncmp(run->command, verb, strlen(verb)) == 0;
}

// Returns the number of a player by name; adds the name if it is new. Returns -1 if
// memory is short.
static int number_of(season_reader *a, const char *typed)
{
    dado_seasons *s = a->seasons;
    for (int i = 0; i < s->players; i++) {
        if (strcmp(s->names[i], typed) == 0) return i;
    }
    if (s->players == a->player_room) {
        int room = a->player_room ? 2 * a->player_room : 16;
        const char **names = dado_new(a->region, const char *, room);
        if (!names) return -1;
        if (s->players) memcpy(names, s->names, sizeof *names * (size_t)s->players);
        s->names = names;
        a->player_room = room;
    }
    s->names[s->players] = typed;
    return s->players++;
}

static bool make_room(season_reader *a, int64_t matches, int seats)
{
    while (a->count + matches > a->room) {
        int64_t room = a->room ? 2 * a->room : 1024;
        struct entry *entries = realloc(a->entries, sizeof *entries * (size_t)room);
        if (!entries) return false;
        a->entries = entries;
        a->room = room;
    }
    while (a->used + matches * seats > a->cells) {
        int64_t cells = a->cells ? 2 * a->cells : 4096;
        int32_t *who = realloc(a->who, sizeof *who * (size_t)cells);
        if (who) a->who = who;
        int32_t *places = realloc(a->places, sizeof *places * (size_t)cells);
        if (places) a->places = places;
        if (!who || !places) return false;
        a->cells = cells;
    }
    return true;
}

static bool take_block(void *context, int64_t slot, const unsigned char *packed, size_t size,
                       dado_error *err)
{
    (void)slot;
    season_reader *a = context;
    dado_block block;
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    bool fine = dado_block_unpack(&block, packed, size, &region, err);
    if (fine && block.players && (block.lineup < 0 || block.lineup >= a->plan->lineup_count)) {
        fine =
            dado_fail(err, DADO_SYNTAX,
                      "a stored block names a line-up that the plan lacks; the store is damaged");
    }
    if (fine && !make_room(a, block.count, block.players)) fine = no_memory(err);
    for (int m = 0; fine && block.players && m < block.count; m++) {
        const dado_lineup *lineup = &a->plan->lineups[block.lineup];
        a->entries[a->count++] =
            (struct entry){ .at = a->used,
                            .luck = a->plan->paired ? a->lucks + block.first + m + 1 : 0,
                            .seats = block.players,
                            .season = a->seasons->count - 1 };
        for (int p = 0; fine && p < block.players; p++) {
            int who = number_of(a, dado_lineup_player(lineup, p)->typed);
            if (who < 0) fine = no_memory(err);
            a->who[a->used] = who;
            a->places[a->used++] = block.places[(int64_t)m * block.players + p];
        }
    }
    return fine;
}

// Returns whether a run continues the last season. Rounds of one tournament have the same
// command and different seeds. A repeated seed means that the tournament was played
// again, perhaps with changed players.
static bool continues_season(const dado_seasons *s, const candidate *runs, int at)
{
    const dado_season *season = s->count ? &s->list[s->count - 1] : NULL;
    if (!season || strcmp(season->command, runs[at].run.command) != 0) return false;
    for (int i = 0; i < at; i++) {
        if (runs[i].run.id >= season->first && runs[i].run.seed == runs[at].run.seed) return false;
    }
    return true;
}

static bool read_runs(season_reader *a, dado_store *store, const candidate *runs, int count,
                      dado_error *err)
{
    dado_seasons *s = a->seasons;
    for (int i = 0; i < count; i++) {
        const dado_run *run = &runs[i].run;
        if (runs[i].rules != runs[count - 1].rules) {
            s->others++;
            continue;
        }
        if (!continues_season(s, runs, i)) {
            s->list[s->count++] = (dado_season){ .first = run->id,
                                                 .started = run->started,
                                                 .seed = run->seed,
                                                 .command = run->command,
                                                 .finished = true };
        }
        dado_season *season = &s->list[s->count - 1];
        season->last = run->id;
        season->finished = season->finished && run->finished;
        if (a->plan) a->lucks += a->plan->matches;
        a->plan = runs[i].plan;
        if (!dado_store_blocks(store, run->id, take_block, a, err)) return false;
    }
    return true;
}

// Collects the tournaments of a game, in order.
static bool find_runs(dado_store *store, const dado_run *runs, int all, const char *game,
                      candidate *found, int *count, dado_region *region, dado_error *err)
{
    *count = 0;
    for (int i = 0; i < all; i++) {
        if (!is_tournament(&runs[i]) || runs[i].matches == 0) continue;
        if (strcmp(runs[i].game, game) != 0) continue;
        candidate *c = &found[(*count)++];
        c->run = runs[i];
        c->plan = dado_new(region, dado_plan, 1);
        if (!c->plan) return no_memory(err);
        if (!dado_store_plan(store, runs[i].id, c->plan, region, err)) return false;
        c->rules = dado_game_source_hash(&c->plan->instances[0]);
    }
    return true;
}

// Rates the matches of one season, or of all seasons if `season` is -1.
static bool rate(const season_reader *a, int season, dado_rating *ratings, dado_error *err)
{
    dado_match_result *results = malloc(sizeof *results * (size_t)(a->count + 1));
    if (!results) return no_memory(err);
    int64_t count = 0;
    for (int64_t m = 0; m < a->count; m++) {
        const struct entry *e = &a->entries[m];
        if (season >= 0 && e->season != season) continue;
        results[count++] = (dado_match_result){
            .who = a->who + e->at, .places = a->places + e->at, .seats = e->seats, .luck = e->luck
        };
    }
    if (season >= 0) a->seasons->list[season].matches = count;
    bool fine = dado_rating_fit(results, count, a->seasons->players, (uint64_t)season + 1, ratings,
                                NULL, err);
    free(results);
    return fine;
}

static void align_season(const dado_seasons *s, dado_season *season)
{
    double shift = 0;
    season->players = 0;
    for (int i = 0; i < s->players; i++) {
        if (!season->ratings[i].matches) continue;
        shift += s->overall[i].points - season->ratings[i].points;
        season->players++;
    }
    shift = season->players ? shift / season->players : 0;
    for (int i = 0; i < s->players; i++) {
        season->ratings[i].points += shift;
        season->ratings[i].low += shift;
        season->ratings[i].high += shift;
    }
}

static bool rate_all(const season_reader *a, dado_error *err)
{
    dado_seasons *s = a->seasons;
    s->overall = dado_new(a->region, dado_rating, s->players);
    if (!s->overall) return no_memory(err);
    if (!rate(a, -1, s->overall, err)) return false;
    for (int i = 0; i < s->count; i++) {
        s->list[i].ratings = dado_new(a->region, dado_rating, s->players);
        if (!s->list[i].ratings) return no_memory(err);
        if (!rate(a, i, s->list[i].ratings, err)) return false;
        align_season(s, &s->list[i]);
    }
    return true;
}

static int by_number(const void *a, const void *b)
{
    const dado_run *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

bool dado_seasons_read(dado_store *store, const char *game, dado_seasons *seasons,
                       dado_region *region, dado_error *err)
{
    const dado_run *stored;
    int count;
    *seasons = (dado_seasons){ .game = game };
    if (!dado_store_runs(store, &stored, &count, region, err)) return false;
    dado_run *runs = dado_new(region, dado_run, count + 1);
    candidate *found = dado_new(region, candidate, count + 1);
    seasons->list = dado_new(region, dado_season, count + 1);
    if (!runs || !found || !seasons->list) return no_memory(err);
    if (count) memcpy(runs, stored, sizeof *runs * (size_t)count);
    qsort(runs, (size_t)count, sizeof *runs, by_number);
    for (int i = 0; !game && i < count; i++) {
        if (is_tournament(&runs[i])) seasons->game = runs[i].game;
    }
    season_reader a = { .seasons = seasons, .region = region };
    int wanted = 0;
    bool fine = !seasons->game ||
                (find_runs(store, runs, count, seasons->game, found, &wanted, region, err) &&
                 read_runs(&a, store, found, wanted, err));
    if (fine && seasons->count == 0) {
        fine = game ? dado_fail(err, DADO_MISSING,
                                "the store has no tournament of %.80s; dado arena plays one, and "
                                "dado runs lists what there is",
                                game)
                    : dado_fail(err, DADO_MISSING,
                                "the store has no tournament yet; dado arena plays one");
    }
    fine = fine && rate_all(&a, err);
    free(a.entries);
    free(a.who);
    free(a.places);
    return fine;
}
