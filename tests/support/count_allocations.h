// count_allocations.h - counts what a test program allocates; to be included by one file of it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

// Every allocation of this program is counted, whoever makes it.
static unsigned long allocations;

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#elif __has_feature(thread_sanitizer)
#define __SANITIZE_THREAD__ 1
#endif
#endif

#if defined(__SANITIZE_ADDRESS__)
extern int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void *, size_t),
                                                     void (*)(const volatile void *));
static void on_malloc(const volatile void *memory, size_t size)
{
    (void)memory;
    (void)size;
    allocations++;
}
static void on_free(const volatile void *memory)
{
    (void)memory;
}
static void count_allocations(void)
{
    __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
}
static const bool counted = true;
#elif defined(__GLIBC__) && !defined(__SANITIZE_THREAD__)
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
void *malloc(size_t size)
{
    allocations++;
    return __libc_malloc(size);
}
void *calloc(size_t count, size_t size)
{
    allocations++;
    return __libc_calloc(count, size);
}
void *realloc(void *memory, size_t size)
{
    allocations++;
    return __libc_realloc(memory, size);
}
static void count_allocations(void)
{
}
static const bool counted = true;
#else
static void count_allocations(void)
{
}
static const bool counted = false;
#endif
