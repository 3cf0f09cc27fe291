// agree.cu - what the framework's kernels compute, for kernels.test: with a plugin, or as PTX.
//
//   agree               launches each on the same numbers, and writes what they leave to the standard output
//   agree ONE OTHER     compares two of these: a line for each kernel, with how far apart the two are in units
//                       of the last place; it fails where that is more than the kernel's row allows
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "framework/kernels/kernels.cu"

#define GRID 3, 64 // fewer threads than numbers
#define MOST 8192

// --- numbers: edges with each other, then any bits

static const float edges[] = {
	0,      -0.0F,    1,       -1,       0.1F,     -3.5F,     1e-45F, -1e-45F, 1.17549435e-38F,
	3e-39F, 16777216, 3.4e38F, -3.4e38F, INFINITY, -INFINITY, NAN,    88.8F,   0.49999997F};
#define EDGES (sizeof edges / sizeof *edges)

static uint32_t drawn()
{
	static uint64_t state = 41;
	state = state * 6364136223846793005ULL + 1442695040888963407ULL;
	return (uint32_t)(state >> 32);
}
static float drawn_float(int is_tame)
{
	uint32_t bits = drawn();
	float number;
	memcpy(&number, &bits, sizeof number);
	return is_tame ? (float)(bits >> 8) / 16777216 * 20 - 10 : number;
}

// --- one launch

typedef struct Head {
	char name[24];
	uint32_t count, is_float;
} Head;

static void checked(cudaError_t error)
{
	if (error == cudaSuccess)
		return;
	fprintf(stderr, "agree: %s\n", cudaGetErrorString(error));
	exit(2);
}
template <class T> static T *sent(const std::vector<T> &numbers)
{
	T *memory;
	checked(cudaMalloc(&memory, numbers.size() * sizeof(T) + 1));
	checked(cudaMemcpy(memory, numbers.data(), numbers.size() * sizeof(T),
			   cudaMemcpyHostToDevice));
	return memory;
}
template <class T> static void told(const char *name, T *memory, size_t count)
{
	Head head = {"", (uint32_t)count, (T)0.5F != 0};
	std::vector<T> numbers(count);
	checked(cudaMemcpy(numbers.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost));
	checked(cudaFree(memory));
	snprintf(head.name, sizeof head.name, "%s", name);
	fwrite(&head, sizeof head, 1, stdout);
	fwrite(numbers.data(), sizeof(T), count, stdout);
}

// --- elementwise.h

static void drawn_pairs(std::vector<float> &x, std::vector<float> &y)
{
	for (size_t i = 0; i < x.size(); i++) {
		x[i] = i < EDGES * EDGES ? edges[i / EDGES] : drawn_float(i % 2);
		y[i] = i < EDGES * EDGES ? edges[i % EDGES] : drawn_float(i % 2);
	}
}
static void drawn_pairs(std::vector<int32_t> &x, std::vector<int32_t> &y)
{
	static const int32_t few[] = {0, 1, -1, INT32_MAX, INT32_MIN};
	for (size_t i = 0; i < x.size(); i++) {
		x[i] = i < 25 ? few[i / 5] : (int32_t)drawn();
		y[i] = i < 25 ? few[i % 5] : (int32_t)drawn();
	}
}
template <class T, class S>
static void elementwise(const char *name, void (*kernel)(T *, const T *, const T *, S, uint64_t),
			S s, size_t n, int in_place)
{
	std::vector<T> x(n), y(n);
	drawn_pairs(x, y);
	T *from = sent(x), *also = sent(y), *out = in_place ? from : sent(std::vector<T>(n));
	kernel<<<GRID>>>(out, from, also, s, n);
	checked(cudaGetLastError());
	told(name, out, n);
	checked(cudaFree(also));
	if (!in_place)
		checked(cudaFree(from));
}
#define RUN_ELEMENTWISE(name, T, S, ...)                                                           \
	elementwise<T, S>(#name, usegpu_k_##name, (S)(sizeof(S) == 8 ? 1e15F : -2.3F), 1000, 0);   \
	elementwise<T, S>(#name, usegpu_k_##name, (S)7, MOST, 1);                                  \
	elementwise<T, S>(#name, usegpu_k_##name, (S)1, 1, 0);

// --- rows.h

typedef struct Sizes {
	uint64_t n, m;
	size_t out, also, x, y;
	int has_classes;
} Sizes;

static void rows(const char *name, void (*kernel)(RowsArguments), Sizes z, int has_also)
{
	std::vector<float> out(z.out), also(z.also), x(z.x), y(z.y);
	std::vector<int32_t> classes(z.y);
	for (auto *each : {&out, &also, &x, &y})
		for (size_t i = 0; i < each->size(); i++)
			(*each)[i] = i % 97 == 5 ? edges[i / 97 % (EDGES - 3)] : drawn_float(1);
	for (size_t i = 0; i < z.y; i++)
		classes[i] = (int32_t)(i % (z.m + 3)) - 1; // some that are not there
	float *from = sent(x);
	void *other = z.has_classes ? (void *)sent(classes) : (void *)sent(y);
	RowsArguments a = {sent(out), has_also ? sent(also) : nullptr, from, other, z.n, z.m, 0.3F,
			   0.9F};
	kernel<<<GRID>>>(a);
	checked(cudaGetLastError());
	told(name, a.out, z.out);
	if (has_also)
		told(name, a.also, z.also);
	checked(cudaFree(from));
	checked(cudaFree(other));
}
static void rows_all(uint64_t n, uint64_t m)
{
	size_t all = n * m;
	rows("add_row", usegpu_k_add_row, {n, m, all, 0, all, m}, 0);
	rows("sum", usegpu_k_sum, {all, m, m, 0, all, 0}, 0);
	rows("sum_more", usegpu_k_sum_more, {all - m / 2, m, m, 0, all, 0}, 0);
	rows("cross_entropy", usegpu_k_cross_entropy, {n, m, n, all, all, n, 1}, 0);
	rows("cross_entropy", usegpu_k_cross_entropy, {n, m, n, all, all, n, 1}, 1);
	rows("correct", usegpu_k_correct, {n, m, n, 0, all, n, 1}, 0);
	rows("sgd", usegpu_k_sgd, {all, 1, all, all, all, 0}, 1);
}

// --- comparing

// All are the same bits but those that use exp and log, which differ in their last bit between libraries.
static unsigned allowed(const char *name)
{
	return strcmp(name, "cross_entropy") == 0 ? 4 : 0;
}
static int64_t place(uint32_t bits)
{
	return bits >> 31 ? -(int64_t)(bits & 0x7FFFFFFF) : bits;
}
static uint64_t apart(uint32_t a, uint32_t b, int is_float)
{
	bool a_is_none = (a & 0x7FFFFFFF) > 0x7F800000, b_is_none = (b & 0x7FFFFFFF) > 0x7F800000;
	if (a == b || (is_float && a_is_none && b_is_none))
		return 0;
	if (!is_float || a_is_none || b_is_none || (a ^ b) == 0x80000000)
		return UINT32_MAX; // 0 for -0 too
	return (uint64_t)llabs(place(a) - place(b));
}
static int compare(FILE *one, FILE *other)
{
	Head a, b;
	int bad = 0, launches = 0;
	while (fread(&a, sizeof a, 1, one) == 1) {
		std::vector<uint32_t> x(a.count), y(a.count);
		uint64_t most = 0, differ = 0;
		if (fread(&b, sizeof b, 1, other) != 1 || memcmp(&a, &b, sizeof a) != 0 ||
		    fread(x.data(), 4, a.count, one) != a.count ||
		    fread(y.data(), 4, a.count, other) != a.count)
			return 2;
		for (uint32_t i = 0; i < a.count; i++) {
			uint64_t far = apart(x[i], y[i], (int)a.is_float);
			most = far > most ? far : most;
			differ += far > 0;
		}
		if (differ > 0)
			printf("%s: of %u numbers %llu differ, by %llu ulp at most\n", a.name,
			       a.count, (unsigned long long)differ, (unsigned long long)most);
		bad |= most > allowed(a.name);
		launches++;
	}
	return bad || launches == 0 || fgetc(other) != EOF;
}

int main(int argc, char **argv)
{
	if (argc == 3)
		return compare(fopen(argv[1], "r"), fopen(argv[2], "r"));
	USEGPU_KERNELS(RUN_ELEMENTWISE)
	rows_all(37, 10);
	rows_all(5, 131);
	rows_all(1, 1);
	return 0;
}
