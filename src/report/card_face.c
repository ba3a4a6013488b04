// card_face.c - see card_face.h.
#include "report/card_face.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "report/svg.h"

static const char symbols[] = {
#include "card_symbols.svg.h"
    0
};

void dado_card_symbols(dado_text *out)
{
    dado_text_add(out, symbols);
}

// --- reading what is printed on a card ---

static int which_of(const char *const *names, int count, const char *word)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], word) == 0) return i;
    }
    return -1;
}

static const char *const suits[] = { "CLUBS", "DIAMONDS", "HEARTS", "SPADES" };
static const char *const ranks[] = { "ACE",   "TWO",  "THREE", "FOUR", "FIVE",  "SIX", "SEVEN",
                                     "EIGHT", "NINE", "TEN",   "JACK", "QUEEN", "KING" };
static const char *const rank_signs[] = { "A", "2", "3",  "4", "5", "6", "7",
                                          "8", "9", "10", "J", "Q", "K" };

static int suit_of(const char *word)
{
    return which_of(suits, 4, word);
}

// Returns the rank of a playing card that a word, a sign or a number names, from 1 (ace) to
// 13 (king); 0 if it names none.
static int rank_of(const char *word)
{
    int rank = which_of(ranks, 13, word);
    if (rank < 0) rank = which_of(rank_signs, 13, word);
    if (rank < 0 && strcmp(word, "1") == 0) rank = 0;
    return rank + 1;
}

// Tells whether a word is a number: digits, or one of the words from two to ten.
static bool is_number(const char *word)
{
    int64_t number;
    int rank = which_of(ranks, 10, word);
    return rank > 0 || dado_read_int(word, &number);
}

// Returns the digits for a number on a card.
static const char *digits_of(const char *word)
{
    int rank = which_of(ranks, 10, word);
    return rank > 0 ? rank_signs[rank] : word;
}

static void classify(dado_card_face *face)
{
    int suit = -1, rank = 0, others = 0, numbers = 0, words = 0;
    face->number = face->word = -1;
    for (int i = 0; i < face->lines; i++) {
        const char *value = dado_text_string(&face->value[i]);
        const char *name = dado_text_string(&face->name[i]);
        if (suit < 0 && suit_of(value) >= 0) suit = suit_of(value);
        else if (!rank && rank_of(value) && strncmp(name, "RANK", 4) == 0) rank = rank_of(value);
        else if (strcmp(value, "RED") != 0 && strcmp(value, "BLACK") != 0) others++;
        if (is_number(value)) face->number = numbers++ ? face->number : i;
        else face->word = words++ ? face->word : i;
    }
    face->kind = suit >= 0 && rank && !others ? DADO_FACE_PLAYING
                 : numbers == 1 && words <= 1 ? DADO_FACE_NUMERAL
                                              : DADO_FACE_WORDS;
    face->suit = suit;
    face->rank = rank;
    // The description may name the attribute that is the title.
    for (int i = 0; i < face->lines; i++) {
        if (dado_look_find(&face->look, DADO_LOOK_TITLE, NULL, dado_text_string(&face->name[i]))) {
            face->kind = face->kind == DADO_FACE_NUMERAL ? DADO_FACE_WORDS : face->kind;
            face->word = i;
        }
    }
}

void dado_card_face_read(const dado_game *game, const dado_scene_item *card, dado_card_face *face)
{
    bool (*attribute)(const dado_game *, int, int, dado_text *, dado_text *) =
        dado_game_extra(game, attribute);
    void (*look)(const dado_game *, int, dado_text *) = dado_game_extra(game, look);
    *face = (dado_card_face){ .look = dado_game_look_of(game) };
    while (attribute && face->lines < DADO_FACE_LINES &&
           attribute(game, card->look, face->lines, &face->name[face->lines],
                     &face->value[face->lines])) {
        face->lines++;
    }
    if (face->lines == 0 && look) {
        look(game, card->look, &face->value[0]);
        face->lines = 1;
    }
    classify(face);
}

void dado_card_face_free(dado_card_face *face)
{
    for (int i = 0; i < DADO_FACE_LINES; i++) {
        dado_text_free(&face->name[i]);
        dado_text_free(&face->value[i]);
    }
}

// Writes a word for people: the description's own name for it, or else the plain word.
static void add_called(const dado_card_face *face, const char *attribute, const char *word,
                       bool title, dado_text *out)
{
    const dado_look_entry *own = dado_look_find(&face->look, DADO_LOOK_NAME, attribute, word);
    if (own) dado_text_add(out, own->text);
    else dado_plain_name(word, title, out);
}

// --- drawing ---

typedef struct spot {
    double x, y;
} spot;

// The positions of the pips of two to ten; those below the middle are upside down.
static const spot pips[][10] = {
    { { 125, 175 } },
    { { 125, 80 }, { 125, 270 } },
    { { 125, 80 }, { 125, 175 }, { 125, 270 } },
    { { 80, 80 }, { 170, 80 }, { 80, 270 }, { 170, 270 } },
    { { 80, 80 }, { 170, 80 }, { 125, 175 }, { 80, 270 }, { 170, 270 } },
    { { 80, 80 }, { 170, 80 }, { 80, 175 }, { 170, 175 }, { 80, 270 }, { 170, 270 } },
    { { 80, 80 }, { 170, 80 }, { 125, 128 }, { 80, 175 }, { 170, 175 }, { 80, 270 }, { 170, 270 } },
    { { 80, 80 },
      { 170, 80 },
      { 125, 128 },
      { 80, 175 },
      { 170, 175 },
      { 125, 222 },
      { 80, 270 },
      { 170, 270 } },
    { { 80, 80 },
      { 170, 80 },
      { 80, 143 },
      { 170, 143 },
      { 125, 175 },
      { 80, 207 },
      { 170, 207 },
      { 80, 270 },
      { 170, 270 } },
    { { 80, 80 },
      { 170, 80 },
      { 125, 112 },
      { 80, 143 },
      { 170, 143 },
      { 80, 207 },
      { 170, 207 },
      { 125, 238 },
      { 80, 270 },
      { 170, 270 } },
};

static const char *suit_sign(int suit)
{
    static const char *const signs[] = { "c", "d", "h", "s" };
    return signs[suit];
}

// The number in the corner. Two digits are squeezed, so that they do not touch the edge.
static void draw_corner(double x, const char *words, dado_text *out)
{
    const double room = 42;
    dado_text_add(out, "<text class=\"index\"");
    dado_svg_attributes(out, "x y", (const double[]){ x, 50 });
    if (dado_svg_text_width(words, 46) > room) {
        dado_text_add(out, " lengthAdjust=\"spacingAndGlyphs\"");
        dado_svg_attributes(out, "textLength", &room);
    }
    dado_text_char(out, '>');
    dado_text_html(out, words);
    dado_text_add(out, "</text>");
}

static void draw_index(const dado_card_face *face, dado_text *out)
{
    draw_corner(28, rank_signs[face->rank - 1], out);
    dado_text_addf(out, "<use href=\"#dado-%s\" x=\"12\" y=\"62\" width=\"32\" height=\"32\"/>",
                   suit_sign(face->suit));
}

static void draw_playing(const dado_card_face *face, dado_text *out)
{
    const char *sign = suit_sign(face->suit);
    dado_text_addf(out, "<g class=\"suit %s %s\">", face->suit % 3 ? "red" : "black", sign);
    draw_index(face, out);
    dado_text_add(out, "<g transform=\"rotate(180 125 175)\">");
    draw_index(face, out);
    dado_text_add(out, "</g>");
    if (face->rank > 10) {
        // Symbols have numbers instead of names, so that a drawing does not reveal the
        // name of a hidden card.
        dado_text_addf(out, "<use href=\"#dado-court%d\" width=\"250\" height=\"350\"/>",
                       face->rank);
        dado_text_addf(out, "<use href=\"#dado-%s\" x=\"58\" y=\"56\" width=\"34\" height=\"34\"/>",
                       sign);
    } else {
        double size = face->rank == 1 ? 110 : 46;
        for (int i = 0; i < face->rank; i++) {
            const spot *at = &pips[face->rank - 1][i];
            dado_text_addf(out, "<use href=\"#dado-%s\"", sign);
            dado_svg_attributes(out, "x y width height",
                                (const double[]){ at->x - size / 2, at->y - size / 2, size, size });
            if (at->y > 180) {
                dado_text_add(out, " transform=\"rotate(180 ");
                dado_svg_number(out, at->x);
                dado_text_char(out, ' ');
                dado_svg_number(out, at->y);
                dado_text_add(out, ")\"");
            }
            dado_text_add(out, "/>");
        }
    }
    dado_text_add(out, "</g>");
}

// Draws a line of text as large as fits, at most `most`.
static void draw_fitting_in(const char *look, double x, double y, double room, double most,
                            const char *words, dado_text *out)
{
    double wide = dado_svg_text_width(words, most), size = wide > room ? most * room / wide : most;
    dado_text_addf(out, "<text class=\"%s\"", look);
    dado_svg_attributes(out, "x y font-size", (const double[]){ x, y, size });
    dado_text_char(out, '>');
    dado_text_html(out, words);
    dado_text_add(out, "</text>");
}

static void draw_fitting(const char *look, double y, double most, const char *words, dado_text *out)
{
    draw_fitting_in(look, 125, y, 222, most, words, out);
}

// Returns the colour of a word: the one that the description gives it, or the one it
// names, or one of six. All six are dark enough to read on a card, and none is a player's
// colour.
static const char *ink_of(const dado_card_face *face, const char *word)
{
    static const char *const inks[][2] = {
        { "RED", "#cf2740" },   { "BLACK", "#1d1c24" },  { "BLUE", "#1f62d0" },
        { "GREEN", "#0d7a56" }, { "YELLOW", "#8f5b00" }, { "PLUM", "#6b3fa0" },
        { "GOLD", "#8f5b00" },  { "ORANGE", "#b0520f" }, { "PURPLE", "#6b3fa0" },
        { "MINT", "#0b7562" },  { "PINK", "#b03a78" },   { "BROWN", "#7a4a22" },
        { "GREY", "#5b6068" },  { "WHITE", "#5b6068" },
    };
    const dado_look_entry *given = dado_look_find(&face->look, DADO_LOOK_COLOUR, NULL, word);
    uint32_t sum = 0;
    if (given) word = given->text;
    if (word[0] == '#') return word;
    for (size_t i = 0; i < sizeof inks / sizeof *inks; i++) {
        if (strcmp(inks[i][0], word) == 0) return inks[i][1];
    }
    for (const char *at = word; *at; at++) sum = sum * 31 + (unsigned char)*at;
    return inks[sum % 6][1];
}

static void draw_numeral(const dado_card_face *face, dado_text *out)
{
    const char *word = face->word < 0 ? "" : dado_text_string(&face->value[face->word]);
    DADO_CLEANUP(dado_text_free) dado_text plain = { 0 };
    dado_text_addf(out, "<g fill=\"%s\">", face->word < 0 ? "#1d1c24" : ink_of(face, word));
    const char *number = digits_of(dado_text_string(&face->value[face->number]));
    draw_fitting("numeral", face->word < 0 ? 225 : 205, 150, number, out);
    draw_corner(32, number, out);
    add_called(face, NULL, word, true, &plain);
    if (plain.length) draw_fitting("line", 300, 52, dado_text_string(&plain), out);
    dado_text_add(out, "</g>");
}

// Tells whether the description gives this property to an attribute.
static bool is_marked(const dado_card_face *face, int line, dado_look_kind kind)
{
    return dado_look_find(&face->look, kind, NULL, dado_text_string(&face->name[line])) != NULL;
}

// Draws the cost in a corner.
static void draw_cost(const dado_card_face *face, int line, dado_text *out)
{
    DADO_CLEANUP(dado_text_free) dado_text plain = { 0 };
    add_called(face, dado_text_string(&face->name[line]), dado_text_string(&face->value[line]),
               false, &plain);
    dado_svg_circle(out, "price", 210, 42, 32);
    draw_fitting_in("pricenumber", 210, 56, 54, 40, dado_text_string(&plain), out);
}

// Tells whether a price is to be paid.
static bool is_due(const dado_card_face *face, int line)
{
    return is_marked(face, line, DADO_LOOK_COST) &&
           strcmp(dado_text_string(&face->value[line]), "0") != 0;
}

// Draws prices of several kinds at the lower edge: a disc for each that is due, in the colour
// of its kind and with its icon, if it has one.
static void draw_prices(const dado_card_face *face, dado_text *out)
{
    enum { apart = 62, y = 308, radius = 28 };
    int count = 0, at = 0;
    for (int i = 0; i < face->lines; i++) count += is_due(face, i);
    for (int i = 0; i < face->lines; i++) {
        if (!is_due(face, i)) continue;
        const char *name = dado_text_string(&face->name[i]);
        const dado_look_entry *icon = dado_look_find(&face->look, DADO_LOOK_ICON, NULL, name);
        DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
        double x = 125 + apart * (at++ - (count - 1) / 2.0);
        dado_text_add(&words, dado_text_string(&face->value[i]));
        if (icon) dado_text_add(&words, icon->text);
        dado_text_addf(out, "<g fill=\"%s\">", ink_of(face, name));
        dado_svg_circle(out, "kind", x, y, radius);
        dado_text_add(out, "</g>");
        draw_fitting_in("pricenumber", x, y + 12, 2 * radius - 8, 34, dado_text_string(&words),
                        out);
    }
}

// Draws the picture of a card: the image or the icon of one of its values. Returns false if
// the value has neither.
static bool draw_art(const dado_card_face *face, int line, dado_text *out)
{
    const char *name = dado_text_string(&face->name[line]);
    const char *value = dado_text_string(&face->value[line]);
    const dado_look_entry *icon = dado_look_find(&face->look, DADO_LOOK_ICON, name, value);
    const dado_look_entry *image =
        face->images ? dado_look_find(&face->look, DADO_LOOK_IMAGE, name, value) : NULL;
    if (!icon && !image) return false;
    dado_text_add(out, "<rect class=\"art\" x=\"16\" y=\"88\" width=\"218\" height=\"112\" "
                       "rx=\"10\"/>");
    if (image) {
        dado_text_add(out, "<image x=\"20\" y=\"92\" width=\"210\" height=\"104\" href=\"");
        dado_text_html(out, image->text);
        dado_text_add(out, "\"/>");
    } else {
        draw_fitting("icon", 172, 84, icon->text, out);
    }
    return true;
}

enum { text_room = 222 };

// Breaks words into rows of at most text_room, with a line feed between them. Returns how many
// rows there are.
static int wrap(const char *words, double size, dado_text *out)
{
    int rows = 1;
    double used = 0;
    while (*words) {
        size_t length = strcspn(words, " ");
        DADO_CLEANUP(dado_text_free) dado_text word = { 0 };
        dado_text_add_bytes(&word, words, length);
        double wide = dado_svg_text_width(dado_text_string(&word), size);
        double blank = dado_svg_text_width(" ", size);
        bool breaks = used > 0 && used + blank + wide > text_room;
        if (used > 0) dado_text_char(out, breaks ? '\n' : ' ');
        dado_text_add(out, dado_text_string(&word));
        rows += breaks;
        used = breaks || used == 0 ? wide : used + blank + wide;
        words += length + (words[length] == ' ');
    }
    return rows;
}

// Draws words in one row as large as fits. Words that would be small there go into several rows,
// if these are not higher than `high`. Returns how high they are.
static double draw_rows(const char *words, double y, double most, double high, dado_text *out)
{
    const double smallest_row = 28, largest = 26, leading = 1.2, gap = 16;
    double wide = dado_svg_text_width(words, most);
    double one = wide > text_room ? most * text_room / wide : most;
    for (double size = one < smallest_row ? largest : 0; size > one; size -= 1) {
        DADO_CLEANUP(dado_text_free) dado_text rows = { 0 };
        int count = wrap(words, size, &rows);
        if (count * leading * size + gap > high) continue;
        char *at = rows.data;
        for (int i = 0; i < count && at; i++) {
            char *end = strchr(at, '\n');
            if (end) *end = '\0';
            draw_fitting("line", y - 30 + size + leading * size * i, size, at, out);
            at = end ? end + 1 : NULL;
        }
        return count * leading * size + gap;
    }
    draw_fitting("line", y, most, words, out);
    return most;
}

// Draws an attribute with its value in rows of its own. A text is drawn without its name.
// Returns how high the rows are.
static double draw_line(const dado_card_face *face, int line, double y, double most, double high,
                        dado_text *out)
{
    DADO_CLEANUP(dado_text_free) dado_text plain = { 0 };
    const char *name = dado_text_string(&face->name[line]);
    if (!is_marked(face, line, DADO_LOOK_TEXT)) {
        add_called(face, NULL, name, true, &plain);
        dado_text_char(&plain, ' ');
    }
    add_called(face, name, dado_text_string(&face->value[line]), false, &plain);
    return draw_rows(dado_text_string(&plain), y, most, high, out);
}

// Draws the title, the cost in a corner or several below, the picture, and the other attributes
// with their names. If the description names no title, it is the first word that is no number.
static void draw_words(const dado_card_face *face, dado_text *out)
{
    int title = face->word < 0 ? 0 : face->word, cost = -1, others = 0, costs = 0;
    bool pictured = false, left_out[DADO_FACE_LINES] = { false };
    DADO_CLEANUP(dado_text_free) dado_text plain = { 0 };
    for (int i = 0; i < face->lines; i++) {
        bool art = is_marked(face, i, DADO_LOOK_ART) && !pictured && draw_art(face, i, out);
        bool price = i != title && is_marked(face, i, DADO_LOOK_COST);
        if (price) cost = costs++ ? -1 : i;
        pictured = pictured || art;
        left_out[i] = art || i == title || price || is_marked(face, i, DADO_LOOK_HIDE);
        others += !left_out[i];
    }
    add_called(face, dado_text_string(&face->name[title]), dado_text_string(&face->value[title]),
               true, &plain);
    dado_text_addf(out, "<g fill=\"%s\">", ink_of(face, dado_text_string(&face->value[title])));
    double room = cost < 0 ? 222 : 156, middle = cost < 0 ? 125 : 94;
    draw_fitting_in("title", middle, others || pictured ? 68 : 195, room, 58,
                    dado_text_string(&plain), out);
    dado_text_add(out, "</g>");
    if (cost >= 0) draw_cost(face, cost, out);
    if (costs > 1) draw_prices(face, out);
    double y = pictured ? 244 : 132, low = costs > 1 ? 278 : 350;
    double share = (low - 12 - y + 46) / fmax(others, 1);
    double step = fmin(56, share);
    for (int i = 0; i < face->lines; i++) {
        if (!left_out[i]) y += fmax(step, draw_line(face, i, y, fmin(46, step), share, out));
    }
}

static void draw_paper(const char *look, dado_text *out)
{
    dado_text_addf(out,
                   "<rect class=\"%s\" x=\".75\" y=\".75\" width=\"248.5\" height=\"348.5\" "
                   "rx=\"20\"/>",
                   look);
}

void dado_card_face_draw(const dado_card_face *face, dado_text *out)
{
    draw_paper("paper", out);
    switch (face->kind) {
    case DADO_FACE_PLAYING: draw_playing(face, out); break;
    case DADO_FACE_NUMERAL: draw_numeral(face, out); break;
    case DADO_FACE_WORDS: draw_words(face, out); break;
    }
}

void dado_card_face_draw_index(const dado_card_face *face, dado_text *out)
{
    const char *sign = suit_sign(face->suit);
    draw_paper("paper", out);
    dado_text_addf(out, "<g class=\"suit four%d\"><g transform=\"translate(10 8) scale(1.7)\">",
                   face->suit);
    draw_index(face, out);
    dado_text_addf(out,
                   "</g><use href=\"#dado-%s\" x=\"100\" y=\"190\" width=\"130\" "
                   "height=\"130\"/></g>",
                   sign);
}

void dado_card_back_draw(dado_text *out)
{
    draw_paper("back", out);
    dado_text_add(out, "<use href=\"#dado-back\" width=\"250\" height=\"350\"/>");
}
