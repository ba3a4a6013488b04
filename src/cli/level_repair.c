// level_repair.c - dado level repair: a level that cannot be won, with the smallest change.
#include "evolve/level_repair.h"

#include "cli/level.h"
#include "lab/file.h"
#include "worlds/platform/format.h"

static int repair(dado_call *call)
{
    dado_kept_level kept;
    dado_error err = { 0 };
    dado_repair *r = dado_new(call->arena, dado_repair, 1);
    dado_planner_how how = dado_planner_usual();
    const char *path = dado_given_text(call, "out");
    int most = (int)dado_given_int(call, "tries", 2000, 1, 1000000);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    if (!r || !dado_call_level(call, call->words[0], &kept)) return DADO_EXIT_FAILED;
    if (!dado_level_repair(&kept.level, &how, most, r, call->arena, &err)) {
        return dado_call_fail(call, &err, NULL);
    }
    if (!r->needed) dado_call_say(call, "%s can be won as it is", call->words[0]);
    for (int i = 0; i < r->count; i++) {
        const dado_repair_change *c = &r->changes[i];
        dado_call_say(call, "column %d, row %d: %s becomes %s", c->column + 1, c->row + 1,
                      dado_tiles[c->from].name, dado_tiles[c->to].name);
    }
    if (!r->won) {
        dado_fail(&err, DADO_LIMIT,
                  "%s is not repaired: after %d questions to the planner it comes "
                  "as far as column %d of %d",
                  call->words[0], r->tried, (int)(r->route.furthest / 16), kept.level.exit_column);
        return dado_call_fail(call, &err, NULL);
    }
    dado_text text = { 0 };
    dado_level_write(&kept.level, &text);
    bool fine = dado_file_write(path ? path : "-", text.data, text.length, &err);
    dado_text_free(&text);
    return fine ? DADO_EXIT_FINE : dado_call_fail(call, &err, NULL);
}

static const dado_param repair_flags[] = {
    { .name = "out", .letter = 'o', .kind = DADO_PARAM_OUTPUT, .value = "FILE",
      .unset = "standard output", .about = "Where to write the level." },
    { .name = "tries", .kind = DADO_PARAM_TEXT, .value = "N", .unset = "2000",
      .about = "Changed levels the planner is asked about at most." },
    { .name = "patterns", .kind = DADO_PARAM_FILE, .value = "FILE", .unset = "classic.patterns",
      .about = "The patterns a .genes file counts." },
    { .name = "seed", .letter = 's', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "1",
      .about = "Where the creatures of a .genes file are drawn from." },
    { 0 },
};

static const dado_example repair_examples[] = {
    { "dado level repair broken.level -o mended.level", "As few tiles changed as it takes." },
    { 0 },
};

const dado_verb dado_verb_level_repair = {
    .name = "repair",
    .words = "LEVEL",
    .about = "makes a level that cannot be won one that can, with the smallest change",
    .details =
        "Where the planner gets stuck every change of one tile nearby is tried, then of two, then "
        "of three: a solid tile taken away, or a rock put down. What was changed is said, a line "
        "each, and the level that is written is one the planner finishes.",
    .offer = DADO_PARAM_FILE,
    .least = 1,
    .most = 1,
    .flags = { repair_flags },
    .examples = repair_examples,
    .run = repair,
};
