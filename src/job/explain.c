// explain.c - what a measure, a verdict or a code means, how it comes about, when to believe it.
//
// The sections of library/explain are what is said; a heading is a name and, in parentheses, other
// words for it.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "job/errand.h"
#include "lab/library.h"

static const char *const shelves[] = { "measures", "verdicts", "codes" };
enum { shelf_count = sizeof shelves / sizeof *shelves, most_names = 400, longest_name = 60 };

typedef struct section {
    const char *name;   // "lead_change"
    const char *words;  // its text, to the next heading
    size_t length;
    const char *shelf;
} section;

typedef char simple_name[longest_name];

typedef struct names {
    simple_name *text;
    section *of;
    int count;
} names;

// Words are compared without case, and without what parts them.
static void simplify(const char *from, size_t length, simple_name out)
{
    size_t used = 0;
    for (size_t i = 0; i < length && used + 1 < longest_name; i++) {
        unsigned char c = (unsigned char)from[i];
        if (isalnum(c) || c >= 0x80) out[used++] = (char)tolower(c);
    }
    out[used] = '\0';
}

static void add_name(names *n, const char *name, size_t length, const section *s)
{
    if (n->count == most_names) return;
    simplify(name, length, n->text[n->count]);
    if (n->text[n->count][0]) n->of[n->count++] = *s;
}

// Reads "## drama_points (drama, drama by points)" and what follows.
static const char *read_section(names *n, const char *heading, const char *shelf, dado_arena *arena)
{
    const char *line = heading + 3, *end = line + strcspn(line, "\n");
    const char *next = strstr(end, "\n## ");
    size_t own = strcspn(line, " \n");
    section s = { .name = dado_arena_copy(arena, line, own), .words = end, .shelf = shelf,
                  .length = next ? (size_t)(next - end) : strlen(end) };
    if (!s.name) return NULL;
    add_name(n, line, own, &s);
    const char *more = memchr(line, '(', (size_t)(end - line));
    while (more && more < end) {
        more += 1 + strspn(more + 1, " ");
        size_t length = strcspn(more, ",)\n");
        add_name(n, more, length, &s);
        more = more[length] == ',' ? more + length : NULL;
    }
    return next ? next + 1 : NULL;
}

static bool read_all(names *n, dado_arena *arena, dado_error *err)
{
    const char *library = dado_library();
    n->text = dado_new(arena, simple_name, most_names);
    n->of = dado_new(arena, section, most_names);
    if (!n->text || !n->of) return dado_fail(err, DADO_LIMIT, "no memory left");
    if (!library) return dado_fail(err, DADO_MISSING, "the library that dado ships is not there");
    for (int i = 0; i < shelf_count; i++) {
        dado_text path = { 0 };
        const char *text;
        dado_text_addf(&path, "%s/explain/%s.md", library, shelves[i]);
        bool fine = dado_file_read(dado_text_string(&path), DADO_FILE_MOST, arena, &text, err);
        dado_text_free(&path);
        if (!fine) return false;
        const char *at = strstr(text, "\n## ");
        for (at = at ? at + 1 : NULL; at;) at = read_section(n, at, shelves[i], arena);
    }
    return true;
}

static const section *find(dado_errand *errand, const names *n, const char *typed, dado_error *err)
{
    simple_name simple;
    const char *all[most_names];
    simplify(typed, strlen(typed), simple);
    for (int i = 0; i < n->count; i++) {
        all[i] = n->text[i];
        if (strcmp(n->text[i], simple) == 0) return &n->of[i];
    }
    const char *near = dado_nearest(simple, all, n->count);
    for (int i = 0; near && i < n->count; i++) {
        if (n->text[i] != near) continue;
        dado_errand_misused(errand, err, "nothing is called \"%.60s\"; did you mean %s?", typed,
                            n->of[i].name);
        return NULL;
    }
    dado_errand_misused(errand, err, "nothing is called \"%.60s\"; dado explain lists what there "
                        "is to explain", typed);
    return NULL;
}

static void tell(dado_document *answer, const section *s)
{
    answer->title = dado_document_copy(answer, s->name);
    const char *at = s->words, *end = s->words + s->length;
    for (int number = 1; at < end; number++) {
        at += strspn(at, "\n");
        const char *stop = strstr(at, "\n\n");
        if (!stop || stop > end) stop = end;
        if (at >= stop) break;
        dado_text words = { 0 };
        dado_text_add_bytes(&words, at, (size_t)(stop - at));
        while (words.length && words.data[words.length - 1] == '\n') {
            words.data[--words.length] = '\0';
        }
        const char *name = dado_document_copyf(answer, "paragraph_%d", number);
        dado_document_text(answer, name, dado_text_string(&words));
        dado_text_free(&words);
        at = stop;
    }
}

static bool run(dado_errand *errand, dado_document *answer, dado_error *err)
{
    static const dado_field fields[] = {
        { .name = "name", .title = "name" },
        { .name = "shelf", .title = "one of the" },
    };
    names n = { 0 };
    if (!read_all(&n, errand->arena, err)) return false;
    const char *typed = dado_errand_text(errand, "what");
    if (typed) {
        const section *s = find(errand, &n, typed, err);
        if (s) tell(answer, s);
        return s != NULL;
    }
    dado_part *table = dado_document_table(answer, "sections", fields, 2);
    const char *last = "";
    for (int i = 0; i < n.count; i++) {
        if (strcmp(n.of[i].name, last) == 0) continue;
        last = n.of[i].name;
        dado_put_words(table, n.of[i].name);
        dado_put_words(table, n.of[i].shelf);
    }
    return true;
}

static const dado_param params[] = {
    { .name = "what", .kind = DADO_PARAM_TEXT, .value = "WHAT", .word = true,
      .unset = "lists everything", .about = "A measure, a verdict, a code." },
    { 0 },
};

static const dado_example examples[] = {
    { "dado explain lead_change", "A measure: what it is and how it is computed." },
    { "dado explain R601", "Why a play broke off, and what to do." },
    { "dado explain \"early lead\"", "As it is written on a page." },
    { 0 },
};

const dado_job dado_job_explain = {
    .name = "explain",
    .about = "says what a measure, a verdict or a code means",
    .details = "What it is, how it comes about, when to believe it, and an example where there is "
               "one. Names are taken as they are written on pages, too.",
    .params = { params },
    .examples = examples,
    .run = run,
};
