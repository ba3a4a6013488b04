// game_opinions.c - see game_opinions.h.
#include "judge/game_opinions.h"

#include <stdlib.h>
#include <string.h>

#include "arena/rating.h"
#include "core/match_record.h"
#include "core/scope_cleanup.h"
#include "core/text.h"

enum { most_fields = DADO_OPINION_QUESTIONS + 2, most_field = 200, most_people = 10000 };
enum { nobody = -1, most_opinions = 1000000 };

typedef struct opinion {  // one answer, or one pair
    int person, question, game;
    int worse;     // the other game of a pair; -1: an answer
    double value;  // of an answer
} opinion;

typedef struct table_reader {
    dado_game_opinions *to;
    const char *source;
    int line;
    char separator;
    char fields[most_fields][most_field];
    int field_count;
    int game, player, better, worse, question;  // columns; -1: there is none
    int columns, asked[most_fields];            // by column: its question; -1: none
    const char **people;
    opinion *all;
    int count, room;
    dado_region *region;
    dado_error *err;
} table_reader;

static bool wrong(table_reader *r, const char *why)
{
    dado_place place = { .source = r->source, .line = r->line, .column = 1, .length = 1 };
    return dado_fail_at(r->err, DADO_SYNTAX, place, "%s", why);
}

static bool no_memory(table_reader *r)
{
    return dado_fail(r->err, DADO_LIMIT, "no memory left for what people said");
}

// --- lines and fields

// Takes the next field, without blanks around it or the quotes that it stands in.
static bool take_field(table_reader *r, const char **at)
{
    char *field = r->fields[r->field_count];
    size_t length = 0;
    while (**at == ' ') ++*at;
    bool quoted = **at == '"';
    if (quoted) ++*at;
    for (; **at && **at != '\n'; ++*at) {
        if (quoted && **at == '"' && *++*at != '"') break;
        if (!quoted && **at == r->separator) break;
        if (length + 1 == most_field) return wrong(r, "a field is longer than 199 bytes");
        field[length++] = **at;
    }
    while (!quoted && length && (field[length - 1] == ' ' || field[length - 1] == '\r')) length--;
    field[length] = '\0';
    while (quoted && (**at == ' ' || **at == '\r')) ++*at;
    if (**at && **at != '\n' && **at != r->separator) {
        return wrong(r, "text follows the closing quote of a field; write a quote inside it twice");
    }
    r->field_count++;
    return true;
}

// Reads the fields of a line, and advances to the next one.
static bool take_line(table_reader *r, const char **at)
{
    r->line++;
    r->field_count = 0;
    do {
        if (r->field_count == most_fields) return wrong(r, "the line has too many fields");
        if (!take_field(r, at)) return false;
    } while (**at == r->separator && *++*at);
    if (**at == '\n') ++*at;
    return true;
}

static bool is_empty_line(const table_reader *r)
{
    return r->field_count == 1 && !r->fields[0][0];
}

// --- the heading

static int question_named(table_reader *r, const char *name)
{
    dado_game_opinions *o = r->to;
    for (int i = 0; i < o->question_count; i++) {
        if (strcmp(o->questions[i].name, name) == 0) return i;
    }
    if (o->question_count == DADO_OPINION_QUESTIONS) {
        wrong(r, "there are more than 12 questions");
        return -1;
    }
    const char *kept = dado_region_copy(r->region, name, strlen(name));
    if (!kept) {
        no_memory(r);
        return -1;
    }
    o->questions[o->question_count].name = kept;
    return o->question_count++;
}

static bool read_heading(table_reader *r, const char **at)
{
    size_t length = strcspn(*at, "\n");
    r->separator = memchr(*at, ',', length) ? ',' : memchr(*at, ';', length) ? ';' : '\t';
    if (!take_line(r, at)) return false;
    r->columns = r->field_count;
    for (int i = 0; i < r->columns; i++) {
        const char *name = r->fields[i];
        int *known = strcmp(name, "game") == 0       ? &r->game
                     : strcmp(name, "player") == 0   ? &r->player
                     : strcmp(name, "better") == 0   ? &r->better
                     : strcmp(name, "worse") == 0    ? &r->worse
                     : strcmp(name, "question") == 0 ? &r->question
                                                     : NULL;
        if (known && *known >= 0) return wrong(r, "two columns have the same name");
        if (known) *known = i;
        r->asked[i] = nobody;
    }
    bool pairs = r->better >= 0 && r->worse >= 0;
    if (pairs == (r->game >= 0) || (!pairs && r->question >= 0)) {
        return wrong(r, "the first line names the columns: game, player and a column per question; "
                        "or better, worse, and perhaps player and question");
    }
    for (int i = 0; i < r->columns; i++) {
        bool known =
            i == r->game || i == r->player || i == r->better || i == r->worse || i == r->question;
        if (known) continue;
        if (pairs) return wrong(r, "a table of pairs has better, worse, player and question alone");
        if (!r->fields[i][0]) return wrong(r, "a column has no name");
        int before = r->to->question_count;
        r->asked[i] = question_named(r, r->fields[i]);
        if (r->asked[i] < 0) return false;
        if (r->asked[i] < before) return wrong(r, "two columns have the same name");
    }
    return pairs || r->to->question_count > 0 || wrong(r, "no column is a question, such as fun");
}

// --- what each line says

static int word_in(table_reader *r, const char **list, int *count, int most, const char *word,
                   const char *too_many)
{
    for (int i = 0; i < *count; i++) {
        if (strcmp(list[i], word) == 0) return i;
    }
    if (*count == most) {
        wrong(r, too_many);
        return -1;
    }
    list[*count] = dado_region_copy(r->region, word, strlen(word));
    if (!list[*count]) {
        no_memory(r);
        return -1;
    }
    return (*count)++;
}

static int game_named(table_reader *r, int column)
{
    const char *word = r->fields[column];
    if (!*word) {
        wrong(r, "the name of the game is missing");
        return -1;
    }
    return word_in(r, r->to->games, &r->to->game_count, DADO_OPINION_GAMES, word,
                   "there are more than 200 games");
}

static bool add_opinion(table_reader *r, opinion said)
{
    if (r->count == most_opinions) return wrong(r, "there are more than a million answers");
    if (r->count == r->room) {
        int room = r->room ? 2 * r->room : 256;
        opinion *more = realloc(r->all, sizeof *more * (size_t)room);
        if (!more) return no_memory(r);
        r->all = more;
        r->room = room;
    }
    r->all[r->count++] = said;
    return true;
}

static bool read_answers(table_reader *r, int person)
{
    int game = game_named(r, r->game);
    if (game < 0) return false;
    for (int i = 0; i < r->columns; i++) {
        if (r->asked[i] < 0 || !r->fields[i][0]) continue;
        double value;
        if (!dado_read_real(r->fields[i], &value) || !(value > -1e9 && value < 1e9)) {
            return wrong(r, "an answer is not a number; leave the field empty where there is none");
        }
        if (!add_opinion(r, (opinion){ person, r->asked[i], game, -1, value })) return false;
    }
    return true;
}

static bool read_pair(table_reader *r, int person)
{
    const char *asked = r->question >= 0 ? r->fields[r->question] : "";
    int better = game_named(r, r->better), worse = better < 0 ? -1 : game_named(r, r->worse);
    if (worse < 0) return false;
    if (better == worse) return wrong(r, "a game is not better than itself");
    int question = question_named(r, *asked ? asked : "fun");
    return question >= 0 && add_opinion(r, (opinion){ person, question, better, worse, 0 });
}

static bool read_lines(table_reader *r, const char *at)
{
    while (*at) {
        if (!take_line(r, &at)) return false;
        if (is_empty_line(r)) continue;
        if (r->field_count != r->columns) {
            return wrong(r, "the line has another number of fields than the first one");
        }
        int person = nobody;
        if (r->player >= 0 && r->fields[r->player][0]) {
            person = word_in(r, r->people, &r->to->people, most_people, r->fields[r->player],
                             "there are more than 10,000 players");
            if (person < 0) return false;
        }
        if (!(r->game >= 0 ? read_answers : read_pair)(r, person)) return false;
        r->to->lines++;
    }
    return r->count > 0 || wrong(r, "the table has no answers");
}

// --- comparisons

typedef struct comparisons {
    dado_match_result *results;
    int32_t *who, *places;  // of all results, one after the other
    int64_t count, seats;
} comparisons;

static int by_person_and_game(const void *a, const void *b)
{
    const opinion *x = a, *y = b;
    if (x->question != y->question) return x->question < y->question ? -1 : 1;
    if (x->person != y->person) return x->person < y->person ? -1 : 1;
    if (x->game != y->game) return x->game < y->game ? -1 : 1;
    return x->value < y->value ? -1 : x->value > y->value;
}

// Adds what one person answered as one order of games. Several answers about a game are averaged.
static void add_order(comparisons *c, const opinion *said, int count)
{
    dado_match_result *made = &c->results[c->count];
    int32_t *who = c->who + c->seats, *places = c->places + c->seats;
    double means[DADO_OPINION_GAMES];
    int games = 0;
    for (int i = 0; i < count;) {
        dado_moments m = { 0 };
        int game = said[i].game;
        for (; i < count && said[i].game == game; i++) dado_moments_add(&m, said[i].value);
        who[games] = game;
        means[games++] = m.mean;
    }
    if (games < 2) return;
    for (int i = 0; i < games; i++) {
        places[i] = 0;
        for (int k = 0; k < games; k++) places[i] += means[k] > means[i];
    }
    *made = (dado_match_result){ .who = who, .places = places, .seats = games };
    c->seats += games;
    c->count++;
}

static void add_pair(comparisons *c, const opinion *said)
{
    int32_t *who = c->who + c->seats, *places = c->places + c->seats;
    who[0] = said->game;
    who[1] = said->worse;
    places[0] = 0;
    places[1] = 1;
    c->results[c->count++] = (dado_match_result){ .who = who, .places = places, .seats = 2 };
    c->seats += 2;
}

// Gathers the comparisons of one question, whose answers are `said`.
static void compare(comparisons *c, const opinion *said, int count)
{
    for (int i = 0; i < count;) {
        int from = i;
        if (said[i].worse >= 0) {
            add_pair(c, &said[i++]);
            continue;
        }
        while (i < count && said[i].person == said[from].person) i++;
        if (said[from].person != nobody) add_order(c, said + from, i - from);
    }
}

static bool fit_question(table_reader *r, dado_opinion_question *q, const opinion *said, int count,
                         uint64_t seed)
{
    int games = r->to->game_count;
    size_t room = (size_t)count + 1;
    comparisons c = { dado_new(r->region, dado_match_result, room),
                      dado_new(r->region, int32_t, 2 * room),
                      dado_new(r->region, int32_t, 2 * room), 0, 0 };
    dado_rating *ratings = dado_new(r->region, dado_rating, (size_t)games);
    q->games = dado_new(r->region, dado_game_opinion, (size_t)games);
    if (!c.results || !c.who || !c.places || !ratings || !q->games) return no_memory(r);
    for (int i = 0; i < count; i++) {
        if (said[i].worse < 0) dado_moments_add(&q->games[said[i].game].answers, said[i].value);
    }
    compare(&c, said, count);
    if (c.count && !dado_rating_fit(c.results, c.count, games, seed, ratings, NULL, r->err)) {
        return false;
    }
    q->compared = c.count > 0;
    for (int g = 0; g < games; g++) {
        dado_game_opinion *one = &q->games[g];
        one->comparisons = c.count ? ratings[g].comparisons : 0;
        one->strength = one->comparisons
                            ? (dado_interval){ ratings[g].points, ratings[g].low, ratings[g].high }
                            : (dado_interval){ DADO_NONE, DADO_NONE, DADO_NONE };
        q->compared = q->compared && one->comparisons > 0;
        q->comparisons += one->comparisons;
    }
    q->comparisons /= 2;
    return true;
}

static bool fit_all(table_reader *r, uint64_t seed)
{
    qsort(r->all, (size_t)r->count, sizeof *r->all, by_person_and_game);
    for (int q = 0, at = 0; q < r->to->question_count; q++) {
        int from = at;
        while (at < r->count && r->all[at].question == q) at++;
        if (!fit_question(r, &r->to->questions[q], r->all + from, at - from, seed)) return false;
    }
    return true;
}

static void free_reader(table_reader *r)
{
    free(r->all);
}

bool dado_game_opinions_read(dado_game_opinions *opinions, const char *source, const char *text,
                             uint64_t seed, dado_region *region, dado_error *err)
{
    *opinions = (dado_game_opinions){
        .games = dado_new(region, const char *, DADO_OPINION_GAMES),
        .questions = dado_new(region, dado_opinion_question, DADO_OPINION_QUESTIONS),
    };
    DADO_CLEANUP(free_reader)
    table_reader r = { .to = opinions,
                       .source = source,
                       .game = -1,
                       .player = -1,
                       .better = -1,
                       .worse = -1,
                       .question = -1,
                       .people = dado_new(region, const char *, most_people),
                       .region = region,
                       .err = err };
    if (!opinions->games || !opinions->questions || !r.people) return no_memory(&r);
    if (strncmp(text, "\xef\xbb\xbf", 3) == 0) text += 3;
    return read_heading(&r, &text) && read_lines(&r, text) && fit_all(&r, seed);
}

double dado_game_liking(const dado_opinion_question *question, int game)
{
    const dado_game_opinion *one = &question->games[game];
    if (question->compared) return one->strength.value;
    return one->answers.count ? one->answers.mean : DADO_NONE;
}
