// mcp.c - dado mcp: an assistant talks to dado over standard input and output.
#include "cli/command_line.h"
#include "core/confine.h"
#include "mcp/server.h"

static int run(dado_call *call)
{
    bool may_write = dado_job_run_is_given(&call->job_run, "write");
    dado_confine_how how = { .folder = dado_job_run_text(&call->job_run, "folder"),
                             .shipped = dado_library_folder(),
                             .read_only = !may_write,
                             .refusal = "dado mcp starts no programs and loads no plug-ins" };
    if (!dado_confine(&how, &call->error)) return dado_call_fail(call, NULL);
    dado_mcp_how server = { .in = stdin,
                            .out = stdout,
                            .write = may_write,
                            .threads = (int)dado_job_run_int(&call->job_run, "threads") };
    return dado_mcp_serve(&server) ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
}

static const dado_job job = {
    .name = "mcp",
    .about = "serves an assistant: every job as a tool, games and manuals to read",
    .details = "Speaks the Model Context Protocol over standard input and output. Every job is a "
               "tool; the language, the manual and the library's games are resources; prompts say "
               "how to describe a game from its rulebook, how to find what is wrong with it and "
               "how to balance its cards.\n\n"
               "Only files beneath FOLDER are read, and those that dado ships. Nothing is written "
               "unless --write is given. No programs are started, no plug-ins loaded, and nothing "
               "is sent over a network.",
    .params = { DADO_PARAMS(
        DADO_PARAM(FOLDER, "folder", .word = true, .usual = ".",
                   .about = "The folder whose files the assistant may read."),
        DADO_PARAM(FLAG, "write", .about = "The assistant may write files beneath the folder."),
        DADO_PARAM_THREADS) },
    .examples = DADO_EXAMPLES(
        { "dado mcp games", "Is started by an assistant; see docs/how-to/use-an-assistant.md." }),
};

const dado_verb dado_verb_mcp = { .job = &job, .run = run };
