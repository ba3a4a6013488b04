// lua.h - what users' Lua may define for dungeons: templates and generators.
#pragma once

#include "script/script.h"
#include "worlds/dungeon/template.h"
#include "worlds/generator.h"

// Reads `enemy { ... }` and `item { ... }`; they replace the shipped ones of that kind.
// Each error has a code (L_SYNTAX, L_TEMPLATE ...) and a line.
bool dado_lua_templates(const char *text, const char *source, dado_templates *templates,
                        dado_error *err);

// Makes a generator of a script with `params` and `generate`. What it keeps is in `arena`;
// text, source and name are borrowed. `templates`: Lua text of definitions, or NULL for those
// shipped.
bool dado_lua_generator(dado_generator *generator, const char *name, const char *source,
                        const char *text, const char *templates, dado_arena *arena,
                        dado_error *err);

// The `rng` that scripts are given: int, unit, chance, pick, shuffle. Its context is a dado_luck.
extern const dado_script_method dado_lua_rng[];
