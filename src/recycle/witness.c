// witness.c - which clauses of a description came to pass, counted while it is played.
//
// Nothing is counted in a state. Whoever wants to know plays the moves again
// with a witness: the plain machine tells its ear of every condition, option,
// stage and act, and the ear adds one to a counter. What happens before
// anybody is asked happens once, when the game is opened, and is part of the
// clause.
#include "recycle/witness.h"

static void count_act(rcy_ear *ear, const rcy_machine *m, const rcy_node *n)
{
    (void)m;
    if (n->cover >= 0) ((rcy_counting *)(void *)ear)->held[n->cover]++;
}

static void count_clause(rcy_ear *ear, int cover, bool held)
{
    rcy_counting *c = (rcy_counting *)(void *)ear;
    if (cover >= 0) (held ? c->held : c->failed)[cover]++;
}

void rcy_ignore_act(rcy_ear *ear, const rcy_machine *m, const rcy_node *n)
{
    (void)ear;
    (void)m;
    (void)n;
}

void rcy_ignore_clause(rcy_ear *ear, int cover, bool held)
{
    (void)ear;
    (void)cover;
    (void)held;
}

void rcy_ignore_pick(rcy_ear *ear, const rcy_machine *m, const rcy_node *n, const rcy_coll *c,
                     int k)
{
    (void)ear;
    (void)m;
    (void)n;
    (void)c;
    (void)k;
}

rcy_ear rcy_deaf_ear(void)
{
    return (rcy_ear){ .act = rcy_ignore_act, .fired = rcy_ignore_clause,
                      .picked = rcy_ignore_pick };
}

rcy_counting rcy_counting_into(int64_t *held, int64_t *failed)
{
    rcy_ear ear = { .act = count_act, .fired = count_clause, .picked = rcy_ignore_pick };
    return (rcy_counting){ ear, held, failed };
}

void rcy_hear_options(const rcy_program *p, const void *state, dado_move *moves, rcy_ear *ear)
{
    if (((const rcy_rest *)state)->kind != rest_choice) return;
    void (*act)(rcy_ear *, const rcy_machine *, const rcy_node *) = ear->act;
    ear->act = rcy_ignore_act;
    rcy_list(p, state, moves, NULL, ear);
    ear->act = act;
}

void rcy_witness(const dado_game *game, void *state, dado_move move, dado_witness *witness)
{
    rcy_counting counting = rcy_counting_into(witness->held, witness->failed);
    rcy_hear_options(game->data, state, witness->moves, &counting.ear);
    rcy_apply(game->data, state, move, &counting.ear);
}

typedef struct drawing {  // notes of how many each number is that is drawn
    rcy_ear ear;
    uint32_t *counts;
    int count, most;  // past the most it is only counted
} drawing;

static void note_draw(rcy_ear *ear, uint64_t count)
{
    drawing *d = (drawing *)(void *)ear;
    if (count > UINT32_MAX) d->count = d->most;  // which is drawn otherwise
    if (d->count < d->most) d->counts[d->count] = (uint32_t)count;
    d->count++;
}

int rcy_draws(const dado_game *game, void *state, dado_move word, uint32_t *counts, int most)
{
    const rcy_program *p = game->data;
    const rcy_rest *r = state;
    // Luck of what a choice begins with stays in the state, word for word.
    if (p->code[r->pc].op == OP_CHOOSE && r->pending == RCY_LETS) return -1;
    drawing d = { .ear = rcy_deaf_ear(), .counts = counts, .most = most };
    d.ear.drew = note_draw;
    rcy_apply(p, state, word, &d.ear);
    return d.count <= most ? d.count : -1;
}

const char *rcy_clause_kind(char kind)
{
    switch (kind) {
    case 's': return "stage";
    case 'c': return "condition";
    case 'o': return "option";
    default: return "act";
    }
}

bool rcy_clause(const dado_game *game, int which, dado_clause *clause)
{
    const rcy_program *p = game->data;
    if (which < 0 || which >= p->cover_count) return false;
    const rcy_cover *c = &p->cover[which];
    *clause = (dado_clause){
        .kind = rcy_clause_kind(c->kind),
        .place = rcy_place(p->source, c->token, c->last),
        .last_line = p->source->tokens[c->last].line,
        .held = p->opening_held[which],
        .failed = p->opening_failed[which],
    };
    return true;
}
