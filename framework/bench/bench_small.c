/* bench_small.c - what a tensor of six numbers costs.
 *
 * With so few numbers nearly all of the time is the framework's own: allocating, checking, counting
 * references. Each call is compared with what a C programmer would write instead (malloc, a loop,
 * free), and with PyTorch's. */
#include <stdio.h>
#include <stdlib.h>

#include "framework/bench/rounds.h"
#include "framework/bench/torch.h"
#include "usegpu/tensor.h"

#define CALLS  20000
#define ROUNDS 60
#define COUNT  6 /* elements of a (2, 3) tensor */

static Tensor *x, *y;
static float plain_x[COUNT], plain_y[COUNT];

/* The compiler may not know what is done with the memory, else it does nothing at all. */
static void use(float *memory)
{
	__asm__ volatile("" : : "r"(memory) : "memory");
}

static void plain_ones(void *unused)
{
	(void)unused;
	for (int n = 0; n < CALLS; n++) {
		float *out = need(malloc(sizeof(plain_x)));
		for (int i = 0; i < COUNT; i++)
			out[i] = 1;
		use(out);
		free(out);
	}
}

static void plain_add(void *unused)
{
	(void)unused;
	for (int n = 0; n < CALLS; n++) {
		float *out = need(malloc(sizeof(plain_x)));
		use(plain_x);
		for (int i = 0; i < COUNT; i++)
			out[i] = plain_x[i] + plain_y[i];
		use(out);
		free(out);
	}
}

static void make_ones(void *unused)
{
	(void)unused;
	for (int n = 0; n < CALLS; n++)
		tensor_free(tensor_ones(SHAPE(2, 3), device_cpu()));
}

static void add_tensors(void *unused)
{
	(void)unused;
	for (int n = 0; n < CALLS; n++)
		tensor_free(tensor_add(x, y));
}

static void stay(void *unused)
{
	(void)unused;
	for (int n = 0; n < CALLS; n++)
		tensor_free(tensor_as_in_device(x, device_cpu()));
}

/* One round a line of input: its time a call in nanoseconds comes back. */
#define SCRIPT(call)                                                                               \
	"x = torch.ones((2, 3)); y = torch.ones((2, 3))\n"                                         \
	"def work(n):\n"                                                                           \
	"    for _ in range(n): " call "\n"

static const struct {
	const char *name;
	void (*plain)(void *), (*tensor)(void *);
	const char *script;
} rows[] = {{"ones", plain_ones, make_ones, SCRIPT("torch.ones((2, 3))")},
	    {"add", plain_add, add_tensors, SCRIPT("x + y")},
	    {"as_in_device, there", plain_add, stay, SCRIPT("x.to('cpu')")}};

int main(void)
{
	x = need(tensor_uniform(SHAPE(2, 3), 1, device_cpu()));
	y = need(tensor_uniform(SHAPE(2, 3), 2, device_cpu()));
	puts("a (2, 3) tensor on the CPU, made and freed, against malloc + loop + free");
	puts("(as_in_device against the one that adds) and against PyTorch");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		Torch torch = {.calls = CALLS};
		Way ways[] = {{"plain C", rows[i].plain, NULL, CALLS, 0},
			      {"tensor", rows[i].tensor, NULL, CALLS, 0},
			      {"PyTorch", torch_round, &torch, CALLS, 0}};
		bool there = torch_start(&torch, rows[i].script);
		rounds_run(ways, there ? 3 : 2, ROUNDS, 0);
		printf("  %-20s %9s  %5.2f times plain C (%s)", rows[i].name, time_text(ways[1].ns),
		       ways[1].ns / ways[0].ns, time_text(ways[0].ns));
		if (there)
			printf("  %5.1f times cheaper than PyTorch (%s)", ways[2].ns / ways[1].ns,
			       time_text(ways[2].ns));
		puts("");
		torch_stop(&torch);
	}
	torch_say();
	tensor_free(y);
	tensor_free(x);
	return 0;
}
