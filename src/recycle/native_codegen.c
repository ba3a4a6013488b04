// native_codegen.c - writes a program as C code, and attaches the compiled code; see
// native_codegen.h.
//
// The C text consists of the headers of this folder and the code that evaluates nodes,
// copied in where they are included, and of one line for each node, each bytecode and
// each step of a plan. It depends only on the program and the headers. So equal texts are
// equal programs, and a cache of compiled code can use the text as its key.
#include "recycle/native_codegen.h"

#include <stdio.h>
#include <string.h>

#include "recycle/bytecode_interpreter.h"
#include "recycle/native_embedded_headers.h"

enum { most_headers = 128 };

// Copies headers: each header once, but lists (.def) wherever they are included.
typedef struct copier {
    dado_text *out;
    bool done[most_headers];
} copier;

static int find_header(const char *path, size_t length)
{
    for (int i = 0; rcy_embedded_headers[i].path && i < most_headers; i++) {
        const char *known = rcy_embedded_headers[i].path;
        if (strlen(known) == length && memcmp(known, path, length) == 0) return i;
    }
    return -1;
}

static void copy_header(copier *c, const char *path, size_t length)
{
    static const char include[] = "#include \"";
    int which = find_header(path, length);
    if (which < 0 || (c->done[which] && path[length - 1] == 'h')) return;
    c->done[which] = true;
    for (const char *line = rcy_embedded_headers[which].text; *line;) {
        size_t size = strcspn(line, "\n");
        if (strncmp(line, include, sizeof include - 1) == 0) {
            const char *name = line + sizeof include - 1;
            copy_header(c, name, strcspn(name, "\""));
        } else if (strncmp(line, "#pragma once", 12) != 0) {
            dado_text_add_bytes(c->out, line, size);
            dado_text_char(c->out, '\n');
        }
        line += size + (line[size] == '\n');
    }
}

// --- bytecodes ---

static const char *const bytecode_kinds[] = {
#define LIGHT(kind, name) #kind "(" #name,
#define HEAVY(kind, name) #kind "(" #name,
#include "recycle/bytecode_opcodes.def"
};

// One copy of the body of a loop over players. Bytecodes are written in order, and the
// body of such a loop is written once for each player, so that the player is a constant.
// The labels of a copy end in the numbers of its players.
typedef struct copy_of {
    const struct copy_of *around;
    int first, last;  // the bytecodes of the body; the last one goes on to the next player
    int player;
} copy_of;

enum { most_copied = 48 };  // most bytecodes that one loop may become

static void write_label(const copy_of *copy, int n, dado_text *out)
{
    dado_text_addf(out, "%d", n);
    for (; copy; copy = copy->around) {
        if (n >= copy->first && n <= copy->last) dado_text_addf(out, "_%d", copy->player);
    }
}

// Writes one bytecode. The position in stages is known for every instruction, except for
// those that continue in the machine.
static void write_beat(const rcy_program *p, const copy_of *copy, int n, dado_text *out)
{
    const rcy_bytecode *b = &p->bytecodes[n];
    dado_text_add(out, "L");
    write_label(copy, n, out);
    dado_text_add(out, ": ");
    if (b->op != bytecode_fall_back) {
        dado_text_addf(out, "AT(%u, %u) ", p->code[b->pc].at_cycle, p->code[b->pc].at_team_cycle);
    }
    dado_text_addf(out, "%s, %d, %d, ", bytecode_kinds[b->op], n, b->cost);
    write_label(copy, b->jump, out);
    dado_text_add(out, ", B(");
    if (b->node) dado_text_addf(out, "&n%d", b->node->number);
    else dado_text_add(out, "NULL");
    dado_text_addf(out, ", %d, %d, %d, %d, %d, %d, %d, %d, %d, %u))\n", b->op, b->who, b->whose,
                   b->flag, b->cost, b->a, b->b, b->c, b->jump, b->pc);
}

// Returns the last bytecode of a loop over players that begins here, or 0 if the loop is
// not to be copied.
static int end_of_loop(const rcy_program *p, int n)
{
    if (p->bytecodes[n].op != bytecode_each) return 0;
    for (int last = n + 1; last < p->bytecode_count; last++) {
        const rcy_bytecode *b = &p->bytecodes[last];
        if ((last - n) * p->players > most_copied) return 0;
        if (b->op == bytecode_next_each && b->jump == n + 1) return last;
    }
    return 0;
}

static void write_beats(const rcy_program *p, const copy_of *around, int first, int end,
                        dado_text *out)
{
    for (int n = first; n < end; n++) {
        int last = end_of_loop(p, n);
        write_beat(p, around, n, out);
        if (!last) continue;
        copy_of copy = { around, n + 1, last, 0 };
        for (; copy.player < p->players; copy.player++) {
            write_beats(p, &copy, n + 1, last, out);
            dado_text_add(out, "L");
            write_label(&copy, last, out);
            dado_text_addf(out, ": NEXT(%d, %d, %d, %d)\n", p->bytecodes[last].cost,
                           p->bytecodes[last].who, p->bytecodes[last].c, copy.player + 1);
        }
        n = last;
    }
}

static void write_choice(const rcy_program *p, int pc, dado_text *out)
{
    const rcy_choice *c = &p->choices[p->code[pc].choice];
    if (!c->bytecodes) return;
    dado_text_addf(out, "        case %d: CHOICE(%d, %d, %d, %u, %u)\n", pc, p->code[pc].choice,
                   c->count, c->lets > 0, p->code[pc].at_cycle, p->code[pc].at_team_cycle);
    for (int k = 0; k < c->count; k++) {
        if (c->bytecodes[k] < 0) continue;
        dado_text_addf(out, "        case %d: ", k);
        if (c->acts[k]->picks) dado_text_addf(out, "PATH(%d) ", c->count);
        dado_text_addf(out, "goto L%d;\n", c->bytecodes[k]);
    }
    dado_text_add(out, "        default: OTHERWISE\n        }\n");
}

// Returns whether play may pause at an instruction, for chance or for a row of scores to
// be read. If it pauses at another one after all, the machine continues from there.
static bool rests_at(const rcy_program *p, int k)
{
    const rcy_insn *i = &p->code[k];
    if ((i->x && i->x->draws) || (i->op == OP_FINISH && p->scoring->draws)) return true;
    if (!p->saves) return false;
    if (k > 0 && p->bytecodes[i[-1].bytecode].op == bytecode_fall_back) return true;
    for (int n = 0; n < p->bytecode_count; n++) {
        const rcy_bytecode *b = &p->bytecodes[n];
        if ((b->op == bytecode_row || b->op == bytecode_row_and_luck) && b->pc == (uint32_t)k)
            return true;
    }
    return false;
}

// Writes the function that makes a move: it continues at the first bytecode of an option,
// or of the instruction at which play has paused.
static void write_apply(const rcy_program *p, dado_text *out)
{
    dado_text_add(out, "WHOLE static void apply(const rcy_program *const p, void *state, "
                       "dado_move move)\n"
                       "{\n    BEGIN\n        switch (r->pc) {\n");
    for (int k = 0; k < p->code_count; k++) {
        if (p->code[k].op == OP_CHOOSE) write_choice(p, k, out);
    }
    dado_text_add(out, "        default: OTHERWISE\n        }\n    }\n"
                       "    AFTER_PAUSE\n    switch (r->pc) {\n");
    for (int k = 0; k < p->code_count; k++) {
        if (p->code[k].op == OP_CHOOSE || !rests_at(p, k)) continue;
        dado_text_addf(out, "    case %d: PAUSED_AT(%u, %u) goto L%d;\n", k, p->code[k].at_cycle,
                       p->code[k].at_team_cycle, p->code[k].bytecode);
    }
    dado_text_add(out, "    default: OTHERWISE\n    }\n");
    write_beats(p, NULL, 0, p->bytecode_count, out);
    dado_text_add(out, "    END\n}\n\n");
}

// --- plans ---

static void write_ask(const rcy_program *p, const rcy_plan_step *a, const rcy_choice *c, int k,
                      int j, dado_text *out)
{
    if (a->op == plan_end) {
        dado_text_addf(out, "    A%d: return rcy_listing_done(&l);\n", j);
        return;
    }
    dado_text_addf(
        out,
        "    PLAN_STEP(%d, %d, %d, %d, .op = %d, .flag = %d, .holds_for = %d, .current = %d, "
        ".alternative = %d, .slot = %d, .value = %d, .string = %d",
        j, c->count, a->yes, a->no, a->op, a->flag, a->holds_for, a->current, a->alternative,
        a->slot, a->value, a->string);
    if (a->table) dado_text_addf(out, ", .table = p%d_%d", k, j);
    if (a->attribute) {
        dado_text_addf(out, ", .attribute = rcy_attribute_0 + %d",
                       (int)(a->attribute - p->attribute));
    }
    if (a->moves) dado_text_addf(out, ", .moves = these%d_%d", k, j);
    if (a->node) dado_text_addf(out, ", .node = &n%d", a->node->number);
    dado_text_add(out, ")\n");
}

// Returns the number of steps of a plan: all that its first step leads to.
int rcy_native_count_steps(const rcy_plan_step *plan)
{
    int count = 1;
    for (int j = 0; j < count; j++) {
        if (plan[j].op == plan_end) continue;
        if (plan[j].yes >= count) count = plan[j].yes + 1;
        if (plan[j].no >= count) count = plan[j].no + 1;
    }
    return count;
}

static void write_moves(const rcy_plan_step *a, int k, int j, dado_text *out)
{
    dado_text_addf(out, "static const dado_move these%d_%d[] = {", k, j);
    for (int i = 0; i < a->value; i++) {
        dado_text_addf(out, "%s%llu,", i % 24 ? "" : "\n", (unsigned long long)a->moves[i]);
    }
    dado_text_add(out, "};\n");
}

static void write_plan(const rcy_program *p, int k, dado_text *out)
{
    const rcy_choice *c = &p->choices[k];
    int count = rcy_native_count_steps(c->plan);
    bool machine = c->lets > 0;
    for (int j = 0; j < count; j++) {
        machine = machine || rcy_plan_step_needs_machine(&c->plan[j]);
        char name[32];
        snprintf(name, sizeof name, "p%d_", k);
        if (c->plan[j].table) {
            rcy_native_numbers(out, "uint8_t", name, j, c->plan[j].table, 1, p->cards);
        }
        if (c->plan[j].moves) write_moves(&c->plan[j], k, j, out);
    }
    dado_text_addf(
        out,
        "WHOLE static int list_%d(const rcy_program *p, const void *state, dado_move *moves, "
        "uint32_t current, uint32_t at, uint32_t team_at)\n{\n%s"
        "    rcy_lister l = { .m = %s, .scratch = %s, .p = p, .moves = moves, .most = %d,\n"
        "                     .true_state = (unsigned char *)state,\n"
        "                     .current = current, .at_cycle = at, .at_team_cycle = team_at };\n",
        k, machine ? "    rcy_machine machine;\n    rcy_scratch scratch;\n" : "",
        machine ? "&machine" : "NULL", machine ? "&scratch" : "NULL", p->most_moves);
    if (c->lets > 0) dado_text_addf(out, "    LETS(%d)\n", k);
    for (int j = 0; j < count; j++) write_ask(p, &c->plan[j], c, k, j, out);
    dado_text_add(out, "}\n\n");
}

static void write_list(const rcy_program *p, dado_text *out)
{
    dado_text_add(out,
                  "static int list(const rcy_program *p, const void *state, dado_move *moves)\n"
                  "{\n    const unsigned char *s = state;\n"
                  "    switch (((const rcy_pause *)state)->pc) {\n");
    for (int pc = 0; pc < p->code_count; pc++) {
        const rcy_insn *i = &p->code[pc];
        if (i->op != OP_CHOOSE || !p->choices[i->choice].plan) continue;
        dado_text_addf(out, "    case %d: return list_%d(p, s, moves, s[%u], %u, %u);\n", pc,
                       i->choice, i->at_cycle, i->at_cycle, i->at_team_cycle);
    }
    dado_text_add(
        out,
        "    default: return p->native_link->imports.rcy_list_moves(p, state, moves, NULL, NULL);\n"
        "    }\n}\n\n");
}

// --- the whole text ---

static void write_constants(const rcy_program *p, dado_text *out)
{
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    dado_text_add(out, "#define FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION\n");
#endif
    dado_text_addf(out,
                   "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n"
                   "#define RCY_NATIVE_UNIT\n#define RCY_MAP_COUNT %d\n#define RCY_NODE_COUNT %d\n"
                   "#define RCY_USES_EXTENDED %d\n"
                   "#define RCY_PLAYERS(p) %d\n"
                   "#define RCY_AT(p, what) RCY_AT_##what\n"
                   "#define RCY_AT_sto %u\n#define RCY_AT_str %u\n#define RCY_AT_order %u\n"
                   "#define RCY_AT_from %u\n#define RCY_AT_die %u\n#define RCY_AT_byte %u\n"
                   "#define RCY_AT_score %u\n#define RCY_AT_kept %u\n",
                   p->map_count, p->node_count, rcy_native_uses_extended(p), p->players, p->at_sto,
                   p->at_str, p->at_order, p->at_from, p->at_die, p->at_byte, p->at_score,
                   p->at_kept);
    rcy_native_write_constants(p, out);
}

bool rcy_native_write_c(const dado_game *game, dado_text *out)
{
    const rcy_program *p = game->data;
    if (!p->bytecodes || !p->native_link) return false;
    copier c = { .out = out };
    write_constants(p, out);
    copy_header(&c, "recycle/native_codegen_macros.h", strlen("recycle/native_codegen_macros.h"));
    dado_text_char(out, '\n');
    rcy_native_write_nodes(p, out);
    write_apply(p, out);
    for (int k = 0; k < p->choice_count; k++) {
        if (p->choices[k].plan) write_plan(p, k, out);
    }
    write_list(p, out);
    dado_text_addf(out,
                   "static void start(const rcy_program *p, void *state)\n"
                   "{\n    memcpy(state, p->initial_state, %u);\n}\n\n",
                   p->state_size);
    dado_text_addf(out,
                   "__attribute__((visibility(\"default\"))) const rcy_native dado_native = {\n"
                   "    sizeof(rcy_program), sizeof(rcy_machine), sizeof(rcy_lister), %d, %d,\n"
                   "    apply, list, start,\n};\n",
                   p->bytecode_count, p->choice_count);
    return !out->cut;
}

bool rcy_native_attach(const dado_game *game, const void *made, dado_error *err)
{
    const rcy_program *p = game->data;
    const rcy_native *native = made;
    bool ours = p->bytecodes && p->native_link && native->program_size == sizeof(rcy_program) &&
                native->machine_size == sizeof(rcy_machine) &&
                native->lister_size == sizeof(rcy_lister) &&
                native->bytecodes == p->bytecode_count && native->choices == p->choice_count;
    if (!ours)
        return dado_fail(err, DADO_INVALID,
                         "this native code was compiled for another "
                         "game");
    atomic_store_explicit(&p->native_link->native, native, memory_order_release);
    return true;
}

bool rcy_native_prepare(rcy_program *p, dado_region *region)
{
    p->native_link = dado_new(region, rcy_native_link, 1);
    if (!p->native_link) return false;
    atomic_init(&p->native_link->native, NULL);
    if (p->bytecodes && !rcy_native_find_nodes(p, region)) return false;
    p->native_link->imports = (rcy_native_imports){
#define IMPORT(type, name, params, args) .name = name,
#include "recycle/native_imports.def"
#undef IMPORT
        .rcy_list_by_playing = rcy_list_by_playing,
        .rcy_apply = rcy_apply,
        .rcy_list_moves = rcy_list_moves,
    };
    return true;
}
