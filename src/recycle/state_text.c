// state_text.c - prints the table and the moves in words.
//
// A move is described by its path: what the alternative does, and what was picked, as far
// as the chooser can see it. What follows from it may depend on cards that the chooser
// cannot see, so it is not mentioned.
#include <stdio.h>
#include <string.h>

#include "recycle/told_facts.h"
#include "recycle/state_text.h"
#include "recycle/rule_coverage.h"

static const char *const kinds[] = { "vloc", "iloc", "hloc", "oloc", "mem" };

const char *rcy_kind_name(int kind)
{
    return kinds[kind];
}

void rcy_print_owner(int owner, dado_text *out)
{
    if (owner == -1) dado_text_add(out, "game");
    else if (owner < -1) dado_text_addf(out, "t%d", -2 - owner);
    else dado_text_addf(out, "p%d", owner);
}

const char *rcy_key_text(const rcy_program *p, int key)
{
    for (int word = 0; word < p->strings; word++) {
        if (p->key_of[word] == key) return rcy_text(p->source, word);
    }
    return "";
}

// Returns whether attribute `k` of a look follows from another attribute, as RED follows
// from HEARTS.
static bool follows(const rcy_program *p, int k, int look)
{
    const uint16_t *mine = p->attribute + k * p->looks;
    for (int other = 0; other < p->keys; other++) {
        const uint16_t *theirs = p->attribute + other * p->looks;
        if (other == k || theirs[look] == 0) continue;
        bool determined = true, finer = false;
        for (int c = 0; c < p->looks && determined; c++) {
            if (theirs[c] == theirs[look]) determined = mine[c] == mine[look];
            else finer = finer || mine[c] == mine[look];
        }
        if (determined && finer) return true;
    }
    return false;
}

static int look_of(const rcy_program *p, const unsigned char *state, int card)
{
    if (!p->look_from) return card;
    int side = p->side_count[card] < 2 ? 0 : state[p->at_side + p->side_slot[card]] & rcy_side_bits;
    return p->look_from[card] + side;
}

static void print_look(const rcy_program *p, int look, bool briefly, dado_text *out)
{
    bool first = true;
    for (int k = 0; k < p->keys; k++) {
        int value = p->attribute[k * p->looks + look];
        if (value == 0 || (briefly && follows(p, k, look))) continue;
        dado_text_addf(out, "%s%s", first ? "" : "-", rcy_text(p->source, value));
        first = false;
    }
    if (first) dado_text_add(out, "card");
}

void rcy_print_look(const rcy_program *p, int look, dado_text *out)
{
    print_look(p, look, true, out);
}

int rcy_shown_look(const rcy_program *p, const void *state, int card)
{
    return look_of(p, state, card);
}

void rcy_print_card(const rcy_program *p, const void *state, int card, dado_text *out)
{
    print_look(p, look_of(p, state, card), true, out);
}

// Returns the first look with the same words; where several packs are used together,
// looks repeat.
static int first_alike(const rcy_program *p, int look)
{
    for (int other = 0; other < look; other++) {
        bool alike = true;
        for (int k = 0; k < p->keys && alike; k++) {
            const uint16_t *by = &p->attribute[k * p->looks];
            alike = by[other] == by[look];
        }
        if (alike) return other;
    }
    return look;
}

static bool comes_before(const rcy_program *p, const void *state, int a, int b)
{
    int first = first_alike(p, look_of(p, state, a));
    int second = first_alike(p, look_of(p, state, b));
    return first != second ? first < second : a < b;
}

// Returns the next card after `card` among those from `first` to `end`, or the first of
// all if `card` is -1. The order is that of a sorted hand, with equal cards together.
static int next_in_hand(const rcy_program *p, const void *state, const uint16_t *order, int first,
                        int end, int card)
{
    int next = -1;
    for (int at = first; at < end; at++) {
        if (card >= 0 && !comes_before(p, state, card, order[at])) continue;
        if (next < 0 || comes_before(p, state, order[at], next)) next = order[at];
    }
    return next;
}

static void print_places(const rcy_program *p, const unsigned char *s, int eyes, dado_text *out)
{
    const uint16_t *order = (const uint16_t *)(const void *)(s + p->at_order);
    const uint16_t *from = (const uint16_t *)(const void *)(s + p->at_from);
    for (int place = 1; place < p->places; place++) {
        int count = from[place + 1] - from[place];
        if (count == 0 || rcy_space_drawn(p, &p->place[place]) >= 0) continue;
        rcy_print_owner(p->place[place].owner, out);
        dado_text_addf(out, " %s:", rcy_text(p->source, p->place[place].name));
        bool seen = rcy_sees(p, place, eyes);
        for (int at = from[place]; !seen && at < from[place + 1]; at++) {
            seen = rcy_is_shown(p, s, order[at], eyes) || rcy_told(p, s, order[at], eyes);
        }
        if (!seen) {
            dado_text_addf(out, " %d hidden\n", count);
            continue;
        }
        // The owner sees a hand sorted, whatever the rules do with its order.
        bool hand = p->place[place].kind == place_iloc || p->unordered[place];
        bool sorted =
            hand && eyes >= 0 && p->place[place].owner == eyes && rcy_sees(p, place, eyes);
        int card = -1;
        for (int at = from[place]; at < from[place + 1]; at++) {
            dado_text_char(out, ' ');
            card =
                sorted ? next_in_hand(p, s, order, from[place], from[place + 1], card) : order[at];
            bool known = rcy_sees(p, place, eyes) || rcy_is_shown(p, s, card, eyes);
            if (known) rcy_print_card(p, s, card, out);
            else if (!rcy_print_told(p, s, card, eyes, out)) dado_text_add(out, "hidden");
        }
        dado_text_char(out, '\n');
    }
    const uint16_t *recall = (const uint16_t *)(const void *)(s + p->at_recall);
    const uint16_t *recall_from = (const uint16_t *)(const void *)(s + p->at_recall_from);
    for (int mem = 0; mem < p->mems; mem++) {
        if (recall_from[mem] == recall_from[mem + 1]) continue;
        rcy_print_owner(p->mem[mem].owner, out);
        dado_text_addf(out, " remembers %s:", rcy_text(p->source, p->mem[mem].name));
        for (int at = recall_from[mem]; at < recall_from[mem + 1]; at++) {
            dado_text_char(out, ' ');
            rcy_print_card(p, s, recall[at], out);
        }
        dado_text_char(out, '\n');
    }
}

static void print_storage(const rcy_program *p, const unsigned char *s, dado_text *out)
{
    const int32_t *sto = (const int32_t *)(const void *)(s + p->at_sto);
    const uint16_t *str = (const uint16_t *)(const void *)(s + p->at_str);
    const int32_t *die = (const int32_t *)(const void *)(s + p->at_die);
    const uint8_t *byte = s + p->at_byte;
    for (int owner = -1 - p->most_teams; owner < p->players; owner++) {
        bool first = true;
        for (int i = 0; i < p->stos + p->strs + p->bytes; i++) {
            bool number = i < p->stos, string = !number && i < p->stos + p->strs;
            int slot = number ? i : string ? i - p->stos : i - p->stos - p->strs;
            const rcy_place_info *info = number   ? &p->sto_info[slot]
                                         : string ? &p->str_info[slot]
                                                  : &p->byte_info[slot];
            bool who = info->kind == slot_who;
            bool unset = number   ? sto[slot] == 0
                         : string ? str[slot] == 0
                                  : byte[slot] == (who ? rcy_nobody : 0);
            if (info->owner != owner || unset || rcy_space_drawn(p, info) >= 0) continue;
            if (first) rcy_print_owner(owner, out);
            dado_text_addf(out, "%s%s", first ? " " : ", ", rcy_text(p->source, info->name));
            if (number) dado_text_addf(out, " %d", sto[slot]);
            else if (string) dado_text_addf(out, " %s", rcy_text(p->source, str[slot]));
            else if (who) dado_text_addf(out, " p%d", byte[slot]);
            first = false;
        }
        if (!first) dado_text_char(out, '\n');
    }
    for (int d = 0; d < p->dice_count; d++) {
        if (!die[d]) continue;
        dado_text_addf(out, "dice %s: %d\n", rcy_text(p->source, p->dice[d].name), die[d]);
    }
}

void rcy_print(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    const rcy_program *p = game->data;
    size_t before = out->length;
    rcy_print_boards(p, state, eyes, out);
    print_places(p, state, eyes, out);
    print_storage(p, state, out);
    if (out->length == before) dado_text_add(out, "the table is empty\n");
}

// Returns the act that an alternative is named after: a move if there is one, then a word
// that is set, then its first act.
static const rcy_node *main_act(const rcy_node *n, int *rank)
{
    const rcy_node *found = NULL, *inner;
    int best = 9, r = 9;
    switch ((rcy_op)n->op) {
    case OP_IF:
    case OP_LET:
    case OP_ALL:
    case OP_ANY:
    case OP_REPEAT:
    case OP_DRAIN:
    case OP_LABEL:
    case OP_EITHER_ACT:
    case OP_REPEAT_WHILE: return main_act(n->y, rank);
    case OP_DO:
        for (int i = 0; i < n->count; i++) {
            inner = main_act(n->list[i], &r);
            if (inner && r < best) {
                best = r;
                found = inner;
            }
        }
        *rank = best;
        return found;
    case OP_MOVE: *rank = 0; return n;
    case OP_SET_STR: *rank = n->z->op == OP_CONST ? 1 : 4; return n;
    case OP_SET_INT: *rank = 3; return n;
    case OP_THROW:
    case OP_SHUFFLE:
    case OP_THROW_CARDS: *rank = 2; return n;
    case OP_PASS: *rank = 6; return n;
    default: *rank = 5; return n;
    }
}

static const char *slot_name(const rcy_program *p, const rcy_node *n, const rcy_place_info *info)
{
    if (n->mode != mode_named) return rcy_text(p->source, info[n->a].name);
    return n->class_ == class_game ? "a place" : "a player's place";
}

static const char *place_name(const rcy_program *p, const rcy_node *gather)
{
    if (!gather) return "a place";
    if (gather->op == OP_PLACE) return slot_name(p, gather, p->place);
    if (gather->op == OP_MEM) return slot_name(p, gather, p->mem);
    return "a pile";
}

void rcy_print_act(const rcy_program *p, const rcy_node *n, dado_text *out)
{
    switch ((rcy_op)n->op) {
    case OP_MOVE: dado_text_addf(out, "move to %s", place_name(p, n->y)); break;
    case OP_REMEMBER: dado_text_addf(out, "remember in %s", place_name(p, n->y)); break;
    case OP_FORGET: dado_text_addf(out, "forget from %s", place_name(p, n->x->x)); break;
    case OP_SET_STR:
        if (n->z->op == OP_CONST) dado_text_add(out, rcy_text(p->source, (int)n->z->value));
        else dado_text_addf(out, "set %s", slot_name(p, n, p->str_info));
        break;
    case OP_SET_INT:
        dado_text_addf(out, "set %s", slot_name(p, n, p->sto_info));
        if (n->z->op == OP_CONST) dado_text_addf(out, " to %lld", (long long)n->z->value);
        break;
    case OP_ADD:
        dado_text_addf(out, "%s %s", n->flag ? "lower" : "raise", slot_name(p, n, p->sto_info));
        if (n->z->op == OP_CONST) dado_text_addf(out, " by %lld", (long long)n->z->value);
        break;
    case OP_SET_BYTE: dado_text_addf(out, "set %s", slot_name(p, n, p->byte_info)); break;
    case OP_THROW_CARDS: dado_text_add(out, "throw"); break;
    case OP_TURN_CARD: dado_text_add(out, "turn"); break;
    case OP_SHOW: dado_text_add(out, "show"); break;
    case OP_TELL: dado_text_add(out, "tell"); break;
    case OP_STOP: dado_text_addf(out, "stop the %s", rcy_keyword_text((rcy_keyword)n->a)); break;
    case OP_SET_MAP: dado_text_add(out, "set points"); break;
    case OP_SHUFFLE: dado_text_addf(out, "shuffle %s", place_name(p, n->x)); break;
    case OP_FARO: dado_text_addf(out, "weave %s", place_name(p, n->x)); break;
    case OP_CYCLE: dado_text_add(out, "give the turn"); break;
    case OP_PASS: dado_text_add(out, "pass"); break;
    case OP_THROW: dado_text_addf(out, "throw %s", rcy_text(p->source, p->dice[n->a].name)); break;
    case OP_SAVE: dado_text_add(out, "end the round"); break;
    case OP_DECK: dado_text_add(out, "make a deck"); break;
    case OP_TEAMS_MADE: dado_text_add(out, "make teams"); break;
    default: dado_text_add(out, "act"); break;
    }
}

static bool knows(const rcy_machine *m, int card, int eyes)
{
    int32_t place;
    const rcy_program *p = m->p;
    rcy_find_card(m, card, &place);
    if (rcy_sees(p, place, eyes) || rcy_is_shown(p, m->state, card, eyes)) return true;
    const uint16_t *recall = (const uint16_t *)(const void *)(m->state + p->at_recall);
    const uint16_t *from = (const uint16_t *)(const void *)(m->state + p->at_recall_from);
    for (int i = 0; i < from[p->mems]; i++) {
        if (recall[i] == card) return true;
    }
    return false;
}

static void print_cards(const rcy_machine *m, const uint16_t *cards, int count, int eyes, int k,
                        dado_text *out)
{
    bool seen = true;
    for (int i = 0; i < count && seen; i++) seen = knows(m, cards[i], eyes);
    if (!seen) {
        dado_text_addf(out, "#%d", k + 1);
        return;
    }
    if (count == 0) dado_text_add(out, "none");
    for (int i = 0; i < count; i++) {
        if (i) dado_text_char(out, '+');
        rcy_print_card(m->p, m->state, cards[i], out);
    }
}

// --- labels ---

// Returns whether two looks have the same value of every attribute.
static bool is_alike(const rcy_program *p, int one, int other)
{
    for (int k = 0; k < p->keys; k++) {
        if (p->attribute[k * p->looks + one] != p->attribute[k * p->looks + other]) return false;
    }
    return true;
}

// Returns the title of a look, as a string: the value of the attribute that (look (TITLE ...))
// names, if all cards with that value are alike. 0: it has none.
static int title_of(const rcy_program *p, int look)
{
    for (int k = 0; k < p->keys; k++) {
        const uint16_t *values = p->attribute + k * p->looks;
        const char *name = rcy_key_text(p, k);
        bool only = values[look] != 0 &&
                    dado_look_find(&p->source->looks, DADO_LOOK_TITLE, NULL, name) != NULL;
        for (int c = 0; c < p->looks && only; c++) {
            only = values[c] != values[look] || is_alike(p, c, look);
        }
        if (only) return values[look];
    }
    return 0;
}

// Prints a card in a label: what it shows if `eyes` can see it, else its position. A card with
// a title is printed as that.
static void label_card(const rcy_machine *m, int card, int eyes, dado_text *out)
{
    int32_t place, at = rcy_find_card(m, card, &place);
    int look = rcy_look_of(m, card), title = title_of(m->p, look);
    if (!knows(m, card, eyes)) dado_text_addf(out, "#%d", at - m->from[place] + 1);
    else if (title) dado_text_add(out, rcy_text(m->p->source, title));
    else print_look(m->p, look, false, out);
}

static void label_value(const rcy_machine *m, int64_t value, rcy_type type, int eyes,
                        dado_text *out)
{
    switch (type) {
    case type_card: label_card(m, (int)value, eyes, out); break;
    case type_str: dado_text_add(out, rcy_text(m->p->source, (int)value)); break;
    case type_bool: dado_text_add(out, value ? "yes" : "no"); break;
    case type_player:
        if (value == rcy_nobody) dado_text_add(out, "nobody");
        else dado_text_addf(out, "p%lld", (long long)value);
        break;
    case type_team: dado_text_addf(out, "t%lld", (long long)value); break;
    default: dado_text_addf(out, "%lld", (long long)value); break;
    }
}

static void label_list(rcy_machine *m, const rcy_coll *c, rcy_type type, int eyes, dado_text *out)
{
    int32_t count = rcy_count(m, c);
    bool nested = type == type_colls || type == type_lists;
    rcy_type element = rcy_element_type(type);
    if (count == 0) dado_text_add(out, "none");
    for (int32_t i = 0; i < count; i++) {
        rcy_mark mark = rcy_mark_of(m);
        rcy_var var;
        rcy_element(m, c, i, &var);
        if (i) dado_text_add(out, type == type_cards ? "+" : ", ");
        if (nested) label_list(m, &var.coll, element, eyes, out);
        else label_value(m, var.value, element, eyes, out);
        rcy_rewind(m, mark);
    }
}

void rcy_print_label(const rcy_machine *listened, const rcy_node *n, int eyes, dado_text *out)
{
    rcy_machine *m = (rcy_machine *)(uintptr_t)listened;  // evaluating changes nothing in it
    const rcy_label *label = &m->p->labels[n->a];
    const char *text = rcy_text(m->p->source, label->text);
    rcy_mark mark = rcy_mark_of(m);
    for (int i = 0; i < label->count; i++) {
        size_t plain = strcspn(text, "{");
        dado_text_addf(out, "%.*s", (int)plain, text);
        text += plain + strcspn(text + plain, "}") + 1;
        rcy_type type = (rcy_type)label->type[i];
        bool list = rcy_element_type(type) != type_none;
        if (list && type != type_team) {
            rcy_coll c;
            rcy_gather(m, label->value[i], &c);
            label_list(m, &c, type, eyes, out);
        } else {
            label_value(m, rcy_value(m, label->value[i]), type, eyes, out);
        }
        rcy_rewind(m, mark);
    }
    dado_text_add(out, text);
}

typedef struct picks {
    rcy_hooks hooks;
    int eyes;
    dado_text *out;
    int count;
    dado_text labels;
} picks;

// Records a label. Labels after a draw are events of the match, and not part of the
// option.
static void labelled(rcy_hooks *hooks, const rcy_machine *m, const rcy_node *n)
{
    picks *told = (picks *)(void *)hooks;
    if (m->drawn) return;
    size_t before = told->labels.length;
    if (before > 0) dado_text_add(&told->labels, ", ");
    size_t from = told->labels.length;
    rcy_print_label(m, n, told->eyes, &told->labels);
    if (told->labels.length == from) told->labels.length = before;  // an empty text is not a label
}

static void picked(rcy_hooks *hooks, const rcy_machine *m, const rcy_node *n, const rcy_coll *c,
                   int k)
{
    picks *told = (picks *)(void *)hooks;
    dado_text *out = told->out;
    const rcy_var *var = &m->var[n->var];
    uint16_t card;
    dado_text_add(out, told->count++ ? ", " : ": ");
    switch ((rcy_type)n->flag) {
    case type_card:
        card = (uint16_t)var->value;
        print_cards(m, &card, 1, told->eyes, k, out);
        break;
    case type_cards: print_cards(m, var->coll.cards, var->coll.count, told->eyes, k, out); break;
    case type_str: dado_text_add(out, rcy_text(m->p->source, (int)var->value)); break;
    case type_player: dado_text_addf(out, "p%lld", (long long)var->value); break;
    case type_team: dado_text_addf(out, "t%lld", (long long)var->value); break;
    default: dado_text_addf(out, "%lld", (long long)var->value); break;
    }
    (void)c;
}

void rcy_replay_option(const rcy_program *p, const void *state, dado_move move, rcy_hooks *hooks)
{
    unsigned char copy[rcy_most_state];
    rcy_machine m;
    rcy_scratch scratch;
    memcpy(copy, state, p->state_size);
    rcy_machine_begin(&m, &scratch, p, copy);
    const rcy_choice *c = &p->choices[p->code[m.pause->pc].choice];
    if (move == RCY_NOTHING || move == RCY_TOO_MANY || c->count == 0) return;
    m.unused_outcome = m.pause->luck;
    m.unused_span = m.pause->span;
    if (!rcy_bind_choice_lets(&m, c)) return;
    m.unused_span = 0;
    m.path = move / (uint64_t)c->count;
    m.path_mode = path_run;
    m.drawn = false;
    m.hooks = hooks;
    rcy_act(&m, c->acts[move % (uint64_t)c->count]);
}

// Returns the place from whose top or bottom an act draws a card; or NULL.
static const rcy_node *drawn_from(const rcy_node *act)
{
    if (!act || act->op != OP_MOVE) return NULL;
    const rcy_node *card = act->x;
    bool end = card->op == OP_TOP || card->op == OP_TOP_PLACE || card->op == OP_BOTTOM;
    return end && card->x && card->x->op == OP_PLACE ? card->x : NULL;
}

// Prints where a card comes from, if alternatives move cards to one place from several.
static void print_from(const rcy_program *p, const rcy_choice *c, const rcy_node *act,
                       dado_text *out)
{
    const rcy_node *from = drawn_from(act);
    for (int i = 0; from && i < c->count; i++) {
        int rank;
        const rcy_node *other = main_act(c->acts[i], &rank), *place = drawn_from(other);
        if (!place || strcmp(place_name(p, other->y), place_name(p, act->y)) != 0) continue;
        if (strcmp(place_name(p, place), place_name(p, from)) == 0) continue;
        dado_text_addf(out, " from %s", place_name(p, from));
        return;
    }
}

static void print_path(const rcy_program *p, const void *state, dado_move move, int eyes,
                       dado_text *out)
{
    const rcy_pause *pause = state;
    int rank;
    const rcy_choice *c = &p->choices[p->code[pause->pc].choice];
    if (move == RCY_NOTHING || move == RCY_TOO_MANY || c->count == 0) {
        dado_text_add(out, move == RCY_NOTHING ? "nothing to choose" : "too many options");
        return;
    }
    const rcy_node *named = main_act(c->acts[move % (uint64_t)c->count], &rank);
    dado_text words = { 0 };
    if (named) rcy_print_act(p, named, &words);
    else dado_text_add(&words, "act");
    print_from(p, c, named, &words);
    picks told = { .hooks = { .act = rcy_ignore_act,
                              .fired = rcy_ignore_clause,
                              .picked = picked,
                              .label = labelled },
                   .eyes = eyes,
                   .out = &words };
    rcy_replay_option(p, state, move, &told.hooks);
    dado_text_add(out, dado_text_string(told.labels.length > 0 ? &told.labels : &words));
    dado_text_free(&words);
    dado_text_free(&told.labels);
}

void rcy_print_move(const dado_game *game, const void *state, dado_move move, dado_text *out)
{
    enum { most_compared = 600 };
    const rcy_program *p = game->data;
    const rcy_pause *r = state;
    if (r->kind == pause_chance || r->kind == pause_round || r->kind == pause_round_and_chance) {
        if (r->kind == pause_round) dado_text_add(out, "the next round");
        else dado_text_addf(out, "luck %llu", (unsigned long long)move);
        return;
    }
    int eyes = game->rules->actor(game, state);
    dado_text words = { 0 }, other = { 0 };
    print_path(p, state, move, eyes, &words);
    dado_text_add(out, dado_text_string(&words));
    // Options with the same words are numbered in the order of the list.
    dado_move *moves = malloc(sizeof *moves * (size_t)p->most_moves);
    int count = moves ? rcy_list_moves(p, state, moves, NULL, NULL) : 0, alike = 1;
    if (count > most_compared) {
        dado_text_addf(out, " [%llu]", (unsigned long long)move);
        count = 0;
    }
    for (int i = 0; i < count && moves[i] != move; i++) {
        dado_text_clear(&other);
        print_path(p, state, moves[i], eyes, &other);
        alike += strcmp(dado_text_string(&words), dado_text_string(&other)) == 0;
    }
    if (alike > 1) dado_text_addf(out, " (%d)", alike);
    free(moves);
    dado_text_free(&words);
    dado_text_free(&other);
}
