// Mistakes that engineers make in operators' wallets, each a change of the books of
// broken-wallets.ts at one point. Moves money only through the wallet that it is given.

import { formatAmount } from '../../src/core/money.ts'
import type { AccountRecord } from '../../src/core/wallet-accounts.ts'
import { transactionId } from '../../src/core/wallet-operation.ts'
import type { WalletCallback } from '../../src/sdk/wallet-callback.ts'

type Call<Method extends WalletCallback['method']> = Extract<WalletCallback, { method: Method }>
export type MoneyCall = Call<'bet' | 'win' | 'refund'>

/** What a mistake may do with the wallet. */
interface Books {
  readonly records: Map<string, AccountRecord>
  balance(call: WalletCallback): bigint
  move(call: WalletCallback, minor: bigint): void
  /** The time since a transaction was first recorded, on the wallet's clock. */
  ageMs(transaction: string): number
}

/** An answer in place of the correct one. */
interface Instead {
  /** 'ok', or the code of a refusal. */
  readonly code: string
  /** HTTP status of a refusal; 200 by default. */
  readonly status?: number | undefined
  /** Default: the balance of the books. */
  readonly balanceMinor?: bigint
}

interface WalletMistake {
  /** What a first call moves, in place of `minor`. */
  moves?(minor: bigint, call: MoneyCall): bigint
  /** Before the books are asked; null leaves the answer to them. */
  instead?(call: WalletCallback, books: Books, text: string): Instead | null
  /** After a call was carried out or refused with this code. */
  after?(call: MoneyCall, books: Books, code: string): void
}

const OLD_S = 60
const FORGOTTEN_MS = 3_000
const BONUS_MINOR = 5_000n
const FIELDS = new Set(
  'method api_key player_id session_id currency game timestamp amount meta'.split(' '),
)

const isMoney = (call: WalletCallback): call is MoneyCall =>
  call.method === 'bet' || call.method === 'win' || call.method === 'refund'

/** The digits of the amount change, its sign does not. */
function signed(minor: bigint, change: (minor: bigint) => bigint): bigint {
  return minor < 0n ? -change(-minor) : change(minor)
}

/** `int(float(amount) * 100)` */
const truncated = (minor: bigint) =>
  signed(minor, size => BigInt(Math.trunc(Number(formatAmount(size)) * 100)))

const truncatedFor = (method: MoneyCall['method']): WalletMistake => ({
  moves: (minor, call) => (call.method === method ? truncated(minor) : minor),
})

/** Answers the calls that are meant with this code, and asks the books about all others. */
function answers(
  code: string,
  isMeant: (call: WalletCallback, books: Books, text: string) => boolean,
  status?: number,
): WalletMistake {
  return { instead: (...args) => (isMeant(...args) ? { code, status } : null) }
}

const stateOf = (call: WalletCallback, { records }: Books) =>
  call.method === 'bet' ? records.get(call.transaction)?.state : undefined

function forgets(isForgotten: (record: AccountRecord) => boolean): WalletMistake {
  return {
    instead(_, { records, ageMs }) {
      for (const [id, record] of records) {
        if (isForgotten(record) && ageMs(id) > FORGOTTEN_MS) records.delete(id)
      }
      return null
    },
  }
}

export const WALLET_MISTAKES = {
  'amounts are truncated floats': { moves: truncated },
  'wins are truncated floats': truncatedFor('win'),
  'refunds are truncated floats': truncatedFor('refund'),
  'amounts are whole units, as in yen': {
    moves: minor => signed(minor, size => ((size + 50n) / 100n) * 100n),
  },
  'amounts are thousandths, as in dinars': { moves: minor => minor * 10n },
  'refused bets are forgotten': {
    after(call, { records }, code) {
      if (code === 'INSUFFICIENT_FUNDS') records.delete(call.transaction)
    },
  },
  'a refused bet is ok the second time': answers(
    'ok',
    (call, books) => stateOf(call, books) === 'refused',
  ),
  'ids are forgotten after three seconds': forgets(() => true),
  'cancelled ids are forgotten after three seconds': forgets(({ state }) => state === 'cancelled'),
  'repeats need a fresh timestamp': answers(
    'TIMESTAMP_TOO_OLD',
    (call, { records }) =>
      isMoney(call) && records.has(call.transaction) && Date.now() / 1000 - call.timestamp > OLD_S,
  ),
  'wins above 10,000 are refused': answers(
    'LIMIT_EXCEEDED',
    call => call.method === 'win' && call.amountMinor > 1_000_000n,
  ),
  'amounts have 32 bits': answers(
    'INVALID_AMOUNT',
    call => isMoney(call) && call.amountMinor >= 2n ** 31n,
  ),
  'a finish needs a known round': answers(
    'UNKNOWN_ROUND',
    (call, { records }) =>
      call.method === 'round_info' &&
      call.event === 'finish' &&
      !records.has(transactionId('bet', call.roundId)),
  ),
  'a second refund is credited': {
    instead(call, { records }) {
      if (call.method !== 'refund' || records.has(call.transaction)) return null
      const bet = records.get(call.originalTransaction)
      if (bet?.state === 'cancelled' && bet.movedMinor < 0n) bet.state = 'applied'
      return null
    },
  },
  'wins can be refunded': {
    instead(call, { records, move }) {
      if (call.method !== 'refund') return null
      if (records.get(call.originalTransaction)?.kind !== 'win') return null
      move(call, call.amountMinor)
      return { code: 'ok' }
    },
  },
  'another amount is another bet': {
    instead(call, { records, move }) {
      if (call.method !== 'bet') return null
      const known = records.get(call.transaction)
      if (known?.state !== 'applied' || known.amountMinor === call.amountMinor) return null
      move(call, -call.amountMinor)
      return { code: 'ok' }
    },
  },
  'bets with unknown fields are refused': answers(
    'INVALID_REQUEST',
    (call, _, text) =>
      call.method === 'bet' && Object.keys(JSON.parse(text)).some(name => !FIELDS.has(name)),
  ),
  'the whole balance is too much': answers(
    'INSUFFICIENT_FUNDS',
    (call, { balance }) =>
      call.method === 'bet' && call.amountMinor > 0n && call.amountMinor === balance(call),
  ),
  'free spins need money': answers(
    'INSUFFICIENT_FUNDS',
    (call, { balance }) => call.method === 'bet' && call.amountMinor === 0n && balance(call) === 0n,
  ),
  'free spins are debited': {
    moves: (minor, call) =>
      call.method === 'bet' && call.freeSpin !== null ? -call.freeSpin.nominalBetMinor : minor,
  },
  'the bonus is in the reading only': {
    instead: (call, { balance }) =>
      call.method === 'session_info'
        ? { code: 'ok', balanceMinor: balance(call) + BONUS_MINOR }
        : null,
  },
  'reading gives a bonus': {
    instead(call, { move }) {
      if (call.method === 'session_info') move(call, BONUS_MINOR)
      return null
    },
  },
  'a cancelled bet is HTTP 409': answers(
    'TRANSACTION_CANCELLED',
    (call, books) => stateOf(call, books) === 'cancelled',
    409,
  ),
} as const satisfies Record<string, WalletMistake>

/** Those of these names that this file plants. */
export function findMistakes(names: readonly string[]): WalletMistake[] {
  const table = new Map<string, WalletMistake>(Object.entries(WALLET_MISTAKES))
  return names.map(name => table.get(name)).filter(one => one !== undefined)
}
