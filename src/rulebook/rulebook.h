// rulebook.h - the rules of a described game in words, in English or Portuguese.
//
// Every form of the language has a sentence pattern (sentences_en.def, sentences_pt.def), so
// a rulebook says what the description says, and nothing else. Where no pattern fits, the
// sentence quotes the clause. Every sentence knows the lines of its clause.
#pragma once

#include "core/error.h"
#include "core/options.h"
#include "core/region.h"

typedef enum dado_rulebook_language {
    DADO_RULES_ENGLISH,
    DADO_RULES_PORTUGUESE
} dado_rulebook_language;

typedef enum dado_rulebook_section {
    DADO_RULES_NEED,     // players, cards, dice, boards
    DADO_RULES_SETUP,    // what is done before the first turn
    DADO_RULES_PLAY,     // turns and choices
    DADO_RULES_END,      // when it is over, and what is done then
    DADO_RULES_SCORING,  // who wins
    DADO_RULES_HIDDEN,   // who sees which cards
    DADO_RULES_GENERAL,  // what holds for all described games
    DADO_RULES_SECTIONS
} dado_rulebook_section;

typedef struct dado_rulebook_sentence {
    dado_rulebook_section section;
    const char *number;   // "2.1.3": deeper numbers belong to the rule above them
    int line, last_line;  // of its clause; 0: it holds for all games
    const char *words;
    bool quoted;          // a part of the clause has no words, and is quoted
    const char *setting;  // the declared name whose value it says; NULL: it says something else
} dado_rulebook_sentence;

typedef struct dado_rulebook {
    const dado_rulebook_sentence *sentences;
    int count;
    // Acts, components and scores of the description, and declared names that sentences mention;
    // those in words.
    int clauses, worded;
    int players, least_players, most_players;
    bool shared_result;           // all players win or lose together
    const char *players_setting;  // the declared name that sets how many play; NULL: none
} dado_rulebook;

// Writes the rules of the description `text`, which came from the file `source`, for the
// options of a game. Memory comes from `region`. Fails if the description has an error.
bool dado_rulebook_write(const char *source, const char *text, const dado_options *options,
                         dado_rulebook_language language, dado_region *region, dado_rulebook *book,
                         dado_error *err);

// The heading of a section.
const char *dado_rulebook_heading(dado_rulebook_section section, dado_rulebook_language language);
