// replay_frames.c - records the tables of any game for a page, drawn or as text.
//
// Tables repeat: each line is kept once, and a frame names the lines that changed, for
// each seat's view. A drawing has one line per thing in it.
#define _GNU_SOURCE
#include <search.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/scope_cleanup.h"
#include "report/replay.h"
#include "report/scene_svg.h"

typedef struct line {
    uint64_t hash;  // two lines with the same 64-bit hash count as equal
    int number;
} line;

typedef struct record {
    void *known;      // every line once, in a tsearch tree
    dado_text lines;  // the same as JSON, ordered by number
    int count;
    dado_text *tables;  // the last tables: the full one, then one per seat if they differ
    int looks;
    bool drawn, full;
} record;

static int by_hash(const void *a, const void *b)
{
    uint64_t one = ((const line *)a)->hash, other = ((const line *)b)->hash;
    return (one > other) - (one < other);
}

static int number_of(record *r, const char *text, size_t length)
{
    line *new = malloc(sizeof *new), **found = NULL;
    if (new) {
        *new = (line){ XXH3_64bits(text, length), r->count };
        found = tsearch(new, &r->known, by_hash);
    }
    if (!found || *found != new) free(new);
    r->full = r->full || !found;
    if (!found) return 0;
    if ((*found)->number < r->count) return (*found)->number;
    DADO_CLEANUP(dado_text_free) dado_text plain = { 0 };
    dado_text_add_bytes(&plain, text, length);
    if (r->count) dado_text_char(&r->lines, ',');
    dado_text_json(&r->lines, dado_text_string(&plain));
    return r->count++;
}

static void *begin(const dado_game *game)
{
    record *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->drawn = dado_game_extra(game, scene);
    r->looks = game->secrets ? game->players + 1 : 1;
    r->tables = calloc((size_t)r->looks, sizeof *r->tables);
    if (r->tables) return r;
    free(r);
    return NULL;
}

static void add_change(record *r, dado_text *table, const char *text, dado_text *out)
{
    int count = 0;
    DADO_CLEANUP(dado_text_free) dado_text change = { 0 };
    const char *was = dado_text_string(table);
    for (const char *at = text; *at; count++) {
        size_t length = strcspn(at, "\n"), before = strcspn(was, "\n");
        if (!*was || length != before || memcmp(at, was, length) != 0) {
            dado_text_addf(&change, ",%d,%d", count, number_of(r, at, length));
        }
        at += length + (at[length] == '\n');
        was += before + (was[before] == '\n');
    }
    if (change.length == 0 && !*was) dado_text_char(out, '0');
    else dado_text_addf(out, "[%d%s]", count, dado_text_string(&change));
    dado_text_clear(table);
    dado_text_add(table, text);
    out->cut = out->cut || table->cut;
}

// Writes every thing on a line of its own, without its number: a replay needs no clicks,
// and things that look the same at the same position are then the same line.
static void add_drawing(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    enum { wide = 900 };
    DADO_CLEANUP(dado_text_free) dado_text svg = { 0 };
    if (!dado_scene_svg(game, state, eyes, wide, false, &svg, NULL)) out->cut = true;
    for (const char *at = dado_text_string(&svg); *at;) {
        size_t piece = 1 + strcspn(at + 1, "< ");
        bool numbered = strncmp(at, " data-id=\"", 10) == 0;
        if (numbered) piece = 10 + strcspn(at + 10, "\"") + 1;  // the painter closes what it opens
        if (strncmp(at, "<g ", 3) == 0) dado_text_char(out, '\n');
        if (!numbered) dado_text_add_bytes(out, at, piece);
        at += piece;
    }
    out->cut = out->cut || svg.cut;
}

static void frame(void *self, const dado_game *game, const void *state, dado_text *out)
{
    record *r = self;
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    dado_text_char(out, '[');
    for (int look = 0; look < r->looks; look++) {
        dado_text_clear(&text);
        int eyes = look ? look - 1 : DADO_NOBODY;
        if (r->drawn) add_drawing(game, state, eyes, &text);
        else dado_table_words(game, state, eyes, &text);
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
        dado_move_words(game, state, step->move, out);
    } else {
        dado_text_add(out, "luck");
    }
    dado_add_move_events(game, state, step->move, DADO_NOBODY, ": ", out);
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
    if (r->count) dado_json_raw(json, NULL, dado_text_string(&r->lines));
    dado_json_end(json);
    json->out->cut = json->out->cut || r->full || r->lines.cut;
}

static void free_record(void *self)
{
    record *r = self;
    tdestroy(r->known, free);
    for (int i = 0; i < r->looks; i++) dado_text_free(&r->tables[i]);
    free(r->tables);
    dado_text_free(&r->lines);
    free(r);
}

const dado_recorder dado_replay_frame_recorder = {
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
