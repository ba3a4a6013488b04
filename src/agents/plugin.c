// plugin.c - a player that is a shared object, trusted as our own code is.
//
// The object exports `const dado_plugin dado_agent_plugin`: the number of this
// contract, which must be ours, and a dado_agent_kind like any on the shelf. It
// runs in our process with all our rights; nothing confines it, and lists say so.
#define _POSIX_C_SOURCE 200809L
#include "agents/plugin.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#include "core/object.h"

typedef struct plugged {
    void *object;
    dado_agent inner;
} plugged;

// The loader maps a file before it looks at it, and one that was cut short would end us.
static bool whole(FILE *file)
{
    ElfW(Ehdr) head;
    if (fread(&head, sizeof head, 1, file) != 1) return false;
    if (memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_type != ET_DYN) return false;
    if (fseek(file, 0, SEEK_END) != 0) return false;
    long end = ftell(file);
    uint64_t size = end > 0 ? (uint64_t)end : 0;
    for (int i = 0; i < head.e_phnum; i++) {
        ElfW(Phdr) part;
        uint64_t at = head.e_phoff + (uint64_t)i * head.e_phentsize;
        if (at > size || fseek(file, (long)at, SEEK_SET) != 0) return false;
        if (fread(&part, sizeof part, 1, file) != 1) return false;
        if (part.p_offset > size || part.p_filesz > size - part.p_offset) return false;
    }
    return true;
}

static bool looks_whole(const char *path, dado_error *err)
{
    FILE *file = fopen(path, "rb");
    if (!file) return dado_fail(err, DADO_IO, "cannot load %s: it cannot be read", path);
    bool fine = whole(file);
    fclose(file);
    return fine ||
           dado_fail(err, DADO_MEANING, "cannot load %s: it is no whole shared object", path);
}

static bool open_object(plugged *p, const char *path, const dado_plugin **plugin, dado_error *err)
{
    if (!dado_object_can(err) || !looks_whole(path, err)) return false;
    p->object = dado_object_open(path, false, err);
    if (!p->object) return false;
    *plugin = dlsym(p->object, "dado_agent_plugin");
    if (!*plugin) {
        return dado_fail(err, DADO_MEANING, "%s does not export dado_agent_plugin", path);
    }
    if ((*plugin)->abi != DADO_PLUGIN_ABI) {
        return dado_fail(err, DADO_MEANING,
                         "%s was built for contract %d and this program has %d: build it again",
                         path, (*plugin)->abi, DADO_PLUGIN_ABI);
    }
    const dado_agent_kind *kind = (*plugin)->kind;
    if (!kind || !kind->open || !kind->choose) {
        return dado_fail(err, DADO_MEANING, "%s has no player in it", path);
    }
    return true;
}

// The player inside is known by the object's name and its own options.
static bool describe(dado_agent *agent, const plugged *p, const char *path, dado_arena *arena,
                     dado_error *err)
{
    dado_text known = { 0 };
    dado_text_addf(&known, "object=%s", path);
    if (p->inner.options[0]) dado_text_addf(&known, " %s", p->inner.options);
    agent->options = dado_arena_copy(arena, dado_text_string(&known), known.length);
    dado_text_free(&known);
    return agent->options || dado_fail(err, DADO_LIMIT, "no memory left for a plug-in");
}

// What is not meant for us is handed on to the player inside.
static bool open(dado_agent *agent, const dado_options *options, dado_arena *arena, dado_error *err)
{
    plugged *p = dado_new(arena, plugged, 1);
    int most = options ? options->count : 0;
    dado_option *rest = dado_new(arena, dado_option, most + 1);
    if (!p || !rest) return dado_fail(err, DADO_LIMIT, "no memory left for a plug-in");
    const dado_option *path = dado_options_find(options, "object");
    if (!path) {
        return dado_fail(err, DADO_MEANING,
                         "name the object: plugin:object=./my_agent.so, or just ./my_agent.so");
    }
    int count = 0;
    for (int i = 0; i < most; i++) {
        if (&options->items[i] != path) rest[count++] = options->items[i];
    }
    dado_options inner = { rest, count };
    const dado_plugin *plugin = NULL;
    agent->data = p;
    bool fine =
        open_object(p, path->text, &plugin, err) &&
        dado_agent_open(&p->inner, plugin->kind, agent->game, agent->seat, &inner, arena, err) &&
        describe(agent, p, path->text, arena, err);
    if (!fine) {
        dado_agent_close(&p->inner);
        if (p->object) dlclose(p->object);
        agent->data = NULL;
        return false;
    }
    agent->self_size = p->inner.self_size;
    agent->scratch_size = p->inner.scratch_size;
    return true;
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    const plugged *p = agent->data;
    return p->inner.kind->choose(&p->inner, turn);
}

static void over(const dado_agent *agent, void *self, const dado_trace *trace)
{
    const plugged *p = agent->data;
    if (p->inner.kind->over) p->inner.kind->over(&p->inner, self, trace);
}

static void close_agent(dado_agent *agent)
{
    plugged *p = agent->data;
    if (!p) return;
    dado_agent_close(&p->inner);
    dlclose(p->object);
}

static const char *notes(const dado_agent *agent)
{
    const plugged *p = agent->data;
    return p->inner.kind->notes ? p->inner.kind->notes(&p->inner) : "";
}

const dado_agent_kind dado_agent_plugin = {
    .foreign = true,
    .name = "plugin",
    .title = "Shared object",
    .about = "A player in a shared object, TRUSTED: nothing confines it; also written as its path.",
    .open = open,
    .choose = choose,
    .over = over,
    .close = close_agent,
    .notes = notes,
};
