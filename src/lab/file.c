// file.c - see file.h.
#define _XOPEN_SOURCE 700
#include "lab/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// What kind of thing is there, as S_IFREG and its like; 0: nothing.
static mode_t kind_of(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 ? found.st_mode & S_IFMT : 0;
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
    dado_fail(err, DADO_MEANING, "%.200s is a folder; name a file in it", path);
    return true;
}

// Reads to the end in steps, since a pipe does not say how much there is.
static bool read_all(FILE *file, const char *path, size_t most, dado_arena *arena,
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
    *copy = whole ? (const unsigned char *)dado_arena_copy(arena, bytes, size) : NULL;
    free(bytes);
    if (broken) return dado_fail(err, DADO_IO, "%.200s could not be read: %s", path,
                                 strerror(errno));
    if (!fits) {
        return dado_fail(err, DADO_LIMIT, "%.200s is longer than %zu bytes; is it the right file?",
                         path, most);
    }
    return *copy || dado_fail(err, DADO_LIMIT, "no memory left to read %.200s", path);
}

bool dado_file_read_bytes(const char *path, size_t most, dado_arena *arena,
                          const unsigned char **bytes, size_t *size, dado_error *err)
{
    if (strcmp(path, "-") == 0) {
        return read_all(stdin, "standard input", most, arena, bytes, size, err);
    }
    if (is_folder(path, err)) return false;
    FILE *file = fopen(path, "rb");
    if (!file && (errno == ENOENT || errno == ENOTDIR)) {
        return dado_fail(err, DADO_MISSING, "there is no file %.300s", path);
    }
    if (!file) {
        return dado_fail(err, DADO_IO, "%.200s could not be opened: %s", path, strerror(errno));
    }
    bool fine = read_all(file, path, most, arena, bytes, size, err);
    fclose(file);
    return fine;
}

bool dado_file_read(const char *path, size_t most, dado_arena *arena, const char **text,
                    dado_error *err)
{
    const unsigned char *bytes;
    size_t length;
    if (!dado_file_read_bytes(path, most, arena, &bytes, &length, err)) return false;
    *text = (const char *)bytes;
    if (memchr(bytes, '\0', length)) {
        return dado_fail(err, DADO_SYNTAX, "%.200s is not text: it has zero bytes in it", path);
    }
    if (strncmp(*text, "\xEF\xBB\xBF", 3) == 0) *text += 3;
    return true;
}

// Who closed the pipe has seen enough: a failure without words, which nobody shows.
static bool refuse_write(const char *path, dado_error *err)
{
    if (errno == EPIPE) return dado_fail(err, DADO_IO, "%s", "");
    return dado_fail(err, DADO_IO, "%.200s could not be written: %s", path, strerror(errno));
}

// Pipes and devices are written as they are; a file is written beside and renamed.
bool dado_writer_begin(dado_writer *w, const char *path, dado_error *err)
{
    *w = (dado_writer){ .path = path };
    if (strcmp(path, "-") == 0) {
        w->path = "standard output";
        w->file = stdout;
        return true;
    }
    if (is_folder(path, err)) return false;
    const char *opened = path;
    if (kind_of(path) == 0 || kind_of(path) == S_IFREG) {
        int length = snprintf(w->beside, sizeof w->beside, "%s.%ld.part", path, (long)getpid());
        if (length < 0 || (size_t)length >= sizeof w->beside) {
            return dado_fail(err, DADO_LIMIT, "the name of the file to write is too long");
        }
        opened = w->beside;
    }
    w->file = fopen(opened, "wb");
    return w->file || refuse_write(path, err);
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
    if (w->beside[0] && fine && keep && rename(w->beside, w->path) != 0) {
        fine = refuse_write(w->path, &w->error);
    }
    if (w->beside[0] && !(fine && keep)) unlink(w->beside);
    w->file = NULL;
    if (!fine && err) *err = w->error;
    return fine;
}

bool dado_file_write(const char *path, const char *bytes, size_t count, dado_error *err)
{
    dado_writer writer;
    if (!dado_writer_begin(&writer, path, err)) return false;
    dado_writer_add(&writer, bytes, count);
    return dado_writer_end(&writer, true, err);
}

bool dado_file_may_write(const char *path, dado_error *err)
{
    // A pipe or a device is opened once, by who writes.
    mode_t kind = kind_of(path);
    if (strcmp(path, "-") == 0 || (kind && kind != S_IFREG && kind != S_IFDIR)) return true;
    dado_writer writer;
    return dado_writer_begin(&writer, path, err) && (dado_writer_end(&writer, false, NULL), true);
}

bool dado_folder_make(const char *path, dado_error *err)
{
    if (dado_folder_exists(path)) return true;
    if (dado_file_exists(path)) {
        return dado_fail(err, DADO_MEANING, "%.200s is there already and is no folder", path);
    }
    if (mkdir(path, 0777) == 0) return true;
    return dado_fail(err, DADO_IO, "the folder %.200s could not be made: %s", path,
                     strerror(errno));
}
