// door.h - what the files of the engine in a browser share: how a worker hears of it.
#pragma once

#include "core/error.h"
#include "core/text.h"

#define EXPORT(name) __attribute__((export_name(#name)))

void door_tell(const char *kind, dado_text *data);  // and frees the data
void door_tell_trouble(const dado_error *err);
