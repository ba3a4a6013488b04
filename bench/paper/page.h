// page.h - what the published experiments gave when they were run again, as a page.
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "lab/file.h"
#include "report/format.h"

static inline void give_up(const dado_error *err)
{
    dado_text text = { 0 };
    dado_error_print(err, NULL, &text);
    fprintf(stderr, "%s\n", dado_text_string(&text));
    dado_text_free(&text);
    exit(1);
}

// Charts of one section stand side by side; the first of them begins it.
static inline void put_chart(dado_document *d, const char *heading, const dado_chart *chart)
{
    static int charts;
    const char *name = dado_document_copyf(d, "chart_%d", ++charts);
    dado_document_chart(d, name, chart)->heading = heading;
}

static inline void write_page(dado_document *d, const char *path)
{
    dado_text html = { 0 };
    dado_error err = { 0 };
    dado_format_named("html")->write(d, NULL, &html);
    if (!dado_file_write(path, dado_text_string(&html), html.length, &err)) give_up(&err);
    dado_text_free(&html);
    dado_document_free(d);
}
