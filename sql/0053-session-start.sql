-- nodes from 0042
-- Where a session's rounds begin among those of its player, so that their sum is read from an index: the player's last
-- sequence number when the session was launched, for the last time. Null: launched by a node that did not know it.
ALTER TABLE session ADD COLUMN after_sequence bigint;
