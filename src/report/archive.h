// archive.h - an archive of elites as parts of a document: the best of every kind.
#ifndef DADO_REPORT_ARCHIVE_H
#define DADO_REPORT_ARCHIVE_H

#include "evolve/archive.h"
#include "report/document.h"

void dado_report_archive(dado_document *document, const dado_archive *archive);

// Fitness by the two traits, the second growing downward; false where there are not two.
bool dado_archive_heat(const dado_archive *archive, dado_heat *heat, dado_arena *arena);

#endif
