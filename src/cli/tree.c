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

const dado_param dado_params_formats[] = {
    DADO_PARAM(FLAG, "json", .about = "Prints the answer as JSON, as --format json does."),
    { .name = "format",
      .kind = DADO_PARAM_TEXT,
      .value = "NAME",
      .usual = "text",
      .about =
          "Prints the answer as text, json, csv or html, or for continuous integration as junit, "
          "sarif or github." },
    { .name = "report",
      .kind = DADO_PARAM_OUTPUT,
      .many = true,
      .about =
          "Writes the answer to a file too, in the format its name ends in; as a page with "
          "charts that any browser shows unless that is .json, .csv, .txt, .junit.xml or .sarif." },
    { 0 },
};

// The words of a job in its usage line: "GAME", "[RUN]", "FILE...".
static const char *usage_words(const dado_job *job, dado_arena *arena)
{
    dado_draft text = { 0 };
    const dado_param *param;
    for (int i = 0; (param = dado_job_param(job, i)); i++) {
        if (!param->word) continue;
        dado_text_addf(&text, "%s%s%s%s%s", text.length ? " " : "", param->needed ? "" : "[",
                       dado_param_value(param), param->many ? "..." : "",
                       param->needed ? "" : "]");
    }
    return text.length ? dado_arena_copy(arena, text.data, text.length) : NULL;
}

static void take_words(dado_verb *verb, const dado_job *job)
{
    const dado_param *param;
    for (int i = 0; (param = dado_job_param(job, i)); i++) {
        if (!param->word) continue;
        verb->offer = param->kind;
        verb->least += param->needed;
        verb->most = param->many ? -1 : verb->most + 1;
    }
}

const dado_verb *dado_verb_named(const dado_verb *const *verbs, const char *name)
{
    for (int i = 0; verbs && verbs[i]; i++) {
        if (strcmp(verbs[i]->name, name) == 0) return verbs[i];
    }
    return NULL;
}

static const dado_verb *const *verbs_below(const char *name, dado_arena *arena);

// A verb of the shelf that has the name of a job is that job, shown in a way of its own.
static const dado_verb *verb_of(const dado_job *job, dado_arena *arena)
{
    dado_verb *verb = dado_new(arena, dado_verb, 1);
    if (!verb) return NULL;
    const char *blank = strrchr(job->name, ' ');
    *verb = (dado_verb){ .name = blank ? blank + 1 : job->name, .about = job->about,
                         .details = job->details, .words = usage_words(job, arena), .job = job,
                         .examples = job->examples, .run = job->run ? dado_call_job : NULL };
    take_words(verb, job);
    int groups = 0;
    for (; groups < DADO_PARAM_GROUPS && job->params[groups]; groups++) {
        verb->flags[groups] = job->params[groups];
    }
    if (job->run) verb->flags[groups] = dado_params_formats;
    if (blank) return verb;
    const dado_verb *own = dado_verb_named(own_verbs, verb->name);
    if (own) verb->run = own->run;
    const dado_verb *const *under = verbs_below(verb->name, arena);
    if (under && under[0]) verb->under = under;
    if (verb->under && !verb->words && !verb->run) verb->words = "VERB";
    return under ? verb : NULL;
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
        if (!dado_verb_named(list, own_verbs[i]->name)) list[count++] = own_verbs[i];
    }
    return list;
}

const dado_verb *const *dado_verb_tree(dado_arena *arena)
{
    return verbs_below("", arena);
}
