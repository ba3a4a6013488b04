// seat_sessions.c - see seat_sessions.h.
#include "studio/seat_sessions.h"

#include <jansson.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "core/scope_cleanup.h"
#include "core/json_writer.h"
#include "job/seat_session.h"
#include "lab/experiment.h"
#include "lab/file.h"
#include "lab/playtest_store.h"
#include "lab/replay.h"
#include "report/qr_code.h"
#include "studio/guest_questions.h"
#include "studio/invitations.h"
#include "studio/playtest_recorder.h"

enum { steps_at_once = 400, options_most = 64, away_after = 15 };
// Instead of a seat: all seats of people are guests', so nothing of them is shown here.
enum { seen_by_guests = -100 };

typedef struct session_entry {
    int number, used;      // `used`: time of its last request, in request_clock
    int request_count;     // number of requests that use it; protected by the lock of the list
    bool left;             // the last of these requests frees it
    pthread_mutex_t lock;  // protects the fields below, so people at other tables need not wait
    dado_region region;
    dado_game_source source;
    dado_seat_session *seat_session;
    dado_playtest_recorder *recorder;  // NULL: nobody asked for a record
    const char *seats;                 // who plays, as asked for; NULL: a stored match
    bool played;                       // a person has moved or sat down
    bool dealt_for_guests;             // nobody can guess its luck
    bool kept;                         // as a run beside its record
    char *questions;                   // for guests after the match, as JSON; NULL: the usual ones
    int version;                       // grows with everything that changes the table
    bool more;                         // players have something left to do
} session_entry;

struct dado_seat_sessions {
    dado_confined_folder *folder;
    const char *store;
    dado_invitations *invitations;
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
    all->invitations = dado_invitations_open();
    if (!all->invitations) {
        free(all);
        return NULL;
    }
    all->next = 1;
    pthread_mutex_init(&all->lock, NULL);
    return all;
}

static void free_session(session_entry *table)
{
    if (!table) return;
    dado_playtest_recorder_close(table->recorder);
    free(table->questions);
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
    dado_invitations_close(all->invitations);
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

static bool is_at_table(const session_entry *table, int seat)
{
    return seat >= 0 && seat < dado_seat_session_players(table->seat_session);
}

// Writes what only the host is told of a guest.
static void write_presence(const session_entry *table, int seat, dado_json *json)
{
    if (!table->recorder) return;
    dado_playtest_presence found = dado_playtest_recorder_presence(table->recorder, seat);
    dado_json_string(json, "name", found.name);
    dado_json_bool(json, "agrees", found.agrees);
    dado_json_int(json, "answers", found.answers);
}

// Lists the seats to which somebody is invited, and whether that person is there.
static void write_guests(const dado_seat_sessions *all, const session_entry *table, bool host,
                         dado_json *json)
{
    static const char *const uses[] = { "here", "invited", "joined" };
    bool any = false;
    for (int p = 0; p < dado_seat_session_players(table->seat_session); p++) {
        dado_seat_use use = dado_invitations_use(all->invitations, table->number, p);
        if (use == DADO_SEAT_HERE) continue;
        if (!any) dado_json_array(json, "guests");
        any = true;
        double silence = dado_invitations_silence(all->invitations, table->number, p);
        dado_json_object(json, NULL);
        dado_json_int(json, "seat", p);
        dado_json_string(json, "use", uses[use]);
        dado_json_bool(json, "away", silence < 0 || silence > away_after);
        if (host) write_presence(table, p, json);
        dado_json_end(json);
    }
    if (any) dado_json_end(json);
}

// Writes what a seat sees. A seat that a guest has is shown to nobody else.
static bool write_view(dado_seat_sessions *all, session_entry *table, int seat, double width,
                       int hint, dado_text *out, dado_error *err)
{
    dado_text sight = { 0 };
    bool fine = seat == seen_by_guests ||
                dado_seat_session_json(table->seat_session, seat, width, &sight, err);
    if (fine) {
        dado_json json = dado_json_to(out);
        dado_json_object(&json, NULL);
        dado_json_int(&json, "id", table->number);
        dado_json_bool(&json, "more", table->more);
        dado_json_int(&json, "version", table->version);
        if (hint >= 0) dado_json_int(&json, "hint", hint);
        write_guests(all, table, !is_at_table(table, seat), &json);
        if (table->questions) dado_json_raw(&json, "questions", table->questions);
        if (seat == seen_by_guests) {
            dado_json_bool(&json, "over", dado_seat_session_is_over(table->seat_session));
        } else {
            dado_json_raw(&json, "table", dado_text_string(&sight));
        }
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
    dado_invitations_end(all->invitations, (*best)->number);
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
    table->seats = dado_region_copy(&table->region, seats, strlen(seats));
    return table->seats || dado_fail(err, DADO_LIMIT, "no memory left for a table");
}

static bool start_recorder(session_entry *table, dado_error *err)
{
    if (table->recorder) return true;
    table->recorder = dado_playtest_recorder_open(dado_seat_session_players(table->seat_session));
    return table->recorder ||
           dado_fail(err, DADO_LIMIT, "no memory left for a record of the match");
}

// Reads who sits at this screen: {"people": [{"seat", "name", "agrees"}]}.
static bool read_people(session_entry *table, const json_t *root, dado_error *err)
{
    const json_t *list = json_object_get(root, "people"), *item;
    size_t index;
    if (!json_is_array(list)) return true;
    if (!start_recorder(table, err)) return false;
    json_array_foreach(list, index, item)
    {
        const char *name = json_string_value(json_object_get(item, "name"));
        const json_t *seat = json_object_get(item, "seat");
        if (!json_is_integer(seat)) {
            return dado_fail(err, DADO_INVALID, "each of \"people\" needs a \"seat\"");
        }
        if (!dado_playtest_recorder_sit(table->recorder, whole_of(item, "seat"), name ? name : "",
                                        json_is_true(json_object_get(item, "agrees")), err)) {
            return false;
        }
    }
    return true;
}

// Lets luck and agents act, and keeps the record of a match that is over.
static bool advance(dado_seat_sessions *all, session_entry *table, int steps, dado_error *err)
{
    dado_seat_session *session = table->seat_session;
    int before = dado_seat_session_steps(session);
    if (!dado_seat_session_advance(session, steps, &table->more, err)) return false;
    int now = dado_seat_session_steps(session);
    table->version += now != before;
    if (!table->recorder) return true;
    if (dado_seat_session_awaits(session) >= 0) dado_playtest_recorder_wait(table->recorder, now);
    return now == before || !dado_seat_session_is_over(session) ||
           dado_playtest_recorder_keep(table->recorder, session, &table->source, all->store, NULL,
                                       err);
}

static bool open_session(dado_seat_sessions *all, session_entry *table, const json_t *root,
                         dado_text *out, dado_error *err)
{
    bool kept = json_is_integer(json_object_get(root, "run"));
    return (kept ? open_stored_match : open_new_match)(all, table, root, err) &&
           read_people(table, root, err) && advance(all, table, steps_at_once, err) &&
           write_view(all, table, dado_seat_session_first_person(table->seat_session),
                      width_of(root), -1, out, err);
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

// Links a run to the record of the same match, so that deleting a person deletes both; run 0
// only asks whether there is a record.
static bool link_run(const session_entry *table, dado_store *store, int64_t run, dado_error *err)
{
    bool linked = false;
    if (!table->recorder) return true;
    if (!dado_store_playtest_link_run(store, dado_playtest_recorder_id(table->recorder), run,
                                      &linked, err)) {
        return false;
    }
    if (linked) return true;
    return (run == 0 || dado_store_delete(store, run, err)) &&
           dado_fail(err, DADO_INVALID,
                     "this match is not recorded, so it is not kept: not everybody at the table "
                     "agreed, or somebody's matches were deleted");
}

// Stores the match as a run of one match, marked as played by people.
static bool keep(dado_seat_sessions *all, session_entry *table, dado_error *err)
{
    dado_plan plan;
    dado_store *store = NULL;
    dado_results results = { 0 };
    dado_region region = { 0 };
    if (!all->store) return dado_fail(err, DADO_INVALID, "this studio was started without a store");
    if (table->recorder && !dado_seat_session_is_over(table->seat_session)) {
        return dado_fail(err, DADO_INVALID, "this match is recorded; it is kept when it is over");
    }
    if (table->kept) return dado_fail(err, DADO_INVALID, "this match is kept already");
    bool fine = dado_seat_session_plan(table->seat_session, "dado studio", &region, &plan, err) &&
                dado_store_open(&store, all->store, DADO_STORE_WRITE, err) &&
                link_run(table, store, 0, err);
    if (fine) {
        dado_experiment_settings how = { .threads = 1, .store = store };
        fine = dado_experiment_run(&plan, &how, &results, err) &&
               link_run(table, store, results.run, err);
        table->kept = fine && table->recorder;
        dado_results_free(&results);
    }
    dado_store_close(store);
    dado_region_free(&region);
    return fine;
}

static bool play_move(session_entry *table, int seat, int place, dado_error *err)
{
    int step = dado_seat_session_steps(table->seat_session);
    if (!dado_seat_session_play(table->seat_session, seat, place, err)) return false;
    table->version++;
    table->played = true;
    return !table->recorder || dado_playtest_recorder_move(table->recorder, seat, step, err);
}

static bool keep_if_over(dado_seat_sessions *all, session_entry *table, dado_error *err)
{
    return !table->recorder || !dado_seat_session_is_over(table->seat_session) ||
           dado_playtest_recorder_keep(table->recorder, table->seat_session, &table->source,
                                       all->store, NULL, err);
}

// Writes down what somebody says: {"note": "..."} and {"answers": {"fun": 4}}.
static bool write_down(dado_seat_sessions *all, session_entry *table, int seat, const json_t *root,
                       dado_error *err)
{
    const char *note = json_string_value(json_object_get(root, "note")), *question;
    json_t *answers = json_object_get(root, "answers"), *value;
    if (!note && !answers) return true;
    if (!start_recorder(table, err)) return false;
    int steps = dado_seat_session_steps(table->seat_session);
    if (note && !dado_playtest_recorder_note(table->recorder, steps, seat, note, err)) return false;
    json_object_foreach(answers, question, value)
    {
        if (!dado_playtest_recorder_answer(table->recorder, seat, question,
                                           whole_of(answers, question), err)) {
            return false;
        }
    }
    return keep_if_over(all, table, err);
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
        return play_move(table, seat, whole_of(root, "play"), err) && keep_if_over(all, table, err);
    }
    if (json_is_integer(take)) {
        table->played = true;
        return dado_seat_session_take_seat(table->seat_session, (int)json_integer_value(take), err);
    }
    if (json_is_true(json_object_get(root, "undo"))) {
        table->version++;
        return dado_seat_session_undo(table->seat_session, err);
    }
    if (json_is_true(json_object_get(root, "keep"))) return keep(all, table, err);
    return true;
}

// Returns whether somebody was invited to this table.
static bool has_guests(const dado_seat_sessions *all, const session_entry *table)
{
    for (int p = 0; p < dado_seat_session_players(table->seat_session); p++) {
        if (dado_invitations_use(all->invitations, table->number, p) != DADO_SEAT_HERE) return true;
    }
    return false;
}

// Returns the seat that a request of the studio's own page is about: the one it names, or
// the first person who is not a guest.
static int own_seat(const dado_seat_sessions *all, const session_entry *table, const json_t *root)
{
    const json_t *said = json_object_get(root, "seat");
    bool guests = has_guests(all, table);
    if (json_is_integer(said)) {
        int seat = (int)json_integer_value(said);
        if (seat == DADO_PUBLIC_SCREEN) return seat;
        // With guests at the table nobody sees all cards.
        if (guests && !is_at_table(table, seat)) return seen_by_guests;
        return seat;
    }
    if (!guests) return dado_seat_session_first_person(table->seat_session);
    for (int p = 0; p < dado_seat_session_players(table->seat_session); p++) {
        if (dado_seat_session_is_person(table->seat_session, p) &&
            dado_invitations_use(all->invitations, table->number, p) == DADO_SEAT_HERE) {
            return p;
        }
    }
    return seen_by_guests;
}

static bool answer(dado_seat_sessions *all, session_entry *table, const json_t *root,
                   dado_text *out, dado_error *err)
{
    static const char *const actions[] = { "play", "undo", "hint", "take", "step" };
    int seat = own_seat(all, table, root), hint = -1;
    bool guests = has_guests(all, table);
    bool taken = guests && is_at_table(table, seat) &&
                 dado_invitations_use(all->invitations, table->number, seat) != DADO_SEAT_HERE;
    if (taken) seat = seen_by_guests;
    for (size_t i = 0; guests && i < sizeof actions / sizeof *actions; i++) {
        bool asked = json_object_get(root, actions[i]) != NULL;
        bool own = is_at_table(table, seat) && (i == 0 || i == 2);  // playing, and hints
        if (asked && !own) {
            return dado_fail(err, DADO_INVALID,
                             "guests play at this table: only they move for "
                             "their seats, and nothing is taken back");
        }
    }
    if (!apply_action(all, table, seat, root, &hint, err) ||
        (is_at_table(table, seat) && !write_down(all, table, seat, root, err)) ||
        !advance(all, table, hint >= 0 ? 0 : steps_at_once, err)) {
        return false;
    }
    if (json_is_integer(json_object_get(root, "take")))
        seat = dado_seat_session_first_person(table->seat_session);
    return write_view(all, table, seat, width_of(root), hint, out, err);
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
    dado_invitations_end(all->invitations, number);
    pthread_mutex_lock(&table->lock);
    bool kept =
        !table->recorder || dado_playtest_recorder_keep(table->recorder, table->seat_session,
                                                        &table->source, all->store, NULL, err);
    pthread_mutex_unlock(&table->lock);
    release(all, table);
    return kept;
}

// --- guests ---

static bool write_invitation(dado_seat_sessions *all, session_entry *table, int seat,
                             const char *address, dado_json *json, dado_error *err)
{
    char token[DADO_TOKEN_SIZE];
    if (!dado_invitations_make(all->invitations, table->number, seat, token, err)) return false;
    dado_qr_code code;
    DADO_CLEANUP(dado_text_free) dado_text link = { 0 }, qr = { 0 };
    dado_text_addf(&link, "%s/seat#%s", address, token);
    if (!dado_qr_code_make(&code, dado_text_string(&link), err)) return false;
    dado_qr_code_svg(&code, &qr);
    dado_json_object(json, NULL);
    dado_json_int(json, "seat", seat);
    dado_json_string(json, "link", dado_text_string(&link));
    dado_json_string(json, "qr", dado_text_string(&qr));
    dado_json_end(json);
    return true;
}

// Returns whether the request asks for this seat: by its list, or, without one, for all.
static bool is_wanted(const json_t *root, int seat)
{
    const json_t *list = json_object_get(root, "seats"), *item;
    size_t index;
    if (!json_is_array(list)) return true;
    json_array_foreach(list, index, item)
    {
        if (json_is_integer(item) && json_integer_value(item) == seat) return true;
    }
    return false;
}

// Before the first invitation: deals anew, with luck that nobody can guess. The seed of a page is
// a small number, and whoever opened the table may have looked at what it gave.
static bool deal_for_guests(dado_seat_sessions *all, session_entry *table, dado_error *err)
{
    uint64_t seed;
    dado_seat_session *dealt = NULL;
    if (table->dealt_for_guests || !table->seats) return true;
    if (table->played) {
        return dado_fail(err, DADO_INVALID,
                         "guests are invited before the first move: open a new table for them");
    }
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed) {
        return dado_fail(err, DADO_IO, "the system gives no random numbers for a match");
    }
    if (!dado_seat_session_begin(&dealt, &table->source, table->seats, seed, err)) {
        dado_seat_session_end(dealt);
        return false;
    }
    dado_seat_session_end(table->seat_session);
    table->seat_session = dealt;
    table->dealt_for_guests = true;
    return advance(all, table, steps_at_once, err);
}

static bool read_questions(session_entry *table, const json_t *root, dado_error *err)
{
    char *questions;
    const json_t *list = json_object_get(root, "questions");
    if (!dado_guest_questions_read(list, &questions, err)) return false;
    if (!questions) return true;
    free(table->questions);
    table->questions = questions;
    return true;
}

bool dado_seat_sessions_invite(dado_seat_sessions *all, const char *json, size_t length,
                               const char *address, dado_text *out, dado_error *err)
{
    json_t *root = read_object(json, length, err);
    if (!root) return false;
    int number = whole_of(root, "sitting");
    session_entry *table = acquire(all, number);
    bool fine = table || no_session(number, err);
    if (table) {
        pthread_mutex_lock(&table->lock);
        dado_json made = dado_json_to(out);
        dado_json_object(&made, NULL);
        dado_json_array(&made, "invitations");
        fine = read_questions(table, root, err) && start_recorder(table, err) &&
               deal_for_guests(all, table, err);
        for (int p = 0; fine && p < dado_seat_session_players(table->seat_session); p++) {
            if (!dado_seat_session_is_person(table->seat_session, p) || !is_wanted(root, p))
                continue;
            fine = write_invitation(all, table, p, address, &made, err);
        }
        dado_json_end(&made);
        dado_json_end(&made);
        table->version++;
        pthread_mutex_unlock(&table->lock);
        release(all, table);
    }
    json_decref(root);
    return fine;
}

bool dado_seat_sessions_join(dado_seat_sessions *all, const char *json, size_t length,
                             char cookie[DADO_TOKEN_SIZE], dado_text *out, dado_error *err)
{
    json_t *root = read_object(json, length, err);
    dado_guest guest;
    if (!root) return false;
    const char *token = json_string_value(json_object_get(root, "token"));
    const char *name = json_string_value(json_object_get(root, "name"));
    bool agrees = json_is_true(json_object_get(root, "agrees"));
    bool fine = (!name || strlen(name) < DADO_GUEST_NAME) ||
                dado_fail(err, DADO_INVALID, "this name is too long");
    fine = fine && dado_invitations_join(all->invitations, token ? token : "", cookie, &guest, err);
    session_entry *table = fine ? acquire(all, guest.sitting) : NULL;
    if (fine && !table) fine = no_session(guest.sitting, err);
    if (table) {
        pthread_mutex_lock(&table->lock);
        table->version++;
        fine =
            dado_playtest_recorder_sit(table->recorder, guest.seat, name ? name : "", agrees, err);
        pthread_mutex_unlock(&table->lock);
        release(all, table);
        dado_text_addf(out, "{\"seat\":%d}", guest.seat);
    }
    json_decref(root);
    return fine;
}

bool dado_seat_sessions_find_guest(dado_seat_sessions *all, const char *cookies, dado_guest *guest)
{
    return dado_invitations_find(all->invitations, cookies, guest);
}

// A guest may play, write notes and answer questions, and nothing else.
static bool guest_may(const json_t *root, dado_error *err)
{
    static const char *const known[] = { "play", "note", "answers", "width", "seen" };
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)root, name, value)
    {
        bool found = false;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
            found = found || strcmp(name, known[i]) == 0;
        }
        if (!found) return dado_fail(err, DADO_INVALID, "a guest cannot ask for %.40s", name);
    }
    return true;
}

static bool answer_guest(dado_seat_sessions *all, session_entry *table, int seat,
                         const json_t *root, dado_text *out, dado_error *err)
{
    const json_t *play = json_object_get(root, "play");
    if (json_is_integer(play) &&
        (!play_move(table, seat, whole_of(root, "play"), err) || !keep_if_over(all, table, err))) {
        return false;
    }
    if (!write_down(all, table, seat, root, err)) return false;
    if ((play || table->more) && !advance(all, table, steps_at_once, err)) return false;
    if (dado_seat_session_is_over(table->seat_session)) {
        dado_invitations_match_is_over(all->invitations, table->number);
    }
    if (!play && whole_of(root, "seen") == table->version && table->version > 0) {
        dado_text_addf(out, "{\"same\":true,\"version\":%d}", table->version);
        return true;
    }
    return write_view(all, table, seat, width_of(root), -1, out, err);
}

bool dado_seat_sessions_guest(dado_seat_sessions *all, dado_guest guest, const char *json,
                              size_t length, dado_text *out, dado_error *err)
{
    json_t *root = read_object(json, length, err);
    if (!root) return false;
    session_entry *table = guest_may(root, err) ? acquire(all, guest.sitting) : NULL;
    bool fine = table != NULL;
    if (table) {
        pthread_mutex_lock(&table->lock);
        fine = answer_guest(all, table, guest.seat, root, out, err);
        pthread_mutex_unlock(&table->lock);
        release(all, table);
    } else if (err->status == DADO_OK) {
        no_session(guest.sitting, err);
    }
    json_decref(root);
    return fine;
}
