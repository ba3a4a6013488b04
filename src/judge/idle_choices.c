// idle_choices.c - see idle_choices.h.
#include "judge/idle_choices.h"

#include "judge/option_worth_recorder.h"

// A walk of all positions may go as deep as there are positions: browsers have little stack.
enum { fewest = 10, most_choices = 64, most_positions = 1000 };

typedef struct choice {
    int32_t number;
    int met;
    bool matters;
} choice;

static bool is_equal(const dado_option_worth *a, const dado_option_worth *b)
{
    return a->share[0] == b->share[0] && a->share[1] == b->share[1] &&
           a->margin[0] == b->margin[0] && a->margin[1] == b->margin[1];
}

static bool changes_something(const dado_recorded_decision *d, int players)
{
    for (int i = players; i < d->count * players; i++) {
        if (!is_equal(&d->actual[i], &d->actual[i % players])) return true;
    }
    return false;
}

static choice *find_choice(choice *choices, int *count, int32_t number)
{
    int i = 0;
    while (i < *count && choices[i].number != number) i++;
    if (i == most_choices) return NULL;
    if (i == *count) choices[(*count)++] = (choice){ .number = number };
    return &choices[i];
}

int dado_idle_choices_count(const dado_plan *plan, const volatile sig_atomic_t *stop,
                            dado_region *region)
{
    const dado_recorder_config config = {
        .play = plan, .per_kind = 1, .times = 10, .most_moves = 2e5, .exact = most_positions
    };
    const dado_experiment_settings how = { .threads = -1, .stop = stop };
    dado_recording recording;
    choice choices[most_choices];
    int count = 0, idle = 0;
    if (!dado_decision_recorder_load(&config, &how, region, &recording, NULL)) return 0;
    for (int i = 0; i < recording.decision_count; i++) {
        const dado_recorded_decision *d = &recording.decisions[i];
        choice *one =
            d->actual ? find_choice(choices, &count, recording.kinds[d->kind].choice) : NULL;
        if (!one) continue;
        one->met++;
        one->matters = one->matters || changes_something(d, recording.players);
    }
    for (int i = 0; i < count; i++) idle += choices[i].met >= fewest && !choices[i].matters;
    return idle;
}
