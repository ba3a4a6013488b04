// agent_ask.c - puts a player before a position of a stored match.
//
// The match is played again up to a step, by the moves it is kept as; whoever was to move there
// gives its seat to the player that is tried, who sees what that seat saw and nothing else. It is
// asked out of the blue: what a player remembers of the moves before is not there.
#include <inttypes.h>
#include <string.h>

#include "core/note.h"
#include "job/replay.h"
#include "lab/match.h"
#include "lab/timed.h"

typedef struct position {
    const dado_replay *replay;
    int step;  // from 0
    dado_game game;  // opened in `arena`
    unsigned char *state;
    const dado_step *taken;
    dado_arena *arena;
} position;

static bool stop_there(void *context, const dado_game *game, const void *state,
                       const dado_step *step, int number)
{
    position *at = context;
    at->game = *game;
    // Without a step named, the first that somebody had to choose.
    bool here = at->step < 0 ? step && step->actor >= 0 : number == at->step;
    if (!here) return true;
    at->step = number;
    at->taken = step;
    at->state = dado_new(at->arena, unsigned char, game->state_size);
    if (at->state) memcpy(at->state, state, game->state_size);
    return false;
}

static bool find_position(dado_errand *errand, const dado_replay *replay, position *at)
{
    int steps = replay->log.steps;
    *at = (position){ .replay = replay, .step = -1, .arena = errand->arena };
    if (dado_errand_given(errand, "step")) at->step = (int)dado_errand_whole(errand, "step") - 1;
    if (at->step >= steps) {
        return dado_fail(errand->err, DADO_MISSING, "the match has %d steps, numbered from 1",
                         steps);
    }
    if (!dado_replay_check(replay, stop_there, at, errand->arena, errand->err)) return false;
    if (!at->state) {
        return at->taken
                   ? dado_fail(errand->err, DADO_LIMIT, "no memory left for the position")
                   : dado_fail(errand->err, DADO_MISSING, "nobody decides anything in this match");
    }
    if (at->taken->actor >= 0) return true;
    int next = at->step;
    while (next < steps && replay->log.path[next].actor < 0) next++;
    if (next == steps) {
        return dado_fail(errand->err, DADO_MISSING,
                         "step %d is luck's, and nobody decides after it", at->step + 1);
    }
    return dado_fail(errand->err, DADO_MISSING,
                     "step %d is luck's; the next that somebody chose is %d", at->step + 1,
                     next + 1);
}

// ---- the seats

typedef struct trial {
    const position *at;
    int seat;
    dado_agent *agents;
    int opened;
    dado_timed timed;
    dado_thought thought;
    dado_text notes;
    const char *typed;
    int64_t tries, gave_up, finished, won;
    int64_t *chosen;  // a count each of the legal moves
    dado_move *moves;
    int count;
} trial;

static void keep_time(void *context, double seconds)
{
    dado_thought *thought = context;
    thought->questions++;
    thought->seconds += seconds;
    if (seconds > thought->slowest) thought->slowest = seconds;
}

// Who has seat `p`: the player that is tried, those of --others, or those of the record.
static const char *name_of(const dado_errand *errand, const trial *t, int p, bool on)
{
    const char *others = dado_errand_text(errand, "others");
    if (p == t->seat) return t->typed;
    if (!on) return "random";  // never asked
    return others ? others : t->at->replay->agents[p];
}

static bool seat_players(dado_errand *errand, trial *t, bool on)
{
    const dado_game *game = &t->at->game;
    t->agents = dado_errand_new(errand, dado_agent, game->players);
    if (!t->agents) return false;
    for (int p = 0; p < game->players; p++, t->opened++) {
        dado_player player;
        if (!dado_player_parse(&player, name_of(errand, t, p, on), errand->arena, errand->err) ||
            !dado_errand_trust(errand, &player) ||
            !dado_agent_open(&t->agents[p], player.kind, game, p, &player.options, errand->arena,
                             errand->err)) {
            return false;
        }
    }
    t->timed.context = &t->thought;
    t->timed.took = keep_time;
    dado_agent_time(&t->agents[t->seat], &t->timed);
    return true;
}

static void hear_referee(trial *t, int64_t match)
{
    const dado_agent *agent = &t->agents[t->seat];
    enum { most = 1 << 12 };
    if (!agent->kind->notes) return;
    dado_notes_keep(agent->kind->notes(agent), match, t->seat, most, &t->notes);
}

// Asks once for every try; played on, a try goes to the end of the match.
static bool ask(dado_errand *errand, trial *t, bool on)
{
    const position *at = t->at;
    const dado_game *game = &at->game;
    dado_table table;
    dado_match_rules rules = { .path = true,
                               .move_limit = on ? (int)dado_errand_whole(errand, "limit") : 1 };
    uint64_t seed = (uint64_t)dado_errand_whole(errand, "seed");
    dado_match_luck luck = { { seed, seed, seed, seed }, 0 };
    t->chosen = dado_errand_new(errand, int64_t, game->max_moves);
    t->moves = dado_errand_new(errand, dado_move, game->max_moves);
    if (!t->chosen || !t->moves) return false;
    if (!dado_table_lay(&table, game, t->agents, rules, errand->arena, errand->err)) return false;
    table.turn.stop = dado_errand_halt(errand);
    t->count = game->rules->legal(game, at->state, t->moves);
    int64_t tries = dado_errand_whole(errand, "times");
    for (int64_t i = 0; i < tries; i++) {
        const dado_trace *trace = dado_match_play_from(&table, at->state, &luck, (uint64_t)i);
        if (dado_errand_stopped(errand)) break;
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

static void put_choices(const trial *t, dado_document *answer)
{
    const position *at = t->at;
    dado_draft words = { 0 };
    dado_part *part = dado_table(answer, "choices",
        DADO_FIELD(WORDS, "move", "move"),
        DADO_FIELD(NUMBER, "times", "chosen"),
        DADO_FIELD(ESTIMATE, "share", "share"),
        DADO_FIELD(FLAG, "recorded", "played in the match"));
    for (int m = 0; m < t->count; m++) {
        bool recorded = t->moves[m] == at->taken->move;
        dado_text_clear(&words);
        at->game.rules->print_move(&at->game, at->state, t->moves[m], &words);
        dado_put(part, dado_text_string(&words));
        if (!t->chosen[m] && !recorded && t->count > 12) dado_put_aside(part);
        dado_put(part, t->chosen[m], dado_figure_hits((double)t->chosen[m], (double)t->tries, 0.95),
                 recorded);
    }
}

static void tell(dado_errand *errand, const trial *t, bool on)
{
    dado_document *answer = errand->answer;
    const position *at = t->at;
    const dado_game *game = &at->game;
    dado_draft words = { 0 };
    answer->title = dado_document_copyf(answer, "%s at %s", t->typed, game->rules->title);
    answer->said = dado_document_copyf(answer, "step %d of match %" PRIu64 ", seat %d",
                                       at->step + 1, at->replay->match, t->seat);
    game->rules->print(game, at->state, t->seat, &words);
    dado_document_source(answer, "position", dado_text_string(&words));
    dado_part *facts = dado_document_facts(answer, "asked");
    dado_fact(facts, "step", "step", at->step + 1);
    dado_fact(facts, "seat", "seat", t->seat);
    dado_fact(facts, "recorded_by", "had in the match by", at->replay->agents[t->seat]);
    dado_fact(facts, "times", "asked", t->tries);
    if (t->gave_up) dado_fact(facts, "gave_up", "gave up", t->gave_up);
    if (on && t->finished) {
        dado_fact(facts, "won", "won from there",
                  dado_figure_hits((double)t->won, (double)t->finished, 0.95));
    }
    if (on && t->finished < t->tries) {
        dado_fact(facts, "unfinished", "came to no end", t->tries - t->finished);
    }
    put_choices(t, answer);
    if (t->thought.questions) {  // the clock's, and so not for programs
        dado_part *clock = dado_document_facts(answer, DADO_PART("clock", .fleeting = true));
        double each = t->thought.seconds / (double)t->thought.questions;
        dado_fact(clock, "usual_seconds", "answered in", dado_figure_seconds(each));
        dado_fact_about(clock, "on average");
        dado_fact(clock, "most_seconds", "at the slowest", dado_figure_seconds(t->thought.slowest));
    }
    dado_text_clear(&words);
    for (const char *lines = dado_text_string(&t->notes); *lines;) {
        dado_note note;
        lines = dado_note_read(lines, &note);
        dado_note_tell(&note, t->typed, &words);
    }
    if (words.length) dado_document_source(answer, "notes", dado_text_string(&words));
    if (t->tries < dado_errand_whole(errand, "times")) {
        dado_errand_stop_at(errand, "after asking %" PRId64 " times", t->tries);
    }
}

static bool run(dado_errand *errand)
{
    dado_replay replay;
    position at;
    bool on = dado_errand_given(errand, "play");
    if (!dado_errand_replay(errand, &replay) || !find_position(errand, &replay, &at)) return false;
    trial t = { .at = &at, .seat = at.taken->actor, .typed = dado_errand_text(errand, "agent") };
    bool fine = seat_players(errand, &t, on) && ask(errand, &t, on);
    if (fine) tell(errand, &t, on);
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
    .params = { who, dado_params_match, DADO_PARAMS(
        DADO_PARAM(WHOLE, "step", .least = 1, .most = 1e9, .unset = "the first that somebody chose",
                   .about = "The position before this step, as dado replay numbers them."),
        DADO_PARAM(WHOLE, "times", 'n', .usual = "1", .least = 1, .most = 1e7,
                   .about = "How often it is asked, each time with luck of its own."),
        DADO_PARAM(FLAG, "play",
                   .about = "Plays on from there to the end each time, and says how often it won."),
        DADO_PARAM(AGENT, "others", .unset = "those of the match",
                   .about = "With --play: who has the other seats."),
        DADO_PARAM_SEED,
        DADO_PARAM_LIMIT,
        DADO_PARAM_UNSAFE),
                dado_params_store_file },
    .examples = DADO_EXAMPLES(
        { "dado agent ask greedy last -n 20",
          "What would greedy have done at the first decision?" },
        { "dado agent ask ./my_agent.py last -n 100 --play --others random",
          "And does it win from there?" }),
    .run = run,
};
