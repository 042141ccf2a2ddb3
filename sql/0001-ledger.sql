-- The ledger: projects, players, sessions, rounds with their wallet operations, notifications owed,
-- and idempotent answers. Money is bigint minor units. A round is one row because it has at most one
-- bet, one win and one refund: the columns make a second one impossible, and a spin costs one insert
-- and one update.

CREATE TABLE project (
  project_id        text PRIMARY KEY CHECK (project_id ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  -- Internal projects (demo, site) use the built-in wallet and are locked.
  internal          boolean NOT NULL DEFAULT false,
  callback_url      text NOT NULL CHECK (length(callback_url) <= 512),
  -- AES-256-GCM under the master key; the hash identifies the key without opening it.
  api_key_sealed    bytea NOT NULL,
  api_key_sha256    bytea NOT NULL CHECK (length(api_key_sha256) = 32),
  allowed_networks  text[] NOT NULL DEFAULT '{}',
  default_language  text NOT NULL DEFAULT 'en',
  revision          bigint NOT NULL DEFAULT 1,
  created_at        timestamptz NOT NULL DEFAULT now(),
  updated_at        timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE player (
  player_key  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id  text NOT NULL REFERENCES project,
  player_id   text NOT NULL CHECK (length(player_id) BETWEEN 1 AND 128),
  created_at  timestamptz NOT NULL DEFAULT now(),
  UNIQUE (project_id, player_id)
);

CREATE TABLE session (
  session_id       uuid PRIMARY KEY,
  player_key       bigint NOT NULL REFERENCES player,
  game_id          text NOT NULL,
  currency         text NOT NULL CHECK (currency IN ('UAH', 'USD', 'EUR', 'RUB')),
  language         text NOT NULL,
  client_platform  text NOT NULL CHECK (client_platform IN ('desktop', 'mobile')),
  -- A revived session gets the next version; tokens of earlier versions stop working.
  token_version    integer NOT NULL DEFAULT 1,
  created_at       timestamptz NOT NULL DEFAULT now(),
  expires_at       timestamptz NOT NULL
);
CREATE INDEX session_live ON session (player_key, expires_at);

-- No foreign keys on round: players and sessions are never deleted, the row's writer has just read
-- both, and the two checks per row are paid on every spin.
CREATE TABLE round (
  round_id                 uuid PRIMARY KEY,
  player_key               bigint NOT NULL,
  -- The fence: a stale hot state that hands out a used number fails here.
  sequence                 bigint NOT NULL CHECK (sequence > 0),
  -- The same request is the same round, whatever Redis remembers.
  request_id               text NOT NULL,
  session_id               uuid NOT NULL,
  game_id                  text NOT NULL,
  game_version             text NOT NULL,
  game_mode                text NOT NULL,
  currency                 text NOT NULL,
  -- The bet in the provider's own terms, to the letter as it is answered (jsonb would reorder it).
  bet_terms                json NOT NULL,
  base_stake_minor         bigint NOT NULL CHECK (base_stake_minor > 0),
  stake_minor              bigint NOT NULL CHECK (stake_minor > 0),
  seed                     bytea NOT NULL CHECK (length(seed) = 32),
  level_bps                integer CHECK (level_bps BETWEEN 6000 AND 10000),
  level_source             text,
  choices                  text[] NOT NULL DEFAULT '{}',
  choice_request_ids       text[] NOT NULL DEFAULT '{}',
  -- The mathematics waits for a decision of the player.
  awaiting                 boolean NOT NULL,
  win_units                bigint NOT NULL CHECK (win_units >= 0),
  win_minor                bigint NOT NULL CHECK (win_minor >= 0),
  state                    text NOT NULL CHECK (state IN ('debit_pending', 'in_progress',
                             'credit_pending', 'settled', 'rejected', 'cancelled',
                             'reconciliation_required')),
  -- planned | sent | unknown | confirmed | rejected; null when there is no such operation.
  bet_status               text NOT NULL,
  win_status               text,
  refund_status            text,
  cancel_reason            text,
  refusal_code             text,
  -- Attempts of the operation owed now whose outcome stayed unknown.
  attempts                 integer NOT NULL DEFAULT 0,
  start_notified           boolean NOT NULL DEFAULT false,
  finish_notified          boolean NOT NULL DEFAULT false,
  balance_after_bet_minor  bigint,
  balance_after_minor      bigint,
  -- The times in wallet bodies: a repeat is byte-identical because they are stored.
  created_at               timestamptz NOT NULL,
  win_planned_at           timestamptz,
  refund_planned_at        timestamptz,
  bet_confirmed_at         timestamptz,
  win_confirmed_at         timestamptz,
  refund_confirmed_at      timestamptz,
  settled_at               timestamptz,
  -- Raised by every update; an update that does not find its version changes nothing.
  version                  integer NOT NULL DEFAULT 1,
  touched_at               timestamptz NOT NULL DEFAULT now(),
  UNIQUE (player_key, sequence),
  UNIQUE (player_key, request_id),
  -- Settled means money moved.
  CHECK (state <> 'settled' OR (bet_status = 'confirmed'
         AND (win_minor = 0 OR win_status IS NOT DISTINCT FROM 'confirmed')
         AND refund_status IS NULL)),
  -- A refunded round never pays, a paying round is never refunded.
  CHECK (refund_status IS NULL OR win_status IS NULL OR win_status = 'planned'),
  CHECK (state <> 'cancelled' OR refund_status IS NOT NULL)
) WITH (fillfactor = 80);

-- At most one open round a player and game, and the way to every round that still needs driving.
CREATE UNIQUE INDEX round_open ON round (player_key, game_id)
  WHERE state IN ('debit_pending', 'in_progress', 'credit_pending');
CREATE INDEX round_refund_owed ON round (touched_at)
  WHERE refund_status IN ('planned', 'sent', 'unknown');

-- A round_info the wallet has not answered in line; sent again in the background, start before finish.
CREATE TABLE notification (
  round_id         uuid NOT NULL,
  event            text NOT NULL CHECK (event IN ('start', 'finish')),
  attempts         integer NOT NULL DEFAULT 1,
  next_attempt_at  timestamptz NOT NULL DEFAULT now(),
  created_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (round_id, event)
);
CREATE INDEX notification_due ON notification (next_attempt_at);

CREATE TABLE idempotency (
  project_id   text NOT NULL REFERENCES project,
  method       text NOT NULL,
  key          text NOT NULL CHECK (length(key) BETWEEN 1 AND 128),
  body_sha256  bytea NOT NULL,
  -- What the answer is rebuilt from; never a token. Null while the first call runs.
  answer       jsonb,
  -- A first call that has not answered by then is taken for lost: the next one runs it again.
  claimed_until timestamptz NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, method, key)
);
CREATE INDEX idempotency_age ON idempotency (created_at);
