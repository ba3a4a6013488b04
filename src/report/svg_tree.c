// svg_tree.c - see svg_tree.h.
#include "report/svg_tree.h"

#include <stdlib.h>
#include <string.h>

#include "core/scope_cleanup.h"

typedef struct reader {
    const char *source, *start, *at;
    dado_region *region;
    dado_error *err;
} reader;

static bool fail(const reader *r, const char *why)
{
    int line = 1;
    for (const char *c = r->start; c < r->at; c++) line += *c == '\n';
    return dado_fail_at(r->err, DADO_INVALID, (dado_place){ .source = r->source, .line = line },
                        "%s", why);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static bool is_name(char c)
{
    return c && !is_blank(c) && !strchr("<>=/\"'", c);
}

static void skip_blanks(reader *r)
{
    while (is_blank(*r->at)) r->at++;
}

static void add_character(unsigned long code, dado_text *out)
{
    if (code < 0x80) {
        dado_text_char(out, (char)code);
        return;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char heads[] = { 0, 0xC0, 0xE0, 0xF0 };
    dado_text_char(out, (char)(heads[more] | code >> (6 * more)));
    while (more-- > 0) dado_text_char(out, (char)(0x80 | (code >> (6 * more) & 63)));
}

// Copies text and replaces entities by what they stand for.
static char *decoded(const reader *r, const char *from, const char *end)
{
    static const char *const names[][2] = {
        { "&amp;", "&" }, { "&lt;", "<" }, { "&gt;", ">" }, { "&quot;", "\"" }, { "&apos;", "'" },
    };
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    while (from < end) {
        bool found = false;
        for (int i = 0; i < 5 && !found; i++) {
            size_t length = strlen(names[i][0]);
            found = strncmp(from, names[i][0], length) == 0;
            if (found) {
                dado_text_add(&out, names[i][1]);
                from += length;
            }
        }
        if (!found && from[0] == '&' && from[1] == '#') {
            char *after;
            bool hex = from[2] == 'x';
            unsigned long code = strtoul(from + (hex ? 3 : 2), &after, hex ? 16 : 10);
            found = *after == ';' && code > 0 && code < 0x110000;
            if (found) {
                add_character(code, &out);
                from = after + 1;
            }
        }
        if (!found) dado_text_char(&out, *from++);
    }
    return dado_region_copy(r->region, dado_text_string(&out), out.length);
}

// Skips comments, declarations and the document type. Returns false if one does not end.
static bool skip_others(reader *r)
{
    for (;;) {
        const char *end = NULL;
        if (strncmp(r->at, "<!--", 4) == 0) end = strstr(r->at, "-->");
        else if (strncmp(r->at, "<?", 2) == 0 || strncmp(r->at, "<!", 2) == 0)
            end = strchr(r->at, '>');
        else return true;
        if (!end) return fail(r, "a comment or declaration does not end");
        r->at = *end == '-' ? end + 3 : end + 1;
    }
}

// Reads name="value" pairs up to the end of a tag.
static bool read_attributes(reader *r, dado_svg_node *node)
{
    enum { most = 32 };
    dado_svg_attribute found[most];
    int count = 0;
    for (skip_blanks(r); *r->at && *r->at != '>' && *r->at != '/'; skip_blanks(r)) {
        const char *name = r->at;
        while (is_name(*r->at)) r->at++;
        size_t length = (size_t)(r->at - name);
        skip_blanks(r);
        if (length == 0 || *r->at != '=') return fail(r, "an attribute has no value");
        r->at++;
        skip_blanks(r);
        char quote = *r->at;
        const char *end = quote == '"' || quote == '\'' ? strchr(r->at + 1, quote) : NULL;
        if (!end) return fail(r, "the value of an attribute is not quoted");
        if (count == most) return fail(r, "an element has more than 32 attributes");
        found[count].name = dado_region_copy(r->region, name, length);
        found[count].value = decoded(r, r->at + 1, end);
        if (!found[count].name || !found[count].value) return fail(r, "there is no memory");
        count++;
        r->at = end + 1;
    }
    node->attributes = dado_new(r->region, dado_svg_attribute, count + 1);
    if (!node->attributes) return fail(r, "there is no memory");
    if (count) memcpy(node->attributes, found, (size_t)count * sizeof *found);
    node->attribute_count = count;
    return true;
}

static dado_svg_node *read_element(reader *r, dado_svg_node *parent, int depth);

// Reads what is inside an element, and its end.
static bool read_inside(reader *r, dado_svg_node *node, int depth)
{
    for (;;) {
        const char *from = r->at, *tag = strchr(r->at, '<');
        if (!tag) return fail(r, "an element does not end");
        if (tag > from && !node->first) {
            node->text = decoded(r, from, tag);
            if (!node->text) return fail(r, "there is no memory");
        }
        r->at = tag;
        if (!skip_others(r)) return false;
        if (*r->at != '<') continue;
        if (r->at[1] != '/') {
            if (!read_element(r, node, depth + 1)) return false;
            continue;
        }
        size_t length = strlen(node->name);
        if (strncmp(r->at + 2, node->name, length) != 0 || is_name(r->at[2 + length])) {
            return fail(r, "an element is ended by the name of another");
        }
        const char *end = strchr(r->at, '>');
        if (!end) return fail(r, "a tag does not end");
        r->at = end + 1;
        return true;
    }
}

static dado_svg_node *read_element(reader *r, dado_svg_node *parent, int depth)
{
    const char *name = r->at + 1;
    if (depth > DADO_SVG_DEPTH) {
        fail(r, "there are too many elements inside each other");
        return NULL;
    }
    r->at++;
    while (is_name(*r->at)) r->at++;
    dado_svg_node *node = dado_new(r->region, dado_svg_node, 1);
    if (!node) {
        fail(r, "there is no memory");
        return NULL;
    }
    *node = (dado_svg_node){ .text = "", .parent = parent };
    node->name = dado_region_copy(r->region, name, (size_t)(r->at - name));
    if (!node->name || !*node->name || !read_attributes(r, node)) {
        if (node->name && !*node->name) fail(r, "an element has no name");
        return NULL;
    }
    if (parent) {
        node->before = parent->last;
        if (parent->last) parent->last->next = node;
        else parent->first = node;
        parent->last = node;
    }
    bool empty = *r->at == '/';
    r->at += empty;
    if (*r->at != '>') {
        fail(r, "a tag does not end");
        return NULL;
    }
    r->at++;
    return empty || read_inside(r, node, depth) ? node : NULL;
}

bool dado_svg_read(const char *source, const char *text, dado_region *region, dado_svg_node **root,
                   dado_error *err)
{
    reader r = { source, text, text, region, err };
    for (const char *before = NULL; before != r.at;) {
        before = r.at;
        skip_blanks(&r);
        if (!skip_others(&r)) return false;
    }
    if (*r.at != '<') return fail(&r, "this is no SVG");
    *root = read_element(&r, NULL, 0);
    return *root != NULL;
}

const char *dado_svg_value(const dado_svg_node *node, const char *name)
{
    for (int i = 0; i < node->attribute_count; i++) {
        if (strcmp(node->attributes[i].name, name) == 0) return node->attributes[i].value;
    }
    return NULL;
}

const dado_svg_node *dado_svg_by_id(const dado_svg_node *root, const char *id)
{
    const char *own = dado_svg_value(root, "id");
    if (own && strcmp(own, id) == 0) return root;
    for (const dado_svg_node *child = root->first; child; child = child->next) {
        const dado_svg_node *found = dado_svg_by_id(child, id);
        if (found) return found;
    }
    return NULL;
}

bool dado_svg_scan(const char **at, double *value)
{
    const char *c = *at;
    double number = 0, unit = 1;
    while (is_blank(*c) || *c == ',') c++;
    bool minus = *c == '-', any = false;
    c += *c == '-' || *c == '+';
    for (; *c >= '0' && *c <= '9'; c++, any = true) number = number * 10 + (*c - '0');
    if (*c == '.') {
        for (c++; *c >= '0' && *c <= '9'; c++, any = true) {
            unit /= 10;
            number += (*c - '0') * unit;
        }
    }
    if (!any || number > DADO_SVG_LARGEST) return false;
    *value = minus ? -number : number;
    *at = c;
    return true;
}
