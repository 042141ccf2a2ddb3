// Mistakes on purpose in the ledger: archive and retention, sums, notifications to nodes, rows of
// one key in a batch. One edit each, as in list.ts.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are source code

import type { Mistake } from './mistake.ts'

const MONTHS = 'src/ledger/archive/months.ts'
const OLD_ROWS = 'src/ledger/retention/old-rows.ts'
const GGR = 'src/ledger/reports/report-ggr.ts'
const RECONCILIATION = 'src/ledger/reports/report-reconciliation.ts'
const SUMS = 'src/ledger/reports/report-sums.ts'
const RETURNS = 'src/ledger/reports/report-returns.ts'
const OWED = 'src/ledger/rounds/owed-work.ts'
const FAILURES = 'src/ledger/rounds/round-failures.ts'
const LOG_WRITER = 'src/ledger/callback-log/callback-log-writer.ts'
const REVOKE = 'src/ledger/players/session-revoke.ts'
const PAUSES = 'src/ledger/pauses/pauses.ts'
const ARCHIVE_TESTS = ['test/ledger/archive.test.ts']
const RETENTION_TESTS = ['test/ledger/retention.test.ts']
const SUM_TESTS = ['test/ledger/report-sums.test.ts', 'test/ledger/reports.test.ts']
const BATCH_TESTS = ['test/ledger/batches-add-up.test.ts']
const NEWS_TESTS = ['test/ledger/news.test.ts']

const KEPT: readonly Mistake[] = [
  {
    name: 'a month may be archived long before it is old enough',
    file: MONTHS,
    right: 'if (nowMs < toMs + ARCHIVE_AFTER_MS)',
    wrong: 'if (nowMs < fromMs + ARCHIVE_AFTER_MS)',
    tests: ARCHIVE_TESTS,
  },
  {
    name: 'the record of a dropped month is overwritten',
    file: MONTHS,
    right: '\n     WHERE archived_month.dropped_at IS NULL`',
    wrong: '`',
    tests: ARCHIVE_TESTS,
  },
  {
    name: 'a month that ends where a period begins counts as missing in it',
    file: MONTHS,
    right: "AT TIME ZONE 'UTC' > to_timestamp($1 / 1000.0)",
    wrong: "AT TIME ZONE 'UTC' >= to_timestamp($1 / 1000.0)",
    tests: ARCHIVE_TESTS,
  },
  {
    name: 'rounds that are in no sum yet do not keep their month',
    file: MONTHS,
    right: "coalesce(g.rolled_until, '-infinity') < to_timestamp($3 / 1000.0)",
    wrong: 'g.rolled_until < to_timestamp($3 / 1000.0)',
    tests: ARCHIVE_TESTS,
  },
  {
    name: 'rows of rounds in play are deleted with those of finished ones',
    file: OLD_ROWS,
    right: "WHERE state = 'finished' AND touched_at < now() - $1",
    wrong: "WHERE state = 'finished' AND touched_at > now() - $1",
    tests: RETENTION_TESTS,
  },
  {
    name: 'failures of a wallet are deleted while it still fails',
    file: OLD_ROWS,
    right: "  'last_at',\n",
    wrong: "  'first_at',\n",
    tests: RETENTION_TESTS,
  },
  {
    name: 'a guest who played is deleted',
    file: OLD_ROWS,
    right: 'AND last_sequence = 0 AND',
    wrong: 'AND',
    tests: RETENTION_TESTS,
  },
  {
    name: 'a guest with free spins is deleted',
    file: OLD_ROWS,
    right: "  'free_spin_grant',\n",
    wrong: '',
    tests: RETENTION_TESTS,
  },
  {
    name: 'the name of a guest stays when the guest is deleted',
    file: OLD_ROWS,
    right: 'WHERE r.project_id = gone.project_id AND r.player_id = gone.player_id)',
    wrong: 'WHERE r.project_id = gone.player_id AND r.player_id = gone.player_id)',
    tests: RETENTION_TESTS,
  },
  {
    name: 'sessions of the panel are deleted by their last use',
    file: OLD_ROWS,
    right: "deleteOlder('admin_session', 'session_id', 'created_at')",
    wrong: "deleteOlder('admin_session', 'session_id', 'seen_at')",
    tests: RETENTION_TESTS,
  },
  {
    name: 'questions about rounds are deleted as soon as they are answered',
    file: OLD_ROWS,
    right: "deleteOlder('round_push', 'push_id', 'asked_at')",
    wrong: "deleteOlder('round_push', 'push_id', 'answered_at')",
    tests: RETENTION_TESTS,
  },
]

const SUMMED: readonly Mistake[] = [
  {
    name: 'a second batch of refunds of a month is not added',
    file: SUMS,
    right: "addTo(['bet_count', 'win_count', 'refund_count', 'bets', 'wins', 'refunds'])",
    wrong: "addTo(['bet_count', 'win_count', 'refund_count', 'bets', 'wins'])",
    tests: BATCH_TESTS,
  },
  {
    name: 'a refund counts in the month of its bet',
    file: SUMS,
    right: '(refund_counts, refund_at, 0, 0, 1)',
    wrong: '(refund_counts, bet_at, 0, 0, 1)',
    tests: BATCH_TESTS,
  },
  {
    name: 'a refund of a month subtracts the win',
    file: SUMS,
    right: 'sum(o.refund * d.bet_minor)',
    wrong: 'sum(o.refund * d.win_minor)',
    tests: SUM_TESTS,
  },
  {
    name: 'the first rounds of a month are lost at its ends',
    file: SUMS,
    right: 'first_sequence = least(sums.first_sequence, excluded.first_sequence)',
    wrong: 'first_sequence = greatest(sums.first_sequence, excluded.first_sequence)',
    tests: [...SUM_TESTS, 'test/ledger/report-ends.test.ts'],
  },
  {
    name: 'squares of wins of a second batch are not added',
    file: SUMS,
    right: 'addTo(RETURN_SUMS)',
    wrong: 'addTo(RETURN_SUMS.slice(0, -1))',
    tests: BATCH_TESTS,
  },
  {
    name: 'a project is added to the totals again and again',
    file: SUMS,
    right: 'UPDATE report_progress SET in_totals = true WHERE project_id = $1 AND NOT in_totals',
    wrong: 'UPDATE report_progress SET in_totals = false WHERE project_id = $1 AND NOT in_totals',
    tests: SUM_TESTS,
  },
  {
    name: 'of two databases the refunds of one are in the report',
    file: GGR,
    right: 'refundsMinor: a.refundsMinor + b.refundsMinor,',
    wrong: 'refundsMinor: a.refundsMinor,',
    tests: SUM_TESTS,
  },
  {
    name: 'of sums and open rounds only one part’s cancelled ones are counted',
    file: GGR,
    right: 'cancelledRounds: a.cancelledRounds + b.cancelledRounds,',
    wrong: 'cancelledRounds: a.cancelledRounds,',
    tests: SUM_TESTS,
  },
  {
    name: 'rounds set aside before the period count in it',
    file: GGR,
    right: 'AND a.created_at >= ${first} AND a.created_at < least(${last}, ${rolled}))`',
    wrong: 'AND a.created_at < least(${last}, ${rolled}))`',
    tests: SUM_TESTS,
  },
  {
    name: 'a pending refund counts as a pending win',
    file: RECONCILIATION,
    right: 'pendingRefundsMinor: BigInt(row.pending_refunds)',
    wrong: 'pendingRefundsMinor: BigInt(row.pending_wins)',
    tests: SUM_TESTS,
  },
  {
    name: 'the period of a report of returns ends with the database that is furthest',
    file: RETURNS,
    right: 'untilMs: isWhole ? Math.min(...times) : null',
    wrong: 'untilMs: isWhole ? Math.max(...times) : null',
    tests: BATCH_TESTS,
  },
  {
    name: 'wins of a currency in two databases are counted as stakes',
    file: RETURNS,
    right: 'known.winsMinor += BigInt(wins)',
    wrong: 'known.winsMinor += BigInt(stakes)',
    tests: BATCH_TESTS,
  },
]

const LOST_AND_OWED: readonly Mistake[] = [
  {
    name: 'a project with a dead wallet comes before all others',
    file: OWED,
    right: ') stalled JOIN player USING (player_key) ORDER BY turn, touched_at LIMIT $2`',
    wrong: ') stalled JOIN player USING (player_key) ORDER BY touched_at LIMIT $2`',
    tests: BATCH_TESTS,
  },
  {
    name: 'a finish is sent to the wallet before its start',
    file: OWED,
    right: "AND (event = 'start' OR NOT EXISTS (",
    wrong: "AND (event = 'finish' OR NOT EXISTS (",
    tests: BATCH_TESTS,
  },
  {
    name: 'one project’s notifications block those of the others',
    file: OWED,
    right: '     ORDER BY turn, next_attempt_at LIMIT $1`',
    wrong: '     ORDER BY next_attempt_at LIMIT $1`',
    tests: BATCH_TESTS,
  },
  {
    name: 'a driver may save a round that was set aside under it',
    file: FAILURES,
    right: "SET state = 'reconciliation_required', version = version + 1, touched_at = now()",
    wrong: "SET state = 'reconciliation_required', touched_at = now()",
    tests: BATCH_TESTS,
  },
  {
    name: 'different failures of a round count as one',
    file: FAILURES,
    right: 'failures = CASE WHEN failure = $3 THEN least(failures, 32766) + 1 ELSE 1 END',
    wrong: 'failures = least(failures, 32766) + 1',
    tests: BATCH_TESTS,
  },
  {
    name: 'two openings of one player go into one statement',
    file: 'src/ledger/rounds/round-writer.ts',
    right: 'keyOf: ({ round }) => round.intent.playerKey,',
    wrong: 'keyOf: ({ round }) => round.intent.roundId,',
    tests: ['test/ledger/round-ledger.test.ts'],
  },
  {
    name: 'two rows of one key go into one batch',
    file: 'src/ledger/database/batch.ts',
    right: 'if (isTaken) keys.add(key)',
    wrong: 'if (!isTaken) keys.add(key)',
    tests: BATCH_TESTS,
  },
  {
    name: 'dropped calls are reported once and counted on',
    file: LOG_WRITER,
    right: '  dropped.clear()\n',
    wrong: '',
    tests: ['test/ledger/callback-log.test.ts'],
  },
]

const TOLD: readonly Mistake[] = [
  {
    name: 'a revoked session is notified to no node',
    file: REVOKE,
    right: "await client.query('SELECT pg_notify($1, $2)', [SESSION_REVOKED_CHANNEL, news])",
    wrong: "await client.query('SELECT $1::text, $2::text', [SESSION_REVOKED_CHANNEL, news])",
    tests: NEWS_TESTS,
  },
  {
    name: 'a revoked session stays valid until it expires',
    file: REVOKE,
    right: 'SET token_version = token_version + 1, expires_at = least(expires_at, now())',
    wrong: 'SET token_version = token_version + 1',
    tests: NEWS_TESTS,
  },
  {
    name: 'the sessions of a player are revoked in every project',
    file: REVOKE,
    right: 'WHERE p.player_key = s.player_key AND p.project_id = $1\n',
    wrong: "WHERE p.player_key = s.player_key AND $1::text <> ''\n",
    tests: NEWS_TESTS,
  },
  {
    name: 'a pause is notified to no node',
    file: PAUSES,
    right:
      'await writeAudit(client, { ...by, ...named, before: null, after: { reason } })\n      await tell(client, revision)',
    wrong: 'await writeAudit(client, { ...by, ...named, before: null, after: { reason } })',
    tests: NEWS_TESTS,
  },
  {
    name: 'a lifted pause is notified to no node',
    file: PAUSES,
    right:
      'await writeAudit(client, { ...by, ...named, before, after: null })\n      await tell(client, revision)',
    wrong: 'await writeAudit(client, { ...by, ...named, before, after: null })',
    tests: NEWS_TESTS,
  },
  {
    name: 'an existing pause raises the revision of all nodes',
    file: PAUSES,
    right: "({ kind }) => kind === 'paused',",
    wrong: "({ kind }) => kind !== 'unknown-project',",
    tests: NEWS_TESTS,
  },
  {
    name: 'a setting is notified to every node except its own',
    file: 'src/ledger/nodes/node-settings.ts',
    right: '[NODE_SETTING_CHANNEL, node],',
    wrong: '[NODE_SETTING_CHANNEL, name],',
    tests: NEWS_TESTS,
  },
  {
    name: 'a setting of all nodes comes before that of one',
    file: 'src/ledger/nodes/node-settings.ts',
    right: 'ORDER BY node = $1`',
    wrong: 'ORDER BY node <> $1`',
    tests: ['test/lanes/resize.test.ts'],
  },
  {
    name: 'a round written between two readings of its player is counted for ever',
    file: 'src/ledger/rounds/round-reader.ts',
    right: 'unmoved = found.sequence === before?.sequence ? unmoved + 1 : 0',
    wrong: 'unmoved = before === null ? 0 : unmoved + 1',
    tests: ['test/ledger/load-player.test.ts'],
  },
  {
    name: 'many target outcomes are counted after the player was read, without another reading',
    file: 'src/ledger/rounds/round-reader.ts',
    right: 'if (unmoved === 1 && found.entitlements.hasMoreTargets !== true) return found',
    wrong: 'if (unmoved === 1) return found',
    tests: ['test/ledger/load-player.test.ts'],
  },
]

export const LEDGER: readonly Mistake[] = [...KEPT, ...SUMMED, ...LOST_AND_OWED, ...TOLD]
