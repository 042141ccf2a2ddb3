// A pause is in force when every lane of a node has answered, and not before; a node that ends
// stops its lanes first.

import t, { type Test } from 'tap'
import { EVERYTHING } from '../../src/core/pauses.ts'
import { openListener } from '../../src/ledger/database/listener.ts'
import { readPauseState } from '../../src/ledger/pauses/node-pauses.ts'
import { liftPause, PAUSES_CHANNEL, setPause } from '../../src/ledger/pauses/pauses.ts'
import { followPauses, readFirstPauses } from '../../src/server/channels/pauses.ts'
import type { Parts } from '../../src/server/parts.ts'
import type { LanePauses } from '../../src/wire/lane.ts'
import { openStores } from '../support/real-stores.ts'
import { until } from '../support/until.ts'

const ALL = { scope: 'all', subject: EVERYTHING } as const
const BY = { actor: 'owner:olga', origin: 'test' }
const { pool, databaseUrl } = await openStores(t)

/** A node whose lanes answer when the test lets them. */
async function follow(t: Test, nodeName: string) {
  const onFault = (error: unknown) => t.fail(String(error))
  const database = openListener(databaseUrl, [PAUSES_CHANNEL], onFault)
  t.teardown(database.close)
  const databases = { home: { listener: database } }
  const parts = { pool, config: { nodeName }, databases, onFault } as unknown as Parts
  const lanes = { answer: true, got: [] as LanePauses[] }
  const first = await readFirstPauses(parts)
  const listener = followPauses(parts, first, async pauses => {
    lanes.got.push(pauses)
    return lanes.answer
  })
  t.teardown(listener.close)
  await until('it gets notifications', listener.isListening)
  return { lanes, first, listener }
}

const pauseState = async () => {
  const { rows } = await pool.query('SELECT revision FROM pause_revision')
  return readPauseState(pool, BigInt(rows[0].revision))
}
const pausedBy = (pauses: LanePauses | undefined) => pauses?.paused.map(({ scope }) => scope)

t.test('a pause is not in force while a lane of the node has not answered', async t => {
  const { lanes } = await follow(t, 'slow lanes')
  await until('it applies the present pauses', async () => (await pauseState()).isInForce)
  lanes.answer = false
  await setPause(pool, ALL, 'a test', BY)
  await until('its lanes got it', () => pausedBy(lanes.got.at(-1))?.[0] === 'all')
  const times = lanes.got.length
  await until('they got it once more', () => lanes.got.length > times + 1)
  t.match(await pauseState(), { isInForce: false, nodes: [{ node: 'slow lanes', applies: false }] })
  lanes.answer = true
  await until('it is in force', async () => (await pauseState()).isInForce)
  await liftPause(pool, ALL, BY)
  await until('they got the end', () => lanes.got.at(-1)?.paused.length === 0)
})

t.test('a node is waited for from before its first reading on', async t => {
  const parts = { pool, config: { nodeName: 'starts' } } as unknown as Parts
  await setPause(pool, ALL, 'a test', BY)
  const { pauses, by } = await readFirstPauses(parts)
  t.strictSame(pausedBy(pauses), ['all'])
  t.match(await pauseState(), { isInForce: false })
  await liftPause(pool, ALL, BY)
  await pool.query('DELETE FROM node_pauses WHERE run = $1', [by.run])
})

t.test('a node that ends stops its lanes, and is waited for until they have answered', async t => {
  const { lanes, listener, first } = await follow(t, 'ends')
  await until('it applies them', async () => (await pauseState()).isInForce)
  const isKnown = async () =>
    (await pool.query('SELECT FROM node_pauses WHERE run = $1', [first.by.run])).rowCount === 1
  lanes.answer = false
  const before = lanes.got.length
  await listener.close()
  const [last] = lanes.got.slice(-1)
  t.ok(lanes.got.length > before)
  t.equal(last!.readAtMs, Number.NEGATIVE_INFINITY, 'nothing is valid any more')
  t.ok(await isKnown(), 'a lane may still start a round')
  const other = await follow(t, 'ends too')
  const here = async () =>
    (await pool.query('SELECT FROM node_pauses WHERE run = $1', [other.first.by.run])).rowCount
  t.equal(await here(), 1)
  await other.listener.close()
  t.equal(await here(), 0, 'its lanes answered: it is not waited for')
})
