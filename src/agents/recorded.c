// recorded.c - plays a list of moves that somebody has played before.
//
// What people play at the terminal is kept this way, so that a person's match
// is stored, measured and compared like any other. A move is written as its
// place in the list of legal ones. When the record ends the seat gives up, as
// the person did who left.
#include <string.h>

#include "agents/agent.h"

typedef struct record {
    const int32_t *places;
    int count;
} record;

static bool open(dado_agent *agent, const dado_options *options, dado_arena *arena,
                 dado_error *err)
{
    dado_ask ask = dado_ask_begin(options);
    dado_ask_text(&ask, "who", "somebody");
    const char *text = dado_ask_text(&ask, "moves", "");
    if (!dado_ask_end(&ask, arena, &agent->options, err)) return false;
    record *r = dado_new(arena, record, 1);
    int32_t *places = dado_new(arena, int32_t, strlen(text) / 2 + 1);
    if (!r || !places) return dado_fail(err, DADO_LIMIT, "no memory left for a record of moves");
    for (const char *s = text; *s;) {
        char number[16] = "";
        size_t length = strcspn(s, ".");
        int64_t place;
        if (length < sizeof number) memcpy(number, s, length);
        if (!dado_read_int(number, &place) || place < 0 || place >= agent->game->max_moves) {
            const dado_option *given = dado_options_find(options, "moves");
            return dado_fail_at(err, DADO_MEANING, given->place,
                                "moves are places in the list of legal ones, parted by dots, "
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
    return *played < r->count ? r->places[(*played)++] : -1;
}

const dado_agent_kind dado_agent_recorded = {
    .name = "recorded",
    .title = "Recorded",
    .about = "Plays a list of moves played before, by a person for instance; then gives up.",
    .open = open,
    .choose = choose,
};
