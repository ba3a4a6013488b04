// guest_page.h - the files of the pages that guests see, and of the page of whoever invites them.
// They are part of every program, also where the studio's own page is not.
#pragma once

#include "studio/web_assets.h"

// Returns the file at that path; NULL if there is none.
const dado_web_asset *dado_guest_page_at(const char *path);
