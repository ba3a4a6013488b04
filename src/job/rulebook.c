// rulebook.c - the job `rulebook`: the rules of a described game in words, and the first round
// of a match as an example.
#include <string.h>

#include "core/match_cursor.h"
#include "job/job_run.h"
#include "lab/engine.h"
#include "lab/first_round.h"
#include "recycle/recycle.h"
#include "report/report_functions.h"

// Writes the rules for a number of players; 0: as the options say.
static bool write_book(dado_job_run *job_run, const dado_game_source *source, const char *setting,
                       int players, dado_rulebook_language language, dado_rulebook *book)
{
    int count = source->options.count, at = 0;
    dado_option *items = dado_job_run_new(job_run, dado_option, count + 1);
    const char *number = dado_job_run_copyf(job_run, "%d", players);
    if (!items || !number) return false;
    if (count) memcpy(items, source->options.items, sizeof *items * (size_t)count);
    while (players && at < count && strcmp(items[at].name, setting) != 0) at++;
    if (players) items[at] = (dado_option){ .name = setting, .text = number };
    dado_options options = { items, players && at == count ? count + 1 : count };
    return dado_rulebook_write(source->path, source->text, &options, language, job_run->region,
                               book, job_run->err);
}

// Writes the rulebook, and those for other numbers of players if the game has a setting for them.
// A number of players that the description refuses is left out.
static bool add_rules(dado_job_run *job_run, const dado_game_source *source,
                      dado_rulebook_language language, dado_rulebook *first)
{
    enum { most_books = 16 };
    dado_rulebook books[most_books];
    int count = 1;
    if (!write_book(job_run, source, NULL, 0, language, first)) return false;
    books[0] = *first;
    for (int n = first->least_players; first->players_setting && n <= first->most_players; n++) {
        if (n == first->players || n < 1 || count == most_books) continue;
        count += write_book(job_run, source, first->players_setting, n, language, &books[count]);
    }
    dado_report_rulebook(job_run->answer, books, count, language);
    return true;
}

// Has players who choose at random play a match, and shows its first round.
static bool add_example(dado_job_run *job_run, const dado_game_source *source, int players,
                        dado_rulebook_language language)
{
    enum { most_moves = 100000 };
    dado_lineup lineup;
    int32_t *scores = dado_job_run_new(job_run, int32_t, players);
    if (!scores || !dado_job_run_lineup(job_run, players, &lineup)) return false;
    dado_plan plan = { .instances = source,
                       .instance_count = 1,
                       .lineups = &lineup,
                       .lineup_count = 1,
                       .matches = 1,
                       .seed = dado_job_run_seed(job_run),
                       .move_limit = most_moves };
    DADO_CLEANUP(dado_engine_free) dado_engine engine = { 0 };
    dado_engine_init(&engine, &plan);
    engine.record = true;
    if (!dado_engine_open(&engine, 0, 0, job_run->err)) return false;
    const dado_trace *trace = dado_engine_match(&engine, 0);
    void *state = dado_job_run_alloc(job_run, 1, engine.game.state_size);
    if (!state) return false;
    if (!trace) return true;
    dado_match_cursor at = dado_match_cursor_begin(&engine.game, state, trace->path, trace->steps);
    int steps = dado_first_round(&at, job_run->region);
    if (steps < 0) return dado_fail(job_run->err, DADO_LIMIT, "no memory left for an example");
    dado_match_cursor_rewind(&at);
    dado_report_first_round(job_run->answer, &at, steps, language, scores);
    return true;
}

static bool run(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    dado_game_source source;
    dado_game game;
    dado_rulebook book;
    const char *name = dado_job_run_text(job_run, "game");
    if (!dado_job_run_find_game(job_run, name, &source) ||
        !dado_job_run_open_game(job_run, &source, &game)) {
        return false;
    }
    if (source.rules != &dado_recycle || !source.text) {
        return dado_job_run_usage_error(
            job_run, "%s has no description; rules in words are made from .rcy files", name);
    }
    const char *language_name = dado_job_run_text(job_run, "lang");
    bool portuguese = language_name && strcmp(language_name, "pt") == 0;
    dado_rulebook_language language = portuguese ? DADO_RULES_PORTUGUESE : DADO_RULES_ENGLISH;
    answer->title = dado_document_copy(answer, game.rules->title);
    answer->rules = dado_game_source_hash(&source);
    if (!add_rules(job_run, &source, language, &book) ||
        !add_example(job_run, &source, game.players, language)) {
        return false;
    }
    dado_report_rulebook_coverage(answer, &book, language);
    return true;
}

const dado_job dado_job_rulebook = {
    .name = "rulebook",
    .about = "writes the rules of a described game in words",
    .details =
        "Every clause of the description becomes a sentence, with its line: what you need, setup, "
        "play, the end, who wins, who sees what, and the first round of a match that players who "
        "choose at random played. Where there is no sentence for a form, the clause is quoted. "
        "The rulebook says what the description says, mistakes included.",
    .params = { DADO_PARAMS(DADO_PARAM_THE_GAME,
                            DADO_PARAM(CHOICE, "lang", .choices = "en pt", .value = "LANGUAGE",
                                       .unset = "$DADO_LANG, or en",
                                       .about = "English, or Brazilian Portuguese."),
                            DADO_PARAM_SEED),
                dado_params_game },
    .examples = DADO_EXAMPLES(
        { "dado rulebook lanterns", "The rules of a game in English." },
        { "dado rulebook caravan -D PLAYERS=2 --lang pt", "For two players, in Portuguese." },
        { "dado rulebook hearts --report hearts.html", "As a page." }),
    .run = run,
};
