// textbook_cfr.h - games with secrets as a textbook would solve them, to check the solver against.
//
// It shares nothing with the program: a game here is a history of small numbers,
// an information set is a string in a dictionary, and every iteration walks
// every history anew. It knows poker after Kuhn for any cards and players,
// Leduc, liar's dice with one die each, and GOPS. Regret is counted the `plus`
// way: never below nothing, iteration t weighing t, a player's new strategy
// entering the average, players one after the other.
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { plain_chance = -1, plain_over = -2, plain_longest = 40, plain_most = 16, plain_seats = 3 };

typedef struct plain_history {
    int length, at[plain_longest];
} plain_history;

typedef struct plain_game {
    int players, cards;
    int (*actor)(const struct plain_game *g, const plain_history *h);
    int (*count)(const struct plain_game *g, const plain_history *h);  // of moves, or equal odds
    void (*pay)(const struct plain_game *g, const plain_history *h, double *pay);
    void (*key)(const struct plain_game *g, const plain_history *h, int player, char *key);
} plain_game;

// ---- the k-th of the cards from 0 that were not taken before

static inline int plain_card(const plain_history *h, int dealt, int cards)
{
    int hands[plain_longest] = { 0 };
    for (int i = 0; i <= dealt; i++) {
        int left = h->at[i];
        for (int card = 0; card < cards; card++) {
            bool taken = false;
            for (int j = 0; j < i; j++) taken |= hands[j] == card;
            if (taken || left-- > 0) continue;
            hands[i] = card;
            break;
        }
    }
    return hands[dealt];
}

// ---- Kuhn: first a card each, then 0 is check or fold, 1 is bet or call

typedef struct plain_table {
    int actor, bets, in[plain_seats];
    bool out[plain_seats];
} plain_table;

static inline plain_table plain_kuhn_table(const plain_game *g, const plain_history *h)
{
    plain_table t = { .actor = plain_chance };
    for (int p = 0; p < g->players; p++) t.in[p] = 1;
    if (h->length < g->players) return t;
    int acted = 0, answered = 0;
    for (int i = g->players; i < h->length; i++, acted++) {
        int p = acted % g->players;
        if (t.bets) answered++;
        if (h->at[i]) t.in[p]++;
        if (!h->at[i] && t.bets) t.out[p] = true;
        if (h->at[i]) t.bets = 1;
    }
    bool over = t.bets ? answered == g->players - 1 : acted == g->players;
    t.actor = over ? plain_over : acted % g->players;
    return t;
}

static inline int plain_kuhn_actor(const plain_game *g, const plain_history *h)
{
    return plain_kuhn_table(g, h).actor;
}

static inline int plain_kuhn_count(const plain_game *g, const plain_history *h)
{
    return h->length < g->players ? g->cards - h->length : 2;
}

static inline void plain_kuhn_pay(const plain_game *g, const plain_history *h, double *pay)
{
    plain_table t = plain_kuhn_table(g, h);
    int best = -1, winner = 0, pot = 0;
    for (int p = 0; p < g->players; p++) {
        int card = plain_card(h, p, g->cards);
        pot += t.in[p];
        if (t.out[p] || card < best) continue;
        best = card;
        winner = p;
    }
    for (int p = 0; p < g->players; p++) pay[p] = (p == winner ? pot : 0) - t.in[p];
}

static inline void plain_kuhn_key(const plain_game *g, const plain_history *h, int player,
                                  char *key)
{
    key += sprintf(key, "p%d card %d:", player, plain_card(h, player, g->cards));
    for (int i = g->players; i < h->length; i++) *key++ = (char)('0' + h->at[i]);
    *key = '\0';
}

static inline plain_game plain_kuhn(int cards, int players)
{
    return (plain_game){ players,          cards,          plain_kuhn_actor,
                         plain_kuhn_count, plain_kuhn_pay, plain_kuhn_key };
}

// ---- Leduc: six cards, card / 2 its rank; moves are 0 fold, 1 call, 2 raise, those that may be

typedef struct plain_leduc_table {
    int actor, in[2], raised, legal[3], count, folded, board;
} plain_leduc_table;

static inline plain_leduc_table plain_leduc_at(const plain_history *h)
{
    plain_leduc_table t = { .actor = plain_chance, .in = { 1, 1 }, .folded = -1, .board = -1 };
    int round = 0, acted = 0;
    for (int i = 2;; i++) {
        t.count = 0;
        if (h->length < 2) return t;
        if (round == 2 || t.folded >= 0) {
            t.actor = plain_over;
            return t;
        }
        bool deals = round == 1 && t.board < 0;
        t.actor = deals ? plain_chance : acted % 2;
        if (!deals) {
            if (t.in[acted % 2] < t.in[1 - acted % 2]) t.legal[t.count++] = 0;
            t.legal[t.count++] = 1;
            if (t.raised < 2) t.legal[t.count++] = 2;
        }
        if (i == h->length) return t;
        if (deals) {
            t.board = i;
            continue;
        }
        int me = t.actor, move = t.legal[h->at[i]];
        acted++;
        if (move == 0) t.folded = me;
        if (move >= 1) t.in[me] = t.in[1 - me];
        if (move == 2) {
            t.in[me] += round == 0 ? 2 : 4;
            t.raised++;
        }
        if (move == 1 && acted >= 2) {
            round++;
            acted = t.raised = 0;
        }
    }
}

static inline int plain_leduc_actor(const plain_game *g, const plain_history *h)
{
    (void)g;
    return plain_leduc_at(h).actor;
}

static inline int plain_leduc_count(const plain_game *g, const plain_history *h)
{
    (void)g;
    plain_leduc_table t = plain_leduc_at(h);
    if (t.actor != plain_chance) return t.count;
    return h->length < 2 ? 6 - h->length : 4;
}

// The card dealt third stands somewhere in the history: brought behind the first two.
static inline int plain_leduc_board(const plain_history *h, int at)
{
    plain_history dealt = { 3, { h->at[0], h->at[1], h->at[at] } };
    return plain_card(&dealt, 2, 6);
}

static inline void plain_leduc_pay(const plain_game *g, const plain_history *h, double *pay)
{
    (void)g;
    plain_leduc_table t = plain_leduc_at(h);
    int winner = -1;
    if (t.folded >= 0) {
        winner = 1 - t.folded;
    } else {
        int board = plain_leduc_board(h, t.board) / 2, power[2];
        for (int p = 0; p < 2; p++) {
            int rank = plain_card(h, p, 6) / 2;
            power[p] = rank == board ? 100 : rank;
        }
        if (power[0] != power[1]) winner = power[1] > power[0];
    }
    pay[0] = pay[1] = 0;
    if (winner < 0) return;
    pay[winner] = t.in[1 - winner];
    pay[1 - winner] = -t.in[1 - winner];
}

static inline void plain_leduc_key(const plain_game *g, const plain_history *h, int player,
                                   char *key)
{
    (void)g;
    plain_leduc_table t = plain_leduc_at(h);
    key += sprintf(key, "p%d card %d:", player, plain_card(h, player, 6));
    for (int i = 2; i < h->length; i++) {
        if (i == t.board) key += sprintf(key, "[%d]", plain_leduc_board(h, i));
        else *key++ = (char)('0' + h->at[i]);
    }
    *key = '\0';
}

static inline plain_game plain_leduc(void)
{
    return (
        plain_game){ 2, 6, plain_leduc_actor, plain_leduc_count, plain_leduc_pay, plain_leduc_key };
}

// ---- liar's dice: a die each, then bids that rise, as (dice - 1) * faces + face; 0 is "liar"
// where something was bid, and k the k-th bid above the last

static inline int plain_liar_last(const plain_history *h, int *bidder, bool *called)
{
    int last = -1;
    *called = false;
    for (int i = 2; i < h->length; i++) {
        bool first = i == 2;
        if (!first && h->at[i] == 0) {
            *called = true;
            continue;
        }
        last += first ? h->at[i] + 1 : h->at[i];
        *bidder = i % 2;
    }
    return last;
}

static inline int plain_liar_actor(const plain_game *g, const plain_history *h)
{
    (void)g;
    int bidder;
    bool called;
    if (h->length < 2) return plain_chance;
    plain_liar_last(h, &bidder, &called);
    return called ? plain_over : h->length % 2;
}

static inline int plain_liar_count(const plain_game *g, const plain_history *h)
{
    int bidder;
    bool called;
    if (h->length < 2) return g->cards;
    if (h->length == 2) return 2 * g->cards;
    return 2 * g->cards - plain_liar_last(h, &bidder, &called);
}

static inline void plain_liar_pay(const plain_game *g, const plain_history *h, double *pay)
{
    int bidder = 0;
    bool called;
    int last = plain_liar_last(h, &bidder, &called), face = last % g->cards;
    int there = (h->at[0] == face) + (h->at[1] == face);
    bool honest = there >= last / g->cards + 1;
    pay[bidder] = honest ? 1 : -1;
    pay[1 - bidder] = -pay[bidder];
}

static inline void plain_liar_key(const plain_game *g, const plain_history *h, int player,
                                  char *key)
{
    (void)g;
    key += sprintf(key, "p%d die %d:", player, h->at[player]);
    for (int i = 2; i < h->length; i++) key += sprintf(key, "%d,", h->at[i]);
}

static inline plain_game plain_liar(int faces)
{
    return (
        plain_game){ 2, faces, plain_liar_actor, plain_liar_count, plain_liar_pay, plain_liar_key };
}

// ---- GOPS: a prize, a card by each, and again; numbers are places among what is left

static inline int plain_gops_taken(const plain_history *h, int round, int column)
{
    plain_history own = { .length = round + 1 };
    for (int i = 0; i <= round; i++) own.at[i] = h->at[3 * i + column];
    return plain_card(&own, round, plain_most);
}

static inline int plain_gops_actor(const plain_game *g, const plain_history *h)
{
    return h->length == 3 * g->cards ? plain_over : h->length % 3 - 1;
}

static inline int plain_gops_count(const plain_game *g, const plain_history *h)
{
    return g->cards - h->length / 3;
}

static inline void plain_gops_pay(const plain_game *g, const plain_history *h, double *pay)
{
    pay[0] = 0;
    for (int i = 0; i < g->cards; i++) {
        int a = plain_gops_taken(h, i, 1), b = plain_gops_taken(h, i, 2);
        int prize = plain_gops_taken(h, i, 0) + 1;
        pay[0] += a > b ? prize : a < b ? -prize : 0;
    }
    pay[1] = -pay[0];
}

static inline void plain_gops_key(const plain_game *g, const plain_history *h, int player,
                                  char *key)
{
    (void)g;
    key += sprintf(key, "p%d:", player);
    int round = h->length / 3;
    for (int i = 0; i < round; i++) {
        key += sprintf(key, "%d %d/%d ", plain_gops_taken(h, i, 0), plain_gops_taken(h, i, 1),
                       plain_gops_taken(h, i, 2));
    }
    sprintf(key, "%d", plain_gops_taken(h, round, 0));
}

static inline plain_game plain_gops(int cards)
{
    return (
        plain_game){ 2, cards, plain_gops_actor, plain_gops_count, plain_gops_pay, plain_gops_key };
}

// ---- the dictionary

typedef struct plain_node {
    char key[96];
    int player, count;
    double regret[plain_most], odds[plain_most], sum[plain_most], gain[plain_most];
} plain_node;

typedef struct plain_solver {
    plain_game game;
    plain_node **table;
    size_t room, used;
    int iterations;
} plain_solver;

static inline size_t plain_slot(const plain_solver *s, const char *key)
{
    size_t h = 5381;
    for (const char *c = key; *c; c++) h = h * 33 + (unsigned char)*c;
    h &= s->room - 1;
    while (s->table[h] && strcmp(s->table[h]->key, key) != 0) h = (h + 1) & (s->room - 1);
    return h;
}

static inline plain_node *plain_find(plain_solver *s, const plain_history *h, int player, int count)
{
    char key[96];
    s->game.key(&s->game, h, player, key);
    size_t at = plain_slot(s, key);
    if (s->table[at]) return s->table[at];
    if (s->used * 2 >= s->room) {
        plain_node **old = s->table;
        size_t room = s->room;
        s->room *= 2;
        s->table = calloc(s->room, sizeof *s->table);
        for (size_t i = 0; i < room; i++) {
            if (old[i]) s->table[plain_slot(s, old[i]->key)] = old[i];
        }
        free(old);
        at = plain_slot(s, key);
    }
    plain_node *n = s->table[at] = calloc(1, sizeof *n);
    s->used++;
    strcpy(n->key, key);
    n->player = player;
    n->count = count;
    for (int i = 0; i < count; i++) n->odds[i] = 1.0 / count;
    return n;
}

static inline plain_solver plain_open(plain_game game)
{
    plain_solver s = { .game = game, .room = 1024 };
    s.table = calloc(s.room, sizeof *s.table);
    return s;
}

static inline void plain_close(plain_solver *s)
{
    for (size_t i = 0; i < s->room; i++) free(s->table[i]);
    free(s->table);
}

// ---- walks

// What `player` gets, and what he would have gained by each move, times how likely the others
// and luck make it.
static inline double plain_walk(plain_solver *s, plain_history *h, int player, double others)
{
    int actor = s->game.actor(&s->game, h);
    if (actor == plain_over) {
        double pay[plain_seats];
        s->game.pay(&s->game, h, pay);
        return pay[player];
    }
    int count = s->game.count(&s->game, h);
    plain_node *n = actor == plain_chance || count == 1 ? NULL : plain_find(s, h, actor, count);
    double value = 0, each[plain_most];
    h->length++;
    for (int i = 0; i < count; i++) {
        double odds = n ? n->odds[i] : 1.0 / count;
        h->at[h->length - 1] = i;
        each[i] = plain_walk(s, h, player, actor == player ? others : others * odds);
        value += odds * each[i];
    }
    h->length--;
    if (n && actor == player) {
        for (int i = 0; i < count; i++) n->gain[i] += others * (each[i] - value);
    }
    return value;
}

// Adds what `player` plays now to his sums, times how likely he makes it himself.
static inline void plain_tally(plain_solver *s, plain_history *h, int player, double own)
{
    int actor = s->game.actor(&s->game, h);
    if (actor == plain_over) return;
    int count = s->game.count(&s->game, h);
    plain_node *n = actor == player && count > 1 ? plain_find(s, h, actor, count) : NULL;
    if (n && n->gain[0] == 0) {  // once for each set: the mark is taken away afterwards
        n->gain[0] = 1;
        for (int i = 0; i < count; i++) n->sum[i] += s->iterations * own * n->odds[i];
    }
    h->length++;
    for (int i = 0; i < count; i++) {
        h->at[h->length - 1] = i;
        plain_tally(s, h, player, n ? own * n->odds[i] : own);
    }
    h->length--;
}

static inline void plain_iterate(plain_solver *s)
{
    plain_history h = { 0 };
    s->iterations++;
    for (int player = 0; player < s->game.players; player++) {
        plain_walk(s, &h, player, 1);
        for (size_t at = 0; at < s->room; at++) {
            plain_node *n = s->table[at];
            if (!n || n->player != player) continue;
            double liked = 0;
            for (int i = 0; i < n->count; i++) {
                n->regret[i] = fmax(n->regret[i] + n->gain[i], 0);
                liked += n->regret[i];
                n->gain[i] = 0;
            }
            for (int i = 0; i < n->count; i++) {
                n->odds[i] = liked > 0 ? n->regret[i] / liked : 1.0 / n->count;
            }
        }
        plain_tally(s, &h, player, 1);
        for (size_t at = 0; at < s->room; at++) {
            if (s->table[at]) s->table[at]->gain[0] = 0;
        }
    }
}

// Makes what is played now the average of all that was played.
static inline void plain_settle(plain_solver *s)
{
    for (size_t at = 0; at < s->room; at++) {
        plain_node *n = s->table[at];
        if (!n) continue;
        double total = 0;
        for (int i = 0; i < n->count; i++) total += n->sum[i];
        for (int i = 0; i < n->count; i++) {
            n->odds[i] = total > 0 ? n->sum[i] / total : 1.0 / n->count;
        }
    }
}

// ---- what a way of playing is worth, and the best against it

static inline double plain_value(plain_solver *s, int player)
{
    plain_history h = { 0 };
    return plain_walk(s, &h, player, 1);
}

// Turns `player` into one who knows what the others play: again and again the moves are gone
// through and each set takes its best, until nothing changes, which takes no more rounds than he
// has moves in a match.
static inline double plain_best(plain_solver *s, int player)
{
    double before = -1e300, value = plain_value(s, player);
    for (int round = 0; round < plain_longest && value != before; round++) {
        before = value;
        for (size_t at = 0; at < s->room; at++) {
            plain_node *n = s->table[at];
            if (n) memset(n->gain, 0, sizeof n->gain);
        }
        value = plain_value(s, player);
        for (size_t at = 0; at < s->room; at++) {
            plain_node *n = s->table[at];
            if (!n || n->player != player) continue;
            int best = 0;
            for (int i = 1; i < n->count; i++) {
                if (n->gain[i] > n->gain[best] + 1e-15) best = i;
            }
            for (int i = 0; i < n->count; i++) n->odds[i] = i == best;
        }
        value = plain_value(s, player);
    }
    return value;
}
