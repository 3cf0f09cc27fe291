/* lint.h - what the policies about sections and names are given, and what they find; for the process
 * that looks into the object (object_look.c). */
#ifndef GRADER_COMPILE_LINT_H
#define GRADER_COMPILE_LINT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "grader/probe/object_state.h"

/* The first thing that is wrong. */
typedef struct Fault {
	int found;      /* 1: there is one */
	int line;       /* 0: unknown */
	char text[240]; /* "defines write, which ..." */
} Fault;

#define LINT_DRIVES    3 /* the lab's, the drive, and what stands in for malloc() and its like: */
#define LINT_HEAP      2
#define LINT_LIBRARIES 3

/* One lab's object, and what the kit adds to it. */
typedef struct Lint {
	Object *lab;
	bool instrumented; /* by the compiler, as the grader asked: it adds code and names of its
			    * own */
	bool kernels; /* a lab with kernels: the compiler adds their text, and what registers it */
	Object *drives[LINT_DRIVES];
	struct {
		const char *owner; /* NULL: the C library */
		Elf *elf;
		Elf_Data *symbols;
		size_t count, names;
	} library[LINT_LIBRARIES];
} Lint;

static inline bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

/* How many bytes the section is said to have; no sum of so many overflows, whatever is said. */
static inline uint64_t section_bytes(const GElf_Shdr *head)
{
	const uint64_t most = (uint64_t)1 << 40;

	return head->sh_size < most ? head->sh_size : most;
}

/* A section of that name, or with a dot and more behind it. */
static inline bool is_called(const char *name, const char *with)
{
	return begins(name, with) && (name[strlen(with)] == '\0' || name[strlen(with)] == '.');
}

/* Notes what is wrong, unless something is noted already. */
void fault_say(Fault *fault, int line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* What must be known before libdw is asked for anything: whether the object would have its readers
 * work without end, or open other files. */
void amounts_look(const Lint *lint, Fault *fault);

/* Whether clang's function that registers kernels lies there, and nobody has changed what it does. */
bool is_registering(Object *object, size_t section, uint64_t offset);

void sections_look(const Lint *lint, Fault *fault);
void sizes_look(const Lint *lint, Fault *fault);
void loads_look(const Lint *lint, Fault *fault);
void symbols_look(const Lint *lint, Fault *fault);
void commons_look(const Lint *lint, Fault *fault);

#endif
