// help.h - the same tables of verbs and flags, told in four ways.
#ifndef DADO_CLI_HELP_H
#define DADO_CLI_HELP_H

#include "cli/verb.h"

// The flag lists of a verb in turn, those that all verbs have last; NULL behind them.
const dado_param *dado_verb_flags(const dado_verb *verb, int group);

void dado_help_all(const dado_verb *const *verbs, int columns, dado_text *out);
void dado_help_verb(const dado_verb *verb, const char *title, int columns, dado_text *out);

// Of one verb; NULL: of dado itself.
void dado_help_man(const dado_verb *const *verbs, const dado_verb *verb, const char *title,
                   dado_text *out);
void dado_help_bash(const dado_verb *const *verbs, dado_text *out);
void dado_help_markdown(const dado_verb *const *verbs, dado_text *out);

#endif
