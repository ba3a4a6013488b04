// lua_agent.c - a player that is a Lua script, run in this process in a sandbox of its
// own.
//
// It works like a program on a pipe, without the pipe: the script's function choose(turn)
// gets the view as a table and its legal moves in words. It returns one of them, its
// index, or nil to give up. Its work is counted in steps and bytes, never in seconds, so
// matches repeat exactly everywhere. The referee's rules are the same too. An answer that
// is no legal move is reported to the script, which may try again. A script that fails,
// runs too long or keeps giving illegal moves gets a strike: the last legal move, the
// nearest to passing, is played for it, and the script is loaded anew for its next
// question. When its strikes are used up, the seat gives up.
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "agents/agent.h"
#include "agents/forward_model.h"
#include "core/referee_notes.h"
#include "script/lua_sandbox.h"

typedef struct lua_agent {
    const char *source, *text;
    int64_t steps, load_steps, max_strikes, max_refusals;
    size_t memory;
    dado_script *script;  // as the last question left it; NULL: it must be loaded
    int kept_rng;
    dado_text view, words;  // the view as JSON; the words of all moves, a zero byte after each
    size_t *begins;         // where each move's words begin in `words`
    const dado_turn *turn;  // the question being answered; the next two belong to it
    const void *state;
    dado_move *room;
    int answer;      // index of a move, or one of the two constants below
    int64_t budget;  // moves per question that looking ahead may take
    dado_forward_model forward;
    json_t *then;       // the last result of looking ahead
    char refused[160];  // a code and why the last answer was refused; or empty
    dado_notebook book;
} lua_agent;

enum { resigned = -1, no_answer = -2 };

typedef struct memory {  // for one match
    bool begun, gone;
    int32_t strikes;
} memory;

// ---- random numbers for the script, from its seat's ----

static dado_rng *luck_of(const lua_agent *b)
{
    return b->turn->luck;
}

static int rng_int(dado_script *s, void *context)
{
    const int64_t far = INT64_C(1) << 53;
    int64_t low = dado_script_check_int(s, 1, "the least", -far, far);
    int64_t high = dado_script_check_int(s, 2, "the most", low, far);
    uint64_t drawn = dado_rng_below(luck_of(context), (uint64_t)(high - low) + 1);
    dado_script_push_int(s, low + (int64_t)drawn);
    return 1;
}

static int rng_unit(dado_script *s, void *context)
{
    dado_script_push_real(s, dado_rng_unit(luck_of(context)));
    return 1;
}

static int rng_pick(dado_script *s, void *context)
{
    if (dado_script_argument_count(s) < 1 || dado_script_type_of(s, 1) != DADO_SCRIPT_TABLE) {
        dado_script_raise(s, "L_RUNTIME", "rng:pick wants a list");
    }
    size_t length = dado_script_length(s, 1);
    if (length == 0) dado_script_raise(s, "L_RUNTIME", "rng:pick wants a list that is not empty");
    dado_script_push_item(s, 1, 1 + (int64_t)dado_rng_below(luck_of(context), length));
    return 1;
}

static const dado_script_method rng_methods[] = {
    { "int", rng_int },
    { "unit", rng_unit },
    { "pick", rng_pick },
    { NULL, NULL },
};

// split("move 4711 3,4"): returns the words of a move; whole numbers become numbers.
static int split(dado_script *s, void *context)
{
    (void)context;
    const char *text = dado_script_check_text(s, 1, "a text");
    dado_script_charge_steps(s, (int64_t)strlen(text) / 4 + 1);
    dado_script_push_table(s);
    for (int64_t item = 1; *(text += strspn(text, " ,")); item++) {
        char word[256];
        size_t length = strcspn(text, " ,");
        snprintf(word, sizeof word, "%.*s", (int)(length < 255 ? length : 255), text);
        int64_t number;
        if (dado_read_int(word, &number)) dado_script_push_int(s, number);
        else dado_script_push_text(s, word);
        dado_script_set_item(s, item);
        text += length;
    }
    return 1;
}

// ---- the question as a table ----

static void give_json(dado_script *s, const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        dado_script_push_table(s);
        for (void *at = json_object_iter((json_t *)(uintptr_t)value); at;
             at = json_object_iter_next((json_t *)(uintptr_t)value, at)) {
            give_json(s, json_object_iter_value(at));
            dado_script_set_field(s, json_object_iter_key(at));
        }
        return;
    case JSON_ARRAY:
        dado_script_push_table(s);
        for (size_t i = 0; i < json_array_size(value); i++) {
            give_json(s, json_array_get(value, i));
            dado_script_set_item(s, (int64_t)i + 1);
        }
        return;
    case JSON_STRING: dado_script_push_text(s, json_string_value(value)); return;
    case JSON_INTEGER: dado_script_push_int(s, json_integer_value(value)); return;
    case JSON_REAL: dado_script_push_real(s, json_real_value(value)); return;
    case JSON_TRUE:
    case JSON_FALSE: dado_script_push_bool(s, json_is_true(value)); return;
    default: dado_script_push_nil(s);
    }
}

// what_if{ world = 0, moves = { "..." }, on = 0, list = true }: returns what would
// happen, as a table.
static int what_if(dado_script *s, void *context)
{
    enum { steps_a_move = 100 };
    lua_agent *b = context;
    dado_forward_model *f = &b->forward;
    int64_t world = 0, on = 0, before = f->left;
    if (!b->turn) dado_script_raise(s, "L_RUNTIME", "what_if is for while a question is open");
    bool asked =
        dado_script_argument_count(s) >= 1 && dado_script_type_of(s, 1) == DADO_SCRIPT_TABLE;
    if (!asked) dado_script_raise(s, "L_RUNTIME", "what_if wants a table");
    if (dado_script_push_field(s, 1, "world")) dado_script_get_int(s, -1, &world);
    if (dado_script_push_field(s, 1, "on")) dado_script_get_int(s, -1, &on);
    bool list = dado_script_push_field(s, 1, "list") && dado_script_is_true(s, -1);
    dado_script_pop(s, 3);
    bool fine = dado_forward_model_sample(f, world), moves = dado_script_push_field(s, 1, "moves");
    size_t count = 0;
    if (moves && dado_script_type_of(s, -1) == DADO_SCRIPT_TABLE) count = dado_script_length(s, -1);
    for (size_t i = 1; fine && i <= count; i++) {
        dado_script_push_item(s, -1, (int64_t)i);
        const char *words = dado_script_get_text(s, -1);
        fine = dado_forward_model_move(f, words ? words : "");
        dado_script_pop(s, 1);
    }
    dado_script_pop(s, 1);
    if (fine) dado_forward_model_playout(f, on);
    dado_text_clear(&b->view);
    dado_forward_model_json(f, list, &b->view);
    dado_script_charge_steps(s,
                             (before - f->left) * steps_a_move + (int64_t)b->view.length / 4 + 1);
    json_error_t unread;
    json_decref(b->then);  // kept here, because converting it may end the script
    b->then = json_loads(dado_text_string(&b->view), 0, &unread);
    if (b->then) give_json(s, b->then);
    else dado_script_push_nil(s);
    return 1;
}

static void give_moves(dado_script *s, lua_agent *b)
{
    const dado_turn *turn = b->turn;
    dado_script_push_table(s);
    for (int i = 0; i < turn->count; i++) {
        dado_script_push_text(s, dado_text_string(&b->words) + b->begins[i]);
        dado_script_set_item(s, i + 1);
    }
}

static void set_int(dado_script *s, const char *name, int64_t value)
{
    dado_script_push_int(s, value);
    dado_script_set_field(s, name);
}

static void set_text(dado_script *s, const char *name, const char *value)
{
    dado_script_push_text(s, value);
    dado_script_set_field(s, name);
}

typedef struct question {
    lua_agent *b;
    const json_t *view;
} question;

static void read_answer(dado_script *s, lua_agent *b)
{
    const dado_turn *turn = b->turn;
    b->refused[0] = '\0';
    if (dado_script_type_of(s, -1) == DADO_SCRIPT_NIL) {
        b->answer = resigned;
        return;
    }
    int64_t place;
    b->answer = no_answer;
    if (dado_script_type_of(s, -1) == DADO_SCRIPT_NUMBER) {
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
    dado_text why = dado_text_in_buffer(b->refused, sizeof b->refused);
    if (turn->game->rules->refuse) turn->game->rules->refuse(turn->game, b->state, words, &why);
    else dado_text_add(&why, "ILLEGAL");
    dado_text_addf(&why, ": %.80s", words);
}

// Asks until there is an answer or too many answers were refused.
static void ask(dado_script *s, void *context)
{
    const question *q = context;
    lua_agent *b = q->b;
    const dado_turn *turn = b->turn;
    const dado_game *game = turn->game;
    dado_script_push_table(s);
    set_text(s, "game", game->rules->name);
    set_text(s, "options", game->options);
    set_int(s, "seat", turn->seat);
    set_int(s, "players", game->players);
    set_int(s, "round", game->rules->round ? game->rules->round(game, b->state) : turn->decision);
    give_json(s, q->view);
    dado_script_set_field(s, "view");
    give_moves(s, b);
    dado_script_set_field(s, "moves");
    dado_script_push_ref(s, b->kept_rng);
    dado_script_set_field(s, "rng");
    for (int64_t refusals = 0; refusals <= b->max_refusals; refusals++) {
        dado_script_push_copy(s, -1);
        dado_script_call(s, "choose", 1, 1);
        read_answer(s, b);
        dado_script_pop(s, 1);
        if (b->answer != no_answer) return;
        const char *detail = strstr(b->refused, ": ");
        dado_notebook_add(&b->book, DADO_NOTE_REFUSED, b->refused, 0, 0, detail ? detail + 2 : "");
        set_text(s, "error", b->refused);
    }
}

// ---- the referee ----

static void offer(dado_script *s, void *context)
{
    dado_script_register(s, "split", split, context);
    dado_script_register(s, "what_if", what_if, context);
}

static void begin_script(dado_script *s, void *context)
{
    lua_agent *b = context;
    if (!dado_script_has_function(s, "choose")) {
        dado_script_raise(s, "L_RUNTIME",
                          "the script has no function choose(turn); a program that speaks over "
                          "pipes is named as process:program=FILE");
    }
    dado_script_push_object(s, rng_methods, b);
    b->kept_rng = dado_script_ref(s);
}

static bool stopped(const void *turn)
{
    return dado_turn_stopped(turn);
}

static bool begin(lua_agent *b, dado_error *err)
{
    if (b->script) return true;
    b->script = dado_script_new(b->memory, err);
    if (b->script && b->turn) dado_script_set_stop_check(b->script, stopped, b->turn);
    bool fine = b->script && dado_script_pcall(b->script, offer, b, b->load_steps, err) &&
                dado_script_run(b->script, b->source, b->text, b->load_steps, err) &&
                dado_script_pcall(b->script, begin_script, b, b->load_steps, err);
    if (fine) return true;
    dado_script_free(b->script);
    b->script = NULL;
    return false;
}

static void forget(lua_agent *b)
{
    dado_script_free(b->script);
    b->script = NULL;
}

// Writes the words of all moves, one after the other.
static void describe_moves(lua_agent *b, const dado_turn *turn)
{
    dado_text_clear(&b->words);
    for (int i = 0; i < turn->count; i++) {
        b->begins[i] = b->words.length;
        turn->game->rules->print_move(turn->game, b->state, turn->moves[i], &b->words);
        dado_text_char(&b->words, '\0');
    }
}

static void note_failure(lua_agent *b, const dado_error *err)
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

static int strike(lua_agent *b, memory *m, int instead, const char *why)
{
    m->strikes++;
    dado_notebook_add(&b->book, DADO_NOTE_STRIKE, why, m->strikes, 0, "");
    forget(b);  // the script's variables may be half changed
    if (!b->max_strikes || m->strikes < b->max_strikes) return instead;
    dado_notebook_add(&b->book, DADO_NOTE_FORFEIT, "strikes", m->strikes, 0, "");
    m->gone = true;
    return -1;
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    lua_agent *b = agent->data;
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
    dado_forward_model_begin(&b->forward, turn, b->budget, b->room + agent->game->max_moves);
    describe_moves(b, turn);
    dado_text_clear(&b->view);
    dado_state_json(turn->game, b->state, turn->seat, &b->view);
    json_error_t unread;
    json_t *view = json_loads(dado_text_string(&b->view), JSON_DECODE_ANY, &unread);
    question q = { b, view ? view : json_null() };
    dado_error err = { 0 };
    if (b->script) dado_script_set_stop_check(b->script, stopped, turn);
    bool fine = begin(b, &err) && dado_script_pcall(b->script, ask, &q, b->steps, &err);
    json_decref(view);
    b->turn = NULL;  // the script is no longer answering a question
    *turn->effort += 1;
    if (!fine && dado_turn_stopped(turn)) {  // nobody waits for the answer, so it is no strike
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

static bool open(dado_agent *agent, const dado_options *options, dado_region *region,
                 dado_error *err)
{
    lua_agent *b = dado_new(region, lua_agent, 1);
    if (!b) return dado_fail(err, DADO_LIMIT, "no memory left for the script");
    const dado_option *file = dado_options_find(options, "file");
    dado_option_reader ask_for = dado_option_reader_begin(options);
    b->text = dado_option_text(&ask_for, "file", NULL);
    b->steps = dado_option_int(&ask_for, "steps", 5000000, 1000, INT64_C(1) << 40);
    b->memory = (size_t)dado_option_int(&ask_for, "memory_mb", 64, 1, 4096) << 20;
    b->max_strikes = dado_option_int(&ask_for, "strikes", 3, 0, 1000000);
    b->max_refusals = dado_option_int(&ask_for, "refusals", 10, 0, 1000000);
    b->budget =
        dado_option_int(&ask_for, "forward", DADO_FORWARD_MODEL_BUDGET, 0, INT64_C(1) << 40);
    if (!dado_option_reader_end(&ask_for, region, &agent->options, err)) return false;
    if (!b->text) {
        return dado_fail(err, DADO_INVALID, "name the script: ./my_agent.lua, or lua:file=@FILE");
    }
    b->source = file && file->place.source ? file->place.source : "script";
    b->load_steps = b->steps > 10000000 ? b->steps : 10000000;
    b->begins = dado_new(region, size_t, agent->game->max_moves);
    if (!b->begins) return dado_fail(err, DADO_LIMIT, "no memory left for the script");
    agent->data = b;
    b->book.seat = agent->seat;
    agent->self_size = sizeof(memory);
    agent->scratch_size = agent->game->state_size + 16 +
                          sizeof(dado_move) * (size_t)agent->game->max_moves +
                          dado_forward_model_size(agent->game);
    return begin(b, err);  // a script that does not load is refused before any match
}

static void close(dado_agent *agent)
{
    lua_agent *b = agent->data;
    if (!b) return;
    forget(b);
    dado_text_free(&b->view);
    dado_text_free(&b->words);
    dado_forward_model_free(&b->forward);
    json_decref(b->then);
    dado_notebook_free(&b->book);
}

static void over(const dado_agent *agent, void *self, const dado_trace *trace)
{
    (void)self;
    (void)trace;
    lua_agent *b = agent->data;
    const char *said = b->script ? dado_script_printed(b->script) : "";
    if (*said) dado_notebook_remark(&b->book, "printed", said);
}

static const char *notes(const dado_agent *agent)
{
    lua_agent *b = agent->data;
    return dado_notebook_take(&b->book);
}

static const char *const from_game[] = { "strikes", NULL };

const dado_agent_kind dado_agent_lua = {
    .size = sizeof(dado_agent_kind),
    .outside_code = true,
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
