// lua_definitions.h - reads the Lua definitions that users write: templates and
// generators.
#pragma once

#include "script/lua_sandbox.h"
#include "worlds/dungeon/enemy_item_templates.h"
#include "worlds/generator.h"

// Reads `enemy { ... }` and `item { ... }`. If a text defines enemies or items, they
// replace the shipped ones of that kind. Each error has a code (L_SYNTAX, L_TEMPLATE ...)
// and a line.
bool dado_lua_templates(const char *text, const char *source, dado_templates *templates,
                        dado_error *err);

// Makes a generator from a script with `params` and `generate`. It allocates from
// `region` and keeps pointers to text, source and name. `templates` is a Lua text of
// definitions, or NULL for the shipped ones.
bool dado_lua_generator(dado_generator *generator, const char *name, const char *source,
                        const char *text, const char *templates, dado_region *region,
                        dado_error *err);

// The methods of the object `rng` in scripts: int, unit, chance, pick, shuffle. Their
// context is a dado_dungeon_rng.
extern const dado_script_method dado_lua_rng[];
