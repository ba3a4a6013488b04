// contradictions.c - see contradictions.h.
#include "judge/contradictions.h"

#include <string.h>

// Each pair: the claim that stays, then the claim that is dropped. Claims from rollouts
// stay rather than claims read from scores. Computed or proved claims stay rather than
// sampled ones. Claims about what thinking gains stay rather than claims about a single
// choice.
const dado_contradiction dado_contradictions[] = {
    { "Who leads early mostly wins", "Winners have usually been behind" },
    { "Who leads early mostly wins", "The lead changes hands often" },
    { "Who leads early seldom wins", "Winners are rarely behind" },
    { "Who leads early mostly wins", "in front for good late" },
    { "Winners are rarely behind", "The lead changes hands often" },
    { "there is little drama", "in front for good late" },
    { "The lead hardly ever changes hands", "there is drama" },
    { "An early lead is not the end", "in front for good early" },
    { "The outcome is settled early", "An early lead is not the end" },
    { "The outcome is settled early", "in front for good late" },
    { "The outcome is settled early", "The lead changes hands often" },
    { "The outcome is settled early", "there is drama" },
    { "The outcome is settled late", "in front for good early" },
    { "The outcome is settled late", "Who leads early mostly wins" },
    { "The outcome stays open", "in front for good early" },
    { "The outcome stays open", "Who leads early mostly wins" },
    { "Luck alone decides", "hangs on a choice." },
    { "Luck alone decides", "choosing well throughout does more" },
    { "Luck alone decides", "Thinking harder wins more" },
    { "Luck alone decides", "Thinking pays" },
    { "Much hangs on a choice", "Thinking does not pay" },
    { "decides too much", "It hardly matters what is chosen" },
    { "What players choose weighs most", "It hardly matters what is chosen" },
    { "What players choose decides who wins", "It hardly matters what is chosen" },
    { "Thinking harder wins more", "It hardly matters what is chosen" },
    { "Thinking harder wins more", "Nothing is seen to hang on a choice" },
    { "Thinking pays", "It hardly matters what is chosen" },
    { "Thinking pays", "Nothing is seen to hang on a choice" },
    { "Players have nothing to decide", "hangs on a choice" },
    { "Players have nothing to decide", "What players choose weighs most" },
    { NULL, NULL },
};

static int place_of(const dado_verdict *list, int count, const char *words)
{
    for (int i = 0; i < count; i++) {
        if (strstr(list[i].claim, words)) return i;
    }
    return -1;
}

const dado_contradiction *dado_verdicts_find_contradiction(const dado_verdict *list, int count,
                                                           int *stays, int *goes)
{
    for (const dado_contradiction *c = dado_contradictions; c->stays; c++) {
        *stays = place_of(list, count, c->stays);
        *goes = place_of(list, count, c->goes);
        if (*stays >= 0 && *goes >= 0 && *stays != *goes) return c;
    }
    return NULL;
}

int dado_verdicts_drop_contradictions(dado_verdict *list, int count)
{
    int stays, goes;
    while (dado_verdicts_find_contradiction(list, count, &stays, &goes)) {
        memmove(&list[goes], &list[goes + 1], sizeof *list * (size_t)(count - goes - 1));
        count--;
    }
    return count;
}
