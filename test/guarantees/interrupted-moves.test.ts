// Played by npm run prove: it moves a place between two servers for minutes.
// Whatever is lost at any statement of a move, the place goes on or goes back, and the books agree.
// MOVES_SEED decides what is lost when, and whether the place goes back. MOVES=30 instead moves the
// place as often while nothing is lost, and prints for how long it was closed.

import type pg from 'pg'
import t, { type Test } from 'tap'
import { openBooks } from '../support/agreeing-books.ts'
import { type Chance, createChance } from '../support/chance.ts'
import { openGate } from '../support/gate.ts'
import {
  createWatch,
  type Lose,
  openPersistentPlayers,
  strikeAt,
} from '../support/interruptions.ts'
import { createOperator } from '../support/operator-calls.ts'
import { openSetup, settingsOf } from '../support/operator-setup.ts'
import { startOwnPostgres } from '../support/own-postgres.ts'
import { openMigrated, openStores } from '../support/real-stores.ts'
import { sized } from '../support/size.ts'
import { openCommandLine, start } from '../support/start-reelhouse.ts'
import { until } from '../support/until.ts'

t.setTimeout(3_600_000)
const SEED = Number(process.env.MOVES_SEED ?? 1)
const QUIET_MOVES = Number(process.env.MOVES ?? sized(1, 4))
/** How often each moment is played, each time with another loss. */
const LOSSES_A_MOMENT = process.env.MOVES === undefined ? sized(1, 2) : 0
const VICTIMS = ['command', 'source', 'target', 'network', 'node'] as const
type Victim = (typeof VICTIMS)[number]

/** Statements of a move, in their order. */
const MOMENTS = {
  begins: /INSERT INTO place_move/,
  'empties the target': /TRUNCATE/,
  'closes the copy': /CREATE UNIQUE INDEX IF NOT EXISTS unfinished_round_move/,
  publishes: /CREATE PUBLICATION/,
  subscribes: /CREATE SUBSCRIPTION/,
  'copies a table': /CREATE_REPLICATION_SLOT "?pg_/,
  'looks how far the copy is': /FROM pg_subscription_rel/,
  'compares the schemas': /SELECT name FROM schema_migration ORDER BY name/,
  'waits for writers': /LOCK TABLE ONLY/,
  'holds the place': /INSERT INTO place \(name, server, closed_for\)/,
  'writes the mark': /INSERT INTO carried_shards \(shards, closed_for\)/,
  'waits for the mark': /SELECT closed_for AS mark/,
  'stops the subscription': /ALTER SUBSCRIPTION \w+ DISABLE/,
  'carries numbers over': /setval/,
  'opens the copy': /DROP INDEX IF EXISTS unfinished_round_move/,
  'switches at the target': /DELETE FROM place/,
  'notes the switch in the audit log': /place\.moved/,
  'drops the subscription': /DROP SUBSCRIPTION/,
  'drops the publication': /DROP PUBLICATION/,
}
/** Those of the way back. */
const BACK_MOMENTS = [
  /ALTER SUBSCRIPTION \w+ DISABLE/,
  /TRUNCATE/,
  /pg_drop_replication_slot/,
  /DROP PUBLICATION/,
  /SET step = \$2/,
]

const watching = createWatch()

interface Server {
  name: string
  own: Awaited<ReturnType<typeof startOwnPostgres>>
  gate: Awaited<ReturnType<typeof openGate>>
  pool: pg.Pool
}

async function startServer(name: string): Promise<Server> {
  const own = await startOwnPostgres(t, { wal_level: 'logical' })
  const pool = await openMigrated(t, own.url)
  return { name, own, gate: await openGate(t, own.url, watching.watch), pool }
}

let [here, there] = [await startServer('home'), await startServer('big')]
const urls = { databaseUrl: here.gate.url, big: there.gate.url }
const stores = { ...(await openStores(t)), databaseUrl: urls.databaseUrl, pool: here.pool }
const setup = await openSetup(t, stores)
// The books are read after each move.
const callsPerMinute = { launch: 1_000_000, actions: 1_000_000 }
await setup.change({ settings: { ...settingsOf({}), callsPerMinute } })
const env = { DATABASE_SERVERS: `big=${urls.big}` }
const steady = await setup.startNode({ databaseServers: { big: urls.big } })
const nodes = { steady, mortal: await setup.startProcess(env) }
const { act } = createOperator(setup, steady)

const players = await openPersistentPlayers(setup, nodes)
const { clients, playOn, everybodyPlays } = players
const books = openBooks(setup.wallet, act, clients, () => [here.pool])

const ownEnv = {
  ...env,
  DATABASE_URL: urls.databaseUrl,
  MASTER_KEY: setup.masterKey.toString('hex'),
}
const placesCommand = (args: readonly string[]) => ['places', ...args, '--json']
/** In a process that can be killed. */
const places = (...args: string[]) => start(placesCommand(args), ownEnv)
const run = openCommandLine(t)

/** Once everything is back, a move needs no more calls than this. */
const CALLS_MAX = 4

/** @returns the answer of the command */
async function insist(t: Test, ...args: string[]): Promise<Record<string, unknown>> {
  for (let call = 1; ; call++) {
    const { code, stdout, stderr } = await run(placesCommand(args), ownEnv)
    if (code === 0) return JSON.parse(stdout)
    t.comment(`places ${args.join(' ')}: ${stderr.trim()}`)
    if (call === CALLS_MAX) throw new Error(stderr)
  }
}

const LOSSES: Record<Victim, Lose> = {
  async command({ child }) {
    child.kill('SIGKILL')
    return () => {}
  },
  source: () => killServer(here),
  target: () => killServer(there),
  async network() {
    for (const { gate } of [here, there]) gate.close()
    return () => {
      for (const { gate } of [here, there]) gate.open()
    }
  },
  async node() {
    await nodes.mortal.kill()
    return () => {}
  },
}

async function killServer({ own }: Server): Promise<() => unknown> {
  await own.kill()
  return own.startAgain
}

async function strike(chance: Chance, statement: RegExp, victim: Victim, ...args: string[]) {
  const seen = await strikeAt(watching, chance, statement, places(...args), LOSSES[victim])
  if (victim === 'node') nodes.mortal = await setup.startProcess(env)
  return seen
}

/** Of the last move, as one of the servers knows it. */
async function readStep({ pool }: Server): Promise<string> {
  const last = 'SELECT step FROM place_move ORDER BY began_at DESC LIMIT 1'
  return (await pool.query(last)).rows[0]?.step ?? ''
}

const LEFT = `SELECT (SELECT count(*)::int FROM pg_replication_slots) AS slots,
  (SELECT count(*)::int FROM pg_publication) AS publications,
  (SELECT count(*)::int FROM pg_subscription) AS subscriptions`

async function check(t: Test, hasMoved: boolean): Promise<void> {
  await until('no round owes anything', async () => (await books.unfinished()) === 0)
  await books.check(t)
  for (const { name, pool } of [here, there]) {
    const { rows } = await pool.query(LEFT)
    t.strictSame(rows, [{ slots: 0, publications: 0, subscriptions: 0 }], name)
  }
  if (!hasMoved) return
  await t.rejects(there.pool.query('DELETE FROM session'), { code: 'RH001' }, 'only one writes')
}

/** @returns whether the place has moved; then its former copy is dropped */
async function endMove(t: Test, chance: Chance): Promise<boolean> {
  const move = ['move', 'home', '--to', there.name]
  const step = await readStep(here)
  const isUnderWay = ['preparing', 'copying', 'following', 'closing'].includes(step)
  // Between the two commits of a switch there is no way back.
  const isSwitched = (await readStep(there)) === 'moved'
  if (isUnderWay && !isSwitched && chance.is(1 / 2)) {
    t.comment('goes back')
    const back = [...move, '--back']
    const [again, victim] = [chance.pick(BACK_MOMENTS), chance.pick(VICTIMS)]
    if (chance.is(1 / 2)) await strike(chance, again, victim, ...back)
    if ((await readStep(here)) !== 'taken-back') await insist(t, ...back)
    return false
  }
  // A copy can be dropped without the rest of the move.
  if (step !== 'moved' || chance.is(1 / 2)) await insist(t, ...move)
  ;[here, there] = [there, here]
  await insist(t, 'drop', 'home')
  return true
}

const printTimes = (ms: readonly number[]) => {
  const sorted = [...ms].sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0)
  return `${ms.length} times, median ${at(0.5)} ms, p99 ${at(0.99)}, at most ${at(1)}`
}

t.test('a place moves back and forth while nothing is lost', async t => {
  const closedMs: number[] = []
  const stop = playOn()
  for (let n = 0; n < QUIET_MOVES; n++) {
    await everybodyPlays()
    const { closed_ms } = await insist(t, 'move', 'home', '--to', there.name)
    closedMs.push(closed_ms as number)
    ;[here, there] = [there, here]
    await everybodyPlays()
    await insist(t, 'drop', 'home')
  }
  await stop()
  t.comment(`a place was closed ${printTimes(closedMs)}`)
  t.comment(`a player was refused ${printTimes(players.refusedMs)}`)
  await check(t, true)
})

t.comment(`MOVES_SEED=${SEED}`)
for (const [at, [name, statement]] of Object.entries(MOMENTS).entries()) {
  const first = createChance(SEED, name).below(VICTIMS.length)
  for (let n = 0; n < LOSSES_A_MOMENT; n++) {
    const victim = VICTIMS[(first + n) % VICTIMS.length]!
    t.test(`${at + 1}: the ${victim} is lost when a move ${name}`, async t => {
      const chance = createChance(SEED, name, victim)
      const stop = playOn()
      const move = ['move', 'home', '--to', there.name]
      const { isStruck, failure } = await strike(chance, statement, victim, ...move)
      t.ok(isStruck, 'the statement was seen')
      if (victim === 'node') t.equal(failure, null, 'a move needs no node')
      const hasMoved = await endMove(t, chance)
      await everybodyPlays()
      await stop()
      await check(t, hasMoved)
    })
  }
}
