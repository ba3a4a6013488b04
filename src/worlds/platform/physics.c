// physics.c - moves the hero and all bodies of a level, tick by tick; see physics.h.
//
// The order of the steps is part of the rules: which body moves first, which corner is
// tested first, what happens to a body created in the same tick. A change of the order
// changes where the hero lands.
#include "worlds/platform/physics.h"

#include <string.h>

enum {
    half = 4,    // half the width of every moving body, in pixels
    view = 256,  // width and height of the window, in pixels
    half_view = view / 2,
    fresh_most = 720,  // most bodies that one tick can create
    pause_ticks = 9,
    safe_ticks = 32,
    bounce_push = 8,
    tick_ms = 30,
    start_ms = 200000,
    fire_most = 2,
    wait_most = 40,
    snapper_rise = 20,
};

static const float push_up = -1.9f, friction = 0.89f;

typedef struct tick_context {  // the data of the tick that is being computed
    const dado_course *course;
    dado_world_head *w;
    uint64_t *changed;
    dado_body *bodies;
    int fireballs;  // number of fireballs at the start of the tick
    int fresh_count;
    dado_body fresh[fresh_most];
} tick_context;

static int after_change(int does)
{
    return does & DADO_TILE_BUMPS ? DADO_TILE_SOLID : 0;
}

static int tile_does(const dado_course *course, const uint64_t *changed, int at)
{
    int does = course->does[at];
    if (does & (DADO_TILE_BUMPS | DADO_TILE_BREAKS | DADO_TILE_TAKEN)) {
        int slot = course->slot[at] - 1;
        if (changed[slot >> 6] >> (slot & 63) & 1) return after_change(does);
    }
    return does;
}

static int clamp_column(const dado_course *course, int column)
{
    if (column < 0) return 0;
    return column >= course->width ? course->width - 1 : column;
}

static bool stops(int does, float dy)
{
    return (does & DADO_TILE_SOLID) || (dy > 0 && (does & DADO_TILE_FLOOR)) ||
           (dy < 0 && (does & DADO_TILE_CEILING));
}

static void change_tile(tick_context *m, int at)
{
    int slot = m->course->slot[at] - 1;
    m->changed[slot >> 6] |= (uint64_t)1 << (slot & 63);
}

static void take_coin(tick_context *m)
{
    m->w->coins++;
    if (m->w->coins % 100 == 0) m->w->lives++;
}

static bool is_creature(const dado_body *b)
{
    return b->kind <= DADO_BODY_SNAPPER;
}

static bool is_walker(const dado_body *b)
{
    return b->kind <= DADO_BODY_SPIKER;
}

static bool alive(const dado_body *b)
{
    return !(b->flags & DADO_BODY_GONE);
}

static void tick_body(tick_context *m, dado_body *b);

// Creates a body. It takes its first tick at once, and joins the list at the end of the
// tick.
static void create(tick_context *m, dado_body b)
{
    if (m->fresh_count == fresh_most) return;
    tick_body(m, &b);
    m->fresh[m->fresh_count++] = b;
}

// Affects the coin and the bodies on top of a tile that was hit from below.
static void disturb(tick_context *m, int column, int row)
{
    if (row < 0) return;
    int at = column * DADO_LEVEL_ROWS + row;
    if (tile_does(m->course, m->changed, at) & DADO_TILE_TAKEN) {
        take_coin(m);
        change_tile(m, at);
    }
    float left = (float)(column * DADO_LEVEL_TILE), right = left + DADO_LEVEL_TILE;
    for (int i = m->w->bodies - 1; i >= 0; i--) {
        dado_body *b = &m->bodies[i];
        if (!alive(b) || b->kind == DADO_BODY_FIREBALL || b->kind == DADO_BODY_EMBER ||
            b->kind == DADO_BODY_BULLET) {
            continue;
        }
        float hw = b->kind == DADO_BODY_SNAPPER ? 2 : half;
        if (!(b->x + hw > left && b->x - hw < right && (int)((b->y - 1) / 16) == row)) continue;
        if (is_creature(b)) {
            b->flags |= DADO_BODY_GONE;
        } else {
            b->facing = (int8_t)-m->w->hero.facing;
            b->vy = -10;
        }
    }
}

static void bump(tick_context *m, int column, int row, bool strong)
{
    int at = column * DADO_LEVEL_ROWS + row;
    int does = tile_does(m->course, m->changed, at);
    if (!(does & (DADO_TILE_BUMPS | DADO_TILE_BREAKS))) return;
    disturb(m, column, row - 1);
    if (does & DADO_TILE_BREAKS) {
        if (strong) change_tile(m, at);
        return;
    }
    change_tile(m, at);
    int tile = m->course->level->tiles[at];
    dado_body item = {
        .x = (float)(16 * column + 9),
        .y = (float)(16 * row + 8),
        .point = -1,
        .facing = 1,
        .height = 12,
    };
    switch (tile) {
    case DADO_TILE_POWER:
    case DADO_TILE_BRICK_POWER:
        item.kind = m->w->size == DADO_SMALL ? DADO_BODY_CAP : DADO_BODY_EMBER;
        create(m, item);
        break;
    case DADO_TILE_LIFE:
    case DADO_TILE_HIDDEN_LIFE:
        item.kind = DADO_BODY_HEART;
        create(m, item);
        break;
    default: take_coin(m);
    }
}

typedef struct spot {  // the tile that a body is in while it is moved
    int column, row;
} spot;

static bool probe(tick_context *m, const dado_body *b, spot here, float px, float py, float dx,
                  float dy)
{
    int column = (int)(px / 16), row = (int)(py / 16);
    if (column == here.column && row == here.row) return false;
    if (row < 0 || row >= DADO_LEVEL_ROWS) return false;
    column = clamp_column(m->course, column);
    int at = column * DADO_LEVEL_ROWS + row;
    int does = tile_does(m->course, m->changed, at);
    if (does == 0) return false;
    bool hit = stops(does, dy);
    if (b->kind == DADO_BODY_HERO) {
        if (does & DADO_TILE_TAKEN) {
            take_coin(m);
            change_tile(m, at);
        }
        if (hit && dy < 0) bump(m, column, row, m->w->size != DADO_SMALL);
    } else if (hit && b->kind == DADO_BODY_SHELL && dy == 0 && dx != 0) {
        bump(m, column, row, true);
    }
    return hit;
}

static bool at_cliff(const tick_context *m, const dado_body *b, float s)
{
    if (b->kind != DADO_BODY_RED || !(b->flags & DADO_BODY_GROUND)) return false;
    int column = clamp_column(m->course, (int)(s / 16)), row = (int)(b->y / 16 + 1);
    if (row < 0 || row >= DADO_LEVEL_ROWS) return true;
    return !stops(tile_does(m->course, m->changed, column * DADO_LEVEL_ROWS + row), 1);
}

static bool shift_down(tick_context *m, dado_body *b, float dy)
{
    spot here = { (int)(b->x / 16), (int)(b->y / 16) };
    float left = b->x - half, right = b->x + half, to = b->y + dy, below = b->y + dy + 1;
    bool hit = probe(m, b, here, left, to, 0, 0) || probe(m, b, here, right, to, 0, 0) ||
               probe(m, b, here, left, below, 0, dy) || probe(m, b, here, right, below, 0, dy);
    if (!hit) {
        b->y += dy;
        return true;
    }
    float from = b->kind == DADO_BODY_HERO ? b->y - 1 : b->y;
    b->y = (float)((int)(from / 16 + 1) * 16 - 1);
    b->flags |= DADO_BODY_GROUND;
    return false;
}

static bool shift_up(tick_context *m, dado_body *b, float dy)
{
    spot here = { (int)(b->x / 16), (int)(b->y / 16) };
    float top = b->y + dy - b->height;
    bool hit = probe(m, b, here, b->x, top, 0, dy) || probe(m, b, here, b->x - half, top, 0, dy) ||
               probe(m, b, here, b->x + half, top, 0, dy);
    if (!hit) {
        b->y += dy;
        return true;
    }
    b->y = (float)((int)((b->y - b->height) / 16) * 16 + b->height);
    b->vy = 0;
    if (b->kind == DADO_BODY_HERO) m->w->jump = 0;
    return false;
}

static bool shift_aside(tick_context *m, dado_body *b, float dx)
{
    spot here = { (int)(b->x / 16), (int)(b->y / 16) };
    int half_height = b->height / 2;
    float s = dx > 0 ? b->x + dx + half : b->x + dx - half;
    bool hit = probe(m, b, here, s, b->y - b->height, dx, 0);
    hit |= probe(m, b, here, s, b->y - (float)half_height, dx, 0);
    hit |= probe(m, b, here, s, b->y, dx, 0);
    hit |= at_cliff(m, b, s);
    if (!hit) {
        b->x += dx;
        return true;
    }
    if (dx < 0) b->x = (float)((int)((b->x - half) / 16) * 16 + half);
    else b->x = (float)((int)((b->x + half) / 16 + 1) * 16 - half - 1);
    b->vx = 0;
    return false;
}

// These two move a body sideways, and up or down, at most eight pixels per step. They
// return false once it is blocked.
static bool shift_x(tick_context *m, dado_body *b, float dx)
{
    while (dx > 8) {
        if (!shift_aside(m, b, 8)) return false;
        dx -= 8;
    }
    while (dx < -8) {
        if (!shift_aside(m, b, -8)) return false;
        dx += 8;
    }
    return dx == 0 || shift_aside(m, b, dx);
}

static bool shift_y(tick_context *m, dado_body *b, float dy)
{
    while (dy > 8) {
        if (!shift_down(m, b, 8)) return false;
        dy -= 8;
    }
    while (dy < -8) {
        if (!shift_up(m, b, -8)) return false;
        dy += 8;
    }
    if (dy == 0) return true;
    return dy > 0 ? shift_down(m, b, dy) : shift_up(m, b, dy);
}

static void walk(tick_context *m, dado_body *b, float speed, float damping, float gravity)
{
    if (b->vx > 2) b->facing = 1;
    if (b->vx < -2) b->facing = -1;
    b->vx = (float)b->facing * speed;
    if (!shift_x(m, b, b->vx)) b->facing = (int8_t)-b->facing;
    b->flags &= (uint8_t)~DADO_BODY_GROUND;
    shift_y(m, b, b->vy);
    b->vy *= damping;
    b->vx *= friction;
    if (!(b->flags & DADO_BODY_GROUND)) b->vy += gravity;
}

static void tick_fireball(tick_context *m, dado_body *b)
{
    if (b->vx > 2) b->facing = 1;
    if (b->vx < -2) b->facing = -1;
    b->vx = (float)b->facing * 8.0f;
    if (!shift_x(m, b, b->vx)) b->flags |= DADO_BODY_GONE;
    b->flags &= (uint8_t)~DADO_BODY_GROUND;
    shift_y(m, b, b->vy);
    if (b->flags & DADO_BODY_GROUND) b->vy = -10;
    b->vy *= 0.95f;
    b->vx *= friction;
    if (!(b->flags & DADO_BODY_GROUND)) b->vy += 1.5f;
}

static void tick_snapper(const tick_context *m, dado_body *b)
{
    float home = (float)(16 * m->course->points[b->point].row + 18);
    if (b->vy > 0 && b->y >= home) {
        b->y = home;
        b->count++;
        float away = m->w->hero.x - b->x;
        if (b->count > wait_most && (int)(away < 0 ? -away : away) > 24) {
            b->count = 0;
            b->vy = -1;
        }
    } else if (b->vy < 0 && home - b->y > snapper_rise) {
        b->y = home - snapper_rise;
        b->count++;
        if (b->count > wait_most) {
            b->count = 0;
            b->vy = 1;
        }
    }
    b->y += b->vy;
}

static void tick_body(tick_context *m, dado_body *b)
{
    switch (b->kind) {
    case DADO_BODY_CRAWLER:
    case DADO_BODY_GREEN:
    case DADO_BODY_RED:
    case DADO_BODY_SPIKER:
        if (b->flags & DADO_BODY_WINGED) {
            walk(m, b, 1.75f, 0.95f, 0.6f);
            if (b->flags & DADO_BODY_GROUND) b->vy = -10;
        } else {
            walk(m, b, 1.75f, 0.85f, 2);
        }
        break;
    case DADO_BODY_SNAPPER: tick_snapper(m, b); break;
    case DADO_BODY_SHELL:
        b->flags &= (uint8_t)~DADO_BODY_SLID;
        if (b->facing != 0) b->flags |= DADO_BODY_SLID;
        walk(m, b, 11, 0.85f, 2);
        break;
    case DADO_BODY_CAP:
    case DADO_BODY_HEART:
        if (b->count < 9) {
            b->count++;
            b->y -= 1;
        } else {
            walk(m, b, 1.75f, 0.85f, 2);
        }
        break;
    case DADO_BODY_EMBER:
        if (b->count < 9) b->count++;
        if (b->count < 9) b->y -= 1;
        break;
    case DADO_BODY_FIREBALL: tick_fireball(m, b); break;
    case DADO_BODY_BULLET: b->x += 4 * (float)b->facing; break;
    default: break;
    }
}

static void begin_jump(tick_context *m)
{
    dado_world_head *w = m->w;
    dado_body *hero = &w->hero;
    w->jump = 7;
    hero->vy = 7 * push_up;
    hero->flags &= (uint8_t)~DADO_BODY_GROUND;
    spot here = { (int)(hero->x / 16), (int)(hero->y / 16) };
    float top = hero->y - 4 - hero->height;
    bool hit = probe(m, hero, here, hero->x, top, 0, -4) ||
               probe(m, hero, here, hero->x - half, top, 0, -4) ||
               probe(m, hero, here, hero->x + half, top, 0, -4);
    if (!hit) w->jumps++;
}

static void steer(tick_context *m, int buttons)
{
    dado_world_head *w = m->w;
    dado_body *hero = &w->hero;
    float push = buttons & DADO_RUN ? 1.2f : 0.6f;
    if (hero->flags & DADO_BODY_GROUND) {
        w->ducks = (buttons & DADO_DOWN) && w->size != DADO_SMALL;
    }
    hero->height = w->size != DADO_SMALL && !w->ducks ? 24 : 12;
    if (hero->vx > 2) hero->facing = 1;
    if (hero->vx < -2) hero->facing = -1;
    if (!(buttons & DADO_JUMP)) {
        w->jump = 0;
    } else if ((hero->flags & DADO_BODY_GROUND) && w->may_jump) {
        begin_jump(m);
    } else if (w->jump > 0) {
        hero->vy = (float)w->jump * push_up;
        w->jump--;
    }
    if ((buttons & DADO_LEFT) && !w->ducks) {
        hero->vx -= push;
        hero->facing = -1;
    }
    if ((buttons & DADO_RIGHT) && !w->ducks) {
        hero->vx += push;
        hero->facing = 1;
    }
    bool fires =
        (buttons & DADO_RUN) && w->may_shoot && w->size == DADO_FIERY && m->fireballs < fire_most;
    if (fires) {
        create(m, (dado_body){ .x = hero->x + (float)(6 * hero->facing),
                               .y = hero->y - 20,
                               .vy = 4,
                               .point = -1,
                               .kind = DADO_BODY_FIREBALL,
                               .facing = hero->facing,
                               .height = 8 });
    }
    w->may_shoot = !(buttons & DADO_RUN);
    w->may_jump = (hero->flags & DADO_BODY_GROUND) && !(buttons & DADO_JUMP);
}

static void tick_hero(tick_context *m, int buttons)
{
    dado_world_head *w = m->w;
    dado_body *hero = &w->hero;
    if (w->safe > 0) w->safe--;
    w->was_ground = (hero->flags & DADO_BODY_GROUND) != 0;
    steer(m, buttons);
    if (hero->vx < 0.5f && hero->vx > -0.5f) hero->vx = 0;
    hero->flags &= (uint8_t)~DADO_BODY_GROUND;
    shift_x(m, hero, hero->vx);
    shift_y(m, hero, hero->vy);
    if (hero->x < 0) {
        hero->x = 0;
        hero->vx = 0;
    }
    if (hero->x > m->course->goal) {
        hero->x = m->course->goal;
        hero->vx = 0;
        w->status = DADO_WON;
    }
    hero->vy *= 0.85f;
    hero->vx *= friction;
    if (!(hero->flags & DADO_BODY_GROUND)) hero->vy += 3;
}

static void bounce(tick_context *m, const dado_body *b)
{
    dado_world_head *w = m->w;
    int half_height = b->height / 2;
    shift_y(m, &w->hero, b->y - (float)half_height - w->hero.y);
    w->jump = bounce_push;
    w->hero.vy = bounce_push * push_up;
    w->hero.flags &= (uint8_t)~DADO_BODY_GROUND;
    w->safe = 1;
}

static void hurt(dado_world_head *w)
{
    w->hurts++;
    if (w->safe > 0) return;
    if (w->size == DADO_SMALL) {
        w->status = DADO_LOST;
        w->hero.flags |= DADO_BODY_GONE;
        return;
    }
    w->size--;
    w->pause = pause_ticks;
    w->safe = safe_ticks;
}

static void meet_creature(tick_context *m, dado_body *b, bool above)
{
    if (!above || b->kind == DADO_BODY_SPIKER || b->kind == DADO_BODY_SNAPPER) {
        hurt(m->w);
        return;
    }
    bounce(m, b);
    if (b->flags & DADO_BODY_WINGED) {
        b->flags &= (uint8_t)~DADO_BODY_WINGED;
        b->vy = 0;
        return;
    }
    b->flags |= DADO_BODY_GONE;
    m->w->stomps++;
    if (b->kind == DADO_BODY_GREEN || b->kind == DADO_BODY_RED) {
        create(m, (dado_body){ .x = b->x,
                               .y = b->y,
                               .vy = -5,
                               .point = b->point,
                               .kind = DADO_BODY_SHELL,
                               .height = 12 });
    }
}

static void meet_shell(tick_context *m, dado_body *b, bool above)
{
    dado_world_head *w = m->w;
    if (above) {
        bounce(m, b);
        if (b->facing != 0) {
            b->vx = 0;
            b->facing = 0;
        } else {
            b->facing = w->hero.facing;
        }
    } else if (b->facing != 0) {
        hurt(w);
    } else {
        b->facing = w->hero.facing;
        w->safe = 1;
    }
}

static void grow(tick_context *m, dado_size size)
{
    if (m->w->size >= size) {
        take_coin(m);
        return;
    }
    m->w->size = (uint8_t)size;
    m->w->pause = pause_ticks;
}

static bool touches(const dado_body *hero, const dado_body *b)
{
    float reach = is_walker(b) ? 12 : b->kind == DADO_BODY_SNAPPER ? 8 : 16;
    float dx = hero->x - b->x, dy = hero->y - b->y;
    return dx < reach && dx > -reach && dy > (float)-b->height && dy < (float)hero->height;
}

static void meet(tick_context *m, dado_body *b)
{
    dado_world_head *w = m->w;
    bool stayed = (w->hero.flags & DADO_BODY_GROUND) && w->was_ground;
    bool above = w->hero.vy > 0 && w->hero.y - b->y <= 0 && !stayed;
    switch (b->kind) {
    case DADO_BODY_SHELL: meet_shell(m, b, above); break;
    case DADO_BODY_BULLET:
        if (above) {
            bounce(m, b);
            b->flags |= DADO_BODY_GONE;
        } else {
            hurt(w);
        }
        break;
    case DADO_BODY_CAP:
        grow(m, DADO_LARGE);
        b->flags |= DADO_BODY_GONE;
        break;
    case DADO_BODY_EMBER:
        grow(m, DADO_FIERY);
        b->flags |= DADO_BODY_GONE;
        break;
    case DADO_BODY_HEART:
        w->lives++;
        b->flags |= DADO_BODY_GONE;
        break;
    default: meet_creature(m, b, above);
    }
}

static bool strikes(const dado_body *missile, const dado_body *b)
{
    float dx = missile->x - b->x, dy = missile->y - b->y;
    return dx < 16 && dx > -16 && dy > (float)-b->height && dy < (float)missile->height;
}

static void strike_with_shell(tick_context *m, dado_body *shell)
{
    for (int i = m->w->bodies - 1; i >= 0; i--) {
        dado_body *b = &m->bodies[i];
        if (b == shell || !alive(b) || !alive(shell) || !strikes(shell, b)) continue;
        if (!is_creature(b) && b->kind != DADO_BODY_SHELL && b->kind != DADO_BODY_BULLET) continue;
        b->flags |= DADO_BODY_GONE;
        m->w->shell_kills++;
        if (b->kind == DADO_BODY_SHELL) shell->flags |= DADO_BODY_GONE;
    }
}

static void strike_with_fire(tick_context *m, dado_body *ball)
{
    for (int i = m->w->bodies - 1; i >= 0; i--) {
        dado_body *b = &m->bodies[i];
        if (b == ball || !alive(b) || !alive(ball) || !strikes(ball, b)) continue;
        if (!is_creature(b) && b->kind != DADO_BODY_SHELL && b->kind != DADO_BODY_BULLET) continue;
        bool burns = is_creature(b) && b->kind != DADO_BODY_SPIKER;
        if (burns) m->w->fire_kills++;
        if (burns || (b->kind == DADO_BODY_SHELL && b->facing == 0)) b->flags |= DADO_BODY_GONE;
        ball->flags |= DADO_BODY_GONE;
    }
}

static void settle_contacts(tick_context *m)
{
    dado_world_head *w = m->w;
    int slid = 0, balls = m->fresh_count;
    for (int i = w->bodies - 1; i >= 0; i--) {
        dado_body *b = &m->bodies[i];
        slid += b->kind == DADO_BODY_SHELL;
        balls += b->kind == DADO_BODY_FIREBALL;
        if (alive(b) && b->kind != DADO_BODY_FIREBALL && touches(&w->hero, b)) meet(m, b);
    }
    for (int i = w->bodies - 1; slid && i >= 0; i--) {
        dado_body *b = &m->bodies[i];
        bool sliding = b->kind == DADO_BODY_SHELL && alive(b) && (b->flags & DADO_BODY_SLID);
        if (sliding) strike_with_shell(m, b);
    }
    for (int i = w->bodies - 1; balls && i >= 0; i--) {
        dado_body *b = &m->bodies[i];
        if (b->kind == DADO_BODY_FIREBALL && alive(b)) strike_with_fire(m, b);
    }
    for (int i = 0; balls && i < m->fresh_count; i++) {
        dado_body *b = &m->fresh[i];
        if (b->kind == DADO_BODY_FIREBALL && alive(b)) strike_with_fire(m, b);
    }
}

// Removes bodies that are far from the window or have fallen out of the level.
static void remove_out_of_view(tick_context *m, float camera)
{
    dado_world_head *w = m->w;
    const float depth = 16 * DADO_LEVEL_ROWS + 32;
    for (int i = w->bodies - 1; i >= 0; i--) {
        dado_body *b = &m->bodies[i];
        m->fireballs += b->kind == DADO_BODY_FIREBALL;
        bool fell = b->y > depth;
        if (!(b->x < camera - 64 || b->x > camera + 320 || fell)) continue;
        m->fireballs -= b->kind == DADO_BODY_FIREBALL;
        b->flags |= DADO_BODY_GONE;
        if (fell && (is_creature(b) || b->kind == DADO_BODY_BULLET)) w->fall_kills++;
    }
    if (w->hero.y > depth) {
        w->status = DADO_LOST;
        w->hero.flags |= DADO_BODY_GONE;
    }
}

static bool is_about(const tick_context *m, int point)
{
    for (int i = 0; i < m->w->bodies; i++) {
        if (m->bodies[i].point == point) return true;
    }
    return false;
}

static void spawn(tick_context *m, int point, int dir)
{
    const dado_course_point *p = &m->course->points[point];
    dado_body b = { .point = (int16_t)point, .kind = p->kind, .height = 12 };
    if (p->kind == DADO_BODY_SNAPPER) {
        b.x = (float)(16 * p->column + 17);
        b.y = (float)(16 * p->row + 18);
        b.vy = -1;
    } else {
        b.x = (float)(16 * p->column + 8);
        b.y = (float)(16 * p->row + 15);
        b.facing = (int8_t)(dir ? dir : 1);
        if (p->kind == DADO_BODY_GREEN || p->kind == DADO_BODY_RED) b.height = 24;
        if (p->winged) b.flags = DADO_BODY_WINGED;
    }
    create(m, b);
}

static void fire_cannon(tick_context *m, int point, int dir)
{
    const dado_course_point *p = &m->course->points[point];
    if (dir == 0 || m->w->bodies + m->fresh_count >= m->course->capacity - 2) return;
    create(m, (dado_body){ .x = (float)(16 * p->column + 8 + 8 * dir),
                           .y = (float)(16 * p->row + 15),
                           .point = -1,
                           .kind = DADO_BODY_BULLET,
                           .facing = (int8_t)dir,
                           .height = 12 });
}

// Creates the creatures whose cells have just come into the window, and fires cannons.
static void update_spawns(tick_context *m, float camera)
{
    dado_world_head *w = m->w;
    const dado_course *c = m->course;
    int from = (int)camera / 16 - 1, to = (int)(camera + view) / 16 + 1;
    if (from < 0) from = 0;
    if (to >= c->width) to = c->width - 1;
    int first = c->first[from], end = c->first[to + 1];
    bool volley = c->cannons && w->tick % 100 == 0;
    if (first != w->seen_from || end != w->seen_to || volley || w->tick == 1) {
        for (int i = first; i < end; i++) {
            const dado_course_point *p = &c->points[i];
            float middle = (float)(16 * p->column + 8);
            int dir = middle > w->hero.x + 16 ? -1 : middle < w->hero.x - 16 ? 1 : 0;
            bool seen = i >= w->seen_from && i < w->seen_to;
            if (p->kind == DADO_BODY_BULLET) {
                if (volley) fire_cannon(m, i, dir);
            } else if (!seen && !is_about(m, i)) {
                spawn(m, i, dir);
            }
        }
    }
    w->seen_from = (int16_t)first;
    w->seen_to = (int16_t)end;
}

// Removes dead bodies from the list and appends the new ones. The last body moves first.
static void remove_gone_bodies(tick_context *m)
{
    dado_world_head *w = m->w;
    int before = w->bodies, kept = 0;
    for (int i = 0; i < before; i++) {
        if (!alive(&m->bodies[i])) continue;
        if (kept != i) m->bodies[kept] = m->bodies[i];
        kept++;
    }
    for (int i = m->fresh_count - 1; i >= 0; i--) {
        if (alive(&m->fresh[i]) && kept < m->course->capacity) m->bodies[kept++] = m->fresh[i];
    }
    if (kept < before) {
        memset(&m->bodies[kept], 0, (size_t)(before - kept) * sizeof(dado_body));
    }
    w->bodies = (uint16_t)kept;
}

void dado_world_tick(const dado_course *course, dado_world_head *w, int buttons)
{
    if (w->status != DADO_PLAYING) return;
    if (w->pause > 0) {
        w->pause--;
        return;
    }
    w->clock -= tick_ms;
    if (w->clock <= 0) {
        w->status = DADO_TIMED_OUT;
        return;
    }
    w->tick++;
    tick_context m;
    m.course = course;
    m.w = w;
    m.changed = dado_world_changed(w);
    m.bodies = dado_world_bodies(course, w);
    m.fireballs = 0;
    m.fresh_count = 0;
    float camera = w->hero.x - half_view, most = (float)(16 * course->width - view);
    if (camera > most) camera = most;
    if (camera < 0) camera = 0;
    remove_out_of_view(&m, camera);
    update_spawns(&m, camera);
    for (int i = w->bodies - 1; i >= 0; i--) {
        if (alive(&m.bodies[i])) tick_body(&m, &m.bodies[i]);
    }
    if (alive(&w->hero)) tick_hero(&m, buttons);
    settle_contacts(&m);
    remove_gone_bodies(&m);
}

void dado_world_start(const dado_course *course, dado_world_head *w)
{
    memset(w, 0, dado_world_size(course));
    w->hero = (dado_body){
        .x = (float)(16 * course->level->start_column + 8),
        .y = (float)(16 * course->level->start_row + 15),
        .point = -1,
        .kind = DADO_BODY_HERO,
        .facing = 1,
        .height = 24,
    };
    w->clock = start_ms;
    dado_world_tick(course, w, 0);
}

size_t dado_world_size(const dado_course *course)
{
    return sizeof(dado_world_head) + (size_t)course->words * sizeof(uint64_t) +
           (size_t)course->capacity * sizeof(dado_body);
}

size_t dado_world_used(const dado_course *course, const dado_world_head *world)
{
    return sizeof(dado_world_head) + (size_t)course->words * sizeof(uint64_t) +
           (size_t)world->bodies * sizeof(dado_body);
}

int dado_world_tile(const dado_course *course, const dado_world_head *world, int column, int row)
{
    int at = column * DADO_LEVEL_ROWS + row;
    int slot = course->slot[at] - 1;
    int tile = course->level->tiles[at];
    if (slot < 0 || !(dado_world_changed(world)[slot >> 6] >> (slot & 63) & 1)) return tile;
    return dado_tiles[tile].does & DADO_TILE_BUMPS ? DADO_TILE_USED : DADO_TILE_AIR;
}

bool dado_world_stops(const dado_course *course, const dado_world_head *world, int column, int row,
                      int down)
{
    if (row < 0 || row >= DADO_LEVEL_ROWS) return false;
    int at = clamp_column(course, column) * DADO_LEVEL_ROWS + row;
    return stops(tile_does(course, dado_world_changed(world), at), (float)down);
}

double dado_world_completion(const dado_course *course, const dado_world_head *world)
{
    double share = (double)world->hero.x / (double)course->goal;
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

// Lists the spawn cells and the tops of cannons, by column and then by row.
static int list_points(const dado_level *level, dado_course_point *points, int *cannons)
{
    int count = 0, next = 0;
    *cannons = 0;
    for (int column = 0; column < level->width; column++) {
        for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
            while (next < level->spawn_count && level->spawns[next].column == column &&
                   level->spawns[next].row == row) {
                const dado_spawn *s = &level->spawns[next++];
                if (points) {
                    points[count] =
                        (dado_course_point){ s->column, s->row, s->creature, s->winged };
                }
                count++;
            }
            bool top = row == 0 || dado_level_tile(level, column, row - 1) != DADO_TILE_CANNON;
            if (dado_level_tile(level, column, row) == DADO_TILE_CANNON && top) {
                if (points) {
                    points[count] =
                        (dado_course_point){ (int16_t)column, (uint8_t)row, DADO_BODY_BULLET, 0 };
                }
                count++;
                ++*cannons;
            }
        }
    }
    return count;
}

bool dado_course_init(dado_course *course, const dado_level *level, dado_region *region,
                      dado_error *err)
{
    int cells = level->width * DADO_LEVEL_ROWS;
    *course = (dado_course){ .level = level,
                             .width = level->width,
                             .goal = (float)(16 * level->exit_column) };
    course->point_count = list_points(level, NULL, &course->cannons);
    uint8_t *does = dado_new(region, uint8_t, cells);
    uint16_t *slot = dado_new(region, uint16_t, cells);
    dado_course_point *points = dado_new(region, dado_course_point, course->point_count + 1);
    int16_t *first = dado_new(region, int16_t, level->width + 1);
    if (!does || !slot || !points || !first) {
        return dado_fail(err, DADO_LIMIT, "out of memory for the physics of a level of %d columns",
                         level->width);
    }
    int items = 0;
    for (int i = 0; i < cells; i++) {
        does[i] = dado_tiles[level->tiles[i]].does;
        if (does[i] & (DADO_TILE_BUMPS | DADO_TILE_BREAKS | DADO_TILE_TAKEN)) {
            slot[i] = (uint16_t)++course->slots;
        }
        items += (does[i] & DADO_TILE_BUMPS) != 0;
    }
    list_points(level, points, &course->cannons);
    int at = 0;
    for (int column = 0; column <= level->width; column++) {
        while (at < course->point_count && points[at].column < column) at++;
        first[column] = (int16_t)at;
    }
    course->does = does;
    course->slot = slot;
    course->points = points;
    course->first = first;
    course->words = (course->slots + 63) / 64;
    // Room for one body per spawn cell, two bullets per cannon, one item per block, and a
    // few fireballs.
    course->capacity = course->point_count + 2 * course->cannons + items + 4;
    return true;
}
