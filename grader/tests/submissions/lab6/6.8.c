/* lab6_wrong_guess_6_8: fail too large, by a factor of more than 10 */
/* a guess that is not near */
return 100;

/* lab6_wrong_guess_far_6_8: fail wanted how many times as long it takes, above 0 */
/* another one */
return -1;
