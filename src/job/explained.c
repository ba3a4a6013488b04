// explained.c - see explained.h.
#include "job/explained.h"

#include <ctype.h>
#include <string.h>

#include "lab/file.h"

static const char *const shelves[] = { "measures", "verdicts", "codes" };
enum { shelf_count = sizeof shelves / sizeof *shelves };

// Words are compared without case, and without what parts them.
void dado_explanation_simplify(const char *from, size_t length, char *out)
{
    size_t used = 0;
    for (size_t i = 0; i < length && used + 1 < DADO_EXPLANATION_NAME; i++) {
        unsigned char c = (unsigned char)from[i];
        if (isalnum(c) || c >= 0x80) out[used++] = (char)tolower(c);
    }
    out[used] = '\0';
}

static void add_name(dado_explanations *n, const char *name, size_t length,
                     const dado_explanation *s)
{
    if (n->count == DADO_EXPLANATIONS) return;
    dado_explanation_simplify(name, length, n->text[n->count]);
    if (n->text[n->count][0]) n->of[n->count++] = *s;
}

// Reads "## drama_points (drama, drama by points)" and what follows.
static const char *read_section(dado_explanations *n, const char *heading, const char *shelf,
                                dado_arena *arena)
{
    const char *line = heading + 3, *end = line + strcspn(line, "\n");
    const char *next = strstr(end, "\n## ");
    size_t own = strcspn(line, " \n");
    dado_explanation s = { .name = dado_arena_copy(arena, line, own), .words = end, .shelf = shelf,
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

bool dado_explanations_read(dado_explanations *n, dado_arena *arena, dado_error *err)
{
    const char *library = dado_library();
    n->text = dado_arena_take(arena, DADO_EXPLANATIONS, sizeof *n->text);
    n->of = dado_new(arena, dado_explanation, DADO_EXPLANATIONS);
    if (!n->text || !n->of) return dado_fail(err, DADO_LIMIT, "no memory left");
    if (!library) return dado_fail(err, DADO_MISSING, "the library that dado ships is not there");
    for (int i = 0; i < shelf_count; i++) {
        dado_draft path = { 0 };
        const char *text;
        dado_text_addf(&path, "%s/explain/%s.md", library, shelves[i]);
        bool fine = dado_file_read(dado_text_string(&path), DADO_FILE_MOST, arena, &text, err);
        if (!fine) return false;
        const char *at = strstr(text, "\n## ");
        for (at = at ? at + 1 : NULL; at;) at = read_section(n, at, shelves[i], arena);
    }
    return true;
}

const dado_explanation *dado_explanations_find(const dado_explanations *n, const char *typed)
{
    char simple[DADO_EXPLANATION_NAME];
    dado_explanation_simplify(typed, strlen(typed), simple);
    for (int i = 0; i < n->count; i++) {
        if (strcmp(n->text[i], simple) == 0) return &n->of[i];
    }
    return NULL;
}

// By the name that programs know it by, where the table has that, too.
static void explain_column(dado_part *part, int field, const dado_explanations *n)
{
    int named = field;
    for (int f = 0; f < part->field_count; f++) {
        if (strcmp(part->fields[f].name, "name") == 0) named = f;
    }
    for (int row = 0; row < dado_part_rows(part); row++) {
        dado_entry *entry = &part->entries[row * part->field_count + field];
        const dado_entry *name = &part->entries[row * part->field_count + named];
        if (entry->kind != DADO_ENTRY_WORDS || name->kind != DADO_ENTRY_WORDS) continue;
        const dado_explanation *found = dado_explanations_find(n, name->words);
        if (!found) continue;
        size_t blank = strspn(found->words, "\n");
        dado_draft words = { 0 };
        dado_text_add_bytes(&words, found->words + blank, found->length - blank);
        dado_text_trim(&words, '\n');
        entry->about = dado_document_copy(part->document, dado_text_string(&words));
    }
}

void dado_explain_tables(dado_document *document, dado_arena *arena)
{
    dado_explanations n = { 0 };
    for (dado_part *part = document->first; part; part = part->next) {
        for (int f = 0; part->kind == DADO_PART_TABLE && f < part->field_count; f++) {
            if (!part->fields[f].measures) continue;
            if (!n.of && !dado_explanations_read(&n, arena, NULL)) return;  // without a library
            explain_column(part, f, &n);
        }
    }
}
