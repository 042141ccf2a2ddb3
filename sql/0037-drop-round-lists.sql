-- unfinished_round is the list of what is open or owed; every round of the table before it was moved.

DROP TABLE open_round;
DROP TABLE owed_round;
DROP TABLE round_before_0035;
