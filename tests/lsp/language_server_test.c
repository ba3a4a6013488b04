// language_server_test.c - the language server, driven as an editor drives it.
#define _POSIX_C_SOURCE 200809L
#include "support/test.h"

#include <dirent.h>
#include <jansson.h>
#include <time.h>

#include "core/json_writer.h"
#include "lsp/language_server.h"

typedef struct editor_session {
    dado_text sent;
    json_t *heard;  // an array of all messages
    int code;
    double seconds;  // of CPU
} editor_session;

static void say_bytes(editor_session *t, const char *bytes, size_t length)
{
    dado_text_addf(&t->sent, "Content-Length: %zu\r\n\r\n", length);
    dado_text_add_bytes(&t->sent, bytes, length);
}

static void say(editor_session *t, json_t *message)
{
    json_object_set_new(message, "jsonrpc", json_string("2.0"));
    char *text = json_dumps(message, JSON_COMPACT);
    say_bytes(t, text, strlen(text));
    free(text);
    json_decref(message);
}

static void ask(editor_session *t, int id, const char *method, json_t *params)
{
    say(t, json_pack("{s:i,s:s,s:o}", "id", id, "method", method, "params", params));
}

static void tell(editor_session *t, const char *method, json_t *params)
{
    say(t, json_pack("{s:s,s:o}", "method", method, "params", params));
}

static const char uri[] = "file:///nowhere/mine.rcy";

static void open_text(editor_session *t, const char *where, const char *text)
{
    tell(t, "textDocument/didOpen",
         json_pack("{s:{s:s,s:s,s:i,s:s}}", "textDocument", "uri", where, "languageId", "rcy",
                   "version", 1, "text", text));
}

static void change_text(editor_session *t, const char *text)
{
    tell(t, "textDocument/didChange",
         json_pack("{s:{s:s,s:i},s:[{s:s}]}", "textDocument", "uri", uri, "version", 2,
                   "contentChanges", "text", text));
}

static json_t *at(int line, int character)
{
    return json_pack("{s:{s:s},s:{s:i,s:i}}", "textDocument", "uri", uri, "position", "line", line,
                     "character", character);
}

static void begin(editor_session *t)
{
    ask(t, 1, "initialize", json_pack("{s:{}}", "capabilities"));
    tell(t, "initialized", json_object());
}

static void leave(editor_session *t)
{
    ask(t, 99, "shutdown", json_null());
    tell(t, "exit", json_null());
}

static double cpu(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void run(editor_session *t)
{
    FILE *in = tmpfile(), *out = tmpfile();
    assert_non_null(in);
    assert_non_null(out);
    fwrite(dado_text_string(&t->sent), 1, t->sent.length, in);
    rewind(in);
    double from = cpu();
    t->code = dado_lsp_serve(&(dado_lsp_how){ .in = in, .out = out });
    t->seconds = cpu() - from;
    rewind(out);
    t->heard = json_array();
    int length;
    while (fscanf(out, "Content-Length: %d\r\n\r\n", &length) == 1) {
        char *bytes = malloc((size_t)length + 1);
        assert_int_equal(fread(bytes, 1, (size_t)length, out), length);
        json_t *message = json_loadb(bytes, (size_t)length, 0, NULL);
        assert_non_null(message);
        json_array_append_new(t->heard, message);
        free(bytes);
    }
    assert_true(feof(out));
    fclose(in);
    fclose(out);
    dado_text_free(&t->sent);
}

static const json_t *answer(const editor_session *t, int id)
{
    size_t i;
    json_t *message;
    json_array_foreach(t->heard, i, message)
    {
        if (json_integer_value(json_object_get(message, "id")) == id) return message;
    }
    fail_msg("nothing was answered to %d", id);
    return NULL;
}

static const json_t *result(const editor_session *t, int id)
{
    const json_t *found = json_object_get(answer(t, id), "result");
    if (!found) fail_msg("no result of %d: %s", id, json_dumps(answer(t, id), 0));
    return found;
}

static int wrong(const editor_session *t, int id)
{
    return (int)json_integer_value(
        json_object_get(json_object_get(answer(t, id), "error"), "code"));
}

// The n-th list of diagnostics that was sent, from 0.
static const json_t *diagnostics(const editor_session *t, int which)
{
    size_t i;
    json_t *message;
    json_array_foreach(t->heard, i, message)
    {
        const char *method = json_string_value(json_object_get(message, "method"));
        if (!method || strcmp(method, "textDocument/publishDiagnostics") != 0) continue;
        if (which-- == 0) {
            return json_object_get(json_object_get(message, "params"), "diagnostics");
        }
    }
    fail_msg("not enough was said about what is wrong");
    return NULL;
}

static int line_of(const json_t *range)
{
    return (int)json_integer_value(json_object_get(json_object_get(range, "start"), "line"));
}

static int character_of(const json_t *range)
{
    return (int)json_integer_value(json_object_get(json_object_get(range, "start"), "character"));
}

static const char game[] =
    ";; Thüringen\n"                                                            // 0
    "(game\n"                                                                   // 1
    "  (declare 3 'ROUNDS)\n"                                                   // 2
    "  (define GAIN ('N) (inc ((current player) sto SCORE) 'N))\n"              // 3
    "  (setup  (create players 2))\n"                                           // 4
    "  (stage player (turns (* 2 'ROUNDS))\n"                                   // 5
    "    (choice ((any (range 1 .. 3) 'N (label \"take {N}\" (GAIN 'N))))))\n"  // 6
    "  (scoring max ((current player) sto SCORE)))\n";                          // 7

static void everything_an_editor_asks_is_answered(void **state)
{
    (void)state;
    editor_session t = { 0 };
    begin(&t);
    open_text(&t, uri, game);
    ask(&t, 10, "textDocument/hover", at(6, 6));        // choice
    ask(&t, 11, "textDocument/hover", at(5, 30));       // 'ROUNDS
    ask(&t, 12, "textDocument/definition", at(6, 57));  // GAIN, called
    ask(&t, 13, "textDocument/references", at(7, 38));  // SCORE
    json_t *rename = at(6, 34);                         // 'N of the choice
    json_object_set_new(rename, "newName", json_string("'STEPS"));
    ask(&t, 14, "textDocument/rename", rename);
    json_t *taken = at(6, 34);
    json_object_set_new(taken, "newName", json_string("ROUNDS"));
    ask(&t, 15, "textDocument/rename", taken);
    ask(&t, 16, "textDocument/completion", at(6, 60));
    ask(&t, 17, "textDocument/documentSymbol", json_pack("{s:{s:s}}", "textDocument", "uri", uri));
    ask(&t, 18, "textDocument/formatting", json_pack("{s:{s:s}}", "textDocument", "uri", uri));
    ask(&t, 19, "textDocument/codeAction", json_pack("{s:{s:s}}", "textDocument", "uri", uri));
    ask(&t, 20, "workspace/executeCommand",
        json_pack("{s:s,s:[s]}", "command", "dado.run", "arguments", uri));
    ask(&t, 21, "textDocument/prepareRename", at(6, 6));
    leave(&t);
    run(&t);
    assert_int_equal(t.code, 0);
    assert_int_equal(json_array_size(diagnostics(&t, 0)), 0);
    const char *hover =
        json_string_value(json_object_get(json_object_get(result(&t, 10), "contents"), "value"));
    assert_non_null(strstr(hover, "The current player chooses"));
    hover =
        json_string_value(json_object_get(json_object_get(result(&t, 11), "contents"), "value"));
    assert_non_null(strstr(hover, "(declare 3 'ROUNDS)"));
    assert_int_equal(line_of(json_object_get(result(&t, 12), "range")), 3);
    assert_int_equal(character_of(json_object_get(result(&t, 12), "range")), 10);
    assert_int_equal(json_array_size(result(&t, 13)), 2);
    const json_t *edits = json_object_get(json_object_get(result(&t, 14), "changes"), uri);
    assert_int_equal(json_array_size(edits), 3);  // bound, in the label, used; not the parameter
    size_t i;
    json_t *edit;
    json_array_foreach(edits, i, edit)
    {
        assert_int_equal(line_of(json_object_get(edit, "range")), 6);
        assert_string_equal(json_string_value(json_object_get(edit, "newText")), "STEPS");
    }
    assert_int_equal(wrong(&t, 15), -32803);
    char *offers = json_dumps(result(&t, 16), 0);
    assert_non_null(strstr(offers, "\"'N\""));
    assert_non_null(strstr(offers, "\"'ROUNDS\""));
    assert_non_null(strstr(offers, "\"GAIN\""));
    assert_non_null(strstr(offers, "\"shuffle\""));
    free(offers);
    const json_t *parts = json_object_get(json_array_get(result(&t, 17), 0), "children");
    assert_int_equal(json_array_size(parts), 5);
    assert_string_equal(json_string_value(json_object_get(json_array_get(parts, 1), "name")),
                        "define GAIN ('N) (inc ((current player) sto SCORE) 'N)");
    assert_int_equal(json_array_size(result(&t, 18)), 1);
    assert_non_null(
        strstr(json_string_value(json_object_get(json_array_get(result(&t, 18), 0), "newText")),
               "  (setup (create players 2))\n"));
    assert_int_equal(json_array_size(result(&t, 19)), 1);
    assert_true(json_is_null(result(&t, 20)));
    assert_true(json_is_null(result(&t, 21)));
    bool shown = false;
    json_t *message;
    json_array_foreach(t.heard, i, message)
    {
        const char *words =
            json_string_value(json_object_get(json_object_get(message, "params"), "message"));
        shown = shown || (words && strstr(words, "200 matches"));
    }
    assert_true(shown);
    json_decref(t.heard);
}

static void what_is_wrong_is_told_at_its_place_and_goes_away(void **state)
{
    (void)state;
    editor_session t = { 0 };
    begin(&t);
    open_text(&t, uri, ";; ü\n(game (setup (create playrs 2)) (scoring max 1))");
    change_text(&t, ";; T\xC3\xBC\xF0\x9F\x8E\xB2\n(game\n"
                    "(setup (create players 2)) \"\xC3\xBC\xF0\x9F\x8E\xB2\" (scorin max 1))");
    change_text(&t, game);
    tell(&t, "textDocument/didClose", json_pack("{s:{s:s}}", "textDocument", "uri", uri));
    leave(&t);
    run(&t);
    const json_t *first = json_array_get(diagnostics(&t, 0), 0);
    assert_int_equal(line_of(json_object_get(first, "range")), 1);
    assert_int_equal(character_of(json_object_get(first, "range")), 21);
    assert_string_equal(json_string_value(json_object_get(first, "code")), "E103");
    bool found = false;
    size_t i;
    json_t *one;
    json_array_foreach(diagnostics(&t, 1), i, one)
    {  // columns count UTF-16: the die is two
        if (!strstr(json_string_value(json_object_get(one, "message")), "scorin")) continue;
        assert_int_equal(character_of(json_object_get(one, "range")), 34);
        found = true;
    }
    assert_true(found);
    assert_int_equal(json_array_size(diagnostics(&t, 2)), 0);
    assert_int_equal(json_array_size(diagnostics(&t, 3)), 0);
    json_decref(t.heard);
}

static void other_files_are_checked_too(void **state)
{
    (void)state;
    char *map = dado_test_read("library/maps/arena.map");
    assert_non_null(map);
    const struct {
        const char *uri, *good, *bad;
    } files[] = {
        { "file:///nowhere/a.expect", "metric drama = 0.5 weight=1\n", "metric drama is 0.5\n" },
        { "file:///nowhere/a.profile", "extra = 8\n", "extra = many\n" },
        { "file:///nowhere/a.map", map, "12.1\n2-2\n" },
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        editor_session t = { 0 };
        begin(&t);
        open_text(&t, files[i].uri, files[i].good);
        open_text(&t, files[i].uri, files[i].bad);
        ask(&t, 5, "textDocument/hover",
            json_pack("{s:{s:s},s:{s:i,s:i}}", "textDocument", "uri", files[i].uri, "position",
                      "line", 0, "character", 0));
        leave(&t);
        run(&t);
        if (json_array_size(diagnostics(&t, 0)) != 0) {
            fail_msg("%s: %s", files[i].uri, json_dumps(diagnostics(&t, 0), 0));
        }
        assert_true(json_array_size(diagnostics(&t, 1)) > 0);
        assert_true(json_is_null(result(&t, 5)));
        json_decref(t.heard);
    }
    free(map);
}

static void what_makes_no_sense_is_refused_and_the_rest_goes_on(void **state)
{
    (void)state;
    editor_session t = { 0 };
    ask(&t, 2, "textDocument/hover", at(0, 0));
    begin(&t);
    say_bytes(&t, "{nope", 5);
    say_bytes(&t, "[]", 2);
    say_bytes(&t, "null", 4);
    ask(&t, 3, "textDocument/hover", at(0, 0));  // not open
    open_text(&t, uri, game);
    ask(&t, 4, "textDocument/hover", at(-1, 0));
    ask(&t, 5, "textDocument/hover", at(1 << 27, 1 << 27));  // beyond the end: nothing there
    ask(&t, 6, "no/such", json_object());
    ask(&t, 7, "textDocument/rename", at(6, 34));  // without a name
    ask(&t, 8, "workspace/executeCommand", json_pack("{s:s}", "command", "rm"));
    tell(&t, "textDocument/didChange", json_pack("{s:{s:s}}", "textDocument", "uri", uri));
    tell(&t, "textDocument/didOpen", json_array());
    tell(&t, "$/setTrace", json_object());
    ask(&t, 1, "initialize", json_object());
    leave(&t);
    run(&t);
    assert_int_equal(t.code, 0);
    assert_int_equal(wrong(&t, 2), -32002);
    assert_int_equal(wrong(&t, 3), -32602);
    assert_int_equal(wrong(&t, 4), -32602);
    assert_true(json_is_null(result(&t, 5)));
    assert_int_equal(wrong(&t, 6), -32601);
    assert_int_equal(wrong(&t, 7), -32803);
    assert_int_equal(wrong(&t, 8), -32602);
    json_decref(t.heard);
}

static void a_stream_that_is_no_protocol_ends_with_1(void **state)
{
    (void)state;
    static const char *const streams[] = { "", "hello\n\n", "Content-Length: x\r\n\r\n{}",
                                           "Content-Length: 999999999999\r\n\r\n{}",
                                           "Content-Length: 10\r\n\r\n{}" };
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
        editor_session t = { 0 };
        dado_text_add(&t.sent, streams[i]);
        run(&t);
        assert_int_equal(t.code, 1);
        json_decref(t.heard);
    }
}

static char *largest_library_game(void)
{
    static const char *const shelves[] = { "boards", "cards", "dice" };
    char *best = NULL;
    for (size_t i = 0; i < sizeof shelves / sizeof *shelves; i++) {
        char path[400];
        snprintf(path, sizeof path, "library/%s", shelves[i]);
        DIR *dir = opendir(path);
        for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;) {
            if (!dado_ends_with(entry->d_name, ".rcy")) continue;
            snprintf(path, sizeof path, "library/%s/%.200s", shelves[i], entry->d_name);
            char *text = dado_test_read(path);
            if (text && (!best || strlen(text) > strlen(best))) {
                free(best);
                best = text;
            } else {
                free(text);
            }
        }
        if (dir) closedir(dir);
    }
    return best;
}

static void a_change_of_the_largest_library_game_takes_20_ms_at_most(void **state)
{
    (void)state;
    enum { changes = 20 };
    char *text = largest_library_game();
    assert_non_null(text);
    editor_session t = { 0 };
    begin(&t);
    open_text(&t, uri, text);
    for (int i = 0; i < changes; i++) change_text(&t, text);
    leave(&t);
    run(&t);
    print_message("%.2f ms a change of %zu bytes\n", t.seconds / changes * 1000, strlen(text));
    assert_true(t.seconds / changes < 0.020);
    assert_non_null(diagnostics(&t, changes));
    json_decref(t.heard);
    free(text);
}

static void a_megabyte_is_answered(void **state)
{
    (void)state;
    dado_text text = { 0 };
    while (text.length < 1 << 20) dado_text_add(&text, game);
    editor_session t = { 0 };
    begin(&t);
    open_text(&t, uri, dado_text_string(&text));
    ask(&t, 2, "textDocument/references", at(6, 34));
    ask(&t, 3, "textDocument/completion", at(6, 60));
    ask(&t, 4, "textDocument/documentSymbol", json_pack("{s:{s:s}}", "textDocument", "uri", uri));
    ask(&t, 5, "textDocument/formatting", json_pack("{s:{s:s}}", "textDocument", "uri", uri));
    leave(&t);
    run(&t);
    print_message("%.0f ms for a megabyte\n", t.seconds * 1000);
    assert_int_equal(t.code, 0);
    for (int id = 2; id <= 5; id++) assert_non_null(answer(&t, id));
    assert_true(t.seconds < 5);
    json_decref(t.heard);
    dado_text_free(&text);
}

// ---- changes in part, and what is shown of words

static json_t *range_of(int line, int from, int to_line, int to)
{
    return json_pack("{s:{s:i,s:i},s:{s:i,s:i}}", "start", "line", line, "character", from, "end",
                     "line", to_line, "character", to);
}

static void change_part(editor_session *t, json_t *range, const char *text)
{
    tell(t, "textDocument/didChange",
         json_pack("{s:{s:s,s:i},s:[{s:o,s:s}]}", "textDocument", "uri", uri, "version", 3,
                   "contentChanges", "range", range, "text", text));
}

// Turns (line, character in UTF-16) into a place in a text, the slow way.
static size_t place_of(const char *text, int line, int character)
{
    size_t at = 0;
    while (line > 0 && text[at]) line -= text[at++] == '\n';
    while (character > 0 && text[at] && text[at] != '\n') {
        unsigned char c = (unsigned char)text[at];
        int bytes = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC0 ? 2 : 1;
        character -= bytes == 4 ? 2 : 1;
        at += (size_t)bytes;
    }
    return at;
}

// Many changes in part leave the text that opening all of it does: what is laid out is the same.
static void changes_in_part_add_up(void **state)
{
    (void)state;
    editor_session t = { 0 }, whole = { 0 };
    char text[8192];
    snprintf(text, sizeof text, "%s", game);
    begin(&t);
    open_text(&t, uri, game);
    static const char *const put[] = {
        "", " ", "\n", ";; \xC3\xBC\xF0\x9F\x8E\xB2\n", "  ", "\n\n"
    };
    unsigned luck = 7;
    for (int i = 0; i < 200; i++) {
        luck = luck * 1103515245u + 12345u;
        int line = (int)(luck >> 16) % 12;
        // At the beginning of a line blanks and remarks change nothing that matters.
        const char *add = put[(luck >> 8) % 6];
        size_t at = place_of(text, line, 0);
        if (strlen(text) + strlen(add) + 1 >= sizeof text) break;
        memmove(text + at + strlen(add), text + at, strlen(text + at) + 1);
        memcpy(text + at, add, strlen(add));
        change_part(&t, range_of(line, 0, line, 0), add);
    }
    // One that takes something away, behind letters of two units.
    const char *remark = strstr(text, "\xF0\x9F\x8E\xB2");
    assert_non_null(remark);
    int line = 0;
    for (const char *c = text; c < remark; c++) line += *c == '\n';
    int column = 0;
    while (text + place_of(text, line, column) < remark) column++;
    size_t start = place_of(text, line, column), end = place_of(text, line, column + 2);
    assert_int_equal(end - start, 4);
    memmove(text + start, text + end, strlen(text + end) + 1);
    change_part(&t, range_of(line, column, line, column + 2), "");
    ask(&t, 10, "textDocument/formatting", json_pack("{s:{s:s}}", "textDocument", "uri", uri));
    change_part(&t, range_of(3, 0, 1, 0), "backwards");  // is left out
    ask(&t, 11, "textDocument/formatting", json_pack("{s:{s:s}}", "textDocument", "uri", uri));
    leave(&t);
    run(&t);
    begin(&whole);
    open_text(&whole, uri, text);
    ask(&whole, 10, "textDocument/formatting", json_pack("{s:{s:s}}", "textDocument", "uri", uri));
    leave(&whole);
    run(&whole);
    assert_true(json_equal(result(&t, 10), result(&whole, 10)));
    assert_true(json_equal(result(&t, 11), result(&whole, 10)));
    json_decref(t.heard);
    json_decref(whole.heard);
}

static void words_are_coloured_folded_and_explained(void **state)
{
    (void)state;
    editor_session t = { 0 };
    begin(&t);
    open_text(&t, uri, game);
    json_t *text = json_pack("{s:{s:s}}", "textDocument", "uri", uri);
    ask(&t, 10, "textDocument/semanticTokens/full", json_incref(text));
    ask(&t, 11, "textDocument/foldingRange", json_incref(text));
    ask(&t, 12, "textDocument/documentHighlight", at(7, 38));  // SCORE
    ask(&t, 13, "textDocument/signatureHelp", at(5, 12));      // in (stage player ...
    ask(&t, 14, "workspace/symbol", json_pack("{s:s}", "query", "define gain"));
    ask(&t, 15, "textDocument/signatureHelp", at(0, 1));
    leave(&t);
    run(&t);
    json_decref(text);
    const json_t *data = json_object_get(result(&t, 10), "data");
    assert_int_equal(json_array_size(data) % 5, 0);
    int line = 0, character = 0, seen[6] = { 0 };
    for (size_t i = 0; i < json_array_size(data); i += 5) {
        int values[4];
        for (size_t k = 0; k < 4; k++) {
            values[k] = (int)json_integer_value(json_array_get(data, i + k));
        }
        character = values[0] ? values[1] : character + values[1];
        line += values[0];
        const char *word = game + place_of(game, line, character);
        seen[values[3]]++;
        if (values[3] == 4) assert_true(*word >= '0' && *word <= '9');
        if (values[3] == 5) assert_int_equal(*word, '"');
        if (values[3] == 3) assert_memory_equal(word, "GAIN", 4);
        if (values[3] == 2) assert_int_equal(*word, '\'');
    }
    for (int k = 0; k < 6; k++) assert_true(seen[k] > 0);
    const json_t *fold = json_array_get(result(&t, 11), 0);  // the game, from line 1 to 7
    assert_int_equal(json_integer_value(json_object_get(fold, "startLine")), 1);
    assert_int_equal(json_integer_value(json_object_get(fold, "endLine")), 7);
    assert_int_equal(json_array_size(result(&t, 11)), 2);  // and the stage
    assert_int_equal(json_array_size(result(&t, 12)), 2);
    const json_t *form = json_array_get(json_object_get(result(&t, 13), "signatures"), 0);
    assert_non_null(strstr(json_string_value(json_object_get(form, "label")), "(stage player"));
    assert_true(json_array_size(json_object_get(form, "parameters")) > 1);
    assert_int_equal(json_array_size(result(&t, 14)), 1);
    assert_true(json_is_null(result(&t, 15)));
    json_decref(t.heard);
}

// Returns the text after the first quick fix that is offered; NULL if there is none.
static char *fixed(const char *text)
{
    editor_session t = { 0 }, fix = { 0 };
    begin(&t);
    open_text(&t, uri, text);
    leave(&t);
    run(&t);
    json_t *wrong_now = json_deep_copy(diagnostics(&t, 0));
    json_decref(t.heard);
    begin(&fix);
    open_text(&fix, uri, text);
    ask(&fix, 10, "textDocument/codeAction",
        json_pack("{s:{s:s},s:{s:o}}", "textDocument", "uri", uri, "context", "diagnostics",
                  wrong_now));
    leave(&fix);
    run(&fix);
    const json_t *first = json_array_get(result(&fix, 10), 0);
    const char *kind = json_string_value(json_object_get(first, "kind"));
    char *made = NULL;
    if (kind && strcmp(kind, "quickfix") == 0) {
        const json_t *changes = json_object_get(json_object_get(first, "edit"), "changes");
        const json_t *edit = json_array_get(json_object_get(changes, uri), 0);
        const json_t *range = json_object_get(edit, "range"), *end = json_object_get(range, "end");
        const char *put = json_string_value(json_object_get(edit, "newText"));
        size_t from = place_of(text, line_of(range), character_of(range));
        size_t to = place_of(text, (int)json_integer_value(json_object_get(end, "line")),
                             (int)json_integer_value(json_object_get(end, "character")));
        size_t size = strlen(text) + strlen(put) + 1;
        made = calloc(1, size);
        snprintf(made, size, "%.*s%s%s", (int)from, text, put, text + to);
    }
    json_decref(fix.heard);
    return made;
}

static void what_was_meant_is_offered_and_mends_it(void **state)
{
    (void)state;
    static const char *const mistakes[][2] = {
        { "(scoring", "(scorring" },   { "(choice", "(choise" },     { "(setup", "(setuup" },
        { "(GAIN 'N)", "(GAINN 'N)" }, { "'ROUNDS))", "'ROUNDZ))" }, { "(stage", "(staeg" },
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        char text[2048];
        const char *at_word = strstr(game, mistakes[i][0]);
        assert_non_null(at_word);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at_word - game), game, mistakes[i][1],
                 at_word + strlen(mistakes[i][0]));
        char *mended = fixed(text);
        if (!mended) fail_msg("nothing is offered for %s", mistakes[i][1]);
        assert_string_equal(mended, game);
        free(mended);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_an_editor_asks_is_answered),
        cmocka_unit_test(what_is_wrong_is_told_at_its_place_and_goes_away),
        cmocka_unit_test(other_files_are_checked_too),
        cmocka_unit_test(changes_in_part_add_up),
        cmocka_unit_test(words_are_coloured_folded_and_explained),
        cmocka_unit_test(what_was_meant_is_offered_and_mends_it),
        cmocka_unit_test(what_makes_no_sense_is_refused_and_the_rest_goes_on),
        cmocka_unit_test(a_stream_that_is_no_protocol_ends_with_1),
        cmocka_unit_test(a_change_of_the_largest_library_game_takes_20_ms_at_most),
        cmocka_unit_test(a_megabyte_is_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
