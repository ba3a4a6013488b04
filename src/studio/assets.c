// assets.c - see assets.h. The bytes are written out by CMake where web/dist was built before.
#include "studio/assets.h"

#include <string.h>

#ifdef DADO_WEB
static const unsigned char index_html[] = {
#include "index.html.h"
};
static const unsigned char app_js[] = {
#include "app.js.h"
};
static const unsigned char app_css[] = {
#include "app.css.h"
};

static const dado_asset assets[] = {
    { "/", "text/html; charset=utf-8", index_html, sizeof index_html },
    { "/app.js", "text/javascript; charset=utf-8", app_js, sizeof app_js },
    { "/app.css", "text/css; charset=utf-8", app_css, sizeof app_css },
    { NULL, NULL, NULL, 0 },
};
#else
static const dado_asset assets[] = { { NULL, NULL, NULL, 0 } };
#endif

const dado_asset *dado_asset_at(const char *path)
{
    for (const dado_asset *asset = assets; asset->path; asset++) {
        if (strcmp(asset->path, path) == 0) return asset;
    }
    return NULL;
}
