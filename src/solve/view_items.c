// view_items.c - see view_items.h.
#include "solve/view_items.h"

#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

// Begins to read the line at `at`. A list of cards after a colon is one piece, even with
// commas in it.
static void begin_line(dado_view_reader *r)
{
    size_t length = strcspn(r->at, "\n");
    r->owner = r->at;
    r->owner_length = strcspn(r->at, " \n");
    const char *gap = strstr(r->at, "  "), *comma = strstr(r->at, ", ");
    bool list = memchr(r->at, ':', length) != NULL;
    if (gap && gap < r->at + length) r->parted_by = "  ";
    else if (!list && comma && comma < r->at + length) r->parted_by = ", ";
    else r->parted_by = NULL;
    r->at += r->owner_length;
    while (*r->at == ' ') r->at++;
}

bool dado_view_item_next(dado_view_reader *r, dado_view_item *found)
{
    while (*r->at == '\n') r->at++;
    if (!*r->at) return false;
    if (r->at == r->owner || !r->owner || r->at[-1] == '\n') begin_line(r);
    size_t rest = strcspn(r->at, "\n"), length = rest, skip = 0;
    const char *end = r->parted_by ? strstr(r->at, r->parted_by) : NULL;
    if (end && end < r->at + rest) {
        length = (size_t)(end - r->at);
        skip = strlen(r->parted_by);
    }
    *found = (dado_view_item){ r->owner, r->at, r->owner_length, length };
    r->at += length + skip;
    while (*r->at == ' ') r->at++;
    return true;
}

size_t dado_view_item_label(const dado_view_item *item)
{
    const char *colon = memchr(item->piece, ':', item->length);
    if (colon) return (size_t)(colon - item->piece);
    size_t end = item->length;
    while (end > 0 && item->piece[end - 1] != ' ') end--;
    while (end > 0 && item->piece[end - 1] == ' ') end--;
    return end;
}

static bool ends_with(const dado_view_item *item, const char *word)
{
    size_t length = strlen(word);
    return item->length > length && memcmp(item->piece + item->length - length, word, length) == 0;
}

bool dado_view_item_is_count(const dado_view_item *item)
{
    if (ends_with(item, " hidden")) return true;
    if (memchr(item->piece, ':', item->length)) return false;
    const char *last = item->piece + item->length;
    while (last > item->piece && last[-1] >= '0' && last[-1] <= '9') last--;
    bool digits = last < item->piece + item->length;
    return digits && (last == item->piece || last[-1] == ' ' || last[-1] == '-');
}

bool dado_view_item_has_cards(const dado_view_item *item)
{
    return memchr(item->piece, ':', item->length) && !ends_with(item, " hidden");
}

bool dado_view_item_is_of(const dado_view_item *item, int player)
{
    char name[24];
    int length = snprintf(name, sizeof name, "P%d", player + 1);
    return item->owner_length == (size_t)length &&
           memcmp(item->owner, name, item->owner_length) == 0;
}

uint64_t dado_view_item_kind(const dado_view_item *item, int player)
{
    uint64_t owner = XXH3_64bits_withSeed(item->owner, item->owner_length, (uint64_t)player);
    return XXH3_64bits_withSeed(item->piece, dado_view_item_label(item), owner) | 1;
}

static bool is_part_of_word(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || (unsigned char)c >= 0x80;
}

// A word without some of its parts, or the text between two words.
typedef struct piece {
    const char *at[32];
    size_t length[32];
    int count;
} piece;

// Reads the next word of a text, or what is between words, and returns its length. `kept`
// receives the parts that stay. Where all parts of a card go, it is just a card.
static size_t next_piece(const char *text, size_t length, unsigned parts, piece *kept)
{
    size_t end = 0;
    kept->count = 0;
    while (end < length && !is_part_of_word(text[end])) end++;
    if (end > 0) {
        *kept = (piece){ { text }, { end }, 1 };
        return end;
    }
    while (end < length && is_part_of_word(text[end])) end++;
    bool card = memchr(text, '-', end) && text[0] != '-';
    for (size_t from = 0, number = 0; card && from <= end; number++) {
        const char *dash = memchr(text + from, '-', end - from);
        size_t to = dash ? (size_t)(dash - text) : end;
        bool drop = number < 32 && parts >> number & 1;
        if (!drop && kept->count < 32) {
            kept->at[kept->count] = text + from;
            kept->length[kept->count++] = to - from;
        }
        from = to + 1;
    }
    if (!card) *kept = (piece){ { text }, { end }, 1 };
    else if (kept->count == 0) *kept = (piece){ { "card" }, { 4 }, 1 };
    return end;
}

int dado_count_parts(const char *text)
{
    int most = 0, dashes = 0;
    for (const char *c = text;; c++) {
        if (*c == '-') dashes++;
        if (*c && is_part_of_word(*c)) continue;
        if (dashes > 0 && dashes + 1 > most) most = dashes + 1;
        dashes = 0;
        if (!*c) return most;
    }
}

void dado_print_without_parts(dado_text *out, const char *text, size_t length, unsigned parts)
{
    piece kept;
    for (size_t at = 0; at < length;) {
        at += next_piece(text + at, length - at, parts, &kept);
        for (int i = 0; i < kept.count; i++) {
            if (i > 0) dado_text_char(out, '-');
            dado_text_add_bytes(out, kept.at[i], kept.length[i]);
        }
    }
}

uint64_t dado_hash_without_parts(const char *text, size_t length, unsigned parts, uint64_t seed)
{
    piece kept;
    for (size_t at = 0; at < length;) {
        at += next_piece(text + at, length - at, parts, &kept);
        for (int i = 0; i < kept.count; i++) {
            seed = XXH3_64bits_withSeed(kept.at[i], kept.length[i], seed + 1);
        }
        seed = seed * 31 + 7;
    }
    return seed;
}
