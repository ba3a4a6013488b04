// print.c - the table and the moves, in words and as JSON.
#include <stdio.h>
#include <string.h>

#include "recycle/machine.h"

static const char *const kinds[] = { "vloc", "iloc", "hloc", "oloc", "mem" };

static void print_owner(int owner, dado_text *out)
{
    if (owner == -1) dado_text_add(out, "game");
    else if (owner < -1) dado_text_addf(out, "t%d", -2 - owner);
    else dado_text_addf(out, "p%d", owner);
}

// A card by what tells it apart: its attributes, the ones with the fewest values last.
static void print_card(const rcy_program *p, int card, dado_text *out)
{
    bool first = true;
    for (int k = 0; k < p->keys; k++) {
        int value = p->attribute[k * p->cards + card];
        if (value == 0) continue;
        // An attribute that follows from another (RED from HEARTS) says nothing new.
        bool follows = false;
        for (int other = 0; other < p->keys && !follows; other++) {
            if (other == k) continue;
            bool determined = true, finer = false;
            const uint16_t *mine = p->attribute + k * p->cards;
            const uint16_t *theirs = p->attribute + other * p->cards;
            for (int c = 0; c < p->cards && determined; c++) {
                if (theirs[c] != theirs[card]) continue;
                determined = mine[c] == mine[card];
            }
            for (int c = 0; c < p->cards && !finer; c++) {
                finer = mine[c] == mine[card] && theirs[c] != theirs[card];
            }
            follows = determined && finer && theirs[card] != 0;
        }
        if (follows) continue;
        dado_text_addf(out, "%s%s", first ? "" : "-", rcy_text(p->source, value));
        first = false;
    }
    if (first) dado_text_addf(out, "card %d", card);
}

static bool hides(const rcy_program *p, int place, int eyes)
{
    return !rcy_sees(p, place, eyes);
}

static void print_places(const rcy_program *p, const unsigned char *s, int eyes, dado_text *out)
{
    const uint16_t *order = (const uint16_t *)(const void *)(s + p->at_order);
    const uint16_t *from = (const uint16_t *)(const void *)(s + p->at_from);
    for (int place = 1; place < p->places; place++) {
        int count = from[place + 1] - from[place];
        if (count == 0) continue;
        print_owner(p->place[place].owner, out);
        dado_text_addf(out, " %s %s:", kinds[p->place[place].kind],
                       rcy_text(p->source, p->place[place].name));
        if (hides(p, place, eyes)) {
            dado_text_addf(out, " %d hidden\n", count);
            continue;
        }
        for (int at = from[place]; at < from[place + 1]; at++) {
            dado_text_char(out, ' ');
            print_card(p, order[at], out);
        }
        dado_text_char(out, '\n');
    }
    const uint16_t *recall = (const uint16_t *)(const void *)(s + p->at_recall);
    const uint16_t *recall_from = (const uint16_t *)(const void *)(s + p->at_recall_from);
    for (int mem = 0; mem < p->mems; mem++) {
        if (recall_from[mem] == recall_from[mem + 1]) continue;
        print_owner(p->mem[mem].owner, out);
        dado_text_addf(out, " mem %s:", rcy_text(p->source, p->mem[mem].name));
        for (int at = recall_from[mem]; at < recall_from[mem + 1]; at++) {
            dado_text_char(out, ' ');
            print_card(p, recall[at], out);
        }
        dado_text_char(out, '\n');
    }
}

static void print_storage(const rcy_program *p, const unsigned char *s, dado_text *out)
{
    const int32_t *sto = (const int32_t *)(const void *)(s + p->at_sto);
    const uint16_t *str = (const uint16_t *)(const void *)(s + p->at_str);
    const int32_t *die = (const int32_t *)(const void *)(s + p->at_die);
    for (int owner = -1; owner < p->players; owner++) {
        bool first = true;
        for (int i = 0; i < p->stos + p->strs; i++) {
            bool number = i < p->stos;
            int slot = number ? i : i - p->stos;
            const rcy_place_info *info = number ? &p->sto_info[slot] : &p->str_info[slot];
            if (info->owner != owner || (number ? sto[slot] == 0 : str[slot] == 0)) continue;
            if (first) print_owner(owner, out);
            dado_text_addf(out, "%s%s ", first ? " " : ", ", rcy_text(p->source, info->name));
            if (number) dado_text_addf(out, "%d", sto[slot]);
            else dado_text_add(out, rcy_text(p->source, str[slot]));
            first = false;
        }
        if (!first) dado_text_char(out, '\n');
    }
    for (int d = 0; d < p->dice_count; d++) {
        if (die[d]) dado_text_addf(out, "dice %s: %d\n", rcy_text(p->source, p->dice[d].name), die[d]);
    }
}

void rcy_print(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    const rcy_program *p = game->data;
    print_places(p, state, eyes, out);
    print_storage(p, state, out);
    if (out->length == 0) dado_text_add(out, "an empty table\n");
}

void rcy_print_move(const dado_game *game, const void *state, dado_move move, dado_text *out)
{
    const rcy_program *p = game->data;
    const rcy_rest *r = state;
    if (r->kind == rest_luck) dado_text_addf(out, "luck %llu", (unsigned long long)move);
    else if (r->kind == rest_round) dado_text_add(out, "next round");
    else if (move == RCY_NOTHING) dado_text_add(out, "nothing to choose");
    else dado_text_addf(out, "option %llu", (unsigned long long)move);
    (void)p;
}
void rcy_tell(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    dado_text words = { 0 };
    rcy_print(game, state, eyes, &words);
    dado_text_add(out, "{\"table\":");
    dado_text_json(out, dado_text_string(&words));
    dado_text_char(out, '}');
    dado_text_free(&words);
}
void rcy_tell_move(const dado_game *game, const void *state, dado_move move, dado_text *out)
{
    dado_text words = { 0 };
    rcy_print_move(game, state, move, &words);
    dado_text_add(out, "{\"move\":");
    dado_text_json(out, dado_text_string(&words));
    dado_text_char(out, '}');
    dado_text_free(&words);
}
bool rcy_sound(const dado_game *game, const void *state, dado_error *err)
{
    const rcy_program *p = game->data;
    const rcy_rest *r = state;
    if (r->kind != rest_stopped) return true;
    char code[8];
    snprintf(code, sizeof code, "R%d", r->fault);
    dado_fail_at(err, r->fault == 610 ? DADO_LIMIT : DADO_MEANING,
                 rcy_place(p->source, (int)r->pc, (int)r->pc), "the play cannot go on");
    return dado_fail_code(err, code);
}
