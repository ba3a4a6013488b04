// merge_parts.c - see merge_parts.h.
#include "lab/merge_parts.h"
#include "core/scope_cleanup.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { most_parts = 100000, commit_bytes = 8 << 20 };

bool dado_part_parse(const char *typed, int *part, int *parts, dado_error *err)
{
    char *slash, *end = NULL;
    long first = strtol(typed, &slash, 10), second = 0;
    if (*slash == '/') second = strtol(slash + 1, &end, 10);
    bool sound = slash != typed && end && end != slash + 1 && *end == '\0';
    if (!sound || first < 1 || second < 1 || first > second || second > most_parts) {
        return dado_fail(err, DADO_INVALID,
                         "a part is written I/N, from 1/N to N/N, N at most %d, not \"%.40s\"",
                         most_parts, typed);
    }
    *part = (int)first;
    *parts = (int)second;
    return true;
}

typedef struct piece {
    const char *path;
    dado_store *store;
    dado_run run;
    int part;
} piece;

typedef struct merger {
    dado_region region;  // holds the plan and its description
    piece *pieces;       // by part, from 1; `path` is NULL where it is missing
    int parts;
    dado_plan plan;
    const char *measures;
    const char *first;  // the file that the plan comes from
    uint64_t hash;
    int64_t blocks;
} merger;

// Reports what is wrong with a store. The remedy in the original message is cut off,
// since it does not apply here.
static bool fail_unread(const char *path, const dado_error *why, dado_error *err)
{
    return dado_fail(err, why->status, "%.80s cannot be read: %.*s; play that part again", path,
                     (int)strcspn(why->text, ";"), why->text);
}

static bool read_piece(merger *m, const char *path, piece *p, int *parts, dado_error *err)
{
    *p = (piece){ .path = path };
    int64_t run;
    dado_error why = { 0 };
    if (!dado_store_open(&p->store, path, DADO_STORE_READ, &why) ||
        !dado_store_latest(p->store, &run, &why) ||
        !dado_store_run(p->store, run, &p->run, &m->region, &why) ||
        !dado_store_part(p->store, run, &p->part, parts, &why)) {
        return fail_unread(path, &why, err);
    }
    if (*parts > 0 && p->part >= 1 && p->part <= *parts) return true;
    return dado_fail(err, DADO_INVALID,
                     "%.120s is not a part of a run: it was not made with "
                     "--part",
                     path);
}

// Takes the plan from the first file.
static bool begin(merger *m, const piece *p, int parts, dado_error *err)
{
    m->parts = parts;
    m->first = p->path;
    m->hash = p->run.hash;
    m->pieces = calloc((size_t)parts, sizeof *m->pieces);
    if (!m->pieces) return dado_fail(err, DADO_LIMIT, "no memory left for %d parts", parts);
    m->measures = p->run.measures;
    if (!dado_store_plan(p->store, p->run.id, &m->plan, &m->region, err)) return false;
    int64_t block = dado_plan_block_size(&m->plan);
    m->blocks =
        (m->plan.matches + block - 1) / block * m->plan.instance_count * m->plan.lineup_count;
    return true;
}

// Puts a piece at the index of its part.
static bool take_place(piece *pieces, const piece *p, dado_error *err)
{
    piece *place = &pieces[p->part - 1];
    if (place->path) {
        return dado_fail(err, DADO_INVALID,
                         "part %d is given twice, in %.80s and %.80s; "
                         "leave one of them out",
                         p->part, place->path, p->path);
    }
    *place = *p;
    place->store = NULL;  // only one of many files is open at a time
    return true;
}

static bool add_piece(merger *m, piece *p, int parts, dado_error *err)
{
    dado_plan plan;  // read only to find damage
    if (!m->pieces && !begin(m, p, parts, err)) return false;
    size_t mark = dado_region_mark(&m->region);
    if (!dado_store_plan(p->store, p->run.id, &plan, &m->region, err)) return false;
    dado_region_rewind(&m->region, mark);
    if (p->run.hash != m->hash || parts != m->parts || strcmp(p->run.measures, m->measures) != 0) {
        return dado_fail(err, DADO_INVALID,
                         "%.80s belongs to another plan than %.80s: all parts must come from one "
                         "command and one version of dado",
                         p->path, m->first);
    }
    return take_place(m->pieces, p, err);
}

static bool none_missing(const piece *pieces, int parts, dado_error *err)
{
    DADO_CLEANUP(dado_text_free) dado_text missing = { 0 };
    int count = 0;
    for (int i = 0; i < parts; i++) {
        if (pieces[i].path) continue;
        if (count++ < 10) dado_text_addf(&missing, "%s%d", count > 1 ? ", " : "", i + 1);
    }
    return count == 0 || dado_fail(err, DADO_MISSING, "of %d parts %d %s missing: %s%s", parts,
                                   count, count == 1 ? "is" : "are", dado_text_string(&missing),
                                   count > 10 ? " and more" : "");
}

static bool all_there(const merger *m, dado_error *err)
{
    bool fine = none_missing(m->pieces, m->parts, err);
    for (int i = 0; fine && i < m->parts; i++) {
        const piece *p = &m->pieces[i];
        if (p->run.finished) continue;
        fine = dado_fail(err, DADO_MISSING,
                         "part %d in %.80s is not finished: it has %" PRId64 " matches; play it "
                         "with the same command and it goes on",
                         i + 1, p->path, p->run.matches);
    }
    return fine;
}

// Copies a block of a part, and unpacks it on the way to find damage.
static bool move_block(const piece *p, dado_store *into, int64_t number, dado_region *region,
                       dado_error *err)
{
    const unsigned char *packed;
    const char *notes;
    size_t size;
    int matches;
    dado_block block;
    dado_error why = { 0 };
    dado_region_rewind(region, 0);
    bool fine =
        dado_store_block(p->store, p->run.id, number, &packed, &size, &matches, region, &why) &&
        (size || dado_fail(&why, DADO_MISSING, "block %" PRId64 " is not there", number)) &&
        dado_block_unpack(&block, packed, size, region, &why) &&
        (block.count == matches || dado_fail(&why, DADO_SYNTAX, "a checksum is wrong")) &&
        dado_store_notes(p->store, p->run.id, number, &notes, region, &why);
    if (!fine) {
        return dado_fail(err, why.status,
                         "part %d in %.80s is damaged (%.60s); delete the file and play that part "
                         "again",
                         p->part, p->path, why.text);
    }
    return dado_store_put(into, number, matches, packed, size, notes, err);
}

static bool move_all(const merger *m, dado_store *into, int64_t *run, dado_error *err)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    double seconds = 0;
    for (int i = 0; i < m->parts; i++) seconds += m->pieces[i].run.seconds;
    bool begun = dado_store_begin(into, &m->plan, m->measures, run, err), fine = begun;
    for (int i = 0; fine && i < m->parts; i++) {
        piece *p = &m->pieces[i];
        fine = dado_store_open(&p->store, p->path, DADO_STORE_READ, err);
        for (int64_t n = i; fine && n < m->blocks; n += m->parts) {
            fine = move_block(p, into, n, &region, err) &&
                   (dado_store_pending_bytes(into) < commit_bytes ||
                    dado_store_commit(into, *run, 0, false, err));
        }
        dado_store_close(p->store);
    }
    fine = fine && dado_store_commit(into, *run, seconds, true, err);
    if (begun && !fine) dado_store_delete(into, *run, NULL);
    return fine;
}

bool dado_merge(dado_store *into, const char *const *paths, int count, int64_t *run,
                dado_error *err)
{
    merger m = { 0 };
    bool fine = true;
    for (int i = 0; fine && i < count; i++) {
        piece p;
        int parts = 0;
        fine = read_piece(&m, paths[i], &p, &parts, err) && add_piece(&m, &p, parts, err);
        dado_store_close(p.store);
    }
    fine = fine &&
           (m.pieces || dado_fail(err, DADO_INVALID,
                                  "there are no parts to merge; "
                                  "name the files of the parts")) &&
           all_there(&m, err) && move_all(&m, into, run, err);
    free(m.pieces);
    dado_region_free(&m.region);
    return fine;
}

// ---- boards

void dado_bigpoints_solver_part_range(int part, int parts, uint64_t count, uint64_t *first,
                                      uint64_t *end)
{
    *first = parts ? count * (uint64_t)(part - 1) / (uint64_t)parts : 0;
    *end = parts ? count * (uint64_t)part / (uint64_t)parts : count;
}

void dado_bigpoints_solver_part_write(char state[DADO_BOARDS_PART], int part, int parts,
                                      uint64_t count)
{
    snprintf(state, DADO_BOARDS_PART, "part %d/%d of %" PRIu64, part, parts, count);
}

bool dado_bigpoints_solver_part_read(const char *state, int *part, int *parts, uint64_t *count)
{
    static const char begin[] = "part ", middle[] = "/", end[] = " of ";
    int64_t first, all, boards;
    if (strncmp(state, begin, strlen(begin)) != 0) return false;
    const char *at = dado_scan_int(state + strlen(begin), &first);
    if (!at || strncmp(at, middle, strlen(middle)) != 0) return false;
    at = dado_scan_int(at + strlen(middle), &all);
    if (!at || strncmp(at, end, strlen(end)) != 0) return false;
    if (!dado_scan_int(at + strlen(end), &boards) || boards < 0) return false;
    if (first < 1 || first > all || all > most_parts) return false;
    *part = (int)first;
    *parts = (int)all;
    *count = (uint64_t)boards;
    return true;
}

typedef struct boards {  // boards of one size, from all parts
    const char *settings, *columns;
    int parts, width;
    uint64_t count;
    piece *pieces;  // by part, from 1
} boards;

static bool open_part(dado_store **store, const char *path, dado_error *err)
{
    dado_error why = { 0 };
    return dado_store_open(store, path, DADO_STORE_READ, &why) || fail_unread(path, &why, err);
}

bool dado_merge_is_boards(const char *path)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    DADO_CLEANUP(dado_store_cleanup) dado_store *store = NULL;
    dado_search_log trail = { 0 };
    int part, parts;
    uint64_t count;
    dado_region_init(&region, 1 << 20);
    return dado_store_open(&store, path, DADO_STORE_READ, NULL) &&
           dado_store_search_log_find(store, NULL, 0, &trail, &region, NULL) && trail.id &&
           dado_bigpoints_solver_part_read(trail.state, &part, &parts, &count);
}

// Lists the sizes of boards that the first file has.
static bool list_sizes(const char *path, boards **sizes, int *count, dado_region *region,
                       dado_error *err)
{
    enum { most_sizes = 64 };
    DADO_CLEANUP(dado_store_cleanup) dado_store *store = NULL;
    dado_search_log trail = { 0 };
    *count = 0;
    *sizes = dado_new(region, boards, most_sizes);
    bool fine = *sizes && open_part(&store, path, err);
    while (fine && *count < most_sizes) {
        fine = dado_store_search_log_find(store, NULL, trail.id, &trail, region, err);
        if (!fine || !trail.id) break;
        boards *b = &(*sizes)[(*count)++];
        int part;
        *b = (boards){ .settings = trail.settings, .columns = trail.columns, .width = 1 };
        for (const char *c = trail.columns; *c; c++) b->width += *c == ' ';
        fine = dado_bigpoints_solver_part_read(trail.state, &part, &b->parts, &b->count) ||
               dado_fail(err, DADO_INVALID, "%.120s holds more than a part of solved boards", path);
        if (fine) b->pieces = dado_new(region, piece, b->parts);
        if (fine && !b->pieces) fine = dado_fail(err, DADO_LIMIT, "no memory left for parts");
    }
    return fine;
}

// Finds the boards of one size in a file.
static bool find_boards(boards *b, dado_store *store, const char *path, dado_region *region,
                        dado_error *err)
{
    dado_search_log trail;
    piece p = { .path = path };
    int parts = 0;
    uint64_t count = 0;
    if (!dado_store_search_log_find(store, b->settings, 0, &trail, region, err)) return false;
    bool ours = trail.id && dado_bigpoints_solver_part_read(trail.state, &p.part, &parts, &count) &&
                parts == b->parts && count == b->count && strcmp(trail.columns, b->columns) == 0;
    if (!ours) {
        return dado_fail(err, DADO_INVALID,
                         "%.100s is not a part of the same boards: all parts must come from one "
                         "command and one version of dado",
                         path);
    }
    if (!trail.finished) {
        return dado_fail(err, DADO_MISSING,
                         "part %d in %.80s is not finished: it has %" PRId64 " boards; solve it "
                         "with the same command and it goes on",
                         p.part, path, trail.rows);
    }
    uint64_t first, end;
    dado_bigpoints_solver_part_range(p.part, b->parts, b->count, &first, &end);
    if (trail.rows != (int64_t)(end - first)) {
        return dado_fail(err, DADO_SYNTAX,
                         "part %d in %.80s is damaged (boards are missing); delete the file and "
                         "solve that part again",
                         p.part, path);
    }
    return take_place(b->pieces, &p, err);
}

static bool move_boards(const boards *b, const piece *p, dado_store *into, int64_t trail,
                        dado_region *region, dado_error *err)
{
    uint64_t first, end;
    DADO_CLEANUP(dado_store_cleanup) dado_store *store = NULL;
    dado_search_log kept = { 0 };
    int read = 0;
    size_t mark = dado_region_mark(region);
    dado_bigpoints_solver_part_range(p->part, b->parts, b->count, &first, &end);
    int rows = (int)(end - first);
    double *values = dado_new(region, double, (size_t)(rows + 1) * (size_t)b->width);
    bool fine = (values || dado_fail(err, DADO_LIMIT, "no memory left for boards")) &&
                open_part(&store, p->path, err) &&
                dado_store_search_log_find(store, b->settings, 0, &kept, region, err) &&
                dado_store_search_log_read(store, kept.id, (int64_t)first, values, rows, b->width,
                                           &read, err);
    if (fine && read != rows) {
        fine = dado_fail(err, DADO_SYNTAX,
                         "the boards in %.80s are in the wrong order: the file "
                         "is damaged",
                         p->path);
    }
    fine = fine && dado_store_search_log_put(into, trail, (int64_t)first, values, rows, b->width,
                                             NULL, p->part == b->parts, err);
    dado_region_rewind(region, mark);
    return fine;
}

static bool move_size(const boards *b, dado_store *into, dado_region *region, dado_error *err)
{
    dado_search_log kept;
    if (!dado_store_search_log_find(into, b->settings, 0, &kept, region, err)) return false;
    int64_t trail = kept.id;
    bool fine =
        trail || dado_store_search_log_begin(into, b->settings, b->columns, NULL, &trail, err);
    for (int i = 0; fine && i < b->parts; i++) {
        fine = move_boards(b, &b->pieces[i], into, trail, region, err);
    }
    return fine;
}

bool dado_merge_boards(dado_store *into, const char *const *paths, int count, int64_t *all,
                       dado_error *err)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    boards *sizes = NULL;
    int size_count = 0;
    bool fine = list_sizes(paths[0], &sizes, &size_count, &region, err);
    for (int i = 0; fine && i < count; i++) {
        DADO_CLEANUP(dado_store_cleanup) dado_store *store = NULL;
        fine = open_part(&store, paths[i], err);
        for (int s = 0; fine && s < size_count; s++) {
            fine = find_boards(&sizes[s], store, paths[i], &region, err);
        }
    }
    for (int s = 0; fine && s < size_count; s++) {
        fine = none_missing(sizes[s].pieces, sizes[s].parts, err);
    }
    *all = 0;
    for (int s = 0; fine && s < size_count; s++) {
        fine = move_size(&sizes[s], into, &region, err);
        *all += (int64_t)sizes[s].count;
    }
    return fine;
}
