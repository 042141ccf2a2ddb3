-- Players may be in several databases, each a whole ledger of its own players. Which database has a player follows
-- from the player's id alone (src/core/shard.ts).

-- The virtual shards that this database carries, as the nodes are set: one row, written when the first node starts.
-- A node that is set otherwise does not start: it would look for players where they are not.
CREATE TABLE carried_shards (
  is_only  boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- Like '0-511'; empty: none.
  shards   text NOT NULL
);

-- Ids that operators gave to grants and targets, in the home database alone: a project uses one once, for whichever
-- player. Written before what it names, so it may name what was never stored: whoever comes next with it stores that.
CREATE TABLE external_id (
  project_id   text NOT NULL,
  subject      text NOT NULL CHECK (subject IN ('grant', 'target')),
  external_id  text NOT NULL,
  -- The platform's id of what it names, and whose it is.
  id           uuid NOT NULL,
  player_id    text NOT NULL,
  claimed_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, subject, external_id)
);
INSERT INTO external_id (project_id, subject, external_id, id, player_id, claimed_at)
SELECT g.project_id, 'grant', external_id, grant_id, player_id, g.created_at
FROM free_spin_grant g JOIN player USING (player_key) WHERE external_id IS NOT NULL;
INSERT INTO external_id (project_id, subject, external_id, id, player_id, claimed_at)
SELECT t.project_id, 'target', external_id, outcome_id, player_id, t.created_at
FROM target_outcome t JOIN player USING (player_key) WHERE external_id IS NOT NULL;

-- Projects that have players in this database, by one look at an index for each: projects themselves are in the
-- home database alone.
CREATE VIEW project_here AS
WITH RECURSIVE found AS (
  (SELECT project_id FROM player ORDER BY project_id LIMIT 1)
  UNION ALL
  SELECT (SELECT p.project_id FROM player p WHERE p.project_id > found.project_id
          ORDER BY p.project_id LIMIT 1)
  FROM found WHERE found.project_id IS NOT NULL)
SELECT project_id FROM found WHERE project_id IS NOT NULL;
