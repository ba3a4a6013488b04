// players_and_storage.c - phrases for players and teams, and for what they own: counters,
// markers, flags, notes and piles.
#include "rulebook/writer.h"

static const char *current(rulebook_writer *w, bool team)
{
    switch (w->reader) {
    case reader_starter: return rulebook_word(w, team ? say_starter_team : say_starter);
    case reader_you: return rulebook_word(w, team ? say_your_team : say_you);
    case reader_round: return rulebook_word(w, team ? say_round_team : say_round_player);
    case reader_result: return rulebook_word(w, team ? say_that_team : say_that_player);
    default: return rulebook_word(w, team ? say_current_team : say_current);
    }
}

static const char *nth(rulebook_writer *w, const rcy_tree *t)
{
    int64_t seat;
    if (rcy_constant(t->kids[0], &seat)) {
        return rulebook_noun_phrase(w, t->flag ? noun_team : noun_player, noun_the,
                                    rulebook_number(w, seat + 1));
    }
    return rulebook_fill(w, t->flag ? say_nth_team : say_nth_player,
                         rulebook_phrase(w, t->kids[0]));
}

static bool is_current(const rcy_tree *t)
{
    t = rulebook_resolve(t);
    return t->form == form_who && t->code == keyword_current;
}

const char *rulebook_player(rulebook_writer *w, const rcy_tree *t)
{
    switch (t->form) {
    case form_who:
        if (t->code == keyword_current) return current(w, t->flag);
        if (t->code == keyword_next && !t->flag && w->reader == reader_round) {
            return rulebook_word(w, say_next_round_player);
        }
        if (t->code == keyword_next) {
            return rulebook_word(w, t->flag ? say_next_team : say_next_player);
        }
        return rulebook_word(w, t->flag ? say_previous_team : say_previous_player);
    case form_other:
        return rulebook_fill(w, t->flag ? say_other_teams : say_others, current(w, t->flag));
    case form_players: return rulebook_word(w, say_all_players);
    case form_teams: return rulebook_word(w, say_all_teams);
    case form_nobody: return rulebook_word(w, say_nobody);
    case form_nth: return nth(w, t);
    case form_owner: return rulebook_fill(w, say_holder, rulebook_phrase(w, t->kids[0]));
    case form_whose: return rulebook_fill(w, say_maker, rulebook_phrase(w, t->kids[0]));
    case form_team_of:
        if (is_current(t->kids[0])) return current(w, true);
        return rulebook_fill(w, say_team_of, rulebook_phrase(w, t->kids[0]));
    case form_neighbour:
        return rulebook_fill(w, t->flag ? say_before : say_after, rulebook_phrase(w, t->kids[0]));
    default: return NULL;
    }
}

// --- what is owned ---

typedef struct owned_kind {
    rulebook_pattern named, computed;
    bool feminine;
} owned_kind;

static owned_kind kind_of(const rcy_tree *t)
{
    switch (t->form) {
    case form_sto: return (owned_kind){ say_counter_m, say_counter_for_m, false };
    case form_str: return (owned_kind){ say_marker_m, say_marker_for_m, false };
    case form_flag: return (owned_kind){ say_flag_f, say_flag_for_f, true };
    case form_who_of: return (owned_kind){ say_note_f, say_note_for_f, true };
    default: break;
    }
    if (t->code == place_mem) return (owned_kind){ say_memory_f, say_memory_for_f, true };
    return (owned_kind){ say_pile_f, say_pile_for_f, true };
}

static bool is_space(const rulebook_writer *w, const rcy_tree *name)
{
    const rcy_binding *b = name->form == form_var ? name->binding : NULL;
    if (name->form == form_step) return true;
    if (name->form == form_name) return rulebook_is_space(w, name->name);
    if (!b || !b->from) return false;
    bool element = b->by->form != form_let && b->by->form != form_let_act;
    return element ? rulebook_noun_of(w, b->from) == noun_space
                   : is_space(w, rulebook_resolve(b->from));
}

// The thing without an article and owner; `name` is the name or an expression for it.
static const char *thing(rulebook_writer *w, const rcy_tree *t, bool *feminine)
{
    const rcy_tree *name = rulebook_resolve(t->kids[1]);
    owned_kind kind = kind_of(t);
    *feminine = kind.feminine;
    if (name->form == form_pair) {
        const char *first = rulebook_name(w, rulebook_resolve(name->kids[0])->name);
        return rulebook_fill(w, say_for_key, rulebook_fill(w, kind.named, first),
                             rulebook_phrase(w, name->kids[1]));
    }
    if (name->form != form_name) {
        rulebook_pattern at = is_space(w, name) ? say_on_space : say_for_word;
        return rulebook_fill(w, kind.computed, rulebook_fill(w, at, rulebook_phrase(w, name)));
    }
    if (t->form == form_place && t->code != place_mem) {
        return rulebook_pile_name(w, name->name, feminine);
    }
    return rulebook_fill(w, kind.named, rulebook_name(w, name->name));
}

static bool is_short(const rcy_tree *t)
{
    t = rulebook_resolve(t);
    return t->form == form_var || t->form == form_who || t->form == form_nth ||
           (t->form == form_team_of && is_current(t->kids[0]));
}

static const char *owned(rulebook_writer *w, const rcy_tree *t)
{
    bool feminine;
    const rcy_tree *owner = rulebook_resolve(t->kids[0]);
    const char *what = thing(w, t, &feminine);
    if (t->kids[0]->form == form_game) {
        return rulebook_fill(w, feminine ? say_of_game_f : say_of_game_m, what);
    }
    if (is_current(owner) && w->reader == reader_you && !owner->flag) {
        return rulebook_fill(w, feminine ? say_of_you_f : say_of_you_m, what);
    }
    const char *who = rulebook_phrase(w, owner);
    if (is_short(owner)) {
        return rulebook_fill(w, feminine ? say_of_short_f : say_of_short_m, what, who);
    }
    return rulebook_fill(w, feminine ? say_of_long_f : say_of_long_m, what, who);
}

const char *rulebook_note(rulebook_writer *w, const rcy_tree *t)
{
    const rcy_tree *name = rulebook_resolve(t->kids[1]);
    if (t->kids[0]->form == form_game && is_space(w, name)) return rulebook_phrase(w, name);
    return owned(w, t);
}

const char *rulebook_storage(rulebook_writer *w, const rcy_tree *t)
{
    if (t->form == form_who_of) return rulebook_fill(w, say_noted, rulebook_note(w, t));
    return owned(w, t);
}

const char *rulebook_every_pile(rulebook_writer *w, const rcy_tree *t)
{
    const rcy_tree *pile = rulebook_resolve(t->kids[1]);
    if (rulebook_resolve(t->kids[0])->form != form_players || pile->form != form_place) return NULL;
    const rcy_tree *owner = rulebook_resolve(pile->kids[0]);
    if (owner->form != form_var || owner->binding != t->binding) return NULL;
    bool feminine;
    const char *what = thing(w, pile, &feminine);
    return rulebook_fill(w, feminine ? say_all_piles_f : say_all_piles_m, what);
}
