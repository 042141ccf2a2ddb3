// The operators' wallets of a run: correct accounts behind real HTTP that misbehave call by call,
// as the seed decides. Keeps only what the checks need: a run makes a million operations.

import type { WalletCallback } from '../../src/sdk/wallet-callback.ts'
import { FAULTS, type Fault } from '../../src/wallet-kit/faults.ts'
import { type MockCall, startMockWallet } from '../../src/wallet-kit/mock-wallet.ts'
import { drawOnce } from '../support/chance.ts'
import type { WalletCall, WalletRecord } from './wallet-record.ts'

/** The share of its calls that a misbehaving wallet answers badly. */
const USUAL_RATE = 0.12
const NAMES = Object.keys(FAULTS) as Fault[]
/** Of one wallet: more than a run can make. */
const RECORDS_MAX = 5_000_000
/** By then the socket shows whether its caller has closed it. */
const LOOK_AFTER_MS = 50
/** One in this many faults of a bet is a refusal; the others leave it unknown. */
const REFUSAL_ONE_IN = 4
/** The last four end the round only where the project has them switched on. */
const REFUSALS = [
  'insufficient-funds',
  'player-blocked',
  'limit-reached',
  'session-closed',
  'bet-not-allowed',
] as const satisfies readonly Fault[]
const isRefusal = (fault: Fault | null) => REFUSALS.some(each => each === fault)
/** The symptoms of an outage, one at a time. */
const OUTAGES: readonly Fault[] = [
  'hang-before-apply',
  'reset-before-apply',
  'http-500-after-apply',
]

/** What a run needs of an operator's wallet. */
export type ChaosWallet = Omit<Awaited<ReturnType<typeof startChaosWallet>>, 'records'> & {
  /** Every transaction that was carried out or refused. */
  readonly records: ReadonlyMap<string, { readonly state: 'applied' | 'refused' | 'cancelled' }>
}

export interface ChaosWalletOptions {
  seed: number
  operator: number
  openingMinor: bigint
  record: WalletRecord
}

export async function startChaosWallet(options: ChaosWalletOptions) {
  const { seed, operator, openingMinor, record } = options
  const faults = new Map<Fault, number>()
  /**
   * Refused bets: a correct wallet refuses every repeat too. While no call goes wrong, no player is
   * blocked and no limit is reached: a round that may not be cancelled repeats its bet until an
   * answer ends it.
   */
  const refused = new Map<string, Fault>()
  const sessions = new Map<string, number>()
  let rate = 0
  let outage: Fault | null = null

  /** Called for every call before anything else happens to it. */
  function chooseFault(call: MockCall): Fault | null {
    const { callback } = call
    record.see(readCall(operator, callback, call.text))
    if (callback.method === 'bet' && record.isRefunded(callback.roundId)) {
      watchLateBet(callback.roundId, call)
      return null
    }
    const before = refused.get(nameRefused(callback))
    const isLifted = rate === 0 && before !== 'insufficient-funds'
    const fault = (isLifted ? undefined : before) ?? outage ?? drawFault(call)
    if (fault !== null && isRefusal(fault)) refused.set(nameRefused(callback), fault)
    if (fault !== null) faults.set(fault, (faults.get(fault) ?? 0) + 1)
    return fault
  }

  /**
   * A call whose caller has gone was sent long before: the platform has given it up, and it is read
   * only now. It is answered correctly, so that only the caller can have closed the connection.
   */
  function watchLateBet(roundId: string, call: MockCall): void {
    const look = () => {
      if (!call.hasCallerGone()) record.awaitedAfterRefund(roundId)
    }
    // Timers run before the sockets are read, immediates after.
    setTimeout(() => setImmediate(() => setImmediate(look)), LOOK_AFTER_MS)
  }

  /**
   * Decided by the seed, the index of the player's operation and the number of its repeats: not by
   * the clock.
   */
  function drawFault({ callback, timesSeen, isBooked }: MockCall): Fault | null {
    if (rate === 0) return null
    const draw = drawOnce(seed, 'wallet', callback.playerId, ...nameOf(callback), timesSeen)
    const share = draw / (USUAL_RATE * rate)
    if (share >= 1) return null
    // A wallet answers these only for a bet that it has not debited.
    const mayRefuse = callback.method === 'bet' && !isBooked
    if (mayRefuse && share * REFUSAL_ONE_IN < 1) {
      return REFUSALS[Math.floor(share * REFUSAL_ONE_IN * REFUSALS.length)]!
    }
    const fault = NAMES[Math.floor(share * NAMES.length)]!
    return isRefusal(fault) ? 'error-before-apply' : fault
  }

  /** The name of an operation of a player, equal in every run with the same seed. */
  function nameOf(callback: WalletCallback): (string | number)[] {
    const { method, playerId } = callback
    if (method === 'session_info') {
      const asked = (sessions.get(playerId) ?? 0) + 1
      sessions.set(playerId, asked)
      return [method, asked]
    }
    if (method === 'freespins_finished') return [method]
    const kind = method === 'round_info' ? callback.event : method
    return [kind, record.rounds.get(callback.roundId)?.ordinal ?? 0]
  }

  const wallet = await startMockWallet({
    openingMinor,
    chooseFault,
    recordsMax: RECORDS_MAX,
    keepsBodies: false,
  })
  return {
    url: wallet.url,
    openingMinor,
    /** The key that its project has got; this wallet accepts any. */
    expectKey(_apiKey: string): void {},
    balance: wallet.accounts.balance,
    records: wallet.accounts.records,
    /** Calls that no correct platform makes. */
    violations: wallet.accounts.violations,
    faults: faults as ReadonlyMap<string, number>,
    /** The share of the usual rate at which calls go wrong from now on. */
    setRate(next: number): void {
      rate = next
    },
    beginOutage(kind: number): void {
      outage = OUTAGES[kind % OUTAGES.length]!
    },
    endOutage(): void {
      outage = null
    },
    close: wallet.close,
  }
}

const nameRefused = (callback: WalletCallback) =>
  callback.method === 'bet' ? callback.transaction : ''

const NO_ROUND = { event: '', roundId: '', transaction: '', amountMinor: 0n, forced: false }

function readCall(operator: number, callback: WalletCallback, text: string): WalletCall {
  const call = { ...NO_ROUND, grantId: null, ...callback, operator, text }
  if (callback.method === 'freespins_finished') return { ...call, transaction: callback.grantId }
  const hasSpin = callback.method === 'bet' || callback.method === 'win'
  return { ...call, grantId: hasSpin ? (callback.freeSpin?.grantId ?? null) : null }
}
