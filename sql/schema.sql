-- The schema after all migrations, for reading. Written by "reelhouse migrate --write-schema";
-- a test compares it with the migrations. Never run: databases are made by the numbered files.

CREATE TABLE idempotency (
  project_id     text                      NOT NULL,
  method         text                      NOT NULL,
  key            text                      NOT NULL,
  body_sha256    bytea                     NOT NULL,
  answer         jsonb,
  claimed_until  timestamp with time zone  NOT NULL,
  created_at     timestamp with time zone  DEFAULT now() NOT NULL,
  CONSTRAINT idempotency_pkey PRIMARY KEY (project_id, method, key),
  CONSTRAINT idempotency_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id),
  CONSTRAINT idempotency_key_check CHECK (((length(key) >= 1) AND (length(key) <= 128)))
);
CREATE INDEX idempotency_age ON idempotency USING btree (created_at);

CREATE TABLE notification (
  round_id         uuid                      NOT NULL,
  event            text                      NOT NULL,
  attempts         integer                   DEFAULT 1 NOT NULL,
  next_attempt_at  timestamp with time zone  DEFAULT now() NOT NULL,
  created_at       timestamp with time zone  DEFAULT now() NOT NULL,
  CONSTRAINT notification_pkey PRIMARY KEY (round_id, event),
  CONSTRAINT notification_event_check CHECK ((event = ANY (ARRAY['start'::text, 'finish'::text])))
);
CREATE INDEX notification_due ON notification USING btree (next_attempt_at);

CREATE TABLE player (
  player_key  bigint                    GENERATED ALWAYS AS IDENTITY NOT NULL,
  project_id  text                      NOT NULL,
  player_id   text                      NOT NULL,
  created_at  timestamp with time zone  DEFAULT now() NOT NULL,
  CONSTRAINT player_pkey PRIMARY KEY (player_key),
  CONSTRAINT player_project_id_player_id_key UNIQUE (project_id, player_id),
  CONSTRAINT player_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id),
  CONSTRAINT player_player_id_check CHECK (((length(player_id) >= 1) AND (length(player_id) <= 128)))
);

CREATE TABLE project (
  project_id        text                      NOT NULL,
  internal          boolean                   DEFAULT false NOT NULL,
  callback_url      text                      NOT NULL,
  api_key_sealed    bytea                     NOT NULL,
  api_key_sha256    bytea                     NOT NULL,
  allowed_networks  text[]                    DEFAULT '{}'::text[] NOT NULL,
  default_language  text                      DEFAULT 'en'::text NOT NULL,
  revision          bigint                    DEFAULT 1 NOT NULL,
  created_at        timestamp with time zone  DEFAULT now() NOT NULL,
  updated_at        timestamp with time zone  DEFAULT now() NOT NULL,
  CONSTRAINT project_pkey PRIMARY KEY (project_id),
  CONSTRAINT project_api_key_sha256_check CHECK ((length(api_key_sha256) = 32)),
  CONSTRAINT project_callback_url_check CHECK ((length(callback_url) <= 512)),
  CONSTRAINT project_project_id_check CHECK ((project_id ~ '^[a-z0-9][a-z0-9_-]{0,63}$'::text))
);

CREATE TABLE round (
  round_id                 uuid                      NOT NULL,
  player_key               bigint                    NOT NULL,
  sequence                 bigint                    NOT NULL,
  request_id               text                      NOT NULL,
  session_id               uuid                      NOT NULL,
  game_id                  text                      NOT NULL,
  game_version             text                      NOT NULL,
  game_mode                text                      NOT NULL,
  currency                 text                      NOT NULL,
  bet_terms                json                      NOT NULL,
  base_stake_minor         bigint                    NOT NULL,
  stake_minor              bigint                    NOT NULL,
  seed                     bytea                     NOT NULL,
  level_bps                integer,
  level_source             text,
  choices                  text[]                    DEFAULT '{}'::text[] NOT NULL,
  choice_request_ids       text[]                    DEFAULT '{}'::text[] NOT NULL,
  awaiting                 boolean                   NOT NULL,
  win_units                bigint                    NOT NULL,
  win_minor                bigint                    NOT NULL,
  state                    text                      NOT NULL,
  bet_status               text                      NOT NULL,
  win_status               text,
  refund_status            text,
  cancel_reason            text,
  refusal_code             text,
  attempts                 integer                   DEFAULT 0 NOT NULL,
  start_notified           boolean                   DEFAULT false NOT NULL,
  finish_notified          boolean                   DEFAULT false NOT NULL,
  balance_after_bet_minor  bigint,
  balance_after_minor      bigint,
  created_at               timestamp with time zone  NOT NULL,
  win_planned_at           timestamp with time zone,
  refund_planned_at        timestamp with time zone,
  bet_confirmed_at         timestamp with time zone,
  win_confirmed_at         timestamp with time zone,
  refund_confirmed_at      timestamp with time zone,
  settled_at               timestamp with time zone,
  version                  integer                   DEFAULT 1 NOT NULL,
  touched_at               timestamp with time zone  DEFAULT now() NOT NULL,
  CONSTRAINT round_pkey PRIMARY KEY (round_id),
  CONSTRAINT round_player_key_request_id_key UNIQUE (player_key, request_id),
  CONSTRAINT round_player_key_sequence_key UNIQUE (player_key, sequence),
  CONSTRAINT round_base_stake_minor_check CHECK ((base_stake_minor > 0)),
  CONSTRAINT round_check CHECK (((state <> 'settled'::text) OR ((bet_status = 'confirmed'::text) AND ((win_minor = 0) OR (NOT (win_status IS DISTINCT FROM 'confirmed'::text))) AND (refund_status IS NULL)))),
  CONSTRAINT round_check1 CHECK (((refund_status IS NULL) OR (win_status IS NULL) OR (win_status = 'planned'::text))),
  CONSTRAINT round_check2 CHECK (((state <> 'cancelled'::text) OR (refund_status IS NOT NULL))),
  CONSTRAINT round_level_bps_check CHECK (((level_bps >= 6000) AND (level_bps <= 10000))),
  CONSTRAINT round_seed_check CHECK ((length(seed) = 32)),
  CONSTRAINT round_sequence_check CHECK ((sequence > 0)),
  CONSTRAINT round_stake_minor_check CHECK ((stake_minor > 0)),
  CONSTRAINT round_state_check CHECK ((state = ANY (ARRAY['debit_pending'::text, 'in_progress'::text, 'credit_pending'::text, 'settled'::text, 'rejected'::text, 'cancelled'::text, 'reconciliation_required'::text]))),
  CONSTRAINT round_win_minor_check CHECK ((win_minor >= 0)),
  CONSTRAINT round_win_units_check CHECK ((win_units >= 0))
) WITH (fillfactor=80);
CREATE INDEX round_refund_owed ON round USING btree (touched_at) WHERE (refund_status = ANY (ARRAY['planned'::text, 'sent'::text, 'unknown'::text]));
CREATE UNIQUE INDEX round_open ON round USING btree (player_key, game_id) WHERE (state = ANY (ARRAY['debit_pending'::text, 'in_progress'::text, 'credit_pending'::text]));

CREATE TABLE schema_migration (
  name        text                      NOT NULL,
  sha256      text                      NOT NULL,
  applied_at  timestamp with time zone  DEFAULT now() NOT NULL,
  CONSTRAINT schema_migration_pkey PRIMARY KEY (name)
);

CREATE TABLE session (
  session_id       uuid                      NOT NULL,
  player_key       bigint                    NOT NULL,
  game_id          text                      NOT NULL,
  currency         text                      NOT NULL,
  language         text                      NOT NULL,
  client_platform  text                      NOT NULL,
  token_version    integer                   DEFAULT 1 NOT NULL,
  created_at       timestamp with time zone  DEFAULT now() NOT NULL,
  expires_at       timestamp with time zone  NOT NULL,
  CONSTRAINT session_pkey PRIMARY KEY (session_id),
  CONSTRAINT session_player_key_fkey FOREIGN KEY (player_key) REFERENCES player(player_key),
  CONSTRAINT session_client_platform_check CHECK ((client_platform = ANY (ARRAY['desktop'::text, 'mobile'::text]))),
  CONSTRAINT session_currency_check CHECK ((currency = ANY (ARRAY['UAH'::text, 'USD'::text, 'EUR'::text, 'RUB'::text])))
);
CREATE INDEX session_live ON session USING btree (player_key, expires_at);
