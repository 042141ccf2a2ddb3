// An operator's wallet with accounts, in memory: follows the operator API, answers after a given
// number of milliseconds, and reports its sums and its caller's faults at the end. For streams
// whose books are compared.

import { startMockWallet } from '../../../src/wallet-kit/mock-wallet.ts'
import type { Sums } from '../../stream-check.ts'
import { runProgram } from '../program.ts'

export interface OperatorWalletSetup {
  latencyMs: number
  /** Calls that are remembered: more than the stream makes. */
  recordsMax: number
}

export interface WalletBooks {
  /** By currency. */
  sums: Map<string, Sums>
  calls: number
  /** A repeat with another body, an impossible amount, a win without a bet. */
  faults: string[]
}

const FAULTS_SHOWN = 10

runProgram<OperatorWalletSetup, 'books'>(async ({ latencyMs, recordsMax }) => {
  const wallet = await startMockWallet({
    recordsMax,
    keepsBodies: false,
    chooseFault: () => ({ fault: null, delayMs: latencyMs }),
  })
  const { accounts } = wallet
  return {
    ready: wallet.url,
    async answer(): Promise<WalletBooks> {
      const sums = new Map<string, Sums>()
      const operations = accounts.operations()
      for (const { method, currency, movedMinor } of operations) {
        const own = sums.get(currency) ?? { bets: 0n, wins: 0n, refunds: 0n }
        own[`${method}s`] += method === 'bet' ? -movedMinor : movedMinor
        sums.set(currency, own)
      }
      const differing = operations.filter(one => one.differing.length > 0)
      const faults = [
        ...accounts.violations(),
        ...differing.map(({ transaction }) => `${transaction} was repeated with another body`),
      ]
      return {
        sums,
        calls: operations.reduce((sum, { timesSeen }) => sum + timesSeen, 0),
        faults: faults.slice(0, FAULTS_SHOWN),
      }
    },
  }
})
