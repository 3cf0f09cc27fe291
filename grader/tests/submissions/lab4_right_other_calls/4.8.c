/* follows the result from device to device */
int here = x;
for (int done = 0; done < count; done++) {
	if (devices[done] != here)
		return done;
	here = devices[done];
}
return count;
