// help.c - prints the tables of verbs and flags as help, manual, reference and completion.

#include <ctype.h>
#include <string.h>

#include "cli/command_line.h"
#include "cli/shell_completion.h"
#include "job/json_request.h"
#include "lab/file.h"

static const char tagline[] = "dado - an automated playtesting laboratory";
static const char introduction[] =
    "Describe a game, a map, a level or an agent; dado plays it thousands of times with players "
    "that never tire, measures what happened, and says in plain words what that means for the "
    "people who will play it.";
static const char reference_preface[] = {
// of the reference
#include "reference_preface.md.h"
};

static void wrap(dado_text *out, const char *text, int indent, int columns, int at)
{
    dado_text_wrap(out, text, indent, columns, at);
    dado_text_char(out, '\n');
}

// Calls `tell` for each verb and its subverbs, with the full title, such as "dado map eval".
static void each_verb(const dado_verb *const *verbs, const char *above, int depth,
                      void (*tell)(const dado_verb *verb, const char *title, int depth,
                                   dado_text *out),
                      dado_text *out)
{
    for (int i = 0; verbs && verbs[i]; i++) {
        DADO_CLEANUP(dado_text_free) dado_text title = { 0 };
        dado_text_addf(&title, "%s %s", above, verbs[i]->name);
        tell(verbs[i], dado_text_string(&title), depth, out);
        each_verb(verbs[i]->subverbs, dado_text_string(&title), depth + 1, tell, out);
    }
}

// Adds how the verb is typed.
static void add_usage(const dado_verb *verb, dado_text *out)
{
    dado_verb_usage(verb, out);
    dado_text_add(out, "[OPTIONS]");
}

static int text_width(int columns)
{
    return columns > 100 ? 100 : columns;
}

static void flag_head(const dado_param *flag, dado_text *out)
{
    const char *value = dado_param_value(flag);
    if (flag->letter) dado_text_addf(out, "-%c, ", flag->letter);
    dado_text_addf(out, "--%s", dado_param_flag(flag));
    if (value) dado_text_addf(out, " %s", value);
}

static void flag_about(const dado_param *flag, dado_text *out)
{
    dado_text_add(out, flag->about);
    if (flag->many) dado_text_add(out, " May be given more than once.");
    const char *unset = flag->unset ? flag->unset : flag->usual;
    if (unset) dado_text_addf(out, " [%s]", unset);
}

// The first sentence, up to ". " or the end.
static void add_first_sentence(dado_text *out, const char *text)
{
    const char *end = strstr(text, ". ");
    dado_text_add_bytes(out, text, end ? (size_t)(end - text + 1) : strlen(text));
}

// Prints one flag; `brief`: only the first sentence about it.
static void add_flag(const dado_param *flag, int columns, bool brief, dado_text *out)
{
    int indent = columns >= 60 ? 25 : 6;
    DADO_CLEANUP(dado_text_free) dado_text head = { 0 }, about = { 0 };
    dado_text_addf(&head, "  %s", flag->letter ? "" : "    ");
    flag_head(flag, &head);
    if (brief) add_first_sentence(&about, flag->about);
    else flag_about(flag, &about);
    bool fits = (int)head.length + 2 <= indent;
    dado_text_addf(out, "%s%s%*s", dado_text_string(&head), fits ? "" : "\n",
                   fits ? indent - (int)head.length : indent, "");
    wrap(out, dado_text_string(&about), indent, columns, indent);
}

static void add_flags(const dado_verb *verb, int columns, dado_text *out)
{
    const dado_param *flag;
    for (int i = 0; (flag = dado_verb_flag(verb, i)); i++) add_flag(flag, columns, false, out);
}

static void add_verbs(const dado_verb *const *verbs, int columns, dado_text *out)
{
    int widest = 0;
    for (int i = 0; verbs[i]; i++) {
        int width = (int)strlen(verbs[i]->name);
        if (width > widest) widest = width;
    }
    for (int i = 0; verbs[i]; i++) {
        dado_text_addf(out, "  %-*s  ", widest, verbs[i]->name);
        wrap(out, verbs[i]->job->about, widest + 4, columns, widest + 4);
    }
}

// Prints one line about a group: its title, its verbs, and what they are for.
static void add_group(const char *title, const char *verbs, const char *about, int columns,
                      dado_text *out)
{
    enum { verbs_at = 12, about_at = 40 };
    int at = dado_text_width(verbs, strlen(verbs)) + verbs_at;
    dado_text_addf(out, "  %-*s", verbs_at - 2, title);
    if (columns < 2 * about_at) {
        if (at > columns) wrap(out, verbs, verbs_at, columns, verbs_at);
        else dado_text_addf(out, "%s\n", verbs);
        return;
    }
    dado_text_add(out, verbs);
    dado_text_addf(out, "%*s", about_at > at ? about_at - at : 2, "");
    wrap(out, about, about_at, columns, about_at > at ? about_at : at + 2);
}

static bool is_grouped(const char *verb)
{
    for (const dado_verb_group *g = dado_verb_groups; g->title; g++) {
        if (dado_verb_group_has(g, verb)) return true;
    }
    return false;
}

// Adds the verbs of a group that this build has, in the group's order.
static void names_of_group(const dado_verb_group *group, const dado_verb *const *verbs,
                           dado_text *out)
{
    for (const char *at = group->verbs; *at; at += strspn(at, " ")) {
        char name[32];
        size_t length = strcspn(at, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        at += length;
        if (dado_verb_named(verbs, name))
            dado_text_addf(out, "%s%s", out->length ? "  " : "", name);
    }
}

static void add_groups(const dado_verb *const *verbs, int columns, dado_text *out)
{
    for (const dado_verb_group *g = dado_verb_groups; g->title; g++) {
        DADO_CLEANUP(dado_text_free) dado_text names = { 0 };
        names_of_group(g, verbs, &names);
        if (names.length) add_group(g->title, dado_text_string(&names), g->about, columns, out);
    }
    DADO_CLEANUP(dado_text_free) dado_text more = { 0 };
    for (int i = 0; verbs[i]; i++) {
        if (is_grouped(verbs[i]->name)) continue;
        dado_text_addf(&more, "%s%s", more.length ? "  " : "", verbs[i]->name);
    }
    if (more.length) add_group("More", dado_text_string(&more), "", columns, out);
}

void dado_help_first_steps(int columns, dado_text *out)
{
    static const char *const steps[][2] = {
        { "dado pig", "judge a shipped game; dado list games names them" },
        { "dado new trick mine", "begin one of your own, then: dado mine.rcy" },
#ifdef DADO_STUDIO
        { "dado studio", "do all that in the browser" },
#endif
        { "dado --help", "all verbs on one screen" },
    };
    columns = text_width(columns);
    wrap(out, "dado plays games thousands of times and says what is right and wrong with them.", 0,
         columns, 0);
    dado_text_char(out, '\n');
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        dado_text_addf(out, "  %-22s ", steps[i][0]);
        wrap(out, steps[i][1], 6, columns, 25);
    }
}

void dado_help_all(const dado_verb *const *verbs, int columns, dado_text *out)
{
    columns = text_width(columns);
    wrap(out, tagline, 4, columns, 0);
    dado_text_add(out, "\nusage: dado VERB [ARGUMENTS]\n       dado FILE|GAME");
    if (columns >= 60) dado_text_add(out, "    looks at it as its kind asks for");
    dado_text_add(out, "\n\n");
    add_groups(verbs, columns, out);
    dado_text_add(out, "\n");
    wrap(out,
         "Every verb explains itself: dado VERB --help. dado --version says which dado this is.", 0,
         columns, 0);
}

static void add_head(const dado_verb *verb, const char *title, int columns, dado_text *out)
{
    dado_text_addf(out, "%s -", title);
    wrap(out, verb->job->about, 4, columns, (int)strlen(title) + 2);
    DADO_CLEANUP(dado_text_free) dado_text usage = { 0 };
    add_usage(verb, &usage);
    dado_text_add(out, "\nusage: ");
    wrap(out, dado_text_string(&usage), 12, columns, 7);
    if (verb->subverbs) {
        dado_text_add(out, "\nverbs:\n");
        add_verbs(verb->subverbs, columns, out);
    }
}

static void add_example(const dado_example *example, int whole, int columns, dado_text *out)
{
    dado_text_add_command(out, example->command, whole);
    dado_text_add(out, "\n      ");
    wrap(out, example->about, 6, columns, 6);
}

static void help_whole(const dado_verb *verb, const char *title, int columns, dado_text *out)
{
    int whole = columns;
    columns = text_width(columns);
    add_head(verb, title, columns, out);
    if (verb->job->details) {
        dado_text_add(out, "\n");
        wrap(out, verb->job->details, 0, columns, 0);
    }
    dado_text_add(out, "\noptions:\n");
    add_flags(verb, columns, out);
    if (!verb->job->examples) return;
    dado_text_add(out, "\nexamples:\n");
    for (const dado_example *e = verb->job->examples; e->command; e++) {
        add_example(e, whole, columns, out);
    }
}

static int line_count(const dado_text *text)
{
    int lines = 0;
    for (size_t i = 0; i < text->length; i++) lines += text->data[i] == '\n';
    return lines;
}

// Adds `piece` if it leaves room for `rest` more lines on the page. Returns true if it did.
static bool add_if_it_fits(dado_text *out, const dado_text *piece, int rest)
{
    enum { most_lines = 30 };
    if (line_count(out) + line_count(piece) + rest > most_lines) return false;
    dado_text_add_bytes(out, dado_text_string(piece), piece->length);
    return true;
}

static bool has_common_flags(const dado_verb *verb)
{
    const dado_param *flag;
    for (int i = 0; (flag = dado_verb_flag(verb, i)); i++) {
        if (!flag->rare) return true;
    }
    return false;
}

// Adds the most used options that fit, at most ten. Returns how many options are left out.
static int add_common_flags(const dado_verb *verb, int columns, int rest, dado_text *out)
{
    enum { most_flags = 10 };
    const dado_param *flag;
    int shown = 0, left = 0;
    for (int i = 0; (flag = dado_verb_flag(verb, i)); i++) {
        DADO_CLEANUP(dado_text_free) dado_text piece = { 0 };
        add_flag(flag, columns, true, &piece);
        bool wanted = !flag->rare && shown < most_flags;
        if (wanted && add_if_it_fits(out, &piece, rest)) shown++;
        else left++;
    }
    return left;
}

void dado_help_verb(const dado_verb *verb, const char *title, int columns, bool whole,
                    dado_text *out)
{
    if (whole) {
        help_whole(verb, title, columns, out);
        return;
    }
    enum { last_lines = 2, most_examples = 1 };
    int all_columns = columns;
    columns = text_width(columns);
    DADO_CLEANUP(dado_text_free) dado_text examples = { 0 }, details = { 0 };
    const dado_example *e = verb->job->examples;
    for (int i = 0; e && e->command && i < most_examples; e++, i++) {
        add_example(e, all_columns, columns, &examples);
    }
    add_head(verb, title, columns, out);
    if (verb->job->details) {
        DADO_CLEANUP(dado_text_free) dado_text sentence = { 0 };
        add_first_sentence(&sentence, verb->job->details);
        dado_text_char(&details, '\n');
        wrap(&details, dado_text_string(&sentence), 0, columns, 0);
    }
    int rest = last_lines + (examples.length ? line_count(&examples) + 2 : 0);
    enum { room_for_flags = 12 };
    add_if_it_fits(out, &details, rest + room_for_flags);
    if (has_common_flags(verb)) dado_text_add(out, "\noptions:\n");
    int left = add_common_flags(verb, columns, rest, out);
    if (examples.length) {
        dado_text_addf(out, "\nexamples:\n%s", dado_text_string(&examples));
    }
    DADO_CLEANUP(dado_text_free) dado_text last = { 0 };
    dado_text_addf(&last, "%d more option%s, and everything about each: %s --help all", left,
                   left == 1 ? "" : "s", title);
    dado_text_char(out, '\n');
    wrap(out, dado_text_string(&last), 2, columns, 0);
}

// Adds text for roff. Characters that roff would take for a command are escaped, and an empty
// line begins a paragraph.
static void roff(dado_text *out, const char *text)
{
    bool line_begins = true;
    for (; *text; text++) {
        if (line_begins && (*text == '.' || *text == '\'')) dado_text_add(out, "\\&");
        if (line_begins && *text == '\n') dado_text_add(out, ".PP");
        line_begins = *text == '\n';
        if (*text == '\\') dado_text_add(out, "\\e");
        else if (*text == '-') dado_text_add(out, "\\-");
        else dado_text_char(out, *text);
    }
}

// Adds the name of a manual page: dado-map-eval, or DADO-MAP-EVAL if `upper`.
static void add_title(dado_text *out, const char *title, char blank, bool upper)
{
    for (; *title; title++) {
        bool raised = upper && islower((unsigned char)*title);
        dado_text_char(out, *title == ' ' ? blank : raised ? (char)(*title - 'a' + 'A') : *title);
    }
}

static void roff_item(dado_text *out, const char *head, const char *about)
{
    dado_text_add(out, ".TP\n\\fB");
    roff(out, head);
    dado_text_add(out, "\\fR\n");
    roff(out, about);
    dado_text_char(out, '\n');
}

static void roff_verbs(dado_text *out, const dado_verb *const *verbs)
{
    for (int i = 0; verbs && verbs[i]; i++) roff_item(out, verbs[i]->name, verbs[i]->job->about);
}

static void man_head(const char *title, const char *about, dado_text *out)
{
    DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
    dado_text_add(out, ".TH ");
    add_title(out, title, '-', true);
    dado_text_addf(out, " 1 \"\" \"dado %s\" \"dado manual\"\n.SH NAME\n", dado_version);
    add_title(&name, title, '-', false);
    roff(out, dado_text_string(&name));
    dado_text_add(out, " \\- ");
    roff(out, about);
    dado_text_char(out, '\n');
}

static void man_of_dado(const dado_verb *const *verbs, dado_text *out)
{
    man_head("dado", "an automated playtesting laboratory", out);
    dado_text_add(out, ".SH SYNOPSIS\n.B dado\n.I VERB\n[ARGUMENTS]\n.SH DESCRIPTION\n");
    roff(out, introduction);
    dado_text_add(out, "\n.SH VERBS\n");
    roff_verbs(out, verbs);
    dado_text_add(out, ".SH ENVIRONMENT\n.TP\n.B DADO_STORE\nThe file results are kept in.\n"
                       ".TP\n.B DADO_THREADS\nHow many matches to play at a time.\n"
                       ".TP\n.B DADO_LIBRARY\nThe folder of games, maps and levels to be found "
                       "by name.\n.TP\n.B DADO_NATIVE\nWhether described games are compiled, where "
                       "\\-\\-native does not say it: yes, no or auto.\n"
                       ".TP\n.B DADO_LANG\npt: rulebooks and what verdicts claim are in Brazilian "
                       "Portuguese; auto: where LANG begins with pt. Figures, help and what "
                       "programs read stay in English.\n"
                       ".TP\n.B NO_COLOR\nIf set, nothing is coloured.\n"
                       ".SH EXIT STATUS\n0 where all went well, 1 where something failed, 2 where "
                       "the command makes no sense, 3 where what was looked at is not as asked for "
                       "(a faulty description, an assertion that does not hold), 130 where it was "
                       "interrupted.\n"
                       ".SH SEE ALSO\nEvery verb has a page of its own:");
    for (int i = 0; verbs[i]; i++) {
        dado_text_addf(out, "\n.BR dado\\-%s (1)%s", verbs[i]->name, verbs[i + 1] ? "," : "");
    }
    dado_text_char(out, '\n');
}

static void man_under(const dado_verb *verb, const char *title, int depth, dado_text *out)
{
    (void)depth;
    DADO_CLEANUP(dado_text_free) dado_text flags = { 0 };
    dado_text_add(out, ".SH ");
    add_title(out, title, ' ', true);
    dado_text_char(out, '\n');
    roff(out, verb->job->about);
    dado_text_add(out, "\n.PP\n");
    add_usage(verb, out);
    dado_text_add(out, "\n.PP\n.nf\n");
    add_flags(verb, 78, &flags);
    roff(out, dado_text_string(&flags));
    dado_text_add(out, ".fi\n");
}

static void man(const dado_verb *verb, const char *title, dado_text *out)
{
    man_head(title, verb->job->about, out);
    dado_text_add(out, ".SH SYNOPSIS\n");
    add_usage(verb, out);
    if (verb->job->details) {
        dado_text_add(out, "\n.SH DESCRIPTION\n");
        roff(out, verb->job->details);
    }
    if (verb->subverbs) dado_text_add(out, "\n.SH VERBS");
    dado_text_char(out, '\n');
    roff_verbs(out, verb->subverbs);
    dado_text_add(out, ".SH OPTIONS\n");
    const dado_param *flag;
    for (int i = 0; (flag = dado_verb_flag(verb, i)); i++) {
        DADO_CLEANUP(dado_text_free) dado_text head = { 0 }, about = { 0 };
        flag_head(flag, &head);
        flag_about(flag, &about);
        roff_item(out, dado_text_string(&head), dado_text_string(&about));
    }
    each_verb(verb->subverbs, title, 0, man_under, out);
    if (verb->job->examples) dado_text_add(out, ".SH EXAMPLES\n");
    for (const dado_example *e = verb->job->examples; e && e->command; e++) {
        roff_item(out, e->command, e->about);
    }
    dado_text_add(out, ".SH SEE ALSO\n.BR dado (1)\n");
}

static void markdown_verb(const dado_verb *verb, const char *title, int depth, dado_text *out)
{
    dado_text_addf(out, "\n%.*s %s\n\n%s\n\n", depth, "######", title, verb->job->about);
    dado_text_add(out, "```\n");
    add_usage(verb, out);
    dado_text_add(out, "\n```\n");
    if (verb->job->details) dado_text_addf(out, "\n%s\n", verb->job->details);
    dado_text_add(out, "\n| option | what it does |\n| --- | --- |\n");
    const dado_param *flag;
    for (int i = 0; (flag = dado_verb_flag(verb, i)) != dado_params_help; i++) {
        dado_text_add(out, "| `");
        flag_head(flag, out);
        dado_text_add(out, "` | ");
        flag_about(flag, out);
        dado_text_add(out, " |\n");
    }
    dado_text_add(out, "| `-h, --help`, `-q, --quiet` | as for every verb |\n");
    for (const dado_example *e = verb->job->examples; e && e->command; e++) {
        dado_text_addf(out, "\n    %s\n\n%s\n", e->command, e->about);
    }
}

static void markdown(const dado_verb *const *verbs, dado_text *out)
{
    dado_text_addf(out, "# The dado command\n\n%s\n\n", introduction);
    dado_text_add_bytes(out, reference_preface, sizeof reference_preface);
    for (int i = 0; verbs[i]; i++) {
        dado_text_addf(out, "| [`%s`](#dado-%s) | %s |\n", verbs[i]->name, verbs[i]->name,
                       verbs[i]->job->about);
    }
    each_verb(verbs, "dado", 2, markdown_verb, out);
}

static int print_help(dado_call *call)
{
    const dado_job_run *job_run = &call->job_run;
    const char *shell = dado_job_run_text(job_run, "completion");
    const dado_verb *verb = NULL;
    DADO_CLEANUP(dado_text_free) dado_text title = { 0 }, text = { 0 };
    dado_text_add(&title, "dado");
    bool whole = false;
    for (int i = 0; i < dado_job_run_arg_count(job_run, "verb"); i++) {
        const char *word = dado_job_run_nth_arg(job_run, "verb", i);
        whole = verb && strcmp(word, "all") == 0;
        if (whole) break;
        verb = dado_verb_named(verb ? verb->subverbs : call->verbs, word);
        if (!verb) return dado_call_usage_error(call, "there is no verb %.60s", word);
        dado_text_addf(&title, " %s", verb->name);
    }
    if (dado_job_run_is_given(job_run, "schema")) {
        if (!verb || !verb->job->run) {
            return dado_call_usage_error(call, "--schema takes a verb that answers, such as sim");
        }
        dado_json_request_schema(verb->job, &text);
    } else if (shell && !dado_shell_completion(shell, call->verbs, &text)) {
        return dado_call_usage_error(
            call, "there is completion for bash, zsh and fish, not for %.40s", shell);
    } else if (shell) {
        return dado_call_print(call, &text) ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
    } else if (dado_job_run_is_given(job_run, "markdown")) markdown(call->verbs, &text);
    else if (dado_job_run_is_given(job_run, "man") && verb)
        man(verb, dado_text_string(&title), &text);
    else if (dado_job_run_is_given(job_run, "man")) man_of_dado(call->verbs, &text);
    else if (verb) dado_help_verb(verb, dado_text_string(&title), call->columns, whole, &text);
    else dado_help_all(call->verbs, call->columns, &text);
    return dado_call_print(call, &text) ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
}

static const dado_job job = {
    .name = "help",
    .about = "says how a verb is used; prints manual pages and shell completion",
    .params = { DADO_PARAMS(
        DADO_PARAM(TEXT, "verb", .value = "VERB", .word = true, .many = true,
                   .about = "The verb, and one of its own."),
        DADO_PARAM(FLAG, "man", .about = "Prints the manual page instead."),
        DADO_PARAM(FLAG, "schema",
                   .about = "Prints the JSON schema of requests for the same answer, for "
                            "programs."),
        DADO_PARAM(TEXT, "completion", .value = "SHELL",
                   .about = "Prints a script that completes commands; SHELL is bash, zsh or fish."),
        DADO_PARAM(FLAG, "markdown", .about = "Prints the reference of all verbs.")) },
    .examples = DADO_EXAMPLES({ "dado help sim", "The same as dado sim --help." },
                              { "dado help --man sim | man -l -", "Reads the manual page." },
                              { "eval \"$(dado help --completion bash)\"",
                                "Lets the shell complete verbs, options and games; for fish, "
                                "dado help --completion fish | source." }),
};

const dado_verb dado_verb_help = { .job = &job, .run = print_help };
