// array_grow.h - grows several heap arrays together.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct dado_growing_array {
    void *array;  // address of the pointer to the array: &s->path
    size_t size;  // size of one item, in bytes
} dado_growing_array;

// Makes room for at least `wanted` items in each of the arrays, which have room for
// `room` items now. Returns the new room, or 0 if there is no memory; then the contents
// are still there.
int64_t dado_arrays_grow(int64_t room, int64_t wanted, const dado_growing_array *arrays, int count);
