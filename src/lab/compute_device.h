// compute_device.h - devices that run match units: graphics cards, and processors that
// have an OpenCL driver.
//
// The OpenCL library is loaded when it is asked for, so nobody needs one who uses none.
// A device must have double precision.
#pragma once

#include "lab/match_sums.h"

enum { DADO_DEVICES_MAX = 16 };

typedef struct dado_device_info {
    char name[128], driver[128];
    bool graphics;  // else it is a processor
    bool doubles;   // without double precision a device is not used
    int units;
    uint64_t memory;
    void *id;
} dado_device_info;

// Lists the devices there are, at most DADO_DEVICES_MAX. Returns how many.
int dado_devices_list(dado_device_info *devices);

typedef struct dado_device dado_device;

// Opens the device that `name` asks for: "auto" is the first graphics card. Returns NULL
// if there is none, with the reason.
dado_device *dado_device_open(const char *name, dado_device_info *info, dado_error *err);
void dado_device_close(dado_device *device);  // NULL is fine

// Compiles a unit, and prepares memory for its rows.
bool dado_device_load(dado_device *device, const char *text, const dado_unit_plan *plan,
                      dado_error *err);

// Plays matches first to first + count - 1; adds to `sums`, which has all cells and then
// the histogram, and lists matches given up by their numbers less `first`. `left` is how
// many these are, which may be more than `most`: then nothing was added, and fewer matches
// must be tried at once.
bool dado_device_play(dado_device *device, uint64_t first, uint32_t count, uint64_t *sums,
                      uint32_t *given_up, uint32_t most, uint32_t *left, dado_error *err);
