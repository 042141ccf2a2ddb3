// What an attack is, and the crowd that plays one. Small at each change; until it is told to stop in
// `npm run prove`, where a neighbour is measured meanwhile.

import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { openRawSocket } from '../support/raw-socket.ts'

/** Where attackers come from; the neighbour has another address. */
export const ATTACKER = '127.0.0.2'

/** All that an attacker knows. */
export interface Target {
  baseUrl: string
  internalUrl: string
  /** A project of the attacker's own, for attacks by an operator. */
  partner: string
  apiKey: string
  /** Where the callbacks of that project go; the attacker listens there when it wants to. */
  walletPort: number
  /** A link that the attacker was given as a player. */
  link: string
}

/** How often each thing was seen. */
export type Tally = Record<string, number>

export interface Play {
  target: Target
  /** False: as much as shows the bound. */
  isFull: boolean
  /** A full attack goes on until then. */
  stop: AbortSignal
  /** Sockets end with the attack. */
  ending: Parameters<typeof openRawSocket>[0]
}

export interface Attack {
  name: string
  /** What the full size does, for the table. */
  tried: string
  /** The parser reads it before any code of ours: measured, and not judged by how long a neighbour waits. */
  isBeforeUs?: boolean
  play(play: Play): Promise<Tally>
  /** What was seen and must not be, or was not and must; null: all is well. */
  judge(tally: Tally): string | null
}

/** Plays an attack and ends all that it opened. */
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
 * Members at work at once. Each says what it saw and begins again, until the stop of a full attack; once at
 * each change.
 */
export async function crowd(
  { isFull, stop }: Pick<Play, 'isFull' | 'stop'>,
  members: number,
  work: (member: number) => Promise<string>,
): Promise<Tally> {
  const tally: Tally = {}
  async function repeat(member: number): Promise<void> {
    do {
      const seen = await work(member)
      tally[seen] = (tally[seen] ?? 0) + 1
    } while (isFull && !stop.aborted)
  }
  await Promise.all(Array.from({ length: members }, (_, member) => repeat(member)))
  return tally
}

const stops = new WeakMap<AbortSignal, Promise<'stopped'>>()

/** Resolves with `stopped` when the attack is over. One promise for all members. */
export function stopped(stop: AbortSignal): Promise<'stopped'> {
  const known = stops.get(stop)
  if (known !== undefined) return known
  const told = new Promise<'stopped'>(resolve => {
    if (stop.aborted) resolve('stopped')
    else stop.addEventListener('abort', () => resolve('stopped'), { once: true })
  })
  stops.set(stop, told)
  return told
}

/** Who is refused comes again after one to two seconds: how fast sockets can be opened is not what is tried. */
export function comeAgain(stop: AbortSignal): Promise<unknown> {
  return Promise.race([sleep(randomInt(1_000, 2_000)), stopped(stop)])
}

/** For `judge`: nothing was seen but this, and all of it was. */
export function onlySeen(tally: Tally, wanted: readonly string[], allowed: readonly string[] = []) {
  const odd = Object.keys(tally).filter(seen => ![...wanted, ...allowed, 'stopped'].includes(seen))
  const missing = wanted.filter(seen => tally[seen] === undefined)
  if (odd.length + missing.length === 0) return null
  return `not to be seen: ${odd.join(', ') || '-'}; missing: ${missing.join(', ') || '-'}`
}
