// replay.c - replays a stored match, checks it, and shows it.
//
// A difference from the record is reported with its line. Stepping through a match at a terminal
// is in cli/replay_stepper.c.
#include "job/replay.h"

#include <inttypes.h>
#include <string.h>

#include "report/replay.h"

static bool from_store(dado_job_run *job_run, dado_replay *replay)
{
    dado_match_id which = {
        .instance = (int)dado_job_run_int(job_run, "instance"),
        .lineup = (int)dado_job_run_int(job_run, "lineup"),
        .match = dado_job_run_int(job_run, "match"),
    };
    int64_t run;
    bool kept = false;
    bool fine = dado_job_run_find_stored_run(job_run, dado_job_run_text(job_run, "run"), &run) &&
                dado_replay_from_store(job_run->opened, run, which, job_run->stop, job_run->region,
                                       replay, &kept, job_run->err);
    if (fine && !kept) {
        dado_job_run_message(job_run, "run %" PRId64 " kept no moves: the match was played again",
                             run);
    }
    return fine;
}

bool dado_job_run_load_replay(dado_job_run *job_run, dado_replay *replay)
{
    const char *word = dado_job_run_text(job_run, "run");
    const unsigned char *bytes;
    size_t size;
    if (!word || !dado_file_exists(word)) return from_store(job_run, replay);
    return dado_file_read_bytes(word, DADO_FILE_MOST, job_run->region, &bytes, &size,
                                job_run->err) &&
           dado_replay_unpack(replay, word, bytes, size, job_run->region, job_run->err);
}

bool dado_job_run_viewer(dado_job_run *job_run, int players, int *eyes)
{
    *eyes = DADO_NOBODY;
    if (!dado_job_run_is_given(job_run, "eyes")) return true;
    int64_t seat = dado_job_run_int(job_run, "eyes");
    *eyes = (int)seat;
    return seat < players || dado_fail(job_run->err, DADO_INVALID, "there is no seat %" PRId64,
                                       seat + dado_job_run_is_typed(job_run));
}

// ---- what is written to files

// The page is written while the match is replayed, so no states are kept.
bool dado_replay_write_page(dado_job_run *job_run, const dado_replay *replay, const char *path)
{
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    dado_win_chances chances;
    return dado_win_chances_follow(replay, job_run->region, &chances, job_run->err) &&
           dado_replay_page(replay, &chances, job_run->region, &out, job_run->err) &&
           dado_job_run_write(job_run, path, dado_text_string(&out), out.length);
}

static bool write_match(dado_job_run *job_run, const dado_replay *replay, const char *path)
{
    const unsigned char *bytes;
    size_t size;
    return dado_replay_pack(replay, job_run->region, &bytes, &size, job_run->err) &&
           dado_job_run_write(job_run, path, (const char *)bytes, size);
}

// ---- what is answered

static void put_seats(const dado_transcript *reel, dado_document *answer)
{
    const dado_trace *log = &reel->replay->log;
    dado_part *part = dado_table(
        answer, DADO_PART("seats", .reader = DADO_FOR_PAGES),
        DADO_FIELD(NUMBER, "seat", "seat", .seat = true), DADO_FIELD(WORDS, "agent", "agent"),
        DADO_FIELD(NUMBER, "score", "score"), DADO_FIELD(NUMBER, "place", "place"));
    for (int p = 0; p < log->players; p++) {
        dado_put(part, p, reel->replay->agents[p],
                 reel->game.lowest_wins ? -log->result[p] : log->result[p],
                 dado_end_has_result(log->end) ? log->places[p] + 1 : DADO_NONE);
    }
}

static void put_steps(const dado_transcript *reel, int eyes, dado_document *answer)
{
    const dado_game *game = &reel->game;
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    dado_part *part = dado_table(answer, DADO_PART("steps", .reader = DADO_FOR_PROGRAMS),
                                 DADO_FIELD(NUMBER, "step", "step"),
                                 DADO_FIELD(NUMBER, "seat", "seat", .about = "None for luck"),
                                 DADO_FIELD(WORDS, "move", "move"));
    for (int i = 0; i < reel->replay->log.steps; i++) {
        const dado_step *step = &reel->replay->log.path[i];
        bool may_hear = !game->secrets || eyes == DADO_NOBODY || eyes == step->actor;
        dado_text_clear(&words);
        if ((step->actor >= 0 || step->options > 0) && may_hear) {
            game->rules->print_move(game, dado_transcript_state(reel, i), step->move, &words);
        }
        dado_put(part, i + 1, step->actor >= 0 ? step->actor : DADO_NONE,
                 words.length ? dado_text_string(&words) : NULL);
    }
}

// Adds the table after every step, and how the match ended.
static void put_tables(const dado_transcript *reel, int eyes, dado_document *answer)
{
    const dado_replay *replay = reel->replay;
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    answer->title = dado_document_copy(answer, reel->game.rules->title);
    answer->said = dado_document_copyf(answer, "match %" PRIu64 " of seed %" PRIu64, replay->match,
                                       replay->seed);
    put_seats(reel, answer);
    put_steps(reel, eyes, answer);
    for (int at = 0; at < reel->count; at++) dado_transcript_print(reel, at, eyes, false, &out);
    dado_transcript_print_end(reel, &out);
    dado_document_source(answer, "tables", dado_text_string(&out));
    answer->cut = answer->cut || out.cut;
}

// Adds the match in the requested form: as a record, as a log, or table by table.
static bool put_match(dado_job_run *job_run, const dado_transcript *reel, int eyes)
{
    dado_document *answer = job_run->answer;
    bool record = dado_job_run_is_given(job_run, "text"),
         log = dado_job_run_is_given(job_run, "events");
    if (!record && !log) {
        if (!dado_job_run_is_given(job_run, "check") && !dado_job_run_is_given(job_run, "out")) {
            put_tables(reel, eyes, answer);
        } else {
            dado_job_run_message(job_run, "the match comes out as it was recorded: %d steps",
                                 reel->replay->log.steps);
            dado_part *facts =
                dado_document_facts(answer, DADO_PART("checked", .reader = DADO_FOR_PAGES));
            dado_fact(facts, "as_recorded", "comes out as it was recorded", (bool)true);
            dado_fact(facts, "steps", "steps", reel->replay->log.steps);
        }
        return true;
    }
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    bool fine = record ? dado_replay_print(reel->replay, &out, job_run->err)
                       : dado_replay_events_write(reel->replay, &reel->game,
                                                  dado_job_run_choice_index(job_run, "events") == 1,
                                                  &out, job_run->err);
    if (fine) dado_document_source(answer, record ? "record" : "events", dado_text_string(&out));
    return fine;
}

// A difference from the record is the result that was looked for, and no failure of the job.
static bool put_difference(dado_job_run *job_run, const dado_error *why)
{
    dado_part *facts = dado_document_facts(job_run->answer, "checked");
    dado_fact(facts, "as_recorded", "comes out as it was recorded", (bool)false);
    dado_fact(facts, "line", "they part in line", why->place.line);
    dado_fact(facts, "why", "because", why->text);
    dado_job_run_message(job_run, "the match does not come out as it was recorded");
    job_run->answer->failed = true;
    return true;
}

static bool is_difference(const dado_replay *replay, const dado_error *why)
{
    const char *name = replay->name ? replay->name : "replay";
    return why->status == DADO_INVALID && why->place.line > 0 && why->place.source &&
           strcmp(why->place.source, name) == 0;
}

static bool run(dado_job_run *job_run)
{
    dado_replay replay;
    int eyes;
    const char *page = dado_job_run_text(job_run, "html");
    const char *planes = dado_job_run_text(job_run, "planes");
    const char *out = dado_job_run_text(job_run, "out");
    if (!dado_job_run_load_replay(job_run, &replay) ||
        !dado_job_run_viewer(job_run, replay.log.players, &eyes)) {
        return false;
    }
    if (page || planes) {
        bool wrote =
            page ? dado_replay_write_page(job_run, &replay, page)
                 : dado_replay_tensors_write(&replay, eyes, planes, job_run->region, job_run->err);
        if (wrote && page) dado_job_run_message(job_run, "wrote %s", page);
        else if (wrote) dado_job_run_message(job_run, "wrote arrays into %s", planes);
        return wrote;
    }
    DADO_CLEANUP(dado_transcript_free) dado_transcript reel = { 0 };
    bool filled = dado_transcript_fill(&reel, &replay, job_run->region, job_run->err);
    if (!filled && dado_job_run_is_given(job_run, "check") &&
        is_difference(&replay, job_run->err)) {
        return put_difference(job_run, job_run->err);
    }
    return filled && (!out || write_match(job_run, &replay, out)) &&
           put_match(job_run, &reel, eyes);
}

const dado_param dado_params_match[] = {
    DADO_PARAM(FILE, "run", .value = "RUN|FILE", .word = true, .unset = "last",
               .about = "A number from dado runs, last, or the file of a match."),
    DADO_PARAM(WHOLE, "match", 'm', .usual = "0", .about = "Which match of the run, from 0."),
    DADO_PARAM(WHOLE, "lineup", .usual = "0", .least = 0, .most = 1000000,
               .about = "Which line-up of the run, from 0."),
    DADO_PARAM(WHOLE, "instance", .usual = "0", .least = 0, .most = 1000000,
               .about = "Which instance of the run, from 0."),
    DADO_PARAM_PLAYER,
    { 0 },
};

const dado_job dado_job_replay = {
    .name = "replay",
    .about = "plays a kept match again, checks it, and shows it",
    .details = "A match is its list of moves. It is played again and compared with what was "
               "recorded, hash by hash; where the two part, the line of the record is named. At a "
               "terminal one steps through it.",
    .params = { dado_params_match,
                DADO_PARAMS(
                    DADO_PARAM_UNSAFE,
                    DADO_PARAM(
                        WHOLE, "eyes", .seat = true, .old_letter = 'e', .value = "SEAT", .least = 0,
                        .most = 1000, .about = "Shows what that seat sees; without it, everything.",
                        .in_requests =
                            "Shows what that seat sees, counted from 0; without it, everything."),
                    DADO_PARAM(FLAG, "all", 'a', .beside = true,
                               .about = "Prints every table in turn, at a terminal too."),
                    DADO_PARAM(FLAG, "text", .old_letter = 't',
                               .about = "Answers with the record as lines of text."),
                    DADO_PARAM(
                        CHOICE, "events", .value = "HOW", .choices = "json words",
                        .about =
                            "Answers with what happened, an event a line: as json, or in words."),
                    DADO_PARAM(
                        FOLDER, "planes",
                        .about =
                            "Writes a match as NumPy arrays, a row a decision; with --eyes, that "
                            "seat's. For games that say in numbers what their players see."),
                    DADO_PARAM(
                        FLAG, "check", 'c',
                        .about =
                            "Only checks that the match comes out as recorded; the exit code is 3 "
                            "if not."),
                    DADO_PARAM(
                        FILE, "html", .beside = true,
                        .about = "Writes a page that any browser shows, to step through the match "
                                 "without dado, with every seat's chance to win."),
                    DADO_PARAM(FILE, "out", 'o', .typed = "output", .beside = true,
                               .about = "Writes the match into a file of its own.")),
                dado_params_store_file },
    .examples = DADO_EXAMPLES(
        { "dado replay", "steps through the first match of the latest run" },
        { "dado replay 3 --match 17 --eyes 1", "match 17 of run 3, as its first player saw it" },
        { "dado replay 3 --match 17 -o odd.replay", "keeps it in a file" },
        { "dado replay odd.replay --check", "plays it again and compares" },
        { "dado replay 3 --match 17 --planes match17",
          "what each seat saw and did, for a learner" },
        { "dado replay 3 --match 17 --html odd.html",
          "a page to step through it, to be passed on" }),
    .run = run,
};
