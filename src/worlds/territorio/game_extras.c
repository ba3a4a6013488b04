// game_extras.c - Território's table of extras: its log, its features, its scenes.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "worlds/territorio/territorio.h"

static void say_each(const dado_text *log, dado_text *out)
{
    int round = 0;
    const char *line = dado_text_string(log);
    while (*line) {
        size_t length = strcspn(line, "\n");
        dado_text one = { 0 };
        dado_text_add_bytes(&one, line, length);
        dado_terr_log_sentence(dado_text_string(&one), &round, out);
        dado_text_free(&one);
        line += length + (line[length] == '\n');
    }
    out->cut = out->cut || log->cut;
}

static void write_log(const dado_game *game, const dado_match_record *match, bool words,
                      void *state, dado_text *out)
{
    const dado_terr *w = game->data;
    dado_move *moves = malloc(sizeof *moves * (size_t)(match->steps ? match->steps : 1));
    if (!moves) {
        out->cut = true;
        return;
    }
    for (int i = 0; i < match->steps; i++) moves[i] = match->path[i].move;
    dado_terr_log_header about = { .seed = match->seed,
                                   .agents = match->players,
                                   .agent = match->agents,
                                   .level = w->log_level,
                                   .notes = match->notes,
                                   .places = match->places,
                                   .forfeit = match->forfeit };
    dado_text log = { 0 };
    dado_terr_log(game, moves, match->steps, &about, state, words ? &log : out);
    if (words) say_each(&log, out);
    dado_text_free(&log);
    free(moves);
}

static bool feature(const dado_game *game, int which, dado_feature *out)
{
    const dado_terr *w = game->data;
    const dado_feature blocks[] = {
        { "planes",
          "what the seat sees of each tile, plane by plane",
          DADO_FEATURE_REAL,
          3,
          { dado_terr_planes(w), w->height, w->width },
          0,
          INFINITY },
        { "vector",
          "round, players, living seats, own and visible enemy material",
          DADO_FEATURE_REAL,
          1,
          { DADO_TERR_VECTOR },
          0,
          INFINITY },
    };
    if (which < 0 || which >= (int)(sizeof blocks / sizeof *blocks)) return false;
    *out = blocks[which];
    return true;
}

static void feature_entry(const dado_game *game, int which, int entry, dado_text *out)
{
    static const char *const vector[DADO_TERR_VECTOR] = { "round", "players", "living seats",
                                                          "own material",
                                                          "visible enemy material" };
    if (which == 0) dado_terr_plane_name(game->data, entry, out);
    else dado_text_add(out, vector[entry]);
}

static void features(const dado_game *game, const void *view, int seat, float *values)
{
    const dado_terr *w = game->data;
    dado_terr_board b = dado_terr_board_of(w, view);
    dado_terr_write_planes(&b, seat, values);
    dado_terr_write_vector(&b, seat, values + dado_terr_planes(w) * w->tiles);
}

static void deed(const dado_game *game, const void *view, int seat, dado_move move, int32_t *out)
{
    dado_terr_board b = dado_terr_board_of(game->data, view);
    dado_terr_action action = dado_terr_action_of(&b, seat, move);
    out[0] = action.verb;
    out[1] = action.from;
    out[2] = action.what;
}

// Under fog all that others have may be hidden, and a domain is shared with them.
static bool score_is_known(const dado_game *game, const void *state, int seat, int eyes)
{
    const dado_terr *w = game->data;
    (void)state;
    return seat == eyes && w->criterion[0] != DADO_TERR_BY_DOMAIN;
}

const dado_game_extras dado_terr_extras = {
    .size = sizeof(dado_game_extras),
    .scene = dado_terr_scene,
    .look = dado_terr_look,
    .touch = dado_terr_touch,
    .caption = dado_terr_caption,
    .paint = dado_terr_draw_terminal,
    .record = &dado_terr_replay_recorder,
    .log = write_log,
    .feature = feature,
    .feature_entry = feature_entry,
    .features = features,
    .move_code_size = 3,
    .deed = deed,
    .score_is_known = score_is_known,
};
