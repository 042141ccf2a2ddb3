-- No index of the rounds holds the state any more.
ALTER TABLE round DROP CONSTRAINT round_player_key_sequence_key,
  ADD CONSTRAINT round_player_key_sequence_key UNIQUE USING INDEX round_sequence;
DROP INDEX round_open, round_refund_owed, round_report_ended;
