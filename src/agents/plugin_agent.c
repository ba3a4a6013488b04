// plugin_agent.c - a player that is a shared object, trusted like our own code.
//
// The object exports `const dado_plugin dado_agent_plugin`: the version number of this
// interface, which must be ours, and a dado_agent_kind like any built-in one. It runs in
// our process with all our rights; nothing confines it, and lists say so.
#define _POSIX_C_SOURCE 200809L
#include "agents/plugin.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "core/confine.h"
#include "core/shared_object.h"

#if UINTPTR_MAX == UINT64_MAX
static_assert(offsetof(dado_agent_kind, open) == 40, "plug-ins built before find `open` here");
static_assert(offsetof(dado_rules, apply_counting) == 26 * 8, "and this one here");
#endif

typedef struct loaded_plugin {
    void *object;
    dado_agent_kind kind;  // the plug-in's table; entries that an old plug-in lacks are NULL
    dado_agent inner;
} loaded_plugin;

// Checks that the file is complete: the loader maps a file before it checks it, and a
// truncated file would crash this process.
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

static bool check_whole_file(const char *path, dado_error *err)
{
    int opened = dado_open(path, O_RDONLY, 0);
    FILE *file = opened >= 0 ? fdopen(opened, "rb") : NULL;
    if (!file && dado_confined()) return dado_open_failed(path, err);
    if (!file) return dado_fail(err, DADO_IO, "cannot load %s: it cannot be read", path);
    bool fine = whole(file);
    fclose(file);
    return fine ||
           dado_fail(err, DADO_INVALID,
                     "cannot load %s: it is not a complete shared object; build it again", path);
}

static bool open_object(loaded_plugin *p, const char *path, dado_error *err)
{
    const dado_plugin *plugin;
    if (!dado_shared_object_supported(err) || !check_whole_file(path, err)) return false;
    p->object = dado_shared_object_open(path, false, err);
    if (!p->object) return false;
    plugin = dlsym(p->object, "dado_agent_plugin");
    if (!plugin) {
        return dado_fail(err, DADO_INVALID, "%s does not export dado_agent_plugin", path);
    }
    if (plugin->abi != DADO_PLUGIN_ABI) {
        return dado_fail(
            err, DADO_INVALID,
            "%s was built for plug-in version %d, but this program has %d: build it again", path,
            plugin->abi, DADO_PLUGIN_ABI);
    }
    const dado_agent_kind *kind = plugin->kind;
    // The first tables of this interface had no size; they ended here.
    size_t size = kind && kind->size ? kind->size : offsetof(dado_agent_kind, outside_code);
    bool reaches = size >= offsetof(dado_agent_kind, choose) + sizeof p->kind.choose;
    if (!kind || !reaches || !kind->open || !kind->choose) {
        return dado_fail(err, DADO_INVALID,
                         "%s has no player in it: its table needs .open and .choose", path);
    }
    memcpy(&p->kind, kind, size < sizeof p->kind ? size : sizeof p->kind);
    p->kind.size = sizeof p->kind;
    return true;
}

// Names the agent by the object's name and the options of the player in it.
static bool describe(dado_agent *agent, const loaded_plugin *p, const char *path,
                     dado_region *region, dado_error *err)
{
    dado_text known = { 0 };
    dado_text_addf(&known, "object=%s", path);
    if (p->inner.options[0]) dado_text_addf(&known, " %s", p->inner.options);
    agent->options = dado_region_copy(region, dado_text_string(&known), known.length);
    dado_text_free(&known);
    return agent->options || dado_fail(err, DADO_LIMIT, "no memory left for a plug-in");
}

// Passes options that are not ours to the player in the plug-in.
static bool open_plugin(dado_agent *agent, const dado_options *options, dado_region *region,
                        dado_error *err)
{
    loaded_plugin *p = dado_new(region, loaded_plugin, 1);
    int most = options ? options->count : 0;
    dado_option *rest = dado_new(region, dado_option, most + 1);
    if (!p || !rest) return dado_fail(err, DADO_LIMIT, "no memory left for a plug-in");
    const dado_option *path = dado_options_find(options, "object");
    if (!path) {
        return dado_fail(
            err, DADO_INVALID,
            "name the shared object: plugin:object=./my_agent.so, or just ./my_agent.so");
    }
    int count = 0;
    for (int i = 0; i < most; i++) {
        if (&options->items[i] != path) rest[count++] = options->items[i];
    }
    dado_options inner = { rest, count };
    agent->data = p;
    bool fine =
        open_object(p, path->text, err) &&
        dado_agent_open(&p->inner, &p->kind, agent->game, agent->seat, &inner, region, err) &&
        describe(agent, p, path->text, region, err);
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
    const loaded_plugin *p = agent->data;
    return p->inner.kind->choose(&p->inner, turn);
}

static void over(const dado_agent *agent, void *self, const dado_trace *trace)
{
    const loaded_plugin *p = agent->data;
    if (p->inner.kind->over) p->inner.kind->over(&p->inner, self, trace);
}

static void close_agent(dado_agent *agent)
{
    loaded_plugin *p = agent->data;
    if (!p) return;
    dado_agent_close(&p->inner);
    dlclose(p->object);
}

static const char *notes(const dado_agent *agent)
{
    const loaded_plugin *p = agent->data;
    return p->inner.kind->notes ? p->inner.kind->notes(&p->inner) : "";
}

const dado_agent_kind dado_agent_plugin = {
    .size = sizeof(dado_agent_kind),
    .outside_code = true,
    .foreign = true,
    .name = "plugin",
    .title = "Shared object",
    .about = "A player in a shared object, TRUSTED: nothing confines it; also written as its path.",
    .open = open_plugin,
    .choose = choose,
    .over = over,
    .close = close_agent,
    .notes = notes,
};
