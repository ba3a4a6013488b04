// session.c - see session.h.
#define _POSIX_C_SOURCE 200809L
#include "cli/session.h"

#include <inttypes.h>
#include <signal.h>
#include <string.h>

#include "core/clock.h"
#include "measure/words.h"

// A signal can only reach what is known to the whole file.
static volatile sig_atomic_t interrupted;
static atomic_int interrupted_for_all;
static struct sigaction before_interrupt, before_end;

static void on_interrupt(int number)
{
    (void)number;
    interrupted = 1;
    atomic_store(&interrupted_for_all, 1);
}

const volatile sig_atomic_t *dado_interrupt_catch(void)
{
    struct sigaction caught = { .sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND };
    interrupted = 0;
    atomic_store(&interrupted_for_all, 0);
    sigaction(SIGINT, &caught, &before_interrupt);
    sigaction(SIGTERM, &caught, &before_end);
    return &interrupted;
}

void dado_interrupt_release(void)
{
    sigaction(SIGINT, &before_interrupt, NULL);
    sigaction(SIGTERM, &before_end, NULL);
}

const atomic_int *dado_interrupt_flag(void)
{
    return &interrupted_for_all;
}

int dado_call_interrupted(const dado_call *call, bool kept, const char *where)
{
    if (kept) {
        bool same = dado_given_flag(call, "resume") ||
                    (call->errand.job && !dado_job_param_named(call->errand.job, "resume"));
        dado_call_say(call, "interrupted %s; go on with:\n  %s%s", where, call->command,
                      same ? "" : " --resume");
    } else {
        dado_call_say(call, "interrupted %s, and nothing is kept", where);
    }
    return DADO_EXIT_INTERRUPTED;
}

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

// At a terminal a line that is drawn over itself, cut to its width, with a bar before it for a
// share that is known; else, now and then, a line of its own.
static void show_line(dado_watch *w, const char *line, double share)
{
    FILE *log = w->call->log;
    if (!w->call->terminal_log) {
        dado_call_say(w->call, "%s", line);
        return;
    }
    int room = w->call->columns - 1, width = room - (int)strlen(line) - 3;
    if (width > 40) width = 40;
    fputc('\r', log);
    if (share >= 0 && width >= 5) {
        fputc('[', log);
        for (int i = 0; i < width; i++) fputc(i < (int)(width * share) ? '#' : '.', log);
        fputs("] ", log);
    }
    fprintf(log, "%.*s\033[K", room, line);
    fflush(log);
    w->drawn = true;
}

static bool is_due(dado_watch *w)
{
    enum { seconds_between_lines = 5 };
    double now = dado_seconds(), least = w->call->terminal_log ? 0.2 : seconds_between_lines;
    if (w->last_line <= 0 && !w->call->terminal_log) w->last_line = now;
    if (now - w->last_line < least) return false;
    w->last_line = now;
    return true;
}

// One that never ends looks like one that takes long, unless somebody says so.
static void warn_of_no_end(dado_watch *w, const dado_progress *p)
{
    enum { enough = 10 };
    if (w->warned || p->seconds < 2.0 || p->played < enough || p->stopped < p->played) return;
    w->warned = true;
    dado_watch_clear(w);
    dado_call_say(w->call,
                  "all of the first %s matches were stopped by the limit on moves: this game may "
                  "never end (Ctrl-C ends it here, a lower --limit is sooner there)",
                  dado_said_count(p->played).s);
}

void dado_watch_progress(void *context, const dado_progress *p)
{
    dado_watch *w = context;
    warn_of_no_end(w, p);
    if (!is_due(w)) return;
    dado_draft line = { 0 };
    say_progress(p, &line);
    show_line(w, dado_text_string(&line), (double)p->done / (double)p->all);
}

// The same for work that is not counted in matches.
void dado_watch_working(void *context, int64_t done, int64_t all, const char *what,
                        const char *words)
{
    char line[400];
    if (!is_due(context)) return;
    snprintf(line, sizeof line, "%s of %s %s: %s", dado_said_count(done).s, dado_said_count(all).s,
             what, words);
    show_line(context, line, -1);
}

// The first few only: a bot that fails fails in every match.
void dado_watch_note(void *context, const dado_note *note, const dado_player *who)
{
    enum { most_notes = 8 };
    dado_watch *w = context;
    if (w->notes++ >= most_notes) return;
    dado_watch_clear(w);
    dado_draft said = { 0 };
    dado_note_tell(note, who->typed, &said);
    fputs(dado_text_string(&said), w->call->log);
    if (w->notes == most_notes)
        fputs("(what referees say from here on is left out)\n", w->call->log);
}

void dado_watch_clear(dado_watch *w)
{
    if (w->drawn) fputs("\r\033[K", w->call->log);
    w->drawn = false;
}
