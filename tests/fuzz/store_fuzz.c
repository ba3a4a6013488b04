// store_fuzz.c - any bytes as a whole store, which is looked at in every way there is.
//
// A store is data from anywhere. Whatever is wrong with it, looking says so in words or shows what
// it holds; it never runs what the store names, and leaves the file as it was.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "job/job_run.h"
#include "lab/file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *store_path(void)
{
    static char path[64];
    const char *memory = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    if (!path[0]) snprintf(path, sizeof path, "%s/dado-fuzz-%d.db", memory, (int)getpid());
    return path;
}

static void write_store(const uint8_t *data, size_t size)
{
    FILE *file = fopen(store_path(), "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) abort();
}

static void look(const char *name, bool one)
{
    dado_region region;
    dado_region_init(&region, (size_t)256 << 20);
    const dado_job *job = dado_job_named(name);
    dado_argument run = { one ? dado_job_param_named(job, "run") : NULL, "last" };
    dado_job_run asked = { .job = job,
                           .given = &run,
                           .given_count = one,
                           .region = &region,
                           .store = store_path(),
                           .threads = 1,
                           .flag_prefix = "--" };
    dado_document answer;
    dado_error err = { 0 };
    dado_document_init(&answer);
    if (!dado_job_run_execute(&asked, &answer, &err) && !err.text[0]) abort();
    dado_document_free(&answer);
    dado_region_free(&region);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    write_store(data, size);
    look("runs", false);
    look("runs show", true);
    look("runs verify", true);
    unlink(store_path());
    return 0;
}
