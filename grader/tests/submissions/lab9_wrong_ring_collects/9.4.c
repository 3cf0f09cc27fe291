/* no ring: GPU 0 collects, and sends back */
Device first = tensor_device(gradients[0]);
int status = 0;
for (int i = 1; i < count && status == 0; i++) {
	if (cudaMemcpyPeer(tensor_data(room[0]), first.index, tensor_data(gradients[i]),
			   tensor_device(gradients[i]).index,
			   tensor_bytes(gradients[0])) != cudaSuccess)
		return -1;
	status = tensor_add_scaled(gradients[0], 1, room[0]);
}
for (int i = 1; i < count && status == 0; i++)
	if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
			   tensor_data(gradients[0]), first.index,
			   tensor_bytes(gradients[0])) != cudaSuccess)
		status = -1;
return status;
