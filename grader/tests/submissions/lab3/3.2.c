/* lab3_right_by_framework: pass */
/* compares kind and number by hand */
Device here = tensor_device(x);
if (here.kind == device.kind && (here.kind == DEVICE_CPU || here.index == device.index)) {
	tensor_retain(x);
	return x;
}
Tensor *there = tensor_copy_to(x, device);
if (there != NULL)
	*copies = *copies + 1;
return there;

/* lab3_wrong_always_copies: fail it is there already, but it was copied */
/* copies also when there is nothing to do */
++*copies;
return tensor_copy_to(x, device);

/* lab3_wrong_counts_failures: fail *copies: wanted 145258627, got 145258628 */
/* counts the copy before it is made */
if (device_equal(tensor_device(x), device))
	return tensor_retain(x);
++*copies;
return tensor_copy_to(x, device);

/* lab3_wrong_kind_only: fail x on gpu */
/* two GPUs are two devices */
if (tensor_device(x).kind == device.kind)
	return tensor_retain(x);
++*copies;
return tensor_copy_to(x, device);

/* lab3_wrong_no_reference: fail without a reference of its own */
/* the result is given back by the caller, and x as well: that makes two */
if (device_equal(tensor_device(x), device))
	return x;
++*copies;
return tensor_copy_to(x, device);

/* lab3_wrong_index_alone: fail x on cpu, wanted on gpu:0: x itself was returned */
/* the index of the CPU is 0, as that of the first GPU */
	if (tensor_device(x).index == device.index)
		return tensor_retain(x);
	Tensor *copy = tensor_copy_to(x, device);
	*copies += copy != NULL;
	return copy;

/* lab3_wrong_input_given_back: fail your function gave x back, which is the caller's */
/* x is copied, so it is not needed any more, or is it? */
	if (device_equal(tensor_device(x), device))
		return tensor_retain(x);
	Tensor *copy = tensor_copy_to(x, device);
	*copies += copy != NULL;
	tensor_free(x);
	return copy;

/* lab3_wrong_returns_x_after_copy: fail x itself was returned, and not the copy that was made */
	if (device_equal(tensor_device(x), device))
		return tensor_retain(x);
	Tensor *copy = tensor_copy_to(x, device);
	*copies += copy != NULL;
	tensor_free(copy);
	return (Tensor *)(uintptr_t)x;
