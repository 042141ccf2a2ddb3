-- The balance that the wallet reported when the session was launched. A socket that says hello is shown the
-- last one reported: this, or what the wallet said of a round since. Null: launched before this file.
ALTER TABLE session
  ADD COLUMN balance_minor bigint,
  ADD COLUMN balance_at    timestamptz;
