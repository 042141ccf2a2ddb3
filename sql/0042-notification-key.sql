-- Every key of a player's table has the player's key in it.
ALTER TABLE notification DROP CONSTRAINT notification_pkey,
  ADD CONSTRAINT notification_pkey PRIMARY KEY USING INDEX notification_key;
