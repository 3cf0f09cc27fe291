/* object.c - reads symbols and relocations with libelf, lines with libdwfl.
 *
 * The lab is compiled with a section for every function and every variable, so "what a function
 * uses" is the relocations of its section, and of the sections that these lead to. libdwfl gives
 * each section of an object an address and applies the relocations of its debug information. */
#include "grader/probe/object_state.h"

#include <dwarf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/text.h"

static const Dwfl_Callbacks callbacks = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = dwfl_offline_section_address,
};

static void symbols_find(Object *object)
{
	for (Elf_Scn *s = NULL; (s = elf_nextscn(object->elf, s));) {
		GElf_Shdr head;

		if (!gelf_getshdr(s, &head) || head.sh_type != SHT_SYMTAB || head.sh_entsize == 0)
			continue;
		object->symbols = elf_getdata(s, NULL);
		object->symbol_count = head.sh_size / head.sh_entsize;
		object->names = head.sh_link;
	}
}

Object *object_open(const char *path)
{
	Object *object = memory_new(sizeof *object);
	GElf_Addr bias;

	object->dwfl = dwfl_begin(&callbacks);
	if (object->dwfl)
		object->module = dwfl_report_offline(object->dwfl, "lab", path, -1);
	if (object->module) {
		dwfl_report_end(object->dwfl, NULL, NULL);
		object->placed = dwfl_module_getelf(object->module, &bias);
	}
	elf_version(EV_CURRENT);
	object->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (object->placed && object->fd >= 0)
		object->elf = elf_begin(object->fd, ELF_C_READ_MMAP, NULL);
	if (object->elf)
		symbols_find(object);
	if (!object->symbols) {
		object_close(object);
		return NULL;
	}
	return object;
}

void object_close(Object *object)
{
	if (!object)
		return;
	if (object->dwfl)
		dwfl_end(object->dwfl);
	if (object->elf)
		elf_end(object->elf);
	if (object->fd >= 0)
		close(object->fd);
	free(object);
}

const char *object_symbol(Object *object, size_t i, GElf_Sym *symbol)
{
	const char *name = NULL;

	if (i < object->symbol_count && gelf_getsym(object->symbols, (int)i, symbol))
		name = elf_strptr(object->elf, object->names, symbol->st_name);
	return !name ? "" : name;
}

static int function_find(Object *object, const char *function, GElf_Sym *symbol)
{
	for (size_t i = 1; i < object->symbol_count; i++)
		if (strcmp(object_symbol(object, i, symbol), function) == 0 &&
		    GELF_ST_TYPE(symbol->st_info) == STT_FUNC &&
		    GELF_ST_BIND(symbol->st_info) != STB_LOCAL && symbol->st_shndx != SHN_UNDEF)
			return 1;
	return 0;
}

int object_has_function(Object *object, const char *function)
{
	GElf_Sym symbol;

	return function_find(object, function, &symbol);
}

/* Whether the definition is known by that name, to the source or to the linker. */
static int die_is(Dwarf_Die *die, const char *name)
{
	Dwarf_Attribute attribute;
	const char *own = dwarf_diename(die);
	const char *linked = dwarf_formstring(dwarf_attr(die, DW_AT_linkage_name, &attribute));

	if (dwarf_tag(die) != DW_TAG_subprogram && dwarf_tag(die) != DW_TAG_variable)
		return 0;
	if (dwarf_attr(die, DW_AT_declaration, &attribute))
		return 0;
	return (own && strcmp(own, name) == 0) || (linked && strcmp(linked, name) == 0);
}

int object_line(Object *object, const char *name)
{
	Dwarf_Addr bias;
	Dwarf_Die *unit = NULL, die;

	while ((unit = dwfl_module_nextcu(object->module, unit, &bias))) {
		if (dwarf_child(unit, &die) != 0)
			continue;
		do {
			int line;

			if (die_is(&die, name) && dwarf_decl_line(&die, &line) == 0)
				return line;
		} while (dwarf_siblingof(&die, &die) == 0);
	}
	return 0;
}

/* --- what a function reaches ------------------------------------------------------------------ */

/* A symbol may ask for a version, behind an @; it is the same function. A word of the list that
 * ends with a star stands for all that begin so. */
static int list_has(const char *list, const char *symbol)
{
	size_t length = strcspn(symbol, "@");

	for (const char *at = list; length > 0 && *at != '\0'; at += strspn(at, " ")) {
		size_t word = strcspn(at, " "), begun = word > 0 && at[word - 1] == '*';

		if ((begun ? word - 1 <= length : word == length) &&
		    strncmp(at, symbol, word - begun) == 0)
			return 1;
		at += word;
	}
	return 0;
}

/* Asks every compilation unit in turn (there is one), because not every compiler writes the table
 * that would lead from an address to its unit. */
int object_line_at(Object *object, size_t section, uint64_t offset)
{
	GElf_Shdr head;
	Dwarf_Addr bias;
	Dwarf_Die *unit = NULL;

	if (!gelf_getshdr(elf_getscn(object->placed, section), &head))
		return 0;
	while ((unit = dwfl_module_nextcu(object->module, unit, &bias))) {
		Dwarf_Line *found = dwarf_getsrc_die(unit, head.sh_addr + offset - bias);
		int line = 0;

		if (found && dwarf_lineno(found, &line) == 0)
			return line;
	}
	return 0;
}

/* A walk over sections: `seen` holds one flag a section, `todo` those still to be looked at. The
 * relocation tables of section i are table[i], next[table[i]] and so on up to 0: a lab may have
 * sixty thousand sections, and none is to be looked for twice. */
typedef struct Walk {
	unsigned char *seen;
	size_t *todo, *table, *next;
	size_t waiting, sections;
} Walk;

static void walk_prepare(Object *object, Walk *walk)
{
	size_t count = walk->sections;

	walk->seen = memory_new(count);
	walk->todo = memory_new(3 * count * sizeof *walk->todo);
	walk->table = walk->todo + count;
	walk->next = walk->table + count;
	for (Elf_Scn *s = NULL; (s = elf_nextscn(object->elf, s));) {
		GElf_Shdr head;
		size_t at = elf_ndxscn(s);

		if (at >= count || !gelf_getshdr(s, &head) || head.sh_type != SHT_RELA ||
		    head.sh_info >= count)
			continue;
		walk->next[at] = walk->table[head.sh_info];
		walk->table[head.sh_info] = at;
	}
}

static void walk_add(Walk *walk, size_t section)
{
	if (section > 0 && section < walk->sections && !walk->seen[section]) {
		walk->seen[section] = 1;
		walk->todo[walk->waiting++] = section;
	}
}

/* Looks at one relocation table, that of section `of`. */
static int table_scan(Object *object, Elf_Scn *table, size_t of, const char *forbidden, Walk *walk,
		      char *symbol, size_t symbol_size, int *line)
{
	Elf_Data *data = elf_getdata(table, NULL);
	GElf_Rela entry;

	for (int i = 0; data && gelf_getrela(data, i, &entry); i++) {
		GElf_Sym used;
		const char *name = object_symbol(object, GELF_R_SYM(entry.r_info), &used);

		if (GELF_R_SYM(entry.r_info) >= object->symbol_count)
			continue;
		if (used.st_shndx != SHN_UNDEF) {
			walk_add(walk, used.st_shndx < SHN_LORESERVE ? used.st_shndx : 0);
		} else if (list_has(forbidden, name)) {
			snprintf(symbol, symbol_size, "%s", name);
			*line = object_line_at(object, of, entry.r_offset);
			return 1;
		}
	}
	return 0;
}

/* Looks at every relocation table of section `of`. */
static int section_scan(Object *object, size_t of, const char *forbidden, Walk *walk, char *symbol,
			size_t symbol_size, int *line)
{
	for (size_t at = walk->table[of]; at != 0; at = walk->next[at])
		if (table_scan(object, elf_getscn(object->elf, at), of, forbidden, walk, symbol,
			       symbol_size, line))
			return 1;
	return 0;
}

/* The compiler may move rarely used parts of f into a section of their own, .text.unlikely.f. */
static void walk_add_function(Object *object, Walk *walk, const char *function, size_t section)
{
	size_t length = strlen(function), names;

	walk_add(walk, section);
	if (elf_getshdrstrndx(object->elf, &names) != 0)
		return;
	for (Elf_Scn *s = NULL; (s = elf_nextscn(object->elf, s));) {
		GElf_Shdr head;
		const char *name, *dot;

		if (!gelf_getshdr(s, &head) || !(head.sh_flags & SHF_EXECINSTR) ||
		    !(name = elf_strptr(object->elf, names, head.sh_name)))
			continue;
		dot = strrchr(name, '.');
		if (dot && strncmp(dot + 1, function, length) == 0 && dot[1 + length] == '\0')
			walk_add(walk, elf_ndxscn(s));
	}
}

int object_find_forbidden(Object *object, const char *function, const char *forbidden, char *symbol,
			  size_t symbol_size, int *line)
{
	Walk walk = {0};
	GElf_Sym start;
	int found = 0;

	*line = 0;
	if (!function_find(object, function, &start) ||
	    elf_getshdrnum(object->elf, &walk.sections) != 0)
		return 0;
	walk_prepare(object, &walk);
	walk_add_function(object, &walk, function, start.st_shndx);
	while (walk.waiting > 0 && !found)
		found = section_scan(object, walk.todo[--walk.waiting], forbidden, &walk, symbol,
				     symbol_size, line);
	free(walk.seen);
	free(walk.todo);
	return found;
}
