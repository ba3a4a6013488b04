// help.h - the same tables of verbs and flags, told in several ways.
#ifndef DADO_CLI_HELP_H
#define DADO_CLI_HELP_H

#include "cli/verb.h"

// The flags of a verb one after another, those that all verbs have last; NULL behind them.
const dado_param *dado_verb_flag(const dado_verb *verb, int which);

void dado_help_all(const dado_verb *const *verbs, int columns, dado_text *out);
void dado_help_verb(const dado_verb *verb, const char *title, int columns, dado_text *out);

#endif
