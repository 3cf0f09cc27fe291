/* Products of tensor cores' instructions against sums in double precision. Where an element lies is taken
 * from the tables of PTX ISA, "Matrix Fragments for mma", each written out as it stands there. */
#include "framework/simcuda/tests/core/core_ptx_text.h"

#include "framework/simcuda/ptx/run/small.h"

enum { LANES = 32, ROWS = 16, COLUMNS = 8 };

typedef struct Place {
	int row, column;
} Place;
typedef Place (*PlaceOf)(int lane, int i);

/* .m16n8k16 and .m16n8k8 of .f16 and .bf16 */
static Place small_a(int lane, int i)
{
	int group = lane >> 2, in = lane % 4;
	return (Place){(i < 2 || (i >= 4 && i < 6)) ? group : group + 8,
		       i < 4 ? in * 2 + (i & 1) : in * 2 + (i & 1) + 8};
}
static Place small_b(int lane, int i)
{
	int group = lane >> 2, in = lane % 4;
	return (Place){i < 2 ? in * 2 + (i & 1) : in * 2 + (i & 1) + 8, group};
}
/* .m16n8k8 and .m16n8k4 of .tf32 */
static Place wide_a(int lane, int i)
{
	int group = lane >> 2, in = lane % 4;
	return (Place){i == 0 || i == 2 ? group : group + 8, i < 2 ? in : in + 4};
}
static Place wide_b(int lane, int i)
{
	int group = lane >> 2, in = lane % 4;
	return (Place){i == 0 ? in : in + 4, group};
}
static Place sum_at(int lane, int i)
{
	int group = lane >> 2, in = lane % 4;
	return (Place){i < 2 ? group : group + 8, in * 2 + (i & 1)};
}

typedef struct Form {
	const char *name;
	PtxType type, sum;  /* tf32: F32 */
	int depth, a, b, c; /* registers */
	PlaceOf of_a, of_b;
} Form;

static const Form forms[] = {
	{"m16n8k16.row.col.f32.f16.f16.f32", PTX_F16, PTX_F32, 16, 4, 2, 4, small_a, small_b},
	{"m16n8k16.row.col.f16.f16.f16.f16", PTX_F16, PTX_F16, 16, 4, 2, 2, small_a, small_b},
	{"m16n8k16.row.col.f32.bf16.bf16.f32", PTX_BF16, PTX_F32, 16, 4, 2, 4, small_a, small_b},
	{"m16n8k8.row.col.f32.f16.f16.f32", PTX_F16, PTX_F32, 8, 2, 1, 4, small_a, small_b},
	{"m16n8k8.row.col.f16.f16.f16.f16", PTX_F16, PTX_F16, 8, 2, 1, 2, small_a, small_b},
	{"m16n8k8.row.col.f32.bf16.bf16.f32", PTX_BF16, PTX_F32, 8, 2, 1, 4, small_a, small_b},
	{"m16n8k8.row.col.f32.tf32.tf32.f32", PTX_F32, PTX_F32, 8, 4, 2, 4, wide_a, wide_b},
	{"m16n8k4.row.col.f32.tf32.tf32.f32", PTX_F32, PTX_F32, 4, 2, 1, 4, wide_a, wide_b},
};

static uint32_t seed = 7;
static double drawn(void)
{
	seed = seed * 1664525U + 1013904223U;
	return (int)(seed >> 24) / 16.0 - 8; /* 8 bits: all types have them */
}

static uint32_t bits_of(double value, PtxType type)
{
	float narrow = (float)value;
	uint32_t bits;
	if (type != PTX_F32)
		return ptx_small_write(value, type, PTX_NEAREST);
	memcpy(&bits, &narrow, sizeof bits);
	return bits;
}

static uint32_t *words(void)
{
	return (uint32_t *)(void *)memory;
}

/* Register k of a lane lies at word (at + k) * LANES + lane. */
static void put(int at, int lane, int i, double value, PtxType type)
{
	int per = type == PTX_F32 ? 1 : 2;
	uint32_t *word = &words()[(at + i / per) * LANES + lane];
	*word |= bits_of(value, type) << (per == 2 ? 16 * (i % 2) : 0);
}

static uint32_t get(int at, int lane, int i, PtxType type)
{
	int per = type == PTX_F32 ? 1 : 2;
	uint32_t word = words()[(at + i / per) * LANES + lane];
	return per == 2 ? word >> 16 * (i % 2) & 0xffff : word;
}

static size_t list(char *text, size_t size, int from, int count)
{
	size_t used = 0;
	for (int i = 0; i < count; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%%w%d", i ? ", " : "{",
					 from + i);
	return used + (size_t)snprintf(text + used, size - used, "}");
}

/* Sources are registers 0 on, results 16 on; each is loaded from its own place, and stored there. */
static void form_text(const Form *f, char *text, size_t size)
{
	int sources = f->a + f->b + f->c;
	size_t used = (size_t)snprintf(text, size,
				       ".version 7.0\n.target sm_80\n.address_size 64\n.visible "
				       ".entry k(.param .u64 p)\n{\n"
				       ".reg .b32 %%w<32>;\n.reg .b64 %%rd<3>;\n.reg .b32 "
				       "%%r1;\nld.param.u64 %%rd1, [p];\n"
				       "mov.u32 %%r1, %%tid.x;\nmul.wide.u32 %%rd2, %%r1, "
				       "4;\nadd.s64 %%rd1, %%rd1, %%rd2;\n");
	for (int i = 0; i < sources; i++)
		used += (size_t)snprintf(text + used, size - used,
					 "ld.global.b32 %%w%d, [%%rd1+%d];\n", i, i * 4 * LANES);
	used += (size_t)snprintf(text + used, size - used, "mma.sync.aligned.%s ", f->name);
	used += list(text + used, size - used, 16, f->c);
	text[used++] = ',';
	used += list(text + used, size - used, 0, f->a);
	text[used++] = ',';
	used += list(text + used, size - used, f->a, f->b);
	text[used++] = ',';
	used += list(text + used, size - used, f->a + f->b, f->c);
	used += (size_t)snprintf(text + used, size - used, ";\n");
	for (int i = 0; i < f->c; i++)
		used += (size_t)snprintf(text + used, size - used,
					 "st.global.b32 [%%rd1+%d], %%w%d;\n", i * 4 * LANES,
					 16 + i);
	snprintf(text + used, size - used, "ret;\n}\n");
}

static PtxEnd run(const char *text, uint32_t threads, PtxFault *fault, PtxCounts *counts)
{
	return text_run(text,
			(PtxLaunch){.grid = {1, 1, 1}, .block = {threads, 1, 1}, .budget = 100000},
			fault, counts);
}

static void form_check(const Form *f)
{
	double a[ROWS][16], b[16][COLUMNS], c[ROWS][COLUMNS];
	char text[8000];
	PtxFault fault;
	PtxCounts counts = {0};
	for (int i = 0; i < ROWS * 16; i++)
		a[i / 16][i % 16] = drawn();
	for (int i = 0; i < 16 * COLUMNS; i++) {
		b[i / COLUMNS][i % COLUMNS] = drawn();
		c[i / COLUMNS][i % COLUMNS] = drawn();
	}
	memset(memory, 0, sizeof memory);
	for (int lane = 0; lane < LANES; lane++) {
		for (int i = 0; i < ROWS * f->depth / LANES; i++) {
			Place at = f->of_a(lane, i);
			put(0, lane, i, a[at.row][at.column], f->type);
		}
		for (int i = 0; i < f->depth * COLUMNS / LANES; i++) {
			Place at = f->of_b(lane, i);
			put(f->a, lane, i, b[at.row][at.column], f->type);
		}
		for (int i = 0; i < ROWS * COLUMNS / LANES; i++) {
			Place at = sum_at(lane, i);
			put(f->a + f->b, lane, i, c[at.row][at.column], f->sum);
		}
	}
	form_text(f, text, sizeof text);
	assert_int_equal(run(text, LANES, &fault, &counts), PTX_DONE);
	for (int lane = 0; lane < LANES; lane++)
		for (int i = 0; i < ROWS * COLUMNS / LANES; i++) {
			Place at = sum_at(lane, i);
			double sum = c[at.row][at.column];
			for (int k = 0; k < f->depth; k++)
				sum += a[at.row][k] * b[k][at.column];
			if (get(0, lane, i, f->sum) != bits_of(sum, f->sum))
				fail_msg("%s: row %d, column %d", f->name, at.row, at.column);
		}
}

static void test_products(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		for (int round = 0; round < 5; round++)
			form_check(&forms[i]);
}

/* A thread that is not there, or has gone another way, makes the product undefined. */
static void test_not_all(void **state)
{
	char text[8000];
	PtxFault fault;
	PtxCounts counts = {0};
	(void)state;
	form_text(&forms[0], text, sizeof text);
	memset(memory, 0, sizeof memory);
	assert_int_equal(run(text, LANES - 1, &fault, &counts), PTX_DIVERGENT_SYNC);
}

/* Four matrices of 8 by 8 numbers of 16 bits: lane 8 m + r has the address of row r of matrix m. Thread t gets of
 * each the elements 2 * (t % 4) and the next of row t / 4; transposed: of column t / 4. */
static void rows_check(bool transposed)
{
	char text[2000];
	PtxFault fault;
	PtxCounts counts = {0};
	uint16_t *element = (uint16_t *)(void *)memory;
	for (int i = 0; i < 4 * 64; i++)
		element[i] = (uint16_t)(100 * (i / 64) + i % 64);
	snprintf(
		text, sizeof text,
		".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 "
		"p)\n{\n"
		".reg .b32 %%w<5>;\n.reg .b64 %%rd<5>;\n.reg .b32 %%r1;\nld.param.u64 %%rd1, [p];\n"
		".shared .align 16 .b8 tile[512];\nmov.u32 %%r1, %%tid.x;\n"
		"mul.wide.u32 %%rd2, %%r1, 16;\nadd.s64 %%rd3, %%rd1, %%rd2;\nmov.u64 %%rd4, "
		"tile;\n"
		"add.s64 %%rd4, %%rd4, %%rd2;\nld.global.v4.u32 {%%w1, %%w2, %%w3, %%w4}, "
		"[%%rd3];\n"
		"st.shared.v4.u32 [%%rd4], {%%w1, %%w2, %%w3, %%w4};\nbar.sync 0;\n"
		"ldmatrix.sync.aligned.m8n8.x4%s.shared.b16 {%%w1, %%w2, %%w3, %%w4}, [%%rd4];\n"
		"st.global.v4.u32 [%%rd3+512], {%%w1, %%w2, %%w3, %%w4};\nret;\n}\n",
		transposed ? ".trans" : "");
	assert_int_equal(run(text, LANES, &fault, &counts), PTX_DONE);
	/* 32 rows of 16 bytes, a quarter of a warp at a time, without conflicts; and the plain store */
	assert_int_equal(counts.shared_requests[PTX_LOADS], 1);
	assert_int_equal(counts.shared_conflicts[PTX_LOADS], 0);
	for (int t = 0; t < LANES; t++)
		for (int m = 0; m < 4; m++)
			for (int i = 0; i < 2; i++) {
				int row = t / 4, column = 2 * (t % 4) + i;
				int wanted = 100 * m +
					     (transposed ? 8 * column + row : 8 * row + column);
				assert_int_equal(element[256 + t * 8 + m * 2 + i], wanted);
			}
}

static void test_rows(void **state)
{
	(void)state;
	rows_check(false);
	rows_check(true);
}

/* A matrix in local memory, or at places that differ: by both a lane could get what another one has. */
static void test_astray(void **state)
{
	static const char *const loads[] = {
		"wmma.load.c.sync.aligned.col.m16n16k16.f32 {%w1, %w2, %w3, %w4, %w5, %w6, %w7, "
		"%w8}, "
		"[%rd3], %r2;\n",
		"wmma.load.c.sync.aligned.col.m16n16k16.f32 {%w1, %w2, %w3, %w4, %w5, %w6, %w7, "
		"%w8}, "
		"[%rd1], %r1;\n",
		"wmma.load.c.sync.aligned.col.m16n16k16.f32 {%w1, %w2, %w3, %w4, %w5, %w6, %w7, "
		"%w8}, "
		"[%rd2], %r2;\n",
		"wmma.store.d.sync.aligned.col.m16n16k16.f32 [%rd3], {%w1, %w2, %w3, %w4, %w5, "
		"%w6, "
		"%w7, %w8}, %r2;\n",
		"ldmatrix.sync.aligned.m8n8.x4.b16 {%w1, %w2, %w3, %w4}, [%rd1];\n",
		"ldmatrix.sync.aligned.m8n8.x4.b16 {%w1, %w2, %w3, %w4}, [%rd3];\n",
	};
	(void)state;
	for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) {
		char text[2000];
		PtxFault fault;
		PtxCounts counts = {0};
		memset(memory, 0, sizeof memory);
		snprintf(
			text, sizeof text,
			".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param "
			".u64 "
			"p)\n{\n.reg .b32 %%w<9>;\n.reg .b64 %%rd<5>;\n.reg .b32 %%r<4>;\n"
			".local .align 16 .b8 room[1024];\nld.param.u64 %%rd1, [p];\n"
			"mov.u32 %%r1, %%tid.x;\nmov.u32 %%r2, 16;\nmul.wide.u32 %%rd2, %%r1, 64;\n"
			"add.s64 %%rd2, %%rd1, %%rd2;\nmov.u64 %%rd4, room;\n"
			"cvta.local.u64 %%rd3, %%rd4;\n"
			"mov.u32 %%w1, 0;\nmov.u32 %%w2, 0;\nmov.u32 %%w3, 0;\nmov.u32 %%w4, 0;\n"
			"mov.u32 %%w5, 0;\nmov.u32 %%w6, 0;\nmov.u32 %%w7, 0;\nmov.u32 %%w8, 0;\n"
			"%sret;\n}\n",
			loads[i]);
		if (run(text, LANES, &fault, &counts) != PTX_ASTRAY)
			fail_msg("%s", loads[i]);
	}
}

static void test_refused(void **state)
{
	static const char *const refused[] = {
		"mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32",
		"mma.sync.aligned.m16n8k16.col.col.f32.f16.f16.f32",
		"mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32",
		"mma.sync.aligned.m16n8k16.row.col.f16.bf16.bf16.f16",
		"mma.sync.aligned.m16n8k4.row.col.f32.f16.f16.f32",
		"mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32",
		"wmma.load.a.sync.aligned.row.m16n16k16.global.tf32",
		"wmma.store.d.sync.aligned.row.m16n16k8.global.f16",
		"ldmatrix.sync.aligned.m8n8.x4.shared.f16",
	};
	(void)state;
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		char text[2000];
		PtxError error;
		snprintf(text, sizeof text, "%s%s {%%r1}, [%%rd1];\nret;\n}\n", HEAD, refused[i]);
		assert_null(ptx_parse(text, strlen(text), &error));
		if (!strstr(error.text, "of tensor cores, the simulator knows"))
			fail_msg("%s: %s", refused[i], error.text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_products), cmocka_unit_test(test_not_all),
		cmocka_unit_test(test_rows),     cmocka_unit_test(test_astray),
		cmocka_unit_test(test_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
