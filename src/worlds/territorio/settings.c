// settings.c - reads every number of Território from options.
//
// The tables of the rulebook stand here as defaults. A section with a new name under
// terrain, unit, item or building adds a kind, if it sets what every kind needs: a
// letter, a cost, a rate. Because of that requirement a misspelt section is an error and
// not an unwanted new kind.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "worlds/territorio/territorio.h"

typedef struct asker {
    dado_option_reader ask;
    dado_region *region;
    bool short_of_memory;
} asker;

typedef enum preset { preset_lab, preset_classic, preset_log2012 } preset;

static const dado_terr_terrain terrains[] = {
    { "grass", 'g', 1, { true, false, true }, true, 55 },
    { "sand", 's', 2, { true, false, true }, true, 20 },
    { "forest", 'f', 3, { true, false, true }, false, 10 },
    { "water", 'w', 1, { false, true, true }, false, 15 },
};

static const dado_terr_kind units[] = {
    // Columns: name, max_health, attack, defence, influence, min_random, moves, range, sight, cost.
    { "priest", 3, 0, 1, 0.5, 0.6, 2, 1, 2, 10, DADO_TERR_GROUND, true },
    { "soldier", 1, 1, 1, 0, 0.45, 2, 1, 1, 2, DADO_TERR_GROUND, false },
    { "sergeant", 2, 1, 1, 0, 0.45, 1, 2, 2, 3, DADO_TERR_GROUND, false },
    { "lieutenant", 4, 1, 2, 0, 0.5, 1, 1, 1, 5, DADO_TERR_GROUND, false },
    { "captain", 5, 2, 1, 0, 0.5, 1, 1, 1, 8, DADO_TERR_GROUND, false },
    { "major", 6, 4, 2, 0, 0.55, 2, 1, 1, 13, DADO_TERR_GROUND, false },
    { "colonel", 10, 6, 5, 0, 0.55, 1, 1, 1, 21, DADO_TERR_GROUND, false },
    { "general", 15, 9, 7, 0.05, 0.6, 2, 2, 3, 30, DADO_TERR_GROUND, false },
    { "marshal", 20, 12, 9, 0.1, 0.7, 3, 2, 2, 40, DADO_TERR_GROUND, false },
};

static const dado_terr_kind items[] = {
    { .name = "heart", .max_health = 3, .cost = 15 },
    { .name = "sandal", .moves = 1, .cost = 10 },
    { .name = "armor", .min_random = 0.2, .cost = 15 },
    { .name = "sword", .attack = 3, .cost = 25 },
    { .name = "shield", .defence = 2, .cost = 20 },
    { .name = "belt", .range = 1, .cost = 20 },
    { .name = "glasses", .sight = 1, .cost = 10 },
    { .name = "helmet", .influence = 0.25, .cost = 30 },
};

static const dado_terr_building_kind houses[] = {
    { "city", 0.5, 2, 1, 10 },
    { "barracks", 0, 3, 1, 10 },
};

static const dado_terr_kind new_unit = {
    .max_health = 1,
    .range = 1,
    .sight = 1,
    .moves = 1,
    .min_random = 0.5,
    .cost = 1,
};

// Formats a name that lives as long as the game.
static const char *name_of(asker *a, const char *format, ...) DADO_PRINTF(2, 3);

static const char *name_of(asker *a, const char *format, ...)
{
    char full[160];
    DADO_FORMAT_ARGS(full, format);
    const char *kept = dado_region_copy(a->region, full, strlen(full));
    if (!kept) a->short_of_memory = true;
    return kept ? kept : "?";
}

// ---- kinds that the options define

// Adds to `names` the kinds that options of the form "group.KIND.key" mention.
static int find_kinds(asker *a, const char *group, const char *needed, const char **names,
                      int count)
{
    size_t prefix = strlen(group);
    const dado_options *options = a->ask.options;
    for (int i = 0; options && i < options->count; i++) {
        const char *full = options->items[i].name;
        if (strncmp(full, group, prefix) != 0 || full[prefix] != '.') continue;
        const char *kind = full + prefix + 1;
        const char *end = strchr(kind, '.');
        if (!end || end == kind || strchr(end + 1, '.')) continue;
        size_t length = (size_t)(end - kind);
        bool known = false;
        for (int k = 0; k < count; k++) {
            known |= strlen(names[k]) == length && strncmp(names[k], kind, length) == 0;
        }
        if (known) continue;
        const char *name = name_of(a, "%.*s", (int)length, kind);
        char must[160];
        snprintf(must, sizeof must, "%s.%.100s.%s", group, name, needed);
        if (!dado_options_find(options, must)) {
            const char *near = dado_nearest_name(name, names, count);
            dado_option_invalid(
                &a->ask, full, "there is no %s named %.40s; %s%s%s a new one needs %s", group, name,
                near ? "did you mean " : "", near ? near : "", near ? "?" : "", needed);
            continue;
        }
        if (length > 31 || strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != length) {
            dado_option_invalid(&a->ask, full,
                                "the name of a %s has up to 31 small letters, digits "
                                "and underscores",
                                group);
        } else if (count == DADO_TERR_KINDS) {
            dado_option_invalid(&a->ask, full,
                                "there may be at most %d kinds of %s, and %.40s is one too many",
                                DADO_TERR_KINDS, group, name);
        } else {
            names[count++] = name;
        }
    }
    return count;
}

// Removes an option from the list of known options if it has its default. The tables have
// three hundred defaults, which would hide the options that somebody set.
static void forget_default(asker *a, const char *name, size_t before)
{
    if (dado_options_find(a->ask.options, name) || a->ask.known.length <= before) return;
    a->ask.known.length = before;
    a->ask.known.data[before] = '\0';
}

static int ask_int(asker *a, const char *group, const char *kind, const char *key, int by_default,
                   int least, int most)
{
    const char *name = name_of(a, "%s.%s.%s", group, kind, key);
    size_t before = a->ask.known.length;
    int value = (int)dado_option_int(&a->ask, name, by_default, least, most);
    forget_default(a, name, before);
    return value;
}

static double ask_real(asker *a, const char *group, const char *kind, const char *key,
                       double by_default, double least, double most)
{
    const char *name = name_of(a, "%s.%s.%s", group, kind, key);
    size_t before = a->ask.known.length;
    double value = dado_option_real(&a->ask, name, by_default, least, most);
    forget_default(a, name, before);
    return value;
}

static bool ask_bool(asker *a, const char *group, const char *kind, const char *key,
                     bool by_default)
{
    const char *name = name_of(a, "%s.%s.%s", group, kind, key);
    size_t before = a->ask.known.length;
    bool value = dado_option_bool(&a->ask, name, by_default);
    forget_default(a, name, before);
    return value;
}

static void read_terrains(asker *a, dado_terr *w)
{
    enum { known = sizeof terrains / sizeof *terrains };
    const char *names[DADO_TERR_KINDS];
    for (int i = 0; i < known; i++) names[i] = terrains[i].name;
    w->terrains = find_kinds(a, "terrain", "letter", names, known);
    for (int i = 0; i < w->terrains; i++) {
        dado_terr_terrain *t = &w->terrain[i];
        if (i < known) *t = terrains[i];
        else *t = (dado_terr_terrain){ names[i], 0, 1, { true, false, true }, false, 0 };
        const char *n = t->name;
        const char letter[2] = { t->letter, '\0' };
        const char *key = name_of(a, "terrain.%s.letter", n);
        size_t before = a->ask.known.length;
        const char *text = dado_option_text(&a->ask, key, letter);
        forget_default(a, key, before);
        bool plain = text && text[0] > ' ' && text[0] < 127 && text[0] != '?' && text[0] != '#';
        if (!plain || text[1]) {
            dado_option_invalid(&a->ask, key, "%s must be one visible character other than ? and #",
                                key);
        } else {
            t->letter = text[0];
        }
        for (int k = 0; k < i; k++) {
            if (w->terrain[k].letter != t->letter) continue;
            dado_option_invalid(&a->ask, key, "%s and %s have the same letter", w->terrain[k].name,
                                n);
        }
        t->cost = (uint8_t)ask_int(a, "terrain", n, "cost", t->cost, 1, 100);
        t->admits[DADO_TERR_GROUND] =
            ask_bool(a, "terrain", n, "ground", t->admits[DADO_TERR_GROUND]);
        t->admits[DADO_TERR_WATER] = ask_bool(a, "terrain", n, "water", t->admits[DADO_TERR_WATER]);
        t->admits[DADO_TERR_AIR] = ask_bool(a, "terrain", n, "air", t->admits[DADO_TERR_AIR]);
        t->buildings = ask_bool(a, "terrain", n, "buildings", t->buildings);
    }
    if (!w->terrain[0].admits[DADO_TERR_GROUND] || !w->terrain[0].buildings) {
        dado_option_invalid(
            &a->ask, "terrain.grass.ground",
            "start tiles become grass, so grass must admit ground units and buildings");
    }
}

static void read_attributes(asker *a, const char *group, dado_terr_kind *k, bool bonus)
{
    const char *n = k->name;
    double least_health = bonus ? 0 : 0.001;
    k->max_health = ask_real(a, group, n, "max_health", k->max_health, least_health, 1e6);
    k->moves = ask_int(a, group, n, "moves", k->moves, 0, 32);
    k->attack = ask_real(a, group, n, "attack", k->attack, 0, 1e6);
    k->defence = ask_real(a, group, n, "defence", k->defence, 0, 1e6);
    k->range = ask_int(a, group, n, "range", k->range, 0, 32);
    k->sight = ask_int(a, group, n, "sight", k->sight, 0, 32);
    k->influence = ask_real(a, group, n, "influence", k->influence, 0, 1);
    k->min_random = ask_real(a, group, n, "min_random", k->min_random, 0, 1);
    k->cost = ask_int(a, group, n, "cost", k->cost, 1, 1000000);
}

static void read_units(asker *a, dado_terr *w)
{
    enum { known = sizeof units / sizeof *units };
    static const char *const classes[] = { "ground", "water", "air", NULL };
    const char *names[DADO_TERR_KINDS];
    for (int i = 0; i < known; i++) names[i] = units[i].name;
    w->units = find_kinds(a, "unit", "cost", names, known);
    for (int i = 0; i < w->units; i++) {
        w->unit[i] = i < known ? units[i] : new_unit;
        w->unit[i].name = names[i];
        const char *class = name_of(a, "unit.%s.class", names[i]);
        size_t before = a->ask.known.length;
        w->unit[i].class =
            (dado_terr_class)dado_option_choice(&a->ask, class, classes, (int)w->unit[i].class);
        forget_default(a, class, before);
        read_attributes(a, "unit", &w->unit[i], false);
    }
}

static void read_items(asker *a, dado_terr *w)
{
    enum { known = sizeof items / sizeof *items };
    const char *names[DADO_TERR_KINDS];
    for (int i = 0; i < known; i++) names[i] = items[i].name;
    w->items = find_kinds(a, "item", "cost", names, known);
    for (int i = 0; i < w->items; i++) {
        w->item[i] = i < known ? items[i] : (dado_terr_kind){ .cost = 1 };
        w->item[i].name = names[i];
        read_attributes(a, "item", &w->item[i], true);
        for (int u = 0; u < w->units; u++) {
            if (strcmp(w->unit[u].name, names[i]) != 0) continue;
            dado_option_invalid(&a->ask, "", "a unit and an item are both named %.40s", names[i]);
        }
    }
}

static void read_houses(asker *a, dado_terr *w)
{
    enum { known = sizeof houses / sizeof *houses };
    const char *names[DADO_TERR_KINDS];
    for (int i = 0; i < known; i++) names[i] = houses[i].name;
    w->houses = find_kinds(a, "building", "rate", names, known);
    for (int i = 0; i < w->houses; i++) {
        dado_terr_building_kind *h = &w->house[i];
        *h = i < known ? houses[i] : (dado_terr_building_kind){ .sight = 1, .value = 10 };
        h->name = names[i];
        h->rate = ask_int(a, "building", h->name, "rate", h->rate, 0, 1000000);
        h->influence = ask_real(a, "building", h->name, "influence", h->influence, 0, 1000);
        h->sight = ask_int(a, "building", h->name, "sight", h->sight, 0, 32);
        h->value = ask_int(a, "building", h->name, "value", h->value, 0, 1000000);
    }
}

// ---- lists of words

static const char *next_word(const char *s, char *word, size_t room)
{
    while (*s == ' ' || *s == '\t' || *s == ',') s++;
    size_t length = strcspn(s, " \t,");
    snprintf(word, room, "%.*s", (int)(length < room ? length : room - 1), s);
    return s + length;
}

// Reads an option that is a list of names, and returns how many there are; `places` gets
// the index of each in `names`.
static int read_names(asker *a, const char *key, const char *by_default, const char *const *names,
                      int count, int *places, int most)
{
    const char *text = dado_option_text(&a->ask, key, by_default);
    int read = 0;
    char word[64];
    for (const char *s = next_word(text, word, sizeof word); word[0];
         s = next_word(s, word, sizeof word)) {
        int place = -1;
        for (int i = 0; i < count; i++) {
            if (strcmp(names[i], word) == 0) place = i;
        }
        if (place < 0) {
            const char *near = dado_nearest_name(word, names, count);
            dado_option_invalid(&a->ask, key, "%s has no meaning for %s%s", word, key,
                                dado_did_you_mean(near).s);
        } else if (read == most) {
            dado_option_invalid(&a->ask, key, "%s may list at most %d names", key, most);
            return read;
        } else {
            places[read++] = place;
        }
    }
    return read;
}

// Reads an option that is a list of names, as one bit per name; returns `by_default` if
// it is not set.
static uint16_t read_bits(asker *a, const char *kind, const char *key, const char *const *names,
                          int count, uint16_t by_default)
{
    const char *name = name_of(a, "tech.%s.%s", kind, key);
    int places[DADO_TERR_KINDS];
    uint16_t bits = 0;
    if (!dado_options_find(a->ask.options, name)) return by_default;
    int read = read_names(a, name, "", names, count, places, DADO_TERR_KINDS);
    for (int i = 0; i < read; i++) bits = (uint16_t)(bits | 1u << places[i]);
    return bits;
}

// Reads the technologies; there are none unless an option names one. What they add to
// units is stored in the item table, behind the items.
static void read_techs(asker *a, dado_terr *w)
{
    const char *names[DADO_TERR_KINDS], *unit_names[DADO_TERR_KINDS];
    for (int i = 0; i < w->units; i++) unit_names[i] = w->unit[i].name;
    w->techs = find_kinds(a, "tech", "cost", names, 0);
    if (w->items + w->techs > DADO_TERR_KINDS) {
        dado_option_invalid(&a->ask, name_of(a, "tech.%s.cost", names[0]),
                            "there may be at most %d items and technologies together, not %d",
                            DADO_TERR_KINDS, w->items + w->techs);
        w->techs = DADO_TERR_KINDS - w->items;
    }
    for (int t = 0; t < w->techs; t++) {
        dado_terr_kind *kind = &w->item[w->items + t];
        *kind = (dado_terr_kind){ .name = names[t], .cost = 1 };
        read_attributes(a, "tech", kind, true);
        w->tech[t].rate = ask_int(a, "tech", names[t], "rate", 0, 0, 1000000);
        w->tech[t].needs = read_bits(a, names[t], "needs", names, w->techs, 0);
        w->tech[t].units = read_bits(a, names[t], "units", unit_names, w->units, UINT16_MAX);
        uint16_t unlocks = read_bits(a, names[t], "unlocks", unit_names, w->units, 0);
        for (int u = 0; u < w->units; u++) {
            if (unlocks >> u & 1) w->unit_needs[u] = (uint16_t)(w->unit_needs[u] | 1u << t);
            if (strcmp(unit_names[u], names[t]) == 0) {
                dado_option_invalid(&a->ask, name_of(a, "tech.%s.cost", names[t]),
                                    "a unit and a technology are both named %.40s", names[t]);
            }
        }
        if (w->tech[t].needs >> t & 1) {
            dado_option_invalid(&a->ask, name_of(a, "tech.%s.needs", names[t]),
                                "%.40s cannot need itself", names[t]);
        }
    }
}

// Reads an option only if it is set, so that games without it keep their option text.
static double ask_if_set(asker *a, const char *name, double most)
{
    return dado_options_find(a->ask.options, name) ? dado_option_real(&a->ask, name, 0, 0, most)
                                                   : 0;
}

static void read_builders(asker *a, dado_terr *w)
{
    const char *names[DADO_TERR_KINDS];
    int places[DADO_TERR_KINDS];
    for (int i = 0; i < w->units; i++) names[i] = w->unit[i].name;
    int count =
        read_names(a, "building.builders", "priest", names, w->units, places, DADO_TERR_KINDS);
    for (int i = 0; i < w->units; i++) w->unit[i].builds = false;
    for (int i = 0; i < count; i++) w->unit[places[i]].builds = true;
}

static void read_start(asker *a, dado_terr *w, preset p)
{
    static const char *const modes[] = { "corners", "spread", "list", NULL };
    dado_terr_start mode = w->players > 4 ? DADO_TERR_SPREAD : DADO_TERR_CORNERS;
    w->start = (dado_terr_start)dado_option_choice(&a->ask, "start.mode", modes, (int)mode);
    if (w->start == DADO_TERR_CORNERS && w->players > 4) w->start = DADO_TERR_SPREAD;
    w->min_distance = (int)dado_option_int(&a->ask, "start.min_distance", 3, 1, DADO_TERR_SIDE);
    w->free_neighbours = (int)dado_option_int(&a->ask, "start.free_neighbours", 2, 0, 6);
    const char *names[DADO_TERR_KINDS + 2];
    int count = 0;
    for (; count < w->houses; count++) names[count] = w->house[count].name;
    names[count] = "none";
    names[count + 1] = NULL;
    int place = dado_option_choice(&a->ask, "start.building", names, p == preset_log2012 ? 1 : 0);
    w->start_house = place == count ? -1 : place;
    int places[sizeof w->start_unit];
    for (int i = 0; i < w->units; i++) names[i] = w->unit[i].name;
    w->start_units =
        read_names(a, "start.units", "soldier", names, w->units, places, (int)sizeof w->start_unit);
    for (int i = 0; i < w->start_units; i++) {
        w->start_unit[i] = (uint8_t)places[i];
        if (w->unit[places[i]].class == DADO_TERR_WATER) {
            dado_option_invalid(&a->ask, "start.units",
                                "%s cannot stand on the grass of a start tile",
                                w->unit[places[i]].name);
        }
    }
    if (w->start_house < 0 && w->start_units == 0) {
        dado_option_invalid(&a->ask, "start.units",
                            "with neither a building nor units at the start, everyone has lost");
    }
    if (w->start_units + (w->start_house >= 0) > w->elements) {
        dado_option_invalid(&a->ask, "start.units",
                            "limit.elements is too small for what a seat "
                            "starts with");
    }
}

static void read_positions(asker *a, dado_terr *w)
{
    const char *text = dado_option_text(&a->ask, "start.positions", NULL);
    if (w->start != DADO_TERR_LIST || w->scenario) return;
    if (!text || !*text) {
        if (!w->map)
            dado_option_invalid(&a->ask, "start.mode",
                                "start.mode = list needs "
                                "start.positions, or a map file with start lines");
        return;
    }
    int seat = 0;
    int at[2];
    for (const char *s = text, *end; *s; s = end + strspn(end, " \t"), seat++) {
        end = dado_scan_ints(s, ',', 2, DADO_TERR_SIDE, at);
        if (!end || seat >= w->players || !dado_terr_on_map(w, at[0], at[1])) {
            dado_option_invalid(&a->ask, "start.positions",
                                "start.positions needs %d places of the map as x,y, not \"%.40s\"",
                                w->players, text);
            return;
        }
        w->start_cell[seat] = dado_terr_cell(w, at[0], at[1]);
    }
    if (seat != w->players) {
        dado_option_invalid(&a->ask, "start.positions",
                            "start.positions names %d places for %d seats", seat, w->players);
    }
}

static void read_script(asker *a, dado_terr *w)
{
    enum { most_draws = 65536 };
    const char *text = dado_option_text(&a->ask, "random.script", "");
    int most = 1;
    for (const char *s = text; *s; s++) most += *s == ' ' || *s == ',';
    double *draws = dado_new(a->region, double, most);
    if (!draws || most > most_draws) {
        a->short_of_memory = true;
        return;
    }
    char word[64];
    for (const char *s = next_word(text, word, sizeof word); word[0];
         s = next_word(s, word, sizeof word)) {
        double draw;
        if (!dado_read_real(word, &draw) || draw < 0 || draw > 1) {
            dado_option_invalid(&a->ask, "random.script",
                                "a draw is a number from 0 to 1, not \"%s\"", word);
            return;
        }
        draws[w->script_length++] = draw;
    }
    w->script = draws;
}

// ---- map files

static bool wrong_line(asker *a, const char *source, int line, const char *why)
{
    if (a->ask.error.status != DADO_OK) return false;
    return dado_fail_at(&a->ask.error, DADO_SYNTAX, (dado_place){ source, line, 1, 1 }, "%s", why);
}

static int terrain_of_letter(const dado_terr *w, char letter)
{
    for (int i = 0; i < w->terrains; i++) {
        if (w->terrain[i].letter == letter) return i;
    }
    return -1;
}

typedef struct map_reader {
    asker *a;
    const char *source;
    uint8_t *cells;
    int line, row;
    unsigned started;  // seats that have a start line, one bit each
} map_reader;

// Reads a line of a word and as many numbers, each at most the longest side of a map.
static bool read_numbers(const char *line, const char *word, int count, int *numbers)
{
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || !strchr(" \t", line[length])) return false;
    const char *end = dado_scan_ints(line + length, ' ', count, DADO_TERR_SIDE, numbers);
    return end && !end[strspn(end, " \t")];
}

static bool read_map_size(map_reader *m, dado_terr *w, const char *line)
{
    int size[2];
    if (!read_numbers(line, "size", 2, size) || size[0] < 3 || size[1] < 3) {
        return wrong_line(m->a, m->source, m->line,
                          "a map begins with: size W H, both from 3 to 256");
    }
    w->width = size[0];
    w->height = size[1];
    w->tiles = w->width * w->height;
    m->cells = dado_new(m->a->region, uint8_t, w->tiles);
    if (!m->cells) m->a->short_of_memory = true;
    return m->cells != NULL;
}

static bool read_map_row(map_reader *m, dado_terr *w, const char *line, int length)
{
    if (length != w->width) {
        return wrong_line(m->a, m->source, m->line,
                          "this row has more or fewer tiles than the map "
                          "is wide");
    }
    for (int x = 0; x < length; x++) {
        int terrain = terrain_of_letter(w, line[x]);
        if (terrain < 0) {
            return dado_fail_at(&m->a->ask.error, DADO_SYNTAX,
                                (dado_place){ m->source, m->line, x + 1, 1 },
                                "no terrain has the letter %c", line[x]);
        }
        m->cells[m->row * w->width + x] = (uint8_t)terrain;
    }
    m->row++;
    return true;
}

static bool read_map_start(map_reader *m, dado_terr *w, const char *line)
{
    int at[3];  // seat, column, row
    if (!read_numbers(line, "start", 3, at) || at[0] >= DADO_TERR_SEATS ||
        !dado_terr_on_map(w, at[1], at[2])) {
        return wrong_line(m->a, m->source, m->line,
                          "expected: start SEAT X Y, on the map, seats from 0");
    }
    w->start_cell[at[0]] = dado_terr_cell(w, at[1], at[2]);
    m->started |= 1u << at[0];
    return true;
}

static void read_map(asker *a, dado_terr *w, const char *text, const char *source)
{
    map_reader m = { .a = a, .source = source };
    bool fine = true;
    while (*text && fine) {
        char line[DADO_TERR_SIDE + 64];
        size_t whole = strcspn(text, "\n");
        size_t length = strcspn(text, "#\r\n");
        m.line++;
        if (length >= sizeof line) length = sizeof line - 1;
        while (length && (text[length - 1] == ' ' || text[length - 1] == '\t')) length--;
        memcpy(line, text, length);
        line[length] = '\0';
        text += whole + (text[whole] == '\n');
        if (length == 0) continue;
        if (!m.cells) fine = read_map_size(&m, w, line);
        else if (m.row < w->height) fine = read_map_row(&m, w, line, (int)length);
        else fine = read_map_start(&m, w, line);
    }
    if (!fine) return;
    if (!m.cells || m.row < w->height) {
        wrong_line(a, source, m.line, "the map ends before its last row");
        return;
    }
    w->fixed_terrain = m.cells;
    w->map = text;
    if (m.started) {
        if (m.started != (1u << w->players) - 1) {
            wrong_line(a, source, m.line, "a map with start lines needs one for each seat");
        }
        w->start = DADO_TERR_LIST;
    }
}

static void read_map_settings(asker *a, dado_terr *w, preset p)
{
    static const char *const generators[] = { "random", "file", NULL };
    static const char *const symmetries[] = { "none", "rotate180", "mirror_x", NULL };
    int side = p == preset_log2012 ? 5 : 12;
    const char *text = dado_option_text(&a->ask, "map.file", NULL);
    bool given = text && *text;
    bool from_file = dado_option_choice(&a->ask, "map.generator", generators, given) == 1;
    w->width = (int)dado_option_int(&a->ask, "map.width", side, 3, DADO_TERR_SIDE);
    w->height = (int)dado_option_int(&a->ask, "map.height", side, 3, DADO_TERR_SIDE);
    w->tiles = w->width * w->height;
    double total = 0;
    for (int i = 0; i < w->terrains; i++) {
        dado_terr_terrain *t = &w->terrain[i];
        t->weight =
            dado_option_real(&a->ask, name_of(a, "map.weight.%s", t->name), t->weight, 0, 1e9);
        total += t->weight;
    }
    if (total <= 0) dado_option_invalid(&a->ask, "map.weight.grass", "some weight must be above 0");
    w->symmetry = (dado_terr_symmetry)dado_option_choice(&a->ask, "map.symmetry", symmetries, 0);
    w->connect_cost = (int)dado_option_int(&a->ask, "map.connect_cost", 2, 0, 100);
    w->max_tries = (int)dado_option_int(&a->ask, "map.max_tries", 100, 1, 10000);
    if (w->scenario) return;
    if (from_file && !given) {
        dado_option_invalid(&a->ask, "map.generator", "map.generator = file needs map.file");
    } else if (from_file) {
        const dado_option *option = dado_options_find(a->ask.options, "map.file");
        const char *source = option->place.source ? option->place.source : "map.file";
        read_map(a, w, text, source);
    } else if (w->symmetry == DADO_TERR_ROTATE180 && w->width % 2 == 1) {
        dado_option_invalid(&a->ask, "map.symmetry", "rotate180 needs a map of even width");
    } else if (w->symmetry == DADO_TERR_MIRROR_X && w->width % 2 == 0) {
        dado_option_invalid(&a->ask, "map.symmetry", "mirror_x needs a map of odd width");
    }
}

// ---- the other settings

static void read_limits(asker *a, dado_terr *w, preset p)
{
    static const char *const criteria[] = { "domain", "material", "health", "buildings" };
    w->rounds =
        (int)dado_option_int(&a->ask, "limit.rounds", p == preset_lab ? 300 : 0, 0, 1000000);
    w->stall = (int)dado_option_int(&a->ask, "limit.stall", 0, 0, 1000000);
    int places[4];
    w->criteria =
        read_names(a, "limit.tie_break", "domain material health", criteria, 4, places, 4);
    for (int i = 0; i < w->criteria; i++) w->criterion[i] = (dado_terr_criterion)places[i];
    if (w->criteria == 0) {
        dado_option_invalid(&a->ask, "limit.tie_break",
                            "limit.tie_break needs at least one criterion");
    }
}

static void read_rules(asker *a, dado_terr *w, preset p)
{
    static const char *const details[] = { "full", "basic", NULL };
    static const char *const id_kinds[] = { "opaque", "serial", NULL };
    static const char *const enterings[] = { "destroy", "capture", NULL };
    static const char *const lucks[] = { "seeded", "scripted", "min", "mid", "max", NULL };
    dado_option_reader *k = &a->ask;
    w->max_commands = (int)dado_option_int(k, "turn.max_commands", 10000, 1, 1000000);
    w->fog = dado_option_bool(k, "fog.enabled", true);
    w->basic = dado_option_choice(k, "fog.enemy_detail", details, 0) == 1;
    w->serial_ids = dado_option_choice(k, "fog.ids", id_kinds, p == preset_log2012) == 1;
    w->group_threshold = (int)dado_option_int(k, "group.threshold", 2, 1, 65535);
    w->group_bonus = dado_option_real(k, "group.bonus", 0.5, 0, 1000);
    w->domain_bonus = dado_option_real(k, "domain.bonus", 1, 0, 1000);
    w->build_share = dado_option_real(k, "domain.build_share", 0.5, 0, 1);
    w->own_tile_target = dado_option_bool(k, "domain.own_tile_target", false);
    w->remove_on_elimination = dado_option_bool(k, "domain.remove_on_elimination", true);
    w->indirect_scale = dado_option_real(k, "indirect.scale", 1, 0, 1000);
    w->indirect_grouping = dado_option_bool(k, "indirect.grouping", false);
    w->indirect_domain = dado_option_bool(k, "indirect.domain", false);
    w->indirect_own_tile = dado_option_bool(k, "indirect.own_tile", true);
    w->power = (int)dado_option_int(k, "combat.power", p == preset_log2012 ? 1 : 2, 1, 2);
    w->counter_needs_range = dado_option_bool(k, "combat.counter_needs_range", false);
    w->recovery = dado_option_real(k, "recovery.rate", 0.1, 0, 1);
    w->carry_surplus = dado_option_bool(k, "production.carry_surplus", false);
    w->repeat = dado_option_bool(k, "production.repeat", false);
    w->capture = dado_option_choice(k, "building.on_enter", enterings, 0) == 1;
    w->max_units = (int)dado_option_int(k, "stack.max_units", 0, 0, 65535);
    w->luck = (dado_terr_random_mode)dado_option_choice(k, "random.mode", lucks, DADO_TERR_SEEDED);
}

// Returns whether an option is for the lab. The game only checks such options and does
// not pass them to agents: the seed would reveal the match. Clock and strike settings go
// to the referee.
static bool lab_knows(const char *name)
{
    static const char *const names[] = {
        "match.seed",       "match.seating", "turn.time_ms",     "turn.time_bank_ms",
        "turn.model_calls", "turn.on_crash", "turn.max_strikes", "log.file",
        "log.console",      "log.level",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0) return true;
    }
    return false;
}

// Passes options on to the referee, under the names that it uses for them.
static bool brief_referee(const dado_options *options, dado_options *referee, dado_region *region,
                          dado_error *err)
{
    static const char *const names[][2] = {
        { "turn.time_ms", "time_ms" },
        { "turn.time_bank_ms", "bank_ms" },
        { "turn.max_strikes", "strikes" },
        { "turn.on_crash", "on_crash" },
    };
    enum { most = sizeof names / sizeof *names };
    dado_option *told = dado_new(region, dado_option, most);
    if (!told) return dado_fail(err, DADO_LIMIT, "out of memory while reading the settings");
    int count = 0;
    for (int i = 0; i < most; i++) {
        const dado_option *given = dado_options_find(options, names[i][0]);
        if (!given) continue;
        told[count] = *given;
        told[count++].name = names[i][1];
    }
    *referee = (dado_options){ told, count };
    return true;
}

static bool check_lab_settings(dado_terr *w, const dado_options *options, dado_region *region,
                               dado_error *err)
{
    static const char *const seatings[] = { "shuffled", "listed", NULL };
    static const char *const crashes[] = { "pass", "forfeit", NULL };
    static const char *const levels[] = { "full", "events", "result", NULL };
    enum { day_ms = 86400000 };
    dado_option_reader ask = dado_option_reader_begin(options);
    const char *seed = dado_option_text(&ask, "match.seed", "1");
    size_t digits = strspn(seed, "0123456789");
    if (digits == 0 || digits > 20 || seed[digits]) {
        dado_option_invalid(&ask, "match.seed", "match.seed must be a whole number of 64 bits");
    }
    dado_option_choice(&ask, "match.seating", seatings, 0);
    dado_option_int(&ask, "turn.time_ms", 0, 0, day_ms);
    dado_option_int(&ask, "turn.time_bank_ms", 0, 0, day_ms);
    dado_option_int(&ask, "turn.model_calls", 0, 0, INT64_MAX);
    dado_option_choice(&ask, "turn.on_crash", crashes, 0);
    dado_option_int(&ask, "turn.max_strikes", 3, 0, 1000000);
    dado_option_text(&ask, "log.file", "");
    dado_option_bool(&ask, "log.console", false);
    w->log_level = (dado_terr_log_level)dado_option_choice(&ask, "log.level", levels, 0);
    return dado_option_reader_end(&ask, region, NULL, err) &&
           brief_referee(options, &w->referee, region, err);
}

// Copies the options that are for the lab, if `labs`, or those that are for the game.
static bool split(const dado_options *all, bool labs, dado_options *part, dado_region *region,
                  dado_error *err)
{
    int most = all ? all->count : 0;
    dado_option *kept = dado_new(region, dado_option, most ? most : 1);
    if (!kept) return dado_fail(err, DADO_LIMIT, "out of memory while reading the settings");
    int count = 0;
    for (int i = 0; i < most; i++) {
        if (lab_knows(all->items[i].name) == labs) kept[count++] = all->items[i];
    }
    *part = (dado_options){ kept, count };
    return true;
}

bool dado_terr_read_settings(dado_terr *w, const dado_options *options, dado_region *region,
                             const char **known, dado_error *err)
{
    static const char *const presets[] = { "lab", "classic", "log2012", NULL };
    dado_options labs, ours;
    if (!split(options, true, &labs, region, err)) return false;
    if (!split(options, false, &ours, region, err)) return false;
    if (!check_lab_settings(w, &labs, region, err)) return false;
    asker a = { .ask = dado_option_reader_begin(&ours), .region = region };
    preset p = (preset)dado_option_choice(&a.ask, "preset", presets, preset_lab);
    dado_option_text(&a.ask, "file", NULL);
    dado_option_text(&a.ask, "settings", NULL);
    w->players = (int)dado_option_int(&a.ask, "match.players", 2, 2, DADO_TERR_SEATS);
    w->elements = (int)dado_option_int(&a.ask, "limit.elements", 128, 1, 4096);
    read_terrains(&a, w);
    read_units(&a, w);
    read_items(&a, w);
    read_techs(&a, w);
    w->domain_feeds = ask_if_set(&a, "domain.feeds", 1000);
    w->domain_units = ask_if_set(&a, "domain.units_per_tile", 1000);
    w->domain_units_base = ask_if_set(&a, "domain.units_base", 4096);
    read_houses(&a, w);
    read_builders(&a, w);
    read_start(&a, w, p);
    read_map_settings(&a, w, p);
    read_positions(&a, w);
    read_limits(&a, w, p);
    read_rules(&a, w, p);
    read_script(&a, w);
    if (a.ask.error.status == DADO_OK && !w->scenario) dado_terr_starts_fit(w, &a.ask);
    if (a.short_of_memory) {
        dado_text_free(&a.ask.known);
        return dado_fail(err, DADO_LIMIT, "out of memory while reading the settings");
    }
    return dado_option_reader_end(&a.ask, region, known, err);
}
