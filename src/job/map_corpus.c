// map_corpus.c - a folder of maps as one collection, whatever tools they come from; see
// map_inputs.h.
//
// Files that end in .map are read as they are; all others are imported as `dado map import` would
// without a legend. What nobody can read, such as pictures and lists of sources, is left out and
// counted.
#include <string.h>

#include "job/map_inputs.h"
#include "lab/game_source.h"
#include "worlds/dungeon/map_formats/map_format.h"

enum { corpus_most = 5000 };

typedef struct corpus {
    dado_job_run *job_run;
    const char **paths;
    int count;
} corpus;

static void add_path(void *context, const char *path)
{
    corpus *c = context;
    const char *kept = c->count < corpus_most ? dado_job_run_copyf(c->job_run, "%s", path) : NULL;
    if (kept) c->paths[c->count++] = kept;
}

bool dado_job_run_read_beside(void *self, const char *name, const char **bytes, size_t *length,
                              dado_error *err)
{
    const dado_file_beside *b = self;
    const char *found;
    if (name[0] == '/' || strstr(name, "..")) {
        return dado_fail(err, DADO_INVALID, "%.200s is not beside the file", name);
    }
    const char *path = dado_job_run_copyf(
        b->job_run, "%.*s%s", (int)(dado_base_name(b->source) - b->source), b->source, name);
    return (path || dado_fail(err, DADO_LIMIT, "no memory left for a path")) &&
           dado_job_run_read_file(b->job_run, path, "", "", &found, bytes, length);
}

// Imports a file; returns false if it is no map that can be read.
static bool import_case(dado_job_run *job_run, const dado_templates *templates, dado_map_case *c)
{
    dado_file_beside around = { job_run, c->path };
    dado_import ask = { .source = c->path,
                        .templates = templates,
                        .seed = 1,
                        .beside = dado_job_run_read_beside,
                        .self = &around };
    dado_import_losses *losses = dado_job_run_new(job_run, dado_import_losses, 1);
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    const char *found;
    if (!losses ||
        !dado_job_run_read_file(job_run, c->path, "", "", &found, &ask.bytes, &ask.length) ||
        !dado_map_import(&ask, &out, losses, job_run->err)) {
        return false;
    }
    c->text = dado_job_run_copy(job_run, out.data, out.length);
    return c->text != NULL;
}

static bool read_one(dado_job_run *job_run, const dado_templates *templates, dado_map_case *c)
{
    const char *found;
    if (!dado_ends_with(c->path, ".map")) return import_case(job_run, templates, c);
    return dado_job_run_read_file(job_run, c->path, "maps", ".map", &found, &c->text, NULL);
}

bool dado_job_run_read_map_corpus(dado_job_run *job_run, const char *folder, dado_maps *maps)
{
    corpus all = { job_run, dado_job_run_new(job_run, const char *, corpus_most), 0 };
    dado_map_case *cases = dado_job_run_new(job_run, dado_map_case, corpus_most);
    dado_templates *templates = dado_job_run_new(job_run, dado_templates, 1);
    dado_options params;
    int used = 0;
    if (!all.paths || !cases || !templates || !dado_map_jury_from_params(&maps->jury, job_run) ||
        !dado_map_options(job_run, NULL, &params, &maps->jury.rules)) {
        return false;
    }
    dado_templates_shipped(templates);
    dado_folder_foreach(folder, &all, add_path);
    for (int i = 0; i < all.count; i++) {
        dado_map_case *c = &cases[used];
        *c = (dado_map_case){ .name = dado_base_name(all.paths[i]), .path = all.paths[i] };
        used += read_one(job_run, templates, c);
        *job_run->err = (dado_error){ 0 };
    }
    if (used < all.count) {
        dado_job_run_message(job_run, "%s: %d of %d files are maps; the others are left out",
                             folder, used, all.count);
    }
    if (used == 0) return dado_job_run_usage_error(job_run, "there is no map in %.200s", folder);
    return dado_job_run_plan_maps(job_run, maps, cases, used);
}
