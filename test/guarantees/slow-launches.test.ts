// Guarantee 16 for launches, on a whole node: one operator repeats a launch thousands of times
// while its wallet holds the first, and another operator's launches are not slowed.

import t from 'tap'
import { HTTP_REQUESTS_IN_FLIGHT } from '../../src/limits.ts'
import { launchBody, openSetup, post } from '../support/operator-setup.ts'
import { startScriptedWallet } from '../support/scripted-wallet.ts'

const setup = await openSetup(t)
const node = await setup.startNode({ lanes: 1 })
const slowWallet = await startScriptedWallet(t)

t.test(
  'guarantee 16: a launch repeated without end slows no other operator’s launches',
  async t => {
    await setup.newProject('slow', { callbackUrl: slowWallet.url })
    // All the repeats are within its quota.
    const slow = await setup.changeSettings({ callsPerMinute: { launch: 100_000 } }, 'slow')
    const held = slowWallet.hold({ method: 'session_info' })
    const repeats = HTTP_REQUESTS_IN_FLIGHT + 200
    const answers = Array.from({ length: repeats }, () =>
      post(node, '/playGame.do', launchBody(slow), { 'idempotency-key': 'again' }),
    )
    await held.arrived
    for (let n = 0; n < 20; n++) {
      const fast = launchBody(setup.project, { player_id: `launches-${n}` })
      t.equal((await post(node, '/playGame.do', fast)).status, 200)
    }
    held.open()
    const answered = await Promise.all(answers)
    const refused = answered.filter(({ status }) => status === 429)
    t.ok(refused.length > 0, 'past the bound the answer asks to retry later')
    for (const { headers, body } of refused) {
      t.match([headers, body], [{ 'retry-after': '1' }, { message: 'RATE_LIMITED' }])
    }
    t.equal(slowWallet.calls.length, 1, 'its wallet was called once')
  },
)
