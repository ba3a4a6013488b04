// topology.h - what a dungeon is about before it has a shape: a graph of labelled places.
#pragma once

#include "core/error.h"
#include "core/text.h"
#include "worlds/dungeon/luck.h"

typedef enum dado_place_label {
    DADO_PLACE_START,
    DADO_PLACE_END,
    DADO_PLACE_ENEMY,
    DADO_PLACE_BOSS,
    DADO_PLACE_LIFE,
    DADO_PLACE_ITEM,
    DADO_PLACE_GOLD,
    DADO_PLACE_HALL,
    DADO_PLACE_FORK,
    DADO_PLACE_LABELS
} dado_place_label;

extern const char *const dado_place_words[DADO_PLACE_LABELS];

enum { DADO_TOPOLOGY_MOST = 120, DADO_TOPOLOGY_LOOPS = 16 };

// A tree that hangs on Start, node 0, and loops across it.
typedef struct dado_topology {
    int label[DADO_TOPOLOGY_MOST];
    int parent[DADO_TOPOLOGY_MOST];  // -1 for Start
    int count;
    int loop[DADO_TOPOLOGY_LOOPS][2];
    int loops;
} dado_topology;

typedef struct dado_grammar_weights {
    double chain, fork, guard, loop, boss;
} dado_grammar_weights;

// Grows Start->End by `steps` rules drawn by weight, each where it fits.
void dado_topology_grow(dado_topology *topology, int steps, const dado_grammar_weights *weights,
                        dado_luck *luck);

// Reads "Start->Enemy->Fork[Item->Gold]->Boss->End"; what is wrong has the code G_PARAM.
bool dado_topology_read(dado_topology *topology, const char *text, dado_error *err);

// Writes it in that notation; loops are not part of it.
void dado_topology_write(const dado_topology *topology, dado_text *out);
