// Played by npm run prove: moves a place fifteen times between two servers, minutes of one core.
// Whatever is lost at any step of a move, the place goes on or goes back, and the books agree.

import type pg from 'pg'
import t, { type Test } from 'tap'
import { openBooks } from '../support/agreeing-books.ts'
import { openGate } from '../support/gate.ts'
import { createOperator } from '../support/operator-calls.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { startOwnPostgres } from '../support/own-postgres.ts'
import type { PlayClient } from '../support/play-client.ts'
import { openMigrated, openStores } from '../support/real-stores.ts'
import { start } from '../support/start-reelhouse.ts'
import { moment, until } from '../support/until.ts'

t.setTimeout(1_200_000)
const LOGICAL = { wal_level: 'logical' }
const STEPS = ['copying', 'following', 'closing'] as const
const VICTIMS = ['command', 'source', 'target', 'network', 'node'] as const

interface Server {
  name: string
  own: Awaited<ReturnType<typeof startOwnPostgres>>
  gate: Awaited<ReturnType<typeof openGate>>
  pool: pg.Pool
}

async function startServer(name: string): Promise<Server> {
  const own = await startOwnPostgres(t, LOGICAL)
  const pool = await openMigrated(t, own.url)
  return { name, own, gate: await openGate(t, own.url), pool }
}

let [here, there] = [await startServer('home'), await startServer('big')]
const urls = { databaseUrl: here.gate.url, big: there.gate.url }
const stores = { ...(await openStores(t)), databaseUrl: urls.databaseUrl, pool: here.pool }
const setup = await openSetup(t, stores)
const env = { DATABASE_SERVERS: `big=${urls.big}` }
const node = await setup.startNode({ databaseServers: { big: urls.big } })
const { act } = createOperator(setup, node)
const clients = new Map<string, PlayClient>()
for (const playerId of ['ann', 'bob', 'cai']) {
  clients.set(playerId, (await setup.openGame(node, playerId)).client)
}
const books = openBooks(setup.wallet, act, clients, () => [here.pool])

function places(...args: string[]) {
  const MASTER_KEY = setup.masterKey.toString('hex')
  const own = { ...env, DATABASE_URL: urls.databaseUrl, MASTER_KEY }
  return start(['places', ...args, '--json'], own)
}

/** Until the command is through: servers that come back answer a moment later. */
async function insist(...args: string[]): Promise<void> {
  let last = ''
  await until(`places ${args.join(' ')}: ${last}`, async () => {
    const { code, stderr } = await places(...args).ended
    last = stderr
    return code === 0
  })
}

function playOn() {
  let isOver = false
  const all = [...clients.values()].map(async client => {
    while (!isOver) {
      const answer = await client.spin(BET)
      if (answer.type !== 'round') await moment()
      else if (answer.round.status === 'awaiting') await client.collect(answer.round.roundId)
    }
  })
  return async () => {
    isOver = true
    await Promise.all(all)
  }
}

const HITS: Record<
  (typeof VICTIMS)[number],
  (command: { kill(): void }) => Promise<() => unknown>
> = {
  async command({ kill }) {
    kill()
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
  /** A node without players, which starts while the place moves. */
  async node() {
    const other = await setup.startProcess(env)
    await other.kill()
    return () => {}
  },
}

async function killServer({ own }: Server): Promise<() => unknown> {
  await own.kill()
  return own.startAgain
}

/** @returns whether the command got through all the same */
async function strike(step: string, victim: (typeof VICTIMS)[number]): Promise<void> {
  const command = places('move', 'home', '--to', there.name)
  let said = ''
  const reached = new Promise<void>(resolve => {
    command.child.stderr.on('data', text => {
      said += text
      if (said.includes(step)) resolve()
    })
  })
  await Promise.race([reached, command.ended])
  const revive = await HITS[victim]({ kill: () => command.child.kill('SIGKILL') })
  await moment()
  await revive()
  await command.ended
}

async function whereIsIt(): Promise<string> {
  const { code, stdout, stderr } = await places('list').ended
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout).places[0].move?.step ?? ''
}

async function check(t: Test): Promise<void> {
  await until('no round owes anything', async () => (await books.unfinished()) === 0)
  await books.check(t)
  const { rows } = await here.pool.query('SELECT count(*)::int AS slots FROM pg_replication_slots')
  t.strictSame(rows, [{ slots: 0 }])
  const players = 'SELECT count(*)::int AS players FROM player'
  const [left] = (await there.pool.query(players)).rows
  if (left.players > 0) {
    await t.rejects(there.pool.query('DELETE FROM session'), { code: 'RH001' }, 'only one writes')
  }
}

for (const [round, victim] of VICTIMS.entries()) {
  for (const [at, step] of STEPS.entries()) {
    const goesBack = (round + at) % 3 === 0
    t.test(`the ${victim} is lost while a move is ${step}`, async t => {
      const stop = playOn()
      await strike(step, victim)
      const isOver = (await whereIsIt()) === 'moved'
      if (goesBack && !isOver) await insist('move', 'home', '--to', there.name, '--back')
      else {
        await insist('move', 'home', '--to', there.name)
        ;[here, there] = [there, here]
      }
      await stop()
      await check(t)
      if (!goesBack || isOver) await insist('drop', 'home')
    })
  }
}
