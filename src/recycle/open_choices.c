// open_choices.c - choices that everybody follows although the game has secrets: to bid, to bet,
// to agree or to refuse.
//
// A choice is open if no alternative of it does anything but write storages, which all players
// see, and picks nothing but numbers, names and players. So the words of an option show nothing
// that is hidden, and whoever watches could tell which option was taken. Where one alternative
// moves, shows or turns a card, or where all choose at the same time, nothing is claimed.
#include "recycle/program.h"

static bool is_open(const rcy_program *p, const rcy_node *n);

// A card that is picked may be hidden. So may be what a `let` computes; it is not looked into.
static bool picks_openly(const rcy_program *p, const rcy_node *n)
{
    rcy_type type = (rcy_type)n->flag;
    bool plain = type == type_int || type == type_str || type == type_player || type == type_team;
    return plain && is_open(p, n->y);
}

// Inside an open option every variable was picked in it, or holds what a list is made of.
static bool is_labelled_openly(const rcy_program *p, const rcy_node *n)
{
    const rcy_label *label = &p->labels[n->a];
    for (int i = 0; i < label->count; i++) {
        if (label->value[i]->op != OP_VAR) return false;
    }
    return is_open(p, n->y);
}

static bool is_open(const rcy_program *p, const rcy_node *n)
{
    switch ((rcy_op)n->op) {
    case OP_SET_INT:
    case OP_SET_STR:
    case OP_SET_BYTE:
    case OP_ADD:
    case OP_PASS:
    case OP_STOP: return true;
    case OP_IF: return is_open(p, n->y);
    case OP_EITHER_ACT: return is_open(p, n->y) && (!n->z || is_open(p, n->z));
    case OP_ANY: return picks_openly(p, n);
    case OP_LABEL: return is_labelled_openly(p, n);
    case OP_DO:
        for (int i = 0; i < n->count; i++) {
            if (!is_open(p, n->list[i])) return false;
        }
        return true;
    default: return false;
    }
}

bool rcy_choice_is_open(const dado_game *game, const void *state)
{
    const rcy_program *p = game->data;
    const rcy_pause *pause = state;
    if (pause->kind != pause_choice) return false;
    const rcy_insn *ask = &p->code[pause->pc];
    const rcy_choice *choice = &p->choices[ask->choice];
    if (ask->op != OP_CHOOSE || choice->lets > 0) return false;
    for (int i = 0; i < choice->count; i++) {
        if (!is_open(p, choice->acts[i])) return false;
    }
    return true;
}
