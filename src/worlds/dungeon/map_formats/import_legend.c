// import_legend.c - the meaning of signs and words: by the user's legend, in drawings, in
// English.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "worlds/dungeon/map_formats/import_canvas.h"

typedef struct known_word {
    const char *word;
    int id;
    const char *thing;
} known_word;

static bool read_id(const char *word, int *id)
{
    static const known_word ids[] = {
        { "wall", DADO_CELL_WALL, "" }, { "floor", DADO_CELL_FLOOR, "" },
        { "exit", DADO_CELL_EXIT, "" }, { "skip", DADO_CELL_SKIP, "" },
        { "keep", DADO_CELL_KEEP, "" },
    };
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        if (strcmp(word, ids[i].word) != 0) continue;
        *id = ids[i].id;
        return true;
    }
    char *end;
    long value = strtol(word, &end, 10);
    *id = (int)value;
    return end != word && !*end && value >= 0 && value <= DADO_MAP_CODE_MOST;
}

static bool add_meaning(dado_import_canvas *canvas, const char *sign, int id, const char *thing)
{
    dado_legend_entry meaning = { .id = id };
    snprintf(meaning.sign, sizeof meaning.sign, "%s", sign);
    snprintf(meaning.thing, sizeof meaning.thing, "%s", thing);
    if (strcmp(sign, "space") == 0) snprintf(meaning.sign, sizeof meaning.sign, " ");
    if (strcmp(sign, "*") == 0 && !canvas->has_rest) {
        canvas->has_rest = true;
        canvas->rest = meaning;
    } else if (strcmp(sign, "star") == 0) {
        snprintf(meaning.sign, sizeof meaning.sign, "*");
    }
    if (canvas->meanings == DADO_LEGEND_MOST) return false;
    canvas->legend[canvas->meanings++] = meaning;
    return true;
}

// Reads a line `SIGN = ID [THING]`. The sign may itself be "=" and may contain blanks, as
// the name of a layer does.
static bool read_line(dado_import_canvas *canvas, const char *source, int number, char *line)
{
    char *sign = line + strspn(line, " \t"), *equals = *sign ? strchr(sign + 1, '=') : NULL;
    char id_word[40] = "", thing[DADO_TEMPLATE_NAME] = "";
    int id = 0;
    if (equals) {
        char *end = equals;
        while (end > sign && strchr(" \t", end[-1])) end--;
        *end = '\0';
    }
    if (!equals || sscanf(equals + 1, " %39s %31s", id_word, thing) < 1 || !read_id(id_word, &id) ||
        strlen(sign) >= DADO_SIGN_MOST) {
        return dado_fail_at(
            canvas->err, DADO_SYNTAX, (dado_place){ source, number, 0, 0 },
            "this is not a line of a legend, such as o = 1 ogre or Walls = wall; ids are numbers "
            "or wall, floor, exit, keep, skip");
    }
    bool known = !thing[0] || strcmp(thing, "start") == 0 || strcmp(thing, "exit") == 0 ||
                 strcmp(thing, "gold") == 0 ||
                 dado_template_enemy(canvas->ask->templates, thing) >= 0 ||
                 dado_template_item(canvas->ask->templates, thing) >= 0;
    if (!known) {
        return dado_fail_at(canvas->err, DADO_INVALID, (dado_place){ source, number, 0, 0 },
                            "no template is called \"%s\"; there are also start, exit and gold",
                            thing);
    }
    if (!add_meaning(canvas, sign, id, thing)) {
        return dado_fail_at(canvas->err, DADO_LIMIT, (dado_place){ source, number, 0, 0 },
                            "this legend has too many lines; %d is the most", DADO_LEGEND_MOST);
    }
    return true;
}

// Adds the meaning of the first of some words that has one. Words for cells that block
// the way come first.
static void add_words(dado_import_canvas *canvas, const char *sign, const json_t *words)
{
    size_t at;
    json_t *word;
    dado_legend_entry found;
    json_array_foreach(words, at, word)
    {
        const char *text = json_string_value(word);
        if (!text || !dado_import_canvas_guess_word(canvas, text, &found)) continue;
        add_meaning(canvas, sign, found.id == DADO_CELL_KEEP ? DADO_CELL_FLOOR : found.id,
                    found.thing);
        return;
    }
    dado_import_canvas_note_loss(canvas, "the legend's words for \"%.20s\" mean nothing here",
                                 sign);
}

// Reads legends in JSON: {"tiles": {"F": ["passable"]}}, and {"legend": [{"chars": ["o"],
// "name": "door", "solid": false}]}.
static bool read_json_legend(dado_import_canvas *canvas, const char *source, const char *text)
{
    json_t *root = dado_import_canvas_json(canvas, source, text, strlen(text));
    const char *sign;
    json_t *words, *entry;
    size_t at, k;
    if (!root) return false;
    json_object_foreach(json_object_get(root, "tiles"), sign, words)
    {
        add_words(canvas, sign, words);
    }
    json_array_foreach(json_object_get(root, "legend"), at, entry)
    {
        json_t *letter, *chars = json_object_get(entry, "chars");
        dado_legend_entry found = { .id = DADO_CELL_FLOOR };
        bool solid = json_is_true(json_object_get(entry, "solid"));
        dado_import_canvas_guess_word(canvas, dado_json_member_text(entry, "name"), &found);
        json_array_foreach(chars, k, letter)
        {
            const char *word = json_string_value(letter);
            if (word) add_meaning(canvas, word, solid ? DADO_CELL_WALL : found.id, found.thing);
        }
    }
    json_decref(root);
    if (canvas->meanings == 0) {
        return dado_fail_at(canvas->err, DADO_INVALID, (dado_place){ source, 0, 0, 0 },
                            "this JSON is not a legend; it has neither \"tiles\" nor \"legend\"");
    }
    return true;
}

bool dado_legend_read(dado_import_canvas *canvas, const char *source, const char *text)
{
    if (text[strspn(text, " \t\r\n")] == '{') return read_json_legend(canvas, source, text);
    for (int number = 1; *text; number++) {
        size_t length = strcspn(text, "\n");
        char line[160] = "";
        if (length < sizeof line) memcpy(line, text, length);
        else memcpy(line, text, sizeof line - 1);
        line[strcspn(line, "\r")] = '\0';
        text += length + (text[length] == '\n');
        if (line[strspn(line, " \t")] == '\0' || strncmp(line, "//", 2) == 0) continue;
        if (!read_line(canvas, source, number, line)) return false;
    }
    return true;
}

bool dado_import_canvas_find_sign(const dado_import_canvas *canvas, const char *sign,
                                  dado_legend_entry *found)
{
    for (int i = 0; i < canvas->meanings; i++) {
        if (strcmp(canvas->legend[i].sign, sign) != 0) continue;
        *found = canvas->legend[i];
        return true;
    }
    return false;
}

// Words that people use for things. Words that are closer to their meaning come first.
static const known_word english[] = {
    { "start", DADO_CELL_KEEP, "start" },    { "player", DADO_CELL_KEEP, "start" },
    { "hero", DADO_CELL_KEEP, "start" },     { "avatar", DADO_CELL_KEEP, "start" },
    { "spawn", DADO_CELL_KEEP, "start" },    { "exit", DADO_CELL_KEEP, "exit" },
    { "goal", DADO_CELL_KEEP, "exit" },      { "stair", DADO_CELL_KEEP, "exit" },
    { "finish", DADO_CELL_KEEP, "exit" },    { "gold", DADO_CELL_KEEP, "gold" },
    { "coin", DADO_CELL_KEEP, "gold" },      { "money", DADO_CELL_KEEP, "gold" },
    { "treasure", DADO_CELL_KEEP, "gold" },  { "gem", DADO_CELL_KEEP, "gold" },
    { "heal", DADO_CELL_KEEP, "potion" },    { "health", DADO_CELL_KEEP, "potion" },
    { "heart", DADO_CELL_KEEP, "potion" },   { "food", DADO_CELL_KEEP, "potion" },
    { "apple", DADO_CELL_KEEP, "potion" },   { "weapon", DADO_CELL_KEEP, "sword" },
    { "axe", DADO_CELL_KEEP, "sword" },      { "armor", DADO_CELL_KEEP, "shield" },
    { "armour", DADO_CELL_KEEP, "shield" },  { "item", DADO_CELL_KEEP, "potion" },
    { "boss", DADO_CELL_KEEP, "troll" },     { "enemy", DADO_CELL_KEEP, "goblin" },
    { "enemies", DADO_CELL_KEEP, "goblin" }, { "monster", DADO_CELL_KEEP, "goblin" },
    { "mob", DADO_CELL_KEEP, "goblin" },     { "skeleton", DADO_CELL_KEEP, "goblin" },
    { "zombie", DADO_CELL_KEEP, "goblin" },  { "orc", DADO_CELL_KEEP, "ogre" },
    { "spider", DADO_CELL_KEEP, "rat" },     { "bat", DADO_CELL_KEEP, "rat" },
    { "slime", DADO_CELL_KEEP, "rat" },      { "dog", DADO_CELL_KEEP, "wolf" },
    { "wall", DADO_CELL_WALL, "" },          { "solid", DADO_CELL_WALL, "" },
    { "collision", DADO_CELL_WALL, "" },     { "obstacle", DADO_CELL_WALL, "" },
    { "block", DADO_CELL_WALL, "" },         { "tree", DADO_CELL_WALL, "" },
    { "water", DADO_CELL_WALL, "" },         { "lava", DADO_CELL_WALL, "" },
    { "void", DADO_CELL_WALL, "" },          { "floor", DADO_CELL_FLOOR, "" },
    { "ground", DADO_CELL_FLOOR, "" },       { "passable", DADO_CELL_FLOOR, "" },
    { "walkable", DADO_CELL_FLOOR, "" },     { "empty", DADO_CELL_FLOOR, "" },
    { "door", DADO_CELL_FLOOR, "" },         { "path", DADO_CELL_FLOOR, "" },
    { "corridor", DADO_CELL_FLOOR, "" },     { "road", DADO_CELL_FLOOR, "" },
    { "grass", DADO_CELL_FLOOR, "" },
};

// Reads the next word of a name. Words end at anything but a letter, and before a capital
// letter that follows a small one.
static bool next_word(const char **name, char *word, size_t size)
{
    const char *s = *name;
    size_t used = 0;
    while (*s && !isalpha((unsigned char)*s)) s++;
    while (isalpha((unsigned char)*s) && used + 1 < size) {
        bool parts = used && isupper((unsigned char)*s) && islower((unsigned char)s[-1]);
        if (parts) break;
        word[used++] = (char)tolower((unsigned char)*s++);
    }
    while (used + 1 == size && isalpha((unsigned char)*s)) s++;
    word[used] = '\0';
    *name = s;
    return used > 0;
}

static bool is_template(const dado_import_canvas *canvas, const char *word)
{
    return dado_template_enemy(canvas->ask->templates, word) >= 0 ||
           dado_template_item(canvas->ask->templates, word) >= 0;
}

bool dado_import_canvas_guess_word(const dado_import_canvas *canvas, const char *name,
                                   dado_legend_entry *found)
{
    char word[32];
    *found = (dado_legend_entry){ .id = DADO_CELL_KEEP };
    if (is_template(canvas, name)) {  // the exact name of a template
        snprintf(found->thing, sizeof found->thing, "%s", name);
        return true;
    }
    // A name that dado itself writes.
    if (strncmp(name, "id_", 3) == 0 && read_id(name + 3, &found->id)) return true;
    while (next_word(&name, word, sizeof word)) {
        if (is_template(canvas, word)) {
            snprintf(found->thing, sizeof found->thing, "%s", word);
            return true;
        }
        for (size_t i = 0; i < sizeof english / sizeof *english; i++) {
            size_t length = strlen(english[i].word);
            bool same = strncmp(word, english[i].word, length) == 0 &&
                        (!word[length] || strcmp(word + length, "s") == 0);
            bool thing = english[i].thing[0] && strcmp(english[i].thing, "start") != 0 &&
                         strcmp(english[i].thing, "exit") != 0 &&
                         strcmp(english[i].thing, "gold") != 0;
            if (!same || (thing && !is_template(canvas, english[i].thing))) continue;
            found->id = english[i].id;
            snprintf(found->thing, sizeof found->thing, "%s", english[i].thing);
            return true;
        }
    }
    return false;
}

// Returns the usual meaning of a letter in drawings of dungeons; line-drawing and block
// characters are walls.
static bool usual_letter(const char *sign, dado_legend_entry *found)
{
    static const known_word usual[] = {
        { "#", 0, "" },      { ".", 1, "" },    { "@", 1, "start" }, { "E", 1, "start" },
        { "X", 2, "" },      { ">", 2, "" },    { "$", 1, "gold" },  { "!", 1, "potion" },
        { "+", 1, "sword" }, { "e", 1, "rat" }, { "o", 1, "ogre" },
    };
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        if (strcmp(sign, usual[i].word) != 0) continue;
        *found = (dado_legend_entry){ .id = usual[i].id };
        snprintf(found->thing, sizeof found->thing, "%s", usual[i].thing);
        return true;
    }
    const unsigned char *s = (const unsigned char *)sign;
    *found = (dado_legend_entry){ .id = DADO_CELL_WALL };
    return s[0] == 0xE2 && (s[1] == 0x94 || s[1] == 0x95 ||
                            s[1] == 0x96);  // box drawing and blocks, U+2500 ... U+25BF
}

bool dado_import_canvas_letter(dado_import_canvas *canvas, int line, const char *sign, int x, int y)
{
    dado_legend_entry found;
    bool known = dado_import_canvas_find_sign(canvas, sign, &found);
    if (!known && strcmp(sign, " ") == 0) {
        canvas->painted[y * canvas->map.width + x] = 2;
        return true;
    }
    if (!known && canvas->has_rest) {
        found = canvas->rest;
        known = true;
    }
    if (!known && !usual_letter(sign, &found)) {
        unsigned char first = (unsigned char)sign[0];
        // A byte that is no printable character.
        if (first < 32 || first == 127 || (first >= 128 && !sign[1])) {
            return dado_import_canvas_fail(
                canvas, line,
                "byte %d has no meaning here; a legend can say what all signs mean that it does "
                "not name, as in: * = floor",
                first);
        }
        return dado_import_canvas_fail(canvas, line,
                                       "unknown sign \"%s\"; say in a legend what it means, as in: "
                                       "%s = floor, or for all the rest: * = floor",
                                       sign, sign);
    }
    dado_import_canvas_paint(canvas, x, y, &found);
    return true;
}
