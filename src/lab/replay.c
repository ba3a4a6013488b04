// replay.c - see replay.h.
#include "lab/replay.h"

#include <inttypes.h>
#include <string.h>

#include "lab/pack.h"

enum { most_steps = 1 << 26 };

size_t dado_log_bound(const dado_trace *trace)
{
    size_t players = (size_t)trace->players, steps = (size_t)trace->steps;
    return 64 + players * 20 + steps * 20 + ((size_t)trace->rounds + 1) * 4;
}

// Actors and options go before the moves, column by column: most repeat, and squeeze to nothing.
size_t dado_log_pack(const dado_trace *trace, unsigned char *bytes, size_t room)
{
    dado_packing out = { .bytes = bytes, .room = room };
    dado_pack_number(&out, (uint64_t)trace->players);
    dado_pack_number(&out, (uint64_t)trace->rounds);
    dado_pack_number(&out, (uint64_t)trace->steps);
    dado_pack_number(&out, trace->end);
    for (int p = 0; p < trace->players; p++) {
        dado_pack_signed(&out, trace->result[p]);
        dado_pack_number(&out, (uint64_t)trace->places[p]);
    }
    for (int i = 0; i < trace->steps; i++) dado_pack_signed(&out, trace->path[i].actor);
    for (int i = 0; i < trace->steps; i++) dado_pack_number(&out, trace->path[i].options);
    for (int i = 0; i < trace->steps; i++) dado_pack_number(&out, trace->path[i].move);
    for (int i = 0; i <= trace->rounds; i++) {
        uint32_t check = trace->checks[i];
        unsigned char four[4] = { (unsigned char)check, (unsigned char)(check >> 8),
                                  (unsigned char)(check >> 16), (unsigned char)(check >> 24) };
        dado_pack_bytes(&out, four, sizeof four);
    }
    return out.full ? 0 : out.used;
}

static bool damaged(dado_error *err)
{
    return dado_fail(err, DADO_SYNTAX, "the log of a match is damaged: it does not add up");
}

bool dado_log_unpack(dado_log *log, const unsigned char *bytes, size_t size, dado_arena *arena,
                     dado_error *err)
{
    dado_unpacking in = { .bytes = bytes, .size = size };
    uint64_t players = dado_unpack_number(&in), rounds = dado_unpack_number(&in);
    uint64_t steps = dado_unpack_number(&in), end = dado_unpack_number(&in);
    // Every step takes three bytes at least, and every row four: more than that is damage.
    bool sane = !in.broken && players >= 1 && players <= 4096 && steps <= most_steps &&
                steps <= size && rounds <= steps && end <= DADO_BROKEN;
    if (!sane) return damaged(err);
    *log = (dado_log){ .players = (int)players, .rounds = (int)rounds, .steps = (int)steps,
                       .end = (dado_end)end };
    int32_t *result = dado_new(arena, int32_t, players), *places = dado_new(arena, int32_t, players);
    dado_step *path = dado_new(arena, dado_step, steps + 1);
    uint32_t *checks = dado_new(arena, uint32_t, rounds + 1);
    if (!result || !places || !path || !checks) {
        return dado_fail(err, DADO_LIMIT, "no memory left for the log of a match");
    }
    for (uint64_t p = 0; p < players; p++) {
        result[p] = (int32_t)dado_unpack_signed(&in);
        places[p] = (int32_t)dado_unpack_number(&in);
    }
    for (uint64_t i = 0; i < steps; i++) path[i].actor = (int32_t)dado_unpack_signed(&in);
    for (uint64_t i = 0; i < steps; i++) path[i].options = (uint32_t)dado_unpack_number(&in);
    for (uint64_t i = 0; i < steps; i++) path[i].move = dado_unpack_number(&in);
    for (uint64_t i = 0; i <= rounds; i++) {
        const unsigned char *four = dado_unpack_bytes(&in, 4);
        if (!four) break;
        checks[i] = (uint32_t)four[0] | (uint32_t)four[1] << 8 | (uint32_t)four[2] << 16 |
                    (uint32_t)four[3] << 24;
    }
    log->result = result;
    log->places = places;
    log->path = path;
    log->checks = checks;
    return in.broken || in.used != size ? damaged(err) : true;
}
