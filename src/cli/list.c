// list.c - dado list: what there is to play, to play it, and to measure.
#include <string.h>

#include "agents/agent.h"
#include "cli/verb.h"
#include "lab/library.h"
#include "lab/open.h"
#include "measure/metric.h"
#include "worlds/generator.h"
#include "worlds/shelf.h"

typedef struct list {
    dado_call *call;
    dado_text out;
    bool names, json, first;
} list;

static void head(list *l, const char *title)
{
    if (l->names) return;
    if (l->json) {
        dado_text_addf(&l->out, "%s\"%s\":[", l->out.length > 1 ? "," : "", title);
        l->first = true;
        return;
    }
    dado_text_addf(&l->out, "%s%s\n", l->out.length ? "\n" : "", title);
}

static void tail(list *l)
{
    if (l->json) dado_text_char(&l->out, ']');
}

// A line each for programs that look for words; people see lines as wide as their terminal.
static void print_entry(list *l, const char *name, const char *about)
{
    enum { name_width = 20, narrow = 60 };
    if (!l->call->seen) {
        dado_text_addf(&l->out, "  %-*s  %s\n", name_width, name, about);
        return;
    }
    int columns = l->call->columns, indent = columns < narrow ? 6 : name_width + 4;
    if (columns < narrow || strlen(name) > name_width) {
        dado_text_addf(&l->out, "  %s\n%*s", name, indent, "");
    } else {
        dado_text_addf(&l->out, "  %-*s  ", name_width, name);
    }
    dado_text_wrap(&l->out, about, indent, columns, indent);
    dado_text_char(&l->out, '\n');
}

static void entry(list *l, const char *name, const char *title, const char *about)
{
    if (l->names) {
        dado_text_addf(&l->out, "%s\n", name);
    } else if (l->json) {
        dado_text_addf(&l->out, "%s{\"name\":", l->first ? "" : ",");
        dado_text_json(&l->out, name);
        dado_text_add(&l->out, ",\"title\":");
        dado_text_json(&l->out, title ? title : name);
        dado_text_add(&l->out, ",\"about\":");
        dado_text_json(&l->out, about ? about : "");
        dado_text_char(&l->out, '}');
    } else {
        print_entry(l, name, about ? about : title ? title : "");
    }
    l->first = false;
}

// By its bare name, or, where a world has that name or another file came first, by its path.
static void library_entry(void *context, const char *path)
{
    list *l = context;
    const char *folder = dado_library(), *below = path + strlen(folder) + 1;
    const char *file = strrchr(path, '/') + 1;
    char name[128];
    size_t length = strcspn(file, ".");
    if (length >= sizeof name) return;
    memcpy(name, file, length);
    name[length] = '\0';
    size_t mark = dado_arena_mark(l->call->arena);
    dado_source source;
    dado_game game;
    dado_error err = { 0 };
    bool ours = dado_source_find(&source, name, NULL, l->call->arena, &err) && source.path &&
                strcmp(source.path, path) == 0;
    const char *shown = ours ? name : below, *title = NULL;
    bool opened = !l->names && dado_source_find(&source, path, NULL, l->call->arena, &err) &&
                  dado_source_open(&source, &game, l->call->arena, &err);
    if (opened) title = game.rules->title;
    dado_text about = { 0 };
    dado_text_addf(&about, "%s%s%s%s", opened ? title : "", opened ? " (" : "", below,
                   opened ? ")" : "");
    entry(l, shown, opened ? title : name, dado_text_string(&about));
    dado_text_free(&about);
    dado_arena_rewind(l->call->arena, mark);
}

static void list_games(list *l)
{
    head(l, "games");
    for (int i = 0; dado_worlds[i]; i++) {
        entry(l, dado_worlds[i]->name, dado_worlds[i]->title, dado_worlds[i]->about);
    }
    dado_library_each(dado_library(), l, library_entry);
    tail(l);
}

static void list_agents(list *l)
{
    head(l, "agents");
    for (int i = 0; dado_agents[i]; i++) {
        entry(l, dado_agents[i]->name, dado_agents[i]->title, dado_agents[i]->about);
    }
    tail(l);
}

static void list_metrics(list *l)
{
    head(l, "metrics");
    for (int i = 0; dado_metrics[i]; i++) {
        const dado_measure *m = &dado_metrics[i]->head;
        entry(l, m->name, m->title, m->about);
    }
    tail(l);
}

static void list_generators(list *l)
{
    head(l, "generators");
    for (int i = 0; dado_generators[i]; i++) {
        entry(l, dado_generators[i]->name, dado_generators[i]->title, dado_generators[i]->about);
    }
    tail(l);
}

static int run(dado_call *call)
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
    enum { kind_count = sizeof kinds / sizeof kinds[0] };
    list l = { .call = call,
               .names = dado_given_flag(call, "names"),
               .json = dado_given_flag(call, "json") };
    if (l.json) dado_text_char(&l.out, '{');
    bool found = call->word_count == 0;
    const char *names[kind_count];
    for (int i = 0; i < kind_count; i++) {
        names[i] = kinds[i].name;
        bool wanted = call->word_count == 0 || strcmp(call->words[0], kinds[i].name) == 0;
        if (!wanted) continue;
        found = true;
        kinds[i].list(&l);
    }
    if (!found) {
        const char *near = dado_nearest(call->words[0], names, kind_count);
        dado_text_free(&l.out);
        return dado_call_misused(
            call, "it lists games, agents, metrics or generators, not %.40s%s%s%s", call->words[0],
            near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    }
    if (l.json) dado_text_add(&l.out, "}\n");
    bool printed = dado_call_print(call, &l.out);
    dado_text_free(&l.out);
    return printed ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
}

static const dado_param flags[] = {
    { .name = "names", .kind = DADO_PARAM_FLAG, .about = "Prints names only, one a line." },
    { 0 },
};

static const dado_example examples[] = {
    { "dado list", "Everything there is." },
    { "dado list games", "Worlds, and the games of the library." },
    { "dado list metrics --json", "For programs." },
    { 0 },
};

const dado_verb dado_verb_list = {
    .name = "list",
    .words = "[games|agents|metrics|generators]",
    .about = "lists the games, agents, metrics and generators there are",
    .most = 1,
    .flags = { flags, dado_params_json },
    .examples = examples,
    .run = run,
};
