// state.c - see state.h.
#include "evolve/state.h"

#include <inttypes.h>
#include <string.h>

bool dado_state_head(dado_state_reader *r, const dado_text *expected)
{
    if (strncmp(r->at, dado_text_string(expected), expected->length) != 0) {
        return dado_fail_at(r->err, DADO_MEANING, (dado_place){ r->source, 1, 1, 1 },
                            "this was saved by a run with other settings; remove it, or give the "
                            "settings it was begun with");
    }
    for (size_t i = 0; i < expected->length; i++) r->line += expected->data[i] == '\n';
    r->at += expected->length;
    return true;
}

bool dado_state_damaged(const dado_state_reader *r, const char *why)
{
    return dado_fail_at(r->err, DADO_SYNTAX, (dado_place){ r->source, r->line, 1, 1 },
                        "this saved run is damaged: %s", why);
}

void dado_state_next_line(dado_state_reader *r)
{
    r->at += strcspn(r->at, "\n");
    if (*r->at == '\n') r->at++;
    r->line++;
}

static void skip_blanks(const char **s)
{
    while (**s == ' ') (*s)++;
}

static int digit_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool dado_state_whole(const char **s, int64_t *value)
{
    skip_blanks(s);
    bool negative = **s == '-';
    if (negative) (*s)++;
    if (**s < '0' || **s > '9') return false;
    int64_t number = 0;
    for (int digits = 0; **s >= '0' && **s <= '9'; (*s)++, digits++) {
        if (digits > 17) return false;
        number = number * 10 + (**s - '0');
    }
    *value = negative ? -number : number;
    return true;
}

bool dado_state_real(const char **s, double *value)
{
    skip_blanks(s);
    uint64_t bits = 0;
    for (int i = 0; i < 16; i++, (*s)++) {
        int digit = digit_of(**s);
        if (digit < 0) return false;
        bits = bits << 4 | (uint64_t)digit;
    }
    memcpy(value, &bits, sizeof bits);
    return true;
}

bool dado_state_bytes(const char **s, unsigned char *bytes, size_t size)
{
    skip_blanks(s);
    for (size_t i = 0; i < size; i++, *s += 2) {
        int high = digit_of((*s)[0]), low = high < 0 ? -1 : digit_of((*s)[1]);
        if (low < 0) return false;
        bytes[i] = (unsigned char)(high << 4 | low);
    }
    return true;
}

static void add_blank(dado_text *out)
{
    if (out->length && out->data[out->length - 1] != '\n') dado_text_char(out, ' ');
}

void dado_state_add_real(dado_text *out, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    add_blank(out);
    dado_text_addf(out, "%016" PRIx64, bits);
}

void dado_state_add_bytes(dado_text *out, const unsigned char *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    add_blank(out);
    for (size_t i = 0; i < size; i++) {
        char pair[2] = { digits[bytes[i] >> 4], digits[bytes[i] & 15] };
        dado_text_add_bytes(out, pair, 2);
    }
}
