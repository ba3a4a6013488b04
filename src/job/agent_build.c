// agent_build.c - builds a player from sources that somebody else wrote.
//
// The build runs in a sandbox of its own (agents/sandboxed_build.h). Of all that it
// made one file is taken, which is the player; nothing else leaves the sandbox.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "job/agent_build.h"
#include "job/job_run.h"

static bool copy_bytes(int from, int to)
{
    char piece[65536];
    for (;;) {
        ssize_t got = read(from, piece, sizeof piece);
        if (got == 0) return true;
        for (ssize_t done = 0, more; done < got; done += more) {
            more = write(to, piece + done, (size_t)(got - done));
            if (more < 0) return false;
        }
        if (got < 0 && errno != EINTR) return false;
    }
}

// Writes an open file to `path`, whole or not at all.
static bool write_copy(int made, bool program, const char *path, dado_error *err)
{
    const char *leaf;
    int folder = dado_atomic_folder(path, &leaf);
    if (folder < 0) return dado_open_failed(path, err);
    dado_atomic_file copy;
    if (!dado_atomic_begin(&copy, folder, leaf, program ? 0777 : 0666)) {
        int why = errno;
        close(folder);
        return dado_fail(err, DADO_IO, "cannot write %.200s: %s", path, strerror(why));
    }
    if (copy_bytes(made, copy.file) && dado_atomic_keep(&copy)) return true;
    int why = errno;
    dado_atomic_drop(&copy);
    return dado_fail(err, DADO_IO, "cannot write %.200s: %s", path, strerror(why));
}

bool dado_build_take(const dado_build *build, const char *name, const char *path, dado_error *err)
{
    struct stat about = { 0 };
    int made = build->files < 0
                   ? -1
                   : dado_open_beneath(build->files, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0);
    bool plain = made >= 0 && fstat(made, &about) == 0 && S_ISREG(about.st_mode);
    bool fine =
        plain ? write_copy(made, about.st_mode & 0111, path, err)
              : dado_fail(err, DADO_MISSING,
                          "the build made no file %.150s; name the file that it makes: --take "
                          "FILE",
                          name);
    if (made >= 0) close(made);
    return fine;
}

void dado_build_describe_end(const dado_build *build, const dado_build_limits *limits,
                             dado_text *said)
{
    if (build->end == DADO_BUILD_OUT_OF_TIME) {
        dado_text_addf(said, "it was ended after %" PRId64 " seconds; more: --seconds",
                       limits->seconds);
    } else if (build->end == DADO_BUILD_OUT_OF_MEMORY) {
        dado_text_addf(said, "it was ended for using more than %" PRId64 " MB; more: --memory",
                       limits->memory_mb);
    } else if (build->end == DADO_BUILD_STOPPED) {
        dado_text_add(said, "it was stopped");
    } else if (build->code > 128) {
        dado_text_addf(said, "it was ended by signal %d, %s", build->code - 128,
                       strsignal(build->code - 128));
    } else {
        dado_text_addf(said, "it ended with exit code %d", build->code);
    }
}

static void fill_answer(dado_job_run *job_run, const char *command, const dado_build *build,
                        const char *said, bool built)
{
    dado_document *answer = job_run->answer;
    answer->title =
        dado_document_copyf(answer, "%s in %s", command, dado_job_run_text(job_run, "folder"));
    dado_part *facts = dado_document_facts(answer, "build");
    dado_fact(facts, "built", "built", (bool)built);
    dado_fact(facts, "end", "end", said);
    dado_fact(facts, "seconds", "took", dado_estimate_seconds((double)build->took_ms / 1000));
    if (build->most_mb) dado_fact(facts, "memory_mb", "most memory seen, MB", build->most_mb);
    if (build->left_out) dado_fact(facts, "left_out", "bytes of output left out", build->left_out);
    if (build->output.length) {
        dado_document_source(answer, "output", dado_text_string(&build->output));
    }
}

static bool build_player(dado_job_run *job_run)
{
    const char *folder = dado_job_run_text(job_run, "folder");
    const char *command = dado_job_run_text(job_run, "command");
    const char *taken = dado_job_run_text(job_run, "take");
    const char *path = dado_job_run_text(job_run, "output");
    dado_build_limits limits = { .memory_mb = dado_job_run_int(job_run, "memory"),
                                 .files_mb = dado_job_run_int(job_run, "scratch"),
                                 .processes = dado_job_run_int(job_run, "processes"),
                                 .seconds = dado_job_run_int(job_run, "seconds"),
                                 .needs = dado_job_run_text(job_run, "needs") };
    if (!command) command = dado_build_command(folder);
    if (!command) {
        return dado_job_run_usage_error(job_run,
                                        "%s has no build.sh, Makefile or Cargo.toml; say "
                                        "how it is built: --command 'cc -o bot bot.c'",
                                        folder);
    }
    if (!path) path = dado_base_name(taken);
    dado_build build;
    char room[200];
    dado_text said = dado_text_in_buffer(room, sizeof room);
    if (!dado_build_run(&build, folder, command, &limits, dado_job_run_stop_flag(job_run),
                        job_run->err)) {
        return false;
    }
    bool worked = build.end == DADO_BUILD_ENDED && build.code == 0, fine = true;
    if (worked) fine = dado_build_take(&build, taken, path, job_run->err);
    dado_build_describe_end(&build, &limits, &said);
    fill_answer(job_run, command, &build, dado_text_string(&said), worked && fine);
    if (worked && fine) dado_job_run_message(job_run, "wrote %s", path);
    else if (build.end == DADO_BUILD_STOPPED) dado_job_run_record_stop(job_run, "while it built");
    else if (fine) dado_job_run_message(job_run, "not built: %s", dado_text_string(&said));
    job_run->answer->failed = !worked;
    dado_build_free(&build);
    return fine;
}

const dado_job dado_job_agent_build = {
    .name = "agent build",
    .about = "builds a player from sources that somebody else wrote, in a sandbox",
    .details =
        "The sources are copied and built in the copy. The build reads the system's programs and "
        "libraries, the sources, and what --needs names. It reaches no network, changes nothing "
        "outside, and leaves no process behind. One file of what it made is taken; links that lead "
        "out are not followed.\n\n"
        "Without --command the folder is built by its build.sh, its Makefile, or its Cargo.toml. "
        "The exit code is 3 if the build fails.",
    .params = { DADO_PARAMS(
        DADO_PARAM(FOLDER, "folder", .word = true, .needed = true, .about = "The sources."),
        DADO_PARAM(TEXT, "take", .value = "FILE", .needed = true,
                   .about = "The file to take out of what was built: target/release/bot."),
        DADO_PARAM(OUTPUT, "output", 'o', .unset = "here, by its own name",
                   .about = "Where to write it."),
        DADO_PARAM(TEXT, "command", .value = "WORDS", .unset = "by what is in the folder",
                   .about = "What builds it, as one would type it in a shell there."),
        DADO_PARAM(TEXT, "needs", .value = "PATHS", .unset = "nothing more",
                   .about = "What the build may read besides, parted by colons, such as a compiler "
                            "that is not the system's; the folder bin of each is on its PATH."),
        DADO_PARAM(WHOLE, "memory", .value = "MIB", .usual = "2048", .least = 64, .most = 1 << 20,
                   .about = "Mebibytes of memory that it may use, files that it writes included."),
        DADO_PARAM(WHOLE, "scratch", .value = "MIB", .usual = "1024", .least = 1, .most = 1 << 20,
                   .about = "Mebibytes that it may write, the copy of the sources included."),
        DADO_PARAM(WHOLE, "processes", .usual = "256", .least = 2, .most = 4096,
                   .about = "How many processes and threads it may have at once."),
        DADO_PARAM(WHOLE, "seconds", .value = "N", .usual = "300", .least = 1, .most = 86400,
                   .about = "How long it may take, in seconds.")) },
    .examples = DADO_EXAMPLES(
        { "dado agent build their-bot --take bot", "Leaves the player bot here." },
        { "dado agent build their-bot --command 'cc -O2 -o bot bot.c' --take bot -o ./their_bot",
          "The same for a folder without a Makefile." }),
    .run = build_player,
};
