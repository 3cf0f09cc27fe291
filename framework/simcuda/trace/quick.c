/* quick.c - texts of the few formats that most events of a trace are made of. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "framework/simcuda/trace/tracing.h"

typedef struct Piece {
	char *bytes;
	size_t used, most;
} Piece;

static void piece_add(Piece *piece, const char *text, size_t bytes)
{
	size_t room = piece->most - piece->used;
	bytes = bytes < room ? bytes : room;
	memcpy(piece->bytes + piece->used, text, bytes);
	piece->used += bytes;
}

/* `width`: with zeros in front, which count without the sign. */
static void piece_add_number(Piece *piece, uint64_t value, bool negative, int width)
{
	char digits[24], *at = digits + sizeof digits;
	value = negative ? 0 - value : value;
	for (; value > 0 || width > 0 || at == digits + sizeof digits; value /= 10, width--)
		*--at = (char)('0' + value % 10);
	if (negative)
		*--at = '-';
	piece_add(piece, at, (size_t)(digits + sizeof digits - at));
}

/* False: there is something else in the format. */
static bool piece_fill(Piece *piece, const char *format, va_list arguments)
{
	while (*format) {
		size_t plain = strcspn(format, "%");
		piece_add(piece, format, plain);
		format += plain;
		if (*format == '\0')
			break;
		int width = format[1] == '0' && format[2] == '3' ? 3 : 0;
		format += width > 0 ? 3 : 1;
		bool is_long = *format == 'l';
		format += is_long;
		if (*format == 'd') {
			int64_t value = is_long ? va_arg(arguments, long) : va_arg(arguments, int);
			if (value < 0 && width > 0)
				return false;
			piece_add_number(piece, (uint64_t)value, value < 0, width);
		} else if (*format == 'u') {
			piece_add_number(piece,
					 is_long ? va_arg(arguments, unsigned long)
						 : va_arg(arguments, unsigned),
					 false, width);
		} else if (*format == 's' && width == 0 && !is_long) {
			const char *text = va_arg(arguments, const char *);
			piece_add(piece, text, strlen(text));
		} else if (*format == 'c' && width == 0 && !is_long) {
			piece_add(piece, &(char){(char)va_arg(arguments, int)}, 1);
		} else {
			return false;
		}
		format++;
	}
	return true;
}

int text_quick(char *bytes, size_t size, const char *format, va_list arguments)
{
	Piece piece = {bytes, 0, size - 1};
	return piece_fill(&piece, format, arguments) ? (int)piece.used : -1;
}
