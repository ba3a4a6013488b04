// file.c - see file.h.
#define _GNU_SOURCE
#include "lab/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "core/text.h"

// Returns the type of what is at a path, such as S_IFREG; 0 if there is nothing.
static mode_t kind_of(const char *path)
{
    struct stat found;
    if (!dado_confined()) return stat(path, &found) == 0 ? found.st_mode & S_IFMT : 0;
    return dado_kind_beneath(path);
}

bool dado_file_exists(const char *path)
{
    return kind_of(path) != 0;
}

bool dado_folder_exists(const char *path)
{
    return kind_of(path) == S_IFDIR;
}

static bool is_folder(const char *path, dado_error *err)
{
    if (!dado_folder_exists(path)) return false;
    dado_fail(err, DADO_INVALID, "%.200s is a folder; name a file in it", path);
    return true;
}

// Reads to the end in steps, since the size of a pipe is not known.
static bool read_all(FILE *file, const char *path, size_t most, dado_region *region,
                     const unsigned char **copy, size_t *length, dado_error *err)
{
    size_t size = 0, room = 65536;
    char *bytes = malloc(room);
    size_t got;
    while (bytes && (got = fread(bytes + size, 1, room - size, file)) > 0) {
        size += got;
        if (size > most) break;
        if (size == room) {
            char *larger = realloc(bytes, room *= 2);
            if (!larger) free(bytes);
            bytes = larger;
        }
    }
    bool broken = ferror(file), fits = size <= most;
    *length = size;
    bool whole = bytes && !broken && fits;
    *copy = whole ? (const unsigned char *)dado_region_copy(region, bytes, size) : NULL;
    free(bytes);
    if (broken)
        return dado_fail(err, DADO_IO, "%.200s could not be read: %s", path, strerror(errno));
    if (!fits) {
        return dado_fail(err, DADO_LIMIT, "%.200s is longer than %zu bytes; is it the right file?",
                         path, most);
    }
    return *copy || dado_fail(err, DADO_LIMIT, "no memory left to read %.200s", path);
}

// Opens a plain file. A process that serves requests reads only plain files, since a pipe
// could keep it waiting.
static FILE *open_plain(const char *path)
{
    struct stat about;
    int file = dado_open(path, O_RDONLY | O_NONBLOCK, 0);
    if (file < 0) return NULL;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode)) return fdopen(file, "rb");
    close(file);
    errno = ENOENT;
    return NULL;
}

bool dado_file_read_bytes(const char *path, size_t most, dado_region *region,
                          const unsigned char **bytes, size_t *size, dado_error *err)
{
    bool confined = dado_confined();
    if (strcmp(path, "-") == 0 && !confined) {
        return read_all(stdin, "standard input", most, region, bytes, size, err);
    }
    if (is_folder(path, err)) return false;
    FILE *file = confined ? open_plain(path) : fopen(path, "rb");
    if (!file && confined) return dado_open_failed(path, err);
    if (!file && (errno == ENOENT || errno == ENOTDIR)) {
        return dado_fail(err, DADO_MISSING, "there is no file %.300s", path);
    }
    if (!file) {
        return dado_fail(err, DADO_IO, "%.200s could not be opened: %s", path, strerror(errno));
    }
    bool fine = read_all(file, path, most, region, bytes, size, err);
    fclose(file);
    return fine;
}

bool dado_file_read(const char *path, size_t most, dado_region *region, const char **text,
                    dado_error *err)
{
    const unsigned char *bytes;
    size_t length;
    if (!dado_file_read_bytes(path, most, region, &bytes, &length, err)) return false;
    *text = (const char *)bytes;
    if (memchr(bytes, '\0', length)) {
        return dado_fail(err, DADO_SYNTAX, "%.200s is not text: it has zero bytes in it", path);
    }
    if (strncmp(*text, "\xEF\xBB\xBF", 3) == 0) *text += 3;
    return true;
}

// Reports a failed write. If the reader of a pipe has closed it, the error has no text,
// and nothing is shown.
static bool refuse_write(const char *path, dado_error *err)
{
    if (errno == EPIPE) return dado_fail(err, DADO_IO, "%s", "");
    return dado_fail(err, DADO_IO, "%.200s could not be written: %s", path, strerror(errno));
}

// Returns the number of the open file that a path refers to, such as 1 for /dev/stdout;
// -1 if there is none.
static int open_already(const char *path)
{
    static const char *const folders[] = { "/dev/fd/", "/proc/self/fd/" };
    if (strcmp(path, "/dev/stdout") == 0) return STDOUT_FILENO;
    if (strcmp(path, "/dev/stderr") == 0) return STDERR_FILENO;
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(folders[i]);
        if (strncmp(path, folders[i], length) != 0) continue;
        const char *number = path + length;
        size_t digits = strspn(number, "0123456789");
        int64_t opened;
        if (digits < 7 && !number[digits] && dado_scan_int(number, &opened)) return (int)opened;
    }
    return -1;
}

// Reads where a link leads. Returns false if it is not a link, or belongs neither to this
// user nor to root.
static bool read_own_link(int folder, const char *leaf, char target[PATH_MAX])
{
    struct stat about;
    int link = openat(folder, leaf, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (link < 0) return false;
    bool own = fstat(link, &about) == 0 && S_ISLNK(about.st_mode) &&
               (about.st_uid == geteuid() || about.st_uid == 0);
    ssize_t length = own ? readlinkat(link, "", target, PATH_MAX) : -1;
    close(link);
    if (length < 0 || length >= PATH_MAX) return false;
    target[length] = '\0';
    return true;
}

// Opens a pipe or a device, and refuses a file that took its place meanwhile. O_CREAT is
// used for its side effect: with it, the kernel refuses pipes that other users left in a
// folder like /tmp.
static int open_stream(int folder, const char *leaf)
{
    char target[PATH_MAX];
    struct stat about;
    bool linked = read_own_link(folder, leaf, target);
    int file = openat(folder, linked ? target : leaf,
                      O_WRONLY | O_NOCTTY | O_CLOEXEC | (linked ? 0 : O_CREAT | O_NOFOLLOW), 0600);
    if (file < 0 || (fstat(file, &about) == 0 && !S_ISREG(about.st_mode))) return file;
    close(file);
    errno = ESTALE;
    return -1;
}

// Returns whether to write to what is at the path instead of replacing it.
static bool is_stream(int folder, const char *leaf)
{
    struct stat found, itself;
    char target[PATH_MAX];
    if (fstatat(folder, leaf, &found, 0) != 0 || S_ISREG(found.st_mode)) return false;
    if (fstatat(folder, leaf, &itself, AT_SYMLINK_NOFOLLOW) != 0) return false;
    return !S_ISLNK(itself.st_mode) || read_own_link(folder, leaf, target);
}

static bool begin_in_folder(dado_writer *w, int folder, const char *leaf, mode_t mode)
{
    w->atomic = !is_stream(folder, leaf);
    int file = -1;
    if (!w->atomic) file = open_stream(folder, leaf);
    else if (dado_atomic_begin(&w->whole, folder, leaf, mode)) file = w->whole.file;
    w->file = file >= 0 ? fdopen(file, "wb") : NULL;
    if (w->file && w->atomic) w->whole.file = -1;  // closed with the stream
    if (w->file || file < 0) return w->file;
    if (w->atomic) dado_atomic_drop(&w->whole);
    else close(file);
    return false;
}

static bool begin_beneath(dado_writer *w, const char *path, mode_t mode, dado_error *err)
{
    const char *leaf;
    mode_t kind = kind_of(path);
    if (kind && kind != S_IFREG) {
        return dado_fail(err, DADO_INVALID, "%.200s exists already and is not a file", path);
    }
    int folder = dado_atomic_folder(path, &leaf);
    if (folder < 0) return dado_open_failed(path, err);
    bool named = *leaf && strcmp(leaf, ".") != 0 && strcmp(leaf, "..") != 0;
    bool fine = named && dado_atomic_begin(&w->whole, folder, leaf, mode);
    if (!fine) {
        close(folder);
        return refuse_write(path, err);
    }
    w->atomic = true;
    w->file = fdopen(w->whole.file, "wb");
    if (w->file) {
        w->whole.file = -1;  // closed with the stream
        return true;
    }
    dado_atomic_drop(&w->whole);
    return refuse_write(path, err);
}

static bool begin(dado_writer *w, const char *path, mode_t mode, dado_error *err)
{
    *w = (dado_writer){ .path = path };
    // A path from a request must name a plain file, and not a file that is open already.
    if (dado_confined()) return begin_beneath(w, path, mode, err);
    int already = strcmp(path, "-") == 0 ? STDOUT_FILENO : open_already(path);
    if (already == STDOUT_FILENO) {
        w->path = "standard output";
        w->file = stdout;
        return true;
    }
    if (already >= 0) {
        int file = fcntl(already, F_DUPFD_CLOEXEC, 3);
        w->file = file >= 0 ? fdopen(file, "wb") : NULL;
        if (!w->file && file >= 0) close(file);
        return w->file || refuse_write(path, err);
    }
    if (is_folder(path, err)) return false;
    const char *leaf;
    int folder = dado_atomic_folder(path, &leaf);
    if (folder < 0) return refuse_write(path, err);
    bool fine = begin_in_folder(w, folder, leaf, mode) || refuse_write(path, err);
    if (!fine || !w->atomic) close(folder);
    return fine;
}

bool dado_writer_begin(dado_writer *w, const char *path, dado_error *err)
{
    return begin(w, path, 0666, err);
}

void dado_writer_add(dado_writer *w, const char *bytes, size_t count)
{
    if (w->error.status != DADO_OK || count == 0) return;
    if (fwrite(bytes, 1, count, w->file) != count) refuse_write(w->path, &w->error);
}

bool dado_writer_end(dado_writer *w, bool keep, dado_error *err)
{
    if (!w->file) return true;
    bool fine = w->error.status == DADO_OK;
    if (fflush(w->file) != 0 && fine) fine = refuse_write(w->path, &w->error);
    if (w->file != stdout && fclose(w->file) != 0 && fine) fine = refuse_write(w->path, &w->error);
    if (w->atomic && fine && keep) {
        fine = dado_atomic_keep(&w->whole) || refuse_write(w->path, &w->error);
    } else if (w->atomic) {
        dado_atomic_drop(&w->whole);
    }
    w->file = NULL;
    if (!fine && err) *err = w->error;
    return fine;
}

static bool write_whole(const char *path, const char *bytes, size_t count, mode_t mode,
                        dado_error *err)
{
    dado_writer writer;
    if (!begin(&writer, path, mode, err)) return false;
    dado_writer_add(&writer, bytes, count);
    return dado_writer_end(&writer, true, err);
}

bool dado_file_write(const char *path, const char *bytes, size_t count, dado_error *err)
{
    return write_whole(path, bytes, count, 0666, err);
}

bool dado_file_write_program(const char *path, const char *bytes, size_t count, dado_error *err)
{
    return write_whole(path, bytes, count, 0777, err);
}

bool dado_file_may_write(const char *path, dado_error *err)
{
    // A pipe or a device is opened only once, when it is written.
    mode_t kind = kind_of(path);
    if (strcmp(path, "-") == 0 || open_already(path) >= 0) return true;
    if (kind && kind != S_IFREG && kind != S_IFDIR) return true;
    dado_writer writer;
    return dado_writer_begin(&writer, path, err) && (dado_writer_end(&writer, false, NULL), true);
}

bool dado_folder_make(const char *path, dado_error *err)
{
    if (dado_folder_exists(path)) return true;
    if (dado_file_exists(path)) {
        return dado_fail(err, DADO_INVALID, "%.200s exists already and is not a folder", path);
    }
    dado_pin pin = { .folder = -1 };
    bool confined = dado_confined();
    if (confined && !dado_pin_path(&pin, path)) return dado_open_failed(path, err);
    bool made = mkdir(confined ? pin.path : path, 0777) == 0;
    if (confined) dado_pin_free(&pin);
    if (made) return true;
    return dado_fail(err, DADO_IO, "the folder %.200s could not be made: %s", path,
                     strerror(errno));
}
