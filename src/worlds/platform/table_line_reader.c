// table_line_reader.c - splits lines of a table into words; see table_line_reader.h.
#include "worlds/platform/table_line_reader.h"

#include <string.h>

void dado_tokenizer_begin(dado_tokenizer *words, const char *source, const char *text)
{
    words->source = source;
    words->rest = text;
    words->line = 0;
    words->count = 0;
}

dado_place dado_tokenizer_place(const dado_tokenizer *words, int index)
{
    if (index >= words->count) return (dado_place){ words->source, words->line, 1, 1 };
    const dado_tokenizer_word *word = &words->word[index];
    return (dado_place){ words->source, words->line, word->column, (int)strlen(word->text) };
}

static bool split(dado_tokenizer *words, const char *line, size_t length, dado_error *err)
{
    words->count = 0;
    for (size_t at = 0; at < length;) {
        if (line[at] == ' ' || line[at] == '\t' || line[at] == '\r') {
            at++;
            continue;
        }
        if (line[at] == '#') return true;
        size_t end = at;
        while (end < length && line[end] != ' ' && line[end] != '\t' && line[end] != '\r') end++;
        dado_place place = { words->source, words->line, (int)at + 1, 1 };
        if (end - at > DADO_TOKENIZER_WORD_LONGEST) {
            return dado_fail_at(err, DADO_LIMIT, place,
                                "a word may have at most %d letters, this one has %zu",
                                DADO_TOKENIZER_WORD_LONGEST, end - at);
        }
        if (words->count == DADO_TOKENIZER_WORDS_MOST) {
            return dado_fail_at(err, DADO_LIMIT, place,
                                "this line has too many words; %d is the most",
                                DADO_TOKENIZER_WORDS_MOST);
        }
        dado_tokenizer_word *word = &words->word[words->count++];
        memcpy(word->text, line + at, end - at);
        word->text[end - at] = '\0';
        word->column = (int)at + 1;
        at = end;
    }
    return true;
}

bool dado_tokenizer_next_line(dado_tokenizer *words, dado_error *err)
{
    words->count = 0;
    while (*words->rest) {
        const char *line = words->rest;
        size_t length = strcspn(line, "\n");
        words->rest = line + length + (line[length] == '\n');
        words->line++;
        if (!split(words, line, length, err)) return false;
        if (words->count) return true;
    }
    return true;
}
