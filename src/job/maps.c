// maps.c - see maps.h.
#include "job/maps.h"

#include <string.h>

#include "agents/dungeon_bot.h"
#include "core/face.h"
#include "worlds/dungeon/lua.h"
#include "worlds/dungeon/open.h"

const dado_param dado_params_map_rules[] = {
    DADO_PARAM(SET, "set", 'D', .many = true,
               .about = "Sets a parameter of the generator or a rule of the game (player.hp, fog, "
                        "neighbourhood ...). @FILE as a value is the text of that file."),
    DADO_PARAM(FILE, "rules", .value = "FILE", .about = "Rules of the game as NAME = VALUE lines."),
    { 0 },
};

const dado_param dado_params_map_wish[] = {
    DADO_PARAM(FILE, "profiles", 'p', .value = "LIST", .unset = "all",
               .about = "Who plays: all, or names parted by commas: explorer, greedy, runner, "
                        "brave, smart, gambler (as published with -2018 behind), a .profile file, "
                        "a .lua script."),
    DADO_PARAM(FILE, "expect", 'e', .value = "WISH",
               .about = "What a good map yields: casual, classic, hardcore, or a .expect file."),
    { 0 },
};

// Maps are what a generator makes whose world is drawn on files called maps.
static bool makes_maps(const dado_generator *g)
{
    dado_game game = { .rules = dado_rules_named(g->world) };
    const char *drawn = game.rules ? dado_face_of(&game, bred_of_file) : NULL;
    return drawn && strcmp(drawn, "map") == 0;
}

bool dado_map_generator(dado_errand *errand, const char *name, const dado_generator **generator)
{
    dado_arena *arena = errand->arena;
    *generator = dado_generator_named(name);
    if (*generator && makes_maps(*generator)) return true;
    *generator = NULL;
    if (dado_ends_with(name, ".lua")) {
        dado_generator *made = dado_errand_new(errand, dado_generator, 1);
        const char *text, *base = dado_base_name(name);
        const char *stem = dado_errand_copy(errand, base, strlen(base) - strlen(".lua"));
        if (!made || !stem || !dado_errand_read(errand, name, &text) ||
            !dado_lua_generator(made, stem, name, text, NULL, arena, errand->err)) {
            return false;
        }
        *generator = made;
        return true;
    }
    if (strchr(name, '.') || strchr(name, '/') || strcmp(name, "-") == 0) return true;
    if (dado_library_file(name, "maps", ".map", arena, NULL)) return true;  // one that is shipped
    const char *near = NULL;
    dado_draft all = { 0 };
    for (int i = 0; dado_generators[i]; i++) {
        if (!makes_maps(dado_generators[i])) continue;
        near = dado_nearer(name, dado_generators[i]->name, near);
        dado_text_addf(&all, "%s%s", all.length ? ", " : "", dado_generators[i]->name);
    }
    return dado_fail(errand->err, DADO_MISSING,
                     "there is no map file and no generator called %.60s%s%s%s", name,
                     near ? "; did you mean " : "; there are ",
                     near ? near : dado_text_string(&all), near ? "?" : "");
}

bool dado_map_options(dado_errand *errand, const dado_generator *generator, dado_options *params,
                      dado_options *rules)
{
    dado_options given, file = { 0 };
    const char *path = dado_errand_text(errand, "rules"), *text;
    if (!dado_errand_options(errand, &given)) return false;
    if (path && (!dado_errand_read(errand, path, &text) ||
                 !dado_options_read(&file, path, text, errand->arena, errand->err))) {
        return false;
    }
    dado_option *mine = dado_errand_new(errand, dado_option, given.count + 1);
    dado_option *theirs = dado_errand_new(errand, dado_option, given.count + 1);
    if (!mine || !theirs) return false;
    int own = 0, other = 0;
    for (int i = 0; i < given.count; i++) {
        // What is no rule of the game is meant for the generator, which says so if it knows no such
        // name. The game knows its rules by name, and is asked.
        const char *name = given.items[i].name;
        bool own_one = generator && (dado_generator_find(generator, name) >= 0 ||
                                     !dado_dungeon_has_rule(name));
        if (own_one) mine[own++] = given.items[i];
        else theirs[other++] = given.items[i];
    }
    *params = (dado_options){ mine, own };
    dado_options set = { theirs, other };
    return dado_options_join(rules, &file, &set, errand->arena, errand->err);
}

// A map file, read byte by byte so that even a zero byte gets its code and line.
static void read_case(dado_errand *errand, const char *word, dado_map_case *c)
{
    const char *bytes;
    size_t size;
    dado_map map;
    c->name = c->path = word;
    bool read = dado_errand_read_file(errand, word, "maps", ".map", &c->path, &bytes, &size);
    if (*dado_base_name(c->path)) c->name = dado_base_name(c->path);
    if (!read) c->error = *errand->err;
    else if (!memchr(bytes, 0, size)) c->text = bytes;
    else dado_map_read(&map, c->path, bytes, size, errand->arena, NULL, &c->error);
}

static bool make_cases(dado_errand *errand, const dado_generator *g, int per, int first,
                       const dado_judge *judge, uint64_t seed, dado_map_case *cases)
{
    dado_options params, rules;
    dado_values values;
    if (!dado_map_options(errand, g, &params, &rules) ||
        !dado_generator_read(g, &params, &values, errand->arena, NULL, errand->err)) {
        return false;
    }
    DADO_ENDS(dado_made_free) dado_made made = { .stop = errand->stop };
    for (int i = 0; i < per; i++) {
        if (dado_errand_stopped(errand)) {
            return dado_fail(errand->err, DADO_LIMIT, "stopped after %d of %d maps were made", i,
                             per);
        }
        dado_errand_working(errand, i, per, "maps", "%s", g->name);
        dado_map_case *c = &cases[i];
        c->name = dado_errand_copyf(errand, "%.60s-%d", g->name, first + i);
        c->seed = dado_derive(seed, (uint64_t)(first + i));
        if (!c->name) return false;
        if (!dado_generator_make(g, &values, c->seed, judge, &made, &c->error)) continue;
        c->text = dado_errand_copy(errand, made.text.data, made.text.length);
        if (!c->text) return false;
        // Every note ends its line.
        if (made.notes.length) {
            c->notes = dado_errand_copy(errand, made.notes.data, made.notes.length - 1);
        }
    }
    return true;
}

// Sources of the plan, by the names their files have, or would have.
static bool make_sources(dado_errand *errand, const dado_maps *maps, dado_source *sources)
{
    for (int i = 0; i < maps->plan.instance_count; i++) {
        const dado_map_case *c = &maps->cases[i];
        const char *given = c->path ? c->path : c->name;
        const char *called = dado_errand_copyf(errand, "%s%s", given,
                                               dado_ends_with(given, ".map") ? "" : ".map");
        if (!called || !dado_source_text(&sources[i], called, c->text ? c->text : "",
                                         &maps->jury.rules, errand->arena, errand->err)) {
            return false;
        }
        sources[i].name = c->name;
    }
    return true;
}

bool dado_errand_maps(dado_errand *errand, const char *const *words, int count, dado_maps *maps)
{
    int per = (int)dado_errand_whole(errand, "maps"), most = 0, used = 0, there = 0;
    const dado_generator **generators = dado_errand_new(errand, const dado_generator *, count);
    const dado_generator *any = NULL;
    dado_error *wrong = dado_errand_new(errand, dado_error, count);  // with a word alone
    dado_judge judge = { dado_map_jury_quality, &maps->jury };
    dado_options params;
    if (!generators || !wrong || !dado_map_jury_call(&maps->jury, errand)) return false;
    if (per < 1) per = 1;
    for (int i = 0; i < count; i++) {
        if (!dado_map_generator(errand, words[i], &generators[i])) wrong[i] = *errand->err;
        most += generators[i] ? per : 1;
        if (!any) any = generators[i];
    }
    dado_map_case *cases = dado_errand_new(errand, dado_map_case, most + 1);
    dado_source *sources = dado_errand_new(errand, dado_source, most + 1);
    if (!cases || !sources || !dado_map_options(errand, any, &params, &maps->jury.rules)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        dado_map_case *c = &cases[used];
        used += generators[i] ? per : 1;
        if (wrong[i].status != DADO_OK) {
            *c = (dado_map_case){ .name = words[i], .path = words[i], .error = wrong[i] };
        } else if (!generators[i]) {
            read_case(errand, words[i], c);
        } else if (!make_cases(errand, generators[i], per, used - per,
                               maps->jury.games ? &judge : NULL, maps->jury.seed, c)) {
            return false;
        }
    }
    maps->cases = cases;
    maps->plan = maps->jury.players;
    maps->plan.instances = sources;
    maps->plan.instance_count = used;
    maps->plan.matches = maps->jury.games;
    maps->plan.seed = maps->jury.seed;
    maps->plan.command = errand->answer->command;
    for (int i = 0; i < used; i++) there += cases[i].text != NULL;
    if (!there && used) {
        *errand->err = cases[0].error;  // nothing was made: that is said, with its code and place
        return false;
    }
    return make_sources(errand, maps, sources);
}

bool dado_errand_map(dado_errand *errand, dado_maps *maps, dado_map *map)
{
    const char *word = dado_errand_text(errand, "map");
    if (!dado_errand_maps(errand, &word, 1, maps)) return false;
    const dado_map_case *c = maps->cases;
    errand->blamed = c->text;
    return dado_map_read(map, c->path ? c->path : c->name, c->text, strlen(c->text), errand->arena,
                         NULL, errand->err);
}

static bool parse_player(dado_errand *errand, const char *word, dado_player *player, int *number)
{
    dado_option *option = dado_errand_new(errand, dado_option, 1);
    if (!option) return false;
    *player = (dado_player){ .typed = word,
                             .kind = dado_agent_named("profile"),
                             .options = { option, 1 } };
    for (int i = 0; i < DADO_PROFILES_ALL; i++) {
        if (strcmp(word, dado_profile_names[i]) != 0) continue;
        *option = (dado_option){ .name = "profile", .text = dado_profile_names[i] };
        *number = i % DADO_PROFILES;  // what was published keeps its luck
        return true;
    }
    bool script = dado_ends_with(word, ".lua");
    if (!script && !dado_ends_with(word, ".profile")) {
        const char *near = dado_nearest(word, dado_profile_names, DADO_PROFILES_ALL);
        return dado_fail(errand->err, DADO_MISSING, "there is no profile called %.60s%s%s%s", word,
                         near ? "; did you mean " : "; name one of the six, or a .profile file",
                         near ? near : "", near ? "?" : "");
    }
    if (script) player->kind = dado_agent_named("dungeon_lua");
    *option = (dado_option){ .name = script ? "script" : "file", .place = { .source = word } };
    return dado_errand_read(errand, word, &option->text);
}

// Each of the six has its number, whoever else plays.
static bool seat_players(dado_errand *errand, const char *list, dado_plan *plan)
{
    if (!list || strcmp(list, "all") == 0) list = "explorer,greedy,runner,brave,smart,gambler";
    int most = 1, used = 0, others = 0;
    for (const char *s = list; *s; s++) most += *s == ',';
    dado_lineup *lineups = dado_errand_new(errand, dado_lineup, most);
    int *numbers = dado_errand_new(errand, int, most);
    dado_player *players = dado_errand_new(errand, dado_player, most);
    if (!lineups || !numbers || !players) return false;
    do {
        const char *word = dado_arena_word(errand->arena, &list);
        int number = -1;
        if (!word) return dado_fail(errand->err, DADO_LIMIT, "no memory left");
        if (!parse_player(errand, word, &players[used], &number)) return false;
        numbers[used] = number >= 0 ? number : DADO_PROFILES + others++;
        lineups[used] = (dado_lineup){ .name = word, .players = &players[used], .count = 1 };
        used++;
    } while (*list);
    *plan = (dado_plan){ .lineups = lineups, .lineup_count = used, .numbers = numbers };
    return true;
}

bool dado_map_jury_open(dado_map_jury *jury, dado_errand *errand, const char *profiles,
                        const char *wish)
{
    DADO_ENDS(dado_eval_free) dado_eval eval = { 0 };  // measures are the same in all
    dado_expect *read = wish ? dado_errand_new(errand, dado_expect, 1) : NULL;
    jury->expect = read;
    return (!wish || (read && dado_eval_list(&eval, errand->err) &&
                      dado_errand_expect(errand, wish, "expect", &eval.measures, read) &&
                      dado_expect_check(read, errand->err))) &&
           seat_players(errand, profiles, &jury->players);
}

bool dado_map_jury_call(dado_map_jury *jury, dado_errand *errand)
{
    *jury = (dado_map_jury){ .games = (int)dado_errand_whole(errand, "games"),
                             .seed = (uint64_t)dado_errand_whole(errand, "seed"),
                             .stop = errand->stop };
    return dado_map_jury_open(jury, errand, dado_errand_text(errand, "profiles"),
                              dado_errand_text(errand, "expect"));
}

// ---- the head ----

const dado_job dado_job_map = {
    .name = "map",
    .about = "makes dungeon maps, and tells how six kinds of player fare on them",
    .examples = DADO_EXAMPLES(
        { "dado map gen rooms --seed 7", "Makes a map." },
        { "dado map eval rooms --maps 20 --expect casual",
          "How good a generator's maps are, and for whom." }),
};
