// seasons.h - tournaments one after the other as parts of a document: ratings over seasons.
#ifndef DADO_REPORT_SEASONS_H
#define DADO_REPORT_SEASONS_H

#include "arena/season.h"
#include "report/document.h"

void dado_report_seasons(dado_document *document, const dado_seasons *seasons);

#endif
