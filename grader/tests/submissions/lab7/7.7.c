/* lab7_right_by_events: pass */
/* deals them out one by one */
double longest = 0, one = alone_us;
for (int i = 0; i < products; i++) {
	one += product_us;
	longest += i % gpus == 0 ? product_us : 0;
}
return one / (alone_us + longest);

/* lab7_wrong_all_is_shared: fail expected_speed_up( */
/* the part for one device is dealt out too */
int most = (products + gpus - 1) / gpus;
return (alone_us + products * product_us) / (alone_us / gpus + most * product_us);

/* lab7_wrong_as_many_times: fail expected_speed_up( */
(void)alone_us, (void)product_us, (void)products;
return gpus;

/* lab7_wrong_fractions_of_products: fail expected_speed_up( */
/* as if a product could be cut */
double total = products * product_us;
return (alone_us + total) / (alone_us + total / gpus);

/* lab7_wrong_rounded_down: fail expected_speed_up( */
int most = products / gpus;
return (alone_us + products * product_us) / (alone_us + most * product_us);
