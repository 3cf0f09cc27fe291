/* copies behind the caller's back instead of refusing */
Tensor *moved = tensor_copy_to(x, tensor_device(y));
Tensor *result = tensor_add(moved, y);
tensor_free(moved);
if (!result)
	return ADD_SHAPES;
*sum = result;
return ADD_DONE;
