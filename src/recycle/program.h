// program.h - a compiled description, the state it plays on, and the machine that plays it.
//
// A program is flat flow instructions, each with trees of typed nodes whose
// storage, places and variables are numbers already. A state is plain bytes:
// a fixed head and arrays whose lengths the compiler chose. The machine is the
// scratch of one call; nothing of it outlives the call.
#pragma once

#include "recycle/board.h"

typedef enum rcy_op {
    OP_NOTHING,
#define LEAF(name, how) OP_##name,
#define VALUE(name, how) OP_##name,
#define GATHER(name, how) OP_##name,
#define ACT(name, how) OP_##name,
#define FLOW(name) OP_##name,
#include "recycle/opcodes.def"
} rcy_op;

// How long one call may take. Fuzzing comes to these limits all the time, and under sanitizers:
// there they are nearer.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { rcy_most_fuel = 50000, rcy_most_rounds_of_loops = 100000 };
#else
enum {
    rcy_most_fuel = 1000000,              // acts and stage passes
    rcy_most_rounds_of_loops = 16000000,  // elements looked at by expressions
};
#endif

enum {
    rcy_most_vars = 448,
    rcy_most_cards_out = 16384,   // card numbers in virtual collections at once
    rcy_most_groups = 8192,
    rcy_most_items = 4096,
    rcy_most_subsets = 20,        // cards
    rcy_most_picks = 32,          // `any`s in one option
    rcy_most_state = 65536,
    rcy_most_listed = 65536,      // moves of one choice, whatever the option says
    rcy_deck_runs = 16,           // of one create deck act in a play
    rcy_nobody_queued = 255,
    rcy_most_traits = 6,          // bits of a sieve
    rcy_most_terms = 6,           // of a sieve that is worked out for all cards at once
    rcy_most_masked = 64,         // cards or spaces, where a set of them is one number
    rcy_most_counts = 8,          // kept while the options of a choice are listed
};

// How a slot of an owner is found.
typedef enum rcy_mode {
    mode_fixed,    // a
    mode_current,  // a + the current player
    mode_var,      // a + variable
    mode_owner,    // a + value of x
    mode_named,    // by the name y, a look-up; x is the owner or NULL for the game
    mode_checked,  // a + value of x, which may be nobody
} rcy_mode;

// Where a card is put: `flag` of a move or remember.
typedef enum rcy_target { to_top, to_bottom, to_index, to_card } rcy_target;

// What a moved card was drawn through, and leaves as well: `mode` of a move.
typedef enum rcy_through { through_none, through_bound, through_group } rcy_through;

// Whom the turn is given to: `a` of a cycle. Anybody else is worked out.
typedef enum rcy_turn { turn_worked_out, turn_current, turn_next, turn_previous } rcy_turn;

// Owners of slots of one name.
typedef enum rcy_class { class_game, class_player, class_team, class_count } rcy_class;

// Kinds of named slots: the five kinds of place come first, as in rcy_place_kind.
enum { slot_sto = 5, slot_str, slot_points, slot_flag, slot_who, slot_kinds };

enum { rcy_nobody = 255 };  // as a player

// A byte for a component with sides: which shows, and whether luck or a secret turned it.
enum { rcy_side_bits = 127, rcy_turned = 128 };

typedef struct rcy_node rcy_node;
struct rcy_machine;
struct rcy_coll;
struct rcy_lister;
struct rcy_node {
    uint8_t op;
    uint8_t flag;
    uint8_t mode;       // rcy_mode
    uint8_t class_;     // rcy_class of x under mode_owner and mode_named
    uint16_t var;       // the variable read or bound
    uint16_t var_depth; // how many are bound around it
    bool draws;         // something in it may ask for luck
    bool picks;         // an act with an `any` in it
    bool sure;          // an act that is sure to do something
    bool quick;         // a move from a place or of a variable to the top; a map with no words
                        // but storages of the game's
    bool safe;          // an expression that neither draws nor fails
    bool bag;           // a move of the top card of a place that is drawn from; see bag.c
    int32_t a, b;
    int32_t token;      // where it is in the text
    int32_t count;      // of list
    int32_t cover;      // number of its place in the list of what can be covered, or -1
    int64_t value;
    const rcy_node *x, *y, *z;
    const rcy_node *origin;  // of a moved variable: the place it was most likely taken from
    const rcy_node *const *list;
    const struct rcy_sieve *sieve;  // of a filter of cards that takes only a look at each
    const struct rcy_space_sieve *spaces;  // the same of spaces
    const struct rcy_line_test *lines;     // of a question for a line that is all of one owner
    const int32_t *slots;           // of a storage of the game's named by a variable: by name
    int32_t number;     // of all nodes of the program, from 0
#ifdef RCY_UNIT         // a program written out as C: what works it out, one of these
    int64_t (*works_out)(struct rcy_machine *m);
    void (*gathers)(struct rcy_machine *m, struct rcy_coll *out);
    void (*does)(struct rcy_machine *m);
    void (*lists)(struct rcy_lister *l, uint64_t path, uint64_t scale);
    int32_t only;       // of a point map: the one that is ever set there, counted from 1; or 0
#endif
};

// A question about a card, the answer to which is a bit: by a table, for an attribute that a
// storage names, or a condition that is the same for every card.
typedef struct rcy_trait {
    const uint8_t *table;
    const uint16_t *attribute;   // by card
    int32_t string;              // the storage
    const rcy_node *condition;
    uint64_t mask;               // the table as a set of cards
    const uint64_t *masks;       // of the attribute: the cards that have it, by string
} rcy_trait;

typedef struct rcy_term {        // those with all of these bits and none of those
    uint8_t with, without;
} rcy_term;

typedef struct rcy_sieve {
    int count;
    rcy_trait trait[rcy_most_traits];
    uint64_t truth;              // by the bits of a card: whether it passes
    int terms;                   // cards that pass are those of any; 0: they are not sets
    rcy_term term[rcy_most_terms];
} rcy_sieve;

// A question about a space, the answer to which is a bit: by a table, or by what its slot holds.
typedef struct rcy_space_test {
    const uint8_t *fixed;         // by space of the list
    const int32_t *bytes;         // slots, -1: there is none, and it is as if it held `missing`
    const int32_t *numbers;       // slots of numbers, likewise 0
    const rcy_node *condition;    // the same for all of them
    int32_t value, missing;
    bool current;                 // compared with the current player, not with `value`
    uint8_t holds_for;            // of numbers
    // Where spaces are few, and their slots lie as they do: the table, or those with a slot, as a
    // set; the first of these, its slot, and how many lie from that to the last.
    uint64_t set;
    int32_t first, slot, span;
} rcy_space_test;

typedef struct rcy_space_sieve {
    int count, size;
    const int32_t *names;         // of the list that is filtered
    rcy_space_test test[rcy_most_traits];
    uint64_t truth;               // by the answers: whether a space passes
    int terms;                    // spaces that pass are those of any; 0: they are not sets
    rcy_term term[rcy_most_terms];
} rcy_space_sieve;

typedef struct rcy_line_test {
    int length;
    const int32_t *from;          // by space: its lines
    const int32_t *slots;         // of the spaces of each line
    const rcy_node *space, *owner;
} rcy_line_test;

typedef struct rcy_insn {
    uint8_t op;
    uint8_t flag;               // of a stage: teams
    bool copies;                // may draw after it has changed something
    bool quick;                 // a STEP of nothing but throws, sums and sets; see emit.c
    bool throws;                // the first of them is a throw
    bool ahead;                 // may run between a saved row and its rest
    int32_t jump;
    int32_t token;
    int32_t choice;             // of CHOOSE
    int32_t beat;               // the first beat of its brisk form
    int32_t kept;               // the number it keeps in the state, or -1
    int32_t level;              // how many numbers are kept around it
    uint8_t holds;              // of KEEP: the rcy_type of what is kept
    bool otherwise;             // of CHOOSE: `jump` is where what is done else begins
    int32_t stop_turn, stop_stage;  // where these lead from here
    uint32_t at_cycle, at_team_cycle;  // where the top ones lie in the state
    const rcy_node *x;
} rcy_insn;

// The brisk form of a program: one flat list of small beats, flow and acts alike. See brisk.c.
typedef enum rcy_beat_op {
#define LIGHT(kind, name) beat_##name,
#define HEAVY(kind, name) beat_##name,
#include "recycle/beats.def"
} rcy_beat_op;

typedef struct rcy_beat {
    const void *on;          // its code; see brisk.c
    int32_t a, b, c;
    uint8_t op;
    uint8_t who, whose;      // owners of the slots a and b: see brisk.h
    bool flag;
    const struct rcy_beat *to;  // where it jumps
    const rcy_node *node;    // what it stands for, for the machine where anything is unusual
    uint32_t pc;             // the instruction it is part of
    int32_t jump;            // the number of the beat where it jumps
    // Fuel is counted where it jumps or is looked at: what all beats in the list cost, up to this
    // one, and what has to be added where it jumps. Native code counts every beat, and has neither.
    uint32_t spent, toll;
    uint16_t cost;           // fuel
} rcy_beat;

// How a choice is listed where a look is enough: a graph of questions and of options to put down,
// in which nothing is asked that an answer before has settled. See plan.c.
typedef enum rcy_ask_op {
    ask_end,
    ask_number, ask_string, ask_same, ask_against, ask_two_numbers, ask_size,  // rcy_asks_little
    ask_condition, ask_filter,
    put_these, put_place, put_bound, put_filter, put_counted, put_node,
} rcy_ask_op;

typedef struct rcy_ask {
    uint8_t op;
    bool flag;               // the answer is turned round: of a condition or a filter
    uint8_t holds_for;       // of a comparison: see rcy_holds_for
    uint8_t current;         // 255: the place is the current player's; 0: it is known
    uint16_t alternative;
    int32_t slot;            // of a storage or a place
    int32_t value;           // to compare with, another storage, where a count is kept, or how many
    int32_t yes, no;         // where to go on; what puts something down goes on at `yes`
    int32_t string;          // the storage that names the attribute
    const uint8_t *table;    // of a filter, by card; or
    const uint16_t *attribute;
    const dado_move *moves;  // of several that are put down at once
    const rcy_node *node;
} rcy_ask;

typedef struct rcy_choice {
    int count;                        // of alternatives
    const rcy_node *const *acts;
    const uint16_t *order;            // as listed: those that can only pass come last
    const int32_t *beats;             // by alternative: its first beat, or -1; NULL: none has any
    const rcy_beat *const *first;     // the same, or NULL
    uint64_t inverse;                 // of `count`, by rcy_divide, where numbers go on; or 0
    uint32_t at_cycle;                // of whoever chooses
    const rcy_ask *plan;              // from its first entry on, or NULL
    int lets;                         // around it
    const rcy_node *const *let;
    bool let_draws;                   // these ask for luck of their own
    bool quick;                       // there are none, and its plan takes no machine
    bool glance;                      // nor does it put down anything but what answers lead to
    bool picks;                       // there is an `any` in one: numbers go on behind it
    bool peeks;                       // options may depend on what the chooser does not see
    int token;
    int cover;                        // of its first alternative
} rcy_choice;

typedef struct rcy_test {
    int32_t key, key_word;      // the key's number, or the word it was computed into
    int32_t string, string_word;
} rcy_test;

typedef struct rcy_award {
    int64_t value;
    int32_t value_word;  // in `award`, or -1
    int32_t count;
    const rcy_test *tests;
} rcy_award;

typedef struct rcy_map {     // one `set` of a point map
    const int64_t *fixed;    // for each card, what no play changes
    int32_t count;           // awards that are computed
    const rcy_award *awards;
    int32_t words, values;   // how many are computed when it is set
    const rcy_node *const *word;   // their strings, in order
    const rcy_node *const *worth;  // their values
} rcy_map;

typedef struct rcy_teams {
    int32_t count;
    const uint8_t *of;                  // the team of each player
    const uint8_t *members, *from;      // from has count + 1
} rcy_teams;

typedef struct rcy_dice {
    int32_t name, count;
    const int32_t *faces;
} rcy_dice;

typedef struct rcy_deck {    // a `create deck` act
    int32_t first, each;     // its cards: `each` a run
} rcy_deck;

typedef struct rcy_place_info {
    int32_t name;
    int8_t owner;            // a player, or -1: the table
    uint8_t kind;
} rcy_place_info;

typedef struct rcy_cover {   // something that may fire or not
    int32_t token, last;
    char kind;               // 's'tage, 'c'ondition, 'o'ption, 'a'ct
} rcy_cover;

// What turning a board one way does to a state: where each slot goes, and what each name becomes.
typedef struct rcy_image {
    const int32_t *sto, *str, *byte, *name;
} rcy_image;

typedef struct rcy_program {
    dado_rules rules;        // with the description's own name and title
    const rcy_source *source;
    int players, most_teams, teams_count, cards, keys, strings;
    const rcy_insn *code;
    int code_count;
    const rcy_beat *beats;        // NULL: no brisk form
    int beat_count;
    uint32_t longest;             // fuel that beats can take between two looks at it
    const rcy_choice *choices;
    int choice_count;
    const rcy_choice *const *choice_at;  // by instruction, or NULL
    const uint32_t *asked_at;     // by instruction: where the state says who chooses there
    int node_count;
    const rcy_node *scoring;
    int32_t score_slot, minus_slot;  // of the first player, where they are all it takes; or -1
    bool lowest_wins, listed, strict, saves;
    bool fresh;                   // what comes out of a shuffle is the luck's alone
    bool plain;  // takes no short way: no beats, plans or sieves, no two nodes in one
    const uint16_t *attribute;    // [key][card]: a string
    const uint64_t *const *masks; // by key, or NULL: the cards that have it, by string
    const uint16_t *rank;         // [key][card]: which of the key's values it has, from 0
    const uint64_t *rank_bit;     // the same as a bit, or 0 from 64 on
    const int32_t *rank_count;    // by key: how many there are, none at all included
    const int32_t *key_of;        // by string: the key's number, or -1
    const uint16_t *deck_of;      // by card: the name of its deck
    const uint16_t *twin;         // by card: the first that is alike in deck and attributes
    bool twins;
    // What makes no difference to play: see alike.c.
    const uint32_t *blank_number, *blank_word;  // where they lie in the state
    int blank_numbers, blank_words;
    const uint8_t *loose;         // by place: its cards have no order
    bool any_loose;
    const bool *bag_named;        // by string: places of that name are bags; see bag.c
    bool any_bag;
    const rcy_image *images;      // ways to turn the board that the rules do not tell apart; of
    int image_count;              // the board as it lies none: see symmetry.c
    const int32_t *slot_of;       // [kind][string][class]: a first slot, or -1
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
    const rcy_cover *cover;
    int cover_count;
    const int64_t *opening_held, *opening_failed;  // what fired before the first rest, by place
    int depth, team_depth;        // most cycles
    int stos, strs, map_slots, words, awards;  // words and awards of one map slot
    int bytes;                    // flags and players in storage
    int kept;                     // numbers that flow keeps: turns, counts, lets around elements
    bool together, shows, placed; // options that are kept, cards that were shown, places at the end
    bool one_side;                // all win or lose together
    const rcy_node *win;          // or NULL
    const rcy_node *const *ranked_by;  // keys to rank by, the first of which is the score
    int key_count;
    uint32_t least_first;         // bits of keys of which less is better
    uint64_t keeps_cards;  // kept numbers that are cards: bits, of which the last is the rest
    bool chosen_by;               // somebody else than the current player may choose
    const struct rcy_label *labels;
    int label_count;
    const struct rcy_boards *boards;
    const int32_t *number_of;     // by string: what it reads as, 0 where that is no number
    const int64_t *const *key_score;  // by key, where cards are scored by it: by look
    int looks;                    // sides of all cards together
    const int32_t *look_from;     // by card: its first look; NULL: every card has one side
    const uint8_t *side_count;    // by card
    const uint16_t *side_slot;    // by card: its byte among the sides, if it has two or more
    int sided;                    // how many have
    const uint16_t *look_kind;    // by look: the first that is alike in deck and attributes
    const uint16_t *kin;          // by card: those it may be exchanged for have the same
    const uint8_t *whose;         // by card: in whose place it was made, or rcy_nobody
    int most_moves;
    uint32_t at_score, at_sto, at_die, at_award, at_str, at_map, at_word, at_order, at_from,
        at_recall, at_recall_from, at_cycle, at_team_cycle, at_made, at_kept, at_byte, at_side,
        at_chooser, at_option, at_chosen, at_mark, at_place, at_bag;
    uint32_t state_size, view_size;
    unsigned char *image;         // the state at the first rest
    const rcy_place_info *sto_info, *str_info, *byte_info;
    uint8_t *side;
    const struct rcy_learned *learned;  // what learners read; see features.h
    struct rcy_forged *forged;    // native code, once there is some; see native.h
} rcy_program;

// After a round was saved the play rests until its row was read. If nothing but luck comes next, it
// rests for both at once.
typedef enum rcy_rest_kind {
    rest_choice, rest_luck, rest_round, rest_over, rest_stopped, rest_round_and_luck,
} rcy_rest_kind;

typedef struct rcy_rest {
    uint64_t pending;   // the option that waits for luck
    uint64_t luck;      // outcomes given so far, or the word that serves the lets around a choice
    uint64_t span;      // product of the radices in `luck`, 0 while there are none
    uint32_t pc;        // the flow instruction we are at, or the token of the act that failed
    uint32_t outcomes;  // listed at LUCK; 0: any word
    uint32_t rounds;
    uint16_t fault;     // 6xx, or 0
    uint8_t kind;       // rcy_rest_kind
    uint8_t teams;      // which `create teams` is in force
} rcy_rest;
_Static_assert(sizeof(rcy_rest) == 40, "no padding: states are compared as bytes");

typedef enum rcy_coll_kind {
    coll_place, coll_mem, coll_cards, coll_groups, coll_subsets, coll_items, coll_range, coll_lists,
} rcy_coll_kind;

typedef struct rcy_group {
    union {
        uint16_t *cards;
        const int32_t *items;  // of a list of strings
    };
    int32_t count;
} rcy_group;

typedef struct rcy_coll {
    uint8_t kind;
    int32_t place;       // of coll_place and coll_mem
    int32_t count;       // not kept for places: those are live
    int64_t first;       // of a range
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

enum { trap_none = 0, trap_luck = 1, trap_stop = 2 };  // or a fault, 601 to 613

// Where a machine lays out what it works out. It is apart from the machine, which is small, so that
// a compiler may keep all of that in registers; nothing here is read before it is written.
typedef struct rcy_scratch {
    rcy_var var[rcy_most_vars];
    uint16_t card[rcy_most_cards_out];
    rcy_group group[rcy_most_groups];
    int32_t item[rcy_most_items];
} rcy_scratch;

typedef struct rcy_machine {
    const rcy_program *p;
    unsigned char *state;
    rcy_rest *rest;
    int32_t *sto, *die;
    uint16_t *str, *order, *from;
    uint8_t *byte;
    uint8_t *cycle, *team_cycle;   // the top ones: index, queued
    // All of these are 0 when a call begins: see rcy_machine_begin.
    int32_t trap;
    int32_t trap_token;
    uint32_t wanted;               // outcomes of the draw that found no luck
    bool lucky;                    // the generator may be asked
    bool first_of_ties;            // standings in mid-play: no luck, the first of those tied
    bool drawn;                    // luck was used in this option
    bool saved;                    // a row, by the instruction at hand
    bool row;                      // one was saved, and the play rests as soon as it must
    bool need_card;                // an index that finds none is an error here
    bool overfull;                 // listing met a limit
    uint8_t walk;                  // rcy_walk
    uint8_t stop;                  // under trap_stop: word_turn, word_stage or word_game
    uint64_t left_luck, left_span; // listed outcomes not used yet
    uint32_t fuel, loops;
    uint32_t asked;                // choices looked at for an option on the way
    uint64_t path;                 // what is left of the option's number
    uint32_t trail;                // acts done
    int32_t picked;                // where a card that was picked lay, for whoever moves it
    int32_t picks, digits;         // `any`s met; digits given while listing
    int32_t cards_out, groups_out, items_out;
    struct rcy_ear *ear;
    struct rcy_pins *pins;
    // These are the scratch it was given.
    rcy_var *var;
    uint16_t *card;
    rcy_group *group;
    int32_t *item;
    // What follows is written before it is read.
    dado_quick luck;
    int32_t digit[rcy_most_picks], radix[rcy_most_picks];
} rcy_machine;

typedef enum rcy_walk { walk_none, walk_list, walk_run } rcy_walk;

// Who listens while a move is played: places that fired, and what was done, in words.
typedef struct rcy_ear {
    void (*act)(struct rcy_ear *ear, const rcy_machine *m, const rcy_node *n);
    void (*fired)(struct rcy_ear *ear, int cover, bool held);
    void (*picked)(struct rcy_ear *ear, const rcy_machine *m, const rcy_node *n, const rcy_coll *c,
                   int k);  // just bound by an `any`
    void (*label)(struct rcy_ear *ear, const rcy_machine *m, const rcy_node *n);  // or NULL
    void (*drew)(struct rcy_ear *ear, uint64_t count);  // one of so many, by a word; or NULL
    uint64_t work;  // acts done and elements looked at, so far
} rcy_ear;

// The text of a label in pieces: each but the first comes behind a variable.
typedef struct rcy_label {
    int32_t text;                  // the whole of it
    int count;                     // of variables
    const rcy_node *const *value;  // of each: a value or a collection
    const uint8_t *type;
} rcy_label;

typedef struct rcy_pins {
    int eyes;
    uint64_t *bits;  // a bit per card
} rcy_pins;

// --- compile ---
bool rcy_emit(rcy_program *p, rcy_source *s, rcy_tree *game, int most_moves, int mems,
              dado_arena *arena, dado_error *err);

// Whether an act takes the top card of a bag, and so asks for luck: see bag.c.
bool rcy_takes_from_bag(const rcy_program *p, const rcy_tree *act);

// --- values ---
int64_t rcy_value(rcy_machine *m, const rcy_node *n);
void rcy_gather(rcy_machine *m, const rcy_node *n, rcy_coll *out);
// The same, but a place is copied: later moves do not show.
void rcy_snapshot(rcy_machine *m, const rcy_node *n, rcy_coll *out);
void rcy_element(rcy_machine *m, const rcy_coll *c, int32_t k, rcy_var *var);
uint64_t rcy_draw(rcy_machine *m, uint64_t count, int token);
void rcy_fault(rcy_machine *m, int code, int token);

// --- acts and flow ---
void rcy_act(rcy_machine *m, const rcy_node *n);
void rcy_run(rcy_machine *m);                      // to the next rest
void rcy_apply(const rcy_program *p, void *state, dado_move move, rcy_ear *ear);
bool rcy_lets(rcy_machine *m, const rcy_choice *c);  // binds what stands around a choice
int32_t rcy_where(const rcy_machine *m, int32_t card, int32_t *place);
void rcy_give_up(rcy_machine *m);                  // the trap becomes a rest

// --- choices ---
#define RCY_NOTHING DADO_NOTHING      // no option: go on
#define RCY_LETS ((dado_move)-3)      // pending: the lets around a choice wait for luck
#define RCY_TOO_MANY ((dado_move)-2)  // the options exceed a limit: the play stops
int rcy_list(const rcy_program *p, const void *state, dado_move *moves, rcy_pins *pins,
             rcy_ear *ear);
// The same where nobody listens.
int rcy_list_briskly(const rcy_program *p, const void *state, dado_move *moves);
bool rcy_any_option(rcy_machine *m);  // at the choice its play is at

void rcy_trial(rcy_source *s, const dado_game *game);  // W416 and W431, by playing

// --- the rest of the contract ---
void rcy_scores(const rcy_program *p, const void *state, int32_t *scores);
void rcy_observe(const dado_game *game, const void *state, int player, void *view);
void rcy_redeal(const dado_game *game, const void *view, int player, dado_rng *rng, void *state);
void rcy_canon(const dado_game *game, void *state);
bool rcy_find_alike(rcy_program *p, const rcy_source *s, const rcy_tree *game, dado_arena *arena);
void rcy_blank_alike(const rcy_program *p, void *state);
void rcy_print(const dado_game *game, const void *state, int eyes, dado_text *out);
void rcy_print_move(const dado_game *game, const void *state, dado_move move, dado_text *out);
void rcy_tell(const dado_game *game, const void *state, int eyes, dado_text *out);
// Labels that are met while a move is played and are no part of its own words.
void rcy_said(const dado_game *game, const void *state, dado_move move, int eyes, dado_text *out);
void rcy_tell_move(const dado_game *game, const void *state, dado_move move, dado_text *out);
bool rcy_sound(const dado_game *game, const void *state, dado_error *err);
bool rcy_sees(const rcy_program *p, int place, int eyes);
// Whether a card was shown to somebody, and has neither moved nor turned since.
bool rcy_is_shown(const rcy_program *p, const unsigned char *state, int card, int eyes);
