// coverage.c - see coverage.h.
#include "lab/coverage.h"

#include <jansson.h>
#include <string.h>

#include "lab/desk.h"

static int number(const json_t *object, const char *name)
{
    return (int)json_integer_value(json_object_get(object, name));
}

// The list of rules, as the game tells those who see everything.
static bool list_rules(const dado_game *game, const void *state, const char *source,
                       dado_arena *arena, dado_rule_use **rules, int *count, dado_error *err)
{
    dado_text told = { 0 };
    dado_tell(game, state, DADO_NOBODY, &told);
    json_t *table = json_loads(dado_text_string(&told), 0, NULL);
    dado_text_free(&told);
    json_t *list = json_object_get(table, "rules");
    *count = (int)json_array_size(list);
    *rules = dado_new(arena, dado_rule_use, *count + 1);
    bool fine = *rules != NULL;
    for (int i = 0; fine && i < *count; i++) {
        const json_t *rule = json_array_get(list, (size_t)i);
        const char *kind = json_string_value(json_object_get(rule, "kind"));
        dado_rule_use *use = &(*rules)[i];
        use->kind = dado_arena_copy(arena, kind ? kind : "rule", strlen(kind ? kind : "rule"));
        use->place = (dado_place){ source, number(rule, "line"), number(rule, "column"),
                                   number(rule, "length") };
        use->last_line = number(rule, "last_line");
        use->held = number(rule, "held");  // before anybody moves, the same in every match
        use->failed = number(rule, "failed");
        fine = use->kind != NULL;
    }
    json_decref(table);
    return fine || dado_fail(err, DADO_LIMIT, "no memory left for the rules of the game");
}

static void note_step(const char *told, dado_rule_use *rules, int count)
{
    json_t *step = json_loads(told, 0, NULL);
    json_t *fired = json_object_get(step, "fired");
    size_t i;
    json_t *rule;
    json_array_foreach(fired, i, rule) {
        int which = number(rule, "rule");
        if (which < 0 || which >= count) continue;
        rules[which].held += number(rule, "held");
        rules[which].failed += number(rule, "failed");
    }
    json_decref(step);
}

static void replay_match(const dado_game *game, const dado_trace *trace, unsigned char *state,
                         dado_rule_use *rules, int count)
{
    dado_text told = { 0 };
    game->rules->start(game, state);
    for (int i = 0; i < trace->steps; i++) {
        dado_text_clear(&told);
        dado_tell_move(game, state, trace->path[i].move, &told);
        note_step(dado_text_string(&told), rules, count);
        game->rules->apply(game, state, trace->path[i].move);
    }
    dado_text_free(&told);
}

static void judge(dado_coverage *c, dado_rule_use *rules)
{
    for (int i = 0; i < c->count; i++) {
        dado_rule_use *r = &rules[i];
        bool condition = strcmp(r->kind, "condition") == 0;
        if (r->held == 0) r->state = DADO_RULE_NEVER;
        else if (condition && r->failed == 0) r->state = DADO_RULE_ALWAYS;
        c->never += r->state == DADO_RULE_NEVER;
        c->always += r->state == DADO_RULE_ALWAYS;
    }
    c->rules = rules;
}

bool dado_coverage_gather(const dado_plan *plan, int instance, int lineup, int64_t matches,
                          dado_arena *arena, dado_coverage *coverage, dado_error *err)
{
    *coverage = (dado_coverage){ 0 };
    dado_desk desk;
    dado_desk_init(&desk, plan);
    desk.record = true;
    dado_rule_use *rules = NULL;
    bool fine = dado_desk_open(&desk, instance, lineup, err);
    unsigned char *state = fine ? dado_new(arena, unsigned char, desk.game.state_size) : NULL;
    if (fine && !state) fine = dado_fail(err, DADO_LIMIT, "no memory left for a replay");
    const dado_source *source = &plan->instances[instance];
    if (fine && desk.game.rules->tell_move && desk.game.rules->tell) {
        desk.game.rules->start(&desk.game, state);
        fine = list_rules(&desk.game, state, source->path ? source->path : source->name, arena,
                          &rules, &coverage->count, err);
    }
    if (fine && coverage->count) {
        if (matches > plan->matches) matches = plan->matches;
        for (int64_t m = 0; m < matches; m++) {
            replay_match(&desk.game, dado_desk_match(&desk, m), state, rules, coverage->count);
        }
        coverage->matches = matches;
        judge(coverage, rules);
    }
    dado_desk_free(&desk);
    return fine;
}

const char *dado_rule_words(const dado_rule_use *rule)
{
    bool always = rule->state == DADO_RULE_ALWAYS;
    if (strcmp(rule->kind, "condition") == 0) {
        return always ? "this condition was always true" : "this condition was never true";
    }
    if (strcmp(rule->kind, "option") == 0) return "this option was never taken";
    if (strcmp(rule->kind, "stage") == 0) return "this stage was never entered";
    return "this act was never carried out";
}
