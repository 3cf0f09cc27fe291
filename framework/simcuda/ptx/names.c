/* names.c - what a kernel is called in its source. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/ptx.h"

char *ptx_source_name(const char *name)
{
	size_t room = 2 * strlen(name) + 1, used = 0;
	bool nested = strncmp(name, "_ZN", 3) == 0;
	char *made = strncmp(name, "_Z", 2) == 0 ? malloc(room) : NULL;
	if (!made)
		return strdup(name);
	const char *at = name + 2 + nested;
	while (*at == 'L') /* static */
		at++;
	while (isdigit((unsigned char)*at)) {
		char *part;
		unsigned long length = strtoul(at, &part, 10);
		if (length == 0 || length > strlen(part))
			break;
		used += (size_t)snprintf(made + used, room - used, "%s%.*s", used ? "::" : "",
					 (int)length, part);
		at = nested ? part + length : "";
	}
	if (used > 0)
		return made;
	free(made);
	return strdup(name);
}
