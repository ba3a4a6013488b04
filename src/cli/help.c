// help.c - the same tables of verbs and flags, told in several ways; and the verb that prints them.

#include <ctype.h>
#include <string.h>

#include "cli/verb.h"
#include "job/request.h"
#include "lab/file.h"

static const char tagline[] = "dado - an automated playtesting laboratory";
static const char story[] =
    "Describe a game, a map, a level or an agent; dado plays it thousands of times with players "
    "that never tire, measures what happened, and says in plain words what that means for the "
    "people who will play it.";
static const char completion[] = {
#include "completion.bash.h"
};
static const char preface[] = {  // of the reference
#include "preface.md.h"
};

static void wrap(dado_text *out, const char *text, int indent, int columns, int at)
{
    dado_text_wrap(out, text, indent, columns, at);
    dado_text_char(out, '\n');
}

// Tells of all these and of those below each, by their titles: "dado map eval".
static void each_verb(const dado_verb *const *verbs, const char *above, int depth,
                      void (*tell)(const dado_verb *verb, const char *title, int depth,
                                   dado_text *out), dado_text *out)
{
    for (int i = 0; verbs && verbs[i]; i++) {
        dado_draft title = { 0 };
        dado_text_addf(&title, "%s %s", above, verbs[i]->name);
        tell(verbs[i], dado_text_string(&title), depth, out);
        each_verb(verbs[i]->under, dado_text_string(&title), depth + 1, tell, out);
    }
}

// How it is typed, behind what it is called.
static void add_usage(const dado_verb *verb, dado_text *out)
{
    dado_verb_words(verb, out);
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
    dado_text_addf(out, "--%s", flag->name);
    if (value) dado_text_addf(out, " %s", value);
}

static void flag_about(const dado_param *flag, dado_text *out)
{
    dado_text_add(out, flag->about);
    if (flag->many) dado_text_add(out, " May be given more than once.");
    const char *unset = flag->unset ? flag->unset : flag->usual;
    if (unset) dado_text_addf(out, " [%s]", unset);
}

static void add_flags(const dado_verb *verb, int columns, dado_text *out)
{
    const dado_param *flag;
    int indent = columns >= 60 ? 25 : 6;
    for (int i = 0; (flag = dado_verb_flag(verb, i)); i++) {
        dado_draft head = { 0 }, about = { 0 };
        dado_text_addf(&head, "  %s", flag->letter ? "" : "    ");
        flag_head(flag, &head);
        flag_about(flag, &about);
        bool fits = (int)head.length + 2 <= indent;
        dado_text_addf(out, "%s%s%*s", dado_text_string(&head), fits ? "" : "\n",
                       fits ? indent - (int)head.length : indent, "");
        wrap(out, dado_text_string(&about), indent, columns, indent);
    }
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

void dado_help_all(const dado_verb *const *verbs, int columns, dado_text *out)
{
    columns = text_width(columns);
    wrap(out, tagline, 4, columns, 0);
    dado_text_add(out, "\nusage: dado VERB [ARGUMENTS]\n\n");
    add_verbs(verbs, columns, out);
    dado_text_add(out, "\n");
    wrap(out,
         "Every verb explains itself: dado VERB --help. dado --version says which dado this is.", 0,
         columns, 0);
}

// A command that does not fit is broken between words, as a shell takes it back.
static void add_command(dado_text *out, const char *command, int columns)
{
    int at = 2;
    dado_text_add(out, "  ");
    while (*command) {
        int length = (int)strcspn(command, " ");
        bool last = !command[length];
        if (at > 6 && at + length + (last ? 0 : 2) > columns) {
            dado_text_add(out, "\\\n      ");
            at = 6;
        }
        dado_text_add_bytes(out, command, (size_t)length);
        if (!last) dado_text_char(out, ' ');
        at += length + !last;
        command += length + !last;
    }
    dado_text_add(out, "\n      ");
}

void dado_help_verb(const dado_verb *verb, const char *title, int columns, dado_text *out)
{
    int whole = columns;
    columns = text_width(columns);
    dado_text_addf(out, "%s -", title);
    wrap(out, verb->job->about, 4, columns, (int)strlen(title) + 2);
    dado_draft usage = { 0 };
    dado_text_addf(&usage, "%s ", title);
    add_usage(verb, &usage);
    dado_text_add(out, "\nusage: ");
    wrap(out, dado_text_string(&usage), 12, columns, 7);
    if (verb->under) {
        dado_text_add(out, "\nverbs:\n");
        add_verbs(verb->under, columns, out);
    }
    if (verb->job->details) {
        dado_text_add(out, "\n");
        wrap(out, verb->job->details, 0, columns, 0);
    }
    dado_text_add(out, "\noptions:\n");
    add_flags(verb, columns, out);
    if (!verb->job->examples) return;
    dado_text_add(out, "\nexamples:\n");
    for (const dado_example *e = verb->job->examples; e->command; e++) {
        add_command(out, e->command, whole);
        wrap(out, e->about, 6, columns, 6);
    }
}

// Text for roff: what it would take for a command is made plain, and an empty line is a paragraph.
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

// A title as pages are called by it: dado-map-eval, or, `upper`, DADO-MAP-EVAL.
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
    dado_draft name = { 0 };
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
    roff(out, story);
    dado_text_add(out, "\n.SH VERBS\n");
    roff_verbs(out, verbs);
    dado_text_add(out, ".SH ENVIRONMENT\n.TP\n.B DADO_STORE\nThe file results are kept in.\n"
                       ".TP\n.B DADO_THREADS\nHow many matches to play at a time.\n"
                       ".TP\n.B DADO_LIBRARY\nThe folder of games, maps and levels to be found "
                       "by name.\n.TP\n.B DADO_NATIVE\nWhether described games are compiled, where "
                       "\\-\\-native does not say it: yes, no or auto.\n"
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
    dado_draft flags = { 0 };
    dado_text_add(out, ".SH ");
    add_title(out, title, ' ', true);
    dado_text_char(out, '\n');
    roff(out, verb->job->about);
    dado_text_addf(out, "\n.PP\n.B %s\n", title);
    add_usage(verb, out);
    dado_text_add(out, "\n.PP\n.nf\n");
    add_flags(verb, 78, &flags);
    roff(out, dado_text_string(&flags));
    dado_text_add(out, ".fi\n");
}

static void man(const dado_verb *verb, const char *title, dado_text *out)
{
    man_head(title, verb->job->about, out);
    dado_text_addf(out, ".SH SYNOPSIS\n.B %s\n", title);
    add_usage(verb, out);
    if (verb->job->details) {
        dado_text_add(out, "\n.SH DESCRIPTION\n");
        roff(out, verb->job->details);
    }
    if (verb->under) dado_text_add(out, "\n.SH VERBS");
    dado_text_char(out, '\n');
    roff_verbs(out, verb->under);
    dado_text_add(out, ".SH OPTIONS\n");
    const dado_param *flag;
    for (int i = 0; (flag = dado_verb_flag(verb, i)); i++) {
        dado_draft head = { 0 }, about = { 0 };
        flag_head(flag, &head);
        flag_about(flag, &about);
        roff_item(out, dado_text_string(&head), dado_text_string(&about));
    }
    each_verb(verb->under, title, 0, man_under, out);
    if (verb->job->examples) dado_text_add(out, ".SH EXAMPLES\n");
    for (const dado_example *e = verb->job->examples; e && e->command; e++) {
        roff_item(out, e->command, e->about);
    }
    dado_text_add(out, ".SH SEE ALSO\n.BR dado (1)\n");
}

// One line of the completion's table: the path of the verb, its own verbs, its
// flags, those that take a value with what to offer for it, and what its words are.
static void bash_verb(const dado_verb *verb, const char *title, int depth, dado_text *out)
{
    (void)depth;
    dado_text_addf(out, "    \"%s\") verbs=\"", title + strlen("dado "));
    for (int i = 0; verb->under && verb->under[i]; i++) {
        dado_text_addf(out, "%s%s", i ? " " : "", verb->under[i]->name);
    }
    dado_text_add(out, "\" flags=\"");
    const dado_param *flag;
    for (int i = 0; (flag = dado_verb_flag(verb, i)); i++) {
        dado_text_addf(out, "--%s ", flag->name);
    }
    dado_text_add(out, "\" valued=\"");
    for (int i = 0; (flag = dado_verb_flag(verb, i)); i++) {
        const char *offer = dado_param_kinds[flag->kind].offer;
        if (!dado_param_value(flag)) continue;
        dado_text_addf(out, " --%s:%s", flag->name, offer);
        if (flag->letter) dado_text_addf(out, " -%c:%s", flag->letter, offer);
    }
    const dado_param *word = NULL, *param;
    for (int i = 0; (param = dado_job_param(verb->job, i)); i++) {
        if (param->word) word = param;
    }
    dado_text_addf(out, " \" words=%s ;;\n", word ? dado_param_kinds[word->kind].offer : "nothing");
}

static void bash(const dado_verb *const *verbs, dado_text *out)
{
    dado_text_add(out, "# bash completion of dado, printed by `dado help --completion bash`\n"
                       "_dado_table() {\n    case \"$1\" in\n");
    each_verb(verbs, "dado", 0, bash_verb, out);
    dado_text_add(out, "    *) verbs=\"");
    for (int i = 0; verbs[i]; i++) dado_text_addf(out, "%s%s", i ? " " : "", verbs[i]->name);
    dado_text_add(out, "\" flags=\"--help --version\" valued=\"\" words=nothing ;;\n    esac\n}\n");
    dado_text_add_bytes(out, completion, sizeof completion);
}

static void markdown_verb(const dado_verb *verb, const char *title, int depth, dado_text *out)
{
    dado_text_addf(out, "\n%.*s %s\n\n%s\n\n", depth, "######", title, verb->job->about);
    dado_text_addf(out, "```\n%s ", title);
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
    dado_text_addf(out, "# The dado command\n\n%s\n\n", story);
    dado_text_add_bytes(out, preface, sizeof preface);
    for (int i = 0; verbs[i]; i++) {
        dado_text_addf(out, "| [`%s`](#dado-%s) | %s |\n", verbs[i]->name, verbs[i]->name,
                       verbs[i]->job->about);
    }
    each_verb(verbs, "dado", 2, markdown_verb, out);
}

static int print_help(dado_call *call)
{
    const dado_errand *errand = &call->errand;
    const char *shell = dado_errand_text(errand, "completion");
    if (shell && strcmp(shell, "bash") != 0) {
        return dado_call_misused(call, "there is completion for bash only, not for %.40s", shell);
    }
    const dado_verb *verb = NULL;
    dado_draft title = { 0 }, text = { 0 };
    dado_text_add(&title, "dado");
    for (int i = 0; i < dado_errand_count(errand, "verb"); i++) {
        const char *word = dado_errand_nth(errand, "verb", i);
        verb = dado_verb_named(verb ? verb->under : call->verbs, word);
        if (!verb) return dado_call_misused(call, "there is no verb %.60s", word);
        dado_text_addf(&title, " %s", verb->name);
    }
    if (dado_errand_given(errand, "schema")) {
        if (!verb || !verb->job->run) {
            return dado_call_misused(call, "--schema takes a verb that answers, such as sim");
        }
        dado_request_schema(verb->job, &text);
    } else if (shell) bash(call->verbs, &text);
    else if (dado_errand_given(errand, "markdown")) markdown(call->verbs, &text);
    else if (dado_errand_given(errand, "man") && verb) man(verb, dado_text_string(&title), &text);
    else if (dado_errand_given(errand, "man")) man_of_dado(call->verbs, &text);
    else if (verb) dado_help_verb(verb, dado_text_string(&title), call->columns, &text);
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
                   .about = "Prints a script that completes commands; SHELL is bash."),
        DADO_PARAM(FLAG, "markdown", .about = "Prints the reference of all verbs.")) },
    .examples = DADO_EXAMPLES(
        { "dado help sim", "The same as dado sim --help." },
        { "dado help --man sim | man -l -", "Reads the manual page." },
        { "eval \"$(dado help --completion bash)\"",
          "Lets the shell complete verbs, options and games." }),
};

const dado_verb dado_verb_help = { .job = &job, .run = print_help };
