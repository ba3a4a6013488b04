// action_numbers.c - gives the moves of a described game numbers that mean the same in
// every state.
//
// A move is a path: an alternative, and an index into a list for each `any`. The lists
// change from state to state, so an index has no fixed meaning. An action is therefore
// the alternative and the things picked themselves: a card, a space, a name, or a player
// counted from the one who chooses. A card that the chooser cannot see is numbered by its
// index in the list. If a list has groups of cards, or if more is chosen after something
// was done, there are too many actions to number, and the game has none.
#include "recycle/learner_features.h"

enum { most_actions = 1 << 16 };

// Returns the list that a chain of filters starts from.
static const rcy_node *root_of(const rcy_node *over)
{
    while (over->op == OP_FILTER) over = over->x;
    return over;
}

// Returns whether the chooser sees every card of a list.
static bool is_seen(const rcy_program *p, const rcy_node *over)
{
    const rcy_node *root = root_of(over);
    if (root->op == OP_MEM) return true;
    if (root->op != OP_PLACE) return false;
    if (root->b == place_vloc) return true;
    return root->b == place_iloc && root->mode == mode_current && !p->chosen_by;
}

static bool is_of_spaces(const rcy_program *p, const rcy_node *root)
{
    if (!p->boards || p->boards->spaces == 0) return false;
    if (root->op == OP_NEAR || root->op == OP_RAY || root->op == OP_REACH) return true;
    return root->op == OP_STRINGS && root->a > 0 &&
           rcy_space_of(p->boards, ((const int32_t *)(const void *)root->list)[0]) >= 0;
}

// Returns how many different things an `any` can pick; 0 if that is not known.
static int64_t things(const rcy_program *p, const rcy_feature_layout *l, const rcy_node *any)
{
    const rcy_node *root = root_of(any->x);
    switch ((rcy_type)any->flag) {
    case type_card: return is_seen(p, any->x) ? p->cards : 2 * p->cards;
    case type_str:
        if (is_of_spaces(p, root)) return p->boards->spaces + 1;
        return root->op == OP_STRINGS ? root->a : l->words;
    case type_player: return p->players + 1;
    case type_team: return p->most_teams + 1;
    case type_bool: return 2;
    case type_int:
        if (root->op != OP_RANGE || root->x->op != OP_CONST || root->y->op != OP_CONST) return 0;
        return root->y->value - root->x->value + 1;
    default: return 0;
    }
}

// Returns the number of actions of an alternative; 0 if it cannot be numbered.
static int64_t size_of(const rcy_program *p, const rcy_feature_layout *l, const rcy_node *n)
{
    int64_t size;
    if (!n || !n->picks) return 1;
    switch ((rcy_op)n->op) {
    case OP_IF:
    case OP_LET:
    case OP_LABEL: return size_of(p, l, n->y);
    case OP_EITHER_ACT: {
        int64_t yes = size_of(p, l, n->y), no = size_of(p, l, n->z);
        return yes && no ? yes + no : 0;
    }
    case OP_ANY:
        size = things(p, l, n);
        if (size <= 0 || size > most_actions) return 0;
        size *= size_of(p, l, n->y);
        return size <= most_actions ? size : 0;
    default: return 0;
    }
}

bool rcy_number_moves(const rcy_program *p, rcy_feature_layout *l, dado_region *region)
{
    int32_t *from = dado_new(region, int32_t, p->choice_count + 1);
    int64_t total = 1;  // action 0 is to go on where there is nothing to choose
    if (!from) return false;
    l->action_from = from;
    for (int i = 0; i < p->choice_count; i++) {
        const rcy_choice *c = &p->choices[i];
        from[i] = (int32_t)total;
        for (int k = 0; k < c->count; k++) {
            int64_t size = size_of(p, l, c->acts[k]);
            total += size;
            if (size == 0 || total > most_actions) return true;
        }
    }
    l->actions = (int)total;
    return true;
}

// ---- numbering the moves of a state

typedef struct action_numberer {
    rcy_machine *m;
    const rcy_program *p;
    const rcy_feature_layout *l;
    int seat;
} action_numberer;

static int number_of_card(const action_numberer *f, const rcy_node *any, int card, int k)
{
    if (is_seen(f->p, any->x)) return card;
    int32_t place;
    rcy_find_card(f->m, card, &place);
    bool seen = rcy_sees(f->p, place, f->seat) || rcy_is_shown(f->p, f->m->state, card, f->seat);
    return seen ? card : f->p->cards + k % f->p->cards;
}

static int number_of_name(const action_numberer *f, const rcy_node *any, int32_t name)
{
    const rcy_node *root = root_of(any->x);
    if (is_of_spaces(f->p, root)) {
        int space = rcy_space_of(f->p->boards, name);
        return space >= 0 ? space : f->p->boards->spaces;
    }
    if (root->op != OP_STRINGS) return rcy_feature_name_of(f->l, name);
    const int32_t *names = (const int32_t *)(const void *)root->list;
    int at = 0;
    while (at < root->a - 1 && names[at] != name) at++;
    return at;
}

// Returns what was picked as a number below things().
static int number_of(const action_numberer *f, const rcy_node *any, int k)
{
    int64_t value = f->m->var[any->var].value;
    int players = f->p->players;
    switch ((rcy_type)any->flag) {
    case type_card: return number_of_card(f, any, (int)value, k);
    case type_str: return number_of_name(f, any, (int32_t)value);
    case type_player:
        return value < players ? dado_relative_seat((int)value, f->seat, players) : players;
    case type_team: return value < f->p->most_teams ? (int)value : f->p->most_teams;
    case type_bool: return value != 0;
    default: return (int)(value - root_of(any->x)->x->value);
    }
}

// Returns the action number of the rest of a path, from the node `n` on.
static int64_t action_from(action_numberer *f, const rcy_node *n, uint64_t path)
{
    rcy_machine *m = f->m;
    for (;;) {
        if (!n || !n->picks || m->trap != trap_none) return 0;
        switch ((rcy_op)n->op) {
        case OP_LET:
            rcy_bind_let(m, n);
            n = n->y;
            break;
        case OP_EITHER_ACT:
            if (rcy_holds(m, n->x)) {
                n = n->y;
                break;
            }
            return size_of(f->p, f->l, n->y) + action_from(f, n->z, path);
        case OP_ANY: {
            rcy_coll c;
            rcy_gather(m, n->x, &c);
            int32_t count = m->trap == trap_none ? rcy_count(m, &c) : 0;
            if (count == 0) return 0;
            int k = (int)(path % (uint64_t)count);
            rcy_element(m, &c, k, &m->var[n->var]);
            int64_t after = size_of(f->p, f->l, n->y) * number_of(f, n, k);
            return after + action_from(f, n->y, path / (uint64_t)count);
        }
        default: n = n->y; break;
        }
    }
}

// Returns the `any` of an alternative, if it is the only one and no value has to be
// chosen before it; else NULL.
static const rcy_node *only_any(const rcy_node *n)
{
    while (n->op == OP_IF || n->op == OP_LABEL) n = n->y;
    return n->op == OP_ANY && !n->y->picks ? n : NULL;
}

// Numbers all moves of an alternative with a single `any`. The list is evaluated only
// once.
static void number_elements(action_numberer *f, const rcy_node *any, uint64_t alternatives,
                            int64_t base, const dado_move *moves, int count, int32_t *out)
{
    rcy_coll c;
    rcy_gather(f->m, any->x, &c);
    int32_t listed = f->m->trap == trap_none ? rcy_count(f->m, &c) : 0;
    if (any->flag == type_card && listed > 0 && is_seen(f->p, any->x)) {
        const uint16_t *cards = rcy_cards_of(f->m, &c, &listed);
        for (int i = 0; i < count; i++) {
            out[i] = (int32_t)(base + cards[moves[i] / alternatives % (uint64_t)listed]);
        }
        return;
    }
    for (int i = 0; i < count; i++) {
        int k = (int)(moves[i] / alternatives);
        out[i] = (int32_t)base;
        if (k >= listed) continue;
        rcy_element(f->m, &c, k, &f->m->var[any->var]);
        out[i] += number_of(f, any, k);
    }
}

static void number_moves(action_numberer *f, const rcy_choice *c, int64_t base,
                         const dado_move *moves, int count, int32_t *out)
{
    rcy_machine *m = f->m;
    uint64_t alternatives = (uint64_t)c->count;
    int64_t known = 0;  // sum of the sizes of the alternatives before this one
    uint64_t upto = 0;
    for (int i = 0, same; i < count; i += same) {
        uint64_t alternative = moves[i] % alternatives;
        for (same = 1; i + same < count && moves[i + same] % alternatives == alternative;) same++;
        if (alternative < upto) known = 0, upto = 0;
        for (; upto < alternative; upto++) known += size_of(f->p, f->l, c->acts[upto]);
        const rcy_node *act = c->acts[alternative], *any = only_any(act);
        rcy_mark mark = rcy_mark_of(m);
        m->trap = trap_none;
        if (any) {
            number_elements(f, any, alternatives, base + known, moves + i, same, out + i);
            rcy_rewind(m, mark);
            continue;
        }
        for (int k = i; k < i + same; k++) {
            m->trap = trap_none;
            out[k] = (int32_t)(base + known + action_from(f, act, moves[k] / alternatives));
            rcy_rewind(m, mark);
        }
    }
}

int rcy_actions(const dado_game *game)
{
    return ((const rcy_program *)game->data)->feature_layout->actions;
}

void rcy_action(const dado_game *game, const void *view, int seat, const dado_move *moves,
                int count, int32_t *out)
{
    const rcy_program *p = game->data;
    const rcy_pause *pause = view;
    rcy_machine m;
    rcy_scratch scratch;
    action_numberer f = { .m = &m, .p = p, .l = p->feature_layout, .seat = seat };
    const rcy_choice *c = &p->choices[p->code[pause->pc].choice];
    bool nothing = count == 1 && (moves[0] == RCY_NOTHING || moves[0] == RCY_TOO_MANY);
    // the machine only reads the view
    rcy_machine_begin(&m, &scratch, p, (void *)(uintptr_t)view);
    m.unused_outcome = pause->luck;
    m.unused_span = pause->span;
    m.path_mode = path_list;
    if (nothing || c->count == 0 || (c->lets > 0 && !rcy_bind_choice_lets(&m, c))) {
        for (int i = 0; i < count; i++) out[i] = 0;
        return;
    }
    number_moves(&f, c, p->feature_layout->action_from[p->code[pause->pc].choice], moves, count,
                 out);
}
