// mission_graph.h - a graph of labelled places that defines a dungeon before it has a
// shape.
#pragma once

#include "core/error.h"
#include "core/text.h"
#include "worlds/dungeon/rng.h"

typedef enum dado_mission_label {
    DADO_MISSION_START,
    DADO_MISSION_END,
    DADO_MISSION_ENEMY,
    DADO_MISSION_BOSS,
    DADO_MISSION_LIFE,
    DADO_MISSION_ITEM,
    DADO_MISSION_GOLD,
    DADO_MISSION_HALL,
    DADO_MISSION_FORK,
    DADO_MISSION_LABELS
} dado_mission_label;

extern const char *const dado_mission_label_names[DADO_MISSION_LABELS];

enum { DADO_MISSION_GRAPH_MOST = 120, DADO_MISSION_GRAPH_LOOPS = 16 };

// A tree with the root Start, node 0, and additional edges that make loops.
typedef struct dado_mission_graph {
    int label[DADO_MISSION_GRAPH_MOST];
    int parent[DADO_MISSION_GRAPH_MOST];  // -1 for Start
    int count;
    int loop[DADO_MISSION_GRAPH_LOOPS][2];
    int loops;
} dado_mission_graph;

typedef struct dado_grammar_weights {
    double chain, fork, guard, loop, boss;
} dado_grammar_weights;

// Grows the graph from Start->End by `steps` grammar rules, drawn by weight among those
// that fit.
void dado_mission_graph_grow(dado_mission_graph *topology, int steps,
                             const dado_grammar_weights *weights, dado_dungeon_rng *rng);

// Reads a text such as "Start->Enemy->Fork[Item->Gold]->Boss->End"; errors have the code
// G_PARAM.
bool dado_mission_graph_read(dado_mission_graph *topology, const char *text, dado_error *err);

// Writes the graph in the same notation, which leaves out the loops.
void dado_mission_graph_write(const dado_mission_graph *topology, dado_text *out);
