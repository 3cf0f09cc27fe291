/* judge.c - decides about lab 4: where parameters are (4.2), and the questions. What is made
 * of tensors (4.1, 4.4), moved (4.3), saved and loaded (4.5, 4.6, 4.9) is judged in files of its own. */
#include "grader/labs/common/causes.h"
#include "grader/labs/common/order.h"
#include "grader/labs/lab4/judge.h"

/* --- 4.2 -------------------------------------------------------------------------------------- */

/* `field`: it says something else than where the parameter is. */
static const char *misplaced_cause(int64_t place, bool field, bool misplaced)
{
	if (place == PINNED)
		return "pinned-taken-for-gpu";
	if (field)
		return "field-believed";
	return misplaced ? "parameter-overlooked" : "parameter-named-wrongly";
}

/* Names of which no two are alike, and none tells its place. */
static const char **draw_names(Judge *j, int count)
{
	const char **names = judge_memory(j, (size_t)count * sizeof *names);
	for (int i = 0; i < count; i++) {
		const int number = MODEL_MOST * (int)judge_between(j, 0, 9) + i;
		const int64_t kind = judge_between(j, 0, 3);
		const char *what = judge_between(j, 0, 1) ? "bias" : "weight";
		names[i] = kind == 0   ? judge_text(j, "%d.%s", number, what)
			   : kind == 1 ? judge_text(j, "conv%d.%s", number, what)
			   : kind == 2 ? judge_text(j, "w%d", number)
				       : judge_text(j, "encoder.layers.%d.attention.query.%s",
						    number, what);
	}
	return names;
}

static void judge_misplaced(Judge *j, int gpus, int device, const Model *m, const int64_t *said)
{
	int64_t count, wanted = 0, on_gpus = 0;
	int current = gpus ? (int)judge_between(j, 0, gpus - 1) : 0;
	Run *r = judge_run(j, gpus);
	model_send(j, r, m);
	run_ints(r, "said", said, m->count);
	const char **names = draw_names(j, m->count);
	for (int i = 0; i < m->count; i++)
		run_text(r, judge_text(j, "name%d", i), names[i]);
	run_int(r, "device", device);
	run_int(r, "current", current);
	run_go(r);
	const char *at =
		judge_text(j, "wanted on %s, on %s", say_device(j, device), say_a_machine(j, gpus));
	const int64_t *answers = run_get_ints(r, "answers", &count);
	int64_t found = run_get_int(r, "found");
	judge_complete(j, count == MODEL_MOST);
	for (int i = 0; i < m->count; i++) {
		on_gpus += m->devices[i] >= 0;
		bool misplaced = m->devices[i] < 0 ? device >= 0 : m->devices[i] != device;
		bool named = wanted < found && answers[wanted] == i;
		const char *why = said[i] == m->devices[i] || (said[i] < 0 && m->devices[i] < 0)
					  ? ""
					  : ", though its field says otherwise";
		judge_because(j, misplaced_cause(m->devices[i], *why != '\0', misplaced));
		judge_that(j, !misplaced || named, "%s: %s is %s%s, but it was not named", at,
			   names[i], say_place(j, m->devices[i]), why);
		judge_that(j, misplaced || !named, "%s: %s is %s%s, and yet it was named", at,
			   names[i], say_place(j, m->devices[i]), why);
		wanted += misplaced;
	}
	judge_because(j, "parameter-overlooked");
	judge_int(j, judge_text(j, "%s: what is returned", at), found, wanted);
	judge_that_for(j, !run_get_int(r, "beyond"), "written-behind",
		       "%s: something was written behind the room for names, which is for %d", at,
		       m->count);
	judge_that_for(j, !run_get_int(r, "changed"), "input-changed",
		       "%s: a field of a parameter was changed", at);
	judge_because(j, "copied-to-look");
	Traffic went = run_traffic(r);
	judge_not_carried(j, &went, at);
	judge_at_most(j, judge_text(j, "%s: copies", at), went.all.copies, 0);
	judge_no_error_left_at(j, r, at);
	if (gpus > 0)
		judge_device_kept(j, r, current);
	/* last, and where a call that asked nobody has been told in which place it was wrong */
	judge_that_for(
		j,
		gpus == 0 || !run_is_linked(r) ||
			run_counts(r)->asked_pointers >= (uint64_t)m->count,
		"cuda-not-asked",
		"%s: CUDA was asked about %lld of %d parameters: it alone knows where each one is",
		at, (long long)run_counts(r)->asked_pointers, m->count);
	judge_that_for(j,
		       gpus == 0 || !run_is_linked(r) ||
			       run_counts(r)->asked_allocations >= (uint64_t)on_gpus,
		       "cuda-not-asked",
		       "%s: CUDA was asked about %lld of %lld parameters on GPUs: it alone knows "
		       "where each "
		       "one is",
		       at, (long long)run_counts(r)->asked_allocations, (long long)on_gpus);
	if (gpus == 4)
		judge_lesson(j,
			     "A field says where somebody thinks that memory is; CUDA knows: of %d "
			     "parameters, wanted on %s, yours named %lld, and %lld were elsewhere. "
			     "To ask takes %s.",
			     m->count, say_device(j, device), (long long)found, (long long)wanted,
			     say_many(j, went.all.copies, "copy", "copies"));
}

/* Places from `least` to `most`, at random; the fields say what is right. */
static Model draw_places(Judge *j, int count, int64_t least, int64_t most, int64_t *said)
{
	Model m = {.count = count};
	for (int i = 0; i < m.count; i++) {
		m.counts[i] = judge_between(j, 1, 50);
		m.devices[i] = judge_between(j, least, most);
		said[i] = m.devices[i] < 0 ? -1 : m.devices[i];
	}
	model_draw(j, &m);
	return m;
}

static void judge_4_2(Judge *j)
{
	int64_t said[MODEL_MOST];
	int gpu = (int)judge_between(j, 0, 1);
	Model m = draw_places(j, 4, gpu, gpu, said); /* nothing is misplaced */
	judge_misplaced(j, 2, gpu, &m, said);
	judge_misplaced(j, 2, !gpu, &m, said); /* all are: as many names as there is room for */
	m.devices[3] = !gpu;                   /* the last bias was left behind */
	said[3] = !gpu;
	judge_misplaced(j, 2, gpu, &m, said);
	said[3] = gpu; /* the field is wrong */
	judge_misplaced(j, 2, gpu, &m, said);

	m = draw_places(j, (int)judge_between(j, 200, MODEL_MOST - 2), PINNED, 3, said);
	m.devices[0] = 2;
	m.devices[4] = PINNED; /* for which CUDA names a GPU, the one that was current */
	m.devices[7] = CPU;
	m.devices[m.count - 2] = m.devices[m.count - 1] =
		1; /* who leaves the last one out misses it */
	for (int i = 0; i < m.count; i++)
		said[i] = judge_between(j, -1, 3);
	judge_misplaced(j, 4, 0, &m, said);
	m.count--; /* a list need not be pairs */
	judge_misplaced(j, 4, 2, &m, said);
	judge_misplaced(j, 4, CPU, &m, said);
	m = draw_places(j, 1, CPU, CPU, said);
	judge_misplaced(j, 0, CPU, &m, said);
}

/* --- questions -------------------------------------------------------------------------------- */

static void judge_4_7(Judge *j)
{
	enum { CASES = 6, LAYERS = 5, DEEP = 3, LAYERS_MOST = 100 };
	int64_t layers[CASES], sizes[CASES * (LAYERS + 1) + LAYERS_MOST], wanted_bytes[CASES],
		count, used = 0;
	float alpha[CASES], beta[CASES];
	double wanted[CASES];
	for (int i = 0; i < CASES; i++) {
		/* the last has more numbers than 32 bits can count */
		int64_t most = i == 5 ? 100000 : i ? 2000 : 9, least = i == 5 ? most * 3 / 4 : 1;
		layers[i] = i == DEEP ? judge_between(j, LAYERS, LAYERS_MOST)
			    : i       ? judge_between(j, 1, LAYERS)
				      : 1;
		alpha[i] = (float)judge_between(j, 1, 4000) / 16;
		beta[i] = (float)judge_between(j, 1, 4000) / 16;
		int64_t weights = 0, biases = 0;
		for (int k = 0; k <= layers[i]; k++) {
			sizes[used + k] = judge_between(j, least, most);
			biases += k > 0 ? sizes[used + k] : 0;
			weights += k > 0 ? sizes[used + k - 1] * sizes[used + k] : 0;
		}
		used += layers[i] + 1;
		wanted_bytes[i] = 4 * (weights + biases);
		wanted[i] = (double)(2 * layers[i]) * alpha[i] +
			    (double)wanted_bytes[i] / beta[i] / 1e3;
	}
	Run *r = judge_run(j, 0);
	run_ints(r, "layers", layers, CASES);
	run_ints(r, "sizes", sizes, used);
	run_floats(r, "alpha", alpha, CASES);
	run_floats(r, "beta", beta, CASES);
	run_go(r);
	const int64_t *bytes = run_want_ints(r, "bytes", CASES);
	const float *times = run_get_floats(r, "times", &count);
	judge_complete(j, times && count == CASES);
	for (int i = 0, at = 0; i < CASES; at += (int)layers[i++] + 1) {
		const char *text = judge_text(j, "sizes {%d", (int)sizes[at]);
		for (int k = 1; k <= layers[i] && k <= LAYERS; k++)
			text = judge_text(j, "%s, %d", text, (int)sizes[at + k]);
		if (layers[i] > LAYERS)
			text = judge_text(j, "%s ... of %d layers", text, (int)layers[i]);
		judge_because(j, "model-bytes");
		judge_int(j, judge_text(j, "%s}: bytes", text), bytes[i], wanted_bytes[i]);
		judge_because(j, "model-travel");
		judge_real(j, judge_text(j, "%s}, alpha %.4g, %.4g GB/s", text, alpha[i], beta[i]),
			   times[i], wanted[i], 1e-4);
	}
	judge_lesson(j,
		     "A layer has as many weights as inputs times outputs, and each parameter is a "
		     "copy of its own: %s in %lld copies take %s by yours and %s by ours.",
		     say_bytes(j, (double)bytes[1]), 2 * (long long)layers[1], say_us(j, times[1]),
		     say_us(j, wanted[1]));
}

static void judge_4_8(Judge *j)
{
	enum { CASES = 10, MOST = 12, GPUS = 7, DEEP = 4, DEEPEST = 300 };
	int64_t counts[CASES], x[CASES], devices[CASES * MOST + DEEPEST], wanted[CASES], count,
		used = 0, order[CASES] = {0};
	int shown = 0;
	draw_order(j, order, CASES); /* the place of a model tells nothing of it */
	for (int i = 0; i < CASES; i++) {
		const int64_t of = order[i];
		shown = of == 2 ? i : shown;
		counts[i] = of == DEEP ? 2 * judge_between(j, MOST, DEEPEST / 2)
			    : of == 9  ? 2
				       : 2 * judge_between(j, 2, MOST / 2);
		x[i] = judge_between(j, -1, GPUS - 1);
		int64_t other = x[i] < GPUS - 1 ? x[i] + 1 : -1;
		/* none, the first one, a bias, a weight; behind it all is mixed */
		wanted[i] = of % 5 == 0   ? counts[i]
			    : of % 5 == 1 ? 0
			    : of % 5 == 2 ? 2 * judge_between(j, 0, counts[i] / 2 - 1) + 1
			    : of % 5 == 3 ? 2 * judge_between(j, 1, counts[i] / 2 - 1)
					  : judge_between(j, of == DEEP ? MOST : 0, counts[i] - 1);
		for (int64_t k = 0; k < counts[i]; k++)
			devices[used + k] = k < wanted[i]    ? x[i]
					    : k == wanted[i] ? other
							     : judge_between(j, -1, GPUS - 1);
		for (int64_t k = 0; k < counts[i] && of == 1; k++)
			devices[used + k] = other; /* the model in one place, and x in another */
		used += counts[i];
	}
	Run *r = judge_run(j, 0);
	run_ints(r, "counts", counts, CASES);
	run_ints(r, "x", x, CASES);
	run_ints(r, "devices", devices, used);
	run_go(r);
	const int64_t *answers = run_get_ints(r, "answers", &count);
	judge_complete(j, count == CASES);
	for (int i = 0, at = 0; i < CASES; at += (int)counts[i++]) {
		const char *text = judge_text(j, "x %d, devices {%d", (int)x[i], (int)devices[at]);
		for (int k = 1; k < counts[i] && k < MOST; k++)
			text = judge_text(j, "%s, %d", text, (int)devices[at + k]);
		if (counts[i] > MOST)
			text = judge_text(j, "%s ... of %d", text, (int)counts[i]);
		judge_because(j, "operations-before");
		judge_int(j, judge_text(j, "%s}", text), answers[i], wanted[i]);
	}
	judge_lesson(j,
		     "A layer computes where its parameters are, and one that is elsewhere stops "
		     "the pass: in model %d of %d yours finds it at number %lld, and so do we.",
		     shown + 1, CASES, (long long)answers[shown]);
}

#define NO_MEMORY                                                                                  \
	"malloc calloc realloc reallocarray aligned_alloc posix_memalign memalign valloc pvalloc " \
	"mmap mmap64 mremap sbrk brk strdup strndup asprintf vasprintf open_memstream getline "    \
	"getdelim cudaMalloc* cudaHostAlloc cudaHostRegister"

static const Check checks[] = {
	{.id = "4.1",
	 .title = "init_parameters makes a network where it is wanted",
	 .points = 2,
	 .gpus = 4,
	 .function = "init_parameters",
	 .forbidden = "module_*",
	 .rule = "make them with the tensor_ functions",
	 .hints = {"on which device is each tensor made that you use on the way?",
		   "tensor_uniform, tensor_scale and tensor_full with that device; tensor_sub, or "
		   "tensor_add_scaled; give back what is not a parameter",
		   "weight = tensor_sub(tensor_scale(u, 2 * range), tensor_full(shape, range, "
		   "device)), each kept in a variable, so that it can be freed; if one of all is "
		   "NULL, free all and set them to NULL"},
	 .judge = judge_4_1},
	{.id = "4.2",
	 .title = "find_misplaced asks where each parameter is",
	 .points = 1,
	 .gpus = 4,
	 .function = "find_misplaced",
	 .hints = {"how many parameters did you look at, and whom did you ask?",
		   "cudaPointerGetAttributes fills a type and a device; only for "
		   "cudaMemoryTypeDevice the device counts",
		   "on = -1; on = where.device if the call succeeds and the type is "
		   "cudaMemoryTypeDevice; name it if on != device"},
	 .judge = judge_4_2},
	{.id = "4.3",
	 .title = "move_model moves all of it, or nothing",
	 .points = 2,
	 .stretch = true,
	 .gpus = 4,
	 .function = "move_model",
	 .forbidden = "tensor_* module_*",
	 .rule = "CUDA calls and plain C",
	 .hints = {"what do you have to give back when the third of four parameters does not fit?",
		   "two rounds: in the first make all copies and change nothing; in the second, if "
		   "all are there, give the old memory back and put the new in its place",
		   "keep the new pointers in an array of your own; when one is NULL, free those "
		   "before it and return -1 with the parameters untouched"},
	 .judge = judge_4_3,
	 .slow = true},
	{.id = "4.4",
	 .title = "predict runs where the parameters are",
	 .points = 1,
	 .gpus = 2,
	 .function = "predict",
	 .forbidden = "module_* device_set_policy",
	 .rule = "use the tensor_ functions, and copy where it can be seen",
	 .hints = {"where is x, and where are the parameters?",
		   "tensor_as_in_device moves x only if it must, and its result is given back like "
		   "any other; tensor_matmul, tensor_add_row, tensor_relu",
		   "y = tensor_as_in_device(x, tensor_device(parameters[0])); in each layer free "
		   "what came in when the next is there; no relu behind the last layer"},
	 .judge = judge_4_4},
	{.id = "4.5",
	 .title = "save_parameters writes parameters from GPUs to a file",
	 .points = 2,
	 .gpus = 2,
	 .function = "save_parameters",
	 .forbidden = NO_MEMORY " tensor_* module_* checkpoint_*",
	 .rule = "the buffer is all the memory that it needs",
	 .hints = {"how does a parameter that is larger than the buffer get into the file?",
		   "piece after piece: cudaMemcpy to the buffer, fwrite from it; look at what each "
		   "call returns, fclose too",
		   "for (at = 0; at < count; at += room): the piece has room numbers, or "
		   "count - at if that is less; copy from data + at"},
	 .no_children = true,
	 .judge = judge_4_5},
	{.id = "4.6",
	 .title = "load_parameters reads parameters from a file to GPUs",
	 .points = 1,
	 .gpus = 2,
	 .function = "load_parameters",
	 .forbidden = NO_MEMORY " tensor_* module_* checkpoint_*",
	 .rule = "the buffer is all the memory that it needs",
	 .hints = {"it is 4.5 the other way round: which two calls change places?",
		   "piece after piece: fread into the buffer, cudaMemcpy from it; fread says how "
		   "many numbers came",
		   "fread(buffer, sizeof(float), piece, file) == piece, then cudaMemcpy to "
		   "data + at"},
	 .no_children = true,
	 .judge = judge_4_6},
	{.id = "4.7",
	 .title = "question: the size of a model, and its travel",
	 .points = 1,
	 .stretch = true,
	 .gpus = 0,
	 .function = "travel_microseconds",
	 .hints = {"how many numbers does the example have, counted by hand?",
		   "a layer has in * out weights and out biases, of 4 bytes each, in two "
		   "parameters",
		   "2 * layers * alpha + bytes / (1000 * gb_per_s); add up the bytes as int64_t"},
	 .judge = judge_4_7},
	{.id = "4.8",
	 .title = "question: which operation is refused?",
	 .points = 1,
	 .gpus = 0,
	 .function = "operations_done",
	 .hints = {"where is the result of an operation that was not refused?",
		   "where its inputs are; so every result is on the device of x",
		   "count parameters from the first one as long as they are on x's device"},
	 .judge = judge_4_8},
	{.id = "4.9",
	 .title = "save_safely writes a whole file, or leaves the old one",
	 .points = 1,
	 .stretch = true,
	 .gpus = 2,
	 .function = "save_safely",
	 .forbidden = NO_MEMORY " tensor_* module_* checkpoint_*",
	 .rule = "the buffer is all the memory that it needs",
	 .hints = {"what is in the file of that name when the disk gets full half-way?",
		   "write to PATH.part; rename() it when it is whole",
		   "snprintf(part, sizeof part, \"%s.part\", path); at the end rename(part, path) "
		   "if all went well, else remove(part)"},
	 .no_children = true,
	 .judge = judge_4_9},
};

const LabChecks lab4_judge = {
	.number = 4,
	.name = "lab4_parameters",
	.checks = checks,
	.count = sizeof checks / sizeof *checks,
	.causes = lab4_causes,
};
