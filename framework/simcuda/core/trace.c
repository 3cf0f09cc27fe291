/* trace.c - what happened on the machine, operation by operation. */
#include "core.h"

void trace_op(const Call *call, const OpSpec *spec, const Op *op)
{
	(void)call;
	(void)spec;
	(void)op;
}
