// Mistakes on purpose in SQL, in Lua and at the edges: one edit each. The named tests must find
// every one of them; `npm run plant-mistakes` plants one after another and shows that they do.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are source code

import { ADMIN } from './admin.ts'
import { DEPLOYED } from './deploy.ts'
import { EDGE } from './edge.ts'
import { LEDGER } from './ledger.ts'
import type { Mistake } from './mistake.ts'
import { OPERATOR } from './operator.ts'
import { PANEL } from './panel.ts'
import { PLAY } from './play.ts'
import { PLAYER } from './player.ts'
import { REDIS } from './redis.ts'
import { SERVER } from './server.ts'
import { WALLET } from './wallet.ts'

const IDEMPOTENCY = 'src/ledger/projects/idempotency-rows.ts'
const PROJECTS = 'src/ledger/projects/project-changes.ts'
const SESSIONS = 'src/ledger/players/sessions.ts'
const STATEMENTS = 'src/ledger/rounds/round-statements.ts'
const GRANTS = 'src/ledger/entitlements/grants.ts'
const GRANT_MOVES = 'src/ledger/entitlements/grant-moves.ts'
const SUMMARIES = 'src/ledger/entitlements/grant-summaries.ts'
const LEVELS = 'src/ledger/entitlements/player-levels.ts'
const TARGETS = 'src/ledger/entitlements/target-outcomes.ts'
const SEARCHES = 'src/ledger/entitlements/target-searches.ts'
const READER = 'src/ledger/entitlements/entitlements-reader.ts'
const SUMS = 'src/ledger/reports/report-sums.ts'
const WINDOWS = 'src/redis/adaptive-windows.ts'

/** Decisions that the platform makes past their deadline. */
const DECISIONS: readonly Mistake[] = [
  {
    name: 'a decision is made for its player before the deadline',
    file: 'src/core/expiry.ts',
    right: 'awaitingSinceMs + deadlineMinutes * 60_000',
    wrong: 'awaitingSinceMs + deadlineMinutes * 6_000',
    tests: ['test/core/expiry.test.ts'],
  },
  {
    name: 'every step of a gamble counts from the first',
    file: 'src/round/moves.ts',
    right: 'awaitingSinceMs: drawn.awaiting ? atMs : null',
    wrong: 'awaitingSinceMs: drawn.awaiting ? p.awaitingSinceMs : null',
    tests: ['test/guarantees/decision-deadline.test.ts'],
  },
  {
    name: 'a project’s decisions are made by the deadline of another',
    file: 'src/ledger/rounds/owed-work.ts',
    right: 'r WHERE r.project_id = deadline.project_id',
    wrong: 'r WHERE r.project_id <> deadline.project_id',
    tests: ['test/ledger/overdue-decisions.test.ts'],
  },
  {
    name: 'a round that was set aside keeps an open decision',
    file: 'src/round/moves.ts',
    right: "state: 'reconciliation_required', awaitingSinceMs: null",
    wrong: "state: 'reconciliation_required'",
    tests: ['test/round/exhaustive-walk.test.ts'],
  },
]

/** Players in several databases. */
const SHARDS: readonly Mistake[] = [
  {
    name: 'a player is searched in the database that carries the first shards',
    file: 'src/ledger/database/player-databases.ts',
    right: 'of: player => (isOne ? first : at(shardOf(player)))',
    wrong: 'of: player => (isOne ? first : at(shardOf(player) >> 9))',
    tests: ['test/ledger/shard-map.test.ts', 'test/guarantees/shards.test.ts'],
  },
  {
    name: 'an id that names another database than its own is never found',
    file: 'src/ledger/database/player-databases.ts',
    right: 'for (const each of [named, ...byPlace.filter(other => other !== named)]) {',
    wrong: 'for (const each of [named]) {',
    tests: ['test/ledger/shard-map.test.ts'],
  },
  {
    name: 'an external id is used again for a player of another database',
    file: 'src/ledger/entitlements/external-ids.ts',
    right: 'if (await isStored(owner, subject, known.id)) return null',
    wrong: 'if (await isStored(home, subject, known.id)) return null',
    tests: ['test/ledger/external-ids.test.ts'],
  },
  {
    name: 'an external id is taken over from a call that may still store its record',
    file: 'src/ledger/entitlements/external-ids.ts',
    right: "AND (player_id = $5 OR claimed_at < now() - $7 * interval '1 millisecond')",
    wrong: "AND (player_id = $5 OR claimed_at < now() + $7 * interval '1 millisecond')",
    tests: ['test/ledger/external-ids.test.ts'],
  },
  {
    name: 'a database accepts another share of the players than it has',
    file: 'src/ledger/database/carried-shards.ts',
    right: 'WHERE $2 OR NOT EXISTS (SELECT FROM player) ON CONFLICT DO NOTHING',
    wrong: 'WHERE $2::boolean IS NOT NULL ON CONFLICT DO NOTHING',
    tests: ['test/ledger/shard-map.test.ts'],
  },
  {
    name: 'pages of a report of two databases leave rounds of one millisecond out',
    file: 'src/ledger/reports/report-rounds.ts',
    right: 'return one.roundId < other.roundId ? 1 : -1',
    wrong: 'return one.roundId < other.roundId ? -1 : 1',
    tests: ['test/ledger/reports.test.ts'],
  },
  {
    name: 'a failover of one database counts rounds of another database’s players as lost',
    file: 'src/redis/recent-rounds.ts',
    right: '        .filter(isOfLedger)\n',
    wrong: '',
    tests: ['test/guarantees/shards.test.ts'],
  },
]

/** A fleet whose ledger was replaced. */
const FAILOVER: readonly Mistake[] = [
  {
    name: 'a node plays on with a ledger that lost rounds',
    file: 'src/server/ledger-gate.ts',
    right: 'const { rounds, unlisted } = await writeOrphans(pool, known, now)',
    wrong: 'const { rounds, unlisted } = await writeOrphans(pool, [], now)',
    tests: ['test/guarantees/failover.test.ts'],
  },
  {
    name: 'the bet of a round whose win was paid is refunded',
    file: 'src/ledger/rounds/orphan-refunds.ts',
    right: "state === 'reconciliation_required' && (known === 'opened' || known === 'lost')",
    wrong: "state === 'reconciliation_required' && known !== 'cancelled'",
    tests: ['test/guarantees/failover.test.ts'],
  },
  {
    name: 'a round that was taken up counts as no bet when its opener notes that later',
    file: 'lua/round-opening.lua',
    right: "'x', '', 'o')",
    wrong: "'x', '', 'ot')",
    tests: ['test/redis/recent-rounds.test.ts'],
  },
  {
    name: 'the bet of a round that was taken up is sent, and counts as not sent',
    file: 'src/round/effects.ts',
    right: 'if (effect.isTakenUp && isBetToSend(round)) {',
    wrong: 'if (effect.isTakenUp && !isBetToSend(round)) {',
    tests: ['test/simulation/unsent-opening.test.ts'],
  },
  {
    name: 'a round whose node was killed waits its back-off twice',
    file: 'src/lanes/handoff.ts',
    right: "if (resumed !== 'waiting') return resumed",
    wrong: "if (resumed !== 'no-budget') return 'tried'",
    tests: ['test/simulation/recovered-retry.test.ts'],
  },
]

/** Behaviour that no test covered when the list was started. */
const FIRST_FOUND: readonly Mistake[] = [
  {
    name: 'an answered key is valid only as long as its claim',
    file: IDEMPOTENCY,
    right: 'WHERE (i.answer IS NULL AND i.claimed_until < now()',
    wrong: 'WHERE (i.claimed_until < now()',
    tests: ['test/operator/idempotency-times.test.ts'],
  },
  {
    name: 'a key that is used again after a day keeps its old day',
    file: IDEMPOTENCY,
    right: 'is_awaited = false, created_at = now()',
    wrong: 'is_awaited = false',
    tests: ['test/operator/idempotency-times.test.ts'],
  },
  {
    name: 'a call whose answer is not kept leaves its key to any body',
    file: IDEMPOTENCY,
    right: ' OR i.body_sha256 = excluded.body_sha256',
    wrong: ' OR true',
    tests: ['test/operator/idempotency.test.ts'],
  },
  {
    name: 'a body is compared together with the key of the project',
    file: 'src/operator/call.ts',
    right: '{ api_key: _, ...compared }: Record<string, unknown>,\n): IdempotentCall {',
    wrong: 'compared: Record<string, unknown>,\n): IdempotentCall {',
    tests: ['test/operator/idempotent-after-rotation.test.ts'],
  },
  {
    name: 'months are rolled up in the time zone of the database',
    file: SUMS,
    right: "date_trunc('month', o.at AT TIME ZONE 'UTC')::date",
    wrong: "date_trunc('month', o.at)::date",
    tests: ['test/ledger/report-sums.test.ts'],
  },
  {
    name: 'a late round is added when its time is reached and stays set aside',
    file: SUMS,
    right: 'DELETE FROM report_aside a USING done WHERE a.round_id = done.round_id)',
    wrong: 'DELETE FROM report_aside a USING done WHERE a.round_id = done.round_id AND false)',
    tests: ['test/ledger/report-sums.test.ts'],
  },
  {
    name: 'after a step only the windows of one currency start again',
    file: WINDOWS,
    right: 'CURRENCIES.flatMap(currency => windowKeys(player, { provider, currency }))',
    wrong: "windowKeys(player, { provider, currency: 'EUR' })",
    tests: ['test/redis/adaptive-windows.test.ts'],
  },
  {
    name: 'rounds of target outcomes are in a window rebuilt from the ledger',
    file: READER,
    right: "AND state = 'settled' AND outcome_id IS NULL AND level_source <> 'manual'",
    wrong: "AND state = 'settled' AND level_source <> 'manual'",
    tests: ['test/ledger/adaptive-window.test.ts'],
  },
  {
    name: 'past the bound of grants those that expire last are in play',
    file: GRANTS,
    right: 'ORDER BY expires_at, created_at, grant_id) AS place',
    wrong: 'ORDER BY expires_at DESC, created_at, grant_id) AS place',
    tests: ['test/ledger/grants-in-play.test.ts'],
  },
  {
    name: 'every launch prolongs the session that it continues',
    file: SESSIONS,
    right: 'expires_at = CASE WHEN expires_at <= now()',
    wrong: 'expires_at = CASE WHEN true',
    tests: ['test/ledger/sessions.test.ts'],
  },
  {
    name: 'an ended link still decides',
    file: 'src/player/commands/decide.ts',
    right:
      "if (!(await isCurrentLink(deps, session))) return encodeError(requestId, 'UNAUTHORIZED')",
    wrong: '',
    tests: ['test/player/ended-link.test.ts'],
  },
  {
    name: 'unknown results refill the budget of repeats',
    file: 'src/wallet/client.ts',
    right: "if (answer.kind !== 'unknown') retries.answered(projectId)",
    wrong: 'retries.answered(projectId)',
    tests: ['test/wallet/retry-budget-in-use.test.ts'],
  },
]

const SQL: readonly Mistake[] = [
  {
    name: 'a late answer of a lost call replaces the valid one',
    file: IDEMPOTENCY,
    right: 'key = $3 AND answer IS NULL',
    wrong: 'key = $3',
    tests: ['test/operator/idempotency-times.test.ts'],
  },
  {
    name: 'a call that ends notifies no other node',
    file: IDEMPOTENCY,
    right: 'UPDATE idempotency SET is_awaited = true WHERE',
    wrong: 'UPDATE idempotency SET is_awaited = false WHERE',
    tests: ['test/operator/idempotency.test.ts'],
  },
  {
    name: 'old answers are never deleted',
    file: 'src/ledger/retention/old-rows.ts',
    right: "WHERE ${at} < now() - $1 * interval '1 millisecond'",
    wrong: "WHERE ${at} < now() - $1 * interval '1 second'",
    tests: ['test/operator/idempotency-times.test.ts'],
  },
  {
    name: 'of two simultaneous changes of a project the second overwrites the first',
    file: PROJECTS,
    right: 'WHERE project_id = $1 AND revision = $2 RETURNING *',
    wrong: 'WHERE project_id = $1 AND $2::bigint > 0 RETURNING *',
    tests: ['test/ledger/projects.test.ts'],
  },
  {
    name: 'of two simultaneous rotations both return a key',
    file: PROJECTS,
    right: 'WHERE project_id = $1 AND api_key_sha256 = $2 AND NOT internal RETURNING *',
    wrong: 'WHERE project_id = $1 AND $2::bytea IS NOT NULL AND NOT internal RETURNING *',
    tests: ['test/ledger/projects.test.ts'],
  },
  {
    name: 'an operator who took the name demo gets the built-in wallet',
    file: 'src/ledger/projects/internal-projects.ts',
    right: 'WHERE project.internal AND project.callback_url <> excluded.callback_url',
    wrong: 'WHERE project.callback_url <> excluded.callback_url',
    tests: ['test/ledger/internal-projects.test.ts'],
  },
  {
    name: 'an opening writes although another node opened after its read',
    file: STATEMENTS,
    right: 'AND p.last_sequence = seen.last_sequence AND p.last_sequence < u.sequence',
    wrong: 'AND p.last_sequence < u.sequence',
    tests: ['test/ledger/round-ledger.test.ts'],
  },
  {
    name: 'a finished round is saved once more by the driver that came too late',
    file: STATEMENTS,
    right: "AND r.version = u.version AND r.state <> 'finished'",
    wrong: 'AND r.version = u.version',
    tests: ['test/ledger/round-ledger.test.ts'],
  },
  {
    name: 'a launch beside an owed win opens another session',
    file: SESSIONS,
    right: 'r.game_id = $3 AND r.${IS_OPEN}',
    wrong: "r.game_id = $3 AND r.state IN ('debit_pending', 'in_progress')",
    tests: ['test/operator/launch-beside-owed-win.test.ts'],
  },
  {
    name: 'one operator reads the grant of another',
    file: GRANTS,
    right: '`${SELECT_GRANTS} WHERE g.project_id = $1 AND grant_id = $2`',
    wrong: '`${SELECT_GRANTS} WHERE $1::text IS NOT NULL AND grant_id = $2`',
    tests: ['test/guarantees/walls-between-projects.test.ts'],
  },
  {
    name: 'an expired grant gets the time at which it was noticed, not its expiry',
    file: GRANT_MOVES,
    right: "SET status = 'expired', finished_at = expires_at",
    wrong: "SET status = 'expired', finished_at = now()",
    tests: ['test/ledger/grant-ends.test.ts'],
  },
  {
    name: 'a summary is sent before the last round of its grant has ended',
    file: SUMMARIES,
    right: 'AND summary_next_at <= now() AND taken = played',
    wrong: 'AND summary_next_at <= now()',
    tests: ['test/ledger/grant-ends.test.ts'],
  },
  {
    name: 'an unanswered summary is repeated without growing delays',
    file: SUMMARIES,
    right: 'SET summary_attempts = summary_attempts + 1',
    wrong: 'SET summary_attempts = summary_attempts + 0',
    tests: ['test/ledger/grant-ends.test.ts'],
  },
  {
    name: 'a step applies to a level that the operator has set',
    file: LEVELS,
    right: 'AND current_bps = $5 AND manual_bps IS NULL',
    wrong: 'AND current_bps = $5',
    tests: ['test/ledger/player-levels.test.ts'],
  },
  {
    name: 'a step applies twice at one round',
    file: LEVELS,
    right: '           AND adjusted_sequence < $4`,',
    wrong: '           AND adjusted_sequence <= $4`,',
    tests: ['test/ledger/player-levels.test.ts'],
  },
  {
    name: 'the first window of a player whom the operator binds holds older rounds',
    file: LEVELS,
    right: 'SELECT $1, $2, $3, $4, $5, last_sequence FROM player WHERE player_key = $1',
    wrong: 'SELECT $1, $2, $3, $4, $5, 0 FROM player WHERE player_key = $1',
    tests: ['test/ledger/player-levels.test.ts'],
  },
  {
    name: 'a long journal shows its oldest entries',
    file: LEVELS,
    right: 'ORDER BY entry_id DESC LIMIT ${JOURNAL_ENTRIES}) j)',
    wrong: 'ORDER BY entry_id LIMIT ${JOURNAL_ENTRIES}) j)',
    tests: ['test/ledger/player-levels.test.ts'],
  },
  {
    name: 'rounds of target outcomes count as rounds since the last step',
    file: LEVELS,
    right: "AND r.state = 'settled' AND r.outcome_id IS NULL",
    wrong: "AND r.state = 'settled'",
    tests: ['test/ledger/player-levels.test.ts'],
  },
  {
    name: 'free spins count toward a target outcome',
    file: 'sql/0035-finished-rounds.sql',
    right: 'GENERATED ALWAYS AS (CASE WHEN grant_id IS NULL',
    wrong: 'GENERATED ALWAYS AS (CASE WHEN true',
    tests: ['test/operator/target-outcomes.test.ts'],
  },
  {
    name: 'a cancelled target outcome counts on',
    file: TARGETS,
    right: "SET status = 'cancelled', paid_spins = $2, claimed_until = NULL",
    wrong: "SET status = 'cancelled', paid_spins = NULLIF($2::int, $2::int), claimed_until = NULL",
    tests: ['test/operator/target-outcomes.test.ts'],
  },
  {
    name: 'one project with many target outcomes blocks the others',
    file: SEARCHES,
    right: 'OVER (PARTITION BY project_id ORDER BY created_at)',
    wrong: 'OVER (ORDER BY created_at)',
    tests: ['test/operator/target-search.test.ts'],
  },
  {
    name: 'two nodes search for one target outcome',
    file: SEARCHES,
    right: 'AND (t.claimed_until IS NULL OR t.claimed_until < now())`',
    wrong: '`',
    tests: ['test/operator/target-search.test.ts'],
  },
  {
    name: 'a node that searches again for an outdated target outcome leaves players on the old one',
    file: SEARCHES,
    right: 'UPDATE player p SET terms_revision = terms_revision + 1',
    wrong: 'UPDATE player p SET terms_revision = terms_revision + 0',
    tests: ['test/operator/target-search.test.ts'],
  },
  {
    name: 'rounds of one microsecond stop the sums',
    file: SUMS,
    right: "SELECT greatest(r.created_at, since + interval '1 microsecond') FROM round r",
    wrong: 'SELECT r.created_at FROM round r',
    tests: ['test/ledger/report-sums.test.ts'],
  },
  {
    name: 'rounds that are set aside count twice at the ends of a period',
    file: 'src/ledger/reports/report-reconciliation.ts',
    right: 'AND NOT EXISTS (SELECT FROM report_aside a WHERE a.round_id = m.round_id)) s',
    wrong: ') s',
    tests: ['test/ledger/report-ends.test.ts'],
  },
  {
    name: 'a page of rounds begins after the instant of the last one',
    file: 'src/ledger/reports/report-rounds.ts',
    right:
      '`(${rows}.created_at, ${rows}.round_id) < (${values.add(after.createdAt)}, ${values.add(after.roundId)})`',
    wrong: '`${rows}.created_at < ${values.add(after.createdAt)}`',
    tests: ['test/ledger/report-ends.test.ts'],
  },
  {
    name: 'a round stored minutes late is in no report',
    file: 'sql/0035-finished-rounds.sql',
    right: "WHEN (NEW.created_at < now() - interval '1 minute')",
    wrong: "WHEN (NEW.created_at < now() - interval '10 minutes')",
    tests: ['test/ledger/report-sums.test.ts'],
  },
  {
    name: 'a refund of an unconfirmed bet counts',
    file: 'sql/0091-decided-in-reports.sql',
    right:
      "bet_status = 'confirmed' AND coalesce(refund_status = 'confirmed', false) AS refund_counts",
    wrong: "coalesce(refund_status = 'confirmed', false) AS refund_counts",
    tests: ['test/ledger/reports.test.ts'],
  },
  {
    name: 'the ledger accepts two open rounds of one game',
    file: STATEMENTS,
    right: ' OR r.game_id = u.game_id AND ${IS_OPEN}))',
    wrong: '))',
    tests: ['test/ledger/round-ledger.test.ts'],
  },
  {
    name: 'the schema accepts a settled round whose win is not confirmed',
    file: 'sql/0035-finished-rounds.sql',
    right: "AND (win_minor = 0 OR win_status IS NOT DISTINCT FROM 'confirmed')",
    wrong: 'AND true',
    tests: ['test/ledger/constraints.test.ts'],
  },
  {
    name: 'the schema accepts a refund beside a win',
    file: 'sql/0035-finished-rounds.sql',
    right: "CHECK (refund_status IS NULL OR win_status IS NULL OR win_status = 'planned')",
    wrong: 'CHECK (true)',
    tests: ['test/ledger/constraints.test.ts'],
  },
  {
    name: 'the schema accepts more spins than a grant has',
    file: 'sql/0002-player-terms.sql',
    right: 'CHECK (0 <= played AND played <= taken AND taken <= total)',
    wrong: 'CHECK (0 <= played AND played <= taken)',
    tests: ['test/ledger/constraints.test.ts'],
  },
]

const LUA: readonly Mistake[] = [
  {
    name: 'a spin fits a target outcome of a mode whose name has the same beginning',
    file: 'lua/round-open.lua',
    right: "fits and string.find('|' .. modes .. '|', '|' .. mode .. '|', 1, true)",
    wrong: 'fits and string.find(modes, mode, 1, true)',
    tests: ['test/redis/target-counting.test.ts'],
  },
  {
    name: 'a player state in use never expires',
    file: 'lua/round-open.lua',
    right: "redis.call('PEXPIRE', player, ARGV[5])",
    wrong: "redis.call('PERSIST', player)",
    tests: ['test/redis/player-state.test.ts', 'test/redis/kept.test.ts'],
  },
  {
    name: 'the rounds of a window in use never expire',
    file: 'lua/round-settle.lua',
    right: "redis.call('PEXPIRE', list, ARGV[7])",
    wrong: "redis.call('PERSIST', list)",
    tests: ['test/redis/kept.test.ts'],
  },
  {
    name: 'a rebuilt player state counts as the old one',
    file: 'lua/player-load.lua',
    right: "'seq', ARGV[1], 'born', ARGV[1])",
    wrong: "'seq', ARGV[1], 'born', '0')",
    tests: ['test/redis/adaptive-windows.test.ts'],
  },
  {
    name: 'a load older than an ended round loses its count',
    file: 'lua/player-load.lua',
    right: "redis.call('HGET', player, 'ended') or '0') > tonumber(ARGV[1])",
    wrong: "redis.call('HGET', player, 'ended') or '0') < 0",
    tests: ['test/redis/target-counting.test.ts'],
  },
  {
    name: 'a round that was never written stays counted',
    file: 'lua/round-close.lua',
    right: "if counted then redis.call('HDEL', player, 'rev') end",
    wrong: '',
    tests: ['test/redis/target-counting.test.ts'],
  },
  {
    name: 'a round enters a window that was read with it',
    file: 'lua/round-settle.lua',
    right: 'if tonumber(ARGV[3]) > tonumber(known[2]) then',
    wrong: 'if true then',
    tests: ['test/redis/adaptive-windows.test.ts'],
  },
  {
    name: 'a window outlives the settings that it was counted under',
    file: 'lua/round-settle.lua',
    right: 'if isLost or known[4] ~= ARGV[8] or',
    wrong: 'if isLost or',
    tests: ['test/redis/adaptive-windows.test.ts'],
  },
  {
    name: 'a window is counted on past what 64 bits hold',
    file: 'lua/round-settle.lua',
    right: 'known[4] ~= ARGV[8] or is_too_large(stakes, wins) then',
    wrong: 'known[4] ~= ARGV[8] then',
    tests: ['test/redis/adaptive-windows.test.ts'],
  },
  {
    name: 'an earlier round installs its older window',
    file: 'lua/window-load.lua',
    right: "if not born or redis.call('HGET', sums, 'cold') ~= ARGV[1] then",
    wrong: 'if not born then',
    tests: ['test/redis/adaptive-windows.test.ts'],
  },
  {
    name: 'a long window loses one round in a thousand',
    file: 'lua/window-load.lua',
    right: 'math.min(first + 999, #ARGV)',
    wrong: 'math.min(first + 998, #ARGV)',
    tests: ['test/redis/adaptive-windows.test.ts'],
  },
  {
    name: 'a clock that goes back removes calls',
    file: 'lua/rate-take.lua',
    right: 'math.max(now - tonumber(found[2]), 0)',
    wrong: 'now - tonumber(found[2])',
    tests: ['test/redis/rate-limits.test.ts'],
  },
  {
    name: 'a smaller quota leaves the calls of the larger one',
    file: 'lua/rate-take.lua',
    right: 'math.min(tonumber(found[1]) + elapsed * quota, full)',
    wrong: 'tonumber(found[1]) + elapsed * quota',
    tests: ['test/redis/rate-limits.test.ts'],
  },
  {
    name: 'a transaction is forgotten with the generation after it',
    file: 'lua/wallet-apply.lua',
    right: "return redis.call('HGET', current, id) or redis.call('HGET', previous, id)",
    wrong: "return redis.call('HGET', current, id)",
    tests: ['test/wallet/built-in-accounts.test.ts'],
  },
]

const EDGES: readonly Mistake[] = [
  {
    name: 'of a body in several pieces only the last is kept',
    file: 'src/edge/body.ts',
    right: 'kept.push(Buffer.from(chunk.slice(0)))',
    wrong: 'kept = [Buffer.from(chunk.slice(0))]',
    tests: ['test/edge/http.test.ts'],
  },
  {
    name: 'a body of exactly the largest size is refused',
    file: 'src/edge/body.ts',
    right: 'if (bytes <= maxBytes) {',
    wrong: 'if (bytes < maxBytes) {',
    tests: ['test/edge/http.test.ts'],
  },
  {
    name: 'a socket that said hello is closed for not having said it',
    file: 'src/edge/play-commands.ts',
    right: '  stopHelloTimer(ws.getUserData())\n',
    wrong: '',
    tests: ['test/edge/hello.test.ts'],
  },
  {
    name: 'a draining node begins free spins',
    file: 'src/edge/play-commands.ts',
    right: "new Set(['spin', 'free-spin'])",
    wrong: "new Set(['spin'])",
    tests: ['test/edge/play-sessions.test.ts'],
  },
  {
    name: 'a socket that repeats hello gets pushes of both sessions',
    file: 'src/edge/play-sockets.ts',
    right: '  if (isNew) leaveSession(open, ws)\n  else forget(open, ws)\n',
    wrong: '',
    tests: ['test/edge/play-sessions.test.ts'],
  },
  {
    name: 'the token of a hello is passed on to the lane',
    file: 'src/edge/play-commands.ts',
    right: "const withoutToken = { ...message, token: '-' }",
    wrong: 'const withoutToken = message',
    tests: ['test/edge/play-sessions.test.ts'],
  },
  {
    name: 'a page of another origin may play',
    file: 'src/edge/play.ts',
    right: "edge.allowedOrigins.has(origin) ? null : [403, 'FORBIDDEN']",
    wrong: 'edge.allowedOrigins.has(origin) ? null : null',
    tests: ['test/edge/play.test.ts'],
  },
  {
    name: 'the hop passed last is read as the first',
    file: 'src/edge/caller.ts',
    right: 'forwarded.push(proxied)',
    wrong: 'forwarded.unshift(proxied)',
    tests: ['test/edge/operator.test.ts'],
  },
  {
    name: 'of two idempotency keys the first counts',
    file: 'src/operator/call.ts',
    right: 'return keys.length === 1 && /^[!-~]+$/.test(key!)',
    wrong: 'return /^[!-~]+$/.test(key!)',
    tests: ['test/operator/launch.test.ts'],
  },
  {
    name: 'repeats take the calls that are reserved for rounds in flight',
    file: 'src/wallet/client.ts',
    right: 'takeRetry: projectId => hasRoom(projectId) && state.retries.take(projectId)',
    wrong: 'takeRetry: projectId => state.retries.take(projectId)',
    tests: ['test/wallet/client-routes.test.ts'],
  },
  {
    name: 'a wallet with calls in flight makes room for another',
    file: 'src/wallet/routes.ts',
    right: 'if (route.callsInFlight === 0 && isOlder) longest = route',
    wrong: 'if (isOlder) longest = route',
    tests: ['test/wallet/client-routes.test.ts'],
  },
  {
    name: 'a new callback address keeps the connections of the old one',
    file: 'src/wallet/routes.ts',
    right: 'own?.find(route => route.callbackUrl === callbackUrl && route.internal === internal)',
    wrong: 'own?.find(route => route.internal === internal)',
    tests: ['test/wallet/client-routes.test.ts'],
  },
  {
    name: 'a player who moves to another lane leaves retry timers behind',
    file: 'src/lanes/handoff.ts',
    right: 'const timed = state.retries.takeBackAll(id)',
    wrong: 'const timed: { roundId: string; dueInMs: number }[] = []',
    tests: ['test/lanes/resize.test.ts'],
  },
  {
    name: 'a command does not wait for its player, who is moving to another lane',
    file: 'src/lanes/moves.ts',
    right: 'if (move.isDone) return { lane, moved: null }',
    wrong: 'if (move.waiting === 0) return { lane, moved: null }',
    tests: ['test/lanes/moves.test.ts'],
  },
  {
    name: 'a push takes up a round that may have a driver',
    file: 'src/ledger/rounds/round-pushes.ts',
    right: "AND touched_at < now() - $4 * interval '1 millisecond'",
    wrong: 'AND $4 >= 0',
    tests: ['test/ledger/rounds-owed.test.ts'],
  },
  {
    name: 'two nodes take up one push',
    file: 'src/ledger/rounds/round-pushes.ts',
    right: 'WHERE push_id = $1 AND node IS NULL',
    wrong: 'WHERE push_id = $1',
    tests: ['test/ledger/rounds-owed.test.ts'],
  },
]

/** What a node reports of itself. */
const OBSERVED: readonly Mistake[] = [
  {
    name: 'the counts of a lost thread are lost with it',
    file: 'src/server/metrics/kept-readings.ts',
    right: 'ended = addUp([ended, counted(metrics)])',
    wrong: 'ended = addUp([ended, counted(metrics.slice(metrics.length))])',
    tests: ['test/server/metrics.test.ts'],
  },
  {
    name: 'wins are counted in units instead of base bets',
    file: 'src/server/metrics/rounds.ts',
    right: 'win.add(progress.winUnits / game.unitsPerBet, gameId, gameMode)',
    wrong: 'win.add(progress.winUnits, gameId, gameMode)',
    tests: ['test/server/returns.test.ts'],
  },
  {
    name: 'the start of a token is accepted for the metrics',
    file: 'src/edge/probes.ts',
    right: 'return timingSafeEqual(hash(authorization), hash(`Bearer ${token}`))',
    wrong:
      'return timingSafeEqual(hash(authorization.slice(0, 7 + token.length)), hash(`Bearer ${token}`))',
    tests: ['test/server/metrics.test.ts'],
  },
  {
    name: 'wallets are sent the trace unasked',
    file: 'src/server/lane.ts',
    right: 'walletWith: tellsWallets ? walletOf : () => stores.wallet,',
    wrong: 'walletWith: tellsWallets ? () => stores.wallet : walletOf,',
    tests: ['test/server/tracing.test.ts'],
  },
]

/** Kill switches. */
const PAUSES: readonly Mistake[] = [
  {
    name: 'a round that was checked before the pause is opened after it',
    file: 'src/round/open.ts',
    right: "if (newRounds !== 'allowed') return { kind: 'not-allowed', cause: newRounds }",
    wrong: "if (newRounds === 'unknown') return { kind: 'not-allowed', cause: newRounds }",
    tests: ['test/simulation/paused-opening.test.ts'],
  },
  {
    name: 'a lane trusts its last pauses for ever',
    file: 'src/lanes/new-rounds.ts',
    right: "return clockMs() < believedUntilMs ? 'allowed' : 'unknown'",
    wrong: "return clockMs() < believedUntilMs ? 'allowed' : 'allowed'",
    tests: ['test/lanes/new-rounds.test.ts'],
  },
  {
    name: 'one node that applies a pause is enough for it to be in force',
    file: 'src/ledger/pauses/node-pauses.ts',
    right: 'const isInForce = nodes.every(({ obeys }) => obeys)',
    wrong: 'const isInForce = nodes.some(({ obeys }) => obeys)',
    tests: ['test/admin/pauses.test.ts'],
  },
]

export const MISTAKES: readonly Mistake[] = [
  ...[...FIRST_FOUND, ...SQL, ...LUA, ...EDGES, ...FAILOVER, ...DECISIONS, ...SHARDS],
  ...[...OBSERVED, ...PAUSES, ...ADMIN],
  ...[...DEPLOYED, ...EDGE, ...LEDGER, ...OPERATOR, ...PANEL, ...PLAY, ...PLAYER, ...REDIS],
  ...[...SERVER, ...WALLET],
]
