// replay_tensors.c - see replay.h.
#include "report/replay.h"

#include <inttypes.h>

#include "core/scope_cleanup.h"
#include "lab/file.h"

enum { in_actions, in_legal, in_first, in_places, arrays, most_blocks = 12 };

static const char *const names[arrays] = { "deeds", "legal", "first", "places" };

typedef struct tensor_files {
    const dado_replay *replay;
    int eyes;
    const dado_game_extras *extras;  // NULL before the first state
    void *view;
    dado_move *moves;
    dado_feature blocks[most_blocks];
    int64_t sizes[most_blocks];  // numbers per block
    int block_count;
    float *values;   // of all blocks
    int32_t *deed;   // a seat, and the number of a move
    int64_t listed;  // number of legal moves so far
    const char *folder;
    dado_writer files[most_blocks + arrays];  // one per block, then these arrays
    int open;                                 // of them
    dado_region *region;
    dado_error *err;
} tensor_files;

static bool wanted(const tensor_files *s, const dado_step *step)
{
    return step->actor >= 0 && (s->eyes == DADO_NOBODY || s->eyes == step->actor);
}

// Returns a path in the region, because a writer keeps it.
static const char *path_of(tensor_files *s, const char *name, const char *suffix)
{
    DADO_CLEANUP(dado_text_free) dado_text path = { 0 };
    dado_text_addf(&path, "%s/%s.%s", s->folder, name, suffix);
    const char *kept = path.cut ? NULL : dado_region_copy(s->region, path.data, path.length);
    if (!kept) dado_fail(s->err, DADO_LIMIT, "no memory left for planes");
    return kept;
}

// Writes the header of a NumPy file: the type of its numbers and the lengths of the
// array. Numbers are written in the machine's byte order, which the first letter of the
// type gives.
static bool begin_array(tensor_files *s, const char *name, const char *type, const int64_t *lengths,
                        int count)
{
    const uint16_t one = 1;
    char low_first = *(const unsigned char *)&one ? '<' : '>';
    const char *path = path_of(s, name, "npy");
    if (!path) return false;
    DADO_CLEANUP(dado_text_free) dado_text head = { 0 };
    dado_text_addf(&head, "{'descr': '%c%s', 'fortran_order': False, 'shape': (", low_first, type);
    for (int i = 0; i < count; i++) dado_text_addf(&head, "%" PRId64 ",", lengths[i]);
    dado_text_add(&head, "), }");
    enum { before = 10, align = 64 };  // magic, version and length; padded to a multiple of `align`
    while ((before + head.length + 1) % align) dado_text_char(&head, ' ');
    dado_text_char(&head, '\n');
    char start[before] = "\x93NUMPY\x01";
    start[8] = (char)(head.length & 0xFF);
    start[9] = (char)(head.length >> 8);
    if (!dado_writer_begin(&s->files[s->open], path, s->err)) return false;
    dado_writer_add(&s->files[s->open], start, before);
    dado_writer_add(&s->files[s->open++], dado_text_string(&head), head.length);
    return true;
}

static void add(tensor_files *s, int array, const void *numbers, size_t bytes)
{
    dado_writer_add(&s->files[array], numbers, bytes);
}

// Writes the names of the entries of a block's first axis, one per line.
static bool write_names(tensor_files *s, const dado_game *game, int block)
{
    if (!s->extras->feature_entry) return true;
    const char *path = path_of(s, s->blocks[block].name, "txt");
    if (!path) return false;
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    for (int i = 0; i < s->blocks[block].shape[0]; i++) {
        s->extras->feature_entry(game, block, i, &text);
        dado_text_char(&text, '\n');
    }
    return dado_file_write(path, dado_text_string(&text), text.length, s->err);
}

static bool begin_blocks(tensor_files *s, const dado_game *game, int64_t rows)
{
    bool fine = dado_folder_make(s->folder, s->err);
    for (int b = 0; fine && b < s->block_count; b++) {
        int64_t lengths[1 + DADO_FEATURE_AXES] = { rows };
        for (int a = 0; a < s->blocks[b].axes; a++) lengths[1 + a] = s->blocks[b].shape[a];
        fine = write_names(s, game, b) &&
               begin_array(s, s->blocks[b].name, "f4", lengths, 1 + s->blocks[b].axes);
    }
    return fine;
}

static int64_t measure_blocks(tensor_files *s, const dado_game *game)
{
    int64_t all = 0;
    dado_feature *block = s->blocks;
    for (; s->block_count < most_blocks && s->extras->feature(game, s->block_count, block);
         block++) {
        all += s->sizes[s->block_count++] = dado_feature_size(block);
    }
    return all;
}

static bool begin(tensor_files *s, const dado_game *game)
{
    if (!dado_game_extra(game, feature) || !dado_game_extra(game, deed)) {
        return dado_fail(s->err, DADO_INVALID,
                         "%s does not describe its states in numbers, so there are no arrays to "
                         "write",
                         game->rules->title);
    }
    s->extras = game->rules->extras;
    int64_t rows = 0, listed = 0, values = measure_blocks(s, game);
    for (int i = 0; i < s->replay->log.steps; i++) {
        const dado_step *step = &s->replay->log.path[i];
        rows += wanted(s, step);
        listed += wanted(s, step) ? step->options : 0;
    }
    s->view = dado_region_alloc(s->region, 1, game->view_size);
    s->moves = dado_new(s->region, dado_move, game->max_moves);
    s->values = dado_new(s->region, float, values);
    s->deed = dado_new(s->region, int32_t, 1 + s->extras->move_code_size);
    if (!s->view || !s->moves || !s->values || !s->deed) {
        return dado_fail(s->err, DADO_LIMIT, "no memory left for planes");
    }
    int64_t deed = s->extras->move_code_size;
    return begin_blocks(s, game, rows) &&
           begin_array(s, names[in_actions], "i4", (int64_t[]){ rows, 1 + deed }, 2) &&
           begin_array(s, names[in_legal], "i4", (int64_t[]){ listed, deed }, 2) &&
           begin_array(s, names[in_first], "i8", (int64_t[]){ rows + 1 }, 1) &&
           begin_array(s, names[in_places], "i4", (int64_t[]){ s->replay->log.players }, 1);
}

static bool add_decision(void *context, const dado_game *game, const void *state,
                         const dado_step *step, int number)
{
    (void)number;
    tensor_files *s = context;
    if (!s->extras && !begin(s, game)) return false;
    if (!step || !wanted(s, step)) return true;
    int seat = step->actor, count = game->rules->legal(game, state, s->moves);
    size_t deed_bytes = sizeof *s->deed * (size_t)s->extras->move_code_size;
    dado_observe(game, state, seat, s->view);
    s->extras->features(game, s->view, seat, s->values);
    const float *values = s->values;
    for (int b = 0; b < s->block_count; b++) {
        add(s, b, values, sizeof *values * (size_t)s->sizes[b]);
        values += s->sizes[b];
    }
    add(s, s->block_count + in_first, &s->listed, sizeof s->listed);
    for (int i = 0; i < count; i++) {
        s->extras->deed(game, s->view, seat, s->moves[i], s->deed);
        add(s, s->block_count + in_legal, s->deed, deed_bytes);
    }
    s->listed += count;
    s->deed[0] = seat;
    s->extras->deed(game, s->view, seat, step->move, s->deed + 1);
    add(s, s->block_count + in_actions, s->deed, sizeof *s->deed + deed_bytes);
    return true;
}

bool dado_replay_tensors_write(const dado_replay *replay, int eyes, const char *folder,
                               dado_region *region, dado_error *err)
{
    dado_error why = { 0 };
    tensor_files s = {
        .replay = replay, .eyes = eyes, .folder = folder, .region = region, .err = &why
    };
    bool fine = dado_replay_check(replay, add_decision, &s, region, &why) && why.status == DADO_OK;
    if (fine) {
        add(&s, s.block_count + in_first, &s.listed, sizeof s.listed);
        add(&s, s.block_count + in_places, replay->log.places,
            sizeof(int32_t) * (size_t)replay->log.players);
    }
    // All files are closed in either case. Only the first failure is reported.
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
