/* refuse.c - formats, cleans, prints. */
#include "refuse.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "text.h"

int refuse(const char *format, ...)
{
	char line[2000], clean[2400];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	text_clean(clean, sizeof clean, line, strlen(line));
	fprintf(stderr, "usegpu-class: %s\n", clean);
	return -1;
}
