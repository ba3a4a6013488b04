// process_agent.c - a player that is a program of its own, in any language.
//
// Messages are one JSON object per line, the same for every game: hello and ready, turn
// and move, if and then, err for an illegal move, over. A move has the words that the
// game prints. This file is the referee: it keeps the clock and the time bank, counts
// strikes for being late or dying, restarts the program, and makes turn codes that nobody
// can guess. The rules know nothing of this. For a late or missing answer the last legal
// move, the nearest to passing, is played, so the match can be replayed. When the strikes
// are used up, the seat gives up.
#define _GNU_SOURCE
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "agents/agent.h"
#include "agents/forward_model.h"
#include "agents/process_pipe.h"
#include "core/game_extras.h"
#include "core/referee_notes.h"

typedef struct referee {
    const char *program;
    dado_sandbox_limits limits;
    int64_t time_ms, bank_ms, hello_ms;
    int64_t max_strikes, max_refusals, max_decisions;
    int64_t budget;  // moves per question that looking ahead may take
    dado_forward_model forward;
    bool forfeit_on_crash;
    dado_process_pipe talk;
    bool running;
    bool wants_moves;     // it asked for the legal moves with every question
    bool wants_features;  // it asked for its view as numbers
    uint64_t hellos;      // number of matches so far
    float *values;        // room for the view as numbers
    int32_t *numbers;     // room for the action numbers of moves
    dado_text question;   // the line to send
    dado_text words;      // words of a move, or a view
    dado_notebook book;
    int64_t cpu_rested;  // processor time it had used when it began to wait; -1: it is not waiting
    bool restless;       // it was busy while others thought, so it is frozen after every turn
} referee;

// The real time of a turn may be this many times its processor time, so that a busy
// machine does not make a player late.
enum { wall_factor = 5 };

// Processor time that a player may use while it waits.
static const int64_t rest_ns = 200000;

typedef struct memory {  // for one match
    bool greeted, gone;
    int32_t strikes;
    int32_t last_decision;
    int32_t in_turn;  // decisions since another seat moved
    int64_t left_us;  // processor time left in this turn
    int64_t took_ms;  // real time used in this turn
    int64_t bank_us;
} memory;

static bool open(dado_agent *agent, const dado_options *options, dado_region *region,
                 dado_error *err)
{
    referee *r = dado_new(region, referee, 1);
    if (!r) return dado_fail(err, DADO_LIMIT, "no memory left for an agent");
    static const char *const crashes[] = { "pass", "forfeit", NULL };
    dado_option_reader ask = dado_option_reader_begin(options);
    r->program = dado_option_text(&ask, "program", NULL);
    r->time_ms = dado_option_int(&ask, "time_ms", 30000, 0, 86400000);
    r->bank_ms = dado_option_int(&ask, "bank_ms", 0, 0, 86400000);
    r->hello_ms = dado_option_int(&ask, "hello_ms", 10000, 10, 600000);
    r->max_strikes = dado_option_int(&ask, "strikes", 3, 0, 1000000);
    r->max_refusals = dado_option_int(&ask, "refusals", 100, 0, 1000000);
    r->max_decisions = dado_option_int(&ask, "commands", 10000, 1, 1000000);
    r->budget = dado_option_int(&ask, "forward", DADO_FORWARD_MODEL_BUDGET, 0, INT64_C(1) << 40);
    r->forfeit_on_crash = dado_option_choice(&ask, "on_crash", crashes, 0) == 1;
    r->limits.memory_mb = dado_option_int(&ask, "memory_mb", 1024, 16, 1 << 20);
    r->limits.cpu_seconds = dado_option_int(&ask, "cpu_s", 0, 0, 86400);
    r->limits.files_mb = dado_option_int(&ask, "files_mb", 64, 0, 1 << 20);
    r->limits.threads = dado_option_int(&ask, "threads", 128, 1, 4096);
    r->limits.needs = dado_option_text(&ask, "needs", NULL);
    r->limits.unsafe = dado_option_bool(&ask, "unsafe", false);
    if (!dado_option_reader_end(&ask, region, &agent->options, err)) return false;
    if (!r->program) {
        return dado_fail(err, DADO_INVALID,
                         "name the program: process:program=./my_agent, or just ./my_agent");
    }
    r->talk.buffer = dado_new(region, char, DADO_LINE_MOST + 1);
    r->talk.stderr_text = dado_new(region, char, DADO_NOTES_MOST);
    if (!r->talk.buffer || !r->talk.stderr_text) {
        return dado_fail(err, DADO_LIMIT, "no memory left for an agent");
    }
    agent->data = r;
    agent->self_size = sizeof(memory);
    agent->scratch_size = agent->game->state_size + 16 +
                          sizeof(dado_move) * (size_t)agent->game->max_moves +
                          dado_forward_model_size(agent->game);
    r->values = dado_new(region, float, dado_features_size(agent->game) + 1);
    r->numbers = dado_new(region, int32_t, agent->game->max_moves);
    if (!r->values || !r->numbers) {
        return dado_fail(err, DADO_LIMIT, "no memory left for an agent");
    }
    // The program is started here, so that one that cannot run is refused before anything
    // is played.
    if (!dado_process_pipe_start(&r->talk, r->program, &r->limits, err)) return false;
    r->running = true;
    r->cpu_rested = -1;
    r->book.seat = agent->seat;
    dado_text_clear(&r->words);
    dado_sandbox_describe(&r->talk.box, &r->limits, &r->words);
    dado_notebook_remark(&r->book, "box", dado_text_string(&r->words));
    return true;
}

static void close_agent(dado_agent *agent)
{
    referee *r = agent->data;
    if (!r) return;
    if (r->running) dado_process_pipe_end(&r->talk);
    dado_text_free(&r->question);
    dado_text_free(&r->words);
    dado_forward_model_free(&r->forward);
    dado_notebook_free(&r->book);
}

// Turn codes come from the system, not from random numbers that an agent could have seen.
static uint64_t random_turn_code(void)
{
    uint64_t code = 0;
    while (code == 0) {
        if (getrandom(&code, sizeof code, 0) != (ssize_t)sizeof code) code = 0;
    }
    return code;
}

static bool send_message(referee *r, int64_t until)
{
    dado_text_char(&r->question, '\n');
    return dado_process_pipe_send(&r->talk, dado_text_string(&r->question), r->question.length,
                                  until);
}

// Receives one line and parses it as JSON; returns NULL and the reason if that fails.
static json_t *receive_message(referee *r, int64_t until, dado_receive_result *heard)
{
    char *line;
    *heard = dado_process_pipe_receive(&r->talk, &line, until);
    if (*heard == DADO_RECEIVED_OVERLONG) {
        char said[80];
        snprintf(said, sizeof said, "a line without end: %d bytes, and more", DADO_LINE_MOST);
        dado_notebook_remark(&r->book, "flood", said);
    }
    if (*heard != DADO_RECEIVED_LINE) return NULL;
    json_error_t why;
    json_t *answer = json_loads(line, JSON_REJECT_DUPLICATES, &why);
    if (!answer || !json_is_object(answer)) {
        char said[200];
        snprintf(said, sizeof said, "%.60s: %.120s", answer ? "no JSON object" : why.text, line);
        dado_notebook_remark(&r->book, "garbage", said);
        json_decref(answer);
        return NULL;
    }
    return answer;
}

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

static void keep_stderr(referee *r)
{
    if (!r->talk.stderr_length) return;
    r->talk.stderr_text[r->talk.stderr_length] = '\0';
    // If there is too much text, keeps the end: the last words before a program dies
    // matter most.
    size_t from =
        r->talk.stderr_length > DADO_NOTE_WORDS ? r->talk.stderr_length - DADO_NOTE_WORDS : 0;
    dado_notebook_remark(&r->book, "stderr", r->talk.stderr_text + from);
    r->talk.stderr_length = 0;
}

static void stop(referee *r)
{
    if (r->running) dado_process_pipe_end(&r->talk);
    r->running = false;
    keep_stderr(r);
}

// Notes why the program ended, if that is known shortly after.
static void report_exit(referee *r)
{
    dado_sandbox *box = &r->talk.box;
    int64_t until = dado_clock_ms() + 100;
    while (dado_sandbox_alive(box) && dado_clock_ms() < until) {
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
    }
    char said[120];
    bool ended = box->code >= 0;
    if (box->page_tables_seen) {
        snprintf(
            said, sizeof said,
            "ended by dado: it spread its memory so thin that page tables took %lld MB of %lld",
            (long long)box->page_tables_seen >> 10, (long long)box->page_tables_kb >> 10);
    } else if (box->code > 128) {
        snprintf(said, sizeof said, "ended by signal %d, %s", box->code - 128,
                 strsignal(box->code - 128));
    } else if (box->code == 127) {
        snprintf(said, sizeof said,
                 "ended with exit code 127: a program or library it asks for is "
                 "not in the box; name its folder with needs=");
    } else if (ended) {
        snprintf(said, sizeof said, "ended with exit code %d", box->code);
    } else {
        snprintf(said, sizeof said, "is there and does not talk");
    }
    dado_notebook_remark(&r->book, ended ? "died" : "silent", said);
}

// ---- pausing a player while others think ----

// Pauses the player. One that has used processor time while waiting is frozen soon, any
// other later.
static void pause_player(const dado_agent *agent, int64_t lasted_us)
{
    referee *r = agent->data;
    dado_sandbox *box = &r->talk.box;
    if (!r->running || box->frozen) return;
    int64_t used = dado_sandbox_cpu_ns(box) - r->cpu_rested;
    bool busy = r->cpu_rested >= 0 && used > rest_ns;
    if (busy) r->restless = true;
    if (busy || lasted_us >= DADO_PAUSE_ALL_US) dado_sandbox_freeze(box, busy || r->restless);
}

// Begins the player's turn, with a limit on processor time, or without one.
static void wake_player(referee *r, const dado_turn *turn, int64_t cpu_us)
{
    dado_sandbox_thaw(&r->talk.box);
    dado_process_pipe_begin_turn(&r->talk, cpu_us * 1000, turn->pause_others, turn->match);
    bool busy = r->cpu_rested >= 0 && r->talk.cpu_began - r->cpu_rested > rest_ns;
    if (busy) r->restless = true;
    r->cpu_rested = -1;
}

// Ends the player's turn; returns the processor time it used in microseconds, or -1 if
// unknown.
static int64_t rest_player(referee *r)
{
    int64_t used = dado_sandbox_cpu_ns(&r->talk.box), began = r->talk.cpu_began;
    r->cpu_rested = used;
    dado_process_pipe_end_turn(&r->talk);
    if (r->restless && r->running) dado_sandbox_freeze(&r->talk.box, true);
    return used >= 0 && began >= 0 ? (used - began) / 1000 : -1;
}

// Begins a match with the program and restarts it if necessary; returns
// DADO_RECEIVED_LINE when it is ready.
static dado_receive_result send_hello(const dado_agent *agent, referee *r, const dado_turn *turn)
{
    dado_error err;
    if (!r->running && !dado_process_pipe_start(&r->talk, r->program, &r->limits, &err)) {
        dado_notebook_remark(&r->book, "start", err.text);
        return DADO_RECEIVED_EOF;
    }
    r->running = true;
    r->hellos++;
    wake_player(r, turn, r->hello_ms * 1000);
    dado_text_clear(&r->question);
    dado_text_add(&r->question, "{\"t\":\"hello\",\"proto\":2,\"game\":");
    dado_text_json(&r->question, agent->game->rules->name);
    dado_text_addf(&r->question, ",\"seat\":%d,\"players\":%d,\"options\":", turn->seat,
                   agent->game->players);
    dado_text_json(&r->question, agent->game->options);
    // A seed for the program's own use; 53 bits, which the numbers of every language can
    // hold.
    dado_text_addf(&r->question, ",\"seed\":%" PRIu64 "}", dado_rng_next(turn->luck) >> 11);
    int64_t until = dado_clock_ms() + wall_factor * r->hello_ms;
    if (!send_message(r, until)) return DADO_RECEIVED_EOF;
    for (int stray = 0; stray < 100; stray++) {  // late answers from the last match may come first
        dado_receive_result heard;
        json_t *answer = receive_message(r, until, &heard);
        if (heard == DADO_RECEIVED_TIMEOUT) {
            dado_notebook_remark(&r->book, "hello", "it did not send \"ready\" in time");
        }
        if (heard != DADO_RECEIVED_LINE) return heard;
        bool ready = answer && strcmp(text_of(answer, "t"), "ready") == 0;
        if (ready) r->wants_moves = json_is_true(json_object_get(answer, "moves"));
        if (ready) r->wants_features = json_is_true(json_object_get(answer, "features"));
        json_decref(answer);
        if (ready) return DADO_RECEIVED_LINE;
    }
    dado_notebook_remark(&r->book, "hello", "it sent many lines, but none was \"ready\"");
    return DADO_RECEIVED_TIMEOUT;
}

static void list_moves(referee *r, const dado_turn *turn, const void *state)
{
    for (int i = 0; i < turn->count; i++) {
        dado_text_clear(&r->words);
        turn->game->rules->print_move(turn->game, state, turn->moves[i], &r->words);
        if (i) dado_text_char(&r->question, ',');
        dado_text_json(&r->question, dado_text_string(&r->words));
    }
}

// Adds the view as numbers, and the action numbers of the moves in the order of the list.
static void list_features(referee *r, const dado_turn *turn)
{
    const dado_game *game = turn->game;
    int size = dado_features_size(game), actions = dado_action_count(game);
    if (size > 0) game->rules->extras->features(game, turn->view, turn->seat, r->values);
    if (actions > 0) {
        dado_action_numbers(game, turn->view, turn->seat, turn->moves, turn->count, r->numbers);
    }
    dado_text_add(&r->question, ",\"features\":[");
    for (int i = 0; i < size; i++) {
        dado_text_addf(&r->question, "%s%.9g", i ? "," : "", (double)r->values[i]);
    }
    dado_text_add(&r->question, "],\"actions\":[");
    for (int i = 0; actions > 0 && i < turn->count; i++) {
        dado_text_addf(&r->question, "%s%d", i ? "," : "", (int)r->numbers[i]);
    }
    dado_text_char(&r->question, ']');
}

static void send_turn(referee *r, const dado_turn *turn, const void *state, uint64_t code,
                      int64_t left_us)
{
    const dado_game *game = turn->game;
    int round = game->rules->round ? game->rules->round(game, state) : turn->decision;
    dado_text_clear(&r->question);
    dado_text_addf(&r->question, "{\"t\":\"turn\",\"round\":%d,\"code\":\"%016" PRIx64 "\"", round,
                   code);
    dado_text_addf(&r->question,
                   ",\"time_ms\":%" PRId64 ",\"wall_ms\":%" PRId64 ",\"view\":", left_us / 1000,
                   wall_factor * left_us / 1000);
    dado_state_json(game, state, turn->seat, &r->question);
    if (r->wants_moves) {
        dado_text_add(&r->question, ",\"moves\":[");
        list_moves(r, turn, state);
        dado_text_char(&r->question, ']');
    }
    if (r->wants_features) list_features(r, turn);
    dado_text_char(&r->question, '}');
}

static void refuse(referee *r, const dado_turn *turn, const void *state, const char *words,
                   const char *error, int64_t until)
{
    dado_text_clear(&r->words);
    if (error) dado_text_add(&r->words, error);
    else if (turn->game->rules->refuse) {
        turn->game->rules->refuse(turn->game, state, words, &r->words);
    } else dado_text_add(&r->words, "ILLEGAL");
    dado_notebook_add(&r->book, DADO_NOTE_REFUSED, dado_text_string(&r->words), 0, 0, words);
    dado_text_clear(&r->question);
    dado_text_add(&r->question, "{\"t\":\"err\",\"error\":");
    dado_text_json(&r->question, dado_text_string(&r->words));
    dado_text_char(&r->question, '}');
    send_message(r, until);
}

// Answers what would happen: {"t":"if","world":0,"moves":[...],"on":0,"list":true}
static bool answer_if(referee *r, const json_t *asked, int64_t until)
{
    dado_forward_model *f = &r->forward;
    const json_t *moves = json_object_get(asked, "moves");
    bool fine = dado_forward_model_sample(f, json_integer_value(json_object_get(asked, "world")));
    for (size_t i = 0; fine && i < json_array_size(moves); i++) {
        const char *words = json_string_value(json_array_get(moves, i));
        fine = dado_forward_model_move(f, words ? words : "");
    }
    if (fine) dado_forward_model_playout(f, json_integer_value(json_object_get(asked, "on")));
    dado_text_clear(&r->question);
    dado_forward_model_json(f, json_is_true(json_object_get(asked, "list")), &r->question);
    send_message(r, until);
    return strcmp(f->error, "BUDGET") != 0;
}

enum { resigned = -1, late = -2, died = -3, stubborn = -4, flooding = -5 };

// Asks one question and handles all messages that come before its answer.
static int ask_for_move(referee *r, const dado_turn *turn, const void *state, dado_move *room,
                        int64_t left_us)
{
    uint64_t code = random_turn_code();
    char code_text[17];
    snprintf(code_text, sizeof code_text, "%016" PRIx64, code);
    send_turn(r, turn, state, code, left_us);
    int64_t until = r->time_ms ? dado_clock_ms() + wall_factor * left_us / 1000 : INT64_MAX / 2;
    if (!send_message(r, until)) return dado_sandbox_alive(&r->talk.box) ? late : died;
    for (int64_t refusals = 0; refusals <= r->max_refusals;) {
        dado_receive_result heard;
        json_t *answer = receive_message(r, until, &heard);
        if (heard == DADO_RECEIVED_TIMEOUT) return late;
        if (heard == DADO_RECEIVED_OVERLONG) return flooding;
        if (heard != DADO_RECEIVED_LINE) return died;
        const char *kind = answer ? text_of(answer, "t") : "";
        if (strcmp(kind, "resign") == 0) {
            json_decref(answer);
            return resigned;
        }
        if (strcmp(kind, "legal") == 0) {
            dado_text_clear(&r->question);
            dado_text_add(&r->question, "{\"t\":\"legal\",\"moves\":[");
            list_moves(r, turn, state);
            dado_text_add(&r->question, "]}");
            send_message(r, until);
            refusals++;  // asking for ever is no answer either
        } else if (strcmp(kind, "if") == 0) {
            if (!answer_if(r, answer, until)) refusals++;
        } else if (strcmp(kind, "ready") == 0) {
            refusals++;
        } else if (strcmp(kind, "move") != 0) {
            refuse(r, turn, state, kind, "BAD_MESSAGE", until);
            refusals++;
        } else if (strcmp(text_of(answer, "code"), code_text) != 0) {
            refuse(r, turn, state, text_of(answer, "move"), "BAD_TURN_CODE", until);
            refusals++;
        } else {
            dado_move found;
            if (dado_find_move(turn->game, state, text_of(answer, "move"), room, &found)) {
                json_decref(answer);
                for (int i = 0; i < turn->count; i++) {
                    if (turn->moves[i] == found) return i;
                }
                return stubborn;
            }
            refuse(r, turn, state, text_of(answer, "move"), NULL, until);
            refusals++;
        }
        json_decref(answer);
    }
    return stubborn;
}

// Records a strike against the program. Returns what is played for it: the last move of the
// list, or after too many strikes giving up.
static int strike(referee *r, memory *m, const dado_turn *turn, const char *why)
{
    m->strikes++;
    dado_notebook_add(&r->book, DADO_NOTE_STRIKE, why, m->strikes, m->took_ms, "");
    if (r->max_strikes && m->strikes >= r->max_strikes) {
        dado_notebook_add(&r->book, DADO_NOTE_FORFEIT, "strikes", m->strikes, 0, "");
        return -1;
    }
    return turn->count - 1;
}

static void begin_turn(referee *r, memory *m, const dado_turn *turn)
{
    bool same_turn = m->greeted && turn->decision == m->last_decision + 1;
    if (!same_turn) {
        m->left_us = r->time_ms * 1000;
        m->took_ms = 0;
        m->in_turn = 0;
    }
    m->last_decision = turn->decision;
    m->in_turn++;
}

static int answer_of(const dado_agent *agent, referee *r, memory *m, const dado_turn *turn)
{
    unsigned char *state = turn->scratch;
    size_t after = (agent->game->state_size + 15) & ~(size_t)15;
    dado_move *room = (dado_move *)(state + after);
    dado_redeal(turn->game, turn->view, turn->seat, turn->luck, state);
    dado_forward_model_begin(&r->forward, turn, r->budget, room + turn->game->max_moves);
    int64_t budget = m->left_us + m->bank_us, asked = dado_clock_ms();
    wake_player(r, turn, r->time_ms ? budget : 0);
    int answer = ask_for_move(r, turn, state, room, budget);
    int64_t used = rest_player(r), wall_ms = dado_clock_ms() - asked;
    m->took_ms += wall_ms;
    if (used < 0) used = wall_ms * 1000 / wall_factor;  // unknown: estimate it from the real time
    if (r->time_ms && used > budget && answer >= 0) answer = late;
    m->left_us -= used;
    if (m->left_us < 0) {
        m->bank_us += m->left_us;  // an overrun is taken from the bank first
        m->left_us = 0;
        if (m->bank_us < 0) m->bank_us = 0;
    }
    return answer;
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    referee *r = agent->data;
    memory *m = turn->self;
    if (m->gone) return -1;
    r->book.decision = turn->decision;
    if (!m->greeted) m->bank_us = r->bank_ms * 1000;
    begin_turn(r, m, turn);
    if (m->in_turn > r->max_decisions) {
        if (m->in_turn == r->max_decisions + 1) {
            dado_notebook_remark(&r->book, "limit", "no more commands in this turn");
        }
        return turn->count - 1;
    }
    r->talk.stop = turn->stop;
    bool fresh = !m->greeted || !r->running;
    m->greeted = true;
    int answer = died;
    dado_receive_result ready = fresh ? send_hello(agent, r, turn) : DADO_RECEIVED_LINE;
    if (ready == DADO_RECEIVED_OVERLONG) answer = flooding;
    if (ready == DADO_RECEIVED_LINE) {
        *turn->effort += 1;
        answer = answer_of(agent, r, m, turn);
    }
    keep_stderr(r);
    if (answer < resigned &&
        dado_turn_stopped(turn)) {  // nobody waits for the answer, so it is no strike
        stop(r);
        return turn->count - 1;
    }
    if (answer == died || answer == flooding) {
        if (answer == died && r->running) report_exit(r);
        stop(r);
        if (r->forfeit_on_crash) {
            dado_notebook_add(&r->book, DADO_NOTE_FORFEIT, "crash", 0, 0, "");
            m->gone = true;
            return -1;
        }
        answer = strike(r, m, turn, answer == flooding ? "flood" : "crash");
    } else if (answer == late) {
        answer = strike(r, m, turn, "time");
    } else if (answer == stubborn) {
        answer = strike(r, m, turn, "refusals");
    } else if (answer == resigned) {
        dado_notebook_add(&r->book, DADO_NOTE_FORFEIT, "resigned", 0, 0, "");
    }
    if (answer < 0) m->gone = true;
    return answer;
}

static void over(const dado_agent *agent, void *self, const dado_trace *trace)
{
    referee *r = agent->data;
    const memory *m = self;
    if (!m->greeted || !r->running) return;
    dado_text_clear(&r->question);
    dado_text_addf(&r->question, "{\"t\":\"over\",\"end\":\"%s\",\"places\":[",
                   dado_match_end_names[trace->end]);
    for (int p = 0; p < trace->players; p++) {
        dado_text_addf(&r->question, "%s%d", p ? "," : "", (int)trace->places[p]);
    }
    dado_text_addf(&r->question, "],\"rounds\":%d}", trace->rounds);
    r->cpu_rested = -1;  // it may think about this message
    // A program that does not read, or was ever late in this match, is started anew.
    if (!send_message(r, dado_clock_ms() + 1000) || m->strikes > 0) stop(r);
}

static const char *notes(const dado_agent *agent)
{
    referee *r = agent->data;
    return dado_notebook_take(&r->book);
}

static const char *const from_game[] = { "time_ms", "bank_ms", "strikes", "on_crash", NULL };

const dado_agent_kind dado_agent_process = {
    .size = sizeof(dado_agent_kind),
    .outside_code = true,
    .foreign = true,
    .name = "process",
    .title = "Program",
    .about = "A program in any language that answers in JSON lines; also written as its path.",
    .open = open,
    .choose = choose,
    .over = over,
    .close = close_agent,
    .notes = notes,
    .referee = from_game,
    .pause = pause_player,
};
