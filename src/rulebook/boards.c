// boards.c - phrases for the spaces of boards.
#include "recycle/board.h"
#include "rulebook/writer.h"

bool rulebook_is_space(const rulebook_writer *w, int32_t name)
{
    const rcy_boards *boards = w->s->boards;
    for (int i = 0; boards && i < boards->spaces; i++) {
        if (boards->name[i] == name) return true;
    }
    return false;
}

const char *rulebook_board_name(rulebook_writer *w, const rcy_tree *t)
{
    const rcy_token *token = &w->s->tokens[t->token];
    bool spaces = t->form == form_strings && token->kind == TOKEN_OPEN &&
                  token[1].kind == TOKEN_KEYWORD && token[1].code == keyword_spaces;
    return spaces ? rulebook_name(w, token[2].name) : NULL;
}

// A direction stands as it is written, or they do.
static const char *direction(rulebook_writer *w, const rcy_tree *t)
{
    enum { most = 32 };
    const char *parts[most];
    int count = 0;
    t = rulebook_resolve(t);
    if (t->form == form_name) return rcy_text(w->s, t->name);
    if (t->form != form_strings) return rulebook_phrase(w, t);
    for (int i = 0; i < t->count && count < most; i++) {
        parts[count++] = rcy_text(w->s, t->kids[i]->name);
    }
    return rulebook_join(w, parts, count, ", ", rulebook_word(w, say_or));
}

static const char *stepped(rulebook_writer *w, const rcy_tree *t)
{
    bool far = t->count > 2;
    rulebook_pattern pattern = t->code == keyword_ray ? (far ? say_ray_steps : say_ray)
                               : far                  ? say_steps
                                                      : say_step;
    return rulebook_fill(w, pattern, direction(w, t->kids[0]), rulebook_phrase(w, t->kids[1]),
                         far ? rulebook_phrase(w, t->kids[2]) : "");
}

static const char *reached(rulebook_writer *w, const rcy_tree *t)
{
    const rcy_tree *begin = rulebook_resolve(t->kids[0]);
    const char *from = rulebook_phrase(w, begin);
    int aliases = w->aliases, takes = w->takes;
    if (begin->form == form_filter) rulebook_take_name(w, NULL, rulebook_free_name(w, begin));
    const char *name = rulebook_free_name(w, t);
    rulebook_take_name(w, t->binding, name);
    const char *over =
        rulebook_fill(w, say_such_many, rulebook_noun_phrase(w, noun_space, noun_many, name),
                      rulebook_condition(w, t->kids[1], true));
    w->aliases = aliases;
    w->takes = takes;
    over = rulebook_fill(w, say_bracketed, over);
    if (t->count < 3) return rulebook_fill(w, say_reachable, from, over);
    return rulebook_fill(w, say_reachable_in, from, over, rulebook_phrase(w, t->kids[2]));
}

// Returns NULL if the form has nothing to do with boards.
const char *rulebook_board_phrase(rulebook_writer *w, const rcy_tree *t)
{
    switch (t->form) {
    case form_strings: {
        const char *board = rulebook_board_name(w, t);
        return board ? rulebook_fill(w, say_spaces_of, board) : NULL;
    }
    case form_coordinate:
        return rulebook_fill(w, t->code == keyword_row ? say_row_of : say_column_of,
                             rulebook_phrase(w, t->kids[0]));
    case form_distance:
        return rulebook_fill(w, say_distance, rulebook_phrase(w, t->kids[0]),
                             rulebook_phrase(w, t->kids[1]));
    case form_near:
        if (t->count == 1) return rulebook_fill(w, say_neighbours, rulebook_phrase(w, t->kids[0]));
        return rulebook_fill(w, say_neighbours_in, rulebook_phrase(w, t->kids[0]),
                             direction(w, t->kids[1]));
    case form_step: return stepped(w, t);
    case form_lines:
        return rulebook_fill(w,
                             t->kids[1]->type == type_strs ? say_lines_within : say_lines_through,
                             rulebook_phrase(w, t->kids[0]), rulebook_phrase(w, t->kids[1]));
    case form_groups: return rulebook_fill(w, say_connected, rulebook_collection(w, t->kids[0]));
    case form_reach: return reached(w, t);
    default: return NULL;
    }
}
