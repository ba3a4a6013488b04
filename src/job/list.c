// list.c - what there is to play, to play it, and to measure.
#include <string.h>

#include "agents/agent.h"
#include "core/face.h"
#include "job/errand.h"
#include "measure/metric.h"
#include "worlds/generator.h"
#include "worlds/shelf.h"

typedef struct list {
    dado_errand *errand;
    dado_part *part;
    dado_text names;  // with --names they are all there is
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

// For how many it is: as its description says, or as it was opened.
static void add_players(dado_text *out, const dado_game *game)
{
    int64_t low = game->players, high = game->players;
    dado_game_expects(game, "players", &low, &high);
    dado_text_addf(out, ", %lld", (long long)low);
    if (high > low) dado_text_addf(out, " to %lld", (long long)high);
    dado_text_add(out, high == 1 ? " player" : " players");
}

// By its bare name, or, where a world has that name or another file came first, by its path.
static void library_entry(void *context, const char *path)
{
    list *l = context;
    dado_arena *arena = l->errand->arena;
    const char *folder = dado_library(), *below = path + strlen(folder) + 1;
    const char *file = strrchr(path, '/') + 1;
    char name[128];
    size_t length = strcspn(file, ".");
    if (length >= sizeof name) return;
    memcpy(name, file, length);
    name[length] = '\0';
    size_t mark = dado_arena_mark(arena);
    dado_source source;
    dado_game game;
    dado_error err = { 0 };
    bool ours = dado_source_find(&source, name, NULL, arena, &err) && source.path &&
                strcmp(source.path, path) == 0;
    bool opened = !l->names_only && dado_source_find(&source, path, NULL, arena, &err) &&
                  dado_source_open(&source, &game, arena, &err);
    const char *title = opened ? game.rules->title : name;
    dado_draft about = { 0 };
    if (opened) {
        dado_text_add(&about, title);
        add_players(&about, &game);
        dado_text_addf(&about, " (%s)", below);
    }
    if (!opened) dado_text_add(&about, below);
    entry(l, ours ? name : below, title, dado_text_string(&about));
    dado_arena_rewind(arena, mark);
}

static void list_games(list *l)
{
    for (int i = 0; dado_worlds[i]; i++) {
        entry(l, dado_worlds[i]->name, dado_worlds[i]->title, dado_worlds[i]->about);
    }
    dado_library_each(dado_library(), l, library_entry);
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

static bool run(dado_errand *errand)
{
    static const struct {
        const char *name;
        void (*list)(list *l);
    } kinds[] = {
        { "games", list_games },
        { "agents", list_agents },
        { "metrics", list_metrics },
        { "generators", list_generators },
    };
    static const dado_field fields[] = {
        DADO_FIELD(WORDS, "name", ""),
        DADO_FIELD(WORDS, "title", "", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(WORDS, "about", ""),
    };
    const char *wanted = dado_errand_text(errand, "what");
    list l = { .errand = errand, .names_only = dado_errand_given(errand, "names") };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (wanted && strcmp(wanted, kinds[i].name) != 0) continue;
        if (!l.names_only) {
            l.part = dado_document_table(
                errand->answer, DADO_PART(kinds[i].name, .caption = kinds[i].name), fields, 3);
        }
        kinds[i].list(&l);
    }
    if (l.names_only) dado_document_source(errand->answer, "names", dado_text_string(&l.names));
    dado_text_free(&l.names);
    return true;
}

const dado_job dado_job_list = {
    .name = "list",
    .about = "lists the games, agents, metrics and generators there are",
    .params = { DADO_PARAMS(
        DADO_PARAM(CHOICE, "what", .value = "games|agents|metrics|generators",
                   .choices = "games agents metrics generators", .word = true,
                   .unset = "everything", .about = "What is to be listed."),
        DADO_PARAM(FLAG, "names", .about = "Prints names only, one a line.")) },
    .examples = DADO_EXAMPLES(
        { "dado list", "Everything there is." },
        { "dado list games", "Worlds, and the games of the library." },
        { "dado list metrics --json", "For programs." }),
    .run = run,
};
