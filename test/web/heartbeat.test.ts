// When a client reports its connection as silent: an unanswered command shows within three seconds.
// With the test's own timers, independent of the machine's load.

import t from 'tap'
import { Heartbeat } from '../../web/play/net/heartbeat.ts'

/** A player waits no longer for the report. */
const TOLD_MS = 3_000

/** Replaces the global timers until the test ends. */
function virtualTimers(t: { teardown(end: () => void): void }) {
  const real = { setTimeout, clearTimeout }
  t.teardown(() => Object.assign(globalThis, real))
  const waiting = new Map<number, { atMs: number; run(): void }>()
  let [nowMs, last] = [0, 0]
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms: number) => {
      waiting.set(++last, { atMs: nowMs + ms, run })
      return last
    },
    clearTimeout: (timer: number) => waiting.delete(timer),
  })
  return (ms: number) => {
    const endMs = nowMs + ms
    for (;;) {
      const [next] = [...waiting].sort(([, one], [, other]) => one.atMs - other.atMs)
      if (next === undefined || next[1].atMs > endMs) break
      waiting.delete(next[0])
      nowMs = next[1].atMs
      next[1].run()
    }
    nowMs = endMs
  }
}

function watched() {
  const said: string[] = []
  const say = (what: string) => () => void said.push(what)
  const events = {
    ping: say('ping'),
    silent: say('silent'),
    heard: say('heard'),
    dead: say('dead'),
  }
  return { heartbeat: new Heartbeat(events), said }
}

t.test('an unanswered command shows in time, and is given up later', async t => {
  const pass = virtualTimers(t)
  const { heartbeat, said } = watched()
  heartbeat.start()
  heartbeat.expect()
  pass(TOLD_MS)
  t.strictSame(said, ['ping', 'silent'])
  heartbeat.heard(false)
  t.strictSame(said.at(-1), 'heard')
  heartbeat.expect()
  pass(TOLD_MS)
  pass(60_000)
  t.strictSame(said.slice(3), ['ping', 'silent', 'dead'])
})

t.test('a connection that answers is never silent, for any time without messages', async t => {
  const pass = virtualTimers(t)
  const { heartbeat, said } = watched()
  heartbeat.start()
  for (let times = 0; times < 20; times++) {
    pass(10_000)
    heartbeat.heard(false)
  }
  t.strictSame(new Set(said), new Set(['ping']))
  heartbeat.stop()
  pass(60_000)
  t.equal(said.length, 20, 'nor once it is closed')
})
