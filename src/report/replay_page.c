// replay_page.c - see replay.h.
#include "report/replay.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/scope_cleanup.h"
#include "report/format.h"
#include "report/scene_svg.h"
#include "report/svg.h"

// The build turns each file into its bytes.
static const char style[] = {
#include "replay.css.h"
    0
};
static const char page_body[] = {
#include "replay.html.h"
    0
};
static const char script[] = {
#include "replay.js.h"
    0
};
static const char hexes[] = {  // draws what recorders of that kind wrote; other kinds need nothing
#include "replay_hexes.js.h"
    0
};

typedef struct page_builder {  // a page that is being filled
    const dado_replay *replay;
    const dado_win_chances *chances;  // or NULL
    int next_chance;                  // next position of these
    int decided_frame;                // -1 before
    dado_text chance_frames, chance_values;
    const dado_recorder *board;
    dado_recorder tables;
    dado_game copy;
    const dado_game *game;  // a copy, made at the first state; NULL before
    void *self;             // the board's
    int stride;             // one of so many frames is kept
    int frames, seen;       // frames kept, and frames seen
    int rows, round;        // of the curves; `round` is their last round
    dado_text said;         // what happened since the last frame
    dado_note_cursor noted;
    int actor;
    dado_text steps, boards, curves[DADO_RECORD_CURVES], at_frames;
    bool secrets, failed;
} page_builder;

static void begin(page_builder *page, const dado_game *game)
{
    page->copy = *game;
    page->game = &page->copy;
    page->board = dado_game_extra(game, record);
    if (!page->board) {
        page->board = &page->tables;
        page->tables = dado_replay_frame_recorder;
        if (dado_game_extra(game, scene))
            page->tables.kind = "scene", page->tables.most_frames = 8000;
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

static void add_row(page_builder *page, const void *state)
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

static void add_frame(page_builder *page, const void *state, int round)
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

// Adds the chances of the position that the frame just added shows, if they are known.
static void add_chances(page_builder *page, int number)
{
    const dado_win_chances *c = page->chances;
    bool new_row = false;
    while (c && page->next_chance < c->count && c->step[page->next_chance] <= number) {
        page->next_chance++;
        new_row = true;
    }
    if (!new_row) return;
    int at = page->next_chance - 1;
    if (c->decided >= 0 && at >= c->decided && page->decided_frame < 0) {
        page->decided_frame = page->frames - 1;
    }
    comma(&page->chance_frames);
    dado_text_addf(&page->chance_frames, "%d", page->frames - 1);
    comma(&page->chance_values);
    for (int p = 0; p < c->players; p++) {
        dado_text_addf(&page->chance_values, "%c%.4g", p ? ',' : '[',
                       100 * c->chance[at * c->players + p]);
    }
    dado_text_char(&page->chance_values, ']');
}

enum { most_said = 600 };  // of one frame

// Adds the referee's notes about the player of this step, or those at the end.
static void say_notes(page_builder *page, int step)
{
    int count;
    const dado_note *notes = dado_replay_notes(page->replay, &page->noted, step, &count);
    for (int i = 0; i < count && page->said.length < most_said; i++) {
        dado_text_addf(&page->said, "%sreferee on P%d, ", page->said.length ? "; " : "",
                       notes[i].seat + 1);
        dado_note_describe(&notes[i], &page->said);
    }
}

// The callback of dado_replay_check.
static bool add_step(void *context, const dado_game *game, const void *state, const dado_step *step,
                     int number)
{
    page_builder *page = context;
    if (!page->game) begin(page, game);
    if (page->failed) return false;
    const dado_rules *rules = game->rules;
    if (!step) say_notes(page, number);
    bool between = page->board->skip_chance_frames && step && step->actor == DADO_CHANCE;
    if (!between) {
        int round = rules->round ? rules->round(game, state) : number;
        bool kept = page->seen++ % page->stride == 0 || !step;
        if (kept && (round > page->round || !step)) {
            add_row(page, state);
            page->round = round;
        }
        if (kept) add_frame(page, state, round);
        if (kept) add_chances(page, number);
    }
    if (!step) return true;
    // An attack belongs to the attacker's frame, even if luck decided it.
    bool follows = page->board->skip_chance_frames && step->actor == DADO_CHANCE;
    if (!follows || page->actor == DADO_NOBODY) page->actor = step->actor;
    say_notes(page, number);
    if (page->said.length < most_said) {
        size_t before = page->said.length;
        if (before) dado_text_add(&page->said, "; ");
        size_t with_link = page->said.length;
        page->board->words(page->self, game, state, step, &page->said);
        if (page->said.length == with_link) dado_text_truncate(&page->said, before);
    }
    if (page->board->deed) page->board->deed(page->self, game, state, step);
    return true;
}

// Writes JSON into a page so that nothing in it looks like the end of a script.
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

// Adds the collected pieces as an array.
static void add_list(dado_json *json, const char *key, const dado_text *pieces)
{
    dado_json_array(json, key);
    if (pieces->length) dado_json_raw(json, NULL, dado_text_string(pieces));
    dado_json_end(json);
    json->out->cut = json->out->cut || pieces->cut;
}

static void add_chance_chart(const page_builder *page, dado_json *json)
{
    if (!page->chance_frames.length) return;
    dado_json_object(json, NULL);
    dado_json_string(json, "title", "chance to win, % (random players go on)");
    add_list(json, "values", &page->chance_values);
    add_list(json, "rows", &page->chance_frames);
    if (page->decided_frame >= 0) {
        dado_json_int(json, "decided", page->decided_frame);
        dado_json_int(json, "winner", page->chances->winner);
    }
    dado_json_end(json);
}

static void add_match(const page_builder *page, dado_text *out)
{
    const dado_trace *log = &page->replay->log;
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    dado_json json = dado_json_to(&text);
    dado_json_object(&json, NULL);
    dado_json_put(&json, "game", page->game->rules->name, "secrets", page->secrets, "end",
                  dado_match_end_names[log->end]);
    dado_json_array(&json, "seats");
    for (int p = 0; p < log->players; p++) dado_json_string(&json, NULL, page->replay->agents[p]);
    dado_json_end(&json);
    dado_json_array(&json, "places");
    for (int p = 0; p < log->players; p++) dado_json_int(&json, NULL, log->places[p]);
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
    add_chance_chart(page, &json);
    dado_json_end(&json);
    dado_json_object(&json, "board");
    dado_json_string(&json, "kind", page->board->kind);
    page->board->end(page->self, page->game, &json);
    add_list(&json, "frames", &page->boards);
    dado_json_end(&json);
    dado_json_end(&json);
    add_tame(out, &text);
}

static void add_head(const page_builder *page, dado_text *out)
{
    dado_page_head("script-src 'unsafe-inline'", page->game->rules->title, ", a match", out);
    dado_svg_style(out);
    dado_scene_style(out);
    dado_text_add(out, style);
    dado_text_add(out, "</style>\n</head>\n<body>\n");
}

static void add_body(const page_builder *page, dado_text *out)
{
    static const char *const ends[] = { "finished", "forfeited", "stopped at the limit", "broken" };
    const dado_replay *replay = page->replay;
    dado_text_add(out, "<header>\n<h1>");
    dado_text_html(out, page->game->rules->title);
    dado_text_addf(out,
                   "</h1>\n<p class=\"lead\">Match %" PRIu64 " of seed %" PRIu64
                   ", %s after %d steps</p>\n<div class=\"seats\" id=\"seats\"></div>\n</header>\n",
                   replay->match, replay->seed, ends[replay->log.end], replay->log.steps);
    dado_text_add(out, page_body);
    dado_text_add(out, "<footer>");
    if (page->stride > 1) {
        dado_text_addf(out, "Of so long a match one step in %d is shown. ", page->stride);
    }
    dado_text_add(out, "Made by dado. This page is one file and needs no network.</footer>\n");
}

static void free_page(page_builder *page)
{
    if (page->self) page->board->free(page->self);
    dado_text_free(&page->said);
    dado_text_free(&page->steps);
    dado_text_free(&page->boards);
    dado_text_free(&page->at_frames);
    dado_text_free(&page->chance_frames);
    dado_text_free(&page->chance_values);
    for (int c = 0; c < DADO_RECORD_CURVES; c++) dado_text_free(&page->curves[c]);
}

bool dado_replay_page(const dado_replay *replay, const dado_win_chances *chances,
                      dado_region *region, dado_text *out, dado_error *err)
{
    DADO_CLEANUP(free_page)
    page_builder page = { .replay = replay, .chances = chances, .decided_frame = -1 };
    if (!dado_replay_check(replay, add_step, &page, region, err)) return false;
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
