// watched_draws.c - see watched_draws.h.
#include "judge/watched_draws.h"

#include <stdlib.h>

#include "core/game_extras.h"
#include "core/match_cursor.h"
#include "core/scope_cleanup.h"

enum { first_pick_stream = DADO_STREAM_SEAT + 1026, second_pick_stream = DADO_STREAM_SEAT + 1027 };

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left to watch which cards are drawn");
}

// ---- components ----

static void add_component(dado_draw_watcher *w, int look, bool side, dado_region *region)
{
    int *known = &w->component_of_look[look];
    if (*known < 0) {
        DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
        dado_game_extra(&w->game, look)(&w->game, look, &name);
        *known = w->count;
        w->components[w->count++] = (dado_component){
            .look = look,
            .name = dado_region_copy(region, dado_text_string(&name), name.length),
            .side = side,
        };
    }
    w->components[*known].copies++;
}

static bool list_components(dado_draw_watcher *w, dado_region *region)
{
    int cards = w->rules->count(&w->game), looks = 1, all = 0;
    for (int i = 0; i < cards; i++) {
        int sides = w->rules->sides(&w->game, i);
        for (int s = 0; s < sides; s++, all++) {
            int look = w->rules->look(&w->game, i, s);
            looks = look >= looks ? look + 1 : looks;
        }
    }
    w->component_of_look = dado_new(region, int, looks);
    w->components = dado_new(region, dado_component, all + 1);
    if (!w->component_of_look || !w->components) return false;
    for (int i = 0; i < looks; i++) w->component_of_look[i] = -1;
    for (int i = 0; i < cards; i++) {
        int sides = w->rules->sides(&w->game, i);
        for (int s = 0; s < sides; s++) {
            add_component(w, w->rules->look(&w->game, i, s), sides > 1, region);
        }
    }
    return true;
}

bool dado_draw_watcher_open(dado_draw_watcher *w, const dado_plan *play, dado_region *region,
                            dado_error *err)
{
    const dado_game_source *asked = play->instances;
    static const dado_option none = { .name = "exchange", .text = "none" };
    dado_options more = { .items = &none, .count = 1 };
    dado_game game;
    *w = (dado_draw_watcher){ .plan = *play, .source = *asked };
    if (!dado_game_source_open(asked, &game, region, err)) return false;
    w->rules = dado_game_extra(&game, cards);
    if (!w->rules || w->rules->count(&game) == 0) {
        return dado_fail(err, DADO_INVALID, "%s has no cards or dice whose luck could be changed",
                         asked->name);
    }
    w->source.opened = NULL;
    if (!dado_options_find(&asked->options, "exchange") &&
        !dado_options_join(&w->source.options, &asked->options, &more, region, err)) {
        return false;
    }
    if (!dado_game_source_open(&w->source, &w->game, region, err)) return false;
    w->plan.instances = &w->source;
    w->plan.six_metrics_only = false;  // so that the path of every match is kept
    return list_components(w, region) || no_memory(err);
}

// ---- watching ----

static void hear_draw(void *context, const dado_card_draw *draw)
{
    dado_draw_room *r = context;
    if (r->count == r->room) {
        int room = r->room ? 2 * r->room : 64;
        dado_watched_draw *more = realloc(r->draws, sizeof *more * (size_t)room);
        if (!more) {
            r->no_memory = true;
            return;
        }
        r->draws = more;
        r->room = room;
    }
    const int *component = r->watcher->component_of_look;
    dado_watched_draw *d = &r->draws[r->count++];
    *d = (dado_watched_draw){ .seat = draw->seat,
                              .card = component[draw->look],
                              .others = draw->shuffle || draw->thrown ? draw->others : 0,
                              .shuffle = draw->shuffle,
                              .thrown = draw->thrown,
                              .place = draw->place };
    if (d->others == 0) return;
    uint64_t pick[2] = { dado_rng_below(&r->first_pick, (uint64_t)d->others), 0 };
    if (d->others > 1) pick[1] = dado_rng_below(&r->second_pick, (uint64_t)d->others - 1);
    if (pick[1] >= pick[0]) pick[1]++;
    for (int i = 0; i < 2 && i < d->others; i++) {
        d->other[i] = component[draw->other_look[pick[i]]];
        d->other_place[i] = draw->other_place[pick[i]];
    }
}

static void forget_draws(void *context, int count)
{
    dado_draw_room *r = context;
    r->count -= count < r->count ? count : r->count;
}

bool dado_draw_room_open(dado_draw_room *r, const dado_draw_watcher *watcher, dado_error *err)
{
    if (r->watcher) return true;
    if (!dado_rollouts_open(&r->rollouts, &watcher->plan, err)) return false;
    if (!dado_card_watch_init(&r->watch, watcher->rules->count(&watcher->game),
                              &r->rollouts.region)) {
        return no_memory(err);
    }
    r->watch.context = r;
    r->watch.drawn = hear_draw;
    r->watch.forget = forget_draws;
    r->watcher = watcher;
    return true;
}

void dado_draw_room_close(dado_draw_room *r)
{
    dado_rollouts_close(&r->rollouts);
    free(r->draws);
    r->draws = NULL;
}

const dado_trace *dado_watch_draws(dado_draw_room *r, int64_t match, dado_error *err)
{
    dado_rollouts *o = &r->rollouts;
    const dado_game *game = o->game;
    const dado_card_rules *rules = r->watcher->rules;
    uint64_t seed = r->watcher->plan.seed;
    const dado_trace *trace = dado_rollouts_play_match(o, match, err);
    r->count = 0;
    if (!trace || !dado_end_has_result(trace->end)) return trace;
    r->first_pick = dado_rng_stream(seed, (uint64_t)match, first_pick_stream);
    r->second_pick = dado_rng_stream(seed, (uint64_t)match, second_pick_stream);
    game->rules->start(game, o->state);
    rules->watch_begin(game, o->state, &r->watch);
    for (int i = 0; i < o->steps; i++) {
        rules->watch_apply(game, o->state, o->path[i].move, &r->watch);
    }
    if (!r->no_memory) return trace;
    no_memory(err);
    return NULL;
}

const dado_trace *dado_play_changed(dado_draw_room *r, const dado_luck_change *change,
                                    int64_t match)
{
    dado_rollouts *o = &r->rollouts;
    o->game->rules->start(o->game, o->state);
    r->watcher->rules->change_luck(o->game, o->state, change);
    return dado_match_play_from(&o->worker.table, o->state, &o->worker.luck, (uint64_t)match);
}

dado_luck_change dado_change_of_draw(const dado_watched_draw *d)
{
    if (d->thrown) {
        return (dado_luck_change){ .forced = { .thrown = d->thrown, .side = d->other_place[0] } };
    }
    return (dado_luck_change){ .exchanges = { { d->shuffle, d->place, d->other_place[0] } } };
}
