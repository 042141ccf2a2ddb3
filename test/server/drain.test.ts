// The order in which a node ends: it reports itself not ready and serves on, sends its sockets
// elsewhere, lets work in flight finish, and only then closes what that work needs.

import { setImmediate as nextTurn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { closeParts, drain, type Serving } from '../../src/server/drain.ts'
import { until } from '../support/until.ts'

/** A node of steps only, each recorded with its stage. */
function makeNode(t: Test, { sockets = 0, depth = 0 } = {}) {
  const steps: string[] = []
  const lines: string[] = []
  const node = { sockets, depth, looks: 0, jobEnds: () => {} }
  const parts = {
    stage: 'serving',
    config: { drainGraceMs: 30 },
    log: { info: (_fields: object, text: string) => void lines.push(text) },
    targetSearch: { close: async () => note('searches') },
    close: async () => note('parts'),
  }
  const note = (step: string) => void steps.push(`${parts.stage}: ${step}`)
  const jobEnded = new Promise<void>(resolve => {
    node.jobEnds = resolve
  })
  const serving = {
    parts,
    lanes: {
      load: () => {
        node.looks++
        return [{ depth: 0 }, { depth: node.depth }]
      },
      close: async () => note('lanes'),
    },
    sockets: {
      count: () => node.sockets,
      closeIdle(count: number) {
        note(`idle sockets, ${count}`)
        node.sockets = 0
      },
      closeAll: () => note('all sockets'),
    },
    listeners: [{ close: async () => note('news') }],
    jobs: [
      {
        async stop() {
          note('job')
          await jobEnded
          note('job ended')
        },
      },
    ],
    closeListeners: async () => note('listeners'),
  }
  t.teardown(node.jobEnds)
  return { node, parts, steps, lines, serving: serving as unknown as Serving }
}

const END = ['all sockets', 'listeners', 'news', 'lanes', 'searches', 'parts'].map(
  step => `draining: ${step}`,
)

t.test('a node that ends goes through its stages, and closes last what is used last', async t => {
  const { node, parts, steps, lines, serving } = makeNode(t, { sockets: 3 })
  const drained = drain(serving)
  t.equal(parts.stage, 'leaving', 'at once: load balancers see it')
  t.strictSame(steps, [], 'it serves on')
  await until('its sockets are sent away', () => steps.length > 0)
  t.strictSame(steps, ['moving: idle sockets, 50'])
  await until('its jobs end', () => steps.length > 1)
  t.strictSame(steps.slice(1), ['draining: job'])
  node.jobEnds()
  await drained
  t.strictSame(steps.slice(2), ['draining: job ended', ...END])
  t.strictSame(lines, [
    'the node ends: it is not ready, and serves on',
    'the node ends: its players are sent to other nodes',
    'the node ends: it begins nothing more',
    'the node has ended',
  ])
})

t.test('a node that ends waits for commands in flight in any lane, and for its jobs', async t => {
  const { node, steps, serving } = makeNode(t, { depth: 1 })
  const drained = drain(serving)
  node.jobEnds()
  await until('its jobs ended', () => steps.includes('draining: job ended'))
  const { looks } = node
  await until('it looked again at the lanes', () => node.looks > looks + 1)
  t.strictSame(steps, ['draining: job', 'draining: job ended'], 'a command is in flight')
  node.depth = 0
  await drained
  t.strictSame(steps.slice(2), END)
})

t.test('a node that ends waits for its jobs when nothing else is in flight', async t => {
  const { node, steps, serving } = makeNode(t)
  const drained = drain(serving)
  await until('its jobs are to end', () => steps.includes('draining: job'))
  await until('it found the lanes idle', () => node.looks > 0)
  await nextTurn()
  t.strictSame(steps, ['draining: job'])
  node.jobEnds()
  await drained
  t.strictSame(steps.slice(2), END)
})

t.test(
  'a node that could not start closes lanes, searches and connections in this order',
  async t => {
    const { steps, serving } = makeNode(t)
    await closeParts(serving.parts, serving.lanes)
    t.strictSame(steps, ['serving: lanes', 'serving: searches', 'serving: parts'])
  },
)
