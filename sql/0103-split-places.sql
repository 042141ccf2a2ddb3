-- nodes from 0042
-- Places that an owner splits into several on the same server while players play
-- (docs/decisions/places.md).

-- A part that a place was split into, or will be: its name is its shards, and it has a schema in the
-- database of the place it is made from.
ALTER TABLE place
  -- The place it is made from; null: a place of the settings.
  ADD COLUMN part_of text,
  ADD COLUMN schema text,
  -- Its rows are still in the place it is made from.
  ADD COLUMN is_planned boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT place_part CHECK ((part_of IS NULL) = (schema IS NULL) AND (part_of IS NOT NULL OR NOT is_planned)) NOT VALID;

ALTER TABLE place_move
  -- The number of parts that the place is split into; null: it moves as a whole.
  ADD COLUMN into_parts int,
  -- Players whose rows changed since they were copied, or were not copied yet.
  ADD COLUMN waiting_players bigint,
  ADD CONSTRAINT place_move_parts CHECK (into_parts > 1) NOT VALID;

-- Players of this place whose rows are to be copied to the parts again: written by triggers that
-- exist only while the place is being split.
CREATE TABLE place_touched (
  touched_id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_key     bigint NOT NULL,
  -- The first of the player's ended rounds that is to be copied; null: none of them has changed.
  from_sequence  bigint
);
CREATE INDEX place_touched_player ON place_touched (player_key);

-- Days whose sums behind the reports are to be copied to the first part again.
CREATE TABLE place_touched_day (
  project_id  text NOT NULL,
  day         date NOT NULL
);

-- With their owner's rights: nodes may not write on the tables.
CREATE FUNCTION note_touched_players() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO place_touched (player_key) SELECT DISTINCT player_key FROM changed;
  RETURN NULL;
END $$;
CREATE FUNCTION note_touched_rounds() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO place_touched (player_key, from_sequence)
  SELECT player_key, min(sequence) FROM changed GROUP BY player_key;
  RETURN NULL;
END $$;
CREATE FUNCTION note_touched_days() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO place_touched_day (project_id, day) SELECT DISTINCT project_id, day FROM changed;
  RETURN NULL;
END $$;
