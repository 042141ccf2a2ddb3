// How the rounds that answer a target outcome are stored: one a way of playing, each drawn again from
// its seed. Plain text in, plain records out; knows no game.

/** One round: its mode, and the seed and reel set it was found on. */
export interface FoundRound {
  readonly mode: string
  /** 64 hex digits. */
  readonly seed: string
  readonly weighting: 'natural' | 'low' | 'high'
}

export function printFound(rounds: readonly FoundRound[]): string {
  return JSON.stringify(rounds.map(({ mode, seed, weighting }) => ({ mode, seed, weighting })))
}

/** Throws for a text that `printFound` never wrote. */
export function parseFound(text: string): FoundRound[] {
  const value: unknown = JSON.parse(text)
  if (!Array.isArray(value) || !value.every(isFoundRound)) throw new Error('no found rounds')
  return value
}

const WEIGHTINGS: readonly unknown[] = ['natural', 'low', 'high']

function isFoundRound(value: Partial<Record<keyof FoundRound, unknown>>): value is FoundRound {
  const { mode, seed, weighting } = value ?? {}
  const isSeed = typeof seed === 'string' && /^[0-9a-f]{64}$/.test(seed)
  return typeof mode === 'string' && isSeed && WEIGHTINGS.includes(weighting)
}
