// match_unit_acts.c - writes acts of a match unit: all that changes its state. Each does
// what execute_acts.c does; what that reports as an error makes the unit give up.
#include "recycle/match_unit_writer.h"

#include <string.h>

#include "recycle/syntax_tree.h"

uint32_t unit_weight(const rcy_node *n)
{
    enum { most = 400000, per_element = 64 };
    uint64_t weight = 1;
    if (!n) return 0;
    // Of these, `list` is not a list of nodes.
    bool listed = n->op != OP_STRINGS;
    for (int i = 0; listed && n->list && i < n->count; i++) weight += unit_weight(n->list[i]);
    weight += (uint64_t)unit_weight(n->x) + unit_weight(n->z);
    bool loops = n->op == OP_FILTER || n->op == OP_ALL_SUM || n->op == OP_ALL_TRUE ||
                 n->op == OP_ANY_TRUE || n->op == OP_EACH || n->op == OP_GROUPS;
    weight += (uint64_t)unit_weight(n->y) * (loops ? per_element : 1);
    return weight > most ? most : (uint32_t)weight;
}

static void set_number(unit_writer *u, const rcy_node *n)
{
    unit_term slot = unit_slot(u, n, slot_sto), value = unit_value_of(u, n->z);
    if (value.bits > 30) unit_line(u, "if (%s != (i32)%s) goto given_up;", value.s, value.s);
    unit_line(u, "STO(%s) = (i32)%s;", slot.s, value.s);
}

static void increase(unit_writer *u, const rcy_node *n)
{
    unit_term slot = unit_slot(u, n, slot_sto), value = unit_value_of(u, n->z);
    unit_term sum = unit_new(u, 62);
    unit_line(u, "%s = (i64)STO(%s) %s %s;", sum.s, slot.s, n->flag ? "-" : "+", value.s);
    unit_line(u, "if (%s != (i32)%s) goto given_up;", sum.s, sum.s);
    unit_line(u, "STO(%s) = (i32)%s;", slot.s, sum.s);
}

static void set_string(unit_writer *u, const rcy_node *n)
{
    unit_term slot = unit_slot(u, n, slot_str), value = unit_value_of(u, n->z);
    unit_line(u, "STR(%s) = (u16)%s;", slot.s, value.s);
}

static void set_byte(unit_writer *u, const rcy_node *n)
{
    unit_term slot = unit_slot(u, n, n->b), value = unit_value_of(u, n->z);
    unit_line(u, "BYTE(%s) = (u8)%s;", slot.s, value.s);
}

static void set_map(unit_writer *u, const rcy_node *n)
{
    enum { most = 64 };
    const rcy_program *p = u->p;
    const rcy_map *map = &p->maps[n->value];
    unit_term slot = unit_slot(u, n, slot_points), made[most];
    if (map->words + map->values > most) {
        unit_refuse(u, "a point map has more than 64 values that are computed");
        return;
    }
    for (int i = 0; i < map->words; i++) made[i] = unit_value_of(u, map->word[i]);
    for (int i = 0; i < map->values; i++) {
        unit_term value = unit_value_of(u, map->worth[i]);
        unit_line(u, "if (%s != (i32)%s) goto given_up;", value.s, value.s);
        made[map->words + i] = value;
    }
    for (int i = 0; i < p->words; i++) {
        unit_line(u, "word[%s * %d + %d] = (u16)%s;", slot.s, p->words, i,
                  i < map->words ? made[i].s : "0");
    }
    for (int i = 0; i < p->awards; i++) {
        unit_line(u, "award[%s * %d + %d] = (i32)%s;", slot.s, p->awards, i,
                  i < map->values ? made[map->words + i].s : "0");
    }
    unit_line(u, "map[%s] = %lld;", slot.s, (long long)n->value + 1);
}

// --- cards ---

// The collection of a variable that a moved card was drawn through loses the card.
static void leave_list(unit_writer *u, const rcy_node *n)
{
    const rcy_node *end = n->x;
    if (n->mode == through_group) {
        unit_refuse(u, "it moves a card out of one of several groups that a variable holds");
        return;
    }
    const unit_bound *held = &u->var[end->x->var];
    if (held->kind != unit_list) return;
    if (end->op == OP_TOP) {
        unit_line(u, "%s--;", held->count);
    } else if (end->op == OP_BOTTOM && strcmp(held->first, "0") == 0) {
        unit_line(u, "%s--;", held->count);
        unit_line(u, "for (i32 j = 0; j < %s; j++) %s[j] = %s[j + 1];", held->count, held->array,
                  held->array);
    } else {
        unit_refuse(u, "it moves a card out of the middle of a list that a variable holds");
    }
}

static unit_term place_of(unit_writer *u, const rcy_node *n)
{
    unit_term place = unit_constant(0);
    if (n->op == OP_PLACE) {
        place = unit_slot(u, n, n->b);
        if (unit_slot_may_be_missing(n)) unit_line(u, "if (%s < 0) goto given_up;", place.s);
    } else if (n->op == OP_BOUND && u->var[n->var].kind == unit_place) {
        place = u->var[n->var].term;
    } else if (n->op == OP_KEPT_PLACE) {
        place = unit_new(u, 12);
        unit_line(u, "%s = kept[%d];", place.s, n->a);
        unit_line(u, "if (%s < 0) goto given_up;", place.s);
    } else {
        unit_refuse(u, "it names a place in a way that a unit cannot follow");
    }
    return place;
}

static void move(unit_writer *u, const rcy_node *n)
{
    unit_term card = unit_card_of(u, n->x);
    if (n->flag != to_top && n->flag != to_bottom) {
        unit_refuse(u, "it puts a card into the middle of a place");
        return;
    }
    unit_term to = place_of(u, n->y);
    unit_line(u, "{ i32 moved_card = %s; REMOVE(moved_card); %s(moved_card, %s); }", card.s,
              n->flag == to_top ? "PUT_ON_TOP" : "PUT_BELOW", to.s);
    if (n->mode != through_none) leave_list(u, n);
}

static void shuffle(unit_writer *u, const rcy_node *n)
{
    unit_term place = place_of(u, n->x);
    unit_line(u, "{");
    unit_line(u, "i32 count = 0, j;");
    unit_line(u, "for (i32 c = BT(%s); c != NIL; c = NX(c)) {", place.s);
    unit_line(u, "DECK(count) = (CARD)c;");
    unit_line(u, "count++;");
    unit_line(u, "}");
    u->shuffles = true;
    unit_line(u, "for (i32 i = count - 1; i >= 1; i--) {");
    unit_line(u, "DRAW(j, i + 1);");
    unit_line(u, "CARD last = DECK(i); DECK(i) = DECK(j); DECK(j) = last;");
    unit_line(u, "}");
    unit_line(u, "BT(%s) = TP(%s) = NIL; SZ(%s) = 0;", place.s, place.s, place.s);
    unit_line(u, "for (i32 i = 0; i < count; i++) PUT_ON_TOP(DECK(i), %s);", place.s);
    unit_line(u, "}");
}

// --- turns, dice, rows ---

static void cycle(unit_writer *u, const rcy_node *n)
{
    rcy_node named = { .op = n->a == turn_current ? OP_CURRENT
                             : n->a == turn_next  ? OP_NEXT
                                                  : OP_PREVIOUS };
    unit_term who = unit_value_of(u, n->a == turn_worked_out ? n->x : &named);
    if (n->a == turn_worked_out) unit_line(u, "if (%s == 255) goto given_up;", who.s);
    unit_line(u, "%s = (u8)%s;", n->flag ? u->current : u->queued, who.s);
}

static void throw_dice(unit_writer *u, const rcy_node *n)
{
    const rcy_dice *dice = &u->p->dice[n->a];
    unit_line(u, "{ i64 sum = 0; u32 face;");
    for (int i = 0; i < dice->count; i++) {
        unit_line(u, "DRAW(face, %d); sum += 1 + (i64)face;", dice->faces[i]);
    }
    unit_line(u, "if (sum > 0x7FFFFFFF) goto given_up;");
    unit_line(u, "die[%d] = (i32)sum; }", n->a);
}

static void save(unit_writer *u, const rcy_node *n)
{
    unit_line(u, "if (row_waits) goto given_up;");
    for (int i = 0; i < u->p->players; i++) {
        if (u->p->lowest_wins) {
            unit_line(u, "saved_row[%d] = STO(%d) == (i32)0x80000000 ? 0x7FFFFFFF : -STO(%d);", i,
                      n->a + i, n->a + i);
        } else {
            unit_line(u, "saved_row[%d] = STO(%d);", i, n->a + i);
        }
    }
    unit_line(u, "saved = 1;");
    u->saves_here = true;
}

static void stop(unit_writer *u, const rcy_node *n)
{
    const rcy_insn *i = u->insn;
    int to = n->a == keyword_game   ? u->p->code_count - 1
             : n->a == keyword_turn ? i->stop_turn
                                    : i->stop_stage;
    if (i->op == OP_CHOOSE) unit_line(u, "CHOSEN();");
    unit_go_to(u, to);
}

static void show(unit_writer *u, const rcy_node *n)
{
    // What players see makes no difference to random ones.
    if (n->flag) (void)unit_count(u, n->x);
    else (void)unit_card_of(u, n->x);
    bool seats = n->y->op == OP_PLAYERS || n->y->op == OP_OTHERS || n->y->op == OP_MEMBERS;
    if (n->mode && !seats) unit_refuse(u, "it shows cards to players who are computed");
    if (n->mode) return;
    unit_term who = unit_value_of(u, n->y);
    unit_line(u, "if (%s == 255) goto given_up;", who.s);
}

// --- acts made of acts ---

static void all_of(unit_writer *u, void *context, const unit_bound *element)
{
    const rcy_node *n = context;
    unit_line(u, "WORK(%u);", unit_weight(n->y) + 2);
    u->var[n->var] = *element;
    unit_act(u, n->y);
}

static void all(unit_writer *u, const rcy_node *n)
{
    void *context = (void *)(uintptr_t)n;
    bool fixed = n->x->op == OP_PLAYERS || n->x->op == OP_TEAMS || n->x->op == OP_OTHERS ||
                 n->x->op == OP_OTHER_TEAMS || n->x->op == OP_STRINGS || n->x->op == OP_RANGE ||
                 n->x->op == OP_PARTITION || n->x->op == OP_MEMBERS || n->x->op == OP_NEAR ||
                 n->x->op == OP_LINES;
    unit_line(u, "{");
    if (fixed) {
        unit_each(u, n->x, all_of, context);
    } else if (n->x->op == OP_GROUPS) {
        unit_refuse(u, "it does something for all of several groups");
    } else {
        unit_bound copy = unit_copy(u, n->x);
        rcy_node bound = { .op = OP_BOUND, .var = n->var };
        u->var[n->var] = copy;
        unit_each(u, &bound, all_of, context);
    }
    unit_line(u, "}");
}

static void repeat(unit_writer *u, const rcy_node *n)
{
    unit_term times = unit_value_of(u, n->x);
    int k = u->temps++;
    unit_line(u, "for (i64 r%d = %s; r%d > 0; r%d--) {", k, times.s, k, k);
    unit_line(u, "WORK(%u);", unit_weight(n->y) + 2);
    unit_act(u, n->y);
    unit_line(u, "}");
}

static void repeat_while(unit_writer *u, const rcy_node *n)
{
    unit_line(u, "for (;;) {");
    unit_line(u, "WORK(%u);", unit_weight(n->x) + unit_weight(n->y) + 3);
    unit_term holds = unit_value_of(u, n->x);
    unit_line(u, "if (!%s) break;", holds.s);
    unit_act(u, n->y);
    unit_line(u, "}");
}

static void drain(unit_writer *u, const rcy_node *n)
{
    unit_term times = unit_count(u, n->x);
    int k = u->temps++;
    unit_line(u, "for (i32 r%d = %s; r%d > 0; r%d--) {", k, times.s, k, k);
    unit_line(u, "WORK(%u);", unit_weight(n->y) + 64);
    unit_term left = unit_count(u, n->x);
    unit_line(u, "if (%s == 0) break;", left.s);
    unit_act(u, n->y);
    unit_line(u, "}");
}

static void act_if(unit_writer *u, const rcy_node *n)
{
    unit_term holds = unit_value_of(u, n->x);
    unit_line(u, "if (%s) {", holds.s);
    unit_act(u, n->y);
    if (n->op == OP_EITHER_ACT && n->z) {
        unit_line(u, "} else {");
        unit_act(u, n->z);
    }
    unit_line(u, "}");
}

static void in_order(unit_writer *u, const rcy_node *n)
{
    for (int i = 0; i < n->count; i++) unit_act(u, n->list[i]);
}

static void in_let(unit_writer *u, const rcy_node *n)
{
    unit_bind_let(u, n);
    unit_act(u, n->y);
}

void unit_act(unit_writer *u, const rcy_node *n)
{
    if (u->refused) return;
    unit_line(u, "{");
    switch ((rcy_op)n->op) {
    case OP_IF:
    case OP_EITHER_ACT: act_if(u, n); break;
    case OP_DO: in_order(u, n); break;
    case OP_ALL:
    case OP_ANY: all(u, n); break;
    case OP_LET: in_let(u, n); break;
    case OP_LABEL: unit_act(u, n->y); break;
    case OP_SET_INT: set_number(u, n); break;
    case OP_ADD: increase(u, n); break;
    case OP_SET_STR: set_string(u, n); break;
    case OP_SET_MAP: set_map(u, n); break;
    case OP_SET_BYTE: set_byte(u, n); break;
    case OP_MOVE: move(u, n); break;
    case OP_SHUFFLE: shuffle(u, n); break;
    case OP_CYCLE: cycle(u, n); break;
    case OP_PASS: break;
    case OP_REPEAT: repeat(u, n); break;
    case OP_REPEAT_WHILE: repeat_while(u, n); break;
    case OP_DRAIN: drain(u, n); break;
    case OP_THROW: throw_dice(u, n); break;
    case OP_SAVE: save(u, n); break;
    case OP_SHOW:
    case OP_TELL: show(u, n); break;
    case OP_STOP: stop(u, n); break;
    default: (void)unit_value_of(u, n);  // which refuses it by name
    }
    unit_line(u, "}");
}
