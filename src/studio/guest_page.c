// guest_page.c - see guest_page.h. The build turns each file into its bytes.
#include "studio/guest_page.h"

#include <string.h>

static const unsigned char page[] = {
#include "seat_page.html.h"
};
static const unsigned char script[] = {
#include "seat_page.js.h"
};
static const unsigned char style[] = {
#include "seat_page.css.h"
};

static const unsigned char host_page[] = {
#include "host_page.html.h"
};
static const unsigned char host_script[] = {
#include "host_page.js.h"
};
static const unsigned char host_style[] = {
#include "host_page.css.h"
};

static const dado_web_asset assets[] = {
    { "/seat", "text/html; charset=utf-8", page, sizeof page },
    { "/seat_page.js", "text/javascript; charset=utf-8", script, sizeof script },
    { "/seat_page.css", "text/css; charset=utf-8", style, sizeof style },
    { "/host", "text/html; charset=utf-8", host_page, sizeof host_page },
    { "/host_page.js", "text/javascript; charset=utf-8", host_script, sizeof host_script },
    { "/host_page.css", "text/css; charset=utf-8", host_style, sizeof host_style },
    { NULL, NULL, NULL, 0 },
};

const dado_web_asset *dado_guest_page_at(const char *path)
{
    for (const dado_web_asset *asset = assets; asset->path; asset++) {
        if (strcmp(asset->path, path) == 0) return asset;
    }
    return NULL;
}
