// rules_mutation.c - changes descriptions of games on the level of syntax; see
// rules_mutation.h.
#include "evolve/rules_mutation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "recycle/recycle.h"

typedef struct syntax {
    const char *text;
    const dado_token *tokens;
    int count;
    dado_region region;
} syntax;

static void forget(syntax *s)
{
    dado_region_free(&s->region);
}

// Removes (look ...) from the list of tokens: it does not affect play and is never
// changed.
static void drop_look(const char *text, dado_token *tokens, int *count)
{
    int depth = 0, from = 0;
    for (; from < *count; from++) {
        char c = text[tokens[from].start];
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        bool look = c == '(' && depth == 2 && from + 1 < *count && tokens[from + 1].length == 4 &&
                    memcmp(text + tokens[from + 1].start, "look", 4) == 0;
        if (look) break;
    }
    if (from == *count) return;
    int behind = tokens[from].match + 1, dropped = behind - from;
    memmove(tokens + from, tokens + behind, sizeof *tokens * (size_t)(*count - behind));
    *count -= dropped;
    for (int i = 0; i < *count; i++) {
        if (tokens[i].match >= behind) tokens[i].match -= dropped;
    }
}

static bool read_syntax(syntax *s, const char *text)
{
    dado_region_init(&s->region, (size_t)64 << 20);
    s->text = text;
    dado_token *tokens = dado_recycle_tokens(text, &s->count, &s->region);
    if (tokens) drop_look(text, tokens, &s->count);
    s->tokens = tokens;
    return tokens && s->count <= DADO_RULES_TOKENS;
}

static bool is(const syntax *s, int at, const char *word)
{
    return at >= 0 && at < s->count && (int)strlen(word) == s->tokens[at].length &&
           memcmp(s->text + s->tokens[at].start, word, strlen(word)) == 0;
}

static bool is_one_of(const syntax *s, int at, const char *const *words)
{
    for (; *words; words++) {
        if (is(s, at, *words)) return true;
    }
    return false;
}

static char letter(const syntax *s, int at)
{
    return at >= 0 && at < s->count ? s->text[s->tokens[at].start] : '\0';
}

// Returns whether a piece begins with this word, as in (choice ...).
static bool opens(const syntax *s, int at, const char *word)
{
    return letter(s, at) == '(' && is(s, at + 1, word);
}

// Returns the last token of the piece that begins at a token: its closing parenthesis, or
// itself.
static int piece_end(const syntax *s, int at)
{
    return letter(s, at) == '(' ? s->tokens[at].match : at;
}

static int piece_length(const syntax *s, int at)
{
    const dado_token *end = &s->tokens[piece_end(s, at)];
    return end->start + end->length - s->tokens[at].start;
}

// Expands to the length and the start of a piece, for "%.*s".
#define PIECE(s, at) piece_length(s, at), (s)->text + (s)->tokens[at].start

// Picks a random token that `fits` accepts, or a piece that begins with `word`; returns
// -1 if there is none.
static int pick(const syntax *s, bool (*fits)(const syntax *s, int at), const char *word,
                dado_fast_rng *rng)
{
    int chosen = -1;
    uint32_t found = 0;
    for (int i = 0; i < s->count; i++) {
        bool fit = word ? opens(s, i, word) : fits(s, i);
        if (fit && dado_fast_rng_below(rng, ++found) == 0) chosen = i;
    }
    return chosen;
}

static int parent_of(const syntax *s, int at)
{
    int open = at - 1;
    for (; open >= 0; open--) {
        if (letter(s, open) == ')') open = s->tokens[open].match;
        else if (letter(s, open) == '(') return open;
    }
    return at;
}

// ---- making one change ----

typedef struct edit {
    const syntax *s;
    dado_fast_rng *rng;
    dado_rules_edit *made;
    char words[48];  // text of a piece, for the description of the step
} edit;

// Returns a piece on one line, shortened, so that people can find it in the text.
static const char *told(edit *e, const syntax *s, int at)
{
    enum { room = sizeof e->words };
    size_t used = 0;
    int end = piece_end(s, at);
    for (int k = at; k <= end && used + 4 < room; k++) {
        const dado_token *t = &s->tokens[k];
        if (k > at && t->start > t[-1].start + t[-1].length) e->words[used++] = ' ';
        for (int i = 0; i < t->length && used + 4 < room; i++) {
            e->words[used++] = s->text[t->start + i];
        }
    }
    e->words[used] = '\0';
    if (used + 4 >= room) memcpy(e->words + room - 4, "\xE2\x80\xA6", 4);
    return e->words;
}

static void describe_step(edit *e, int at, const char *format, ...) DADO_PRINTF(3, 4);

static void describe_step(edit *e, int at, const char *format, ...)
{
    char done[sizeof e->made->step];
    DADO_FORMAT_ARGS(done, format);
    dado_text step = dado_text_in_buffer(e->made->step, sizeof e->made->step);
    dado_text_addf(&step, "line %d: %s", e->s->tokens[at].line, done);
}

// Replaces the tokens `from` to `to` by other text. A comment behind the line is removed,
// since it may not be true any more.
static bool splice(const edit *e, int from, int to, const char *format, ...) DADO_PRINTF(4, 5);

static bool splice(const edit *e, int from, int to, const char *format, ...)
{
    const syntax *s = e->s;
    // One byte longer than allowed, so that cut text is noticed.
    char instead[DADO_RULES_LONGEST + 2];
    DADO_FORMAT_ARGS(instead, format);
    int start = s->tokens[from].start, end = s->tokens[to].start + s->tokens[to].length;
    int comment = end + (int)strcspn(s->text + end, ";\n"), rest = comment;
    if (s->text[comment] == ';') rest += (int)strcspn(s->text + comment, "\n");
    while (rest > comment && comment > end && s->text[comment - 1] == ' ') comment--;
    int written = snprintf(e->made->text, sizeof e->made->text, "%.*s%s%.*s%s", start, s->text,
                           instead, comment - end, s->text + end, s->text + rest);
    return written > 0 && written <= DADO_RULES_LONGEST;
}

// Replaces one token by another.
static bool replace(edit *e, int at, const char *now)
{
    describe_step(e, at, "%s instead of %.*s in %s", now, PIECE(e->s, at),
                  told(e, e->s, parent_of(e->s, at)));
    return splice(e, at, at, "%s", now);
}

// ---- pieces that measure ----
//
// If a change could affect how rounds are counted, evolution would exploit that. So the
// pieces that mark the end of a round, the storage that counts rounds, and the direction
// of scoring must stay unchanged.

// Returns whether a storage counts rounds: its name follows a word `roundnumber`.
static bool counts_rounds(const syntax *s, int at)
{
    for (int i = 0; i + 1 < s->count; i++) {
        if (!is(s, i, "roundnumber")) continue;
        const dado_token *a = &s->tokens[i + 1], *b = &s->tokens[at];
        if (a->length == b->length &&
            memcmp(s->text + a->start, s->text + b->start, (size_t)a->length) == 0) {
            return true;
        }
    }
    return false;
}

// Returns whether a piece measures: it marks a round, or writes to a storage that counts
// rounds.
static bool measures(const syntax *s, int at)
{
    static const char *const writes[] = { "inc", "dec", "set", "incr", "decr", "initialize", NULL };
    if (letter(s, at) != '(') return false;
    if (is(s, at + 1, "saveturnstats")) return true;
    if (!is_one_of(s, at + 1, writes) || letter(s, at + 2) != '(') return false;
    int end = piece_end(s, at + 2);  // the storage that is written
    return end > 0 && counts_rounds(s, end - 1);
}

// Appends all pieces that measure, in order, as text to be compared.
static void add_measuring(const syntax *s, bool scoring, dado_text *out)
{
    for (int i = 0; i < s->count; i++) {
        bool aim = scoring && is(s, i, "scoring");
        int last = aim ? i + 1 : measures(s, i) ? piece_end(s, i) : -1;
        for (int k = i; k <= last && k < s->count; k++) {
            dado_text_addf(out, "%.*s ", s->tokens[k].length, s->text + s->tokens[k].start);
        }
    }
}

bool dado_rules_same_measures(const char *one, const char *other, bool scoring)
{
    DADO_CLEANUP(forget) syntax a = { 0 }, b = { 0 };
    DADO_CLEANUP(dado_text_free) dado_text first = { 0 }, second = { 0 };
    if (!read_syntax(&a, one) || !read_syntax(&b, other)) return false;
    add_measuring(&a, scoring, &first);
    add_measuring(&b, scoring, &second);
    return !first.cut && !second.cut &&
           strcmp(dado_text_string(&first), dado_text_string(&second)) == 0;
}

// ---- numbers ----

// Returns whether a token is inside (about ...), which does not affect play.
static bool is_about(const syntax *s, int at)
{
    for (int open = parent_of(s, at); open < at; at = open, open = parent_of(s, at)) {
        if (is(s, open + 1, "about")) return true;
    }
    return false;
}

static bool is_number(const syntax *s, int at)
{
    return isdigit((unsigned char)letter(s, at)) && !is_about(s, at) && !is(s, at - 1, "players") &&
           !is(s, at - 1, ",") && !is(s, at + 1, ",");
}

enum { number_most = 1000000 };

static long number_at(const syntax *s, int at)
{
    return strtol(s->text + s->tokens[at].start, NULL, 10);
}

static bool set_number(edit *e, int at, long old, long now)
{
    char text[24];
    if (now < 0 || now == old || now > number_most) return false;
    snprintf(text, sizeof text, "%ld", now);
    return replace(e, at, text);
}

static bool change_number(edit *e, int at)
{
    long old = number_at(e->s, at);
    if (old > number_most) return false;
    switch (dado_fast_rng_below(e->rng, 5)) {
    case 0: return set_number(e, at, old, old + 1);
    case 1: return set_number(e, at, old, old - 1);
    case 2: return set_number(e, at, old, old * 2);
    case 3: return set_number(e, at, old, old / 2);
    default: return set_number(e, at, old, old + (long)dado_fast_rng_below(e->rng, 7) - 3);
    }
}

enum { changes_per_number = 9 };

static bool is_declared(const syntax *s, int at)
{
    return is_number(s, at) && is(s, at - 1, "declare");
}

static int count_of(const syntax *s, bool (*fits)(const syntax *s, int at))
{
    int count = 0;
    for (int i = 0; i < s->count; i++) count += fits(s, i);
    return count;
}

int dado_rules_number_changes(const char *text, int *of_declared)
{
    DADO_CLEANUP(forget) syntax s = { 0 };
    bool fine = read_syntax(&s, text);
    *of_declared = fine ? changes_per_number * count_of(&s, is_declared) : 0;
    return fine ? changes_per_number * count_of(&s, is_number) : 0;
}

// Returns the n-th number, in the order of the text, declared ones first; -1 beyond the
// last.
static int nth_number(const syntax *s, int n)
{
    int declared = count_of(s, is_declared);
    bool among = n < declared;
    if (!among) n -= declared;
    for (int i = 0; i < s->count; i++) {
        if (is_number(s, i) && is_declared(s, i) == among && n-- == 0) return i;
    }
    return -1;
}

static bool change_number_by_rule(edit *e, int at, int turn)
{
    long old = number_at(e->s, at);
    if (old > number_most) return false;
    const long turned[changes_per_number] = { old + 1,           old - 1, (old * 4 + 1) / 3,
                                              (old * 2 + 1) / 3, old * 2, old / 2,
                                              old * 4,           old / 4, 0 };
    if (!set_number(e, at, old, turned[turn])) return false;
    if (!is_declared(e->s, at)) return true;
    // A number with a name is described by its name.
    bool quoted = letter(e->s, at + 1) == '\'';
    int length = piece_length(e->s, at + 1) - quoted;
    snprintf(e->made->step, sizeof e->made->step, "%.*s %ld \xE2\x86\x92 %ld",
             length < 47 ? length : 47, e->s->text + e->s->tokens[at + 1].start + quoted, old,
             turned[turn]);
    return true;
}

bool dado_rules_number_change(const char *text, int which, dado_rules_edit *made)
{
    DADO_CLEANUP(forget) syntax s = { 0 };
    int at = read_syntax(&s, text) ? nth_number(&s, which / changes_per_number) : -1;
    return at >= 0 &&
           change_number_by_rule(&(edit){ .s = &s, .made = made }, at, which % changes_per_number);
}

// ---- boards ----

static const char *const ways[] = { "N", "NE", "E", "SE", "S", "SW", "W", "NW", NULL };

static bool is_direction(const syntax *s, int at)
{
    return is_one_of(s, at, ways);
}

static bool change_direction(edit *e, int any)
{
    (void)any;
    int at = pick(e->s, is_direction, NULL, e->rng);
    const char *now = ways[dado_fast_rng_below(e->rng, 8)];
    return at >= 0 && !is(e->s, at, now) && replace(e, at, now);
}

// ---- decks ----

// Returns whether a token is a name in a list of values of a deck, such as (SUIT (CLUBS,
// HEARTS)), beside a comma.
static bool is_value(const syntax *s, int at)
{
    return !is_direction(s, at) && isupper((unsigned char)letter(s, at)) &&
           (is(s, at - 1, ",") || is(s, at + 1, ","));
}

static bool change_deck(edit *e, int at)
{
    const syntax *s = e->s;
    if (dado_fast_rng_below(e->rng, 2)) {
        describe_step(e, at, "one more %.*s in the deck", PIECE(s, at));
        return splice(e, at, at, "%.*s, %.*s", PIECE(s, at), PIECE(s, at));
    }
    describe_step(e, at, "no %.*s in the deck", PIECE(s, at));
    bool comma_before = is(s, at - 1, ",");
    return splice(e, comma_before ? at - 1 : at, comma_before ? at : at + 1, "%s", "");
}

// ---- comparisons and scoring ----

static const char *const comparisons[] = { "==", "!=", "<", ">", "<=", ">=", NULL };

static bool is_comparison(const syntax *s, int at)
{
    // Only comparisons of numbers; = and != may compare values of any type.
    return is_one_of(s, at, comparisons + 2) && is(s, at - 1, "(");
}

static bool change_comparison(edit *e, int at)
{
    const char *now = comparisons[dado_fast_rng_below(e->rng, 6)];
    return !is(e->s, at, now) && replace(e, at, now);
}

static bool is_scoring_direction(const syntax *s, int at)
{
    return (is(s, at, "max") || is(s, at, "min")) && is(s, at - 1, "scoring");
}

static bool change_scoring(edit *e, int at)
{
    bool most = is(e->s, at, "max");
    describe_step(e, at, "the %s points win", most ? "fewest" : "most");
    return splice(e, at, at, "%s", most ? "min" : "max");
}

// ---- acts and options ----

// Returns whether a piece is in the list of a `do` or a `choice` with others beside it.
static bool in_list(const syntax *s, int at)
{
    if (letter(s, at) != '(') return false;
    int head = at;
    while (is(s, head - 1, ")")) head = s->tokens[head - 1].match;
    bool list = is(s, head - 1, "(") && (is(s, head - 2, "do") || is(s, head - 2, "choice"));
    return list && (head != at || letter(s, piece_end(s, at) + 1) == '(');
}

static bool drop_piece(edit *e, int at)
{
    describe_step(e, at, "without %s", told(e, e->s, at));
    return splice(e, at, piece_end(e->s, at), "%s", "");
}

static bool repeat_piece(edit *e, int at)
{
    int to = pick(e->s, in_list, NULL, e->rng);
    describe_step(e, to, "then also %s", told(e, e->s, at));
    return splice(e, to, piece_end(e->s, to), "%.*s\n%.*s", PIECE(e->s, to), PIECE(e->s, at));
}

static bool swap_pieces(edit *e, int at)
{
    int next = piece_end(e->s, at) + 1;
    if (letter(e->s, next) != '(') return false;
    describe_step(e, at, "%s comes after what follows", told(e, e->s, at));
    return splice(e, at, piece_end(e->s, next), "%.*s\n%.*s", PIECE(e->s, next), PIECE(e->s, at));
}

// ---- constructs of the later edition of the language ----

// Returns whether a piece is an `if` with a condition and two branches.
static bool is_condition(const syntax *s, int at)
{
    if (!opens(s, at, "if")) return false;
    int items = 0, last = s->tokens[at].match;
    for (int i = at + 2; i < last; i = piece_end(s, i) + 1) items++;
    return items == 3;
}

static bool swap_branches(edit *e, int at)
{
    int first = piece_end(e->s, at + 2) + 1, second = piece_end(e->s, first) + 1;
    describe_step(e, at, "the branches change places in %s", told(e, e->s, at));
    return splice(e, first, piece_end(e->s, second), "%.*s %.*s", PIECE(e->s, second),
                  PIECE(e->s, first));
}

// Returns whether a choice is simultaneous or could become so: it has no chooser and no
// else.
static bool is_plain_choice(const syntax *s, int at)
{
    return opens(s, at, "choice") && letter(s, at + 2) == '(' &&
           piece_end(s, at + 2) + 1 == s->tokens[at].match;
}

static bool change_secrecy(edit *e, int at)
{
    const syntax *s = e->s;
    bool secret = is(s, at - 1, "together");
    describe_step(e, at, "%s in %s",
                  secret ? "one after another, openly," : "all together, in secret,",
                  told(e, s, at));
    if (secret) return splice(e, at - 2, piece_end(s, at - 2), "%.*s", PIECE(s, at));
    return splice(e, at, piece_end(s, at), "(together %.*s)", PIECE(s, at));
}

// Returns whether a piece is a filter; dropping it applies its body to every element.
static bool is_filter(const syntax *s, int at)
{
    return opens(s, at, "filter");
}

static bool drop_filter(edit *e, int at)
{
    describe_step(e, at, "all instead of %s", told(e, e->s, at));
    return splice(e, at, piece_end(e->s, at), "%.*s", PIECE(e->s, at + 2));
}

// Returns whether a description uses the later edition of the language. Older ones keep
// the old set of mutations.
static bool is_later(const syntax *s)
{
    static const char *const words_of_later[] = { "define", "label", "board", "sides", "together",
                                                  "turns",  "flag",  "who",   "if",    NULL };
    for (int i = 0; i < s->count; i++) {
        if (is_one_of(s, i, words_of_later)) return true;
    }
    return false;
}

bool dado_rules_mutate(const char *text, dado_fast_rng *rng, dado_rules_edit *made)
{
    static const struct {
        bool (*where)(const syntax *s, int at);  // NULL: `change` finds a place itself
        bool (*change)(edit *e, int at);
    } kinds[] = {
        { is_number, change_number },
        { is_number, change_number },
        { is_number, change_number },
        { is_number, change_number },
        { is_value, change_deck },
        { is_value, change_deck },
        { is_comparison, change_comparison },
        { in_list, drop_piece },
        { in_list, repeat_piece },
        { in_list, swap_pieces },
        { is_scoring_direction, change_scoring },
        { NULL, change_direction },
        { is_condition, swap_branches },
        { is_plain_choice, change_secrecy },
        { is_filter, drop_filter },
    };
    enum { of_old = 11, of_all = sizeof kinds / sizeof *kinds, scoring = of_old - 1 };
    DADO_CLEANUP(forget) syntax s = { 0 };
    bool fine = read_syntax(&s, text);
    uint32_t which = dado_fast_rng_below(rng, fine && is_later(&s) ? of_all : of_old);
    // Reversing the scoring changes a game completely, so it is tried rarely.
    if (which == scoring && dado_fast_rng_below(rng, 4)) which = 0;
    int at = fine && kinds[which].where ? pick(&s, kinds[which].where, NULL, rng) : 0;
    return fine && at >= 0 && kinds[which].change(&(edit){ &s, rng, made, "" }, at);
}

// Words that begin pieces which may replace each other; both must begin with the same
// word.
static const char *const grafted[] = { "choice", "do", "end", "scoring", "repeat", "deck", "all" };

bool dado_rules_crossover(const char *text, const char *donor, dado_fast_rng *rng,
                          dado_rules_edit *made)
{
    DADO_CLEANUP(forget) syntax a = { 0 }, b = { 0 };
    bool fine = read_syntax(&a, text) && read_syntax(&b, donor);
    const char *word = grafted[dado_fast_rng_below(rng, sizeof grafted / sizeof *grafted)];
    int to = fine ? pick(&a, NULL, word, rng) : -1, from = fine ? pick(&b, NULL, word, rng) : -1;
    if (to < 0 || from < 0) return false;
    edit e = { .s = &a, .made = made };
    describe_step(&e, to, "from a relative %s", told(&e, &b, from));
    return splice(&e, to, piece_end(&a, to), "%.*s", PIECE(&b, from));
}

int dado_rules_size(const char *text)
{
    DADO_CLEANUP(forget) syntax s = { 0 };
    return read_syntax(&s, text) ? s.count : 0;
}
