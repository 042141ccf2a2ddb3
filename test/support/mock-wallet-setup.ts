// A mock wallet with the platform's own wallet client in front of it, and calls in the platform's
// fields.

import type { Test } from 'tap'
import { createWalletBodies, type FreeSpinFields, summaryBody } from '../../src/wallet/bodies.ts'
import { createWalletClient } from '../../src/wallet/client.ts'
import { type MockWalletOptions, startMockWallet } from '../../src/wallet-kit/mock-wallet.ts'

export const KEY = 'rk_the-key'
export const PLAYER = 'ann'
const CONTEXT = {
  apiKey: KEY,
  playerId: PLAYER,
  sessionId: 'session-1',
  currency: 'EUR',
  gameId: 'lucky-lanterns',
} as const

type Money = { amountMinor?: bigint; freeSpin?: FreeSpinFields; playerId?: string; apiKey?: string }

export async function openMockWallet(t: Test, options: MockWalletOptions = {}, deadlineMs = 2_000) {
  const wallet = await startMockWallet({ apiKey: KEY, openingMinor: 100_000n, ...options })
  const client = createWalletClient({
    allowLoopbackWallets: true,
    builtInWalletUrl: 'http://127.0.0.1:1',
    deadlineMs,
  })
  t.teardown(() => Promise.all([client.close(), wallet.close()]))
  const target = { projectId: 'casino', callbackUrl: wallet.url, internal: false }
  const bodiesOf = ({ playerId = PLAYER, apiKey = KEY }: Money) =>
    createWalletBodies({ ...CONTEXT, playerId, apiKey })
  const fields = (transaction: string, { amountMinor = 1_000n, freeSpin }: Money) => ({
    amountMinor,
    transaction,
    roundId: transaction.split('-')[1]!,
    timeS: 1_700_000_000,
    freeSpin: freeSpin ?? null,
  })
  return {
    wallet,
    client,
    target,
    bodiesOf,
    fields,
    bet: (transaction: string, money: Money = {}) =>
      client.call(target, 'EUR', 'bet', bodiesOf(money).bet(fields(transaction, money))),
    win: (transaction: string, money: Money = {}) =>
      client.call(target, 'EUR', 'win', bodiesOf(money).win(fields(transaction, money))),
    refund: (transaction: string, originalTransaction: string, money: Money = {}) => {
      const refund = { ...fields(transaction, money), originalTransaction }
      return client.call(target, 'EUR', 'refund', bodiesOf(money).refund(refund))
    },
    roundInfo: (roundId: string, event: 'start' | 'finish', forced = false) => {
      const body = bodiesOf({}).roundInfo({ event, roundId, timeS: 1_700_000_000, forced })
      return client.call(target, 'EUR', 'round_info', body)
    },
    sessionInfo: () => client.call(target, 'EUR', 'session_info', bodiesOf({}).sessionInfo()),
    summary: (grantId: string) => {
      const body = summaryBody(CONTEXT, {
        grantId,
        externalId: null,
        status: 'used',
        total: 1,
        played: 1,
        betMinor: 20n,
        totalWinMinor: 0n,
        finishedAtMs: 1_700_000_000_000,
      })
      return client.call(target, 'EUR', 'freespins_finished', body)
    },
  }
}
