// remote_matches.c - see remote_matches.h.
#include "lab/remote_matches.h"

#include <stdlib.h>

#include "core/fast_paths.h"
#include "lab/experiment.h"
#include "lab/file.h"
#include "lab/native_compiler.h"
#include "lab/match_block_buffer.h"

typedef struct shared_state {  // shared by the threads of a process
    dado_plan plan;
    dado_results results;  // for its games and measures
    bool stored;           // whether whole blocks are packed for a store
} shared_state;

typedef struct thread_state {  // the data of one thread
    dado_engine worker;
    dado_block_buffer buffer;
} thread_state;

dado_byte_writer dado_remote_matches_request(const dado_plan *plan, bool native, bool stored)
{
    dado_byte_writer out = { .grows = true };
    dado_pack_number(&out, native);
    dado_pack_number(&out, stored);
    dado_plan_pack(plan, &out);
    return out;
}

dado_remote_matches_piece dado_remote_matches_locate(const dado_plan *plan, int64_t unit,
                                                     int64_t end)
{
    int64_t size = dado_plan_block_size(plan), per_cell = (plan->matches + size - 1) / size;
    int64_t cell = unit / plan->matches, match = unit % plan->matches;
    int64_t first = match / size * size, last = first + size;
    if (last > plan->matches) last = plan->matches;
    int64_t count = last - match;
    if (count > end - unit) count = end - unit;
    return (dado_remote_matches_piece){
        .where = { .instance = (int)(cell / plan->lineup_count),
                   .lineup = (int)(cell % plan->lineup_count),
                   .first = match,
                   .count = (int)count },
        .block = cell * per_cell + match / size,
        .begins = match == first,
        .ends = match + count == last,
    };
}

// Checks that programs and shared objects exist here: they are not sent, so every machine
// must have them.
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
    shared_state *f = shared;
    dado_results_free(&f->results);
}

static bool begin(void **shared, dado_byte_reader *in, dado_region *region, dado_error *err)
{
    shared_state *f = *shared = dado_new(region, shared_state, 1);
    if (!f) return dado_fail(err, DADO_LIMIT, "no memory left for a plan");
    bool native = dado_unpack_number(in) != 0;
    f->stored = dado_unpack_number(in) != 0;
    if (!dado_plan_unpack(&f->plan, in, region, err) || !programs_are_here(&f->plan, err) ||
        !dado_results_prepare(&f->results, &f->plan, NULL, NULL, err)) {
        return false;
    }
    // The results are the same bytes either way.
    const dado_game *game = &f->results.game;
    if (native && dado_fast_path(game, write_native))
        dado_native_build_end(dado_native_build_begin(game, true, NULL));
    return true;
}

static void free_own(void *own)
{
    thread_state *t = own;
    dado_engine_free(&t->worker);
    dado_block_buffer_free(&t->buffer);
    free(t);
}

static bool work(void *shared, void **own, int64_t from, int64_t to, const atomic_int *halt,
                 dado_byte_writer *answer, dado_error *err)
{
    shared_state *f = shared;
    if (!*own) {
        thread_state *made = calloc(1, sizeof *made);
        if (!made) return dado_fail(err, DADO_LIMIT, "no memory left for a worker");
        dado_engine_init(&made->worker, &f->plan);
        made->worker.games = f->results.games;
        dado_block_buffer_init(&made->buffer);
        *own = made;
    }
    thread_state *t = *own;
    dado_block_request request = { .measures = &f->results.measures,
                                   .room = dado_plan_block_size(&f->plan) };
    while (from < to) {
        dado_remote_matches_piece piece = dado_remote_matches_locate(&f->plan, from, to);
        request.packed = f->stored && piece.begins && piece.ends;
        if (!dado_block_buffer_play(&t->buffer, &t->worker, &piece.where, &request, halt))
            return false;
        if (t->buffer.error.status != DADO_OK) {
            *err = t->buffer.error;
            return false;
        }
        if (request.packed) {
            dado_pack_number(answer, t->buffer.packed.used);
            dado_pack_bytes(answer, t->buffer.packed.bytes, t->buffer.packed.used);
        } else {
            dado_block_write(answer, &t->buffer.block);
        }
        dado_pack_text(answer, t->buffer.block.notes);
        from += piece.where.count;
    }
    return true;
}

bool dado_remote_matches_read(dado_byte_reader *in, bool kept, dado_block *block,
                              const unsigned char **packed, size_t *size, dado_region *region,
                              dado_error *err)
{
    *size = kept ? (size_t)dado_unpack_number(in) : 0;
    *packed = kept ? dado_unpack_bytes(in, *size) : NULL;
    static const char reply[] = "a reply with matches from another process";
    if (kept && !*packed) return dado_unpack_fail(in, reply, err);
    bool read = kept ? dado_block_unpack(block, *packed, *size, region, err)
                     : dado_block_read(block, in, region, err);
    if (!read) return false;
    const char *notes = dado_unpack_text(in, region);
    block->notes = notes ? notes : "";
    return notes || dado_unpack_fail(in, reply, err);
}

const dado_remote_task dado_remote_task_matches = {
    .name = "matches",
    .begin = begin,
    .end = end,
    .work = work,
    .free_own = free_own,
};
