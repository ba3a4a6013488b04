// play.c - a game in the terminal: people, agents, or people against agents.
//
// Each person sees what that seat may see and nothing else. Moves are numbered;
// words do as well as numbers, and a line that is neither is answered with what
// may be said. It works over a pipe as it does at a keyboard: a line in, a line
// out, and the end of input is leaving the table.
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/command_line.h"
#include "core/game_extras.h"
#include "lab/live_match.h"
#include "report/scene_changes_in_words.h"

enum { most_shown = 40 };

typedef struct play_session {
    dado_call *call;
    dado_game_source source;
    const dado_player *players;
    dado_player adviser;
    dado_live_match *sitting;
    const dado_game *game;   // that it plays
    const dado_move *moves;  // of the person who is asked
    int count;
    int64_t delay_ms;
    bool watch;
    int last_eyes;  // the person who looked at the screen last, or DADO_NOBODY
} play_session;

static void pause_for(int64_t ms)
{
    struct timespec time = { (time_t)(ms / 1000), (long)(ms % 1000) * 1000000 };
    if (ms > 0) nanosleep(&time, NULL);
}

static void show(play_session *e, const char *format, ...) DADO_PRINTF(2, 3);

static void show(play_session *e, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(e->call->out, format, args);
    va_end(args);
    dado_call_flush(e->call);
}

static void show_table(play_session *e, int eyes)
{
    DADO_CLEANUP(dado_text_free) dado_text table = { 0 };
    const void *state = dado_live_match_state(e->sitting);
    bool drawn = e->call->colour && dado_draw_terminal(e->game, state, eyes, &table);
    if (drawn) dado_text_char(&table, '\n');
    // In words too: a drawing leaves out what pieces are worth and what they do.
    dado_table_words(e->game, state, eyes, &table);
    show(e, "\n%s", dado_text_string(&table));
    if (table.length && table.data[table.length - 1] != '\n') show(e, "\n");
}

static void say_move(play_session *e, const void *state, dado_move move, dado_text *words)
{
    dado_text_clear(words);
    dado_move_words(e->game, state, move, words);
}

// Adds the words of a move that the person may make.
static void say_choice(play_session *e, int place, dado_text *words)
{
    say_move(e, dado_live_match_state(e->sitting), e->moves[place], words);
}

static const char *name_of(const play_session *e, int seat)
{
    return e->players[seat].typed;
}

// Lower case, with one blank between words and one at either end: " move to trick clubs-ten ".
// Characters in `parting` count as blanks.
static void fold(const char *words, const char *parting, dado_text *out)
{
    dado_text_clear(out);
    dado_text_char(out, ' ');
    for (; *words; words++) {
        bool parts = isspace((unsigned char)*words) || strchr(parting, *words);
        if (!parts) dado_text_char(out, (char)tolower((unsigned char)*words));
        else if (out->data && out->data[out->length - 1] != ' ') dado_text_char(out, ' ');
    }
    if (out->data && out->data[out->length - 1] != ' ') dado_text_char(out, ' ');
}

// Returns the seat whose knowledge may be printed to everybody at this terminal.
static int shared_eyes(const play_session *e)
{
    int seat = DADO_NOBODY, people = 0;
    for (int p = 0; p < e->game->players; p++) {
        if (!dado_live_match_is_person(e->sitting, p)) continue;
        seat = p;
        people++;
    }
    return people == 1 ? seat : DADO_NOBODY;
}

// Adds what a step has changed: which piece went where, and who goes on if it is not simply the
// next player.
static void write_outcome(play_session *e, int number, dado_text *out)
{
    // with more changes than this, a whole deal took place
    enum { most_sentences = 8, a_trick = 3 };
    const dado_step *step = &e->sitting->path[number];
    const void *before = dado_live_match_state_after(e->sitting, number);
    const void *now = dado_live_match_state_after(e->sitting, number + 1);
    int eyes = shared_eyes(e), actor = e->game->rules->actor(e->game, now);
    // with two people here, one would read the other's secrets
    if (eyes == DADO_NOBODY && e->game->secrets) return;
    dado_scene was = { 0 }, is = { 0 };
    int told = 0;
    // A single player need not be named where the game has its own words for what happened.
    bool in_own_words = e->game->players == 1 && dado_game_extra(e->game, said);
    if (!in_own_words && dado_scene_capture(e->game, before, eyes, &was) &&
        dado_scene_capture(e->game, now, eyes, &is)) {
        told = dado_scene_diff(e->game, &was, &is, most_sentences, out);
    }
    dado_scene_free(&was);
    dado_scene_free(&is);
    dado_add_move_events(e->game, before, step->move, eyes, out->length ? "; " : "", out);
    bool next = actor == (step->actor + 1) % e->game->players;
    bool plain = step->actor >= 0 && told < a_trick && next;
    if (actor < 0 || plain || e->game->players < 3) return;
    dado_text_addf(out, "%sP%d is next", out->length ? "; " : "", actor + 1);
}

static void add_words(dado_text *out, const char *between, const dado_text *words)
{
    if (!words->length) return;
    dado_text_add(out, between);
    dado_text_add(out, dado_text_string(words));
}

static bool has_moved(const play_session *e, int steps)  // anybody but luck, in so many
{
    for (int i = 0; i < steps; i++) {
        if (e->sitting->path[i].actor >= 0) return true;
    }
    return false;
}

// Prints a move in words if nothing is hidden, or if everybody here may see it. Otherwise the
// words could give away a secret, so only the changes that this person sees are printed. The deal
// is seen on the table and not printed.
static void write_step(play_session *e, int number, dado_text *line)
{
    const dado_step *step = &e->sitting->path[number];
    int actor = step->actor;
    bool own = dado_live_match_is_person(e->sitting, actor);
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 }, outcome = { 0 };
    dado_text_clear(line);
    if (step->move == DADO_NO_CHOICE || (actor < 0 && !has_moved(e, number))) return;
    if (!e->watch) write_outcome(e, number, &outcome);
    if (actor < 0) {
        bool luck = step->options != 1;  // else a round ended, and what follows could not differ
        add_words(line, luck ? "Luck: " : "Then: ", &outcome);
    } else if (own || !e->game->secrets || e->watch) {
        say_move(e, dado_live_match_state_after(e->sitting, number), step->move, &words);
        dado_text_addf(line, "P%d (%s): %s%s", actor + 1, name_of(e, actor),
                       dado_text_string(&words),
                       own && step->options == 1 ? ", the only move" : "");
        // One change says no more than the words of the move, unless it shows something hidden.
        const char *told = dado_text_string(&outcome);
        bool news = e->game->players == 1 || strstr(told, "; ") || strstr(told, " is seen in ");
        if (news) add_words(line, " - ", &outcome);
    } else {
        dado_text_addf(line, "P%d (%s) has played", actor + 1, name_of(e, actor));
        add_words(line, ": ", &outcome);
        if (!outcome.length) dado_text_char(line, '.');
    }
    if (line->length) dado_text_char(line, '\n');
}

// Prints the last steps again that there was something to print about.
static void show_log(play_session *e)
{
    enum { most = 20 };
    int steps = e->sitting->steps, from = steps;
    DADO_CLEANUP(dado_text_free) dado_text line = { 0 };
    for (int i = steps - 1, lines = 0; i >= 0 && lines < most; i--) {
        write_step(e, i, &line);
        if (line.length) from = i;
        lines += line.length > 0;
    }
    if (from == steps) show(e, "Nothing has happened yet.\n");
    else if (e->game->secrets && shared_eyes(e) == DADO_NOBODY) {
        show(e, "Several people share this terminal, and the log would tell their secrets.\n");
        return;
    }
    for (; from < steps; from++) {
        write_step(e, from, &line);
        show(e, "%s", dado_text_string(&line));
    }
}

// Plays the move at `place`, or lets the actor choose if that is -1, and prints it.
static bool take_step(play_session *e, int place, dado_error *err)
{
    bool fine = place >= 0 ? dado_live_match_play(e->sitting, place, err)
                           : dado_live_match_advance(e->sitting, err);
    DADO_CLEANUP(dado_text_free) dado_text line = { 0 };
    if (fine) write_step(e, e->sitting->steps - 1, &line);
    if (line.length) show(e, "%s", dado_text_string(&line));
    return fine;
}

// Plays one step of chance, of an agent, or of a person who has only one move.
static bool advance_one(play_session *e, int actor, dado_error *err)
{
    if (!take_step(e, dado_live_match_is_person(e->sitting, actor) ? 0 : -1, err)) return false;
    if (e->watch && actor >= 0) show_table(e, DADO_NOBODY);
    if (actor >= 0) pause_for(e->delay_ms);
    return true;
}

// Adds what a move takes hold of where its words do not name it: the card, or the pile it goes
// to.
static void say_touched(play_session *e, const dado_scene *scene, dado_move move, dado_text *words)
{
    enum { most = 8 };
    int (*touch)(const dado_game *, const void *, dado_move, uint32_t *, int) =
        dado_game_extra(e->game, touch);
    uint32_t ids[most];
    int count = touch ? touch(e->game, dado_live_match_state(e->sitting), move, ids, most) : 0;
    DADO_CLEANUP(dado_text_free) dado_text said = { 0 }, name = { 0 }, folded = { 0 };
    fold(dado_text_string(words), ":,;", &said);
    int added = 0;
    for (int i = 0; i < count && i < most; i++) {
        dado_text_clear(&name);
        if (!dado_scene_name(e->game, scene, ids[i], &name)) continue;
        fold(dado_text_string(&name), ":,;", &folded);
        char *bare = folded.data, *of = bare ? strstr(bare, " of ") : NULL;
        if (of) of[1] = '\0';  // the owner is clear from whose turn it is
        if (!bare || strstr(dado_text_string(&said), bare)) continue;
        dado_text_addf(words, "%s%s", added++ ? ", " : "  [", dado_text_string(&name));
    }
    if (added) dado_text_char(words, ']');
}

static void list_moves(play_session *e, int most)
{
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    DADO_CLEANUP(dado_scene_free) dado_scene scene = { 0 };
    const void *state = dado_live_match_state(e->sitting);
    bool seen = dado_scene_capture(e->game, state, dado_live_match_actor(e->sitting), &scene);
    for (int i = 0; i < e->count && i < most; i++) {
        say_choice(e, i, &words);
        if (seen) say_touched(e, &scene, e->moves[i], &words);
        show(e, "%4d  %s\n", i + 1, dado_text_string(&words));
    }
    if (e->count > most) {
        show(e, "      ... and %d more: type `moves` to see them all\n", e->count - most);
    }
}

static void help(play_session *e)
{
    show(e,
         "A number or the words of a move plays it, or as many of its words as no other has.\n"
         "Also:\n"
         "  table    draws the table again\n"
         "  moves    lists all moves\n"
         "  log      tells again what has happened lately\n"
         "  hint     asks an agent what it would do\n"
         "  undo     takes your last move back, and all that followed\n"
         "  quit     leaves the table%s\n",
         dado_job_run_store_name(&e->call->job_run) ? "; what was played is kept as unfinished"
                                                    : "");
}

// The place of the move that was typed, as it is listed or as programs write it; or -1.
static int find_typed(play_session *e, const char *typed)
{
    int64_t number;
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    if (dado_read_int(typed, &number)) {
        return number >= 1 && number <= e->count ? (int)number - 1 : -1;
    }
    for (int i = 0; i < e->count; i++) {
        say_choice(e, i, &words);
        if (dado_text_equal_loosely(dado_text_string(&words), typed)) return i;
        dado_text_clear(&words);
        e->game->rules->print_move(e->game, dado_live_match_state(e->sitting), e->moves[i], &words);
        if (dado_text_equal_loosely(dado_text_string(&words), typed)) return i;
    }
    return -1;
}

// Returns the only move that ends in these words, or the only one that contains them; -1 if there
// is none. If there are several, lists them and returns -2.
static int find_short(play_session *e, const char *typed)
{
    enum { most_listed = 6 };
    DADO_CLEANUP(dado_text_free)
    dado_text words = { 0 }, folded = { 0 }, wanted = { 0 }, several = { 0 };
    fold(typed, ":,;-", &wanted);
    int within = 0, ending = 0, place = -1;
    for (int i = 0; i < e->count; i++) {
        say_choice(e, i, &words);
        fold(dado_text_string(&words), ":,;-", &folded);
        if (!strstr(dado_text_string(&folded), dado_text_string(&wanted))) continue;
        const char *end = dado_text_string(&folded) + folded.length - wanted.length;
        bool ends = strcmp(end, dado_text_string(&wanted)) == 0;
        if (++within <= most_listed) {
            dado_text_addf(&several, "%4d  %s\n", i + 1, dado_text_string(&words));
        }
        if (ends || ending == 0) place = i;
        ending += ends;
    }
    if (within <= 1 || ending == 1) return place;
    show(e, "\"%.60s\" is in the words of %d moves:\n%s", typed, within,
         dado_text_string(&several));
    return -2;
}

static void give_hint(play_session *e)
{
    dado_error err = { 0 };
    int place = dado_live_match_hint(e->sitting, &e->adviser, &err);
    if (place < 0) {
        show(e, "No hint: %s\n", err.text[0] ? err.text : "the adviser would give up");
        return;
    }
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    say_choice(e, place, &words);
    show(e, "%s would play %d: %s\n", e->adviser.typed, place + 1, dado_text_string(&words));
}

static char *trim(char *line)
{
    while (isspace((unsigned char)*line)) line++;
    char *end = line + strlen(line);
    while (end > line && isspace((unsigned char)end[-1])) *--end = '\0';
    return line;
}

// Where two people share a keyboard, the screen is cleared before the next one looks.
static bool change_eyes(play_session *e, int actor)
{
    bool other = e->last_eyes != actor && e->last_eyes != DADO_NOBODY;
    e->last_eyes = actor;
    if (!other || !e->game->secrets || !isatty(0) || !isatty(1)) return true;
    show(e, "\x1b[2J\x1b[HIt is P%d's turn. The others look away; P%d presses Enter.\n", actor + 1,
         actor + 1);
    int c;
    while ((c = getchar()) != '\n' && c != EOF) {
    }
    return c != EOF;
}

// Goes back to the last real decision. A person with only one move was not asked.
static bool take_back(play_session *e)
{
    bool any = false;
    for (int i = 0; i < e->sitting->steps; i++) {
        const dado_step *step = &e->sitting->path[i];
        any = any || (dado_live_match_is_person(e->sitting, step->actor) && step->options > 1);
    }
    const dado_move *moves;
    while (any && dado_live_match_undo(e->sitting)) {
        if (dado_live_match_moves(e->sitting, &moves) > 1) return true;
    }
    return false;
}

// Plays the move at `place`. If it cannot be played, prints why and returns false.
static bool play_typed(play_session *e, int place)
{
    dado_error err = { 0 };
    bool fine = take_step(e, place, &err);
    if (!fine) show(e, "%s\n", err.text);
    return fine;
}

static void refuse(play_session *e, const char *typed)
{
    char reason[160];
    dado_text why = dado_text_in_buffer(reason, sizeof reason);
    if (!e->game->rules->refuse) dado_text_add(&why, "it is not among the moves");
    else e->game->rules->refuse(e->game, dado_live_match_state(e->sitting), typed, &why);
    show(e, "\"%.60s\" cannot be played: %s. Type a number from 1 to %d, or help.\n", typed, reason,
         e->count);
}

// Returns false once a person has left.
static bool ask_person(play_session *e, int actor)
{
    if (!change_eyes(e, actor)) return false;
    e->count = dado_live_match_moves(e->sitting, &e->moves);
    show_table(e, actor);
    list_moves(e, most_shown);
    char *line = NULL;
    size_t room = 0;
    bool asking = true, stays = false;
    while (asking) {
        show(e, "P%d> ", actor + 1);
        if (getline(&line, &room, stdin) < 0) {
            show(e, "\n");
            break;
        }
        char *typed = trim(line);
        if (*typed == '\0') continue;
        // After a hint the moves are listed again.
        e->count = dado_live_match_moves(e->sitting, &e->moves);
        int place = find_typed(e, typed);
        if (place >= 0) asking = false;
        else if (strcmp(typed, "quit") == 0) break;
        else if (strcmp(typed, "undo") == 0 && (stays = take_back(e))) break;
        else if (strcmp(typed, "undo") == 0) show(e, "There is nothing to take back.\n");
        else if (strcmp(typed, "hint") == 0) give_hint(e);
        else if (strcmp(typed, "moves") == 0) list_moves(e, e->count);
        else if (strcmp(typed, "table") == 0) show_table(e, actor);
        else if (strcmp(typed, "log") == 0) show_log(e);
        else if (strcmp(typed, "help") == 0) help(e);
        else if ((place = find_short(e, typed)) >= 0) asking = false;
        else if (place == -1) refuse(e, typed);
        if (!asking) stays = play_typed(e, place);
    }
    free(line);
    return stays;
}

static void show_result(void *context, const dado_block *block)
{
    play_session *e = context;
    if (block->players != e->game->players) return;
    int winners = 0;
    for (int p = 0; p < e->game->players; p++) winners += block->places[p] == 0;
    show_table(e, DADO_NOBODY);
    show(e, "\n");
    for (int p = 0; p < e->game->players; p++) {
        int32_t score = e->game->lowest_wins ? -block->scores[p] : block->scores[p];
        const char *place = block->places[p] != 0 ? ""
                            : winners > 1         ? "  shares the win"
                                                  : "  wins";
        show(e, "P%d (%s): %d%s\n", p + 1, name_of(e, p), (int)score, place);
    }
}

// Hands the match to the lab, which measures and stores it. An unfinished match is kept as a run
// that was stopped before its only match: it can be replayed, and no statistic counts it.
static int keep(play_session *e)
{
    static const volatile sig_atomic_t at_once = 1;
    dado_call *call = e->call;
    dado_error *err = &call->error;
    dado_plan plan;
    bool whole = dado_live_match_actor(e->sitting) == DADO_NOBODY;
    if (!whole && !has_moved(e, e->sitting->steps)) return DADO_EXIT_FINE;
    if (!dado_live_match_plan(e->sitting, call->command, call->job_run.region, &plan, err)) {
        return dado_call_fail(call, NULL);
    }
    // The result is printed even if the match cannot be kept.
    bool opened = dado_job_run_open_store(&call->job_run, DADO_STORE_WRITE);
    int code = opened ? DADO_EXIT_FINE : dado_call_fail(call, NULL);
    dado_store *store = call->job_run.opened;
    if (!whole && !store) return code;
    dado_experiment_settings how = {
        .threads = 1,
        .store = store,
        .taker = e,
        .block = show_result,
        .stop = whole ? NULL : &at_once,
    };
    DADO_CLEANUP(dado_results_free) dado_results results = { 0 };
    bool fine = dado_experiment_run(&plan, &how, &results, err);
    if (fine && store) {
        dado_call_log(call, "kept %sas run %lld; see it again with: dado replay %lld",
                      whole ? "" : "unfinished ", (long long)results.run, (long long)results.run);
    }
    return fine ? code : dado_call_fail(call, NULL);
}

static bool moves_without_person(play_session *e, int actor)
{
    const dado_move *moves;
    return !dado_live_match_is_person(e->sitting, actor) ||
           dado_live_match_moves(e->sitting, &moves) == 1;
}

static int run_session(play_session *e)
{
    dado_error err = { 0 };
    const volatile sig_atomic_t *stop = e->call->job_run.stop = dado_interrupt_catch();
    e->sitting->stop = dado_job_run_stop_flag(&e->call->job_run);
    show(e, "%s\n", e->game->rules->title);
    if (e->watch) show_table(e, DADO_NOBODY);
    while (!*stop) {
        int actor = dado_live_match_actor(e->sitting);
        if (actor == DADO_NOBODY) break;
        if (moves_without_person(e, actor)) {
            if (advance_one(e, actor, &err)) continue;
            if (!*stop) show(e, "%s\n", err.text);
            break;
        }
        if (!ask_person(e, actor)) {
            show(e, "You have left the table.\n");
            break;
        }
    }
    bool stopped = *stop;
    dado_interrupt_release();
    int code = keep(e);
    return code == DADO_EXIT_FINE && stopped ? DADO_EXIT_INTERRUPTED : code;
}

// Returns the first seat that no --seat names, or `count`.
static int first_unnamed(const dado_job_run *job_run, int count)
{
    int seat = 0;
    for (bool named = true; named && seat < count; seat += named) {
        named = false;
        for (int i = 0; i < dado_job_run_arg_count(job_run, "seat"); i++) {
            named = named || strtol(dado_job_run_nth_arg(job_run, "seat", i), NULL, 10) == seat;
        }
    }
    return seat;
}

// Seats that nobody named get an agent that thinks. If no person is named, the first such seat
// gets one.
static bool fill_seats(play_session *e)
{
    dado_job_run *job_run = &e->call->job_run;
    dado_error *err = job_run->err;
    dado_game game;
    dado_lineup lineup;
    // These live in the region of the call: the place of an error points to a file name there.
    if (!dado_game_source_open(&e->source, &game, job_run->region, err) ||
        !dado_job_run_lineup(job_run, game.players, &lineup)) {
        return false;
    }
    e->players = lineup.players;
    bool person = false;
    for (int p = 0; p < lineup.count; p++) {
        person = person || strcmp(e->players[p].kind->name, "human") == 0;
    }
    if (person && e->watch) {
        return dado_fail(err, DADO_INVALID, "--watch is only for agents: no player may be human");
    }
    int seat = first_unnamed(job_run, lineup.count);
    bool seated = person || seat == lineup.count || dado_job_run_is_given(job_run, "agents");
    if (seated || e->watch) return true;
    dado_player *players = dado_job_run_new(job_run, dado_player, lineup.count);
    if (!players) return false;
    memcpy(players, e->players, sizeof *players * (size_t)lineup.count);
    e->players = players;
    return dado_player_parse(&players[seat], "human", job_run->region, err);
}

static int show_position(dado_call *call)
{
    const dado_job *table = dado_job_named("table");
    dado_call_switch_job(call, table);
    if (!dado_arguments_check(table, call->given, call->job_run.given_count, true, &call->error)) {
        return dado_call_usage_error(call, "%s", call->error.text);
    }
    return dado_call_run_and_print(call);
}

static int run(dado_call *call)
{
    if (dado_job_run_is_given(&call->job_run, "show")) return show_position(call);
    play_session e = { .call = call, .last_eyes = DADO_NOBODY };
    dado_job_run *job_run = &call->job_run;
    e.watch = dado_job_run_is_given(job_run, "watch");
    e.delay_ms = dado_job_run_is_given(job_run, "delay") ? dado_job_run_int(job_run, "delay")
                 : e.watch                               ? 500
                                                         : 0;
    uint64_t seed = dado_job_run_seed(job_run);
    dado_error *err = &call->error;
    bool fine =
        dado_job_run_find_game(job_run, dado_job_run_text(job_run, "game"), &e.source) &&
        dado_player_parse(&e.adviser, dado_job_run_text(job_run, "hint"), job_run->region, err) &&
        fill_seats(&e) && dado_live_match_begin(&e.sitting, &e.source, e.players, seed, err);
    if (fine) e.game = &e.sitting->game;
    int code =
        fine ? run_session(&e) : dado_call_fail(call, dado_game_source_error_text(&e.source, err));
    dado_live_match_end(e.sitting);
    return code;
}

static const dado_job job = {
    .name = "play",
    .about = "play in the terminal, or watch agents play",
    .details =
        "Plays one match. `human` is a person at this terminal, "
        "and several people may share it. Hidden hands stay hidden. At your turn type the "
        "number of a move or its words, as many as no other move has, or: hint, undo, moves, log, "
        "table, quit, help. A move that is the only one is played without asking.\n\n"
        "Unless --no-store says otherwise the match is kept in the store like any other, so it can "
        "be replayed, measured and compared with what agents do. One that is left is kept as "
        "unfinished: it can be replayed as far as it went, and is counted nowhere.",
    .params = { DADO_PARAMS(
                    DADO_PARAM_THE_GAME, DADO_PARAM_SEED,
                    DADO_PARAM(FLAG, "watch", 'w',
                               .about = "Nobody is human: watch agents play, all cards open."),
                    DADO_PARAM(WHOLE, "delay", .value = "MS", .unset = "0, with --watch 500",
                               .most = 60000,
                               .about = "How long to wait after what an agent does."),
                    DADO_PARAM(AGENT, "hint", .value = "AGENT", .usual = "ismcts:iterations=1000",
                               .about = "Who answers when a person asks for a hint."),
                    DADO_PARAM(
                        AGENT, "seat", .value = "SEAT=AGENT", .many = true, .seat = true,
                        .about =
                            "Who sits there: --seat 2=uct:iterations=500 is the second player. "
                            "Seats not named are taken by the agent of --agents; if nobody is "
                            "human, and neither --agents nor --watch is given, the first of them "
                            "is yours."),
                    DADO_PARAM(
                        AGENT, "agents", .value = "LIST", .usual = "ismcts:iterations=200",
                        .about = "Who plays, seat by seat, parted by commas; one alone takes every "
                                 "seat."),
                    DADO_PARAM_UNSAFE,
                    DADO_PARAM(FLAG, "no-store", .about = "Does not keep the match."),
                    DADO_PARAM(FLAG, "show",
                               .about = "Plays nothing: prints or draws the table as it stands."),
                    DADO_PARAM(WHOLE, "decisions", 'n', .rare = true, .unset = "0", .most = 1e6,
                               .about = "With --show: how many decisions were made before, at "
                                        "random."),
                    DADO_PARAM(WHOLE, "eyes", .value = "SEAT", .seat = true, .rare = true,
                               .most = 1000, .unset = "everything lies open",
                               .about = "With --show: whose eyes it is seen with."),
                    DADO_PARAM(REAL, "width", .rare = true, .unset = "700", .least = 100,
                               .most = 4000, .about = "With --show: how wide the drawing may be."),
                    DADO_PARAM(FLAG, "json", .rare = true,
                               .about = "With --show: prints the table as JSON."),
                    DADO_PARAM(OUTPUT, "report", .rare = true,
                               .about = "With --show: writes it to a file too, such as a page.")),
                dado_params_game, dado_params_store_file },
    .examples =
        DADO_EXAMPLES({ "dado play kuhn", "poker with three cards, against an agent that thinks" },
                      { "dado play agram --seat 3=human", "sit third; the others are agents" },
                      { "dado play bigpoints --watch --delay 200", "watch agents play" },
                      { "printf '1\\nquit\\n' | dado play kuhn", "over a pipe" }),
};

const dado_verb dado_verb_play = { .job = &job, .run = run };
