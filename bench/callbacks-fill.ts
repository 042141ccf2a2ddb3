// Fills the callback log with made-up calls of the last days, for measuring the panel. Writes
// directly into the table.

import type pg from 'pg'
import { DAY_MS } from '../src/core/time.ts'
import { CALLBACK_LOG_KEPT_MS } from '../src/limits/callback-log.ts'

const LOGGED_DAYS = CALLBACK_LOG_KEPT_MS / DAY_MS

/** Calls of existing rounds; one in eight failed. */
const FILL = `
INSERT INTO callback_log (call_id, project_id, method, code, detail, player_id, session_id, round_id, transaction_id,
  currency, attempt, at, latency_ms, http_status, request_body, answer_body, answer_bytes, node)
SELECT (left(first_round_id(at)::text, 14) || '7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, project_id, method, code,
  CASE WHEN code LIKE 'C%' THEN 'HTTP 502' END, player_id, session_id, round_id, method || '-' || round_id, currency, 1, at,
  n % 1500, CASE code WHEN 'TIMEOUT' THEN NULL WHEN 'CALLBACK_HTTP_ERROR' THEN 502 ELSE 200 END,
  '{"method":"' || method || '","api_key":"***","player_id":"' || player_id || '"}',
  CASE WHEN code <> 'TIMEOUT' THEN '{"status":"ok","balance":100.00,"currency":"' || currency || '"}' END, 52, 'bench'
FROM (
  SELECT n, now() - (n / $1::float8) * interval '${LOGGED_DAYS} days' AS at,
    (ARRAY['bet', 'win', 'round_info', 'refund', 'session_info'])[1 + n % 5] AS method,
    (ARRAY['OK', 'OK', 'OK', 'OK', 'OK', 'OK', 'OK', 'CALLBACK_HTTP_ERROR', 'OK', 'OK', 'OK', 'OK', 'INSUFFICIENT_FUNDS',
      'TIMEOUT', 'OK', 'INVALID_CALLBACK_RESPONSE'])[1 + n / 5 % 16] AS code,
    project_id, player_id, session_id, round_id, currency
  FROM (SELECT row_number() OVER () AS n, f.project_id, p.player_id, f.session_id, f.round_id, f.currency
        FROM finished_round f JOIN player p USING (player_key) LIMIT $1) r) made`

export async function fillCallbacks(client: pg.Client, calls: number): Promise<void> {
  await client.query(FILL, [calls])
  await client.query('VACUUM (ANALYZE) callback_log')
}
