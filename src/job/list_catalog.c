// list_catalog.c - lists games, agents, metrics, generators, and the devices that matches use.
#define _DEFAULT_SOURCE  // sysconf of cores
#include <string.h>
#include <unistd.h>

#include "agents/agent.h"
#include "core/game_extras.h"
#include "job/job_run.h"
#include "lab/compute_device.h"
#include "measure/metric.h"
#include "worlds/generator.h"
#include "worlds/shelf.h"

typedef struct list {
    dado_job_run *job_run;
    dado_part *part;
    dado_text names;  // with --names, the whole answer
    bool names_only;
} list;

static void entry(list *l, const char *name, const char *title, const char *about)
{
    if (l->names_only) {
        dado_text_addf(&l->names, "%s\n", name);
        return;
    }
    dado_put(l->part, name, title ? title : name, about ? about : title ? title : "");
}

// Adds how many players a game is for: as its description says, or as it was opened.
static void add_players(dado_text *out, const dado_game *game)
{
    int64_t low = game->players, high = game->players;
    dado_game_expects(game, "players", &low, &high);
    dado_text_addf(out, ", %lld", (long long)low);
    if (high > low) dado_text_addf(out, " to %lld", (long long)high);
    dado_text_add(out, high == 1 ? " player" : " players");
}

// Lists a game by its bare name, or by its path if a world or an earlier file has that name.
static void library_entry(void *context, const char *path)
{
    list *l = context;
    dado_region *region = l->job_run->region;
    const char *folder = dado_library_folder(), *below = path + strlen(folder) + 1;
    const char *file = strrchr(path, '/') + 1;
    char name[128];
    size_t length = strcspn(file, ".");
    if (length >= sizeof name) return;
    memcpy(name, file, length);
    name[length] = '\0';
    size_t mark = dado_region_mark(region);
    dado_game_source source;
    dado_game game;
    dado_error err = { 0 };
    bool ours = dado_game_source_find(&source, name, NULL, region, &err) && source.path &&
                strcmp(source.path, path) == 0;
    bool opened = !l->names_only && dado_game_source_find(&source, path, NULL, region, &err) &&
                  dado_game_source_open(&source, &game, region, &err);
    const char *title = opened ? game.rules->title : name;
    DADO_CLEANUP(dado_text_free) dado_text about = { 0 };
    if (opened) {
        dado_text_add(&about, title);
        add_players(&about, &game);
        dado_text_addf(&about, " (%s)", below);
    }
    if (!opened) dado_text_add(&about, below);
    entry(l, ours ? name : below, title, dado_text_string(&about));
    dado_region_rewind(region, mark);
}

static void list_games(list *l)
{
    for (int i = 0; dado_worlds[i]; i++) {
        entry(l, dado_worlds[i]->name, dado_worlds[i]->title, dado_worlds[i]->about);
    }
    dado_library_foreach(dado_library_folder(), l, library_entry);
}

static void list_agents(list *l)
{
    for (int i = 0; dado_agents[i]; i++) {
        entry(l, dado_agents[i]->name, dado_agents[i]->title, dado_agents[i]->about);
    }
}

static void list_metrics(list *l)
{
    for (int i = 0; dado_metrics[i]; i++) {
        const dado_measure *m = &dado_metrics[i]->head;
        entry(l, m->name, m->title, m->about);
    }
}

static void list_generators(list *l)
{
    for (int i = 0; dado_generators[i]; i++) {
        entry(l, dado_generators[i]->name, dado_generators[i]->title, dado_generators[i]->about);
    }
}

// What matches are played on: the processor, and devices for --keep sums.
static void list_devices(list *l)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    dado_device_info devices[DADO_DEVICES_MAX];
    DADO_CLEANUP(dado_text_free) dado_text about = { 0 };
    dado_text_addf(&about, "%ld core%s; all play unless --threads or DADO_THREADS says fewer.",
                   cores > 0 ? cores : 1, cores > 1 ? "s" : "");
    entry(l, "processor", "Processor", dado_text_string(&about));
    int count = dado_devices_list(devices);
    for (int i = 0; i < count; i++) {
        const dado_device_info *d = &devices[i];
        dado_text_clear(&about);
        dado_text_addf(&about, "%s with OpenCL (driver %s), %d units, %.1f GiB%s",
                       d->graphics ? "Graphics card" : "Processor", d->driver, d->units,
                       (double)d->memory / 0x1p30,
                       d->doubles ? "; --keep sums can play on it."
                                  : "; not used, since it has no double precision.");
        entry(l, d->name, d->name, dado_text_string(&about));
    }
    if (count == 0 && !l->names_only)
        entry(l, "graphics", "Graphics cards", "None with OpenCL was found.");
}

static bool run(dado_job_run *job_run)
{
    static const struct {
        const char *name;
        void (*list)(list *l);
        bool only_if_named;  // left out unless named: it differs between machines
    } kinds[] = {
        { "games", list_games, false },     { "agents", list_agents, false },
        { "metrics", list_metrics, false }, { "generators", list_generators, false },
        { "devices", list_devices, true },
    };
    static const dado_field fields[] = {
        DADO_FIELD(WORDS, "name", ""),
        DADO_FIELD(WORDS, "title", "", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(WORDS, "about", ""),
    };
    const char *wanted = dado_job_run_text(job_run, "what");
    list l = { .job_run = job_run, .names_only = dado_job_run_is_given(job_run, "names") };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (wanted ? strcmp(wanted, kinds[i].name) != 0 : kinds[i].only_if_named) continue;
        if (!l.names_only) {
            l.part = dado_document_table(
                job_run->answer, DADO_PART(kinds[i].name, .caption = kinds[i].name), fields, 3);
        }
        kinds[i].list(&l);
    }
    if (l.names_only) dado_document_source(job_run->answer, "names", dado_text_string(&l.names));
    dado_text_free(&l.names);
    return true;
}

const dado_job dado_job_list = {
    .name = "list",
    .about = "lists the games, agents, metrics and generators there are, or the devices",
    .params = { DADO_PARAMS(
        DADO_PARAM(CHOICE, "what", .value = "games|agents|metrics|generators|devices",
                   .choices = "games agents metrics generators devices", .word = true,
                   .unset = "everything but devices", .about = "What is to be listed."),
        DADO_PARAM(FLAG, "names", .about = "Prints names only, one a line.")) },
    .examples = DADO_EXAMPLES({ "dado list", "Everything there is." },
                              { "dado list games", "Worlds, and the games of the library." },
                              { "dado list metrics --json", "For programs." },
                              { "dado list devices", "What matches are played on." }),
    .run = run,
};
