// generator.c - finds generators, reads their parameters and runs them; see generator.h.
#include "worlds/generator.h"

#include <assert.h>
#include <string.h>

#define GENERATOR(name) extern const dado_generator dado_generator_##name;
#include "worlds/generators.def"
#undef GENERATOR

#define GENERATOR(name) &dado_generator_##name,
const dado_generator *const dado_generators[] = {
#include "worlds/generators.def"
    NULL,
};
#undef GENERATOR

const dado_generator *dado_generator_named(const char *name)
{
    for (int i = 0; dado_generators[i]; i++) {
        if (strcmp(dado_generators[i]->name, name) == 0) return dado_generators[i];
    }
    return NULL;
}

int dado_generator_parameters(const dado_generator *generator)
{
    int count = 0;
    while (generator->parameters[count].name) count++;
    assert(count <= DADO_PARAMETERS_MOST);
    return count;
}

int dado_generator_find(const dado_generator *generator, const char *name)
{
    for (int i = 0; generator->parameters[i].name; i++) {
        if (strcmp(generator->parameters[i].name, name) == 0) return i;
    }
    return -1;
}

void dado_generator_defaults(const dado_generator *generator, dado_parameter_values *values)
{
    *values = (dado_parameter_values){ 0 };
    for (int i = 0; generator->parameters[i].name; i++) {
        values->number[i] = generator->parameters[i].by_default;
        values->words[i] = generator->parameters[i].words;
    }
}

static void ask_one(dado_option_reader *ask, const dado_parameter *p, dado_parameter_values *values,
                    int i)
{
    switch (p->kind) {
    case DADO_PARAMETER_INTEGER:
        values->number[i] = (double)dado_option_int(ask, p->name, (int64_t)p->by_default,
                                                    (int64_t)p->least, (int64_t)p->most);
        break;
    case DADO_PARAMETER_REAL:
        values->number[i] = dado_option_real(ask, p->name, p->by_default, p->least, p->most);
        break;
    case DADO_PARAMETER_BOOL:
        values->number[i] = dado_option_bool(ask, p->name, p->by_default != 0);
        break;
    case DADO_PARAMETER_TEXT: values->words[i] = dado_option_text(ask, p->name, p->words); break;
    }
}

// Passes options named inner.NAME on to the inner generator. Only generators with a
// parameter called `inner` have an inner generator.
static bool take_inner(const dado_generator *generator, const dado_options *options,
                       dado_option_reader *ask, dado_parameter_values *values, dado_region *region,
                       dado_error *err)
{
    static const char prefix[] = "inner.";
    if (!options || dado_generator_find(generator, "inner") < 0) return true;
    dado_option *items = dado_new(region, dado_option, options->count + 1);
    if (!items)
        return dado_fail(err, DADO_LIMIT,
                         "out of memory while reading the options of the inner generator");
    int count = 0;
    for (int i = 0; i < options->count; i++) {
        if (strncmp(options->items[i].name, prefix, sizeof prefix - 1) != 0) continue;
        dado_option_text(ask, options->items[i].name, NULL);
        items[count] = options->items[i];
        items[count++].name += sizeof prefix - 1;
    }
    values->inner = (dado_options){ items, count };
    return true;
}

bool dado_generator_read(const dado_generator *generator, const dado_options *options,
                         dado_parameter_values *values, dado_region *region, const char **known,
                         dado_error *err)
{
    dado_generator_defaults(generator, values);
    dado_option_reader ask = dado_option_reader_begin(options);
    for (int i = 0; generator->parameters[i].name; i++) {
        ask_one(&ask, &generator->parameters[i], values, i);
    }
    bool fine = take_inner(generator, options, &ask, values, region, err);
    if (!dado_option_reader_end(&ask, region, known, fine ? err : NULL)) {
        return fine ? dado_fail_code(err, "G_PARAM") : false;
    }
    return fine;
}

bool dado_generator_make(const dado_generator *generator, const dado_parameter_values *values,
                         uint64_t seed, const dado_quality_callback *judge, dado_generated *made,
                         dado_error *err)
{
    dado_text_clear(&made->text);
    dado_text_clear(&made->notes);
    made->attempts = 1;
    if (!generator->make(generator, values, seed, judge, made, err)) return false;
    if (made->text.cut) {
        return dado_fail(err, DADO_LIMIT, "out of memory for the text that generator %s makes",
                         generator->name);
    }
    return true;
}

void dado_generated_free(dado_generated *made)
{
    dado_text_free(&made->text);
    dado_text_free(&made->notes);
}
