// svg_path.c - the path language of SVG on a Cairo canvas; see svg_painter.h.
#include <math.h>
#include <string.h>

#include "report/svg_painter.h"

typedef struct pen {
    cairo_t *canvas;
    double x, y;              // where it is
    double start_x, start_y;  // of this part of the path
    double hint_x, hint_y;    // the last control point, for smooth curves
    char last;                // the command before
} pen;

static void line_to(pen *p, double x, double y)
{
    cairo_line_to(p->canvas, x, y);
    p->x = x;
    p->y = y;
}

static void curve(pen *p, double x1, double y1, double x2, double y2, double x, double y)
{
    cairo_curve_to(p->canvas, x1, y1, x2, y2, x, y);
    p->hint_x = x2;
    p->hint_y = y2;
    p->x = x;
    p->y = y;
}

// A quadratic curve, as the cubic that has the same shape.
static void quadratic(pen *p, double cx, double cy, double x, double y)
{
    double from_x = p->x, from_y = p->y;
    curve(p, from_x + (cx - from_x) * 2 / 3, from_y + (cy - from_y) * 2 / 3, x + (cx - x) * 2 / 3,
          y + (cy - y) * 2 / 3, x, y);
    p->hint_x = cx;
    p->hint_y = cy;
}

// An arc of an ellipse between two points: finds its centre, and draws it as part of a circle
// that is stretched.
static void arc(pen *p, const double *n, double x, double y)
{
    double rx = fabs(n[0]), ry = fabs(n[1]), turn = n[2] * 3.141592653589793 / 180;
    double dx = (p->x - x) / 2, dy = (p->y - y) / 2;
    double ax = cos(turn) * dx + sin(turn) * dy, ay = -sin(turn) * dx + cos(turn) * dy;
    if (rx == 0 || ry == 0 || (dx == 0 && dy == 0)) {
        line_to(p, x, y);
        return;
    }
    double large = ax * ax / (rx * rx) + ay * ay / (ry * ry);
    if (large > 1) {
        rx *= sqrt(large);
        ry *= sqrt(large);
        large = 1;
    }
    if (!(rx <= DADO_SVG_LARGEST && ry <= DADO_SVG_LARGEST)) {  // nearly straight
        line_to(p, x, y);
        return;
    }
    double away = sqrt(fmax(1 / large - 1, 0)) * ((n[3] != 0) == (n[4] != 0) ? -1 : 1);
    double bx = away * rx * ay / ry, by = -away * ry * ax / rx;
    double from = atan2((ay - by) / ry, (ax - bx) / rx),
           to = atan2((-ay - by) / ry, (-ax - bx) / rx);
    cairo_matrix_t kept;
    cairo_get_matrix(p->canvas, &kept);
    cairo_translate(p->canvas, (p->x + x) / 2 + cos(turn) * bx - sin(turn) * by,
                    (p->y + y) / 2 + sin(turn) * bx + cos(turn) * by);
    cairo_rotate(p->canvas, turn);
    cairo_scale(p->canvas, rx, ry);
    if (n[4] != 0) cairo_arc(p->canvas, 0, 0, 1, from, to);
    else cairo_arc_negative(p->canvas, 0, 0, 1, from, to);
    cairo_set_matrix(p->canvas, &kept);
    p->x = x;
    p->y = y;
}

// How many numbers a command takes; -1: it is none.
static int numbers_of(char command)
{
    static const char commands[] = "mlhvcsqtaz";
    static const int counts[] = { 2, 2, 1, 1, 6, 4, 4, 2, 7, 0 };
    const char *at = command ? strchr(commands, command | 32) : NULL;
    return at ? counts[at - commands] : -1;
}

static void move_to(pen *p, double x, double y)
{
    cairo_move_to(p->canvas, x, y);
    p->x = p->start_x = x;
    p->y = p->start_y = y;
}

static void step(pen *p, char command, double *n)
{
    bool small = command >= 'a';
    char kind = (char)(command | 32);
    double ox = small ? p->x : 0, oy = small ? p->y : 0;
    bool cubic = p->last == 'c' || p->last == 's', square = p->last == 'q' || p->last == 't';
    double smooth_x = 2 * p->x - p->hint_x, smooth_y = 2 * p->y - p->hint_y;
    switch (kind) {
    case 'm': move_to(p, ox + n[0], oy + n[1]); break;
    case 'l': line_to(p, ox + n[0], oy + n[1]); break;
    case 'h': line_to(p, ox + n[0], p->y); break;
    case 'v': line_to(p, p->x, oy + n[0]); break;
    case 'c': curve(p, ox + n[0], oy + n[1], ox + n[2], oy + n[3], ox + n[4], oy + n[5]); break;
    case 's':
        curve(p, cubic ? smooth_x : p->x, cubic ? smooth_y : p->y, ox + n[0], oy + n[1], ox + n[2],
              oy + n[3]);
        break;
    case 'q': quadratic(p, ox + n[0], oy + n[1], ox + n[2], oy + n[3]); break;
    case 't':
        quadratic(p, square ? smooth_x : p->x, square ? smooth_y : p->y, ox + n[0], oy + n[1]);
        break;
    case 'a': arc(p, n, ox + n[5], oy + n[6]); break;
    default:
        cairo_close_path(p->canvas);
        p->x = p->start_x;
        p->y = p->start_y;
        break;
    }
    p->last = kind;
}

// Reads the numbers of a command. The two flags of an arc may stand without a blank.
static bool read_numbers(const char **at, char command, int count, double *n)
{
    for (int i = 0; i < count; i++) {
        bool flag = (command | 32) == 'a' && (i == 3 || i == 4);
        if (flag) {
            *at += strspn(*at, " ,\n\t");
            if (**at != '0' && **at != '1') return false;
            n[i] = *(*at)++ - '0';
        } else if (!dado_svg_scan(at, &n[i])) {
            return false;
        }
    }
    return true;
}

bool dado_svg_path_paint(cairo_t *canvas, const char *d)
{
    pen p = { .canvas = canvas };
    char command = 0;
    for (d += strspn(d, " ,\n\t"); *d; d += strspn(d, " ,\n\t")) {
        double n[7];
        if (numbers_of(*d) >= 0) command = *d++;
        // Further pairs of numbers after a move are lines; after an end there can be none.
        else if ((command | 32) == 'm') command = command == 'm' ? 'l' : 'L';
        else if ((command | 32) == 'z') return false;
        int count = numbers_of(command);
        if (count < 0 || !read_numbers(&d, command, count, n)) return false;
        step(&p, command, n);
    }
    return true;
}
