// assets.h - the page itself: files made from web/ and built into the program.
#pragma once

#include <stddef.h>

typedef struct dado_asset {
    const char *path;  // "/app.js"
    const char *type;  // "text/javascript"
    const unsigned char *bytes;
    size_t size;
} dado_asset;

// The file at that path; NULL where there is none, or the program was built without the page.
const dado_asset *dado_asset_at(const char *path);
