// game_extras.h - what a game shows beyond its rules: pictures, events, features for
// learners.
//
// Rules are enough to play. The extras are for code that draws, logs or learns. The table
// belongs to the rules, and every entry may be NULL; the text in brackets says what is
// done without it. So no other code needs to know a game by name.
//
// The table begins with its own size, and new entries go to its end, so that it can grow
// without a new contract number. Read it through dado_game_extra, which gives NULL for an
// entry that an older game does not have.
//
// `eyes` is as in `print`: a seat sees only what `observe` gives it; DADO_NOBODY sees
// everything.
#pragma once

#include "core/card_draw_watch_and_exchange.h"
#include "core/game.h"
#include "core/tile_drawing.h"
#include "core/json_writer.h"
#include "core/referee_notes.h"
#include "core/rng.h"

// ---- scenes: a state as items that can be drawn, moved and clicked

typedef enum dado_scene_item_kind {
    // holds other items; `value`: how many are side by side, 0: all in a row, or where
    // links put them
    DADO_ITEM_PLACE,
    DADO_ITEM_CARD,
    DADO_ITEM_DIE,    // `value`: the number it shows
    DADO_ITEM_TOKEN,  // `value`: the number of equal tokens it stands for
    DADO_ITEM_TILE,   // a square of a grid; `value` 1: its look is its name, not its ground
    DADO_ITEM_HEX,    // the same for a grid whose odd columns lie half a hex lower
    DADO_ITEM_UNIT,   // a piece with strength; `value`: strength in per mille of the full one
    DADO_ITEM_BAR,    // `value`: how far it is filled, in per mille
    DADO_ITEM_TEXT,   // `value`: where its text begins in the scene's `words`
    // connects two tiles of its place, whose `at` are its `at` and its `value`; lit: a
    // line that won
    DADO_ITEM_LINK,
} dado_scene_item_kind;

typedef struct dado_scene_item {
    uint32_t id;     // the same item keeps it through the match; 0 if `eyes` cannot follow it
    int32_t parent;  // index of the item that holds it, which comes before it; -1: the table
    int32_t at;      // position in its parent, from 0: left to right, then top to bottom
    int32_t value;   // see the kinds; 0 if unused
    uint16_t look;   // number for `look`: "QUEEN of CLUBS", "a pig", "wall"; 0 if it is hidden
    uint8_t kind;    // a dado_scene_item_kind
    bool back;       // whether it lies face down
    bool lit;        // highlighted: its turn, its move, its winner
    bool dim;        // out of play or out of sight; for text: shown elsewhere, such as the score
    uint8_t owner;   // seat that owns it, plus 1; 0: nobody
    bool own;        // a place that only its owner sees, such as a hand
} dado_scene_item;

typedef struct dado_scene {
    dado_scene_item *things;  // room for `room` items, given by the caller
    int count, room;
    bool cut;         // whether there were more items
    dado_text words;  // texts of text items, each ended by a zero byte
} dado_scene;

// ---- how the items of a game look, as its description says

typedef enum dado_look_kind {
    DADO_LOOK_NAME,    // what people call it: `text`, and `plural` for several
    DADO_LOOK_SHOW,    // drawn, though items of its kind usually are not
    DADO_LOOK_HIDE,    // not drawn
    DADO_LOOK_COLOUR,  // `text`: a name in dado_look_colours, or "#rrggbb"
    DADO_LOOK_ICON,    // `text`: up to four characters that stand for it
    DADO_LOOK_IMAGE,   // `text`: a file beside the description, ending in .png or .svg
    DADO_LOOK_PLACE,   // `text`: where it lies, a name in dado_look_places
    DADO_LOOK_TITLE,   // an attribute of cards: the line on top
    DADO_LOOK_COST,    // an attribute of cards: the price, in a corner
    DADO_LOOK_ART,     // an attribute of cards: the picture is the image or icon of its value
    DADO_LOOK_TEXT,    // an attribute of cards: the text below
    DADO_LOOK_KINDS
} dado_look_kind;

// What a name stands for in the description; it may be several of these at once.
enum {
    DADO_LOOK_OF_ATTRIBUTE = 1,
    DADO_LOOK_OF_VALUE = 2,
    DADO_LOOK_OF_PLACE = 4,
    DADO_LOOK_OF_STORAGE = 8,
    DADO_LOOK_OF_BOARD = 16,
    DADO_LOOK_OF_SPACE = 32,
    DADO_LOOK_OF_STRING = 64,
};

typedef struct dado_look_entry {
    dado_look_kind kind;
    unsigned of;  // DADO_LOOK_OF_..., what the name stands for
    // the attribute of which `name` is a value; NULL: the name, whatever it stands for
    const char *attribute;
    const char *name;    // as in the description: "HEARTS"
    const char *text;    // see the kinds; NULL if there is none
    const char *plural;  // NULL: not given
} dado_look_entry;

typedef struct dado_game_look {
    const dado_look_entry *entries;  // in the order of the description
    int count;
} dado_game_look;

extern const char *const dado_look_kinds[DADO_LOOK_KINDS];  // "name", "show", ...
extern const char *const dado_look_colours[];               // "RED", ...; NULL at the end
// The first five are for what belongs to the table, the others for what belongs to a
// player.
extern const char *const dado_look_places[];  // "MIDDLE", ...; NULL at the end

// ---- recording matches for pages

enum { DADO_RECORD_CURVES = 4 };

// Records the states of a match as JSON, for the script of the same kind in a page.
typedef struct dado_recorder {
    const char *kind;         // kind of the script's board: "text", "hexes"
    int most_frames;          // if there are more steps, not every step is shown
    bool skip_chance_frames;  // no frame between a move and the chance event that decides it
    const char *curves[DADO_RECORD_CURVES];  // what is drawn over time; the rest NULL
    void *(*begin)(const dado_game *game);   // NULL: no memory
    void (*frame)(void *self, const dado_game *game, const void *state, dado_text *out);
    // Writes what the step does, in words.
    void (*words)(void *self, const dado_game *game, const void *state, const dado_step *step,
                  dado_text *out);
    // Records what belongs to a step that is about to be made, for the next frame; or
    // NULL.
    void (*deed)(void *self, const dado_game *game, const void *state, const dado_step *step);
    double (*curve)(const dado_game *game, const void *state, int which, int seat);
    // writes the rest of its members
    void (*end)(void *self, const dado_game *game, dado_json *json);
    void (*free)(void *self);
} dado_recorder;

// ---- logs

// A match that was played, with what the game itself does not know about it.
typedef struct dado_match_record {
    uint64_t seed;
    int players;
    const char *const *agents;  // the agent of each seat
    const dado_step *path;
    int steps;
    dado_notes notes;       // referees' notes, in the order of decisions
    const int32_t *places;  // everybody's place at the end; those who gave up are last
    bool forfeit;           // whether giving up ended the match
} dado_match_record;

// ---- features for learners

typedef enum dado_feature_kind {
    DADO_FEATURE_FLAG,   // 0 or 1
    DADO_FEATURE_WHOLE,  // whole numbers
    DADO_FEATURE_REAL,
} dado_feature_kind;

enum { DADO_FEATURE_AXES = 4 };

// A named block of numbers, all of one kind and in one range.
typedef struct dado_feature {
    const char *name;  // a word that can be a file name: "planes"
    const char *about;
    dado_feature_kind kind;
    int axes;
    int32_t shape[DADO_FEATURE_AXES];  // the last axis varies fastest
    float least, most;                 // bounds of all numbers; infinite if not known
} dado_feature;

// ---- warnings about a file

typedef void dado_lint_reporter(void *context, const dado_error *odd);

// ---- boards: games with many initial positions

enum { DADO_BOARD_SIZES = 2 };

// The boards of one size, as their game numbers them.
typedef struct dado_board_list {
    uint64_t count;  // number of all boards; 0: too many to count
    // number of classes of boards that play alike; each has count / classes boards
    uint64_t classes;
    const void *self;  // the game's own data
    double about;      // number of all boards, rounded; 0 if the game does not say
} dado_board_list;

typedef struct dado_board_enumerator {
    const char *option;                  // the option whose value is a board: "board"
    const char *size[DADO_BOARD_SIZES];  // options that give their size: "colours", "discs"
    // Lists the boards for these options, none of which names a board.
    bool (*list)(dado_board_list *list, const dado_options *options, dado_region *region,
                 dado_error *err);
    // Writes board `number` of all, in ascending order; if `alike`, of one board per
    // class.
    void (*write)(const dado_board_list *list, bool alike, uint64_t number, dado_text *out);
    // Returns the class of a board, as `write` numbers them.
    uint64_t (*class_of)(const dado_board_list *list, const char *board);
    // Draws a random board, each equally likely; if `alike`, writes the one that stands
    // for its class.
    void (*draw)(const dado_board_list *list, bool alike, dado_rng *luck, dado_text *out);
} dado_board_enumerator;

// ---- the table

typedef struct dado_game_extras {
    size_t size;  // size of the table that the game was built with: sizeof(dado_game_extras)

    // Lists what can be seen as items. `out` is empty before; what does not fit is left
    // out and marked as cut. The order depends only on the state. A hidden item has
    // neither id nor look. [The printed words.]
    void (*scene)(const dado_game *game, const void *state, int eyes, dado_scene *out);

    // Writes the name of a look; no other look has the same. [Its number.]
    void (*look)(const dado_game *game, int look, dado_text *out);

    // Lists the items that a legal move touches, in order, by their ids in the actor's
    // scene: the card, then the pile. Returns how many there are, and writes at most
    // `most`. [None.]
    int (*touch)(const dado_game *game, const void *state, dado_move move, uint32_t *ids, int most);

    // Draws the table for terminals, with escape codes for 256 colours. Returns false,
    // and draws nothing, if this state has no such drawing. [The printed words.]
    bool (*paint)(const dado_game *game, const void *state, int eyes, dado_text *out);

    // How its matches are recorded for pages. [As printed tables.]
    const dado_recorder *record;

    // Writes the log of a match by making its moves again: one event per line, as JSON
    // or, with `words`, for people. `state` is work space of the game's size. [One line
    // per step.]
    void (*log)(const dado_game *game, const dado_match_record *match, bool words, void *state,
                dado_text *out);

    // Describes a block of features, numbered from 0; returns false beyond the last. The
    // blocks are the same for every state. [There are none, and the next entries are not
    // used.]
    bool (*feature)(const dado_game *game, int which, dado_feature *out);

    // Writes the name of an entry of a block's first axis. [Its number.]
    void (*feature_entry)(const dado_game *game, int which, int entry, dado_text *out);

    // Writes all blocks, one after the other, of what `seat` sees: from its view alone,
    // so that nothing hidden can leak.
    void (*features)(const dado_game *game, const void *view, int seat, float *values);

    // Writes a move as `move_code_size` numbers without ids, -1 where there is none: what
    // is done, from where, to what. It uses only the view of the seat to move. [Its index
    // in the list.]
    int move_code_size;
    void (*deed)(const dado_game *game, const void *view, int seat, dado_move move, int32_t *out);

    // True for matches that were played elsewhere and recorded: nobody makes choices.
    bool played;

    // What can be bred, in words: from a file of this game, from what its generators
    // make, and from its plain name. [Nothing.]
    const char *bred_of_file, *bred_of_generator, *bred_of_name;

    // Writes what was done to its text that its figures do not show, as a sentence
    // without a full stop; nothing if there is nothing. [Nothing.]
    void (*remark)(const dado_game *game, dado_text *out);

    // Reports problems in the text of a file of this game that can still be opened, worst
    // first, each with its code and place. `source` is its name. [None.]
    void (*odd)(const char *source, const char *text, dado_lint_reporter *hear, void *context);

    // Returns the number of actions: moves that mean the same in every state, which a
    // learner can choose. [0: a move has no number but its index in the list.]
    int (*actions)(const dado_game *game);

    // Writes the action numbers of legal moves, from the view of the seat to move; no two
    // moves of a list have the same. [The moves themselves.]
    void (*action)(const dado_game *game, const void *view, int seat, const dado_move *moves,
                   int count, int32_t *out);

    // True if `features` and `action` may get the state in place of a view, because they
    // read nothing that the seat cannot see. [They need a view.]
    bool reads_state;

    // The boards that can be solved one after another. [There is only one.]
    const dado_board_enumerator *boards;

    // Returns what the game's author expects: the range of "players", "rounds",
    // "decisions" or "minutes". Returns false if that is not given. [Nothing.]
    bool (*expects)(const dado_game *game, const char *what, int64_t *low, int64_t *high);

    // Writes the game's own words for events during a move, beyond the words of the move,
    // as `eyes` may know them: sentences separated by "; ". [Nothing.]
    void (*said)(const dado_game *game, const void *state, dado_move move, int eyes,
                 dado_text *out);

    // The places of two removed entries stay, so that older plug-ins find the others.
    void (*gone[2])(void);

    // Writes a legal move for people, if its own words contain numbers that mean nothing
    // to them; two moves may read the same. [Its own words.]
    void (*caption)(const dado_game *game, const void *state, dado_move move, dado_text *out);

    // How the maps or levels of the game look, which are files with its suffix. [They are
    // not drawn.]
    const dado_tileset *ground;

    // Returns the name of the player of a seat, if the match was `played` elsewhere.
    // [Unknown.]
    const char *(*seat_name)(const dado_game *game, int seat);

    // Returns how the description wants things to look. It has no effect on play.
    // [Nothing.]
    dado_game_look (*described_look)(const dado_game *game);

    // Adds the text of a file without the parts that have no effect on play, and returns
    // true; returns false, and adds nothing, if there are no such parts. [There are
    // none.]
    bool (*play_text)(const char *text, dado_text *out);

    // Writes which choice of the rules a legal move belongs to, and which alternative of
    // it. Both numbers mean the same in every state. [Choice 0, alternative 0.]
    void (*alternative)(const dado_game *game, const void *state, dado_move move, int32_t *choice,
                        int32_t *alternative);

    // Writes what is printed on a card with this look: the name and the value of entry
    // `which`, from 0; returns false beyond the last. [Only the name of the look.]
    bool (*attribute)(const dado_game *game, int look, int which, dado_text *name,
                      dado_text *value);

    // Its cards: who draws them, and the exchange of two in a shuffle. [It has none.]
    const dado_card_rules *cards;

    // Gives what a component shows on side `which`, from 0, as an item: a card with a look, or
    // a die with a value. Dice that are one item have their sides one die after the other, and
    // `at` is the number of the die. `id` is its id when everything is seen. Returns false
    // beyond the last side. [It has one side, which the scene shows.]
    bool (*side)(const dado_game *game, uint32_t id, int which, dado_scene_item *out);

    // Returns whether the score of `seat` follows from what `eyes`, a seat, sees, so that it
    // may be told there. [Only if the game has no secrets.]
    bool (*score_is_known)(const dado_game *game, const void *state, int seat, int eyes);

    // Returns whether everybody sees which of the legal moves of this state is made, so that
    // all may be told its words. [Only if the game has no secrets.]
    bool (*choice_is_open)(const dado_game *game, const void *state);
} dado_game_extras;

// An entry of a game's extras, or 0 if there is none: dado_game_extra(game, paint).
#define dado_game_extra(game, entry) \
    (dado_game_extras_reach((game)->rules, offsetof(dado_game_extras, entry) + \
                                               sizeof((game)->rules->extras->entry)) \
         ? (game)->rules->extras->entry \
         : 0)

static inline bool dado_game_extras_reach(const dado_rules *rules, size_t end)
{
    return rules->extras && rules->extras->size >= end;
}

// Returns how the description wants things to look; empty if it does not say.
dado_game_look dado_game_look_of(const dado_game *game);

// Returns the text of a file without the parts that have no effect on play: `text`
// itself, or a copy in `room`.
const char *dado_play_text(const dado_rules *rules, const char *text, dado_text *room);

// Finds what the look says about a name: about this value of the attribute, or else about
// the name whatever it stands for. `attribute` may be NULL. Returns NULL if there is
// nothing.
const dado_look_entry *dado_look_find(const dado_game_look *look, dado_look_kind kind,
                                      const char *attribute, const char *name);

// Writes the whole look as an array of objects.
void dado_look_json(const dado_game_look *look, const char *key, dado_json *json);

// Returns what the description expects of a game; false, and nothing is written, if it
// does not say.
bool dado_game_expects(const dado_game *game, const char *what, int64_t *low, int64_t *high);

// Adds the game's own words for what happens during a move, after `between`; nothing if
// there are none.
void dado_add_move_events(const dado_game *game, const void *state, dado_move move, int eyes,
                          const char *between, dado_text *out);

// Returns whether `eyes` may be told the score of `seat`; DADO_NOBODY may be told everything.
bool dado_game_score_is_known(const dado_game *game, const void *state, int seat, int eyes);

// Returns whether all seats may be told the words of the move that is made in this state.
bool dado_game_choice_is_open(const dado_game *game, const void *state);

// Adds an item to a scene; returns its index, or -1 if there is no room.
int dado_scene_add(dado_scene *scene, dado_scene_item thing);

// Adds text to a scene, as an item below `parent`.
void dado_scene_add_text(dado_scene *scene, uint32_t id, int parent, int at, const char *format,
                         ...) DADO_PRINTF(5, 6);

// Returns the number of values in all blocks of features; 0 if a game has none.
int dado_features_size(const dado_game *game);

// Returns the number of values in one block.
int dado_feature_size(const dado_feature *feature);

// Returns block `which` of a list of `count`, in the way that `feature` does.
bool dado_feature_at(const dado_feature *blocks, int count, int which, dado_feature *out);

// Returns a seat's position as another seat sees it: how many places to the left.
static inline int dado_relative_seat(int seat, int eyes, int players)
{
    return seat >= eyes ? seat - eyes : seat - eyes + players;
}

// Returns the number of actions; 0: moves have no numbers.
int dado_action_count(const dado_game *game);

// Writes the action numbers of legal moves, if there are any.
void dado_action_numbers(const dado_game *game, const void *view, int seat, const dado_move *moves,
                         int count, int32_t *out);

// Draws the table in colour if the game can; returns false, and draws nothing, if it
// cannot.
bool dado_draw_terminal(const dado_game *game, const void *state, int eyes, dado_text *out);
