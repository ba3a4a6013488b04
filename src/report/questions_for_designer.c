// questions_for_designer.c - see report_functions.h.
#include "report/report_functions.h"

void dado_report_questions(dado_document *document, const char *file,
                           const dado_questions *questions)
{
    const dado_part *known = dado_document_part(document, "questions");
    dado_part *table = (dado_part *)(uintptr_t)known;
    if (!table) {
        table = dado_table(document, "questions", DADO_FIELD(WORDS, "file", "file", .group = true),
                           DADO_FIELD(NUMBER, "line", "line"),
                           DADO_FIELD(WORDS, "about", "about", .reader = DADO_FOR_PROGRAMS),
                           DADO_FIELD(NUMBER, "matches", "matches", .reader = DADO_FOR_PROGRAMS),
                           DADO_FIELD(NUMBER, "of", "of", .reader = DADO_FOR_PROGRAMS),
                           DADO_FIELD(WORDS, "question", "question", .whole = true));
    }
    for (int i = 0; i < questions->count; i++) {
        const dado_question *q = &questions->items[i];
        dado_put(table, file, q->line ? (double)q->line : DADO_NONE, q->about,
                 q->matches >= 0 ? (double)q->matches : DADO_NONE, questions->matches, q->words);
    }
}
