-- nodes from 0042
-- The browsers that an account has signed in with, by the hash of a cookie. Their tries are counted by themselves, so that
-- strangers who try passwords under the name close none of them.
CREATE TABLE admin_device (
  device_id     uuid PRIMARY KEY,
  token_sha256  bytea NOT NULL UNIQUE CHECK (length(token_sha256) = 32),
  account_id    uuid NOT NULL REFERENCES admin_account ON DELETE CASCADE,
  seen_at       timestamptz NOT NULL,
  -- Wrong passwords and codes since the last sign-in: at a bound the device is one of a stranger.
  wrong_tries   integer NOT NULL DEFAULT 0
);
CREATE INDEX admin_device_account ON admin_device (account_id, seen_at);
