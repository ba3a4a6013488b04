// recall.c - see replay.h.
#include "lab/replay.h"

#include <inttypes.h>
#include <string.h>

#include "core/ends.h"
#include "lab/experiment.h"
#include "lab/pack.h"

typedef struct search {
    int64_t match;
    dado_arena *arena;
    dado_trace *log;
    bool found;
} search;

// Walks over the logs of a block, each behind its length, to the one wanted.
static bool read_log(void *context, int64_t slot, const unsigned char *packed, size_t size,
                     dado_error *err)
{
    (void)slot;
    search *s = context;
    dado_block block;
    if (!dado_block_unpack(&block, packed, size, s->arena, err)) return false;
    dado_unpacking in = { .bytes = block.moves, .size = block.moves_size };
    for (int64_t match = block.first; in.size && !s->found; match++) {
        size_t length = (size_t)dado_unpack_number(&in);
        const unsigned char *bytes = dado_unpack_bytes(&in, length);
        if (!bytes) return dado_fail(err, DADO_SYNTAX, "the moves of this block are damaged");
        s->found = match == s->match;
        if (s->found && !dado_log_unpack(s->log, bytes, length, s->arena, err)) return false;
    }
    return true;
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
    search s = { .match = which.match, .arena = arena, .log = &replay->log };
    int64_t slot = dado_plan_slot(plan, which.instance, which.lineup, which.match);
    if (plan->keep_moves && !dado_store_blocks(store, run, slot, slot, read_log, &s, err)) {
        return false;
    }
    *kept = s.found;
    bool fine = true;
    if (s.found) {
        const char *notes;
        fine = dado_store_notes(store, run, slot, &notes, arena, err) &&
               dado_notes_of(notes, which.match, &replay->notes, arena, err);
    } else {
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
