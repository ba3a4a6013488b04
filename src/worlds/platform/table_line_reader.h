// table_line_reader.h - splits the lines of a hand-written table into words with
// positions.
//
// Pattern files, score tables, genomes and settings of levels are lines of words with
// comments. A comment begins with a `#` at the start of a word; inside a word `#` is a
// rock tile.
#pragma once

#include "core/error.h"

enum { DADO_TOKENIZER_WORDS_MOST = 160, DADO_TOKENIZER_WORD_LONGEST = 63 };

typedef struct dado_tokenizer_word {
    char text[DADO_TOKENIZER_WORD_LONGEST + 1];
    int column;  // counted from 1
} dado_tokenizer_word;

typedef struct dado_tokenizer {
    const char *source;
    const char *rest;  // the text from the next line on
    int line;
    int count;
    dado_tokenizer_word word[DADO_TOKENIZER_WORDS_MOST];
} dado_tokenizer;

void dado_tokenizer_begin(dado_tokenizer *words, const char *source, const char *text);

// Goes on to the next line that has words. At the end of the text `count` is 0. Returns
// false if a line has too many words or a word is too long.
bool dado_tokenizer_next_line(dado_tokenizer *words, dado_error *err);

dado_place dado_tokenizer_place(const dado_tokenizer *words, int index);
