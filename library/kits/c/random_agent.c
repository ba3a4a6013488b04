// A whole agent: any legal move, each as likely as the next.
// Build it with: cc -O2 -o random_agent random_agent.c
#define _POSIX_C_SOURCE 200809L
#include "dado_pipe.h"

static unsigned long long luck;

static int choose(const dado_pipe_turn *turn)
{
    luck = (luck ^ turn->seed) * 6364136223846793005u + 1442695040888963407u;
    return (int)((luck >> 33) % (unsigned)turn->count);
}

int main(void)
{
    return dado_pipe_play(choose, "random");
}
