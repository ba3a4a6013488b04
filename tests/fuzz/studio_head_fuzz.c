// studio_head_fuzz.c - any bytes as the head of a request to the studio, and as names of its files.
//
// The lines of the input are the lines of a head. Whatever is let through carries the token, or
// is a message of a guest to a seat, and names the host of the studio. Whatever is read lies in
// the folder: beside it lies a secret, and in it links that lead there.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "studio/confined_folder.h"
#include "studio/request_guard.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { lines = 8 };
static const char secret[] = "what only the owner may read\n";

static char top[] = "/tmp/dado-fuzz-XXXXXX";

// A path below the folder that holds all of this. libFuzzer names its corpus from where it was
// started, so the process stays there.
static const char *below(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", top, name);
    return path;
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(below(name), "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) abort();
}

// The folder of the studio, made once.
static dado_confined_folder *folder(void)
{
    static dado_confined_folder made;
    static bool is_made;
    dado_error err = { 0 };
    if (is_made) return &made;
    is_made = true;
    if (!mkdtemp(top) || mkdir(below("mine"), 0700) != 0 || mkdir(below("mine/below"), 0700) != 0)
        abort();
    write_file("mine/game.rcy", "(game)\n");
    write_file("mine/below/map.txt", "###\n");
    write_file("secret", secret);
    if (symlink("../secret", below("mine/out")) != 0 || symlink("..", below("mine/up")) != 0 ||
        symlink("/", below("mine/below/root")) != 0 ||
        !dado_confined_folder_open(&made, below("mine"), &err)) {
        abort();
    }
    return &made;
}

static void check_guard(char *said[lines])
{
    dado_request_guard guard = { .most_body = 1000 };
    memset(guard.token, 'a', DADO_TOKEN_SIZE - 1);
    dado_request_guard_add_host(&guard, "127.0.0.1", 8080);
    dado_request_head head = { .method = said[0] ? said[0] : "",
                               .path = said[1] ? said[1] : "",
                               .host = said[2],
                               .origin = said[3],
                               .fetch_site = said[4],
                               .token = said[5],
                               .content_type = said[6],
                               .body = said[7] ? atoll(said[7]) : -1 };
    const char *why = NULL;
    int status = dado_request_guard_check(&guard, &head, &why);
    if (status != 0 && (status < 400 || status > 599 || !why || !*why)) abort();
    if (status != 0) return;
    if (!head.host || strcasecmp(head.host, "127.0.0.1:8080") != 0) abort();
    bool api = strncmp(head.path, "/api/", 5) == 0;
    bool guest = strcmp(head.path, "/api/seat") == 0 || strcmp(head.path, "/api/seat/join") == 0;
    if (guest && strcmp(head.method, "POST") != 0) abort();
    if (api && !guest && (!head.token || strcmp(head.token, guard.token) != 0)) abort();
    bool writes = strcmp(head.method, "POST") == 0 || strcmp(head.method, "PUT") == 0;
    long long most = guest ? DADO_GUEST_BODY : guard.most_body;
    if (writes && (head.body < 0 || head.body > most)) abort();
}

static void check_name(const char *name)
{
    dado_error err = { 0 };
    dado_text bytes = { 0 };
    char tag[DADO_TAG_SIZE];
    bool read = dado_confined_folder_read(folder(), name, 4096, &bytes, tag, &err);
    if (!read && !err.text[0]) abort();
    if (read && strstr(dado_text_string(&bytes), secret)) abort();
    dado_text_clear(&bytes);
    err = (dado_error){ 0 };
    // A tag that no file has: whatever the name, nothing is written, and nothing removed.
    if (dado_confined_folder_write(folder(), name, "x", 1, "0", tag, &err) == DADO_WRITE_DONE)
        abort();
    if (dado_confined_folder_remove(folder(), name, "0", &err)) abort();
    dado_confined_folder_escapes(folder(), name);
    FILE *file = fopen(below("secret"), "r");
    char seen[64] = "";
    if (!file || !fgets(seen, sizeof seen, file) || strcmp(seen, secret) != 0) abort();
    fclose(file);
    dado_text_free(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 4096) return 0;
    char text[4097], *said[lines] = { 0 };
    memcpy(text, data, size);
    text[size] = '\0';
    char *rest = text;
    for (int i = 0; i < lines && rest; i++) said[i] = strsep(&rest, "\n");
    for (int i = 0; i < lines; i++) {
        if (said[i] && strcmp(said[i], "-") == 0) said[i] = NULL;  // no such line
    }
    check_guard(said);
    for (int i = 0; i < 3; i++) {
        if (said[i]) check_name(said[i]);
    }
    return 0;
}
