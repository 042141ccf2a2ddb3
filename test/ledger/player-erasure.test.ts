// A player's name is taken out: no store has it any more, the books and the audit log's chain are
// as before, and the same id is a new player. Played on a node; test/cli has the command itself.

import { Redis } from 'ioredis'
import t from 'tap'
import { shardOf } from '../../src/core/shard.ts'
import { writeAudit } from '../../src/ledger/audit/audit-log.ts'
import { readAudit, verifyAudit } from '../../src/ledger/audit/audit-reader.ts'
import { inOneDatabase } from '../../src/ledger/database/player-databases.ts'
import { blockPlayer } from '../../src/ledger/players/player-blocks.ts'
import {
  type ErasureResult,
  erasePlayer,
  newPseudonym,
} from '../../src/ledger/players/player-erasure.ts'
import { addNote, addTag } from '../../src/ledger/players/player-notes.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import { createReportSums } from '../../src/ledger/reports/report-sums.ts'
import { createBuiltInWalletAccounts } from '../../src/redis/built-in-wallet.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import { erasePlayerKeys } from '../../src/redis/player-erasure.ts'
import type { ServerMessage } from '../../src/wire/play-answers.ts'
import { createOperator } from '../support/operator-calls.ts'
import { BET, GAME, openSetup, post } from '../support/operator-setup.ts'
import { type PlayClient, untilCallsAreOver } from '../support/play-client.ts'
import { until } from '../support/until.ts'

/** Not a plain word: quoted in JSON, in a pattern and in a key. */
const ID = 'ann"%_\\@example.com'
const OTHER = `x${ID.slice(1)}`
const BY = { actor: 'owner:olga', origin: 'a test' }

const setup = await openSetup(t)
const { pool, stores, project } = setup
const { projectId } = project
const node = await setup.startNode()
const operator = createOperator(setup, node)
const redis = await connectRedis(stores.redisUrl, stores.redisPrefix)
t.teardown(() => redis.disconnect())
const pools = inOneDatabase(pool)
const player = { projectId, playerId: ID }

const inRedis = (pseudonym: string) => erasePlayerKeys(redis, player, pseudonym, ['provider_a'])
const erase = (elsewhere = inRedis) => erasePlayer(pools, player, BY, elsewhere)
const pseudonymOf = (result: ErasureResult) => (result.kind === 'erased' ? result.pseudonym : '')

/** Plays on until the round has ended. */
async function finish(client: PlayClient, first: ServerMessage): Promise<void> {
  const { round } = await untilCallsAreOver(client, first)
  if (round.status === 'awaiting') await finish(client, await client.collect(round.roundId))
}

async function play(client: PlayClient, spins: number): Promise<void> {
  for (let spin = 0; spin < spins; spin++) await finish(client, await client.spin(BET))
}

/** Every row of every table, and every key and value of Redis, that contains the text. */
async function search(text: string): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
  )
  // As it is, and as JSON writes it within a text and within JSON within a text.
  const inJson = (plain: string) => JSON.stringify(plain).slice(1, -1)
  const forms = [text, inJson(text), inJson(inJson(text)), text.replaceAll('"', '""')]
  const found: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await pool.query(
      `SELECT FROM ${name} r WHERE EXISTS (
         SELECT FROM unnest($1::text[]) form WHERE strpos(to_jsonb(r)::text, form) > 0
           OR strpos(r::text, form) > 0)`,
      [forms],
    )
    if (rowCount! > 0) found.push(name)
  }
  const raw = new Redis(stores.redisUrl)
  for (const key of await raw.keys(`${stores.redisPrefix}*`)) {
    const type = await raw.type(key)
    const value =
      type === 'hash'
        ? await raw.hgetall(key)
        : type === 'list'
          ? await raw.lrange(key, 0, -1)
          : type === 'set'
            ? await raw.smembers(key)
            : type === 'string'
              ? await raw.get(key)
              : []
    const held = JSON.stringify([key, value])
    if (forms.some(form => held.includes(form))) found.push(`redis ${type}`)
  }
  await raw.quit()
  return found
}

/** What the books say: every sum and every round, without names. */
async function books() {
  const { rows } = await pool.query(`
    SELECT (SELECT json_agg(r ORDER BY round_id) FROM round r) AS rounds,
      (SELECT json_agg(d ORDER BY day, game_id) FROM report_day d) AS days,
      (SELECT json_agg(to_jsonb(m) - 'player_id' ORDER BY player_key, month) FROM report_month m)
        AS months`)
  const reconciled = (await operator.act('report_reconciliation', {})).players as object[]
  const totals = reconciled.map(({ player_id: _, ...sums }: { player_id?: string }) => sums)
  const ggr = await operator.act('report_ggr', {})
  return { ...rows[0], totals: totals.map(each => JSON.stringify(each)).sort(), rows: ggr.rows }
}

const { client } = await setup.openGame(node, ID)
const { client: others } = await setup.openGame(node, OTHER)
await play(client, 4)
await play(others, 2)

t.test('a player with an unfinished grant is refused, and nothing changes', async t => {
  const grant = await operator.giveSpins(ID, { external_id: 'welcome-1', meta: { note: ID } })
  const before = await search(ID)
  t.strictSame(await erase(), {
    kind: 'refused',
    hindrances: { openRounds: 0, notifications: 0, grants: 1 },
  })
  t.strictSame(await search(ID), before)
  await operator.act('freespins_cancel', { grant_id: grant })
  await until('the wallet has the end of the grant', async () => {
    const { rows } = await pool.query('SELECT summary_answered_at AS at FROM free_spin_grant')
    return rows[0].at !== null
  })
})

t.test('a player with an open round is refused', async t => {
  let answer = () => {}
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  const asked = new Promise<void>(resolve => {
    const before = () => {
      resolve()
      return held
    }
    setup.wallet.rule({ method: 'bet', playerId: ID, before })
  })
  const spun = client.spin(BET)
  await asked
  t.match(await erase(), { kind: 'refused', hindrances: { openRounds: 1 } })
  answer()
  await finish(client, await spun)
})

/** What is in every place: sums, log, audit, kept answers, targets, the built-in wallet. */
async function spreadName(): Promise<void> {
  const target = { kind: 'spin', multiplier: '2', spin_number: 90, comment: `for ${ID}` }
  await operator.act('outcome_schedule', { player_id: ID, symbol: GAME, ...target })
  const credentials = { partner: projectId, api_key: project.apiKey }
  const asked = { ...credentials, method: 'freespins_list', player_id: ID }
  await post(node, '/gameActions.do', asked, { 'idempotency-key': 'one' })
  const after = { playerId: ID, comment: `for ${ID}`, kept: 1 }
  const entry = { ...BY, action: 'target.scheduled', subject: projectId } as const
  await writeAudit(pool, { ...entry, before: null, after })
  await writeAudit(pool, { ...entry, before: after, after: { ...after, kept: 2 } })
  await pool.query(
    `INSERT INTO level_journal (player_key, provider, at, change, reason, by)
     SELECT player_key, 'provider_a', now(), 'set', $1, 'admin' FROM player WHERE player_id = $1`,
    [ID],
  )
  const person = { pool, home: pool, by: BY }
  await addNote(person, player, `${ID} called`)
  await addTag(person, player, 'late payer')
  await blockPlayer(pool, pool, player, `${ID} called`, BY)
  const account = { ...player, currency: 'EUR' } as const
  const bet = { kind: 'bet', amountMinor: 70n, transaction: 'a bet' } as const
  await createBuiltInWalletAccounts(redis).apply(account, bet)
  await pool.query("UPDATE finished_round SET created_at = created_at - interval '10 minutes'")
  await createReportSums(pool, 50).rollUp(60_000)
  await until('the log has the calls', async () => {
    const { rowCount } = await pool.query('SELECT FROM callback_log WHERE player_id = $1', [ID])
    return rowCount! > 0
  })
}

t.test('an interrupted erasure goes on, and leaves the books as they were', async t => {
  await spreadName()
  const places = await search(ID)
  const named = ['audit', 'callback_log', 'idempotency', 'player', 'player_note', 'player_tag']
  for (const place of [...named, 'report_month']) {
    t.ok(places.includes(place), `${place} has the name`)
  }
  const accounts = createBuiltInWalletAccounts(redis)
  const [before, totals, chain] = [
    await books(),
    await accounts.totals(projectId),
    await verifyAudit(pool, null),
  ]
  if (chain.kind !== 'whole') throw new Error('the log is broken before')

  const names: string[] = []
  const interrupted = erase(async pseudonym => {
    names.push(pseudonym)
    throw new Error('Redis is away')
  })
  await t.rejects(interrupted, { message: 'Redis is away' })
  const result = await erase()
  t.strictSame(result, { kind: 'erased', pseudonym: names[0], isKnown: true })
  const pseudonym = pseudonymOf(result)

  t.strictSame(await search(ID), [])
  t.strictSame(await books(), before)
  t.strictSame(await accounts.totals(projectId), totals)
  t.match(
    await verifyAudit(pool, chain.head),
    { kind: 'whole' },
    'the head of before is still in it',
  )
  t.equal(shardOf({ projectId, playerId: pseudonym }), shardOf(player))
  const kept = await pool.query(
    `SELECT block_reason, blocked_at IS NOT NULL AS is_blocked,
       (SELECT count(*)::int FROM player_note) AS notes,
       (SELECT count(*)::int FROM player_tag) AS tags
     FROM player WHERE player_id = $1`,
    [pseudonym],
  )
  t.strictSame(kept.rows, [{ block_reason: null, is_blocked: true, notes: 0, tags: 0 }])
  t.ok((await search(OTHER)).includes('player'), 'the other player is as before')
})

t.test('the audit log names the pseudonym, and a later change of such a record shows', async t => {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT player_id AS name FROM player WHERE player_id LIKE 'erased-%'",
  )
  const playerId = rows[0]!.name
  const records = await readAudit(pool, { limit: 9, playerId })
  t.match(records, [
    { action: 'audit.redacted', actor: 'owner:olga' },
    { action: 'player.erased', subject: projectId, after: { playerId } },
    { action: 'player.blocked', after: { playerId } },
    { action: 'player.tagged', after: { playerId } },
    { action: 'player.note-added', after: { playerId, noteId: /./ } },
    { action: 'target.scheduled', before: { playerId, kept: 1 }, after: { playerId, kept: 2 } },
    { action: 'target.scheduled', before: null, after: { playerId, kept: 1 } },
  ])
  t.equal(records.length, 7)
  for (const written of ['comment', 'reason', 'late payer']) {
    t.notMatch(JSON.stringify(records.map(each => each.after)), written)
  }
  const { sequence } = records[6]!
  await pool.query('ALTER TABLE audit DISABLE TRIGGER USER')
  await pool.query(`UPDATE audit SET after = after || '{"kept": 3}' WHERE sequence = ${sequence}`)
  t.match(await verifyAudit(pool, null), { kind: 'broken', sequence, problem: 'changed' })
  await pool.query(`UPDATE audit SET after = after || '{"kept": 1}' WHERE sequence = ${sequence}`)
  await pool.query('ALTER TABLE audit ENABLE TRIGGER USER')
  t.match(await verifyAudit(pool, null), { kind: 'whole' })
})

t.test('the same id is a new player, without a past', async t => {
  const { client: again, welcome } = await setup.openGame(node, ID)
  t.match(welcome, { round: null, freeSpins: null })
  const answer = await again.spin(BET)
  await finish(again, answer)
  const { rows } = await pool.query(
    `SELECT p.player_id AS id, count(*)::int AS rounds, max(sequence)::int AS last
     FROM player p JOIN round USING (player_key) WHERE player_id <> $1 GROUP BY 1 ORDER BY 2`,
    [OTHER],
  )
  t.match(rows, [
    { id: ID, rounds: 1, last: 1 },
    { id: /^erased-/, rounds: 5, last: 5 },
  ])
})

t.test('a launch that is under way while a name goes is one of a new player', async t => {
  const key = await ensurePlayer(pool, projectId, 'late')
  const erasing = await pool.connect()
  await erasing.query('BEGIN')
  await erasing.query('SELECT FROM player WHERE player_key = $1 FOR UPDATE', [key])
  const launched = ensurePlayer(pool, projectId, 'late')
  await until('the launch waits', async () => {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rowCount! > 0
  })
  for (const table of ['player', 'registered_player']) {
    await erasing.query(`UPDATE ${table} SET player_id = 'gone' WHERE player_key = $1`, [key])
  }
  await erasing.query('COMMIT')
  erasing.release()
  t.not(await launched, key)
})

t.test('an id that is no player is erased from logs and kept answers', async t => {
  const stranger = { projectId, playerId: 'stranger' }
  const result = await erasePlayer(pools, stranger, BY, async () => {})
  t.match(result, { kind: 'erased', isKnown: false })
  t.strictSame(await search('stranger'), [])
  t.not(newPseudonym(stranger), newPseudonym(stranger))
})
