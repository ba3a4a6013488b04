// again.c - see again.h.
#include "measure/again.h"

#include <string.h>

bool dado_again_open(dado_again *again, int width, dado_arena *arena)
{
    *again = (dado_again){ .width = width };
    again->sights = dado_new(arena, dado_again_sight, DADO_AGAIN_ROOM);
    again->values = dado_new(arena, double, (size_t)width *DADO_AGAIN_ROOM);
    return again->sights && again->values;
}

static uint64_t two(int32_t low, int32_t high)
{
    return (uint32_t)low | (uint64_t)(uint32_t)high << 32;
}

// Numbers two to a word; false if they do not fit.
static bool see_numbers(dado_again_sight *s, const int32_t *numbers, int64_t count)
{
    if (count > 2 * (int64_t)(DADO_AGAIN_WORDS - s->count)) return false;
    for (; count > 1; count -= 2, numbers += 2) s->words[s->count++] = two(numbers[0], numbers[1]);
    if (count > 0) s->words[s->count++] = two(numbers[0], 0);
    return true;
}

// What luck drew as a word is left out: what it brought about is in the rows.
static bool see_path(dado_again_sight *s, const dado_trace *trace)
{
    if (2 * trace->steps > DADO_AGAIN_WORDS - s->count) return false;
    for (int i = 0; i < trace->steps; i++) {
        const dado_step *step = &trace->path[i];
        s->words[s->count++] = step->options ? step->move : 0;
        s->words[s->count++] = two(step->actor, (int32_t)step->options);
    }
    return true;
}

static bool see(dado_again_sight *s, const dado_trace *trace)
{
    s->words[0] = two(trace->rounds, trace->steps);
    s->words[1] = two(trace->decisions, trace->forced);
    s->words[2] = trace->options;
    s->words[3] = two((int32_t)trace->end, trace->path != NULL);
    s->count = 4;
    int64_t rows = (int64_t)(trace->rounds + 1) * trace->players;
    return see_numbers(s, trace->scores, rows) && see_numbers(s, trace->result, trace->players) &&
           see_numbers(s, trace->places, trace->players) && (!trace->path || see_path(s, trace));
}

static int slot_of(const dado_again_sight *s)
{
    uint64_t lanes[4] = { 1, 2, 3, 4 };
    int i = 0;
    for (; i + 4 <= s->count; i += 4) {
        for (int k = 0; k < 4; k++) lanes[k] = (lanes[k] ^ s->words[i + k]) * 0x9E3779B97F4A7C15u;
    }
    for (; i < s->count; i++) lanes[i % 4] = (lanes[i % 4] ^ s->words[i]) * 0x9E3779B97F4A7C15u;
    uint64_t mixed = (lanes[0] ^ lanes[1] >> 7) + (lanes[2] ^ lanes[3] >> 11);
    return (int)((mixed ^ mixed >> 32) * 0xD1342543DE82EF95u >> 56);
}

static bool same(const dado_again_sight *a, const dado_again_sight *b)
{
    uint64_t other = (uint64_t)(a->count ^ b->count);
    for (int i = 0; i < b->count; i++) other |= a->words[i] ^ b->words[i];
    return other == 0;
}

// Half of those that were looked for should have been there.
static bool is_worth_it(const dado_again *again)
{
    enum { enough_to_tell = 256 };
    return again->asked < enough_to_tell || again->found > again->asked / 2;
}

// Where it is, or may be put: there are two places for each.
static int place_of(const dado_again *again, const dado_again_sight *seen, bool *known)
{
    int one = slot_of(seen), other = one ^ 1;
    *known = true;
    if (same(&again->sights[one], seen)) return one;
    if (same(&again->sights[other], seen)) return other;
    *known = false;
    if (!again->sights[one].count) return one;
    return !again->sights[other].count || again->asked % 2 ? other : one;
}

double *dado_again_find(dado_again *again, const dado_trace *trace, int measured, bool *known)
{
    if (again->measured != measured) {
        for (int i = 0; i < DADO_AGAIN_ROOM; i++) again->sights[i].count = 0;
        again->measured = measured;
        again->asked = again->found = 0;
    }
    dado_again_sight seen;
    if (!is_worth_it(again) || trace->side || measured > again->width) return NULL;
    if (!trace->result || !trace->places || !trace->scores || !see(&seen, trace)) return NULL;
    int slot = place_of(again, &seen, known);
    if (again->asked == INT32_MAX) again->asked = again->found = 0;
    again->asked++;
    again->found += *known;
    if (!*known) {
        dado_again_sight *kept = &again->sights[slot];
        memcpy(kept->words, seen.words, sizeof *seen.words * (size_t)seen.count);
        kept->count = seen.count;
    }
    return again->values + (int64_t)slot * again->width;
}
