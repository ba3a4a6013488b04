// wire.h - messages of the protocol: a head with a length, and that many bytes of JSON.
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "core/text.h"

enum { DADO_LSP_MOST = 64 << 20 };  // bytes of a message

typedef enum dado_wire_read {
    DADO_WIRE_MESSAGE,
    DADO_WIRE_END,     // nothing more comes
    DADO_WIRE_BROKEN,  // where the next message begins cannot be known
} dado_wire_read;

dado_wire_read dado_wire_next(FILE *in, dado_text *message);
bool dado_wire_send(FILE *out, const dado_text *message);
