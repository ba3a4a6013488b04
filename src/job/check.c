// check.c - reads descriptions and files and says everything that is wrong with them.
//
// A described game is read to its end and all its errors and warnings are
// shown. Files of other games are opened, and wishes and profiles read, which tells the first
// thing wrong.

#include "agents/dungeon_bot.h"
#include "core/face.h"
#include "job/errand.h"
#include "measure/expect.h"
#include "recycle/recycle.h"

typedef struct tally {
    dado_part *part;
    int errors, warnings, more, missing;
} tally;

static void note(tally *t, const dado_notice *notice, const char *text)
{
    if (notice->warning) t->warnings++;
    else t->errors++;
    dado_put_remark(t->part, &notice->error, notice->warning, text);
}

typedef struct oddness {  // of one file
    tally *tally;
    const char *text;
} oddness;

static void hear_odd(void *context, const dado_error *odd)
{
    const oddness *o = context;
    note(o->tally, &(dado_notice){ .error = *odd, .warning = true }, o->text);
}

// What is no game but is read by dado: true if `name` is such a file.
static bool check_other(dado_errand *errand, const char *name, tally *t)
{
    bool wishes = dado_ends_with(name, ".expect"), profile = dado_ends_with(name, ".profile");
    if (!wishes && !profile) return false;
    const char *text = NULL;
    size_t mark = dado_arena_mark(errand->arena);
    bool fine = dado_errand_read(errand, name, &text);
    if (fine && wishes) {
        dado_expect expect;
        fine = dado_expect_read(&expect, name, text, NULL, errand->arena, errand->err);
    } else if (fine) {
        static const char *const others[] = { "file", NULL };
        dado_option item = { "file", text, { name, 1, 1, 1 } };
        dado_options options = { &item, 1 };
        dado_profile_choice choice;
        const char *known;
        fine = dado_profile_read(&options, others, &choice, errand->arena, &known, errand->err);
    }
    if (!fine) note(t, &(dado_notice){ .error = *errand->err }, text);
    dado_arena_rewind(errand->arena, mark);
    return true;
}

static void check_game(dado_errand *errand, const char *name, const dado_options *options, tally *t)
{
    dado_source source;
    if (!dado_errand_game(errand, name, &source)) {
        note(t, &(dado_notice){ .error = *errand->err }, NULL);
        t->missing++;
        return;
    }
    if (source.rules == &dado_recycle && source.text) {
        dado_diagnosis found;
        dado_recycle_check(source.path, source.text, options, errand->arena, &found);
        for (int i = 0; i < found.count; i++) note(t, &found.items[i], source.text);
        t->more += found.more;
        if (found.errors) return;
    }
    // Checked, it must open too: what is too large for a state is found only then.
    dado_game game;
    size_t mark = dado_arena_mark(errand->arena);
    if (!dado_source_open(&source, &game, errand->arena, errand->err)) {
        note(t, &(dado_notice){ .error = *errand->err },
             dado_source_of_error(&source, errand->err));
    } else if (source.text && dado_face_of(&game, odd)) {
        oddness o = { t, source.text };
        dado_face_of(&game, odd)(source.path, source.text, hear_odd, &o);
    }
    dado_arena_rewind(errand->arena, mark);
}

static bool run(dado_errand *errand)
{
    dado_document *answer = errand->answer;
    dado_options options;
    if (!dado_errand_options(errand, &options)) return false;
    int files = dado_errand_count(errand, "game");
    tally t = { .part = dado_document_diagnostics(answer, "diagnostics") };
    for (int i = 0; i < files; i++) {
        const char *name = dado_errand_nth(errand, "game", i);
        if (!check_other(errand, name, &t)) check_game(errand, name, &options, &t);
    }
    if (t.more)
        dado_document_textf(answer, DADO_PART("more", .attached = true), "and %d more", t.more);
    dado_part *facts = dado_document_facts(answer, DADO_PART("counted", .reader = DADO_FOR_PAGES));
    dado_fact(facts, "files", "files", files);
    dado_fact(facts, "errors", "errors", t.errors);
    dado_fact(facts, "warnings", "warnings", t.warnings);
    dado_errand_say(errand, "%d file%s: %d error%s, %d warning%s", files, files == 1 ? "" : "s",
                    t.errors, t.errors == 1 ? "" : "s", t.warnings, t.warnings == 1 ? "" : "s");
    answer->lacking = t.missing > 0;
    answer->failed = t.errors || (dado_errand_given(errand, "strict") && t.warnings);
    return true;
}

const dado_job dado_job_check = {
    .name = "check",
    .about = "says what is wrong with a description, and where",
    .details =
        "Every error and warning is shown with its place and the line it is in. The exit code "
        "is 3 if there is an error, 1 if a file cannot be read.",
    .params = { DADO_PARAMS(
        DADO_PARAM(GAME, "game", .word = true, .needed = true, .many = true,
                   .about = "Games by name, or files: descriptions, maps, levels, boards, wishes "
                            "(.expect) and profiles."),
        DADO_PARAM(FLAG, "strict", .about = "Fails at warnings too.")),
                dado_params_game },
    .examples = DADO_EXAMPLES(
        { "dado check mygame.rcy", "Everything there is to say about a description." },
        { "dado check library/cards/*.rcy --strict", "Many at once; warnings count as errors." }),
    .run = run,
};
