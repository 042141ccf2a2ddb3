// An operator's wallet with accounts, in memory: follows the operator API, answers after a given
// number of milliseconds, and reports its sums and its caller's faults at the end. For streams
// whose books are compared.

import { startMockWallet } from '../../../src/wallet-kit/mock-wallet.ts'
import { runProgram } from '../program.ts'

export interface OperatorWalletSetup {
  latencyMs: number
  /** Calls that are remembered: more than the stream makes. */
  recordsMax: number
}

/** Minor units as digits, by currency. */
export interface WalletSums {
  bets: string
  wins: string
  refunds: string
}

export interface WalletBooks {
  byCurrency: Record<string, WalletSums>
  calls: number
  /** A repeat with another body, an impossible amount, a win without a bet. */
  faults: string[]
}

const FAULTS_TOLD = 10

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
      const sums: Record<string, Record<keyof WalletSums, bigint>> = {}
      const operations = accounts.operations()
      for (const { method, currency, movedMinor } of operations) {
        sums[currency] ??= { bets: 0n, wins: 0n, refunds: 0n }
        const moved = method === 'bet' ? -movedMinor : movedMinor
        sums[currency][`${method}s`] += moved
      }
      const differing = operations.filter(one => one.differing.length > 0)
      const faults = [
        ...accounts.violations(),
        ...differing.map(({ transaction }) => `${transaction} was repeated with another body`),
      ]
      return {
        byCurrency: Object.fromEntries(
          Object.entries(sums).map(([currency, { bets, wins, refunds }]) => [
            currency,
            { bets: `${bets}`, wins: `${wins}`, refunds: `${refunds}` },
          ]),
        ),
        calls: operations.reduce((sum, { timesSeen }) => sum + timesSeen, 0),
        faults: faults.slice(0, FAULTS_TOLD),
      }
    },
  }
})
