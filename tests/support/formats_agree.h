// formats_agree.h - one answer in several formats: do they say the same?
#pragma once

#include "report/format.h"

// True if the tables of a document have the same rows and values as JSON and as CSV, and everything
// its page shows in words is on the page. Else false, and where they part.
bool dado_formats_agree(const dado_document *document, char *why, size_t room);
