// game.c - a description as a game: opening it, and the table of its rules.
#include <stdio.h>
#include <string.h>

#include "recycle/features.h"
#include "recycle/native.h"
#include "recycle/scene.h"
#include "recycle/symmetry.h"

static rcy_source *read_source(const char *file, const char *text, dado_arena *arena)
{
    rcy_source *s = dado_new(arena, rcy_source, 1);
    if (!s) return NULL;
    *s = (rcy_source){ .file = file, .text = text, .length = strlen(text), .arena = arena };
    s->names.arena = arena;
    return s;
}

// Tokens of a value given from outside are none of the text's: they count as the declare's.
static void relocate(rcy_tree *t, int token)
{
    t->token = t->last = token;
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) relocate(t->kids[i], token);
    }
}

// Puts the values given as options in place of those declared; `ask` hears of every declare.
static void override(rcy_source *s, rcy_tree *game, const dado_options *options, dado_ask *ask)
{
    for (int i = 0; i < game->value; i++) {
        rcy_tree *t = game->kids[i];
        if (t->form != form_declare || t->count == 0) continue;
        const char *name = rcy_text(s, t->name);
        const rcy_token *from = &s->tokens[t->kids[0]->token], *to = &s->tokens[t->kids[0]->last];
        const char *by_default = dado_arena_copy(s->arena, s->text + from->offset,
                                                 (size_t)(to->offset + to->length - from->offset));
        if (ask) dado_ask_text(ask, name, by_default ? by_default : "");
        const dado_option *given = dado_options_find(options, name);
        if (!given) continue;
        rcy_tree *value = rcy_read_value(s, given->text);
        if (!value) {
            if (ask) {
                dado_ask_wrong(ask, name, "%s must be a number, a NAME or a list (A, B), not "
                               "\"%.40s\"", name, given->text);
            }
            continue;
        }
        relocate(value, t->kids[0]->token);
        t->kids[0] = value;
    }
}

static void sort_notices(rcy_source *s)
{
    for (int i = 1; i < s->notice_count; i++) {
        dado_notice notice = s->notices[i];
        int32_t at = s->notice_at[i];
        int k = i;
        for (; k > 0 && s->notice_at[k - 1] > at; k--) {
            s->notices[k] = s->notices[k - 1];
            s->notice_at[k] = s->notice_at[k - 1];
        }
        s->notices[k] = notice;
        s->notice_at[k] = at;
    }
}

// Reads and checks; the tree, or NULL if it cannot be played.
static rcy_tree *understand(rcy_source *s, const dado_options *options, dado_ask *ask)
{
    if (!rcy_lex(s)) s->no_memory = true;
    rcy_tree *game = s->no_memory ? NULL : rcy_read(s);
    if (game) override(s, game, options, ask);
    if (game) rcy_check(s, game);
    if (game && s->errors == 0) rcy_sense(s, game);
    sort_notices(s);
    return game && s->errors == 0 && !s->no_memory ? game : NULL;
}

static bool compile(dado_game *game, rcy_source *s, rcy_tree *tree, rcy_program *p, int most_moves,
                    int mems, dado_arena *arena, dado_error *err);

// Plays what was understood, where playing is how a mistake is found.
static void try_out(rcy_source *s, rcy_tree *tree)
{
    enum { most_moves = 4096 };
    dado_game game = { 0 };
    rcy_program *p = dado_new(s->arena, rcy_program, 1);
    if (!p || !compile(&game, s, tree, p, most_moves, 0, s->arena, NULL)) return;
    rcy_trial(s, &game);
    sort_notices(s);
}

bool dado_recycle_check(const char *source, const char *text, const dado_options *options,
                        dado_arena *arena, dado_diagnosis *found)
{
    dado_diagnosis nobody_asks;
    bool told = found != NULL;
    if (!told) found = &nobody_asks;
    *found = (dado_diagnosis){ 0 };
    rcy_source *s = read_source(source, text, arena);
    rcy_tree *game = s ? understand(s, options, NULL) : NULL;
    if (game && told) try_out(s, game);
    if (!s || s->no_memory) {
        static const dado_notice none = { .error = { .status = DADO_LIMIT,
                                          .text = "no memory left to check this text" } };
        found->items = &none;
        found->count = found->errors = 1;
        return false;
    }
    found->items = s->notices;
    found->count = s->notice_count;
    found->errors = s->errors;
    found->warnings = s->warnings;
    found->more = s->more;
    return game != NULL;
}

static bool refuse(const rcy_source *s, dado_error *err)
{
    int shown = -1, errors = 0;
    for (int i = 0; i < s->notice_count; i++) {
        if (s->notices[i].warning) continue;
        if (shown < 0) shown = i;
        errors++;
    }
    if (s->no_memory || shown < 0) {
        return dado_fail(err, DADO_LIMIT, "no memory left for the game in %s", s->file);
    }
    if (err) {
        *err = s->notices[shown].error;
        size_t used = strlen(err->text);
        if (errors + s->more > 1 && used + 60 < sizeof err->text) {
            snprintf(err->text + used, sizeof err->text - used, " (and %d more: dado check tells)",
                     errors + s->more - 1);
        }
    }
    return false;
}

// What about says, the first line of comment, or the name of the file.
static const char *title_of(const rcy_source *s, dado_arena *arena)
{
    for (int i = 0; s->about && i < s->about->count; i++) {
        const rcy_tree *fact = s->about->kids[i];
        if (strcmp(rcy_text(s, fact->name), "TITLE") == 0 && fact->kids[0]->form == form_name) {
            return rcy_text(s, fact->kids[0]->name);
        }
    }
    for (const char *c = strstr(s->text, ";;"); c; c = strstr(c, ";;")) {
        while (*c == ';' || *c == ' ' || *c == '\t') c++;
        size_t length = strcspn(c, "\r\n");
        while (length > 0 && (c[length - 1] == ' ' || c[length - 1] == '.')) length--;
        if (length > 80) length = 80;
        if (length == 0) continue;
        dado_text shown = { 0 };
        dado_text_shown(&shown, c, length);
        const char *title = dado_arena_copy(arena, dado_text_string(&shown), shown.length);
        dado_text_free(&shown);
        return title;
    }
    const char *base = strrchr(s->file, '/');
    base = base ? base + 1 : s->file;
    size_t length = strcspn(base, ".");
    return dado_arena_copy(arena, base, length ? length : strlen(base));
}

// What happens before anybody is asked happens once, here, and is part of every
// match: the rules that fire then are counted here too.
static bool run_to_first_rest(rcy_program *p, dado_arena *arena, dado_error *err)
{
    int64_t *held = dado_new(arena, int64_t, p->cover_count + 1);
    int64_t *failed = dado_new(arena, int64_t, p->cover_count + 1);
    if (!held || !failed) {
        return dado_fail(err, DADO_LIMIT, "no memory left for the rules of the game");
    }
    rcy_counting opening = rcy_counting_into(held, failed);
    p->opening_held = held;
    p->opening_failed = failed;
    rcy_machine m;
    rcy_scratch scratch;
    rcy_machine_begin(&m, &scratch, p, p->image);
    m.ear = &opening.ear;
    rcy_run(&m);
    return true;
}

static bool open_game(dado_game *game, const dado_options *options, dado_arena *arena,
                      dado_error *err);

static void start(const dado_game *game, void *state)
{
    const rcy_program *p = game->data;
    const rcy_native *native = rcy_native_of(p);
    if (native) native->start(p, state);
    else memcpy(state, p->image, p->state_size);
}

static int actor(const dado_game *game, const void *state)
{
    const rcy_program *p = game->data;
    const rcy_rest *r = state;
    switch ((rcy_rest_kind)r->kind) {
    case rest_choice: return ((const unsigned char *)state)[p->asked_at[r->pc]];
    case rest_luck: case rest_round: case rest_round_and_luck: return DADO_CHANCE;
    default: return DADO_NOBODY;
    }
}

static inline int list(const rcy_program *p, const rcy_native *native, const void *state,
                       dado_move *moves)
{
    return native ? native->list(p, state, moves) : rcy_list_briskly(p, state, moves);
}

static int legal(const dado_game *game, const void *state, dado_move *moves)
{
    const rcy_rest *r = state;
    if (r->kind == rest_choice) return list(game->data, rcy_native_of(game->data), state, moves);
    switch ((rcy_rest_kind)r->kind) {
    case rest_luck: case rest_round_and_luck:
        for (uint32_t i = 0; i < r->outcomes; i++) moves[i] = i;
        return (int)r->outcomes;
    case rest_round: moves[0] = 0; return 1;
    default: return 0;
    }
}

static void apply(const dado_game *game, void *state, dado_move move)
{
    const rcy_native *native = rcy_native_of(game->data);
    if (native) native->apply(game->data, state, move);
    else rcy_apply_briskly(game->data, state, move);
}

// A look at who is next takes longer, by a call, than many a move does.
static int stroll(const dado_game *game, void *state, int steps, dado_move *moves,
                  dado_quick *dice, dado_rng *luck)
{
    const rcy_program *p = game->data;
    const rcy_native *native = rcy_native_of(p);
    const rcy_rest *r = state;
    for (int made = 0;;) {
        dado_move move = 0;
        if (r->kind == rest_choice) {
            if (made == steps) return made;
            int count = list(p, native, state, moves);
            move = moves[count == 1 ? 0 : dado_quick_below(dice, (uint32_t)count)];
            made++;
        } else if (r->kind == rest_luck || r->kind == rest_round_and_luck) {
            if (r->outcomes == 0) move = dado_rng_next(luck);
            else if (r->outcomes > 1) move = dado_rng_below(luck, r->outcomes);
        } else if (r->kind != rest_round) {
            return made;
        }
        if (native) native->apply(p, state, move);
        else rcy_apply_briskly(p, state, move);
    }
}

// A score in mid-play as the contract has it: one that does not fit is 0.
static inline int32_t fitting(const rcy_program *p, int64_t score)
{
    int64_t ranked = rcy_ranked(p, score);
    return ranked != (int32_t)ranked ? 0 : (int32_t)ranked;
}

static void work_out_scores(const rcy_program *p, const void *state, int32_t *scores)
{
    rcy_machine m;
    rcy_scratch scratch;
    rcy_machine_begin(&m, &scratch, p, (void *)(uintptr_t)state);
    uint8_t fresh[2] = { 0, rcy_nobody_queued };
    m.cycle = fresh;
    m.first_of_ties = true;
    for (int i = 0; i < p->players; i++) {
        fresh[0] = (uint8_t)i;
        m.trap = trap_none;
        int64_t score = rcy_value(&m, p->scoring);
        scores[i] = fitting(p, m.trap != trap_none ? 0 : score);
    }
}

// One by one: see rcy_keep_coll.
static inline void copy_row(int32_t *to, const void *row, const int players)
{
    const int32_t *from = row;
    for (int i = 0; i < players; i++) {
        int32_t score = from[i];
        RCY_PLAINLY(score);
        to[i] = score;
    }
}

// Where `players` is a constant this is a few instructions without a loop.
static inline void read_scores(const rcy_program *p, const void *state, int32_t *scores,
                               const int players)
{
    const unsigned char *s = state;
    const rcy_rest *r = state;
    if (r->kind == rest_over || r->kind == rest_round || r->kind == rest_round_and_luck) {
        copy_row(scores, s + p->at_score, players);
        return;
    }
    if (p->score_slot < 0) {
        work_out_scores(p, state, scores);
        return;
    }
    const int32_t *sto = (const int32_t *)(const void *)(s + p->at_sto), *own = sto + p->score_slot;
    if (p->minus_slot >= 0) {
        for (int i = 0; i < players; i++) scores[i] = fitting(p, rcy_plain_score(p, sto, i));
    } else if (p->lowest_wins) {
        for (int i = 0; i < players; i++) scores[i] = own[i] == INT32_MIN ? 0 : -own[i];
    } else {
        copy_row(scores, own, players);
    }
}

void rcy_scores(const rcy_program *p, const void *state, int32_t *scores)
{
    switch (p->players) {
    case 2: read_scores(p, state, scores, 2); break;
    case 3: read_scores(p, state, scores, 3); break;
    case 4: read_scores(p, state, scores, 4); break;
    default: read_scores(p, state, scores, p->players);
    }
}

static void scores(const dado_game *game, const void *state, int32_t *row)
{
    rcy_scores(game->data, state, row);
}

static void rank(const dado_game *game, const void *state, int32_t *places)
{
    const rcy_program *p = game->data;
    const unsigned char *s = state;
    for (int i = 0; i < p->players; i++) places[i] = s[p->at_place + (uint32_t)i];
}

static int rounds(const dado_game *game, const void *state)
{
    (void)game;
    return (int)((const rcy_rest *)state)->rounds;
}

static bool expects(const dado_game *game, const char *what, int64_t *low, int64_t *high)
{
    static const char *const keys[][2] = { { "players", "PLAYERS" }, { "rounds", "ROUNDS" },
                                           { "decisions", "DECISIONS" }, { "minutes", "MINUTES" } };
    const rcy_program *p = game->data;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (strcmp(what, keys[i][0]) != 0) continue;
        return rcy_about_range(p->source, keys[i][1], low, high);
    }
    return false;
}

static void spree_on(const dado_game *game, void *state, dado_spree *s)
{
    if (game->rules->round) dado_spree_play(game, state, s, actor, legal, apply, scores, rounds);
    else dado_spree_play(game, state, s, actor, legal, apply, scores, NULL);
}

static void spree(const dado_game *game, void *state, dado_spree *s)
{
    rcy_laps(game->data, state, s);
    spree_on(game, state, s);
}

// Matches that begin with the same laps, and whoever is told of their ends.
typedef struct outing {
    const dado_game *game;
    void *state;
    dado_spree *sprees;
    void (*over)(void *context, int which);
    void *context;
} outing;

// What is left to play. Broken matches and those that the limit ends are left to others.
static bool spree_out(void *context, int which)
{
    const outing *o = context;
    spree_on(o->game, o->state, &o->sprees[which]);
    if (((const rcy_rest *)o->state)->kind != rest_over) return false;
    o->over(o->context, which);
    return true;
}

static int sprees(const dado_game *game, void *state, dado_spree *s, int count,
                  void (*over)(void *context, int which), void *context)
{
    outing o = { game, state, s, over, context };
    return rcy_matches_of_laps(game->data, state, s, count, spree_out, &o);
}

static const dado_face face = {
    .size = sizeof(dado_face),
    .scene = rcy_scene,
    .look = rcy_look_name,
    .touch = rcy_touch,
    .feature = rcy_feature,
    .feature_entry = rcy_feature_entry,
    .features = rcy_features,
    .bred_of_file = "game",
    .actions = rcy_actions,
    .action = rcy_action,
    .reads_state = true,
    .expects = expects,
    .said = rcy_said,
    .spree = spree,
    .draws = rcy_draws,
    .sprees = sprees,
};

const dado_rules dado_recycle = {
    .name = "recycle",
    .title = "A described game",
    .about = "A game of cards and dice made out of a description in RECYCLE.",
    .suffix = ".rcy",
    .open = open_game,
    .start = start,
    .actor = actor,
    .legal = legal,
    .apply = apply,
    .scores = scores,
    .print = rcy_print,
    .print_move = rcy_print_move,
    .round = rounds,
    .rank = rank,
    .observe = rcy_observe,
    .redeal = rcy_redeal,
    .canon = rcy_canon,
    .tell = rcy_tell,
    .tell_move = rcy_tell_move,
    .sound = rcy_sound,
    .clause = rcy_clause,
    .write_native = rcy_native_write,
    .take_native = rcy_native_take,
    .witness = rcy_witness,
    .face = &face,
    .stroll = stroll,
};

static bool has_secrets(const rcy_program *p)
{
    if (p->together && p->players > 1) return true;
    for (int i = 1; i < p->places; i++) {
        for (int eyes = 0; eyes < p->players; eyes++) {
            if (!rcy_sees(p, i, eyes)) return true;
        }
    }
    return false;
}

static bool has_luck(const rcy_program *p)
{
    if (p->saves || p->scoring->draws) return true;
    for (int i = 0; i < p->code_count; i++) {
        const rcy_insn *c = &p->code[i];
        if (c->x && c->x->draws) return true;
        if (c->op != OP_CHOOSE) continue;
        const rcy_choice *choice = &p->choices[c->choice];
        if (choice->let_draws) return true;
        for (int k = 0; k < choice->count; k++) {
            if (choice->acts[k]->draws) return true;
        }
    }
    return false;
}

static bool compile(dado_game *game, rcy_source *s, rcy_tree *tree, rcy_program *p, int most_moves,
                    int mems, dado_arena *arena, dado_error *err)
{
    if (!rcy_emit(p, s, tree, most_moves, mems, arena, err)) return false;
    p->rules = dado_recycle;
    p->rules.title = title_of(s, arena);
    if (!p->rules.title) return dado_fail(err, DADO_LIMIT, "no memory left for %s", s->file);
    if (!p->saves) p->rules.round = NULL;
    game->luck = has_luck(p);
    game->secrets = has_secrets(p);
    if (!rcy_find_alike(p, s, tree, arena) ||
        (!game->luck && !game->secrets && !rcy_find_images(p, s, tree, arena))) {
        return dado_fail(err, DADO_LIMIT, "no memory left for %s", s->file);
    }
    bool alike = p->twins || p->saves || p->blank_numbers || p->blank_words || p->any_loose ||
                 p->image_count;
    if (!alike) p->rules.canon = NULL;
    if (!p->placed) p->rules.rank = NULL;
    game->rules = &p->rules;
    game->data = p;
    game->players = p->players;
    game->max_moves = p->most_moves;
    game->lowest_wins = p->lowest_wins;
    game->goal = p->win;
    game->side = p->side;
    game->state_size = p->state_size;
    game->view_size = p->view_size;
    if (!rcy_native_ready(p, arena) || !rcy_learn(p, arena)) {
        return dado_fail(err, DADO_LIMIT, "no memory left for %s", s->file);
    }
    return run_to_first_rest(p, arena, err);
}

static bool open_game(dado_game *game, const dado_options *options, dado_arena *arena,
                      dado_error *err)
{
    static const char *const lucks[] = { "word", "listed", "fresh", NULL };
    static const char *const ways[] = { "short", "plain", NULL };
    dado_ask ask = dado_ask_begin(options);
    const char *text = dado_ask_text(&ask, "file", NULL);
    if (!text) {
        dado_text_free(&ask.known);
        return dado_fail(err, DADO_MISSING, "a described game needs the text of its description");
    }
    const dado_option *file = dado_options_find(options, "file");
    const char *name = file->place.source ? file->place.source : "description";
    rcy_program *p = dado_new(arena, rcy_program, 1);
    name = dado_arena_copy(arena, name, strlen(name));
    text = dado_arena_copy(arena, text, strlen(text));
    rcy_source *s = name && text ? read_source(name, text, arena) : NULL;
    if (!p || !s) {
        dado_text_free(&ask.known);
        return dado_fail(err, DADO_LIMIT, "no memory left for the description");
    }
    int luck = dado_ask_word(&ask, "luck", lucks, 0);
    p->listed = luck == 1;
    p->fresh = luck == 2;
    int most_moves = (int)dado_ask_int(&ask, "options", 4096, 1, rcy_most_listed);
    int mems = (int)dado_ask_int(&ask, "mems", 0, 0, 60000);
    p->strict = dado_ask_bool(&ask, "strict", false);
    // Both ways leave the same bytes, so a game that was not asked for one is not named after it.
    if (dado_options_find(options, "ways")) p->plain = dado_ask_word(&ask, "ways", ways, 0) == 1;
    rcy_tree *tree = understand(s, options, &ask);
    if (!tree) {
        dado_text_free(&ask.known);
        return refuse(s, err);
    }
    if (!dado_ask_end(&ask, arena, &game->options, err)) return false;
    return compile(game, s, tree, p, most_moves, mems, arena, err);
}
