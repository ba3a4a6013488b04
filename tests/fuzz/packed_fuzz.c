// packed_fuzz.c - whatever bytes a store or a replay file holds, reading them ends in words.
//
// The check sum of the squeezing would keep a fuzzer out, so it is put around
// the bytes here: the first byte chooses what the rest is taken for.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lab/block.h"
#include "lab/plan.h"
#include "lab/replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must_say_why(bool fine, const dado_error *err)
{
    if (!fine && !err->text[0]) abort();
}

static void as_block(dado_packer *packer, const dado_packing *packed, dado_arena *arena)
{
    dado_block block;
    dado_error err = { 0 };
    bool fine = dado_block_unpack(&block, packed->bytes, packed->used, arena, &err);
    must_say_why(fine, &err);
    dado_packing again = { 0 };
    if (fine && !dado_block_pack(packer, &block, &again, &err)) abort();
    dado_packing_free(&again);
}

static void as_replay(const dado_packing *packed, dado_arena *arena)
{
    static const char magic[] = "dado replay\n";
    size_t head = sizeof magic - 1;
    unsigned char *bytes = dado_new(arena, unsigned char, head + packed->used);
    if (!bytes) return;
    memcpy(bytes, magic, head);
    memcpy(bytes + head, packed->bytes, packed->used);
    dado_replay replay;
    dado_error err = { 0 };
    bool fine = dado_replay_unpack(&replay, "fuzz.replay", bytes, head + packed->used, arena, &err);
    must_say_why(fine, &err);
    if (fine) must_say_why(dado_replay_check(&replay, NULL, NULL, arena, &err), &err);
}

static void as_plan(const uint8_t *data, size_t size, dado_arena *arena)
{
    dado_unpacking in = { .bytes = data, .size = size };
    dado_plan plan;
    dado_error err = { 0 };
    must_say_why(dado_plan_unpack(&plan, &in, arena, &err), &err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    dado_arena arena;
    dado_arena_init(&arena, (size_t)1 << 28);
    dado_packer packer = { 0 };
    dado_packing packed = { 0 };
    if (data[0] % 3 == 2) {
        as_plan(data + 1, size - 1, &arena);
    } else if (dado_squeeze(&packer, data + 1, size - 1, &packed, NULL)) {
        if (data[0] % 3 == 0) as_block(&packer, &packed, &arena);
        else as_replay(&packed, &arena);
    }
    dado_packing_free(&packed);
    dado_packer_free(&packer);
    dado_arena_free(&arena);
    return 0;
}
