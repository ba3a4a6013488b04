// dungeon_json.c - an evaluation of maps for programs: JSON, and CSV with a line a game.
#include <inttypes.h>
#include <string.h>

#include "report/dungeon_eval.h"
#include "worlds/dungeon/open.h"

static const char *const outcome_words[4] = { "win", "death", "stalled", "timeout" };

static void real(dado_text *out, const char *name, double value)
{
    dado_text_addf(out, "\"%s\":", name);
    dado_text_json_real(out, value);
}

static void add_fit(const dado_fit *f, dado_text *out)
{
    dado_text_add(out, ",\"expected\":");
    dado_text_json_real(out, f->wish->target);
    dado_text_char(out, ',');
    real(out, "low", f->low);
    dado_text_char(out, ',');
    real(out, "high", f->high);
    dado_text_addf(out, ",\"sigma_by\":\"%s\",", f->by == DADO_SIGMA_SEM ? "sem" : "sample");
    real(out, "sigma", f->sigma);
    dado_text_addf(out, ",\"q\":%.6f,", f->q);
    real(out, "sigma_other", f->other_sigma);
    dado_text_addf(out, ",\"q_other\":%.6f,", f->other_q);
    real(out, "q_empirical", f->q_empirical);
    dado_text_add(out, ",\"flags\":[");
    if (f->flags & DADO_FIT_SINGLE) dado_text_add(out, "\"single\"");
    if (f->flags & DADO_FIT_NO_DATA) dado_text_add(out, "\"no_data\"");
    dado_text_char(out, ']');
}

static void add_metrics(const dado_eval *e, const dado_eval_cell *cell, dado_text *out)
{
    dado_text_add(out, "\"metrics\":{");
    for (int m = 0; m < e->measures.count; m++) {
        const dado_measure *measure = e->measures.items[m];
        const dado_summary *s = &cell->summary[m];
        if (measure->fixed) continue;
        dado_text_addf(out, "%s\"%s\":{\"n\":%" PRId64 ",", m ? "," : "", measure->name, s->count);
        const struct {
            const char *name;
            double value;
        } numbers[] = { { "mean", s->mean }, { "sd", s->sd },   { "sem", s->error },
                        { "min", s->least }, { "q1", s->q1 },   { "median", s->median },
                        { "q3", s->q3 },     { "max", s->most } };
        for (int i = 0; i < 8; i++) {
            if (i) dado_text_char(out, ',');
            real(out, numbers[i].name, s->count ? numbers[i].value : DADO_NONE);
        }
        double low = DADO_NONE, high = DADO_NONE;
        if (s->count && measure->kind == DADO_RATE) {
            dado_interval i =
                dado_share_interval(s->mean * (double)s->count, (double)s->count, 0.95);
            low = i.low;
            high = i.high;
        } else if (s->count > 1) {
            double half = dado_t_quantile(0.975, (double)(s->count - 1)) * s->error;
            low = s->mean - half;
            high = s->mean + half;
        }
        dado_text_char(out, ',');
        real(out, "ci_low", low);
        dado_text_char(out, ',');
        real(out, "ci_high", high);
        for (int f = 0; f < e->fits; f++) {
            if (cell->fits[f].wish && cell->fits[f].wish->measure == measure) {
                add_fit(&cell->fits[f], out);
            }
        }
        dado_text_char(out, '}');
    }
    dado_text_add(out, "},");
}

static void add_quality(const dado_eval_cell *cell, dado_text *out)
{
    if (dado_is_none(cell->quality)) {
        dado_text_add(out, "\"Q\":null");
    } else {
        dado_text_addf(out, "\"Q\":%.6f,\"Q_low\":%.6f,\"Q_high\":%.6f", cell->quality,
                       cell->interval.low, cell->interval.high);
    }
    dado_text_add(out, ",\"outcomes\":{");
    for (int i = 0; i < 4; i++) {
        dado_text_addf(out, "%s\"%s\":%d", i ? "," : "", outcome_words[i], cell->outcomes[i]);
    }
    dado_text_char(out, '}');
}

static void add_error(const dado_error *err, dado_text *out)
{
    dado_text_add(out, "\"error\":{\"code\":");
    dado_text_json(out, err->code);
    dado_text_addf(out, ",\"line\":%d,\"text\":", err->place.line);
    dado_text_json(out, err->text);
    dado_text_char(out, '}');
}

static void add_maps(const dado_eval *e, dado_text *out)
{
    int fixed = 0;
    while (!dado_dungeon_tallies[fixed].fixed) fixed++;
    dado_text_add(out, ",\"maps\":[");
    for (int m = 0; m < e->map_count; m++) {
        dado_text_addf(out, "%s{\"map\":%d,\"name\":", m ? ",\n" : "\n", m);
        dado_text_json(out, e->maps[m].name);
        if (e->maps[m].seed) dado_text_addf(out, ",\"seed\":\"%016" PRIx64 "\"", e->maps[m].seed);
        dado_text_char(out, ',');
        if (e->maps[m].error.status != DADO_OK) {
            add_error(&e->maps[m].error, out);
        } else {
            dado_text_add(out, "\"static\":{");
            for (int i = 0; i < DADO_MAP_MEASURES; i++) {
                if (i) dado_text_char(out, ',');
                real(out, dado_dungeon_tallies[fixed + i].name, e->maps[m].fixed[i]);
            }
            dado_text_add(out, "},");
            real(out, "Q", e->map_quality[m]);
            dado_text_addf(out, ",\"unwinnable\":%s,\"warnings\":[",
                           e->maps[m].unwinnable ? "true" : "false");
            for (int i = 0; i < e->maps[m].odd_count; i++) {
                dado_text_addf(out, "%s{\"code\":", i ? "," : "");
                dado_text_json(out, e->maps[m].odd[i].code);
                dado_text_addf(out, ",\"line\":%d,\"text\":", e->maps[m].odd[i].line);
                dado_text_json(out, e->maps[m].odd[i].text);
                dado_text_char(out, '}');
            }
            dado_text_char(out, ']');
        }
        dado_text_char(out, '}');
    }
    dado_text_char(out, ']');
}

static void add_pooled(const dado_eval *e, dado_text *out)
{
    dado_text_add(out, ",\"pooled\":[");
    for (int p = 0; p < e->profile_count; p++) {
        const dado_eval_cell *cell = &e->pooled[p];
        dado_text_addf(out, "%s{\"profile\":", p ? ",\n" : "\n");
        dado_text_json(out, e->profiles[p]);
        dado_text_char(out, ',');
        if (cell->open) {
            add_metrics(e, cell, out);
            real(out, "mean_map_Q", e->mean_map[p]);
            dado_text_add(out, ",\"variance\":{");
            for (int m = 0, first = 1; m < e->measures.count; m++) {
                if (e->measures.items[m]->fixed) continue;
                int64_t at = (int64_t)p * e->measures.count + m;
                dado_text_addf(out, "%s\"%s\":{", first ? "" : ",", e->measures.items[m]->name);
                real(out, "within", e->within[at]);
                dado_text_char(out, ',');
                real(out, "total", e->total[at]);
                dado_text_char(out, '}');
                first = 0;
            }
            dado_text_add(out, "},");
        }
        add_quality(cell, out);
        dado_text_char(out, '}');
    }
    dado_text_char(out, ']');
}

void dado_eval_json(const dado_eval *e, const dado_plan *plan, const char *rules, dado_text *out)
{
    dado_text_addf(out, "{\"run\":{\"maps\":%d,\"profiles\":%d,\"games\":%d,\"seed\":%" PRIu64 "},",
                   e->map_count, e->profile_count, e->games, plan->seed);
    dado_text_add(out, "\"rules\":");
    dado_text_json(out, rules ? rules : "");
    dado_text_add(out, ",\"expect\":");
    if (e->expect) {
        dado_text words = { 0 };
        dado_expect_write(e->expect, &words);
        dado_text_json(out, dado_text_string(&words));
        dado_text_free(&words);
    } else {
        dado_text_add(out, "null");
    }
    dado_text_add(out, ",\"profiles\":[");
    for (int p = 0; p < e->profile_count; p++) {
        if (p) dado_text_char(out, ',');
        dado_text_json(out, e->profiles[p]);
    }
    dado_text_char(out, ']');
    add_maps(e, out);
    dado_text_add(out, ",\"cells\":[");
    for (int64_t c = 0; c < (int64_t)e->map_count * e->profile_count; c++) {
        const dado_eval_cell *cell = &e->cells[c];
        dado_text_addf(out, "%s{\"map\":%d,\"profile\":", c ? ",\n" : "\n",
                       (int)(c / e->profile_count));
        dado_text_json(out, e->profiles[c % e->profile_count]);
        dado_text_char(out, ',');
        if (cell->open) {
            add_metrics(e, cell, out);
            add_quality(cell, out);
        } else {
            add_error(&cell->error, out);
        }
        dado_text_char(out, '}');
    }
    dado_text_char(out, ']');
    add_pooled(e, out);
    dado_text_add(out, ",\"ranking\":[");
    for (int m = 0; m < e->map_count; m++) {
        dado_text_addf(out, "%s%d", m ? "," : "", e->ranking[m]);
    }
    dado_text_add(out, "]}\n");
}

void dado_eval_csv(const dado_eval *e, dado_text *out)
{
    dado_text_add(out, "map,profile,game,seed,outcome");
    for (int m = 0; m < e->measures.games; m++) {
        dado_text_addf(out, ",%s", e->measures.items[m]->name);
    }
    dado_text_char(out, '\n');
    for (int64_t c = 0; c < (int64_t)e->map_count * e->profile_count; c++) {
        for (int g = 0; g < e->played[c]; g++) {
            int64_t row = c * e->games + g;
            dado_text_csv(out, e->maps[c / e->profile_count].name);
            dado_text_char(out, ',');
            dado_text_csv(out, e->profiles[c % e->profile_count]);
            dado_text_addf(out, ",%d,%" PRIu64 ",%s", g, e->seeds[row],
                           outcome_words[e->ends[row]]);
            for (int m = 0; m < e->measures.games; m++) {
                double value = e->values[row * e->measures.count + m];
                dado_text_char(out, ',');
                if (!dado_is_none(value)) dado_text_real(out, value);
            }
            dado_text_char(out, '\n');
        }
    }
}
