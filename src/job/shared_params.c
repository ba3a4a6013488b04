// shared_params.c - the parameters that many jobs share.
#include "job/job.h"

const dado_param dado_params_game[] = {
    DADO_PARAM(SET, "set", 'D', .many = true,
               .about = "Sets an option of the game, or replaces what it declares by that name. "
                        "@FILE as a value is the text of that file."),
    { 0 },
};

const dado_param dado_params_seats[] = {
    DADO_PARAM(
        AGENT, "seat", .value = "SEAT=AGENT", .many = true, .seat = true,
        .about = "Who sits there: --seat 2=uct:iterations=500 is the second player. Seats not "
                 "named are taken by the agent of --agents, or at random.",
        .in_requests =
            "Who sits there, counted from 0: 1=uct:iterations=500 is the second player. Seats "
            "not named are taken by the agent of agents, or at random."),
    DADO_PARAM(AGENT, "agents", .value = "LIST", .usual = "random",
               .about = "Who plays, seat by seat, parted by commas; one alone takes every seat."),
    DADO_PARAM_UNSAFE,
    { 0 },
};

const dado_param dado_params_play[] = {
    DADO_PARAM(WHOLE, "matches", 'n', .usual = "1000", .least = 1, .most = 1e12,
               .about = "How many matches to play."),
    DADO_PARAM_SEED,
    DADO_PARAM_THREADS,
    DADO_PARAM_NATIVE,
    DADO_PARAM_LIMIT,
    { 0 },
};

const dado_param dado_params_metrics[] = {
    DADO_PARAM(CHOICE, "metrics", .rare = true, .value = "WHICH", .choices = "all six",
               .usual = "all",
               .about = "Which metrics to take of every match: all, or the six published ones."),
    DADO_PARAM(CHOICE, "preset", .rare = true, .value = "NAME", .choices = "formula reference",
               .usual = "formula",
               .about = "How the published metrics are read: formula, as printed, or reference, as "
                        "their tables were made."),
    DADO_PARAM(CHOICE, "ties", .rare = true, .value = "RULE",
               .choices = "seat incumbent shared random", .usual = "seat",
               .about = "Who leads at equal points: seat, incumbent, shared or random."),
    DADO_PARAM(WHOLE, "floor", .rare = true, .value = "POINTS", .usual = "0", .least = INT32_MIN,
               .most = INT32_MAX,
               .about = "The lowest total there can be; metrics count points from there."),
    { 0 },
};

const dado_param dado_params_map[] = {
    DADO_PARAM(FILE, "map", .value = "MAP|GENERATOR", .word = true, .needed = true,
               .about = "A map, or a generator that makes one."),
    DADO_PARAM(WHOLE, "seed", 's', .usual = "1", .about = "Where a generator's luck comes from."),
    { 0 },
};

const dado_param dado_params_store_file[] = { DADO_PARAM_STORE, { 0 } };

const dado_param dado_params_replayed[] = { DADO_PARAM_PLAYER, DADO_PARAM_UNSAFE, { 0 } };

const dado_param dado_params_run[] = {
    DADO_PARAM(RUN, "run", .word = true, .unset = "last",
               .about = "A number from dado runs, or last."),
    DADO_PARAM_STORE,
    { 0 },
};

// What to keep of each match; only some jobs can keep sums.
#define STORE_PARAMS(kept, sums) \
    { \
        DADO_PARAM_STORE, \
            DADO_PARAM(FLAG, "no-store", .rare = true, .beside = true, .about = "Keeps nothing."), \
            DADO_PARAM(FLAG, "resume", .rare = true, .beside = true, \
                       .about = "Goes on with the same experiment where it was left, or shows it " \
                                "again if it is finished."), \
            DADO_PARAM(FLAG, "again", .rare = true, .beside = true, \
                       .about = "Plays anew even where this program has played the same " \
                                "experiment to its end: otherwise that run is shown, and " \
                                "nothing is played twice."), \
            DADO_PARAM(CHOICE, "keep", .rare = true, .value = "WHAT", .choices = kept, \
                       .usual = "results", .beside = true, \
                       .about = "What to keep of each match: results, or moves too, so that it " \
                                "can be replayed from the store alone. Moves are always kept " \
                                "where programs, plug-ins or scripts play." sums), \
            { 0 }, \
    }

const dado_param dado_params_store[] = STORE_PARAMS("results moves", "");

const dado_param dado_params_store_or_sums[] = STORE_PARAMS(
    "results moves sums",
    " With sums nothing is kept but counts, sums and histograms of all matches of random players, "
    "for very many of them.");

const dado_param dado_params_device[] = {
    DADO_PARAM(TEXT, "device", .rare = true, .value = "WHERE", .usual = "auto", .beside = true,
               .about = "With --keep sums: where matches are played. auto is a graphics card if "
                        "there is one with OpenCL, none the processor, and NAME a part of a name "
                        "that dado list devices shows. Results do not depend on it."),
    { 0 },
};

#define PARAM_MPI \
    { \
        .name = "mpi", .kind = DADO_PARAM_FLAG, .beside = true, .rare = true, \
        .about = "Plays with all processes that mpirun or srun has started, on one machine or " \
                 "many; the result is that of one process, byte for byte." \
    }

const dado_param dado_params_mpi[] = { PARAM_MPI, { 0 } };

const dado_param dado_params_parts[] = {
    PARAM_MPI,
    DADO_PARAM(
        TEXT, "part", .rare = true, .value = "I/N", .beside = true,
        .about =
            "Plays part I of N into the file of --part-file; dado runs merge makes the run of all "
            "parts. A part that was stopped goes on with the same command."),
    DADO_PARAM(FILE, "out", .typed = "part-file", .rare = true, .beside = true,
               .about = "The file of a part."),
    { 0 },
};
