/* look_labs.c - what is no lab though it has a lab's name, and labs that nobody has asked for. */
#include "grader/class/intake/look_labs.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/text.h"
#include "grader/class/intake/lab_list.h"
#include "grader/compile/copy_in.h"
#include "grader/setup/registry.h"

/* What files of other kinds begin with. */
static const struct {
	const char *begin, *kind;
} kinds[] = {
	{"PK\3\4", "a zip archive, or a document of an office program"},
	{"\x1f\x8b", "a gzip archive"},
	{"%PDF", "a PDF"},
	{"\x7f"
	 "ELF",
	 "a compiled program"},
	{"\xff\xfe", "UTF-16: it has to be saved as UTF-8"},
	{"\xfe\xff", "UTF-16: it has to be saved as UTF-8"},
	{"{\\rtf", "a document of a word processor"},
};

/* What the file is in place of a text of C; NULL: it may be one. */
static const char *other_kind(int file)
{
	char bytes[4096];
	ssize_t got = read(file, bytes, sizeof bytes);

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (got >= (ssize_t)strlen(kinds[i].begin) &&
		    memcmp(bytes, kinds[i].begin, strlen(kinds[i].begin)) == 0)
			return kinds[i].kind;
	for (; got > 0; got = read(file, bytes, sizeof bytes))
		for (ssize_t i = 0; i < got; i++)
			if (!isspace((unsigned char)bytes[i]))
				return NULL;
	return got == 0 ? "empty" : NULL;
}

typedef struct Look {
	bool there, is_file;
	const char
		*kind; /* what it is in place of a file, or of a text of C; NULL: it may be one */
} Look;

static Look lab_look(int folder, const char *name)
{
	struct stat about;
	Look look = {.there = fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0};

	if (!look.there)
		return look;
	look.is_file = S_ISREG(about.st_mode);
	if (!look.is_file) {
		look.kind = copy_in_kind(about.st_mode);
		return look;
	}
	int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (file < 0)
		return (Look){.there = false};
	look.kind = other_kind(file);
	close(file);
	return look;
}

bool labs_look(int folder, const char *asked, char *why, size_t why_size)
{
	const bool all = !asked || *asked == '\0';
	const LabList list = lab_list_read(asked);
	char first[80] = "";
	bool any = false;

	*why = '\0';
	for (int i = 0; i < registry_count(); i++) {
		const LabChecks *lab = registry_at(i);
		const bool is_asked = all || list.has[lab->number];
		char name[80];

		text_format(name, sizeof name, "%s%s", lab->name, lab_ending(lab));
		const Look look = lab_look(folder, name);
		if (!look.there)
			continue;
		if (is_asked && look.kind && look.is_file) {
			text_format(why, why_size, "%s is %s", name, look.kind);
			return false;
		}
		if (is_asked && look.kind && *why == '\0')
			text_format(why, why_size, "%s is %s: 0 points", name, look.kind);
		any = any || is_asked;
		if (*first == '\0')
			memcpy(first, name, sizeof first);
	}
	if (!any && *first != '\0')
		text_format(why, why_size, "there is %s, and no file of lab %s: 0 points", first,
			    asked);
	return true;
}
