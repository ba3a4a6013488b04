// qr_code.h - a text as a QR code, for a phone's camera.
//
// The code is of the kind that ISO/IEC 18004 describes: bytes, error correction of level M
// (a seventh of the code may be unreadable), versions 1 to 10.
#pragma once

#include "core/error.h"
#include "core/text.h"

enum { DADO_QR_SIDE = 57, DADO_QR_TEXT = 213 };  // the largest side; the longest text, in bytes

typedef struct dado_qr_code {
    int side;                                        // modules per side
    unsigned char dark[DADO_QR_SIDE][DADO_QR_SIDE];  // by row and column
} dado_qr_code;

// Returns false if the text is too long.
bool dado_qr_code_make(dado_qr_code *code, const char *text, dado_error *err);

// Draws it as SVG with a white margin of four modules; a module is one unit.
void dado_qr_code_svg(const dado_qr_code *code, dado_text *out);
