// recall.c - see replay.h.
#include "lab/replay.h"

#include <inttypes.h>
#include <string.h>

#include "core/ends.h"
#include "lab/experiment.h"
#include "lab/pack.h"

// Walks over the logs of a block, each behind its length, to the one wanted, if any is kept.
static bool read_log(dado_store *store, int64_t run, int64_t slot, int64_t match, dado_trace *log,
                     bool *kept, dado_arena *arena, dado_error *err)
{
    const unsigned char *bytes;
    size_t size;
    int count;
    dado_block block = { 0 };
    if (!dado_store_block(store, run, slot, &bytes, &size, &count, arena, err)) return false;
    if (size && !dado_block_unpack(&block, bytes, size, arena, err)) return false;
    dado_unpacking in = { .bytes = block.moves, .size = block.moves_size };
    *kept = in.size > 0;
    for (int64_t m = block.first; *kept && m <= match; m++) {
        size = (size_t)dado_unpack_number(&in);
        bytes = dado_unpack_bytes(&in, size);
        if (!bytes) return dado_fail(err, DADO_SYNTAX, "the moves of this block are damaged");
    }
    return !*kept || dado_log_unpack(log, bytes, size, arena, err);
}

static bool copy_log(dado_trace *log, const dado_trace *trace, dado_arena *arena, dado_error *err)
{
    size_t room = dado_log_bound(trace);
    unsigned char *bytes = dado_new(arena, unsigned char, room);
    if (!bytes) return dado_fail(err, DADO_LIMIT, "no memory left for the moves of a match");
    size_t size = dado_log_pack(trace, bytes, room);
    return dado_log_unpack(log, bytes, size, arena, err);
}

static bool name_players(const dado_lineup *lineup, int players, dado_arena *arena,
                         const char *const **names)
{
    const char **list = dado_new(arena, const char *, players);
    for (int p = 0; list && p < players; p++) {
        const dado_player *player = dado_lineup_player(lineup, p);
        const dado_option *who = dado_options_find(&player->options, "who");
        bool recorded = strcmp(player->kind->name, "recorded") == 0;
        list[p] = recorded && who ? who->text : player->typed;
    }
    *names = list;
    return list != NULL;
}

static bool in_plan(const dado_plan *plan, dado_which which, dado_error *err)
{
    if (which.instance < 0 || which.instance >= plan->instance_count || which.lineup < 0 ||
        which.lineup >= plan->lineup_count) {
        return dado_fail(err, DADO_MISSING, "this run has %d instance%s and %d line-up%s",
                         plan->instance_count, plan->instance_count == 1 ? "" : "s",
                         plan->lineup_count, plan->lineup_count == 1 ? "" : "s");
    }
    if (which.match < 0 || which.match >= plan->matches) {
        return dado_fail(err, DADO_MISSING, "matches of this run are numbered 0 to %" PRId64,
                         plan->matches - 1);
    }
    return true;
}

bool dado_recall(dado_store *store, int64_t run, dado_which which,
                 const volatile sig_atomic_t *stop, dado_arena *arena, dado_replay *replay,
                 bool *kept, dado_error *err)
{
    dado_plan *plan = dado_new(arena, dado_plan, 1);
    const char *columns;
    if (!plan) return dado_fail(err, DADO_LIMIT, "no memory left for a replay");
    if (!dado_store_plan(store, run, plan, &columns, arena, err)) return false;
    if (!in_plan(plan, which, err)) return false;
    *replay = (dado_replay){
        .source = plan->instances[which.instance],
        .seed = dado_plan_seed(plan, which.instance, which.lineup),
        .match = (uint64_t)which.match,
    };
    int64_t slot = dado_plan_slot(plan, which.instance, which.lineup, which.match);
    *kept = false;
    bool fine = !plan->keep_moves ||
                read_log(store, run, slot, which.match, &replay->log, kept, arena, err);
    if (*kept) {
        const char *notes;
        fine = fine && dado_store_notes(store, run, slot, &notes, arena, err) &&
               dado_notes_of(notes, which.match, &replay->notes, arena, err);
    } else if (fine) {
        DADO_ENDS(dado_desk_free) dado_desk desk = { 0 };
        fine = dado_experiment_replay(plan, which.instance, which.lineup, which.match, stop, &desk,
                                      err);
        fine = fine && copy_log(&replay->log, &desk.table.trace, arena, err) &&
               dado_notes_of(dado_text_string(&desk.notes), which.match, &replay->notes, arena,
                             err);
    }
    dado_game game;
    fine = fine && dado_source_open(&replay->source, &game, arena, err);
    if (!fine) return false;
    replay->options = game.options;
    return name_players(&plan->lineups[which.lineup], game.players, arena, &replay->agents) ||
           dado_fail(err, DADO_LIMIT, "no memory left for a replay");
}
