/* Whose line an instruction is when a header brought it, and which exchanges only store. */
#include "framework/simcuda/tests/core/core_rig.h"

#include <stdio.h>
#include <string.h>

#include "framework/simcuda/ptx/launch.h"

static PtxModule *linked(const char *body)
{
	static const char head[] =
		".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 "
		"p)\n{\n"
		".local .align 8 .b8 frame[64];\n.reg .b64 %SP, %SPL, %rd<9>;\n.reg .b32 %r<9>;\n"
		".loc 1 1 1\nmov.u64 %SPL, frame;\ncvta.local.u64 %SP, %SPL;\n"
		"ld.param.u64 %rd1, [p];\n";
	static const char tail[] = "ret;\n}\n.file 1 \"/home/a/mine.cu\"\n"
				   ".file 2 \"/opt/cuda/bin/../targets/x/include/atomic.hpp\"\n"
				   ".file 3 \"/home/a/include/mine.cuh\"\n";
	char text[4000];
	PtxError error;
	snprintf(text, sizeof text, "%s%s%s", head, body, tail);
	PtxModule *module = ptx_parse(text, strlen(text), &error);
	if (!module || !ptx_link(module, &error))
		fail_msg("line %u: %s\n%s", error.line, error.text, text);
	return module;
}

static const PtxInstr *nth(const PtxModule *module, PtxOp op, int number)
{
	const PtxKernel *code = &module->kernel[0];
	for (uint32_t i = 0; i < code->count; i++)
		if (code->code[i].op == op && number-- == 0)
			return &code->code[i];
	fail_msg("there is no such instruction");
	return NULL;
}

static void line_is(const PtxModule *module, int number, uint32_t file, uint32_t line)
{
	const PtxInstr *instr = nth(module, PTX_ST, number);
	assert_int_equal(instr->file, file);
	assert_int_equal(instr->line, line);
}

static void test_lines(void **state)
{
	(void)state;
	PtxModule *module = linked(".loc 1 8 3\nst.global.u32 [%rd1], %r1;\n"
				   ".loc 2 127 3, function_name $i, inlined_at 1 9 5\n"
				   "st.global.u32 [%rd1], %r1;\n"
				   ".loc 3 4 3, function_name $i, inlined_at 1 10 5\n"
				   "st.global.u32 [%rd1], %r1;\n"
				   ".loc 2 130 3\nst.global.u32 [%rd1], %r1;\n");
	line_is(module, 0, 1, 8);
	line_is(module, 1, 1, 9);   /* a header of the toolkit: the line that called */
	line_is(module, 2, 3, 4);   /* one of the program's: its own */
	line_is(module, 3, 2, 130); /* called, and not inlined: there is no other */
	ptx_free(module);
}

static bool idle(const char *body)
{
	PtxModule *module = linked(body);
	bool is = nth(module, PTX_ATOM, 0)->idle;
	ptx_free(module);
	return is;
}

#define EXCHANGE "atom.global.exch.b32 %r1, [%rd1], 7;\n"

static void test_idle(void **state)
{
	(void)state;
	assert_true(idle(EXCHANGE));
	assert_true(idle(EXCHANGE "st.u32 [%SP+8], %r1;\n"));
	assert_true(idle(EXCHANGE "st.u32 [%SP+8], %r1;\nld.u32 %r2, [%SP+8];\n"
				  "st.u32 [%SP+16], %r2;\n"));
	assert_false(idle(EXCHANGE "st.global.u32 [%rd1], %r1;\n"));
	assert_false(idle(EXCHANGE "st.u32 [%SP+8], %r1;\nld.u32 %r2, [%SP+8];\n"
				   "st.global.u32 [%rd1], %r2;\n"));
	assert_false(idle(EXCHANGE "st.u32 [%SP+8], %r1;\nld.u8 %r2, [%SP+10];\n"
				   "st.global.u32 [%rd1], %r2;\n"));
	assert_false(idle(EXCHANGE "st.u32 [%SP+8], %r1;\nadd.u64 %rd2, %SP, 8;\n"
				   "ld.u32 %r2, [%rd2];\n"));
	assert_false(idle("atom.global.add.u32 %r1, [%rd1], 7;\n"));
	assert_false(idle("atom.global.cas.b32 %r1, [%rd1], 7, 8;\n"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_idle),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
