-- nodes from 0042
-- Calls to operators' wallets, for owners who ask what was said: every one that failed or had no clear answer, and a
-- sample of the others. In the database of the player, beside the round. Kept for a time only.

CREATE TABLE callback_log (
  -- Begins with the time of the call (UUIDv7): rows are read, and the old ones deleted, in its order.
  call_id         uuid PRIMARY KEY,
  project_id      text NOT NULL,
  -- 'dropped': no call, but how many were not kept because too many waited to be written.
  method          text NOT NULL,
  -- 'OK', 'INSUFFICIENT_FUNDS', or why the answer is not clear.
  code            text NOT NULL,
  detail          text,
  player_id       text,
  session_id      uuid,
  round_id        uuid,
  transaction_id  text,
  currency        text,
  -- Of the operation, from 1 on; null where a call is no money operation of a round.
  attempt         int,
  at              timestamptz NOT NULL,
  latency_ms      real NOT NULL,
  -- Null: no status came.
  http_status     smallint,
  -- Without the api key; cut where it is long.
  request_body    text,
  answer_body     text,
  -- Of the body as far as it was read, kept or not.
  answer_bytes    int NOT NULL DEFAULT 0,
  -- Which node called.
  node            text NOT NULL,
  -- So many calls with a clear answer it is one of; calls not kept, where the method is 'dropped'.
  stands_for      int NOT NULL DEFAULT 1
);
-- Any choice of methods and codes is read as one list for each pair.
CREATE INDEX callback_log_code ON callback_log (project_id, method, code, call_id);
CREATE INDEX callback_log_player ON callback_log (project_id, player_id, call_id) WHERE player_id IS NOT NULL;
CREATE INDEX callback_log_round ON callback_log (round_id) WHERE round_id IS NOT NULL;
