// luck.c - see luck.h.
#include "judge/luck.h"

#include <string.h>

#include "core/ends.h"

const char *const dado_luck_names[] = { "luck at the start", "luck on the way",
                                        "one's own choices", "the others' choices" };
const char *const dado_luck_keys[] = { "start", "way", "own", "others" };

enum { most_sets = 1 << DADO_LUCK_SOURCES, resamples = 400 };

static void take_block(void *frames, const dado_block *block)
{
    dado_frame_add((dado_frame *)frames + block->lineup, block);
}

enum { table_part = -2, whole_chance = -1 };

// What each match says of each set of kept sources: how far both outcomes lie to the same side
// (`both`), and how far they lie off at all (`alone`).
typedef struct likeness {
    int sources, sets;      // sets is 1 << sources
    double *both, *alone;   // by match, then by set
    int wanted;             // a source by its place among those asked, or one of the next two
    int chance;             // the set of the table's luck
    int idle;               // the set of those that never mattered
} likeness;

// The share that each set settles: none by nothing, all by everything. Sets that differ by idle
// sources only are one, or what is known to be nothing would get what chance left over.
static void settle_sets(const likeness *l, const int32_t *places, int count, double *settled)
{
    double both[most_sets] = { 0 }, alone[most_sets] = { 0 };
    int all = (l->sets - 1) & ~l->idle;
    for (int set = 1; set < l->sets - 1; set++) {
        int counts = set & ~l->idle;
        for (int i = 0; i < count; i++) {
            int64_t at = (int64_t)places[i] * l->sets + set;
            both[counts] += l->both[at];
            alone[counts] += l->alone[at];
        }
    }
    for (int set = 0; set < l->sets; set++) {
        int counts = set & ~l->idle;
        settled[set] = counts == 0        ? 0
                       : counts == all    ? 1
                       : alone[counts] > 0 ? both[counts] / alone[counts]
                                          : 0;
    }
}

// What a source adds to the sets without it, each weighed by how many orders tell it then.
static double part_of(const likeness *l, const double *settled, int source)
{
    static const double factorial[] = { 1, 1, 2, 6, 24 };
    double part = 0;
    for (int set = 0; set < l->sets; set++) {
        if (set >> source & 1) continue;
        int before = 0;
        for (int k = 0; k < l->sources; k++) before += set >> k & 1;
        double orders = factorial[before] * factorial[l->sources - 1 - before];
        part += orders / factorial[l->sources] * (settled[set | 1 << source] - settled[set]);
    }
    return part;
}

static double share_of(const void *data, const int32_t *places, int count)
{
    const likeness *l = data;
    double settled[most_sets];
    settle_sets(l, places, count, settled);
    if (l->wanted == whole_chance) return settled[l->chance];
    if (l->wanted >= 0) return part_of(l, settled, l->wanted);
    double table = 0;
    for (int k = 0; k < l->sources; k++) {
        if (l->chance >> k & 1) table += part_of(l, settled, k);
    }
    return table;
}

static double within(double share)
{
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

// True where the place of every seat may be compared, and not of the seat looked at alone.
static bool all_seats(unsigned kept)
{
    unsigned choices = kept & DADO_LUCK_CHOICES;
    return choices == 0 || choices == DADO_LUCK_CHOICES;
}

static bool compare(const dado_frame *frames, const uint8_t *kept, int64_t matches, likeness *l,
                    dado_arena *arena)
{
    int players = frames[0].players;
    l->both = dado_new(arena, double, matches *l->sets);
    l->alone = dado_new(arena, double, matches *l->sets);
    double *mean = dado_new(arena, double, players);
    if (!l->both || !l->alone || !mean) return false;
    for (int set = 0; set < l->sets - 1; set++) {
        for (int64_t i = 0; i < matches * players; i++) {
            mean[i % players] += frames[set].places[i];
        }
    }
    for (int p = 0; p < players; p++) mean[p] /= (double)(matches * (l->sets - 1));
    for (int set = 1; set < l->sets - 1; set++) {
        bool all = all_seats(kept[set]);
        for (int64_t i = 0; i < matches; i++) {
            for (int p = 0; p < players; p++) {
                if (!all && p != (int)(i % players)) continue;
                double x = frames[0].places[i * players + p] - mean[p];
                double y = frames[set].places[i * players + p] - mean[p];
                l->both[i * l->sets + set] += x * y;
                l->alone[i * l->sets + set] += (x * x + y * y) / 2;
            }
        }
    }
    return true;
}

// Drawn anew by themselves, idle sources change nothing, in any match, for anybody.
static void find_idle(const dado_frame *frames, int64_t matches, likeness *l)
{
    size_t size = sizeof(int32_t) * (size_t)(matches * frames[0].players);
    for (int k = 0; k < l->sources && l->sources > 1; k++) {
        const dado_frame *without = &frames[(l->sets - 1) & ~(1 << k)];
        if (memcmp(frames[0].places, without->places, size) == 0) l->idle |= 1 << k;
    }
}

static bool measure(likeness *l, const int *asked, int64_t matches, uint64_t seed,
                    dado_luck_share *share, dado_arena *arena, dado_error *err)
{
    int32_t *places = dado_new(arena, int32_t, matches);
    double *room = dado_new(arena, double, resamples);
    if (!places || !room) return dado_fail(err, DADO_LIMIT, "no memory left");
    for (l->wanted = table_part; l->wanted < l->sources; l->wanted++) {
        dado_interval found = dado_bootstrap(share_of, l, (int)matches, resamples, 0.95, seed,
                                             places, room);
        found = (dado_interval){ within(found.value), within(found.low), within(found.high) };
        if (l->wanted == table_part) share->table = found;
        else if (l->wanted == whole_chance) share->chance = found;
        else share->sources[asked[l->wanted]] = found;
    }
    return true;
}

static bool ends_alike(const likeness *l, int64_t matches)
{
    for (int64_t i = 0; i < matches * l->sets; i++) {
        if (l->alone[i] > 0) return false;
    }
    return true;
}

bool dado_luck_measure(const dado_plan *of, unsigned asked, const dado_experiment_how *how,
                       dado_arena *arena, dado_luck_share *share, dado_error *err)
{
    int sources[DADO_LUCK_SOURCES];
    likeness l = { 0 };
    for (int s = 0; s < DADO_LUCK_SOURCES; s++) {
        if (asked >> s & 1) sources[l.sources++] = s;
    }
    l.sets = 1 << l.sources;
    *share = (dado_luck_share){ .asked = asked, .variations = l.sets - 1 };
    if (l.sources == 0) return true;
    // Line-ups alike, but for what each keeps: the first is the match, and one more for every set
    // of sources that is neither empty nor all there are.
    uint8_t kept[most_sets] = { 0 };
    dado_lineup lineups[most_sets];
    for (int set = 0; set < l.sets; set++) {
        lineups[set] = of->lineups[0];
        for (int k = 0; k < l.sources; k++) kept[set] |= (uint8_t)((set >> k & 1) << sources[k]);
        if (kept[set] == (asked & DADO_LUCK_TABLE)) l.chance = set;
    }
    // A second shuffle is luck on the way, whatever the first one did.
    dado_source fresh;
    dado_game opened;
    if (!dado_source_open_luck(of->instances, "fresh", &fresh, &opened, arena, err)) return false;
    dado_plan plan = *of;
    plan.instances = &fresh;
    plan.lineups = lineups;
    plan.lineup_count = l.sets - 1;
    plan.shared = kept;
    plan.six_only = true;
    dado_frame frames[most_sets] = { 0 };  // the first is the match itself
    for (int set = 0; set < l.sets; set++) frames[set].most = of->matches;
    dado_experiment_how each = *how;
    each.taker = frames;
    each.block = take_block;
    each.store = NULL;
    DADO_ENDS(dado_results_free) dado_results results = { 0 };
    bool fine = dado_experiment_run(&plan, &each, &results, err);
    share->matches = frames[0].count;
    for (int set = 1; set < l.sets - 1; set++) {
        if (frames[set].count < share->matches) share->matches = frames[set].count;
    }
    if (fine && share->matches > 3) {
        fine = compare(frames, kept, share->matches, &l, arena) ||
               dado_fail(err, DADO_LIMIT, "no memory left");
        share->known = fine && !ends_alike(&l, share->matches);
        if (share->known) find_idle(frames, share->matches, &l);
        fine = fine && measure(&l, sources, share->matches, of->seed, share, arena, err);
    }
    for (int set = 0; set < l.sets; set++) dado_frame_free(&frames[set]);
    return fine;
}
