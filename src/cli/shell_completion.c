// shell_completion.c - see shell_completion.h.
//
// A script has two parts: a table of all verbs, written here, and a fixed part that looks
// words up in it (completion.bash, completion.zsh, completion.fish). For the verb that was
// typed so far the table sets four variables: `verbs`, its subverbs; `flags`; `valued`, the
// flags that take a value, each with what completes it; and `offers`, what completes its
// other words.
#include "cli/shell_completion.h"

#include <string.h>

static const char bash_part[] = {
#include "completion.bash.h"
};
static const char zsh_part[] = {
#include "completion.zsh.h"
};
static const char fish_part[] = {
#include "completion.fish.h"
};

typedef struct shell {
    const char *name;
    const char *begin, *end;                      // around the table
    const char *row, *title_end, *any, *row_end;  // around a row; `any` is the row of no verb
    const char *set, *equals, *close;             // around a variable and its value
    const char *part;
    size_t part_size;
} shell;

// clang-format off
#define BOURNE .begin = "_dado_table() {\n    case \"$1\" in\n", .end = "    esac\n}\n", \
    .row = "    \"", .title_end = "\")", .any = "    *)", .row_end = " ;;\n", \
    .set = " ", .equals = "=\"", .close = "\""
static const shell shells[] = {
    { "bash", BOURNE, .part = bash_part, .part_size = sizeof bash_part },
    { "zsh", BOURNE, .part = zsh_part, .part_size = sizeof zsh_part },
    { "fish", .begin = "function __dado_table --no-scope-shadowing\n    switch \"$argv[1]\"\n",
      .end = "    end\nend\n", .row = "    case \"", .title_end = "\"", .any = "    case '*'",
      .row_end = "\n", .set = "\n        set ", .equals = " ", .close = "",
      .part = fish_part, .part_size = sizeof fish_part },
};
// clang-format on

static const char *completed_by(const dado_param *param)
{
    return param ? dado_param_kinds[param->kind].shell_completion : "nothing";
}

static void begin_variable(const shell *s, const char *name, dado_text *out)
{
    dado_text_addf(out, "%s%s%s", s->set, name, s->equals);
}

static void add_verbs(const shell *s, const dado_verb *const *verbs, dado_text *out)
{
    begin_variable(s, "verbs", out);
    for (int i = 0; verbs && verbs[i]; i++) {
        dado_text_addf(out, "%s%s", i ? " " : "", verbs[i]->name);
    }
    dado_text_add(out, s->close);
}

static void add_flags(const shell *s, const dado_verb *verb, dado_text *out)
{
    const dado_param *flag;
    begin_variable(s, "flags", out);
    for (int i = 0; (flag = dado_verb_flag(verb, i)); i++) {
        dado_text_addf(out, "--%s ", dado_param_flag(flag));
    }
    dado_text_add(out, s->close);
    begin_variable(s, "valued", out);
    for (int i = 0; (flag = dado_verb_flag(verb, i)); i++) {
        if (!dado_param_value(flag)) continue;
        dado_text_addf(out, " --%s:%s", dado_param_flag(flag), completed_by(flag));
        if (flag->letter) dado_text_addf(out, " -%c:%s", flag->letter, completed_by(flag));
    }
    dado_text_addf(out, " %s", s->close);
}

static void add_offers(const shell *s, const dado_param *word, dado_text *out)
{
    begin_variable(s, "offers", out);
    dado_text_addf(out, "%s%s%s", completed_by(word), s->close, s->row_end);
}

// Adds the rows of verbs and of their subverbs, which stand after `above`.
static void add_rows(const shell *s, const dado_verb *const *verbs, const char *above,
                     dado_text *out)
{
    for (int i = 0; verbs && verbs[i]; i++) {
        DADO_CLEANUP(dado_text_free) dado_text title = { 0 };
        dado_text_addf(&title, "%s%s%s", above, *above ? " " : "", verbs[i]->name);
        dado_text_addf(out, "%s%s%s", s->row, dado_text_string(&title), s->title_end);
        add_verbs(s, verbs[i]->subverbs, out);
        add_flags(s, verbs[i], out);
        const dado_param *word = NULL, *param;
        for (int k = 0; (param = dado_job_param(verbs[i]->job, k)); k++) {
            if (param->word) word = param;
        }
        add_offers(s, word, out);
        add_rows(s, verbs[i]->subverbs, dado_text_string(&title), out);
    }
}

static void add_row_of_no_verb(const shell *s, const dado_verb *const *verbs, dado_text *out)
{
    dado_text_add(out, s->any);
    add_verbs(s, verbs, out);
    begin_variable(s, "flags", out);
    dado_text_addf(out, "--help --version%s", s->close);
    begin_variable(s, "valued", out);
    dado_text_add(out, s->close);
    add_offers(s, NULL, out);
}

bool dado_shell_completion(const char *shell_name, const dado_verb *const *verbs, dado_text *out)
{
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
        const shell *s = &shells[i];
        if (strcmp(s->name, shell_name) != 0) continue;
        dado_text_addf(out, "# %s completion of dado, printed by `dado help --completion %s`\n",
                       s->name, s->name);
        dado_text_add(out, s->begin);
        add_rows(s, verbs, "", out);
        add_row_of_no_verb(s, verbs, out);
        dado_text_add(out, s->end);
        dado_text_add_bytes(out, s->part, s->part_size);
        return true;
    }
    return false;
}
