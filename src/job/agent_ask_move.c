// agent_ask_move.c - asks a player what it would do in a position of a stored match.
//
// The match is replayed up to a step. The player takes the seat that has the move there, and sees
// what that seat saw and nothing else. It has played none of the moves before, so it remembers
// nothing of them.
#include <inttypes.h>
#include <string.h>

#include "core/referee_notes.h"
#include "report/report_functions.h"
#include "job/replay.h"
#include "lab/match.h"
#include "lab/timed_agent.h"

typedef struct position {
    const dado_replay *replay;
    int step;        // from 0
    dado_game game;  // opened in `region`
    unsigned char *state;
    const dado_step *taken;
    dado_region *region;
} position;

static bool stop_there(void *context, const dado_game *game, const void *state,
                       const dado_step *step, int number)
{
    position *at = context;
    at->game = *game;
    // Without --step, stop at the first choice of a player.
    bool here = at->step < 0 ? step && step->actor >= 0 : number == at->step;
    if (!here) return true;
    at->step = number;
    at->taken = step;
    at->state = dado_new(at->region, unsigned char, game->state_size);
    if (at->state) memcpy(at->state, state, game->state_size);
    return false;
}

static bool find_position(dado_job_run *job_run, const dado_replay *replay, position *at)
{
    int steps = replay->log.steps;
    *at = (position){ .replay = replay, .step = -1, .region = job_run->region };
    if (dado_job_run_is_given(job_run, "step"))
        at->step = (int)dado_job_run_int(job_run, "step") - 1;
    if (at->step >= steps) {
        return dado_fail(job_run->err, DADO_MISSING, "the match has %d steps, numbered from 1",
                         steps);
    }
    if (!dado_replay_check(replay, stop_there, at, job_run->region, job_run->err)) return false;
    if (!at->state) {
        return at->taken
                   ? dado_fail(job_run->err, DADO_LIMIT, "no memory left for the position")
                   : dado_fail(job_run->err, DADO_MISSING, "nobody decides anything in this match");
    }
    if (at->taken->actor >= 0) return true;
    int next = at->step;
    while (next < steps && replay->log.path[next].actor < 0) next++;
    if (next == steps) {
        return dado_fail(job_run->err, DADO_MISSING,
                         "step %d is a chance event, and nobody decides after it", at->step + 1);
    }
    return dado_fail(job_run->err, DADO_MISSING,
                     "step %d is a chance event; the next decision of a player is step %d",
                     at->step + 1, next + 1);
}

// ---- the seats

typedef struct move_query {
    const position *at;
    int seat;
    dado_agent *agents;
    int opened;
    dado_timed_agent timed;
    dado_thinking_time thought;
    dado_text notes;
    const char *typed;
    int64_t tries, gave_up, finished, won;
    int64_t *chosen;  // per legal move: how often it was chosen
    dado_move *moves;
    int count;
} move_query;

static void keep_time(void *context, double seconds)
{
    dado_thinking_time *thought = context;
    thought->questions++;
    thought->seconds += seconds;
    if (seconds > thought->slowest) thought->slowest = seconds;
}

// Returns who has seat `p`: the player that is tried, one of --others, or the player on record.
static const char *name_of(const dado_job_run *job_run, const move_query *t, int p, bool on)
{
    const char *others = dado_job_run_text(job_run, "others");
    if (p == t->seat) return t->typed;
    if (!on) return "random";  // never asked
    return others ? others : t->at->replay->agents[p];
}

// Returns true if --player allows a recorded player to run its code.
static bool is_named(const dado_job_run *job_run, const char *name)
{
    for (int i = 0; i < dado_job_run_arg_count(job_run, "player"); i++) {
        if (strcmp(dado_job_run_nth_arg(job_run, "player", i), name) == 0) return true;
    }
    return false;
}

static bool seat_players(dado_job_run *job_run, move_query *t, bool on)
{
    const dado_game *game = &t->at->game;
    t->agents = dado_job_run_new(job_run, dado_agent, game->players);
    if (!t->agents) return false;
    for (int p = 0; p < game->players; p++, t->opened++) {
        dado_player player;
        const char *name = name_of(job_run, t, p, on);
        if (!dado_player_parse(&player, name, job_run->region, job_run->err)) return false;
        player.stored = name == t->at->replay->agents[p] && !is_named(job_run, name);
        if (!dado_player_may_run(&player, job_run->err) ||
            !dado_job_run_allow_unsafe(job_run, &player) ||
            !dado_agent_open(&t->agents[p], player.kind, game, p, &player.options, job_run->region,
                             job_run->err)) {
            return false;
        }
    }
    t->timed.context = &t->thought;
    t->timed.took = keep_time;
    dado_timed_agent_wrap(&t->agents[t->seat], &t->timed);
    return true;
}

static void hear_referee(move_query *t, int64_t match)
{
    const dado_agent *agent = &t->agents[t->seat];
    enum { most = 1 << 12 };
    if (!agent->kind->notes) return;
    dado_notes_copy(agent->kind->notes(agent), match, t->seat, most, &t->notes);
}

// Asks once per try. If `on`, each try is played to the end of the match.
static bool ask(dado_job_run *job_run, move_query *t, bool on)
{
    const position *at = t->at;
    const dado_game *game = &at->game;
    dado_match_workspace table;
    dado_match_settings rules = { .path = true,
                                  .move_limit = on ? (int)dado_job_run_int(job_run, "limit") : 1 };
    uint64_t seed = dado_job_run_seed(job_run);
    dado_match_seeds luck = { .seeds = { seed, seed, seed, seed } };
    t->chosen = dado_job_run_new(job_run, int64_t, game->max_moves);
    t->moves = dado_job_run_new(job_run, dado_move, game->max_moves);
    if (!t->chosen || !t->moves) return false;
    if (!dado_match_workspace_init(&table, game, t->agents, rules, job_run->region, job_run->err))
        return false;
    table.turn.stop = dado_job_run_stop_flag(job_run);
    t->count = game->rules->legal(game, at->state, t->moves);
    int64_t tries = dado_job_run_int(job_run, "times");
    for (int64_t i = 0; i < tries; i++) {
        const dado_trace *trace = dado_match_play_from(&table, at->state, &luck, (uint64_t)i);
        if (dado_job_run_is_stopped(job_run)) break;
        t->tries++;
        bool gave_up = table.gave_up[t->seat] != 0;
        t->gave_up += gave_up;
        for (int m = 0; trace->steps > 0 && m < t->count; m++) {
            t->chosen[m] += trace->path[0].move == t->moves[m];
        }
        bool ended = on && (trace->end == DADO_FINISHED || trace->end == DADO_FORFEITED);
        t->finished += ended;
        t->won += ended && trace->places[t->seat] == 0;
        hear_referee(t, i);
    }
    return true;
}

// ---- the answer

static void report_choices(const move_query *t, dado_document *answer)
{
    const position *at = t->at;
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    dado_part *part = dado_report_choices(answer);
    for (int m = 0; m < t->count; m++) {
        bool recorded = t->moves[m] == at->taken->move;
        dado_text_clear(&words);
        dado_move_words(&at->game, at->state, t->moves[m], &words);
        dado_report_choice(part, dado_text_string(&words), t->chosen[m], t->tries, recorded);
        if (!t->chosen[m] && !recorded && t->count > 12) dado_put_row_hidden(part);
    }
}

static void fill_answer(dado_job_run *job_run, const move_query *t, bool on)
{
    dado_document *answer = job_run->answer;
    const position *at = t->at;
    const dado_game *game = &at->game;
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    answer->title = dado_document_copyf(answer, "%s at %s", t->typed, game->rules->title);
    answer->said = dado_document_copyf(answer, "step %d of match %" PRIu64 ", %s to move",
                                       at->step + 1, at->replay->match, dado_seat_words(t->seat).s);
    dado_table_words(game, at->state, t->seat, &words);
    dado_document_source(answer, "position", dado_text_string(&words));
    dado_part *facts = dado_document_facts(answer, "asked");
    dado_fact(facts, "step", "step", at->step + 1);
    dado_part *seat =
        dado_document_facts(answer, DADO_PART("asked_seat", .reader = DADO_FOR_PROGRAMS));
    dado_fact(seat, "seat", "seat", t->seat);
    dado_fact(facts, "recorded_by", "had in the match by", at->replay->agents[t->seat]);
    dado_fact(facts, "times", "asked", t->tries);
    if (t->gave_up) dado_fact(facts, "gave_up", "gave up", t->gave_up);
    if (on && t->finished) {
        dado_fact(facts, "won", "won from there",
                  dado_estimate_proportion((double)t->won, (double)t->finished, 0.95));
    }
    if (on && t->finished < t->tries) {
        dado_fact(facts, "unfinished", "came to no end", t->tries - t->finished);
    }
    report_choices(t, answer);
    if (t->thought.questions) {  // depends on the clock, so programs do not get it
        dado_part *clock =
            dado_document_facts(answer, DADO_PART("clock", .not_reproducible = true));
        double each = t->thought.seconds / (double)t->thought.questions;
        dado_fact(clock, "usual_seconds", "answered in", dado_estimate_seconds(each));
        dado_fact_about(clock, "on average");
        dado_fact(clock, "most_seconds", "at the slowest",
                  dado_estimate_seconds(t->thought.slowest));
    }
    dado_text_clear(&words);
    for (const char *lines = dado_text_string(&t->notes); *lines;) {
        dado_note note;
        lines = dado_note_read(lines, &note);
        dado_note_describe_line(&note, t->typed, &words);
    }
    if (words.length) dado_document_source(answer, "notes", dado_text_string(&words));
    if (t->tries < dado_job_run_int(job_run, "times")) {
        dado_job_run_record_stop(job_run, "after asking %" PRId64 " times", t->tries);
    }
}

static bool run(dado_job_run *job_run)
{
    dado_replay replay;
    position at;
    bool on = dado_job_run_is_given(job_run, "play");
    if (!dado_job_run_load_replay(job_run, &replay) || !find_position(job_run, &replay, &at))
        return false;
    move_query t = { .at = &at,
                     .seat = at.taken->actor,
                     .typed = dado_job_run_text(job_run, "agent") };
    bool fine = seat_players(job_run, &t, on) && ask(job_run, &t, on);
    if (fine) fill_answer(job_run, &t, on);
    for (int p = t.opened - 1; p >= 0; p--) dado_agent_close(&t.agents[p]);
    dado_text_free(&t.notes);
    return fine;
}

static const dado_param who[] = {
    DADO_PARAM(AGENT, "agent", .word = true, .needed = true,
               .about = "The player: a name, or a file."),
    { 0 },
};

const dado_job dado_job_agent_ask = {
    .name = "agent ask",
    .about = "puts a player before a position of a stored match",
    .details =
        "The match is played again up to a step, and the player gets the seat of whoever was to "
        "move there. It sees what that seat saw, and is asked out of the blue: of the moves "
        "before it remembers nothing. Shown is what it chooses, how often, beside what was "
        "played; with --play, how the match ends from there.",
    .params = { who, dado_params_match,
                DADO_PARAMS(
                    DADO_PARAM(WHOLE, "step", .least = 1, .most = 1e9,
                               .unset = "the first that somebody chose",
                               .about =
                                   "The position before this step, as dado replay numbers them."),
                    DADO_PARAM(WHOLE, "times", .old_letter = 'n', .usual = "1", .least = 1,
                               .most = 1e7,
                               .about = "How often it is asked, each time with luck of its own."),
                    DADO_PARAM(
                        FLAG, "play",
                        .about =
                            "Plays on from there to the end each time, and says how often it won."),
                    DADO_PARAM(AGENT, "others", .unset = "those of the match",
                               .about = "With --play: who has the other seats."),
                    DADO_PARAM_SEED, DADO_PARAM_LIMIT, DADO_PARAM_UNSAFE),
                dado_params_store_file },
    .examples =
        DADO_EXAMPLES({ "dado agent ask greedy last --times 20",
                        "What would greedy have done at the first decision?" },
                      { "dado agent ask ./my_agent.py last --times 100 --play --others random",
                        "And does it win from there?" }),
    .run = run,
};
