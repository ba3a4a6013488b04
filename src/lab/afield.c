// afield.c - see afield.h.
#include "lab/afield.h"

#include <stdlib.h>

#include "lab/experiment.h"
#include "lab/file.h"
#include "lab/forge.h"
#include "lab/slot.h"

typedef struct field {  // what the threads of a process share
    dado_plan plan;
    dado_results results;  // for its games and measures
    bool stored;  // whole blocks are for a store
} field;

typedef struct tent {  // a thread's own
    dado_desk desk;
    dado_slot slot;
} tent;

dado_packing dado_afield_order(const dado_plan *plan, bool native, bool stored)
{
    dado_packing out = { .grows = true };
    dado_pack_number(&out, native);
    dado_pack_number(&out, stored);
    dado_plan_pack(plan, &out);
    return out;
}

dado_afield_piece dado_afield_locate(const dado_plan *plan, int64_t unit, int64_t end)
{
    int64_t size = dado_plan_block(plan), per_cell = (plan->matches + size - 1) / size;
    int64_t cell = unit / plan->matches, match = unit % plan->matches;
    int64_t first = match / size * size, last = first + size;
    if (last > plan->matches) last = plan->matches;
    int64_t count = last - match;
    if (count > end - unit) count = end - unit;
    return (dado_afield_piece){
        .where = { .instance = (int)(cell / plan->lineup_count),
                   .lineup = (int)(cell % plan->lineup_count),
                   .first = match,
                   .count = (int)count },
        .block = cell * per_cell + match / size,
        .begins = match == first,
        .ends = match + count == last,
    };
}

// Programs and objects do not travel: they must be found on every machine.
static bool programs_are_here(const dado_plan *plan, dado_error *err)
{
    static const char *const names[] = { "program", "object" };
    for (int i = 0; i < plan->lineup_count; i++) {
        for (int p = 0; p < plan->lineups[i].count; p++) {
            for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
                const dado_option *file =
                    dado_options_find(&plan->lineups[i].players[p].options, names[n]);
                if (!file || dado_file_exists(file->text)) continue;
                return dado_fail(err, DADO_MISSING,
                                 "there is no file %.100s here; put it where every machine finds "
                                 "it under that name",
                                 file->text);
            }
        }
    }
    return true;
}

static void end(void *shared)
{
    field *f = shared;
    dado_results_free(&f->results);
}

static bool begin(void **shared, dado_unpacking *in, dado_arena *arena, dado_error *err)
{
    field *f = *shared = dado_new(arena, field, 1);
    if (!f) return dado_fail(err, DADO_LIMIT, "no memory left for a plan");
    bool native = dado_unpack_number(in) != 0;
    f->stored = dado_unpack_number(in) != 0;
    if (!dado_plan_unpack(&f->plan, in, arena, err) || !programs_are_here(&f->plan, err) ||
        !dado_results_prepare(&f->results, &f->plan, NULL, err)) {
        return false;
    }
    // The bytes are the same either way.
    const dado_game *game = &f->results.game;
    if (native && game->rules->write_native) dado_forge_end(dado_forge_begin(game, true, NULL));
    return true;
}

static void rise(void *own)
{
    tent *t = own;
    dado_desk_free(&t->desk);
    dado_slot_free(&t->slot);
    free(t);
}

static bool work(void *shared, void **own, int64_t from, int64_t to, const atomic_int *halt,
                 dado_packing *answer, dado_error *err)
{
    field *f = shared;
    if (!*own) {
        tent *made = calloc(1, sizeof *made);
        if (!made) return dado_fail(err, DADO_LIMIT, "no memory left for a desk");
        dado_desk_init(&made->desk, &f->plan);
        made->desk.games = f->results.games;
        dado_slot_init(&made->slot);
        *own = made;
    }
    tent *t = *own;
    dado_slot_wish wish = { .measures = &f->results.measures, .room = dado_plan_block(&f->plan) };
    while (from < to) {
        dado_afield_piece piece = dado_afield_locate(&f->plan, from, to);
        wish.packed = f->stored && piece.begins && piece.ends;
        if (!dado_slot_play(&t->slot, &t->desk, &piece.where, &wish, halt)) return false;
        if (t->slot.error.status != DADO_OK) {
            *err = t->slot.error;
            return false;
        }
        if (wish.packed) {
            dado_pack_number(answer, t->slot.packed.used);
            dado_pack_bytes(answer, t->slot.packed.bytes, t->slot.packed.used);
        } else {
            dado_block_write(answer, &t->slot.block);
        }
        dado_pack_text(answer, t->slot.block.notes);
        from += piece.where.count;
    }
    return true;
}

bool dado_afield_read(dado_unpacking *in, bool kept, dado_block *block,
                      const unsigned char **packed, size_t *size, dado_arena *arena,
                      dado_error *err)
{
    *size = kept ? (size_t)dado_unpack_number(in) : 0;
    *packed = kept ? dado_unpack_bytes(in, *size) : NULL;
    if (kept ? !*packed || !dado_block_unpack(block, *packed, *size, arena, err)
             : !dado_block_read(block, in, arena, err)) {
        return dado_fail(err, DADO_SYNTAX, "an answer from afield makes no sense");
    }
    const char *notes = dado_unpack_text(in, arena);
    block->notes = notes ? notes : "";
    return notes || dado_fail(err, DADO_SYNTAX, "an answer from afield makes no sense");
}

const dado_trade dado_trade_matches = {
    .name = "matches", .begin = begin, .end = end, .work = work, .rise = rise,
};
