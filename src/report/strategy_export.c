// strategy_export.c - writes a strategy as a file that plays: JSON for programs, or a
// player in Lua or Python that needs nothing else.
//
// A player finds its information set by what it saw and did at its own turns: the views
// as they come to players from outside, and its moves in words. A view is flattened into
// one text, the same in all languages: keys sorted, lists counted from 1, null left out.
// The texts are hashed by two polynomials into a path, which is the key of the set.
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "core/json_writer.h"
#include "report/report_functions.h"

typedef struct path {
    uint64_t a, b;
} path;

static const path no_path = { 1, 1 };

static path path_add(path p, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        p.a = (p.a * 257 + *c + 1) % 2147483647u;
        p.b = (p.b * 263 + *c + 1) % 2147483629u;
    }
    // ends the text, so that "ab" and "c" are not "a" and "bc"
    return (path){ p.a * 257 % 2147483647u, p.b * 263 % 2147483629u };
}

// ---- a view as one text

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool flatten(const json_t *value, dado_text *out);

static bool flatten_entry(const char *key, const json_t *value, dado_text *out)
{
    dado_text_addf(out, "%s=", key);
    bool fine = flatten(value, out);
    dado_text_char(out, ';');
    return fine;
}

// The entries of a list are sorted by their numbers as texts, as keys are: "1", "10", "2".
static bool flatten_table(const json_t *value, dado_text *out)
{
    bool list = json_is_array(value), fine = true;
    size_t count = list ? json_array_size(value) : json_object_size(value), filled = 0;
    const char **keys = calloc(count + 1, sizeof *keys);
    char(*numbers)[24] = calloc(count + 1, sizeof *numbers);
    if (!keys || !numbers) {
        free(keys);
        free(numbers);
        return false;
    }
    if (list) {
        for (size_t i = 0; i < count; i++) {
            snprintf(numbers[i], sizeof numbers[i], "%zu", i + 1);
            if (!json_is_null(json_array_get(value, i))) keys[filled++] = numbers[i];
        }
    } else {
        for (void *at = json_object_iter((json_t *)(uintptr_t)value); at;
             at = json_object_iter_next((json_t *)(uintptr_t)value, at)) {
            if (!json_is_null(json_object_iter_value(at)))
                keys[filled++] = json_object_iter_key(at);
        }
    }
    qsort(keys, filled, sizeof *keys, by_text);
    dado_text_char(out, '{');
    for (size_t i = 0; i < filled && fine; i++) {
        const json_t *entry = list ? json_array_get(value, strtoul(keys[i], NULL, 10) - 1)
                                   : json_object_get(value, keys[i]);
        fine = flatten_entry(keys[i], entry, out);
    }
    dado_text_char(out, '}');
    free(keys);
    free(numbers);
    return fine;
}

static bool flatten(const json_t *value, dado_text *out)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
    case JSON_ARRAY: return flatten_table(value, out);
    case JSON_STRING: dado_text_add(out, json_string_value(value)); break;
    case JSON_INTEGER: dado_text_addf(out, "%" PRId64, (int64_t)json_integer_value(value)); break;
    case JSON_REAL: dado_text_addf(out, "%.6g", json_real_value(value)); break;
    case JSON_TRUE: dado_text_add(out, "true"); break;
    case JSON_FALSE: dado_text_add(out, "false"); break;
    case JSON_NULL: break;
    }
    return true;
}

// ---- the path of each set

typedef struct export_task {
    const dado_equilibrium_found *found;
    path *path[DADO_SOLVE_PLAYERS_MAX];
    bool *known[DADO_SOLVE_PLAYERS_MAX];
    const dado_strategy_row **row[DADO_SOLVE_PLAYERS_MAX];
    dado_text json, flat;
} export_task;

// Returns the path before a set: that of the player's last choice, and the move made.
static path path_before(const export_task *t, int player, uint32_t set)
{
    const dado_player_infosets *of = &t->found->sets->sets[player];
    uint32_t sequence = of->parent[set], low = 0, high = set;
    if (sequence == 0) return no_path;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (of->first[middle] <= sequence) low = middle;
        else high = middle;
    }
    return path_add(t->path[player][low], t->row[player][low]->moves[sequence - of->first[low]]);
}

static bool find_path(void *to, const dado_infoset_visit *met, dado_error *err)
{
    export_task *t = to;
    json_error_t unread;
    dado_text_clear(&t->json);
    dado_text_clear(&t->flat);
    dado_state_json(t->found->game, met->state, met->player, &t->json);
    json_t *view = json_loads(dado_text_string(&t->json), JSON_DECODE_ANY, &unread);
    bool fine = view && flatten(view, &t->flat);
    json_decref(view);
    if (!fine) return dado_fail(err, DADO_LIMIT, "out of memory while writing the strategy");
    path found = path_add(path_before(t, met->player, met->set), dado_text_string(&t->flat));
    path *kept = &t->path[met->player][met->set];
    bool *known = &t->known[met->player][met->set];
    if (*known && (kept->a != found.a || kept->b != found.b)) {
        return dado_fail(err, DADO_INVALID,
                         "this strategy cannot be exported: the view of seat %d shows what the "
                         "player does not know",
                         met->player + 1);
    }
    *kept = found;
    *known = true;
    return true;
}

typedef struct keyed {
    path path;
    const dado_strategy_row *row;
} keyed;

static int by_path(const void *a, const void *b)
{
    const keyed *x = a, *y = b;
    if (x->row->player != y->row->player) return x->row->player < y->row->player ? -1 : 1;
    if (x->path.a != y->path.a) return x->path.a < y->path.a ? -1 : 1;
    return (x->path.b > y->path.b) - (x->path.b < y->path.b);
}

// Fails if two sets of a player have the same path.
static bool check_paths(const export_task *t, dado_error *err)
{
    const dado_strategy_table *sheet = t->found->strategy;
    keyed *list = calloc((size_t)sheet->set_count + 1, sizeof *list);
    bool fine = list != NULL || dado_fail(err, DADO_LIMIT, "no memory to export the strategy");
    for (int i = 0; i < sheet->set_count && fine; i++) {
        const dado_strategy_row *row = &sheet->sets[i];
        list[i] = (keyed){ t->path[row->player][row->set], row };
    }
    if (fine) qsort(list, (size_t)sheet->set_count, sizeof *list, by_path);
    for (int i = 1; i < sheet->set_count && fine; i++) {
        if (by_path(&list[i - 1], &list[i]) != 0) continue;
        fine = dado_fail(err, DADO_INVALID,
                         "this strategy cannot be exported: a player who looks only at the own "
                         "turns cannot tell \"%s\" from \"%s\"",
                         list[i - 1].row->sees, list[i].row->sees);
    }
    free(list);
    return fine;
}

// ---- the forms

static void add_string(dado_text *out, const char *text)
{
    dado_json json = dado_json_to(out);
    dado_json_string(&json, NULL, text);
}

static void add_lists(dado_text *out, const dado_strategy_row *row, char open, char close)
{
    dado_text_char(out, open);
    for (int m = 0; m < row->count; m++) {
        if (m) dado_text_add(out, ", ");
        add_string(out, row->moves[m]);
    }
    dado_text_addf(out, "%c, %c", close, open);
    for (int m = 0; m < row->count; m++) {
        dado_text_addf(out, "%s%.17g", m ? ", " : "", row->odds[m]);
    }
    dado_text_char(out, close);
}

static void add_set(dado_json *json, const export_task *t, const dado_strategy_row *row)
{
    char key[48];
    path at = t->path[row->player][row->set];
    snprintf(key, sizeof key, "%" PRIu64 ".%" PRIu64, at.a, at.b);
    dado_json_object(json, NULL);
    dado_json_put(json, "seat", row->player, "path", (const char *)key, "sees", row->sees);
    dado_json_array(json, "moves");
    for (int m = 0; m < row->count; m++) dado_json_string(json, NULL, row->moves[m]);
    dado_json_end(json);
    dado_json_array(json, "odds");
    for (int m = 0; m < row->count; m++) dado_json_real(json, NULL, row->odds[m]);
    dado_json_end(json);
    dado_json_end(json);
}

static void add_json(dado_text *out, const export_task *t)
{
    const dado_equilibrium_found *e = t->found;
    dado_json json = dado_json_to(out);
    dado_json_object(&json, NULL);
    dado_json_put(&json, "game", e->game->rules->title, "options", e->game->options, "players",
                  e->game->players, "payoff", dado_payoff_names[e->sets->payoff], "gap",
                  e->proof->gap);
    if (e->exact->found) dado_json_string(&json, "exact_value", e->exact->text);
    dado_json_array(&json, "values");
    for (int p = 0; p < e->game->players; p++) dado_json_real(&json, NULL, e->proof->value[p]);
    dado_json_end(&json);
    dado_json_array(&json, "sets");
    for (int i = 0; i < e->strategy->set_count; i++) add_set(&json, t, &e->strategy->sets[i]);
    dado_json_end(&json);
    dado_json_end(&json);
    dado_text_char(out, '\n');
}

static const char lua_player[] =
    "-- A view as one text: keys sorted, nil left out.\n"
    "local function flatten(value, out)\n"
    "  if type(value) ~= \"table\" then\n"
    "    local real = math.type(value) == \"float\"\n"
    "    out[#out + 1] = real and string.format(\"%.6g\", value) or tostring(value)\n"
    "    return\n"
    "  end\n"
    "  local names, key = {}, {}\n"
    "  for k in pairs(value) do\n"
    "    names[#names + 1] = tostring(k)\n"
    "    key[tostring(k)] = k\n"
    "  end\n"
    "  table.sort(names)\n"
    "  out[#out + 1] = \"{\"\n"
    "  for _, name in ipairs(names) do\n"
    "    out[#out + 1] = name .. \"=\"\n"
    "    flatten(value[key[name]], out)\n"
    "    out[#out + 1] = \";\"\n"
    "  end\n"
    "  out[#out + 1] = \"}\"\n"
    "end\n\n"
    "-- All that was seen and done at the own turns so far, as two numbers.\n"
    "local a, b = 1, 1\n\n"
    "local function add(text)\n"
    "  for i = 1, #text do\n"
    "    local byte = string.byte(text, i) + 1\n"
    "    a = (a * 257 + byte) % 2147483647\n"
    "    b = (b * 263 + byte) % 2147483629\n"
    "  end\n"
    "  a = a * 257 % 2147483647\n"
    "  b = b * 263 % 2147483629\n"
    "end\n\n"
    "function choose(turn)\n"
    "  if #turn.moves == 1 then return turn.moves[1] end\n"
    "  local flat = {}\n"
    "  flatten(turn.view, flat)\n"
    "  add(table.concat(flat))\n"
    "  local set = strategy[turn.seat + 1][string.format(\"%d.%d\", a, b)]\n"
    "  if not set then return turn.rng:pick(turn.moves) end  -- never met in the game solved\n"
    "  local moves, odds = set[2], set[3]\n"
    "  local drawn, chosen = turn.rng:unit(), #moves\n"
    "  for i = 1, #moves do\n"
    "    drawn = drawn - odds[i]\n"
    "    if drawn < 0 then\n"
    "      chosen = i\n"
    "      break\n"
    "    end\n"
    "  end\n"
    "  while chosen > 1 and odds[chosen] == 0 do chosen = chosen - 1 end\n"
    "  add(moves[chosen])\n"
    "  return moves[chosen]\n"
    "end\n";

static const char python_player[] =
    "\n\ndef flatten(value):\n"
    "    \"\"\"A view as one text: keys sorted, lists counted from 1, None left out.\"\"\"\n"
    "    if isinstance(value, list):\n"
    "        value = {str(i + 1): entry for i, entry in enumerate(value)}\n"
    "    if isinstance(value, dict):\n"
    "        names = sorted((n for n in value if value[n] is not None), key=str.encode)\n"
    "        texts = (n + \"=\" + flatten(value[n]) + \";\" for n in names)\n"
    "        return \"{\" + \"\".join(texts) + \"}\"\n"
    "    if isinstance(value, bool):\n"
    "        return \"true\" if value else \"false\"\n"
    "    return \"%.6g\" % value if isinstance(value, float) else str(value)\n"
    "\n\nclass Player:\n"
    "    \"\"\"One seat of one match. It remembers what it saw and did at its own turns.\"\"\"\n"
    "\n    def __init__(self, seat):\n"
    "        self.seat, self.a, self.b = seat, 1, 1\n"
    "\n    def add(self, text):\n"
    "        for byte in text.encode():\n"
    "            self.a = (self.a * 257 + byte + 1) % 2147483647\n"
    "            self.b = (self.b * 263 + byte + 1) % 2147483629\n"
    "        self.a = self.a * 257 % 2147483647\n"
    "        self.b = self.b * 263 % 2147483629\n"
    "\n    def choose(self, view, moves, rng):\n"
    "        if len(moves) == 1:\n"
    "            return moves[0]\n"
    "        self.add(flatten(view))\n"
    "        known = STRATEGY[self.seat].get(\"%d.%d\" % (self.a, self.b))\n"
    "        if known is None:  # never met in the game that was solved\n"
    "            return rng.choice(moves)\n"
    "        move = rng.choices(known[1], known[2])[0]\n"
    "        self.add(move)\n"
    "        return move\n"
    "\n\ndef main():\n"
    "    player, rng = None, random.Random(0)\n"
    "    for line in iter(sys.stdin.readline, \"\"):\n"
    "        message = json.loads(line)\n"
    "        if message[\"t\"] == \"hello\":\n"
    "            player, rng = Player(message[\"seat\"]), random.Random(message[\"seed\"])\n"
    "            answer = {\"t\": \"ready\", \"name\": \"equilibrium\", \"moves\": True}\n"
    "        elif message[\"t\"] == \"turn\":\n"
    "            move = player.choose(message[\"view\"], message[\"moves\"], rng)\n"
    "            answer = {\"t\": \"move\", \"code\": message[\"code\"], \"move\": move}\n"
    "        elif message[\"t\"] == \"err\":\n"
    "            answer = {\"t\": \"resign\"}\n"
    "        else:\n"
    "            continue\n"
    "        sys.stdout.write(json.dumps(answer) + \"\\n\")\n"
    "        sys.stdout.flush()\n"
    "\n\nif __name__ == \"__main__\":\n"
    "    main()\n";

static void add_rows(dado_text *out, const export_task *t, int player, bool lua)
{
    const dado_strategy_table *sheet = t->found->strategy;
    for (int i = 0; i < sheet->set_count; i++) {
        const dado_strategy_row *row = &sheet->sets[i];
        if (row->player != player) continue;
        path at = t->path[player][row->set];
        dado_text_addf(out,
                       lua ? "    [\"%" PRIu64 ".%" PRIu64 "\"] = { "
                           : "        \"%" PRIu64 ".%" PRIu64 "\": (",
                       at.a, at.b);
        add_string(out, row->sees);
        dado_text_add(out, ", ");
        add_lists(out, row, lua ? '{' : '[', lua ? '}' : ']');
        dado_text_add(out, lua ? " },\n" : "),\n");
    }
}

static void add_lua(dado_text *out, const export_task *t)
{
    const dado_equilibrium_found *e = t->found;
    dado_text_addf(out,
                   "-- %s: an equilibrium. Nobody gains more than %.3g a match by knowing it.\n"
                   "-- Of each seat: what it saw, its moves, and how often it makes them.\n"
                   "local strategy = {\n",
                   e->game->rules->title, e->proof->gap);
    for (int p = 0; p < e->game->players; p++) {
        dado_text_add(out, "  {\n");
        add_rows(out, t, p, true);
        dado_text_add(out, "  },\n");
    }
    dado_text_add(out, "}\n\n");
    dado_text_add(out, lua_player);
}

static void add_python(dado_text *out, const export_task *t)
{
    const dado_equilibrium_found *e = t->found;
    dado_text_addf(out,
                   "#!/usr/bin/env python3\n"
                   "# %s: an equilibrium. Nobody gains more than %.3g a match by knowing it.\n"
                   "import json\nimport random\nimport sys\n\n"
                   "# Of each seat: what it saw, its moves, and how often it makes them.\n"
                   "STRATEGY = [\n",
                   e->game->rules->title, e->proof->gap);
    for (int p = 0; p < e->game->players; p++) {
        dado_text_add(out, "    {\n");
        add_rows(out, t, p, false);
        dado_text_add(out, "    },\n");
    }
    dado_text_add(out, "]\n");
    dado_text_add(out, python_player);
}

// Room for the paths of all sets, and the row of each.
static bool open_task(export_task *t, dado_error *err)
{
    const dado_strategy_table *sheet = t->found->strategy;
    const dado_infosets *sets = t->found->sets;
    bool fine = true;
    for (int p = 0; p < sets->players; p++) {
        size_t count = (size_t)sets->sets[p].count + 1;
        t->path[p] = calloc(count, sizeof *t->path[p]);
        t->known[p] = calloc(count, sizeof *t->known[p]);
        t->row[p] = calloc(count, sizeof *t->row[p]);
        fine = fine && t->path[p] && t->known[p] && t->row[p];
    }
    if (!fine) return dado_fail(err, DADO_LIMIT, "no memory to export the strategy");
    for (int i = 0; i < sheet->set_count; i++) {
        t->row[sheet->sets[i].player][sheet->sets[i].set] = &sheet->sets[i];
    }
    return sheet->left_out == 0 ||
           dado_fail(err, DADO_LIMIT,
                     "this strategy has too many information sets to be exported; solve a "
                     "smaller game");
}

static void close_task(export_task *t)
{
    for (int p = 0; p < t->found->sets->players; p++) {
        free(t->path[p]);
        free(t->known[p]);
        free(t->row[p]);
    }
    dado_text_free(&t->json);
    dado_text_free(&t->flat);
}

bool dado_strategy_export(const dado_equilibrium_found *found, dado_strategy_form form,
                          dado_text *out, dado_error *err)
{
    export_task t = { .found = found };
    bool fine = open_task(&t, err) && dado_infosets_visit(found->sets, find_path, &t, err) &&
                check_paths(&t, err);
    if (fine) {
        switch (form) {
        case DADO_STRATEGY_JSON: add_json(out, &t); break;
        case DADO_STRATEGY_LUA: add_lua(out, &t); break;
        case DADO_STRATEGY_PYTHON: add_python(out, &t); break;
        }
    }
    close_task(&t);
    return fine;
}
