// Two nodes and one round: a notification that one node could not deliver is repeated by a node
// whose memory is older than a decision made on the other one.

import t from 'tap'
import { createPair, LOST, session } from './pair.ts'

t.test(
  'guarantee 3: a node whose memory is older repeats a round_info with the same body',
  async t => {
    const { ledger, fates, sent, runTo, one, other } = createPair('gamble')
    void one.play(session, { type: 'hello', requestId: 'h1', token: 't' })
    await runTo(100)
    void one.play(session, { type: 'spin', requestId: 'r', bet: { level: 1 }, mode: 'base' })
    await runTo(200)
    const { roundId } = [...ledger.rows()][0]!.intent
    t.equal(ledger.row(roundId)?.progress.awaiting, true, 'the first node holds it, awaiting')

    void other.play(session, { type: 'hello', requestId: 'h2', token: 't' })
    await runTo(5_000)
    const isFinish = (body: string) => body.includes('"event":"finish"')
    fates.wallet.push({ name: 'ok', appliedMs: 1, knownMs: 1 }, LOST)
    void other.play(session, { type: 'collect', requestId: 'c', roundId })
    await runTo(9_000)
    t.equal(ledger.row(roundId)?.progress.state, 'settled', 'the other node made the decision')

    const owed = { projectId: 'casino', playerId: 'ann', roundId }
    void one.notify({ ...owed, event: 'finish' })
    await runTo(10_000)
    const finishes = sent.filter(({ body }) => isFinish(body))
    t.strictSame(
      finishes.map(({ node }) => node),
      ['other.0', 'one.0'],
    )
    t.equal(finishes[1]!.body, finishes[0]!.body)
  },
)
