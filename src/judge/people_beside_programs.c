// people_beside_programs.c - see people_beside_programs.h.
#include "judge/people_beside_programs.h"

#include <math.h>
#include <string.h>

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left to compare people with programs");
}

// A few matches that happen to be all alike do not show that people's matches are: then they are
// taken to differ as those of programs do.
static dado_moments with_spread(const dado_moments *people, const dado_moments *programs)
{
    dado_moments m = *people;
    if (m.squares == 0) {
        double sd = dado_moments_sd(programs);
        m.squares = sd * sd * (double)(m.count - 1);
    }
    return m;
}

static void compare_measure(dado_people_measure *row, const dado_finding *a, const dado_finding *b,
                            dado_sample_plan plan)
{
    double freedom;
    *row = (dado_people_measure){ .name = a->name,
                                  .title = a->title,
                                  .kind = a->kind,
                                  .people = a->moments,
                                  .programs = b->moments };
    dado_moments people = with_spread(&a->moments, &b->moments);
    row->difference = dado_welch(&people, &b->moments, plan.level, &freedom);
    row->known = row->difference.low > 0 || row->difference.high < 0;
    row->needed = dado_sample_size_mean(row->difference.value, dado_moments_sd(&people),
                                        dado_moments_error(&b->moments), plan);
}

static bool compare_measures(dado_people_beside_programs *r, const dado_findings *people,
                             const dado_findings *programs, dado_region *region, dado_error *err)
{
    dado_sample_plan plan = { r->level, 0.8 };
    r->measures = dado_new(region, dado_people_measure, (size_t)people->measure_count + 1);
    if (!r->measures) return no_memory(err);
    for (int i = 0; i < people->measure_count; i++) {
        const dado_finding *a = &people->measures[i];
        const dado_finding *b = dado_finding_named(programs, a->name);
        // Two values are needed on either side, and one of them must differ from another.
        bool told = b && a->moments.count > 1 && b->moments.count > 1 &&
                    (a->moments.squares > 0 || b->moments.squares > 0);
        if (told) compare_measure(&r->measures[r->measure_count++], a, b, plan);
    }
    return true;
}

// Returns a seat's share of the wins with an interval of another level.
static dado_interval win_share(const dado_findings *f, int seat, double level)
{
    double wins = (double)(f->matches - f->left_out - f->nobody);
    return dado_share_interval(f->seats[seat].share.value * wins, wins, level);
}

static bool compare_seats(dado_people_beside_programs *r, const dado_findings *people,
                          const dado_findings *programs, dado_region *region, dado_error *err)
{
    dado_sample_plan plan = { r->level, 0.8 };
    if (people->only_points || people->goal || people->seat_count < 2) return true;
    r->seats = dado_new(region, dado_people_seat, (size_t)people->seat_count);
    if (!r->seats) return no_memory(err);
    r->seat_count = people->seat_count;
    for (int s = 0; s < r->seat_count; s++) {
        dado_people_seat *seat = &r->seats[s];
        seat->people = win_share(people, s, r->level);
        seat->programs = win_share(programs, s, r->level);
        seat->fair = 1.0 / r->seat_count;
        seat->known = seat->people.low > seat->fair || seat->people.high < seat->fair;
        seat->needed = dado_sample_size_share(seat->people.value, seat->fair, plan);
    }
    return true;
}

static const dado_move_stat *find_words(const dado_move_stats *stats, const char *words)
{
    for (int i = 0; i < stats->count; i++) {
        if (strcmp(stats->items[i].words, words) == 0) return &stats->items[i];
    }
    return NULL;
}

static double standard_errors_apart(const dado_people_option *o)
{
    double n = (double)o->people_offered, m = (double)o->programs_offered;
    if (n == 0 || m == 0) return 0;
    double a = (double)o->people_taken / n, b = (double)o->programs_taken / m;
    double pooled = (double)(o->people_taken + o->programs_taken) / (n + m);
    double error = sqrt(pooled * (1 - pooled) * (1 / n + 1 / m));
    return error > 0 ? (a - b) / error : 0;
}

static void keep_option(dado_people_beside_programs *r, const dado_people_option *option)
{
    int at = r->option_count;
    while (at > 0 && fabs(r->options[at - 1].apart) < fabs(option->apart)) at--;
    if (at == DADO_PEOPLE_OPTIONS) return;
    int last = r->option_count < DADO_PEOPLE_OPTIONS ? r->option_count++ : DADO_PEOPLE_OPTIONS - 1;
    for (int i = last; i > at; i--) r->options[i] = r->options[i - 1];
    r->options[at] = *option;
}

static bool compare_options(dado_people_beside_programs *r, const dado_move_stats *people,
                            const dado_move_stats *programs, dado_region *region, dado_error *err)
{
    r->options = dado_new(region, dado_people_option, DADO_PEOPLE_OPTIONS);
    if (!r->options) return no_memory(err);
    for (int i = 0; i < people->count; i++) {
        const dado_move_stat *a = &people->items[i], *b = find_words(programs, a->words);
        dado_people_option option = { .words = a->words,
                                      .people_offered = a->offered,
                                      .people_taken = a->taken,
                                      .programs_offered = b ? b->offered : 0,
                                      .programs_taken = b ? b->taken : 0 };
        option.apart = standard_errors_apart(&option);
        if (b && option.apart != 0) keep_option(r, &option);
    }
    return true;
}

bool dado_people_compare(dado_people_beside_programs *result, const dado_findings *people,
                         const dado_findings *programs, const dado_move_stats *people_moves,
                         const dado_move_stats *program_moves, dado_region *region, dado_error *err)
{
    result->matches = people->matches;
    result->program_matches = programs->matches;
    return compare_measures(result, people, programs, region, err) &&
           compare_seats(result, people, programs, region, err) &&
           compare_options(result, people_moves, program_moves, region, err);
}

int64_t dado_people_more_evenings(const dado_people_beside_programs *result, int64_t needed)
{
    if (result->evenings == 0 || needed >= DADO_SAMPLE_SIZE_MOST) return -1;
    if (needed <= result->matches) return 0;
    double per_evening = (double)result->matches / result->evenings;
    return (int64_t)ceil((double)(needed - result->matches) / per_evening);
}
