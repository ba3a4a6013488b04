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

#include "cli/verb.h"
#include "core/face.h"
#include "lab/sitting.h"
#include "report/story.h"

enum { most_shown = 40 };

typedef struct evening {
    dado_call *call;
    dado_source source;
    const dado_player *players;
    dado_player adviser;
    dado_sitting *sitting;
    const dado_game *game;  // that it plays
    const dado_move *moves;  // of the person who is asked
    int count;
    int64_t delay_ms;
    bool watch;
    int last_eyes;  // the person who looked at the screen last, or DADO_NOBODY
} evening;

static void pause_for(int64_t ms)
{
    struct timespec time = { (time_t)(ms / 1000), (long)(ms % 1000) * 1000000 };
    if (ms > 0) nanosleep(&time, NULL);
}

static void show(evening *e, const char *format, ...) DADO_PRINTF(2, 3);

static void show(evening *e, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(e->call->out, format, args);
    va_end(args);
    dado_call_flush(e->call);
}

static void show_table(evening *e, int eyes)
{
    dado_draft table = { 0 };
    const void *state = dado_sitting_state(e->sitting);
    bool drawn = e->call->colour && dado_paint(e->game, state, eyes, &table);
    if (drawn) dado_text_char(&table, '\n');
    // In words too: units are named by their ids.
    e->game->rules->print(e->game, state, eyes, &table);
    show(e, "\n%s", dado_text_string(&table));
    if (table.length && table.data[table.length - 1] != '\n') show(e, "\n");
}

static void say_move(evening *e, const void *state, dado_move move, dado_text *words)
{
    dado_text_clear(words);
    e->game->rules->print_move(e->game, state, move, words);
}

// One of those that the person who is asked may make.
static void say_choice(evening *e, int place, dado_text *words)
{
    say_move(e, dado_sitting_state(e->sitting), e->moves[place], words);
}

static const char *name_of(const evening *e, int seat)
{
    return e->players[seat].typed;
}

// Small letters, with one blank between words, which `parting` has, and one at either end:
// " move to trick clubs-ten ".
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

// Whose eyes may read what is told to everybody at this terminal.
static int shared_eyes(const evening *e)
{
    int seat = DADO_NOBODY, people = 0;
    for (int p = 0; p < e->game->players; p++) {
        if (!dado_sitting_is_person(e->sitting, p)) continue;
        seat = p;
        people++;
    }
    return people == 1 ? seat : DADO_NOBODY;
}

// What a step has changed: who took what, and who goes on where that is not simply the next.
static void tell_outcome(evening *e, int number, dado_text *out)
{
    enum { most_sentences = 8, a_trick = 3 };  // with so much to tell, more than a move was made
    const dado_step *step = &e->sitting->path[number];
    const void *before = dado_sitting_state_after(e->sitting, number);
    const void *now = dado_sitting_state_after(e->sitting, number + 1);
    int eyes = shared_eyes(e), actor = e->game->rules->actor(e->game, now);
    if (eyes == DADO_NOBODY && e->game->secrets) return;  // one person would hear another's secrets
    dado_scene was = { 0 }, is = { 0 };
    int told = 0;
    // Alone, who moved is no news where the game itself has words for what happens.
    bool in_own_words = e->game->players == 1 && dado_face_of(e->game, said);
    if (!in_own_words && dado_scene_take(e->game, before, eyes, &was) &&
        dado_scene_take(e->game, now, eyes, &is)) {
        told = dado_scene_story(e->game, &was, &is, most_sentences, out);
    }
    dado_scene_free(&was);
    dado_scene_free(&is);
    dado_add_said(e->game, before, step->move, eyes, out->length ? "; " : "", out);
    bool next = actor == (step->actor + 1) % e->game->players;
    bool plain = step->actor >= 0 && told < a_trick && next;
    if (actor < 0 || plain || e->game->players < 3) return;
    dado_text_addf(out, "%sp%d is next", out->length ? "; " : "", actor);
}

static void add_words(dado_text *out, const char *between, const dado_text *words)
{
    if (!words->length) return;
    dado_text_add(out, between);
    dado_text_add(out, dado_text_string(words));
}

static bool has_moved(const evening *e, int steps)  // anybody but luck, in so many
{
    for (int i = 0; i < steps; i++) {
        if (e->sitting->path[i].actor >= 0) return true;
    }
    return false;
}

// What somebody does is told in words where nothing is hidden, or everybody may look; elsewhere
// its words could say what only it may see, and what the person here has seen of it must do.
// The deal is on the table, and not told.
static void tell_step(evening *e, int number, dado_text *line)
{
    const dado_step *step = &e->sitting->path[number];
    int actor = step->actor;
    bool own = dado_sitting_is_person(e->sitting, actor);
    dado_draft words = { 0 }, outcome = { 0 };
    dado_text_clear(line);
    if (step->move == DADO_NOTHING || (actor < 0 && !has_moved(e, number))) return;
    if (!e->watch) tell_outcome(e, number, &outcome);
    if (actor < 0) {
        bool luck = step->options != 1;  // else a round ended, and what follows could not differ
        add_words(line, luck ? "Luck: " : "Then: ", &outcome);
    } else if (own || !e->game->secrets || e->watch) {
        say_move(e, dado_sitting_state_after(e->sitting, number), step->move, &words);
        dado_text_addf(line, "p%d (%s): %s%s", actor, name_of(e, actor), dado_text_string(&words),
                       own && step->options == 1 ? ", the only move" : "");
        // What one sentence tells the words of a move have said, unless something came to light.
        const char *told = dado_text_string(&outcome);
        bool news = e->game->players == 1 || strstr(told, "; ") || strstr(told, " is seen in ");
        if (news) add_words(line, " - ", &outcome);
    } else {
        dado_text_addf(line, "p%d (%s) has played", actor, name_of(e, actor));
        add_words(line, ": ", &outcome);
        if (!outcome.length) dado_text_char(line, '.');
    }
    if (line->length) dado_text_char(line, '\n');
}

// The last steps there is something to say of, told again.
static void show_log(evening *e)
{
    enum { most = 20 };
    int steps = e->sitting->steps, from = steps;
    dado_draft line = { 0 };
    for (int i = steps - 1, lines = 0; i >= 0 && lines < most; i--) {
        tell_step(e, i, &line);
        if (line.length) from = i;
        lines += line.length > 0;
    }
    if (from == steps) show(e, "Nothing has happened yet.\n");
    else if (e->game->secrets && shared_eyes(e) == DADO_NOBODY) {
        show(e, "Several people share this terminal, and the log would tell their secrets.\n");
        return;
    }
    for (; from < steps; from++) {
        tell_step(e, from, &line);
        show(e, "%s", dado_text_string(&line));
    }
}

// Plays the move at `place`, or lets whoever acts choose where that is -1, and tells of it.
static bool take_step(evening *e, int place, dado_error *err)
{
    bool fine = place >= 0 ? dado_sitting_play(e->sitting, place, err)
                           : dado_sitting_advance(e->sitting, err);
    dado_draft line = { 0 };
    if (fine) tell_step(e, e->sitting->steps - 1, &line);
    if (line.length) show(e, "%s", dado_text_string(&line));
    return fine;
}

// Luck, an agent, or a person who has one move only.
static bool let_act(evening *e, int actor, dado_error *err)
{
    if (!take_step(e, dado_sitting_is_person(e->sitting, actor) ? 0 : -1, err)) return false;
    if (e->watch && actor >= 0) show_table(e, DADO_NOBODY);
    if (actor >= 0) pause_for(e->delay_ms);
    return true;
}

// What a move takes hold of, where its words do not say it: the card, the pile it goes to.
static void say_touched(evening *e, const dado_scene *scene, dado_move move, dado_text *words)
{
    enum { most = 8 };
    int (*touch)(const dado_game *, const void *, dado_move, uint32_t *, int) =
        dado_face_of(e->game, touch);
    uint32_t ids[most];
    int count = touch ? touch(e->game, dado_sitting_state(e->sitting), move, ids, most) : 0;
    dado_draft said = { 0 }, name = { 0 }, folded = { 0 };
    fold(dado_text_string(words), ":,;", &said);
    int added = 0;
    for (int i = 0; i < count && i < most; i++) {
        dado_text_clear(&name);
        if (!dado_scene_name(e->game, scene, ids[i], &name)) continue;
        fold(dado_text_string(&name), ":,;", &folded);
        char *bare = folded.data, *of = bare ? strstr(bare, " of ") : NULL;
        if (of) of[1] = '\0';  // whose it is goes without saying
        if (!bare || strstr(dado_text_string(&said), bare)) continue;
        dado_text_addf(words, "%s%s", added++ ? ", " : "  [", dado_text_string(&name));
    }
    if (added) dado_text_char(words, ']');
}

// What a move is to people, where its words, which are typed, do not say that either.
static void say_caption(const evening *e, const void *state, dado_move move, dado_text *words)
{
    void (*caption)(const dado_game *, const void *, dado_move, dado_text *) =
        dado_face_of(e->game, caption);
    dado_draft read = { 0 };
    if (caption) caption(e->game, state, move, &read);
    if (read.length && strcmp(dado_text_string(&read), dado_text_string(words)) != 0) {
        dado_text_addf(words, "  [%s]", dado_text_string(&read));
    }
}

static void list_moves(evening *e, int most)
{
    dado_draft words = { 0 };
    DADO_ENDS(dado_scene_free) dado_scene scene = { 0 };
    const void *state = dado_sitting_state(e->sitting);
    bool seen = dado_scene_take(e->game, state, dado_sitting_actor(e->sitting), &scene);
    for (int i = 0; i < e->count && i < most; i++) {
        say_choice(e, i, &words);
        if (seen) say_touched(e, &scene, e->moves[i], &words);
        say_caption(e, state, e->moves[i], &words);
        show(e, "%4d  %s\n", i + 1, dado_text_string(&words));
    }
    if (e->count > most) {
        show(e, "      ... and %d more: type `moves` to see them all\n", e->count - most);
    }
}

static void help(evening *e)
{
    show(e, "A number or the words of a move plays it, or as many of its words as no other has.\n"
            "Also:\n"
            "  table    draws the table again\n"
            "  moves    lists all moves\n"
            "  log      tells again what has happened lately\n"
            "  hint     asks an agent what it would do\n"
            "  undo     takes your last move back, and all that followed\n"
            "  quit     leaves the table%s\n",
         dado_errand_store_name(&e->call->errand)
             ? "; what was played is kept as unfinished" : "");
}

// The place of the move that was typed, or -1.
static int find_typed(evening *e, const char *typed)
{
    int64_t number;
    dado_draft words = { 0 };
    if (dado_read_int(typed, &number)) {
        return number >= 1 && number <= e->count ? (int)number - 1 : -1;
    }
    for (int i = 0; i < e->count; i++) {
        say_choice(e, i, &words);
        if (dado_same_words(dado_text_string(&words), typed)) return i;
    }
    return -1;
}

// The only move that ends in these words, or else the only one that has them in it; -1 if there is
// none, and -2, having listed them, if there are several.
static int find_short(evening *e, const char *typed)
{
    enum { most_listed = 6 };
    dado_draft words = { 0 }, folded = { 0 }, wanted = { 0 }, several = { 0 };
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

static void give_hint(evening *e)
{
    dado_error err = { 0 };
    int place = dado_sitting_hint(e->sitting, &e->adviser, &err);
    if (place < 0) {
        show(e, "No hint: %s\n", err.text[0] ? err.text : "the adviser would give up");
        return;
    }
    dado_draft words = { 0 };
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

// Where two people share a keyboard, neither is to see the other's hand.
static bool change_eyes(evening *e, int actor)
{
    bool other = e->last_eyes != actor && e->last_eyes != DADO_NOBODY;
    e->last_eyes = actor;
    if (!other || !e->game->secrets || !isatty(0) || !isatty(1)) return true;
    show(e, "\x1b[2J\x1b[HIt is p%d's turn. The others look away; p%d presses Enter.\n", actor,
         actor);
    int c;
    while ((c = getchar()) != '\n' && c != EOF) {
    }
    return c != EOF;
}

// Back to the last decision that was one: where there is one move only, nobody is asked.
static bool take_back(evening *e)
{
    bool any = false;
    for (int i = 0; i < e->sitting->steps; i++) {
        const dado_step *step = &e->sitting->path[i];
        any = any || (dado_sitting_is_person(e->sitting, step->actor) && step->options > 1);
    }
    const dado_move *moves;
    while (any && dado_sitting_undo(e->sitting)) {
        if (dado_sitting_moves(e->sitting, &moves) > 1) return true;
    }
    return false;
}

// False once it could not be, and that was said.
static bool play_typed(evening *e, int place)
{
    dado_error err = { 0 };
    bool fine = take_step(e, place, &err);
    if (!fine) show(e, "%s\n", err.text);
    return fine;
}

static void refuse(evening *e, const char *typed)
{
    char reason[160];
    dado_text why = dado_text_over(reason, sizeof reason);
    if (!e->game->rules->refuse) dado_text_add(&why, "it is not among the moves");
    else e->game->rules->refuse(e->game, dado_sitting_state(e->sitting), typed, &why);
    show(e, "\"%.60s\" cannot be played: %s. Type a number from 1 to %d, or help.\n", typed, reason,
         e->count);
}

// False once somebody has left.
static bool ask_person(evening *e, int actor)
{
    if (!change_eyes(e, actor)) return false;
    e->count = dado_sitting_moves(e->sitting, &e->moves);
    show_table(e, actor);
    list_moves(e, most_shown);
    char *line = NULL;
    size_t room = 0;
    bool asking = true, stays = false;
    while (asking) {
        show(e, "p%d> ", actor);
        if (getline(&line, &room, stdin) < 0) {
            show(e, "\n");
            break;
        }
        char *typed = trim(line);
        if (*typed == '\0') continue;
        // A hint has the moves listed anew.
        e->count = dado_sitting_moves(e->sitting, &e->moves);
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
    evening *e = context;
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
        show(e, "p%d (%s): %d%s\n", p, name_of(e, p), (int)score, place);
    }
}

// Hands the match over to the lab, which stores and measures it. One that was left is written down
// as a run that was stopped before its only match: it can be seen again, and counts nowhere.
static int keep(evening *e)
{
    static const volatile sig_atomic_t at_once = 1;
    dado_call *call = e->call;
    dado_error *err = &call->error;
    dado_plan plan;
    bool whole = dado_sitting_actor(e->sitting) == DADO_NOBODY;
    if (!whole && !has_moved(e, e->sitting->steps)) return DADO_EXIT_FINE;
    if (!dado_sitting_plan(e->sitting, call->command, call->errand.arena, &plan, err)) {
        return dado_call_fail(call, NULL);
    }
    // Who wins is told even where it cannot be kept.
    bool opened = dado_errand_store(&call->errand, DADO_STORE_WRITE);
    int code = opened ? DADO_EXIT_FINE : dado_call_fail(call, NULL);
    dado_store *store = call->errand.opened;
    if (!whole && !store) return code;
    dado_experiment_how how = {
        .threads = 1, .store = store, .taker = e, .block = show_result,
        .stop = whole ? NULL : &at_once,
    };
    DADO_ENDS(dado_results_free) dado_results results = { 0 };
    bool fine = dado_experiment_run(&plan, &how, &results, err);
    if (fine && store) {
        dado_call_say(call, "kept %sas run %lld; see it again with: dado replay %lld",
                      whole ? "" : "unfinished ", (long long)results.run, (long long)results.run);
    }
    return fine ? code : dado_call_fail(call, NULL);
}

static bool needs_nobody(evening *e, int actor)
{
    const dado_move *moves;
    return !dado_sitting_is_person(e->sitting, actor) ||
           dado_sitting_moves(e->sitting, &moves) == 1;
}

static int spend(evening *e)
{
    dado_error err = { 0 };
    const volatile sig_atomic_t *stop = e->call->errand.stop = dado_interrupt_catch();
    e->sitting->stop = dado_errand_halt(&e->call->errand);
    show(e, "%s\n", e->game->rules->title);
    if (e->watch) show_table(e, DADO_NOBODY);
    while (!*stop) {
        int actor = dado_sitting_actor(e->sitting);
        if (actor == DADO_NOBODY) break;
        if (needs_nobody(e, actor)) {
            if (let_act(e, actor, &err)) continue;
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

// The first seat that no --seat names, or `count`.
static int first_unnamed(const dado_errand *errand, int count)
{
    int seat = 0;
    for (bool named = true; named && seat < count; seat += named) {
        named = false;
        for (int i = 0; i < dado_errand_count(errand, "seat"); i++) {
            named = named || strtol(dado_errand_nth(errand, "seat", i), NULL, 10) == seat;
        }
    }
    return seat;
}

// Who is not named is an agent that thinks; with no person named, the first such seat has one.
static bool fill_seats(evening *e)
{
    dado_errand *errand = &e->call->errand;
    dado_error *err = errand->err;
    dado_game game;
    dado_lineup lineup;
    // In the arena of the call: an error's place names a file there, and is shown at the end.
    if (!dado_source_open(&e->source, &game, errand->arena, err) ||
        !dado_errand_lineup(errand, game.players, &lineup)) {
        return false;
    }
    e->players = lineup.players;
    bool person = false;
    for (int p = 0; p < lineup.count; p++) {
        person = person || strcmp(e->players[p].kind->name, "human") == 0;
    }
    if (person && e->watch) {
        return dado_fail(err, DADO_MEANING, "--watch is for agents alone: nobody may be human");
    }
    int seat = first_unnamed(errand, lineup.count);
    bool seated = person || seat == lineup.count || dado_errand_given(errand, "agents");
    if (seated || e->watch) return true;
    dado_player *players = dado_errand_new(errand, dado_player, lineup.count);
    if (!players) return false;
    memcpy(players, e->players, sizeof *players * (size_t)lineup.count);
    e->players = players;
    return dado_player_parse(&players[seat], "human", errand->arena, err);
}

static int run(dado_call *call)
{
    evening e = { .call = call, .last_eyes = DADO_NOBODY };
    dado_errand *errand = &call->errand;
    e.watch = dado_errand_given(errand, "watch");
    e.delay_ms = dado_errand_given(errand, "delay") ? dado_errand_whole(errand, "delay")
                                                : e.watch ? 500 : 0;
    uint64_t seed = (uint64_t)dado_errand_whole(errand, "seed");
    dado_error *err = &call->error;
    bool fine = dado_errand_game(errand, dado_errand_text(errand, "game"), &e.source) &&
                dado_player_parse(&e.adviser, dado_errand_text(errand, "hint"), errand->arena,
                                  err) &&
                fill_seats(&e) && dado_sitting_begin(&e.sitting, &e.source, e.players, seed, err);
    if (fine) e.game = &e.sitting->game;
    int code = fine ? spend(&e) : dado_call_fail(call, dado_source_of_error(&e.source, err));
    dado_sitting_end(e.sitting);
    return code;
}

static const dado_job job = {
    .name = "play",
    .about = "play in the terminal, or watch agents play",
    .details =
        "Plays one match. Seats are counted from 0; `human` is a person at this terminal, "
        "and several people may share it. Hidden hands stay hidden. At your turn type the "
        "number of a move or its words, as many as no other move has, or: hint, undo, moves, log, "
        "table, quit, help. A move that is the only one is played without asking.\n\n"
        "Unless --no-store says otherwise the match is kept in the store like any other, so it can "
        "be replayed, measured and compared with what agents do. One that is left is kept as "
        "unfinished: it can be replayed as far as it went, and is counted nowhere.",
    .params = { DADO_PARAMS(
        DADO_PARAM_THE_GAME,
        DADO_PARAM_SEED,
        DADO_PARAM(FLAG, "watch", 'w',
                   .about = "Nobody is human: watch agents play, all cards open."),
        DADO_PARAM(WHOLE, "delay", .value = "MS", .unset = "0, with --watch 500", .most = 60000,
                   .about = "How long to wait after what an agent does."),
        DADO_PARAM(AGENT, "hint", .value = "AGENT", .usual = "ismcts:iterations=1000",
                   .about = "Who answers when a person asks for a hint."),
        DADO_PARAM(AGENT, "seat", .value = "SEAT=AGENT", .many = true,
                   .about = "Who sits there, counted from 0: --seat 1=uct:iterations=500. Seats "
                            "not named are taken by the agent of --agents; if nobody is human, and "
                            "neither --agents nor --watch is given, the first of them is yours."),
        DADO_PARAM(AGENT, "agents", .value = "LIST", .usual = "ismcts:iterations=200",
                   .about = "Who plays, seat by seat, parted by commas; one alone takes every "
                            "seat."),
        DADO_PARAM_UNSAFE,
        DADO_PARAM(FLAG, "no-store", .about = "Does not keep the match.")),
                dado_params_game, dado_params_store_file },
    .examples = DADO_EXAMPLES(
        { "dado play kuhn", "poker with three cards, against an agent that thinks" },
        { "dado play agram --seat 2=human", "sit third; the others are agents" },
        { "dado play bigpoints --watch --delay 200", "watch agents play" },
        { "printf '1\\nquit\\n' | dado play kuhn", "over a pipe" }),
};

const dado_verb dado_verb_play = { .job = &job, .run = run };
