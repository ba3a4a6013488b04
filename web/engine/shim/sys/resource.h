// resource.h - for the browser: how much an arena may ask for.
#ifndef DADO_SHIM_RESOURCE_H
#define DADO_SHIM_RESOURCE_H

typedef unsigned long long rlim_t;
#define RLIM_INFINITY (~0ull)
enum { RLIMIT_AS = 9 };
struct rlimit {
    rlim_t rlim_cur, rlim_max;
};
static inline int getrlimit(int what, struct rlimit *limit)
{
    (void)what;
    limit->rlim_cur = limit->rlim_max = 768ull << 20;  // 48 MiB an arena
    return 0;
}

#endif
