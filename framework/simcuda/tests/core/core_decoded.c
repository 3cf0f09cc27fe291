/* Decoded modules as bytes: what was parsed comes back as it was, and each forged field is refused. */
#include "framework/simcuda/tests/core/core_rig.h"

#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/fuzz/ptx_sample.h"
#include "framework/simcuda/ptx/decoded.h"

static PtxModule *parsed(void)
{
	PtxError error;
	PtxModule *module = ptx_parse(ptx_sample, sizeof ptx_sample - 1, &error);
	if (!module)
		fail_msg("line %u: %s", error.line, error.text);
	return module;
}

static PtxInstr *instr_of(PtxModule *module, PtxOp op)
{
	PtxKernel *kernel = &module->kernel[0];
	for (uint32_t i = 0; i < kernel->count; i++)
		if (kernel->code[i].op == op)
			return &kernel->code[i];
	fail_msg("the sample has no instruction %d", (int)op);
	return NULL;
}

/* --- what is forged --------------------------------------------------------------------------- */

typedef struct Forged {
	const char *name;
	void (*forge)(PtxModule *module);
} Forged;

#define FORGE(name, statement)                                                                     \
	static void name(PtxModule *m)                                                             \
	{                                                                                          \
		PtxKernel *k = &m->kernel[0];                                                      \
		(void)k;                                                                           \
		statement;                                                                         \
	}
FORGE(opcode, k->code[0].op = PTX_OPS)
FORGE(opcode_unused, k->code[0].op = PTX_MUL_HI)
FORGE(type, k->code[0].type = PTX_TYPES)
FORGE(type_none, instr_of(m, PTX_LD)->type = PTX_NONE)
FORGE(type_wider, instr_of(m, PTX_SQRT)->type = PTX_F64)
FORGE(from, instr_of(m, PTX_CVT)->from = PTX_NONE)
FORGE(mode, k->code[0].mode = PTX_MODES)
FORGE(mode_of_vote, instr_of(m, PTX_VOTE)->type = PTX_PRED)
FORGE(mode_of_twice_the_bits, instr_of(m, PTX_AND)->mode = PTX_MODE_WIDE)
FORGE(space, instr_of(m, PTX_ST)->space = PTX_SPACES)
FORGE(order, instr_of(m, PTX_ST)->order = 16)
FORGE(scope, instr_of(m, PTX_ST)->scope = 4)
FORGE(vector, instr_of(m, PTX_LD)->vector = 3)
FORGE(vector_long, instr_of(m, PTX_LD)->vector = 200)
FORGE(parts, instr_of(m, PTX_PACK)->vector = 4)
FORGE(register_beyond, instr_of(m, PTX_FMA)->operand[1].at = k->register_bytes)
FORGE(register_huge, instr_of(m, PTX_FMA)->operand[0].at = UINT32_MAX - 63)
FORGE(register_between, instr_of(m, PTX_FMA)->operand[0].at += 4)
FORGE(register_half, instr_of(m, PTX_FMA)->operand[1].at += 64)
FORGE(register_of_two,
      instr_of(m, PTX_FMA)->operand[1].at = instr_of(m, PTX_LD)->operand[0].at + 128)
FORGE(predicate_in_register, instr_of(m, PTX_BRA)->guard.at = instr_of(m, PTX_FMA)->operand[1].at)
FORGE(special_in_register, k->special[PTX_TID_X] = 1 + instr_of(m, PTX_LD)->operand[0].at)
FORGE(combined_with_none, instr_of(m, PTX_SETP)->combine = PTX_AND)
FORGE(register_bits, instr_of(m, PTX_FMA)->operand[0].bits = 64)
FORGE(register_no_bits, instr_of(m, PTX_FMA)->operand[0].bits = 24)
FORGE(constant_target, instr_of(m, PTX_FMA)->operand[0].kind = PTX_CONSTANT)
FORGE(constant_beyond, instr_of(m, PTX_AND)->operand[2].at = k->constant_bytes)
FORGE(source_absent, instr_of(m, PTX_FMA)->operand[2].kind = PTX_ABSENT)
FORGE(operand_many, instr_of(m, PTX_SQRT)->operand[3] = instr_of(m, PTX_SQRT)->operand[1])
FORGE(kind, memset(&k->code[0].operand[0].kind, 3, 1))
FORGE(guard, instr_of(m, PTX_BRA)->guard.bits = 32)
FORGE(guard_beyond, instr_of(m, PTX_BRA)->guard.at = k->register_bytes)
FORGE(branch, instr_of(m, PTX_BRA)->target = k->count + 1)
FORGE(table, instr_of(m, PTX_BRX)->target = k->lists)
FORGE(table_of_call, instr_of(m, PTX_BRX)->target = instr_of(m, PTX_CALL)->target)
FORGE(table_entry, k->list[instr_of(m, PTX_BRX)->target].target[1] = k->count + 1)
FORGE(call_list, instr_of(m, PTX_CALL)->target = instr_of(m, PTX_BRX)->target)
FORGE(callee, k->list[instr_of(m, PTX_CALL)->target].callee = m->functions)
FORGE(callee_indirect, k->list[instr_of(m, PTX_CALL)->target].callee = PTX_INDIRECT)
FORGE(call_ins, k->list[instr_of(m, PTX_CALL)->target].ins = 9)
FORGE(call_param, k->list[instr_of(m, PTX_CALL)->target].param[0].offset = k->local_bytes)
FORGE(call_param_wraps, k->list[instr_of(m, PTX_CALL)->target].param[0].offset = UINT32_MAX - 1)
FORGE(print_params, instr_of(m, PTX_CALL)->op = PTX_PRINT)
FORGE(assert_params, instr_of(m, PTX_CALL)->op = PTX_ASSERT)
FORGE(param, k->param[1].offset = k->param_bytes - 1)
FORGE(param_long, k->param[0].bytes = UINT32_MAX)
FORGE(param_bytes, k->param_bytes = PTX_MAX_PARAMS + 1)
FORGE(function_param, m->function[0].param[0].offset = m->function[0].local_bytes)
FORGE(returns, m->function[0].returns = m->function[0].params + 1)
FORGE(returns_of_kernel, k->returns = 1)
FORGE(is_function, k->function = true)
FORGE(no_function, m->function[0].function = false)
FORGE(registers, k->register_bytes = UINT32_MAX)
FORGE(registers_fewer, k->register_bytes = 64)
FORGE(constants_fewer, k->constant_bytes = 64)
FORGE(shared, k->shared_bytes = PTX_MAX_SHARED + 1)
FORGE(local, k->local_bytes = PTX_MAX_LOCAL + 1)
FORGE(alignment, k->shared_align = 24)
FORGE(alignment_long, k->shared_align = 1U << 20)
FORGE(special, k->special[PTX_TID_X] = 1 + k->register_bytes)
FORGE(special_between, k->special[PTX_TID_X] += 4)
FORGE(nameless, (free(k->name), k->name = NULL))
FORGE(variable, m->variable[0].offset = m->image_bytes)
FORGE(variable_long, m->variable[0].bytes = UINT32_MAX)
FORGE(managed_no_variable, k->managed[0].variable = m->variables)
FORGE(managed_no_managed, m->variable[k->managed[0].variable].managed = false)
FORGE(managed_register, k->managed[0].at = k->register_bytes - 128)
FORGE(managed_between, k->managed[0].at += 4)
FORGE(matrix_shape, instr_of(m, PTX_MMA)->shape = PTX_SHAPES)
FORGE(matrix_no_shape, instr_of(m, PTX_MMA)->shape = PTX_NO_SHAPE)
FORGE(matrix_rows, instr_of(m, PTX_MATRIX_LD)->shape = PTX_M8N8)
FORGE(matrix_layout, instr_of(m, PTX_MATRIX_LD)->layout = 2)
FORGE(matrix_part, instr_of(m, PTX_MATRIX_ST)->mode = PTX_MATRIX_A)
FORGE(matrix_beyond, instr_of(m, PTX_MMA)->target = k->mores - 10)
FORGE(matrix_wraps, instr_of(m, PTX_MMA)->target = UINT32_MAX - 2)
FORGE(matrix_larger, instr_of(m, PTX_MMA)->shape = PTX_M16N16K16)
FORGE(matrix_register, k->more[instr_of(m, PTX_MMA)->target].at = k->register_bytes)
FORGE(matrix_bits, k->more[instr_of(m, PTX_MMA)->target + 5].bits = 64)
FORGE(matrix_absent, k->more[instr_of(m, PTX_MMA)->target + 5].kind = PTX_ABSENT)
FORGE(matrix_constant, k->more[instr_of(m, PTX_MMA)->target].kind = PTX_CONSTANT)
FORGE(relocation, m->relocation[0] = m->image_bytes - 7)
FORGE(shared_of_module, m->shared_bytes = PTX_MAX_SHARED + 1)

#define FORGED(name)                                                                               \
	{                                                                                          \
#name, name                                                                        \
	}
static const Forged forged[] = {
	FORGED(opcode),
	FORGED(opcode_unused),
	FORGED(type),
	FORGED(type_none),
	FORGED(type_wider),
	FORGED(from),
	FORGED(mode),
	FORGED(mode_of_vote),
	FORGED(mode_of_twice_the_bits),
	FORGED(space),
	FORGED(order),
	FORGED(scope),
	FORGED(vector),
	FORGED(vector_long),
	FORGED(parts),
	FORGED(register_beyond),
	FORGED(register_huge),
	FORGED(register_between),
	FORGED(register_half),
	FORGED(register_of_two),
	FORGED(predicate_in_register),
	FORGED(special_in_register),
	FORGED(combined_with_none),
	FORGED(register_bits),
	FORGED(register_no_bits),
	FORGED(constant_target),
	FORGED(constant_beyond),
	FORGED(source_absent),
	FORGED(operand_many),
	FORGED(kind),
	FORGED(guard),
	FORGED(guard_beyond),
	FORGED(branch),
	FORGED(table),
	FORGED(table_of_call),
	FORGED(table_entry),
	FORGED(call_list),
	FORGED(callee),
	FORGED(callee_indirect),
	FORGED(call_ins),
	FORGED(call_param),
	FORGED(call_param_wraps),
	FORGED(print_params),
	FORGED(assert_params),
	FORGED(param),
	FORGED(param_long),
	FORGED(param_bytes),
	FORGED(function_param),
	FORGED(returns),
	FORGED(returns_of_kernel),
	FORGED(is_function),
	FORGED(no_function),
	FORGED(registers),
	FORGED(registers_fewer),
	FORGED(constants_fewer),
	FORGED(shared),
	FORGED(local),
	FORGED(alignment),
	FORGED(alignment_long),
	FORGED(special),
	FORGED(special_between),
	FORGED(nameless),
	FORGED(variable),
	FORGED(variable_long),
	FORGED(managed_no_variable),
	FORGED(managed_no_managed),
	FORGED(managed_register),
	FORGED(managed_between),
	FORGED(matrix_shape),
	FORGED(matrix_no_shape),
	FORGED(matrix_rows),
	FORGED(matrix_layout),
	FORGED(matrix_part),
	FORGED(matrix_beyond),
	FORGED(matrix_wraps),
	FORGED(matrix_larger),
	FORGED(matrix_register),
	FORGED(matrix_bits),
	FORGED(matrix_absent),
	FORGED(matrix_constant),
	FORGED(relocation),
	FORGED(shared_of_module),
};

static void test_forged(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
		PtxModule *module = parsed();
		PtxError error = {.line = 0};
		size_t bytes = 0;
		forged[i].forge(module);
		unsigned char *coded = ptx_encode(module, &bytes);
		PtxModule *decoded = coded ? ptx_decode(coded, bytes, &error) : NULL;
		if (decoded)
			fail_msg("%s is let through", forged[i].name);
		if (coded && strncmp(error.text, "its decoded form: ", 18) != 0)
			fail_msg("%s: %s", forged[i].name, error.text);
		free(coded);
		ptx_free(module);
	}
}

/* --- the bytes themselves --------------------------------------------------------------------- */

static void test_same(void **state)
{
	PtxError error;
	size_t bytes, again_bytes;
	(void)state;
	PtxModule *module = parsed();
	unsigned char *coded = ptx_encode(module, &bytes);
	PtxModule *decoded = ptx_decode(coded, bytes, &error);
	if (!decoded) {
		fail_msg("line %u: %s", error.line, error.text);
		abort(); /* for who does not know that the test has ended */
	}
	unsigned char *again = ptx_encode(decoded, &again_bytes);
	assert_int_equal(bytes, again_bytes);
	assert_memory_equal(coded, again, bytes);
	/* where lanes meet is not told, but found again */
	for (uint32_t i = 0; i < module->kernel[0].count; i++)
		assert_int_equal(module->kernel[0].code[i].reconverge,
				 decoded->kernel[0].code[i].reconverge);
	assert_true(ptx_link(decoded, &error));
	free(coded);
	free(again);
	ptx_free(module);
	ptx_free(decoded);
}

/* What ptx_link() and ptx_flow_find() fill in. */
static bool is_found_again(size_t at)
{
#define WITHIN(field)                                                                              \
	(at >= offsetof(PtxInstr, field) &&                                                        \
	 at < offsetof(PtxInstr, field) + sizeof((PtxInstr){0}.field))
	return WITHIN(reconverge) || WITHIN(kind) || WITHIN(waits_global) || WITHIN(waits_shared) ||
	       WITHIN(words) || WITHIN(idle) || WITHIN(flops) || WITHIN(unused);
#undef WITHIN
}

/* An operand's last bytes hold nothing. */
static bool is_hole(size_t at)
{
	size_t bytes = sizeof(PtxOperand), used = offsetof(PtxOperand, bits) + 1;
	return at < offsetof(PtxInstr, guard) + bytes && at % bytes >= used;
}

/* Whichever byte of an instruction is another, what is sent is another: no field is forgotten. */
static void test_every_field(void **state)
{
	PtxModule *module = parsed();
	PtxInstr whole;
	size_t bytes, other_bytes;
	(void)state;
	memset(&whole, 1, sizeof whole); /* flags that are true, and registers */
	module->kernel[0].code[0] = whole;
	unsigned char *coded = ptx_encode(module, &bytes);
	for (size_t at = 0; at < sizeof whole; at++) {
		PtxInstr other = whole;
		((unsigned char *)&other)[at] ^= 1;
		memcpy(&module->kernel[0].code[0], &other, sizeof other);
		unsigned char *again = ptx_encode(module, &other_bytes);
		bool same = again && bytes == other_bytes && memcmp(coded, again, bytes) == 0;
		if (same && !is_hole(at) && !is_found_again(at))
			fail_msg("byte %zu of an instruction is not sent", at);
		free(again);
	}
	free(coded);
	ptx_free(module);
}

static void test_cut(void **state)
{
	PtxError error;
	size_t bytes;
	(void)state;
	PtxModule *module = parsed();
	unsigned char *coded = ptx_encode(module, &bytes);
	unsigned char *longer = calloc(bytes + 1, 1);
	assert_non_null(longer);
	memcpy(longer, coded, bytes);
	for (size_t i = 0; i < bytes; i++) {
		unsigned char *cut = malloc(i + 1);
		assert_non_null(cut);
		memcpy(cut, coded, i);
		assert_null(ptx_decode(cut, i, &error));
		assert_true(*error.text);
		free(cut);
	}
	assert_null(ptx_decode(longer, bytes + 1, &error));
	assert_string_equal(error.text, "its decoded form: something behind its end");
	free(longer);
	free(coded);
	ptx_free(module);
}

/* A name that a report could not have in it is printed otherwise. */
static void test_names(void **state)
{
	PtxError error;
	size_t bytes;
	(void)state;
	PtxModule *module = parsed();
	module->kernel[0].name[0] = '\xff';
	unsigned char *coded = ptx_encode(module, &bytes);
	PtxModule *decoded = ptx_decode(coded, bytes, &error);
	assert_non_null(decoded);
	assert_string_equal(decoded->kernel[0].name, "?");
	free(coded);
	ptx_free(module);
	ptx_free(decoded);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same), cmocka_unit_test(test_every_field),
		cmocka_unit_test(test_forged), cmocka_unit_test(test_cut),
		cmocka_unit_test(test_names)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
