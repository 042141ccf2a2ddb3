-- nodes from 0042
-- Places that an owner moves to another Postgres server while players play
-- (docs/decisions/places.md).

-- Where a place is that was moved, and whether its gate is closed. A place without a row is where
-- the settings of the nodes say. In the database of DATABASE_URL the row `home` leads to the home
-- database, if that was moved.
CREATE TABLE place (
  -- `home`, or the place's shards as the settings list them.
  name        text PRIMARY KEY,
  -- A name of DATABASE_SERVERS, or `home`: the server of DATABASE_URL; null: it was never moved.
  server      text,
  -- The move for which nodes start nothing for its players; null: they play.
  closed_for  uuid,
  -- Raised by each change.
  revision    bigint NOT NULL DEFAULT 1,
  changed_at  timestamptz NOT NULL DEFAULT now()
);

-- Every move of a place and how far it is, so that it goes on, or goes back, wherever it was
-- interrupted.
CREATE TABLE place_move (
  move_id       uuid PRIMARY KEY,
  place         text NOT NULL,
  -- Null: where the settings of the nodes say.
  from_server   text,
  to_server     text NOT NULL,
  step          text NOT NULL
    CHECK (step IN (
      'preparing', 'copying', 'following', 'closing', 'moved', 'dropped', 'taken-back')),
  -- The ledger that is copied: a promoted standby of it may lack rows that were copied already.
  origin        text NOT NULL,
  -- The ledger of the target: names of slots at the source contain its system.
  target_origin text NOT NULL,
  -- Bytes of the place at its source, and of its copy.
  source_bytes  bigint,
  copied_bytes  bigint,
  -- Bytes of the source's log that the copy has not written yet.
  behind_bytes  bigint,
  began_by      text NOT NULL,
  began_at      timestamptz NOT NULL DEFAULT now(),
  changed_at    timestamptz NOT NULL DEFAULT now()
);
-- A place moves once at a time.
CREATE UNIQUE INDEX place_move_open ON place_move (place)
  WHERE step IN ('preparing', 'copying', 'following', 'closing');

-- The mark of the last closing: this database accepts no more writes. It is replicated after all
-- rows of players, so a copy that has it has everything.
ALTER TABLE carried_shards ADD COLUMN closed_for uuid;

-- Triggers call it only while a place is closed, and at the place that was left.
CREATE FUNCTION refuse_closed_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the place is closed: it is being moved, or was moved to another server'
    USING ERRCODE = 'RH001';
END $$;
