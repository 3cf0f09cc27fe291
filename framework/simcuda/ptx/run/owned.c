/* owned.c - which bytes of the module's image are a variable's: between them an index has run out of one. */
#include <stdlib.h>

#include "framework/simcuda/ptx/run/warp.h"

bool ptx_owned_make(PtxModule *module)
{
	module->owned = calloc(module->image_bytes / 8 + 1U, 1);
	if (!module->owned)
		return false;
	for (uint32_t i = 0; i < module->variables; i++) {
		const PtxVariable *variable = &module->variable[i];
		uint32_t to = variable->offset + variable->bytes;
		for (uint32_t at = variable->offset; at < to;) {
			bool whole = at % 8 == 0 && to - at >= 8;
			module->owned[at / 8] |= (unsigned char)(whole ? 255 : 1U << at % 8);
			at += whole ? 8 : 1;
		}
	}
	return true;
}

static bool is_owned(const PtxModule *module, uint64_t at)
{
	return at < module->image_bytes && module->owned[at / 8] >> at % 8 & 1;
}

bool ptx_owned(const PtxLaunch *launch, const uint64_t *address, uint32_t lanes, uint32_t bytes)
{
	const PtxModule *module = launch->module;
	for (; lanes; lanes &= lanes - 1) {
		uint64_t at = address[__builtin_ctz(lanes)] - launch->image_address;
		/* no access is as long as a gap: its ends tell */
		if (!is_owned(module, at) || !is_owned(module, at + bytes - 1))
			return false;
	}
	return true;
}
