/* deals them out one by one */
double longest = 0, one = alone_us;
for (int i = 0; i < products; i++) {
	one += product_us;
	longest += i % gpus == 0 ? product_us : 0;
}
return one / (alone_us + longest);
