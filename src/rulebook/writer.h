// writer.h - what the files of this room share: sentence patterns, phrases, and numbered rules.
//
// A phrase is a text for one form of the description, in lower case and without a full stop.
// Phrases are put into patterns, and a finished sentence is added as a rule with its number.
#pragma once

#include "recycle/syntax_tree.h"
#include "rulebook/rulebook.h"

typedef enum rulebook_pattern {
#define SAY(name, text) say_##name,
#include "rulebook/sentences_en.def"
#undef SAY
    rulebook_patterns
} rulebook_pattern;

// Who `(current player)` is in the sentence.
typedef enum rulebook_reader {
    reader_starter,  // before the first turn
    reader_you,      // on a turn
    reader_round,    // in a round that consists of turns: who begins it
    reader_current,  // where the end of turns is tested
    reader_result,   // in scoring: each player in turn
} rulebook_reader;

enum { deepest_rule = 24, most_aliases = 16 };

typedef struct rulebook_alias {  // a variable that is called by another name than its own
    const rcy_binding *binding;
    const char *name;
} rulebook_alias;

typedef struct rulebook_writer {
    const rcy_source *s;
    const rcy_tree *game;
    dado_region *region;
    dado_rulebook_language language;
    rulebook_reader reader;
    bool in_choice;  // `any` is a choice here
    bool gates;      // a condition here takes its option away if it fails
    int unknown;     // number of forms without words so far
    int clauses, quoted;
    int dice_storages, dice_in_storage;
    dado_rulebook_section section;
    int number[deepest_rule], depth;
    rulebook_alias alias[most_aliases];
    int aliases;
    const char *taken[most_aliases];  // names of variables that the phrase stands inside of
    int takes;
    dado_rulebook_sentence *sentences;
    int count, room;
    bool no_memory;
} rulebook_writer;

// --- writer.c ---

// Fills in a pattern: rulebook_fill(w, say_add, counter, number).
#define rulebook_fill(w, pattern, ...) \
    rulebook_fill_with(w, pattern, (const char *const[5]){ __VA_ARGS__, NULL })
const char *rulebook_fill_with(rulebook_writer *w, rulebook_pattern pattern,
                               const char *const *parts);
const char *rulebook_word(rulebook_writer *w, rulebook_pattern pattern);
const char *rulebook_number(rulebook_writer *w, int64_t number);
const char *rulebook_copy(rulebook_writer *w, const char *text);
// Joins phrases by ", " and, before the last, `last`.
const char *rulebook_join(rulebook_writer *w, const char *const *parts, int count,
                          const char *between, const char *last);
// Returns the text of a clause, in which no form is known.
const char *rulebook_quote(rulebook_writer *w, const rcy_tree *t);

// Adds a rule; the sentence gets a capital letter, and a full stop, or a colon if rules
// that belong to it follow. `t` may be NULL.
void rulebook_add(rulebook_writer *w, const rcy_tree *t, const char *words, bool opens);
void rulebook_deeper(rulebook_writer *w);
void rulebook_higher(rulebook_writer *w);

// --- names.c ---

const char *rulebook_name(rulebook_writer *w, int32_t name);  // as people call it
const char *rulebook_value_name(rulebook_writer *w, const char *key, int32_t name);
// The name of an attribute, and in Portuguese its noun.
const char *rulebook_key_name(rulebook_writer *w, int32_t name);
// The name of a pile without an article; says whether its Portuguese noun is feminine.
const char *rulebook_pile_name(rulebook_writer *w, int32_t name, bool *feminine);

// --- values.c, players_and_storage.c, collections.c, boards.c, conditions.c ---

const char *rulebook_phrase(rulebook_writer *w, const rcy_tree *t);
const char *rulebook_condition(rulebook_writer *w, const rcy_tree *t, bool holds);
const char *rulebook_player(rulebook_writer *w, const rcy_tree *t);   // NULL: it is none
const char *rulebook_storage(rulebook_writer *w, const rcy_tree *t);  // NULL: it is none
const char *rulebook_collection(rulebook_writer *w, const rcy_tree *t);
const char *rulebook_board_phrase(rulebook_writer *w, const rcy_tree *t);
// The board whose spaces a list is: the checker puts them in place of (spaces BOARD). Or NULL.
const char *rulebook_board_name(rulebook_writer *w, const rcy_tree *t);
bool rulebook_is_space(const rulebook_writer *w, int32_t name);
// What a name can be put on: a space, or a note.
const char *rulebook_note(rulebook_writer *w, const rcy_tree *t);
const char *rulebook_variable(rulebook_writer *w, const rcy_tree *t);
// Inside a phrase about a space S, another space S is called by a letter that the description
// does not use. Returns the name that the variable of `by` gets here.
const char *rulebook_free_name(const rulebook_writer *w, const rcy_tree *by);
// Until `aliases` and `takes` are set back: the variable has this name, and no other gets it.
void rulebook_take_name(rulebook_writer *w, const rcy_binding *variable, const char *name);
const char *rulebook_list(rulebook_writer *w, const rcy_tree *t, int from);  // its children
const char *rulebook_table_rows(rulebook_writer *w, const rcy_tree *keys, const rcy_tree *values);
const char *rulebook_worth(rulebook_writer *w, const rcy_tree *points);  // "rank value"

// What the elements of a collection are: a card, a player, ...
typedef enum rulebook_noun {
    noun_card,
    noun_die,
    noun_player,
    noun_team,
    noun_number,
    noun_space,
    noun_group,
    noun_item,
} rulebook_noun;
typedef enum rulebook_noun_form {
    noun_alone,
    noun_a,
    noun_the,
    noun_all,
    noun_no,
    noun_many,
} rulebook_noun_form;
rulebook_noun rulebook_noun_of(const rulebook_writer *w, const rcy_tree *collection);
const char *rulebook_noun_phrase(rulebook_writer *w, rulebook_noun noun, rulebook_noun_form form,
                                 const char *name);
// An element of a collection under the name of the variable that `by` binds: "a card C of
// your hand for which ...".
const char *rulebook_element(rulebook_writer *w, const rcy_tree *collection, const rcy_tree *by,
                             rulebook_noun_form form);
bool rulebook_is_pile(const rcy_tree *t);             // a place, or a variable for one
const rcy_tree *rulebook_resolve(const rcy_tree *t);  // what a variable for a value stands for
bool rulebook_is_written_out(const rcy_binding *b);   // its value stands in place of a variable

// (union (all player 'P ('P iloc HAND))): "all players' hands together". NULL: something else.
const char *rulebook_every_pile(rulebook_writer *w, const rcy_tree *t);

// --- acts.c ---
void rulebook_act(rulebook_writer *w, const rcy_tree *t);  // adds the rules of an act or element
// Counts a clause; it has no words if forms were quoted since there were `before`.
void rulebook_count(rulebook_writer *w, int before);
// Adds the rules of one option of a choice.
const char *rulebook_tried(rulebook_writer *w, const rcy_tree *t);  // an act as one phrase
void rulebook_option(rulebook_writer *w, const rcy_tree *t);
// --- flow.c ---
bool rulebook_flow(rulebook_writer *w, const rcy_tree *t);  // false: it is no element
bool rulebook_has_stage(const rcy_tree *t);
// --- components.c ---
void rulebook_components(rulebook_writer *w);
// Takes out the values of declared names that no other sentence mentions: where they are used,
// the value itself is in the words.
void rulebook_drop_useless_settings(rulebook_writer *w);
const char *rulebook_teams(rulebook_writer *w, const rcy_tree *t);
const char *rulebook_deck(rulebook_writer *w, const rcy_tree *t);
// --- who_sees_what.c ---
void rulebook_who_sees_what(rulebook_writer *w);
