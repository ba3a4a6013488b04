// platform_planner.h - finds a route through a level, or reports how far one gets.
//
// The planner simulates exactly, so a route it returns is a proof: the simulator wins
// with these buttons. If it finds none, that proves nothing; it then reports where it got
// stuck and whether its budget was used up. The budget is a number of worlds, so the
// answer is the same on every machine.
#pragma once

#include "agents/agent.h"
#include "worlds/platform/physics.h"

enum { DADO_ROUTE_MOST = 8192 };  // in ticks; the clock allows about 6700

typedef struct dado_planner_settings {
    int expansions;                // limit on the worlds that one plan examines
    int step;                      // ticks that a set of buttons is held
    int commit;                    // ticks carried out before planning again
    int ahead;                     // tiles that a plan reaches ahead
    int retries;                   // times it may go back and search harder, at each place
    int budget;                    // limit on the worlds examined in total
    dado_stop_signal stop_signal;  // may stop the search; there is no route then
} dado_planner_settings;

dado_planner_settings dado_planner_defaults(void);

typedef struct dado_route {
    bool won;
    bool spent;  // it gave up because the budget was used up
    int ticks;   // number of entries in `buttons`
    int plans;
    uint64_t expansions;
    float furthest;  // the largest x reached
    uint8_t buttons[DADO_ROUTE_MOST];
} dado_route;

// The size of the working memory for levels of this course; its content need not be kept.
size_t dado_planner_workspace_size(const dado_course *course, const dado_planner_settings *how);

// Finds a route from `world`, which is not changed.
void dado_planner_route(const dado_course *course, const dado_world_head *world,
                        const dado_planner_settings *how, void *room, dado_route *route);

// Plays a route from `world`, which is changed; returns true if that wins. `at` receives
// the hero's position after every tick, two numbers each; it may be NULL.
bool dado_route_play(const dado_course *course, dado_world_head *world, const uint8_t *buttons,
                     int count, float *at);
