// rulebook.c - writes a whole rulebook, section by section.
#include "rulebook/rulebook.h"

#include "recycle/checker.h"
#include "rulebook/writer.h"

static void begin(rulebook_writer *w, dado_rulebook_section section)
{
    w->section = section;
    w->depth = 0;
    w->number[0] = 0;
    w->reader = reader_starter;
}

static bool contains(const rcy_tree *t, rcy_form form)
{
    if (!t) return false;
    if (t->form == form) return true;
    for (int i = 0; i < t->count; i++) {
        if (contains(t->kids[i], form)) return true;
    }
    return false;
}

// Whether players do something in it: it is part of play, and not of setup.
static bool is_play(const rcy_tree *t)
{
    return contains(t, form_stage) || contains(t, form_choice) || contains(t, form_together);
}

static bool stops_game(const rcy_tree *t)
{
    if (!t) return false;
    if (t->form == form_stop && t->code == keyword_game) return true;
    for (int i = 0; i < t->count; i++) {
        if (stops_game(t->kids[i])) return true;
    }
    return false;
}

static void general(rulebook_writer *w)
{
    static const rulebook_pattern rules[] = { say_order, say_until_when, say_legal, say_on_top,
                                              say_zero };
    begin(w, DADO_RULES_GENERAL);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        rulebook_add(w, NULL, rulebook_word(w, rules[i]), false);
    }
}

static void match_end(rulebook_writer *w, const rcy_tree *last)
{
    begin(w, DADO_RULES_END);
    w->reader = reader_current;
    for (int i = 1; last && last->form == form_stage && i <= last->value; i++) {
        if (rulebook_has_stage(last->kids[i])) w->reader = reader_round;
    }
    if (last && last->form == form_stage) {
        bool turns = last->name & rcy_stage_turns;
        const char *until = last->kids[0] ? rulebook_condition(w, last->kids[0], true) : "";
        const char *count = turns ? rulebook_phrase(w, last->kids[last->value + 1]) : "";
        const char *words = !turns          ? rulebook_fill(w, say_end_until, until)
                            : last->kids[0] ? rulebook_fill(w, say_end_both, until, count)
                                            : rulebook_fill(w, say_end_turns, count);
        rulebook_add(w, last->kids[0] ? last->kids[0] : last->kids[last->value + 1], words, false);
    } else if (last) {
        rcy_tree begins = *last;  // its line; those inside of it have rules of their own
        begins.last = begins.token;
        rulebook_add(w, &begins, rulebook_word(w, say_end_all), false);
    }
    if (stops_game(w->game)) rulebook_add(w, NULL, rulebook_word(w, say_end_at_once), false);
    w->reader = reader_starter;
}

static void scoring(rulebook_writer *w, const rcy_tree *t)
{
    int keys = t->count - (t->name != 0);
    begin(w, DADO_RULES_SCORING);
    w->reader = reader_result;
    if (t->name) {
        int before = w->unknown;
        const rcy_tree *win = t->kids[t->count - 1];
        const char *words = rulebook_fill(w, say_win_if, rulebook_condition(w, win, true));
        rulebook_count(w, before);
        rulebook_add(w, win, words, false);
    }
    for (int i = 0; i < keys; i++) {
        int before = w->unknown;
        bool least = t->value >> i & 1;
        rulebook_pattern pattern = i > 0   ? (least ? say_tie_least : say_tie_most)
                                   : least ? say_result_least
                                           : say_result_most;
        const char *words = rulebook_fill(w, pattern, rulebook_phrase(w, t->kids[i]));
        rulebook_count(w, before);
        rulebook_add(w, t->kids[i], words, false);
    }
    bool shared = rcy_score_is_shared(t);
    rulebook_add(w, NULL, rulebook_word(w, shared ? say_shared_result : say_equal_share), false);
}

static void sections(rulebook_writer *w)
{
    const rcy_tree *game = w->game;
    int first = (int)game->value + 1, end = game->count - 1, play = end, last = first - 1;
    for (int i = first; i < end; i++) {
        if (!is_play(game->kids[i])) continue;
        if (play == end) play = i;
        last = i;
    }
    begin(w, DADO_RULES_NEED);
    rulebook_components(w);
    begin(w, DADO_RULES_SETUP);
    for (int i = first; i < play; i++) rulebook_act(w, game->kids[i]);
    begin(w, DADO_RULES_PLAY);
    for (int i = play; i <= last; i++) rulebook_act(w, game->kids[i]);
    match_end(w, last >= first ? game->kids[last] : NULL);
    for (int i = last + 1; i < end && last >= first; i++) rulebook_act(w, game->kids[i]);
    scoring(w, game->kids[end]);
    begin(w, DADO_RULES_HIDDEN);
    rulebook_who_sees_what(w);
    general(w);
    rulebook_drop_useless_settings(w);
}

bool dado_rulebook_write(const char *source, const char *text, const dado_options *options,
                         dado_rulebook_language language, dado_region *region, dado_rulebook *book,
                         dado_error *err)
{
    rcy_source *s;
    const rcy_tree *game = rcy_read_description(source, text, options, region, &s, err);
    if (!game) return false;
    rulebook_writer w = { .s = s, .game = game, .region = region, .language = language };
    sections(&w);
    if (w.no_memory) return dado_fail(err, DADO_LIMIT, "no memory left for the rulebook");
    const rcy_tree *made = game->kids[game->value]->kids[0]->kids[0];
    const rcy_token *set_by = &s->tokens[made->token];
    int64_t players = 0, least, most;
    rcy_constant(made, &players);
    if (!rcy_about_range(s, "PLAYERS", &least, &most)) least = most = players;
    *book = (dado_rulebook){ .sentences = w.sentences,
                             .count = w.count,
                             .clauses = w.clauses,
                             .worded = w.clauses - w.quoted,
                             .shared_result = rcy_score_is_shared(game->kids[game->count - 1]),
                             .players = (int)players,
                             .least_players = (int)least,
                             .most_players = (int)most };
    if (set_by->kind == TOKEN_VAR) book->players_setting = rcy_text(s, set_by->name);
    return true;
}

const char *dado_rulebook_heading(dado_rulebook_section section, dado_rulebook_language language)
{
    static const char *const headings[][2] = {
        [DADO_RULES_NEED] = { "What you need", "O que é preciso" },
        [DADO_RULES_SETUP] = { "Setup", "Preparação" },
        [DADO_RULES_PLAY] = { "Play", "O jogo" },
        [DADO_RULES_END] = { "The end", "O fim" },
        [DADO_RULES_SCORING] = { "Who wins", "Quem vence" },
        [DADO_RULES_HIDDEN] = { "Who sees what", "Quem vê o quê" },
        [DADO_RULES_GENERAL] = { "What always holds", "O que vale sempre" },
    };
    return headings[section][language];
}
