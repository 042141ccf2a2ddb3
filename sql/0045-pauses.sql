-- nodes from 0042
-- Kill switches: what starts no new round for now, and which node is known to obey. Belongs to no player: what counts
-- is what stands in the home database. Nodes of an earlier version know no kill switch; a pause says so.

CREATE TABLE pause (
  scope      text NOT NULL CHECK (scope IN ('all', 'project', 'provider', 'game')),
  -- Id of the project, the provider or the game; '*' for all.
  subject    text NOT NULL CHECK ((scope = 'all') = (subject = '*')),
  reason     text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 200),
  paused_by  text NOT NULL,
  paused_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope, subject)
);

-- Raised by every change, so that one change comes after the other and a node can say what it has read.
CREATE TABLE pause_revision (
  revision   bigint NOT NULL,
  one        boolean PRIMARY KEY DEFAULT true CHECK (one)
);
INSERT INTO pause_revision VALUES (0);

-- Written by each running node about itself, before it reads the pauses for the first time and every second from then on.
CREATE TABLE node_pauses (
  -- Of one run of a node: the next one under its name has read nothing yet.
  run        uuid PRIMARY KEY,
  node       text NOT NULL,
  -- All of its lanes act on this one or a later one.
  revision   bigint NOT NULL,
  seen_at    timestamptz NOT NULL
);
