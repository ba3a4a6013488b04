// source_formatter.c - formats a description: the same words, comments and empty lines in
// a standard layout.
//
// The text is read only as parentheses, words and comments, so that a text with errors
// can be formatted too. A list that fits is written on one line. One that does not is
// broken by its first word: blocks (game, stage, define) indent by two, `do` and `choice`
// put each act on a line, tables and sets are filled, and everything else is aligned
// after its first words.
//
// Comments stay with what they were before or after. They are moved to where the printer
// would put them before anything is printed (settle), so that formatting a second time
// changes nothing.
#include <string.h>

#include "recycle/syntax_tree.h"

enum { widest = 100, deepest_list = 400, farthest_column = 64, longest_stem = 24 };

typedef struct comment {
    int offset, length;
    bool gap;  // whether an empty line comes before it
} comment;

typedef struct around {  // what surrounds a token
    int first, count;    // comments on lines of their own before it
    int behind;          // the comment at the end of its line, or -1
    bool gap;            // whether an empty line comes before it
} around;

typedef struct node {
    int token;  // a word, or an opening parenthesis
    struct node *kids;
    int count;
    int flat;  // its width on one line; -1: it cannot be on one line
} node;

typedef struct printer {
    const rcy_source *s;
    dado_text *out;
    around *around;  // one for each token
    comment *remarks;
    int remark_count;
    int column;
    int waiting;  // the comment for the end of this line, or -1
} printer;

// ---- comments

// Reads the comments between two tokens: the rest of the line after token `at - 1`, then
// whole lines before token `at`.
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
        while (last > from &&
               (text[last - 1] == ' ' || text[last - 1] == '\t' || text[last - 1] == '\r')) {
            last--;
        }
        int mine = p->remark_count++;
        p->remarks[mine] = (comment){ (int)from, (int)(last - from), breaks > 1 && at > 0 };
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

// Moves a comment that ends a line before closing parentheses to after them. If there are
// several, the others get lines of their own. Comments are kept in the order of the text,
// so that those that move are next to those they join.
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

static rcy_keyword head_of(const printer *p, const node *n)
{
    if (!is_list(p, n) || n->count == 0) return keyword_none;
    const rcy_token *t = token_of(p, &n->kids[0]);
    return t->kind == TOKEN_KEYWORD ? (rcy_keyword)t->code : keyword_none;
}

static int atom_width(const printer *p, const rcy_token *t)
{
    if (t->kind != TOKEN_VAR) return t->length;
    return 1 + (int)strlen(rcy_text(p->s, t->name));  // in the text there may be blanks in it
}

static bool joined(const printer *p, const node *n)  // whether no blank comes before it
{
    return token_of(p, n)->kind == TOKEN_COMMA;
}

// Returns the index of the acts in a `do` or `choice`: after the player who chooses, if
// one is named.
static int acts_at(const printer *p, const node *n)
{
    return head_of(p, n) == keyword_choice && n->count > 2 && is_list(p, &n->kids[2]) ? 2 : 1;
}

static bool always_broken(const printer *p, const node *n)
{
    int acts = acts_at(p, n);
    switch (head_of(p, n)) {
    case keyword_game: return n->count > 1 && is_list(p, &n->kids[1]);
    case keyword_stage: return true;
    case keyword_setup: return n->count > 2;
    case keyword_choice: return n->count > acts && n->kids[acts].count > 1;
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
    for (int i = at + 1; i < t->match;
         i = s->tokens[i].kind == TOKEN_OPEN ? s->tokens[i].match + 1 : i + 1) {
        room++;
    }
    n->kids = dado_new(s->region, node, room ? room : 1);
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

// Starts a line at `indent`: the current line if it is empty, else the next.
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

// Prints the comments above a token on lines of their own; then the token can be printed.
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

// Returns how many characters at least follow a child on its line: closing parentheses or
// a comma.
static int tail_of(const printer *p, const node *list, int kid, int tail)
{
    if (kid + 1 == list->count) return tail + 1;
    return joined(p, &list->kids[kid + 1]) ? 1 : 0;
}

static bool fits(const printer *p, const node *n, int tail)
{
    return n->flat >= 0 && p->column + n->flat + tail <= widest;
}

// Prints a child on a line of its own.
static void show_below(printer *p, const node *list, int kid, int indent, int tail, bool first)
{
    const node *n = &list->kids[kid];
    const around *a = &p->around[n->token];
    if (a->count == 0) fresh_line(p, indent, a->gap && !first);
    else if (first) p->remarks[a->first].gap = false;
    put_above(p, n->token, indent);
    show(p, n, tail_of(p, list, kid, tail));
}

// Prints a child on this line if it fits, else on the next.
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

// Returns whether a list is a table of points or a set, which is filled with as many
// items per line as fit.
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

static bool is_stem(const printer *p, rcy_keyword head, const node *list, int kid)
{
    const node *n = &list->kids[kid];
    rcy_keyword own = head_of(p, n);
    switch (head) {
    case keyword_stage:
        return !is_list(p, n) || own == keyword_end || own == keyword_turns || own == keyword_only;
    case keyword_together: return own == keyword_only;
    case keyword_define:
    case keyword_effects: return kid <= 2;
    case keyword_create:  // up to and including its place
        return !is_list(p, n) || (kid > 0 && !is_list(p, &list->kids[kid - 1]) && kid <= 2);
    case keyword_let: return kid + 1 < list->count;  // values and their names
    case keyword_label: return kid <= 1;
    case keyword_repeat: return kid <= 1;
    default: return false;
    }
}

static bool is_block(const printer *p, const node *n)
{
    rcy_keyword head = head_of(p, n);
    if (head == keyword_repeat) {  // only a repeat of elements; acts are short
        rcy_keyword body = head_of(p, &n->kids[n->count - 1]);
        return body == keyword_choice || body == keyword_block || body == keyword_stage ||
               body == keyword_together;
    }
    if (head == keyword_game && !is_list(p, &n->kids[n->count - 1])) return false;  // (game sto X)
    return head == keyword_game || head == keyword_setup || head == keyword_about ||
           head == keyword_look || head == keyword_stage || head == keyword_define ||
           head == keyword_create || head == keyword_let || head == keyword_label ||
           head == keyword_block || head == keyword_together || head == keyword_effects;
}

static void show_block(printer *p, const node *n, rcy_keyword head, int tail)
{
    int indent = p->column + 1, kid = 1;
    show(p, &n->kids[0], 0);
    for (; kid < n->count && is_stem(p, head, n, kid); kid++) {
        bool value = head == keyword_let && kid == 1 && p->waiting < 0;
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

// Prints (do (ACT ACT)), (choice (ACT ACT)) and (choice PLAYER (ACT ACT)).
static void show_acts(printer *p, const node *n, int tail)
{
    int at = acts_at(p, n);
    const node *acts = &n->kids[at];
    bool choice = head_of(p, n) == keyword_choice;
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
    for (int kid = at + 1; kid < n->count; kid++) {  // `else`, and what is done then
        if (is_list(p, &n->kids[kid])) show_behind(p, n, kid, start + 4, tail);
        else show_below(p, n, kid, start + 2, tail, true);
    }
}

// Returns whether the words after the first are operands in this form.
static bool has_bare_operands(rcy_keyword head)
{
    return head == keyword_scoring || head == keyword_any || head == keyword_all ||
           head == keyword_filter || head == keyword_each;
}

// Returns whether a word belongs to what follows it: `using`, and the keys of a scoring.
static bool leads(const printer *p, rcy_keyword head, const node *n)
{
    const rcy_token *t = token_of(p, n);
    if (t->kind != TOKEN_KEYWORD) return false;
    bool key = t->code == keyword_max || t->code == keyword_min || t->code == keyword_win;
    return t->code == keyword_using || (head == keyword_scoring && key);
}

static void show_aligned(printer *p, const node *n, int tail)
{
    rcy_keyword head = head_of(p, n);
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
    bool pairs = head == keyword_if;
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
        } else if (led && head == keyword_scoring && p->waiting < 0 && !p->around[k->token].count) {
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

// Prints a node. `tail` is the number of characters that follow on its last line.
static void show(printer *p, const node *n, int tail)
{
    if (!is_list(p, n) || fits(p, n, tail)) {
        put_flat(p, n);
        return;
    }
    int start = p->column;
    rcy_keyword head = head_of(p, n);
    int at = acts_at(p, n);
    bool acts = (head == keyword_do || head == keyword_choice) && n->count > at &&
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

// ---- the whole text

// Returns whether every opening parenthesis is closed. A closing one without a partner
// counts as a word.
static bool is_balanced(rcy_source *s)
{
    int depth = 0;
    for (int i = 0; i < s->count; i++) {
        const rcy_token *t = &s->tokens[i];
        if (t->kind == TOKEN_OPEN && t->match < 0) {
            rcy_diagnose(s, "E110", i, i, "this parenthesis is never closed");
            return false;
        }
        if (t->kind == TOKEN_OPEN && ++depth > deepest_list) {
            rcy_diagnose(s, "E110", i, i, "more than %d parentheses are open here", deepest_list);
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
    p.around = dado_new(s->region, around, s->count + 1);
    p.remarks = dado_new(s->region, comment, most);
    if (!p.around || !p.remarks) {
        s->no_memory = true;
        return false;
    }
    size_t from = 0;
    for (int i = 0; i < s->count; i++) p.around[i].behind = -1;
    for (int i = 0; i < s->count; i++) {
        const rcy_token *t = &s->tokens[i];
        gather(&p, i, from, (size_t)t->offset);
        from = (size_t)t->offset + (size_t)t->length;
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

bool dado_recycle_format(const char *file, const char *text, dado_text *out, dado_region *region,
                         dado_recycle_diagnostics *found)
{
    rcy_source s = { .file = file, .text = text, .length = strlen(text), .region = region };
    s.names.region = region;
    *found = (dado_recycle_diagnostics){ 0 };
    bool done = rcy_lex(&s) && lay_out(&s, out);
    if (done) {  // check that the result has the same words as the input
        rcy_source again = {
            .file = file, .text = dado_text_string(out), .length = out->length, .region = region
        };
        again.names.region = region;
        done = rcy_lex(&again) && same_words(&s, &again);
    }
    if (!done && s.errors == 0) rcy_diagnose(&s, "E110", 0, 0, "this text cannot be formatted");
    found->items = s.notices;
    found->count = s.notice_count;
    found->errors = s.errors;
    found->warnings = s.warnings;
    found->more = s.more;
    return done;
}
