// replay.c - see replay.h.
#include "report/replay.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/ends.h"
#include "report/format.h"
#include "report/scene.h"
#include "report/svg.h"

// The build turns each file into its bytes.
static const char style[] = {
#include "replay.css.h"
    0
};
static const char stage[] = {
#include "replay.html.h"
    0
};
static const char script[] = {
#include "replay.js.h"
    0
};
static const char hexes[] = {  // draws what recorders of that kind wrote; other kinds need nothing
#include "hexes.js.h"
    0
};

typedef struct filling {  // a page on its way
    const dado_replay *replay;
    const dado_recorder *board;
    dado_recorder tables;
    dado_game copy;
    const dado_game *game;  // the copy, once the first state was seen; NULL until then
    void *self;             // the board's
    int stride;             // every so many frames one is kept
    int frames, seen;       // kept, and met
    int rows, round;        // of the curves, and the last round they have
    dado_text said;         // what happened since the last frame
    dado_note_walk noted;
    int actor;
    dado_text steps, boards, curves[DADO_RECORD_CURVES], at_frames;
    bool secrets, failed;
} filling;

static void begin(filling *page, const dado_game *game)
{
    page->copy = *game;
    page->game = &page->copy;
    page->board = dado_face_of(game, record);
    if (!page->board) {
        page->board = &page->tables;
        page->tables = dado_record_tables;
        if (dado_face_of(game, scene)) page->tables.kind = "scene", page->tables.most_frames = 8000;
    }
    page->secrets = game->secrets;
    page->actor = DADO_NOBODY;
    page->round = -1;
    page->stride = 1 + page->replay->log.steps / page->board->most_frames;
    page->self = page->board->begin(game);
    if (!page->self) page->failed = true;
}

static void comma(dado_text *out)
{
    if (out->length) dado_text_char(out, ',');
}

static void add_row(filling *page, const void *state)
{
    comma(&page->at_frames);
    dado_text_addf(&page->at_frames, "%d", page->frames);
    for (int c = 0; c < DADO_RECORD_CURVES && page->board->curves[c]; c++) {
        comma(&page->curves[c]);
        dado_text_char(&page->curves[c], '[');
        for (int p = 0; p < page->game->players; p++) {
            if (p) dado_text_char(&page->curves[c], ',');
            double value = page->board->curve(page->game, state, c, p);
            dado_text_addf(&page->curves[c], "%.6g", value);
        }
        dado_text_char(&page->curves[c], ']');
    }
    page->rows++;
}

static void add_frame(filling *page, const void *state, int round)
{
    comma(&page->steps);
    dado_text_addf(&page->steps, "[%d,", page->actor);
    dado_text_json(&page->steps, dado_text_string(&page->said));
    dado_text_addf(&page->steps, ",%d]", round);
    comma(&page->boards);
    page->board->frame(page->self, page->game, state, &page->boards);
    dado_text_clear(&page->said);
    page->frames++;
}

enum { most_said = 600 };  // of one frame

// What referees noted of the one about to take the step; or at the end.
static void say_notes(filling *page, int step)
{
    int count;
    const dado_note *notes = dado_replay_notes(page->replay, &page->noted, step, &count);
    for (int i = 0; i < count && page->said.length < most_said; i++) {
        dado_text_addf(&page->said, "%sreferee on p%d, ", page->said.length ? "; " : "",
                       notes[i].seat);
        dado_note_say(&notes[i], &page->said);
    }
}

// For dado_replay_check.
static bool watch(void *context, const dado_game *game, const void *state, const dado_step *step,
                  int number)
{
    filling *page = context;
    if (!page->game) begin(page, game);
    if (page->failed) return false;
    const dado_rules *rules = game->rules;
    if (!step) say_notes(page, number);
    bool between = page->board->quiet_luck && step && step->actor == DADO_CHANCE;
    if (!between) {
        int round = rules->round ? rules->round(game, state) : number;
        bool kept = page->seen++ % page->stride == 0 || !step;
        if (kept && (round > page->round || !step)) {
            add_row(page, state);
            page->round = round;
        }
        if (kept) add_frame(page, state, round);
    }
    if (!step) return true;
    // An attack is its attacker's deed, whatever luck decided it.
    bool follows = page->board->quiet_luck && step->actor == DADO_CHANCE;
    if (!follows || page->actor == DADO_NOBODY) page->actor = step->actor;
    say_notes(page, number);
    if (page->said.length < most_said) {
        size_t before = page->said.length;
        if (before) dado_text_add(&page->said, "; ");
        size_t with_link = page->said.length;
        page->board->words(page->self, game, state, step, &page->said);
        if (page->said.length == with_link) dado_text_shorten(&page->said, before);
    }
    if (page->board->deed) page->board->deed(page->self, game, state, step);
    return true;
}

// JSON in a page: nothing in it may look like the end of a script.
static void add_tame(dado_text *out, const dado_text *json)
{
    const char *text = dado_text_string(json);
    while (*text) {
        size_t plain = strcspn(text, "<");
        dado_text_add_bytes(out, text, plain);
        text += plain;
        if (*text) dado_text_add(out, "\\u003c"), text++;
    }
    out->cut = out->cut || json->cut;
}

// What was gathered piece by piece, as an array.
static void add_list(dado_json *json, const char *key, const dado_text *pieces)
{
    dado_json_array(json, key);
    if (pieces->length) dado_json_raw(json, NULL, dado_text_string(pieces));
    dado_json_end(json);
    json->out->cut = json->out->cut || pieces->cut;
}

static void add_match(const filling *page, dado_text *out)
{
    const dado_trace *log = &page->replay->log;
    dado_draft text = { 0 };
    dado_json json = dado_json_to(&text);
    dado_json_object(&json, NULL);
    dado_json_put(&json, "game", page->game->rules->name, "secrets", page->secrets, "end",
                  dado_end_names[log->end]);
    dado_json_array(&json, "seats");
    for (int p = 0; p < log->players; p++) dado_json_string(&json, NULL, page->replay->agents[p]);
    dado_json_end(&json);
    dado_json_array(&json, "places");
    for (int p = 0; p < log->players; p++) dado_json_whole(&json, NULL, log->places[p]);
    dado_json_end(&json);
    add_list(&json, "steps", &page->steps);
    add_list(&json, "rows", &page->at_frames);
    dado_json_array(&json, "charts");
    for (int c = 0; c < DADO_RECORD_CURVES && page->board->curves[c]; c++) {
        dado_json_object(&json, NULL);
        dado_json_string(&json, "title", page->board->curves[c]);
        add_list(&json, "values", &page->curves[c]);
        dado_json_end(&json);
    }
    dado_json_end(&json);
    dado_json_object(&json, "board");
    dado_json_string(&json, "kind", page->board->kind);
    page->board->end(page->self, page->game, &json);
    add_list(&json, "frames", &page->boards);
    dado_json_end(&json);
    dado_json_end(&json);
    add_tame(out, &text);
}

static void add_head(const filling *page, dado_text *out)
{
    dado_page_head("script-src 'unsafe-inline'", page->game->rules->title, ", a match", out);
    dado_svg_style(out);
    dado_scene_style(out);
    dado_text_add(out, style);
    dado_text_add(out, "</style>\n</head>\n<body>\n");
}

static void add_body(const filling *page, dado_text *out)
{
    static const char *const ends[] = { "finished", "forfeited", "stopped at the limit", "broken" };
    const dado_replay *replay = page->replay;
    dado_text_add(out, "<header>\n<h1>");
    dado_text_html(out, page->game->rules->title);
    dado_text_addf(out,
                   "</h1>\n<p class=\"lead\">Match %" PRIu64 " of seed %" PRIu64
                   ", %s after %d steps</p>\n<div class=\"seats\" id=\"seats\"></div>\n</header>\n",
                   replay->match, replay->seed, ends[replay->log.end], replay->log.steps);
    dado_text_add(out, stage);
    dado_text_add(out, "<footer>");
    if (page->stride > 1) {
        dado_text_addf(out, "Of so long a match one step in %d is shown. ", page->stride);
    }
    dado_text_add(out, "Made by dado. This page is one file and needs no network.</footer>\n");
}

static void free_page(filling *page)
{
    if (page->self) page->board->free(page->self);
    dado_text_free(&page->said);
    dado_text_free(&page->steps);
    dado_text_free(&page->boards);
    dado_text_free(&page->at_frames);
    for (int c = 0; c < DADO_RECORD_CURVES; c++) dado_text_free(&page->curves[c]);
}

bool dado_replay_page(const dado_replay *replay, dado_arena *arena, dado_text *out, dado_error *err)
{
    DADO_ENDS(free_page) filling page = { .replay = replay };
    if (!dado_replay_check(replay, watch, &page, arena, err)) return false;
    bool fine = page.game && !page.failed && page.frames > 0;
    if (fine) {
        add_head(&page, out);
        add_body(&page, out);
        dado_text_add(out, "<script type=\"application/json\" id=\"match\">");
        add_match(&page, out);
        dado_text_add(out, "</script>\n<script>\n");
        dado_text_add(out, script);
        if (strcmp(page.board->kind, "hexes") == 0) dado_text_add(out, hexes);
        dado_text_add(out, "dado.start();\n</script>\n</body>\n</html>\n");
        fine = !out->cut;
    }
    return fine || dado_fail(err, DADO_LIMIT, "no memory left for the page of the match");
}
