// words.c - see words.h.
#include "worlds/platform/words.h"

#include <string.h>

void dado_words_begin(dado_words *words, const char *source, const char *text)
{
    words->source = source;
    words->rest = text;
    words->line = 0;
    words->count = 0;
}

dado_place dado_words_place(const dado_words *words, int index)
{
    if (index >= words->count) return (dado_place){ words->source, words->line, 1, 1 };
    const dado_word *word = &words->word[index];
    return (dado_place){ words->source, words->line, word->column, (int)strlen(word->text) };
}

static bool split(dado_words *words, const char *line, size_t length, dado_error *err)
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
        if (end - at > DADO_WORD_LONGEST) {
            return dado_fail_at(err, DADO_LIMIT, place, "a word may have %d letters, this has %zu",
                                DADO_WORD_LONGEST, end - at);
        }
        if (words->count == DADO_WORDS_MOST) {
            return dado_fail_at(err, DADO_LIMIT, place, "a line may have %d words",
                                DADO_WORDS_MOST);
        }
        dado_word *word = &words->word[words->count++];
        memcpy(word->text, line + at, end - at);
        word->text[end - at] = '\0';
        word->column = (int)at + 1;
        at = end;
    }
    return true;
}

bool dado_words_next(dado_words *words, dado_error *err)
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
