// platform_planner.h - finds a way through a level, or tells how far one goes.
//
// The planner looks ahead in exact worlds, so a route it gives is a proof: the
// simulator, given its buttons, wins. That it finds none proves nothing, but it
// then says where it got stuck, and whether it was for want of budget. The
// budget is a number of worlds, so the answer is the same on every machine.
#pragma once

#include "agents/agent.h"
#include "worlds/platform/physics.h"

enum { DADO_ROUTE_MOST = 8192 };  // ticks; the clock allows about 6700

typedef struct dado_planner_how {
    int expansions;  // a plan may look into so many worlds
    int step;        // ticks a set of buttons is held
    int commit;      // ticks carried out before planning again
    int ahead;       // tiles a plan reaches
    int retries;     // times it may go back and look harder, at each place
    int budget;      // worlds it may look into in all, whatever happens
    dado_heed heed;  // who may stop it on the way; the route is then none
} dado_planner_how;

dado_planner_how dado_planner_usual(void);

typedef struct dado_route {
    bool won;
    bool spent;           // it gave up because its budget was used up
    int ticks;            // buttons in use
    int plans;
    uint64_t expansions;
    float furthest;       // the largest x that was reached
    uint8_t buttons[DADO_ROUTE_MOST];
} dado_route;

// Work space for levels of this course; its content need not be kept.
size_t dado_planner_room(const dado_course *course, const dado_planner_how *how);

// Finds a route from `world`, which is not changed.
void dado_planner_route(const dado_course *course, const dado_world_head *world,
                        const dado_planner_how *how, void *room, dado_route *route);

// Plays a route from `world` on, in place; true if that wins. `at`, unless NULL,
// gets the hero's place after every tick, two numbers each.
bool dado_route_play(const dado_course *course, dado_world_head *world, const uint8_t *buttons,
                     int count, float *at);
