// Pieces of work in turns: an owner with many of them delays another's next piece by one piece.

import t from 'tap'
import { createTurns } from '../../src/mathematics/turns.ts'
import { createGate } from '../support/scripted-wallet.ts'

t.test('owners take turns, whatever each has waiting', async t => {
  const inTurn = createTurns(1)
  const done: string[] = []
  const first = createGate()
  const piece = (owner: string) => inTurn(owner, async () => void done.push(owner))
  const running = inTurn('one', first.pass)
  const rest = ['one', 'one', 'one', 'two', 'two', 'three'].map(piece)
  first.open()
  await Promise.all([running, ...rest])
  t.strictSame(done, ['one', 'two', 'three', 'one', 'two', 'one'])
})

t.test('a bounded number run at once, and a failed one frees its place', async t => {
  const inTurn = createTurns(2)
  const gates = [createGate(), createGate(), createGate()]
  let running = 0
  const works = gates.map((gate, owner) =>
    inTurn(`${owner}`, async () => {
      running++
      await gate.pass()
      if (owner === 0) throw new Error('failed')
    }),
  )
  t.equal(running, 2)
  gates[0]!.open()
  await t.rejects(works[0]!, /failed/)
  t.equal(running, 3)
  for (const gate of gates) gate.open()
  await Promise.all(works.slice(1))
  await inTurn('0', async () => t.pass('places are freed'))
})
