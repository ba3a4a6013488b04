// headers.h - the headers native code is made of, as they were when dado was built.
#pragma once

typedef struct rcy_header {
    const char *path;  // as it is included: "recycle/beats.h"; NULL ends the list
    const char *text;
} rcy_header;

extern const rcy_header rcy_headers[];
