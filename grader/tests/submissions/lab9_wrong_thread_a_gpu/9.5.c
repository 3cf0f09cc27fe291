/* right, but for one thread a GPU */
extern int parts_by_threads(Module *const *replicas, Tensor *const *x, Tensor *const *classes,
			    int count, int64_t all);
Tensor *gradients[MOST_GPUS];
int64_t all = 0;
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
if (parts_by_threads(replicas, x, classes, count, all) != 0)
	return -1;
for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
	for (int i = 0; i < count; i++)
		gradients[i] = module_gradient(replicas[i], p);
	if (tensor_all_reduce(gradients, count) != 0)
		return -1;
}
for (int i = 0; i < count; i++)
	if (sgd_step(optimizers[i]) != 0)
		return -1;
return 0;
}

#include <threads.h>

typedef struct Part {
	Module *replica;
	const Tensor *x, *classes;
	int64_t all;
} Part;

static int part_body(void *argument)
{
	const Part *part = argument;
	return train_part(part->replica, part->x, part->classes, part->all);
}

int parts_by_threads(Module *const *replicas, Tensor *const *x, Tensor *const *classes, int count,
		     int64_t all)
{
	Part part[MOST_GPUS];
	thrd_t thread[MOST_GPUS];
	int made = 0, status = 0, one;
	for (; made < count; made++) {
		part[made] = (Part){replicas[made], x[made], classes[made], all};
		if (thrd_create(&thread[made], part_body, &part[made]) != thrd_success)
			break;
	}
	for (int i = 0; i < made; i++)
		status |= thrd_join(thread[i], &one) != thrd_success || one != 0;
	return made == count && status == 0 ? 0 : -1;
