// Two nodes and one round, with chosen faults: an opening without an answer or with a late one, a
// cancel by either node, a round that is taken up, and a pause in the middle of an opening.

import t from 'tap'
import type { NewRounds } from '../../src/core/pauses.ts'
import { DEFAULT_SETTINGS } from '../../src/core/project-settings.ts'
import { FAILURES_BEFORE_ASIDE } from '../../src/limits.ts'
import {
  answerBy,
  chooseAs,
  createPair,
  helloAs,
  LOST,
  openPair,
  REFUSED,
  spinAs,
  WORKS,
} from './pair.ts'

type Sent = ReturnType<typeof createPair>['sent']
const refundsIn = (sent: Sent) => sent.filter(({ method }) => method === 'refund').length
const nodesAndMethods = (sent: Sent) => sent.map(({ node, method }) => `${node} ${method}`)

// A cancel
// ----------------------------------------------------------------------------------------------

t.test('a cancel by a node that could not take the round over is busy', async t => {
  const { ledger, fates, runTo, other, round } = await openPair(200, { wallet: [LOST] })
  fates.write.push(REFUSED)
  void other.resume(round)
  await runTo(300)
  const cancel = other.cancel(round)
  await runTo(400)
  t.equal(await cancel, 'busy', 'the other node waits for the wallet')
  t.equal(ledger.row(round.roundId)?.progress.state, 'debit_pending')
})

t.test('a cancel by the node that abandoned the round succeeds', async t => {
  const faults = { wallet: [LOST], write: [WORKS, REFUSED] }
  const { runTo, one, round } = await openPair(3_000, faults)
  const cancel = one.cancel(round)
  await runTo(3_100)
  t.equal(await cancel, 'cancelled', 'no other node drives it')
})

t.test('a cancel that was not saved is no answer to the spin', async t => {
  const pair = await openPair(2_400, { wallet: [LOST] })
  const { ledger, fates, runTo, one, round } = pair
  fates.write.push(REFUSED)
  void one.cancel(round)
  await runTo(2_500)
  const refused = { code: 'REQUEST_FAILED', retry: true }
  t.match(await answerBy(pair, 2_600, spinAs()), refused)
  t.equal(ledger.row(round.roundId)?.progress.state, 'debit_pending')
  await runTo(10_000)
  t.match(await answerBy(pair, 10_100, spinAs()), { code: 'BET_REFUSED' })
  t.equal(ledger.row(round.roundId)?.progress.state, 'cancelled')
})

// A refund that waits for the bet of another node
// ----------------------------------------------------------------------------------------------

/** In time for the bet that waits for the save. */
const LATE_SAVE = { name: 'late save', appliedMs: 1, knownMs: 1_500 } as const
const SLOW_BET = { name: 'slow bet', appliedMs: 1_500, knownMs: 1_900 } as const

t.test("the refund of a round taken up from another node waits for that node's bet", async t => {
  const faults = { wallet: [LOST, LOST, SLOW_BET] }
  const { ledger, fates, sent, runTo, other, round } = await openPair(2_900, faults)
  // The first node sends its bet on a save from before the other one takes the round up.
  fates.write.push(LATE_SAVE)
  await runTo(3_200)
  void other.resume(round)
  await runTo(5_300)
  const cancel = other.cancel(round)
  await runTo(5_400)
  t.equal(await cancel, 'cancelled', 'at once')
  t.strictSame(
    nodesAndMethods(sent),
    ['one.0 bet', 'other.0 bet', 'one.0 bet'],
    'the bet of the first node is in flight',
  )
  await runTo(10_200)
  t.equal(refundsIn(sent), 0, 'until that bet must be over')
  await runTo(10_500)
  t.equal(refundsIn(sent), 1)
  t.equal(ledger.row(round.roundId)?.progress.refundStatus, 'confirmed')
})

t.test('a node that takes a cancelled round up holds its refund back equally long', async t => {
  const { sent, runTo, one, other, round } = await openPair(2_400, { wallet: [LOST] })
  one.kill(true)
  const cancel = other.cancel(round)
  await runTo(2_500)
  t.equal(await cancel, 'cancelled')
  other.kill(true)
  one.start()
  void one.resume(round)
  await runTo(7_300)
  t.equal(refundsIn(sent), 0)
  await runTo(7_600)
  t.equal(refundsIn(sent), 1)
})

t.test('the refund is not held back when no other node drove the round', async t => {
  const { sent, runTo, one, round } = await openPair(2_400, { wallet: [LOST] })
  void one.cancel(round)
  await runTo(3_300)
  t.strictSame(
    nodesAndMethods(sent),
    ['one.0 bet', 'one.0 refund'],
    'when the retry of the bet would have been due',
  )
})

t.test('a refund that is held back is not sent earlier because its round is taken up', async t => {
  const { sent, runTo, one, other, round } = await openPair(2_300, { wallet: [LOST] })
  void other.cancel(round)
  await runTo(2_500)
  one.kill(false)
  void other.resume(round)
  await runTo(2_600)
  t.equal(refundsIn(sent), 0)
})

t.test('an unknown win is sent again when the round is taken up, not a back-off later', async t => {
  // The bet and the start notification are answered, the win never is.
  const wallet = [WORKS, WORKS, ...Array.from({ length: 5 }, () => LOST)]
  const { sent, runTo, one, other, round } = await openPair(30_000, { wallet })
  t.equal(sent.at(-1)?.method, 'win')
  one.kill(false)
  await runTo(60_000)
  const before = sent.length
  void other.resume(round)
  await runTo(60_100)
  t.match(sent[before], { node: 'other.0', method: 'win' })
  t.strictSame(sent[before]?.body, sent.find(({ method }) => method === 'win')?.body)
})

t.test(
  'guarantee 3: a node whose memory is older repeats a round_info with the same body',
  async t => {
    const pair = await openPair(200, { shape: 'gamble' })
    const { ledger, fates, sent, runTo, one, other, round } = pair
    const progress = () => ledger.row(round.roundId)?.progress
    t.equal(progress()?.awaiting, true, 'the first node holds it, awaiting')

    await answerBy(pair, 5_000, helloAs(), other)
    fates.wallet.push(WORKS, LOST)
    const { roundId } = round
    await answerBy(pair, 9_000, { type: 'collect', requestId: 'c', roundId }, other)
    t.equal(progress()?.state, 'settled', 'the other node made the decision')

    void one.notify({ ...round, event: 'finish' })
    await runTo(10_000)
    const finishes = sent.filter(({ body }) => body.includes('"event":"finish"'))
    t.strictSame(
      finishes.map(({ node }) => node),
      ['other.0', 'one.0'],
    )
    t.equal(finishes[1]!.body, finishes[0]!.body)
  },
)

// A game in a version that one node does not have
// ----------------------------------------------------------------------------------------------

const shownBy = (heard: ReturnType<typeof createPair>['heard'], by: string) =>
  heard.filter(({ node, message }) => node === by && /"events":/.test(JSON.stringify(message)))

t.test(
  'guarantee 6: a node without the version of a round pays it and does not show it',
  async t => {
    // The bet and the start notification are answered, the win is not.
    const faults = { wallet: [WORKS, WORKS, LOST], withoutVersion: 'other' } as const
    const pair = await openPair(2_100, faults)
    const { ledger, heard, faults: reported, sent, runTo, one, other, round } = pair
    one.kill(false)
    void other.resume(round)
    await runTo(6_000)
    t.match(sent.at(-2), { node: 'other.0', method: 'win' })
    t.equal(ledger.row(round.roundId)?.progress.state, 'settled')
    const refused = { code: 'REQUEST_FAILED', retry: true }
    t.match(await answerBy(pair, 6_100, spinAs(), other), refused)
    t.strictSame(shownBy(heard, 'other'), [])
    t.strictSame(reported, [])
    one.start()
    t.match(await answerBy(pair, 6_200, spinAs()), { round: { status: 'settled', winUnits: 50 } })
  },
)

t.test('guarantee 6: a decision waits for a node with the version of its round', async t => {
  const settings = { ...DEFAULT_SETTINGS, decisionDeadlineMinutes: 5 }
  const pair = await openPair(200, { shape: 'choice', settings, withoutVersion: 'other' })
  const { ledger, heard, observed, faults, runTo, one, other, round } = pair
  const { roundId } = round
  one.kill(false)
  t.match(await answerBy(pair, 300, helloAs(), other), { type: 'welcome', round: null })
  const refused = { code: 'REQUEST_FAILED', retry: true }
  t.match(await answerBy(pair, 400, chooseAs('c', roundId), other), refused)
  t.match(await answerBy(pair, 500, spinAs('r2'), other), { code: 'ROUND_OPEN' })
  await runTo(400_000)
  for (let pass = 0; pass < FAILURES_BEFORE_ASIDE; pass++) {
    void other.decide(round)
    await runTo(400_100 + pass * 100)
    t.match(faults[pass]?.error, { message: /game 1, which drew it, is not here/ })
  }
  t.notOk(observed.includes('set aside'))
  t.strictSame(shownBy(heard, 'other'), [])
  one.start()
  t.match(await answerBy(pair, 410_000, helloAs()), { round: { roundId, status: 'awaiting' } })
  t.match(await answerBy(pair, 410_100, chooseAs('c', roundId)), { round: { status: 'settled' } })
  t.strictSame(ledger.row(roundId)?.progress.choices, ['left'])
})

// An opening that is answered late, or never
// ----------------------------------------------------------------------------------------------

const LATE = { name: 'late', appliedMs: 1, knownMs: 5_000 } as const
/** Written, and its answer is lost. */
const UNANSWERED = { name: 'unanswered', appliedMs: 1, knownMs: 5, fails: true } as const

t.test('the node that opened does not send a bet that another node has cancelled', async t => {
  const faults = { write: [LATE], wallet: [LOST] }
  const { ledger, sent, runTo, other, round } = await openPair(200, faults)
  void other.resume(round)
  await runTo(2_400)
  const cancel = other.cancel(round)
  await runTo(5_000)
  t.equal(await cancel, 'cancelled')
  const before = sent.length
  await runTo(10_000)
  const after = nodesAndMethods(sent.slice(before))
  t.notOk(after.includes('one.0 bet'), `after its write was answered: ${after.join(', ')}`)
  t.equal(ledger.row(round.roundId)?.progress.state, 'cancelled')
})

t.test('an opening that is answered in time needs no save before its bet', async t => {
  const faults = { write: [{ ...WORKS, knownMs: 1_900 }], wallet: [LOST] }
  const { ledger, sent, round } = await openPair(2_150, faults)
  t.equal(sent.at(-1)?.method, 'bet')
  t.equal(ledger.row(round.roundId)?.progress.version, 1)
})

t.test('only an opening without an answer is noted as unsent', async t => {
  const unanswered = await openPair(200, { write: [UNANSWERED] })
  t.equal(unanswered.redisState.openingOf(unanswered.round.roundId), 'unsent')
  t.strictSame(unanswered.sent, [])
  const answered = await openPair(200)
  t.equal(answered.redisState.openingOf(answered.round.roundId), 'opened')
})

t.test('the node that takes it up notes that before it sends the bet', async t => {
  const pair = await openPair(200, { write: [UNANSWERED] })
  const { redisState, fates, sent, runTo, other, round } = pair
  fates.wallet.push(LOST)
  void other.resume(round)
  await runTo(300)
  t.match(sent, [{ node: 'other.0', method: 'bet' }])
  t.equal(redisState.openingOf(round.roundId), 'taken-up')
})

t.test('it sends no bet while that cannot be noted', async t => {
  const pair = await openPair(200, { write: [UNANSWERED] })
  const { ledger, fates, sent, runTo, other, round } = pair
  // The player is loaded into Redis first.
  fates.redisState.push(REFUSED)
  void other.resume(round).catch(() => {})
  await runTo(300)
  t.strictSame(sent, [])
  t.equal(ledger.row(round.roundId)?.progress.version, 1, 'it is not saved either')
})

t.test('a later note of its opener changes nothing', async t => {
  const faults = { write: [{ ...UNANSWERED, knownMs: 8_000 }], wallet: [LOST] }
  const { redisState, runTo, other, round } = await openPair(3_000, faults)
  void other.resume(round)
  await runTo(9_000)
  t.equal(redisState.openingOf(round.roundId), 'taken-up')
})

// A pause between a spin's checks and its intent
// ----------------------------------------------------------------------------------------------

for (const [cause, refusal] of [
  ['paused', { code: 'GAME_PAUSED', retry: false }],
  ['unknown', { code: 'BUSY', retry: true }],
] as const) {
  t.test(`${cause}: the spin is refused before its intent, and the next one is played`, async t => {
    const answers: NewRounds[] = []
    const pair = createPair('pays', { newRounds: () => answers.shift() ?? 'allowed' })
    const { ledger, sent } = pair
    await pair.greet()
    answers.push('allowed', cause)
    t.match(await answerBy(pair, 300, spinAs()), { type: 'error', ...refusal })
    t.strictSame(answers, [], 'it was checked twice')
    t.equal([...ledger.rows()].length, 0)
    t.strictSame(sent, [], 'the wallet was not called')
    const played = await answerBy(pair, 2_000, spinAs('next'))
    t.match(played, { round: { status: /awaiting|settled/ } })
    t.equal([...ledger.rows()].length, 1)
  })
}
