// lua.c - a player that is a Lua script, in our own process and in a box of its own.
//
// The conversation is that of a program on a pipe, without the pipe: the
// script's function choose(turn) gets the view as a table and its legal moves in
// words, and answers with one of them, with its place in the list, or with nil
// to give up. What it does is counted in steps and bytes, never in seconds, so
// its matches repeat everywhere. The referee's rule is the same too: an answer
// that is no legal move is told to the script, which may try again; a script
// that fails, runs on or stays stubborn has a strike, the last legal move is
// played for it, which is the nearest to passing, and it begins anew at its next
// question; out of strikes, the seat gives up.
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "agents/agent.h"
#include "agents/forward.h"
#include "core/note.h"
#include "script/script.h"

typedef struct bridge {
    const char *source, *text;
    int64_t steps, load_steps, max_strikes, max_refusals;
    size_t memory;
    dado_script *script;  // as it was left by the last question; NULL: to be begun
    int kept_rng;
    dado_text view, words;  // the view as JSON, and all moves in words, a zero byte after each
    size_t *begins;         // of each move's words
    const dado_turn *turn;  // being answered, as are the next two
    const void *state;
    dado_move *room;
    int answer;         // a place in the list; or one of the two below
    int64_t budget;     // of what-ifs, in moves a question
    dado_forward forward;
    json_t *then;       // the last answer to one
    char refused[160];  // why the last answer was none, behind a code; or empty
    dado_notebook book;
} bridge;

enum { resigned = -1, no_answer = -2 };

typedef struct memory {  // of one match
    bool begun, gone;
    int32_t strikes;
} memory;

// ---- the luck a script may use: that of its seat

static dado_rng *luck_of(const bridge *b)
{
    return b->turn->luck;
}

static int rng_int(dado_script *s, void *context)
{
    const int64_t far = INT64_C(1) << 53;
    int64_t low = dado_script_want_int(s, 1, "the least", -far, far);
    int64_t high = dado_script_want_int(s, 2, "the most", low, far);
    uint64_t drawn = dado_rng_below(luck_of(context), (uint64_t)(high - low) + 1);
    dado_script_give_int(s, low + (int64_t)drawn);
    return 1;
}

static int rng_unit(dado_script *s, void *context)
{
    dado_script_give_real(s, dado_rng_unit(luck_of(context)));
    return 1;
}

static int rng_pick(dado_script *s, void *context)
{
    if (dado_script_count(s) < 1 || dado_script_kind_of(s, 1) != DADO_SCRIPT_TABLE) {
        dado_script_raise(s, "L_RUNTIME", "rng:pick wants a list");
    }
    size_t length = dado_script_length(s, 1);
    if (length == 0) dado_script_raise(s, "L_RUNTIME", "rng:pick wants a list that is not empty");
    dado_script_item(s, 1, 1 + (int64_t)dado_rng_below(luck_of(context), length));
    return 1;
}

static const dado_script_method rng_methods[] = {
    { "int", rng_int },
    { "unit", rng_unit },
    { "pick", rng_pick },
    { NULL, NULL },
};

// split("move 4711 3,4"): the words of a move, those that are whole numbers as numbers.
static int split(dado_script *s, void *context)
{
    (void)context;
    const char *text = dado_script_want_text(s, 1, "a text");
    dado_script_charge(s, (int64_t)strlen(text) / 4 + 1);
    dado_script_give_table(s);
    for (int64_t item = 1; *(text += strspn(text, " ,")); item++) {
        char word[256];
        size_t length = strcspn(text, " ,");
        snprintf(word, sizeof word, "%.*s", (int)(length < 255 ? length : 255), text);
        int64_t number;
        if (dado_read_int(word, &number)) dado_script_give_int(s, number);
        else dado_script_give_text(s, word);
        dado_script_into_item(s, item);
        text += length;
    }
    return 1;
}

// ---- the question as a table

static void give_json(dado_script *s, const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        dado_script_give_table(s);
        for (void *at = json_object_iter((json_t *)(uintptr_t)value); at;
             at = json_object_iter_next((json_t *)(uintptr_t)value, at)) {
            give_json(s, json_object_iter_value(at));
            dado_script_into(s, json_object_iter_key(at));
        }
        return;
    case JSON_ARRAY:
        dado_script_give_table(s);
        for (size_t i = 0; i < json_array_size(value); i++) {
            give_json(s, json_array_get(value, i));
            dado_script_into_item(s, (int64_t)i + 1);
        }
        return;
    case JSON_STRING: dado_script_give_text(s, json_string_value(value)); return;
    case JSON_INTEGER: dado_script_give_int(s, json_integer_value(value)); return;
    case JSON_REAL: dado_script_give_real(s, json_real_value(value)); return;
    case JSON_TRUE:
    case JSON_FALSE: dado_script_give_bool(s, json_is_true(value)); return;
    default: dado_script_give_nil(s);
    }
}

// what_if{ world = 0, moves = { "..." }, on = 0, list = true }: what would happen, as a table.
static int what_if(dado_script *s, void *context)
{
    enum { steps_a_move = 100 };
    bridge *b = context;
    dado_forward *f = &b->forward;
    int64_t world = 0, on = 0, before = f->left;
    if (!b->turn) dado_script_raise(s, "L_RUNTIME", "what_if is for while a question is open");
    bool asked = dado_script_count(s) >= 1 && dado_script_kind_of(s, 1) == DADO_SCRIPT_TABLE;
    if (!asked) dado_script_raise(s, "L_RUNTIME", "what_if wants a table");
    if (dado_script_field(s, 1, "world")) dado_script_get_int(s, -1, &world);
    if (dado_script_field(s, 1, "on")) dado_script_get_int(s, -1, &on);
    bool list = dado_script_field(s, 1, "list") && dado_script_is_true(s, -1);
    dado_script_drop(s, 3);
    bool fine = dado_forward_deal(f, world), moves = dado_script_field(s, 1, "moves");
    size_t count = 0;
    if (moves && dado_script_kind_of(s, -1) == DADO_SCRIPT_TABLE) count = dado_script_length(s, -1);
    for (size_t i = 1; fine && i <= count; i++) {
        dado_script_item(s, -1, (int64_t)i);
        const char *words = dado_script_get_text(s, -1);
        fine = dado_forward_move(f, words ? words : "");
        dado_script_drop(s, 1);
    }
    dado_script_drop(s, 1);
    if (fine) dado_forward_on(f, on);
    dado_text_clear(&b->view);
    dado_forward_tell(f, list, &b->view);
    dado_script_charge(s, (before - f->left) * steps_a_move + (int64_t)b->view.length / 4 + 1);
    json_error_t unread;
    json_decref(b->then);  // kept, for what is given may end the script
    b->then = json_loads(dado_text_string(&b->view), 0, &unread);
    if (b->then) give_json(s, b->then);
    else dado_script_give_nil(s);
    return 1;
}

static void give_moves(dado_script *s, bridge *b)
{
    const dado_turn *turn = b->turn;
    dado_script_give_table(s);
    for (int i = 0; i < turn->count; i++) {
        dado_script_give_text(s, dado_text_string(&b->words) + b->begins[i]);
        dado_script_into_item(s, i + 1);
    }
}

static void set_int(dado_script *s, const char *name, int64_t value)
{
    dado_script_give_int(s, value);
    dado_script_into(s, name);
}

static void set_text(dado_script *s, const char *name, const char *value)
{
    dado_script_give_text(s, value);
    dado_script_into(s, name);
}

typedef struct question {
    bridge *b;
    const json_t *view;
} question;

static void read_answer(dado_script *s, bridge *b)
{
    const dado_turn *turn = b->turn;
    b->refused[0] = '\0';
    if (dado_script_kind_of(s, -1) == DADO_SCRIPT_NIL) {
        b->answer = resigned;
        return;
    }
    int64_t place;
    b->answer = no_answer;
    if (dado_script_kind_of(s, -1) == DADO_SCRIPT_NUMBER) {
        if (dado_script_get_int(s, -1, &place) && place >= 1 && place <= turn->count) {
            b->answer = (int)place - 1;
            return;
        }
        snprintf(b->refused, sizeof b->refused, "BAD_PLACE: there are moves 1 to %d", turn->count);
        return;
    }
    const char *words = dado_script_get_text(s, -1);
    if (!words) {
        snprintf(b->refused, sizeof b->refused, "BAD_MESSAGE: a move is a string or a number");
        return;
    }
    for (int i = 0; i < turn->count; i++) {
        if (strcmp(words, dado_text_string(&b->words) + b->begins[i]) == 0) {
            b->answer = i;
            return;
        }
    }
    dado_move found;
    if (dado_find_move(turn->game, b->state, words, b->room, &found)) {
        for (int i = 0; i < turn->count; i++) {
            if (turn->moves[i] == found) b->answer = i;
        }
        return;
    }
    dado_text why = dado_text_over(b->refused, sizeof b->refused);
    if (turn->game->rules->refuse) turn->game->rules->refuse(turn->game, b->state, words, &why);
    else dado_text_add(&why, "ILLEGAL");
    dado_text_addf(&why, ": %.80s", words);
}

// Asks until there is an answer or the script has been refused often enough.
static void ask(dado_script *s, void *context)
{
    const question *q = context;
    bridge *b = q->b;
    const dado_turn *turn = b->turn;
    const dado_game *game = turn->game;
    dado_script_give_table(s);
    set_text(s, "game", game->rules->name);
    set_text(s, "options", game->options);
    set_int(s, "seat", turn->seat);
    set_int(s, "players", game->players);
    set_int(s, "round", game->rules->round ? game->rules->round(game, b->state) : turn->decision);
    give_json(s, q->view);
    dado_script_into(s, "view");
    give_moves(s, b);
    dado_script_into(s, "moves");
    dado_script_give_kept(s, b->kept_rng);
    dado_script_into(s, "rng");
    for (int64_t refusals = 0; refusals <= b->max_refusals; refusals++) {
        dado_script_give_copy(s, -1);
        dado_script_call(s, "choose", 1, 1);
        read_answer(s, b);
        dado_script_drop(s, 1);
        if (b->answer != no_answer) return;
        const char *detail = strstr(b->refused, ": ");
        dado_notebook_add(&b->book, DADO_NOTE_REFUSED, b->refused, 0, 0, detail ? detail + 2 : "");
        set_text(s, "error", b->refused);
    }
}

// ---- the referee

static void offer(dado_script *s, void *context)
{
    dado_script_offer(s, "split", split, context);
    dado_script_offer(s, "what_if", what_if, context);
}

static void begin_script(dado_script *s, void *context)
{
    bridge *b = context;
    if (!dado_script_has(s, "choose")) {
        dado_script_raise(s, "L_RUNTIME",
                          "the script has no function choose(turn); a program that speaks over "
                          "pipes is named as process:program=FILE");
    }
    dado_script_give_object(s, rng_methods, b);
    b->kept_rng = dado_script_keep(s);
}

static bool stopped(const void *turn)
{
    return dado_turn_stopped(turn);
}

static bool begin(bridge *b, dado_error *err)
{
    if (b->script) return true;
    b->script = dado_script_new(b->memory, err);
    if (b->script && b->turn) dado_script_heed(b->script, stopped, b->turn);
    bool fine = b->script && dado_script_do(b->script, offer, b, b->load_steps, err) &&
                dado_script_run(b->script, b->source, b->text, b->load_steps, err) &&
                dado_script_do(b->script, begin_script, b, b->load_steps, err);
    if (fine) return true;
    dado_script_free(b->script);
    b->script = NULL;
    return false;
}

static void forget(bridge *b)
{
    dado_script_free(b->script);
    b->script = NULL;
}

// Moves in words, one after the other.
static void put_into_words(bridge *b, const dado_turn *turn)
{
    dado_text_clear(&b->words);
    for (int i = 0; i < turn->count; i++) {
        b->begins[i] = b->words.length;
        turn->game->rules->print_move(turn->game, b->state, turn->moves[i], &b->words);
        dado_text_char(&b->words, '\0');
    }
}

static void note_failure(bridge *b, const dado_error *err)
{
    const char *source = err->place.source ? err->place.source : b->source;
    dado_text said = { 0 };
    if (err->place.line) dado_text_addf(&said, "%s:%d: ", source, err->place.line);
    else dado_text_addf(&said, "%s: ", source);
    if (err->code[0]) dado_text_addf(&said, "%s: ", err->code);
    dado_text_add(&said, err->text);
    dado_notebook_remark(&b->book, "error", dado_text_string(&said));
    dado_text_free(&said);
}

static int strike(bridge *b, memory *m, int instead, const char *why)
{
    m->strikes++;
    dado_notebook_add(&b->book, DADO_NOTE_STRIKE, why, m->strikes, 0, "");
    forget(b);  // what it remembers may be half changed
    if (!b->max_strikes || m->strikes < b->max_strikes) return instead;
    dado_notebook_add(&b->book, DADO_NOTE_FORFEIT, "strikes", m->strikes, 0, "");
    m->gone = true;
    return -1;
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    bridge *b = agent->data;
    memory *m = turn->self;
    if (m->gone) return -1;
    b->book.decision = turn->decision;
    if (!m->begun) forget(b);  // no match may depend on the one before
    m->begun = true;
    size_t after = (agent->game->state_size + 15) & ~(size_t)15;
    dado_redeal(turn->game, turn->view, turn->seat, turn->luck, turn->scratch);
    b->turn = turn;
    b->state = turn->scratch;
    b->room = (dado_move *)(void *)((unsigned char *)turn->scratch + after);
    b->answer = no_answer;
    dado_forward_begin(&b->forward, turn, b->budget, b->room + agent->game->max_moves);
    put_into_words(b, turn);
    dado_text_clear(&b->view);
    dado_tell(turn->game, b->state, turn->seat, &b->view);
    json_error_t unread;
    json_t *view = json_loads(dado_text_string(&b->view), JSON_DECODE_ANY, &unread);
    question q = { b, view ? view : json_null() };
    dado_error err = { 0 };
    if (b->script) dado_script_heed(b->script, stopped, turn);
    bool fine = begin(b, &err) && dado_script_do(b->script, ask, &q, b->steps, &err);
    json_decref(view);
    b->turn = NULL;  // what is run from here on is no answer
    *turn->effort += 1;
    if (!fine && dado_turn_stopped(turn)) {  // nobody waits: no answer is held against it
        forget(b);
        return turn->count - 1;
    }
    if (!fine) {
        note_failure(b, &err);
        return strike(b, m, turn->count - 1, "crash");
    }
    if (b->answer == no_answer) return strike(b, m, turn->count - 1, "refusals");
    if (b->answer == resigned) {
        dado_notebook_add(&b->book, DADO_NOTE_FORFEIT, "resigned", 0, 0, "");
        m->gone = true;
    }
    return b->answer;
}

static bool open(dado_agent *agent, const dado_options *options, dado_arena *arena, dado_error *err)
{
    bridge *b = dado_new(arena, bridge, 1);
    if (!b) return dado_fail(err, DADO_LIMIT, "no memory left for the script");
    const dado_option *file = dado_options_find(options, "file");
    dado_ask ask_for = dado_ask_begin(options);
    b->text = dado_ask_text(&ask_for, "file", NULL);
    b->steps = dado_ask_int(&ask_for, "steps", 5000000, 1000, INT64_C(1) << 40);
    b->memory = (size_t)dado_ask_int(&ask_for, "memory_mb", 64, 1, 4096) << 20;
    b->max_strikes = dado_ask_int(&ask_for, "strikes", 3, 0, 1000000);
    b->max_refusals = dado_ask_int(&ask_for, "refusals", 10, 0, 1000000);
    b->budget = dado_ask_int(&ask_for, "forward", DADO_FORWARD_USUAL, 0, INT64_C(1) << 40);
    if (!dado_ask_end(&ask_for, arena, &agent->options, err)) return false;
    if (!b->text) {
        return dado_fail(err, DADO_MEANING, "name the script: ./my_agent.lua, or lua:file=@FILE");
    }
    b->source = file && file->place.source ? file->place.source : "script";
    b->load_steps = b->steps > 10000000 ? b->steps : 10000000;
    b->begins = dado_new(arena, size_t, agent->game->max_moves);
    if (!b->begins) return dado_fail(err, DADO_LIMIT, "no memory left for the script");
    agent->data = b;
    b->book.seat = agent->seat;
    agent->self_size = sizeof(memory);
    agent->scratch_size = agent->game->state_size + 16 +
                          sizeof(dado_move) * (size_t)agent->game->max_moves +
                          dado_forward_size(agent->game);
    return begin(b, err);  // what does not even load is refused before anybody waits for a match
}

static void close(dado_agent *agent)
{
    bridge *b = agent->data;
    if (!b) return;
    forget(b);
    dado_text_free(&b->view);
    dado_text_free(&b->words);
    dado_forward_free(&b->forward);
    json_decref(b->then);
    dado_notebook_free(&b->book);
}

static void over(const dado_agent *agent, void *self, const dado_trace *trace)
{
    (void)self;
    (void)trace;
    bridge *b = agent->data;
    const char *said = b->script ? dado_script_printed(b->script) : "";
    if (*said) dado_notebook_remark(&b->book, "printed", said);
}

static const char *notes(const dado_agent *agent)
{
    bridge *b = agent->data;
    return dado_notebook_hand_over(&b->book);
}

static const char *const from_game[] = { "strikes", NULL };

const dado_agent_kind dado_agent_lua = {
    .name = "lua",
    .title = "Lua script",
    .about = "A Lua 5.4 script with choose(turn), boxed and counted; also written as its path.",
    .open = open,
    .choose = choose,
    .over = over,
    .close = close,
    .notes = notes,
    .referee = from_game,
};
