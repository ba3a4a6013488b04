// dungeon_table.c - an evaluation of maps as people read it, and as programs do.
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "report/dungeon_eval.h"
#include "report/verdict_lines.h"
#include "worlds/dungeon/open.h"

// One cell of a table: words, and how good what they say is, or DADO_NONE.
typedef struct entry {
    char words[40];
    double quality;
} entry;

enum { columns_most = 24 };

typedef struct grid {
    entry *cells;
    int columns, rows;
    int width[columns_most];
} grid;

static bool grid_begin(grid *g, int columns, int rows, dado_arena *arena)
{
    *g = (grid){ .columns = columns };
    g->cells = dado_new(arena, entry, columns * rows);
    return g->cells != NULL;
}

static entry *at(grid *g, int row, int column)
{
    return &g->cells[row * g->columns + column];
}

static void set(grid *g, int row, int column, double quality, const char *format, ...)
    DADO_PRINTF(5, 6);

static void set(grid *g, int row, int column, double quality, const char *format, ...)
{
    entry *e = at(g, row, column);
    va_list args;
    va_start(args, format);
    vsnprintf(e->words, sizeof e->words, format, args);
    va_end(args);
    e->quality = quality;
    int width = (int)strlen(e->words);
    if (width > g->width[column]) g->width[column] = width;
    if (row >= g->rows) g->rows = row + 1;
}

// Green where the wish is met, yellow half way, red where it is not.
static const char *colour_of(double quality)
{
    if (dado_is_none(quality)) return NULL;
    return quality >= 0.66 ? "\x1b[32m" : quality >= 0.33 ? "\x1b[33m" : "\x1b[31m";
}

static void cell_print(const grid *g, int row, int column, bool colour, dado_text *out)
{
    const entry *e = &g->cells[row * g->columns + column];
    const char *paint = colour ? row == 0 ? "\x1b[1m" : colour_of(e->quality) : NULL;
    int gap = g->width[column] - (int)strlen(e->words);
    dado_text_add(out, column ? "  " : "");
    if (column) dado_text_addf(out, "%*s", gap, "");
    if (paint) dado_text_add(out, paint);
    dado_text_add(out, e->words);
    if (paint) dado_text_add(out, "\x1b[0m");
    if (!column) dado_text_addf(out, "%*s", gap, "");
}

// Columns that do not fit beside the others go on below, with the first one again.
static void grid_print(const grid *g, int room, bool colour, dado_text *out)
{
    for (int from = 1, to; from < g->columns; from = to) {
        int width = g->width[0];
        for (to = from; to < g->columns && (to == from || width + 2 + g->width[to] <= room); to++) {
            width += 2 + g->width[to];
        }
        if (from > 1) dado_text_char(out, '\n');
        for (int row = 0; row < g->rows; row++) {
            cell_print(g, row, 0, colour, out);
            for (int column = from; column < to; column++) cell_print(g, row, column, colour, out);
            while (out->length && out->data[out->length - 1] == ' ') {
                out->data[--out->length] = '\0';
            }
            dado_text_char(out, '\n');
        }
    }
}

static int find(const dado_eval *e, const char *name)
{
    for (int i = 0; i < e->measures.count; i++) {
        if (strcmp(e->measures.items[i]->name, name) == 0) return i;
    }
    return -1;
}

// What a table shows: the wishes, or the usual figures if nothing is wished for.
static int shown(const dado_eval *e, int *measures, int *fits, int most)
{
    static const char *const usual[] = {
        "win", "moves", "gold", "items", "enemies_defeated", "damage_taken", "explored"
    };
    int count = 0, fit = 0;
    for (int w = 0; e->expect && w < e->expect->count && count < most; w++) {
        if (e->expect->wishes[w].ignored) continue;
        measures[count] = find(e, e->expect->wishes[w].measure->name);
        fits[count++] = fit++;
    }
    for (size_t i = 0; count == 0 && i < sizeof usual / sizeof *usual; i++) {
        measures[i] = find(e, usual[i]);
        fits[i] = -1;
        if (i + 1 == sizeof usual / sizeof *usual) count = (int)i + 1;
    }
    return count;
}

static void say_mean(grid *g, int row, int column, const dado_summary *s, const dado_measure *m,
                     double quality)
{
    if (s->count == 0) {
        set(g, row, column, quality, "-");
        return;
    }
    if (m->kind == DADO_RATE) {
        dado_interval i = dado_share_interval(s->mean * (double)s->count, (double)s->count, 0.95);
        set(g, row, column, quality, "%.0f%% [%.0f, %.0f]", 100 * s->mean, 100 * i.low,
            100 * i.high);
        return;
    }
    double t = s->count > 1 ? dado_t_quantile(0.975, (double)(s->count - 1)) * s->error : 0;
    int decimals = fabs(s->mean) < 10 ? 2 : fabs(s->mean) < 100 ? 1 : 0;
    set(g, row, column, quality, "%.*f +-%.*f", decimals, s->mean, decimals, t);
}

static void profile_table(const dado_eval *e, int room, bool colour, dado_arena *arena,
                          dado_text *out)
{
    int measures[16] = { 0 }, fits[16] = { 0 };
    int count = shown(e, measures, fits, 14);
    bool wish = e->fits > 0;
    grid g;
    if (!grid_begin(&g, 1 + count + (wish ? 3 : 1), e->profile_count * 2 + 2, arena)) return;
    set(&g, 0, 0, DADO_NONE, "profile");
    for (int i = 0; i < count; i++) {
        set(&g, 0, 1 + i, DADO_NONE, "%s", e->measures.items[measures[i]]->name);
    }
    set(&g, 0, 1 + count, DADO_NONE, wish ? "Q of a map" : "died/stalled/late");
    if (wish) {
        set(&g, 0, 2 + count, DADO_NONE, "Q pooled");
        set(&g, 0, 3 + count, DADO_NONE, "95 %%");
        int row = 1;
        set(&g, row, 0, DADO_NONE, "wished");
        for (int i = 0; i < count; i++) {
            const dado_fit *f = &e->pooled[0].fits[fits[i]];
            set(&g, row, 1 + i, DADO_NONE, "%.4g..%.4g", f->low, f->high);
        }
    }
    for (int p = 0; p < e->profile_count; p++) {
        const dado_eval_cell *cell = &e->pooled[p];
        int row = p + 1 + wish;
        set(&g, row, 0, DADO_NONE, "%.30s", e->profiles[p]);
        if (!cell->open) {
            set(&g, row, 1, DADO_NONE, "no game");
            continue;
        }
        for (int i = 0; i < count; i++) {
            double q = wish ? cell->fits[fits[i]].q : DADO_NONE;
            say_mean(&g, row, 1 + i, &cell->summary[measures[i]], e->measures.items[measures[i]],
                     q);
        }
        if (wish) {
            set(&g, row, 1 + count, e->mean_map[p], "%.3f", e->mean_map[p]);
            set(&g, row, 2 + count, cell->quality, "%.3f", cell->quality);
            set(&g, row, 3 + count, DADO_NONE, "%.3f..%.3f", cell->interval.low,
                cell->interval.high);
        } else {
            set(&g, row, 1 + count, DADO_NONE, "%d/%d/%d", cell->outcomes[1], cell->outcomes[2],
                cell->outcomes[3]);
        }
    }
    grid_print(&g, room, colour, out);
}

static void say_fixed(grid *g, int row, int column, double value)
{
    if (dado_is_none(value)) set(g, row, column, DADO_NONE, "-");
    else set(g, row, column, DADO_NONE, value == floor(value) ? "%.0f" : "%.2f", value);
}

static void map_table(const dado_eval *e, int room, bool colour, dado_arena *arena,
                      dado_text *out)
{
    static const int fixed[] = { DADO_MAP_PATH, DADO_MAP_LINEARITY, DADO_MAP_LENIENCY,
                                 DADO_MAP_DEAD_ENDS, DADO_MAP_FLOOR_RATIO };
    static const char *const names[] = { "path", "linearity", "leniency", "dead_ends", "floor" };
    int profiles = e->profile_count < 12 ? e->profile_count : 12;
    int rows = e->map_count < 50 ? e->map_count : 50;
    bool wish = e->fits > 0;
    grid g;
    if (!grid_begin(&g, 2 + profiles + 5, rows + 1, arena)) return;
    set(&g, 0, 0, DADO_NONE, "map");
    set(&g, 0, 1, DADO_NONE, wish ? "Q" : "won");
    for (int p = 0; p < profiles; p++) set(&g, 0, 2 + p, DADO_NONE, "%.12s", e->profiles[p]);
    for (int i = 0; i < 5; i++) set(&g, 0, 2 + profiles + i, DADO_NONE, "%s", names[i]);
    int won = find(e, "win");
    for (int r = 0; r < rows; r++) {
        int m = e->ranking[r];
        set(&g, r + 1, 0, DADO_NONE, "%.30s", e->maps[m].name);
        if (e->maps[m].error.status != DADO_OK) {
            set(&g, r + 1, 1, DADO_NONE, "%s",
                e->maps[m].error.code[0] ? e->maps[m].error.code : "error");
            continue;
        }
        double all = 0;
        int with = 0;
        for (int p = 0; p < profiles; p++) {
            const dado_eval_cell *c = &e->cells[(int64_t)m * e->profile_count + p];
            if (!c->open) {
                set(&g, r + 1, 2 + p, DADO_NONE, "-");
                continue;
            }
            double share = c->summary[won].mean;
            all += share;
            with++;
            if (wish) set(&g, r + 1, 2 + p, c->quality, "%.3f", c->quality);
            else set(&g, r + 1, 2 + p, DADO_NONE, "%.0f%%", 100 * share);
        }
        if (wish) set(&g, r + 1, 1, e->map_quality[m], "%.3f", e->map_quality[m]);
        else if (with) set(&g, r + 1, 1, DADO_NONE, "%.0f%%", 100 * all / with);
        for (int i = 0; i < 5; i++)
            say_fixed(&g, r + 1, 2 + profiles + i, e->maps[m].fixed[fixed[i]]);
    }
    grid_print(&g, room, colour, out);
    if (rows < e->map_count) dado_text_addf(out, "and %d maps more\n", e->map_count - rows);
}

static void failures(const dado_eval *e, dado_text *out)
{
    for (int m = 0; m < e->map_count; m++) {
        const dado_error *err = &e->maps[m].error;
        if (err->status == DADO_OK) continue;
        dado_text_addf(out, "%s: ", e->maps[m].name);
        dado_error_print(err, NULL, out);
    }
    for (int p = 0; p < e->profile_count; p++) {
        for (int m = 0; m < e->map_count; m++) {
            const dado_error *err = &e->cells[(int64_t)m * e->profile_count + p].error;
            if (err->status == DADO_OK || e->maps[m].error.status != DADO_OK) continue;
            dado_text_addf(out, "%s: ", e->profiles[p]);
            dado_error_print(err, NULL, out);
            break;
        }
    }
}

void dado_eval_table(const dado_eval *e, int columns, bool colour, dado_text *out)
{
    dado_verdict verdicts[DADO_VERDICTS];
    int wrong = dado_eval_verdicts(e, verdicts, DADO_VERDICTS);
    dado_verdicts_print(verdicts, wrong, columns, colour, out);
    if (wrong) dado_text_char(out, '\n');
    dado_arena arena;
    dado_arena_init(&arena, (size_t)64 << 20);
    dado_text_addf(out, "%d map%s, %d profile%s, %d game%s each, seed %" PRIu64, e->map_count,
                   e->map_count == 1 ? "" : "s", e->profile_count, e->profile_count == 1 ? "" : "s",
                   e->games, e->games == 1 ? "" : "s", e->seed);
    if (e->expect) {
        dado_text_addf(out, ", wished: %s", e->expect->name ? e->expect->name : "a file");
    }
    dado_text_add(out, "\n\n");
    profile_table(e, columns, colour, &arena, out);
    dado_text_char(out, '\n');
    map_table(e, columns, colour, &arena, out);
    dado_arena_free(&arena);
    failures(e, out);
}

void dado_eval_campaign(const dado_eval *e, int columns, bool colour, dado_text *out)
{
    static const char *const names[] = { "win", "gold", "damage_taken", "turns", "hp_end" };
    dado_arena arena;
    grid g;
    dado_arena_init(&arena, (size_t)16 << 20);
    if (grid_begin(&g, 9, e->map_count + 2, &arena)) {
        static const char *const titles[] = { "#",      "map",   "won",     "gold", "gold so far",
                                              "damage", "turns", "hp left", "step" };
        for (int i = 0; i < 9; i++) set(&g, 0, i, DADO_NONE, "%s", titles[i]);
        double gold = 0, before = DADO_NONE;
        for (int m = 0; m < e->map_count; m++) {
            double mean[5] = { 0 };
            int with = 0;
            for (int p = 0; p < e->profile_count; p++) {
                const dado_eval_cell *c = &e->cells[(int64_t)m * e->profile_count + p];
                if (!c->open) continue;
                with++;
                for (int i = 0; i < 5; i++) mean[i] += c->summary[find(e, names[i])].mean;
            }
            set(&g, m + 1, 0, DADO_NONE, "%d", m + 1);
            set(&g, m + 1, 1, DADO_NONE, "%.30s", e->maps[m].name);
            if (with == 0) continue;
            for (int i = 0; i < 5; i++) mean[i] /= with;
            gold += mean[1];
            double lost = 1 - mean[0];
            set(&g, m + 1, 2, DADO_NONE, "%.0f%%", 100 * mean[0]);
            set(&g, m + 1, 3, DADO_NONE, "%.1f", mean[1]);
            set(&g, m + 1, 4, DADO_NONE, "%.1f", gold);
            set(&g, m + 1, 5, DADO_NONE, "%.1f", mean[2]);
            set(&g, m + 1, 6, DADO_NONE, "%.0f", mean[3]);
            set(&g, m + 1, 7, DADO_NONE, "%.1f", mean[4]);
            if (!dado_is_none(before)) {
                double step = lost - before;
                set(&g, m + 1, 8, fabs(step) <= 0.25 ? 1 : 0, "%s",
                    step > 0.25    ? "much harder"
                    : step < -0.25 ? "much easier"
                    : step > 0.05  ? "harder"
                    : step < -0.05 ? "easier"
                                   : "alike");
            }
            before = lost;
        }
        dado_text_add(out, "\nAs a campaign, over all profiles:\n\n");
        grid_print(&g, columns, colour, out);
    }
    dado_arena_free(&arena);
}
