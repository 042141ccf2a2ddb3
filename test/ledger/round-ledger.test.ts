// The ledger of rounds against Postgres: what is written is read back completely, version and
// sequence guards hold, and work that lost its driver is found.

import { randomUUID } from 'node:crypto'
import t from 'tap'
import { BY_PLATFORM } from '../../src/ledger/audit/audit-log.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import {
  GUARD_COLUMNS,
  OPENED_COLUMNS,
  SAVED_COLUMNS,
  SELECTED,
} from '../../src/ledger/rounds/round-columns.ts'
import { createRoundFailures, putRoundBack } from '../../src/ledger/rounds/round-failures.ts'
import { createRoundLedger, type RoundEntitlements } from '../../src/ledger/rounds/round-ledger.ts'
import { createRoundReader } from '../../src/ledger/rounds/round-reader.ts'
import {
  finishRoundsQuery,
  openRoundsQuery,
  type RoundsQuery,
} from '../../src/ledger/rounds/round-statements.ts'
import { openRoundWriter } from '../../src/ledger/rounds/round-writer.ts'
import { RECOVERY_ROUND_AGE_MS, RECOVERY_ROWS, WALLET_RETRY_FIRST_MS } from '../../src/limits.ts'
import type { RoundInput } from '../../src/round/machine.ts'
import type { Round } from '../../src/round/round.ts'
import { openStores } from '../support/real-stores.ts'
import { pluck } from '../support/results.ts'
import { after, held, input, loses, pays, planned, waits } from '../support/round-samples.ts'
import { insertProject } from '../support/rows.ts'
import { until } from '../support/until.ts'
import { findRoundFaults, letRoundsBeWritten } from '../support/written-rounds.ts'

const { pool, databaseUrl } = await openStores(t)
await insertProject(pool, 'casino')
const writer = openRoundWriter(
  databaseUrl,
  () => {},
  () => {},
)
t.teardown(() => writer.close())
const ledger = createRoundLedger(pool, writer)

/** 'opened', or the reason it was not. */
async function open(round: Round, change: Partial<RoundEntitlements> = {}): Promise<string> {
  const entitlements = { entitlementsRevision: 0n, binding: null, ...change }
  const result = await ledger.open(round, entitlements)
  return result.kind === 'opened' ? result.kind : result.cause
}

const save = async (round: Round) => (await ledger.save(round)).kind
const reader = createRoundReader(pool)
const failures = createRoundFailures(pool)
const ASIDE = 'reconciliation_required'

let players = 0
async function newPlayer(): Promise<{ playerId: string; playerKey: string }> {
  const playerId = `player-${++players}`
  return { playerId, playerKey: await ensurePlayer(pool, 'casino', playerId) }
}
/** The first round of a new player. */
const belongingToNew = async (sample: Round, change: Partial<Round['intent']> = {}) =>
  belonging(sample, (await newPlayer()).playerKey, change)

const rowsOf = async (playerKey: string): Promise<unknown[]> =>
  (await pool.query('SELECT round_id FROM round WHERE player_key = $1', [playerKey])).rows

/** A sample round of this player. */
function belonging(round: Round, playerKey: string, change: Partial<Round['intent']> = {}): Round {
  const ids = { roundId: randomUUID(), sessionId: randomUUID(), requestId: randomUUID() }
  return { ...round, intent: { ...round.intent, playerKey, ...ids, ...change } }
}

/** Writes the round, then all moves in one save. Returns the ledger's row. */
async function stored(first: Round, ...moves: RoundInput[]): Promise<Round> {
  const moved = after(held(first), ...moves).round
  const { version } = first.progress
  const result = await open(first)
  if (result !== 'opened') throw new Error(result)
  if (moves.length > 0) {
    const saved = await save({ ...moved, progress: { ...moved.progress, version } })
    if (saved !== 'saved') throw new Error(saved)
  }
  return (await reader.findRound(first.intent.playerKey, first.intent.roundId))!
}

const BESIDE_THE_ROUND = ['failure', 'failures', 'project_id', 'touched_at']

const asLedger = (round: Round): Round => ({
  intent: { ...round.intent, seed: Buffer.from(round.intent.seed), betTerms: '{"level":1}' },
  progress: round.progress,
})

const WAITING = [input.betAccepted, input.revealed] as const
const STORIES: [name: string, first: Round, moves: RoundInput[]][] = [
  ['a win, opened', planned(pays), []],
  ['a decision, opened', planned(waits), []],
  ['a loss, opened', planned(loses), []],
  ['bet unknown', planned(pays), [input.betUnknown]],
  ['bet refused', planned(pays), [input.betRefused]],
  ['a decision owed', planned(waits), [...WAITING]],
  ['a decision owed, start notified', planned(waits), [...WAITING, input.started]],
  ['two decisions taken', planned(waits), [...WAITING, input.gambles, input.collects]],
  ['win unknown', planned(pays), [...WAITING, input.started, input.winUnknown]],
  ['settled', planned(pays), [...WAITING, input.started, input.winAccepted, input.finished]],
  ['cancelled', planned(pays), [input.cancelledByOperator]],
  ['refunded', planned(pays), [input.cancelledByOperator, input.saved, input.refundAccepted]],
]

t.test('every field of a round comes back from the ledger as it was written', async t => {
  for (const [name, sample, moves] of STORIES) {
    const first = await belongingToNew(sample)
    const read = await stored(first, ...moves)
    const moved = after(held(first), ...moves).round
    const version = moves.length > 0 ? 2 : 1
    const expected = { ...moved, progress: { ...moved.progress, version } }
    t.strictSame(read, asLedger(expected), name)
  }
})

t.test('every column is read, and is written by the opening or by the save', async t => {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'round'`,
  )
  // Written by the statements themselves: columns of the player's row, and the time of the last
  // write.
  const fields = pluck(rows, 'name').filter(name => !BESIDE_THE_ROUND.includes(name))
  const written = pluck([...GUARD_COLUMNS, ...OPENED_COLUMNS, ...SAVED_COLUMNS], 'name')
  t.strictSame([...new Set<string>(written)].sort(), fields.sort())
  for (const name of fields) t.match(SELECTED, new RegExp(` AS ${name}\\b`))
})

t.test('amounts past 2^53 and times to the millisecond come back exactly', async t => {
  const huge = 2n ** 62n + 1n
  const sample = planned({ winUnits: 2 ** 40, winMinor: huge, awaiting: false })
  const createdAtMs = 1_763_700_000_123
  const amounts = { stakeMinor: huge, baseStakeMinor: huge, createdAtMs }
  const first = await belongingToNew(sample, amounts)
  const balanceMinor = 2n ** 63n - 1n
  const answer = { kind: 'accepted', balanceMinor } as const
  const atMs = createdAtMs + 1
  const read = await stored(first, { type: 'bet-answered', answer, atMs })
  t.match(read.intent, amounts)
  const balance = { balanceAfterBetMinor: balanceMinor, betConfirmedAtMs: atMs }
  t.match(read.progress, { winMinor: huge, ...balance })
})

// The group commit writes plain rounds; one that binds the player is a transaction.
const PATHS = { 'group commit': null, transaction: { provider: 'provider_c', levelBps: 9_450 } }

t.test('a refused round is not written, and the ledger names one of four causes', async t => {
  for (const [path, binding] of Object.entries(PATHS)) {
    const { playerKey } = await newPlayer()
    const known = { sequence: 2n, requestId: 'r-1', gameId: 'a' }
    const first = belonging(planned(pays), playerKey, known)
    t.equal(await open(first), 'opened')
    const next = (change: Partial<Round['intent']>, entitlementsRevision = 0n) => {
      const fits = { sequence: 3n, gameId: 'b', ...change }
      return open(belonging(planned(pays), playerKey, fits), { binding, entitlementsRevision })
    }
    const check = async (cause: string, why: string, attempt: Promise<string>) =>
      t.equal(await attempt, cause, `${path}: ${why}`)
    await check('request-repeated', 'the same request', next({ requestId: 'r-1' }))
    await check('request-repeated', 'the same round', next({ roundId: first.intent.roundId }))
    await check('sequence-taken', 'the same number', next({ sequence: 2n }))
    await check('sequence-taken', 'a number below the last', next({ sequence: 1n }))
    await check('round-open', 'the game has an open round', next({ gameId: 'a' }))
    await check('entitlements-outdated', 'another revision', next({}, 1n))
    t.equal((await rowsOf(playerKey)).length, 1, `${path}: nothing was written`)
    await check('opened', 'another game and request, the next number', next({}))
  }
})

t.test('a round that another node opens at that moment is found after its commit', async t => {
  for (const [path, binding] of Object.entries(PATHS)) {
    const { playerKey } = await newPlayer()
    const one = (gameId: string, sequence: bigint, requestId = `r-${sequence}`) =>
      belonging(planned(pays), playerKey, { gameId, sequence, requestId })
    const other = await pool.connect()
    const send = ({ text, values }: RoundsQuery) => other.query(text, values)
    await other.query('BEGIN')
    await send(openRoundsQuery([{ round: one('a', 1n), entitlementsRevision: 0n }]))
    const late = open(one('a', 2n), { binding })
    await until('it waits', openingWaits)
    await other.query('COMMIT')
    t.equal(await late, 'round-open', `${path}: the slot`)

    // Opened and finished between the read and the write of the late one: it holds neither slot nor
    // row.
    const repeated = one('b', 3n)
    await other.query('BEGIN')
    await send(openRoundsQuery([{ round: repeated, entitlementsRevision: 0n }]))
    const again = open(one('c', 4n, 'r-3'), { binding })
    await until('it waits, too', openingWaits)
    await send(finishRoundsQuery([after(held(repeated), input.betRefused).round]))
    await other.query('COMMIT')
    t.equal(await again, 'request-repeated', `${path}: the request`)
    other.release()
    t.equal((await rowsOf(playerKey)).length, 2, `${path}: nothing else was written`)
    t.equal(await open(one('d', 5n)), 'opened')
  }
})

async function openingWaits(): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database()
       AND wait_event_type = 'Lock' AND query ~ 'SET last_sequence|FOR NO KEY UPDATE'`,
  )
  return rows.length > 0
}

t.test('a round is in one table until it ends, and its number is its player’s last', async t => {
  for (const [name, sample, moves] of STORIES) {
    await stored(await belongingToNew(sample), ...moves)
    t.strictSame(await findRoundFaults(pool), [], name)
  }
  const aside = await belongingToNew(planned(pays))
  await open(aside)
  await failures.setAside(aside.intent)
  t.strictSame(await findRoundFaults(pool), [], 'set aside')
  await putRoundBack(pool, aside.intent.roundId, BY_PLATFORM)
  t.strictSame(await findRoundFaults(pool), [], 'put back')
})

t.test('of several causes the first in the order of the ledger’s answers is named', async t => {
  const { playerKey } = await newPlayer()
  const first = belonging(planned(pays), playerKey, { sequence: 1n, requestId: 'r-1', gameId: 'a' })
  await open(first)
  const again = (change: Partial<Round['intent']>) =>
    open(belonging(first, playerKey, { requestId: 'r-2', ...change }), { entitlementsRevision: 9n })
  t.equal(await again({ requestId: 'r-1' }), 'request-repeated')
  t.equal(await again({}), 'sequence-taken')
  t.equal(await again({ sequence: 2n }), 'entitlements-outdated')
})

t.test('a number below the player’s last is not written, even when it is unused', async t => {
  const { playerKey } = await newPlayer()
  const numbered = (sequence: bigint) => belonging(planned(pays), playerKey, { sequence })
  await stored(numbered(2n), input.betRefused)
  t.equal(await open(numbered(1n)), 'sequence-taken')
  t.equal(await open(numbered(3n)), 'opened')
  t.equal(await open(await belongingToNew(planned(pays))), 'opened')
})

t.test('rows of one batch fail alone, each for its own cause', async t => {
  const { playerKey } = await newPlayer()
  const round = (sequence: bigint, gameId: string, requestId = `r-${sequence}${gameId}`) =>
    belonging(planned(pays), playerKey, { sequence, gameId, requestId })
  const rounds: [round: Round, result: string][] = [
    [round(1n, 'a'), 'opened'],
    [round(2n, 'b'), 'opened'],
    [round(2n, 'c'), 'sequence-taken'],
    [round(4n, 'd'), 'opened'],
    [round(5n, 'e', 'r-1a'), 'request-repeated'],
    [round(6n, 'a'), 'round-open'],
  ]
  const results = await Promise.all(rounds.map(([one]) => open(one)))
  t.strictSame(
    results,
    rounds.map(([, result]) => result),
  )
})

t.test('a save of a version that another writer has moved changes nothing', async t => {
  const { playerKey } = await newPlayer()
  const first = belonging(planned(pays), playerKey)
  await open(first)
  const mine = after(held(first), input.betUnknown).round
  const theirs = after(held(first), input.cancelledByPolicy).round
  t.equal(await save(theirs), 'saved')
  t.equal(await save(mine), 'outdated')
  const row = await reader.findRound(playerKey, first.intent.roundId)
  t.match(row?.progress, { state: 'cancelled', version: 2 })
})

t.test('a finished round is saved no more, by any of its drivers', async t => {
  const { playerKey } = await newPlayer()
  const first = belonging(planned(pays), playerKey)
  await open(first)
  t.equal(await save(after(held(first), input.betRefused).round), 'saved')
  for (const late of [input.betUnknown, input.betRefused, input.cancelledByPolicy]) {
    t.equal(await save(after(held(first), late).round), 'outdated')
  }
  const finished = await reader.findRound(playerKey, first.intent.roundId)
  t.match(finished?.progress, { state: 'rejected' })
  t.strictSame(await findRoundFaults(pool), [])
})

t.test('the next round of a game reuses the row of a finished one, not of an owed one', async t => {
  const { playerKey } = await newPlayer()
  const numbered = (sequence: bigint) => belonging(planned(pays), playerKey, { sequence })
  const asked = 'SELECT FROM unfinished_round WHERE player_key = $1'
  const rows = async () => (await pool.query(asked, [playerKey])).rowCount
  await stored(numbered(1n), input.betRefused)
  await stored(numbered(2n), input.betRefused)
  t.equal(await rows(), 1)
  const owed = await stored(numbered(3n), input.cancelledByPolicy)
  const next = await stored(numbered(4n), input.betUnknown)
  t.equal(await rows(), 2)
  for (const { intent, progress } of [owed, next]) {
    const read = await reader.findRound(playerKey, intent.roundId)
    t.match(read?.progress, { state: progress.state, version: progress.version })
  }
})

t.test('a player is loaded with the last sequence and the open rounds only', async t => {
  const { playerId, playerKey } = await newPlayer()
  t.match(await reader.loadPlayer('casino', playerId), { sequence: 0n, openRounds: [] })
  const over = belonging(planned(pays), playerKey, { sequence: 1n, gameId: 'a' })
  await stored(over, input.betRefused)
  const openRound = belonging(planned(waits), playerKey, { sequence: 2n, gameId: 'a' })
  await stored(openRound, ...WAITING)
  const row = await reader.loadPlayer('casino', playerId)
  t.match(row, { playerKey, sequence: 2n })
  const ids = row?.openRounds.map(({ intent }) => intent.roundId)
  t.strictSame(ids, [openRound.intent.roundId])
  t.equal(await reader.loadPlayer('casino', 'nobody'), null)
  t.equal(await reader.loadPlayer('other', playerId), null)
})

t.test('a round is found by its request, and only for its own player', async t => {
  const [one, other] = [await newPlayer(), await newPlayer()]
  const round = belonging(planned(pays), one.playerKey, { requestId: 'the-request' })
  await open(round)
  const found = await reader.findRoundByRequest(one.playerKey, 'the-request')
  t.equal(found?.intent.roundId, round.intent.roundId)
  t.equal(await reader.findRoundByRequest(other.playerKey, 'the-request'), null)
  t.equal(await reader.findRound(other.playerKey, round.intent.roundId), null)
  const any = await reader.findAnyRound(round.intent.roundId)
  t.match(any, { projectId: 'casino', playerId: one.playerId })
})

t.test('stalled rounds are untouched ones and owed refunds, not open decisions', async t => {
  const ids = new Map<string, string>()
  const stalling: [name: string, sample: Round, moves: RoundInput[]][] = [
    ['bet unknown', planned(pays), [input.betUnknown]],
    ['just opened', planned(pays), []],
    ['waits for the player', planned(waits), [...WAITING]],
    ['refund owed', planned(pays), [input.cancelledByPolicy]],
    ['settled', planned(pays), [...WAITING, input.started, input.winAccepted, input.finished]],
  ]
  for (const [name, sample, moves] of stalling) {
    const round = await belongingToNew(sample)
    await stored(round, ...moves)
    ids.set(round.intent.roundId, name)
  }
  const found = async () =>
    (await reader.findStalledRounds()).flatMap(({ roundId }) => ids.get(roundId) ?? [])
  t.strictSame(await found(), [], 'fresh rounds have their driver')
  const aged = `UPDATE unfinished_round SET touched_at = now() - $1 * interval '1 millisecond'`
  const age = (ms: number) => pool.query(aged, [RECOVERY_ROUND_AGE_MS + WALLET_RETRY_FIRST_MS + ms])
  await age(1_000)
  t.strictSame((await found()).sort(), ['bet unknown', 'just opened', 'refund owed'])
  await pool.query(`UPDATE unfinished_round SET attempts = 4 WHERE refund_status IS NOT NULL`)
  t.strictSame((await found()).sort(), ['bet unknown', 'just opened'], 'a back-off is respected')
  await age(8_000)
  t.strictSame((await found()).sort(), ['bet unknown', 'just opened', 'refund owed'])
})

t.test('a refunded round is owed no more, though its row is still there to be reused', async t => {
  const round = await belongingToNew(planned(pays))
  await open(round)
  const cancelled = after(held(round), input.cancelledByPolicy)
  t.equal(await save(cancelled.round), 'saved')
  t.equal(await save(after(cancelled, input.saved, input.refundAccepted).round), 'saved')
  const { roundId } = round.intent
  const aged = `UPDATE unfinished_round SET touched_at = 'epoch' WHERE round_id = $1`
  await pool.query(aged, [roundId])
  t.notOk(pluck(await reader.findStalledRounds(), 'roundId').includes(roundId))
})

t.test('an owed notification comes up when due, start first, later after each failure', async t => {
  const round = await belongingToNew(planned(pays))
  await open(round)
  const { roundId } = round.intent
  const due = async () =>
    (await reader.findDueNotifications())
      .filter(one => one.roundId === roundId)
      .map(one => one.event)
  await reader.oweNotification(round.intent, 'finish', 60_000)
  t.strictSame(await due(), [], 'not yet')
  await reader.oweNotification(round.intent, 'start', 0)
  await pool.query('UPDATE notification SET next_attempt_at = now()')
  t.strictSame(await due(), ['start'])
  await reader.notificationAnswered(roundId, 'start', false)
  t.not((await due())[0], 'start', 'it failed: not due at once')
  await reader.notificationAnswered(roundId, 'start', true)
  await pool.query('UPDATE notification SET next_attempt_at = now()')
  t.strictSame(await due(), ['finish'])
  await pool.query('DELETE FROM notification WHERE round_id = $1', [roundId])
  const old = `INSERT INTO notification (round_id, project_id, event)
    VALUES ($1, 'casino', 'start')`
  await pool.query(old, [roundId])
  t.strictSame(await due(), ['start'], 'nodes before 0039 write no player')
})

t.test('a round that the ledger refuses fails alone among those written with it', async t => {
  const made = Array.from({ length: 12 }, () => belongingToNew(planned(pays)))
  const rounds = await Promise.all(made)
  const refused: Partial<Round['intent']>[] = [
    { requestId: 'a\0b' },
    { stakeMinor: 2n ** 63n },
    { levelBps: 1 },
  ]
  const poisoned = refused.map((change, number) =>
    belonging(rounds[number]!, rounds[number]!.intent.playerKey, change),
  )
  const sound = rounds.slice(refused.length)
  const results = await Promise.allSettled([...poisoned, ...sound].map(round => open(round)))
  for (const [place, result] of results.entries()) {
    if (place < refused.length) t.match(result, { status: 'rejected', reason: { code: /^2[23]/ } })
    else t.strictSame(result, { status: 'fulfilled', value: 'opened' })
  }
  const [broken, ...others] = sound
  const saves = [
    { ...broken!, progress: { ...broken!.progress, winMinor: 2n ** 63n } },
    ...others.map(round => ({ ...round, progress: { ...round.progress, attempts: 1 } })),
  ]
  const [first, ...saved] = await Promise.allSettled(saves.map(round => save(round)))
  t.match(first, { status: 'rejected', reason: { code: '22003' } })
  for (const each of saved) t.strictSame(each, { status: 'fulfilled', value: 'saved' })
})

t.test('work of every project is found in turns, however much one operator has', async t => {
  for (const projectId of ['dead', 'alive']) await insertProject(pool, projectId)
  await pool.query(
    `INSERT INTO player (project_id, player_id)
     SELECT 'dead', 'dead-' || n FROM generate_series(1, $1::int) n UNION ALL SELECT 'alive',
       'alive'`,
    [RECOVERY_ROWS + 50],
  )
  const one = await belongingToNew(planned(pays))
  await open(one)
  // The rounds of the dead wallet have waited longer.
  await letRoundsBeWritten(pool)
  await pool.query(
    `INSERT INTO round SELECT (jsonb_populate_record(r, jsonb_build_object(
       'round_id', gen_random_uuid(), 'player_key', p.player_key, 'project_id', p.project_id,
       'request_id', p.player_id, 'touched_at', now() - CASE p.project_id
         WHEN 'dead' THEN interval '1 hour' ELSE interval '1 minute' END))).*
     FROM round r CROSS JOIN player p
     WHERE round_id = $1 AND p.project_id IN ('dead', 'alive')`,
    [one.intent.roundId],
  )
  await pool.query(`INSERT INTO notification (player_key, round_id, project_id, event,
    next_attempt_at)
    SELECT player_key, round_id, project_id, 'start', touched_at FROM round
    WHERE project_id IN ('dead', 'alive')`)
  for (const found of [await reader.findStalledRounds(), await reader.findDueNotifications()]) {
    t.equal(found.length, RECOVERY_ROWS)
    t.equal(found.filter(({ projectId }) => projectId === 'alive').length, 1)
  }
})

t.test('failures of a round are counted as long as they are the same', async t => {
  const round = await belongingToNew(planned(pays))
  t.equal(await failures.noteFailure(round.intent, 'not there'), 0)
  await open(round)
  const note = (failure: string) => failures.noteFailure(round.intent, failure)
  t.strictSame([await note('a'), await note('a'), await note('b')], [1, 2, 1])
  t.strictSame([await note('a'), await note('a'), await note('a')], [1, 2, 3])
  t.equal(await save(round), 'saved', 'a note does not change the round')
})

t.test('a row set aside is no longer open to any driver, and its game is free', async t => {
  const { playerId, playerKey } = await newPlayer()
  const round = belonging(planned(pays), playerKey)
  await open(round)
  t.equal(await failures.setAside(round.intent), true)
  t.equal(await failures.setAside(round.intent), false, 'once')
  t.equal(await save(round), 'outdated', 'its driver is too late')
  const read = await reader.loadPlayer('casino', playerId)
  t.strictSame(read?.openRounds, [])
  const next = belonging(planned(pays), playerKey, { sequence: 2n })
  t.equal(await open(next), 'opened')
  t.equal((await reader.findRound(playerKey, round.intent.roundId))?.progress.state, ASIDE)
  const aged = `UPDATE unfinished_round SET touched_at = 'epoch' WHERE player_key = $1`
  await pool.query(aged, [playerKey])
  const stalled = (await reader.findStalledRounds()).filter(one => one.playerId === playerId)
  t.strictSame(pluck(stalled, 'roundId'), [next.intent.roundId])
})

t.test('an ended round is not set aside', async t => {
  const round = await belongingToNew(planned(pays))
  await open(round)
  await save(after(held(round), input.betRefused).round)
  t.equal(await failures.setAside(round.intent), false)
})
