// Played by npm run prove: it splits places for minutes.
// Whatever is lost at any statement of a split, it goes on or goes back, and the books agree.
// SPLITS_SEED decides what is lost when, and whether the split goes back. A split is interrupted at
// one statement after the other; when it ends, the next one begins in a new ledger.

import { randomBytes } from 'node:crypto'
import t, { type Test } from 'tap'
import { withDatabase } from '../../src/embedded/postgres.ts'
import { inSchema } from '../../src/ledger/database/address.ts'
import { openBooks } from '../support/agreeing-books.ts'
import { type Chance, createChance } from '../support/chance.ts'
import { asAdmin } from '../support/database-admin.ts'
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
import { openMigrated, openPool, openStores } from '../support/real-stores.ts'
import { sized } from '../support/size.ts'
import { openCommandLine, start } from '../support/start-reelhouse.ts'
import { until } from '../support/until.ts'

t.setTimeout(3_600_000)
const SEED = Number(process.env.SPLITS_SEED ?? 1)
const VICTIMS = ['command', 'server', 'network', 'node'] as const
type Victim = (typeof VICTIMS)[number]
const SCHEMAS = ['shards_0_511', 'shards_512_1023']

/** Statements of a split, in their order. */
const MOMENTS = {
  'empties a part': /TRUNCATE shards_0_511\.player/,
  'makes the triggers that note changes': /CREATE OR REPLACE TRIGGER place_touched_insert/,
  'notes everybody': /INSERT INTO place_touched/,
  'takes players': /DELETE FROM place_touched t/,
  'copies rounds': /INSERT INTO "shards_512_1023"\.finished_round/,
  'compares the schemas': /SELECT name FROM schema_migration ORDER BY name/,
  'copies the sums': /INSERT INTO "shards_0_511"\.report_day/,
  'copies the log': /FROM callback_log/,
  'waits for writers': /LOCK TABLE ONLY/,
  'holds the parts': /UPDATE place SET closed_for = \$2/,
  'closes the place': /CREATE OR REPLACE TRIGGER place_closed/,
  'copies the rest': /DELETE FROM "shards_512_1023"\.report_aside/,
  'compares rounds in play': /SELECT \(SELECT \(count/,
  'carries numbers over': /setval/,
  'opens a part': /INSERT INTO "shards_512_1023"\.carried_shards/,
  switches: /is_planned = false/,
  'notes the switch in the audit log': /place\.split/,
  'removes the triggers that note changes': /DROP TRIGGER IF EXISTS place_touched_insert/,
}
/** At normal size every third one. */
const EVERY = sized(3, 1)
const waiting = Object.entries(MOMENTS).filter((_, at) => at % EVERY === SEED % EVERY)

const watching = createWatch()
const own = await startOwnPostgres(t)
const gate = await openGate(t, own.url, watching.watch)
const run = openCommandLine(t)

/** A ledger with players, on two nodes that know the parts of its only place. */
async function openLedger(t: Test) {
  const name = `split_${randomBytes(4).toString('hex')}`
  await asAdmin(own.url, admin => admin.query(`CREATE DATABASE ${name}`))
  const direct = withDatabase(own.url, name)
  const home = await openMigrated(t, direct)
  const databaseUrl = withDatabase(gate.url, name)
  const setup = await openSetup(t, { ...(await openStores(t)), databaseUrl, pool: home })
  // The books are read after each split.
  const callsPerMinute = { launch: 1_000_000, actions: 1_000_000 }
  await setup.change({ settings: { ...settingsOf({}), callsPerMinute } })
  const ownEnv = { DATABASE_URL: databaseUrl, MASTER_KEY: setup.masterKey.toString('hex') }
  const split = ['places', 'split', 'home', '--into', String(SCHEMAS.length), '--json']

  // The first call makes the parts, and names the node that is to be restarted.
  const former = await setup.startNode()
  const { rows } = await home.query('SELECT node FROM node_state')
  const refused = await run(split, ownEnv)
  t.match(refused.stderr, `do not know them yet: ${rows[0].node}`)
  await former.drain()
  const steady = await setup.startNode()
  const nodes = { steady, mortal: await setup.startProcess() }
  const players = await openPersistentPlayers(setup, nodes)
  const parts = SCHEMAS.map(schema => openPool(t, inSchema(direct, schema), 2))
  const readStep = async () =>
    (await home.query('SELECT step FROM place_move ORDER BY began_at DESC LIMIT 1')).rows[0].step
  const isSplit = async () => (await readStep()) === 'moved'
  let places = [home]
  const { act } = createOperator(setup, steady)
  const books = openBooks(setup.wallet, act, players.clients, () => places)
  return {
    ...players,
    isSplit,
    start: (...more: string[]) => start([...split, ...more], ownEnv),
    /** Once everything is back, a split needs no more calls than this. */
    async insist(t: Test, ...more: string[]): Promise<void> {
      for (let call = 1; ; call++) {
        const { code, stderr } = await run([...split, ...more], ownEnv)
        if (code === 0) return
        t.comment(`split ${more.join(' ')}: ${stderr.trim()}`)
        if (call === 4) throw new Error(stderr)
      }
    },
    loseNode: async () => nodes.mortal.kill(),
    async startNode() {
      nodes.mortal = await setup.startProcess()
    },
    async check(t: Test): Promise<void> {
      places = (await isSplit()) ? parts : [home]
      await until('no round owes anything', async () => (await books.unfinished()) === 0)
      await books.check(t)
      if (await isSplit()) {
        await t.rejects(home.query('DELETE FROM session'), { code: 'RH001' }, 'only parts write')
        return
      }
      const { rows } = await home.query(
        `SELECT FROM pg_trigger WHERE tgname = 'place_closed' AND tgenabled <> 'D'`,
      )
      t.equal(rows.length, 0, 'the place is open')
    },
  }
}

type Ledger = Awaited<ReturnType<typeof openLedger>>

async function lose(ledger: Ledger, victim: Victim, child: { kill(signal: 'SIGKILL'): unknown }) {
  switch (victim) {
    case 'server':
      await own.kill()
      return own.startAgain
    case 'network':
      gate.close()
      return () => gate.open()
    case 'node':
      // Without a node alone a split would just go on to its end.
      child.kill('SIGKILL')
      await ledger.loseNode()
      return ledger.startNode
    default:
      child.kill('SIGKILL')
      return () => {}
  }
}

const late = new Set<RegExp>()

/** An earlier loss may have come after this statement: it waits for the next ledger, once. */
function mayWait(statement: RegExp): boolean {
  if (late.has(statement)) return false
  late.add(statement)
  const name = Object.keys(MOMENTS).find(
    each => MOMENTS[each as keyof typeof MOMENTS] === statement,
  )
  waiting.push([name!, statement])
  return true
}

async function interrupt(t: Test, ledger: Ledger, chance: Chance, statement: RegExp) {
  const victim = chance.pick(VICTIMS)
  t.comment(`the ${victim} is lost`)
  const loseIt: Lose = ({ child }) => lose(ledger, victim, child)
  const { isStruck } = await strikeAt(watching, chance, statement, ledger.start(), loseIt)
  if (!isStruck && mayWait(statement)) return
  t.ok(isStruck, 'the statement was seen')
  if (!(await ledger.isSplit()) && chance.is(1 / 3)) {
    t.comment('goes back')
    await ledger.insist(t, '--back')
    await ledger.everybodyPlays()
  }
}

t.comment(`SPLITS_SEED=${SEED}`)
let ledgers = 0
while (waiting.length > 0) {
  await t.test(`${++ledgers}. ledger`, async t => {
    const ledger = await openLedger(t)
    const stop = ledger.playOn()
    while (waiting.length > 0 && !(await ledger.isSplit())) {
      const [name, statement] = waiting.shift()!
      await t.test(`something is lost when a split ${name}`, t =>
        interrupt(t, ledger, createChance(SEED, name), statement),
      )
    }
    await ledger.insist(t)
    await ledger.everybodyPlays()
    await stop()
    t.ok(await ledger.isSplit())
    await ledger.check(t)
  })
}
