/* object_reach.c - what a function of a compiled lab uses, by whichever way.
 *
 * The lab is compiled with a section for every function and every variable, so "what a function
 * uses" is the relocations of its section, and of the sections that these lead to. */
#include "grader/probe/object_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"

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

/* Goes on until one of the forbidden symbols is found, 1, or nothing is left to look at, 0. */
static int walk_go(Object *object, Walk *walk, const char *forbidden, char *symbol,
		   size_t symbol_size, int *line)
{
	int found = 0;

	while (walk->waiting > 0 && !found)
		found = section_scan(object, walk->todo[--walk->waiting], forbidden, walk, symbol,
				     symbol_size, line);
	return found;
}

/* From the function, whose symbol is put into *start. -1 when there is none. */
static int walk_begin(Object *object, Walk *walk, const char *function, GElf_Sym *start)
{
	if (!object_function(object, function, start) ||
	    elf_getshdrnum(object->elf, &walk->sections) != 0)
		return -1;
	walk_prepare(object, walk);
	walk_add_function(object, walk, function, start->st_shndx);
	return 0;
}

static void walk_end(Walk *walk)
{
	free(walk->seen);
	free(walk->todo);
}

int object_find_forbidden(Object *object, const char *function, const char *forbidden, char *symbol,
			  size_t symbol_size, int *line)
{
	Walk walk = {0};
	GElf_Sym start;
	int found = 0;

	*line = 0;
	if (walk_begin(object, &walk, function, &start) < 0)
		return 0;
	found = walk_go(object, &walk, forbidden, symbol, symbol_size, line);
	walk_end(&walk);
	return found;
}

uint64_t object_find_used(Object *object, const char *function, const char *const *others,
			  int count)
{
	Walk walk = {0};
	GElf_Sym start, other;
	uint64_t used = 0;
	char none[1];
	int line;

	if (walk_begin(object, &walk, function, &start) < 0)
		return 0;
	walk_go(object, &walk, "", none, sizeof none, &line);
	/* each function has a section of its own */
	for (int i = 0; i < count; i++)
		if (object_function(object, others[i], &other) && other.st_shndx < walk.sections &&
		    walk.seen[other.st_shndx])
			used |= UINT64_C(1) << i;
	walk_end(&walk);
	used |= object_inlined(object, function, others, count);
	for (int i = 0; i < count; i++)
		if (strcmp(others[i], function) == 0)
			used &= ~(UINT64_C(1) << i);
	return used;
}
