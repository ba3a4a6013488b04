// interrupt.c - Ctrl-C and requests to end set a flag, which long work checks now and then.
#define _POSIX_C_SOURCE 200809L
#include <signal.h>

#include "cli/command_line.h"

// A signal handler can only reach a variable at file scope.
static volatile sig_atomic_t interrupted;
static struct sigaction before_interrupt, before_end;

static void on_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

const volatile sig_atomic_t *dado_interrupt_catch(void)
{
    struct sigaction caught = { .sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND };
    interrupted = 0;
    sigaction(SIGINT, &caught, &before_interrupt);
    sigaction(SIGTERM, &caught, &before_end);
    return &interrupted;
}

void dado_interrupt_release(void)
{
    sigaction(SIGINT, &before_interrupt, NULL);
    sigaction(SIGTERM, &before_end, NULL);
}
