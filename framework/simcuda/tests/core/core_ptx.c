/* Instructions of PTX against C: 64 threads, each with operands of its own, random ones and those at
 * the edges. */
#include "framework/simcuda/tests/core/core_ptx_rig.h"

MODEL(add_32, (uint32_t)(a + b))
MODEL(sub_64, a - b)
MODEL(mul_lo, (uint32_t)((uint32_t)a *(uint32_t)b))
MODEL(mul_hi_s, (uint32_t)((uint64_t)((int64_t)(int32_t)a *(int32_t)b) >> 32))
MODEL(mul_wide_s, (int64_t)(int32_t)a *(int32_t)b)
MODEL(mul_wide_u, (uint64_t)(uint32_t)a *(uint32_t)b)
MODEL(mad_32, (uint32_t)((uint32_t)a *(uint32_t)b + (uint32_t)c))
MODEL(div_u, (uint32_t)b ? (uint32_t)a / (uint32_t)b : UINT32_MAX)
MODEL(rem_u, (uint32_t)b ? (uint32_t)a % (uint32_t)b : (uint32_t)a)
MODEL(div_s, (uint32_t)((int32_t)b == 0    ? -1
			: (int32_t)b == -1 ? (int32_t)(0 - (uint32_t)a)
					   : (int32_t)a / (int32_t)b))
MODEL(min_s, (uint32_t)((int32_t)a < (int32_t)b ? a : b))
MODEL(max_u64, a > b ? a : b)
MODEL(shl_32, (uint32_t)b > 31 ? 0 : (uint32_t)a << (uint32_t)b)
MODEL(shr_s32, (uint32_t)((int32_t)a >> ((uint32_t)b > 31 ? 31 : (uint32_t)b)))
MODEL(xor_64, a ^ b)
MODEL(not_32, (uint32_t)~a)
MODEL(popc_32, __builtin_popcount((uint32_t)a))
MODEL(clz_32, (uint32_t)a ? __builtin_clz((uint32_t)a) : 32)
MODEL(abs_s, (uint32_t)((int32_t)a < 0 ? 0 - (uint32_t)a : (uint32_t)a))
MODEL(add_f, bits_of(float_of(a) + float_of(b)))
MODEL(mul_f, bits_of(float_of(a) * float_of(b)))
MODEL(div_f, bits_of(float_of(a) / float_of(b)))
MODEL(fma_f, bits_of(fmaf(float_of(a), float_of(b), float_of(c))))
MODEL(sqrt_f, bits_of(sqrtf(float_of(a))))
MODEL(cvt_s64, (int64_t)(int32_t)a)
MODEL(cvt_u16, (uint16_t)a)
MODEL(cvt_f_s, bits_of((float)(int32_t)a))
MODEL(cvt_s_f, (uint32_t)(float_of(a) != float_of(a)     ? 0
			  : float_of(a) >= 2147483648.0F ? INT32_MAX
			  : float_of(a) < -2147483648.0F ? INT32_MIN
							 : (int32_t)float_of(a)))
static float tf32_of(float x)
{
	int exponent;
	double part = frexp(x, &exponent); /* of 11 bits, as subnormals have fewer */
	int bits = exponent > -126 ? 11 : 11 + exponent + 125;
	return isfinite(x) ? (float)ldexp(round(ldexp(part, bits)), exponent - bits) : x;
}
MODEL(tf32_f, bits_of(tf32_of(float_of(a))))
MODEL(bfe_u, ((b & 255) > 31 ? 0 : (uint32_t)a >> (b & 255)) &
		     ((c & 255) > 31 ? UINT32_MAX : (1U << (c & 255)) - 1))
MODEL(lop3_maj, (uint32_t)((a & b) | (a & c) | (b & c)))

static const Case cases[] = {
	{"add.s32", 1, 1, 2, add_32},          {"sub.s64", 3, 3, 2, sub_64},
	{"mul.lo.s32", 1, 1, 2, mul_lo},       {"mul.hi.s32", 1, 1, 2, mul_hi_s},
	{"mul.wide.s32", 3, 1, 2, mul_wide_s}, {"mul.wide.u32", 3, 1, 2, mul_wide_u},
	{"mad.lo.s32", 1, 1, 3, mad_32},       {"div.u32", 1, 1, 2, div_u},
	{"rem.u32", 1, 1, 2, rem_u},           {"div.s32", 1, 1, 2, div_s},
	{"min.s32", 1, 1, 2, min_s},           {"max.u64", 3, 3, 2, max_u64},
	{"shl.b32", 1, 1, 2, shl_32},          {"shr.s32", 1, 1, 2, shr_s32},
	{"xor.b64", 3, 3, 2, xor_64},          {"not.b32", 1, 1, 1, not_32},
	{"popc.b32", 1, 1, 1, popc_32},        {"clz.b32", 1, 1, 1, clz_32},
	{"abs.s32", 1, 1, 1, abs_s},           {"add.rn.f32", 2, 2, 2, add_f},
	{"mul.f32", 2, 2, 2, mul_f},           {"div.rn.f32", 2, 2, 2, div_f},
	{"fma.rn.f32", 2, 2, 3, fma_f},        {"sqrt.rn.f32", 2, 2, 1, sqrt_f},
	{"cvt.s64.s32", 3, 1, 1, cvt_s64},     {"cvt.u16.u32", 0, 1, 1, cvt_u16},
	{"cvt.rn.f32.s32", 2, 1, 1, cvt_f_s},  {"cvt.rzi.s32.f32", 1, 2, 1, cvt_s_f},
	{"cvt.rna.tf32.f32", 2, 2, 1, tf32_f}, {"bfe.u32", 1, 1, 3, bfe_u},
};

static void test_arithmetic(void **state)
{
	static const Case lop3 = {"lop3.b32", 1, 1, 3, lop3_maj};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		case_check(&cases[i], "");
	case_check(&lop3, ", 232");
}

/* --- threads that part ------------------------------------------------------------------------- */

static void run_body(const char *body, PtxEnd end, PtxFault *fault, PtxCounts *counts)
{
	char text[4000];
	memset(memory, 0, sizeof memory);
	snprintf(text, sizeof text, "%s%s}\n", HEAD, body);
	assert_int_equal(run_text(text, fault, counts), end);
}

/* Thread i goes i % 5 times round, then all are together again. */
static void test_loops_meet_again(void **state)
{
	PtxFault fault;
	PtxCounts counts = {0};
	(void)state;
	run_body("rem.u32 %r1, %r8, 5;\nmov.u32 %r2, 0;\nLOOP:\nsetp.ge.u32 %p1, %r2, %r1;\n"
		 "@%p1 bra OUT;\nadd.s32 %r2, %r2, 1;\nbra LOOP;\nOUT:\nactivemask.b32 %r3;\n"
		 "st.global.u32 [%rd8], %r2;\nst.global.u32 [%rd8+4], %r3;\nret;\n",
		 PTX_DONE, &fault, &counts);
	for (uint64_t i = 0; i < THREADS; i++)
		assert_int_equal(memory[i], i % 5 | (uint64_t)UINT32_MAX << 32);
	assert_int_equal(counts.divergent_branches, 2 * 4);
}

/* A lock that lanes of one warp wait for: each goes on when it has had it. */
static void test_lock_between_lanes(void **state)
{
	PtxFault fault;
	PtxCounts counts = {0};
	(void)state;
	run_body("ld.param.u64 %rd1, [p];\nLOCK:\natom.global.cas.b32 %r1, [%rd1+1024], 0, 1;\n"
		 "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra LOCK;\nld.global.u32 %r2, [%rd1+1032];\n"
		 "add.s32 %r2, %r2, 1;\nst.global.u32 [%rd1+1032], %r2;\n"
		 "atom.global.exch.b32 %r1, [%rd1+1024], 0;\nst.global.u32 [%rd1+1040], "
		 "%r2;\nret;\n",
		 PTX_DONE, &fault, &counts);
	assert_int_equal(memory[1032 / 8], THREADS);
	assert_int_equal(memory[1024 / 8], 0);
}

static void test_barriers(void **state)
{
	PtxFault fault;
	PtxCounts counts = {0};
	(void)state;
	/* those that have ended are not waited for */
	run_body("setp.ge.u32 %p1, %r8, 40;\n@%p1 bra END;\nbar.sync 0;\nst.global.u32 [%rd8], 7;\n"
		 "END:\nret;\n",
		 PTX_DONE, &fault, &counts);
	assert_int_equal(memory[39], 7);
	assert_int_equal(memory[40], 0);
	/* those that wait further on are */
	run_body("setp.ge.u32 %p1, %r8, 40;\n@%p1 bra ON;\nbar.sync 0;\nON:\nst.global.u32 [%rd8], "
		 "7;\n"
		 "ret;\n",
		 PTX_DIVERGENT_BARRIER, &fault, &counts);
	assert_int_equal(fault.instr != NULL, 1);
}

/* --- counts ------------------------------------------------------------------------------------ */

static void sectors_of(unsigned stride, uint64_t wanted)
{
	char body[300];
	PtxFault fault;
	PtxCounts counts = {0};
	snprintf(
		body, sizeof body,
		"ld.param.u64 %%rd1, [p];\nand.b32 %%r1, %%r8, 31;\nmul.wide.u32 %%rd2, %%r1, %u;\n"
		"add.s64 %%rd1, %%rd1, %%rd2;\nld.global.u32 %%r2, [%%rd1];\nret;\n",
		stride);
	run_body(body, PTX_DONE, &fault, &counts);
	assert_int_equal(counts.requests[0], THREADS / 32);
	assert_int_equal(counts.sectors[0], THREADS / 32 * wanted);
	assert_int_equal(counts.requests[1], 0);
}

static void test_sectors(void **state)
{
	(void)state;
	sectors_of(0, 1);
	sectors_of(4, 4);
	sectors_of(8, 8);
	sectors_of(32, 32);
	sectors_of(64, 32);
}

/* --- what is refused --------------------------------------------------------------------------- */

static void test_refused(void **state)
{
	static const struct {
		const char *body, *words;
		unsigned line;
	} refused[] = {
		{"tex.2d.v4.f32.f32 {%f1}, [a];\n", "the instruction is not known", 16},
		{"add.s32 %r1, %r2;\n", "expected ,", 16},
		{"add.s32 %r1, %r2, %rd1;\n", "%rd1 has 64 bits, not 32", 16},
		{"add.s32 %r1, %r2, %r99;\n", "%r99 is no register", 16},
		{"bra NOWHERE;\n", "there is no label NOWHERE", 16},
		{"ld.global.v4.f64 {%fd1, %fd2, %fd3, %fd4}, [%rd1];\n", "of more than 16 bytes",
		 16},
		{"add.u8 %r1, %r2, %r3;\n", "u8 is not known", 16},
	};
	(void)state;
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		char text[2000];
		PtxError error;
		snprintf(text, sizeof text, "%s%sret;\n}\n", HEAD, refused[i].body);
		assert_null(ptx_parse(text, strlen(text), &error));
		if (!strstr(error.text, refused[i].words) || error.line != refused[i].line)
			fail_msg("%s: line %u: %s", refused[i].body, error.line, error.text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_arithmetic),
		cmocka_unit_test(test_loops_meet_again),
		cmocka_unit_test(test_lock_between_lanes),
		cmocka_unit_test(test_barriers),
		cmocka_unit_test(test_sectors),
		cmocka_unit_test(test_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
