/* library.c - a thousand matches of Kuhn poker, chosen at random by this program.
 *
 *   cc library.c $(pkg-config --cflags --libs dado) -o library
 */
#include <dado.h>
#include <stdio.h>

int main(void)
{
    enum { places = 10 };
    char why[200];
    int32_t actors[places], counts[places], choices[places], result[places * 2];
    uint8_t ended[places];
    uint32_t luck = 1;
    int matches = 0, first = 0;
    dado_hall *hall = dado_hall_open("kuhn", NULL, 0, places, 1, why, sizeof why);
    if (!hall) {
        fprintf(stderr, "%s\n", why);
        return 1;
    }
    while (matches < 1000) {
        dado_hall_look(hall, actors, counts);
        for (int k = 0; k < places; k++) {
            luck = luck * 1664525u + 1013904223u;
            choices[k] = (int32_t)((luck >> 8) % (uint32_t)counts[k]);
        }
        dado_hall_step(hall, choices, ended, result, NULL);
        for (int k = 0; k < places && matches < 1000; k++) {
            if (!ended[k]) continue;
            matches++;
            first += result[2 * k] > 0;
        }
    }
    printf("%d matches of Kuhn poker: the first seat won %d\n", matches, first);
    dado_hall_close(hall);
    return 0;
}
