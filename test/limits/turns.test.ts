// Work in turns: in order, a limited number at once, and no turn keeps the next one waiting for
// long.

import { mock } from 'node:test'
import t from 'tap'
import { createTurns } from '../../src/limits/turns.ts'

const moment = () => new Promise<void>(resolve => setImmediate(resolve))

/** Work that is done when the test says so. */
function makeWork(name: string, begun: string[]) {
  let end = () => {}
  const ended = new Promise<void>(resolve => {
    end = resolve
  })
  const work = async () => {
    begun.push(name)
    await ended
    return name
  }
  return { work, end }
}

t.test(
  'work begins in order, at most so much at once, and what is too much is refused',
  async t => {
    const turns = createTurns({ atOnce: 2, waiting: 2, turnMs: 60_000 })
    const begun: string[] = []
    const works = ['a', 'b', 'c', 'd'].map(name => makeWork(name, begun))
    const taken = works.map(({ work }) => turns.take(work))
    t.equal(turns.take(makeWork('e', begun).work), null)
    await moment()
    t.strictSame(begun, ['a', 'b'])
    works[1]!.end()
    t.equal(await taken[1], 'b')
    const late = makeWork('f', begun)
    const last = turns.take(late.work)
    await moment()
    t.strictSame(begun, ['a', 'b', 'c'], 'none overtakes')
    for (const { end } of [...works, late]) end()
    t.strictSame(await Promise.all([...taken, last]), ['a', 'b', 'c', 'd', 'f'])
  },
)

t.test('a turn that takes too long, or gives itself up, lets the next one begin', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const turns = createTurns({ atOnce: 1, waiting: 9, turnMs: 100 })
  const begun: string[] = []
  const [first, second, third] = ['a', 'b', 'c'].map(name => makeWork(name, begun)) as [
    ReturnType<typeof makeWork>,
    ReturnType<typeof makeWork>,
    ReturnType<typeof makeWork>,
  ]
  let wasLate = false
  const slow = turns.take(async turn => {
    await first.work()
    wasLate = turn.isLate()
  })
  const generous = turns.take(turn => {
    turn.end()
    return second.work()
  })
  const usual = turns.take(third.work)
  mock.timers.tick(99)
  await moment()
  t.strictSame(begun, ['a'])
  mock.timers.tick(1)
  await moment()
  t.strictSame(begun, ['a', 'b', 'c'])
  for (const { end } of [first, second, third]) end()
  await Promise.all([slow, generous, usual])
  t.equal(wasLate, true)
})

t.test('work that fails ends its turn', async t => {
  const turns = createTurns({ atOnce: 1, waiting: 1, turnMs: 60_000 })
  await t.rejects(turns.take(() => Promise.reject(new Error('failed')))!, { message: 'failed' })
  t.equal(await turns.take(async () => 'next'), 'next')
})
