// Território: makes lieutenants, explores, attacks what it meets, marches on buildings it saw.
// Build it with: cc -O2 -o territorio_agent territorio_agent.c
#define _POSIX_C_SOURCE 200809L
#include "dado_pipe.h"

enum { side = 256 };
static char seen[side][side], goal[side][side];  // tiles looked at, and enemy buildings; [y][x]

static int apart(int ax, int ay, int bx, int by)  // odd columns sit half a tile lower
{
    int dq = abs(ax - bx), dr = abs(ay - ax / 2 - by + bx / 2);
    int ds = abs(ax - bx + ay - ax / 2 - by + bx / 2);
    return dq > dr ? (dq > ds ? dq : ds) : (dr > ds ? dr : ds);
}

static int nearest(int x, int y, int width, int height, int goals)
{
    int least = 1000;
    for (int ty = 0; ty < height; ty++) {
        for (int tx = 0; tx < width; tx++) {
            int far = apart(x, y, tx, ty);
            if ((goals ? goal[ty][tx] : !seen[ty][tx]) && far < least) least = far;
        }
    }
    return least;
}

// Is there an element that begins like this, after `from` in the view? Then where it stands.
static const char *element(const char *from, unsigned *id, int *owner, int *x, int *y)
{
    while ((from = strstr(from, "{\"id\":")) != NULL) {
        if (sscanf(from++, "{\"id\":%u,\"owner\":%d,\"type\":\"%*[^\"]\",\"x\":%d,\"y\":%d", id, owner,
                   x, y) == 4) return from;
    }
    return NULL;
}

static int choose(const dado_pipe_turn *turn)
{
    int width = 0, height = 0, goals = 0, best = turn->count - 1, most = 0, owner, x, y;
    unsigned id, unit;
    if (strstr(turn->view, "\"round\":0,")) memset(seen, 0, sizeof seen), memset(goal, 0, sizeof goal);
    const char *row = strstr(turn->view, "\"terrain\":[") + 11;
    for (; *row == '"' || *row == ','; row += *row == ',') {
        for (row++, width = 0; *row != '"'; row++, width++) {
            if (*row != '?') seen[height][width] = 1, goal[height][width] = 0;
        }
        row++, height++;
    }
    const char *buildings = strstr(turn->view, "\"buildings\":[");
    for (const char *s = buildings; (s = element(s, &id, &owner, &x, &y));) {
        if (owner != turn->seat) goal[y][x] = 1;
    }
    for (y = 0; y < height; y++) for (x = 0; x < width; x++) goals += goal[y][x];
    for (int i = 0; i < turn->count; i++) {
        char verb[16], what[32], own[64];
        if (sscanf(turn->moves[i], "%15s %u %31s", verb, &unit, what) != 3) continue;
        if (strcmp(verb, "attack") == 0) return i;
        snprintf(own, sizeof own, "{\"id\":%u,", unit);
        const char *s = strstr(turn->view, own);
        if (!s || !element(s, &id, &owner, &x, &y)) continue;
        const char *makes = strstr(s, "\"production\":");
        if (strcmp(verb, "produce") == 0 && strcmp(what, "lieutenant") == 0 &&
            strncmp(makes, "\"production\":null", 17) == 0) return i;
        int tx, ty;
        if (strcmp(verb, "move") != 0 || sscanf(what, "%d,%d", &tx, &ty) != 2) continue;
        int nearer = nearest(x, y, width, height, goals) - nearest(tx, ty, width, height, goals);
        if (nearer > most) best = i, most = nearer;
    }
    return best;
}

int main(void)
{
    return dado_pipe_play(choose, "marcher");
}
