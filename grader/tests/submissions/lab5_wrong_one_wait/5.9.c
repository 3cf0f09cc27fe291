/* the waits for each product are forgotten */
double slower = queue_us > product_us ? queue_us : product_us;
return queue_us + (count - 1) * slower + product_us + wait_us + 0 * wait_each;
