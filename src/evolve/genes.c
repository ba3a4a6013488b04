// genes.c - see genes.h.
#include "evolve/genes.h"

#include <assert.h>
#include <string.h>

void dado_row_cut(dado_gene_row *row, int count)
{
    if (count >= row->count) return;
    memset(row->genes + count, 0, (size_t)(row->count - count));
    row->count = count;
}

void dado_row_insert(dado_gene_row *row, int at, uint8_t gene)
{
    if (row->count == row->room) return;
    memmove(row->genes + at + 1, row->genes + at, (size_t)(row->count - at));
    row->genes[at] = gene;
    row->count++;
}

void dado_row_remove(dado_gene_row *row, int at)
{
    memmove(row->genes + at, row->genes + at + 1, (size_t)(row->count - at - 1));
    row->genes[--row->count] = 0;
}

void dado_row_swap(dado_gene_row *row, int i, int j)
{
    uint8_t kept = row->genes[i];
    row->genes[i] = row->genes[j];
    row->genes[j] = kept;
}

static void exchange(uint8_t *a, uint8_t *b, int count)
{
    uint8_t kept[256];
    while (count > 0) {
        size_t part = count < (int)sizeof kept ? (size_t)count : sizeof kept;
        memcpy(kept, a, part);
        memcpy(a, b, part);
        memcpy(b, kept, part);
        a += part;
        b += part;
        count -= (int)part;
    }
}

void dado_cross_prefix(dado_gene_row *a, dado_gene_row *b, dado_quick *luck)
{
    int shorter = b->count < a->count ? b->count : a->count;
    if (shorter == 0) return;
    exchange(a->genes, b->genes, (int)dado_quick_below(luck, (uint32_t)shorter));
}

// Replaces a[a_at .. a_end) by b[b_at .. b_end) and the other way round; each
// result is cut to its room.
static void trade(dado_gene_row *a, int a_at, int a_end, dado_gene_row *b, int b_at, int b_end)
{
    enum { most = 2048 };
    uint8_t first[most], second[most];
    assert(a->count + b->count <= most);
    int n = 0, m = 0;
    for (int i = 0; i < a_at; i++) first[n++] = a->genes[i];
    for (int i = b_at; i < b_end; i++) first[n++] = b->genes[i];
    for (int i = a_end; i < a->count; i++) first[n++] = a->genes[i];
    for (int i = 0; i < b_at; i++) second[m++] = b->genes[i];
    for (int i = a_at; i < a_end; i++) second[m++] = a->genes[i];
    for (int i = b_end; i < b->count; i++) second[m++] = b->genes[i];
    if (n > a->room) n = a->room;
    if (m > b->room) m = b->room;
    memset(a->genes, 0, (size_t)a->room);
    memset(b->genes, 0, (size_t)b->room);
    memcpy(a->genes, first, (size_t)n);
    memcpy(b->genes, second, (size_t)m);
    a->count = n;
    b->count = m;
}

void dado_cross_tails(dado_gene_row *a, dado_gene_row *b, dado_quick *luck)
{
    int at = (int)dado_quick_below(luck, (uint32_t)a->count + 1);
    int bt = (int)dado_quick_below(luck, (uint32_t)b->count + 1);
    trade(a, at, a->count, b, bt, b->count);
}

static void draw_stretch(const dado_gene_row *row, int longest, dado_quick *luck, int *from,
                         int *to)
{
    *from = (int)dado_quick_below(luck, (uint32_t)row->count + 1);
    int left = row->count - *from < longest ? row->count - *from : longest;
    *to = *from + (int)dado_quick_below(luck, (uint32_t)left + 1);
}

void dado_cross_stretch(dado_gene_row *a, dado_gene_row *b, int longest, dado_quick *luck)
{
    int a_from, a_to, b_from, b_to;
    draw_stretch(a, longest, luck, &a_from, &a_to);
    draw_stretch(b, longest, luck, &b_from, &b_to);
    trade(a, a_from, a_to, b, b_from, b_to);
}

void dado_cross_uniform(dado_gene_row *a, dado_gene_row *b, dado_quick *luck)
{
    int shorter = b->count < a->count ? b->count : a->count;
    uint64_t coins = 0;
    for (int i = 0; i < shorter; i++) {
        if (i % 64 == 0) coins = dado_quick_next(luck);
        if (coins >> (i % 64) & 1) exchange(a->genes + i, b->genes + i, 1);
    }
}

void dado_rare_prepare(dado_rare *rare, double chance)
{
    rare->chance = chance;
    rare->never[0] = 1;
    for (int i = 1; i <= DADO_RARE_MOST; i++) rare->never[i] = rare->never[i - 1] * (1 - chance);
}

int dado_rare_next(const dado_rare *rare, int from, int count, dado_quick *luck)
{
    int left = count - from;
    if (left <= 0 || rare->chance <= 0) return count;
    double u = dado_quick_unit(luck);
    if (u < rare->never[left]) return count;
    // The first n with u >= never[n + 1]: a search, for the powers fall.
    int low = 0, high = left - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (u >= rare->never[middle + 1]) high = middle;
        else low = middle + 1;
    }
    return from + low;
}
