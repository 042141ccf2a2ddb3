// A pause is in force when every lane of a node has answered, and not before; a node that ends
// stops its lanes first.

import t, { type Test } from 'tap'
import { EVERYTHING } from '../../src/core/pauses.ts'
import { readObedience } from '../../src/ledger/pauses/node-pauses.ts'
import { liftPause, setPause } from '../../src/ledger/pauses/pauses.ts'
import type { Parts } from '../../src/server/parts.ts'
import { followPauses, readFirstPauses } from '../../src/server/pauses.ts'
import type { ToldPauses } from '../../src/wire/lane.ts'
import { openStores } from '../support/real-stores.ts'
import { until } from '../support/until.ts'

const ALL = { scope: 'all', subject: EVERYTHING } as const
const BY = { actor: 'owner:olga', origin: 'test' }
const { pool, databaseUrl } = await openStores(t)

/** A node whose lanes answer when the test lets them. */
async function follow(t: Test, nodeName: string) {
  const config = { nodeName, databaseUrl }
  const onFault = (error: unknown) => t.fail(String(error))
  const parts = { pool, config, onFault } as unknown as Parts
  const lanes = { answer: true, told: [] as ToldPauses[] }
  const first = await readFirstPauses(parts)
  const listener = followPauses(parts, first, async pauses => {
    lanes.told.push(pauses)
    return lanes.answer
  })
  t.teardown(listener.close)
  await until('it gets notifications', listener.isListening)
  return { lanes, first, listener }
}

const obedience = async () => {
  const { rows } = await pool.query('SELECT revision FROM pause_revision')
  return readObedience(pool, BigInt(rows[0].revision))
}
const pausedBy = (told: ToldPauses | undefined) => told?.paused.map(({ scope }) => scope)

t.test('a pause is not in force while a lane of the node has not answered', async t => {
  const { lanes } = await follow(t, 'slow lanes')
  await until('it applies the present pauses', async () => (await obedience()).isInForce)
  lanes.answer = false
  await setPause(pool, ALL, 'a test', BY)
  await until('its lanes got it', () => pausedBy(lanes.told.at(-1))?.[0] === 'all')
  const toldTimes = lanes.told.length
  await until('they got it once more', () => lanes.told.length > toldTimes + 1)
  t.match(await obedience(), { isInForce: false, nodes: [{ node: 'slow lanes', obeys: false }] })
  lanes.answer = true
  await until('it is in force', async () => (await obedience()).isInForce)
  await liftPause(pool, ALL, BY)
  await until('they got the end', () => lanes.told.at(-1)?.paused.length === 0)
})

t.test('a node is waited for from before its first reading on', async t => {
  const parts = { pool, config: { nodeName: 'starts' } } as unknown as Parts
  await setPause(pool, ALL, 'a test', BY)
  const { told, by } = await readFirstPauses(parts)
  t.strictSame(pausedBy(told), ['all'])
  t.match(await obedience(), { isInForce: false })
  await liftPause(pool, ALL, BY)
  await pool.query('DELETE FROM node_pauses WHERE run = $1', [by.run])
})

t.test('a node that ends stops its lanes, and is waited for until they have answered', async t => {
  const { lanes, listener, first } = await follow(t, 'ends')
  await until('it obeys', async () => (await obedience()).isInForce)
  const isKnown = async () =>
    (await pool.query('SELECT FROM node_pauses WHERE run = $1', [first.by.run])).rowCount === 1
  lanes.answer = false
  const before = lanes.told.length
  await listener.close()
  const [last] = lanes.told.slice(-1)
  t.ok(lanes.told.length > before)
  t.equal(last!.readAtMs, Number.NEGATIVE_INFINITY, 'nothing is valid any more')
  t.ok(await isKnown(), 'a lane may still start a round')
  const other = await follow(t, 'ends too')
  const here = async () =>
    (await pool.query('SELECT FROM node_pauses WHERE run = $1', [other.first.by.run])).rowCount
  t.equal(await here(), 1)
  await other.listener.close()
  t.equal(await here(), 0, 'its lanes answered: it is not waited for')
})
