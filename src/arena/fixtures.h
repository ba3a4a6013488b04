// fixtures.h - who meets whom, in which seats.
//
// Every group of players that fits the table meets, in every order of seats,
// and all orders are played on the same luck, so that neither the deal nor the
// first move can favour anybody. Where there are fewer players than seats,
// players take several, and each is at every table at least once.
#ifndef DADO_ARENA_FIXTURES_H
#define DADO_ARENA_FIXTURES_H

#include <stdint.h>

#include "core/arena.h"
#include "core/error.h"

typedef struct dado_fixtures {
    const int32_t *who;  // `seats` players a table, table after table
    int seats, count;
} dado_fixtures;

enum { DADO_FIXTURES_MOST = 20000 };

// Everybody against everybody. Up to four at a table every order of seats is
// played; with more, everyone has every seat once.
bool dado_fixtures_all(dado_fixtures *fixtures, int players, int seats, dado_arena *arena,
                       dado_error *err);

// The next round of a Swiss tournament for two: neighbours in the standing who
// have not met, both ways round. `met` has players x players entries; one who has met
// itself has been left over before. At an odd number one is, the last in the standing who
// never was, and is in `*idle`; else that is -1.
bool dado_fixtures_swiss(dado_fixtures *fixtures, int players, const double *points,
                         const uint8_t *met, dado_arena *arena, int *idle, dado_error *err);

#endif
