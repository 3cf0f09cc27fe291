/* variables.c - declarations: registers, and variables in the memories. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/parse/parse.h"

PtxType parse_type(const char *word, size_t length)
{
	static const char *const names[PTX_TYPES] = {
		[PTX_B8] = "b8",         [PTX_B16] = "b16",     [PTX_B32] = "b32",
		[PTX_B64] = "b64",       [PTX_U8] = "u8",       [PTX_U16] = "u16",
		[PTX_U32] = "u32",       [PTX_U64] = "u64",     [PTX_S8] = "s8",
		[PTX_S16] = "s16",       [PTX_S32] = "s32",     [PTX_S64] = "s64",
		[PTX_F32] = "f32",       [PTX_F64] = "f64",     [PTX_PRED] = "pred",
		[PTX_F16] = "f16",       [PTX_F16X2] = "f16x2", [PTX_BF16] = "bf16",
		[PTX_BF16X2] = "bf16x2",
	};
	for (int i = PTX_NONE + 1; i < PTX_TYPES; i++)
		if (strlen(names[i]) == length && memcmp(names[i], word, length) == 0)
			return (PtxType)i;
	return PTX_NONE;
}

/* ".b8" */
static PtxType take_type(Parse *p)
{
	PtxType type = PTX_NONE;
	if (p->lex.kind == LEX_WORD && p->lex.text[0] == '.')
		type = parse_type(p->lex.text + 1, p->lex.length - 1);
	if (type == PTX_NONE)
		parse_fail(p, "expected a type, got %.*s", PARSE_WORD(p));
	lex_next(&p->lex);
	return type;
}

static bool take_align(Parse *p, Declared *declared)
{
	uint64_t align;
	if (!parse_take(p, ".align"))
		return true;
	if (!parse_number(p, &align, 4096))
		return false;
	if (align == 0 || (align & (align - 1)))
		return parse_fail(p, "an alignment of %u", (unsigned)align);
	declared->align = (uint32_t)align;
	return true;
}

/* "[4][8]"; "[]" has no size. */
static bool take_dimensions(Parse *p, Declared *declared)
{
	while (parse_take(p, "[")) {
		uint64_t count = 0;
		if (parse_take(p, "]")) {
			declared->sized = false;
			continue;
		}
		if (!parse_number(p, &count, PTX_MAX_BYTES) || !parse_expect(p, "]"))
			return false;
		if (count * declared->bytes > PTX_MAX_BYTES)
			return parse_fail(p, "a variable of more than %u bytes", PTX_MAX_BYTES);
		declared->bytes = (uint32_t)(count * declared->bytes);
	}
	return !p->failed;
}

/* What a pointer that is a parameter points at tells nothing. */
static bool skip_ptr(Parse *p)
{
	uint64_t align;
	if (!parse_take(p, ".ptr"))
		return true;
	while (p->lex.kind == LEX_WORD && p->lex.text[0] == '.' && !lex_is(&p->lex, ".align"))
		lex_next(&p->lex);
	return !parse_take(p, ".align") || parse_number(p, &align, 4096);
}

static bool take_attribute(Parse *p, Declared *declared)
{
	if (!parse_take(p, ".attribute"))
		return true;
	declared->managed = true;
	return parse_expect(p, "(") && parse_expect(p, ".managed") && parse_expect(p, ")");
}

bool parse_declared(Parse *p, Declared *declared)
{
	uint64_t lanes = 1;
	*declared = (Declared){.sized = true};
	if (!take_attribute(p, declared) || !take_align(p, declared))
		return false;
	if (parse_take(p, ".v2"))
		lanes = 2;
	else if (parse_take(p, ".v4"))
		lanes = 4;
	declared->type = take_type(p);
	declared->bytes = (uint32_t)lanes * ptx_type_bytes(declared->type);
	if (declared->align == 0)
		declared->align = declared->bytes ? declared->bytes : 1;
	if (!skip_ptr(p) || !take_align(p, declared) || p->failed)
		return false;
	if (p->lex.kind != LEX_WORD)
		return parse_fail(p, "expected a name");
	declared->name = p->lex.text;
	declared->length = p->lex.length;
	lex_next(&p->lex);
	return take_dimensions(p, declared);
}

bool parse_place(Parse *p, const Declared *declared, uint32_t *bytes, uint32_t most,
		 uint32_t *offset)
{
	uint32_t align = declared->align;
	uint64_t at = ((uint64_t)*bytes + align - 1) / align * align;
	if (at + declared->bytes > most)
		return parse_fail(p, "%.*s: more than %u bytes", (int)declared->length,
				  declared->name, most);
	*offset = (uint32_t)at;
	*bytes = (uint32_t)(at + declared->bytes);
	return true;
}

/* Lanes of 4 or 8 bytes; a predicate is one word. Each begins at a multiple of 64 bytes. */
uint32_t parse_register(Parse *p, uint8_t bits, uint32_t count)
{
	uint32_t each = bits == 1 ? 4 : bits == 64 ? 8 * PTX_LANES : 4 * PTX_LANES;
	uint32_t at = p->kernel->register_bytes;
	uint64_t all = (uint64_t)each * count;
	if (at + all > (uint64_t)PTX_MAX_REGISTERS * 8 * PTX_LANES) {
		parse_fail(p, "more than %u registers", PTX_MAX_REGISTERS);
		return 0;
	}
	p->kernel->register_bytes += (uint32_t)(all + 63) / 64 * 64;
	return at;
}

/* "%r<12>" or "%a, %b" */
static bool take_registers(Parse *p)
{
	PtxType type = take_type(p);
	uint8_t bits = type == PTX_PRED ? 1 : (uint8_t)(8 * ptx_type_bytes(type));
	do {
		const char *name = p->lex.text;
		size_t length = p->lex.length;
		uint64_t count = 0;
		if (p->failed || p->lex.kind != LEX_WORD)
			return parse_fail(p, "expected the name of a register");
		lex_next(&p->lex);
		if (parse_take(p, "<") &&
		    (!parse_number(p, &count, PTX_MAX_REGISTERS) || !parse_expect(p, ">")))
			return false;
		uint32_t at = parse_register(p, bits, count ? (uint32_t)count : 1);
		Symbol *symbol = symbol_add(p, name, length, SYMBOL_REGISTER);
		if (!symbol)
			return false;
		symbol->at = at;
		symbol->bits = bits;
		symbol->count = (uint32_t)count;
	} while (parse_take(p, ","));
	return parse_expect(p, ";");
}

static bool is_managed(const Parse *p, const Declared *declared)
{
	bool named = declared->managed;
	for (const char *const *name = p->managed; name && *name && !named; name++)
		named = strlen(*name) == declared->length &&
			memcmp(*name, declared->name, declared->length) == 0;
	return named;
}

static bool add_variable(Parse *p, const Declared *declared, uint32_t offset, bool managed)
{
	PtxModule *m = p->module;
	if (!PARSE_GROW(p, m->variable, m->variables, &p->variable_room))
		return false;
	char *name = parse_name(p, declared->name, declared->length);
	if (!name)
		return false;
	m->variable[m->variables++] = (PtxVariable){
		.name = name, .offset = offset, .bytes = declared->bytes, .managed = managed};
	return true;
}

static void gap_leave(PtxModule *m)
{
	uint32_t before = m->variables ? m->variable[m->variables - 1].bytes : 0;
	uint32_t gap = before < PTX_GAP_LEAST ? PTX_GAP_LEAST : before;
	m->image_bytes += !m->variables ? 0 : gap < PTX_GAP_MOST ? gap : PTX_GAP_MOST;
}

/* clang's headers declare threadIdx and the like as objects of one byte, of which only the address is taken: they lie
 * nowhere, or a kernel that leaves its memory by a little would be told to have come to them. */
static bool is_built_in(const Declared *declared)
{
	static const char *const names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim",
					    "warpSize"};
	bool is = false;
	for (size_t i = 0; i < sizeof names / sizeof *names && !is; i++)
		is = strlen(names[i]) == declared->length &&
		     memcmp(names[i], declared->name, declared->length) == 0;
	return is && declared->bytes == 1;
}

/* .global and .const */
static bool take_in_image(Parse *p, bool constant, bool external)
{
	PtxModule *m = p->module;
	Declared declared;
	uint32_t offset = 0;
	do {
		if (!parse_declared(p, &declared))
			return false;
		if (external)
			return parse_fail(p,
					  "%.*s is defined in another module: programs that are "
					  "linked on the device cannot run",
					  (int)declared.length, declared.name);
		if (is_built_in(&declared)) {
			if (!symbol_add(p, declared.name, declared.length, SYMBOL_IMAGE))
				return false;
			continue;
		}
		uint32_t before = m->image_bytes;
		gap_leave(m);
		if (!parse_place(p, &declared, &m->image_bytes, PTX_MAX_BYTES, &offset))
			return false;
		unsigned char *image = realloc(m->image, m->image_bytes + 8U);
		if (!image)
			return parse_fail(p, "no memory");
		m->image = image;
		memset(image + before, 0, m->image_bytes + 8U - before);
		bool managed = !constant && is_managed(p, &declared);
		if (declared.managed && (constant || !declared.sized))
			return parse_fail(p, "%.*s is managed, and constant or without a size",
					  (int)declared.length, declared.name);
		Symbol *symbol = symbol_add(p, declared.name, declared.length, SYMBOL_IMAGE);
		if (!symbol || !add_variable(p, &declared, offset, managed))
			return false;
		symbol->managed = managed;
		symbol->number = m->variables - 1;
		symbol->at = offset;
		symbol->bytes = declared.bytes;
		symbol->constant = constant;
		if (parse_take(p, "=") && !parse_initialiser(p, &declared, offset))
			return false;
	} while (parse_take(p, ","));
	return parse_expect(p, ";");
}

/* .shared, .local and .param of a call */
static bool take_in_kernel(Parse *p, bool shared)
{
	Declared declared;
	do {
		uint32_t offset = 0;
		if (!parse_declared(p, &declared))
			return false;
		if (!p->kernel && !shared)
			return parse_fail(p, "%.*s stands in no kernel", (int)declared.length,
					  declared.name);
		uint32_t *bytes = !p->kernel ? &p->module->shared_bytes
				  : shared   ? &p->kernel->shared_bytes
					     : &p->kernel->local_bytes;
		SymbolKind kind = shared ? SYMBOL_SHARED : SYMBOL_LOCAL;
		if (!declared.sized)
			kind = SYMBOL_DYNAMIC;
		if (kind == SYMBOL_DYNAMIC && !shared)
			return parse_fail(p, "%.*s has no size", (int)declared.length,
					  declared.name);
		if (kind == SYMBOL_DYNAMIC && declared.align > p->dynamic_align)
			p->dynamic_align = declared.align;
		if (shared && declared.sized && p->kernel && p->kernel->function)
			return parse_fail(p, "%.*s: shared memory of a function that is no kernel",
					  (int)declared.length, declared.name);
		uint32_t most = shared ? PTX_MAX_SHARED : PTX_MAX_LOCAL;
		if (declared.sized && !parse_place(p, &declared, bytes, most, &offset))
			return false;
		Symbol *symbol = symbol_add(p, declared.name, declared.length, kind);
		if (!symbol)
			return false;
		symbol->at = offset;
		symbol->bytes = declared.bytes;
	} while (parse_take(p, ","));
	return parse_expect(p, ";");
}

bool parse_variable(Parse *p, bool external)
{
	if (parse_take(p, ".reg"))
		return p->kernel ? take_registers(p)
				 : parse_fail(p, "registers that stand in no kernel");
	if (parse_take(p, ".shared"))
		return take_in_kernel(p, true);
	if (parse_take(p, ".local") || parse_take(p, ".param"))
		return take_in_kernel(p, false);
	bool constant = parse_take(p, ".const");
	return (constant || parse_expect(p, ".global")) && take_in_image(p, constant, external);
}
