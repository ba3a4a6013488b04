// playtest.c - the job `playtest`: what people did, beside what programs do.
#include <string.h>

#include "job/playtest_logs.h"
#include "lab/playtest_store.h"
#include "report/report_functions.h"

enum { most_preferences = 5, most_candidates = 32 };

typedef struct playtest_effort {
    int64_t decisions, judged;  // limits for the comparison with players, and for mistakes
    int times, iterations;      // rollouts per option, and iterations of players that search
} playtest_effort;

static const playtest_effort efforts[] = {
    { 200, 60, 20, 50 },
    { 400, 150, 40, 100 },
    { 2000, 1000, 200, 400 },
};

// Everything that one run of the job needs.
typedef struct playtest {
    dado_job_run *job_run;
    playtest_effort effort;
    dado_playtest_log log;
    dado_observed_match *observed;
    const double **seconds;
    dado_player *candidates;
    int candidate_count;
    dado_people_beside_programs result;
} playtest;

// --- reading what people played

static bool read_kept(playtest *t)
{
    dado_job_run *job_run = t->job_run;
    dado_playtest_log *log = &t->log;
    const dado_kept_playtest *kept;
    if (!dado_job_run_find_game(job_run, dado_job_run_text(job_run, "game"), &log->source) ||
        !dado_job_run_open_shared_game(job_run, &log->source, &log->game) ||
        !dado_job_run_open_store(job_run, DADO_STORE_READ) ||
        !dado_store_playtests(job_run->opened, dado_game_source_hash(&log->source), &kept,
                              &log->count, job_run->region, job_run->err)) {
        return false;
    }
    log->records = dado_job_run_new(job_run, dado_playtest_record, log->count + 1);
    if (!log->records) return false;
    for (int i = 0; i < log->count; i++) {
        dado_playtest_record *record = &log->records[i];
        if (!dado_playtest_record_read(record, kept[i].line, strlen(kept[i].line),
                                       (dado_place){ 0 }, job_run->region, job_run->err) ||
            !dado_playtest_record_play(record, &log->game, dado_job_run_stop_flag(job_run),
                                       job_run->region, NULL, job_run->err)) {
            return false;
        }
    }
    if (log->count > 0) return true;
    return dado_fail(job_run->err, DADO_MISSING,
                     "no match of these rules by people is kept; play in the studio and keep "
                     "the match, or import a log (dado playtest import)");
}

// Which seats are people's, and how long they took.
static bool observe(playtest *t)
{
    dado_job_run *job_run = t->job_run;
    int players = t->log.game.players;
    t->observed = dado_job_run_new(job_run, dado_observed_match, t->log.count);
    t->seconds = dado_job_run_new(job_run, const double *, t->log.count);
    if (!t->observed || !t->seconds) return false;
    for (int i = 0; i < t->log.count; i++) {
        const dado_playtest_record *record = &t->log.records[i];
        bool *watched = dado_job_run_new(job_run, bool, players);
        if (!watched) return false;
        for (int p = 0; p < players; p++) {
            watched[p] = record->seat_count == 0 || record->seats[p].person != NULL;
        }
        t->observed[i] = (dado_observed_match){ record->path, record->steps, watched };
        t->seconds[i] = record->seconds;
    }
    return true;
}

static bool is_new(const char *const *known, int count, const char *word, size_t length)
{
    for (int i = 0; i < count; i++) {
        if (strlen(known[i]) == length && memcmp(known[i], word, length) == 0) return false;
    }
    return true;
}

// Counts different people and days, and gathers answers.
static bool read_about(playtest *t)
{
    dado_job_run *job_run = t->job_run;
    dado_people_beside_programs *r = &t->result;
    int seats = 0, answers = 0;
    for (int i = 0; i < t->log.count; i++) {
        seats += t->log.records[i].seat_count;
        answers += t->log.records[i].answer_count;
    }
    const char **people = dado_job_run_new(job_run, const char *, seats + 1);
    const char **days = dado_job_run_new(job_run, const char *, t->log.count + 1);
    r->answers = dado_job_run_new(job_run, dado_people_answer, answers + 1);
    if (!people || !days || !r->answers) return false;
    for (int i = 0; i < t->log.count; i++) {
        const dado_playtest_record *record = &t->log.records[i];
        for (int s = 0; s < record->seat_count; s++) {
            const char *who = record->seats[s].person;
            if (who && is_new(people, r->people, who, strlen(who))) people[r->people++] = who;
        }
        if (record->started && strlen(record->started) >= 10) {
            const char *day = dado_job_run_copy(job_run, record->started, 10);
            if (!day) return false;
            if (is_new(days, r->evenings, day, 10)) days[r->evenings++] = day;
        }
        for (int a = 0; a < record->answer_count; a++) {
            const dado_playtest_answer *answer = &record->answers[a];
            int at = 0;
            while (at < r->answer_count && strcmp(r->answers[at].question, answer->question) != 0) {
                at++;
            }
            if (at == r->answer_count) r->answers[r->answer_count++].question = answer->question;
            dado_moments_add(&r->answers[at].values, answer->value);
        }
    }
    return true;
}

// --- playing and counting one side

typedef struct side {
    const playtest *t;
    bool people;  // only their decisions are counted
    dado_findings_collector collector;
    dado_results results;
    dado_findings findings;
    dado_move_stats moves;
    int64_t match;  // the match that is replayed
    dado_region region;
    dado_error error;
} side;

static void free_side(side *s)
{
    dado_findings_collector_free(&s->collector);
    dado_results_free(&s->results);
    dado_region_free(&s->region);
}

static void count_step(void *context, const dado_game *game, const void *state,
                       const dado_step *step)
{
    side *s = context;
    bool counts = !s->people || (step->actor >= 0 && s->t->observed[s->match].watched[step->actor]);
    if (counts) dado_move_stats_add_step(&s->moves, game, state, step);
}

static void count_match(void *context, const dado_game *game, const void *state,
                        const dado_trace *log)
{
    (void)game, (void)state;
    side *s = context;
    dado_move_stats_end_match(&s->moves, log);
    s->match++;
}

static void take_block(void *context, const dado_block *block)
{
    side *s = context;
    dado_region region = { 0 };
    dado_move_log_visitor visitor = { s, count_step, count_match };
    dado_findings_collect_block(&s->collector, block);
    if (block->moves_size && s->error.status == DADO_OK) {
        dado_block_replay(block, &s->t->log.game, &visitor, &region, &s->error);
    }
    dado_region_free(&region);
}

// Plays a plan, or measures what was played, and counts moves.
static bool play_side(playtest *t, const dado_plan *plan, side *s)
{
    dado_job_run *job_run = t->job_run;
    dado_measures *measures = dado_job_run_new(job_run, dado_measures, 1);
    dado_experiment_settings how;
    if (!measures || !dado_measures_of(measures, &t->log.game, job_run->region, job_run->err) ||
        !dado_move_stats_begin(&s->moves, &t->log.game, &s->region, job_run->err) ||
        !dado_job_run_experiment_how(job_run, &how)) {
        return false;
    }
    s->t = t;
    dado_findings_collector_init(&s->collector, measures, NULL);
    how.store = NULL;
    how.block = take_block;
    how.taker = s;
    if (!dado_experiment_run(plan, &how, &s->results, job_run->err)) return false;
    if (s->results.interrupted) dado_job_run_record_stop(job_run, "before all was played");
    if (s->error.status != DADO_OK) {
        *job_run->err = s->error;
        return false;
    }
    return dado_move_stats_finish(&s->moves, job_run->err) &&
           dado_findings_collect(&s->findings, &s->results, &s->collector, -1, job_run->region,
                                 job_run->err);
}

// --- who plays like them

static bool add_candidate(playtest *t, const char *typed)
{
    if (t->candidate_count == most_candidates) return true;
    return dado_player_parse(&t->candidates[t->candidate_count++], typed, t->job_run->region,
                             t->job_run->err);
}

// Words with which options begin, and how much more often people take these options than
// drawing would.
typedef struct liking {
    const char *words;
    double more;
} liking;

static bool add_liking(dado_job_run *job_run, liking *list, int *count, const char *words,
                       size_t length, double more)
{
    for (int i = 0; i < *count; i++) {
        if (strlen(list[i].words) == length && memcmp(list[i].words, words, length) == 0) {
            list[i].more += more;
            return true;
        }
    }
    list[*count] = (liking){ dado_job_run_copy(job_run, words, length), more };
    return list[(*count)++].words != NULL;
}

// Lists all options, and what several begin with: "buy" of "buy TEA" and "buy SILK".
static bool list_likings(dado_job_run *job_run, const dado_move_stats *moves, liking **list,
                         int *count)
{
    *count = 0;
    *list = dado_job_run_new(job_run, liking, 2 * moves->count + 1);
    if (!*list) return false;
    for (int i = 0; i < moves->count; i++) {
        const dado_move_stat *m = &moves->items[i];
        double more = (double)m->taken - m->even;
        size_t whole = strlen(m->words), head = strcspn(m->words, ":");
        if (head == whole) head = strcspn(m->words, " ");
        if (!add_liking(job_run, *list, count, m->words, whole, more)) return false;
        if (head < whole && !add_liking(job_run, *list, count, m->words, head, more)) return false;
    }
    return true;
}

// Adds players who like one option: those that people take most above what drawing gives.
static bool add_preferences(playtest *t, const dado_move_stats *moves)
{
    dado_job_run *job_run = t->job_run;
    liking *list;
    int count;
    if (!list_likings(job_run, moves, &list, &count)) return false;
    for (int added = 0; added < most_preferences; added++) {
        liking *best = NULL;
        for (int i = 0; i < count; i++) {
            if (list[i].more > 0 && (!best || list[i].more > best->more)) best = &list[i];
        }
        if (!best || t->candidate_count == most_candidates) return true;
        best->more = 0;
        dado_option *option = dado_job_run_new(job_run, dado_option, 1);
        const char *typed = dado_job_run_copyf(job_run, "prefers:option=%s", best->words);
        if (!option || !typed) return false;
        *option = (dado_option){ .name = "option", .text = best->words };
        t->candidates[t->candidate_count++] = (dado_player){ .typed = typed,
                                                             .kind = dado_agent_named("prefers"),
                                                             .options = { option, 1 } };
    }
    return true;
}

static bool find_candidates(playtest *t, const dado_move_stats *moves)
{
    static const char *const goals[] = { "place", "score", "safe", "short", "long" };
    dado_job_run *job_run = t->job_run;
    t->candidates = dado_job_run_new(job_run, dado_player, most_candidates + 1);
    if (!t->candidates || !add_candidate(t, "random") || !add_candidate(t, "greedy")) return false;
    for (size_t i = 0; i < sizeof goals / sizeof *goals; i++) {
        const char *typed =
            dado_job_run_copyf(job_run, "pimc:iterations=%d%s%s", t->effort.iterations,
                               i ? ",goal=" : "", i ? goals[i] : "");
        if (!typed || !add_candidate(t, typed)) return false;
    }
    for (int i = 0; i < dado_job_run_arg_count(job_run, "like"); i++) {
        if (!add_candidate(t, dado_job_run_nth_arg(job_run, "like", i))) return false;
        const dado_player *player = &t->candidates[t->candidate_count - 1];
        if (player->kind->values) continue;
        return dado_job_run_usage_error(job_run, "%s has no values to compare people with",
                                        player->typed);
    }
    return add_preferences(t, moves);
}

static bool resemble(playtest *t, const dado_move_stats *moves)
{
    dado_job_run *job_run = t->job_run;
    if (!find_candidates(t, moves)) return false;
    dado_resemblance_config config = { .game = &t->log.game,
                                       .matches = t->observed,
                                       .match_count = t->log.count,
                                       .players = t->candidates,
                                       .player_count = t->candidate_count,
                                       .most_decisions = t->effort.decisions,
                                       .seed = dado_job_run_seed(job_run),
                                       .level = t->result.level,
                                       .stop = job_run->stop };
    return dado_resemblance_measure(&config, job_run->region, &t->result.resemblance, job_run->err);
}

// --- the rest

// Makes the plan of the programs: as --agents says, else the player most like them, else
// random players.
static bool plan_programs(playtest *t, dado_lineup *lineup, dado_plan *plan)
{
    dado_job_run *job_run = t->job_run;
    const dado_resemblance *like = &t->result.resemblance;
    if (!dado_job_run_lineup(job_run, t->log.game.players, lineup)) return false;
    bool named = dado_job_run_is_given(job_run, "agents") || dado_job_run_is_given(job_run, "seat");
    if (!named && dado_resemblance_is_known(like)) {
        *lineup = (dado_lineup){ .name = "programs", .players = like->rows[0].player, .count = 1 };
    }
    t->result.player = dado_lineup_player(lineup, 0)->typed;
    *plan = (dado_plan){ .instances = &t->log.source,
                         .instance_count = 1,
                         .lineups = lineup,
                         .lineup_count = 1,
                         .matches = dado_job_run_int(job_run, "matches"),
                         .seed = dado_job_run_seed(job_run),
                         .keep_moves = true,
                         .command = job_run->answer->command };
    return true;
}

static bool judge_decisions(playtest *t)
{
    dado_job_run *job_run = t->job_run;
    dado_player *random = dado_job_run_new(job_run, dado_player, 1);
    if (!random || !dado_player_parse(random, "random", job_run->region, job_run->err) ||
        !dado_hesitation_measure(&t->log.game, t->observed, t->log.count, t->seconds,
                                 t->result.level, job_run->region, &t->result.hesitation,
                                 job_run->err)) {
        return false;
    }
    t->result.judged = dado_game_can_be_won(&t->log.game);
    if (!t->result.judged) return true;
    dado_lineup lineup = { .name = "random", .players = random, .count = 1 };
    dado_plan plan = { .instances = &t->log.source,
                       .instance_count = 1,
                       .lineups = &lineup,
                       .lineup_count = 1,
                       .matches = 1,
                       .seed = dado_job_run_seed(job_run) };
    dado_mistakes_config config = { .players = &plan,
                                    .matches = t->observed,
                                    .match_count = t->log.count,
                                    .most_decisions = t->effort.judged,
                                    .times = t->effort.times,
                                    .level = t->result.level,
                                    .stop = job_run->stop };
    return dado_mistakes_measure(&config, job_run->region, &t->result.mistakes, job_run->err);
}

// Mean answer to a question in each match; DADO_NONE where nobody answered.
static void rate_matches(const playtest *t, const char *question, double *ratings)
{
    for (int i = 0; i < t->log.count; i++) {
        const dado_playtest_record *record = &t->log.records[i];
        dado_moments said = { 0 };
        for (int a = 0; a < record->answer_count; a++) {
            const dado_playtest_answer *answer = &record->answers[a];
            if (strcmp(answer->question, question) == 0) dado_moments_add(&said, answer->value);
        }
        ratings[i] = said.count ? said.mean : DADO_NONE;
    }
}

// Lists the values of all measures, one per match.
static dado_rating_column *list_columns(playtest *t, const side *people)
{
    dado_job_run *job_run = t->job_run;
    const dado_data_frame *frame = &people->collector.frame;
    const dado_measures *measures = people->collector.measures;
    dado_rating_column *columns =
        dado_job_run_new(job_run, dado_rating_column, measures->count + 1);
    for (int m = 0; columns && m < measures->count; m++) {
        double *values = dado_job_run_new(job_run, double, t->log.count);
        if (!values) return NULL;
        for (int i = 0; i < t->log.count; i++) {
            values[i] = i < frame->count ? dado_data_frame_value(frame, i, m) : DADO_NONE;
        }
        columns[m] =
            (dado_rating_column){ measures->items[m]->name, measures->items[m]->title, values };
    }
    return columns;
}

static bool find_predictors(playtest *t, const side *people)
{
    dado_job_run *job_run = t->job_run;
    dado_people_beside_programs *r = &t->result;
    r->predictors = dado_job_run_new(job_run, dado_rating_predictors, r->answer_count + 1);
    double *ratings = dado_job_run_new(job_run, double, t->log.count);
    dado_rating_column *columns = list_columns(t, people);
    if (!r->predictors || !ratings || !columns) return false;
    for (int q = 0; q < r->answer_count; q++) {
        dado_rating_predictors *found = &r->predictors[r->predictor_count];
        found->question = r->answers[q].question;
        rate_matches(t, found->question, ratings);
        if (!dado_rating_predictors_find(ratings, t->log.count, columns,
                                         people->collector.measures->count, r->level,
                                         job_run->region, found, job_run->err)) {
            return false;
        }
        r->predictor_count += found->count > 0;
    }
    return true;
}

static bool compare(playtest *t, side *people, side *programs)
{
    dado_plan played, plan;
    dado_lineup lineup;
    people->people = true;
    return dado_playtest_log_plan(t->job_run, &t->log, "people", &played) &&
           play_side(t, &played, people) && find_predictors(t, people) &&
           resemble(t, &people->moves) && judge_decisions(t) && plan_programs(t, &lineup, &plan) &&
           play_side(t, &plan, programs) &&
           dado_people_compare(&t->result, &people->findings, &programs->findings, &people->moves,
                               &programs->moves, t->job_run->region, t->job_run->err);
}

static bool run(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    playtest t = { .job_run = job_run,
                   .effort = efforts[dado_job_run_choice_index(job_run, "effort")],
                   .result = { .level = 0.99 } };
    DADO_CLEANUP(free_side) side people = { 0 };
    DADO_CLEANUP(free_side) side programs = { 0 };
    if (!read_kept(&t) || !observe(&t) || !read_about(&t)) return false;
    dado_job_run_message(job_run, "comparing %d matches of people with programs ...", t.log.count);
    answer->title = dado_document_copyf(answer, "Playtests of %s", t.log.game.rules->title);
    answer->rules = dado_game_source_hash(&t.log.source);
    if (!compare(&t, &people, &programs)) return false;
    answer->said = dado_document_copyf(
        answer, "%d match%s, %d %s%s, beside %lld of %s", t.log.count, t.log.count == 1 ? "" : "es",
        t.result.people, t.result.people == 1 ? "person" : "people",
        t.result.evenings ? dado_job_run_copyf(job_run, ", %d evening%s", t.result.evenings,
                                               t.result.evenings == 1 ? "" : "s")
                          : "",
        (long long)t.result.program_matches, t.result.player);
    dado_report_people_beside_programs(answer, &t.result, &people.findings);
    return true;
}

const dado_job dado_job_playtest = {
    .name = "playtest",
    .about = "says what people did at the table, beside what programs do",
    .details =
        "Reads the matches of people that the store keeps for these rules: recorded by the studio, "
        "or imported. It says which of dado's players they play like, what they choose, how long "
        "they think, where they err by what options are worth among random players, how their "
        "matches differ from those of programs, and how many more evenings it takes until a "
        "difference is known. docs/how-to/playtest-with-people.md walks through an example.",
    .params = { DADO_PARAMS(DADO_PARAM_THE_GAME,
                            DADO_PARAM(WHOLE, "matches", 'n', .usual = "200", .least = 2,
                                       .most = 1e8, .about = "How many matches the programs play."),
                            DADO_PARAM(AGENT, "like", .many = true,
                                       .about = "Another player to compare people with."),
                            DADO_PARAM(CHOICE, "effort", 'e', .choices = "quick normal long",
                                       .usual = "normal",
                                       .about = "How thorough to be: quick, normal or long."),
                            DADO_PARAM(AGENT, "seat", .value = "SEAT=AGENT", .many = true,
                                       .seat = true,
                                       .about = "Who sits there beside them: --seat 2=greedy is "
                                                "the second player. The others play at random, or "
                                                "as --agents says.",
                                       .in_requests =
                                           "Who sits there beside them, counted from 0: 1=greedy "
                                           "is the second player. The others play at random, or "
                                           "as agents says."),
                            DADO_PARAM(AGENT, "agents", .value = "LIST",
                                       .unset = "the player most like them",
                                       .about = "Who plays beside them, seat by seat, parted by "
                                                "commas; one alone takes every seat."),
                            DADO_PARAM_UNSAFE, DADO_PARAM_SEED, DADO_PARAM_THREADS),
                dado_params_game, dado_params_store_file },
    .examples = DADO_EXAMPLES(
        { "dado playtest hearts", "People beside the player who is most like them." },
        { "dado playtest mine.rcy --agents pimc -n 1000", "Beside a thousand matches of pimc." }),
    .run = run,
};
