// game_contract.c - see game_contract.h.
#include "support/game_contract.h"

#include "core/fast_paths.h"
#include "core/game_extras.h"
#include "support/test.h"

typedef struct contract_check {
    const dado_game *game;
    unsigned char *state, *copy, *view, *other_view, *followed, *memo;
    dado_move *moves, *again, *listed;
    uint32_t *weights;
    double *tallies;
    int32_t *scores;
    dado_text first, second;
    size_t feature_count;
    float *features, *again_features;  // NULL where the game has none
    int32_t *actions, *again_actions;
    int32_t *deed;
    dado_scene scene, other_scene;
} contract_check;

static void *room(size_t bytes)
{
    void *memory = malloc(bytes ? bytes : 1);
    assert_non_null(memory);
    return memory;
}

// Blocks have names of their own and a size; how many numbers they hold together.
static size_t features_of(const dado_game *game)
{
    size_t all = 0;
    if (!dado_game_extra(game, feature)) return 0;
    dado_feature block, other;
    for (int i = 0; game->rules->extras->feature(game, i, &block); i++) {
        size_t size = 1;
        assert_in_range(block.axes, 1, DADO_FEATURE_AXES);
        for (int a = 0; a < block.axes; a++) size *= (size_t)block.shape[a];
        assert_true(size > 0 && block.least <= block.most);
        for (int k = 0; k < i; k++) {
            assert_true(game->rules->extras->feature(game, k, &other));
            assert_string_not_equal(block.name, other.name);
        }
        all += size;
    }
    assert_true(all > 0);
    return all;
}

enum { most_things = 20000 };

static dado_scene scene_of(const dado_game *game)
{
    dado_scene scene = { .room = most_things };
    if (dado_game_extra(game, scene)) scene.things = room(sizeof(dado_scene_item) * most_things);
    return scene;
}

static contract_check new_contract_check(const dado_game *game)
{
    size_t features = features_of(game);
    return (contract_check){
        .game = game,
        .state = room(game->state_size),
        .copy = room(game->state_size),
        .view = room(game->view_size),
        .other_view = room(game->view_size),
        .followed = room(game->view_size),
        .memo = room(game->memo_size),
        .listed = room(sizeof(dado_move) * (size_t)game->max_moves),
        .moves = room(sizeof(dado_move) * (size_t)game->max_moves),
        .again = room(sizeof(dado_move) * (size_t)game->max_moves),
        .weights = room(sizeof(uint32_t) * (size_t)game->max_moves),
        .tallies = room(sizeof(double) * (size_t)(dado_game_tallies(game) + 1)),
        .scores = room(sizeof(int32_t) * (size_t)game->players),
        .feature_count = features,
        .features = features ? room(sizeof(float) * features) : NULL,
        .again_features = features ? room(sizeof(float) * features) : NULL,
        .actions = room(sizeof(int32_t) * (size_t)game->max_moves),
        .again_actions = room(sizeof(int32_t) * (size_t)game->max_moves),
        .deed = room(sizeof(int32_t) * (size_t)dado_game_extra(game, move_code_size)),
        .scene = scene_of(game),
        .other_scene = scene_of(game),
    };
}

static void free_contract_check(contract_check *t)
{
    free(t->state);
    free(t->copy);
    free(t->view);
    free(t->other_view);
    free(t->followed);
    free(t->memo);
    free(t->listed);
    free(t->moves);
    free(t->again);
    free(t->weights);
    free(t->tallies);
    free(t->scores);
    dado_text_free(&t->first);
    dado_text_free(&t->second);
    free(t->features);
    free(t->again_features);
    free(t->actions);
    free(t->again_actions);
    free(t->deed);
    free(t->scene.things);
    free(t->other_scene.things);
    dado_text_free(&t->scene.words);
    dado_text_free(&t->other_scene.words);
}

static void starts_write_every_byte(contract_check *t)
{
    memset(t->state, 0xAA, t->game->state_size);
    memset(t->copy, 0x55, t->game->state_size);
    t->game->rules->start(t->game, t->state);
    t->game->rules->start(t->game, t->copy);
    assert_memory_equal(t->state, t->copy, t->game->state_size);
}

static void moves_read_apart(contract_check *t, int count)
{
    enum { most_compared = 64 };
    if (count > most_compared) return;
    for (int i = 0; i < count; i++) {
        dado_text_clear(&t->first);
        t->game->rules->print_move(t->game, t->state, t->moves[i], &t->first);
        assert_true(t->first.length > 0);
        dado_move found = ~t->moves[i];
        assert_true(
            dado_find_move(t->game, t->state, dado_text_string(&t->first), t->again, &found));
        if (found != t->moves[i]) fail_msg("two moves read: %s", dado_text_string(&t->first));
    }
}

static void redeals_keep_what_is_known(contract_check *t, int actor, int count, dado_rng *rng)
{
    const dado_game *game = t->game;
    memset(t->view, 0xAA, game->view_size);
    dado_observe(game, t->state, actor, t->view);
    memset(t->copy, 0x55, game->state_size);
    dado_redeal(game, t->view, actor, rng, t->copy);
    assert_int_equal(game->rules->actor(game, t->copy), actor);
    memset(t->other_view, 0x55, game->view_size);
    dado_observe(game, t->copy, actor, t->other_view);
    assert_memory_equal(t->view, t->other_view, game->view_size);
    assert_int_equal(game->rules->legal(game, t->copy, t->again), count);
    assert_memory_equal(t->moves, t->again, sizeof(dado_move) * (size_t)count);
    dado_text_clear(&t->first);
    dado_text_clear(&t->second);
    game->rules->print(game, t->state, actor, &t->first);
    game->rules->print(game, t->copy, actor, &t->second);
    assert_string_equal(dado_text_string(&t->first), dado_text_string(&t->second));
    dado_text_clear(&t->first);
    dado_text_clear(&t->second);
    dado_state_json(game, t->state, actor, &t->first);
    dado_state_json(game, t->copy, actor, &t->second);
    assert_string_equal(dado_text_string(&t->first), dado_text_string(&t->second));
    assert_null(strchr(dado_text_string(&t->first), '\n'));
}

// Numbers for learners stay within what was said of them.
static void features_are_as_described(contract_check *t, int actor, int count)
{
    const dado_game *game = t->game;
    if (!t->features) return;
    const dado_game_extras *extras = game->rules->extras;
    dado_observe(game, t->state, actor, t->view);
    extras->features(game, t->view, actor, t->features);
    const float *value = t->features;
    dado_feature block;
    for (int i = 0; extras->feature(game, i, &block); i++) {
        int size = 1;
        for (int a = 0; a < block.axes; a++) size *= block.shape[a];
        for (int k = 0; k < size; k++, value++) {
            assert_true(*value >= block.least && *value <= block.most);
            if (block.kind != DADO_FEATURE_REAL) assert_true(*value == floorf(*value));
        }
    }
    for (int i = 0; dado_game_extra(game, deed) && i < count; i++) {
        extras->deed(game, t->view, actor, t->moves[i], t->deed);
    }
}

// States that a seat cannot tell apart give it the same numbers, whoever is to move.
static void features_keep_secrets(contract_check *t, dado_rng *rng)
{
    const dado_game *game = t->game;
    for (int seat = 0; t->features && seat < game->players; seat++) {
        size_t bytes = sizeof(float) * t->feature_count;
        memset(t->features, 0xAA, bytes);
        memset(t->again_features, 0x55, bytes);
        dado_observe(game, t->state, seat, t->view);
        dado_redeal(game, t->view, seat, rng, t->copy);
        dado_observe(game, t->copy, seat, t->other_view);
        game->rules->extras->features(game, t->view, seat, t->features);
        game->rules->extras->features(game, t->other_view, seat, t->again_features);
        assert_memory_equal(t->features, t->again_features, bytes);
        if (!dado_game_extra(game, reads_state)) continue;
        memset(t->again_features, 0x55, bytes);
        game->rules->extras->features(game, t->state, seat, t->again_features);
        assert_memory_equal(t->features, t->again_features, bytes);
    }
}

// Moves have numbers of their own below those there are, and these tell no secrets either.
static void actions_are_numbered(contract_check *t, int actor, int count, dado_rng *rng)
{
    const dado_game *game = t->game;
    int actions = dado_action_count(game);
    if (!actions) return;
    dado_observe(game, t->state, actor, t->view);
    dado_redeal(game, t->view, actor, rng, t->copy);
    dado_observe(game, t->copy, actor, t->other_view);
    dado_action_numbers(game, t->view, actor, t->moves, count, t->actions);
    dado_action_numbers(game, t->other_view, actor, t->moves, count, t->again_actions);
    assert_memory_equal(t->actions, t->again_actions, sizeof(int32_t) * (size_t)count);
    if (dado_game_extra(game, reads_state)) {
        dado_action_numbers(game, t->state, actor, t->moves, count, t->again_actions);
        assert_memory_equal(t->actions, t->again_actions, sizeof(int32_t) * (size_t)count);
    }
    for (int i = 0; i < count; i++) {
        assert_in_range(t->actions[i], 0, actions - 1);
        for (int k = 0; k < i && i < 400; k++) {
            if (t->actions[i] == t->actions[k]) fail_msg("two moves are action %d", t->actions[i]);
        }
    }
}

static void look_at(const dado_game *game, const void *state, int eyes, dado_scene *scene)
{
    scene->count = 0;
    scene->cut = false;
    dado_text_clear(&scene->words);
    game->rules->extras->scene(game, state, eyes, scene);
    assert_false(scene->cut);
    for (int i = 0; i < scene->count; i++) {
        const dado_scene_item *thing = &scene->things[i];
        assert_in_range(thing->parent + 1, 0, i);
        assert_in_range(thing->kind, DADO_ITEM_PLACE, DADO_ITEM_LINK);
        for (int k = 0; thing->id && i < 200 && k < i; k++) {
            assert_int_not_equal(thing->id, scene->things[k].id);
        }
    }
}

// What the actor sees is all that its scene shows, and its moves touch things that are there.
static void scenes_keep_secrets(contract_check *t, int actor, int count)
{
    const dado_game *game = t->game;
    if (!t->scene.things) return;
    look_at(game, t->state, actor, &t->scene);
    look_at(game, t->copy, actor, &t->other_scene);  // dealt anew
    assert_int_equal(t->scene.count, t->other_scene.count);
    for (int i = 0; i < t->scene.count; i++) {
        const dado_scene_item *a = &t->scene.things[i], *b = &t->other_scene.things[i];
        assert_true(a->id == b->id && a->parent == b->parent && a->at == b->at &&
                    a->value == b->value && a->look == b->look && a->kind == b->kind &&
                    a->back == b->back && a->lit == b->lit && a->dim == b->dim);
    }
    for (int i = 0; dado_game_extra(game, touch) && i < count; i++) {
        enum { most = 16 };
        uint32_t ids[most];
        int touched = game->rules->extras->touch(game, t->state, t->moves[i], ids, most);
        for (int k = 0; k < touched && k < most; k++) {
            bool there = false;
            for (int n = 0; n < t->scene.count; n++) there |= t->scene.things[n].id == ids[k];
            assert_true(there && ids[k]);
        }
    }
}

static void moves_repeat(contract_check *t, dado_move move)
{
    memcpy(t->copy, t->state, t->game->state_size);
    t->game->rules->apply(t->game, t->copy, move);
    t->game->rules->apply(t->game, t->state, move);
    assert_memory_equal(t->copy, t->state, t->game->state_size);
}

static void answers_are_in_order(contract_check *t)
{
    const dado_game *game = t->game;
    uint64_t before = dado_state_hash(game, t->state);
    game->rules->scores(game, t->state, t->scores);
    for (int p = 0; game->rules->tally && p < game->players; p++) {
        game->rules->tally(game, t->state, p, t->tallies);
        for (int i = 0; i < dado_game_tallies(game); i++) assert_false(isinf(t->tallies[i]));
    }
    dado_text_clear(&t->first);
    game->rules->print(game, t->state, DADO_NOBODY, &t->first);
    assert_true(dado_state_hash(game, t->state) == before);
}

// A view that is followed from question to question is the one that is taken afresh.
static void views_can_be_followed(contract_check *t, int actor, bool *taken)
{
    const dado_game *game = t->game;
    if (!dado_fast_path(game, observe_update)) return;
    if (!*taken) game->rules->observe(game, t->state, actor, t->followed);
    else game->rules->fast->observe_update(game, t->state, actor, t->followed);
    *taken = true;
    game->rules->observe(game, t->state, actor, t->other_view);
    assert_memory_equal(t->followed, t->other_view, game->view_size);
}

// A list made from the one before is the one that is made afresh.
static void lists_can_be_followed(contract_check *t, int count)
{
    const dado_game *game = t->game;
    if (!dado_fast_path(game, legal_update)) return;
    assert_int_equal(game->rules->fast->legal_update(game, t->state, t->memo, t->listed), count);
    assert_memory_equal(t->listed, t->moves, sizeof(dado_move) * (size_t)count);
}

static bool play(contract_check *t, dado_game_contract how, uint64_t match)
{
    const dado_game *game = t->game;
    const dado_rules *rules = game->rules;
    dado_rng chance = dado_rng_stream(how.seed, match, DADO_STREAM_CHANCE);
    dado_rng choice = dado_rng_stream(how.seed, match, DADO_STREAM_SEAT);
    starts_write_every_byte(t);
    int round = rules->round ? rules->round(game, t->state) : 0;
    assert_int_equal(round, 0);
    bool taken = false;
    memset(t->memo, 0, game->memo_size);
    for (int step = 0; step < how.most_steps; step++) {
        int actor = rules->actor(game, t->state);
        if (step % 16 == 0 || actor == DADO_NOBODY) answers_are_in_order(t);
        if (actor == DADO_NOBODY) return true;
        assert_in_range(actor + 1, 0, game->players);
        uint64_t before = dado_state_hash(game, t->state);
        int count = rules->legal(game, t->state, t->moves);
        assert_in_range(count, actor == DADO_CHANCE ? 0 : 1, game->max_moves);
        assert_int_equal(rules->legal(game, t->state, t->again), count);
        assert_memory_equal(t->moves, t->again, sizeof(dado_move) * (size_t)count);
        dado_move move;
        if (actor == DADO_CHANCE) {
            assert_true(game->luck || count == 1);
            move = dado_draw_outcome(game, t->state, t->moves, t->weights, &chance, NULL);
        } else {
            if (step % 8 == 0 || game->max_moves <= 64) moves_read_apart(t, count);
            redeals_keep_what_is_known(t, actor, count, &choice);
            views_can_be_followed(t, actor, &taken);
            lists_can_be_followed(t, count);
            if (step % 4 == 0) {
                scenes_keep_secrets(t, actor, count);
                features_are_as_described(t, actor, count);
                features_keep_secrets(t, &choice);
                actions_are_numbered(t, actor, count, &choice);
            }
            move = t->moves[dado_rng_below(&choice, (uint64_t)count)];
        }
        assert_true(dado_state_hash(game, t->state) == before);
        moves_repeat(t, move);
        int now = rules->round ? rules->round(game, t->state) : 0;
        assert_in_range(now, round, round + 1);
        round = now;
    }
    return rules->actor(game, t->state) == DADO_NOBODY;
}

void dado_game_contract_check(const dado_game *game, dado_game_contract how)
{
    assert_non_null(game->rules->name);
    assert_non_null(game->rules->title);
    assert_non_null(game->options);
    contract_check t = new_contract_check(game);
    for (int match = 0; match < how.matches; match++) {
        bool ended = play(&t, how, (uint64_t)match);
        if (how.must_end && !ended) fail_msg("match %d has not ended", match);
    }
    free_contract_check(&t);
}
