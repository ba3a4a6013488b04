// published.h - the numbers that were published, and what they tend to.
//
// Nine games of 10,000 matches each: seven variants of DicePoints (10Rd6 is ten
// rounds of one six-sided die) and two lengths of ThrowDiceMatchCard. `limit`
// are values of the published computation from 4,000,000 matches, 1,000,000 where
// there are fifty rounds. Shares, means and deviations are of the matches whose
// value is not zero; a count of 0 was not published. Values that rest on
// thousands of matches each way are printed to a few digits, and comparing has
// to allow for that.
#pragma once

typedef struct paper_game {
    const char *name;
    const char *file;  // in the library
    int rounds, dice, faces;
    double limit_matches;  // that the limits rest on
    double won[4], tied;   // per cent by seat, first of those who tie; tied on top
} paper_game;

typedef struct paper_line {
    const char *metric;
    int count;  // published
    double mean, sd;
    double limit_share, limit_mean, limit_sd;
} paper_line;

enum { PAPER_GAMES = 9, PAPER_DICE = 7, PAPER_METRICS = 6, PAPER_MATCHES = 10000 };

static const paper_game paper_games[PAPER_GAMES] = {
    { "10Rd6", "dicepoints", 10, 1, 6, 4e6, { 27.43, 25.75, 24.14, 22.68 }, 9.20 },
    { "10Rd10", "dicepoints", 10, 1, 10, 4e6, { 26.44, 25.43, 24.47, 23.66 }, 5.53 },
    { "10R2d5", "dicepoints", 10, 2, 5, 4e6, { 27.06, 25.58, 24.31, 23.05 }, 7.89 },
    { "50Rd6", "dicepoints", 50, 1, 6, 1e6, { 26.06, 25.39, 24.67, 23.88 }, 4.19 },
    { "50Rd10", "dicepoints", 50, 1, 10, 1e6, { 25.60, 25.24, 24.91, 24.25 }, 2.53 },
    { "50R2d5", "dicepoints", 50, 2, 5, 1e6, { 25.89, 25.39, 24.68, 24.03 }, 3.59 },
    { "50Rd50", "dicepoints", 50, 1, 50, 1e6, { 25.13, 25.10, 24.90, 24.87 }, 0.49 },
    { "TDMC5", "throwdicematchcard", 5, 1, 5, 4e6, { 39.89, 26.15, 19.12, 14.84 }, 40.59 },
    { "TDMC20", "throwdicematchcard", 20, 1, 5, 4e6, { 32.42, 26.49, 22.20, 18.89 }, 24.36 },
};

static const paper_line paper_lines[PAPER_GAMES][PAPER_METRICS] = {
    {
        // 10Rd6
        { "drama_points", 7945, 0.37660, 0.13580, 0.7975, 0.37641, 0.13687 },
        { "drama_position", 8561, 0.58880, 0.08980, 0.8551, 0.59081, 0.08999 },
        { "drama_path", 8561, 0.23430, 0.20220, 0.8551, 0.24036, 0.20505 },
        { "lead_change", 0, 0.61493, 0.12894, 0.8551, 0.61697, 0.13029 },
        { "uncertainty_entropy", 0, 0.97718, 0.01211, 1.0000, 0.97732, 0.01212 },
        { "uncertainty_pdd", 0, 0.89162, 0.03170, 1.0000, 0.89194, 0.03188 },
    },
    {
        // 10Rd10
        { "drama_points", 8207, 0.38320, 0.13600, 0.8244, 0.38535, 0.13556 },
        { "drama_position", 8578, 0.58920, 0.09040, 0.8579, 0.59103, 0.08995 },
        { "drama_path", 8578, 0.23650, 0.20330, 0.8579, 0.24034, 0.20502 },
        { "lead_change", 0, 0.61661, 0.12919, 0.8579, 0.61829, 0.13044 },
        { "uncertainty_entropy", 0, 0.97297, 0.01479, 1.0000, 0.97332, 0.01478 },
        { "uncertainty_pdd", 0, 0.88231, 0.03532, 1.0000, 0.88310, 0.03534 },
    },
    {
        // 10R2d5
        { "drama_points", 8116, 0.32210, 0.11520, 0.8087, 0.32319, 0.11581 },
        { "drama_position", 8567, 0.59190, 0.09070, 0.8537, 0.59268, 0.09135 },
        { "drama_path", 8567, 0.23970, 0.20550, 0.8537, 0.24069, 0.20483 },
        { "lead_change", 0, 0.61559, 0.12953, 0.8537, 0.61624, 0.12994 },
        { "uncertainty_entropy", 0, 0.98996, 0.00576, 1.0000, 0.98994, 0.00579 },
        { "uncertainty_pdd", 0, 0.92846, 0.02147, 1.0000, 0.92837, 0.02152 },
    },
    {
        // 50Rd6
        { "drama_points", 9504, 0.28860, 0.10400, 0.9510, 0.28880, 0.10346 },
        { "drama_position", 9657, 0.59320, 0.07840, 0.9661, 0.59472, 0.07889 },
        { "drama_path", 9657, 0.24860, 0.21080, 0.9661, 0.24973, 0.21100 },
        { "lead_change", 0, 0.58315, 0.11731, 0.9661, 0.58515, 0.11721 },
        { "uncertainty_entropy", 0, 0.99362, 0.00301, 1.0000, 0.99363, 0.00297 },
        { "uncertainty_pdd", 0, 0.94854, 0.01366, 1.0000, 0.94851, 0.01360 },
    },
    {
        // 50Rd10
        { "drama_points", 9545, 0.30060, 0.10260, 0.9583, 0.29906, 0.10283 },
        { "drama_position", 9642, 0.59540, 0.07960, 0.9669, 0.59486, 0.07877 },
        { "drama_path", 9642, 0.25210, 0.21200, 0.9669, 0.24975, 0.21090 },
        { "lead_change", 0, 0.58676, 0.11685, 0.9669, 0.58647, 0.11713 },
        { "uncertainty_entropy", 0, 0.99258, 0.00352, 1.0000, 0.99258, 0.00354 },
        { "uncertainty_pdd", 0, 0.94457, 0.01465, 1.0000, 0.94466, 0.01471 },
    },
    {
        // 50R2d5
        { "drama_points", 9496, 0.24360, 0.08730, 0.9543, 0.24599, 0.08807 },
        { "drama_position", 9625, 0.59420, 0.07910, 0.9660, 0.59534, 0.07922 },
        { "drama_path", 9625, 0.24870, 0.20990, 0.9660, 0.24946, 0.21060 },
        { "lead_change", 0, 0.58466, 0.11592, 0.9660, 0.58449, 0.11686 },
        { "uncertainty_entropy", 0, 0.99714, 0.00140, 1.0000, 0.99714, 0.00139 },
        { "uncertainty_pdd", 0, 0.96532, 0.00920, 1.0000, 0.96533, 0.00917 },
    },
    {
        // 50Rd50
        { "drama_points", 9650, 0.30960, 0.10490, 0.9655, 0.31085, 0.10426 },
        { "drama_position", 9670, 0.59380, 0.07820, 0.9671, 0.59505, 0.07873 },
        { "drama_path", 9670, 0.25080, 0.21000, 0.9671, 0.24970, 0.21077 },
        { "lead_change", 0, 0.59008, 0.11661, 0.9671, 0.58735, 0.11719 },
        { "uncertainty_entropy", 0, 0.99100, 0.00438, 1.0000, 0.99106, 0.00441 },
        { "uncertainty_pdd", 0, 0.93946, 0.01616, 1.0000, 0.93962, 0.01622 },
    },
    {
        // TDMC5
        { "drama_points", 3656, 0.55032, 0.19064, 0.3680, 0.55678, 0.18588 },
        { "drama_position", 6285, 0.60840, 0.11744, 0.6256, 0.60679, 0.11680 },
        { "drama_path", 5106, 0.21184, 0.19937, 0.5054, 0.20634, 0.19713 },
        { "lead_change", 6285, 0.61567, 0.10356, 0.6256, 0.61543, 0.10418 },
        { "uncertainty_entropy", 10000, 0.95955, 0.02004, 1.0000, 0.95942, 0.02005 },
        { "uncertainty_pdd", 10000, 0.85135, 0.05254, 1.0000, 0.85079, 0.05208 },
    },
    {
        // TDMC20
        { "drama_points", 7257, 0.43890, 0.19280, 0.7219, 0.44022, 0.19034 },
        { "drama_position", 8758, 0.59840, 0.09330, 0.8737, 0.59991, 0.09476 },
        { "drama_path", 8758, 0.24070, 0.20700, 0.8737, 0.24430, 0.20942 },
        { "lead_change", 8758, 0.55500, 0.11770, 0.8737, 0.55495, 0.11727 },
        { "uncertainty_entropy", 10000, 0.95440, 0.02410, 1.0000, 0.95427, 0.02419 },
        { "uncertainty_pdd", 10000, 0.83520, 0.04770, 1.0000, 0.83494, 0.04786 },
    },
};

// Drama by points against the number of rounds: mean over all matches with one
// six-sided die, the same over matches above zero, then one ten-sided die and
// two five-sided dice over all matches. From 400,000 matches each.
typedef struct paper_length {
    int rounds;
    double d6, d6_nonzero, d10, two_d5;
} paper_length;

static const paper_length paper_lengths[] = {
    { 2, 0.1668, 0.5571, 0.1846, 0.1525 },  { 3, 0.2297, 0.4890, 0.2491, 0.2047 },
    { 5, 0.2754, 0.4303, 0.2948, 0.2430 },  { 8, 0.2963, 0.3915, 0.3147, 0.2582 },
    { 10, 0.2999, 0.3764, 0.3176, 0.2613 }, { 11, 0.3013, 0.3704, 0.3189, 0.2621 },
    { 12, 0.3018, 0.3647, 0.3188, 0.2619 }, { 13, 0.3022, 0.3603, 0.3188, 0.2620 },
    { 14, 0.3020, 0.3560, 0.3182, 0.2619 }, { 16, 0.3010, 0.3477, 0.3170, 0.2605 },
    { 20, 0.2982, 0.3357, 0.3134, 0.2573 }, { 30, 0.2901, 0.3145, 0.3038, 0.2491 },
    { 50, 0.2748, 0.2890, 0.2868, 0.2345 }, { 100, 0.2491, 0.2560, 0.2591, 0.2117 },
};

enum { PAPER_LENGTHS = sizeof paper_lengths / sizeof *paper_lengths };

// What the equations as printed tend to, where that is something else.
typedef struct paper_printed {
    const char *game, *metric;
    double share, mean, sd, mean_of_all;
} paper_printed;

static const paper_printed paper_printed_limits[] = {
    { "10Rd6", "drama_points", 0.7975, 0.23311, 0.05628, 0.18590 },
    { "10Rd6", "drama_position", 0.8551, 0.68221, 0.10391, 0.58334 },
    { "10Rd6", "drama_path", 0.8551, 0.30078, 0.22802, 0.25719 },
    { "10Rd10", "drama_points", 0.8244, 0.22803, 0.06359, 0.18800 },
    { "10Rd10", "drama_position", 0.8579, 0.68247, 0.10387, 0.58548 },
    { "10Rd10", "drama_path", 0.8579, 0.30074, 0.22798, 0.25800 },
    { "10R2d5", "drama_points", 0.8087, 0.19217, 0.04817, 0.15541 },
    { "10R2d5", "drama_position", 0.8537, 0.68437, 0.10548, 0.58424 },
    { "10R2d5", "drama_path", 0.8537, 0.30110, 0.22776, 0.25704 },
    { "50Rd6", "drama_points", 0.9510, 0.14009, 0.03946, 0.13323 },
    { "50Rd6", "drama_position", 0.9661, 0.68672, 0.09109, 0.66346 },
    { "50Rd6", "drama_path", 0.9661, 0.25942, 0.21538, 0.25063 },
    { "50Rd10", "drama_points", 0.9583, 0.14053, 0.04260, 0.13467 },
    { "50Rd10", "drama_position", 0.9669, 0.68689, 0.09096, 0.66414 },
    { "50Rd10", "drama_path", 0.9669, 0.25943, 0.21527, 0.25084 },
    { "50R2d5", "drama_points", 0.9543, 0.11557, 0.03332, 0.11029 },
    { "50R2d5", "drama_position", 0.9660, 0.68744, 0.09147, 0.66406 },
    { "50R2d5", "drama_path", 0.9660, 0.25915, 0.21497, 0.25033 },
    { "50Rd50", "drama_points", 0.9655, 0.14059, 0.04675, 0.13574 },
    { "50Rd50", "drama_position", 0.9671, 0.68711, 0.09091, 0.66450 },
    { "50Rd50", "drama_path", 0.9671, 0.25938, 0.21515, 0.25084 },
    { "TDMC5", "drama_points", 0.3680, 0.60834, 0.07352, 0.22385 },
    { "TDMC5", "drama_position", 0.6256, 0.70066, 0.13487, 0.43833 },
    { "TDMC5", "drama_path", 0.6256, 0.32881, 0.23523, 0.20570 },
    { "TDMC20", "drama_points", 0.7219, 0.41623, 0.06005, 0.30049 },
    { "TDMC20", "drama_position", 0.8737, 0.69272, 0.10942, 0.60522 },
    { "TDMC20", "drama_path", 0.8737, 0.27032, 0.22027, 0.23618 },
};

enum { PAPER_PRINTED = sizeof paper_printed_limits / sizeof *paper_printed_limits };
