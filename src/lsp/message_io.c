// message_io.c - see message_io.h.
#include "lsp/message_io.h"

#include <string.h>
#include <strings.h>

// Reads a line of the header without its end; returns -1 if there is none.
static int head_line(FILE *in, char *line, int size)
{
    int length = 0;
    for (int c; (c = getc(in)) != EOF;) {
        if (c == '\n') {
            if (length && line[length - 1] == '\r') length--;
            line[length] = '\0';
            return length;
        }
        if (length + 1 < size) line[length++] = (char)c;
    }
    return -1;
}

dado_lsp_read_result dado_lsp_message_read(FILE *in, dado_text *message)
{
    static const char want[] = "Content-Length:";
    char line[256];
    int64_t length = -1;
    bool begun = false;
    for (int got; (got = head_line(in, line, sizeof line)) != 0; begun = true) {
        if (got < 0) return begun ? DADO_LSP_READ_BROKEN : DADO_LSP_READ_END;
        if (strncasecmp(line, want, sizeof want - 1) != 0) continue;
        const char *digits = line + sizeof want - 1;
        while (*digits == ' ') digits++;
        if (!dado_read_int(digits, &length)) length = -1;
    }
    if (length < 0 || length > DADO_LSP_MESSAGE_MAX) return DADO_LSP_READ_BROKEN;
    dado_text_clear(message);
    char block[4096];
    for (int64_t left = length; left > 0;) {
        size_t some = left < (int64_t)sizeof block ? (size_t)left : sizeof block;
        size_t got = fread(block, 1, some, in);
        if (got == 0) return DADO_LSP_READ_BROKEN;
        dado_text_add_bytes(message, block, got);
        left -= (int64_t)got;
    }
    return message->cut ? DADO_LSP_READ_BROKEN : DADO_LSP_READ_MESSAGE;
}

bool dado_lsp_message_write(FILE *out, const dado_text *message)
{
    if (message->cut) return false;
    fprintf(out, "Content-Length: %zu\r\n\r\n", message->length);
    fwrite(message->data, 1, message->length, out);
    return fflush(out) == 0;
}
