// sense_more.c - what is legal but surely not meant, in forms beyond the base; and what about
// and labels promise. None of it can be told of a text that uses no such form.
#include "recycle/check.h"

static const rcy_tree *find(const rcy_tree *t, bool (*fits)(const rcy_tree *))
{
    if (fits(t)) return t;
    for (int i = 0; i < t->count; i++) {
        const rcy_tree *found = t->kids[i] ? find(t->kids[i], fits) : NULL;
        if (found) return found;
    }
    return NULL;
}

static bool draws(const rcy_tree *t)
{
    return t->form == form_random || t->form == form_best;
}

static void need_no_luck(rcy_source *s, const rcy_tree *t, const char *what)
{
    const rcy_tree *luck = find(t, draws);
    if (!luck) return;
    rcy_notice_tree(s, "E426", luck, "luck has no part in %s; draw before, into a storage", what);
}

static void clauses(rcy_source *s, const rcy_tree *t)
{
    int at = (int)t->value + (t->form == form_stage);
    if (t->form == form_stage) {
        if (t->name & rcy_stage_turns) need_no_luck(s, t->kids[at++], "how many turns there are");
        if (t->name & rcy_stage_only) need_no_luck(s, t->kids[at], "who has a turn");
    } else if (t->form == form_choice) {
        if (t->name & rcy_choice_else) at++;
        if (t->name & rcy_choice_by) need_no_luck(s, t->kids[at], "who chooses");
    } else if (t->form == form_together && t->count > 1) {
        need_no_luck(s, t->kids[1], "who chooses");
    }
}

static bool reads_as_number(const char *text)
{
    int64_t value;
    return dado_read_int(text, &value);
}

// A value of this key that is no number, among all cards; 0 if there is none.
static int32_t no_number(const rcy_source *s, const rcy_tree *t, int32_t key)
{
    int32_t found = 0;
    if (t->form == form_attribute && t->name == key) {
        for (int g = 0; g < t->count; g++) {
            const rcy_tree *values = rcy_constant_strings(t->kids[g]->kids[0]);
            for (int v = 0; values && v < values->count; v++) {
                if (!reads_as_number(rcy_text(s, values->kids[v]->name))) {
                    found = values->kids[v]->name;
                }
            }
        }
    }
    for (int i = 0; i < t->count && !found; i++) {
        if (t->kids[i]) found = no_number(s, t->kids[i], key);
    }
    return found;
}

static void numbers(rcy_source *s, const rcy_tree *game, const rcy_tree *t)
{
    int32_t key = t->name;
    if (t->form == form_value && !rcy_constant_string(t->kids[0], &key)) return;
    int32_t odd = no_number(s, game, key);
    if (!odd) return;
    rcy_notice_tree(s, "W226", t, "%s is used as a number, and %s is none: it counts 0",
                    rcy_text(s, key), rcy_text(s, odd));
}

static bool has_sides(const rcy_tree *t)
{
    return t->form == form_sides;
}

// Labels of an option are read by who chooses: nothing hidden may stand in them.
static void labels(rcy_source *s, const rcy_tree *t)
{
    if (t->form == form_label) {
        for (int i = 1; i < t->count; i++) {
            const rcy_tree *v = t->kids[i];
            bool card = v->type == type_card || v->type == type_cards || v->type == type_colls;
            bool let = v->binding && v->binding->from && !v->binding->declared;
            if (card || !let || !rcy_reads_unseen(v->binding->from)) continue;
            rcy_notice(s, "E426", (int)t->value, (int)t->value,
                       "this label shows '%s, which hangs on cards that the player who chooses "
                       "does not see", rcy_text(s, v->name));
        }
    }
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) labels(s, t->kids[i]);
    }
}

static void look(rcy_source *s, const rcy_tree *game, const rcy_tree *t)
{
    clauses(s, t);
    if (t->form == form_key || t->form == form_value) numbers(s, game, t);
    if (t->form == form_choice) {
        for (int i = 0; i < t->value; i++) labels(s, t->kids[i]);
    }
    if (t->form == form_throw_cards && !find(game, has_sides)) {
        rcy_notice_tree(s, "W427", t, "what is thrown has one side only; dice have (sides ...)");
    }
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) look(s, game, t->kids[i]);
    }
}

// (PLAYERS 2 .. 4) of about, or any other range: false if it is not told.
bool rcy_about_range(const rcy_source *s, const char *key, int64_t *low, int64_t *high)
{
    for (int i = 0; s->about && i < s->about->count; i++) {
        const rcy_tree *fact = s->about->kids[i];
        if (strcmp(rcy_text(s, fact->name), key) != 0 || fact->count == 0) continue;
        if (fact->kids[0]->form != form_int) continue;
        *low = fact->kids[0]->value;
        *high = fact->kids[fact->count - 1]->value;
        return true;
    }
    return false;
}

static void players(rcy_source *s, const rcy_tree *game)
{
    int64_t low, high, made;
    const rcy_tree *setup = game->kids[game->value];
    if (!rcy_about_range(s, "PLAYERS", &low, &high) || setup->count == 0) return;
    if (!rcy_constant(setup->kids[0]->kids[0], &made) || (made >= low && made <= high)) return;
    for (int i = 0; i < s->about->count; i++) {
        const rcy_tree *fact = s->about->kids[i];
        if (strcmp(rcy_text(s, fact->name), "PLAYERS") != 0) continue;
        rcy_notice_tree(s, "W430", fact, "the game is made for %lld players, and this says %lld to "
                        "%lld", (long long)made, (long long)low, (long long)high);
    }
}

void rcy_sense_more(rcy_source *s, const rcy_tree *game)
{
    if (!s->next_edition) return;
    for (int i = (int)game->value; i < game->count; i++) look(s, game, game->kids[i]);
    players(s, game);
}
