// packed_fuzz.c - whatever bytes a store or a replay file holds, reading them ends in words.
//
// The check sum of the squeezing would keep a fuzzer out, so it is put around
// the bytes here: the first byte chooses what the rest is taken for.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lab/match_block.h"
#include "lab/experiment_plan.h"
#include "lab/replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must_say_why(bool fine, const dado_error *err)
{
    if (!fine && !err->text[0]) abort();
}

static void as_block(dado_compressor *packer, const dado_byte_writer *packed, dado_region *region)
{
    dado_block block;
    dado_error err = { 0 };
    bool fine = dado_block_unpack(&block, packed->bytes, packed->used, region, &err);
    must_say_why(fine, &err);
    dado_byte_writer again = { 0 };
    if (fine && !dado_block_pack(packer, &block, &again, &err)) abort();
    dado_byte_writer_free(&again);
}

static void as_replay(const dado_byte_writer *packed, dado_region *region)
{
    static const char magic[] = "dado replay\n";
    size_t head = sizeof magic - 1;
    unsigned char *bytes = dado_new(region, unsigned char, head + packed->used);
    if (!bytes) return;
    memcpy(bytes, magic, head);
    memcpy(bytes + head, packed->bytes, packed->used);
    dado_replay replay;
    dado_error err = { 0 };
    bool fine =
        dado_replay_unpack(&replay, "fuzz.replay", bytes, head + packed->used, region, &err);
    must_say_why(fine, &err);
    if (fine) must_say_why(dado_replay_check(&replay, NULL, NULL, region, &err), &err);
}

static void as_plan(const uint8_t *data, size_t size, dado_region *region)
{
    dado_byte_reader in = { .bytes = data, .size = size };
    dado_plan plan;
    dado_error err = { 0 };
    must_say_why(dado_plan_unpack(&plan, &in, region, &err), &err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    dado_region region;
    dado_region_init(&region, (size_t)1 << 28);
    dado_compressor packer = { 0 };
    dado_byte_writer packed = { 0 };
    if (data[0] % 3 == 2) {
        as_plan(data + 1, size - 1, &region);
    } else if (dado_compress(&packer, data + 1, size - 1, &packed, NULL)) {
        if (data[0] % 3 == 0) as_block(&packer, &packed, &region);
        else as_replay(&packed, &region);
    }
    dado_byte_writer_free(&packed);
    dado_compressor_free(&packer);
    dado_region_free(&region);
    return 0;
}
