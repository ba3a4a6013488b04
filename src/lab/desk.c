// desk.c - see desk.h.
#include "lab/desk.h"

#include <string.h>

#include "lab/replay.h"

void dado_desk_init(dado_desk *desk, const dado_plan *plan)
{
    *desk = (dado_desk){ .plan = plan, .instance = -1, .lineup = -1 };
    desk->record = plan->keep_moves;
    desk->moves.grows = true;
    dado_arena_init_generous(&desk->arena);
}

static void close_agents(dado_desk *desk)
{
    for (int p = desk->agent_count - 1; p >= 0; p--) dado_agent_close(&desk->agents[p]);
    desk->agent_count = 0;
}

// The game at hand, or the instance that could not be opened, is no longer needed.
static void leave_game(dado_desk *desk)
{
    if (desk->games && desk->instance >= 0) dado_games_give(desk->games, desk->instance);
    desk->instance = -1;
    desk->game_open = false;
    dado_arena_rewind(&desk->arena, 0);
}

void dado_desk_free(dado_desk *desk)
{
    close_agents(desk);
    leave_game(desk);
    dado_packing_free(&desk->moves);
    dado_packer_free(&desk->packer);
    dado_text_free(&desk->notes);
    dado_arena_free(&desk->arena);
}

static bool open_game(dado_desk *desk, int instance, dado_error *err)
{
    const dado_source *source = &desk->plan->instances[instance];
    leave_game(desk);
    desk->instance = instance;
    if (desk->games) {
        const dado_game *game = dado_games_take(desk->games, instance, err);
        if (!game) return false;
        desk->game = *game;
    } else if (!dado_source_open(source, &desk->game, &desk->arena, err)) {
        return false;
    }
    if (!dado_measures_of(&desk->measures, &desk->game, &desk->arena, err)) return false;
    desk->measured = desk->plan->six_only ? DADO_SIX : desk->measures.metrics;
    // The last of the shelf are of many matches: no match has a value.
    while (desk->measured && !dado_metrics[desk->measured - 1]->measure) desk->measured--;
    desk->row = dado_new(&desk->arena, double, (desk->measured + 1) * DADO_ABREAST);
    if (!desk->row) return dado_fail(err, DADO_LIMIT, "no memory left for a row of measures");
    desk->game_end = dado_arena_mark(&desk->arena);
    desk->game_open = true;
    return true;
}

static bool seat_agents(dado_desk *desk, const dado_lineup *lineup, dado_error *err)
{
    int players = desk->game.players;
    if (lineup->count != 1 && lineup->count != players) {
        return dado_fail(err, DADO_MEANING,
                         "%d agents are named and %s has %d seat%s; name one for each seat, or one "
                         "for all",
                         lineup->count, desk->game.rules->title, players, players == 1 ? "" : "s");
    }
    desk->agents = dado_new(&desk->arena, dado_agent, players);
    if (!desk->agents) return dado_fail(err, DADO_LIMIT, "no memory left for agents");
    for (int p = 0; p < players; p++) {
        const dado_player *player = dado_lineup_player(lineup, p);
        if (!dado_agent_open_heeding(&desk->agents[p], player->kind, &desk->game, p,
                                     &player->options, desk->heed, &desk->arena, err)) {
            return false;
        }
        desk->agent_count++;
    }
    return true;
}

static void keep_time(void *context, double seconds)
{
    dado_thought *thought = context;
    thought->questions++;
    thought->seconds += seconds;
    if (seconds > thought->slowest) thought->slowest = seconds;
}

static bool set_clocks(dado_desk *desk, dado_error *err)
{
    desk->clocks = NULL;
    if (!desk->plan->timed) return true;
    desk->clocks = dado_new(&desk->arena, dado_desk_clock, desk->agent_count);
    if (!desk->clocks) return dado_fail(err, DADO_LIMIT, "no memory left for clocks");
    for (int p = 0; p < desk->agent_count; p++) {
        dado_desk_clock *clock = &desk->clocks[p];
        clock->timed.context = &clock->thought;
        clock->timed.took = keep_time;
        dado_agent_time(&desk->agents[p], &clock->timed);
    }
    return true;
}

// What the clocks say of the block just played, beside what referees did.
static void read_clocks(dado_desk *desk)
{
    for (int p = 0; desk->clocks && p < desk->agent_count; p++) {
        dado_thought_write(&desk->clocks[p].thought, p, &desk->notes);
        desk->clocks[p].thought = (dado_thought){ 0 };
    }
}

// Where nobody thinks, seats have one luck, nothing but numbers is kept, and matches are many.
static bool open_lines(dado_desk *desk, dado_error *err)
{
    enum { many = 1024 };
    const dado_plan *plan = desk->plan;
    desk->lines = NULL;
    if (desk->record || plan->shared || plan->matches < many) return true;
    if (!dado_match_is_random(&desk->table, &desk->luck)) return true;
    desk->lines = dado_new(&desk->arena, dado_lines, 1);
    return (desk->lines && dado_lines_open(desk->lines, &desk->game, &desk->arena) &&
            dado_block_init(&desk->known, DADO_LINES_MOST, desk->game.players,
                            desk->measures.count, &desk->arena)) ||
           dado_fail(err, DADO_LIMIT, "no memory left for lines of play");
}

static bool are_random(const dado_desk *desk)
{
    bool random = true;
    for (int p = 0; p < desk->agent_count; p++) {
        random = random && desk->agents[p].kind == &dado_agent_random;
    }
    return random;
}

static bool open_lineup(dado_desk *desk, int lineup, dado_error *err)
{
    const dado_plan *plan = desk->plan;
    dado_arena_rewind(&desk->arena, desk->game_end);
    if (!seat_agents(desk, &plan->lineups[lineup], err) || !set_clocks(desk, err)) return false;
    dado_match_rules rules = {
        .move_limit = plan->move_limit ? plan->move_limit : DADO_MOVE_LIMIT,
        .path = desk->record || !plan->six_only,
        .checks = desk->record,
        .leaves = DADO_ABREAST,
    };
    desk->luck = dado_plan_luck(plan, desk->instance, lineup);
    if (!dado_meter_open(&desk->meter, &plan->reading, desk->game.players, rules.move_limit,
                         rules.path ? rules.move_limit : 0, &desk->arena, err)) {
        return false;
    }
    // Where somebody thinks, measuring is nothing beside it.
    bool many = DADO_CAN_ABREAST && !desk->record && are_random(desk);
    desk->abreast = many ? dado_abreast_new(&desk->meter, &desk->arena) : NULL;
    if (!desk->abreast) rules.leaves = 1;
    return dado_table_lay(&desk->table, &desk->game, desk->agents, rules, &desk->arena, err) &&
           open_lines(desk, err);
}

bool dado_desk_open(dado_desk *desk, int instance, int lineup, dado_error *err)
{
    if (desk->instance != instance || desk->lineup != lineup) {
        close_agents(desk);
        desk->error = (dado_error){ 0 };
        bool same_game = desk->game_open && desk->instance == instance;
        desk->lineup = lineup;
        if (same_game || open_game(desk, instance, &desk->error)) {
            open_lineup(desk, lineup, &desk->error);
        }
    }
    if (desk->error.status == DADO_OK) return true;
    if (err) *err = desk->error;
    return false;
}

// Players in processes of their own have referees, who tell why a bot was late or lost. Beside
// moves there is room for all they say; where a match is a row of numbers, for a word.
static void hear_referees(dado_desk *desk, int64_t match)
{
    enum { room_beside_moves = 1 << 16, room_alone = 1 << 11, room_of_block = 1 << 23 };
    if (desk->table.all_random) return;
    size_t most = desk->record ? room_beside_moves : room_alone;
    if (desk->notes.length > room_of_block) most = 0;  // only counted from here on
    for (int p = 0; p < desk->agent_count; p++) {
        const dado_agent *agent = &desk->agents[p];
        if (!agent->kind->notes) continue;
        dado_notes_keep(agent->kind->notes(agent), match, p, most, &desk->notes);
    }
}

static const dado_trace *play_match(dado_desk *desk, int64_t match)
{
    if (desk->plan->shared) desk->luck.looked_at = (int)(match % desk->game.players);
    return dado_match_play_on(&desk->table, &desk->luck, (uint64_t)match);
}

const dado_trace *dado_desk_match(dado_desk *desk, int64_t match)
{
    desk->table.turn.stop = dado_heed_flag(&desk->heed);
    const dado_trace *trace = play_match(desk, match);
    if (dado_turn_stopped(&desk->table.turn)) return NULL;
    dado_text_clear(&desk->notes);
    hear_referees(desk, match);
    return trace;
}

static void keep_log(dado_desk *desk, const dado_trace *trace)
{
    enum { gap = 10 };  // as long as a number can be
    size_t bound = dado_log_bound(trace);
    unsigned char *room = dado_pack_room(&desk->moves, bound + gap);
    if (!room) return;
    // The length stands before the log: it is written behind a gap, then moved up to it.
    size_t size = dado_log_pack(trace, room + gap, bound);
    dado_pack_number(&desk->moves, size);
    memmove(desk->moves.bytes + desk->moves.used, room + gap, size);
    desk->moves.used += size;
}

// Only the desk itself writes, so nothing need be locked.
static void count_up(atomic_llong *count, int by)
{
    long long now = atomic_load_explicit(count, memory_order_relaxed);
    atomic_store_explicit(count, now + by, memory_order_relaxed);
}

static bool is_measured(const dado_desk *desk, int measure)
{
    return measure < desk->measured || measure >= desk->measures.metrics;
}

// Columns of a block before, from one on, that were one number are to be written, and may be no
// longer.
static void expect_any(const dado_desk *desk, dado_block *block, int from)
{
    for (int m = from; m < block->measures; m++) {
        if (is_measured(desk, m)) block->alike[m] = 0;
    }
}

static inline void keep_result(const dado_trace *trace, dado_block *block, int64_t at,
                               const int players)
{
    size_t seats = (size_t)players;
    memcpy(block->scores + at, trace->result, sizeof *block->scores * seats);
    memcpy(block->places + at, trace->places, sizeof *block->places * seats);
    memcpy(block->effort + at, trace->effort, sizeof *block->effort * seats);
}

// What is kept of a match but its metrics, in row `i` of a block.
static void keep_match(const dado_desk *desk, const dado_trace *trace, dado_block *block, int i)
{
    int players = desk->game.players, metrics = desk->measures.metrics;
    block->ends[i] = (uint8_t)trace->end;
    if (players == 4) keep_result(trace, block, (int64_t)i * 4, 4);  // mostly: in one piece each
    else keep_result(trace, block, (int64_t)i * players, players);
    for (int t = 0; t < trace->tallies; t++) {
        dado_block_column(block, metrics + t)[i] =
            dado_ended(trace->end) ? dado_tally_value(trace, t) : DADO_NONE;
    }
}

static void measure_match(dado_desk *desk, const dado_trace *trace, dado_block *block, int i)
{
    dado_meter_measure(&desk->meter, trace, dado_metrics, desk->measured, desk->row);
    for (int m = 0; m < desk->measured; m++) dado_block_column(block, m)[i] = desk->row[m];
}

// Eight values of a column. Where they and all before are one number, that is said, and where they
// are there already, from a block before, nothing is written.
static void keep_eight(dado_block *block, int measure, int i, const double *values)
{
    double *column = dado_block_column(block, measure);
    const double *first = i > 0 ? column : values;
    int *alike = &block->alike[measure];
    bool same = dado_are_all(*first, values, DADO_ABREAST);
    if (same && *alike >= i + DADO_ABREAST && dado_are_all(*column, values, DADO_ABREAST)) return;
    memcpy(column + i, values, sizeof *values * DADO_ABREAST);
    if (i == 0) *alike = 0;
    if (*alike >= i) *alike = same ? i + DADO_ABREAST : i;
}

// Nobody waits, and the next match is written down on the first leaf.
static void forget_waiting(dado_desk *desk)
{
    desk->waits = desk->ahead = 0;
    dado_table_take_leaf(&desk->table, 0);
}

// Those that wait: all at once, if they are eight and alike enough, or one after the other.
static void measure_waiting(dado_desk *desk, dado_block *block)
{
    int count = desk->waits, from = desk->waits_from;
    forget_waiting(desk);
    if (count == DADO_ABREAST &&
        dado_abreast_measure(desk->abreast, desk->waiting, desk->measured, desk->row)) {
        for (int m = 0; m < desk->measured; m++) {
            keep_eight(block, m, from, desk->row + (size_t)m * DADO_ABREAST);
        }
        return;
    }
    if (count > 0) expect_any(desk, block, 0);
    for (int k = 0; k < count; k++) measure_match(desk, &desk->waiting[k], block, from + k);
}

// Whether matches wait for others. Where lines are known, they may stand between these.
static bool may_wait(const dado_desk *desk)
{
    return DADO_CAN_ABREAST && desk->abreast && !(desk->lines && !desk->lines->given_up);
}

// Whether a match would stand right behind those that wait.
static bool in_line(const dado_desk *desk, int i)
{
    return desk->waits == 0 || i == desk->waits_from + desk->waits;
}

// Match `i` of `count`; with those that follow, where they are played together.
static const dado_trace *next_match(dado_desk *desk, int64_t match, int i, int count)
{
    if (desk->waits == 0 && count - i >= DADO_ABREAST && may_wait(desk)) {
        desk->ahead = dado_match_play_some(&desk->table, &desk->luck, (uint64_t)match,
                                           DADO_ABREAST, desk->waiting);
        dado_table_take_leaf(&desk->table, 0);
    }
    if (desk->waits < desk->ahead && in_line(desk, i)) return &desk->waiting[desk->waits];
    return play_match(desk, match);
}

// Has a match measured, later if it is to wait for others. They stand one behind the other.
static void let_measure(dado_desk *desk, const dado_trace *trace, dado_block *block, int i)
{
    bool next = in_line(desk, i);
    if (!next || !may_wait(desk)) {
        if (desk->abreast) expect_any(desk, block, 0);
        measure_match(desk, trace, block, i);
        if (DADO_CAN_ABREAST && !next) measure_waiting(desk, block);
        return;
    }
    if (desk->waits == 0) desk->waits_from = i;
    desk->waiting[desk->waits++] = *trace;
    if (desk->waits == DADO_ABREAST) measure_waiting(desk, block);
    else dado_table_take_leaf(&desk->table, desk->waits);
}

// Of the matches from `i` on, a few at a time: what was noted meanwhile is known to the next.
static void find_lines(dado_desk *desk, int64_t first, int i, int count)
{
    int some = count - i < DADO_LINES_BATCH ? count - i : DADO_LINES_BATCH;
    if (desk->lines) dado_lines_find(desk->lines, (uint64_t)(first + i), some, desk->line + i);
    for (int k = i; !desk->lines && k < i + some; k++) desk->line[k] = -1;
}

// Of a match that was just played.
static int note_line(dado_desk *desk, int64_t match, const dado_trace *trace)
{
    if (!desk->lines || desk->lines->given_up || trace->end != DADO_FINISHED) return -1;
    dado_rng *luck = dado_match_lanes(&desk->table, &desk->luck, (uint64_t)match);
    int line = dado_lines_note(desk->lines, luck);
    if (line < 0) return line;
    keep_match(desk, trace, &desk->known, line);
    measure_match(desk, trace, &desk->known, line);
    return line;
}

// Where all matches of a block took lines that are known, and few, they are of so many kinds.
static int find_kinds(const dado_desk *desk, dado_block *block, int count)
{
    enum { unmet = 0xFF };
    uint8_t kind_of[DADO_LINES_MOST];
    int kinds = 0;
    memset(kind_of, unmet, sizeof kind_of);
    for (int i = 0; i < count; i++) {
        int32_t line = desk->line[i];
        if (line < 0) return 0;
        if (kind_of[line] == unmet) {
            if (kinds == DADO_KINDS_MOST) return 0;
            block->first_of[kinds] = i;
            kind_of[line] = (uint8_t)kinds++;
        }
        block->kind[i] = kind_of[line];
    }
    return kinds;
}

// The number that all matches have that took these lines, if it is one.
static bool are_alike(const dado_desk *desk, const dado_block *block, const double *values)
{
    const int32_t *line = desk->line;
    bool alike = block->kinds > 0;
    for (int k = 1; alike && k < block->kinds; k++) {
        alike = memcmp(&values[line[block->first_of[k]]], &values[line[0]], sizeof *values) == 0;
    }
    return alike;
}

// What matches have that took lines known before.
static void copy_known(const dado_desk *desk, dado_block *block, int count)
{
    const dado_block *known = &desk->known;
    const int32_t *line = desk->line;
    int players = block->players;
    block->kinds = find_kinds(desk, block, count);
    for (int i = 0; i < count; i++) {
        if (line[i] >= 0) block->ends[i] = known->ends[line[i]];
    }
    for (int p = 0; p < players; p++) {
        for (int i = 0; i < count; i++) {
            if (line[i] < 0) continue;
            int64_t from = (int64_t)line[i] * players + p, to = (int64_t)i * players + p;
            block->scores[to] = known->scores[from];
            block->places[to] = known->places[from];
            block->effort[to] = known->effort[from];
        }
    }
    for (int m = 0; m < block->measures; m++) {
        if (!is_measured(desk, m)) continue;
        const double *from = dado_block_column(known, m);
        double *to = dado_block_column(block, m);
        if (are_alike(desk, block, from)) {
            dado_block_fill(block, m, from[line[0]], count);
            continue;
        }
        for (int i = 0; i < count; i++) {
            if (line[i] >= 0) to[i] = from[line[i]];
        }
        block->alike[m] = 0;
    }
}

bool dado_desk_play(dado_desk *desk, int64_t first, int count, dado_block *block,
                    const atomic_int *stop)
{
    desk->moves.used = 0;
    forget_waiting(desk);
    desk->table.turn.stop = stop;
    dado_text_clear(&desk->notes);
    for (int m = 0; m < block->measures; m++) {
        if (!is_measured(desk, m)) dado_block_fill(block, m, DADO_NONE, count);
    }
    int played = 0;
    for (int i = 0; i < count; i++) {
        if (i % DADO_LINES_BATCH == 0) find_lines(desk, first, i, count);
        bool known = desk->line[i] >= 0;
        const dado_trace *trace = known ? NULL : next_match(desk, first + i, i, count);
        if (dado_turn_stopped(&desk->table.turn)) return false;  // it was not played to its end
        count_up(&desk->played, 1);
        if (!trace) continue;
        count_up(&desk->stopped, trace->end == DADO_STOPPED);
        if (played++ == 0) expect_any(desk, block, desk->abreast ? desk->measures.metrics : 0);
        keep_match(desk, trace, block, i);
        desk->line[i] = note_line(desk, first + i, trace);
        if (trace->end == DADO_BROKEN && block->broken < 0) {
            block->broken = first + i;
            block->error = desk->table.error;
        }
        if (desk->plan->keep_moves) keep_log(desk, trace);
        hear_referees(desk, first + i);
        let_measure(desk, trace, block, i);
    }
    if (DADO_CAN_ABREAST) measure_waiting(desk, block);
    block->kinds = 0;
    if (played < count) copy_known(desk, block, count);
    read_clocks(desk);
    block->notes = dado_text_string(&desk->notes);
    block->moves = desk->moves.bytes;
    block->moves_size = desk->moves.full ? 0 : desk->moves.used;
    return true;
}
