/* two GPUs are two devices */
if (tensor_device(x).kind == device.kind)
	return tensor_retain(x);
++*copies;
return tensor_copy_to(x, device);
