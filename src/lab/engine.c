// engine.c - see engine.h.
#include "lab/engine.h"

#include <string.h>

#include "lab/replay.h"

void dado_engine_init(dado_engine *engine, const dado_plan *plan)
{
    *engine = (dado_engine){ .plan = plan, .instance = -1, .lineup = -1 };
    engine->record = plan->keep_moves;
    engine->moves.grows = true;
    dado_region_init_large(&engine->region);
}

static void close_agents(dado_engine *engine)
{
    for (int p = engine->agent_count - 1; p >= 0; p--) dado_agent_close(&engine->agents[p]);
    engine->agent_count = 0;
}

// Releases the current game, or the instance that could not be opened.
static void leave_game(dado_engine *engine)
{
    if (engine->games && engine->instance >= 0)
        dado_game_cache_release(engine->games, engine->instance);
    engine->instance = -1;
    engine->game_open = false;
    dado_region_rewind(&engine->region, 0);
}

void dado_engine_free(dado_engine *engine)
{
    close_agents(engine);
    leave_game(engine);
    dado_byte_writer_free(&engine->moves);
    dado_compressor_free(&engine->packer);
    dado_text_free(&engine->notes);
    dado_region_free(&engine->region);
}

static bool open_game(dado_engine *engine, int instance, dado_error *err)
{
    const dado_game_source *source = &engine->plan->instances[instance];
    leave_game(engine);
    engine->instance = instance;
    if (engine->games) {
        const dado_game *game = dado_game_cache_acquire(engine->games, instance, err);
        if (!game) return false;
        engine->game = *game;
    } else if (!dado_game_source_open(source, &engine->game, &engine->region, err)) {
        return false;
    }
    if (!dado_measures_of(&engine->measures, &engine->game, &engine->region, err)) return false;
    engine->measured =
        engine->plan->six_metrics_only ? DADO_PUBLISHED_METRICS : engine->measures.metrics;
    // The last metrics in the list are about many matches; a single match has no value
    // for them.
    while (engine->measured && !dado_metrics[engine->measured - 1]->measure) engine->measured--;
    engine->row = dado_new(&engine->region, double, engine->measured + 1);
    if (!engine->row)
        return dado_fail(err, DADO_LIMIT,
                         "out of memory for the measures of a "
                         "match");
    engine->game_end = dado_region_mark(&engine->region);
    engine->game_open = true;
    return true;
}

static bool seat_agents(dado_engine *engine, const dado_lineup *lineup, dado_error *err)
{
    int players = engine->game.players;
    if (lineup->count != 1 && lineup->count != players) {
        return dado_fail(err, DADO_INVALID,
                         "%d agents are named, but %s has %d seat%s; name one for each seat, or "
                         "one "
                         "for all",
                         lineup->count, engine->game.rules->title, players,
                         players == 1 ? "" : "s");
    }
    engine->agents = dado_new(&engine->region, dado_agent, players);
    if (!engine->agents) return dado_fail(err, DADO_LIMIT, "no memory left for agents");
    for (int p = 0; p < players; p++) {
        const dado_player *player = dado_lineup_player(lineup, p);
        if (!dado_player_may_run(player, err) ||
            !dado_agent_open_stoppable(&engine->agents[p], player->kind, &engine->game, p,
                                       &player->options, engine->stop_signal, &engine->region,
                                       err)) {
            return false;
        }
        engine->agent_count++;
    }
    return true;
}

static void add_thinking_time(void *context, double seconds)
{
    dado_thinking_time *thought = context;
    thought->questions++;
    thought->seconds += seconds;
    if (seconds > thought->slowest) thought->slowest = seconds;
}

static bool set_clocks(dado_engine *engine, dado_error *err)
{
    engine->clocks = NULL;
    if (!engine->plan->timed) return true;
    engine->clocks = dado_new(&engine->region, dado_seat_clock, engine->agent_count);
    if (!engine->clocks)
        return dado_fail(err, DADO_LIMIT,
                         "out of memory for the clocks of "
                         "players");
    for (int p = 0; p < engine->agent_count; p++) {
        dado_seat_clock *clock = &engine->clocks[p];
        clock->timed.context = &clock->thought;
        clock->timed.took = add_thinking_time;
        dado_timed_agent_wrap(&engine->agents[p], &clock->timed);
    }
    return true;
}

// Adds the thinking times of the last block to the referees' notes.
static void read_clocks(dado_engine *engine)
{
    for (int p = 0; engine->clocks && p < engine->agent_count; p++) {
        dado_thinking_time_write(&engine->clocks[p].thought, p, &engine->notes);
        engine->clocks[p].thought = (dado_thinking_time){ 0 };
    }
}

static bool open_lineup(dado_engine *engine, int lineup, dado_error *err)
{
    const dado_plan *plan = engine->plan;
    dado_region_rewind(&engine->region, engine->game_end);
    if (!seat_agents(engine, &plan->lineups[lineup], err) || !set_clocks(engine, err)) return false;
    dado_match_settings rules = {
        .move_limit = plan->move_limit ? plan->move_limit : DADO_MOVE_LIMIT,
        .path = engine->record || !plan->six_metrics_only,
        .checks = engine->record,
    };
    engine->luck = dado_plan_match_seeds(plan, engine->instance, lineup);
    if (!dado_meter_open(&engine->meter, &plan->reading, engine->game.players, rules.move_limit,
                         rules.path ? rules.move_limit : 0, &engine->region, err)) {
        return false;
    }
    return dado_match_workspace_init(&engine->table, &engine->game, engine->agents, rules,
                                     &engine->region, err);
}

bool dado_engine_open(dado_engine *engine, int instance, int lineup, dado_error *err)
{
    if (engine->instance != instance || engine->lineup != lineup) {
        close_agents(engine);
        engine->error = (dado_error){ 0 };
        bool same_game = engine->game_open && engine->instance == instance;
        engine->lineup = lineup;
        if (same_game || open_game(engine, instance, &engine->error)) {
            open_lineup(engine, lineup, &engine->error);
        }
    }
    if (engine->error.status == DADO_OK) return true;
    if (err) *err = engine->error;
    return false;
}

void dado_engine_stop_by(dado_engine *engine, const atomic_int *stop)
{
    engine->stop_signal = (dado_stop_signal){ .stop = stop };
    for (int p = 0; p < engine->agent_count; p++) {
        engine->agents[p].stop_signal = engine->stop_signal;
    }
}

// Collects the notes of the referees of players in other processes, which say why a bot
// was late or lost. All notes are kept if moves are recorded; otherwise only a short
// part.
static void collect_notes(dado_engine *engine, int64_t match)
{
    enum { room_beside_moves = 1 << 16, room_alone = 1 << 11, room_of_block = 1 << 23 };
    if (engine->table.all_random) return;
    size_t most = engine->record ? room_beside_moves : room_alone;
    if (engine->notes.length > room_of_block) most = 0;  // from here on they are only counted
    for (int p = 0; p < engine->agent_count; p++) {
        const dado_agent *agent = &engine->agents[p];
        if (!agent->kind->notes) continue;
        dado_notes_copy(agent->kind->notes(agent), match, p, most, &engine->notes);
    }
}

static const dado_trace *play_match(dado_engine *engine, int64_t match)
{
    const dado_played_match *played = engine->plan->played;
    if (played) {
        return dado_match_play_path(&engine->table, played[match].path, played[match].steps);
    }
    if (engine->plan->shared) engine->luck.focal_seat = (int)(match % engine->game.players);
    return dado_match_play_seeded(&engine->table, &engine->luck, (uint64_t)match);
}

const dado_trace *dado_engine_match(dado_engine *engine, int64_t match)
{
    engine->table.turn.stop = dado_stop_signal_flag(&engine->stop_signal);
    const dado_trace *trace = play_match(engine, match);
    if (dado_turn_stopped(&engine->table.turn)) return NULL;
    dado_text_clear(&engine->notes);
    collect_notes(engine, match);
    return trace;
}

static void pack_moves(dado_engine *engine, const dado_trace *trace)
{
    enum { gap = 10 };  // the most bytes that a number can take
    size_t bound = dado_move_log_bound(trace);
    unsigned char *room = dado_pack_reserve(&engine->moves, bound + gap);
    if (!room) return;
    // The length comes before the log, so the log is written after a gap and then moved.
    size_t size = dado_move_log_pack(trace, room + gap, bound);
    dado_pack_number(&engine->moves, size);
    memmove(engine->moves.bytes + engine->moves.used, room + gap, size);
    engine->moves.used += size;
}

// Adds to a counter. Only this engine writes it, so no lock is needed.
static void count_up(atomic_llong *count, int by)
{
    long long now = atomic_load_explicit(count, memory_order_relaxed);
    atomic_store_explicit(count, now + by, memory_order_relaxed);
}

static bool is_measured(const dado_engine *engine, int measure)
{
    return measure < engine->measured || measure >= engine->measures.metrics;
}

static inline void keep_result(const dado_trace *trace, dado_block *block, int64_t at,
                               const int players)
{
    size_t seats = (size_t)players;
    memcpy(block->scores + at, trace->result, sizeof *block->scores * seats);
    memcpy(block->places + at, trace->places, sizeof *block->places * seats);
    memcpy(block->effort + at, trace->effort, sizeof *block->effort * seats);
}

// Keeps all of a match but its metrics, in row `i` of a block.
static void keep_match(const dado_engine *engine, const dado_trace *trace, dado_block *block, int i)
{
    int players = engine->game.players, metrics = engine->measures.metrics;
    block->ends[i] = (uint8_t)trace->end;
    // With constant sizes the loops are unrolled.
    if (players == 4) keep_result(trace, block, (int64_t)i * 4, 4);
    else if (players == 2) keep_result(trace, block, (int64_t)i * 2, 2);
    else keep_result(trace, block, (int64_t)i * players, players);
    for (int t = 0; t < trace->tallies; t++) {
        dado_block_column(block, metrics + t)[i] =
            dado_end_has_result(trace->end) ? dado_tally_value(trace, t) : DADO_NONE;
    }
}

static void measure_match(dado_engine *engine, const dado_trace *trace, dado_block *block, int i)
{
    dado_meter_measure(&engine->meter, trace, dado_metrics, engine->measured, engine->row);
    for (int m = 0; m < engine->measured; m++) dado_block_column(block, m)[i] = engine->row[m];
}

bool dado_engine_play(dado_engine *engine, int64_t first, int count, dado_block *block,
                      const atomic_int *stop)
{
    engine->moves.used = 0;
    engine->table.turn.stop = stop;
    dado_text_clear(&engine->notes);
    for (int m = 0; m < block->measures; m++) {
        dado_block_set_empty(block, m, !is_measured(engine, m));
    }
    for (int i = 0; i < count; i++) {
        const dado_trace *trace = play_match(engine, first + i);
        // the match was not played to its end
        if (dado_turn_stopped(&engine->table.turn)) return false;
        count_up(&engine->played, 1);
        count_up(&engine->stopped, trace->end == DADO_STOPPED);
        keep_match(engine, trace, block, i);
        if (trace->end == DADO_BROKEN && block->broken < 0) {
            block->broken = first + i;
            block->error = engine->table.error;
        }
        if (engine->plan->keep_moves) pack_moves(engine, trace);
        collect_notes(engine, first + i);
        measure_match(engine, trace, block, i);
    }
    read_clocks(engine);
    block->notes = dado_text_string(&engine->notes);
    block->moves = engine->moves.bytes;
    block->moves_size = engine->moves.full ? 0 : engine->moves.used;
    return true;
}
