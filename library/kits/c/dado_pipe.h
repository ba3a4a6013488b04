// dado_pipe.h - plays any game of dado from C over pipes; copy it beside your agent.
//
//     #include "dado_pipe.h"
//     static int choose(const dado_pipe_turn *turn) { return 0; }   // which move; -1 gives up
//     int main(void) { return dado_pipe_play(choose, "first"); }
//
// The view is handed over as the JSON text it came in: bring the reader you
// like. Remarks go to stderr: standard output belongs to the conversation.
//
// Protocol 2: the budget of a turn is processor time, all threads added up. The clock on the wall
// stands behind it, five times as long. Rest while others think: a player that is busy then is
// frozen until it is asked again.
#ifndef DADO_PIPE_H
#define DADO_PIPE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct dado_pipe_turn {
    const char *game;
    int seat, players;
    unsigned long long seed;
    const char *view;    // JSON
    char **moves;        // legal, in words
    int count;
    const char *error;   // why the last answer was refused; or NULL
} dado_pipe_turn;

typedef int dado_pipe_choose(const dado_pipe_turn *turn);

// The start of the value of a member of the outermost object; NULL if it has none.
static const char *dado_pipe_member(const char *json, const char *name)
{
    int depth = 0;
    for (const char *s = json; *s; s++) {
        if (*s == '{' || *s == '[') depth++;
        else if (*s == '}' || *s == ']') depth--;
        else if (*s == '"') {
            const char *begin = ++s;
            while (*s && *s != '"') s += *s == '\\' && s[1] ? 2 : 1;
            if (!*s) return NULL;
            size_t length = (size_t)(s - begin);
            if (depth == 1 && s[1] == ':' && strlen(name) == length &&
                strncmp(begin, name, length) == 0) {
                return s + 2;
            }
        }
    }
    return NULL;
}

// Where the value at `json` ends.
static const char *dado_pipe_end(const char *json)
{
    int depth = 0;
    for (; *json; json++) {
        if (*json == '"') {
            for (json++; *json && *json != '"';) json += *json == '\\' && json[1] ? 2 : 1;
            if (!*json) break;
        } else if (*json == '{' || *json == '[') {
            depth++;
        } else if (depth == 0 && (*json == ',' || *json == '}' || *json == ']')) {
            break;
        } else if (*json == '}' || *json == ']') {
            depth--;
        }
    }
    return json;
}

// Takes the string at `json` out, in place; answers what follows it.
static char *dado_pipe_string(char *json, char **string)
{
    char *to = *string = ++json;
    while (*json && *json != '"') {
        if (*json != '\\') {
            *to++ = *json++;
            continue;
        }
        json++;
        if (*json == 'u') {
            char digits[5] = { 0 };
            strncpy(digits, json + 1, 4);
            *to++ = (char)strtol(digits, NULL, 16);  // what moves are made of is plain ASCII
            json += strlen(digits) + 1;
        } else {
            *to++ = *json == 'n' ? '\n' : *json == 't' ? '\t' : *json;
            if (*json) json++;
        }
    }
    char *after = *json ? json + 1 : json;
    *to = '\0';
    return after;
}

// Cuts the list of moves up, in place.
static int dado_pipe_moves(char *list, char ***moves, int *room)
{
    int count = 0;
    for (char *s = list + 1; *s && *s != ']';) {
        if (*s != '"') {
            s++;
            continue;
        }
        if (count == *room) {
            *room = *room ? 2 * *room : 64;
            *moves = realloc(*moves, sizeof **moves * (size_t)*room);
            if (!*moves) exit(1);
        }
        s = dado_pipe_string(s, &(*moves)[count++]);
    }
    return count;
}

static void dado_pipe_answer(const dado_pipe_turn *turn, const char *code, dado_pipe_choose *choose)
{
    int chosen = choose(turn);
    if (chosen < 0 || chosen >= turn->count) printf("{\"t\":\"resign\"}\n");
    else {
        printf("{\"t\":\"move\",\"code\":\"%s\",\"move\":\"", code);
        for (const char *s = turn->moves[chosen]; *s; s++) {
            if (*s == '"' || *s == '\\') putchar('\\');
            putchar(*s);
        }
        printf("\"}\n");
    }
    fflush(stdout);
}

// Território: writes the places of the legal moves without new orders for buildings that are at
// work already, and answers how many there are; `places` has room for all. What is not called
// costs nothing, and no compiler complains of it.
static inline int dado_pipe_lean(const dado_pipe_turn *turn, int *places)
{
    const char *buildings = strstr(turn->view, "\"buildings\":[");
    int count = 0;
    for (int i = 0; i < turn->count; i++) {
        unsigned id;
        if (sscanf(turn->moves[i], "produce %u", &id) == 1 && buildings) {
            char own[32];
            snprintf(own, sizeof own, "{\"id\":%u,", id);
            const char *building = strstr(buildings, own);
            const char *makes = building ? strstr(building, "\"production\":") : NULL;
            if (makes && strncmp(makes, "\"production\":null", 17) != 0) continue;
        }
        places[count++] = i;
    }
    return count;
}

// Território: the six neighbours of a tile, N NE SE S SW NW, those off the map left out; answers
// how many, x and y of each in `places`.
static inline int dado_pipe_neighbours(int x, int y, int width, int height, int places[6][2])
{
    static const int steps[2][6][2] = {
        { { 0, -1 }, { 1, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 }, { -1, -1 } },
        { { 0, -1 }, { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 } },
    };
    int count = 0;
    for (int i = 0; i < 6; i++) {
        int nx = x + steps[x % 2][i][0], ny = y + steps[x % 2][i][1];
        if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
        places[count][0] = nx;
        places[count++][1] = ny;
    }
    return count;
}

// Território: steps between two tiles.
static inline int dado_pipe_distance(int x1, int y1, int x2, int y2)
{
    int dx = x2 > x1 ? x2 - x1 : x1 - x2, up = x1 % 2 == 0 ? (dx + 1) / 2 : dx / 2;
    int above = y1 - up - y2, below = y2 - y1 - (dx - up), rest = above > below ? above : below;
    return dx + (rest > 0 ? rest : 0);
}

// Território: what it costs to march from a tile to every other, -1 where it is too far, into
// `costs`. `prices` has for every tile, row by row, what entering it costs, 0 where one may not;
// `stops`, or NULL, marks tiles where a march ends, such as buildings of others.
static inline void dado_pipe_reach(int width, int height, const int *prices, const char *stops,
                                   int x, int y, int moves, int *costs)
{
    int places[6][2];
    for (int i = 0; i < width * height; i++) costs[i] = -1;
    costs[y * width + x] = 0;
    for (int cost = 0; cost < moves; cost++) {
        for (int tile = 0; tile < width * height; tile++) {
            if (costs[tile] != cost || (cost > 0 && stops && stops[tile])) continue;
            int count = dado_pipe_neighbours(tile % width, tile / width, width, height, places);
            for (int i = 0; i < count; i++) {
                int to = places[i][1] * width + places[i][0], sum = cost + prices[to];
                if (prices[to] <= 0 || sum > moves) continue;
                if (costs[to] < 0 || costs[to] > sum) costs[to] = sum;
            }
        }
    }
}

// Território: the cheapest march, tile by tile without the first, as places row by row in `path`;
// answers how many, 0 where there is none. `path` and `rest` have room for all tiles.
static inline int dado_pipe_route(int width, int height, const int *prices, const char *stops,
                                  int x, int y, int to_x, int to_y, int *path, int *rest)
{
    int start = y * width + x, goal = to_y * width + to_x, places[6][2], length = 0;
    if (start == goal || prices[goal] <= 0) return 0;
    for (int i = 0; i < width * height; i++) rest[i] = -1;  // to pay from a tile on
    rest[goal] = 0;
    for (int changed = 1; changed;) {
        changed = 0;
        for (int tile = 0; tile < width * height; tile++) {
            if (rest[tile] < 0 || tile == start) continue;
            int count = dado_pipe_neighbours(tile % width, tile / width, width, height, places);
            for (int i = 0; i < count; i++) {
                int before = places[i][1] * width + places[i][0], cost = rest[tile] + prices[tile];
                int usable = before == start ||
                             (prices[before] > 0 && !(stops && stops[before]));
                if (!usable || (rest[before] >= 0 && rest[before] <= cost)) continue;
                rest[before] = cost;
                changed = 1;
            }
        }
    }
    for (int here = start; rest[start] >= 0 && here != goal;) {
        int count = dado_pipe_neighbours(here % width, here / width, width, height, places);
        for (int i = 0; i < count; i++) {
            int to = places[i][1] * width + places[i][0];
            if (to == start || rest[to] < 0 || prices[to] <= 0) continue;
            if (to != goal && stops && stops[to]) continue;
            if (rest[to] + prices[to] != rest[here]) continue;
            path[length++] = here = to;
            break;
        }
    }
    return length;
}

// Território: what an attack, a defence or an influence comes to. `least` is the unit's min_random,
// `luck` between 0 and 1; `group` is the bonus of a group where it stands in one, or 0, `domain` the
// bonus of domain times one's share of the tile.
static inline double dado_pipe_force(double attribute, double least, double luck, double group,
                                     double domain)
{
    return attribute * (1 + group) * (1 + domain) * (least + luck * (1 - least));
}

// Território: the damage of two forces, to the one attacked and back (if it may strike back);
// `power` is combat.power, 1 or 2.
static inline void dado_pipe_fight(double attack, double defence, int power, double *hit,
                                   double *back)
{
    double both = attack + defence;
    *hit = both == 0 ? 0 : (power == 2 ? attack * attack : attack) / both;
    *back = both == 0 ? 0 : (power == 2 ? defence * defence : defence) / both;
}

// Território: everybody's shares of a tile after `seat` exerted so much on it.
static inline void dado_pipe_influence(double *shares, int players, int seat, double exerted)
{
    double whole = 0;
    shares[seat] += exerted;
    for (int p = 0; p < players; p++) whole += shares[p];
    for (int p = 0; whole != 0 && p < players; p++) shares[p] /= whole;
}

static inline void dado_pipe_put(const char *text)
{
    putchar('"');
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\') printf("\\%c", *c);
        else if (*c < ' ') printf("\\u%04x", *c);
        else putchar(*c);
    }
    putchar('"');
}

// What would happen? From world number `world` that fits the view (the same number, the same world
// and luck), after these moves in words, of whoever is to move; then `on` more at random. The answer
// is JSON, for the caller to free, or NULL: view, actor, over, scores (more is better), places once it
// is over, made, left (of the budget), with `list` the legal moves there, and, where it went no
// further, error: BUDGET once that is spent. dado_pipe_member finds each.
static inline char *dado_pipe_what_if(long world, const char *const *moves, int count, long on,
                                      int list)
{
    printf("{\"t\":\"if\",\"world\":%ld,\"on\":%ld,\"list\":%s,\"moves\":[", world, on,
           list ? "true" : "false");
    for (int i = 0; i < count; i++) {
        if (i) putchar(',');
        dado_pipe_put(moves[i]);
    }
    puts("]}");
    fflush(stdout);
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        const char *kind = dado_pipe_member(line, "t");
        if (kind && strncmp(kind, "\"then\"", 6) == 0) return line;
    }
    free(line);
    return NULL;
}

static int dado_pipe_play(dado_pipe_choose *choose, const char *name)
{
    char *line = NULL, *moves_text = NULL, *view = NULL, *game = NULL, *error = NULL, code[32] = "";
    size_t room = 0;
    int move_room = 0;
    dado_pipe_turn turn = { 0 };
    while (getline(&line, &room, stdin) > 0) {
        const char *kind = dado_pipe_member(line, "t");
        if (!kind) continue;
        if (strncmp(kind, "\"hello\"", 7) == 0) {
            const char *seed = dado_pipe_member(line, "seed");
            turn.seat = atoi(dado_pipe_member(line, "seat"));
            turn.players = atoi(dado_pipe_member(line, "players"));
            turn.seed = seed ? strtoull(seed, NULL, 10) : 0;
            free(game);
            game = strdup(dado_pipe_member(line, "game"));
            char *name_of_game;
            dado_pipe_string(game, &name_of_game);
            turn.game = name_of_game;
            printf("{\"t\":\"ready\",\"moves\":true,\"name\":\"%s\"}\n", name);
            fflush(stdout);
        } else if (strncmp(kind, "\"turn\"", 6) == 0) {
            snprintf(code, sizeof code, "%.16s", dado_pipe_member(line, "code") + 1);
            free(moves_text);
            moves_text = strdup(dado_pipe_member(line, "moves"));
            free(view);  // a copy: a refusal is read over the line it came in
            const char *shown = dado_pipe_member(line, "view");
            turn.view = view = strndup(shown, (size_t)(dado_pipe_end(shown) - shown));
            turn.count = dado_pipe_moves(moves_text, &turn.moves, &move_room);
            turn.error = NULL;
            dado_pipe_answer(&turn, code, choose);
        } else if (strncmp(kind, "\"err\"", 5) == 0) {
            free(error);
            error = strdup(dado_pipe_member(line, "error"));
            char *why;
            dado_pipe_string(error, &why);
            turn.error = why;
            dado_pipe_answer(&turn, code, choose);
        }
    }
    return 0;
}

#endif
