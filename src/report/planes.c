// planes.c - see planes.h.
#include "report/planes.h"

#include <inttypes.h>
#include <string.h>

#include "lab/file.h"
#include "worlds/territorio/territorio.h"

enum { in_planes, in_vector, in_deeds, in_legal, in_first, in_places, arrays };

static const char *const names[arrays] = { "planes", "vector", "deeds",
                                           "legal",  "first",  "places" };

typedef struct sheet {
    const dado_replay *replay;
    int eyes;
    const dado_terr *w;  // NULL before the first state
    void *view;
    dado_move *moves;
    float *planes;
    int64_t listed;  // legal commands so far
    const char *folder;
    dado_writer files[arrays];
    int open;  // of them
    dado_arena *arena;
    dado_error *err;
} sheet;

static bool wanted(const sheet *s, const dado_step *step)
{
    return step->actor >= 0 && (s->eyes == DADO_NOBODY || s->eyes == step->actor);
}

// In the arena: a writer keeps it.
static const char *path_of(sheet *s, const char *name, const char *suffix)
{
    dado_text path = { 0 };
    dado_text_addf(&path, "%s/%s.%s", s->folder, name, suffix);
    const char *kept = dado_arena_copy(s->arena, dado_text_string(&path), path.length);
    if (!kept || path.cut) dado_fail(s->err, DADO_LIMIT, "no memory left for planes");
    bool whole = !path.cut;
    dado_text_free(&path);
    return whole ? kept : NULL;
}

// The head of a NumPy file: how a number is written, and the lengths of the array. Numbers
// are written as they lie in memory, which the first letter tells.
static bool begin_array(sheet *s, const char *type, const int64_t *lengths, int count)
{
    const uint16_t one = 1;
    char low_first = *(const unsigned char *)&one ? '<' : '>';
    const char *path = path_of(s, names[s->open], "npy");
    if (!path) return false;
    dado_text head = { 0 };
    dado_text_addf(&head, "{'descr': '%c%s', 'fortran_order': False, 'shape': (", low_first, type);
    for (int i = 0; i < count; i++) dado_text_addf(&head, "%" PRId64 ",", lengths[i]);
    dado_text_add(&head, "), }");
    enum { before = 10, align = 64 };  // magic, version and length; a whole number of lines
    while ((before + head.length + 1) % align) dado_text_char(&head, ' ');
    dado_text_char(&head, '\n');
    char start[before] = "\x93NUMPY\x01";
    start[8] = (char)(head.length & 0xFF);
    start[9] = (char)(head.length >> 8);
    bool fine = dado_writer_begin(&s->files[s->open], path, s->err);
    if (fine) {
        dado_writer_add(&s->files[s->open], start, before);
        dado_writer_add(&s->files[s->open], dado_text_string(&head), head.length);
        s->open++;
    }
    dado_text_free(&head);
    return fine;
}

static void add(sheet *s, int array, const void *numbers, size_t bytes)
{
    dado_writer_add(&s->files[array], numbers, bytes);
}

static bool write_names(sheet *s)
{
    const char *path = path_of(s, "planes", "txt");
    if (!path) return false;
    dado_text text = { 0 };
    for (int i = 0; i < dado_terr_planes(s->w); i++) {
        dado_terr_plane_name(s->w, i, &text);
        dado_text_char(&text, '\n');
    }
    bool fine = dado_file_write(path, dado_text_string(&text), text.length, s->err);
    dado_text_free(&text);
    return fine;
}

static bool begin(sheet *s, const dado_game *game)
{
    if (strcmp(game->rules->name, "territorio") != 0) {
        return dado_fail(s->err, DADO_MEANING,
                         "planes are written of Território alone, and this is %s",
                         game->rules->title);
    }
    s->w = game->data;
    int64_t rows = 0, listed = 0, count = dado_terr_planes(s->w);
    for (int i = 0; i < s->replay->log.steps; i++) {
        const dado_step *step = &s->replay->log.path[i];
        rows += wanted(s, step);
        listed += wanted(s, step) ? step->options : 0;
    }
    s->view = dado_arena_take(s->arena, 1, game->view_size);
    s->moves = dado_new(s->arena, dado_move, game->max_moves);
    s->planes = dado_new(s->arena, float, count *s->w->tiles);
    if (!s->view || !s->moves || !s->planes) {
        return dado_fail(s->err, DADO_LIMIT, "no memory left for planes");
    }
    return dado_folder_make(s->folder, s->err) && write_names(s) &&
           begin_array(s, "f4", (int64_t[]){ rows, count, s->w->height, s->w->width }, 4) &&
           begin_array(s, "f4", (int64_t[]){ rows, DADO_TERR_VECTOR }, 2) &&
           begin_array(s, "i4", (int64_t[]){ rows, 4 }, 2) &&
           begin_array(s, "i4", (int64_t[]){ listed, 3 }, 2) &&
           begin_array(s, "i8", (int64_t[]){ rows + 1 }, 1) &&
           begin_array(s, "i4", (int64_t[]){ s->replay->log.players }, 1);
}

static bool watch(void *context, const dado_game *game, const void *state, const dado_step *step,
                  int number)
{
    (void)number;
    sheet *s = context;
    if (!s->w && !begin(s, game)) return false;
    if (!step || !wanted(s, step)) return true;
    int seat = step->actor, count = game->rules->legal(game, state, s->moves);
    game->rules->observe(game, state, seat, s->view);
    dado_terr_board view = dado_terr_board_of(s->w, s->view);
    float vector[DADO_TERR_VECTOR];
    dado_terr_write_planes(&view, seat, s->planes);
    dado_terr_write_vector(&view, seat, vector);
    add(s, in_planes, s->planes,
        sizeof(float) * (size_t)(dado_terr_planes(s->w) * s->w->tiles));
    add(s, in_vector, vector, sizeof vector);
    add(s, in_first, &s->listed, sizeof s->listed);
    for (int i = 0; i < count; i++) {
        dado_terr_action may = dado_terr_action_of(&view, seat, s->moves[i]);
        add(s, in_legal, &may, sizeof may);
    }
    s->listed += count;
    dado_terr_action did = dado_terr_action_of(&view, seat, step->move);
    int32_t deed[] = { seat, did.verb, did.from, did.what };
    add(s, in_deeds, deed, sizeof deed);
    return true;
}

bool dado_planes_write(const dado_replay *replay, int eyes, const char *folder, dado_arena *arena,
                       dado_error *err)
{
    dado_error why = { 0 };
    sheet s = { .replay = replay, .eyes = eyes, .folder = folder, .arena = arena, .err = &why };
    bool fine = dado_replay_check(replay, watch, &s, arena, &why) && why.status == DADO_OK;
    if (fine) {
        add(&s, in_first, &s.listed, sizeof s.listed);
        add(&s, in_places, replay->log.places, sizeof(int32_t) * (size_t)replay->log.players);
    }
    // What was begun is ended in either case; of what fails the first thing is told.
    for (int i = 0; i < s.open; i++) {
        dado_error late = { 0 };
        if (!dado_writer_end(&s.files[i], fine, &late) && fine) {
            why = late;
            fine = false;
        }
    }
    if (!fine && err) *err = why;
    return fine;
}
