// mman.h - for the browser: address space is memory there, so an arena asks for less of it.
#ifndef DADO_SHIM_MMAN_H
#define DADO_SHIM_MMAN_H

#include <stddef.h>
#include <sys/types.h>

enum { PROT_READ = 1, PROT_WRITE = 2, MAP_PRIVATE = 2, MAP_ANONYMOUS = 32, MAP_NORESERVE = 0 };
#define MAP_FAILED ((void *)-1)
#define MADV_DONTNEED 4

void *mmap(void *at, size_t size, int rights, int how, int file, off_t from);  // zeroed
int munmap(void *at, size_t size);
static inline int madvise(void *at, size_t size, int advice)
{
    (void)at, (void)size, (void)advice;
    return -1;
}

#endif
