// One timer for the deadlines of all calls: calls expire in order and not before their time, and
// ended calls never do.

import { performance } from 'node:perf_hooks'
import t from 'tap'
import { createDeadlines, type Due } from '../../src/wallet/deadlines.ts'

const DEADLINE_MS = 30

function setup() {
  const deadlines = createDeadlines(DEADLINE_MS)
  const expired: string[] = []
  /** In flight from now on; `ended` resolves when it expires. */
  function start(name: string) {
    const startedMs = performance.now()
    let due!: Due
    const ended = new Promise<number>(resolve => {
      // As a call does: it ends, and removes its deadline.
      const expire = () => {
        deadlines.remove(due)
        expired.push(name)
        resolve(performance.now() - startedMs)
      }
      due = { dueMs: null, before: null, after: null, expire }
    })
    deadlines.add(due, startedMs)
    return { due, ended, end: () => deadlines.remove(due) }
  }
  return { start, expired }
}

t.test('calls expire in the order in which they began, except those that have ended', async t => {
  const { start, expired } = setup()
  const calls = ['1', '2', '3', '4', '5'].map(start)
  for (const ended of [0, 2, 3]) calls[ended]!.end()
  await calls[4]!.ended
  t.strictSame(expired, ['2', '5'])
  const next = start('6')
  await next.ended
  t.strictSame(expired, ['2', '5', '6'], 'also one that begins when nothing is in flight')
})

t.test('a call has its whole time, whichever call set the timer', async t => {
  const { start, expired } = setup()
  const first = start('first')
  const second = start('second')
  first.end()
  t.ok((await second.ended) >= DEADLINE_MS)
  const third = start('third')
  third.end()
  const fourth = start('fourth')
  t.ok((await fourth.ended) >= DEADLINE_MS)
  t.strictSame(expired, ['second', 'fourth'])
})

t.test('a call that expires may end others and begin new ones', async t => {
  const { start, expired } = setup()
  const first = start('first')
  const second = start('second')
  let next: ReturnType<typeof start> | undefined
  const { expire } = first.due
  first.due.expire = () => {
    expire()
    second.end()
    next = start('next')
  }
  await first.ended
  await next!.ended
  t.strictSame(expired, ['first', 'next'])
})

t.test('ended calls hold up neither the process nor other calls', t => {
  const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
  const before = timers()
  const { start } = setup()
  const [first, second, third] = [start('first'), start('second'), start('third')]
  t.equal(timers(), before + 1, 'one timer for all calls in flight')
  second!.end()
  t.match(second!.due, { before: null, after: null })
  first!.end()
  third!.end()
  t.equal(timers(), before)
  t.end()
})
