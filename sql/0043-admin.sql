-- The people who run the platform by the admin panel: who they are, where they are signed in, and the one-time
-- links by which they set a password. Passwords are argon2id hashes; tokens are kept as SHA-256 only.

CREATE TABLE admin_account (
  account_id           uuid PRIMARY KEY,
  name                 text NOT NULL UNIQUE CHECK (name ~ '^[a-z0-9][a-z0-9._@-]{0,63}$'),
  role                 text NOT NULL CHECK (role IN ('owner', 'viewer')),
  -- Null until a link was used.
  password_hash        text,
  -- Null: no second step. Pending: shown to its owner, who has not given a code of it yet.
  totp_sealed          bytea,
  totp_pending_sealed  bytea,
  -- The last time step whose code was taken: no code is taken twice.
  totp_step            bigint NOT NULL DEFAULT 0,
  disabled_at          timestamptz,
  created_at           timestamptz NOT NULL DEFAULT now()
);

-- Of an account, the newest alone.
CREATE TABLE admin_link (
  account_id    uuid PRIMARY KEY REFERENCES admin_account ON DELETE CASCADE,
  token_sha256  bytea NOT NULL UNIQUE CHECK (length(token_sha256) = 32),
  expires_at    timestamptz NOT NULL
);

CREATE TABLE admin_session (
  session_id    uuid PRIMARY KEY,
  token_sha256  bytea NOT NULL UNIQUE CHECK (length(token_sha256) = 32),
  account_id    uuid NOT NULL REFERENCES admin_account ON DELETE CASCADE,
  created_at    timestamptz NOT NULL DEFAULT now(),
  seen_at       timestamptz NOT NULL DEFAULT now(),
  address       text NOT NULL,
  user_agent    text NOT NULL CHECK (length(user_agent) <= 256)
);
CREATE INDEX admin_session_account ON admin_session (account_id, created_at);
