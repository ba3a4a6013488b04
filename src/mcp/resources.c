// resources.c - see resources.h.
#include "mcp/resources.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "lab/file.h"
#include "lab/game_source.h"

static const unsigned char language[] = {
#include "language.md.h"
    0
};
static const unsigned char manual[] = {
#include "cli.md.h"
    0
};

typedef struct page {
    const char *uri, *name, *about;
    const unsigned char *text;
} page;

static const page pages[] = {
    { "dado://language", "The language RECYCLE",
      "How card, dice and board games are described: every word, with examples.", language },
    { "dado://manual", "The manual of dado",
      "Every job with its parameters and examples, as the command names them.", manual },
};
enum { page_count = sizeof pages / sizeof *pages };

static const char game_prefix[] = "dado://games/", file_prefix[] = "dado://files/";

// Writes the name of a game without its folder and ending.
static void name_of_game(const char *path, char *name, size_t room)
{
    const char *base = dado_base_name(path), *dot = strrchr(base, '.');
    size_t length = dot ? (size_t)(dot - base) : strlen(base);
    dado_text text = dado_text_in_buffer(name, room);
    dado_text_add_bytes(&text, base, length < room ? length : room - 1);
}

static void write_game(void *context, const char *path)
{
    dado_json *json = context;
    char name[100], uri[140];
    if (!dado_ends_with(path, ".rcy")) return;
    name_of_game(path, name, sizeof name);
    dado_text text = dado_text_in_buffer(uri, sizeof uri);
    dado_text_addf(&text, "%s%s", game_prefix, name);
    dado_json_object(json, NULL);
    dado_json_put(json, "uri", uri, "name", name, "description",
                  "A game of the library, as it is described.", "mimeType", "text/plain");
    dado_json_end(json);
}

void dado_mcp_write_resources(dado_json *json)
{
    const char *library = dado_library_folder();
    dado_json_array(json, "resources");
    for (int i = 0; i < page_count; i++) {
        dado_json_object(json, NULL);
        dado_json_put(json, "uri", pages[i].uri, "name", pages[i].name, "description",
                      pages[i].about, "mimeType", "text/markdown");
        dado_json_end(json);
    }
    if (library) dado_library_foreach(library, json, write_game);
    dado_json_end(json);
}

void dado_mcp_write_resource_templates(dado_json *json)
{
    dado_json_array(json, "resourceTemplates");
    dado_json_object(json, NULL);
    dado_json_put(json, "uriTemplate", "dado://files/{path}", "name", "A file of the folder",
                  "description", "A text file beneath the folder that is served.");
    dado_json_end(json);
    dado_json_end(json);
}

static void write_contents(const char *uri, const char *kind, const char *text, dado_text *result)
{
    dado_json json = dado_json_to(result);
    dado_json_object(&json, NULL);
    dado_json_array(&json, "contents");
    dado_json_object(&json, NULL);
    dado_json_put(&json, "uri", uri, "mimeType", kind, "text", text);
    while (json.depth) dado_json_end(&json);
}

typedef struct search {
    const char *name;
    char path[4096];
} search;

static void compare_name(void *context, const char *path)
{
    search *s = context;
    char name[100];
    name_of_game(path, name, sizeof name);
    if (!s->path[0] && dado_ends_with(path, ".rcy") && strcmp(name, s->name) == 0) {
        snprintf(s->path, sizeof s->path, "%s", path);
    }
}

// Decodes %XX, in place.
static void unescape(char *text)
{
    char *to = text;
    for (const char *at = text; *at; at++) {
        bool escape = at[0] == '%' && isxdigit((unsigned char)at[1]) &&
                      isxdigit((unsigned char)at[2]) && memcmp(at + 1, "00", 2) != 0;
        if (escape) {
            const char digits[] = { at[1], at[2], '\0' };
            *to++ = (char)strtoul(digits, NULL, 16);
            at += 2;
        } else {
            *to++ = *at;
        }
    }
    *to = '\0';
}

bool dado_mcp_read_resource(const char *uri, dado_text *result, dado_error *err)
{
    for (int i = 0; i < page_count; i++) {
        if (strcmp(uri, pages[i].uri) != 0) continue;
        write_contents(uri, "text/markdown", (const char *)pages[i].text, result);
        return true;
    }
    search s = { .path = "" };
    const char *library = dado_library_folder();
    if (strncmp(uri, game_prefix, strlen(game_prefix)) == 0) {
        s.name = uri + strlen(game_prefix);
        if (library) dado_library_foreach(library, &s, compare_name);
    } else if (strncmp(uri, file_prefix, strlen(file_prefix)) == 0) {
        snprintf(s.path, sizeof s.path, "%s", uri + strlen(file_prefix));
        unescape(s.path);
    }
    if (!s.path[0]) return dado_fail(err, DADO_MISSING, "there is no resource %.200s", uri);
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    const char *text;
    if (!dado_file_read(s.path, DADO_FILE_MOST, &region, &text, err)) return false;
    write_contents(uri, "text/plain", text, result);
    return true;
}

// --- prompts ---

typedef struct prompt {
    const char *name, *about, *argument, *argument_about;
    const char *words;  // the instruction; the argument follows it
} prompt;

static const prompt prompts[] = {
    { "describe_rulebook", "Turn a rulebook into a description that dado can play.", "rulebook",
      "The rules of the game, as text.",
      "Describe the game below in RECYCLE. Read the resource dado://language first, and one or two "
      "games of the library that are like it (dado://games/...). Write the description as a file "
      "of the argument \"files\", and call the tool check until it finds no errors; its "
      "diagnostics name line, column and a code, which the tool explain explains. Then call sim "
      "with 200 matches and compare what happens with the rulebook: number of players, length, "
      "how the game ends. Say which rules you left out or changed.\n\nThe rulebook:\n" },
    { "find_problems", "Find what is wrong with a game.", "game",
      "The name of a game of the library, or a file.",
      "Find what is wrong with the game named below. Call check, then doctor with effort quick, "
      "and read its verdicts from the worst on. For each, say what the evidence is, with its "
      "interval, and do not claim more than that. Call witness for matches that show it. Propose "
      "one change for the worst verdict, and call diff to see whether it helps.\n\nThe game: " },
    { "balance_cards", "Balance the cards or numbers of a game.", "game",
      "The name of a game of the library, or a file.",
      "Balance the game named below. Call sim with 1000 matches and look at the seats and at how "
      "close matches are. Find the numbers that may be changed (options of the game: the tool "
      "list with what = games, or the description itself), and call sweep over each of them. "
      "Prefer the smallest change whose interval excludes no effect. Call diff for the final "
      "version against the first, and report both figures with their intervals.\n\nThe game: " },
};
enum { prompt_count = sizeof prompts / sizeof *prompts };

void dado_mcp_write_prompts(dado_json *json)
{
    dado_json_array(json, "prompts");
    for (int i = 0; i < prompt_count; i++) {
        const prompt *p = &prompts[i];
        dado_json_object(json, NULL);
        dado_json_put(json, "name", p->name, "description", p->about);
        dado_json_array(json, "arguments");
        dado_json_object(json, NULL);
        dado_json_put(json, "name", p->argument, "description", p->argument_about, "required",
                      (bool)true);
        dado_json_end(json);
        dado_json_end(json);
        dado_json_end(json);
    }
    dado_json_end(json);
}

bool dado_mcp_get_prompt(const char *name, const json_t *arguments, dado_text *result,
                         dado_error *err)
{
    for (int i = 0; i < prompt_count; i++) {
        const prompt *p = &prompts[i];
        if (strcmp(name, p->name) != 0) continue;
        const char *given = json_string_value(json_object_get(arguments, p->argument));
        if (!given)
            return dado_fail(err, DADO_INVALID, "%s needs the argument \"%s\"", name, p->argument);
        DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
        dado_text_addf(&words, "%s%s", p->words, given);
        dado_json json = dado_json_to(result);
        dado_json_object(&json, NULL);
        dado_json_string(&json, "description", p->about);
        dado_json_array(&json, "messages");
        dado_json_object(&json, NULL);
        dado_json_string(&json, "role", "user");
        dado_json_object(&json, "content");
        dado_json_put(&json, "type", "text", "text", dado_text_string(&words));
        while (json.depth) dado_json_end(&json);
        return true;
    }
    return dado_fail(err, DADO_MISSING, "there is no prompt %.60s", name);
}
