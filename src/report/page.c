// page.c - see page.h.
#include "report/page.h"

#include <string.h>

#include "report/svg.h"
#include "report/verdict_lines.h"

// The look of a page, and of its print. Colours are the variables that drawings use as well.
static const char page_style[] =
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,"
    "-apple-system,'Segoe UI','Noto Sans','DejaVu Sans',sans-serif}\n"
    "main,header,footer{max-width:1180px;margin:0 auto;padding:0 24px}\n"
    "header{padding-top:36px}\n"
    "h1{font-size:30px;line-height:1.2;margin:0 0 6px;letter-spacing:-.01em;"
    "overflow-wrap:anywhere}\n"
    "h2{font-size:21px;line-height:1.3;margin:44px 0 12px;padding-top:14px;"
    "border-top:1px solid var(--grid)}\n"
    "h3{font-size:16px;margin:24px 0 8px}\n"
    "p{max-width:76ch;margin:0 0 12px}\n"
    ".lead{color:var(--soft);font-size:17px;overflow-wrap:anywhere}\n"
    ".note{color:var(--soft);font-size:13.5px}\n"
    "nav{margin:14px 0 0;font-size:14px;display:flex;flex-wrap:wrap;gap:4px 18px}\n"
    "a{color:var(--k0)}nav a{text-decoration:none}nav a:hover{text-decoration:underline}\n"
    "pre,code{font-family:ui-monospace,'DejaVu Sans Mono',Menlo,monospace;font-size:13.5px}\n"
    "pre{background:var(--shade);border:1px solid var(--grid);border-radius:8px;padding:12px 14px;"
    "margin:0 0 14px;overflow-x:auto;line-height:1.4}\n"
    "pre.line{white-space:pre-wrap;overflow-wrap:anywhere}\n"
    ".label{font-size:12.5px;color:var(--soft);margin:0 0 4px}\n"
    ".figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;"
    "margin:22px 0 6px}\n"
    ".figure{background:var(--shade);border:1px solid var(--grid);border-radius:10px;"
    "padding:12px 16px}\n"
    ".figure b{display:block;font-size:25px;line-height:1.25;font-weight:650;"
    "font-variant-numeric:tabular-nums;overflow-wrap:anywhere}\n"
    ".figure span{display:block;font-size:13.5px}.figure i{display:block;font-style:normal;"
    "font-size:12.5px;color:var(--soft)}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 20px;margin:0 0 14px}\n"
    "dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}\n"
    ".wide{overflow-x:auto;margin:0 0 14px}\n"
    "table{border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums;"
    "min-width:min(100%,420px)}\n"
    "caption{text-align:left;color:var(--soft);font-size:13.5px;padding:0 0 6px}\n"
    "th,td{padding:6px 12px 6px 0;text-align:left;border-bottom:1px solid var(--grid);"
    "vertical-align:middle}\n"
    "th{font-weight:600;color:var(--soft);font-size:12.5px;white-space:nowrap;"
    "vertical-align:bottom;"
    "border-bottom-color:var(--edge)}\n"
    ".n{text-align:right;white-space:nowrap}tbody tr:hover td{background:var(--shade)}\n"
    "td svg{display:block}\n"
    ".gallery{display:grid;gap:18px 26px;align-items:start;margin:0 0 14px;"
    "grid-template-columns:repeat(auto-fill,minmax(min(100%,400px),1fr))}"
    ".gallery.slim{grid-template-columns:repeat(auto-fill,minmax(min(100%,240px),1fr))}"
    ".gallery.broad{grid-template-columns:repeat(auto-fill,minmax(min(100%,700px),1fr))}\n"
    "figure{margin:0;min-width:0}figure svg.dado{display:block;width:100%;height:auto}\n"
    "figure.natural svg.dado{width:auto;max-width:100%}\n"
    "figcaption{font-size:13.5px;color:var(--soft);margin-top:4px;overflow-wrap:anywhere}\n"
    "details{border:1px solid var(--grid);border-radius:8px;padding:0 14px;margin:0 0 10px}\n"
    "summary{cursor:pointer;padding:9px 0;font-weight:600}details[open]{padding-bottom:8px}\n"
    "details.about{border:0;padding:0;margin:0;font-weight:inherit}\n"
    "details.about summary{padding:0;font-weight:inherit;list-style:none;text-decoration:"
    "underline dotted;text-underline-offset:3px}details.about p{max-width:44ch;min-width:22ch;"
    "margin:4px 0;white-space:normal;text-align:left;font-weight:400;color:var(--soft)}\n"
    ".verdicts code{display:block;overflow-wrap:anywhere;font-size:12.5px}\n"
    ".verdicts{list-style:none;margin:0 0 12px;padding:0;display:grid;gap:10px;"
    "grid-template-columns:repeat(auto-fill,minmax(min(100%,460px),1fr))}\n"
    ".verdicts li{display:grid;grid-template-columns:30px 1fr;gap:0 6px;padding:9px 14px 10px 10px;"
    "border:1px solid var(--grid);border-left:5px solid var(--t);border-radius:8px;"
    "background:var(--shade)}\n"
    ".verdicts .mark{font-size:18px;line-height:1.35;color:var(--t);text-align:center;"
    "font-weight:700}\n"
    ".verdicts b{font-weight:620}.verdicts small{display:block;font-size:13.5px;"
    "color:var(--soft)}\n"
    ".good{--t:var(--k2)}.plain{--t:var(--k0)}.unsure{--t:var(--k7)}.warn{--t:var(--k4)}"
    ".bad{--t:var(--k1)}\n";
static const char paper_style[] =
    "footer{color:var(--soft);font-size:13px;padding-top:30px;padding-bottom:40px}\n"
    "@media (max-width:560px){.minor{display:none}th,td{font-size:13px;padding-right:7px}"
    "main,header,footer{padding-left:14px;padding-right:14px}"
    "h1{font-size:25px}dl{grid-template-columns:1fr}dd{margin-bottom:6px}}\n"
    "@media print{body{font-size:10.5pt}main,header,footer{max-width:none;padding:0}"
    "nav{display:none}"
    "h2{margin-top:18pt;break-after:avoid}figure,.verdicts li,tr,.figure,pre{break-inside:avoid}"
    ".gallery{display:flex;flex-wrap:wrap;gap:10pt}.gallery figure{flex:0 0 47%}"
    ".gallery.broad figure{flex-basis:100%}.verdicts{grid-template-columns:1fr 1fr;gap:5pt}"
    ".verdicts li{padding:4pt 6pt}.verdicts small{font-size:8pt;line-height:1.35}"
    ".figure b{font-size:15pt}"
    ".wide{overflow:visible}table{font-size:8pt}"
    "th{font-size:7.5pt;white-space:normal}th,td{padding:3px 6px 3px 0}"
    "a{color:inherit;text-decoration:none}@page{margin:16mm 14mm}}\n";

static void open_tag(dado_page *page, const char *tag)
{
    dado_text_addf(&page->body, "<%s>", tag);
}

static void element(dado_page *page, const char *open, const char *text, const char *close)
{
    dado_text_add(&page->body, open);
    dado_text_html(&page->body, text ? text : "");
    dado_text_add(&page->body, close);
}

dado_page dado_page_begin(const char *title, const char *lead)
{
    dado_page page = { 0 };
    dado_text_html(&page.title, title ? title : "");
    dado_text_html(&page.lead, lead ? lead : "");
    return page;
}

static void free_page(dado_page *page, dado_text *out)
{
    out->cut = out->cut || page->body.cut || page->title.cut || page->contents.cut;
    dado_text_free(&page->title);
    dado_text_free(&page->lead);
    dado_text_free(&page->contents);
    dado_text_free(&page->body);
    *page = (dado_page){ 0 };
}

void dado_page_fragment(dado_page *page, dado_text *out)
{
    if (page->sections) dado_text_add(&page->body, "</section>\n");
    dado_text_add_bytes(out, dado_text_string(&page->body), page->body.length);
    free_page(page, out);
}

void dado_page_style(dado_text *out)
{
    dado_svg_style(out);
    dado_text_add(out, page_style);
}

void dado_page_end(dado_page *page, dado_text *out)
{
    if (page->sections) dado_text_add(&page->body, "</section>\n");
    const char *title = dado_text_string(&page->title);
    dado_text_add(
        out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
             "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta name=\"referrer\" content=\"no-referrer\">\n"
             "<meta name=\"generator\" content=\"dado\">\n<title>");
    dado_text_add(out, title);
    dado_text_add(out, "</title>\n<style>\n");
    dado_page_style(out);
    dado_text_add(out, paper_style);
    dado_text_add(out, "</style>\n</head>\n<body>\n<header>\n<h1>");
    dado_text_add(out, title);
    dado_text_add(out, "</h1>\n<p class=\"lead\">");
    dado_text_add(out, dado_text_string(&page->lead));
    dado_text_add(out, "</p>\n");
    if (page->sections > 1) {
        dado_text_add(out, "<nav aria-label=\"Contents\">\n");
        dado_text_add(out, dado_text_string(&page->contents));
        dado_text_add(out, "</nav>\n");
    }
    dado_text_add(out, "</header>\n<main>\n");
    dado_text_add_bytes(out, dado_text_string(&page->body), page->body.length);
    dado_text_add(out, "</main>\n<footer>Made by dado. This page is one file: it needs no network "
                       "and no script.</footer>\n</body>\n</html>\n");
    free_page(page, out);
}

void dado_page_section(dado_page *page, const char *heading)
{
    if (page->sections++) dado_text_add(&page->body, "</section>\n");
    dado_text_addf(&page->contents, "<a href=\"#s%d\">", page->sections);
    dado_text_html(&page->contents, heading);
    dado_text_add(&page->contents, "</a>\n");
    dado_text_addf(&page->body, "<section id=\"s%d\">\n", page->sections);
    element(page, "<h2>", heading, "</h2>\n");
}

void dado_page_paragraph(dado_page *page, const char *text)
{
    element(page, "<p>", text, "</p>\n");
}

void dado_page_note(dado_page *page, const char *text)
{
    element(page, "<p class=\"note\">", text, "</p>\n");
}

void dado_page_pre(dado_page *page, const char *text)
{
    element(page, "<pre>", text, "</pre>\n");
}

void dado_page_code(dado_page *page, const char *label, const char *text)
{
    if (label) element(page, "<p class=\"label\">", label, "</p>\n");
    element(page, "<pre class=\"line\"><code>", text, "</code></pre>\n");
}

void dado_page_figures_begin(dado_page *page)
{
    dado_text_add(&page->body, "<div class=\"figures\">\n");
}

void dado_page_figure(dado_page *page, const char *value, const char *label, const char *detail)
{
    element(page, "<div class=\"figure\"><b>", value, "</b>");
    element(page, "<span>", label, "</span>");
    if (detail) element(page, "<i>", detail, "</i>");
    dado_text_add(&page->body, "</div>\n");
}

void dado_page_figures_end(dado_page *page)
{
    dado_text_add(&page->body, "</div>\n");
}

void dado_page_facts_begin(dado_page *page)
{
    open_tag(page, "dl");
}

void dado_page_fact(dado_page *page, const char *name, const char *value)
{
    element(page, "<dt>", name, "</dt>");
    element(page, "<dd>", value, "</dd>\n");
}

void dado_page_facts_end(dado_page *page)
{
    dado_text_add(&page->body, "</dl>\n");
}

// --- tables ---

// What opens where it is clicked, or reached by keyboard: no script is needed.
static void add_about(dado_page *page, const char *text, const char *about)
{
    element(page, "<details class=\"about\"><summary>", text, "</summary>");
    for (const char *at = about; *at;) {
        const char *end = strstr(at, "\n\n");
        size_t length = end ? (size_t)(end - at) : strlen(at);
        dado_text words = { 0 };
        dado_text_add_bytes(&words, at, length);
        element(page, "<p>", dado_text_string(&words), "</p>");
        dado_text_free(&words);
        at += length;
        at += strspn(at, "\n");
    }
    dado_text_add(&page->body, "</details>");
}

static const char *class_of(const dado_column *column)
{
    static const char *const names[2][2] = { { "", " class=\"minor\"" },
                                             { " class=\"n\"", " class=\"n minor\"" } };
    return names[column->number][column->minor];
}

void dado_page_table_begin(dado_page *page, const char *caption, const dado_column *columns,
                           int count)
{
    page->columns = columns;
    page->column_count = count;
    page->cells = 0;
    dado_text_add(&page->body, "<div class=\"wide\" tabindex=\"0\"><table>\n");
    if (caption) element(page, "<caption>", caption, "</caption>\n");
    dado_text_add(&page->body, "<thead><tr>");
    for (int i = 0; i < count; i++) {
        dado_text_addf(&page->body, "<th scope=\"col\"%s", class_of(&columns[i]));
        if (columns[i].about) {
            dado_text_char(&page->body, '>');
            add_about(page, columns[i].title, columns[i].about);
            dado_text_add(&page->body, "</th>");
            continue;
        }
        element(page, ">", columns[i].title, "</th>");
    }
    dado_text_add(&page->body, "</tr></thead>\n<tbody>\n");
}

static void cell_begin(dado_page *page)
{
    if (page->cells == 0) open_tag(page, "tr");
    dado_text_addf(&page->body, "<td%s>", class_of(&page->columns[page->cells]));
}

static void cell_end(dado_page *page)
{
    dado_text_add(&page->body, "</td>");
    if (++page->cells < page->column_count) return;
    dado_text_add(&page->body, "</tr>\n");
    page->cells = 0;
}

void dado_page_cell(dado_page *page, const char *text)
{
    cell_begin(page);
    dado_text_html(&page->body, text ? text : "");
    cell_end(page);
}

void dado_page_cell_about(dado_page *page, const char *text, const char *about)
{
    cell_begin(page);
    add_about(page, text, about);
    cell_end(page);
}

void dado_page_cell_link(dado_page *page, const char *text, const char *target)
{
    cell_begin(page);
    dado_text_add(&page->body, "<a href=\"");
    dado_text_html(&page->body, target);
    dado_text_add(&page->body, "\">");
    dado_text_html(&page->body, text);
    dado_text_add(&page->body, "</a>");
    cell_end(page);
}

void dado_page_cell_spark(dado_page *page, const double *values, int count)
{
    cell_begin(page);
    dado_spark_draw(values, count, "small curve", &page->body);
    cell_end(page);
}

void dado_page_table_end(dado_page *page)
{
    while (page->cells) dado_page_cell(page, "");
    dado_text_add(&page->body, "</tbody></table></div>\n");
}

// --- drawings ---

void dado_page_gallery_begin(dado_page *page, int wide)
{
    const char *size = wide > 600 ? " broad" : wide > 0 && wide < 300 ? " slim" : "";
    dado_text_addf(&page->body, "<div class=\"gallery%s\">\n", size);
}

void dado_page_gallery_end(dado_page *page)
{
    dado_text_add(&page->body, "</div>\n");
}

void dado_page_chart(dado_page *page, const dado_chart *chart)
{
    dado_chart inside = *chart;
    inside.alone = false;
    open_tag(page, "figure");
    dado_chart_draw(&inside, &page->body);
    dado_text_add(&page->body, "</figure>\n");
}

void dado_page_heat(dado_page *page, const dado_heat *heat)
{
    dado_heat inside = *heat;
    inside.alone = false;
    dado_text_add(&page->body, "<figure class=\"natural\">");
    dado_heat_draw(&inside, &page->body);
    dado_text_add(&page->body, "</figure>\n");
}

void dado_page_drawing(dado_page *page, const char *svg, const char *caption)
{
    dado_text_add(&page->body, "<figure class=\"natural\">");
    dado_text_add(&page->body, svg);
    if (caption) element(page, "<figcaption>", caption, "</figcaption>");
    dado_text_add(&page->body, "</figure>\n");
}

void dado_page_fold_begin(dado_page *page, const char *heading, const char *group, bool open)
{
    dado_text_add(&page->body, "<details");
    if (group) element(page, " name=\"", group, "\"");
    element(page, open ? " open><summary>" : "><summary>", heading, "</summary>\n");
}

void dado_page_fold_end(dado_page *page)
{
    dado_text_add(&page->body, "</details>\n");
}

void dado_page_verdicts(dado_page *page, const dado_verdict *verdicts, int count)
{
    dado_text_add(&page->body, "<ul class=\"verdicts\">\n");
    for (int i = 0; i < count; i++) {
        const char *tone = dado_tone_name(verdicts[i].tone);
        dado_text_addf(&page->body,
                       "<li class=\"%s\" data-topic=\"%s\"><span class=\"mark\" role=\"img\" "
                       "aria-label=\"%s\">%s</span><div>",
                       tone, verdicts[i].topic, tone, dado_tone_mark(verdicts[i].tone));
        element(page, "<b>", verdicts[i].claim, "</b>");
        element(page, "<small>", verdicts[i].evidence, "</small>");
        if (verdicts[i].line[0]) {
            dado_text_addf(&page->body, "<code>%d | ", verdicts[i].place.line);
            element(page, "", verdicts[i].line, "</code>");
        }
        dado_text_add(&page->body, "</div></li>\n");
    }
    dado_text_add(&page->body, "</ul>\n");
}
