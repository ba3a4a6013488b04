// process.c - a player that is a program of its own, in any language.
//
// The conversation is one JSON object a line, the same for every game: hello
// and ready, turn and move, if and then, err for a move that is none, over. The words of a
// move are those the game prints. Here the referee sits: the clock with its
// bank, strikes for being late or dying, restarts, turn codes that nobody can
// guess. None of it reaches the rules. A late or lost answer is played as the
// last legal move, which is the nearest to passing, so the match replays; when
// the strikes are used up the seat gives up.
#define _GNU_SOURCE
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "agents/agent.h"
#include "agents/forward.h"
#include "agents/line.h"
#include "core/face.h"
#include "core/note.h"

typedef struct referee {
    const char *program;
    dado_box_limits limits;
    int64_t time_ms, bank_ms, hello_ms;
    int64_t max_strikes, max_refusals, max_decisions;
    int64_t budget;       // of what-ifs, in moves a question
    dado_forward forward;
    bool forfeit_on_crash;
    dado_talk talk;
    bool running;
    bool wants_moves;     // it asked for the legal moves with every question
    bool wants_features;  // and for what it sees in numbers
    uint64_t hellos;      // matches so far
    float *values;        // room for these,
    int32_t *numbers;     // and for the numbers of moves
    dado_text question;   // the line to say
    dado_text words;      // of a move, or a view
    dado_notebook book;
} referee;

typedef struct memory {  // of one match
    bool greeted, gone;
    int32_t strikes;
    int32_t last_decision;
    int32_t in_turn;      // decisions since another seat moved
    int64_t left_ms;      // of this turn
    int64_t took_ms;      // so far, of this turn
    int64_t bank_ms;
} memory;

static bool open(dado_agent *agent, const dado_options *options, dado_arena *arena,
                 dado_error *err)
{
    referee *r = dado_new(arena, referee, 1);
    if (!r) return dado_fail(err, DADO_LIMIT, "no memory left for an agent");
    static const char *const crashes[] = { "pass", "forfeit", NULL };
    dado_ask ask = dado_ask_begin(options);
    r->program = dado_ask_text(&ask, "program", NULL);
    r->time_ms = dado_ask_int(&ask, "time_ms", 30000, 0, 86400000);
    r->bank_ms = dado_ask_int(&ask, "bank_ms", 0, 0, 86400000);
    r->hello_ms = dado_ask_int(&ask, "hello_ms", 10000, 10, 600000);
    r->max_strikes = dado_ask_int(&ask, "strikes", 3, 0, 1000000);
    r->max_refusals = dado_ask_int(&ask, "refusals", 100, 0, 1000000);
    r->max_decisions = dado_ask_int(&ask, "commands", 10000, 1, 1000000);
    r->budget = dado_ask_int(&ask, "forward", DADO_FORWARD_USUAL, 0, INT64_C(1) << 40);
    r->forfeit_on_crash = dado_ask_word(&ask, "on_crash", crashes, 0) == 1;
    r->limits.memory_mb = dado_ask_int(&ask, "memory_mb", 1024, 16, 1 << 20);
    r->limits.cpu_seconds = dado_ask_int(&ask, "cpu_s", 0, 0, 86400);
    r->limits.files_mb = dado_ask_int(&ask, "files_mb", 64, 0, 1 << 20);
    r->limits.threads = dado_ask_int(&ask, "threads", 128, 1, 4096);
    r->limits.needs = dado_ask_text(&ask, "needs", NULL);
    r->limits.unsafe = dado_ask_bool(&ask, "unsafe", false);
    if (!dado_ask_end(&ask, arena, &agent->options, err)) return false;
    if (!r->program) {
        return dado_fail(err, DADO_MEANING,
                         "name the program: process:program=./my_agent, or just ./my_agent");
    }
    r->talk.buffer = dado_new(arena, char, DADO_LINE_MOST + 1);
    r->talk.remarks = dado_new(arena, char, DADO_NOTES_MOST);
    if (!r->talk.buffer || !r->talk.remarks) {
        return dado_fail(err, DADO_LIMIT, "no memory left for an agent");
    }
    agent->data = r;
    agent->self_size = sizeof(memory);
    agent->scratch_size = agent->game->state_size + 16 +
                          sizeof(dado_move) * (size_t)agent->game->max_moves +
                          dado_forward_size(agent->game);
    r->values = dado_new(arena, float, dado_features_size(agent->game) + 1);
    r->numbers = dado_new(arena, int32_t, agent->game->max_moves);
    if (!r->values || !r->numbers) {
        return dado_fail(err, DADO_LIMIT, "no memory left for an agent");
    }
    // Started at once, so that a program that cannot run is refused before anything is played.
    if (!dado_talk_start(&r->talk, r->program, &r->limits, err)) return false;
    r->running = true;
    r->book.seat = agent->seat;
    dado_text_clear(&r->words);
    dado_box_describe(&r->talk.box, &r->limits, &r->words);
    dado_notebook_remark(&r->book, "box", dado_text_string(&r->words));
    return true;
}

static void close_agent(dado_agent *agent)
{
    referee *r = agent->data;
    if (!r) return;
    if (r->running) dado_talk_end(&r->talk);
    dado_text_free(&r->question);
    dado_text_free(&r->words);
    dado_forward_free(&r->forward);
    dado_notebook_free(&r->book);
}

// Turn codes come from the system, not from any stream an agent could have seen.
static uint64_t fresh_code(void)
{
    uint64_t code = 0;
    while (code == 0) {
        if (getrandom(&code, sizeof code, 0) != (ssize_t)sizeof code) code = 0;
    }
    return code;
}

static bool say(referee *r, int64_t until)
{
    dado_text_char(&r->question, '\n');
    return dado_talk_say(&r->talk, dado_text_string(&r->question), r->question.length, until);
}

// Hears one line and reads it as JSON; NULL with the reason if that is not to be.
static json_t *hear(referee *r, int64_t until, dado_heard *heard)
{
    char *line;
    *heard = dado_talk_hear(&r->talk, &line, until);
    if (*heard == DADO_HEARD_FLOOD) {
        char said[80];
        snprintf(said, sizeof said, "a line without end: %d bytes, and more", DADO_LINE_MOST);
        dado_notebook_remark(&r->book, "flood", said);
    }
    if (*heard != DADO_HEARD_LINE) return NULL;
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

static void keep_remarks(referee *r)
{
    if (!r->talk.remarked) return;
    r->talk.remarks[r->talk.remarked] = '\0';
    // What is said last is what matters where a program dies.
    size_t from =
        r->talk.remarked > DADO_NOTE_WORDS ? r->talk.remarked - DADO_NOTE_WORDS : 0;
    dado_notebook_remark(&r->book, "stderr", r->talk.remarks + from);
    r->talk.remarked = 0;
}

static void stop(referee *r)
{
    if (r->running) dado_talk_end(&r->talk);
    r->running = false;
    keep_remarks(r);
}

// Why it is no longer there, as far as that can be known shortly after.
static void tell_death(referee *r)
{
    dado_box *box = &r->talk.box;
    int64_t until = dado_clock_ms() + 100;
    while (dado_box_alive(box) && dado_clock_ms() < until) {
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
    }
    char said[120];
    bool ended = box->code >= 0;
    if (box->code > 128) {
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

// Begins a match with the program, starting it anew if it must; DADO_HEARD_LINE if it is ready.
static dado_heard greet(const dado_agent *agent, referee *r, const dado_turn *turn)
{
    dado_error err;
    if (!r->running && !dado_talk_start(&r->talk, r->program, &r->limits, &err)) {
        dado_notebook_remark(&r->book, "start", err.text);
        return DADO_HEARD_END;
    }
    r->running = true;
    r->hellos++;
    dado_text_clear(&r->question);
    dado_text_add(&r->question, "{\"t\":\"hello\",\"proto\":1,\"game\":");
    dado_text_json(&r->question, agent->game->rules->name);
    dado_text_addf(&r->question, ",\"seat\":%d,\"players\":%d,\"options\":", turn->seat,
                   agent->game->players);
    dado_text_json(&r->question, agent->game->options);
    // For its own use; 53 bits, which every language's numbers can hold.
    dado_text_addf(&r->question, ",\"seed\":%" PRIu64 "}", dado_rng_next(turn->luck) >> 11);
    int64_t until = dado_clock_ms() + r->hello_ms;
    if (!say(r, until)) return DADO_HEARD_END;
    for (int stray = 0; stray < 100; stray++) {  // late answers of the last match may come first
        dado_heard heard;
        json_t *answer = hear(r, until, &heard);
        if (heard == DADO_HEARD_NOTHING) {
            dado_notebook_remark(&r->book, "hello", "no ready in time");
        }
        if (heard != DADO_HEARD_LINE) return heard;
        bool ready = answer && strcmp(text_of(answer, "t"), "ready") == 0;
        if (ready) r->wants_moves = json_is_true(json_object_get(answer, "moves"));
        if (ready) r->wants_features = json_is_true(json_object_get(answer, "features"));
        json_decref(answer);
        if (ready) return DADO_HEARD_LINE;
    }
    dado_notebook_remark(&r->book, "hello", "many lines and no ready among them");
    return DADO_HEARD_NOTHING;
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

// What the seat sees in numbers, and the numbers of its moves, in the order of the list.
static void list_features(referee *r, const dado_turn *turn)
{
    const dado_game *game = turn->game;
    int size = dado_features_size(game), actions = dado_actions(game);
    if (size > 0) game->rules->face->features(game, turn->view, turn->seat, r->values);
    if (actions > 0) {
        dado_action(game, turn->view, turn->seat, turn->moves, turn->count, r->numbers);
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

static void pose(referee *r, const dado_turn *turn, const void *state, uint64_t code,
                 int64_t left_ms)
{
    const dado_game *game = turn->game;
    int round = game->rules->round ? game->rules->round(game, state) : turn->decision;
    dado_text_clear(&r->question);
    dado_text_addf(&r->question, "{\"t\":\"turn\",\"round\":%d,\"code\":\"%016" PRIx64 "\"", round,
                   code);
    dado_text_addf(&r->question, ",\"time_ms\":%" PRId64 ",\"view\":", left_ms);
    dado_tell(game, state, turn->seat, &r->question);
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
    say(r, until);
}

// What would happen? {"t":"if","world":0,"moves":[...],"on":0,"list":true}
static bool answer_if(referee *r, const json_t *asked, int64_t until)
{
    dado_forward *f = &r->forward;
    const json_t *moves = json_object_get(asked, "moves");
    bool fine = dado_forward_deal(f, json_integer_value(json_object_get(asked, "world")));
    for (size_t i = 0; fine && i < json_array_size(moves); i++) {
        const char *words = json_string_value(json_array_get(moves, i));
        fine = dado_forward_move(f, words ? words : "");
    }
    if (fine) dado_forward_on(f, json_integer_value(json_object_get(asked, "on")));
    dado_text_clear(&r->question);
    dado_forward_tell(f, json_is_true(json_object_get(asked, "list")), &r->question);
    say(r, until);
    return strcmp(f->error, "BUDGET") != 0;
}

enum { resigned = -1, late = -2, died = -3, stubborn = -4, flooding = -5 };

// One question with all that may be said before it is answered.
static int converse(referee *r, const dado_turn *turn, const void *state, dado_move *room,
                    int64_t left_ms)
{
    uint64_t code = fresh_code();
    char code_text[17];
    snprintf(code_text, sizeof code_text, "%016" PRIx64, code);
    pose(r, turn, state, code, left_ms);
    int64_t until = r->time_ms ? dado_clock_ms() + left_ms : INT64_MAX / 2;
    if (!say(r, until)) return dado_box_alive(&r->talk.box) ? late : died;
    for (int64_t refusals = 0; refusals <= r->max_refusals;) {
        dado_heard heard;
        json_t *answer = hear(r, until, &heard);
        if (heard == DADO_HEARD_NOTHING) return late;
        if (heard == DADO_HEARD_FLOOD) return flooding;
        if (heard != DADO_HEARD_LINE) return died;
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
            say(r, until);
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

// Notes a strike; answers what is played instead: the last move, or giving up.
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
        m->left_ms = r->time_ms;
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
    dado_forward_begin(&r->forward, turn, r->budget, room + turn->game->max_moves);
    int64_t asked = dado_clock_ms();
    int answer = converse(r, turn, state, room, m->left_ms + m->bank_ms);
    int64_t used = dado_clock_ms() - asked;
    m->took_ms += used;
    m->left_ms -= used;
    if (m->left_ms < 0) {
        m->bank_ms += m->left_ms;  // an overrun is paid from the bank first
        m->left_ms = 0;
        if (m->bank_ms < 0) m->bank_ms = 0;
    }
    return answer;
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    referee *r = agent->data;
    memory *m = turn->self;
    if (m->gone) return -1;
    r->book.decision = turn->decision;
    if (!m->greeted) m->bank_ms = r->bank_ms;
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
    dado_heard ready = fresh ? greet(agent, r, turn) : DADO_HEARD_LINE;
    if (ready == DADO_HEARD_FLOOD) answer = flooding;
    if (ready == DADO_HEARD_LINE) {
        *turn->effort += 1;
        answer = answer_of(agent, r, m, turn);
    }
    keep_remarks(r);
    if (answer < resigned &&
        dado_turn_stopped(turn)) {  // nobody waits: no answer is held against it
        stop(r);
        return turn->count - 1;
    }
    if (answer == died || answer == flooding) {
        if (answer == died && r->running) tell_death(r);
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
                   dado_end_names[trace->end]);
    for (int p = 0; p < trace->players; p++) {
        dado_text_addf(&r->question, "%s%d", p ? "," : "", (int)trace->places[p]);
    }
    dado_text_addf(&r->question, "],\"rounds\":%d}", trace->rounds);
    // One that would not listen, or was late to the end, starts afresh.
    if (!say(r, dado_clock_ms() + 1000) || m->strikes > 0) stop(r);
}

static const char *notes(const dado_agent *agent)
{
    referee *r = agent->data;
    return dado_notebook_hand_over(&r->book);
}

static const char *const from_game[] = { "time_ms", "bank_ms", "strikes", "on_crash", NULL };

const dado_agent_kind dado_agent_process = {
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
};
