// dungeon_page.c - an evaluation of maps as one page, and its heat maps as files.
#include <stdio.h>
#include <string.h>

#include "lab/file.h"
#include "report/dungeon_picture.h"
#include "report/page.h"
#include "worlds/dungeon/open.h"

static bool read_map(const dado_map_case *c, dado_map *map, dado_arena *arena, dado_error *err)
{
    return c->text && dado_map_read(map, c->name, c->text, strlen(c->text), arena, NULL, err);
}

static void add_picture(dado_page *page, const dado_picture *picture, const char *title,
                        const char *caption)
{
    dado_text svg = { 0 };
    dado_picture_svg(picture, title, caption, false, &svg);
    dado_page_drawing(page, dado_text_string(&svg), caption);
    dado_text_free(&svg);
}

static void profile_section(const dado_eval *e, dado_page *page)
{
    dado_column columns[20] = { { "Profile", false, NULL } };
    int measures[16], count = 0;
    static const char *const names[] = {
        "win", "moves", "gold", "items", "enemies_defeated", "damage_taken", "explored", "backtrack"
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (int m = 0; m < e->measures.count; m++) {
            if (strcmp(e->measures.items[m]->name, names[i]) == 0) measures[count++] = m;
        }
    }
    for (int i = 0; i < count; i++) {
        columns[i + 1] = (dado_column){ e->measures.items[measures[i]]->title, true,
                                        e->measures.items[measures[i]]->about };
    }
    columns[count + 1] = (dado_column){ "Q of a map", true, "Mean over maps of their quality." };
    columns[count + 2] = (dado_column){ "Q pooled", true, "Of all games together." };
    dado_page_section(page, "How the profiles fare");
    dado_page_table_begin(page, "Means over all games", columns, count + 3);
    for (int p = 0; p < e->profile_count; p++) {
        const dado_eval_cell *cell = &e->pooled[p];
        dado_page_cell(page, e->profiles[p]);
        for (int i = 0; i < count; i++) {
            double mean = cell->open ? cell->summary[measures[i]].mean : DADO_NONE;
            dado_kind kind = e->measures.items[measures[i]]->kind;
            if (kind == DADO_RATE || kind == DADO_RATIO) dado_page_cell_percent(page, mean);
            else dado_page_cell_real(page, mean);
        }
        dado_page_cell_real(page, e->mean_map[p]);
        dado_page_cell_real(page, cell->quality);
    }
    dado_page_table_end(page);
}

static bool heat_section(const dado_eval *e, const dado_plan *plan, int map, dado_page *page,
                         dado_arena *arena, dado_error *err)
{
    static const char *const titles[] = { "Where they walk", "Where they die",
                                          "Where they are hurt", "When they find it" };
    dado_map read;
    if (!read_map(&e->maps[map], &read, arena, err)) return true;
    char heading[120];
    snprintf(heading, sizeof heading, "What happens on %.60s", e->maps[map].name);
    dado_page_section(page, heading);
    dado_picture picture;
    dado_map_picture(&read, &picture);
    dado_page_gallery_begin(page, 420);
    add_picture(page, &picture, e->maps[map].name, "The map as it is given.");
    dado_picture_free(&picture);
    dado_page_gallery_end(page);
    for (int p = 0; p < e->profile_count; p++) {
        dado_heat_maps heat;
        size_t mark = dado_arena_mark(arena);
        if (!e->cells[(int64_t)map * e->profile_count + p].open) continue;
        if (!dado_heat_gather(&heat, plan, map, p, arena, err)) return false;
        dado_page_heading(page, e->profiles[p]);
        dado_page_gallery_begin(page, 240);
        for (int k = 0; k < 4; k++) {
            dado_heat_picture(&read, &heat, (dado_heat_kind)k, &picture);
            add_picture(page, &picture, titles[k], titles[k]);
            dado_picture_free(&picture);
        }
        dado_page_gallery_end(page);
        dado_arena_rewind(arena, mark);
    }
    return true;
}

// The map whose quality is nearest to the middle of the ranking stands for the usual.
static void gallery_section(const dado_eval *e, dado_page *page, dado_arena *arena)
{
    static const char *const words[] = { "Best", "Typical", "Worst" };
    int playable = 0;
    while (playable < e->map_count && e->maps[e->ranking[playable]].error.status == DADO_OK) {
        playable++;
    }
    if (playable < 2) return;
    int shown = playable < 3 ? playable : 3;
    dado_page_section(page, "Best, typical and worst maps");
    for (int group = 0; group < 3; group++) {
        int first = group == 0 ? 0 : group == 1 ? (playable - shown) / 2 : playable - shown;
        dado_page_heading(page, words[group]);
        dado_page_gallery_begin(page, 320);
        for (int i = 0; i < shown; i++) {
            int m = e->ranking[first + i];
            dado_map map;
            dado_picture picture;
            char caption[160];
            size_t mark = dado_arena_mark(arena);
            if (!read_map(&e->maps[m], &map, arena, NULL)) continue;
            snprintf(caption, sizeof caption, "%.60s: Q %.3f, path %.0f, leniency %.2f",
                     e->maps[m].name, dado_is_none(e->map_quality[m]) ? 0 : e->map_quality[m],
                     e->maps[m].fixed[DADO_MAP_PATH], e->maps[m].fixed[DADO_MAP_LENIENCY]);
            dado_map_picture(&map, &picture);
            add_picture(page, &picture, e->maps[m].name, caption);
            dado_picture_free(&picture);
            dado_arena_rewind(arena, mark);
        }
        dado_page_gallery_end(page);
    }
}

static void static_section(const dado_eval *e, dado_page *page)
{
    int fixed = 0;
    while (!dado_dungeon_tallies[fixed].fixed) fixed++;
    dado_column columns[DADO_MAP_MEASURES + 2] = { { "Map", false, NULL } };
    columns[1] = (dado_column){ "Q", true, "Mean over profiles." };
    for (int i = 0; i < DADO_MAP_MEASURES; i++) {
        columns[i + 2] = (dado_column){ dado_dungeon_tallies[fixed + i].title, true,
                                        dado_dungeon_tallies[fixed + i].about };
    }
    dado_page_section(page, "The maps");
    dado_page_table_begin(page, "What can be said without playing", columns, DADO_MAP_MEASURES + 2);
    for (int r = 0; r < e->map_count; r++) {
        int m = e->ranking[r];
        dado_page_cell(page, e->maps[m].name);
        dado_page_cell_real(page, e->map_quality[m]);
        for (int i = 0; i < DADO_MAP_MEASURES; i++) {
            dado_page_cell_real(page, e->maps[m].fixed[i]);
        }
    }
    dado_page_table_end(page);
}

// A matrix of qualities: which profile is served by which map.
static void quality_section(const dado_eval *e, dado_page *page, dado_arena *arena)
{
    int rows = e->map_count < 60 ? e->map_count : 60;
    double *values = dado_new(arena, double, rows * e->profile_count);
    const char **names = dado_new(arena, const char *, rows);
    if (e->fits == 0 || !values || !names) return;
    for (int r = 0; r < rows; r++) {
        names[r] = e->maps[e->ranking[r]].name;
        for (int p = 0; p < e->profile_count; p++) {
            values[r * e->profile_count + p] =
                e->cells[(int64_t)e->ranking[r] * e->profile_count + p].quality;
        }
    }
    dado_page_section(page, "Which map for whom");
    dado_page_gallery_begin(page, 480);
    dado_page_heat(page, &(dado_heat){ .title = "Quality of each map for each profile",
                                       .about = "Maps from best to worst.",
                                       .rows = rows,
                                       .columns = e->profile_count,
                                       .values = values,
                                       .row_labels = names,
                                       .column_labels = e->profiles,
                                       .least = 0,
                                       .most = 1,
                                       .numbers = rows <= 30,
                                       .cell = 44 });
    dado_page_gallery_end(page);
}

bool dado_eval_page(const dado_eval *e, const dado_plan *plan, const char *command, dado_text *out,
                    dado_error *err)
{
    dado_arena arena;
    dado_arena_init(&arena, (size_t)1 << 30);
    char lead[200];
    snprintf(lead, sizeof lead, "%d maps, %d profiles, %d games each; wished: %.60s", e->map_count,
             e->profile_count, e->games,
             e->expect ? e->expect->name ? e->expect->name : "a file" : "nothing");
    dado_page page = dado_page_begin("Dungeon maps and those who play them", lead);
    dado_verdict verdicts[DADO_VERDICTS];
    int wrong = dado_eval_verdicts(e, verdicts, DADO_VERDICTS);
    if (wrong) dado_page_verdicts(&page, verdicts, wrong);
    profile_section(e, &page);
    quality_section(e, &page, &arena);
    bool fine = true;
    if (e->maps[e->ranking[0]].error.status == DADO_OK) {
        fine = heat_section(e, plan, e->ranking[0], &page, &arena, err);
    }
    gallery_section(e, &page, &arena);
    static_section(e, &page);
    if (command) dado_page_code(&page, "Made by", command);
    dado_page_end(&page, out);
    dado_arena_free(&arena);
    return fine;
}

static bool write_heat(const dado_eval *e, const dado_map *map, const dado_heat_maps *heat, int m,
                       int p, int kind, const char *folder, dado_error *err)
{
    char path[4096], stem[256];
    const char *name =
        strrchr(e->maps[m].name, '/') ? strrchr(e->maps[m].name, '/') + 1 : e->maps[m].name;
    const char *who =
        strrchr(e->profiles[p], '/') ? strrchr(e->profiles[p], '/') + 1 : e->profiles[p];
    snprintf(stem, sizeof stem, "%.80s-%.80s-%s", name, who, dado_heat_names[kind]);
    dado_picture picture;
    dado_text out = { 0 };
    dado_heat_picture(map, heat, (dado_heat_kind)kind, &picture);
    dado_picture_svg(&picture, stem, "A heat map over a dungeon.", true, &out);
    snprintf(path, sizeof path, "%s/%s.svg", folder, stem);
    bool fine = dado_file_write(path, out.data, out.length, err);
    dado_text_clear(&out);
    snprintf(path, sizeof path, "%s/%s.png", folder, stem);
    fine = fine && dado_picture_png(&picture, 1, &out, err) &&
           dado_file_write(path, out.data, out.length, err);
    dado_picture_free(&picture);
    dado_text_clear(&out);
    dado_heat_csv(heat, (dado_heat_kind)kind, &out);
    snprintf(path, sizeof path, "%s/%s.csv", folder, stem);
    fine = fine && dado_file_write(path, out.data, out.length, err);
    dado_text_free(&out);
    return fine;
}

bool dado_eval_pictures(const dado_eval *e, const dado_plan *plan, const char *folder,
                        dado_error *err)
{
    dado_arena arena;
    dado_arena_init(&arena, (size_t)1 << 30);
    bool fine = dado_folder_make(folder, err);
    for (int m = 0; fine && m < e->map_count; m++) {
        for (int p = 0; fine && p < e->profile_count; p++) {
            dado_map map;
            dado_heat_maps heat;
            dado_arena_rewind(&arena, 0);
            if (!e->cells[(int64_t)m * e->profile_count + p].open) continue;
            fine = read_map(&e->maps[m], &map, &arena, err) &&
                   dado_heat_gather(&heat, plan, m, p, &arena, err);
            for (int k = 0; fine && k < DADO_HEAT_KINDS; k++) {
                fine = write_heat(e, &map, &heat, m, p, k, folder, err);
            }
        }
    }
    dado_arena_free(&arena);
    return fine;
}
