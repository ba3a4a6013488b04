// agent_build.h - what jobs do with a player that was built in a sandbox.
#pragma once

#include "agents/sandboxed_build.h"

// Takes one file out of what was built, and writes it to `path`, whole or not at all. It
// is a plain file, and no link leads out of the folder.
bool dado_build_take(const dado_build *build, const char *name, const char *path, dado_error *err);

// Describes in words how a build ended.
void dado_build_describe_end(const dado_build *build, const dado_build_limits *limits,
                             dado_text *said);
