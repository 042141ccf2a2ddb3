-- Why a round still owes a call, and owners who want its next attempt now. Both are written only when something
-- went wrong, and kept for a time only.

-- Calls of a round that the wallet left without a clear answer: how many by operation, and the last of them.
CREATE TABLE wallet_failure (
  round_id   uuid NOT NULL,
  operation  text NOT NULL CHECK (operation IN ('bet', 'win', 'refund', 'start', 'finish')),
  failures   integer NOT NULL,
  first_at   timestamptz NOT NULL,
  last_at    timestamptz NOT NULL,
  -- [{"at","cause","text"}, …], the last one last.
  recent     jsonb NOT NULL,
  PRIMARY KEY (round_id, operation)
);
CREATE INDEX wallet_failure_age ON wallet_failure (last_at);

-- A question of an owner about a round to all nodes: who drives it, or its next attempt now. One node answers a push.
CREATE TABLE round_push (
  push_id      uuid PRIMARY KEY,
  round_id     uuid NOT NULL,
  asked_at     timestamptz NOT NULL DEFAULT now(),
  -- Who took it up; null: nobody yet.
  node         text,
  answer       text,
  answered_at  timestamptz
);
CREATE INDEX round_push_age ON round_push (asked_at);
