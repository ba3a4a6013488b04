// state_json.c - writes the table and moves as JSON for programs, and which rules were
// executed.
//
// Nothing is counted in a state. To find out which rules are executed, moves are played
// again through `write_move_json`: the same machine with hooks. The JSON of a state that
// is written for nobody in particular lists all coverage points, so that those missing
// from the moves were never reached.
#include <stdio.h>
#include <string.h>

#include "recycle/state_text.h"
#include "recycle/rule_coverage.h"

static void tell_place(const rcy_program *p, int token, int last, dado_text *out)
{
    dado_place at = rcy_source_location(p->source, token, last);
    int end = p->source->tokens[last].line;
    dado_text_addf(out, "\"line\":%d,\"column\":%d,\"length\":%d,\"last_line\":%d", at.line,
                   at.column, at.length, end);
}

static void tell_cards(const rcy_program *p, const void *state, const uint16_t *cards, int count,
                       dado_text *out)
{
    char buffer[512];
    dado_text_char(out, '[');
    for (int i = 0; i < count; i++) {
        dado_text name = dado_text_in_buffer(buffer, sizeof buffer);
        rcy_print_card(p, state, cards[i], &name);
        if (i) dado_text_char(out, ',');
        dado_text_json(out, dado_text_string(&name));
    }
    dado_text_char(out, ']');
}

static void tell_pile(const rcy_program *p, const void *state, const rcy_place_info *info,
                      const uint16_t *cards, int count, bool seen, bool first, dado_text *out)
{
    char owner[16];
    dado_text who = dado_text_in_buffer(owner, sizeof owner);
    rcy_print_owner(info->owner, &who);
    dado_text_addf(out, "%s{\"owner\":\"%s\",\"kind\":\"%s\",\"name\":", first ? "" : ",", owner,
                   rcy_kind_name(info->kind));
    dado_text_json(out, rcy_text(p->source, info->name));
    dado_text_addf(out, ",\"count\":%d", count);
    if (seen) {
        dado_text_add(out, ",\"cards\":");
        tell_cards(p, state, cards, count, out);
    }
    dado_text_char(out, '}');
}

static void tell_piles(const rcy_program *p, const unsigned char *s, int eyes, dado_text *out)
{
    const uint16_t *order = (const uint16_t *)(const void *)(s + p->at_order);
    const uint16_t *from = (const uint16_t *)(const void *)(s + p->at_from);
    const uint16_t *recall = (const uint16_t *)(const void *)(s + p->at_recall);
    const uint16_t *recall_from = (const uint16_t *)(const void *)(s + p->at_recall_from);
    bool first = true;
    dado_text_add(out, "\"places\":[");
    for (int i = 1; i < p->places; i++) {
        int count = from[i + 1] - from[i];
        if (count == 0) continue;
        tell_pile(p, s, &p->place[i], order + from[i], count, rcy_sees(p, i, eyes), first, out);
        first = false;
    }
    for (int i = 0; i < p->mems; i++) {
        int count = recall_from[i + 1] - recall_from[i];
        if (count == 0) continue;
        tell_pile(p, s, &p->mem[i], recall + recall_from[i], count, true, first, out);
        first = false;
    }
    dado_text_char(out, ']');
}

static void tell_storage(const rcy_program *p, const unsigned char *s, dado_text *out)
{
    const int32_t *sto = (const int32_t *)(const void *)(s + p->at_sto);
    const uint16_t *str = (const uint16_t *)(const void *)(s + p->at_str);
    const int32_t *die = (const int32_t *)(const void *)(s + p->at_die);
    dado_text_add(out, ",\"storage\":[");
    const uint8_t *byte = s + p->at_byte;
    for (int i = 0; i < p->stos + p->strs + p->bytes; i++) {
        bool number = i < p->stos, string = !number && i < p->stos + p->strs;
        int slot = number ? i : string ? i - p->stos : i - p->stos - p->strs;
        const rcy_place_info *info = number   ? &p->sto_info[slot]
                                     : string ? &p->str_info[slot]
                                              : &p->byte_info[slot];
        char owner[16];
        dado_text who = dado_text_in_buffer(owner, sizeof owner);
        rcy_print_owner(info->owner, &who);
        dado_text_addf(out, "%s{\"owner\":\"%s\",\"name\":", i ? "," : "", owner);
        dado_text_json(out, rcy_text(p->source, info->name));
        dado_text_add(out, ",\"value\":");
        if (number) dado_text_addf(out, "%d}", sto[slot]);
        else if (info->kind == slot_flag) dado_text_add(out, byte[slot] ? "true}" : "false}");
        else if (!string && byte[slot] == rcy_nobody) dado_text_add(out, "null}");
        else if (!string) dado_text_addf(out, "\"p%d\"}", byte[slot]);
        else {
            dado_text_json(out, rcy_text(p->source, str[slot]));
            dado_text_char(out, '}');
        }
    }
    dado_text_add(out, "],\"dice\":[");
    for (int d = 0; d < p->dice_count; d++) {
        dado_text_addf(out, "%s{\"name\":\"%s\",\"value\":%d}", d ? "," : "",
                       rcy_text(p->source, p->dice[d].name), die[d]);
    }
    dado_text_char(out, ']');
}

// Writes all coverage points of the text, with what was executed before the first pause
// of every match. The numbers are those of `write_move_json`.
static void tell_cover(const rcy_program *p, dado_text *out)
{
    dado_text_add(out, ",\"rules\":[");
    for (int i = 0; i < p->coverage_count; i++) {
        const rcy_coverage_point *c = &p->coverage[i];
        dado_text_addf(out, "%s{\"rule\":%d,\"kind\":\"%s\",", i ? "," : "", i,
                       rcy_clause_kind(c->kind));
        tell_place(p, c->token, c->last, out);
        dado_text_addf(out, ",\"held\":%lld,\"failed\":%lld}", (long long)p->opening_held[i],
                       (long long)p->opening_failed[i]);
    }
    dado_text_char(out, ']');
}

void rcy_state_json(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    const rcy_program *p = game->data;
    const rcy_pause *r = state;
    int32_t row[64];
    dado_text_addf(out, "{\"actor\":%d,\"rounds\":%u,", game->rules->actor(game, state), r->rounds);
    tell_piles(p, state, eyes, out);
    tell_storage(p, state, out);
    bool saved =
        r->kind == pause_over || r->kind == pause_round || r->kind == pause_round_and_chance;
    if (saved || eyes == DADO_NOBODY) {
        rcy_scores(p, state, row);
        dado_text_add(out, ",\"scores\":[");
        for (int i = 0; i < p->players; i++) dado_text_addf(out, "%s%d", i ? "," : "", row[i]);
        dado_text_char(out, ']');
    }
    if (eyes == DADO_NOBODY) tell_cover(p, out);
    dado_text_char(out, '}');
}

typedef struct act_recorder {
    rcy_coverage_counter counted;
    const rcy_program *p;
    dado_text acts, saved;
} act_recorder;

static void record_act(rcy_hooks *hooks, const rcy_machine *m, const rcy_node *n)
{
    act_recorder *a = (act_recorder *)(void *)hooks;
    if (n->coverage >= 0) a->counted.held[n->coverage]++;
    enum { longest_account = 1 << 16 };
    if (a->acts.length < longest_account) {
        char buffer[256];
        dado_text words = dado_text_in_buffer(buffer, sizeof buffer);
        rcy_print_act(a->p, n, &words);
        if (n->op == OP_THROW) dado_text_addf(&words, ": %d", m->die[n->a]);
        dado_place at = rcy_source_location(a->p->source, n->token, n->token);
        dado_text_addf(&a->acts, "%s{\"line\":%d,\"column\":%d,\"player\":%d,\"words\":",
                       a->acts.length ? "," : "", at.line, at.column, m->cycle[0]);
        dado_text_json(&a->acts, dado_text_string(&words));
        dado_text_char(&a->acts, '}');
    }
    if (n->op != OP_SAVE) return;
    dado_text_addf(&a->saved, "%s{\"round\":%d,\"scores\":[", a->saved.length ? "," : "",
                   m->sto[n->b]);
    for (int i = 0; i < a->p->players; i++) {
        dado_text_addf(&a->saved, "%s%d", i ? "," : "", m->sto[n->a + i]);
    }
    dado_text_add(&a->saved, "]}");
}

void rcy_move_json(const dado_game *game, const void *state, dado_move move, dado_text *out)
{
    const rcy_program *p = game->data;
    unsigned char copy[rcy_most_state];
    dado_text words = { 0 };
    size_t count = (size_t)p->coverage_count + 1;
    int64_t *held = calloc(count, sizeof *held), *failed = calloc(count, sizeof *failed);
    dado_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
    act_recorder a = { .counted = rcy_coverage_counter_make(held, failed), .p = p };
    a.counted.hooks.act = record_act;
    memcpy(copy, state, p->state_size);
    rcy_print_move(game, state, move, &words);
    dado_text_add(out, "{\"move\":");
    dado_text_json(out, dado_text_string(&words));
    dado_text_free(&words);
    if (held && failed && moves) {
        rcy_report_options(p, state, moves, &a.counted.hooks);
        rcy_apply(p, copy, move, &a.counted.hooks);
        dado_text_add(out, ",\"fired\":[");
        bool first = true;
        for (int i = 0; i < p->coverage_count; i++) {
            if (!held[i] && !failed[i]) continue;
            dado_text_addf(out, "%s{\"rule\":%d,\"held\":%lld,\"failed\":%lld}", first ? "" : ",",
                           i, (long long)held[i], (long long)failed[i]);
            first = false;
        }
        dado_text_addf(out, "],\"acts\":[%s],\"saved\":[%s]", dado_text_string(&a.acts),
                       dado_text_string(&a.saved));
    }
    dado_text_char(out, '}');
    free(held);
    free(failed);
    free(moves);
    dado_text_free(&a.acts);
    dado_text_free(&a.saved);
}

typedef struct label_printer {
    rcy_hooks hooks;
    int eyes;
    dado_text *out;
    char last[200];
} label_printer;

// Prints a label that is met. A label in an option before any chance belongs to the
// option; every other is an event of the match.
static void print_met_label(rcy_hooks *hooks, const rcy_machine *m, const rcy_node *n)
{
    enum { longest_said = 400 };
    label_printer *c = (label_printer *)(void *)hooks;
    if ((m->path_mode == path_run && !m->drawn) || c->out->length > longest_said) return;
    dado_text words = { 0 };
    rcy_print_label(m, n, c->eyes, &words);
    if (words.length > 0 && strcmp(c->last, dado_text_string(&words)) != 0) {
        dado_text_addf(c->out, "%s%s", c->last[0] ? "; " : "", dado_text_string(&words));
        snprintf(c->last, sizeof c->last, "%s", dado_text_string(&words));
    }
    dado_text_free(&words);
}

void rcy_print_move_labels(const dado_game *game, const void *state, dado_move move, int eyes,
                           dado_text *out)
{
    const rcy_program *p = game->data;
    unsigned char copy[rcy_most_state];
    if (!p->labels) return;
    label_printer c = { .hooks = { .act = rcy_ignore_act,
                                   .fired = rcy_ignore_clause,
                                   .picked = rcy_ignore_pick,
                                   .label = print_met_label },
                        .eyes = eyes,
                        .out = out };
    memcpy(copy, state, p->state_size);
    rcy_apply(p, copy, move, &c.hooks);
}

static const char *fault_words(int code)
{
    switch (code) {
    case 601: return "there is no card here to move or remember; guard it: ((> (size X) 0) ...)";
    case 602: return "there is no card here to score, own or bind";
    case 603: return "max or min of no cards at all";
    case 604: return "there is no such element: the list is empty or shorter";
    case 605: return "the index is outside the collection";
    case 606: return "division by zero";
    case 607: return "a number is too large, or outside what this operation takes";
    case 608: return "the card lies on the table, so no player owns it";
    case 609: return "there is no player or team of that number, or nobody where one is needed";
    case 610:
        return "a limit was exceeded: too many options, acts without a choice, cards in one "
               "expression, or decks created";
    case 611: return "nobody has an option in this choice, and strict play wants one";
    case 612: return "this place is not of the kind needed here, or has no name";
    case 613: return "no side of this component shows that";
    default: return "the play cannot go on";
    }
}

bool rcy_sound(const dado_game *game, const void *state, dado_error *err)
{
    const rcy_program *p = game->data;
    const rcy_pause *r = state;
    if (r->kind != pause_stopped) return true;
    char code[8];
    snprintf(code, sizeof code, "R%d", r->fault);
    dado_fail_at(err, r->fault == 610 ? DADO_LIMIT : DADO_INVALID,
                 rcy_source_location(p->source, (int)r->pc, (int)r->pc), "%s",
                 fault_words(r->fault));
    return dado_fail_code(err, code);
}
