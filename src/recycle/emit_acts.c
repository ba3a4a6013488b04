// emit_acts.c - compiles acts to nodes. It also records whether an act always has an
// effect and whether it contains an `any`, which listing moves needs.
#include <string.h>

#include "recycle/emitter.h"

// Turns the node of a storage into an act on that storage; owner and name stay where they
// are.
static rcy_node *upon(emitter *e, const rcy_tree *t, rcy_op op)
{
    rcy_node *n = rcy_emit_storage(e, t->kids[0]);
    if (e->failed) return n;
    n->op = (uint8_t)op;
    n->token = t->token;
    return n;
}

static const rcy_node *set_or_add(emitter *e, const rcy_tree *t)
{
    rcy_form target = (rcy_form)t->kids[0]->form;
    rcy_op sets = target == form_str ? OP_SET_STR : target == form_sto ? OP_SET_INT : OP_SET_BYTE;
    rcy_node *n = upon(e, t, t->form == form_add ? OP_ADD : sets);
    if (e->failed) return n;
    n->flag = t->flag;
    n->z = rcy_emit_value(e, t->kids[1]);
    n->draws = n->draws || n->z->draws;
    return n;
}

static void count_test(emitter *e, const rcy_tree *test, int *words)
{
    int32_t name;
    (void)e;
    if (!rcy_constant_string(test->kids[0], &name)) ++*words;
    if (!rcy_constant_string(test->kids[1], &name)) ++*words;
}

static bool award_is_fixed(const rcy_tree *award)
{
    int64_t value;
    int32_t name;
    for (int i = 0; i < award->count - 1; i++) {
        if (!rcy_constant_string(award->kids[i]->kids[0], &name)) return false;
        if (!rcy_constant_string(award->kids[i]->kids[1], &name)) return false;
    }
    return rcy_constant(award->kids[award->count - 1], &value);
}

static bool fits(const emitter *e, const rcy_tree *award, int look)
{
    for (int i = 0; i < award->count - 1; i++) {
        int32_t key = 0, string = 0;
        rcy_constant_string(award->kids[i]->kids[0], &key);
        rcy_constant_string(award->kids[i]->kids[1], &string);
        int number = e->key_of[key];
        int has = number < 0 ? 0 : e->attribute[number * e->p->looks + look];
        if (has != string) return false;
    }
    return true;
}

static bool fix_awards(emitter *e, const rcy_tree *t, int64_t *fixed)
{
    for (int i = 1; i < t->count; i++) {
        int64_t value = 0;
        if (!award_is_fixed(t->kids[i])) continue;
        rcy_constant(t->kids[i]->kids[t->kids[i]->count - 1], &value);
        for (int look = 0; look < e->p->looks; look++) {
            if (!fits(e, t->kids[i], look)) continue;
            if (__builtin_add_overflow(fixed[look], value, &fixed[look]) ||
                fixed[look] > INT32_MAX || fixed[look] < INT32_MIN) {
                rcy_emit_fail(e, t->kids[i], "this award is too large to add up");
                return false;
            }
        }
    }
    return true;
}

typedef struct rcy_map_text {
    const rcy_tree *tree;
    int64_t *fixed;
} rcy_map_text;

bool rcy_emit_fixed_awards(emitter *e)
{
    for (int i = 0; i < e->p->map_count && !e->failed; i++) {
        if (!fix_awards(e, e->map_texts[i].tree, e->map_texts[i].fixed)) return false;
    }
    return !e->failed;
}

static int32_t word_of(emitter *e, rcy_map *map, const rcy_node **words, const rcy_tree *string,
                       int32_t *constant)
{
    if (rcy_constant_string(string, constant)) return -1;
    words[map->words] = rcy_emit_value(e, string);
    return map->words++;
}

static void computed_award(emitter *e, const rcy_tree *t, rcy_map *map, rcy_award *award,
                           const rcy_node **words, const rcy_node **worths)
{
    const rcy_tree *value = t->kids[t->count - 1];
    rcy_test *tests = rcy_emit_room(e, (size_t)t->count, sizeof *tests);
    if (!tests) return;
    award->value_word = -1;
    if (!rcy_constant(value, &award->value)) {
        worths[map->values] = rcy_emit_value(e, value);
        award->value_word = map->values++;
    }
    for (int i = 0; i < t->count - 1; i++) {
        int32_t key = 0;
        tests[i].key_word = word_of(e, map, words, t->kids[i]->kids[0], &key);
        tests[i].key = e->key_of[key];
        tests[i].string_word = word_of(e, map, words, t->kids[i]->kids[1], &tests[i].string);
    }
    award->tests = tests;
    award->count = t->count - 1;
}

static const rcy_node *set_map(emitter *e, const rcy_tree *t)
{
    rcy_program *p = e->p;
    rcy_node *n = upon(e, t, OP_SET_MAP);
    int most_words = 0;
    for (int i = 1; i < t->count; i++) {
        for (int k = 0; k < t->kids[i]->count - 1; k++) {
            count_test(e, t->kids[i]->kids[k], &most_words);
        }
    }
    int64_t *fixed = rcy_emit_room(e, (size_t)p->looks + 1, sizeof *fixed);
    rcy_award *awards = rcy_emit_room(e, (size_t)t->count, sizeof *awards);
    const rcy_node **words = rcy_emit_room(e, (size_t)most_words + 1, sizeof *words);
    const rcy_node **worths = rcy_emit_room(e, (size_t)t->count, sizeof *worths);
    e->maps = rcy_emit_grow(e, e->maps, p->map_count, &e->map_room, sizeof *e->maps);
    e->map_texts =
        rcy_emit_grow(e, e->map_texts, p->map_count, &e->map_text_room, sizeof *e->map_texts);
    if (e->failed) return n;
    e->map_texts[p->map_count] = (rcy_map_text){ t, fixed };
    rcy_map map = { .fixed = fixed, .awards = awards, .word = words, .worth = worths };
    for (int i = 1; i < t->count; i++) {
        if (award_is_fixed(t->kids[i])) continue;
        computed_award(e, t->kids[i], &map, &awards[map.count++], words, worths);
    }
    for (int i = 0; i < map.words && !e->failed; i++) n->draws = n->draws || words[i]->draws;
    for (int i = 0; i < map.values && !e->failed; i++) n->draws = n->draws || worths[i]->draws;
    n->quick = n->mode == mode_fixed && !e->p->plain;
    for (int i = 0; i < map.words && !e->failed; i++) {
        n->quick = n->quick && words[i]->op == OP_STR && words[i]->mode == mode_fixed;
    }
    if (map.words > p->words) p->words = map.words;
    if (map.values > p->awards) p->awards = map.values;
    n->value = p->map_count;
    e->maps[p->map_count++] = map;
    return n;
}

// Compiles a destination: the collection goes to y, the way to put the card to `flag`,
// and the index or card to z.
static void destination(emitter *e, rcy_node *n, const rcy_tree *to)
{
    if (to->form == form_end) {
        n->flag = to->flag ? to_bottom : to_top;
        n->y = rcy_emit_gather(e, to->kids[0]);
    } else if (to->form == form_index) {
        n->flag = to_index;
        n->z = rcy_emit_value(e, to->kids[0]);
        n->y = rcy_emit_gather(e, to->kids[1]);
    } else {
        n->flag = to_card;
        n->z = rcy_emit_value(e, to);
    }
}

// Returns what a variable of a `let` stands for; any other tree stands for itself.
static const rcy_tree *let_as(const rcy_tree *t)
{
    const rcy_binding *b = t->form == form_var ? t->binding : NULL;
    bool by_let = b && !b->declared && b->from && b->by &&
                  (b->by->form == form_let || b->by->form == form_let_act);
    return by_let ? b->from : t;
}

// Returns the place that a card variable ranges over, where its card is looked for first.
static const rcy_node *origin_of(emitter *e, const rcy_tree *variable)
{
    const rcy_binding *b = variable->binding;
    if (!b || b->declared || !b->from) return NULL;
    const rcy_tree *from = let_as(b->from);
    while (from->form == form_filter) from = let_as(from->kids[0]);
    int32_t name;
    bool plain = from->form == form_place && from->code != place_mem &&
                 rcy_constant_string(from->kids[1], &name);
    const rcy_node *place = plain ? rcy_emit_storage(e, from) : NULL;
    return place && !e->failed &&
                   (place->mode == mode_fixed || place->mode == mode_current ||
                    place->mode == mode_var)
               ? place
               : NULL;
}

// Returns the collection of a top, bottom or indexed card.
static const rcy_tree *collection_of(const rcy_tree *card)
{
    while (card->form == form_actual) card = card->kids[0];
    return card->form == form_index ? card->kids[1] : card->kids[0];
}

static const rcy_node *move(emitter *e, const rcy_tree *t, rcy_op op)
{
    rcy_node *n = rcy_emit_node(e, op, t);
    if (e->failed) return n;
    n->x = rcy_emit_value(e, t->kids[0]);
    if (op != OP_FORGET) destination(e, n, t->kids[1]);
    if (e->failed) return n;
    if (op == OP_MOVE && n->x->op == OP_VAR) n->origin = origin_of(e, t->kids[0]);
    // A card that is drawn through a collection held by a variable must also leave that
    // collection.
    bool end = n->x->op == OP_TOP || n->x->op == OP_TOP_PLACE || n->x->op == OP_TOP_BOUND ||
               n->x->op == OP_BOTTOM || n->x->op == OP_INDEX;
    if (end && n->x->x->op == OP_BOUND) {
        n->mode = through_bound;
        if (op == OP_MOVE) n->origin = origin_of(e, collection_of(t->kids[0]));
    }
    if (end &&
        (n->x->x->op == OP_GROUP_TOP || n->x->x->op == OP_GROUP_BOTTOM ||
         n->x->x->op == OP_GROUP_INDEX) &&
        n->x->x->x->op == OP_BOUND) {
        n->mode = through_group;
    }
    n->lazy_pile = rcy_takes_from_lazy_pile(e->p, t);
    n->draws = n->lazy_pile || n->x->draws || (n->y && n->y->draws) || (n->z && n->z->draws);
    bool from_place =
        n->x->op == OP_TOP_PLACE || (n->x->op == OP_BOTTOM && n->x->x->op == OP_PLACE);
    n->quick = !e->p->plain && op == OP_MOVE && n->flag == to_top && n->y->op == OP_PLACE &&
               n->mode == through_none && (from_place || n->x->op == OP_VAR);
    return n;
}

static const rcy_node *each(emitter *e, const rcy_tree *t)
{
    rcy_node *n = rcy_emit_node(e, t->flag ? OP_ANY : OP_ALL, t);
    if (e->failed) return n;
    n->x = rcy_emit_gather(e, t->kids[0]);
    int slot = e->vars++;
    if (slot >= rcy_most_vars) rcy_emit_fail(e, t, "variables are nested too deep");
    if (t->binding) t->binding->slot = slot;
    n->var = (uint16_t)slot;
    n->flag = t->binding ? t->binding->type : 0;
    n->y = rcy_emit_act(e, t->kids[1]);
    e->vars--;
    if (e->failed) return n;
    n->draws = n->x->draws || n->y->draws;
    n->picks = t->flag || n->y->picks;
    n->sure = !t->flag && n->y->sure && n->x->op == OP_PLAYERS;
    return n;
}

static const rcy_node *let(emitter *e, const rcy_tree *t)
{
    rcy_node *n = rcy_emit_node(e, OP_LET, t);
    if (e->failed) return n;
    rcy_emit_let(e, t, n);
    n->y = rcy_emit_act(e, t->kids[1]);
    e->vars--;
    if (e->failed) return n;
    n->draws = n->x->draws || n->y->draws;
    n->picks = n->y->picks;
    n->sure = n->y->sure;
    return n;
}

static const rcy_node *several(emitter *e, const rcy_tree *t)
{
    rcy_node *n = rcy_emit_node(e, OP_DO, t);
    const rcy_node **list = rcy_emit_room(e, (size_t)t->count + 1, sizeof *list);
    if (e->failed) return n;
    n->list = list;
    for (int i = 0; i < t->count && !e->failed; i++) {
        list[i] = rcy_emit_act(e, t->kids[i]);
        n->count = i + 1;
        n->draws = n->draws || list[i]->draws;
        n->picks = n->picks || list[i]->picks;
        n->sure = n->sure || list[i]->sure;
    }
    if (n->count == 1 && !e->failed) return list[0];
    return n;
}

static const rcy_node *conditional(emitter *e, const rcy_tree *t)
{
    rcy_node *n = rcy_emit_node(e, OP_IF, t);
    if (e->failed) return n;
    n->coverage = rcy_emit_coverage_point(e, t->kids[0], 'c');
    n->x = rcy_emit_value(e, t->kids[0]);
    n->y = rcy_emit_act(e, t->kids[1]);
    n->draws = n->x->draws || n->y->draws;
    n->picks = n->y->picks;
    return n;
}

static const rcy_node *repeat(emitter *e, const rcy_tree *t)
{
    rcy_node *n = rcy_emit_node(e, OP_REPEAT, t);
    if (e->failed) return n;
    n->x = rcy_emit_value(e, t->kids[0]);
    n->y = rcy_emit_act(e, t->kids[1]);
    if (e->failed) return n;
    n->draws = n->x->draws || n->y->draws;
    n->picks = n->y->picks;
    n->sure = n->y->sure && n->x->op == OP_CONST && n->x->value > 0;
    return n;
}

static const rcy_node *drain(emitter *e, const rcy_tree *t)
{
    rcy_node *n = rcy_emit_node(e, OP_DRAIN, t);
    if (e->failed) return n;
    n->y = rcy_emit_act(e, t->kids[0]);
    if (e->failed) return n;
    n->x = n->y->x->x;
    n->draws = n->y->draws;
    return n;
}

static const rcy_node *cycle(emitter *e, const rcy_tree *t)
{
    rcy_node *n = rcy_emit_node(e, OP_CYCLE, t);
    if (e->failed) return n;
    n->flag = t->flag;
    if (t->code == keyword_current) n->a = turn_current;
    if (t->code == keyword_next) n->a = turn_next;
    if (t->code == keyword_previous) n->a = turn_previous;
    if (n->a == turn_worked_out) {
        n->x = rcy_emit_value(e, t->kids[0]);
        n->draws = n->x->draws;
    }
    return n;
}

static const rcy_node *plain(emitter *e, const rcy_tree *t)
{
    rcy_node *n;
    switch (t->form) {
    case form_set:
    case form_add: return set_or_add(e, t);
    case form_set_points: return set_map(e, t);
    case form_move: return move(e, t, OP_MOVE);
    case form_remember: return move(e, t, OP_REMEMBER);
    case form_forget: return move(e, t, OP_FORGET);
    case form_shuffle:
    case form_faro:
        n = rcy_emit_node(e, t->form == form_faro ? OP_FARO : OP_SHUFFLE, t);
        if (e->failed) return n;
        n->x = rcy_emit_gather(e, t->kids[0]);
        if (t->count > 1) n->y = rcy_emit_gather(e, t->kids[1]);
        n->draws = t->form == form_shuffle || n->x->draws || n->y->draws;
        return n;
    case form_cycle: return cycle(e, t);
    case form_pass: return rcy_emit_node(e, OP_PASS, t);
    case form_deck:
        n = rcy_emit_node(e, OP_DECK, t);
        if (e->failed) return n;
        n->x = rcy_emit_gather(e, t->kids[1]);
        n->a = rcy_emit_deck_act(e, t);
        return n;
    case form_teams_act:
        n = rcy_emit_node(e, OP_TEAMS_MADE, t);
        if (!e->failed) n->a = rcy_emit_teams(e, t);
        return n;
    case form_throw:
        n = rcy_emit_node(e, OP_THROW, t);
        if (e->failed) return n;
        for (int i = 0; i < e->p->dice_count; i++) {
            if (e->dice[i].name == t->name) n->a = i;
        }
        n->draws = true;
        return n;
    case form_save:
        n = rcy_emit_node(e, OP_SAVE, t);
        if (e->failed) return n;
        n->a = rcy_emit_slot(e, slot_sto, t->name, class_player);
        n->b = rcy_emit_slot(e, slot_sto, (int32_t)t->value, class_game);
        e->p->saves = true;
        return n;
    default: rcy_emit_fail(e, t, "this is no act"); return rcy_emit_node(e, OP_PASS, t);
    }
}

const rcy_node *rcy_emit_act(emitter *e, const rcy_tree *t)
{
    switch (t->form) {
    case form_if: return conditional(e, t);
    case form_do: return several(e, t);
    case form_each: return each(e, t);
    case form_let_act: return let(e, t);
    case form_repeat: return repeat(e, t);
    case form_repeat_all: return drain(e, t);
    default: break;
    }
    const rcy_node *more = rcy_emit_extended_act(e, t);
    if (more) return more;
    rcy_node *n = (rcy_node *)(uintptr_t)plain(e, t);
    if (e->failed) return n;
    n->sure = true;
    n->coverage = rcy_emit_coverage_point(e, t, 'a');
    return n;
}
