/* object_state.h - what an Object holds; for what reads objects in the sandbox. */
#ifndef GRADER_PROBE_OBJECT_STATE_H
#define GRADER_PROBE_OBJECT_STATE_H

#include <elfutils/libdwfl.h>
#include <gelf.h>

#include "grader/probe/object.h"

struct Object {
	Dwfl *dwfl;
	Dwfl_Module *module;
	Elf *elf;    /* our own view of the file: libdwfl uses up the relocations of its view, */
	Elf *placed; /* which has an address for every section */
	Elf_Data *symbols;
	size_t symbol_count, names; /* names: the section of the symbols' names */
};

/* The symbol and its name, "" when it has none or is not there. */
const char *object_symbol(Object *object, size_t i, GElf_Sym *symbol);

/* Finds the global function of that name: 1, or 0 when the object defines none. */
int object_function(Object *object, const char *function, GElf_Sym *symbol);

/* What is done with each definition of a function or a variable of that name. */
typedef void DefinitionLook(Dwarf_Die *die, void *data);
void object_definitions(Object *object, const char *name, DefinitionLook *look, void *data);

/* Which of the others are inlined in the function: bit i for others[i]. */
uint64_t object_inlined(Object *object, const char *function, const char *const *others, int count);

/* The line of the code at that place of a section, 0 when unknown. */
int object_line_at(Object *object, size_t section, uint64_t offset);

#endif
