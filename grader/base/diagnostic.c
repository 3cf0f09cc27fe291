/* diagnostic.c - formats, cleans, prints. */
#include "grader/base/diagnostic.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "grader/base/text.h"

__attribute__((format(printf, 1, 0))) static void line_say(const char *format, va_list arguments)
{
	char line[2000], clean[2400];

	vsnprintf(line, sizeof line, format, arguments);
	text_clean(clean, sizeof clean, line, strlen(line));
	fprintf(stderr, "usegpu: %s\n", clean);
}

int refuse(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	line_say(format, arguments);
	va_end(arguments);
	return -1;
}

void remark(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	line_say(format, arguments);
	va_end(arguments);
}
