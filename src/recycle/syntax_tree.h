// syntax_tree.h - a description as a tree: the parser makes it, and the checker completes
// it.
//
// Both dialects use the same forms in the tree: `put points` is a `set`, `using 'M` names
// a map of the table, and an early `partition` has its operands swapped. So all steps
// after the parser know only one language.
#pragma once

#include "core/game_extras.h"
#include "recycle/recycle.h"

// The strings of a description (NAMEs and the names of variables) by number; 0 is the
// empty string.
typedef struct rcy_names {
    const char **text;
    int count, room;
    int32_t *slots;  // a hash table of numbers; -1 where it is free
    int slot_count;
    dado_region *region;
} rcy_names;

int rcy_name(rcy_names *names, const char *text, size_t length);  // -1: no memory

typedef enum rcy_token_kind {
    TOKEN_END,
    TOKEN_NAME,
    TOKEN_INT,
    TOKEN_VAR,
    TOKEN_KEYWORD,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_COMMA,
    TOKEN_COLON,
    TOKEN_DOTS,
    TOKEN_OPERATOR,
    TOKEN_BAD,
    TOKEN_STRING,
} rcy_token_kind;

// clang-format off
#define RCY_KEYWORDS(W) \
    W(actual) W(all) W(and) W(any) W(bottom) W(cardatt) W(choice) W(create) W(current) W(cycle) \
    W(dec) W(deck) W(declare) W(dicestorage) W(dievalue) W(diestorage) W(disjunction) W(do) \
    W(end) W(faro) W(fib) W(filter) W(forget) W(game) W(hloc) W(iloc) W(inc) W(intersect) \
    W(largest) W(let) W(max) W(mem) W(min) W(mod) W(move) W(new) W(next) W(not) W(oloc) W(or) \
    W(other) W(owner) W(partition) W(pass) W(player) W(players) W(points) W(previous) W(put) \
    W(random) W(range) W(remember) W(repeat) W(roundnumber) W(run) W(runs) W(saveturnstats) \
    W(score) W(scoring) W(set) W(setup) W(shuffle) W(size) W(sort) W(stage) W(sto) W(str) \
    W(subsets) W(sum) W(team) W(teams) W(throwalldice) W(top) W(tri) W(tuples) W(turn) W(union) \
    W(using) W(vloc) \
    W(about) W(after) W(best) W(block) W(board) W(cards) W(column) W(define) W(dice) W(distance) \
    W(distinct) W(each) W(effects) W(else) W(false) W(flag) W(grid) W(groups) W(hex) W(if) W(in) \
    W(index) W(label) W(line) W(lines) W(list) W(look) W(near) W(nobody) \
    W(only) W(perform) W(ray) W(reach) W(ring) W(row) W(show) \
    W(sides) W(simultaneous) W(spaces) W(step) W(stop) W(tell) W(throw) W(together) W(track) \
    W(true) W(turns) W(value) W(where) W(while) W(who) W(whose) W(win) W(without)
// clang-format on

typedef enum rcy_keyword {
    keyword_none,
#define W(word) keyword_##word,
    RCY_KEYWORDS(W)
#undef W
        keyword_count
} rcy_keyword;

typedef enum rcy_operator {
    op_add,
    op_subtract,
    op_multiply,
    op_divide,
    op_modulo,
    op_power,
    op_less,
    op_more,
    op_most,
    op_least,
    op_equal,
    op_unequal,  // op_most is <=, op_least is >=
} rcy_operator;

typedef struct rcy_token {
    uint8_t kind;
    uint8_t code;   // rcy_keyword or rcy_operator
    int32_t name;   // of a NAME or VAR
    int64_t value;  // of an INT
    int32_t line, column, length;
    int32_t offset;  // position in the text, in bytes
    int32_t match;   // of a parenthesis: the token of its partner, or -1
    bool guessed;    // a misspelt word that is read as the one that was meant
} rcy_token;

typedef enum rcy_type {
    type_none,  // an error was reported: fits everywhere
    type_int,
    type_bool,
    type_str,
    type_card,
    type_cards,
    type_colls,
    type_strs,
    type_ints,
    type_player,
    type_team,
    type_players,
    type_teams,
    type_game,
    type_points,
    type_lists,
} rcy_type;

typedef enum rcy_form {
    form_bad,
    // expressions
    form_name,
    form_int,
    form_var,
    form_players,
    form_teams,
    form_strings,
    form_arithmetic,
    form_tri,
    form_fib,
    form_random,
    form_compare,
    form_equal,
    form_and,
    form_or,
    form_not,
    form_who,
    form_other,
    form_owner,
    form_team_of,
    form_game,
    form_place,
    form_sto,
    form_str,
    form_points,
    form_end,
    form_ends,
    form_actual,
    form_best,
    form_sum,
    form_score,
    form_size,
    form_sort,
    form_set_operation,
    form_filter,
    form_quantifier,
    form_let,
    form_tuples,
    form_partition,
    form_subsets,
    form_runs,
    form_run,
    form_range,
    form_cardatt,
    form_dievalue,
    form_nth,
    form_index,
    form_truth,
    form_nobody,
    form_flag,
    form_who_of,
    form_either,
    form_chain,
    form_extreme,
    form_extreme_of,
    form_list,
    form_map,
    form_best_of,
    form_while,
    form_distinct,
    form_index_of,
    form_in,
    form_value,
    form_where,
    form_whose,
    form_neighbour,
    form_key,
    form_call,
    form_spaces,
    form_coordinate,
    form_distance,
    form_near,
    form_step,
    form_lines,
    form_groups,
    form_reach,
    form_after,
    form_passes_left,
    form_pair,
    // acts and elements
    form_if,
    form_do,
    form_each,
    form_let_act,
    form_set,
    form_set_points,
    form_add,
    form_move,
    form_remember,
    form_forget,
    form_shuffle,
    form_faro,
    form_cycle,
    form_pass,
    form_repeat,
    form_repeat_all,
    form_deck,
    form_teams_act,
    form_throw,
    form_save,
    form_choice,
    form_stage,
    form_either_act,
    form_label,
    form_repeat_while,
    form_throw_cards,
    form_turn_card,
    form_show,
    form_tell,
    form_stop,
    form_block,
    form_together,
    // parts
    form_award,
    form_test,
    form_declare,
    form_dice,
    form_players_made,
    form_attribute,
    form_group,
    form_setup,
    form_scoring,
    form_game_whole,
    form_about,
    form_fact,
    form_define,
    form_board,
    form_part,
    form_sides,
    form_for_each,
    form_table,
} rcy_form;

typedef enum rcy_place_kind {
    place_vloc,
    place_iloc,
    place_hloc,
    place_oloc,
    place_mem,
} rcy_place_kind;

typedef struct rcy_tree rcy_tree;

typedef struct rcy_strings {  // the strings that an expression may have as its value
    bool any;                 // unknown: any string
    int count;
    const int32_t *items;
} rcy_strings;

typedef struct rcy_binding {
    int32_t name;
    uint8_t type;
    bool declared;  // constant for the whole match
    bool used;
    int32_t bare;    // 1 + the token of its name without a quote, in its scope; or 0
    bool fixed;      // while components are made for each element: `slot` is its value
    rcy_tree *from;  // the expression it is bound to, or the collection it ranges over
    rcy_tree *by;    // the form that binds it
    int32_t slot;    // set by the compiler
    int32_t kept;    // 1 + the index where the state keeps it, or 0
    struct rcy_binding *outer;
} rcy_binding;

struct rcy_tree {
    uint8_t form, type;
    bool flag;            // depends on the form: bottom, min, any, all, dec, early spelling
    uint8_t code;         // rcy_keyword or rcy_operator or rcy_place_kind
    int32_t token, last;  // first and last token in the text
    int32_t name;
    int32_t count;  // number of children
    int64_t value;
    rcy_tree **kids;
    rcy_binding *binding;  // of a variable; of a form that binds, what it binds
};

/* Kids by form, where it is not plain:
   place, sto, str, points   owner (a player, team or form_game), name
   end                       collection; flag: bottom          ends  count, cards; flag: bottom
   best, sum, score, sort    cards, points; best flag: min
   filter, quantifier, each  collection, body; flag of the latter two: any
   let, let_act              value, body; let_act flag: the element of a loop over elements
   tuples                    count, cards, points
   partition                 key, collection...
   runs                      count, cards, points; flag: all
   run                       count, cards, points; flag: bottom
   cycle                     player, unless code says current, next or previous; flag: current
   set_points                points, award...                  award  test..., value
   test                      key (name or variable), string
   deck                      name or NULL, place, attribute...
   attribute                 group...; name is the key
   group                     attribute...; its values are form_strings, the first kid, or a variable
   teams_act                 kids are form_strings whose `name` list is in `kids` as form_int
   dice                      faces...; name is the storage's
   stage                     end or NULL, element..., turns, only; code: keyword_player or
                             keyword_team;
                             value: how many elements; name: rcy_stage_... has the last two
   choice                    alternative..., else, chooser; value: how many alternatives; name:
                             rcy_choice_... has the last two
   together                  choice, only or nothing
   scoring                   key..., win; value: bits of keys of which less is better; name: has win
   either, either_act        condition, then, else
   map, best_of, while       collection, body
   distinct                  collection, key or nothing
   step                      direction or directions, space, number or nothing; code: step or ray
   reach                     space or spaces, condition, number or nothing
   deck made of dice         name or NULL, place, sides, count; flag: dice
   part                      numbers, names and lists as written; code: its word
   for_each                  collection, component
   after                     act, value
   repeat                    number, body; flag: a loop over elements, (all list 'V element)
   pair                      name, second key: the name of a storage or place with two keys
   passes_left               nothing; its binding is that of such a loop
   tell                      key, cards, players, value or nothing
   table                     names, values: two lists of one length
   save                      name is A, value the name of B
   game_whole                declare..., setup, element..., scoring; value: how many declares */

enum { rcy_choice_else = 1, rcy_choice_by = 2, rcy_stage_turns = 1, rcy_stage_only = 2 };

typedef struct rcy_source {
    const char *file, *text;
    size_t length;
    rcy_token *tokens;
    int count;
    rcy_names names;
    dado_region *region;
    dado_recycle_diagnostic *notices;
    int32_t *notice_at;  // the token of each, to sort by
    int notice_count, notice_room, errors, warnings, more;
    // numbers of errors: unknown words and symbols; all errors that kept something from
    // being read
    int lexical, syntax;
    bool no_memory;
    int written_out;  // number of forms made; those of calls count each time
    struct rcy_define *defines;
    int define_count, define_room;
    struct rcy_effect *effects;
    int effect_count, effect_room;
    bool effects_used;
    int unpaired_names;  // number of names before any was made of two keys; 0: there are none
    int call_line;       // while the body of a definition is checked: the line of its call
    const dado_options *options;  // includes the texts of files that the description names
    rcy_tree *about;              // or NULL
    int look;                     // the token at which (look ...) begins, or 0
    int play_names;               // number of names without those of (look ...)
    dado_game_look looks;         // what (look ...) says
    bool next_edition;            // whether the text uses forms beyond the base language
    struct rcy_boards *boards;    // or NULL
    rcy_tree spare;               // returned when there is no memory; its contents are never used
} rcy_source;

typedef struct rcy_define {
    int32_t name;
    int32_t token;          // where it is named
    int32_t params, count;  // tokens of its parameters
    int32_t body;           // first token of its body
    bool used;
    bool acts;  // whether it does something, or may: see rcy_check_defines
} rcy_define;
void rcy_warn_unused_defines(rcy_source *s);

// What cards with a value of an attribute do; see parse_effects.c.
typedef struct rcy_effect {
    int32_t key, key_token;
    int32_t variable, variable_token;  // the card in the effect
    int32_t value, value_token;
    int32_t body;  // first token of its act
} rcy_effect;
void rcy_warn_unused_effects(rcy_source *s);

// Reports a problem. `from` and `to` are tokens; the first letter of `code` says whether
// it is an error or a warning.
void rcy_diagnose(rcy_source *s, const char *code, int from, int to, const char *format, ...)
    DADO_PRINTF(5, 6);
void rcy_diagnose_tree(rcy_source *s, const char *code, const rcy_tree *t, const char *format, ...)
    DADO_PRINTF(4, 5);
dado_place rcy_source_location(const rcy_source *s, int from, int to);

// --- common_mistakes.c: what an unknown word or symbol was probably meant for, or NULL
// ---
const char *rcy_hint_for_word(const char *typed);
const char *rcy_hint_for_sign(const char *text, size_t left, size_t *length);
// Returns whether the parentheses around a token contain a reported error, at the token
// or before it.
bool rcy_is_reported(const rcy_source *s, int at);

bool rcy_lex(rcy_source *s);  // makes tokens and reports lexical errors; false: no memory
// Numbers the names in (look ...), which has no effect on play. They come last, so that
// every other name has the same number as without a look. Returns false if there is no
// memory.
bool rcy_name_look_tokens(rcy_source *s);
void rcy_read_look(rcy_source *s, const rcy_tree *game);  // reads and checks it, after rcy_check
rcy_tree *rcy_parse(rcy_source *s);  // the game, or NULL if the text is too broken
// Parses a single expression: the value given to a `declare` from outside. NULL if it is
// not an expression.
rcy_tree *rcy_parse_value(rcy_source *s, const char *text);
bool rcy_check(rcy_source *s, rcy_tree *game);  // types and names; false if there was any error
void rcy_lint(rcy_source *s, rcy_tree *game);   // warns of what is allowed but surely wrong

// Reads and checks the description `text` from the file `file`, with the options of a game.
// Returns its tree, and its source in `source`; NULL, with the reason, if it cannot be played.
rcy_tree *rcy_read_description(const char *file, const char *text, const dado_options *options,
                               dado_region *region, rcy_source **source, dado_error *err);

// Reads a fact of `about` that is a number or a range of numbers; returns false if it is
// not given.
bool rcy_about_range(const rcy_source *s, const char *key, int64_t *low, int64_t *high);

const char *rcy_type_name(rcy_type type);
const char *rcy_keyword_text(rcy_keyword word);
const char *rcy_text(const rcy_source *s, int name);

// Returns the number of the name that two keys make: "KNOWS RED", "KNOWS P2". A player's
// seat counts from 0; with a seat below 0, the second key is the name `key`.
int rcy_paired_name(rcy_source *s, int32_t name, int32_t key, int seat);

// Returns the value of a constant expression; false if it is not constant.
bool rcy_constant(const rcy_tree *t, int64_t *value);
// Returns the node of kind form_strings for a constant list of strings; NULL for anything else.
const rcy_tree *rcy_constant_strings(const rcy_tree *t);
bool rcy_constant_string(const rcy_tree *t, int32_t *name);
