// How a call to a wallet is recorded: the code of each answer, and the reason behind each code.

import t from 'tap'
import {
  CALLBACK_CODES,
  CONNECTION_PROBLEMS,
  codeOf,
  DROPPED,
  DROPPED_METHOD,
  isClear,
  reasonOf,
} from '../../src/core/callback-record.ts'
import {
  BET_REFUSALS,
  type UnknownReason,
  type WalletAnswer,
} from '../../src/core/wallet-operation.ts'

const CODES: Readonly<Record<UnknownReason, string>> = {
  'http-status': 'CALLBACK_HTTP_ERROR',
  'invalid-answer': 'INVALID_CALLBACK_RESPONSE',
  'wallet-error': 'WALLET_ERROR',
  timeout: 'TIMEOUT',
  network: 'CONNECTION_FAILED',
  'address-refused': 'ADDRESS_REFUSED',
  'too-many-calls': 'TOO_MANY_CALLS',
}
const REASONS = Object.entries(CODES) as [UnknownReason, string][]
const unknown = (reason: UnknownReason): WalletAnswer => ({ kind: 'unknown', reason, detail: '' })

t.test('a clear answer is OK or the refusal that ended its bet', async t => {
  t.equal(codeOf({ kind: 'accepted', balanceMinor: 5n }, 200), 'OK')
  for (const code of BET_REFUSALS) t.equal(codeOf({ kind: 'refused', code }, 200), code)
})

t.test('an unclear answer has the code of its reason, and the code has the reason', async t => {
  for (const [reason, code] of REASONS) {
    t.equal(codeOf(unknown(reason), null), code)
    t.equal(codeOf(unknown(reason), 500), code)
    t.equal(reasonOf(code), reason)
  }
  for (const code of ['OK', ...BET_REFUSALS, DROPPED, '']) t.equal(reasonOf(code), null, code)
})

t.test('a 2xx other than 200 is an invalid answer, any other status an HTTP error', async t => {
  for (const status of [200, 204, 299]) {
    t.equal(codeOf(unknown('http-status'), status), 'INVALID_CALLBACK_RESPONSE', `${status}`)
    t.equal(codeOf(unknown('wallet-error'), status), 'WALLET_ERROR', `${status}`)
  }
  for (const status of [100, 199, 300, 404, 500]) {
    t.equal(codeOf(unknown('http-status'), status), 'CALLBACK_HTTP_ERROR', `${status}`)
  }
})

t.test('the codes are those of clear answers, then those of reasons', async t => {
  const unclear = Object.values(CODES)
  t.strictSame(CALLBACK_CODES, ['OK', ...BET_REFUSALS, ...unclear])
  t.strictSame(
    CALLBACK_CODES.filter(code => !isClear(code)),
    unclear,
  )
})

t.test('a test of the connection has its own name for a failed connection', async t => {
  t.strictSame(CONNECTION_PROBLEMS, { ...CODES, network: 'NETWORK_ERROR' })
})

t.test('a gap of the log is stored under names that no call has', async t => {
  t.strictSame([DROPPED, DROPPED_METHOD], ['DROPPED', 'dropped'])
  t.notOk((CALLBACK_CODES as readonly string[]).includes(DROPPED))
})
