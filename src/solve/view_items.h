// view_items.h - splits a printed view into items, and prints them shorter.
//
// A printed view has one line per owner: "P1 IN 3, MOVE RAISE", "P2  card ?  in the pot
// 1", "game BOARD: KING-HEARTS". An item is the owner and one of the pieces of that line.
// Its kind is the owner and the label: "P1 IN", "game BOARD".
//
// A card is printed with its attributes joined by dashes. Where the game cannot tell some
// of them apart, they are left out: `parts` has a bit for each attribute to leave out,
// the lowest for the first.
#pragma once

#include "core/text.h"

typedef struct dado_view_item {
    const char *owner, *piece;
    size_t owner_length, length;
} dado_view_item;

typedef struct dado_view_reader {
    const char *at;     // the part of the view that is not read yet
    const char *owner;  // owner named in the current line
    size_t owner_length;
    const char *parted_by;  // what separates the pieces of that line; NULL: it is one piece
} dado_view_reader;

// Reads the next item. Begin with a reader whose `at` is the view.
bool dado_view_item_next(dado_view_reader *reader, dado_view_item *found);

// Returns how many bytes of the piece are its label: all before a colon, or all words but
// the last.
size_t dado_view_item_label(const dado_view_item *item);

// Returns whether the item's value is a number, or cards of which only the number is seen.
bool dado_view_item_is_count(const dado_view_item *item);

// Returns whether the item lists cards that are seen.
bool dado_view_item_has_cards(const dado_view_item *item);

// Returns whether the item belongs to this player, whose name is "P1", "P2" and so on.
bool dado_view_item_is_of(const dado_view_item *item, int player);

uint64_t dado_view_item_kind(const dado_view_item *item, int player);

// Returns the number of attributes of the card with most of them, 0 if there is no card.
int dado_count_parts(const char *text);

// Writes text without some attributes of its cards. Cards that are equal then stay, as
// often as there are some.
void dado_print_without_parts(dado_text *out, const char *text, size_t length, unsigned parts);
// Returns a hash of what dado_print_without_parts writes.
uint64_t dado_hash_without_parts(const char *text, size_t length, unsigned parts, uint64_t seed);
