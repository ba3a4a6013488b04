// build_id.c - identifies this program by the build ID that the linker leaves in it.
//
// The version only says what was released. During development every build may play by
// other rules under the same version. The build ID changes with every byte of the
// program.
#define _GNU_SOURCE
#include "lab/file.h"

#include <stdio.h>
#include <string.h>

#ifdef __linux__
#include <elf.h>
#include <link.h>

typedef struct build_id_search {
    const char *own;  // an address inside the object that is looked for
    char *text;
} build_id_search;

static void read_notes(const char *at, const char *end, char *text)
{
    while (at + sizeof(ElfW(Nhdr)) <= end) {
        ElfW(Nhdr) head;
        memcpy(&head, at, sizeof head);
        const char *name = at + sizeof head, *value = name + ((head.n_namesz + 3u) & ~3u);
        if (head.n_type == NT_GNU_BUILD_ID && head.n_namesz == 4 && memcmp(name, "GNU", 4) == 0) {
            for (unsigned i = 0; i < head.n_descsz && i < 20; i++) {
                snprintf(text + 2 * i, 3, "%02x", (unsigned char)value[i]);
            }
            return;
        }
        at = value + ((head.n_descsz + 3u) & ~3u);
    }
}

static int visit_object(struct dl_phdr_info *object, size_t size, void *context)
{
    (void)size;
    build_id_search *s = context;
    bool ours = false;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        const char *from = (const char *)object->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && s->own >= from && s->own < from + part->p_memsz) ours = true;
    }
    for (int i = 0; ours && i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        const char *from = (const char *)object->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_NOTE && !s->text[0]) read_notes(from, from + part->p_memsz, s->text);
    }
    return ours;
}

const char *dado_build_id(char text[48])
{
    build_id_search s = { dado_version, text };
    text[0] = '\0';
    dl_iterate_phdr(visit_object, &s);
    return text;
}
#else
const char *dado_build_id(char text[48])
{
    text[0] = '\0';
    return text;
}
#endif
