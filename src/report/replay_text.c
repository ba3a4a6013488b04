// replay_text.c - any game's tables for a page, as text.
//
// Tables repeat themselves: each line is kept once, and a frame names the lines
// that are not what they were, for every pair of eyes.
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/ends.h"
#include "report/replay.h"

typedef struct lines {  // every line once
    dado_text text;     // as JSON
    uint64_t *hashes;   // open addressing; 0 is free
    int *numbers;
    int count, room;
} lines;

typedef struct table {  // as one pair of eyes saw it last
    int *line;
    int count, room;
} table;

typedef struct record {
    lines lines;
    table *tables;  // everybody's, then one a seat where they differ
    int looks;
    bool full;
} record;

static bool grow(lines *l)
{
    int room = l->room ? 2 * l->room : 1024;
    uint64_t *hashes = calloc((size_t)room, sizeof *hashes);
    int *numbers = calloc((size_t)room, sizeof *numbers);
    if (!hashes || !numbers) {
        free(hashes);
        free(numbers);
        return false;
    }
    for (int i = 0; i < l->room; i++) {
        if (!l->hashes[i]) continue;
        int at = (int)(l->hashes[i] & (uint64_t)(room - 1));
        while (hashes[at]) at = (at + 1) & (room - 1);
        hashes[at] = l->hashes[i];
        numbers[at] = l->numbers[i];
    }
    free(l->hashes);
    free(l->numbers);
    l->hashes = hashes;
    l->numbers = numbers;
    l->room = room;
    return true;
}

// The number of a line; 64 bits of hash are taken for the line itself.
static int number_of(record *r, const char *line, size_t length)
{
    lines *l = &r->lines;
    if (2 * l->count >= l->room && !grow(l)) {
        r->full = true;
        return 0;
    }
    uint64_t hash = XXH3_64bits(line, length) | 1;
    int at = (int)(hash & (uint64_t)(l->room - 1));
    while (l->hashes[at] && l->hashes[at] != hash) at = (at + 1) & (l->room - 1);
    if (l->hashes[at]) return l->numbers[at];
    l->hashes[at] = hash;
    l->numbers[at] = l->count;
    dado_draft plain = { 0 };
    dado_text_add_bytes(&plain, line, length);
    if (l->count) dado_text_char(&l->text, ',');
    dado_text_json(&l->text, dado_text_string(&plain));
    return l->count++;
}

static void *begin(const dado_game *game)
{
    record *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->looks = game->secrets ? game->players + 1 : 1;
    r->tables = calloc((size_t)r->looks, sizeof *r->tables);
    if (r->tables) return r;
    free(r);
    return NULL;
}

static bool has_room(table *t, int count)
{
    if (count <= t->room) return true;
    int room = t->room ? 2 * t->room : 64;
    int *more = realloc(t->line, sizeof *more * (size_t)room);
    if (!more) return false;
    t->line = more;
    t->room = room;
    return true;
}

static void add_change(record *r, table *t, const char *text, dado_text *out)
{
    int count = 0;
    dado_draft change = { 0 };
    while (*text) {
        size_t length = strcspn(text, "\n");
        int number = number_of(r, text, length);
        if (!has_room(t, count + 1)) {
            r->full = true;
            break;
        }
        if (count >= t->count || t->line[count] != number) {
            dado_text_addf(&change, ",%d,%d", count, number);
        }
        t->line[count++] = number;
        text += length + (text[length] == '\n');
    }
    bool same = change.length == 0 && count == t->count;
    t->count = count;
    if (same) dado_text_char(out, '0');
    else dado_text_addf(out, "[%d%s]", count, dado_text_string(&change));
}

static void frame(void *self, const dado_game *game, const void *state, dado_text *out)
{
    record *r = self;
    dado_draft text = { 0 };
    dado_text_char(out, '[');
    for (int look = 0; look < r->looks; look++) {
        dado_text_clear(&text);
        game->rules->print(game, state, look ? look - 1 : DADO_NOBODY, &text);
        if (look) dado_text_char(out, ',');
        add_change(r, &r->tables[look], dado_text_string(&text), out);
    }
    dado_text_char(out, ']');
    out->cut = out->cut || text.cut || r->full;
}

static void words(void *self, const dado_game *game, const void *state, const dado_step *step,
                  dado_text *out)
{
    (void)self;
    if (step->actor >= 0 || step->options > 0) {
        game->rules->print_move(game, state, step->move, out);
    } else {
        dado_text_add(out, "luck");
    }
    dado_add_said(game, state, step->move, DADO_NOBODY, ": ", out);
}

static double curve(const dado_game *game, const void *state, int which, int seat)
{
    (void)which;
    int32_t scores[256] = { 0 };
    if (game->players > 256) return 0;
    game->rules->scores(game, state, scores);
    return game->lowest_wins ? -scores[seat] : scores[seat];
}

static void end(void *self, const dado_game *game, dado_json *json)
{
    (void)game;
    record *r = self;
    dado_json_array(json, "lines");
    if (r->lines.count) dado_json_raw(json, NULL, dado_text_string(&r->lines.text));
    dado_json_end(json);
    json->out->cut = json->out->cut || r->full || r->lines.text.cut;
}

static void free_record(void *self)
{
    record *r = self;
    for (int i = 0; i < r->looks; i++) free(r->tables[i].line);
    free(r->tables);
    free(r->lines.hashes);
    free(r->lines.numbers);
    dado_text_free(&r->lines.text);
    free(r);
}

const dado_recorder dado_record_text = {
    .kind = "text",
    .most_frames = 4000,
    .curves = { "Score" },
    .begin = begin,
    .frame = frame,
    .words = words,
    .curve = curve,
    .end = end,
    .free = free_record,
};
