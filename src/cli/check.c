// check.c - dado check: reads descriptions and files and says everything that is wrong with them.
//
// A described game is read to its end and all its errors and warnings are
// shown. Files of other games are opened, which tells the first thing wrong.
#include <string.h>

#include "cli/session.h"
#include "lab/file.h"
#include "recycle/recycle.h"

typedef struct tally {
    int errors, warnings, files;
    bool first;
} tally;

static void show_notice(dado_call *call, const dado_notice *notice, const char *text,
                        dado_text *out)
{
    dado_text words = { 0 };
    dado_error_print(&notice->error, text, &words);
    const char *at = dado_text_string(&words);
    if (notice->warning) {
        if (call->colour) dado_text_add(out, "\033[33mwarning:\033[0m ");
        else dado_text_add(out, "warning: ");
    } else {
        if (call->colour) dado_text_add(out, "\033[31merror:\033[0m ");
        else dado_text_add(out, "error: ");
    }
    dado_text_add(out, at);
    if (words.length && words.data[words.length - 1] != '\n') dado_text_char(out, '\n');
    dado_text_free(&words);
}

static void tell_notice(const dado_notice *notice, tally *t, dado_text *out)
{
    const dado_error *e = &notice->error;
    dado_text_add(out, t->first ? "" : ",");
    t->first = false;
    dado_text_addf(out, "{\"severity\":\"%s\",\"code\":", notice->warning ? "warning" : "error");
    dado_text_json(out, e->code);
    dado_text_add(out, ",\"file\":");
    if (e->place.source) dado_text_json(out, e->place.source);
    else dado_text_add(out, "null");
    dado_text_addf(out, ",\"line\":%d,\"column\":%d,\"length\":%d,\"text\":", e->place.line,
                   e->place.column, e->place.length);
    dado_text_json(out, e->text);
    dado_text_char(out, '}');
}

static void add_notice(dado_call *call, const dado_notice *notice, const char *text, tally *t,
                       dado_text *out)
{
    if (notice->warning) t->warnings++;
    else t->errors++;
    if (dado_given_flag(call, "json")) tell_notice(notice, t, out);
    else show_notice(call, notice, text, out);
}

static void check_game(dado_call *call, const char *name, const dado_options *options, tally *t,
                       dado_text *out)
{
    dado_source source;
    dado_notice notice = { 0 };
    t->files++;
    if (!dado_source_find(&source, name, options, call->arena, &notice.error)) {
        add_notice(call, &notice, NULL, t, out);
        return;
    }
    if (source.rules == &dado_recycle && source.text) {
        dado_diagnosis found;
        dado_recycle_check(source.path, source.text, options, call->arena, &found);
        for (int i = 0; i < found.count; i++) {
            add_notice(call, &found.items[i], source.text, t, out);
        }
        if (found.more && !dado_given_flag(call, "json")) {
            dado_text_addf(out, "and %d more\n", found.more);
        }
        if (found.errors) return;
    }
    // Checked, it must open too: what is too large for a state is found only then.
    dado_game game;
    size_t mark = dado_arena_mark(call->arena);
    if (!dado_source_open(&source, &game, call->arena, &notice.error)) {
        add_notice(call, &notice, dado_source_of_error(&source, &notice.error), t, out);
    }
    dado_arena_rewind(call->arena, mark);
}

static int run(dado_call *call)
{
    dado_options options;
    dado_error err = { 0 };
    if (!dado_errand_options(&call->errand, &options, &err))
        return dado_call_fail(call, &err, NULL);
    tally t = { .first = true };
    dado_text out = { 0 };
    bool json = dado_given_flag(call, "json");
    if (json) dado_text_add(&out, "{\"diagnostics\":[");
    for (int i = 0; i < call->word_count; i++) check_game(call, call->words[i], &options, &t, &out);
    if (json) {
        dado_text_addf(&out, "],\"errors\":%d,\"warnings\":%d}\n", t.errors, t.warnings);
    }
    bool printed = dado_call_print(call, &out);
    dado_text_free(&out);
    if (!json) {
        dado_call_say(call, "%d file%s: %d error%s, %d warning%s", t.files, t.files == 1 ? "" : "s",
                      t.errors, t.errors == 1 ? "" : "s", t.warnings, t.warnings == 1 ? "" : "s");
    }
    bool strict = dado_given_flag(call, "strict") && t.warnings;
    return printed && t.errors == 0 && !strict ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
}

static const dado_param flags[] = {
    { .name = "strict", .kind = DADO_PARAM_FLAG, .about = "Fails at warnings too." },
    { .name = "json", .kind = DADO_PARAM_FLAG, .about = "Prints the diagnostics as JSON." },
    { 0 },
};

static const dado_example examples[] = {
    { "dado check mygame.rcy", "Everything there is to say about a description." },
    { "dado check library/cards/*.rcy --strict", "Many at once; warnings count as errors." },
    { 0 },
};

const dado_verb dado_verb_check = {
    .name = "check",
    .words = "GAME...",
    .about = "says what is wrong with a description, and where",
    .details =
        "Every error and warning is shown with its place and the line it is in. The exit code "
        "is 1 if there is an error.",
    .offer = DADO_PARAM_GAME,
    .least = 1,
    .most = -1,
    .flags = { dado_params_game, flags },
    .examples = examples,
    .run = run,
};
