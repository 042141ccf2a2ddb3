// Owns the named moments of play: what has just happened on the stage, told to whoever listens (the
// sound, tests). It must never know a listener, nor wait for one.

/** How big a win is, the smallest first: see `tiers.ts`. */
export type Tier = 'big' | 'mega' | 'epic'

export type Feature = 'freeGames' | 'respins'

export type Moment =
  /** The reels set off; in `calm` motion and in a drop nothing rolls. */
  | { kind: 'reelsStart'; motion: 'spin' | 'drop' | 'calm'; freeGame: boolean }
  /** A column has come to rest; `of` is how many there are. */
  | { kind: 'reelStop'; column: number; of: number }
  /** The nth scatter of this board has come to rest, counted from 1. */
  | { kind: 'scatterLand'; nth: number; column: number }
  /** The reels wait for a scatter at a column; ends with `anticipationEnd`. */
  | { kind: 'anticipation'; column: number }
  | { kind: 'anticipationEnd' }
  /** Wins light up. `bets`: what they pay together in base bets; `special`: wild or scatter in them. */
  | { kind: 'wins'; bets: number; count: number; special: boolean }
  /** Winning symbols vanish; `step` counts the cascades of a spin from 1. */
  | { kind: 'cascadeStep'; step: number }
  /** A multiplier that grows with cascades has grown. */
  | { kind: 'multiplierGrew'; multiplier: number }
  /** Multipliers of the board fly to the win. */
  | { kind: 'multiplierApplied'; multiplier: number }
  | { kind: 'symbolExpanded'; columns: number }
  /** An amount begins or ends to run up. */
  | { kind: 'countStart'; durationMs: number }
  | { kind: 'countStop' }
  /** The title of a win banner; told again for each tier that the count climbs to. */
  | { kind: 'winTier'; tier: Tier }
  | { kind: 'maxWin' }
  /** The banner has gone. */
  | { kind: 'winTierEnd' }
  /** Scatters (or cash) that won a feature celebrate. */
  | { kind: 'featureWon'; feature: Feature; retrigger: boolean }
  /** The card that says what is to come; the scene has changed. */
  | { kind: 'featureIntro'; feature: Feature; count: number }
  /** The player, or time, has put the card away: the feature plays. */
  | { kind: 'featureStart'; feature: Feature }
  /** The card with its total, and the end of its scene. */
  | { kind: 'featureOutro'; feature: Feature; bets: number }
  | { kind: 'featureEnd'; feature: Feature }
  | { kind: 'freeGame'; number: number; of: number }
  | { kind: 'specialSymbol' }
  /** One respin is over: how many cells of cash it brought, how many are left. */
  | { kind: 'respin'; left: number; landed: number }
  /** The nth amount of cash is taken up. */
  | { kind: 'cashCollected'; nth: number; of: number }
  | { kind: 'pot'; pot: string }
  | { kind: 'gambleWon' }
  | { kind: 'gambleLost' }
  /** Everything of the round has been shown. */
  | { kind: 'roundEnd'; bets: number }

export type MomentOf<K extends Moment['kind']> = Extract<Moment, { kind: K }>

type Listener = (moment: Moment) => void

/** Those that cheer a win; all others tell how the game goes on. */
const CHEERS: ReadonlySet<Moment['kind']> = new Set([
  'wins',
  'multiplierApplied',
  'countStart',
  'countStop',
  'winTier',
  'winTierEnd',
  'maxWin',
  'featureOutro',
  'cashCollected',
  'pot',
  'gambleWon',
])

export class Moments {
  /** Nothing is cheered: the round gives back no more than its stake, and the play rules say so. */
  isPlain = false
  private readonly listeners = new Set<Listener>()

  /** Calls `listener` with every moment; the answer ends it. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  emit(moment: Moment): void {
    if (this.isPlain && CHEERS.has(moment.kind)) return
    for (const listener of this.listeners) listener(moment)
  }
}
