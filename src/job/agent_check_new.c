// agent_check_new.c - writes a new player to begin from, and checks a player for mistakes.
//
// `agent check` seats a player in every seat in turn, plays a few matches, and explains what the
// referee noted, with a remedy. `agent new` writes a player that works, beside the kit of its
// language.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "job/agent_trial.h"
#include "job/job_run.h"

// ---- check

static void put_complaints(const dado_agent_trial *seen, dado_document *answer)
{
    static const char refused[] = "refused ";
    DADO_CLEANUP(dado_text_free) dado_text said = { 0 };
    dado_part *part =
        dado_table(answer, DADO_PART("problems", .reader = DADO_FOR_PROGRAMS),
                   DADO_FIELD(WORDS, "kind", "kind"), DADO_FIELD(WORDS, "about", "about"),
                   DADO_FIELD(WORDS, "means", "means"), DADO_FIELD(NUMBER, "times", "times"),
                   DADO_FIELD(WORDS, "example", "example"));
    for (int i = 0; i < seen->complaint_count; i++) {
        const dado_complaint *c = &seen->complaints[i];
        const char *kind = dado_complaint_is_harmless(c->about) ? "remark" : "problem";
        dado_put(part, kind, c->about, dado_complaint_meaning(c->about), c->count, c->example);
        bool code = strncmp(c->about, refused, strlen(refused)) == 0;
        dado_text_addf(&said, "%s%s: %s", i ? "\n" : "", kind, dado_complaint_meaning(c->about));
        if (c->count > 1) dado_text_addf(&said, " (%d times)", c->count);
        dado_text_addf(&said, "\n    %s%s%s\n", code ? c->about + strlen(refused) : "",
                       code ? ": " : "", c->example);
    }
    if (said.length) dado_document_source(answer, "said", dado_text_string(&said));
}

static void fill_answer(const char *typed, const dado_game *game, int64_t limit,
                        dado_agent_trial *seen, dado_document *answer)
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

typedef struct check_progress {
    dado_job_run *job_run;
    int matches, seats;
} check_progress;

static void report_match(void *context, int seat, int match)
{
    const check_progress *p = context;
    dado_job_run_report_progress(p->job_run, seat * p->matches + match, p->matches * p->seats,
                                 "matches", "%s", dado_seat_words(seat).s);
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

static bool examine(dado_job_run *job_run, dado_agent_trial *seen)
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
    check_progress progress = { job_run, matches, game.players };
    dado_agent_trial_how how = { .game = &game,
                                 .player = &player,
                                 .options = &options,
                                 .matches = matches,
                                 .move_limit = (int)dado_job_run_int(job_run, "limit"),
                                 .seed = seed,
                                 .stop = dado_job_run_stop_flag(job_run),
                                 .context = &progress,
                                 .progress = report_match,
                                 .region = job_run->region };
    for (int seat = 0; seat < game.players && !dado_job_run_is_stopped(job_run); seat++) {
        if (!dado_agent_trial_play(seen, &how, seat, job_run->err)) {
            job_run->source_with_error = text_of_error(&options, job_run->err);
            return false;
        }
    }
    fill_answer(typed, &game, dado_job_run_int(job_run, "limit"), seen, job_run->answer);
    int problems = dado_agent_trial_problems(seen);
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
    dado_agent_trial *seen = dado_job_run_new(job_run, dado_agent_trial, 1);
    if (!seen) return false;
    bool fine = examine(job_run, seen);
    dado_agent_trial_free(seen);
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
