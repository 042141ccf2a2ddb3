-- The way to one player's grants, newest first: without it a list of a player with few grants walks
-- all of the project's.

CREATE INDEX free_spin_grant_player
  ON free_spin_grant (player_key, created_at DESC, grant_id DESC);
