// verb.c - from argv to a call: finds the verb, sorts flags from words, and answers for both.
#define _POSIX_C_SOURCE 200809L
#include "agents/plugin.h"
#include "cli/verb.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/shown.h"

static const char *nearest_verb(const dado_verb *const *verbs, const char *typed)
{
    const char *near = NULL;
    for (int i = 0; verbs[i]; i++) near = dado_nearer(typed, verbs[i]->name, near);
    return near;
}

static const dado_param *flag_named(const dado_verb *verb, const char *name, size_t length)
{
    const dado_param *flag;
    for (int i = 0; (flag = dado_verb_flag(verb, i)); i++) {
        if (strlen(flag->name) == length && memcmp(flag->name, name, length) == 0) break;
    }
    return flag;
}

static const dado_param *flag_lettered(const dado_verb *verb, char letter)
{
    const dado_param *flag;
    for (int i = 0; (flag = dado_verb_flag(verb, i)) && flag->letter != letter;) i++;
    return flag;
}

// As it is typed, written into `near`; or NULL.
static const char *nearest_flag(const dado_verb *verb, const char *typed, char near[64])
{
    const char *name = NULL;
    const dado_param *flag;
    for (int i = 0; (flag = dado_verb_flag(verb, i)); i++) {
        name = dado_nearer(typed, flag->name, name);
    }
    if (name) snprintf(near, 64, "--%s", name);
    return name ? near : NULL;
}

// Words that may quote what somebody typed or wrote: on the log, but for their colours, behind what
// ends in column `at`. Who reads it at a terminal gets lines as wide as that, a file sentences.
static void log_words(const dado_call *call, int at, const char *words)
{
    dado_draft shown = { 0 };
    if (call->log_columns) {
        dado_text_wrap(&shown, words, 2, call->log_columns, at);
    } else {
        if (at) dado_text_char(&shown, ' ');
        dado_text_shown(&shown, words, strlen(words));
    }
    fprintf(call->log, "%s\n", dado_text_string(&shown));
}

// Who complains; answers in which column that ends.
static int say_who(const dado_call *call)
{
    fprintf(call->log, call->colour_log ? "\033[1;31m%s:\033[0m" : "%s:", call->title);
    return dado_text_width(call->title, strlen(call->title)) + 1;
}

static void complain(const dado_call *call, const char *text)
{
    int at = say_who(call);
    log_words(call, at, text);
}

static bool is_wrong(dado_call *call)
{
    if (call->error.status == DADO_OK) return false;
    complain(call, call->error.text);
    return true;
}

int dado_call_fail(dado_call *call, const char *source_text)
{
    const dado_error *err = &call->error;
    if (!err->text[0]) return DADO_EXIT_FAILED;  // a reader who left: see file.c
    dado_draft text = { 0 }, shown = { 0 };
    int at = say_who(call);
    if (call->log_columns) {
        dado_error_print_in(err, source_text, call->log_columns, at, &text);
    } else {
        dado_text_char(&text, ' ');
        dado_error_print(err, source_text, &text);
    }
    dado_text_shown(&shown, dado_text_string(&text), text.length);
    fputs(dado_text_string(&shown), call->log);
    return DADO_EXIT_FAILED;
}

int dado_call_misused(dado_call *call, const char *format, ...)
{
    char text[500];
    DADO_TOLD(text, format);
    complain(call, text);
    fprintf(call->log, "Try: %s --help\n", call->title);
    return DADO_EXIT_USAGE;
}

// There is no `what` of that name; `near`, unless NULL, is what may be meant.
static int no_such(dado_call *call, const char *what, const char *typed, const char *near)
{
    return dado_call_misused(call, "there is no %s%.60s%s", what, typed, dado_did_you_mean(near).s);
}

static int no_such_below(dado_call *call, const char *typed, const char *near)
{
    char what[100];
    snprintf(what, sizeof what, "%.90s ", call->title);
    return no_such(call, what, typed, near);
}

void dado_call_say(const dado_call *call, const char *format, ...)
{
    if (dado_errand_given(&call->errand, "quiet")) return;
    char words[4096];
    DADO_TOLD(words, format);
    log_words(call, 0, words);
}

bool dado_call_flush(dado_call *call)
{
    bool written = fflush(call->out) == 0 && !ferror(call->out);
    // Who closed the pipe has seen enough, and needs no message.
    if (!written && !call->unwritten && errno != EPIPE) {
        fprintf(call->log, "%s: the result could not be written: %s\n", call->title,
                strerror(errno));
    }
    if (!written) call->unwritten = true;
    return written;
}

bool dado_call_print(dado_call *call, const dado_text *text)
{
    fwrite(text->length ? text->data : "", 1, text->length, call->out);
    return dado_call_flush(call);
}

static int terminal_columns(FILE *out, FILE *log)
{
    struct winsize size;
    FILE *files[] = { out, log };
    for (int i = 0; i < 2; i++) {
        int fd = fileno(files[i]);
        if (fd >= 0 && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
            return size.ws_col < 20 ? 20 : size.ws_col;
        }
    }
    const char *told = getenv("COLUMNS");
    int64_t columns;
    return told && dado_read_int(told, &columns) && columns >= 20 && columns <= 1000 ? (int)columns
                                                                                     : 80;
}

static bool wants_colour(FILE *file)
{
    const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (none && *none) return false;
    if (!terminal || strcmp(terminal, "dumb") == 0) return false;
    return fileno(file) >= 0 && isatty(fileno(file));
}

static const char *whole_command(int argc, const char *const *argv, dado_arena *arena)
{
    dado_draft text = { 0 };
    dado_text_add(&text, "dado");
    for (int i = 1; i < argc; i++) {
        dado_text_char(&text, ' ');
        dado_shell_quote(&text, argv[i]);
    }
    const char *kept = dado_arena_copy(arena, dado_text_string(&text), text.length);
    return kept ? kept : "dado";
}

typedef struct sorter {  // of flags from words
    dado_call *call;
    const char *const *argv;
    int argc, at;
    const char **words;  // what is not a flag, in order
    int word_count;
} sorter;

// Whether a word is an option of the verb: then it is nobody's value.
static bool is_flag(const sorter *s, const char *word)
{
    if (!word || word[0] != '-') return false;
    if (word[1] == '-') return flag_named(s->call->verb, word + 2, strcspn(word + 2, "="));
    return word[1] && !word[2] && flag_lettered(s->call->verb, word[1]);
}

static bool take(sorter *s, const dado_param *param, const char *value)
{
    const char *wanted = dado_param_value(param);
    if (wanted && !value) {
        if (s->at + 1 < s->argc && is_flag(s, s->argv[s->at + 1])) {
            const char *next = s->argv[s->at + 1];
            dado_call_misused(s->call, "--%s needs a value, and %s is an option; if it is the %s, "
                              "write --%s=%s", param->name, next, wanted, param->name, next);
            return false;
        }
        if (s->at + 1 >= s->argc) {
            dado_call_misused(s->call, "--%s needs a value: --%s %s", param->name, param->name,
                              wanted);
            return false;
        }
        value = s->argv[++s->at];
    } else if (!wanted && value) {
        dado_call_misused(s->call, "--%s takes no value", param->name);
        return false;
    }
    s->call->given[s->call->errand.given_count++] = (dado_given){ param, value ? value : "" };
    return true;
}

static bool take_long(sorter *s, const char *word)
{
    const char *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    const dado_param *flag = flag_named(s->call->verb, word, length);
    if (flag) return take(s, flag, equals ? equals + 1 : NULL);
    char typed[64], near[64];
    snprintf(typed, sizeof typed, "%.*s", (int)(length < 60 ? length : 60), word);
    const dado_job *job = s->call->verb->job;
    if (strcmp(typed, "part") == 0 && job && job->whole)
        dado_call_misused(s->call, "%s is not done in parts: %s", job->name, job->whole);
    else no_such(s->call, "option --", typed, nearest_flag(s->call->verb, typed, near));
    return false;
}

// -q, -n 5, -n5, -Dplayers=3, -qn5.
static bool take_short(sorter *s, const char *letters)
{
    for (; *letters; letters++) {
        const dado_param *flag = flag_lettered(s->call->verb, *letters);
        if (!flag) {
            dado_call_misused(s->call, "there is no option -%c", *letters);
            return false;
        }
        if (dado_param_value(flag)) {
            const char *rest = letters[1] == '=' ? letters + 2 : letters + 1;
            return take(s, flag, *rest ? rest : NULL);
        }
        if (!take(s, flag, NULL)) return false;
    }
    return true;
}

static bool sort_arguments(sorter *s)
{
    bool only_words = false;
    for (; s->at < s->argc; s->at++) {
        const char *word = s->argv[s->at];
        if (only_words || word[0] != '-' || word[1] == '\0') {
            s->words[s->word_count++] = word;
        } else if (strcmp(word, "--") == 0) {
            only_words = true;
        } else if (!(word[1] == '-' ? take_long(s, word + 2) : take_short(s, word + 1))) {
            return false;
        }
    }
    return true;
}

// What a word at that place is a value of; one that may be given more than once takes all the rest.
static const dado_param *word_at(const dado_job *job, int place)
{
    const dado_param *param;
    for (int i = 0; (param = dado_job_param(job, i)); i++) {
        if (param->word && (param->many || place-- == 0)) break;
    }
    return param;
}

// Words are values of the parameters that are typed without a name, in order.
static bool name_words(sorter *s)
{
    dado_call *call = s->call;
    const dado_verb *verb = call->verb;
    const dado_param *param;
    for (int i = 0; i < s->word_count; i++) {
        if (!(param = word_at(verb->job, i))) {
            const char *near = verb->under ? nearest_verb(verb->under, s->words[i]) : NULL;
            if (near) no_such_below(call, s->words[i], near);
            else dado_call_misused(call, "\"%.80s\" is one word too many", s->words[i]);
            return false;
        }
        call->given[call->errand.given_count++] = (dado_given){ param, s->words[i] };
    }
    for (int i = 0; (param = dado_job_param(verb->job, i)); i++) {
        if (!param->word || !param->needed) continue;
        if (dado_errand_given(&call->errand, param->name)) continue;
        dado_draft words = { 0 };
        dado_verb_words(verb, &words);
        words.data[--words.length] = '\0';
        dado_call_misused(call, "it takes %s %s: %s %s", s->word_count ? "more than that," : "a",
                          words.data, call->title, words.data);
        return false;
    }
    return true;
}

// How many to play at a time, as $DADO_THREADS says; 0 is one a core.
static int told_threads(dado_call *call)
{
    const char *told = getenv("DADO_THREADS");
    int64_t threads = 0;
    if (told && *told && (!dado_read_int(told, &threads) || threads < 1 || threads > 1024)) {
        dado_fail(&call->error, DADO_MEANING,
                  "DADO_THREADS must be a whole number from 1 to 1024, not \"%.40s\"", told);
    }
    return (int)threads;
}

static void check_native(dado_call *call)
{
    dado_native native;
    if (dado_native_read(NULL, &native) || call->error.text[0]) return;
    dado_fail(&call->error, DADO_MEANING, "DADO_NATIVE must be auto, yes or no, not \"%.40s\"",
              getenv("DADO_NATIVE"));
}

static bool complete_errand(dado_call *call)
{
    dado_errand *errand = &call->errand;
    errand->store = dado_store_path();
    errand->threads = told_threads(call);
    check_native(call);
    if (call->error.status == DADO_OK) {
        dado_given_check(errand->job, errand->given, errand->given_count, &call->error);
    }
    return !is_wrong(call);
}

static int call_verb(dado_call *call, int argc, const char *const *argv, int at)
{
    sorter s = { .call = call, .argv = argv, .argc = argc, .at = at };
    call->given = dado_new(call->errand.arena, dado_given, 2 * argc + 1);
    s.words = dado_new(call->errand.arena, const char *, argc + 1);
    if (!call->given || !s.words) return DADO_EXIT_FAILED;
    call->errand.job = call->verb->job;
    call->errand.given = call->given;
    for (int i = at; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            dado_draft text = { 0 };
            dado_help_verb(call->verb, call->title, call->columns, &text);
            bool printed = dado_call_print(call, &text);
            return printed ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
        }
    }
    if (!sort_arguments(&s)) return DADO_EXIT_USAGE;
    if (!call->verb->run) {
        const char *word = s.words[0];
        if (word) return no_such_below(call, word, nearest_verb(call->verb->under, word));
        return dado_call_misused(call, "it takes one of its own verbs next");
    }
    if (!name_words(&s) || !complete_errand(call)) return DADO_EXIT_USAGE;
    return call->verb->run(call);
}

static int show_overview(dado_call *call, FILE *to, int code)
{
    dado_draft text = { 0 };
    dado_help_all(call->verbs, call->columns, &text);
    call->out = to;
    bool printed = dado_call_print(call, &text);
    return printed ? code : DADO_EXIT_FAILED;
}

static int dispatch(dado_call *call, int argc, const char *const *argv)
{
    if (argc < 2) return show_overview(call, call->log, DADO_EXIT_USAGE);
    const char *first = argv[1];
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0) {
        return show_overview(call, call->out, DADO_EXIT_FINE);
    }
    if (strcmp(first, "--version") == 0) {
        char build[48];
        fprintf(call->out, "dado %s (%s%s%scontract %d, build %.12s)\n", dado_version,
                dado_commit[0] ? "commit " : "", dado_commit, dado_commit[0] ? ", " : "",
                DADO_PLUGIN_ABI, dado_build(build)[0] ? build : "unknown");
        return dado_call_flush(call) ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
    }
    const dado_verb *verb = dado_verb_named(call->verbs, first);
    if (!verb) {
        if (first[0] == '-') return dado_call_misused(call, "there is no option %.60s", first);
        return no_such(call, "verb ", first, nearest_verb(call->verbs, first));
    }
    dado_text title = { 0 };
    dado_text_addf(&title, "dado %s", verb->name);
    int at = 2;
    const dado_verb *under;
    while (at < argc && (under = dado_verb_named(verb->under, argv[at]))) {
        verb = under;
        dado_text_addf(&title, " %s", verb->name);
        at++;
    }
    const char *kept = dado_arena_copy(call->errand.arena, dado_text_string(&title), title.length);
    dado_text_free(&title);
    call->verb = verb;
    call->title = kept ? kept : "dado";
    return call_verb(call, argc, argv, at);
}

int dado_command(int argc, const char *const *argv, FILE *out, FILE *log)
{
    DADO_ENDS(dado_arena_free) dado_arena arena = { 0 };
    bool seen = fileno(out) >= 0 && isatty(fileno(out));
    bool seen_log = fileno(log) >= 0 && isatty(fileno(log));
    FILE *shown = dado_shown_open(out, seen, true);
    FILE *shown_log = dado_shown_open(log, seen_log, false);
    if (!shown || !shown_log) {
        fputs("dado: no memory left to print with\n", log);
        return DADO_EXIT_FAILED;
    }
    dado_call call = {
        .title = "dado",
        .errand = { .arena = &arena, .mark = "--" },
        .out = shown,
        .log = shown_log,
        .colour = wants_colour(out),
        .colour_log = wants_colour(log),
        .terminal_log = seen_log,
        .columns = terminal_columns(out, log),
        .log_columns = getenv("COLUMNS") || seen_log ? terminal_columns(log, out) : 0,
        .seen = getenv("COLUMNS") || seen,
        .command = whole_command(argc, argv, &arena),
    };
    call.errand.err = &call.error;
    call.verbs = dado_verb_tree(&arena);
    int code = call.verbs ? dispatch(&call, argc, argv) : DADO_EXIT_FAILED;
    dado_store_close(call.errand.opened);
    if (ferror(call.out)) call.unwritten = true;  // whoever met it has spoken of it
    if (!dado_call_flush(&call) && code == DADO_EXIT_FINE) code = DADO_EXIT_FAILED;
    fclose(shown);
    fclose(shown_log);
    return code;
}
