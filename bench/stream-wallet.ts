// The wallet of a stream: the built-in one, or that of operators in a separate process.

import { createBuiltInWalletAccounts } from '../src/redis/built-in-wallet.ts'
import type { RedisClient } from '../src/redis/connection.ts'
import type { Profiles } from './profile/profiles.ts'
import type { Check, Sums } from './stream-check.ts'
import type { Platform } from './stream-platform.ts'
import { createOperator, type Operator } from './suite/operators.ts'
import { startProgram } from './suite/program.ts'
import type { OperatorWalletSetup, WalletBooks } from './suite/programs/operator-wallet.ts'

/**
 * A node bounds the wallet calls of an operator, so many players are spread over several operators.
 */
const PLAYERS_AT_ONCE_OF_OPERATOR = 128
/** Bet, win, start and end of a round. */
const CALLS_A_ROUND = 4

export interface StreamWallet {
  operators: readonly Operator[]
  /**
   * The wallet's sums, by currency, and whether its caller kept to the rules, which a built-in
   * wallet does not check.
   */
  readBooks(redis: RedisClient): Promise<{ sums: ReadonlyMap<string, Sums>; rules: Check[] }>
  close(): void
}

export function useBuiltInWallet(platform: Platform): StreamWallet {
  const { projectId } = platform
  return {
    operators: [platform],
    async readBooks(redis) {
      const totals = await createBuiltInWalletAccounts(redis).totals(projectId)
      const sums = new Map(
        Object.entries(totals).map(([currency, { betsMinor, winsMinor, refundsMinor }]) => [
          currency,
          { bets: betsMinor, wins: winsMinor, refunds: refundsMinor },
        ]),
      )
      return { sums, rules: [] }
    },
    close() {},
  }
}

/** @param spins of the whole stream */
export async function startOperatorWallet(
  platform: Platform,
  latencyMs: number,
  { playersAtOnce, spins }: { playersAtOnce: number; spins: number },
  profiles: Profiles | undefined,
): Promise<StreamWallet> {
  const ends: (() => unknown)[] = []
  const scope = { profiles, defer: (end: () => unknown) => void ends.push(end) }
  const program = await startProgram<string, 'books', WalletBooks>(scope, 'operator-wallet', {
    latencyMs,
    recordsMax: 2 * CALLS_A_ROUND * spins,
  } satisfies OperatorWalletSetup)
  const operators: Operator[] = []
  const count = Math.ceil(playersAtOnce / PLAYERS_AT_ONCE_OF_OPERATOR)
  while (operators.length < count) operators.push(await createOperator(platform, program.ready))
  return {
    operators,
    async readBooks() {
      const { sums, calls, faults } = await program.ask('books')
      const ok = faults.length === 0
      const detail = ok ? `${calls} money calls` : faults.join('; ')
      return { sums, rules: [{ name: 'every call to the wallet kept to the rules', ok, detail }] }
    },
    close() {
      for (const end of ends) end()
    },
  }
}
