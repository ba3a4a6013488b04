// experiment_plan.c - see experiment_plan.h.
#include "lab/experiment_plan.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/game_extras.h"
#include "core/scope_cleanup.h"
#include "lab/file.h"

bool dado_plan_has_outside_code(const dado_plan *plan)
{
    for (int i = 0; i < plan->lineup_count; i++) {
        for (int p = 0; p < plan->lineups[i].count; p++) {
            if (plan->lineups[i].players[p].kind->outside_code) return true;
        }
    }
    return false;
}

uint64_t dado_plan_seed(const dado_plan *plan, int instance, int lineup)
{
    int number = plan->numbers ? plan->numbers[lineup] : lineup;
    return dado_derive_seed(dado_derive_seed(plan->seed, (uint64_t)instance), (uint64_t)number);
}

uint64_t dado_plan_chance_seed(const dado_plan *plan, int instance, int lineup)
{
    return dado_plan_seed(plan, instance, plan->paired ? 0 : lineup);
}

dado_match_seeds dado_plan_match_seeds(const dado_plan *plan, int instance, int lineup)
{
    uint64_t own = dado_plan_seed(plan, instance, lineup);
    uint64_t chance = dado_plan_chance_seed(plan, instance, lineup);
    dado_match_seeds luck = { { chance, chance, own, own }, 0, plan->luck_version };
    if (!plan->shared) return luck;
    for (int source = 0; source < DADO_LUCK_SOURCES; source++) {
        bool shared = plan->shared[lineup] >> source & 1;
        uint64_t cell = shared ? dado_plan_seed(plan, instance, 0) : own;
        luck.seeds[source] = dado_derive_seed(cell, (uint64_t)source);
    }
    return luck;
}

int dado_plan_block_size(const dado_plan *plan)
{
    int64_t part = plan->matches / 64;
    return part < 1 ? 1 : part > DADO_BLOCK_MOST ? DADO_BLOCK_MOST : (int)part;
}

int64_t dado_plan_block_number(const dado_plan *plan, int instance, int lineup, int64_t match)
{
    int64_t block = dado_plan_block_size(plan), per_cell = (plan->matches + block - 1) / block;
    return ((int64_t)instance * plan->lineup_count + lineup) * per_cell + match / block;
}

// Adds a text to the hash with its length before it, so that different lists of texts
// never look alike.
static void mix_text(XXH3_state_t *hash, const char *text)
{
    uint64_t length = text ? strlen(text) : UINT64_MAX;
    XXH3_64bits_update(hash, &length, sizeof length);
    if (text) XXH3_64bits_update(hash, text, (size_t)length);
}

static void mix_number(XXH3_state_t *hash, int64_t number)
{
    XXH3_64bits_update(hash, &number, sizeof number);
}

// Adds the text of a description to the hash, without the parts that have no effect on
// play.
static void mix_file(XXH3_state_t *hash, const dado_rules *rules, const char *text)
{
    DADO_CLEANUP(dado_text_free) dado_text played = { 0 };
    mix_text(hash, dado_play_text(rules, text, &played));
}

// Adds options to the hash, sorted by name, so that their order makes no difference.
// `rules` are those of a game, or NULL.
static void mix_options(XXH3_state_t *hash, const dado_rules *rules, const dado_options *options)
{
    mix_number(hash, options->count);
    const char *last = NULL;
    for (int done = 0; done < options->count;) {
        const char *next = NULL;
        for (int i = 0; i < options->count; i++) {
            const char *name = options->items[i].name;
            if ((!last || strcmp(name, last) > 0) && (!next || strcmp(name, next) < 0)) next = name;
        }
        for (int i = 0; i < options->count; i++) {
            if (strcmp(options->items[i].name, next) != 0) continue;
            mix_text(hash, next);
            if (rules && strcmp(next, "file") == 0) mix_file(hash, rules, options->items[i].text);
            else mix_text(hash, options->items[i].text);
            done++;
        }
        last = next;
    }
}

uint64_t dado_game_source_hash(const dado_game_source *source)
{
    XXH3_state_t hash;
    XXH3_INITSTATE(&hash);
    XXH3_64bits_reset(&hash);
    mix_text(&hash, source->rules->name);
    mix_options(&hash, source->rules, &source->options);
    return (uint64_t)XXH3_64bits_digest(&hash);
}

uint64_t dado_plan_hash(const dado_plan *plan)
{
    XXH3_state_t hash;
    XXH3_INITSTATE(&hash);
    XXH3_64bits_reset(&hash);
    mix_text(&hash, dado_version);
    mix_number(&hash, plan->instance_count);
    for (int i = 0; i < plan->instance_count; i++) {
        mix_text(&hash, plan->instances[i].rules->name);
        mix_options(&hash, plan->instances[i].rules, &plan->instances[i].options);
    }
    mix_number(&hash, plan->lineup_count);
    for (int i = 0; i < plan->lineup_count; i++) {
        mix_number(&hash, plan->lineups[i].count);
        if (plan->numbers) mix_number(&hash, plan->numbers[i]);
        for (int p = 0; p < plan->lineups[i].count; p++) {
            mix_text(&hash, plan->lineups[i].players[p].kind->name);
            mix_options(&hash, NULL, &plan->lineups[i].players[p].options);
        }
    }
    mix_number(&hash, plan->matches);
    mix_number(&hash, (int64_t)plan->seed);
    // Version 1 had no number. Without outside code all versions play the same.
    bool numbered = plan->luck_version != 1 && dado_plan_has_outside_code(plan);
    if (numbered) mix_number(&hash, DADO_LUCK_VERSION);
    mix_number(&hash, plan->paired);
    for (int i = 0; plan->shared && i < plan->lineup_count; i++) {
        mix_number(&hash, plan->shared[i]);
    }
    mix_number(&hash, plan->keep_moves);
    mix_number(&hash, plan->six_metrics_only);
    mix_number(&hash, plan->move_limit ? plan->move_limit : DADO_MOVE_LIMIT);
    mix_number(&hash, plan->reading.preset);
    mix_number(&hash, plan->reading.ties);
    mix_number(&hash, plan->reading.floor);
    return (uint64_t)XXH3_64bits_digest(&hash);
}

static bool is_told(const dado_option *option)
{
    enum { most_told = 200 };
    return strcmp(option->name, "file") != 0 && strlen(option->text) <= most_told &&
           !strchr(option->text, '\n');
}

const char *dado_plan_option(const dado_plan *plan, int instance, const char *name)
{
    const dado_option *option = dado_options_find(&plan->instances[instance].options, name);
    return option && is_told(option) ? option->text : NULL;
}

static bool is_among(const char *name, const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0) return true;
    }
    return false;
}

const char **dado_plan_options(const dado_plan *plan, int *count, dado_region *region)
{
    int most = 1;
    for (int i = 0; i < plan->instance_count; i++) most += plan->instances[i].options.count;
    const char **names = dado_new(region, const char *, most);
    *count = 0;
    for (int i = 0; names && i < plan->instance_count; i++) {
        const dado_options *set = &plan->instances[i].options;
        for (int k = 0; k < set->count; k++) {
            const dado_option *option = &set->items[k];
            if (is_told(option) && !is_among(option->name, names, *count)) {
                names[(*count)++] = option->name;
            }
        }
    }
    return names;
}

void dado_plan_label(const dado_plan *plan, int instance, dado_text *out)
{
    const dado_game_source *source = &plan->instances[instance];
    dado_text_add(out, source->name);
    for (int k = 0; plan->instance_count > 1 && k < source->options.count; k++) {
        const dado_option *option = &source->options.items[k];
        if (is_told(option)) dado_text_addf(out, " %s=%s", option->name, option->text);
    }
}

const dado_player *dado_plan_blocked_player(const dado_plan *plan, int lineup)
{
    for (int p = 0; p < plan->lineups[lineup].count; p++) {
        const dado_player *player = &plan->lineups[lineup].players[p];
        if (!dado_player_may_run(player, NULL)) return player;
    }
    return NULL;
}
