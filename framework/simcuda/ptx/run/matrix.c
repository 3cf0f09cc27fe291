/* matrix.c - what tensor cores do: products of small matrices whose parts lie in all lanes of a warp.
 *
 * Where a part of mma.sync lies is told by PTX ISA, "Matrix Fragments for mma". Of wmma it is left open:
 * here element number i of a matrix, row by row, is number i % P of lane i / P, where each lane has P.
 *
 * A sum is worked out in double precision and rounded once. GPUs add in an order of their own, and cut off
 * what is small: their last bits may be others. */
#include <string.h>

#include "framework/simcuda/ptx/matrix.h"
#include "framework/simcuda/ptx/run/small.h"
#include "framework/simcuda/ptx/run/warp.h"

#define ELEMENTS_MOST 512
#define PIECE         16 /* bytes that a lane reaches at once */

typedef enum Part { PART_A, PART_B, PART_C } Part;

/* A part of a product, or what a load or store is about. */
typedef struct Fragment {
	const PtxOperand *operand;
	uint32_t registers, rows, columns, each; /* each: elements of a lane */
	PtxType type;
	Part part;
	bool open; /* wmma */
} Fragment;

static bool is_small(PtxType type)
{
	return type == PTX_F16 || type == PTX_BF16;
}

/* Which element is number i of the lane. */
static uint32_t element(const Fragment *f, uint32_t lane, uint32_t i)
{
	uint32_t group = lane / 4, in = lane % 4, pair = i % 2, q = i / 2, row, column;
	bool small = is_small(f->type);
	if (f->open)
		return lane * f->each + i;
	if (f->part == PART_C) {
		row = group + 8 * q;
		column = 2 * in + pair;
	} else if (f->part == PART_A) {
		row = group + 8 * (small ? q % 2 : pair);
		column = small ? 2 * in + pair + 8 * (q / 2) : in + 4 * q;
	} else {
		row = small ? 2 * in + pair + 8 * q : in + 4 * i;
		column = group;
	}
	return row * f->columns + column;
}

static double value_of(uint32_t bits, PtxType type)
{
	float narrow;
	if (is_small(type))
		return ptx_small_read((uint16_t)bits, type);
	bits &= type == PTX_B32 ? ~UINT32_C(0x1fff)
				: UINT32_MAX; /* tf32 has 10 bits behind the point */
	memcpy(&narrow, &bits, sizeof narrow);
	return narrow;
}

static uint32_t bits_of(double value, PtxType type)
{
	float narrow = (float)value;
	uint32_t bits;
	if (is_small(type))
		return ptx_small_write(value, type, PTX_NEAREST);
	memcpy(&bits, &narrow, sizeof bits);
	return bits;
}

/* The bits of each element. */
static void fragment_read(const PtxWarp *warp, const Fragment *f, uint32_t *bits)
{
	uint32_t per = is_small(f->type) ? 2 : 1;
	for (uint32_t lane = 0; lane < PTX_LANES; lane++)
		for (uint32_t i = 0; i < f->each; i++) {
			uint32_t word = (uint32_t)ptx_lane(warp, &f->operand[i / per], (int)lane);
			bits[element(f, lane, i)] = per == 2 ? word >> 16 * (i % 2) & 0xffff : word;
		}
}

/* Where there are more registers than that takes, they hold it again. */
static void fragment_write(PtxWarp *warp, const Fragment *f, const uint32_t *bits)
{
	uint32_t per = is_small(f->type) ? 2 : 1, used = f->each < per ? 1 : f->each / per;
	for (uint32_t k = 0; k < f->registers; k++) {
		uint32_t lanes[PTX_LANES];
		for (uint32_t lane = 0; lane < PTX_LANES; lane++) {
			uint32_t i = k % used * per;
			lanes[lane] = bits[element(f, lane, i)];
			if (per == 2)
				lanes[lane] |= bits[element(f, lane, i + 1)] << 16;
		}
		ptx_put32(warp, &f->operand[k], lanes, PTX_ALL);
	}
}

static bool all_here(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	if (lanes == PTX_ALL)
		return true;
	ptx_fail(warp, instr, __builtin_ctz(lanes), PTX_DIVERGENT_SYNC);
	return false;
}

static Fragment fragment_of(const PtxWarp *warp, const PtxInstr *instr, Part part,
			    const PtxMatrix *matrix)
{
	const PtxOperand *more = &warp->current->frame->code->more[instr->target];
	Fragment f = {.operand = more + matrix->d,
		      .registers = matrix->a,
		      .rows = matrix->rows,
		      .columns = matrix->depth,
		      .type = (PtxType)instr->from,
		      .part = part,
		      .open = instr->shape >= PTX_M16N16K16};
	if (part != PART_A) {
		f.columns = matrix->columns;
		f.operand += matrix->a;
		f.registers = matrix->b;
	}
	if (part == PART_B)
		f.rows = matrix->depth;
	if (part == PART_C) {
		f.operand += matrix->b;
		f.registers = matrix->c;
		f.type = (PtxType)instr->type;
	}
	f.each = f.rows * f.columns / PTX_LANES;
	return f;
}

static void product(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	PtxMatrix m;
	uint32_t bits[3][ELEMENTS_MOST];
	if (!all_here(warp, instr, lanes) || !ptx_matrix_of(instr, &m))
		return;
	Fragment f[3];
	/* what each lane has of the product is made of so many numbers of each factor */
	ptx_votes_note(warp, lanes, PTX_ALL_BITS, m.rows * m.columns / PTX_LANES * m.depth);
	for (int part = PART_A; part <= PART_C; part++) {
		f[part] = fragment_of(warp, instr, (Part)part, &m);
		fragment_read(warp, &f[part], bits[part]);
	}
	for (uint32_t row = 0; row < m.rows; row++)
		for (uint32_t column = 0; column < m.columns; column++) {
			uint32_t *sum = &bits[PART_C][row * m.columns + column];
			double value = value_of(*sum, f[PART_C].type);
			for (uint32_t k = 0; k < m.depth; k++)
				value += value_of(bits[PART_A][row * m.depth + k], f[PART_A].type) *
					 value_of(bits[PART_B][k * m.columns + column],
						  f[PART_B].type);
			*sum = bits_of(value, f[PART_C].type);
		}
	f[PART_C].operand -= m.a + m.b + m.d; /* where d lies */
	fragment_write(warp, &f[PART_C], bits[PART_C]);
}

/* --- memory ------------------------------------------------------------------------------------- */

/* Rows or columns, which follow each other at this distance: each lane reaches as many elements as it has, side
 * by side. */
typedef struct Lines {
	uint64_t base, stride; /* stride: elements */
	uint32_t length, element;
} Lines;

static uint64_t line_address(const Lines *lines, uint32_t at)
{
	return lines->base +
	       (at / lines->length * lines->stride + at % lines->length) * lines->element;
}

/* One piece of each lane's. False: a fault. */
static bool piece_move(PtxWarp *warp, const PtxInstr *instr, const Lines *lines, uint32_t each,
		       uint32_t from, unsigned char *memory)
{
	bool store = instr->op == PTX_MATRIX_ST;
	uint32_t count = PIECE / lines->element < each ? PIECE / lines->element : each;
	uint32_t bytes = count * lines->element;
	uint64_t address[PTX_LANES];
	for (uint32_t lane = 0; lane < PTX_LANES; lane++)
		address[lane] = line_address(lines, lane * each + from);
	ptx_count(warp, instr, address, PTX_ALL, bytes, store ? PTX_STORES : PTX_LOADS);
	for (uint32_t lane = 0; lane < PTX_LANES; lane++) {
		unsigned char *here = memory + (lane * each + from) * lines->element;
		warp->storing = store ? here : NULL;
		unsigned char *there = ptx_access(warp, instr, (int)lane, address[lane], bytes,
						  store ? PTX_WRITTEN : PTX_READ);
		warp->storing = NULL;
		if (!there || ptx_failed(warp))
			return false;
		memcpy(store ? there : here, store ? here : there, bytes);
	}
	return true;
}

/* A matrix lies in shared or global memory, and all lanes name the same place: else one could get by it what another
 * one has. */
static bool is_named_alike(PtxWarp *warp, const PtxInstr *instr, uint64_t base, uint64_t stride)
{
	const PtxOperand *strides = &instr->operand[0];
	const PtxSpace space = ptx_space_reached(instr, base);
	for (int lane = 0; lane < PTX_LANES; lane++) {
		if ((space == PTX_SHARED || space == PTX_GLOBAL) &&
		    ptx_address(warp, instr, lane) == base &&
		    (strides->kind == PTX_ABSENT || ptx_lane(warp, strides, lane) == stride))
			continue;
		ptx_fail(warp, instr, lane, PTX_ASTRAY);
		return false;
	}
	return true;
}

static void part_move(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	PtxMatrix m;
	uint32_t bits[ELEMENTS_MOST];
	unsigned char memory[ELEMENTS_MOST * 4];
	if (!all_here(warp, instr, lanes) || !ptx_matrix_of(instr, &m))
		return;
	bool store = instr->op == PTX_MATRIX_ST, by_column = instr->layout != 0;
	Fragment f = {.operand = &warp->current->frame->code->more[instr->target],
		      .registers = m.d + m.c,
		      .rows = m.rows,
		      .columns = m.columns,
		      .each = m.rows * m.columns / PTX_LANES,
		      .type = (PtxType)instr->type,
		      .open = true};
	Lines lines = {.base = ptx_address(warp, instr, 0),
		       .length = by_column ? m.rows : m.columns,
		       .element = is_small(f.type) ? 2 : 4};
	lines.stride = instr->operand[0].kind == PTX_ABSENT ? lines.length
							    : ptx_lane(warp, &instr->operand[0], 0);
	if (!is_named_alike(warp, instr, lines.base, lines.stride))
		return;
	if (store)
		fragment_read(warp, &f, bits);
	for (uint32_t i = 0; i < m.rows * m.columns; i++) {
		uint32_t at = by_column ? i % m.columns * m.rows + i / m.columns : i;
		if (store)
			memcpy(memory + at * lines.element, &bits[i], lines.element);
	}
	for (uint32_t from = 0; from < f.each; from += PIECE / lines.element)
		if (!piece_move(warp, instr, &lines, f.each, from, memory))
			return;
	for (uint32_t i = 0; by_column && i < m.rows * m.columns; i++)
		ptx_hands_note(warp, instr, (int)(i * PTX_LANES / (m.rows * m.columns)),
			       line_address(&lines, i % m.columns * m.rows + i / m.columns),
			       lines.element, store ? PTX_WRITTEN : PTX_READ);
	if (store)
		return;
	memset(bits, 0, sizeof bits);
	for (uint32_t i = 0; i < m.rows * m.columns; i++) {
		uint32_t at = by_column ? i % m.columns * m.rows + i / m.columns : i;
		memcpy(&bits[i], memory + at * lines.element, lines.element);
	}
	fragment_write(warp, &f, bits);
}

/* ldmatrix: 8 lanes each have the addresses of a matrix's rows, of 8 elements of 16 bits. */
static void rows_load(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	uint32_t count = instr->vector ? instr->vector : 1,
		 some = count == 4 ? PTX_ALL : (1U << 8 * count) - 1;
	uint16_t row[PTX_LANES][8];
	uint64_t address[PTX_LANES];
	if (!all_here(warp, instr, lanes))
		return;
	const PtxOperand *target = &warp->current->frame->code->more[instr->target];
	for (int lane = 0; lane < PTX_LANES; lane++) {
		address[lane] = ptx_address(warp, instr, lane);
		if ((some >> lane & 1) && ptx_space_reached(instr, address[lane]) != PTX_SHARED) {
			ptx_fail(warp, instr, lane, PTX_ASTRAY);
			return;
		}
	}
	ptx_count(warp, instr, address, some, sizeof row[0], PTX_LOADS);
	for (uint32_t lane = 0; lane < 8 * count; lane++) {
		const unsigned char *from =
			ptx_access(warp, instr, (int)lane, address[lane], sizeof row[0], PTX_READ);
		if (!from || ptx_failed(warp))
			return;
		memcpy(row[lane], from, sizeof row[0]);
	}
	for (uint32_t k = 0; k < count; k++) {
		uint32_t t[PTX_LANES];
		for (uint32_t lane = 0; lane < PTX_LANES; lane++) {
			uint32_t r = lane / 4, c = 2 * (lane % 4);
			for (uint32_t i = 0; i < 2; i++)
				ptx_hands_note(warp, instr, (int)lane,
					       instr->layout ? address[8 * k + c + i] + 2 * r
							     : address[8 * k + r] + 2 * (c + i),
					       2, PTX_READ);
			uint32_t low = instr->layout ? row[8 * k + c][r] : row[8 * k + r][c];
			uint32_t high =
				instr->layout ? row[8 * k + c + 1][r] : row[8 * k + r][c + 1];
			t[lane] = low | high << 16;
		}
		ptx_put32(warp, &target[k], t, PTX_ALL);
	}
}

/* To the nearest of 10 bits behind the point, ties away from 0. */
static void round_tf32(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	uint32_t t[PTX_LANES];
	PTX_SRC(LaneU32, a, 1);
	for (int i = 0; i < PTX_LANES; i++) {
		uint32_t size = a[i] & 0x7fffffff;
		t[i] = size > 0x7f800000    ? 0x7fffffff
		       : size == 0x7f800000 ? a[i]
					    : (a[i] + 0x1000) & 0xffffe000;
	}
	ptx_put32(warp, &instr->operand[0], t, lanes);
}

PtxHandler ptx_matrix_handler(const PtxInstr *instr)
{
	if (instr->op == PTX_ROUND_TF32)
		return round_tf32;
	if (instr->op == PTX_MMA)
		return product;
	if (instr->op == PTX_MATRIX_LD && instr->shape == PTX_M8N8)
		return rows_load;
	return ptx_is_matrix(instr) ? part_move : NULL;
}
