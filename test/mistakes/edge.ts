// Mistakes on purpose in the small routes at the edge, in sockets, and in what migrations do with
// existing rows. One edit each, as in list.ts.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are source code

import type { Mistake } from './mistake.ts'

const PROBES = 'src/edge/probes.ts'
const LOBBY = 'src/edge/lobby.ts'
const OPERATOR = 'src/edge/operator.ts'
const SOCKETS = 'src/edge/play-sockets.ts'
const EDGE_TESTS = ['test/edge/small-routes.test.ts']
const ROWS_TESTS = ['test/ledger/carried-rows.test.ts']

/** Of routes and sockets. */
const ROUTES: readonly Mistake[] = [
  {
    name: 'a node that cannot play is ready to a monitor',
    file: PROBES,
    right: "if (obstacles.length > 0) return json(503, { status: 'not ready', obstacles })",
    wrong: "if (obstacles.length > 0) return json(200, { status: 'not ready', obstacles })",
    tests: EDGE_TESTS,
  },
  {
    name: 'a monitor is not shown which databases are down',
    file: PROBES,
    right: "away.length === 0 ? { status: 'ok' } : { status: 'ok', away }",
    wrong: "{ status: 'ok' }",
    tests: EDGE_TESTS,
  },
  {
    name: 'a monitor’s answers may be cached',
    file: PROBES,
    right: "    'cache-control': 'no-store',\n",
    wrong: '',
    tests: EDGE_TESTS,
  },
  {
    name: 'failing metrics are not logged',
    file: PROBES,
    right: "        edge.onFault(error)\n        return refusal(500, 'INTERNAL_ERROR')",
    wrong: "        void error\n        return refusal(500, 'INTERNAL_ERROR')",
    tests: EDGE_TESTS,
  },
  {
    name: 'a page of another site launches in the lobby',
    file: LOBBY,
    right: "if (wish === null || sameSite === 'cross-site') {",
    wrong: 'if (wish === null || sameSite === null) {',
    tests: EDGE_TESTS,
  },
  {
    name: 'the lobby’s cookie ends with the browser',
    file: LOBBY,
    right: 'SameSite=Strict; Max-Age=31536000',
    wrong: 'SameSite=Strict',
    tests: EDGE_TESTS,
  },
  {
    name: 'the lobby’s cookie is sent to every page of the host',
    file: LOBBY,
    right: "'Path=/lobby/; HttpOnly;",
    wrong: "'Path=/; HttpOnly;",
    tests: EDGE_TESTS,
  },
  {
    name: 'a launch in the lobby needs no currency',
    file: LOBBY,
    right: 'wish.game !== undefined && wish.currency !== undefined',
    wrong: 'wish.game !== undefined',
    tests: EDGE_TESTS,
  },
  {
    name: 'a draining node accepts operators’ calls',
    file: OPERATOR,
    right: 'if (edge.isDraining()) {',
    wrong: 'if (edge.isDraining() && path.length === 0) {',
    tests: EDGE_TESTS,
  },
  {
    name: 'a refused call is reported as answered ok',
    file: OPERATOR,
    right: "'message' in said ? String(said.message) : 'ok'",
    wrong: "'error' in said ? String(said.error) : 'ok'",
    tests: EDGE_TESTS,
  },
  {
    name: 'a call is reported with a wrong time',
    file: OPERATOR,
    right: 'tookMs: edge.clockMs() - startedMs',
    wrong: 'tookMs: edge.clockMs() - 0 * startedMs - 1',
    tests: EDGE_TESTS,
  },
  {
    name: 'of two idempotency keys the operator’s method sees none',
    file: OPERATOR,
    right: "readHeader(res, req, 'idempotency-key')",
    wrong: "readHeader(res, req, 'idempotency-key').slice(1)",
    tests: EDGE_TESTS,
  },
  {
    name: 'security.txt has expired when it is read',
    file: 'src/edge/public.ts',
    right: 'new Date(nowMs + SECURITY_TXT_VALID_MS)',
    wrong: 'new Date(nowMs - SECURITY_TXT_VALID_MS)',
    tests: EDGE_TESTS,
  },
  {
    name: 'a player who waits for an answer is sent elsewhere',
    file: SOCKETS,
    right: '    if (ws.getUserData().underWay.length > 0) continue\n',
    wrong: '',
    tests: EDGE_TESTS,
  },
  {
    name: 'all idle sockets are sent elsewhere at once',
    file: SOCKETS,
    right: '    left--\n',
    wrong: '',
    tests: EDGE_TESTS,
  },
  {
    name: 'the sockets of an older link stay when a newer one says hello',
    file: SOCKETS,
    right: '  endOlder(open, session.sessionId, session.tokenVersion)\n  const sockets',
    wrong: '  const sockets',
    tests: EDGE_TESTS,
  },
  {
    name: 'a session that was revoked again is the first to be forgotten',
    file: SOCKETS,
    right: '  open.revoked.delete(sessionId)\n',
    wrong: '',
    tests: EDGE_TESTS,
  },
  {
    name: 'every session that was ever revoked is remembered',
    file: SOCKETS,
    right: 'if (open.revoked.size > REVOKED_SESSIONS) open.revoked',
    wrong: 'if (open.revoked.size > 2 * REVOKED_SESSIONS) open.revoked',
    tests: EDGE_TESTS,
  },
]

/** Rows that are older than a migration. */
const ROWS: readonly Mistake[] = [
  {
    name: 'external ids of existing grants may be used again',
    file: 'sql/0030-shards.sql',
    right: 'FROM free_spin_grant g JOIN player USING (player_key) WHERE external_id IS NOT NULL;',
    wrong:
      'FROM free_spin_grant g JOIN player USING (player_key) WHERE external_id IS NULL AND false;',
    tests: ROWS_TESTS,
  },
  {
    name: 'external ids of existing targets name grants',
    file: 'sql/0030-shards.sql',
    right: "SELECT t.project_id, 'target', external_id",
    wrong: "SELECT t.project_id, 'grant', external_id",
    tests: ROWS_TESTS,
  },
  {
    name: 'existing players are not registered',
    file: 'sql/0032-registered-players.sql',
    right: 'INSERT INTO registered_player SELECT project_id, player_id, player_key FROM player;',
    wrong: '',
    tests: ROWS_TESTS,
  },
  {
    name: 'notifications without a round stay and are repeated for ever',
    file: 'sql/0040-notification-players.sql',
    right: 'DELETE FROM notification WHERE player_key IS NULL;',
    wrong: '',
    tests: ['test/ledger/carried-rows.test.ts'],
  },
  {
    name: 'decisions that were open before the column never have a deadline',
    file: 'sql/0067-decisions-before.sql',
    right: "WHERE state = 'in_progress' AND awaiting AND awaiting_since IS NULL;",
    wrong: "WHERE state = 'in_progress' AND NOT awaiting AND awaiting_since IS NULL;",
    tests: ROWS_TESTS,
  },
  {
    name: 'decisions that were open before the column are decided at once',
    file: 'sql/0067-decisions-before.sql',
    right: 'SET awaiting_since = touched_at',
    wrong: 'SET awaiting_since = created_at',
    tests: ROWS_TESTS,
  },
]

export const EDGE: readonly Mistake[] = [...ROUTES, ...ROWS]
