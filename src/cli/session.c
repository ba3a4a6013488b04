// session.c - see session.h.
#define _POSIX_C_SOURCE 200809L
#include "cli/session.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "lab/file.h"
#include "lab/library.h"
#include "measure/words.h"

bool dado_call_options(dado_call *call, dado_options *options, dado_error *err)
{
    int count = 0;
    dado_option *items = dado_new(call->arena, dado_option, call->given_count + 1);
    if (!items) return dado_fail(err, DADO_LIMIT, "no memory left for options");
    for (int i = 0; i < call->given_count; i++) {
        if (strcmp(call->given[i].flag->name, "set") != 0) continue;
        if (!dado_option_parse(&items[count], call->given[i].value, call->arena, err)) return false;
        for (int j = 0; j < count; j++) {
            if (strcmp(items[j].name, items[count].name) == 0) {
                return dado_fail(err, DADO_MEANING, "%s is set twice", items[j].name);
            }
        }
        count++;
    }
    *options = (dado_options){ items, count };
    return true;
}

bool dado_call_game(dado_call *call, int which, dado_source *source)
{
    dado_options options;
    dado_error err = { 0 };
    if (dado_call_options(call, &options, &err) &&
        dado_source_find(source, call->words[which], &options, call->arena, &err)) {
        return true;
    }
    dado_call_fail(call, &err, NULL);
    return false;
}

bool dado_call_trust(dado_call *call, dado_player *player, dado_error *err)
{
    if (!dado_given_flag(call, "unsafe") || strcmp(player->kind->name, "process") != 0) return true;
    dado_option *trust = dado_new(call->arena, dado_option, 1);
    if (!trust) return dado_fail(err, DADO_LIMIT, "no memory left for agents");
    *trust = (dado_option){ .name = "unsafe", .text = "yes" };
    dado_options own = player->options, risk = { trust, 1 };
    return dado_options_join(&player->options, &own, &risk, call->arena, err);
}

static bool take_seat(dado_call *call, const char *typed, dado_player *players, int count,
                      dado_error *err)
{
    const char *equals = strchr(typed, '=');
    char number[16] = "";
    int64_t seat = 0;
    if (equals && (size_t)(equals - typed) < sizeof number) {
        memcpy(number, typed, (size_t)(equals - typed));
    }
    if (!equals || !dado_read_int(number, &seat)) {
        return dado_fail(err, DADO_MEANING,
                         "--seat is written SEAT=AGENT, as in --seat 1=greedy, "
                         "not \"%.60s\"",
                         typed);
    }
    if (seat < 0 || seat >= count) {
        return dado_fail(err, DADO_MEANING,
                         "there is no seat %" PRId64 ": the seats of this game are 0 to %d", seat,
                         count - 1);
    }
    return dado_player_parse(&players[seat], equals + 1, call->arena, err);
}

bool dado_call_lineup(dado_call *call, int count, const char *usual, dado_lineup *lineup,
                      dado_error *err)
{
    const char *typed = dado_given_text(call, "agents");
    const dado_player *named;
    int named_count;
    if (!typed) typed = usual ? usual : "random";
    if (!dado_players_parse(&named, &named_count, typed, call->arena, err)) {
        return false;
    }
    if (named_count != 1 && named_count != count) {
        return dado_fail(
            err, DADO_MEANING,
            "--agents names %d and this game has %d seat%s; name one for each seat, or "
            "one for all",
            named_count, count, count == 1 ? "" : "s");
    }
    dado_player *players = dado_new(call->arena, dado_player, count);
    if (!players) return dado_fail(err, DADO_LIMIT, "no memory left for agents");
    for (int p = 0; p < count; p++) players[p] = named[named_count == 1 ? 0 : p];
    for (int i = 0; i < call->given_count; i++) {
        if (strcmp(call->given[i].flag->name, "seat") != 0) continue;
        if (!take_seat(call, call->given[i].value, players, count, err)) return false;
    }
    for (int p = 0; p < count; p++) {
        if (!dado_call_trust(call, &players[p], err)) return false;
    }
    dado_text name = { 0 };
    for (int p = 0; p < count; p++) dado_text_addf(&name, "%s%s", p ? "," : "", players[p].typed);
    *lineup = (dado_lineup){ .players = players, .count = count };
    lineup->name = dado_arena_copy(call->arena, dado_text_string(&name), name.length);
    dado_text_free(&name);
    return lineup->name || dado_fail(err, DADO_LIMIT, "no memory left for agents");
}

void dado_call_plan(dado_call *call, dado_plan *plan)
{
    static const char *const keeps[] = { "results", "moves", NULL };
    plan->matches = dado_given_int(call, "matches", 1000, 1, 1000000000000);
    plan->seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX);
    plan->move_limit = (int)dado_given_int(call, "limit", DADO_MOVE_LIMIT, 1, 100000000);
    plan->keep_moves = dado_given_word(call, "keep", keeps, 0) == 1;
    plan->command = call->command;
}

void dado_call_metrics(dado_call *call, dado_plan *plan)
{
    static const char *const sets[] = { "all", "six", NULL };
    static const char *const presets[] = { "formula", "reference", NULL };
    static const char *const ties[] = { "seat", "incumbent", "shared", "random", NULL };
    plan->six_only = dado_given_word(call, "metrics", sets, 0) == 1;
    plan->reading.preset = (dado_preset)dado_given_word(call, "preset", presets, 0);
    plan->reading.ties = (dado_ties)dado_given_word(call, "ties", ties, 0);
    plan->reading.floor = (int32_t)dado_given_int(call, "floor", 0, INT32_MIN, INT32_MAX);
}

bool dado_call_expect(dado_call *call, const char *name, const char *shelf,
                      const dado_measures *measures, dado_expect *expect, const char **text,
                      dado_error *err)
{
    const char *path = dado_library_file(name, shelf, ".expect", call->arena, err);
    return path && dado_file_read(path, DADO_FILE_MOST, call->arena, text, err) &&
           dado_expect_read(expect, path, *text, measures, call->arena, err);
}

bool dado_call_store(dado_call *call, dado_store_mode mode, dado_store **store, dado_error *err)
{
    *store = NULL;
    if (dado_given_flag(call, "no-store")) return true;
    const char *path = dado_given_text(call, "store");
    return dado_store_open(store, path ? path : dado_store_path(), mode, err);
}

bool dado_call_run(dado_call *call, dado_store *store, const char *word, int64_t *run,
                   dado_error *err)
{
    (void)call;
    if (!word || strcmp(word, "last") == 0) return dado_store_latest(store, run, err);
    if (dado_read_int(word, run) && *run > 0) return true;
    return dado_fail(err, DADO_MEANING, "a run is a number from dado runs, or last, not \"%.60s\"",
                     word);
}

// A signal can only reach what is known to the whole file.
static volatile sig_atomic_t interrupted;
static struct sigaction before_interrupt, before_end;

static void on_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

const volatile sig_atomic_t *dado_interrupt_catch(void)
{
    struct sigaction caught = { .sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND };
    interrupted = 0;
    sigaction(SIGINT, &caught, &before_interrupt);
    sigaction(SIGTERM, &caught, &before_end);
    return &interrupted;
}

void dado_interrupt_release(void)
{
    sigaction(SIGINT, &before_interrupt, NULL);
    sigaction(SIGTERM, &before_end, NULL);
}

int dado_call_interrupted(const dado_call *call, bool kept, const char *where, ...)
{
    char place[200];
    va_list args;
    va_start(args, where);
    vsnprintf(place, sizeof place, where, args);
    va_end(args);
    if (kept) {
        dado_call_say(call, "interrupted %s; go on with:\n  %s%s", place, call->command,
                      dado_given_flag(call, "resume") ? "" : " --resume");
    } else {
        dado_call_say(call, "interrupted %s, and nothing is kept", place);
    }
    return DADO_EXIT_INTERRUPTED;
}

typedef dado_watch watch;

static void say_time(dado_text *out, double seconds)
{
    int64_t s = (int64_t)(seconds + 0.5);
    if (s >= 3600) dado_text_addf(out, "%" PRId64 " h %02d min", s / 3600, (int)(s / 60 % 60));
    else if (s >= 60) dado_text_addf(out, "%" PRId64 " min %02d s", s / 60, (int)(s % 60));
    else dado_text_addf(out, "%" PRId64 " s", s);
}

static void say_progress(const dado_progress *p, dado_text *out)
{
    double played = (double)(p->done - p->found);
    double rate = p->seconds > 0.0 ? played / p->seconds : 0.0;
    dado_say_count(out, p->done);
    dado_text_add(out, " of ");
    dado_say_count(out, p->all);
    dado_text_add(out, " matches, ");
    if (rate >= 10.0) dado_say_count(out, (int64_t)rate);
    else dado_say_fixed(out, rate, 1);
    dado_text_add(out, " a second");
    if (p->done < p->all && rate > 0.0) {
        dado_text_add(out, ", ");
        say_time(out, (double)(p->all - p->done) / rate);
        dado_text_add(out, " left");
    }
}

// A bar that is drawn over itself, cut to the width of the terminal.
static void draw_bar(watch *w, const dado_progress *p)
{
    dado_text line = { 0 };
    say_progress(p, &line);
    int room = w->call->columns - 1, width = room - (int)line.length - 3;
    if (width > 40) width = 40;
    fputc('\r', w->call->log);
    int used = (int)line.length < room ? (int)line.length : room;
    if (width >= 5) {
        int full = (int)((double)width * (double)p->done / (double)p->all);
        fputc('[', w->call->log);
        for (int i = 0; i < width; i++) fputc(i < full ? '#' : '.', w->call->log);
        fputs("] ", w->call->log);
    }
    fprintf(w->call->log, "%.*s", used, dado_text_string(&line));
    fputs("\033[K", w->call->log);
    fflush(w->call->log);
    w->drawn = true;
    dado_text_free(&line);
}

static void on_progress(void *context, const dado_progress *p)
{
    watch *w = context;
    if (w->call->terminal_log) {
        draw_bar(w, p);
        return;
    }
    enum { seconds_between_lines = 5 };
    if (p->seconds - w->last_line < seconds_between_lines || p->done == p->all) return;
    w->last_line = p->seconds;
    dado_text line = { 0 };
    say_progress(p, &line);
    fprintf(w->call->log, "%s\n", dado_text_string(&line));
    dado_text_free(&line);
}

static void on_block(void *context, const dado_block *block)
{
    watch *w = context;
    w->block(w->context, block);
}

int dado_call_threads(dado_call *call)
{
    const char *told = getenv("DADO_THREADS");
    int64_t by_default = 0;
    if (told && *told &&
        (!dado_read_int(told, &by_default) || by_default < 1 || by_default > 1024)) {
        dado_fail(&call->error, DADO_MEANING,
                  "DADO_THREADS must be a whole number from 1 to 1024, not \"%.40s\"", told);
    }
    return (int)dado_given_int(call, "threads", by_default, 1, 1024);
}

// The first few only: a bot that fails fails in every match.
static void on_note(void *context, const dado_block *block, const dado_note *note,
                    const dado_player *who)
{
    enum { most_notes = 8 };
    (void)block;
    watch *w = context;
    if (w->notes++ >= most_notes) return;
    if (w->drawn) fputs("\r\033[K", w->call->log);
    dado_text said = { 0 };
    dado_note_tell(note, who->typed, &said);
    fputs(dado_text_string(&said), w->call->log);
    dado_text_free(&said);
    if (w->notes == most_notes)
        fputs("(what referees say from here on is left out)\n", w->call->log);
}

void dado_watch_begin(dado_watch *w, dado_call *call, dado_experiment_how *how)
{
    *w = (dado_watch){ .call = call, .context = how->context, .block = how->block };
    how->threads = dado_call_threads(call);
    how->resume = dado_given_flag(call, "resume");
    how->context = w;
    if (how->block) how->block = on_block;
    if (!dado_given_flag(call, "quiet")) {
        how->progress = on_progress;
        how->note = on_note;
    }
    how->stop = dado_interrupt_catch();
}

void dado_watch_end(dado_watch *w)
{
    dado_interrupt_release();
    if (w->drawn) fputs("\r\033[K", w->call->log);
}

bool dado_call_experiment(dado_call *call, const dado_plan *plan, dado_experiment_how how,
                          dado_results *results, dado_error *err)
{
    dado_watch w;
    dado_watch_begin(&w, call, &how);
    bool fine = dado_experiment_run(plan, &how, results, err);
    dado_watch_end(&w);
    return fine;
}
