/* bench_step.c - one step of training an MLP on the CPU, against PyTorch on the same processors.
 *
 * 784 inputs, 256 hidden, 10 classes, a batch of 256: forward, loss, backward without the gradient
 * of the inputs (nobody needs it, and PyTorch leaves it out, too), an update with momentum. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "framework/bench/rounds.h"
#include "framework/bench/torch.h"
#include "usegpu/module.h"

#define BATCH  256
#define INPUTS 784
#define HIDDEN 256
#define KINDS  10
#define STEPS  20
#define ROUNDS 25
#define PAUSE  60 /* ms, until the threads of the other way sleep */

/* OpenBLAS's own; other BLASes have nothing of the kind. */
extern void openblas_set_num_threads(int threads) __attribute__((weak));
extern int openblas_get_num_threads(void) __attribute__((weak));

static Module *model;
static Sgd *sgd;
static Tensor *x, *classes;

static void require(int status)
{
	need(status < 0 ? NULL : &status);
}

static void steps(void *threads)
{
	if (openblas_set_num_threads)
		openblas_set_num_threads(*(const int *)threads);
	for (int i = 0; i < STEPS; i++) {
		Tensor *gradient;
		require(module_zero_gradients(model));
		Tensor *logits = need(module_forward(model, x));
		Tensor *loss = need(loss_softmax_cross_entropy(logits, classes, &gradient));
		require(module_backward_parameters(model, gradient));
		require(sgd_step(sgd));
		tensor_free(gradient);
		tensor_free(loss);
		tensor_free(logits);
	}
}

static const char script[] =
	"m = torch.nn.Sequential(torch.nn.Linear(784, 256), torch.nn.ReLU(), torch.nn.Linear(256, "
	"10))\n"
	"sgd = torch.optim.SGD(m.parameters(), lr=0.01, momentum=0.9)\n"
	"loss = torch.nn.CrossEntropyLoss()\n"
	"x = torch.rand(256, 784); c = torch.arange(256) % 10\n"
	"def work(n):\n"
	"    for _ in range(n):\n"
	"        sgd.zero_grad(); loss(m(x), c).backward(); sgd.step()\n";

int main(void)
{
	const int sizes[] = {INPUTS, HIDDEN, KINDS};
	int32_t numbers[BATCH];
	for (int i = 0; i < BATCH; i++)
		numbers[i] = i % KINDS;
	model = need(module_mlp(sizes, 3, 1, device_cpu()));
	sgd = need(sgd_create(model, 0.01F, 0.9F));
	x = need(tensor_uniform(SHAPE(BATCH, INPUTS), 1, device_cpu()));
	classes = need(tensor_from_host(SHAPE(BATCH), DTYPE_INT32, numbers, device_cpu()));
	/* On a machine that does other things, too, threads wait for each other most of the time;
	 * so the better of one and all counts, for both. */
	int one = 1, all = openblas_get_num_threads ? openblas_get_num_threads() : 1;
	Torch torch_one = {.calls = STEPS, .threads = 1}, torch_all = {.calls = STEPS};
	Way ways[] = {{"module", steps, &one, STEPS, 0},
		      {"module", steps, &all, STEPS, 0},
		      {"PyTorch", torch_round, &torch_one, STEPS, 0},
		      {"PyTorch", torch_round, &torch_all, STEPS, 0}};
	bool there = torch_start(&torch_one, script);
	there = torch_start(&torch_all, script) && there;
	rounds_run(ways, there ? 4 : 2, ROUNDS, PAUSE);
	puts("a training step, 784-256-10, batch 256, on the CPU (1 thread; all threads)");
	for (int i = 0; i < (there ? 4 : 2); i += 2)
		printf("  %-8s %9s %9s\n", ways[i].name, time_text(ways[i].ns),
		       time_text(ways[i + 1].ns));
	if (there)
		printf("  %.3f of PyTorch's time, the better of both\n",
		       fmin(ways[0].ns, ways[1].ns) / fmin(ways[2].ns, ways[3].ns));
	torch_stop(&torch_all);
	torch_stop(&torch_one);
	torch_say();
	tensor_free(classes);
	tensor_free(x);
	sgd_free(sgd);
	module_free(model);
	return 0;
}
