/* names.c - a table of C's words, and the kit's headers. */
#include "grader/report/alike/names.h"

#include <ctype.h>
#include <fcntl.h>
#include <glob.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/c_lexer.h"
#include "grader/base/file.h"
#include "grader/base/text.h"

#define HEADER_MOST ((size_t)4 << 20)
#define NAME_LEAST  3 /* bytes: shorter ones are of arguments of macros */

/* Words of one meaning, between blanks; the last row are those that keep their spelling. */
static const struct {
	uint32_t shape;
	const char *words;
} rows[NAMES_ROWS] = {
	{SHAPE_NONE, " const static volatile register inline restrict extern unsigned signed "
		     "__restrict __restrict__ __extension__ __const __const__ __volatile "
		     "__volatile__ __inline __inline__ __signed __signed__ auto _Noreturn "},
	{SHAPE_NUMBER, " NULL true false "},
	{SHAPE_TYPE,
	 " int long short char float double size_t ssize_t bool int8_t int16_t int32_t int64_t "
	 "uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t ptrdiff_t off_t "},
	{SHAPE_TEXT + 2, " if else for while do return break continue goto switch case default "
			 "sizeof void struct union "
			 "enum typedef malloc calloc realloc free memcpy memset memmove memcmp "
			 "printf fprintf snprintf "
			 "sprintf puts fputs fopen fclose fread fwrite strcmp strncmp strcpy "
			 "strncpy strlen strchr strcat "
			 "strstr strtol strtod atoi atof sscanf abort exit assert qsort bsearch "
			 "abs sqrt sqrtf fabs fabsf "
			 "exp expf log logf pow powf fmin fmax fminf fmaxf clock_gettime nanosleep "
			 "usleep pthread_create "
			 "pthread_join isdigit isspace threadIdx blockIdx blockDim gridDim "
			 "warpSize define include "},
};

static bool begins(const char *name, size_t length, const char *with)
{
	return length >= strlen(with) && memcmp(name, with, strlen(with)) == 0;
}

static uint32_t hash_of(const char *bytes, size_t length)
{
	uint32_t hash = (uint32_t)bytes_hash(bytes, length);

	return hash < 64 ? hash + 64 : hash; /* those below are SHAPE_ */
}

uint32_t name_shape(const Names *names, const char *name, size_t length)
{
	uint64_t hash = bytes_hash(name, length);

	for (size_t i = 0; i < NAMES_ROWS; i++)
		if (numbers_has(&names->rows[i], hash))
			return i + 1 < NAMES_ROWS ? rows[i].shape : hash_of(name, length);
	if (begins(name, length, "cuda") || begins(name, length, "cublas") ||
	    begins(name, length, "__") || numbers_has(&names->known, hash))
		return hash_of(name, length);
	return SHAPE_OWN;
}

uint32_t mark_shape(const char *mark, size_t length)
{
	if (length == 1 && strchr("{};", *mark))
		return SHAPE_NONE;
	return hash_of(mark, length);
}

/* Names that are called or declared as functions, and those that begin with a capital: types, constants. */
static void header_read(Names *names, const char *path)
{
	size_t bytes = 0;
	char *text = file_load(AT_FDCWD, path, HEADER_MOST, &bytes);
	Lexer lexer = {.text = text, .bytes = bytes};
	Token token;

	while (text && lexer_next(&lexer, &token)) {
		size_t length = token.end - token.begin;
		const char *name = text + token.begin;

		if (token.kind == TOKEN_NAME && length >= NAME_LEAST &&
		    (isupper((unsigned char)*name) || (token.end < bytes && name[length] == '(')))
			numbers_add(&names->known, bytes_hash(name, length));
	}
	free(text);
}

static void rows_read(Names *names)
{
	for (size_t i = 0; i < NAMES_ROWS; i++) {
		const char *at = rows[i].words;

		while (*(at += strspn(at, " ")) != '\0') {
			size_t length = strcspn(at, " ");

			numbers_add(&names->rows[i], bytes_hash(at, length));
			at += length;
		}
		numbers_sort(&names->rows[i]);
	}
}

void names_load(Names *names, const char *kit)
{
	static const char *const places[] = {
		"framework/include/usegpu/*.h", "framework/simcuda/include/*.h",
		"framework/simcuda/include/device/*.h", "grader/stubs/lab.h"};

	*names = (Names){.known = {0}};
	rows_read(names);
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		char *pattern = text_new("%s/%s", kit, places[i]);
		glob_t found;

		if (glob(pattern, 0, NULL, &found) == 0) {
			for (size_t k = 0; k < found.gl_pathc; k++)
				header_read(names, found.gl_pathv[k]);
			globfree(&found);
		}
		free(pattern);
	}
	numbers_sort(&names->known);
}

void names_release(Names *names)
{
	for (size_t i = 0; i < NAMES_ROWS; i++)
		numbers_release(&names->rows[i]);
	numbers_release(&names->known);
}
