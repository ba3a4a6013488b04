// replay.c - see replay.h.
#include "lab/replay.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "core/match_cursor.h"
#include "core/scope_cleanup.h"
#include "lab/experiment.h"

enum { most_steps = 1 << 26, largest_replay = 1 << 30 };
enum { replay_layout = 2, layout_without_notes = 1 };

static const char magic[] = "dado replay\n";

size_t dado_move_log_bound(const dado_trace *trace)
{
    size_t players = (size_t)trace->players, steps = (size_t)trace->steps;
    return 64 + players * 20 + steps * 20 + ((size_t)trace->rounds + 1) * 4;
}

// Writes actors and options before the moves, column by column: most repeat and compress
// to almost nothing.
size_t dado_move_log_pack(const dado_trace *trace, unsigned char *bytes, size_t room)
{
    dado_byte_writer out = { .bytes = bytes, .room = room };
    dado_pack_number(&out, (uint64_t)trace->players);
    dado_pack_number(&out, (uint64_t)trace->rounds);
    dado_pack_number(&out, (uint64_t)trace->steps);
    dado_pack_number(&out, trace->end);
    for (int p = 0; p < trace->players; p++) {
        dado_pack_signed(&out, trace->result[p]);
        dado_pack_number(&out, (uint64_t)trace->places[p]);
    }
    for (int i = 0; i < trace->steps; i++) dado_pack_signed(&out, trace->path[i].actor);
    for (int i = 0; i < trace->steps; i++) dado_pack_number(&out, trace->path[i].options);
    for (int i = 0; i < trace->steps; i++) dado_pack_number(&out, trace->path[i].move);
    for (int i = 0; i <= trace->rounds; i++) {
        uint32_t check = trace->checks[i];
        unsigned char four[4] = { (unsigned char)check, (unsigned char)(check >> 8),
                                  (unsigned char)(check >> 16), (unsigned char)(check >> 24) };
        dado_pack_bytes(&out, four, sizeof four);
    }
    return out.full ? 0 : out.used;
}

static bool damaged(dado_error *err)
{
    return dado_fail(err, DADO_SYNTAX,
                     "the log of a match is damaged: its contents are "
                     "inconsistent");
}

bool dado_move_log_unpack(dado_trace *log, const unsigned char *bytes, size_t size,
                          dado_region *region, dado_error *err)
{
    dado_byte_reader in = { .bytes = bytes, .size = size };
    uint64_t players = dado_unpack_number(&in), rounds = dado_unpack_number(&in);
    uint64_t steps = dado_unpack_number(&in), end = dado_unpack_number(&in);
    // Every step takes at least three bytes, and every row four; a larger number means
    // damage.
    bool sane = !in.broken && players >= 1 && players <= 4096 && steps <= most_steps &&
                steps <= size && rounds <= steps && end <= DADO_BROKEN;
    if (!sane) return damaged(err);
    *log = (dado_trace){ .players = (int)players,
                         .rounds = (int)rounds,
                         .steps = (int)steps,
                         .end = (dado_match_end)end };
    int32_t *result = dado_new(region, int32_t, players),
            *places = dado_new(region, int32_t, players);
    dado_step *path = dado_new(region, dado_step, steps + 1);
    uint32_t *checks = dado_new(region, uint32_t, rounds + 1);
    if (!result || !places || !path || !checks) {
        return dado_fail(err, DADO_LIMIT, "no memory left for the log of a match");
    }
    for (uint64_t p = 0; p < players; p++) {
        result[p] = (int32_t)dado_unpack_signed(&in);
        places[p] = (int32_t)dado_unpack_number(&in);
    }
    for (uint64_t i = 0; i < steps; i++) path[i].actor = (int32_t)dado_unpack_signed(&in);
    for (uint64_t i = 0; i < steps; i++) path[i].options = (uint32_t)dado_unpack_number(&in);
    for (uint64_t i = 0; i < steps; i++) path[i].move = dado_unpack_number(&in);
    for (uint64_t i = 0; i <= rounds; i++) {
        const unsigned char *four = dado_unpack_bytes(&in, 4);
        if (!four) break;
        checks[i] = (uint32_t)four[0] | (uint32_t)four[1] << 8 | (uint32_t)four[2] << 16 |
                    (uint32_t)four[3] << 24;
    }
    log->result = result;
    log->places = places;
    log->path = path;
    log->checks = checks;
    return in.broken || in.used != size ? damaged(err) : true;
}

static void walk_log(const dado_trace *log, const dado_game *game, void *state,
                     const dado_move_log_visitor *visitor)
{
    dado_match_cursor at = dado_match_cursor_begin(game, state, log->path, log->steps);
    do {
        const dado_step *step = dado_match_cursor_next(&at);
        if (visitor->step && step) visitor->step(visitor->context, game, state, step);
    } while (dado_match_cursor_step(&at));
    visitor->end(visitor->context, game, state, log);
}

bool dado_block_replay(const dado_block *block, const dado_game *game,
                       const dado_move_log_visitor *visitor, dado_region *region, dado_error *err)
{
    size_t mark = dado_region_mark(region);
    void *state = dado_region_alloc(region, 1, game->state_size);
    if (!state) return dado_fail(err, DADO_LIMIT, "no memory left to look at a match");
    dado_byte_reader in = { .bytes = block->moves, .size = block->moves_size };
    bool fine = true;
    for (int i = 0; fine && i < block->count; i++) {
        size_t here = dado_region_mark(region), size = (size_t)dado_unpack_number(&in);
        const unsigned char *bytes = dado_unpack_bytes(&in, size);
        dado_trace log;
        fine = (bytes || damaged(err)) && dado_move_log_unpack(&log, bytes, size, region, err);
        if (fine) walk_log(&log, game, state, visitor);
        dado_region_rewind(region, here);
    }
    dado_region_rewind(region, mark);
    return fine;
}

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left for a replay");
}

static void pack_all(const dado_replay *replay, dado_byte_writer *out)
{
    dado_pack_number(out, replay_layout);
    dado_game_source_pack(&replay->source, out);
    dado_pack_text(out, replay->options);
    for (int p = 0; p < replay->log.players; p++) dado_pack_text(out, replay->agents[p]);
    dado_pack_number(out, replay->seed);
    dado_pack_number(out, replay->match);
    DADO_CLEANUP(dado_text_free) dado_text notes = { 0 };
    for (int i = 0; i < replay->notes.count; i++) dado_note_write(&replay->notes.items[i], &notes);
    dado_pack_text(out, dado_text_string(&notes));
    out->full = out->full || notes.cut;
    size_t bound = dado_move_log_bound(&replay->log);
    unsigned char *room = dado_pack_reserve(out, bound);
    if (room) out->used += dado_move_log_pack(&replay->log, room, bound);
}

bool dado_replay_pack(const dado_replay *replay, dado_region *region, const unsigned char **bytes,
                      size_t *size, dado_error *err)
{
    DADO_CLEANUP(dado_compressor_free) dado_compressor packer = { .raw = { .grows = true } };
    DADO_CLEANUP(dado_byte_writer_free) dado_byte_writer squeezed = { 0 };
    size_t head = sizeof magic - 1;
    dado_pack_number(&packer.raw, (uint64_t)replay->log.players);
    pack_all(replay, &packer.raw);
    if (packer.raw.full) return no_memory(err);
    if (!dado_compress(&packer, packer.raw.bytes, packer.raw.used, &squeezed, err)) return false;
    *size = head + squeezed.used;
    unsigned char *all = dado_new(region, unsigned char, *size);
    if (!all) return no_memory(err);
    memcpy(all, magic, head);
    memcpy(all + head, squeezed.bytes, squeezed.used);
    *bytes = all;
    return true;
}

static bool unpack_all(dado_replay *replay, dado_byte_reader *in, dado_region *region,
                       dado_error *err)
{
    uint64_t players = dado_unpack_number(in);
    if (in->broken || players < 1 || players > 4096) return damaged(err);
    uint64_t layout = dado_unpack_number(in);
    if (layout != replay_layout && layout != layout_without_notes) {
        return dado_fail(err, DADO_SYNTAX,
                         "this replay was written by another version of "
                         "dado; read it with that version");
    }
    if (!dado_game_source_unpack(&replay->source, in, region, err)) return false;
    replay->options = dado_unpack_text(in, region);
    const char **agents = dado_new(region, const char *, players);
    if (!agents) return no_memory(err);
    for (uint64_t p = 0; p < players; p++) {
        agents[p] = dado_unpack_text(in, region);
        if (!agents[p]) return damaged(err);
    }
    replay->agents = agents;
    replay->seed = dado_unpack_number(in);
    replay->match = dado_unpack_number(in);
    const char *notes = layout == replay_layout ? dado_unpack_text(in, region) : NULL;
    if (notes && !dado_notes_of_match(notes, (int64_t)replay->match, &replay->notes, region, err)) {
        return false;
    }
    if (in->broken || !replay->options) return damaged(err);
    if (!dado_move_log_unpack(&replay->log, in->bytes + in->used, in->size - in->used, region,
                              err)) {
        return false;
    }
    return (uint64_t)replay->log.players == players || damaged(err);
}

bool dado_replay_unpack(dado_replay *replay, const char *source, const unsigned char *bytes,
                        size_t size, dado_region *region, dado_error *err)
{
    size_t head = sizeof magic - 1, raw_size = 0;
    const unsigned char *raw = NULL;
    dado_place whole = { .source = source };
    *replay = (dado_replay){ .name = source };
    if (size < head || memcmp(bytes, magic, head) != 0) {
        return dado_fail_at(err, DADO_SYNTAX, whole, "this file is not a replay of dado");
    }
    dado_error why = { 0 };
    if (dado_decompress(bytes + head, size - head, largest_replay, region, &raw, &raw_size, &why)) {
        dado_byte_reader in = { .bytes = raw, .size = raw_size };
        if (unpack_all(replay, &in, region, &why)) return true;
    }
    return dado_fail_at(err, why.status, whole, "%s", why.text);
}

const dado_note *dado_replay_notes(const dado_replay *replay, dado_note_cursor *walk, int number,
                                   int *count)
{
    const dado_notes *notes = &replay->notes;
    bool end = number >= replay->log.steps;
    bool asked = end || replay->log.path[number].actor >= 0;
    int from = walk->next;
    if (asked) walk->next = dado_notes_until(notes, from, end ? INT_MAX : walk->decisions++);
    *count = walk->next - from;
    return *count ? notes->items + from : NULL;
}

// --- walking through a replay: printing and checking use the same lines ---

typedef struct walk {
    const dado_replay *replay;
    dado_game game;
    unsigned char *state;
    dado_move *moves;
    int32_t *scores;
    int32_t *rows;   // gets the scores of every round; or NULL
    dado_text *out;  // where it is printed; NULL if it is only checked
    int line;        // number of the current line, from 1
    dado_note_cursor noted;
    dado_error *err;
} walk;

DADO_PRINTF(2, 3)
static bool differs(walk *w, const char *format, ...)
{
    char why[300];
    DADO_FORMAT_ARGS(why, format);
    dado_place place = { .source = w->replay->name ? w->replay->name : "replay", .line = w->line };
    return dado_fail_at(w->err, DADO_INVALID, place, "%s", why);
}

static void end_line(walk *w)
{
    if (w->out) dado_text_char(w->out, '\n');
    w->line++;
}

static bool open_table(walk *w, dado_region *region)
{
    if (!dado_game_source_open(&w->replay->source, &w->game, region, w->err)) return false;
    w->state = dado_new(region, unsigned char, w->game.state_size);
    w->moves = dado_new(region, dado_move, w->game.max_moves);
    w->scores = dado_new(region, int32_t, w->game.players);
    return (w->state && w->moves && w->scores) || no_memory(w->err);
}

static bool walk_head(walk *w)
{
    const dado_replay *r = w->replay;
    if (w->out) dado_text_addf(w->out, "game %s", r->source.name);
    end_line(w);
    if (w->out) dado_text_addf(w->out, "options %s", r->options);
    if (strcmp(r->options, w->game.options) != 0) {
        return differs(w, "the game understands its options differently now: %.200s",
                       w->game.options);
    }
    end_line(w);
    if (w->out) dado_text_addf(w->out, "seed %" PRIu64 ", match %" PRIu64, r->seed, r->match);
    end_line(w);
    if (r->log.players != w->game.players) {
        return differs(w, "there are %d seats, and %d were recorded", w->game.players,
                       r->log.players);
    }
    for (int p = 0; p < r->log.players; p++) {
        if (w->out) dado_text_addf(w->out, "p%d %s", p, r->agents[p]);
        end_line(w);
    }
    return true;
}

static void print_scores(walk *w, const int32_t *scores)
{
    for (int p = 0; w->out && p < w->game.players; p++) {
        int64_t score = w->game.lowest_wins ? -(int64_t)scores[p] : scores[p];
        dado_text_addf(w->out, " %" PRId64, score);
    }
}

static bool walk_row(walk *w, int round)
{
    const dado_trace *log = &w->replay->log;
    uint32_t check = (uint32_t)dado_state_hash(&w->game, w->state);
    w->game.rules->scores(&w->game, w->state, w->scores);
    if (w->out) dado_text_addf(w->out, "round %d, scores", round);
    print_scores(w, w->scores);
    if (round > log->rounds) return differs(w, "a round more is finished than was recorded");
    if (check != log->checks[round]) {
        return differs(w, "after round %d the game stands otherwise than was recorded", round);
    }
    if (w->rows) {
        size_t players = (size_t)w->game.players;
        memcpy(w->rows + (size_t)round * players, w->scores, players * sizeof *w->rows);
    }
    if (w->out) dado_text_addf(w->out, ", check %08" PRIx32, check);
    end_line(w);
    return true;
}

static bool is_listed(const walk *w, int count, dado_move move)
{
    for (int i = 0; i < count; i++) {
        if (w->moves[i] == move) return true;
    }
    return false;
}

static void walk_notes(walk *w, int number)
{
    int count;
    const dado_note *notes = dado_replay_notes(w->replay, &w->noted, number, &count);
    for (int i = 0; i < count; i++) {
        if (w->out) {
            dado_text_addf(w->out, "note p%d ", notes[i].seat);
            dado_note_describe(&notes[i], w->out);
        }
        end_line(w);
    }
}

static bool walk_step(walk *w, int number)
{
    const dado_step *step = &w->replay->log.path[number];
    int actor = w->game.rules->actor(&w->game, w->state);
    char who[24] = "luck";
    if (step->actor >= 0) snprintf(who, sizeof who, "p%d", (int)step->actor);
    if (w->out) dado_text_addf(w->out, "%d %s ", number + 1, who);
    if (actor == DADO_NOBODY)
        return differs(w, "the game is over, and %s was recorded to act", who);
    if (actor != step->actor) {
        return differs(w, "%s was recorded to act, and it is not their turn", who);
    }
    int count = w->game.rules->legal(&w->game, w->state, w->moves);
    if ((uint32_t)count != step->options) {
        return differs(w, "there are %d moves here, and %" PRIu32 " were recorded", count,
                       step->options);
    }
    if (count > 0 && !is_listed(w, count, step->move)) {
        return differs(w, "the recorded move of %s is none of the %d there are", who, count);
    }
    if (w->out && count > 0) {
        w->game.rules->print_move(&w->game, w->state, step->move, w->out);
    } else if (w->out) {
        dado_text_addf(w->out, "%016" PRIx64, step->move);
    }
    end_line(w);
    return true;
}

static bool walk_end(walk *w)
{
    const dado_trace *log = &w->replay->log;
    if (w->out) dado_text_addf(w->out, "%s, scores", dado_match_end_names[log->end]);
    print_scores(w, log->result);
    int actor = w->game.rules->actor(&w->game, w->state);
    bool over = actor == DADO_NOBODY;
    if (over != (log->end == DADO_FINISHED || log->end == DADO_BROKEN)) {
        return differs(w, "the game %s here, and was recorded to be %s",
                       over ? "is over" : "goes on", dado_match_end_names[log->end]);
    }
    w->game.rules->scores(&w->game, w->state, w->scores);
    for (int p = 0; p < w->game.players; p++) {
        if (w->scores[p] == log->result[p]) continue;
        return differs(w, "p%d ends with a score of %d, and %d was recorded", p, (int)w->scores[p],
                       (int)log->result[p]);
    }
    if (w->out) dado_text_add(w->out, ", places");
    for (int p = 0; w->out && p < w->game.players; p++) {
        dado_text_addf(w->out, " %d", (int)log->places[p] + 1);
    }
    end_line(w);
    return true;
}

// Walks through all steps. Also returns true if the watcher has stopped it.
static bool walk_through(walk *w, dado_replay_watcher *watch, void *context)
{
    const dado_trace *log = &w->replay->log;
    if (!walk_head(w)) return false;
    dado_match_cursor at = dado_match_cursor_begin(&w->game, w->state, log->path, log->steps);
    if (!walk_row(w, 0)) return false;
    const dado_step *step;
    while ((step = dado_match_cursor_next(&at))) {
        if (watch && !watch(context, &w->game, w->state, step, at.at)) return true;
        walk_notes(w, at.at);
        if (!walk_step(w, at.at)) return false;
        dado_match_cursor_step(&at);
        if (at.round_ended && !walk_row(w, at.rounds.rounds)) return false;
    }
    if (at.rounds.rounds != log->rounds) {
        return differs(w, "%d rounds are finished, and %d were recorded", at.rounds.rounds,
                       log->rounds);
    }
    walk_notes(w, log->steps);
    if (!walk_end(w)) return false;
    if (watch) watch(context, &w->game, w->state, NULL, log->steps);
    return true;
}

bool dado_replay_check(const dado_replay *replay, dado_replay_watcher *watch, void *context,
                       dado_region *region, dado_error *err)
{
    walk w = { .replay = replay, .line = 1, .err = err };
    return open_table(&w, region) && walk_through(&w, watch, context);
}

bool dado_replay_print(const dado_replay *replay, dado_text *out, dado_error *err)
{
    walk w = { .replay = replay, .line = 1, .err = err, .out = out };
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    return open_table(&w, &region) && walk_through(&w, NULL, NULL);
}

bool dado_replay_rows(const dado_replay *replay, const int32_t **rows, dado_region *region,
                      dado_error *err)
{
    walk w = { .replay = replay, .line = 1, .err = err };
    DADO_CLEANUP(dado_region_free) dado_region own = { 0 };
    if (!open_table(&w, &own)) return false;
    w.rows = dado_new(region, int32_t, (replay->log.rounds + 1) * w.game.players);
    *rows = w.rows;
    return w.rows ? walk_through(&w, NULL, NULL) : no_memory(err);
}

// ---- one match of a stored run

// Finds the log of a match among the logs of a block, each of which follows its length,
// if logs are kept.
static bool read_log(dado_store *store, int64_t run, int64_t slot, int64_t match, dado_trace *log,
                     bool *kept, dado_region *region, dado_error *err)
{
    const unsigned char *bytes;
    size_t size;
    int count;
    dado_block block = { 0 };
    if (!dado_store_block(store, run, slot, &bytes, &size, &count, region, err)) return false;
    if (size && !dado_block_unpack(&block, bytes, size, region, err)) return false;
    dado_byte_reader in = { .bytes = block.moves, .size = block.moves_size };
    *kept = in.size > 0;
    for (int64_t m = block.first; *kept && m <= match; m++) {
        size = (size_t)dado_unpack_number(&in);
        bytes = dado_unpack_bytes(&in, size);
        if (!bytes) return damaged(err);
    }
    return !*kept || dado_move_log_unpack(log, bytes, size, region, err);
}

static bool copy_log(dado_trace *log, const dado_trace *trace, dado_region *region, dado_error *err)
{
    size_t room = dado_move_log_bound(trace);
    unsigned char *bytes = dado_new(region, unsigned char, room);
    if (!bytes) return no_memory(err);
    size_t size = dado_move_log_pack(trace, bytes, room);
    return dado_move_log_unpack(log, bytes, size, region, err);
}

static const char *const *name_players(const dado_lineup *lineup, int players, dado_region *region)
{
    const char **list = dado_new(region, const char *, players);
    for (int p = 0; list && p < players; p++) {
        const dado_player *player = dado_lineup_player(lineup, p);
        const dado_option *who = dado_options_find(&player->options, "who");
        bool recorded = strcmp(player->kind->name, "recorded") == 0;
        list[p] = recorded && who ? who->text : player->typed;
    }
    return list;
}

static bool in_plan(const dado_plan *plan, dado_match_id which, dado_error *err)
{
    if (which.instance < 0 || which.instance >= plan->instance_count || which.lineup < 0 ||
        which.lineup >= plan->lineup_count) {
        return dado_fail(err, DADO_MISSING,
                         "there is no such cell: this run has %d instance%s and %d line-up%s",
                         plan->instance_count, plan->instance_count == 1 ? "" : "s",
                         plan->lineup_count, plan->lineup_count == 1 ? "" : "s");
    }
    if (which.match < 0 || which.match >= plan->matches) {
        return dado_fail(err, DADO_MISSING,
                         "there is no such match: those of this run are numbered 0 to %" PRId64,
                         plan->matches - 1);
    }
    return true;
}

bool dado_replay_from_store(dado_store *store, int64_t run, dado_match_id which,
                            const volatile sig_atomic_t *stop, dado_region *region,
                            dado_replay *replay, bool *kept, dado_error *err)
{
    dado_plan plan;
    const char *notes;
    if (!dado_store_plan(store, run, &plan, region, err) || !in_plan(&plan, which, err)) {
        return false;
    }
    *replay = (dado_replay){
        .source = plan.instances[which.instance],
        .seed = dado_plan_seed(&plan, which.instance, which.lineup),
        .match = (uint64_t)which.match,
    };
    int64_t slot = dado_plan_block_number(&plan, which.instance, which.lineup, which.match);
    *kept = false;
    if (plan.keep_moves &&
        !read_log(store, run, slot, which.match, &replay->log, kept, region, err)) {
        return dado_store_explain_damage(store, run, err);
    }
    bool fine;
    if (*kept) {
        fine = dado_store_notes(store, run, slot, &notes, region, err) &&
               dado_notes_of_match(notes, which.match, &replay->notes, region, err);
    } else {
        DADO_CLEANUP(dado_engine_free) dado_engine worker = { 0 };
        fine = dado_experiment_replay(&plan, which.instance, which.lineup, which.match, stop,
                                      &worker, err);
        fine = fine && copy_log(&replay->log, &worker.table.trace, region, err) &&
               dado_notes_of_match(dado_text_string(&worker.notes), which.match, &replay->notes,
                                   region, err);
    }
    dado_game game;
    fine = fine && dado_game_source_open(&replay->source, &game, region, err);
    if (!fine) return false;
    replay->options = game.options;
    replay->agents = name_players(&plan.lineups[which.lineup], game.players, region);
    return replay->agents || no_memory(err);
}

// ---- the rounds of stored matches, one after the other

void dado_round_reader_begin(dado_round_reader *reader, const dado_results *results,
                             const volatile sig_atomic_t *stop)
{
    *reader = (dado_round_reader){ .results = results, .stop = stop };
    dado_engine_init(&reader->worker, results->plan);
    reader->worker.stop_signal.told = stop;
}

void dado_round_reader_end(dado_round_reader *reader)
{
    dado_engine_free(&reader->worker);
    dado_region_free(&reader->region);
}

bool dado_round_reader_open(dado_round_reader *reader, const dado_cell *cell, dado_error *err)
{
    reader->cell = cell;
    reader->kept = reader->results->store && reader->results->plan->keep_moves;
    return reader->kept || dado_engine_open(&reader->worker, cell->instance, cell->lineup, err);
}

const dado_trace *dado_round_reader_match(dado_round_reader *reader, int64_t match, dado_error *err)
{
    if (!reader->kept) return dado_engine_match(&reader->worker, match);
    if (reader->stop && *reader->stop) return NULL;
    const dado_results *results = reader->results;
    dado_match_id which = { reader->cell->instance, reader->cell->lineup, match };
    dado_replay replay;
    bool kept;
    dado_region_rewind(&reader->region, 0);
    if (!dado_replay_from_store(results->store, results->run, which, reader->stop, &reader->region,
                                &replay, &kept, err) ||
        !dado_replay_rows(&replay, &replay.log.scores, &reader->region, err)) {
        return NULL;
    }
    reader->trace = replay.log;
    return &reader->trace;
}
