// web_assets.c - see web_assets.h. CMake generates the bytes if web/dist was built
// before.
#include "studio/web_assets.h"

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
static const unsigned char display_woff2[] = {
#include "display.woff2.h"
};
static const unsigned char text_woff2[] = {
#include "text.woff2.h"
};
static const unsigned char mono_woff2[] = {
#include "mono.woff2.h"
};

static const dado_web_asset assets[] = {
    { "/", "text/html; charset=utf-8", index_html, sizeof index_html },
    { "/app.js", "text/javascript; charset=utf-8", app_js, sizeof app_js },
    { "/app.css", "text/css; charset=utf-8", app_css, sizeof app_css },
    { "/display.woff2", "font/woff2", display_woff2, sizeof display_woff2 },
    { "/text.woff2", "font/woff2", text_woff2, sizeof text_woff2 },
    { "/mono.woff2", "font/woff2", mono_woff2, sizeof mono_woff2 },
    { NULL, NULL, NULL, 0 },
};
#else
static const dado_web_asset assets[] = { { NULL, NULL, NULL, 0 } };
#endif

const dado_web_asset *dado_web_asset_at(const char *path)
{
    for (const dado_web_asset *asset = assets; asset->path; asset++) {
        if (strcmp(asset->path, path) == 0) return asset;
    }
    return NULL;
}
