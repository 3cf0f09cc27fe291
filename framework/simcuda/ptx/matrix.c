/* matrix.c - the shapes of tensor cores' instructions; PTX ISA, "Warp Level Matrix Instructions". */
#include "framework/simcuda/ptx/matrix.h"

#define T(type) (1U << PTX_##type)

/* What a and b are made of; tf32 is B32. Registers of a, b, and of c and d as f32. */
static const struct Shape {
	uint32_t types, rows, columns, depth, a, b, c;
	bool with_f16; /* c and d may be f16, in half as many registers */
} shapes[][3] = {
	[PTX_M16N8K16] = {{T(F16), 16, 8, 16, 4, 2, 4, true}, {T(BF16), 16, 8, 16, 4, 2, 4, false}},
	[PTX_M16N8K8] = {{T(F16), 16, 8, 8, 2, 1, 4, true},
			 {T(BF16), 16, 8, 8, 2, 1, 4, false},
			 {T(B32), 16, 8, 8, 4, 2, 4, false}},
	[PTX_M16N8K4] = {{T(B32), 16, 8, 4, 2, 1, 4, false}},
	[PTX_M16N16K16] = {{T(F16), 16, 16, 16, 8, 8, 8, true},
			   {T(BF16), 16, 16, 16, 4, 4, 8, false}},
	[PTX_M32N8K16] = {{T(F16), 32, 8, 16, 8, 8, 8, true}, {T(BF16), 32, 8, 16, 8, 2, 8, false}},
	[PTX_M8N32K16] = {{T(F16), 8, 32, 16, 8, 8, 8, true}, {T(BF16), 8, 32, 16, 2, 8, 8, false}},
	[PTX_M16N16K8] = {{T(B32), 16, 16, 8, 4, 4, 8, false}},
};

static const struct Shape *shape_of(const PtxInstr *instr, uint32_t type)
{
	if (instr->shape == PTX_NO_SHAPE || instr->shape >= sizeof shapes / sizeof *shapes)
		return NULL;
	for (int i = 0; i < 3; i++)
		if (shapes[instr->shape][i].types >> type & 1)
			return &shapes[instr->shape][i];
	return NULL;
}

static bool product_of(const PtxInstr *instr, PtxMatrix *matrix)
{
	const struct Shape *shape = shape_of(instr, instr->from);
	bool half = instr->type == PTX_F16;
	if (!shape || (instr->type != PTX_F32 && !(half && shape->with_f16)))
		return false;
	uint32_t c = half ? shape->c / 2 : shape->c;
	*matrix = (PtxMatrix){shape->rows, shape->columns, shape->depth, c, shape->a, shape->b, c};
	return true;
}

static bool part_of(const PtxInstr *instr, PtxMatrix *matrix)
{
	bool sum = instr->mode == PTX_MATRIX_C, store = instr->op == PTX_MATRIX_ST;
	bool half = instr->type == PTX_F16;
	if (instr->shape < PTX_M16N16K16 || (store && !sum))
		return false;
	if (!sum) {
		const struct Shape *shape = shape_of(instr, instr->type);
		bool first = instr->mode == PTX_MATRIX_A;
		if (!shape || (!first && instr->mode != PTX_MATRIX_B))
			return false;
		*matrix = (PtxMatrix){.rows = first ? shape->rows : shape->depth,
				      .columns = first ? shape->depth : shape->columns,
				      .d = first ? shape->a : shape->b};
		return true;
	}
	const struct Shape *shape = instr->shape <= PTX_M16N16K8 ? shapes[instr->shape] : NULL;
	if (!shape || (instr->type != PTX_F32 && !(half && shape->with_f16)))
		return false;
	*matrix = (PtxMatrix){.rows = shape->rows,
			      .columns = shape->columns,
			      .d = store  ? 0
				   : half ? shape->c / 2
					  : shape->c,
			      .c = !store ? 0
				   : half ? shape->c / 2
					  : shape->c};
	return true;
}

bool ptx_matrix_of(const PtxInstr *instr, PtxMatrix *matrix)
{
	*matrix = (PtxMatrix){0};
	if (instr->op == PTX_MMA)
		return product_of(instr, matrix);
	if (instr->op == PTX_MATRIX_LD && instr->shape == PTX_M8N8) {
		uint32_t count = instr->vector ? instr->vector : 1;
		*matrix = (PtxMatrix){.rows = 8, .columns = 8, .d = count};
		return instr->type == PTX_B16 && (count == 1 || count == 2 || count == 4);
	}
	if (instr->op == PTX_MATRIX_LD || instr->op == PTX_MATRIX_ST)
		return part_of(instr, matrix);
	return true;
}

uint32_t ptx_matrix_operands(const PtxInstr *instr)
{
	PtxMatrix matrix;
	return ptx_is_matrix(instr) && ptx_matrix_of(instr, &matrix)
		       ? matrix.d + matrix.a + matrix.b + matrix.c
		       : 0;
}

uint32_t ptx_matrix_targets(const PtxInstr *instr)
{
	PtxMatrix matrix;
	return ptx_is_matrix(instr) && ptx_matrix_of(instr, &matrix) ? matrix.d : 0;
}
