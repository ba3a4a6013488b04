// recorded_agent.c - plays a list of moves that was played before.
//
// Matches that people play at the terminal are kept this way, so that they are stored,
// measured and compared like any other. A move is written as its index in the list of
// legal moves. In a record of a platform level it is a digit in base 32 that says which
// buttons are held. When the record ends, the seat gives up, as the person did who left.
#include <string.h>

#include "agents/agent.h"

typedef struct record {
    const int32_t *places;
    int count;
    const char *digits;  // one digit per move; NULL: a list of indexes
} record;

static int digit_of(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'v' ? c - 'a' + 10 : -1;
}

// Opens a record of digits: the value of each digit names a move.
static bool open_digits(dado_agent *agent, record *r, const char *text, const dado_options *options,
                        dado_error *err)
{
    for (const char *s = text; *s; s++) {
        if (digit_of(*s) >= 0) continue;
        return dado_fail_at(err, DADO_INVALID, dado_options_find(options, "record")->place,
                            "a record may contain only digits 0 to 9 and a to v, not \"%.20s\"", s);
    }
    r->digits = text;
    r->count = (int)strlen(text);
    agent->data = r;
    agent->self_size = sizeof(int32_t);
    return true;
}

static bool open(dado_agent *agent, const dado_options *options, dado_region *region,
                 dado_error *err)
{
    dado_option_reader ask = dado_option_reader_begin(options);
    dado_option_text(&ask, "who", "somebody");
    const char *text = dado_option_text(&ask, "moves", "");
    const char *digits =
        dado_options_find(options, "record") ? dado_option_text(&ask, "record", "") : NULL;
    if (!dado_option_reader_end(&ask, region, &agent->options, err)) return false;
    record *r = dado_new(region, record, 1);
    int32_t *places = dado_new(region, int32_t, strlen(text) / 2 + 1);
    if (!r || !places) return dado_fail(err, DADO_LIMIT, "no memory left for a record of moves");
    if (digits) return open_digits(agent, r, digits, options, err);
    for (const char *s = text; *s;) {
        char number[16] = "";
        size_t length = strcspn(s, ".");
        int64_t place;
        if (length < sizeof number) memcpy(number, s, length);
        if (!dado_read_int(number, &place) || place < 0 || place >= agent->game->max_moves) {
            const dado_option *given = dado_options_find(options, "moves");
            return dado_fail_at(err, DADO_INVALID, given->place,
                                "moves are indexes in the list of legal moves, separated by dots, "
                                "not \"%.20s\"",
                                s);
        }
        places[r->count++] = (int32_t)place;
        s += length + (s[length] == '.');
    }
    r->places = places;
    agent->data = r;
    agent->self_size = sizeof(int32_t);
    return true;
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    const record *r = agent->data;
    int32_t *played = turn->self;
    if (*played >= r->count) return -1;
    if (!r->digits) return r->places[(*played)++];
    dado_move move = (dado_move)digit_of(r->digits[(*played)++]);
    for (int i = 0; i < turn->count; i++) {
        if (turn->moves[i] == move) return i;
    }
    return -1;
}

const dado_agent_kind dado_agent_recorded = {
    .size = sizeof(dado_agent_kind),
    .name = "recorded",
    .title = "Recorded",
    .about = "Plays a list of moves played before, by a person for instance; then gives up.",
    .open = open,
    .choose = choose,
};
