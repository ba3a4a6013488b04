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

#include "cli/session.h"
#include "core/face.h"
#include "lab/sitting.h"

enum { most_shown = 40 };

typedef struct evening {
    dado_call *call;
    dado_source source;
    const dado_player *players;
    dado_player adviser;
    dado_sitting *sitting;
    int64_t delay_ms;
    bool watch;
    int last_eyes;  // the person who looked at the screen last, or DADO_NOBODY
    int told;       // steps that have been spoken of
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
    const dado_game *game = dado_sitting_game(e->sitting);
    dado_text table = { 0 };
    const void *state = dado_sitting_state(e->sitting);
    bool drawn = e->call->colour && dado_paint(game, state, eyes, &table);
    if (drawn) dado_text_char(&table, '\n');
    game->rules->print(game, state, eyes, &table);  // in words too: units are named by their ids
    show(e, "\n%s", dado_text_string(&table));
    if (table.length && table.data[table.length - 1] != '\n') show(e, "\n");
    dado_text_free(&table);
}

static void say_move(evening *e, const void *state, dado_move move, dado_text *words)
{
    const dado_game *game = dado_sitting_game(e->sitting);
    (void)e;
    dado_text_clear(words);
    game->rules->print_move(game, state, move, words);
}

static const char *name_of(const evening *e, int seat)
{
    return e->players[seat].typed;
}

// What an agent does is told in words where nothing is hidden, or everybody may
// look; elsewhere its words could say what only it may see.
static bool let_act(evening *e, int actor, dado_error *err)
{
    const dado_game *game = dado_sitting_game(e->sitting);
    unsigned char *before = malloc(game->state_size);
    if (!before) return dado_fail(err, DADO_LIMIT, "no memory left");
    memcpy(before, dado_sitting_state(e->sitting), game->state_size);
    bool fine = dado_sitting_advance(e->sitting, err);
    if (fine && actor >= 0) {
        const dado_step *step =
            dado_sitting_step(e->sitting, dado_sitting_steps(e->sitting) - 1);
        dado_text words = { 0 };
        if (!game->secrets || e->watch) {
            say_move(e, before, step->move, &words);
            show(e, "p%d (%s): %s\n", actor, name_of(e, actor), dado_text_string(&words));
        } else {
            show(e, "p%d (%s) has played.\n", actor, name_of(e, actor));
        }
        dado_text_free(&words);
        if (e->watch) show_table(e, DADO_NOBODY);
        pause_for(e->delay_ms);
    }
    free(before);
    return fine;
}

static void list_moves(evening *e, const dado_move *moves, int count, int most)
{
    dado_text words = { 0 };
    for (int i = 0; i < count && i < most; i++) {
        say_move(e, dado_sitting_state(e->sitting), moves[i], &words);
        show(e, "%4d  %s\n", i + 1, dado_text_string(&words));
    }
    if (count > most) {
        show(e, "      ... and %d more: type `moves` to see them all\n", count - most);
    }
    dado_text_free(&words);
}

static void help(evening *e)
{
    show(e, "A number or the words of a move plays it. Also:\n"
            "  table    draws the table again\n"
            "  moves    lists all moves\n"
            "  hint     asks an agent what it would do\n"
            "  undo     takes your last move back, and all that followed\n"
            "  quit     leaves the table; what was played is kept\n");
}

// The place of the move that was typed, or -1.
static int find_typed(evening *e, const char *typed, const dado_move *moves, int count)
{
    int64_t number;
    if (dado_read_int(typed, &number)) return number >= 1 && number <= count ? (int)number - 1 : -1;
    const dado_game *game = dado_sitting_game(e->sitting);
    dado_move *room = malloc(sizeof *room * (size_t)game->max_moves);
    dado_move found;
    int place = -1;
    if (room && dado_find_move(game, dado_sitting_state(e->sitting), typed, room, &found)) {
        for (int i = 0; i < count; i++) {
            if (moves[i] == found) place = i;
        }
    }
    free(room);
    return place;
}

static void give_hint(evening *e, const dado_move *moves)
{
    dado_error err = { 0 };
    int place = dado_sitting_hint(e->sitting, &e->adviser, &err);
    if (place < 0) {
        show(e, "No hint: %s\n", err.text[0] ? err.text : "the adviser would give up");
        return;
    }
    dado_text words = { 0 };
    say_move(e, dado_sitting_state(e->sitting), moves[place], &words);
    show(e, "%s would play %d: %s\n", e->adviser.typed, place + 1, dado_text_string(&words));
    dado_text_free(&words);
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
    const dado_game *game = dado_sitting_game(e->sitting);
    bool other = e->last_eyes != actor && e->last_eyes != DADO_NOBODY;
    e->last_eyes = actor;
    if (!other || !game->secrets) return true;
    if (isatty(0) && isatty(1)) {
        show(e, "\x1b[2J\x1b[HIt is p%d's turn. The others look away; p%d presses Enter.\n", actor,
             actor);
        int c;
        while ((c = getchar()) != '\n' && c != EOF) {
        }
        return c != EOF;
    }
    return true;
}

typedef enum deed { played, took_back, left } deed;

static deed ask_person(evening *e, int actor)
{
    if (!change_eyes(e, actor)) return left;
    const dado_move *moves;
    int count = dado_sitting_moves(e->sitting, &moves);
    show_table(e, actor);
    list_moves(e, moves, count, most_shown);
    char *line = NULL;
    size_t room = 0;
    deed done = left;
    bool asking = true;
    while (asking) {
        show(e, "p%d> ", actor);
        if (getline(&line, &room, stdin) < 0) {
            show(e, "\n");
            break;
        }
        char *typed = trim(line);
        count = dado_sitting_moves(e->sitting, &moves);
        if (*typed == '\0') continue;
        int place = find_typed(e, typed, moves, count);
        if (place >= 0) {
            dado_error err = { 0 };
            if (dado_sitting_play(e->sitting, place, &err)) done = played;
            else show(e, "%s\n", err.text);
            asking = false;
        } else if (strcmp(typed, "undo") == 0) {
            if (dado_sitting_undo(e->sitting)) {
                done = took_back;
                asking = false;
            } else {
                show(e, "There is nothing to take back.\n");
            }
        } else if (strcmp(typed, "hint") == 0) {
            give_hint(e, moves);
        } else if (strcmp(typed, "moves") == 0) {
            list_moves(e, moves, count, count);
        } else if (strcmp(typed, "table") == 0) {
            show_table(e, actor);
        } else if (strcmp(typed, "quit") == 0) {
            asking = false;
        } else if (strcmp(typed, "help") == 0) {
            help(e);
        } else {
            const dado_game *game = dado_sitting_game(e->sitting);
            char reason[160] = "it is not among the moves";
            if (game->rules->refuse) {
                dado_text why = dado_text_over(reason, sizeof reason);
                game->rules->refuse(game, dado_sitting_state(e->sitting), typed, &why);
            }
            show(e, "\"%.60s\" cannot be played: %s. Type a number from 1 to %d, or help.\n",
                 typed, reason, count);
        }
    }
    free(line);
    return done;
}

static void show_result(void *context, const dado_block *block)
{
    evening *e = context;
    const dado_game *game = dado_sitting_game(e->sitting);
    if (block->players != game->players) return;
    int winners = 0;
    for (int p = 0; p < game->players; p++) winners += block->places[p] == 0;
    show_table(e, DADO_NOBODY);
    show(e, "\n");
    for (int p = 0; p < game->players; p++) {
        int32_t score = game->lowest_wins ? -block->scores[p] : block->scores[p];
        const char *place = block->places[p] != 0 ? ""
                            : winners > 1         ? "  shares the win"
                                                  : "  wins";
        show(e, "p%d (%s): %d%s\n", p, name_of(e, p), (int)score, place);
    }
}

// Hands the match over to the lab, which stores and measures it.
static int keep(evening *e)
{
    dado_call *call = e->call;
    dado_error err = { 0 };
    dado_plan plan;
    dado_store *store = NULL;
    if (!dado_sitting_plan(e->sitting, call->command, call->arena, &plan, &err)) {
        return dado_call_fail(call, &err, NULL);
    }
    if (!dado_errand_store(&call->errand, DADO_STORE_WRITE, &store, &err)) {
        return dado_call_fail(call, &err, NULL);
    }
    dado_experiment_how how = {
        .threads = 1, .store = store, .context = e, .block = show_result
    };
    dado_results results;
    bool fine = dado_experiment_run(&plan, &how, &results, &err);
    if (fine && store) {
        dado_call_say(call, "kept as run %lld; see it again with: dado replay %lld",
                      (long long)results.run, (long long)results.run);
    }
    dado_results_free(&results);
    dado_store_close(store);
    return fine ? DADO_EXIT_FINE : dado_call_fail(call, &err, NULL);
}

static int spend(evening *e)
{
    dado_error err = { 0 };
    const dado_game *game = dado_sitting_game(e->sitting);
    show(e, "%s\n", game->rules->title);
    if (e->watch) show_table(e, DADO_NOBODY);
    for (;;) {
        int actor = dado_sitting_actor(e->sitting);
        if (actor == DADO_NOBODY) break;
        if (!dado_sitting_is_person(e->sitting, actor)) {
            if (!let_act(e, actor, &err)) {
                show(e, "%s\n", err.text);
                break;
            }
        } else if (ask_person(e, actor) == left) {
            show(e, "You have left the table.\n");
            break;
        }
    }
    return keep(e);
}

// Who is not named is an agent that thinks; with no person named, the first seat has one.
static bool fill_seats(evening *e, dado_error *err)
{
    dado_call *call = e->call;
    dado_game game;
    // In the arena of the call: an error's place names a file there, and is shown at the end.
    bool fine = dado_source_open(&e->source, &game, call->arena, err);
    int count = fine ? game.players : 0;
    dado_lineup lineup;
    if (!fine || !dado_errand_lineup(&call->errand, count, "ismcts:iterations=200", &lineup, err))
        return false;
    e->players = lineup.players;
    bool person = false;
    for (int p = 0; p < count; p++)
        person = person || strcmp(e->players[p].kind->name, "human") == 0;
    if (person && e->watch) {
        return dado_fail(err, DADO_MEANING, "--watch is for agents alone: nobody may be human");
    }
    if (person || e->watch || dado_given_text(call, "agents")) return true;
    dado_player *players = dado_new(call->arena, dado_player, count);
    if (!players) return dado_fail(err, DADO_LIMIT, "no memory left for the players");
    memcpy(players, e->players, sizeof *players * (size_t)count);
    e->players = players;
    return dado_player_parse(&players[0], "human", call->arena, err);
}

static int run(dado_call *call)
{
    evening e = { .call = call, .last_eyes = DADO_NOBODY };
    e.watch = dado_given_flag(call, "watch");
    e.delay_ms = dado_given_int(call, "delay", e.watch ? 500 : 0, 0, 60000);
    uint64_t seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    dado_error err = { 0 };
    dado_options options;
    const char *adviser = dado_given_text(call, "hint");
    bool fine = dado_errand_options(&call->errand, &options, &err) &&
                dado_source_find(&e.source, call->words[0], &options, call->arena, &err) &&
                dado_player_parse(&e.adviser, adviser ? adviser : "ismcts:iterations=1000",
                                  call->arena, &err) &&
                fill_seats(&e, &err) &&
                dado_sitting_begin(&e.sitting, &e.source, e.players, seed, &err);
    int code = fine ? spend(&e)
                    : dado_call_fail(call, &err, dado_source_of_error(&e.source, &err));
    dado_sitting_end(e.sitting);
    return code;
}

static const dado_param flags[] = {
    { .name = "seed", .letter = 's', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "1",
      .about = "Where all luck comes from: the same seed gives the same deal." },
    { .name = "watch", .letter = 'w', .kind = DADO_PARAM_FLAG,
      .about = "Nobody is human: watch agents play, all cards open." },
    { .name = "delay", .kind = DADO_PARAM_TEXT, .value = "MS", .unset = "0, with --watch 500",
      .about = "How long to wait after what an agent does." },
    { .name = "hint", .kind = DADO_PARAM_AGENT, .value = "AGENT", .unset = "ismcts:iterations=1000",
      .about = "Who answers when a person asks for a hint." },
    { .name = "no-store", .kind = DADO_PARAM_FLAG, .about = "Does not keep the match." },
    { 0 },
};

static const dado_example examples[] = {
    { "dado play kuhn", "poker with three cards, against an agent that thinks" },
    { "dado play agram --seat 2=human", "sit third; the others are agents" },
    { "dado play bigpoints --watch --delay 200", "watch agents play" },
    { "printf '1\\nquit\\n' | dado play kuhn", "over a pipe" },
    { 0 },
};

const dado_verb dado_verb_play = {
    .name = "play",
    .words = "GAME",
    .about = "play in the terminal, or watch agents play",
    .details = "Plays one match. Seats are counted from 0; `human` is a person at this terminal, "
               "and several people may share it. Hidden hands stay hidden. At your turn type the "
               "number of a move or its words, or: hint, undo, moves, table, quit, help.\n\n"
               "The match is kept in the store like any other, so it can be replayed, measured "
               "and compared with what agents do.",
    .offer = DADO_PARAM_GAME,
    .least = 1,
    .most = 1,
    .flags = { flags, dado_params_game, dado_params_seats, dado_params_store_file },
    .examples = examples,
    .run = run,
};
