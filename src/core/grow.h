// grow.h - arrays on the heap that grow together.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct dado_grown {
    void *array;  // where the pointer to it is kept: &s->path
    size_t size;  // of one of its items
} dado_grown;

// Makes room for `wanted` items in each of the arrays, and for more in advance; they have room for
// `room` now. Answers how many there is room for then, or 0 where there is no memory: what was
// there is there still.
int64_t dado_grow(int64_t room, int64_t wanted, const dado_grown *arrays, int count);
