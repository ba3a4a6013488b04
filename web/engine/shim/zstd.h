// zstd.h - for WebAssembly, which keeps no store: what travels between threads is not compressed.
#ifndef DADO_SHIM_ZSTD_H
#define DADO_SHIM_ZSTD_H

#include <stddef.h>
#include <string.h>

static inline size_t ZSTD_compressBound(size_t n)
{
    return n;
}
static inline unsigned ZSTD_isError(size_t n)
{
    return n == (size_t)-1;
}
static inline size_t ZSTD_compress(void *d, size_t n, const void *s, size_t m, int l)
{
    (void)d, (void)n, (void)s, (void)m, (void)l;
    return (size_t)-1;
}
static inline size_t ZSTD_decompress(void *d, size_t n, const void *s, size_t m)
{
    if (m > n) return (size_t)-1;
    memcpy(d, s, m);
    return m;
}
static inline unsigned long long ZSTD_getFrameContentSize(const void *s, size_t n)
{
    (void)s;
    return n;
}
typedef struct ZSTD_CCtx ZSTD_CCtx;
enum { ZSTD_c_compressionLevel, ZSTD_c_checksumFlag };
static inline ZSTD_CCtx *ZSTD_createCCtx(void)
{
    return (ZSTD_CCtx *)1;
}
static inline size_t ZSTD_freeCCtx(ZSTD_CCtx *c)
{
    (void)c;
    return 0;
}
static inline size_t ZSTD_CCtx_setParameter(ZSTD_CCtx *c, int p, int v)
{
    (void)c, (void)p, (void)v;
    return 0;
}
static inline size_t ZSTD_compress2(ZSTD_CCtx *c, void *d, size_t n, const void *s, size_t m)
{
    (void)c;
    return ZSTD_decompress(d, n, s, m);
}
#define ZSTD_CONTENTSIZE_ERROR (0ull - 2)
#define ZSTD_CONTENTSIZE_UNKNOWN (0ull - 1)

#endif
