// message_io.h - reads and writes messages of the protocol: a header with a length, then
// that many bytes of JSON.
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "core/text.h"

enum { DADO_LSP_MESSAGE_MAX = 64 << 20 };  // bytes of a message

typedef enum dado_lsp_read_result {
    DADO_LSP_READ_MESSAGE,
    DADO_LSP_READ_END,     // the stream has ended
    DADO_LSP_READ_BROKEN,  // the header is damaged, so the next message cannot be found
} dado_lsp_read_result;

dado_lsp_read_result dado_lsp_message_read(FILE *in, dado_text *message);
bool dado_lsp_message_write(FILE *out, const dado_text *message);
