-- What is kept for a time only: sessions by their expiry, so that old ones are found without a scan.

CREATE INDEX session_expiry ON session (expires_at);
