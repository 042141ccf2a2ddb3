-- Nodes write a row here and take it back, to know that Postgres takes writes: it stays empty.

CREATE TABLE write_check (
  at timestamptz NOT NULL DEFAULT now()
);
