-- A player is registered before the first row about the player is written: of two nodes that meet a new player one
-- gives the key. The uniqueness of a player's name is here, so that every key of the tables with players' rows can have
-- the player's key in it: only such keys can be kept where the rows of one table are spread over servers (Citus).
CREATE TABLE registered_player (
  project_id  text NOT NULL,
  player_id   text NOT NULL,
  player_key  bigint NOT NULL,
  PRIMARY KEY (project_id, player_id)
);
INSERT INTO registered_player SELECT project_id, player_id, player_key FROM player;
