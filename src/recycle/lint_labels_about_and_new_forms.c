// lint_labels_about_and_new_forms.c - reports what is allowed but surely not intended, in forms
// beyond the base language and in (about ...) and labels. A text without such forms gets
// no reports from here.
#include "recycle/checker.h"

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

static void need_no_chance(rcy_source *s, const rcy_tree *t, const char *what)
{
    const rcy_tree *luck = find(t, draws);
    if (!luck) return;
    rcy_diagnose_tree(s, "E426", luck, "luck cannot be used in %s; draw it before, into a storage",
                      what);
}

static void clauses(rcy_source *s, const rcy_tree *t)
{
    int at = (int)t->value + (t->form == form_stage);
    if (t->form == form_stage) {
        if (t->name & rcy_stage_turns) need_no_chance(s, t->kids[at++], "the number of turns");
        if (t->name & rcy_stage_only)
            need_no_chance(s, t->kids[at], "the choice of who has a turn");
    } else if (t->form == form_choice) {
        if (t->name & rcy_choice_else) at++;
        if (t->name & rcy_choice_by) need_no_chance(s, t->kids[at], "the choice of who chooses");
    } else if (t->form == form_together && t->count > 1) {
        need_no_chance(s, t->kids[1], "the choice of who chooses");
    }
}

static bool reads_as_number(const char *text)
{
    int64_t value;
    return dado_read_int(text, &value);
}

// Returns a value of an attribute that is not a number, among all cards; 0 if there is
// none.
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
    rcy_diagnose_tree(s, "W226", t, "%s is used as a number, but %s is not one: it counts as 0",
                      rcy_text(s, key), rcy_text(s, odd));
}

static bool has_sides(const rcy_tree *t)
{
    return t->form == form_sides;
}

// Reports hidden information in labels of options, which the chooser reads.
static void labels(rcy_source *s, const rcy_tree *t)
{
    if (t->form == form_label) {
        for (int i = 1; i < t->count; i++) {
            const rcy_tree *v = t->kids[i];
            bool card = v->type == type_card || v->type == type_cards || v->type == type_colls;
            bool let = v->binding && v->binding->from && !v->binding->declared;
            if (card || !let || !rcy_reads_unseen(v->binding->from)) continue;
            rcy_diagnose(s, "E426", (int)t->value, (int)t->value,
                         "this label shows '%s, which depends on cards that the player who "
                         "chooses does not see",
                         rcy_text(s, v->name));
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
        rcy_diagnose_tree(s, "W427", t,
                          "the thrown components have only one side; dice need (sides ...)");
    }
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) look(s, game, t->kids[i]);
    }
}

// Reads a range of (about ...), such as (PLAYERS 2 .. 4). Returns false if it is not
// given.
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
        rcy_diagnose_tree(s, "W430", fact,
                          "the game is made for %lld players, but this says %lld to %lld",
                          (long long)made, (long long)low, (long long)high);
    }
}

void rcy_lint_labels_and_about(rcy_source *s, const rcy_tree *game)
{
    if (!s->next_edition) return;
    for (int i = (int)game->value; i < game->count; i++) look(s, game, game->kids[i]);
    players(s, game);
}
