// replay.c - plays a kept match again, checks it, and shows it.
//
// What does not come out as it was recorded is named by its line. Stepping through a match at a
// terminal is the command's own affair (cli/replay.c).
#include "job/replay.h"

#include <inttypes.h>
#include <string.h>

#include "report/replay.h"

static bool from_store(dado_errand *errand, dado_replay *replay)
{
    dado_which which = {
        .instance = (int)dado_errand_whole(errand, "instance"),
        .lineup = (int)dado_errand_whole(errand, "lineup"),
        .match = dado_errand_whole(errand, "match"),
    };
    int64_t run;
    bool kept = false;
    bool fine = dado_errand_run_named(errand, dado_errand_text(errand, "run"), &run) &&
                dado_recall(errand->opened, run, which, errand->stop, errand->arena, replay, &kept,
                            errand->err);
    if (fine && !kept) {
        dado_errand_say(errand, "run %" PRId64 " kept no moves: the match was played again", run);
    }
    return fine;
}

bool dado_errand_replay(dado_errand *errand, dado_replay *replay)
{
    const char *word = dado_errand_text(errand, "run");
    const unsigned char *bytes;
    size_t size;
    if (!word || !dado_file_exists(word)) return from_store(errand, replay);
    return dado_file_read_bytes(word, DADO_FILE_MOST, errand->arena, &bytes, &size, errand->err) &&
           dado_replay_unpack(replay, word, bytes, size, errand->arena, errand->err);
}

bool dado_errand_eyes(dado_errand *errand, int players, int *eyes)
{
    *eyes = DADO_NOBODY;
    if (!dado_errand_given(errand, "eyes")) return true;
    int64_t seat = dado_errand_whole(errand, "eyes");
    *eyes = (int)seat;
    return seat < players ||
           dado_fail(errand->err, DADO_MEANING, "there is no seat %" PRId64, seat);
}

// ---- what is written to files

// The page is filled as the match is played again: no state of it is kept.
bool dado_replay_write_page(dado_errand *errand, const dado_replay *replay, const char *path)
{
    dado_draft out = { 0 };
    return dado_replay_page(replay, errand->arena, &out, errand->err) &&
           dado_errand_write(errand, path, dado_text_string(&out), out.length);
}

static bool write_match(dado_errand *errand, const dado_replay *replay, const char *path)
{
    const unsigned char *bytes;
    size_t size;
    return dado_replay_pack(replay, errand->arena, &bytes, &size, errand->err) &&
           dado_errand_write(errand, path, (const char *)bytes, size);
}

// ---- what is answered

static void put_seats(const dado_reel *reel, dado_document *answer)
{
    const dado_trace *log = &reel->replay->log;
    dado_part *part = dado_table(answer, DADO_PART("seats", .reader = DADO_FOR_PAGES),
        DADO_FIELD(NUMBER, "seat", "seat"),
        DADO_FIELD(WORDS, "agent", "agent"),
        DADO_FIELD(NUMBER, "score", "score"),
        DADO_FIELD(NUMBER, "place", "place"));
    for (int p = 0; p < log->players; p++) {
        dado_put(part, p, reel->replay->agents[p],
                 reel->game.lowest_wins ? -log->result[p] : log->result[p],
                 dado_ended(log->end) ? log->places[p] + 1 : DADO_NONE);
    }
}

static void put_steps(const dado_reel *reel, int eyes, dado_document *answer)
{
    const dado_game *game = &reel->game;
    dado_draft words = { 0 };
    dado_part *part = dado_table(answer, DADO_PART("steps", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(NUMBER, "step", "step"),
        DADO_FIELD(NUMBER, "seat", "seat", .about = "None for luck"),
        DADO_FIELD(WORDS, "move", "move"));
    for (int i = 0; i < reel->replay->log.steps; i++) {
        const dado_step *step = &reel->replay->log.path[i];
        bool may_hear = !game->secrets || eyes == DADO_NOBODY || eyes == step->actor;
        dado_text_clear(&words);
        if ((step->actor >= 0 || step->options > 0) && may_hear) {
            game->rules->print_move(game, dado_reel_state(reel, i), step->move, &words);
        }
        dado_put(part, i + 1, step->actor >= 0 ? step->actor : DADO_NONE,
                 words.length ? dado_text_string(&words) : NULL);
    }
}

// Every table in turn, and how it ended.
static void put_tables(const dado_reel *reel, int eyes, dado_document *answer)
{
    const dado_replay *replay = reel->replay;
    dado_draft out = { 0 };
    answer->title = dado_document_copy(answer, reel->game.rules->title);
    answer->said = dado_document_copyf(answer, "match %" PRIu64 " of seed %" PRIu64, replay->match,
                                       replay->seed);
    put_seats(reel, answer);
    put_steps(reel, eyes, answer);
    for (int at = 0; at < reel->count; at++) dado_reel_say(reel, at, eyes, false, &out);
    dado_reel_say_end(reel, &out);
    dado_document_source(answer, "tables", dado_text_string(&out));
    answer->cut = answer->cut || out.cut;
}

// The match in the form that was asked for: as a record, as a log, or table by table.
static bool put_match(dado_errand *errand, const dado_reel *reel, int eyes)
{
    dado_document *answer = errand->answer;
    bool record = dado_errand_given(errand, "text"), log = dado_errand_given(errand, "events");
    if (!record && !log) {
        if (!dado_errand_given(errand, "check") && !dado_errand_given(errand, "out")) {
            put_tables(reel, eyes, answer);
        } else {
            dado_errand_say(errand, "the match comes out as it was recorded: %d steps",
                            reel->replay->log.steps);
            dado_part *facts =
                dado_document_facts(answer, DADO_PART("checked", .reader = DADO_FOR_PAGES));
            dado_fact(facts, "as_recorded", "comes out as it was recorded", (bool)true);
            dado_fact(facts, "steps", "steps", reel->replay->log.steps);
        }
        return true;
    }
    dado_draft out = { 0 };
    bool fine =
        record ? dado_replay_print(reel->replay, &out, errand->err)
               : dado_events_write(reel->replay, &reel->game,
                                   dado_errand_choice(errand, "events") == 1, &out, errand->err);
    if (fine) dado_document_source(answer, record ? "record" : "events", dado_text_string(&out));
    return fine;
}

// That it comes out otherwise is what was to be found, and no failure.
static bool put_difference(dado_errand *errand, const dado_error *why)
{
    dado_part *facts = dado_document_facts(errand->answer, "checked");
    dado_fact(facts, "as_recorded", "comes out as it was recorded", (bool)false);
    dado_fact(facts, "line", "they part in line", why->place.line);
    dado_fact(facts, "why", "because", why->text);
    dado_errand_say(errand, "the match does not come out as it was recorded");
    errand->answer->failed = true;
    return true;
}

static bool is_difference(const dado_replay *replay, const dado_error *why)
{
    const char *name = replay->name ? replay->name : "replay";
    return why->status == DADO_MEANING && why->place.line > 0 && why->place.source &&
           strcmp(why->place.source, name) == 0;
}

static bool run(dado_errand *errand)
{
    dado_replay replay;
    int eyes;
    const char *page = dado_errand_text(errand, "html");
    const char *planes = dado_errand_text(errand, "planes");
    const char *out = dado_errand_text(errand, "out");
    if (!dado_errand_replay(errand, &replay) ||
        !dado_errand_eyes(errand, replay.log.players, &eyes)) {
        return false;
    }
    if (page || planes) {
        bool wrote = page ? dado_replay_write_page(errand, &replay, page)
                          : dado_planes_write(&replay, eyes, planes, errand->arena, errand->err);
        if (wrote && page) dado_errand_say(errand, "wrote %s", page);
        else if (wrote) dado_errand_say(errand, "wrote arrays into %s", planes);
        return wrote;
    }
    DADO_ENDS(dado_reel_free) dado_reel reel = { 0 };
    bool filled = dado_reel_fill(&reel, &replay, errand->arena, errand->err);
    if (!filled && dado_errand_given(errand, "check") && is_difference(&replay, errand->err)) {
        return put_difference(errand, errand->err);
    }
    return filled && (!out || write_match(errand, &replay, out)) && put_match(errand, &reel, eyes);
}

const dado_param dado_params_match[] = {
    DADO_PARAM(FILE, "run", .value = "RUN|FILE", .word = true, .unset = "last",
               .about = "A number from dado runs, last, or the file of a match."),
    DADO_PARAM(WHOLE, "match", 'm', .usual = "0", .about = "Which match of the run, from 0."),
    DADO_PARAM(WHOLE, "lineup", .usual = "0", .least = 0, .most = 1000000,
               .about = "Which line-up of the run, from 0."),
    DADO_PARAM(WHOLE, "instance", .usual = "0", .least = 0, .most = 1000000,
               .about = "Which instance of the run, from 0."),
    { 0 },
};

const dado_job dado_job_replay = {
    .name = "replay",
    .about = "plays a kept match again, checks it, and shows it",
    .details = "A match is its list of moves. It is played again and compared with what was "
               "recorded, hash by hash; where the two part, the line of the record is named. At a "
               "terminal one steps through it.",
    .params = { dado_params_match, DADO_PARAMS(
        DADO_PARAM(WHOLE, "eyes", 'e', .value = "SEAT", .least = 0, .most = 1000,
                   .about = "Shows what that seat sees; without it, everything."),
        DADO_PARAM(FLAG, "all", 'a', .beside = true,
                   .about = "Prints every table in turn, at a terminal too."),
        DADO_PARAM(FLAG, "text", 't', .about = "Answers with the record as lines of text."),
        DADO_PARAM(CHOICE, "events", .value = "HOW", .choices = "json words",
                   .about = "Answers with what happened, an event a line: as json, or in words."),
        DADO_PARAM(FOLDER, "planes",
                   .about = "Writes a match as NumPy arrays, a row a decision; with --eyes, that "
                            "seat's. For games that say in numbers what their players see."),
        DADO_PARAM(FLAG, "check", 'c',
                   .about = "Only checks that the match comes out as recorded; the exit code is 3 "
                            "if not."),
        DADO_PARAM(FILE, "html", .beside = true,
                   .about = "Writes a page that any browser shows, to step through the match "
                            "without dado."),
        DADO_PARAM(FILE, "out", 'o', .beside = true,
                   .about = "Writes the match into a file of its own.")),
                dado_params_store_file },
    .examples = DADO_EXAMPLES(
        { "dado replay", "steps through the first match of the latest run" },
        { "dado replay 3 --match 17 --eyes 0", "match 17 of run 3, as its first player saw it" },
        { "dado replay 3 --match 17 --out odd.replay", "keeps it in a file" },
        { "dado replay odd.replay --check", "plays it again and compares" },
        { "dado replay 3 --match 17 --planes match17",
          "what each seat saw and did, for a learner" },
        { "dado replay 3 --match 17 --html odd.html",
          "a page to step through it, to be passed on" }),
    .run = run,
};
