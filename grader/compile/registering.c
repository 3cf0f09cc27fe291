/* registering.c - clang's function that registers kernels before `main`: whether it is as clang made it.
 *
 * Its bytes are. But assembly in the file can have places of it filled in when it is linked (.reloc), or give a function
 * of the file the name of one that it calls, which becomes part of it. So each place that is filled in has to be one where clang left room, none
 * twice, and it calls each function of the library's that it has to (device/simcuda_first.hpp). */
#include <stdint.h>

#include "grader/compile/lint.h"

#define REGISTERS "__cuda_module_ctor"
#define WITHDRAWS "__cuda_module_dtor" /* which it has called at the end */
#define ROOM      4                    /* bytes of a place in code */

/* What the two call: the last one is the second's. */
static const char *const library[] = {"__cudaRegisterFatBinary",
				      "__cudaRegisterFunction",
				      "__cudaRegisterVar",
				      "__cudaRegisterFatBinaryEnd",
				      "atexit",
				      "__cudaUnregisterFatBinary"};
#define NAMES      (sizeof library / sizeof *library)
#define OF_BEGIN   ((1U << (NAMES - 1)) - 1)
#define OF_THE_END (1U << (NAMES - 1))

/* Which of them it is, a bit; 0: none. */
static unsigned name_bit(const char *name)
{
	for (size_t i = 0; i < NAMES; i++)
		if (strcmp(name, library[i]) == 0)
			return 1U << i;
	return 0;
}

/* On x86-64: behind the code of a call, or behind an operand that lies at a distance from here, four bytes that are 0.
 * No other four bytes of the function are such: of numbers in it only sizes of variables are chosen, which end before
 * the next instruction. Other processors are not looked at so closely. */
static bool is_room(const Object *object, const unsigned char *code, size_t bytes, uint64_t at,
		    bool *called)
{
	GElf_Ehdr head;

	if (at < 1 || at > bytes || bytes - at < ROOM)
		return false;
	if (!gelf_getehdr(object->elf, &head) || head.e_machine != EM_X86_64)
		return true;
	*called = code[at - 1] == 0xE8 || code[at - 1] == 0xE9;
	for (size_t i = 0; i < ROOM; i++)
		if (code[at + i] != 0)
			return false;
	return *called || (code[at - 1] & 0xC7) == 0x05;
}

/* *found: what is called, besides. */
static bool is_place(Object *object, size_t section, const GElf_Rela *entry, unsigned *found)
{
	const Elf_Data *code = elf_rawdata(elf_getscn(object->elf, section), NULL);
	GElf_Sym symbol;
	const char *name = object_symbol(object, GELF_R_SYM(entry->r_info), &symbol);
	bool called = false, other = symbol.st_shndx == SHN_UNDEF;

	if (!code || !code->d_buf ||
	    !is_room(object, code->d_buf, code->d_size, entry->r_offset, &called))
		return false;
	if (!other && !called)
		return symbol.st_shndx != section;
	*found |= other ? name_bit(name) : 0;
	return other && name_bit(name) != 0;
}

static uint64_t far(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/* Whether the relocations of that list, for the section, are all of clang's kind. */
static bool list_is_good(Object *object, size_t section, Elf_Data *list, unsigned *found)
{
	GElf_Rela entry, before;

	for (int i = 0; gelf_getrela(list, i, &entry); i++) {
		if (!is_place(object, section, &entry, found))
			return false;
		for (int k = 0; k < i && gelf_getrela(list, k, &before); k++)
			if (far(entry.r_offset, before.r_offset) < ROOM)
				return false;
	}
	return true;
}

/* Whether the section of code is filled in as clang wants it to be, and calls these. */
static bool is_clangs(Object *object, size_t section, unsigned wanted)
{
	unsigned found = 0;
	int lists = 0;

	for (Elf_Scn *s = NULL; (s = elf_nextscn(object->elf, s));) {
		GElf_Shdr head;

		if (!gelf_getshdr(s, &head) ||
		    (head.sh_type != SHT_RELA && head.sh_type != SHT_REL) ||
		    head.sh_info != section)
			continue;
		if (++lists > 1 || head.sh_type != SHT_RELA ||
		    !list_is_good(object, section, elf_getdata(s, NULL), &found))
			return false;
	}
	return lists == 1 && (found & wanted) == wanted;
}

bool is_registering(Object *object, size_t section, uint64_t offset)
{
	bool there = false;

	for (size_t i = 1; i < object->symbol_count; i++) {
		GElf_Sym symbol;
		const char *name = object_symbol(object, i, &symbol);
		const bool begin = strcmp(name, REGISTERS) == 0;

		if ((!begin && strcmp(name, WITHDRAWS) != 0) ||
		    GELF_ST_TYPE(symbol.st_info) != STT_FUNC)
			continue;
		if (!is_clangs(object, symbol.st_shndx, begin ? OF_BEGIN : OF_THE_END))
			return false;
		there |= begin && symbol.st_shndx == section && symbol.st_value == offset;
	}
	return there;
}
