/* counts the copy before it is made */
if (device_equal(tensor_device(x), device))
	return tensor_retain(x);
++*copies;
return tensor_copy_to(x, device);
