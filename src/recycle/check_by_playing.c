// check_by_playing.c - plays a few random matches while a description is checked, to find
// choices without options and play that cannot continue. The text alone cannot always
// show these.
//
// An editor may check the text after every key press, so the amount of play is limited in
// three ways: the number of matches, the pauses of each, and the work of all. The machine
// plays, not the bytecode, since it counts its work.
#include <stdlib.h>
#include <string.h>

#include "recycle/machine_inlines.h"
#include "recycle/rule_coverage.h"

// The limit counts pauses, since a match that never ends pauses for ever, whether
// somebody chooses there or not.
enum { trial_matches = 20, most_rests = 800, most_work = rcy_most_rounds_of_loops / 4 };

typedef struct play_check {
    rcy_source *s;
    const dado_game *game;
    const rcy_program *p;
    unsigned char *state;
    dado_move *moves;
    bool *told;  // by choice: whether a problem was reported
    rcy_coverage_counter counter;
    int ended, unended;  // numbers of matches that ended, and that did not
} play_check;

static void tell_empty(play_check *t, int which)
{
    const rcy_choice *c = &t->p->choices[which];
    if (!t->told[which]) {
        rcy_diagnose(t->s, "W416", c->token, c->token + 1,
                     "in one of at most %d test matches there was no option here, so nothing "
                     "happened and play went on; (choice (...) else act) says what to do then",
                     trial_matches);
    }
    t->told[which] = true;
}

static void tell_stopped(play_check *t)
{
    dado_error why = { 0 };
    if (t->game->rules->sound(t->game, t->state, &why)) return;
    for (int i = 0; i < t->s->notice_count; i++) {  // a stage that cannot end was reported already
        if (strcmp(t->s->notices[i].error.code, "W412") == 0) return;
    }
    int token = (int)((const rcy_pause *)(const void *)t->state)->pc;
    rcy_diagnose(t->s, "W431", token, token,
                 "play stopped here (%s) in one of at most %d test matches: %s", why.code,
                 trial_matches, why.text);
}

// Reports the end conditions of stages that never held, if no match ended at all.
static void tell_endless(play_check *t)
{
    if (t->ended > 0 || t->unended < trial_matches) return;
    for (int i = 0; i < t->p->coverage_count; i++) {
        const rcy_coverage_point *c = &t->p->coverage[i];
        bool end = c->kind == 'c' && c->token > 0 && t->s->tokens[c->token - 1].code == keyword_end;
        if (!end || t->counter.held[i] > 0 || t->counter.failed[i] == 0) continue;
        rcy_diagnose(t->s, "W432", c->token, c->last,
                     "this end was never true, and none of %d test matches was over after %d "
                     "choices and draws; check that something can make it true",
                     trial_matches, most_rests);
    }
}

// Lists the moves at a pause; returns 0 where the outcome of chance is a random word.
static int list(play_check *t, int actor)
{
    if (actor == DADO_CHANCE) return t->game->rules->legal(t->game, t->state, t->moves);
    return rcy_list_moves(t->p, t->state, t->moves, NULL, &t->counter.hooks);
}

// Plays one match. Returns false if more matches make no sense.
static bool play(play_check *t, dado_fast_rng *luck)
{
    const rcy_pause *r = (const rcy_pause *)(const void *)t->state;
    t->game->rules->start(t->game, t->state);
    for (int rests = 0; rests < most_rests && t->counter.hooks.work < most_work; rests++) {
        int actor = t->game->rules->actor(t->game, t->state);
        if (actor == DADO_NOBODY) break;
        int count = list(t, actor);
        const rcy_insn *i = &t->p->code[r->pc];
        if (actor >= 0 && t->moves[0] == RCY_NOTHING && !i->otherwise) tell_empty(t, i->choice);
        dado_move move =
            count ? t->moves[dado_fast_rng_below(luck, (uint32_t)count)] : dado_fast_rng_next(luck);
        rcy_apply(t->p, t->state, move, &t->counter.hooks);
    }
    bool over = t->game->rules->actor(t->game, t->state) == DADO_NOBODY;
    t->ended += over;
    t->unended += !over && t->counter.hooks.work < most_work;
    tell_stopped(t);
    return r->fault == 0 && t->counter.hooks.work < most_work;
}

void rcy_check_by_playing(rcy_source *s, const dado_game *game)
{
    const rcy_program *p = game->data;
    size_t points = (size_t)p->coverage_count + 1;
    int64_t *held = calloc(2 * points, sizeof *held);
    play_check t = {
        .s = s,
        .game = game,
        .p = p,
        .state = malloc(game->state_size),
        .moves = malloc(sizeof(dado_move) * (size_t)game->max_moves),
        .told = calloc((size_t)p->choice_count + 1, sizeof(bool)),
    };
    bool more = t.state && t.moves && t.told && held;
    if (more) t.counter = rcy_coverage_counter_make(held, held + points);
    for (int match = 0; more && match < trial_matches; match++) {
        dado_fast_rng luck = dado_fast_rng_seed((uint64_t)match + 1);
        more = play(&t, &luck);
    }
    if (held) tell_endless(&t);
    free(held);
    free(t.state);
    free(t.moves);
    free(t.told);
}
