/* policy.h - inputs on two devices: refused, or copied, as device_set_policy() says.
 *
 * An operation asks policy_check() first, then looks at shapes and types, and only when all fits
 * calls policy_bring(), so that nothing is copied for an operation that cannot run. */
#ifndef POLICY_H
#define POLICY_H

#include "framework/src/tensor/tensor_private.h"

#pragma GCC visibility push(hidden)

/* 0 if y lives on `device`, or may be brought there; else STATUS_DEVICE and a message that names
 * both. `x_name` is what decides the device ("x", or "the module"). */
int policy_check(Device device, const char *x_name, const Tensor *y, const char *y_name);

int policy_copy(Device device, const char *x_name, const Tensor **y, const char *y_name,
		Tensor **copy);

/* *y becomes a copy of itself on `device`, which the caller frees as *copy after use; nothing
 * happens, and *copy is NULL, when it is there already. Under POLICY_WARN the place is named. 0, or
 * a negative Status with *y untouched. */
static inline int policy_bring(Device device, const char *x_name, const Tensor **y,
			       const char *y_name, Tensor **copy)
{
	*copy = NULL;
	return device_equal(device, (*y)->device) ? STATUS_OK
						  : policy_copy(device, x_name, y, y_name, copy);
}

#pragma GCC visibility pop

#endif
