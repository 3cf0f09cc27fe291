/* html.c - escaping. All text that is not the kit's own goes through html_bytes(). */
#include "grader/report/page/html.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"

#define LINE_MOST 2000

static void ascii_put(FILE *out, char c)
{
	switch (c) {
	case '<':
		fputs("&lt;", out);
		break;
	case '>':
		fputs("&gt;", out);
		break;
	case '&':
		fputs("&amp;", out);
		break;
	case '"':
		fputs("&quot;", out);
		break;
	case '\'':
		fputs("&#39;", out);
		break;
	case '\n':
		fputc(' ', out);
		break;
	case '\t':
		fputc(c, out);
		break;
	default:
		if (c >= 0x20 && c < 0x7f)
			fputc(c, out);
		else
			fprintf(out, "\\x%02x", (unsigned char)c);
	}
}

void html_bytes(FILE *out, const char *bytes, size_t count)
{
	for (size_t i = 0; i < count;) {
		const unsigned char *at = (const unsigned char *)bytes + i;
		size_t length = *at < 0x80 ? 0 : text_utf8_length(bytes + i, count - i);

		if (length == 0) {
			ascii_put(out, bytes[i++]);
			continue;
		}
		if (text_is_hidden(text_character(bytes + i, length)))
			fprintf(out, "\\u%04x", (unsigned)text_character(bytes + i, length));
		else
			fwrite(at, 1, length, out);
		i += length;
	}
}

void html_text(FILE *out, const char *text)
{
	html_bytes(out, text, strlen(text));
}

void html_cut(FILE *out, const char *bytes, size_t count, size_t most)
{
	size_t kept = count;

	if (count > most) {
		kept = most;
		while (kept > 0 && ((unsigned char)bytes[kept] & 0xc0) == 0x80)
			kept--; /* back to the begin of a UTF-8 character */
	}
	html_bytes(out, bytes, kept);
	if (kept < count)
		fprintf(out, " ... (%zu more bytes)", count - kept);
}

void html_lines(FILE *out, const char *text, int lines)
{
	while (*text != '\0' && lines-- > 0) {
		size_t length = strcspn(text, "\n");

		html_cut(out, text, length, LINE_MOST);
		fputc('\n', out);
		text += length + (text[length] == '\n');
	}
	if (*text != '\0')
		fputs("... (more)\n", out);
}

void html_print(FILE *out, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	for (; *format != '\0'; format++) {
		if (*format != '%') {
			fputc(*format, out);
			continue;
		}
		switch (*++format) {
		case 's':
			html_text(out, va_arg(arguments, const char *));
			break;
		case 'd':
			fprintf(out, "%d", va_arg(arguments, int));
			break;
		case 'g':
			fprintf(out, "%g", va_arg(arguments, double));
			break;
		case '%':
			fputc('%', out);
			break;
		default:
			abort(); /* an unknown conversion is a bug of the caller */
		}
	}
	va_end(arguments);
}

void html_id(FILE *out, const char *text)
{
	for (; *text != '\0'; text++) {
		int plain = (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') ||
			    (*text >= '0' && *text <= '9') || *text == '.' || *text == '-';
		fputc(plain ? *text : '_', out);
	}
}
