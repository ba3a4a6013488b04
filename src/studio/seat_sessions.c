// seat_sessions.c - see seat_sessions.h.
#include "studio/seat_sessions.h"

#include <jansson.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "core/json_writer.h"
#include "job/seat_session.h"
#include "lab/experiment.h"
#include "lab/file.h"
#include "lab/replay.h"

enum { steps_at_once = 400, options_most = 64 };

typedef struct session_entry {
    int number, used;      // `used`: time of its last request, in request_clock
    int request_count;     // number of requests that use it; protected by the lock of the list
    bool left;             // the last of these requests frees it
    pthread_mutex_t lock;  // protects the fields below, so people at other tables need not wait
    dado_region region;
    dado_game_source source;
    dado_seat_session *seat_session;
} session_entry;

struct dado_seat_sessions {
    dado_confined_folder *folder;
    const char *store;
    pthread_mutex_t lock;  // protects the list only
    session_entry *tables[DADO_SEAT_SESSIONS];
    int next, request_clock;
    volatile sig_atomic_t stopping;  // stops the replay of a stored match
};

dado_seat_sessions *dado_seat_sessions_open(dado_confined_folder *folder, const char *store)
{
    dado_seat_sessions *all = calloc(1, sizeof *all);
    if (!all) return NULL;
    all->folder = folder;
    all->store = store;
    all->next = 1;
    pthread_mutex_init(&all->lock, NULL);
    return all;
}

static void free_session(session_entry *table)
{
    if (!table) return;
    dado_seat_session_end(table->seat_session);
    dado_region_free(&table->region);
    pthread_mutex_destroy(&table->lock);
    free(table);
}

void dado_seat_sessions_stop(dado_seat_sessions *all)
{
    if (all) all->stopping = 1;
}

void dado_seat_sessions_close(dado_seat_sessions *all)
{
    if (!all) return;
    for (int i = 0; i < DADO_SEAT_SESSIONS; i++) free_session(all->tables[i]);
    pthread_mutex_destroy(&all->lock);
    free(all);
}

static json_t *read_object(const char *json, size_t length, dado_error *err)
{
    json_error_t why;
    json_t *root = json_loadb(json, length, JSON_REJECT_DUPLICATES, &why);
    if (json_is_object(root)) return root;
    dado_fail(err, DADO_SYNTAX, "the request must be a JSON object: %.200s",
              root ? "this is another value" : why.text);
    json_decref(root);
    return NULL;
}

// --- opening a table ---

static bool read_options(const json_t *set, dado_options *options, dado_region *region,
                         dado_error *err)
{
    size_t count = json_array_size(set);
    if (count > options_most) return dado_fail(err, DADO_LIMIT, "too many options");
    dado_option *items = dado_new(region, dado_option, count ? count : 1);
    *options = (dado_options){ items, (int)count };
    if (!items) return dado_fail(err, DADO_LIMIT, "no memory left for options");
    for (size_t i = 0; i < count; i++) {
        const char *typed = json_string_value(json_array_get(set, i));
        const char *kept = typed ? dado_region_copy(region, typed, strlen(typed)) : NULL;
        if (!kept || strstr(kept, "=@")) {
            return dado_fail(err, DADO_INVALID, "options must be strings, as in \"ROUNDS=5\"");
        }
        if (!dado_option_parse(&items[i], kept, region, err)) return false;
    }
    return true;
}

// Finds the game: by its text, by its name in the folder, or by its name in the library.
static bool find_source(dado_seat_sessions *all, session_entry *table, const json_t *root,
                        dado_error *err)
{
    const char *name = json_string_value(json_object_get(root, "game"));
    const char *text = json_string_value(json_object_get(root, "text"));
    dado_options options;
    if (!name) return dado_fail(err, DADO_INVALID, "the request lacks \"game\", the game to play");
    if (!table->region.made) dado_region_init_small(&table->region);
    const char *kept = dado_region_copy(&table->region, name, strlen(name));
    if (!kept || !read_options(json_object_get(root, "set"), &options, &table->region, err)) {
        return false;
    }
    dado_text bytes = { 0 };
    char tag[DADO_TAG_SIZE];
    if (!text && strchr(name, '.') &&
        dado_confined_folder_read(all->folder, name, DADO_FILE_MOST, &bytes, tag, NULL)) {
        text = dado_text_string(&bytes);
    }
    bool fine;
    if (text) {
        const char *own = dado_region_copy(&table->region, text, strlen(text));
        fine = own &&
               dado_game_source_from_text(&table->source, kept, own, &options, &table->region, err);
    } else if (strchr(name, '/') || strchr(name, '.')) {
        fine = dado_fail(err, DADO_MISSING, "there is no file %.100s in this folder", name);
    } else {
        fine = dado_game_source_find(&table->source, kept, &options, &table->region, err);
    }
    dado_text_free(&bytes);
    return fine && dado_game_source_preopen(&table->source, &table->region, err);
}

// Only built-in agents are allowed: a page must not start programs this way.
static bool seats_are_plain(const char *seats, dado_error *err)
{
    if (!strpbrk(seats, "/.")) return true;
    return dado_fail(err, DADO_INVALID,
                     "only people (human) and built-in agents can play at a table");
}

static double width_of(const json_t *root)
{
    double width = json_number_value(json_object_get(root, "width"));
    return width >= 200 && width <= 4000 ? width : 720;
}

static bool write_view(session_entry *table, int seat, double width, int hint, bool more,
                       dado_text *out, dado_error *err)
{
    dado_text sight = { 0 };
    bool fine = dado_seat_session_json(table->seat_session, seat, width, &sight, err);
    if (fine) {
        dado_json json = dado_json_to(out);
        dado_json_object(&json, NULL);
        dado_json_int(&json, "id", table->number);
        dado_json_bool(&json, "more", more);
        if (hint >= 0) dado_json_int(&json, "hint", hint);
        dado_json_raw(&json, "table", dado_text_string(&sight));
        dado_json_end(&json);
    }
    dado_text_free(&sight);
    return fine;
}

// Returns a free slot, or that of the table whose last request is longest ago, which is
// closed. NULL: all tables are in use.
static session_entry **free_slot(dado_seat_sessions *all)
{
    session_entry **best = NULL;
    for (int i = 0; i < DADO_SEAT_SESSIONS; i++) {
        session_entry **at = &all->tables[i];
        if (!*at) return at;
        if (!(*at)->request_count && (!best || (*at)->used < (*best)->used)) best = at;
    }
    if (!best) return NULL;
    free_session(*best);
    *best = NULL;
    return best;
}

// Sets which match of a plan is to be watched: {"seed", "lineup", "paired", "match"}.
static void set_match(session_entry *table, const json_t *root, uint64_t seed)
{
    const json_t *match = json_object_get(root, "match");
    if (!json_is_integer(match)) return;
    dado_seat_session_match which = {
        .seed = seed,
        .lineup = (int)json_integer_value(json_object_get(root, "lineup")),
        .paired = json_is_true(json_object_get(root, "paired")),
        .match = (uint64_t)json_integer_value(match),
    };
    dado_seat_session_set_match(table->seat_session, &which);
}

static int whole_of(const json_t *root, const char *name)
{
    json_int_t number = json_integer_value(json_object_get(root, name));
    return number > INT_MAX ? INT_MAX : number < 0 ? -1 : (int)number;
}

// Opens a match of a stored run to be watched: {"run", "match", "lineup", "instance"}.
static bool open_stored_match(dado_seat_sessions *all, session_entry *table, const json_t *root,
                              dado_error *err)
{
    dado_match_id which = { whole_of(root, "instance"), whole_of(root, "lineup"),
                            whole_of(root, "match") };
    DADO_CLEANUP(dado_store_cleanup) dado_store *store = NULL;
    dado_replay *replay = dado_new(&table->region, dado_replay, 1);
    bool kept;
    if (!all->store) return dado_fail(err, DADO_INVALID, "this studio was started without a store");
    if (!replay) return dado_fail(err, DADO_LIMIT, "no memory left for a table");
    if (!dado_store_open(&store, all->store, DADO_STORE_READ, err) ||
        !dado_replay_from_store(store, whole_of(root, "run"), which, &all->stopping, &table->region,
                                replay, &kept, err) ||
        !dado_replay_check(replay, NULL, NULL, &table->region, err)) {
        return false;
    }
    table->source = replay->source;
    if (!dado_seat_session_begin(&table->seat_session, &table->source, "random", 0, err))
        return false;
    dado_seat_session_replay(table->seat_session, replay->log.path, replay->log.steps);
    return true;
}

static bool open_new_match(dado_seat_sessions *all, session_entry *table, const json_t *root,
                           dado_error *err)
{
    const char *seats = json_string_value(json_object_get(root, "seats"));
    uint64_t seed = (uint64_t)json_integer_value(json_object_get(root, "seed"));
    if (!seats) seats = "human";
    if (!seats_are_plain(seats, err) || !find_source(all, table, root, err) ||
        !dado_seat_session_begin(&table->seat_session, &table->source, seats, seed, err)) {
        return false;
    }
    set_match(table, root, seed);
    return true;
}

static bool open_session(dado_seat_sessions *all, session_entry *table, const json_t *root,
                         dado_text *out, dado_error *err)
{
    bool more, kept = json_is_integer(json_object_get(root, "run"));
    return (kept ? open_stored_match : open_new_match)(all, table, root, err) &&
           dado_seat_session_advance(table->seat_session, steps_at_once, &more, err) &&
           write_view(table, dado_seat_session_first_person(table->seat_session), width_of(root),
                      -1, more, out, err);
}

static bool add_session(dado_seat_sessions *all, session_entry *table, dado_error *err)
{
    pthread_mutex_lock(&all->lock);
    session_entry **place = free_slot(all);
    if (place) {
        *place = table;
        table->used = ++all->request_clock;
    }
    pthread_mutex_unlock(&all->lock);
    return place ||
           dado_fail(err, DADO_LIMIT, "all %d tables are in use; close one", DADO_SEAT_SESSIONS);
}

bool dado_seat_sessions_begin(dado_seat_sessions *all, const char *json, size_t length,
                              dado_text *out, dado_error *err)
{
    json_t *root = read_object(json, length, err);
    session_entry *table = root ? calloc(1, sizeof *table) : NULL;
    if (!table) {
        json_decref(root);
        return root ? dado_fail(err, DADO_LIMIT, "no memory left for a table") : false;
    }
    pthread_mutex_init(&table->lock, NULL);
    pthread_mutex_lock(&all->lock);
    table->number = all->next++;
    pthread_mutex_unlock(&all->lock);
    bool fine = open_session(all, table, root, out, err) && add_session(all, table, err);
    if (!fine) free_session(table);
    json_decref(root);
    return fine;
}

// --- requests of people ---

// Stores the match as a run of one match, marked as played by people.
static bool keep(dado_seat_sessions *all, session_entry *table, dado_error *err)
{
    dado_plan plan;
    dado_store *store = NULL;
    dado_results results = { 0 };
    dado_region region = { 0 };
    if (!all->store) return dado_fail(err, DADO_INVALID, "this studio was started without a store");
    bool fine = dado_seat_session_plan(table->seat_session, "dado studio", &region, &plan, err) &&
                dado_store_open(&store, all->store, DADO_STORE_WRITE, err);
    if (fine) {
        dado_experiment_settings how = { .threads = 1, .store = store };
        fine = dado_experiment_run(&plan, &how, &results, err);
        dado_results_free(&results);
    }
    dado_store_close(store);
    dado_region_free(&region);
    return fine;
}

// Carries out one of the actions that a person may request.
static bool apply_action(dado_seat_sessions *all, session_entry *table, int seat,
                         const json_t *root, int *hint, dado_error *err)
{
    const json_t *play = json_object_get(root, "play"), *take = json_object_get(root, "take");
    const json_t *step = json_object_get(root, "step");
    const char *agent = json_string_value(json_object_get(root, "hint"));
    if (json_is_integer(step)) {
        json_int_t wanted = json_integer_value(step);
        dado_seat_session_view_step(table->seat_session, wanted > INT_MAX ? INT_MAX : (int)wanted);
    }
    if (agent) {
        return seats_are_plain(agent, err) &&
               dado_seat_session_hint(table->seat_session, seat, agent, hint, err);
    }
    if (json_is_integer(play)) {
        json_int_t place = json_integer_value(play);
        return dado_seat_session_play(table->seat_session, seat,
                                      place > INT_MAX ? INT_MAX : (int)place, err);
    }
    if (json_is_integer(take)) {
        return dado_seat_session_take_seat(table->seat_session, (int)json_integer_value(take), err);
    }
    if (json_is_true(json_object_get(root, "undo")))
        return dado_seat_session_undo(table->seat_session, err);
    if (json_is_true(json_object_get(root, "keep"))) return keep(all, table, err);
    return true;
}

static bool answer(dado_seat_sessions *all, session_entry *table, const json_t *root,
                   dado_text *out, dado_error *err)
{
    const json_t *said = json_object_get(root, "seat");
    int seat = json_is_integer(said) ? (int)json_integer_value(said)
                                     : dado_seat_session_first_person(table->seat_session);
    int hint = -1;
    bool more = false;
    if (!apply_action(all, table, seat, root, &hint, err) ||
        !dado_seat_session_advance(table->seat_session, hint >= 0 ? 0 : steps_at_once, &more,
                                   err)) {
        return false;
    }
    if (json_is_integer(json_object_get(root, "take")))
        seat = dado_seat_session_first_person(table->seat_session);
    return write_view(table, seat, width_of(root), hint, more, out, err);
}

// Returns the table, which then stays until it is released; NULL if there is none with
// that number.
static session_entry *acquire(dado_seat_sessions *all, int number)
{
    session_entry *table = NULL;
    pthread_mutex_lock(&all->lock);
    for (int i = 0; i < DADO_SEAT_SESSIONS; i++) {
        if (all->tables[i] && all->tables[i]->number == number) table = all->tables[i];
    }
    if (table) {
        table->request_count++;
        table->used = ++all->request_clock;
    }
    pthread_mutex_unlock(&all->lock);
    return table;
}

static void release(dado_seat_sessions *all, session_entry *table)
{
    pthread_mutex_lock(&all->lock);
    bool last = --table->request_count == 0 && table->left;
    pthread_mutex_unlock(&all->lock);
    if (last) free_session(table);
}

static bool no_session(int number, dado_error *err)
{
    return dado_fail(err, DADO_MISSING, "there is no table %d (any more)", number);
}

bool dado_seat_sessions_request(dado_seat_sessions *all, int number, const char *json,
                                size_t length, dado_text *out, dado_error *err)
{
    json_t *root = read_object(json, length, err);
    if (!root) return false;
    session_entry *table = acquire(all, number);
    bool fine = table || no_session(number, err);
    if (table) {
        pthread_mutex_lock(&table->lock);
        fine = answer(all, table, root, out, err);
        pthread_mutex_unlock(&table->lock);
        release(all, table);
    }
    json_decref(root);
    return fine;
}

bool dado_seat_sessions_end(dado_seat_sessions *all, int number, dado_error *err)
{
    session_entry *table = acquire(all, number);
    if (!table) return no_session(number, err);
    pthread_mutex_lock(&all->lock);
    for (int i = 0; i < DADO_SEAT_SESSIONS; i++) {
        if (all->tables[i] == table) all->tables[i] = NULL;
    }
    table->left = true;
    pthread_mutex_unlock(&all->lock);
    release(all, table);
    return true;
}
