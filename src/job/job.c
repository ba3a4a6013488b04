// job.c - the shelf of jobs, and the checks that all jobs share.
#include "job/job.h"

#include <stdio.h>
#include <string.h>

#include "core/scope_cleanup.h"

#define JOB(name) extern const dado_job dado_job_##name;
#include "job/shelf.def"
#undef JOB

#define JOB(name) &dado_job_##name,
const dado_job *const dado_jobs[] = {
#include "job/shelf.def"
    NULL,
};
#undef JOB

const dado_job *dado_job_named(const char *name)
{
    for (int i = 0; dado_jobs[i]; i++) {
        if (strcmp(dado_jobs[i]->name, name) == 0) return dado_jobs[i];
    }
    return NULL;
}

const dado_param *dado_job_param(const dado_job *job, int which)
{
    for (int g = 0; g < DADO_PARAM_GROUPS && job->params[g]; g++) {
        for (const dado_param *p = job->params[g]; p->name; p++) {
            if (which-- == 0) return p;
        }
    }
    return NULL;
}

const dado_param *dado_job_param_named(const dado_job *job, const char *name)
{
    const dado_param *param;
    for (int i = 0; (param = dado_job_param(job, i)); i++) {
        if (strcmp(param->name, name) == 0) return param;
    }
    return NULL;
}

const char *dado_param_flag(const dado_param *param)
{
    return param->typed ? param->typed : param->name;
}

const dado_param_kind_info dado_param_kinds[] = {
    [DADO_PARAM_TEXT] = { "text", "TEXT", "string", "nothing" },
    [DADO_PARAM_FLAG] = { "flag", NULL, "boolean", "nothing" },
    [DADO_PARAM_WHOLE] = { "whole", "N", "integer", "nothing" },
    [DADO_PARAM_REAL] = { "real", "X", "number", "nothing" },
    [DADO_PARAM_CHOICE] = { "choice", "WORD", NULL, "nothing" },
    [DADO_PARAM_SET] = { "set", "NAME=VALUE", "string", "nothing" },
    [DADO_PARAM_GAME] = { "game", "GAME", "string", "games" },
    [DADO_PARAM_AGENT] = { "agent", "AGENT", "string", "agents" },
    [DADO_PARAM_METRIC] = { "metric", "METRIC", "string", "metrics" },
    [DADO_PARAM_RUN] = { "run", "RUN", "string", "nothing" },
    [DADO_PARAM_FILE] = { "file", "FILE", "string", "files" },
    [DADO_PARAM_OUTPUT] = { "output", "FILE", "string", "files" },
    [DADO_PARAM_FOLDER] = { "folder", "FOLDER", "string", "folders" },
};

const char *dado_param_value(const dado_param *param)
{
    return param->value ? param->value : dado_param_kinds[param->kind].value;
}

const char *dado_param_choice(const dado_param *param, int which, int *length)
{
    for (const char *at = param->choices; *at; at += *length + (int)strspn(at + *length, " ")) {
        *length = (int)strcspn(at, " ");
        if (which-- == 0) return at;
    }
    return NULL;
}

int dado_param_place(const dado_param *param, const char *value)
{
    const char *word;
    int length;
    for (int i = 0; (word = dado_param_choice(param, i, &length)); i++) {
        if ((int)strlen(value) == length && memcmp(word, value, (size_t)length) == 0) return i;
    }
    return -1;
}

// --- checking ---

// Returns a parameter's name as error messages print it.
static const char *called(const dado_param *param, bool typed)
{
    return typed ? dado_param_flag(param) : param->name;
}

static bool wrong(const dado_param *param, const char *name, const char *value,
                  const char *expected, const char *near, dado_error *err)
{
    return dado_fail(err, DADO_INVALID, "%s%s must be %s, not \"%.60s\"%s", param->word ? "" : "--",
                     name, expected, value, dado_did_you_mean(near).s);
}

static void say_bound(dado_text *out, const dado_param *param, double bound)
{
    if (param->kind == DADO_PARAM_WHOLE) dado_text_addf(out, "%.0f", bound);
    else dado_text_addf(out, "%g", bound);
}

static bool check_number(const dado_param *param, const char *name, const char *value,
                         dado_error *err)
{
    bool is_whole = param->kind == DADO_PARAM_WHOLE, above = param->most != 0;
    int64_t whole = 0;
    uint64_t bits;
    double number = 0;
    if (param->bits64 && dado_read_bits(value, &bits)) return true;
    bool read = is_whole ? dado_read_int(value, &whole) : dado_read_real(value, &number);
    if (is_whole) number = (double)whole;
    if (read && number >= param->least && (!above || number <= param->most)) return true;
    char expected[120];
    dado_text says = dado_text_in_buffer(expected, sizeof expected);
    dado_text_addf(&says, "a %snumber%s ", is_whole ? "whole " : "", above ? " from" : ",");
    say_bound(&says, param, param->least);
    dado_text_add(&says, above ? " to " : " or more");
    if (above) say_bound(&says, param, param->most);
    else if (!read && strlen(value) > 18)
        dado_text_addf(&says, " and below 2^%d", param->bits64 ? 64 : 63);
    return wrong(param, name, value, expected, NULL, err);
}

// Refuses a value that is not among the choices, and names one that is near if there is one.
static bool check_choice(const dado_param *param, const char *called_name, const char *value,
                         dado_error *err)
{
    char expected[200], names[2][40];  // `names`: the current choice, and the nearest so far
    const char *word, *near = NULL;
    int length;
    if (dado_param_place(param, value) >= 0) return true;
    dado_text list = dado_text_in_buffer(expected, sizeof expected);
    for (int i = 0; (word = dado_param_choice(param, i, &length)); i++) {
        char *name = names[near == names[0]];
        snprintf(name, sizeof names[0], "%.*s", length, word);
        dado_text_addf(&list, "%s%s", i == 0 ? "" : word[length] ? ", " : " or ", name);
        near = dado_nearer_name(value, name, near);
    }
    return wrong(param, called_name, value, expected, near, err);
}

bool dado_param_check(const dado_param *param, const char *value, bool typed, dado_error *err)
{
    int64_t run;
    switch (param->kind) {
    case DADO_PARAM_WHOLE:
    case DADO_PARAM_REAL: return check_number(param, called(param, typed), value, err);
    case DADO_PARAM_CHOICE: return check_choice(param, called(param, typed), value, err);
    case DADO_PARAM_RUN:
        if (strcmp(value, "last") == 0 || (dado_read_int(value, &run) && run > 0)) return true;
        return dado_fail(err, DADO_INVALID,
                         "a run is a number from dado runs, or last, not \"%.60s\"", value);
    default: return true;
    }
}

static bool is_given(const dado_param *param, const dado_argument *given, int count)
{
    for (int i = 0; i < count; i++) {
        if (given[i].param == param) return true;
    }
    return false;
}

bool dado_arguments_check(const dado_job *job, const dado_argument *given, int count, bool typed,
                          dado_error *err)
{
    for (int i = 0; i < count; i++) {
        if (!dado_param_check(given[i].param, given[i].value, typed, err)) return false;
    }
    const dado_param *param;
    for (int i = 0; (param = dado_job_param(job, i)); i++) {
        if (param->needed && !is_given(param, given, count)) {
            return dado_fail(err, DADO_INVALID, "%s needs %s%s", job->name, param->word ? "" : "--",
                             called(param, typed));
        }
    }
    return true;
}

// --- quoting ---

void dado_shell_quote(dado_text *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-./,:=@%+";
    if (*word && strspn(word, plain) == strlen(word)) {
        dado_text_add(out, word);
        return;
    }
    dado_text_char(out, '\'');
    for (; *word; word++) {
        if (*word == '\'') dado_text_add(out, "'\\''");
        else dado_text_char(out, *word);
    }
    dado_text_char(out, '\'');
}

// --- seats ---

const char *dado_param_seat(const dado_param *param, const char *value, int by, dado_region *region,
                            dado_error *err)
{
    size_t digits = strspn(value, "0123456789");
    bool assigned = value[digits] == '=';
    int64_t seat;
    char number[24];
    if (!param->seat || digits == 0 || digits > 9 || (value[digits] && !assigned)) return value;
    snprintf(number, sizeof number, "%.*s", (int)digits, value);
    if (!dado_read_int(number, &seat)) return value;
    if (seat + by < 0) {
        dado_fail(err, DADO_INVALID,
                  "seats are counted from 1: the first player is --%s 1%s, not --%s %s",
                  dado_param_flag(param), value + digits, dado_param_flag(param), value);
        return NULL;
    }
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    dado_text_addf(&text, "%d%s", (int)seat + by, value + digits);
    const char *kept = dado_region_copy(region, dado_text_string(&text), text.length);
    if (!kept) dado_fail(err, DADO_LIMIT, "no memory left for what was asked");
    return kept;
}

// --- the command ---

static void add_value(const dado_argument *given, dado_text *out)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    const char *value = dado_param_seat(given->param, given->value, 1, &region, NULL);
    dado_shell_quote(out, value ? value : given->value);
}

static void add_given(const dado_param *param, const dado_argument *given, int count,
                      dado_text *out)
{
    for (int i = 0; i < count; i++) {
        if (given[i].param != param) continue;
        bool last = true;  // for parameters of which only the last value counts
        for (int j = i + 1; j < count; j++) last = last && given[j].param != param;
        if (!last && !param->many) continue;
        bool usual = param->usual && !param->many && strcmp(param->usual, given[i].value) == 0;
        if (usual) continue;
        dado_text_char(out, ' ');
        if (!param->word && param->letter) dado_text_addf(out, "-%c", param->letter);
        else if (!param->word) dado_text_addf(out, "--%s", dado_param_flag(param));
        if (param->kind == DADO_PARAM_FLAG) continue;
        if (!param->word) dado_text_char(out, ' ');
        add_value(&given[i], out);
    }
}

static bool is_first_word(const dado_job *job, const dado_param *param)
{
    const dado_param *other;
    for (int i = 0; (other = dado_job_param(job, i)) && !other->word;) i++;
    return other == param;
}

void dado_job_command(const dado_job *job, const dado_argument *given, int count, dado_text *out)
{
    dado_text_addf(out, "dado %s", job->verb ? job->verb : job->name);
    for (int words = 1; words >= 0; words--) {
        const dado_param *param;
        for (int i = 0; (param = dado_job_param(job, i)); i++) {
            if (param->word != (words == 1) || (param->beside && !param->needed)) continue;
            add_given(param, given, count, out);
            if (job->aspect && is_first_word(job, param)) dado_text_addf(out, " %s", job->aspect);
        }
    }
}

void dado_job_usage(const dado_job *job, dado_text *out)
{
    dado_text_addf(out, "dado %s", job->verb ? job->verb : job->name);
    const dado_param *param;
    for (int i = 0; (param = dado_job_param(job, i)); i++) {
        if (!param->word) continue;
        dado_text_addf(out, " %s%s%s%s", param->needed ? "" : "[", dado_param_value(param),
                       param->many ? "..." : "", param->needed ? "" : "]");
        if (job->aspect && is_first_word(job, param)) dado_text_addf(out, " %s", job->aspect);
    }
}
