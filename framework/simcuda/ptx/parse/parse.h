/* parse.h - what the parts of the parser share.
 *
 * The first mistake ends the text: parse_fail() notes it, and from then on the reader finds nothing
 * more, so that every loop comes to its end. */
#ifndef PTX_PARSE_H
#define PTX_PARSE_H

#include "framework/simcuda/ptx/parse/lex.h"

typedef enum SymbolKind {
	SYMBOL_REGISTER, /* a range of them: count is not 0 */
	SYMBOL_SHARED,
	SYMBOL_DYNAMIC, /* shared memory whose size comes with the launch */
	SYMBOL_LOCAL,
	SYMBOL_IMAGE, /* .global and .const */
	SYMBOL_PARAM, /* of a kernel */
	SYMBOL_LABEL,
	SYMBOL_FUNCTION,
	SYMBOL_LIST, /* .branchtargets */
	SYMBOL_PROTOTYPE,
} SymbolKind;

typedef struct Symbol {
	const char *name; /* in the text, not ended */
	size_t length;
	SymbolKind kind;
	uint32_t at;    /* register, offset, instruction, or number */
	uint32_t bytes; /* of a variable */
	uint32_t count;
	uint8_t bits;  /* of a register */
	bool constant; /* .const */
	bool managed;  /* and number is the variable's */
	uint32_t number;
	uint32_t used;  /* of shared memory: in which function last; parse_shared_use() */
	uint32_t under; /* the one before with this hash; 0: none */
} Symbol;

#define SYMBOL_BUCKETS 4096

/* A branch, or an entry of a list, whose label may still come. */
typedef struct Jump {
	const char *name;
	size_t length;
	uint32_t line;
	bool in_list;
	uint32_t number, entry; /* the instruction; or which list, which entry */
} Jump;

/* A .loc, in which line of PTX it stands, and where its code was inlined; file 0: it was not. */
typedef struct Inlined {
	uint32_t text_line, file, line;
} Inlined;

typedef struct Parse {
	Lex lex;
	PtxError *error;
	bool failed;
	const char *const *managed; /* names of variables; NULL: none */
	PtxModule *module;
	Symbol *symbol; /* a stack: a scope's go when it ends; 0 is none */
	uint32_t symbols, symbol_room;
	uint32_t bucket[SYMBOL_BUCKETS];
	PtxKernel *kernel; /* that is being read; NULL: none */
	uint32_t code_room, list_room, constant_room, param_room, managed_room, more_room;
	uint32_t *constant_slot; /* by hash of value: 1 + offset */
	uint32_t constant_slots, constant_used;
	uint32_t dynamic_align;
	Jump *jump;
	uint32_t jumps, jump_room;
	Inlined *inlined;
	uint32_t inlineds, inlined_room;
	uint32_t file, line; /* by .loc */
	uint32_t depth;      /* of scopes in a kernel */
	uint32_t bodies;     /* of functions, so far */
	uint32_t kernel_room, function_room, variable_room, image_room, file_room, relocation_room;
} Parse;

/* Notes the mistake, at this line or where the reader is; false. */
bool parse_fail(Parse *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool parse_fail_at(Parse *p, uint32_t line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Takes the mark or word, if it comes next. */
bool parse_take(Parse *p, const char *text);
/* It has to come next. */
bool parse_expect(Parse *p, const char *text);
/* A number, which may be negative. */
bool parse_number(Parse *p, uint64_t *value, uint64_t most);
/* A copy, to be freed. NULL: no memory, noted. */
char *parse_name(Parse *p, const char *name, size_t length);
/* An element more for an array that holds `count`; NULL: no memory, noted. It is all zero. */
void *parse_grow(Parse *p, void *array, uint32_t count, uint32_t *room, size_t size);
#define PARSE_GROW(p, array, count, room)                                                          \
	((array) = parse_grow(p, array, count, room, sizeof *(array)), !(p)->failed)

/* "%.*s" of the current word. */
#define PARSE_WORD(p) (int)((p)->lex.length < 80 ? (p)->lex.length : 80), (p)->lex.text

/* --- symbols.c -------------------------------------------------------------------------------- */

Symbol *symbol_add(Parse *p, const char *name, size_t length, SymbolKind kind);
/* NULL: there is none. Of a range of registers: the range, and which one. */
Symbol *symbol_find(Parse *p, const char *name, size_t length, uint32_t *number);
void symbol_scope_end(Parse *p, uint32_t symbols);

/* --- variables.c ------------------------------------------------------------------------------ */

PtxType parse_type(const char *word, size_t length);
/* From .reg, .shared, .local, .global, .const, .param to the semicolon; *linked: .extern came. */
bool parse_variable(Parse *p, bool external);
uint32_t parse_register(Parse *p, uint8_t bits, uint32_t count);
/* ".align 4 .b8 name[16]": what a parameter or variable is. */
typedef struct Declared {
	PtxType type;
	uint32_t align, bytes;
	bool sized;   /* no [] without a number */
	bool managed; /* .attribute(.managed) */
	const char *name;
	size_t length;
} Declared;
bool parse_declared(Parse *p, Declared *declared);
/* Room for it behind *bytes, aligned; false: more than `most`. */
bool parse_place(Parse *p, const Declared *declared, uint32_t *bytes, uint32_t most,
		 uint32_t *offset);
bool parse_initialiser(Parse *p, const Declared *declared, uint32_t offset);

/* --- function.c, module.c --------------------------------------------------------------------- */

bool parse_function(Parse *p, bool entry, bool external);
bool parse_module(Parse *p);
/* The lines of what clang's own header brings: those that named it. */
void parse_lines(const Parse *p);
bool parse_loc(Parse *p);
bool parse_skip_line(Parse *p);

/* --- operand.c -------------------------------------------------------------------------------- */

PtxOperand parse_constant(Parse *p, uint8_t bits, uint64_t value);
PtxOperand parse_special(Parse *p, PtxSpecial special);
/* Where a variable of the image begins, and *at, where it lies behind that. */
PtxOperand parse_image(Parse *p, const Symbol *symbol, uint32_t *at);
/* A register or constant for that type; wide: a wider register will do. */
bool parse_source(Parse *p, PtxType type, bool wide, PtxOperand *operand);
bool parse_target(Parse *p, PtxType type, bool wide, PtxOperand *operand);
bool parse_predicate(Parse *p, PtxOperand *operand, bool *negated);
bool parse_address(Parse *p, PtxInstr *instr);
uint8_t parse_bits(PtxType type);

/* --- instr.c, words.c, special.c, list.c ------------------------------------------------------ */

/* What an instruction looks like: see words.c. */
typedef struct Form {
	const char *name;
	uint8_t op;
	const char *operands, *types;
	uint32_t groups;
} Form;

bool parse_instr(Parse *p);
const Form *form_find(const char *name, size_t length);
/* Takes the words behind the name; false: one of them is not known, and *unknown says which. */
bool form_words(const Form *form, const char *words, size_t length, PtxInstr *instr,
		const char **unknown, size_t *unknown_length);
/* Adds it to the kernel. */
bool parse_emit(Parse *p, const PtxInstr *instr);
bool parse_mov(Parse *p, PtxInstr *instr);
bool parse_call(Parse *p, PtxInstr *instr);
bool parse_brx(Parse *p, PtxInstr *instr);
/* mma, wmma or ldmatrix: the name has so many bytes. */
bool parse_matrix(Parse *p, PtxInstr *instr, size_t name);
bool parse_label_list(Parse *p, Symbol *label);
bool parse_jump(Parse *p, Jump jump);
/* Those whose label is known now. */
void parse_jumps_resolve(Parse *p, uint32_t from, bool all);

/* --- known.c ---------------------------------------------------------------------------------- */

/* Calls of functions that are not there become the engine's own instructions. */
bool parse_calls_know(Parse *p, PtxKernel *code);

#endif
