// native_embedded_headers.h - the headers of which native code is made, embedded as text
// when dado is built.
#pragma once

typedef struct rcy_embedded_header {
    const char *path;  // as it is included: "recycle/bytecode_op_functions.h"; NULL ends the list
    const char *text;
} rcy_embedded_header;

extern const rcy_embedded_header rcy_embedded_headers[];
