/* coder.c - a module becomes bytes, or bytes a module: one description of the form does both, so that
 * the two cannot differ.
 *
 * What follows from the rest (where lanes meet, handlers) is not told, but worked out again. A count
 * is believed only if that many elements can still come, so memory stays in proportion to the bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/decoded.h"

#define NAME_MOST 4096
#define NO_NAME   UINT32_MAX

typedef struct Coder {
	bool reads, failed;
	unsigned char *at; /* reading: what comes next */
	size_t left;
	unsigned char *made; /* writing */
	size_t bytes, room;
	PtxError *error;
} Coder;

static void fail(Coder *c, const char *what)
{
	if (!c->failed && c->error)
		snprintf(c->error->text, sizeof c->error->text, "its decoded form: %s", what);
	c->failed = true;
}

static void code(Coder *c, void *value, size_t bytes)
{
	if (c->failed || bytes == 0)
		return;
	if (c->reads) {
		if (bytes > c->left) {
			fail(c, "it ends too early");
			return;
		}
		memcpy(value, c->at, bytes);
		c->at += bytes;
		c->left -= bytes;
		return;
	}
	if (c->bytes + bytes > c->room) {
		size_t room = 2 * (c->bytes + bytes);
		unsigned char *grown =
			c->bytes + bytes <= PTX_DECODED_BYTES ? realloc(c->made, room) : NULL;
		if (!grown) {
			fail(c, "too large");
			return;
		}
		c->made = grown;
		c->room = room;
	}
	memcpy(c->made + c->bytes, value, bytes);
	c->bytes += bytes;
}

#define CODE(c, field) code(c, &(field), sizeof(field))

/* As a byte, of which only 1 is true. */
static void code_flag(Coder *c, bool *flag)
{
	uint8_t byte = *flag;
	CODE(c, byte);
	if (c->reads)
		*flag = byte == 1;
	if (byte > 1)
		fail(c, "a flag that is neither 0 nor 1");
}

/* An array of that many elements; `each`: bytes that one takes at least. Reading: it is made. NULL: there is
 * none, or the coder has failed. */
static void *code_array(Coder *c, void *array, uint32_t *count, uint32_t most, size_t size,
			size_t each)
{
	CODE(c, *count);
	if (!c->reads)
		return array;
	if (c->failed || *count > most || *count * each > c->left) {
		fail(c, "more elements than can be");
		*count = 0;
		return NULL;
	}
	void *made = calloc(*count + (size_t)1, size);
	if (!made) {
		fail(c, "no memory");
		*count = 0;
	}
	return made;
}

#define ARRAY(c, array, count, most, each)                                                         \
	((array) = code_array(c, array, &(count), most, sizeof *(array), each))

/* Messages have them, and what reads messages wants text that can be printed. */
static void name_clean(char *name, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (name[i] < ' ' || name[i] > '~')
			name[i] = '?';
}

static void code_name(Coder *c, char **name)
{
	uint32_t length = *name ? (uint32_t)strnlen(*name, NAME_MOST) : NO_NAME;
	CODE(c, length);
	if (!c->reads) {
		if (*name)
			code(c, *name, length);
		return;
	}
	if (c->failed || length == NO_NAME)
		return;
	if (length > NAME_MOST || !(*name = calloc(length + (size_t)1, 1))) {
		fail(c, "a name that is too long");
		return;
	}
	code(c, *name, length);
	name_clean(*name, length);
}

/* --- instructions ----------------------------------------------------------------------------- */

static void code_operand(Coder *c, PtxOperand *operand)
{
	CODE(c, operand->kind);
	if (c->failed || operand->kind == PTX_ABSENT)
		return;
	if (operand->kind > PTX_CONSTANT) {
		fail(c, "an operand of no kind");
		return;
	}
	CODE(c, operand->at);
	CODE(c, operand->bits);
}

static void code_instr(Coder *c, PtxInstr *instr)
{
	uint8_t *bytes[] = {&instr->op,    &instr->type,   &instr->from,    &instr->mode,
			    &instr->space, &instr->vector, &instr->combine, &instr->order,
			    &instr->scope, &instr->shape,  &instr->layout};
	bool *flags[] = {&instr->flush, &instr->saturate, &instr->carry,   &instr->strong,
			 &instr->nan,   &instr->partial,  &instr->negated, &instr->guard_not};
	for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
		CODE(c, *bytes[i]);
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		code_flag(c, flags[i]);
	code_operand(c, &instr->guard);
	for (int i = 0; i < PTX_OPERANDS; i++)
		code_operand(c, &instr->operand[i]);
	CODE(c, instr->offset);
	CODE(c, instr->target);
	CODE(c, instr->file);
	CODE(c, instr->line);
	CODE(c, instr->text_line);
}

#define INSTR_BYTES 42 /* at least */

/* --- kernels ---------------------------------------------------------------------------------- */

/* Either targets or parameters. */
static void code_list(Coder *c, PtxList *list)
{
	bool jumps = list->target != NULL;
	code_flag(c, &jumps);
	CODE(c, list->callee);
	CODE(c, list->ins);
	if (jumps) {
		ARRAY(c, list->target, list->count, PTX_DECODED_JUMPS, sizeof *list->target);
		code(c, list->target, list->count * sizeof *list->target);
	} else {
		ARRAY(c, list->param, list->count, PTX_MAX_PARAMS, sizeof *list->param);
		code(c, list->param, list->count * sizeof *list->param);
	}
}

static void code_kernel(Coder *c, PtxKernel *k)
{
	uint32_t *numbers[] = {&k->param_bytes, &k->register_bytes, &k->shared_bytes,
			       &k->local_bytes, &k->returns,        &k->threads_most,
			       &k->min_blocks,  &k->registers_said, &k->shared_align};
	code_name(c, &k->name);
	code_flag(c, &k->function);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		CODE(c, *numbers[i]);
	code(c, k->special, sizeof k->special);
	ARRAY(c, k->managed, k->manageds, PTX_DECODED_CODE, sizeof *k->managed);
	code(c, k->managed, k->manageds * sizeof *k->managed);
	ARRAY(c, k->param, k->params, PTX_MAX_PARAMS, sizeof *k->param);
	code(c, k->param, k->params * sizeof *k->param);
	ARRAY(c, k->constant, k->constant_bytes, PTX_DECODED_BYTES, 1);
	code(c, k->constant, k->constant_bytes);
	ARRAY(c, k->list, k->lists, PTX_DECODED_CODE, 13);
	for (uint32_t i = 0; i < k->lists && !c->failed; i++)
		code_list(c, &k->list[i]);
	ARRAY(c, k->more, k->mores, PTX_DECODED_CODE, 1);
	for (uint32_t i = 0; i < k->mores && !c->failed; i++)
		code_operand(c, &k->more[i]);
	ARRAY(c, k->code, k->count, PTX_DECODED_CODE, INSTR_BYTES);
	for (uint32_t i = 0; i < k->count && !c->failed; i++)
		code_instr(c, &k->code[i]);
}

/* --- modules ---------------------------------------------------------------------------------- */

uint32_t ptx_image_told(const PtxModule *module)
{
	uint32_t told = module->image_bytes;
	while (told > 0 && module->image[told - 1] == 0)
		told--;
	return told;
}

/* What is zero at the end is not told. */
static void code_image(Coder *c, PtxModule *m)
{
	uint32_t told = c->reads ? 0 : ptx_image_told(m);
	CODE(c, m->image_bytes);
	CODE(c, told);
	if (c->reads) {
		if (m->image_bytes > PTX_MAX_BYTES || told > m->image_bytes) {
			fail(c, "variables that are too large");
			m->image_bytes = 0;
			return;
		}
		m->image = calloc(m->image_bytes + (size_t)8, 1);
		if (!m->image) {
			fail(c, "no memory");
			m->image_bytes = 0;
			return;
		}
	}
	code(c, m->image, told);
}

#define KERNEL_BYTES 168 /* at least */

static void code_module(Coder *c, PtxModule *m)
{
	CODE(c, m->target);
	CODE(c, m->shared_bytes);
	code_image(c, m);
	ARRAY(c, m->variable, m->variables, PTX_DECODED_CODE, 13);
	for (uint32_t i = 0; i < m->variables && !c->failed; i++) {
		code_name(c, &m->variable[i].name);
		CODE(c, m->variable[i].offset);
		CODE(c, m->variable[i].bytes);
		code_flag(c, &m->variable[i].managed);
	}
	ARRAY(c, m->relocation, m->relocations, PTX_MAX_BYTES / 8, sizeof *m->relocation);
	code(c, m->relocation, m->relocations * sizeof *m->relocation);
	ARRAY(c, m->file, m->files, PTX_DECODED_CODE, sizeof(uint32_t));
	for (uint32_t i = 0; i < m->files && !c->failed; i++)
		code_name(c, &m->file[i]);
	ARRAY(c, m->function, m->functions, PTX_DECODED_CODE, KERNEL_BYTES);
	for (uint32_t i = 0; i < m->functions && !c->failed; i++)
		code_kernel(c, &m->function[i]);
	ARRAY(c, m->kernel, m->kernels, PTX_DECODED_CODE, KERNEL_BYTES);
	for (uint32_t i = 0; i < m->kernels && !c->failed; i++)
		code_kernel(c, &m->kernel[i]);
}

unsigned char *ptx_encode(const PtxModule *module, size_t *bytes)
{
	Coder coder = {.reads = false};
	PtxModule copy = *module; /* which writing leaves as it is */
	code_module(&coder, &copy);
	/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): where it writes, nothing is made for the copy */
	*bytes = coder.bytes;
	if (!coder.failed)
		return coder.made;
	free(coder.made);
	return NULL;
}

static bool flows_find(PtxKernel *kernel, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (kernel[i].count > 0 && !ptx_flow_find(&kernel[i]))
			return false;
	return true;
}

PtxModule *ptx_decode(const void *bytes, size_t size, PtxError *error)
{
	Coder coder = {.reads = true, .at = (unsigned char *)(uintptr_t)bytes, .left = size};
	PtxModule *module = calloc(1, sizeof *module);
	*error = (PtxError){.line = 0};
	coder.error = error;
	if (!module || size > PTX_DECODED_BYTES)
		fail(&coder, module ? "too large" : "no memory");
	else
		code_module(&coder, module);
	if (coder.left > 0)
		fail(&coder, "something behind its end");
	if (!coder.failed && ptx_verify(module, error)) {
		if (flows_find(module->kernel, module->kernels) &&
		    flows_find(module->function, module->functions))
			return module;
		fail(&coder, "no memory");
	}
	ptx_free(module);
	return NULL;
}
