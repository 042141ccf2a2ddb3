// An operator's wallet over real HTTP: the mock wallet, with every received call kept; by rule it
// holds a call or answers it with one of the mock wallet's faults.

import type { IncomingMessage } from 'node:http'
import type { WalletMethod } from '../../src/core/wallet-operation.ts'
import type { Fault } from '../../src/wallet-kit/faults.ts'
import { type MockCall, startMockWallet } from '../../src/wallet-kit/mock-wallet.ts'

export type Method = WalletMethod

/** One call as it arrived, with its position among all calls and answers of the wallet. */
export interface WalletCall {
  readonly method: Method
  readonly path: string
  /** The bytes of the body, as text. */
  readonly text: string
  readonly playerId: string
  readonly sessionId: string
  readonly game: string
  readonly roundId: string
  readonly transaction: string
  readonly event: string
  readonly timestamp: number
  readonly amountMinor: bigint
  /** Names in lower case. */
  readonly headers: IncomingMessage['headers']
  readonly arrivedAt: number
  /** Null while it is in flight, or when no answer is sent. */
  answeredAt: number | null
}

/** Instead of a correct answer; `echo` is an error with everything that the wallet was sent. */
export type Misbehaviour = Fault | 'echo'

export interface Rule {
  method: Method
  playerId?: string
  event?: 'start' | 'finish'
  /** How often the rule is used; once by default. */
  times?: number
  /** Awaited before anything else; the call is in flight meanwhile. */
  before?: (call: WalletCall) => Promise<unknown> | unknown
  act?: Misbehaviour
}

export type ScriptedWallet = Awaited<ReturnType<typeof startScriptedWallet>>

/** The starting balance of every account. */
export const OPENING = 1_000_000n
const NO_ROUND = {
  sessionId: '',
  game: '',
  roundId: '',
  transaction: '',
  event: '',
  timestamp: 0,
  amountMinor: 0n,
}

export async function startScriptedWallet(t: { teardown(work: () => unknown): unknown }) {
  const calls: WalletCall[] = []
  let rules: Rule[] = []
  let clock = 0
  let openingMinor = OPENING
  const arrivals: { wanted: (call: WalletCall) => boolean; notify: (call: WalletCall) => void }[] =
    []

  const isFor = (call: WalletCall, rule: Rule) =>
    rule.method === call.method &&
    (rule.playerId ?? call.playerId) === call.playerId &&
    (rule.event ?? call.event) === call.event

  function findRule(call: WalletCall): Rule | undefined {
    const rule = rules.find(each => isFor(call, each))
    if (rule === undefined) return undefined
    rule.times = (rule.times ?? 1) - 1
    if (rule.times <= 0) rules = rules.filter(r => r !== rule)
    return rule
  }

  async function choose({ callback, text, request }: MockCall) {
    const { url, headers } = request
    const at = { path: url!, headers, arrivedAt: clock++, answeredAt: null }
    const call: WalletCall = { ...NO_ROUND, ...callback, text, ...at }
    calls.push(call)
    for (const arrival of arrivals) if (arrival.wanted(call)) arrival.notify(call)
    const { before, act = null } = findRule(call) ?? {}
    await before?.(call)
    const isAnswered = act === null || !/^(drop|hang)/.test(act)
    if (isAnswered) call.answeredAt = clock++
    if (act !== 'echo') return act
    return { text: JSON.stringify({ status: 'error', message: `refused: ${text}` }) }
  }

  const of = (method: Method, playerId?: string) =>
    calls.filter(c => c.method === method && (playerId ?? c.playerId) === c.playerId)

  const wallet = await startMockWallet({ openingMinor: () => openingMinor, chooseFault: choose })
  t.teardown(wallet.close)
  const { records, balance } = wallet.accounts

  /** The next call that matches, the moment it arrives. */
  const nextCall = (wanted: (call: WalletCall) => boolean) =>
    new Promise<WalletCall>(notify => arrivals.push({ wanted, notify }))

  return {
    url: wallet.url,
    calls,
    /** The starting balance of every account. */
    openWith(minor: bigint): void {
      openingMinor = minor
    },
    balance: (playerId: string, currency: Parameters<typeof balance>[1] = 'EUR') =>
      balance(playerId, currency),
    /** Rules are used in the order they were given. */
    rule: (rule: Rule) => void rules.push(rule),
    /**
     * Removes all rules, or those for a player: the wallet answers correctly from now on.
     * @param playerId without it, those of all
     */
    behave(playerId?: string): void {
      rules = rules.filter(rule => playerId !== undefined && rule.playerId !== playerId)
    },
    nextCall,
    /** The calls that this rule is for wait until `open`; `arrived` is the first of them. */
    hold(rule: Rule) {
      const gate = createGate()
      rules.push({ ...rule, before: gate.pass })
      return { arrived: nextCall(call => isFor(call, rule)), open: gate.open }
    },
    of,
    /** One call of each operation, however often it was repeated. */
    operations: (method: Method, playerId?: string) => [
      ...new Map(of(method, playerId).map(call => [call.transaction, call])).values(),
    ],
    isApplied: ({ transaction }: WalletCall) =>
      ['applied', 'cancelled'].includes(records.get(transaction)?.state ?? ''),
  }
}

/** A gate for `before`: calls wait at it until it is opened. */
export function createGate() {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { pass: () => opened, open: () => open() }
}
