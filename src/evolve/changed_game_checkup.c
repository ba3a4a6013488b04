// changed_game_checkup.c - see changed_game_checkup.h.
#include "evolve/changed_game_checkup.h"

#include <string.h>
#include <strings.h>

#include "core/scope_cleanup.h"

typedef struct findings {
    const dado_symptom *list;
    int count;
} findings;

static bool is_alarm(const dado_symptom *s)
{
    return s->tone == DADO_BAD || s->tone == DADO_WARN;
}

// Proofs are about fairness, too: which seat wins with best play.
static const char *topic_of(const dado_symptom *s)
{
    return strcmp(s->topic, "proof") == 0 ? "fairness" : s->topic;
}

static bool same_topic(const dado_symptom *a, const dado_symptom *b)
{
    return strcmp(topic_of(a), topic_of(b)) == 0;
}

// Returns the claim without the players it is about.
static const char *bare_claim(const dado_symptom *s)
{
    static const char proof[] = "With best play ";
    const char *colon = strstr(s->claim, ": ");
    bool players = strncmp(s->claim, "Between players", strlen("Between players")) == 0 ||
                   strncmp(s->claim, "If the player", strlen("If the player")) == 0;
    if (players && colon) return colon + strlen(": ");
    return strncmp(s->claim, proof, strlen(proof)) == 0 ? s->claim + strlen(proof) : s->claim;
}

static bool same_claim(const dado_symptom *a, const dado_symptom *b)
{
    return same_topic(a, b) && strcasecmp(bare_claim(a), bare_claim(b)) == 0;
}

static int count_claim(findings f, const dado_symptom *alarm)
{
    int count = 0;
    for (int i = 0; i < f.count; i++) {
        count += is_alarm(&f.list[i]) && same_claim(&f.list[i], alarm);
    }
    return count;
}

static int count_topic(findings f, const dado_symptom *alarm)
{
    int count = 0;
    for (int i = 0; i < f.count; i++) {
        count += is_alarm(&f.list[i]) && same_topic(&f.list[i], alarm);
    }
    return count;
}

// Returns whether a worse alarm of the same topic is gone.
static bool worse_is_gone(findings before, findings after, const dado_symptom *alarm)
{
    for (int i = 0; i < before.count; i++) {
        const dado_symptom *was = &before.list[i];
        if (was->tone == DADO_BAD && alarm->tone == DADO_WARN && same_topic(was, alarm) &&
            count_claim(after, was) == 0) {
            return true;
        }
    }
    return false;
}

static void list_gone(findings before, findings after, const dado_symptom *finding,
                      dado_changed_game *changed)
{
    dado_text out = dado_text_in_buffer(changed->gone, sizeof changed->gone);
    for (int i = 0; i < before.count; i++) {
        const dado_symptom *was = &before.list[i];
        if (!is_alarm(was) || same_topic(was, finding) || count_claim(after, was)) continue;
        if (out.length + strlen(was->claim) + 4 > sizeof changed->gone) return;
        dado_text_addf(&out, "%s\"%s\"", out.length ? ", " : "", was->claim);
    }
}

void dado_changed_game_compare(const dado_symptom *before, int before_count,
                               const dado_symptom *after, int after_count,
                               const dado_symptom *finding, dado_changed_game *changed)
{
    findings was = { before, before_count }, is = { after, after_count };
    *changed = (dado_changed_game){ 0 };
    for (int i = 0; i < after_count; i++) {
        const dado_symptom *s = &after[i];
        bool own = same_topic(s, finding);
        if (own && !changed->then[0]) snprintf(changed->then, sizeof changed->then, "%s", s->claim);
        if (!is_alarm(s) || count_claim(is, s) <= count_claim(was, s)) continue;
        if (own || !worse_is_gone(was, is, s)) changed->harms = true;
    }
    changed->mends = !changed->harms && count_topic(is, finding) < count_topic(was, finding) &&
                     count_claim(is, finding) < count_claim(was, finding);
    list_gone(was, is, finding, changed);
}

bool dado_changed_game_check(const dado_checkup_config *config, const dado_symptom *before,
                             int before_count, const dado_symptom *finding,
                             const dado_experiment_settings *how, dado_changed_game *changed,
                             dado_error *err)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_region_init_large(&region);
    dado_checkup checkup;
    *changed = (dado_changed_game){ .interrupted = true };
    bool fine = dado_checkup_run(config, how, &region, &checkup, err);
    dado_symptom *after = fine ? dado_new(&region, dado_symptom, DADO_SYMPTOMS) : NULL;
    if (fine && !after) {
        fine = dado_fail(err, DADO_LIMIT, "out of memory while checking up on a changed game");
    }
    if (fine && !checkup.interrupted && checkup.at_random.matches) {
        int count = dado_diagnose(&checkup, after);
        dado_changed_game_compare(before, before_count, after, count, finding, changed);
    }
    dado_checkup_free(&checkup);
    return fine;
}
