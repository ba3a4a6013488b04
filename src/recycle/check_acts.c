// check_acts.c - acts, elements and the setup: whether each can be carried out.
#include <stdio.h>
#include <string.h>

#include "recycle/check.h"

enum { most_players = 64, most_faces = 1000000000 };

void rcy_need_dice(checker *c, const rcy_tree *t)
{
    const char *known[64];
    int count = 0;
    for (int i = 0; i < c->dice_count; i++) {
        if (c->dice[i] == t->name) return;
        if (count < 64) known[count++] = rcy_text(c->s, c->dice[i]);
    }
    const char *name = rcy_text(c->s, t->name), *near = dado_nearest(name, known, count);
    if (near) {
        rcy_notice_tree(c->s, "E210", t, "no dice storage is named %s; did you mean %s?", name,
                        near);
    } else {
        rcy_notice_tree(c->s, "E210", t,
                        "no dice storage is named %s; make one: (create dicestorage '%s (6))",
                        name, name);
    }
}

// Whether `t` is a position something can be put at, or taken from, in a place of that kind.
static bool position(const rcy_tree *t, rcy_hold *hold)
{
    if (t->form == form_end || t->form == form_index) {
        *hold = rcy_hold_of(t->kids[t->form == form_index]);
        return t->type == type_card;
    }
    *hold = hold_place;
    if (t->form == form_var) return t->type == type_card;
    return false;
}

static void destination(checker *c, rcy_tree **slot, bool into_memory, const char *verb)
{
    rcy_hold hold;
    if (rcy_need(c, slot, type_card, verb) == type_none) return;
    rcy_tree *t = *slot;
    if (t->type == type_none) return;
    bool fits = position(t, &hold);
    if (!fits || hold == hold_virtual) {
        rcy_notice_tree(c->s, "E304", t,
                        "%s needs a position in a place, like (top (game vloc PILE)); nothing can "
                        "be put into a collection that was worked out", verb);
    } else if (into_memory && (hold != hold_mem || t->form == form_var)) {
        rcy_notice_tree(c->s, "E305", t, "remember puts into a memory: (top (game mem NAME))");
    } else if (!into_memory && hold == hold_mem) {
        rcy_notice_tree(c->s, "E305", t,
                        "cards cannot be moved into a memory; use remember, or another place");
    }
}

static void source_of_move(checker *c, rcy_tree **slot)
{
    rcy_hold hold;
    if (rcy_need(c, slot, type_card, "move") == type_none) return;
    if (position(*slot, &hold) && hold == hold_mem) {
        rcy_notice_tree(c->s, "E305", *slot,
                        "a memory holds no cards to move; (actual ...) is the card itself");
    }
}

static void forget(checker *c, rcy_tree *t)
{
    rcy_hold hold;
    if (rcy_need(c, &t->kids[0], type_card, "forget") == type_none) return;
    rcy_tree *what = t->kids[0];
    if (!position(what, &hold) || what->form == form_var || hold != hold_mem) {
        rcy_notice_tree(c->s, "E305", what, "forget takes from a memory: (top (game mem NAME))");
    }
}

static void whole_place(checker *c, rcy_tree **slot, const char *verb)
{
    if (rcy_need(c, slot, type_cards, verb) == type_none) return;
    if ((*slot)->type == type_none) return;
    rcy_hold hold = rcy_hold_of(*slot);
    if (hold == hold_virtual) {
        rcy_notice_tree(c->s, "E304", *slot,
                        "%s needs a place, like (game iloc STOCK), not a collection that was "
                        "worked out", verb);
    } else if (hold == hold_mem) {
        rcy_notice_tree(c->s, "E305", *slot, "%s needs a place that holds cards, not a memory",
                        verb);
    }
}

static void storage_target(checker *c, rcy_tree *t, bool add)
{
    rcy_tree *target = t->kids[0];
    rcy_infer(c, target);
    if (target->form == form_sto) {
        rcy_need(c, &t->kids[1], type_int, add ? "inc and dec" : "set");
    } else if (target->form == form_str && !add) {
        rcy_need(c, &t->kids[1], type_str, "set");
    } else if (target->type != type_none) {
        rcy_infer(c, t->kids[1]);
        rcy_notice_tree(c->s, "E303", target,
                        add ? "only a number in storage can be counted up or down: (game sto NAME)"
                            : "only storage can be set: (game sto NAME), (game str NAME) or "
                              "(game points NAME)");
    }
}

static void awards(checker *c, rcy_tree *t)
{
    rcy_infer(c, t->kids[0]);
    if (t->flag) {
        rcy_notice_tree(c->s, "W415", t, "an older spelling; today: (set (game points %s) ...)",
                        rcy_text(c->s, t->kids[0]->kids[1]->name));
    }
    for (int i = 1; i < t->count; i++) {
        rcy_tree *award = t->kids[i];
        for (int k = 0; k < award->count - 1; k++) {
            rcy_tree *test = award->kids[k];
            if (test->form != form_test || test->count < 2) continue;
            rcy_need(c, &test->kids[0], type_str, "the key of a test");
            rcy_need(c, &test->kids[1], type_str, "a test");
        }
        if (award->count) rcy_need(c, &award->kids[award->count - 1], type_int, "an award");
    }
}

static void teams(checker *c, rcy_tree *t)
{
    bool seen[most_players] = { false };
    for (int i = 0; i < t->count; i++) {
        rcy_tree *list = t->kids[i];
        for (int k = 0; k < list->count; k++) {
            int64_t p = list->kids[k]->value;
            if (c->players == 0) continue;
            if (p < 0 || p >= c->players) {
                rcy_notice_tree(c->s, "E405", list->kids[k],
                                "there is no player %lld; they are numbered 0 to %d", (long long)p,
                                c->players - 1);
            } else if (seen[p]) {
                rcy_notice_tree(c->s, "E405", list->kids[k], "player %lld is in two teams",
                                (long long)p);
            } else {
                seen[p] = true;
            }
        }
    }
}

static void attribute(checker *c, rcy_tree *t)
{
    for (int i = 0; i < t->count; i++) {
        rcy_tree *group = t->kids[i];
        if (group->form != form_group || group->count == 0) continue;
        if (group->kids[0]->form == form_var) {
            rcy_type type = rcy_need(c, &group->kids[0], type_strs, "a deck");
            if (type == type_strs && !rcy_constant_strings(group->kids[0])) {
                rcy_notice_tree(c->s, "E408", group->kids[0],
                                "a deck is made of declared lists; this one depends on the play");
            }
        } else {
            rcy_infer(c, group->kids[0]);
        }
        for (int k = 1; k < group->count; k++) attribute(c, group->kids[k]);
    }
}

static void deck(checker *c, rcy_tree *t, bool in_setup)
{
    if (t->count < 2) return;
    if (t->kids[0]) {
        rcy_type type = rcy_need(c, &t->kids[0], type_str, "the name of a deck");
        int32_t name;
        if (type == type_str && !rcy_constant_string(t->kids[0], &name)) {
            rcy_notice_tree(c->s, "E408", t->kids[0],
                            "the name of a deck must be known beforehand");
        }
    }
    whole_place(c, &t->kids[1], "create deck");
    if (in_setup && t->kids[1]->form == form_place) {
        rcy_tree *who = t->kids[1]->kids[0];
        int32_t name;
        bool fixed = rcy_constant_string(t->kids[1]->kids[1], &name) &&
                     (who->form == form_game || who->form == form_nth || who->form == form_who);
        if (!fixed && t->kids[1]->type != type_none) {
            rcy_notice_tree(c->s, "E408", t->kids[1],
                            "where a deck lies at the start cannot depend on the play");
        }
    }
    for (int i = 2; i < t->count; i++) attribute(c, t->kids[i]);
}

static void act(checker *c, rcy_tree *t);

static void each(checker *c, rcy_tree *t)
{
    rcy_type over = rcy_need_collection(c, t->kids[0], t->flag ? "any" : "all");
    if (t->flag && !c->in_choice) {
        rcy_notice_tree(c->s, "W410", t->kids[0],
                        "nobody chooses here, so any goes over all of them; write all");
    }
    rcy_bind(c, t, t->kids[0], rcy_element_type(over), false);
    act(c, t->kids[1]);
    rcy_unbind(c, t);
}

static void repeat_all(checker *c, rcy_tree *t)
{
    rcy_tree *inner = t->kids[0];
    act(c, inner);
    if (inner->form == form_bad) return;
    rcy_tree *from = inner->form == form_move || inner->form == form_forget ? inner->kids[0] : NULL;
    bool drains = from && (from->form == form_end || from->form == form_index);
    if (!drains) {
        rcy_notice_tree(c->s, "E401", t,
                        "repeat all empties a collection: (move (top X) ...) or (forget (top X))");
    }
}

static void cycle(checker *c, rcy_tree *t)
{
    if (t->code != word_none || t->count == 0) return;
    rcy_type type = rcy_infer(c, t->kids[0]);
    if (type != type_none && type != type_player) {
        rcy_notice_tree(c->s, "E306", t->kids[0],
                        "the turn goes to a player, and this is %s", rcy_type_name(type));
    }
}

static void act(checker *c, rcy_tree *t)
{
    switch (t->form) {
    case form_if:
        rcy_need(c, &t->kids[0], type_bool, "a condition");
        act(c, t->kids[1]);
        break;
    case form_do:
        for (int i = 0; i < t->count; i++) act(c, t->kids[i]);
        break;
    case form_each: each(c, t); break;
    case form_let_act: {
        rcy_type type = rcy_infer(c, t->kids[0]);
        if (type == type_points) {
            rcy_notice_tree(c->s, "E301", t->kids[0], "a point map cannot be bound");
            t->kids[0]->type = type_none;
        }
        rcy_bind(c, t, t->kids[0], (rcy_type)t->kids[0]->type, false);
        act(c, t->kids[1]);
        rcy_unbind(c, t);
        break;
    }
    case form_choice:
        c->in_choice = true;
        for (int i = 0; i < t->count; i++) act(c, t->kids[i]);
        c->in_choice = false;
        break;
    case form_stage:
        rcy_need(c, &t->kids[0], type_bool, "the end of a stage");
        for (int i = 1; i < t->count; i++) act(c, t->kids[i]);
        break;
    case form_set: storage_target(c, t, false); break;
    case form_add: storage_target(c, t, true); break;
    case form_set_points: awards(c, t); break;
    case form_move:
        source_of_move(c, &t->kids[0]);
        destination(c, &t->kids[1], false, "move");
        break;
    case form_remember:
        rcy_need(c, &t->kids[0], type_card, "remember");
        destination(c, &t->kids[1], true, "remember");
        break;
    case form_forget: forget(c, t); break;
    case form_shuffle: whole_place(c, &t->kids[0], "shuffle"); break;
    case form_faro:
        whole_place(c, &t->kids[0], "shuffle faro");
        whole_place(c, &t->kids[1], "shuffle faro");
        break;
    case form_cycle: cycle(c, t); break;
    case form_repeat:
        rcy_need(c, &t->kids[0], type_int, "repeat");
        act(c, t->kids[1]);
        break;
    case form_repeat_all: repeat_all(c, t); break;
    case form_deck: deck(c, t, false); break;
    case form_teams_act: teams(c, t); break;
    case form_throw: rcy_need_dice(c, t); break;
    default: break;
    }
}

static void declares(checker *c, rcy_tree *game)
{
    for (int i = 0; i < game->value; i++) {
        rcy_tree *t = game->kids[i];
        if (t->form != form_declare || t->count == 0) continue;
        rcy_type type = rcy_infer(c, t->kids[0]);
        int64_t number;
        int32_t name;
        bool constant = type == type_none || rcy_constant(t->kids[0], &number) ||
                        rcy_constant_string(t->kids[0], &name) ||
                        rcy_constant_strings(t->kids[0]);
        if (!constant) {
            rcy_notice_tree(c->s, "E408", t->kids[0],
                            "a declared value is fixed before play: a number, a name or a list of "
                            "names");
            type = type_none;
        }
        rcy_bind(c, t, t->kids[0], type, true);
    }
}

// A number of the setup, which has to be the same in every play.
static bool fixed_number(checker *c, rcy_tree **slot, const char *what, int64_t *value)
{
    if (rcy_need(c, slot, type_int, what) != type_int) return false;
    if ((*slot)->type == type_none) return false;
    if (rcy_constant(*slot, value)) return true;
    rcy_notice_tree(c->s, "E408", *slot, "%s is fixed before play, and this is not a constant",
                    what);
    return false;
}

static void component(checker *c, rcy_tree *t)
{
    int64_t number = 1;
    if (t->form == form_repeat && t->count == 2) {
        if (fixed_number(c, &t->kids[0], "how often a component is made", &number) &&
            number > 100000) {
            rcy_notice_tree(c->s, "E408", t->kids[0], "this many components do not fit");
        }
        component(c, t->kids[1]);
        if (t->kids[1]->form == form_dice && number != 1) {
            rcy_notice_tree(c->s, "E211", t, "repeating this makes a dice storage of the same name "
                            "again; list the dice instead: (6) (6)");
        }
    } else if (t->form == form_deck) {
        deck(c, t, true);
    } else if (t->form == form_dice) {
        if (t->flag) rcy_notice_tree(c->s, "W415", t, "an older spelling; today: dicestorage");
        for (int i = 0; i < c->dice_count; i++) {
            if (c->dice[i] != t->name) continue;
            rcy_notice_tree(c->s, "E211", t, "there is a dice storage named %s already",
                            rcy_text(c->s, t->name));
        }
        for (int i = 0; i < t->count; i++) {
            if (!fixed_number(c, &t->kids[i], "the number of faces", &number)) continue;
            if (number >= 1 && number <= most_faces) continue;
            rcy_notice_tree(c->s, "E406", t->kids[i], "a die has 1 to %d faces, not %lld",
                            most_faces, (long long)number);
        }
        c->dice[c->dice_count++] = t->name;
    }
}

static void setup(checker *c, rcy_tree *t)
{
    int64_t players;
    rcy_tree *made = t->kids[0];
    if (made->count && fixed_number(c, &made->kids[0], "the number of players", &players)) {
        if (players < 1 || players > most_players) {
            rcy_notice_tree(c->s, "E408", made->kids[0], "a game has 1 to %d players, not %lld",
                            most_players, (long long)players);
        } else {
            c->players = (int)players;
        }
    }
    for (int i = 1; i < t->count; i++) {
        if (t->kids[i]->form == form_teams_act) teams(c, t->kids[i]);
        else component(c, t->kids[i]);
    }
}

// How many teams a list of them makes: those listed, and one for each player who is not.
static int teams_made(const checker *c, const rcy_tree *t)
{
    int listed = 0;
    for (int i = 0; i < t->count; i++) listed += t->kids[i]->count;
    return t->count + (c->players > listed ? c->players - listed : 0);
}

static void count_teams(checker *c, const rcy_tree *t)
{
    if (t->form == form_teams_act) {
        int made = teams_made(c, t);
        if (made > c->most_teams) c->most_teams = made;
        return;
    }
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) count_teams(c, t->kids[i]);
    }
}

bool rcy_check(rcy_source *s, rcy_tree *game)
{
    checker c = { .s = s };
    int storages = 0;
    for (int i = 0; i < s->count; i++) {
        const rcy_token *t = &s->tokens[i];
        storages += t->kind == TOKEN_WORD &&
                    (t->code == word_dicestorage || t->code == word_diestorage);
    }
    c.dice = dado_new(s->arena, int32_t, storages + 1);
    if (!c.dice) {
        s->no_memory = true;
        return false;
    }
    declares(&c, game);
    if (game->value < game->count) {
        rcy_tree *made = game->kids[game->value];
        if (made->form == form_setup && made->count) setup(&c, made);
        bool listed = false;
        for (int i = 0; i < made->count; i++) {
            listed = listed || (made->kids[i] && made->kids[i]->form == form_teams_act);
        }
        c.most_teams = listed ? 0 : c.players;
        count_teams(&c, game);
    }
    for (int i = (int)game->value + 1; i < game->count; i++) {
        rcy_tree *t = game->kids[i];
        if (t->form == form_scoring) {
            if (t->count) rcy_need(&c, &t->kids[0], type_int, "scoring");
        } else {
            act(&c, t);
        }
    }
    for (int i = (int)game->value - 1; i >= 0; i--) rcy_unbind(&c, game->kids[i]);
    return s->errors == 0 && !s->no_memory;
}
