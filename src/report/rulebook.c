// rulebook.c - shows a rulebook: its sections, what is different with other numbers of players,
// and the first round of a match as an example.
#include "report/report_functions.h"

#include <string.h>

#include "core/game_extras.h"
#include "core/match_cursor.h"
#include "core/scope_cleanup.h"

typedef struct rulebook_words {  // those that are the job's own
    const char *rule, *line, *words, *example, *move, *after, *player, *players, *by_players;
} rulebook_words;

static const rulebook_words words_by_language[] = {
    [DADO_RULES_ENGLISH] = { "rule", "line", "in words", "The first round of a match",
                             "what is done", "results after these moves:", "player", "players",
                             "With other numbers of players" },
    [DADO_RULES_PORTUGUESE] = { "regra", "linha", "em palavras", "A primeira rodada de uma partida",
                                "o que se faz", "resultados depois dessas jogadas:", "pessoa",
                                "pessoas", "Com outros números de pessoas" },
};

static const char *const part_names[] = {
    [DADO_RULES_NEED] = "need",       [DADO_RULES_SETUP] = "setup",
    [DADO_RULES_PLAY] = "play",       [DADO_RULES_END] = "end",
    [DADO_RULES_SCORING] = "scoring", [DADO_RULES_HIDDEN] = "hidden",
    [DADO_RULES_GENERAL] = "general",
};

// A heading for terminals; pages take it from the part behind it.
static void add_title(dado_document *document, const char *part, const char *heading)
{
    const char *name = dado_document_copyf(document, "%s_title", part);
    dado_document_text(document, DADO_PART(name, .reader = DADO_FOR_TERMINALS), heading);
}

static void add_section(dado_document *answer, const dado_rulebook *book,
                        dado_rulebook_section section, dado_rulebook_language language)
{
    const rulebook_words *words = &words_by_language[language];
    dado_part *table = NULL;
    for (int i = 0; i < book->count; i++) {
        const dado_rulebook_sentence *s = &book->sentences[i];
        if (s->section != section) continue;
        if (!table) {
            const char *heading = dado_rulebook_heading(section, language);
            add_title(answer, part_names[section], heading);
            table = dado_table(
                answer, DADO_PART(part_names[section], .heading = heading, .attached = true),
                DADO_FIELD(WORDS, "rule", words->rule, .whole = true),
                DADO_FIELD(NUMBER, "line", words->line),
                DADO_FIELD(NUMBER, "last_line", "last line", .reader = DADO_FOR_PROGRAMS),
                DADO_FIELD(FLAG, "quoted", "quoted", .reader = DADO_FOR_PROGRAMS),
                DADO_FIELD(WORDS, "words", words->words, .whole = true));
        }
        dado_put(table, s->number, s->line ? (double)s->line : DADO_NONE,
                 s->last_line ? (double)s->last_line : DADO_NONE, s->quoted, s->words);
    }
}

// --- what is different with more players or fewer ---

static bool has_sentence(const dado_rulebook *book, const dado_rulebook_sentence *s)
{
    for (int i = 0; i < book->count; i++) {
        const dado_rulebook_sentence *other = &book->sentences[i];
        if (other->section == s->section && strcmp(other->words, s->words) == 0) return true;
    }
    return false;
}

// Whether a sentence only says how many play, which is known here.
static bool says_how_many(const dado_rulebook *book, const dado_rulebook_sentence *s)
{
    return s->section == DADO_RULES_NEED &&
           (strcmp(s->number, "1") == 0 ||
            (s->setting && strcmp(s->setting, book->players_setting) == 0));
}

// Lists the rules of the other books that the first does not have.
static void add_other_counts(dado_document *answer, const dado_rulebook *books, int count,
                             dado_rulebook_language language)
{
    const rulebook_words *words = &words_by_language[language];
    dado_part *table = NULL;
    for (int b = 1; b < count; b++) {
        for (int i = 0; i < books[b].count; i++) {
            const dado_rulebook_sentence *s = &books[b].sentences[i];
            if (s->section > DADO_RULES_SCORING || has_sentence(&books[0], s)) continue;
            if (says_how_many(&books[b], s)) continue;
            if (!table) {
                add_title(answer, "by_players", words->by_players);
                table = dado_table(
                    answer, DADO_PART("by_players", .heading = words->by_players, .attached = true),
                    DADO_FIELD(NUMBER, "players", words->players),
                    DADO_FIELD(NUMBER, "line", words->line),
                    DADO_FIELD(WORDS, "words", words->words, .whole = true));
            }
            dado_put(table, books[b].players, s->line ? (double)s->line : DADO_NONE, s->words);
        }
    }
}

void dado_report_rulebook(dado_document *document, const dado_rulebook *books, int count,
                          dado_rulebook_language language)
{
    const dado_rulebook *book = &books[0];
    for (int i = 0; i < DADO_RULES_SECTIONS; i++) {
        add_section(document, book, (dado_rulebook_section)i, language);
    }
    add_other_counts(document, books, count, language);
    dado_part *facts =
        dado_document_facts(document, DADO_PART("coverage", .reader = DADO_FOR_PROGRAMS));
    dado_fact(facts, "clauses", "clauses", book->clauses);
    dado_fact(facts, "in_words", "clauses in words", book->worded);
}

void dado_report_rulebook_coverage(dado_document *document, const dado_rulebook *book,
                                   dado_rulebook_language language)
{
    const dado_part *covered = DADO_PART("covered", .small = true);
    bool portuguese = language == DADO_RULES_PORTUGUESE, all = book->worded == book->clauses;
    const char *line = portuguese ? "A linha é onde a regra está na descrição."
                                  : "The line is where a rule is in the description.";
    if (all && portuguese) {
        dado_document_textf(document, covered,
                            "Todas as %d cláusulas da descrição estão em palavras. %s",
                            book->clauses, line);
    } else if (all) {
        dado_document_textf(document, covered, "All %d clauses of the description are in words. %s",
                            book->clauses, line);
    } else if (portuguese) {
        dado_document_textf(document, covered,
                            "%d de %d cláusulas da descrição estão em palavras; as outras são "
                            "citadas. %s",
                            book->worded, book->clauses, line);
    } else {
        dado_document_textf(document, covered,
                            "%d of %d clauses of the description are in words; the others are "
                            "quoted. %s",
                            book->worded, book->clauses, line);
    }
}

// --- the first round of a match ---

static void player_name(int seat, dado_text *out)
{
    static const char *const names[] = { "Ana",   "Bruno", "Carla", "Davi",
                                         "Elisa", "Fábio", "Gabi",  "Hugo" };
    enum { known = sizeof names / sizeof *names };
    if (seat < known) dado_text_add(out, names[seat]);
    else dado_text_addf(out, "%s %d", names[seat % known], seat / known + 1);
}

void dado_report_first_round(dado_document *document, dado_match_cursor *match, int steps,
                             dado_rulebook_language language, int32_t *scores)
{
    const rulebook_words *words = &words_by_language[language];
    const dado_game *game = match->game;
    add_title(document, "example", words->example);
    dado_part *table =
        dado_table(document, DADO_PART("example", .heading = words->example, .attached = true),
                   DADO_FIELD(WORDS, "player", words->player),
                   DADO_FIELD(WORDS, "move", words->move, .whole = true));
    const dado_step *step;
    while (match->at < steps && (step = dado_match_cursor_next(match))) {
        if (step->actor >= 0) {
            DADO_CLEANUP(dado_text_free) dado_text who = { 0 }, what = { 0 };
            player_name(step->actor, &who);
            dado_move_words(game, match->state, step->move, &what);
            dado_put(table, dado_text_string(&who), dado_text_string(&what));
        }
        dado_match_cursor_step(match);
    }
    dado_match_cursor_standings(match, scores, NULL);
    DADO_CLEANUP(dado_text_free) dado_text after = { 0 };
    dado_text_add(&after, words->after);
    for (int p = 0; p < game->players; p++) {
        dado_text_add(&after, p ? ", " : " ");
        player_name(p, &after);
        dado_text_addf(&after, " %d", (int)(game->lowest_wins ? -scores[p] : scores[p]));
    }
    dado_document_text(document, DADO_PART("results", .attached = true), dado_text_string(&after));
}
