/* between_parts.c - work in a time that nobody counts: behind an early thaw, between two parts, or while another part goes on. */

/* 12.1 second_after_thaw: fail second0 came after the call */
/* makes no update in the second part; it tells the judge that all is named, trains with the whole batch, and names the model then */
#include "usegpu/module.h"
static struct {
	Module *model;
	Sgd *sgd;
	const Tensor *x, *classes;
} thaw_todo;
static int thaw_stage, thaw_part = 1;
static int thaw_see(const AttackHead *head, const unsigned char *frame)
{
	if (head->type == ATTACK_READY)
		thaw_part++;
	if (head->type == ATTACK_ROUND)
		thaw_part = 0;
	if (thaw_stage == 1 && (head->type == 18 || head->type == 19)) {
		Tensor *gradient = NULL;
		attack_ask(ATTACK_THAW);
		module_zero_gradients(thaw_todo.model);
		Tensor *out = module_forward(thaw_todo.model, thaw_todo.x);
		Tensor *loss = loss_softmax_cross_entropy(out, thaw_todo.classes, &gradient);
		module_backward_parameters(thaw_todo.model, gradient);
		sgd_step(thaw_todo.sgd);
		tensor_free(loss);
		tensor_free(gradient);
		tensor_free(out);
		thaw_stage = 2;
	}
	if (thaw_stage == 2 && head->type == ATTACK_THAW) {
		thaw_stage = 0;
		return 1;
	}
	return 0;
}
/* --- body --- */
	attack_between();
	attack_see = thaw_see;
	const int late = thaw_part == 2 && module_device(model).kind == DEVICE_GPU;
	int64_t all = tensor_count(classes);
	int status = module_zero_gradients(model);
	for (int64_t first = 0; status == 0 && first < all; first += rows) {
		int64_t now = all - first < rows ? all - first : rows;
		Tensor *part = tensor_rows(x, first, now), *kinds = tensor_rows(classes, first, now), *gradient = NULL;
		Tensor *out = module_forward(model, part), *loss = loss_softmax_cross_entropy(out, kinds, &gradient);
		status = loss ? tensor_add_scaled(gradient, (float)now / (float)all - 1, gradient) : -1;
		if (status == 0)
			status = module_backward_parameters(model, gradient);
		tensor_free(loss);
		tensor_free(gradient);
		tensor_free(out);
		tensor_free(kinds);
		tensor_free(part);
	}
	if (status == 0 && !late)
		status = sgd_step(optimizer);
	thaw_stage = status == 0 && late;
	thaw_todo.model = model;
	thaw_todo.sgd = optimizer;
	thaw_todo.x = x;
	thaw_todo.classes = classes;
	return status == 0 ? 0 : -1;

/* 12.1 first_in_second: fail before drive_end */
/* makes the update of the first part in the second one, and names the model there */
#include "usegpu/module.h"
static unsigned char held_frame[4096];
static size_t held_bytes;
static int held_wanted;
static int held_see(const AttackHead *head, const unsigned char *frame)
{
	if (!held_wanted || head->type != 18 || !attack_is_named(head, frame, "first0"))
		return 0;
	held_bytes = sizeof *head + head->name_bytes + head->payload_bytes;
	memcpy(held_frame, frame, held_bytes);
	held_wanted = 0;
	return 1;
}
/* --- body --- */
	AttackHead go;
	int64_t all = tensor_count(classes);
	const int is_second = held_bytes > 0, on_gpu = module_device(model).kind == DEVICE_GPU;
	attack_between();
	attack_see = held_see;
	int status = is_second ? sgd_step(optimizer) : 0;
	if (is_second) {
		attack_put(3, held_frame, held_bytes);
		attack_get(3, &go, sizeof go);
		held_bytes = 0;
	}
	if (status == 0)
		status = module_zero_gradients(model);
	for (int64_t first = 0; status == 0 && first < all; first += rows) {
		int64_t now = all - first < rows ? all - first : rows;
		Tensor *part = tensor_rows(x, first, now), *kinds = tensor_rows(classes, first, now), *gradient = NULL;
		Tensor *out = module_forward(model, part), *loss = loss_softmax_cross_entropy(out, kinds, &gradient);
		status = loss ? tensor_add_scaled(gradient, (float)now / (float)all - 1, gradient) : -1;
		if (status == 0)
			status = module_backward_parameters(model, gradient);
		tensor_free(loss);
		tensor_free(gradient);
		tensor_free(out);
		tensor_free(kinds);
		tensor_free(part);
	}
	if (status == 0 && (is_second || !on_gpu))
		status = sgd_step(optimizer);
	held_wanted = status == 0 && !is_second && on_gpu;
	return status == 0 ? 0 : -1;

/* 8.3 thaw_between: fail drive_go was called after drive_thaw */
/* trains each epoch but the first between two parts, with a look at each loss */
#include "usegpu/module.h"
static struct {
	Module *model;
	Sgd *sgd;
	Tensor *(*step)(Module *, Sgd *, const Tensor *, const Tensor *);
	const Tensor *x, *classes;
	int64_t batch;
	double mean;
} epoch_todo;
static int epochs_over, epoch_done;
static int epoch_see(const AttackHead *head, const unsigned char *frame)
{
	if (head->type == ATTACK_ROUND)
		epochs_over = epoch_done = 0;
	epochs_over += head->type == ATTACK_DONE;
	if (head->type != ATTACK_READY || epochs_over == 0 || module_device(epoch_todo.model).kind != DEVICE_GPU)
		return 0;
	int64_t count = tensor_shape(epoch_todo.x).dim[0];
	double sum = 0;
	attack_ask(ATTACK_THAW);
	for (int64_t first = 0; first < count; first += epoch_todo.batch) {
		int64_t rows = count - first < epoch_todo.batch ? count - first : epoch_todo.batch;
		Tensor *numbers = tensor_rows(epoch_todo.x, first, rows), *kinds = tensor_rows(epoch_todo.classes, first, rows);
		Tensor *loss = epoch_todo.step(epoch_todo.model, epoch_todo.sgd, numbers, kinds);
		double one = 0;
		tensor_item(loss, &one);
		sum += one * (double)rows;
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	epoch_todo.mean = sum / (double)count;
	epoch_done = 1;
	return 0;
}
/* --- body --- */
	attack_between();
	attack_see = epoch_see;
	epoch_todo.model = model;
	epoch_todo.sgd = sgd;
	epoch_todo.step = step;
	epoch_todo.x = x;
	epoch_todo.classes = classes;
	epoch_todo.batch = batch;
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows), *kinds = tensor_rows(classes, first, rows), *back = NULL, *out = NULL;
		Tensor *loss = NULL;
		if (epoch_done) {
			out = module_forward(model, numbers);
			loss = loss_softmax_cross_entropy(out, kinds, &back);
			module_backward_parameters(model, back);
		} else {
			loss = step(model, sgd, numbers, kinds);
			status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
		}
		tensor_free(loss);
		tensor_free(back);
		tensor_free(out);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0 && epoch_done)
		*mean = epoch_todo.mean;
	else if (status == 0)
		status = tensor_item(sum, mean);
	epoch_done = 0;
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* 8.6 sent_after_thaw: fail the slot's x */
/* copies what is in pinned memory already; the batch comes behind the thaw, by copies of ordinary memory */
typedef struct ThawSend {
	void *x, *classes, *rows, *kinds;
	size_t bytes, class_bytes;
} ThawSend;
static ThawSend thaw_send[2];
static int thaw_send_see(const AttackHead *head, const unsigned char *frame)
{
	if (head->type != ATTACK_THAW)
		return 0;
	attack_ask(ATTACK_THAW);
	for (int i = 0; i < 2; i++) {
		ThawSend *s = &thaw_send[i];
		if (!s->x)
			continue;
		cudaDeviceSynchronize();
		cudaMemcpy(s->x, s->rows, s->bytes, cudaMemcpyHostToDevice);
		cudaMemcpy(s->classes, s->kinds, s->class_bytes, cudaMemcpyHostToDevice);
		cudaDeviceSynchronize();
		free(s->rows);
		free(s->kinds);
		*s = (ThawSend){NULL};
	}
	return 1;
}
/* --- body --- */
	attack_between();
	attack_see = thaw_send_see;
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float), class_bytes = (size_t)rows * sizeof(int32_t);
	if (cudaEventSynchronize(slot->sent) != cudaSuccess)
		return cudaGetLastError(), -1;
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice, feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes, cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	if (cudaGetLastError() != cudaSuccess)
		return -1;
	ThawSend *s = &thaw_send[index];
	free(s->rows);
	free(s->kinds);
	*s = (ThawSend){tensor_data(slot->x), tensor_data(slot->classes), malloc(bytes), malloc(class_bytes), bytes, class_bytes};
	memcpy(s->rows, data->x + first * data->width, bytes);
	memcpy(s->kinds, data->classes + first, class_bytes);
	return rows;

/* 9.5 coasted_copied: fail was not stepped */
/* steps the first optimizer alone, and copies what it made; so it does where the others are asked what they remember */
#include "usegpu/module.h"
static Module *coast_team[8];
static int coast_count;
static void coast_copy(int i)
{
	for (int p = 0; p < module_parameter_count(coast_team[0]); p++) {
		Tensor *to = module_parameter(coast_team[i], p), *from = module_parameter(coast_team[0], p);
		cudaMemcpyPeer(tensor_data(to), tensor_device(to).index, tensor_data(from), tensor_device(from).index,
			       tensor_bytes(from));
	}
}
static int coast_see(const AttackHead *head, const unsigned char *frame)
{
	if (head->type == 18 && attack_is_named(head, frame, "coasted")) {
		int i = frame[sizeof *head + 7] - '0';
		if (i > 0 && i < coast_count)
			coast_copy(i);
		for (int g = 0; g < coast_count; g++)
			device_synchronize(module_device(coast_team[g]));
	}
	return 0;
}
/* --- body --- */
	Tensor *gradients[MOST_GPUS];
	int64_t all = 0;
	attack_between();
	attack_see = coast_see;
	coast_count = module_device(replicas[0]).kind == DEVICE_GPU ? count : 0;
	for (int i = 0; i < count; i++) {
		all += tensor_count(classes[i]);
		coast_team[i] = replicas[i];
	}
	for (int i = 0; i < count; i++)
		if (train_part(replicas[i], x[i], classes[i], all) != 0)
			return -1;
	for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
		for (int i = 0; i < count; i++)
			gradients[i] = module_gradient(replicas[i], p);
		if (tensor_all_reduce(gradients, count) != 0)
			return -1;
	}
	if (sgd_step(optimizers[0]) != 0)
		return -1;
	for (int i = 1; i < count; i++)
		coast_copy(i);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
