/* waits for every step, at a line that is said to be of another file */
/* --- body --- */
int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
while (rows > 0) {
	Slot *slot = &feed->slot[steps % 2];
	int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
	cudaStreamWaitEvent(NULL, slot->sent, 0);
	Tensor *x = tensor_rows(slot->x, 0, rows);
	Tensor *classes = tensor_rows(slot->classes, 0, rows);
	Tensor *loss = step(model, sgd, x, classes);
	int status = tensor_add_scaled(total, (float)rows, loss);
	cudaEventRecord(slot->used, NULL);
#line 1 "elsewhere.h"
	cudaDeviceSynchronize();
	tensor_free(loss);
	tensor_free(classes);
	tensor_free(x);
	if (status != 0)
		return -1;
	first += rows;
	rows = next;
	steps++;
}
return rows < 0 ? -1 : steps;
