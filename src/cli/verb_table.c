// verb_table.c - the table of all verbs: jobs, verbs that only a terminal has, and the groups
// that help lists them in.
#include <string.h>

#include "cli/command_line.h"

#define VERB(name) extern const dado_verb dado_verb_##name;
#include "cli/shelf.def"
#undef VERB

#define VERB(name) &dado_verb_##name,
static const dado_verb *const terminal_verbs[] = {
#include "cli/shelf.def"
    NULL,
};
#undef VERB

#define GROUP(title, verbs, about) { title, verbs, about },
const dado_verb_group dado_verb_groups[] = {
#include "cli/groups.def"
    { 0 },
};
#undef GROUP

const dado_param dado_params_help[] = {
    DADO_PARAM(FLAG, "help", 'h', .rare = true,
               .about = "Prints the most used options and stops; --help all prints all of them."),
    DADO_PARAM(FLAG, "quiet", 'q', .rare = true,
               .about = "Prints the result and errors, and nothing else."),
    { 0 },
};

static const dado_param output_params[] = {
    DADO_PARAM(OUTPUT, "output", 'o', .value = "FILE", .many = true,
               .about = "Writes the answer to a file too, in the format its name ends in, as "
                        "--report does."),
    { 0 },
};

static const dado_param format_params[] = {
    DADO_PARAM(FLAG, "json", .about = "Prints the answer as JSON, as --format json does."),
    DADO_PARAM(TEXT, "format", .value = "NAME", .usual = "text", .rare = true,
               .about = "Prints the answer as text, json, csv or html, or for continuous "
                        "integration as junit, sarif or github."),
    DADO_PARAM(OUTPUT, "report", .many = true, .rare = true,
               .about = "Writes the answer to a file too, in the format its name ends in; as a "
                        "page with charts that any browser shows unless that is .json, .csv, "
                        ".txt, .junit.xml or .sarif."),
    { 0 },
};

// Returns true if the verb itself has a flag of that name.
static bool has_own(const dado_verb *verb, const char *flag)
{
    const dado_param *param;
    for (int i = 0; (param = dado_job_param(verb->job, i)); i++) {
        if (!param->word && strcmp(dado_param_flag(param), flag) == 0) return true;
    }
    return false;
}

const dado_param *dado_verb_flag(const dado_verb *verb, int which)
{
    bool answers = verb->job->run != NULL, own_output = has_own(verb, "output");
    const dado_param *const lists[] = { verb->extra, answers && !own_output ? output_params : NULL,
                                        answers ? format_params : NULL, dado_params_help };
    const dado_param *param;
    for (int i = 0; (param = dado_job_param(verb->job, i)); i++) {
        if (!param->word && which-- == 0) return param;
    }
    for (size_t g = 0; g < sizeof lists / sizeof *lists; g++) {
        for (param = lists[g]; param && param->name; param++) {
            if (which-- == 0) return param;
        }
    }
    return NULL;
}

void dado_verb_usage(const dado_verb *verb, dado_text *out)
{
    dado_job_usage(verb->job, out);
    dado_text_add(out, verb->run ? " " : " VERB ");
}

const dado_verb *dado_verb_named(const dado_verb *const *verbs, const char *name)
{
    for (int i = 0; verbs && verbs[i]; i++) {
        if (strcmp(verbs[i]->name, name) == 0) return verbs[i];
    }
    return NULL;
}

// ---- building the table

// Adds the words of a job's verb: "solve equilibrium". Adds nothing if another job has the verb
// and chooses this one by a flag or by the kind of file.
static void add_path(const dado_job *job, dado_text *out)
{
    bool by_flag = job->aspect && job->aspect[0] == '-';
    bool by_file = job->verb && !job->aspect && dado_job_named(job->verb);
    if (by_flag || by_file) return;
    dado_text_add(out, job->verb ? job->verb : job->name);
    if (job->aspect) dado_text_addf(out, " %s", job->aspect);
}

static const dado_verb *terminal_verb_of(const dado_job *job)
{
    for (int i = 0; terminal_verbs[i]; i++) {
        if (terminal_verbs[i]->job == job) return terminal_verbs[i];
    }
    return NULL;
}

// Returns job number `which` of both shelves, or NULL behind the last.
static const dado_job *job_at(int which)
{
    for (int i = 0; dado_jobs[i]; i++) {
        if (which-- == 0) return dado_jobs[i];
    }
    for (int i = 0; terminal_verbs[i]; i++) {
        bool shared = false;
        for (int j = 0; dado_jobs[j]; j++)
            shared = shared || dado_jobs[j] == terminal_verbs[i]->job;
        if (!shared && which-- == 0) return terminal_verbs[i]->job;
    }
    return NULL;
}

static const dado_verb *const *verbs_under(const char *path, dado_region *region);

// A terminal's verb with the name of a job runs that job and prints it in its own way.
static dado_verb *verb_of(const dado_job *job, const char *name, dado_region *region)
{
    dado_verb *verb = dado_new(region, dado_verb, 1);
    if (!verb) return NULL;
    *verb = (dado_verb){ .job = job, .run = job->run ? dado_call_run_and_print : NULL };
    const dado_verb *own = terminal_verb_of(job);
    if (own) {
        verb->run = own->run;
        verb->extra = own->extra;
    }
    verb->name = dado_region_copy(region, name, strlen(name));
    return verb->name ? verb : NULL;
}

// Returns the verbs below this one, or all first words if it is ""; NULL if there is no memory.
static const dado_verb *const *verbs_under(const char *path, dado_region *region)
{
    size_t length = strlen(path), room = 1;
    while (job_at((int)room - 1)) room++;
    const dado_verb **list = dado_new(region, const dado_verb *, room);
    const dado_job *job;
    int count = 0;
    for (int i = 0; list && (job = job_at(i)); i++) {
        DADO_CLEANUP(dado_text_free) dado_text own = { 0 };
        add_path(job, &own);
        const char *words = dado_text_string(&own);
        bool below = length == 0 || (strncmp(words, path, length) == 0 && words[length] == ' ');
        const char *name = below ? words + length + (length > 0) : "";
        if (!*name || strchr(name, ' ')) continue;
        dado_verb *verb = verb_of(job, name, region);
        const dado_verb *const *subverbs = verb ? verbs_under(words, region) : NULL;
        if (!subverbs) return NULL;
        if (subverbs[0]) verb->subverbs = subverbs;
        list[count++] = verb;
    }
    return list;
}

const dado_verb *const *dado_verb_table(dado_region *region)
{
    return verbs_under("", region);
}

const dado_verb *dado_verb_by_old_name(const char *name, dado_region *region)
{
    const dado_job *job;
    for (int i = 0; (job = job_at(i)); i++) {
        if (job->verb && strcmp(job->name, name) == 0) return verb_of(job, name, region);
    }
    return NULL;
}

bool dado_verb_group_has(const dado_verb_group *group, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = group->verbs; *at; at += strspn(at, " ")) {
        size_t word = strcspn(at, " ");
        if (word == length && memcmp(at, name, length) == 0) return true;
        at += word;
    }
    return false;
}
