// program.h - a compiled description, the state it plays on, and the machine that
// executes it.
//
// A program is a flat list of instructions, each with trees of typed nodes in which
// storages, places and variables are already numbers. A state is plain bytes: a fixed
// head, and arrays whose lengths the compiler chose. The machine is the work space of one
// call; nothing of it outlives the call.
#pragma once

#include "recycle/board.h"

typedef enum rcy_op {
    OP_NOTHING,
#define LEAF(name, how) OP_##name,
#define VALUE(name, how) OP_##name,
#define GATHER(name, how) OP_##name,
#define ACT(name, how) OP_##name,
#define FLOW(name) OP_##name,
#include "recycle/machine_operations.def"
} rcy_op;

// Limits for one call. Fuzzing often runs into them, and with sanitizers; so there they
// are lower.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { rcy_most_fuel = 50000, rcy_most_rounds_of_loops = 100000 };
#else
enum {
    rcy_most_fuel = 1000000,              // acts and passes of stages
    rcy_most_rounds_of_loops = 16000000,  // elements examined by expressions
};
#endif

enum {
    rcy_most_vars = 448,
    rcy_most_cards_out = 16384,  // card numbers in computed collections at once
    rcy_most_groups = 8192,
    rcy_most_items = 4096,
    rcy_most_subsets = 20,  // cards of which all subsets are made
    rcy_most_picks = 32,    // `any`s in one option
    rcy_most_state = 65536,
    rcy_most_listed = 65536,  // moves of one choice, whatever the option `options` says
    rcy_deck_runs = 16,       // runs of one `create deck` act in a match
    rcy_nobody_queued = 255,
    rcy_most_filter_tests = 6,  // bits of a card_filter
    rcy_most_terms = 6,         // terms of a card_filter that is computed for all cards at once
    rcy_most_masked = 64,       // cards or spaces at most, if a set of them is one 64-bit number
    rcy_most_counts = 8,        // counts that are kept while the options of a choice are listed
};

// How the slot of an owner is found.
typedef enum rcy_mode {
    mode_fixed,    // a
    mode_current,  // a + the current player
    mode_var,      // a + variable
    mode_owner,    // a + value of x
    mode_named,    // by the name y, with a look-up; x is the owner, or NULL for the game
    mode_checked,  // a + value of x, which may be nobody
} rcy_mode;

// Where a card is put: `flag` of a move or remember.
typedef enum rcy_target { to_top, to_bottom, to_index, to_card } rcy_target;

// What a moved card was drawn through, and leaves as well: `mode` of a move.
typedef enum rcy_through { through_none, through_bound, through_group } rcy_through;

// Who gets the turn: `a` of a cycle. Any other player is computed.
typedef enum rcy_turn { turn_worked_out, turn_current, turn_next, turn_previous } rcy_turn;

// Owners of slots of one name.
typedef enum rcy_class { class_game, class_player, class_team, class_count } rcy_class;

// Kinds of named slots: the five kinds of place come first, as in rcy_place_kind.
enum { slot_sto = 5, slot_str, slot_points, slot_flag, slot_who, slot_kinds };

enum { rcy_nobody = 255 };  // used in place of a player

// The byte of a component with sides: which side shows, and whether chance or hidden
// information turned it.
enum { rcy_side_bits = 127, rcy_turned = 128 };

typedef struct rcy_node rcy_node;
struct rcy_machine;
struct rcy_coll;
struct rcy_lister;
struct rcy_node {
    uint8_t op;
    uint8_t flag;
    uint8_t mode;        // rcy_mode
    uint8_t class_;      // rcy_class of x under mode_owner and mode_named
    uint16_t var;        // the variable that is read or bound
    uint16_t var_depth;  // how many variables are bound around it
    bool draws;          // whether something in it may need chance
    bool picks;          // whether it is an act with an `any` in it
    bool sure;           // whether it is an act that always has an effect
    // a move from a place or of a variable to the top; or a map whose words are all
    // storages of the game
    bool quick;
    bool safe;       // whether it is an expression that neither needs chance nor fails
    bool lazy_pile;  // a move of the top card of a lazy pile; see lazy_shuffle.c
    int32_t a, b;
    int32_t token;     // its position in the text
    int32_t count;     // length of `list`
    int32_t coverage;  // its number in the list of coverage points, or -1
    int64_t value;
    const rcy_node *x, *y, *z;
    const rcy_node *origin;  // of a moved variable: the place from which it was most likely taken
    const rcy_node *const *list;
    const struct rcy_card_filter *card_filter;  // for filters that tables can evaluate
    const struct rcy_space_filter *spaces;      // the same for a filter of spaces
    const struct rcy_line_test *lines;          // of a test for a line that belongs to one owner
    const int32_t *slots;  // of a storage of the game that a variable names: slots by name
    int32_t number;        // its number among all nodes of the program, from 0
#ifdef RCY_NATIVE_UNIT     // in generated C code: the function that evaluates it is one of these
    int64_t (*works_out)(struct rcy_machine *m);
    void (*gathers)(struct rcy_machine *m, struct rcy_coll *out);
    void (*does)(struct rcy_machine *m);
    void (*lists)(struct rcy_lister *l, uint64_t path, uint64_t scale);
    int32_t only;  // of a point map: the only one that is ever set there, counted from 1; or 0
#endif
};

// A test of a card whose result is a bit: a table, an attribute compared with a string
// storage, or a condition that is the same for every card.
typedef struct rcy_card_test {
    const uint8_t *table;
    const uint16_t *attribute;  // attribute value of each card
    int32_t string;             // the storage
    const rcy_node *condition;
    uint64_t mask;          // the table as a set of cards
    const uint64_t *masks;  // of the attribute: the sets of cards that have each string
} rcy_card_test;

typedef struct rcy_term {  // patterns with all bits of `with` and none of `without`
    uint8_t with, without;
} rcy_term;

typedef struct rcy_card_filter {
    int count;
    rcy_card_test card_test[rcy_most_filter_tests];
    uint64_t truth;  // for each pattern of bits: whether the card passes
    int terms;       // a card passes if any term covers it; 0: sets are not used
    rcy_term term[rcy_most_terms];
} rcy_card_filter;

// A test of a space whose result is a bit: a table, or what its slot holds.
typedef struct rcy_space_test {
    const uint8_t *fixed;       // the result for each space of the list
    const int32_t *bytes;       // slots; -1: there is none, and it counts as holding `missing`
    const int32_t *numbers;     // slots of numbers; -1 counts as holding 0
    const rcy_node *condition;  // a condition that is the same for all spaces
    int32_t value, missing;
    bool current;       // compare with the current player, not with `value`
    uint8_t holds_for;  // for numbers: see rcy_holds_for
    // Where spaces are few and their slots have the same order: the spaces for which the
    // table is true, or those with a slot, as a set; the first of these, its slot, and
    // the number of slots from that to the last.
    uint64_t set;
    int32_t first, slot, span;
} rcy_space_test;

typedef struct rcy_space_filter {
    int count, size;
    const int32_t *names;  // names of the list that is filtered
    rcy_space_test test[rcy_most_filter_tests];
    uint64_t truth;  // for each pattern of results: whether the space passes
    int terms;       // a space passes if any term covers it; 0: sets are not used
    rcy_term term[rcy_most_terms];
} rcy_space_filter;

typedef struct rcy_line_test {
    int length;
    const int32_t *from;   // by space: its first line
    const int32_t *slots;  // slots of the spaces of each line
    const rcy_node *space, *owner;
} rcy_line_test;

typedef struct rcy_insn {
    uint8_t op;
    uint8_t flag;  // of a stage: whether teams take turns
    bool copies;   // whether it may need chance after it has changed something
    bool quick;    // a STEP of only throws, sums and assignments; see emit_program.c
    bool throws;   // whether the first of them is a throw
    bool ahead;    // whether it may run between a saved row and its pause
    int32_t jump;
    int32_t token;
    int32_t choice;                    // number of the choice, of CHOOSE
    int32_t bytecode;                  // the first of its bytecodes
    int32_t kept;                      // index of the number that it keeps in the state, or -1
    int32_t level;                     // how many numbers are kept around it
    uint8_t holds;                     // of KEEP: the rcy_type of what is kept
    bool otherwise;                    // of CHOOSE: `jump` is where the `else` begins
    int32_t stop_turn, stop_stage;     // where a `stop` of the turn or the stage leads from here
    uint32_t at_cycle, at_team_cycle;  // where the top cycles lie in the state
    const rcy_node *x;
} rcy_insn;

// The bytecode of a program: one flat list of small operations, flow and acts alike. See
// bytecode_interpreter.c.
typedef enum rcy_bytecode_op {
#define LIGHT(kind, name) bytecode_##name,
#define HEAVY(kind, name) bytecode_##name,
#include "recycle/bytecode_opcodes.def"
} rcy_bytecode_op;

typedef struct rcy_bytecode {
    const void *on;  // address of its code; see bytecode_interpreter.c
    int32_t a, b, c;
    uint8_t op;
    uint8_t who, whose;  // owners of the slots a and b; see bytecode_interpreter.h
    bool flag;
    const struct rcy_bytecode *to;  // where it jumps
    const rcy_node *node;  // the node it stands for, which the machine executes in unusual cases
    uint32_t pc;           // the instruction it belongs to
    int32_t jump;          // number of the bytecode where it jumps
    // Fuel is counted only at jumps: `spent` is the cost of all bytecodes in the list up
    // to this one, and `jump_fuel` is what a jump adds. Native code counts every bytecode
    // itself and uses neither.
    uint32_t spent, jump_fuel;
    uint16_t cost;  // fuel that it costs
} rcy_bytecode;

// A step of the plan by which a choice is listed: a graph of tests and of options to
// list, in which nothing is tested that an earlier answer has decided. See
// emit_option_plan.c.
typedef enum rcy_plan_op {
    plan_end,
    plan_test_number,
    plan_test_string,
    plan_test_same,
    plan_test_compare,
    plan_test_two_numbers,
    plan_test_size,  // the last for which rcy_plan_step_is_cheap holds
    plan_test_condition,
    plan_test_filter,
    plan_add_moves,
    plan_add_place,
    plan_add_bound,
    plan_add_filter,
    plan_add_counted,
    plan_add_node,
} rcy_plan_op;

typedef struct rcy_plan_step {
    uint8_t op;
    bool flag;          // whether the result is negated, for a condition or a filter
    uint8_t holds_for;  // of a comparison: see rcy_holds_for
    uint8_t current;    // 255: the place belongs to the current player; 0: it is fixed
    uint16_t alternative;
    int32_t slot;          // slot of a storage or a place
    int32_t value;         // a number or storage to compare with, the index of a count, or how many
    int32_t yes, no;       // where to continue; a step that lists something continues at `yes`
    int32_t string;        // the storage that names the attribute
    const uint8_t *table;  // of a filter, by card; or the next field
    const uint16_t *attribute;
    const dado_move *moves;  // several options that are listed at once
    const rcy_node *node;
} rcy_plan_step;

typedef struct rcy_choice {
    int count;  // number of alternatives
    const rcy_node *const *acts;
    const uint16_t *order;     // the order of listing: alternatives that can only pass come last
    const int32_t *bytecodes;  // by alternative: its first bytecode, or -1; NULL: there are none
    const rcy_bytecode *const *first;  // the same as pointers, or NULL
    // inverse of `count` for rcy_divide, if paths go on after the alternative; or 0
    uint64_t inverse;
    uint32_t at_cycle;          // cycle of the player who chooses
    const rcy_plan_step *plan;  // its first step, or NULL
    int lets;                   // number of `let`s around it
    const rcy_node *const *let;
    bool let_draws;    // whether these need chance
    bool quick;        // there are no `let`s, and its plan needs no machine
    bool fixed_lists;  // and its plan lists only fixed options
    bool picks;        // whether an alternative has an `any`, so that paths go on after it
    bool peeks;        // whether options may depend on what the chooser does not see
    int token;
    int coverage;  // coverage point of its first alternative
} rcy_choice;

typedef struct rcy_test {
    int32_t key, key_word;  // number of the key, or the word that holds the computed key
    int32_t string, string_word;
} rcy_test;

typedef struct rcy_award {
    int64_t value;
    int32_t value_word;  // index among the computed values, or -1
    int32_t count;
    const rcy_test *tests;
} rcy_award;

typedef struct rcy_map {   // one `set` of a point map
    const int64_t *fixed;  // for each card, the part of its score that play does not change
    int32_t count;         // number of awards that depend on play
    const rcy_award *awards;
    int32_t words, values;         // how many strings and values are computed when it is set
    const rcy_node *const *word;   // the computed strings, in order
    const rcy_node *const *worth;  // the computed values
} rcy_map;

typedef struct rcy_teams {
    int32_t count;
    const uint8_t *of;              // the team of each player
    const uint8_t *members, *from;  // `from` has count + 1 entries
} rcy_teams;

typedef struct rcy_dice {
    int32_t name, count;
    const int32_t *faces;
} rcy_dice;

typedef struct rcy_deck {  // a `create deck` act
    int32_t first, each;   // its first card, and the number of cards of each run
} rcy_deck;

typedef struct rcy_fact {  // the fact that a card has this value of an attribute
    int32_t key, value;
} rcy_fact;

typedef struct rcy_place_info {
    int32_t name;
    int8_t owner;  // a player, or -1: the table
    uint8_t kind;
} rcy_place_info;

typedef struct rcy_coverage_point {  // something that may be executed or hold, or not
    int32_t token, last;
    char kind;  // 's'tage, 'c'ondition, 'o'ption, 'a'ct
} rcy_coverage_point;

// What a symmetry of a board does to a state: where each slot goes, and what each name
// becomes.
typedef struct rcy_board_symmetry {
    const int32_t *sto, *str, *byte, *name;
} rcy_board_symmetry;

typedef struct rcy_program {
    dado_rules rules;  // with the description's own name and title
    const rcy_source *source;
    int players, most_teams, teams_count, cards, keys, strings;
    const rcy_insn *code;
    int code_count;
    const rcy_bytecode *bytecodes;  // NULL: there is no bytecode
    int bytecode_count;
    uint32_t longest;  // most fuel that bytecodes use between two checks
    const rcy_choice *choices;
    int choice_count;
    const rcy_choice *const *choice_at;  // by instruction, or NULL
    const uint32_t *asked_at;            // by instruction: where the state says who chooses there
    int node_count;
    const rcy_node *scoring;
    // storages of the first player, if the score is just these; or -1
    int32_t score_slot, minus_slot;
    bool lowest_wins, listed, strict, saves;
    bool fresh;         // the result of a shuffle depends on chance alone, not on the order before
    bool exchanges;     // cards of a shuffle can be exchanged; see track_card_draws.c
    bool throws_cards;  // components with sides are thrown; known if `exchanges`
    dado_luck_change luck_change;  // as the options `exchange` and `side` say
    bool plain;  // use no short cuts: no bytecode, plans or card_filters, and no merged nodes
    const uint16_t *attribute;     // [key][card]: a string
    const uint64_t *const *masks;  // by key, or NULL: the sets of cards that have each string
    const uint16_t *rank;          // [key][card]: which of the key's values it has, from 0
    const uint64_t *rank_bit;      // the same as a bit, or 0 from 64 on
    const int32_t *rank_count;     // by key: number of values, counting "none" as one
    const int32_t *key_of;         // by string: the number of the key, or -1
    const uint16_t *deck_of;       // by card: the name of its deck
    const uint16_t *identical_to;  // by card: the first card with the same deck and attributes
    bool any_identical;
    // What makes no difference to play; see canonical_state.c.
    const uint32_t *blank_number, *blank_word;  // where such numbers and words lie in the state
    int blank_numbers, blank_words;
    const uint8_t *unordered;  // by place: whether its cards have no order
    bool any_unordered;
    // by string: places of that name are lazy piles; see lazy_shuffle.c
    const bool *lazy_pile_named;
    bool any_lazy_pile;
    const bool *unseen_pile_named;  // by string, where cards can be exchanged: nobody looks there
    // Symmetries of the board that the rules do not distinguish; see symmetry.c.
    const rcy_board_symmetry *symmetries;
    int symmetry_count;      // number of symmetries, without the identity
    const int32_t *slot_of;  // [kind][string][class]: the first slot, or -1
    const rcy_map *maps;
    int map_count;
    const rcy_teams *teams;
    const rcy_dice *dice;
    int dice_count;
    const rcy_deck *decks;
    int deck_count;
    const rcy_place_info *place;
    const rcy_place_info *mem;
    int places, mems, recall_room;
    const rcy_coverage_point *coverage;
    int coverage_count;
    // by coverage point: what was executed before the first pause
    const int64_t *opening_held, *opening_failed;
    int depth, team_depth;                     // most nested cycles
    int stos, strs, map_slots, words, awards;  // `words` and `awards` are those of one map slot
    int bytes;                                 // number of flags and players in storages
    int kept;  // number of values that the flow keeps: turns, counters, `let`s
    bool together, shows,
        placed;      // simultaneous choices; cards that are shown; places at the end
    bool tells;      // whether players are told about cards; then `shows` is set too
    rcy_fact *fact;  // what they may be told
    int fact_count;
    uint64_t *fact_bits;               // by card: the facts that are true of it
    bool one_side;                     // whether all win or lose together
    const rcy_node *win;               // who wins, or NULL
    const rcy_node *const *ranked_by;  // keys to rank by, of which the first is the score
    int key_count;
    uint32_t least_first;  // bits of the keys of which less is better
    // bits of the kept numbers that are cards; the last bit stands for all further ones
    uint64_t keeps_cards;
    bool chosen_by;  // whether another than the current player may choose
    const struct rcy_label *labels;
    int label_count;
    // names made of two keys: by second key, a string or a seat, the name; 0 if there is none
    const int32_t *const *joined;
    int joined_count;
    const struct rcy_boards *boards;
    const int32_t *number_of;         // by string: the number that it stands for, or 0
    const int64_t *const *key_score;  // by key, where cards are scored by it: scores by look
    int looks;                        // number of sides of all cards together
    const int32_t *look_from;         // by card: its first look; NULL: every card has one side
    const uint8_t *side_count;        // number of sides of each card
    const uint16_t *side_slot;        // by card: its byte among the sides, if it has two or more
    int sided;                        // number of cards with two or more sides
    const uint16_t *look_kind;        // by look: the first look with the same deck and attributes
    // by card: equal for cards that may be exchanged for each other
    const uint16_t *exchange_class;
    const uint8_t *whose;  // by card: the player in whose place it was made, or rcy_nobody
    int most_moves;
    uint32_t at_score, at_sto, at_die, at_award, at_str, at_map, at_word, at_order, at_from,
        at_recall, at_recall_from, at_cycle, at_team_cycle, at_made, at_kept, at_byte, at_side,
        at_chooser, at_option, at_chosen, at_mark, at_fact, at_place, at_lazy_pile,
        at_exchange;  // 0 if cards cannot be exchanged
    uint32_t state_size, view_size;
    unsigned char *initial_state;  // the state at the first pause
    const rcy_place_info *sto_info, *str_info, *byte_info;
    uint8_t *side;
    const struct rcy_feature_layout *feature_layout;  // what learners read; see learner_features.h
    struct rcy_native_link *native_link;  // native code, once it is attached; see native_codegen.h
} rcy_program;

// Why play has paused. After a row of scores was saved, play pauses until the row is
// read. If only chance comes next, it pauses for both at once.
typedef enum rcy_pause_kind {
    pause_choice,
    pause_chance,
    pause_round,
    pause_over,
    pause_stopped,
    pause_round_and_chance,
} rcy_pause_kind;

typedef struct rcy_pause {
    uint64_t pending;   // the option that waits for chance
    uint64_t luck;      // outcomes given so far, or the random word for the `let`s around a choice
    uint64_t span;      // product of the radices in `luck`; 0 while there are none
    uint32_t pc;        // the current instruction, or the token of the act that failed
    uint32_t outcomes;  // number of listed outcomes; 0: any random word
    uint32_t rounds;
    uint16_t fault;  // number of the error, 6xx, or 0
    uint8_t kind;    // rcy_pause_kind
    uint8_t teams;   // which `create teams` applies
} rcy_pause;
_Static_assert(sizeof(rcy_pause) == 40, "no padding: states are compared as bytes");

// What a state stores about changes of luck; only where cards can be exchanged.
typedef struct rcy_exchange {
    uint32_t shuffles;  // shuffles of two or more cards so far
    uint32_t thrown;    // throws of single components with two or more sides so far
    dado_luck_change change;
} rcy_exchange;
_Static_assert(sizeof(rcy_exchange) == 32, "no padding: states are compared as bytes");

typedef enum rcy_coll_kind {
    coll_place,
    coll_mem,
    coll_cards,
    coll_groups,
    coll_subsets,
    coll_items,
    coll_range,
    coll_lists,
} rcy_coll_kind;

typedef struct rcy_group {
    union {
        uint16_t *cards;
        const int32_t *items;  // items of a list of strings
    };
    int32_t count;
} rcy_group;

typedef struct rcy_coll {
    uint8_t kind;
    int32_t place;  // the place, of coll_place and coll_mem
    int32_t count;  // not used for places, which are live
    int64_t first;  // first number of a range
    union {
        uint16_t *cards;
        rcy_group *groups;
        const int32_t *items;
    };
} rcy_coll;

typedef union rcy_var {
    int64_t value;
    rcy_coll coll;
} rcy_var;

enum { trap_none = 0, trap_needs_chance = 1, trap_stop = 2 };  // or an error number, 601 to 613

// The work space of a machine. It is separate from the machine, which is small, so that
// the compiler can keep the machine in registers. Nothing here is read before it is
// written.
typedef struct rcy_scratch {
    rcy_var var[rcy_most_vars];
    uint16_t card[rcy_most_cards_out];
    rcy_group group[rcy_most_groups];
    int32_t item[rcy_most_items];
} rcy_scratch;

typedef struct rcy_machine {
    const rcy_program *p;
    unsigned char *state;
    rcy_pause *pause;
    int32_t *sto, *die;
    uint16_t *str, *order, *from;
    uint8_t *byte;
    uint8_t *cycle, *team_cycle;  // the top cycles: index, queued
    // All of these are 0 when a call begins; see rcy_machine_begin.
    int32_t trap;
    int32_t trap_token;
    uint32_t wanted;     // number of outcomes of the draw that found no random bits
    bool has_seed;       // whether the generator may be used
    bool first_of_ties;  // for standings during play: take the first of those tied, without chance
    bool drawn;          // whether chance was used in this option
    bool saved;          // whether the current instruction saved a row of scores
    bool row;            // a row was saved, and play pauses as soon as it must
    bool need_card;      // whether an index that finds no card is an error
    bool overfull;       // listing reached a limit
    uint8_t path_mode;   // rcy_path_mode
    uint8_t stop;        // with trap_stop: keyword_turn, keyword_stage or keyword_game
    uint64_t unused_outcome, unused_span;  // listed outcomes that are not used yet
    uint32_t fuel, loops;
    uint32_t asked;         // choices that were examined for an option on the way
    uint64_t path;          // the rest of the option's number
    uint32_t acts_done;     // number of acts executed
    int32_t picked;         // position of the card that was picked, for the act that moves it
    int32_t picks, digits;  // `any`s met, and digits given while listing
    int32_t cards_out, groups_out, items_out;
    struct rcy_hooks *hooks;
    struct rcy_pins *pins;
    // These point into the scratch.
    rcy_var *var;
    uint16_t *card;
    rcy_group *group;
    int32_t *item;
    // The rest is written before it is read.
    dado_fast_rng luck;
    int32_t digit[rcy_most_picks], radix[rcy_most_picks];
} rcy_machine;

typedef enum rcy_path_mode { path_none, path_list, path_run } rcy_path_mode;

// Callbacks while a move is executed: which coverage points were reached, and what was
// done.
typedef struct rcy_hooks {
    void (*act)(struct rcy_hooks *hooks, const rcy_machine *m, const rcy_node *n);
    void (*fired)(struct rcy_hooks *hooks, int coverage, bool held);
    void (*picked)(struct rcy_hooks *hooks, const rcy_machine *m, const rcy_node *n,
                   const rcy_coll *c,
                   int k);  // just bound by an `any`
    void (*label)(struct rcy_hooks *hooks, const rcy_machine *m, const rcy_node *n);  // or NULL
    // Called around an instruction that may run out of random bits half way: when it
    // begins, and when it is undone. Both may be NULL.
    void (*begins)(struct rcy_hooks *hooks);
    void (*taken_back)(struct rcy_hooks *hooks);
    uint64_t work;  // acts executed and elements examined so far
} rcy_hooks;

// The text of a label, split at its variables.
typedef struct rcy_label {
    int32_t text;                  // the whole text
    int count;                     // number of variables
    const rcy_node *const *value;  // of each variable: its value or collection
    const uint8_t *type;
} rcy_label;

typedef struct rcy_pins {
    int eyes;
    uint64_t *bits;  // one bit per card
} rcy_pins;

// --- compiler ---
bool rcy_emit(rcy_program *p, rcy_source *s, rcy_tree *game, int most_moves, int mems,
              dado_region *region, dado_error *err);

// Returns whether an act takes the top card of a lazy pile, and so needs chance; see
// lazy_shuffle.c.
bool rcy_takes_from_lazy_pile(const rcy_program *p, const rcy_tree *act);

// --- values ---
int64_t rcy_value(rcy_machine *m, const rcy_node *n);
void rcy_gather(rcy_machine *m, const rcy_node *n, rcy_coll *out);
// Gathers a collection, but copies a place, so that later moves do not affect it.
void rcy_snapshot(rcy_machine *m, const rcy_node *n, rcy_coll *out);
void rcy_element(rcy_machine *m, const rcy_coll *c, int32_t k, rcy_var *var);
uint64_t rcy_draw(rcy_machine *m, uint64_t count, int token);
void rcy_fault(rcy_machine *m, int code, int token);

int64_t rcy_try_act(rcy_machine *m, const rcy_node *n);  // in try_act.c

// --- acts and flow ---
void rcy_act(rcy_machine *m, const rcy_node *n);
void rcy_run(rcy_machine *m);  // runs to the next pause
void rcy_apply(const rcy_program *p, void *state, dado_move move, rcy_hooks *hooks);
bool rcy_bind_choice_lets(rcy_machine *m,
                          const rcy_choice *c);  // binds the `let`s around a choice
int32_t rcy_find_card(const rcy_machine *m, int32_t card, int32_t *place);
void rcy_trap_to_pause(rcy_machine *m);  // turns a trap into a pause

// --- choices ---
#define RCY_NOTHING DADO_NO_CHOICE  // there is no option: go on
// as a pending option: the `let`s around a choice wait for chance
#define RCY_LETS ((dado_move)-3)
#define RCY_TOO_MANY ((dado_move)-2)  // the options exceed a limit: play stops
int rcy_list_moves(const rcy_program *p, const void *state, dado_move *moves, rcy_pins *pins,
                   rcy_hooks *hooks);
// The same without hooks.
int rcy_list_moves_fast(const rcy_program *p, const void *state, dado_move *moves);
bool rcy_has_option(rcy_machine *m);  // at the current choice

void rcy_check_by_playing(rcy_source *s, const dado_game *game);  // reports W416 and W431

// --- the rest of the game contract ---
void rcy_scores(const rcy_program *p, const void *state, int32_t *scores);
void rcy_observe(const dado_game *game, const void *state, int player, void *view);
void rcy_redeal(const dado_game *game, const void *view, int player, dado_rng *rng, void *state);
void rcy_canonicalize(const dado_game *game, void *state);
bool rcy_find_irrelevant(rcy_program *p, const rcy_source *s, const rcy_tree *game,
                         dado_region *region);
void rcy_clear_irrelevant(const rcy_program *p, void *state);
void rcy_print(const dado_game *game, const void *state, int eyes, dado_text *out);
void rcy_print_move(const dado_game *game, const void *state, dado_move move, dado_text *out);
void rcy_state_json(const dado_game *game, const void *state, int eyes, dado_text *out);
// Writes the labels that are met while a move is executed and are not part of its own
// words.
void rcy_print_move_labels(const dado_game *game, const void *state, dado_move move, int eyes,
                           dado_text *out);
void rcy_move_json(const dado_game *game, const void *state, dado_move move, dado_text *out);
bool rcy_sound(const dado_game *game, const void *state, dado_error *err);
bool rcy_sees(const rcy_program *p, int place, int eyes);
bool rcy_choice_is_open(const dado_game *game, const void *state);
// Returns whether a card was shown to a player, and has neither moved nor turned since.
bool rcy_is_shown(const rcy_program *p, const unsigned char *state, int card, int eyes);
