// face.h - what a game shows of itself beyond its rules: pictures, events, what learners read.
//
// Rules are enough to play; a face is for those who watch, keep logs or learn.
// It hangs on the rules, every entry may be NULL, and the answer in brackets is
// what the rooms above do without it: none of them has to know a game by name.
//
// The table begins with its own size, and new entries go to its end, so that it
// grows without a new contract number. Whoever reads it asks dado_face_of, which
// gives NULL for what a game built before does not have.
//
// Eyes are as in `print`: a seat sees what `observe` would give it and not a
// thing more; DADO_NOBODY sees everything.
#pragma once

#include "core/game.h"
#include "core/ground.h"
#include "core/json.h"
#include "core/note.h"
#include "core/rng.h"
#include "core/spree.h"

// ---- scenes: a state as things that can be drawn, moved and clicked on

typedef enum dado_thing_kind {
    DADO_THING_PLACE,  // holds other things; `value`: how many stand side by side, 0: all in a row
    DADO_THING_CARD,
    DADO_THING_DIE,    // `value`: what it shows
    DADO_THING_TOKEN,  // `value`: how many equal ones it stands for
    DADO_THING_TILE,   // a square of a grid; `value` 1: its look is its name, not its ground
    DADO_THING_HEX,    // likewise, of a grid whose odd columns lie half a hex lower
    DADO_THING_UNIT,   // a piece with strength; `value`: in per mille of its full strength
    DADO_THING_BAR,    // `value`: how far it is filled, in per mille
    DADO_THING_WORDS,  // `value`: where its text begins in the scene's words
} dado_thing_kind;

typedef struct dado_thing {
    uint32_t id;      // the same thing keeps it through the match; 0 where eyes cannot follow it
    int32_t parent;   // the thing that holds it, by its place in the list, which is before its own;
                      // -1: the table
    int32_t at;       // where in its parent, from 0: left to right, then top to bottom
    int32_t value;    // see the kinds; 0 where nothing is said
    uint16_t look;    // for `look`: "QUEEN of CLUBS", "a pig", "wall"; 0 where it is hidden
    uint8_t kind;     // a dado_thing_kind
    bool back;        // it lies face down
    bool lit;         // its turn, its move, its winner: meant to be noticed
    bool dim;         // out of play or out of sight
} dado_thing;

typedef struct dado_scene {
    dado_thing *things;  // room for `room`, given by whoever asks
    int count, room;
    bool cut;            // there were more
    dado_text words;     // texts of things that are words, each ended by a zero byte
} dado_scene;

// ---- recording matches for pages

enum { DADO_RECORD_CURVES = 4 };

// Records a game's tables for the script of the same kind. What is written is JSON.
typedef struct dado_recorder {
    const char *kind;                        // of the script's board: "text", "hexes"
    int most_frames;                         // beyond, not every step is shown
    bool quiet_luck;                         // no frame between a move and the luck that decides it
    const char *curves[DADO_RECORD_CURVES];  // what is drawn over time; the rest NULL
    void *(*begin)(const dado_game *game);   // NULL: no memory
    void (*frame)(void *self, const dado_game *game, const void *state, dado_text *out);
    // What playing the step brought about, in words.
    void (*words)(void *self, const dado_game *game, const void *state, const dado_step *step,
                  dado_text *out);
    // What goes with a step about to be played: part of the next frame; or NULL.
    void (*deed)(void *self, const dado_game *game, const void *state, const dado_step *step);
    double (*curve)(const dado_game *game, const void *state, int which, int seat);
    void (*end)(void *self, const dado_game *game, dado_json *json);  // the rest of its members
    void (*free)(void *self);
} dado_recorder;

// ---- logs

// A match that was played, and what its game does not know of it.
typedef struct dado_chronicle {
    uint64_t seed;
    int players;
    const char *const *agents;  // who sat where
    const dado_step *path;
    int steps;
    dado_notes notes;       // of referees, in the order of decisions
    const int32_t *places;  // everybody's in the end, those who gave up last
    bool forfeit;           // giving up ended the match
} dado_chronicle;

// ---- what learners read

typedef enum dado_feature_kind {
    DADO_FEATURE_FLAG,   // 0 or 1
    DADO_FEATURE_WHOLE,  // whole numbers
    DADO_FEATURE_REAL,
} dado_feature_kind;

enum { DADO_FEATURE_AXES = 4 };

// A block of numbers with a name: all of one kind, in one range.
typedef struct dado_feature {
    const char *name;  // a word, fit to be a file's name: "planes"
    const char *about;
    dado_feature_kind kind;
    int axes;
    int32_t shape[DADO_FEATURE_AXES];  // the last axis runs fastest
    float least, most;  // no number is outside; infinite where the game knows no bound
} dado_feature;

// ---- what is odd about a file

typedef void dado_hearer(void *context, const dado_error *odd);

// ---- boards: games that can begin in many ways

enum { DADO_BOARD_SIZES = 2 };

// The boards of one size, as their game counts them.
typedef struct dado_board_list {
    uint64_t count;    // of all there are; 0: more than can be counted
    uint64_t classes;  // of boards that play alike; one stands for count / classes of them
    const void *self;  // the game's own
} dado_board_list;

typedef struct dado_board_face {
    const char *option;                  // whose value a board is: "board"
    const char *size[DADO_BOARD_SIZES];  // options that say how large they are: "colours", "discs"
    // The boards that go with these options, none of which names one.
    bool (*list)(dado_board_list *list, const dado_options *options, dado_arena *arena,
                 dado_error *err);
    // Board `number` of all, ascending; if `alike`, of those that stand for a class.
    void (*write)(const dado_board_list *list, bool alike, uint64_t number, dado_text *out);
    // Which class a board is of, as `write` numbers them.
    uint64_t (*class_of)(const dado_board_list *list, const char *board);
    // One at random, each as likely as any other; if `alike`, the one that stands for it.
    void (*draw)(const dado_board_list *list, bool alike, dado_rng *luck, dado_text *out);
} dado_board_face;

// ---- the table

typedef struct dado_face {
    size_t size;  // of the table as the game was built with it: sizeof(dado_face)

    // What there is to see, as things; `out` is empty when asked, and what does not fit its room
    // is left out and marked as cut. Things come in an order that depends on the state alone.
    // A hidden thing has neither id nor look. [The printed words.]
    void (*scene)(const dado_game *game, const void *state, int eyes, dado_scene *out);

    // Names a look, in words that no other look has. [Its number.]
    void (*look)(const dado_game *game, int look, dado_text *out);

    // The things that a legal move takes hold of, in order, by the ids they have in the actor's
    // scene: the card, then the pile. Returns how many, writes at most `most`. [None.]
    int (*touch)(const dado_game *game, const void *state, dado_move move, uint32_t *ids, int most);

    // Draws the table for terminals, with escapes for 256 colours. False, and nothing drawn, where
    // this state has no such drawing. [The printed words.]
    bool (*paint)(const dado_game *game, const void *state, int eyes, dado_text *out);

    // How its matches are kept for pages. [As printed tables.]
    const dado_recorder *record;

    // Writes the log of a match by playing its moves again: an event a line, as JSON, or as people
    // read it if `words`. `state` is scratch of the game's size. [A line a step.]
    void (*log)(const dado_game *game, const dado_chronicle *match, bool words, void *state,
                dado_text *out);

    // The blocks a learner reads, from 0 up: describes one; false beyond the last. The same for
    // every state of the game. [There are none, and nothing below is asked.]
    bool (*feature)(const dado_game *game, int which, dado_feature *out);

    // Names an entry of a block's first axis. [Its number.]
    void (*feature_entry)(const dado_game *game, int which, int entry, dado_text *out);

    // Writes all blocks, one behind the other, of what `seat` sees: from its view alone, so that
    // nothing hidden can leak.
    void (*features)(const dado_game *game, const void *view, int seat, float *values);

    // A move as `deed_size` numbers without ids, -1 where there is none: what is done, from where,
    // to what. From the view of the seat that is to move. [Its place in the list.]
    int deed_size;
    void (*deed)(const dado_game *game, const void *view, int seat, dado_move move, int32_t *out);

    // True of games that are matches played elsewhere and written down: nobody chooses anything.
    bool played;

    // What breeding calls that which can be bred: of a file of this game, of what its generators
    // make, of its bare name. [Nothing can.]
    const char *bred_of_file, *bred_of_generator, *bred_of_name;

    // What was done to the text it was opened from that its figures do not show, in a sentence
    // without its dot; nothing where nothing was. [Nothing.]
    void (*remark)(const dado_game *game, dado_text *out);

    // Says what is odd about the text of a file of this game that opens all the same, worst first,
    // each with its code and place. `source` is its name. [Nothing is.]
    void (*odd)(const char *source, const char *text, dado_hearer *hear, void *context);

    // Moves that mean the same in every state have a number of their own, below `actions`: what
    // a learner answers. [0: a move has no number but its place in the list.]
    int (*actions)(const dado_game *game);

    // The numbers of legal moves, from the view of the seat that is to choose; no two of a list
    // have the same. [The moves themselves.]
    void (*action)(const dado_game *game, const void *view, int seat, const dado_move *moves,
                   int count, int32_t *out);

    // True where `features` and `action` may be given the state in place of a view: they read
    // nothing of it that the seat does not see. [They want a view.]
    bool reads_state;

    // The boards that can be solved one after another. [It has but one.]
    const dado_board_face *boards;

    // What whoever made the game expects: from how many to how many "players", "rounds",
    // "decisions" or "minutes". False where nothing is said of it. [Nothing is.]
    bool (*expects)(const dado_game *game, const char *what, int64_t *low, int64_t *high);

    // What the game itself calls the things that happen when a move is played, beyond the move's
    // own words, as `eyes` may hear it: sentences parted by "; ". [Nothing.]
    void (*said)(const dado_game *game, const void *state, dado_move move, int eyes,
                 dado_text *out);

    // Plays a match among random players to its end: dado_spree_play with functions known
    // beforehand, and not a draw different. [The same, asking the rules.]
    void (*spree)(const dado_game *game, void *state, dado_spree *spree);

    // Plays a word of luck, where any is an outcome, and notes of how many each number was that the
    // rules drew with it. Nothing but those numbers tells words apart: dado_quick_below answers
    // them in turn, seeded with the word. Answers how many there were, or -1 where there is more
    // to a word, or were more than `most`; the state is worth nothing then. [Nobody can tell.]
    int (*draws)(const dado_game *game, void *state, dado_move word, uint32_t *counts, int most);

    // A legal move as people read it, where its own words name things by numbers that say nothing
    // to them; two moves may read the same. [Its own words.]
    void (*caption)(const dado_game *game, const void *state, dado_move move, dado_text *out);

    // How the maps or levels it is played on look: files that end in its suffix. [Nobody draws
    // them.]
    const dado_ground_kind *ground;

    // Who had a seat, by name, where a match was `played` elsewhere. [Nobody knows.]
    const char *(*sitter)(const dado_game *game, int seat);

    // Plays several matches among random players, one after the other, each from its start to its
    // end: what they have in common is worked out once. `state` is at the start, and the lanes of
    // luck, which all share, are those of the first; for the next they are turned. At each end
    // `over` is told, and may look at the state. Answers how many of the first were played; the
    // others are to be played otherwise. [None.]
    int (*sprees)(const dado_game *game, void *state, dado_spree *sprees, int count,
                  void (*over)(void *context, int which), void *context);
} dado_face;

// An entry of a game's face, or 0 where it has none: dado_face_of(game, paint).
#define dado_face_of(game, entry)                                                       \
    (dado_face_reaches((game)->rules, offsetof(dado_face, entry) +                      \
                                          sizeof((game)->rules->face->entry))           \
         ? (game)->rules->face->entry                                                   \
         : 0)

static inline bool dado_face_reaches(const dado_rules *rules, size_t end)
{
    return rules->face && rules->face->size >= end;
}

// What its description expects of a game; false, and nothing is written, if it does not say.
bool dado_game_expects(const dado_game *game, const char *what, int64_t *low, int64_t *high);

// Adds what is said when a move is played, behind `between`; nothing where nothing is said.
void dado_add_said(const dado_game *game, const void *state, dado_move move, int eyes,
                   const char *between, dado_text *out);

// Adds a thing to a scene; answers its place in the list, or -1 where there is no room left.
int dado_scene_add(dado_scene *scene, dado_thing thing);

// Adds words to a scene, as a thing below `parent`.
void dado_scene_say(dado_scene *scene, uint32_t id, int parent, int at, const char *format, ...)
    DADO_PRINTF(5, 6);

// How many numbers all blocks of features hold together; 0 where a game has none.
int dado_features_size(const dado_game *game);

// How many numbers one block holds.
int dado_feature_size(const dado_feature *feature);

// The blocks in a list of `count`, as `feature` answers them.
bool dado_feature_of(const dado_feature *blocks, int count, int which, dado_feature *out);

// A seat as another sees it: how many places to its left.
static inline int dado_seat_from(int seat, int eyes, int players)
{
    return seat >= eyes ? seat - eyes : seat - eyes + players;
}

// How many numbers moves have; 0: none.
int dado_actions(const dado_game *game);

// The numbers of legal moves, where they have any.
void dado_action(const dado_game *game, const void *view, int seat, const dado_move *moves,
                 int count, int32_t *out);

// Draws the table in colour where the game can; false, and nothing drawn, where it cannot.
bool dado_paint(const dado_game *game, const void *state, int eyes, dado_text *out);
