-- nodes from 0042
-- What support keeps about a player. A block is part of the player's entitlements: whoever sets or
-- lifts it raises terms_revision in the same transaction, so no round that was made before it is
-- written after it. Nodes of before this file do not know it.
ALTER TABLE player
  ADD COLUMN blocked_at timestamptz,
  ADD COLUMN blocked_by text,
  -- Null also after an erasure of the player.
  ADD COLUMN block_reason text;

CREATE TABLE player_note (
  note_id     uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  player_key  bigint NOT NULL REFERENCES player,
  at          timestamptz NOT NULL DEFAULT now(),
  author      text NOT NULL,
  body        text NOT NULL CHECK (length(body) BETWEEN 1 AND 2000)
);
CREATE INDEX player_note_player ON player_note (player_key, at);

-- With the player's name, in whose order the players with a tag are listed. An erasure deletes the
-- rows.
CREATE TABLE player_tag (
  player_key  bigint NOT NULL REFERENCES player,
  tag         text NOT NULL CHECK (length(tag) BETWEEN 1 AND 32),
  project_id  text NOT NULL,
  player_id   text NOT NULL,
  PRIMARY KEY (player_key, tag)
);
CREATE INDEX player_tag_search
  ON player_tag (tag, player_id COLLATE "C", project_id COLLATE "C");
CREATE INDEX player_tag_search_in_project
  ON player_tag (project_id, tag, player_id COLLATE "C");
