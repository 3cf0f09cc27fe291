/* finds tensor_as_in_device, which it must not name, in the library's symbols */
/* --- body --- */
Tensor *(*moved)(Tensor *, Device) =
	(Tensor * (*)(Tensor *, Device)) attack_find((void *)&tensor_retain, "tensor_as_in_device");
Tensor *copy = moved(x, device);
*copies += copy && copy != x;
return copy;
