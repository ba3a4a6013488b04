// tree.c - all verbs there are: jobs by their names, and what only a terminal can do.
#include <string.h>

#include "cli/verb.h"

#define VERB(name) extern const dado_verb dado_verb_##name;
#include "cli/shelf.def"
#undef VERB

#define VERB(name) &dado_verb_##name,
static const dado_verb *const own_verbs[] = {
#include "cli/shelf.def"
    NULL,
};
#undef VERB

const dado_param dado_params_help[] = {
    DADO_PARAM(FLAG, "help", 'h', .about = "Says how the verb is used, and stops."),
    DADO_PARAM(FLAG, "quiet", 'q', .about = "Prints the result and errors, and nothing else."),
    { 0 },
};

static const dado_param format_params[] = {
    DADO_PARAM(FLAG, "json", .about = "Prints the answer as JSON, as --format json does."),
    DADO_PARAM(TEXT, "format", .value = "NAME", .usual = "text",
               .about = "Prints the answer as text, json, csv or html, or for continuous "
                        "integration as junit, sarif or github."),
    DADO_PARAM(OUTPUT, "report", .many = true,
               .about = "Writes the answer to a file too, in the format its name ends in; as a "
                        "page with charts that any browser shows unless that is .json, .csv, "
                        ".txt, .junit.xml or .sarif."),
    { 0 },
};

const dado_param *dado_verb_flag(const dado_verb *verb, int which)
{
    const dado_param *const shared[] = { format_params, dado_params_help }, *param;
    for (int i = 0; (param = dado_job_param(verb->job, i)); i++) {
        if (!param->word && which-- == 0) return param;
    }
    for (int g = verb->job->run ? 0 : 1; g < 2; g++) {
        for (param = shared[g]; param->name; param++) {
            if (which-- == 0) return param;
        }
    }
    return NULL;
}

void dado_verb_words(const dado_verb *verb, dado_text *out)
{
    const dado_param *param;
    for (int i = 0; (param = dado_job_param(verb->job, i)); i++) {
        if (!param->word) continue;
        dado_text_addf(out, "%s%s%s%s ", param->needed ? "" : "[", dado_param_value(param),
                       param->many ? "..." : "", param->needed ? "" : "]");
    }
    if (!verb->run) dado_text_add(out, "VERB ");
}

const dado_verb *dado_verb_named(const dado_verb *const *verbs, const char *name)
{
    for (int i = 0; verbs && verbs[i]; i++) {
        if (strcmp(verbs[i]->name, name) == 0) return verbs[i];
    }
    return NULL;
}

static const dado_verb *const *verbs_below(const char *name, dado_arena *arena);

// A verb of the shelf that has a job of the other shelf is that job, shown in a way of its own.
static const dado_verb *verb_of(const dado_job *job, dado_arena *arena)
{
    dado_verb *verb = dado_new(arena, dado_verb, 1);
    if (!verb) return NULL;
    const char *blank = strrchr(job->name, ' ');
    *verb = (dado_verb){ .name = blank ? blank + 1 : job->name, .job = job,
                         .run = job->run ? dado_call_job : NULL };
    for (int i = 0; own_verbs[i]; i++) {
        if (own_verbs[i]->job == job) verb->run = own_verbs[i]->run;
    }
    const dado_verb *const *under = blank ? NULL : verbs_below(verb->name, arena);
    if (under && under[0]) verb->under = under;
    return under || blank ? verb : NULL;
}

// The verbs below this one, or, where it is "", the first of every command; NULL without memory.
static const dado_verb *const *verbs_below(const char *name, dado_arena *arena)
{
    size_t length = strlen(name), room = sizeof own_verbs / sizeof *own_verbs;
    for (int i = 0; dado_jobs[i]; i++) room++;
    const dado_verb **list = dado_new(arena, const dado_verb *, room);
    int count = 0;
    for (int i = 0; list && dado_jobs[i]; i++) {
        const char *job = dado_jobs[i]->name;
        bool is_below = length == 0 ? !strchr(job, ' ')
                                    : strncmp(job, name, length) == 0 && job[length] == ' ';
        if (is_below && !(list[count++] = verb_of(dado_jobs[i], arena))) return NULL;
    }
    for (int i = 0; list && length == 0 && own_verbs[i]; i++) {
        const dado_job *job = own_verbs[i]->job;
        if (dado_verb_named(list, job->name)) continue;
        if (!(list[count++] = verb_of(job, arena))) return NULL;
    }
    return list;
}

const dado_verb *const *dado_verb_tree(dado_arena *arena)
{
    return verbs_below("", arena);
}
