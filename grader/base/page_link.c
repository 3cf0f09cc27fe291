/* page_link.c - the anchor of a heading is made as Markdown's readers make it: small letters, digits, "_"
 * and "-" stay, blanks become "-", all else is left out. */
#include "grader/base/page_link.h"

#include <ctype.h>
#include <string.h>

const char *page_heading(const char *page)
{
	const char *mark = strchr(page, '#');

	return !mark ? "" : mark + 1;
}

void page_link(const char *page, char *out, size_t size)
{
	size_t length = strcspn(page, "#"), at = 0;

	for (size_t i = 0; page[i] != '\0' && at + 1 < size; i++) {
		unsigned char c = (unsigned char)page[i];

		if (i <= length)
			out[at++] = (char)c;
		else if (c == ' ')
			out[at++] = '-';
		else if (isalnum(c) || c == '_' || c == '-')
			out[at++] = (char)tolower(c);
	}
	out[at] = '\0';
}
