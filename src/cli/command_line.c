// command_line.c - turns argv into a call: finds the verb, tells flags from words, and reports
// mistakes in either.
#define _POSIX_C_SOURCE 200809L
#include "agents/plugin.h"
#include "cli/command_line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/output_sanitizer.h"

static const char *nearest_verb(const dado_verb *const *verbs, const char *typed)
{
    const char *near = NULL;
    for (int i = 0; verbs[i]; i++) near = dado_nearer_name(typed, verbs[i]->name, near);
    return near;
}

// Returns what people type behind the dashes: the `typed` name, or the parameter's own name if it
// has none.
static const dado_param *flag_named(const dado_verb *verb, const char *name, size_t length)
{
    const dado_param *flag, *old = NULL;
    for (int i = 0; (flag = dado_verb_flag(verb, i)); i++) {
        const char *typed = dado_param_flag(flag);
        if (strlen(typed) == length && memcmp(typed, name, length) == 0) return flag;
        if (strlen(flag->name) == length && memcmp(flag->name, name, length) == 0) old = flag;
    }
    return old;
}

static const dado_param *flag_lettered(const dado_verb *verb, char letter)
{
    const dado_param *flag, *old = NULL;
    for (int i = 0; (flag = dado_verb_flag(verb, i)); i++) {
        if (flag->letter == letter) return flag;
        if (flag->old_letter == letter) old = flag;
    }
    return old;
}

// Writes the flag that is nearest to `typed` into `near` and returns it; NULL if none is near.
static const char *nearest_flag(const dado_verb *verb, const char *typed, char near[64])
{
    const char *name = NULL;
    const dado_param *flag;
    for (int i = 0; (flag = dado_verb_flag(verb, i)); i++) {
        name = dado_nearer_name(typed, dado_param_flag(flag), name);
    }
    if (name) snprintf(near, 64, "--%s", name);
    return name ? near : NULL;
}

// Prints text that may quote user input to the log, without its colours. The text begins in
// column `at`. At a terminal, lines are wrapped to its width; in a file, a sentence stays on one
// line.
static void log_wrapped(const dado_call *call, int at, const char *words)
{
    DADO_CLEANUP(dado_text_free) dado_text shown = { 0 };
    if (call->log_columns) {
        dado_text_wrap(&shown, words, 2, call->log_columns, at);
    } else {
        if (at) dado_text_char(&shown, ' ');
        dado_text_add_escaped(&shown, words, strlen(words));
    }
    fprintf(call->log, "%s\n", dado_text_string(&shown));
}

// Prints who complains ("dado sim: ") and returns the column in which that ends.
static int log_title(const dado_call *call)
{
    fprintf(call->log, call->colour_log ? "\033[1;31m%s:\033[0m" : "%s:", call->title);
    return dado_text_width(call->title, strlen(call->title)) + 1;
}

static void complain(const dado_call *call, const char *text)
{
    int at = log_title(call);
    log_wrapped(call, at, text);
}

static bool log_error(dado_call *call)
{
    if (call->error.status == DADO_OK) return false;
    complain(call, call->error.text);
    return true;
}

int dado_call_fail(dado_call *call, const char *source_text)
{
    const dado_error *err = &call->error;
    if (!err->text[0]) return DADO_EXIT_FAILED;  // a reader who left: see file.c
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 }, shown = { 0 };
    int at = log_title(call);
    if (call->log_columns) {
        dado_error_print_wrapped(err, source_text, call->log_columns, at, &text);
    } else {
        dado_text_char(&text, ' ');
        dado_error_print(err, source_text, &text);
    }
    dado_text_add_escaped(&shown, dado_text_string(&text), text.length);
    fputs(dado_text_string(&shown), call->log);
    return DADO_EXIT_FAILED;
}

int dado_call_usage_error(dado_call *call, const char *format, ...)
{
    char text[500];
    DADO_FORMAT_ARGS(text, format);
    complain(call, text);
    fprintf(call->log, "Try: %s --help\n", call->title);
    return DADO_EXIT_USAGE;
}

// Reports that no `what` has this name. `near` is a name that may be meant, or NULL.
static int no_such(dado_call *call, const char *what, const char *typed, const char *near)
{
    return dado_call_usage_error(call, "there is no %s%.60s%s", what, typed,
                                 dado_did_you_mean(near).s);
}

static int no_such_below(dado_call *call, const char *typed, const char *near)
{
    char what[100];
    snprintf(what, sizeof what, "%.90s ", call->title);
    return no_such(call, what, typed, near);
}

void dado_call_log(const dado_call *call, const char *format, ...)
{
    if (dado_job_run_is_given(&call->job_run, "quiet")) return;
    char words[4096];
    DADO_FORMAT_ARGS(words, format);
    log_wrapped(call, 0, words);
}

bool dado_call_flush(dado_call *call)
{
    bool written = fflush(call->out) == 0 && !ferror(call->out);
    // A reader who closed the pipe has seen enough, so no message is printed.
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
    const char *env_value = getenv("COLUMNS");
    int64_t columns;
    return env_value && dado_read_int(env_value, &columns) && columns >= 20 && columns <= 1000
               ? (int)columns
               : 80;
}

static bool wants_colour(FILE *file)
{
    const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (none && *none) return false;
    if (!terminal || strcmp(terminal, "dumb") == 0) return false;
    return fileno(file) >= 0 && isatty(fileno(file));
}

static const char *whole_command(int argc, const char *const *argv, dado_region *region)
{
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    dado_text_add(&text, "dado");
    for (int i = 1; i < argc; i++) {
        dado_text_char(&text, ' ');
        dado_shell_quote(&text, argv[i]);
    }
    const char *kept = dado_region_copy(region, dado_text_string(&text), text.length);
    return kept ? kept : "dado";
}

typedef struct argument_parser {  // of flags from words
    dado_call *call;
    // flags that were typed by their names of the last release, with the new names
    dado_text renamed;
    const char *const *argv;
    int argc, at;
    const char **words;  // what is not a flag, in order
    int word_count;
} argument_parser;

// Returns true if a word is an option of the verb. Such a word is never the value of another
// flag.
static bool is_flag(const argument_parser *s, const char *word)
{
    if (!word || word[0] != '-') return false;
    if (word[1] == '-') return flag_named(s->call->verb, word + 2, strcspn(word + 2, "="));
    return word[1] && !word[2] && flag_lettered(s->call->verb, word[1]);
}

static bool take_value(argument_parser *s, const dado_param *param, const char *value)
{
    const char *wanted = dado_param_value(param);
    if (wanted && !value) {
        if (s->at + 1 < s->argc && is_flag(s, s->argv[s->at + 1])) {
            const char *next = s->argv[s->at + 1];
            dado_call_usage_error(s->call,
                                  "--%s needs a value, and %s is an option; if it is the %s, "
                                  "write --%s=%s",
                                  dado_param_flag(param), next, wanted, dado_param_flag(param),
                                  next);
            return false;
        }
        if (s->at + 1 >= s->argc) {
            dado_call_usage_error(s->call, "--%s needs a value: --%s %s", dado_param_flag(param),
                                  dado_param_flag(param), wanted);
            return false;
        }
        value = s->argv[++s->at];
    } else if (!wanted && value) {
        dado_call_usage_error(s->call, "--%s takes no value", dado_param_flag(param));
        return false;
    }
    if (value) {
        value = dado_param_seat(param, value, -1, s->call->job_run.region, &s->call->error);
        if (!value) return log_error(s->call) && false;
    }
    s->call->given[s->call->job_run.given_count++] = (dado_argument){ param, value ? value : "" };
    return true;
}

static bool take_long(argument_parser *s, const char *word)
{
    const char *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    const dado_param *flag = flag_named(s->call->verb, word, length);
    if (flag && strncmp(dado_param_flag(flag), word, length) != 0) {
        dado_text_addf(&s->renamed, "--%s is --%s now\n", flag->name, dado_param_flag(flag));
    }
    if (flag) return take_value(s, flag, equals ? equals + 1 : NULL);
    char typed[64], near[64];
    snprintf(typed, sizeof typed, "%.*s", (int)(length < 60 ? length : 60), word);
    const dado_job *job = s->call->verb->job;
    if (strcmp(typed, "part") == 0 && job && job->whole)
        dado_call_usage_error(s->call, "%s cannot be split into parts: %s", job->name, job->whole);
    else no_such(s->call, "option --", typed, nearest_flag(s->call->verb, typed, near));
    return false;
}

// -q, -n 5, -n5, -Dplayers=3, -qn5.
static bool take_short(argument_parser *s, const char *letters)
{
    for (; *letters; letters++) {
        const dado_param *flag = flag_lettered(s->call->verb, *letters);
        if (!flag) {
            dado_call_usage_error(s->call, "there is no option -%c", *letters);
            return false;
        }
        if (flag->letter != *letters) {
            dado_text_addf(&s->renamed, "-%c is --%s now\n", *letters, dado_param_flag(flag));
        }
        if (dado_param_value(flag)) {
            const char *rest = letters[1] == '=' ? letters + 2 : letters + 1;
            return take_value(s, flag, *rest ? rest : NULL);
        }
        if (!take_value(s, flag, NULL)) return false;
    }
    return true;
}

static bool parse_arguments(argument_parser *s)
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

// Returns the parameter that takes the word at this place. A parameter that may be given more
// than once takes all remaining words.
static const dado_param *word_at(const dado_job *job, int place)
{
    const dado_param *param;
    for (int i = 0; (param = dado_job_param(job, i)); i++) {
        if (param->word && (param->many || place-- == 0)) break;
    }
    return param;
}

// Words without a flag are the values of the parameters that are typed without a name, in order.
static bool name_positionals(argument_parser *s)
{
    dado_call *call = s->call;
    const dado_verb *verb = call->verb;
    const dado_param *param;
    for (int i = 0; i < s->word_count; i++) {
        if (!(param = word_at(verb->job, i))) {
            const char *near = verb->subverbs ? nearest_verb(verb->subverbs, s->words[i]) : NULL;
            if (near) no_such_below(call, s->words[i], near);
            else dado_call_usage_error(call, "\"%.80s\" is one word too many", s->words[i]);
            return false;
        }
        call->given[call->job_run.given_count++] = (dado_argument){ param, s->words[i] };
    }
    for (int i = 0; (param = dado_job_param(verb->job, i)); i++) {
        if (!param->word || !param->needed) continue;
        if (dado_job_run_is_given(&call->job_run, param->name)) continue;
        DADO_CLEANUP(dado_text_free) dado_text usage = { 0 };
        dado_job_usage(verb->job, &usage);
        dado_call_usage_error(call, "%s is missing: %s", dado_param_value(param),
                              dado_text_string(&usage));
        return false;
    }
    return true;
}

// How many threads to use, by $DADO_THREADS; 0 stands for one per core.
static int threads_from_env(dado_call *call)
{
    const char *env_value = getenv("DADO_THREADS");
    int64_t threads = 0;
    if (env_value && *env_value &&
        (!dado_read_int(env_value, &threads) || threads < 1 || threads > 1024)) {
        dado_fail(&call->error, DADO_INVALID,
                  "DADO_THREADS must be a whole number from 1 to 1024, not \"%.40s\"", env_value);
    }
    return (int)threads;
}

static void check_native(dado_call *call)
{
    dado_native native;
    if (dado_native_read(NULL, &native) || call->error.text[0]) return;
    dado_fail(&call->error, DADO_INVALID, "DADO_NATIVE must be auto, yes or no, not \"%.40s\"",
              getenv("DADO_NATIVE"));
}

static bool complete_job_run(dado_call *call)
{
    dado_job_run *job_run = &call->job_run;
    job_run->store = dado_store_path();
    job_run->threads = threads_from_env(call);
    check_native(call);
    if (call->error.status == DADO_OK) {
        dado_arguments_check(job_run->job, job_run->given, job_run->given_count, true,
                             &call->error);
    }
    return !log_error(call);
}

void dado_call_switch_job(dado_call *call, const dado_job *job)
{
    int count = 0;
    for (int i = 0; i < call->job_run.given_count; i++) {
        const dado_param *same = dado_job_param_named(job, call->given[i].param->name);
        bool shared = !dado_job_param_named(call->verb->job, call->given[i].param->name);
        // --json and similar flags say how to print, and not what to run
        if (!same && !shared) continue;
        call->given[count++] =
            (dado_argument){ same ? same : call->given[i].param, call->given[i].value };
    }
    call->job_run.given_count = count;
    call->job_run.job = job;
}

// Looks for --help and --help all, wherever they stand before "--". Returns true if help is
// wanted.
static bool wants_help(int argc, const char *const *argv, int at, bool *whole)
{
    *whole = false;
    for (int i = at; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") != 0 && strcmp(argv[i], "-h") != 0) continue;
        *whole = i + 1 < argc && strcmp(argv[i + 1], "all") == 0;
        return true;
    }
    return false;
}

// Prints the new names of verbs and flags that were typed by their names of the last release.
static void log_new_names(const dado_call *call, const dado_text *renamed, const char *old_verb)
{
    if (old_verb) {
        DADO_CLEANUP(dado_text_free) dado_text usage = { 0 };
        dado_job_usage(call->verb->job, &usage);
        dado_call_log(call, "dado %s is %s now; the old name works for one more release", old_verb,
                      dado_text_string(&usage));
    }
    const char *line = renamed->length ? renamed->data : "";
    for (; *line; line += strcspn(line, "\n") + 1) {
        dado_call_log(call, "%.*s; the old name works for one more release",
                      (int)strcspn(line, "\n"), line);
    }
}

static int call_verb(dado_call *call, int argc, const char *const *argv, int at,
                     const char *old_verb)
{
    DADO_CLEANUP(dado_text_free) dado_text help = { 0 };
    argument_parser s = { .call = call, .argv = argv, .argc = argc, .at = at };
    call->given = dado_new(call->job_run.region, dado_argument, 2 * argc + 1);
    s.words = dado_new(call->job_run.region, const char *, argc + 1);
    if (!call->given || !s.words) return DADO_EXIT_FAILED;
    call->job_run.job = call->verb->job;
    call->job_run.given = call->given;
    bool whole;
    if (wants_help(argc, argv, at, &whole)) {
        dado_help_verb(call->verb, call->title, call->columns, whole, &help);
        return dado_call_print(call, &help) ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
    }
    bool parsed = parse_arguments(&s);
    log_new_names(call, &s.renamed, old_verb);
    dado_text_free(&s.renamed);
    if (!parsed) return DADO_EXIT_USAGE;
    if (!call->verb->run) {
        const char *word = s.words[0];
        if (word) return no_such_below(call, word, nearest_verb(call->verb->subverbs, word));
        return dado_call_usage_error(call, "a verb of its own is missing");
    }
    if (!name_positionals(&s) || !complete_job_run(call)) return DADO_EXIT_USAGE;
    return call->verb->run(call);
}

static int show_overview(dado_call *call, FILE *to, int code)
{
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    dado_help_all(call->verbs, call->columns, &text);
    call->out = to;
    bool printed = dado_call_print(call, &text);
    return printed ? code : DADO_EXIT_FAILED;
}

static int show_version(dado_call *call)
{
    char build[48];
    fprintf(call->out, "dado %s (%s%s%scontract %d, build %.12s)\n", dado_version,
            dado_commit[0] ? "commit " : "", dado_commit, dado_commit[0] ? ", " : "",
            DADO_PLUGIN_ABI, dado_build_id(build)[0] ? build : "unknown");
    return dado_call_flush(call) ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
}

static int show_first_steps(dado_call *call)
{
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    dado_help_first_steps(call->columns, &text);
    return dado_call_print(call, &text) ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
}

static const char **new_argv(dado_call *call, int argc)
{
    return dado_new(call->job_run.region, const char *, argc + 8);
}

// Returns true if this word is a flag whose value is the next word.
static bool takes_next_word(const dado_verb *verb, const char *word)
{
    const dado_param *flag = NULL;
    if (word[0] == '-' && word[1] == '-') flag = flag_named(verb, word + 2, strlen(word + 2));
    else if (word[0] == '-' && word[1] && !word[2]) flag = flag_lettered(verb, word[1]);
    return flag && dado_param_value(flag);
}

// Returns where among these words a verb's aspect stands, or 0 if there is none. In "dado solve
// pig -D GOAL=3 odds" the aspect is "odds". It stands behind the game and is not the value of a
// flag, as "rules" is in "--assert rules".
static int aspect_place(const dado_verb *verb, int count, const char *const *words,
                        const dado_verb **aspect)
{
    for (int i = 1; i < count; i++) {
        const dado_verb *below = dado_verb_named(verb->subverbs, words[i]);
        if (!below || !below->job->aspect) continue;
        if (takes_next_word(below, words[i - 1]) || takes_next_word(verb, words[i - 1])) continue;
        *aspect = below;
        return i;
    }
    return 0;
}

// Finds the verb that is typed. It follows subverbs, as in "dado map eval", and an aspect that
// is typed after the game, as `odds` in "dado solve GAME odds". Writes the verb and its title
// into `call`, copies the other words into `rest`, and returns how many they are.
static int find_verb(dado_call *call, const dado_verb *verb, int argc, const char *const *argv,
                     const char **rest)
{
    DADO_CLEANUP(dado_text_free) dado_text title = { 0 };
    dado_text_addf(&title, "dado %s", verb->name);
    int at = 2, count = 0;
    const dado_verb *below;
    while (at < argc && (below = dado_verb_named(verb->subverbs, argv[at]))) {
        verb = below;
        dado_text_addf(&title, " %s", verb->name);
        at++;
    }
    while (at < argc) rest[count++] = argv[at++];
    int place = aspect_place(verb, count, rest, &below);
    if (place > 0) {
        verb = below;
        dado_text_addf(&title, " %s", verb->name);
        for (int i = place; i + 1 < count; i++) rest[i] = rest[i + 1];
        count--;
    }
    const char *kept =
        dado_region_copy(call->job_run.region, dado_text_string(&title), title.length);
    call->verb = verb;
    call->title = kept ? kept : "dado";
    return count;
}

static int run_verb(dado_call *call, const dado_verb *verb, const char *old_name, int argc,
                    const char *const *argv)
{
    const char **rest = new_argv(call, argc);
    if (!rest) return DADO_EXIT_FAILED;
    int count = find_verb(call, verb, argc, argv, rest);
    return call_verb(call, count, rest, 0, old_name);
}

// dado FILE [OPTIONS]: runs the verb that fits this kind of file, with the same options.
static int open_file(dado_call *call, int argc, const char *const *argv)
{
    const char *const *words = dado_file_command(call, argv[1]);
    int word_count = 0;
    while (words && words[word_count]) word_count++;
    const char **full = new_argv(call, argc + word_count);
    if (!words || !full) {
        complain(call, call->error.text);
        fputs("Try: dado --help\n", call->log);
        return DADO_EXIT_USAGE;
    }
    int count = 0;
    full[count++] = argv[0];
    for (int i = 0; words[i]; i++) full[count++] = words[i];
    for (int i = 2; i < argc; i++) full[count++] = argv[i];
    call->command = whole_command(count, full, call->job_run.region);
    return run_verb(call, dado_verb_named(call->verbs, full[1]), NULL, count, full);
}

static int dispatch(dado_call *call, int argc, const char *const *argv)
{
    if (argc < 2) return show_first_steps(call);
    const char *first = argv[1];
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0) {
        return show_overview(call, call->out, DADO_EXIT_FINE);
    }
    if (strcmp(first, "--version") == 0) return show_version(call);
    if (first[0] == '-') return dado_call_usage_error(call, "there is no option %.60s", first);
    const dado_verb *verb = dado_verb_named(call->verbs, first);
    if (verb) return run_verb(call, verb, NULL, argc, argv);
    verb = dado_verb_by_old_name(first, call->job_run.region);
    if (verb) return run_verb(call, verb, first, argc, argv);
    return open_file(call, argc, argv);
}

int dado_command(int argc, const char *const *argv, FILE *out, FILE *log)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    bool seen = fileno(out) >= 0 && isatty(fileno(out));
    bool seen_log = fileno(log) >= 0 && isatty(fileno(log));
    FILE *shown = dado_output_sanitizer_open(out, seen, true);
    FILE *shown_log = dado_output_sanitizer_open(log, seen_log, false);
    if (!shown || !shown_log) {
        fputs("dado: no memory left to print with\n", log);
        return DADO_EXIT_FAILED;
    }
    dado_call call = {
        .title = "dado",
        .job_run = { .region = &region, .flag_prefix = "--" },
        .out = shown,
        .log = shown_log,
        .colour = wants_colour(out),
        .colour_log = wants_colour(log),
        .terminal_log = seen_log,
        .columns = terminal_columns(out, log),
        .log_columns = getenv("COLUMNS") || seen_log ? terminal_columns(log, out) : 0,
        .seen = getenv("COLUMNS") || seen,
        .command = whole_command(argc, argv, &region),
    };
    call.job_run.err = &call.error;
    call.verbs = dado_verb_table(&region);
    int code = call.verbs ? dispatch(&call, argc, argv) : DADO_EXIT_FAILED;
    dado_store_close(call.job_run.opened);
    if (ferror(call.out)) call.unwritten = true;  // the code that met the failure has printed it
    if (!dado_call_flush(&call) && code == DADO_EXIT_FINE) code = DADO_EXIT_FAILED;
    fclose(shown);
    fclose(shown_log);
    return code;
}
