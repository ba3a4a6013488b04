// web_assets.h - the files of the studio's page, made from web/ and built into the
// program.
#pragma once

#include <stddef.h>

typedef struct dado_web_asset {
    const char *path;  // "/app.js"
    const char *type;  // "text/javascript"
    const unsigned char *bytes;
    size_t size;
} dado_web_asset;

// Returns the file at that path; NULL if there is none, or if the program was built
// without the page.
const dado_web_asset *dado_web_asset_at(const char *path);
