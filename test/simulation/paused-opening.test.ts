// A pause between a spin's checks and its intent: the round is not written, its counts in Redis are
// taken back, and the same player can play afterwards.

import t from 'tap'
import type { NewRounds } from '../../src/core/pauses.ts'
import { createPair, session } from './pair.ts'

const CAUSES = [
  ['paused', { code: 'GAME_PAUSED', retry: false }],
  ['unknown', { code: 'BUSY', retry: true }],
] as const

for (const [cause, answer] of CAUSES) {
  t.test(`${cause}: the spin is refused before its intent, and the next one is played`, async t => {
    const answers: NewRounds[] = []
    const { ledger, sent, runTo, greet, one, spin } = createPair('pays', {
      newRounds: () => answers.shift() ?? 'allowed',
    })
    await greet()
    answers.push('allowed', cause)
    const refused = spin()
    await runTo(300)
    t.strictSame(answers, [], 'it was checked twice')
    t.match(JSON.parse(await refused), { type: 'error', ...answer })
    t.equal([...ledger.rows()].length, 0)
    t.strictSame(sent, [], 'the wallet was not called')
    const next = { type: 'spin', requestId: 'next', bet: { level: 1 }, mode: 'base' } as const
    const played = one.play(session, next)
    await runTo(2_000)
    t.match(JSON.parse(await played), { round: { status: /awaiting|settled/ } })
    t.equal([...ledger.rows()].length, 1)
  })
}
