// When a client says that its line is silent: a command that nobody answers shows within three seconds. On timers of
// the test's own, which no load of the machine moves.

import t from 'tap'
import { Heartbeat } from '../../web/play/heartbeat.ts'

/** A player waits no longer for the news. */
const TOLD_MS = 3_000

/** Takes the place of the global timers until the test ends. */
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

t.test('a command that nobody answers shows in time, and is given up later', async t => {
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

t.test('a line that answers is never silent, however long nothing else is said', async t => {
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
  t.equal(said.length, 20, 'nor once it is left alone')
})
