-- Of the notifications that are owed from before.
UPDATE notification n SET player_key = r.player_key FROM round r
WHERE r.round_id = n.round_id AND n.player_key IS NULL;
-- The round is in no table of this database any more: there is nothing to tell.
DELETE FROM notification WHERE player_key IS NULL;
