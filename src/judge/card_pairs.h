// card_pairs.h - measures whether two cards are worth more together than apart.
//
// When a seat has drawn two cards c and d from one shuffle, two other cards r and s that
// are still in the pile are picked, and the match is played again three times: with r in
// c's place, with s in d's place, and with both. The interaction of the pair is the mean of
// x(c,d) - x(r,d) - x(c,s) + x(r,s), where x is the seat's share of the win. It is above 0
// if the two are worth more together than apart.
//
// Most decks have too many pairs to measure all of them well. The first half of the work
// then looks for the pairs that could matter, and the second half measures only those, in
// other matches.
#pragma once

#include "judge/verdicts_by_topic.h"
#include "judge/watched_draws.h"
#include "lab/experiment.h"

// The whole interval of a pair that is named lies beyond this, up or down.
#define DADO_PAIR_STANDS_OUT 0.10

enum { DADO_CARD_PAIRS = 20, DADO_PAIR_VERDICTS = 6 };

typedef struct dado_card_pair {
    int first, second;  // components
    const char *names[2];
    dado_interval interaction;  // in shares of the win
    double events;
    // The event with the largest effect: the match, and what changes both cards in it.
    int64_t example_match;  // -1: none had any
    dado_luck_change example;
    double example_value;
    int example_seat;
} dado_card_pair;

typedef struct dado_card_pairs {
    dado_card_pair pairs[DADO_CARD_PAIRS];  // largest effect first
    int count;
    int64_t possible;  // number of pairs of different cards
    int64_t matches, replays;
    double level;  // of the intervals, which hold for all listed pairs together
    bool interrupted;
} dado_card_pairs;

typedef struct dado_card_pairs_config {
    const dado_plan *play;  // only its first cell is played; its `matches` is the limit
    double most_moves;      // approximate limit on the moves of all matches together
    double level;
} dado_card_pairs_config;

bool dado_card_pairs_measure(const dado_card_pairs_config *config,
                             const dado_experiment_settings *how, dado_region *region,
                             dado_card_pairs *pairs, dado_error *err);

// Returns the number of verdicts written.
int dado_pair_verdicts(const dado_card_pairs *pairs, dado_verdict verdicts[DADO_PAIR_VERDICTS]);
