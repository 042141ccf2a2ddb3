// Every fault of the mock wallet, through the platform's own wallet client: the platform's result,
// and what happened to the money.

import t from 'tap'
import { createWalletClient } from '../../src/wallet/client.ts'
import { FAULTS, type Fault } from '../../src/wallet-kit/faults.ts'
import { openMockWallet } from '../support/mock-wallet-setup.ts'

/** For faults that outlast a deadline; all others get the time that a busy machine needs. */
const IMPATIENT_MS = 300
const PATIENT_MS = 10_000

t.test('each fault gives its result, moves its money, and a repeat corrects it', async t => {
  const setup = await openMockWallet(t, { deadlineMs: IMPATIENT_MS }, PATIENT_MS)
  const impatient = createWalletClient({
    allowLoopbackWallets: true,
    builtInWalletUrl: 'http://127.0.0.1:1',
    deadlineMs: IMPATIENT_MS,
  })
  t.teardown(() => impatient.close())
  let round = 0
  for (const [name, { about, outcome, applied }] of Object.entries(FAULTS)) {
    const isBooked = !about.includes('nothing is booked')
    const before = setup.wallet.accounts.balance('ann', 'EUR')
    const transaction = `bet-${round++}`
    setup.wallet.setFaults(() => name as Fault)
    const body = setup.bodiesOf({}).bet(setup.fields(transaction, {}))
    const client = (outcome as string) === 'timeout' ? impatient : setup.client
    const answer = await client.call(setup.target, 'EUR', 'bet', body)
    t.equal(answer.kind === 'unknown' ? answer.reason : answer.kind, outcome, name)
    const moved = before - setup.wallet.accounts.balance('ann', 'EUR')
    t.equal(moved, isBooked ? 1_000n : 0n, `${name}: money, as its fields say`)
    t.equal(applied > 0, isBooked, `${name}: as its row says`)

    setup.wallet.setFaults(null)
    const repeat = await setup.bet(transaction)
    t.same(repeat, { kind: 'accepted', balanceMinor: before - 1_000n }, `${name}: the repeat`)
  }
  t.strictSame(setup.wallet.accounts.violations(), [])
})

t.test('an answer sent twice is never taken for the answer of the next call', async t => {
  const setup = await openMockWallet(t)
  setup.wallet.setFaults(({ timesSeen }) => (timesSeen === 1 ? 'answer-twice' : null))
  // More than the connections of one wallet: every connection has a call waiting behind it.
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, number) =>
      setup.bet(`bet-${number}`, { amountMinor: BigInt(number + 1) }),
    ),
  )
  const balances = answers.flatMap(answer =>
    answer.kind === 'accepted' ? [answer.balanceMinor] : [],
  )
  t.ok(balances.length > 0)
  t.equal(new Set(balances).size, balances.length, 'no balance was sent to two calls')
  const seen = new Set(setup.wallet.accounts.operations().map(({ transaction }) => transaction))
  answers.forEach((answer, number) => {
    if (answer.kind === 'accepted')
      t.ok(seen.has(`bet-${number}`), `bet-${number} reached the wallet`)
  })
})
