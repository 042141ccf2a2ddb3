-- Months of finished rounds that were written to files, and which of them are here no more.

CREATE TABLE archived_month (
  -- Its first day.
  month        date PRIMARY KEY,
  -- As the owner named it: where it is kept is the owner's to know.
  file         text NOT NULL,
  sha256       text NOT NULL CHECK (length(sha256) = 64),
  rounds       bigint NOT NULL,
  bytes        bigint NOT NULL,
  archived_at  timestamptz NOT NULL DEFAULT now(),
  -- From then on the rounds are in the file alone.
  dropped_at   timestamptz
);
