// card_file_fuzz.c - any bytes as a table of cards: it is refused with a message, or its game
// plays.
#include <stdlib.h>
#include <string.h>

#include "recycle/recycle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char game_text[] =
        "(game (look (TITLE NAME)) (setup (create players 2)\n"
        "(create deck (game hloc STOCK) (cards \"deck.csv\")))\n"
        "(do ((shuffle (game hloc STOCK)) (repeat all (move (top (game hloc STOCK))\n"
        "  (top (game vloc OPEN))))))\n"
        "(stage player (turns 4) (choice ((any (distinct NAME (game vloc OPEN)) 'C\n"
        "  (do ((inc ((current player) sto S) (value COST 'C))\n"
        "       (move 'C (top (game vloc GONE))))))) else (turn pass)))\n"
        "(scoring max ((current player) sto S)))";
    char *table = malloc(size + 1);
    if (!table) return 0;
    memcpy(table, data, size);
    table[size] = '\0';
    dado_region region;
    dado_game game;
    dado_error err = { 0 };
    dado_region_init(&region, (size_t)64 << 20);
    dado_option items[] = { { "file", game_text, { "made.rcy", 1, 1, 1 } },
                            { "deck.csv", table, { 0 } } };
    dado_options options = { items, 2 };
    if (dado_game_open(&game, &dado_recycle, &options, &region, &err)) {
        unsigned char *state = malloc(game.state_size);
        dado_move *moves = malloc(sizeof *moves * (size_t)game.max_moves);
        game.rules->start(&game, state);
        for (int step = 0; step < 20 && game.rules->actor(&game, state) != DADO_NOBODY; step++) {
            bool chance = game.rules->actor(&game, state) == DADO_CHANCE;
            dado_text words = { 0 };
            dado_move move = 7;
            if (game.rules->legal(&game, state, moves) > 0 || !chance) move = moves[0];
            game.rules->print_move(&game, state, move, &words);
            dado_text_free(&words);
            game.rules->apply(&game, state, move);
        }
        free(state);
        free(moves);
    } else if (!err.text[0]) {
        abort();
    }
    dado_region_free(&region);
    free(table);
    return 0;
}
