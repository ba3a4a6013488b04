// sittings.c - see sittings.h.
#include "studio/sittings.h"

#include <jansson.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/ends.h"
#include "core/json.h"
#include "job/guest.h"
#include "lab/experiment.h"
#include "lab/file.h"
#include "lab/replay.h"

enum { steps_at_once = 400, options_most = 64 };

typedef struct seat_at {
    int number, used;  // used: when it was asked about last, in askings
    int speaking;      // how many requests hold it: under the lock of all
    bool left;         // freed by the last of them
    pthread_mutex_t lock;  // of what follows: people at other tables need not wait
    dado_arena arena;
    dado_source source;
    dado_guest *guest;
} seat_at;

struct dado_sittings {
    dado_folder *folder;
    const char *store;
    pthread_mutex_t lock;  // of the list alone
    seat_at *tables[DADO_SITTINGS];
    int next, askings;
    volatile sig_atomic_t leaving;  // heard by a kept match that is played again
};

dado_sittings *dado_sittings_open(dado_folder *folder, const char *store)
{
    dado_sittings *all = calloc(1, sizeof *all);
    if (!all) return NULL;
    all->folder = folder;
    all->store = store;
    all->next = 1;
    pthread_mutex_init(&all->lock, NULL);
    return all;
}

static void clear_table(seat_at *table)
{
    if (!table) return;
    dado_guest_end(table->guest);
    dado_arena_free(&table->arena);
    pthread_mutex_destroy(&table->lock);
    free(table);
}

void dado_sittings_leave(dado_sittings *all)
{
    if (all) all->leaving = 1;
}

void dado_sittings_close(dado_sittings *all)
{
    if (!all) return;
    for (int i = 0; i < DADO_SITTINGS; i++) clear_table(all->tables[i]);
    pthread_mutex_destroy(&all->lock);
    free(all);
}

static json_t *read_object(const char *json, size_t length, dado_error *err)
{
    json_error_t why;
    json_t *root = json_loadb(json, length, JSON_REJECT_DUPLICATES, &why);
    if (json_is_object(root)) return root;
    dado_fail(err, DADO_SYNTAX, "a JSON object is wanted: %.200s",
              root ? "this is another value" : why.text);
    json_decref(root);
    return NULL;
}

// --- laying a table

static bool read_options(const json_t *set, dado_options *options, dado_arena *arena,
                         dado_error *err)
{
    size_t count = json_array_size(set);
    if (count > options_most) return dado_fail(err, DADO_LIMIT, "too many options");
    dado_option *items = dado_new(arena, dado_option, count ? count : 1);
    *options = (dado_options){ items, (int)count };
    if (!items) return dado_fail(err, DADO_LIMIT, "no memory left for options");
    for (size_t i = 0; i < count; i++) {
        const char *typed = json_string_value(json_array_get(set, i));
        const char *kept = typed ? dado_arena_copy(arena, typed, strlen(typed)) : NULL;
        if (!kept || strstr(kept, "=@")) {
            return dado_fail(err, DADO_MEANING, "options are strings, as in \"ROUNDS=5\"");
        }
        if (!dado_option_parse(&items[i], kept, arena, err)) return false;
    }
    return true;
}

// The game by its text, by its name in the folder, or by its name in the library.
static bool find_source(dado_sittings *all, seat_at *table, const json_t *root, dado_error *err)
{
    const char *name = json_string_value(json_object_get(root, "game"));
    const char *text = json_string_value(json_object_get(root, "text"));
    dado_options options;
    if (!name) return dado_fail(err, DADO_MEANING, "\"game\" names what is played");
    const char *kept = dado_arena_copy(&table->arena, name, strlen(name));
    if (!kept || !read_options(json_object_get(root, "set"), &options, &table->arena, err)) {
        return false;
    }
    dado_text bytes = { 0 };
    char tag[DADO_TAG_SIZE];
    if (!text && strchr(name, '.') &&
        dado_folder_read(all->folder, name, DADO_FILE_MOST, &bytes, tag, NULL)) {
        text = dado_text_string(&bytes);
    }
    bool fine;
    if (text) {
        const char *own = dado_arena_copy(&table->arena, text, strlen(text));
        fine = own && dado_source_text(&table->source, kept, own, &options, &table->arena, err);
    } else if (strchr(name, '/') || strchr(name, '.')) {
        fine = dado_fail(err, DADO_MISSING, "there is no file %.100s in this folder", name);
    } else {
        fine = dado_source_find(&table->source, kept, &options, &table->arena, err);
    }
    dado_text_free(&bytes);
    return fine && dado_source_keep(&table->source, &table->arena, err);
}

// Agents of the shelf alone: a page does not start programs by sitting down.
static bool seats_are_plain(const char *seats, dado_error *err)
{
    if (!strpbrk(seats, "/.")) return true;
    return dado_fail(err, DADO_MEANING, "at a table sit people (human) and agents of the shelf");
}

static double width_of(const json_t *root)
{
    double width = json_number_value(json_object_get(root, "width"));
    return width >= 200 && width <= 4000 ? width : 720;
}

static bool tell(seat_at *table, int seat, double width, int hint, bool more, dado_text *out,
                 dado_error *err)
{
    dado_text sight = { 0 };
    bool fine = dado_guest_tell(table->guest, seat, width, &sight, err);
    if (fine) {
        dado_json json = dado_json_to(out);
        dado_json_object(&json, NULL);
        dado_json_whole(&json, "id", table->number);
        dado_json_flag(&json, "more", more);
        if (hint >= 0) dado_json_whole(&json, "hint", hint);
        dado_json_raw(&json, "table", dado_text_string(&sight));
        dado_json_end(&json);
    }
    dado_text_free(&sight);
    return fine;
}

// Where a table can stand: a free place, or that of the one which nobody has asked about for
// longest. NULL: somebody is speaking at every one.
static seat_at **place_for_one(dado_sittings *all)
{
    seat_at **best = NULL;
    for (int i = 0; i < DADO_SITTINGS; i++) {
        seat_at **at = &all->tables[i];
        if (!*at) return at;
        if (!(*at)->speaking && (!best || (*at)->used < (*best)->used)) best = at;
    }
    if (!best) return NULL;
    clear_table(*best);
    *best = NULL;
    return best;
}

// Which match of a plan is to be seen again: {"seed", "lineup", "paired", "match"}.
static void deal(seat_at *table, const json_t *root, uint64_t seed)
{
    const json_t *match = json_object_get(root, "match");
    if (!json_is_integer(match)) return;
    dado_guest_match which = {
        .seed = seed,
        .lineup = (int)json_integer_value(json_object_get(root, "lineup")),
        .paired = json_is_true(json_object_get(root, "paired")),
        .match = (uint64_t)json_integer_value(match),
    };
    dado_guest_deal(table->guest, &which);
}

static int whole_of(const json_t *root, const char *name)
{
    json_int_t number = json_integer_value(json_object_get(root, name));
    return number > INT_MAX ? INT_MAX : number < 0 ? -1 : (int)number;
}

// A match of a run in the store, to be watched: {"run", "match", "lineup", "instance"}.
static bool lay_kept(dado_sittings *all, seat_at *table, const json_t *root, dado_error *err)
{
    dado_which which = { whole_of(root, "instance"), whole_of(root, "lineup"),
                         whole_of(root, "match") };
    DADO_ENDS(dado_store_end) dado_store *store = NULL;
    dado_replay *replay = dado_new(&table->arena, dado_replay, 1);
    bool kept;
    if (!all->store) return dado_fail(err, DADO_MEANING, "this studio keeps nothing");
    if (!replay) return dado_fail(err, DADO_LIMIT, "no memory left for a table");
    if (!dado_store_open(&store, all->store, DADO_STORE_READ, err) ||
        !dado_recall(store, whole_of(root, "run"), which, &all->leaving, &table->arena, replay,
                     &kept, err) ||
        !dado_replay_check(replay, NULL, NULL, &table->arena, err)) {
        return false;
    }
    table->source = replay->source;
    if (!dado_guest_begin(&table->guest, &table->source, "random", 0, err)) return false;
    dado_guest_follow(table->guest, replay->log.path, replay->log.steps);
    return true;
}

static bool lay_new(dado_sittings *all, seat_at *table, const json_t *root, dado_error *err)
{
    const char *seats = json_string_value(json_object_get(root, "seats"));
    uint64_t seed = (uint64_t)json_integer_value(json_object_get(root, "seed"));
    if (!seats) seats = "human";
    if (!seats_are_plain(seats, err) || !find_source(all, table, root, err) ||
        !dado_guest_begin(&table->guest, &table->source, seats, seed, err)) {
        return false;
    }
    deal(table, root, seed);
    return true;
}

static bool lay_table(dado_sittings *all, seat_at *table, const json_t *root, dado_text *out,
                      dado_error *err)
{
    bool more, kept = json_is_integer(json_object_get(root, "run"));
    return (kept ? lay_kept : lay_new)(all, table, root, err) &&
           dado_guest_advance(table->guest, steps_at_once, &more, err) &&
           tell(table, dado_guest_first(table->guest), width_of(root), -1, more, out, err);
}

static bool stand(dado_sittings *all, seat_at *table, dado_error *err)
{
    pthread_mutex_lock(&all->lock);
    seat_at **place = place_for_one(all);
    if (place) {
        *place = table;
        table->used = ++all->askings;
    }
    pthread_mutex_unlock(&all->lock);
    return place || dado_fail(err, DADO_LIMIT, "all %d tables are taken; leave one",
                              DADO_SITTINGS);
}

bool dado_sittings_begin(dado_sittings *all, const char *json, size_t length, dado_text *out,
                         dado_error *err)
{
    json_t *root = read_object(json, length, err);
    seat_at *table = root ? calloc(1, sizeof *table) : NULL;
    if (!table) {
        json_decref(root);
        return root ? dado_fail(err, DADO_LIMIT, "no memory left for a table") : false;
    }
    pthread_mutex_init(&table->lock, NULL);
    pthread_mutex_lock(&all->lock);
    table->number = all->next++;
    pthread_mutex_unlock(&all->lock);
    bool fine = lay_table(all, table, root, out, err) && stand(all, table, err);
    if (!fine) clear_table(table);
    json_decref(root);
    return fine;
}

// --- what people say

// The sitting goes into the store as a run of one match, marked as people's.
static bool keep(dado_sittings *all, seat_at *table, dado_error *err)
{
    dado_plan plan;
    dado_store *store = NULL;
    dado_results results = { 0 };
    dado_arena arena = { 0 };
    if (!all->store) return dado_fail(err, DADO_MEANING, "this studio keeps nothing");
    bool fine = dado_guest_plan(table->guest, "dado studio", &arena, &plan, err) &&
                dado_store_open(&store, all->store, DADO_STORE_WRITE, err);
    if (fine) {
        dado_experiment_how how = { .threads = 1, .store = store };
        fine = dado_experiment_run(&plan, &how, &results, err);
        dado_results_free(&results);
    }
    dado_store_close(store);
    dado_arena_free(&arena);
    return fine;
}

// Which of the words a person may say this is.
static bool hear(dado_sittings *all, seat_at *table, int seat, const json_t *root, int *hint,
                 dado_error *err)
{
    const json_t *play = json_object_get(root, "play"), *take = json_object_get(root, "take");
    const json_t *step = json_object_get(root, "step");
    const char *agent = json_string_value(json_object_get(root, "hint"));
    if (json_is_integer(step)) {
        json_int_t wanted = json_integer_value(step);
        dado_guest_look(table->guest, wanted > INT_MAX ? INT_MAX : (int)wanted);
    }
    if (agent) {
        return seats_are_plain(agent, err) &&
               dado_guest_hint(table->guest, seat, agent, hint, err);
    }
    if (json_is_integer(play)) {
        json_int_t place = json_integer_value(play);
        return dado_guest_play(table->guest, seat, place > INT_MAX ? INT_MAX : (int)place, err);
    }
    if (json_is_integer(take)) {
        return dado_guest_take(table->guest, (int)json_integer_value(take), err);
    }
    if (json_is_true(json_object_get(root, "undo"))) return dado_guest_undo(table->guest, err);
    if (json_is_true(json_object_get(root, "keep"))) return keep(all, table, err);
    return true;
}

static bool answer(dado_sittings *all, seat_at *table, const json_t *root, dado_text *out,
                   dado_error *err)
{
    const json_t *said = json_object_get(root, "seat");
    int seat = json_is_integer(said) ? (int)json_integer_value(said)
                                     : dado_guest_first(table->guest);
    int hint = -1;
    bool more = false;
    if (!hear(all, table, seat, root, &hint, err) ||
        !dado_guest_advance(table->guest, hint >= 0 ? 0 : steps_at_once, &more, err)) {
        return false;
    }
    if (json_is_integer(json_object_get(root, "take"))) seat = dado_guest_first(table->guest);
    return tell(table, seat, width_of(root), hint, more, out, err);
}

// The table, held so that it stays until it is let go; NULL: there is none of that number.
static seat_at *hold(dado_sittings *all, int number)
{
    seat_at *table = NULL;
    pthread_mutex_lock(&all->lock);
    for (int i = 0; i < DADO_SITTINGS; i++) {
        if (all->tables[i] && all->tables[i]->number == number) table = all->tables[i];
    }
    if (table) {
        table->speaking++;
        table->used = ++all->askings;
    }
    pthread_mutex_unlock(&all->lock);
    return table;
}

static void let_go(dado_sittings *all, seat_at *table)
{
    pthread_mutex_lock(&all->lock);
    bool last = --table->speaking == 0 && table->left;
    pthread_mutex_unlock(&all->lock);
    if (last) clear_table(table);
}

static bool no_table(int number, dado_error *err)
{
    return dado_fail(err, DADO_MISSING, "there is no table %d, or no longer", number);
}

bool dado_sittings_say(dado_sittings *all, int number, const char *json, size_t length,
                       dado_text *out, dado_error *err)
{
    json_t *root = read_object(json, length, err);
    if (!root) return false;
    seat_at *table = hold(all, number);
    bool fine = table || no_table(number, err);
    if (table) {
        pthread_mutex_lock(&table->lock);
        fine = answer(all, table, root, out, err);
        pthread_mutex_unlock(&table->lock);
        let_go(all, table);
    }
    json_decref(root);
    return fine;
}

bool dado_sittings_end(dado_sittings *all, int number, dado_error *err)
{
    seat_at *table = hold(all, number);
    if (!table) return no_table(number, err);
    pthread_mutex_lock(&all->lock);
    for (int i = 0; i < DADO_SITTINGS; i++) {
        if (all->tables[i] == table) all->tables[i] = NULL;
    }
    table->left = true;
    pthread_mutex_unlock(&all->lock);
    let_go(all, table);
    return true;
}
