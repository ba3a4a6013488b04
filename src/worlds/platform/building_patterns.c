// building_patterns.c - reads patterns from text and builds levels of them; see
// building_patterns.h.
#include "worlds/platform/building_patterns.h"

#include <string.h>

#include "core/rng.h"
#include "worlds/platform/table_line_reader.h"

typedef struct reader {
    dado_tokenizer words;
    dado_patterns *patterns;
    dado_region *region;
    dado_error *err;
} reader;

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "out of memory while reading the patterns");
}

int dado_patterns_find(const dado_patterns *patterns, const char *name)
{
    for (int i = 0; i < patterns->count; i++) {
        if (strcmp(patterns->items[i].name, name) == 0) return i;
    }
    return -1;
}

int dado_patterns_class(const dado_patterns *patterns, const char *name)
{
    for (int i = 0; i < patterns->class_count; i++) {
        if (strcmp(patterns->classes[i], name) == 0) return i;
    }
    return -1;
}

// Returns the index of the class with this name; adds the class if it is new.
static int class_named(reader *r, int word)
{
    dado_patterns *p = r->patterns;
    const char *name = r->words.word[word].text;
    int found = dado_patterns_class(p, name);
    if (found >= 0) return found;
    if (p->class_count == DADO_CLASSES_MOST) {
        dado_fail_at(r->err, DADO_LIMIT, dado_tokenizer_place(&r->words, word),
                     "a file may have at most %d classes of patterns, and %s is one too many",
                     DADO_CLASSES_MOST, name);
        return -1;
    }
    char *kept = dado_region_copy(r->region, name, strlen(name));
    if (!kept) {
        no_memory(r->err);
        return -1;
    }
    p->classes[p->class_count] = kept;
    return p->class_count++;
}

static int tile_of_letter(char letter)
{
    for (int tile = 0; tile < DADO_TILES; tile++) {
        if (tile != DADO_TILE_GROUND && dado_tiles[tile].letter == letter) return tile;
    }
    return -1;
}

// Reads one column: ground or a pit, and the tiles above it.
static bool read_column(reader *r, int word, uint8_t *column)
{
    const char *text = r->words.word[word].text;
    dado_place place = dado_tokenizer_place(&r->words, word);
    memset(column, DADO_TILE_AIR, DADO_LEVEL_ROWS);
    if (text[0] == '=') {
        column[DADO_LEVEL_GROUND] = column[DADO_LEVEL_GROUND + 1] = DADO_TILE_GROUND;
    }
    for (int height = 1; text[height]; height++) {
        place.column = r->words.word[word].column + height;
        place.length = 1;
        if (height > DADO_PATTERN_TALLEST) {
            return dado_fail_at(r->err, DADO_LIMIT, place,
                                "this column is too tall; the largest height is %d",
                                DADO_PATTERN_TALLEST);
        }
        int tile = tile_of_letter(text[height]);
        if (tile < 0) {
            return dado_fail_at(r->err, DADO_SYNTAX, place,
                                "there is no tile '%c'; tiles are . # B P C L D o [ ] < > %% 1 2 "
                                "* c p",
                                text[height]);
        }
        column[DADO_LEVEL_GROUND - height] = (uint8_t)tile;
    }
    return true;
}

static bool is_column(const char *text)
{
    return text[0] == '=' || text[0] == '_';
}

static bool is_keyword(const char *text)
{
    return strcmp(text, "walk") == 0 || strcmp(text, "fly") == 0 || strcmp(text, "snap") == 0;
}

// Reads a number from 0 to `limit` - 1 at *s, and moves *s behind it.
static bool small_number(const char **s, int limit, int *value)
{
    if (**s < '0' || **s > '9') return false;
    int number = 0;
    while (**s >= '0' && **s <= '9' && number < 1000) number = number * 10 + (*(*s)++ - '0');
    *value = number;
    return number < limit;
}

static bool read_walker(reader *r, int word, dado_pattern *p, bool flies)
{
    const char *s = r->words.word[word].text;
    dado_place place = dado_tokenizer_place(&r->words, word);
    int column = 0, height = 1;
    bool fine = small_number(&s, p->width, &column);
    if (fine && *s == '@') {
        s++;
        fine = small_number(&s, DADO_PATTERN_TALLEST + 1, &height) && height >= 1;
    }
    if (!fine || *s) {
        return dado_fail_at(r->err, DADO_SYNTAX, place,
                            "expected a column from 0 to %d, or column@height with a height from "
                            "1 to %d",
                            p->width - 1, DADO_PATTERN_TALLEST);
    }
    int row = DADO_LEVEL_GROUND - height;
    if (p->tiles[column * DADO_LEVEL_ROWS + row] != DADO_TILE_AIR) {
        return dado_fail_at(r->err, DADO_INVALID, place,
                            "column %d has a tile at height %d, so no creature can stand there",
                            column, height);
    }
    for (int i = 0; i < p->walker_count; i++) {
        if (p->walkers[i].column == column && p->walkers[i].height == height) {
            return dado_fail_at(r->err, DADO_INVALID, place,
                                "column %d already has a creature at height %d", column, height);
        }
    }
    if (p->walker_count == DADO_PATTERN_CREATURES) {
        return dado_fail_at(r->err, DADO_LIMIT, place,
                            "this pattern has too many walkers; %d is the most",
                            DADO_PATTERN_CREATURES);
    }
    p->walkers[p->walker_count++] =
        (dado_pattern_creature){ (uint8_t)column, (uint8_t)height, flies };
    return true;
}

// Returns the row of the pipe's mouth in this column, if it is the left half of one; else
// -1.
static int mouth_row(const uint8_t *column)
{
    for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
        if (column[row] == DADO_TILE_MOUTH_LEFT) return row;
    }
    return -1;
}

static bool read_lair(reader *r, int word, dado_pattern *p)
{
    const char *s = r->words.word[word].text;
    dado_place place = dado_tokenizer_place(&r->words, word);
    dado_lair lair = { .choices = 0 };
    for (;;) {
        int column = 0;
        bool fine =
            small_number(&s, p->width, &column) && (*s == '|' || *s == '\0') && lair.choices < 4;
        if (!fine) {
            return dado_fail_at(r->err, DADO_SYNTAX, place,
                                "expected up to 4 columns separated by |, each from 0 to %d",
                                p->width - 1);
        }
        if (mouth_row(p->tiles + column * DADO_LEVEL_ROWS) < 0) {
            return dado_fail_at(r->err, DADO_INVALID, place,
                                "column %d has no left mouth of a pipe, a <", column);
        }
        lair.choice[lair.choices++] = (uint8_t)column;
        if (*s == '\0') break;
        s++;
    }
    if (p->lair_count == DADO_PATTERN_CREATURES) {
        return dado_fail_at(r->err, DADO_LIMIT, place,
                            "this pattern has too many snappers; %d is the most",
                            DADO_PATTERN_CREATURES);
    }
    p->lairs[p->lair_count++] = lair;
    return true;
}

// Checks that every < has its > beside it and every [ its ], so that no pipe is cut in
// half.
static bool check_pipes(reader *r, const dado_pattern *p, int first_word)
{
    for (int column = 0; column < p->width; column++) {
        for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
            int tile = p->tiles[column * DADO_LEVEL_ROWS + row];
            int left = column > 0 ? p->tiles[(column - 1) * DADO_LEVEL_ROWS + row] : 0;
            int right = column + 1 < p->width ? p->tiles[(column + 1) * DADO_LEVEL_ROWS + row] : 0;
            bool alone = (tile == DADO_TILE_PIPE_LEFT && right != DADO_TILE_PIPE_RIGHT) ||
                         (tile == DADO_TILE_MOUTH_LEFT && right != DADO_TILE_MOUTH_RIGHT) ||
                         (tile == DADO_TILE_PIPE_RIGHT && left != DADO_TILE_PIPE_LEFT) ||
                         (tile == DADO_TILE_MOUTH_RIGHT && left != DADO_TILE_MOUTH_LEFT);
            if (alone) {
                return dado_fail_at(r->err, DADO_INVALID,
                                    dado_tokenizer_place(&r->words, first_word + column),
                                    "half a pipe: %c at height %d has no other half beside it",
                                    dado_tiles[tile].letter, DADO_LEVEL_GROUND - row);
            }
        }
    }
    return true;
}

static bool read_waiting(reader *r, int at, dado_pattern *p)
{
    const char *kind = "";
    for (; at < r->words.count; at++) {
        const char *text = r->words.word[at].text;
        bool fine = true;
        if (is_keyword(text)) kind = r->words.word[at].text;
        else if (strcmp(kind, "walk") == 0) fine = read_walker(r, at, p, false);
        else if (strcmp(kind, "fly") == 0) fine = read_walker(r, at, p, true);
        else if (strcmp(kind, "snap") == 0) fine = read_lair(r, at, p);
        else {
            fine = dado_fail_at(r->err, DADO_SYNTAX, dado_tokenizer_place(&r->words, at),
                                "expected a column, which begins with = or _, or walk, fly or "
                                "snap, not %s",
                                text);
        }
        if (!fine) return false;
    }
    return true;
}

static bool read_pattern(reader *r)
{
    dado_tokenizer *w = &r->words;
    dado_patterns *all = r->patterns;
    if (w->count < 3 || is_column(w->word[0].text) || is_column(w->word[1].text)) {
        return dado_fail_at(r->err, DADO_SYNTAX, dado_tokenizer_place(w, 0),
                            "a pattern is a name, a class and its columns: pit2 pit = _ _ =");
    }
    if (all->count == DADO_PATTERNS_MOST) {
        return dado_fail_at(r->err, DADO_LIMIT, dado_tokenizer_place(w, 0),
                            "this file has too many patterns; %d is the most", DADO_PATTERNS_MOST);
    }
    int twin = dado_patterns_find(all, w->word[0].text);
    if (twin >= 0) {
        return dado_fail_at(r->err, DADO_INVALID, dado_tokenizer_place(w, 0),
                            "the pattern %s is defined twice; it already stands in line %d",
                            w->word[0].text, all->items[twin].line);
    }
    if (w->word[0].text[0] >= '0' && w->word[0].text[0] <= '9') {
        return dado_fail_at(r->err, DADO_INVALID, dado_tokenizer_place(w, 0),
                            "a name may not begin with a digit, for genomes are written in "
                            "numbers");
    }
    dado_pattern *p = &all->items[all->count];
    *p = (dado_pattern){ .line = w->line };
    p->name = dado_region_copy(r->region, w->word[0].text, strlen(w->word[0].text));
    if (!p->name) return no_memory(r->err);
    p->class_index = class_named(r, 1);
    if (p->class_index < 0) return false;
    int end = 2;
    while (end < w->count && is_column(w->word[end].text)) end++;
    p->width = end - 2;
    if (p->width == 0 || p->width > DADO_PATTERN_WIDEST) {
        return dado_fail_at(r->err, DADO_INVALID, dado_tokenizer_place(w, 2),
                            "a pattern has 1 to %d columns, each beginning with = or _",
                            DADO_PATTERN_WIDEST);
    }
    uint8_t *tiles = dado_new(r->region, uint8_t, p->width * DADO_LEVEL_ROWS);
    if (!tiles) return no_memory(r->err);
    for (int i = 0; i < p->width; i++) {
        if (!read_column(r, 2 + i, tiles + i * DADO_LEVEL_ROWS)) return false;
    }
    p->tiles = tiles;
    if (!check_pipes(r, p, 2) || !read_waiting(r, end, p)) return false;
    all->count++;
    return true;
}

bool dado_patterns_read(dado_patterns *patterns, const char *source, const char *text,
                        dado_region *region, dado_error *err)
{
    *patterns = (dado_patterns){ .items = dado_new(region, dado_pattern, DADO_PATTERNS_MOST) };
    reader *r = dado_new(region, reader, 1);
    if (!patterns->items || !r) return no_memory(err);
    r->patterns = patterns;
    r->region = region;
    r->err = err;
    dado_tokenizer_begin(&r->words, source, text);
    for (;;) {
        if (!dado_tokenizer_next_line(&r->words, err)) return false;
        if (r->words.count == 0) break;
        if (!read_pattern(r)) return false;
    }
    if (patterns->count == 0) {
        return dado_fail_at(
            err, DADO_INVALID, (dado_place){ source, 1, 1, 1 },
            "this file has no patterns; write one per line, such as pit2 pit = _ _ =");
    }
    return true;
}

int dado_patterns_width(const dado_patterns *patterns, const uint8_t *genes, int count)
{
    int width = 0;
    for (int i = 0; i < count; i++) width += patterns->items[genes[i]].width;
    return width;
}

// Copies one pattern into the level, with its left edge at column `at`.
static void place_pattern(dado_level *level, const dado_pattern *p, int at, dado_rng *draws)
{
    memcpy(level->tiles + at * DADO_LEVEL_ROWS, p->tiles, (size_t)p->width * DADO_LEVEL_ROWS);
    for (int i = 0; i < p->walker_count; i++) {
        const dado_pattern_creature *w = &p->walkers[i];
        static const uint8_t kinds[] = { DADO_RED, DADO_GREEN, DADO_CRAWLER };
        uint8_t kind = kinds[dado_rng_below(draws, 3)];
        bool winged = dado_rng_below(draws, 20) == 0 || w->flies;
        level->spawns[level->spawn_count++] = (dado_spawn){
            (int16_t)(at + w->column),
            (uint8_t)(DADO_LEVEL_GROUND - w->height),
            kind,
            winged,
        };
    }
    for (int i = 0; i < p->lair_count; i++) {
        const dado_lair *lair = &p->lairs[i];
        int column = lair->choice[dado_rng_below(draws, lair->choices)];
        int row = mouth_row(p->tiles + column * DADO_LEVEL_ROWS);
        level->spawns[level->spawn_count++] =
            (dado_spawn){ (int16_t)(at + column), (uint8_t)row, DADO_SNAPPER, 0 };
    }
}

static void sort_spawns(dado_level *level)
{
    for (int i = 1; i < level->spawn_count; i++) {
        dado_spawn moved = level->spawns[i];
        int at = i;
        while (at > 0 && (level->spawns[at - 1].column > moved.column ||
                          (level->spawns[at - 1].column == moved.column &&
                           level->spawns[at - 1].row > moved.row))) {
            level->spawns[at] = level->spawns[at - 1];
            at--;
        }
        level->spawns[at] = moved;
    }
}

bool dado_level_build(dado_level *level, const dado_patterns *patterns, const uint8_t *genes,
                      int count, uint64_t seed, dado_region *region, dado_error *err)
{
    int inside = 0, spawns = 0;
    for (int i = 0; i < count; i++) {
        const dado_pattern *p = &patterns->items[genes[i]];
        inside += p->width;
        spawns += p->walker_count + p->lair_count;
    }
    int width = DADO_LEVEL_START + inside + DADO_LEVEL_END;
    if (!dado_level_init(level, width, spawns, region, err)) return false;
    for (int column = 0; column < width; column++) {
        uint8_t *tiles = level->tiles + column * DADO_LEVEL_ROWS;
        tiles[DADO_LEVEL_GROUND] = tiles[DADO_LEVEL_GROUND + 1] = DADO_TILE_GROUND;
    }
    dado_rng draws = dado_rng_stream(seed, 0, DADO_STREAM_CHANCE);
    int at = DADO_LEVEL_START;
    for (int i = 0; i < count; i++) {
        const dado_pattern *p = &patterns->items[genes[i]];
        place_pattern(level, p, at, &draws);
        at += p->width;
    }
    sort_spawns(level);
    level->start_column = DADO_LEVEL_HERO_COLUMN;
    level->exit_column = at + DADO_LEVEL_EXIT_COLUMN;
    level->start_row = level->exit_row = DADO_LEVEL_GROUND - 1;
    return true;
}

static bool read_gene(const dado_patterns *patterns, const dado_tokenizer *words, int word,
                      uint8_t *gene, dado_error *err)
{
    const char *text = words->word[word].text;
    int64_t number = dado_patterns_find(patterns, text);
    bool typed_number = dado_read_int(text, &number);
    if (number >= 0 && number < patterns->count) {
        *gene = (uint8_t)number;
        return true;
    }
    dado_place place = dado_tokenizer_place(words, word);
    if (typed_number) {
        return dado_fail_at(err, DADO_INVALID, place,
                            "there is no pattern with this number; they are numbered from 0 to %d",
                            patterns->count - 1);
    }
    const char *names[DADO_PATTERNS_MOST];
    for (int i = 0; i < patterns->count; i++) names[i] = patterns->items[i].name;
    const char *near = dado_nearest_name(text, names, patterns->count);
    return dado_fail_at(err, DADO_INVALID, place, "no pattern is named %s%s", text,
                        dado_did_you_mean(near).s);
}

bool dado_genes_read(const dado_patterns *patterns, const char *source, const char *text,
                     uint8_t *genes, int most, int *count, dado_error *err)
{
    dado_tokenizer words;
    dado_tokenizer_begin(&words, source, text);
    *count = 0;
    for (;;) {
        if (!dado_tokenizer_next_line(&words, err)) return false;
        if (words.count == 0) return true;
        for (int i = 0; i < words.count; i++) {
            if (*count == most) {
                return dado_fail_at(err, DADO_LIMIT, dado_tokenizer_place(&words, i),
                                    "a genome has at most %d patterns", most);
            }
            if (!read_gene(patterns, &words, i, &genes[(*count)++], err)) return false;
        }
    }
}

void dado_genes_write(const uint8_t *genes, int count, dado_text *out)
{
    for (int i = 0; i < count; i++) dado_text_addf(out, "%s%d", i ? " " : "", genes[i]);
    dado_text_char(out, '\n');
}
