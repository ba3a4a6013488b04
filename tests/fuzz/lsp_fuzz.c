// lsp_fuzz.c - any bytes at all from an editor; and a text in which everything is asked.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "core/json_writer.h"
#include "lsp/language_server.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void say(dado_text *out, const dado_text *message)
{
    dado_text_addf(out, "Content-Length: %zu\r\n\r\n", message->length);
    dado_text_add_bytes(out, dado_text_string(message), message->length);
}

static void ask(dado_text *out, int id, const char *method, const char *text, int line, int column)
{
    dado_text message = { 0 };
    dado_json json = dado_json_to(&message);
    dado_json_object(&json, NULL);
    if (id) dado_json_int(&json, "id", id);
    dado_json_string(&json, "method", method);
    dado_json_object(&json, "params");
    dado_json_object(&json, "textDocument");
    dado_json_string(&json, "uri", "fuzz.rcy");
    if (text) dado_json_string(&json, "text", text);
    dado_json_end(&json);
    dado_json_object(&json, "position");
    dado_json_int(&json, "line", line);
    dado_json_int(&json, "character", column);
    dado_json_end(&json);
    dado_json_string(&json, "newName", "FRESH_NAME");
    dado_json_end(&json);
    dado_json_end(&json);
    say(out, &message);
    dado_text_free(&message);
}

static void serve(const char *bytes, size_t length)
{
    FILE *in = fmemopen((void *)(uintptr_t)bytes, length, "r"), *out = fopen("/dev/null", "w");
    if (in && out) dado_lsp_serve(&(dado_lsp_how){ .in = in, .out = out });
    if (in) fclose(in);
    if (out) fclose(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const methods[] = {
        "textDocument/hover",          "textDocument/definition", "textDocument/references",
        "textDocument/prepareRename",  "textDocument/rename",     "textDocument/completion",
        "textDocument/documentSymbol", "textDocument/formatting", "textDocument/codeAction",
    };
    if (size < 3) return 0;
    if (data[0] % 4 == 0) {
        serve((const char *)data + 1, size - 1);
        return 0;
    }
    char *text = malloc(size);
    if (!text) return 0;
    memcpy(text, data + 3, size - 3);
    text[size - 3] = '\0';
    dado_text out = { 0 };
    ask(&out, 1, "initialize", NULL, 0, 0);
    ask(&out, 0, "textDocument/didOpen", text, 0, 0);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        ask(&out, (int)i + 2, methods[i], NULL, data[1] % 16, data[2]);
    }
    serve(dado_text_string(&out), out.length);
    dado_text_free(&out);
    free(text);
    return 0;
}
