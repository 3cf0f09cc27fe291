/* replay.c - runs a fuzz target without a fuzzer.
 *
 *     fuzz_x                   its own examples, as a test: prints TAP
 *     fuzz_x FILE...           these inputs, such as one that libFuzzer has found
 *     fuzz_x --write FOLDER    writes the examples there, for a fuzzer to begin with */
#include <string.h>

#include "framework/simcuda/fuzz/fuzz.h"

#define MOST (1 << 20) /* bytes of one input */

static uint8_t input[MOST];

/* Each input gets a block of its own size, so that a sanitizer sees a read past its end. */
static void try_input(size_t size)
{
	uint8_t *exact = malloc(size ? size : 1);
	FUZZ_REQUIRE(exact, "no memory");
	memcpy(exact, input, size);
	fuzz_one(exact, size);
	free(exact);
}

static int write_examples(const char *folder)
{
	for (unsigned i = 0; i < fuzz_examples; i++) {
		char path[4096];
		size_t size = fuzz_example(i, input, sizeof input);
		snprintf(path, sizeof path, "%s/example-%u", folder, i);
		FILE *file = fopen(path, "wb");
		if (!file || fwrite(input, 1, size, file) != size || fclose(file) != 0) {
			perror(path);
			return 1;
		}
	}
	return 0;
}

static int try_files(int count, char **paths)
{
	for (int i = 0; i < count; i++) {
		FILE *file = fopen(paths[i], "rb");
		if (!file) {
			perror(paths[i]);
			return 1;
		}
		size_t size = fread(input, 1, sizeof input, file);
		fclose(file);
		try_input(size);
		printf("%s: %zu bytes, nothing broken\n", paths[i], size);
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 3 && strcmp(argv[1], "--write") == 0)
		return write_examples(argv[2]);
	if (argc > 1)
		return try_files(argc - 1, argv + 1);
	for (unsigned i = 0; i < fuzz_examples; i++)
		try_input(fuzz_example(i, input, sizeof input));
	printf("ok 1 - %u examples break nothing\n1..1\n", fuzz_examples);
	return 0;
}
