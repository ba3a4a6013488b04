// flow.c - the rules of turns, rounds and choices.
//
// A stage whose turns contain another stage is a round: its player is the one who begins
// the turns inside, and not the one who is addressed as "you".
#include "rulebook/writer.h"

bool rulebook_has_stage(const rcy_tree *t)
{
    if (!t) return false;
    if (t->form == form_stage) return true;
    for (int i = 0; i < t->count; i++) {
        if (rulebook_has_stage(t->kids[i])) return true;
    }
    return false;
}

static const char *current_player(rulebook_writer *w)
{
    static const rcy_tree current = { .form = form_who, .code = keyword_current };
    return rulebook_phrase(w, &current);
}

static const char *stage_head(rulebook_writer *w, const rcy_tree *t, bool rounds)
{
    const char *who = current_player(w), *until = "", *turns = "";
    w->reader = rounds ? reader_round : reader_current;
    if (t->kids[0]) until = rulebook_condition(w, t->kids[0], true);
    if (t->name & rcy_stage_turns) turns = rulebook_phrase(w, t->kids[t->value + 1]);
    if (!*turns) return rulebook_fill(w, rounds ? say_rounds_until : say_turns_until, who, until);
    if (!*until) return rulebook_fill(w, rounds ? say_rounds_count : say_turns_count, who, turns);
    return rulebook_fill(w, rounds ? say_rounds_both : say_turns_both, who, until, turns);
}

static void stage(rulebook_writer *w, const rcy_tree *t)
{
    bool rounds = false;
    rulebook_reader outer = w->reader;
    int before = w->unknown;
    for (int i = 1; i <= t->value; i++) rounds = rounds || rulebook_has_stage(t->kids[i]);
    const char *words = stage_head(w, t, rounds);
    rulebook_count(w, before);
    rulebook_add(w, t, words, true);
    rulebook_deeper(w);
    if (t->code == keyword_team) rulebook_add(w, NULL, rulebook_word(w, say_team_turns), false);
    if (t->name & rcy_stage_only) {
        const rcy_tree *only = t->kids[t->count - 1];
        before = w->unknown;
        words = rulebook_fill(w, say_only_players, rulebook_condition(w, only, true));
        rulebook_count(w, before);
        rulebook_add(w, only, words, false);
    }
    w->reader = rounds ? reader_round : reader_you;
    for (int i = 1; i <= t->value; i++) rulebook_act(w, t->kids[i]);
    w->reader = outer;
    rulebook_higher(w);
}

static void options(rulebook_writer *w, const rcy_tree *t)
{
    for (int i = 0; i < t->value; i++) rulebook_option(w, t->kids[i]);
    if (!(t->name & rcy_choice_else)) return;
    rulebook_add(w, t->kids[t->value], rulebook_word(w, say_no_option), true);
    rulebook_deeper(w);
    rulebook_act(w, t->kids[t->value]);
    rulebook_higher(w);
}

static void choice(rulebook_writer *w, const rcy_tree *t)
{
    int before = w->unknown;
    bool by = t->name & rcy_choice_by;
    const char *who = by ? rulebook_phrase(w, t->kids[t->count - 1]) : current_player(w);
    rulebook_count(w, before);
    if (!by && w->reader == reader_you && t->value == 1 && t->name == 0) {
        int at = w->count;
        rulebook_option(w, t->kids[0]);
        if (at < w->count) w->sentences[at].line = w->s->tokens[t->token].line;
        return;
    }
    const char *words = !by && w->reader == reader_you
                            ? rulebook_word(w, say_choose_one)
                            : rulebook_fill(w, say_player_choose_one, who);
    rulebook_add(w, t, words, true);
    rulebook_deeper(w);
    options(w, t);
    rulebook_higher(w);
}

static void together(rulebook_writer *w, const rcy_tree *t)
{
    rulebook_reader outer = w->reader;
    int before = w->unknown;
    const char *words = rulebook_word(w, say_all_choose);
    if (t->count > 1) {
        w->reader = reader_result;
        words = rulebook_fill(w, say_some_choose, rulebook_condition(w, t->kids[1], true));
    }
    rulebook_count(w, before);
    rulebook_add(w, t, words, true);
    w->reader = reader_you;
    rulebook_deeper(w);
    choice(w, t->kids[0]);
    rulebook_higher(w);
    w->reader = outer;
}

bool rulebook_flow(rulebook_writer *w, const rcy_tree *t)
{
    switch (t->form) {
    case form_stage: stage(w, t); return true;
    case form_choice: choice(w, t); return true;
    case form_together: together(w, t); return true;
    default: return false;
    }
}
