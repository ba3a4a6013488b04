// match_unit.c - writes a program as a match unit: its tables, its state, and its flow of
// instructions, which are labels of one function. See match_unit.h.
#include "recycle/match_unit_writer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/scope_cleanup.h"

void unit_line(unit_writer *u, const char *format, ...)
{
    char line[1200];
    DADO_FORMAT_ARGS(line, format);
    dado_text_add(u->out, line);
    dado_text_char(u->out, '\n');
}

void unit_refuse(unit_writer *u, const char *why)
{
    u->refused = true;
    const char *said = dado_text_string(u->reasons);
    if (!strstr(said, why)) dado_text_addf(u->reasons, "%s\n", why);
}

int unit_bits(int64_t value)
{
    int bits = 0;
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    while (bits < 63 && size > (uint64_t)1 << bits) bits++;
    return bits;
}

unit_term unit_constant(int64_t value)
{
    unit_term t = { .bits = unit_bits(value) };
    bool small = value >= -INT32_MAX && value <= INT32_MAX;
    snprintf(t.s, sizeof t.s, value < 0 ? "(%lld%s)" : "%lld%s", (long long)value,
             small ? "" : "L");
    return t;
}

unit_term unit_named(const char *name, int bits)
{
    unit_term t = { .bits = bits };
    snprintf(t.s, sizeof t.s, "%s", name);
    return t;
}

unit_term unit_new(unit_writer *u, int bits)
{
    unit_term t = { .bits = bits };
    snprintf(t.s, sizeof t.s, "t%d", u->temps++);
    unit_line(u, "%s %s;", bits > 31 ? "i64" : "i32", t.s);
    return t;
}

static int64_t number_at(const void *numbers, int size, bool is_signed, int i)
{
    const unsigned char *at = (const unsigned char *)numbers + (size_t)i * (size_t)size;
    int16_t s16;
    uint16_t u16;
    int32_t s32;
    if (size == 1) return is_signed ? (int8_t)*at : *at;
    if (size == 2 && is_signed) return memcpy(&s16, at, 2), s16;
    if (size == 2) return memcpy(&u16, at, 2), u16;
    return memcpy(&s32, at, 4), s32;
}

static int rounded_up(int bytes)
{
    return (bytes + 3) / 4 * 4;
}

// Notes a table for the struct of all tables that a device reads.
static void hold_table(unit_writer *u, const char *type, const char *name, int count)
{
    dado_text_addf(&u->fields, "%s %s[%d];\n", type, name, count ? count : 1);
    dado_text_addf(&u->copies, "for (i32 i = 0; i < %d; i++) to->%s[i] = %s[i];\n", count, name,
                   name);
    dado_text_addf(&u->names, "#define %s held->%s\n", name, name);
    u->held_bytes += rounded_up((int)strtol(type + 1, NULL, 10) / 8 * (count ? count : 1));
}

// Equal tables are written once: the text of a table is looked for in those before.
int unit_table(unit_writer *u, const void *numbers, int size, bool is_signed, int count)
{
    dado_text body = { 0 };
    int64_t least = 0, most = 0;
    for (int i = 0; i < count; i++) {
        int64_t number = number_at(numbers, size, is_signed, i);
        least = number < least ? number : least;
        most = number > most ? number : most;
    }
    const char *type = least >= 0 && most < 256          ? "u8"
                       : least >= 0 && most < 65536      ? "u16"
                       : least >= -32768 && most < 32768 ? "i16"
                                                         : "i32";
    dado_text_addf(&body, "[%d] = {", count ? count : 1);
    for (int i = 0; i < count; i++) {
        dado_text_addf(&body, "%s%lld,", i % 24 ? "" : "\n",
                       (long long)number_at(numbers, size, is_signed, i));
    }
    dado_text_add(&body, count ? "};\n" : "0};\n");
    const char *text = dado_text_string(u->tables);
    const char *same = strstr(text, dado_text_string(&body));
    int found = u->table_count;
    if (same) {
        while (same > text && same[-1] != 'k') same--;
        found = (int)strtol(same, NULL, 10);
    } else {
        char name[16];
        snprintf(name, sizeof name, "k%d", u->table_count++);
        dado_text_addf(u->tables, "TABLE %s %s%s", type, name, dado_text_string(&body));
        hold_table(u, type, name, count);
    }
    dado_text_free(&body);
    return found;
}

// --- flow ---

// Sets the names of the variables that say whose turn it is at an instruction.
static void set_turn(unit_writer *u, const rcy_insn *i)
{
    int depth = (int)(i->at_cycle - u->p->at_cycle) / 2;
    int team_depth = (int)(i->at_team_cycle - u->p->at_team_cycle) / 2;
    snprintf(u->current, sizeof u->current, "cy%d", depth);
    snprintf(u->queued, sizeof u->queued, "cq%d", depth);
    snprintf(u->team, sizeof u->team, "ty%d", team_depth);
    snprintf(u->team_queued, sizeof u->team_queued, "tq%d", team_depth);
}

void unit_go_to(unit_writer *u, int pc)
{
    if (u->saves_here) {
        unit_line(u, "if (saved) { saved = 0; row_waits = 1; seeded = 0; }");
    }
    unit_line(u, "goto L%d;", pc);
}

static void forget_kept(unit_writer *u, int level)
{
    for (int k = level; k < u->p->kept; k++) unit_line(u, "kept[%d] = 0;", k);
}

// What a pass from one instruction to a later one costs.
static uint32_t weight_between(const unit_writer *u, int from, int to)
{
    uint64_t weight = 1;
    for (int pc = from; pc <= to && pc < u->p->code_count; pc++) {
        const rcy_insn *i = &u->p->code[pc];
        weight += 1 + (uint64_t)unit_weight(i->x);
        if (i->op != OP_CHOOSE) continue;
        const rcy_choice *c = &u->p->choices[i->choice];
        for (int k = 0; k < c->count; k++) weight += 2 * (uint64_t)unit_weight(c->acts[k]);
    }
    return weight > 400000 ? 400000 : (uint32_t)weight;
}

static void enter_or_leave(unit_writer *u, const rcy_insn *i)
{
    int from = i->flag ? (int)(i->at_team_cycle - u->p->at_team_cycle) / 2
                       : (int)(i->at_cycle - u->p->at_cycle) / 2;
    char who = i->flag ? 't' : 'c';
    if (i->op == OP_ENTER) {
        unit_line(u, "%cy%d = %cy%d; %cq%d = 255;", who, from + 1, who, from, who, from + 1);
        return;
    }
    forget_kept(u, i->level);
    unit_line(u, "%cy%d = 0; %cq%d = 0;", who, from, who, from);
}

static const rcy_teams *teams_of(const unit_writer *u)
{
    return &u->p->teams[((const rcy_pause *)(const void *)u->p->initial_state)->teams];
}

static void again(unit_writer *u, const rcy_insn *i, int pc)
{
    char who = i->flag ? 't' : 'c';
    const char *current = i->flag ? u->team : u->current;
    const char *queued = i->flag ? u->team_queued : u->queued;
    int count = i->flag ? teams_of(u)->count : u->p->players;
    (void)who;
    forget_kept(u, i->level);
    if (i->kept >= 0) unit_line(u, "if (--kept[%d] == 0) goto L%d;", i->kept, pc + 1);
    if (i->x) {
        unit_term over = unit_value_of(u, i->x);
        unit_line(u, "if (%s) goto L%d;", over.s, pc + 1);
    }
    unit_line(u, "WORK(%u);", weight_between(u, i->jump, pc));
    unit_line(u, "{ i32 next = %s != 255 ? %s : %s + 1;", queued, queued, current);
    unit_line(u, "%s = (u8)(next == %d ? 0 : next); %s = 255; }", current, count, queued);
    unit_go_to(u, i->jump);
}

static void keep(unit_writer *u, const rcy_insn *i)
{
    if (i->op == OP_KEEP && i->holds == type_cards) {
        unit_term place = unit_constant(0);
        if (i->x->op == OP_PLACE) place = unit_slot(u, i->x, i->x->b);
        else unit_refuse(u, "it keeps a collection from one instruction to the next");
        unit_line(u, "kept[%d] = %s;", i->kept, place.s);
        return;
    }
    bool card = i->op == OP_KEEP && i->holds == type_card;
    unit_term value = card ? unit_card_of(u, i->x) : unit_value_of(u, i->x);
    if (value.bits > 30) unit_line(u, "if (%s != (i32)%s) goto given_up;", value.s, value.s);
    unit_line(u, "kept[%d] = (i32)%s + %d;", i->kept, value.s, card);
}

static void admit(unit_writer *u, const rcy_insn *i, int pc)
{
    const char *who = i->flag ? u->team : u->current;
    int count = i->flag ? teams_of(u)->count : u->p->players;
    unit_line(u, "for (i32 left = %d; ; left--) {", count);
    unit_line(u, "if (left == 0) goto L%d;", i->jump);
    unit_line(u, "WORK(%u);", unit_weight(i->x) + 1);
    unit_term has = unit_value_of(u, i->x);
    unit_line(u, "if (%s) goto L%d;", has.s, pc + 1);
    unit_line(u, "%s = (u8)(%s + 1 == %d ? 0 : %s + 1);", who, who, count, who);
    unit_line(u, "}");
}

// Writes the scores during play as the next row; one that does not fit becomes 0.
void unit_score_row(unit_writer *u)
{
    char current[16], queued[16];
    memcpy(current, u->current, sizeof current);
    memcpy(queued, u->queued, sizeof queued);
    unit_line(u, "for (i32 seat = 0; seat < PLAYERS; seat++) {");
    snprintf(u->current, sizeof u->current, "seat");
    snprintf(u->queued, sizeof u->queued, "255");
    unit_term score = unit_value_of(u, u->p->scoring);
    unit_line(u, "i64 ranked = %s(i64)%s;", u->p->lowest_wins ? "-" : "", score.s);
    unit_line(u, "ROW(rounds, seat) = ranked != (i32)ranked ? 0 : (i32)ranked;");
    unit_line(u, "}");
    memcpy(u->current, current, sizeof current);
    memcpy(u->queued, queued, sizeof queued);
}

static void finish(unit_writer *u)
{
    if (u->p->scoring->draws) unit_refuse(u, "its scores are drawn");
    unit_line(u, "for (i32 seat = 0; seat < PLAYERS; seat++) {");
    snprintf(u->current, sizeof u->current, "seat");
    snprintf(u->queued, sizeof u->queued, "255");
    unit_term score = unit_value_of(u, u->p->scoring);
    unit_line(u, "i64 ranked = %s(i64)%s;", u->p->lowest_wins ? "-" : "", score.s);
    unit_line(u, "if (ranked != (i32)ranked) goto given_up;");
    unit_line(u, "out->result[seat] = (i32)ranked;");
    unit_line(u, "}");
    unit_line(u, "if (%s) {", u->p->saves ? "row_waits" : "moved");
    unit_line(u, "if (rounds >= room) goto given_up;");
    unit_line(u, "rounds++;");
    unit_line(u, "for (i32 seat = 0; seat < PLAYERS; seat++) ROW(rounds, seat) = "
                 "out->result[seat];");
    unit_line(u, "}");
    unit_line(u, "goto finished;");
}

static void condition(unit_writer *u, const rcy_insn *i, int pc, bool jumps_if)
{
    if (!i->x) return;
    unit_term holds = unit_value_of(u, i->x);
    unit_line(u, "if (%s%s) {", jumps_if ? "" : "!", holds.s);
    unit_go_to(u, i->jump);
    unit_line(u, "}");
    (void)pc;
}

static void instruction(unit_writer *u, int pc)
{
    const rcy_insn *i = &u->p->code[pc];
    switch ((rcy_op)i->op) {
    case OP_STEP: unit_act(u, i->x); break;
    case OP_UNLESS: condition(u, i, pc, false); break;
    case OP_SKIP_IF: condition(u, i, pc, true); break;
    case OP_ENTER:
    case OP_LEAVE: enter_or_leave(u, i); break;
    case OP_AGAIN: again(u, i, pc); break;
    case OP_CHOOSE: unit_choice(u, i); break;
    case OP_JUMP:
        if (i->jump <= pc) unit_line(u, "WORK(%u);", weight_between(u, i->jump, pc));
        unit_go_to(u, i->jump);
        break;
    case OP_KEEP: keep(u, i); break;
    case OP_DROP: unit_line(u, "kept[%d] = 0;", i->kept); break;
    case OP_COUNT:
    case OP_TURNS:
        keep(u, i);
        unit_line(u, "if (kept[%d] <= 0) { kept[%d] = 0; goto L%d; }", i->kept, i->kept, i->jump);
        break;
    case OP_COUNT_DOWN:
        forget_kept(u, i->level);
        unit_line(u, "WORK(%u);", weight_between(u, i->jump, pc));
        unit_line(u, "if (--kept[%d] > 0) goto L%d;", i->kept, i->jump);
        break;
    case OP_ADMIT: admit(u, i, pc); break;
    case OP_FINISH: finish(u); break;
    case OP_TOGETHER:
    case OP_CARRY_OUT: unit_refuse(u, "its players choose at the same time"); break;
    default: unit_refuse(u, "it has an instruction that a unit does not know");
    }
}

// --- which instructions are reached ---

static void find_set_maps(unit_writer *u, const rcy_node *n)
{
    if (!n) return;
    if (n->op == OP_SET_MAP && u->set_maps < 64) u->set_map[u->set_maps++] = n;
    if (n->op != OP_STRINGS) {
        for (int i = 0; n->list && i < n->count; i++) find_set_maps(u, n->list[i]);
    }
    find_set_maps(u, n->x);
    find_set_maps(u, n->y);
    find_set_maps(u, n->z);
}

static bool stops(const rcy_node *n)
{
    if (!n) return false;
    if (n->op == OP_STOP) return true;
    for (int i = 0; n->op != OP_STRINGS && n->list && i < n->count; i++) {
        if (stops(n->list[i])) return true;
    }
    return stops(n->x) || stops(n->y) || stops(n->z);
}

static bool may_stop(const rcy_program *p, const rcy_insn *i)
{
    if (i->op != OP_CHOOSE) return stops(i->x);
    for (int k = 0; k < p->choices[i->choice].count; k++) {
        if (stops(p->choices[i->choice].acts[k])) return true;
    }
    return false;
}

static void reach(unit_writer *u, bool *reached, int pc)
{
    const rcy_program *p = u->p;
    while (pc >= 0 && pc < p->code_count && !reached[pc]) {
        const rcy_insn *i = &p->code[pc];
        reached[pc] = true;
        if (i->op == OP_FINISH) return;
        bool jumps = i->op == OP_UNLESS || i->op == OP_SKIP_IF || i->op == OP_AGAIN ||
                     i->op == OP_JUMP || i->op == OP_COUNT || i->op == OP_TURNS ||
                     i->op == OP_COUNT_DOWN || i->op == OP_ADMIT ||
                     (i->op == OP_CHOOSE && i->otherwise);
        if (jumps) reach(u, reached, i->jump);
        if (may_stop(p, i)) {
            reach(u, reached, i->stop_turn);
            reach(u, reached, i->stop_stage);
            reach(u, reached, p->code_count - 1);
        }
        if (i->op == OP_JUMP) return;
        pc++;
    }
}

// --- the whole text ---

static void write_array(unit_writer *u, const char *type, const char *name, uint32_t at, int size,
                        bool is_signed, int count)
{
    int table = unit_table(u, u->p->initial_state + at, size, is_signed, count);
    unit_line(u, "%s %s[%d];", type, name, count ? count : 1);
    if (count) unit_line(u, "for (i32 i = 0; i < %d; i++) %s[i] = k%d[i];", count, name, table);
}

// An array that a device keeps in the memory of a group if it can; see NEAR. The text
// reaches it through a macro, NX(i) for nx[i].
typedef struct near_array {
    const char *macro, *name, *type;
    int size, count;
} near_array;

enum { near_arrays = 9 };

static void find_near_arrays(const unit_writer *u, near_array *arrays)
{
    const rcy_program *p = u->p;
    int card = p->cards > 254 ? 2 : 1, place = p->places > 255 ? 2 : 1;
    const char *cards = card == 2 ? "u16" : "u8", *places = place == 2 ? "u16" : "u8";
    const near_array all[near_arrays] = {
        { "DRAWN", "drawn", "u32", 4, p->players },
        { "NX", "nx", cards, card, p->cards },
        { "PV", "pv", cards, card, p->cards },
        { "AT", "at", places, place, p->cards },
        { "TP", "tp", cards, card, p->places },
        { "BT", "bt", cards, card, p->places },
        { "SZ", "sz", cards, card, p->places },
        { "DECK", "deck", cards, card, u->shuffles ? p->cards : 0 },
        { "BYTE", "byte", "u8", 1, p->bytes },
    };
    memcpy(arrays, all, sizeof all);
}

static void write_near_macros(const unit_writer *u, dado_text *out)
{
    near_array arrays[near_arrays];
    int from = 0;
    find_near_arrays(u, arrays);
    dado_text_add(out, "#if NEAR\n");
    for (int i = 0; i < near_arrays; i++) {
        const near_array *a = &arrays[i];
        dado_text_addf(out, "#define %s(i) NEAR_%s(%d, i)\n", a->macro, a->type, from);
        from += rounded_up(a->size * a->count);
    }
    dado_text_add(out, "#define NEAR_ARRAYS\n#else\n");
    for (int i = 0; i < near_arrays; i++)
        dado_text_addf(out, "#define %s(i) %s[i]\n", arrays[i].macro, arrays[i].name);
    dado_text_add(out, "#define NEAR_ARRAYS");
    for (int i = 0; i < near_arrays; i++) {
        const near_array *a = &arrays[i];
        dado_text_addf(out, " %s %s[%d];", a->type, a->name, a->count ? a->count : 1);
    }
    dado_text_add(out, "\n#endif\n#define STO(i) sto[i]\n#define STR(i) str[i]\n");
}

static int near_bytes(const unit_writer *u)
{
    near_array arrays[near_arrays];
    int bytes = 0;
    find_near_arrays(u, arrays);
    for (int i = 0; i < near_arrays; i++) bytes += rounded_up(arrays[i].size * arrays[i].count);
    return bytes;
}

// On a device, tables are one struct in its memory.
static void write_held(unit_writer *u, dado_text *out)
{
    dado_text_addf(out,
                   "#ifdef __OPENCL_VERSION__\ntypedef struct unit_tables {\nu8 first;\n%s"
                   "} unit_tables;\n",
                   dado_text_string(&u->fields));
    dado_text_add(out, "__kernel void unit_size_of_tables(__global u32 *size) { "
                       "*size = (u32)sizeof(unit_tables); }\n");
    dado_text_addf(out, "__kernel void unit_copy_tables(__global unit_tables *to)\n{\n%s}\n",
                   dado_text_string(&u->copies));
    dado_text_addf(out, "%s#endif\n", dado_text_string(&u->names));
}

static void write_places(unit_writer *u)
{
    const rcy_program *p = u->p;
    unit_line(u, "for (i32 i = 0; i < %d; i++) { TP(i) = BT(i) = NIL; SZ(i) = 0; }", p->places);
    int order = unit_table(u, p->initial_state + p->at_order, 2, false, p->cards);
    int from = unit_table(u, p->initial_state + p->at_from, 2, false, p->places + 1);
    if (p->cards == 0) return;
    unit_line(u, "for (i32 i = 0; i < %d; i++)", p->places);
    unit_line(u, "for (i32 j = k%d[i]; j < k%d[i + 1]; j++) PUT_ON_TOP(k%d[j], i);", from, from,
              order);
}

static void write_cycles(unit_writer *u)
{
    const rcy_program *p = u->p;
    const unsigned char *cycle = p->initial_state + p->at_cycle;
    const unsigned char *team = p->initial_state + p->at_team_cycle;
    for (int i = 0; i <= p->depth; i++) {
        bool there = i < p->depth;
        unit_line(u, "u8 cy%d = %d, cq%d = %d;", i, there ? cycle[2 * i] : 0, i,
                  there ? cycle[2 * i + 1] : 0);
    }
    for (int i = 0; i <= p->team_depth; i++) {
        bool there = i < p->team_depth;
        unit_line(u, "u8 ty%d = %d, tq%d = %d;", i, there ? team[2 * i] : 0, i,
                  there ? team[2 * i + 1] : 0);
    }
}

static void write_state(unit_writer *u)
{
    const rcy_program *p = u->p;
    const rcy_pause *pause = (const rcy_pause *)(const void *)p->initial_state;
    unit_line(u, "NEAR_ARRAYS");
    write_array(u, "i32", "sto", p->at_sto, 4, true, p->stos);
    write_array(u, "u16", "str", p->at_str, 2, false, p->strs);
    write_array(u, "i32", "die", p->at_die, 4, true, p->dice_count);
    int bytes = unit_table(u, p->initial_state + p->at_byte, 1, false, p->bytes);
    unit_line(u, "for (i32 i = 0; i < %d; i++) BYTE(i) = k%d[i];", p->bytes, bytes);
    write_array(u, "i32", "kept", p->at_kept, 4, true, p->kept);
    write_array(u, "u16", "map", p->at_map, 2, false, p->map_slots);
    write_array(u, "u16", "word", p->at_word, 2, false, p->map_slots * p->words);
    write_array(u, "i32", "award", p->at_award, 4, true, p->map_slots * p->awards);
    write_places(u);
    write_cycles(u);
    unit_line(u, "u32 chance_drawn = 0, fuel = 0;");
    unit_line(u, "for (i32 i = 0; i < PLAYERS; i++) DRAWN(i) = 0;");
    unit_line(u, "i32 rounds = 0, steps = 0, decisions = 0, forced = 0, seeded = 0, moved = 0;");
    unit_line(u, "i32 saved = 0, row_waits = 0; u64 options = 0;");
    unit_line(u, "unit_luck luck; luck.s0 = luck.s1 = luck.s2 = luck.s3 = 0;");
    if (p->saves) unit_line(u, "i32 saved_row[PLAYERS];");
    unit_line(u, "goto L%u;", pause->pc);
}

static void write_ending(unit_writer *u)
{
    unit_line(u, "given_up:");
    unit_line(u, "return 1;");
    unit_line(u, "finished:");
    unit_line(u, "out->rounds = rounds; out->steps = steps; out->decisions = decisions;");
    unit_line(u, "out->forced = forced; out->options = options;");
    unit_line(u, "return 0;");
    unit_line(u, "}");
}

static void write_flow(unit_writer *u)
{
    const rcy_program *p = u->p;
    const rcy_pause *pause = (const rcy_pause *)(const void *)p->initial_state;
    bool *reached = calloc((size_t)p->code_count + 1, sizeof *reached);
    if (!reached) {
        unit_refuse(u, "there is no memory left");
        return;
    }
    reach(u, reached, (int)pause->pc);
    for (int pc = 0; pc < p->code_count; pc++) {
        const rcy_insn *i = &p->code[pc];
        if (!reached[pc]) continue;
        u->insn = i;
        u->saves_here = false;
        set_turn(u, i);
        unit_line(u, "L%d: {", pc);
        if (p->saves && !i->ahead) unit_line(u, "PAUSE_FOR_ROW();");
        instruction(u, pc);
        if (i->op != OP_FINISH && i->op != OP_JUMP) unit_go_to(u, pc + 1);
        unit_line(u, "}");
    }
    free(reached);
}

// Refuses what a unit cannot do as a whole.
static void check_program(unit_writer *u)
{
    const rcy_program *p = u->p;
    const rcy_pause *pause = (const rcy_pause *)(const void *)p->initial_state;
    if (!p->plain) unit_refuse(u, "the game was not opened with ways=plain");
    if (p->listed || p->fresh || p->exchanges) unit_refuse(u, "its luck was changed by an option");
    if (p->look_from) unit_refuse(u, "its components have several sides");
    if (p->together) unit_refuse(u, "its players choose at the same time");
    if (p->mems) unit_refuse(u, "it remembers cards");
    if (p->any_lazy_pile) unit_refuse(u, "it has piles without an order");
    if (p->placed) unit_refuse(u, "its places are decided by more than the score");
    if (p->cards > unit_most_cards) unit_refuse(u, "it has more than 512 cards");
    if (p->places > unit_most_cards) unit_refuse(u, "it has more than 512 places");
    if (pause->kind != pause_choice && pause->kind != pause_chance)
        unit_refuse(u, "it is over, or saves a row, before anything is chosen or drawn");
    if (pause->pending || pause->luck || pause->span || pause->outcomes)
        unit_refuse(u, "it begins in the middle of an act");
}

static void write_head(unit_writer *u, dado_text *out)
{
    const rcy_program *p = u->p;
    int many = p->cards > 254;
    dado_text_addf(out,
                   "#define PLAYERS %d\n#define SAVES %d\n#define CARDS %d\n#define CARD %s\n"
                   "#define NIL %d\n#define PLACE_NUMBER %s\n#define NEAR_BYTES %d\n"
                   "#define HELD_BYTES %d\n",
                   p->players, p->saves, p->cards ? p->cards : 1, many ? "u16" : "u8",
                   many ? 65535 : 255, p->places > 255 ? "u16" : "u8", near_bytes(u),
                   u->held_bytes);
    dado_text_add(out, rcy_match_unit_prelude);
    write_near_macros(u, out);
}

static void write_attributes(unit_writer *u, dado_text *out)
{
    int count = u->p->keys * u->p->looks;
    dado_text_addf(out, "TABLE u16 attribute[%d] = {", count);
    for (int i = 0; i < count; i++)
        dado_text_addf(out, "%s%d,", i % 24 ? "" : "\n", u->p->attribute[i]);
    dado_text_add(out, "};\n");
    hold_table(u, "u16", "attribute", count);
}

bool rcy_match_unit_write(const dado_game *game, dado_text *out, dado_text *reasons)
{
    const rcy_program *p = game->data;
    DADO_CLEANUP(dado_text_free) dado_text tables = { 0 };
    DADO_CLEANUP(dado_text_free) dado_text body = { 0 };
    unit_writer *u = calloc(1, sizeof *u);
    if (!u) return false;
    *u = (unit_writer){ .p = p, .tables = &tables, .out = &body, .reasons = reasons };
    for (int i = 0; i < p->code_count; i++) {
        find_set_maps(u, p->code[i].x);
        if (p->code[i].op != OP_CHOOSE) continue;
        const rcy_choice *c = &p->choices[p->code[i].choice];
        for (int k = 0; k < c->count; k++) find_set_maps(u, c->acts[k]);
    }
    if (u->set_maps == 64) unit_refuse(u, "it sets more than 63 point maps");
    check_program(u);
    if (!u->refused) {
        unit_line(u, "FUNCTION i32 unit_play(u64 chance_key, u64 seat_key, u64 match, i32 limit, "
                     "ROWS i32 *rows, i32 room, i64 stride, unit_result *out WATCHED "
                     "HELD_PARAMETER NEAR_PARAMETER)");
        unit_line(u, "{");
        write_state(u);
        write_flow(u);
        write_ending(u);
    }
    write_head(u, out);
    if (p->keys * p->looks > 0) write_attributes(u, out);
    dado_text_add(out, dado_text_string(&tables));
    write_held(u, out);
    dado_text_add(out, dado_text_string(&body));
    bool fine =
        !u->refused && !out->cut && !body.cut && !tables.cut && !u->fields.cut && !u->copies.cut;
    dado_text_free(&u->fields);
    dado_text_free(&u->copies);
    dado_text_free(&u->names);
    free(u);
    return fine;
}
