// compute_device.c - see compute_device.h. Only the few functions of OpenCL that are used
// are declared here, as its specification defines them.
#include "lab/compute_device.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "core/shared_object.h"

enum {
    type_processor = 1 << 1,
    type_graphics = 1 << 2,
    info_type = 0x1000,
    info_units = 0x1002,
    info_memory = 0x101F,
    info_shared = 0x1023,
    info_name = 0x102B,
    info_driver = 0x102D,
    info_doubles = 0x1032,
    build_log = 0x1183,
    read_write = 1 << 0,
    read_only = 1 << 2,
    copy_host = 1 << 5,
    most_platforms = 8,
    most_held = 8192,  // bytes of tables that are copied for each group
};

typedef struct opencl {
    int32_t (*clGetPlatformIDs)(uint32_t, void **, uint32_t *);
    int32_t (*clGetDeviceIDs)(void *, uint64_t, uint32_t, void **, uint32_t *);
    int32_t (*clGetDeviceInfo)(void *, uint32_t, size_t, void *, size_t *);
    void *(*clCreateContext)(const intptr_t *, uint32_t, void *const *,
                             void (*)(const char *, const void *, size_t, void *), void *,
                             int32_t *);
    void *(*clCreateCommandQueue)(void *, void *, uint64_t, int32_t *);
    void *(*clCreateProgramWithSource)(void *, uint32_t, const char **, const size_t *, int32_t *);
    int32_t (*clBuildProgram)(void *, uint32_t, void *const *, const char *,
                              void (*)(void *, void *), void *);
    int32_t (*clGetProgramBuildInfo)(void *, void *, uint32_t, size_t, void *, size_t *);
    void *(*clCreateKernel)(void *, const char *, int32_t *);
    void *(*clCreateBuffer)(void *, uint64_t, size_t, void *, int32_t *);
    int32_t (*clSetKernelArg)(void *, uint32_t, size_t, const void *);
    int32_t (*clEnqueueNDRangeKernel)(void *, void *, uint32_t, const size_t *, const size_t *,
                                      const size_t *, uint32_t, void *const *, void **);
    int32_t (*clEnqueueReadBuffer)(void *, void *, uint32_t, size_t, size_t, void *, uint32_t,
                                   void *const *, void **);
    int32_t (*clEnqueueWriteBuffer)(void *, void *, uint32_t, size_t, size_t, const void *,
                                    uint32_t, void *const *, void **);
    int32_t (*clFinish)(void *);
    int32_t (*clReleaseMemObject)(void *);
    int32_t (*clReleaseKernel)(void *);
    int32_t (*clReleaseProgram)(void *);
    int32_t (*clReleaseCommandQueue)(void *);
    int32_t (*clReleaseContext)(void *);
} opencl;

struct dado_device {
    opencl cl;
    dado_device_info info;
    void *context, *queue, *program, *kernel, *add_up;
    void *rows, *tables, *held, *sums, *given_up;
    uint64_t shared;      // bytes that the work-items of a group share
    size_t items, group;  // work-items of a launch, and of a group
    dado_unit_plan plan;
    uint32_t most;  // room in the list of matches given up
    uint64_t *read;
};

// The library stays loaded, since drivers do not like to be unloaded.
static bool load_library(opencl *cl, dado_error *err)
{
    static const char *const names[] = {
        "clGetPlatformIDs",      "clGetDeviceIDs",        "clGetDeviceInfo",
        "clCreateContext",       "clCreateCommandQueue",  "clCreateProgramWithSource",
        "clBuildProgram",        "clGetProgramBuildInfo", "clCreateKernel",
        "clCreateBuffer",        "clSetKernelArg",        "clEnqueueNDRangeKernel",
        "clEnqueueReadBuffer",   "clEnqueueWriteBuffer",  "clFinish",
        "clReleaseMemObject",    "clReleaseKernel",       "clReleaseProgram",
        "clReleaseCommandQueue", "clReleaseContext",
    };
    void *entries[sizeof names / sizeof *names];
    _Static_assert(sizeof entries == sizeof *cl, "one name for each function");
    dado_error why = { 0 };
    void *library = dado_shared_object_open("libOpenCL.so.1", false, &why);
    if (!library)
        return dado_fail(err, DADO_MISSING,
                         "there is no OpenCL library (libOpenCL.so.1), so no device is used");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        entries[i] = dlsym(library, names[i]);
        if (!entries[i])
            return dado_fail(err, DADO_MISSING, "the OpenCL library has no %s", names[i]);
    }
    memcpy(cl, entries, sizeof entries);
    return true;
}

static void ask_device(const opencl *cl, void *id, dado_device_info *info)
{
    uint64_t type = 0, doubles = 0;
    uint32_t units = 0;
    *info = (dado_device_info){ .id = id };
    cl->clGetDeviceInfo(id, info_name, sizeof info->name - 1, info->name, NULL);
    cl->clGetDeviceInfo(id, info_driver, sizeof info->driver - 1, info->driver, NULL);
    cl->clGetDeviceInfo(id, info_type, sizeof type, &type, NULL);
    cl->clGetDeviceInfo(id, info_units, sizeof units, &units, NULL);
    cl->clGetDeviceInfo(id, info_memory, sizeof info->memory, &info->memory, NULL);
    cl->clGetDeviceInfo(id, info_doubles, sizeof doubles, &doubles, NULL);
    info->graphics = (type & type_graphics) != 0;
    info->doubles = doubles != 0;
    info->units = units ? (int)units : 1;
}

static int list_devices(const opencl *cl, dado_device_info *devices)
{
    void *platforms[most_platforms], *ids[DADO_DEVICES_MAX];
    uint32_t platform_count = 0, id_count;
    int count = 0;
    if (cl->clGetPlatformIDs(most_platforms, platforms, &platform_count) != 0) return 0;
    for (uint32_t i = 0; i < platform_count && i < most_platforms; i++) {
        id_count = 0;
        uint64_t types = type_processor | type_graphics;
        if (cl->clGetDeviceIDs(platforms[i], types, DADO_DEVICES_MAX, ids, &id_count) != 0)
            continue;
        for (uint32_t k = 0; k < id_count && count < DADO_DEVICES_MAX; k++)
            ask_device(cl, ids[k], &devices[count++]);
    }
    return count;
}

int dado_devices_list(dado_device_info *devices)
{
    opencl cl;
    return load_library(&cl, NULL) ? list_devices(&cl, devices) : 0;
}

// Returns whether a name contains a word, whatever the case.
static bool contains(const char *name, const char *word)
{
    size_t length = strlen(word);
    for (; *name; name++) {
        size_t i = 0;
        while (i < length && tolower((uint8_t)name[i]) == tolower((uint8_t)word[i])) i++;
        if (i == length) return true;
    }
    return false;
}

static bool choose_device(const opencl *cl, const char *name, dado_device_info *info,
                          dado_error *err)
{
    dado_device_info devices[DADO_DEVICES_MAX];
    int count = list_devices(cl, devices);
    bool any = strcmp(name, "auto") == 0;
    for (int i = 0; i < count; i++) {
        if (any ? !devices[i].graphics || !devices[i].doubles : !contains(devices[i].name, name))
            continue;
        *info = devices[i];
        if (info->doubles) return true;
        return dado_fail(err, DADO_INVALID, "%s has no double precision, so it is not used",
                         info->name);
    }
    if (any) return dado_fail(err, DADO_MISSING, "there is no graphics card with OpenCL");
    return dado_fail(err, DADO_MISSING,
                     "there is no device whose name contains \"%.60s\"; see: dado list devices",
                     name);
}

static bool failed(const char *what, int32_t code, dado_error *err)
{
    return dado_fail(err, DADO_IO, "%s failed (OpenCL error %d)", what, (int)code);
}

dado_device *dado_device_open(const char *name, dado_device_info *info, dado_error *err)
{
    dado_device *d = calloc(1, sizeof *d);
    int32_t code = 0;
    if (!d) {
        dado_fail(err, DADO_LIMIT, "no memory left for a device");
        return NULL;
    }
    if (load_library(&d->cl, err) && choose_device(&d->cl, name, &d->info, err)) {
        *info = d->info;
        d->cl.clGetDeviceInfo(d->info.id, info_shared, sizeof d->shared, &d->shared, NULL);
        d->context = d->cl.clCreateContext(NULL, 1, &d->info.id, NULL, NULL, &code);
        if (d->context) d->queue = d->cl.clCreateCommandQueue(d->context, d->info.id, 0, &code);
        if (d->queue) return d;
        failed("opening the device", code, err);
    }
    dado_device_close(d);
    return NULL;
}

static void release_program(dado_device *d)
{
    void **buffers[] = { &d->rows, &d->tables, &d->held, &d->sums, &d->given_up };
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        if (*buffers[i]) d->cl.clReleaseMemObject(*buffers[i]);
        *buffers[i] = NULL;
    }
    if (d->kernel) d->cl.clReleaseKernel(d->kernel);
    if (d->add_up) d->cl.clReleaseKernel(d->add_up);
    if (d->program) d->cl.clReleaseProgram(d->program);
    d->kernel = d->add_up = d->program = NULL;
    free(d->read);
    d->read = NULL;
}

void dado_device_close(dado_device *d)
{
    if (!d) return;
    release_program(d);
    if (d->queue) d->cl.clReleaseCommandQueue(d->queue);
    if (d->context) d->cl.clReleaseContext(d->context);
    free(d);
}

static bool build(dado_device *d, const char *text, dado_error *err)
{
    int32_t code = 0;
    char options[200];
    // Of the memory that a group shares, its sums and the tables of the unit come first.
    int players = d->plan.players,
        sums = 2 * dado_sums_cells(players) + dado_sums_histogram(players);
    uint64_t taken = sizeof(uint32_t) * (uint64_t)sums + most_held;
    // NVIDIA's compiler would take so many registers that few work-items run at a time.
    bool nvidia = strstr(d->info.name, "NVIDIA") != NULL;
    snprintf(options, sizeof options,
             "-cl-std=CL1.2 -w -DGROUP_ITEMS=%u -DNEAR_MOST=%u -DHELD_MOST=%u%s",
             (unsigned)d->group, (unsigned)(d->shared > taken ? d->shared - taken : 0),
             (unsigned)(d->shared > taken ? most_held : 0),
             nvidia ? " -cl-nv-maxrregcount=80" : "");
    d->program = d->cl.clCreateProgramWithSource(d->context, 1, &text, NULL, &code);
    if (!d->program) return failed("handing over the unit", code, err);
    code = d->cl.clBuildProgram(d->program, 1, &d->info.id, options, NULL, NULL);
    if (code != 0) {
        char log[200] = "";
        size_t size = 0;
        d->cl.clGetProgramBuildInfo(d->program, d->info.id, build_log, 0, NULL, &size);
        char *all = size > 1 && size < (1 << 24) ? calloc(1, size + 1) : NULL;
        if (all) {
            d->cl.clGetProgramBuildInfo(d->program, d->info.id, build_log, size, all, NULL);
            snprintf(log, sizeof log, ": %.180s", all);
            for (char *c = log; *c; c++) *c = *c == '\n' ? ' ' : *c;
        }
        free(all);
        return dado_fail(err, DADO_IO, "the device could not compile the unit (%d)%s", (int)code,
                         log);
    }
    d->kernel = d->cl.clCreateKernel(d->program, "unit_sums", &code);
    if (d->kernel) d->add_up = d->cl.clCreateKernel(d->program, "unit_add_up", &code);
    return d->add_up || failed("finding the kernel", code, err);
}

static void *new_buffer(dado_device *d, uint64_t how, size_t size, const void *from, int32_t *code)
{
    if (*code != 0) return NULL;
    return d->cl.clCreateBuffer(d->context, how, size, (void *)(uintptr_t)from, code);
}

static int32_t run_once(dado_device *d, const char *name, void *buffer)
{
    int32_t code = 0;
    const size_t one = 1;
    void *kernel = d->cl.clCreateKernel(d->program, name, &code);
    if (!kernel) return code;
    code = d->cl.clSetKernelArg(kernel, 0, sizeof(void *), &buffer);
    if (code == 0)
        code = d->cl.clEnqueueNDRangeKernel(d->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL);
    if (code == 0) code = d->cl.clFinish(d->queue);
    d->cl.clReleaseKernel(kernel);
    return code;
}

// Copies the tables of the unit to where it reads them.
static int32_t hold_tables(dado_device *d)
{
    uint32_t size = 0;
    int32_t code = run_once(d, "unit_size_of_tables", d->given_up);
    if (code == 0)
        code = d->cl.clEnqueueReadBuffer(d->queue, d->given_up, 1, 0, sizeof size, &size, 0, NULL,
                                         NULL);
    d->held = new_buffer(d, read_write, size, NULL, &code);
    return code ? code : run_once(d, "unit_copy_tables", d->held);
}

bool dado_device_load(dado_device *d, const char *text, const dado_unit_plan *plan, dado_error *err)
{
    int32_t code = 0;
    size_t row = sizeof(int32_t) * (size_t)plan->players * (size_t)(plan->room + 1);
    size_t sums = sizeof(uint64_t) * dado_sums_all(plan->players);
    release_program(d);
    d->plan = *plan;
    d->group = d->info.graphics ? 128 : 16;
    d->items = (size_t)d->info.units * (d->info.graphics ? 2048 : 64);
    while (d->items > d->group * 2 && d->items * row > d->info.memory / 4) d->items /= 2;
    d->items -= d->items % d->group;
    d->most = 1 << 16;
    d->read = calloc(1, sums);
    if (!d->read) return dado_fail(err, DADO_LIMIT, "no memory left for sums");
    if (!build(d, text, err)) return false;
    d->rows = new_buffer(d, read_write, d->items * row, NULL, &code);
    d->tables = new_buffer(d, read_only | copy_host, 5 * DADO_SUMS_ROOTS * sizeof(double),
                           plan->tables, &code);
    d->sums = new_buffer(d, read_write, d->items / d->group * sums, NULL, &code);
    d->given_up = new_buffer(d, read_write, sizeof(uint32_t) * (d->most + 1), NULL, &code);
    if (code == 0) code = hold_tables(d);
    return code == 0 || failed("getting memory on the device", code, err);
}

static int32_t add_up_groups(dado_device *d)
{
    size_t columns = dado_sums_all(d->plan.players);
    size_t items = (columns + d->group - 1) / d->group * d->group;
    uint32_t groups = (uint32_t)(d->items / d->group);
    int32_t code = d->cl.clSetKernelArg(d->add_up, 0, sizeof(void *), &d->sums);
    if (code == 0) code = d->cl.clSetKernelArg(d->add_up, 1, sizeof groups, &groups);
    if (code == 0)
        code = d->cl.clEnqueueNDRangeKernel(d->queue, d->add_up, 1, NULL, &items, &d->group, 0,
                                            NULL, NULL);
    return code ? code : d->cl.clFinish(d->queue);
}

static int32_t launch(dado_device *d, uint64_t first, uint32_t count)
{
    const uint32_t none = 0;
    int32_t limit = d->plan.limit, room = d->plan.room;
    const struct {
        size_t size;
        const void *value;
    } args[] = {
        { 8, &d->plan.chance_key },
        { 8, &d->plan.seat_key },
        { 8, &first },
        { 4, &count },
        { 4, &limit },
        { sizeof(void *), &d->rows },
        { 4, &room },
        { sizeof(void *), &d->tables },
        { sizeof(void *), &d->sums },
        { sizeof(void *), &d->given_up },
        { 4, &d->most },
        { sizeof(void *), &d->held },
    };
    int32_t code = 0;
    for (uint32_t i = 0; i < sizeof args / sizeof *args && code == 0; i++)
        code = d->cl.clSetKernelArg(d->kernel, i, args[i].size, args[i].value);
    if (code == 0)
        code = d->cl.clEnqueueWriteBuffer(d->queue, d->given_up, 1, 0, sizeof none, &none, 0, NULL,
                                          NULL);
    if (code == 0)
        code = d->cl.clEnqueueNDRangeKernel(d->queue, d->kernel, 1, NULL, &d->items, &d->group, 0,
                                            NULL, NULL);
    return code ? code : add_up_groups(d);
}

bool dado_device_play(dado_device *d, uint64_t first, uint32_t count, uint64_t *sums,
                      uint32_t *given_up, uint32_t most, uint32_t *left, dado_error *err)
{
    size_t cells = dado_sums_all(d->plan.players);
    int32_t code = launch(d, first, count);
    if (code == 0)
        code = d->cl.clEnqueueReadBuffer(d->queue, d->given_up, 1, 0, sizeof *left, left, 0, NULL,
                                         NULL);
    if (code != 0) return failed("playing on the device", code, err);
    if (*left > most || *left > d->most) return true;
    code = d->cl.clEnqueueReadBuffer(d->queue, d->sums, 1, 0, cells * sizeof *sums, d->read, 0,
                                     NULL, NULL);
    if (code == 0 && *left)
        code = d->cl.clEnqueueReadBuffer(d->queue, d->given_up, 1, sizeof *left,
                                         *left * sizeof *given_up, given_up, 0, NULL, NULL);
    if (code != 0) return failed("reading sums from the device", code, err);
    for (size_t i = 0; i < cells; i++) sums[i] += d->read[i];
    return true;
}
