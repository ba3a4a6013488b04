// questions_for_designer.c - see questions_for_designer.h.
#include "judge/questions_for_designer.h"

#include <ctype.h>
#include <string.h>

#include "core/match_cursor.h"
#include "core/scope_cleanup.h"
#include "core/text.h"
#include "lab/engine.h"
#include "measure/number_format.h"

// A rule that was used in at most one match of this many is asked about as seldom used.
enum { seldom = 100, most_places = 64, most_questions = 200 };

typedef struct stopped_place {  // where matches stopped
    dado_error error;
    int64_t matches;
} stopped_place;

typedef struct match_ends {
    stopped_place stopped[most_places];
    int stopped_count;
    int64_t played, tied, endless, without_option;
} match_ends;

typedef struct question_list {
    dado_question items[most_questions];
    int count;
    dado_region *region;
    const dado_rulebook *book;
    int64_t matches;
} question_list;

// --- how matches end ---

static void count_stop(match_ends *ends, const dado_error *why)
{
    for (int i = 0; i < ends->stopped_count; i++) {
        stopped_place *known = &ends->stopped[i];
        if (known->error.place.line == why->place.line &&
            strcmp(known->error.code, why->code) == 0) {
            known->matches++;
            return;
        }
    }
    if (ends->stopped_count == most_places) return;
    ends->stopped[ends->stopped_count++] = (stopped_place){ *why, 1 };
}

static void count_end(match_ends *ends, const dado_game *game, void *state, const dado_trace *trace)
{
    bool nothing = false;
    for (int i = 0; i < trace->steps; i++) {
        nothing = nothing || trace->path[i].move == DADO_NO_CHOICE;
    }
    ends->without_option += nothing;
    ends->endless += trace->end == DADO_STOPPED;
    ends->tied += trace->end == DADO_FINISHED && game->players > 1 &&
                  dado_sides_in_front(game, trace->places) > 1;
    if (trace->end != DADO_BROKEN || !game->rules->sound) return;
    dado_error why = { 0 };
    dado_match_cursor at = dado_match_cursor_begin(game, state, trace->path, trace->steps);
    dado_match_cursor_go_to(&at, trace->steps);
    if (!game->rules->sound(game, state, &why)) count_stop(ends, &why);
}

static bool play(const dado_plan *plan, const dado_experiment_settings *how, dado_region *region,
                 match_ends *ends, dado_error *err)
{
    DADO_CLEANUP(dado_engine_free) dado_engine engine = { 0 };
    dado_engine_init(&engine, plan);
    engine.record = true;
    engine.stop_signal.told = how->stop;
    if (!dado_engine_open(&engine, 0, 0, err)) return false;
    void *state = dado_new(region, unsigned char, engine.game.state_size);
    if (!state) return dado_fail(err, DADO_LIMIT, "no memory left for matches");
    dado_progress progress = { .all = plan->matches };
    for (int64_t m = 0; m < plan->matches && !(how->stop && *how->stop); m++) {
        const dado_trace *trace = dado_engine_match(&engine, m);
        if (!trace) break;
        count_end(ends, &engine.game, state, trace);
        ends->played = progress.done = m + 1;
        if (how->progress && m % 64 == 0) how->progress(how->context, &progress);
    }
    return true;
}

// --- words ---

// The rule in words that a line belongs to: the one with the fewest lines around it.
static const dado_rulebook_sentence *rule_at(const dado_rulebook *book, int line)
{
    const dado_rulebook_sentence *found = NULL;
    for (int i = 0; i < book->count; i++) {
        const dado_rulebook_sentence *s = &book->sentences[i];
        if (s->section > DADO_RULES_SCORING || line < s->line || line > s->last_line) continue;
        if (!found || s->last_line - s->line < found->last_line - found->line) found = s;
    }
    return found;
}

// The rule between quotation marks, without its full stop or colon; what stands on the line if
// there is none.
static const char *quoted_rule(const question_list *list, int line)
{
    const dado_rulebook_sentence *s = rule_at(list->book, line);
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    if (!s) dado_text_addf(&out, "what line %d says", line);
    else dado_text_addf(&out, "\u2018%.*s\u2019", (int)strlen(s->words) - 1, s->words);
    const char *copy = dado_region_copy(list->region, dado_text_string(&out), out.length);
    return copy ? copy : "";
}

static void ask(question_list *list, const char *about, int line, int64_t matches,
                const char *format, ...) DADO_PRINTF(5, 6);

static void ask(question_list *list, const char *about, int line, int64_t matches,
                const char *format, ...)
{
    char words[1200];
    DADO_FORMAT_ARGS(words, format);
    const char *copy = dado_region_copy(list->region, words, strlen(words));
    for (int i = 0; copy && i < list->count; i++) {
        if (strcmp(list->items[i].words, copy) == 0) return;
    }
    if (!copy || list->count == most_questions) return;
    list->items[list->count++] = (dado_question){ about, line, copy, matches };
}

static const char *why_it_stops(const char *code)
{
    static const char *const known[][2] = {
        { "R601", "no card is there to be moved" },
        { "R602", "no card is there" },
        { "R603", "there are no cards to compare" },
        { "R604", "there is no such element or row" },
        { "R605", "there is no card at that position" },
        { "R606", "a number is divided by zero" },
        { "R607", "a number is too large or too small" },
        { "R608", "the card is on the table and nobody's" },
        { "R609", "there is no such player" },
        { "R610", "this goes on without an end" },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i][0], code) == 0) return known[i][1];
    }
    return NULL;
}

// --- questions ---

static void ask_about_ends(question_list *list, const match_ends *ends,
                           const dado_recycle_diagnostics *found)
{
    const dado_number_string all = dado_string_count(ends->played);
    for (int i = 0; i < ends->stopped_count; i++) {
        const stopped_place *s = &ends->stopped[i];
        int line = s->error.place.line;
        const char *why = why_it_stops(s->error.code);
        ask(list, "stopped", line, s->matches,
            "What happens if %s at %s? The description stops the match; it happened in %s of %s "
            "matches.",
            why ? why : s->error.text, quoted_rule(list, line), dado_string_count(s->matches).s,
            all.s);
    }
    bool placed = false;
    for (int i = 0; i < found->count; i++) {
        const dado_error *e = &found->items[i].error;
        if (strcmp(e->code, "W416") != 0) continue;
        placed = true;
        ask(list, "no_option", e->place.line, ends->without_option,
            "What does a player do who has no option at %s? The description skips the choice; in "
            "%s of %s matches somebody had no option.",
            quoted_rule(list, e->place.line), dado_string_count(ends->without_option).s, all.s);
    }
    if (ends->without_option && !placed) {
        ask(list, "no_option", 0, ends->without_option,
            "What does a player do who has no option? The description skips the choice; it "
            "happened in %s of %s matches.",
            dado_string_count(ends->without_option).s, all.s);
    }
}

static int line_of_section(const dado_rulebook *book, dado_rulebook_section section)
{
    for (int i = 0; i < book->count; i++) {
        if (book->sentences[i].section == section && book->sentences[i].line) {
            return book->sentences[i].line;
        }
    }
    return 0;
}

static void ask_about_results(question_list *list, const match_ends *ends, int move_limit)
{
    const dado_number_string all = dado_string_count(ends->played);
    const dado_rulebook *book = list->book;
    if (ends->tied && !book->shared_result) {
        ask(list, "tied", line_of_section(book, DADO_RULES_SCORING), ends->tied,
            "Who wins if several are first at the end? The description lets them share the first "
            "place; it happened in %s of %s matches.",
            dado_string_count(ends->tied).s, all.s);
    }
    if (ends->endless) {
        ask(list, "endless", line_of_section(book, DADO_RULES_END), ends->endless,
            "How does a match end that goes on and on? %s of %s matches were not over after %s "
            "moves.",
            dado_string_count(ends->endless).s, all.s, dado_string_count(move_limit).s);
    }
    if (book->least_players < book->most_players && !book->players_setting) {
        ask(list, "players", line_of_section(book, DADO_RULES_NEED), -1,
            "How do %d to %d play it? The description is for %d players only; a declared number "
            "lets others play.",
            book->least_players, book->most_players, book->players);
    }
}

static void ask_about_rule(question_list *list, const dado_rule_use *rule, int64_t matches)
{
    int line = rule->place.line;
    const char *words = quoted_rule(list, line);
    bool condition = strcmp(rule->kind, "condition") == 0;
    bool option = strcmp(rule->kind, "option") == 0;
    const dado_number_string all = dado_string_count(matches);
    if (rule->state == DADO_RULE_ALWAYS) {
        ask(list, "always", line, rule->matches_held,
            "Can the condition in %s fail? It held all %s times that it was looked at in %s "
            "matches.",
            words, dado_string_count(rule->held).s, all.s);
    } else if (rule->state == DADO_RULE_NEVER) {
        ask(list, "never", line, 0,
            condition ? "Can the condition in %s hold? It did not in %s matches."
            : option  ? "When can this be chosen: %s? Nobody did in %s matches."
                      : "When is this done: %s? It was not in %s matches.",
            words, all.s);
    } else if (rule->matches_held * seldom <= matches) {
        ask(list, "seldom", line, rule->matches_held,
            "Is it meant to be so rare: %s? It happened in %s of %s matches.", words,
            dado_string_count(rule->matches_held).s, all.s);
    }
}

// Whether a rule belongs to another: 2.1.3 to 2.1.
static bool is_below(const dado_rulebook_sentence *above, const dado_rulebook_sentence *rule)
{
    size_t length = strlen(above->number);
    return above->section == rule->section && strncmp(above->number, rule->number, length) == 0 &&
           (rule->number[length] == '.' || rule->number[length] == 0);
}

static void ask_about_rules(question_list *list, const dado_rule_coverage *coverage)
{
    int covered_to = 0;  // what is inside of a rule that is not used needs no question
    const dado_rulebook_sentence *above = NULL;
    for (int i = 0; i < coverage->count; i++) {
        const dado_rule_use *rule = &coverage->rules[i];
        const dado_rulebook_sentence *said = rule_at(list->book, rule->place.line);
        if (rule->place.line && rule->place.line <= covered_to) continue;
        if (above && said && is_below(above, said)) continue;
        int before = list->count;
        ask_about_rule(list, rule, coverage->matches);
        bool unused =
            rule->state == DADO_RULE_NEVER || rule->matches_held * seldom <= coverage->matches;
        if (list->count == before || !unused) continue;
        covered_to = rule->last_line;
        above = said;
    }
}

// Warnings that questions about play say better, with figures.
static bool is_asked_otherwise(const char *code)
{
    return strcmp(code, "W416") == 0 || strcmp(code, "W431") == 0 || strcmp(code, "W432") == 0;
}

static void ask_about_warnings(question_list *list, const dado_recycle_diagnostics *found)
{
    for (int i = 0; i < found->count; i++) {
        const dado_error *e = &found->items[i].error;
        if (!found->items[i].warning || is_asked_otherwise(e->code)) continue;
        const char *code = dado_region_copy(list->region, e->code, strlen(e->code));
        bool asks = e->text[0] && e->text[strlen(e->text) - 1] == '?';
        ask(list, code ? code : "", e->place.line, -1, "Is this meant: %s%s", e->text,
            asks ? "" : "?");
    }
}

bool dado_questions_collect(const dado_plan *plan, const dado_rulebook *book,
                            const dado_recycle_diagnostics *found,
                            const dado_experiment_settings *how, dado_region *region,
                            dado_questions *questions, dado_error *err)
{
    match_ends *ends = dado_new(region, match_ends, 1);
    question_list *list = dado_new(region, question_list, 1);
    dado_rule_coverage coverage;
    if (!ends || !list) return dado_fail(err, DADO_LIMIT, "no memory left for questions");
    list->region = region;
    list->book = book;
    if (!play(plan, how, region, ends, err) ||
        !dado_rule_coverage_collect(plan, 0, 0, plan->matches, how, region, &coverage, err)) {
        return false;
    }
    ask_about_ends(list, ends, found);
    ask_about_results(list, ends, plan->move_limit);
    ask_about_rules(list, &coverage);
    ask_about_warnings(list, found);
    *questions = (dado_questions){ list->items, list->count, ends->played };
    return true;
}
