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
