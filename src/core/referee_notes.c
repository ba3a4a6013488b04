// referee_notes.c - see referee_notes.h.
#define _POSIX_C_SOURCE 200809L
#include "core/referee_notes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[DADO_NOTE_KINDS] = { "refused", "strike", "forfeit", "remark" };
static const char nothing[] = "-", others[] = "+";  // in place of a reason

void dado_note_write(const dado_note *note, dado_text *out)
{
    const char *why = note->more ? others : note->why[0] ? note->why : nothing;
    dado_text_addf(out, "%" PRId64 " %d %d %s %s %" PRId64 " %" PRId64 " ", note->match, note->seat,
                   note->decision, kinds[note->kind], why, note->count, note->ms);
    dado_text_add_bytes(out, note->words, (size_t)note->length);
    dado_text_char(out, '\n');
}

// Copies the next word of a line, without the blank before it; NULL if there is none or it
// does not fit.
static const char *read_word(const char *at, char *word, size_t size)
{
    if (*at != ' ') return NULL;
    size_t length = strcspn(++at, " \n");
    if (length == 0 || length >= size) return NULL;
    memcpy(word, at, length);
    word[length] = '\0';
    return at + length;
}

static bool read_fields(const char *line, dado_note *note, int *words)
{
    char kind[12];
    int64_t seat, decision;
    const char *at = dado_scan_int(line, &note->match);
    if (at) at = dado_scan_int(at, &seat);
    if (at) at = dado_scan_int(at, &decision);
    if (at) at = read_word(at, kind, sizeof kind);
    if (at) at = read_word(at, note->why, sizeof note->why);
    if (at) at = dado_scan_int(at, &note->count);
    if (at) at = dado_scan_int(at, &note->ms);
    if (!at || *at != ' ') return false;
    note->seat = (int)seat;
    note->decision = (int)decision;
    *words = (int)(at - line);
    int which = 0;
    while (which < DADO_NOTE_KINDS && strcmp(kind, kinds[which]) != 0) which++;
    note->kind = (dado_note_kind)which;
    note->more = strcmp(note->why, others) == 0;
    if (note->more || strcmp(note->why, nothing) == 0) note->why[0] = '\0';
    (*words)++;
    return which < DADO_NOTE_KINDS;
}

const char *dado_note_read(const char *lines, dado_note *note)
{
    int length = (int)strcspn(lines, "\n"), words;
    *note = (dado_note){ 0 };
    // Numbers are read from one line only, since they could continue into the next.
    char line[160];
    snprintf(line, sizeof line, "%.*s", length, lines);
    if (!read_fields(line, note, &words)) {
        *note = (dado_note){ .kind = DADO_NOTE_REMARK };
        words = 0;
    }
    note->words = lines + words;
    note->length = length - words;
    return lines + length + (lines[length] == '\n');
}

void dado_note_describe(const dado_note *note, dado_text *out)
{
    static const char *const reasons[][2] = {
        { "time", "late" },
        { "crash", "crashed" },
        { "flood", "flooding" },
        { "refusals", "no legal answer" },
        { "strikes", "out of strikes" },
    };
    const char *why = note->why;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        if (strcmp(why, reasons[i][0]) == 0 && note->kind != DADO_NOTE_REMARK) why = reasons[i][1];
    }
    if (note->more) {
        dado_text_addf(out, "%s: %" PRId64 " more", kinds[note->kind], note->count);
        return;
    }
    if (note->kind != DADO_NOTE_REMARK) dado_text_addf(out, "%s: ", kinds[note->kind]);
    dado_text_add(out, why);
    if (note->kind == DADO_NOTE_STRIKE) dado_text_addf(out, ", %" PRId64 " so far", note->count);
    if (note->ms) dado_text_addf(out, ", after %" PRId64 " ms", note->ms);
    if (note->length && *why) dado_text_add(out, ": ");
    dado_text_add_bytes(out, note->words, (size_t)note->length);
}

void dado_note_describe_line(const dado_note *note, const char *who, dado_text *out)
{
    dado_text_addf(out, "match %" PRId64 ", ", note->match);
    dado_text_add_escaped(out, who, strlen(who));
    dado_text_addf(out, " as P%d: ", note->seat + 1);
    dado_note_describe(note, out);
    dado_text_char(out, '\n');
}

int64_t dado_note_multiplicity(const dado_note *note)
{
    return note->more ? note->count : 1;
}

static const char thought_about[] = "thought";
enum { no_match = -1 };

void dado_thinking_time_write(const dado_thinking_time *thought, int seat, dado_text *out)
{
    char words[80];
    // Nanoseconds, since a built-in player answers a million times per second or more.
    int length =
        snprintf(words, sizeof words, "%.0f %.0f", thought->seconds * 1e9, thought->slowest * 1e9);
    dado_note note = { .kind = DADO_NOTE_REMARK,
                       .match = no_match,
                       .seat = seat,
                       .count = thought->questions,
                       .words = words,
                       .length = length };
    snprintf(note.why, sizeof note.why, "%s", thought_about);
    dado_note_write(&note, out);
}

bool dado_thinking_time_read(const dado_note *note, dado_thinking_time *thought)
{
    if (note->match != no_match || note->kind != DADO_NOTE_REMARK ||
        strcmp(note->why, thought_about) != 0) {
        return false;
    }
    char words[80];
    int64_t all = 0, slowest = 0;
    snprintf(words, sizeof words, "%.*s", note->length, note->words);
    const char *behind = dado_scan_int(words, &all);
    if (!behind || !dado_scan_int(behind, &slowest)) return true;
    thought->questions += note->count;
    thought->seconds += (double)all / 1e9;
    if ((double)slowest / 1e9 > thought->slowest) thought->slowest = (double)slowest / 1e9;
    return true;
}

static int by_decision(const void *a, const void *b)
{
    const dado_note *x = a, *y = b;
    if (x->decision != y->decision) return x->decision < y->decision ? -1 : 1;
    return (x->words > y->words) - (x->words < y->words);  // in the order of the text
}

bool dado_notes_of_match(const char *lines, int64_t match, dado_notes *notes, dado_region *region,
                         dado_error *err)
{
    *notes = (dado_notes){ 0 };
    char *text = dado_region_copy(region, lines, strlen(lines));
    int most = 0, count = 0;
    for (const char *c = lines; *c; c++) most += *c == '\n';
    dado_note *items = dado_new(region, dado_note, most + 1);
    if (!text || !items) return dado_fail(err, DADO_LIMIT, "no memory left for referees' notes");
    for (const char *at = text; *at;) {
        at = dado_note_read(at, &items[count]);
        count += items[count].match == match;
    }
    if (count) qsort(items, (size_t)count, sizeof *items, by_decision);
    *notes = (dado_notes){ items, count };
    return true;
}

int dado_notes_until(const dado_notes *notes, int from, int decision)
{
    while (from < notes->count && notes->items[from].decision <= decision) from++;
    return from;
}

static void write_left_out(int64_t *left_out, dado_note note, dado_text *out)
{
    for (int kind = 0; kind < DADO_NOTE_KINDS; kind++) {
        if (!left_out[kind]) continue;
        note.kind = (dado_note_kind)kind;
        note.count = left_out[kind];
        dado_note_write(&note, out);
        left_out[kind] = 0;
    }
}

static bool may_be_left_out(dado_note_kind kind)
{
    return kind == DADO_NOTE_REFUSED || kind == DADO_NOTE_REMARK;
}

void dado_notebook_add(dado_notebook *book, dado_note_kind kind, const char *why, int64_t count,
                       int64_t ms, const char *words)
{
    enum { most = 1 << 16 };
    if (book->lines.length > most && may_be_left_out(kind)) {
        book->left_out[kind]++;
        return;
    }
    // Notes are shown on screens, so a program's words must not control a terminal.
    char safe[DADO_NOTE_WORDS + 1];
    dado_text shown = dado_text_in_buffer(safe, sizeof safe);
    dado_text_add_escaped(&shown, words, strnlen(words, DADO_NOTE_WORDS));
    for (char *c = safe; *c; c++) {
        if (*c == '\n' || *c == '\t') *c = *c == '\n' ? '|' : ' ';
    }
    dado_note note = { .kind = kind,
                       .seat = book->seat,
                       .decision = book->decision,
                       .count = count,
                       .ms = ms,
                       .words = safe,
                       .length = (int)shown.length };
    snprintf(note.why, sizeof note.why, "%.*s", (int)strcspn(why, " \n:"), why);
    dado_note_write(&note, &book->lines);
}

void dado_notebook_remark(dado_notebook *book, const char *about, const char *words)
{
    dado_notebook_add(book, DADO_NOTE_REMARK, about, 0, 0, words);
}

const char *dado_notebook_take(dado_notebook *book)
{
    dado_note rest = { .seat = book->seat, .decision = book->decision, .more = true, .words = "" };
    write_left_out(book->left_out, rest, &book->lines);
    dado_text_clear(&book->handed);
    dado_text_add(&book->handed, dado_text_string(&book->lines));
    dado_text_clear(&book->lines);
    return dado_text_string(&book->handed);
}

void dado_notebook_free(dado_notebook *book)
{
    dado_text_free(&book->lines);
    dado_text_free(&book->handed);
}

void dado_notes_copy(const char *lines, int64_t match, int seat, size_t most, dado_text *out)
{
    int64_t left_out[DADO_NOTE_KINDS] = { 0 };
    size_t begin = out->length;
    dado_note note;
    int decision = 0;
    while (*lines) {
        lines = dado_note_read(lines, &note);
        bool box = note.kind == DADO_NOTE_REMARK && strcmp(note.why, "box") == 0;
        if (box || (!note.length && !note.why[0] && !note.more)) continue;
        note.match = match;
        note.seat = seat;
        decision = note.decision;
        if (note.more) left_out[note.kind] += note.count;
        else if (may_be_left_out(note.kind) && out->length - begin > most) left_out[note.kind]++;
        else dado_note_write(&note, out);
    }
    write_left_out(
        left_out,
        (dado_note){
            .match = match, .seat = seat, .decision = decision, .more = true, .words = "" },
        out);
}
