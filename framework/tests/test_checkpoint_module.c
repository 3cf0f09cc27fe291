/* test_checkpoint_module.c - a model's parameters saved and loaded, on GPUs of 64 MiB. */
#include "framework/tests/test_files.h"

static Module *make(uint64_t seed, Device device)
{
	const int sizes[] = {6, 8, 3};
	Module *module = module_mlp(sizes, 3, seed, device);
	assert_non_null(module);
	return module;
}

/* The elements of all parameters, one behind the other; free() them. */
static float *parameters_of(const Module *module, size_t *count)
{
	float *out;
	*count = 0;
	for (int i = 0; i < module_parameter_count(module); i++)
		*count += (size_t)tensor_count(module_parameter(module, i));
	out = malloc(*count * sizeof(float) + 1);
	assert_non_null(out);
	float *at = out;
	for (int i = 0; i < module_parameter_count(module); i++) {
		const Tensor *x = module_parameter(module, i);
		assert_int_equal(tensor_to_host(x, at), 0);
		at += tensor_count(x);
	}
	return out;
}

static void check_same(const Module *a, const Module *b, bool same)
{
	size_t count, other;
	float *x = parameters_of(a, &count), *y = parameters_of(b, &other);
	assert_int_equal(count, other);
	assert_int_equal(memcmp(x, y, count * sizeof(float)) == 0, same);
	free(y);
	free(x);
}

/* From every device to every device: the same bits, where the model was, in one pass. */
static void test_round_trip(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(from)
	{
		FOR_EACH_DEVICE(to)
		{
			Module *a = make(1, from), *b = make(2, to);
			check_same(a, b, false);
			bool on_gpu = to.kind == DEVICE_GPU;
			assert_int_equal(device_synchronize(from), 0);
			SimcudaCounters before = counters_now();
			assert_int_equal(module_save(a, path), 0);
			SimcudaCounters saved = counters_now();
			assert_int_equal(module_load(b, path), 0);
			SimcudaCounters after = counters_now();
			assert_int_equal(saved.copies_d2h - before.copies_d2h,
					 from.kind == DEVICE_GPU ? 4 : 0);
			assert_int_equal(after.copies_h2d - saved.copies_h2d, on_gpu ? 4 : 0);
			assert_int_equal(after.bytes_h2d - saved.bytes_h2d,
					 on_gpu ? 4 * (6 * 8 + 8 + 8 * 3 + 3) : 0);
			assert_int_equal(after.copies_d2h - saved.copies_d2h, 0);
			assert_int_equal(after.copies_d2d + after.copies_p2p,
					 before.copies_d2d + before.copies_p2p);
			assert_int_equal(after.live_bytes, before.live_bytes);
			check_same(a, b, true);
			assert_true(device_equal(module_device(b), to));
			for (int i = 0; i < 4; i++)
				assert_true(
					device_equal(tensor_device(module_parameter(b, i)), to));
			module_free(b);
			module_free(a);
		}
	}
}

static void test_names(void **state)
{
	static const char *const wanted[] = {"0.weight", "0.bias", "2.weight", "2.bias"};
	const Shape shapes[] = {SHAPE(6, 8), SHAPE(8), SHAPE(8, 3), SHAPE(3)};
	(void)state;
	Module *module = make(1, device_gpu(1));
	assert_int_equal(module_save(module, path), 0);
	Checkpoint *file = checkpoint_open(path);
	assert_int_equal(checkpoint_count(file), 4);
	for (int i = 0; i < 4; i++) {
		float *elements = test_elements(module_parameter(module, i));
		assert_string_equal(checkpoint_name(file, i), wanted[i]);
		test_tensor_is(checkpoint_read(file, i, device_gpu(0)), shapes[i], device_gpu(0),
			       DTYPE_FLOAT32, elements);
		free(elements);
	}
	checkpoint_close(file);
	module_free(module);
	/* A model without parameters is a file without tensors. */
	module = module_relu();
	assert_int_equal(module_save(module, path), 0);
	assert_int_equal(module_load(module, path), 0);
	module_free(module);
}

/* Work that is queued before a load uses the parameters of before, work after it the new ones; a
 * tensor that somebody else holds stays what it was. */
static void test_order(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Module *a = make(1, d), *b = make(2, d), *old = make(2, d);
		Tensor *x = tensor_uniform(SHAPE(5, 6), 3, d);
		Tensor *held = tensor_retain(module_parameter(b, 0));
		assert_int_equal(module_save(a, path), 0);
		Tensor *before = module_forward(b, x);
		assert_int_equal(module_load(b, path), 0);
		FAILS_NULL(STATUS_ARGUMENT,
			   "module_backward: no module_forward came before, or its backward has "
			   "been made already",
			   module_backward(b, before));
		Tensor *after = module_forward(b, x);
		Tensor *like_old = module_forward(old, x), *like_a = module_forward(a, x);
		float *elements = test_elements(like_old);
		test_tensor_is(before, SHAPE(5, 3), d, DTYPE_FLOAT32, elements);
		free(elements);
		elements = test_elements(like_a);
		test_tensor_is(after, SHAPE(5, 3), d, DTYPE_FLOAT32, elements);
		free(elements);
		elements = test_elements(module_parameter(old, 0));
		test_tensor_is(held, SHAPE(6, 8), d, DTYPE_FLOAT32, elements);
		free(elements);
		tensor_free(like_a);
		tensor_free(like_old);
		tensor_free(x);
		module_free(old);
		module_free(b);
		module_free(a);
	}
}

/* Tensors with these names in a file, and what loading it into make()'s model says. */
typedef struct Wrong {
	const char *names[5];
	Shape shapes[5];
	int count;
	bool whole_numbers; /* the last one is int32 */
	Status status;
	const char *message; /* with the path in place of @ */
} Wrong;

static const Wrong wrong[] = {
	{{"0.weight", "0.bias", "2.weight"},
	 {{2, {6, 8}}, {1, {8}}, {2, {8, 3}}},
	 3,
	 false,
	 STATUS_ARGUMENT,
	 "@ has no tensor \"2.bias\"; the model wants one"},
	{{"0.weight", "0.bias", "2.weight", "2.bias", "4.bias"},
	 {{2, {6, 8}}, {1, {8}}, {2, {8, 3}}, {1, {3}}, {1, {3}}},
	 5,
	 false,
	 STATUS_ARGUMENT,
	 "@ has the tensor \"4.bias\"; the model has no such parameter"},
	{{"0.weight", "0.bias", "2.weight", "2.bias"},
	 {{2, {6, 8}}, {1, {8}}, {2, {3, 8}}, {1, {3}}},
	 4,
	 false,
	 STATUS_SHAPE,
	 "parameter \"2.weight\" has shape (8, 3), in @ it has (3, 8)"},
	{{"0.weight", "0.bias", "2.weight", "2.bias"},
	 {{2, {6, 8}}, {2, {1, 8}}, {2, {8, 3}}, {1, {3}}},
	 4,
	 false,
	 STATUS_SHAPE,
	 "parameter \"0.bias\" has shape (8,), in @ it has (1, 8)"},
	{{"0.weight", "0.bias", "2.weight", "2.bias"},
	 {{2, {6, 8}}, {1, {8}}, {2, {8, 3}}, {1, {3}}},
	 4,
	 true,
	 STATUS_SHAPE,
	 "parameter \"2.bias\" is of float32, in @ it is of int32"},
	{{""},
	 {{0, {0}}},
	 0,
	 false,
	 STATUS_ARGUMENT,
	 "@ has no tensor \"0.weight\"; the model wants one"},
};

static void test_wrong_files(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
			const Wrong *w = &wrong[i];
			Tensor *tensors[5];
			const char *at = strchr(w->message, '@');
			char message[512];
			for (int k = 0; k < w->count; k++)
				tensors[k] = w->whole_numbers && k + 1 == w->count
						     ? tensor_full_int(w->shapes[k], 1, d)
						     : tensor_ones(w->shapes[k], d);
			assert_int_equal(checkpoint_save(path, w->names,
							 (const Tensor *const *)tensors, w->count),
					 0);
			snprintf(message, sizeof(message), "module_load: %.*s%s%s",
				 (int)(at - w->message), w->message, path, at + 1);
			Module *module = make(4, d), *same = make(4, d);
			SimcudaCounters before = counters_now();
			FAILS(w->status, message, module_load(module, path));
			assert_int_equal(counters_now().api_calls, before.api_calls);
			check_same(module, same, true);
			module_free(same);
			module_free(module);
			for (int k = 0; k < w->count; k++)
				tensor_free(tensors[k]);
		}
	}
}

static void test_misuse(void **state)
{
	char message[512];
	(void)state;
	Module *module = make(1, device_gpu(0)), *same = make(1, device_gpu(0));
	FAILS(STATUS_ARGUMENT, "module_save: module is NULL", module_save(NULL, path));
	FAILS(STATUS_ARGUMENT, "module_save: path is NULL", module_save(module, NULL));
	FAILS(STATUS_ARGUMENT, "module_load: module is NULL", module_load(NULL, path));
	FAILS(STATUS_ARGUMENT, "module_load: path is NULL", module_load(module, NULL));
	FAILS(STATUS_IO, "module_load: /nonexistent cannot be opened: No such file or directory",
	      module_load(module, "/nonexistent"));
	FAILS(STATUS_IO, "module_save: /nonexistent/x cannot be written: No such file or directory",
	      module_save(module, "/nonexistent/x"));
	write_bytes("{}{}{}{}", 8);
	snprintf(message, sizeof(message),
		 "module_load: %s is no safetensors file: it begins with a header's length of "
		 "%llu bytes; wanted 100000000 at most",
		 path, 0x7d7b7d7b7d7b7d7bULL);
	FAILS(STATUS_FORMAT, message, module_load(module, path));
	check_same(module, same, true);
	module_free(same);
	module_free(module);
}

/* A model that fits only once: loading says so and leaves it; saving and the CPU have no trouble.
 */
static void test_no_room(void **state)
{
	DeviceInfo info;
	char message[128];
	(void)state;
	for (int gpu = 0; gpu < 2; gpu++) {
		Module *module = module_linear(2048, 1280, 5, device_gpu(gpu)); /* 10 MiB, twice */
		assert_non_null(module);
		assert_int_equal(module_save(module, path), 0);
		assert_int_equal(device_info(device_gpu(gpu), &info), 0);
		Tensor *rest = tensor_zeros(SHAPE((int64_t)info.memory_free / 4 - (1 << 20)),
					    device_gpu(gpu));
		assert_non_null(rest);
		Module *same = module_copy_to(module, device_cpu());
		assert_int_equal(device_info(device_gpu(gpu), &info), 0);
		snprintf(message, sizeof(message),
			 "module_load: gpu:%d has %.4g MiB free, 10 MiB needed", gpu,
			 (double)info.memory_free / (1 << 20));
		FAILS(STATUS_MEMORY, message, module_load(module, path));
		check_same(module, same, true);
		tensor_free(rest);
		assert_int_equal(module_load(module, path), 0);
		check_same(module, same, true);
		module_free(same);
		module_free(module);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_round_trip, nothing_left),
		cmocka_unit_test_teardown(test_names, nothing_left),
		cmocka_unit_test_teardown(test_order, nothing_left),
		cmocka_unit_test_teardown(test_wrong_files, nothing_left),
		cmocka_unit_test_teardown(test_misuse, nothing_left),
		cmocka_unit_test_teardown(test_no_room, nothing_left),
	};
	setenv("SIMCUDA_MACHINE", "2xtiny", 1);
	return cmocka_run_group_tests_name("checkpoint module", tests, files_setup, files_teardown);
}
