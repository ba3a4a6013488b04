// zlib.h - for the browser: as much of the library as packed cells of maps are read with.
#ifndef DADO_SHIM_ZLIB_H
#define DADO_SHIM_ZLIB_H

typedef struct z_stream {
    unsigned char *next_in, *next_out;
    unsigned avail_in, avail_out;
    unsigned done;  // bytes unpacked so far: they stand right before next_out
} z_stream;
enum { Z_NO_FLUSH = 0, Z_OK = 0, Z_STREAM_END = 1, Z_DATA_ERROR = -3, Z_BUF_ERROR = -5 };

static inline int inflateInit2(z_stream *stream, int window)
{
    (void)stream, (void)window;
    return Z_OK;
}
static inline int inflateEnd(z_stream *stream)
{
    (void)stream;
    return Z_OK;
}

// Unpacks all of zlib or gzip at once. Where there is too little room it answers Z_OK, with no room
// left, and begins anew when it is called with more.
int inflate(z_stream *stream, int flush);

#endif
