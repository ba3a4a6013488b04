// svg_style.c - see svg_style.h.
#include "report/svg_style.h"

#include <string.h>

static const char *const property_names[DADO_SVG_PROPERTIES] = {
    "fill",         "fill-opacity",     "stroke",         "stroke-opacity",
    "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
    "color",        "font-size",        "font-weight",    "text-anchor",
    "paint-order",  "opacity",          "display",
};

enum { most_parts = 5 };

typedef struct part {   // of a selector: "g.suit.red"
    const char *words;  // an element's name and classes, with a dot before each class
    char link;          // how it is joined to the part before: ' ', '>' or '+'
} part;

typedef struct rule {
    part parts[most_parts];
    int count, weight;
    dado_svg_attribute *declared;
    int declared_count;
    struct rule *next;
} rule;

struct dado_svg_sheet {
    rule *first, *last;
};

// --- reading

static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static const char *after_blanks(const char *at)
{
    while (is_blank(*at)) at++;
    return at;
}

static char *trimmed(dado_region *region, const char *from, const char *end)
{
    from = after_blanks(from);
    while (end > from && is_blank(end[-1])) end--;
    return dado_region_copy(region, from, end > from ? (size_t)(end - from) : 0);
}

// Reads "a:b;c:d" between two places of a text.
static dado_svg_attribute *read_declared(const char *from, const char *end, dado_region *region,
                                         int *count)
{
    int room = 1;
    for (const char *c = from; c < end; c++) room += *c == ';';
    dado_svg_attribute *list = dado_new(region, dado_svg_attribute, room);
    *count = 0;
    while (list && from < end) {
        const char *stop = memchr(from, ';', (size_t)(end - from));
        if (!stop) stop = end;
        const char *colon = memchr(from, ':', (size_t)(stop - from));
        if (colon) {
            char *name = trimmed(region, from, colon), *value = trimmed(region, colon + 1, stop);
            if (!name || !value) return NULL;
            list[(*count)++] = (dado_svg_attribute){ name, value };
        }
        from = stop + 1;
    }
    return list;
}

// Reads one selector into a rule. Returns false if it has something that is not known here.
static bool read_selector(const char *from, const char *end, dado_region *region, rule *out)
{
    char link = ' ';
    *out = (rule){ 0 };
    for (from = after_blanks(from); from < end; from = after_blanks(from)) {
        if (*from == '>' || *from == '+') {
            link = *from++;
            continue;
        }
        const char *stop = from;
        while (stop < end && !is_blank(*stop) && *stop != '>' && *stop != '+') stop++;
        char *words = dado_region_copy(region, from, (size_t)(stop - from));
        if (!words || out->count == most_parts) return false;
        if (strpbrk(words, ":[*~#@") && strcmp(words, ":root") != 0) return false;
        out->parts[out->count++] = (part){ words, link };
        for (const char *c = words; *c; c++) out->weight += *c == '.' || *c == ':' ? 10 : 0;
        out->weight += words[0] != '.' && words[0] != ':';
        link = ' ';
        from = stop;
    }
    return out->count > 0;
}

static bool add_rule(dado_svg_sheet *sheet, const rule *made, dado_region *region)
{
    rule *kept = dado_new(region, rule, 1);
    if (!kept) return false;
    *kept = *made;
    if (sheet->last) sheet->last->next = kept;
    else sheet->first = kept;
    sheet->last = kept;
    return true;
}

// Returns the place behind a block in braces, which may hold others.
static const char *after_block(const char *at)
{
    int open = 0;
    for (; *at; at++) {
        open += *at == '{';
        if (*at == '}' && --open <= 0) return at + 1;
    }
    return at;
}

dado_svg_sheet *dado_svg_sheet_read(const char *css, dado_region *region)
{
    dado_svg_sheet *sheet = dado_new(region, dado_svg_sheet, 1);
    for (css = after_blanks(css); sheet && *css; css = after_blanks(css)) {
        if (*css == '@') {
            css = after_block(css);
            continue;
        }
        const char *open = strchr(css, '{'), *close = open ? strchr(open, '}') : NULL;
        if (!close) break;
        int count;
        dado_svg_attribute *declared = read_declared(open + 1, close, region, &count);
        if (!declared) return NULL;
        while (css < open) {
            const char *comma = memchr(css, ',', (size_t)(open - css)), *end = comma ? comma : open;
            rule made;
            bool known = read_selector(css, end, region, &made);
            made.declared = declared;
            made.declared_count = count;
            if (known && !add_rule(sheet, &made, region)) return NULL;
            css = end + 1;
        }
        css = close + 1;
    }
    return sheet;
}

// --- matching

static bool has_class(const dado_svg_node *node, const char *name, size_t length)
{
    const char *list = dado_svg_value(node, "class");
    while (list && *list) {
        list += strspn(list, " ");
        size_t own = strcspn(list, " ");
        if (own == length && memcmp(list, name, length) == 0) return true;
        list += own;
    }
    return false;
}

static bool fits_part(const dado_svg_node *node, const char *words)
{
    if (strcmp(words, ":root") == 0) return node->parent == NULL;
    size_t length = strcspn(words, ".");
    if (length && (strlen(node->name) != length || memcmp(node->name, words, length) != 0)) {
        return false;
    }
    for (words += length; *words == '.'; words += length) {
        length = strcspn(++words, ".");
        if (!has_class(node, words, length)) return false;
    }
    return true;
}

// Whether the first `count` parts of a rule fit an element and what is around it.
static bool fits(const rule *r, int count, const dado_svg_node *node)
{
    if (!node || !fits_part(node, r->parts[count - 1].words)) return false;
    if (count == 1) return true;
    switch (r->parts[count - 1].link) {
    case '>': return fits(r, count - 1, node->parent);
    case '+': return fits(r, count - 1, node->before);
    default: break;
    }
    for (node = node->parent; node; node = node->parent) {
        if (fits(r, count - 1, node)) return true;
    }
    return false;
}

// --- cascading

typedef struct cascade {
    dado_svg_style_values *style;
    const dado_svg_style_values *inherited;
    int weight[DADO_SVG_PROPERTIES];
    dado_region *region;
    bool variables;  // this pass sets custom properties, the next all others
} cascade;

static const char *variable_named(const dado_svg_style_values *style, const char *name,
                                  size_t length)
{
    for (int i = 0; i < style->variables; i++) {
        const char *own = style->variable[i].name;
        if (strlen(own) == length && memcmp(own, name, length) == 0) {
            return style->variable[i].value;
        }
    }
    return NULL;
}

// Returns a value with var(--name,other) replaced, if that is all of it.
static const char *resolved(const cascade *c, const char *value)
{
    for (int times = 0; value && strncmp(value, "var(", 4) == 0 && times < 8; times++) {
        const char *name = value + 4, *end = strrchr(value, ')');
        size_t length = strcspn(name, ",)");
        const char *found = variable_named(c->style, name, length);
        if (!found && name[length] == ',' && end) {
            found = trimmed(c->region, name + length + 1, end);
        }
        value = found;
    }
    return value;
}

static void set_variable(dado_svg_style_values *style, const char *name, const char *value)
{
    for (int i = 0; i < style->variables; i++) {
        if (strcmp(style->variable[i].name, name) == 0) {
            style->variable[i].value = value;
            return;
        }
    }
    if (style->variables < DADO_SVG_VARIABLES) {
        style->variable[style->variables++] = (dado_svg_attribute){ name, value };
    }
}

static void declare(cascade *c, const char *name, const char *value, int weight)
{
    if (strncmp(name, "--", 2) == 0) {
        if (c->variables) set_variable(c->style, name, resolved(c, value));
        return;
    }
    for (int i = 0; !c->variables && i < DADO_SVG_PROPERTIES; i++) {
        if (strcmp(property_names[i], name) != 0 || weight < c->weight[i]) continue;
        c->weight[i] = weight;
        c->style->value[i] =
            strcmp(value, "inherit") == 0 ? c->inherited->value[i] : resolved(c, value);
    }
}

void dado_svg_style_of(const dado_svg_sheet *sheet, const dado_svg_node *node,
                       const dado_svg_style_values *inherited, dado_region *region,
                       dado_svg_style_values *out)
{
    enum { of_attribute = 0, of_style = 1000 };
    *out = *inherited;
    for (int i = DADO_SVG_INHERITED; i < DADO_SVG_PROPERTIES; i++) out->value[i] = NULL;
    cascade c = { .style = out, .inherited = inherited, .region = region };
    const char *own = dado_svg_value(node, "style");
    int count = 0;
    dado_svg_attribute *declared =
        own ? read_declared(own, own + strlen(own), region, &count) : NULL;
    for (int pass = 0; pass < 2; pass++) {
        c.variables = pass == 0;
        for (int i = 0; i < node->attribute_count; i++) {
            declare(&c, node->attributes[i].name, node->attributes[i].value, of_attribute);
        }
        for (const rule *r = sheet ? sheet->first : NULL; r; r = r->next) {
            if (!fits(r, r->count, node)) continue;
            for (int i = 0; i < r->declared_count; i++) {
                declare(&c, r->declared[i].name, r->declared[i].value, r->weight);
            }
        }
        for (int i = 0; declared && i < count; i++) {
            declare(&c, declared[i].name, declared[i].value, of_style);
        }
    }
}
