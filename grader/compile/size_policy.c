/* size_policy.c - variables that no program has room for: the linker would tell it by the addresses that it could not
 * write. */
#include <stdint.h>

#include "grader/compile/lint.h"

#define LOADED_MAX                                                                                 \
	((uint64_t)2000                                                                            \
	 << 20) /* bytes; code reaches 2 GiB, in which the kit's parts have their place, too */

/* What the program would have of the object in its memory, in bytes. */
static uint64_t loaded_sum(Elf *elf)
{
	uint64_t bytes = 0;

	for (Elf_Scn *s = NULL; (s = elf_nextscn(elf, s));) {
		GElf_Shdr head;

		if (gelf_getshdr(s, &head) && (head.sh_flags & SHF_ALLOC))
			bytes += section_bytes(&head);
	}
	return bytes;
}

/* The largest variable; "" where there is none. */
static const char *largest_find(Object *object)
{
	const char *largest = "";
	uint64_t most = 0;

	for (size_t i = 1; i < object->symbol_count; i++) {
		GElf_Sym symbol;
		const char *name = object_symbol(object, i, &symbol);

		if (symbol.st_shndx != SHN_UNDEF && symbol.st_size > most) {
			most = symbol.st_size;
			largest = name;
		}
	}
	return largest;
}

void sizes_look(const Lint *lint, Fault *fault)
{
	uint64_t bytes = loaded_sum(lint->lab->elf);

	if (bytes <= LOADED_MAX)
		return;

	const char *largest = largest_find(lint->lab);

	const int length = (int)strcspn(largest, "."); /* one in a function is "name.0" */

	fault_say(fault, object_line(lint->lab, largest),
		  "has %llu MiB of static variables%s%.*s%s; wanted at most %d in all, or memory "
		  "from malloc()",
		  (unsigned long long)(bytes >> 20), length > 0 ? ", " : "", length, largest,
		  length > 0 ? " the largest" : "", (int)(LOADED_MAX >> 20));
}
