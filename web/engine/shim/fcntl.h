// fcntl.h - for the browser, which has no folders to open: flags that its system does not know.
#ifndef DADO_SHIM_FCNTL_H
#define DADO_SHIM_FCNTL_H

#include_next <fcntl.h>

#ifndef O_PATH
#define O_PATH 0
#endif
#ifndef F_DUPFD_CLOEXEC
#define F_DUPFD_CLOEXEC F_GETFD
#endif

#endif
