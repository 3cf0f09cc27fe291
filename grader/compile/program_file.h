/* program_file.h - a linked program as the kernel and the loader read it: by segments and the dynamic section; for
 * program_policy.c alone. */
#ifndef GRADER_COMPILE_PROGRAM_FILE_H
#define GRADER_COMPILE_PROGRAM_FILE_H

#include <stdint.h>

#include "grader/compile/lint.h"

#define LOADS_MAX 16

typedef struct Program {
	Elf *elf;
	GElf_Ehdr head;
	GElf_Phdr load[LOADS_MAX];
	int loads;
	Elf_Data *dynamic;
} Program;

/* The segment in which so many bytes from that place on lie, as they are when the loader begins; NULL: they lie in none. */
const GElf_Phdr *program_load(const Program *program, uint64_t place, uint64_t bytes);

/* Those bytes, as numbers of that type; NULL as above. */
Elf_Data *program_bytes(const Program *program, uint64_t place, uint64_t bytes, Elf_Type type);

/* What the loader's table says of it; 0: nothing. */
uint64_t program_tag(const Program *program, int64_t tag);

/* Whether libraries could find a name in the program that the kit's own files do not define. */
void program_names_look(const Program *program, Elf *const *drives, bool kernels, Fault *fault);

#endif
