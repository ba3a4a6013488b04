// strategy_agent.c - a player with styles: a weight for each feature of an option.
//
// Styles are written as "3 run; -2 hold; 1 @points". A whole weight is followed by the first
// words of an option, as print_move writes them, or by one of these features:
//   @points  how much the player's own score grows by the option
//   @harm    how much the best score of the rivals falls
//   @high    the largest number in the option's words
//   @end     the option ends the match
// Features other than words are compared within the position: the best option has 1, the
// worst 0. The option with the largest sum is taken; the setting `noise` is the percentage
// of choices that are made at random.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"

enum {
    most_styles = 24,
    feature_words = 0,
    feature_points,
    feature_harm,
    feature_high,
    feature_end
};

typedef struct style {
    int feature;
    double weight;
    const char *words;
    size_t length;
} style;

typedef struct strategy {
    style styles[most_styles];
    int count;
    bool applies;  // some style looks at the position after the option
    int noise;     // percent
} strategy;

static const char *const feature_names[] = { "", "@points", "@harm", "@high", "@end" };

static bool bad_styles(dado_option_reader *ask, const char *text)
{
    dado_option_invalid(ask, "styles",
                        "styles must be weights with words of options, or @points, @harm, @high or "
                        "@end, as in \"2 run; 1 @points\", not \"%.60s\"",
                        text);
    return false;
}

static int feature_named(const char *words, size_t length)
{
    for (int i = 1; i <= feature_end; i++) {
        if (strlen(feature_names[i]) == length && memcmp(feature_names[i], words, length) == 0) {
            return i;
        }
    }
    return feature_words;
}

// Reads one style, up to the next semicolon; returns what follows it, or NULL.
static const char *read_style(const char *text, strategy *s)
{
    char *end;
    style *t = &s->styles[s->count];
    long weight = strtol(text, &end, 10);
    if (end == text || labs(weight) > 99 || *end != ' ' || s->count == most_styles) return NULL;
    const char *words = end + strspn(end, " ");
    size_t length = strcspn(words, ";");
    const char *next = words[length] == ';' ? words + length + 1 : words + length;
    while (length > 0 && words[length - 1] == ' ') length--;
    if (length == 0) return NULL;
    *t = (style){ feature_named(words, length), (double)weight, words, length };
    if (t->feature == feature_words && words[0] == '@') return NULL;
    s->applies = s->applies || t->feature == feature_points || t->feature == feature_harm ||
                 t->feature == feature_end;
    s->count++;
    return next + strspn(next, " ");
}

static bool open(dado_agent *agent, const dado_options *options, dado_region *region,
                 dado_error *err)
{
    const dado_game *game = agent->game;
    strategy *s = dado_new(region, strategy, 1);
    if (!s) return dado_fail(err, DADO_LIMIT, "no memory left for a player with styles");
    dado_option_reader ask = dado_option_reader_begin(options);
    const char *given = dado_option_text(&ask, "styles", "");
    const char *text = dado_region_copy(region, given, strlen(given));
    if (!text) return dado_fail(err, DADO_LIMIT, "no memory left for a player with styles");
    s->noise = (int)dado_option_int(&ask, "noise", 0, 0, 100);
    for (const char *at = text; at && *at;) {
        at = read_style(at, s);
        if (!at) bad_styles(&ask, text);
    }
    if (!dado_option_reader_end(&ask, region, &agent->options, err)) return false;
    agent->data = s;
    agent->scratch_size = 2 * (game->state_size + sizeof(double)) +
                          2 * sizeof(double) * (size_t)game->max_moves +
                          2 * sizeof(int32_t) * (size_t)game->players;
    return true;
}

// The working memory of a choice.
typedef struct choosing {
    const dado_turn *turn;
    double *liking, *value;  // per option
    unsigned char *state, *after;
    int32_t *scores, *scores_after;
} choosing;

static choosing begin(const dado_turn *turn)
{
    const dado_game *game = turn->game;
    choosing c = { .turn = turn, .liking = turn->scratch };
    size_t state = (game->state_size + sizeof(double) - 1) / sizeof(double);
    c.value = c.liking + game->max_moves;
    c.state = (unsigned char *)(c.value + game->max_moves);
    c.after = (unsigned char *)(c.value + game->max_moves + state);
    c.scores = (int32_t *)(c.value + game->max_moves + 2 * state);
    c.scores_after = c.scores + game->players;
    dado_redeal(game, turn->view, turn->seat, turn->luck, c.state);
    return c;
}

static int32_t best_rival(const dado_game *game, const int32_t *scores, int seat)
{
    int32_t best = INT32_MIN;
    for (int p = 0; p < game->players; p++) {
        bool partner = game->side && game->side[p] == game->side[seat];
        if (p != seat && !partner && scores[p] > best) best = scores[p];
    }
    return best == INT32_MIN ? 0 : best;
}

static double largest_number(const char *words)
{
    double largest = 0;
    for (const char *at = words; *at;) {
        size_t digits = strspn(at, "0123456789");
        if (digits > 0 && digits < 10) largest = fmax(largest, (double)strtol(at, NULL, 10));
        at += digits > 0 ? digits : 1;
    }
    return largest;
}

// Returns the value of a feature that is read off the position after an option.
static double value_after(choosing *c, int feature, dado_move move)
{
    const dado_game *game = c->turn->game;
    int seat = c->turn->seat;
    memcpy(c->after, c->state, game->state_size);
    game->rules->apply(game, c->after, move);
    if (feature == feature_end) return game->rules->actor(game, c->after) == DADO_NOBODY;
    game->rules->scores(game, c->state, c->scores);
    game->rules->scores(game, c->after, c->scores_after);
    if (feature == feature_points) return (double)c->scores_after[seat] - c->scores[seat];
    return (double)best_rival(game, c->scores, seat) - best_rival(game, c->scores_after, seat);
}

static double value_of(choosing *c, const style *t, int option)
{
    char words[256];
    const dado_turn *turn = c->turn;
    if (t->feature == feature_points || t->feature == feature_harm || t->feature == feature_end) {
        return value_after(c, t->feature, turn->moves[option]);
    }
    dado_text said = dado_text_in_buffer(words, sizeof words);
    turn->game->rules->print_move(turn->game, c->state, turn->moves[option], &said);
    if (t->feature == feature_high) return largest_number(words);
    return strncmp(words, t->words, t->length) == 0 && strchr(" :,", words[t->length]);
}

static void add_liking(choosing *c, const style *t)
{
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i < c->turn->count; i++) {
        c->value[i] = value_of(c, t, i);
        least = fmin(least, c->value[i]);
        most = fmax(most, c->value[i]);
    }
    if (!(most > least)) return;
    for (int i = 0; i < c->turn->count; i++) {
        c->liking[i] += t->weight * (c->value[i] - least) / (most - least);
    }
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    const strategy *s = agent->data;
    uint64_t level = 0;
    int chosen = 0;
    if (turn->count == 1) return 0;
    bool any = dado_rng_below(turn->luck, 100) < (uint64_t)s->noise;
    if (any || s->count == 0) return (int)dado_rng_below(turn->luck, (uint64_t)turn->count);
    choosing c = begin(turn);
    for (int i = 0; i < turn->count; i++) c.liking[i] = 0;
    for (int i = 0; i < s->count; i++) add_liking(&c, &s->styles[i]);
    *turn->effort += s->applies ? (uint64_t)turn->count : 0;
    for (int i = 0; i < turn->count; i++) {
        if (c.liking[i] < c.liking[chosen]) continue;
        if (c.liking[i] > c.liking[chosen]) level = 0;
        if (dado_rng_below(turn->luck, ++level) == 0) chosen = i;
    }
    return chosen;
}

const dado_agent_kind dado_agent_strategy = {
    .size = sizeof(dado_agent_kind),
    .name = "strategy",
    .title = "A player with styles",
    .about = "Takes the option it likes best by weights for words of options, points, harm, high "
             "numbers and the end; dado doctor GAME strategies breeds such players.",
    .open = open,
    .choose = choose,
};
