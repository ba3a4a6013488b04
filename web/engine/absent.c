// absent.c - what a page does without besides what no WebAssembly has (absent_in_wasm.c): jobs and players that would
// make it larger.
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "job/job.h"
#include "job/simulate_sums.h"
#include "lab/compute_device.h"
#include "lab/file.h"
#include "lab/results_store.h"
#include "recycle/learner_features.h"
#include "recycle/match_unit.h"
#include "report/format.h"
#include "report/report_functions.h"
#include "worlds/generator.h"

// --- players

static bool not_here(dado_agent *agent, const dado_options *options, dado_region *region,
                     dado_error *err)
{
    (void)agent, (void)options, (void)region;
    return dado_fail(err, DADO_MISSING, "this player cannot sit at a table in a browser");
}

#define ABSENT(kind) \
    const dado_agent_kind dado_agent_##kind = { \
        .name = #kind, .title = #kind, .about = "Not in a browser.", .open = not_here \
    }
ABSENT(territorio_search);
ABSENT(prefers);
ABSENT(strategy);

// --- generators of whole levels, and those that learn from examples

static bool nothing_learned(const dado_generator *generator, const dado_parameter_values *values,
                            uint64_t seed, const dado_quality_callback *judge, dado_generated *made,
                            dado_error *err)
{
    (void)values, (void)seed, (void)judge, (void)made;
    return dado_fail(err, DADO_MISSING, "%s is not in a browser", generator->name);
}

static const dado_parameter no_parameters[] = { { 0 } };
const dado_generator dado_generator_learned = {
    .name = "learned",
    .title = "Learned",
    .about = "Not in a browser.",
    .world = "dungeon",
    .method = "learned",
    .parameters = no_parameters,
    .make = nothing_learned,
};
const dado_generator dado_generator_learned_row = {
    .name = "learned-row",
    .title = "Learned row",
    .about = "Not in a browser.",
    .world = "platform",
    .method = "learned",
    .parameters = no_parameters,
    .make = nothing_learned,
};

const dado_generator dado_generator_primitives = {
    .name = "primitives",
    .title = "Primitives",
    .about = "Not in a browser.",
    .world = "platform",
    .method = "primitives",
    .parameters = no_parameters,
    .make = nothing_learned,
};

// --- sums of very many matches, units that devices could play, strategies as files

bool dado_simulate_sums(dado_job_run *job_run, const dado_matchup *bout)
{
    (void)bout;
    return dado_fail(job_run->err, DADO_MISSING, "a page keeps every match; install dado for sums");
}

int dado_devices_list(dado_device_info *devices)
{
    (void)devices;
    return 0;
}

bool rcy_match_unit_write(const dado_game *game, dado_text *out, dado_text *reasons)
{
    (void)game, (void)out, (void)reasons;
    return false;
}

bool dado_strategy_export(const dado_equilibrium_found *found, dado_strategy_form form,
                          dado_text *out, dado_error *err)
{
    (void)found, (void)form, (void)out;
    return dado_fail(err, DADO_MISSING, "a page exports no strategies; install dado for that");
}

// --- formats: a page is shown documents as HTML, and reads them as JSON

#define NO_FORMAT(format) \
    const dado_format dado_format_##format = { .name = #format, .ending = "." #format }
NO_FORMAT(text);
NO_FORMAT(csv);
NO_FORMAT(junit);
NO_FORMAT(sarif);
NO_FORMAT(github);

// --- jobs that need a store, other programs' files or numbers of any length, or that the page has no
// use for and which would make it larger: without a `run` they are not offered

#define NO_JOB(job) const dado_job dado_job_##job = { .name = #job, .about = "Not in a browser." }
NO_JOB(map_gen);
NO_JOB(map_range);
NO_JOB(map_compare);
NO_JOB(doctor_cards);
NO_JOB(doctor_counts);
NO_JOB(doctor_options);
NO_JOB(doctor_pacing);
NO_JOB(doctor_strategies);
NO_JOB(agent);
NO_JOB(agent_check);
NO_JOB(agent_build);
NO_JOB(agent_ask);
NO_JOB(agent_new);
NO_JOB(exact);
NO_JOB(explain);
NO_JOB(import);
NO_JOB(league);
NO_JOB(league_new);
NO_JOB(league_team);
NO_JOB(league_submit);
NO_JOB(league_play);
NO_JOB(league_table);
NO_JOB(league_export);
NO_JOB(level_check);
NO_JOB(level_compare);
NO_JOB(level_elites);
NO_JOB(level_gen);
NO_JOB(level_learn);
NO_JOB(map_illuminate);
NO_JOB(map_learn);
NO_JOB(merge);
NO_JOB(new);
NO_JOB(playtest);
NO_JOB(playtest_export);
NO_JOB(playtest_delete);
NO_JOB(playtest_ratings);
NO_JOB(print);
NO_JOB(replay);
NO_JOB(questions);
#ifndef DADO_RULEBOOK  // each of these is in an engine of its own
NO_JOB(rulebook);
#endif
#ifndef DADO_SOLVER
NO_JOB(count);
NO_JOB(equilibrium);
NO_JOB(solve);
NO_JOB(solve_play);
#endif
NO_JOB(runs);
NO_JOB(runs_show);
NO_JOB(runs_verify);
NO_JOB(runs_delete);
NO_JOB(runs_export);
NO_JOB(scenario);
NO_JOB(seasons);
#ifndef DADO_EXCHANGE  // the other engine has these
NO_JOB(map_export);
NO_JOB(map_import);

// Of what this engine reads, levels alone could be JSON.
json_t *json_loadb(const char *text, size_t size, size_t flags, json_error_t *why)
{
    (void)text, (void)size, (void)flags;
    if (why) *why = (json_error_t){ .text = "JSON is not read in a browser" };
    return NULL;
}

json_t *json_loads(const char *text, size_t flags, json_error_t *why)
{
    return json_loadb(text, 0, flags, why);
}

void json_decref(json_t *value)
{
    (void)value;
}

json_t *json_object_get(const json_t *object, const char *key)
{
    (void)object, (void)key;
    return NULL;
}

json_t *json_array_get(const json_t *array, size_t place)
{
    (void)array, (void)place;
    return NULL;
}
#endif

// --- blocks as bytes: nothing is kept there, and nothing sent

static bool not_packed(dado_error *err)
{
    return dado_fail(err, DADO_MISSING, "nothing is packed in a page");
}

void dado_compressor_free(dado_compressor *packer)
{
    (void)packer;
}

bool dado_block_pack(dado_compressor *packer, const dado_block *block, dado_byte_writer *packed,
                     dado_error *err)
{
    (void)packer, (void)block, (void)packed;
    return not_packed(err);
}

void dado_block_write(dado_byte_writer *out, const dado_block *block)
{
    (void)out, (void)block;
}

bool dado_block_read(dado_block *block, dado_byte_reader *in, dado_region *region, dado_error *err)
{
    (void)block, (void)in, (void)region;
    return not_packed(err);
}

bool dado_block_unpack(dado_block *block, const unsigned char *bytes, size_t size,
                       dado_region *region, dado_error *err)
{
    (void)block, (void)bytes, (void)size, (void)region;
    return not_packed(err);
}

bool dado_compress(dado_compressor *packer, const unsigned char *bytes, size_t size,
                   dado_byte_writer *squeezed, dado_error *err)
{
    (void)packer, (void)bytes, (void)size, (void)squeezed;
    return not_packed(err);
}

bool dado_decompress(const unsigned char *bytes, size_t size, size_t most, dado_region *region,
                     const unsigned char **raw, size_t *raw_size, dado_error *err)
{
    (void)bytes, (void)size, (void)most, (void)region, (void)raw, (void)raw_size;
    return not_packed(err);
}

// Nobody learns in a browser: what learners read of a game stays unmade.
bool rcy_feature_layout_make(rcy_program *p, dado_region *region)
{
    (void)p, (void)region;
    return true;
}
