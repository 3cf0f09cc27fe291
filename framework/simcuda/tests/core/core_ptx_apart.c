/* core_ptx_apart.c - what an instruction does in one lane hangs on no other lane, but where lanes exchange values: so
 * nothing goes from thread to thread that is not counted. Of all opcodes and types that a decoded module may have. */
#include "framework/simcuda/tests/core/core_rig.h"

#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/decoded.h"
#include "framework/simcuda/ptx/launch.h"

#define BASE   UINT64_C(0x10000)
#define RECORD 256 /* bytes of a lane: what it loads, then what it stores */
#define STORED 128

/* Each lane loads registers of all widths, makes something that nobody wants, then does what is tried, in place of the
 * add, and stores. */
static const char text[] =
	".version 6.3\n.target sm_75\n.address_size 64\n"
	".visible .entry k(.param .u64 p)\n{\n"
	".local .align 16 .b8 own[16];\n.reg .pred %p<5>;\n.reg .b16 %h<5>;\n.reg .b32 %r<5>;\n"
	".reg .b64 %d<5>;\n.reg .b32 %t<2>;\n.reg .b64 %a<4>;\n"
	"mov.u32 %t0, %tid.x;\nld.param.u64 %a0, [p];\nmul.wide.u32 %a1, %t0, 256;\n"
	"add.u64 %a0, %a0, %a1;\nmov.u64 %a2, own;\ncvta.local.u64 %a3, %a2;\n"
	"mov.u16 %h0, 0;\nmov.u32 %r0, 0;\nmov.u64 %d0, 0;\nsetp.ne.u32 %p0, %r0, 0;\n"
	"ld.global.u16 %h1, [%a0];\nld.global.u16 %h2, [%a0+2];\nld.global.u16 %h3, "
	"[%a0+4];\nld.global.u16 %h4, [%a0+6];\n"
	"ld.global.u32 %r1, [%a0+8];\nld.global.u32 %r2, [%a0+12];\nld.global.u32 %r3, "
	"[%a0+16];\nld.global.u32 %r4, [%a0+20];\n"
	"ld.global.u64 %d1, [%a0+24];\nld.global.u64 %d2, [%a0+32];\nld.global.u64 %d3, "
	"[%a0+40];\nld.global.u64 %d4, [%a0+48];\n"
	"and.b32 %t1, %r1, 1;\nsetp.ne.u32 %p1, %t1, 0;\nand.b32 %t1, %r2, 1;\nsetp.ne.u32 %p2, "
	"%t1, 0;\n"
	"and.b32 %t1, %r3, 1;\nsetp.ne.u32 %p3, %t1, 0;\nand.b32 %t1, %r4, 1;\nsetp.ne.u32 %p4, "
	"%t1, 0;\n"
	"st.local.u64 [own], 0;\nst.local.u64 [own+8], 0;\nadd.u64 _, %d1, %d2;\nmov.pred _, %p1;\n"
	"add.u32 %r0, %r1, %r2;\n"
	"selp.u32 %t1, 1, 0, %p0;\nst.global.u32 [%a0+128], %t1;\nst.global.u16 [%a0+132], %h0;\n"
	"st.global.u32 [%a0+136], %r0;\nst.global.u64 [%a0+144], %d0;\nld.local.u64 %d0, [own];\n"
	"st.global.u64 [%a0+152], %d0;\nld.local.u64 %d0, [own+8];\nst.global.u64 [%a0+160], %d0;\n"
	"ret;\n}\n";

static unsigned char memory[PTX_LANES * RECORD];

static bool find(void *context, uint64_t address, PtxSpan *span)
{
	(void)context;
	*span = (PtxSpan){.base = BASE, .bytes = sizeof memory, .at = memory};
	return address - BASE < sizeof memory;
}

/* --- what may be an instruction ------------------------------------------------------------------- */

enum { NO_REGISTER, PREDICATE, OF_16, OF_32, OF_64, WIDTHS };

static PtxModule *parsed;
static PtxOperand of_width[WIDTHS][5], address;
static uint32_t place; /* of the add */

/* The registers are found by the instructions that write them. */
static void registers_find(const PtxKernel *k)
{
	static const int widths[65] = {[1] = PREDICATE, [16] = OF_16, [32] = OF_32, [64] = OF_64};
	int count[WIDTHS] = {0};
	for (uint32_t i = 0; i < k->count; i++) {
		const PtxInstr *instr = &k->code[i];
		const PtxOperand *to = &instr->operand[0];
		bool is_zero = instr->op == PTX_MOV && instr->operand[1].kind == PTX_CONSTANT;
		bool takes = is_zero || instr->op == PTX_SETP ||
			     (instr->op == PTX_LD && instr->space == PTX_GLOBAL);
		if (instr->op == PTX_CVTA)
			address = *to;
		if (instr->op == PTX_ADD && instr->type == PTX_U32)
			place = i;
		if (takes && to->kind == PTX_REGISTER && count[widths[to->bits]] < 5)
			of_width[widths[to->bits]][count[widths[to->bits]]++] = *to;
	}
}

/* The next way to give it operands, each of a width or none; *way counts up. */
static bool operands_next(PtxInstr *instr, uint32_t *way, bool addressed)
{
	const uint32_t ways = WIDTHS * WIDTHS * WIDTHS * WIDTHS;
	for (; *way < ways; ++*way) {
		uint32_t left = *way;
		memset(instr->operand, 0, sizeof instr->operand);
		for (int i = 0; i < 4; i++, left /= WIDTHS)
			instr->operand[i] = of_width[left % WIDTHS][i];
		if (instr->operand[0].kind == PTX_ABSENT && instr->op != PTX_NOTHING)
			continue; /* nobody would see it */
		if (addressed)
			instr->operand[PTX_ADDRESS] = address;
		if (!ptx_verify_instr(parsed, &parsed->kernel[0], instr, &(PtxError){0}))
			continue;
		++*way;
		return true;
	}
	return false;
}

/* --- running it ----------------------------------------------------------------------------------- */

static uint64_t seed = 9;

static void lane_fill(int lane)
{
	for (int i = 0; i < STORED; i++) {
		seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		memory[lane * RECORD + i] = (unsigned char)(seed >> 40);
	}
}

static bool run(const PtxModule *module)
{
	const uint64_t base = BASE;
	PtxFault fault = {.end = PTX_DONE};
	PtxCounts counts = {0};
	const PtxLaunch launch = {.module = module,
				  .kernel = &module->kernel[0],
				  .grid = {1, 1, 1},
				  .block = {PTX_LANES, 1, 1},
				  .params = &base,
				  .budget = 10000,
				  .memory = {NULL, find}};
	for (int i = 0; i < PTX_LANES; i++)
		memset(memory + i * RECORD + STORED, 0, RECORD - STORED);
	return ptx_run(&launch, &fault, &counts) == PTX_DONE;
}

/* Whether a lane has stored the same where all others have loaded something else. */
static bool is_apart(const PtxModule *module)
{
	unsigned char first[RECORD - STORED];
	const int lane = (int)(seed >> 33) % PTX_LANES;
	const unsigned char *stored = memory + lane * RECORD + STORED;
	for (int i = 0; i < PTX_LANES; i++)
		lane_fill(i);
	if (!run(module))
		return true;
	memcpy(first, stored, sizeof first);
	for (int i = 0; i < PTX_LANES; i++)
		if (i != lane)
			lane_fill(i);
	return !run(module) || memcmp(first, stored, sizeof first) == 0;
}

/* What lanes hand on by these is counted; and what leads elsewhere does not come to the stores. */
static bool is_looked_at(unsigned op)
{
	static const uint8_t others[] = {
		PTX_SHFL,    PTX_VOTE,      PTX_MATCH,    PTX_REDUX,      PTX_MMA,   PTX_MATRIX_LD,
		PTX_BAR_RED, PTX_MATRIX_ST, PTX_BAR_WARP, PTX_BAR,        PTX_BRA,   PTX_ACTIVEMASK,
		PTX_BRX,     PTX_CALL,      PTX_PRINT,    PTX_BAR_ARRIVE, PTX_ASSERT};
	for (size_t i = 0; i < sizeof others; i++)
		if (op == others[i])
			return false;
	return true;
}

static void instr_look(const unsigned char *coded, size_t bytes, const PtxInstr *instr)
{
	PtxError error;
	PtxModule *module = ptx_decode(coded, bytes, &error);
	assert_non_null(module);
	module->kernel[0].code[place] = *instr;
	if (ptx_verify(module, &error) && ptx_link(module, &error) && !is_apart(module))
		fail_msg("opcode %u of type %u, %u, mode %u, flags %d%d: a lane has it from others",
			 instr->op, instr->type, instr->from, instr->mode, instr->saturate,
			 instr->carry);
	ptx_free(module);
}

/* Others have one type alone. */
static bool has_two_types(unsigned op)
{
	return op == PTX_CVT || op == PTX_SET || op == PTX_SLCT || op == PTX_PACK ||
	       op == PTX_UNPACK || op == PTX_DP4A || op == PTX_DP2A;
}

/* Those by which handlers are chosen; of operations on two types the first alone. */
static const uint8_t modes[] = {PTX_PLAIN,   PTX_TO_ZERO,   PTX_ATOM_CAS,
				PTX_MODE_HI, PTX_MODE_WIDE, PTX_INT_DOWN};

static void types_look(const unsigned char *coded, size_t bytes, PtxInstr instr)
{
	const bool two = has_two_types(instr.op);
	const bool addressed = instr.op == PTX_LD || instr.op == PTX_ST || instr.op == PTX_ATOM ||
			       instr.op == PTX_RED;
	for (size_t i = 0; i < (two ? 1 : sizeof modes); i++) {
		instr.mode = modes[i];
		for (uint32_t way = 0; operands_next(&instr, &way, addressed);)
			for (int flags = 0; flags < (two ? 1 : 3); flags++) {
				instr.saturate = flags == 1;
				instr.carry = flags == 2;
				instr_look(coded, bytes, &instr);
			}
	}
}

static void test_lanes_are_apart(void **state)
{
	PtxError error;
	size_t bytes;
	(void)state;
	parsed = ptx_parse(text, sizeof text - 1, &error);
	assert_non_null(parsed);
	registers_find(ptx_find(parsed, "k"));
	unsigned char *coded = ptx_encode(parsed, &bytes);
	for (unsigned op = 0; op < PTX_OPS; op++)
		for (unsigned type = 0; is_looked_at(op) && type < PTX_TYPES; type++)
			for (unsigned from = 0; from < (has_two_types(op) ? PTX_TYPES : 1U); from++)
				types_look(coded, bytes,
					   (PtxInstr){.op = (uint8_t)op,
						      .type = (uint8_t)type,
						      .from = (uint8_t)from});
	free(coded);
	ptx_free(parsed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_lanes_are_apart)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
