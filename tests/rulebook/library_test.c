// library_test.c - the rulebooks of all library games: every clause is in words, every line
// with an act has its sentence, and both languages have the same patterns and rules.
#define _XOPEN_SOURCE 700
#include <ftw.h>

#include "support/test.h"

#include "core/region.h"
#include "recycle/recycle.h"
#include "rulebook/rulebook.h"

typedef struct library_counts {
    int games, clauses, worded, lines_with_acts, lines_said, declared, declared_said;
} library_counts;

static library_counts counts;  // nftw has no argument for it
static dado_region region;

static bool write_book(const char *path, const char *text, dado_rulebook_language language,
                       dado_rulebook *book, dado_error *err)
{
    dado_options none = { 0 };
    return dado_rulebook_write(path, text, &none, language, &region, book, err);
}

static bool said(const dado_rulebook *book, int line)
{
    for (int i = 0; i < book->count; i++) {
        const dado_rulebook_sentence *s = &book->sentences[i];
        if (s->line && s->line <= line && line <= s->last_line) return true;
    }
    return false;
}

// Whether a sentence other than the one of its own line has the name in it as a word.
static bool mentioned(const dado_rulebook *book, int line, const char *name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    for (int i = 0; i < book->count; i++) {
        const dado_rulebook_sentence *s = &book->sentences[i];
        if (s->line == line && s->section == DADO_RULES_NEED) continue;
        for (const char *at = s->words; *at;) {
            size_t word = strspn(at, letters);
            if (word == strlen(name) && strncmp(at, name, word) == 0) return true;
            at += word ? word : 1;
        }
    }
    return false;
}

// Looks at a line with a declaration that begins at `declaration`: it has its sentence if another
// one mentions the name, and none if not.
static void check_declaration(const char *path, const char *declaration, const dado_rulebook *book,
                              int line)
{
    const char *name = NULL;
    int open = 0;
    for (const char *at = declaration; *at; at++) {
        open += (*at == '(') - (*at == ')');
        if (*at == '\'') name = at + 1;
        if (open == 0) break;
    }
    assert_non_null(name);
    char copy[100];
    snprintf(copy, sizeof copy, "%.*s", (int)strcspn(name, ") \n"), name);
    if (said(book, line) != mentioned(book, line, copy)) {
        fail_msg("%s:%d: %s has a sentence of no use, or lacks one", path, line, copy);
    }
    counts.declared++;
    counts.declared_said += said(book, line);
}

// Reads the text alone: it shares nothing with the parser.
static void count_lines(const char *path, const char *text, const dado_rulebook *book)
{
    static const char *const acts[] = { "(move ", "(inc ",     "(dec ",    "(shuffle ", "(set ",
                                        "(throw", "(cycle ",   "(create ", "(scoring ", "(stage ",
                                        "(stop ", "(together", "(repeat ", "(show ",    "(tell " };
    int line = 1;
    for (const char *at = text; *at; line++) {
        char here[400];
        size_t length = strcspn(at, "\n"), shown = length < sizeof here ? length : sizeof here - 1;
        memcpy(here, at, shown);
        here[shown] = 0;
        const char *begin = at;
        at += length + (at[length] == '\n');
        char *comment = strstr(here, ";;");
        if (comment) *comment = 0;
        const char *declares = strstr(here, "(declare ");
        if (declares) check_declaration(path, begin + (declares - here), book, line);
        bool act = false;
        for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) act = act || strstr(here, acts[i]);
        if (!act) continue;
        counts.lines_with_acts++;
        if (said(book, line)) counts.lines_said++;
        else print_message("%s:%d has no sentence: %s\n", path, line, here);
    }
}

static int visit(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about, (void)kind, (void)where;
    size_t length = strlen(path);
    if (length < 4 || strcmp(path + length - 4, ".rcy") != 0) return 0;
    char *text = dado_test_read(path);
    const char *names[8];
    // A game with a file of cards needs that file as an option; the job's test has one.
    bool cards = dado_recycle_card_files(text, names, 8, &region) > 0;
    dado_rulebook english, portuguese, again;
    dado_error err = { 0 };
    if (!cards) {
        if (!write_book(path, text, DADO_RULES_ENGLISH, &english, &err) ||
            !write_book(path, text, DADO_RULES_PORTUGUESE, &portuguese, &err) ||
            !write_book(path, text, DADO_RULES_ENGLISH, &again, &err)) {
            fail_msg("%s: %s", path, err.text);
        }
        counts.games++;
        counts.clauses += english.clauses;
        counts.worded += english.worded;
        if (english.worded * 100 < english.clauses * 95) {
            print_message("%s: %d of %d\n", path, english.worded, english.clauses);
        }
        assert_int_equal(english.count, portuguese.count);
        assert_int_equal(english.count, again.count);
        for (int i = 0; i < english.count; i++) {
            assert_string_equal(english.sentences[i].words, again.sentences[i].words);
            assert_string_equal(english.sentences[i].number, portuguese.sentences[i].number);
            assert_int_equal(english.sentences[i].line, portuguese.sentences[i].line);
            assert_null(strchr(english.sentences[i].words, '{'));
            assert_null(strchr(portuguese.sentences[i].words, '{'));
        }
        count_lines(path, text, &english);
    }
    free(text);
    dado_region_rewind(&region, 0);
    return 0;
}

static void at_least_95_of_100_clauses_are_in_words(void **state)
{
    (void)state;
    dado_region_init_large(&region);
    assert_int_equal(nftw("library", visit, 8, FTW_PHYS), 0);
    dado_region_free(&region);
    print_message("%d games: %d of %d clauses in words, %d of %d lines with an act\n", counts.games,
                  counts.worded, counts.clauses, counts.lines_said, counts.lines_with_acts);
    assert_true(counts.games >= 50);
    assert_true(counts.clauses > 1000);
    assert_true(counts.worded * 100 >= counts.clauses * 95);
    assert_int_equal(counts.lines_said, counts.lines_with_acts);
    assert_true(counts.declared_said > 0 && counts.declared_said < counts.declared);
}

// --- patterns ---

typedef struct pattern {
    const char *name, *text;
} pattern;

static const pattern english[] = {
#define SAY(name, text) { #name, text },
#include "rulebook/sentences_en.def"
#undef SAY
};
static const pattern portuguese[] = {
#define SAY(name, text) { #name, text },
#include "rulebook/sentences_pt.def"
#undef SAY
};

static int holes(const char *text)
{
    int found = 0;
    for (; *text; text++) {
        if (*text == '{') found |= 1 << (text[1] - '0');
    }
    return found;
}

static void both_languages_have_the_same_patterns_with_the_same_holes(void **state)
{
    (void)state;
    size_t count = sizeof english / sizeof *english;
    assert_int_equal(count, sizeof portuguese / sizeof *portuguese);
    for (size_t i = 0; i < count; i++) {
        size_t k = 0;
        while (k < count && strcmp(english[i].name, portuguese[k].name) != 0) k++;
        if (k == count) fail_msg("%s has no Portuguese", english[i].name);
        if (holes(english[i].text) != holes(portuguese[k].text)) {
            fail_msg("%s has other holes in Portuguese", english[i].name);
        }
    }
}

static void what_has_no_words_is_quoted_with_its_line(void **state)
{
    (void)state;
    static const char text[] =
        "(game (setup (create players 2)\n"
        " (create deck (game hloc STOCK) (deck (RANK (ACE, KING)))))\n"
        " (let PLAIN 'M\n"
        "  (let WORTH 'N (do ((set (game points (cardatt RANK (top (game hloc STOCK))))\n"
        "    (((RANK : ACE) 3)))))))\n"
        " (stage player (turns 2) (choice ((turn pass))))\n"
        " (scoring max (size (game hloc STOCK))))\n";
    dado_rulebook book;
    dado_error err = { 0 };
    dado_region_init_large(&region);
    bool fine = write_book("quoted.rcy", text, DADO_RULES_ENGLISH, &book, &err);
    if (!fine) fail_msg("%s", err.text);
    const dado_rulebook_sentence *quoted = NULL;
    for (int i = 0; i < book.count; i++) {
        if (book.sentences[i].quoted) quoted = &book.sentences[i];
    }
    assert_non_null(quoted);
    assert_int_equal(quoted->line, 4);
    assert_non_null(strstr(quoted->words, "(set (game points"));
    assert_true(book.worded < book.clauses);
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_least_95_of_100_clauses_are_in_words),
        cmocka_unit_test(both_languages_have_the_same_patterns_with_the_same_holes),
        cmocka_unit_test(what_has_no_words_is_quoted_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
