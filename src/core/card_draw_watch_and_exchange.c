// card_draw_watch_and_exchange.c - see card_draw_watch_and_exchange.h.
#include "core/card_draw_watch_and_exchange.h"

bool dado_card_watch_init(dado_card_watch *watch, int cards, dado_region *region)
{
    *watch = (dado_card_watch){ .cards = dado_new(region, dado_card_note, cards + 1),
                                .kept = dado_new(region, dado_card_note, cards + 1),
                                .other_place = dado_new(region, uint16_t, cards + 1),
                                .other_look = dado_new(region, uint16_t, cards + 1),
                                .count = cards };
    return watch->cards && watch->kept && watch->other_place && watch->other_look;
}
