// The three published reel sets of a game mode. Which one a round is drawn on follows from its level
// (games/engine/levels) or from its target outcome. Knows no strip.

export const REEL_SETS = ['natural', 'low', 'high'] as const
export type ReelSet = (typeof REEL_SETS)[number]
