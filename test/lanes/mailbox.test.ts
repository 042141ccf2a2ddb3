// One player's queue: strictly one after another, bounded, and a failure does not stop it.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { type After, addWithin, createMailbox } from '../../src/lanes/mailbox.ts'
import { MAILBOX_COMMANDS } from '../../src/limits.ts'
import { createGate } from '../support/scripted-wallet.ts'

/** As a lane's thread does it. */
const after: After = (delayMs, run) => {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

t.test('work runs in the order of its arrival, never two at once', async t => {
  const mailbox = createMailbox()
  const events: string[] = []
  const first = createGate()
  const one = mailbox.add(async () => {
    events.push('one starts')
    await first.pass()
    events.push('one ends')
  })
  const two = mailbox.add(async () => void events.push('two'))
  const three = mailbox.add(async () => void events.push('three'))
  await Promise.resolve()
  first.open()
  await Promise.all([one, two, three])
  t.strictSame(events, ['one starts', 'one ends', 'two', 'three'])
})

t.test('a full mailbox refuses at once and starts nothing', async t => {
  const mailbox = createMailbox()
  const first = createGate()
  const queued = Array.from({ length: MAILBOX_COMMANDS }, () => mailbox.add(first.pass))
  let started = false
  t.equal(
    mailbox.add(async () => {
      started = true
    }),
    null,
  )
  t.equal(mailbox.depth(), MAILBOX_COMMANDS)
  first.open()
  await Promise.all(queued)
  t.equal(started, false)
  t.equal(mailbox.depth(), 0)
  t.equal(await mailbox.add(async () => 'room again'), 'room again')
})

t.test('work that fails rejects for its caller, and the next still runs', async t => {
  const mailbox = createMailbox()
  const failing = mailbox.add(async () => {
    throw new Error('broken')
  })
  const next = mailbox.add(async () => 'ran')
  await t.rejects(failing!, { message: 'broken' })
  t.equal(await next, 'ran')
  t.equal(mailbox.depth(), 0)
})

t.test('only its caller keeps an answer', async t => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const mailbox = createMailbox()
  const answered = async () => new WeakRef((await mailbox.add(async () => ['an answer']))!)
  const answer = await answered()
  // A weak reference is kept until the turn of the event loop ends.
  await nextTurn()
  collectGarbage()
  t.equal(answer.deref(), undefined)
  t.equal(mailbox.depth(), 0)
})

t.test('work whose turn does not come in time never runs', async t => {
  const mailbox = createMailbox()
  const first = createGate()
  const running = mailbox.add(first.pass)
  let ran = 0
  const late = addWithin(mailbox, 0, after, async () => ++ran)
  const patient = addWithin(mailbox, 60_000, after, async () => 'its turn came')
  t.equal(await late, null)
  first.open()
  await running
  t.equal(await patient, 'its turn came')
  t.equal(ran, 0)
  t.equal(mailbox.depth(), 0)
})

t.test('work that has begun is waited for without a time limit', async t => {
  const mailbox = createMailbox()
  let timeIsUp = () => {}
  const onCommand: After = (_, run) => {
    timeIsUp = run
    return () => {
      timeIsUp = () => {}
    }
  }
  const work = createGate()
  const answer = addWithin(mailbox, 0, onCommand, async () => {
    await work.pass()
    return 'done'
  })
  await nextTurn()
  timeIsUp()
  work.open()
  t.equal(await answer, 'done')
})

t.test('a full mailbox accepts no work that would wait', async t => {
  const mailbox = createMailbox()
  const first = createGate()
  const queued = Array.from({ length: MAILBOX_COMMANDS }, () => mailbox.add(first.pass))
  t.equal(await addWithin(mailbox, 60_000, after, async () => 'never'), null)
  first.open()
  await Promise.all(queued)
})
