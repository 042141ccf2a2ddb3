-- What an operator agrees with a player beside the paid spin: free-spin grants, target outcomes, a
-- level with each provider, bet limits; and the project's settings for them. A change of any of them
-- raises the player's terms_revision; a round opened on older terms is refused by the ledger, so a
-- stale hot state can neither play a cancelled grant nor an old level.

ALTER TABLE project
  -- Levels, limits, quotas and what is switched off (core/project-settings). Text as it was saved.
  ADD COLUMN settings json NOT NULL DEFAULT '{}';

ALTER TABLE player
  ADD COLUMN terms_revision bigint NOT NULL DEFAULT 0;

ALTER TABLE round
  ADD COLUMN project_id       text,
  -- A free spin: its nominal bet is stake_minor, its debit is zero.
  ADD COLUMN grant_id         uuid,
  -- Spins left in the grant after this one was taken; said in the wallet's bodies.
  ADD COLUMN grant_remaining  integer,
  -- The target outcome this round was drawn for, and the reel set its seed was found on.
  ADD COLUMN outcome_id       uuid,
  ADD COLUMN weighting        text CHECK (weighting IN ('natural', 'low', 'high'));
UPDATE round r SET project_id = p.project_id FROM player p WHERE p.player_key = r.player_key;
ALTER TABLE round
  ALTER COLUMN project_id SET NOT NULL,
  ADD CHECK ((grant_id IS NULL) = (grant_remaining IS NULL)),
  -- Free-spin rounds are never forced.
  ADD CHECK (grant_id IS NULL OR outcome_id IS NULL);

CREATE TABLE free_spin_grant (
  grant_id             uuid PRIMARY KEY,
  project_id           text NOT NULL REFERENCES project,
  player_key           bigint NOT NULL REFERENCES player,
  external_id          text,
  currency             text NOT NULL CHECK (currency IN ('UAH', 'USD', 'EUR', 'RUB')),
  game_id              text NOT NULL,
  provider             text NOT NULL,
  bet_minor            bigint NOT NULL CHECK (bet_minor > 0),
  -- The bet in the provider's own terms, to the letter.
  bet_terms            json NOT NULL,
  meta                 json,
  total                integer NOT NULL CHECK (total BETWEEN 1 AND 1000),
  -- Started rounds and ended ones; the difference is in flight. A rejected round is taken back.
  taken                integer NOT NULL DEFAULT 0,
  played               integer NOT NULL DEFAULT 0,
  total_win_minor      bigint NOT NULL DEFAULT 0 CHECK (total_win_minor >= 0),
  -- Time acts when the row is read: an active grant past its expiry is expired.
  status               text NOT NULL DEFAULT 'active'
                         CHECK (status IN ('active', 'used', 'expired', 'cancelled')),
  created_at           timestamptz NOT NULL,
  expires_at           timestamptz NOT NULL,
  finished_at          timestamptz,
  -- freespins_finished: tried so often without an answer, due again, answered.
  summary_attempts     integer NOT NULL DEFAULT 0,
  summary_next_at      timestamptz,
  summary_answered_at  timestamptz,
  UNIQUE (project_id, external_id),
  CHECK (0 <= played AND played <= taken AND taken <= total),
  CHECK ((status = 'active') = (finished_at IS NULL))
);
CREATE INDEX free_spin_grant_active ON free_spin_grant (player_key, game_id) WHERE status = 'active';
CREATE INDEX free_spin_grant_expiry ON free_spin_grant (expires_at) WHERE status = 'active';
CREATE INDEX free_spin_grant_summary ON free_spin_grant (summary_next_at)
  WHERE status <> 'active' AND summary_answered_at IS NULL;
CREATE INDEX free_spin_grant_newest ON free_spin_grant (project_id, created_at DESC, grant_id DESC);

CREATE TABLE target_outcome (
  outcome_id             uuid PRIMARY KEY,
  project_id             text NOT NULL REFERENCES project,
  player_key             bigint NOT NULL REFERENCES player,
  external_id            text,
  game_id                text NOT NULL,
  provider               text NOT NULL,
  kind                   text NOT NULL CHECK (kind IN ('spin', 'bonus')),
  multiplier_hundredths  bigint NOT NULL CHECK (multiplier_hundredths > 0),
  spin_number            integer NOT NULL CHECK (spin_number BETWEEN 1 AND 100000),
  comment                text,
  -- Time acts when the row is read: one that is not final past its expiry is expired.
  status                 text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'ready',
                           'unreachable', 'applied', 'expired', 'cancelled')),
  -- The rounds found, one a way of playing; null until ready. For the game version they were found in.
  found                  json,
  found_version          text,
  -- Paid rounds of the player in this game count when their sequence is above this one.
  ready_sequence         bigint,
  round_id               uuid,
  created_at             timestamptz NOT NULL,
  expires_at             timestamptz NOT NULL,
  applied_at             timestamptz,
  UNIQUE (project_id, external_id),
  CHECK ((found IS NULL) = (ready_sequence IS NULL)),
  CHECK ((status = 'applied') = (round_id IS NOT NULL)),
  CHECK (status <> 'ready' OR found IS NOT NULL)
);
CREATE INDEX target_outcome_ready ON target_outcome (player_key, game_id) WHERE status = 'ready';
CREATE INDEX target_outcome_pending ON target_outcome (created_at) WHERE status = 'pending';
CREATE INDEX target_outcome_newest
  ON target_outcome (project_id, created_at DESC, outcome_id DESC);

-- A player bound to a level with a provider. Not bound: no row.
CREATE TABLE player_level (
  player_key         bigint NOT NULL REFERENCES player,
  provider           text NOT NULL,
  start_bps          integer NOT NULL CHECK (start_bps BETWEEN 6000 AND 10000),
  current_bps        integer NOT NULL CHECK (current_bps BETWEEN 6000 AND start_bps),
  -- Null in mode auto.
  manual_bps         integer CHECK (manual_bps BETWEEN 6000 AND 10000),
  -- The adaptive windows hold the counted rounds after this one: the last step was taken at it.
  adjusted_sequence  bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (player_key, provider)
);

CREATE TABLE level_journal (
  entry_id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_key  bigint NOT NULL REFERENCES player,
  provider    text NOT NULL,
  at          timestamptz NOT NULL,
  change      text NOT NULL CHECK (change IN ('bind', 'set', 'auto', 'lower', 'restore',
                'bet-limit')),
  from_bps    integer,
  to_bps      integer,
  reason      text,
  by          text NOT NULL CHECK (by IN ('operator', 'admin', 'adaptive'))
);
CREATE INDEX level_journal_newest ON level_journal (player_key, provider, entry_id DESC);

CREATE TABLE player_bet_limit (
  player_key  bigint NOT NULL REFERENCES player,
  provider    text NOT NULL,
  currency    text NOT NULL CHECK (currency IN ('UAH', 'USD', 'EUR', 'RUB')),
  min_minor   bigint NOT NULL CHECK (min_minor >= 1),
  max_minor   bigint NOT NULL CHECK (max_minor >= min_minor),
  updated_at  timestamptz NOT NULL,
  PRIMARY KEY (player_key, provider, currency)
);
