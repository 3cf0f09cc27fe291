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
