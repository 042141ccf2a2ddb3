// The three published reel sets of a game mode. A round's level (games/engine/levels) or its target
// outcome decides which one it is drawn on. Contains no strips.

export const REEL_SETS = ['natural', 'low', 'high'] as const
export type ReelSet = (typeof REEL_SETS)[number]

export type PerReelSet<T> = Readonly<Record<ReelSet, T>>
