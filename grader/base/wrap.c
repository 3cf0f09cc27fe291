/* wrap.c - prints one word at a time; the terminal breaks a word that is longer than a line. */
#include "grader/base/wrap.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define WIDTH_LEAST 60
#define WIDTH_USUAL 100

int wrap_width(void)
{
	struct winsize size;

	if (!isatty(STDOUT_FILENO))
		return 0;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0 || size.ws_col == 0)
		return WIDTH_USUAL;
	return size.ws_col < WIDTH_LEAST ? WIDTH_LEAST : size.ws_col;
}

/* Characters, not bytes: in valid UTF-8 a byte 10xxxxxx continues a character. */
static int columns(const char *text, size_t bytes)
{
	int count = 0;

	for (size_t i = 0; i < bytes; i++)
		count += ((unsigned char)text[i] & 0xc0) != 0x80;
	return count;
}

void wrap_print(FILE *out, int width, int column, const char *prefix, const char *text)
{
	int fresh = 1; /* no word is on this line yet */

	while (*text != '\0') {
		size_t spaces = strspn(text, " "), bytes = spaces + strcspn(text + spaces, " ");
		int wide = columns(text, bytes);

		if (width > 0 && !fresh && column + wide > width) {
			fprintf(out, "\n%s", prefix);
			column = columns(prefix, strlen(prefix));
			text += spaces;
			bytes -= spaces;
			wide -= (int)spaces;
		}
		fwrite(text, 1, bytes, out);
		column += wide;
		text += bytes;
		fresh = 0;
	}
	fputc('\n', out);
}
