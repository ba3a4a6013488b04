// game.c - makes a game from a description: opens it, and fills the table of its rules.
#include <stdio.h>
#include <string.h>

#include "core/fast_paths.h"
#include "recycle/learner_features.h"
#include "recycle/match_unit.h"
#include "recycle/native_codegen.h"
#include "recycle/scene.h"
#include "recycle/symmetry.h"

static rcy_source *read_source(const char *file, const char *text, dado_region *region)
{
    rcy_source *s = dado_new(region, rcy_source, 1);
    if (!s) return NULL;
    *s = (rcy_source){ .file = file, .text = text, .length = strlen(text), .region = region };
    s->names.region = region;
    return s;
}

// Gives all tokens of a value from outside the text the position of its `declare`.
static void relocate(rcy_tree *t, int token)
{
    t->token = t->last = token;
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) relocate(t->kids[i], token);
    }
}

// Replaces declared values by those given as options. Each `declare` is reported to
// `ask`.
static void override(rcy_source *s, rcy_tree *game, const dado_options *options,
                     dado_option_reader *ask)
{
    for (int i = 0; i < game->value; i++) {
        rcy_tree *t = game->kids[i];
        if (t->form != form_declare || t->count == 0) continue;
        const char *name = rcy_text(s, t->name);
        const rcy_token *from = &s->tokens[t->kids[0]->token], *to = &s->tokens[t->kids[0]->last];
        const char *by_default = dado_region_copy(s->region, s->text + from->offset,
                                                  (size_t)(to->offset + to->length - from->offset));
        if (ask) dado_option_text(ask, name, by_default ? by_default : "");
        const dado_option *given = dado_options_find(options, name);
        if (!given) continue;
        rcy_tree *value = rcy_parse_value(s, given->text);
        if (!value) {
            if (ask) {
                dado_option_invalid(ask, name,
                                    "%s must be a number, a NAME or a list (A, B), not "
                                    "\"%.40s\"",
                                    name, given->text);
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
        dado_recycle_diagnostic notice = s->notices[i];
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

// Reads and checks a text. Returns its tree, or NULL if it cannot be played.
static rcy_tree *parse_and_check(rcy_source *s, const dado_options *options,
                                 dado_option_reader *ask)
{
    s->options = options;
    if (!rcy_lex(s)) s->no_memory = true;
    rcy_tree *game = s->no_memory ? NULL : rcy_parse(s);
    if (game) override(s, game, options, ask);
    if (game) rcy_check(s, game);
    if (game && s->errors == 0) rcy_read_look(s, game);
    if (game && s->errors == 0) rcy_lint(s, game);
    sort_notices(s);
    return game && s->errors == 0 && !s->no_memory ? game : NULL;
}

static bool compile(dado_game *game, rcy_source *s, rcy_tree *tree, rcy_program *p, int most_moves,
                    int mems, dado_region *region, dado_error *err);

// Plays random matches, to find mistakes that the text alone does not show.
static void check_playing(rcy_source *s, rcy_tree *tree)
{
    enum { most_moves = 4096 };
    dado_game game = { 0 };
    rcy_program *p = dado_new(s->region, rcy_program, 1);
    if (!p || !compile(&game, s, tree, p, most_moves, 0, s->region, NULL)) return;
    rcy_check_by_playing(s, &game);
    sort_notices(s);
}

bool dado_recycle_check(const char *source, const char *text, const dado_options *options,
                        dado_region *region, dado_recycle_diagnostics *found)
{
    dado_recycle_diagnostics nobody_asks;
    bool told = found != NULL;
    if (!told) found = &nobody_asks;
    *found = (dado_recycle_diagnostics){ 0 };
    rcy_source *s = read_source(source, text, region);
    rcy_tree *game = s ? parse_and_check(s, options, NULL) : NULL;
    if (game && told) check_playing(s, game);
    if (!s || s->no_memory) {
        static const dado_recycle_diagnostic none = {
            .error = { .status = DADO_LIMIT, .text = "no memory left to check this text" }
        };
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
            snprintf(err->text + used, sizeof err->text - used, " (and %d more; see: dado check)",
                     errors + s->more - 1);
        }
    }
    return false;
}

rcy_tree *rcy_read_description(const char *file, const char *text, const dado_options *options,
                               dado_region *region, rcy_source **source, dado_error *err)
{
    rcy_source *s = read_source(file, text, region);
    rcy_tree *game = s ? parse_and_check(s, options, NULL) : NULL;
    *source = s;
    if (!s) dado_fail(err, DADO_LIMIT, "no memory left for the game in %s", file);
    else if (!game) refuse(s, err);
    return game;
}

// Returns the title: the one in (about ...), the first line of comment, or the name of
// the file.
static const char *title_of(const rcy_source *s, dado_region *region)
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
        dado_text_add_escaped(&shown, c, length);
        const char *title = dado_region_copy(region, dado_text_string(&shown), shown.length);
        dado_text_free(&shown);
        return title;
    }
    const char *base = strrchr(s->file, '/');
    base = base ? base + 1 : s->file;
    size_t length = strcspn(base, ".");
    return dado_region_copy(region, base, length ? length : strlen(base));
}

// Runs the game to its first pause. This happens once, when the game is opened, and is
// part of every match, so rules that fire there are counted here too.
static bool run_to_first_rest(rcy_program *p, dado_region *region, dado_error *err)
{
    int64_t *held = dado_new(region, int64_t, p->coverage_count + 1);
    int64_t *failed = dado_new(region, int64_t, p->coverage_count + 1);
    if (!held || !failed) {
        return dado_fail(err, DADO_LIMIT, "no memory left for the rules of the game");
    }
    rcy_coverage_counter opening = rcy_coverage_counter_make(held, failed);
    p->opening_held = held;
    p->opening_failed = failed;
    rcy_machine m;
    rcy_scratch scratch;
    rcy_machine_begin(&m, &scratch, p, p->initial_state);
    m.hooks = &opening.hooks;
    rcy_run(&m);
    return true;
}

static bool open_game(dado_game *game, const dado_options *options, dado_region *region,
                      dado_error *err);

static void start(const dado_game *game, void *state)
{
    const rcy_program *p = game->data;
    const rcy_native *native = rcy_native_of(p);
    if (native) native->start(p, state);
    else memcpy(state, p->initial_state, p->state_size);
}

static int actor(const dado_game *game, const void *state)
{
    const rcy_program *p = game->data;
    const rcy_pause *r = state;
    switch ((rcy_pause_kind)r->kind) {
    case pause_choice: return ((const unsigned char *)state)[p->asked_at[r->pc]];
    case pause_chance:
    case pause_round:
    case pause_round_and_chance: return DADO_CHANCE;
    default: return DADO_NOBODY;
    }
}

static inline int list(const rcy_program *p, const rcy_native *native, const void *state,
                       dado_move *moves)
{
    return native ? native->list(p, state, moves) : rcy_list_moves_fast(p, state, moves);
}

static int legal(const dado_game *game, const void *state, dado_move *moves)
{
    const rcy_pause *r = state;
    if (r->kind == pause_choice) return list(game->data, rcy_native_of(game->data), state, moves);
    switch ((rcy_pause_kind)r->kind) {
    case pause_chance:
    case pause_round_and_chance:
        for (uint32_t i = 0; i < r->outcomes; i++) moves[i] = i;
        return (int)r->outcomes;
    case pause_round: moves[0] = 0; return 1;
    default: return 0;
    }
}

static void apply(const dado_game *game, void *state, dado_move move)
{
    const rcy_native *native = rcy_native_of(game->data);
    if (native) native->apply(game->data, state, move);
    else rcy_apply_bytecode(game->data, state, move);
}

// Returns a score during play in the form of the game contract; one that does not fit
// becomes 0.
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

// A score is known if working it out reads no card that is hidden from `eyes`. What else it
// reads, storages and the sizes of places, everybody sees.
static bool score_is_known(const dado_game *game, const void *state, int seat, int eyes)
{
    const rcy_program *p = game->data;
    uint64_t read[rcy_most_state / 64 + 1] = { 0 };
    rcy_pins pins = { eyes, read };
    rcy_machine m;
    rcy_scratch scratch;
    rcy_machine_begin(&m, &scratch, p, (void *)(uintptr_t)state);
    uint8_t fresh[2] = { (uint8_t)seat, rcy_nobody_queued };
    m.cycle = fresh;
    m.first_of_ties = true;
    m.pins = &pins;
    rcy_value(&m, p->scoring);
    for (int i = 0; i <= p->cards / 64; i++) {
        if (read[i]) return false;
    }
    return true;
}

// Copies scores one by one, since vector code would be slower here; see rcy_keep_coll.
static inline void copy_row(int32_t *to, const void *row, const int players)
{
    const int32_t *from = row;
    for (int i = 0; i < players; i++) {
        int32_t score = from[i];
        RCY_NO_VECTORIZE(score);
        to[i] = score;
    }
}

// Reads the scores of a state. Where `players` is a constant, the loop is unrolled.
static inline void read_scores(const rcy_program *p, const void *state, int32_t *scores,
                               const int players)
{
    const unsigned char *s = state;
    const rcy_pause *r = state;
    if (r->kind == pause_over || r->kind == pause_round || r->kind == pause_round_and_chance) {
        copy_row(scores, s + p->at_score, players);
        return;
    }
    if (p->score_slot < 0) {
        work_out_scores(p, state, scores);
        return;
    }
    const int32_t *sto = (const int32_t *)(const void *)(s + p->at_sto), *own = sto + p->score_slot;
    if (p->minus_slot >= 0) {
        for (int i = 0; i < players; i++) scores[i] = fitting(p, rcy_storage_score(p, sto, i));
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
    return (int)((const rcy_pause *)state)->rounds;
}

static bool expects(const dado_game *game, const char *what, int64_t *low, int64_t *high)
{
    static const char *const keys[][2] = { { "players", "PLAYERS" },
                                           { "rounds", "ROUNDS" },
                                           { "decisions", "DECISIONS" },
                                           { "minutes", "MINUTES" } };
    const rcy_program *p = game->data;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (strcmp(what, keys[i][0]) != 0) continue;
        return rcy_about_range(p->source, keys[i][1], low, high);
    }
    return false;
}

static void random_match(const dado_game *game, void *state, dado_match_loop *loop,
                         dado_random_players *players)
{
    if (game->rules->round) {
        dado_match_loop_random(game, state, loop, players, actor, legal, apply, scores, rounds);
    } else {
        dado_match_loop_random(game, state, loop, players, actor, legal, apply, scores, NULL);
    }
}

static const dado_fast_paths fast = {
    .size = sizeof(dado_fast_paths),
    .random_match = random_match,
    .write_native = rcy_native_write_c,
    .load_native = rcy_native_attach,
    .write_match_unit = rcy_match_unit_write,
};

static void alternative(const dado_game *game, const void *state, dado_move move, int32_t *choice,
                        int32_t *which)
{
    const rcy_program *p = game->data;
    const rcy_pause *pause = state;
    *choice = p->code[pause->pc].choice;
    int count = p->choices[*choice].count;
    bool none = move == RCY_NOTHING || move == RCY_TOO_MANY || count == 0;
    *which = none ? 0 : (int32_t)(move % (uint64_t)count);
}

static const dado_game_extras extras = {
    .size = sizeof(dado_game_extras),
    .scene = rcy_scene,
    .look = rcy_look_name,
    .touch = rcy_move_things,
    .feature = rcy_feature,
    .feature_entry = rcy_feature_entry,
    .features = rcy_features,
    .bred_of_file = "game",
    .actions = rcy_actions,
    .action = rcy_action,
    .reads_state = true,
    .expects = expects,
    .said = rcy_print_move_labels,
    .described_look = rcy_described_look,
    .play_text = rcy_play_text,
    .alternative = alternative,
    .attribute = rcy_card_attribute,
    .cards = &rcy_card_rules,
    .side = rcy_component_side,
    .score_is_known = score_is_known,
    .choice_is_open = rcy_choice_is_open,
};

const dado_rules dado_recycle = {
    .size = sizeof(dado_rules),
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
    .canonicalize = rcy_canonicalize,
    .write_json = rcy_state_json,
    .write_move_json = rcy_move_json,
    .sound = rcy_sound,
    .clause = rcy_clause,
    .apply_counting = rcy_count_coverage,
    .extras = &extras,
    .fast = &fast,
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

static bool has_chance(const rcy_program *p)
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
                    int mems, dado_region *region, dado_error *err)
{
    if (!rcy_emit(p, s, tree, most_moves, mems, region, err)) return false;
    p->rules = dado_recycle;
    p->rules.title = title_of(s, region);
    if (!p->rules.title) return dado_fail(err, DADO_LIMIT, "no memory left for %s", s->file);
    if (!p->saves) p->rules.round = NULL;
    game->luck = has_chance(p);
    game->secrets = has_secrets(p);
    if (!rcy_find_irrelevant(p, s, tree, region) ||
        (!game->luck && !game->secrets && !rcy_find_symmetries(p, s, tree, region))) {
        return dado_fail(err, DADO_LIMIT, "no memory left for %s", s->file);
    }
    bool alike = p->any_identical || p->saves || p->blank_numbers || p->blank_words ||
                 p->any_unordered || p->symmetry_count;
    if (!alike) p->rules.canonicalize = NULL;
    if (!p->placed || (p->one_side && !p->win)) p->rules.rank = NULL;  // there is nothing to win
    game->rules = &p->rules;
    game->data = p;
    game->players = p->players;
    game->max_moves = p->most_moves;
    game->lowest_wins = p->lowest_wins;
    game->goal = p->win;
    game->side = p->side;
    game->state_size = p->state_size;
    game->view_size = p->view_size;
    if (!rcy_native_prepare(p, region) || !rcy_feature_layout_make(p, region)) {
        return dado_fail(err, DADO_LIMIT, "no memory left for %s", s->file);
    }
    return run_to_first_rest(p, region, err);
}

// Declares files of cards as options of the game: only those that it names.
static void ask_card_files(const rcy_source *s, dado_option_reader *ask)
{
    for (int i = 0; i + 1 < s->count; i++) {
        const rcy_token *t = &s->tokens[i];
        if (t->kind != TOKEN_KEYWORD || t->code != keyword_cards || t[1].kind != TOKEN_STRING) {
            continue;
        }
        bool asked = false;
        for (int k = 0; k < ask->count; k++) {
            asked = asked || strcmp(ask->asked[k], rcy_text(s, t[1].name)) == 0;
        }
        if (!asked) dado_option_text(ask, rcy_text(s, t[1].name), "");
    }
}

// Reads one exchange, such as "2:0:51". Returns what follows it, or NULL.
static const char *scan_exchange(const char *text, dado_exchange *to)
{
    int numbers[3] = { 0 };  // of the shuffle, and of the two places
    const char *end = dado_scan_ints(text, ':', 3, 999999999, numbers);
    bool fine = end && numbers[0] > 0 && numbers[1] <= UINT16_MAX && numbers[2] <= UINT16_MAX;
    *to = (dado_exchange){ (uint32_t)numbers[0], (uint16_t)numbers[1], (uint16_t)numbers[2] };
    return fine ? end : NULL;
}

// Reads the option `exchange`, which changes chance: "2:0:51" exchanges the bottom and
// the top card after the second shuffle. A second exchange may follow a plus sign.
static bool read_exchange(rcy_program *p, dado_option_reader *ask)
{
    const char *text = dado_option_text(ask, "exchange", "none");
    if (strcmp(text, "none") == 0) return true;
    const char *end = scan_exchange(text, &p->luck_change.exchanges[0]);
    if (end && *end == '+') end = scan_exchange(end + 1, &p->luck_change.exchanges[1]);
    if (end && !*end) return true;
    dado_option_invalid(ask, "exchange",
                        "exchange must be none, or SHUFFLE:PLACE:PLACE as in 1:0:51, not \"%.40s\"",
                        text);
    return false;
}

// Reads the option `side`: "5:0" has the fifth throw of a die show its first side.
static bool read_side(rcy_program *p, dado_option_reader *ask)
{
    const char *text = dado_option_text(ask, "side", "none");
    int numbers[2] = { 0 };
    if (strcmp(text, "none") == 0) return true;
    const char *end = dado_scan_ints(text, ':', 2, 999999999, numbers);
    if (!end || *end || numbers[0] == 0) {
        dado_option_invalid(ask, "side",
                            "side must be none, or THROW:SIDE as in 1:0, not \"%.40s\"", text);
        return false;
    }
    p->luck_change.forced = (dado_forced_side){ (uint32_t)numbers[0], (uint32_t)numbers[1] };
    return true;
}

// Reads the options that change single pieces of luck.
static void read_luck_change(rcy_program *p, const dado_options *options, dado_option_reader *ask)
{
    bool exchange = dado_options_find(options, "exchange"),
         side = dado_options_find(options, "side");
    if (!exchange && !side) return;
    bool read = (!exchange || read_exchange(p, ask)) && (!side || read_side(p, ask));
    if (read && p->listed) {
        dado_option_invalid(ask, exchange ? "exchange" : "side",
                            "cards cannot be exchanged with luck=listed; leave that option out");
    }
    p->exchanges = read && !p->listed;
}

static bool open_game(dado_game *game, const dado_options *options, dado_region *region,
                      dado_error *err)
{
    static const char *const lucks[] = { "word", "listed", "fresh", NULL };
    static const char *const ways[] = { "short", "plain", NULL };
    dado_option_reader ask = dado_option_reader_begin(options);
    const char *text = dado_option_text(&ask, "file", NULL);
    if (!text) {
        dado_text_free(&ask.known);
        return dado_fail(err, DADO_MISSING, "a described game needs the text of its description");
    }
    const dado_option *file = dado_options_find(options, "file");
    const char *name = file->place.source ? file->place.source : "description";
    rcy_program *p = dado_new(region, rcy_program, 1);
    name = dado_region_copy(region, name, strlen(name));
    text = dado_region_copy(region, text, strlen(text));
    rcy_source *s = name && text ? read_source(name, text, region) : NULL;
    if (!p || !s) {
        dado_text_free(&ask.known);
        return dado_fail(err, DADO_LIMIT, "no memory left for the description");
    }
    int luck = dado_option_choice(&ask, "luck", lucks, 0);
    p->listed = luck == 1;
    p->fresh = luck == 2;
    int most_moves = (int)dado_option_int(&ask, "options", 4096, 1, rcy_most_listed);
    int mems = (int)dado_option_int(&ask, "mems", 0, 0, 60000);
    p->strict = dado_option_bool(&ask, "strict", false);
    // Both ways give the same bytes, so the option is part of the game's name only if it
    // was given.
    if (dado_options_find(options, "ways"))
        p->plain = dado_option_choice(&ask, "ways", ways, 0) == 1;
    read_luck_change(p, options, &ask);
    rcy_tree *tree = parse_and_check(s, options, &ask);
    if (!tree) {
        dado_text_free(&ask.known);
        return refuse(s, err);
    }
    ask_card_files(s, &ask);
    if (!dado_option_reader_end(&ask, region, &game->options, err)) return false;
    return compile(game, s, tree, p, most_moves, mems, region, err);
}
