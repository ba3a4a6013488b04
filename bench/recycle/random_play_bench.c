// random_play_bench.c - how quickly described games are played by random players, on one core.
//
// A decision is one choice of one player: listing the moves and playing one.
// Hearts, Kuhn poker, Go Fish and two board games are also played as written by hand in C on the
// same contract, turn about with the description in the same run, so the ratio means something on a
// busy machine. Every description is also opened to be played plainly, and as native code where
// there is a compiler; where DADO_OTHER_BUILD names the folder of another build, its bench takes
// turns with this one. The mean scores of all ways must agree, or the figure is worth nothing.
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "recycle/gofish.h"
#include "recycle/hearts.h"
#include "recycle/hearts_bitset.h"
#include "lab/native_compiler.h"
#include "recycle/recycle.h"
#include "recycle/n_in_a_row.h"
#include "worlds/shelf.h"

typedef struct subject {
    const char *name, *path;  // path NULL: by hand
    const dado_rules *rules;
    dado_region region;
    dado_game game;
    unsigned char *state;
    dado_move *moves;
    uint64_t decisions, matches;
    double seconds, best, worst, score, squares;
    struct subject *plain;   // the same description, played plainly
    struct subject *native;  // and as native code, where there is a compiler
} subject;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    if (!file || !text) {
        fprintf(stderr, "cannot read %s; run from the project's folder\n", path);
        exit(1);
    }
    size_t length = fread(text, 1, (1 << 20) - 1, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

static void open_subject(subject *s, bool plainly)
{
    dado_error err;
    dado_region_init(&s->region, (size_t)64 << 20);
    char *text = s->path ? read_file(s->path) : NULL;
    dado_option file = { "file", text, { s->path, 1, 1, 1 } };
    dado_option items[] = { file, { "ways", "plain", { 0 } } };
    dado_options options = { items, s->path ? (plainly ? 2 : 1) : 0 };
    if (!dado_game_open(&s->game, s->path ? &dado_recycle : s->rules, &options, &s->region, &err)) {
        fprintf(stderr, "%s: %s\n", s->name, err.text);
        exit(1);
    }
    free(text);
    s->state = malloc(s->game.state_size);
    s->moves = malloc(sizeof *s->moves * (size_t)s->game.max_moves);
}

static void play(subject *s, dado_fast_rng *luck)
{
    const dado_game *g = &s->game;
    const dado_rules *rules = g->rules;
    g->rules->start(g, s->state);
    for (;;) {
        int actor = rules->actor(g, s->state);
        if (actor == DADO_NOBODY) break;
        int count = rules->legal(g, s->state, s->moves);
        if (count == 0) {
            rules->apply(g, s->state, dado_fast_rng_next(luck));
            continue;
        }
        s->decisions += actor != DADO_CHANCE;
        uint32_t taken = count == 1 ? 0 : dado_fast_rng_below(luck, (uint32_t)count);
        rules->apply(g, s->state, s->moves[taken]);
    }
    int32_t scores[64];
    rules->scores(g, s->state, scores);
    s->score += scores[0];
    s->squares += (double)scores[0] * scores[0];
    s->matches++;
}

// Plays for about `slice` seconds of processor time.
static void play_slice(subject *s, dado_fast_rng *luck, double slice)
{
    uint64_t before = s->decisions;
    double start = now(), end;
    do {
        // The clock is dear: a few thousand decisions between two looks at it, however short a
        // match.
        uint64_t enough = s->decisions + 2000;
        while (s->decisions < enough) play(s, luck);
        end = now();
    } while (end - start < slice);
    double rate = (double)(s->decisions - before) / (end - start);
    s->seconds += end - start;
    if (rate > s->best) s->best = rate;
    if (s->worst == 0 || rate < s->worst) s->worst = rate;
}

static double rate_of(const subject *s)
{
    return (double)s->decisions / s->seconds;
}

// How far the mean of a subject may be off: the square of its standard error.
static double error_of(const subject *s)
{
    double n = (double)s->matches, mean = s->score / n;
    return (s->squares / n - mean * mean) / n;
}

static bool differ(const subject *s, const subject *reference)
{
    double a = s->score / (double)s->matches;
    double b = reference->score / (double)reference->matches;
    if (fabs(a - b) <= 5 * sqrt(error_of(s) + error_of(reference)) + 1e-9) return false;
    printf("  WRONG: mean scores %.3f and %.3f", a, b);
    return true;
}

// What another build of this bench says of a game, played turn about with this one: the folder of
// that build is in DADO_OTHER_BUILD. 0 where there is none.
static double rate_of_other(const char *name, double slice)
{
    const char *build = getenv("DADO_OTHER_BUILD");
    char command[1000], line[300];
    double rate = 0.0;
    if (!build) return 0.0;
    snprintf(command, sizeof command, "cd '%s/..' && '%s/bench/bench_recycle_decisions' %g '%s'",
             build, build, slice / 10, name);
    FILE *said = popen(command, "r");
    while (said && fgets(line, sizeof line, said)) {
        if (strncmp(line, name, strlen(name)) == 0) rate = atof(line + 16) * 1e6;
    }
    if (said) pclose(said);
    return rate;
}

static void tell_of_other(const subject *s, const double *others, int turns)
{
    double sum = 0.0;
    for (int i = 0; i < turns; i++) sum += others[i];
    if (sum <= 0.0) return;
    double mean = sum / turns;
    printf("  %.2f of the other build", rate_of(s) / mean);
    if (s->native) printf(", natively %.2f", rate_of(s->native) / mean);
}

int main(int argc, char **argv)
{
    double slice = argc > 1 ? atof(argv[1]) : 0.1;
    const char *only = argc > 2 ? argv[2] : NULL;
    subject subjects[] = {
        { .name = "hearts in bits", .rules = &hearts_in_bits },
        { .name = "hearts by hand", .rules = &hearts_by_hand },
        { .name = "hearts", .path = "library/cards/hearts.rcy" },
        { .name = "kuhn by hand", .rules = dado_world_named("kuhn") },
        { .name = "kuhn", .path = "library/cards/kuhn.rcy" },
        { .name = "leduc", .path = "library/cards/leduc.rcy" },
        { .name = "crazy eights", .path = "library/cards/crazyeights.rcy" },
        { .name = "euchre", .path = "library/cards/euchre.rcy" },
        { .name = "go fish by hand", .rules = &fish_by_hand },
        { .name = "go fish", .path = "library/cards/gofish.rcy" },
        { .name = "blackjack", .path = "library/cards/blackjack.rcy" },
        { .name = "spades", .path = "library/cards/spades.rcy" },
        { .name = "agram", .path = "library/cards/agram.rcy" },
        { .name = "three by hand", .rules = &noughts_by_hand },
        { .name = "three in a row", .path = "library/boards/threeinarow.rcy" },
        { .name = "four by hand", .rules = &four_by_hand },
        { .name = "four in a row", .path = "library/boards/fourinarow.rcy" },
        { .name = "yahtzee", .path = "bench/recycle/yahtzee.rcy" },
    };
    enum { subject_count = sizeof subjects / sizeof *subjects, turns = 10 };
    double others[subject_count][turns];
    subject native[subject_count];
    dado_fast_rng luck = dado_fast_rng_seed(2026);
    subject plain[subject_count];
    for (int i = 0; i < subject_count; i++) {
        open_subject(&subjects[i], false);
        if (!subjects[i].path) continue;
        plain[i] = (subject){ .name = subjects[i].name, .path = subjects[i].path };
        open_subject(&plain[i], true);
        subjects[i].plain = &plain[i];
        bool wanted = !only || strncmp(subjects[i].name, only, strlen(only)) == 0;
        native[i] = (subject){ .name = subjects[i].name, .path = subjects[i].path };
        open_subject(&native[i], false);
        if (wanted && dado_native_build_now(&native[i].game, NULL, NULL))
            subjects[i].native = &native[i];
    }
    for (int turn = 0; turn < turns; turn++) {
        for (int i = 0; i < subject_count; i++) {
            bool wanted = !only || strncmp(subjects[i].name, only, strlen(only)) == 0;
            if (!wanted) continue;
            play_slice(&subjects[i], &luck, slice);
            if (subjects[i].plain) play_slice(subjects[i].plain, &luck, slice);
            if (subjects[i].native) play_slice(subjects[i].native, &luck, slice);
            others[i][turn] = rate_of_other(subjects[i].name, slice);
        }
    }
    int wrong = 0;
    for (int i = 0; i < subject_count; i++) {
        subject *s = &subjects[i];
        if (s->matches == 0) continue;
        double rate = rate_of(s);
        printf("%-16s %8.3f M decisions/s  %9.0f matches/s  spread %.2f to %.2f", s->name,
               rate / 1e6, (double)s->matches / s->seconds, s->worst / 1e6, s->best / 1e6);
        const subject *reference = i > 0 && !subjects[i - 1].path ? &subjects[i - 1] : NULL;
        if (reference && reference->matches && s->path) {
            printf("  %.3f of by hand", rate / rate_of(reference));
            wrong |= differ(s, reference);
        }
        if (s->plain) {
            printf("  %.1f of plain", rate / rate_of(s->plain));
            wrong |= differ(s, s->plain);
        }
        if (s->native) {
            printf("  natively %.2f", rate_of(s->native) / rate);
            if (reference && reference->matches) {
                printf(", %.3f of by hand", rate_of(s->native) / rate_of(reference));
            }
            wrong |= differ(s->native, s);
        }
        if (s->path) tell_of_other(s, others[i], turns);
        printf("\n");
    }
    return wrong;
}
