-- Whose notification it is: those that are due are then found without their rounds, which have no index on their
-- ids while they are unfinished.
ALTER TABLE notification ADD COLUMN player_key bigint;

-- A node of before names no player.
CREATE FUNCTION name_notification_player() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  SELECT player_key INTO NEW.player_key FROM round WHERE round_id = NEW.round_id;
  RETURN NEW;
END $function$;

CREATE TRIGGER notification_player BEFORE INSERT ON notification FOR EACH ROW
  WHEN (NEW.player_key IS NULL) EXECUTE FUNCTION name_notification_player();
