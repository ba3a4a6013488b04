// explanations.c - see explanations.h.
#include "job/explanations.h"

#include <ctype.h>
#include <string.h>

#include "lab/file.h"

static const char *const shelves[] = { "measures", "verdicts", "words", "codes" };
enum { shelf_count = sizeof shelves / sizeof *shelves };

// Words are compared without case and without blanks, dashes and underscores.
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
                                dado_region *region)
{
    const char *line = heading + 3, *end = line + strcspn(line, "\n");
    const char *next = strstr(end, "\n## ");
    size_t own = strcspn(line, " \n");
    dado_explanation s = { .name = dado_region_copy(region, line, own),
                           .words = end,
                           .shelf = shelf,
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

bool dado_explanations_read(dado_explanations *n, dado_region *region, dado_error *err)
{
    const char *library = dado_library_folder();
    n->text = dado_region_alloc(region, DADO_EXPLANATIONS, sizeof *n->text);
    n->of = dado_new(region, dado_explanation, DADO_EXPLANATIONS);
    if (!n->text || !n->of) return dado_fail(err, DADO_LIMIT, "no memory left");
    if (!library)
        return dado_fail(err, DADO_MISSING,
                         "the folder of dado's library is missing; "
                         "install dado again");
    for (int i = 0; i < shelf_count; i++) {
        DADO_CLEANUP(dado_text_free) dado_text path = { 0 };
        const char *text;
        dado_text_addf(&path, "%s/explain/%s.md", library, shelves[i]);
        bool fine = dado_file_read(dado_text_string(&path), DADO_FILE_MOST, region, &text, err);
        if (!fine) return false;
        const char *at = strstr(text, "\n## ");
        for (at = at ? at + 1 : NULL; at;) at = read_section(n, at, shelves[i], region);
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

// Explains a column by the name that programs use, if the table has one.
static void explain_column(dado_part *part, int field, const dado_explanations *n)
{
    int named = field;
    for (int f = 0; f < part->field_count; f++) {
        if (strcmp(part->fields[f].name, "name") == 0) named = f;
    }
    for (int row = 0; row < dado_part_rows(part); row++) {
        dado_entry *entry = &part->entries[row * part->field_count + field];
        const dado_entry *name = &part->entries[row * part->field_count + named];
        if (entry->kind != DADO_ENTRY_TEXT || name->kind != DADO_ENTRY_TEXT) continue;
        const dado_explanation *found = dado_explanations_find(n, name->words);
        if (!found) continue;
        size_t blank = strspn(found->words, "\n");
        DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
        dado_text_add_bytes(&words, found->words + blank, found->length - blank);
        dado_text_trim(&words, '\n');
        entry->about = dado_document_copy(part->document, dado_text_string(&words));
    }
}

void dado_explanations_add_to(dado_document *document, dado_region *region)
{
    dado_explanations n = { 0 };
    for (dado_part *part = document->first; part; part = part->next) {
        for (int f = 0; part->kind == DADO_PART_TABLE && f < part->field_count; f++) {
            if (!part->fields[f].measures) continue;
            if (!n.of && !dado_explanations_read(&n, region, NULL)) return;  // there is no library
            explain_column(part, f, &n);
        }
    }
}
