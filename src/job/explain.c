// explain.c - explains a measure, a verdict or a code: what it means, how it is worked out, when
// to believe it.
#include <string.h>

#include "job/job_run.h"
#include "job/explanations.h"

static const dado_explanation *find(dado_job_run *job_run, const dado_explanations *n,
                                    const char *typed)
{
    const dado_explanation *found = dado_explanations_find(n, typed);
    if (found) return found;
    char simple[DADO_EXPLANATION_NAME];
    const char *all[DADO_EXPLANATIONS];
    dado_explanation_simplify(typed, strlen(typed), simple);
    for (int i = 0; i < n->count; i++) all[i] = n->text[i];
    const char *near = dado_nearest_name(simple, all, n->count);
    for (int i = 0; near && i < n->count; i++) {
        if (n->text[i] != near) continue;
        dado_job_run_usage_error(job_run, "nothing is called \"%.60s\"; did you mean %s?", typed,
                                 n->of[i].name);
        return NULL;
    }
    dado_job_run_usage_error(job_run,
                             "nothing is called \"%.60s\"; dado explain lists what there is to "
                             "explain",
                             typed);
    return NULL;
}

static void fill_answer(dado_document *answer, const dado_explanation *s)
{
    answer->title = dado_document_copy(answer, s->name);
    const char *at = s->words, *end = s->words + s->length;
    for (int number = 1; at < end; number++) {
        at += strspn(at, "\n");
        const char *stop = strstr(at, "\n\n");
        if (!stop || stop > end) stop = end;
        if (at >= stop) break;
        DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
        dado_text_add_bytes(&words, at, (size_t)(stop - at));
        dado_text_trim(&words, '\n');
        const char *name = dado_document_copyf(answer, "paragraph_%d", number);
        dado_document_text(answer, name, dado_text_string(&words));
        at = stop;
    }
}

static bool run(dado_job_run *job_run)
{
    dado_explanations n = { 0 };
    if (!dado_explanations_read(&n, job_run->region, job_run->err)) return false;
    const char *typed = dado_job_run_text(job_run, "what");
    if (typed) {
        const dado_explanation *s = find(job_run, &n, typed);
        if (s) fill_answer(job_run->answer, s);
        return s != NULL;
    }
    dado_part *table = dado_table(job_run->answer, "sections", { .name = "name", .title = "name" },
                                  { .name = "shelf", .title = "one of the" });
    const char *last = "";
    for (int i = 0; i < n.count; i++) {
        if (strcmp(n.of[i].name, last) == 0) continue;
        last = n.of[i].name;
        dado_put(table, n.of[i].name, n.of[i].shelf);
    }
    return true;
}

const dado_job dado_job_explain = {
    .name = "explain",
    .about = "says what a measure, a verdict or a code means",
    .details = "What it is, how it comes about, when to believe it, and an example where there is "
               "one. Names are taken as they are written on pages, too.",
    .params = { DADO_PARAMS(DADO_PARAM(TEXT, "what", .value = "WHAT", .word = true,
                                       .unset = "lists everything",
                                       .about = "A measure, a verdict, a code.")) },
    .examples = DADO_EXAMPLES(
        { "dado explain lead_change", "A measure: what it is and how it is computed." },
        { "dado explain R601", "Why a play broke off, and what to do." },
        { "dado explain \"early lead\"", "As it is written on a page." }),
    .run = run,
};
