// headers.h - the headers native code is made of, as they were when dado was built.
#ifndef DADO_RECYCLE_HEADERS_H
#define DADO_RECYCLE_HEADERS_H

typedef struct rcy_header {
    const char *path;  // as it is included: "recycle/beats.h"; NULL ends the list
    const char *text;
} rcy_header;

extern const rcy_header rcy_headers[];

#endif
