// Which calls a mock wallet answers badly: rules that a person wrote, drawn from a seed, so that a
// run can be repeated. Independent of HTTP.

import { createHash } from 'node:crypto'
import { WALLET_METHODS, type WalletMethod } from '../wallet/bodies.ts'
import { type Fault, isFault } from './faults.ts'
import type { ChooseFault } from './mock-wallet.ts'

export interface FaultRule {
  readonly fault: Fault
  /** Null for every method. */
  readonly method: WalletMethod | null
  /** From 0 to 1. */
  readonly rate: number
}

const RATE = /^(?:0?\.[0-9]{1,6}|[01](?:\.0{1,6})?)$/
const isMethod = (text: string): text is WalletMethod =>
  (WALLET_METHODS as readonly string[]).includes(text)

/** Reads `name[:method][:rate]`; null for any other text. */
export function parseFaultRule(text: string): FaultRule | null {
  const [fault = '', ...rest] = text.split(':')
  const method = rest[0] !== undefined && isMethod(rest[0]) ? rest[0] : null
  const [rate = '1', ...more] = method === null ? rest : rest.slice(1)
  if (!isFault(fault) || !RATE.test(rate) || more.length > 0) return null
  return { fault, method, rate: Number(rate) }
}

/** The first rule that fits a call and is drawn for it; the same calls draw the same faults. */
export function createFaultPlan(rules: readonly FaultRule[], seed: string): ChooseFault {
  let draws = 0
  const draw = () => {
    const bytes = createHash('sha256').update(`${seed}:${draws++}`).digest()
    return bytes.readUInt32LE(0) / 2 ** 32
  }
  return ({ callback }) => {
    const fits = rules.filter(({ method }) => method === null || method === callback.method)
    return fits.find(({ rate }) => draw() < rate)?.fault ?? null
  }
}
