// dungeon_lua_fuzz.c - any text as Lua: as templates, as a generator, and as a bot.
//
// The first byte chooses. Limits are those of the sandbox, save that memory is
// kept small so that the fuzzer gets through more.
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "script/lua_sandbox.h"
#include "worlds/dungeon/dungeon.h"
#include "worlds/dungeon/lua_definitions.h"
#include "worlds/shelf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds) abort();
}

static void run_plain(const char *text)
{
    dado_error err = { 0 };
    dado_script *s = dado_script_new(2 << 20, &err);
    if (!s) return;
    if (!dado_script_run(s, "f.lua", text, 100000, &err)) must(err.code[0] && err.text[0]);
    dado_script_free(s);
}

static void run_generator(const char *text)
{
    dado_region region;
    dado_region_init(&region, 1 << 22);
    dado_generator g;
    dado_error err = { 0 };
    if (dado_lua_generator(&g, "f", "f.lua", text, NULL, &region, &err)) {
        dado_parameter_values v;
        dado_generated made = { 0 };
        dado_generator_defaults(&g, &v);
        if (!dado_generator_make(&g, &v, 1, NULL, &made, &err)) must(err.code[0] && err.text[0]);
        dado_generated_free(&made);
    } else {
        must(err.code[0] && err.text[0]);
    }
    dado_region_free(&region);
}

static void run_bot(const char *text)
{
    dado_region region;
    dado_region_init(&region, 1 << 24);
    dado_game game;
    dado_error err = { 0 };
    dado_option script = { .name = "script", .text = text };
    dado_options options = { &script, 1 };
    dado_agent agent;
    must(dado_game_open(&game, dado_world_named("dungeon"), NULL, &region, &err));
    if (dado_agent_open(&agent, dado_agent_named("dungeon_lua"), &game, 0, &options, &region,
                        &err)) {
        char *state = dado_region_alloc(&region, 1, game.state_size);
        char *view = dado_region_alloc(&region, 1, game.view_size);
        void *self = dado_region_alloc(&region, 1, agent.self_size);
        void *scratch = dado_region_alloc(&region, 1, agent.scratch_size);
        dado_rng luck = dado_rng_stream(1, 2, 3);
        dado_move moves[8];
        uint64_t effort = 0;
        game.rules->start(&game, state);
        for (int i = 0; i < 20 && game.rules->actor(&game, state) == 0; i++) {
            int count = game.rules->legal(&game, state, moves);
            dado_observe(&game, state, 0, view);
            dado_turn turn = { .game = &game,
                               .view = view,
                               .moves = moves,
                               .count = count,
                               .luck = &luck,
                               .effort = &effort,
                               .self = self,
                               .scratch = scratch };
            int chosen = agent.kind->choose(&agent, &turn);
            must(chosen < count);
            if (chosen < 0) break;
            game.rules->apply(&game, state, moves[chosen]);
        }
        dado_agent_close(&agent);
    }
    dado_region_free(&region);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1 || size > 4000) return 0;
    char text[4001];
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    dado_templates templates;
    dado_error err = { 0 };
    switch (data[0] % 4) {
    case 0: run_plain(text); break;
    case 1:
        dado_templates_shipped(&templates);
        if (!dado_lua_templates(text, "f.lua", &templates, &err)) must(err.code[0] && err.text[0]);
        break;
    case 2: run_generator(text); break;
    default: run_bot(text);
    }
    return 0;
}
