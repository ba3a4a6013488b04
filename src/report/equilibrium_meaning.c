// equilibrium_meaning.c - says what an equilibrium means for a designer: how matches go,
// which moves are never made, who bluffs with what, and what each hand is worth.
#include <string.h>

#include "report/report_functions.h"

static const double never = 0.0005;  // moves made less often are not made at all

static void say_matches(dado_document *d, const dado_equilibrium_found *e)
{
    const dado_equilibrium_summary *sum = e->summary;
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    if (dado_game_can_be_won(e->game) && e->game->players > 1) {
        dado_text_add(&words, "Played so, ");
        for (int p = 0; p < e->game->players; p++) {
            const char *link = p == 0 ? "" : p + 1 < e->game->players ? ", " : " and ";
            dado_text_addf(&words, "%sseat %d wins %.1f %% of matches", link, p + 1,
                           100 * sum->alone[p]);
        }
        if (sum->tie > 0) dado_text_addf(&words, "; %.1f %% end in a tie", 100 * sum->tie);
        dado_text_add(&words, ". ");
    }
    dado_text_addf(&words, "A match takes %.1f %s on average.", sum->length,
                   sum->rounds ? "rounds" : "choices");
    dado_document_text(d, "matches", dado_text_string(&words));
}

// Names the moves that are offered to players who play so, and that nobody makes.
static void say_unused(dado_document *d, const dado_equilibrium_found *e)
{
    const dado_equilibrium_summary *sum = e->summary;
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    int unused = 0;
    for (int i = 0; i < sum->move_count; i++) {
        const dado_move_use *use = &sum->moves[i];
        if (use->offered < never || use->taken > never * use->offered) continue;
        dado_text_addf(&words, "%s%s (seat %d)", unused++ ? ", " : "", use->move, use->player + 1);
    }
    if (unused == 0) return;
    dado_document_textf(d, "unused", "Offered, and never worth making: %s.",
                        dado_text_string(&words));
}

static void say_bluffs(dado_document *d, const dado_equilibrium_found *e)
{
    const dado_equilibrium_summary *sum = e->summary;
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    for (int i = 0; i < sum->bluff_count; i++) {
        const dado_bluff *bluff = &sum->bluffs[i];
        int m = bluff->move;
        dado_text_addf(&words,
                       "%sSeat %d bluffs: the move %s is made with %s, the weakest to hold, in "
                       "%.1f %% of its first choices, with %s in %.1f %% and with %s, the "
                       "strongest, in %.1f %%.",
                       i ? " " : "", bluff->weakest->player + 1, bluff->weakest->moves[m],
                       bluff->weakest->hand, 100 * bluff->weakest->odds[m], bluff->between->hand,
                       100 * bluff->between->odds[m], bluff->strongest->hand,
                       100 * bluff->strongest->odds[m]);
    }
    if (sum->bluff_count) dado_document_text(d, "bluffs", dado_text_string(&words));
}

void dado_report_equilibrium_meaning(dado_document *d, const dado_equilibrium_found *e)
{
    if (!e->summary->known) return;
    say_matches(d, e);
    say_bluffs(d, e);
    say_unused(d, e);
}

// ---- tables and charts

static void put_moves(dado_document *d, const dado_equilibrium_summary *sum)
{
    dado_part *part = dado_table(
        d, DADO_PART("moves", .heading = "Moves", .reader = DADO_FOR_PAGES),
        DADO_FIELD(NUMBER, "seat", "seat", .group = true), DADO_FIELD(WORDS, "move", "move"),
        DADO_FIELD(NUMBER, "offered", "offered", .about = "Times per match"),
        DADO_FIELD(NUMBER, "taken", "taken", .about = "Times per match"),
        DADO_FIELD(NUMBER, "share", "of those offered"));
    for (int i = 0; i < sum->move_count; i++) {
        const dado_move_use *use = &sum->moves[i];
        dado_put(part, use->player + 1, use->move, use->offered, use->taken,
                 dado_estimate_share(use->offered > 0 ? use->taken / use->offered : DADO_NONE));
    }
}

static void put_hands(dado_document *d, const dado_equilibrium_summary *sum)
{
    dado_part *part = dado_table(
        d, DADO_PART("hands", .heading = "What a hand is worth", .reader = DADO_FOR_PAGES),
        DADO_FIELD(NUMBER, "seat", "seat", .group = true), DADO_FIELD(WORDS, "hand", "holds"),
        DADO_FIELD(NUMBER, "share", "of matches", .about = "In which the first choice is so"),
        DADO_FIELD(NUMBER, "worth", "gets on average"),
        DADO_FIELD(WORDS, "does", "does at the first choice"));
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    for (int i = 0; i < sum->hand_count; i++) {
        const dado_hand_use *hand = &sum->hands[i];
        dado_text_clear(&words);
        for (int m = 0; m < hand->count; m++) {
            dado_text_addf(&words, "%s%s ", m ? ", " : "", hand->moves[m]);
            dado_print_odds(&words, hand->odds[m]);
        }
        dado_put(part, hand->player + 1, hand->hand, dado_estimate_share(hand->share), hand->worth,
                 dado_text_string(&words));
    }
}

// Draws how often each hand makes each move, for the hands of one group.
static void draw_group(dado_document *d, const dado_hand_use *hands, int rows, int number)
{
    enum { most = 40 };
    int columns = hands[0].count;
    double values[most * most];
    const char *labels[most];
    if (rows < 2 || rows > most || columns < 2 || columns > most) return;
    for (int r = 0; r < rows; r++) {
        labels[r] = hands[r].hand;
        for (int c = 0; c < columns; c++) values[r * columns + c] = hands[r].odds[c];
    }
    dado_heatmap heat = {
        .title = dado_document_copyf(d, "First choice of seat %d, by what it holds",
                                     hands[0].player + 1),
        .about = "How often each move is made with each hand; the weakest hand is on top.",
        .rows = rows,
        .columns = columns,
        .values = values,
        .row_labels = labels,
        .column_labels = hands[0].moves,
        .most = 1,
        .percent = true,
        .cell = 48,
        .numbers = true,
    };
    dado_document_heatmap(d, dado_document_copyf(d, "first_choice_%d", number), &heat);
}

static void draw_worth(dado_document *d, const dado_equilibrium_summary *sum)
{
    enum { most = 24 };
    const char *labels[most];
    double worth[most];
    int count = sum->hand_count;
    if (count < 2 || count > most) return;
    for (int i = 0; i < count; i++) {
        const dado_hand_use *hand = &sum->hands[i];
        labels[i] = dado_document_copyf(d, "seat %d: %s", hand->player + 1, hand->hand);
        worth[i] = hand->worth;
    }
    dado_series series = { .mark = DADO_BARS, .count = count, .y = worth };
    dado_chart chart = { .title = "What a hand is worth",
                         .about = "Mean payoff with each hand at the first choice.",
                         .x = { .labels = labels, .label_count = count },
                         .y = { .title = "payoff" },
                         .series = &series,
                         .count = 1,
                         .flat = true };
    dado_document_chart(d, "worth_chart", &chart);
}

void dado_report_equilibrium_charts(dado_document *d, const dado_equilibrium_found *e)
{
    enum { most_groups = 6 };
    const dado_equilibrium_summary *sum = e->summary;
    if (sum->move_count) put_moves(d, sum);
    if (!sum->hand_count) return;
    put_hands(d, sum);
    for (int first = 0, end, number = 1; first < sum->hand_count && number <= most_groups;
         first = end, number++) {
        for (end = first + 1;
             end < sum->hand_count && sum->hands[end].group == sum->hands[first].group;) {
            end++;
        }
        draw_group(d, sum->hands + first, end - first, number);
    }
    draw_worth(d, sum);
}
