// array_grow.c - see array_grow.h.
#include "core/array_grow.h"

#include <stdlib.h>
#include <string.h>

int64_t dado_arrays_grow(int64_t room, int64_t wanted, const dado_growing_array *arrays, int count)
{
    if (wanted <= room) return room;
    int64_t larger = room ? room : 64;
    while (larger < wanted) larger *= 2;
    for (int i = 0; i < count; i++) {
        void *array;  // read and written as bytes, since its type is another one
        memcpy(&array, arrays[i].array, sizeof array);
        array = realloc(array, (size_t)larger * arrays[i].size);
        if (!array) return 0;
        memcpy(arrays[i].array, &array, sizeof array);
    }
    return larger;
}
