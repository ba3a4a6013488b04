// words.h - lines of a hand-written table, split into words that know where they stand.
//
// Pattern files, score tables, genomes and settings of levels are all lines of
// words with comments. A comment begins with a `#` that begins a word, because
// `#` inside a word is a rock.
#pragma once

#include "core/error.h"

enum { DADO_WORDS_MOST = 160, DADO_WORD_LONGEST = 63 };

typedef struct dado_word {
    char text[DADO_WORD_LONGEST + 1];
    int column;  // from 1
} dado_word;

typedef struct dado_words {
    const char *source;
    const char *rest;  // of the text, from the next line on
    int line;
    int count;
    dado_word word[DADO_WORDS_MOST];
} dado_words;

void dado_words_begin(dado_words *words, const char *source, const char *text);

// Goes on to the next line that has words. At the end `count` is 0; false if a
// line has too many words, or one that is too long.
bool dado_words_next(dado_words *words, dado_error *err);

dado_place dado_words_place(const dado_words *words, int index);
