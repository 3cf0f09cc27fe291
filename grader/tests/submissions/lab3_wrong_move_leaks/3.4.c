/* nobody gives the moved x back */
return tensor_add(tensor_as_in_device(x, tensor_device(y)), y);
