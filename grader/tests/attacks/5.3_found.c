/* finds timer_now, which it must not name, in the library's symbols */
/* --- body --- */
double (*now)(void) = (double (*)(void))attack_find((void *)&device_text, "timer_now");
if (work(data) != 0)
	return -1;
cudaStreamSynchronize(stream);
double start = now();
int status = work(data);
cudaStreamSynchronize(stream);
return status == 0 ? now() - start : -1;
