// main.c - the dado command: looks up the verb and hands over.
#include <stdio.h>

int main(void)
{
    puts("dado");
    return 0;
}
