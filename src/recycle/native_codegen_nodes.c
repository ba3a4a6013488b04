// native_codegen_nodes.c - writes the nodes of a program as C constants; see
// native_codegen.h.
//
// In the generated C code every node is a constant with a function that evaluates it: the
// function of its operation, from evaluate_expressions.c, evaluate_collections.c or
// execute_acts.c, applied to this node. The compiler inlines both, so nothing is left of
// the tree but what it does.
#include "recycle/native_codegen.h"

#include <inttypes.h>
#include <string.h>

typedef enum op_kind { op_none, op_value, op_gather, op_act, op_flow } op_kind;

typedef struct op_how {
    op_kind kind;
    const char *name;
} op_how;

static const op_how ops[] = {
    { op_none, "" },
#define LEAF(name, how) { op_value, #how },
#define VALUE(name, how) { op_value, #how },
#define GATHER(name, how) { op_gather, #how },
#define ACT(name, how) { op_act, #how },
#define FLOW(name) { op_flow, "" },
#include "recycle/machine_operations.def"
};

// --- finding the nodes ---

static void find(const rcy_node **found, const rcy_node *n)
{
    if (!n || found[n->number]) return;
    found[n->number] = n;
    find(found, n->x);
    find(found, n->y);
    find(found, n->z);
    find(found, n->origin);
    for (int i = 0; i < n->count && n->list && n->op != OP_STRINGS; i++) find(found, n->list[i]);
    for (int i = 0; n->card_filter && i < n->card_filter->count; i++) {
        find(found, n->card_filter->card_test[i].condition);
    }
    for (int i = 0; n->spaces && i < n->spaces->count; i++) {
        find(found, n->spaces->test[i].condition);
    }
}

// Marks the nodes by which options are listed: those that legal_moves.c descends into.
static void find_listed(uint8_t *listed, const rcy_node *n)
{
    if (!n || listed[n->number]) return;
    listed[n->number] = 1;
    bool within = n->op == OP_IF || n->op == OP_LET || n->op == OP_EITHER_ACT ||
                  n->op == OP_LABEL || n->op == OP_ANY;
    if (!within) return;
    find_listed(listed, n->y);
    if (n->op == OP_EITHER_ACT) find_listed(listed, n->z);
}

bool rcy_native_find_nodes(rcy_program *p, dado_region *region)
{
    const rcy_node **found = dado_new(region, const rcy_node *, p->node_count + 1);
    uint8_t *listed = dado_new(region, uint8_t, p->node_count + 1);
    if (!found || !listed) return false;
    for (int k = 0; k < p->code_count; k++) find(found, p->code[k].x);
    for (int c = 0; c < p->choice_count; c++) {
        const rcy_choice *choice = &p->choices[c];
        for (int k = 0; k < choice->count; k++) find(found, choice->acts[k]);
        for (int k = 0; k < choice->lets; k++) find(found, choice->let[k]);
        for (int k = 0; choice->plan && k < rcy_native_count_steps(choice->plan); k++) {
            find(found, choice->plan[k].node);
            if (choice->plan[k].op == plan_add_node) find_listed(listed, choice->plan[k].node);
        }
    }
    for (int n = 0; n < p->bytecode_count; n++) find(found, p->bytecodes[n].node);
    find(found, p->scoring);
    for (int k = 0; k < p->map_count; k++) {
        for (int i = 0; i < p->maps[k].words; i++) find(found, p->maps[k].word[i]);
        for (int i = 0; i < p->maps[k].values; i++) find(found, p->maps[k].worth[i]);
    }
    p->native_link->node = found;
    p->native_link->listed = listed;
    return true;
}

// Returns whether any node is beyond the base language; such nodes are left to the
// machine.
bool rcy_native_uses_extended(const rcy_program *p)
{
    for (int k = 0; k < p->node_count; k++) {
        const rcy_node *n = p->native_link->node[k];
        if (n && strstr(ops[n->op].name, "_extended")) return true;
    }
    return false;
}

// --- tables ---

static void write_masks(const rcy_program *p, dado_text *out)
{
    for (int key = 0; p->masks && key < p->keys; key++) {
        if (!p->masks[key]) continue;
        rcy_native_numbers(out, "uint64_t", "rcy_masks_", key, p->masks[key], 8, p->strings);
    }
}

void rcy_native_numbers(dado_text *out, const char *type, const char *name, int number,
                        const void *numbers, int size, int count)
{
    dado_text_addf(out, "static const %s %s%d[] = {", type, name, number);
    for (int i = 0; i < count; i++) {
        const char *at = (const char *)numbers + (size_t)i * (size_t)size;
        uint64_t value = size == 1   ? *(const uint8_t *)at
                         : size == 2 ? *(const uint16_t *)(const void *)at
                         : size == 4 ? (uint64_t) * (const int32_t *)(const void *)at
                                     : *(const uint64_t *)(const void *)at;
        if (i % 24 == 0) dado_text_add(out, "\n");
        if (size == 8) dado_text_addf(out, "0x%" PRIx64 ",", value);
        else dado_text_addf(out, "%d,", (int)value);
    }
    dado_text_add(out, "};\n");
}

static void table(dado_text *out, const char *type, const char *name, const void *numbers, int size,
                  int count)
{
    if (numbers) rcy_native_numbers(out, type, name, 0, numbers, size, count);
    else dado_text_addf(out, "#define %s0 NULL\n", name);
}

// Writes all constants of a program that evaluate_expressions.c, evaluate_collections.c
// and execute_acts.c use.
void rcy_native_write_constants(const rcy_program *p, dado_text *out)
{
    table(out, "uint16_t", "rcy_attribute_", p->attribute, 2, p->keys * p->looks);
    write_masks(p, out);
    table(out, "uint16_t", "rcy_rank_", p->rank, 2, p->keys * p->looks);
    table(out, "uint64_t", "rcy_rank_bit_", p->rank_bit, 8, p->keys * p->looks);
    table(out, "int32_t", "rcy_rank_count_", p->rank_count, 4, p->keys);
    table(out, "int32_t", "rcy_key_of_", p->key_of, 4, p->strings);
    table(out, "int32_t", "rcy_slot_of_", p->slot_of, 4, slot_kinds * p->strings * class_count);
    table(out, "int32_t", "rcy_look_from_", p->look_from, 4, p->look_from ? p->cards : 0);
    table(out, "uint8_t", "rcy_side_count_", p->side_count, 1, p->side_count ? p->cards : 0);
    table(out, "uint16_t", "rcy_side_slot_", p->side_slot, 2, p->side_slot ? p->cards : 0);
    dado_text_add(out,
                  "static const struct {\n"
                  "    int players, cards, keys, strings, looks, places, words, awards;\n"
                  "    int score_slot, minus_slot, kept, depth, team_depth;\n"
                  "    bool shows, plain, lowest_wins, placed;\n"
                  "    unsigned at_recall, at_recall_from, at_map, at_word, at_award, at_side, "
                  "at_mark, at_score, at_cycle, longest;\n"
                  "    const uint16_t *attribute, *rank, *side_slot;\n"
                  "    const int32_t *rank_count, *key_of, *slot_of, *look_from;\n"
                  "    const uint8_t *side_count;\n    const uint64_t *rank_bit;\n"
                  "} rcy_native_constants = {\n");
    dado_text_addf(out, "    %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d,\n",
                   p->players, p->cards, p->keys, p->strings, p->looks, p->places, p->words,
                   p->awards, p->score_slot, p->minus_slot, p->kept, p->depth, p->team_depth,
                   p->shows, p->plain, p->lowest_wins, p->placed);
    dado_text_addf(out, "    %u, %u, %u, %u, %u, %u, %u, %u, %u, %u,\n", p->at_recall,
                   p->at_recall_from, p->at_map, p->at_word, p->at_award, p->at_side, p->at_mark,
                   p->at_score, p->at_cycle, p->longest);
    dado_text_add(out, "    rcy_attribute_0, rcy_rank_0, rcy_side_slot_0, rcy_rank_count_0, "
                       "rcy_key_of_0, rcy_slot_of_0,\n    rcy_look_from_0, rcy_side_count_0, "
                       "rcy_rank_bit_0,\n};\n\n");
}

// --- point maps ---

static void write_references(dado_text *out, char letter, int number, const rcy_node *const *nodes,
                             int count)
{
    dado_text_addf(out, "static const rcy_node *const m%c%d[] = {", letter, number);
    for (int i = 0; i < count; i++) dado_text_addf(out, " &n%d,", nodes[i]->number);
    dado_text_add(out, " };\n");
}

static void write_map(const rcy_program *p, int k, dado_text *out)
{
    const rcy_map *map = &p->maps[k];
    dado_text_addf(out, "static const int64_t mf%d[] = {", k);
    for (int i = 0; i < p->looks; i++) {
        dado_text_addf(out, "%s(int64_t)UINT64_C(%" PRIu64 "),", i % 4 ? "" : "\n",
                       (uint64_t)map->fixed[i]);
    }
    dado_text_add(out, "};\n");
    for (int i = 0; i < map->count; i++) {
        dado_text_addf(out, "static const rcy_test mt%d_%d[] = {", k, i);
        for (int j = 0; j < map->awards[i].count; j++) {
            const rcy_test *t = &map->awards[i].tests[j];
            dado_text_addf(out, " { %d, %d, %d, %d },", t->key, t->key_word, t->string,
                           t->string_word);
        }
        dado_text_add(out, " };\n");
    }
    dado_text_addf(out, "static const rcy_award ma%d[] = {", k);
    for (int i = 0; i < map->count; i++) {
        const rcy_award *a = &map->awards[i];
        dado_text_addf(out, " { (int64_t)UINT64_C(%" PRIu64 "), %d, %d, mt%d_%d },",
                       (uint64_t)a->value, a->value_word, a->count, k, i);
    }
    dado_text_add(out, " };\n");
    write_references(out, 'w', k, map->word, map->words);
    write_references(out, 'v', k, map->worth, map->values);
}

static void write_maps(const rcy_program *p, dado_text *out)
{
    for (int k = 0; k < p->map_count; k++) write_map(p, k, out);
    dado_text_add(out, "static const rcy_map rcy_native_maps[RCY_MAP_COUNT] = {\n");
    for (int k = 0; k < p->map_count; k++) {
        const rcy_map *map = &p->maps[k];
        dado_text_addf(out, "    { mf%d, %d, ma%d, %d, %d, mw%d, mv%d },\n", k, map->count, k,
                       map->words, map->values, k, k);
    }
    dado_text_add(out, "};\n");
}

// Returns the only map that is ever set in the slot of a node by which cards are scored,
// counted from 1; 0 if there are several, or if it is not known.
static int only_map(const rcy_program *p, const rcy_node *points)
{
    int only = 0;
    if (points->op != OP_CONST || points->b != slot_points || points->mode != mode_fixed) return 0;
    for (int k = 0; k < p->node_count; k++) {
        const rcy_node *n = p->native_link->node[k];
        if (!n || n->op != OP_SET_MAP) continue;
        if (n->mode != mode_fixed) return 0;
        if (n->a != points->a) continue;
        if (only && only != (int)n->value + 1) return 0;
        only = (int)n->value + 1;
    }
    return only;
}

// --- nodes ---

static void write_terms(const rcy_term *term, int terms, dado_text *out)
{
    for (int i = 0; i < terms; i++) {
        dado_text_addf(out, " { %d, %d },", term[i].with, term[i].without);
    }
    dado_text_add(out, " }");
}

static void write_sieve(const rcy_program *p, const rcy_node *n, dado_text *out)
{
    const rcy_card_filter *s = n->card_filter;
    for (int i = 0; i < s->count; i++) {
        if (!s->card_test[i].table) continue;
        rcy_native_numbers(out, "uint8_t", "t", n->number * rcy_most_filter_tests + i,
                           s->card_test[i].table, 1, p->cards);
    }
    dado_text_addf(out,
                   "static const rcy_card_filter s%d = { .count = %d, .truth = UINT64_C(%" PRIu64
                   "), .terms = %d, .term = {",
                   n->number, s->count, s->truth, s->terms);
    write_terms(s->term, s->terms, out);
    dado_text_add(out, ", .card_test = {\n");
    for (int i = 0; i < s->count; i++) {
        const rcy_card_test *t = &s->card_test[i];
        dado_text_addf(out, "    { .string = %d", t->string);
        if (t->table) dado_text_addf(out, ", .table = t%d", n->number * rcy_most_filter_tests + i);
        if (t->attribute) {
            dado_text_addf(out, ", .attribute = rcy_attribute_0 + %d",
                           (int)(t->attribute - p->attribute));
        }
        if (t->masks) {
            dado_text_addf(out, ", .masks = rcy_masks_%d",
                           (int)(t->attribute - p->attribute) / p->looks);
        }
        if (t->table) dado_text_addf(out, ", .mask = UINT64_C(%" PRIu64 ")", t->mask);
        if (t->condition) dado_text_addf(out, ", .condition = &n%d", t->condition->number);
        dado_text_add(out, " },\n");
    }
    dado_text_add(out, "} };\n");
}

static void write_spaces(const rcy_node *n, dado_text *out)
{
    const rcy_space_filter *s = n->spaces;
    rcy_native_numbers(out, "int32_t", "sn", n->number, s->names, 4, s->size);
    for (int i = 0; i < s->count; i++) {
        const rcy_space_test *t = &s->test[i];
        int number = n->number * rcy_most_filter_tests + i;
        if (t->fixed) rcy_native_numbers(out, "uint8_t", "sf", number, t->fixed, 1, s->size);
        if (t->bytes) rcy_native_numbers(out, "int32_t", "sb", number, t->bytes, 4, s->size);
        if (t->numbers) rcy_native_numbers(out, "int32_t", "ss", number, t->numbers, 4, s->size);
    }
    dado_text_addf(out,
                   "static const rcy_space_filter ps%d = { .count = %d, .size = %d, .names = "
                   "sn%d, .truth = UINT64_C(%" PRIu64 "), .terms = %d, .term = {",
                   n->number, s->count, s->size, n->number, s->truth, s->terms);
    write_terms(s->term, s->terms, out);
    dado_text_add(out, ", .test = {\n");
    for (int i = 0; i < s->count; i++) {
        const rcy_space_test *t = &s->test[i];
        int number = n->number * rcy_most_filter_tests + i;
        dado_text_addf(out, "    { .value = %d, .missing = %d, .current = %d, .holds_for = %d",
                       t->value, t->missing, t->current, t->holds_for);
        if (t->fixed) dado_text_addf(out, ", .fixed = sf%d", number);
        if (t->bytes) dado_text_addf(out, ", .bytes = sb%d", number);
        if (t->numbers) dado_text_addf(out, ", .numbers = ss%d", number);
        if (t->condition) dado_text_addf(out, ", .condition = &n%d", t->condition->number);
        dado_text_addf(out,
                       ", .set = UINT64_C(%" PRIu64 "), .first = %d, .slot = %d, .span = %d "
                       "},\n",
                       t->set, t->first, t->slot, t->span);
    }
    dado_text_add(out, "} };\n");
}

static void write_list(const rcy_node *n, dado_text *out)
{
    if (n->op == OP_STRINGS) {
        rcy_native_numbers(out, "int32_t", "l", n->number, n->list, 4, n->a);
        return;
    }
    dado_text_addf(out, "static const rcy_node *const l%d[] = {", n->number);
    for (int i = 0; i < n->count; i++) dado_text_addf(out, " &n%d,", n->list[i]->number);
    dado_text_add(out, " };\n");
}

static void refer(dado_text *out, const char *field, const rcy_node *n)
{
    if (n) dado_text_addf(out, ", .%s = &n%d", field, n->number);
}

static void write_node(const rcy_program *p, const rcy_node *n, dado_text *out)
{
    const op_how *how = &ops[n->op];
    int k = n->number;
    bool list = n->list && (n->count > 0 || n->op == OP_STRINGS);
    if (list) write_list(n, out);
    if (n->card_filter) write_sieve(p, n, out);
    if (n->spaces) write_spaces(n, out);
    dado_text_addf(out,
                   "static const rcy_node n%d = { .op = %d, .flag = %d, .mode = %d, .class_ = %d, "
                   ".var = %d, .var_depth = %d, .draws = %d, .picks = %d, .sure = %d, .quick = %d, "
                   ".safe = %d, .a = %d, .b = %d, .token = %d, .count = %d, .coverage = %d, "
                   ".value = (int64_t)UINT64_C(%" PRIu64 "), .number = %d",
                   k, n->op, n->flag, n->mode, n->class_, n->var, n->var_depth, n->draws, n->picks,
                   n->sure, n->quick, n->safe, n->a, n->b, n->token, n->count, n->coverage,
                   (uint64_t)n->value, k);
    int only = only_map(p, n);
    if (only) dado_text_addf(out, ", .only = %d", only);
    refer(out, "x", n->x);
    refer(out, "y", n->y);
    refer(out, "z", n->z);
    refer(out, "origin", n->origin);
    if (list) dado_text_addf(out, ", .list = (const rcy_node *const *)l%d", k);
    if (n->card_filter) dado_text_addf(out, ", .card_filter = &s%d", k);
    if (n->spaces) dado_text_addf(out, ", .spaces = &ps%d", k);
    if (n->slots)
        dado_text_addf(out, ", .slots = rcy_slot_of_0 + %d", (int)(n->slots - p->slot_of));
    if (how->kind == op_value) dado_text_addf(out, ", .works_out = v%d", k);
    if (how->kind == op_gather) dado_text_addf(out, ", .gathers = g%d", k);
    if (how->kind == op_act) dado_text_addf(out, ", .does = a%d", k);
    if (p->native_link->listed[k]) dado_text_addf(out, ", .lists = o%d", k);
    dado_text_add(out, " };\n");
    if (how->kind == op_value) dado_text_addf(out, "VALUE_OF(%d, %s)\n", k, how->name);
    if (how->kind == op_gather) dado_text_addf(out, "GATHER_OF(%d, %s)\n", k, how->name);
    if (how->kind == op_act) dado_text_addf(out, "ACT_OF(%d, %s)\n", k, how->name);
    if (p->native_link->listed[k]) dado_text_addf(out, "LIST_OF(%d)\n", k);
}

void rcy_native_write_nodes(const rcy_program *p, dado_text *out)
{
    const rcy_node *const *node = p->native_link->node;
    for (int k = 0; k < p->node_count; k++) {
        if (node[k]) dado_text_addf(out, "NODE(%d)\n", k);
    }
    write_maps(p, out);
    dado_text_addf(out, "static const rcy_node *const rcy_native_scoring = &n%d;\n",
                   p->scoring->number);
    for (int k = 0; k < p->node_count; k++) {
        if (node[k]) write_node(p, node[k], out);
    }
    for (int k = 0; k < p->choice_count; k++) {
        const rcy_choice *c = &p->choices[k];
        dado_text_addf(out, "static const rcy_node *const c%d_let[] = {", k);
        for (int i = 0; i < c->lets; i++) dado_text_addf(out, " &n%d,", c->let[i]->number);
        dado_text_addf(out,
                       " };\nstatic const rcy_choice c%d = { .lets = %d, .let = c%d_let, "
                       ".let_draws = %d };\n",
                       k, c->lets, k, c->let_draws);
    }
    dado_text_char(out, '\n');
}
