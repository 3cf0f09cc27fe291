/* the result is given back by the caller, and x as well: that makes two */
if (device_equal(tensor_device(x), device))
	return x;
++*copies;
return tensor_copy_to(x, device);
