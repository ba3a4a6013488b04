// decompress_and_json_helpers.c - parses JSON, and decodes the base64 and compression in
// which editors store cells.
#include <ctype.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "worlds/dungeon/map_formats/import_canvas.h"

// Larger than any map, small enough to stop a decompression bomb.
enum { unpacked_most = 64 << 20 };

json_t *dado_import_canvas_json(dado_import_canvas *canvas, const char *source, const char *bytes,
                                size_t length)
{
    json_error_t why;
    json_t *root = json_loadb(bytes, length, 0, &why);
    if (root) return root;
    dado_fail_at(
        canvas->err, DADO_SYNTAX,
        (dado_place){ source, why.line > 0 ? why.line : 0, why.column > 0 ? why.column : 0, 1 },
        "%s", why.text);
    return NULL;
}

bool dado_import_canvas_read_json(dado_import_canvas *canvas,
                                  bool (*read)(dado_import_canvas *canvas, const json_t *root))
{
    const dado_import *ask = canvas->ask;
    json_t *root = dado_import_canvas_json(canvas, ask->source, ask->bytes, ask->length);
    bool fine = root && read(canvas, root);
    json_decref(root);
    return fine;
}

const char *dado_json_member_text(const json_t *object, const char *name)
{
    const char *word = json_string_value(json_object_get(object, name));
    return word ? word : "";
}

int dado_json_member_int(const json_t *object, const char *name, int otherwise)
{
    const json_t *value = json_object_get(object, name);
    double number = json_number_value(value);
    return json_is_number(value) && number >= -1e9 && number <= 1e9 ? (int)number : otherwise;
}

static int digit(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static unsigned char *plain(dado_import_canvas *canvas, int line, const char *text, size_t length,
                            size_t *size)
{
    unsigned char *out = dado_new(&canvas->region, unsigned char, length / 4 * 3 + 4);
    uint32_t bits = 0;
    int held = 0;
    *size = 0;
    if (!out) {
        dado_fail(canvas->err, DADO_LIMIT, "out of memory while decoding the map");
        return NULL;
    }
    for (size_t i = 0; i < length && text[i] != '='; i++) {
        if (isspace((unsigned char)text[i])) continue;
        int value = digit(text[i]);
        if (value < 0) {
            dado_import_canvas_fail(canvas, line, "these cells are not base64");
            return NULL;
        }
        bits = bits << 6 | (uint32_t)value;
        held += 6;
        if (held < 8) continue;
        held -= 8;
        out[(*size)++] = (unsigned char)(bits >> held);
    }
    return out;
}

const unsigned char *dado_inflate(dado_import_canvas *canvas, const unsigned char *bytes,
                                  size_t length, size_t *size)
{
    z_stream stream = { .next_in = (unsigned char *)bytes, .avail_in = (unsigned)length };
    size_t room = length * 4 + 4096;
    unsigned char *out = NULL;
    *size = 0;
    if (inflateInit2(&stream, 15 + 32) != Z_OK) {  // accepts zlib and gzip
        dado_fail(canvas->err, DADO_LIMIT, "out of memory while unpacking the map");
        return NULL;
    }
    int code = Z_OK;
    while (code == Z_OK && room <= unpacked_most) {
        unsigned char *more = dado_new(&canvas->region, unsigned char, room);
        if (!more) break;
        if (out) memcpy(more, out, *size);
        out = more;
        stream.next_out = out + *size;
        stream.avail_out = (unsigned)(room - *size);
        code = inflate(&stream, Z_NO_FLUSH);
        *size = room - stream.avail_out;
        // The input ends too early.
        if (code == Z_OK && stream.avail_out) code = Z_BUF_ERROR;
        room *= 2;
    }
    inflateEnd(&stream);
    if (code == Z_STREAM_END) return out;
    dado_import_canvas_fail(
        canvas, 0, "the compressed cells (zlib or gzip) are damaged, cut short, or too large");
    return NULL;
}

static const unsigned char *from_zstd(dado_import_canvas *canvas, int line,
                                      const unsigned char *bytes, size_t length, size_t *size)
{
#ifdef __wasm__
    dado_import_canvas_fail(canvas, line,
                            "cells packed with zstd are not read in a browser; Tiled can "
                            "keep them as CSV, zlib or gzip");
    return NULL;
#endif
    unsigned long long whole = ZSTD_getFrameContentSize(bytes, length);
    if (whole == ZSTD_CONTENTSIZE_UNKNOWN)
        whole = (unsigned long long)DADO_MAP_SIDE_MOST * DADO_MAP_SIDE_MOST * 4;
    unsigned char *out = whole == ZSTD_CONTENTSIZE_ERROR || whole > unpacked_most
                             ? NULL
                             : dado_new(&canvas->region, unsigned char, whole + 1);
    size_t got = out ? ZSTD_decompress(out, (size_t)whole, bytes, length) : 0;
    if (!out || ZSTD_isError(got)) {
        dado_import_canvas_fail(canvas, line,
                                "the compressed cells (zstd) are damaged, cut short, or too large");
        return NULL;
    }
    *size = got;
    return out;
}

bool dado_decode_base64(dado_import_canvas *canvas, int line, const char *text, size_t length,
                        const char *packing, const unsigned char **bytes, size_t *size)
{
    size_t packed;
    const unsigned char *raw = plain(canvas, line, text, length, &packed);
    if (!raw) return false;
    *bytes = raw;
    *size = packed;
    if (!packing[0]) return true;
    if (strcmp(packing, "zlib") == 0 || strcmp(packing, "gzip") == 0) {
        *bytes = dado_inflate(canvas, raw, packed, size);
    } else if (strcmp(packing, "zstd") == 0) {
        *bytes = from_zstd(canvas, line, raw, packed, size);
    } else {
        return dado_import_canvas_fail(canvas, line,
                                       "cells are packed with \"%.40s\"; Tiled can keep them "
                                       "as CSV, zlib, gzip or zstd",
                                       packing);
    }
    return *bytes != NULL;
}
