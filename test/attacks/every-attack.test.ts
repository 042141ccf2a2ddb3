// Every attack of the list against a running node on raw sockets: it reaches its bound, and the
// neighbour is served. npm run prove plays them in full and measures how long the neighbour waits.

import { readFileSync } from 'node:fs'
import t from 'tap'
import { isFullSize, onlyFullSize } from '../support/size.ts'
import { startBench } from '../support/start-reelhouse.ts'
import { playAttack } from './attack.ts'
import { ATTACKS } from './list.ts'
import { measureAttack, TABLE_HEAD, writeRow } from './measured.ts'
import { openNeighbour } from './neighbour.ts'
import { stage } from './shared-stage.ts'

const { setup, node, target } = stage
const neighbour = await openNeighbour(setup, node)
/** Past the TAP, for readers of the proof's output. */
const say = (line: string) => void process.stderr.write(`${line}\n`)
if (isFullSize) say(TABLE_HEAD)
const never = new AbortController().signal

for (const attack of ATTACKS) {
  t.test(attack.name, async t => {
    if (isFullSize) {
      const row = await measureAttack(attack, target, neighbour)
      say(writeRow(row))
      t.equal(row.wrong, null)
    } else {
      const { tally, wrong } = await playAttack(attack, { target, isFull: false, stop: never })
      t.equal(wrong, null, JSON.stringify(tally))
      t.strictSame(await neighbour.askOnce(), { health: true, launch: true, spin: true })
    }
  })
}

t.test('after all attacks the node is healthy', async t => {
  t.equal(node.child.exitCode, null, 'the node runs')
  const [, peakKb] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${node.child.pid}/status`, 'utf8'))!
  t.ok(Number(peakKb) < 1_000_000, `it never held more than a gigabyte: ${peakKb} KB`)
  const asked = setup.wallet.of('session_info', 'attacker').length
  t.equal(asked, 1, 'the wallet was asked only at the launch, however often one player said hello')
})

t.test('an unknown partner is refused as fast as a wrong key', onlyFullSize, async t => {
  // The bench calls with many addresses.
  const trusting = await setup.startProcess({ TRUSTED_PROXIES: '127.0.0.0/8' })
  const asked = ['--project', setup.project.projectId, '--pairs', '10000']
  const { code, stdout } = await startBench(['key-timing', trusting.baseUrl, ...asked]).ended
  say(stdout)
  t.equal(code, 0)
})

// It registers its tests here. They exchange the key of the neighbour, so they come last.
await import('./walls.ts')
