// look.c - reads (look ...), which says how things are called and drawn. It has no effect
// on play.
//
// A look is read after everything else was checked, so it is known whether the game has
// what the look names, and no number of the game depends on it. The result goes to the
// code that draws the table.
#include "recycle/board.h"
#include "recycle/checker.h"
#include "recycle/parser_helpers.h"
#include "recycle/scene.h"

enum {
    of_anything = 127,
    of_drawn =
        DADO_LOOK_OF_ATTRIBUTE | DADO_LOOK_OF_PLACE | DADO_LOOK_OF_STORAGE | DADO_LOOK_OF_BOARD,
    of_zone = DADO_LOOK_OF_PLACE | DADO_LOOK_OF_BOARD,
    on_table = 128,  // a place of the table
    of_seat = 256,   // a place of a player
};

// What follows the names of an entry: nothing, or one text of this kind.
typedef enum operand {
    takes_nothing,
    takes_name,
    takes_colour,
    takes_icon,
    takes_file,
    takes_zone
} operand;

static const struct {
    const char *word;
    unsigned of;       // what its names may stand for
    const char *what;  // the same in words
    operand operand;
} entries[DADO_LOOK_KINDS] = {
    [DADO_LOOK_NAME] = { "NAME", of_anything, "thing", takes_name },
    [DADO_LOOK_SHOW] = { "SHOW", of_drawn, "attribute, place, storage or board", takes_nothing },
    [DADO_LOOK_HIDE] = { "HIDE", of_drawn, "attribute, place, storage or board", takes_nothing },
    [DADO_LOOK_COLOUR] = { "COLOUR", of_anything, "thing", takes_colour },
    [DADO_LOOK_ICON] = { "ICON", of_anything, "thing", takes_icon },
    [DADO_LOOK_IMAGE] = { "IMAGE", of_anything, "thing", takes_file },
    [DADO_LOOK_PLACE] = { "PLACE", of_zone, "place or board", takes_zone },
    [DADO_LOOK_TITLE] = { "TITLE", DADO_LOOK_OF_ATTRIBUTE, "attribute", takes_nothing },
    [DADO_LOOK_COST] = { "COST", DADO_LOOK_OF_ATTRIBUTE, "attribute", takes_nothing },
    [DADO_LOOK_ART] = { "ART", DADO_LOOK_OF_ATTRIBUTE, "attribute", takes_nothing },
    [DADO_LOOK_TEXT] = { "TEXT", DADO_LOOK_OF_ATTRIBUTE, "attribute", takes_nothing },
};

// ---- what the names of a game stand for

typedef struct named_things {
    const rcy_source *s;
    unsigned *of;                           // by name: what it stands for
    int count;                              // number of names that the game has
    bool computed_place, computed_storage;  // whether some name is computed during play
} named_things;

static void note(named_things *n, int32_t name, unsigned of)
{
    if (name > 0 && name < n->count) n->of[name] |= of;
}

static void note_storage(named_things *n, const rcy_tree *t)
{
    int32_t name;
    bool place = t->form == form_place;
    if (t->count < 2) return;
    if (!rcy_constant_string(t->kids[1], &name)) {
        if (place) n->computed_place = true;
        else n->computed_storage = true;
        return;
    }
    if (!place) note(n, name, DADO_LOOK_OF_STORAGE);
    else note(n, name, DADO_LOOK_OF_PLACE | (t->kids[0]->form == form_game ? on_table : of_seat));
}

static void note_things(named_things *n, const rcy_tree *t)
{
    switch ((rcy_form)t->form) {
    case form_attribute:
        note(n, t->name, DADO_LOOK_OF_ATTRIBUTE);
        for (int g = 0; g < t->count; g++) {
            const rcy_tree *group = t->kids[g];
            const rcy_tree *values = group->count ? rcy_constant_strings(group->kids[0]) : NULL;
            for (int v = 0; values && v < values->count; v++) {
                note(n, values->kids[v]->name, DADO_LOOK_OF_VALUE);
            }
        }
        break;
    case form_place:
    case form_sto:
    case form_str:
    case form_flag:
    case form_who_of: note_storage(n, t); break;
    case form_board: note(n, t->name, DADO_LOOK_OF_BOARD); break;
    case form_name: note(n, t->name, DADO_LOOK_OF_STRING); break;
    default: break;
    }
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) note_things(n, t->kids[i]);
    }
}

// Marks values, spaces and strings as possible names of places and storages, where such
// names are computed.
static void note_computed(named_things *n)
{
    unsigned words = DADO_LOOK_OF_VALUE | DADO_LOOK_OF_SPACE | DADO_LOOK_OF_STRING;
    for (int i = 1; i < n->count; i++) {
        if (!(n->of[i] & words)) continue;
        if (n->computed_place) n->of[i] |= DADO_LOOK_OF_PLACE | on_table | of_seat;
        if (n->computed_storage) n->of[i] |= DADO_LOOK_OF_STORAGE;
    }
}

static bool find_things(rcy_source *s, const rcy_tree *game, named_things *n)
{
    *n = (named_things){ .s = s, .count = s->play_names };
    n->of = dado_new(s->region, unsigned, n->count + 1);
    if (!n->of) return false;
    note_things(n, game);
    for (int i = 0; s->boards && i < s->boards->spaces; i++) {
        note(n, s->boards->name[i], DADO_LOOK_OF_SPACE);
    }
    note_computed(n);
    return true;
}

// ---- reading

typedef struct look_reader {
    parser r;
    named_things things;
    dado_look_entry *list;
    int *at;  // token of each entry's name
    int count, room;
} look_reader;

static const char *nearest_thing(look_reader *k, const char *text, unsigned of)
{
    const char **known = dado_new(k->r.s->region, const char *, k->things.count + 1);
    int count = 0;
    for (int i = 1; known && i < k->things.count; i++) {
        if (k->things.of[i] & of) known[count++] = rcy_text(k->r.s, i);
    }
    return known ? dado_nearest_name(text, known, count) : NULL;
}

static unsigned thing_of(look_reader *k, int32_t name)
{
    return name > 0 && name < k->things.count ? k->things.of[name] : 0;
}

static void unknown_thing(look_reader *k, int token, int32_t name, unsigned of, const char *what)
{
    const char *text = rcy_text(k->r.s, name), *near = nearest_thing(k, text, of);
    char end[100] = "";
    if (near) snprintf(end, sizeof end, "; did you mean %.60s?", near);
    rcy_diagnose(k->r.s, "E251", token, token, "this game has no %s %.60s%s", what, text, end);
}

// Reads a name, a string or a number, and returns it as a name.
static int32_t read_thing(look_reader *k)
{
    parser *r = &k->r;
    if (r->lost) return 0;
    if (is(r, 0, TOKEN_INT)) return rcy_parse_digits(r)->name;
    if (!is(r, 0, TOKEN_NAME) && !is(r, 0, TOKEN_STRING)) {
        expected(r, "a name, or a value of an attribute: (SUIT : HEARTS)");
        return 0;
    }
    r->at++;
    return peek(r, -1)->name;
}

static void add_entry(look_reader *k, dado_look_entry made, int token)
{
    for (int i = 0; i < k->count; i++) {
        const dado_look_entry *e = &k->list[i];
        bool alike = (!e->attribute && !made.attribute) ||
                     (e->attribute && made.attribute && strcmp(e->attribute, made.attribute) == 0);
        if (e->kind != made.kind || !alike || strcmp(e->name, made.name) != 0) continue;
        rcy_diagnose(k->r.s, "E253", token, token, "%s of %s is given already, in line %d",
                     entries[made.kind].word, made.name, k->r.s->tokens[k->at[i]].line);
        return;
    }
    if (k->count == k->room) return;  // there is room for one entry per token
    k->at[k->count] = token;
    k->list[k->count++] = made;
}

// Reads the target of an entry: HEARTS or (SUIT : HEARTS).
static void read_target(look_reader *k, dado_look_kind kind)
{
    parser *r = &k->r;
    rcy_tree whole = { 0 };
    int token = r->at;
    int32_t attribute = 0;
    bool pair = is(r, 0, TOKEN_OPEN);
    if (pair) {
        r->at++;
        token = r->at;
        attribute = take_name(r, TOKEN_NAME, "an attribute: (SUIT : HEARTS)");
        if (!r->lost && !is(r, 0, TOKEN_COLON)) expected(r, "a colon: (SUIT : HEARTS)");
        if (!r->lost) r->at++;
    }
    int at = r->at;
    int32_t name = read_thing(k);
    if (pair) close(r, &whole);
    if (r->lost) return;
    unsigned of = thing_of(k, name), wanted = entries[kind].of & of_anything;
    if (pair && !(thing_of(k, attribute) & DADO_LOOK_OF_ATTRIBUTE)) {
        unknown_thing(k, token, attribute, DADO_LOOK_OF_ATTRIBUTE, "attribute");
    } else if (pair && !(of & DADO_LOOK_OF_VALUE)) {
        unknown_thing(k, at, name, DADO_LOOK_OF_VALUE, "value");
    } else if (!(of & wanted)) {
        unknown_thing(k, at, name, wanted, entries[kind].what);
    } else {
        add_entry(k,
                  (dado_look_entry){ .kind = kind,
                                     .of = pair ? DADO_LOOK_OF_VALUE : of,
                                     .attribute = pair ? rcy_text(r->s, attribute) : NULL,
                                     .name = rcy_text(r->s, name) },
                  at);
    }
}

static int characters(const char *text)
{
    int count = 0;
    for (; *text; text++) count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

static bool is_colour(const char *text)
{
    if (text[0] == '#') {
        return strlen(text) == 7 && strspn(text + 1, "0123456789abcdefABCDEF") == 6;
    }
    for (int i = 0; dado_look_colours[i]; i++) {
        if (strcmp(text, dado_look_colours[i]) == 0) return true;
    }
    return false;
}

// Returns whether a text is the path of a picture file beside the description or below,
// of a type that can be drawn.
static bool is_picture(const char *text)
{
    size_t length = strlen(text);
    if (length < 5 || length > 120 || text[0] == '/' || strchr(text, '\\')) return false;
    if (strstr(text, "..") || strchr(text, ':')) return false;
    const char *end = text + length - 4;
    return strcmp(end, ".png") == 0 || strcmp(end, ".svg") == 0;
}

static int zone_number(const char *text)
{
    for (int i = 0; dado_look_places[i]; i++) {
        if (strcmp(text, dado_look_places[i]) == 0) return i;
    }
    return -1;
}

// Reports that `text` is not a valid `what`. It suggests the most similar known word, or
// else prints `rest`.
static void suggest(look_reader *k, int token, const char *text, const char *const *known,
                    const char *what, const char *rest)
{
    int count = 0;
    while (known[count]) count++;
    const char *near = dado_nearest_name(text, known, count);
    if (near) {
        rcy_diagnose(k->r.s, "E252", token, token, "%.40s is no %s; did you mean %s?", text, what,
                     near);
    } else {
        rcy_diagnose(k->r.s, "E252", token, token, "%.40s is no %s; %s", text, what, rest);
    }
}

static void check_zone(look_reader *k, int token, const char *text, unsigned of)
{
    enum { first_of_seats = 5 };
    int zone = zone_number(text);
    if (zone < 0) {
        suggest(k, token, text, dado_look_places, "part of a table",
                "it has MIDDLE, LEFT, RIGHT, TOP and BOTTOM, and a seat has HAND, FRONT and SIDE");
    } else if (zone >= first_of_seats && !(of & of_seat)) {
        rcy_diagnose(k->r.s, "E252", token, token,
                     "%s is at a player's seat, but this belongs to the table: MIDDLE, LEFT, "
                     "RIGHT, TOP or BOTTOM",
                     text);
    } else if (zone < first_of_seats && !(of & (on_table | DADO_LOOK_OF_BOARD))) {
        rcy_diagnose(k->r.s, "E252", token, token,
                     "%s is a part of the table, but this belongs to players: HAND, FRONT or SIDE",
                     text);
    }
}

static void check_text(look_reader *k, operand wanted, int token, const char *text, unsigned of)
{
    rcy_source *s = k->r.s;
    if (wanted == takes_colour && !is_colour(text)) {
        suggest(k, token, text, dado_look_colours, "colour",
                "write RED, BLUE or another of the twelve, or \"#c0392b\"");
    } else if (wanted == takes_icon && (characters(text) < 1 || characters(text) > 4)) {
        rcy_diagnose(s, "E252", token, token, "an icon has one to four characters, not %d",
                     characters(text));
    } else if (wanted == takes_file && !is_picture(text)) {
        rcy_diagnose(
            s, "E252", token, token,
            "a picture is a .png or .svg file beside the description, like \"art/ox.png\"");
    } else if (wanted == takes_zone) {
        check_zone(k, token, text, of);
    } else if (wanted == takes_name && (characters(text) < 1 || characters(text) > 60)) {
        rcy_diagnose(s, "E252", token, token, "a name for people has 1 to 60 characters");
    }
}

// Reads the text after the names, which applies to all of them.
static const char *read_text(look_reader *k, operand wanted, unsigned of)
{
    parser *r = &k->r;
    static const char *const what[] = {
        [takes_nothing] = "",
        [takes_name] = "what people call it, in quotes: \"hearts\"",
        [takes_colour] = "a colour: RED, or \"#c0392b\"",
        [takes_icon] = "one to four characters in quotes: \"\xE2\x99\xA5\"",
        [takes_file] = "the name of a file in quotes: \"ox.png\"",
        [takes_zone] = "where it lies: MIDDLE, LEFT, RIGHT, TOP, BOTTOM, HAND, FRONT or SIDE",
    };
    bool word = wanted == takes_colour || wanted == takes_zone;
    if (r->lost || (!is(r, 0, TOKEN_STRING) && !(word && is(r, 0, TOKEN_NAME)))) {
        expected(r, what[wanted]);
        return NULL;
    }
    const char *text = rcy_text(r->s, peek(r, 0)->name);
    check_text(k, wanted, r->at, text, of);
    r->at++;
    return text;
}

static void read_entry(look_reader *k)
{
    parser *r = &k->r;
    rcy_tree whole = { 0 };
    const char *words[DADO_LOOK_KINDS];
    int kind = DADO_LOOK_KINDS, first = k->count;
    open(r);
    int32_t said_name = take_name(r, TOKEN_NAME, "what is said: NAME, COLOUR, HIDE, PLACE");
    if (r->lost) return;
    const char *said_word = rcy_text(r->s, said_name);
    for (int i = 0; i < DADO_LOOK_KINDS; i++) {
        words[i] = entries[i].word;
        if (strcmp(said_word, words[i]) == 0) kind = i;
    }
    if (kind == DADO_LOOK_KINDS) {
        const char *near = dado_nearest_name(said_word, words, DADO_LOOK_KINDS);
        r->at--;
        if (near) lose(r, "E250", "a look has no %.40s; did you mean %s?", said_word, near);
        else
            lose(r, "E250",
                 "a look has no %.40s; it has NAME, SHOW, HIDE, COLOUR, ICON, IMAGE, "
                 "PLACE, TITLE, COST, ART and TEXT",
                 said_word);
        return;
    }
    operand wanted = entries[kind].operand;
    read_target(k, (dado_look_kind)kind);
    while (!r->lost && wanted == takes_nothing && !is(r, 0, TOKEN_CLOSE)) {
        read_target(k, (dado_look_kind)kind);
    }
    if (wanted != takes_nothing && !r->lost) {
        bool known = k->count > first;
        unsigned of = known ? k->list[first].of : on_table | of_seat;
        const char *text = read_text(k, wanted, of), *plural = NULL;
        if (!r->lost && wanted == takes_name && is(r, 0, TOKEN_STRING)) {
            plural = read_text(k, wanted, of);
        }
        if (known) k->list[first].text = text;
        if (known) k->list[first].plural = plural;
    }
    close(r, &whole);
}

void rcy_read_look(rcy_source *s, const rcy_tree *game)
{
    s->play_names = s->names.count;
    if (!s->look) return;
    // as the compiler would, so that it does not come after the names of the look
    rcy_name(&s->names, "DEFAULT", 7);
    s->play_names = s->names.count;
    int end = s->tokens[s->look].match;
    look_reader k = { .r = { .s = s, .at = s->look + 2 }, .room = end - s->look };
    bool next = s->next_edition;
    k.list = dado_new(s->region, dado_look_entry, k.room + 1);
    k.at = dado_new(s->region, int, k.room + 1);
    if (!k.list || !k.at || !find_things(s, game, &k.things) || !rcy_name_look_tokens(s)) {
        s->no_memory = true;
        return;
    }
    while (k.r.at < end && !s->no_memory) {
        int start = k.r.at, match = s->tokens[start].match;
        read_entry(&k);
        if (!k.r.lost) continue;
        k.r.lost = false;
        k.r.at = match > start ? match + 1 : start + 1;
    }
    for (int i = 0; i < k.count; i++) k.list[i].of &= of_anything;
    s->next_edition = next;  // a look does not change which edition of the language the rules use
    s->looks = (dado_game_look){ k.list, k.count };
}

// ---- the text without its look

bool rcy_play_text(const char *text, dado_text *out)
{
    if (!strstr(text, "look")) return false;
    dado_region region;
    dado_region_init(&region, (size_t)64 << 20);
    int count = 0, depth = 0, from = -1, to = -1;
    const dado_token *t = dado_recycle_tokens(text, &count, &region);
    for (int i = 0; t && i < count && from < 0; i++) {
        char c = text[t[i].start];
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c != '(' || depth != 2 || i + 1 == count) continue;
        if (t[i + 1].length != 4 || memcmp(text + t[i + 1].start, "look", 4) != 0) continue;
        from = t[i].start;
        to = t[t[i].match].start + 1;
    }
    dado_region_free(&region);
    if (from < 0) return false;
    while (from > 0 && strchr(" \t\r\n", text[from - 1])) from--;
    dado_text_add_bytes(out, text, (size_t)from);
    dado_text_add(out, text + to);
    return true;
}
