// trial.c - a few matches played while a description is checked, to see whether a choice ever has
// no option and whether the play can go on. What can be said in many ways cannot be read off the
// text.
//
// A text may be checked at every key that is pressed, so how much is played is
// bounded three times: matches, rests of each, and the work of all of them. The
// plain machine plays, since it can say how much work a rest was.
#include <stdlib.h>
#include <string.h>

#include "recycle/machine.h"
#include "recycle/witness.h"

// A game that never ends rests for ever, whether somebody chooses there or not.
enum { trial_matches = 20, most_rests = 800, most_work = rcy_most_rounds_of_loops / 4 };

typedef struct trial {
    rcy_source *s;
    const dado_game *game;
    const rcy_program *p;
    unsigned char *state;
    dado_move *moves;
    bool *told;       // by choice
    rcy_ear ear;
} trial;

static void tell_empty(trial *t, int which)
{
    const rcy_choice *c = &t->p->choices[which];
    if (!t->told[which]) {
        rcy_notice(t->s, "W416", c->token, c->token + 1,
                   "there was no option here in one of at most %d matches played to see; then "
                   "nothing happens and the game goes on; (choice (...) else act) says what does",
                   trial_matches);
    }
    t->told[which] = true;
}

static void tell_stopped(trial *t)
{
    dado_error why = { 0 };
    if (t->game->rules->sound(t->game, t->state, &why)) return;
    for (int i = 0; i < t->s->notice_count; i++) {  // a stage that cannot end has been told
        if (strcmp(t->s->notices[i].error.code, "W412") == 0) return;
    }
    int token = (int)((const rcy_rest *)(const void *)t->state)->pc;
    rcy_notice(t->s, "W431", token, token,
               "play stopped here (%s) in one of at most %d matches played to see: %s", why.code,
               trial_matches, why.text);
}

// What may be done at a rest; 0 where luck is a word.
static int list(trial *t, int actor)
{
    if (actor == DADO_CHANCE) return t->game->rules->legal(t->game, t->state, t->moves);
    return rcy_list(t->p, t->state, t->moves, NULL, &t->ear);
}

// False if there is no point in another match.
static bool play(trial *t, dado_quick *luck)
{
    const rcy_rest *r = (const rcy_rest *)(const void *)t->state;
    t->game->rules->start(t->game, t->state);
    for (int rests = 0; rests < most_rests && t->ear.work < most_work; rests++) {
        int actor = t->game->rules->actor(t->game, t->state);
        if (actor == DADO_NOBODY) break;
        int count = list(t, actor);
        const rcy_insn *i = &t->p->code[r->pc];
        if (actor >= 0 && t->moves[0] == RCY_NOTHING && !i->otherwise) tell_empty(t, i->choice);
        dado_move move = count ? t->moves[dado_quick_below(luck, (uint32_t)count)]
                               : dado_quick_next(luck);
        rcy_apply(t->p, t->state, move, &t->ear);
    }
    tell_stopped(t);
    return r->fault == 0 && t->ear.work < most_work;
}

void rcy_trial(rcy_source *s, const dado_game *game)
{
    const rcy_program *p = game->data;
    trial t = {
        .s = s,
        .game = game,
        .p = p,
        .state = malloc(game->state_size),
        .moves = malloc(sizeof(dado_move) * (size_t)game->max_moves),
        .told = calloc((size_t)p->choice_count + 1, sizeof(bool)),
        .ear = rcy_deaf_ear(),
    };
    bool more = t.state && t.moves && t.told;
    for (int match = 0; more && match < trial_matches; match++) {
        dado_quick luck = dado_quick_seed((uint64_t)match + 1);
        more = play(&t, &luck);
    }
    free(t.state);
    free(t.moves);
    free(t.told);
}
