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

bool labs_look(int folder, const char *asked, char *why, size_t why_size)
{
	const bool all = !asked || *asked == '\0';
	const LabList list = lab_list_read(asked);
	char first[80] = "";
	bool any = false;

	*why = '\0';
	for (int i = 0; i < registry_count(); i++) {
		const LabChecks *lab = registry_at(i);
		char name[80];
		const bool is_asked = all || list.has[lab->number];
		const char *kind;
		int file;

		text_format(name, sizeof name, "%s%s", lab->name, lab_ending(lab));
		struct stat about = {.st_mode = 0};
		file = openat(folder, name,
			      O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
		if (file < 0)
			continue;
		kind = fstat(file, &about) == 0 && S_ISREG(about.st_mode) ? other_kind(file) : NULL;
		close(file);
		if (kind && is_asked) {
			text_format(why, why_size, "%s is %s", name, kind);
			return false;
		}
		any = any || is_asked;
		if (*first == '\0')
			memcpy(first, name, sizeof first);
	}
	if (!any && *first != '\0')
		text_format(why, why_size, "there is %s, and no file of lab %s: 0 points", first,
			    asked);
	return true;
}
