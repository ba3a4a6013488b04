// agent_check_new.c - writes a new player to begin from, and checks a player for mistakes.
//
// `agent check` seats a player in every seat in turn, plays a few matches, and explains what the
// referee noted, with a remedy. `agent new` writes a player that works, beside the kit of its
// language.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/referee_notes.h"
#include "job/job_run.h"
#include "lab/match.h"
#include "lab/timed_agent.h"

// ---- check

enum { most_complaints = 64, longest_complaint = 480 };

typedef struct complaint {
    char about[48];  // the subject: of a remark, "refused CODE", "strike REASON"
    char example[longest_complaint];
    int count;
} complaint;

typedef struct examination {
    double *seconds;  // thinking time of every question
    int questions, room;
    int matches, won, forfeited, stopped;
    char box[longest_complaint];
    complaint complaints[most_complaints];
    int complaint_count;
} examination;

static void keep_time(void *context, double took)
{
    examination *seen = context;
    if (seen->questions == seen->room) {
        int room = seen->room ? 2 * seen->room : 1024;
        double *more = realloc(seen->seconds, sizeof *more * (size_t)room);
        if (!more) return;
        seen->seconds = more;
        seen->room = room;
    }
    seen->seconds[seen->questions++] = took;
}

static void complain(examination *seen, const char *about, const char *example)
{
    for (int i = 0; i < seen->complaint_count; i++) {
        if (strcmp(seen->complaints[i].about, about) != 0) continue;
        seen->complaints[i].count++;
        return;
    }
    if (seen->complaint_count == most_complaints) return;
    complaint *c = &seen->complaints[seen->complaint_count++];
    c->count = 1;
    snprintf(c->about, sizeof c->about, "%s", about);
    snprintf(c->example, sizeof c->example, "%s", example);
}

// Counts refusals by their code and strikes by their reason.
static void take_note(examination *seen, const dado_note *note)
{
    static const char *const abouts[DADO_NOTE_KINDS] = { "refused ", "strike ", "forfeit", "" };
    if (note->more) return;
    char about[48], example[longest_complaint];
    const char *why = note->why[0] ? note->why : "error";
    snprintf(about, sizeof about, "%s%s", abouts[note->kind],
             note->kind == DADO_NOTE_FORFEIT ? "" : why);
    dado_text said = dado_text_in_buffer(example, sizeof example);
    bool by_referee = note->kind == DADO_NOTE_STRIKE || note->kind == DADO_NOTE_FORFEIT;
    if (by_referee) dado_note_describe(note, &said);
    else dado_text_add_bytes(&said, note->words, (size_t)note->length);
    if (strcmp(about, "box") == 0) snprintf(seen->box, sizeof seen->box, "%s", example);
    else complain(seen, about, example);
}

static void take_notes(examination *seen, const dado_agent *agent)
{
    const char *lines = agent->kind->notes ? agent->kind->notes(agent) : "";
    while (*lines) {
        dado_note note;
        lines = dado_note_read(lines, &note);
        take_note(seen, &note);
    }
}

// What the referee's words mean for the author of a player.
static const struct {
    const char *about, *means;
} meanings[] = {
    { "garbage", "It printed a line that is no JSON object. Standard output is for messages alone, "
                 "one object a line; remarks go to standard error." },
    { "hello", "It did not answer hello with {\"t\":\"ready\"}. Does it flush its output after "
               "every line, and print nothing else first?" },
    { "died", "It ended in the middle of a match. It is asked again and again until its standard "
              "input ends; only then may it go." },
    { "silent", "It runs and does not talk, so it was ended. Is it still at work before its first "
                "line, or has it closed its output?" },
    { "start", "It could not be started again." },
    { "flood", "It wrote a line without end. A message is one line, of at most 1 MiB." },
    { "strike flood", "For every flood it had a strike: the last legal move was played for it, and "
                      "it began anew." },
    { "refused ILLEGAL", "It answered with words that are none of its legal moves. They must be "
                         "the words of the list: say \"moves\":true in ready, or ask with legal." },
    { "refused BAD_TURN_CODE", "It answered with another code than the question's. Send back the "
                               "code of the last turn message." },
    { "refused BAD_MESSAGE", "It sent a message the referee does not know: move, legal, resign and "
                             "ready are the ones." },
    { "refused BAD_PLACE", "It answered with a number that is no place in the list of moves, which "
                           "counts from 1." },
    { "refused MALFORMED", "It sent a command that is not spelt like one." },
    { "strike time", "It was too slow. The last legal move was played for it." },
    { "strike crash", "For every death or failure it had a strike: the last legal move was played "
                      "for it, and it began anew." },
    { "strike refusals", "It was refused so often that the last legal move was played for it." },
    { "forfeit", "It gave the match up." },
    { "error", "The script has an error." },
    { "stderr", "It remarked on standard error." },
    { "printed", "It printed." },
};

static const char *meaning_of(const char *about)
{
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        if (strcmp(meanings[i].about, about) == 0) return meanings[i].means;
    }
    return strncmp(about, "refused ", 8) == 0
               ? "The rules of the game refused a move, with this code."
               : "The referee noted this.";
}

static bool is_harmless(const char *about)
{
    return strcmp(about, "stderr") == 0 || strcmp(about, "printed") == 0;
}

static void put_complaints(const examination *seen, dado_document *answer)
{
    static const char refused[] = "refused ";
    DADO_CLEANUP(dado_text_free) dado_text said = { 0 };
    dado_part *part =
        dado_table(answer, DADO_PART("problems", .reader = DADO_FOR_PROGRAMS),
                   DADO_FIELD(WORDS, "kind", "kind"), DADO_FIELD(WORDS, "about", "about"),
                   DADO_FIELD(WORDS, "means", "means"), DADO_FIELD(NUMBER, "times", "times"),
                   DADO_FIELD(WORDS, "example", "example"));
    for (int i = 0; i < seen->complaint_count; i++) {
        const complaint *c = &seen->complaints[i];
        const char *kind = is_harmless(c->about) ? "remark" : "problem";
        dado_put(part, kind, c->about, meaning_of(c->about), c->count, c->example);
        bool code = strncmp(c->about, refused, strlen(refused)) == 0;
        dado_text_addf(&said, "%s%s: %s", i ? "\n" : "", kind, meaning_of(c->about));
        if (c->count > 1) dado_text_addf(&said, " (%d times)", c->count);
        dado_text_addf(&said, "\n    %s%s%s\n", code ? c->about + strlen(refused) : "",
                       code ? ": " : "", c->example);
    }
    if (said.length) dado_document_source(answer, "said", dado_text_string(&said));
}

static void fill_answer(const char *typed, const dado_game *game, int64_t limit, examination *seen,
                        dado_document *answer)
{
    answer->title = dado_document_copyf(answer, "%s at %s", typed, game->rules->title);
    dado_part *facts = dado_document_facts(answer, "examination");
    dado_fact(facts, "starts", "starts", (bool)true);
    if (seen->box[0]) dado_fact(facts, "confined", "confined", seen->box);
    dado_fact(facts, "matches", "matches", seen->matches);
    dado_fact(facts, "won", "won", seen->won);
    dado_fact(facts, "gave_up", "given up", seen->forfeited);
    dado_fact(facts, "stopped", "ended by the limit", seen->stopped);
    if (seen->stopped) {
        dado_fact_aboutf(facts,
                         "after %" PRId64 " moves, luck included, and not by the rules; "
                         "raise --limit to see the end",
                         limit);
    }
    dado_fact(facts, "questions", "questions", seen->questions);
    if (seen->questions) {
        dado_values_sort(seen->seconds, (size_t)seen->questions);
        dado_fact(facts, "usual_seconds", "each took",
                  dado_estimate_seconds(seen->seconds[seen->questions / 2]));
        dado_fact_about(facts, "as a rule");
        dado_fact(facts, "most_seconds", "at the slowest",
                  dado_estimate_seconds(seen->seconds[seen->questions - 1]));
    }
    put_complaints(seen, answer);
}

static int problems_of(const examination *seen)
{
    int problems = 0;
    for (int i = 0; i < seen->complaint_count; i++) {
        problems += !is_harmless(seen->complaints[i].about);
    }
    return problems;
}

// The player's settings with a shorter time limit, so that the author does not wait long.
static bool with_short_limit(dado_job_run *job_run, const dado_player *player,
                             dado_options *options)
{
    const char *time_ms = dado_job_run_text(job_run, "time");
    *options = player->options;
    if (strcmp(player->kind->name, "process") != 0) return true;
    dado_option *clock = dado_job_run_new(job_run, dado_option, 2);
    if (!clock) return false;
    clock[0] = (dado_option){ .name = "time_ms", .text = time_ms };
    clock[1] = (dado_option){ .name = "hello_ms", .text = time_ms };
    dado_options first = { clock, 2 };
    return dado_options_join(options, &first, &player->options, job_run->region, job_run->err);
}

static bool play_in_seat(dado_job_run *job_run, const dado_game *game, const dado_player *player,
                         const dado_options *options, int seat, int matches, uint64_t seed,
                         examination *seen)
{
    dado_region *region = job_run->region;
    dado_agent *agents = dado_job_run_new(job_run, dado_agent, game->players);
    dado_timed_agent *clocked = dado_job_run_new(job_run, dado_timed_agent, 1);
    if (!agents || !clocked) return false;
    clocked->context = seen;
    clocked->took = keep_time;
    bool fine =
        dado_agent_open(&agents[seat], player->kind, game, seat, options, region, job_run->err);
    if (fine) dado_timed_agent_wrap(&agents[seat], clocked);
    for (int p = 0; fine && p < game->players; p++) {
        if (p == seat) continue;
        fine = dado_agent_open(&agents[p], dado_agent_named("random"), game, p, NULL, region,
                               job_run->err);
    }
    dado_match_workspace table;
    dado_match_settings rules = { .move_limit = (int)dado_job_run_int(job_run, "limit") };
    fine = fine && dado_match_workspace_init(&table, game, agents, rules, region, job_run->err);
    if (fine) table.turn.stop = dado_job_run_stop_flag(job_run);
    for (int m = 0; fine && m < matches; m++) {
        dado_job_run_report_progress(job_run, seat * matches + m, matches * game->players,
                                     "matches", "%s", dado_seat_words(seat).s);
        const dado_trace *trace = dado_match_play(&table, seed, seed, (uint64_t)m);
        if (dado_job_run_is_stopped(job_run)) break;
        seen->matches++;
        seen->won += trace->places[seat] == 0 && trace->end == DADO_FINISHED;
        seen->forfeited += table.gave_up[seat] != 0;
        seen->stopped += trace->end == DADO_STOPPED;
        take_notes(seen, &agents[seat]);
    }
    dado_agent_close(&agents[seat]);
    return fine;
}

// Returns the text that a failure is about if the player's options hold it.
static const char *text_of_error(const dado_options *options, const dado_error *err)
{
    for (int i = 0; err->place.source && i < options->count; i++) {
        const dado_option *option = &options->items[i];
        if (option->place.source && strcmp(option->place.source, err->place.source) == 0) {
            return option->text;
        }
    }
    return NULL;
}

static bool examine(dado_job_run *job_run, examination *seen)
{
    dado_game_source source;
    dado_game game;
    dado_player player;
    dado_options options = { 0 };
    const char *typed = dado_job_run_text(job_run, "agent");
    int matches = (int)dado_job_run_int(job_run, "matches");
    uint64_t seed = dado_job_run_seed(job_run);
    if (!dado_job_run_find_game(job_run, dado_job_run_text(job_run, "game"), &source) ||
        !dado_job_run_open_game(job_run, &source, &game) ||
        !dado_player_parse(&player, typed, job_run->region, job_run->err) ||
        !dado_job_run_allow_unsafe(job_run, &player) ||
        !with_short_limit(job_run, &player, &options)) {
        return false;
    }
    for (int seat = 0; seat < game.players && !dado_job_run_is_stopped(job_run); seat++) {
        if (!play_in_seat(job_run, &game, &player, &options, seat, matches, seed, seen)) {
            job_run->source_with_error = text_of_error(&options, job_run->err);
            return false;
        }
    }
    fill_answer(typed, &game, dado_job_run_int(job_run, "limit"), seen, job_run->answer);
    int problems = problems_of(seen);
    if (dado_job_run_is_stopped(job_run)) {
        dado_job_run_record_stop(job_run, "after %d matches", seen->matches);
        return true;
    }
    if (problems == 0 && seen->stopped) {
        dado_job_run_message(job_run,
                             "nothing is wrong with it as far as was played: the limit ended %d "
                             "of %d matches",
                             seen->stopped, seen->matches);
    } else if (problems == 0) dado_job_run_message(job_run, "nothing is wrong with it");
    else dado_job_run_message(job_run, "%d kind%s of problem", problems, problems == 1 ? "" : "s");
    job_run->answer->failed = problems > 0;
    return true;
}

static bool check(dado_job_run *job_run)
{
    examination *seen = dado_job_run_new(job_run, examination, 1);
    if (!seen) return false;
    bool fine = examine(job_run, seen);
    free(seen->seconds);
    return fine;
}

// ---- new

static const struct {
    const char *language, *model, *suffix, *kit;  // `kit` lies beside the model; or NULL
    const char *then;                             // what to do next; * stands for the name
} starts[] = {
    { "python", "kits/python/random_agent", ".py", "dado.py", "dado agent check ./*.py" },
    { "javascript", "kits/javascript/random_agent", ".js", "dado.js", "dado agent check ./*.js" },
    { "lua", "kits/lua_inside/random_agent", ".lua", NULL, "dado agent check ./*.lua" },
    { "c", "kits/c/random_agent", ".c", "dado_pipe.h", "cc -O2 -o * *.c && dado agent check ./*" },
};

static bool begin(dado_job_run *job_run)
{
    int which = dado_job_run_choice_index(job_run, "language");
    const char *name = dado_job_run_text(job_run, "name"), *suffix = starts[which].suffix;
    const char *model = starts[which].model, *kit = starts[which].kit;
    if (strchr(name, '/') || !*name || name[0] == '.' || strlen(name) > 100) {
        return dado_job_run_usage_error(
            job_run, "give a name without slashes: the files are written into this folder");
    }
    const char *file = dado_job_run_copyf(job_run, "%s%s", name, suffix);
    const char *from = dado_job_run_copyf(job_run, "%s%s", model, suffix);
    const char *beside = dado_job_run_copyf(job_run, "%.*s%s", (int)(dado_base_name(model) - model),
                                            model, kit ? kit : "");
    if (!file || !from || !beside) return false;
    if (dado_file_exists(file)) {
        return dado_fail(job_run->err, DADO_IO, "%s is there already", file);
    }
    bool fresh = kit && !dado_file_exists(kit);
    if (!dado_job_run_copy_shipped(job_run, from, file)) return false;
    dado_job_run_message(job_run, "wrote %s", file);
    if (fresh && !dado_job_run_copy_shipped(job_run, beside, kit)) return false;
    if (fresh) dado_job_run_message(job_run, "wrote %s", kit);
    DADO_CLEANUP(dado_text_free) dado_text next = { 0 };
    for (const char *s = starts[which].then; *s; s++) {
        if (*s == '*') dado_text_add(&next, name);
        else dado_text_char(&next, *s);
    }
    dado_job_run_message(job_run, "now: %s", dado_text_string(&next));
    dado_part *links =
        dado_document_links(job_run->answer, DADO_PART("begun", .reader = DADO_FOR_PAGES));
    dado_put_link(links, "written", file);
    if (kit) dado_put_link(links, "kit", kit);
    dado_put_link(links, "now", dado_text_string(&next));
    return true;
}

// ---- the jobs

const dado_job dado_job_agent_check = {
    .name = "agent check",
    .about = "plays a few matches with a player and says what is wrong with it",
    .details =
        "The player sits in every seat in turn, the others play at random. What the referee "
        "noted is put into plain words: lines that are no JSON, moves that are not legal and "
        "why, slow answers, deaths with what was said on standard error, and what confines "
        "the program. Matches that --limit ended before the rules did are counted. The exit code "
        "is 3 if anything is wrong.",
    .params = { DADO_PARAMS(
                    DADO_PARAM(AGENT, "agent", .word = true, .needed = true,
                               .about = "The player: a name, or a file."),
                    DADO_PARAM(GAME, "game", .old_letter = 'g', .usual = "kuhn",
                               .about = "The game to check it at."),
                    DADO_PARAM(WHOLE, "matches", 'n', .usual = "2", .least = 1, .most = 100000,
                               .about = "How many matches to play in every seat."),
                    DADO_PARAM_SEED,
                    DADO_PARAM(WHOLE, "limit", .usual = "5000", .least = 1, .most = 1e8,
                               .about = "A match is stopped after so many moves, luck included."),
                    DADO_PARAM(WHOLE, "time", .old_letter = 't', .value = "MS", .usual = "5000",
                               .least = 10, .most = 86400000,
                               .about =
                                   "How long a turn may take a program here, in milliseconds."),
                    DADO_PARAM_UNSAFE),
                dado_params_game },
    .examples = DADO_EXAMPLES(
        { "dado agent check ./my_agent.py", "Does it start, answer in time and know its moves?" },
        { "dado agent check ./my_agent.py --game territorio -n 1",
          "The same where it is to play." }),
    .run = check,
};

const dado_job dado_job_agent_new = {
    .name = "agent new",
    .about = "writes a player that works, beside the kit of its language",
    .details = "LANGUAGE is python, javascript, lua or c. A Lua player runs inside dado and needs "
               "no kit. Nothing that is there already is replaced.",
    .params = { DADO_PARAMS(
        DADO_PARAM(CHOICE, "language", .choices = "python javascript lua c", .word = true,
                   .needed = true, .about = "What it is written in: python, javascript, lua or c."),
        DADO_PARAM(TEXT, "name", .word = true, .needed = true,
                   .about = "What it is called: its file gets the language's ending.")) },
    .examples = DADO_EXAMPLES({ "dado agent new python my_agent",
                                "Leaves my_agent.py and dado.py here, ready to play." }),
    .run = begin,
};

const dado_job dado_job_agent = {
    .name = "agent",
    .about = "begins a player of your own, and says what is wrong with it",
    .examples = DADO_EXAMPLES({ "dado agent new python my_agent", "Begins a player." },
                              { "dado agent check ./my_agent.py", "Says what is wrong with it." }),
};
