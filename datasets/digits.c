/* digits.c - makes the four digits_*.npy files from scikit-learn's digits.csv.
 *
 *     zcat digits.csv.gz | digits FOLDER
 *
 * A line of the table is an image: 64 numbers from 0 to 16, the pixels row by row, then its digit.
 * Pixels are divided by 16, which float32 holds exactly. Of each digit the 1st, 6th, 11th, ...
 * image goes to the test set, the others to the training set, both in the table's order: so the
 * same table gives the same bytes on every machine, and both sets hold all digits in equal shares.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "usegpu/usegpu.h"

#define IMAGES     1797
#define PIXELS     64
#define WHITE      16 /* the largest number of a pixel */
#define DIGITS     10
#define TEST_EVERY 5

/* One of the two sets. */
typedef struct Part {
	const char *name;
	int count;
	float x[IMAGES][PIXELS];
	int32_t y[IMAGES];
} Part;

static void fail(int line, const char *what)
{
	fprintf(stderr, "digits: line %d: %s\n", line, what);
	exit(1);
}

/* The next number of the line, which `end` follows; from 0 to `most`. */
static int read_number(int line, int most, int end)
{
	int value = 0, digits = 0, c;
	while ((c = getchar()) >= '0' && c <= '9' && digits < 3) {
		value = value * 10 + (c - '0');
		digits++;
	}
	if (c != end || digits == 0)
		fail(line, "wanted 65 numbers with commas between them");
	if (value > most)
		fail(line, "a pixel is above 16, or a digit above 9");
	return value;
}

static void read_table(Part *train, Part *test)
{
	int seen[DIGITS] = {0};
	for (int i = 0; i < IMAGES; i++) {
		float pixels[PIXELS];
		for (int p = 0; p < PIXELS; p++)
			pixels[p] = (float)read_number(i + 1, WHITE, ',') / WHITE;
		int digit = read_number(i + 1, DIGITS - 1, '\n');
		Part *part = seen[digit]++ % TEST_EVERY == 0 ? test : train;
		memcpy(part->x[part->count], pixels, sizeof(pixels));
		part->y[part->count++] = digit;
	}
	if (getchar() != EOF)
		fail(IMAGES + 1, "wanted 1797 lines");
}

static void save(const char *folder, const char *name, char letter, Shape shape, Dtype dtype,
		 const void *elements)
{
	char path[4096];
	snprintf(path, sizeof(path), "%s/digits_%s_%c.npy", folder, name, letter);
	Tensor *tensor = tensor_from_host(shape, dtype, elements, device_cpu());
	if (tensor_save(path, tensor) < 0) {
		fprintf(stderr, "digits: %s\n", error_message());
		exit(1);
	}
	tensor_free(tensor);
}

int main(int argc, char **argv)
{
	static Part train = {.name = "train"}, test = {.name = "test"};
	Part *parts[] = {&train, &test};
	if (argc != 2) {
		fprintf(stderr, "usage: zcat digits.csv.gz | digits FOLDER\n");
		return 2;
	}
	read_table(&train, &test);
	for (int i = 0; i < 2; i++) {
		Part *part = parts[i];
		save(argv[1], part->name, 'x', SHAPE(part->count, PIXELS), DTYPE_FLOAT32, part->x);
		save(argv[1], part->name, 'y', SHAPE(part->count), DTYPE_INT32, part->y);
	}
	return 0;
}
