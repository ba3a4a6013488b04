// card_draw_watch_and_exchange.c - see card_draw_watch_and_exchange.h.
#include "core/card_draw_watch_and_exchange.h"

bool dado_card_watch_init(dado_card_watch *watch, int cards, dado_region *region)
{
    enum { most_sides = 256 };
    *watch = (dado_card_watch){ .cards = dado_new(region, dado_card_note, cards + 1),
                                .kept = dado_new(region, dado_card_note, cards + 1),
                                .other_place = dado_new(region, uint16_t, cards + most_sides),
                                .other_look = dado_new(region, uint16_t, cards + most_sides),
                                .count = cards };
    return watch->cards && watch->kept && watch->other_place && watch->other_look;
}

void dado_luck_change_print(const dado_luck_change *change, dado_text *out)
{
    if (change->forced.thrown) {
        dado_text_addf(out, "%u:%u", (unsigned)change->forced.thrown,
                       (unsigned)change->forced.side);
        return;
    }
    for (int i = 0; i < 2; i++) {
        const dado_exchange *e = &change->exchanges[i];
        if (!e->shuffle) continue;
        dado_text_addf(out, "%s%u:%u:%u", i ? "+" : "", (unsigned)e->shuffle, (unsigned)e->first,
                       (unsigned)e->second);
    }
}
