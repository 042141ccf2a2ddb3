// The form of an attack, and the crowd that plays one. Small at each change; until stopped in `npm
// run prove`, where a neighbour is measured meanwhile.

import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { openRawSocket } from '../support/raw-socket.ts'

/** The attackers' address; the neighbour has another one. */
export const ATTACKER = '127.0.0.2'

/** Everything that an attacker has. */
export interface Target {
  baseUrl: string
  internalUrl: string
  /** A separate project of the attacker, for attacks by an operator. */
  partner: string
  apiKey: string
  /** The address of that project's callbacks; the attacker listens there when it wants to. */
  walletPort: number
  /** A link that the attacker was given as a player. */
  link: string
}

/** How often each result occurred. */
export type Tally = Record<string, number>

export interface Play {
  target: Target
  /** False: just enough to show the bound. */
  isFull: boolean
  /** A full attack continues until then. */
  stop: AbortSignal
  /** Sockets end with the attack. */
  ending: Parameters<typeof openRawSocket>[0]
}

export interface Attack {
  name: string
  /** The load of the full size, for the table. */
  tried: string
  /**
   * The parser reads it before any code of ours: measured, but the neighbour's wait is not judged.
   */
  isBeforeUs?: boolean
  play(play: Play): Promise<Tally>
  /** The result that must not occur, or that is missing; null: all is well. */
  judge(tally: Tally): string | null
}

/** Plays an attack and ends everything that it opened. */
export async function playAttack(
  attack: Attack,
  given: Omit<Play, 'ending'>,
): Promise<{ tally: Tally; wrong: string | null }> {
  const ends: (() => unknown)[] = []
  const ending = { teardown: (work: () => unknown) => ends.push(work) }
  try {
    const tally = await attack.play({ ...given, ending })
    return { tally, wrong: attack.judge(tally) }
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

/**
 * Members at work at once. Each returns its result and begins again, until the stop of a full
 * attack; once at each change.
 */
export async function crowd(
  { isFull, stop }: Pick<Play, 'isFull' | 'stop'>,
  members: number,
  work: (member: number) => Promise<string>,
): Promise<Tally> {
  const tally: Tally = {}
  async function repeat(member: number): Promise<void> {
    do add(tally, await work(member))
    while (isFull && !stop.aborted)
  }
  await Promise.all(Array.from({ length: members }, (_, member) => repeat(member)))
  return tally
}

function add(tally: Tally, seen: string): void {
  tally[seen] = (tally[seen] ?? 0) + 1
}

/** One member that does its work so many times. */
export async function inTurn(
  times: number,
  work: (time: number) => Promise<string>,
): Promise<Tally> {
  const tally: Tally = {}
  for (let time = 0; time < times; time++) add(tally, await work(time))
  return tally
}

const stops = new WeakMap<AbortSignal, Promise<'stopped'>>()

/** Resolves with `stopped` when the attack is over. One promise for all members. */
export function stopped(stop: AbortSignal): Promise<'stopped'> {
  const known = stops.get(stop)
  if (known !== undefined) return known
  const reported = new Promise<'stopped'>(resolve => {
    if (stop.aborted) resolve('stopped')
    else stop.addEventListener('abort', () => resolve('stopped'), { once: true })
  })
  stops.set(stop, reported)
  return reported
}

/**
 * A refused member comes again after one to two seconds: the test is not about how fast sockets can
 * be opened.
 */
export function comeAgain(stop: AbortSignal): Promise<unknown> {
  return Promise.race([sleep(randomInt(1_000, 2_000)), stopped(stop)])
}

/** For `judge`: exactly these results occurred. */
export function onlySeen(tally: Tally, wanted: readonly string[], allowed: readonly string[] = []) {
  const odd = Object.keys(tally).filter(seen => ![...wanted, ...allowed, 'stopped'].includes(seen))
  const missing = wanted.filter(seen => tally[seen] === undefined)
  if (odd.length + missing.length === 0) return null
  return `not to be seen: ${odd.join(', ') || '-'}; missing: ${missing.join(', ') || '-'}`
}
