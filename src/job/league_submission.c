// league_submission.c - see league_season.h: takes submissions in, builds and tries them.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/confine.h"
#include "core/scope_cleanup.h"
#include "job/agent_build.h"
#include "job/agent_trial.h"
#include "job/league_season.h"
#include "lab/file.h"

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left for a submission");
}

// ---- what is submitted

static const dado_file_archive_limits limits_of_files = { DADO_SUBMISSION_FILES,
                                                          DADO_SUBMISSION_BYTES };

bool dado_league_read_bytes(dado_file_archive *files, const char *name, const unsigned char *bytes,
                            size_t size, dado_region *region, dado_error *err)
{
    if (size > DADO_SUBMISSION_BYTES) {
        return dado_fail(err, DADO_INVALID, "a submission has at most %d MB",
                         DADO_SUBMISSION_BYTES >> 20);
    }
    if (dado_file_archive_is(name)) {
        return dado_file_archive_read(files, name, bytes, size, &limits_of_files, region, err);
    }
    if (!dado_file_archive_name_is_plain(name) || strchr(name, '/')) {
        return dado_fail(err, DADO_INVALID,
                         "a file needs a name of letters, digits and ._-+, such as bot.py");
    }
    dado_file_archive_file *file = dado_new(region, dado_file_archive_file, 1);
    char *copy = dado_region_copy(region, name, strlen(name));
    if (!file || !copy) return no_memory(err);
    *file = (dado_file_archive_file){ .name = copy, .bytes = bytes, .size = size };
    *files = (dado_file_archive){ file, 1 };
    return true;
}

typedef struct folder_reader {
    dado_file_archive *files;
    const char *folder;
    int opened;  // the folder
    size_t left;
    dado_region *region;
    dado_error *err;
    bool failed;
} folder_reader;

// Reads a plain file of the folder. Links are not followed: a folder that somebody sent could
// name any file of the organiser's with one.
static bool read_plain(const folder_reader *r, const char *name, dado_file_archive_file *file)
{
    struct stat about = { 0 };
    int fd = dado_open_by_steps(r->opened, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0);
    bool fine = fd >= 0 && fstat(fd, &about) == 0 && S_ISREG(about.st_mode);
    if (!fine) {
        dado_fail(r->err, DADO_INVALID, "%.150s: a submission has plain files, and no links", name);
    } else if ((size_t)about.st_size > r->left) {
        fine = dado_fail(r->err, DADO_INVALID, "a submission has at most %d MB",
                         DADO_SUBMISSION_BYTES >> 20);
    }
    unsigned char *bytes = fine ? dado_region_alloc(r->region, (size_t)about.st_size + 1, 1) : NULL;
    if (fine && !bytes) fine = no_memory(r->err);
    size_t size = 0;
    for (ssize_t more = 1; fine && more > 0 && size < (size_t)about.st_size;) {
        more = read(fd, bytes + size, (size_t)about.st_size - size);
        if (more < 0) {
            fine =
                dado_fail(r->err, DADO_IO, "%.150s could not be read: %s", name, strerror(errno));
        } else {
            size += (size_t)more;
        }
    }
    if (fd >= 0) close(fd);
    *file = (dado_file_archive_file){ name, bytes, size, about.st_mode & 0111 };
    return fine;
}

static void read_one(void *context, const char *path)
{
    folder_reader *r = context;
    const char *name = path + strlen(r->folder) + 1;
    if (r->failed) return;
    r->failed = true;
    if (!dado_file_archive_name_is_plain(name)) {
        dado_fail(r->err, DADO_INVALID,
                  "%.150s: files of a submission have names of letters, digits and ._-+", name);
        return;
    }
    if (r->files->count == DADO_SUBMISSION_FILES) {
        dado_fail(r->err, DADO_INVALID, "a submission has at most %d files", DADO_SUBMISSION_FILES);
        return;
    }
    char *copy = dado_region_copy(r->region, name, strlen(name));
    if (!copy) {
        no_memory(r->err);
        return;
    }
    dado_file_archive_file *file = &r->files->files[r->files->count];
    if (!read_plain(r, copy, file)) return;
    r->left -= file->size;
    r->files->count++;
    r->failed = false;
}

bool dado_league_read_files(dado_file_archive *files, const char *path, dado_region *region,
                            dado_error *err)
{
    if (!dado_folder_exists(path)) {
        const unsigned char *bytes;
        size_t size;
        return dado_file_read_bytes(path, DADO_SUBMISSION_BYTES, region, &bytes, &size, err) &&
               dado_league_read_bytes(files, dado_base_name(path), bytes, size, region, err);
    }
    *files =
        (dado_file_archive){ dado_new(region, dado_file_archive_file, DADO_SUBMISSION_FILES), 0 };
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') length--;
    char *folder = dado_region_copy(region, path, length);
    if (!files->files || !folder) return no_memory(err);
    int opened = dado_open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
    if (opened < 0) return dado_open_failed(folder, err);
    folder_reader reader = { files, folder, opened, DADO_SUBMISSION_BYTES, region, err, false };
    dado_folder_foreach(folder, &reader, read_one);
    close(opened);
    if (!reader.failed && files->count == 0) {
        return dado_fail(err, DADO_INVALID, "%.150s has no files", path);
    }
    return !reader.failed;
}

// ---- taking it in

static bool write_failed(const char *name, dado_error *err)
{
    return dado_fail(err, DADO_IO, "cannot write %.150s: %s", name, strerror(errno));
}

// Writes one file below an open folder, whose folders it makes.
static bool write_file(int folder, const dado_file_archive_file *file, dado_error *err)
{
    char path[512];
    snprintf(path, sizeof path, "%s", file->name);
    for (char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdirat(folder, path, 0755) != 0 && errno != EEXIST) return write_failed(path, err);
        *slash = '/';
    }
    int fd = openat(folder, path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                    file->program ? 0755 : 0644);
    if (fd < 0) return write_failed(path, err);
    for (size_t done = 0; done < file->size;) {
        ssize_t more = write(fd, file->bytes + done, file->size - done);
        if (more < 0) {
            write_failed(path, err);
            close(fd);
            return false;
        }
        done += (size_t)more;
    }
    close(fd);
    return true;
}

typedef struct placing {
    const dado_league_season *season;
    const char *incoming;  // the folder that gets its number
} placing;

// Gives the folder of a submission its final name. What has that name belongs to no
// submission: the process ended before it was written down.
static bool place(void *context, int submission, dado_error *err)
{
    const placing *p = context;
    char path[PATH_MAX], aside[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/submissions/%d", p->season->folder, submission + 1);
    if (dado_folder_exists(path)) {
        snprintf(aside, sizeof aside, "%s-unused-%ld", path, (long)time(NULL));
        if (rename(path, aside) != 0) return write_failed(path, err);
    }
    return rename(p->incoming, path) == 0 || write_failed(path, err);
}

static bool too_many(dado_league_season *season, int team, int64_t now, dado_error *err)
{
    enum { day = 24 * 60 * 60 };
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_league_log log;
    if (!dado_league_season_log(season, &log, &region, err)) return true;
    int64_t made = 0;
    for (int i = 0; i < log.submission_count; i++) {
        made += log.submissions[i].team == team && log.submissions[i].added > now - day;
    }
    if (made < season->settings.submissions_a_day) return false;
    dado_fail(err, DADO_LIMIT, "the team has made %" PRId64 " submissions since a day ago; wait",
              made);
    return true;
}

static int remove_entry(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about, (void)kind, (void)where;
    remove(path);
    return 0;
}

bool dado_league_submit(dado_league_season *season, int team, const dado_file_archive *files,
                        int *submission, dado_error *err)
{
    char incoming[PATH_MAX];
    int64_t now = (int64_t)time(NULL);
    if (too_many(season, team, now, err)) return false;
    int length =
        snprintf(incoming, sizeof incoming, "%s/submissions/incoming-XXXXXX", season->folder);
    if (length < 0 || (size_t)length >= sizeof incoming || !mkdtemp(incoming)) {
        return write_failed("a folder for the submission", err);
    }
    chmod(incoming, 0755);
    int folder = open(incoming, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool fine = folder >= 0 || write_failed(incoming, err);
    for (int i = 0; fine && i < files->count; i++) fine = write_file(folder, &files->files[i], err);
    if (folder >= 0) close(folder);
    placing p = { season, incoming };
    pthread_mutex_lock(&season->lock);
    fine = fine && dado_league_add_submission(season->store, team, now, place, &p, submission, err);
    pthread_mutex_unlock(&season->lock);
    // What was not taken in counts for nobody's day, so it must not fill the disk.
    if (!fine) nftw(incoming, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    return fine;
}

// ---- how it is built and started

// The languages that are known by the ending of a file, with the kit that goes with them.
static const struct language {
    const char *ending, *kit_folder, *kit;
    const char *command;     // builds the program `bot`; NULL: the file itself plays
    const char *first_line;  // what a script begins with; or NULL
} languages[] = {
    { ".py", "kits/python", "dado.py", NULL, "#!/usr/bin/env python3\n" },
    { ".js", "kits/javascript", "dado.js", NULL, "#!/usr/bin/env node\n" },
    { ".lua", NULL, NULL, NULL, NULL },
    { ".c", "kits/c", "dado_pipe.h", "cc -O2 -o bot *.c -lm", NULL },
    { ".cpp", "kits/cpp", "dado.hpp", "c++ -O2 -std=c++17 -o bot *.cpp", NULL },
};

static const char built_program[] = "bot";

static const struct language *language_of(const char *name)
{
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
        const struct language *language = &languages[i];
        bool is_kit = language->kit && strcmp(name, language->kit) == 0;
        if (dado_ends_with(name, language->ending) && !is_kit) return language;
    }
    return NULL;
}

typedef struct main_file {
    char name[256];  // "" if there is none
    const struct language *language;
    int count;   // files that could be it
    bool mixed;  // they are of several languages
} main_file;

// Finds the file that plays among those of the folder itself: the only one in a known
// language, or the one called bot or agent.
static void find_main(const char *folder, main_file *found)
{
    *found = (main_file){ 0 };
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        const struct language *language = language_of(name);
        size_t stem = strcspn(name, ".");
        bool named = (stem == 3 && strncmp(name, "bot", 3) == 0) ||
                     (stem == 5 && strncmp(name, "agent", 5) == 0);
        if (language && strlen(name) < sizeof found->name) {
            found->mixed = found->mixed || (found->language && found->language != language);
            found->count++;
            if (named || found->count == 1) {
                snprintf(found->name, sizeof found->name, "%s", name);
                found->language = language;
            }
            if (named) found->count = -DADO_SUBMISSION_FILES;  // no other counts
        }
        free(entries[i]);
    }
    if (count >= 0) free(entries);
    bool one = found->count <= 1 || (!found->mixed && found->language && found->language->command);
    if (!one) found->name[0] = '\0';
}

// Copies a shipped kit beside the program, unless the submission has its own.
static bool add_kit(const char *folder, const struct language *language, dado_region *region,
                    dado_error *err)
{
    if (!language->kit) return true;
    char to[PATH_MAX + 300], from[PATH_MAX + 300];
    const unsigned char *bytes;
    size_t size;
    const char *library = dado_library_folder();
    snprintf(to, sizeof to, "%s/%s", folder, language->kit);
    snprintf(from, sizeof from, "%s/%s/%s", library ? library : "", language->kit_folder,
             language->kit);
    if (dado_file_exists(to) || !library) return true;
    return dado_file_read_bytes(from, DADO_FILE_MOST, region, &bytes, &size, err) &&
           dado_file_write(to, (const char *)bytes, size, err);
}

// Makes a script a program: its first line names what runs it.
static bool make_program(const char *path, const char *first_line, dado_region *region,
                         dado_error *err)
{
    const unsigned char *bytes;
    size_t size;
    if (!dado_file_read_bytes(path, DADO_SUBMISSION_BYTES, region, &bytes, &size, err)) {
        return false;
    }
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    if (size < 2 || memcmp(bytes, "#!", 2) != 0) dado_text_add(&text, first_line);
    dado_text_add_bytes(&text, (const char *)bytes, size);
    if (text.cut) return no_memory(err);
    return dado_file_write_program(path, dado_text_string(&text), text.length, err) &&
           (chmod(path, 0755) == 0 || write_failed(path, err));
}

// Builds the program. Returns false if that fails; `said` has the output of the build.
static bool build(const dado_league_season *season, const char *folder, const char *command,
                  const atomic_int *stop, dado_text *said, dado_error *err)
{
    dado_build_limits limits = { .memory_mb = 2048,
                                 .files_mb = 512,
                                 .processes = 256,
                                 .seconds = season->settings.build_seconds };
    dado_build built;
    char path[PATH_MAX + 300];
    snprintf(path, sizeof path, "%s/%s", folder, built_program);
    if (!dado_build_run(&built, folder, command, &limits, stop, err)) return false;
    dado_text_addf(said, "%s: ", command);
    dado_build_describe_end(&built, &limits, said);
    dado_text_char(said, '\n');
    dado_text_add_escaped(said, dado_text_string(&built.output), built.output.length);
    dado_text_end_line(said);
    bool fine = built.end == DADO_BUILD_ENDED && built.code == 0;
    if (!fine) dado_fail(err, DADO_INVALID, "it was not built");
    // It may have brought a program of that name along; what was built replaces it.
    fine = fine && dado_build_take(&built, built_program, path, err) &&
           (chmod(path, 0755) == 0 || write_failed(path, err));
    dado_build_free(&built);
    return fine;
}

// Prepares what plays: builds it, or makes a script a program. `player` gets its name in
// the folder of the submission.
static bool prepare(const dado_league_season *season, const char *folder, const atomic_int *stop,
                    char player[256], dado_text *said, dado_region *region, dado_error *err)
{
    const char *command = dado_build_command(folder);
    main_file found;
    find_main(folder, &found);
    if (command) {
        snprintf(player, 256, "%s", built_program);
        return build(season, folder, command, stop, said, err);
    }
    if (!found.name[0]) {
        return dado_fail(err, DADO_INVALID,
                         "there is no build.sh or Makefile, and no single file ends in .py, .js, "
                         ".lua, .c or .cpp; call the one that plays bot");
    }
    if (!add_kit(folder, found.language, region, err)) return false;
    if (found.language->command) {
        snprintf(player, 256, "%s", built_program);
        return build(season, folder, found.language->command, stop, said, err);
    }
    char path[PATH_MAX + 300];
    snprintf(path, sizeof path, "%s/%s", folder, found.name);
    memcpy(player, found.name, sizeof found.name);
    return !found.language->first_line ||
           make_program(path, found.language->first_line, region, err);
}

bool dado_league_player(const dado_league_season *season, int submission, const char *typed,
                        dado_player *player, dado_region *region, dado_error *err)
{
    char folder[PATH_MAX], whole[PATH_MAX];
    // A house player is known by its words, a submission by a file in its folder.
    bool file = strncmp(typed, "submissions/", 12) == 0;
    DADO_CLEANUP(dado_text_free) dado_text path = { 0 };
    dado_text_addf(&path, "%s%s%s", file ? season->folder : "", file ? "/" : "", typed);
    char *words = dado_region_copy(region, dado_text_string(&path), path.length);
    if (!words) return no_memory(err);
    if (!dado_player_parse(player, words, region, err)) return false;
    if (strcmp(player->kind->name, "process") != 0) return true;
    snprintf(folder, sizeof folder, "%s/submissions/%d", season->folder, submission + 1);
    if (!realpath(folder, whole)) return write_failed(folder, err);
    dado_option *limits = dado_new(region, dado_option, 4);
    DADO_CLEANUP(dado_text_free) dado_text time = { 0 };
    DADO_CLEANUP(dado_text_free) dado_text memory = { 0 };
    dado_text_addf(&time, "%" PRId64, season->settings.time_ms);
    dado_text_addf(&memory, "%" PRId64, season->settings.memory_mb);
    if (!limits) return no_memory(err);
    limits[0] = (dado_option){ .name = "time_ms",
                               .text = dado_region_copy(region, time.data, time.length) };
    limits[1] = (dado_option){ .name = "memory_mb",
                               .text = dado_region_copy(region, memory.data, memory.length) };
    limits[2] =
        (dado_option){ .name = "needs", .text = dado_region_copy(region, whole, strlen(whole)) };
    // Whoever dies gives the match up, so that a player that cannot play is soon paused.
    limits[3] = (dado_option){ .name = "on_crash", .text = "forfeit" };
    dado_options first = { limits, 4 }, own = player->options;
    for (int i = 0; i < 4; i++) {
        if (!limits[i].text) return no_memory(err);
    }
    return dado_options_join(&player->options, &own, &first, region, err);
}

// ---- the trial

enum { trial_matches = 3 };

static void describe_complaints(const dado_agent_trial *trial, dado_text *said)
{
    for (int i = 0; i < trial->complaint_count; i++) {
        const dado_complaint *c = &trial->complaints[i];
        dado_text_addf(said, "%s: %s", dado_complaint_is_harmless(c->about) ? "remark" : "problem",
                       dado_complaint_meaning(c->about));
        if (c->count > 1) dado_text_addf(said, " (%d times)", c->count);
        dado_text_addf(said, "\n    before decision %d: ", c->decision + 1);
        dado_text_add_escaped(said, c->example, strlen(c->example));
        dado_text_char(said, '\n');
    }
}

// Returns how often the player was late, died or was refused too often, so that a move was
// played for it.
static int strikes_of(const dado_agent_trial *trial)
{
    int strikes = 0;
    for (int i = 0; i < trial->complaint_count; i++) {
        const dado_complaint *c = &trial->complaints[i];
        strikes += strncmp(c->about, "strike ", 7) == 0 ? c->count : 0;
    }
    return strikes;
}

// Plays the trial: three matches against random players, in the first seats in turn.
// Returns whether the submission may take part; `said` has what was seen.
static bool try_out(const dado_league_season *season, int submission, const char *typed,
                    const atomic_int *stop, dado_text *said, dado_region *region, dado_error *err)
{
    dado_player player;
    dado_agent_trial *trial = dado_new(region, dado_agent_trial, 1);
    if (!trial) return no_memory(err);
    if (!dado_league_player(season, submission, typed, &player, region, err)) return false;
    bool fine = true;
    for (int m = 0; fine && m < trial_matches; m++) {
        dado_agent_trial_how how = { .game = &season->game,
                                     .player = &player,
                                     .options = &player.options,
                                     .matches = 1,
                                     .move_limit = (int)season->settings.moves,
                                     .seed = (uint64_t)m + 1,
                                     .stop = stop,
                                     .region = region };
        fine = dado_agent_trial_play(trial, &how, m % season->game.players, err);
    }
    int strikes = strikes_of(trial);
    bool accepted = trial->forfeited == 0 && strikes == 0;
    if (fine) {
        dado_text_addf(said, "trial: %d matches against random players, %d won, %d given up\n",
                       trial->matches, trial->won, trial->forfeited);
        describe_complaints(trial, said);
    }
    dado_agent_trial_free(trial);
    if (fine && !accepted) {
        return dado_fail(err, DADO_INVALID,
                         "in the trial it had %d strike%s and gave up %d of %d matches", strikes,
                         strikes == 1 ? "" : "s", trial->forfeited, trial->matches);
    }
    return fine;
}

bool dado_league_settle(dado_league_season *season, int submission, const atomic_int *stop,
                        dado_error *err)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    DADO_CLEANUP(dado_text_free) dado_text said = { 0 };
    char folder[PATH_MAX], player[256], typed[300] = "";
    dado_error why = { 0 };
    snprintf(folder, sizeof folder, "%s/submissions/%d", season->folder, submission + 1);
    bool ready = prepare(season, folder, stop, player, &said, &region, &why);
    if (ready) {
        snprintf(typed, sizeof typed, "submissions/%d/%s", submission + 1, player);
        ready = try_out(season, submission, typed, stop, &said, &region, &why);
    }
    if (stop && atomic_load_explicit(stop, memory_order_relaxed)) return true;
    if (!ready) dado_text_addf(&said, "refused: %s\n", why.text);
    pthread_mutex_lock(&season->lock);
    bool fine = dado_league_settle_submission(
        season->store, submission, ready ? DADO_SUBMISSION_READY : DADO_SUBMISSION_REFUSED,
        ready ? typed : "", dado_text_string(&said), err);
    pthread_mutex_unlock(&season->lock);
    return fine;
}
