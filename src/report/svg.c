// svg.c - see svg.h.
#include "report/svg.h"

#include <math.h>
#include <string.h>

// The style names colours by use. They are lighter on a dark background; paper is light.
static const char style[] = {
#include "svg.css.h"
    0
};

void dado_svg_style(dado_text *out)
{
    dado_text_add(out, style);
}

void dado_svg_number(dado_text *out, double value)
{
    if (!isfinite(value)) value = 0;
    if (value > 1e9) value = 1e9;
    if (value < -1e9) value = -1e9;
    int64_t hundredths = (int64_t)floor(value * 100 + 0.5);
    if (hundredths < 0) dado_text_char(out, '-');
    uint64_t size = hundredths < 0 ? (uint64_t)-hundredths : (uint64_t)hundredths;
    dado_text_addf(out, "%llu", (unsigned long long)(size / 100));
    unsigned rest = (unsigned)(size % 100);
    if (rest % 10) dado_text_addf(out, ".%02u", rest);
    else if (rest) dado_text_addf(out, ".%u", rest / 10);
}

void dado_svg_attributes(dado_text *out, const char *names, const double *values)
{
    for (; *names; names += strspn(names, " ")) {
        int length = (int)strcspn(names, " ");
        dado_text_addf(out, " %.*s=\"", length, names);
        dado_svg_number(out, *values++);
        dado_text_char(out, '"');
        names += length;
    }
}

static void open_shape(dado_text *out, const char *shape, const char *look)
{
    dado_text_addf(out, "<%s", shape);
    if (look && *look) dado_text_addf(out, " class=\"%s\"", look);
}

// Writes text in an element of its own, if there is any.
static void element(dado_text *out, const char *name, const char *text)
{
    if (!text || !*text) return;
    dado_text_addf(out, "<%s>", name);
    dado_text_html(out, text);
    dado_text_addf(out, "</%s>", name);
}

void dado_svg_begin(dado_text *out, double width, double height, const char *title,
                    const char *about, bool alone)
{
    dado_text_add(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"dado\" role=\"img\"");
    dado_svg_attributes(out, "width height", (double[]){ width, height });
    dado_text_add(out, " viewBox=\"0 0 ");
    dado_svg_number(out, width);
    dado_text_char(out, ' ');
    dado_svg_number(out, height);
    dado_text_add(out, "\" aria-label=\"");
    dado_text_html(out, title ? title : "");
    dado_text_add(out, "\">");
    if (alone) element(out, "title", title);
    element(out, "desc", about);
    dado_text_char(out, '\n');
    if (!alone) return;
    dado_text_add(out, "<style>");
    dado_svg_style(out);
    dado_text_add(out, "</style>\n");
    dado_svg_rect(out, "ground", 0, 0, width, height);
}

void dado_svg_end(dado_text *out)
{
    dado_text_add(out, "</svg>\n");
}

void dado_svg_shape(dado_text *out, const char *shape, const char *look, const char *names,
                    const double *values)
{
    open_shape(out, shape, look);
    dado_svg_attributes(out, names, values);
    dado_text_add(out, "/>\n");
}

static const char box[] = "x y width height";

void dado_svg_rect(dado_text *out, const char *look, double x, double y, double w, double h)
{
    dado_svg_shape(out, "rect", look, box, (double[]){ x, y, fmax(w, 0), fmax(h, 0) });
}

void dado_svg_tile(dado_text *out, uint32_t rgb, double x, double y, double w, double h)
{
    dado_text_addf(out, "<rect shape-rendering=\"crispEdges\" fill=\"#%06x\"",
                   (unsigned)(rgb & 0xFFFFFF));
    dado_svg_attributes(out, box, (double[]){ x, y, fmax(w, 0), fmax(h, 0) });
    dado_text_add(out, "/>\n");
}

void dado_svg_text(dado_text *out, const char *look, double x, double y, const char *string)
{
    open_shape(out, "text", look);
    dado_svg_attributes(out, "x y", (double[]){ x, y });
    dado_text_char(out, '>');
    dado_text_html(out, string ? string : "");
    dado_text_add(out, "</text>\n");
}

void dado_svg_path_begin(dado_text *out, const char *look)
{
    open_shape(out, "path", look);
    dado_text_add(out, " d=\"");
}

void dado_svg_path_to(dado_text *out, bool pen_down, double x, double y)
{
    dado_text_char(out, pen_down ? 'L' : 'M');
    dado_svg_number(out, x);
    dado_text_char(out, ' ');
    dado_svg_number(out, y);
}

void dado_svg_path_end(dado_text *out, bool closed)
{
    dado_text_add(out, closed ? "Z\"/>\n" : "\"/>\n");
}

void dado_svg_tip_begin(dado_text *out, const char *tip)
{
    dado_text_add(out, "<g>");
    element(out, "title", tip);
}

void dado_svg_tip_end(dado_text *out)
{
    dado_text_add(out, "</g>\n");
}

double dado_svg_text_width(const char *string, double size)
{
    double ems = 0;
    for (const unsigned char *s = (const unsigned char *)string; s && *s; s++) {
        if ((*s & 0xC0) == 0x80) continue;  // a continuation byte of a character already counted
        if (*s >= 0xE3) ems += 1.0;         // most full-width scripts
        else if (strchr("iljtfrI.,:;'|!()[] ", *s)) ems += 0.34;
        else if (strchr("mwMW@%<>=+", *s)) ems += 0.9;
        else if (*s >= 'A' && *s <= 'Z') ems += 0.7;
        else ems += 0.61;
    }
    return ems * size;
}

void dado_plain_name(const char *name, bool title, dado_text *out)
{
    for (const char *at = name; *at; at++) {
        bool begins = at == name || at[-1] == ' ';
        bool capital = *at >= 'A' && *at <= 'Z';
        // A single capital, or one with digits, is the name of a space.
        bool alone = begins && (at[1] < 'A' || at[1] > 'Z') && at[1] != '_';
        if (*at == '_') dado_text_char(out, ' ');
        else if (capital && !alone && !(title && at == name)) dado_text_char(out, (char)(*at + 32));
        else dado_text_char(out, *at);
    }
}
