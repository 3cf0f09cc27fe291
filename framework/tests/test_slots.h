/* test_slots.h - other functions in the place of those that libusegpu.so calls, so that each of its
 * calls can be made to fail in turn.
 *
 * A library calls another's functions through slots that the dynamic linker fills. These are
 * pointed elsewhere, in this one library alone: neither the simulator nor the test notices. */
#ifndef TEST_SLOTS_H
#define TEST_SLOTS_H

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include "framework/tests/test_common.h"

typedef struct Replacement {
	const char *name;
	uintptr_t function;
} Replacement;

typedef struct Replacements {
	const Replacement *entry;
	size_t count;
	size_t done; /* how many slots were pointed elsewhere */
} Replacements;

static inline void slot_set(uintptr_t *slot, uintptr_t function)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), start = (uintptr_t)slot / page * page;
	assert_int_equal(mprotect((void *)start, page, PROT_READ | PROT_WRITE), 0);
	*slot = function;
}

/* One of the library's tables, by its tag. */
static inline uintptr_t slot_table(const struct dl_phdr_info *library, long tag)
{
	for (int i = 0; i < library->dlpi_phnum; i++) {
		if (library->dlpi_phdr[i].p_type != PT_DYNAMIC)
			continue;
		const ElfW(Dyn) *d =
			(const void *)(library->dlpi_addr + library->dlpi_phdr[i].p_vaddr);
		for (; d->d_tag != DT_NULL; d++)
			if ((long)d->d_tag == tag)
				return d->d_un.d_val;
	}
	return 0;
}

/* dl_iterate_phdr's callback. */
static inline int slots_replace(struct dl_phdr_info *library, size_t size, void *argument)
{
	Replacements *all = argument;
	(void)size;
	if (!strstr(library->dlpi_name, "libusegpu.so"))
		return 0;
	const ElfW(Sym) *symbols = (const void *)slot_table(library, DT_SYMTAB);
	const ElfW(Rela) *slots = (const void *)slot_table(library, DT_JMPREL);
	const char *names = (const void *)slot_table(library, DT_STRTAB);
	size_t count = slot_table(library, DT_PLTRELSZ) / sizeof(*slots);
	for (size_t i = 0; i < count; i++) {
		const char *name = names + symbols[ELF64_R_SYM(slots[i].r_info)].st_name;
		for (size_t k = 0; k < all->count; k++) {
			if (strcmp(name, all->entry[k].name) != 0)
				continue;
			slot_set((uintptr_t *)(library->dlpi_addr + slots[i].r_offset),
				 all->entry[k].function);
			all->done++;
		}
	}
	return 1;
}

#endif
