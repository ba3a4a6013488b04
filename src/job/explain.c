// explain.c - what a measure, a verdict or a code means, how it comes about, when to believe it.
#include <string.h>

#include "job/errand.h"
#include "job/explained.h"

static const dado_explanation *find(dado_errand *errand, const dado_explanations *n,
                                    const char *typed)
{
    const dado_explanation *found = dado_explanations_find(n, typed);
    if (found) return found;
    char simple[DADO_EXPLANATION_NAME];
    const char *all[DADO_EXPLANATIONS];
    dado_explanation_simplify(typed, strlen(typed), simple);
    for (int i = 0; i < n->count; i++) all[i] = n->text[i];
    const char *near = dado_nearest(simple, all, n->count);
    for (int i = 0; near && i < n->count; i++) {
        if (n->text[i] != near) continue;
        dado_errand_misused(errand, "nothing is called \"%.60s\"; did you mean %s?", typed,
                            n->of[i].name);
        return NULL;
    }
    dado_errand_misused(errand, "nothing is called \"%.60s\"; dado explain lists what there is to "
                        "explain", typed);
    return NULL;
}

static void tell(dado_document *answer, const dado_explanation *s)
{
    answer->title = dado_document_copy(answer, s->name);
    const char *at = s->words, *end = s->words + s->length;
    for (int number = 1; at < end; number++) {
        at += strspn(at, "\n");
        const char *stop = strstr(at, "\n\n");
        if (!stop || stop > end) stop = end;
        if (at >= stop) break;
        dado_draft words = { 0 };
        dado_text_add_bytes(&words, at, (size_t)(stop - at));
        dado_text_trim(&words, '\n');
        const char *name = dado_document_copyf(answer, "paragraph_%d", number);
        dado_document_text(answer, name, dado_text_string(&words));
        at = stop;
    }
}

static bool run(dado_errand *errand)
{
    dado_explanations n = { 0 };
    if (!dado_explanations_read(&n, errand->arena, errand->err)) return false;
    const char *typed = dado_errand_text(errand, "what");
    if (typed) {
        const dado_explanation *s = find(errand, &n, typed);
        if (s) tell(errand->answer, s);
        return s != NULL;
    }
    dado_part *table = dado_table(errand->answer, "sections", { .name = "name", .title = "name" },
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
    .params = { DADO_PARAMS(
        DADO_PARAM(TEXT, "what", .value = "WHAT", .word = true, .unset = "lists everything",
                   .about = "A measure, a verdict, a code.")) },
    .examples = DADO_EXAMPLES(
        { "dado explain lead_change", "A measure: what it is and how it is computed." },
        { "dado explain R601", "Why a play broke off, and what to do." },
        { "dado explain \"early lead\"", "As it is written on a page." }),
    .run = run,
};
