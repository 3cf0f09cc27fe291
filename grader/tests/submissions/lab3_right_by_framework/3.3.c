/* lets the framework refuse, and passes on why */
error_clear();
Tensor *result = tensor_add(x, y);
if (result) {
	*sum = result;
	return ADD_DONE;
}
switch (error_status()) {
case STATUS_DEVICE:
	return ADD_DEVICES;
case STATUS_SHAPE:
	return ADD_SHAPES;
default:
	return ADD_FAILED;
}
