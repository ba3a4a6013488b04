// format.c - lays a description out anew: the same words, comments and empty lines, one shape.
//
// The text is read as parentheses, words and comments only, so that what does not check yet can
// be laid out too. A list that fits is written on one line; one that does not is broken by what
// it begins with: blocks (game, stage, define) indent by two, `do` and `choice` put an act on a
// line, tables and sets are filled, everything else is aligned behind its first words.
//
// Comments stay with what they stood before or behind. They are put where the printer would put
// them before anything is printed (settle), so that what was laid out once stays as it is.
#include <string.h>

#include "recycle/tree.h"

enum { widest = 100, deepest_list = 400, farthest_column = 64, longest_stem = 24 };

typedef struct remark {
    int offset, length;
    bool gap;  // an empty line comes before it
} remark;

typedef struct around {     // what a token has about it
    int first, count;       // remarks on lines of their own before it
    int behind;             // the remark that ends its line, or -1
    bool gap;               // an empty line comes before it
} around;

typedef struct node {
    int token;              // a word, or the parenthesis that opens
    struct node *kids;
    int count;
    int flat;               // how wide on one line; -1: it cannot be on one
} node;

typedef struct printer {
    const rcy_source *s;
    dado_text *out;
    around *around;         // one for each token
    remark *remarks;
    int remark_count;
    int column;
    int waiting;            // the remark that goes to the end of this line, or -1
} printer;

// ---- comments

// Reads what stands between two tokens: the rest of the line behind `at - 1`, then lines of their
// own before `at`.
static void gather(printer *p, int at, size_t from, size_t to)
{
    const char *text = p->s->text;
    around *here = &p->around[at];
    int breaks = at == 0 ? 1 : 0;
    here->first = p->remark_count;
    while (from < to) {
        char c = text[from];
        if (c == '\n') breaks++;
        if (c != ';') {
            from++;
            continue;
        }
        size_t end = from;
        while (end < to && text[end] != '\n') end++;
        size_t last = end;
        while (last > from && (text[last - 1] == ' ' || text[last - 1] == '\t' ||
                               text[last - 1] == '\r')) {
            last--;
        }
        int mine = p->remark_count++;
        p->remarks[mine] = (remark){ (int)from, (int)(last - from), breaks > 1 && at > 0 };
        if (breaks == 0) {
            p->around[at - 1].behind = mine;
            here->first++;
        } else {
            if (mine > here->first && breaks > 1) p->remarks[mine].gap = true;
            here->count++;
        }
        breaks = 0;
        from = end;
    }
    here->gap = breaks > 1 && (at > 0 || here->count > 0);
}

// A remark that ends a line before parentheses close is printed behind them; where there are
// several, the rest gets lines of its own. Remarks are kept in the order of the text, so that
// those that move are next to those they join.
static void settle(printer *p)
{
    const rcy_source *s = p->s;
    for (int i = 0; i + 1 < s->count; i++) {
        int behind = p->around[i].behind;
        int at = i;
        while (behind >= 0 && s->tokens[at + 1].kind == TOKEN_CLOSE &&
               p->around[at + 1].count == 0) {
            int next = p->around[at + 1].behind;
            p->around[at++].behind = -1;
            p->around[at].behind = behind;
            if (next < 0) continue;
            p->around[at + 1].first = next;
            p->around[at + 1].count++;
            p->remarks[next].gap = false;
        }
        i = at;
    }
}

// ---- lists

static const rcy_token *token_of(const printer *p, const node *n)
{
    return &p->s->tokens[n->token];
}

static bool is_list(const printer *p, const node *n)
{
    return token_of(p, n)->kind == TOKEN_OPEN;
}

static rcy_word head_of(const printer *p, const node *n)
{
    if (!is_list(p, n) || n->count == 0) return word_none;
    const rcy_token *t = token_of(p, &n->kids[0]);
    return t->kind == TOKEN_WORD ? (rcy_word)t->code : word_none;
}

static int atom_width(const printer *p, const rcy_token *t)
{
    if (t->kind != TOKEN_VAR) return t->length;
    return 1 + (int)strlen(rcy_text(p->s, t->name));  // in the text there may be blanks in it
}

static bool joined(const printer *p, const node *n)  // no blank before it
{
    return token_of(p, n)->kind == TOKEN_COMMA;
}

// Where the acts of a do or a choice stand: behind who chooses, if that is said.
static int acts_at(const printer *p, const node *n)
{
    return head_of(p, n) == word_choice && n->count > 2 && is_list(p, &n->kids[2]) ? 2 : 1;
}

static bool always_broken(const printer *p, const node *n)
{
    int acts = acts_at(p, n);
    switch (head_of(p, n)) {
    case word_game: return n->count > 1 && is_list(p, &n->kids[1]);
    case word_stage: return true;
    case word_setup: return n->count > 2;
    case word_choice: return n->count > acts && n->kids[acts].count > 1;
    default: return false;
    }
}

static bool build(printer *p, node *n, int at, int *end)
{
    const rcy_source *s = p->s;
    const rcy_token *t = &s->tokens[at];
    n->token = at;
    *end = at + 1;
    if (t->kind != TOKEN_OPEN) {
        n->flat = atom_width(p, t);
        return true;
    }
    int room = 0;
    for (int i = at + 1; i < t->match; i = s->tokens[i].kind == TOKEN_OPEN ? s->tokens[i].match + 1
                                                                          : i + 1) {
        room++;
    }
    n->kids = dado_new(s->arena, node, room ? room : 1);
    if (!n->kids) return false;
    n->flat = 2;
    for (int i = at + 1; i < t->match;) {
        node *kid = &n->kids[n->count++];
        if (!build(p, kid, i, &i)) return false;
        const around *a = &p->around[kid->token];
        if (kid->flat < 0 || a->count || p->around[i - 1].behind >= 0) n->flat = -1;
        if (n->flat >= 0) n->flat += kid->flat + (n->count > 1 && !joined(p, kid));
    }
    if (p->around[at].behind >= 0 || p->around[t->match].count) n->flat = -1;
    if (always_broken(p, n)) n->flat = -1;
    *end = t->match + 1;
    return true;
}

// ---- printing

static void put(printer *p, const char *text, int length)
{
    dado_text_add_bytes(p->out, text, (size_t)length);
    p->column += length;
}

static void put_remark(printer *p, int which)
{
    put(p, p->s->text + p->remarks[which].offset, p->remarks[which].length);
}

static void new_line(printer *p, int indent)
{
    if (p->waiting >= 0) {
        put(p, "  ", 2);
        put_remark(p, p->waiting);
        p->waiting = -1;
    }
    while (p->out->length && p->out->data[p->out->length - 1] == ' ') p->out->length--;
    dado_text_char(p->out, '\n');
    for (p->column = 0; p->column < indent; p->column++) dado_text_char(p->out, ' ');
}

// The line goes on at `indent`: this one if it is empty, and else the next.
static void fresh_line(printer *p, int indent, bool gap)
{
    size_t length = p->out->length;
    while (length && p->out->data[length - 1] == ' ') length--;
    bool empty = length == 0 || p->out->data[length - 1] == '\n';
    if (!empty) new_line(p, indent);
    if (gap) new_line(p, indent);
    if (!empty || gap) return;
    p->out->length = length;
    for (p->column = 0; p->column < indent; p->column++) dado_text_char(p->out, ' ');
}

// What stands above a token, on lines of its own from `indent`; then the token can be put.
static void put_above(printer *p, int token, int indent)
{
    const around *a = &p->around[token];
    for (int i = 0; i < a->count; i++) {
        fresh_line(p, indent, p->remarks[a->first + i].gap);
        put_remark(p, a->first + i);
        if (i + 1 == a->count) fresh_line(p, indent, a->gap);
    }
    if (p->waiting >= 0) new_line(p, indent);
}

static void put_token(printer *p, int token)
{
    const rcy_token *t = &p->s->tokens[token];
    if (t->kind == TOKEN_VAR) {
        const char *name = rcy_text(p->s, t->name);
        put(p, "'", 1);
        put(p, name, (int)strlen(name));
    } else {
        put(p, p->s->text + t->offset, t->length);
    }
    p->waiting = p->around[token].behind;
}

static void put_flat(printer *p, const node *n)
{
    put_token(p, n->token);
    if (!is_list(p, n)) return;
    for (int i = 0; i < n->count; i++) {
        if (i > 0 && !joined(p, &n->kids[i])) put(p, " ", 1);
        put_flat(p, &n->kids[i]);
    }
    put_token(p, token_of(p, n)->match);
}

static void show(printer *p, const node *n, int tail);

// How much follows a kid on its line at least: parentheses that close, or a comma.
static int tail_of(const printer *p, const node *list, int kid, int tail)
{
    if (kid + 1 == list->count) return tail + 1;
    return joined(p, &list->kids[kid + 1]) ? 1 : 0;
}

static bool fits(const printer *p, const node *n, int tail)
{
    return n->flat >= 0 && p->column + n->flat + tail <= widest;
}

// On a line of its own.
static void show_below(printer *p, const node *list, int kid, int indent, int tail, bool first)
{
    const node *n = &list->kids[kid];
    const around *a = &p->around[n->token];
    if (a->count == 0) fresh_line(p, indent, a->gap && !first);
    else if (first) p->remarks[a->first].gap = false;
    put_above(p, n->token, indent);
    show(p, n, tail_of(p, list, kid, tail));
}

// On this line if it can be, and else on the next.
static void show_behind(printer *p, const node *list, int kid, int indent, int tail)
{
    const node *n = &list->kids[kid];
    int more = tail_of(p, list, kid, tail);
    bool close = joined(p, n);
    bool apart = p->waiting >= 0 || p->around[n->token].count;
    if (!apart && p->column + !close + (n->flat < 0 ? widest : n->flat) + more > widest && !close) {
        apart = true;
    }
    if (apart) {
        show_below(p, list, kid, indent, tail, true);
        return;
    }
    if (!close) put(p, " ", 1);
    show(p, n, more);
}

// A table of points, or a set: as many on a line as there is room for.
static bool is_filled(const printer *p, const node *n)
{
    bool table = n->count > 1;
    for (int i = 0; i < n->count; i++) {
        const node *kid = &n->kids[i];
        if (joined(p, kid)) return true;
        const node *first = is_list(p, kid) && kid->count ? &kid->kids[0] : NULL;
        if (!first || first->count < 2 || token_of(p, &first->kids[1])->kind != TOKEN_COLON) {
            table = false;
        }
    }
    return table;
}

static bool is_stem(const printer *p, rcy_word head, const node *list, int kid)
{
    const node *n = &list->kids[kid];
    rcy_word own = head_of(p, n);
    switch (head) {
    case word_stage:
        return !is_list(p, n) || own == word_end || own == word_turns || own == word_only;
    case word_together: return own == word_only;
    case word_define: return kid <= 2;
    case word_create:  // up to and with its place
        return !is_list(p, n) || (kid > 0 && !is_list(p, &list->kids[kid - 1]) && kid <= 2);
    case word_let: return kid + 1 < list->count;  // values and their names
    case word_label: return kid <= 1;
    case word_repeat: return kid <= 1;
    default: return false;
    }
}

static bool is_block(const printer *p, const node *n)
{
    rcy_word head = head_of(p, n);
    if (head == word_repeat) {  // of elements; acts are short
        rcy_word body = head_of(p, &n->kids[n->count - 1]);
        return body == word_choice || body == word_block || body == word_stage ||
               body == word_together;
    }
    if (head == word_game && !is_list(p, &n->kids[n->count - 1])) return false;  // (game sto X)
    return head == word_game || head == word_setup || head == word_about || head == word_stage ||
           head == word_define || head == word_create || head == word_let || head == word_label ||
           head == word_block || head == word_together;
}

static void show_block(printer *p, const node *n, rcy_word head, int tail)
{
    int indent = p->column + 1, kid = 1;
    show(p, &n->kids[0], 0);
    for (; kid < n->count && is_stem(p, head, n, kid); kid++) {
        bool value = head == word_let && kid == 1 && p->waiting < 0;
        if (value && !p->around[n->kids[kid].token].count) {  // however long it is
            put(p, " ", 1);
            show(p, &n->kids[kid], tail_of(p, n, kid, tail));
        } else {
            show_behind(p, n, kid, indent + 2, tail);
        }
    }
    for (int first = kid; kid < n->count; kid++) {
        show_below(p, n, kid, indent, tail, kid == first && kid == 1);
    }
}

// (do (ACT ACT)), (choice (ACT ACT)) and (choice PLAYER (ACT ACT)).
static void show_acts(printer *p, const node *n, int tail)
{
    int at = acts_at(p, n);
    const node *acts = &n->kids[at];
    bool choice = head_of(p, n) == word_choice;
    int start = p->column - 1, indent = choice ? start + 2 : start + 5;
    put_token(p, n->kids[0].token);
    if (at == 2) show_behind(p, n, 1, start + 4, tail);
    put_above(p, acts->token, indent);
    if (p->column > start + 2) put(p, " ", 1);
    put_token(p, acts->token);
    int more = n->count == at + 1 ? tail + 1 : 0;
    for (int i = 0; i < acts->count; i++) {
        if (i == 0 && !choice && !p->around[acts->kids[0].token].count && p->waiting < 0) {
            show(p, &acts->kids[0], tail_of(p, acts, 0, more));
        } else {
            show_below(p, acts, i, indent, more, i == 0);
        }
    }
    int close = token_of(p, acts)->match;
    if (p->around[close].count) {
        put_above(p, close, indent);
    }
    put_token(p, close);
    for (int kid = at + 1; kid < n->count; kid++) {  // else, and what is done
        if (is_list(p, &n->kids[kid])) show_behind(p, n, kid, start + 4, tail);
        else show_below(p, n, kid, start + 2, tail, true);
    }
}

// Forms in which words after the first are operands, not part of what the list is about.
static bool has_bare_operands(rcy_word head)
{
    return head == word_scoring || head == word_any || head == word_all || head == word_filter ||
           head == word_each;
}

// Words that belong to what comes after them: using, and the keys of scoring.
static bool leads(const printer *p, rcy_word head, const node *n)
{
    const rcy_token *t = token_of(p, n);
    if (t->kind != TOKEN_WORD) return false;
    bool key = t->code == word_max || t->code == word_min || t->code == word_win;
    return t->code == word_using || (head == word_scoring && key);
}

static void show_aligned(printer *p, const node *n, int tail)
{
    rcy_word head = head_of(p, n);
    int start = p->column - 1;
    int kid = 0;
    if (!is_list(p, &n->kids[0])) {
        put_above(p, n->kids[0].token, start + 1);
        put_token(p, n->kids[0].token);
        kid = 1;
        while (kid < n->count && !is_list(p, &n->kids[kid]) && p->waiting < 0 &&
               !has_bare_operands(head) && !p->around[n->kids[kid].token].count &&
               p->column + 1 + n->kids[kid].flat - start <= longest_stem) {
            if (!joined(p, &n->kids[kid])) put(p, " ", 1);
            put_token(p, n->kids[kid++].token);
        }
    }
    bool pairs = head == word_if;
    int indent = kid == 0 ? start + 1 : p->column + 1;
    bool hang = kid > 0 && (indent - start > longest_stem + 2 || indent > farthest_column);
    if (p->waiting >= 0 || hang) indent = start + 2;
    bool led = false;
    for (int first = kid; kid < n->count; kid++) {
        const node *k = &n->kids[kid];
        bool word = leads(p, head, k);
        if (kid == first && first == 0) {
            put_above(p, k->token, indent);
            show(p, k, tail_of(p, n, kid, tail));
        } else if (kid == first && !hang && p->waiting < 0 && !p->around[k->token].count) {
            put(p, " ", 1);
            show(p, k, tail_of(p, n, kid, tail));
        } else if (led && head == word_scoring && p->waiting < 0 && !p->around[k->token].count) {
            put(p, " ", 1);
            show(p, k, tail_of(p, n, kid, tail));
        } else if (led || (pairs && (kid - first) % 2 == 1 && k->flat >= 0)) {
            show_behind(p, n, kid, indent + 2, tail);
        } else if (word || is_list(p, k) || pairs) {
            show_below(p, n, kid, indent, tail, kid == first);
        } else {
            show_behind(p, n, kid, indent, tail);
        }
        led = word;
    }
}

static void show_filled(printer *p, const node *n, int tail)
{
    int indent = p->column;
    for (int i = 0; i < n->count; i++) {
        if (i == 0) {
            put_above(p, n->kids[0].token, indent);
            show(p, &n->kids[0], tail_of(p, n, 0, tail));
        } else {
            show_behind(p, n, i, indent, tail);
        }
    }
}

// Writes the node from here. `tail` is what follows on its last line.
static void show(printer *p, const node *n, int tail)
{
    if (!is_list(p, n) || fits(p, n, tail)) {
        put_flat(p, n);
        return;
    }
    int start = p->column;
    rcy_word head = head_of(p, n);
    int at = acts_at(p, n);
    bool acts = (head == word_do || head == word_choice) && n->count > at &&
                is_list(p, &n->kids[at]) && n->kids[at].count > 0 &&
                p->around[n->kids[0].token].count == 0 && p->around[n->token].behind < 0;
    put_token(p, n->token);
    if (n->count == 0) {
    } else if (p->waiting >= 0 || p->around[n->kids[0].token].count) {
        for (int i = 0; i < n->count; i++) show_below(p, n, i, start + 2, tail, i == 0);
    } else if (acts) {
        show_acts(p, n, tail);
    } else if (is_block(p, n)) {
        show_block(p, n, head, tail);
    } else if (is_filled(p, n)) {
        show_filled(p, n, tail);
    } else {
        show_aligned(p, n, tail);
    }
    int close = token_of(p, n)->match;
    if (p->around[close].count) put_above(p, close, start + 2);
    put_token(p, close);
}

// ---- the whole

// What closes nothing is a word like others; what nothing closes cannot be laid out.
static bool is_balanced(rcy_source *s)
{
    int depth = 0;
    for (int i = 0; i < s->count; i++) {
        const rcy_token *t = &s->tokens[i];
        if (t->kind == TOKEN_OPEN && t->match < 0) {
            rcy_notice(s, "E110", i, i, "this parenthesis is never closed");
            return false;
        }
        if (t->kind == TOKEN_OPEN && ++depth > deepest_list) {
            rcy_notice(s, "E110", i, i, "more than %d parentheses are open here", deepest_list);
            return false;
        }
        if (t->kind == TOKEN_CLOSE && t->match >= 0) depth--;
    }
    return true;
}

static bool lay_out(rcy_source *s, dado_text *out)
{
    if (s->errors || !is_balanced(s)) return false;
    size_t most = 1;
    for (size_t i = 0; i < s->length; i++) most += s->text[i] == ';';
    printer p = { .s = s, .out = out, .waiting = -1 };
    p.around = dado_new(s->arena, around, s->count + 1);
    p.remarks = dado_new(s->arena, remark, most);
    if (!p.around || !p.remarks) {
        s->no_memory = true;
        return false;
    }
    size_t from = 0;
    for (int i = 0; i < s->count; i++) p.around[i].behind = -1;
    for (int i = 0; i < s->count; i++) {
        const rcy_token *t = &s->tokens[i];
        gather(&p, i, from, (size_t)t->offset);
        from = (size_t)(t->offset + t->length);
    }
    settle(&p);
    for (int i = 0; i + 1 < s->count;) {
        node n = { 0 };
        int at = i;
        if (!build(&p, &n, at, &i)) {
            s->no_memory = true;
            return false;
        }
        const around *a = &p.around[at];
        if (at > 0 && a->count == 0) fresh_line(&p, 0, a->gap);
        put_above(&p, at, 0);
        show(&p, &n, 0);
    }
    put_above(&p, s->count - 1, 0);
    fresh_line(&p, 0, false);
    return !out->cut;
}

static bool same_words(const rcy_source *a, const rcy_source *b)
{
    if (a->count != b->count) return false;
    for (int i = 0; i < a->count; i++) {
        const rcy_token *x = &a->tokens[i], *y = &b->tokens[i];
        if (x->kind != y->kind || x->code != y->code || x->value != y->value) return false;
        if (strcmp(rcy_text(a, x->name), rcy_text(b, y->name)) != 0) return false;
    }
    return true;
}

bool dado_recycle_format(const char *file, const char *text, dado_text *out, dado_arena *arena,
                         dado_diagnosis *found)
{
    rcy_source s = { .file = file, .text = text, .length = strlen(text), .arena = arena };
    s.names.arena = arena;
    *found = (dado_diagnosis){ 0 };
    bool done = rcy_lex(&s) && lay_out(&s, out);
    if (done) {  // what is handed out says word for word what was handed in
        rcy_source again = { .file = file, .text = dado_text_string(out), .length = out->length,
                             .arena = arena };
        again.names.arena = arena;
        done = rcy_lex(&again) && same_words(&s, &again);
    }
    if (!done && s.errors == 0) rcy_notice(&s, "E110", 0, 0, "this text cannot be laid out");
    found->items = s.notices;
    found->count = s.notice_count;
    found->errors = s.errors;
    found->warnings = s.warnings;
    found->more = s.more;
    return done;
}
