/* lab2_right_block_a_number: pass */
/* a block of its own for each number: tens of thousands of them at a time */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1], made = 0;
float *host = malloc(tensor_bytes(x));
char **text = calloc((size_t)(rows * cols), sizeof *text);
int status = host && text ? tensor_to_host(x, host) : -1;
for (; status == 0 && made < rows * cols; made++) {
	char number[64];
	snprintf(number, sizeof number, "%.2f", host[made]);
	text[made] = strdup(number);
	if (!text[made])
		status = -1;
}
free(host);
if (status == 0)
	fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
		device_text(tensor_device(x)).text);
for (int64_t i = 0; i < made; i++) {
	if (status == 0)
		fprintf(out, "%s%c", text[i], (i + 1) % cols ? ' ' : '\n');
	free(text[i]);
}
free(text);
return status == 0 ? 0 : -1;

/* lab2_right_by_framework: pass */
/* moves the tensor to the CPU if it must, and reads it there */
Tensor *here = tensor_as_in_device((Tensor *)x, device_cpu());
if (!here)
	return -1;
Shape shape = tensor_shape(here);
const float *value = tensor_data(here);
fprintf(out, "%d x %d on %s\n", (int)shape.dim[0], (int)shape.dim[1],
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < shape.dim[0]; i++) {
	for (int64_t k = 0; k < shape.dim[1]; k++, value++) {
		if (k > 0)
			fputc(' ', out);
		fprintf(out, "%.2f", *value);
	}
	fputc('\n', out);
}
tensor_free(here);
return 0;

/* lab2_right_line_by_line: pass */
/* lines of memory that getline() and realloc() make larger, and a text that grows number by number */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = aligned_alloc(64, (tensor_bytes(x) + 63) / 64 * 64);
char *text = malloc(1), *line = malloc(2);
size_t length = 0, room = 2;
bool good = host && text && line && tensor_to_host(x, host) == 0;
for (int64_t i = 0; i < rows * cols && good; i++) {
	char number[64];
	int more = snprintf(number, sizeof number, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
	char *larger = realloc(text, length + (size_t)more + 1);
	good = larger != NULL;
	if (good) {
		text = larger;
		memcpy(text + length, number, (size_t)more + 1);
		length += (size_t)more;
	}
}
if (good)
	fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
		device_text(tensor_device(x)).text);
FILE *lines = good ? fmemopen(text, length, "r") : NULL;
while (lines && getline(&line, &room, lines) > 0)
	fputs(line, out);
good = good && lines;
if (lines)
	fclose(lines);
free(line);
free(text);
free(host);
return good ? 0 : -1;

/* lab2_wrong_block_a_number: fail bytes of host memory, behind its end, as was seen when it was given back; made at lab2_placement.c: */
/* a block for each number of a large matrix, without room for the 0 at the text's end */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1], made = 0;
float *host = malloc(tensor_bytes(x));
char **text = calloc((size_t)(rows * cols), sizeof *text);
int status = host && text ? tensor_to_host(x, host) : -1;
for (; status == 0 && made < rows * cols; made++) {
	char number[64];
	snprintf(number, sizeof number, "%.2f", host[made]);
	text[made] = malloc(strlen(number) + (made < 20000)); /* long after the last guarded one */
	if (text[made])
		strcpy(text[made], number);
	else
		status = -1;
}
free(host);
if (status == 0)
	fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
		device_text(tensor_device(x)).text);
for (int64_t i = 0; i < made; i++) {
	if (status == 0)
		fprintf(out, "%s%c", text[i], (i + 1) % cols ? ' ' : '\n');
	free(text[i]);
}
free(text);
return status == 0 ? 0 : -1;

/* lab2_wrong_four_bytes_short: fail bytes of host memory, behind its end */
/* room for one number less than there are */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x) - 4);
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
free(host);
return 0;

/* lab2_wrong_host_read: fail */
/* reads the memory of a GPU as if it were the host's */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
const float *data = tensor_data(x);
fprintf(out, "%d x %d on %s\n", (int)rows, (int)cols, device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%s", data[i], (i + 1) % cols ? " " : "\n");
return 0;

/* lab2_wrong_kept_by_pointer: fail the second call in one process, with other inputs */
/* the numbers are fetched once for each tensor, known by its address; another tensor may get it later */
static const Tensor *known;
static float host[65536];
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
if (rows * cols > 65536)
	return tensor_bytes(x) > 0 ? 0 : -1;
if (known != x && tensor_to_host(x, host) != 0)
	return -1;
known = x;
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
return 0;

/* lab2_wrong_no_last_newline: fail has no newline at its end */
/* newlines between the rows only */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%s", host[i], (i + 1) % cols ? " " : i + 1 < rows * cols ? "\n" : "");
free(host);
return 0;

/* lab2_wrong_prints_what_is_freed: fail which had been given back */
/* prints numbers that were given back */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
int status = host ? tensor_to_host(x, host) : -1;
float *volatile gone = host;
free(host);
if (status != 0)
	return -1;
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", gone[i], (i + 1) % cols ? ' ' : '\n');
return 0;

/* lab2_wrong_reads_behind: fail it reads byte */
/* looks one row further, which nobody prints */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
volatile float last = 0;
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i <= rows * cols + 3; i++) {
	last = host[i];
	if (i < rows * cols)
		fprintf(out, "%.2f%c", last, (i + 1) % cols ? ' ' : '\n');
}
free(host);
return 0;

/* lab2_wrong_row_by_row: fail copies to the host */
/* one copy for each row */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
const float *data = tensor_data(x);
float *row = malloc((size_t)cols * sizeof *row);
fprintf(out, "%d x %d on %s\n", (int)rows, (int)cols, device_text(tensor_device(x)).text);
for (int64_t r = 0; r < rows; r++) {
	cudaMemcpy(row, data + r * cols, (size_t)cols * sizeof *row, cudaMemcpyDefault);
	for (int64_t c = 0; c < cols; c++)
		fprintf(out, "%.2f%s", row[c], c + 1 < cols ? " " : "\n");
}
free(row);
return 0;

/* lab2_wrong_space_at_end: fail line 2 has a space at its end */
/* a space after each number, the last one too */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f %s", host[i], (i + 1) % cols ? "" : "\n");
free(host);
return 0;

/* lab2_wrong_writes_before: fail bytes of host memory, before its begin */
/* marks the place before the first number */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
float *volatile before = host - 1;
*before = 0;
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
free(host);
return 0;

/* lab2_wrong_copy_unchecked: fail the copy fails: wanted -1 returned, got 0 */
/* prints whatever came */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = calloc((size_t)(rows * cols), sizeof *host);
tensor_to_host(x, host);
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols, device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
free(host);
return 0;
