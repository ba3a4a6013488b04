// translate_verdicts.h - translates the sentences of verdicts into the user's language.
#pragma once

#include "report/document.h"

// Tells whether Portuguese is wanted: DADO_LANG is "pt", or it is "auto" and LANG begins
// with "pt".
bool dado_wants_portuguese(const char *dado_lang, const char *lang);

// The sentence in Portuguese, or as it is where the catalogue (verdicts_pt.txt) has none.
void dado_translate_sentence(const char *sentence, dado_text *out);

// Translates what the verdicts of a document claim. Their evidence stays as it is, and so
// does a sentence that has no room for its translation.
void dado_translate_verdicts(dado_document *document);
