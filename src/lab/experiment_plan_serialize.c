// experiment_plan_serialize.c - see experiment_plan.h.
#include "lab/experiment_plan.h"

#include <string.h>

// The layouts of stored plans. A plan with `shared` has a layout of its own, and so has
// one with a version of luck. All others keep the old layout.
enum { plan_layout = 2, shared_layout = 3, versioned_layout = 4, most_parts = 1 << 24 };

static bool damaged(dado_error *err)
{
    return dado_fail(err, DADO_SYNTAX,
                     "the stored plan is damaged: its contents are "
                     "inconsistent; play it again into a new file");
}

static bool unknown_luck(uint64_t version, dado_error *err)
{
    return dado_fail(err, DADO_INVALID,
                     "this run uses version %llu of the random numbers, but this dado knows only "
                     "up to %d; replay it with a newer dado",
                     (unsigned long long)version, DADO_LUCK_VERSION);
}

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left to read a stored plan");
}

// Reads a count of things that take at least one byte each; more than there are bytes
// left is damage.
static bool unpack_count(dado_byte_reader *in, int *count)
{
    uint64_t number = dado_unpack_number(in);
    if (in->broken || number > in->size - in->used || number > most_parts) return false;
    *count = (int)number;
    return true;
}

static void pack_options(const dado_options *options, dado_byte_writer *out)
{
    dado_pack_number(out, (uint64_t)options->count);
    for (int i = 0; i < options->count; i++) {
        const dado_option *o = &options->items[i];
        dado_pack_text(out, o->name);
        dado_pack_text(out, o->text);
        dado_pack_text(out, o->place.source);
        dado_pack_number(out, (uint64_t)o->place.line);
        dado_pack_number(out, (uint64_t)o->place.column);
        dado_pack_number(out, (uint64_t)o->place.length);
    }
}

static bool unpack_options(dado_options *options, dado_byte_reader *in, dado_region *region,
                           dado_error *err)
{
    int count;
    if (!unpack_count(in, &count)) return damaged(err);
    dado_option *items = dado_new(region, dado_option, count + 1);
    if (!items) return no_memory(err);
    for (int i = 0; i < count; i++) {
        items[i].name = dado_unpack_text(in, region);
        items[i].text = dado_unpack_text(in, region);
        items[i].place.source = dado_unpack_text(in, region);
        items[i].place.line = (int)dado_unpack_number(in);
        items[i].place.column = (int)dado_unpack_number(in);
        items[i].place.length = (int)dado_unpack_number(in);
        if (in->broken || !items[i].name || !items[i].text) return damaged(err);
    }
    *options = (dado_options){ items, count };
    return true;
}

void dado_game_source_pack(const dado_game_source *source, dado_byte_writer *out)
{
    dado_pack_text(out, source->name);
    dado_pack_text(out, source->rules->name);
    dado_pack_text(out, source->path);
    pack_options(&source->options, out);
}

bool dado_game_source_unpack(dado_game_source *source, dado_byte_reader *in, dado_region *region,
                             dado_error *err)
{
    *source = (dado_game_source){ .name = dado_unpack_text(in, region) };
    const char *rules = dado_unpack_text(in, region);
    source->path = dado_unpack_text(in, region);
    if (in->broken || !source->name || !rules) return damaged(err);
    source->rules = dado_rules_named(rules);
    if (!source->rules) {
        return dado_fail(err, DADO_MISSING, "this dado has no game called %.60s any more", rules);
    }
    if (!unpack_options(&source->options, in, region, err)) return false;
    const dado_option *file = dado_options_find(&source->options, "file");
    if (source->path && file) source->text = file->text;
    return true;
}

static void pack_lineup(const dado_lineup *lineup, dado_byte_writer *out)
{
    dado_pack_text(out, lineup->name);
    dado_pack_number(out, (uint64_t)lineup->count);
    for (int p = 0; p < lineup->count; p++) {
        dado_pack_text(out, lineup->players[p].typed);
        dado_pack_text(out, lineup->players[p].kind->name);
        pack_options(&lineup->players[p].options, out);
    }
}

static bool unpack_lineup(dado_lineup *lineup, dado_byte_reader *in, dado_region *region,
                          dado_error *err)
{
    *lineup = (dado_lineup){ .name = dado_unpack_text(in, region) };
    if (!unpack_count(in, &lineup->count)) return damaged(err);
    dado_player *players = dado_new(region, dado_player, lineup->count + 1);
    if (!players) return no_memory(err);
    for (int p = 0; p < lineup->count; p++) {
        players[p].typed = dado_unpack_text(in, region);
        const char *kind = dado_unpack_text(in, region);
        if (in->broken || !kind) return damaged(err);
        players[p].kind = dado_agent_named(kind);
        if (!players[p].kind) {
            return dado_fail(err, DADO_MISSING, "this dado has no agent called %.60s any more",
                             kind);
        }
        if (!unpack_options(&players[p].options, in, region, err)) return false;
    }
    lineup->players = players;
    return true;
}

void dado_plan_pack(const dado_plan *plan, dado_byte_writer *out)
{
    // Without outside code every version of luck plays the same.
    bool versioned = plan->luck_version != 1 && dado_plan_has_outside_code(plan);
    if (versioned) {
        dado_pack_number(out, versioned_layout);
        dado_pack_number(out, DADO_LUCK_VERSION);
    }
    dado_pack_number(out, plan->shared ? shared_layout : plan_layout);
    dado_pack_number(out, (uint64_t)plan->matches);
    dado_pack_number(out, plan->seed);
    dado_pack_number(out, plan->paired);
    dado_pack_number(out, plan->keep_moves);
    dado_pack_number(out, plan->six_metrics_only);
    dado_pack_number(out, (uint64_t)plan->move_limit);
    dado_pack_number(out, plan->reading.preset);
    dado_pack_number(out, plan->reading.ties);
    dado_pack_signed(out, plan->reading.floor);
    dado_pack_text(out, plan->command);
    dado_pack_number(out, (uint64_t)plan->lineup_count);
    for (int i = 0; i < plan->lineup_count; i++) {
        dado_pack_number(out, plan->numbers ? (uint64_t)plan->numbers[i] + 1 : 0);
        if (plan->shared) dado_pack_number(out, plan->shared[i]);
        pack_lineup(&plan->lineups[i], out);
    }
    dado_pack_number(out, (uint64_t)plan->instance_count);
    for (int i = 0; i < plan->instance_count; i++) dado_game_source_pack(&plan->instances[i], out);
}

bool dado_plan_unpack(dado_plan *plan, dado_byte_reader *in, dado_region *region, dado_error *err)
{
    uint64_t layout = dado_unpack_number(in), luck_version = 1;
    if (layout == versioned_layout) {
        luck_version = dado_unpack_number(in);
        layout = dado_unpack_number(in);
        if (luck_version != DADO_LUCK_VERSION) return unknown_luck(luck_version, err);
    }
    if (layout != plan_layout && layout != shared_layout) return damaged(err);
    *plan = (dado_plan){ .matches = (int64_t)dado_unpack_number(in),
                         .luck_version = (int)luck_version };
    plan->seed = dado_unpack_number(in);
    plan->paired = dado_unpack_number(in) != 0;
    plan->keep_moves = dado_unpack_number(in) != 0;
    plan->six_metrics_only = dado_unpack_number(in) != 0;
    plan->move_limit = (int)dado_unpack_number(in);
    plan->reading.preset = (dado_metric_preset)dado_unpack_number(in);
    plan->reading.ties = (dado_tie_rule)dado_unpack_number(in);
    plan->reading.floor = (int32_t)dado_unpack_signed(in);
    plan->command = dado_unpack_text(in, region);
    if (!unpack_count(in, &plan->lineup_count)) return damaged(err);
    dado_lineup *lineups = dado_new(region, dado_lineup, plan->lineup_count + 1);
    int *numbers = dado_new(region, int, plan->lineup_count + 1);
    uint8_t *shared = dado_new(region, uint8_t, plan->lineup_count + 1);
    if (!lineups || !numbers || !shared) return no_memory(err);
    if (layout == shared_layout) plan->shared = shared;
    for (int i = 0; i < plan->lineup_count; i++) {
        uint64_t number = dado_unpack_number(in);
        if (number > most_parts) return damaged(err);
        if (number) plan->numbers = numbers;
        numbers[i] = number ? (int)number - 1 : i;
        if (plan->shared) shared[i] = (uint8_t)dado_unpack_number(in);
        if (!unpack_lineup(&lineups[i], in, region, err)) return false;
    }
    plan->lineups = lineups;
    if (!unpack_count(in, &plan->instance_count)) return damaged(err);
    dado_game_source *instances = dado_new(region, dado_game_source, plan->instance_count + 1);
    if (!instances) return no_memory(err);
    for (int i = 0; i < plan->instance_count; i++) {
        if (!dado_game_source_unpack(&instances[i], in, region, err)) return false;
    }
    plan->instances = instances;
    return in->broken || in->used != in->size ? damaged(err) : true;
}

void dado_plan_set_stored(dado_plan *plan, const dado_player *named, int named_count)
{
    for (int i = 0; i < plan->lineup_count; i++) {
        dado_player *players = (dado_player *)plan->lineups[i].players;
        for (int p = 0; p < plan->lineups[i].count; p++) {
            players[p].stored = true;
            for (int n = 0; n < named_count && players[p].stored; n++) {
                bool same = players[p].typed && strcmp(named[n].typed, players[p].typed) == 0;
                if (same) players[p] = named[n];
            }
        }
    }
}
