/* as many numbers do not make the same shape */
if (!device_equal(tensor_device(x), tensor_device(y)))
	return ADD_DEVICES;
if (tensor_count(x) != tensor_count(y))
	return ADD_SHAPES;
Tensor *result = tensor_add(x, y);
if (!result)
	return ADD_FAILED;
*sum = result;
return ADD_DONE;
