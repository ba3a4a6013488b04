// components.c - what is needed to play: players, settings, cards, dice, boards and teams.
#include <ctype.h>
#include <string.h>

#include "rulebook/writer.h"

// The values that a variable or a list stands for; NULL: not known.
static const rcy_tree *values_of(const rcy_tree *t)
{
    t = rulebook_resolve(t);
    if (t->form == form_var && t->binding) t = t->binding->from;
    if (t && t->form == form_table) t = t->kids[0];
    return t && (t->form == form_strings || t->form == form_list) ? t : NULL;
}

// How many cards an attribute makes; 0: not known.
static int64_t variants(const rcy_tree *attribute)
{
    int64_t all = 0;
    for (int i = 0; i < attribute->count; i++) {
        const rcy_tree *group = attribute->kids[i], *values = values_of(group->kids[0]);
        if (!values) return 0;
        int64_t count = values->count;
        for (int k = 1; k < group->count; k++) count *= variants(group->kids[k]);
        all += count;
    }
    return all;
}

static const char *attribute_words(rulebook_writer *w, const rcy_tree *t)
{
    enum { most = 64 };
    const char *groups[most];
    const char *key = rcy_text(w->s, t->name);
    int count = 0;
    for (int i = 0; i < t->count && count < most; i++) {
        enum { most_values = 200 };
        const char *names[most_values];
        const rcy_tree *group = t->kids[i], *values = values_of(group->kids[0]);
        int known = 0;
        for (int k = 0; values && k < values->count && known < most_values; k++) {
            const rcy_tree *value = values->kids[k];
            names[known++] = value->form == form_name ? rulebook_value_name(w, key, value->name)
                                                      : rulebook_phrase(w, value);
        }
        const char *list = values ? rulebook_join(w, names, known, ", ", ", ")
                                  : rulebook_phrase(w, group->kids[0]);
        const char *nested[most];
        int below = 0;
        for (int k = 1; k < group->count && below < most; k++) {
            nested[below++] = attribute_words(w, group->kids[k]);
        }
        if (below) {
            const char *by = rulebook_word(w, say_by);
            list = rulebook_fill(w, say_with, list, rulebook_join(w, nested, below, by, by));
        }
        groups[count++] = list;
    }
    return rulebook_fill(w, say_values_list, rulebook_key_name(w, t->name),
                         rulebook_join(w, groups, count, "; ", "; "));
}

static const char *attributes(rulebook_writer *w, const rcy_tree *t, int from, int to)
{
    enum { most = 32 };
    const char *parts[most];
    int count = 0;
    for (int i = from; i < to && count < most; i++) parts[count++] = attribute_words(w, t->kids[i]);
    const char *by = rulebook_word(w, say_by);
    return rulebook_join(w, parts, count, by, by);
}

static const char *dice_in_place(rulebook_writer *w, const rcy_tree *t)
{
    const rcy_tree *sides = t->kids[2];
    return rulebook_fill(w, say_place_dice, rulebook_phrase(w, t->kids[3]),
                         rulebook_collection(w, t->kids[1]), attributes(w, sides, 0, sides->count));
}

const char *rulebook_deck(rulebook_writer *w, const rcy_tree *t)
{
    if (t->flag) return dice_in_place(w, t);
    int64_t all = 1;
    bool sided = t->kids[t->count - 1]->form == form_sides;
    int end = t->count - sided;
    for (int i = 2; i < end; i++) all *= variants(t->kids[i]);
    const rcy_token *token = &w->s->tokens[t->kids[2]->token];
    const char *place = rulebook_collection(w, t->kids[1]), *words;
    const char *number = all ? rulebook_number(w, all) : "?";
    if (token[1].kind == TOKEN_KEYWORD && token[1].code == keyword_cards) {
        words = rulebook_fill(w, say_deck_file, number, place, rcy_text(w->s, token[2].name));
    } else {
        words = rulebook_fill(w, end > 3 ? say_deck_product : say_deck_each, number, place,
                              attributes(w, t, 2, end));
    }
    if (!sided) return words;
    const rcy_tree *sides = t->kids[t->count - 1];
    const char *shown = rulebook_fill(w, say_deck_sides, attributes(w, sides, 0, sides->count));
    return rulebook_join(w, (const char *const[]){ words, shown }, 2, "", "; ");
}

const char *rulebook_teams(rulebook_writer *w, const rcy_tree *t)
{
    enum { most = 32 };
    const char *teams[most];
    int count = 0;
    for (int i = 0; i < t->count && count < most; i++) {
        const char *members[most];
        int in_team = 0;
        for (int k = 0; k < t->kids[i]->count && in_team < most; k++) {
            members[in_team++] = rulebook_number(w, t->kids[i]->kids[k]->value + 1);
        }
        teams[count++] =
            rulebook_fill(w, say_team_members,
                          rulebook_join(w, members, in_team, ", ", rulebook_word(w, say_and)));
    }
    return rulebook_fill(w, say_teams_are, rulebook_join(w, teams, count, "; ", "; "));
}

// --- dice and boards ---

static const char *dice(rulebook_writer *w, const rcy_tree *t)
{
    const char *faces = rulebook_list(w, t, 0);
    if (w->dice_storages > 1) {
        return rulebook_fill(w, say_named_dice, faces, rulebook_name(w, t->name));
    }
    return rulebook_fill(w, t->count == 1 ? say_one_die : say_some_dice, faces);
}

// What follows the numbers of a part: directions of neighbours, or a prefix of names.
static const char *part_rest(rulebook_writer *w, const rcy_tree *t, int from)
{
    const char *words = "";
    for (int i = from; i < t->count; i++) {
        const rcy_tree *kid = rulebook_resolve(t->kids[i]);
        const char *more = kid->form == form_name
                               ? rulebook_fill(w, say_prefixed, rcy_text(w->s, kid->name))
                               : rulebook_fill(w, say_near_in, rulebook_collection(w, kid));
        words = rulebook_join(w, (const char *const[]){ words, more }, 2, "", "");
    }
    return words;
}

static const char *board_part(rulebook_writer *w, const rcy_tree *t)
{
    int numbers = 0;
    while (numbers < t->count && t->kids[numbers]->type == type_int) numbers++;
    const char *first = t->count > 0 ? rulebook_phrase(w, t->kids[0]) : "";
    const char *second = numbers > 1 ? rulebook_phrase(w, t->kids[1]) : "";
    const char *rest = part_rest(w, t, numbers), *words;
    switch (t->code) {
    case keyword_grid: words = rulebook_fill(w, say_grid, first, second); break;
    case keyword_hex:
        words = rulebook_fill(w, numbers > 1 ? say_hex_rhombus : say_hex_hexagon, first, second);
        break;
    case keyword_track: words = rulebook_fill(w, say_track, first); break;
    case keyword_ring: words = rulebook_fill(w, say_ring, first); break;
    case keyword_line:
        return rulebook_fill(w, say_joined, rulebook_phrase(w, t->kids[t->count - 1]));
    case keyword_without: return rulebook_fill(w, say_without, first);
    default: return rulebook_quote(w, t);
    }
    return rulebook_join(w, (const char *const[]){ words, rest }, 2, "", "");
}

static const char *board(rulebook_writer *w, const rcy_tree *t)
{
    enum { most = 64 };
    const char *parts[most];
    int count = 0;
    for (int i = 0; i < t->count && count < most; i++) parts[count++] = board_part(w, t->kids[i]);
    return rulebook_fill(w, say_board, rulebook_name(w, t->name),
                         rulebook_join(w, parts, count, "; ", "; "));
}

static const char *component(rulebook_writer *w, const rcy_tree *t)
{
    switch (t->form) {
    case form_deck: return rulebook_deck(w, t);
    case form_dice: return dice(w, t);
    case form_board: return board(w, t);
    case form_teams_act: return rulebook_teams(w, t);
    case form_repeat:
        return rulebook_fill(w, say_repeated, rulebook_phrase(w, t->kids[0]),
                             component(w, t->kids[1]));
    case form_for_each:
        return rulebook_fill(
            w, say_join,
            rulebook_fill(w, say_for_every, rulebook_element(w, t->kids[0], t, noun_alone)),
            component(w, t->kids[1]));
    default: return rulebook_fill(w, say_clause, rulebook_quote(w, t));
    }
}

// --- all of it ---

static void settings(rulebook_writer *w)
{
    for (int i = 0; i < w->game->value; i++) {
        const rcy_tree *t = w->game->kids[i];
        if (t->form != form_declare || t->count == 0) continue;
        int before = w->unknown;
        const rcy_tree *value = t->kids[0];
        const char *name = rcy_text(w->s, t->name), *words;
        if (value->form == form_table) {
            words = rulebook_fill(w, say_setting_table, name,
                                  rulebook_table_rows(w, value->kids[0], value->kids[1]));
        } else {
            bool list = value->form == form_strings || value->form == form_list;
            words = rulebook_fill(w, list ? say_setting_list : say_setting, name,
                                  rulebook_phrase(w, value));
        }
        rulebook_count(w, before);
        rulebook_add(w, t, words, false);
        if (w->count) w->sentences[w->count - 1].setting = name;
    }
}

static bool is_part_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool mentions(const char *words, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = words; length && (at = strstr(at, name)); at++) {
        bool begins = at == words || !is_part_of_name(at[-1]);
        if (begins && !is_part_of_name(at[length])) return true;
    }
    return false;
}

static bool is_of_use(const rulebook_writer *w, const dado_rulebook_sentence *setting)
{
    for (int i = 0; i < w->count; i++) {
        const dado_rulebook_sentence *s = &w->sentences[i];
        if (s != setting && mentions(s->words, setting->setting)) return true;
    }
    return false;
}

static void drop(rulebook_writer *w, int which)
{
    w->clauses--;
    if (w->sentences[which].quoted) w->quoted--;
    w->count--;
    memmove(&w->sentences[which], &w->sentences[which + 1],
            sizeof *w->sentences * (size_t)(w->count - which));
}

void rulebook_drop_useless_settings(rulebook_writer *w)
{
    int needed = 0;
    for (int i = 0; i < w->count;) {
        const dado_rulebook_sentence *s = &w->sentences[i++];
        if (!s->setting || is_of_use(w, s)) continue;
        drop(w, i - 1);
        i = 0;  // those that it mentioned may be of no use now
    }
    for (int i = 0; i < w->count; i++) {
        if (w->sentences[i].section != DADO_RULES_NEED) continue;
        w->sentences[i].number = rulebook_number(w, ++needed);
    }
}

static void players(rulebook_writer *w, const rcy_tree *t)
{
    int64_t count = 0, low, high;
    rcy_constant(t->kids[0], &count);
    int before = w->unknown;
    const char *number = rulebook_phrase(w, t->kids[0]), *words;
    if (rcy_about_range(w->s, "PLAYERS", &low, &high) && low < high) {
        words = rulebook_fill(w, say_for_range, rulebook_number(w, low), rulebook_number(w, high),
                              number);
    } else {
        words = count == 1 ? rulebook_word(w, say_for_player)
                           : rulebook_fill(w, say_for_players, number);
    }
    rulebook_count(w, before);
    rulebook_add(w, t, words, false);
    if (rcy_about_range(w->s, "MINUTES", &low, &high)) {
        rulebook_add(w, NULL, rulebook_fill(w, say_minutes, rulebook_number(w, high)), false);
    }
}

void rulebook_components(rulebook_writer *w)
{
    const rcy_tree *setup = w->game->kids[w->game->value];
    for (int i = 1; i < setup->count; i++) {
        if (setup->kids[i]->form != form_dice) continue;
        w->dice_storages++;
        w->dice_in_storage = setup->kids[i]->count;
    }
    players(w, setup->kids[0]);
    settings(w);
    for (int i = 1; i < setup->count; i++) {
        int before = w->unknown;
        const char *words = component(w, setup->kids[i]);
        rulebook_count(w, before);
        rulebook_add(w, setup->kids[i], words, false);
    }
}
