// new_from_template.c - dado new: writes something small and complete to begin from, such as a
// game, a map, an agent or a folder.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "job/job_run.h"
#include "lab/file.h"

enum { most_files = 6 };

typedef struct template_file {
    const char *from, *to;  // path in the library; path in the new folder
} template_file;

typedef struct template_kind {
    const char *name, *about;
    const char *old;                  // name of the kind in the last release, or NULL
    const char *file;                 // a file of the library; the new file has the same ending
    template_file files[most_files];  // the files of a folder
    const char *then;                 // what to type next, after "dado "
} template_kind;

// clang-format off
static const template_kind kinds[] = {
    { .name = "trick", .about = "a trick-taking game", .file = "templates/trick.rcy" },
    { .name = "shedding", .about = "a game of getting rid of cards",
      .file = "templates/shedding.rcy" },
    { .name = "auction", .about = "a game of secret bids", .file = "templates/auction.rcy" },
    { .name = "drafting", .about = "a game of taking cards in turn",
      .file = "templates/drafting.rcy" },
    { .name = "luck", .about = "a dice game of pushing your luck",
      .file = "templates/pushyourluck.rcy" },
    { .name = "race", .about = "a race on a track with runners that send each other back",
      .file = "templates/race.rcy" },
    { .name = "keep", .about = "a dice game of rolling and keeping",
      .file = "templates/rollandkeep.rcy" },
    { .name = "bluffing", .about = "a game of hidden dice and doubt",
      .file = "templates/bluffing.rcy" },
    { .name = "cooperative", .about = "a game that all win or lose together",
      .file = "templates/cooperative.rcy" },
    { .name = "dungeon", .about = "a dungeon map", .file = "maps/crossroads.map",
      .then = "map eval" },
    { .name = "level", .about = "a platform level", .file = "levels/first.level",
      .then = "level eval" },
    { .name = "target", .about = "what a good game is like, for sim, doctor and evolve",
      .old = "wishes", .file = "templates/target.expect", .then = "check" },
    { .name = "agent", .about = "a folder with an agent in Python",
      .files = { { "kits/python/random_agent.py", "agent.py" },
                 { "kits/python/dado.py", "dado.py" } },
      .then = "agent check" },
    { .name = "project", .about = "a folder with a game, a target and continuous integration",
      .files = { { "templates/pushyourluck.rcy", "game.rcy" },
                 { "templates/target.expect", "target.expect" },
                 { "templates/project/README.md", "README.md" },
                 { "templates/project/check.sh", "check.sh" },
                 { "templates/project/dado.yml", ".github/workflows/dado.yml" } } },
};
// clang-format on

enum { kind_count = sizeof kinds / sizeof *kinds };

static const template_kind *kind_named(dado_job_run *job_run, const char *name)
{
    const char *names[kind_count];
    for (int i = 0; i < kind_count; i++) {
        names[i] = kinds[i].name;
        bool called = strcmp(kinds[i].name, name) == 0;
        if (called || (kinds[i].old && strcmp(kinds[i].old, name) == 0)) return &kinds[i];
    }
    const char *near = dado_nearest_name(name, names, kind_count);
    if (near)
        dado_job_run_usage_error(job_run, "there is no kind %s; did you mean %s?", name, near);
    else dado_job_run_usage_error(job_run, "there is no kind %s; dado new lists them", name);
    return NULL;
}

static bool path_exists(const char *path)
{
    struct stat there;
    return lstat(path, &there) == 0;
}

// Makes all folders on the way to a path.
static bool make_parent_folders(const char *path, dado_region *region, dado_error *err)
{
    char *way = dado_region_copy(region, path, strlen(path));
    for (char *slash = way ? strchr(way + 1, '/') : NULL; slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (!dado_folder_make(way, err)) return false;
        *slash = '/';
    }
    return way || dado_fail(err, DADO_LIMIT, "no memory left");
}

bool dado_job_run_copy_shipped(dado_job_run *job_run, const char *from, const char *to)
{
    const char *shelf = dado_library_folder(), *text;
    if (!shelf)
        return dado_fail(job_run->err, DADO_MISSING,
                         "the folder of dado's library is missing; "
                         "install dado again");
    DADO_CLEANUP(dado_text_free) dado_text path = { 0 };
    dado_text_addf(&path, "%s/%s", shelf, from);
    bool fine = dado_file_read(dado_text_string(&path), DADO_FILE_MOST, job_run->region, &text,
                               job_run->err);
    if (!fine) return false;
    bool program = !job_run->files && strncmp(text, "#!", 2) == 0;
    if (program) return dado_file_write_program(to, text, strlen(text), job_run->err);
    return dado_job_run_write(job_run, to, text, strlen(text));
}

static void list_kinds(dado_document *answer)
{
    answer->title = dado_document_copy(answer, "What there is to begin from");
    dado_part *table = dado_table(answer, "kinds", { .name = "kind", .title = "kind" },
                                  { .name = "about", .title = "what it is" });
    for (int i = 0; i < kind_count; i++) {
        dado_put(table, kinds[i].name, kinds[i].about);
    }
    dado_document_text(answer, "next", "dado new KIND NAME makes one.");
}

static bool is_there(dado_job_run *job_run, const char *path)
{
    const dado_virtual_files *files = job_run->files;
    const char *text;
    dado_error quiet = { 0 };
    if (!files) return path_exists(path);
    return files->read && files->read(files->context, path, job_run->region, &text, &quiet);
}

static bool run(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    static const dado_field fields[] = { { .name = "file", .title = "made" } };
    const char *word = dado_job_run_text(job_run, "kind"),
               *name = dado_job_run_text(job_run, "name");
    if (!word) {
        list_kinds(answer);
        return true;
    }
    const template_kind *kind = kind_named(job_run, word);
    if (!kind) return false;
    DADO_CLEANUP(dado_text_free) dado_text path = { 0 };
    const char *ending = kind->file ? strrchr(kind->file, '.') : "";
    dado_text_add(&path, name ? name : kind->name);
    if (!dado_ends_with(dado_text_string(&path), ending)) dado_text_add(&path, ending);
    const char *target = dado_document_copy(answer, dado_text_string(&path));
    if (!target) return dado_fail(job_run->err, DADO_LIMIT, "no memory left");
    if (is_there(job_run, target)) {
        return dado_fail(job_run->err, DADO_IO,
                         "%s exists already; give another name: dado new %s NAME", target,
                         kind->name);
    }
    dado_part *made = dado_document_table(answer, "made", fields, 1);
    bool fine = true;
    if (kind->file) fine = dado_job_run_copy_shipped(job_run, kind->file, target);
    if (kind->file && fine) dado_put(made, target);
    for (int i = 0; fine && i < most_files && kind->files[i].from; i++) {
        const char *to = dado_document_copyf(answer, "%s/%s", target, kind->files[i].to);
        fine = to && (job_run->files || make_parent_folders(to, job_run->region, job_run->err)) &&
               dado_job_run_copy_shipped(job_run, kind->files[i].from, to);
        if (fine) dado_put(made, to);
    }
    if (!fine) return false;
    const char *then = kind->then ? kind->then : "play";
    const char *what = strcmp(kind->name, "project") == 0 ? "/game.rcy"
                       : strcmp(kind->name, "agent") == 0 ? "/agent.py"
                                                          : "";
    dado_document_textf(answer, "next", "Next: dado %s %s%s", then, target, what);
    return true;
}

const dado_job dado_job_new = {
    .name = "new",
    .about = "makes a game, a map, an agent or a folder to begin from",
    .details = "Everything it makes is small and whole: games are played and judged at once, and "
               "say in comments what may be changed first. Nothing that is there is written over.",
    .params = { DADO_PARAMS(
        DADO_PARAM(TEXT, "kind", .value = "KIND", .word = true,
                   .unset = "lists the kinds there are", .about = "What to begin from."),
        DADO_PARAM(OUTPUT, "name", .value = "NAME", .word = true, .unset = "the kind's own",
                   .about = "What it is called: a file, or a folder.")) },
    .examples = DADO_EXAMPLES(
        { "dado new", "What there is to begin from." },
        { "dado new trick tricks", "A trick-taking game in tricks.rcy." },
        { "dado new project ludo", "A folder with a game, a target and continuous integration." }),
    .run = run,
};
