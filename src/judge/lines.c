// lines.c - see lines.h. The longest common sequence of lines, by the plain table.
#include "judge/lines.h"

#include <string.h>

#include "core/ends.h"
#include "lab/open.h"

enum { most_lines = 6000 };

typedef struct line {
    const char *text;
    size_t length;
} line;

static int split(const char *text, line *lines)
{
    int count = 0;
    while (*text && count < most_lines) {
        size_t length = strcspn(text, "\n");
        lines[count++] = (line){ text, length && text[length - 1] == '\r' ? length - 1 : length };
        text += length + (text[length] == '\n');
    }
    return *text ? -1 : count;
}

static bool same(line a, line b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

static void fill(const line *a, int n, const line *b, int m, uint16_t *common)
{
    size_t width = (size_t)m + 1;
    for (int i = n; i >= 0; i--) {
        for (int j = m; j >= 0; j--) {
            uint16_t *cell = &common[(size_t)i * width + (size_t)j];
            if (i == n || j == m) *cell = 0;
            else if (same(a[i], b[j])) *cell = (uint16_t)(cell[width + 1] + 1);
            else *cell = cell[width] > cell[1] ? cell[width] : cell[1];
        }
    }
}

typedef struct edit {
    char mark;
    line line;
} edit;

static int walk(const line *a, int n, const line *b, int m, const uint16_t *common, edit *edits)
{
    size_t width = (size_t)m + 1;
    int i = 0, j = 0, count = 0;
    while (i < n || j < m) {
        const uint16_t *cell = &common[(size_t)i * width + (size_t)j];
        if (i < n && j < m && same(a[i], b[j])) {
            edits[count++] = (edit){ ' ', a[i++] };
            j++;
        } else if (i < n && (j == m || cell[width] >= cell[1])) {
            edits[count++] = (edit){ '-', a[i++] };
        } else {
            edits[count++] = (edit){ '+', b[j++] };
        }
    }
    return count;
}

static void write_edits(const edit *edits, int count, int around, dado_text *out)
{
    int shown = -1;
    for (int i = 0; i < count; i++) {
        bool near = false;
        for (int k = i - around; k <= i + around; k++) {
            near = near || (k >= 0 && k < count && edits[k].mark != ' ');
        }
        if (!near) continue;
        if (shown >= 0 && shown < i - 1) dado_text_add(out, "  ...\n");
        dado_text_addf(out, "%c %.*s\n", edits[i].mark, (int)edits[i].line.length,
                       edits[i].line.text);
        shown = i;
    }
}

bool dado_lines_differ(const char *before, const char *after, int around, dado_text *out)
{
    DADO_ENDS(dado_arena_free) dado_arena arena = { 0 };
    dado_arena_init_generous(&arena);
    line *a = dado_new(&arena, line, most_lines), *b = dado_new(&arena, line, most_lines);
    int n = a ? split(before, a) : -1, m = b ? split(after, b) : -1;
    if (n < 0 || m < 0) return false;
    uint16_t *common = dado_new(&arena, uint16_t, ((size_t)n + 1) * ((size_t)m + 1));
    edit *edits = dado_new(&arena, edit, n + m + 1);
    if (!common || !edits) return false;
    fill(a, n, b, m, common);
    write_edits(edits, walk(a, n, b, m, common, edits), around, out);
    return true;
}
