// new.c - something small and whole to begin from: a game of a kind, a map, an agent, a folder.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "job/errand.h"
#include "lab/file.h"

enum { most_files = 6 };

typedef struct template_file {
    const char *from, *to;  // below the library; below the folder that is made
} template_file;

typedef struct template_kind {
    const char *name, *about;
    const char *file;                 // of the library, where it is one; its ending is the new's
    template_file files[most_files];  // where it is a folder
    const char *then;                 // what to type next, after "dado "
} template_kind;

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
    { .name = "wishes", .about = "what a good game is like, for sim, doctor and evolve",
      .file = "templates/wishes.expect", .then = "check" },
    { .name = "agent", .about = "a folder with an agent in Python",
      .files = { { "kits/python/random_agent.py", "agent.py" },
                 { "kits/python/dado.py", "dado.py" } },
      .then = "agent check" },
    { .name = "project", .about = "a folder with a game, wishes and continuous integration",
      .files = { { "templates/pushyourluck.rcy", "game.rcy" },
                 { "templates/wishes.expect", "wishes.expect" },
                 { "templates/project/README.md", "README.md" },
                 { "templates/project/check.sh", "check.sh" },
                 { "templates/project/dado.yml", ".github/workflows/dado.yml" } } },
};

enum { kind_count = sizeof kinds / sizeof *kinds };

static const template_kind *kind_named(dado_errand *errand, const char *name)
{
    const char *names[kind_count];
    for (int i = 0; i < kind_count; i++) {
        names[i] = kinds[i].name;
        if (strcmp(kinds[i].name, name) == 0) return &kinds[i];
    }
    const char *near = dado_nearest(name, names, kind_count);
    if (near) dado_errand_misused(errand, "there is no kind %s; did you mean %s?", name, near);
    else dado_errand_misused(errand, "there is no kind %s; dado new lists them", name);
    return NULL;
}

static bool is_there(const char *path)
{
    struct stat there;
    return lstat(path, &there) == 0;
}

// Makes the folders that a path goes through.
static bool make_way(const char *path, dado_arena *arena, dado_error *err)
{
    char *way = dado_arena_copy(arena, path, strlen(path));
    for (char *slash = way ? strchr(way + 1, '/') : NULL; slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(way, 0777) != 0 && errno != EEXIST) {
            return dado_fail(err, DADO_IO, "cannot make the folder %s: %s", way, strerror(errno));
        }
        *slash = '/';
    }
    return way || dado_fail(err, DADO_LIMIT, "no memory left");
}

bool dado_errand_ship(dado_errand *errand, const char *from, const char *to)
{
    const char *shelf = dado_library(), *text;
    if (!shelf)
        return dado_fail(errand->err, DADO_MISSING, "the library that dado ships is not there");
    dado_draft path = { 0 };
    dado_text_addf(&path, "%s/%s", shelf, from);
    bool fine =
        dado_file_read(dado_text_string(&path), DADO_FILE_MOST, errand->arena, &text, errand->err);
    if (!fine || !dado_errand_write(errand, to, text, strlen(text))) return false;
    bool program = !errand->files && strncmp(text, "#!", 2) == 0;
    return !program || chmod(to, 0755) == 0 ||
           dado_fail(errand->err, DADO_IO, "%s was written and cannot be made a program", to);
}

static void list_kinds(dado_document *answer)
{
    answer->title = dado_document_copy(answer, "What there is to begin from");
    dado_part *table = dado_table(answer, "kinds",
        { .name = "kind", .title = "kind" },
        { .name = "about", .title = "what it is" });
    for (int i = 0; i < kind_count; i++) {
        dado_put(table, kinds[i].name, kinds[i].about);
    }
    dado_document_text(answer, "next", "dado new KIND NAME makes one.");
}

static bool run(dado_errand *errand)
{
    dado_document *answer = errand->answer;
    static const dado_field fields[] = { { .name = "file", .title = "made" } };
    const char *word = dado_errand_text(errand, "kind"), *name = dado_errand_text(errand, "name");
    if (!word) {
        list_kinds(answer);
        return true;
    }
    const template_kind *kind = kind_named(errand, word);
    if (!kind) return false;
    dado_draft path = { 0 };
    const char *ending = kind->file ? strrchr(kind->file, '.') : "";
    dado_text_add(&path, name ? name : kind->name);
    if (!dado_ends_with(dado_text_string(&path), ending)) dado_text_add(&path, ending);
    const char *target = dado_document_copy(answer, dado_text_string(&path));
    if (!target) return dado_fail(errand->err, DADO_LIMIT, "no memory left");
    if (!errand->files && is_there(target)) {
        return dado_fail(errand->err, DADO_IO,
                         "%s is there already; name another: dado new %s NAME", target, kind->name);
    }
    dado_part *made = dado_document_table(answer, "made", fields, 1);
    bool fine = true;
    if (kind->file) fine = dado_errand_ship(errand, kind->file, target);
    if (kind->file && fine) dado_put(made, target);
    for (int i = 0; fine && i < most_files && kind->files[i].from; i++) {
        const char *to = dado_document_copyf(answer, "%s/%s", target, kind->files[i].to);
        fine = to && (errand->files || make_way(to, errand->arena, errand->err)) &&
               dado_errand_ship(errand, kind->files[i].from, to);
        if (fine) dado_put(made, to);
    }
    if (!fine) return false;
    const char *then = kind->then ? kind->then : "play";
    const char *what = strcmp(kind->name, "project") == 0 ? "/game.rcy"
                       : strcmp(kind->name, "agent") == 0 ? "/agent.py" : "";
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
        { "dado new project ludo", "A folder with a game, wishes and continuous integration." }),
    .run = run,
};
