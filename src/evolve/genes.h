// genes.h - ways to cross and change rows of genes, for every species that is one.
//
// A row is bytes and a length. Lengths may change as long as they stay within
// the room there is; what lies behind the end is kept zero, so that equal rows
// are equal bytes.
#ifndef DADO_EVOLVE_GENES_H
#define DADO_EVOLVE_GENES_H

#include <stdint.h>

#include "core/rng.h"

typedef struct dado_gene_row {
    uint8_t *genes;
    int count, room;
} dado_gene_row;

// The first `cut` genes change places, cut drawn from 0 to one less than the
// length of the shorter row (of the first on a tie).
void dado_cross_prefix(dado_gene_row *a, dado_gene_row *b, dado_quick *luck);

// Each row is cut where it likes, and the tails change places. A row that would
// not fit its room is cut short.
void dado_cross_tails(dado_gene_row *a, dado_gene_row *b, dado_quick *luck);

// A stretch from each, at most `longest` genes, changes places.
void dado_cross_stretch(dado_gene_row *a, dado_gene_row *b, int longest, dado_quick *luck);

// Genes in the same place change sides by the toss of a coin, as far as both reach.
void dado_cross_uniform(dado_gene_row *a, dado_gene_row *b, dado_quick *luck);

void dado_row_insert(dado_gene_row *row, int at, uint8_t gene);  // where there is room
void dado_row_remove(dado_gene_row *row, int at);
void dado_row_swap(dado_gene_row *row, int i, int j);
void dado_row_cut(dado_gene_row *row, int count);  // drops what lies behind

// Which of `count` things happen, when each does with the same small chance:
// one draw finds the next, not one a thing. Powers are multiplied out, so no
// machine's logarithm has a say.
enum { DADO_RARE_MOST = 1024 };
typedef struct dado_rare {
    double chance;
    double never[DADO_RARE_MOST + 1];  // that none of the first n happens
} dado_rare;

void dado_rare_prepare(dado_rare *rare, double chance);
// The first from `from` to `count` - 1 that happens; `count` if none does.
int dado_rare_next(const dado_rare *rare, int from, int count, dado_quick *luck);

#endif
