// flags.c - the options that many verbs share, said once.
#include "cli/verb.h"

const dado_flag dado_flags_help[] = {
    { "help", 'h', NULL, "Says how the verb is used, and stops.", NULL, DADO_OFFER_NOTHING, false },
    { "quiet", 'q', NULL, "Prints the result and errors, and nothing else.", NULL,
      DADO_OFFER_NOTHING, false },
    { 0 },
};

const dado_flag dado_flags_game[] = {
    { "set", 'D', "NAME=VALUE",
      "Sets an option of the game, or replaces what it declares by that name. @FILE as a value is "
      "the text of that file.",
      NULL, DADO_OFFER_NOTHING, true },
    { 0 },
};

const dado_flag dado_flags_seats[] = {
    { "seat", 0, "SEAT=AGENT",
      "Who sits there, counted from 0: --seat 1=uct:iterations=500. Seats not named are taken by "
      "the agent of --agents, or at random.",
      NULL, DADO_OFFER_AGENTS, true },
    { "agents", 0, "LIST", "Who plays, seat by seat, parted by commas; one alone takes every seat.",
      "random", DADO_OFFER_AGENTS, false },
    DADO_FLAG_UNSAFE,
    { 0 },
};

const dado_flag dado_flags_play[] = {
    { "matches", 'n', "N", "How many matches to play.", "1000", DADO_OFFER_NOTHING, false },
    { "seed", 's', "N", "Where all luck comes from: the same seed gives the same result.", "1",
      DADO_OFFER_NOTHING, false },
    { "threads", 'j', "N", "How many to play at a time; results do not depend on it.",
      "$DADO_THREADS, or one a core", DADO_OFFER_NOTHING, false },
    { "limit", 0, "N", "A match is stopped after so many moves, luck included.", "100000",
      DADO_OFFER_NOTHING, false },
    { 0 },
};

const dado_flag dado_flags_metrics[] = {
    { "metrics", 0, "WHICH",
      "Which metrics to take of every match: all, or the six published ones.", "all",
      DADO_OFFER_NOTHING, false },
    { "preset", 0, "NAME",
      "How the published metrics are read: formula, as printed, or reference, as their tables were "
      "made.",
      "formula", DADO_OFFER_NOTHING, false },
    { "ties", 0, "RULE", "Who leads at equal points: seat, incumbent, shared or random.", "seat",
      DADO_OFFER_NOTHING, false },
    { "floor", 0, "POINTS", "The lowest total there can be; metrics count points from there.", "0",
      DADO_OFFER_NOTHING, false },
    { 0 },
};

const dado_flag dado_flags_store_file[] = {
    { "store", 0, "FILE", "The file results are kept in.", "$DADO_STORE, or dado.db here",
      DADO_OFFER_FILES, false },
    { 0 },
};

const dado_flag dado_flags_store[] = {
    { "store", 0, "FILE", "The file results are kept in.", "$DADO_STORE, or dado.db here",
      DADO_OFFER_FILES, false },
    { "no-store", 0, NULL, "Keeps nothing.", NULL, DADO_OFFER_NOTHING, false },
    { "resume", 0, NULL,
      "Goes on with the same experiment where it was left, or shows it again if it is finished.",
      NULL, DADO_OFFER_NOTHING, false },
    { "keep", 0, "WHAT",
      "What to keep of each match: results, or moves too, so that it can be replayed from the "
      "store alone.",
      "results", DADO_OFFER_NOTHING, false },
    { 0 },
};

const dado_flag dado_flags_json[] = {
    { "json", 0, NULL, "Prints the result as JSON.", NULL, DADO_OFFER_NOTHING, false },
    { 0 },
};
