return queue_all(products, count) | wait_for_all(products, count);
