// wall_style.h - the style of walls: how often each window of three by three cells occurs.
//
// A chain draws cell after cell and sees only what lies before it, so what it draws drifts
// away from its examples: caves become narrower, for one. Windows look to all sides. A
// drawing is brought nearer to the examples by changing single cells, as long as the windows
// around them then are such as the examples have, and the share of floor comes nearer too.
#pragma once

#include "core/rng.h"
#include "worlds/markov_chain.h"

enum { DADO_WALL_WINDOWS = 512 };

// What a drawing is like as a whole.
typedef enum dado_wall_trait {
    DADO_WALL_FLOOR,     // share of floor
    DADO_WALL_OPENNESS,  // free ones among the neighbours of a floor cell
    DADO_WALL_ENDS,      // cells with one way in, per floor cell
    DADO_WALL_JOINED,    // share of the floor that is in the largest part
    DADO_WALL_TRAITS
} dado_wall_trait;

typedef struct dado_wall_style {
    double weight[DADO_WALL_WINDOWS];  // binary logarithm of how often a window occurs
    double spread[DADO_WALL_TRAITS];   // standard deviations between the examples
} dado_wall_style;

// Learns from drawings in which '#' is a wall. `traits` gets those of each.
bool dado_wall_style_learn(dado_wall_style *style, const dado_markov_grid *grids, int count,
                           double (*traits)[DADO_WALL_TRAITS], dado_region *region);

// Computes the traits of a drawing. Returns false if memory is short.
bool dado_wall_traits(const char *letters, int width, int height, double traits[DADO_WALL_TRAITS],
                      dado_region *region);

// How far two drawings are from each other by their traits, in variances between examples.
double dado_wall_traits_distance(const dado_wall_style *style, const double *a, const double *b);

// Changes cells of a drawing, toward this share of floor, so many times each on average; its
// border stays as it is.
void dado_wall_style_apply(const dado_wall_style *style, double floor, int sweeps, int width,
                           int height, char *letters, dado_rng *rng);
