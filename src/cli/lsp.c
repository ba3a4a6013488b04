// lsp.c - dado lsp: an editor talks to dado over standard input and output.
#include "cli/command_line.h"
#include "lsp/language_server.h"

static int run(dado_call *call)
{
    (void)call;
    const volatile sig_atomic_t *stop = dado_interrupt_catch();
    dado_lsp_how how = { .in = stdin, .out = stdout, .stop = stop };
    int code = dado_lsp_serve(&how);
    dado_interrupt_release();
    if (code == 0) return DADO_EXIT_FINE;
    dado_fail(&call->error, DADO_IO, "the editor left without the messages shutdown and exit");
    return dado_call_fail(call, NULL);
}

static const dado_job job = {
    .name = "lsp",
    .about = "serves an editor: errors, hints, names and layout while one types",
    .details = "Speaks the language server protocol over standard input and output. Descriptions "
               "are checked while one types, words explained, names found, completed and changed "
               "everywhere at once, texts laid out and played; targets, player types and maps "
               "are checked.",
    .params = { DADO_PARAMS(
        DADO_PARAM(FLAG, "stdio", .about = "What is done anyway; editors like to say it.")) },
    .examples = DADO_EXAMPLES({ "dado lsp", "Is started by an editor; see editors/README.md." }),
};

const dado_verb dado_verb_lsp = { .job = &job, .run = run };
