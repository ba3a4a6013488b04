// map_inputs.c - see map_inputs.h.
#include "job/map_inputs.h"

#include <string.h>

#include "agents/dungeon_bot.h"
#include "core/game_extras.h"
#include "worlds/dungeon/lua_definitions.h"
#include "worlds/dungeon/dungeon_internal.h"

const dado_param dado_params_map_rules[] = {
    DADO_PARAM(SET, "set", 'D', .many = true,
               .about = "Sets a parameter of the generator or a rule of the game (player.hp, fog, "
                        "neighbourhood ...). @FILE as a value is the text of that file."),
    DADO_PARAM(FILE, "rules", .value = "FILE", .about = "Rules of the game as NAME = VALUE lines."),
    { 0 },
};

const dado_param dado_params_map_expect[] = {
    DADO_PARAM(FILE, "profiles", 'p', .typed = "types", .value = "LIST", .unset = "all",
               .about = "Who plays: all, or names parted by commas: explorer, greedy, runner, "
                        "brave, smart, gambler (as published with -2018 behind), a .profile file, "
                        "a .lua script."),
    DADO_PARAM(FILE, "expect", 't', .typed = "target", .old_letter = 'e', .value = "TARGET",
               .about = "What a good map yields: casual, classic, hardcore, or a .expect file."),
    { 0 },
};

// Returns true if the generator's world is played on files that are called maps.
static bool makes_maps(const dado_generator *g)
{
    dado_game game = { .rules = dado_rules_named(g->world) };
    const char *drawn = game.rules ? dado_game_extra(&game, bred_of_file) : NULL;
    return drawn && strcmp(drawn, "map") == 0;
}

bool dado_map_generator(dado_job_run *job_run, const char *name, const dado_generator **generator)
{
    dado_region *region = job_run->region;
    *generator = dado_generator_named(name);
    if (*generator && makes_maps(*generator)) return true;
    *generator = NULL;
    if (dado_ends_with(name, ".lua")) {
        dado_generator *made = dado_job_run_new(job_run, dado_generator, 1);
        const char *text, *base = dado_base_name(name);
        const char *stem = dado_job_run_copy(job_run, base, strlen(base) - strlen(".lua"));
        if (!made || !stem || !dado_job_run_read(job_run, name, &text) ||
            !dado_lua_generator(made, stem, name, text, NULL, region, job_run->err)) {
            return false;
        }
        *generator = made;
        return true;
    }
    if (strchr(name, '.') || strchr(name, '/') || strcmp(name, "-") == 0) return true;
    if (dado_library_find_file(name, "maps", ".map", region, NULL)) return true;  // a shipped file
    const char *near = NULL;
    DADO_CLEANUP(dado_text_free) dado_text all = { 0 };
    for (int i = 0; dado_generators[i]; i++) {
        if (!makes_maps(dado_generators[i])) continue;
        near = dado_nearer_name(name, dado_generators[i]->name, near);
        dado_text_addf(&all, "%s%s", all.length ? ", " : "", dado_generators[i]->name);
    }
    return dado_fail(job_run->err, DADO_MISSING,
                     "there is no map file and no generator called %.60s%s%s%s", name,
                     near ? "; did you mean " : "; there are ",
                     near ? near : dado_text_string(&all), near ? "?" : "");
}

bool dado_map_options(dado_job_run *job_run, const dado_generator *generator, dado_options *params,
                      dado_options *rules)
{
    dado_options given, file = { 0 };
    const char *path = dado_job_run_text(job_run, "rules"), *text;
    if (!dado_job_run_options(job_run, &given)) return false;
    if (path && (!dado_job_run_read(job_run, path, &text) ||
                 !dado_options_read(&file, path, text, job_run->region, job_run->err))) {
        return false;
    }
    dado_option *mine = dado_job_run_new(job_run, dado_option, given.count + 1);
    dado_option *theirs = dado_job_run_new(job_run, dado_option, given.count + 1);
    if (!mine || !theirs) return false;
    int own = 0, other = 0;
    for (int i = 0; i < given.count; i++) {
        // Options that are no rule of the game go to the generator, which refuses unknown names.
        // The game is asked for the names of its rules.
        const char *name = given.items[i].name;
        bool own_one = generator &&
                       (dado_generator_find(generator, name) >= 0 || !dado_dungeon_has_rule(name));
        if (own_one) mine[own++] = given.items[i];
        else theirs[other++] = given.items[i];
    }
    *params = (dado_options){ mine, own };
    dado_options set = { theirs, other };
    return dado_options_join(rules, &file, &set, job_run->region, job_run->err);
}

// Reads a map file as bytes, so that even a zero byte is reported with its line.
static void read_case(dado_job_run *job_run, const char *word, dado_map_case *c)
{
    const char *bytes;
    size_t size;
    dado_map map;
    c->name = c->path = word;
    bool read = dado_job_run_read_file(job_run, word, "maps", ".map", &c->path, &bytes, &size);
    if (*dado_base_name(c->path)) c->name = dado_base_name(c->path);
    if (!read) c->error = *job_run->err;
    else if (!memchr(bytes, 0, size)) c->text = bytes;
    else dado_map_read(&map, c->path, bytes, size, job_run->region, NULL, &c->error);
}

static bool make_cases(dado_job_run *job_run, const dado_generator *g, int per, int first,
                       const dado_quality_callback *judge, uint64_t seed, dado_map_case *cases)
{
    dado_options params, rules;
    dado_parameter_values values;
    if (!dado_map_options(job_run, g, &params, &rules) ||
        !dado_generator_read(g, &params, &values, job_run->region, NULL, job_run->err)) {
        return false;
    }
    DADO_CLEANUP(dado_generated_free) dado_generated made = { .stop = job_run->stop };
    for (int i = 0; i < per; i++) {
        if (dado_job_run_is_stopped(job_run)) {
            return dado_fail(job_run->err, DADO_LIMIT, "stopped after %d of %d maps were made", i,
                             per);
        }
        dado_job_run_report_progress(job_run, i, per, "maps", "%s", g->name);
        dado_map_case *c = &cases[i];
        c->name = dado_job_run_copyf(job_run, "%.60s-%d", g->name, first + i);
        c->seed = dado_derive_seed(seed, (uint64_t)first + (uint64_t)i);
        if (!c->name) return false;
        if (!dado_generator_make(g, &values, c->seed, judge, &made, &c->error)) continue;
        c->text = dado_job_run_copy(job_run, made.text.data, made.text.length);
        if (!c->text) return false;
        // Every note ends its line.
        if (made.notes.length) {
            c->notes = dado_job_run_copy(job_run, made.notes.data, made.notes.length - 1);
        }
    }
    return true;
}

// Makes the sources of the plan, named by the files they have or would have.
static bool make_sources(dado_job_run *job_run, const dado_maps *maps, dado_game_source *sources)
{
    for (int i = 0; i < maps->plan.instance_count; i++) {
        const dado_map_case *c = &maps->cases[i];
        const char *given = c->path ? c->path : c->name;
        const char *called =
            dado_job_run_copyf(job_run, "%s%s", given, dado_ends_with(given, ".map") ? "" : ".map");
        if (!called ||
            !dado_game_source_from_text(&sources[i], called, c->text ? c->text : "",
                                        &maps->jury.rules, job_run->region, job_run->err)) {
            return false;
        }
        sources[i].name = c->name;
    }
    return true;
}

bool dado_job_run_plan_maps(dado_job_run *job_run, dado_maps *maps, dado_map_case *cases, int count)
{
    dado_game_source *sources = dado_job_run_new(job_run, dado_game_source, count + 1);
    int there = 0;
    if (!sources) return false;
    maps->cases = cases;
    maps->plan = maps->jury.players;
    maps->plan.instances = sources;
    maps->plan.instance_count = count;
    maps->plan.matches = maps->jury.games;
    maps->plan.seed = maps->jury.seed;
    maps->plan.command = job_run->answer->command;
    for (int i = 0; i < count; i++) there += cases[i].text != NULL;
    if (!there && count) {
        // No map was made: reports the error with its code and place.
        *job_run->err = cases[0].error;
        return false;
    }
    return make_sources(job_run, maps, sources);
}

bool dado_job_run_read_maps(dado_job_run *job_run, const char *const *words, int count,
                            dado_maps *maps)
{
    int per = (int)dado_job_run_int(job_run, "maps"), most = 0, used = 0;
    const dado_generator **generators = dado_job_run_new(job_run, const dado_generator *, count);
    const dado_generator *any = NULL;
    dado_error *wrong = dado_job_run_new(job_run, dado_error, count);  // with a word alone
    dado_quality_callback judge = { dado_map_quality_judge_rate, &maps->jury };
    dado_options params;
    if (!generators || !wrong || !dado_map_jury_from_params(&maps->jury, job_run)) return false;
    if (per < 1) per = 1;
    for (int i = 0; i < count; i++) {
        if (!dado_map_generator(job_run, words[i], &generators[i])) wrong[i] = *job_run->err;
        most += generators[i] ? per : 1;
        if (!any) any = generators[i];
    }
    dado_map_case *cases = dado_job_run_new(job_run, dado_map_case, most + 1);
    if (!cases || !dado_map_options(job_run, any, &params, &maps->jury.rules)) return false;
    for (int i = 0; i < count; i++) {
        dado_map_case *c = &cases[used];
        used += generators[i] ? per : 1;
        if (wrong[i].status != DADO_OK) {
            *c = (dado_map_case){ .name = words[i], .path = words[i], .error = wrong[i] };
        } else if (!generators[i]) {
            read_case(job_run, words[i], c);
        } else if (!make_cases(job_run, generators[i], per, used - per,
                               maps->jury.games ? &judge : NULL, maps->jury.seed, c)) {
            return false;
        }
    }
    return dado_job_run_plan_maps(job_run, maps, cases, used);
}

bool dado_job_run_read_map(dado_job_run *job_run, dado_maps *maps, dado_map *map)
{
    const char *word = dado_job_run_text(job_run, "map");
    if (!dado_job_run_read_maps(job_run, &word, 1, maps)) return false;
    const dado_map_case *c = maps->cases;
    job_run->source_with_error = c->text;
    return dado_map_read(map, c->path ? c->path : c->name, c->text, strlen(c->text),
                         job_run->region, NULL, job_run->err);
}

static bool parse_player(dado_job_run *job_run, const char *word, dado_player *player, int *number)
{
    dado_option *option = dado_job_run_new(job_run, dado_option, 1);
    if (!option) return false;
    *player = (dado_player){ .typed = word,
                             .kind = dado_agent_named("profile"),
                             .options = { option, 1 } };
    for (int i = 0; i < DADO_PROFILES_ALL; i++) {
        if (strcmp(word, dado_dungeon_profile_names[i]) != 0) continue;
        *option = (dado_option){ .name = "profile", .text = dado_dungeon_profile_names[i] };
        *number = i % DADO_PROFILES;  // the published profiles keep their luck
        return true;
    }
    bool script = dado_ends_with(word, ".lua");
    if (!script && !dado_ends_with(word, ".profile")) {
        const char *near = dado_nearest_name(word, dado_dungeon_profile_names, DADO_PROFILES_ALL);
        return dado_fail(job_run->err, DADO_MISSING, "there is no player type called %.60s%s%s%s",
                         word,
                         near ? "; did you mean " : "; name one of the six, or a .profile file",
                         near ? near : "", near ? "?" : "");
    }
    if (script) player->kind = dado_agent_named("dungeon_lua");
    *option = (dado_option){ .name = script ? "script" : "file", .place = { .source = word } };
    return dado_job_run_read(job_run, word, &option->text);
}

// Each of the six player types has a fixed number, whoever else plays. Its luck depends on that
// number.
static bool seat_players(dado_job_run *job_run, const char *list, dado_plan *plan)
{
    if (!list || strcmp(list, "all") == 0) list = "explorer,greedy,runner,brave,smart,gambler";
    int most = 1, used = 0, others = 0;
    for (const char *s = list; *s; s++) most += *s == ',';
    dado_lineup *lineups = dado_job_run_new(job_run, dado_lineup, most);
    int *numbers = dado_job_run_new(job_run, int, most);
    dado_player *players = dado_job_run_new(job_run, dado_player, most);
    if (!lineups || !numbers || !players) return false;
    do {
        const char *word = dado_region_next_word(job_run->region, &list);
        int number = -1;
        if (!word) return dado_fail(job_run->err, DADO_LIMIT, "no memory left");
        if (!parse_player(job_run, word, &players[used], &number)) return false;
        numbers[used] = number >= 0 ? number : DADO_PROFILES + others++;
        lineups[used] = (dado_lineup){ .name = word, .players = &players[used], .count = 1 };
        used++;
    } while (*list);
    *plan = (dado_plan){ .lineups = lineups, .lineup_count = used, .numbers = numbers };
    return true;
}

bool dado_map_jury_open(dado_map_quality_judge *jury, dado_job_run *job_run, const char *profiles,
                        const char *wish)
{
    jury->expect = NULL;
    if (wish) {
        dado_measures measures;
        int listed;
        dado_expectations *read = dado_job_run_new(job_run, dado_expectations, 1);
        if (!read || !dado_map_measures(&measures, &listed, job_run->region, job_run->err) ||
            !dado_job_run_read_expect(job_run, wish, "expect", &measures, read) ||
            !dado_expectations_check(read, job_run->err)) {
            return false;
        }
        jury->expect = read;
    }
    return seat_players(job_run, profiles, &jury->players);
}

bool dado_map_jury_from_params(dado_map_quality_judge *jury, dado_job_run *job_run)
{
    *jury = (dado_map_quality_judge){ .games = (int)dado_job_run_int(job_run, "games"),
                                      .seed = dado_job_run_seed(job_run),
                                      .stop = job_run->stop };
    return dado_map_jury_open(jury, job_run, dado_job_run_text(job_run, "profiles"),
                              dado_job_run_text(job_run, "expect"));
}

// ---- the head ----

const dado_job dado_job_map = {
    .name = "map",
    .about = "makes dungeon maps, and tells how six kinds of player fare on them",
    .examples = DADO_EXAMPLES({ "dado map gen rooms --seed 7", "Makes a map." },
                              { "dado map eval rooms --maps 20 --target casual",
                                "How good a generator's maps are, and for whom." }),
};
